//! Column heads to periods: years in lines of their own, days above them, spanning lengths, order and place.

use super::dates::{self, Mark};
use super::document::Document;
use super::sheet::{Line, Origin, Sheet, Value};
use super::{pattern, title};
use crate::text::Text;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// One column of amounts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    /// Left edge across the page.
    pub left: u32,
    /// Right edge across the page.
    pub right: u32,
    /// Last day of the period or the day of a balance.
    pub end: Option<Date>,
    /// Length of the period, when the heads tell; 0 for "since inception".
    pub months: Option<u32>,
    /// All words that stand over it.
    pub head: String,
    /// The day was taken from elsewhere than the head.
    pub assumed: bool,
}

/// The length of a period that a stretch of words tells, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// Months; 0 for "since inception".
    pub months: u32,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

static LENGTHS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:
        (?P<n>three|six|nine|twelve|eleven|ten|eight|seven|five|four|two|one|3|6|9|12|11|10|8|7|5|4|2)[\s-]+(?P<u>months?|mos\.?)
        | (?P<w>thirteen|fourteen|twenty[\s-]six|thirty[\s-]nine|forty|fifty[\s-]two|fifty[\s-]three|twelve|sixteen|twenty[\s-]four|thirty[\s-]six|12|13|14|16|24|26|27|36|39|40|52|53)[\s-]+weeks?
        | (?P<q>(?:first|second|third|fourth)\s+quarters?|quarters?\s+ended|quarterly\s+period)
        | (?P<y>(?:fiscal\s+|calendar\s+)?years?\b(?:\s+ended)?|annual)
        | (?P<i>inception)
        )",
    )
});

/// All lengths told in `words`.
pub fn lengths(words: &str) -> Vec<Length> {
    let mut found = Vec::new();
    for c in LENGTHS.captures_iter(words) {
        let Some(whole) = c.get(0) else { continue };
        let lower = |name: &str| c.name(name).map(|m| m.as_str().to_ascii_lowercase());
        let months = if let Some(n) = lower("n") {
            match n.as_str() {
                "two" | "2" => 2,
                "three" | "3" => 3,
                "four" | "4" => 4,
                "five" | "5" => 5,
                "six" | "6" => 6,
                "seven" | "7" => 7,
                "eight" | "8" => 8,
                "nine" | "9" => 9,
                "ten" | "10" => 10,
                "eleven" | "11" => 11,
                "twelve" | "12" => 12,
                _ => 1,
            }
        } else if let Some(w) = lower("w") {
            let w = w.replace([' ', '\n'], "-");
            match w.as_str() {
                "twenty-six" | "26" | "27" | "twenty-four" | "24" => 6,
                "thirty-nine" | "39" | "40" | "forty" | "thirty-six" | "36" => 9,
                "fifty-two" | "fifty-three" | "52" | "53" => 12,
                _ => 3,
            }
        } else if c.name("q").is_some() {
            3
        } else if c.name("y").is_some() {
            12
        } else {
            0
        };
        found.push(Length { months, start: whole.start(), end: whole.end() });
    }
    found
}

#[derive(Clone, Copy, Debug)]
struct Anchor {
    mark: Mark,
    left: u32,
    right: u32,
}

/// Marks of one head line with their places across the page.
fn anchors(text: &Text, line: &Line, origin: Origin) -> Vec<Anchor> {
    let mut found = Vec::new();
    // Years that stand as amounts are the columns; dates in the words before them are a title.
    let years = line.is_year_head();
    for piece in &line.pieces {
        let words = text.at(piece.span);
        if years
            && !line
                .values
                .iter()
                .any(|v| v.left < piece.right && piece.left < v.right || v.span == piece.span)
        {
            let own = dates::marks(words);
            let glued = own.len() == 1
                && own[0].year.is_some()
                && origin == Origin::Drawn
                && own[0].end == words.len();
            if !glued {
                continue;
            }
        }
        let marks = dates::marks(words);
        let many = marks.len() > 1;
        for mark in marks {
            let (left, right) = match origin {
                Origin::Drawn => (piece.left + chars(words, mark.start), piece.left + chars(words, mark.end)),
                _ if many => (piece.left + mark.start as u32, piece.left + mark.end as u32),
                _ => (piece.left, piece.right),
            };
            found.push(Anchor { mark, left, right });
        }
    }
    found
}

fn chars(words: &str, byte: usize) -> u32 {
    words.get(..byte).map_or(byte, |w| w.chars().count()) as u32
}

/// A line that lists its years in a sentence ("1993, 1992 and 1991"): no columns of its own.
fn is_listing(text: &Text, line: &Line) -> bool {
    line.pieces.iter().any(|piece| {
        let words = text.at(piece.span);
        let marks = dates::marks(words);
        marks.len() > 1
            && marks.windows(2).any(|pair| {
                words
                    .get(pair[0].end..pair[1].start)
                    .is_some_and(|between| between.chars().any(char::is_alphabetic) || between.trim() == ",")
            })
    })
}

