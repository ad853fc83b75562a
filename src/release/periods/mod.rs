//! Fiscal periods and the span of the conduct, in a phrase or a whole release (sec-domain.md 6).
//!
//! A text becomes tokens (`lex`), named stretches of time (`item`), lists and ranges of them (`group`);
//! what stands around a group tells whether it speaks of accounts at all (`context`); a fiscal calendar
//! (`fiscal`) turns what is left into periods with their last days (`expand`).

mod context;
mod expand;
mod fiscal;
mod group;
mod item;
mod lex;
mod quarters;
mod release;
#[cfg(test)]
mod tests;

pub use release::{FROM_CONDUCT, read_release};

use self::context::Context;
use self::fiscal::Fiscal;
use self::group::Group;
use self::item::{Grammar, Item, Part, Shape};
use crate::period::Period;
use crate::span::Span;
use jiff::ToSpan;
use jiff::civil::Date;

/// A period and the words that name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPeriod {
    /// The period.
    pub period: Period,
    /// The list or range it was read from.
    pub span: Span,
}

/// When the conduct took place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// First day; years without months start in January.
    pub start: Option<Date>,
    /// Last day; years without months end in December.
    pub end: Option<Date>,
    /// `at-least-start`, `at-least-end`, `approximate-start`, `approximate-end`; `open-end`
    /// where the text says only since when and the end is the day of the release.
    pub flags: Vec<String>,
    /// The words it was read from, the widest where there are several.
    pub span: Option<Span>,
}

/// What a text says about time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Affected fiscal periods, by last day.
    pub periods: Vec<FoundPeriod>,
    /// The conduct, kept apart from the affected statements.
    pub conduct: Conduct,
    /// Month and day of the fiscal year's end, where the text states it or the caller named it.
    pub fiscal_year_end: Option<(u8, u8)>,
}

/// How sure a group speaks of statements of account; the weaker ones serve only where no stronger one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Days, months and years that a conduct spans.
    Conduct,
    /// Fiscal years, quarters, periods ended, years of named reports.
    Statements,
}

/// One group that counts.
struct Reading {
    group: Group,
    context: Context,
    strength: Strength,
}

/// Reads a phrase. `fiscal_year_end` (month, day) serves where the text itself names none.
pub fn read(text: &str, fiscal_year_end: Option<(u8, u8)>) -> Found {
    let tokens = lex::lex(text);
    let grammar = Grammar { tokens: &tokens, text };
    let (readings, fiscal, end) = readings(&grammar, fiscal_year_end);
    let kept: Vec<&Reading> = readings.iter().filter(|reading| counts_in_phrase(reading)).collect();
    let best = kept.iter().map(|reading| reading.strength).max();
    let stated = kept.iter().filter(|reading| Some(reading.strength) == best);
    let periods = collect(&grammar, stated.copied(), &fiscal);
    // A range of days or months is the conduct even where statements are named beside it.
    let ranges: Vec<&Reading> = kept
        .iter()
        .copied()
        .filter(|reading| reading.group.has_range() && reading.strength == Strength::Conduct)
        .collect();
    let conduct = conduct(&grammar, if ranges.is_empty() { &kept } else { &ranges }, &fiscal);
    Found { periods, conduct, fiscal_year_end: end.or(fiscal_year_end) }
}

/// All groups of a text with their context, and the issuer's calendar.
fn readings(grammar: &Grammar, hint: Option<(u8, u8)>) -> (Vec<Reading>, Fiscal, Option<(u8, u8)>) {
    let sentences = context::sentences(grammar);
    let groups = group::groups(grammar);
    let mut floor = 0;
    let mut sentence = 0;
    let mut readings: Vec<Reading> = Vec::with_capacity(groups.len());
    for mut group in groups {
        while sentences.get(sentence).is_some_and(|range| range.end <= group.first) {
            sentence += 1;
        }
        context::heads_by_form(grammar, &mut group);
        context::transition_head(grammar, &mut group);
        let whole = sentences.get(sentence).cloned().unwrap_or(0..grammar.tokens.len());
        let context = context::context(grammar, &group, &whole, floor);
        floor = group.next;
        let strength = strength(&group, &context);
        readings.push(Reading { group, context, strength });
    }
    let labels = readings.iter().flat_map(|r| &r.group.items).any(|(item, _)| {
        matches!(item.shape, Shape::Year { fiscal: true, .. } | Shape::Quarters { fiscal: true, .. })
    });
    let mut end = context::fiscal_year_end(grammar);
    let stated: Vec<(i16, Date)> =
        readings.iter().flat_map(|r| &r.group.items).filter_map(|(item, _)| statement(item)).collect();
    if let (None, None, Some((_, date))) = (end, hint, stated.first()) {
        end = Some((date.month() as u8, date.day() as u8));
    }
    let mut fiscal = Fiscal::new(end.or(hint), labels);
    for (label, date) in stated {
        fiscal.state(label, date);
    }
    (readings, fiscal, end)
}

