//! Faults met through the stages: the sample's site on a server that keeps a journal and can lack pages.

use crate::fetch_world::{AGENT, clock, config};
use crate::sec::{Document, Sec};
use afb_build::config::Config;
use afb_build::fetch::clock::{Clock, ManualClock};
use afb_build::fetch::{FetchLog, Fetcher};
use afb_build::issuer::Overrides;
use afb_build::pipeline::Runner;
use afb_build::release::signals::Keywords;
use afb_build::sample;
use afb_build::stages::{self, Context, CrawlOptions, Rules};
use afb_build::store::{Store, filings, instances, jobs, releases};
use afb_build::tasks::{Input, Instance};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;

/// The sample's site without some of its pages.
async fn site(lacks: &[String]) -> Sec {
    let documents = sample::site()
        .pages()
        .filter(|page| page.status == 200)
        .map(|page| {
            let url = url::Url::parse(&page.url).unwrap();
            let path = url.query().map_or(url.path().to_owned(), |query| format!("{}?{query}", url.path()));
            (path, Document { content_type: page.content_type, body: page.body.clone(), etag: None })
        })
        .filter(|(path, _)| !lacks.contains(path))
        .collect::<Vec<_>>();
    Sec::start(documents, Arc::new(clock()), false, |_, _| None).await
}

/// Runs all stages, or the crawl only, over a site; gives the store.
async fn run(dir: &Path, sec: &Sec, crawl: CrawlOptions, all: bool) -> Arc<Store> {
    run_at(dir, sec.origins(), crawl, all, clock()).await
}

/// The same at a time of its own, over what answers for the SEC's hosts.
pub async fn run_at(
    dir: &Path,
    origins: BTreeMap<String, String>,
    crawl: CrawlOptions,
    all: bool,
    clock: ManualClock,
) -> Arc<Store> {
    let clock: Arc<dyn Clock> = Arc::new(clock);
    let store = Arc::new(Store::open(&dir.join("data"), "test").unwrap());
    let mut settings = config(dir, origins);
    settings.max_body = 64 << 20;
    let log: Arc<dyn FetchLog> = store.clone();
    let fetcher = Fetcher::new(settings, log, clock.clone()).unwrap();
    let config = Config::embedded().unwrap();
    let rules = Rules {
        keywords: Keywords::parse(include_str!("../../config/keywords.toml")).unwrap(),
        keywords_digest: "embedded".into(),
        overrides: Overrides::parse(include_str!("../../config/overrides.toml")).unwrap(),
        imported_filers: Vec::new(),
        reviews: Default::default(),
    };
    let now = clock.now();
    let number = store.write(|tx| jobs::begin_run(tx, "test", "{}", now)).unwrap();
    // Its sender is gone: nobody interrupts.
    let (_, interrupt) = watch::channel(false);
    let runner = Runner::new(store.clone(), clock.clone(), number, &config.run, interrupt);
    let context = Arc::new(Context::new(fetcher, config, clock, now, crawl, rules));
    macro_rules! stage {
        ($($stage:expr),*) => {
            $(let end = runner.stage($stage, context.clone()).await.unwrap(); assert_eq!(end.stop, None);)*
        };
    }
    stage!(stages::Index, stages::Releases, stages::Download);
    if all {
        stage!(stages::Clean, stages::Identify, stages::Select, stages::Resolve);
        stage!(stages::PairStage, stages::Controls, stages::Facts, stages::Assemble, stages::SplitStage);
    }
    store
}

/// Instances at fault of the tasks made of text; negatives are matched by size, which is a matter of facts.
fn text_tasks(store: &Store) -> BTreeSet<String> {
    let text = |instance: &Instance| matches!(instance.input, Input::Narrative(_) | Input::Pattern(_));
    let fault = |instance: &Instance| instance.control.is_none() && text(instance);
    store.read(instances::all).unwrap().into_iter().filter(fault).map(|instance| instance.id).collect()
}

