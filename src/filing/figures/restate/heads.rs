//! The words over each column of amounts, and the period that they give.

use super::super::columns::{gap, lengths, usual_width};
use super::super::dates;
use super::super::document::Document;
use super::super::pattern;
use super::super::sheet::{Line, Origin, Sheet};
use crate::text::Text;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// One column of amounts.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// Left edge.
    pub left: u32,
    /// Right edge.
    pub right: u32,
    /// Words over it, top to bottom.
    pub words: String,
}

/// A period as heads or titles give it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// Last day.
    pub end: Option<Date>,
    /// Months, when told.
    pub months: Option<u32>,
}

/// The columns of a sheet with the words over them.
pub fn read(text: &Text, sheet: &Sheet) -> Vec<Head> {
    let first = sheet.first_data();
    between(text, sheet, 0, first, sheet.lines.len())
}

/// The columns of the lines `first..end`, with the words of the head lines `from..first`.
pub fn between(text: &Text, sheet: &Sheet, from: usize, first: usize, end: usize) -> Vec<Head> {
    let data: Vec<&Line> = sheet.lines[first.min(end)..end].iter().filter(|l| l.is_data()).collect();
    let mut heads = places(&data, sheet);
    if heads.is_empty() {
        return heads;
    }
    let n = heads.len();
    let edge = heads[0].left;
    for line in sheet.lines.iter().take(first).skip(from) {
        // The words of the label column say nothing of the columns.
        let over: Vec<_> = line
            .pieces
            .iter()
            .filter(|p| {
                if sheet.origin == Origin::Grid {
                    p.right > edge || p.left >= edge
                } else {
                    p.right + 1 >= edge
                }
            })
            .collect();
        let over: Vec<_> = over
            .into_iter()
            .filter(|p| p.left > 0 || sheet.origin == Origin::Cells || line.pieces.len() == 1)
            .collect();
        if over.is_empty() {
            continue;
        }
        let is_period = |words: &str| !dates::marks(words).is_empty() || !lengths(words).is_empty();
        let m = over.len();
        for (k, piece) in over.iter().enumerate() {
            let words = text.at(piece.span).split_whitespace().collect::<Vec<_>>().join(" ");
            let covered: Vec<usize> = if sheet.origin == Origin::Grid {
                (0..n).filter(|c| piece.left < heads[*c].right && heads[*c].left < piece.right).collect()
            } else if m == n {
                vec![k]
            } else if is_period(&words) && n.is_multiple_of(m) {
                (k * n / m..(k + 1) * n / m).collect()
            } else {
                let over: Vec<usize> =
                    (0..n).filter(|c| piece.left < heads[*c].right && heads[*c].left < piece.right).collect();
                let wide = over.len() > 1 && is_period(&words);
                let nearest =
                    (0..n).min_by_key(|c| gap((piece.left, piece.right), (heads[*c].left, heads[*c].right)));
                if wide { over } else { nearest.into_iter().collect() }
            };
            for c in covered {
                heads[c].words.push_str(&words);
                heads[c].words.push(' ');
            }
        }
    }
    heads
}

/// Where the columns stand: by the lines that have the most amounts that several lines have.
fn places(data: &[&Line], sheet: &Sheet) -> Vec<Head> {
    let mut counts = [0usize; 33];
    for line in data {
        counts[line.values.len().min(32)] += 1;
    }
    let usual = usual_width(sheet);
    let n = (1..33)
        .rev()
        .find(|n| counts[*n] >= 2 || counts[*n] >= 1 && *n == usual)
        .or_else(|| (1..33).rev().find(|n| counts[*n] >= 1));
    let Some(n) = n else { return Vec::new() };
    let full: Vec<&&Line> = data.iter().filter(|l| l.values.len() == n).collect();
    (0..n)
        .map(|k| {
            let mut lefts: Vec<u32> = full.iter().map(|l| l.values[k].left).collect();
            let mut rights: Vec<u32> = full.iter().map(|l| l.values[k].right).collect();
            lefts.sort_unstable();
            rights.sort_unstable();
            let left = if sheet.origin == Origin::Grid { lefts[0] } else { lefts[lefts.len() / 2] };
            Head { left, right: rights[rights.len() / 2], words: String::new() }
        })
        .collect()
}

/// The column of each amount of a line: by order where the count fits, else by place.
pub fn assign(line: &Line, heads: &[Head], origin: Origin) -> Vec<Option<usize>> {
    let n = heads.len();
    if line.values.len() == n {
        return (0..n).map(Some).collect();
    }
    if origin == Origin::Cells {
        return vec![None; line.values.len()];
    }
    line.values
        .iter()
        .map(|value| {
            let near = (0..n).min_by_key(|c| heads[*c].right.abs_diff(value.right))?;
            let off = heads[near].right.abs_diff(value.right);
            let over = value.left < heads[near].right && heads[near].left < value.right;
            (over || off <= 3).then_some(near)
        })
        .collect()
}

