//! The one HTTP client: identity, pace, block pages, retries as state, kept bodies, offline.
//!
//! Order for one address: its own lock, the cache, the host's pause, the pace, one request (redirects followed by
//! hand among the allowed hosts), a look at the body, a pure decision, the log. A body is kept before its row is
//! written, so that a row never names bytes that are not there.

pub mod blobs;
pub mod block;
pub mod body;
pub mod clock;
pub mod contact;
pub mod import;
mod origins;
mod pace;
mod reach;
pub mod retry;
mod types;
pub mod warc;
mod wire;

pub use types::*;

use crate::sec::robots::Robots;
use crate::sec::urls;
use blobs::{BlobError, Blobs, Sidecar};
use body::BodyError;
use clock::{Clock, later};
use jiff::{SignedDuration, Timestamp};
use origins::Origins;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reach::{NO_NETWORK, Reach};
use retry::{Answer, Decision, Verdict};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use url::Url;

/// Redirects followed for one request.
const MAX_HOPS: usize = 5;
/// So many documents with the very same page are one too many.
const SAME_PAGES: usize = 2;
/// Pages of a larger size are not suspected of being a block page.
const SAME_LARGEST: usize = 64 << 10;

/// Settings of the client.
#[derive(Clone, Debug)]
pub struct FetchConfig {
    /// Name and contact address, sent as User-Agent with every request.
    pub identity: Option<String>,
    /// Requests a second over all hosts together, above 0 and at most 10.
    pub per_second: f64,
    /// How long a host is left alone that does not say itself for how long.
    pub pause_after_block: Duration,
    /// Largest body in bytes, before and after decompression.
    pub max_body: u64,
    /// Where bodies are kept.
    pub cache_dir: PathBuf,
    /// Never opens a socket.
    pub offline: bool,
    /// Base address that stands in for a host: loopback only, for tests and the sample.
    pub origins: BTreeMap<String, String>,
    /// No pace; only when every host is a loopback one.
    pub unpaced: bool,
    /// Seed of the draws that part retries.
    pub seed: u64,
}

/// The client. One for a process; it is cheap to share behind an `Arc`.
pub struct Fetcher {
    config: FetchConfig,
    origins: Origins,
    robots: Robots,
    client: Option<reqwest::Client>,
    pace: Option<pace::Pace>,
    blobs: Blobs,
    log: Arc<dyn FetchLog>,
    clock: Arc<dyn Clock>,
    rng: Mutex<ChaCha8Rng>,
    gates: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
    reach: Reach,
    /// One live client a cache: two would be twice the pace.
    _live: Option<std::fs::File>,
}

impl Fetcher {
    /// Checks the settings and makes the client; nothing is sent.
    pub fn new(
        config: FetchConfig,
        log: Arc<dyn FetchLog>,
        clock: Arc<dyn Clock>,
    ) -> Result<Fetcher, FetchError> {
        let bad = |text: String| FetchError::Config(text);
        if !(config.per_second > 0.0 && config.per_second <= 10.0) {
            return Err(bad(format!(
                "{} requests a second are not allowed: above 0 and at most 10, the limit of the SEC",
                config.per_second
            )));
        }
        let origins = Origins::new(&config.origins).map_err(bad)?;
        if config.unpaced && !origins.are_complete() {
            return Err(bad("a run without a pace is allowed against loopback servers only".to_owned()));
        }
        let blobs = Blobs::new(&config.cache_dir);
        let (mut client, mut pace, mut live) = (None, None, None);
        if !config.offline {
            let identity =
                contact::identity(config.identity.as_deref(), !origins.are_complete()).map_err(bad)?;
            client = Some(wire::client(&identity, !config.origins.is_empty()).map_err(bad)?);
            if !config.unpaced {
                pace = Some(
                    pace::Pace::new(config.per_second, clock.clone())
                        .ok_or_else(|| bad(format!("{} is no rate", config.per_second)))?,
                );
                live = Some(live_lock(&config.cache_dir)?);
            }
        }
        let rng = Mutex::new(ChaCha8Rng::seed_from_u64(config.seed));
        Ok(Fetcher {
            config,
            origins,
            robots: Robots::sec(),
            client,
            pace,
            blobs,
            log,
            clock,
            rng,
            gates: Mutex::default(),
            reach: Reach::default(),
            _live: live,
        })
    }

