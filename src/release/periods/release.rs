//! Periods and conduct of a whole release.

use super::expand;
use super::fiscal::Fiscal;
use super::item::{Grammar, Part, Shape};
use super::{Found, FoundPeriod, Reading, Strength, collect, conduct, group_span, lex, readings};
use crate::release::segments::{Segment, SegmentKind, floor};
use crate::span::Span;
use jiff::civil::Date;

/// The release names no statements: the period is one of those that the conduct spans.
pub const FROM_CONDUCT: &str = "from-conduct";

/// Reads a release. Headers, pointers to other releases, statute years, careers, ages and days of filings give
/// no period; the conduct comes from sentences that speak of false statements.
pub fn read_release(text: &str, segments: &[Segment]) -> Found {
    let tokens = lex::lex(text);
    let grammar = Grammar { tokens: &tokens, text };
    let (readings, fiscal, end) = readings(&grammar, None);
    let silent: Vec<Span> = segments
        .iter()
        .filter(|segment| matches!(segment.kind, SegmentKind::Header | SegmentKind::References))
        .map(|segment| segment.span)
        .collect();
    let latest = released(&grammar, &readings, &silent);
    let kept: Vec<&Reading> = readings
        .iter()
        .filter(|reading| {
            let span = group_span(&grammar, &reading.group);
            let quiet = silent.iter().any(|part| part.overlaps(span)) && !reading.context.misconduct;
            let later = latest.is_some_and(|day| {
                reading.group.items.iter().any(|(i, _)| expand::days(i, &fiscal).is_some_and(|d| d.0 > day))
            });
            !quiet && !later && !reading.context.career && !reading.context.cited && counts(reading)
        })
        .collect();
    let stated: Vec<&Reading> = kept
        .iter()
        .copied()
        .filter(|r| {
            !r.group.ends && r.strength == Strength::Statements && (r.context.misconduct || r.context.report)
        })
        .collect();
    let spans = conduct_readings(&kept, &fiscal);
    let periods = if stated.is_empty() {
        let mut periods = collect(&grammar, spans.iter().copied(), &fiscal);
        periods.iter_mut().for_each(|found| found.period.flags.push(FROM_CONDUCT.to_owned()));
        periods
    } else {
        without_outrun(collect(&grammar, stated.iter().copied(), &fiscal), &stated, &fiscal)
    };
    let mut conduct = conduct(&grammar, &spans, &fiscal);
    // "Since at least 1998" runs up to the day on which it is said.
    if conduct.end.is_none() && conduct.start.is_some() {
        let said = latest.or_else(|| last_named(&readings)).or_else(|| year_of_address(text));
        // Nor past the day on which the complaint that says so was filed.
        let said = match filed(&grammar, &readings).filter(|day| Some(*day) > conduct.start) {
            Some(day) => said.map(|said| said.min(day)),
            None => said,
        };
        if said > conduct.start {
            conduct.end = said;
            conduct.flags.push("open-end".to_owned());
        }
    }
    Found { periods, conduct, fiscal_year_end: end }
}

/// Groups that are held against one another; a text with more is no release, and nothing is dropped from it.
const MOST_COMPARED: usize = 500;

/// Drops the last year of a range of years where other words name the quarters of that year which are meant:
/// `from 1997 through 2000`, and `the first three quarters of 2000` later on.
fn without_outrun(found: Vec<FoundPeriod>, stated: &[&Reading], fiscal: &Fiscal) -> Vec<FoundPeriod> {
    if stated.len() > MOST_COMPARED {
        return found;
    }
    let labels = |reading: &Reading| -> Vec<String> {
        expand::periods(&reading.group, fiscal, reading.context.reports)
            .into_iter()
            .map(|p| p.label)
            .collect()
    };
    let read: Vec<(bool, Vec<String>)> = stated.iter().map(|r| (r.group.has_range(), labels(r))).collect();
    let outrun = |year: &str| {
        let of_quarters = |labels: &[String]| {
            let quarter = |n: u8| labels.contains(&format!("{year}-Q{n}"));
            (1..=3).any(quarter) && !quarter(4) && !labels.iter().any(|label| label == year)
        };
        read.iter().filter(|(_, labels)| labels.iter().any(|l| l == year)).all(|(range, labels)| {
            *range && labels.last().is_some_and(|last| last == year) && labels.len() > 1
        }) && read.iter().any(|(_, labels)| of_quarters(labels))
    };
    found.into_iter().filter(|found| !outrun(&found.period.label)).collect()
}

