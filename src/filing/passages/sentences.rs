//! Running text to whole sentences, tables and page furniture left out.

use crate::filing::sections::lines::{self, Line};
use crate::span::Span;
use crate::text::{Text, sentences};

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
                sentences: split(&text.content, span),
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

/// The sentences of a paragraph, bullets taken off.
fn split(content: &str, paragraph: Span) -> Vec<Sentence> {
    sentences::of(content, paragraph).into_iter().filter_map(|span| sentence(content, span)).collect()
}

fn sentence(content: &str, span: Span) -> Option<Sentence> {
    let raw = span.of(content);
    let blank = |c: char| lines::is_blank(c) || matches!(c, '•' | '·' | '▪' | '■' | '●');
    let bare = raw.trim_matches(blank);
    if bare.is_empty() {
        return None;
    }
    let from = span.start + (raw.len() - raw.trim_start_matches(blank).len());
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '"' | '“' | '$' | '(');
    let closed =
        bare.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '"' | '”' | '’' | '\'' | ')'));
    let whole = bare.starts_with(begins) && closed.ends_with(['.', '!', '?']);
    Some(Sentence { span: Span::new(from, from + bare.len()), whole })
}
