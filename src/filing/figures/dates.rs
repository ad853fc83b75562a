//! Dates, days and years as they stand in the heads of tables and on covers.

use super::pattern;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// A date, a day without year, or a year alone, at a place of the searched text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The year, when printed.
    pub year: Option<i16>,
    /// Month and day, when printed.
    pub day: Option<(i8, i8)>,
}

impl Mark {
    /// The date, when year, month and day are there.
    pub fn date(&self) -> Option<Date> {
        let (month, day) = self.day?;
        make(self.year?, month, day)
    }
}

/// A date whose day is brought back to the month's last where it is too late (29 February, 31 June).
pub fn make(year: i16, month: i8, day: i8) -> Option<Date> {
    (day.saturating_sub(3).max(1)..=day).rev().find_map(|d| Date::new(year, month, d).ok())
}

static MARKS: LazyLock<Regex> = LazyLock::new(|| {
    let month = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
    pattern(&format!(
        r"(?ix)
        \b(?P<m1>{month})\b\.?\s*(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\b(?:\s*,?\s*(?P<y1>(?:19|20)\d\d)\b)?
        | \b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<m2>{month})\b\.?(?:\s*,?\s*(?P<y2>(?:19|20)\d\d)\b)?
        | \b(?P<m3>\d{{1,2}})[/-](?P<d3>\d{{1,2}})[/-](?P<y3>(?:(?:19|20)\d\d|\d\d))\b
        | \b(?P<y4>(?:19|20)\d\d)-(?P<m4>\d\d)-(?P<d4>\d\d)\b
        | (?:^|[^\d,.$/])(?P<y5>(?:19|20)\d\d)(?:$|/\d{{1,2}}/|[^\d,/]|[,](?:\D|$)|/)
        | (?:^|\s)['\u{{2019}}](?P<y6>\d\d)(?:$|\s)"
    ))
});

/// All marks of `text`, left to right.
pub fn marks(text: &str) -> Vec<Mark> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|_| MARKS.captures_at(text, at)) {
        let number = |name: &str| c.name(name).and_then(|m| m.as_str().parse::<i16>().ok());
        let year = ["y1", "y2", "y3", "y4", "y5", "y6"].iter().find_map(|n| number(n)).map(full_year);
        let month = c
            .name("m1")
            .or(c.name("m2"))
            .and_then(|m| month_of(m.as_str()))
            .or_else(|| number("m3").or(number("m4")).map(|m| m as i8));
        let day = ["d1", "d2", "d3", "d4"].iter().find_map(|n| number(n)).map(|d| d as i8);
        let whole = c.name("y5").or(c.name("y6")).or(c.get(0));
        let Some(whole) = whole else { break };
        let day = month.zip(day).filter(|(m, d)| (1..=12).contains(m) && (1..=31).contains(d));
        if year.is_some_and(|y| (1970..=2040).contains(&y)) || (year.is_none() && day.is_some()) {
            found.push(Mark { start: whole.start(), end: whole.end(), year, day });
        }
        at = whole.end().max(at + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

fn full_year(year: i16) -> i16 {
    match year {
        0..=49 => 2000 + year,
        50..=99 => 1900 + year,
        _ => year,
    }
}

/// The number of a month by its name or abbreviation.
pub fn month_of(name: &str) -> Option<i8> {
    let head = name.get(..3)?.to_ascii_lowercase();
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    months.iter().position(|m| *m == head).map(|i| i as i8 + 1)
}

/// Whether a word is the name of a month or its usual abbreviation.
pub fn is_month(word: &str) -> bool {
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
    let lower = word.to_ascii_lowercase();
    lower == "sept" || MONTHS.iter().any(|m| *m == lower || lower.len() == 3 && m.starts_with(&lower))
}

/// `date` moved by whole months, on the last day of the month where it was on one.
pub fn add_months(date: Date, months: i32) -> Option<Date> {
    let last = date.day() == date.last_of_month().day();
    let moved = date.checked_add(jiff::Span::new().try_months(months).ok()?).ok()?;
    Some(if last { moved.last_of_month() } else { moved })
}

/// Days between two dates, signed.
pub fn days_between(from: Date, to: Date) -> i64 {
    from.until(to).map_or(i64::MAX, |span| i64::from(span.get_days()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_all_spellings() {
        let of = |text: &str| marks(text).iter().map(|m| (m.year, m.day)).collect::<Vec<_>>();
        assert_eq!(of("December 31, 1993 and 1992"), [(Some(1993), Some((12, 31))), (Some(1992), None)]);
        assert_eq!(of("1993 1992 1991").len(), 3);
        assert_eq!(of("1989/1/     1990/2/").len(), 2);
        assert_eq!(of("Sept. 30,"), [(None, Some((9, 30)))]);
        assert_eq!(of("12/31/95  12/31/94")[0], (Some(1995), Some((12, 31))));
        assert_eq!(of("31 December 2015"), [(Some(2015), Some((12, 31)))]);
        assert_eq!(of("$2,015 and 1,993"), []);
    }

    #[test]
    fn month_ends_stay_month_ends() {
        let june = Date::new(1999, 6, 30).unwrap();
        assert_eq!(add_months(june, -3), Date::new(1999, 3, 31).ok());
    }
}
