//! Restatements in a filing's own words: explanatory notes, notes in the statements, notices of non-reliance.
//!
//! Sources: Form 8-K Item 4.02; ASC 250-10-50-7 (formerly APB 20 and FAS 154) on what a restatement discloses;
//! edgar.md 4.

mod scope;
#[cfg(test)]
mod tests;

use crate::filing::sections;
use crate::filing::sections::lines::{self, Line};
use crate::ids::{Form, FormFamily, LineItem};
use crate::period::Period;
use crate::span::Span;
use crate::text::Text;
use serde::Serialize;

/// Where the restatement is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestatementKind {
    /// A note before Item 1 that says what the filing corrects and why.
    ExplanatoryNote,
    /// A note of the financial statements.
    StatementNote,
    /// A notice that earlier statements should no longer be relied on (8-K Item 4.02).
    NonReliance,
    /// A table or text of figures as previously reported and as restated, under no heading of its own.
    Comparison,
}

/// A restating text.
#[derive(Clone, Debug)]
pub struct Restatement {
    /// What kind of text.
    pub kind: RestatementKind,
    /// Its heading; empty where there is none.
    pub heading: Span,
    /// The whole text.
    pub span: Span,
    /// The periods that it corrects, in order of their ends.
    pub periods: Vec<Period>,
    /// The line items that it says it corrects.
    pub items: Vec<LineItem>,
    /// The sentence, verbatim, that gives the cause.
    pub cause: Option<Span>,
    /// Statements that should not be relied on are named in it.
    pub non_reliance: bool,
}

/// More headings that may restate than any filing has.
const MOST_HEADINGS: usize = 300;

/// A heading and where its text ends.
struct Place {
    kind: RestatementKind,
    from: usize,
    to: usize,
    score: f32,
}

/// Finds the restating text of a filing that says most; `None` where the filing restates nothing.
pub fn read(text: &Text, form: &Form) -> Option<Restatement> {
    all(text, form).into_iter().next()
}

/// All restating texts of a filing, the one that says most first.
pub fn all(text: &Text, form: &Form) -> Vec<Restatement> {
    let main = sections::main_part(text, form);
    let lines = lines::split(text, main);
    let mut places = headed(&lines, form);
    if places.is_empty() {
        places.extend(unheaded(&lines));
    }
    places.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.from.cmp(&b.from)));
    places.iter().filter_map(|place| scope::read(text, &lines, place)).collect()
}

/// What a heading announces.
fn announces(line: &Line<'_>) -> Option<RestatementKind> {
    if line.text.len() > 170 {
        return None;
    }
    let letters = lines::letters(line.text, 160);
    // A title that could be nothing else needs no markup.
    if !(line.opens || line.marked || lines::is_capitals(line.text) || letters == "explanatorynote") {
        return None;
    }
    let bare = letters.strip_prefix("item").or_else(|| letters.strip_prefix("note")).unwrap_or(&letters);
    if letters.starts_with("explanatorynote")
        || letters == "purposeofamendment"
        || letters.starts_with("purposeofthisamendment") && letters.len() < 40
    {
        return Some(RestatementKind::ExplanatoryNote);
    }
    if bare.starts_with("nonrelianceonpreviously") || bare.starts_with("nonreliance") {
        return Some(RestatementKind::NonReliance);
    }
    let sentence = line.text.ends_with('.') && line.text.chars().filter(|c| *c == ' ').count() > 9;
    let set_apart = line.marked || lines::is_capitals(line.text) || line.text.len() <= 90;
    let restates = [
        "restatement",
        "restatements",
        "restatedprior",
        "restatedfinancial",
        "restatedconsolidated",
        "restatedresults",
        "correctionofthe",
        "correctionoferror",
        "correctionofanerror",
        "correctionoferrors",
        "correctionofprior",
        "correctionofimmaterial",
        "revisionofprior",
        "revisionofpreviously",
        "adjustmentsofpreviously",
    ]
    .iter()
    .any(|w| bare.starts_with(w) || (bare.len() <= 60 && bare.contains(w)));
    (restates && set_apart && !sentence && !line.text.starts_with(char::is_lowercase))
        .then_some(RestatementKind::StatementNote)
}

