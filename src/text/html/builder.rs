//! Blocks from tags and characters: open elements, the running block, marks, anchors, links.

use super::attributes::{Attributes, is_site_frame};
use super::grid::TableState;
use super::tag::{Look, MAIN, Tag};
use crate::span::Span;
use crate::text::limits::{MOST_PIECES, MOST_PLACES};
use crate::text::{Anchor, Block, BlockKind, Link, Media, Text};

/// How far back an end tag looks for its start; deeper it is taken for a stray. Keeps broken nesting linear.
const REACH: usize = 64;
/// Formatting elements that survive the end of a block around them.
const SURVIVORS: usize = 8;

/// The block that all takes in what is kept no more.
const PLAIN: Block = Block {
    kind: BlockKind::Paragraph,
    span: Span { start: 0, end: 0 },
    bold: false,
    centered: false,
    underlined: false,
};

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Element {
    tag: Tag,
    look: Look,
}

/// The block that is being filled.
#[derive(Clone, Copy)]
pub(super) struct Running {
    pub(super) start: usize,
    pub(super) bold: bool,
    pub(super) underlined: bool,
    pub(super) centered: bool,
    pub(super) kind: BlockKind,
}

/// A part of a web page that holds the document proper, the rest being furniture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) rank: u8,
    pub(super) start: usize,
    pub(super) end: Option<usize>,
    pub(super) depth: usize,
}

pub(super) struct Builder {
    pub(super) text: Text,
    pub(super) elements: Vec<Element>,
    pub(super) counts: [u32; Look::COUNTED],
    pub(super) running: Option<Running>,
    pub(super) kind: BlockKind,
    pub(super) space: bool,
    pub(super) breaks: u32,
    /// A raised or lowered mark begins or ends here.
    pub(super) edge: Option<Edge>,
    pub(super) mark: Option<usize>,
    pub(super) link: Option<(String, Option<usize>)>,
    pub(super) tables: Vec<TableState>,
    /// Rows and cells so far.
    pub(super) grid: usize,
    /// The document has more structure than is kept: the rest of it is one block.
    pub(super) flat: bool,
    pub(super) bodies: Vec<Body>,
    pub(super) pre_start: Option<usize>,
    /// The whole file is laid out with spaces and lines.
    pub(super) preformatted: bool,
    pub(super) plain_stretches: Vec<Span>,
    pub(super) strays: u32,
    pub(super) furniture: bool,
    pub(super) in_title: bool,
}

/// Which border of a raised mark comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Begin,
    End,
}

impl Element {
    pub(super) fn is_row(self) -> bool {
        self.tag == Tag::Row
    }
}

impl Builder {
    pub(super) fn new(preformatted: bool) -> Self {
        Builder {
            text: Text::empty(Media::Html),
            elements: Vec::new(),
            counts: [0; Look::COUNTED],
            running: None,
            kind: BlockKind::Paragraph,
            space: false,
            breaks: 0,
            edge: None,
            mark: None,
            link: None,
            tables: Vec::new(),
            grid: 0,
            flat: false,
            bodies: Vec::new(),
            pre_start: None,
            preformatted,
            plain_stretches: Vec::new(),
            strays: 0,
            furniture: false,
            in_title: false,
        }
    }

    pub(super) fn count(&self, bit: u16) -> u32 {
        self.counts.get(bit.trailing_zeros() as usize).copied().unwrap_or(0)
    }

    pub(super) fn add(&mut self, look: Look) {
        if look.0 == 0 {
            return;
        }
        for (n, count) in self.counts.iter_mut().enumerate() {
            *count += u32::from(look.0 >> n & 1);
        }
    }

    pub(super) fn remove(&mut self, look: Look) {
        if look.0 == 0 {
            return;
        }
        for (n, count) in self.counts.iter_mut().enumerate() {
            *count = count.saturating_sub(u32::from(look.0 >> n & 1));
        }
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.count(Look::HIDDEN) > 0 || self.furniture
    }

