//! What a restating text corrects: periods, items, and its own words for the cause.

use super::{Place, Restatement, RestatementKind};
use crate::filing::sections::lines::Line;
use crate::ids::LineItem;
use crate::period::{Period, PeriodKind};
use crate::span::Span;
use crate::text::{Text, sentences};
use aho_corasick::AhoCorasick;
use jiff::civil::Date;
use std::sync::LazyLock;

/// The restatement at a place.
pub(super) fn read(text: &Text, lines: &[Line<'_>], place: &Place) -> Option<Restatement> {
    let first = lines.get(place.from)?;
    let span = Span::new(first.span.start, lines.get(place.to.checked_sub(1)?)?.span.end);
    let heading = if place.kind == RestatementKind::Comparison { Span::default() } else { first.span };
    // The beginning of a note says what is corrected; its end may go on for pages about other things.
    let head = Span::new(span.start, floor(&text.content, span.end.min(span.start + 20_000)));
    let sentences: Vec<Span> = sentences::of(&text.content, head);
    let flat: Vec<String> = sentences.iter().map(|s| crate::text::one_line(text.at(*s))).collect();
    let mut periods = periods_of(flat.iter().filter(|s| restates(s) && is_spoken(s)));
    if periods.is_empty() {
        periods = periods_of(flat.iter().filter(|s| says_scope(s) && is_spoken(s)));
    }
    // A note may name its periods in the heads of its table only.
    if periods.is_empty() {
        periods = periods_of(flat.iter().filter(|s| says_scope(s)));
    }
    periods.sort_by(|a, b| (a.end, a.kind as u8, &a.label).cmp(&(b.end, b.kind as u8, &b.label)));
    let items = items_in(text.at(span));
    let cause = cause_in(&flat).map(|n| sentences[n]);
    let non_reliance = place.kind == RestatementKind::NonReliance
        || flat.iter().any(|s| {
            let small = s.to_lowercase();
            small.contains("relied")
                && (small.contains("not be relied") || small.contains("no longer be relied"))
        });
    Some(Restatement { kind: place.kind, heading, span, periods, items, cause, non_reliance })
}

/// Whether a sentence is one: figures of a table without an end are none.
fn is_spoken(sentence: &str) -> bool {
    sentence.split(' ').filter(|w| *w == "$").count() < 2
        && sentence.split(' ').count() <= 130
        && sentence.bytes().filter(u8::is_ascii_digit).count() * 4 <= sentence.len()
}

/// The periods of some sentences, each once.
fn periods_of<'a>(sentences: impl Iterator<Item = &'a String>) -> Vec<Period> {
    let mut periods: Vec<Period> = Vec::new();
    for period in sentences.flat_map(|s| periods_in(s)) {
        if !periods.iter().any(|p| p.label == period.label) {
            periods.push(period);
        }
    }
    periods
}

