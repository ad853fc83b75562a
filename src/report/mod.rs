//! The report: one HTML page, whole in itself, without script. Pure given its input.

mod charts;
mod columns;
mod coverage;
mod examples;
mod funnel;
mod gather;
mod methods;
mod sector;
mod timeline;

use crate::export::huggingface::WORDING;
use crate::export::stats;
use crate::export::{Build, Tally};
use crate::tasks::Task;
use charts::{Bars, Row, grouped};
use columns::Columns;
pub use gather::{Shown, gather};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Rows of a chart at most; the rest stands in the exports.
const MOST: usize = 40;

/// The page. Control characters of the texts, which no HTML may hold, are shown as such.
pub fn page(build: &Build, tally: &Tally, shown: &Shown) -> String {
    let sections: [(&str, &str, Markup); 9] = [
        ("funnel", "From the index to instances", funnel::markup(&build.funnel)),
        ("table-1", "Beside the paper", table_one(tally, build)),
        ("years", "Mechanisms by year", years(tally)),
        ("sectors", "Issuers by sector", sectors(build, tally)),
        ("coverage", "Coverage by era and source", coverage(tally)),
        ("flags", "Quality flags", flags(tally)),
        ("case", "One case along time", timeline::markup(&shown.title, shown.conduct.clone(), &shown.events)),
        ("examples", "One instance of each task", examples::markup(&shown.examples)),
        ("methods", "Methods and versions", methods::markup(build, tally)),
    ];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="description" content="Report of a build of AuditFraudBench from the SEC's own records.";
                title { "AuditFraudBench, rebuilt: report of a build" }
                // Without an icon named here a browser asks for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                a.skip href="#main" { "To the content" }
                header { div.wide {
                    p.over { "Report of a build" }
                    h1 { "AuditFraudBench, rebuilt" }
                    p.lede { (methods::sentence(build, tally)) }
                    (numbers(tally))
                    p.made { (build.fact("program")) ", configuration " code { (build.fact("configuration_digest").get(..12).unwrap_or_default()) } }
                } }
                div.body {
                    nav aria-label="Sections" { ul {
                        @for (id, title, _) in &sections { li { a href={ "#" (id) } { (title) } } }
                    } }
                    main id="main" {
                        p.note { (WORDING) }
                        @for (id, title, body) in &sections {
                            section id=(id) aria-labelledby={ (id) "-h" } {
                                h2 id={ (id) "-h" } { (title) }
                                (body)
                            }
                        }
                    }
                }
                footer { div.wide { p { "Made by " (build.fact("program")) ". The page holds no script and asks for nothing from the network." } } }
            }
        }
    }
    .into_string()
    .chars()
    .map(|c| if c.is_control() && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c })
    .chain(['\n'])
    .collect()
}

/// A link where the address is one; else its words alone.
fn link(url: &str, words: &str) -> Markup {
    html! {
        @if url.starts_with("https://") || url.starts_with("http://") { a href=(url) rel="noreferrer" { (words) } }
        @else { (words) }
    }
}

fn numbers(tally: &Tally) -> Markup {
    let cells = [
        ("issuers", tally.issuers.len()),
        ("cases", tally.cases.len()),
        ("releases", tally.releases.len()),
        ("affected periods", tally.issuer_periods.len()),
        ("instances", tally.total()),
    ];
    html! { ul.numbers { @for (name, n) in cells { li { b { (grouped(n)) } span.soft { (name) } } } } }
}

fn table_one(tally: &Tally, build: &Build) -> Markup {
    let tables = stats::tables(tally, build);
    html! {
        @if let Some(table) = tables.first() {
            p { "The paper's Table 1 for this build, beside the paper's own numbers. Instances at fault only, since the paper has no negatives." }
            div.scroll tabindex="0" role="region" aria-label=(table.title) {
                table {
                    caption.soft { (table.title) }
                    thead { tr { @for (at, column) in table.columns.iter().enumerate() { th.n[at > 0] scope="col" { (column) } } } }
                    tbody {
                        @for row in &table.rows { tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 { th scope="row" { (cell) } } @else { td.n { (cell) } }
                            }
                        } }
                    }
                }
            }
        }
    }
}

