//! Places in a text: half-open ranges, and the change from byte to character offsets at the program's edge.

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into the characters of one [`crate::text::Text`].
///
/// Both ends lie on character boundaries. Outside the program (inspect, datasets) offsets count characters;
/// [`CharOffsets`] makes the change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// A span from `start` to `end`; an end before the start gives an empty span at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Whether the span holds nothing.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// The characters at this span, or an empty text where it does not fit `text`.
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// Whether `other` lies wholly inside.
    pub fn contains(&self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(&self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The span moved by `by` bytes to the right.
    pub fn shifted(&self, by: usize) -> Span {
        Span { start: self.start + by, end: self.end + by }
    }
}

/// Byte offsets of one text to character offsets, in constant time after one pass.
#[derive(Debug)]
pub struct CharOffsets {
    ascii: bool,
    /// Characters before every 256th byte.
    blocks: Vec<usize>,
}

impl CharOffsets {
    /// Counts the characters of `text` once.
    pub fn new(text: &str) -> Self {
        if text.is_ascii() {
            return Self { ascii: true, blocks: Vec::new() };
        }
        let mut blocks = Vec::with_capacity(text.len() / 256 + 1);
        let mut seen = 0;
        for chunk in text.as_bytes().chunks(256) {
            blocks.push(seen);
            seen += chunk.iter().filter(|b| (**b & 0xC0) != 0x80).count();
        }
        Self { ascii: false, blocks }
    }

    /// Characters of `text` before byte `offset`; `text` must be the one this was made from.
    pub fn at(&self, text: &str, offset: usize) -> usize {
        if self.ascii {
            return offset.min(text.len());
        }
        let offset = offset.min(text.len());
        let block = offset / 256;
        let Some(before) = self.blocks.get(block) else {
            return text.chars().count();
        };
        before + text.as_bytes()[block * 256..offset].iter().filter(|b| (**b & 0xC0) != 0x80).count()
    }

    /// The same place in characters.
    pub fn span(&self, text: &str, span: Span) -> Span {
        Span { start: self.at(text, span.start), end: self.at(text, span.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_across_blocks() {
        let text = "é\u{2019}a".repeat(300);
        let offsets = CharOffsets::new(&text);
        for (characters, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(offsets.at(&text, byte), characters);
        }
        assert_eq!(offsets.at(&text, text.len()), 900);
    }
}
