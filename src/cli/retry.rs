//! `retry`: failed jobs are tried again by the next run.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::pipeline::StageId;
use crate::store::{Store, jobs};
use clap::Args;

/// Make failed jobs pending again; the next run tries them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build retry                          all failed jobs
  afb-build retry --stage download
  afb-build retry AAER-2415:LR-19660 --dropped")]
pub struct RetryVerb {
    /// Only the job with this key.
    key: Option<String>,
    /// Only jobs of this stage.
    #[arg(long, value_enum)]
    stage: Option<StageId>,
    /// Also jobs that were decided against.
    #[arg(long)]
    dropped: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl RetryVerb {
    /// Marks the jobs.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        // Opened for reading first: a wrong directory must not be made into a data directory.
        drop(Store::open_read_only(&self.data.data)?);
        let store = Store::open(&self.data.data, "afb-build retry")?;
        let n = store.write(|tx| {
            jobs::retry(tx, self.stage.map(StageId::as_str), self.key.as_deref(), self.dropped)
        })?;
        if let (0, Some(key)) = (n, &self.key) {
            let why = "no failed job has the key";
            let how = "`afb-build status` lists what failed; --dropped takes decided ones too";
            return Err(Failed::new(ExitCode::Usage, format!("{why} `{key}`; {how}")));
        }
        super::output::print(&format!("{n} jobs will be tried again by the next run\n"));
        Ok(ExitCode::Complete)
    }
}
