//! Tables whose columns are the versions: [reported, adjustments, restated] for each period.

use super::super::dates;
use super::super::sheet::{Line, Origin, Sheet};
use super::super::statements;
use super::heads::{self, Head, When};
use super::roles::{self, Role};
use super::{Around, Pair, items_of, strongest};
use crate::ids::LineItem;
use rust_decimal::Decimal;

/// The columns of one period.
#[derive(Clone, Debug, Default)]
struct Group {
    reported: Option<usize>,
    adjustments: Vec<usize>,
    restated: Option<usize>,
    words: String,
    /// Items that the heads name, where the rows are periods.
    items: Vec<(LineItem, u8)>,
}

/// Reads a table of this shape; nothing where its heads do not name both sides.
pub fn read(around: &Around, sheet: &Sheet) -> Vec<Pair> {
    let mut found = Vec::new();
    // New heads in the middle of the table (page breaks, another period) begin a part of their own.
    for (from, first, end) in parts(sheet) {
        let columns = heads::between(around.text, sheet, from, first, end);
        let groups = groups(around, sheet, &columns, from, first);
        if groups.is_empty() {
            continue;
        }
        read_part(around, sheet, &columns, &groups, first, end, &mut found);
    }
    strongest(found)
}

/// Stretches of (first head line, first data line, end): heads are lines without amounts that name a role.
fn parts(sheet: &Sheet) -> Vec<(usize, usize, usize)> {
    let mut starts = vec![0];
    let first = sheet.first_data();
    let mut i = first;
    while i < sheet.lines.len() {
        let line = &sheet.lines[i];
        let is_head = |l: &Line| !l.is_data() && l.pieces.len() >= 2;
        if is_head(line) {
            let from = i;
            let mut lines = 0;
            while i < sheet.lines.len() && !sheet.lines[i].is_data() {
                lines += usize::from(is_head(&sheet.lines[i]));
                i += 1;
            }
            if lines >= 1 && i < sheet.lines.len() {
                starts.push(from);
            }
        } else {
            i += 1;
        }
    }
    let mut found = Vec::new();
    for (k, from) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied().unwrap_or(sheet.lines.len());
        let data = (*from..end).find(|i| sheet.lines[*i].is_data()).unwrap_or(end);
        found.push((*from, data, end));
    }
    // A part whose heads name no role keeps the heads before it.
    found
}

fn groups(around: &Around, sheet: &Sheet, columns: &[Head], from: usize, first: usize) -> Vec<Group> {
    // A change in per cent leads nowhere.
    let percent = |words: &str| words.contains('%') || words.to_lowercase().contains("percent");
    let mut roles: Vec<Option<Role>> =
        columns.iter().map(|c| roles::of(&c.words).filter(|_| !percent(&c.words))).collect();
    let whole = |r: &[Option<Role>]| r.contains(&Some(Role::Reported)) && r.contains(&Some(Role::Restated));
    if !whole(&roles) {
        let words: String = sheet
            .lines
            .iter()
            .take(first)
            .skip(from)
            .map(|l| format!("{} ", around.text.at(l.span)))
            .collect();
        let above: String =
            sheet.above.iter().rev().take(6).rev().map(|s| format!("{} ", around.text.at(*s))).collect();
        let told = [roles::sequence(&words), roles::sequence(&format!("{above} {words}"))];
        let fits = told.into_iter().find(|told| {
            !told.is_empty() && columns.len().is_multiple_of(told.len()) && columns.len() / told.len() <= 6
        });
        if let Some(told) = fits {
            roles = (0..columns.len()).map(|k| Some(told[k % told.len()])).collect();
        }
        if !whole(&roles) {
            return Vec::new();
        }
    }
    let mut found: Vec<Group> = Vec::new();
    let mut current = Group::default();
    let mut lead: Option<Role> = None;
    for (k, role) in roles.iter().enumerate() {
        let Some(role) = *role else { continue };
        let again = match lead {
            None => false,
            Some(Role::Reported) => role == Role::Reported,
            Some(Role::Restated) => role == Role::Restated && current.reported.is_some(),
            Some(Role::Adjustment) => {
                role == Role::Adjustment && current.restated.is_some() && current.reported.is_some()
            }
        };
        if again {
            found.push(std::mem::take(&mut current));
            lead = None;
        }
        lead = lead.or(Some(role));
        match role {
            Role::Reported => current.reported = Some(k),
            Role::Adjustment => current.adjustments.push(k),
            // Of several restatements the last is the final one.
            Role::Restated => current.restated = Some(k),
        }
        current.words.push_str(&columns[k].words);
    }
    found.push(current);
    found.retain(|g| g.reported.is_some() && g.restated.is_some());
    for group in &mut found {
        let head = group.reported.and_then(|k| columns.get(k)).map_or("", |head| head.words.as_str());
        group.items = items_of(&roles::strip(head), "");
    }
    found
}

