//! The questions that a build leaves to people, each with what an answer can rest on.

use super::Case;
use super::resolve::named;
use crate::flag::Severity;
use crate::quality::review::{self, CHECK, DROP, EXCLUDE, KEEP, Kind, NONE, Question};
use crate::release::summary::Summary;
use crate::store::{StoreError, filings, instances, releases};
use crate::tasks::{Input, Instance};
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Confidence around the threshold within which a person is asked.
const NEAR: f64 = 0.1;
/// Characters of one quote in a sheet.
const QUOTE: usize = 600;

/// Everything that is open, whether answered or not, by kind and subject.
pub fn open(connection: &Connection, threshold: f64) -> Result<Vec<Question>, StoreError> {
    let mut questions = Vec::new();
    issuers(connection, &mut questions)?;
    near_threshold(connection, threshold, &mut questions)?;
    categories(connection, &mut questions)?;
    for instance in instances::all(connection)? {
        let is_placeholder = matches!(instance.input, Input::Placeholder(_));
        if !is_placeholder && instance.flags.iter().any(|flag| flag.severity == Severity::Error) {
            questions.push(about_instance(&instance, Kind::Instance));
        }
    }
    questions.sort_by(|a, b| (a.kind, &a.subject).cmp(&(b.kind, &b.subject)));
    questions.dedup_by(|a, b| a.kind == b.kind && a.subject == b.subject);
    Ok(questions)
}

/// Instances drawn for a spot check; placeholders have nothing to check.
pub fn spot_checks(connection: &Connection, n: usize, seed: u64) -> Result<Vec<Question>, StoreError> {
    let all = instances::all(connection)?;
    let usable = all.iter().filter(|instance| !matches!(instance.input, Input::Placeholder(_)));
    let drawn: BTreeSet<&str> =
        review::draw(usable.map(|instance| instance.id.as_str()), n, seed).into_iter().collect();
    let asked = all.iter().filter(|instance| drawn.contains(instance.id.as_str()));
    Ok(asked.map(|instance| about_instance(instance, Kind::Check)).collect())
}

fn issuers(connection: &Connection, questions: &mut Vec<Question>) -> Result<(), StoreError> {
    for (case_id, found) in filings::matches(connection, None)? {
        if found.status != "ambiguous" {
            continue;
        }
        let Some(case) = releases::case::<Case>(connection, &case_id)? else { continue };
        let number = named(&case).into_iter().find(|(name, _)| *name == found.name).and_then(|(_, n)| n);
        let mut allowed = Vec::new();
        let mut evidence = format!("Named in {case_id}.");
        for release in &case.releases {
            if release.summary.issuers.iter().any(|issuer| issuer.value.name == found.name) {
                let _ = write!(evidence, "\n{}", address(connection, &release.key)?);
                quotes(connection, &release.key, "issuer", Some(&found.name), &mut evidence)?;
            }
        }
        for candidate in found.candidates.as_array().into_iter().flatten() {
            let Some(cik) = candidate["cik"].as_u64().or_else(|| candidate["cik"].as_str()?.parse().ok())
            else {
                continue;
            };
            let score = candidate["score"].as_f64().unwrap_or(0.0);
            let reasons: Vec<&str> =
                candidate["reasons"].as_array().into_iter().flatten().filter_map(|r| r.as_str()).collect();
            let name = candidate["name"].as_str().unwrap_or("");
            let _ = write!(evidence, "\nCIK {cik}: {name}, score {score:.3}: {}", reasons.join("; "));
            allowed.push(cik.to_string());
        }
        allowed.push(NONE.to_owned());
        questions.push(Question {
            kind: Kind::Issuer,
            subject: review::issuer_subject(number.as_ref(), &found.name),
            evidence,
            proposed: format!("ambiguous: {}", found.reasons.join("; ")),
            allowed,
        });
    }
    Ok(())
}

fn near_threshold(
    connection: &Connection,
    threshold: f64,
    questions: &mut Vec<Question>,
) -> Result<(), StoreError> {
    for decision in releases::decisions(connection)? {
        let low = decision.reason.as_deref() == Some("confidence below the threshold");
        if (decision.confidence - threshold).abs() > NEAR || !(decision.kept || low) {
            continue;
        }
        let mut evidence = address(connection, &decision.release)?;
        for field in ["issuer", "period", "mechanism"] {
            quotes(connection, &decision.release, field, None, &mut evidence)?;
        }
        let word = if decision.kept { KEEP } else { DROP };
        questions.push(Question {
            kind: Kind::Keep,
            subject: decision.release,
            evidence,
            proposed: format!("{word}: confidence {:.3}, threshold {threshold:.3}", decision.confidence),
            allowed: vec![KEEP.to_owned(), DROP.to_owned()],
        });
    }
    Ok(())
}

