//! Plain text and full submissions to [`Text`].

use super::{Block, BlockKind, Media, Part, Text};
use crate::span::Span;

/// Bytes to characters: UTF-8 where it is valid, else Windows-1252.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    }
}

/// Reads plain text; paragraphs end at empty lines.
pub fn read(bytes: &[u8], media: Media) -> Text {
    let mut text = Text::empty(media);
    text.content = decode(bytes).replace("\r\n", "\n").replace('\r', "\n");
    let mut start = 0;
    let mut open = false;
    let mut at = 0;
    for line in text.content.split_inclusive('\n') {
        if line.trim().is_empty() {
            if open {
                text.blocks.push(paragraph(start, at));
            }
            open = false;
        } else if !open {
            start = at;
            open = true;
        }
        at += line.len();
    }
    if open {
        text.blocks.push(paragraph(start, at));
    }
    text.parts.push(Part {
        document_type: String::new(),
        file_name: String::new(),
        description: String::new(),
        span: Span::new(0, text.content.len()),
    });
    text
}

fn paragraph(start: usize, end: usize) -> Block {
    Block {
        kind: BlockKind::Paragraph,
        span: Span::new(start, end),
        bold: false,
        centered: false,
        underlined: false,
    }
}
