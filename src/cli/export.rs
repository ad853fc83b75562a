//! `export` and `rehydrate`: the datasets, from what is there.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::config::{Config, Profile};
use crate::error::ExitCode;
use crate::export::{self, Build, Dataset, ExportError, Filter, Format, FromStore, Tally, gather, rehydrate};
use crate::fetch::blobs::Blobs;
use crate::flag;
use crate::pipeline::StageId;
use crate::store::{Store, jobs};
use crate::tasks::{Split, Task};
use crate::text;
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Write the datasets from what is there; says what is missing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build export --task all
  afb-build export --task pattern --format jsonl --out pattern.jsonl
  afb-build export --format huggingface --no-text --out auditfraudbench
  afb-build export --format all --min-quality 0.6 --exclude toc-debris --exclude issuer-ambiguous")]
pub struct ExportVerb {
    /// Which dataset.
    #[arg(long, value_enum, default_value_t = Which::All)]
    task: Which,
    /// Which shape; `all` makes a release folder with every one of them.
    #[arg(long, value_enum, default_value_t = Format::Sqlite)]
    format: Format,
    /// Only what the profile's rules take: `paper` leaves out negatives and matters without an issuer charged.
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    /// Only this split; may be given more than once.
    #[arg(long, value_enum)]
    split: Vec<Split>,
    /// Only instances of at least this quality, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    min_quality: f64,
    /// Leave out instances that carry this flag (its name, or the one of the paper's pipeline); may be given
    /// more than once.
    #[arg(long, value_name = "FLAG")]
    exclude: Vec<String>,
    /// Leave texts out: quotes stay as address, digest and offsets, and `rehydrate` fills them in.
    #[arg(long)]
    no_text: bool,
    /// The file or folder; the default stands in `datasets/` in the data directory.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Where stages are still to be run for the export: use kept documents only.
    #[arg(long)]
    offline: bool,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Which {
    /// Profit source attribution.
    Attribution,
    /// Misleading narrative detection.
    Narrative,
    /// Fraud pattern classification.
    Pattern,
    /// All three.
    All,
}

impl Which {
    fn tasks(self) -> Vec<Task> {
        match self {
            Which::Attribution => vec![Task::Attribution],
            Which::Narrative => vec![Task::Narrative],
            Which::Pattern => vec![Task::Pattern],
            Which::All => Task::ALL.to_vec(),
        }
    }
}

impl ExportVerb {
    /// Writes the file or folder.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        if !(0.0..=1.0).contains(&self.min_quality) {
            return Err(Failed::new(ExitCode::Usage, "--min-quality takes a number from 0 to 1"));
        }
        let config = Config::load(self.data.config.as_deref())?;
        super::drive::catch_up(&self.data, self.offline, &config)?;
        let store = Store::open_read_only(&self.data.data)?;
        let accounting = matches!(self.format, Format::Accounting | Format::All);
        let mut build = build(&store, &config, accounting)?;
        let tasks = self.task.tasks();
        let filter = Filter {
            tasks: tasks.clone(),
            splits: self.split,
            min_quality: self.min_quality,
            exclude: flags(&self.exclude)?,
            paper_cases: matches!(self.profile, Some(Profile::Paper)).then(|| paper_cases(&build)),
            gates: Some(config.quality.clone()),
        };
        if self.no_text {
            build = build.without_texts();
        }
        let instances = FromStore(&store);
        let dataset =
            Dataset { filter, no_text: self.no_text, stop: interrupts(), ..Dataset::new(&instances, build) };
        let path = self
            .out
            .unwrap_or_else(|| self.data.data.join("datasets").join(self.format.default_name(&tasks)));
        write(&store, &dataset, self.format, &path)
    }
}

/// Names of the flags; a flag that nothing raises is refused, since leaving it out would remove nothing unseen.
fn flags(given: &[String]) -> Result<Vec<String>, Failed> {
    let known = |name: &String| {
        flag::kind(name).map(|kind| kind.name.to_owned()).ok_or_else(|| {
            let all: Vec<&str> = flag::KINDS.iter().map(|kind| kind.name).collect();
            Failed::new(ExitCode::Usage, format!("no flag is named `{name}`; there are: {}", all.join(", ")))
        })
    };
    given.iter().map(known).collect()
}

/// Writes all three datasets as SQLite, as `run` does at its end.
pub fn write_default(data: &DataArgs, out: Option<&Path>, config: &Config) -> Result<ExitCode, Failed> {
    let store = Store::open_read_only(&data.data)?;
    let instances = FromStore(&store);
    let dataset = Dataset::new(&instances, build(&store, config, false)?).gated(&config.quality);
    let name = Format::Sqlite.default_name(&Task::ALL);
    let path = out.map_or_else(|| data.data.join("datasets").join(name), Path::to_owned);
    write(&store, &dataset, Format::Sqlite, &path)
}

fn write(store: &Store, dataset: &Dataset<'_>, format: Format, path: &Path) -> Result<ExitCode, Failed> {
    let tally = export::write(dataset, format, path)?;
    super::output::print(&summary(dataset, &tally, path));
    let missing = unfinished(store)?;
    if missing.is_empty() {
        return Ok(ExitCode::Complete);
    }
    eprintln!("not everything is built: {}; run the stages and export again", missing.join(", "));
    Ok(ExitCode::Partial)
}

