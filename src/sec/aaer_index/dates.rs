//! Dates of the index: as shown, or from a UTC time in New York (faults 3 and 25).

use super::pattern;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use regex::Regex;
use std::sync::LazyLock;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A date as people write it: `Sept. 30, 2026`, `March 11, 1968`, `Dec.14,1999`, `12/14/1999`, `1999-12-14`.
pub(super) fn shown(text: &str) -> Option<Date> {
    static WORDS: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)\b([A-Z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*[,.]?\s*(\d{4})\b"));
    static DAY_FIRST: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)\b(\d{1,2})\s+([A-Z]{3,9})\.?,?\s+(\d{4})\b"));
    static SLASHES: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b"));
    static ISO: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{4})-(\d{2})-(\d{2})\b"));
    let text = super::cells::fold(text);
    let number =
        |found: &regex::Captures<'_>, i: usize| found.get(i).and_then(|m| m.as_str().parse::<i16>().ok());
    let date = |year: Option<i16>, month: Option<i16>, day: Option<i16>| {
        Date::new(year?, i8::try_from(month?).ok()?, i8::try_from(day?).ok()?).ok()
    };
    if let Some(found) = WORDS.captures(&text) {
        return date(number(&found, 3), month(found.get(1)?.as_str()), number(&found, 2));
    }
    if let Some(found) = DAY_FIRST.captures(&text) {
        return date(number(&found, 3), month(found.get(2)?.as_str()), number(&found, 1));
    }
    if let Some(found) = SLASHES.captures(&text) {
        return date(number(&found, 3), number(&found, 1), number(&found, 2));
    }
    let found = ISO.captures(&text)?;
    date(number(&found, 1), number(&found, 2), number(&found, 3))
}

/// A month by its name or a beginning of it of three letters or more.
fn month(word: &str) -> Option<i16> {
    let word = word.to_ascii_lowercase();
    let at = MONTHS.iter().position(|name| name.starts_with(&word)).filter(|_| word.len() >= 3)?;
    i16::try_from(at + 1).ok()
}

/// The day in New York of a UTC time such as `1968-03-12T04:41:41Z`.
pub(super) fn new_york(text: &str) -> Option<Date> {
    let time: Timestamp = text.trim().parse().ok()?;
    // The rules of summer time that held in the year; no time zone database is needed on the machine.
    let rule = match TimeZone::UTC.to_datetime(time).year() {
        2007.. => "EST5EDT,M3.2.0,M11.1.0",
        1987..=2006 => "EST5EDT,M4.1.0,M10.5.0",
        _ => "EST5EDT,M4.5.0,M10.5.0",
    };
    Some(TimeZone::posix(rule).ok()?.to_datetime(time).date())
}

/// Points of the one series of numbers since 1982, so that a number on a document of another time shows.
const SERIES: [(i64, i16, i8); 8] = [
    (1, 1982, 4),
    (992, 1997, 12),
    (1193, 1999, 10),
    (2160, 2005, 1),
    (3094, 2010, 1),
    (3731, 2016, 1),
    (4111, 2020, 1),
    (4604, 2026, 10),
];

/// How many days a date lies from where the number stands in the series; none beyond its known end.
pub(super) fn days_off_series(number: u32, date: Date) -> Option<i64> {
    let day = |year, month| Date::new(year, month, 1).ok().and_then(|d: Date| days(d));
    let number = i64::from(number);
    SERIES.windows(2).find_map(|pair| {
        let &[(from, y0, m0), (to, y1, m1)] = pair else { return None };
        if !(from..=to).contains(&number) {
            return None;
        }
        let (start, end) = (day(y0, m0)?, day(y1, m1)?);
        let expected = start + (end - start) * (number - from) / (to - from).max(1);
        Some((days(date)? - expected).abs())
    })
}

/// Days since 1 January 1900.
fn days(date: Date) -> Option<i64> {
    let origin = Date::new(1900, 1, 1).ok()?;
    date.since(origin).ok().map(|span| i64::from(span.get_days()))
}
