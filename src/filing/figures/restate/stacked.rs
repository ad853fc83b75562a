//! Tables whose rows are the versions: under an item, under a block's heading, or with the items as columns.

use super::super::columns;
use super::super::dates;
use super::super::labels;
use super::super::sheet::{Line, Sheet};
use super::super::statements;
use super::heads::{self, When};
use super::roles::{self, Role};
use super::{Around, Pair, items_of, strongest};
use crate::ids::LineItem;
use rust_decimal::Decimal;

/// A reported row that waits for its restated one.
struct Waiting {
    items: Vec<(LineItem, u8)>,
    key: String,
    when: When,
    line: usize,
    adjustments: Vec<usize>,
}

/// Reads a table of this shape.
pub fn read(around: &Around, sheet: &Sheet) -> Vec<Pair> {
    let by_rows = rows(around, sheet);
    if by_rows.is_empty() { blocks(around, sheet) } else { by_rows }
}

/// Periods of the columns.
fn whens(around: &Around, sheet: &Sheet) -> Vec<When> {
    let read = columns::read(around.text, sheet, around.document);
    let heads = heads::read(around.text, sheet);
    if read.len() >= heads.len() && !read.is_empty() {
        // Years alone: the sentence above may name their day.
        let day = heads::common_day(around.text, sheet);
        let of_head = |k: usize| {
            let head = heads.get(k).filter(|_| heads.len() == read.len())?;
            heads::when(&head.words, day, around.document).end
        };
        let when =
            |(k, c): (usize, &columns::Column)| When { end: c.end.or_else(|| of_head(k)), months: c.months };
        return read.iter().enumerate().map(when).collect();
    }
    heads
        .iter()
        .map(|h| {
            let own = heads::quarter(&h.words, around.above, around.document)
                .unwrap_or_else(|| heads::when(&h.words, None, around.document));
            When { end: own.end.or(around.above.end), months: own.months.or(around.above.months) }
        })
        .collect()
}

/// Rows "as previously reported", adjustments, "as restated", one after the other.
fn rows(around: &Around, sheet: &Sheet) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut heading = String::new();
    let mut heading_when = When::default();
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut head_from = 0;
    let mut columns = columns_of(around, sheet, 0, sheet.first_data());
    for (i, line) in sheet.lines.iter().enumerate() {
        if !line.is_data() {
            if line.pieces.len() >= 2 && i > sheet.first_data() {
                // New heads for the rows below.
                if sheet.lines[..i].last().is_some_and(Line::is_data) {
                    head_from = i;
                }
                let next = (i..sheet.lines.len()).find(|k| sheet.lines[*k].is_data()).unwrap_or(i);
                columns = columns_of(around, sheet, head_from, next);
            } else if !line.label.is_empty()
                && line.pieces.len() < 2
                && roles::of(&line.label) != Some(Role::Restated)
            {
                heading.clone_from(&line.label);
                let own = heads::when(&line.label, None, around.document);
                if dates::marks(&line.label).iter().any(|m| m.year.is_some()) {
                    heading_when = own;
                }
            }
            continue;
        }
        let label = statements::full_label(&sheet.lines, i);
        let bare = roles::strip(&label);
        let own_when = heads::when(&bare, None, around.document);
        let when =
            When { end: own_when.end.or(heading_when.end), months: own_when.months.or(heading_when.months) };
        match roles::of(&label) {
            Some(Role::Reported) => {
                let mut items = items_of(&bare, &heading);
                if items.is_empty() {
                    items = items_of(&roles::strip(heading.trim_end_matches(':')), "");
                }
                let key = labels::plain(&bare);
                waiting.retain(|w| w.key != key || key.is_empty());
                if waiting.len() > 24 {
                    waiting.remove(0);
                }
                waiting.push(Waiting { items, key, when, line: i, adjustments: Vec::new() });
            }
            Some(Role::Restated) => {
                let key = labels::plain(&bare);
                let at = waiting
                    .iter()
                    .rposition(|w| w.key == key)
                    .or_else(|| {
                        // "Three months ended March 31, as previously reported" and "as restated" agree in their period.
                        waiting.iter().rposition(|w| w.when.end == when.end && w.when.end.is_some())
                    })
                    .or_else(|| {
                        key.is_empty().then_some(waiting.len().wrapping_sub(1)).filter(|k| *k < waiting.len())
                    });
                if let Some(at) = at {
                    let held = waiting.remove(at);
                    pair(sheet, &held, i, &label, &columns, &mut found);
                }
            }
            _ => {
                if let Some(last) = waiting.last_mut() {
                    last.adjustments.push(i);
                }
                if !label.is_empty() {
                    let named = items_of(&label, "");
                    // A row of the item itself ("Net sales  ...") heads the versions below it.
                    if !named.is_empty() {
                        heading.clone_from(&label);
                    }
                }
            }
        }
    }
    strongest(found)
}

