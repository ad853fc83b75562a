//! Fuzz targets for every reader of bytes that come from outside. In the tests each runs for a moment; for longer,
//! set `AFB_FUZZ_SECONDS` and name one target: `AFB_FUZZ_SECONDS=1200 cargo test --release --test it fuzz::`.
//!
//! Inputs are valid seeds with edits, so that they get past the first check, and now and then bytes without a seed.
//! A target says nothing about what is read, only that reading ends without a panic, soon, and twice alike.

use afb_build::eval::item::Item;
use afb_build::fetch::blobs::Blobs;
use afb_build::fetch::{import, warc};
use afb_build::ids::{Accession, Cik, Form};
use afb_build::issuer::{Index, Query};
use afb_build::quality::review::{self, Kind, Question};
use afb_build::sample;
use afb_build::sec::{
    aaer_index, companyfacts, ex27, form_index, names::NameList, robots::Robots, submission_text,
    submissions, tickers, urls,
};
use afb_build::store::Store;
use afb_build::text;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

/// The longest that one input may take: far more than any needs, far less than a quadratic reader takes.
const SLOW: Duration = Duration::from_secs(5);
/// Inputs of a target in the tests.
const ITERATIONS: usize = 250;
/// Bytes of a seed that are used: edits near the start matter more than length.
const SEED: usize = 24_000;

/// What a fuzzer decides: which seed, and edits of kind, place and material.
type Plan = (u8, Vec<(u8, u32, u16)>, Vec<u8>);

/// Runs a target over edited seeds.
fn fuzz(seeds: &[Vec<u8>], pieces: &[&[u8]], target: impl Fn(&[u8])) {
    let target = std::panic::AssertUnwindSafe(&target);
    let tried = AtomicUsize::new(0);
    let counted = std::panic::AssertUnwindSafe(&tried);
    let run = move |plan: &Plan| {
        counted.fetch_add(1, Ordering::Relaxed);
        let bytes = edited(seeds, pieces, plan);
        let started = cpu_time();
        target(&bytes);
        let took = cpu_time() - started;
        assert!(took < SLOW, "{} bytes took {took:?}", bytes.len());
    };
    let seconds = std::env::var("AFB_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let check = bolero::check!().with_type::<Plan>();
    match seconds {
        Some(seconds) => check.with_test_time(Duration::from_secs(seconds)).for_each(run),
        None => check.with_iterations(ITERATIONS).for_each(run),
    }
    eprintln!("{} inputs", tried.load(Ordering::Relaxed));
}

/// The CPU time of this thread, which a busy machine does not lengthen.
fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock writes one timespec, which is there.
    let answer = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(answer, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn edited(seeds: &[Vec<u8>], pieces: &[&[u8]], (seed, edits, noise): &Plan) -> Vec<u8> {
    let Some(mut bytes) = seeds.get(usize::from(*seed) % (seeds.len() + 1)).cloned() else {
        return noise.clone();
    };
    for (kind, place, material) in edits.iter().take(24) {
        let material = usize::from(*material);
        let at = *place as usize % (bytes.len() + 1);
        let end = (at + material % 200).min(bytes.len());
        match kind % 6 {
            0 => drop(bytes.splice(at..end, [material as u8])),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            3 => bytes.truncate(at.max(16)),
            4 => drop(bytes.splice(at..at, noise.iter().copied().take(64))),
            _ => {
                let piece = pieces.get(material % pieces.len().max(1)).copied().unwrap_or_default();
                drop(bytes.splice(at..at, piece.iter().copied()));
            }
        }
    }
    bytes
}

static SITE: LazyLock<sample::Site> = LazyLock::new(sample::site);

/// Pages of the sample whose address holds a word, at most four.
fn pages(word: &str) -> Vec<Vec<u8>> {
    let seeds: Vec<Vec<u8>> = SITE
        .pages()
        .filter(|page| page.status == 200 && page.url.contains(word))
        .step_by(7)
        .take(4)
        .map(|page| page.body.iter().copied().take(SEED).collect())
        .collect();
    assert!(!seeds.is_empty(), "{word}");
    seeds
}

const JSON: [&[u8]; 12] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"null",
    b"\"",
    b"-1e999",
    b"18446744073709551616",
    b"\\u0000",
    b"\\ud800",
    b",",
    b"\xff",
];
const HTML: [&[u8]; 10] = [
    b"<tr>",
    b"</td>",
    b"<table>",
    b"<a href='?page=0'>",
    b"AAER-99999999999",
    b"&#0;",
    b"\0",
    b"<!--",
    b"\xE2\x80",
    b"34-",
];
const WORDS: [&[u8]; 12] = [
    b"fiscal year ended ",
    b"$",
    b"31 of February 2004",
    b" through ",
    b"99999999999999999999",
    b"\xE2\x80\x99",
    b"\xC2\xA0",
    b"Inc.",
    b"n/k/a",
    b" million",
    b"(",
    b"\n\n",
];

#[test]
fn the_index() {
    fuzz(&pages("enforcement-releases"), &HTML, |bytes| {
        let url =
            "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases?page=0";
        let (once, twice) = (aaer_index::read(bytes, Some(url)), aaer_index::read(bytes, Some(url)));
        assert_eq!(format!("{once:?}"), format!("{twice:?}"));
    });
}

#[test]
fn submissions_files() {
    fuzz(&pages("/submissions/"), &JSON, |bytes| {
        let main = submissions::parse_main(bytes);
        if let (Ok(mut main), Ok(page)) = (main, submissions::parse_page(bytes)) {
            main.merge("page", page);
        }
    });
}

#[test]
fn companyfacts_files() {
    let query = companyfacts::Query {
        original: "0009990001-12-000001".parse().unwrap(),
        restated: None,
        period_end: "2011-12-31".parse().unwrap(),
        months: 12,
    };
    fuzz(&pages("/companyfacts/"), &JSON, |bytes| {
        if let Ok(facts) = companyfacts::read_all(&String::from_utf8_lossy(bytes)) {
            facts.align(&query);
            facts.traps();
        }
    });
}

#[test]
fn lists_of_the_sec() {
    let form = "Form Type   Company Name      CIK         Date Filed  File Name\n---------\n\
                10-K405/A   Example Corp      9990001     2003-03-31  edgar/data/9990001/0009990001-03-000001.txt\n";
    let mut seeds = pages("cik-lookup-data");
    seeds.extend(pages("company_tickers"));
    seeds.extend([form.into(), "User-agent: *\nDisallow: /cgi-bin\nAllow: /\n".into()]);
    fuzz(&seeds, &JSON, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let _ = tickers::parse(bytes);
        let names = NameList::parse(bytes);
        assert_eq!(names.iter().count(), names.len());
        let _ = form_index::parse(bytes, |_, _| true);
        let _ = Robots::parse(&text).allows(&text);
        let _ = urls::canonical(Some(urls::INDEX), &text);
        let _ = urls::submissions_page(&text);
        let _ = urls::alternatives(&text, Some(2004), &[text.to_string()]);
        let accession: Accession = "0009990001-04-000003".parse().unwrap();
        let folder = "https://www.sec.gov/Archives/edgar/data/1/000999000104000003/";
        let url = urls::archive_file(Cik(1), &accession, &text);
        let whole = urls::archive_text(Cik(1), &accession);
        assert!(url.is_none_or(|url| url.starts_with(folder) || url == whole), "{text:?}");
    });
}

