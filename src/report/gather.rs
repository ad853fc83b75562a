//! What the page shows beside counts: one good instance of each task, and one case with its documents.

use super::timeline::Event;
use crate::export::{Build, Dataset, ExportError, Tally};
use crate::tasks::{Input, Instance, Task};
use std::collections::{BTreeMap, BTreeSet};

/// Examples and the timeline.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// One instance of each task that has one, in the order of the tasks.
    pub examples: Vec<Instance>,
    /// Words over the timeline.
    pub title: String,
    /// First and last day of the conduct, ISO.
    pub conduct: Option<(String, String)>,
    /// Its events, in order of day.
    pub events: Vec<Event>,
}

/// What the timeline needs of an instance.
#[derive(Default)]
struct Documents {
    issuers: BTreeSet<String>,
    originals: BTreeSet<String>,
    restating: BTreeSet<String>,
    ends: BTreeSet<(String, String)>,
}

/// Counts the instances and picks what is shown: the best instance at fault of each task, and the case with most
/// documents. All in one pass.
pub fn gather(dataset: &Dataset<'_>) -> Result<(Tally, Shown), ExportError> {
    let mut best: BTreeMap<Task, (u64, Instance)> = BTreeMap::new();
    let mut cases: BTreeMap<String, Documents> = BTreeMap::new();
    let tally = dataset.each(&mut |instance, _| {
        if instance.control.is_some() {
            return Ok(());
        }
        let merit = merit(instance);
        if best.get(&instance.task).is_none_or(|(known, _)| merit > *known) {
            best.insert(instance.task, (merit, instance.clone()));
        }
        let case = cases.entry(instance.case_id.clone()).or_default();
        case.issuers.insert(instance.issuer.clone());
        case.originals.insert(instance.accession.as_str().to_owned());
        case.restating.extend(instance.restating_accession.iter().map(|a| a.as_str().to_owned()));
        if let Some(end) = instance.period_end {
            case.ends.insert((end.to_string(), instance.period_label.clone()));
        }
        Ok(())
    })?;
    let mut shown =
        Shown { examples: best.into_values().map(|(_, instance)| instance).collect(), ..Shown::default() };
    // Of several the first by id: a case of moderate size shows more than one with dozens of filings.
    let pick = cases.iter().max_by_key(|(id, documents)| {
        let n = documents.originals.len().min(6) + 2 * documents.restating.len().min(4);
        let dated = dataset.build.cases.iter().any(|case| case.id == **id && !case.dates.is_empty());
        (dated, n, std::cmp::Reverse((*id).clone()))
    });
    if let Some((id, documents)) = pick {
        timeline(&mut shown, &dataset.build, id, documents);
    }
    Ok((tally, shown))
}

/// Quality, then evidence, then figures; an instance without input shows nothing.
fn merit(instance: &Instance) -> u64 {
    let has_input = !matches!(instance.input, Input::Placeholder(_));
    let score = (instance.score.clamp(0.0, 1.0) * 1000.0) as u64;
    let known =
        instance.figures.iter().filter(|f| f.reported.is_some() && f.restated.is_some()).count().min(9);
    u64::from(has_input) * 1_000_000 + score * 100 + instance.evidence.len().min(9) as u64 * 10 + known as u64
}

fn timeline(shown: &mut Shown, build: &Build, id: &str, documents: &Documents) {
    let issuers: Vec<&str> = documents.issuers.iter().map(String::as_str).collect();
    shown.title = format!("{id}: {}", issuers.join(", "));
    for (day, label) in &documents.ends {
        shown.events.push(Event { day: day.clone(), kind: 0, what: label.clone(), url: String::new() });
    }
    for filing in &build.filings {
        let kind = match (
            documents.originals.contains(&filing.accession),
            documents.restating.contains(&filing.accession),
        ) {
            (true, _) => 1,
            (_, true) => 2,
            _ => continue,
        };
        if let Some(day) = &filing.filed {
            let what = format!("{} {}", filing.form, filing.accession);
            shown.events.push(Event { day: day.clone(), kind, what, url: filing.url.clone() });
        }
    }
    if let Some(case) = build.cases.iter().find(|case| case.id == id) {
        shown.conduct = case.conduct_start.clone().zip(case.conduct_end.clone());
        for release in build.releases.iter().filter(|release| case.releases.contains(&release.key)) {
            if let Some(day) = &release.date {
                let what = format!("{} ({})", release.aaer_numbers.join(", "), case.standing);
                let url = release.url.clone().unwrap_or_default();
                shown.events.push(Event { day: day.clone(), kind: 3, what, url });
            }
        }
    }
    shown.events.sort();
}
