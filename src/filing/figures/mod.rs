//! Figures of a filing: inline XBRL, EX-27 schedules, statement tables and restatement tables, one value an item
//! and period, each with its source (requirements R2, R26, R27).

mod allowance;
mod candidate;
mod cells;
mod choose;
mod columns;
mod dates;
mod document;
mod frame;
mod grid;
mod ixbrl;
mod labels;
mod lines;
mod merge;
mod number;
mod restate;
mod segment;
mod sheet;
mod statements;
mod title;
mod totals;
mod units;

use crate::ids::{Form, LineItem};
use crate::span::Span;
use crate::text::Text;
use jiff::civil::Date;
use regex::Regex;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// Where a figure was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureSource {
    /// An inline XBRL fact.
    Xbrl,
    /// A table that gives reported and restated values side by side.
    RestatementTable,
    /// A statement, or a summary of statements.
    StatementTable,
    /// A financial data schedule of before 2001.
    Ex27,
}

/// One number of a filing, with its restated value where the filing gives both.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Which line.
    pub item: LineItem,
    /// First day; None for balances and where the length is not known.
    pub period_start: Option<Date>,
    /// Last day, or the day of the balance.
    pub period_end: Option<Date>,
    /// In units; for a restatement the value as first reported.
    pub reported: Option<Decimal>,
    /// In units.
    pub restated: Option<Decimal>,
    /// `USD`, `USD/shares`, `EUR`...
    pub unit: String,
    /// Where it was read.
    pub source: FigureSource,
    /// The tag, or the words of the row.
    pub cell: String,
    /// The amount's characters, where it was read from text.
    pub span: Option<Span>,
    /// From 0 to 1.
    pub confidence: f64,
    /// What is unsure: `sources-disagree`, `prior-period`, `sum-does-not-check`...
    pub flags: Vec<String>,
}

/// A pattern of this program; it is constant, so that a fault in it is a bug.
pub(crate) fn pattern(source: &str) -> Regex {
    match Regex::new(source) {
        Ok(regex) => regex,
        Err(error) => panic!("a constant pattern does not compile: {error}"),
    }
}

/// First day of a period that ends on `end`.
pub(crate) fn start_of(end: Date, months: u32) -> Option<Date> {
    // A 52-week year ends some days off the month's end: the month's end nearest counts.
    let before = dates::add_months(end, -(i32::try_from(months).ok()?))?;
    before.tomorrow().ok()
}

/// All figures of a filing: one an item and period, the best evidence first asked; restated pairs beside them.
pub fn read(bytes: &[u8], text: &Text, form: &Form) -> Vec<Figure> {
    merge::read(bytes, text, form)
}

#[cfg(test)]
mod tests;
