//! Cross-reference indexes: an item's page numbers to the text of those pages.

use super::candidates::Candidate;
use super::lines::{self, Line};
use crate::span::Span;
use crate::text::{BlockKind, Text};
use std::collections::BTreeMap;

/// What an index says of one item.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Pages of this document, merged and in order.
    Pages(Vec<(u32, u32)>),
    /// Pages of another document.
    Elsewhere,
    /// No page at all.
    Nothing,
}

/// Reads the index entry that begins at `entry` and ends before line `next`.
pub(crate) fn entry(lines: &[Line<'_>], entry: &Candidate, next: usize) -> Entry {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut words = String::new();
    let stop = next.min(entry.line + 14).min(lines.len());
    for (l, line) in lines[entry.line..stop].iter().enumerate() {
        let from = if l == 0 { label_length(line.text) } else { 0 };
        let text = line.text.get(from..).unwrap_or("");
        words.push_str(&text.to_lowercase());
        words.push(' ');
        ranges.extend(ranges_of(text));
    }
    if words.contains("annual report") || words.contains("exhibit 13") || words.contains("proxy") {
        return Entry::Elsewhere;
    }
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(open) if first <= open.1 + 1 => open.1 = open.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    if merged.is_empty() { Entry::Nothing } else { Entry::Pages(merged) }
}

fn label_length(line: &str) -> usize {
    super::label::read(line).map_or(0, |label| label.end)
}

/// `12-18, 31-33*` and single numbers; the marks of footnotes do not count, nor do years or long numbers.
fn ranges_of(text: &str) -> Vec<(u32, u32)> {
    let mut numbers: Vec<(usize, usize, u32)> = Vec::new();
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i].is_ascii_digit() && (i == 0 || !bytes[i - 1].is_ascii_alphanumeric()) {
            let start = i;
            while i < bytes.len() && bytes[i].is_ascii_digit() {
                i += 1;
            }
            let word_goes_on = i < bytes.len() && bytes[i].is_ascii_alphabetic();
            if i - start <= 3
                && !word_goes_on
                && let Ok(n) = text[start..i].parse()
            {
                numbers.push((start, i, n));
            }
        } else {
            i += 1;
        }
    }
    let mut ranges = Vec::new();
    let mut n = 0;
    while n < numbers.len() {
        let (_, end, first) = numbers[n];
        if let Some(&(start, _, last)) = numbers.get(n + 1) {
            let between = text.get(end..start).unwrap_or("").trim();
            if last >= first
                && matches!(
                    between.to_ascii_lowercase().as_str(),
                    "-" | "–" | "—" | "to" | "through" | "and through"
                )
            {
                ranges.push((first, last));
                n += 2;
                continue;
            }
        }
        ranges.push((first, first));
        n += 1;
    }
    ranges
}

