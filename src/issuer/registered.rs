//! When a CIK was given out, roughly: numbers above about 850,000 rise with the calendar.
//!
//! The anchors are first filings that EDGAR itself shows; between them the date is interpolated. Lower
//! numbers were given by alphabet before electronic filing: they say nothing of the day, but under which letter
//! the filer then stood.

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

/// First numbers of the letters in the list that EDGAR numbered by alphabet before it went by the calendar,
/// `A` first; the last is where the alphabet ends.
const ALPHABET: [u64; 27] = [
    1_750, 9_000, 15_200, 26_500, 31_000, 34_000, 39_950, 45_000, 49_300, 52_900, 54_000, 57_000, 61_300,
    69_400, 73_500, 75_500, 81_200, 81_500, 86_000, 96_000, 100_900, 103_000, 104_000, 108_700, 108_800,
    109_100, 110_000,
];
/// Letters at whose borders a number is not told apart.
const SLACK: u64 = 400;

/// Half of all releases were out by this day, and the reports that they speak of are older still.
const MIDDLE: Date = date(2005, 7, 1);

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

/// Whether a filer was given its number after most of the reports that releases speak of.
pub fn late(cik: Cik) -> bool {
    about(cik).is_some_and(|given| given > MIDDLE)
}

/// Whether a number of the alphabet's time stands where names of this first letter were numbered; none where
/// the number is of the calendar's time or the name opens with no letter.
pub fn in_place(cik: Cik, name: &str) -> Option<bool> {
    let first = name.trim_start().bytes().next()?.to_ascii_uppercase();
    let letter = usize::from(first.checked_sub(b'A').filter(|letter| *letter < 26)?);
    let (from, to) = (ALPHABET[letter], ALPHABET[letter + 1]);
    (cik.0 < ALPHABET[26]).then(|| from.saturating_sub(SLACK) <= cik.0 && cik.0 < to + SLACK)
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
        assert!(late(Cik(1_379_895)) && !late(Cik(1_087_831)) && !late(Cik(21_344)));
    }

    #[test]
    fn low_numbers_follow_the_alphabet() {
        for (cik, name, want) in [
            (68_505, "Moor Radio Co", Some(true)),
            (68_505, "ARBOR CABLE CORP", Some(false)),
            (108_772, "Xylo Corp", Some(true)),
            (109_380, "ZELKOVA BANCORP", Some(true)),
            (320_193, "ARBOR CABLE CORP", None),
            (68_505, "24/7 Tarn Media", None),
            (68_505, "", None),
        ] {
            assert_eq!(in_place(Cik(cik), name), want, "{cik} {name}");
        }
    }
}
