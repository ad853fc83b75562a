//! What surrounds a group: the reports named before it, careers, single events, statutes, false statements.

use super::expand::Reports;
use super::group::Group;
use super::item::{Grammar, Head, Shape};
use super::lex::Word;
use std::ops::Range;

/// Tokens of the longest sentence: each of its groups looks at all of them.
const LONGEST: usize = 1_500;

/// Sentences as ranges of tokens.
pub(super) fn sentences(grammar: &Grammar) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for at in 0..grammar.tokens.len() {
        let token = &grammar.tokens[at];
        // Copies of releases join paragraphs by "., ": the comma then belongs to neither sentence.
        let comma =
            token.word == Word::Mark(b',') && grammar.tokens.get(at + 1).is_some_and(|next| next.capital);
        let ends_before = token.breaks
            || at > start
                && grammar.mark(at - 1, b'.')
                && (comma
                    || !token.glued && (token.capital || matches!(token.word, Word::Mark(b'"' | b'('))))
                && !abbreviation(grammar, at - 1);
        if (ends_before || at - start >= LONGEST) && at > start {
            found.push(start..at);
            start = at;
        }
    }
    if start < grammar.tokens.len() {
        found.push(start..grammar.tokens.len());
    }
    found
}

/// Whether the word before the full stop at `stop` is one that is written with a full stop.
fn abbreviation(grammar: &Grammar, stop: usize) -> bool {
    let Some(token) = stop.checked_sub(1).and_then(|at| grammar.tokens.get(at)) else { return false };
    let text = token.span.of(grammar.text);
    text.len() == 1 && text.bytes().all(|b| b.is_ascii_uppercase())
        || ["mr", "ms", "mrs", "dr", "jr", "sr", "no", "nos", "vs", "inc", "corp", "co", "ltd"]
            .iter()
            .any(|short| text.eq_ignore_ascii_case(short))
            && !matches!(grammar.word(stop + 1), Word::The | Word::In | Word::From | Word::During | Word::As)
}

/// The words around one group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// Reports named before the group.
    pub reports: Reports,
    /// A report, statement or restatement stands before it.
    pub report: bool,
    /// The day of a standard or a release in brackets.
    pub cited: bool,
    /// Words of false statements in the sentence.
    pub misconduct: bool,
    /// The sentence is one of the Commission's charge or finding.
    pub charge: bool,
    /// The group tells how long somebody held a post, a licence, an audit.
    pub career: bool,
    /// The sentence tells a single event (a filing, a judgment).
    pub event: bool,
    /// A preposition that years of account stand behind.
    pub placed: bool,
    /// `for` stands right before it.
    pub accounts_for: bool,
    /// `in` or `during` stands right before it: when statements were made, not what they are on.
    pub made_in: bool,
    /// `Relevant Period` is defined by this group.
    pub defines: bool,
    /// The sentence tells of reports that were never filed.
    pub unfiled: bool,
    /// The single year or month of an event: `In 2004, the issuer restated`, `an action filed in 2012`.
    pub dated_event: bool,
    /// The time of what is alleged: `finds that, during 1994 and 1995, the unit paid`.
    pub alleged: bool,
    /// When the conduct came out: `discovered in April 1999`.
    pub found_out: bool,
    /// The sentence tells how a price fell when the truth came out.
    pub fallout: bool,
    /// `during` or `throughout` stands right before it: a whole stretch, not a vaguer word for a part of it.
    pub whole: bool,
}

/// Reads the context of `group`; `floor` is where the group before it ended.
pub(super) fn context(grammar: &Grammar, group: &Group, sentence: &Range<usize>, floor: usize) -> Context {
    let mut context = Context::default();
    for at in sentence.clone() {
        if group.first <= at && at < group.next {
            continue;
        }
        match grammar.word(at) {
            // What was never filed was not misstated.
            Word::Misconduct if grammar.never_filed(at) => {
                context.event = true;
                context.unfiled = true;
            }
            Word::Misconduct => context.misconduct = true,
            Word::Charge => context.charge = true,
            Word::Event => context.event = true,
            Word::Restate => {
                context.misconduct = true;
                context.event = true;
            }
            _ => {}
        }
    }
    // The floor is one token short so that "10-K for 1999 and 10-Q for 2000" keeps its own form.
    let from = floor.max(sentence.start).max(group.first.saturating_sub(16));
    for at in from..group.first {
        match grammar.word(at) {
            Word::Annual | Word::Year(_) => context.reports.annual = true,
            Word::Interim => context.reports.interim = true,
            Word::Quarter(_) => context.reports.quarters = true,
            Word::Report => context.report = true,
            Word::Restate => context.report = true,
            Word::Number(10 | 20 | 40, 2) if grammar.mark(at + 1, b'-') => match form_letter(grammar, at + 2)
            {
                Some(b'q') => context.reports.interim = true,
                Some(b'k' | b'f') => context.reports.annual = true,
                _ => {}
            },
            _ => {}
        }
    }
    context.made_in = group.first > 0 && matches!(grammar.word(group.first - 1), Word::In | Word::During);
    behind(grammar, group.next, &mut context);
    context.accounts_for =
        group.first > 0 && grammar.word(group.first - 1) == Word::For && !group.has_range();
    context.cited = grammar.cited_standard(group.first);
    context.placed = placed(grammar, group);
    context.dated_event = context.event && dated_event(grammar, group, sentence);
    context.career = career(grammar, group, sentence, context.misconduct);
    context.defines = defines(grammar, group, sentence);
    context.alleged = alleged(grammar, group, sentence);
    context.found_out = found_out(grammar, group);
    context.fallout = fallout(grammar, sentence);
    context.whole =
        group.first > 0 && matches!(grammar.word(group.first - 1), Word::During | Word::Throughout);
    context
}