fn categories(connection: &Connection, questions: &mut Vec<Question>) -> Result<(), StoreError> {
    for (id, _) in releases::case_digests(connection)? {
        let Some(case) = releases::case::<Case>(connection, &id)? else { continue };
        let labels: BTreeSet<String> = case.releases.iter().map(|release| label(&release.summary)).collect();
        if labels.len() < 2 {
            continue;
        }
        for release in &case.releases {
            let mut evidence = address(connection, &release.key)?;
            quotes(connection, &release.key, "mechanism", None, &mut evidence)?;
            for sister in case.releases.iter().filter(|sister| sister.key != release.key) {
                let _ = write!(evidence, "\nSister release {}: {}", sister.key, label(&sister.summary));
            }
            questions.push(Question {
                kind: Kind::Category,
                subject: release.key.clone(),
                evidence,
                proposed: label(&release.summary),
                allowed: review::categories(),
            });
        }
    }
    Ok(())
}

fn label(summary: &Summary) -> String {
    let value = serde_json::to_value(summary.category).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn about_instance(instance: &Instance, kind: Kind) -> Question {
    let input = match &instance.input {
        Input::Attribution(input) => &input.management_attribution,
        Input::Narrative(input) => &input.passage,
        Input::Pattern(input) => &input.input_text,
        Input::Placeholder(placeholder) => &placeholder.reason,
    };
    let mut evidence = format!(
        "{} {} of {} for {}: {}\nInput: {}\nExplanation: {}",
        instance.form,
        instance.accession,
        instance.issuer,
        instance.period_label,
        instance.url,
        short(input),
        short(&instance.explanation.text()),
    );
    for figure in &instance.figures {
        if figure.reported != figure.restated {
            let amount = |value: Option<f64>| value.map_or("unknown".to_owned(), |value| value.to_string());
            let _ = write!(
                evidence,
                "\n{}: reported {}, restated {} {}",
                figure.item.as_str(),
                amount(figure.reported),
                amount(figure.restated),
                figure.unit
            );
        }
    }
    for quote in &instance.evidence {
        let _ = write!(evidence, "\n{} \"{}\"", quote.url, short(&quote.quote));
    }
    // What was answered before is no evidence for an answer.
    for flag in instance.flags.iter().filter(|flag| !flag.flag.starts_with("review-")) {
        let _ = write!(evidence, "\nFlag {}: {}", flag.flag, flag.detail);
    }
    let allowed = match kind {
        Kind::Check => CHECK.map(str::to_owned).to_vec(),
        _ => [KEEP, EXCLUDE].iter().chain(instance.task.labels()).map(|text| (*text).to_owned()).collect(),
    };
    let kind_of = instance.control.map_or(String::new(), |control| format!(", negative: {control:?}"));
    Question {
        kind,
        subject: instance.id.clone(),
        evidence,
        proposed: format!("label {}{kind_of}", instance.label),
        allowed,
    }
}

fn address(connection: &Connection, key: &str) -> Result<String, StoreError> {
    let release = releases::release(connection, key)?;
    let (date, url) = release.map_or((None, None), |release| (release.date, release.url));
    Ok(format!("{key} of {}: {}", date.unwrap_or_default(), url.unwrap_or_default()))
}

/// Adds the quotes of a field of a release; only of the value asked for, if any.
fn quotes(
    connection: &Connection,
    key: &str,
    field: &str,
    value: Option<&str>,
    out: &mut String,
) -> Result<(), StoreError> {
    for finding in releases::findings(connection, key)? {
        if finding.field == field
            && value.is_none_or(|value| finding.value == value)
            && let Some(quote) = &finding.quote
        {
            let _ = write!(out, "\n{field} \"{}\"", short(quote));
        }
    }
    Ok(())
}

/// One line of at most [`QUOTE`] characters.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTE) {
        Some((cut, _)) => format!("{}...", line.get(..cut).unwrap_or_default()),
        None => line,
    }
}
