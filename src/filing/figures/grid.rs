//! HTML tables to sheets: currency signs, brackets and per cent signs in cells of their own join their amount.

use super::number::{self, Amount};
use super::sheet::{Line, Origin, Piece, Sheet, Value, fold};
use crate::span::Span;
use crate::text::{Row, Table, Text};
use rust_decimal::Decimal;

/// Reads one table of the grid kind; None when it holds no amounts.
pub fn read(text: &Text, table: &Table, above: Vec<Span>) -> Option<Sheet> {
    let mut lines: Vec<Line> = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let line = read_row(text, row);
        if line.values.is_empty() && is_rule_row(text, row) {
            continue;
        }
        lines.push(line);
    }
    lines.iter().any(Line::is_data).then_some(Sheet { span: table.span, lines, above, origin: Origin::Grid })
}

fn is_rule_row(text: &Text, row: &Row) -> bool {
    text.at(row.span).chars().all(|c| matches!(c, '-' | '=' | '_' | ' ' | '\t' | '\n' | '\u{2014}'))
}

fn read_row(text: &Text, row: &Row) -> Line {
    let mut line = Line { span: row.span, ..Line::default() };
    let mut label_end = None;
    let mut sign: Option<(Span, u32, bool, bool)> = None;
    let mut touching = false;
    for cell in &row.cells {
        let raw = text.at(cell.span);
        let shown = raw.trim();
        let right = cell.column.saturating_add(cell.width.max(1));
        if shown.is_empty() {
            continue;
        }
        if is_sign(shown) {
            sign = Some((
                cell.span,
                cell.column,
                shown.contains(['$', '€', '£', '¥']),
                shown.contains(['(', '[']),
            ));
            touching = false;
            continue;
        }
        if touching && is_closing(shown) {
            close(&mut line, shown, cell.span, right);
            continue;
        }
        if let Some(mut amount) = amount_of(shown) {
            let mut span = cell.span;
            let mut left = cell.column;
            if let Some((at, column, money, negative)) = sign.take() {
                amount.money |= money;
                if negative && amount.value > Decimal::ZERO {
                    amount.value = -amount.value;
                }
                span = Span::new(at.start, span.end);
                left = column;
            }
            line.values.push(Value { amount, span, left, right });
            line.pieces.push(Piece { span, left, right });
            touching = true;
            continue;
        }
        sign = None;
        touching = false;
        line.pieces.push(Piece { span: cell.span, left: cell.column, right });
        if line.values.is_empty() {
            if label_end.is_none() {
                line.label_span = cell.span;
                line.label = fold(shown);
                line.indent = cell.column;
            } else if shown.chars().count() > 4 || line.label.is_empty() {
                line.label.push(' ');
                line.label.push_str(&fold(shown));
                line.label_span = Span::new(line.label_span.start, cell.span.end);
            }
            label_end = Some(cell.span.end);
        }
    }
    line
}

/// A currency sign or an opening bracket alone in a cell.
fn is_sign(shown: &str) -> bool {
    shown.len() <= 6
        && shown.chars().all(|c| matches!(c, '$' | '€' | '£' | '¥' | '(' | '[' | ' ' | 'U' | 'S' | 'C'))
        && shown.contains(['$', '€', '£', '¥', '(', '['])
}

/// A closing bracket, a per cent sign or a footnote mark alone in a cell after an amount.
fn is_closing(shown: &str) -> bool {
    shown.len() <= 6
        && (shown.chars().all(|c| matches!(c, ')' | ']' | '%' | ' ' | '*' | '\u{2020}')) || is_note(shown))
}

fn is_note(shown: &str) -> bool {
    let inner = shown.strip_prefix('(').and_then(|s| s.strip_suffix(')')).unwrap_or("");
    (1..=2).contains(&inner.len()) && inner.chars().all(|c| c.is_ascii_alphabetic())
}

fn close(line: &mut Line, shown: &str, span: Span, right: u32) {
    let Some(value) = line.values.last_mut() else { return };
    if !is_note(shown) {
        if shown.contains([')', ']']) && value.amount.value > Decimal::ZERO {
            value.amount.value = -value.amount.value;
        }
        value.amount.percent |= shown.contains('%');
    }
    value.span = Span::new(value.span.start, span.end);
    value.right = right;
    if let Some(piece) = line.pieces.last_mut() {
        piece.span = value.span;
        piece.right = right;
    }
}

/// An amount that fills a cell, footnote marks aside.
fn amount_of(shown: &str) -> Option<Amount> {
    if shown.len() > 48 {
        return None;
    }
    if let Some(amount) = number::parse(shown) {
        return Some(amount);
    }
    let bare = shown.trim_end_matches(['*', '\u{2020}', '\u{2021}', ' ']);
    if bare.len() != shown.len() {
        return number::parse(bare);
    }
    let open = shown.rfind(['(', '/'])?;
    let mark = shown.get(open..)?;
    let inner = mark.trim_matches(['(', ')', '/', ' ']);
    if inner.len() <= 2 && inner.chars().all(char::is_alphanumeric) && open > 0 {
        let before = shown.get(..open)?.trim_end();
        return before
            .ends_with(|c: char| c.is_ascii_digit() || c == ')')
            .then(|| number::parse(before))
            .flatten();
    }
    let upper =
        shown.strip_prefix("US").or_else(|| shown.strip_prefix('C')).or_else(|| shown.strip_prefix("Cdn"))?;
    number::parse(upper)
}
