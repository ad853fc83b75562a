//! Models behind an OpenAI-compatible API: asking, keeping, reading and checking answers (evaluation.md 2).
//!
//! A question goes through three layers: [`ask::Asker`] looks for a kept answer, checks a new one and asks once
//! more where it does not validate; [`client::Client`] sends one request, in pace, until a whole answer came or the
//! tries are used up; [`reply`] and [`retry`] say what came back and what that means, without any network.

pub mod answer;
pub mod ask;
pub mod batch;
pub mod budget;
pub mod client;
pub mod document;
pub mod job;
pub mod jobs;
pub mod keep;
pub mod prompts;
pub mod quote;
pub mod reply;
pub mod request;
pub mod retry;
pub mod votes;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use reply::Completion;
use request::Request;

/// Something that answers chat requests.
pub trait ChatModel: Send + Sync {
    /// One whole answer to one request, or why there is none. Whether it is any good is for the caller to say.
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Completed, LlmError>>;
}

/// One whole answer with its times.
#[derive(Clone, Debug, PartialEq)]
pub struct Completed {
    /// What was said.
    pub completion: Completion,
    /// When the request went out.
    pub asked_at: Timestamp,
    /// When the answer was whole.
    pub answered_at: Timestamp,
    /// Cost in US dollars; none where the configuration has no price for the model.
    pub cost_usd: Option<f64>,
}

/// Why there is no answer. No message holds a key, a prompt or a body.
#[derive(Debug, thiserror::Error)]
pub enum LlmError {
    /// The settings cannot be used.
    #[error("{0}")]
    Config(String),
    /// The server says no in a way that every further request would meet.
    #[error("{0}")]
    Refused(String),
    /// The server cannot answer this one request.
    #[error("request refused: {0}")]
    Rejected(String),
    /// Nothing usable came within the tries; later it may.
    #[error("no answer: {why}")]
    Transient {
        /// The last reason.
        why: String,
        /// When to try again.
        retry_at: Timestamp,
    },
    /// The server asked for a pause that is too long to sit out; nothing was sent.
    #[error("the model's server asks for a pause until {until}")]
    Paused {
        /// When it ends.
        until: Timestamp,
    },
    /// The budget is used up.
    #[error("{0}")]
    Budget(String),
    /// Replay, and no answer is kept.
    #[error("{}: request {digest}", NOT_KEPT)]
    NotKept {
        /// SHA-256 of the request.
        digest: String,
    },
    /// Answers came and none validates.
    #[error("{}: {why}", NOT_USABLE)]
    NotUsable {
        /// What is wrong with the last one.
        why: String,
        /// Its words.
        raw: String,
    },
    /// The database.
    #[error("the answers cannot be kept: {0}")]
    Store(#[from] crate::store::StoreError),
}

/// How the reason of a job begins whose request has no kept answer in a replay.
pub const NOT_KEPT: &str = "no kept answer (replay)";
/// How the reason of a job begins whose answers did not validate.
pub const NOT_USABLE: &str = "answer not usable";