fn years(tally: &Tally) -> Markup {
    let labels: Vec<String> = Task::Pattern.labels().iter().map(|label| words(label)).collect();
    let years: std::collections::BTreeSet<i16> = tally.by_year.keys().map(|(year, _)| *year).collect();
    let count = |year: i16, label: &str| tally.by_year.get(&(year, label.to_owned())).copied().unwrap_or(0);
    let years = years
        .into_iter()
        .map(|year| (year, Task::Pattern.labels().iter().map(|label| count(year, label)).collect()))
        .collect();
    let caption = "Instances of task 3 by the year in which the affected period ended, by dominant mechanism";
    Columns { caption, series: &labels, years }.markup()
}

fn words(label: &str) -> String {
    label.to_lowercase().replace('_', " ")
}

fn sectors(build: &Build, tally: &Tally) -> Markup {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let known: BTreeMap<u64, Option<i64>> =
        build.issuers.iter().map(|issuer| (issuer.cik, issuer.sic)).collect();
    for cik in &tally.issuers {
        *counts.entry(sector::division(known.get(cik).copied().flatten())).or_default() += 1;
    }
    let mut rows: Vec<Row> = counts.into_iter().map(|(name, n)| Row::one(name, n)).collect();
    rows.sort_by(|a, b| b.counts.cmp(&a.counts).then_with(|| a.name.cmp(&b.name)));
    let one = [String::from("issuers")];
    let caption =
        "Issuers whose statements were at issue, by division of the Standard Industrial Classification";
    Bars { caption, head: "sector", series: &one, narrow: false, rows }.markup()
}

fn coverage(tally: &Tally) -> Markup {
    html! {
        p { "Before 2001 figures stand in financial data schedules (EX-27), until 2008 in tables of the documents, from 2009 in XBRL." }
        (coverage::matrix(tally))
        @for task in Task::ALL {
            h3 { (crate::export::huggingface::title(task)) }
            (by_label(tally, task, "era of the period", "Instances by era and label", &tally.by_era))
            // The other tasks ask about words, not figures.
            @if task == Task::Attribution {
                (by_label(tally, task, "source of the figures", "Instances by where their first figure was read", &tally.by_source))
            }
        }
    }
}

fn by_label(
    tally: &Tally,
    task: Task,
    head: &str,
    caption: &str,
    counts: &BTreeMap<(Task, String, String), usize>,
) -> Markup {
    let labels: Vec<String> = task.labels().iter().map(|label| (*label).to_owned()).collect();
    let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for ((_, by, label), n) in counts.iter().filter(|((of, _, _), _)| *of == task) {
        let row = rows.entry(by).or_insert_with(|| vec![0; labels.len()]);
        if let Some(cell) = labels.iter().position(|known| known == label).and_then(|at| row.get_mut(at)) {
            *cell += n;
        }
    }
    let rows = rows.into_iter().map(|(name, counts)| Row { name: name.to_owned(), counts }).collect();
    let series: Vec<String> = labels.iter().map(|label| words(label)).collect();
    html! {
        @if tally.labels(task).is_empty() { p.soft { "No instance in this build." } }
        @else { (Bars { caption, head, series: &series, narrow: false, rows }.markup()) }
    }
}

fn flags(tally: &Tally) -> Markup {
    let mut rows: Vec<Row> = tally
        .flags
        .iter()
        .map(|((flag, severity), n)| Row::one(format!("{flag} ({severity})"), *n))
        .collect();
    rows.sort_by(|a, b| b.counts.cmp(&a.counts).then_with(|| a.name.cmp(&b.name)));
    rows.truncate(MOST);
    let one = [String::from("instances")];
    let caption =
        "Instances that carry each flag. Nothing is left out because it is poor; exports filter by flag.";
    let met: Vec<&crate::flag::Kind> = crate::flag::KINDS
        .iter()
        .filter(|kind| tally.flags.keys().any(|(flag, _)| flag == kind.name))
        .collect();
    html! {
        (Bars { caption, head: "flag", series: &one, narrow: false, rows }.markup())
        @if !met.is_empty() {
            details {
                summary { "What each flag says" }
                dl { @for kind in met { dt { (kind.name) } dd { (kind.meaning) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_build_has_a_page() {
        let page = page(&Build::default(), &Tally::default(), &Shown::default());
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(!page.contains("<script"));
        for section in ["funnel", "years", "coverage", "flags", "case", "examples", "methods"] {
            assert!(page.contains(&format!("id=\"{section}\"")), "{section}");
        }
    }

    /// An address that is none does not become a link.
    #[test]
    fn only_web_addresses_are_links() {
        assert!(link("https://www.sec.gov/a", "a").into_string().contains("href"));
        assert_eq!(link("javascript:alert(1)", "a<b").into_string(), "a&lt;b");
    }
}
