//! Documents in and out of the cache: manifest and WARC.

use crate::fetch_world::{World, clock, config, files, release_page, release_url, start_time, store};
use afb_build::fetch::blobs::Blobs;
use afb_build::fetch::{Expect, FetchError, FetchLog, Request, import, warc};
use std::path::{Path, PathBuf};

fn shared(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if !path.exists() {
        eprintln!("skipped: no shared material ({})", path.display());
    }
    path.exists().then_some(path)
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::io::Write::write_all(&mut std::fs::File::create(path).unwrap(), bytes.as_ref()).unwrap();
}

/// A manifest of three documents and one that is missing.
fn small(dir: &Path) -> PathBuf {
    let mut text = String::from("url\tstatus\tcontent_type\tpath\torigin\tnote\n");
    for n in 0..3 {
        write(&dir.join(format!("pages/{n}.htm")), release_page(n));
        text.push_str(&format!("{}\t200\ttext/html\tpages/{n}.htm\tmade\t\n", release_url(n)));
    }
    text.push_str(&format!("{}\t404\t\t\tmade\tgone\n", release_url(3)));
    let path = dir.join("manifest.tsv");
    write(&path, text);
    path
}

/// The shared mirror comes in whole, twice is once, and every page of the index is served offline.
#[tokio::test]
async fn the_mirror_is_imported_once() {
    let Some(manifest) = shared("mirror/manifest.tsv") else { return };
    let dir = tempfile::tempdir().unwrap();
    let mut settings = config(dir.path(), Default::default());
    (settings.offline, settings.unpaced, settings.max_body) = (true, false, 64 << 20);
    let world = World::with(dir.path(), settings, &clock());
    let lines = std::fs::read_to_string(&manifest).unwrap().lines().count() - 1;
    let first =
        import::manifest(&manifest, world.fetcher.blobs(), &*world.store, start_time(), 200 << 20).unwrap();
    assert_eq!((first.documents + first.missing + first.known, first.skipped), (lines, 0));
    let again =
        import::manifest(&manifest, world.fetcher.blobs(), &*world.store, start_time(), 200 << 20).unwrap();
    assert_eq!((again.documents, again.missing, again.known), (0, 0, lines));
    let mut next = Some(afb_build::sec::urls::index_page(0, None));
    let mut rows = 0;
    while let Some(url) = next {
        let fetched = world.fetcher.get(&Request::new(&url, Expect::IndexPage)).await.unwrap();
        let page = afb_build::sec::aaer_index::read(&fetched.bytes, Some(&fetched.final_url)).unwrap();
        rows += page.rows.len();
        next = page.next;
    }
    assert_eq!(rows, 514);
    let names = world.fetcher.get(&Request::new(afb_build::sec::urls::FILER_NAMES, Expect::Names)).await;
    assert!(names.is_ok_and(|names| names.from_cache));
    // For scripts/warc_check.py, which is run by hand.
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mirror");
    import::export(&out, world.fetcher.blobs(), &*world.store).unwrap();
    assert!(
        warc::export(&out.join("mirror.warc.gz"), world.fetcher.blobs(), &*world.store).unwrap() >= lines - 1
    );
}

/// What is known to be missing is not asked for, and offline it is missing, not unknown.
#[tokio::test]
async fn a_missing_document_is_a_fact() {
    let dir = tempfile::tempdir().unwrap();
    let mut settings = config(dir.path(), Default::default());
    (settings.offline, settings.unpaced) = (true, false);
    let world = World::with(dir.path(), settings, &clock());
    let manifest = small(&dir.path().join("in"));
    let done =
        import::manifest(&manifest, world.fetcher.blobs(), &*world.store, start_time(), 200 << 20).unwrap();
    assert_eq!((done.documents, done.missing), (3, 1));
    assert!(matches!(world.get(&release_url(3)).await, Err(FetchError::Missing { status: 404, .. })));
    assert!(matches!(world.get(&release_url(4)).await, Err(FetchError::Offline { .. })));
}

/// A manifest with one bad line imports nothing and names line and path.
#[test]
fn a_bad_line_imports_nothing() {
    let block = "<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>";
    let cases: [(&str, &str); 8] = [
        ("https://www.sec.gov/a\t200\t\tpages/none.htm\t\t", "pages/none.htm"),
        ("https://www.sec.gov/a\t200\t\t../none.htm\t\t", "../none.htm"),
        ("https://www.sec.gov/a\t200\t\t/etc/hosts\t\t", "/etc/hosts"),
        ("https://example.test/a\t200\t\tpages/0.htm\t\t", "example.test"),
        ("https://www.sec.gov/a\t302\t\tpages/0.htm\t\t", "302"),
        ("https://www.sec.gov/a\tok\t\tpages/0.htm\t\t", "ok"),
        ("https://www.sec.gov/a\t200\t\tpages/block.htm\t\t", "block page"),
        ("https://www.sec.gov/a\t200\t\tpages/empty.htm\t\t", "empty"),
    ];
    for (line, named) in cases {
        let dir = tempfile::tempdir().unwrap();
        let manifest = small(dir.path());
        write(&dir.path().join("pages/block.htm"), block);
        write(&dir.path().join("pages/empty.htm"), "");
        let text = std::fs::read_to_string(&manifest).unwrap() + line + "\n";
        write(&manifest, text);
        let store = store(dir.path());
        let error = import::manifest(&manifest, &Blobs::new(dir.path()), &*store, start_time(), 200 << 20)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("line 6") && error.contains(named) && error.contains("nothing was imported"),
            "{error}"
        );
        assert_eq!(store.all_kept().unwrap(), []);
        assert!(files(&dir.path().join("blobs-v1")).is_empty());
    }
}

