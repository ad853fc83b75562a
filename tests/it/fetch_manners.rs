//! Manners, seen from the server's side: pace, blocks, pauses that outlive the process.

use crate::fetch_world::{
    AGENT, World, clock, config, release_page, release_path, release_url, start_time, store,
};
use crate::sec::{Document, Fault, Sec, busiest_second};
use afb_build::fetch::clock::{Clock, duration_until};
use afb_build::fetch::{FetchError, FetchLog, Fetcher};
use std::sync::Arc;
use std::time::Duration;

fn releases(n: usize) -> Vec<(String, Document)> {
    (0..n).map(|n| (release_path(n), Document::html(release_page(n)))).collect()
}

/// RATE R01 and the manners of aaer-site.md 5: 2,000 documents at 10 a second use at least 95 % of the rate, at most
/// ten in any second, none without identity, none twice.
#[tokio::test]
async fn two_thousand_documents_keep_the_pace() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let sec = Sec::start(releases(2_000), Arc::new(clock.clone()), false, |_, _| None).await;
    let mut settings = config(dir.path(), sec.origins());
    settings.unpaced = false;
    let world = World::with(dir.path(), settings, &clock);
    for n in 0..2_000 {
        world.get(&release_url(n)).await.unwrap();
    }
    let journal = sec.journal();
    let seconds = duration_until(start_time(), clock.now()).as_secs_f64();
    let used = journal.len() as f64 / seconds / 10.0;
    assert_eq!(journal.len(), 2_000);
    assert!(used >= 0.95, "{used:.3} of the rate used");
    assert!(busiest_second(&journal) <= 10);
    assert!(journal.iter().all(|entry| entry.agent.as_deref() == Some(AGENT)));
    let mut paths: Vec<_> = journal.iter().map(|entry| &entry.path).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 2_000);
}

/// RATE R03: a second live client of the same cache is refused with a message that says why; the lock dies with its holder.
#[tokio::test]
async fn two_live_clients_do_not_double_the_pace() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let sec = Sec::start(releases(1), Arc::new(clock.clone()), false, |_, _| None).await;
    let mut settings = config(dir.path(), sec.origins());
    settings.unpaced = false;
    let log = store(dir.path());
    let first = Fetcher::new(settings.clone(), log.clone(), Arc::new(clock.clone())).unwrap();
    let error = Fetcher::new(settings.clone(), log.clone(), Arc::new(clock.clone())).err().unwrap();
    assert!(matches!(&error, FetchError::Config(text) if text.contains("another run")), "{error}");
    let mut offline = settings.clone();
    offline.offline = true;
    assert!(Fetcher::new(offline, log.clone(), Arc::new(clock.clone())).is_ok());
    drop(first);
    assert!(Fetcher::new(settings, log, Arc::new(clock)).is_ok());
}

/// RATE R04: eight at once told to wait three seconds: none earlier, not all together, all succeed.
#[tokio::test]
async fn throttled_workers_wait_and_part() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let plan = |_: &str, nth: usize| (nth == 1).then_some(Fault::Status(429, Some("3"), "slow down"));
    let sec = Sec::start(releases(8), Arc::new(clock.clone()), true, plan).await;
    let mut settings = config(dir.path(), sec.origins());
    settings.unpaced = false;
    let world = World::with(dir.path(), settings, &clock);
    let urls: Vec<_> = (0..8).map(release_url).collect();
    let answers = futures_util::future::join_all(urls.iter().map(|url| world.insist(url, 30))).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    let journal = sec.journal();
    let mut second = Vec::new();
    for n in 0..8 {
        let times: Vec<_> = journal.iter().filter(|e| e.path == release_path(n)).map(|e| e.at).collect();
        let answer = times.windows(2).map(|pair| duration_until(pair[0], pair[1])).max();
        assert!(answer.is_none_or(|wait| wait >= Duration::from_secs(3)), "{n}: {answer:?}");
        second.extend(times.last().copied());
    }
    second.sort();
    assert!(duration_until(second[0], second[7]) > Duration::from_millis(50));
}

