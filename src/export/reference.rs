//! The record shape of the paper's own pipeline: one record a case, issuer and period, with all three tasks.

use super::error::ExportError;
use super::source::Dataset;
use super::tally::Tally;
use super::{place, schema};
use crate::tasks::{Figure, Instance, Task};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Writes one record a line, in order of case, issuer, period and kind of control.
pub fn write(dataset: &Dataset<'_>, path: &Path) -> Result<Tally, ExportError> {
    let mut records: BTreeMap<(String, u64, String, String), Value> = BTreeMap::new();
    let mut tally = Tally::default();
    place::file(path, |out| {
        tally = dataset.each(&mut |i, rehydrate| {
            let control = i.control.map(|control| schema::name(&control)).unwrap_or_default();
            let base = (i.case_id.clone(), i.cik.0, i.period_label.clone(), control);
            // A second instance of a task on the same filing, such as another passage, gets a record of its own.
            let (mut key, mut n) = (base.clone(), 1);
            while records.get(&key).is_some_and(|record| !record["tasks"][task_key(i.task)].is_null()) {
                n += 1;
                key = (base.0.clone(), base.1, base.2.clone(), format!("{}#{n}", base.3));
            }
            let record = records.entry(key).or_insert_with(|| start(i));
            add(record, i, rehydrate);
            Ok(())
        })?;
        for ((_, _, _, suffix), mut record) in std::mem::take(&mut records) {
            if !suffix.is_empty()
                && let Some(id) =
                    record["case_id"].as_str().map(|id| format!("{id}-{}", suffix.trim_start_matches('#')))
            {
                record["case_id"] = Value::String(id);
            }
            serde_json::to_writer(&mut *out, &record)
                .map_err(std::io::Error::from)
                .and_then(|()| out.write_all(b"\n"))
                .map_err(ExportError::io(path))?;
        }
        Ok(())
    })?;
    Ok(tally)
}

fn task_key(task: Task) -> &'static str {
    match task {
        Task::Attribution => "task1_profit_source",
        Task::Narrative => "task2_narrative",
        Task::Pattern => "task3_pattern",
    }
}

fn start(i: &Instance) -> Value {
    let number = i.releases.first().map_or(i.case_id.as_str(), String::as_str);
    let mut documents: Vec<&str> = Vec::new();
    for evidence in i.evidence.iter().filter(|e| e.role == crate::tasks::EvidenceRole::Mechanism) {
        if !documents.contains(&evidence.url.as_str()) {
            documents.push(&evidence.url);
        }
    }
    json!({
        "case_id": format!("{number}-{}", i.period_label),
        "documents": {
            "original": {"accession": i.accession.as_str(), "form": i.form, "url": i.url},
            "restated": i.restating_accession.as_ref().map(|accession| json!({"accession": accession.as_str(), "basis": i.basis})),
            "enforcement": {"releases": i.releases, "urls": documents},
        },
        "tasks": {"task1_profit_source": null, "task2_narrative": null, "task3_pattern": null},
        "xbrl_financials": {},
        "metadata": {
            "afb_case": i.case_id,
            "cik": i.cik.to_string(),
            "company_name": i.issuer,
            "fiscal_period": i.period_label,
            "period_end": i.period_end.map(|end| end.to_string()),
            "control": i.control.map(|control| schema::name(&control)),
            "split": schema::name(&i.split),
            "time_split": schema::name(&i.time_split),
        },
        "quality_flags": [],
    })
}

fn add(record: &mut Value, i: &Instance, rehydrate: Option<&str>) {
    let mut input = Map::new();
    let text = schema::input(i).map_or(Value::Null, |text| Value::String(text.to_owned()));
    match i.task {
        Task::Attribution => {
            input.insert("reported_financials".into(), side(&i.figures, |figure| figure.reported));
            input.insert("restated_financials".into(), side(&i.figures, |figure| figure.restated));
            input.insert("management_attribution".into(), text);
        }
        Task::Narrative => {
            input.insert("passage".into(), text);
        }
        Task::Pattern => {
            input.insert("input_text".into(), text);
        }
    }
    if let crate::tasks::Input::Placeholder(placeholder) = &i.input {
        input = [("placeholder".to_owned(), json!(placeholder))].into_iter().collect();
    }
    let mut label = json!({"label": i.label, "explanation": i.explanation.text()});
    if i.task == Task::Pattern {
        label["secondary"] = json!(i.secondary);
    }
    let mut task =
        json!({"id": i.id, "input": input, "label": label, "evidence": i.evidence, "score": i.score});
    if let Some(recipe) = rehydrate.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
        task["rehydrate"] = recipe;
    }
    record["tasks"][task_key(i.task)] = task;
    if record["xbrl_financials"].as_object().is_some_and(Map::is_empty) && !i.figures.is_empty() {
        record["xbrl_financials"] = json!({
            "original": side(&i.figures, |figure| figure.reported),
            "restated": side(&i.figures, |figure| figure.restated),
            "sources": sources(&i.figures),
        });
    }
    if let Some(flags) = record["quality_flags"].as_array_mut() {
        for flag in &i.flags {
            let flag = Value::String(flag.flag.clone());
            if !flags.contains(&flag) {
                flags.push(flag);
            }
        }
    }
}

fn side(figures: &[Figure], value: impl Fn(&Figure) -> Option<f64>) -> Value {
    let known = figures.iter().filter_map(|figure| {
        let value = value(figure)?;
        Some((
            schema::column_name(figure.item),
            json!({"value": value, "unit": figure.unit, "end": figure.period_end.to_string()}),
        ))
    });
    Value::Object(known.collect())
}

fn sources(figures: &[Figure]) -> Value {
    let known = figures.iter().map(|figure| {
        let source = figure.reported_source.or(figure.restated_source);
        (
            schema::column_name(figure.item),
            source.map_or(Value::Null, |source| Value::String(schema::name(&source))),
        )
    });
    Value::Object(known.collect())
}
