//! Full submissions: the SGML that EDGAR wraps around the documents of a filing, from 1993 to today.
//!
//! `<IMS-DOCUMENT>` (to 1994) or `<SEC-DOCUMENT>`, a header of indented `KEY: value` lines, then
//! `<DOCUMENT>` blocks with `<TYPE>`, `<SEQUENCE>`, `<FILENAME>`, `<DESCRIPTION>` and `<TEXT>`. End tags may be
//! missing; a file may hold bare `<DOCUMENT>` blocks without any wrapper.

mod header;

use crate::span::Span;
pub use header::{Filer, Header};

/// A submission, taken apart. Offsets count bytes of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// What the header says; empty where there is none.
    pub header: Header,
    /// Its documents, in file order.
    pub documents: Vec<Document>,
    /// What was odd about the wrapper, kebab-case.
    pub warnings: Vec<String>,
}

/// One `<DOCUMENT>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// `<TYPE>`: `10-K`, `EX-27`.
    pub document_type: String,
    /// `<SEQUENCE>`.
    pub sequence: Option<u32>,
    /// `<FILENAME>`, as written; never used as a path.
    pub file_name: String,
    /// `<DESCRIPTION>`, as written.
    pub description: String,
    /// Bytes between `<TEXT>` and `</TEXT>`.
    pub body: Span,
    /// What the body holds.
    pub content: Content,
}

/// What a document's body holds. Everything but HTML and plain text is an attachment and is not read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// HTML, inline XBRL included.
    Html,
    /// Plain text.
    Plain,
    /// A uuencoded file, whatever is in it.
    Uuencoded,
    /// A PDF, wrapped in `<PDF>` or bare.
    Pdf,
    /// An XBRL instance, schema or linkbase.
    Xbrl,
    /// Any other XML.
    Xml,
    /// JSON, script or style of the SEC's viewer.
    Data,
    /// A zip archive or a picture.
    Binary,
}

impl Content {
    /// Whether there is text to read.
    pub fn is_readable(self) -> bool {
        matches!(self, Content::Html | Content::Plain)
    }
}

/// Bytes of a body looked at to tell what it holds.
const PROBE: usize = 16 * 1024;

/// Whether a file starts like a submission: a wrapper, or a bare `<DOCUMENT>` with its `<TYPE>`.
pub fn is_submission(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(PROBE)).unwrap_or(&[]);
    [&b"<SEC-DOCUMENT>"[..], b"<IMS-DOCUMENT>", b"<SEC-HEADER>", b"<IMS-HEADER>"]
        .iter()
        .any(|tag| find_tag(head, tag, 0).is_some())
        || find_tag(head, b"<DOCUMENT>", 0).is_some_and(|at| {
            find_tag(head.get(at..head.len().min(at + 256)).unwrap_or(&[]), b"<TYPE>", 0).is_some()
        })
}

/// Takes a submission apart; never fails: what cannot be understood is told in `warnings`.
pub fn parse(bytes: &[u8]) -> Submission {
    let mut out = Submission::default();
    let first = find_tag(bytes, b"<DOCUMENT>", 0).unwrap_or(bytes.len());
    let head = bytes.get(..first).unwrap_or(&[]);
    out.header = header::parse(head, &mut out.warnings);
    for span in document_spans(bytes, first, &mut out.warnings) {
        out.documents.push(document(bytes, span, &mut out.warnings));
    }
    if out.documents.is_empty() {
        // A header and then text: all of it is one document.
        if let Some(end) = header_end(bytes) {
            warn(&mut out.warnings, "document-tag-missing");
            let body = Span::new(end, bytes.len());
            let content = content(bytes.get(end..).unwrap_or(&[]), "", "");
            let document_type = out.header.form_type.clone();
            let (file_name, description) = (String::new(), String::new());
            out.documents.push(Document {
                document_type,
                sequence: None,
                file_name,
                description,
                body,
                content,
            });
        }
    }
    out
}

/// More documents than a submission has: the largest known have some hundreds.
const MOST_DOCUMENTS: usize = 20_000;

