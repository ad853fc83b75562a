//! Quarters in codes and in words, with the year that belongs to them.

use super::item::{Grammar, Shape, is_year, two_digits};
use super::lex::Word;

impl Grammar<'_> {
    /// `Q1`, `2Q00`, `1H01`, `Q2FY2010`, `Q1-2013`, `H1 2001`.
    pub fn coded_quarter(&self, at: usize) -> Option<(Shape, usize)> {
        let (number, half, next) = match (self.word(at), self.word(at + 1)) {
            (unit @ (Word::Q | Word::H), Word::Number(n @ 1..=4, 1)) if self.glued(at + 1) => {
                (n, unit == Word::H, at + 2)
            }
            (Word::Number(n @ 1..=4, 1), unit @ (Word::Q | Word::H)) if self.glued(at + 1) => {
                (n, unit == Word::H, at + 2)
            }
            _ => return None,
        };
        let mask = if half { half_mask(number as u8)? } else { 1 << (number - 1) };
        let (year, fiscal, next) = self.year_of_code(next);
        Some((Shape::Quarters { year, mask, fiscal, spread: false }, next))
    }

    /// The year behind a code, two digits allowed.
    fn year_of_code(&self, at: usize) -> (Option<i16>, bool, usize) {
        let mut next = at;
        let mut fiscal = false;
        if matches!(self.word(next), Word::Mark(b'-' | b'/' | b',' | b'\'' | b'(')) {
            next += 1;
        }
        while matches!(
            self.word(next),
            Word::Of | Word::The | Word::Its | Word::Fiscal | Word::Year(_) | Word::In
        ) {
            fiscal |= self.word(next) == Word::Fiscal;
            next += 1;
        }
        next = self.skip_mark(next, b'\'');
        match self.word(next) {
            Word::Number(year, 4) if is_year(year) => (Some(year as i16), fiscal, next + 1),
            // "2Q00"; after a space two digits need an apostrophe or FY.
            Word::Number(year, 2)
                if self.glued(next) && !self.mark(next + 1, b'%') && !self.mark(next - 1, b',') =>
            {
                (Some(two_digits(year)), fiscal, next + 1)
            }
            Word::Number(year, 2) if fiscal => (Some(two_digits(year)), fiscal, next + 1),
            _ => (None, false, at),
        }
    }

    /// Quarters in words, with the year behind them where there is one.
    pub fn quarters(&self, at: usize) -> Option<(Shape, usize)> {
        self.quarters_of(at, true)
    }

    pub fn quarters_of(&self, first: usize, with_year: bool) -> Option<(Shape, usize)> {
        let mut at = first;
        let mut spread = false;
        let mut mask = 0u8;
        let mut last = false;
        let mut count = None;
        let mut range_from: Option<u8> = None;
        for _ in 0..14 {
            match self.word(at) {
                Word::Each | Word::All => spread = true,
                Word::Of | Word::The | Word::Its if spread || mask > 0 => {}
                Word::Ordinal(n) => {
                    let from = range_from.take().unwrap_or(n);
                    for quarter in from.min(n)..=n {
                        mask |= 1 << (quarter - 1);
                    }
                }
                Word::Last => last = true,
                Word::Count(n) if count.is_none() && (spread || mask > 0 || last) => count = Some(n),
                Word::Three if count.is_none() && (spread || mask > 0 || last) => count = Some(3),
                Word::And | Word::Or | Word::Mark(b',') if mask > 0 => {}
                Word::Through | Word::To | Word::Mark(b'-')
                    if mask > 0 && matches!(self.word(at + 1), Word::Ordinal(_)) =>
                {
                    range_from = Some(8 - mask.leading_zeros() as u8);
                }
                Word::Mark(b'-')
                    if matches!(self.word(at + 1), Word::Quarter(_) | Word::Half | Word::Months) => {}
                Word::Fiscal | Word::Calendar if mask > 0 || last || spread => {}
                Word::Other
                    if (mask > 0 || spread || last)
                        && (self.is_text(at, "consecutive") || self.is_text(at, "straight")) => {}
                Word::Interim if spread => {}
                Word::Quarter(_) | Word::Period if spread || mask > 0 || last => {
                    if self.word(at) == Word::Period
                        && !matches!(at.checked_sub(1).map(|b| self.word(b)), Some(Word::Interim))
                    {
                        return None;
                    }
                    let mask = quarter_mask(mask, last, count, spread)?;
                    return Some(self.with_year(at + 1, mask, spread, with_year));
                }
                Word::Half if mask > 0 || last => {
                    let mut halves = if last { 0b1100 } else { 0 };
                    for half in 1..=2u8 {
                        if mask & (1 << (half - 1)) != 0 {
                            halves |= half_mask(half)?;
                        }
                    }
                    return (halves > 0).then(|| self.with_year(at + 1, halves, false, with_year));
                }
                Word::Months if count.is_some() && (mask == 1 || last) => {
                    let quarters = (count? / 3).clamp(1, 4);
                    let low = ((1u16 << quarters) - 1) as u8;
                    let mask = if last { low << (4 - quarters) } else { low };
                    return Some(self.with_year(at + 1, mask, false, with_year));
                }
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// The year of quarters in words.
    fn with_year(&self, at: usize, mask: u8, spread: bool, wanted: bool) -> (Shape, usize) {
        let none = (Shape::Quarters { year: None, mask, fiscal: false, spread }, at);
        if !wanted {
            return none;
        }
        let mut next = at;
        let mut fiscal = false;
        let mut plural = false;
        let mut words = 0;
        if self.mark(next, b',') && matches!(self.word(next + 1), Word::Number(_, 4) | Word::Fiscal) {
            next += 1;
        }
        for _ in 0..14 {
            match self.word(next) {
                Word::Of
                | Word::In
                | Word::For
                | Word::The
                | Word::Its
                | Word::During
                | Word::Calendar
                | Word::Each
                | Word::Both => {}
                Word::Fiscal => fiscal = true,
                Word::Year(many) => plural |= many,
                Word::Between if plural || self.word(next - 1) == Word::Of => {}
                Word::End | Word::Mark(b'(' | b')' | b'\'') => {}
                Word::Ended if fiscal || matches!(self.word(next - 1), Word::Year(_)) => {
                    // "the third quarter of the fiscal year ended June 30, 2003"
                    if let Some((Shape::Day { year: Some(year), month, .. }, after)) =
                        self.day_or_month(next + 1)
                    {
                        let label = if month <= 5 { year - 1 } else { year };
                        return (Shape::Quarters { year: Some(label), mask, fiscal: true, spread }, after);
                    }
                    if !matches!(self.word(next + 1), Word::Number(..)) {
                        return none;
                    }
                }
                // The issuer's name between "of" and "fiscal".
                Word::Other | Word::Mark(b'.' | b'&') if next > at && words < 5 => words += 1,
                Word::Number(value, 4)
                    if is_year(value) && (words == 0 || fiscal) && !self.mark(next + 1, b'%') =>
                {
                    let spread = spread || plural;
                    return (Shape::Quarters { year: Some(value as i16), mask, fiscal, spread }, next + 1);
                }
                Word::Number(value, 2) if fiscal && !self.mark(next + 1, b'%') => {
                    return (
                        Shape::Quarters { year: Some(two_digits(value)), mask, fiscal, spread },
                        next + 1,
                    );
                }
                _ => return none,
            }
            next += 1;
        }
        none
    }
}

/// The two quarters of a half.
fn half_mask(half: u8) -> Option<u8> {
    match half {
        1 => Some(0b0011),
        2 => Some(0b1100),
        _ => None,
    }
}

/// Which quarters ordinals and counts name: `first three`, `last two`, `all three`, `each`.
fn quarter_mask(mask: u8, last: bool, count: Option<u8>, spread: bool) -> Option<u8> {
    let low = |n: u8| ((1u16 << n.min(4)) - 1) as u8;
    match (mask, last, count) {
        (0, true, None) => Some(0b1000),
        (0, true, Some(n)) if n <= 4 => Some(low(n) << (4 - n)),
        (1, false, Some(n)) if n <= 4 => Some(low(n)),
        (0, false, Some(n)) if spread && n <= 4 => Some(low(n)),
        (0, false, None) if spread => Some(0b1111),
        (mask, false, None) if mask > 0 => Some(mask),
        // "the third and last quarter", "first three and last": ordinals win.
        (mask, _, _) if mask > 0 => Some(mask | if last { 0b1000 } else { 0 }),
        _ => None,
    }
}