fn read_part(
    around: &Around,
    sheet: &Sheet,
    columns: &[Head],
    groups: &[Group],
    first: usize,
    end: usize,
    found: &mut Vec<Pair>,
) {
    let day = (first > 0).then(|| heads::common_day(around.text, sheet)).flatten();
    let mut whens: Vec<When> = groups
        .iter()
        .map(|g| {
            if let Some(own) = heads::quarter(&g.words, around.above, around.document) {
                return own;
            }
            let mut own = heads::when(&g.words, day, around.document);
            if own.end.is_none() {
                own.end = around.above.end.filter(|_| groups.len() == 1);
            }
            own.months = own.months.or(around.above.months);
            own
        })
        .collect();
    let mut heading = String::new();
    for i in first..end {
        let line = &sheet.lines[i];
        if !line.is_data() {
            if !line.label.is_empty() && line.pieces.len() < 2 {
                // A period alone on a line ("Year ended March 31, 1998:") holds for the rows below it.
                let own = heads::when(&line.label, None, around.document);
                let dated = dates::marks(&line.label).iter().any(|m| m.date().is_some());
                if dated && groups.len() == 1 && line.label.len() < 70 {
                    whens[0] = When { end: own.end, months: own.months.or(whens[0].months) };
                }
                heading.clone_from(&line.label);
            }
            continue;
        }
        let label = statements::full_label(&sheet.lines, i);
        let places = line.values.iter().map(|v| v.amount.value.scale()).max().unwrap_or(0);
        let assigned = heads::assign(line, columns, sheet.origin);
        let at = |k: usize| assigned.iter().position(|a| *a == Some(k)).map(|v| &line.values[v]);
        let named = items_of(&label, &heading);
        // Where the row names a period, the heads name the items.
        let row = named.is_empty().then(|| period_of_row(around, &label)).flatten();
        for (group, when) in groups.iter().zip(&whens) {
            let (items, when) = match row {
                Some(row) => (group.items.clone(), row),
                None => (named.clone(), *when),
            };
            let (Some(reported), Some(restated)) = (group.reported.and_then(at), group.restated.and_then(at))
            else {
                continue;
            };
            if reported.amount.percent
                || restated.amount.percent
                || reported.amount.dash && restated.amount.dash
            {
                continue;
            }
            let between: Vec<Decimal> = group
                .adjustments
                .iter()
                .filter_map(|k| at(*k))
                .filter(|v| !v.amount.percent)
                .map(|v| v.amount.value)
                .collect();
            let adjusted: Option<Decimal> = (!group.adjustments.is_empty() && sheet.origin != Origin::Cells
                || !between.is_empty())
            .then(|| between.iter().copied().sum());
            for (item, strength) in items {
                found.push(Pair {
                    item,
                    strength,
                    when,
                    reported: reported.amount.value,
                    restated: restated.amount.value,
                    adjusted,
                    places,
                    span: restated.span,
                    label: label.clone(),
                });
            }
        }
    }
}

/// The period that a row's label names and nothing else: "Year ended December 31, 2004".
fn period_of_row(around: &Around, label: &str) -> Option<When> {
    if let Some(own) = heads::quarter(label, around.above, around.document) {
        return Some(own);
    }
    let whole = dates::marks(label).iter().any(|m| m.date().is_some());
    let own = heads::when(label, None, around.document);
    (whole && label.len() < 70).then_some(When { end: own.end, months: own.months.or(around.above.months) })
}
