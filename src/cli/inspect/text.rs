//! `inspect text`.

use super::{Arguments, Failure};
use crate::span::CharOffsets;
use crate::text::{self, Media};
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let hint = match arguments.media.as_deref() {
        None => None,
        Some("html") => Some(Media::Html),
        Some("txt") => Some(Media::Plain),
        Some("sgml") => Some(Media::Submission),
        Some("pdf") => Some(Media::Pdf),
        Some(other) => return Err(Failure::usage(format!("--type {other}: one of html, txt, sgml, pdf"))),
    };
    let text = text::read(&arguments.bytes()?, hint);
    let mut out =
        json!({"media_type": text.media, "pages": text.pages, "quality": text.quality, "text": text.content});
    if !text.page_starts.is_empty() {
        let offsets = CharOffsets::new(&text.content);
        let starts = text
            .page_starts
            .iter()
            .map(|(at, page)| json!({"page": page, "start": offsets.at(&text.content, *at)}));
        out["page_starts"] = starts.collect();
    }
    Ok(out)
}