/// What one column stands for in a stacked table: a period, or an item where the items lie across.
struct Across {
    when: When,
    items: Vec<(LineItem, u8)>,
}

fn columns_of(around: &Around, sheet: &Sheet, from: usize, first: usize) -> Vec<Across> {
    let end = (first..sheet.lines.len())
        .find(|k| !sheet.lines[*k].is_data() && sheet.lines[*k].pieces.len() >= 2)
        .unwrap_or(sheet.lines.len());
    let heads = heads::between(around.text, sheet, from, first, end);
    let periods = if from == 0 { whens(around, sheet) } else { Vec::new() };
    heads
        .iter()
        .enumerate()
        .map(|(k, head)| {
            if let Some(own) = heads::quarter(&head.words, around.above, around.document) {
                return own;
            }
            let own = heads::when(&head.words, None, around.document);
            let given = periods.get(k).filter(|_| periods.len() == heads.len()).copied().unwrap_or_default();
            When {
                end: given.end.or(own.end).or(around.above.end),
                months: given.months.or(own.months).or(around.above.months),
            }
        })
        .zip(heads.iter().map(|h| items_of(&h.words, "")))
        .map(|(when, items)| Across { when, items })
        .collect()
}

fn pair(
    sheet: &Sheet,
    held: &Waiting,
    restated: usize,
    label: &str,
    columns: &[Across],
    found: &mut Vec<Pair>,
) {
    let (first, last) = (&sheet.lines[held.line], &sheet.lines[restated]);
    if first.values.len() != last.values.len() {
        return;
    }
    for (k, (a, b)) in first.values.iter().zip(&last.values).enumerate() {
        let column = columns.get(k).filter(|_| columns.len() == first.values.len());
        let (items, when) = if held.items.is_empty() {
            // Items lie across; the row gives the period.
            let Some(column) = column else { continue };
            let when = When {
                end: held.when.end.or(column.when.end),
                months: held.when.months.or(column.when.months),
            };
            (&column.items, when)
        } else {
            let own = column.map(|c| c.when).unwrap_or_default();
            let when = if held.when.end.is_some() && columns.len() <= 1 {
                held.when
            } else {
                When { end: own.end.or(held.when.end), months: own.months.or(held.when.months) }
            };
            (&held.items, when)
        };
        if a.amount.dash && b.amount.dash || a.amount.percent {
            continue;
        }
        let adjusted: Option<Decimal> = (!held.adjustments.is_empty()).then(|| {
            held.adjustments
                .iter()
                .filter(|i| sheet.lines[**i].values.len() == first.values.len())
                .map(|i| sheet.lines[*i].values[k].amount.value)
                .sum()
        });
        for (item, strength) in items {
            found.push(Pair {
                item: *item,
                strength: *strength,
                when,
                reported: a.amount.value,
                restated: b.amount.value,
                adjusted,
                places: a.amount.value.scale().max(b.amount.value.scale()),
                span: b.span,
                label: label.to_owned(),
            });
        }
    }
}

/// Whole blocks: "As previously reported:" with its rows, then "As restated:" with the same rows.
fn blocks(around: &Around, sheet: &Sheet) -> Vec<Pair> {
    let periods = whens(around, sheet);
    let mut role: Option<Role> = None;
    let mut heading = String::new();
    let mut reported: Vec<(LineItem, u8, usize)> = Vec::new();
    let mut found = Vec::new();
    for (i, line) in sheet.lines.iter().enumerate() {
        if !line.is_data() {
            if let Some(own) =
                roles::of(&line.label).filter(|_| line.label.len() < 80 && !line.label.is_empty())
            {
                if own == Role::Reported && role == Some(Role::Restated) {
                    reported.clear();
                }
                role = Some(own);
            }
            if !line.label.is_empty() {
                heading.clone_from(&line.label);
            }
            continue;
        }
        let label = statements::full_label(&sheet.lines, i);
        let items = items_of(&label, &heading);
        match role {
            Some(Role::Reported) => {
                reported.extend(items.into_iter().map(|(item, strength)| (item, strength, i)))
            }
            Some(Role::Restated) => {
                for (item, strength) in items {
                    let Some((_, _, first)) =
                        reported.iter().find(|(held, s, _)| *held == item && *s == strength)
                    else {
                        continue;
                    };
                    let before = &sheet.lines[*first];
                    if before.values.len() != line.values.len() {
                        continue;
                    }
                    for (k, (a, b)) in before.values.iter().zip(&line.values).enumerate() {
                        let when = periods
                            .get(k)
                            .filter(|_| periods.len() == line.values.len())
                            .copied()
                            .unwrap_or(around.above);
                        found.push(Pair {
                            item,
                            strength,
                            when,
                            reported: a.amount.value,
                            restated: b.amount.value,
                            adjusted: None,
                            places: a.amount.value.scale().max(b.amount.value.scale()),
                            span: b.span,
                            label: label.clone(),
                        });
                    }
                }
            }
            _ => {}
        }
    }
    strongest(found)
}
