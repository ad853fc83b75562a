//! One run of the program over a data directory: opens it, runs stages in order, says how it ended.

use super::models::{self, LlmArgs};
use crate::config::{Config, ConfigError, LlmMode};
use crate::error::ExitCode;
use crate::fetch::clock::{Clock, RealClock};
use crate::fetch::{FetchConfig, Fetcher};
use crate::issuer::Overrides;
use crate::llm::budget::Budget;
use crate::pipeline::{Runner, StageId};
use crate::quality::review::Decisions;
use crate::release::signals::Keywords;
use crate::stages::{self, Context, CrawlOptions, Rules};
use crate::store::{Store, StoreError, fetches, jobs, reviews};
use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Options that every verb with a data directory has.
#[derive(Clone, Debug, clap::Args)]
pub struct DataArgs {
    /// The data directory: database, kept documents, datasets.
    #[arg(long, value_name = "DIR", default_value = "cache")]
    pub data: PathBuf,
    /// A configuration file; keys it does not name keep their defaults (config/default.toml lists them).
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Options of the verbs that run stages.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub data: DataArgs,
    /// Use kept documents only; never open a connection.
    #[arg(long)]
    pub offline: bool,
    /// Run only this verb's own stages, not what they depend on.
    #[arg(long)]
    pub only: bool,
    /// Keywords of one's own in place of config/keywords.toml.
    #[arg(long, value_name = "FILE")]
    pub keywords: Option<PathBuf>,
    /// Decisions about issuers in place of config/overrides.toml.
    #[arg(long, value_name = "FILE")]
    pub overrides: Option<PathBuf>,
    /// Read the index anew, however fresh the last look is.
    #[arg(long)]
    pub refresh: bool,
    #[command(flatten)]
    pub llm: LlmArgs,
}

/// What stands in for the SEC in a run over the sample or a test: base addresses by host.
pub type Origins = BTreeMap<String, String>;

/// A run.
pub struct Session {
    /// The data directory's database.
    pub store: Arc<Store>,
    /// What jobs share.
    pub context: Arc<Context>,
    clock: Arc<dyn Clock>,
    run: i64,
    budget: Option<Arc<Budget>>,
    interrupt: watch::Receiver<bool>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What the process returns.
    pub code: ExitCode,
    /// A stage could not go on and said why; later stages were not tried.
    pub stopped: bool,
}

/// The setting that says since when the index counts as fresh.
const INDEX_AS_OF: &str = "index_as_of";
/// The setting that says what `crawl` was asked for.
const CRAWL: &str = "crawl";

impl Session {
    /// Opens the data directory for a run of `verb`. `crawl` replaces the crawl options kept there.
    pub fn open(
        verb: &str,
        args: &RunArgs,
        config: Config,
        crawl: Option<CrawlOptions>,
        origins: Origins,
    ) -> anyhow::Result<Session> {
        let clock: Arc<dyn Clock> = Arc::new(RealClock::default());
        let store = Arc::new(Store::open(&args.data.data, &format!("afb-build {verb}"))?);
        let now = clock.now();
        let unpaced = !origins.is_empty();
        let fetcher = Fetcher::new(
            FetchConfig {
                identity: Some(config.sec.contact.clone()).filter(|contact| !contact.trim().is_empty()),
                per_second: config.sec.requests_per_second,
                pause_after_block: Duration::from_secs(60 * u64::from(config.sec.block_pause_minutes)),
                max_body: config.sec.max_document_mb << 20,
                cache_dir: args.data.data.clone(),
                offline: args.offline,
                origins,
                unpaced,
                seed: u64::from(std::process::id()),
            },
            store.clone(),
            clock.clone(),
        )?;
        let as_of = index_as_of(&store, now, args.refresh, config.sec.index_fresh_hours)?;
        let crawl = crawl_options(&store, crawl)?;
        let opened = models::open(&config, &args.llm, &store, &clock)?;
        let budget = opened.as_ref().map(|opened| opened.budget.clone());
        let run = store.write(|tx| {
            jobs::retry_lacking(tx, stages::OFFLINE, !args.offline)?;
            jobs::begin_run(tx, verb, &serde_json::to_string(&config)?, now)
        })?;
        let imported_filers = store.read(fetches::imported_submissions)?;
        let decisions = store.read(reviews::decisions)?;
        let context = Context::new(
            fetcher,
            config,
            clock.clone(),
            as_of,
            crawl,
            rules(args.keywords.as_deref(), args.overrides.as_deref(), imported_filers, decisions)?,
        );
        let context = Arc::new(context.with_models(opened.map(|opened| opened.models)));
        Ok(Session { store, context, clock, run, budget, interrupt: interrupts() })
    }

