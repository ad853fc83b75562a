//! Gates: which flags keep an instance out of a dataset, by task, as configured.

use crate::config::{Gate, QualityConfig};
use crate::flag::{self, Severity};
use crate::tasks::{Instance, Task};

/// Why an instance is kept out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// A flag that the gate of its task refuses.
    Flag(String),
    /// A flag of severity `error`, which no gate lets through unless it says so.
    Error(String),
    /// The score is below the gate's.
    Score,
}

/// Why an instance does not pass the gate of its task; empty when it passes.
pub fn refusals(config: &QualityConfig, instance: &Instance) -> Vec<Refusal> {
    let gate = gate(config, instance.task);
    let mut found: Vec<Refusal> = Vec::new();
    for raised in &instance.flags {
        let named = |list: &[String]| {
            list.iter().any(|name| flag::kind(name).map_or(name.as_str(), |kind| kind.name) == raised.flag)
        };
        if named(&gate.refuse) {
            found.push(Refusal::Flag(raised.flag.clone()));
        } else if raised.severity == Severity::Error && !named(&gate.allow) {
            found.push(Refusal::Error(raised.flag.clone()));
        }
    }
    if instance.score < gate.least_score {
        found.push(Refusal::Score);
    }
    found.sort();
    found.dedup();
    found
}

fn gate(config: &QualityConfig, task: Task) -> &Gate {
    match task {
        Task::Attribution => &config.attribution,
        Task::Narrative => &config.narrative,
        Task::Pattern => &config.pattern,
    }
}
