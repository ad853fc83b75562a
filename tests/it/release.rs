//! Readings of real releases: fields checked by hand, quotes in place, the procedural gate over the index.

use afb_build::release::{self, header, procedural, provisions};
use afb_build::{span::Span, text};
use serde::Deserialize;
use std::path::{Path, PathBuf};

fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(part);
    if !path.exists() {
        eprintln!("skipped: the material {part} is not here");
        return None;
    }
    Some(path)
}

/// What a reader found in one release. A field is absent where the release leaves room for doubt.
#[derive(Deserialize)]
struct Expected {
    file: String,
    /// The index's cell.
    respondents: Option<String>,
    aaer_numbers: Vec<String>,
    release_numbers: Vec<String>,
    date: Option<String>,
    kind: String,
    substantive: bool,
    /// Names and roles, in the caption's order.
    parties: Option<Vec<(String, String)>>,
    /// Issuers whose statements were false.
    issuers: Option<Vec<String>>,
    category: Option<String>,
    /// First and last day of the conduct; two nulls where the release tells of no time.
    conduct: Option<[Option<String>; 2]>,
    /// Labels of the affected periods.
    periods: Option<Vec<String>>,
    /// Provisions charged, by code.
    provisions: Option<Vec<String>>,
    /// Stage of the matter, and whether findings were admitted where it says.
    outcome: Option<(String, Option<bool>)>,
    /// Relief and whether it is ordered.
    relief: Option<Vec<(String, bool)>>,
    /// Sums as printed, with value and unit.
    amounts: Vec<(String, f64, String)>,
    /// Who pays, what for and how much.
    penalties: Option<Vec<(Option<String>, String, f64)>>,
    /// Fields that the program is known to read otherwise: each is taken off when it reads right.
    #[serde(default)]
    misread: Vec<String>,
    /// Words that stand in the mechanism; null where the release tells none.
    mechanism: Option<String>,
}

fn json<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap_or_default().to_owned()
}