/// RATE R15, CRAWL C03: the SEC's own block pages under 200, 403, 429 and 503 stop the host for ten minutes; then it goes on.
#[tokio::test]
async fn a_block_page_pauses_the_host_whatever_its_status() {
    for status in [200, 403, 429, 503] {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock();
        let plan = move |_: &str, nth: usize| (nth <= 2).then_some(Fault::Block(status));
        let sec = Sec::start(releases(2), Arc::new(clock.clone()), true, plan).await;
        let world = World::new(dir.path(), &sec, &clock);
        let error = world.get(&release_url(0)).await.unwrap_err();
        let FetchError::Blocked { until, refusals: 1, .. } = error else { panic!("{status}: {error}") };
        assert!(duration_until(start_time(), until) >= Duration::from_secs(600));
        // The whole host waits, and a run that is started anew waits the rest.
        clock.advance(Duration::from_secs(300));
        drop(world);
        let world = World::new(dir.path(), &sec, &clock);
        for url in [release_url(0), release_url(1)] {
            let again = world.get(&url).await.unwrap_err();
            assert!(
                matches!(again, FetchError::Blocked { until: u, refusals: 1, .. } if u == until),
                "{again}"
            );
        }
        assert_eq!(sec.journal().len(), 1, "nothing is asked meanwhile");
        clock.sleep_until(until).await;
        let error = world.get(&release_url(0)).await.unwrap_err();
        assert!(matches!(error, FetchError::Blocked { refusals: 2, .. }), "{error}");
        assert!(world.insist(&release_url(0), 2).await.is_ok());
        assert_eq!(world.store.pause_of("www.sec.gov").unwrap(), None, "a good answer ends it");
        assert_eq!(world.store.all_kept().unwrap().len(), 1);
    }
}

/// RATE R15, second case: a 403 with another body is about that document only, and for good.
#[tokio::test]
async fn another_403_is_about_one_document() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let plan = |path: &str, _: usize| {
        (path == release_path(0)).then_some(Fault::Status(403, None, "<html><title>Forbidden</title></html>"))
    };
    let sec = Sec::start(releases(2), Arc::new(clock.clone()), true, plan).await;
    for _run in 0..2 {
        let world = World::new(dir.path(), &sec, &clock);
        assert!(matches!(world.get(&release_url(0)).await, Err(FetchError::Refused { status: 403, .. })));
        assert!(world.get(&release_url(1)).await.is_ok());
    }
    assert_eq!(sec.journal().len(), 2);
}

/// CRAWL C03: a page of 4.9 KB under 200 whose title says that automated requests are limited is no document.
#[tokio::test]
async fn one_block_page_under_many_names_is_no_document() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let block = format!(
        "<html><head><title>Automated requests are limited</title></head><body>{}</body></html>",
        "x ".repeat(2_400)
    );
    let documents = (0..3).map(|n| (release_path(n), Document::html(block.clone())));
    let sec = Sec::start(documents, Arc::new(clock.clone()), false, |_, _| None).await;
    let world = World::new(dir.path(), &sec, &clock);
    for n in 0..3 {
        assert!(matches!(world.get(&release_url(n)).await, Err(FetchError::Blocked { .. })));
    }
    assert_eq!((sec.journal().len(), world.store.all_kept().unwrap().len()), (1, 0));
}

/// CRAWL C03, sibling: a block page that nobody has described shows by standing under many names; what was kept of it
/// is taken back and fetched again later.
#[tokio::test]
async fn the_same_page_for_many_documents_is_taken_back() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let plan = |_: &str, nth: usize| {
        (nth == 1).then_some(Fault::Status(
            200,
            None,
            "<html><head><title>One moment</title></head><body>Please come back.</body></html>",
        ))
    };
    let sec = Sec::start(releases(5), Arc::new(clock.clone()), false, plan).await;
    let world = World::new(dir.path(), &sec, &clock);
    let mut blocked = false;
    for n in 0..5 {
        blocked |= matches!(world.get(&release_url(n)).await, Err(FetchError::Blocked { .. }));
    }
    assert!(blocked);
    assert_eq!(world.store.all_kept().unwrap().len(), 0);
    for n in 0..5 {
        let fetched = world.insist(&release_url(n), 9).await.unwrap();
        assert_eq!(*fetched.bytes, release_page(n).into_bytes());
    }
}