fn floor(content: &str, mut at: usize) -> usize {
    while at > 0 && !content.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Whether a sentence says in so many words that it restates.
fn restates(sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    [
        "is restating",
        "are restating",
        "restates ",
        "we restate ",
        "to restate",
        "restatement of",
        "has restated",
        "have restated",
        "been restated",
        "not be relied",
        "no longer be relied",
    ]
    .iter()
    .any(|w| small.contains(w))
}

/// Whether a sentence is about the correction.
fn says_scope(sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    ["restat", "not be relied", "no longer be relied", "correct"].iter().any(|w| small.contains(w))
        && !small.contains("recovery analysis")
}

/// How much a sentence gives the restatement's cause: what was wrong, found or misapplied.
fn cause_weight(sentence: &str) -> f32 {
    const WRONG: [&str; 35] = [
        "error",
        "incorrect",
        "improper",
        "misstate",
        "misapplied",
        "misapplication",
        "irregularit",
        "understate",
        "overstate",
        "inappropriate",
        "premature",
        "fictitious",
        "should have been",
        "were used for",
        "not in accordance",
        "not properly",
        "failed to",
        "did not comply",
        "inadvertent",
        "too much",
        "too little",
        "too high",
        "too low",
        "too early",
        "wrongly",
        "mistake",
        "erroneous",
        "unsupported",
        "not been recorded",
        "double count",
        "double-count",
        "counted twice",
        "counted both",
        "side agreement",
        "misclassif",
    ];
    const SHIFTED: [&str; 9] = [
        "instead of",
        "rather than",
        "had been",
        "after the fact",
        "should be",
        "disagreed",
        "was short",
        "in fact",
        "is shown as",
    ];
    const LINKS: [&str; 14] = [
        "as a result",
        "because",
        "due to",
        "result of",
        "resulted",
        "concluded",
        "determined",
        "discovered",
        "identified",
        "found that",
        "arose",
        "to correct",
        "so that",
        "owing to",
    ];
    let small = sentence.to_lowercase();
    let words = small.split(' ').count();
    let digits = small.bytes().filter(u8::is_ascii_digit).count();
    if !(7..=130).contains(&words)
        || digits * 4 > small.len()
        || small.contains("check mark")
        || !small.ends_with(['.', ')', '"', '”'])
    {
        return 0.0;
    }
    let any = |list: &[&str], worth: f32| if list.iter().any(|w| small.contains(w)) { worth } else { 0.0 };
    let about = any(&WRONG, 2.0) + any(&SHIFTED, 1.2) + any(&LINKS, 1.0) + any(&["restat"], 0.5);
    // What else the note says: controls, reliance, what may come.
    about
        - any(
            &[
                "material weakness",
                "internal control",
                "relied upon",
                "relied on",
                "may be",
                "could ",
                "no change is",
                "not affected",
            ],
            1.0,
        )
}

/// The sentence that gives the cause best; the first of equals.
fn cause_in(flat: &[String]) -> Option<usize> {
    let mut best: Option<(f32, usize)> = None;
    for (n, sentence) in flat.iter().enumerate() {
        let weight = cause_weight(sentence);
        if weight >= 1.2 && best.is_none_or(|(b, _)| weight > b + 1e-4) {
            best = Some((weight, n));
        }
    }
    best.map(|(_, n)| n)
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A date or year named in a sentence.
#[derive(Clone, Copy)]
struct Named {
    year: i16,
    end: Option<Date>,
    /// Words before it, back to the one before: they tell years from quarters.
    at: usize,
}

/// The fiscal periods that a sentence names.
///
/// Full dates give period ends; bare years and "fiscal 2004" give years; "through" fills the years between.
/// Quarters count as such where the word stands before the date and no "year" stands nearer.
fn periods_in(sentence: &str) -> Vec<Period> {
    let small = sentence.to_lowercase();
    let named = dates(&small);
    let mut periods = Vec::new();
    let mut context = "";
    let mut from = 0;
    let mut last: Option<Named> = None;
    for date in named {
        let between = small.get(from..date.at).unwrap_or("");
        // "September 24, 2005 and September 25, 2004": the second shares the first one's words.
        let plain = between.trim_matches(|c: char| !c.is_alphabetic());
        let shared = matches!(plain, "and" | "or" | "" | "through" | "to" | "and for" | "in");
        if !shared {
            context = between;
        }
        if day_of_event(context) {
            from = date.at + 4;
            last = None;
            continue;
        }
        if let Some(before) = last
            && matches!(plain, "through" | "to")
            && between.len() <= 24
            && date.year > before.year
            && date.year - before.year <= 12
        {
            for year in before.year + 1..date.year {
                periods.push(period(year, shifted(before.end, year), false));
            }
        }
        let near: String = context.chars().rev().take(70).collect::<Vec<_>>().into_iter().rev().collect();
        let context = near.as_str();
        let quarter = last_of(context, "quarter")
            .max(last_of(context, "months ended"))
            .max(last_of(context, "interim"));
        let year = last_of(context, "year").max(last_of(context, "annual"));
        periods.push(period(date.year, date.end, quarter > year));
        last = Some(date);
        from = date.at;
        from += small.get(from..).and_then(|r| r.find([' ', ','])).unwrap_or(4);
        if let Some(i) = small.get(date.at..).and_then(|r| r.find(&date.year.to_string())) {
            from = from.max(date.at + i + 4);
        }
    }
    periods
}

fn last_of(context: &str, word: &str) -> Option<usize> {
    context.rfind(word)
}

/// Dates of events, of filings and of rules are no periods.
fn day_of_event(context: &str) -> bool {
    let tail: String = context.chars().rev().take(46).collect::<Vec<_>>().into_iter().rev().collect();
    let on = tail.trim_end().ends_with(" on") || tail.trim() == "on";
    on || [
        "filed on",
        " dated",
        "announced",
        "issued on",
        "filed with",
        "originally filed",
        "adopted",
        "effective",
        "section",
        "act of",
        "since",
        "sfas",
        "form 8-k",
        "press release",
        "granted",
        "expire",
        "october of",
        "made between",
    ]
    .iter()
    .any(|w| tail.contains(w))
}

fn shifted(date: Option<Date>, year: i16) -> Option<Date> {
    date.and_then(|d| Date::new(year, d.month(), d.day().min(28)).ok())
}

fn period(year: i16, end: Option<Date>, quarter: bool) -> Period {
    let (label, kind) = match (quarter, end) {
        (true, Some(end)) => (format!("Q-{end}"), PeriodKind::Quarter),
        _ => (format!("FY{year}"), PeriodKind::Annual),
    };
    // A year that ends in the first days of January is the one before.
    let label = match end {
        Some(end) if kind == PeriodKind::Annual && end.month() == 1 && end.day() <= 7 => {
            format!("FY{}", year - 1)
        }
        _ => label,
    };
    let flags = if end.is_some() { Vec::new() } else { vec!["fiscal-year-end-unknown".to_owned()] };
    Period { label, start: None, end, kind, flags }
}

/// Years of a sentence in small letters, with the full date where one stands there.
fn dates(small: &str) -> Vec<Named> {
    let bytes = small.as_bytes();
    let mut named: Vec<Named> = Vec::new();
    let mut i = 0;
    while i + 4 <= bytes.len() {
        let alone = (i == 0
            || !bytes[i - 1].is_ascii_alphanumeric() && !matches!(bytes[i - 1], b'$' | b'.' | b'-'))
            && bytes.get(i + 4).is_none_or(|b| !b.is_ascii_alphanumeric());
        let digits = bytes[i..i + 4].iter().all(u8::is_ascii_digit);
        let followed = bytes.get(i + 4) == Some(&b',') && bytes.get(i + 5).is_some_and(u8::is_ascii_digit);
        if !(digits && alone) || followed {
            i += 1;
            continue;
        }
        let year: i16 = small.get(i..i + 4).and_then(|y| y.parse().ok()).unwrap_or(0);
        if (1985..=2035).contains(&year) {
            let (at, end) = day_before(small, i, year);
            // "June 30 and September 30, 2023": the first shares the second one's year.
            if end.is_some()
                && let Some(head) = small.get(..at).map(str::trim_end)
                && let Some(head) = head.strip_suffix(" and").or(head.strip_suffix(','))
                && let (first, Some(day)) = day_before(head, head.len(), year)
            {
                named.push(Named { year, end: Some(day), at: first });
            }
            named.push(Named { year, end, at });
        }
        i += 4;
    }
    named
}

/// The month and day right before a year.
fn day_before(small: &str, year_at: usize, year: i16) -> (usize, Option<Date>) {
    let head = small.get(..year_at).unwrap_or("").trim_end_matches([' ', ',']);
    let mut words = head.rsplit([' ', ',']).filter(|w| !w.is_empty());
    let (day, month) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let Some(m) = MONTHS.iter().position(|name| *name == month) else {
        return (year_at, None);
    };
    let date = day.parse::<i8>().ok().and_then(|d| Date::new(year, m as i8 + 1, d).ok());
    let at = head.rfind(month).unwrap_or(year_at);
    (at, date)
}

const ITEMS: [(&str, LineItem); 34] = [
    ("revenue", LineItem::Revenue),
    ("revenues", LineItem::Revenue),
    ("net sales", LineItem::Revenue),
    ("cost of sales", LineItem::CostOfRevenue),
    ("cost of revenue", LineItem::CostOfRevenue),
    ("cost of goods sold", LineItem::CostOfRevenue),
    ("gross profit", LineItem::GrossProfit),
    ("gross margin", LineItem::GrossProfit),
    ("operating income", LineItem::OperatingIncome),
    ("operating loss", LineItem::OperatingIncome),
    ("income from operations", LineItem::OperatingIncome),
    ("loss from operations", LineItem::OperatingIncome),
    ("net income", LineItem::NetIncome),
    ("net loss", LineItem::NetIncome),
    ("net earnings", LineItem::NetIncome),
    ("basic", LineItem::EpsBasic),
    ("diluted", LineItem::EpsDiluted),
    ("accounts receivable", LineItem::Receivables),
    ("receivables", LineItem::Receivables),
    ("inventories", LineItem::Inventories),
    ("inventory", LineItem::Inventories),
    ("total assets", LineItem::TotalAssets),
    ("allowance for doubtful", LineItem::Allowance),
    ("accrued liabilities", LineItem::AccruedLiabilities),
    ("accrued expenses", LineItem::AccruedLiabilities),
    ("operating activities", LineItem::OperatingCashFlow),
    ("earnings per share", LineItem::EpsBasic),
    ("loss per share", LineItem::EpsBasic),
    ("income per share", LineItem::EpsBasic),
    ("sales of", LineItem::Revenue),
    ("total revenues", LineItem::Revenue),
    ("trade receivables", LineItem::Receivables),
    ("bad debt", LineItem::Allowance),
    ("cash flows from operations", LineItem::OperatingCashFlow),
];

static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(ITEMS.iter().map(|(word, _)| *word)).ok()
});

