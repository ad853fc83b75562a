//! What a model is given: the task's own input, or with more or less beside it, as EDINET-Bench varies it; and the
//! paired form of task 2, as RFC-BENCH has it: the original beside the corrected passage.

use super::item::{Item, financials};
use crate::tasks::{Control, Input, Instance, Task};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// How much stands beside the passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Configuration {
    /// The passage, attribution or description alone.
    Passage,
    /// With the figures as first reported.
    WithStatements,
    /// With the figures as first reported and as restated.
    WithRestatement,
}

impl Configuration {
    /// What the paper gives: both sets of figures for task 1, the text alone for the others.
    pub fn of_task(task: Task) -> Configuration {
        match task {
            Task::Attribution => Configuration::WithRestatement,
            Task::Narrative | Task::Pattern => Configuration::Passage,
        }
    }
}

/// The item of an instance under a configuration; none for a placeholder.
pub fn item(instance: &Instance, configuration: Configuration) -> Option<Item> {
    let mut item = Item::of(instance)?;
    if configuration == Configuration::of_task(item.task) {
        return Some(item);
    }
    let reported = match configuration {
        Configuration::Passage => "{}".to_owned(),
        _ => financials(&instance.figures, |figure| figure.reported),
    };
    let restated = match configuration {
        Configuration::WithRestatement => financials(&instance.figures, |figure| figure.restated),
        _ => "{}".to_owned(),
    };
    for (name, value) in &mut item.variables {
        match *name {
            "reported_financials" => value.clone_from(&reported),
            "restated_financials" => value.clone_from(&restated),
            "passage" | "input_text" if configuration != Configuration::Passage => {
                value.push_str(&format!("\n\nFigures as first reported:\n{reported}"));
                if configuration == Configuration::WithRestatement {
                    value.push_str(&format!("\n\nFigures as restated:\n{restated}"));
                }
            }
            _ => {}
        }
    }
    Some(item)
}

/// Ends the id of a paired question.
pub const PAIR: &str = "+pair";

/// Paired questions: each misleading passage with the corrected one of the same case, issuer and period. Which of
/// the two comes first is drawn from the id, so that a place gives nothing away.
pub fn pairs(instances: &[Instance]) -> Vec<Item> {
    let key = |i: &Instance| (i.case_id.clone(), i.cik, i.period_label.clone());
    let passage = |i: &Instance| match &i.input {
        Input::Narrative(input) => Some(input.passage.clone()),
        _ => None,
    };
    let mut corrected: BTreeMap<_, String> = BTreeMap::new();
    for instance in instances.iter().filter(|i| i.control == Some(Control::Corrected)) {
        if let Some(text) = passage(instance) {
            corrected.entry(key(instance)).or_insert(text);
        }
    }
    instances
        .iter()
        .filter(|i| i.task == Task::Narrative && i.control.is_none())
        .filter_map(|instance| {
            let mut item = Item::of(instance)?;
            let original = passage(instance)?;
            let corrected = corrected.get(&key(instance))?;
            let first = Sha256::digest(instance.id.as_bytes()).first().is_some_and(|byte| byte % 2 == 0);
            let (one, two) = if first { (&original, corrected) } else { (corrected, &original) };
            item.id.push_str(PAIR);
            item.variables = vec![("passage", format!("First passage:\n{one}\n\nSecond passage:\n{two}"))];
            // The question is whether the first one misleads.
            item.gold = usize::from(first);
            Some(item)
        })
        .collect()
}
