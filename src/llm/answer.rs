//! From a model's words to one JSON object: one tolerant unwrapping, then strict types.
//!
//! Allowed around the object: reasoning in `<think>` tags before it, a code fence, prose before and after,
//! one known wrapper key or a one-element array, commas before a closing bracket. Nothing is guessed beyond
//! that: what does not fit is an error that can be sent back to the model.

use serde_json::{Map, Value};

/// Why an answer cannot be read; the words are fit to be sent back to the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Nothing but white space.
    #[error("the answer is empty")]
    Empty,
    /// No JSON object in it.
    #[error("the answer holds no JSON object")]
    NoObject,
    /// More than one object, so that it is not clear which is meant.
    #[error("the answer holds more than one JSON object")]
    SeveralObjects,
    /// Begun and never closed, or not JSON inside.
    #[error("the JSON object cannot be read: {0}")]
    Malformed(String),
    /// A key is missing.
    #[error("the key \"{0}\" is missing")]
    Missing(String),
    /// A value of a wrong type.
    #[error("the key \"{key}\" must be {expected}")]
    WrongType {
        /// The key.
        key: String,
        /// What it has to be.
        expected: &'static str,
    },
    /// A value out of the list.
    #[error("the key \"{key}\" has the value \"{value}\"; allowed are: {allowed}")]
    NotAllowed {
        /// The key.
        key: String,
        /// The value, cut.
        value: String,
        /// The list.
        allowed: String,
    },
}

/// Wrapper keys that are taken off when they hold the only value.
const WRAPPERS: [&str; 5] = ["result", "answer", "output", "response", "data"];

/// Finds the one object of an answer.
pub fn unwrap(raw: &str) -> Result<Map<String, Value>, AnswerError> {
    let text = without_reasoning(raw);
    if text.trim().is_empty() {
        return Err(AnswerError::Empty);
    }
    let mut found = objects(text)?;
    let object = match (found.pop(), found.is_empty()) {
        (Some(object), true) => object,
        (Some(_), false) => return Err(AnswerError::SeveralObjects),
        (None, _) => return Err(AnswerError::NoObject),
    };
    Ok(without_wrapper(object))
}

/// What follows the reasoning; a draft inside it is never the answer. Some servers leave out the tag that opens it. In
/// an answer that begins with its object the tag stands in a quote and is a text's own.
fn without_reasoning(raw: &str) -> &str {
    if raw.trim_start().starts_with(['{', '[']) {
        return raw;
    }
    match raw.rfind("</think>") {
        Some(end) => &raw[end + "</think>".len()..],
        None if raw.trim_start().starts_with("<think>") => "",
        None => raw,
    }
}

/// All JSON objects that stand at the top level of a text.
fn objects(text: &str) -> Result<Vec<Map<String, Value>>, AnswerError> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let Some(end) = object_end(&rest[start..]) else {
            // An opening brace in prose is no object; one that starts a key is a cut answer.
            if rest[start + 1..].trim_start().starts_with('"') {
                return Err(AnswerError::Malformed("it is not closed".to_owned()));
            }
            break;
        };
        let body = &rest[start..start + end];
        match parse(body) {
            Ok(object) => found.push(object),
            Err(error) if body[1..].trim_start().starts_with('"') => {
                return Err(AnswerError::Malformed(error.to_string()));
            }
            Err(_) => {}
        }
        rest = &rest[start + end..];
    }
    Ok(found)
}

/// Length of the object that starts the text, counting brackets outside strings.
fn object_end(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' if !quoted => depth += 1,
            b'}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn parse(body: &str) -> Result<Map<String, Value>, serde_json::Error> {
    serde_json::from_str(body)
        .or_else(|error| serde_json::from_str(&without_last_commas(body)).map_err(|_| error))
}

/// The text without commas that stand before a closing bracket, strings untouched.
fn without_last_commas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted && text[at + 1..].trim_start().starts_with(['}', ']']) => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}

fn without_wrapper(mut object: Map<String, Value>) -> Map<String, Value> {
    if object.len() == 1
        && let Some(key) = object.keys().next().cloned()
        && WRAPPERS.contains(&key.to_ascii_lowercase().as_str())
    {
        let inner = match object.get_mut(&key) {
            Some(Value::Object(inner)) => Some(std::mem::take(inner)),
            Some(Value::Array(list)) if list.len() == 1 => match list.pop() {
                Some(Value::Object(inner)) => Some(inner),
                Some(other) => {
                    list.push(other);
                    None
                }
                None => None,
            },
            _ => None,
        };
        if let Some(inner) = inner {
            return inner;
        }
    }
    object
}

/// A yes or no: a JSON boolean, or the words true, false, yes, no in quotes.
pub fn boolean(object: &Map<String, Value>, key: &str) -> Result<bool, AnswerError> {
    match required(object, key)? {
        Value::Bool(value) => Ok(*value),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => Ok(true),
            "false" | "no" => Ok(false),
            _ => Err(AnswerError::WrongType { key: key.to_owned(), expected: "true or false" }),
        },
        _ => Err(AnswerError::WrongType { key: key.to_owned(), expected: "true or false" }),
    }
}

/// A text.
pub fn text(object: &Map<String, Value>, key: &str) -> Result<String, AnswerError> {
    match required(object, key)? {
        Value::String(text) => Ok(text.clone()),
        _ => Err(AnswerError::WrongType { key: key.to_owned(), expected: "a text" }),
    }
}