/// The columns of a sheet; empty when its heads give none.
pub fn read(text: &Text, sheet: &Sheet, document: &Document) -> Vec<Column> {
    let first = sheet.first_data();
    let heads: Vec<&Line> = sheet.lines.iter().take(first).collect();
    let mut best: Option<(usize, Vec<Anchor>)> = None;
    for (i, line) in heads.iter().enumerate() {
        if !line.is_year_head() && is_listing(text, line) {
            continue;
        }
        let years: Vec<Anchor> =
            anchors(text, line, sheet.origin).into_iter().filter(|a| a.mark.year.is_some()).collect();
        if years.is_empty() {
            continue;
        }
        if best.as_ref().is_none_or(|(_, b)| years.len() >= b.len()) {
            best = Some((i, years));
        }
    }
    let widest = usual_width(sheet);
    let (line, mut years) = match best {
        Some((i, years)) => merge_split(text, &heads, i, years, widest, sheet.origin),
        None => return listed(text, sheet, document, widest),
    };
    if years.len() == widest + 1 && years.len() > 2 && years[0].mark.year == years[1].mark.year {
        // The last word of the title ("three years ended ... 2006") stands before the years.
        years.remove(0);
    }
    if years.len() == 1 && widest > 1 && sheet.origin == Origin::Drawn && heads.len() < 12 {
        // A lone year over several columns is a title.
        let listed = listed(text, sheet, document, widest);
        if !listed.is_empty() {
            return listed;
        }
    }
    let mut columns: Vec<Column> =
        years.iter().map(|a| Column { left: a.left, right: a.right, ..Column::default() }).collect();
    let days = days_for(text, &heads, line, &years, sheet.origin);
    let printed: Vec<i16> = years.iter().filter_map(|a| a.mark.year).collect();
    let common = common_day(text, sheet, &printed);
    set_lengths(text, &heads, &mut columns, sheet);
    set_ends(&mut columns, &years, &days, common, document);
    set_heads(text, &heads, &mut columns);
    settle_places(sheet, &mut columns);
    columns
}

/// Dates of one column each on a line of their own (one cell a line): the lines join into one.
fn merge_split(
    text: &Text,
    heads: &[&Line],
    best: usize,
    years: Vec<Anchor>,
    widest: usize,
    origin: Origin,
) -> (usize, Vec<Anchor>) {
    if origin != Origin::Cells || years.len() >= widest {
        return (best, years);
    }
    let mut joined = Vec::new();
    for line in heads {
        let own = anchors(text, line, origin);
        let whole = text.at(line.span).trim().len();
        if let [one] = own[..]
            && one.mark.end - one.mark.start + 4 >= whole
            && one.mark.year.is_some()
        {
            joined.push(Anchor {
                left: joined.len() as u32 * 10 + 100,
                right: joined.len() as u32 * 10 + 108,
                ..one
            });
        }
    }
    if joined.len() >= years.len() && joined.len() > 1 { (best, joined) } else { (best, years) }
}

/// The commonest number of amounts on a line.
pub fn usual_width(sheet: &Sheet) -> usize {
    let mut counts = [0usize; 32];
    for line in sheet.lines.iter().filter(|l| l.is_data()) {
        counts[line.values.len().min(31)] += 1;
    }
    (1..32).rev().max_by_key(|n| counts[*n]).unwrap_or(1)
}

/// Columns from a title that lists its years, when their number is the number of amounts.
fn listed(text: &Text, sheet: &Sheet, document: &Document, widest: usize) -> Vec<Column> {
    let spans =
        sheet.above.iter().copied().chain(sheet.lines.iter().take(sheet.first_data()).map(|l| l.span));
    let spans: Vec<_> = spans.collect();
    for span in spans.iter().rev().take(10) {
        let words = text.at(*span);
        if words.len() > 200 {
            continue;
        }
        let marks: Vec<Mark> = dates::marks(words).into_iter().filter(|m| m.year.is_some()).collect();
        if marks.len() != widest || marks.is_empty() || marks.len() == 1 && widest != 1 {
            continue;
        }
        let printed: Vec<i16> = marks.iter().filter_map(|m| m.year).collect();
        let common = marks.iter().find_map(|m| m.day).or_else(|| common_day(text, sheet, &printed));
        let anchors: Vec<Anchor> = marks.iter().map(|m| Anchor { mark: *m, left: 0, right: 0 }).collect();
        let mut columns = vec![Column::default(); marks.len()];
        let heads: Vec<&Line> = sheet.lines.iter().take(sheet.first_data()).collect();
        set_lengths(text, &heads, &mut columns, sheet);
        let days: Vec<Option<(i8, i8)>> = marks.iter().map(|m| m.day).collect();
        set_ends(&mut columns, &anchors, &days, common, document);
        settle_places(sheet, &mut columns);
        for column in &mut columns {
            column.assumed = true;
        }
        return columns;
    }
    Vec::new()
}

