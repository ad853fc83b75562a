//! `run` and the stage verbs.

use super::drive::{finish, runtime, stages};
use super::outcome::{Failed, report};
use super::sample_site;
use super::session::{Ended, Origins, RunArgs, Session};
use crate::config::{Config, Profile};
use crate::error::ExitCode;
use crate::pipeline::StageId;
use crate::stages::CrawlOptions;
use clap::Args;
use jiff::civil::Date;
use std::path::PathBuf;

/// Everything: index, releases, issuers, filings, figures, instances, datasets.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build run --sample                 the built-in sample: no network, no key, a few seconds
  AFB_CONTACT='Jane Doe jane@example.org' afb-build run --limit 50
  afb-build run --dry-run                what a run would ask for and cost; nothing is sent
  afb-build run --offline                kept documents only")]
pub struct RunVerb {
    /// Work on the built-in site of invented issuers, in a data directory of its own.
    #[arg(long, conflicts_with = "offline")]
    sample: bool,
    /// Print about how many requests, minutes, megabytes and dollars the run will take, and send nothing.
    #[arg(long, conflicts_with_all = ["sample", "offline"])]
    dry_run: bool,
    /// Where the dataset file is written; the default is `datasets` in the data directory.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Whose rules select the releases.
    #[arg(long, value_enum)]
    profile: Option<Profile>,
    #[command(flatten)]
    ocr: OcrArgs,
    #[command(flatten)]
    crawl: CrawlArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// The AAER index and the documents of its releases.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  AFB_CONTACT='Jane Doe jane@example.org' afb-build crawl --year 2014
  afb-build crawl --since 2010-01-01 --limit 20")]
pub struct CrawlVerb {
    #[command(flatten)]
    crawl: CrawlArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Which releases a crawl takes; limits count after filters.
#[derive(Clone, Debug, Args)]
pub struct CrawlArgs {
    /// First day of release, inclusive.
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Last day of release, inclusive.
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Lowest AAER number, inclusive.
    #[arg(long, value_name = "N")]
    from_number: Option<u32>,
    /// One calendar year.
    #[arg(long, value_name = "Y")]
    year: Option<i16>,
    /// At most so many releases, the newest first.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Also the complaints and judgments that the index links to.
    #[arg(long)]
    with_complaints: bool,
    /// Also the index pages of older layouts, 1999 to 2020, where the site still has them.
    #[arg(long)]
    older_pages: bool,
}

impl From<CrawlArgs> for CrawlOptions {
    fn from(args: CrawlArgs) -> CrawlOptions {
        CrawlOptions {
            since: args.since,
            until: args.until,
            from_number: args.from_number,
            year: args.year,
            limit: args.limit,
            with_complaints: args.with_complaints,
            older_pages: args.older_pages,
        }
    }
}

/// Scanned documents.
#[derive(Clone, Debug, Args)]
pub struct OcrArgs {
    /// Program that reads PDFs without a text layer: called with the file, prints its text.
    #[arg(long, value_name = "CMD")]
    ocr_command: Option<String>,
}

impl OcrArgs {
    fn apply(self, config: &mut Config) {
        if let Some(command) = self.ocr_command {
            config.text.ocr_command = command;
        }
    }
}

/// Documents to clean text.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build clean --ocr-command 'sh read-scan.sh'    the script gets the path of a PDF and prints its text")]
pub struct CleanVerb {
    #[command(flatten)]
    ocr: OcrArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// A verb that runs the pipeline up to a stage.
#[derive(Debug, Args)]
pub struct StageVerb {
    #[command(flatten)]
    run: RunArgs,
}

impl RunVerb {
    /// Runs everything and writes the datasets.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(mut self) -> Result<ExitCode, Failed> {
        let mut config = Config::load(self.run.data.config.as_deref())?;
        if let Some(profile) = self.profile {
            config.identify.profile = profile;
        }
        self.ocr.apply(&mut config);
        self.run.llm.apply(&mut config, self.run.offline)?;
        if self.sample {
            self.run.data.data = super::session::sample_dir(&self.run.data.data);
        }
        let sample = self.sample;
        let options = CrawlOptions::from(self.crawl);
        if self.dry_run {
            super::output::print(&super::estimate::text(&self.run.data.data, &config, &options)?);
            return Ok(ExitCode::Complete);
        }
        let Ended { code, stopped } = runtime()?.block_on(async {
            let origins = if sample { sample_site::serve().await? } else { Origins::new() };
            let session = Session::open("run", &self.run, config.clone(), Some(options), origins)?;
            session.run(&StageId::ALL).await
        })?;
        finish(&self.run.data, code, stopped)?;
        if !stopped && matches!(code, ExitCode::Complete | ExitCode::Partial) {
            super::export::write_default(&self.run.data, self.out.as_deref(), &config)?;
        }
        Ok(code)
    }
}

impl CrawlVerb {
    /// Runs the index, the releases and their documents.
    pub fn run(self) -> ExitCode {
        let options = CrawlOptions::from(self.crawl);
        let own = [StageId::Index, StageId::Releases, StageId::Download];
        let config = Config::load(self.run.data.config.as_deref()).map_err(Failed::from);
        report(config.and_then(|config| stages("crawl", self.run, config, &own, Some(options))))
    }
}

impl CleanVerb {
    /// Runs everything up to clean text that is not done; with `--only` the cleaning alone.
    pub fn run(self) -> ExitCode {
        let config = Config::load(self.run.data.config.as_deref()).map_err(Failed::from);
        report(config.and_then(|mut config| {
            self.ocr.apply(&mut config);
            stages("clean", self.run, config, &[StageId::Clean], None)
        }))
    }
}

impl StageVerb {
    /// Runs everything up to the verb's last stage that is not done; with `--only` the verb's own stages.
    pub fn run(self, verb: &str, own: &[StageId]) -> ExitCode {
        let config = Config::load(self.run.data.config.as_deref()).map_err(Failed::from);
        report(config.and_then(|config| stages(verb, self.run, config, own, None)))
    }
}