    pub(super) fn in_pre(&self) -> bool {
        self.preformatted || self.count(Look::PRE) > 0
    }

    // --- elements

    pub(super) fn open(&mut self, tag: Tag, attributes: &Attributes, self_closing: bool) {
        let mut look = attributes.look;
        match tag {
            Tag::Bold => look.0 |= Look::BOLD,
            Tag::Heading(_) | Tag::HeaderCell => look.0 |= Look::BOLD,
            Tag::Italic | Tag::Underline => look.0 |= Look::UNDERLINED,
            Tag::Superscript => look.0 |= Look::RAISED,
            Tag::Subscript => look.0 |= Look::LOWERED,
            Tag::Block(1) => look.0 |= Look::CENTERED,
            Tag::Preformatted => look.0 |= Look::PRE,
            Tag::Hidden(11) => {}
            Tag::Hidden(2) => {
                look.0 |= Look::HIDDEN;
                self.in_title = self.text.title.is_empty() && !self_closing;
            }
            Tag::Hidden(_) => look.0 |= Look::HIDDEN,
            Tag::Frame(_) if is_site_frame(tag, attributes) => look.0 |= Look::HIDDEN,
            _ => {}
        }
        if look.has(Look::PAGE_BEFORE) {
            self.page_break();
        }
        // Raised text only counts within a line; a cell's or block's vertical alignment is layout.
        if !tag.is_formatting() && tag != Tag::Anchor && tag != Tag::Fact {
            look.0 &= !(Look::RAISED | Look::LOWERED);
        }
        match tag {
            Tag::Break => return self.line_break(),
            Tag::Rule => {
                self.end_block();
                if look.has(Look::PAGE_AFTER) {
                    self.page_break();
                }
                return;
            }
            Tag::Page => {
                self.end_block();
                return self.page_break();
            }
            Tag::Void | Tag::Mark | Tag::Unknown => return,
            Tag::Table => self.open_table(look),
            Tag::TableGroup => return,
            Tag::Row => self.open_row(look),
            Tag::Cell | Tag::HeaderCell => self.open_cell(tag, look, attributes),
            _ => {
                if tag.is_block() {
                    self.end_block();
                    self.close_paragraph();
                    if tag == Tag::ListItem {
                        self.close_item();
                    }
                }
                self.push(tag, look);
            }
        }
        match tag {
            Tag::Heading(level) => self.kind = BlockKind::Heading(level),
            Tag::ListItem => self.kind = BlockKind::ListItem,
            _ => {}
        }
        let room = self.text.anchors.len() < MOST_PLACES;
        if !attributes.id.is_empty() && tag != Tag::Fact && !self.is_hidden() && room {
            let name = String::from_utf8_lossy(&attributes.id).into_owned();
            self.text.anchors.push(Anchor { name, at: self.text.content.len() });
        }
        if tag == Tag::Anchor && attributes.has_href {
            self.close_link();
            self.link = Some((String::from_utf8_lossy(&attributes.href).into_owned(), None));
        }
        if let Tag::Block(_) = tag
            && (!attributes.class.is_empty() || tag == MAIN)
        {
            self.open_body(tag, &attributes.class);
        }
        if look.0 & (Look::RAISED | Look::LOWERED) != 0 {
            self.edge = Some(Edge::Begin);
        }
        if self_closing && !matches!(tag, Tag::Table | Tag::Row | Tag::Cell | Tag::HeaderCell) {
            self.close(tag);
        }
    }

    pub(super) fn push(&mut self, tag: Tag, look: Look) {
        if look.has(Look::PRE) && self.count(Look::PRE) == 0 && !self.preformatted {
            self.end_block();
            self.pre_start = Some(self.text.content.len());
        }
        self.add(look);
        self.elements.push(Element { tag, look });
    }

