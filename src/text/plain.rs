//! Plain text to [`Text`]: lines kept, SGML marks of old filings turned into blocks, drawn tables into cells.

mod drawn;
mod lines;

pub(in crate::text) use lines::opens_tag;

use super::limits::{self, MOST_LINES, MOST_PIECES};
use super::{Block, BlockKind, Media, Part, Row, Table, Text};
use crate::span::Span;
use drawn::Line;

/// Most lines that the heads of a table's columns take.
const MOST_HEADS: usize = 5;
/// Lines looked at to tell whether a table is being read.
const RECENT: usize = 24;

/// Reads decoded plain text. The source map counts bytes of `source`.
pub fn read(source: &str) -> Text {
    let mut text = Text::empty(Media::Plain);
    let marks = lines::copy(source, &mut text);
    let span = Span::new(0, text.content.len());
    let (blocks, tables, cut) = blocks_of(&text.content, span, &marks);
    if cut {
        text.quality.push(limits::FLAG.to_owned());
    }
    text.pages = Some(1 + blocks.iter().filter(|b| b.kind == BlockKind::PageBreak).count() as u32);
    text.blocks = blocks;
    text.tables = tables;
    text.parts.push(Part::whole(text.content.len()));
    text
}

/// The paragraphs that a stretch of lines is without the tags around it.
pub(super) fn prose(content: &str, span: Span) -> Vec<Span> {
    // Hardly any table has a line that ends with a hyphen behind a letter or a digit.
    let bytes = span.of(content).as_bytes();
    let parted = memchr::memmem::find_iter(bytes, b"-\n");
    if !parted.into_iter().any(|at| at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_alphanumeric)) {
        return Vec::new();
    }
    let (blocks, _, _) = blocks_of(content, span, &[]);
    blocks.into_iter().filter(|block| block.kind == BlockKind::Paragraph).map(|block| block.span).collect()
}

/// Replaces the blocks of stretches laid out with spaces (`<pre>`) by paragraphs and drawn tables.
pub(super) fn lay_out(text: &mut Text, stretches: &[Span]) {
    if stretches.is_empty() {
        return;
    }
    let old_blocks = std::mem::take(&mut text.blocks);
    let mut old_tables: Vec<Option<Table>> = std::mem::take(&mut text.tables).into_iter().map(Some).collect();
    let mut old = old_blocks.into_iter().peekable();
    let mut take = |text: &mut Text, block: Block| {
        let kind = match block.kind {
            BlockKind::Table(n) => {
                let Some(table) = old_tables.get_mut(n).and_then(Option::take) else { return };
                text.tables.push(table);
                BlockKind::Table(text.tables.len() - 1)
            }
            kind => kind,
        };
        text.blocks.push(Block { kind, ..block });
    };
    for stretch in stretches {
        while let Some(block) = old.next_if(|b| b.span.start < stretch.start) {
            take(text, block);
        }
        let breaks: Vec<Mark> = std::iter::from_fn(|| old.next_if(|b| b.span.start < stretch.end))
            .filter(|b| b.kind == BlockKind::PageBreak)
            .map(|b| Mark { at: b.span.start, kind: MarkKind::Page })
            .collect();
        let (blocks, tables, _) = blocks_of(&text.content, *stretch, &breaks);
        let before = text.tables.len();
        text.tables.extend(tables);
        text.blocks.extend(blocks.into_iter().map(|b| match b.kind {
            BlockKind::Table(n) => Block { kind: BlockKind::Table(before + n), ..b },
            _ => b,
        }));
    }
    for block in old {
        take(text, block);
    }
}

/// What a tag of the SGML of old filings says at a place in the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    at: usize,
    kind: MarkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    Page,
    TableStart,
    TableEnd,
}

/// Blocks of a stretch of lines, and whether some were left out. Tables are numbered from 0.
fn blocks_of(content: &str, span: Span, marks: &[Mark]) -> (Vec<Block>, Vec<Table>, bool) {
    let mut builder = Layout { content, ..Layout::default() };
    let mut marks = marks.iter().peekable();
    let mut at = span.start;
    for raw in span.of(content).split_inclusive('\n') {
        while let Some(mark) = marks.next_if(|mark| mark.at <= at) {
            builder.mark(*mark);
        }
        builder.line(Line::of(raw, at));
        at += raw.len();
    }
    for mark in marks.take_while(|mark| mark.at <= span.end) {
        builder.mark(*mark);
    }
    builder.flush();
    let cut = builder.is_full();
    (builder.blocks, builder.tables, cut)
}

#[derive(Default)]
struct Layout<'c> {
    content: &'c str,
    lines: Vec<Line>,
    tagged: bool,
    /// The last block is a drawn table without tags, and nothing but empty lines stands behind it.
    open_table: bool,
    /// Lines of the paragraph just before: the heads of a table's columns may stand there.
    heads: Vec<Line>,
    blocks: Vec<Block>,
    tables: Vec<Table>,
    /// Rows and cells so far.
    grid: usize,
}

