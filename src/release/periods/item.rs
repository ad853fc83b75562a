//! One named stretch of time: a day, a month, a year, quarters; with what stands before it and right behind it.

use super::lex::{Token, Word};
use jiff::civil::Date;

/// Which part of a year (or quarter, month) is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Early,
    Mid,
    Late,
    Begin,
    End,
}

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A day; the year may stand further on.
    Day { year: Option<i16>, month: i8, day: i8 },
    /// A month, or as many months as given from it (a season).
    Month { year: Option<i16>, month: i8, count: u8 },
    /// A year; `fiscal` when it is called so.
    Year { year: i16, fiscal: bool },
    /// Quarters of a year, one bit each from the first; `spread` when they are those of every year named.
    Quarters { year: Option<i16>, mask: u8, fiscal: bool, spread: bool },
}

/// What kind of period ends on the day: `fiscal years ended ...`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub year: bool,
    pub quarter: bool,
    pub transition: bool,
    /// Longest count of months.
    pub months: u8,
    /// `the four years ended`: how many years, 0 where none is said.
    pub years: u8,
    /// The count of shorter stretches beside it is not one of a 10-Q.
    pub any: bool,
}

/// An item with its surroundings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub shape: Shape,
    pub part: Part,
    pub head: Option<Head>,
    pub at_least: bool,
    pub about: bool,
    /// The issuer's own words on when the period ends.
    pub ends: Option<Date>,
    /// The issuer's own label of a period whose end is written.
    pub label: Option<i16>,
    /// First token, and the one past the last.
    pub first: usize,
    pub next: usize,
}

/// Years that a text of this kind can speak of.
pub(super) fn is_year(value: u32) -> bool {
    (1960..=2035).contains(&value)
}

/// Two digits to a year.
pub(super) fn two_digits(value: u32) -> i16 {
    (if value < 60 { 2000 + value } else { 1900 + value }) as i16
}

/// Reads items out of the tokens of one text.
#[derive(Clone, Copy)]
pub(super) struct Grammar<'a> {
    pub tokens: &'a [Token],
    pub text: &'a str,
}