#[test]
fn submissions_in_one_text() {
    let pieces: [&[u8]; 9] = [
        b"<DOCUMENT>\n",
        b"</DOCUMENT>\n",
        b"<TYPE>EX-27\n",
        b"<TEXT>\n",
        b"</TEXT>\n",
        b"<PDF>\n",
        b"begin 644 x.pdf\n",
        b"<SEC-HEADER>\n",
        b"<MULTIPLIER> 1,000\n",
    ];
    fuzz(&pages(".txt"), &pieces, |bytes| {
        let _ = submission_text::is_submission(bytes);
        let _ = submission_text::parse(bytes);
        for schedule in ex27::read(&String::from_utf8_lossy(bytes)) {
            let _ = schedule.unit();
        }
    });
}

#[test]
fn releases() {
    let mut seeds = pages("/litigation-releases/");
    seeds.extend(pages("/files/litigation/").into_iter().filter(|page| !page.starts_with(b"%PDF")));
    fuzz(&seeds, &WORDS, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let reading = afb_build::release::read(&text, Some("Example Corp., and A. Example"));
        let _ = format!("{reading:?}");
    });
}

#[test]
fn filings() {
    let pieces: [&[u8]; 8] = [
        b"Item 7.",
        b"ITEM 8",
        b"<table><tr><td>",
        b"(in thousands)",
        b"(1,234)",
        b"as restated",
        b"Amendment No. ",
        b"PART III",
    ];
    let seeds: Vec<Vec<u8>> = pages("/Archives/edgar/data/");
    fuzz(&seeds, &pieces, |bytes| {
        let read = text::read(bytes, None);
        let _ = afb_build::filing::reading::read(bytes, &read, &Form::parse("10-K/A"));
    });
}