/// Out and in again, both ways: the same addresses, bytes, types and times; the same cache gives the same file.
#[test]
fn what_goes_out_comes_in_again() {
    let dir = tempfile::tempdir().unwrap();
    let (one, blobs) = (store(&dir.path().join("1")), Blobs::new(&dir.path().join("1")));
    import::manifest(&small(&dir.path().join("in")), &blobs, &*one, start_time(), 200 << 20).unwrap();
    let strip = |log: &dyn FetchLog| -> Vec<_> {
        let kept = log.all_kept().unwrap().into_iter().map(|kept| kept.record);
        kept.map(|r| {
            (r.url, r.final_url, r.status, r.outcome, r.content_type, r.kind, r.size, r.blob, r.fetched_at)
        })
        .collect()
    };
    let out = dir.path().join("out");
    assert_eq!(import::export(&out, &blobs, &*one).unwrap(), 4);
    let (two, blobs2) = (store(&dir.path().join("2")), Blobs::new(&dir.path().join("2")));
    import::manifest(&out.join("manifest.tsv"), &blobs2, &*two, clock_later(), 200 << 20).unwrap();
    assert_eq!(strip(&*one), strip(&*two));

    let file = out.join("all.warc.gz");
    assert_eq!(warc::export(&file, &blobs, &*one).unwrap(), 4);
    let bytes = std::fs::read(&file).unwrap();
    warc::export(&file, &blobs2, &*two).unwrap();
    assert_eq!(bytes, std::fs::read(&file).unwrap());
    let (three, blobs3) = (store(&dir.path().join("3")), Blobs::new(&dir.path().join("3")));
    let done = warc::import(&file, &blobs3, &*three, 1 << 20).unwrap();
    assert_eq!((done.documents, done.missing, done.skipped), (3, 1, 1));
    assert_eq!(strip(&*one), strip(&*three));
    let again = warc::import(&file, &blobs3, &*three, 1 << 20).unwrap();
    assert_eq!((again.documents, again.known), (0, 4));
}

fn clock_later() -> jiff::Timestamp {
    "2030-01-01T00:00:00Z".parse().unwrap()
}

/// A cut or changed WARC imports nothing and names the record.
#[test]
fn a_damaged_warc_imports_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (one, blobs) = (store(&dir.path().join("1")), Blobs::new(&dir.path().join("1")));
    import::manifest(&small(&dir.path().join("in")), &blobs, &*one, start_time(), 200 << 20).unwrap();
    let file = dir.path().join("a.warc.gz");
    warc::export(&file, &blobs, &*one).unwrap();
    let whole = std::fs::read(&file).unwrap();
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&whole[..]), &mut plain).unwrap();
    let changed =
        String::from_utf8(plain.clone()).unwrap().replacen("too early", "too latee", 1).into_bytes();
    let cases = [
        whole[..whole.len() - 30].to_vec(),
        plain[..plain.len() - 700].to_vec(),
        changed,
        b"no warc\n".to_vec(),
    ];
    for (n, case) in cases.into_iter().enumerate() {
        write(&file, case);
        let fresh = store(&dir.path().join(format!("fresh{n}")));
        let error = warc::import(&file, &blobs, &*fresh, 1 << 20).unwrap_err().to_string();
        assert!(error.contains("record") && error.contains("nothing was imported"), "{n}: {error}");
        assert_eq!(fresh.all_kept().unwrap(), [], "{n}");
    }
    // A plain WARC is as good as a compressed one; one that is not ours may be chunked, compressed and of other hosts.
    write(&file, &plain);
    let fresh = store(&dir.path().join("plain"));
    assert_eq!(warc::import(&file, &blobs, &*fresh, 1 << 20).unwrap().documents, 3);
    let body = crate::sec::gzip(b"<html><p>Litigation Release No. 99</p></html>");
    let mut block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    block.extend(format!("{:x}\r\n", body.len()).into_bytes());
    block.extend(&body);
    block.extend(b"\r\n0\r\n\r\n");
    let mut other = Vec::new();
    for host in ["https://www.sec.gov/litigation/litreleases/lr99.htm", "<http://example.test/>"] {
        other.extend(format!("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {host}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n", block.len()).into_bytes());
        other.extend(&block);
        other.extend(b"\r\n\r\n");
    }
    write(&file, &other);
    let fresh = store(&dir.path().join("other"));
    let done = warc::import(&file, &blobs, &*fresh, 1 << 20).unwrap();
    assert_eq!((done.documents, done.skipped), (1, 1));
    let kept = fresh.lookup("https://www.sec.gov/litigation/litreleases/lr99.htm").unwrap().unwrap().record;
    assert_eq!(blobs.get(&kept.blob.unwrap()).unwrap(), b"<html><p>Litigation Release No. 99</p></html>");
}

/// A record that says it was cut, or whose answer promised more bytes than it holds, is no document.
#[test]
fn half_a_document_of_a_warc_is_skipped() {
    let dir = tempfile::tempdir().unwrap();
    let (file, blobs) = (dir.path().join("half.warc"), Blobs::new(dir.path()));
    let page = "<html><p>Litigation Release No. 98</p></html>";
    let mut whole = Vec::new();
    for (name, cut, length) in
        [("98", "", page.len()), ("97", "WARC-Truncated: length\r\n", page.len()), ("96", "", 99_999)]
    {
        let block =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{page}");
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\n{cut}WARC-Target-URI: \
             https://www.sec.gov/litigation/litreleases/lr{name}.htm\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n",
            block.len()
        );
        whole.extend(format!("{head}{block}\r\n\r\n").into_bytes());
    }
    write(&file, &whole);
    let fresh = store(&dir.path().join("fresh"));
    let done = warc::import(&file, &blobs, &*fresh, 1 << 20).unwrap();
    assert_eq!((done.documents, done.skipped), (1, 2));
}
