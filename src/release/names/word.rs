//! Words of a text with the punctuation that parts them.

use crate::release::words;
use std::borrow::Cow;

/// One word of the text without its outer punctuation.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Byte offset of its first character.
    pub start: usize,
    /// Byte offset after its last character.
    pub end: usize,
    /// An opening bracket or quotation mark stands right before it.
    pub opened: bool,
    /// What stands right after it.
    pub after: After,
    /// An empty line parts it from the word before.
    pub fresh: bool,
}

/// Punctuation after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A space or the end.
    Nothing,
    /// A full stop alone.
    Stop,
    /// A comma, with or without a full stop before it.
    Comma,
    /// Anything that closes a phrase: `;`, `:`, `)`, a quotation mark, a dash.
    Close,
}

/// Cuts a text into words.
pub fn words_of(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::with_capacity(text.len() / 6);
    let mut fresh = true;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < text.len() {
        let Some(rest) = text.get(at..) else { break };
        // A letter, as most words begin: no blank stands here.
        let blank = if bytes[at].is_ascii_alphanumeric() { 0 } else { rest.len() - rest.trim_start().len() };
        if blank > 0 {
            let gap = &bytes[at..at + blank];
            fresh |= gap.iter().filter(|b| **b == b'\n').count() >= 2 || gap.contains(&b'\t');
            at += blank;
            continue;
        }
        let ink = rest.bytes().take_while(|b| b.is_ascii_graphic()).count();
        let more = rest.get(ink..).unwrap_or("");
        let end = at + ink + more.find(char::is_whitespace).unwrap_or(more.len());
        let chunk = &text[at..end];
        push_word(chunk, at, fresh, &mut found);
        fresh = false;
        at = end;
    }
    found
}

/// Marks behind a word that are looked at.
const MOST_MARKS: usize = 16;

/// One run of characters without blanks: one word, or several parted by brackets and quotation marks inside.
fn push_word<'a>(chunk: &'a str, base: usize, fresh: bool, found: &mut Vec<Word<'a>>) {
    let mut fresh = fresh;
    let mut at = 0;
    while at < chunk.len() {
        let rest = &chunk[at..];
        let lead = rest.len() - rest.trim_start_matches(is_outer).len();
        let body = &rest[lead..];
        if body.is_empty() {
            if let Some(last) = found.last_mut() {
                last.after = if rest == "," && at == 0 { After::Comma } else { After::Close };
            }
            return;
        }
        let cut = body.find(['(', ')', '\u{201c}', '\u{201d}', '"', ';', '[', ']']).unwrap_or(body.len());
        let core = body[..cut].trim_end_matches(is_outer);
        // Up to the next word, or as far as marks that mean anything reach: what follows says nothing on this one.
        let marks = &body[core.len()..];
        let end = marks
            .char_indices()
            .take(MOST_MARKS)
            .map(|(at, c)| (at + c.len_utf8(), c))
            .find(|(end, c)| c.is_alphanumeric() || *end == marks.len());
        let reach = marks.char_indices().nth(MOST_MARKS).map_or(marks.len(), |(at, _)| at);
        let tail = &marks[..end.map_or(reach, |(end, _)| end)];
        let opened = rest[..lead].contains(['(', '"', '\u{201c}', '[']);
        let start = base + at + lead;
        found.push(Word { text: core, start, end: start + core.len(), opened, after: after_of(tail), fresh });
        fresh = false;
        at += lead + cut.max(core.len());
    }
}

fn is_outer(c: char) -> bool {
    !(c.is_alphanumeric() || c == '&' || c == '$')
}

/// What the punctuation after a word means; an opening bracket belongs to the next word.
fn after_of(tail: &str) -> After {
    let tail = tail.split(['(', '[', '\u{201c}']).next().unwrap_or("");
    match tail {
        "" | "'" | "\u{2019}" => After::Nothing,
        "." => After::Stop,
        _ if tail.contains(',') && tail.chars().all(|c| matches!(c, ',' | '.' | '\'' | '\u{2019}')) => {
            After::Comma
        }
        _ => After::Close,
    }
}

impl<'a> Word<'a> {
    /// Lower-cased; most words are so already.
    pub fn lower(&self) -> Cow<'a, str> {
        if self.text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
            Cow::Borrowed(self.text)
        } else {
            Cow::Owned(self.text.to_lowercase())
        }
    }

    /// Whether it may stand in a name: a capital, a figure with letters, or a web name.
    pub fn is_capital(&self) -> bool {
        // Most words of a text are small letters alone.
        if self.text.bytes().all(|b| b.is_ascii_lowercase()) {
            return false;
        }
        let mut chars = self.text.chars();
        let Some(first) = chars.next() else { return false };
        first.is_uppercase()
            || first == '&'
            || (first.is_ascii_digit() && self.text.chars().any(char::is_alphabetic))
            || (first.is_lowercase() && chars.next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit()))
            || self.is_camel_case()
            || self.text.ends_with(".com")
            || self.text.ends_with(".net")
    }

    /// `aaBiolabs`: up to three small letters, then a capital; no words that a copy ran together (`theCompany`).
    fn is_camel_case(&self) -> bool {
        let Some(at) = self.text.find(|c: char| !c.is_ascii_lowercase()) else { return false };
        (2..=3).contains(&at)
            && self.text[at..].starts_with(|c: char| c.is_ascii_uppercase())
            && !words::is_stop(&self.text[..at])
    }

    /// `Ohio-based`: where somebody sits, no part of a name.
    pub fn is_seat(&self) -> bool {
        self.text.ends_with("-based") || self.text.ends_with("-headquartered")
    }

    /// Whether it is a legal form written as one.
    pub fn is_legal_form(&self) -> bool {
        if !self.text.starts_with(|c: char| c.is_uppercase() || c == 'p') || self.text.len() > 16 {
            return false;
        }
        // Longer than any form, points included, is none; what is left fits a small buffer.
        let mut buffer = [0u8; 16];
        let mut len = 0;
        for c in self.text.chars().filter(|c| !matches!(c, '.' | '/' | '\'' | '\u{2019}')) {
            if !c.is_ascii() {
                return false;
            }
            buffer[len] = c.to_ascii_lowercase() as u8;
            len += 1;
        }
        let bare = std::str::from_utf8(&buffer[..len]).unwrap_or("");
        // `Corporations`: the possessive that lost its apostrophe.
        let bare = match bare {
            "corporations" | "companys" | "limiteds" => &bare[..bare.len() - 1],
            other => other,
        };
        words::is_legal_form(bare) && (self.text.starts_with(char::is_uppercase) || bare == "plc")
    }

    /// Whether it is an initial or initials: `J`, `U.S`.
    pub(super) fn is_initial(&self) -> bool {
        self.text.len() <= 8
            && (self.text.len() == 1 || self.text.contains('.'))
            && self.text.chars().all(|c| c.is_uppercase() || c == '.')
    }
}
