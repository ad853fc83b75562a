//! `score`: the figures of a prediction file, beside the paper's.

use super::eval::{instances, put};
use super::outcome::{Failed, report};
use crate::error::ExitCode;
use crate::eval::inputs::{self, PAIR};
use crate::eval::item::Item;
use crate::eval::predictions::{self, LineFault, Read};
use crate::eval::prompts::Prompts;
use crate::eval::scoring::{self, Comparison, Drawing, Score};
use crate::eval::{errors, table};
use crate::tasks::{Instance, Task};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Faults that are printed line by line; the rest is counted.
const SHOWN: usize = 50;

/// Score a file of predictions: JSON Lines of {id, model, raw, parsed, error, usage}.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build score flash.jsonl
  afb-build score flash.jsonl --compare majority.jsonl --json
  afb-build score flash.jsonl --errors flash-errors.csv --markdown")]
pub struct ScoreVerb {
    /// The predictions.
    file: PathBuf,
    /// Another file about the same instances: the difference with its interval.
    #[arg(long, value_name = "FILE2")]
    compare: Option<PathBuf>,
    /// The dataset; the default is `datasets/auditfraudbench.sqlite` in the data directory.
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// Everything, as one JSON object.
    #[arg(long, conflicts_with_all = ["markdown", "html"])]
    json: bool,
    /// A Markdown table beside the paper's Table 2.
    #[arg(long, conflicts_with = "html")]
    markdown: bool,
    /// An HTML page beside the paper's Table 2.
    #[arg(long)]
    html: bool,
    /// Wrong, invalid and right-but-thin answers with prompt, gold and evidence, as CSV.
    #[arg(long, value_name = "FILE.csv")]
    errors: Option<PathBuf>,
    /// Rounds of the bootstrap, 1 to 1,000,000.
    #[arg(long, value_name = "N", default_value_t = 1_000,
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    rounds: usize,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "N", default_value_t = 20_261_129)]
    seed: u64,
    /// The data directory, where the dataset is looked for unless --dataset names one.
    #[arg(long, value_name = "DIR", default_value = "cache")]
    data: PathBuf,
}

#[derive(Serialize)]
struct Scored {
    model: String,
    scores: Vec<Score>,
    comparisons: Vec<Comparison>,
    faults: Vec<LineFault>,
}

impl ScoreVerb {
    /// Scores and prints.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let instances = instances(self.dataset.as_deref(), &self.data)?;
        let drawing = Drawing { rounds: self.rounds, seed: self.seed };
        let (read, items, paired) = predictions(&self.file, &instances)?;
        let mut faults = read.faults.clone();
        let scores: Vec<Score> = Task::ALL
            .iter()
            .filter_map(|task| scoring::score(*task, &read.model, &items, &read.outcomes, drawing))
            .collect();
        let mut comparisons = Vec::new();
        if let Some(path) = &self.compare {
            let (other, _, other_paired) = predictions(path, &instances)?;
            if other_paired != paired {
                return Err(Failed::new(
                    ExitCode::Usage,
                    "one file is of the paired form and the other is not",
                ));
            }
            faults.extend(other.faults.into_iter().map(|fault| LineFault {
                message: format!("({}) {}", path.display(), fault.message),
                ..fault
            }));
            comparisons = Task::ALL
                .iter()
                .filter_map(|task| scoring::compare(*task, &items, &read.outcomes, &other.outcomes, drawing))
                .collect();
        }
        if let Some(path) = &self.errors {
            let prompts = if paired { Prompts::embedded().paired() } else { Prompts::embedded() };
            put(path, &csv(&items, &instances, &read, &prompts)?)?;
        }
        let mut compared = String::new();
        for c in &comparisons {
            let interval = c
                .interval
                .map_or(String::new(), |i| format!(" (95 % by issuer {:.3} to {:.3})", i.low, i.high));
            compared.push_str(&format!(
                "\n{}: accuracy {:+.3} against {}{interval}, over {} instances; right alone {} and {}\n",
                c.task.as_str(),
                c.difference,
                self.compare.as_deref().unwrap_or(Path::new("")).display(),
                c.n,
                c.only_one_right[0],
                c.only_one_right[1]
            ));
        }
        let text = if self.json {
            let all = Scored { model: read.model.clone(), scores, comparisons, faults: faults.clone() };
            let json = serde_json::to_string_pretty(&all)
                .map_err(|error| Failed::new(ExitCode::Bug, error.to_string()))?;
            format!("{json}\n")
        } else if self.markdown {
            table::markdown(&scores) + &compared
        } else if self.html {
            table::html(&scores)
        } else {
            table::text(&scores) + &compared
        };
        super::output::print(&text);
        for fault in faults.iter().take(SHOWN) {
            match fault.line {
                0 => eprintln!("{}", fault.message),
                line => eprintln!("line {line} {}", fault.message),
            }
        }
        if !faults.is_empty() {
            eprintln!("{} faults in the predictions", faults.len());
            return Ok(ExitCode::Partial);
        }
        Ok(ExitCode::Complete)
    }
}

fn predictions(path: &Path, instances: &[Instance]) -> Result<(Read, Vec<Item>, bool), Failed> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failed::new(ExitCode::Usage, format!("cannot read {}: {error}", path.display())))?;
    let paired = memchr::memmem::find(&bytes, format!("{PAIR}\"").as_bytes()).is_some();
    let items =
        if paired { inputs::pairs(instances) } else { instances.iter().filter_map(Item::of).collect() };
    Ok((predictions::read(&bytes, &items), items, paired))
}

fn csv(items: &[Item], instances: &[Instance], read: &Read, prompts: &Prompts) -> Result<Vec<u8>, Failed> {
    let bug = |error: String| Failed::new(ExitCode::Bug, error);
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(errors::HEADS).map_err(|error| bug(error.to_string()))?;
    for row in errors::rows(items, instances, &read.outcomes, prompts) {
        out.write_record(&row).map_err(|error| bug(error.to_string()))?;
    }
    out.into_inner().map_err(|error| bug(error.to_string()))
}