    pub(super) fn close(&mut self, tag: Tag) {
        match tag {
            Tag::Table => return self.close_table(),
            Tag::Row => return self.close_row(),
            Tag::Cell | Tag::HeaderCell => return self.close_cell(),
            Tag::Break => return self.line_break(),
            Tag::Void | Tag::Mark | Tag::Unknown | Tag::TableGroup | Tag::Page | Tag::Rule => return,
            Tag::Anchor => self.close_link(),
            Tag::Hidden(2) => self.in_title = false,
            _ => {}
        }
        if tag.is_block() {
            self.end_block();
            if let Tag::Heading(_) | Tag::ListItem = tag {
                self.kind = BlockKind::Paragraph;
            }
        }
        if let Some(at) = self.find(tag) {
            if tag.is_formatting() || tag == Tag::Paragraph || tag == Tag::Anchor || tag == Tag::Fact {
                self.take(at);
            } else {
                self.cut(at, true);
            }
        }
    }

    /// The nearest open element of this kind, within reach and within the cell.
    pub(super) fn find(&self, tag: Tag) -> Option<usize> {
        let floor = self.tables.last().map_or(0, TableState::floor);
        let same = |other: Tag| other == tag || matches!((other, tag), (Tag::Heading(_), Tag::Heading(_)));
        (floor..self.elements.len())
            .rev()
            .take(REACH)
            .find(|n| self.elements.get(*n).is_some_and(|element| same(element.tag)))
    }

    pub(super) fn take(&mut self, at: usize) {
        let element = self.elements.remove(at);
        self.leave(element);
    }

    pub(super) fn leave(&mut self, element: Element) {
        self.remove(element.look);
        if element.look.0 & (Look::RAISED | Look::LOWERED) != 0 {
            self.end_mark();
            self.edge = Some(Edge::End);
        }
        if element.look.has(Look::PRE) && self.count(Look::PRE) == 0 && !self.preformatted {
            self.end_pre();
        }
        if element.look.has(Look::PAGE_AFTER) {
            self.end_block();
            self.page_break();
        }
    }

    /// Closes every element from `at` on; formatting opened inside goes on behind it where `formatting_stays`.
    pub(super) fn cut(&mut self, at: usize, formatting_stays: bool) {
        let mut survivors: [Option<Element>; SURVIVORS] = [None; SURVIVORS];
        let mut kept = 0;
        while self.elements.len() > at {
            let Some(element) = self.elements.pop() else { break };
            let stays = formatting_stays
                && element.tag.is_formatting()
                && element.look.0 != 0
                && !element.look.has(Look::HIDDEN)
                && kept < SURVIVORS;
            if let (true, Some(slot)) = (stays, survivors.get_mut(kept)) {
                *slot = Some(element);
                kept += 1;
            } else {
                self.leave(element);
            }
        }
        self.elements.extend(survivors.into_iter().rev().flatten());
        self.close_bodies();
    }

    pub(super) fn close_paragraph(&mut self) {
        let floor = self.tables.last().map_or(0, TableState::floor);
        for n in (floor..self.elements.len()).rev().take(SURVIVORS) {
            match self.elements.get(n).map(|element| element.tag) {
                Some(Tag::Paragraph) => return self.take(n),
                Some(tag) if tag.is_formatting() || tag == Tag::Anchor || tag == Tag::Fact => {}
                _ => return,
            }
        }
    }

    pub(super) fn close_item(&mut self) {
        let floor = self.tables.last().map_or(0, TableState::floor);
        for n in (floor..self.elements.len()).rev().take(SURVIVORS) {
            match self.elements.get(n).map(|element| element.tag) {
                Some(Tag::ListItem) => return self.cut(n, true),
                Some(Tag::Block(2 | 3)) | None => return,
                _ => {}
            }
        }
    }

