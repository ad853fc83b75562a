//! Hostile files: whatever the bytes, reading ends in a text or a named flag, in linear time.

use afb_build::span::Span;
use afb_build::text::{self, Media, Text};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use std::path::Path;
use std::time::{Duration, Instant};

/// What every text promises: spans in range and on character borders, in order; the way back rises.
fn check(text: &Text, length: usize) {
    let content = &text.content;
    let fits = |span: Span| span.start <= span.end && content.get(span.start..span.end).is_some();
    let mut end = 0;
    for block in &text.blocks {
        assert!(fits(block.span) && block.span.start >= end, "{block:?} after {end}");
        end = block.span.end;
    }
    for table in &text.tables {
        assert!(fits(table.span));
        for row in &table.rows {
            assert!(fits(row.span) && table.span.contains(row.span));
            for cell in &row.cells {
                assert!(fits(cell.span) && row.span.contains(cell.span) && !cell.span.is_empty());
            }
        }
    }
    assert!(text.anchors.iter().all(|a| content.is_char_boundary(a.at)));
    assert!(text.links.iter().all(|l| fits(l.span)));
    assert!(text.marks.iter().all(|m| fits(*m)));
    assert!(text.removed.iter().all(|r| content.is_char_boundary(r.at) && r.source.end <= length));
    for part in &text.parts {
        assert!(fits(part.span));
        let mut last = 0;
        // Every character of a small text, a sample of a large one.
        let step = 1 + part.span.len() / 5000;
        for (at, _) in text.at(part.span).char_indices().step_by(step) {
            let source = text.source.source_of(part.span.start + at);
            assert!(source >= last && source <= length, "{source} after {last} of {length}");
            last = source;
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let files = [
        "filings/nauh-2014q1.htm",
        "filings/medicis-fy1999.html",
        "filings/w_1996_31704.txt",
        "filings/gme-0001326380-23-000047.html",
        "mirror/releases/lr-19306.htm",
        "mirror/releases/lr-14776.txt",
        "pages/edgar/header/0001213900-25-032135.txt",
    ];
    let seeds: Vec<Vec<u8>> = files.iter().filter_map(|f| std::fs::read(root.join(f)).ok()).collect();
    if seeds.is_empty() {
        eprintln!("no ../shared: made-up seeds only");
    }
    let made = "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<html><table><tr><td rowspan=3>a<td>1<table><td>x</table></table>\
        <pre>\n a   1\n b   2\n</pre><sup>1</sup>&#146;&amp;\n</TEXT>\n</DOCUMENT>\n";
    let cut = |seed: Vec<u8>| seed.into_iter().take(60_000).collect();
    seeds.into_iter().map(cut).chain([made.as_bytes().repeat(20)]).collect()
}

/// 1,000 mutated HTML and SGML files: no panic, and every promise kept.
#[test]
fn a_thousand_mutated_files_are_read() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(4);
    let seeds = seeds();
    let pieces: [&[u8]; 16] = [
        b"<",
        b">",
        b"</td>",
        b"<table>",
        b"<TABLE>",
        b"<tr>",
        b"<pre>",
        b"&#",
        b"&#146;",
        b"\0",
        b"\xFF\xFE",
        b"<!--",
        b"<DOCUMENT>\n<TYPE>",
        b"\r",
        b"<td colspan=999999999 rowspan=99999999>",
        b"<PAGE>",
    ];
    for n in 0..1000 {
        let mut bytes = seeds[n % seeds.len()].clone();
        for _ in 0..random.random_range(1..40) {
            if bytes.is_empty() {
                break;
            }
            let at = random.random_range(0..bytes.len());
            match random.random_range(0..4) {
                0 => bytes[at] = random.random(),
                1 => drop(bytes.splice(at..at, pieces[random.random_range(0..pieces.len())].iter().copied())),
                2 => drop(bytes.drain(at..(at + random.random_range(1..200)).min(bytes.len()))),
                _ => bytes.truncate(at.max(100)),
            }
        }
        check(&text::read(&bytes, None), bytes.len());
    }
}

#[test]
fn real_files_keep_every_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: no ../shared/filings");
        return;
    };
    for entry in entries.flatten() {
        let bytes = std::fs::read(entry.path()).unwrap();
        check(&text::read(&bytes, None), bytes.len());
    }
}

/// Makes a file of about so many bytes.
type Shape = fn(usize) -> String;

