//! The two jobs over a release: what kind of matter it is, and what it says, each field with a quote that is held
//! against the text. Pure: a prompt goes out, words come back.

mod classify;
mod extract;
mod values;

#[cfg(test)]
mod tests;

pub use classify::Classified;
pub use extract::Extracted;

pub use super::job::Job;

use super::answer::AnswerError;
use super::document::{self, LeftOut};
use super::prompts::Instructions;
use super::quote::Source;
use super::request::{Message, Question, estimate_tokens};
use crate::release::segments;
use crate::release::signals::{self, Keywords};
use crate::span::Span;
use serde::{Deserialize, Serialize};

/// Raised when reading or checking of answers changes, so that kept answers are read anew.
pub const VERSION: u32 = 1;

/// A quote that is not in the text; its field is no evidence.
pub const NOT_VERBATIM: &str = "quote-not-verbatim";
/// A quote that does not hold what it is to show.
pub const NOT_IN_QUOTE: &str = "value-not-in-quote";
/// A period that the quote reads otherwise.
pub const PERIOD_MISMATCH: &str = "period-mismatch";
/// Parts of the text were left out of the prompt.
pub const TEXT_CUT: &str = "text-cut";

/// One field as a model read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field<T> {
    /// The value.
    pub value: T,
    /// Where its quote stands in the clean text; none when it does not.
    pub span: Option<Span>,
    /// The quote as the model gave it, cut.
    pub quote: String,
    /// Doubts; with any of them the field is no evidence.
    pub flags: Vec<String>,
}

impl<T> Field<T> {
    /// Whether a quote of the text stands behind it and shows it.
    pub fn is_evidence(&self) -> bool {
        self.span.is_some() && self.flags.is_empty()
    }
}

/// What a model read in one job, held against the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "a few of them live at a time")]
pub enum ModelReading {
    /// Of the classification.
    Classify(Classified),
    /// Of the extraction.
    Extract(Extracted),
}

/// What a prompt shows and what it leaves out.
pub struct Prompt {
    /// Ready to be asked.
    pub question: Question,
    /// Parts of the text that did not fit.
    pub left_out: Vec<LeftOut>,
}

/// The prompt of a job: fixed instructions first, the document last.
pub fn prompt(
    job: Job,
    model: &str,
    text: &str,
    instructions: &Instructions,
    keywords: &Keywords,
    tokens: usize,
) -> Prompt {
    // Parts and signals are only wanted where something has to be left out.
    let document = if estimate_tokens(text) <= tokens as u64 {
        document::document(text, &[], &[], tokens)
    } else {
        let segments = segments::segment(text);
        let signals = signals::find(text, &segments, keywords);
        document::document(text, &segments, &signals, tokens)
    };
    Prompt {
        question: Question {
            model: model.to_owned(),
            messages: vec![Message::system(instructions.of(job).trim_end()), Message::user(document.block)],
            schema: match job {
                Job::Classify => classify::schema(),
                Job::Extract => extract::schema(),
            },
        },
        left_out: document.left_out,
    }
}

/// Whether an answer has the shape of its job.
pub fn check(job: Job, raw: &str) -> Result<(), AnswerError> {
    match job {
        Job::Classify => classify::parse(raw).map(|_| ()),
        Job::Extract => extract::parse(raw).map(|_| ()),
    }
}

/// Reads an answer and holds it against the text it is about.
pub fn read(job: Job, raw: &str, text: &str, left_out: Vec<LeftOut>) -> Result<ModelReading, AnswerError> {
    let source = Source::new(text);
    Ok(match job {
        Job::Classify => ModelReading::Classify(classify::read(raw, &source, left_out)?),
        Job::Extract => ModelReading::Extract(extract::read(raw, &source, left_out)?),
    })
}

/// Characters of a quote that are kept.
const LONGEST_QUOTE: usize = 2_000;

/// A field with its quote looked up.
fn field<T>(value: T, quote: &str, source: &Source<'_>) -> Field<T> {
    let found = source.find(quote);
    let mut flags = Vec::new();
    if found.is_none() {
        flags.push(NOT_VERBATIM.to_owned());
    }
    Field {
        value,
        span: found.map(|(span, _)| span),
        quote: quote.chars().take(LONGEST_QUOTE).collect(),
        flags,
    }
}
