//! Sentences of a release, tolerant of the ways in which copies of releases join their paragraphs.
//!
//! Hard-wrapped lines do not end a sentence, empty lines do; a stop followed by `, ` and a capital is where a
//! copy joined two paragraphs and ends one too. One pass, no look-back beyond one word.

use crate::span::Span;
use std::cell::OnceCell;

/// Words after which a full stop ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "v", "vs", "no", "nos", "mr", "mrs", "ms", "dr", "jr", "sr", "st", "hon", "al", "civ", "rel", "sec",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec", "approx", "esq",
    "prof", "rev", "gen", "dist", "ct", "supp", "messrs", "art", "fed", "reg", "admin", "proc", "cal", "fla",
    "mass", "tex", "ill", "pa", "mich", "minn", "colo", "conn", "wash", "ariz", "ga", "va", "tenn", "mo",
    "wis", "ind", "misc", "cr", "crim", "i.e", "e.g", "ph.d", "c.p.a", "cf", "id", "u.s", "l.p", "n.v",
    "s.a", "p.c", "s.p.a",
];

/// Corporate endings: a stop after them ends a sentence only before a word that opens sentences.
const CORPORATE: &[&str] = &["inc", "corp", "co", "ltd", "cos", "bros", "llc", "l.l.c", "l.l.p", "plc"];

/// Words that open sentences far more often than they continue a name.
const OPENERS: &[&str] = &[
    "the",
    "in",
    "on",
    "as",
    "at",
    "it",
    "its",
    "he",
    "she",
    "they",
    "this",
    "these",
    "that",
    "for",
    "from",
    "when",
    "while",
    "after",
    "before",
    "during",
    "by",
    "according",
    "without",
    "specifically",
    "also",
    "a",
    "an",
    "to",
    "under",
    "both",
    "between",
    "among",
    "additionally",
    "moreover",
    "further",
    "furthermore",
    "finally",
    "first",
    "second",
    "third",
    "if",
    "each",
    "all",
    "two",
    "three",
    "simultaneously",
    "separately",
    "previously",
    "however",
];

/// The sentences of a whole text, cut when they are first asked for: several readers of a release share them.
pub struct Whole<'a> {
    text: &'a str,
    cut: OnceCell<Vec<Span>>,
}

impl<'a> Whole<'a> {
    /// Of a text.
    pub fn of(text: &'a str) -> Whole<'a> {
        Whole { text, cut: OnceCell::new() }
    }

    /// The sentences, in order.
    pub fn spans(&self) -> &[Span] {
        self.cut.get_or_init(|| split(self.text, Span::new(0, self.text.len())))
    }
}

/// The sentences inside `within`, trimmed, in order; empty ones are left out.
pub fn split(text: &str, within: Span) -> Vec<Span> {
    let Some(body) = text.get(within.start..within.end) else { return Vec::new() };
    let bytes = body.as_bytes();
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while let Some(step) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| may_end(*b))) {
        at += step;
        start = push_cut(&mut found, body, start, at, within.start);
        let ends = match bytes[at] {
            b'\n' => blank_line(bytes, at),
            _ => sentence_end(body, at),
        };
        match ends {
            Some((end, next)) => {
                push(&mut found, body, start, end, within.start);
                start = next;
                at = next.max(at + 1);
            }
            None => at += 1,
        }
    }
    start = push_cut(&mut found, body, start, bytes.len(), within.start);
    push(&mut found, body, start, bytes.len(), within.start);
    found
}

/// Bytes of the longest sentence: what goes on for longer without an end is cut at a blank, so that time spent on the
/// words of one sentence stays in bounds.
const LONGEST: usize = 8_192;

/// Cuts off whole lengths of a sentence that began at `start` and has not ended at `at`; says where the rest begins.
fn push_cut(found: &mut Vec<Span>, body: &str, start: usize, at: usize, base: usize) -> usize {
    let mut start = start;
    while at - start > LONGEST {
        let reach = super::segments::floor(body, start + LONGEST);
        let piece = body.get(start..reach).unwrap_or("");
        let end = piece.rfind(char::is_whitespace).filter(|end| *end > 0).map_or(reach, |end| start + end);
        push(found, body, start, end, base);
        start = end;
    }
    start
}

/// Whether a sentence may end at such a byte.
fn may_end(byte: u8) -> bool {
    matches!(byte, b'.' | b'?' | b'!' | b'\n')
}

