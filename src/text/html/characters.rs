//! Characters into the running block: folded space, raised marks, text laid out with spaces.

use super::builder::{Builder, Edge};
use crate::span::Span;
use crate::text::BlockKind;
use crate::text::plain::{self, opens_tag};

/// Longest title kept, in bytes.
const LONGEST_TITLE: usize = 400;

impl Builder {
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

    pub(super) fn add_title(&mut self, text: &str) {
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
    pub(super) fn ink(&mut self, run: &str, source: usize) {
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
        self.space |= last == Some(b'<') && run.starts_with(opens_tag);
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
    pub(super) fn raw(&mut self, text: &str, source: usize) {
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

    pub(super) fn copy(&mut self, text: &str, source: usize) {
        if !text.is_empty() {
            if self.text.content.ends_with('<') && text.starts_with(opens_tag) {
                self.text.content.push(' ');
            }
            self.text.source.push(self.text.content.len(), source);
            self.text.content.push_str(text);
        }
    }

    /// A `<` of running text: its characters are text, cleaned as plain text is; tags that it swallowed are set apart.
    pub(super) fn stray(&mut self, raw: &str, source: usize) {
        if self.is_hidden() {
            return;
        }
        self.strays += 1;
        let text = plain::read(raw);
        let end = text.content.trim_end_matches('\n').len();
        for (span, from) in text.source.stretches(end) {
            let (mut rest, mut from) = (text.at(span), source + from);
            while !rest.is_empty() {
                // The first one opens what is no tag.
                let skip = usize::from(from == source);
                let next = rest.get(skip..).and_then(|rest| rest.find('<'));
                let (piece, left) = rest.split_at(next.map_or(rest.len(), |next| skip + next + 1));
                self.characters(piece, from);
                from += piece.len();
                rest = left;
            }
        }
        let last = text.source_span(Span::new(0, end)).end;
        self.space |= raw.get(last..).is_some_and(|rest| rest.starts_with(char::is_whitespace));
    }

    pub(super) fn line_break(&mut self) {
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
