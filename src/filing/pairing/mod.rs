//! Which filings belong to one affected period: its original, the amendments of that, later reports that may
//! restate it, notices of non-reliance. Chosen by period of report and the issuer's own fiscal calendar,
//! never by the year of filing (edgar.md 1, fault A03).
//!
//! [`pair`] reads no document. What an amendment or a later report does is told by its text; the readings
//! come back through [`PairPlan::conclude`].

mod calendar;
mod conclude;
#[cfg(test)]
mod tests;

pub use calendar::Calendar;
pub use conclude::{Conclusion, Evidence};

use crate::period::{Period, PeriodKind};
use crate::sec::submissions::FilingRow;
use jiff::civil::Date;
use serde::Serialize;

/// By what a filing was tied to the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Its period of report ends on the period's last day.
    PeriodOfReport,
    /// Within eight days of it: years and quarters of whole weeks.
    NearPeriodOfReport,
    /// It is the report of the fiscal year of that label in the issuer's own calendar.
    FiscalCalendar,
    /// It has no period of report; the filing day fits.
    FilingDay,
}

/// How sure a choice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Look at it.
    Low,
    /// Likely.
    Medium,
    /// By an exact key.
    High,
}

/// A filing chosen, with what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The filing.
    pub filing: FilingRow,
    /// By what it was tied.
    pub basis: Basis,
    /// How sure.
    pub confidence: Confidence,
    /// `several-originals`, `fourth-quarter-in-annual-report`, `filed-late`...
    pub flags: Vec<String>,
}

/// An amendment of the original. It always needs reading: neither its size nor its day proves its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amending {
    /// The filing and its tie.
    pub choice: Choice,
    /// Its place in the order of filing, from 1; the cover's own number is read from the text.
    pub order: u32,
    /// Filed when proxy information falls due, about 120 days after a year's end: likely Part III, unread.
    pub about_proxy_date: bool,
}

/// All that concerns one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPlan {
    /// The period asked for.
    pub period: Period,
    /// Its last day, as asked or as the issuer's calendar gives it.
    pub end: Option<Date>,
    /// The report that was filed for it first.
    pub original: Option<Choice>,
    /// Amendments by day of filing.
    pub amendments: Vec<Amending>,
    /// Later reports whose comparative columns or notes may restate the period, nearest first.
    pub later: Vec<Choice>,
    /// 8-K with Item 4.02 (from August 2004) after the original, by day.
    pub notices: Vec<FilingRow>,
    /// Why something is missing or doubtful.
    pub reasons: Vec<String>,
}

/// Days by which ends of 52/53-week periods may stray from a month's end.
const STRAY: i32 = 8;
/// Days after a year's end by which a filing without a period of report is taken for the report of that year.
const LATEST_ANNUAL: i32 = 200;
/// Years after the period's end in which a restatement is looked for.
const YEARS_AFTER: i16 = 4;

/// Chooses the filings of one period out of an issuer's list.
pub fn pair(rows: &[FilingRow], period: &Period, calendar: &Calendar) -> PairPlan {
    let mut plan = PairPlan {
        period: period.clone(),
        end: period.end,
        original: None,
        amendments: Vec::new(),
        later: Vec::new(),
        notices: Vec::new(),
        reasons: Vec::new(),
    };
    let Some((end, by_calendar)) = calendar.end_of(period) else {
        plan.reasons.push("the period's last day is not known, nor a report of its fiscal year".to_owned());
        return plan;
    };
    plan.end = Some(end);
    let annual = period.kind == PeriodKind::Annual
        || period.kind == PeriodKind::Quarter && is_fourth(period, end, calendar)
        || period.kind == PeriodKind::Transition && !has_quarterly(rows, end);
    let wanted = |row: &FilingRow| if annual { row.form.is_annual() } else { row.form.is_quarterly() };

    let mut originals: Vec<(u8, Choice)> = rows
        .iter()
        .filter(|r| wanted(r) && !r.form.amendment)
        .filter_map(|r| tie(r, end, by_calendar))
        .collect();
    originals.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| by_day(&a.1.filing, &b.1.filing)));
    let several =
        originals.iter().filter(|(rank, _)| Some(*rank) == originals.first().map(|o| o.0)).count() > 1;
    if let Some((_, mut choice)) = originals.into_iter().next() {
        if several {
            choice.flags.push("several-originals".to_owned());
            choice.confidence = choice.confidence.min(Confidence::Medium);
        }
        if annual && period.kind == PeriodKind::Quarter {
            choice.flags.push("fourth-quarter-in-annual-report".to_owned());
        }
        if choice.filing.filed.is_some_and(|filed| days(end, filed) > 400) {
            choice.flags.push("filed-late".to_owned());
        }
        plan.original = Some(choice);
    } else {
        plan.reasons.push(format!(
            "no {} report for the period ended {end}",
            if annual { "annual" } else { "quarterly" }
        ));
    }

    // The period of report of the original is the issuer's own last day, to the day.
    let own_end = plan.original.as_ref().and_then(|o| o.filing.report_date).unwrap_or(end);
    plan.amendments = amendments(rows, own_end, plan.original.as_ref(), annual, wanted);
    plan.later = later(rows, own_end, annual);
    let from = plan.original.as_ref().and_then(|o| o.filing.filed).unwrap_or(end);
    let until = years_on(from);
    plan.notices = rows
        .iter()
        .filter(|r| r.form.base == "8-K" && r.items.iter().any(|i| i == "4.02"))
        .filter(|r| r.filed.is_some_and(|day| day >= from && day <= until))
        .cloned()
        .collect();
    plan.notices.sort_by(by_day);
    if plan.amendments.is_empty() {
        plan.reasons.push("no amendment of that period".to_owned());
    }
    plan
}

