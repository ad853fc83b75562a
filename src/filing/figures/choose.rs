//! Several readings of one number to one: agreement raises confidence, close calls are left out.

use super::Figure;
use super::FigureSource;
use super::candidate::Candidate;
use super::document::Document;
use super::title::Kind;
use crate::ids::LineItem;
use jiff::civil::Date;
use rust_decimal::Decimal;

struct Group<'a> {
    best: &'a Candidate,
    weight: f64,
    sheets: Vec<usize>,
}

/// Least weight of a group of one reading that is given.
fn floor(item: LineItem) -> f64 {
    match item {
        LineItem::Revenue | LineItem::NetIncome => 4.0,
        LineItem::TotalAssets => 4.0,
        LineItem::Receivables => 5.0,
        _ => 2.5,
    }
}

/// One figure for each item and period of the candidates.
pub fn choose(candidates: &[Candidate], document: &Document) -> Vec<Figure> {
    let mut keys: Vec<(LineItem, Date, Option<u32>)> =
        candidates.iter().map(|c| (c.item, c.end, c.months)).collect();
    keys.sort();
    keys.dedup();
    keys.into_iter().filter_map(|key| choose_one(candidates, key, document)).collect()
}

fn choose_one(
    candidates: &[Candidate],
    key: (LineItem, Date, Option<u32>),
    document: &Document,
) -> Option<Figure> {
    let mut groups: Vec<Group> = Vec::new();
    let mut own: Vec<&Candidate> = candidates.iter().filter(|c| (c.item, c.end, c.months) == key).collect();
    own.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    for c in own {
        match groups.iter_mut().find(|g| agree(g.best, c)) {
            Some(group) => {
                // The finer printing of one number is the number.
                if fineness(c) < fineness(group.best) && c.weight * 3.0 > group.best.weight {
                    group.best = c;
                }
                if !group.sheets.contains(&c.sheet) {
                    group.weight += (c.weight * 0.4).min(4.0);
                    group.sheets.push(c.sheet);
                }
            }
            None => groups.push(Group { best: c, weight: c.weight, sheets: vec![c.sheet] }),
        }
    }
    groups.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let first = groups.first()?;
    let second = groups.get(1).map_or(0.0, |g| g.weight);
    // A table of no kind may give the result of the main period where nothing in the filing says otherwise.
    let alone = groups.len() == 1
        && first.best.kind == Kind::Other
        && first.best.stated
        && key.0 == LineItem::NetIncome
        && document.is_end(key.1)
        && !candidates.iter().any(|c| matches!(c.kind, Kind::Income | Kind::Selected) && c.item == key.0);
    if first.weight < if alone { 2.9 } else { floor(key.0) } {
        return None;
    }
    // Two readings nearly as strong, neither from a statement: no answer is better than a guess.
    if second > first.weight * 0.9 && first.weight < 9.0 {
        return None;
    }
    let mut flags = Vec::new();
    if second > first.weight * 0.6 {
        flags.push("sources-disagree".to_owned());
    }
    if !document.is_end(key.1) {
        flags.push("prior-period".to_owned());
    }
    if first.best.kind == Kind::Selected || first.best.kind == Kind::Other {
        flags.push("not-from-statement".to_owned());
    }
    let share = matches!(key.0, LineItem::EpsBasic | LineItem::EpsDiluted);
    let confidence = (first.weight / (first.weight + second + 2.0)).clamp(0.05, 0.99);
    Some(Figure {
        item: key.0,
        period_start: key.2.and_then(|months| super::start_of(key.1, months)),
        period_end: Some(key.1),
        reported: Some(first.best.value),
        restated: None,
        unit: if share { format!("{}/shares", first.best.currency) } else { first.best.currency.to_owned() },
        source: FigureSource::StatementTable,
        cell: first.best.label.clone(),
        span: Some(first.best.span),
        confidence,
        flags,
    })
}

/// Equal within the rounding of the coarser of the two.
fn agree(a: &Candidate, b: &Candidate) -> bool {
    (a.value - b.value).abs() <= fineness(a).max(fineness(b)) * Decimal::new(51, 2) || a.value == b.value
}

/// One step of the last printed digit, in units.
fn fineness(c: &Candidate) -> Decimal {
    let mut step = c.scale;
    for _ in 0..c.places.min(6) {
        step /= Decimal::TEN;
    }
    step
}