/// A cell that is a year, perhaps with a mark behind it.
fn is_year(text: &str) -> bool {
    let digits = text.trim_end_matches(['*', '.', ',']);
    digits.len() == 4
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.starts_with("19") || digits.starts_with("20"))
}

impl Layout<'_> {
    fn mark(&mut self, mark: Mark) {
        self.flush();
        self.open_table = false;
        match mark.kind {
            MarkKind::Page if self.is_full() => self.tagged = false,
            MarkKind::Page => {
                self.tagged = false;
                self.push(BlockKind::PageBreak, Span::new(mark.at, mark.at), false, false);
            }
            MarkKind::TableStart => self.tagged = true,
            MarkKind::TableEnd => self.tagged = false,
        }
    }

    fn line(&mut self, line: Line) {
        if line.is_empty() {
            if !self.tagged {
                self.flush();
            }
            return;
        }
        if !self.tagged && self.starts_paragraph(&line) && !drawn::is_tabular(self.content, self.recent()) {
            self.flush();
        }
        if self.lines.len() >= MOST_LINES {
            self.flush();
        }
        self.lines.push(line);
    }

    /// Whether there is as much structure as is kept: what follows is one paragraph.
    fn is_full(&self) -> bool {
        self.blocks.len() + self.grid > MOST_PIECES
    }

    /// The lines that tell what is being read, few enough to be looked at for every line.
    fn recent(&self) -> &[Line] {
        self.lines.get(self.lines.len().saturating_sub(RECENT)..).unwrap_or(&[])
    }

    /// A first line set in, after a line that ends a sentence.
    fn starts_paragraph(&self, line: &Line) -> bool {
        let Some(last) = self.lines.last() else { return false };
        let ends = last.span.of(self.content).trim_end().ends_with(['.', ':', ';', '"', '?', '!', ')']);
        ends && line.indent >= last.indent + 3 && line.indent <= 12
    }

    fn push(&mut self, kind: BlockKind, span: Span, centered: bool, underlined: bool) {
        self.blocks.push(Block { kind, span, bold: false, centered, underlined });
    }

    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        if self.is_full() {
            let span = Span::new(first.span.start, last.span.end);
            return match self.blocks.last_mut().filter(|b| b.kind == BlockKind::Paragraph) {
                Some(block) => block.span.end = span.end,
                None => self.push(BlockKind::Paragraph, span, false, false),
            };
        }
        if self.tagged || drawn::is_tabular(self.content, &lines) {
            let mut rows = self.take_heads(&lines);
            rows.extend(drawn::rows(self.content, &lines));
            let (Some(top), Some(bottom)) = (rows.first(), rows.last()) else { return };
            let span = Span::new(top.span.start, bottom.span.end);
            self.grid += rows.iter().map(|row| 1 + row.cells.len()).sum::<usize>();
            if let (true, Some(table), Some(block)) =
                (self.open_table && !self.tagged, self.tables.last_mut(), self.blocks.last_mut())
            {
                table.span.end = span.end;
                block.span.end = span.end;
                table.rows.extend(rows);
            } else {
                self.push(BlockKind::Table(self.tables.len()), span, false, false);
                self.tables.push(Table { span, rows, drawn: true });
            }
            self.open_table = !self.tagged;
            self.heads.clear();
        } else {
            self.open_table = false;
            let inked: Vec<&Line> = lines.iter().filter(|l| !l.rule).collect();
            if inked.is_empty() {
                return;
            }
            let ruled = inked.len() < lines.len() && inked.len() <= 2;
            let centered = inked.iter().all(|l| l.is_centered()) && !inked.is_empty();
            let (first, last) =
                (inked.first().copied().unwrap_or(first), inked.last().copied().unwrap_or(last));
            let span = Span::new(first.span.start, last.span.end);
            self.push(BlockKind::Paragraph, span, centered, ruled);
            self.heads = if inked.len() <= MOST_HEADS { lines } else { Vec::new() };
        }
    }

    /// Rows of the paragraph just before a table without tags, where it holds the heads of the columns: words
    /// set apart by gaps, or a year; it is a paragraph no more.
    fn take_heads(&mut self, lines: &[Line]) -> Vec<Row> {
        let heads = std::mem::take(&mut self.heads);
        let follows = self.blocks.last().zip(heads.first()).is_some_and(|(block, head)| {
            block.kind == BlockKind::Paragraph && block.span.start >= head.span.start
        });
        if self.tagged || self.open_table || !follows || lines.is_empty() {
            return Vec::new();
        }
        let rows = drawn::rows(self.content, &heads);
        let ruled = heads.last().is_some_and(Line::is_rule);
        let parted = rows.iter().any(|row| row.cells.len() > 1);
        let years = rows.last().is_some_and(|row| row.cells.iter().all(|c| is_year(c.span.of(self.content))));
        if (parted && ruled) || years {
            self.blocks.pop();
            return rows;
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
