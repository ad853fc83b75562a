//! Interruptions of every kind: what was stored stays stored, what was not is asked for again, nothing twice.

use crate::fetch_world::{
    World, clock, config, files, release_page, release_path, release_url, start_time, store,
};
use crate::sec::{Document, Fault, Sec};
use afb_build::fetch::clock::{ManualClock, later};
use afb_build::fetch::{FetchLog, FetchRecord, Outcome, Source, blobs, import};
use afb_build::store::fetches;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Where a child process of these tests reads what to do: `MODE<newline>DIR<newline>BASE<newline>RUN`.
const CHILD: &str = "AFB_TEST_CHILD";

fn releases(n: usize) -> Vec<(String, Document)> {
    (0..n).map(|n| (release_path(n), Document::html(release_page(n)))).collect()
}

/// STORE S02, S16: a run that ends after the 6th of 10 (the 60th of 100) documents leaves 4 (40) for the next one.
#[tokio::test]
async fn a_second_run_asks_only_for_what_is_missing() {
    for (all, before) in [(10, 6), (100, 60)] {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock();
        let sec = Sec::start(releases(all), Arc::new(clock.clone()), true, |_, _| None).await;
        let world = World::new(dir.path(), &sec, &clock);
        for n in 0..before {
            world.get(&release_url(n)).await.unwrap();
        }
        drop(world);
        let world = World::new(dir.path(), &sec, &clock);
        for n in 0..all {
            world.get(&release_url(n)).await.unwrap();
        }
        assert_eq!((sec.journal().len(), world.store.all_kept().unwrap().len()), (all, all));
    }
}

/// STORE S03, S14, S17: bytes without a row (a kill between the two) and a second run give one row and the same bytes.
#[tokio::test]
async fn bytes_without_a_row_become_one_row() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let sec = Sec::start(releases(3), Arc::new(clock.clone()), true, |_, _| None).await;
    let world = World::new(dir.path(), &sec, &clock);
    for n in 0..3 {
        world.fetcher.blobs().put(release_page(n).as_bytes()).unwrap();
    }
    for _run in 0..2 {
        for n in 0..3 {
            world.get(&release_url(n)).await.unwrap();
        }
    }
    let kept = world.store.all_kept().unwrap();
    assert_eq!((kept.len(), sec.journal().len()), (3, 3));
    assert_eq!(files(&dir.path().join("cache")).len(), 6, "three bodies, three sidecars");
    for (n, kept) in kept.iter().enumerate() {
        let bytes = world.fetcher.blobs().get(kept.record.blob.as_ref().unwrap()).unwrap();
        assert_eq!(bytes, release_page(n).into_bytes());
        let rows = world.store.read(|c| fetches::history(c, &kept.record.url)).unwrap();
        assert_eq!(rows.len(), 1);
    }
}

/// A fifth of all documents goes wrong at first, in every way there is.
fn plan(path: &str, nth: usize) -> Option<Fault> {
    let n: usize = path.rsplit('-').next()?.parse::<usize>().ok()?.checked_sub(90_000)?;
    if n % 5 != 0 || nth > 1 + (n / 5) % 2 {
        return None;
    }
    let faults = [
        Fault::Status(503, None, "maintenance"),
        Fault::Status(503, Some("7"), "maintenance"),
        Fault::Status(500, Some("soon"), "oops"),
        Fault::Status(429, Some("3"), "slow down"),
        Fault::Block(200),
        Fault::Block(403),
        Fault::Short,
        Fault::Reset,
        Fault::CutGzip,
        Fault::FalseGzip,
        Fault::Empty,
        Fault::Status(502, None, "bad gateway"),
    ];
    faults.get((n / 5) % faults.len()).cloned()
}

/// What a child process of a test does; without the variable it is no child and there is nothing to do.
#[tokio::test]
async fn child_process() {
    let Some(order) = std::env::var_os(CHILD).and_then(|text| text.into_string().ok()) else { return };
    let mut parts = order.lines();
    let (mode, dir, base) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
    let run: u64 = parts.next().unwrap().parse().unwrap();
    let dir = Path::new(dir);
    match mode {
        "crawl" => {
            let clock = ManualClock::new(later(start_time(), Duration::from_secs(run * 86_400)));
            let origins = ["www.sec.gov", "data.sec.gov"].map(|host| (host.to_owned(), base.to_owned()));
            let world = World::with(dir, config(dir, origins.into()), &clock);
            for n in 0..300 {
                world.insist(&release_url(n), 40).await.unwrap();
            }
        }
        _ => {
            let store = store(dir);
            let blobs = blobs::Blobs::new(&dir.join("cache"));
            loop {
                import::export(&dir.join("out"), &blobs, &*store).unwrap();
            }
        }
    }
}

