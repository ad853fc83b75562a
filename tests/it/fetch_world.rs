//! What the tests of the client share: a store, a cache, a clock, and a caller that waits as jobs do.

use crate::sec::Sec;
use afb_build::fetch::clock::{Clock, ManualClock};
use afb_build::fetch::{Expect, FetchConfig, FetchError, FetchLog, Fetched, Fetcher, Request};
use afb_build::store::Store;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub const AGENT: &str = "Example Research ops@example.test";

pub fn start_time() -> Timestamp {
    "2026-10-05T12:00:00Z".parse().unwrap()
}

pub fn clock() -> ManualClock {
    ManualClock::new(start_time())
}

/// Settings for a cache in `dir` against a server, without a pace.
pub fn config(dir: &Path, origins: BTreeMap<String, String>) -> FetchConfig {
    FetchConfig {
        identity: Some(AGENT.to_owned()),
        per_second: 10.0,
        pause_after_block: Duration::from_secs(600),
        max_body: 1 << 20,
        cache_dir: dir.join("cache"),
        offline: false,
        origins,
        unpaced: true,
        seed: 1,
    }
}

pub fn store(dir: &Path) -> Arc<Store> {
    Arc::new(Store::open(&dir.join("data"), "test").unwrap())
}

/// A client over a store of its own in `dir`.
pub struct World {
    pub store: Arc<Store>,
    pub fetcher: Fetcher,
    pub clock: ManualClock,
}

impl World {
    pub fn new(dir: &Path, sec: &Sec, clock: &ManualClock) -> World {
        World::with(dir, config(dir, sec.origins()), clock)
    }

    pub fn with(dir: &Path, config: FetchConfig, clock: &ManualClock) -> World {
        let store = store(dir);
        let log: Arc<dyn FetchLog> = store.clone();
        let fetcher = Fetcher::new(config, log, Arc::new(clock.clone())).unwrap();
        World { store, fetcher, clock: clock.clone() }
    }

    pub async fn get(&self, url: &str) -> Result<Fetched, FetchError> {
        self.fetcher.get(&Request::new(url, Expect::Release)).await
    }

    /// Asks as a job does: again after the time that an error names, at most `tries` times.
    pub async fn insist(&self, url: &str, tries: usize) -> Result<Fetched, FetchError> {
        let mut last = self.get(url).await;
        for _ in 1..tries {
            match &last {
                Err(FetchError::Transient { retry_at: until, .. } | FetchError::Blocked { until, .. }) => {
                    self.clock.sleep_until(*until).await;
                    last = self.get(url).await;
                }
                _ => break,
            }
        }
        last
    }
}

/// Files under a directory, temporary ones included.
pub fn files(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path.display().to_string()) }
        }
    }
    found.sort();
    found
}

pub fn release_page(n: usize) -> String {
    format!(
        "<html><head><title>Example Corp. {n}</title></head><body><h1>SEC v. Example Corp. {n}</h1>\
         <p>Litigation Release No. {}</p><p>{}</p></body></html>",
        90_000 + n,
        "The Commission alleged that revenue was recorded too early. ".repeat(20 + n % 7)
    )
}

pub fn release_url(n: usize) -> String {
    format!("https://www.sec.gov/enforcement-litigation/litigation-releases/lr-{}", 90_000 + n)
}

pub fn release_path(n: usize) -> String {
    format!("/enforcement-litigation/litigation-releases/lr-{}", 90_000 + n)
}
