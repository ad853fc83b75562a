//! `inspect release`.

use super::{Arguments, Failure};
use crate::release::{self, Reading};
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
    let span = |s: Span| json!({"start": offsets.at(text, s.start), "end": offsets.at(text, s.end)});
    let header = &reading.header;
    json!({
        "aaer_numbers": header.aaer_numbers,
        "release_numbers": header.release_numbers,
        "date": header.date,
        "kind": header.kind,
        "parties": reading.parties.iter().map(|p| json!({"name": p.name, "role": p.role})).collect::<Vec<_>>(),
        "party_type": reading.party_type,
        "issuers": reading.issuers.iter().map(|i| json!({"name": i.name, "span": span(i.span), "score": i.score})).collect::<Vec<_>>(),
        "segments": reading.segments.iter().map(|s| json!({"kind": s.kind, "start": offsets.at(text, s.span.start), "end": offsets.at(text, s.span.end)})).collect::<Vec<_>>(),
        "text_chars": offsets.at(text, text.len()),
    })
}
