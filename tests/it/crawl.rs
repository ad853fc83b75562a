//! The crawl through its stages against a made-up SEC: faults and kills, limits, what is new, documents beside a
//! release.

use crate::fetch_world::{clock, release_page, release_path, release_url};
use crate::sec::{Document, Fault, Sec};
use crate::stage_faults::run_at;
use afb_build::fetch::Outcome;
use afb_build::fetch::blobs::Blobs;
use afb_build::sec::aaer_index::plan::first_pages;
use afb_build::stages::CrawlOptions;
use afb_build::store::{Store, fetches, releases};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Where a child process of these tests reads what to do: `DIR<newline>BASE`.
const CHILD: &str = "AFB_TEST_CRAWL";

/// One row of the index: release `n` of a day, and links beside it.
fn row(n: usize, day: &str, beside: &[&str]) -> String {
    let links: Vec<String> =
        beside.iter().map(|path| format!("<a href=\"{path}\">SEC Complaint</a>")).collect();
    let beside = match links.is_empty() {
        true => String::new(),
        false => format!(
            "<div class=\"view-table_subfield view-table_subfield_see_also\"><span class=\"view-table_subfield_value\">{}</span></div>",
            links.join(", ")
        ),
    };
    format!(
        "<tr class=\"pr-list-page-row\"><td><time datetime=\"{day}T16:00:00Z\" class=\"datetime\">{day}</time></td>\
         <td><div class='release-view__respondents'><a href='{}'>Example Corp. {n}</a></div>\
         <div class=\"view-table_subfield view-table_subfield_release_number\"><span class=\"view-table_subfield_value\">\
         LR-{}, AAER-{}</span></div>{beside}</td></tr>",
        release_path(n),
        90_000 + n,
        5_000 + n,
    )
}

fn index_path(page: usize) -> String {
    let first = first_pages(false).remove(0);
    let path = first.split_once("sec.gov").unwrap().1;
    path.replace("page=0", &format!("page={page}"))
}

/// A page of the index that leads to the next, where there is one.
fn index_page(page: usize, pages: usize, rows: &str) -> (String, Document) {
    let next = if page + 1 < pages {
        format!("<nav class=\"usa-pagination\"><a rel=\"next\" href=\"?page={}\">Next</a></nav>", page + 1)
    } else {
        String::new()
    };
    let html = format!(
        "<html><head><title>SEC.gov | Accounting and Auditing Enforcement Releases</title></head><body>\
         <table class=\"usa-table views-table\"><tbody>{rows}</tbody></table>{next}</body></html>"
    );
    (index_path(page), Document::html(html))
}

fn documents(numbers: impl Iterator<Item = usize>) -> Vec<(String, Document)> {
    numbers.map(|n| (release_path(n), Document::html(release_page(n)))).collect()
}

/// Three pages of the index with a hundred releases each, and all their documents.
fn three_hundred() -> Vec<(String, Document)> {
    let page = |page: usize| {
        let rows: Vec<String> = (0..100).map(|n| row(page * 100 + n, "2026-09-01", &[])).collect();
        index_page(page, 3, &rows.concat())
    };
    (0..3).map(page).chain(documents(0..300)).collect()
}

/// A fifth of all documents goes wrong at first, in every way there is. What pauses the host comes last: a pause puts
/// off every job that is left, one by one, and those are the fewest then.
fn plan(path: &str, nth: usize) -> Option<Fault> {
    let n: usize = path.rsplit('-').next()?.parse::<usize>().ok()?.checked_sub(90_000)?;
    let kind = n / 5;
    if n % 5 != 0 || nth > 1 + kind % 2 {
        return None;
    }
    let passing = [
        Fault::Status(503, None, "maintenance"),
        Fault::Status(503, Some("7"), "maintenance"),
        Fault::Status(500, Some("soon"), "oops"),
        Fault::Status(502, None, "bad gateway"),
        Fault::Short,
        Fault::Reset,
        Fault::CutGzip,
        Fault::FalseGzip,
        Fault::Empty,
    ];
    let pauses = [Fault::Status(429, Some("3"), "slow down"), Fault::Block(200), Fault::Block(403)];
    match kind.checked_sub(57) {
        Some(last) => pauses.get(last).cloned(),
        None => passing.get(kind % passing.len()).cloned(),
    }
}

/// What a child process of a test does; without the variable it is no child and there is nothing to do.
#[tokio::test(flavor = "multi_thread")]
async fn child_process() {
    let Some(order) = std::env::var_os(CHILD).and_then(|text| text.into_string().ok()) else { return };
    let (dir, base) = order.split_once('\n').unwrap();
    let origins = ["www.sec.gov", "data.sec.gov"].map(|host| (host.to_owned(), base.to_owned()));
    run_at(Path::new(dir), origins.into(), CrawlOptions::default(), false, clock()).await;
}

