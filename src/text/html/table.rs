//! Tables: a grid of cells where the table holds data; blocks where it only lays out the page.

use super::attributes::Attributes;
use super::builder::Builder;
use super::grid::{OpenCell, TableState};
use super::tag::{Look, Tag};
use crate::span::Span;
use crate::text::edit::{self, Piece};
use crate::text::{Block, BlockKind, Cell, Row, Table};

/// Widest span of columns or rows that is believed (HTML's own limit).
const WIDEST: u32 = 1000;
/// Cells that reach into later rows, at a time.
const RUNNING_SPANS: usize = 64;
/// A cell with more characters is a page, not a datum.
const LONGEST_DATUM: usize = 4000;
/// Longest text of a cell that only numbers or marks the next one ("Item 7A.", "(iii)", a bullet).
const LONGEST_MARK: usize = 12;

impl Builder {
    pub(super) fn open_table(&mut self, look: Look) {
        self.end_block();
        self.close_link();
        if let Some(outer) = self.tables.len().checked_sub(1) {
            self.dissolve(outer);
        }
        let outside = self.elements.len();
        // A table's alignment places the table, not its text; centring around it does not reach in either.
        self.push(Tag::Table, Look(look.0 & (Look::HIDDEN | Look::BOLD) | Look::ALIGNED));
        self.tables.push(TableState {
            dissolved: self.flat,
            outside,
            inside: self.elements.len(),
            start: self.text.content.len(),
            blocks: self.text.blocks.len(),
            rows: Vec::new(),
            cells: Vec::new(),
            column: 0,
            cell: None,
            in_row: false,
            reaching: Vec::new(),
            cell_floor: 0,
        });
    }

    pub(super) fn open_row(&mut self, look: Look) {
        if self.tables.is_empty() {
            return self.end_block();
        }
        self.close_row();
        self.push(Tag::Row, look);
        if let Some(table) = self.tables.last_mut() {
            table.in_row = true;
        }
    }

    pub(super) fn open_cell(&mut self, tag: Tag, look: Look, attributes: &Attributes) {
        if self.tables.is_empty() {
            self.end_block();
            return;
        }
        self.close_cell();
        self.push(tag, look);
        let floor = self.elements.len();
        let start = self.text.content.len();
        let Some(table) = self.tables.last_mut() else { return };
        table.in_row = true;
        let width = attributes.colspan.clamp(1, WIDEST);
        while let Some((first, columns, _)) = table
            .reaching
            .iter()
            .find(|(first, columns, _)| (*first..first + columns).contains(&table.column))
        {
            table.column = first + columns;
        }
        table.cell_floor = floor;
        table.cell = Some(OpenCell {
            start,
            column: table.column,
            width,
            rows: attributes.rowspan.clamp(1, WIDEST),
            header: tag == Tag::HeaderCell,
        });
    }

    /// Text between the tags of a table stands in a cell of its own.
    pub(super) fn implied_cell(&mut self) {
        let start = self.text.content.len();
        let floor = self.elements.len();
        if let Some(table) = self.tables.last_mut()
            && table.cell.is_none()
            && !table.dissolved
        {
            let (column, width, rows, header) = (table.column, 1, 1, false);
            table.cell = Some(OpenCell { start, column, width, rows, header });
            table.cell_floor = floor;
            table.in_row = true;
        }
    }

    pub(super) fn close_cell(&mut self) {
        self.end_block();
        self.close_link();
        let Some(table) = self.tables.last_mut() else { return };
        let Some(cell) = table.cell.take() else {
            return;
        };
        table.column = table.column.saturating_add(cell.width).min(1 << 20);
        if cell.rows > 1 && table.reaching.len() < RUNNING_SPANS {
            table.reaching.push((cell.column, cell.width, cell.rows));
        }
        if !table.dissolved {
            let content = &mut self.text.content;
            let end = content.trim_end_matches('\n').len().max(cell.start);
            content.truncate(end);
            if end > cell.start {
                let span = Span::new(cell.start, end);
                table.cells.push(Cell { span, column: cell.column, width: cell.width, header: cell.header });
                content.push('\t');
                self.grid += 1;
            }
        }
        let keep = self.row_depth();
        self.cut(keep, false);
    }

