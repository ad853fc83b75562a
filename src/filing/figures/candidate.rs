//! Readings of numbers before they are chosen from, and what a sheet's amounts are read by.

use super::document::Document;
use super::frame::Frame;
use super::sheet::{Line, Sheet};
use super::title::Kind;
use crate::ids::LineItem;
use crate::span::Span;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// One reading of one number, with how much it weighs.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which line.
    pub item: LineItem,
    /// Last day.
    pub end: Date,
    /// Length in months; None for balances.
    pub months: Option<u32>,
    /// In units.
    pub value: Decimal,
    /// As printed, before the scale.
    pub printed: Decimal,
    /// Digits printed after the point.
    pub places: u32,
    /// What the printed amount was multiplied by.
    pub scale: Decimal,
    /// The table itself states its scale.
    pub stated: bool,
    /// `USD`, `CAD`...
    pub currency: &'static str,
    /// Weight as evidence.
    pub weight: f64,
    /// What kind of table gave it.
    pub kind: Kind,
    /// Which table gave it.
    pub sheet: usize,
    /// The row's words.
    pub label: String,
    /// The amount's characters.
    pub span: Span,
    /// Agreed with an arithmetic check.
    pub checked: bool,
}

/// One sheet with what its amounts are read by.
#[derive(Clone, Copy)]
pub struct Page<'a> {
    /// The table.
    pub sheet: &'a Sheet,
    /// What it is.
    pub frame: &'a Frame,
    /// Its place among the filing's sheets.
    pub index: usize,
    /// What the filing covers.
    pub document: &'a Document,
    /// The scale of the main statements.
    pub main_scale: Option<Decimal>,
}

/// Amounts of seven figures and more that are not all round are whole units.
pub fn line_is_whole(line: &Line) -> bool {
    line.values
        .iter()
        .any(|v| v.amount.value.abs() >= Decimal::from(1_000_000_000u64) && v.amount.value.scale() == 0)
}
