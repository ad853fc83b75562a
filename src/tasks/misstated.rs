//! Which line items a restatement changed: the order in which texts are looked for.

use super::Figure;
use super::figures::changed;
use super::material::{FaultyPeriod, ReleaseRead, Span};
use crate::filing::reading::FigureRead;
use crate::ids::LineItem;
use crate::release::category::Category;
use std::collections::BTreeSet;

/// What is known of the items of an affected period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Misstated {
    /// Items that were misstated or are likely to be, the most changed first.
    pub order: Vec<LineItem>,
    /// Of these, how many are known from figures.
    pub known: usize,
    /// Items that the restatement left unchanged.
    pub unaffected: BTreeSet<LineItem>,
}

impl Misstated {
    /// Reads figures first, then what the restating text and the release name, then what most cases concern.
    pub fn of(fault: &FaultyPeriod, releases: &[ReleaseRead], figures: &[Figure]) -> Misstated {
        let mut moved: Vec<(LineItem, f64)> = Vec::new();
        let mut unaffected = BTreeSet::new();
        for figure in figures {
            match changed(figure) {
                Some(true) => moved.push((figure.item, weight(figure))),
                Some(false) => {
                    unaffected.insert(figure.item);
                }
                None => {}
            }
        }
        moved.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut order: Vec<LineItem> = moved.into_iter().map(|(item, _)| item).collect();
        let known = order.len();
        let named_by_release = releases.iter().flat_map(|release| {
            release
                .summary
                .amounts
                .iter()
                .filter(|money| money.value.direction.is_some())
                .filter_map(|money| money.value.measure.as_deref().and_then(|name| name.parse().ok()))
        });
        let named_by_filing = fault.restating_read.iter().flat_map(|filed| {
            filed
                .reading
                .restating
                .iter()
                .filter(|restating| restating.kind == "explanatory-note")
                .flat_map(|restating| restating.items.iter().copied())
        });
        let usual =
            [LineItem::Revenue, LineItem::NetIncome, LineItem::OperatingIncome, LineItem::GrossProfit];
        for item in named_by_release.chain(named_by_filing).chain(by_category(releases)).chain(usual) {
            if !order.contains(&item) && !unaffected.contains(&item) {
                order.push(item);
            }
        }
        Misstated { order, known, unaffected }
    }

    /// The place of an item in the order, from 0; per-share results stand with net income.
    pub fn rank(&self, item: LineItem) -> Option<usize> {
        self.order.iter().position(|known| *known == item)
    }

    /// Whether nothing that a text speaks of was misstated, as far as figures tell.
    pub fn leaves(&self, items: &[LineItem]) -> bool {
        !items.is_empty() && items.iter().all(|item| self.unaffected.contains(item))
    }
}

/// Amounts weigh by size: the item at fault moves by more than what follows from it after tax. Per-share
/// values come last.
fn weight(figure: &Figure) -> f64 {
    let by = (figure.reported.unwrap_or(0.0) - figure.restated.unwrap_or(0.0)).abs();
    if figure.unit.contains("/shares") { by.min(1.0) * 1e-6 } else { by }
}

fn by_category(releases: &[ReleaseRead]) -> Vec<LineItem> {
    match releases.first().map(|release| release.summary.category) {
        Some(Category::RevenueTiming) => vec![LineItem::Revenue, LineItem::Receivables],
        Some(Category::ExpenseDeferral) => vec![LineItem::OperatingIncome, LineItem::NetIncome],
        Some(Category::AccountingEstimate | Category::EarningsSmoothing) => {
            vec![LineItem::NetIncome, LineItem::OperatingIncome, LineItem::AccruedLiabilities]
        }
        _ => Vec::new(),
    }
}

/// Whether a text speaks of a period: 2 the latest year that it names is the period's, 1 it names none, 0 its
/// latest year is another. "1999 from 1998" speaks of 1999.
pub fn speaks_of(text: &str, span: &Span) -> u8 {
    match years(text).into_iter().max() {
        None => 1,
        Some(latest) if span.years(text).contains(&latest) => 2,
        Some(_) => 0,
    }
}

/// The same, told by the amounts where the text gives one that the filing's statements hold: 3 the period's own
/// value of an item, 0 only the value of an earlier period.
pub fn is_of(text: &str, items: &[LineItem], span: &Span, figures: &[FigureRead]) -> u8 {
    let gives = |own: bool| {
        figures.iter().filter(|figure| items.contains(&figure.item)).any(|figure| {
            let value = figure.restated.or(figure.reported);
            span.covers(figure.period_start, figure.period_end, figure.item.is_instant()) == own
                && value.is_some_and(|value| says_amount(text, value))
        })
    };
    match (gives(true), speaks_of(text, span)) {
        (true, 0) => 0,
        (true, _) => 3,
        (false, _) if gives(false) => 0,
        (false, spoken) => spoken,
    }
}

/// Whether a text gives an amount, in millions as management writes it or in full.
fn says_amount(text: &str, value: f64) -> bool {
    let size = value.abs();
    if size < 1_000.0 {
        return false;
    }
    let millions = size / 1e6;
    [format!("{millions:.1} million"), format!("{millions:.2} million"), format!("{millions:.3} million")]
        .iter()
        .any(|amount| whole(text, amount))
        || whole(text, super::say::amount(size, "USD").trim_start_matches('$'))
}

/// Whether an amount stands in a text and is no end of a longer number.
fn whole(text: &str, amount: &str) -> bool {
    let text = super::evidence::folded(text);
    text.match_indices(amount).any(|(at, _)| {
        !text
            .get(..at)
            .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit() || c == ',' || c == '.'))
    })
}

/// Years from 1980 to 2039 that stand as words of a text.
fn years(text: &str) -> Vec<i16> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| word.len() == 4)
        .filter_map(|word| word.parse().ok())
        .filter(|year| (1980..2040).contains(year))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_text_of_the_period_names_its_year() {
        let span = Span {
            label: "FY1998".to_owned(),
            start: Some(date(1998, 2, 1)),
            end: Some(date(1999, 1, 31)),
            quarter: false,
        };
        assert_eq!(speaks_of("In fiscal 1998, net sales rose.", &span), 2);
        assert_eq!(speaks_of("Net sales rose in 1997 from 1996.", &span), 0);
        assert_eq!(speaks_of("Net sales rose in fiscal 1999 from fiscal 1998.", &span), 0);
        assert_eq!(speaks_of("Receivables rose by January 1999.", &span), 2);
        assert_eq!(speaks_of("Net sales rose.", &span), 1);
    }
}
