//! Which line items a restatement changed: the order in which texts are looked for.

use super::figures::changed;
use super::material::{FaultyPeriod, ReleaseRead, Span};
use super::{Figure, leak};
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

/// Whether a text speaks of a period: 2 it names its year, 1 it names none, 0 only other years.
pub fn speaks_of(text: &str, span: &Span) -> u8 {
    let years = years(text);
    let own = span.years();
    if years.iter().any(|year| own.contains(year)) {
        2
    } else if years.is_empty() {
        1
    } else {
        0
    }
}

/// Whether an input may be asked about: it gives nothing away and is no debris.
pub fn is_fit(text: &str) -> bool {
    leak::reveals(text).is_none() && !is_debris(text)
}

/// Runs of dots, page numbers at line ends or pointers: what a table of contents leaves in a text (R34).
pub fn is_debris(text: &str) -> bool {
    let folded = super::evidence::folded(text);
    let lower = folded.to_lowercase();
    lower.contains(". . .")
        || lower.contains("....")
        || lower.contains("table of contents")
        || lower.contains("incorporated herein by reference")
        || lower.contains("incorporated by reference")
        || (lower.starts_with("see ") && folded.split_whitespace().count() < 25)
        || !folded.ends_with(['.', '!', '?', '"', '\u{201d}', ')'])
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
        assert_eq!(speaks_of("Net sales rose 3% to $1999 thousand.", &span), 2);
        assert_eq!(speaks_of("Net sales rose.", &span), 1);
    }

    #[test]
    fn lines_of_a_contents_page_are_debris() {
        for text in [
            "Item 7. Management's Discussion . . . . . 23",
            "Results of Operations ........ 14.",
            "See Note 3 to the consolidated financial statements.",
            "Overview of the business",
        ] {
            assert!(is_debris(text), "{text}");
        }
        assert!(!is_debris("Net sales rose 3% because of demand."));
    }
}
