//! What a sheet is before its rows are read: its kind, its units, its columns.

use super::columns::{self, Column};
use super::dates;
use super::document::Document;
use super::labels;
use super::sheet::{Origin, Sheet};
use super::title::{self, Kind};
use super::units;
use crate::text::Text;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// What is known of one sheet before its rows are read.
pub struct Frame {
    /// What it is.
    pub kind: Kind,
    /// A title names it so, not only its rows.
    pub titled: bool,
    /// It does not give the consolidated registrant.
    pub aside: bool,
    /// It gives a parent alone.
    pub parent: bool,
    /// Its stated scale.
    pub scale: Option<Decimal>,
    /// Its currency.
    pub currency: Option<&'static str>,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// Tells what a sheet is from its titles, then from its rows.
pub fn frame(text: &Text, sheet: &Sheet, document: &Document) -> Frame {
    let heads: Vec<&str> = sheet
        .above
        .iter()
        .map(|s| text.at(*s))
        .chain(sheet.lines.iter().take(sheet.first_data()).map(|l| text.at(l.span)))
        .flat_map(str::lines)
        .collect();
    let (titled, aside) = title::of_lines(heads.iter().copied());
    let shape = shape_of(sheet);
    let kind = match (titled, shape) {
        (Some(kind @ (Kind::Income | Kind::Balance | Kind::CashFlow)), Some(shape)) if kind != shape => {
            if shape == Kind::Selected || kind == Kind::CashFlow {
                kind
            } else {
                shape
            }
        }
        (Some(Kind::Other), Some(shape @ (Kind::Income | Kind::Balance))) if sheet.lines.len() > 14 => shape,
        (Some(kind), _) => kind,
        (None, Some(shape)) => shape,
        (None, None) => Kind::Other,
    };
    let head_text = sheet.head_text(text);
    // "Average" and "Balance" may stand on lines of their own.
    let closest = title::plain(&heads.iter().rev().take(10).rev().copied().collect::<Vec<_>>().join(" "));
    let aside = aside || closest.contains("average balance");
    let mut columns = columns::read(text, sheet, document);
    // Two columns of one period are quarters, parts or versions: none of them is the period's value.
    for column in &mut columns {
        let lower = column.head.to_lowercase();
        if ["change", "percent", "%", "increase", "decrease"].iter().any(|w| lower.contains(w))
            && !lower.contains("ended")
        {
            column.end = None;
        }
    }
    let keys: Vec<_> = columns.iter().map(|c| (c.end, c.months.unwrap_or(document.months))).collect();
    for (k, column) in columns.iter_mut().enumerate() {
        if column.end.is_some() && keys.iter().enumerate().any(|(j, key)| j != k && *key == keys[k]) {
            column.end = None;
        }
    }
    let kind = if are_quarters(&columns) { Kind::Quarterly } else { kind };
    let near: String = heads.iter().rev().take(14).rev().flat_map(|l| [*l, "\n"]).collect();
    let scale = units::scale_of(&near).or_else(|| units::scale_of(&first_rows(text, sheet)));
    Frame {
        kind,
        titled: titled == Some(kind),
        aside,
        parent: aside && heads.iter().rev().take(14).any(|l| l.len() < 300 && title::is_parent(l)),
        scale,
        currency: units::currency_of(&head_text),
        columns,
    }
}

/// Three columns or more, each a quarter after the other.
fn are_quarters(columns: &[Column]) -> bool {
    let mut ends: Vec<Date> = columns.iter().filter_map(|c| c.end).collect();
    ends.sort_unstable();
    ends.dedup();
    ends.len() >= 3 && ends.windows(2).all(|pair| (80..=105).contains(&dates::days_between(pair[0], pair[1])))
}

/// Units may stand on the first rows, in the label column.
fn first_rows(text: &Text, sheet: &Sheet) -> String {
    let first = sheet.first_data();
    sheet.lines.iter().skip(first).take(2).map(|l| format!("{}\n", text.at(l.label_span))).collect()
}

/// What the rows themselves look like.
fn shape_of(sheet: &Sheet) -> Option<Kind> {
    let (mut income, mut balance, mut cash) = (0, 0, 0);
    let mut assets = 0;
    for line in &sheet.lines {
        let label = labels::plain(&line.label);
        let has = |words: &[&str]| words.iter().any(|w| label.contains(w));
        if has(&["operating activities", "investing activities", "financing activities"]) {
            cash += 1;
        } else if has(&[
            "total current assets",
            "total liabilities",
            "accounts payable",
            "retained earnings",
            "common stock",
            "cash and cash equivalents",
            "total stockholders",
            "total shareholders",
            "property, plant",
            "accumulated deficit",
            "paid-in capital",
            "inventories",
            "accounts receivable",
        ]) {
            balance += 1;
        } else if has(&[
            "income tax",
            "interest expense",
            "general and administrative",
            "before income",
            "cost of",
            "per share",
            "net income",
            "net loss",
            "net earnings",
            "operating expenses",
            "costs and expenses",
            "net sales",
            "revenues",
            "total interest income",
        ]) {
            income += 1;
        }
        assets += u32::from(label == "total assets");
    }
    if cash >= 2 {
        Some(Kind::CashFlow)
    } else if balance >= 4 && balance > income {
        Some(Kind::Balance)
    } else if income >= 4 && income > balance && assets == 0 {
        Some(Kind::Income)
    } else if income >= 3 && assets > 0 {
        Some(Kind::Selected)
    } else {
        None
    }
}

/// A page that goes on without heads takes columns, units and kind from the page before.
pub fn inherit(text: &Text, sheets: &[Sheet], frames: &mut [Frame]) {
    for i in 1..frames.len() {
        let (before, after) = frames.split_at_mut(i);
        let (Some(before), Some(frame)) = (before.last(), after.first_mut()) else { continue };
        let near = sheets[i].span.start.saturating_sub(sheets[i - 1].span.end) < 1_500;
        let unheaded =
            frame.columns.is_empty() || sheets[i].origin == Origin::Drawn && sheets[i].above.is_empty();
        if !near || !unheaded || before.columns.len() != columns::usual_width(&sheets[i]) {
            continue;
        }
        if sheets[i].lines.iter().take(sheets[i].first_data()).any(|l| title::starts_table(text.at(l.span)))
            && !frame.columns.is_empty()
        {
            continue;
        }
        if frame.columns.is_empty() {
            frame.columns = before.columns.clone();
        }
        frame.scale = frame.scale.or(before.scale);
        frame.aside |= before.aside;
    }
}

/// The scale that the main statements state.
pub fn main_scale(frames: &[Frame]) -> Option<Decimal> {
    let mut counts: Vec<(Decimal, u32)> = Vec::new();
    for frame in
        frames.iter().filter(|f| matches!(f.kind, Kind::Income | Kind::Balance | Kind::CashFlow) && !f.aside)
    {
        if let Some(scale) = frame.scale {
            match counts.iter_mut().find(|(s, _)| *s == scale) {
                Some((_, n)) => *n += 1,
                None => counts.push((scale, 1)),
            }
        }
    }
    counts.into_iter().max_by_key(|(_, n)| *n).map(|(s, _)| s)
}