    /// The kept bodies.
    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }

    /// Gets one document: from the cache, or by one try on the network.
    pub async fn get(&self, request: &Request) -> Result<Fetched, FetchError> {
        let url = self.allowed(None, &request.url)?;
        let gate = self.gate(&url);
        let _turn = gate.lock().await;
        let kept = self.log.lookup(&url)?;
        if let Some(kept) = &kept
            && (self.config.offline || is_fresh(kept, request.freshness))
        {
            match self.serve(kept, &request.about) {
                Err(FetchError::Corrupt { .. }) if !self.config.offline => {}
                answer => return answer,
            }
        }
        let Some(client) = self.client.as_ref().filter(|_| !self.config.offline) else {
            return Err(FetchError::Offline { url });
        };
        self.ask(client, request, url, kept).await
    }

    /// What is kept of an address, without asking anyone.
    pub fn kept(&self, url: &str) -> Result<Fetched, FetchError> {
        let url = self.allowed(None, url)?;
        match self.log.lookup(&url)? {
            Some(kept) => self.serve(&kept, &About::default()),
            None => Err(FetchError::Offline { url }),
        }
    }

    /// The canonical form of an address, if it may be asked for.
    fn allowed(&self, base: Option<&str>, url: &str) -> Result<String, FetchError> {
        let no = |why: String| FetchError::Unsafe { url: url.chars().take(300).collect(), why };
        let canonical = urls::canonical(base, url).map_err(|error| no(error.to_string()))?;
        let path =
            canonical.split_once("://").and_then(|(_, rest)| rest.find('/').and_then(|at| rest.get(at..)));
        if !self.robots.allows(path.unwrap_or("/")) {
            return Err(no("the site's robots.txt keeps programs out of this path".to_owned()));
        }
        Ok(canonical)
    }

    /// One lock an address, so that it is never asked for twice at once.
    fn gate(&self, url: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = gates.get(url).and_then(Weak::upgrade) {
            return gate;
        }
        if gates.len() > 4_096 {
            gates.retain(|_, gate| gate.strong_count() > 0);
        }
        let gate = Arc::new(tokio::sync::Mutex::new(()));
        gates.insert(url.to_owned(), Arc::downgrade(&gate));
        gate
    }

    fn serve(&self, kept: &Kept, about: &About) -> Result<Fetched, FetchError> {
        let record = &kept.record;
        let status = record.status.unwrap_or(0);
        let url = record.url.clone();
        let blob = match (record.outcome, &record.blob) {
            (Outcome::Ok, Some(blob)) => blob.clone(),
            (Outcome::Refused, _) => return Err(FetchError::Refused { url, status }),
            _ => return Err(FetchError::Missing { url, status }),
        };
        let bytes = match self.blobs.get(&blob) {
            Ok(bytes) => bytes,
            Err(error) if error.is_loss() => {
                return Err(FetchError::Corrupt { url, blob: blob.to_string(), why: error.to_string() });
            }
            Err(error) => return Err(store(error)),
        };
        let fetched = Fetched {
            fetch_id: kept.fetch_id,
            url,
            final_url: record.final_url.clone(),
            status: if status == 304 { 200 } else { status },
            content_type: record.content_type.clone(),
            kind: record.kind.unwrap_or_else(|| body::kind_of(&bytes)),
            blob,
            bytes: Arc::new(bytes),
            fetched_at: record.fetched_at,
            from_cache: true,
        };
        // What a document is about may be known only now, when it was imported before.
        if *about != About::default() {
            self.sidecar(&fetched, record.etag.clone(), record.last_modified.clone(), about)?;
        }
        Ok(fetched)
    }

    fn sidecar(
        &self,
        fetched: &Fetched,
        etag: Option<String>,
        last_modified: Option<String>,
        about: &About,
    ) -> Result<(), FetchError> {
        let sidecar = Sidecar {
            url: fetched.url.clone(),
            final_url: fetched.final_url.clone(),
            status: fetched.status,
            fetched_at: fetched.fetched_at,
            content_type: fetched.content_type.clone(),
            content_kind: fetched.kind,
            etag,
            last_modified,
            size: fetched.bytes.len() as u64,
            sha256: fetched.blob.clone(),
            about: about.clone(),
        };
        self.blobs.put_sidecar(&sidecar).map_err(store)
    }

    /// One try on the network.
    async fn ask(
        &self,
        client: &reqwest::Client,
        request: &Request,
        url: String,
        kept: Option<Kept>,
    ) -> Result<Fetched, FetchError> {
        let kept = kept.filter(|kept| kept.record.outcome == Outcome::Ok);
        // A condition is only honest when the bytes it speaks of are there.
        let whole = kept
            .as_ref()
            .and_then(|kept| kept.record.blob.as_ref())
            .is_some_and(|b| self.blobs.get(b).is_ok());
        let conditions = match kept.as_ref().filter(|_| whole) {
            Some(kept) => wire::Conditions {
                etag: kept.record.etag.clone(),
                last_modified: kept.record.last_modified.clone(),
            },
            None => wire::Conditions::default(),
        };
        let mut at = url.clone();
        let mut hops = 0;
        let raw = loop {
            let target = self.origins.target(&at).map_err(FetchError::Config)?;
            self.wait_turn(&at).await?;
            let raw = wire::send(client, target, &conditions, self.config.max_body).await;
            let location = match &raw {
                Ok(raw) if matches!(raw.status, 301 | 302 | 303 | 307 | 308) => raw.location.clone(),
                _ => None,
            };
            let Some(location) = location else { break raw };
            hops += 1;
            let to = self.origins.logical(&location);
            let next = self.allowed(Some(&at), &to).and_then(|next| {
                if hops > MAX_HOPS {
                    let why = format!("more than {MAX_HOPS} redirects");
                    return Err(FetchError::Unsafe { url: url.clone(), why });
                }
                Ok(next)
            });
            match next {
                Ok(next) => at = next,
                Err(error) => {
                    let mut record = self.blank(&url, &at, Outcome::Unsafe);
                    record.status = raw.as_ref().ok().map(|raw| raw.status);
                    record.detail = Some(error.to_string());
                    self.log.record(&record)?;
                    return Err(error);
                }
            }
        };
        self.settle(request, url, at, raw, kept)
    }

    /// Looks at an answer, decides, logs.
    fn settle(
        &self,
        request: &Request,
        url: String,
        final_url: String,
        raw: Result<wire::Raw, BodyError>,
        kept: Option<Kept>,
    ) -> Result<Fetched, FetchError> {
        let mut record = self.blank(&url, &final_url, Outcome::Transient);
        let mut unreached = None;
        let (answer, raw) = match raw {
            Err(BodyError::TooLarge(max)) => {
                record.outcome = Outcome::Unsafe;
                record.detail = Some(format!("the body is larger than {max} bytes"));
                self.log.record(&record)?;
                let why =
                    format!("the body is larger than {max} bytes (max_document_mb in the configuration)");
                return Err(FetchError::Unsafe { url, why });
            }
            Err(BodyError::Unreached(why)) => {
                unreached = self.reach.failed();
                (Answer::Broken(why), None)
            }
            Err(BodyError::Broken(why)) => (Answer::Broken(why), None),
            Ok(raw) => {
                self.reach.answered();
                record.status = Some(raw.status);
                let success = (200..300).contains(&raw.status);
                let mut verdict = body::check(&raw.body, if success { request.expect } else { Expect::Any });
                if success && verdict == Verdict::Good {
                    verdict = self.suspect(request, &final_url, &raw.body)?;
                }
                let answer =
                    Answer::Http { status: raw.status, retry_after: raw.retry_after.clone(), verdict };
                (answer, Some(raw))
            }
        };
        let now = self.clock.now();
        let logged = self.log.failures(&url, day_before(now))?.saturating_add(1);
        // Without a network the failures of earlier commands say nothing about the address.
        let attempt = unreached.map_or(logged, |tries| logged.min(tries));
        let decision = {
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            retry::decide(&answer, attempt, now, self.config.pause_after_block, &mut *rng)
        };
        let host = host_of(&final_url);
        // A pause that has passed ends with the first answer that is no refusal; an answer that was under way when
        // the host began to refuse ends nothing.
        let over = |pause: Option<Pause>| pause.is_some_and(|pause| pause.until <= now);
        if !matches!(decision, Decision::Pause { .. }) && raw.is_some() && over(self.log.pause_of(&host)?) {
            self.log.set_pause(&host, None)?;
        }
        let status = record.status.unwrap_or(0);
        match decision {
            Decision::Keep => match raw {
                Some(raw) => self.keep(request, record, raw),
                None => Err(FetchError::Store("an answer without a body was to be kept".to_owned())),
            },
            Decision::Unchanged => match kept {
                Some(kept) => {
                    record = FetchRecord {
                        outcome: Outcome::Ok,
                        status: Some(304),
                        fetched_at: now,
                        source: Source::Live,
                        detail: None,
                        ..kept.record
                    };
                    let fetch_id = self.log.record(&record)?;
                    let mut fetched = self.serve(&Kept { fetch_id, record }, &request.about)?;
                    fetched.from_cache = false;
                    Ok(fetched)
                }
                // Nobody asked whether anything changed.
                None => self.transient(
                    record,
                    url,
                    later(now, Duration::from_secs(60)),
                    "status 304 unasked".into(),
                    attempt,
                ),
            },
            Decision::Missing => {
                record.outcome = Outcome::Missing;
                self.log.record(&record)?;
                Err(FetchError::Missing { url, status })
            }
            Decision::Refused => {
                record.outcome = Outcome::Refused;
                self.log.record(&record)?;
                Err(FetchError::Refused { url, status })
            }
            Decision::Pause { until, why } => {
                record.outcome = Outcome::Blocked;
                record.detail = Some(why.clone());
                self.log.record(&record)?;
                let earlier = self.log.pause_of(&host)?;
                // Requests that were under way together are one refusal.
                let (refusals, until) = match earlier {
                    Some(pause) if pause.until > now => (pause.refusals.max(1), pause.until.max(until)),
                    Some(pause) => (pause.refusals.saturating_add(1), until),
                    None => (1, until),
                };
                self.log.set_pause(&host, Some(&Pause { until, refusals, why: why.clone() }))?;
                Err(FetchError::Blocked { host, until, refusals, why })
            }
            Decision::Retry { why, .. } if unreached.is_some_and(|tries| tries >= NO_NETWORK) => {
                record.detail = Some(why.clone());
                self.log.record(&record)?;
                Err(FetchError::Unreachable { host, why, tries: unreached.unwrap_or(NO_NETWORK) })
            }
            Decision::Retry { at, why } => self.transient(record, url, at, why, attempt),
        }
    }

    fn transient(
        &self,
        mut record: FetchRecord,
        url: String,
        retry_at: Timestamp,
        why: String,
        attempts: u32,
    ) -> Result<Fetched, FetchError> {
        record.detail = Some(why.clone());
        self.log.record(&record)?;
        Err(FetchError::Transient { url, retry_at, why, attempts })
    }

    fn keep(
        &self,
        request: &Request,
        mut record: FetchRecord,
        raw: wire::Raw,
    ) -> Result<Fetched, FetchError> {
        let blob = self.blobs.put(&raw.body).map_err(store)?;
        let kind = body::kind_of(&raw.body);
        record.outcome = Outcome::Ok;
        record.content_type = raw.content_type;
        record.kind = Some(kind);
        record.etag = raw.etag;
        record.last_modified = raw.last_modified;
        record.size = Some(raw.body.len() as u64);
        record.blob = Some(blob.clone());
        let mut fetched = Fetched {
            fetch_id: 0,
            url: record.url.clone(),
            final_url: record.final_url.clone(),
            status: raw.status,
            content_type: record.content_type.clone(),
            kind,
            blob,
            bytes: Arc::new(raw.body),
            fetched_at: record.fetched_at,
            from_cache: false,
        };
        self.sidecar(&fetched, record.etag.clone(), record.last_modified.clone(), &request.about)?;
        fetched.fetch_id = self.log.record(&record)?;
        Ok(fetched)
    }

    /// The very same page for many documents is a block page that nobody has described yet.
    fn suspect(&self, request: &Request, final_url: &str, body: &[u8]) -> Result<Verdict, FetchError> {
        let page = matches!(request.expect, Expect::Release | Expect::Filing)
            && body.len() <= SAME_LARGEST
            && body::kind_of(body) == ContentKind::Html;
        if !page {
            return Ok(Verdict::Good);
        }
        let blob = BlobId::of(body);
        let others = self.log.same_bytes(&blob, final_url)?;
        if others.len() < SAME_PAGES {
            return Ok(Verdict::Good);
        }
        let taken_back = self.log.distrust(&blob)?;
        Ok(Verdict::BlockPage(format!(
            "the same page for {} documents, {taken_back} taken back",
            others.len() + 1
        )))
    }

    /// Waits for the pace; a host that is paused meanwhile is not asked.
    async fn wait_turn(&self, url: &str) -> Result<(), FetchError> {
        let host = host_of(url);
        self.check_pause(&host)?;
        if let Some(pace) = &self.pace {
            pace.ready().await;
            self.check_pause(&host)?;
        }
        Ok(())
    }

    fn check_pause(&self, host: &str) -> Result<(), FetchError> {
        match self.log.pause_of(host)? {
            Some(pause) if pause.until > self.clock.now() => Err(FetchError::Blocked {
                host: host.to_owned(),
                until: pause.until,
                refusals: pause.refusals,
                why: pause.why,
            }),
            _ => Ok(()),
        }
    }

    fn blank(&self, url: &str, final_url: &str, outcome: Outcome) -> FetchRecord {
        FetchRecord {
            url: url.to_owned(),
            final_url: final_url.to_owned(),
            status: None,
            outcome,
            content_type: None,
            kind: None,
            etag: None,
            last_modified: None,
            size: None,
            blob: None,
            fetched_at: self.clock.now(),
            source: Source::Live,
            detail: None,
        }
    }
}

fn is_fresh(kept: &Kept, freshness: Freshness) -> bool {
    match freshness {
        Freshness::Kept => true,
        Freshness::NewerThan(time) => kept.record.fetched_at > time,
    }
}

fn store(error: BlobError) -> FetchError {
    FetchError::Store(error.to_string())
}

fn host_of(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

fn day_before(now: Timestamp) -> Timestamp {
    now.checked_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN)
}

/// Takes the lock that only one live client a cache may hold.
fn live_lock(cache_dir: &std::path::Path) -> Result<std::fs::File, FetchError> {
    let path = cache_dir.join("live.lock");
    let failed =
        |error: std::io::Error| FetchError::Store(format!("cannot lock {}: {error}", path.display()));
    std::fs::create_dir_all(cache_dir).map_err(failed)?;
    let file =
        std::fs::File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(FetchError::Config(format!(
            "another run is asking the SEC with the cache {}; two at once would be twice the pace: wait for it, or use --offline",
            cache_dir.display()
        ))),
        Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
    }
}