    /// Open elements inside the row of the innermost table.
    fn row_depth(&self) -> usize {
        let Some(table) = self.tables.last() else { return self.elements.len() };
        let has_row = self.elements.get(table.inside).is_some_and(|e| e.is_row());
        table.inside + usize::from(has_row)
    }

    pub(super) fn close_row(&mut self) {
        if self.tables.is_empty() {
            return self.end_block();
        }
        self.close_cell();
        self.end_block();
        let Some(table) = self.tables.last_mut() else { return };
        if table.in_row {
            for span in &mut table.reaching {
                span.2 -= 1;
            }
            table.reaching.retain(|span| span.2 > 0);
        }
        table.in_row = false;
        table.column = 0;
        if let (Some(first), Some(last)) = (table.cells.first(), table.cells.last()) {
            let span = Span::new(first.span.start, last.span.end);
            self.text.content.truncate(span.end);
            self.text.content.push('\n');
            let mut cells = Vec::with_capacity(table.cells.len());
            cells.append(&mut table.cells);
            table.rows.push(Row { span, cells });
            self.grid += 1;
        }
        let keep = table.inside;
        self.cut(keep, false);
    }

    pub(super) fn close_table(&mut self) {
        if self.tables.is_empty() {
            return self.end_block();
        }
        self.close_row();
        let Some(mut table) = self.tables.pop() else { return };
        self.cut(table.outside, false);
        if table.dissolved || table.rows.is_empty() {
            return;
        }
        match self.shape(&table) {
            Shape::Data => self.keep_table(&mut table),
            Shape::Rows => {
                let blocks = self.row_blocks(&table);
                self.text.blocks.truncate(table.blocks);
                edit::rebuild(&mut self.text, table.start, &blocks, "\n\n");
            }
            Shape::Layout => self.dissolve_state(&table),
        }
    }

    fn keep_table(&mut self, table: &mut TableState) {
        let rows = std::mem::take(&mut table.rows);
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let span = Span::new(first.span.start, last.span.end);
        let inner = self.text.blocks.get(table.blocks..).unwrap_or(&[]);
        let block = Block {
            kind: BlockKind::Table(self.text.tables.len()),
            span,
            bold: inner.iter().all(|b| b.bold),
            centered: inner.iter().all(|b| b.centered),
            underlined: inner.iter().all(|b| b.underlined),
        };
        self.text.blocks.truncate(table.blocks);
        self.text.blocks.push(block);
        self.text.tables.push(Table { span, rows, drawn: false });
        self.text.content.push('\n');
    }

    /// Turns a table whose reading has begun into blocks of the page.
    pub(super) fn dissolve(&mut self, index: usize) {
        let Some(table) = self.tables.get_mut(index) else { return };
        if table.dissolved {
            return;
        }
        table.dissolved = true;
        let (rows, cells) = (std::mem::take(&mut table.rows), std::mem::take(&mut table.cells));
        drop((rows, cells));
        let (start, first) = (table.start, table.blocks);
        let blocks = self.text.blocks.split_off(first);
        let pieces: Vec<Piece> = blocks.into_iter().map(Piece::whole).collect();
        edit::rebuild(&mut self.text, start, &pieces, "\n\n");
    }

    fn dissolve_state(&mut self, table: &TableState) {
        let blocks = self.text.blocks.split_off(table.blocks);
        let pieces: Vec<Piece> = blocks.into_iter().map(Piece::whole).collect();
        edit::rebuild(&mut self.text, table.start, &pieces, "\n\n");
    }

