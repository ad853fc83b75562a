//! PDF to [`Text`]: pages are read in a process of their own, the program's hidden `pdf-worker`, since a file
//! can make any PDF reader run out of memory, loop or abort.
//!
//! [`use_workers`] says which program serves as worker; without it (in tests of the library) pages are read in
//! this process.

mod content;
mod document;
mod font;
mod lines;
mod notes;
mod ocr;
mod order;
mod paragraphs;
mod pool;
mod reader;
mod running;
mod token;
mod worker;

use super::{Block, BlockKind, Media, Part, Removed, Text};
use crate::span::Span;
pub use ocr::{OcrError, ocr};
use paragraphs::Paragraph;
pub use pool::use_workers;
use serde::{Deserialize, Serialize};
pub use worker::serve;

/// What a worker answers for one document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Answer {
    pages: u32,
    flags: Vec<String>,
    paragraphs: Vec<Paragraph>,
    removed: Vec<String>,
}

impl Answer {
    fn failed(flag: &str) -> Answer {
        Answer { flags: vec![flag.to_owned()], ..Answer::default() }
    }
}

/// Reads a PDF. Never fails: `encrypted`, `no-text-layer`, `unreadable-text` and `malformed` stand in
/// [`Text::quality`], then without text.
pub fn read(bytes: &[u8]) -> Text {
    text_of(pool::answer(bytes))
}

fn text_of(answer: Answer) -> Text {
    let mut text = Text::empty(Media::Pdf);
    text.pages = Some(answer.pages);
    text.quality = answer.flags;
    for paragraph in answer.paragraphs {
        if !text.content.is_empty() {
            text.content.push('\n');
        }
        let start = text.content.len();
        text.content.push_str(&paragraph.text);
        let span = Span::new(start, text.content.len());
        text.content.push('\n');
        text.blocks.push(Block {
            kind: BlockKind::Paragraph,
            span,
            bold: paragraph.bold,
            centered: paragraph.centered,
            underlined: paragraph.italic,
        });
        for (at, page) in &paragraph.pages {
            if text.page_starts.last().is_none_or(|(_, last)| last != page) {
                text.page_starts.push(((start + at).min(span.end), *page));
            }
        }
        let marks = paragraph.marks.iter().map(|(a, b)| Span::new(start + a, start + b));
        text.marks.extend(marks.filter(|m| m.end <= span.end));
    }
    // Bytes of a packed file say nothing: what was taken out has no place in them.
    let removed = answer.removed.into_iter().map(|text| Removed { at: 0, source: Span::default(), text });
    text.removed.extend(removed);
    text.parts.push(Part::whole(text.content.len()));
    text
}

#[cfg(test)]
mod tests;
