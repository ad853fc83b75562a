//! Fixed sentences over figures and facts of the record: the computed parts of explanations.

use super::Figure;
use super::material::Span;
use crate::ids::LineItem;

/// A line item at the head of a sentence.
pub fn item(item: LineItem) -> &'static str {
    match item {
        LineItem::Revenue => "Revenue",
        LineItem::Receivables => "Receivables",
        LineItem::NetIncome => "Net income",
        LineItem::GrossProfit => "Gross profit",
        LineItem::OperatingIncome => "Operating income",
        LineItem::CostOfRevenue => "Cost of revenue",
        LineItem::TotalAssets => "Total assets",
        LineItem::Inventories => "Inventories",
        LineItem::Allowance => "The allowance for doubtful accounts",
        LineItem::AccruedLiabilities => "Accrued liabilities",
        LineItem::EpsBasic => "Basic earnings per share",
        LineItem::EpsDiluted => "Diluted earnings per share",
        LineItem::OperatingCashFlow => "Operating cash flow",
    }
}

/// An amount with its unit: `$21,945,000`, `$1.24`, `EUR 4,000`.
pub fn amount(value: f64, unit: &str) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    let size = value.abs();
    let digits = if unit.contains("/shares") { format!("{size:.2}") } else { format!("{size:.0}") };
    let (whole, rest) = digits
        .split_once('.')
        .map_or((digits.as_str(), String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match unit {
        "USD" | "USD/shares" => format!("{sign}${grouped}{rest}"),
        _ => format!("{sign}{} {grouped}{rest}", unit.trim_end_matches("/shares")),
    }
}

/// When a figure is of: `for the year ended 2001-12-31`, `at 2001-12-31`.
fn when(figure: &Figure, span: &Span) -> String {
    match (figure.item.is_instant(), span.quarter) {
        (true, _) => format!("at {}", figure.period_end),
        (false, true) => format!("for the quarter ended {}", figure.period_end),
        (false, false) => format!("for the year ended {}", figure.period_end),
    }
}

/// What was reported and what it was restated to; none unless both are known and differ.
pub fn change(figure: &Figure, span: &Span) -> Option<String> {
    let (reported, restated) = (figure.reported?, figure.restated?);
    if super::figures::changed(figure) != Some(true) {
        return None;
    }
    let by = restated - reported;
    let share =
        if reported == 0.0 { String::new() } else { format!(" ({:+.1} %)", by / reported.abs() * 100.0) };
    Some(format!(
        "{} {} was reported as {} and restated to {}, a change of {}{share}.",
        item(figure.item),
        when(figure, span),
        amount(reported, &figure.unit),
        amount(restated, &figure.unit),
        amount(by, &figure.unit),
    ))
}

/// What was reported of a period that nobody restated.
pub fn stands(figure: &Figure, span: &Span) -> Option<String> {
    Some(format!(
        "{} {} was reported as {}.",
        item(figure.item),
        when(figure, span),
        amount(figure.reported?, &figure.unit),
    ))
}

/// What was reported and not changed; none where it was, or a side is unknown.
pub fn unchanged(figure: &Figure, span: &Span) -> Option<String> {
    if super::figures::changed(figure) != Some(false) {
        return None;
    }
    Some(format!(
        "{} {} was reported as {} and the restatement left it unchanged.",
        item(figure.item),
        when(figure, span),
        amount(figure.reported?, &figure.unit),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_signed() {
        assert_eq!(amount(21_945_000.0, "USD"), "$21,945,000");
        assert_eq!(amount(-0.126, "USD/shares"), "-$0.13");
        assert_eq!(amount(999.0, "EUR"), "EUR 999");
        assert_eq!(amount(1_000.4, "USD"), "$1,000");
    }
}
