//! Restatement tables.

use super::Figure;
use super::document::Document;
use super::sheet::Sheet;
use crate::text::Text;

/// Reads them.
pub fn read(_text: &Text, _sheets: &[Sheet], _document: &Document) -> Vec<Figure> {
    Vec::new()
}