/// What stands between `<DOCUMENT>` and its end, or the next `<DOCUMENT>` where the end is missing. One pass.
fn document_spans(bytes: &[u8], first: usize, warnings: &mut Vec<String>) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut open: Option<usize> = None;
    for at in memchr::memchr_iter(b'<', bytes.get(first..).unwrap_or(&[])).map(|at| at + first) {
        let is = |tag: &[u8]| {
            bytes.get(at..at + tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag))
                && starts_line(bytes, at)
        };
        if spans.len() >= MOST_DOCUMENTS {
            warn(warnings, "documents-left-out");
            return spans;
        }
        if is(b"<DOCUMENT>") {
            if let Some(start) = open.replace(at + b"<DOCUMENT>".len()) {
                warn(warnings, "document-end-missing");
                spans.push(Span::new(start, at));
            }
        } else if open.is_some() && is(b"</DOCUMENT>") {
            spans.extend(open.take().map(|start| Span::new(start, at)));
        }
    }
    if let Some(start) = open {
        warn(warnings, "document-end-missing");
        spans.push(Span::new(start, bytes.len()));
    }
    spans
}

fn warn(warnings: &mut Vec<String>, warning: &str) {
    if !warnings.iter().any(|w| w == warning) {
        warnings.push(warning.to_owned());
    }
}

fn header_end(bytes: &[u8]) -> Option<usize> {
    for tag in [&b"</SEC-HEADER>"[..], b"</IMS-HEADER>"] {
        if let Some(at) = find_tag(bytes, tag, 0) {
            return Some(at + tag.len());
        }
    }
    None
}

/// The next place of a tag that starts its line, from `from` on, in either case.
fn find_tag(bytes: &[u8], tag: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let step = memchr::memchr(b'<', bytes.get(at..)?)?;
        at += step;
        let here = bytes.get(at..at + tag.len())?;
        if here.eq_ignore_ascii_case(tag) && starts_line(bytes, at) {
            return Some(at);
        }
        at += 1;
    }
}

fn starts_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(at.saturating_sub(64)..at).unwrap_or(&[]);
    match before.iter().rposition(|b| !matches!(b, b' ' | b'\t')) {
        // A tag may follow another one on the same line.
        Some(n) => matches!(before.get(n), Some(b'\n' | b'\r' | b'>')),
        None => at <= 64,
    }
}

/// Bytes after `<DOCUMENT>` in which its own fields stand.
const FIELDS: usize = 4096;

fn document(bytes: &[u8], span: Span, warnings: &mut Vec<String>) -> Document {
    let all = bytes.get(span.start..span.end).unwrap_or(&[]);
    let text = find_tag(all, b"<TEXT>", 0).filter(|at| *at < FIELDS);
    let fields_end = text.unwrap_or_else(|| fields_end(all));
    let fields = String::from_utf8_lossy(all.get(..fields_end).unwrap_or(&[])).into_owned();
    let field = |name: &str| {
        fields.lines().map(str::trim).find_map(|line| {
            let value = line.get(..name.len()).filter(|tag| tag.eq_ignore_ascii_case(name))?;
            let value = line.get(value.len()..)?.trim();
            // Some writers close their fields.
            Some(value.split("</").next().unwrap_or(value).trim().to_owned())
        })
    };
    let start = text.map_or(fields_end, |at| at + b"<TEXT>".len());
    let end = last_tag(all, b"</TEXT>").filter(|end| *end >= start).unwrap_or_else(|| {
        warn(warnings, "text-end-missing");
        all.len()
    });
    let body = Span::new(span.start + start, span.start + end);
    let document_type = field("<TYPE>").unwrap_or_default();
    let file_name = field("<FILENAME>").unwrap_or_default();
    if document_type.is_empty() {
        warn(warnings, "document-type-missing");
    }
    Document {
        content: content(bytes.get(body.start..body.end).unwrap_or(&[]), &document_type, &file_name),
        sequence: field("<SEQUENCE>").and_then(|n| n.parse().ok()),
        description: field("<DESCRIPTION>").unwrap_or_default(),
        document_type,
        file_name,
        body,
    }
}

/// Where the fields end when `<TEXT>` is missing: behind the last line that is one.
fn fields_end(all: &[u8]) -> usize {
    let mut end = 0;
    let head = all.get(..all.len().min(FIELDS)).unwrap_or(&[]);
    for line in head.split_inclusive(|b| *b == b'\n') {
        let trimmed = line.trim_ascii();
        let is_field = [&b"<TYPE>"[..], b"<SEQUENCE>", b"<FILENAME>", b"<DESCRIPTION>", b"<FLAWED>"]
            .iter()
            .any(|tag| trimmed.get(..tag.len()).is_some_and(|t| t.eq_ignore_ascii_case(tag)));
        if !trimmed.is_empty() && !is_field {
            break;
        }
        end += line.len();
    }
    end
}

