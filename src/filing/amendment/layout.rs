//! The outline of an amendment: its cover, the note that explains it, item headings, statements.

use super::words::{self, Item};
use crate::span::Span;
use crate::text::Text;

/// One sentence of the note.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// Where it stands.
    pub span: Span,
    /// Its words in lower case, white space folded, quotes straight.
    pub lower: String,
}

/// Groups of items that an "only" can be said of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// Directors, pay, holders, related parties, accountants' fees; certifications may go along.
    PartIii,
    /// The exhibit list.
    Exhibits,
}

/// The outline of one amendment.
pub(super) struct Layout {
    /// Sentences that explain the amendment.
    pub note: Vec<Sentence>,
    /// Item headings of the body, contents lists left out.
    pub items: Vec<Item>,
    /// The number on the cover.
    pub number: Option<u32>,
    /// Whether primary statements stand in it.
    pub has_statements: bool,
    /// Statements or columns marked as restated.
    pub restated_mark: Option<Span>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Cover,
    NoteHeading,
    Item,
    Part,
    End,
    Body,
}

struct Paragraph {
    span: Span,
    kind: Kind,
}

/// More characters of a note than this are not read: notes are short, hostile files are not.
const NOTE_LIMIT: usize = 24_000;
/// More headings than this come from a list, not from an outline.
const ITEM_LIMIT: usize = 400;
/// A heading is no longer than this.
const HEADING_LIMIT: usize = 220;

impl Layout {
    /// Reads the outline of the main document.
    pub fn of(text: &Text) -> Layout {
        let content = text.content.as_str();
        let main = main_part(text);
        let (paragraphs, items) = paragraphs(content, main);
        let first_item = paragraphs.iter().position(|p| matches!(p.kind, Kind::Item | Kind::Part));
        let first_note = paragraphs.iter().position(|p| p.kind == Kind::NoteHeading);
        let mut note = Vec::new();
        let mut read = 0;
        let mut in_note = false;
        for (at, paragraph) in paragraphs.iter().enumerate() {
            match paragraph.kind {
                Kind::NoteHeading => in_note = true,
                Kind::Item | Kind::Part | Kind::End => in_note = false,
                Kind::Cover => {}
                Kind::Body => {
                    // Without a heading the note stands between the cover and the first item.
                    let unheaded = first_item.is_none_or(|first| at < first);
                    if (in_note || unheaded) && read < NOTE_LIMIT {
                        read += paragraph.span.len();
                        note.extend(sentences(content, paragraph.span));
                    }
                }
            }
        }
        let cover_end = first_note
            .or(first_item)
            .and_then(|at| paragraphs.get(at))
            .map_or(main.end, |p| p.span.start)
            .min(main.start + 12_000);
        let cover = clamp(content, main.start, cover_end);
        let body = first_item.and_then(|at| paragraphs.get(at)).map_or(main.start, |p| p.span.start);
        let body = Span::new(body, main.end);
        let number =
            words::cover_number(cover).or_else(|| note.iter().find_map(|s| words::own_number(&s.lower)));
        let has_statements = words::has_statements(body.of(content));
        let restated_mark = words::restated_mark(body.of(content)).map(|s| s.shifted(body.start));
        Layout { note, items, number, has_statements, restated_mark }
    }

    /// Labels of the items, `7`, `9A`, each once.
    pub fn item_labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for item in &self.items {
            let mut label = item.number.to_string();
            label.extend(item.letter);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }

    /// Whether the outline holds nothing outside a group; an empty outline contradicts nothing.
    pub fn only(&self, group: Group) -> bool {
        !self.has_statements
            && self.items.iter().all(|item| match group {
                Group::Exhibits => words::is_exhibit_item(item),
                Group::PartIii => words::is_part_iii_item(item) || words::is_exhibit_item(item),
            })
    }

    /// Whether the report stands here from its first part to its last.
    pub fn is_whole_report(&self) -> bool {
        let labels = self.item_labels();
        let has = |wanted: &[&str]| labels.iter().any(|l| wanted.contains(&l.as_str()));
        let titled = |word: &str| self.items.iter().any(|i| i.title.contains(word));
        let quarterly = titled("financial statements")
            && titled("discussion")
            && self.items.iter().any(words::is_exhibit_item)
            && has(&["1"])
            && has(&["2"]);
        let annual = labels.len() >= 5
            && (titled("business") || titled("key information"))
            && (titled("discussion") || titled("operating and financial review"))
            && titled("financial statements")
            && has(&["1", "3"]);
        self.has_statements && (annual || (quarterly && labels.len() >= 4))
    }
}