/// The period that words give; a year alone takes its day from `day`.
pub fn when(words: &str, day: Option<(i8, i8)>, document: &Document) -> When {
    let marks = dates::marks(words);
    let whole = marks.iter().find_map(dates::Mark::date);
    let year = marks.iter().find_map(|m| m.year);
    let own_day = marks.iter().find_map(|m| m.day);
    let end = whole.or_else(|| {
        let (month, day) = own_day.or(day).or_else(|| document.end.map(|e| (e.month(), e.day())))?;
        dates::make(year?, month, day)
    });
    let lower = words.to_lowercase();
    let months = lengths(words).first().map(|l| l.months);
    let balance = lower.starts_with("as of") || lower.starts_with("at ") || lower.contains("balance sheet");
    When { end, months: if balance { None } else { months } }
}

static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?P<a>first|1st)\s+(?:fiscal\s+)?(?:quarter|qtr)|\b(?P<b>second|2nd)\s+(?:fiscal\s+)?(?:quarter|qtr)|\b(?P<c>third|3rd)\s+(?:fiscal\s+)?(?:quarter|qtr)|\b(?P<d>fourth|4th)\s+(?:fiscal\s+)?(?:quarter|qtr)|\bq(?P<n>[1-4])\b",
    )
});

/// The quarter that words number ("First Quarter", "Q2 2003"), in the fiscal year that they, the lines above or
/// the annual report itself tell; None where no such number stands, or the year's end is not known.
pub fn quarter(words: &str, above: When, document: &Document) -> Option<When> {
    let found = NUMBERED.captures(words)?;
    let marks = dates::marks(words);
    // Only an annual report's own period ends with the fiscal year.
    if document.months != 12 || marks.iter().any(|m| m.date().is_some()) {
        return None;
    }
    let close = document.end?;
    let number = match found.name("n").and_then(|n| n.as_str().parse::<i32>().ok()) {
        Some(number) => number,
        None => ["a", "b", "c", "d"].iter().position(|n| found.name(n).is_some())? as i32 + 1,
    };
    let year = marks.iter().find_map(|m| m.year).or_else(|| above.end.map(|end| end.year()));
    let base = dates::make(year.unwrap_or(close.year()), close.month(), close.day())?;
    Some(When { end: dates::add_months(base, -3 * (4 - number)), months: Some(3) })
}

/// The period that the lines above a table give, nearest first.
pub fn when_above(text: &Text, sheet: &Sheet, document: &Document) -> When {
    let mut found = When::default();
    for line in sheet.lines.iter().take(sheet.first_data()).rev() {
        let words = text.at(line.span);
        let own = if super::super::lines::is_prose(words) {
            in_sentence(words, document)
        } else {
            when(words, None, document)
        };
        found.months = found.months.or(own.months);
        if own.end.is_some() {
            found.end = own.end;
            return found;
        }
    }
    for span in sheet.above.iter().rev().take(10) {
        // A sentence names years in passing; only a whole date, or the year of a title, is the table's period.
        let words = text.at(*span);
        let mut own = in_sentence(words, document);
        if own.end.is_none() && words.len() < 160 {
            let whole = dates::marks(words).iter().any(|m| m.date().is_some());
            let title = super::super::title::is_title_like(words);
            if whole || title {
                own = when(words, None, document);
            }
        }
        found.months = found.months.or(own.months);
        if own.end.is_some() {
            found.end = own.end;
            return found;
        }
    }
    found
}

/// "... for the year ended December 31, 1999 ..." inside a paragraph.
fn in_sentence(words: &str, document: &Document) -> When {
    for length in lengths(words) {
        let mut stop = (length.end + 40).min(words.len());
        while !words.is_char_boundary(stop) {
            stop -= 1;
        }
        let piece = &words[length.start..stop];
        let own = when(piece, None, document);
        if dates::marks(piece).iter().any(|m| m.date().is_some()) {
            return own;
        }
    }
    When::default()
}

/// A month and day that a head or a line above names for years that stand alone.
pub fn common_day(text: &Text, sheet: &Sheet) -> Option<(i8, i8)> {
    let heads = sheet.lines.iter().take(sheet.first_data()).rev().map(|l| l.span);
    heads
        .chain(sheet.above.iter().rev().take(8).copied())
        .filter(|s| s.len() < 300)
        .find_map(|s| dates::marks(text.at(s)).iter().find_map(|m| m.day))
}
