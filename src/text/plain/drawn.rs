//! Tables drawn with spaces: lines split into cells at gaps and dot leaders.

use crate::span::Span;
use crate::text::{Cell, Row};

/// Blanks in a row that part two cells.
const GAP: usize = 2;
/// Widest page that old filings are set on, in characters.
const PAGE_WIDTH: usize = 80;

/// Most cells of one line: a line with more is no row.
const MOST_CELLS: usize = 64;

/// One line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its characters without the blanks around them.
    pub(super) span: Span,
    /// Blanks before the first character.
    pub(super) indent: usize,
    /// Drawn with dashes only.
    pub(super) rule: bool,
    /// First byte of the line itself.
    start: usize,
}

impl Line {
    pub(super) fn of(raw: &str, at: usize) -> Line {
        let line = raw.trim_end();
        let ink = line.trim_start();
        let indent = line.len() - ink.len();
        let rule = ink.len() > 1
            && ink.bytes().all(|b| matches!(b, b'-' | b'=' | b'_' | b' ' | b'*' | b'.'))
            && ink.bytes().filter(|b| matches!(b, b'-' | b'=' | b'_' | b'*')).count() > 1;
        Line { span: Span::new(at + indent, at + line.len()), indent, rule, start: at }
    }

    pub(super) fn is_rule(&self) -> bool {
        self.rule
    }

    pub(super) fn is_empty(&self) -> bool {
        self.span.is_empty()
    }

    /// Set in the middle of a page of usual width.
    pub(super) fn is_centered(&self) -> bool {
        let length = self.span.len();
        let right = PAGE_WIDTH.saturating_sub(self.indent + length);
        self.indent >= 8 && length < PAGE_WIDTH - 16 && self.indent.abs_diff(right) <= 12
    }
}

/// Whether lines without tags are a table: several end in figures set apart by a gap.
pub(super) fn is_tabular(content: &str, lines: &[Line]) -> bool {
    let mut inked = 0;
    let mut numeric = 0;
    let mut wide = 0;
    for line in lines.iter().filter(|line| !line.rule) {
        inked += 1;
        let cells = cells(content, line);
        let figures = cells.iter().skip(1).filter(|cell| is_figure(cell.span.of(content))).count();
        numeric += usize::from(figures > 0);
        wide += usize::from(figures > 1);
    }
    numeric > 1 && numeric * 2 >= inked || wide > 0 && inked <= 3
}

/// Rows of the lines of a table; rules are left out.
pub(super) fn rows(content: &str, lines: &[Line]) -> Vec<Row> {
    lines
        .iter()
        .filter(|line| !line.rule)
        .map(|line| Row { span: line.span, cells: cells(content, line) })
        .filter(|row| !row.cells.is_empty())
        .collect()
}

/// Cells of one line: parted by two blanks, a tab or dot leaders; a sign stays with its figure.
pub(super) fn cells(content: &str, line: &Line) -> Vec<Cell> {
    let text = line.span.of(content);
    let bytes = text.as_bytes();
    let ascii = text.is_ascii();
    let mut cells: Vec<Cell> = Vec::new();
    let (mut counted, mut characters) = (line.start, 0);
    let mut at = 0;
    while at < bytes.len() && cells.len() < MOST_CELLS {
        let skipped = gap(bytes, at);
        at += skipped;
        let start = at;
        let mut end = at;
        while at < bytes.len() {
            let width = gap(bytes, at);
            if width >= GAP || bytes.get(at) == Some(&b'\t') || at + width >= bytes.len() && width > 0 {
                break;
            }
            at += width.max(1);
            end = at;
        }
        if end > start {
            let column = if ascii {
                line.span.start - line.start + start
            } else {
                let from = line.span.start + start;
                characters += content.get(counted..from).map_or(0, |between| between.chars().count());
                counted = from;
                characters
            };
            add(content, &mut cells, Span::new(line.span.start + start, line.span.start + end), column);
        }
    }
    cells
}

/// Length of the gap at `at`: blanks, or a leader of three dots or more with the blanks around it.
fn gap(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    let mut dots = 0;
    while let Some(b) = bytes.get(end) {
        match b {
            b' ' | b'\t' => {}
            b'.' => dots += 1,
            _ => break,
        }
        end += 1;
    }
    if dots == 0 || dots >= 3 {
        return end - at;
    }
    // One or two dots belong to the text: only blanks before them are a gap.
    bytes.iter().skip(at).take_while(|b| matches!(b, b' ' | b'\t')).count()
}

fn add(content: &str, cells: &mut Vec<Cell>, span: Span, column: usize) {
    let text = span.of(content);
    if let Some(last) = cells.last_mut() {
        let before = last.span.of(content);
        let sign_before = matches!(before, "$" | "(" | "$(" | "-" | "US$");
        let sign_after = matches!(text, ")" | "%" | ")%");
        if sign_before && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '.' | '-'))
            || sign_after && before.ends_with(|c: char| c.is_ascii_digit())
        {
            last.span.end = span.end;
            last.width = (column + text.chars().count()) as u32 - last.column.min((column) as u32);
            return;
        }
    }
    cells.push(Cell { span, column: column as u32, width: text.chars().count() as u32, header: false });
}

/// A figure with its signs, or a dash that stands for one.
fn is_figure(text: &str) -> bool {
    let mut digits = 0;
    for b in text.bytes() {
        match b {
            b'0'..=b'9' => digits += 1,
            b'$' | b'(' | b')' | b',' | b'.' | b'-' | b'%' | b' ' | b'[' | b']' | b'*' | b'/' => {}
            _ => return false,
        }
    }
    digits > 0 || matches!(text, "-" | "--" | "---" | "-0-")
}
