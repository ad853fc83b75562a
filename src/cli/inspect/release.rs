//! `inspect release`.

use super::{Arguments, Failure};
use crate::release::{self, Reading, provisions};
use crate::span::{CharOffsets, Span};
use crate::text;
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let text = text::read(&arguments.bytes()?, None);
    let reading = release::read(&text.content, arguments.respondents.as_deref());
    Ok(object(&text.content, &reading))
}

fn object(text: &str, reading: &Reading) -> Value {
    let offsets = CharOffsets::new(text);
    let place = |s: Span| (offsets.at(text, s.start), offsets.at(text, s.end));
    let span = |s: Span| {
        let (start, end) = place(s);
        json!({"start": start, "end": end})
    };
    let header = &reading.header;
    let conduct = &reading.periods.conduct;
    json!({
        "aaer_numbers": header.aaer_numbers,
        "release_numbers": header.release_numbers,
        "date": header.date,
        "kind": header.kind,
        "file_numbers": header.file_numbers,
        "case_numbers": header.case_numbers,
        "references": header.references,
        "substantive": reading.is_substantive(),
        "procedural_reason": reading.procedural.as_ref().map(|p| p.reason),
        "parties": reading.parties.iter().map(|p| json!({"name": p.name, "role": p.role, "span": p.span.map(span)})).collect::<Vec<_>>(),
        "party_type": reading.party_type,
        "issuers": reading.issuers.iter().map(|i| json!({"name": i.name, "span": span(i.span), "aliases": i.aliases, "ticker": i.ticker, "score": two_places(i.score)})).collect::<Vec<_>>(),
        "conduct": {"start": conduct.start, "end": conduct.end, "flags": conduct.flags, "span": conduct.span.map(span)},
        "periods": reading.periods.periods.iter().map(|p| json!({
            "label": p.period.label, "start": p.period.start, "end": p.period.end, "kind": p.period.kind,
            "flags": p.period.flags, "span": span(p.span),
        })).collect::<Vec<_>>(),
        "provisions": provisions::codes(&reading.provisions),
        "amounts": reading.amounts.iter().map(|a| json!({
            "text": a.text, "value": a.value, "unit": a.unit, "measure": a.measure, "direction": a.direction, "span": span(a.span),
        })).collect::<Vec<_>>(),
        "outcome": {"stage": reading.outcome.stage, "settled": reading.outcome.settled, "admitted": reading.outcome.admitted, "span": reading.outcome.span.map(span)},
        "relief": reading.relief.iter().map(|r| json!({"kind": r.kind, "ordered": r.ordered, "span": span(r.span)})).collect::<Vec<_>>(),
        "penalties": reading.payments.iter().map(|p| json!({
            "party": p.party.map(|s| s.of(text)), "kind": p.kind, "value": p.value, "unit": p.unit, "span": span(p.span),
        })).collect::<Vec<_>>(),
        "parallel_actions": reading.parallel_actions.iter().map(|a| json!({"authority": a.authority, "span": span(a.span)})).collect::<Vec<_>>(),
        "category": reading.verdict.category,
        "secondary": reading.verdict.secondary,
        "confidence": two_places(reading.confidence),
        "category_confidence": two_places(reading.verdict.confidence),
        "mechanism": reading.mechanism.as_ref().map(|m| json!({
            "text": m.span.of(text), "span": span(m.span), "sentences": m.sentences.iter().map(|s| span(*s)).collect::<Vec<_>>(),
        })),
        "segments": reading.segments.iter().map(|s| {
            let (start, end) = place(s.span);
            json!({"kind": s.kind, "start": start, "end": end})
        }).collect::<Vec<_>>(),
        "signals": reading.signals.iter().map(|s| {
            let (start, end) = place(s.span);
            json!({"family": s.family, "id": s.id, "start": start, "end": end})
        }).collect::<Vec<_>>(),
        "text_chars": offsets.at(text, text.len()),
    })
}

/// A weight as it is printed: without the noise of single precision.
fn two_places(weight: f32) -> f64 {
    (f64::from(weight) * 100.0).round() / 100.0
}
