//! Sentences: where running text ends one and begins the next, in the English of filings and releases.

use super::{BlockKind, Text};
use crate::span::Span;

/// Words with a point that never end a sentence: what they announce follows.
const NEVER: [&str; 52] = [
    "mr", "mrs", "ms", "dr", "messrs", "prof", "hon", "gen", "sen", "rep", "st", "no", "nos", "v", "vs",
    "e.g", "i.e", "cf", "rel", "lit", "sec", "secs", "art", "arts", "ch", "cl", "para", "paras", "pt", "vol",
    "fig", "ex", "exh", "app", "fed", "supp", "cir", "stat", "reg", "regs", "approx", "est", "dept", "civ",
    "crim", "docket", "adm", "admin", "proc", "pp", "p", "jan",
];
/// Words with a point that end a sentence only where the next word begins one.
const SOMETIMES: [&str; 40] = [
    "inc", "corp", "co", "cos", "ltd", "llc", "l.l.c", "l.p", "lp", "plc", "n.v", "s.a", "a.g", "bros", "jr",
    "sr", "esq", "u.s", "u.s.a", "u.k", "d.c", "n.a", "a.m", "p.m", "etc", "al", "ph.d", "m.d", "c.p.a",
    "feb", "mar", "apr", "aug", "sept", "oct", "nov", "dec", "dist", "div", "mfg",
];
/// Words that begin sentences far more often than they follow an abbreviation inside a name.
const STARTERS: [&str; 54] = [
    "the",
    "this",
    "these",
    "that",
    "those",
    "in",
    "on",
    "at",
    "as",
    "from",
    "during",
    "according",
    "between",
    "he",
    "she",
    "they",
    "it",
    "we",
    "its",
    "his",
    "her",
    "their",
    "our",
    "for",
    "however",
    "although",
    "after",
    "before",
    "because",
    "while",
    "when",
    "where",
    "if",
    "to",
    "by",
    "under",
    "with",
    "without",
    "since",
    "both",
    "each",
    "an",
    "there",
    "such",
    "also",
    "moreover",
    "further",
    "furthermore",
    "accordingly",
    "rather",
    "instead",
    "specifically",
    "based",
    "until",
];

/// All sentences of the running text, block by block: paragraphs, list entries and headings; tables have none.
pub fn all(text: &Text) -> Vec<Span> {
    let mut out = Vec::new();
    for block in &text.blocks {
        if !matches!(block.kind, BlockKind::Table(_) | BlockKind::PageBreak) {
            split(&text.content, block.span, &mut out);
        }
    }
    out
}

/// The sentences of one stretch of a content, without the blanks around them. An empty line ends a sentence.
pub fn of(content: &str, span: Span) -> Vec<Span> {
    let mut out = Vec::new();
    split(content, span, &mut out);
    out
}

/// Closing marks behind a point that are looked at, in bytes: a row of dots is not one end.
const LONGEST_CLOSE: usize = 12;

fn split(content: &str, span: Span, out: &mut Vec<Span>) {
    let text = span.of(content);
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut at = 0;
    // The next point is kept, so that lines before it do not search for it again.
    let mut point = None;
    while at < bytes.len() {
        let known = point.filter(|p| *p >= at);
        let until = known.unwrap_or_else(|| {
            let step = memchr::memchr3(b'.', b'?', b'!', bytes.get(at..).unwrap_or(&[]));
            step.map_or(bytes.len(), |step| at + step)
        });
        point = Some(until);
        at = memchr::memchr(b'\n', bytes.get(at..until).unwrap_or(&[])).map_or(until, |step| at + step);
        if at >= bytes.len() {
            break;
        }
        let end = match bytes.get(at) {
            Some(b'\n') => {
                // Only an empty line ends a sentence.
                let blank = bytes.get(at + 1..).is_some_and(|rest| {
                    rest.iter().take(200).find(|b| !matches!(b, b' ' | b'\t' | b'\r')) == Some(&b'\n')
                });
                if !blank {
                    at += 1;
                    continue;
                }
                Some(at)
            }
            _ => ends_at(text, start, at),
        };
        match end {
            Some(end) => {
                push(content, span.start, start, end, out);
                start = end;
                at = end.max(at + 1);
            }
            None => at += 1,
        }
    }
    push(content, span.start, start, text.len(), out);
}

fn push(content: &str, base: usize, start: usize, end: usize, out: &mut Vec<Span>) {
    let raw = content.get(base + start..base + end).unwrap_or("");
    let left = raw.len() - raw.trim_start().len();
    let ink = raw.trim();
    if !ink.is_empty() {
        out.push(Span::new(base + start + left, base + start + left + ink.len()));
    }
}

