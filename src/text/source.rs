//! The way back: from characters of a [`super::Text`] to the bytes of the file that gave them.

use super::limits::{COARSE, MOST_STRETCHES};
use crate::span::Span;

/// A map from stretches of the content to byte offsets of the source.
///
/// Between two entries characters and bytes run in step; where they do not (entities, folded space), the
/// next entry starts anew. Offsets of the source never fall while those of the content rise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Content and source offsets: four bytes each, since filings have hundreds of thousands of stretches.
    entries: Vec<(u32, u32)>,
    /// Bytes of the source; 0 while it is not known.
    length: usize,
}

impl SourceMap {
    /// Says that the content from `at` on stands in the source from `source` on. A call for a place at or
    /// before an earlier one replaces what was said from there on.
    #[inline]
    pub fn push(&mut self, at: usize, source: usize) {
        let (at, source) = (narrow(at), narrow(source));
        while let Some(&(last_at, last_source)) = self.entries.last() {
            if last_at >= at {
                self.entries.pop();
            } else if at - last_at == source.wrapping_sub(last_source)
                || self.entries.len() >= MOST_STRETCHES && at - last_at < COARSE
            {
                return;
            } else {
                break;
            }
        }
        self.entries.push((at, source));
    }

    /// The byte of the source that gave the character at content offset `at`.
    pub fn source_of(&self, at: usize) -> usize {
        let n = self.after(at);
        let Some((content, source)) = n.checked_sub(1).and_then(|n| self.entry(n)) else { return 0 };
        let here = source + (at - content);
        let here = self.entry(n).map_or(here, |(_, next)| here.min(next));
        if self.length > 0 { here.min(self.length) } else { here }
    }

    fn entry(&self, n: usize) -> Option<(usize, usize)> {
        self.entries.get(n).map(|(content, source)| (*content as usize, *source as usize))
    }

    /// Number of entries at or before a place in the content.
    fn after(&self, at: usize) -> usize {
        self.entries.partition_point(|(content, _)| *content as usize <= at)
    }

    /// Says how many bytes the source has: separators behind the last character point at its end.
    pub(super) fn set_length(&mut self, length: usize) {
        self.length = length;
    }

    /// Bytes of the source; 0 where that is not known.
    pub(super) fn source_length(&self) -> usize {
        self.length
    }

    /// Number of stretches.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes the entries at or after `at`, led by one for `at` itself.
    pub(super) fn split_off(&mut self, at: usize) -> Vec<(usize, usize)> {
        let n = self.entries.partition_point(|(content, _)| (*content as usize) < at);
        let mut tail = Vec::with_capacity(self.entries.len() - n + 1);
        if n > 0 && self.entry(n).is_none_or(|(content, _)| content != at) {
            tail.push((at, self.source_of(at)));
        }
        tail.extend((n..self.entries.len()).filter_map(|n| self.entry(n)));
        self.entries.truncate(n);
        tail
    }

    /// Makes room for one character at each of the places, which rise and stand at or behind `from`: it points at
    /// what follows it.
    pub(super) fn insert_blanks(&mut self, from: usize, places: &[usize]) {
        let at: Vec<(usize, usize)> = places.iter().map(|place| (*place, self.source_of(*place))).collect();
        let mut blanks = at.into_iter().enumerate().peekable();
        let mut by = 0;
        for (content, source) in self.split_off(from) {
            while let Some((n, (place, there))) = blanks.next_if(|(_, (place, _))| *place <= content) {
                self.push(place + n, there);
                self.push(place + n + 1, there);
                by = n + 1;
            }
            self.push(content + by, source);
        }
        for (n, (place, there)) in blanks {
            self.push(place + n, there);
            self.push(place + n + 1, there);
        }
    }

    /// Stretches of a content of this length that run in step with the source, and where they stand there.
    pub(super) fn stretches(&self, length: usize) -> impl Iterator<Item = (Span, usize)> {
        (0..self.entries.len()).filter_map(move |n| {
            let (at, source) = self.entry(n)?;
            let end = self.entry(n + 1).map_or(length, |(next, _)| next).min(length);
            (at < end).then_some((Span::new(at, end), source))
        })
    }

    /// Copies what is said of `span` to a place in another map.
    pub(super) fn copy_into(&self, other: &mut SourceMap, span: Span, at: usize) {
        let first = self.after(span.start);
        if first > 0 {
            other.push(at, self.source_of(span.start));
        }
        let inside = (first..self.entries.len()).map_while(|n| self.entry(n));
        for (content, source) in inside.take_while(|(content, _)| *content < span.end) {
            other.push(at + (content - span.start), source);
        }
    }

    /// This map (content to middle) followed by `next` (middle to source).
    pub(super) fn then(&self, next: &SourceMap) -> SourceMap {
        let mut out = SourceMap::default();
        for n in 0..self.entries.len() {
            let Some((at, middle)) = self.entry(n) else { break };
            out.push(at, next.source_of(middle));
            let (until, middle_until) = self.entry(n + 1).unwrap_or((usize::MAX, usize::MAX));
            let inside = (next.after(middle)..next.entries.len()).map_while(|n| next.entry(n));
            for (middle_at, source) in inside {
                let place = at + (middle_at - middle);
                // Where this map does not run in step (a tab made into blanks), the next entry stands earlier.
                if place >= until || middle_at >= middle_until {
                    break;
                }
                out.push(place, source);
            }
        }
        out
    }

    /// Adds the entries of `other`, whose content starts at `at` and whose source starts at `source`.
    pub(super) fn append(&mut self, other: &SourceMap, at: usize, source: usize) {
        for (content, from) in (0..other.entries.len()).filter_map(|n| other.entry(n)) {
            self.push(at + content, source + from);
        }
    }
}

/// Files of four gigabytes and more are no filings: their far places all point at the last one that fits.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
