//! Sheets to candidates: rows whose label names an item, columns whose head gives a period, units applied.

use super::allowance;
use super::candidate::{Candidate, Page, line_is_whole};
use super::columns;
use super::document::Document;
use super::frame::{self, Frame};
use super::labels;
use super::sheet::{Line, Sheet, Value};
use super::title::Kind;
use super::totals;
use crate::ids::LineItem;
use crate::text::Text;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Most candidates that are weighed for one filing.
const MOST: usize = 4_000;

/// All candidates of a filing's statements and summaries.
pub fn candidates(text: &Text, sheets: &[Sheet], document: &Document) -> Vec<Candidate> {
    let mut frames: Vec<Frame> = sheets.iter().map(|sheet| frame::frame(text, sheet, document)).collect();
    frame::inherit(text, sheets, &mut frames);
    let main_scale = frame::main_scale(&frames);
    let mut found = Vec::new();
    for (i, (sheet, frame)) in sheets.iter().zip(&frames).enumerate() {
        if frame.columns.is_empty() || frame.kind == Kind::Equity || found.len() >= MOST {
            continue;
        }
        let own = found.len();
        read_sheet(&Page { sheet, frame, index: i, document, main_scale }, &mut found);
        check_gross(&mut found[own..]);
    }
    totals::totals(sheets, &frames, document, main_scale, &mut found);
    totals::settle_scales(&mut found);
    found
}

fn base_weight(kind: Kind, item: LineItem) -> f64 {
    use LineItem::*;
    match (kind, item) {
        (
            Kind::Income,
            Revenue | NetIncome | GrossProfit | CostOfRevenue | OperatingIncome | EpsBasic | EpsDiluted,
        ) => 10.0,
        (Kind::Balance, Receivables | TotalAssets | Inventories | Allowance | AccruedLiabilities) => 10.0,
        (Kind::CashFlow, OperatingCashFlow) => 10.0,
        (Kind::CashFlow, NetIncome) => 5.0,
        (Kind::Selected, Revenue | NetIncome | TotalAssets) => 6.0,
        (
            Kind::Selected,
            GrossProfit | CostOfRevenue | OperatingIncome | EpsBasic | EpsDiluted | OperatingCashFlow,
        ) => 5.0,
        (Kind::Selected, Inventories) => 3.0,
        (Kind::Segment, Revenue) => 3.0,
        (Kind::Other, Revenue | NetIncome | GrossProfit | OperatingIncome | CostOfRevenue) => 3.0,
        (Kind::Other, TotalAssets) => 2.0,
        _ => 0.0,
    }
}

/// Joins labels that go on over lines; what stands alone on a line before lower-case words belongs to them.
pub fn full_label(lines: &[Line], at: usize) -> String {
    let own = &lines[at].label;
    let mut label = own.clone();
    let mut from = at;
    while from > 0 && at - from < 4 {
        let before = &lines[from - 1];
        if !before.values.is_empty()
            || before.label.is_empty()
            || before.label.ends_with(':')
            || lines[from].ruled
        {
            break;
        }
        let first = label.chars().next();
        let goes_on =
            first.is_none_or(|c| c.is_lowercase() || matches!(c, '(' | '$' | '&') || c.is_ascii_digit());
        let last_word = before.label.rsplit(' ').next().unwrap_or("").to_ascii_lowercase();
        let open = before.label.ends_with([',', '-'])
            || matches!(
                last_word.as_str(),
                "and"
                    | "of"
                    | "or"
                    | "to"
                    | "in"
                    | "for"
                    | "from"
                    | "the"
                    | "on"
                    | "by"
                    | "with"
                    | "before"
                    | "less"
                    | "per"
                    | "net"
                    | "&"
                    | "common"
                    | "a"
                    | "at"
            )
            || before.label.matches('(').count() > before.label.matches(')').count()
            || is_unfinished(&before.label);
        let empty_label = label.is_empty();
        if empty_label || !(goes_on || open) {
            break;
        }
        label = format!("{} {label}", before.label);
        from -= 1;
    }
    // Words after the amounts: "Net income ... 5" then "per share".
    if let Some(next) = lines.get(at + 1)
        && next.values.is_empty()
        && next.label.len() < 60
        && next.indent >= lines[at].indent
        && !lines.get(at + 1).is_some_and(|l| l.ruled)
        && next.label.chars().next().is_some_and(|c| c.is_lowercase() || c == '(')
        && lines
            .get(at + 2)
            .is_none_or(|l| l.values.is_empty() || !l.label.chars().next().is_some_and(char::is_lowercase))
        && !own.is_empty()
    {
        label = format!("{label} {}", next.label);
    }
    label
}

