//! Fiscal periods: a label, exact dates, a kind, and what is not sure about them (sec-domain.md 6).

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What a period is reported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeriodKind {
    /// A fiscal year: 10-K, 20-F, 40-F.
    Annual,
    /// A fiscal quarter: 10-Q.
    Quarter,
    /// A transition period: 10-KT, 10-QT.
    Transition,
}

/// One fiscal period of one issuer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Period {
    /// `FY2002`, `FY2004-Q1`, `T2001-12-31`.
    pub label: String,
    /// First day, when known.
    pub start: Option<Date>,
    /// Last day, when known: the key by which filings are matched.
    pub end: Option<Date>,
    /// Year, quarter or transition period.
    pub kind: PeriodKind,
    /// What is unsure: `at-least`, `approximate`, `fiscal-year-end-assumed`, `from-conduct`...
    pub flags: Vec<String>,
}
