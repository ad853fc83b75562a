//! Shapes for harnesses that ask a model: FinBen, lm-evaluation-harness, inspect_ai.
//!
//! All three ask the same question, the program's own prompt, so that results can be held side by side.

use super::error::ExportError;
use super::source::Dataset;
use super::tally::{Tally, control_words};
use super::{place, schema};
use crate::eval::item::Item;
use crate::eval::prompts::Prompts;
use crate::tasks::{Instance, Split, Task};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// One row of the FinBen shape; lm-evaluation-harness reads the same.
#[derive(Serialize)]
struct FinBen<'a> {
    id: &'a str,
    query: String,
    answer: &'a str,
    text: &'a str,
    choices: &'static [&'static str],
    gold: usize,
}

/// One sample of inspect_ai.
#[derive(Serialize)]
struct Sample<'a> {
    input: String,
    target: &'a str,
    choices: &'static [&'static str],
    id: &'a str,
    metadata: Metadata<'a>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    case_id: &'a str,
    cik: String,
    issuer: &'a str,
    form: &'a str,
    accession: &'a str,
    url: &'a str,
    period: &'a str,
    split: String,
    time_split: String,
    control: &'static str,
    score: f64,
    explanation: String,
}

/// Which shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// id, query, answer, text, choices, gold.
    FinBen,
    /// input, target, id, metadata.
    Inspect,
}

/// Writes the questions of one task, of one split or all. Placeholders ask nothing and are left out.
pub fn write(
    dataset: &Dataset<'_>,
    task: Task,
    split: Option<Split>,
    shape: Shape,
    path: &Path,
) -> Result<Tally, ExportError> {
    let prompts = Prompts::embedded();
    let mut tally = Tally::default();
    place::file(path, |out| {
        tally = dataset.each(&mut |instance, _| {
            if instance.task != task || split.is_some_and(|split| split != instance.split) {
                return Ok(());
            }
            let Some(item) = Item::of(instance) else { return Ok(()) };
            let query = prompts.fill(&item);
            let written = match shape {
                Shape::FinBen => serde_json::to_writer(&mut *out, &finben(instance, &item, query)),
                Shape::Inspect => serde_json::to_writer(&mut *out, &sample(instance, query)),
            };
            written
                .map_err(std::io::Error::from)
                .and_then(|()| out.write_all(b"\n"))
                .map_err(ExportError::io(path))
        })?;
        Ok(())
    })?;
    Ok(tally)
}

fn finben<'a>(i: &'a Instance, item: &Item, query: String) -> FinBen<'a> {
    FinBen {
        id: &i.id,
        query,
        answer: &i.label,
        text: schema::input(i).unwrap_or_default(),
        choices: i.task.labels(),
        gold: item.gold,
    }
}

fn sample(i: &Instance, input: String) -> Sample<'_> {
    Sample {
        input,
        target: &i.label,
        choices: i.task.labels(),
        id: &i.id,
        metadata: Metadata {
            case_id: &i.case_id,
            cik: i.cik.to_string(),
            issuer: &i.issuer,
            form: &i.form,
            accession: i.accession.as_str(),
            url: &i.url,
            period: &i.period_label,
            split: schema::name(&i.split),
            time_split: schema::name(&i.time_split),
            control: control_words(i.control),
            score: i.score,
            explanation: i.explanation.text(),
        },
    }
}

/// Writes a folder for lm-evaluation-harness: questions by task and split, one YAML a task, one for the group.
/// Only splits with questions are named, and the test questions are those of the test split or, without one, of
/// what there is.
pub fn write_harness(dataset: &Dataset<'_>, dir: &Path) -> Result<Tally, ExportError> {
    let mut tally = Tally::default();
    let mut names = Vec::new();
    for task in dataset.tasks() {
        let mut splits = Vec::new();
        for split in [Split::Train, Split::Validation, Split::Test] {
            let file = format!("{}-{}.jsonl", task.as_str(), schema::name(&split));
            let path = dir.join(&file);
            tally = write(dataset, task, Some(split), Shape::FinBen, &path)?;
            if std::fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
                splits.push((split, file));
            } else {
                std::fs::remove_file(&path).map_err(ExportError::io(&path))?;
            }
        }
        if !splits.is_empty() {
            let name = format!("auditfraudbench_{}", task.as_str());
            place::text(&dir.join(format!("{name}.yaml")), &harness(task, &name, &splits))?;
            names.push(name);
        }
    }
    let mut group = "group: auditfraudbench\ntask:\n".to_owned();
    for name in &names {
        group.push_str(&format!("  - {name}\n"));
    }
    group.push_str("metadata:\n  version: 1.0\n");
    place::text(&dir.join("auditfraudbench.yaml"), &group)?;
    place::text(&dir.join("README.md"), HARNESS)?;
    Ok(tally)
}

/// How the folder is used.
const HARNESS: &str = "# AuditFraudBench for lm-evaluation-harness\n\n\
Run from inside this folder, since the YAML files name their data relative to it:\n\n\
```\nlm_eval --model hf --model_args pretrained=MODEL --include_path . --tasks auditfraudbench\n```\n\n\
Each question is the program's own prompt; the label with the highest likelihood is the answer. Accuracy is \
shown; `afb-build score` gives macro-F1 over the fixed list of labels, intervals, baselines and ROUGE.\n";

fn harness(task: Task, name: &str, splits: &[(Split, String)]) -> String {
    let mut yaml = format!("task: {name}\ndataset_path: json\ndataset_kwargs:\n  data_files:\n");
    for (split, file) in splits {
        yaml.push_str(&format!("    {}: {file}\n", schema::name(split)));
    }
    let named = |wanted: Split| splits.iter().any(|(split, _)| *split == wanted);
    if named(Split::Train) {
        yaml.push_str("training_split: train\n");
    }
    if named(Split::Validation) {
        yaml.push_str("validation_split: validation\n");
    }
    let test = splits.iter().map(|(split, _)| *split).max().unwrap_or(Split::Test);
    yaml.push_str(&format!("test_split: {}\n", schema::name(&test)));
    yaml.push_str("output_type: multiple_choice\ndoc_to_text: \"{{query}}\"\ndoc_to_choice:\n");
    for label in task.labels() {
        yaml.push_str(&format!("  - {label}\n"));
    }
    yaml.push_str(
        "doc_to_target: gold\ntarget_delimiter: \" \"\nshould_decontaminate: true\ndoc_to_decontamination_query: text\n\
         metric_list:\n  - metric: acc\n    aggregation: mean\n    higher_is_better: true\nmetadata:\n  version: 1.0\n",
    );
    yaml
}
