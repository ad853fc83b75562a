//! What only the whole row or the whole page can show.

use super::{Page, Problem, ProblemKind as Kind, Row, cells, dates, numbers, pattern};
use regex::Regex;
use scraper::Html;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The count that a listing prints: `1-100 of 3,912`.
#[derive(Debug)]
pub(super) struct Count {
    /// As printed.
    pub text: String,
    /// Rows that this page should hold.
    pub rows: usize,
}

/// Finds the printed count.
pub(super) fn claimed_count(html: &Html) -> Option<Count> {
    static COUNT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)\b(\d[\d,]{0,9})\s*(?:-|–|—|to)\s*(\d[\d,]{0,9})\s+of\s+(\d[\d,]{0,9})\b")
    });
    // Text of one element at a time: numbers of different cells must not join.
    html.root_element()
        .descendants()
        .filter_map(|node| node.value().as_text().map(|t| cells::fold(t)))
        .find_map(|text| {
            let found = COUNT.captures(&text)?;
            let number = |i| found.get(i)?.as_str().replace(',', "").parse::<usize>().ok();
            let (from, to, all) = (number(1)?, number(2)?, number(3)?);
            let rows = (to + 1).checked_sub(from).filter(|_| from > 0 && to <= all)?;
            Some(Count { text: found.get(0)?.as_str().to_owned(), rows })
        })
}

/// Adds what the rows say together.
pub(super) fn page(page: &mut Page, count: Option<Count>) {
    let mut problems = Vec::new();
    if let Some(count) = count.filter(|count| count.rows != page.rows.len()) {
        let detail = format!("the page says `{}` and holds {} rows", count.text, page.rows.len());
        problems.push(Problem { row: None, kind: Kind::CountMismatch, detail });
    }
    for (index, row) in page.rows.iter().enumerate() {
        let known = |kind| page.problems.iter().any(|p| p.row == Some(index) && p.kind == kind);
        let mut note = |kind, detail: String| problems.push(Problem { row: Some(index), kind, detail });
        let withheld = is_withheld(&row.respondents);
        if withheld {
            note(Kind::Withheld, row.respondents.clone());
        } else if row.respondents.is_empty() {
            note(Kind::NoRespondents, String::new());
        }
        if row.date.is_none() && !withheld && !known(Kind::DateUnreadable) {
            note(Kind::NoDate, String::new());
        }
        match row.aaer_numbers.len() {
            0 => note(Kind::NoAaerNumber, row.release_numbers.join(", ")),
            1 => {}
            _ => note(Kind::SeveralAaerNumbers, list(row)),
        }
        if let (Some(number), Some(date)) = (row.aaer_numbers.first(), row.date) {
            let decision = row.url.as_deref().is_some_and(|url| url.contains("/alj/"));
            let off = dates::days_off_series(number.number, date);
            if date.year() < 1982 || (decision && off.is_some_and(|off| off > 730)) {
                note(Kind::NumberHijacked, format!("{number} on a document of {date}"));
            } else if off.is_some_and(|off| off > 730) {
                note(Kind::NumberOutOfSeries, format!("{number} of {date}"));
            }
        }
        let linked = row.url.as_deref().and_then(numbers::of_link);
        if let Some(linked) = linked.filter(|_| !row.release_numbers.is_empty()) {
            let bare: Vec<String> = row.release_numbers.iter().map(|n| n.replace('-', "")).collect();
            if !bare.contains(&linked) {
                note(Kind::LinkNumberDiffers, format!("{linked} against {}", row.release_numbers.join(", ")));
            }
        }
    }
    repeated(&page.rows, &mut problems);
    page.problems.extend(problems);
}

/// Exact duplicates, and one AAER number on different releases.
fn repeated(rows: &[Row], problems: &mut Vec<Problem>) {
    let mut by_number: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        for number in &row.aaer_numbers {
            by_number.entry(number.to_string()).or_default().push(index);
        }
    }
    for (number, indexes) in by_number {
        for (at, &index) in indexes.iter().enumerate().skip(1) {
            let Some(row) = rows.get(index) else { continue };
            let earlier = indexes.iter().take(at).filter_map(|i| rows.get(*i).map(|r| (*i, r)));
            let mut earlier = earlier.peekable();
            let Some(&(first, _)) = earlier.peek() else { continue };
            let same = |other: &Row| {
                (&other.release_numbers, other.date, &other.respondents)
                    == (&row.release_numbers, row.date, &row.respondents)
            };
            let twin = earlier.find(|(_, other)| same(other)).map(|(i, _)| i);
            let (kind, with) = twin.map_or((Kind::NumberShared, first), |i| (Kind::DuplicateRow, i));
            problems.push(Problem { row: Some(index), kind, detail: format!("{number}, as row {with}") });
        }
    }
}

/// A row that the SEC left out on purpose.
fn is_withheld(respondents: &str) -> bool {
    static OMITTED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)^\W*(?:intentionally\s+)?(?:omitted|withheld|not\s+used|left\s+blank)\b")
    });
    OMITTED.is_match(respondents)
}

fn list(row: &Row) -> String {
    row.aaer_numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