/// A label that names nothing yet: "Total gross" over "profit (loss)".
fn is_unfinished(label: &str) -> bool {
    let words = labels::plain(label);
    [
        "total",
        "gross",
        "total gross",
        "total net",
        "total operating",
        "total cost",
        "net operating",
        "total current",
    ]
    .contains(&words.as_str())
}

struct Section {
    /// Heading over the rows, with its strength as a revenue heading.
    revenue: bool,
    start: usize,
}

fn read_sheet(page: &Page, found: &mut Vec<Candidate>) {
    let Page { sheet, frame, .. } = *page;
    let mut share = false;
    let mut heading = String::new();
    let mut receivable_heading = 0u8;
    let mut receivable_from = 0;
    // Rows of revenue with the heading over them.
    let mut revenues: Vec<(usize, String)> = Vec::new();
    // Items whose parts a total heading adds up.
    let mut parts: Vec<(LineItem, String)> = Vec::new();
    let mut section: Option<Section> = None;
    let mut best: Vec<(LineItem, f64, usize, String)> = Vec::new();
    let mut seen_income = false;
    let mut liabilities = false;
    // Banks print interest receivable; that is no trade receivable.
    let lender = sheet.lines.iter().any(|l| {
        let words = labels::plain(&l.label);
        words == "deposits"
            || [
                "total deposits",
                "savings deposits",
                "demand deposits",
                "time deposits",
                "total loans",
                "net loans",
                "loans, net",
                "loans receivable",
                "loan losses",
            ]
            .iter()
            .any(|w| words.contains(w))
    });
    for (i, line) in sheet.lines.iter().enumerate() {
        let words = labels::plain(&line.label);
        if line.values.is_empty() {
            if words.is_empty() {
                continue;
            }
            share |= words.contains("per share")
                || words.contains("per common")
                || words.contains("per unit")
                || words.contains("common share");
            liabilities |= words.starts_with("liabilities");
            if labels::receivables(&line.label).is_some() {
                receivable_heading = 6;
                receivable_from = i + 1;
            }
            let named = labels::items(line.label.trim_end_matches(':'));
            let revenue = named.iter().any(|(item, s)| *item == LineItem::Revenue && *s >= 2);
            section = (revenue || section.as_ref().is_some_and(|s| s.revenue && !is_cost_heading(&words)))
                .then(|| Section {
                    revenue: true,
                    start: section.as_ref().filter(|_| !revenue).map_or(i + 1, |s| s.start),
                });
            if is_cost_heading(&words) {
                section = None;
            }
            heading.clone_from(&line.label);
            continue;
        }
        if !line.is_data() {
            continue;
        }
        let label = full_label(&sheet.lines, i);
        let plain = labels::plain(&label);
        if plain.contains("per share")
            || plain.contains("per common share")
            || plain.contains("per unit")
            || plain.contains("weighted average")
        {
            share = true;
        }
        if share && matches!(frame.kind, Kind::Income | Kind::Selected | Kind::Other)
            || plain.contains("per ")
        {
            for item in labels::earnings_a_share(&label, &heading) {
                offer(&mut best, item, 1.0, i, label.clone());
            }
        }
        let small = line.values.iter().all(|v| {
            v.amount.dash || v.amount.value.abs() < Decimal::from(100) && v.amount.value.scale() == 2
        });
        if share && small {
            continue;
        }
        // A subtotal without label closes the revenue section.
        if (plain.is_empty() || plain == "total") && frame.kind == Kind::Income && !seen_income {
            if let Some(s) = section.take()
                && i > s.start + 1
                && sums(&sheet.lines[s.start..i], line)
            {
                offer(&mut best, LineItem::Revenue, 1.05, i, format!("{heading} (subtotal)"));
            }
            continue;
        }
        if is_cost_heading(&plain) {
            section = None;
        }
        for (item, strength) in labels::items(&label) {
            if item == LineItem::Revenue && seen_income {
                continue;
            }
            let factor = match (item, strength) {
                (LineItem::Receivables, s) => 0.5 + 0.1 * f64::from(s),
                (_, 4) => 1.1,
                (_, 3) => 1.0,
                (_, 2) => 0.9,
                _ => 0.5,
            };
            if item == LineItem::Receivables && (liabilities || strength < 3 && lender) {
                continue;
            }
            // The total of segments; the wider total below it, where one stands, is the whole.
            let factor = if is_total_of_parts(page, i, &heading) {
                parts.push((item, heading.clone()));
                2.0
            } else if strength >= 3 && parts.iter().any(|(of, under)| *of == item && *under == heading) {
                2.1
            } else {
                factor
            };
            offer(&mut best, item, factor, i, label.clone());
            if item == LineItem::Revenue && strength >= 2 {
                revenues.push((i, heading.clone()));
            }
            seen_income |= item == LineItem::NetIncome && strength >= 2;
        }
        if receivable_heading > 0 && frame.kind == Kind::Balance && labels::receivables(&label).is_none() {
            receivable_heading -= 1;
            let trade = ["trade", "customer"].iter().any(|w| plain.starts_with(w)) || plain.contains("trade");
            if trade && !plain.contains("other receiv") {
                offer(&mut best, LineItem::Receivables, 1.02, i, format!("{heading} {label}"));
            } else if plain.is_empty()
                || plain.starts_with("total") && plain.contains("receivable")
                || plain.starts_with("net")
            {
                let factor = if sums(&sheet.lines[receivable_from..i], line) { 1.05 } else { 0.8 };
                offer(&mut best, LineItem::Receivables, factor, i, format!("{heading} (subtotal)"));
                receivable_heading = 0;
            }
        }
    }
    let divided = are_divisions(&revenues, &best);
    for (item, factor, i, label) in best {
        // A parent's net income is the group's; its other lines are not.
        let aside = if frame.parent && item == LineItem::NetIncome { 0.45 } else { 0.15 };
        let weight = base_weight(frame.kind, item)
            * factor
            * if frame.aside { aside } else { 1.0 }
            * if divided && item == LineItem::Revenue { 0.2 } else { 1.0 }
            * if frame.titled || frame.kind == Kind::Other { 1.0 } else { 0.75 };
        if weight <= 0.0 {
            continue;
        }
        if item == LineItem::Receivables && frame.kind == Kind::Balance {
            emit_allowance(page, i, &label, weight * 0.8, found);
        }
        emit(page, (item, i, label), weight, found);
    }
}