/// Twice the input takes about twice the time, for shapes that are quadratic in careless readers.
#[test]
fn time_is_linear_in_size_and_nesting() {
    let shapes: [(&str, Shape); 12] = [
        ("open divs", |n| "<div>".repeat(n / 5)),
        ("open bold in divs", |n| "<div><b></div>x".repeat(n / 15)),
        ("open tables", |n| "<table><tr><td>x".repeat(n / 16)),
        ("stray ends", |n| format!("{}{}", "<i>".repeat(n / 6), "</b>".repeat(n / 8))),
        ("entities", |n| "&amp;&lt;&#146;&bogus;".repeat(n / 22)),
        ("one line", |n| format!("<pre>{}", "word  12  ".repeat(n / 10))),
        ("one line of tabs", |n| "a\t".repeat(n / 2)),
        ("row spans", |n| format!("<table>{}", "<tr><td rowspan=1000>a<td>b".repeat(n / 27))),
        ("angle brackets", |n| "<".repeat(n)),
        ("documents", |n| "<DOCUMENT>\n<TYPE>X\n<TEXT>\n".repeat(n / 26)),
        ("plain table rows", |n| "   Sales (a).   1   2.\n".repeat(n / 23)),
        ("attributes", |n| format!("<p {}>x", "a=b ".repeat(n / 4))),
    ];
    for (name, shape) in shapes {
        let time = |n: usize| {
            let bytes = shape(n).into_bytes();
            let start = Instant::now();
            let text = text::read(&bytes, None);
            assert!(text.content.len() <= 4 * bytes.len() + 16, "{name}");
            start.elapsed()
        };
        let (small, large) = (time(400_000), time(3_200_000));
        let most = small * 40 + Duration::from_millis(400);
        assert!(large < most, "{name}: {small:?} for 0.4 MB, {large:?} for 3.2 MB");
    }
}

/// 64 MB of one line, as HTML and as plain text.
#[test]
fn one_line_of_64_megabytes() {
    let line = "words and 1,234 figures, ".repeat(64 * 1024 * 1024 / 25);
    for media in [Media::Plain, Media::Html] {
        let text = text::read(line.as_bytes(), Some(media));
        assert_eq!(text.blocks.len(), 1);
        assert!(text.content.len() >= line.trim_end().len());
    }
}

/// The most memory that a process had which reads a file by the command, in kilobytes; looked at while it runs, since
/// what the system counts afterwards holds the memory of this process too.
#[cfg(target_os = "linux")]
fn peak(bytes: &[u8]) -> i64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, bytes).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["inspect", "text"])
        .arg(&path)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let found = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        most = most.max(found.unwrap_or(0));
        if let Some(ended) = child.try_wait().unwrap() {
            assert!(ended.success());
            return most;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Files of nothing but tiny cells, paragraphs, pages or lines stay under 300 MB, and their end is read.
#[test]
#[cfg(target_os = "linux")]
fn structure_does_not_fill_the_memory() {
    const SIZE: usize = 32 << 20;
    let shapes: [(&str, &str, &str); 8] = [
        ("cells of one row", "<html><table><tr>", "<td>1"),
        ("rows", "<html><table>", "<tr><td>1<td>2"),
        ("paragraphs", "<html>", "<p>1"),
        ("anchors", "<html>", "<a id=a>1"),
        ("pages", "", "<PAGE>\na\n"),
        ("short lines", "", "a\n\n"),
        ("drawn rows", "<TABLE>\n", "a  1  2  3\n"),
        ("documents", "", "<DOCUMENT>\n<TYPE>X\n<TEXT>\na\n"),
    ];
    for (name, start, piece) in shapes {
        let file = format!("{start}{}", piece.repeat(SIZE / piece.len()));
        let megabytes = peak(file.as_bytes()) >> 10;
        eprintln!("{name}: {megabytes} MB");
        assert!(megabytes < 300, "{name}: {megabytes} MB for {} MB", SIZE >> 20);
    }
    let line = "words and 1,234 figures, ".repeat(64 * 1024 * 1024 / 25);
    let megabytes = peak(line.as_bytes()) >> 10;
    assert!(megabytes < 300, "one line: {megabytes} MB");
}

/// Reading a real filing takes less than a byte of memory for each byte of the file, its own bytes and what is
/// printed of it aside.
#[test]
#[cfg(target_os = "linux")]
fn memory_beside_the_text_is_less_than_the_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: no ../shared/filings");
        return;
    };
    let html = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "htm" || ending == "html"));
    let bytes = html.map(|path| std::fs::read(path).unwrap()).max_by_key(Vec::len).unwrap();
    let (once, often) = (bytes.repeat(2), bytes.repeat(8));
    let taken = (peak(&often) - peak(&once)) as f64 * 1024.0;
    let (file, shown) = {
        let text = text::read(&once, None).content.len() * 3;
        ((often.len() - once.len()) as f64, text as f64)
    };
    // The text, once as such and once as JSON.
    let beside = (taken - file - 2.0 * shown) / file;
    eprintln!("{beside:.2} bytes for each byte of the file");
    assert!(beside < 1.0, "{beside:.2}");
}

/// What comes after the structure that is kept is still read: no word is lost.
#[test]
fn the_rest_of_a_fine_table_is_one_block() {
    let file = format!("<html><p>Head<table>{}</table><p>The end.", "<tr><td>1<td>2".repeat(150_000));
    let text = text::read(file.as_bytes(), None);
    check(&text, file.len());
    assert!(text.quality.iter().any(|flag| flag == "structure-cut"), "{:?}", text.quality);
    assert!(text.content.trim_end().ends_with("The end.") && text.content.starts_with("Head"));
    assert_eq!(text.content.split_whitespace().count(), 300_003);
    let lines = text::read("a  1  2\n\n".repeat(150_000).as_bytes(), None);
    check(&lines, 9 * 150_000);
    assert_eq!(lines.content.split_whitespace().count(), 450_000);
}