fn spawn(dir: &Path, base: &str) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["crawl::child_process", "--exact"])
        .env(CHILD, format!("{}\n{base}", dir.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Every document of every release: address to blob.
fn kept(store: &Store) -> BTreeMap<String, String> {
    store
        .read(|connection| {
            let mut out = BTreeMap::new();
            for (release, _) in releases::releases(connection)? {
                for document in releases::documents(connection, &release.key)? {
                    out.insert(document.url, document.blob);
                }
            }
            Ok(out)
        })
        .unwrap()
}

fn explain(dir: &Path, key: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["explain", key, "--data"])
        .arg(dir.join("data"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Acceptance 3 of the crawl, through index, releases and download: 300 documents, a fifth of them faulty in every
/// way, five kills -9 of the process: all arrive, byte for byte those of a crawl without faults, and `explain`
/// accounts for each attempt.
#[tokio::test(flavor = "multi_thread")]
async fn five_kills_and_sixty_faults_through_the_stages() {
    let calm = tempfile::tempdir().unwrap();
    let sec = Sec::start(three_hundred(), Arc::new(clock()), true, |_, _| None).await;
    let store = run_at(calm.path(), sec.origins(), CrawlOptions::default(), false, clock()).await;
    let expected = kept(&store);
    drop(store);
    assert_eq!(expected.len(), 300);

    let dir = tempfile::tempdir().unwrap();
    let sec = Sec::start(three_hundred(), Arc::new(clock()), true, plan).await;
    let kills = 5;
    for run in 0..=kills {
        let mut child = spawn(dir.path(), &sec.base);
        let stop = (run + 1) * 60;
        while run < kills && sec.journal().len() < stop && child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        if run < kills {
            assert!(child.try_wait().unwrap().is_none(), "run {run} ended before its kill");
            // SIGKILL on this platform.
            child.kill().unwrap();
            child.wait().unwrap();
        } else {
            assert!(child.wait().unwrap().success());
        }
    }
    let store = Store::open(&dir.path().join("data"), "test").unwrap();
    assert_eq!(kept(&store), expected);
    let blobs = Blobs::new(&dir.path().join("cache"));
    for (n, url) in (0..300).map(|n| (n, release_url(n))) {
        assert_eq!(blobs.get(&expected[&url].parse().unwrap()).unwrap(), release_page(n).into_bytes(), "{n}");
    }
    let mut unlogged = 0;
    for n in 0..300 {
        let (url, asked) = (release_url(n), sec.asked(&release_path(n)));
        let rows = store.read(|c| fetches::history(c, &url)).unwrap();
        unlogged += asked.saturating_sub(rows.len());
        if asked == 1 {
            continue;
        }
        let said = explain(dir.path(), &format!("AAER-{}", 5_000 + n));
        for kept in &rows {
            let record = &kept.record;
            let line = said.lines().find(|line| line.starts_with(&format!("  fetch {:<6} ", kept.fetch_id)));
            let line = line.unwrap_or_else(|| panic!("no word about fetch {}: {said}", kept.fetch_id));
            let told = match record.outcome {
                Outcome::Ok => line.contains(record.blob.as_ref().unwrap().as_str()),
                _ => record.detail.as_ref().is_some_and(|why| !why.is_empty() && line.contains(why)),
            };
            assert!(told && line.contains(&url), "{line}");
        }
        assert!(said.contains("attempt"), "{said}");
    }
    // What was under way when the process was killed had no chance to be noted: at most one request a job.
    assert!(unlogged <= kills * 8, "{unlogged} requests are not in the log");
}

/// CRAWL C09: the limit counts after the filter, over pages. CRAWL fault 24, sibling: an old row between new ones ends nothing.
#[tokio::test]
async fn a_limit_counts_what_the_filters_leave() {
    let dir = tempfile::tempdir().unwrap();
    let first = [row(1, "2012-01-03", &[]), row(2, "2012-02-03", &[]), row(3, "2012-03-03", &[])].concat();
    let second = [row(4, "2016-02-03", &[]), row(5, "2011-02-03", &[]), row(6, "2016-01-03", &[])].concat();
    let third = row(7, "2015-05-05", &[]);
    let pages = [index_page(0, 3, &first), index_page(1, 3, &second), index_page(2, 3, &third)];
    let sec =
        Sec::start(pages.into_iter().chain(documents(1..8)), Arc::new(clock()), false, |_, _| None).await;
    let options =
        CrawlOptions { since: "2015-01-01".parse().ok(), limit: Some(2), ..CrawlOptions::default() };
    let store = run_at(dir.path(), sec.origins(), options.clone(), false, clock()).await;
    assert_eq!(kept(&store).into_keys().collect::<Vec<_>>(), [release_url(4), release_url(6)]);
    drop(store);
    // A wider limit goes on from there and asks for nothing twice.
    let wider = CrawlOptions { limit: None, ..options };
    let store = run_at(dir.path(), sec.origins(), wider, false, clock()).await;
    assert_eq!(kept(&store).len(), 3);
    drop(store);
    let by_number = CrawlOptions { from_number: Some(5_006), ..CrawlOptions::default() };
    let store = run_at(dir.path(), sec.origins(), by_number, false, clock()).await;
    assert_eq!(kept(&store).len(), 3, "a narrower crawl takes nothing away");
    assert!((1..8).all(|n| sec.asked(&release_path(n)) <= 1) && sec.asked(&release_path(5)) == 0);
}

/// A later crawl reads the index anew and fetches only what is new; the rows before keep their documents.
#[tokio::test]
async fn a_later_crawl_finds_only_what_is_new() {
    let dir = tempfile::tempdir().unwrap();
    let page = |numbers: std::ops::Range<usize>| {
        let rows: Vec<String> = numbers.rev().map(|n| row(n, "2026-09-01", &[])).collect();
        index_page(0, 1, &rows.concat())
    };
    let all = [page(0..4)].into_iter().chain(documents(0..6));
    let sec = Sec::start(all, Arc::new(clock()), false, |_, _| None).await;
    drop(run_at(dir.path(), sec.origins(), CrawlOptions::default(), false, clock()).await);
    assert_eq!(sec.journal().len(), 5);
    let (path, newer) = page(0..6);
    sec.put(&path, newer);
    let later = clock();
    later.advance(Duration::from_secs(48 * 3_600));
    let store = run_at(dir.path(), sec.origins(), CrawlOptions::default(), false, later).await;
    assert_eq!(kept(&store).len(), 6);
    let asked: Vec<String> = sec.journal().into_iter().skip(5).map(|entry| entry.path).collect();
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert_eq!(asked[0], path);
    assert!(asked[1..].contains(&release_path(4)) && asked[1..].contains(&release_path(5)));
}

/// Documents beside a release are fetched by choice, each with its sidecar; a dead link among them takes nothing away.
#[tokio::test]
async fn complaints_are_fetched_by_choice() {
    let complaint = "/files/litigation/complaints/2026/comp-99001.htm";
    let dead = "/files/litigation/complaints/2026/comp-99002.htm";
    let site = [index_page(0, 1, &row(1, "2026-09-01", &[complaint, dead]))]
        .into_iter()
        .chain(documents(1..2))
        .chain([(complaint.to_owned(), Document::html(release_page(77)))]);
    let sec = Sec::start(site, Arc::new(clock()), false, |_, _| None).await;
    let dir = tempfile::tempdir().unwrap();
    let store = run_at(dir.path(), sec.origins(), CrawlOptions::default(), false, clock()).await;
    assert_eq!((kept(&store).len(), sec.asked(complaint)), (1, 0));
    drop(store);
    let options = CrawlOptions { with_complaints: true, ..CrawlOptions::default() };
    let store = run_at(dir.path(), sec.origins(), options, false, clock()).await;
    let key = store.read(releases::releases).unwrap().remove(0).0.key;
    let found = store.read(|connection| releases::documents(connection, &key)).unwrap();
    let roles: Vec<(&str, bool)> =
        found.iter().map(|document| (document.role.as_str(), document.url.ends_with(complaint))).collect();
    assert_eq!(roles.len(), 2, "{roles:?}");
    assert!(roles.contains(&("release", false)) && roles.contains(&("see-also", true)));
    let blobs = Blobs::new(&dir.path().join("cache"));
    for document in &found {
        let path = blobs.sidecar_path(&document.blob.parse().unwrap(), &document.url);
        let sidecar: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(sidecar["aaer_numbers"][0], "AAER-5001");
        assert_eq!(sidecar["url"], document.url.as_str());
        assert_eq!(sidecar["status"], 200);
        assert_eq!(sidecar["sha256"], document.blob.as_str());
    }
    // The dead link was asked for once, and is told.
    assert_eq!((sec.asked(dead), sec.asked(&release_path(1))), (1, 1));
    drop(store);
    assert!(explain(dir.path(), &format!("https://www.sec.gov{dead}")).contains("404"));
}
