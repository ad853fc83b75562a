//! Bytes to [`Text`]: media told by content, the right reader, the documents of a submission joined.

use super::decode::{self, Decoded};
use super::{
    Anchor, Block, BlockKind, Cell, Link, Media, Part, Removed, Row, Table, Text, html, hyphens, pdf, plain,
    quality, running,
};
use crate::sec::submission_text::{self, Content};
use crate::span::Span;

/// Bytes looked at to tell the media of a file.
const PROBE: usize = 8192;

/// Reads a file: tells its media by content (with the hint where content is silent), decodes it and cleans it.
/// Never fails: what went wrong stands in [`Text::quality`].
pub fn read(bytes: &[u8], hint: Option<Media>) -> Text {
    let mut text = match sniff(bytes, hint) {
        Media::Pdf => pdf::read(bytes),
        Media::Submission => submission(bytes),
        media => document(bytes, media),
    };
    text.source.set_length(bytes.len());
    quality::judge(&mut text, &quality::Thresholds::default());
    text
}

/// Tells the media of a file by its first bytes; the hint decides only where they are silent.
pub fn sniff(bytes: &[u8], hint: Option<Media>) -> Media {
    let head = bytes.get(..bytes.len().min(PROBE)).unwrap_or(&[]);
    let pdf_area = head.get(..head.len().min(1024)).unwrap_or(head);
    if memchr::memmem::find(pdf_area, b"%PDF-").is_some() {
        return Media::Pdf;
    }
    if submission_text::is_submission(bytes) {
        return Media::Submission;
    }
    let lower = String::from_utf8_lossy(head).replace('\0', "").to_ascii_lowercase();
    // "<trust agreement>" is no row.
    let has = |tag: &str| {
        lower.match_indices(tag).any(|(at, _)| {
            lower
                .as_bytes()
                .get(at + tag.len())
                .is_none_or(|b| matches!(b, b'>' | b'/') || b.is_ascii_whitespace())
        })
    };
    let wrapper = ["<html", "<!doctype html", "<body", "<head"].iter().any(|tag| has(tag));
    let tags =
        ["<p", "</p", "<div", "<br", "<font", "<h1", "<h2", "<h3", "<td", "<tr", "<center", "<b", "<span"];
    let body = tags.iter().filter(|tag| has(tag)).count();
    if wrapper || body > 1 || (body == 1 && hint == Some(Media::Html)) {
        Media::Html
    } else {
        match hint {
            Some(Media::Html) => Media::Html,
            _ => Media::Plain,
        }
    }
}

fn document(bytes: &[u8], media: Media) -> Text {
    let decoded = decode::decode(bytes);
    let mut text = match media {
        Media::Html => html::read(&decoded.text),
        _ => plain::read(&decoded.text),
    };
    hyphens::join(&mut text);
    settle(&mut text, &decoded, bytes.len());
    running::cut(&mut text);
    text
}

/// Brings the source map to bytes and the flags of decoding to the text.
fn settle(text: &mut Text, decoded: &Decoded<'_>, length: usize) {
    text.source = decoded.to_bytes(std::mem::take(&mut text.source));
    text.source.set_length(length);
    text.quality.extend(decoded.flags.iter().map(|flag| (*flag).to_owned()));
}

fn submission(bytes: &[u8]) -> Text {
    let submission = submission_text::parse(bytes);
    let mut out = Text::empty(Media::Submission);
    let mut attachments = false;
    for found in &submission.documents {
        if !found.content.is_readable() {
            attachments = true;
            continue;
        }
        let body = bytes.get(found.body.start..found.body.end).unwrap_or(&[]);
        let media = if found.content == Content::Html { Media::Html } else { Media::Plain };
        let text = document(body, media);
        let part = Part {
            document_type: found.document_type.clone(),
            file_name: found.file_name.clone(),
            description: found.description.clone(),
            span: Span::default(),
        };
        append(&mut out, text, found.body.start, part);
    }
    if attachments {
        out.quality.push("attachments-not-read".to_owned());
    }
    for warning in submission.warnings {
        out.quality.push(format!("sgml-{warning}"));
    }
    out
}

/// Adds a document whose bytes start at `source`.
fn append(out: &mut Text, text: Text, source: usize, part: Part) {
    let by = out.content.len();
    let tables = out.tables.len();
    out.content.push_str(&text.content);
    if !out.content.is_empty() && !out.content.ends_with('\n') {
        out.content.push('\n');
    }
    out.source.append(&text.source, by, source);
    out.blocks.extend(text.blocks.into_iter().map(|block| Block {
        kind: match block.kind {
            BlockKind::Table(n) => BlockKind::Table(tables + n),
            kind => kind,
        },
        span: block.span.shifted(by),
        ..block
    }));
    out.tables.extend(text.tables.into_iter().map(|table| shifted(table, by)));
    out.anchors.extend(text.anchors.into_iter().map(|a| Anchor { at: a.at + by, ..a }));
    out.links.extend(text.links.into_iter().map(|link| Link { span: link.span.shifted(by), ..link }));
    out.removed.extend(text.removed.into_iter().map(|r| Removed {
        at: r.at + by,
        source: r.source.shifted(source),
        ..r
    }));
    out.marks.extend(text.marks.into_iter().map(|mark| mark.shifted(by)));
    out.pages = match (out.pages, text.pages) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    for flag in text.quality {
        if !out.quality.contains(&flag) {
            out.quality.push(flag);
        }
    }
    out.parts.push(Part { span: Span::new(by, out.content.len()), ..part });
}

fn shifted(table: Table, by: usize) -> Table {
    let cell = |cell: Cell| Cell { span: cell.span.shifted(by), ..cell };
    let row = |row: Row| Row { span: row.span.shifted(by), cells: row.cells.into_iter().map(cell).collect() };
    Table {
        span: table.span.shifted(by),
        rows: table.rows.into_iter().map(row).collect(),
        drawn: table.drawn,
    }
}
