//! One chat request: its body is made once, and its digest names it wherever it is kept.

use crate::config::{LlmConfig, ResponseFormat};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: &'static str,
    /// Its words.
    pub content: String,
}

impl Message {
    /// Instructions.
    pub fn system(content: impl Into<String>) -> Message {
        Message { role: "system", content: content.into() }
    }

    /// What is asked.
    pub fn user(content: impl Into<String>) -> Message {
        Message { role: "user", content: content.into() }
    }

    /// What the model said before.
    pub fn assistant(content: impl Into<String>) -> Message {
        Message { role: "assistant", content: content.into() }
    }
}

/// A request before it is written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The model.
    pub model: String,
    /// Instructions first, the document last.
    pub messages: Vec<Message>,
    /// JSON schema of the answer, for servers that are asked by schema.
    pub schema: Value,
}

/// A request as it is sent: the same bytes at every try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The model.
    pub model: String,
    /// The body, JSON.
    pub body: Arc<str>,
    /// SHA-256 of the body, hexadecimal.
    pub digest: String,
    /// Tokens of the messages, estimated.
    pub input_estimate: u64,
    /// Largest answer, tokens.
    pub max_tokens: u32,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: &'a [Message],
    temperature: u8,
    max_tokens: u32,
    response_format: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Value>,
    stream: bool,
}

impl Request {
    /// Writes a question down. `max_tokens` bounds the answer.
    pub fn new(question: &Question, config: &LlmConfig, max_tokens: u32) -> Request {
        let response_format = match config.response_format {
            ResponseFormat::JsonObject => json!({"type": "json_object"}),
            ResponseFormat::JsonSchema => json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": true, "schema": question.schema},
            }),
        };
        let thinking = Some(config.thinking.trim()).filter(|t| !t.is_empty()).map(|t| json!({"type": t}));
        let body = Body {
            model: &question.model,
            messages: &question.messages,
            temperature: 0,
            max_tokens,
            response_format,
            thinking,
            stream: false,
        };
        let body = serde_json::to_string(&body).unwrap_or_default();
        Request {
            model: question.model.clone(),
            digest: crate::store::sha256(body.as_bytes()),
            input_estimate: question.messages.iter().map(|m| estimate_tokens(&m.content) + 4).sum(),
            body: body.into(),
            max_tokens,
        }
    }
}

/// Characters of English prose to a token, on the safe side; figures and names take more tokens.
const CHARACTERS_A_TOKEN: u64 = 4;

/// Tokens of a text, estimated: no model's own tokeniser is at hand. Other than ASCII counts a token a character.
pub fn estimate_tokens(text: &str) -> u64 {
    let (mut plain, mut other) = (0u64, 0u64);
    for c in text.chars() {
        if c.is_ascii() { plain += 1 } else { other += 1 }
    }
    plain.div_ceil(CHARACTERS_A_TOKEN) + other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn question() -> Question {
        Question {
            model: "m".into(),
            messages: vec![Message::system("Answer in JSON."), Message::user("x")],
            schema: json!({"type": "object"}),
        }
    }

    #[test]
    fn the_digest_names_the_whole_request() {
        let config = Config::embedded().unwrap().llm;
        let first = Request::new(&question(), &config, 100);
        assert_eq!(first, Request::new(&question(), &config, 100));
        assert_ne!(first.digest, Request::new(&question(), &config, 200).digest);
        let mut other = question();
        other.messages[1].content.push('.');
        assert_ne!(first.digest, Request::new(&other, &config, 100).digest);
        let body: Value = serde_json::from_str(&first.body).unwrap();
        assert_eq!(body["thinking"]["type"], "disabled");
        assert_eq!(body["response_format"]["type"], "json_object");
        assert_eq!(body["temperature"], 0);
    }

    #[test]
    fn a_schema_and_no_thinking_where_configured() {
        let mut config = Config::embedded().unwrap().llm;
        config.response_format = ResponseFormat::JsonSchema;
        config.thinking = String::new();
        let body: Value = serde_json::from_str(&Request::new(&question(), &config, 100).body).unwrap();
        assert_eq!(body["response_format"]["json_schema"]["schema"]["type"], "object");
        assert!(body.get("thinking").is_none());
    }

    #[test]
    fn tokens_are_estimated_by_characters() {
        assert_eq!(estimate_tokens("abcdefgh"), 2);
        assert_eq!(estimate_tokens("\u{a7}\u{2019}a"), 3);
        assert_eq!(estimate_tokens(""), 0);
    }
}
