//! What an instance is made of, already fetched and read: one affected period of one issuer with its filings.

use crate::filing::reading::FilingReading;
use crate::ids::{Accession, Cik, LineItem};
use crate::release::summary::Summary;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// One aligned XBRL value of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct XbrlValue {
    /// The line item.
    pub item: LineItem,
    /// The tag.
    pub tag: String,
    /// `USD`...
    pub unit: String,
    /// First day; none for a balance.
    pub start: Option<Date>,
    /// Last day.
    pub end: Date,
    /// Value of the original's accession.
    pub original: Option<f64>,
    /// Value of the restating accession.
    pub restated: Option<f64>,
    /// The accession of the restated value.
    pub restated_accession: Option<String>,
    /// Doubts.
    pub flags: Vec<String>,
}

/// A document that quotes are taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it came from.
    pub url: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub blob: String,
}

/// A filing with what was read in it.
#[derive(Clone, Debug)]
pub struct Filed {
    /// Its accession.
    pub accession: Accession,
    /// Its form.
    pub form: String,
    /// Its document.
    pub source: Source,
    /// What was read.
    pub reading: FilingReading,
}

/// A release with its clean text.
#[derive(Clone, Debug)]
pub struct ReleaseRead {
    /// Its key.
    pub key: String,
    /// Its document.
    pub source: Source,
    /// Clean text; spans of the summary count its bytes.
    pub content: String,
    /// What was read.
    pub summary: Summary,
}

/// A fiscal period as filings are matched by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// `FY2002`, `FY2004-Q1`.
    pub label: String,
    /// First day.
    pub start: Option<Date>,
    /// Last day.
    pub end: Option<Date>,
    /// A quarter, and no year.
    pub quarter: bool,
}

impl Span {
    /// Years that a text of this period names it by: of its last day and of its label.
    pub fn years(&self) -> Vec<i16> {
        let label = self.label.strip_prefix("FY").and_then(|rest| rest.get(..4)).and_then(|y| y.parse().ok());
        let mut years: Vec<i16> = self.end.map(|end| end.year()).into_iter().chain(label).collect();
        years.sort_unstable();
        years.dedup();
        years
    }

    /// Whether a figure's dates are those of this period; week-based years end some days off the month.
    pub fn covers(&self, start: Option<Date>, end: Option<Date>, instant: bool) -> bool {
        let days = |a: Date, b: Date| a.since(b).map_or(i32::MAX, |span| span.get_days().abs());
        let (Some(own), Some(end)) = (self.end, end) else { return false };
        if days(own, end) > 8 {
            return false;
        }
        match start {
            _ if instant => true,
            None => false,
            Some(start) => {
                let length = days(end, start) + 1;
                match self.start {
                    Some(own_start) => (days(own, own_start) + 1 - length).abs() <= 16,
                    None if self.quarter => (75..=107).contains(&length),
                    None => (340..=381).contains(&length),
                }
            }
        }
    }
}

/// An affected period of one issuer: the pair with all that was read for it.
#[derive(Clone, Debug)]
pub struct FaultyPeriod {
    /// The pair: case, CIK, period label.
    pub pair: String,
    /// The case.
    pub case_id: String,
    /// The registrant.
    pub cik: Cik,
    /// Its name at that time.
    pub issuer: String,
    /// The period.
    pub span: Span,
    /// Accession and form of the original, and its address where its document was not read.
    pub original: (Accession, String, String),
    /// The original, read.
    pub original_read: Option<Filed>,
    /// Accession of the restating filing.
    pub restating: Option<Accession>,
    /// The restating filing, read.
    pub restating_read: Option<Filed>,
    /// How the restatement is known.
    pub basis: String,
    /// Of the pair, 0 to 1.
    pub confidence: f64,
    /// Doubts of the pair.
    pub flags: Vec<String>,
    /// Filings looked at for a restatement, as accessions.
    pub searched: Vec<String>,
    /// XBRL values.
    pub xbrl: Vec<XbrlValue>,
}
