//! Task 2: which passage is asked about (requirements R34), and what the restating filing says of it (R5).

use super::attribution::{Like, Look};
use super::evidence;
use super::fit::is_fit;
use super::material::{FaultyPeriod, Source, Span};
use super::misstated::{Misstated, is_of};
use crate::filing::reading::{FilingReading, Passage, Quote, Restating};

/// Shortest passage, in characters: a shorter one says too little to mislead.
const SHORTEST: usize = 60;
/// Longest opening of a restating text that is quoted, in characters.
const OPENING: usize = 500;

/// The passage about the most misstated item, of the period rather than of an earlier one.
pub fn misstated<'a>(reading: &'a FilingReading, misstated: &Misstated, span: &Span) -> Option<&'a Passage> {
    reading
        .passages
        .iter()
        .enumerate()
        .filter(|(_, passage)| is_passage(passage))
        .filter_map(|(at, passage)| {
            let rank = items_of(passage, reading).iter().filter_map(|item| misstated.rank(*item)).min()?;
            // Beyond the items that figures show, one is as likely as the other.
            let rank = rank.min(misstated.known + 1);
            let score = (passage.score * 1000.0).round() as i64;
            let away = is_of(&passage.quote.text, &passage.items, span, &reading.figures) == 0;
            Some(((is_torn(&passage.quote.text), away, rank, -score, at), passage))
        })
        .min_by_key(|(fit, _)| *fit)
        .map(|(_, passage)| passage)
}

/// Passages that can be asked about where nothing, or not their items, was misstated, the nearest to `like`
/// first.
pub fn sound<'a>(
    reading: &'a FilingReading,
    span: &Span,
    like: &Like,
    admits: impl Fn(&Passage) -> bool,
) -> Vec<&'a Passage> {
    let mut found: Vec<_> = reading
        .passages
        .iter()
        .enumerate()
        .filter(|(_, passage)| is_passage(passage) && admits(passage))
        .filter(|(_, passage)| is_of(&passage.quote.text, &passage.items, span, &reading.figures) > 0)
        .map(|(at, passage)| {
            let shared = passage.items.iter().any(|item| like.items.contains(item));
            let look = Look::of(&passage.quote.text);
            let torn = is_torn(&passage.quote.text);
            ((torn, like.is_far(&look), !shared, like.apart(&look), at), passage)
        })
        .collect();
    found.sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, passage)| passage).collect()
}

/// The items that a passage is about: of the attribution in it, where there is one, else all that it names.
/// Selling expenses of "sales and administration" are no revenue.
fn items_of(passage: &Passage, reading: &FilingReading) -> Vec<crate::ids::LineItem> {
    let inside = |quote: &Quote| passage.quote.start <= quote.start && quote.end <= passage.quote.end;
    let mut attributed =
        reading.attributions.iter().filter(|found| inside(&found.quote)).map(|found| found.item).peekable();
    if attributed.peek().is_none() {
        return passage.items.clone();
    }
    attributed.flatten().collect()
}

/// Whether a passage begins in the middle of a thought: "The increase of 12.4% was due to..." without its subject.
fn is_torn(text: &str) -> bool {
    let lower = evidence::folded(text).to_lowercase();
    ["the increase of", "the decrease of", "this increase", "this decrease", "these ", "it ", "such "]
        .iter()
        .any(|start| lower.starts_with(start))
}

fn is_passage(passage: &Passage) -> bool {
    evidence::folded(&passage.quote.text).chars().count() >= SHORTEST && is_fit(&passage.quote.text)
}

/// What the restating filing says in its own words of a period.
pub struct Correction<'a> {
    /// Its document.
    pub source: &'a Source,
    /// The sentences.
    pub quote: Quote,
    /// Neither the period nor a misstated item is named in the text.
    pub unrelated: bool,
}

/// The cause given by the restating text of the period, else the opening of its explanatory note.
pub fn correction<'a>(fault: &'a FaultyPeriod, misstated: &Misstated) -> Option<Correction<'a>> {
    let filed = fault.restating_read.as_ref()?;
    let mut texts: Vec<(bool, bool, usize, &Restating)> = filed
        .reading
        .restating
        .iter()
        .enumerate()
        .map(|(at, text)| {
            let unrelated = !names(text, &fault.span)
                && !text.items.iter().any(|item| misstated.rank(*item).is_some_and(|r| r < misstated.known));
            (unrelated, !says_what(text), at, text)
        })
        .collect();
    texts.sort_by_key(|(unrelated, silent, at, _)| (*unrelated, *silent, *at));
    texts.into_iter().find_map(|(unrelated, _, _, text)| {
        let quote = match &text.cause {
            Some(cause) if says_what(text) => cause.clone(),
            cause => evidence::opening(&text.quote, OPENING).or_else(|| cause.clone())?,
        };
        Some(Correction { source: &filed.source, quote, unrelated })
    })
}

/// Whether the sentence of the cause names an accounting act, and not only "errors".
fn says_what(text: &Restating) -> bool {
    const ACTS: &[&str] = &[
        "recorded",
        "recogni",
        "capitali",
        "deferred",
        "record ",
        "expens",
        "accru",
        "reserve",
        "allowance",
        "revenue",
        "sales",
        "inventor",
        "cost",
        "lease",
        "classif",
        "presented",
        "overstat",
        "understat",
        "estimat",
        "released",
        "established",
        "tax",
    ];
    text.cause.as_ref().is_some_and(|cause| {
        let cause = cause.text.to_lowercase();
        ACTS.iter().any(|act| cause.contains(act))
    })
}

fn names(text: &Restating, span: &Span) -> bool {
    text.periods.iter().any(|period| {
        period.label == span.label
            || (period.end.is_some() && span.covers(span.start, period.end, true))
            || (period.start.zip(period.end).zip(span.end))
                .is_some_and(|((start, end), own)| start <= own && own <= end)
    })
}