/// The earliest day on which the text says that a complaint was filed.
fn filed(grammar: &Grammar, readings: &[Reading]) -> Option<Date> {
    let near = |reading: &&Reading| {
        let span = group_span(grammar, &reading.group);
        let from = floor(grammar.text, span.start.saturating_sub(60));
        let to = floor(grammar.text, span.end + 60);
        let around = grammar.text.get(from..to).unwrap_or("");
        reading.context.event
            && !reading.context.cited
            && around.contains("filed")
            && around.contains("omplaint")
    };
    let items = readings.iter().filter(near).flat_map(|reading| &reading.group.items);
    items
        .filter_map(|(item, _)| match item.shape {
            Shape::Day { year: Some(year), month, day } if item.head.is_none() => {
                Date::new(year, month, day).ok()
            }
            _ => None,
        })
        .min()
}

/// Bytes in which the head of a release gives its day.
const HEAD: usize = 600;

/// The day of the release: the latest day in its header, or the first in its first lines where it has no
/// header. Nothing found may start after it.
fn released(grammar: &Grammar, readings: &[Reading], silent: &[Span]) -> Option<Date> {
    let header = silent.first().filter(|span| span.start == 0);
    let mut days = readings
        .iter()
        .filter(|reading| {
            header.copied().unwrap_or(Span::new(0, HEAD)).contains(group_span(grammar, &reading.group))
        })
        .flat_map(|reading| &reading.group.items)
        .filter_map(|(item, _)| match item.shape {
            Shape::Day { year: Some(year), month, day } if item.head.is_none() => {
                Date::new(year, month, day).ok()
            }
            _ => None,
        });
    if header.is_some() { days.max() } else { days.next() }
}

/// The last day of the year in the release's own address, which copies without a header still print at their end.
fn year_of_address(text: &str) -> Option<Date> {
    const FOLDER: &str = "/litreleases/";
    let at = text.rfind(FOLDER)? + FOLDER.len();
    let (year, _) = text.get(at..)?.split_once('/')?;
    let year = year.parse().ok().filter(|year| (1995..2100).contains(year))?;
    Date::new(year, 12, 31).ok()
}

/// The last day that a release names at all: it came out after that.
fn last_named(readings: &[Reading]) -> Option<Date> {
    let items = readings.iter().flat_map(|reading| &reading.group.items);
    items
        .filter_map(|(item, _)| match item.shape {
            Shape::Day { year: Some(year), month, day } => Date::new(year, month, day).ok(),
            _ => None,
        })
        .max()
}

/// Whether a group names a stretch of time rather than the day of an event.
fn counts(reading: &Reading) -> bool {
    let Reading { group, context, strength } = reading;
    if context.unfiled || context.fallout && *strength == Strength::Conduct {
        return false;
    }
    if *strength == Strength::Statements || group.has_range() {
        return true;
    }
    let days = group.items.iter().any(|(item, _)| matches!(item.shape, Shape::Day { .. }));
    let told = context.misconduct || context.placed && (!context.event || context.charge);
    !days && !context.dated_event && told && (!only_months(reading) || context.misconduct || context.charge)
}

