//! `stats`: the paper's Table 1 for this build beside the paper's numbers, and the tables around it.

use super::export::build;
use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::config::Config;
use crate::error::ExitCode;
use crate::export::{Dataset, FromStore, stats};
use crate::store::Store;
use clap::Args;

/// The statistics of the paper for this build, labels by era, form and source of figures, funnel, flags.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build stats
  afb-build stats --csv > stats.csv")]
pub struct StatsVerb {
    /// One JSON array of tables.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// One CSV: table, row, column, value.
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl StatsVerb {
    /// Prints the tables.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let config = Config::load(self.data.config.as_deref())?;
        let store = Store::open_read_only(&self.data.data)?;
        let instances = FromStore(&store);
        let dataset = Dataset::new(&instances, build(&store, &config, false)?).gated(&config.quality);
        let tables = stats::tables(&dataset.tally()?, &dataset.build);
        let bug = |error: String| Failed::new(ExitCode::Bug, error);
        let text = if self.json {
            serde_json::to_string_pretty(&tables).map_err(|error| bug(error.to_string()))? + "\n"
        } else if self.csv {
            stats::csv(&tables).map_err(|error| bug(error.to_string()))?
        } else {
            stats::text(&tables)
        };
        super::output::print(&text);
        Ok(ExitCode::Complete)
    }
}