/// Keeps the best row for an item; the first of equals.
fn offer(
    best: &mut Vec<(LineItem, f64, usize, String)>,
    item: LineItem,
    factor: f64,
    line: usize,
    label: String,
) {
    match best.iter_mut().find(|(i, ..)| *i == item) {
        Some(held) if factor > held.1 => *held = (item, factor, line, label),
        Some(_) => {}
        None => best.push((item, factor, line, label)),
    }
}

fn is_cost_heading(words: &str) -> bool {
    words.starts_with("cost")
        || words.contains("expenses")
        || words.starts_with("deductions")
        || words.starts_with("operating costs")
}

/// Whether the rows add up to the subtotal in its last column, within rounding.
fn sums(rows: &[Line], total: &Line) -> bool {
    let width = total.values.len();
    (0..width).any(|k| {
        let mut sum = Decimal::ZERO;
        let mut count = 0;
        for row in rows.iter().filter(|r| r.is_data()) {
            let Some(value) = row.values.get(k).filter(|_| row.values.len() == width) else { return false };
            sum += value.amount.value;
            count += 1;
        }
        count >= 1 && (sum - total.values[k].amount.value).abs() <= Decimal::from(count.max(2))
    })
}

fn emit(page: &Page, row: (LineItem, usize, String), weight: f64, found: &mut Vec<Candidate>) {
    let (item, i, label) = row;
    let line = &page.sheet.lines[i];
    // "17.0 %  18.7  16.8": the sign stands once for the whole row.
    let small = line.values.iter().all(|v| v.amount.value.abs() < Decimal::ONE_HUNDRED);
    if small && line.values.iter().any(|v| v.amount.percent) {
        return;
    }
    let assigned = columns::assign(line, &page.frame.columns, page.sheet.origin);
    for (value, column) in line.values.iter().zip(assigned) {
        found.extend(column.and_then(|c| candidate(page, (item, line, label.as_str()), value, c, weight)));
    }
}

