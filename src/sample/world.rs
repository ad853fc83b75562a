//! What an invented issuer is, what can be wrong with its books, and when it reports.

use jiff::{ToSpan, civil::Date};

use super::say;

/// Marks every page as invented.
pub(super) const MARK: &str = "Invented for the sample of afb-build";

/// How the books were misstated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lever {
    BillAndHold,
    SideLetters,
    ChannelStuffing,
    OpenQuarter,
    RoundTrip,
    Allowance,
    Warranty,
    Returns,
    Obsolescence,
    CookieJar,
    Rebates,
    CapitalisedPlant,
    CapitalisedCosts,
    UnrecordedInvoices,
    OneTimeGain,
    Omission,
}

impl Lever {
    /// The fraud family as the paper defines it (section 2.3.3).
    pub(super) fn category(self) -> &'static str {
        match self {
            Lever::BillAndHold | Lever::SideLetters | Lever::ChannelStuffing => "REVENUE_TIMING",
            Lever::OpenQuarter | Lever::RoundTrip => "REVENUE_TIMING",
            Lever::Allowance | Lever::Warranty | Lever::Returns | Lever::Obsolescence => {
                "ACCOUNTING_ESTIMATE"
            }
            Lever::CookieJar | Lever::Rebates => "EARNINGS_SMOOTHING",
            Lever::CapitalisedPlant | Lever::CapitalisedCosts | Lever::UnrecordedInvoices => {
                "EXPENSE_DEFERRAL"
            }
            Lever::OneTimeGain | Lever::Omission => "NARRATIVE_DISTORTION",
        }
    }
}

/// Where the correction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Road {
    /// An amendment to the last report at fault restates all years.
    Amended,
    /// The next annual report restates; nothing was amended.
    NextReport,
    /// An 8-K under Item 4.02 says not to rely on the reports; no restatement followed.
    NonReliance,
    /// Nothing was restated.
    Nothing,
}

/// What is wrong with the books of an issuer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) lever: Lever,
    /// Fiscal year and the amount overstated at its end (thousands; below zero: understated).
    pub(super) years: &'static [(i16, i64)],
    /// Fiscal year, quarter and amount at its end, where interim reports were at fault too.
    pub(super) quarters: &'static [(i16, u8, i64)],
    pub(super) road: Road,
}

impl Fault {
    pub(super) fn amount(&self, fy: i16) -> i64 {
        self.years.iter().find(|(y, _)| *y == fy).map_or(0, |(_, a)| *a)
    }
    pub(super) fn quarter(&self, fy: i16, quarter: u8) -> i64 {
        self.quarters.iter().find(|(y, q, _)| *y == fy && *q == quarter).map_or(0, |(_, _, a)| *a)
    }
    /// The last fiscal year at fault, by annual or interim report.
    pub(super) fn last(&self) -> i16 {
        let years = self.years.iter().map(|(y, _)| *y);
        years.chain(self.quarters.iter().map(|(y, _, _)| *y)).max().unwrap_or(0)
    }
}

/// The line of business, which chooses the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trade {
    Instruments,
    Food,
    Health,
    Telecom,
    Software,
    Retail,
    Energy,
    Parts,
}

/// One invented issuer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Firm {
    pub(super) cik: u64,
    pub(super) name: &'static str,
    /// Earlier names with their first and last year; the last ends when the present name began.
    pub(super) former: &'static [(&'static str, i16, i16)],
    pub(super) sic: u16,
    pub(super) state: &'static str,
    pub(super) city: &'static str,
    pub(super) trade: Trade,
    /// Month and day of the fiscal year end.
    pub(super) year_end: (i8, i8),
    /// 52/53-week years: the Saturday nearest the year end.
    pub(super) weeks: bool,
    /// First and last fiscal year with an annual report.
    pub(super) first: i16,
    pub(super) last: i16,
    /// Revenue four years before the first report, in thousands.
    pub(super) base: i64,
    pub(super) foreign: bool,
    /// MD&A and statements stand in Exhibit 13, and the report only points at them.
    pub(super) exhibit13: bool,
    pub(super) ticker: Option<&'static str>,
    /// Fiscal years whose interim reports are on file.
    pub(super) interim: &'static [i16],
    /// Fiscal years whose report got an amendment that only adds Part III.
    pub(super) part_three: &'static [i16],
    /// The CIK that files on after a reorganisation, or the one that filed before.
    pub(super) successor: Option<u64>,
    pub(super) predecessor: Option<u64>,
    pub(super) fault: Option<&'static Fault>,
}

impl Firm {
    /// The last day of a fiscal year.
    pub(super) fn end(&self, fy: i16) -> Date {
        let year = if self.year_end.0 <= 5 { fy + 1 } else { fy };
        let nominal = say::day(year, self.year_end.0, self.year_end.1);
        if !self.weeks {
            return nominal;
        }
        // Saturday is six days after Sunday; the nearest one lies at most three days away.
        let past = nominal.weekday().to_sunday_zero_offset();
        let back = (i64::from(past) + 1) % 7;
        say::after(nominal, if back <= 3 { -back } else { 7 - back })
    }

    /// The first day of a fiscal year.
    pub(super) fn start(&self, fy: i16) -> Date {
        say::after(self.end(fy - 1), 1)
    }

    /// The last day of a quarter, 1 to 4.
    pub(super) fn quarter_end(&self, fy: i16, quarter: u8) -> Date {
        if quarter >= 4 {
            return self.end(fy);
        }
        if self.weeks {
            return say::after(self.end(fy - 1), 91 * i64::from(quarter));
        }
        let end = self.end(fy - 1);
        let moved = end.saturating_add((3 * i32::from(quarter)).months());
        say::day(moved.year(), moved.month(), 31)
    }

    /// The name in use on a day.
    pub(super) fn name_on(&self, date: Date) -> &'static str {
        self.former
            .iter()
            .find(|(_, from, to)| (*from..=*to).contains(&date.year()))
            .map_or(self.name, |(n, ..)| n)
    }

    /// The name without its legal form: `Tarnwick`.
    pub(super) fn short(&self) -> &'static str {
        brief(self.name)
    }

    /// The day an annual report was filed.
    pub(super) fn annual_filed(&self, fy: i16) -> Date {
        let days = if self.foreign { 172 } else { 74 + i64::from(fy % 7) * 2 };
        say::working_day(self.end(fy), days)
    }

    /// The day the correcting report was filed: an amendment, or the next annual report.
    pub(super) fn corrected_on(&self, fy: i16) -> Date {
        match self.fault.map(|f| f.road) {
            Some(Road::NextReport) => self.annual_filed(fy + 1),
            _ => say::working_day(self.end(fy), 271),
        }
    }
}

/// The first word of a name.
pub(super) fn brief(name: &'static str) -> &'static str {
    name.split([' ', ',']).next().unwrap_or(name)
}