/// The line items that a restating text names, in the datasets' order.
fn items_in(text: &str) -> Vec<LineItem> {
    let Some(finder) = FINDER.as_ref() else { return Vec::new() };
    let mut named = [false; LineItem::ALL.len()];
    for hit in finder.find_overlapping_iter(text) {
        let edge = |i: Option<&u8>| i.is_none_or(|b| !b.is_ascii_alphanumeric());
        if edge(hit.start().checked_sub(1).and_then(|i| text.as_bytes().get(i)))
            && edge(text.as_bytes().get(hit.end()))
        {
            let item = ITEMS[hit.pattern().as_usize()].1;
            if let Some(at) = LineItem::ALL.iter().position(|i| *i == item) {
                named[at] = true;
            }
        }
    }
    LineItem::ALL.into_iter().zip(named).filter(|(_, is)| *is).map(|(item, _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(sentence: &str) -> Vec<String> {
        periods_in(sentence).into_iter().map(|p| p.label).collect()
    }

    #[test]
    fn periods_of_restating_sentences() {
        assert_eq!(
            labels(
                "We are restating our statements for each of the fiscal years ended September 24, 2005 and September 25, 2004, and each of the quarters in fiscal year 2005."
            ),
            ["FY2005", "FY2004", "FY2005"]
        );
        assert_eq!(
            labels("This Amendment No. 2 restates our financial statements for the years 2003 through 2005."),
            ["FY2003", "FY2004", "FY2005"]
        );
        assert_eq!(
            labels(
                "We restate the unaudited statements for the quarters ended June 30, 2003 and September 30, 2003."
            ),
            ["Q-2003-06-30", "Q-2003-09-30"]
        );
        assert_eq!(
            labels("The report that was filed on March 3, 2001 is restated for fiscal 2000."),
            ["FY2000"]
        );
        assert!(labels("Revenue was overstated by $2,004 and 1,999 units.").is_empty());
    }
}