fn amendments(
    rows: &[FilingRow],
    end: Date,
    original: Option<&Choice>,
    annual: bool,
    wanted: impl Fn(&FilingRow) -> bool,
) -> Vec<Amending> {
    let filed = original.and_then(|o| o.filing.filed);
    let mut found: Vec<Choice> = rows
        .iter()
        .filter(|r| wanted(r) && r.form.amendment)
        .filter_map(|r| {
            let (_, mut choice) = tie(r, end, false)?;
            // Without a period of report an amendment belongs to the last original before it.
            if choice.basis == Basis::FilingDay && filed.is_none_or(|day| r.filed < Some(day)) {
                return None;
            }
            if r.filed.zip(filed).is_some_and(|(a, b)| a < b) {
                choice.flags.push("filed-before-original".to_owned());
                choice.confidence = Confidence::Low;
            }
            Some(choice)
        })
        .collect();
    found.sort_by(|a, b| by_day(&a.filing, &b.filing));
    found
        .into_iter()
        .zip(1..)
        .map(|(choice, order)| {
            let after = choice.filing.filed.map_or(0, |day| days(end, day));
            Amending { choice, order, about_proxy_date: annual && (105..=135).contains(&after) }
        })
        .collect()
}

/// Reports of later periods: the next annual ones and, for a quarter, the same quarter a year on.
fn later(rows: &[FilingRow], end: Date, annual: bool) -> Vec<Choice> {
    let until = years_on(end);
    let mut found: Vec<&FilingRow> = rows
        .iter()
        .filter(|r| {
            let Some(day) = r.report_date else {
                // Without a period of report, an annual report filed after those of this one fall due.
                return r.form.is_annual()
                    && !r.form.amendment
                    && r.filed.is_some_and(|filed| days(end, filed) > LATEST_ANNUAL && filed <= until);
            };
            let after = days(end, day);
            let same_quarter = !annual && r.form.is_quarterly() && (355..=375).contains(&after);
            after > STRAY && day <= until && (r.form.is_annual() || same_quarter)
        })
        .collect();
    found
        .sort_by(|a, b| a.report_date.or(a.filed).cmp(&b.report_date.or(b.filed)).then_with(|| by_day(a, b)));
    found
        .into_iter()
        .take(8)
        .map(|row| Choice {
            filing: row.clone(),
            basis: if row.report_date.is_some() { Basis::PeriodOfReport } else { Basis::FilingDay },
            confidence: if row.report_date.is_some() { Confidence::Medium } else { Confidence::Low },
            flags: vec!["needs-reading".to_owned()],
        })
        .collect()
}

/// Ties a filing to a period's last day: rank 0 is best.
fn tie(row: &FilingRow, end: Date, by_calendar: bool) -> Option<(u8, Choice)> {
    let (rank, basis, confidence) = match row.report_date {
        Some(day) if day == end && by_calendar => (0, Basis::FiscalCalendar, Confidence::Medium),
        Some(day) if day == end => (0, Basis::PeriodOfReport, Confidence::High),
        Some(day) if days(end, day).abs() <= STRAY => {
            (1, Basis::NearPeriodOfReport, if by_calendar { Confidence::Medium } else { Confidence::High })
        }
        Some(_) => return None,
        None => {
            let after = days(end, row.filed?);
            let latest = if row.form.is_annual() { LATEST_ANNUAL } else { 75 };
            if !(1..=latest).contains(&after) && !(row.form.amendment && (1..=550).contains(&after)) {
                return None;
            }
            (2, Basis::FilingDay, Confidence::Low)
        }
    };
    Some((rank, Choice { filing: row.clone(), basis, confidence, flags: Vec::new() }))
}

fn is_fourth(period: &Period, end: Date, calendar: &Calendar) -> bool {
    period.label.ends_with("Q4") || calendar.is_year_end(end)
}

fn has_quarterly(rows: &[FilingRow], end: Date) -> bool {
    let on = |r: &FilingRow| r.report_date.is_some_and(|day| days(end, day).abs() <= STRAY);
    rows.iter().any(|r| r.form.is_quarterly() && on(r)) && !rows.iter().any(|r| r.form.is_annual() && on(r))
}

fn by_day(a: &FilingRow, b: &FilingRow) -> std::cmp::Ordering {
    a.filed.cmp(&b.filed).then_with(|| a.accession.cmp(&b.accession))
}

/// Days from one day to another, negative backwards.
fn days(from: Date, to: Date) -> i32 {
    from.until(to).map_or(i32::MAX, |span| span.get_days())
}

fn years_on(day: Date) -> Date {
    day.saturating_add(jiff::Span::new().years(YEARS_AFTER))
}
