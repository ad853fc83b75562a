//! The client against a server that answers well and badly: what is kept, what is asked again, what is not.

use crate::fetch_world::{
    AGENT, World, clock, config, files, release_page, release_path, release_url, store,
};
use crate::sec::{Document, Fault, Sec};
use afb_build::fetch::clock::Clock;
use afb_build::fetch::{ContentKind, Expect, FetchError, FetchLog, Fetcher, Freshness, Request};
use std::sync::Arc;
use std::time::Duration;

fn releases(n: usize) -> Vec<(String, Document)> {
    (0..n).map(|n| (release_path(n), Document::html(release_page(n)))).collect()
}

/// CRAWL C06, RATE R11: one dead link stops nothing and is asked once, in later runs too; 503 twice is three requests.
#[tokio::test]
async fn dead_links_are_asked_once_and_passing_faults_again() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let mut documents = releases(3);
    documents.remove(1);
    let plan = |path: &str, nth: usize| {
        (path == release_path(2) && nth <= 2).then_some(Fault::Status(503, None, "maintenance"))
    };
    let sec = Sec::start(documents, Arc::new(clock.clone()), true, plan).await;
    for _run in 0..2 {
        let world = World::new(dir.path(), &sec, &clock);
        assert!(world.insist(&release_url(0), 5).await.is_ok());
        assert!(matches!(
            world.insist(&release_url(1), 5).await,
            Err(FetchError::Missing { status: 404, .. })
        ));
        assert!(world.insist(&release_url(2), 5).await.is_ok());
    }
    assert_eq!([0, 1, 2].map(|n| sec.asked(&release_path(n))), [1, 1, 3]);
}

/// CRAWL C04: every request on every host carries the one identity, and asks for compression.
#[tokio::test]
async fn every_request_carries_the_identity() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let mut documents = releases(1);
    let json = |body: &str| Document { content_type: "application/json", body: body.into(), etag: None };
    documents.push(("/submissions/CIK0009990001.json".into(), json("{}")));
    documents.push(("/api/xbrl/companyfacts/CIK0009990001.json".into(), json("{}")));
    documents.push(("/r".into(), Document::html("<html>x</html>")));
    let plan = |path: &str, _: usize| (path == "/r").then(|| Fault::Redirect(release_path(0)));
    let sec = Sec::start(documents, Arc::new(clock.clone()), true, plan).await;
    let world = World::new(dir.path(), &sec, &clock);
    for (url, expect) in [
        ("https://data.sec.gov/submissions/CIK0009990001.json", Expect::Json),
        ("https://data.sec.gov/api/xbrl/companyfacts/CIK0009990001.json", Expect::Json),
        ("https://www.sec.gov/r", Expect::Any),
    ] {
        world.fetcher.get(&Request::new(url, expect)).await.unwrap();
    }
    let journal = sec.journal();
    assert_eq!(journal.len(), 4);
    for entry in journal {
        assert_eq!(entry.agent.as_deref(), Some(AGENT), "{}", entry.path);
        assert_eq!(entry.encoding.as_deref(), Some("gzip, deflate"));
    }
}

/// A live client without a contact is refused before anything is sent, and the message says how to set it.
#[test]
fn no_live_client_without_a_contact() {
    let dir = tempfile::tempdir().unwrap();
    for identity in [None, Some(""), Some("x"), Some("no address"), Some("bad\nname a@example.test")] {
        let mut config = config(dir.path(), Default::default());
        config.unpaced = false;
        config.identity = identity.map(str::to_owned);
        let error = Fetcher::new(config, store(dir.path()), Arc::new(clock())).err().unwrap();
        assert!(matches!(&error, FetchError::Config(text) if text.contains("contact")), "{error}");
    }
    for (per_second, unpaced) in [(10.5, false), (0.0, false), (f64::NAN, false), (4.0, true)] {
        let mut config = config(dir.path(), Default::default());
        (config.per_second, config.unpaced) = (per_second, unpaced);
        assert!(matches!(
            Fetcher::new(config, store(dir.path()), Arc::new(clock())),
            Err(FetchError::Config(_))
        ));
    }
}

