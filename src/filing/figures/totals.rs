//! Totals without labels and scales without words: what other amounts of the filing tell of them.

use super::candidate::{Candidate, Page, line_is_whole};
use super::columns;
use super::document::Document;
use super::frame::Frame;
use super::labels;
use super::sheet::{Line, Sheet};
use super::title::Kind;
use crate::ids::LineItem;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// The unlabelled total of a balance sheet: the amount that both sides end with.
pub fn totals(
    sheets: &[Sheet],
    frames: &[Frame],
    document: &Document,
    main_scale: Option<Decimal>,
    found: &mut Vec<Candidate>,
) {
    for (i, (sheet, frame)) in sheets.iter().zip(frames).enumerate() {
        if frame.kind != Kind::Balance || frame.columns.is_empty() {
            continue;
        }
        let is_total = |label: &str| {
            label.is_empty()
                || matches!(label, "total" | "totals" | "total assets")
                || label.contains("liabilities and")
                || label.contains("liabilities, ")
                || label.contains("equity and liabilities")
                || label.contains("capitalization and liabilities")
        };
        let mut rows: Vec<(&Line, bool, usize)> = Vec::new();
        for (k, line) in sheet.lines.iter().enumerate().filter(|(_, l)| l.is_data()) {
            let label = labels::plain(&line.label);
            if is_total(&label) {
                rows.push((line, label.contains("liabilities"), k));
            }
        }
        let next = sheets.get(i + 1).filter(|_| {
            frames
                .get(i + 1)
                .is_some_and(|f| f.kind == Kind::Balance && f.columns.len() == frame.columns.len())
        });
        let later: Vec<&Line> = next.map_or(Vec::new(), |s| {
            s.lines.iter().filter(|l| l.is_data() && is_total(&labels::plain(&l.label))).collect()
        });
        for (line, sides, k) in &rows {
            let above = sheet.lines.iter().take(*k).flat_map(|l| &l.values);
            let largest = above.map(|v| v.amount.value.abs()).max().unwrap_or_default();
            let Some(last) = line.values.iter().map(|v| v.amount.value).max() else { continue };
            if last < largest {
                continue;
            }
            let twin = rows.iter().any(|(other, _, j)| j != k && same(line, other))
                || later.iter().any(|other| same(line, other));
            let weight = match (twin, sides) {
                (true, _) => 9.0,
                (false, true) => 7.0,
                (false, false) => continue,
            };
            let label = if line.label.is_empty() {
                "total of the balance sheet".to_owned()
            } else {
                line.label.clone()
            };
            let weight = if frame.aside { weight * 0.15 } else { weight };
            emit_total(&Page { sheet, frame, index: i, document, main_scale }, line, &label, weight, found);
            break;
        }
    }
}

fn same(a: &Line, b: &Line) -> bool {
    a.values.len() == b.values.len()
        && a.values.iter().zip(&b.values).all(|(x, y)| x.amount.value == y.amount.value)
}

fn emit_total(page: &Page, line: &Line, label: &str, weight: f64, found: &mut Vec<Candidate>) {
    let Page { sheet, frame, index, main_scale, .. } = *page;
    for (value, column) in line.values.iter().zip(columns::assign(line, &frame.columns, sheet.origin)) {
        let Some(end) = column.and_then(|c| frame.columns.get(c)).and_then(|c| c.end) else { continue };
        let (scale, stated) = match frame.scale {
            Some(scale) => (scale, true),
            None if line_is_whole(line) => (Decimal::ONE, true),
            None => (main_scale.unwrap_or(Decimal::ONE), false),
        };
        let Some(in_units) = value.amount.value.checked_mul(scale) else { continue };
        found.push(Candidate {
            item: LineItem::TotalAssets,
            end,
            months: None,
            value: in_units,
            printed: value.amount.value,
            places: value.amount.value.scale(),
            scale,
            stated,
            currency: frame.currency.unwrap_or("USD"),
            weight,
            kind: frame.kind,
            sheet: index,
            label: label.to_owned(),
            span: value.span,
            checked: true,
        });
    }
}

/// Sheets that state no scale take the one under which their amounts agree with sheets that do.
pub fn settle_scales(found: &mut [Candidate]) {
    let stated: Vec<(LineItem, Date, Option<u32>, Decimal, Decimal)> = found
        .iter()
        .filter(|c| c.stated && c.weight > 2.0)
        .map(|c| (c.item, c.end, c.months, c.printed, c.scale))
        .collect();
    let mut votes: Vec<(usize, Decimal, u32)> = Vec::new();
    for c in
        found.iter().filter(|c| !c.stated && !matches!(c.item, LineItem::EpsBasic | LineItem::EpsDiluted))
    {
        for (item, end, months, printed, scale) in &stated {
            if (*item, *end, *months) != (c.item, c.end, c.months) || printed.is_zero() {
                continue;
            }
            let ours = [Decimal::ONE, Decimal::from(1_000), Decimal::from(1_000_000)].into_iter().find(|s| {
                let theirs = printed.checked_mul(*scale).unwrap_or_default();
                let mine = c.printed.checked_mul(*s).unwrap_or_default();
                let unit = (*s).max(*scale);
                (theirs - mine).abs() <= unit
            });
            if let Some(ours) = ours {
                match votes.iter_mut().find(|(s, v, _)| *s == c.sheet && *v == ours) {
                    Some(vote) => vote.2 += 1,
                    None => votes.push((c.sheet, ours, 1)),
                }
            }
        }
    }
    // Main statements that agree with none follow those that do.
    let is_main = |sheet: usize| {
        found
            .iter()
            .any(|c| c.sheet == sheet && matches!(c.kind, Kind::Income | Kind::Balance | Kind::CashFlow))
    };
    let main_votes: Vec<(usize, Decimal, u32)> = votes.iter().filter(|v| is_main(v.0)).copied().collect();
    for c in
        found.iter_mut().filter(|c| !c.stated && !matches!(c.item, LineItem::EpsBasic | LineItem::EpsDiluted))
    {
        let main = matches!(c.kind, Kind::Income | Kind::Balance | Kind::CashFlow);
        let own = votes.iter().filter(|v| v.0 == c.sheet).max_by_key(|v| v.2);
        let best = own.or_else(|| main_votes.iter().filter(|_| main).max_by_key(|v| v.2));
        if let Some((_, scale, _)) = best
            && let Some(value) = c.printed.checked_mul(*scale)
        {
            c.scale = *scale;
            c.value = value;
        }
    }
}
