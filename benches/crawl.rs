//! A crawl for real: documents at 10 a second from a loopback SEC, as the server saw it, and the CPU it cost.
//!
//! `cargo bench --bench crawl -- 2000` takes 204 seconds; the default is 100 documents.

#[path = "../tests/support/sec.rs"]
mod sec;

use afb_build::fetch::clock::{Clock, RealClock};
use afb_build::fetch::{Expect, FetchConfig, Fetcher, Request};
use afb_build::store::Store;
use sec::{Document, Sec, busiest_second};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Processor time of this process, the server in it included.
fn cpu() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the structure that it is given, which is large enough and outlives it.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let of = |time: libc::timeval| {
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_usec).unwrap_or(0) * 1_000)
    };
    of(usage.ru_utime) + of(usage.ru_stime)
}

fn main() {
    let count: usize = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(100);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async move {
        let dir = tempfile::tempdir().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(RealClock::default());
        let path = |n: usize| format!("/litigation/litreleases/lr{}.htm", 90_000 + n);
        let page = |n: usize| format!("<html><p>Litigation Release No. {n}</p>{}</html>", "<p>The Commission alleged. </p>".repeat(400));
        let documents = (0..count).map(|n| (path(n), Document::html(page(n))));
        let sec = Sec::start(documents, clock.clone(), true, |_, _| None).await;
        let store = Arc::new(Store::open(dir.path(), "bench").unwrap());
        let config = FetchConfig {
            identity: Some("Example Research ops@example.test".to_owned()),
            per_second: 10.0,
            pause_after_block: Duration::from_secs(600),
            max_body: 1 << 20,
            cache_dir: dir.path().join("cache"),
            offline: false,
            origins: sec.origins(),
            unpaced: false,
            seed: 1,
        };
        let fetcher = Arc::new(Fetcher::new(config, store, clock).unwrap());
        let (started, before) = (Instant::now(), cpu());
        let workers = (0..4).map(|worker| {
            let fetcher = fetcher.clone();
            tokio::spawn(async move {
                for n in (worker..count).step_by(4) {
                    let url = format!("https://www.sec.gov{}", path(n));
                    fetcher.get(&Request::new(url, Expect::Release)).await.unwrap();
                }
            })
        });
        for worker in workers.collect::<Vec<_>>() {
            worker.await.unwrap();
        }
        let (took, used) = (started.elapsed(), cpu() - before);
        let journal = sec.journal();
        let rate = journal.len() as f64 / took.as_secs_f64();
        eprintln!(
            "{} requests in {:.1} s: {rate:.2} a second ({:.1} % of the rate), at most {} in any second; CPU {:.2} s for 1,000 requests ({:.2} % of the wall time, the server's own included)",
            journal.len(),
            took.as_secs_f64(),
            rate * 10.0,
            busiest_second(&journal),
            used.as_secs_f64() * 1_000.0 / journal.len() as f64,
            100.0 * used.as_secs_f64() / took.as_secs_f64(),
        );
    });
}