/// CRAWL C10: an empty body is no document: visited 4, stored 2, and the log says why.
#[tokio::test]
async fn empty_bodies_are_not_stored() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let plan =
        |path: &str, _: usize| (path == release_path(1) || path == release_path(3)).then_some(Fault::Empty);
    let sec = Sec::start(releases(4), Arc::new(clock.clone()), false, plan).await;
    let world = World::new(dir.path(), &sec, &clock);
    let mut stored = 0;
    for n in 0..4 {
        match world.insist(&release_url(n), 3).await {
            Ok(_) => stored += 1,
            Err(FetchError::Transient { why, attempts, .. }) => {
                assert_eq!((why.as_str(), attempts), ("the answer has no body", 3));
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((stored, world.store.all_kept().unwrap().len()), (2, 2));
}

/// CRAWL C12: the viewer link and the direct link are one document; the viewer itself is never asked for.
#[tokio::test]
async fn a_viewer_link_is_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let path = "/Archives/edgar/data/9990001/000999000104000003/x10k.htm";
    let document = Document::html("<html><body>ANNUAL REPORT</body></html>");
    let sec = Sec::start([(path.to_owned(), document)], Arc::new(clock.clone()), false, |_, _| None).await;
    let world = World::new(dir.path(), &sec, &clock);
    let viewer = "https://www.sec.gov/ix?doc=/Archives/edgar/data/0009990001/000999000104000003/x10k.htm";
    let direct = "https://www.sec.gov/Archives/edgar/data/9990001/000999000104000003/x10k.htm";
    let a = world.fetcher.get(&Request::new(viewer, Expect::Filing)).await.unwrap();
    let b = world.fetcher.get(&Request::new(direct, Expect::Filing)).await.unwrap();
    assert_eq!((a.fetch_id, &a.url), (b.fetch_id, &b.url));
    assert_eq!(sec.journal().len(), 1);
}

/// RATE R08, R09 and siblings: cut gzip, false gzip, a short body, a reset: nothing is stored, no file is left; then it is.
#[tokio::test]
async fn cut_bodies_are_transport_errors() {
    for fault in [Fault::CutGzip, Fault::FalseGzip, Fault::Short, Fault::Reset] {
        let dir = tempfile::tempdir().unwrap();
        let clock = clock();
        let planned = fault.clone();
        let plan = move |_: &str, nth: usize| (nth <= 2).then(|| planned.clone());
        let sec = Sec::start(releases(1), Arc::new(clock.clone()), true, plan).await;
        let world = World::new(dir.path(), &sec, &clock);
        let error = world.get(&release_url(0)).await.unwrap_err();
        assert!(matches!(error, FetchError::Transient { attempts: 1, .. }), "{fault:?}: {error}");
        assert_eq!(files(&dir.path().join("cache")), Vec::<String>::new(), "{fault:?}");
        assert_eq!(world.store.lookup(&release_url(0)).unwrap(), None);
        let fetched = world.insist(&release_url(0), 3).await.unwrap();
        assert_eq!(*fetched.bytes, release_page(0).into_bytes());
        assert_eq!(sec.journal().len(), 3);
    }
}

/// CRAWL fault 32: a PDF that is HTML is kept with both types; the sidecar says so and what it is about.
#[tokio::test]
async fn the_sidecar_tells_header_and_content_apart() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let path = "/files/litigation/admin/2010/34-90001.pdf";
    let document = Document {
        content_type: "application/pdf",
        body: release_page(1).into(),
        etag: Some("\"e1\"".into()),
    };
    let sec = Sec::start([(path.to_owned(), document)], Arc::new(clock.clone()), true, |_, _| None).await;
    let world = World::new(dir.path(), &sec, &clock);
    let mut request = Request::new(format!("https://www.sec.gov{path}"), Expect::Release);
    request.about.aaer_numbers = vec!["AAER-9901".into()];
    request.about.respondents = "Example Corp.".into();
    let fetched = world.fetcher.get(&request).await.unwrap();
    assert_eq!((fetched.kind, fetched.content_type.as_deref()), (ContentKind::Html, Some("application/pdf")));
    let text =
        std::fs::read_to_string(world.fetcher.blobs().sidecar_path(&fetched.blob, &fetched.url)).unwrap();
    let sidecar: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(sidecar["content_kind"], "text/html");
    assert_eq!(sidecar["content_type"], "application/pdf");
    assert_eq!(sidecar["etag"], "\"e1\"");
    assert_eq!(sidecar["aaer_numbers"][0], "AAER-9901");
    assert_eq!(sidecar["sha256"], fetched.blob.as_str());
    assert_eq!(sidecar["size"], release_page(1).len());
}

/// Pages that change are asked for with conditions; an unchanged page costs one request and no bytes.
#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let url = "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases?page=0";
    let path = "/enforcement-litigation/accounting-auditing-enforcement-releases?page=0";
    let page = |text: &str, etag: &str| Document {
        etag: Some(etag.to_owned()),
        ..Document::html(format!("<html>{text}</html>"))
    };
    let sec =
        Sec::start([(path.to_owned(), page("one", "\"1\""))], Arc::new(clock.clone()), false, |_, _| None)
            .await;
    let world = World::new(dir.path(), &sec, &clock);
    let ask = async |freshness| {
        let request = Request { freshness, ..Request::new(url, Expect::IndexPage) };
        world.fetcher.get(&request).await.unwrap()
    };
    let first = ask(Freshness::Kept).await;
    clock.advance(Duration::from_secs(3_600));
    let old_enough =
        ask(Freshness::NewerThan(first.fetched_at.checked_sub(jiff::SignedDuration::from_secs(1)).unwrap()))
            .await;
    assert!(old_enough.from_cache);
    let second = ask(Freshness::NewerThan(first.fetched_at)).await;
    assert_eq!((second.blob.clone(), second.status, second.from_cache), (first.blob.clone(), 200, false));
    assert!(
        second.fetched_at > first.fetched_at && ask(Freshness::NewerThan(first.fetched_at)).await.from_cache
    );
    sec.put(path, page("two", "\"2\""));
    clock.advance(Duration::from_secs(3_600));
    let third = ask(Freshness::NewerThan(second.fetched_at)).await;
    assert_ne!(third.blob, first.blob);
    let journal = sec.journal();
    assert_eq!(
        journal.iter().map(|e| (e.status, e.conditional)).collect::<Vec<_>>(),
        [(200, false), (304, true), (200, true)]
    );
}