/// The groups that tell when the conduct took place: the defined period; else ranges of days, months and years
/// in sentences about false statements; else all statements, lists and open starts there; else what is left.
fn conduct_readings<'a>(kept: &[&'a Reading], fiscal: &Fiscal) -> Vec<&'a Reading> {
    let tiers: [&dyn Fn(&Reading) -> bool; 6] = [
        &|r| r.context.defines && r.group.has_range(),
        &|r| {
            r.group.has_range() && r.context.misconduct && (r.strength == Strength::Conduct || names_days(r))
        },
        &|r| {
            !r.group.ends && (acted(r) || !only_months(r) && (r.context.misconduct || told(r)))
                || r.context.alleged && !r.group.begins
        },
        &|r| r.group.has_range() && r.context.charge,
        &|r| r.group.has_range() || r.strength == Strength::Statements,
        &|_| true,
    ];
    let found = tiers
        .iter()
        .map(|tier| kept.iter().copied().filter(|reading| tier(reading)).collect::<Vec<_>>())
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    sharper(found, fiscal)
}

/// A month in which somebody misstated something: `in September 2000, the issuer misstated its results`.
fn acted(reading: &Reading) -> bool {
    only_months(reading) && reading.context.misconduct && !reading.context.event && !reading.context.found_out
}

/// Statements in a sentence of the complaint that tells no event.
fn told(reading: &Reading) -> bool {
    reading.strength == Strength::Statements && reading.context.charge && !reading.context.event
}

fn names_days(reading: &Reading) -> bool {
    reading.group.items.iter().any(|(item, _)| matches!(item.shape, Shape::Day { .. } | Shape::Month { .. }))
}

fn only_months(reading: &Reading) -> bool {
    !reading.group.has_range()
        && reading
            .group
            .items
            .iter()
            .all(|(item, _)| item.head.is_none() && matches!(item.shape, Shape::Month { .. }))
}

/// Drops the vaguer words for the same time: what overlaps a range that is there, single bare years that
/// hold quarters which are there, a range of bare years beside one of months in the same years.
fn sharper<'a>(found: Vec<&'a Reading>, fiscal: &Fiscal) -> Vec<&'a Reading> {
    let days = |reading: &Reading| expand::group_days(&reading.group, fiscal);
    let overlaps = |reading: &Reading, sharp: &dyn Fn(&Reading) -> bool| {
        let Some((start, end)) = days(reading) else { return false };
        found
            .iter()
            .any(|other| sharp(other) && days(other).is_some_and(|(from, to)| from <= end && start <= to))
    };
    let range = |reading: &Reading| reading.group.has_range();
    let years = |reading: &Reading| {
        reading.group.items.iter().all(|(item, _)| {
            matches!(item.shape, Shape::Year { .. }) && matches!(item.part, Part::Whole | Part::End)
        })
    };
    let told_closer = |reading: &Reading| {
        let Some((start, end)) = days(reading) else { return false };
        found.iter().filter(|other| range(other) && !years(other)).any(|other| {
            days(other).is_some_and(|(from, to)| {
                (from.year(), to.year()) == (start.year(), end.year()) && start <= from && to <= end
            })
        })
    };
    let quarters = |reading: &Reading| {
        reading.group.items.iter().all(|(item, _)| {
            matches!(item.shape, Shape::Quarters { .. }) || item.head.is_some_and(|head| head.quarter)
        })
    };
    // A single year far from everything else is history: when a policy was first written.
    let distant = |reading: &Reading| {
        let Some((start, end)) = days(reading) else { return false };
        let mut others = found
            .iter()
            .filter(|other| !std::ptr::eq(**other, reading))
            .filter_map(|other| days(other))
            .peekable();
        others.peek().is_some()
            && others.all(|(from, to)| (from - end).get_days() > 5 * 365 || (start - to).get_days() > 5 * 365)
    };
    let kept: Vec<&Reading> = found
        .iter()
        .copied()
        .filter(|reading| {
            let year = reading.group.items.len() == 1
                && !reading.group.begins
                && matches!(reading.group.items[0].0.shape, Shape::Year { .. });
            if year && distant(reading) || range(reading) && years(reading) && told_closer(reading) {
                return false;
            }
            range(reading)
                || reading.group.begins
                || !overlaps(reading, &range)
                    && !(year && !reading.context.whole && overlaps(reading, &quarters))
        })
        .collect();
    kept
}