/// For each year the day that stands over it, when a line above gives days.
fn days_for(
    text: &Text,
    heads: &[&Line],
    year_line: usize,
    years: &[Anchor],
    origin: Origin,
) -> Vec<Option<(i8, i8)>> {
    let mut days: Vec<Option<(i8, i8)>> = years.iter().map(|a| a.mark.day).collect();
    if days.iter().all(Option::is_some) {
        return days;
    }
    for i in (0..heads.len()).rev() {
        if i == year_line {
            continue;
        }
        let over: Vec<Anchor> = anchors(text, heads[i], origin)
            .into_iter()
            .filter(|a| {
                a.mark.day.is_some()
                    && a.mark.year.is_none_or(|y| years.iter().any(|own| own.mark.year == Some(y)))
            })
            .collect();
        if over.len() < 2 || over.len() > years.len() {
            continue;
        }
        for (k, year) in years.iter().enumerate() {
            let pick = if over.len() == years.len() {
                over.get(k)
            } else if years.len().is_multiple_of(over.len()) {
                over.get(k / (years.len() / over.len()))
            } else {
                over.iter().min_by_key(|a| gap((a.left, a.right), (year.left, year.right)))
            };
            days[k] = days[k].or(pick.and_then(|a| a.mark.day));
        }
        break;
    }
    days
}

/// The day that one phrase over the table gives for all columns.
fn common_day(text: &Text, sheet: &Sheet, years: &[i16]) -> Option<(i8, i8)> {
    let own = sheet.lines.iter().take(sheet.first_data()).rev().take(8).map(|l| l.span);
    let above = sheet
        .above
        .iter()
        .rev()
        .take(5)
        .copied()
        .filter(|span| title::is_title_like(text.at(*span)) || span.len() < 60);
    // What stands before the table's own title belongs to something else.
    let mut titled = false;
    for span in own.chain(above).filter(|span| span.len() < 300) {
        let words = text.at(span);
        // The date of a report or signature lies in a year that the columns do not have.
        let fits = |m: &&Mark| m.year.is_none_or(|y| years.contains(&y));
        if let Some(day) = dates::marks(words).iter().filter(fits).find_map(|m| m.day) {
            return Some(day);
        }
        if titled {
            return None;
        }
        titled = title::is_title_like(words) && title::kind_of(words).is_some();
    }
    None
}

fn set_lengths(text: &Text, heads: &[&Line], columns: &mut [Column], sheet: &Sheet) {
    for line in heads.iter().rev() {
        let mut told: Vec<(u32, u32, u32)> = Vec::new();
        for piece in &line.pieces {
            let words = text.at(piece.span);
            let own = lengths(words);
            for length in &own {
                let (left, right) = if sheet.origin == Origin::Drawn {
                    (piece.left + chars(words, length.start), piece.left + chars(words, length.end))
                } else {
                    (piece.left, piece.right)
                };
                told.push((length.months, left, right));
            }
        }
        if told.is_empty() {
            continue;
        }
        let n = columns.len();
        for (k, column) in columns.iter_mut().enumerate() {
            if column.months.is_some() {
                continue;
            }
            let by_place = told
                .iter()
                .filter(|t| sheet.origin == Origin::Grid && t.1 < column.right && column.left < t.2)
                .map(|t| t.0)
                .next();
            let by_order = || {
                if told.len() == 1 {
                    (line.pieces.len() == 1 || sheet.origin != Origin::Grid || n == 1).then_some(told[0].0)
                } else if n.is_multiple_of(told.len()) {
                    told.get(k / (n / told.len())).map(|t| t.0)
                } else {
                    told.iter().min_by_key(|t| gap((t.1, t.2), (column.left, column.right))).map(|t| t.0)
                }
            };
            column.months = by_place.or_else(by_order);
        }
        if columns.iter().all(|c| c.months.is_some()) {
            return;
        }
    }
    if columns.iter().any(|c| c.months.is_some()) {
        return;
    }
    for span in sheet.above.iter().rev().take(8) {
        let words = text.at(*span);
        if words.len() < 200
            && title::is_title_like(words)
            && let Some(length) = lengths(words).first()
        {
            for column in columns.iter_mut() {
                column.months = Some(length.months);
            }
            return;
        }
    }
}

