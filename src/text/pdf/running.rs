//! Running heads and feet and page numbers: lines that repeat at the borders of pages.

use super::order::Placed;
use std::collections::HashMap;

/// Lines looked at from each border.
const REACH: usize = 4;

/// Takes them out of the pages; returns their texts.
pub(super) fn cut(pages: &mut [Vec<Placed>]) -> Vec<String> {
    let borders: Vec<[Vec<usize>; 2]> = pages.iter().map(|page| border_lines(page)).collect();
    let mut counts: HashMap<(usize, String), usize> = HashMap::new();
    for (page, borders) in pages.iter().zip(&borders) {
        for (side, lines) in borders.iter().enumerate() {
            let mut keys: Vec<String> = lines.iter().filter_map(|n| page.get(*n)).map(key).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                *counts.entry((side, key)).or_default() += 1;
            }
        }
    }
    let filled = pages.iter().filter(|p| !p.is_empty()).count();
    let needed = if filled < 6 { 2 } else { 3.min(filled / 3 + 1) };
    let mut removed = Vec::new();
    for (number, (page, borders)) in pages.iter_mut().zip(&borders).enumerate() {
        let mut gone: Vec<usize> = Vec::new();
        for (side, lines) in borders.iter().enumerate() {
            for n in lines {
                let Some(line) = page.get(*n) else { break };
                let text = line.line.text();
                let repeats = filled > 1 && counts.get(&(side, key(line))).copied().unwrap_or(0) >= needed;
                let is_number =
                    page_number(&text).is_some_and(|n| n as usize == number + 1) && page.len() > 1;
                if !(repeats || is_number) {
                    break;
                }
                gone.push(*n);
            }
        }
        gone.sort_unstable();
        gone.dedup();
        for n in gone.into_iter().rev() {
            removed.push(page.remove(n).line.text());
        }
    }
    removed.reverse();
    removed
}

/// Lines of a page from the top down and from the bottom up, as indices.
fn border_lines(page: &[Placed]) -> [Vec<usize>; 2] {
    let mut down: Vec<usize> = (0..page.len()).collect();
    down.sort_by(|a, b| {
        let up = |n: &usize| page.get(*n).map_or(0.0, |p| p.line.up);
        up(b).total_cmp(&up(a))
    });
    let top = down.iter().take(REACH).copied().collect();
    let bottom = down.iter().rev().take(REACH).copied().collect();
    [top, bottom]
}

/// A line without its numbers. Numbers count where little else stands: two dates are two lines.
fn key(line: &Placed) -> String {
    let text = line.line.text();
    let lower = text.to_lowercase();
    if page_number(&text).is_some() {
        let letters: String = lower.chars().filter(|c| !c.is_ascii_digit()).collect();
        return if roman(lower.trim()).is_some() { "#roman".to_owned() } else { format!("#{letters}") };
    }
    // "Page 3" beside other words of a head.
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_count = |n: usize| {
        let at = |n: usize| words.get(n).copied().unwrap_or("");
        n > 0 && at(n - 1) == "page"
            || n > 2 && at(n - 1) == "of" && at(n - 3) == "page"
            || n == 0
            || n + 1 == words.len()
    };
    let kept: Vec<&str> = words
        .iter()
        .enumerate()
        .map(|(n, word)| if word.bytes().all(|b| b.is_ascii_digit()) && is_count(n) { "#" } else { *word })
        .collect();
    kept.join(" ")
}

/// The number of a line that is a page number and nothing else: "12", "- 12 -", "Page 4 of 9", "`[3]`".
pub(super) fn page_number(text: &str) -> Option<u32> {
    if text.len() > 24 {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let is_edge = |c: char| {
        matches!(c, '-' | '\u{2013}' | '\u{2014}' | '[' | ']' | '(' | ')' | '|') || c.is_whitespace()
    };
    let core = lower.trim_matches(is_edge);
    let core =
        core.strip_prefix("page").or(core.strip_prefix("p.")).unwrap_or(core).trim_start_matches(is_edge);
    let first = match core.split_once(" of ").or(core.split_once('/')) {
        Some((first, total)) => {
            total.trim().parse::<u32>().ok()?;
            first.trim()
        }
        None => core.trim(),
    };
    if first.len() <= 4 && !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit()) {
        return first.parse().ok();
    }
    if text.bytes().any(|b| b.is_ascii_uppercase()) { None } else { roman(first) }
}

fn roman(text: &str) -> Option<u32> {
    const SMALL: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
    SMALL.iter().position(|r| *r == text).map(|n| n as u32 + 1)
}
