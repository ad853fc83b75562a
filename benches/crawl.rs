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

/// Processor time of the threads of this process so far: of all but the site's, and of the site's.
fn cpu() -> (Duration, Duration) {
    // SAFETY: the call reads a number of the system's and has no other effect.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
    let mut used = (Duration::ZERO, Duration::ZERO);
    for task in std::fs::read_dir("/proc/self/task").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(task.path().join("stat")) else { continue };
        let (name, rest) = stat.split_once('(').unwrap().1.rsplit_once(')').unwrap();
        let fields: Vec<f64> = rest.split_whitespace().filter_map(|field| field.parse().ok()).collect();
        // The state letter is left out, so user and system time stand at 10 and 11.
        let spent = Duration::from_secs_f64((fields[10] + fields[11]) / ticks);
        if name == SITE { used.1 += spent } else { used.0 += spent }
    }
    used
}

/// Name of the thread that plays the SEC.
const SITE: &str = "site";

fn main() {
    let count: usize = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(100);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let site = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name(SITE)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async move {
        let dir = tempfile::tempdir().unwrap();
        let clock: Arc<dyn Clock> = Arc::new(RealClock::default());
        let path = |n: usize| format!("/litigation/litreleases/lr{}.htm", 90_000 + n);
        let page = |n: usize| format!("<html><p>Litigation Release No. {n}</p>{}</html>", "<p>The Commission alleged. </p>".repeat(400));
        let documents = (0..count).map(|n| (path(n), Document::html(page(n))));
        let documents: Vec<_> = documents.collect();
        let served = clock.clone();
        let sec = site.spawn(async move { Sec::start(documents, served, true, |_, _| None).await }).await.unwrap();
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
        let (took, now) = (started.elapsed(), cpu());
        let (own, sites) = (now.0.saturating_sub(before.0), now.1.saturating_sub(before.1));
        let journal = sec.journal();
        let rate = journal.len() as f64 / took.as_secs_f64();
        let of_1000 = |used: Duration| used.as_secs_f64() * 1_000.0 / journal.len() as f64;
        eprintln!(
            "{} requests in {:.1} s: {rate:.2} a second ({:.1} % of the rate), at most {} in any second; CPU {:.2} s for 1,000 requests ({:.2} % of the wall time), the site's {:.2} s besides",
            journal.len(),
            took.as_secs_f64(),
            rate * 10.0,
            busiest_second(&journal),
            of_1000(own),
            100.0 * own.as_secs_f64() / took.as_secs_f64(),
            of_1000(sites),
        );
        site.shutdown_background();
    });
}
