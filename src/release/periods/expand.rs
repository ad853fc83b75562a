//! A group to days (what the conduct spans) and to fiscal periods.

use super::fiscal::{Fiscal, last_of};
use super::group::{Group, Link};
use super::item::{Head, Item, Part, Shape};
use crate::period::{Period, PeriodKind};
use jiff::ToSpan;
use jiff::civil::Date;

/// Which reports the words before a group speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reports {
    /// Annual reports, years.
    pub annual: bool,
    /// Quarterly reports: the three that have a Form 10-Q.
    pub interim: bool,
    /// Every quarter, the fourth too.
    pub quarters: bool,
}

/// First and last day of what an item names. Years without months run from January to December unless they are
/// called fiscal; early ends in March, late starts in October.
pub(super) fn days(item: &Item, fiscal: &Fiscal) -> Option<(Date, Date)> {
    let (start, end) = match item.shape {
        Shape::Day { year, month, day } => {
            let day = day_of(year?, month, day)?;
            match item.head {
                Some(head) => (headed_start(head, day, fiscal), day),
                None => (day, day),
            }
        }
        Shape::Month { year, month, count } => {
            let first = Date::new(year?, month, 1).ok()?;
            let end = first.checked_add((i32::from(count) - 1).months()).ok()?.last_of_month();
            let start = match item.head {
                Some(head) => headed_start(head, end, fiscal),
                None => first,
            };
            (start, end)
        }
        Shape::Year { year, fiscal: called } if called => match item.ends {
            Some(end) => (year_before(end)?, end),
            None => fiscal.year(year)?,
        },
        Shape::Year { year, .. } => (Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?),
        Shape::Quarters { year, mask, .. } => {
            let first = mask.trailing_zeros() as u8 + 1;
            let last = 8 - mask.leading_zeros() as u8;
            let year = year?;
            (fiscal.quarter(year, first)?.0, item.ends.or(fiscal.quarter(year, last).map(|q| q.1))?)
        }
    };
    part_of(item, start, end)
}

/// The part of a stretch that `early`, `mid`, `late`, `the beginning of`, `the end of` leave.
fn part_of(item: &Item, start: Date, end: Date) -> Option<(Date, Date)> {
    if !matches!(item.shape, Shape::Year { .. }) {
        return Some(match item.part {
            Part::End if item.head.is_none() && !matches!(item.shape, Shape::Day { .. }) => (start, end),
            _ => (start, end),
        });
    }
    Some(match item.part {
        Part::Whole => (start, end),
        Part::Early => (start, start.checked_add(2.months()).ok()?.last_of_month()),
        Part::Mid => {
            (start.checked_add(5.months()).ok()?, start.checked_add(5.months()).ok()?.last_of_month())
        }
        Part::Late => (start.checked_add(9.months()).ok()?, end),
        Part::Begin => (start, start.last_of_month()),
        Part::End => (end, end),
    })
}

fn day_of(year: i16, month: i8, day: i8) -> Option<Date> {
    let first = Date::new(year, month, 1).ok()?;
    // "June 31" and "February 29" of a common year are slips for the month's end.
    Date::new(year, month, day.min(first.days_in_month())).ok()
}

fn year_before(end: Date) -> Option<Date> {
    months_before(end, 12)
}

/// First day of so many months up to `end`.
fn months_before(end: Date, months: u8) -> Option<Date> {
    last_of(super::fiscal::month_of_end(end) - i32::from(months))?.tomorrow().ok()
}

fn headed_start(head: Head, end: Date, fiscal: &Fiscal) -> Date {
    let months = match head {
        Head { months, .. } if months > 0 => months,
        Head { year: true, quarter: false, years, .. } => 12 * years.max(1),
        Head { quarter: true, .. } => 3,
        _ if fiscal.is_year_end(end) => 12,
        _ => 3,
    };
    months_before(end, months).unwrap_or(end)
}

/// First and last day of a whole group.
pub(super) fn group_days(group: &Group, fiscal: &Fiscal) -> Option<(Date, Date)> {
    let mut found: Option<(Date, Date)> = None;
    // "The fourth quarter and fiscal 2002": the quarter tells when, the year only what it went into.
    let quarter_of = |year: i16| {
        group
            .items
            .iter()
            .any(|(item, _)| matches!(item.shape, Shape::Quarters { year: Some(y), .. } if y == year))
    };
    for (item, _) in &group.items {
        if !group.has_range() && matches!(item.shape, Shape::Year { year, .. } if quarter_of(year)) {
            continue;
        }
        let Some((start, end)) = days(item, fiscal) else { continue };
        found = Some(found.map_or((start, end), |(a, b)| (a.min(start), b.max(end))));
    }
    found
}