/// The lines of each printed page: page number to a half-open range of lines.
///
/// Printed numbers are lines that hold a number alone; the longest rising run of them is taken, so that stray
/// numbers of tables fall out. A number closes its page unless it mostly stands first on a page.
///
/// The reader takes page numbers out of the running text; what it took counts too.
pub(crate) fn printed(text: &Text, lines: &[Line<'_>]) -> BTreeMap<u32, (usize, usize)> {
    let marks = marks(text, lines);
    let mut runs: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
    let mut before: Vec<usize> = Vec::with_capacity(marks.len());
    let mut best: Option<(u32, usize)> = None;
    for (n, mark) in marks.iter().enumerate() {
        let last = (mark.value.saturating_sub(3)..mark.value).rev().find_map(|v| runs.get(&v).copied());
        let (length, previous) = last.map_or((1, usize::MAX), |(n, at)| (n + 1, at));
        before.push(previous);
        if runs.get(&mark.value).is_none_or(|(n, _)| *n < length) {
            runs.insert(mark.value, (length, n));
        }
        if best.is_none_or(|(b, _)| length > b) {
            best = Some((length, n));
        }
    }
    let mut chain: Vec<&Mark> = Vec::new();
    let mut at = best.map_or(usize::MAX, |(_, at)| at);
    while let Some(mark) = marks.get(at) {
        chain.push(mark);
        at = before[at];
    }
    chain.reverse();
    let on_top = chain.iter().filter(|m| m.top).count() * 2 > chain.len();
    let mut pages = BTreeMap::new();
    for (n, mark) in chain.iter().enumerate() {
        let range = if on_top {
            (mark.next, chain.get(n + 1).map_or(lines.len(), |m| m.line))
        } else {
            (if n == 0 { page_start(lines, mark.line) } else { chain[n - 1].next }, mark.line)
        };
        pages.insert(mark.value, range);
    }
    pages
}

/// A printed page number.
struct Mark {
    /// The line before which what precedes it ends.
    line: usize,
    /// The line with which what follows it begins.
    next: usize,
    value: u32,
    /// It stands first on its page.
    top: bool,
}

/// The page numbers left in the lines and those that the reader took out, in reading order.
fn marks(text: &Text, lines: &[Line<'_>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let value = |number: &str| number.parse::<u32>().ok();
    for (line, own) in lines.iter().enumerate() {
        if let Some(value) = printed_number(lines, line).and_then(value) {
            marks.push(Mark { line, next: line + 1, value, top: own.new_page });
        }
    }
    let (first, last) = (lines.first().map_or(0, |l| l.span.start), lines.last().map_or(0, |l| l.span.end));
    for removed in text.removed.iter().filter(|r| first <= r.at && r.at <= last + 2) {
        let Some(value) = number_at_border(&removed.text).and_then(value) else { continue };
        let line = lines.partition_point(|l| l.span.start < removed.at);
        let block = text.blocks.partition_point(|b| b.span.start < removed.at);
        let breaks = |b: Option<&crate::text::Block>| b.is_some_and(|b| b.kind == BlockKind::PageBreak);
        let top =
            !breaks(text.blocks.get(block)) && breaks(block.checked_sub(1).and_then(|b| text.blocks.get(b)));
        marks.push(Mark { line, next: line, value, top });
    }
    marks.sort_by_key(|m| (m.line, m.next));
    marks
}

/// The first line of the page that ends at a line.
fn page_start(lines: &[Line<'_>], end: usize) -> usize {
    lines[..end].iter().rposition(|l| l.new_page).unwrap_or(0)
}

/// The number of a page on a line: alone, or at either end of a short line at a page's border.
fn printed_number<'a>(lines: &[Line<'a>], l: usize) -> Option<&'a str> {
    let line = &lines[l];
    if line.text.len() <= 12 && lines::is_page_number(line.text) {
        return number_at_border(line.text);
    }
    let border = line.new_page
        || lines.get(l + 1).is_none_or(|next| next.new_page || super::extent::is_contents_link(next.text));
    if border { number_at_border(line.text) } else { None }
}

/// The number at either end of a short text: `22`, `- 22 -`, `Annual report  22`.
fn number_at_border(text: &str) -> Option<&str> {
    let number = |w: &&str| !w.is_empty() && w.len() <= 3 && w.bytes().all(|b| b.is_ascii_digit());
    if text.len() > 90 {
        return None;
    }
    let bare = |w: &'_ str| -> bool { w.chars().any(char::is_alphanumeric) };
    let words = || text.split(|c: char| lines::is_blank(c) || c == '-').filter(|w| bare(w));
    words().next_back().filter(number).or_else(|| words().next().filter(number))
}

/// The pages that a pointer names: the widest range in it.
pub(crate) fn pointed(pointer: &str) -> Option<(u32, u32)> {
    ranges_of(&pointer.replace("A-", "").replace("F-", ""))
        .into_iter()
        .filter(|(first, last)| first < last && last - first <= 150)
        .max_by_key(|(first, last)| (last - first, std::cmp::Reverse(*first)))
}

/// The lines of a range of pages, where most of the pages are there.
pub(crate) fn lines_of(text: &Text, lines: &[Line<'_>], wanted: (u32, u32)) -> Option<(usize, usize)> {
    let pages = printed(text, lines);
    let inside: Vec<(usize, usize)> = pages.range(wanted.0..=wanted.1).map(|(_, range)| *range).collect();
    let most = inside.len() * 3 >= (wanted.1 - wanted.0 + 1) as usize * 2;
    let (from, to) = (inside.first()?.0, inside.last()?.1);
    (most && from < to && to <= lines.len()).then_some((from, to))
}

/// The text of the pages named, one piece a run of pages; `None` where a page cannot be found.
pub(crate) fn text_of(text: &Text, lines: &[Line<'_>], wanted: &[(u32, u32)]) -> Option<Vec<Span>> {
    let pages = printed(text, lines);
    let mut pieces = Vec::new();
    for &(first, last) in wanted {
        if last < first || last - first > 400 {
            return None;
        }
        let inside: Vec<(usize, usize)> = pages.range(first..=last).map(|(_, range)| *range).collect();
        let (from, to) = (inside.first()?.0, inside.last()?.1);
        if to > from {
            pieces.push(Span::new(lines[from].span.start, lines[to - 1].span.end));
        }
    }
    (!pieces.is_empty()).then_some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MDNA M16: page ranges with footnote marks break nothing.
    #[test]
    fn ranges_with_marks() {
        assert_eq!(ranges_of("12-18, 31-33*"), [(12, 18), (31, 33)]);
        assert_eq!(ranges_of("Pages 5 – 6, 42 to 44 (a)"), [(5, 6), (42, 44)]);
        assert_eq!(ranges_of("319-321*"), [(319, 321)]);
    }
}