/// Whether the mark at `at` ends the sentence that began at `start`; then where the sentence ends.
fn ends_at(text: &str, start: usize, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = at + 1;
    // Closing quotes and brackets belong to the sentence.
    while let Some(c) = text.get(end..).and_then(|rest| rest.chars().next()) {
        let far = end - at > LONGEST_CLOSE;
        if far || !matches!(c, '"' | '\'' | ')' | ']' | '\u{201D}' | '\u{2019}' | '.' | '?' | '!') {
            break;
        }
        end += c.len_utf8();
    }
    // A footnote mark glued to the point: "period.12 The".
    let digits = bytes.get(end..)?.iter().take_while(|b| b.is_ascii_digit()).count();
    let after_letter = at > 0 && bytes.get(at - 1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b')');
    if (1..=3).contains(&digits)
        && after_letter
        && bytes.get(end + digits).is_some_and(u8::is_ascii_whitespace)
    {
        end += digits;
    }
    let rest = text.get(end..)?;
    let next = rest.trim_start();
    if next.is_empty() {
        return Some(text.len());
    }
    if next.len() == rest.len() {
        return None;
    }
    let first = next.trim_start_matches(['"', '\'', '(', '[', '\u{201C}', '\u{2018}']).chars().next()?;
    let numbered = next.starts_with('(') && next.bytes().skip(2).take(4).any(|b| b == b')');
    if !numbered && first.is_lowercase() || matches!(first, ',' | ';' | ':' | '.') {
        return None;
    }
    if bytes.get(at) != Some(&b'.') {
        return Some(end);
    }
    point_ends(text, start, at, next).then_some(end)
}

/// Whether the point at `at` ends a sentence rather than an abbreviation, an initial or a number of a list.
fn point_ends(text: &str, start: usize, at: usize, next: &str) -> bool {
    let before = text.get(start..at).unwrap_or("");
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\u{201C}'))
        .next()
        .unwrap_or("");
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    // "1." or "(a)." or "IV." at the start numbers what follows.
    let sofar = before.trim_start();
    if sofar.len() <= 5 && !sofar.contains(' ') {
        return false;
    }
    let lower = bare.to_lowercase();
    let follower =
        next.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).unwrap_or("").to_lowercase();
    let starts = STARTERS.contains(&follower.as_str());
    if NEVER.contains(&lower.as_str()) {
        // "No." answers too, and "p" is a page only before a number.
        return matches!(lower.as_str(), "no" | "p" | "ex" | "app" | "ch" | "art" | "jan")
            && !next.starts_with(|c: char| c.is_ascii_digit())
            && starts;
    }
    if SOMETIMES.contains(&lower.as_str()) {
        return starts;
    }
    let mut letters = bare.chars();
    if let (Some(c), None) = (letters.next(), letters.next())
        && c.is_uppercase()
    {
        // An initial, or the last letter of "Plan B." before a sentence.
        return starts;
    }
    // Letters with points between them: "S.D.N.Y.", "F.Supp.".
    if bare.contains('.')
        && bare.split('.').all(|part| part.len() <= 2 && part.chars().all(char::is_alphabetic))
    {
        return starts;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        of(text, Span::new(0, text.len())).into_iter().map(|s| s.of(text)).collect()
    }

    #[test]
    fn abbreviations_do_not_end_sentences() {
        let text = "Meridian Tool, Inc. and Mr. J. P. Doe sold $1.5 million of U.S. bonds. The Commission v. Doe, \
            No. 03-123 (S.D.N.Y. 2003), followed. See Rel. No. 34-1. It paid Acme Corp. The Commission agreed.";
        assert_eq!(
            sentences(text),
            [
                "Meridian Tool, Inc. and Mr. J. P. Doe sold $1.5 million of U.S. bonds.",
                "The Commission v. Doe, No. 03-123 (S.D.N.Y. 2003), followed.",
                "See Rel. No. 34-1.",
                "It paid Acme Corp.",
                "The Commission agreed.",
            ]
        );
    }

    #[test]
    fn quotes_lines_and_marks() {
        let text = "He called it \"a plan.\" She wrapped\nthe line. Was it? \"Yes!\" It ended in fiscal 2001.3 The\nnext.\n\nA heading\n\nText (in brackets.) More";
        assert_eq!(
            sentences(text),
            [
                "He called it \"a plan.\"",
                "She wrapped\nthe line.",
                "Was it?",
                "\"Yes!\"",
                "It ended in fiscal 2001.3 The\nnext.",
                "A heading",
                "Text (in brackets.)",
                "More"
            ]
        );
        assert_eq!(sentences("The period.12 The next."), ["The period.12", "The next."]);
        assert_eq!(sentences("1. The first. (a) The second."), ["1. The first.", "(a) The second."]);
    }

    #[test]
    fn long_runs_stay_linear() {
        for text in
            ["a.".repeat(200_000), "\n".repeat(400_000), ". ".repeat(200_000), "A. B ".repeat(100_000)]
        {
            let _ = sentences(&text);
        }
    }
}
