//! Restatement tables: first reported and restated values of one item and period, in columns, in rows or crosswise,
//! checked by reported + adjustments = restated.

mod across;
mod heads;
mod roles;
mod stacked;

use super::document::Document;
use super::labels;
use super::sheet::Sheet;
use super::units;
use super::{Figure, FigureSource, start_of};
use crate::ids::LineItem;
use crate::span::Span;
use crate::text::Text;
use heads::When;
use rust_decimal::Decimal;

/// One pair before it is a figure.
#[derive(Clone, Debug)]
struct Pair {
    item: LineItem,
    strength: u8,
    when: When,
    reported: Decimal,
    restated: Decimal,
    /// Sum of the adjustments, when the table gives any.
    adjusted: Option<Decimal>,
    places: u32,
    span: Span,
    label: String,
}

/// What is the same for all pairs of a table.
struct Around<'a> {
    text: &'a Text,
    document: &'a Document,
    /// Period of the lines above.
    above: When,
}

/// Most pairs that are taken from one filing.
const MOST: usize = 1_000;

/// Lines before the first pair in which its unit may stand.
const UNIT_LINES: usize = 12;

/// Reads all restatement tables of a filing.
pub fn read(text: &Text, sheets: &[Sheet], document: &Document) -> Vec<Figure> {
    let mut figures: Vec<(Figure, u8)> = Vec::new();
    let mut last_scale: Option<Decimal> = None;
    for sheet in sheets {
        let head_text = sheet.head_text(text);
        if figures.len() >= MOST {
            break;
        }
        if !speaks_of_restating(text, sheet, &head_text) {
            continue;
        }
        let near: String =
            sheet.above.iter().rev().take(8).map(|s| format!("{}\n", clip(text.at(*s)))).collect();
        let heads: String =
            sheet.lines.iter().take(sheet.first_data()).map(|l| format!("{}\n", text.at(l.span))).collect();
        if roles::is_decoy(&near, &heads) {
            continue;
        }
        let around = Around { text, document, above: heads::when_above(text, sheet, document) };
        let mut pairs = across::read(&around, sheet);
        if pairs.is_empty() {
            pairs = stacked::read(&around, sheet);
        }
        let checked = pairs.iter().filter(|p| p.checks() == Some(true)).count();
        let failed = pairs.iter().filter(|p| p.checks() == Some(false)).count();
        if failed > checked && failed > 1 {
            continue;
        }
        let stated = units::scale_of(&head_text)
            .or_else(|| units::scale_of(&heads))
            .or_else(|| units::scale_of(&before_first(text, sheet, &pairs)));
        last_scale = stated.or(last_scale);
        let whole = pairs.iter().any(|p| p.reported.abs() >= Decimal::from(100_000_000));
        let scale = if stated.is_none() && whole {
            Decimal::ONE
        } else {
            stated.or(last_scale).unwrap_or(Decimal::ONE)
        };
        let currency = units::currency_of(&head_text).unwrap_or("USD");
        for pair in pairs {
            if let Some(figure) = pair.figure(scale, currency, document) {
                keep(&mut figures, figure, pair.strength);
            }
        }
    }
    figures.into_iter().map(|(figure, _)| figure).collect()
}

/// The last lines before the first pair: a sentence with amounts above a table can be taken for its first row, and
/// the unit stands after it.
fn before_first(text: &Text, sheet: &Sheet, pairs: &[Pair]) -> String {
    let first = pairs.iter().map(|pair| pair.span.start).min().unwrap_or(sheet.span.start);
    let lines: Vec<&str> = text
        .content
        .get(sheet.span.start..first)
        .unwrap_or_default()
        .lines()
        .rev()
        .take(UNIT_LINES)
        .collect();
    lines.into_iter().rev().map(|line| format!("{}\n", clip(line))).collect()
}

fn clip(words: &str) -> &str {
    let mut end = words.len().min(2_000);
    while !words.is_char_boundary(end) {
        end -= 1;
    }
    &words[..end]
}

