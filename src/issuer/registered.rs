//! When a CIK was given out, roughly: numbers above about 850,000 rise with the calendar.
//!
//! The anchors are first filings that EDGAR itself shows; between them the date is interpolated. Lower
//! numbers were given by alphabet before electronic filing and say nothing.

use crate::ids::Cik;
use jiff::civil::{Date, date};

/// A CIK and a day by which numbers had come so far.
const ANCHORS: [(u64, Date); 13] = [
    (900_000, date(1993, 3, 1)),
    (1_000_000, date(1995, 9, 1)),
    (1_050_000, date(1997, 11, 15)),
    (1_100_000, date(1999, 12, 1)),
    (1_200_000, date(2002, 11, 1)),
    (1_300_000, date(2004, 8, 1)),
    (1_400_000, date(2007, 5, 20)),
    (1_500_000, date(2010, 9, 1)),
    (1_600_000, date(2014, 2, 15)),
    (1_700_000, date(2017, 3, 10)),
    (1_800_000, date(2020, 1, 20)),
    (1_900_000, date(2021, 12, 20)),
    (2_000_000, date(2023, 11, 10)),
];

/// No number as high as this has been given out, so one that is says nothing: test filers have such.
const NEVER_GIVEN: u64 = 3_000_000;

/// The approximate day on which a CIK was given out; none where the number does not tell.
pub fn about(cik: Cik) -> Option<Date> {
    if cik.0 >= NEVER_GIVEN {
        return None;
    }
    let after = ANCHORS.partition_point(|(number, _)| *number <= cik.0);
    let (low, from) = *ANCHORS.get(after.checked_sub(1)?)?;
    let Some((high, to)) = ANCHORS.get(after).copied() else { return Some(from) };
    let days = from.until(to).ok()?.get_days();
    let share = (cik.0 - low) as f64 / (high - low) as f64;
    from.checked_add(jiff::Span::new().days((f64::from(days) * share) as i64)).ok()
}

/// Whether a filer was surely registered only after a day: more than a year and a half later.
pub fn only_after(cik: Cik, day: Date) -> bool {
    let slack = jiff::Span::new().months(18);
    about(cik).zip(day.checked_add(slack).ok()).is_some_and(|(given, latest)| given > latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_rise_with_the_calendar() {
        assert_eq!(about(Cik(21_344)), None);
        assert_eq!(about(Cik(9_900_001)), None);
        assert!(about(Cik(2_050_000)).is_some());
        let given = about(Cik(1_467_858)).expect("a day");
        assert!(given > date(2009, 1, 1) && given < date(2010, 6, 1), "{given}");
        assert!(
            only_after(Cik(1_467_858), date(2005, 1, 1)) && !only_after(Cik(1_467_858), date(2008, 12, 1))
        );
        assert!(!only_after(Cik(3_662), date(1980, 1, 1)));
    }
}
