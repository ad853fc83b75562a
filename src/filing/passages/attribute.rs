//! Attributions: one to three sentences that give a change in a reported result a cause (requirements R33).

use super::exclude;
use super::sentences::{self, Sentence};
use super::words::{self, Flat, Hit, Meaning};
use crate::ids::LineItem;
use crate::span::Span;
use crate::text::Text;
use serde::Serialize;

/// Which way a result went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Up.
    Increase,
    /// Down.
    Decrease,
    /// No change.
    Unchanged,
}

/// One attribution, verbatim in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribution {
    /// The sentences: one, or two where the second says "the increase was due to".
    pub span: Span,
    /// The line item, where the datasets have the result.
    pub item: Option<LineItem>,
    /// Which way the result went.
    pub direction: Direction,
    /// The words that give the cause.
    pub cause: Span,
}

/// Sentences shorter or longer than this (in words) are headings, debris or lists.
const WORDS: std::ops::RangeInclusive<usize> = 7..=110;

/// Finds the attributions of a discussion, in reading order.
pub fn attributions(text: &Text, within: Span) -> Vec<Attribution> {
    let mut found = Vec::new();
    for paragraph in sentences::paragraphs(text, within) {
        if paragraph.debris {
            continue;
        }
        // The sentence that last named a result, and how many sentences ago.
        let mut anchor: Option<(Sentence, Subject, usize)> = None;
        for sentence in paragraph.sentences {
            anchor = anchor.map(|(s, subject, ago)| (s, subject, ago + 1)).filter(|(_, _, ago)| *ago <= 2);
            if !sentence.whole {
                anchor = None;
                continue;
            }
            let flat = Flat::new(text.at(sentence.span));
            let reading = Reading::new(&flat);
            let subject = reading.subject();
            let at = sentence.span.start;
            if !reading.excluded() {
                // "The increase was due to": a sentence before names the result.
                let carried = anchor.filter(|_| reading.leans_back(subject));
                if let Some((first, told, _)) = carried
                    && let Some((direction, cause)) = reading.continuation()
                {
                    let span = Span::new(first.span.start, sentence.span.end);
                    let direction = direction.unwrap_or(told.direction);
                    found.push(Attribution { span, item: told.item, direction, cause: flat.back(cause, at) });
                    continue;
                }
                if let Some((direction, cause, item)) = reading.attribution(subject) {
                    found.push(Attribution {
                        span: sentence.span,
                        item,
                        direction,
                        cause: flat.back(cause, at),
                    });
                }
            }
            // A result inside the cause of another is not what the next sentence goes on with.
            let own =
                subject.filter(|s| reading.first_cause().is_none_or(|cause| s.at < cause || cause <= 4));
            anchor = own.map(|s| (sentence, s, 0)).or(anchor);
        }
    }
    found
}

/// A result and its change.
#[derive(Clone, Copy)]
struct Subject {
    item: Option<LineItem>,
    direction: Direction,
    /// Where the change is said.
    at: usize,
}

/// One sentence with its wordings.
struct Reading<'a> {
    flat: &'a str,
    hits: Vec<Hit>,
}