/// A label and the end of its fiscal year, where the issuer's own words give both.
fn statement(item: &Item) -> Option<(i16, Date)> {
    match (item.shape, item.ends, item.label) {
        (Shape::Year { year, .. }, Some(end), _) => Some((year, end)),
        (Shape::Quarters { year: Some(year), mask, .. }, Some(end), _) if mask.count_ones() == 1 => {
            let left = 3 * (3 - mask.trailing_zeros() as i32);
            let last = fiscal::last_of(fiscal::month_of_end(end))?;
            Some((year, last.checked_add(left.months()).ok()?.last_of_month()))
        }
        (Shape::Day { year: Some(year), month, day }, _, Some(label))
            if item.head.is_some_and(|h| h.year) =>
        {
            Some((label, Date::new(year, month, day).ok()?))
        }
        _ => None,
    }
}

fn strength(group: &Group, context: &Context) -> Strength {
    let named = group.items.iter().any(|(item, _)| match item.shape {
        Shape::Year { fiscal, .. } => fiscal,
        Shape::Quarters { .. } => true,
        Shape::Day { .. } | Shape::Month { .. } => item.head.is_some(),
    });
    let years = group.items.iter().all(|(item, _)| {
        matches!(item.shape, Shape::Year { .. }) && matches!(item.part, Part::Whole | Part::End)
    });
    let reports = context.report && !context.made_in
        || context.reports.annual
        || context.reports.interim
        || context.reports.quarters;
    // "Overstated its income for 2001" names a year of account as "in 2001" does not.
    let accounts = reports || context.misconduct && context.accounts_for;
    if named || years && accounts && !group.begins { Strength::Statements } else { Strength::Conduct }
}

/// Whether a group of a phrase speaks of accounts or conduct at all.
fn counts_in_phrase(reading: &Reading) -> bool {
    let Reading { group, context, strength } = reading;
    if context.career || context.cited || context.unfiled || context.dated_event {
        return false;
    }
    if *strength == Strength::Statements || group.has_range() {
        return true;
    }
    let shape = |wanted: fn(&Shape) -> bool| group.items.iter().all(|(item, _)| wanted(&item.shape));
    if group.items.iter().any(|(item, _)| matches!(item.shape, Shape::Day { .. })) {
        return false;
    }
    if shape(|s| matches!(s, Shape::Month { .. })) {
        return !context.event || context.misconduct;
    }
    context.placed && (!context.event || context.misconduct)
}

/// The periods of groups, each label once, with its first words; a written end wins over a computed one.
fn collect<'a>(
    grammar: &Grammar,
    readings: impl Iterator<Item = &'a Reading>,
    fiscal: &Fiscal,
) -> Vec<FoundPeriod> {
    let mut found: Vec<FoundPeriod> = Vec::new();
    for reading in readings {
        let span = group_span(grammar, &reading.group);
        for period in expand::periods(&reading.group, fiscal, reading.context.reports) {
            match found.iter().position(|known| known.period.label == period.label) {
                None => found.push(FoundPeriod { period, span }),
                Some(at) => {
                    let known = &mut found[at].period;
                    if known.flags.len() > period.flags.len() {
                        known.flags = period.flags;
                    }
                }
            }
        }
    }
    found.sort_by(|a, b| (a.period.end, &a.period.label).cmp(&(b.period.end, &b.period.label)));
    found
}

/// The words of a group.
fn group_span(grammar: &Grammar, group: &Group) -> Span {
    let start = grammar.tokens.get(group.first).map_or(0, |token| token.span.start);
    let end = grammar.tokens.get(group.next.saturating_sub(1)).map_or(start, |token| token.span.end);
    Span::new(start, end)
}

/// The stretch of groups from the earliest start to the latest end.
fn conduct(grammar: &Grammar, readings: &[&Reading], fiscal: &Fiscal) -> Conduct {
    let mut found = Conduct::default();
    let mut widest = 0;
    let (mut start_flags, mut end_flags) = ([false; 2], [false; 2]);
    for reading in readings {
        let group = &reading.group;
        let Some((start, end)) = expand::group_days(group, fiscal) else { continue };
        let single = group.items.len() == 1;
        let (first, last) = (&group.items[0].0, &group.items[group.items.len() - 1].0);
        if !(group.ends && single) && found.start.is_none_or(|known| start < known) {
            found.start = Some(start);
            start_flags = flags_of(first);
        }
        if !(group.begins && single) && found.end.is_none_or(|known| end > known) {
            found.end = Some(end);
            end_flags = flags_of(last);
        }
        let days = (end - start).get_days();
        if found.span.is_none() || days > widest {
            widest = days;
            found.span = Some(group_span(grammar, group));
        }
    }
    for (flags, edge) in [(start_flags, "start"), (end_flags, "end")] {
        for (on, name) in flags.into_iter().zip(["at-least", "approximate"]) {
            if on {
                found.flags.push(format!("{name}-{edge}"));
            }
        }
    }
    found
}

/// Whether an item is a bound (`at least`) and whether it is rough (`about`, `early`, `mid`, `late`).
fn flags_of(item: &Item) -> [bool; 2] {
    [item.at_least, item.about || item.part != Part::Whole]
}
