//! Kept answers and the log of calls: what a store has to hold so that nothing is asked twice.

use super::reply::Usage;
use crate::store::StoreError;
use jiff::Timestamp;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It validates; it is the answer.
    Good,
    /// It does not, and a repair is still to be asked for.
    Invalid,
    /// It was cut, and a longer one is still to be asked for.
    Truncated,
    /// It does not validate and everything was tried.
    Spent,
}

impl Status {
    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Good => "good",
            Status::Invalid => "invalid",
            Status::Truncated => "truncated",
            Status::Spent => "spent",
        }
    }

    /// By its name.
    pub fn of(name: &str) -> Option<Status> {
        [Status::Good, Status::Invalid, Status::Truncated, Status::Spent]
            .into_iter()
            .find(|status| status.as_str() == name)
    }
}

/// The newest answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// SHA-256 of the first request of its series.
    pub digest: String,
    /// The model asked.
    pub model: String,
    /// What it is worth.
    pub status: Status,
    /// The model that answered, as it calls itself.
    pub returned_model: Option<String>,
    /// The server's fingerprint.
    pub fingerprint: Option<String>,
    /// The answer's words.
    pub content: String,
    /// Thoughts on the way.
    pub reasoning: Option<String>,
    /// Tokens.
    pub usage: Usage,
    /// Repair requests sent so far.
    pub repairs: u32,
    /// What is wrong with it.
    pub error: Option<String>,
    /// When the request went out.
    pub asked_at: Timestamp,
    /// When the answer was whole.
    pub answered_at: Timestamp,
    /// `live` or `import`.
    pub source: String,
}

/// One request that was sent, for the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// SHA-256 of this very request.
    pub digest: String,
    /// The model asked.
    pub model: String,
    /// `good`, `invalid`, `truncated`, `transient` or `refused`.
    pub outcome: &'static str,
    /// The status code, where there was an answer.
    pub status: Option<u16>,
    /// Tokens, where anything was answered.
    pub usage: Option<Usage>,
    /// US dollars, where the model has a price.
    pub cost_usd: Option<f64>,
    /// When it went out.
    pub asked_at: Timestamp,
    /// When its answer was whole, or known not to come.
    pub answered_at: Timestamp,
    /// Why it came out so; never the words of a body.
    pub detail: Option<String>,
}

/// Where answers are kept.
pub trait Keep: Send + Sync {
    /// The newest answer to a request.
    fn kept(&self, digest: &str) -> Result<Option<Kept>, StoreError>;

    /// Keeps an answer, replacing an older one to the same request, with the call that brought it, both or neither.
    fn keep(&self, kept: &Kept, call: &Call) -> Result<(), StoreError>;

    /// Logs a call that brought no answer.
    fn log(&self, call: &Call) -> Result<(), StoreError>;
}
