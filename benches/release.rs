//! Reading releases: at least 2,000 a second on two cores is asked for.
//!
//! The load is the mirror's real releases where the material is there, else one made release many times over.

use afb_build::release;
use rayon::prelude::*;

fn main() {
    divan::main();
}

const MADE: &str = "Litigation Release No. 99001 / May 4, 2005\n\nAccounting and Auditing Enforcement Release No. 9901 / May 4, 2005\n\nSecurities and Exchange Commission v. Jane Q. Doe and Northvale Devices, Inc., Civil Action No. 05-1 (D.D.C.)\n\nThe Securities and Exchange Commission today charged Northvale Devices, Inc. (Northvale) and Jane Q. Doe, its former chief financial officer. From January 2001 through March 2003, Northvale overstated revenue by $12 million by recording fictitious sales and kept side letters from its auditors. Doe violated Sections 10(b) and 13(b)(5) of the Securities Exchange Act of 1934 and Rules 10b-5 and 13b2-1 thereunder. Without admitting or denying the allegations, Doe consented to pay a civil penalty of $50,000.";

fn texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("the mirror is missing: one made release is read instead");
        return vec![MADE.to_owned(); 500];
    };
    let mut paths: Vec<_> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|p| std::fs::read(p).ok())
        .map(|b| afb_build::text::read(&b, None).content)
        .collect()
}

#[divan::bench(sample_count = 5)]
fn on_two_cores(bencher: divan::Bencher<'_, '_>) {
    let texts = texts();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    bencher.counter(divan::counter::ItemsCount::new(texts.len())).bench_local(|| match &pool {
        Ok(pool) => {
            pool.install(|| texts.par_iter().map(|t| release::read(t, None).issuers.len()).sum::<usize>())
        }
        Err(_) => texts.iter().map(|t| release::read(t, None).issuers.len()).sum(),
    });
}

#[divan::bench(sample_count = 5)]
fn on_one_core(bencher: divan::Bencher<'_, '_>) {
    let texts = texts();
    bencher
        .counter(divan::counter::ItemsCount::new(texts.len()))
        .bench_local(|| texts.iter().map(|t| release::read(t, None).issuers.len()).sum::<usize>());
}
