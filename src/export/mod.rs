//! Datasets in the shapes that users load. Reads the store; writes files whole or not at all.
//!
//! One declaration of columns ([`schema`]) serves SQLite, Parquet, JSONL and the descriptions of them, so that
//! all hold the same values. Instances are streamed; nothing here knows the clock.

pub mod accounting;
pub mod build;
pub mod check;
pub mod docs;
pub mod error;
pub mod gather;
pub mod huggingface;
pub mod jsonl;
pub mod parquet;
pub mod place;
pub mod questions;
pub mod reference;
pub mod rehydrate;
pub mod schema;
pub mod seal;
pub mod source;
pub mod sqlite;
pub mod stats;
pub mod tally;
pub mod verify;
pub mod withhold;

pub use build::Build;
pub use error::ExportError;
use questions::Shape;
pub use source::{Dataset, Filter, FromStore, Instances};
use std::path::Path;
pub use tally::Tally;

/// A shape of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
#[value(rename_all = "kebab-case")]
pub enum Format {
    /// One SQLite file, complete.
    Sqlite,
    /// One JSON object a line.
    Jsonl,
    /// Columns with declared types.
    Parquet,
    /// A folder for the Hugging Face hub.
    Huggingface,
    /// id, query, answer, text, choices, gold.
    Finben,
    /// The record of the paper's own pipeline.
    Reference,
    /// One CSV, release by issuer by period.
    Accounting,
    /// A folder for lm-evaluation-harness.
    LmEval,
    /// Samples for inspect_ai.
    InspectAi,
    /// A release folder with all of them.
    All,
}

impl Format {
    /// Those that `all` puts into its folder.
    pub const EACH: [Format; 9] = [
        Format::Sqlite,
        Format::Jsonl,
        Format::Parquet,
        Format::Huggingface,
        Format::Finben,
        Format::Reference,
        Format::Accounting,
        Format::LmEval,
        Format::InspectAi,
    ];

    /// The name on the command line and of its folder.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Sqlite => "sqlite",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Huggingface => "huggingface",
            Format::Finben => "finben",
            Format::Reference => "reference",
            Format::Accounting => "accounting",
            Format::LmEval => "lm-eval",
            Format::InspectAi => "inspect-ai",
            Format::All => "all",
        }
    }

    /// Ending of its files; none for a folder whatever the tasks.
    fn ending(self) -> Option<&'static str> {
        match self {
            Format::Sqlite => Some("sqlite"),
            Format::Jsonl | Format::Finben | Format::InspectAi | Format::Reference => Some("jsonl"),
            Format::Parquet => Some("parquet"),
            Format::Accounting => Some("csv"),
            Format::Huggingface | Format::LmEval | Format::All => None,
        }
    }

    /// Whether the export of `tasks` tasks is one file; else it is a folder.
    pub fn is_file(self, tasks: usize) -> bool {
        match self {
            Format::Sqlite | Format::Reference | Format::Accounting => true,
            Format::Jsonl | Format::Parquet | Format::Finben | Format::InspectAi => tasks == 1,
            Format::Huggingface | Format::LmEval | Format::All => false,
        }
    }

    /// Whether the shape is a question about a text.
    pub fn needs_text(self) -> bool {
        matches!(self, Format::Finben | Format::LmEval | Format::InspectAi)
    }

    /// Name of the file or folder when the user gives none.
    pub fn default_name(self, tasks: &[crate::tasks::Task]) -> String {
        let part = match tasks {
            [task] => format!("-{}", task.as_str()),
            _ => String::new(),
        };
        match (self, self.ending()) {
            (Format::Sqlite, _) => format!("auditfraudbench{part}.sqlite"),
            (Format::All, _) => format!("auditfraudbench{part}-release"),
            (_, Some(ending)) if self.is_file(tasks.len()) => {
                format!("auditfraudbench{part}-{}.{ending}", self.as_str())
            }
            _ => format!("auditfraudbench{part}-{}", self.as_str()),
        }
    }
}

/// Writes a dataset in one format; gives the counts. What stood at `path` is replaced only when all is written.
pub fn write(dataset: &Dataset<'_>, format: Format, path: &Path) -> Result<Tally, ExportError> {
    let tasks = dataset.tasks();
    if dataset.no_text && format.needs_text() {
        return Err(ExportError::NeedsText { format: format.as_str() });
    }
    if let (true, [task]) = (format.is_file(tasks.len()), tasks.as_slice()) {
        match format {
            Format::Jsonl => return jsonl::write(dataset, *task, path),
            Format::Parquet => return parquet::write(dataset, *task, path),
            Format::Finben => return questions::write(dataset, *task, None, Shape::FinBen, path),
            Format::InspectAi => return questions::write(dataset, *task, None, Shape::Inspect, path),
            _ => {}
        }
    }
    match format {
        Format::Sqlite => sqlite::write(dataset, path),
        Format::Reference => reference::write(dataset, path),
        Format::Accounting => {
            let tally = dataset.tally()?;
            accounting::write(&dataset.build.accounting, path)?;
            Ok(tally)
        }
        _ => {
            let mut tally = Tally::default();
            place::folder(path, |dir| {
                tally = folder(dataset, format, dir)?;
                place::sums(dir)
            })?;
            Ok(tally)
        }
    }
}

fn folder(dataset: &Dataset<'_>, format: Format, dir: &Path) -> Result<Tally, ExportError> {
    let mut tally = Tally::default();
    match format {
        Format::Huggingface => return huggingface::write(dataset, dir),
        Format::LmEval => return questions::write_harness(dataset, dir),
        Format::All => {
            let left_out = |format: &Format| dataset.no_text && format.needs_text();
            for format in Format::EACH.into_iter().filter(|format| !left_out(format)) {
                let name = match format.ending() {
                    Some(ending) if format.is_file(3) => {
                        format!("auditfraudbench-{}.{ending}", format.as_str())
                    }
                    _ => format.as_str().to_owned(),
                };
                let name = if format == Format::Sqlite { "auditfraudbench.sqlite".to_owned() } else { name };
                let path = dir.join(name);
                if format.is_file(3) {
                    tally = write(dataset, format, &path)?;
                } else {
                    std::fs::create_dir_all(&path).map_err(ExportError::io(&path))?;
                    tally = folder(dataset, format, &path)?;
                }
            }
        }
        _ => {
            for task in dataset.tasks() {
                let path = dir.join(format!("{}.{}", task.as_str(), format.ending().unwrap_or_default()));
                tally = match format {
                    Format::Parquet => parquet::write(dataset, task, &path)?,
                    Format::Finben => questions::write(dataset, task, None, Shape::FinBen, &path)?,
                    Format::InspectAi => questions::write(dataset, task, None, Shape::Inspect, &path)?,
                    _ => jsonl::write(dataset, task, &path)?,
                };
            }
        }
    }
    Ok(tally)
}
