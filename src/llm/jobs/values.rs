//! Strict reading of one answer's values: types as asked for, names and dates levelled, errors with their place.

use crate::llm::answer::{self, AnswerError};
use jiff::civil::Date;
use serde_json::{Map, Value};

/// An error with the place of the list's entry before its key.
pub fn at(place: &str, error: AnswerError) -> AnswerError {
    let with = |key: String| format!("{place}.{key}");
    match error {
        AnswerError::Missing(key) => AnswerError::Missing(with(key)),
        AnswerError::WrongType { key, expected } => AnswerError::WrongType { key: with(key), expected },
        AnswerError::NotAllowed { key, value, allowed } => {
            AnswerError::NotAllowed { key: with(key), value, allowed }
        }
        other => other,
    }
}

/// Entries of a list that are taken; a model that repeats itself may go on for ever.
const MOST: usize = 200;

/// The entries of a list of objects, each read by `read`.
pub fn entries<T>(
    object: &Map<String, Value>,
    key: &str,
    read: impl Fn(&Map<String, Value>) -> Result<T, AnswerError>,
) -> Result<Vec<T>, AnswerError> {
    answer::list(object, key)?
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(n, entry)| {
            let place = format!("{key}[{n}]");
            match entry {
                Value::Object(entry) => read(entry).map_err(|error| at(&place, error)),
                _ => Err(AnswerError::WrongType { key: place, expected: "an object" }),
            }
        })
        .collect()
}

/// A text that says something.
pub fn words(object: &Map<String, Value>, key: &str) -> Result<String, AnswerError> {
    let text = answer::text(object, key)?;
    if text.trim().is_empty() {
        return Err(AnswerError::WrongType { key: key.to_owned(), expected: "a text that is not empty" });
    }
    Ok(text.trim().to_owned())
}

/// A text, or none where it is null, missing or empty.
pub fn words_if_any(object: &Map<String, Value>, key: &str) -> Result<Option<String>, AnswerError> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(_) => Ok(Some(answer::text(object, key)?.trim().to_owned()).filter(|text| !text.is_empty())),
    }
}

/// A whole number in a range.
pub fn whole(
    object: &Map<String, Value>,
    key: &str,
    range: std::ops::RangeInclusive<i64>,
    expected: &'static str,
) -> Result<i64, AnswerError> {
    let number = answer::number(object, key)?;
    let wrong = || AnswerError::WrongType { key: key.to_owned(), expected };
    if number.fract() != 0.0 || number.abs() > 1e15 {
        return Err(wrong());
    }
    Some(number as i64).filter(|number| range.contains(number)).ok_or_else(wrong)
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A day, or none where it is null or missing; the common ways of writing one are levelled.
pub fn day(object: &Map<String, Value>, key: &str) -> Result<Option<Date>, AnswerError> {
    let Some(text) = words_if_any(object, key)? else { return Ok(None) };
    if matches!(text.to_ascii_lowercase().as_str(), "null" | "none" | "unknown" | "n/a") {
        return Ok(None);
    }
    read_day(&text).map(Some).ok_or_else(|| AnswerError::WrongType {
        key: key.to_owned(),
        expected: "a day as YYYY-MM-DD, or null",
    })
}

/// `2003-12-31`, with a time behind it or not; `December 31, 2003`; `31 December 2003`; `12/31/2003`.
fn read_day(text: &str) -> Option<Date> {
    let parts: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let number = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok();
    let month = |part: &str| {
        let start: String = part.chars().take(3).collect::<String>().to_ascii_lowercase();
        let whole = part.len() >= 3 && part.chars().all(char::is_alphabetic);
        whole.then(|| MONTHS.iter().position(|name| *name == start).map(|at| at as i8 + 1)).flatten()
    };
    let date = |year: i16, month: i8, day: i16| Date::new(year, month, i8::try_from(day).ok()?).ok();
    match parts.as_slice() {
        [y, m, d, ..] if y.len() == 4 && number(y).is_some() && number(m).is_some() => {
            let day: String = d.chars().take_while(char::is_ascii_digit).collect();
            date(number(y)?, i8::try_from(number(m)?).ok()?, day.parse().ok()?)
        }
        [m, d, y] if month(m).is_some() => date(number(y)?, month(m)?, number(d)?),
        [d, m, y] if month(m).is_some() => date(number(y)?, month(m)?, number(d)?),
        [m, d, y] if y.len() == 4 && text.contains('/') => {
            date(number(y)?, i8::try_from(number(m)?).ok()?, number(d)?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LLM L10: days in unexpected forms are levelled, nonsense is refused with the form that is wanted.
    #[test]
    fn days_are_levelled() {
        let of = |text: &str| {
            let object = serde_json::json!({"end": text}).as_object().cloned().unwrap();
            day(&object, "end")
        };
        let wanted = Date::new(2003, 12, 31).unwrap();
        for text in [
            "2003-12-31",
            "2003-12-31T00:00:00Z",
            "December 31, 2003",
            "Dec. 31, 2003",
            "31 December 2003",
            "12/31/2003",
            "December 31st, 2003",
        ] {
            assert_eq!(of(text).unwrap(), Some(wanted), "{text}");
        }
        assert_eq!(of("null").unwrap(), None);
        for text in ["fiscal 2003", "31/12/2003", "2003-13-01", "2003-02-30", "soon", "2003"] {
            assert!(of(text).unwrap_err().to_string().contains("YYYY-MM-DD"), "{text}");
        }
    }
}
