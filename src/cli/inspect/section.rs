//! `inspect section`.

use super::{Arguments, Failure};
use crate::filing::sections::{self, Section, SectionKind};
use crate::ids::Form;
use crate::span::{CharOffsets, Span};
use crate::text::{self, Text};
use serde_json::{Value, json};

/// The object of the contract for one call.
///
/// A pointer never stands as the text: what it points at does, where the file has it, and the pointer's own
/// words go under `pointer`.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let form = Form::parse(arguments.form.as_deref().unwrap_or("10-K"));
    let kind = match arguments.section.as_deref().unwrap_or("mdna") {
        "mdna" => SectionKind::Mdna,
        "business" => SectionKind::Business,
        "risk-factors" => SectionKind::RiskFactors,
        "legal-proceedings" => SectionKind::LegalProceedings,
        "market-risk" => SectionKind::MarketRisk,
        "statements" => SectionKind::Statements,
        "controls" => SectionKind::Controls,
        "restatement" => {
            return Err(Failure::usage("inspect section --section restatement is not built yet"));
        }
        other => {
            return Err(Failure::usage(format!(
                "--section {other}: one of mdna, restatement, business, risk-factors, legal-proceedings, \
                 market-risk, statements, controls"
            )));
        }
    };
    let text = text::read(&arguments.bytes()?, None);
    let sections = sections::read(&text, &form);
    let section = if kind == SectionKind::Mdna { Some(sections.mdna()) } else { sections.get(kind).cloned() };
    let Some(section) = section else {
        return Ok(
            json!({"status": "not-found", "heading": null, "start": null, "end": null, "words": 0, "text": "",
            "confidence": 0.0, "flags": [], "reasons": []}),
        );
    };
    Ok(object(&text, &section))
}

fn object(text: &Text, section: &Section) -> Value {
    let offsets = CharOffsets::new(&text.content);
    let body = section.body();
    let characters = body.map(|b| b.characters(text)).unwrap_or_default();
    let place = body.map(|b| offsets.span(&text.content, b.span));
    let mut flags = section.flags.clone();
    if let Some(resolved) = &section.resolved {
        flags.extend(resolved.flags.iter().filter(|f| !section.flags.contains(f)));
    }
    let mut reasons = section.reasons.clone();
    reasons.extend(section.resolved.iter().flat_map(|r| r.reasons.clone()));
    let pointer = (body.is_none_or(|b| b.span != section.span) && !section.span.is_empty()).then(|| {
        let place = offsets.span(&text.content, section.span);
        json!({"start": place.start, "end": place.end, "text": section.characters(text)})
    });
    json!({
        "status": section.status,
        "heading": one_line(text, body.unwrap_or(section).heading),
        "start": place.map(|p| p.start),
        "end": place.map(|p| p.end),
        "words": characters.split_whitespace().count(),
        "text": characters,
        "confidence": (f64::from(section.confidence) * 100.0).round() / 100.0,
        "flags": flags,
        "reasons": reasons,
        "pointer": pointer,
    })
}

/// The characters at a span on one line.
fn one_line(text: &Text, span: Span) -> String {
    text.at(span).split_whitespace().collect::<Vec<_>>().join(" ")
}
