//! Batch files in the OpenAI form, JSON Lines: requests out, answers back. `custom_id` is the request's digest, so
//! that the order of answers does not matter and nothing else has to be remembered.

use super::keep::{Kept, Status};
use super::reply::{self, BodyFault};
use super::request::{Request, estimate_tokens};
use jiff::Timestamp;
use serde::Deserialize;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct Line<'a> {
    custom_id: &'a str,
    method: &'static str,
    url: &'static str,
    body: &'a RawValue,
}

/// One line of a request file, without its line end. The body is the very text that the digest names.
pub fn line(request: &Request) -> Result<String, serde_json::Error> {
    let body: &RawValue = serde_json::from_str(&request.body)?;
    serde_json::to_string(&Line {
        custom_id: &request.digest,
        method: "POST",
        url: "/v1/chat/completions",
        body,
    })
}

#[derive(Deserialize)]
struct Answered {
    custom_id: String,
    #[serde(default)]
    response: Option<Response>,
    #[serde(default)]
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    status_code: u16,
    #[serde(default)]
    body: Option<Box<RawValue>>,
}

/// Why a line of an answer file is not taken. Its words are never repeated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Not a line of the form.
    #[error("is no answer of a batch: {0}")]
    Malformed(String),
    /// Nobody asked this.
    #[error("answers the unknown request {0}")]
    Unknown(String),
    /// The server refused it.
    #[error("the server refused the request (status {0})")]
    Refused(u16),
    /// Nothing usable in it.
    #[error("{0}")]
    NoAnswer(String),
}

/// One answer of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The request's digest.
    pub digest: String,
    /// The answer.
    pub completion: reply::Completion,
}

/// Reads one line of an answer file.
pub fn read(line: &[u8]) -> Result<Imported, LineError> {
    let malformed = |error: serde_json::Error| LineError::Malformed(format!("{error}"));
    let answered: Answered = serde_json::from_slice(line).map_err(malformed)?;
    let digest: String = answered.custom_id.chars().take(64).collect();
    let Some(response) = answered.response else {
        let code = answered.error.and_then(|error| reply::error_code(&serde_json::json!({"error": error})));
        return Err(LineError::NoAnswer(format!(
            "the request was not answered ({})",
            code.unwrap_or_else(|| "no reason given".to_owned())
        )));
    };
    if response.status_code != 200 {
        return Err(LineError::Refused(response.status_code));
    }
    let body = response.body.ok_or_else(|| LineError::NoAnswer(BodyFault::Blank.to_string()))?;
    let completion =
        reply::read(body.get().as_bytes()).map_err(|fault| LineError::NoAnswer(fault.to_string()))?;
    if completion.finish_reason.as_deref() == Some("length") {
        return Err(LineError::NoAnswer("the answer is truncated".to_owned()));
    }
    Ok(Imported { digest, completion })
}

/// The answer as it is kept. `error` is why it does not validate; it is repaired at its first use then.
pub fn kept(imported: Imported, request: &Request, error: Option<String>, now: Timestamp) -> Kept {
    let completion = imported.completion;
    let usage = completion.usage.unwrap_or(reply::Usage {
        input: request.input_estimate,
        cached: 0,
        output: estimate_tokens(&completion.content),
        estimated: true,
    });
    Kept {
        digest: imported.digest,
        model: request.model.clone(),
        status: if error.is_none() { Status::Good } else { Status::Invalid },
        returned_model: completion.model,
        fingerprint: completion.fingerprint,
        content: completion.content,
        reasoning: completion.reasoning,
        usage,
        repairs: 0,
        error,
        asked_at: now,
        answered_at: now,
        source: "import".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::llm::request::{Message, Question};

    fn request() -> Request {
        let question = Question {
            model: "m".into(),
            messages: vec![Message::system("JSON"), Message::user("\u{2039}x\u{2019} \"y\"")],
            schema: Value::Null,
        };
        Request::new(&question, &Config::embedded().unwrap().llm, 100)
    }

    #[test]
    fn a_line_holds_the_very_body_that_its_id_names() {
        let request = request();
        let line = line(&request).unwrap();
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["method"], "POST");
        assert!(line.contains(&*request.body));
        assert_eq!(value["custom_id"], crate::store::sha256(request.body.as_bytes()));
    }

    #[test]
    fn answers_are_read_and_faults_named() {
        let good = r#"{"id":"b1","custom_id":"abc","response":{"status_code":200,"body":{"model":"m",
            "choices":[{"finish_reason":"stop","message":{"content":"{}"}}]}},"error":null}"#;
        assert_eq!(read(good.as_bytes()).unwrap().digest, "abc");
        for (line, word) in [
            (r#"{"custom_id":"a","response":{"status_code":400,"body":{}}}"#, "status 400"),
            (
                r#"{"custom_id":"a","response":null,"error":{"code":"expired","message":"sk-secret"}}"#,
                "expired",
            ),
            (r#"{"custom_id":"a","response":{"status_code":200,"body":{"choices":[]}}}"#, "blank"),
            (
                r#"{"custom_id":"a","response":{"status_code":200,"body":{"choices":[{"finish_reason":"length","message":{"content":"{"}}]}}}"#,
                "truncated",
            ),
            ("nonsense", "no answer of a batch"),
            ("{}", "custom_id"),
        ] {
            let error = read(line.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(word) && !error.contains("secret"), "{line}: {error}");
        }
    }
}
