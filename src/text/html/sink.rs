//! The tokenizer's events, gathered into tags with the few attributes that matter, with their source offsets.

use super::attributes::{Attributes, Name};
use super::builder::Builder;
use super::tag::{Look, Tag};
use html5gum::{Emitter, Error, State};
use std::convert::Infallible;

/// Longest identifier, reference or class kept, in bytes: longer ones are data, not names.
const LONGEST_VALUE: usize = 2048;
/// Longest tag name that is told from others.
const LONGEST_NAME: usize = 40;

pub(super) struct Sink<'s> {
    source: &'s str,
    builder: &'s mut Builder,
    position: usize,
    /// End of the last event: where the next text starts.
    last_end: usize,
    tag_start: usize,
    in_tag: bool,
    name: Vec<u8>,
    is_end: bool,
    self_closing: bool,
    last_start: Vec<u8>,
    attribute: Vec<u8>,
    attribute_kind: Option<Name>,
    value: Vec<u8>,
    attributes: Attributes,
    comment: Vec<u8>,
    /// First bytes of a character that the tokenizer hands over in pieces, as it does behind a bare `&` or `<`.
    torn: Vec<u8>,
    torn_at: usize,
    /// XHTML: `CDATA` sections hold text.
    xml: bool,
}

impl<'s> Sink<'s> {
    pub(super) fn new(source: &'s str, builder: &'s mut Builder) -> Self {
        Sink {
            source,
            builder,
            position: 0,
            last_end: 0,
            tag_start: 0,
            in_tag: false,
            name: Vec::new(),
            is_end: false,
            self_closing: false,
            last_start: Vec::new(),
            attribute: Vec::new(),
            attribute_kind: None,
            value: Vec::new(),
            attributes: Attributes::default(),
            comment: Vec::new(),
            torn: Vec::new(),
            torn_at: 0,
            xml: source.trim_start().starts_with("<?xml"),
        }
    }

    fn close_attribute(&mut self) {
        if self.attribute.is_empty() {
            return;
        }
        let kind = self.attribute_kind.take().unwrap_or_else(|| Name::of(&self.attribute));
        let attributes = &mut self.attributes;
        let number = |value: &[u8]| {
            let digits = value.trim_ascii_start().iter().take_while(|b| b.is_ascii_digit()).take(6);
            digits.fold(0, |n: u32, b| n * 10 + u32::from(b - b'0'))
        };
        match kind {
            Name::None => {}
            Name::Style => attributes.look.0 |= Look::of_style(&self.value).0,
            Name::Align => attributes.look.0 |= Look::of_align(&self.value).0,
            Name::Id if attributes.id.is_empty() => std::mem::swap(&mut attributes.id, &mut self.value),
            Name::Id => {}
            Name::Href => {
                std::mem::swap(&mut attributes.href, &mut self.value);
                attributes.has_href = true;
            }
            Name::Class => std::mem::swap(&mut attributes.class, &mut self.value),
            Name::Role => std::mem::swap(&mut attributes.role, &mut self.value),
            Name::Colspan => attributes.colspan = number(&self.value),
            Name::Rowspan => attributes.rowspan = number(&self.value),
            Name::Hidden => attributes.look.0 |= Look::HIDDEN,
        }
        attributes.any = true;
        self.attribute.clear();
        self.value.clear();
    }

    fn init_tag(&mut self, is_end: bool) {
        self.name.clear();
        self.in_tag = true;
        self.is_end = is_end;
        self.self_closing = false;
        self.attribute.clear();
        self.attribute_kind = None;
        self.value.clear();
        let a = &mut self.attributes;
        if a.any {
            a.id.clear();
            a.href.clear();
            a.class.clear();
            a.role.clear();
            (a.has_href, a.colspan, a.rowspan, a.look, a.any) = (false, 0, 0, Look(0), false);
        }
    }

    /// The file ends before its last tag does: words are text, a tag that was cut is told.
    fn ends_in_a_tag(&mut self) {
        match (Tag::of(&self.name), self.source.get(self.tag_start..)) {
            (Tag::Unknown, Some(raw)) if !raw.contains('=') => self.builder.stray(raw, self.tag_start),
            _ => self.builder.text.quality.push("ends-inside-a-tag".to_owned()),
        }
    }

