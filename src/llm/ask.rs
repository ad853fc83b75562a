//! A question to a checked answer: kept ones first, one longer try after a cut one, repair requests after one that
//! does not validate. Each step is kept before the next, so that a killed run asks nothing again that was answered.

use super::answer::AnswerError;
use super::keep::{Call, Keep, Kept, Status};
use super::request::{Message, Question, Request};
use super::{ChatModel, Completed, LlmError};
use crate::config::LlmConfig;
use std::sync::Arc;

/// Characters of a bad answer that are shown to the model with the error.
const SHOWN: usize = 6_000;

/// Checks an answer's words.
pub type Check<'a> = dyn Fn(&str) -> Result<(), AnswerError> + Sync + 'a;

/// What to do where a series of answers ended without a good one in an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// Ask again from the start.
    Again,
    /// Give the bad answer.
    Give,
}

/// A good answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// As kept.
    pub kept: Kept,
    /// Whether it was kept before this question was asked.
    pub from_store: bool,
}

/// Asks one or several models of one server.
pub struct Asker {
    /// None in a replay.
    model: Option<Arc<dyn ChatModel>>,
    keep: Arc<dyn Keep>,
    config: LlmConfig,
}

impl Asker {
    /// An asker; without a model it is a replay of kept answers.
    pub fn new(model: Option<Arc<dyn ChatModel>>, keep: Arc<dyn Keep>, config: LlmConfig) -> Asker {
        Asker { model, keep, config }
    }

    /// The settings.
    pub fn config(&self) -> &LlmConfig {
        &self.config
    }

    /// The request of a question, as it is sent first.
    pub fn request(&self, question: &Question) -> Request {
        Request::new(question, &self.config, self.config.max_tokens)
    }

    /// Gives a good answer, asking as often as it takes within the limits.
    pub async fn ask(
        &self,
        question: &Question,
        check: &Check<'_>,
        spent: Spent,
    ) -> Result<Answer, LlmError> {
        let first = self.request(question);
        let mut before = self.keep.kept(&first.digest)?;
        match &before {
            Some(kept) if kept.status == Status::Good => match check(&kept.content) {
                Ok(()) => return Ok(Answer { kept: kept.clone(), from_store: true }),
                // An imported answer is checked at its first use; rules of checking change too.
                Err(error) => before = Some(self.ended(kept, &error)),
            },
            Some(kept) if kept.status == Status::Spent => match spent {
                Spent::Give => return Err(not_usable(kept)),
                Spent::Again => before = None,
            },
            _ => {}
        }
        let Some(model) = &self.model else {
            return Err(LlmError::NotKept { digest: first.digest });
        };
        loop {
            if let Some(kept) = &before
                && kept.status == Status::Spent
            {
                return Err(not_usable(kept));
            }
            let next = self.next(question, &first, before.as_ref());
            let completed = model.complete(&next).await?;
            let kept = self.judge(&first, before.as_ref(), &completed, check);
            self.keep.keep(&kept, &call(&next, &kept, &completed))?;
            if kept.status == Status::Good {
                return Ok(Answer { kept, from_store: false });
            }
            before = Some(kept);
        }
    }

    /// A kept answer that does not validate now: to be repaired where that is allowed.
    fn ended(&self, kept: &Kept, error: &AnswerError) -> Kept {
        let status = if kept.repairs < self.config.repair_requests { Status::Invalid } else { Status::Spent };
        Kept { status, error: Some(error.to_string()), ..kept.clone() }
    }

    /// The request that follows on what came before.
    fn next(&self, question: &Question, first: &Request, before: Option<&Kept>) -> Request {
        match before {
            Some(kept) if kept.status == Status::Truncated => {
                Request::new(question, &self.config, self.config.max_tokens.saturating_mul(2))
            }
            Some(kept) if kept.status == Status::Invalid => {
                // Only the last bad answer is shown: a growing history would cost more with every repair.
                let mut question = question.clone();
                let error = kept.error.as_deref().unwrap_or("it is not what was asked for");
                question.messages.push(Message::assistant(cut(&kept.content, SHOWN)));
                question.messages.push(Message::user(format!(
                    "That answer cannot be used: {error}. Answer again with the one JSON object described in the \
                     instructions and nothing else. Repair number {}.",
                    kept.repairs + 1
                )));
                Request::new(&question, &self.config, self.config.max_tokens)
            }
            _ => first.clone(),
        }
    }

    fn judge(&self, first: &Request, before: Option<&Kept>, came: &Completed, check: &Check<'_>) -> Kept {
        let completion = &came.completion;
        let was = before.map(|kept| kept.status);
        let repairs = before.map_or(0, |kept| kept.repairs) + u32::from(was == Some(Status::Invalid));
        let (status, error) = if completion.finish_reason.as_deref() == Some("length") {
            let error = format!("truncated: the answer is longer than {} tokens", self.config.max_tokens);
            (if before.is_none() { Status::Truncated } else { Status::Spent }, Some(error))
        } else {
            match check(&completion.content) {
                Ok(()) => (Status::Good, None),
                Err(error) if repairs < self.config.repair_requests => {
                    (Status::Invalid, Some(error.to_string()))
                }
                Err(error) => (Status::Spent, Some(error.to_string())),
            }
        };
        Kept {
            digest: first.digest.clone(),
            model: first.model.clone(),
            status,
            returned_model: completion.model.clone(),
            fingerprint: completion.fingerprint.clone(),
            content: completion.content.clone(),
            reasoning: completion.reasoning.clone(),
            usage: completion.usage.unwrap_or_default(),
            repairs,
            error,
            asked_at: came.asked_at,
            answered_at: came.answered_at,
            source: "live".to_owned(),
        }
    }
}

fn call(sent: &Request, kept: &Kept, came: &Completed) -> Call {
    let truncated = kept.error.as_deref().is_some_and(|error| error.starts_with("truncated"));
    Call {
        digest: sent.digest.clone(),
        model: sent.model.clone(),
        outcome: match kept.status {
            Status::Good => "good",
            _ if truncated => "truncated",
            _ => "invalid",
        },
        status: Some(200),
        usage: came.completion.usage,
        cost_usd: came.cost_usd,
        asked_at: came.asked_at,
        answered_at: came.answered_at,
        detail: kept.error.clone(),
    }
}

fn not_usable(kept: &Kept) -> LlmError {
    LlmError::NotUsable {
        why: kept.error.clone().unwrap_or_else(|| "no answer validates".to_owned()),
        raw: kept.content.clone(),
    }
}

/// The first characters of a text.
fn cut(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

#[cfg(test)]
mod tests;