/// CRAWL C04 over all stages: one identity on every request. CRAWL C07 through the stage: an older page of
/// submissions is asked for once and its reports are listed. XBRL X11 through the stage: where one issuer has no
/// facts, that is asked once and noted, the others' are kept, and its case keeps the tasks made of text.
#[tokio::test(flavor = "multi_thread")]
async fn missing_facts_and_older_pages_through_the_stages() {
    let dir = tempfile::tempdir().unwrap();
    let whole = site(&[]).await;
    let store = run(dir.path(), &whole, CrawlOptions::default(), true).await;
    let journal = whole.journal();
    assert!(journal.iter().all(|entry| entry.agent.as_deref() == Some(AGENT)));
    let paths: Vec<&str> = journal.iter().map(|entry| entry.path.as_str()).collect();
    let distinct: BTreeSet<&str> = paths.iter().copied().collect();
    assert_eq!(distinct.len(), paths.len(), "an address was asked for twice");

    let older: Vec<&str> = paths.iter().copied().filter(|path| path.contains("-submissions-")).collect();
    assert!(!older.is_empty());
    for path in older {
        let page = sample::site().get(&format!("https://data.sec.gov{path}")).unwrap().body.clone();
        let page: serde_json::Value = serde_json::from_slice(&page).unwrap();
        let accession = page["accessionNumber"][0].as_str().unwrap();
        let cik = path.strip_prefix("/submissions/CIK").unwrap()[..10].parse().unwrap();
        // Filings are kept of issuers that a case is about, not of every candidate that was looked at.
        let listed = store.read(|c| filings::filings(c, cik)).unwrap();
        assert!(listed.is_empty() || listed.iter().any(|filing| filing.accession == accession), "{path}");
    }

    let facts: Vec<String> = journal
        .iter()
        .filter(|entry| entry.path.contains("/companyfacts/") && entry.status == 200)
        .map(|entry| entry.path.clone())
        .collect();
    assert!(facts.len() >= 3, "{facts:?}");
    let (gone, dir) = (facts[1].clone(), tempfile::tempdir().unwrap());
    let without = site(std::slice::from_ref(&gone)).await;
    let second = run(dir.path(), &without, CrawlOptions::default(), true).await;
    assert_eq!(without.asked(&gone), 1);
    for path in facts.iter().filter(|path| **path != gone) {
        assert!(second.lookup(&format!("https://data.sec.gov{path}")).unwrap().is_some(), "{path}");
    }
    let counts = |store: &Store| store.read(|c| jobs::counts(c, "facts")).unwrap();
    let (before, after) = (counts(&store), counts(&second));
    assert_eq!((before.failed, after.failed), (0, 0));
    assert!(after.dropped > before.dropped);
    let lost: Vec<String> = text_tasks(&store).difference(&text_tasks(&second)).cloned().collect();
    assert!(lost.is_empty(), "{lost:?}");
}

/// MAP I13, I14 through the stage: without submissions the filings come from the quarters' indexes; pairs are the
/// same by the day of filing, and less sure.
#[tokio::test(flavor = "multi_thread")]
async fn the_quarterly_indexes_stand_in_for_submissions() {
    const CIK: u64 = 9_900_101;
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let whole = run(one.path(), &site(&[]).await, CrawlOptions::default(), true).await;
    let lacks = site(&[format!("/submissions/CIK{CIK:010}.json")]).await;
    let without = run(other.path(), &lacks, CrawlOptions::default(), true).await;
    let pairs = |store: &Store| -> Vec<filings::Pair> {
        let all = store.read(|c| filings::pairs_of(c, None)).unwrap();
        all.into_iter().map(|(pair, _)| pair).filter(|pair| pair.cik == CIK).collect()
    };
    let (by_report, by_day) = (pairs(&whole), pairs(&without));
    assert!(!by_report.is_empty());
    assert_eq!(by_report.len(), by_day.len());
    for (report, day) in by_report.iter().zip(&by_day) {
        assert_eq!(
            (&day.original, &day.restating, &day.basis),
            (&report.original, &report.restating, &report.basis)
        );
        assert!(day.original.is_some() && day.confidence < report.confidence, "{day:?}");
    }
}

