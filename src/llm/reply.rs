//! The body of an answer, read: one JSON object or a stream of events, with what keeps a connection alive around it.

use serde_json::Value;

/// Tokens of one request as the server counted them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Usage {
    /// Of the prompt.
    pub input: u64,
    /// Of the prompt, found in the provider's cache.
    pub cached: u64,
    /// Of the answer.
    pub output: u64,
    /// Counted here, because the server did not.
    pub estimated: bool,
}

/// One answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The model that answered, as it calls itself.
    pub model: Option<String>,
    /// The server's fingerprint of itself.
    pub fingerprint: Option<String>,
    /// The answer.
    pub content: String,
    /// Thoughts on the way; kept for people, never read for the answer.
    pub reasoning: Option<String>,
    /// `stop`, `length`...
    pub finish_reason: Option<String>,
    /// Tokens.
    pub usage: Option<Usage>,
}

/// Why a body holds no answer. All of them are passing faults of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyFault {
    /// Nothing, or only blank lines and comments that keep the connection open.
    #[error("the answer is blank")]
    Blank,
    /// Neither JSON nor a stream of events, or cut off.
    #[error("the answer is not whole")]
    Broken,
    /// An error in place of an answer.
    #[error("the server reports an error: {0}")]
    Error(String),
}

/// Reads the body of an answer with status 200.
pub fn read(body: &[u8]) -> Result<Completion, BodyFault> {
    let text = std::str::from_utf8(body).map_err(|_| BodyFault::Broken)?;
    let text = without_keep_alive(text.trim_start_matches('\u{feff}'));
    if text.trim().is_empty() {
        return Err(BodyFault::Blank);
    }
    let completion = if is_event_line(text) { stream(text)? } else { whole(text.trim())? };
    // A cut answer may hold nothing but thoughts; it is told apart by its reason.
    if completion.content.trim().is_empty() && completion.finish_reason.as_deref() != Some("length") {
        return Err(BodyFault::Blank);
    }
    Ok(completion)
}

/// What follows blank lines and comment lines (`: keep-alive`).
fn without_keep_alive(mut text: &str) -> &str {
    loop {
        let start = text.trim_start();
        if !start.starts_with(':') {
            return start;
        }
        match start.find('\n') {
            Some(end) => text = &start[end + 1..],
            None => return "",
        }
    }
}

fn is_event_line(text: &str) -> bool {
    ["data:", "event:", "id:", "retry:"].iter().any(|field| text.starts_with(field))
}

fn whole(text: &str) -> Result<Completion, BodyFault> {
    let value: Value = serde_json::from_str(text).map_err(|_| BodyFault::Broken)?;
    no_error(&value)?;
    let mut completion = Completion::default();
    take_common(&value, &mut completion);
    take_choice(&value, "message", &mut completion);
    Ok(completion)
}

/// A stream is whole when it said why it ended or sent its end mark.
fn stream(text: &str) -> Result<Completion, BodyFault> {
    let mut completion = Completion::default();
    let mut ended = false;
    for line in text.lines() {
        let Some(data) = line.trim_start().strip_prefix("data:").map(str::trim) else { continue };
        if data.is_empty() {
            continue;
        }
        if data == "[DONE]" {
            ended = true;
            break;
        }
        let value: Value = serde_json::from_str(data).map_err(|_| BodyFault::Broken)?;
        no_error(&value)?;
        take_common(&value, &mut completion);
        let part = if value.pointer("/choices/0/delta").is_some() { "delta" } else { "message" };
        take_choice(&value, part, &mut completion);
    }
    if ended || completion.finish_reason.is_some() { Ok(completion) } else { Err(BodyFault::Broken) }
}

fn no_error(value: &Value) -> Result<(), BodyFault> {
    match value.get("error") {
        None | Some(Value::Null) => Ok(()),
        Some(_) => Err(BodyFault::Error(error_code(value).unwrap_or_else(|| "without a code".to_owned()))),
    }
}

/// The code or type of an error object; its message is left out, since servers repeat keys and prompts there.
pub fn error_code(value: &Value) -> Option<String> {
    let error = value.get("error")?;
    ["code", "type"].iter().find_map(|key| {
        let text = match error.get(key)? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        (!text.is_empty() && text.len() <= 48 && text.chars().all(plain)).then_some(text)
    })
}

fn take_common(value: &Value, completion: &mut Completion) {
    let text = |key: &str| value.get(key).and_then(Value::as_str).filter(|t| !t.is_empty()).map(cut);
    completion.model = text("model").or(completion.model.take());
    completion.fingerprint = text("system_fingerprint").or(completion.fingerprint.take());
    if let Some(usage) = value.get("usage").filter(|usage| usage.is_object()) {
        let count = |keys: &[&str]| {
            keys.iter().find_map(|key| usage.pointer(key)).and_then(Value::as_u64).unwrap_or(0)
        };
        completion.usage = Some(Usage {
            input: count(&["/prompt_tokens", "/input_tokens"]),
            cached: count(&["/prompt_cache_hit_tokens", "/prompt_tokens_details/cached_tokens"]),
            output: count(&["/completion_tokens", "/output_tokens"]),
            estimated: false,
        });
    }
}

