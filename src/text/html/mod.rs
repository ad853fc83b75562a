//! HTML to [`Text`], in one pass over the tokens: no tree, no recursion, memory for the text and its marks only.

mod attributes;
mod builder;
mod characters;
mod grid;
mod page;
mod sink;
mod table;
mod tag;

use super::edit::{self, Piece};
use super::{Part, Text, limits, plain};
use crate::span::Span;
use builder::{Body, Builder};
use html5gum::Tokenizer;
use sink::Sink;

/// A body container with less text than this is no document: the page is kept whole.
const SMALLEST_BODY: usize = 200;
/// Bytes of a file looked at to tell whether it is laid out by tags or by spaces.
const LAYOUT_PROBE: usize = 256 * 1024;
/// A file with more lines to one tag than this is laid out by spaces.
const LINES_PER_TAG: usize = 20;

/// Reads decoded HTML. The source map counts bytes of `source`.
pub fn read(source: &str) -> Text {
    let mut builder = Builder::new(is_preformatted(source));
    let Ok(()) = Tokenizer::new_with_emitter(source, Sink::new(source, &mut builder)).finish();
    let Builder { mut text, bodies, plain_stretches, strays, flat, .. } = builder;
    plain::lay_out(&mut text, &plain_stretches);
    if flat {
        text.quality.push(limits::FLAG.to_owned());
    } else if let Some(body) = document_body(&bodies, text.content.len()) {
        keep(&mut text, body);
        text.quality.push("page-furniture-cut".to_owned());
    }
    if strays > 0 {
        text.quality.push("stray-angle-bracket".to_owned());
    }
    let end = text.content.len();
    for anchor in &mut text.anchors {
        anchor.at = anchor.at.min(end);
    }
    text.parts.push(Part::whole(end));
    text
}

/// Whether a file has hardly any tags for its lines: plain text in an HTML wrapper that lost its `<pre>`.
fn is_preformatted(source: &str) -> bool {
    let mut end = source.len().min(LAYOUT_PROBE);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    let probe = source.get(..end).unwrap_or("").as_bytes();
    let lines = memchr::memchr_iter(b'\n', probe).count();
    let wide = memchr::memmem::find_iter(probe, b"    ").take(lines / 4 + 1).count();
    let tags = memchr::memchr_iter(b'<', probe).count();
    lines > 60 && tags * LINES_PER_TAG < lines && wide * 8 > lines
}

/// The part of a web page that holds the document: the best named container with enough text in it.
fn document_body(bodies: &[Body], length: usize) -> Option<Span> {
    let spans = bodies.iter().map(|body| (body.rank, Span::new(body.start, body.end.unwrap_or(length))));
    let big = spans.filter(|(_, span)| span.len() >= SMALLEST_BODY);
    big.min_by_key(|(rank, span)| (*rank, usize::MAX - span.len())).map(|(_, span)| span)
}

/// Cuts the text down to a span that ends and starts between blocks.
fn keep(text: &mut Text, span: Span) {
    let blocks = std::mem::take(&mut text.blocks);
    let pieces: Vec<Piece> = blocks.into_iter().filter(|b| span.contains(b.span)).map(Piece::whole).collect();
    edit::rebuild(text, 0, &pieces, "\n\n");
}

#[cfg(test)]
mod tests;