#[test]
fn issuer_names() {
    let list = SITE.get("https://www.sec.gov/Archives/edgar/cik-lookup-data.txt").unwrap();
    let index = Index::build(NameList::parse(&list.body));
    let names =
        ["Example Holdings, Inc. (f/k/a Sample Corp.), et al.", "7H Oil and Gas LLC and B. Example", "X"];
    let seeds: Vec<Vec<u8>> = names.iter().map(|name| name.as_bytes().to_vec()).collect();
    fuzz(&seeds, &WORDS, |bytes| {
        let query = Query::named(&String::from_utf8_lossy(bytes));
        assert_eq!(index.resolve(&query), index.resolve(&query));
    });
}

#[test]
fn answers_of_models() {
    let seeds = [
        "```json\n{\"is_fraud\": true, \"quotes\": [\"a\", \"b\"]}\n```",
        "<think>maybe {\"is_fraud\": false}</think>{\"is_fraud\": \"yes\"}",
        "{\"result\": {\"is_fraud\": true}}",
        "[{\"is_fraud\": 1}]",
    ];
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    let pieces = [&JSON[..], &[b"```".as_slice(), b"<think>", b"</think>", b"{\"result\":"]].concat();
    fuzz(&seeds, &pieces, |bytes| {
        use afb_build::llm::answer;
        if let Ok(object) = answer::unwrap(&String::from_utf8_lossy(bytes)) {
            let _ = answer::boolean(&object, "is_fraud");
            let _ = answer::choice(&object, "is_fraud", &["yes", "no"]);
            let _ = answer::number(&object, "is_fraud");
            let _ = answer::list(&object, "quotes");
        }
    });
}

/// Imports bytes as a file of one kind into an empty cache; nothing may appear beside it.
fn import_all(bytes: &[u8], name: &str, act: impl Fn(&Path, &Blobs, &Store)) {
    let dir = tempfile::tempdir().unwrap();
    let inside = dir.path().join("in");
    std::fs::create_dir(&inside).unwrap();
    let file = inside.join(name);
    std::fs::write(&file, bytes).unwrap();
    let data = dir.path().join("data");
    let store = Store::open(&data, "test").unwrap();
    act(&file, &Blobs::new(&data), &store);
    let mut left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["data", "in"]);
}

#[test]
fn manifests() {
    let seed = "url\tstatus\tcontent_type\tpath\tsha256\tfetched_at\n\
                https://www.sec.gov/a.htm\t200\ttext/html\tmanifest.tsv\t\t2026-01-01T00:00:00Z\n\
                https://www.sec.gov/b.htm\t404\t\t\t\t\n";
    let pieces: [&[u8]; 8] =
        [b"\t", b"\n", b"../", b"\0", b"https://example.test/", b"200", b"/etc/hostname", b"\xff"];
    let at = "2026-10-05T12:00:00Z".parse().unwrap();
    fuzz(&[seed.into()], &pieces, |bytes| {
        import_all(bytes, "manifest.tsv", |file, blobs, store| {
            let _ = import::manifest(file, blobs, store, at, 200 << 20);
        });
    });
}

#[test]
fn warc_files() {
    let body = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>Example</html>";
    let seed = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://www.sec.gov/a.htm\r\n\
         WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{body}\r\n\r\n",
        body.len()
    );
    let chunked = seed.replace("Content-Type: text/html", "Transfer-Encoding: chunked");
    let packed = crate::sec::gzip(seed.as_bytes());
    let pieces: [&[u8]; 8] = [
        b"\r\n",
        b"WARC/1.0\r\n",
        b"Content-Length: 99999999999999999\r\n",
        b"Content-Encoding: gzip\r\n",
        b"\x1f\x8b",
        b"ffffffffffffffff\r\n",
        b"WARC-Payload-Digest: sha256:AAAA\r\n",
        b"\0",
    ];
    fuzz(&[seed.into(), chunked.into(), packed], &pieces, |bytes| {
        import_all(bytes, "x.warc", |file, blobs, store| {
            let _ = warc::import(file, blobs, store, 1 << 20);
        });
    });
}

#[test]
fn prediction_files() {
    let seed = "{\"id\": \"x-1\", \"model\": \"m\", \"raw\": \"yes\", \"parsed\": {\"answer\": \"yes\"}}\n{\"id\": \"x-2\"}\n";
    let items: Vec<Item> = Vec::new();
    fuzz(&[seed.into()], &JSON, |bytes| {
        let read = afb_build::eval::predictions::read(bytes, &items);
        let lines = bytes.split(|byte| *byte == b'\n').count();
        assert!(read.faults.iter().all(|fault| fault.line <= lines));
    });
}

