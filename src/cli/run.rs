//! `run` and the stage verbs.

use super::outcome::{Failed, report};
use super::sample_site;
use super::session::{DataArgs, Ended, Origins, RunArgs, Session};
use super::status::funnel;
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

fn stages(
    verb: &str,
    args: RunArgs,
    mut config: Config,
    own: &[StageId],
    crawl: Option<CrawlOptions>,
) -> Result<ExitCode, Failed> {
    args.llm.apply(&mut config, args.offline)?;
    let last = own.last().copied().unwrap_or(StageId::Assemble);
    let wanted: Vec<StageId> = if args.only {
        own.to_vec()
    } else {
        StageId::ALL.into_iter().filter(|stage| *stage <= last).collect()
    };
    let Ended { code, stopped } = runtime()?.block_on(async {
        let session = Session::open(verb, &args, config, crawl, Origins::new())?;
        session.run(&wanted).await
    })?;
    finish(&args.data, code, stopped)?;
    if args.only && code == ExitCode::Complete && nothing_planned(&args.data, own)? {
        eprintln!(
            "`{verb} --only` had nothing to work on: the stages before it have not come so far. Leave out --only and they \
             are done first"
        );
        return Ok(ExitCode::Partial);
    }
    Ok(code)
}

/// Whether the stages of a verb have no jobs at all: what they work on is not there yet.
fn nothing_planned(data: &DataArgs, own: &[StageId]) -> Result<bool, Failed> {
    let store = crate::store::Store::open_read_only(&data.data)?;
    Ok(store.read(|connection| {
        for stage in own {
            let counts = crate::store::jobs::counts(connection, stage.as_str())?;
            if counts.pending + counts.done + counts.dropped + counts.failed > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    })?)
}

/// A run with the default settings against stand-ins for the SEC.
pub fn against(data: &std::path::Path, origins: Origins) -> Result<ExitCode, Failed> {
    let config = Config::embedded()?;
    let args = RunArgs {
        data: DataArgs { data: data.to_owned(), config: None },
        offline: false,
        only: false,
        keywords: None,
        overrides: None,
        refresh: false,
        llm: super::models::LlmArgs::default(),
    };
    let Ended { code, stopped } = runtime()?.block_on(async {
        let session = Session::open("run", &args, config, Some(CrawlOptions::default()), origins)?;
        session.run(&StageId::ALL).await
    })?;
    finish(&args.data, code, stopped)?;
    Ok(code)
}

/// Prints the funnel, and what to do next; a stage that could not go on has said both.
fn finish(data: &DataArgs, code: ExitCode, stopped: bool) -> Result<(), Failed> {
    if stopped && matches!(code, ExitCode::Partial | ExitCode::Usage) {
        return Ok(());
    }
    let store = crate::store::Store::open_read_only(&data.data)?;
    super::output::print(&funnel(&store)?);
    super::output::print(&super::repair::redone(&store)?);
    match code {
        ExitCode::Partial => eprintln!(
            "some jobs failed or wait for another try; `afb-build status` counts them, `afb-build explain KEY` says why, \
             and the same command goes on with what is left"
        ),
        ExitCode::Refused => eprintln!("what was kept is safe; run the same command later"),
        _ => {}
    }
    Ok(())
}

/// The runtime of a verb.
pub fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    // Two threads at least, so that parsing on one does not hold up the network on a single-core machine.
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get()).max(2);
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?)
}
