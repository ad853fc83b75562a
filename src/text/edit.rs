//! Taking a text apart and putting it together again, with everything that points into it.

use super::source::SourceMap;
use super::{Block, BlockKind, Table, Text};
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
/// by `separator`. Blocks of the pieces are appended with their tables; the source map, anchors, links and marks move
/// along.
pub(super) fn rebuild(text: &mut Text, start: usize, pieces: &[Piece], separator: &str) {
    let start = start.min(text.content.len());
    let tail = text.content.split_off(start);
    let entries = text.source.split_off(start);
    let mut moves = Moves::default();
    let kept = text.blocks.len();
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
    move_tables(text, start, kept, &moves, end);
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

/// Brings the tables from `start` on to where their blocks, those behind the first `kept`, stand now; a table without a block is none of the text.
fn move_tables(text: &mut Text, start: usize, kept: usize, moves: &Moves, end: usize) {
    let first = text.tables.partition_point(|table| table.span.start < start);
    let mut old: Vec<Option<Table>> = text.tables.drain(first..).map(Some).collect();
    for block in text.blocks.iter_mut().skip(kept) {
        let BlockKind::Table(n) = &mut block.kind else { continue };
        let Some(mut table) = n.checked_sub(first).and_then(|n| old.get_mut(n)).and_then(Option::take) else {
            continue;
        };
        table.span = moves.span(table.span, end);
        for row in &mut table.rows {
            row.span = moves.span(row.span, end);
            row.cells.iter_mut().for_each(|cell| cell.span = moves.span(cell.span, end));
        }
        *n = text.tables.len();
        text.tables.push(table);
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

/// Takes stretches (rising, not overlapping) out of a text; everything that points into it moves along.
/// Blocks that lie wholly in a stretch go; tables never do.
pub(super) fn remove(text: &mut Text, spans: &[Span]) {
    if spans.is_empty() {
        return;
    }
    let cuts = Cuts::new(spans);
    let old = std::mem::take(&mut text.content);
    let mut content = String::with_capacity(old.len());
    let mut source = SourceMap::default();
    let mut from = 0;
    for to in spans.iter().map(|s| Some(*s)).chain([None]) {
        let end = to.map_or(old.len(), |s| s.start);
        if end > from {
            text.source.copy_into(&mut source, Span::new(from, end), content.len());
            content.push_str(old.get(from..end).unwrap_or(""));
        }
        from = to.map_or(from, |s| s.end);
    }
    text.content = content;
    text.source = source;
    let mut next = 0;
    text.blocks.retain(|block| {
        while spans.get(next).is_some_and(|s| s.end < block.span.end) {
            next += 1;
        }
        block.span.is_empty() || !spans.get(next).is_some_and(|s| s.contains(block.span))
    });
    let span = |s: &mut Span| *s = cuts.span(*s);
    text.blocks.iter_mut().for_each(|b| span(&mut b.span));
    for table in &mut text.tables {
        span(&mut table.span);
        for row in &mut table.rows {
            span(&mut row.span);
            row.cells.iter_mut().for_each(|c| span(&mut c.span));
        }
    }
    text.anchors.iter_mut().for_each(|a| a.at = cuts.place(a.at));
    text.links.iter_mut().for_each(|l| span(&mut l.span));
    text.links.retain(|l| !l.span.is_empty());
    text.marks.iter_mut().for_each(span);
    text.marks.retain(|m| !m.is_empty());
    text.parts.iter_mut().for_each(|p| span(&mut p.span));
    text.removed.iter_mut().for_each(|r| r.at = cuts.place(r.at));
}

/// Stretches taken out: start, end, bytes taken out before.
struct Cuts(Vec<(usize, usize, usize)>);

impl Cuts {
    fn new(spans: &[Span]) -> Cuts {
        let mut before = 0;
        let cut = |s: &Span| {
            let cut = (s.start, s.end, before);
            before += s.len();
            cut
        };
        Cuts(spans.iter().map(cut).collect())
    }

    fn place(&self, at: usize) -> usize {
        match self.0.partition_point(|(start, _, _)| *start <= at).checked_sub(1).and_then(|n| self.0.get(n))
        {
            Some((start, end, before)) if at < *end => start - before,
            Some((start, end, before)) => at - before - (end - start),
            None => at,
        }
    }

    fn span(&self, span: Span) -> Span {
        Span::new(self.place(span.start), self.place(span.end))
    }
}
