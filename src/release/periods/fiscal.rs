//! A fiscal calendar: which day a fiscal year or quarter ends, and which one a day belongs to.

use crate::period::{Period, PeriodKind};
use jiff::civil::Date;

/// Months since year 0, January = 0 within each year.
type Month = i32;

/// The fiscal calendar of one issuer, as far as the text tells it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fiscal {
    /// Last month of the year, from 1; an end in the first nine days of a month belongs to the month before.
    month: u8,
    /// Last day of the year, or 31 for the end of the month.
    day: i8,
    /// Neither text nor caller named the year's end: the calendar year is assumed.
    pub assumed: bool,
    /// Label of a year minus the calendar year of its end, where the end is written out.
    dated: i16,
    /// The same, where only the label is written.
    labelled: i16,
}

impl Fiscal {
    /// The calendar whose years end on `end` (month, day); without one the calendar year.
    ///
    /// Without a statement of the issuer a year that ends in January to May carries the label of the year
    /// before (sec-domain.md 6), but a label alone with an end in March to May names the year of the end.
    pub fn new(end: Option<(u8, u8)>, has_labels: bool) -> Self {
        let (month, day) = end.unwrap_or((12, 31));
        let month = match (day <= 9, month) {
            (true, 1) => 12,
            (true, m) => m - 1,
            (false, m) => m,
        };
        let own_day = (10..30).contains(&day) && !(month == 2 && day >= 28);
        let (dated, labelled) = match month {
            1 | 2 => (-1, -1),
            3..=5 => (if has_labels { 0 } else { -1 }, 0),
            _ => (0, 0),
        };
        let day = if own_day { day as i8 } else { 31 };
        Self { month, day, assumed: end.is_none(), dated, labelled }
    }

    /// Takes over what the issuer itself says: the year with this label ends on this day.
    pub fn state(&mut self, label: i16, end: Date) {
        let offset = label - year_of(month_of_end(end));
        if (-1..=1).contains(&offset) {
            self.dated = offset;
            self.labelled = offset;
        }
    }

    /// Month in which the year with a label ends.
    fn end_month(&self, label: i16) -> Month {
        i32::from(label - self.labelled) * 12 + i32::from(self.month) - 1
    }

    /// Month in which the fiscal year ends that holds a month.
    fn year_end_of(&self, month: Month) -> Month {
        let last = i32::from(self.month) - 1;
        month + (last - month).rem_euclid(12)
    }

    fn label_of(&self, end: Month) -> i16 {
        year_of(end) + self.labelled
    }

    /// First and last day of a fiscal year.
    pub fn year(&self, label: i16) -> Option<(Date, Date)> {
        let end = self.end_month(label);
        Some((self.day_after(end - 12)?, self.last_day(end)?))
    }

    /// First and last day of a fiscal quarter (1 to 4).
    pub fn quarter(&self, label: i16, quarter: u8) -> Option<(Date, Date)> {
        let end = self.end_month(label) - 3 * (4 - i32::from(quarter));
        Some((self.day_after(end - 3)?, self.last_day(end)?))
    }

    /// Label of the fiscal year that ends on a day written out.
    pub fn label_of_dated(&self, end: Date) -> i16 {
        year_of(month_of_end(end)) + self.dated
    }

    /// Label and quarter of the quarter that ends on (or, where the calendar does not fit, holds) a day
    /// written out, and whether the calendar fits.
    pub fn quarter_of_dated(&self, end: Date) -> (i16, u8, bool) {
        let month = month_of_end(end);
        let year_end = self.year_end_of(month);
        let left = year_end - month;
        (year_of(year_end) + self.dated, 4 - (left / 3) as u8, left % 3 == 0)
    }

    /// Label and quarter that hold a day.
    pub fn quarter_holding(&self, day: Date) -> (i16, u8) {
        let month = month_index(day);
        let year_end = self.year_end_of(month);
        (self.label_of(year_end), 4 - ((year_end - month) / 3) as u8)
    }

    /// Whether a day is the last of a fiscal year.
    pub fn is_year_end(&self, day: Date) -> bool {
        let month = month_index(day);
        self.year_end_of(month) == month && self.last_day(month) == Some(day)
    }

    fn last_day(&self, month: Month) -> Option<Date> {
        let last = last_of(month)?;
        if self.day == 31 {
            Some(last)
        } else {
            Date::new(last.year(), last.month(), self.day.min(last.day())).ok()
        }
    }

    fn day_after(&self, month: Month) -> Option<Date> {
        self.last_day(month)?.tomorrow().ok()
    }

