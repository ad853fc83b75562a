//! What repeats on the pages of a document (running heads, feet, page numbers) taken out of the running text.
//!
//! A page ends where the file says so (`<PAGE>`, a form feed, `page-break-after`), or, where it says nothing,
//! at lone numbers that count up through the document. Of a head that repeats, the first one stays: it may be
//! the heading itself.

use super::{Block, BlockKind, Media, Removed, Text, edit};
use crate::span::Span;
use std::collections::{HashMap, HashSet};

/// Blocks looked at on each side of a page's end.
const REACH: usize = 3;
/// A block longer than this, in bytes, is text.
const LONGEST: usize = 160;
/// A head has to stand on at least so many pages.
const FEWEST: usize = 3;
/// Letters of a running head whose page number is left aside.
const LEAST_LETTERS: usize = 10;
/// Numbers that count up have to be at least so many to be page numbers.
const FEWEST_NUMBERS: usize = 5;
/// Bytes of text between two page numbers, at least: a list counts faster.
const SHORTEST_PAGE: usize = 400;

/// Takes out running heads, feet and page numbers; what was taken stands in [`Text::removed`].
pub(super) fn cut(text: &mut Text) {
    let numbers = page_numbers(text);
    let sides = page_sides(text, &numbers);
    let keys = keys(text, &sides);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for key in keys.values() {
        *counts.entry(key.as_str()).or_default() += 1;
    }
    let is_number = |side: &Side, n: &usize| {
        let text_of = |n: usize| text.blocks.get(n).map_or("", |b| text.at(b.span));
        numbers.binary_search(n).is_ok() || side.at_break && number_of(text_of(*n)).is_some()
    };
    let is_head =
        |n: &usize| keys.get(n).is_some_and(|key| counts.get(key.as_str()).copied().unwrap_or(0) >= FEWEST);
    let mut gone: Vec<usize> = Vec::new();
    let mut heads: Vec<usize> = Vec::new();
    for side in &sides {
        // From the page's end inwards; the first block that is text ends the head or foot.
        for n in &side.blocks {
            if is_number(side, n) {
                gone.push(*n);
            } else if is_head(n) {
                heads.push(*n);
            } else {
                break;
            }
        }
    }
    heads.sort_unstable();
    heads.dedup();
    let mut seen: HashSet<&str> = HashSet::new();
    gone.extend(heads.iter().filter(|n| keys.get(n).is_some_and(|key| !seen.insert(key))));
    gone.extend(numbers);
    if text.media == Media::Html {
        gone.extend(site_lines(text));
    }
    gone.sort_unstable();
    gone.dedup();
    let spans: Vec<Span> =
        gone.iter().filter_map(|n| text.blocks.get(*n)).map(|b| whole_lines(text, b)).collect();
    let mut removed = Vec::with_capacity(spans.len());
    for span in &spans {
        let source = text.source_span(Span::new(span.start, span.start + text.at(*span).trim_end().len()));
        removed.push(Removed { at: span.start, source, text: text.at(*span).trim().to_owned() });
    }
    text.removed.extend(removed);
    text.removed.sort_by_key(|r| r.at);
    edit::remove(text, &spans);
}

/// Blocks at the start and the end of a page that may be lines of the SEC's site rather than of the document.
const SITE_REACH: usize = 8;
/// Lines of the SEC's page frame from 1996 on, letters only, that stand around a document where no comment
/// and no container sets it apart.
const SITE_LINES: [&str; 14] = [
    "homepreviouspage",
    "previouspage",
    "home",
    "skiptomaincontent",
    "searchsecdocuments",
    "returntotop",
    "backtotop",
    "modified",
    "lastmodified",
    "lastreviewedorupdated",
    "sitemap",
    "contact",
    "sharethispage",
    "secseal",
];

/// Lines of the site's frame at either end of a page.
fn site_lines(text: &Text) -> Vec<usize> {
    let count = text.blocks.len();
    let head = 0..count.min(SITE_REACH);
    let tail = count.saturating_sub(SITE_REACH).max(head.end)..count;
    let is_line = |n: &usize| {
        text.blocks.get(*n).is_some_and(|b| {
            let line = text.at(b.span);
            let letters: String =
                line.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
            line.len() < 60 && SITE_LINES.contains(&letters.as_str())
        })
    };
    head.chain(tail).filter(is_line).collect()
}

/// A block with the blanks before it and the line ends behind it.
fn whole_lines(text: &Text, block: &Block) -> Span {
    let bytes = text.content.as_bytes();
    let mut start = block.span.start;
    while start > 0 && bytes.get(start - 1) == Some(&b' ') {
        start -= 1;
    }
    let mut end = block.span.end;
    while end < bytes.len() && end < block.span.end + 8 && matches!(bytes.get(end), Some(b'\n' | b' ')) {
        end += 1;
        if bytes.get(end - 1) == Some(&b'\n') && bytes.get(end) != Some(&b'\n') {
            break;
        }
    }
    // Blanks that indent the next line stay with it.
    while end > block.span.end && bytes.get(end - 1) == Some(&b' ') {
        end -= 1;
    }
    Span::new(start, end)
}

/// The blocks on one side of a page's end, the nearest first.
struct Side {
    blocks: Vec<usize>,
    /// The file itself ends the page there.
    at_break: bool,
}

