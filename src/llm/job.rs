//! The two jobs over a release, by name.

use serde::{Deserialize, Serialize};

/// A job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// Category, substantive or not.
    Classify,
    /// Issuers, periods, parties, mechanism, amounts, provisions.
    Extract,
}

impl Job {
    /// Both.
    pub const ALL: [Job; 2] = [Job::Classify, Job::Extract];

    /// The name in keys and tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Job::Classify => "classify",
            Job::Extract => "extract",
        }
    }
}
