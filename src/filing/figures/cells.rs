//! Tables that a converter wrote one cell a line: a label, then `$`, `5,742`, `)` each on its own line.

use super::number;
use super::sheet::{Line, Origin, Piece, Sheet, Value, fold};
use super::title;
use crate::span::Span;
use crate::text::Text;
use rust_decimal::Decimal;
use std::collections::VecDeque;
use std::ops::Range;

/// Fewest lone amounts that make such a table.
const FEWEST: usize = 10;
/// Most text lines between two of its amounts.
const GAP: usize = 8;

/// What one whole line is.
enum Token {
    Text,
    Sign,
    Close(bool),
    Amount(number::Amount),
}

fn token(shown: &str) -> Option<Token> {
    let shown = shown.trim();
    if shown.is_empty() {
        return None;
    }
    if shown.len() > 24 {
        return Some(Token::Text);
    }
    if matches!(shown, "$" | "€" | "£" | "(" | "$(") {
        return Some(Token::Sign);
    }
    if matches!(shown, ")" | "]" | "%" | ")%") {
        return Some(Token::Close(shown.contains([')', ']'])));
    }
    match number::parse(shown) {
        // A drawn rule, not a dash.
        Some(amount) if amount.dash && shown.chars().count() > 4 => None,
        Some(amount) => Some(Token::Amount(amount)),
        None if shown.chars().all(|c| matches!(c, '-' | '=' | '_' | ' ')) => None,
        None => Some(Token::Text),
    }
}

/// Runs of lines that are such tables, as ranges of `spans`.
pub fn zones(text: &Text, spans: &[Span]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start: Option<usize> = None;
    let (mut last, mut count, mut texts) = (0, 0, 0);
    for (i, span) in spans.iter().enumerate() {
        match token(text.at(*span)) {
            None => {}
            Some(Token::Text) => {
                texts += 1;
                if texts > GAP {
                    close(&mut start, last, &mut count, &mut found);
                }
            }
            Some(_) => {
                start = start.or(Some(i));
                last = i;
                count += 1;
                texts = 0;
            }
        }
    }
    close(&mut start, last, &mut count, &mut found);
    // The first label and the heads stand before the first amount.
    let mut floor = 0;
    for zone in &mut found {
        let mut from = zone.start;
        let mut taken = 0;
        while from > floor && taken < GAP {
            from -= 1;
            taken += usize::from(!text.at(spans[from]).trim().is_empty());
        }
        zone.start = from;
        floor = zone.end;
    }
    found
}

fn close(start: &mut Option<usize>, last: usize, count: &mut usize, found: &mut Vec<Range<usize>>) {
    if let Some(from) = start.take()
        && *count >= FEWEST
    {
        found.push(from..last + 1);
    }
    *count = 0;
}

/// Reads one zone into sheets; a statement's title begins a new one.
pub fn read(text: &Text, spans: &[Span], above: &mut VecDeque<Span>, found: &mut Vec<Sheet>) {
    let mut lines: Vec<Line> = Vec::new();
    let mut heads: Vec<Span> = above.iter().copied().collect();
    let mut sign: Option<(Span, bool, bool)> = None;
    for span in spans {
        let shown = text.at(*span).trim();
        let lead = text.at(*span).len() - text.at(*span).trim_start().len();
        let at = Span::new(span.start + lead, span.start + lead + shown.len());
        match token(shown) {
            None => {}
            Some(Token::Text) => {
                sign = None;
                if title::starts_table(shown) && lines.iter().any(Line::is_data) {
                    finish(std::mem::take(&mut lines), std::mem::take(&mut heads), found);
                }
                lines.push(Line {
                    span: at,
                    label: fold(shown),
                    label_span: at,
                    indent: 0,
                    values: Vec::new(),
                    pieces: vec![Piece { span: at, left: 0, right: shown.chars().count() as u32 }],
                    ruled: false,
                });
            }
            Some(Token::Sign) => sign = Some((at, !shown.starts_with('('), shown.contains('('))),
            Some(Token::Close(bracket)) => {
                if let Some(value) = lines.last_mut().and_then(|l| l.values.last_mut()) {
                    if bracket && value.amount.value > Decimal::ZERO {
                        value.amount.value = -value.amount.value;
                    }
                    value.amount.percent |= shown.contains('%');
                    value.span = Span::new(value.span.start, at.end);
                }
            }
            Some(Token::Amount(mut amount)) => {
                let mut whole = at;
                if let Some((from, money, negative)) = sign.take() {
                    amount.money |= money;
                    if negative && amount.value > Decimal::ZERO {
                        amount.value = -amount.value;
                    }
                    whole = Span::new(from.start, at.end);
                }
                push(&mut lines, amount, whole);
            }
        }
    }
    finish(lines, heads, found);
    above.clear();
}

fn push(lines: &mut Vec<Line>, amount: number::Amount, span: Span) {
    // Years after amounts, or amounts after years, begin a line of their own.
    let fits = lines.last().is_some_and(|line| {
        line.values.last().is_none_or(|v| v.amount.is_year() == amount.is_year() || !line.is_year_head())
    });
    if !fits {
        lines.push(Line { span, label_span: Span::new(span.start, span.start), ..Line::default() });
    }
    if let Some(line) = lines.last_mut() {
        let left = line.values.len() as u32 * 10 + 100;
        line.values.push(Value { amount, span, left, right: left + 8 });
        line.pieces.push(Piece { span, left, right: left + 8 });
        line.span = Span::new(line.span.start, span.end);
    }
}

fn finish(lines: Vec<Line>, above: Vec<Span>, found: &mut Vec<Sheet>) {
    if !lines.iter().any(Line::is_data) {
        return;
    }
    let start = lines.first().map_or(0, |l| l.span.start);
    let end = lines.last().map_or(start, |l| l.span.end);
    found.push(Sheet { span: Span::new(start, end), lines, above, origin: Origin::Cells });
}