/// The last place of an end tag, searched from the end of the document.
fn last_tag(all: &[u8], tag: &[u8]) -> Option<usize> {
    let mut end = all.len();
    loop {
        let at = memchr::memrchr(b'<', all.get(..end)?)?;
        if all.get(at..at + tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag)) {
            return Some(at);
        }
        // The end tag stands near the end; a page of text behind it means there is none.
        if all.len() - at > FIELDS {
            return None;
        }
        end = at;
    }
}

/// Tells by the bytes what a body holds; type and file name decide only where they are silent.
fn content(body: &[u8], document_type: &str, file_name: &str) -> Content {
    let probe = body.get(..body.len().min(PROBE)).unwrap_or(&[]);
    let head = probe.trim_ascii_start();
    let starts = |word: &[u8]| head.get(..word.len()).is_some_and(|h| h.eq_ignore_ascii_case(word));
    let inner = ["<PDF>", "<ZIP>", "<GRAPHIC>", "<EXCEL>", "<JSON>"]
        .iter()
        .find(|tag| starts(tag.as_bytes()))
        .map_or(head, |tag| head.get(tag.len()..).unwrap_or(&[]).trim_ascii_start());
    if starts(b"<PDF>") || inner.starts_with(b"%PDF") {
        return Content::Pdf;
    }
    if is_uuencoded(inner) {
        return Content::Uuencoded;
    }
    if starts(b"<ZIP>") || starts(b"<GRAPHIC>") || starts(b"<EXCEL>") || inner.starts_with(b"PK\x03\x04") {
        return Content::Binary;
    }
    let kind = document_type.to_ascii_uppercase();
    if matches!(kind.as_str(), "GRAPHIC" | "ZIP" | "EXCEL" | "COVER-IMAGE") {
        return Content::Binary;
    }
    if starts(b"<XBRL>") && !contains(probe, b"<html") {
        return Content::Xbrl;
    }
    if starts(b"<JSON>") || kind == "JSON" || file_name.ends_with(".js") || file_name.ends_with(".css") {
        return Content::Data;
    }
    if contains(probe, b"<html") || contains(probe, b"<body") {
        return Content::Html;
    }
    if starts(b"<?xml") || starts(b"<XML>") {
        let xbrl = contains(probe, b"xbrli:")
            || contains(probe, b":xbrl")
            || contains(probe, b"<xbrl")
            || contains(probe, b"linkbase")
            || contains(probe, b"xsd:schema")
            || contains(probe, b"xs:schema");
        return if xbrl { Content::Xbrl } else { Content::Xml };
    }
    if kind.starts_with("EX-101") || kind == "XML" {
        return if kind == "XML" { Content::Xml } else { Content::Xbrl };
    }
    // Plain filings know <TABLE> and <PAGE>, but none of these.
    let html = [&b"<p>"[..], b"<p ", b"<div", b"<br>", b"<tr", b"<td", b"<font", b"<h1", b"<h2", b"<center>"];
    if html.iter().filter(|tag| contains(probe, tag)).count() > 1 {
        return Content::Html;
    }
    Content::Plain
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    let mut at = 0;
    while let Some(step) =
        bytes.get(at..).and_then(|rest| memchr::memchr2(needle[0], needle[0].to_ascii_uppercase(), rest))
    {
        at += step;
        if bytes.get(at..at + needle.len()).is_some_and(|here| here.eq_ignore_ascii_case(needle)) {
            return true;
        }
        at += 1;
    }
    false
}

/// A `begin 644 name` line with an encoded line behind it.
fn is_uuencoded(head: &[u8]) -> bool {
    let mut lines = head.split(|b| *b == b'\n').map(<[u8]>::trim_ascii_end);
    let Some(first) = lines.next() else { return false };
    let Some(rest) = first.strip_prefix(b"begin ") else { return false };
    rest.iter().take(3).all(u8::is_ascii_digit)
        && lines.next().is_none_or(|line| line.iter().all(|b| (0x20..=0x60).contains(b)))
}

#[cfg(test)]
mod tests;
