//! Running text to whole sentences, tables and page furniture left out.

use crate::filing::sections::lines::{self, Line};
use crate::span::Span;
use crate::text::Text;

/// A paragraph of running text.
#[derive(Debug)]
pub(super) struct Paragraph {
    /// Where it stands.
    pub span: Span,
    /// Its sentences, in order.
    pub sentences: Vec<Sentence>,
    /// It looks like rows of a table or entries of a list of contents.
    pub debris: bool,
}

/// One sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Where it stands.
    pub span: Span,
    /// It begins with a capital or a figure and ends with a full stop.
    pub whole: bool,
}

/// Splits what stands at `within` into paragraphs.
pub(super) fn paragraphs(text: &Text, within: Span) -> Vec<Paragraph> {
    let all = lines::split(text, within);
    let mut paragraphs = Vec::new();
    let mut open: Option<(Span, usize, usize)> = None;
    let mut close = |open: &mut Option<(Span, usize, usize)>| {
        if let Some((span, rows, count)) = open.take() {
            paragraphs.push(Paragraph {
                span,
                sentences: split(text.at(span), span.start),
                debris: rows * 2 >= count,
            });
        }
    };
    for line in &all {
        let furniture = lines::is_page_number(line.text) || lines::is_rule(line.text);
        if line.table && !is_prose_row(line) || furniture {
            close(&mut open);
            continue;
        }
        if line.opens {
            close(&mut open);
        }
        let row = usize::from(is_drawn_row(line.text));
        match &mut open {
            Some((span, rows, count)) => {
                span.end = line.span.end;
                *rows += row;
                *count += 1;
            }
            None => open = Some((line.span, row, 1)),
        }
    }
    close(&mut open);
    paragraphs
}

/// A table row of one long cell: layout that the reader kept as a table (bullets, mostly).
fn is_prose_row(line: &Line<'_>) -> bool {
    let longest = line.text.split('\t').map(str::len).max().unwrap_or(0);
    longest >= 80 && longest * 10 >= line.text.len() * 9
}

/// A row of a table drawn with spaces, or a leader of a table of contents.
fn is_drawn_row(line: &str) -> bool {
    let gaps = line.matches("   ").count();
    let leaders = line.contains("....") || line.contains(". . . ");
    let digits = line.bytes().filter(u8::is_ascii_digit).count();
    leaders || gaps >= 2 || line.contains('\t') && digits * 4 >= line.len() || digits * 3 >= line.len().max(1)
}

/// Words before a full stop that mostly ends no sentence.
const SHORT: [&str; 34] = [
    "mr", "mrs", "ms", "dr", "no", "nos", "vs", "st", "approx", "e.g", "i.e", "jan", "feb", "mar", "apr",
    "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "inc", "corp", "co", "ltd", "u.s", "u.k", "etc",
    "a.m", "p.m", "fig", "al",
];

/// Of these the last may well end a sentence; a usual first word after them decides.
const STARTERS: [&str; 24] = [
    "The",
    "This",
    "These",
    "In",
    "Our",
    "We",
    "As",
    "For",
    "At",
    "On",
    "During",
    "Net",
    "Sales",
    "Management",
    "Revenue",
    "Revenues",
    "Cost",
    "It",
    "There",
    "Such",
    "Gross",
    "Operating",
    "Interest",
    "Excluding",
];

fn split(text: &str, base: usize) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '.' | '!' | '?') {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some(&(i, q)) = chars.peek() {
            if matches!(q, '"' | '”' | '’' | '\'' | ')' | '.') {
                end = i + q.len_utf8();
                chars.next();
            } else {
                break;
            }
        }
        let after = &text[end..];
        let next = after.trim_start();
        let at_end = next.is_empty();
        let begins = next.starts_with(|c: char| {
            c.is_uppercase() || c.is_ascii_digit() || matches!(c, '"' | '“' | '(' | '$' | '•' | '\'')
        });
        if !at_end && (next.len() == after.len() || !begins || is_short(&text[start..at], next)) {
            continue;
        }
        push(&mut sentences, text, base, start, end);
        start = end;
    }
    push(&mut sentences, text, base, start, text.len());
    sentences
}

fn is_short(before: &str, next: &str) -> bool {
    let word =
        before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“')).next().unwrap_or("");
    let small = word.to_ascii_lowercase();
    let initial = word.len() == 1 && word.starts_with(char::is_uppercase);
    if !(initial || SHORT.contains(&small.as_str())) {
        return false;
    }
    let first = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    !(STARTERS.contains(&first)
        && !initial
        && !matches!(small.as_str(), "no" | "nos" | "mr" | "mrs" | "ms" | "dr"))
}

fn push(sentences: &mut Vec<Sentence>, text: &str, base: usize, start: usize, end: usize) {
    let raw = text.get(start..end).unwrap_or("");
    let blank = |c: char| lines::is_blank(c) || matches!(c, '•' | '·' | '▪' | '■' | '●');
    let bare = raw.trim_matches(blank);
    if bare.is_empty() {
        return;
    }
    let from = start + (raw.len() - raw.trim_start_matches(blank).len());
    let whole = bare
        .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '"' | '“' | '$' | '('))
        && bare.trim_end_matches(['"', '”', '’', '\'', ')']).ends_with(['.', '!', '?']);
    sentences.push(Sentence { span: Span::new(base + from, base + from + bare.len()), whole });
}
