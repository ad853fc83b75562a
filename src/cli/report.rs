//! `report`: one HTML page about a build.

use super::export::build;
use super::outcome::{Failed, report as told};
use super::session::DataArgs;
use crate::config::Config;
use crate::error::ExitCode;
use crate::export::{Dataset, FromStore, place};
use crate::report;
use crate::store::Store;
use clap::Args;
use std::path::PathBuf;

/// One HTML page, whole in itself: funnel, labels, coverage, flags, a case along time, examples, methods.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build report --out report.html")]
pub struct ReportVerb {
    /// The page; the default is `report.html` in the data directory.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
}

impl ReportVerb {
    /// Writes the page.
    pub fn run(self) -> ExitCode {
        told(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let config = Config::load(self.data.config.as_deref())?;
        let store = Store::open_read_only(&self.data.data)?;
        let instances = FromStore(&store);
        let dataset = Dataset::new(&instances, build(&store, &config, false)?).gated(&config.quality);
        let (tally, shown) = report::gather(&dataset)?;
        let path = self.out.unwrap_or_else(|| self.data.data.join("report.html"));
        place::text(&path, &report::page(&dataset.build, &tally, &shown))?;
        super::output::print(&format!("report: {}\n", path.display()));
        Ok(ExitCode::Complete)
    }
}