/// Whether one of the words right before the group tells that something came out.
fn found_out(grammar: &Grammar, group: &Group) -> bool {
    (group.first.saturating_sub(3)..group.first).any(|at| {
        let word = grammar.tokens[at].span.of(grammar.text);
        ["discover", "reveal", "uncover", "unravel", "detect"].iter().any(|stem| word.starts_with(stem))
    })
}

/// Whether a sentence tells how the market took the news: `the price of its shares dropped from $20 to $4`.
fn fallout(grammar: &Grammar, sentence: &Range<usize>) -> bool {
    let place = |at: usize| grammar.tokens.get(at).map(|token| token.span);
    let (Some(first), Some(last)) = (place(sentence.start), place(sentence.end.saturating_sub(1))) else {
        return false;
    };
    let text = grammar.text.get(first.start..last.end).unwrap_or("");
    text.contains(" price")
        && [" dropped", " fell ", " declined ", " plunged", " plummeted", " tumbled", " collapsed"]
            .iter()
            .any(|verb| text.contains(verb))
}

/// Whether the group opens the clause of an allegation: `alleges that, from 2001 on`, `found that in May 2001`.
fn alleged(grammar: &Grammar, group: &Group, sentence: &Range<usize>) -> bool {
    let that = (sentence.start.max(group.first.saturating_sub(5))..group.first)
        .rev()
        .find(|at| grammar.word(*at) == Word::Which);
    that.and_then(|at| at.checked_sub(1))
        .is_some_and(|before| before >= sentence.start && grammar.word(before) == Word::Charge)
}

/// `its 2001 annual report`, `the 2002 Form 10-K`.
fn behind(grammar: &Grammar, at: usize, context: &mut Context) {
    for next in at..at + 4 {
        match grammar.word(next) {
            Word::Annual => context.reports.annual = true,
            Word::Interim => context.reports.interim = true,
            Word::Report => context.report = true,
            // "1999 annual and quarterly reports"; "1999 and Forms 10-Q for 2000" is another matter.
            Word::And | Word::Or if next > at => {}
            Word::Number(10 | 20 | 40, 2) if grammar.mark(next + 1, b'-') => {
                match form_letter(grammar, next + 2) {
                    Some(b'q') => context.reports.interim = true,
                    Some(b'k' | b'f') => context.reports.annual = true,
                    _ => {}
                }
                break;
            }
            _ => break,
        }
    }
}

/// `k`, `q` or `f` of a form's name.
fn form_letter(grammar: &Grammar, at: usize) -> Option<u8> {
    let letters = grammar.tokens.get(at)?.span.of(grammar.text);
    let first = letters.bytes().next()?.to_ascii_lowercase();
    matches!(letters.len(), 1..=3).then_some(first)
}

/// Whether a bare year stands where years of account stand.
fn placed(grammar: &Grammar, group: &Group) -> bool {
    let item = &group.items[0].0;
    let inner = (group.first..item.next).any(|at| {
        matches!(
            grammar.word(at),
            Word::Fiscal
                | Word::Year(_)
                | Word::Calendar
                | Word::Early
                | Word::Mid
                | Word::Late
                | Word::End
                | Word::Begin
                | Word::From
        )
    });
    let Some(before) = group.first.checked_sub(1) else { return true };
    let after = grammar.word(group.next);
    let before = grammar.word(before);
    inner
        || group.begins
        || matches!(
            before,
            Word::In
                | Word::For
                | Word::During
                | Word::Of
                | Word::Throughout
                | Word::From
                | Word::Between
                | Word::Since
                | Word::About
                | Word::Each
        )
        || matches!(
            before,
            Word::The | Word::Its | Word::Other | Word::Mark(b'\'') | Word::Report | Word::And
        ) && matches!(
            after,
            Word::Annual | Word::Report | Word::Interim | Word::Year(_) | Word::Number(10 | 20 | 40, 2)
        )
}