    /// A fiscal year as a period; `end` when the text writes it out.
    pub fn annual(&self, label: i16, end: Option<Date>) -> Period {
        let dates = self.year(label);
        let start = match end {
            Some(end) => last_of(month_of_end(end) - 12).and_then(|day| day.tomorrow().ok()),
            None => dates.map(|(start, _)| start),
        };
        self.period(format!("FY{label}"), start, end.or(dates.map(|d| d.1)), PeriodKind::Annual)
    }

    /// A fiscal quarter as a period.
    pub fn interim(&self, label: i16, quarter: u8, end: Option<Date>) -> Period {
        let dates = self.quarter(label, quarter);
        let start = match end {
            Some(end) => last_of(month_of_end(end) - 3).and_then(|day| day.tomorrow().ok()),
            None => dates.map(|(start, _)| start),
        };
        self.period(format!("FY{label}-Q{quarter}"), start, end.or(dates.map(|d| d.1)), PeriodKind::Quarter)
    }

    fn period(&self, label: String, start: Option<Date>, end: Option<Date>, kind: PeriodKind) -> Period {
        let flags = if self.assumed { vec!["fiscal-year-end-assumed".to_owned()] } else { Vec::new() };
        Period { label, start, end, kind, flags }
    }

    /// What a range of days touches: whole fiscal years inside it, quarters at its ends. A range that starts
    /// on the last day of a fiscal year has that year in it.
    pub fn touched(&self, start: Date, end: Date) -> Vec<Period> {
        let mut periods = Vec::new();
        let (Some(first), Some(last)) = (self.label_holding(start), self.label_holding(end)) else {
            return periods;
        };
        if last < first || last - first > 60 {
            return periods;
        }
        for label in first..=last {
            let Some((year_start, year_end)) = self.year(label) else { continue };
            if (start <= year_start && year_end <= end) || (start == year_end && self.is_year_end(start)) {
                periods.push(self.annual(label, None));
                continue;
            }
            for quarter in 1..=4 {
                if let Some((from, to)) = self.quarter(label, quarter)
                    && from <= end
                    && start <= to
                {
                    periods.push(self.interim(label, quarter, None));
                }
            }
        }
        periods
    }

    fn label_holding(&self, day: Date) -> Option<i16> {
        let (label, _) = self.quarter_holding(day);
        // The day itself decides where a year ends inside a month.
        let (_, end) = self.year(label)?;
        Some(if day > end { label + 1 } else { label })
    }
}

fn month_index(day: Date) -> Month {
    i32::from(day.year()) * 12 + i32::from(day.month()) - 1
}

/// The month that a closing day belongs to: 52- and 53-week years end up to nine days into the next one.
pub(super) fn month_of_end(day: Date) -> Month {
    month_index(day) - i32::from(day.day() <= 9)
}

fn year_of(month: Month) -> i16 {
    month.div_euclid(12) as i16
}

/// Last day of a month.
pub(super) fn last_of(month: Month) -> Option<Date> {
    Date::new(year_of(month), (month.rem_euclid(12) + 1) as i8, 1).ok().map(Date::last_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_year_that_ends_in_june() {
        let fiscal = Fiscal::new(Some((6, 30)), false);
        assert_eq!(fiscal.year(1999), Some((date(1998, 7, 1), date(1999, 6, 30))));
        assert_eq!(fiscal.quarter_of_dated(date(2004, 9, 30)), (2005, 1, true));
        assert_eq!(fiscal.quarter(2005, 1), Some((date(2004, 7, 1), date(2004, 9, 30))));
    }

    #[test]
    fn weeks_that_end_early_in_a_month_belong_to_the_month_before() {
        let fiscal = Fiscal::new(Some((12, 31)), false);
        assert_eq!(fiscal.quarter_of_dated(date(1999, 7, 3)), (1999, 2, true));
        assert_eq!(fiscal.label_of_dated(date(2000, 1, 1)), 1999);
        let retail = Fiscal::new(Some((1, 31)), false);
        assert_eq!(retail.quarter_of_dated(date(2000, 4, 29)), (2000, 1, true));
        assert_eq!(retail.label_of_dated(date(1999, 1, 30)), 1998);
    }

    #[test]
    fn ranges_give_whole_years_and_quarters_at_the_ends() {
        let fiscal = Fiscal::new(Some((12, 31)), false);
        let labels: Vec<String> =
            fiscal.touched(date(2012, 9, 27), date(2014, 7, 31)).into_iter().map(|p| p.label).collect();
        assert_eq!(labels, ["FY2012-Q3", "FY2012-Q4", "FY2013", "FY2014-Q1", "FY2014-Q2", "FY2014-Q3"]);
    }
}
