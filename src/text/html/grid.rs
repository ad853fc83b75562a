//! A table that is being read, and the cell that is open in it.

use crate::text::{Cell, Row};

/// A table that is being read.
#[derive(Debug)]
pub(super) struct TableState {
    /// Its cells are blocks of the page: it holds a table or a page of text.
    pub(super) dissolved: bool,
    /// Open elements before the table and inside its own element.
    pub(super) outside: usize,
    pub(super) inside: usize,
    pub(super) start: usize,
    pub(super) blocks: usize,
    pub(super) rows: Vec<Row>,
    pub(super) cells: Vec<Cell>,
    pub(super) column: u32,
    pub(super) cell: Option<OpenCell>,
    pub(super) in_row: bool,
    /// Cells of earlier rows that reach down: first column, columns, rows left.
    pub(super) reaching: Vec<(u32, u32, u32)>,
    /// Open elements inside the cell.
    pub(super) cell_floor: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenCell {
    pub(super) start: usize,
    pub(super) column: u32,
    pub(super) width: u32,
    pub(super) rows: u32,
    pub(super) header: bool,
}

impl TableState {
    /// Elements below this depth belong to what stands around the cell.
    pub(super) fn floor(&self) -> usize {
        if self.cell.is_some() { self.cell_floor } else { self.inside }
    }
}
