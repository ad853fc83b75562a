//! `inspect amendment`.

use super::{Arguments, Failure};
use crate::filing::amendment;
use crate::span::CharOffsets;
use crate::text;
use serde_json::{Value, json};

/// The object of the contract for one call, and beside it the amendment's number, items and flags.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let text = text::read(&arguments.bytes()?, None);
    let read = amendment::classify(&text);
    let offsets = CharOffsets::new(&text.content);
    let span = read.span.map(|span| offsets.span(&text.content, span));
    Ok(json!({
        "kind": read.kind,
        "span": span,
        "quote": read.span.map(|span| text.at(span)),
        "number": read.number,
        "items": read.items,
        "flags": read.flags,
    }))
}
