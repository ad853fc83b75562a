//! Why values of one period differ between filings: most are no restatements (edgar.md 3, point 6).

use super::align::{is_drift, is_split};
use super::{Fact, Facts, Name};
use jiff::civil::Date;
use std::collections::HashMap;

/// Why the values of one period differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A whole factor between amounts a share or counts of shares.
    Split,
    /// One value is the other at a coarser rounding.
    Rounding,
    /// An amendment gave the other value.
    Amended,
    /// A later report gave the other value as a comparative: a reclassification or a quiet revision.
    Comparative,
}

/// Counts of periods (tag, unit, start, end).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traps {
    /// All periods.
    pub periods: usize,
    /// Periods that more than one value was filed for, equal or not.
    pub repeated: usize,
    /// Periods whose values differ.
    pub differing: usize,
    /// Of these: splits.
    pub split: usize,
    /// Of these: rounding.
    pub rounding: usize,
    /// Of these: changed by an amendment.
    pub amended: usize,
    /// Of these: changed by a later report.
    pub comparative: usize,
}

type Period = (Name, Name, Name, Option<Date>, Date);

impl Facts {
    /// Counts the periods whose values differ, by cause.
    pub fn traps(&self) -> Traps {
        let mut periods: HashMap<Period, Vec<&Fact>> = HashMap::new();
        for fact in &self.facts {
            let key = (fact.taxonomy, fact.tag, fact.unit, fact.start, fact.end);
            periods.entry(key).or_default().push(fact);
        }
        let mut counts = Traps { periods: periods.len(), ..Traps::default() };
        for facts in periods.into_values() {
            counts.repeated += usize::from(facts.len() > 1);
            match self.cause(facts) {
                None => continue,
                Some(Cause::Split) => counts.split += 1,
                Some(Cause::Rounding) => counts.rounding += 1,
                Some(Cause::Amended) => counts.amended += 1,
                Some(Cause::Comparative) => counts.comparative += 1,
            }
            counts.differing += 1;
        }
        counts
    }

    /// Why the first and the last filed value differ; None where all are equal.
    fn cause(&self, mut facts: Vec<&Fact>) -> Option<Cause> {
        facts.sort_by_key(|f| (f.filed, f.accession));
        let first = *facts.first()?;
        let changed = facts.iter().find(|f| f.value != first.value)?;
        let (Some(a), Some(b)) = (first.value, changed.value) else { return Some(Cause::Comparative) };
        let unit = self.name(first.unit);
        if unit.ends_with("shares") && is_split(a, b) {
            return Some(Cause::Split);
        }
        if is_drift(a, b) {
            return Some(Cause::Rounding);
        }
        Some(if self.name(changed.form).ends_with("/A") { Cause::Amended } else { Cause::Comparative })
    }
}
