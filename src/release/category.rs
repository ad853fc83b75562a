//! The dominant category by weighed signals, secondary ones, and a confidence computed from the evidence.

use super::parties::{Party, Role};
use super::segments::SegmentKind;
use super::signals::{Family, Signal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a release is about, in the paper's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Category {
    /// Improper timing or recognition of revenue.
    RevenueTiming,
    /// Estimates and judgments bent.
    AccountingEstimate,
    /// Income or expense moved between periods to look steady.
    EarningsSmoothing,
    /// Expenses, losses, liabilities delayed or left out.
    ExpenseDeferral,
    /// Misleading disclosure.
    NarrativeDistortion,
    /// Substantive, outside the five.
    Other,
    /// No new misconduct is described.
    None,
}

impl Category {
    /// Whether it is one of the paper's five.
    pub fn is_one_of_five(self) -> bool {
        !matches!(self, Category::Other | Category::None)
    }
}

fn category_of(family: Family) -> Category {
    match family {
        Family::RevenueTiming => Category::RevenueTiming,
        Family::AccountingEstimate => Category::AccountingEstimate,
        Family::EarningsSmoothing => Category::EarningsSmoothing,
        Family::ExpenseDeferral => Category::ExpenseDeferral,
        Family::NarrativeDistortion => Category::NarrativeDistortion,
        _ => Category::Other,
    }
}

/// Weighed sums by family.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    sums: BTreeMap<Family, f32>,
    /// Different signals that hit, by family.
    kinds: BTreeMap<Family, usize>,
}

/// A signal counts at most this often.
const CAP: f32 = 2.0;
/// What the family named first in the narrative gains: releases open with the main charge.
const FIRST: f32 = 2.0;

impl Weights {
    /// Sums the signals.
    pub fn of(signals: &[Signal], headline_end: usize) -> Weights {
        let mut by_id: BTreeMap<&str, (Family, f32, f32)> = BTreeMap::new();
        let mut first: Option<Family> = None;
        for signal in signals {
            let entry = by_id.entry(&signal.id).or_insert((signal.family, signal.weight, 0.0));
            entry.2 += signal.place;
            let narrative = signal.place >= 1.0 || signal.span.start < headline_end;
            if first.is_none() && narrative && signal.weight >= 2.5 && Family::FIVE.contains(&signal.family) {
                first = Some(signal.family);
            }
        }
        let mut weights = Weights::default();
        for (family, weight, count) in by_id.values() {
            *weights.sums.entry(*family).or_default() += weight * count.min(CAP);
            *weights.kinds.entry(*family).or_default() += 1;
        }
        if let Some(family) = first {
            *weights.sums.entry(family).or_default() += FIRST;
        }
        weights
    }

    /// The weighed sum of one family.
    pub fn get(&self, family: Family) -> f32 {
        self.sums.get(&family).copied().unwrap_or(0.0)
    }

