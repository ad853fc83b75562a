//! Questions to people and what their answers do (requirements R30, R31, R32). Pure.
//!
//! A question's key names what is asked and about what, in words that outlive a rebuild. Answers are only ever
//! added; the latest of a key counts.

mod decisions;
mod sheet;
mod spot;

pub use decisions::Decisions;
pub use sheet::{Given, RowError, read, write};
pub use spot::{draw, interval};

use crate::release::category::Category;
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Which candidate is the issuer that a release names.
    Issuer,
    /// Whether a release near the threshold is kept.
    Keep,
    /// The dominant category of a release whose sister releases say another.
    Category,
    /// Whether an instance with an error flag is used all the same, or under which label.
    Instance,
    /// Whether an instance drawn for a spot check is right.
    Check,
}

impl Kind {
    /// All, in the order of a sheet.
    pub const ALL: [Kind; 5] = [Kind::Issuer, Kind::Keep, Kind::Category, Kind::Instance, Kind::Check];

    /// The name in keys and sheets.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Issuer => "issuer",
            Kind::Keep => "keep",
            Kind::Category => "category",
            Kind::Instance => "instance",
            Kind::Check => "check",
        }
    }

    /// By name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The question in full.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Issuer => "Which registrant is the issuer that the release names?",
            Kind::Keep => "Is this release kept?",
            Kind::Category => "Which category is the dominant one of this release?",
            Kind::Instance => {
                "Is this instance used in spite of its flags, left out, or another label right?"
            }
            Kind::Check => "Are input, label and explanation of this instance right?",
        }
    }

    /// The answers allowed, for the header of a sheet.
    pub fn answers(self) -> &'static str {
        match self {
            Kind::Issuer => "a CIK of the candidates or none",
            Kind::Keep => "keep or drop",
            Kind::Category => "one of the five categories",
            Kind::Instance => "keep, exclude or a label of the task",
            Kind::Check => "right, wrong or unsure",
        }
    }
}

/// Says that a name is no issuer on EDGAR.
pub const NONE: &str = "none";
/// Keeps a release or an instance.
pub const KEEP: &str = "keep";
/// Decides against a release.
pub const DROP: &str = "drop";
/// Leaves an instance out.
pub const EXCLUDE: &str = "exclude";
/// Answers of a spot check.
pub const CHECK: [&str; 3] = ["right", "wrong", "unsure"];

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub kind: Kind,
    /// About what: a release and a name, a release, an instance.
    pub subject: String,
    /// What an answer can rest on.
    pub evidence: String,
    /// What stands without an answer.
    pub proposed: String,
    /// The answers allowed.
    pub allowed: Vec<String>,
}

impl Question {
    /// Kind and subject: what an answer is kept by.
    pub fn key(&self) -> String {
        key(self.kind, &self.subject)
    }
}

/// The key of a question.
pub fn key(kind: Kind, subject: &str) -> String {
    format!("{}|{subject}", kind.as_str())
}

/// The subject of an issuer question: the release's number, where it has one, and the name as printed.
pub fn issuer_subject(release: Option<&crate::ids::AaerNumber>, name: &str) -> String {
    format!("{}|{name}", release.map_or_else(|| "-".to_owned(), ToString::to_string))
}

/// One answer of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Key of the question.
    pub key: String,
    /// Its kind.
    pub kind: Kind,
    /// One of the answers allowed.
    pub answer: String,
    /// Who.
    pub reviewer: String,
    /// Why.
    pub reason: String,
    /// When, ISO date.
    pub decided: String,
}

impl Answer {
    /// Who, when and why in one line.
    pub fn provenance(&self) -> String {
        let why = if self.reason.is_empty() { String::new() } else { format!(": {}", self.reason) };
        format!("{} by {} on {}{why}", self.answer, self.reviewer, self.decided)
    }
}

/// The five categories as they are answered.
pub fn categories() -> Vec<String> {
    crate::tasks::Task::Pattern.labels().iter().map(|label| (*label).to_owned()).collect()
}

/// A category by its name in datasets; none outside the five.
pub fn category(name: &str) -> Option<Category> {
    serde_json::from_value::<Category>(serde_json::Value::String(name.to_owned()))
        .ok()
        .filter(|category| category.is_one_of_five())
}
