//! Names to CIK: dated, scored by token evidence, abstaining. Pure.
//!
//! ```
//! use afb_build::ids::Cik;
//! use afb_build::issuer::{Index, Query, Status};
//! use afb_build::sec::names::NameList;
//!
//! let names = NameList::from_pairs([("QUARRYSTONE WIDGETS INC /DE/", Cik(9_990_001))]);
//! let decision = Index::build(names).resolve(&Query::named("Quarrystone Widgets, Inc."));
//! assert_eq!((decision.status, decision.cik), (Status::Matched, Some(Cik(9_990_001))));
//! ```
//!
//! A wrong issuer poisons every task made from it, so an answer is `matched` only where the words of the
//! name agree; likeness of letters alone gives candidates for review (faults I01, I03).

pub mod alias;
pub mod index;
pub mod normal;
pub mod overrides;
pub mod registered;
mod relation;
mod resolve;
pub mod succession;
#[cfg(test)]
mod tests;
mod words;

pub use index::{Dated, Index, Profile};
pub use overrides::{Override, Overrides};

use crate::ids::Cik;
use jiff::civil::Date;
use serde::Serialize;

/// What is asked: the name, and what else the release tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The name as the release prints it; f/k/a, n/k/a and d/b/a parts may stand in it.
    pub name: String,
    /// A day on which the issuer existed: the release's, or the end of an affected period.
    pub on: Option<Date>,
    /// State of incorporation, as EDGAR codes it, `DE`.
    pub state: Option<String>,
    /// Standard Industrial Classification.
    pub sic: Option<u16>,
    /// Symbols that the release names.
    pub tickers: Vec<String>,
}

impl Query {
    /// A query that knows the name only.
    pub fn named(name: &str) -> Query {
        Query { name: name.to_owned(), ..Query::default() }
    }
}

/// How a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// One issuer.
    Matched,
    /// Candidates for review.
    Ambiguous,
    /// Nothing near enough to be reviewed as a match; weak candidates may be listed.
    None,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The filer.
    pub cik: Cik,
    /// Its name that fitted best, as the list writes it.
    pub name: String,
    /// From 0 to 1; 0.85 and more means that the words agree.
    pub score: f64,
    /// What speaks for and against it.
    pub reasons: Vec<String>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// How it ended.
    pub status: Status,
    /// The issuer, when matched.
    pub cik: Option<Cik>,
    /// Best first, at most ten, each filer once.
    pub candidates: Vec<Candidate>,
    /// Why it ended so.
    pub reasons: Vec<String>,
}

impl Decision {
    fn none(reason: &str) -> Decision {
        Decision { status: Status::None, cik: None, candidates: Vec::new(), reasons: vec![reason.to_owned()] }
    }
}
