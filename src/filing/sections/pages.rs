//! Cross-reference indexes: an item's page numbers to the text of those pages.

use super::candidates::Candidate;
use super::lines::{self, Line};
use crate::span::Span;
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
            if last >= first && matches!(between, "-" | "–" | "—" | "to" | "through") {
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
pub(crate) fn printed(lines: &[Line<'_>]) -> BTreeMap<u32, (usize, usize)> {
    let mut runs: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
    let mut numbers: Vec<(usize, u32, usize)> = Vec::new();
    let mut best: Option<(u32, usize)> = None;
    for (l, line) in lines.iter().enumerate() {
        let bare = line.text.trim_matches(|c: char| !c.is_ascii_digit());
        if bare.is_empty() || bare.len() > 3 || line.text.len() > 12 || !lines::is_page_number(line.text) {
            continue;
        }
        let Ok(value) = bare.parse::<u32>() else { continue };
        let before = (value.saturating_sub(3)..value).rev().find_map(|v| runs.get(&v).copied());
        let (length, previous) = before.map_or((1, usize::MAX), |(n, at)| (n + 1, at));
        numbers.push((l, value, previous));
        if runs.get(&value).is_none_or(|(n, _)| *n < length) {
            runs.insert(value, (length, numbers.len() - 1));
        }
        if best.is_none_or(|(n, _)| length > n) {
            best = Some((length, numbers.len() - 1));
        }
    }
    let mut chain: Vec<(usize, u32)> = Vec::new();
    let mut at = best.map_or(usize::MAX, |(_, at)| at);
    while let Some(&(line, value, previous)) = numbers.get(at) {
        chain.push((line, value));
        at = previous;
    }
    chain.reverse();
    let heads = chain.iter().filter(|(l, _)| lines[*l].new_page).count();
    let on_top = heads * 2 > chain.len();
    let mut pages = BTreeMap::new();
    for (n, &(line, value)) in chain.iter().enumerate() {
        let range = if on_top {
            (line + 1, chain.get(n + 1).map_or(lines.len(), |(l, _)| *l))
        } else {
            (if n == 0 { 0 } else { chain[n - 1].0 + 1 }, line)
        };
        pages.insert(value, range);
    }
    pages
}

/// The text of the pages named, one piece a run of pages; `None` where a page cannot be found.
pub(crate) fn text_of(lines: &[Line<'_>], wanted: &[(u32, u32)]) -> Option<Vec<Span>> {
    let pages = printed(lines);
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
