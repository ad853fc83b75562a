//! Taking a text apart and putting it together again, with everything that points into it.

use super::{Block, Text};
use crate::span::Span;

/// A stretch of the old content that stays, as a block or as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    block: Option<Block>,
}

impl Piece {
    /// A block that stays whole.
    pub(super) fn whole(block: Block) -> Piece {
        Piece { span: block.span, block: Some(block) }
    }
}

/// Writes the content from `start` on anew: only the pieces (in rising order, not overlapping), each followed
/// by `separator`. Blocks of the pieces are appended; the source map, anchors, links and marks move along.
pub(super) fn rebuild(text: &mut Text, start: usize, pieces: &[Piece], separator: &str) {
    let start = start.min(text.content.len());
    let tail = text.content.split_off(start);
    let entries = text.source.split_off(start);
    let mut moves = Moves::default();
    let mut next = 0;
    for piece in pieces {
        let (from, to) = (piece.span.start, piece.span.end);
        let Some(old) = tail.get(from.wrapping_sub(start)..to.wrapping_sub(start)) else { continue };
        let at = text.content.len();
        moves.0.push((from, to, at));
        // The entry in force where the piece starts, then those inside it.
        while entries.get(next + 1).is_some_and(|(content, _)| *content <= from) {
            next += 1;
        }
        let mut n = next;
        while let Some(&(content, source)) = entries.get(n) {
            if content >= to {
                break;
            }
            if content <= from {
                text.source.push(at, source + (from - content));
            } else {
                text.source.push(at + (content - from), source);
            }
            n += 1;
        }
        next = n.saturating_sub(1).max(next);
        text.content.push_str(old);
        if let Some(block) = piece.block {
            text.blocks.push(Block { span: Span::new(at, at + old.len()), ..block });
        }
        text.content.push_str(separator);
    }
    let end = text.content.len();
    for anchor in text.anchors.iter_mut().rev().take_while(|a| a.at >= start) {
        anchor.at = moves.place(anchor.at, end);
    }
    for link in text.links.iter_mut().rev().take_while(|l| l.span.start >= start) {
        link.span = moves.span(link.span, end);
    }
    for mark in text.marks.iter_mut().rev().take_while(|m| m.start >= start) {
        *mark = moves.span(*mark, end);
    }
}

/// Old start, old end, new start, rising.
#[derive(Default)]
pub(super) struct Moves(pub(super) Vec<(usize, usize, usize)>);

impl Moves {
    /// Where an old place stands now: inside its piece, or at the start of the next.
    pub(super) fn place(&self, at: usize, end: usize) -> usize {
        let n = self.0.partition_point(|(_, to, _)| *to < at);
        match self.0.get(n) {
            Some((from, _, new)) => new + at.saturating_sub(*from),
            None => end,
        }
    }

    pub(super) fn span(&self, span: Span, end: usize) -> Span {
        Span::new(self.place(span.start, end), self.place(span.end, end))
    }
}