/// The restating texts with a heading of their own.
fn headed(lines: &[Line<'_>], form: &Form) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut tried = 0;
    for (from, line) in lines.iter().enumerate() {
        // The text of a heading inside another text belongs to that one.
        if places.last().is_some_and(|p| from < p.to) {
            continue;
        }
        let Some(kind) = announces(line) else { continue };
        if sections::lists_pages(lines, from) || ends_with_page(line) {
            continue;
        }
        // A document of nothing but such headings is no filing.
        tried += 1;
        if tried > MOST_HEADINGS {
            break;
        }
        let to = end(lines, from, kind);
        let weight = weigh(&lines[from..to]);
        // Words that restate, or a heading that could mean nothing else.
        let own = match kind {
            RestatementKind::ExplanatoryNote => 2.0,
            RestatementKind::NonReliance if form.family == FormFamily::Current => 6.0,
            RestatementKind::NonReliance => 2.0,
            _ => 1.0,
        };
        let least = if kind == RestatementKind::StatementNote { 1.0 } else { 2.0 };
        if weight >= least && !is_row(line) {
            places.push(Place { kind, from, to, score: weight + own });
        }
    }
    places
}

/// A paragraph or table that restates without a heading.
fn unheaded(lines: &[Line<'_>]) -> Option<Place> {
    let mut best: Option<Place> = None;
    let mut from = 0;
    while from < lines.len() {
        let mut to = from + 1;
        while to < lines.len() && to < from + 40 && (!lines[to].opens || lines[to].table && lines[from].table)
        {
            to += 1;
        }
        let weight = weigh(&lines[from..to]);
        if weight >= 3.0
            && proves(&lines[from..(to + 12).min(lines.len())])
            && best.as_ref().is_none_or(|b| weight > b.score + 1e-4)
        {
            // What follows under the same subject belongs to it: rows and the paragraphs after.
            let reach = (to..(to + 60).min(lines.len()))
                .take_while(|l| lines[*l].table || weigh(&lines[*l..*l + 1]) >= 1.0)
                .last();
            best = Some(Place {
                kind: RestatementKind::Comparison,
                from,
                to: reach.map_or(to, |l| l + 1),
                score: weight,
            });
        }
        from = to;
    }
    best
}

/// Whether a text without a heading corrects something: figures before and after, or an error that was
/// restated. Poolings, new accounting rules and restated charters are no corrections.
fn proves(lines: &[Line<'_>]) -> bool {
    let joined: String = lines.iter().take(52).map(|l| l.text.to_lowercase() + " ").collect();
    let has = |list: &[&str]| list.iter().any(|w| joined.contains(w));
    let compared =
        has(&["previously reported", "originally reported"]) && has(&["restated", "corrected", "revised"]);
    let wrong = joined.contains("restat")
        && has(&[
            "error",
            "misstate",
            "irregularit",
            "improper",
            "no longer be relied",
            "not be relied",
            "effect of the restatement",
        ]);
    let foreign = has(&[
        "certificate of",
        "pooling",
        "check mark",
        "checkmark",
        "recovery analysis",
        "retrospective",
        "change in accounting",
        "was adopted",
        "adoption of",
        "elected to",
    ]);
    (compared || wrong) && !foreign
}

/// Where a text under a heading ends: at the next item, note or heading of the same rank.
fn end(lines: &[Line<'_>], from: usize, kind: RestatementKind) -> usize {
    let head = &lines[from];
    let limit = (from + 1_500).min(lines.len());
    let mut l = from + 1;
    while l < limit {
        let line = &lines[l];
        // Where the file has no empty lines, a short line after the end of a sentence may be a heading.
        let before = lines[l - 1].text;
        let parted = line.text.len() <= 60 && (before.ends_with('.') || before.len() < 40);
        if line.opens || line.marked || parted {
            if ends_items(line.text)
                || (kind != RestatementKind::ExplanatoryNote && begins_note(head.text, line.text))
            {
                break;
            }
            let letters = lines::letters(line.text, 40);
            let part = sections::is_part_head(line.text)
                || letters == "signatures"
                || letters == "signature"
                || letters == "tableofcontents" && l > from + 3;
            let same_rank = kind != RestatementKind::StatementNote
                && line.marked
                && head.marked
                && lines::is_capitals(head.text)
                && lines::is_capitals(line.text)
                && line.text.len() < 100
                && l > from + 1
                && !line.table
                && !announces_more(&letters);
            if part || same_rank {
                break;
            }
        }
        l += 1;
    }
    l.max(from + 1)
}

/// Headings inside a restating text.
fn announces_more(letters: &str) -> bool {
    [
        "restate",
        "background",
        "adjustment",
        "correct",
        "effect",
        "impact",
        "amended",
        "purpose",
        "internalcontrol",
        "review",
        "previously",
    ]
    .iter()
    .any(|w| letters.contains(w))
}

/// An item's heading.
fn ends_items(text: &str) -> bool {
    // Items of 8-K carry a point inside: "Item 9.01".
    let current = text.get(..4).is_some_and(|w| w.eq_ignore_ascii_case("item"))
        && text[4..]
            .trim_start()
            .get(..4)
            .is_some_and(|n| n.as_bytes()[0].is_ascii_digit() && n.contains('.'))
        && text.len() <= 170;
    current || sections::heads_item(text)
}

/// Another note: numbered like the first (`Note 3`, `3.`, `(3)`).
fn begins_note(head: &str, text: &str) -> bool {
    match (note_number(head), note_number(text)) {
        (Some(own), Some(next)) => next == own + 1,
        _ => false,
    }
}

fn note_number(text: &str) -> Option<u32> {
    let bare = text.trim_start_matches(['(', ' ']);
    let bare =
        bare.get(..4).filter(|h| h.eq_ignore_ascii_case("note")).map_or(bare, |_| bare[4..].trim_start());
    let end = bare.find(|c: char| !c.is_ascii_digit()).unwrap_or(bare.len());
    let closed = bare[end..].trim_start().starts_with(['.', ')', ':', '-', '–', '—'])
        || bare.len() != text.trim_start().len();
    bare[..end].parse().ok().filter(|n| closed && *n <= 60)
}

/// A row of a table with figures heads nothing.
fn is_row(line: &Line<'_>) -> bool {
    line.table && line.text.contains('\t') && line.text.bytes().filter(u8::is_ascii_digit).count() >= 4
}

fn ends_with_page(line: &Line<'_>) -> bool {
    let word = line.text.rsplit(lines::is_blank).next().unwrap_or("");
    word.len() < line.text.len()
        && word.len() <= 3
        && word.bytes().all(|b| b.is_ascii_digit())
        && (line.table || line.text.contains(".."))
}

/// How much lines say that something is restated; notes that only explain an amendment weigh nothing.
fn weigh(lines: &[Line<'_>]) -> f32 {
    const SAYS: [(&str, f32); 32] = [
        ("is restating", 3.0),
        ("are restating", 3.0),
        ("has restated", 2.0),
        ("have restated", 2.0),
        ("we restate ", 3.0),
        ("to restate", 3.0),
        ("restates ", 3.0),
        ("been restated", 2.0),
        ("were restated", 1.5),
        ("was restated", 1.5),
        ("restatement of", 1.5),
        ("the restatement", 1.0),
        ("as restated", 1.0),
        ("restated prior", 2.0),
        ("as previously reported", 1.5),
        ("previously reported", 1.0),
        ("previously issued financial", 1.5),
        ("previously issued consolidated", 1.5),
        ("previously filed", 0.5),
        ("no longer be relied", 3.0),
        ("should not be relied", 3.0),
        ("not be relied upon", 3.0),
        ("correct an error", 2.0),
        ("correction of an error", 2.0),
        ("correction of errors", 2.0),
        ("corrected amounts", 2.0),
        ("effect of the restatement", 1.5),
        ("effects of the restatement", 1.5),
        ("effect of restatement", 1.5),
        ("quarter is restated", 2.0),
        ("is restated", 1.0),
        ("as revised", 0.5),
    ];
    const DENIES: [&str; 6] = [
        "no restatement",
        "not a restatement",
        "does not restate",
        "not restated",
        "numbers themselves are the same",
        "does not reflect a restatement",
    ];
    let mut sum = 0.0;
    let mut denied = false;
    let mut before = String::new();
    for (n, line) in lines.iter().enumerate().take(1_500) {
        // Wrapped wording: a line is looked at with the end of the one before.
        let mut small = std::mem::take(&mut before);
        small.push_str(&line.text.to_lowercase().replace('\u{a0}', " "));
        small.push(' ');
        let decay = if n < 40 { 1.0 } else { 0.2 };
        let mut own = 0.0;
        for (word, worth) in SAYS {
            if small.contains(word) {
                own += worth;
            }
        }
        denied |= n < 40 && DENIES.iter().any(|d| small.contains(d));
        // The cover of every report since 2023 asks about error corrections.
        // What might have to be restated one day is a risk.
        let risk = [
            " may ",
            " could ",
            " might ",
            "if we",
            "required to restate",
            "need to restate",
            "mended and restated",
        ]
        .iter()
        .any(|w| line.text.contains(w));
        if !risk && !small.contains("recovery analysis") && !small.contains("check mark") {
            sum += own * decay;
        }
        let tail = small.char_indices().rev().nth(26).map_or(0, |(i, _)| i);
        if own == 0.0 {
            before = small[tail..].to_owned();
        }
    }
    if denied { 0.0 } else { sum.min(12.0) }
}
