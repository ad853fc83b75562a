//! Prediction files: JSON Lines of {id, model, raw, parsed, error, usage}, from this program or anyone.

use super::item::Item;
use super::prompts;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One line of a prediction file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The instance.
    pub id: String,
    /// Who answered.
    #[serde(default)]
    pub model: String,
    /// The answer's own words.
    #[serde(default)]
    pub raw: Option<String>,
    /// The answer as read: keys of the task.
    #[serde(default)]
    pub parsed: Option<Value>,
    /// Why there is no answer.
    #[serde(default)]
    pub error: Option<String>,
    /// Tokens, as the server counted them.
    #[serde(default)]
    pub usage: Option<Value>,
}

/// What an answer came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A label and an explanation.
    Answered(prompts::Parsed),
    /// No label: wrong, and counted apart.
    Invalid(String),
}

/// A fault of a prediction file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineFault {
    /// From 1; 0 for an instance that no line answers.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// A prediction file held against a dataset.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Read {
    /// Outcome by instance.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Model named by the first line.
    pub model: String,
    /// Faults by line.
    pub faults: Vec<LineFault>,
}

/// Reads a prediction file against the items it is about. A duplicate keeps the first line; lines about
/// unknown instances are reported and left out; instances of the file's tasks without a line are reported.
pub fn read(bytes: &[u8], items: &[Item]) -> Read {
    let by_id: BTreeMap<&str, &Item> = items.iter().map(|item| (item.id.as_str(), item)).collect();
    let mut read = Read::default();
    let mut fault = |line: usize, message: String| read.faults.push(LineFault { line, message });
    let mut outcomes: BTreeMap<String, Outcome> = BTreeMap::new();
    let mut models = Vec::new();
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let number = index + 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let Ok(text) = std::str::from_utf8(line) else {
            fault(number, "is not UTF-8".to_owned());
            continue;
        };
        let prediction: Prediction = match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
            Ok(prediction) => prediction,
            Err(error) => {
                fault(number, format!("is not a prediction: {error}"));
                continue;
            }
        };
        let Some(item) = by_id.get(prediction.id.as_str()) else {
            fault(number, format!("names the unknown instance `{}`", cut(&prediction.id)));
            continue;
        };
        if outcomes.contains_key(&prediction.id) {
            fault(
                number,
                format!("answers `{}` a second time; the first answer counts", cut(&prediction.id)),
            );
            continue;
        }
        outcomes.insert(prediction.id.clone(), outcome(item, &prediction));
        models.push(prediction.model);
    }
    let tasks: Vec<_> = {
        let mut tasks: Vec<_> =
            outcomes.keys().filter_map(|id| by_id.get(id.as_str())).map(|i| (i.task, i.split)).collect();
        tasks.sort();
        tasks.dedup();
        tasks
    };
    for item in items {
        if tasks.contains(&(item.task, item.split)) && !outcomes.contains_key(&item.id) {
            fault(0, format!("no line answers `{}`", item.id));
        }
    }
    if outcomes.is_empty() {
        fault(0, "no line answers an instance of the dataset".to_owned());
    }
    read.model = models.into_iter().next().unwrap_or_default();
    read.outcomes = outcomes;
    read
}

fn outcome(item: &Item, prediction: &Prediction) -> Outcome {
    let parsed = match (&prediction.parsed, &prediction.raw, &prediction.error) {
        (Some(value @ Value::Object(_)), _, _) => prompts::parse(item.task, &value.to_string()),
        (_, Some(raw), _) => prompts::parse(item.task, raw),
        (_, None, Some(error)) => return Outcome::Invalid(error.clone()),
        (_, None, None) => return Outcome::Invalid("the line holds no answer".to_owned()),
    };
    match parsed {
        Ok(parsed) => Outcome::Answered(parsed),
        Err(error) => Outcome::Invalid(error.to_string()),
    }
}

fn cut(id: &str) -> String {
    id.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::{Split, Task};

    fn items() -> Vec<Item> {
        ["a", "b", "c"]
            .iter()
            .map(|id| Item {
                id: (*id).to_owned(),
                task: Task::Narrative,
                variables: vec![("passage", "text".into())],
                gold: 1,
                explanation: "why".into(),
                cluster: 1,
                split: Split::Test,
                control: None,
                era: "2009-",
                source: "none",
            })
            .collect()
    }

    /// EVAL: every fault of a file is named by its line, and the good lines still count.
    #[test]
    fn faults_are_named_by_line() {
        let mut file = Vec::new();
        file.extend(b"{\"id\":\"a\",\"model\":\"m\",\"raw\":\"{\\\"is_misleading\\\":true}\"}\n");
        file.extend(b"{\"id\":\"a\",\"raw\":\"{\\\"is_misleading\\\":false}\"}\n");
        file.extend(b"not json\n");
        file.extend(b"{\"id\":\"zz\",\"raw\":\"\"}\n\n");
        file.extend([b'{', 0xff, b'}', b'\n']);
        file.extend(b"{\"id\":\"b\",\"error\":\"timeout\"}\n");
        let read = read(&file, &items());
        let lines: Vec<usize> = read.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [2, 3, 4, 6, 0]);
        assert_eq!(read.model, "m");
        assert!(matches!(&read.outcomes["a"], Outcome::Answered(parsed) if parsed.label == 1));
        assert_eq!(read.outcomes["b"], Outcome::Invalid("timeout".into()));
    }

    /// EVAL: a file without an answer is no result.
    #[test]
    fn a_file_that_answers_nothing_says_so() {
        for file in [&b""[..], b"\n\n"] {
            let faults = read(file, &items()).faults;
            assert_eq!(faults.len(), 1);
            assert!(faults[0].message.contains("no line answers"));
        }
    }
}
