//! Blocks from tags and characters: open elements, the running block, marks, anchors, links.

use super::sink::Attributes;
use super::table::TableState;
use super::tag::{Look, Tag};
use crate::span::Span;
use crate::text::{Anchor, Block, BlockKind, Link, Media, Text};

/// How far back an end tag looks for its start; deeper it is taken for a stray. Keeps broken nesting linear.
const REACH: usize = 64;
/// Formatting elements that survive the end of a block around them.
const SURVIVORS: usize = 8;
/// The `main` element.
const MAIN: Tag = Tag::Block(14);
/// Longest title kept, in bytes.
const LONGEST_TITLE: usize = 400;

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Element {
    tag: Tag,
    look: Look,
}

/// The block that is being filled.
#[derive(Clone, Copy)]
pub(super) struct Running {
    start: usize,
    bold: bool,
    underlined: bool,
    centered: bool,
    kind: BlockKind,
}

/// A part of a web page that holds the document proper, the rest being furniture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) rank: u8,
    pub(super) start: usize,
    pub(super) end: Option<usize>,
    depth: usize,
}

pub(super) struct Builder {
    pub(super) text: Text,
    pub(super) elements: Vec<Element>,
    counts: [u32; Look::COUNTED],
    running: Option<Running>,
    kind: BlockKind,
    space: bool,
    breaks: u32,
    /// A raised or lowered mark begins or ends here.
    edge: Option<Edge>,
    mark: Option<usize>,
    link: Option<(String, Option<usize>)>,
    pub(super) tables: Vec<TableState>,
    pub(super) bodies: Vec<Body>,
    pre_start: Option<usize>,
    /// The whole file is laid out with spaces and lines.
    preformatted: bool,
    pub(super) plain_stretches: Vec<Span>,
    pub(super) strays: u32,
    furniture: bool,
    in_title: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
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
            bodies: Vec::new(),
            pre_start: None,
            preformatted,
            plain_stretches: Vec::new(),
            strays: 0,
            furniture: false,
            in_title: false,
        }
    }

    fn count(&self, bit: u16) -> u32 {
        self.counts.get(bit.trailing_zeros() as usize).copied().unwrap_or(0)
    }

    fn add(&mut self, look: Look) {
        if look.0 == 0 {
            return;
        }
        for (n, count) in self.counts.iter_mut().enumerate() {
            *count += u32::from(look.0 >> n & 1);
        }
    }

    fn remove(&mut self, look: Look) {
        if look.0 == 0 {
            return;
        }
        for (n, count) in self.counts.iter_mut().enumerate() {
            *count = count.saturating_sub(u32::from(look.0 >> n & 1));
        }
    }

    fn is_hidden(&self) -> bool {
        self.count(Look::HIDDEN) > 0 || self.furniture
    }

    fn in_pre(&self) -> bool {
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
        if !attributes.id.is_empty() && tag != Tag::Fact && !self.is_hidden() {
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
    fn find(&self, tag: Tag) -> Option<usize> {
        let floor = self.tables.last().map_or(0, TableState::floor);
        let same = |other: Tag| other == tag || matches!((other, tag), (Tag::Heading(_), Tag::Heading(_)));
        (floor..self.elements.len())
            .rev()
            .take(REACH)
            .find(|n| self.elements.get(*n).is_some_and(|element| same(element.tag)))
    }

    fn take(&mut self, at: usize) {
        let element = self.elements.remove(at);
        self.leave(element);
    }

    fn leave(&mut self, element: Element) {
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

    fn close_paragraph(&mut self) {
        let floor = self.tables.last().map_or(0, TableState::floor);
        for n in (floor..self.elements.len()).rev().take(SURVIVORS) {
            match self.elements.get(n).map(|element| element.tag) {
                Some(Tag::Paragraph) => return self.take(n),
                Some(tag) if tag.is_formatting() || tag == Tag::Anchor || tag == Tag::Fact => {}
                _ => return,
            }
        }
    }

    fn close_item(&mut self) {
        let floor = self.tables.last().map_or(0, TableState::floor);
        for n in (floor..self.elements.len()).rev().take(SURVIVORS) {
            match self.elements.get(n).map(|element| element.tag) {
                Some(Tag::ListItem) => return self.cut(n, true),
                Some(Tag::Block(2 | 3)) | None => return,
                _ => {}
            }
        }
    }

    // --- characters

    pub(super) fn characters(&mut self, text: &str, source: usize) {
        if self.is_hidden() {
            if self.in_title {
                self.add_title(text);
            }
            return;
        }
        if self.in_pre() {
            return self.raw(text, source);
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii_whitespace() {
                self.space = true;
                at += 1;
                continue;
            }
            if byte >= 0x80
                && let Some(c) = text.get(at..).and_then(|rest| rest.chars().next())
                && (c.is_whitespace() || is_invisible(c))
            {
                self.space |= c.is_whitespace();
                at += c.len_utf8();
                continue;
            }
            let end = ink_end(text, at);
            self.ink(text.get(at..end).unwrap_or(""), source + at);
            at = end;
        }
    }

    fn add_title(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if self.text.title.len() + word.len() > LONGEST_TITLE {
                return;
            }
            if !self.text.title.is_empty() {
                self.text.title.push(' ');
            }
            self.text.title.push_str(word);
        }
    }

    /// Characters that hold no folded space.
    fn ink(&mut self, run: &str, source: usize) {
        if run.is_empty() {
            return;
        }
        if self.running.is_none() {
            self.start_block();
        }
        if self.breaks > 0 {
            self.breaks = 0;
            self.space = false;
        }
        let content = &mut self.text.content;
        let last = content.as_bytes().last().copied();
        if let Some(edge) = self.edge.take() {
            let glued = match edge {
                // "20th", "Acme(TM)": part of the word. Any other mark stands apart from what it marks.
                Edge::Begin => is_word_part(run),
                Edge::End => !run.starts_with(|c: char| c.is_alphanumeric()),
            };
            let touches = last.is_some_and(|b| !matches!(b, b' ' | b'\n' | b'\t' | b'('));
            if !glued && touches && self.running.is_some_and(|r| r.start < content.len()) {
                self.space = true;
            }
            if edge == Edge::Begin {
                self.mark = Some(content.len() + usize::from(self.space && touches));
            }
        }
        if self.space {
            self.space = false;
            if self.running.is_some_and(|r| r.start < content.len()) && last != Some(b'\n') {
                content.push(' ');
            }
        }
        let at = self.text.content.len();
        if let Some(running) = &mut self.running {
            if running.bold && self.counts[0] == 0 && run.bytes().any(is_letter) {
                running.bold = false;
            }
            if running.underlined && self.counts[1] == 0 && run.bytes().any(is_letter) {
                running.underlined = false;
            }
        }
        if let Some((_, start @ None)) = &mut self.link {
            *start = Some(at);
        }
        self.text.source.push(at, source);
        self.text.content.push_str(run);
    }

    /// Text laid out with spaces and lines, kept as it is.
    fn raw(&mut self, text: &str, source: usize) {
        if self.running.is_none() {
            if text.trim().is_empty() && !text.contains('\n') {
                return;
            }
            self.start_block();
        }
        if let Some((_, start @ None)) = &mut self.link
            && !text.trim().is_empty()
        {
            *start = Some(self.text.content.len());
        }
        self.edge = None;
        self.space = false;
        let mut from = 0;
        for (n, c) in text.char_indices() {
            let replacement = match c {
                '\u{A0}' | '\t' => " ",
                _ if is_invisible(c) => "",
                _ => continue,
            };
            self.copy(text.get(from..n).unwrap_or(""), source + from);
            if !replacement.is_empty() {
                self.text.source.push(self.text.content.len(), source + n);
                self.text.content.push_str(replacement);
            }
            from = n + c.len_utf8();
        }
        self.copy(text.get(from..).unwrap_or(""), source + from);
    }

    fn copy(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            self.text.source.push(self.text.content.len(), source);
            self.text.content.push_str(text);
        }
    }

    /// A `<` of running text: its characters are text.
    pub(super) fn stray(&mut self, raw: &str, source: usize) {
        if !self.is_hidden() {
            self.strays += 1;
            self.characters(raw, source);
        }
    }

    fn line_break(&mut self) {
        if self.is_hidden() {
            return;
        }
        if self.in_pre() {
            if self.running.is_some() {
                self.text.content.push('\n');
            }
            return;
        }
        if self.running.is_none() {
            return;
        }
        self.breaks += 1;
        if self.breaks == 1 {
            self.text.content.push('\n');
        } else {
            // An empty line parts paragraphs, whatever drew it.
            let kind = self.running.map_or(BlockKind::Paragraph, |r| r.kind);
            self.end_block();
            self.kind = kind;
        }
        self.space = false;
    }

    // --- blocks

    fn start_block(&mut self) {
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
    fn is_centered(&self) -> bool {
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
        self.text.blocks.push(Block {
            kind: running.kind,
            span: Span::new(running.start, trimmed),
            bold: running.bold,
            centered: running.centered,
            underlined: running.underlined,
        });
        let separator = if self.tables.last().is_some_and(|table| !table.dissolved) { "\n" } else { "\n\n" };
        self.text.content.push_str(separator);
    }

    fn end_mark(&mut self) {
        if let Some(start) = self.mark.take()
            && start < self.text.content.len()
        {
            self.text.marks.push(Span::new(start, self.text.content.trim_end().len()));
        }
    }

    fn end_pre(&mut self) {
        self.end_block();
        if let Some(start) = self.pre_start.take()
            && self.tables.is_empty()
        {
            self.plain_stretches.push(Span::new(start, self.text.content.len()));
        }
    }

    fn page_break(&mut self) {
        if self.is_hidden() || self.tables.last().is_some_and(|table| !table.dissolved) {
            return;
        }
        self.end_block();
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
            if end > start {
                self.text.links.push(Link { href, span: Span::new(start, end) });
            }
        }
    }

    // --- web pages

    pub(super) fn comment(&mut self, comment: &[u8]) {
        let comment = comment.trim_ascii();
        let is = |word: &[u8]| comment.get(..word.len()).is_some_and(|c| c.eq_ignore_ascii_case(word));
        if is(b"pagebreak") || is(b"page break") || is(b"field: page") {
            self.page_break();
        } else if is(b"begin text") {
            self.end_block();
            self.furniture = false;
            let start = self.text.content.len();
            self.bodies.push(Body { rank: 0, start, end: None, depth: usize::MAX });
        } else if is(b"end text") {
            self.end_block();
            let end = self.text.content.len();
            if let Some(body) = self.bodies.iter_mut().rev().find(|b| b.rank == 0 && b.end.is_none()) {
                body.end = Some(end);
            }
        } else if is(b"begin footer") || is(b"begin header") {
            self.end_block();
            self.furniture = true;
        } else if is(b"end footer") || is(b"end header") {
            self.furniture = false;
        }
    }

    /// A `div` whose class names the part (or a `main`) of the page that holds the document.
    fn open_body(&mut self, tag: Tag, class: &[u8]) {
        let mut words = class.split(|b| b.is_ascii_whitespace());
        let has = |word: &[u8]| class.split(|b| b.is_ascii_whitespace()).any(|w| w == word);
        let rank = if words.any(|w| w == b"node-details-layout__main-region__content") {
            1
        } else if has(b"grid_7") && has(b"alpha") {
            2
        } else if has(b"field--name-body") {
            3
        } else if tag == MAIN {
            4
        } else {
            return;
        };
        self.end_block();
        let (start, depth) = (self.text.content.len(), self.elements.len());
        self.bodies.push(Body { rank, start, end: None, depth });
    }

    fn close_bodies(&mut self) {
        let (depth, end) = (self.elements.len(), self.text.content.len());
        for body in self.bodies.iter_mut().rev().take(4) {
            if body.end.is_none() && body.depth != usize::MAX && depth < body.depth {
                body.end = Some(end);
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

/// End of the run of characters from `at` that holds no folded space: single blanks may stand inside.
fn ink_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while let Some(&byte) = bytes.get(end) {
        if byte > b' ' && byte < 0x7F {
            end += 1;
        } else if byte == b' ' && bytes.get(end + 1).is_some_and(|next| *next > b' ' && *next < 0x7F) {
            end += 2;
        } else if byte >= 0x80 {
            let Some(c) = text.get(end..).and_then(|rest| rest.chars().next()) else { break };
            if c.is_whitespace() || is_invisible(c) {
                break;
            }
            end += c.len_utf8();
        } else {
            break;
        }
    }
    // At least one character, so that reading goes on.
    if end == at { at + text.get(at..).and_then(|r| r.chars().next()).map_or(1, char::len_utf8) } else { end }
}

/// Characters without width: they part no words and show nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

fn is_letter(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b >= 0x80
}

/// Raised characters that belong to the word before them.
fn is_word_part(run: &str) -> bool {
    let word = run.trim();
    ["st", "nd", "rd", "th", "tm", "sm", "o", "\u{AE}", "\u{2122}", "\u{2120}", "\u{B0}", "\u{BA}"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

/// A header, footer or side column of a web site, not of a document.
fn is_site_frame(tag: Tag, attributes: &Attributes) -> bool {
    let class = String::from_utf8_lossy(&attributes.class).to_ascii_lowercase();
    let role = attributes.role.as_slice();
    match tag {
        Tag::Frame(0) => role == b"banner" || class.contains("site") || class.contains("usa-header"),
        Tag::Frame(1) => role == b"contentinfo" || class.contains("footer") || class.is_empty(),
        _ => true,
    }
}