fn set_ends(
    columns: &mut [Column],
    years: &[Anchor],
    days: &[Option<(i8, i8)>],
    common: Option<(i8, i8)>,
    document: &Document,
) {
    let latest = years.iter().filter_map(|a| a.mark.year).max();
    let Some(latest) = latest else { return };
    for (k, column) in columns.iter_mut().enumerate() {
        let Some(year) = years[k].mark.year else { continue };
        column.end = match days[k].or(common) {
            Some((month, day)) => dates::make(year, month, day),
            None => {
                column.assumed = true;
                document.end.and_then(|end| {
                    // A fiscal year that ends in January or February may carry the earlier year's number.
                    let shift = i16::from(end.month() <= 2 && latest == end.year() - 1);
                    dates::make(year + shift, end.month(), end.day())
                })
            }
        };
        column.assumed |= days[k].is_none();
    }
    let Some(end) = document.end else { return };
    // "December 31" over a year that in fact ended on the nearest Saturday, and labels one year early.
    let close = |c: &Column| c.end.is_some_and(|d| document.is_end(d));
    if !columns.iter().any(close) && end.month() <= 2 && days.iter().all(Option::is_none) {
        let early = columns.iter().filter_map(|c| c.end).max().and_then(|d| dates::add_months(d, 12));
        if early.is_some_and(|d| document.is_end(d)) {
            for column in columns.iter_mut() {
                column.end = column.end.and_then(|d| dates::add_months(d, 12));
            }
        }
    }
    for column in columns.iter_mut() {
        if column.end.is_some_and(|d| document.is_end(d)) {
            column.end = Some(end);
        }
    }
}

fn set_heads(text: &Text, heads: &[&Line], columns: &mut [Column]) {
    for line in heads {
        // A sentence above the table stands over no column.
        for piece in line.pieces.iter().filter(|p| p.span.len() <= 48) {
            let nearest = columns
                .iter()
                .enumerate()
                .min_by_key(|(_, c)| gap((piece.left, piece.right), (c.left, c.right)))
                .map(|(k, _)| k);
            for (k, column) in columns.iter_mut().enumerate() {
                let over = piece.left < column.right && column.left < piece.right;
                if over || nearest == Some(k) && piece.left > 0 {
                    column.head.push_str(text.at(piece.span).trim());
                    column.head.push(' ');
                }
            }
        }
    }
}

/// Puts each column where its amounts stand, from the lines that have one amount a column.
fn settle_places(sheet: &Sheet, columns: &mut [Column]) {
    let full: Vec<&Line> =
        sheet.lines.iter().filter(|l| l.is_data() && l.values.len() == columns.len()).collect();
    if full.is_empty() {
        return;
    }
    for (k, column) in columns.iter_mut().enumerate() {
        let mut rights: Vec<u32> = full.iter().map(|l| l.values[k].right).collect();
        rights.sort_unstable();
        column.right = rights[rights.len() / 2];
        let mut lefts: Vec<u32> = full.iter().map(|l| l.values[k].left).collect();
        lefts.sort_unstable();
        column.left = lefts[lefts.len() / 2];
    }
}

/// Distance of two stretches; overlap counts by the distance of their middles, far below any gap.
pub fn gap(a: (u32, u32), b: (u32, u32)) -> u32 {
    let middle = (a.0 + a.1).abs_diff(b.0 + b.1) / 2;
    if a.0 < b.1 && b.0 < a.1 { middle } else { 1_000 + middle }
}

/// The column of each amount of a line.
pub fn assign(line: &Line, columns: &[Column], origin: Origin) -> Vec<Option<usize>> {
    let n = columns.len();
    let count = line.values.len();
    if count == n {
        return (0..n).map(Some).collect();
    }
    let note = |value: &Value| {
        !value.amount.money && !value.amount.dash && value.amount.value.scale() == 0 && value.span.len() <= 2
    };
    if count == n + 1 && line.values.first().is_some_and(note) {
        return std::iter::once(None).chain((0..n).map(Some)).collect();
    }
    if origin == Origin::Cells {
        // No places: an amount too few cannot be told apart.
        return vec![None; count];
    }
    let pitch = columns.windows(2).map(|w| w[1].right.abs_diff(w[0].right)).min().unwrap_or(20).max(2);
    line.values
        .iter()
        .map(|value| {
            let near = columns.iter().enumerate().min_by_key(|(_, c)| c.right.abs_diff(value.right))?;
            let off = near.1.right.abs_diff(value.right);
            let over = value.left < near.1.right && near.1.left < value.right;
            (off * 2 <= pitch || over).then_some(near.0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_periods() {
        let of = |words: &str| lengths(words).iter().map(|l| l.months).collect::<Vec<_>>();
        assert_eq!(of("Three Months Ended    Nine Months Ended"), [3, 9]);
        assert_eq!(of("13 Weeks Ended"), [3]);
        assert_eq!(of("Fifty-two weeks ended"), [12]);
        assert_eq!(of("Year ended"), [12]);
        assert_eq!(of("Date of Inception to"), [0]);
    }
}
