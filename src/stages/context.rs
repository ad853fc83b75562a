//! What all jobs share, and how a fetch that failed becomes a job that failed.

use crate::config::Config;
use crate::error::ExitCode;
use crate::fetch::clock::Clock;
use crate::fetch::{FetchError, Fetched, Fetcher, Request};
use crate::issuer::{Index, Overrides};
use crate::llm::ask::{Asker, Spent};
use crate::llm::prompts::Instructions;
use crate::pipeline::{JobError, without};
use crate::quality::review::Decisions;
use crate::release::signals::Keywords;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::OnceCell;

/// What `crawl` was asked for; kept in the data directory, so that later verbs work on the same releases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrawlOptions {
    /// First day of release, inclusive.
    pub since: Option<Date>,
    /// Last day of release, inclusive.
    pub until: Option<Date>,
    /// Lowest AAER number, inclusive.
    pub from_number: Option<u32>,
    /// One calendar year.
    pub year: Option<i16>,
    /// At most so many releases, the newest first, counted after the other limits.
    pub limit: Option<usize>,
    /// Also complaints, judgments and other documents that rows link to.
    pub with_complaints: bool,
    /// Also the index pages of older layouts, 1999 to 2020.
    pub older_pages: bool,
}

/// Rule files, as embedded or as a user gave them.
pub struct Rules {
    /// Signals of the categories.
    pub keywords: Keywords,
    /// SHA-256 of their text.
    pub keywords_digest: String,
    /// Decisions of people about issuers.
    pub overrides: Overrides,
    /// Answers of reviewers; those about issuers win over the file.
    pub reviews: Decisions,
    /// Blobs of imported submissions, by address.
    pub imported_filers: Vec<String>,
}

/// The models of a run.
pub struct Models {
    /// Asks, or replays.
    pub asker: Asker,
    /// Instructions of the two jobs.
    pub instructions: Instructions,
    /// What to do about answers that an earlier run could not use.
    pub spent: Spent,
}

/// Shared by all jobs of a run; holds no store.
pub struct Context {
    /// The one client.
    pub fetcher: Fetcher,
    /// Settings.
    pub config: Config,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Pages of the index read before this time are read again.
    pub as_of: Timestamp,
    /// What `crawl` was asked for.
    pub crawl: CrawlOptions,
    /// Signals of the categories.
    pub keywords: Arc<Keywords>,
    /// Digest of the keywords: part of the fingerprint of what is read by them.
    pub keywords_digest: String,
    /// Decisions of people about issuers: the file's, then those of reviewers.
    pub overrides: Overrides,
    /// Answers of reviewers.
    pub reviews: Decisions,
    /// Blobs of submissions that a user imported: filers known before the run. Those that a run fetches on its
    /// way are no part of this, or a resumed run would know more names than one that ran through.
    pub imported_filers: Vec<String>,
    /// Models; none where rules read alone.
    pub models: Option<Models>,
    names: OnceCell<Arc<Index>>,
}

impl Context {
    /// Puts together what jobs share.
    pub fn new(
        fetcher: Fetcher,
        config: Config,
        clock: Arc<dyn Clock>,
        as_of: Timestamp,
        crawl: CrawlOptions,
        rules: Rules,
    ) -> Context {
        let mut overrides = rules.overrides;
        overrides.issuers.extend(rules.reviews.overrides());
        Context {
            fetcher,
            config,
            clock,
            as_of,
            crawl,
            keywords: Arc::new(rules.keywords),
            keywords_digest: rules.keywords_digest,
            overrides,
            reviews: rules.reviews,
            imported_filers: rules.imported_filers,
            models: None,
            names: OnceCell::new(),
        }
    }

    /// The same with models.
    pub fn with_models(mut self, models: Option<Models>) -> Context {
        self.models = models;
        self
    }

    /// Fetches a document for a job.
    pub async fn fetch(&self, request: &Request) -> Result<Fetched, JobError> {
        self.fetcher.get(request).await.map_err(|error| self.job_error(error))
    }

    /// Fetches a document that may not exist or, offline, may not be kept: none is an answer then.
    pub async fn fetch_if_there(&self, request: &Request) -> Result<Option<Fetched>, JobError> {
        match self.fetcher.get(request).await {
            Err(FetchError::Offline { url }) => {
                without(&url);
                Ok(None)
            }
            result => self.or_none(result),
        }
    }

    /// The same without a note of what an offline cache lacks, for what only stands in for something else.
    pub async fn fetch_or_none(&self, request: &Request) -> Result<Option<Fetched>, JobError> {
        self.or_none(self.fetcher.get(request).await)
    }

    fn or_none(&self, result: Result<Fetched, FetchError>) -> Result<Option<Fetched>, JobError> {
        match result {
            Ok(fetched) => Ok(Some(fetched)),
            Err(FetchError::Missing { .. } | FetchError::Refused { .. } | FetchError::Offline { .. }) => {
                Ok(None)
            }
            Err(error) => Err(self.job_error(error)),
        }
    }

    /// The index over all filer names, made at the first use.
    pub async fn names(&self) -> Result<Arc<Index>, JobError> {
        self.names.get_or_try_init(|| super::resolve::load_names(self)).await.cloned()
    }

    /// The kept bytes of a blob.
    pub fn blob(&self, blob: &str) -> Result<Vec<u8>, JobError> {
        let id = blob.parse().map_err(|_| JobError::Permanent { why: format!("not a blob: {blob}") })?;
        self.fetcher
            .blobs()
            .get(&id)
            .map_err(|error| JobError::Permanent { why: format!("blob lost: {error}") })
    }

    /// What a failed fetch means for its job. The words before the first colon are counted together.
    pub fn job_error(&self, error: FetchError) -> JobError {
        let text = error.to_string();
        match error {
            FetchError::Offline { url } => JobError::Permanent { why: format!("{OFFLINE}: {url}") },
            FetchError::Missing { url, status } => {
                JobError::Permanent { why: format!("missing ({status}): {url}") }
            }
            FetchError::Refused { url, status } => {
                JobError::Permanent { why: format!("refused ({status}): {url}") }
            }
            FetchError::Unsafe { url, why } => {
                JobError::Permanent { why: format!("not fetched: {url}: {why}") }
            }
            FetchError::Corrupt { url, blob, .. } => {
                JobError::Permanent { why: format!("kept copy damaged: {url} (blob {blob})") }
            }
            FetchError::Blocked { until, refusals, why, host } => {
                if refusals >= self.config.sec.block_pages_before_stop {
                    return JobError::Fatal { why: text, exit: ExitCode::Refused };
                }
                JobError::Deferred { until, why: format!("blocked: {host}: {why}") }
            }
            FetchError::Transient { retry_at, url, why, .. } => {
                JobError::Transient { until: retry_at, why: format!("not reached: {url}: {why}") }
            }
            FetchError::Unreachable { .. } => JobError::Fatal { why: text, exit: ExitCode::Partial },
            FetchError::Config(_) => JobError::Fatal { why: text, exit: ExitCode::Usage },
            FetchError::Store(_) => JobError::Fatal { why: text, exit: ExitCode::Partial },
        }
    }
}

/// How the reason of a job begins that failed only because the run was offline; a run online tries it again.
pub const OFFLINE: &str = "not in the cache, offline";