/// Releases drawn at random from the mirror and read by hand, all fields.
#[test]
fn golden_releases() {
    let Some(folder) = shared("mirror/releases") else { return };
    let all: Vec<Expected> = serde_json::from_str(include_str!("../golden/release/fields.json")).unwrap();
    assert_eq!(all.len(), 42);
    let mut wrong = Vec::new();
    let (mut fields, mut missed) = (0, 0);
    for want in &all {
        let content = text::read(&std::fs::read(folder.join(&want.file)).unwrap(), None).content;
        let got = release::read(&content, want.respondents.as_deref());
        let mut differ = |field: &str, same: bool, have: String| {
            fields += 1;
            let misread = want.misread.iter().any(|known| known == field);
            missed += usize::from(misread);
            if same && misread {
                wrong.push(format!("{} {field} is read right now", want.file));
            } else if !same && !misread {
                wrong.push(format!("{} {field}: {have}", want.file));
            }
        };
        let numbers: Vec<String> = got.header.aaer_numbers.iter().map(ToString::to_string).collect();
        differ("aaer_numbers", numbers == want.aaer_numbers, format!("{numbers:?}"));
        let others = &got.header.release_numbers;
        differ("release_numbers", *others == want.release_numbers, format!("{others:?}"));
        let date = got.header.date.map(|d| d.to_string());
        differ("date", date == want.date, format!("{date:?}"));
        differ("kind", json(got.header.kind) == want.kind, json(got.header.kind));
        differ("substantive", got.is_substantive() == want.substantive, got.is_substantive().to_string());
        let parties: Vec<(String, String)> =
            got.parties.iter().map(|p| (p.name.clone(), json(p.role))).collect();
        differ("parties", want.parties.as_ref().is_none_or(|w| *w == parties), format!("{parties:?}"));
        let issuers: Vec<String> = got.issuers.iter().map(|i| i.name.clone()).collect();
        differ("issuers", want.issuers.as_ref().is_none_or(|w| *w == issuers), format!("{issuers:?}"));
        let category = json(got.verdict.category);
        differ("category", want.category.as_ref().is_none_or(|w| *w == category), category.clone());
        let days = [got.periods.conduct.start, got.periods.conduct.end].map(|day| day.map(|d| d.to_string()));
        differ("conduct", want.conduct.as_ref().is_none_or(|w| *w == days), format!("{days:?}"));
        let periods: Vec<String> = got.periods.periods.iter().map(|p| p.period.label.clone()).collect();
        differ("periods", want.periods.as_ref().is_none_or(|w| *w == periods), format!("{periods:?}"));
        let codes = provisions::codes(&got.provisions);
        differ("provisions", want.provisions.as_ref().is_none_or(|w| *w == codes), format!("{codes:?}"));
        let outcome = (json(got.outcome.stage), got.outcome.admitted);
        differ("outcome", want.outcome.as_ref().is_none_or(|w| *w == outcome), format!("{outcome:?}"));
        let relief: Vec<(String, bool)> = got.relief.iter().map(|r| (json(r.kind), r.ordered)).collect();
        differ("relief", want.relief.as_ref().is_none_or(|w| *w == relief), format!("{relief:?}"));
        let amounts: Vec<(String, f64, String)> =
            got.amounts.iter().map(|a| (a.text.clone(), a.value, a.unit.to_owned())).collect();
        differ("amounts", amounts == want.amounts, format!("{amounts:?}"));
        let penalties: Vec<(Option<String>, String, f64)> = got
            .payments
            .iter()
            .map(|p| (p.party.map(|s| header::one_line(s.of(&content))), json(p.kind), p.value))
            .collect();
        differ(
            "penalties",
            want.penalties.as_ref().is_none_or(|w| *w == penalties),
            format!("{penalties:?}"),
        );
        let told = got.mechanism.as_ref().map(|m| header::one_line(m.span.of(&content)));
        let same = match (&want.mechanism, &told) {
            (Some(words), Some(told)) => told.contains(words.as_str()),
            (want, told) => want.is_none() && told.is_none(),
        };
        differ("mechanism", same, format!("{told:?}"));
    }
    eprintln!("{missed} of {fields} fields are misread");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// One endless sentence of anything takes time by its length, not by the square of it.
#[test]
fn reading_time_is_linear() {
    let shapes: [(&str, &str); 7] = [
        ("amounts", "$99,999 billion and $1 million $-5 "),
        ("marks", "&\u{FFFD}<,;"),
        ("years", "2001\t"),
        (
            "sentences",
            "The Commission alleges that Northvale, Inc. overstated its revenue in 2001 by $5 million. ",
        ),
        (
            "totals",
            "disgorgement of $1,100 and prejudgment interest of $200 for a total of $1,300 paid by Roe. ",
        ),
        (
            "reports",
            "Roe overstated revenue in the annual reports for 1997 through 2000 and the first quarter of 2001. ",
        ),
        ("penalties", "Roe and Doe agreed to pay a civil penalty of $50,000 and "),
    ];
    for (name, piece) in shapes {
        let time = |n: usize| {
            let text = piece.repeat(n / piece.len());
            let start = std::time::Instant::now();
            std::hint::black_box(release::read(&text, None));
            start.elapsed()
        };
        time(1_000);
        let (small, large) = (time(60_000), time(480_000));
        let most = small * 40 + std::time::Duration::from_millis(600);
        assert!(large < most, "{name}: {small:?} for 60 kB, {large:?} for 480 kB");
    }
}

/// LLM L17, invented quotes: whatever a reading quotes stands verbatim at its span, in every release of the mirror.
#[test]
fn every_quote_is_in_place() {
    let Some(folder) = shared("mirror/releases") else { return };
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let content = text::read(&std::fs::read(entry.unwrap().path()).unwrap(), None).content;
        let reading = release::read(&content, None);
        let place = |span: Span| {
            assert!(content.get(span.start..span.end).is_some_and(|s| !s.trim().is_empty()), "{span:?}");
            content[span.start..span.end].to_owned()
        };
        for issuer in &reading.issuers {
            assert!(
                header::one_line(&place(issuer.span)).starts_with(issuer.name.trim_end_matches('.')),
                "{issuer:?}"
            );
        }
        for party in &reading.parties {
            if let Some(span) = party.span {
                let printed = header::one_line(&place(span)).to_lowercase();
                assert!(printed.contains(&party.name.to_lowercase()), "{party:?} {printed}");
            }
        }
        reading.signals.iter().for_each(|s| drop(place(s.span)));
        reading.provisions.iter().for_each(|p| drop(place(p.span)));
        reading.periods.periods.iter().for_each(|p| drop(place(p.span)));
        reading.amounts.iter().for_each(|a| assert_eq!(place(a.span), a.text));
        if let Some(mechanism) = &reading.mechanism {
            assert!(place(mechanism.span).len() >= 30);
        }
        let mut at = 0;
        for segment in &reading.segments {
            assert_eq!(segment.span.start, at);
            at = segment.span.end;
        }
        assert_eq!(at, content.len());
        assert!((0.0..=1.0).contains(&reading.confidence));
        read += 1;
    }
    assert!(read > 400);
}

/// Rows of the index with an order kind in brackets are all caught, and no release of the coded sample is dropped.
#[test]
fn the_procedural_gate_over_the_index() {
    let Some(folder) = shared("truth") else { return };
    let coded: std::collections::BTreeSet<String> =
        csv::Reader::from_path(folder.join("violations_mark5.csv"))
            .unwrap()
            .records()
            .map(|r| r.unwrap()[0].to_owned())
            .collect();
    let mut rows = csv::Reader::from_path(folder.join("index_rows_2004_2026.csv")).unwrap();
    let (mut caught, mut missed, mut dropped) = (0, Vec::new(), Vec::new());
    for row in rows.records() {
        let row = row.unwrap();
        let (number, respondents, suffix) = (&row[0], &row[2], &row[9]);
        let found = procedural::bracketed(respondents);
        match (suffix.is_empty(), found) {
            (false, None) => missed.push(respondents.to_owned()),
            (false, Some(_)) => caught += 1,
            (true, Some(_)) if coded.contains(number) => dropped.push(number.to_owned()),
            _ => {}
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(dropped.is_empty(), "{dropped:#?}");
    assert!(caught > 50);
}

/// Orders of all eras have their numbers, parties and issuer read.
#[test]
fn orders_are_read_as_orders() {
    let Some(folder) = shared("pdf/truth") else { return };
    let (mut orders, mut numbered, mut all) = (0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let content =
            text::read(&std::fs::read(entry.unwrap().path()).unwrap(), Some(text::Media::Plain)).content;
        let reading = release::read(&content, None);
        all += 1;
        orders += usize::from(reading.header.kind == header::ReleaseKind::Order);
        numbered += usize::from(!reading.header.aaer_numbers.is_empty());
    }
    assert!(
        orders * 10 >= all * 8 && numbered * 10 >= all * 8,
        "{orders} orders, {numbered} numbered of {all}"
    );
}