    /// A `<` of running text (`if a<b and c>d`) that was taken for a tag: its own characters.
    fn stray(&self) -> Option<&'s str> {
        let raw = self.source.get(self.tag_start..self.position)?;
        let prose =
            !raw.contains('=') && (raw.trim_end_matches('>').contains(' ') || raw.len() > LONGEST_NAME);
        prose.then_some(raw)
    }
}

impl Emitter for Sink<'_> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend(last_start_tag.unwrap_or(&[]));
    }

    fn emit_eof(&mut self) {
        if self.in_tag {
            self.ends_in_a_tag();
        }
        self.builder.finish();
    }

    fn emit_error(&mut self, _: Error) {}

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn emit_string(&mut self, c: &[u8]) {
        let start = std::mem::replace(&mut self.last_end, self.position);
        if self.torn.is_empty() {
            if let Ok(text) = std::str::from_utf8(c) {
                return self.builder.characters(text, start);
            }
            self.torn_at = start;
        }
        self.torn.extend_from_slice(c);
        let whole = match std::str::from_utf8(&self.torn) {
            Ok(_) => self.torn.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            // The source is a string, so nothing else can be wrong with a piece of it.
            Err(_) => self.torn.len(),
        };
        self.builder
            .characters(&String::from_utf8_lossy(self.torn.get(..whole).unwrap_or(&[])), self.torn_at);
        self.torn.drain(..whole);
        self.torn_at += whole;
    }

    fn init_start_tag(&mut self) {
        self.init_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.init_tag(true);
    }

    fn init_comment(&mut self) {
        self.comment.clear();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.close_attribute();
        self.last_end = self.position;
        self.in_tag = false;
        let tag = Tag::of(&self.name);
        if tag == Tag::Unknown {
            if let Some(raw) = self.stray() {
                self.builder.stray(raw, self.tag_start);
            }
            return None;
        }
        if self.is_end {
            self.builder.close(tag);
            return None;
        }
        std::mem::swap(&mut self.last_start, &mut self.name);
        self.builder.open(tag, &self.attributes, self.self_closing);
        if self.self_closing {
            // In XHTML `<title/>` is empty; read as HTML it would swallow the file.
            return None;
        }
        match self.last_start.as_slice() {
            b"title" | b"textarea" => Some(State::RcData),
            b"script" => Some(State::ScriptData),
            b"style" | b"iframe" | b"xmp" => Some(State::RawText),
            _ => None,
        }
    }

    fn emit_current_comment(&mut self) {
        self.last_end = self.position;
        if !self.comment.is_empty() {
            self.builder.comment(&self.comment);
        }
    }

    fn emit_current_doctype(&mut self) {
        self.last_end = self.position;
    }

    fn set_self_closing(&mut self) {
        self.self_closing = true;
    }

    fn set_force_quirks(&mut self) {}

    #[inline]
    fn push_tag_name(&mut self, s: &[u8]) {
        if self.name.len() <= LONGEST_NAME {
            self.name.extend_from_slice(s.get(..LONGEST_NAME).unwrap_or(s));
        }
    }

    fn push_comment(&mut self, s: &[u8]) {
        if self.comment.len() < LONGEST_NAME {
            self.comment.extend_from_slice(s.get(..LONGEST_NAME).unwrap_or(s));
        }
    }

    fn push_doctype_name(&mut self, _: &[u8]) {}

    fn init_doctype(&mut self) {}

    #[inline]
    fn init_attribute(&mut self) {
        self.close_attribute();
    }

    #[inline]
    fn push_attribute_name(&mut self, s: &[u8]) {
        if self.attribute.len() < LONGEST_NAME {
            self.attribute.extend_from_slice(s.get(..LONGEST_NAME).unwrap_or(s));
        }
    }

    #[inline]
    fn push_attribute_value(&mut self, s: &[u8]) {
        let kind = match self.attribute_kind {
            Some(kind) => kind,
            None => {
                let kind = Name::of(&self.attribute);
                self.attribute_kind = Some(kind);
                kind
            }
        };
        if kind != Name::None && self.value.len() < LONGEST_VALUE {
            self.value.extend_from_slice(s.get(..LONGEST_VALUE).unwrap_or(s));
        }
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    #[inline]
    fn start_open_tag(&mut self) {
        self.tag_start = self.position.saturating_sub(1);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.xml
    }

    #[inline]
    fn move_position(&mut self, offset: isize) {
        self.position = self.position.saturating_add_signed(offset);
    }
}
