//! HTML to [`Text`].

use super::{Block, BlockKind, Cell, Media, Part, Row, Table, Text};
use crate::span::Span;
use html5gum::{Token, Tokenizer};

/// Reads decoded HTML.
pub fn read(source: &str) -> Text {
    let mut text = Text::empty(Media::Html);
    let mut state = State::default();
    for Ok(token) in Tokenizer::new(source) {
        match token {
            Token::StartTag(tag) => state.open(&mut text, &String::from_utf8_lossy(&tag.name)),
            Token::EndTag(tag) => state.close(&mut text, &String::from_utf8_lossy(&tag.name)),
            Token::String(s) => state.characters(&mut text, &String::from_utf8_lossy(&s)),
            _ => {}
        }
    }
    state.end_block(&mut text);
    text.parts.push(Part {
        document_type: String::new(),
        file_name: String::new(),
        description: String::new(),
        span: Span::new(0, text.content.len()),
    });
    text
}

#[derive(Default)]
struct State {
    block_start: Option<usize>,
    skip: u32,
    bold: u32,
    all_bold: bool,
    rows: Vec<Row>,
    cells: Vec<Cell>,
    column: u32,
    table_depth: u32,
    cell_start: Option<usize>,
}

impl State {
    fn open(&mut self, text: &mut Text, name: &str) {
        match name {
            "script" | "style" | "head" | "ix:header" => self.skip += 1,
            "b" | "strong" => self.bold += 1,
            "br" if self.table_depth == 0 => text.content.push('\n'),
            "table" => {
                self.end_block(text);
                self.table_depth += 1;
            }
            "tr" => self.column = 0,
            "td" | "th" => self.cell_start = Some(text.content.len()),
            _ if is_block(name) && self.table_depth == 0 => self.end_block(text),
            _ => {}
        }
    }

    fn close(&mut self, text: &mut Text, name: &str) {
        match name {
            "script" | "style" | "head" | "ix:header" => self.skip = self.skip.saturating_sub(1),
            "b" | "strong" => self.bold = self.bold.saturating_sub(1),
            "td" | "th" => {
                if let Some(start) = self.cell_start.take() {
                    let end = start + text.content[start.min(text.content.len())..].trim_end().len();
                    text.content.truncate(end);
                    if end > start {
                        let span = Span::new(start, end);
                        self.cells.push(Cell { span, column: self.column, width: 1, header: name == "th" });
                        text.content.push('\t');
                    }
                    self.column += 1;
                }
            }
            "tr" => {
                if let Some(first) = self.cells.first() {
                    let span = Span::new(first.span.start, text.content.trim_end().len());
                    text.content.truncate(span.end);
                    text.content.push('\n');
                    self.rows.push(Row { span, cells: std::mem::take(&mut self.cells) });
                }
            }
            "table" => {
                self.table_depth = self.table_depth.saturating_sub(1);
                let rows = std::mem::take(&mut self.rows);
                if let (Some(first), Some(last)) = (rows.first(), rows.last()) {
                    let span = Span::new(first.span.start, last.span.end);
                    text.blocks.push(Block {
                        kind: BlockKind::Table(text.tables.len()),
                        span,
                        bold: false,
                        centered: false,
                        underlined: false,
                    });
                    text.tables.push(Table { span, rows, drawn: false });
                    text.content.push('\n');
                }
                self.block_start = None;
            }
            _ if is_block(name) && self.table_depth == 0 => self.end_block(text),
            _ => {}
        }
    }

    fn characters(&mut self, text: &mut Text, s: &str) {
        if self.skip > 0 || (self.table_depth > 0 && self.cell_start.is_none()) {
            return;
        }
        for c in s.chars() {
            let c = if c.is_whitespace() { ' ' } else { c };
            if c == ' ' && text.content.ends_with([' ', '\n', '\t']) {
                continue;
            }
            if c == ' ' && text.content.is_empty() {
                continue;
            }
            if self.table_depth == 0 && self.block_start.is_none() && c != ' ' {
                self.block_start = Some(text.content.len());
                self.all_bold = true;
            }
            if c != ' ' && self.bold == 0 {
                self.all_bold = false;
            }
            text.content.push(c);
        }
    }

    fn end_block(&mut self, text: &mut Text) {
        if let Some(start) = self.block_start.take() {
            let end = start + text.content[start..].trim_end().len();
            text.content.truncate(end);
            text.blocks.push(Block {
                kind: BlockKind::Paragraph,
                span: Span::new(start, end),
                bold: self.all_bold,
                centered: false,
                underlined: false,
            });
            text.content.push_str("\n\n");
        }
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "li"
            | "ul"
            | "ol"
            | "center"
            | "hr"
            | "body"
            | "pre"
    )
}