/// What went out and what each filter removed.
fn summary(dataset: &Dataset<'_>, tally: &Tally, path: &Path) -> String {
    let mut line = format!("datasets: {}", path.display());
    for task in dataset.tasks() {
        let n: usize = tally.labels(task).values().sum();
        line.push_str(&format!(", {} {n}", task.as_str()));
    }
    line.push('\n');
    for (why, n) in &tally.removed {
        line.push_str(&format!("{n:>10} left out: {why}\n"));
    }
    line
}

/// Cases whose party type the paper takes.
fn paper_cases(build: &Build) -> std::collections::BTreeSet<String> {
    build
        .cases
        .iter()
        .filter(|case| matches!(case.party_type.as_str(), "issuer" | "mixed"))
        .map(|case| case.id.clone())
        .collect()
}

/// What stands beside the instances of a data directory.
pub fn build(store: &Store, config: &Config, accounting: bool) -> Result<Build, Failed> {
    let meta = vec![
        ("name".to_owned(), "AuditFraudBench, rebuilt".to_owned()),
        ("program".to_owned(), format!("afb-build {}", env!("CARGO_PKG_VERSION"))),
        ("configuration_digest".to_owned(), config.digest()),
        ("configuration_profile".to_owned(), export::schema::name(&config.identify.profile)),
        ("canary".to_owned(), CANARY.to_owned()),
    ];
    Ok(store.read(|connection| gather::build(connection, meta, accounting))?)
}

/// A string that stands in every build, so that a training corpus that took it in can be told.
pub const CANARY: &str =
    "AFB-BUILD-CANARY 7c1d0f52-6f0e-4a55-9d2b-3b7f0c5a41e8: evaluation data, not for training";

fn unfinished(store: &Store) -> Result<Vec<String>, Failed> {
    let mut missing = Vec::new();
    for stage in StageId::ALL {
        let counts = store.read(|connection| jobs::counts(connection, stage.as_str()))?;
        let left = counts.pending + counts.failed;
        if left > 0 {
            missing.push(format!("{left} jobs of {}", stage.as_str()));
        }
    }
    Ok(missing)
}

impl From<ExportError> for Failed {
    fn from(error: ExportError) -> Failed {
        let code = match &error {
            ExportError::Occupied { .. }
            | ExportError::NotADataset { .. }
            | ExportError::NeedsText { .. } => ExitCode::Usage,
            ExportError::Busy { .. } => ExitCode::Locked,
            ExportError::Interrupted => ExitCode::Interrupted,
            _ => ExitCode::Partial,
        };
        match error {
            ExportError::Store(error) => error.into(),
            error => Failed::new(code, error.to_string()),
        }
    }
}

/// Turns true at the first Ctrl-C or SIGTERM, so that what is half written is taken away; the second ends the process.
fn interrupts() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = stop.clone();
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            if told_to_stop().await {
                seen.store(true, Ordering::Relaxed);
                if told_to_stop().await {
                    std::process::exit(i32::from(ExitCode::Interrupted as u8));
                }
            }
        });
    });
    stop
}

#[cfg(unix)]
async fn told_to_stop() -> bool {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return false };
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed.is_ok(),
        told = terminate.recv() => told.is_some(),
    }
}

#[cfg(not(unix))]
async fn told_to_stop() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}

/// Fill the texts of a dataset published without them, from kept documents.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build rehydrate auditfraudbench --data cache --out auditfraudbench-full")]
pub struct RehydrateVerb {
    /// The dataset: a SQLite, JSONL or Parquet file, or a folder.
    dataset: PathBuf,
    /// The filled file or folder.
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// The data directory with the kept documents.
    #[arg(long, value_name = "DIR", default_value = "cache")]
    data: PathBuf,
}

/// Clean texts held at the same time; quotes of one instance come from few documents.
const HELD: usize = 16;

impl RehydrateVerb {
    /// Writes the filled dataset.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let blobs = Blobs::new(&self.data);
        let mut held: BTreeMap<String, Rc<String>> = BTreeMap::new();
        let mut read = |blob: &str, url: &str| -> Result<Rc<String>, ExportError> {
            if let Some(content) = held.get(blob) {
                return Ok(content.clone());
            }
            let absent = |why: String| {
                ExportError::Cache(format!(
                    "the document {url} with SHA-256 {blob} is not in {} ({why}); fetch it with `afb-build run`, or \
                     `afb-build cache import`, and try again",
                    self.data.display()
                ))
            };
            let id = blob.parse().map_err(|_| absent("no digest".to_owned()))?;
            let bytes = blobs.get(&id).map_err(|error| absent(error.to_string()))?;
            let content = Rc::new(text::read(&bytes, None).content);
            if held.len() >= HELD {
                held.pop_first();
            }
            held.insert(blob.to_owned(), content.clone());
            Ok(content)
        };
        let filled = rehydrate::rehydrate(&self.dataset, &self.out, &mut read)?;
        super::output::print(&format!("datasets: {}, {filled} instances filled\n", self.out.display()));
        Ok(ExitCode::Complete)
    }
}