/// Whether one year or month is the time of an event and not of accounts.
fn dated_event(grammar: &Grammar, group: &Group, sentence: &Range<usize>) -> bool {
    if group.items.len() > 1
        || group.begins
        || !matches!(group.items[0].0.shape, Shape::Year { fiscal: false, .. } | Shape::Month { .. })
    {
        return false;
    }
    let before = group.first.saturating_sub(8).max(sentence.start)..group.first;
    let near = before
        .rev()
        .map(|at| grammar.word(at))
        .find(|w| matches!(w, Word::Event | Word::Misconduct | Word::Restate | Word::Charge));
    let opens = group.first <= sentence.start + 2 && grammar.mark(group.next, b',');
    let verb = (group.next..(group.next + 10).min(sentence.end))
        .map(|at| grammar.word(at))
        .find(|w| matches!(w, Word::Event | Word::Misconduct | Word::Restate));
    near == Some(Word::Event) || opens && matches!(verb, Some(Word::Event | Word::Restate))
}

/// `was chief financial officer from 1996 until 2001`, `licensed as a CPA from 1985 to 2003`.
fn career(grammar: &Grammar, group: &Group, sentence: &Range<usize>, misconduct: bool) -> bool {
    let mut comma = false;
    let mut copula = false;
    let mut found = None;
    let start = sentence.start.max(group.first.saturating_sub(18));
    for at in (start..group.first).rev() {
        match grammar.word(at) {
            Word::Misconduct | Word::Charge | Word::Report | Word::Restate => break,
            // Titles are strung together with commas; another clause's comma ends the look-back once a title is met.
            Word::Mark(b',') => comma |= found.is_none(),
            Word::Career if found.is_none() && !comma => {
                found = Some(group.first - at);
                copula |= career_verb(grammar, at);
            }
            Word::Career => copula |= career_verb(grammar, at),
            Word::Was | Word::As if found.is_some() => copula = true,
            Word::Mark(b'.' | b';') if found.is_none() && !grammar.glued(at) => break,
            _ => {}
        }
    }
    match found {
        Some(_) if copula || !misconduct => true,
        Some(distance) => {
            distance <= 2 && group.has_range() && grammar.word(group.first) == Word::From && {
                // "the CFO from 1996 until 2001," and a title in apposition at the sentence's start.
                grammar.mark(group.next, b',')
            }
        }
        None => after_career(grammar, group, sentence.end),
    }
}

fn career_verb(grammar: &Grammar, at: usize) -> bool {
    let text = grammar.tokens[at].span.of(grammar.text);
    [
        "served", "serves", "employed", "worked", "licensed", "held", "joined", "hired", "resigned",
        "retired", "tenure",
    ]
    .iter()
    .any(|verb| text.eq_ignore_ascii_case(verb))
}

/// `From 1997 to 2000, Doe served as an officer`, `from 1999 to 2001, Roe was the controller`.
fn after_career(grammar: &Grammar, group: &Group, end: usize) -> bool {
    let mut was = false;
    for at in group.next..(group.next + 12).min(end) {
        match grammar.word(at) {
            Word::Was => was = true,
            Word::Career => return was || career_verb(grammar, at),
            Word::Misconduct | Word::Charge | Word::Report | Word::Restate => return false,
            Word::Mark(b',') if at > group.next => return false,
            _ => {}
        }
    }
    false
}

/// `(the "Relevant Period")` behind the group, or `the Relevant Period, from ...` before it.
fn defines(grammar: &Grammar, group: &Group, sentence: &Range<usize>) -> bool {
    let term = |range: Range<usize>| {
        range.clone().any(|at| {
            grammar.word(at) == Word::Period
                && at > range.start
                && grammar.tokens[at].capital
                && grammar.tokens.get(at - 1).is_some_and(|t| t.capital)
        })
    };
    let after = group.next..(group.next + 7).min(sentence.end);
    let before = group.first.saturating_sub(6).max(sentence.start)..group.first;
    grammar.mark(group.next, b'(') && term(after) || term(before)
}