/// Redirects are followed among the SEC's hosts only, and not in circles.
#[tokio::test]
async fn redirects_stay_at_home() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let plan = |path: &str, _: usize| match path {
        "/old" => Some(Fault::Redirect("http://www.sec.gov/new".into())),
        "/new" => Some(Fault::Redirect(release_path(0))),
        "/away" => Some(Fault::Redirect("https://example.test/x".into())),
        "/cgi" => Some(Fault::Redirect("/cgi-bin/browse-edgar".into())),
        "/circle" => Some(Fault::Redirect("/circle".into())),
        _ => None,
    };
    let sec = Sec::start(releases(1), Arc::new(clock.clone()), false, plan).await;
    let world = World::new(dir.path(), &sec, &clock);
    let fetched = world.get("https://www.sec.gov/old").await.unwrap();
    assert_eq!((fetched.url.as_str(), fetched.final_url), ("https://www.sec.gov/old", release_url(0)));
    for path in ["away", "cgi", "circle"] {
        let error = world.get(&format!("https://www.sec.gov/{path}")).await.unwrap_err();
        assert!(matches!(error, FetchError::Unsafe { .. }), "{path}: {error}");
    }
    assert_eq!((sec.asked("/cgi-bin/browse-edgar"), sec.asked("/circle")), (0, 6));
    for url in [
        "https://example.test/",
        "https://www.sec.gov/cgi-bin/x",
        "ftp://www.sec.gov/",
        "https://www.sec.gov:444/",
    ] {
        assert!(matches!(world.get(url).await, Err(FetchError::Unsafe { .. })), "{url}");
    }
}

/// Bodies over the cap are refused before and after decompression, and nothing is left of them.
#[tokio::test]
async fn bodies_over_the_cap_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let large = Document::html("<p>".to_owned() + &"0".repeat(3 << 20));
    for gzip in [false, true] {
        let sec =
            Sec::start([("/large".to_owned(), large.clone())], Arc::new(clock.clone()), gzip, |_, _| None)
                .await;
        let dir = dir.path().join(gzip.to_string());
        let world = World::new(&dir, &sec, &clock);
        assert!(
            matches!(world.get("https://www.sec.gov/large").await, Err(FetchError::Unsafe { .. })),
            "{gzip}"
        );
        assert!(files(&dir.join("cache")).is_empty());
    }
}

/// Offline opens no socket and names what it lacks; what is kept is served, and damage is told, not served.
#[tokio::test]
async fn offline_serves_what_is_kept_and_damage_is_mended_online() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let sec = Sec::start(releases(2), Arc::new(clock.clone()), true, |_, _| None).await;
    let online = World::new(dir.path(), &sec, &clock);
    let blob = online.get(&release_url(0)).await.unwrap().blob;
    let file = online.fetcher.blobs().path(&blob);
    drop(online);
    let offline = || {
        let mut settings = config(dir.path(), sec.origins());
        settings.offline = true;
        World::with(dir.path(), settings, &clock)
    };
    let world = offline();
    assert!(world.get(&release_url(0)).await.unwrap().from_cache);
    let error = world.get(&release_url(1)).await.unwrap_err();
    assert!(matches!(&error, FetchError::Offline { url } if *url == release_url(1)), "{error}");
    drop(world);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[9] ^= 1;
    std::fs::File::create(&file).and_then(|mut f| std::io::Write::write_all(&mut f, &bytes)).unwrap();
    let world = offline();
    let error = world.get(&release_url(0)).await.unwrap_err();
    assert!(
        matches!(&error, FetchError::Corrupt { .. }) && error.to_string().contains(blob.as_str()),
        "{error}"
    );
    drop(world);
    assert_eq!(sec.journal().len(), 1);
    let world = World::new(dir.path(), &sec, &clock);
    assert_eq!(*world.get(&release_url(0)).await.unwrap().bytes, release_page(0).into_bytes());
    assert_eq!(sec.journal().len(), 2);
    assert!(world.clock.now() >= crate::fetch_world::start_time());
}

/// One address asked for by many at once is one request.
#[tokio::test]
async fn many_askers_are_one_request() {
    let dir = tempfile::tempdir().unwrap();
    let clock = clock();
    let sec = Sec::start(releases(1), Arc::new(clock.clone()), true, |_, _| None).await;
    let world = World::new(dir.path(), &sec, &clock);
    let (url, viewer) = (release_url(0), release_url(0) + "#top");
    let all =
        futures_util::future::join_all((0..16).map(|n| world.get(if n % 2 == 0 { &url } else { &viewer })))
            .await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(sec.journal().len(), 1);
}
