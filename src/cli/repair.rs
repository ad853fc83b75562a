//! `repair`: does the jobs behind a flag or a key again, and what hangs on them.

use super::outcome::{Failed, report};
use super::session::{Origins, RunArgs, Session};
use crate::config::Config;
use crate::error::ExitCode;
use crate::pipeline::StageId;
use crate::stages;
use crate::store::{Store, jobs};
use clap::Args;
use std::collections::BTreeMap;

/// Do the jobs behind a flag or a key again, and what hangs on them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build repair --flag no-restated-figures --offline
  afb-build repair --key AAER-2415")]
pub struct RepairVerb {
    /// A quality flag, by its name or the reference's: the stage that could mend it runs again for what carries it.
    #[arg(long, required_unless_present = "key", conflicts_with = "key")]
    flag: Option<String>,
    /// An instance, a release, a pair, an accession, a case, or the key of a job.
    #[arg(long)]
    key: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

impl RepairVerb {
    /// Marks the jobs and runs.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let config = Config::load(self.run.data.config.as_deref())?;
        drop(Store::open_read_only(&self.run.data.data)?);
        {
            let store = Store::open(&self.run.data.data, "afb-build repair")?;
            let (what, found) = match (&self.flag, &self.key) {
                (Some(flag), _) => ("flag", (flag, store.read(|c| stages::by_flag(c, flag))?)),
                (None, Some(key)) => ("key", (key, store.read(|c| stages::by_key(c, key))?)),
                (None, None) => return Err(Failed::new(ExitCode::Usage, "name --flag or --key")),
            };
            let (name, found) = found;
            if found.is_empty() {
                let message = format!(
                    "no job stands behind the {what} `{name}`; `afb-build status` counts jobs, exports show flags and keys"
                );
                return Err(Failed::new(ExitCode::Usage, message));
            }
            store.write(|tx| jobs::redo(tx, &found))?;
            let mut marked: BTreeMap<String, i64> = BTreeMap::new();
            for (stage, _) in &found {
                *marked.entry(stage.clone()).or_default() += 1;
            }
            super::output::print(&format!("to be done again: {}\n", super::status::counted(&marked)));
        }
        let ended = super::drive::runtime()?.block_on(async {
            let session = Session::open("repair", &self.run, config, None, Origins::new())?;
            session.run(&StageId::ALL).await
        })?;
        let store = Store::open_read_only(&self.run.data.data)?;
        super::output::print(&super::status::redone(&store)?);
        Ok(ended.code)
    }
}
