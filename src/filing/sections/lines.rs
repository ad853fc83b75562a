//! The lines of a text with what the markup says of each: the ground on which headings are looked for.

use crate::span::Span;
use crate::text::{BlockKind, Text};

/// One line that holds something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Where it stands, white space at both ends left out.
    pub span: Span,
    /// Its characters.
    pub text: &'a str,
    /// An empty line, a page break or a block's beginning stands before it.
    pub opens: bool,
    /// A page ends before it.
    pub new_page: bool,
    /// Bold, underlined, centred or a heading element: set apart by markup.
    pub marked: bool,
    /// A row of a table.
    pub table: bool,
}

/// Splits the characters at `within` into lines.
pub(crate) fn split(text: &Text, within: Span) -> Vec<Line<'_>> {
    let content = within.of(&text.content);
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(content.len() / 60 + 1);
    let mut block = text.blocks.partition_point(|block| block.span.end <= within.start);
    let mut at = within.start;
    let mut empty_before = true;
    let mut page_before = true;
    let mut last_block = usize::MAX;
    for raw in content.split_inclusive('\n') {
        let start = at;
        at += raw.len();
        if raw.contains('\u{c}') {
            page_before = true;
        }
        let trimmed = raw.trim_matches(is_blank);
        if trimmed.is_empty() {
            empty_before = true;
            continue;
        }
        if let Some(rest) = page_tag(trimmed) {
            page_before = true;
            empty_before = true;
            if rest.is_empty() {
                continue;
            }
        }
        let start = start + (raw.len() - raw.trim_start_matches(is_blank).len());
        let span = Span::new(start, start + trimmed.len());
        while text.blocks.get(block).is_some_and(|b| b.span.end <= start) {
            page_before |= text.blocks[block].kind == BlockKind::PageBreak;
            block += 1;
        }
        let own = text.blocks.get(block).filter(|b| b.span.start <= start && start < b.span.end);
        let fresh = own.is_some() && block != last_block;
        if own.is_some() {
            last_block = block;
        }
        let table = matches!(own.map(|b| b.kind), Some(BlockKind::Table(_)));
        lines.push(Line {
            span,
            text: trimmed,
            opens: empty_before || page_before || fresh || table,
            new_page: page_before,
            marked: own.is_some_and(|b| {
                b.bold || b.centered || b.underlined || matches!(b.kind, BlockKind::Heading(_))
            }),
            table,
        });
        empty_before = false;
        page_before = false;
    }
    lines
}

/// White space of any kind, and the marks without width that some producers leave.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{feff}' | '\u{2060}')
}

/// The rest of a line that begins with EDGAR's page tag.
fn page_tag(line: &str) -> Option<&str> {
    let head = line.get(..6)?;
    head.eq_ignore_ascii_case("<page>").then(|| line[6..].trim())
}

/// Whether a line holds a page number and nothing else: `12`, `- 12 -`, `F-3`, `II-6`, `Page 12 of 90`.
pub(crate) fn is_page_number(line: &str) -> bool {
    if line.len() > 24 {
        return false;
    }
    let bare =
        line.trim_matches(|c: char| is_blank(c) || matches!(c, '-' | '–' | '—' | '|' | '(' | ')' | '.'));
    let words: Vec<&str> = bare.split(|c: char| is_blank(c)).filter(|w| !w.is_empty()).collect();
    let number = |w: &str| {
        let tail = w.rsplit(['-', '–']).next().unwrap_or(w);
        let head = &w[..w.len() - tail.len()];
        !tail.is_empty()
            && tail.len() <= 4
            && (tail.bytes().all(|b| b.is_ascii_digit()) || is_roman(tail))
            && head.len() <= 5
    };
    match words.as_slice() {
        [one] => number(one),
        [page, one] if page.eq_ignore_ascii_case("page") => number(one),
        [page, one, of, all] => {
            page.eq_ignore_ascii_case("page") && *of == "of" && number(one) && number(all)
        }
        _ => false,
    }
}

/// Whether a word is a small lower-case Roman number, as front pages are counted.
fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.len() <= 5 && word.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'))
}

/// The letters of a text in lower case and nothing else, `limit` at most: how titles are compared, so that
/// split words, apostrophes of any kind and wrapped lines make no difference.
pub(crate) fn letters(text: &str, limit: usize) -> String {
    text.chars().filter(char::is_ascii_alphabetic).take(limit).map(|c| c.to_ascii_lowercase()).collect()
}

/// Whether the letters of a line are capitals, four fifths of them at least.
pub(crate) fn is_capitals(line: &str) -> bool {
    let (mut upper, mut lower) = (0usize, 0usize);
    for c in line.chars().take(200) {
        upper += usize::from(c.is_uppercase());
        lower += usize::from(c.is_lowercase());
    }
    upper >= 3 && lower * 4 <= upper
}

/// Whether a line only draws a rule: dashes, underscores, equal signs, stars.
pub(crate) fn is_rule(line: &str) -> bool {
    !line.is_empty()
        && line.chars().all(|c| is_blank(c) || matches!(c, '-' | '_' | '=' | '*' | '–' | '—' | '|' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_of_every_shape() {
        for line in ["12", "- 12 -", "F-3", "II-6", "Page 17 of 90", "iv", "-13-", "A-26"] {
            assert!(is_page_number(line), "{line}");
        }
        for line in ["1993", "12 months", "Item 7", "$12", "Total 12"] {
            assert_eq!(is_page_number(line), line == "1993", "{line}");
        }
    }

    #[test]
    fn lines_know_what_stands_before() {
        let text =
            crate::text::read(b"one\ntwo\n\nthree\n<PAGE>   4\nfive\n", Some(crate::text::Media::Plain));
        let lines = split(&text, Span::new(0, text.content.len()));
        let five = lines.iter().find(|l| l.text == "five").unwrap();
        assert!(five.new_page || lines.iter().any(|l| l.new_page && l.text.ends_with('4')));
        assert!(lines.iter().find(|l| l.text == "three").unwrap().opens);
        assert!(!lines.iter().find(|l| l.text == "two").unwrap().opens);
    }
}
