//! companyfacts to values: the wanted rows, and every row, in bytes a second. The same file is read by
//! `scripts/peers/facts.py` with orjson.

use afb_build::sec::companyfacts;
use divan::Bencher;
use divan::counter::BytesCount;

fn main() {
    divan::main();
}

/// A real file where it is at hand, else one of the same shape.
fn file() -> String {
    let real = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/edgar/companyfacts/CIK0000320193.json");
    std::fs::read_to_string(real).unwrap_or_else(|_| made(25_000))
}

fn made(rows: usize) -> String {
    let tags: Vec<String> = (0..500)
        .map(|t| {
            let name = if t % 50 == 0 { "Revenues".to_owned() } else { format!("Tag{t}") };
            let rows: Vec<String> = (0..rows / 500)
                .map(|r| {
                    let year = 2009 + r % 15;
                    format!("{{\"start\":\"{year}-01-01\",\"end\":\"{year}-12-31\",\"val\":{},\"accn\":\"0000000001-{:02}-000001\",\"fy\":{year},\"fp\":\"FY\",\"form\":\"10-K\",\"filed\":\"{}-02-01\"}}", r * 1_000, year % 100, year + 1)
                })
                .collect();
            format!("\"{name}\":{{\"label\":\"L\",\"description\":\"D\",\"units\":{{\"USD\":[{}]}}}}", rows.join(","))
        })
        .collect();
    format!("{{\"cik\":1,\"entityName\":\"N\",\"facts\":{{\"us-gaap\":{{{}}}}}}}", tags.join(","))
}

#[divan::bench]
fn wanted(bencher: Bencher) {
    let json = file();
    bencher.counter(BytesCount::of_str(&json)).bench(|| companyfacts::read(&json).map(|f| f.facts.len()));
}

#[divan::bench]
fn every(bencher: Bencher) {
    let json = file();
    bencher.counter(BytesCount::of_str(&json)).bench(|| companyfacts::read_all(&json).map(|f| f.facts.len()));
}