impl<'a> Reading<'a> {
    fn new(flat: &'a Flat) -> Reading<'a> {
        Reading { flat: &flat.text, hits: words::hits(&flat.text) }
    }

    /// What can be no attribution: too short or long, a pointer, an outlook, a rule of accounting, an example.
    fn excluded(&self) -> bool {
        let words = self.flat.split(' ').count();
        let digits = self.flat.bytes().filter(u8::is_ascii_digit).count();
        !WORDS.contains(&words)
            || digits * 3 > self.flat.len()
            || exclude::is_boilerplate(self.flat)
            || self.is_definition()
            || self.is_outlook()
            || !self.is_past()
    }

    /// Whether the sentence tells what a measure is made of, or compares it with a rate set by law.
    fn is_definition(&self) -> bool {
        [
            " represents the ",
            " represent the ",
            " consists of ",
            " statutory ",
            " is computed ",
            " are computed ",
        ]
        .iter()
        .any(|m| self.flat.contains(m))
    }

    /// Whether the sentence speaks of what is to come.
    fn is_outlook(&self) -> bool {
        const MARKS: [&str; 12] = [
            " will ",
            " would ",
            " shall ",
            " going forward",
            " in the future",
            " we expect ",
            " expects to ",
            " growth model ",
            " our target",
            " our goal",
            " our plan ",
            " our objective",
        ];
        MARKS.iter().any(|m| self.flat.contains(m))
    }

    /// Whether the sentence speaks of something that happened.
    fn is_past(&self) -> bool {
        const PAST: [&str; 26] = [
            " was ",
            " were ",
            " had ",
            "increased",
            "decreased",
            "declined",
            "rose ",
            " fell ",
            " grew ",
            "improved",
            "dropped",
            "resulted",
            "compared",
            " reduced",
            "offset",
            "reflected",
            "contributed",
            "experienced",
            "totaled",
            "amounted",
            " due ",
            "attributable",
            "affected",
            " led ",
            "driven",
            "caused",
        ];
        let small = self.flat.to_ascii_lowercase();
        PAST.iter().any(|p| small.contains(p))
    }

    /// The first change, with the result that stands closest: before it, or right after ("an increase in net
    /// sales", "higher revenue").
    fn subject(&self) -> Option<Subject> {
        self.subject_between(0, self.flat.len())
    }

    /// Whether the sentence begins with a change that names no result of its own.
    fn leans_back(&self, subject: Option<Subject>) -> bool {
        let first = self.hits.iter().find(|h| matches!(h.meaning, Meaning::Change(_))).map(|h| h.span.start);
        match (first, subject) {
            (Some(first), Some(subject)) => subject.at != first && first <= 60,
            _ => subject.is_none(),
        }
    }

    fn subject_between(&self, from: usize, to: usize) -> Option<Subject> {
        for (i, hit) in self.hits.iter().enumerate() {
            let Meaning::Change(direction) = hit.meaning else { continue };
            if hit.span.start < from || hit.span.end > to {
                continue;
            }
            let result = |hit: &Hit| match hit.meaning {
                Meaning::Result(item) => Some(item),
                _ => None,
            };
            let near = |hit: &Hit, other: &Hit| {
                let gap = Span::new(hit.span.end.min(other.span.end), hit.span.start.max(other.span.start));
                let gap = gap.of(self.flat);
                // A result inside brackets is not the subject outside of them.
                let leaves = gap.contains(')') && !gap.contains('(');
                gap.len() <= 130 && !gap.contains(". ") && !gap.contains(';') && !leaves
            };
            // "an increase in net sales": the result follows with "in" or "of".
            let after =
                self.hits[i + 1..].first().filter(|h| result(h).is_some() && h.span.end <= to).filter(|h| {
                    let gap = Span::new(hit.span.end, h.span.start).of(self.flat).trim();
                    gap.is_empty()
                        || (gap.len() <= 40
                            && (gap.starts_with("in ")
                                || gap == "in"
                                || gap == "of"
                                || gap.starts_with("of ")))
                });
            // The subject of the clause: the first result before the change, in the same clause.
            let floor = self.clause_start(hit.span.start).max(from);
            let before = self.hits[..i]
                .iter()
                .filter(|h| h.span.start >= floor && near(h, hit))
                .find(|h| result(h).is_some());
            // "Sales have yielded lower gross profit": the adjective belongs to the noun after it.
            let adjective =
                matches!(hit.span.of(self.flat).to_ascii_lowercase().as_str(), "higher" | "lower");
            let touching = after.filter(|h| adjective && h.span.start <= hit.span.end + 1);
            let named = touching.or(before).or(after);
            if let Some(item) = named.and_then(result) {
                let item = named.map_or(item, |hit| self.of_cost(hit, item));
                // A loss that grew is an income that fell.
                let words = named.map_or(String::new(), |hit| hit.span.of(self.flat).to_ascii_lowercase());
                let loss = words.contains("loss")
                    && matches!(item, Some(LineItem::NetIncome | LineItem::OperatingIncome))
                    || words.contains(" used in operating");
                let direction = match direction {
                    Direction::Increase if loss => Direction::Decrease,
                    Direction::Decrease if loss => Direction::Increase,
                    other => other,
                };
                return Some(Subject { item, direction, at: hit.span.start });
            }
        }
        None
    }

    /// "Cost of product revenue" is a cost, whatever stands between.
    fn of_cost(&self, hit: &Hit, item: Option<LineItem>) -> Option<LineItem> {
        let head = self.flat.get(..hit.span.start).unwrap_or("").to_ascii_lowercase();
        let cost = head.rfind("cost of ").or(head.rfind("costs of ")).filter(|i| head.len() - i <= 45);
        match (item, cost) {
            (Some(LineItem::Revenue), Some(_)) => Some(LineItem::CostOfRevenue),
            _ => item,
        }
    }

    /// Where the clause around a place begins: after a semicolon, or a comma with a conjunction.
    fn clause_start(&self, at: usize) -> usize {
        let head = self.flat.get(..at).unwrap_or("");
        [";", ", while ", ", but ", ", and ", ": "]
            .iter()
            .filter_map(|mark| head.rfind(mark).map(|i| i + mark.len()))
            .max()
            .unwrap_or(0)
    }

    /// The attribution of one sentence: direction, cause, item.
    fn attribution(&self, subject: Option<Subject>) -> Option<(Direction, Span, Option<LineItem>)> {
        for hit in &self.hits {
            match hit.meaning {
                Meaning::Cause if self.modal_before(hit.span.start) || self.negated(hit.span.start) => {}
                Meaning::Cause => {
                    let subject = subject.filter(|s| {
                        s.at < hit.span.start
                            && self.same_clause(s.at, hit.span.start)
                            && !self.is_inside_cause(s)
                    });
                    if let Some(s) = subject {
                        let cause = self.cause_after(hit.span)?;
                        return Some((s.direction, cause, s.item));
                    }
                    // "As a result of X, net sales decreased": the cause opens the sentence.
                    if hit.span.start <= 4 {
                        let cause = self.cause_to_comma(hit.span)?;
                        let s = self
                            .subject_between(cause.end, self.flat.len())
                            .filter(|s| !self.modal_between(cause.end, s.at) && !self.is_listed(s.at));
                        if let Some(s) = s {
                            return Some((s.direction, cause, s.item));
                        }
                    }
                }
                // "Higher volumes resulted in an increase in net sales."
                Meaning::Effect if !self.modal_before(hit.span.start) => {
                    let end = (hit.span.end + 90).min(self.flat.len());
                    let end = (end..=self.flat.len())
                        .find(|i| self.flat.is_char_boundary(*i))
                        .unwrap_or(self.flat.len());
                    let whole = |s: &Subject| !Span::new(hit.span.end, s.at).of(self.flat).contains(',');
                    if let Some(s) = self.subject_between(hit.span.end, end).filter(whole) {
                        let start = self.clause_start(hit.span.start);
                        let cause = self.trimmed(Span::new(start, hit.span.start))?;
                        if cause.len() >= 12 {
                            return Some((s.direction, cause, s.item));
                        }
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// "..., and increased costs": one more cause of a list, not what came of them.
    fn is_listed(&self, change: usize) -> bool {
        let head = self.flat.get(..change).unwrap_or("").trim_end();
        head.ends_with(", and") || head.ends_with(" and")
    }

    /// Where the first cause is told.
    fn first_cause(&self) -> Option<usize> {
        self.hits.iter().find(|h| h.meaning == Meaning::Cause).map(|h| h.span.start)
    }

    /// Whether the result is part of the cause of another change: "Fuel increased as a result of higher sales and
    /// lower output due to the outage" tells nothing of why sales were higher.
    fn is_inside_cause(&self, subject: &Subject) -> bool {
        let Some(cause) = self.first_cause().filter(|c| *c > 4 && *c < subject.at) else { return false };
        let first = self.hits.iter().find(|h| matches!(h.meaning, Meaning::Change(_)));
        let Some(first) = first.filter(|h| h.span.end <= cause) else { return false };
        // "The increase in 2008 reflected ...": without the sentence before nobody knows of what.
        subject.item.is_some() || self.opens_with_change(first)
    }

    /// "The increase", "This decline in 1999": a change at the very beginning.
    fn opens_with_change(&self, change: &Hit) -> bool {
        let head = self.flat.get(..change.span.start).unwrap_or("").trim().to_ascii_lowercase();
        matches!(head.as_str(), "the" | "this" | "these" | "that" | "such")
    }

    /// "The increase was primarily due to ...", "Of this decline, $2 million resulted from ...".
    fn continuation(&self) -> Option<(Option<Direction>, Span)> {
        const OPENINGS: [&str; 10] = [
            "the ",
            "this ",
            "these ",
            "that ",
            "such ",
            "of this ",
            "of the ",
            "approximately ",
            "most of ",
            "both ",
        ];
        let small = self.flat.get(..14.min(self.flat.len())).unwrap_or("").to_ascii_lowercase();
        if !OPENINGS.iter().any(|o| small.starts_with(o)) {
            return None;
        }
        let cause = self.hits.iter().find(|h| h.meaning == Meaning::Cause)?;
        let head = self.flat.get(..cause.span.start)?;
        let change = self.hits.iter().find_map(|h| match h.meaning {
            Meaning::Change(direction) if h.span.end <= cause.span.start && h.span.start <= 60 => {
                Some((direction, h.span))
            }
            _ => None,
        });
        if change.is_some_and(|(_, span)| !self.is_bare_change(span)) {
            return None;
        }
        let change = change.map(|(direction, _)| direction);
        let general = ["change", "results", "result", "variance", "difference", "decline", "improvement"];
        let named = change.is_some() || general.iter().any(|g| head.to_ascii_lowercase().contains(g));
        if !named || head.contains(" offset ") || self.foreign_subject(head) {
            return None;
        }
        if head.len() > 150 || self.modal_before(cause.span.start) || self.negated(cause.span.start) {
            return None;
        }
        Some((change, self.cause_after(cause.span)?))
    }

    /// Whether a change stands without a subject of its own: "the 5% increase", not "the volume increase" or
    /// "the lower selling prices".
    fn is_bare_change(&self, change: Span) -> bool {
        let words = change.of(self.flat).to_ascii_lowercase();
        if matches!(words.as_str(), "higher" | "lower" | "reduced" | "increased" | "decreased" | "improved") {
            // A verb or an adjective: of a pronoun only.
            let head = self.flat.get(..change.start).unwrap_or("").trim().to_ascii_lowercase();
            return matches!(head.as_str(), "these" | "this" | "such" | "that");
        }
        self.flat
            .get(..change.start)
            .unwrap_or("")
            .split(' ')
            .filter(|w| !w.is_empty())
            .all(exclude::is_free_of_subject)
    }

    /// "The decline in shipments": a change of something that is no result, nor a period.
    fn foreign_subject(&self, head: &str) -> bool {
        let small = head.to_ascii_lowercase();
        let Some(at) =
            [" in ", " of "].iter().filter_map(|m| small.find(m)).filter(|i| (4..=40).contains(i)).min()
        else {
            return false;
        };
        let tail = small.get(at + 4..).unwrap_or("");
        let own = |h: &&Hit| {
            h.span.start > at && h.span.start < head.len() && matches!(h.meaning, Meaning::Result(_))
        };
        // Only the noun right after counts: "in pension payments in 2015" tells a subject and a year.
        let noun = [" in ", " of ", " for ", " during "].iter().filter_map(|m| tail.find(m)).min();
        let noun = tail.get(..noun.unwrap_or(tail.len())).unwrap_or(tail);
        let period = ["fiscal", "quarter", "year", "both", "period", "month", "these", "this", "each"]
            .iter()
            .any(|w| noun.contains(w))
            || noun.bytes().any(|b| b.is_ascii_digit());
        self.hits.iter().find(own).is_none() && !period
    }

    fn modal_before(&self, at: usize) -> bool {
        self.modal_between(0, at)
    }

    fn modal_between(&self, from: usize, to: usize) -> bool {
        self.hits.iter().any(|h| h.meaning == Meaning::Modal && h.span.start >= from && h.span.end <= to)
    }

    fn negated(&self, at: usize) -> bool {
        let head = self.flat.get(..at).unwrap_or("").trim_end();
        head.ends_with(" not") || head.ends_with("n't")
    }

    /// Whether nothing between a change and a cause shows that another matter began.
    fn same_clause(&self, change: usize, cause: usize) -> bool {
        let between = Span::new(change, cause).of(self.flat);
        // "..., including sales attributable to the extra week": the cause is of what is included.
        let included = between.rfind(", including ").is_some_and(|i| !between[i + 2..].contains(','));
        between.len() <= 330
            && !included
            && !["; ", " offset ", " despite ", "in spite of"].iter().any(|mark| between.contains(mark))
    }

    /// From a cause word to the end of its clause.
    fn cause_after(&self, cue: Span) -> Option<Span> {
        let rest = self.flat.get(cue.end..)?;
        let end = [
            ";",
            " (see",
            ", partially offset",
            ", offset",
            ", while ",
            ", whereas ",
            " as compared ",
            " compared to ",
            " compared with ",
        ]
        .iter()
        .filter_map(|mark| rest.find(mark))
        .min()
        .unwrap_or(rest.len());
        self.trimmed(Span::new(cue.end, cue.end + end))
            .filter(|s| s.len() >= 8 && !exclude::is_empty_cause(s.of(self.flat)))
    }

    /// From a cause word at a sentence's beginning to the comma before the main clause.
    fn cause_to_comma(&self, cue: Span) -> Option<Span> {
        let rest = self.flat.get(cue.end..)?;
        let end = rest.find(", ").filter(|i| *i >= 8)?;
        self.trimmed(Span::new(cue.end, cue.end + end)).filter(|s| !exclude::is_empty_cause(s.of(self.flat)))
    }

    fn trimmed(&self, span: Span) -> Option<Span> {
        let raw = span.of(self.flat);
        let bare = raw.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ':'));
        if bare.is_empty() {
            return None;
        }
        let start = span.start
            + (raw.len()
                - raw.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | ':')).len());
        Some(Span::new(start, start + bare.len()))
    }
}