/// The main document of a submission, or everything.
fn main_part(text: &Text) -> Span {
    let whole = Span::new(0, text.content.len());
    text.parts
        .iter()
        .find(|p| p.document_type.starts_with("10-") || p.document_type.starts_with("20-F"))
        .map_or(whole, |p| p.span)
}

/// Cuts the content into paragraphs and tells what each is.
fn paragraphs(content: &str, main: Span) -> (Vec<Paragraph>, Vec<Item>) {
    let mut out: Vec<Paragraph> = Vec::new();
    let mut items = Vec::new();
    let mut open: Option<usize> = None;
    let mut at = main.start;
    let close = |open: &mut Option<usize>, end: usize, out: &mut Vec<Paragraph>| {
        if let Some(start) = open.take() {
            let span = Span::new(start, end);
            let kind = if words::is_cover(span.of(content)) { Kind::Cover } else { Kind::Body };
            out.push(Paragraph { span, kind });
        }
    };
    for line in main.of(content).split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len());
        let kind = if line.trim().is_empty() { None } else { heading(line.trim_end()) };
        match kind {
            None if line.trim().is_empty() => close(&mut open, at, &mut out),
            None => {
                open.get_or_insert(at);
            }
            Some((kind, item)) => {
                close(&mut open, at, &mut out);
                if let Some((number, letter, title)) = item
                    && items.len() < ITEM_LIMIT
                {
                    items.push(Item { number, letter, title, span });
                }
                out.push(Paragraph { span, kind });
                if kind == Kind::NoteHeading && line.trim().len() > 60 {
                    // "Explanatory note: this amendment ...": heading and note in one line.
                    out.push(Paragraph { span, kind: Kind::Body });
                }
            }
        }
        at += line.len();
    }
    close(&mut open, at, &mut out);
    (out, items)
}

type Heading = (Kind, Option<(u32, Option<char>, String)>);

fn heading(line: &str) -> Option<Heading> {
    if words::leads_note(line) {
        return Some((Kind::NoteHeading, None));
    }
    if line.len() > HEADING_LIMIT {
        return words::glued_item(line).map(|item| (Kind::Item, Some(item)));
    }
    if words::is_end(line) {
        return Some((Kind::End, None));
    }
    if words::is_part(line) {
        return Some((Kind::Part, None));
    }
    let item = words::item(line)?;
    // A contents list is neither outline nor note.
    Some(if words::is_contents_line(line) { (Kind::End, None) } else { (Kind::Item, Some(item)) })
}

/// Sentences of one paragraph.
pub(super) fn sentences(content: &str, span: Span) -> Vec<Sentence> {
    let part = span.of(content);
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = part.as_bytes();
    let mut push = |from: usize, to: usize| {
        let Some(piece) = part.get(from..to) else { return };
        let lead = piece.len() - piece.trim_start().len();
        let trimmed = piece.trim();
        if trimmed.chars().any(char::is_alphanumeric) {
            let at = span.start + from + lead;
            out.push(Sentence { span: Span::new(at, at + trimmed.len()), lower: words::fold(trimmed) });
        }
    };
    for (at, byte) in bytes.iter().enumerate() {
        if !matches!(byte, b'.' | b'!' | b'?') {
            continue;
        }
        let after = part.get(at + 1..).unwrap_or("");
        let after = after.trim_start_matches(['"', '\'', ')', '\u{201d}', '\u{2019}']);
        let ends = after.is_empty() || after.starts_with(char::is_whitespace);
        let next = after.trim_start().chars().next();
        let starts = next.is_none_or(|c| c.is_uppercase() || c.is_ascii_digit() || !c.is_alphanumeric());
        if ends && starts && !words::ends_in_abbreviation(part.get(start..at).unwrap_or(""), after) {
            let end = part.len() - after.len();
            push(start, end);
            start = end;
        }
    }
    push(start, part.len());
    out
}

/// The characters between two offsets, moved left to character boundaries.
fn clamp(content: &str, start: usize, end: usize) -> &str {
    let mut end = end.min(content.len());
    while !content.is_char_boundary(end) {
        end -= 1;
    }
    content.get(start..end).unwrap_or("")
}
