//! Stages and jobs: what a stage is, how its jobs are run. Knows jobs, not the SEC.
//!
//! A stage plans its jobs from what the store holds, each with a fingerprint of its inputs. A job's `run`
//! sees the `Context` and its own input, and no store: what it concludes can only be returned, and is saved
//! in one transaction with the change of the job's status. So a killed run has either all of a job or nothing.

mod progress;
mod runner;
mod without;

pub use progress::Progress;
pub use runner::{Runner, StageEnd};
pub use without::without;

use crate::error::ExitCode;
use crate::store::StoreError;
use crate::store::jobs::Planned;
use jiff::Timestamp;
use rusqlite::{Connection, Transaction};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::future::Future;

/// The stages, in the order in which they depend on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageId {
    /// Pages of the AAER index.
    Index,
    /// Rows of all pages to releases.
    Releases,
    /// Documents of releases.
    Download,
    /// Documents to clean text.
    Clean,
    /// Fields of each release.
    Identify,
    /// Fields of each release, read by models.
    Ask,
    /// Which releases are kept, and their cases.
    Select,
    /// Issuers of cases to CIKs, with their filings.
    Resolve,
    /// Affected periods to originals and restatements.
    Pair,
    /// Filings without fault, for negatives.
    Controls,
    /// Sections and figures of filings.
    Facts,
    /// Instances of the three tasks.
    Assemble,
    /// Splits of the instances.
    Split,
}

impl StageId {
    /// All, in order.
    pub const ALL: [StageId; 13] = [
        StageId::Index,
        StageId::Releases,
        StageId::Download,
        StageId::Clean,
        StageId::Identify,
        StageId::Ask,
        StageId::Select,
        StageId::Resolve,
        StageId::Pair,
        StageId::Controls,
        StageId::Facts,
        StageId::Assemble,
        StageId::Split,
    ];

    /// The name in the database and in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            StageId::Index => "index",
            StageId::Releases => "releases",
            StageId::Download => "download",
            StageId::Clean => "clean",
            StageId::Identify => "identify",
            StageId::Ask => "ask",
            StageId::Select => "select",
            StageId::Resolve => "resolve",
            StageId::Pair => "pair",
            StageId::Controls => "controls",
            StageId::Facts => "facts",
            StageId::Assemble => "assemble",
            StageId::Split => "split",
        }
    }
}

/// How a job came out when nothing went wrong.
#[derive(Debug)]
pub enum Outcome<T> {
    /// With a result.
    Done(T),
    /// Decided against, for a reason that is counted; the result is kept too.
    Dropped {
        /// One of a small set of phrases, so that it can be counted.
        reason: String,
        /// What is saved beside the decision.
        output: T,
    },
}

/// How a job came out when something went wrong.
#[derive(Debug)]
pub enum JobError {
    /// Not now, through no fault of this job: the host pauses.
    Deferred {
        /// When to try again.
        until: Timestamp,
        /// Why.
        why: String,
    },
    /// Passing; another try may succeed.
    Transient {
        /// When to try again.
        until: Timestamp,
        /// Why.
        why: String,
    },
    /// Another try would meet it again.
    Permanent {
        /// Why, in words that can be counted.
        why: String,
    },
    /// The whole stage has to stop; the job stays pending.
    Fatal {
        /// Why.
        why: String,
        /// How the program ends.
        exit: ExitCode,
    },
}

/// One step of the pipeline.
pub trait Stage: Clone + Send + Sync + 'static {
    /// What all its jobs share: fetcher, configuration, clock; never the store.
    type Context: Send + Sync + 'static;
    /// What one job reads from the store.
    type Input: Send + 'static;
    /// What one job concludes.
    type Output: Send + 'static;

    /// Which stage.
    const ID: StageId;
    /// Raised when the stage's rules change, so that its jobs are done again.
    const VERSION: u32;

    /// All jobs of the stage as of now, with the fingerprints of their inputs.
    fn plan(&self, connection: &Connection, context: &Self::Context) -> Result<Vec<Planned>, StoreError>;

    /// Reads a job's input.
    fn load(&self, connection: &Connection, key: &str) -> Result<Self::Input, StoreError>;

    /// Does the work.
    fn run(
        &self,
        context: &Self::Context,
        input: Self::Input,
    ) -> impl Future<Output = Result<Outcome<Self::Output>, JobError>> + Send;

    /// Saves what the job concluded, replacing what an earlier try of the same key saved; gives its digest.
    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Self::Output) -> Result<String, StoreError>;

    /// Removes what was saved for a key that is planned no longer.
    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError>;
}

/// A fingerprint: SHA-256 over the parts, each with its length, in hexadecimal.
pub fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hex::encode(hash.finalize())
}

/// The digest of an output: SHA-256 of its JSON.
pub fn digest<T: Serialize>(output: &T) -> Result<String, StoreError> {
    let json = serde_json::to_string(output)?;
    Ok(fingerprint([json.as_str()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_one_another() {
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_eq!(fingerprint(["ab", "c"]).len(), 64);
    }
}