fn push(found: &mut Vec<Span>, body: &str, start: usize, end: usize, base: usize) {
    let Some(piece) = body.get(start..end) else { return };
    let lead = piece.len() - piece.trim_start_matches([' ', '\t', '\n', '\r', ',', '\u{a0}']).len();
    let trimmed = piece[lead..].trim_end();
    if !trimmed.is_empty() {
        found.push(Span::new(base + start + lead, base + start + lead + trimmed.len()));
    }
}

/// Where an empty line at `at` ends what stands before it.
fn blank_line(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut next = at + 1;
    while matches!(bytes.get(next), Some(b' ' | b'\t' | b'\r')) {
        next += 1;
    }
    (bytes.get(next) == Some(&b'\n')).then_some((at, next))
}

/// Whether the stop at `at` ends a sentence: its end and where the next may start.
fn sentence_end(body: &str, at: usize) -> Option<(usize, usize)> {
    let mut end = at + 1;
    let rest = body.get(end..)?;
    for c in rest.chars() {
        if matches!(c, '"' | '\u{201d}' | '\'' | '\u{2019}' | ')' | ']') {
            end += c.len_utf8();
        } else {
            break;
        }
    }
    let mut next = end;
    let mut spaced = false;
    for c in body.get(end..)?.chars() {
        match c {
            ',' if !spaced || next > end => next += 1,
            c if c.is_whitespace() => {
                spaced = true;
                next += c.len_utf8();
            }
            _ => break,
        }
    }
    if !spaced {
        return None;
    }
    let follow = body.get(next..)?;
    let first = follow.chars().next()?;
    let opens =
        first.is_uppercase() || first.is_ascii_digit() || matches!(first, '"' | '\u{201c}' | '(' | '[');
    if !opens {
        return None;
    }
    if body.as_bytes()[at] != b'.' {
        return Some((end, next));
    }
    let word = last_word(body.get(..at)?);
    let is_one = |of: &[&str]| word.len() <= 6 && of.iter().any(|known| word.eq_ignore_ascii_case(known));
    // An initial or a dotted shortening: `J. Smith`, `U.S. District`.
    let initial = word.chars().next().is_some_and(char::is_uppercase) && word.chars().nth(1).is_none();
    let dotted = word.len() <= 6 && word.contains('.');
    if initial || dotted || is_one(CORPORATE) {
        let length = follow.find(|c: char| !c.is_alphabetic()).unwrap_or(follow.len());
        let follower = follow.get(..length).unwrap_or("");
        let opener = OPENERS.iter().any(|opener| follower.eq_ignore_ascii_case(opener));
        return opener.then_some((end, next));
    }
    // `Sec. 10(b)`, but `paid to the SEC.`
    if word != "SEC" && is_one(ABBREVIATIONS) {
        return None;
    }
    Some((end, next))
}

fn last_word(before: &str) -> &str {
    let tail = before.len().saturating_sub(24);
    let tail = (tail..before.len()).find(|i| before.is_char_boundary(*i)).unwrap_or(before.len());
    let window = &before[tail..];
    let cut = window
        .rfind(|c: char| !(c.is_alphanumeric() || c == '.'))
        .map_or(0, |i| i + window[i..].chars().next().map_or(1, char::len_utf8));
    &window[cut..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        split(text, Span::new(0, text.len())).into_iter().map(|s| s.of(text)).collect()
    }

    #[test]
    fn names_and_initials_do_not_end_sentences() {
        assert_eq!(
            sentences(
                "Jane Q. Doe ran Northvale, Inc. for years. Mr. Roe, of Fairmont Corp. The Court agreed."
            ),
            ["Jane Q. Doe ran Northvale, Inc. for years.", "Mr. Roe, of Fairmont Corp.", "The Court agreed."]
        );
    }

    #[test]
    fn joined_paragraphs_and_blank_lines_end_sentences() {
        assert_eq!(
            sentences("It ended., Doe left. , She\npaid.\n\nAn end"),
            ["It ended.", "Doe left.", "She\npaid.", "An end"]
        );
    }

    /// LLM L16: cutting inside a curly quote must not panic.
    #[test]
    fn curly_quotes_at_any_cut() {
        let text = "The firm\u{2019}s \u{201c}sales.\u{201d} It\u{a0}grew.\u{2019}";
        for start in 0..text.len() {
            for end in start..=text.len() {
                let _ = split(text, Span::new(start, end));
            }
        }
        assert_eq!(sentences(text).len(), 2);
    }
}