    pub(super) fn start_block(&mut self) {
        self.implied_cell();
        self.running = Some(Running {
            start: self.text.content.len(),
            bold: true,
            underlined: true,
            centered: self.is_centered(),
            kind: self.kind,
        });
        self.space = false;
        self.breaks = 0;
        if self.edge == Some(Edge::End) {
            self.edge = None;
        }
    }

    /// Whether the nearest element that aligns, centres.
    pub(super) fn is_centered(&self) -> bool {
        if self.count(Look::CENTERED) == 0 {
            return false;
        }
        let nearest = self.elements.iter().rev().take(REACH);
        let mut aligning = nearest.filter(|e| e.look.0 & (Look::CENTERED | Look::ALIGNED) != 0);
        aligning.next().is_some_and(|e| e.look.has(Look::CENTERED))
    }

    /// Ends the running block: trims it, records it, parts it from the next.
    pub(super) fn end_block(&mut self) {
        self.end_mark();
        self.space = false;
        self.breaks = 0;
        self.edge = None;
        let Some(running) = self.running.take() else { return };
        let content = &mut self.text.content;
        let trimmed = content.trim_end().len().max(running.start);
        content.truncate(trimmed);
        if trimmed == running.start {
            return;
        }
        let span = Span::new(running.start, trimmed);
        match self.text.blocks.last_mut() {
            Some(last) if self.flat && last.kind == BlockKind::Paragraph => {
                *last = Block { kind: last.kind, span: Span::new(last.span.start, span.end), ..PLAIN };
            }
            _ => self.text.blocks.push(Block {
                kind: if self.flat { BlockKind::Paragraph } else { running.kind },
                span,
                bold: running.bold,
                centered: running.centered,
                underlined: running.underlined,
            }),
        }
        let separator = if self.tables.last().is_some_and(|table| !table.dissolved) { "\n" } else { "\n\n" };
        self.text.content.push_str(separator);
        if !self.flat && self.text.blocks.len() + self.grid > MOST_PIECES {
            self.flatten();
        }
    }

    /// Keeps no more structure: open tables become blocks, and all that follows is one block.
    fn flatten(&mut self) {
        self.flat = true;
        self.close_link();
        self.pre_start = None;
        for index in 0..self.tables.len() {
            self.dissolve(index);
        }
    }

    pub(super) fn end_mark(&mut self) {
        if let Some(start) = self.mark.take()
            && start < self.text.content.len()
            && self.text.marks.len() < MOST_PLACES
        {
            self.text.marks.push(Span::new(start, self.text.content.trim_end().len()));
        }
    }

    pub(super) fn end_pre(&mut self) {
        self.end_block();
        if let Some(start) = self.pre_start.take()
            && self.tables.is_empty()
            && !self.flat
        {
            self.plain_stretches.push(Span::new(start, self.text.content.len()));
        }
    }

    pub(super) fn page_break(&mut self) {
        if self.is_hidden() || self.tables.last().is_some_and(|table| !table.dissolved) {
            return;
        }
        self.end_block();
        if self.flat {
            return;
        }
        let at = self.text.content.len();
        if self.text.blocks.last().is_some_and(|b| b.kind == BlockKind::PageBreak && b.span.start == at) {
            return;
        }
        let span = Span::new(at, at);
        let kind = BlockKind::PageBreak;
        self.text.blocks.push(Block { kind, span, bold: false, centered: false, underlined: false });
    }

    pub(super) fn close_link(&mut self) {
        if let Some((href, Some(start))) = self.link.take() {
            let end = self.text.content.trim_end().len();
            if end > start && self.text.links.len() < MOST_PLACES {
                self.text.links.push(Link { href, span: Span::new(start, end) });
            }
        }
    }

    pub(super) fn finish(&mut self) {
        while !self.tables.is_empty() {
            self.close_table();
        }
        self.end_block();
        self.close_link();
        if self.preformatted {
            self.plain_stretches = vec![Span::new(0, self.text.content.len())];
        } else if self.count(Look::PRE) > 0 {
            self.end_pre();
        }
    }
}
