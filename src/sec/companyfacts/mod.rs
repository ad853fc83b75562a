//! companyfacts: the XBRL facts of one filer, original and restated values aligned by exact period and accession.
//!
//! Source: `https://data.sec.gov/api/xbrl/companyfacts/CIK##########.json`. The key of a value is (tag, unit,
//! start, end) and the accession that reported it; `fy`, `fp` and `frame` describe the filing and the API and are
//! never part of a key (edgar.md 3).

mod align;
mod bulk;
mod parse;
mod series;
pub mod tags;
mod traps;

pub use align::{AlignedItem, Query};
pub use bulk::{BulkError, member};
pub use series::Point;
pub use traps::{Cause, Traps};

use crate::ids::LineItem;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// The facts of one filer.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The filer's key; given as a number or as text.
    pub cik: Option<u64>,
    /// The name, as given.
    pub entity_name: String,
    /// The values, in file order.
    pub facts: Vec<Fact>,
    /// What was wrong in the file: `unreadable-value`, `unreadable-date`, `unreadable-accession`, `duplicate-key`.
    pub flags: Vec<&'static str>,
    /// Texts that many facts share: tags, units, accessions, forms.
    names: Vec<String>,
}

/// An index into the shared texts of one [`Facts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// One reported value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// `us-gaap`, `ifrs-full`...
    pub taxonomy: Name,
    /// The tag's local name.
    pub tag: Name,
    /// `USD`, `USD/shares`, `CAD`...
    pub unit: Name,
    /// First day; None for a balance.
    pub start: Option<Date>,
    /// Last day, or the day of the balance.
    pub end: Date,
    /// In units. None where the file gives null or no number: that is not zero.
    pub value: Option<Decimal>,
    /// The accession that reported it, dashed.
    pub accession: Name,
    /// The form of that filing.
    pub form: Name,
    /// The day on which it was filed.
    pub filed: Option<Date>,
}

/// Why a file is no companyfacts file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a companyfacts file: {message} (line {line}, column {column})")]
pub struct FactsError {
    /// What the JSON reader met.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// Reads the values of the wanted tags ([`tags`]); everything else is stepped over.
pub fn read(json: &str) -> Result<Facts, FactsError> {
    parse::read(json, false)
}

/// Reads the values of every tag of every taxonomy.
pub fn read_all(json: &str) -> Result<Facts, FactsError> {
    parse::read(json, true)
}

impl Facts {
    /// A shared text.
    pub fn name(&self, name: Name) -> &str {
        self.names.get(name.0 as usize).map_or("", String::as_str)
    }

    /// The items that a fact gives, with its rank in each item's chain of tags.
    pub fn items_of(&self, fact: &Fact) -> Vec<(LineItem, u8)> {
        tags::items_of(self.name(fact.taxonomy), self.name(fact.tag))
    }

    /// Notes a fault of the file once.
    fn flag(&mut self, flag: &'static str) {
        if !self.flags.contains(&flag) {
            self.flags.push(flag);
        }
    }
}

impl Fact {
    /// Length in days, both ends counted; None for a balance.
    pub fn days(&self) -> Option<i64> {
        let start = self.start?;
        Some(start.until(self.end).map_or(0, |span| i64::from(span.get_days())) + 1)
    }

    /// Whether the length is about so many months: 52- and 53-week years and 14-week quarters fit.
    pub fn is_months(&self, months: u32) -> bool {
        let Some(days) = self.days() else { return false };
        let about = f64::from(months) * 30.4375;
        (days as f64 - about).abs() <= 10.0
    }
}

#[cfg(test)]
mod tests;