fn spawn(mode: &str, dir: &Path, base: &str, run: usize) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["fetch_resume::child_process", "--exact"])
        .env(CHILD, format!("{mode}\n{}\n{base}\n{run}", dir.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Acceptance 3 of the crawl: 300 documents, a fifth of them faulty, five kills -9: all arrive, byte for byte, and each
/// attempt is in the log with its reason.
#[tokio::test(flavor = "multi_thread")]
async fn five_kills_and_sixty_faults_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let sec = Sec::start(releases(300), Arc::new(clock()), true, plan).await;
    let mut kills = 0;
    for run in 0..6 {
        let mut child = spawn("crawl", dir.path(), &sec.base, run);
        let stop = (run + 1) * 55;
        while run < 5 && sec.journal().len() < stop && child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        if run < 5 {
            // SIGKILL on this platform.
            child.kill().unwrap();
            kills += 1;
            child.wait().unwrap();
        } else {
            assert!(child.wait().unwrap().success());
        }
    }
    let store = store(dir.path());
    let blobs = blobs::Blobs::new(&dir.path().join("cache"));
    let mut unlogged = 0;
    for n in 0..300 {
        let kept = store.lookup(&release_url(n)).unwrap().unwrap();
        assert_eq!(blobs.get(&kept.record.blob.unwrap()).unwrap(), release_page(n).into_bytes(), "{n}");
        let rows = store.read(|c| fetches::history(c, &release_url(n))).unwrap();
        assert_eq!(rows.iter().filter(|row| row.record.outcome == Outcome::Ok).count(), 1, "{n}");
        for row in rows.iter().filter(|row| row.record.outcome != Outcome::Ok) {
            assert!(row.record.detail.is_some(), "{n}: {row:?}");
        }
        unlogged += sec.asked(&release_path(n)) - rows.len();
    }
    assert!(unlogged <= kills, "{unlogged} requests are not in the log, {kills} kills");
    let temporary = files(&dir.path().join("cache")).into_iter().filter(|f| f.contains(".part-")).count();
    assert!(temporary <= kills);
}

/// STORE S01: an export of 5,000 entries, killed while it is written, leaves a whole manifest, and a rerun goes on from it.
#[test]
fn a_killed_export_leaves_a_whole_manifest() {
    let dir = tempfile::tempdir().unwrap();
    let records: Vec<FetchRecord> = (0..5_000).map(missing).collect();
    store(dir.path()).record_all(&records).unwrap();
    let manifest = dir.path().join("out/manifest.tsv");
    for run in 0..3u64 {
        let mut child = spawn("export", dir.path(), "-", 0);
        while !manifest.exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(3 + run * 5));
        child.kill().unwrap();
        child.wait().unwrap();
        let other = tempfile::tempdir().unwrap();
        let blobs = blobs::Blobs::new(other.path());
        let done =
            import::manifest(&manifest, &blobs, &*store(other.path()), start_time(), 200 << 20).unwrap();
        assert_eq!(done.missing, 5_000);
    }
    // And a write that fails half-way leaves what was there.
    let before = std::fs::read(&manifest).unwrap();
    let failed = blobs::write_whole_with(&manifest, |file| {
        std::io::Write::write_all(file, b"half")?;
        Err(std::io::Error::other("no space"))
    });
    assert!(failed.is_err());
    assert_eq!(std::fs::read(&manifest).unwrap(), before);
}

fn missing(n: usize) -> FetchRecord {
    FetchRecord {
        url: release_url(n),
        final_url: release_url(n),
        status: Some(404),
        outcome: Outcome::Missing,
        content_type: None,
        kind: None,
        etag: None,
        last_modified: None,
        size: None,
        blob: None,
        fetched_at: start_time(),
        source: Source::Live,
        detail: None,
    }
}
