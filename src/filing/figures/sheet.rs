//! One shape for every table: lines with a label and amounts that know where across the page they stand.
//!
//! HTML grids, drawn tables of plain text and tables that a converter wrote one cell a line all become a
//! [`Sheet`]; whatever reads statements or restatements reads sheets only.

use super::number::Amount;
use crate::span::Span;
use crate::text::Text;

/// One table.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// All its characters.
    pub span: Span,
    /// Its lines in order, heads among them.
    pub lines: Vec<Line>,
    /// Text lines just above it, nearest last: titles, units, dates.
    pub above: Vec<Span>,
    /// What it was made from.
    pub origin: Origin,
}

/// What a sheet was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An HTML table: places count grid columns.
    Grid,
    /// Lines of plain text: places count characters.
    Drawn,
    /// One cell a line: amounts have an order but no place.
    Cells,
}

/// One line of a table.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// All its characters.
    pub span: Span,
    /// The words before the first amount, folded; empty when there are none.
    pub label: String,
    /// Where the label stands.
    pub label_span: Span,
    /// Where the label begins across the page.
    pub indent: u32,
    /// Amounts, left to right.
    pub values: Vec<Value>,
    /// Everything on the line, words and amounts, left to right.
    pub pieces: Vec<Piece>,
    /// A rule was drawn above it.
    pub ruled: bool,
}

/// One amount at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The amount as printed.
    pub amount: Amount,
    /// Its characters, brackets included.
    pub span: Span,
    /// Left edge across the page.
    pub left: u32,
    /// Right edge across the page.
    pub right: u32,
}

/// A stretch of a line without a wide gap, or one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its characters.
    pub span: Span,
    /// Left edge across the page.
    pub left: u32,
    /// Right edge across the page.
    pub right: u32,
}

impl Line {
    /// Whether it holds nothing but years as amounts, so that it is a head.
    pub fn is_year_head(&self) -> bool {
        !self.values.is_empty() && self.values.iter().all(|v| v.amount.is_year())
    }

    /// Whether amounts of a statement stand on it.
    pub fn is_data(&self) -> bool {
        !self.values.is_empty() && !self.is_year_head()
    }
}

impl Sheet {
    /// Index of the first line with amounts that are no years.
    pub fn first_data(&self) -> usize {
        self.lines.iter().position(Line::is_data).unwrap_or(self.lines.len())
    }

    /// The text of the lines above the table and of its head lines, nearest last.
    pub fn head_text(&self, text: &Text) -> String {
        let mut joined = String::new();
        for span in &self.above {
            joined.push_str(text.at(*span));
            joined.push('\n');
        }
        for line in self.lines.iter().take(self.first_data()) {
            joined.push_str(text.at(line.span));
            joined.push('\n');
        }
        joined
    }
}

/// Folds a label: one space between words, dot leaders and rules gone.
pub fn fold(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    let mut dots = 0;
    for c in label.chars() {
        match c {
            '.' | '\u{2026}' => {
                dots += 1;
                if dots == 1 && c == '.' {
                    out.push('.');
                } else if out.ends_with('.') {
                    out.pop();
                    out.push(' ');
                }
                continue;
            }
            '_' | '=' | '|' => out.push(' '),
            '\u{2018}' | '\u{2019}' | '\u{92}' | '`' => out.push('\''),
            '\u{2010}'..='\u{2015}' | '\u{96}' | '\u{97}' => out.push('-'),
            c => out.push(c),
        }
        dots = 0;
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