/// The fiscal periods of a group.
pub(super) fn periods(group: &Group, fiscal: &Fiscal, reports: Reports) -> Vec<Period> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < group.items.len() {
        let (item, _) = &group.items[index];
        match group.items.get(index + 1) {
            Some((end, Link::Range)) => {
                found.extend(range(item, end, fiscal, reports));
                index += 2;
            }
            _ => {
                single(item, fiscal, reports, &mut found);
                index += 1;
            }
        }
    }
    found
}

fn flagged(mut periods: Vec<Period>, flags: &[&str]) -> Vec<Period> {
    for period in &mut periods {
        period.flags.extend(flags.iter().map(|flag| (*flag).to_owned()));
    }
    periods
}

fn range(from: &Item, to: &Item, fiscal: &Fiscal, reports: Reports) -> Vec<Period> {
    let mut found = Vec::new();
    let whole = |item: &Item| item.part == Part::Whole || item.part == Part::End && item.at_least;
    match (year_like(from, fiscal), year_like(to, fiscal)) {
        (Some(a), Some(b)) if whole(from) && whole(to) && b >= a && b - a < 60 => {
            for label in a..=b {
                years(label, None, fiscal, reports, &mut found);
            }
            return found;
        }
        _ => {}
    }
    match (quarter_like(from, fiscal), quarter_like(to, fiscal)) {
        (Some(a), Some(b)) => {
            let index = |(year, quarter): (i16, u8)| i32::from(year) * 4 + i32::from(quarter) - 1;
            let (start, end) = (index(a.0), index(b.1));
            if end >= start && end - start < 200 {
                for at in start..=end {
                    found.push(fiscal.interim(at.div_euclid(4) as i16, at.rem_euclid(4) as u8 + 1, None));
                }
            }
            return found;
        }
        (Some(((year, quarter), _)), None) if whole(to) => {
            if let Some(last) = year_like(to, fiscal)
                && last >= year
                && last - year < 60
            {
                if quarter == 1 {
                    found.push(fiscal.annual(year, None));
                } else {
                    found.extend((quarter..=4).map(|q| fiscal.interim(year, q, None)));
                }
                found.extend((year + 1..=last).map(|label| fiscal.annual(label, None)));
                return found;
            }
        }
        (None, Some((_, (year, quarter)))) if whole(from) => {
            if let Some(first) = year_like(from, fiscal)
                && first <= year
                && year - first < 60
            {
                found.extend((first..year).map(|label| fiscal.annual(label, None)));
                if quarter == 4 {
                    found.push(fiscal.annual(year, None));
                } else {
                    found.extend((1..=quarter).map(|q| fiscal.interim(year, q, None)));
                }
                return found;
            }
        }
        _ => {}
    }
    if let (Some(Head { transition: true, .. }), Some((start, _)), Some((_, end))) =
        (from.head, days(from, fiscal), days(to, fiscal))
    {
        return vec![transition(Some(start), end)];
    }
    if let (Some((start, _)), Some((_, end))) = (range_start(from, fiscal), days(to, fiscal))
        && start <= end
    {
        found.extend(fiscal.touched(start, end));
    }
    found
}

/// Where a range starts: the end of a fiscal year stands for that year.
fn range_start(item: &Item, fiscal: &Fiscal) -> Option<(Date, Date)> {
    let (start, end) = days(item, fiscal)?;
    Some(match item.shape {
        Shape::Year { year, .. } if item.part == Part::End => {
            fiscal.year(year).map_or((start, end), |(_, last)| (last, last))
        }
        _ => (start, end),
    })
}

/// A whole fiscal year, by label.
fn year_like(item: &Item, fiscal: &Fiscal) -> Option<i16> {
    match (item.shape, item.head) {
        (Shape::Year { year, .. }, _) => Some(year),
        (Shape::Day { year: Some(year), month, day }, Some(head))
            if head.year && !head.quarter && head.months % 12 == 0 =>
        {
            item.label.or_else(|| Some(fiscal.label_of_dated(day_of(year, month, day)?)))
        }
        (Shape::Month { year: Some(year), month, .. }, Some(head)) if head.year && !head.quarter => {
            item.label.or_else(|| Some(fiscal.label_of_dated(day_of(year, month, 31)?)))
        }
        _ => None,
    }
}

