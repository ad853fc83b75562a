//! Reading the fields of releases: each reader over the releases of the mirror, or over a made-up one where
//! the mirror is not there.

use afb_build::release::segments::Segment;
use afb_build::release::{amounts, outcome, periods, provisions, relief, segments};
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const MADE_UP: &str = "The complaint alleges that from January 2001 through June 2003 Northvale, Inc. overstated its \
    revenue by $38 million in its annual reports for fiscal 2001 and 2002 and in the first two quarters of 2003. Roe \
    violated Sections 10(b), 13(a), 13(b)(2)(A) and (B) of the Exchange Act and Rules 10b-5, 12b-20, 13a-1 and 13a-13 \
    thereunder. Without admitting or denying the allegations, Roe consented to an injunction and agreed to pay a \
    $50,000 civil penalty. ";

fn releases() -> Vec<(String, Vec<Segment>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
    let mut texts: Vec<String> = Vec::new();
    if let Ok(entries) = std::fs::read_dir(folder) {
        for entry in entries.flatten() {
            if let Ok(bytes) = std::fs::read(entry.path()) {
                texts.push(afb_build::text::read(&bytes, None).content);
            }
        }
    }
    if texts.is_empty() {
        texts.extend((0..500).map(|_| MADE_UP.repeat(10)));
    }
    texts
        .into_iter()
        .map(|text| {
            let parts = segments::segment(&text);
            (text, parts)
        })
        .collect()
}

fn each(bencher: divan::Bencher, read: impl Fn(&str, &[Segment]) + Sync) {
    let releases = releases();
    bencher.counter(ItemsCount::new(releases.len())).bench(|| {
        for (text, parts) in &releases {
            read(text, parts);
        }
    });
}

#[divan::bench(sample_count = 5)]
fn fiscal_periods(bencher: divan::Bencher) {
    each(bencher, |text, parts| {
        divan::black_box(periods::read_release(text, parts));
    });
}

#[divan::bench(sample_count = 5)]
fn provisions_charged(bencher: divan::Bencher) {
    each(bencher, |text, _| {
        divan::black_box(provisions::read(text));
    });
}

#[divan::bench(sample_count = 5)]
fn amounts_and_payments(bencher: divan::Bencher) {
    each(bencher, |text, _| {
        let amounts = amounts::read(text);
        divan::black_box(relief::payments(text, &amounts));
    });
}

#[divan::bench(sample_count = 5)]
fn relief_kinds(bencher: divan::Bencher) {
    each(bencher, |text, _| {
        divan::black_box(relief::read(text));
    });
}

#[divan::bench(sample_count = 5)]
fn outcome_of_the_matter(bencher: divan::Bencher) {
    each(bencher, |text, _| {
        divan::black_box(outcome::read(text));
    });
}

#[divan::bench(sample_count = 5)]
fn parallel_actions(bencher: divan::Bencher) {
    each(bencher, |text, _| {
        divan::black_box(outcome::parallel_actions(text));
    });
}