/// Small blocks around the ends of pages.
fn page_sides(text: &Text, numbers: &[usize]) -> Vec<Side> {
    let small = |n: &usize| {
        text.blocks.get(*n).is_some_and(|b| {
            let is_text = !matches!(b.kind, BlockKind::Table(_) | BlockKind::PageBreak);
            is_text && b.span.len() <= LONGEST
        })
    };
    let is_break = |b: &Block| b.kind == BlockKind::PageBreak;
    let breaks = text.blocks.iter().enumerate().filter(|(_, b)| is_break(b)).map(|(n, _)| (n, true));
    let mut ends: Vec<(usize, bool)> = breaks.chain(numbers.iter().map(|n| (*n, false))).collect();
    ends.sort_unstable();
    let mut sides = Vec::with_capacity(2 * ends.len() + 1);
    if !ends.is_empty() {
        // The document's start is the start of a page.
        let blocks = (0..text.blocks.len()).take(REACH).take_while(small).collect();
        sides.push(Side { blocks, at_break: false });
    }
    for (end, at_break) in ends {
        let blocks = (0..end).rev().take(REACH).take_while(small).collect();
        sides.push(Side { blocks, at_break });
        let blocks = (end + 1..text.blocks.len()).take(REACH).take_while(small).collect();
        sides.push(Side { blocks, at_break });
    }
    sides
}

/// What tells the texts at the ends of pages apart; sentences and dated lines are no heads.
fn keys(text: &Text, sides: &[Side]) -> HashMap<usize, String> {
    let mut keys = HashMap::new();
    for n in sides.iter().flat_map(|side| &side.blocks) {
        let Some(block) = text.blocks.get(*n) else { continue };
        let line = text.at(block.span);
        let key = key(line);
        // "None." and "Not applicable." answer an item; the feet of statements are longer.
        let answer = line.trim_end().ends_with('.') && line.split_whitespace().count() < 4;
        if !key.is_empty() && !answer && !says_something(line) {
            keys.insert(*n, key);
        }
    }
    keys
}

/// A head that dates or scales the statement under it is needed there, however often it repeats.
fn says_something(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let year = text
        .as_bytes()
        .windows(4)
        .any(|w| w.iter().all(u8::is_ascii_digit) && (w[0] == b'1' || w[0] == b'2'));
    // "Meridian | 2004 Form 10-K | 9" names the report, not a period.
    let names_report = ["form", "10-k", "10-q", "annual report"].iter().any(|word| lower.contains(word));
    year && !names_report || ["thousand", "million", "$", "ended"].iter().any(|word| lower.contains(word))
}

/// Letters and digits in lower case without blanks and signs. A page number at either end does not count, but
/// the number of a short word does: "Item 7" is not "Item 8".
fn key(text: &str) -> String {
    let bare = text.trim_matches(|c: char| !c.is_alphabetic());
    let long = bare.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS;
    // "Part II, Item 7": the number is the item's, no page's.
    let item = bare.len() >= 4 && bare.get(bare.len() - 4..).is_some_and(|w| w.eq_ignore_ascii_case("item"));
    let text = if long && !item { bare } else { text };
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Lone numbers that count up through the document, as block numbers.
fn page_numbers(text: &Text) -> Vec<usize> {
    let mut run: Vec<usize> = Vec::new();
    let mut last: Option<(String, u32, usize)> = None;
    let mut all: Vec<usize> = Vec::new();
    let close = |run: &mut Vec<usize>, all: &mut Vec<usize>| {
        if run.len() >= FEWEST_NUMBERS {
            all.append(run);
        }
        run.clear();
    };
    for (index, block) in text.blocks.iter().enumerate() {
        if block.span.len() > 24
            || block.kind == BlockKind::PageBreak
            || matches!(block.kind, BlockKind::Table(_))
        {
            continue;
        }
        let Some((prefix, number)) = number_of(text.at(block.span)) else { continue };
        let follows = last.as_ref().is_some_and(|(p, n, at)| {
            *p == prefix && number > *n && number <= n + 3 && block.span.start - at >= SHORTEST_PAGE
        });
        if !follows {
            close(&mut run, &mut all);
        }
        run.push(index);
        last = Some((prefix, number, block.span.start));
    }
    close(&mut run, &mut all);
    all
}

/// A block that is a page number and nothing else: "12", "- 12 -", "F-3", "Page 4 of 9", "iv".
fn number_of(text: &str) -> Option<(String, u32)> {
    if text.len() > 24 {
        return None;
    }
    // "III." heads a part of an order, "11." an item: page numbers carry no point.
    if text.trim_end().ends_with('.') {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let core = lower.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let core = core.strip_prefix("page").unwrap_or(core).trim_start_matches([' ', '-', ':']);
    let core = core.split(" of ").next().unwrap_or(core).trim();
    let digits_at = core.find(|c: char| c.is_ascii_digit());
    if let Some(at) = digits_at {
        let (prefix, digits) = core.split_at(at);
        let letters = prefix.trim_end_matches(['-', ' ', '.', '\u{2013}']);
        let is_prefix = letters.len() <= 2 && letters.bytes().all(|b| b.is_ascii_alphabetic());
        let is_number = digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
        return (is_prefix && is_number).then(|| digits.parse().ok().map(|n| (letters.to_owned(), n)))?;
    }
    // Front pages are numbered in small letters; capitals head parts.
    if text.bytes().any(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let roman = roman(core)?;
    Some(("roman".to_owned(), roman))
}

/// A small Roman number, as front pages carry.
fn roman(text: &str) -> Option<u32> {
    const SMALL: [&str; 20] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi",
        "xvii", "xviii", "xix", "xx",
    ];
    SMALL.iter().position(|r| *r == text).map(|n| n as u32 + 1)
}

#[cfg(test)]
mod tests;
