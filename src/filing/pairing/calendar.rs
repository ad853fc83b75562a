//! The issuer's own fiscal calendar, from the periods that its annual reports name.

use super::{STRAY, days};
use crate::period::{Period, PeriodKind};
use crate::sec::submissions::FilingRow;
use jiff::civil::Date;

/// Year ends of one issuer. Years of 52 or 53 weeks, ends in January, transition periods and changed ends
/// show in the list itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    ends: Vec<Date>,
    today: Option<(i8, i8)>,
}

impl Calendar {
    /// Reads the annual reports of a list; `today` is the month and day that submissions give for now, used
    /// only where the list says nothing.
    pub fn of(rows: &[FilingRow], today: Option<(i8, i8)>) -> Calendar {
        let mut ends: Vec<Date> =
            rows.iter().filter(|r| r.form.is_annual()).filter_map(|r| r.report_date).collect();
        ends.sort();
        ends.dedup();
        Calendar { ends, today }
    }

    /// Year ends, oldest first.
    pub fn year_ends(&self) -> &[Date] {
        &self.ends
    }

    /// Whether a year of the issuer ends there, give or take a week.
    pub fn is_year_end(&self, day: Date) -> bool {
        self.ends.iter().any(|end| days(*end, day).abs() <= STRAY)
    }

    /// The last day of a period and whether it had to be taken from the calendar.
    ///
    /// A stated end is kept where a report may bear it. An assumed one (`fiscal-year-end-assumed`,
    /// `approximate`) gives way to the issuer's year of that label.
    pub fn end_of(&self, period: &Period) -> Option<(Date, bool)> {
        let assumed = period.flags.iter().any(|f| f.contains("assumed") || f.contains("approximate"));
        match period.end {
            Some(end) if !assumed || period.kind == PeriodKind::Annual && self.is_year_end(end) => {
                Some((end, false))
            }
            given => match self.by_label(&period.label) {
                Some(end) => Some((end, true)),
                None => given.map(|end| (end, false)),
            },
        }
    }

    /// The end of `FY2002` or `FY2004-Q3`. A year that ends from January to May bears the label of the year
    /// before (sec-domain.md 6); where no year ends so, the label of its own.
    fn by_label(&self, label: &str) -> Option<Date> {
        let (year, quarter) = match label.strip_prefix("FY")?.split_once("-Q") {
            Some((year, quarter)) => (year, quarter.parse::<i32>().ok().filter(|q| (1..=4).contains(q))?),
            None => (label.strip_prefix("FY")?, 4),
        };
        let year: i16 = year.parse().ok().filter(|y| (1900..2200).contains(y))?;
        let labelled = |end: &&Date| end.year() - i16::from(end.month() <= 5) == year;
        let end = self
            .ends
            .iter()
            .rev()
            .find(labelled)
            .copied()
            .or_else(|| self.ends.iter().rev().find(|end| end.year() == year).copied())
            .or_else(|| self.projected(year))?;
        if quarter == 4 {
            return Some(end);
        }
        let back = end.checked_sub(jiff::Span::new().months(3 * (4 - quarter))).ok()?;
        // Month ends stay month ends: three months before 30 June is 31 March.
        Some(if end == end.last_of_month() { back.last_of_month() } else { back })
    }

    /// A year end for a year without a report in the list: by the nearest known one, else by today's.
    fn projected(&self, year: i16) -> Option<Date> {
        let nearest = self.ends.iter().min_by_key(|end| (i32::from(end.year()) - i32::from(year)).abs());
        let (month, day) = nearest.map(|end| (end.month(), end.day())).or(self.today)?;
        let year = if month <= 5 { year + 1 } else { year };
        Date::new(year, month, day).or_else(|_| Date::new(year, month, 28)).ok()
    }
}