/// CRAWL C09 through the stage: the limit counts what the other limits leave. CRAWL C06: of three releases whose
/// second is gone the first and the third are stored, the second is noted with its status and never asked for again,
/// and the run says that it is partial, with the counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_limit_counts_after_the_filters_and_a_dead_link_stops_nothing() {
    let all = tempfile::tempdir().unwrap();
    let sec = site(&[]).await;
    let store = run(all.path(), &sec, CrawlOptions::default(), false).await;
    let listed = store.read(releases::releases).unwrap();
    drop(store);
    let mut years: Vec<i16> =
        listed.iter().filter_map(|(release, _)| release.date.as_deref()?.get(..4)?.parse().ok()).collect();
    years.sort_unstable();
    let oldest = years[0];
    let of_year = years.iter().filter(|year| **year == oldest).count();
    let limited = tempfile::tempdir().unwrap();
    let sec = site(&[]).await;
    let options = CrawlOptions { year: Some(oldest), limit: Some(2), ..CrawlOptions::default() };
    let store = run(limited.path(), &sec, options, false).await;
    let counts = store.read(|c| jobs::counts(c, "download")).unwrap();
    assert_eq!((counts.done + counts.dropped) as usize, of_year.min(2));

    let mut newest: Vec<_> = listed.iter().map(|(release, _)| release).collect();
    newest.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.key.cmp(&b.key)));
    let keys: Vec<&str> = newest.iter().take(3).map(|release| release.key.as_str()).collect();
    let gone = newest[1].url.clone().unwrap();
    let path = gone.strip_prefix("https://www.sec.gov").unwrap().to_owned();
    let dir = tempfile::tempdir().unwrap();
    let sec = site(std::slice::from_ref(&path)).await;
    for _run in 0..2 {
        let options = CrawlOptions { limit: Some(3), ..CrawlOptions::default() };
        let store = run(dir.path(), &sec, options, false).await;
        let counts = store.read(|c| jobs::counts(c, "download")).unwrap();
        assert_eq!((counts.done, counts.dropped, counts.failed, counts.pending), (2, 1, 0, 0));
        assert_eq!(counts.reasons, [("missing (404)".to_owned(), 1)]);
        assert_eq!(sec.asked(&path), 1);
        let stored = keys.iter().map(|key| store.read(|c| releases::documents(c, key)).unwrap().len());
        assert_eq!(stored.collect::<Vec<_>>(), [1, 0, 1]);
        let history = store.read(|c| jobs::history(c, keys[1])).unwrap();
        assert!(format!("{history:?}").contains(&format!("missing (404): {gone}")), "{history:?}");
    }
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["status", "--data"])
        .arg(dir.path().join("data"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(told.contains("partial: 2 of 3 releases stored, 1 not: 1 missing (404)"), "{told}");
}

/// STORE S08: a dataset exported while the database is open, with rows in its journal only, is complete by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_dataset_of_an_open_database_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let sec = site(&[]).await;
    let store = run(dir.path(), &sec, CrawlOptions::default(), true).await;
    let journal = dir.path().join("data").join("afb.sqlite-wal");
    assert!(std::fs::metadata(&journal).is_ok_and(|file| file.len() > 0), "nothing is in the journal");
    let out = dir.path().join("out").join("dataset.sqlite");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["export", "--task", "all", "--data"])
        .arg(dir.path().join("data"))
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let alone = tempfile::tempdir().unwrap();
    let copy = alone.path().join("copy.sqlite");
    std::fs::copy(&out, &copy).unwrap();
    let beside = std::fs::read_dir(dir.path().join("out")).unwrap().count();
    assert_eq!(beside, 1, "the dataset is one file");
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = rusqlite::Connection::open_with_flags(&copy, flags).unwrap();
    let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    let rows: i64 = connection.query_row("SELECT count(*) FROM instance", [], |row| row.get(0)).unwrap();
    let quality = Config::load(None).unwrap().quality;
    let passes = |i: &&Instance| afb_build::quality::refusals(&quality, i).is_empty();
    assert_eq!(rows as usize, store.read(instances::all).unwrap().iter().filter(passes).count());
    assert!(rows >= 50, "{rows}");
}

/// STORE S12: a torn line of a prediction file is told by its number, what stands around it is read, and the
/// question it would have answered counts as not answered.
#[test]
fn a_torn_line_costs_itself_only() {
    use afb_build::eval::item::Item;
    use afb_build::eval::predictions;
    use afb_build::tasks::{Split, Task};
    let item = |id: &str| Item {
        id: id.to_owned(),
        task: Task::Narrative,
        variables: Vec::new(),
        gold: 0,
        explanation: String::new(),
        cluster: 1,
        split: Split::Test,
        control: None,
        era: "2009-",
        source: "none",
    };
    let items = ["a", "b", "c"].map(item);
    let line = |id: &str| format!("{{\"id\": \"{id}\", \"model\": \"m\", \"error\": \"no answer\"}}\n");
    let torn = line("b");
    let file = [line("a").as_str(), &torn[..torn.len() / 2], "\n", &line("c")].concat();
    let read = predictions::read(file.as_bytes(), &items);
    assert_eq!(read.outcomes.keys().collect::<Vec<_>>(), ["a", "c"]);
    let lines: Vec<usize> = read.faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 0]);
    assert!(read.faults[1].message.contains("`b`"));
}