/// Whatever a spreadsheet made of the sheet: answers taken are among those allowed, or rows are named as wrong.
#[test]
fn review_sheets() {
    let question = |kind: Kind, subject: &str, allowed: &[&str]| Question {
        kind,
        subject: subject.to_owned(),
        evidence: "Quarrystone Widgets, Inc.\n\"words\"; =1+1".to_owned(),
        proposed: "ambiguous".to_owned(),
        allowed: allowed.iter().map(|answer| (*answer).to_owned()).collect(),
    };
    let questions = [
        question(Kind::Issuer, "AAER-9001|Quarrystone Widgets, Inc.", &["9990001", "none"]),
        question(Kind::Keep, "AAER-9002:LR-1", &["keep", "drop"]),
        question(Kind::Check, "pattern/CASE-AAER-9001/9990001/FY2004", &["right", "wrong", "unsure"]),
    ];
    let asked: BTreeMap<String, Question> = questions.iter().map(|q| (q.key(), q.clone())).collect();
    let empty = review::write(&questions).unwrap();
    let text = String::from_utf8(empty.clone()).unwrap();
    let semicolons = text.replace(',', ";").into_bytes();
    let pieces: [&[u8]; 12] = [
        b",",
        b";",
        b"\"",
        b"\r\n",
        b"keep",
        b"none",
        b"=1+1",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\0",
        b"\t",
        b"right",
    ];
    fuzz(&[empty, semicolons], &pieces, |bytes| {
        if let Err(rows) = review::read(bytes, &asked) {
            assert!(!rows.is_empty());
        }
    });
}

/// What a worker is sent: frames of documents that are PDFs, or hardly.
#[test]
fn pdf_files() {
    let mut seeds: Vec<Vec<u8>> = SITE
        .pages()
        .filter(|page| page.status == 200 && page.body.starts_with(b"%PDF"))
        .take(4)
        .map(|page| page.body.clone())
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/pdf/files");
    match std::fs::read_dir(folder) {
        Ok(entries) => seeds.extend(entries.flatten().filter_map(|entry| std::fs::read(entry.path()).ok())),
        Err(_) => eprintln!("no ../shared/pdf: the sample's PDFs only"),
    }
    seeds.sort();
    let pieces: [&[u8]; 12] = [
        b"endobj",
        b"stream\n",
        b"endstream",
        b"<<",
        b">>",
        b"[",
        b"/Length 99999999",
        b" 0 R",
        b"/Filter /FlateDecode",
        b"%%EOF",
        b"(",
        b"/Kids [1 0 R]",
    ];
    let worker = Mutex::new(Worker::start());
    let deaths = AtomicUsize::new(0);
    fuzz(&seeds, &pieces, |bytes| {
        let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
        // A worker that dies is replaced, as the program does, and its document is malformed.
        let Ok(answer) = worker.ask(bytes) else {
            deaths.fetch_add(1, Ordering::Relaxed);
            *worker = Worker::start();
            return;
        };
        let flagged = answer["flags"].as_array().is_some_and(|flags| !flags.is_empty());
        let empty = answer["paragraphs"].as_array().is_none_or(Vec::is_empty);
        assert!(flagged || !empty, "{answer}");
    });
    eprintln!("{} workers died", deaths.into_inner());
}

/// The program's worker for PDFs, spoken to as the program does.
struct Worker {
    child: Child,
}

impl Worker {
    fn start() -> Worker {
        let child = Command::new(env!("CARGO_BIN_EXE_afb-build"))
            .arg("pdf-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Worker { child }
    }

    fn ask(&mut self, bytes: &[u8]) -> std::io::Result<serde_json::Value> {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(&u32::try_from(bytes.len()).unwrap().to_le_bytes())?;
        input.write_all(bytes)?;
        let output = self.child.stdout.as_mut().unwrap();
        let mut length = [0; 4];
        output.read_exact(&mut length)?;
        let mut answer = vec![0; u32::from_le_bytes(length) as usize];
        output.read_exact(&mut answer)?;
        Ok(serde_json::from_slice(&answer).unwrap())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have died by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn reports_are_read_whatever_the_bytes() {
    let mut seeds = pages("/Archives/edgar/data/");
    seeds.extend(pages("/litigation-releases/"));
    fuzz(&seeds, &HTML, |bytes| {
        let (once, twice) = (text::read(bytes, None), text::read(bytes, None));
        assert_eq!(once.content, twice.content);
    });
}