/// First and last quarter, by label.
fn quarter_like(item: &Item, fiscal: &Fiscal) -> Option<((i16, u8), (i16, u8))> {
    match (item.shape, item.head) {
        (Shape::Quarters { year: Some(year), mask, .. }, _) => {
            Some(((year, mask.trailing_zeros() as u8 + 1), (year, 8 - mask.leading_zeros() as u8)))
        }
        (Shape::Day { year: Some(year), month, day }, Some(head)) if head.quarter && head.months == 0 => {
            let (label, quarter, _) = fiscal.quarter_of_dated(day_of(year, month, day)?);
            Some(((label, quarter), (label, quarter)))
        }
        (Shape::Month { year: Some(year), month, .. }, Some(head)) if head.quarter => {
            let (label, quarter, _) = fiscal.quarter_of_dated(day_of(year, month, 31)?);
            Some(((label, quarter), (label, quarter)))
        }
        _ => None,
    }
}

/// A year with the reports that the words before it name.
fn years(label: i16, end: Option<Date>, fiscal: &Fiscal, reports: Reports, found: &mut Vec<Period>) {
    if reports.annual || !(reports.interim || reports.quarters) {
        found.push(fiscal.annual(label, end));
    }
    let last = match reports {
        Reports { quarters: true, annual: false, .. } => 4,
        Reports { interim: true, .. } | Reports { quarters: true, .. } => 3,
        _ => 0,
    };
    found.extend((1..=last).map(|quarter| fiscal.interim(label, quarter, None)));
}

fn transition(start: Option<Date>, end: Date) -> Period {
    Period {
        label: format!("T{end}"),
        start,
        end: Some(end),
        kind: PeriodKind::Transition,
        flags: Vec::new(),
    }
}

fn single(item: &Item, fiscal: &Fiscal, reports: Reports, found: &mut Vec<Period>) {
    match item.shape {
        Shape::Year { year, .. } => match item.part {
            Part::Whole | Part::End => years(year, item.ends, fiscal, reports, found),
            _ => {
                if let Some((start, end)) = days(item, fiscal) {
                    found.extend(flagged(fiscal.touched(start, end), &["approximate"]));
                }
            }
        },
        Shape::Quarters { year: Some(year), mask, .. } => {
            for quarter in (1..=4u8).filter(|q| mask & (1 << (q - 1)) != 0) {
                let end = item.ends.filter(|_| mask.count_ones() == 1);
                found.push(fiscal.interim(year, quarter, end));
            }
        }
        Shape::Day { year: Some(year), month, day } => {
            let (Some(head), Some(day)) = (item.head, day_of(year, month, day)) else { return };
            dated(item, head, day, true, fiscal, found);
        }
        Shape::Month { year: Some(year), month, count } => {
            let Some(day) = day_of(year, month, 31) else { return };
            match item.head {
                Some(head) => dated(item, head, day, false, fiscal, found),
                None => {
                    let Some((start, end)) = days(item, fiscal) else { return };
                    debug_assert!(count > 0);
                    let (first, last) = (fiscal.quarter_holding(start), fiscal.quarter_holding(end));
                    found.push(fiscal.interim(first.0, first.1, None));
                    if last != first {
                        found.push(fiscal.interim(last.0, last.1, None));
                    }
                }
            }
        }
        _ => {}
    }
}

/// A period whose last day is written out.
fn dated(item: &Item, head: Head, day: Date, exact: bool, fiscal: &Fiscal, found: &mut Vec<Period>) {
    if head.transition {
        found.push(transition((head.months > 0).then(|| months_before(day, head.months)).flatten(), day));
        return;
    }
    let (label, quarter, fits) = fiscal.quarter_of_dated(day);
    let label = item.label.unwrap_or(label);
    let end = exact.then_some(day);
    let is_year = head.year || head.any && !head.quarter && head.months == 0 && quarter == 4 && fits;
    if is_year && (!head.quarter || quarter == 4) {
        let label = item.label.unwrap_or_else(|| fiscal.label_of_dated(day));
        // "the four years ended" a day.
        found.extend((1..i16::from(head.years)).rev().map(|back| fiscal.annual(label - back, None)));
        found.push(fiscal.annual(label, end));
    }
    let part = head.quarter || (1..12).contains(&head.months) || head.any && !is_year;
    if part && !(head.year && quarter == 4) {
        let mut period = fiscal.interim(label, quarter, end);
        if head.months > 3 {
            // The 10-Q of the last quarter carries the year to date.
            period.start = months_before(day, head.months);
        }
        if !fits {
            period.flags.push("fiscal-year-end-mismatch".to_owned());
        }
        found.push(period);
    }
}
