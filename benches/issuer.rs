//! The issuer index over 900,000 made-up names: building it, asking it.
//! The same names and queries are written for `scripts/peers/issuer.py` by
//! `cargo bench --bench issuer -- --write FOLDER`.

use afb_build::ids::Cik;
use afb_build::issuer::{Index, Query};
use afb_build::sec::names::NameList;
use std::sync::LazyLock;

const NAMES: u64 = 900_000;

const STEMS: [&str; 40] = [
    "AR", "BEL", "COR", "DAN", "EL", "FEN", "GAR", "HOL", "IN", "JAS", "KER", "LAN", "MOR", "NOR", "OR",
    "PEN", "QUAR", "RAN", "SAL", "TAN", "UL", "VAN", "WES", "XAN", "YOR", "ZEL", "BRA", "CHE", "DRU", "FLO",
    "GLE", "HAR", "KIN", "LEX", "MID", "NEX", "OAK", "PRI", "STA", "TRI",
];
const KINDS: [&str; 24] = [
    "SOFTWARE",
    "ENERGY",
    "MEDICAL",
    "BANCORP",
    "FOODS",
    "STEEL",
    "MINING",
    "HOLDINGS",
    "SYSTEMS",
    "RESOURCES",
    "PHARMACEUTICALS",
    "INDUSTRIES",
    "TECHNOLOGIES",
    "FINANCIAL",
    "PARTNERS",
    "CAPITAL",
    "REALTY",
    "NETWORKS",
    "PRODUCTS",
    "GROUP",
    "INTERNATIONAL",
    "SHIPPING",
    "ELECTRIC",
    "MEDIA",
];
const FORMS: [&str; 12] =
    ["INC", "CORP", "CO", "LTD", "LLC", "LP", "INC /DE/", "CORP /NEW/", "PLC", "N V", "FUND", ""];

/// A small generator, so that every run sees the same names.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn word(numbers: &mut Numbers) -> String {
    (0..2 + numbers.below(2)).map(|_| numbers.pick(&STEMS)).collect()
}

fn name(numbers: &mut Numbers) -> String {
    // Two of five filers are persons, as on EDGAR.
    if numbers.below(5) < 2 {
        return format!("{} {} {}", word(numbers), word(numbers), char::from(b'A' + numbers.below(26) as u8));
    }
    let mut parts = vec![word(numbers)];
    (0..numbers.below(3)).for_each(|_| parts.push(numbers.pick(&KINDS).to_owned()));
    parts.push(numbers.pick(&FORMS).to_owned());
    parts.join(" ").trim().to_owned()
}

static LIST: LazyLock<NameList> = LazyLock::new(|| {
    let mut numbers = Numbers(7);
    let mut list = NameList::default();
    (0..NAMES).for_each(|at| list.push(&name(&mut numbers), Cik(at + 1)));
    list
});
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::build(LIST.clone()));

/// Names as releases print them: a known one, a misspelt one, an unknown one, a short one.
static QUERIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut numbers = Numbers(11);
    (0..400)
        .map(|at| {
            let (known, _) = LIST.get(numbers.below(NAMES as usize)).expect("a row");
            match at % 4 {
                0 => format!("The {}, Inc.", known.trim_end_matches(" INC")),
                1 => known.replacen('A', "E", 1),
                2 => format!("{} Software & Sons Corp.", word(&mut numbers)),
                _ => known.split(' ').next().unwrap_or("").to_owned(),
            }
        })
        .collect()
});

#[divan::bench(sample_count = 3, sample_size = 1)]
fn build(bencher: divan::Bencher) {
    LazyLock::force(&LIST);
    bencher.with_inputs(|| LIST.clone()).bench_values(Index::build);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn four_hundred_queries(bencher: divan::Bencher) {
    LazyLock::force(&INDEX);
    bencher.bench(|| QUERIES.iter().filter(|q| INDEX.resolve(&Query::named(q)).cik.is_some()).count());
}

fn main() {
    let mut arguments = std::env::args().skip_while(|a| a != "--write").skip(1);
    if let Some(folder) = arguments.next() {
        let folder = std::path::Path::new(&folder);
        let save = |file: &str, lines: Vec<String>| {
            use std::io::Write;
            let mut out = std::fs::File::create(folder.join(file)).expect("a file");
            out.write_all(lines.join("\n").as_bytes()).expect("written");
        };
        save("names.txt", LIST.iter().map(|(name, cik)| format!("{name}:{cik}:")).collect());
        save("queries.txt", QUERIES.clone());
        let started = std::time::Instant::now();
        LazyLock::force(&INDEX);
        println!("build {:.2} s", started.elapsed().as_secs_f64());
        // Once over, so that no page of the index is touched for the first time.
        QUERIES.iter().for_each(|query| drop(INDEX.resolve(&Query::named(query))));
        // The least of three tries: other work on the machine is no part of a look-up.
        let worst = QUERIES
            .iter()
            .filter_map(|query| {
                (0..3)
                    .map(|_| {
                        let started = std::time::Instant::now();
                        drop(INDEX.resolve(&Query::named(query)));
                        started.elapsed()
                    })
                    .min()
                    .map(|took| (took, query.as_str()))
            })
            .max()
            .unwrap_or_default();
        let started = std::time::Instant::now();
        QUERIES.iter().for_each(|query| drop(INDEX.resolve(&Query::named(query))));
        let mean = started.elapsed().as_secs_f64() / QUERIES.len() as f64;
        println!(
            "look-up mean {:.3} ms, worst {:.3} ms ({})",
            mean * 1e3,
            worst.0.as_secs_f64() * 1e3,
            worst.1
        );
        let peak = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        peak.lines().filter(|l| l.starts_with("VmHWM")).for_each(|l| println!("{l}"));
        return;
    }
    divan::main();
}
