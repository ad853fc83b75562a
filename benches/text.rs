//! Speed of the readers on the real filings beside the project, and on nested shapes of growing size (the curve
//! should be flat: bytes a second do not fall with size). `scripts/peers/text.py` prints peers beside it.

use afb_build::text;
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use std::path::Path;

fn main() {
    divan::main();
}

fn filings(html: bool) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("no ../shared/filings: one made-up page instead");
        return vec![nested(100_000).into_bytes()];
    };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    let is_html = |p: &Path| p.extension().is_some_and(|x| x == "htm" || x == "html");
    let wanted =
        paths.into_iter().filter(|p| p.extension().is_some_and(|x| x != "csv") && is_html(p) == html);
    wanted.filter_map(|p| std::fs::read(p).ok()).collect()
}

fn nested(elements: usize) -> String {
    let page: String =
        (0..elements).map(|n| format!("<div><table><tr><td><b>{n}</b> words of text</td>")).collect();
    format!("<html><body>{page}")
}

fn read_all(bencher: Bencher, files: Vec<Vec<u8>>) {
    let bytes: usize = files.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for file in &files {
            black_box(text::read(black_box(file), None));
        }
    });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn html_filings(bencher: Bencher) {
    read_all(bencher, filings(true));
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn plain_filings(bencher: Bencher) {
    read_all(bencher, filings(false));
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 5, sample_size = 1)]
fn nesting(bencher: Bencher, elements: usize) {
    read_all(bencher, vec![nested(elements).into_bytes()]);
}

#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 5, sample_size = 1)]
fn one_line(bencher: Bencher, words: usize) {
    read_all(bencher, vec!["word 1,234 and text ".repeat(words).into_bytes()]);
}
