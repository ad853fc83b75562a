//! Bytes to [`Text`]: clean characters with a map back to the bytes they came from, blocks, tables and marks.
//!
//! Every quote, section and figure stands on this. `read` looks at the bytes themselves to tell HTML, SGML
//! submissions, plain text and PDF apart; a declared type is only a hint.

pub mod decode;
mod edit;
pub mod html;
mod hyphens;
mod limits;
pub mod pdf;
pub mod plain;
pub mod quality;
mod read;
mod running;
pub mod sentences;
mod source;

use crate::span::Span;
pub use read::{read, sniff};
use serde::Serialize;
pub use source::SourceMap;

/// What the bytes turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Media {
    /// An HTML page or filing, inline XBRL included.
    #[serde(rename = "text/html")]
    Html,
    /// Plain text.
    #[serde(rename = "text/plain")]
    Plain,
    /// A full submission: SGML wrapper around documents.
    #[serde(rename = "text/sgml")]
    Submission,
    /// A PDF.
    #[serde(rename = "application/pdf")]
    Pdf,
}

/// Clean text of one file.
///
/// Conventions of `content`: blocks end with a newline; paragraphs are parted by an empty line; cells of one
/// table row are parted by a tab, rows by a newline; `<br>` is a newline. Plain text keeps its own lines.
#[derive(Clone, Debug)]
pub struct Text {
    /// What the bytes were.
    pub media: Media,
    /// The characters.
    pub content: String,
    /// Where each stretch of characters came from.
    pub source: SourceMap,
    /// Blocks in reading order; they do not overlap.
    pub blocks: Vec<Block>,
    /// Data tables, in reading order; a block of kind [`BlockKind::Table`] names its table.
    pub tables: Vec<Table>,
    /// Anchors (`id` or `name`), in reading order.
    pub anchors: Vec<Anchor>,
    /// Links with an `href`, in reading order.
    pub links: Vec<Link>,
    /// Raised and lowered characters (footnote marks, exponents), in reading order; set apart from the word
    /// or number before them by a blank.
    pub marks: Vec<Span>,
    /// Documents of a submission; one part over everything for other media.
    pub parts: Vec<Part>,
    /// Pages of a PDF, or page breaks of a plain file plus one.
    pub pages: Option<u32>,
    /// PDF: from which byte of the content on it stands on which page, from 1. Notes stand behind the text, so
    /// that the pages start anew with them.
    pub page_starts: Vec<(usize, u32)>,
    /// The `<title>` of a page, which is no running text.
    pub title: String,
    /// What was taken out of the running text: running heads and feet, page numbers.
    pub removed: Vec<Removed>,
    /// Kinds of failure and doubt (R11), kebab-case.
    pub quality: Vec<String>,
}

/// One block of running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its characters, without the closing newline.
    pub span: Span,
    /// Wholly in bold type, or a heading element.
    pub bold: bool,
    /// Centred.
    pub centered: bool,
    /// Wholly underlined or italic.
    pub underlined: bool,
}

/// Kinds of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// Running text, headings that no markup tells apart included.
    Paragraph,
    /// An `h1`..`h6` element, with its level.
    Heading(u8),
    /// A list entry.
    ListItem,
    /// A table: an index into [`Text::tables`].
    Table(usize),
    /// An empty block where a page ends.
    PageBreak,
}

/// A data table; layout tables are dissolved into blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// All its characters.
    pub span: Span,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Whether it was drawn with spaces in plain text; then a cell's `column` counts characters from the line start.
    pub drawn: bool,
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its characters.
    pub span: Span,
    /// Its cells; empty cells are left out, `column` tells the gap.
    pub cells: Vec<Cell>,
}

/// One cell that holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its characters.
    pub span: Span,
    /// First grid column (HTML: spans of earlier cells and rows counted in), from 0.
    pub column: u32,
    /// Grid columns covered.
    pub width: u32,
    /// A `th` element.
    pub header: bool,
}

/// A place that links can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The `id` or `name`.
    pub name: String,
    /// Byte offset in the content.
    pub at: usize,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The `href` as written, entities resolved.
    pub href: String,
    /// The characters shown.
    pub span: Span,
}

/// A stretch of the file that repeats on its pages and is no running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Where it stood: byte offset in the content.
    pub at: usize,
    /// Its bytes in the source.
    pub source: Span,
    /// Its characters.
    pub text: String,
}

/// One document of a submission, or the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The `<TYPE>`: `10-K`, `EX-13`; empty when the file is no submission.
    pub document_type: String,
    /// The `<FILENAME>`, as written; never used as a path.
    pub file_name: String,
    /// The `<DESCRIPTION>`, as written.
    pub description: String,
    /// Its characters.
    pub span: Span,
}

impl Text {
    /// An empty text of the given media.
    pub fn empty(media: Media) -> Text {
        Text {
            media,
            content: String::new(),
            source: SourceMap::default(),
            blocks: Vec::new(),
            tables: Vec::new(),
            anchors: Vec::new(),
            links: Vec::new(),
            marks: Vec::new(),
            parts: Vec::new(),
            pages: None,
            page_starts: Vec::new(),
            title: String::new(),
            removed: Vec::new(),
            quality: Vec::new(),
        }
    }

    /// The characters at a span on one line: line ends, tabs and runs of blanks become one blank.
    pub fn line(&self, span: Span) -> String {
        one_line(self.at(span))
    }

    /// The bytes of the source that gave a span.
    pub fn source_span(&self, span: Span) -> Span {
        let start = self.source.source_of(span.start);
        let Some((n, c)) = self.at(span).char_indices().next_back() else { return Span::new(start, start) };
        let end = self.source.source_of(span.start + n) + c.len_utf8();
        let length = self.source.source_length();
        Span::new(start, if length > 0 { end.min(length) } else { end })
    }

    /// The page of a PDF on which a byte of the content stands.
    pub fn page_of(&self, at: usize) -> Option<u32> {
        let n = self.page_starts.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        self.page_starts.get(n).map(|(_, page)| *page)
    }

    /// The characters at a span.
    pub fn at(&self, span: Span) -> &str {
        span.of(&self.content)
    }
}

impl Part {
    /// A file that is no submission, whole.
    pub fn whole(end: usize) -> Part {
        Part {
            document_type: String::new(),
            file_name: String::new(),
            description: String::new(),
            span: Span::new(0, end),
        }
    }
}

/// A text on one line: line ends, tabs and runs of blanks become one blank, none at the ends.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