/// A number, also when it stands in quotes.
pub fn number(object: &Map<String, Value>, key: &str) -> Result<f64, AnswerError> {
    let wrong = || AnswerError::WrongType { key: key.to_owned(), expected: "a number" };
    let value = match required(object, key)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().replace(',', "").parse().ok(),
        _ => None,
    };
    value.filter(|value: &f64| value.is_finite()).ok_or_else(wrong)
}

/// One of a list of names; case, spaces, hyphens and underscores are levelled, nothing else.
pub fn choice(object: &Map<String, Value>, key: &str, allowed: &[&str]) -> Result<usize, AnswerError> {
    let value = text(object, key)?;
    let level = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = level(&value);
    allowed.iter().position(|name| level(name) == wanted).ok_or_else(|| AnswerError::NotAllowed {
        key: key.to_owned(),
        value: value.chars().take(60).collect(),
        allowed: allowed.join(", "),
    })
}

/// A list; a missing one is an error, an empty one is not.
pub fn list<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a [Value], AnswerError> {
    match required(object, key)? {
        Value::Array(list) => Ok(list),
        _ => Err(AnswerError::WrongType { key: key.to_owned(), expected: "a list" }),
    }
}

fn required<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a Value, AnswerError> {
    object.get(key).filter(|value| !value.is_null()).ok_or_else(|| AnswerError::Missing(key.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Result<bool, AnswerError> {
        boolean(&unwrap(raw)?, "is_misleading")
    }

    /// LLM: code fences with and without a language are taken off.
    #[test]
    fn fences_and_prose_are_taken_off() {
        for raw in [
            "```json\n{\"is_misleading\": true, \"explanation\": \"{a}\"}\n```",
            "```\n{\"is_misleading\": true}\n```",
            "Here is my answer:\n\n{\"is_misleading\": true,}\nI hope it helps.",
            "\n\n\n\n\n{\"is_misleading\": \"Yes\"}",
        ] {
            assert_eq!(read(raw), Ok(true), "{raw}");
        }
    }

    /// LLM: a draft inside the reasoning is not the answer.
    #[test]
    fn reasoning_is_no_answer() {
        assert_eq!(read("<think>maybe {\"is_misleading\":false}</think>{\"is_misleading\":true}"), Ok(true));
        assert_eq!(read("<think>maybe {\"is_misleading\":false}"), Err(AnswerError::Empty));
    }

    /// LLM: the tag in a quote is the text's own: what follows it there is not the answer.
    #[test]
    fn a_tag_in_a_quote_is_no_reasoning() {
        let raw = r#"{"is_misleading": true, "quote": "it said </think>{\"is_misleading\": false} {}"}"#;
        assert_eq!(read(raw), Ok(true));
        assert_eq!(read("draft {\"is_misleading\":false}</think>{\"is_misleading\":true}"), Ok(true));
    }

    /// LLM: a wrapper is taken off by rule only; an unknown key is a failure, never an empty success.
    #[test]
    fn wrappers_by_rule_only() {
        assert_eq!(read("{\"result\":{\"is_misleading\":true}}"), Ok(true));
        assert_eq!(read("[{\"is_misleading\":true}]"), Ok(true));
        assert_eq!(read("{\"is_misleading_\":true}"), Err(AnswerError::Missing("is_misleading".into())));
        assert_eq!(
            read("{\"whatever\":{\"is_misleading\":true}}"),
            Err(AnswerError::Missing("is_misleading".into()))
        );
        assert_eq!(read("{\"is_misleading\":true,\"extra\":[1,2]}"), Ok(true));
    }

    /// LLM: cut, doubled and invented shapes are errors with a name.
    #[test]
    fn what_does_not_fit_is_named() {
        assert_eq!(read(""), Err(AnswerError::Empty));
        assert_eq!(read(" \n "), Err(AnswerError::Empty));
        assert_eq!(read("I cannot say."), Err(AnswerError::NoObject));
        assert!(matches!(read("{\"fraud_types\":[\"revenue_rec"), Err(AnswerError::Malformed(_))));
        assert_eq!(
            read("{\"is_misleading\":true} or {\"is_misleading\":false}"),
            Err(AnswerError::SeveralObjects)
        );
        assert!(matches!(read("{\"is_misleading\": maybe}"), Err(AnswerError::Malformed(_))));
    }

    /// LLM: wrong case and wording are levelled, anything else is refused with the allowed values.
    #[test]
    fn names_are_levelled_and_never_guessed() {
        let allowed = ["REVENUE_TIMING", "ACCOUNTING_ESTIMATE"];
        let ask = |value: &str| {
            choice(
                &unwrap(&format!("{{\"fraud_category\":\"{value}\"}}")).unwrap(),
                "fraud_category",
                &allowed,
            )
        };
        assert_eq!(ask("Revenue timing"), Ok(0));
        assert_eq!(ask("accounting-estimate"), Ok(1));
        let error = ask("creative accounting").unwrap_err().to_string();
        assert!(error.contains("REVENUE_TIMING, ACCOUNTING_ESTIMATE"), "{error}");
    }

    #[test]
    fn numbers_may_stand_in_quotes() {
        let object = unwrap("{\"a\": \"1,200.5\", \"b\": \"NaN\"}").unwrap();
        assert_eq!(number(&object, "a"), Ok(1200.5));
        assert!(number(&object, "b").is_err());
    }
}