    /// One block a row: lists and headings that were laid out as tables.
    fn row_blocks(&self, table: &TableState) -> Vec<Piece> {
        let inner = self.text.blocks.get(table.blocks..).unwrap_or(&[]);
        let mut at = 0;
        let mut pieces = Vec::with_capacity(table.rows.len());
        for row in &table.rows {
            let from = at;
            while inner.get(at).is_some_and(|b| b.span.start < row.span.end) {
                at += 1;
            }
            let own = inner.get(from..at).unwrap_or(&[]);
            let is_list = row.cells.len() > 1
                && row.cells.first().is_some_and(|cell| is_bullet(cell.span.of(&self.text.content)));
            let heading = own.iter().find_map(|b| match b.kind {
                BlockKind::Heading(level) => Some(BlockKind::Heading(level)),
                _ => None,
            });
            pieces.push(Piece::whole(Block {
                kind: if is_list { BlockKind::ListItem } else { heading.unwrap_or(BlockKind::Paragraph) },
                span: row.span,
                bold: own.iter().all(|b| b.bold),
                centered: own.iter().all(|b| b.centered),
                underlined: own.iter().all(|b| b.underlined),
            }));
        }
        pieces
    }

    fn shape(&self, table: &TableState) -> Shape {
        let content = &self.text.content;
        let of = |cell: &Cell| cell.span.of(content);
        let mut wide_rows = 0;
        let mut marked_rows = 0;
        let mut bullets = 0;
        let mut numbers = 0;
        let mut longest = 0;
        let mut many_lines = false;
        for row in &table.rows {
            numbers += row.cells.iter().filter(|cell| is_number(of(cell))).count();
            longest = row.cells.iter().map(|cell| cell.span.len()).max().unwrap_or(0).max(longest);
            if row.cells.len() > 1 {
                wide_rows += 1;
                marked_rows += usize::from(match row.cells.as_slice() {
                    [mark, datum] => is_mark(of(mark)) && !is_number(of(datum)),
                    _ => false,
                });
                bullets += usize::from(row.cells.first().is_some_and(|cell| is_bullet(of(cell))));
                many_lines |= row.cells.iter().any(|cell| of(cell).contains('\n'));
            }
        }
        if longest > LONGEST_DATUM || wide_rows == 0 {
            return Shape::Layout;
        }
        // A list; or one or two headings. More rows of numbers and titles are a table of contents.
        if marked_rows == wide_rows && (bullets == wide_rows || table.rows.len() <= 2) {
            return Shape::Rows;
        }
        if table.rows.len() > 1 && wide_rows > 1 || numbers > 1 {
            return Shape::Data;
        }
        // One row of words side by side: columns of a page where they run over lines, else one line.
        if many_lines { Shape::Layout } else { Shape::Rows }
    }
}

/// What a table is for.
enum Shape {
    /// A grid of data.
    Data,
    /// Each row is a block.
    Rows,
    /// Each block of a cell is a block.
    Layout,
}

/// A cell that holds a figure, with its signs.
fn is_number(text: &str) -> bool {
    let mut digits = false;
    for b in text.bytes() {
        match b {
            b'0'..=b'9' => digits = true,
            b'$' | b'(' | b')' | b',' | b'.' | b'-' | b'%' | b' ' | b'[' | b']' | b'+' => {}
            _ => return false,
        }
    }
    digits
}

/// A cell that marks or numbers the text beside it.
fn is_mark(text: &str) -> bool {
    let lower = text.get(..text.len().min(5)).map(str::to_ascii_lowercase).unwrap_or_default();
    (text.chars().count() <= LONGEST_MARK && !text.contains('\n') && !is_plain_word(text))
        || (text.len() <= 2 * LONGEST_MARK && (lower.starts_with("item") || lower.starts_with("part")))
}

/// A word of letters only, which is a label rather than a mark.
fn is_plain_word(text: &str) -> bool {
    text.chars().count() > 3 && text.chars().all(|c| c.is_alphabetic() || c == ' ')
}

fn is_bullet(text: &str) -> bool {
    let text = text.trim();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => !c.is_alphanumeric(),
        (Some('('), _) => text.ends_with(')') && text.len() <= 7,
        (Some(c), _) if c.is_alphanumeric() => text.len() <= 5 && text.ends_with(['.', ')']),
        _ => false,
    }
}