/// `on Form 10-K for December 31, 1999`: the days are ends of the periods that the form covers.
pub(super) fn heads_by_form(grammar: &Grammar, group: &mut Group) {
    if group.has_range() || grammar.word(group.first.wrapping_sub(1)) != Word::For {
        return;
    }
    let from = group.first.saturating_sub(8);
    let head =
        (from..group.first).rev().find_map(|at| match (grammar.word(at), form_letter(grammar, at + 2)) {
            (Word::Number(10, 2), Some(b'q')) => Some(Head { quarter: true, ..Head::default() }),
            (Word::Number(10 | 20 | 40, 2), Some(b'k' | b'f')) => {
                Some(Head { year: true, ..Head::default() })
            }
            _ => None,
        });
    let Some(head) = head else { return };
    set_heads(group, head);
}

/// `the transition period from July 1, 2001 to December 31, 2001`.
pub(super) fn transition_head(grammar: &Grammar, group: &mut Group) {
    let from = group.first.saturating_sub(4);
    let named = (from..group.first).any(|at| grammar.word(at) == Word::Transition);
    if named
        && group.items.iter().all(|(item, _)| matches!(item.shape, Shape::Day { .. } | Shape::Month { .. }))
    {
        set_heads(group, Head { transition: true, ..Head::default() });
    }
}

fn set_heads(group: &mut Group, head: Head) {
    let mut day = None;
    for (item, _) in &mut group.items {
        match item.shape {
            Shape::Day { month, day: d, .. } if item.head.is_none() => {
                item.head = Some(head);
                day = Some((month, d));
            }
            Shape::Month { .. } if item.head.is_none() => item.head = Some(head),
            Shape::Year { year, fiscal: false } => {
                if let Some((month, d)) = day {
                    item.shape = Shape::Day { year: Some(year), month, day: d };
                    item.head = Some(head);
                }
            }
            _ => {}
        }
    }
}

/// When the issuer's fiscal year ends, where the text says so.
pub(super) fn fiscal_year_end(grammar: &Grammar) -> Option<(u8, u8)> {
    for at in 0..grammar.tokens.len() {
        let found = match grammar.word(at) {
            Word::Fiscal | Word::Year(_) => stated(grammar, at),
            Word::Month(month) => before_year_end(grammar, at, month),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn month_day(grammar: &Grammar, at: usize) -> Option<(u8, u8)> {
    match grammar.day_or_month(at)? {
        (Shape::Day { month, day, .. }, _) => Some((month as u8, day as u8)),
        // "fiscal years ending March 2004": the month's last day.
        (Shape::Month { month, count: 1, .. }, _) => Some((month as u8, 31)),
        _ => None,
    }
}

/// `fiscal year ended June 30`, `fiscal year-end is March 31`, `fiscal year runs from April 1 to March 31`.
fn stated(grammar: &Grammar, first: usize) -> Option<(u8, u8)> {
    let mut at = first;
    let (mut fiscal, mut year, mut end) = (false, false, false);
    for _ in 0..10 {
        match grammar.word(at) {
            Word::Fiscal => fiscal = true,
            Word::Year(_) => year = true,
            Word::End | Word::Ended => end = year,
            Word::Mark(b'-' | b'(' | b')' | b',')
            | Word::Of
            | Word::On
            | Word::Was
            | Word::The
            | Word::Its
            | Word::In => {}
            Word::Number(_, 4) if fiscal => {}
            Word::Ran | Word::From | Word::Begin if year && fiscal => {
                while matches!(grammar.word(at), Word::Ran | Word::From | Word::Begin | Word::On) {
                    at += 1;
                }
                let (Shape::Day { .. }, mut next) = grammar.day_or_month(at)? else { return None };
                while matches!(
                    grammar.word(next),
                    Word::Through | Word::To | Word::And | Word::Ended | Word::On | Word::Mark(b'-' | b',')
                ) {
                    next += 1;
                }
                return month_day(grammar, next);
            }
            Word::Month(_) | Word::Number(_, 1..=2) if year && end => return month_day(grammar, at),
            // "fiscal year is April 1 to March 31"
            Word::Month(_) if year && fiscal => {
                let (Shape::Day { .. }, next) = grammar.day_or_month(at)? else { return None };
                return matches!(grammar.word(next), Word::Through | Word::To | Word::Mark(b'-'))
                    .then(|| month_day(grammar, next + 1))
                    .flatten();
            }
            _ => return None,
        }
        at += 1;
    }
    None
}

/// `March 31 fiscal year end`, `June 30 year-end`.
fn before_year_end(grammar: &Grammar, at: usize, month: u8) -> Option<(u8, u8)> {
    let Word::Number(day @ 1..=31, 1..=2) = grammar.word(at + 1) else { return None };
    let mut next = at + 2;
    let mut year = false;
    for _ in 0..4 {
        match grammar.word(next) {
            Word::Fiscal | Word::Mark(b'-') => {}
            Word::Year(_) => year = true,
            Word::End if year => return Some((month, day as u8)),
            _ => return None,
        }
        next += 1;
    }
    None
}