    /// The five families, heaviest first; ties in the paper's order.
    fn ranked(&self) -> Vec<(Family, f32)> {
        let mut ranked: Vec<_> = Family::FIVE.iter().map(|f| (*f, self.get(*f))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The heaviest of the five.
    pub fn top(&self) -> f32 {
        self.ranked().first().map_or(0.0, |r| r.1)
    }
}

/// The verdict on one release.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The dominant category.
    pub category: Category,
    /// Others of the five with weight of their own, heaviest first.
    pub secondary: Vec<Category>,
    /// 0 to 1: how far the evidence carries the dominant one.
    pub confidence: f32,
}

/// Decides. `substantive` false gives `NONE`.
pub fn decide(weights: &Weights, parties: &[Party], substantive: bool, outside: bool) -> Verdict {
    let ranked = weights.ranked();
    let (family, top) = ranked.first().copied().unwrap_or((Family::RevenueTiming, 0.0));
    if !substantive {
        return Verdict {
            category: Category::None,
            secondary: Vec::new(),
            confidence: confidence(weights, family, top, 0.0),
        };
    }
    let others = |floor: f32, skip: usize| {
        ranked.iter().skip(skip).filter(|r| r.1 >= floor).map(|r| category_of(r.0)).collect::<Vec<_>>()
    };
    let auditors_only = !parties.is_empty()
        && parties.iter().all(|p| matches!(p.role, Role::AuditorFirm | Role::AuditorPerson));
    let fcpa = weights.get(Family::Fcpa);
    let is_other = outside
        || (fcpa >= 5.0 && fcpa > 0.8 * top)
        || (weights.get(Family::InsiderTrading) >= 6.0 && top < 4.0)
        || (weights.get(Family::Offering) >= 4.0 && top < 3.5)
        || (weights.get(Family::Theft) >= 3.0 && top < 4.0)
        || (weights.get(Family::Audit) >= 7.0 && auditors_only);
    if is_other {
        return Verdict { category: Category::Other, secondary: others(2.0, 0), confidence: 0.5 };
    }
    if top < 2.5 {
        // Nothing says what was done: no category can be told from this text.
        let said = top > 0.0
            || [
                Family::Misstatement,
                Family::Audit,
                Family::Theft,
                Family::Offering,
                Family::InsiderTrading,
                Family::Fcpa,
            ]
            .iter()
            .any(|family| weights.get(*family) > 0.0);
        return Verdict {
            category: if said { Category::Other } else { Category::None },
            secondary: others(1.0, 0),
            confidence: 0.3,
        };
    }
    let second = ranked.get(1).map_or(0.0, |r| r.1);
    Verdict {
        category: category_of(family),
        secondary: others((0.4 * top).max(2.5), 1),
        confidence: confidence(weights, family, top, second),
    }
}

/// Margin over the second, amount of evidence and its variety; never the model's own word.
fn confidence(weights: &Weights, family: Family, top: f32, second: f32) -> f32 {
    if top <= 0.0 {
        return 0.0;
    }
    let margin = (top - second) / top;
    let amount = (top / 12.0).min(1.0);
    let variety = (weights.kinds.get(&family).copied().unwrap_or(0) as f32 / 3.0).min(1.0);
    let raw = 0.45 + 0.25 * margin + 0.2 * amount + 0.1 * variety;
    (raw.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

/// Segments whose sentences may describe the mechanism.
pub fn is_narrative(kind: SegmentKind) -> bool {
    matches!(
        kind,
        SegmentKind::Summary | SegmentKind::Facts | SegmentKind::Respondents | SegmentKind::Violations
    )
}

#[cfg(test)]
mod tests {
    use super::super::segments::Segment;
    use super::super::signals::{self, Keywords};
    use super::*;
    use crate::span::Span;

    fn verdict(text: &str) -> Verdict {
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        let signals = signals::find(text, &segments, Keywords::embedded());
        decide(&Weights::of(&signals, 0), &[], true, false)
    }

    #[test]
    fn each_family_is_told() {
        use Category::{
            AccountingEstimate, EarningsSmoothing, ExpenseDeferral, NarrativeDistortion, RevenueTiming,
        };
        for (text, want) in [
            ("Northvale prematurely recognized revenue on shipments and used side letters.", RevenueTiming),
            (
                "Northvale understated its allowance for doubtful accounts and its loan loss reserves.",
                AccountingEstimate,
            ),
            (
                "Northvale kept cookie jar reserves and released excess reserves to smooth its earnings.",
                EarningsSmoothing,
            ),
            (
                "Northvale improperly capitalized operating expenses and failed to record liabilities.",
                ExpenseDeferral,
            ),
            (
                "Northvale issued false press releases and failed to disclose related party loans.",
                NarrativeDistortion,
            ),
        ] {
            assert_eq!(verdict(text).category, want, "{text}");
        }
    }

    /// The paper's boundary: made-up units of an operating measure are narrative, though called sales.
    #[test]
    fn an_inflated_operating_measure_is_narrative() {
        let text = "The paper reported inflated circulation figures. It inflated its paid circulation in reports and failed to disclose that copies were discarded. Circulation was falsified through fictitious newspaper sales.";
        assert_eq!(verdict(text).category, Category::NarrativeDistortion);
    }

    /// Books and records are no booking of sales; income that was made up or recognised too early is revenue; what
    /// an unmet category leaves is other, not nothing.
    #[test]
    fn nouns_are_no_verbs() {
        let targets =
            "Roe made improper adjustments to the books and records so that the unit met its sales targets.";
        assert_ne!(verdict(targets).category, Category::RevenueTiming);
        assert_eq!(verdict("Roe entered fictitious trading gains.").category, Category::RevenueTiming);
        let award = "Northvale improperly recognized a default judgment and interest as assets and income.";
        assert_eq!(verdict(award).category, Category::RevenueTiming);
        assert_eq!(verdict("Roe forged an audit opinion of an audit firm.").category, Category::Other);
    }

    #[test]
    fn nothing_said_is_no_category() {
        assert_eq!(verdict("The court set a date.").category, Category::None);
    }
}
