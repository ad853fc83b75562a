//! `inspect passages`.

use super::{Arguments, Failure};
use crate::filing::passages::{self, Target};
use crate::filing::sections;
use crate::ids::Form;
use crate::span::{CharOffsets, Span};
use crate::text;
use serde_json::{Value, json};

/// The object of the contract for one call. Without a target the passages are about any item.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let form = Form::parse(arguments.form.as_deref().unwrap_or("10-K"));
    let text = text::read(&arguments.bytes()?, None);
    let section = sections::read(&text, &form).mdna();
    let offsets = CharOffsets::new(&text.content);
    let place = |span: Span| offsets.span(&text.content, span);
    let Some(body) = section.body() else {
        return Ok(json!({"status": section.status, "attributions": [], "passages": []}));
    };
    let mut attributions = Vec::new();
    let mut found = Vec::new();
    for piece in &body.pieces {
        for a in passages::attributions(&text, *piece) {
            let (start, end) = (place(a.span).start, place(a.span).end);
            attributions.push(json!({"text": text.at(a.span), "start": start, "end": end, "item": a.item,
                "direction": a.direction, "cause": text.at(a.cause)}));
        }
        found.extend(passages::candidates(&text, *piece, &Target::default()));
    }
    found.sort_by(|a, b| {
        a.excluded
            .is_some()
            .cmp(&b.excluded.is_some())
            .then(b.score.total_cmp(&a.score))
            .then(a.span.start.cmp(&b.span.start))
    });
    found.truncate(60);
    let passages: Vec<Value> = found
        .iter()
        .map(|p| {
            let at = place(p.span);
            json!({"text": text.at(p.span), "start": at.start, "end": at.end, "items": p.items,
                "score": (f64::from(p.score) * 100.0).round() / 100.0, "excluded": p.excluded, "reasons": p.reasons})
        })
        .collect();
    Ok(json!({"status": section.status, "attributions": attributions, "passages": passages}))
}