    /// Runs stages in order until one has to stop the run.
    pub async fn run(&self, wanted: &[StageId]) -> anyhow::Result<Ended> {
        let runner = Runner::new(
            self.store.clone(),
            self.clock.clone(),
            self.run,
            &self.context.config.run,
            self.interrupt.clone(),
        );
        let (mut code, mut stopped) = (ExitCode::Complete, false);
        for stage in wanted {
            let end = match stage {
                StageId::Index => runner.stage(stages::Index, self.context.clone()).await,
                StageId::Releases => runner.stage(stages::Releases, self.context.clone()).await,
                StageId::Download => runner.stage(stages::Download, self.context.clone()).await,
                StageId::Clean => runner.stage(stages::Clean, self.context.clone()).await,
                StageId::Identify => runner.stage(stages::Identify, self.context.clone()).await,
                StageId::Ask => {
                    self.say_estimate()?;
                    runner.stage(stages::Ask, self.context.clone()).await
                }
                StageId::Select => runner.stage(stages::Select, self.context.clone()).await,
                StageId::Resolve => runner.stage(stages::Resolve, self.context.clone()).await,
                StageId::Pair => runner.stage(stages::PairStage, self.context.clone()).await,
                StageId::Controls => runner.stage(stages::Controls, self.context.clone()).await,
                StageId::Facts => runner.stage(stages::Facts, self.context.clone()).await,
                StageId::Assemble => runner.stage(stages::Assemble, self.context.clone()).await,
                StageId::Split => runner.stage(stages::SplitStage, self.context.clone()).await,
            }
            .with_context(|| format!("stage {}", stage.as_str()))?;
            if end.worked > 0 {
                tracing::info!("{}: {} jobs worked on", stage.as_str(), end.worked);
            }
            if let Some((exit, why)) = end.stop {
                eprintln!("{why}");
                code = exit;
                stopped = true;
                break;
            }
        }
        if code == ExitCode::Complete && self.is_partial(wanted)? {
            code = ExitCode::Partial;
        }
        if let Some(line) = self.budget.as_deref().and_then(models::used) {
            eprintln!("{line}");
        }
        self.end(code)?;
        Ok(Ended { code, stopped })
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Notes how the run ended.
    pub fn end(&self, code: ExitCode) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.store.write(|tx| jobs::end_run(tx, self.run, code as u8, now))
    }

    /// What asking will take, before anything is asked.
    fn say_estimate(&self) -> anyhow::Result<()> {
        if self.context.config.llm.mode == LlmMode::On {
            let open = self.store.read(|connection| stages::requests(connection, &self.context))?;
            if open.iter().any(|open| !open.answered) {
                eprintln!("{}", models::estimate(&open, &self.context.config));
            }
        }
        Ok(())
    }

    fn is_partial(&self, wanted: &[StageId]) -> Result<bool, StoreError> {
        self.store.read(|connection| {
            for stage in wanted {
                let counts = jobs::counts(connection, stage.as_str())?;
                if counts.failed + counts.pending + counts.without > 0 {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }
}

/// The time after which kept index pages are fresh: renewed by `--refresh`, and when the last look is old.
fn index_as_of(store: &Store, now: Timestamp, refresh: bool, hours: u32) -> anyhow::Result<Timestamp> {
    let kept: Option<Timestamp> = store.setting(INDEX_AS_OF)?.and_then(|text| text.parse().ok());
    match kept {
        Some(kept) if !refresh && now.duration_since(kept) < SignedDuration::from_hours(i64::from(hours)) => {
            Ok(kept)
        }
        _ => {
            store.set_setting(INDEX_AS_OF, &now.to_string())?;
            Ok(now)
        }
    }
}

/// The rule files: embedded, or a user's own.
fn rules(
    keywords: Option<&Path>,
    overrides: Option<&Path>,
    imported_filers: Vec<String>,
    reviews: Decisions,
) -> anyhow::Result<Rules> {
    // What is wrong in a user's file is the user's to mend, and the file is named.
    let wrong = |path: Option<&Path>, message: String| -> anyhow::Error {
        let path = path.unwrap_or(Path::new("the embedded rules")).to_owned();
        ConfigError::Invalid { path, message }.into()
    };
    let read = |path: Option<&Path>, embedded: &str| match path {
        None => Ok(embedded.to_owned()),
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| wrong(path, format!("cannot be read: {error}")))
        }
    };
    let texts = (
        read(keywords, include_str!("../../config/keywords.toml"))?,
        read(overrides, include_str!("../../config/overrides.toml"))?,
    );
    Ok(Rules {
        keywords: Keywords::parse(&texts.0).map_err(|error| wrong(keywords, error.to_string()))?,
        keywords_digest: crate::store::sha256(texts.0.as_bytes()),
        overrides: Overrides::parse(&texts.1).map_err(|error| wrong(overrides, error.to_string()))?,
        reviews,
        imported_filers,
    })
}

fn crawl_options(store: &Store, given: Option<CrawlOptions>) -> anyhow::Result<CrawlOptions> {
    match given {
        Some(options) => {
            store.set_setting(CRAWL, &serde_json::to_string(&options)?)?;
            Ok(options)
        }
        None => Ok(match store.setting(CRAWL)? {
            Some(text) => serde_json::from_str(&text).context("the kept crawl options cannot be read")?,
            None => CrawlOptions::default(),
        }),
    }
}

/// Turns true at the first Ctrl-C; the second ends the process at once, which is safe.
fn interrupts() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            eprintln!("stopping after the jobs that run; once more stops at once");
            // The receivers are gone only when the run is over anyway.
            let _ = sender.send(true);
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(i32::from(ExitCode::Interrupted as u8));
            }
        }
    });
    receiver
}

/// The directory of a run over the sample, inside the data directory.
pub fn sample_dir(data: &Path) -> PathBuf {
    data.join("sample")
}
