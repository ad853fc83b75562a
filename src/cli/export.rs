//! `export`: the datasets, from what is there.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::config::Config;
use crate::error::ExitCode;
use crate::export::{Dataset, sqlite};
use crate::pipeline::StageId;
use crate::store::{Store, instances, jobs};
use crate::tasks::Task;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Name of the dataset file in `datasets/`.
const FILE: &str = "auditfraudbench.sqlite";

/// Write the datasets from what is there; says what is missing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build export --task all
  afb-build export --task pattern --out pattern.sqlite")]
pub struct ExportVerb {
    /// Which dataset.
    #[arg(long, value_enum, default_value_t = Which::All)]
    task: Which,
    /// The file; the default is `datasets/auditfraudbench.sqlite` in the data directory.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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

impl ExportVerb {
    /// Writes the file.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let config = Config::load(self.data.config.as_deref())?;
        let tasks: &[Task] = match self.task {
            Which::Attribution => &[Task::Attribution],
            Which::Narrative => &[Task::Narrative],
            Which::Pattern => &[Task::Pattern],
            Which::All => &Task::ALL,
        };
        write(&self.data, self.out.as_deref(), &config, tasks)
    }
}

/// Writes all three datasets, as `run` does at its end.
pub fn write_default(data: &DataArgs, out: Option<&Path>, config: &Config) -> Result<ExitCode, Failed> {
    write(data, out, config, &Task::ALL)
}

fn write(data: &DataArgs, out: Option<&Path>, config: &Config, tasks: &[Task]) -> Result<ExitCode, Failed> {
    let store = Store::open_read_only(&data.data)?;
    let dataset = dataset(&store, config)?.of_tasks(tasks);
    let path = out.map_or_else(|| data.data.join("datasets").join(FILE), Path::to_owned);
    sqlite::write(&dataset, &path).map_err(|error| Failed::new(ExitCode::Partial, error.to_string()))?;
    let mut line = format!("datasets: {}", path.display());
    for task in tasks {
        let n = dataset.instances.iter().filter(|instance| instance.task == *task).count();
        line.push_str(&format!(", {} {n}", task.as_str()));
    }
    super::output::print(&format!("{line}\n"));
    let missing = unfinished(&store)?;
    if missing.is_empty() {
        return Ok(ExitCode::Complete);
    }
    eprintln!("not all is there yet: {}; `afb-build run` goes on with it", missing.join(", "));
    Ok(ExitCode::Partial)
}

/// What the dataset is made of, as of now.
pub fn dataset(store: &Store, config: &Config) -> Result<Dataset, Failed> {
    let instances = store.read(instances::all)?;
    let count = |task: Task| instances.iter().filter(|instance| instance.task == task).count().to_string();
    let mut meta = vec![
        ("name".to_owned(), "AuditFraudBench, rebuilt".to_owned()),
        ("program".to_owned(), format!("afb-build {}", env!("CARGO_PKG_VERSION"))),
        ("configuration_digest".to_owned(), config.digest()),
        ("canary".to_owned(), CANARY.to_owned()),
    ];
    meta.extend(Task::ALL.map(|task| (format!("instances_{}", task.as_str()), count(task))));
    Ok(Dataset { instances, meta })
}

/// A string that stands in every file of every build, so that a training corpus that took it in can be told.
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
