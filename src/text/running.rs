//! What repeats on the pages of a document (running heads, feet, page numbers) taken out of the running text.
//!
//! A page ends where the file says so (`<PAGE>`, a form feed, `page-break-after`), or, where it says nothing,
//! at lone numbers that count up through the document. Of a head that repeats, the first one stays: it may be
//! the heading itself.

use super::{Block, BlockKind, Media, Removed, Text, edit};
use crate::span::Span;
use std::collections::HashMap;

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
    let edges = page_edges(text, &numbers);
    let mut gone: Vec<usize> = Vec::new();
    let counts = repeated(text, &edges);
    let mut seen: HashMap<&str, ()> = HashMap::new();
    for &(index, at_break) in &edges {
        let Some(block) = text.blocks.get(index) else { continue };
        if at_break && number_of(text.at(block.span)).is_some() || numbers.binary_search(&index).is_ok() {
            gone.push(index);
            continue;
        }
        let Some(key) = counts.keys.get(&index) else { continue };
        if counts.counts.get(key).copied().unwrap_or(0) >= FEWEST && seen.insert(key, ()).is_some() {
            gone.push(index);
        }
    }
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

/// Blocks near the end of a page, rising, each once; and whether the file itself ends the page there.
fn page_edges(text: &Text, numbers: &[usize]) -> Vec<(usize, bool)> {
    let mut edges: Vec<(usize, bool)> = Vec::new();
    let small = |n: usize| {
        text.blocks.get(n).is_some_and(|b| {
            b.kind != BlockKind::PageBreak
                && !matches!(b.kind, BlockKind::Table(_))
                && b.span.len() <= LONGEST
        })
    };
    let breaks = text
        .blocks
        .iter()
        .enumerate()
        .filter(|(_, b)| b.kind == BlockKind::PageBreak)
        .map(|(n, _)| (n, true));
    let mut ends: Vec<(usize, bool)> = breaks.chain(numbers.iter().map(|n| (*n, false))).collect();
    if ends.is_empty() {
        return edges;
    }
    ends.sort_unstable();
    // The document's start is the start of a page.
    edges.extend((0..text.blocks.len()).take(REACH).take_while(|n| small(*n)).map(|n| (n, false)));
    for (end, is_break) in ends {
        let before = (0..end).rev().take(REACH).take_while(|n| small(*n));
        let after = (end + 1..text.blocks.len()).take(REACH).take_while(|n| small(*n));
        edges.extend(before.chain(after).map(|n| (n, is_break)));
    }
    edges.sort_unstable();
    edges.dedup_by(|b, a| {
        let same = a.0 == b.0;
        a.1 |= same && b.1;
        same
    });
    edges
}

struct Repeated {
    keys: HashMap<usize, String>,
    counts: HashMap<String, usize>,
}

/// How often each text stands at the edge of a page; digits do not tell texts apart.
fn repeated(text: &Text, edges: &[(usize, bool)]) -> Repeated {
    let mut out = Repeated { keys: HashMap::new(), counts: HashMap::new() };
    for (index, _) in edges {
        let Some(block) = text.blocks.get(*index) else { continue };
        let key = key(text.at(block.span));
        if key.is_empty() || says_something(text.at(block.span)) {
            continue;
        }
        *out.counts.entry(key.clone()).or_default() += 1;
        out.keys.insert(*index, key);
    }
    out
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
    let text = if long { bare } else { text };
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
