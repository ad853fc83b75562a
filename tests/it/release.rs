//! Readings of real releases: fields checked by hand, quotes in place, the procedural gate over the index.

use afb_build::release::{self, header, procedural};
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

#[derive(Deserialize)]
struct Expected {
    file: String,
    aaer_numbers: Vec<String>,
    release_numbers: Vec<String>,
    date: Option<String>,
    kind: String,
    substantive: bool,
    /// Issuers that must be found; absent where the release leaves room for doubt.
    issuers: Option<Vec<String>>,
    /// The dominant category, where one reading only is possible.
    category: Option<String>,
    /// First and last day of the conduct, where the release says both.
    conduct: Option<[String; 2]>,
}

/// Releases drawn at random from the mirror and checked by hand.
#[test]
fn golden_releases() {
    let Some(folder) = shared("mirror/releases") else { return };
    let golden = include_str!("../golden/release/headers.json");
    let all: Vec<Expected> = serde_json::from_str(golden).unwrap();
    assert_eq!(all.len(), 42);
    let mut wrong = Vec::new();
    for want in &all {
        let content = text::read(&std::fs::read(folder.join(&want.file)).unwrap(), None).content;
        let got = release::read(&content, None);
        let numbers: Vec<String> = got.header.aaer_numbers.iter().map(ToString::to_string).collect();
        let kind = serde_json::to_value(got.header.kind).unwrap();
        let date = got.header.date.map(|d| d.to_string());
        let issuers: Vec<&str> = got.issuers.iter().map(|i| i.name.as_str()).collect();
        let same_issuers = want.issuers.as_ref().is_none_or(|w| {
            w.iter().all(|n| issuers.contains(&n.as_str())) && (!w.is_empty() || issuers.is_empty())
        });
        let category = serde_json::to_value(got.verdict.category).unwrap();
        let days = [got.periods.conduct.start, got.periods.conduct.end].map(|day| day.map(|d| d.to_string()));
        let same_account = want.category.as_ref().is_none_or(|w| category == *w)
            && want.conduct.as_ref().is_none_or(|w| days == w.clone().map(Some));
        if numbers != want.aaer_numbers
            || !same_account
            || got.header.release_numbers != want.release_numbers
            || date != want.date
            || kind != want.kind
            || got.is_substantive() != want.substantive
            || !same_issuers
        {
            wrong.push(format!(
                "{}: {numbers:?} {:?} {date:?} {kind} {} {issuers:?} {category} {days:?}",
                want.file,
                got.header.release_numbers,
                got.is_substantive()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
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