impl Grammar<'_> {
    pub fn word(&self, at: usize) -> Word {
        self.tokens.get(at).map_or(Word::Mark(0), |token| token.word)
    }

    pub fn glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.glued)
    }

    pub fn is_text(&self, at: usize, word: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.span.of(self.text).eq_ignore_ascii_case(word))
    }

    pub fn mark(&self, at: usize, mark: u8) -> bool {
        self.word(at) == Word::Mark(mark)
    }

    /// `failed to file`, `failure to timely file`.
    pub fn never_filed(&self, at: usize) -> bool {
        let failed = self.tokens.get(at).is_some_and(|t| {
            t.span.of(self.text).get(..4).is_some_and(|start| start.eq_ignore_ascii_case("fail"))
        });
        failed && self.word(at + 1) == Word::To && (2..=3).any(|ahead| self.is_text(at + ahead, "file"))
    }

    pub fn skip_mark(&self, at: usize, mark: u8) -> usize {
        at + usize::from(self.mark(at, mark))
    }

    /// An item at `at`, what leads in to it included.
    pub fn item(&self, first: usize) -> Option<Item> {
        let mut at = first;
        let (mut at_least, mut about, mut part) = (false, false, Part::Whole);
        // Lead-in words; a bound keeps odd texts cheap.
        for _ in 0..12 {
            let here = self.word(at);
            let next = self.word(at + 1);
            match here {
                Word::At if next == Word::Least => {
                    at_least = true;
                    at += 2;
                }
                Word::At if self.is_text(at + 1, "the") || matches!(next, Word::Begin | Word::End) => at += 1,
                Word::As if self.is_text(at + 1, "early") && self.word(at + 2) == Word::As => {
                    at_least = true;
                    at += 3;
                }
                Word::As if self.is_text(at + 1, "late") && self.word(at + 2) == Word::As => {
                    at_least = true;
                    at += 3;
                }
                Word::No | Word::Other
                    if next == Word::Later
                        && self.is_text(at + 2, "than")
                        && (here == Word::No || self.is_text(at, "not")) =>
                {
                    at_least = true;
                    at += 3;
                }
                Word::In | Word::On
                    if self.word(at + 1) == Word::Or
                        && (self.word(at + 2) == Word::About || self.is_text(at + 2, "before")) =>
                {
                    about = true;
                    at += 3;
                }
                Word::About => {
                    about = true;
                    at += 1;
                }
                Word::Other
                    if self.is_text(at, "sometime")
                        || self.is_text(at, "some") && self.is_text(at + 1, "time") =>
                {
                    about = true;
                    at += if self.is_text(at, "some") { 2 } else { 1 };
                }
                Word::Early | Word::Mid | Word::Late | Word::Begin | Word::End => {
                    let named = match here {
                        Word::Early => Part::Early,
                        Word::Mid => Part::Mid,
                        Word::Late => Part::Late,
                        Word::Begin => Part::Begin,
                        _ => Part::End,
                    };
                    if part == Part::Whole {
                        part = named;
                    }
                    at += 1;
                    at = self.skip_mark(at, b'-');
                    while matches!(self.word(at), Word::Of | Word::In) || self.is_text(at, "part") {
                        at += 1;
                    }
                }
                Word::The | Word::Its | Word::In | Word::Calendar | Word::During | Word::Throughout => {
                    at += 1
                }
                Word::For if self.is_text(at + 1, "the") => at += 1,
                Word::All if self.word(at + 1) == Word::Of && self.quarters(at).is_none() => at += 2,
                Word::Other if self.is_text(at, "latter") && self.is_text(at + 1, "part") => {
                    part = Part::Late;
                    at += 2 + usize::from(self.word(at + 2) == Word::Of);
                }
                // A name before "fiscal year": Acme's fiscal year 2001.
                Word::Other if self.name_before_fiscal(at).is_some() => {
                    at = self.name_before_fiscal(at)?;
                }
                _ => break,
            }
        }
        if let Some((year, next)) = self.decade(at, part) {
            let shape = Shape::Year { year, fiscal: false };
            return Some(Item {
                shape,
                part: Part::Whole,
                head: None,
                at_least,
                about: true,
                ends: None,
                label: None,
                first,
                next,
            });
        }
        // A comma inside a lead-in ("at least, January 2002") is rare and not followed.
        let (shape, head, next, extra) =
            self.headed(at).or_else(|| self.bare(at).map(|(s, n)| (s, None, n, None)))?;
        let mut item = Item { shape, part, head, at_least, about, ends: None, label: extra, first, next };
        self.apposition(&mut item);
        Some(item)
    }

    /// `the mid-1980s`: a year in that part of the decade.
    fn decade(&self, at: usize, part: Part) -> Option<(i16, usize)> {
        let Word::Number(year, 4) = self.word(at) else { return None };
        let into = match part {
            Part::Early | Part::Begin => 1,
            Part::Mid => 5,
            Part::Late | Part::End => 8,
            Part::Whole => return None,
        };
        let plural = year % 10 == 0
            && (self.is_text(at + 1, "s") && self.glued(at + 1)
                || self.mark(at + 1, b'\'') && self.is_text(at + 2, "s"));
        (plural && is_year(year + into))
            .then(|| ((year + into) as i16, at + if self.mark(at + 1, b'\'') { 3 } else { 2 }))
    }

    /// `Acme's` or `the Company's` before a fiscal year or a count of quarters: the place of what follows.
    fn name_before_fiscal(&self, at: usize) -> Option<usize> {
        for ahead in 0..5 {
            match self.word(at + ahead) {
                Word::Fiscal if ahead > 0 => return Some(at + ahead),
                Word::Ordinal(_)
                    if ahead > 0
                        && (self.word(at + ahead + 1) == Word::Quarter(false)
                            || self.word(at + ahead + 1) == Word::Fiscal) =>
                {
                    return Some(at + ahead);
                }
                Word::Other | Word::Mark(b'\'') | Word::Mark(b'&') | Word::Mark(b'.') => {}
                _ => return None,
            }
        }
        None
    }

    /// `fiscal years ended DATE`, `three and nine months ended DATE`, `transition period from DATE to DATE`.
    fn headed(&self, at: usize) -> Option<(Shape, Option<Head>, usize, Option<i16>)> {
        let (head, next) = self.head(at)?;
        let (shape, next) = self.day_or_month(next)?;
        Some((shape, Some(head), next, None))
    }

    /// The head alone, up to and with `ended`.
    pub fn head(&self, first: usize) -> Option<(Head, usize)> {
        let mut head = Head::default();
        let mut at = first;
        let mut count = 0u8;
        let mut units = false;
        for _ in 0..16 {
            match self.word(at) {
                Word::Year(_) => {
                    head.year = true;
                    units = true;
                    head.years = std::mem::take(&mut count).min(20);
                }
                Word::Quarter(_) => {
                    head.quarter = true;
                    units = true;
                }
                Word::Interim => head.quarter = true,
                Word::Annual => head.year = true,
                Word::Half => {
                    head.months = head.months.max(6);
                    units = true;
                }
                Word::Period => {
                    units = true;
                    head.any = true;
                }
                Word::Transition => head.transition = true,
                // "thirty-nine weeks"; "three and nine months" names the longer.
                Word::Count(n) => count = if count >= 20 && n < 10 { count + n } else { count.max(n) },
                Word::Three => count = if count >= 20 { count + 3 } else { count.max(3) },
                Word::Number(n, 1..=2) if n <= 53 => count = count.max(n as u8),
                Word::Months if count > 0 => {
                    head.months = head.months.max(count);
                    count = 0;
                    units = true;
                }
                Word::Weeks if count > 0 || self.is_text(at - 1, "week") => {
                    head.months = head.months.max(((u16::from(count) * 12 + 26) / 52) as u8);
                    count = 0;
                    units = true;
                }
                Word::Fiscal | Word::Calendar | Word::And | Word::Or | Word::The | Word::Its => {}
                Word::Each | Word::All | Word::Of | Word::Ordinal(_) | Word::Last => {}
                Word::Mark(b',' | b'-' | b'(' | b')') if at > first => {}
                Word::End
                    if self.mark(at.wrapping_sub(1), b'-')
                        || self.word(at.wrapping_sub(1)) == Word::Fiscal => {}
                Word::Other if self.is_text(at, "reporting") || self.is_text(at, "then") => {}
                Word::Ended if units => {
                    let next = at + 1 + usize::from(self.word(at + 1) == Word::On);
                    if head.months >= 12 {
                        head.year = true;
                    }
                    return Some((head, next));
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// What carries no head.
    fn bare(&self, at: usize) -> Option<(Shape, usize)> {
        self.coded_quarter(at)
            .or_else(|| self.quarters(at))
            .or_else(|| self.day_or_month(at))
            .or_else(|| self.year(at))
    }

    /// `June 30, 1999`, `30 June 1999`, `June 1999`, `6/30/1999`, `1999-06-30`, `summer of 1999`.
    pub fn day_or_month(&self, at: usize) -> Option<(Shape, usize)> {
        match self.word(at) {
            Word::Month(month) => {
                let month = month as i8;
                let mut next = at + 1;
                // "Jan. 31"
                if self.mark(next, b'.') && self.glued(next) && self.tokens.get(at)?.span.len() <= 4 {
                    next += 1;
                }
                if let Word::Number(day @ 1..=31, 1..=2) = self.word(next)
                    && !self.mark(next + 1, b'%')
                {
                    let mut after = next + 1;
                    if self.glued(after) && ["st", "nd", "rd", "th"].iter().any(|s| self.is_text(after, s)) {
                        after += 1;
                    }
                    let (year, next) = self.year_after(after);
                    return Some((Shape::Day { year, month, day: day as i8 }, next));
                }
                let of = next + usize::from(self.word(next) == Word::Of);
                let (year, next) = match self.year_after(of) {
                    (None, _) => (None, next),
                    found => found,
                };
                Some((Shape::Month { year, month, count: 1 }, next))
            }
            Word::Season(month) => {
                // "fall" is also a verb and a noun: only with a year.
                let of = at + 1 + usize::from(matches!(self.word(at + 1), Word::Of | Word::In));
                let (year, next) = self.year_after(of);
                year.map(|_| (Shape::Month { year, month: month as i8, count: 3 }, next))
            }
            Word::Number(a, digits) => self.numeric_date(at, a, digits),
            _ => None,
        }
    }

    fn numeric_date(&self, at: usize, a: u32, digits: u8) -> Option<(Shape, usize)> {
        if let (1..=31, Word::Month(month)) = (a, self.word(at + 1)) {
            let after = at + 2 + usize::from(self.mark(at + 2, b'.'));
            let (year, next) = self.year_after(after);
            return year.map(|_| (Shape::Day { year, month: month as i8, day: a as i8 }, next));
        }
        let mark = self.word(at + 1);
        if !(matches!(mark, Word::Mark(b'/' | b'-')) && self.glued(at + 1) && self.word(at + 3) == mark) {
            return None;
        }
        let (Word::Number(b, _), Word::Number(c, last)) = (self.word(at + 2), self.word(at + 4)) else {
            return None;
        };
        let (year, month, day) = match (digits, last) {
            (4, 1..=2) => (a as i16, b, c),
            (1..=2, 4) => (c as i16, a, b),
            (1..=2, 2) if mark == Word::Mark(b'/') => (two_digits(c), a, b),
            _ => return None,
        };
        ((1..=12).contains(&month) && (1..=31).contains(&day) && is_year(year as u32))
            .then_some((Shape::Day { year: Some(year), month: month as i8, day: day as i8 }, at + 5))
    }

    /// `[,] 1999` or `'99` behind a day, a month or a season.
    fn year_after(&self, at: usize) -> (Option<i16>, usize) {
        let number = self.skip_mark(at, b',');
        match self.word(number) {
            Word::Number(year, 4) if is_year(year) => (Some(year as i16), number + 1),
            Word::Mark(b'\'') => match self.word(number + 1) {
                Word::Number(year, 2) if self.glued(number + 1) => (Some(two_digits(year)), number + 2),
                _ => (None, at),
            },
            _ => (None, at),
        }
    }

    /// A year, with `fiscal`, `FY`, `calendar`, `year-end` or nothing before it.
    fn year(&self, first: usize) -> Option<(Shape, usize)> {
        let mut at = first;
        let mut fiscal = false;
        let mut named = false;
        for _ in 0..8 {
            match self.word(at) {
                Word::Fiscal => {
                    fiscal = true;
                    named = true;
                }
                Word::Year(_) => named = true,
                Word::Calendar => named = true,
                Word::The | Word::Its | Word::Of if named => {}
                Word::End | Word::Ended if named => {}
                Word::Mark(b'-' | b'(' | b')') if named => {}
                // "FY'03", "fiscal '97".
                Word::Mark(b'\'') if fiscal => {}
                Word::Number(value, digits) => {
                    let year = match digits {
                        4 if is_year(value) => value as i16,
                        2 if fiscal && !self.mark(at + 1, b'%') => two_digits(value),
                        _ => return None,
                    };
                    return self.behind_year(first, at, year, fiscal);
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// What can follow a year: `fiscal year`, `'s third quarter`.
    fn behind_year(&self, first: usize, number: usize, year: i16, fiscal: bool) -> Option<(Shape, usize)> {
        if first == number && self.refuses_year(number) {
            return None;
        }
        let mut fiscal = fiscal;
        let mut next = number + 1;
        if self.is_text(next, "s") && self.glued(next) {
            // "1997s third quarter" with its apostrophe lost; "the 1990s" is a decade.
            if year % 10 == 0 && !matches!(self.word(next + 1), Word::Ordinal(_) | Word::Last) {
                return None;
            }
            next += 1;
        } else if self.mark(next, b'\'') && self.is_text(next + 1, "s") {
            next += 2;
        }
        if self.word(next) == Word::Fiscal {
            fiscal = true;
            next += 1;
            if matches!(self.word(next), Word::Year(_)) {
                next += 1;
            }
        }
        if let Some((Shape::Quarters { year: None, mask, spread, .. }, after)) = self.quarters_of(next, false)
        {
            return Some((Shape::Quarters { year: Some(year), mask, fiscal, spread }, after));
        }
        if let Some((Shape::Quarters { year: None, mask, spread, .. }, after)) =
            self.coded_quarter(self.skip_mark(next, b'-'))
        {
            return Some((Shape::Quarters { year: Some(year), mask, fiscal, spread }, after));
        }
        Some((Shape::Year { year, fiscal }, next))
    }

    /// Numbers that look like years and are none: `Act of 1934`, `No. 1999`, `$2,000`, `1,999`, `2000%`.
    fn refuses_year(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|b| self.word(b));
        let before2 = at.checked_sub(2).map(|b| self.word(b));
        let statute = before == Some(Word::Of) && before2 == Some(Word::Law)
            || before == Some(Word::Law) && !self.is_text(at - 1, "order");
        let numbered = match before {
            Some(Word::No) => true,
            Some(Word::Mark(b'.')) => {
                matches!(before2, Some(Word::No)) || before2.is_some_and(|w| matches!(w, Word::Number(..)))
            }
            Some(Word::Mark(b'$' | b'#' | b'/')) => true,
            Some(Word::Mark(b'-')) => {
                // 34-2001, 10-1999: a number's part, unless a year stands before the dash.
                self.glued(at)
                    && match before2 {
                        Some(Word::Number(value, digits)) => !(digits == 4 && is_year(value)),
                        Some(Word::Other | Word::Amount) => true,
                        _ => false,
                    }
            }
            _ => false,
        };
        let counted = self.mark(at + 1, b'%')
            || self.glued(at + 1) && matches!(self.word(at + 1), Word::Mark(b'/'))
            || ["shares", "options", "employees", "investors", "customers", "stores", "million", "units"]
                .iter()
                .any(|word| self.is_text(at + 1, word));
        statute || numbered || counted || self.cited_standard(at)
    }

    /// `Standards No. 5 (March 1975)`: the day of a standard.
    pub fn cited_standard(&self, at: usize) -> bool {
        let mut back = at;
        for _ in 0..3 {
            let Some(before) = back.checked_sub(1) else { return false };
            back = before;
            if self.mark(back, b'(') {
                return matches!(
                    back.checked_sub(1).map(|b| self.word(b)),
                    Some(Word::Number(..) | Word::Law)
                );
            }
        }
        false
    }

    /// What stands right behind an item and tells its end or its label.
    fn apposition(&self, item: &mut Item) {
        let at = item.next;
        let labelled = matches!(item.shape, Shape::Year { .. } | Shape::Quarters { year: Some(_), .. });
        let mut next = at;
        while next < at + 2 && matches!(self.word(next), Word::Mark(b',' | b'(' | b'"')) {
            next += 1;
        }
        if labelled {
            if self.word(next) == Word::Which {
                next += 1;
            } else if next == at && self.word(next) != Word::Ended {
                return;
            }
            let ended = match self.word(next) {
                Word::Ended => Some(next + 1 + usize::from(self.word(next + 1) == Word::On)),
                Word::Ran | Word::Begin | Word::From | Word::Was | Word::Month(_) => self.behind_run(next),
                _ if next > at => self.head(next).map(|(_, after)| after),
                _ => None,
            };
            let Some(ended) = ended else { return };
            if let Some((Shape::Day { year: Some(year), month, day }, after)) = self.day_or_month(ended) {
                item.ends = Date::new(year, month, day).ok();
                item.next = after + usize::from(self.mark(after, b')'));
            }
        } else if item.head.is_some() && next > at && self.mark(next - 1, b'(')
            || item.head.is_some() && next > at + 1
        {
            while matches!(self.word(next), Word::The | Word::Mark(b'"')) {
                next += 1;
            }
            // "(fiscal 1998)", "(the "1998 fiscal year")", "(FY98)"; dates inside are something else.
            match self.year(next) {
                Some((Shape::Year { year, fiscal: true }, after)) => {
                    item.label = Some(year);
                    let mut after = after;
                    while matches!(self.word(after), Word::Mark(b'"' | b')')) {
                        after += 1;
                    }
                    item.next = after;
                }
                _ => {
                    if let Some((Shape::Quarters { year: Some(year), .. }, after)) =
                        self.coded_quarter(next).or_else(|| self.quarters(next))
                    {
                        item.label = Some(year);
                        item.next = after + usize::from(self.mark(after, b')'));
                    }
                }
            }
        }
    }

    /// `ran from April 1, 1999 through March 31, 2000`: the place of the second day.
    fn behind_run(&self, at: usize) -> Option<usize> {
        let mut next = at;
        while matches!(
            self.word(next),
            Word::Ran | Word::Begin | Word::From | Word::Was | Word::The | Word::On | Word::Period
        ) {
            next += 1;
        }
        let (Shape::Day { .. }, mut next) = self.day_or_month(next)? else { return None };
        let mut joined = false;
        while matches!(
            self.word(next),
            Word::Through | Word::To | Word::And | Word::Ended | Word::On | Word::Mark(b'-')
        ) {
            joined = true;
            next += 1;
        }
        joined.then_some(next)
    }
}