/// Both sides must be named in the heads or the rows.
fn speaks_of_restating(text: &Text, sheet: &Sheet, head_text: &str) -> bool {
    let lower = head_text.to_lowercase();
    let has = |words: &str| {
        [
            "restated",
            "revised",
            "corrected",
            "as amended",
            "as adjusted",
            "after restatement",
            "restatement",
            "after correction",
        ]
        .iter()
        .any(|w| words.contains(w))
    };
    let reported = |words: &str| {
        words.contains("reported")
            || words.contains("previously")
            || words.contains("originally")
            || words.contains("as filed")
            || words.contains("as presented")
            || words.contains("before restatement")
            || words.contains("prior to restatement")
            || words.contains("as issued")
            || words.contains("before correction")
    };
    if has(&lower) && reported(&lower) {
        return true;
    }
    let rows: String = sheet.lines.iter().map(|l| text.at(l.label_span).to_lowercase() + "\n").collect();
    has(&rows) && reported(&rows)
}

/// One pair an item and period: the stronger label, then the later table of equal strength that differs is left.
fn keep(figures: &mut Vec<(Figure, u8)>, figure: Figure, strength: u8) {
    let same = figures.iter_mut().find(|(f, _)| {
        f.item == figure.item && f.period_end == figure.period_end && f.period_start == figure.period_start
    });
    match same {
        Some((held, _)) if held.reported == figure.reported && held.restated == figure.restated => {
            held.confidence = (held.confidence + 1.0) / 2.0;
        }
        Some(held) if strength > held.1 => *held = (figure, strength),
        Some(_) => {}
        None => figures.push((figure, strength)),
    }
}

impl Pair {
    /// Whether reported and adjustments make restated; None where no adjustment is given.
    fn checks(&self) -> Option<bool> {
        let adjusted = self.adjusted?;
        let mut step = Decimal::ONE;
        for _ in 0..self.places.min(6) {
            step /= Decimal::TEN;
        }
        Some((self.reported + adjusted - self.restated).abs() <= step * Decimal::new(15, 1))
    }

    fn figure(&self, scale: Decimal, currency: &str, document: &Document) -> Option<Figure> {
        let share = matches!(self.item, LineItem::EpsBasic | LineItem::EpsDiluted);
        let scale = if share { Decimal::ONE } else { scale };
        // Only an amendment restates its own period; elsewhere a period that is not told stays open.
        let end = self.when.end.or(document.end.filter(|_| document.amendment));
        let months =
            if self.item.is_instant() { None } else { Some(self.when.months.unwrap_or(document.months)) };
        let mut flags = Vec::new();
        let confidence = match self.checks() {
            Some(true) => 0.97,
            Some(false) => {
                flags.push("sum-does-not-check".to_owned());
                0.5
            }
            None => 0.85,
        };
        if self.when.end.is_none() {
            flags.push("period-assumed".to_owned());
        }
        Some(Figure {
            item: self.item,
            period_start: months.filter(|m| *m > 0).zip(end).and_then(|(m, end)| start_of(end, m)),
            period_end: end,
            reported: Some(self.reported.checked_mul(scale)?),
            restated: Some(self.restated.checked_mul(scale)?),
            unit: if share { format!("{currency}/shares") } else { currency.to_owned() },
            source: FigureSource::RestatementTable,
            cell: self.label.clone(),
            span: Some(self.span),
            confidence,
            flags,
        })
    }
}

/// Items that a row of a restatement table names: amounts a share first, then statement lines.
fn items_of(label: &str, heading: &str) -> Vec<(LineItem, u8)> {
    let share = labels::earnings_a_share(label, heading);
    if !share.is_empty() {
        return share.into_iter().map(|item| (item, 3)).collect();
    }
    let plain = super::title::plain(label);
    if plain.contains("per share")
        || super::title::plain(heading).contains("per share") && plain.split(' ').count() < 3
    {
        return Vec::new();
    }
    let mut found = labels::items(label);
    found.retain(|(item, strength)| *item != LineItem::Revenue || *strength >= 1);
    found
}

/// Keeps for each item and period the strongest row, the first of equals.
fn strongest(pairs: Vec<Pair>) -> Vec<Pair> {
    let mut kept: Vec<Pair> = Vec::new();
    for pair in pairs {
        match kept.iter_mut().find(|k| k.item == pair.item && k.when == pair.when) {
            Some(held) if pair.strength > held.strength => *held = pair,
            Some(_) => {}
            None => kept.push(pair),
        }
    }
    kept
}