/// Fuzz target: HTML, SGML and plain text from any bytes. A second of it runs with the tests, `AFB_FUZZ_SECONDS` make
/// it longer; the number of inputs is printed.
#[test]
fn fuzz_text() {
    let tried = std::sync::atomic::AtomicUsize::new(0);
    let tried = std::panic::AssertUnwindSafe(&tried);
    let run = |bytes: &[u8]| {
        tried.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        for start in ["", "<html><table><td>", "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n"] {
            let file = [start.as_bytes(), bytes].concat();
            check(&text::read(&file, None), file.len());
        }
    };
    match std::env::var("AFB_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()) {
        Some(seconds) => bolero::check!().with_test_time(Duration::from_secs(seconds)).for_each(run),
        None => bolero::check!().with_iterations(20_000).for_each(run),
    }
    eprintln!("{} inputs", tried.load(std::sync::atomic::Ordering::Relaxed));
}

fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z]{1,8}",
        "[A-Z0-9 ,.$()-]{1,12}",
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        Just("\n\n".to_owned()),
        Just("\u{A0}\u{2019}\u{200B}".to_owned()),
        prop::sample::select(vec![
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<table>",
            "</table>",
            "<tr>",
            "<td>",
            "</td>",
            "<td colspan=2>",
            "<br>",
            "<pre>",
            "</pre>",
            "<sup>",
            "</sup>",
            "<div style='display:none'>",
            "</div>",
            "<li>",
            "<a href=x>",
            "</a>",
            "&nbsp;",
            "&#146;",
            "<hr style='page-break-after:always'>",
            "<PAGE>",
            "<h2>",
            "</h2>",
            "<!-- BEGIN TEXT -->",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..80).prop_map(|v| v.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn spans_fit_and_the_way_back_rises(file in soup(), html in any::<bool>()) {
        let media = if html { Media::Html } else { Media::Plain };
        check(&text::read(file.as_bytes(), Some(media)), file.len());
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&text::read(&bytes, None), bytes.len());
    }

    /// Clean text read again as plain text stays as it is, tags that are never closed and HTML included.
    #[test]
    fn cleaning_twice_changes_nothing(words in prop::collection::vec("[A-Za-z0-9,.'&$%()-]{1,9}|[\n \t]{1,5}|\u{92}|<PAGE>|<TABLE>|&amp;|&lt;|&gt;|&#60;|<|>|<b>|h1>|/", 0..120)) {
        let once = text::read(words.concat().as_bytes(), Some(Media::Plain)).content;
        let twice = text::read(once.as_bytes(), Some(Media::Plain)).content;
        prop_assert_eq!(once, twice);
    }

    /// The same for plain text made of broken tags and entities that fall together when others are taken out.
    #[test]
    fn seams_make_no_tags(words in prop::collection::vec(prop::sample::select(vec![
        "&", "#", "38", "60", ";", "&#38;", "&amp;", "&lt;", "amp;", "lt;", "nbsp;", "<", ">", "/", "!", "b", "h", "1",
        "td", "ht", "ml", "page", "<b>", "</i>", "<PAGE>", "<TABLE>", "--", " OF PAGE #", " ", "\n", "\t", "\u{A0}", "\u{C}", "12",
    ]), 0..60)) {
        let file = words.concat();
        let once = text::read(file.as_bytes(), Some(Media::Plain));
        prop_assume!(once.media == Media::Plain);
        check(&once, file.len());
        let twice = text::read(once.content.as_bytes(), Some(Media::Plain));
        prop_assert_eq!(&once.content, &twice.content);
    }

    /// Text that spells tags and entities keeps its words when it is read again, whatever it is then taken for.
    #[test]
    fn spelt_tags_stay_text(words in prop::collection::vec(prop::sample::select(vec![
        "&lt;", "&#60;", "&gt;", "h1", "b", "td", "/", "table", "PAGE", "DOCUMENT",
        "html", "<p>", "<b>", "</b>", " ", "Sales", "TYPE", "!doctype html", "div", "<br>",
    ]), 1..60)) {
        let page = format!("<html><body><p>{}</p></body></html>", words.concat());
        let once = text::read(page.as_bytes(), None);
        let twice = text::read(once.content.as_bytes(), None);
        prop_assert_eq!(twice.media, Media::Plain);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(words(&once.content), words(&twice.content));
    }

    #[test]
    fn one_line_is_stable(text in ".{0,200}") {
        let once = text::one_line(&text);
        prop_assert_eq!(text::one_line(&once), once);
    }

    #[test]
    fn sentences_cover_every_word_once(file in soup()) {
        let text = text::read(file.as_bytes(), Some(Media::Plain));
        for block in &text.blocks {
            let spans = text::sentences::of(&text.content, block.span);
            let joined: String = spans.iter().map(|s| text.at(*s)).collect();
            let bare = |t: &str| t.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&joined), bare(text.at(block.span)));
        }
    }
}