/// Names that a server gives are kept, but not at any length.
fn cut(text: &str) -> String {
    text.chars().take(200).collect()
}

fn take_choice(value: &Value, part: &str, completion: &mut Completion) {
    let Some(choice) = value.pointer("/choices/0") else { return };
    if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
        completion.finish_reason = Some(cut(reason));
    }
    let Some(message) = choice.get(part) else { return };
    completion.content.push_str(&text_of(message.get("content")));
    let reasoning = text_of(message.get("reasoning_content").or_else(|| message.get("reasoning")));
    if !reasoning.is_empty() {
        completion.reasoning.get_or_insert_default().push_str(&reasoning);
    }
}

/// A text, or the texts of a list of parts.
fn text_of(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)).collect()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(content: &str, finish: &str) -> String {
        serde_json::json!({
            "model": "m-1", "system_fingerprint": "fp",
            "choices": [{"finish_reason": finish, "message": {"content": content, "reasoning_content": "hm {}"}}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 3, "prompt_cache_hit_tokens": 8},
        })
        .to_string()
    }

    /// LLM L09: blank lines and comments may come before the body; alone they are no answer.
    #[test]
    fn keep_alive_lines_are_passed_over() {
        for lead in ["\n\n\n\n\n", ": keep-alive\n\n: keep-alive\n\n", "\r\n \r\n", "\u{feff}"] {
            let completion = read(format!("{lead}{}", body("{}", "stop")).as_bytes()).unwrap();
            assert_eq!(completion.content, "{}");
            assert_eq!(completion.reasoning.as_deref(), Some("hm {}"));
            assert_eq!(completion.usage, Some(Usage { input: 10, cached: 8, output: 3, estimated: false }));
        }
        for blank in ["", "\n\n\n\n\n\n\n\n\n\n\n\n", ": keep-alive", ": keep-alive\n\n"] {
            assert_eq!(read(blank.as_bytes()), Err(BodyFault::Blank), "{blank:?}");
        }
    }

    /// LLM L01: content that is empty though the reason is `stop` is no answer.
    #[test]
    fn blank_content_is_no_answer() {
        assert_eq!(read(body("", "stop").as_bytes()), Err(BodyFault::Blank));
        assert_eq!(read(body(" \n", "stop").as_bytes()), Err(BodyFault::Blank));
        assert_eq!(read(b"{\"choices\":[{\"message\":{\"content\":null}}]}"), Err(BodyFault::Blank));
        assert_eq!(read(b"{\"choices\":[]}"), Err(BodyFault::Blank));
    }

    /// LLM L03: an answer cut by its length is told as such, whatever it holds.
    #[test]
    fn a_cut_answer_keeps_its_reason() {
        for content in ["{\"fraud_types\":[\"revenue_rec", ""] {
            let completion = read(body(content, "length").as_bytes()).unwrap();
            assert_eq!(completion.finish_reason.as_deref(), Some("length"));
        }
    }

    #[test]
    fn a_stream_of_events_is_read_too() {
        let text = ": ping\n\ndata: {\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"{\\\"a\\\"\"}}]}\n\n\
                    data: {\"choices\":[{\"delta\":{\"content\":\": 1}\"},\"finish_reason\":\"stop\"}]}\n\n\
                    data: {\"choices\":[],\"usage\":{\"prompt_tokens\":4,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n";
        let completion = read(text.as_bytes()).unwrap();
        assert_eq!(completion.content, "{\"a\": 1}");
        assert_eq!(completion.usage.unwrap().output, 2);
        let cut = text.split("\"finish_reason\"").next().unwrap();
        assert_eq!(read(cut.as_bytes()), Err(BodyFault::Broken));
        let unended = "data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\n";
        assert_eq!(read(unended.as_bytes()), Err(BodyFault::Broken));
    }

    #[test]
    fn errors_are_told_by_code_and_never_by_message() {
        let text = "{\"error\":{\"message\":\"bad key sk-secret\",\"code\":\"rate_limit_exceeded\"}}";
        assert_eq!(read(text.as_bytes()), Err(BodyFault::Error("rate_limit_exceeded".into())));
        let text = "{\"error\":{\"message\":\"m\",\"code\":\"Key sk-secret is bad\"}}";
        assert_eq!(read(text.as_bytes()), Err(BodyFault::Error("without a code".into())));
        for odd in [&b"\xff\xfe"[..], b"<html>502</html>", b"{\"choices\":", b"[1,2]", b"null"] {
            assert!(read(odd).is_err());
        }
    }
}
