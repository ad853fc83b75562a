//! The report page: valid HTML, whole in itself, with everything that the issue of exports asks of it.

use crate::made::{TEXTS, instances};
use afb_build::export::build::{CaseRow, FilingRow, IssuerRow, ReleaseRow};
use afb_build::export::{Build, Dataset};
use afb_build::report;
use afb_build::store::funnel::Line;
use scraper::{Html, Selector};
use std::collections::BTreeSet;

fn build() -> Build {
    let line = |n, what: &str| Line { n, what: what.to_owned() };
    Build {
        meta: vec![("program".into(), "afb-build test".into()), ("canary".into(), "C<A>NARY".into())],
        cases: vec![CaseRow {
            id: "CASE-AAER-9000".into(),
            releases: vec!["AAER-9000|34-50000".into()],
            dates: vec!["2003-04-05".into()],
            standing: "the Commission <alleged>; \"settled\"".into(),
            conduct_start: Some("1996-01-01".into()),
            conduct_end: Some("1999-12-31".into()),
            ..CaseRow::default()
        }],
        releases: vec![ReleaseRow {
            key: "AAER-9000|34-50000".into(),
            aaer_numbers: vec!["AAER-9000".into()],
            date: Some("2003-04-05".into()),
            url: Some("https://www.sec.gov/a?b=1&c=\"2\"".into()),
            ..ReleaseRow::default()
        }],
        filings: (0..6)
            .map(|n| FilingRow {
                accession: format!("0009990000-{:02}-{n:06}", 96 + n),
                cik: 9_990_000,
                form: "10-K".into(),
                filed: Some(format!("{}-03-31", 1997 + n)),
                url: format!("https://www.sec.gov/Archives/{n}"),
                ..FilingRow::default()
            })
            .collect(),
        issuers: vec![IssuerRow { cik: 9_990_000, sic: Some(3571), ..IssuerRow::default() }],
        funnel: vec![
            line(500, "rows on index pages"),
            line(480, "releases listed"),
            line(120, "releases kept"),
            line(360, "not kept: outside <the> five categories"),
            line(90, "cases"),
            line(200, "affected periods"),
            line(150, "with an original"),
        ],
        ..Build::default()
    }
}

fn page(n: usize) -> String {
    let all = instances(n);
    let dataset = Dataset::new(&all, build());
    let (tally, shown) = report::gather(&dataset).unwrap();
    report::page(&dataset.build, &tally, &shown)
}

fn all<'a>(page: &'a Html, selector: &str) -> Vec<scraper::ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

/// The parser of a browser has nothing to complain of, whatever the texts hold; nothing is fetched and nothing runs.
#[test]
fn the_page_is_valid_and_whole_in_itself() {
    let text = page(600);
    assert!(text.len() < 2_000_000, "{}", text.len());
    let page = Html::parse_document(&text);
    assert_eq!(page.errors, Vec::<String>::new());
    assert!(all(&page, "script, iframe, object, embed, img, [onclick], [onload]").is_empty());
    let fetched: Vec<String> =
        all(&page, "[src]").into_iter().map(|element| element.value().name().to_owned()).collect();
    assert!(fetched.is_empty(), "fetched: {fetched:?}");
    assert!(all(&page, "link").iter().all(|link| link.value().attr("href") == Some("data:,")));
    assert!(!text.contains("@import") && !text.contains("url("));
    let mut ids = BTreeSet::new();
    for element in all(&page, "[id]") {
        assert!(ids.insert(element.value().attr("id").unwrap().to_owned()), "an id twice");
    }
    for link in all(&page, "a[href]") {
        let href = link.value().attr("href").unwrap();
        let inside = href.strip_prefix('#').is_some_and(|id| ids.contains(id));
        assert!(inside || href.starts_with("https://"), "{href}");
        assert!(!link.text().collect::<String>().trim().is_empty());
    }
}

/// Every picture has its words: a name for itself, and the numbers as a table behind it.
#[test]
fn every_chart_has_a_table_and_every_section_a_title() {
    let text = page(600);
    let page = Html::parse_document(&text);
    for section in all(&page, "section") {
        let title = section.value().attr("aria-labelledby").unwrap();
        let heading = Selector::parse(&format!("h2#{title}")).unwrap();
        assert_eq!(section.select(&heading).count(), 1);
    }
    let (table, list) = (Selector::parse("table").unwrap(), Selector::parse("ol.events").unwrap());
    let figures = all(&page, "figure");
    assert!(figures.len() >= 10, "{}", figures.len());
    for figure in figures {
        assert!(figure.select(&table).next().is_some() || figure.select(&list).next().is_some());
        assert!(figure.select(&Selector::parse("figcaption").unwrap()).next().is_some());
    }
    for svg in all(&page, "svg") {
        let told = svg.value().attr("role") == Some("img") && svg.value().attr("aria-label").is_some();
        let hidden = svg
            .ancestors()
            .filter_map(scraper::ElementRef::wrap)
            .chain([svg])
            .any(|element| element.value().attr("aria-hidden") == Some("true"));
        assert!(told || hidden);
    }
    for table in all(&page, "table") {
        assert!(table.select(&Selector::parse("caption").unwrap()).next().is_some());
        assert!(table.select(&Selector::parse("th[scope=col]").unwrap()).next().is_some());
    }
    let labels: Vec<String> = all(&page, ".badge").iter().map(|badge| badge.text().collect()).collect();
    assert!(labels.iter().any(|label| label == "misleading"), "{labels:?}");
    assert!(!all(&page, "article mark").is_empty() && !all(&page, "article a[href^='#']").is_empty());
    assert_eq!(all(&page, "svg.time circle").len() + 1, all(&page, "ol.events li").len());
}

/// The same build gives the same page; a text cannot break out of it.
#[test]
fn the_page_is_the_same_twice_and_texts_stay_texts() {
    let text = page(90);
    assert_eq!(text, page(90));
    assert!(TEXTS.iter().any(|text| text.contains("<b>tag</b>")));
    assert!(!text.contains("<b>tag") && !text.contains("<the>") && !text.contains("C<A>NARY"));
    assert!(!text.contains('\0'));
}