/// What one amount of a row gives in its column.
fn candidate(
    page: &Page,
    (item, line, label): (LineItem, &Line, &str),
    value: &Value,
    column: usize,
    weight: f64,
) -> Option<Candidate> {
    let Page { frame, index, document, main_scale, .. } = *page;
    let column = frame.columns.get(column)?;
    let end = column.end?;
    let lower = column.head.to_lowercase();
    let foreign = ["change", "percent", "%", "pro forma", "average"].iter().any(|w| lower.contains(w));
    if value.amount.percent || foreign {
        return None;
    }
    if value.amount.dash && !(item == LineItem::Revenue && frame.kind != Kind::Other) {
        return None;
    }
    let months = match column.months {
        _ if item.is_instant() => None,
        Some(0) => return None,
        Some(months) => Some(months),
        None => Some(document.months),
    };
    let whole = line_is_whole(line) && frame.scale.is_none();
    let (scale, stated) = match frame.scale {
        Some(scale) => (scale, true),
        None if whole => (Decimal::ONE, true),
        None => (main_scale.unwrap_or(Decimal::ONE), false),
    };
    let share = matches!(item, LineItem::EpsBasic | LineItem::EpsDiluted);
    let scale = if share { Decimal::ONE } else { scale };
    Some(Candidate {
        item,
        end,
        months,
        value: value.amount.value.checked_mul(scale)?,
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
        checked: false,
    })
}

/// The allowance that a label of receivables tells.
fn emit_allowance(page: &Page, i: usize, label: &str, weight: f64, found: &mut Vec<Candidate>) {
    let columns = &page.frame.columns;
    let line = &page.sheet.lines[i];
    let assigned = columns::assign(line, columns, page.sheet.origin);
    for told in allowance::inside(label, columns) {
        let own = assigned.iter().position(|a| *a == Some(told.column)).and_then(|v| line.values.get(v));
        let Some(own) = own.filter(|v| v.amount.value > Decimal::ZERO) else { continue };
        // The amount of the row gives scale and period.
        let row = (LineItem::Allowance, line, label);
        let Some(mut made) = candidate(page, row, own, told.column, weight) else { continue };
        made.scale = match told.scale {
            Some(scale) => scale,
            // More than what it is taken from: the label is in whole units.
            None if told.printed > made.printed => Decimal::ONE,
            None => made.scale,
        };
        made.printed = told.printed;
        made.places = told.printed.scale();
        let Some(value) = told.printed.checked_mul(made.scale) else { continue };
        made.value = value;
        made.span = line.label_span;
        found.push(made);
    }
}

/// Whether a row under the heading "Total" adds up the rows of the same name under the headings before it.
fn is_total_of_parts(page: &Page, at: usize, heading: &str) -> bool {
    if !matches!(page.frame.kind, Kind::Segment | Kind::Other) {
        return false;
    }
    let heading = labels::plain(heading);
    if !matches!(heading.as_str(), "total" | "consolidated" | "total company" | "totals") {
        return false;
    }
    let lines = &page.sheet.lines;
    let plain = labels::plain(&lines[at].label);
    let parts: Vec<Line> =
        lines[..at].iter().filter(|l| l.is_data() && labels::plain(&l.label) == plain).cloned().collect();
    parts.len() >= 2 && sums(&parts, &lines[at])
}

/// Whether an income statement gives revenue for parts of the business only, each under its own heading
/// ("Homebuilding:", "Financial services:").
fn are_divisions(revenues: &[(usize, String)], best: &[(LineItem, f64, usize, String)]) -> bool {
    let Some((_, _, row, _)) = best.iter().find(|(item, ..)| *item == LineItem::Revenue) else {
        return false;
    };
    let is_division = |heading: &str| {
        let words = labels::plain(heading);
        heading.ends_with(':')
            && !["revenue", "sales", "income", "total", "operations", "earnings"]
                .iter()
                .any(|w| words.contains(w))
    };
    let Some((_, own)) = revenues.iter().find(|(i, _)| i == row) else { return false };
    is_division(own) && revenues.iter().any(|(i, other)| i > row && other != own && is_division(other))
}

/// Revenue less cost is gross profit: agreement raises, disagreement of all three lowers.
fn check_gross(found: &mut [Candidate]) {
    let ends: Vec<(Date, Option<u32>)> = found.iter().map(|c| (c.end, c.months)).collect();
    for key in ends {
        let of = |item: LineItem, all: &[Candidate]| {
            all.iter().position(|c| c.item == item && (c.end, c.months) == key)
        };
        let Some(gross) = of(LineItem::GrossProfit, found) else { continue };
        let (Some(revenue), Some(cost)) = (of(LineItem::Revenue, found), of(LineItem::CostOfRevenue, found))
        else {
            continue;
        };
        if found[gross].checked {
            continue;
        }
        let off = (found[revenue].printed - found[cost].printed.abs() - found[gross].printed).abs();
        if off <= Decimal::from(2) {
            for i in [gross, revenue, cost] {
                found[i].checked = true;
                found[i].weight *= 1.2;
            }
        }
    }
}
