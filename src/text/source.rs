//! The way back: from characters of a [`super::Text`] to the bytes of the file that gave them.

use crate::span::Span;

/// A map from stretches of the content to byte offsets of the source.
///
/// Between two entries characters and bytes run in step; where they do not (entities, folded space), the
/// next entry starts anew. Offsets of the source never fall while those of the content rise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    entries: Vec<(usize, usize)>,
    /// Bytes of the source; 0 while it is not known.
    length: usize,
}

impl SourceMap {
    /// Says that the content from `at` on stands in the source from `source` on. A call for a place at or
    /// before an earlier one replaces what was said from there on.
    #[inline]
    pub fn push(&mut self, at: usize, source: usize) {
        while let Some(&(last_at, last_source)) = self.entries.last() {
            if last_at >= at {
                self.entries.pop();
            } else if at - last_at == source.wrapping_sub(last_source) {
                return;
            } else {
                break;
            }
        }
        self.entries.push((at, source));
    }

    /// The byte of the source that gave the character at content offset `at`.
    pub fn source_of(&self, at: usize) -> usize {
        match self.entries.partition_point(|(content, _)| *content <= at) {
            0 => 0,
            n => {
                let (content, source) = self.entries[n - 1];
                let here = source + (at - content);
                let here = self.entries.get(n).map_or(here, |(_, next)| here.min(*next));
                if self.length > 0 { here.min(self.length) } else { here }
            }
        }
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
        let n = self.entries.partition_point(|(content, _)| *content < at);
        let first = (at, self.source_of(at));
        let mut tail = self.entries.split_off(n);
        if n > 0 && tail.first().is_none_or(|(content, _)| *content != at) {
            tail.insert(0, first);
        }
        tail
    }

    /// Copies what is said of `span` to a place in another map.
    pub(super) fn copy_into(&self, other: &mut SourceMap, span: Span, at: usize) {
        let first = self.entries.partition_point(|(content, _)| *content <= span.start);
        if first > 0 {
            other.push(at, self.source_of(span.start));
        }
        for &(content, source) in self.entries.get(first..).unwrap_or(&[]) {
            if content >= span.end {
                break;
            }
            other.push(at + (content - span.start), source);
        }
    }

    /// This map (content to middle) followed by `next` (middle to source).
    pub(super) fn then(&self, next: &SourceMap) -> SourceMap {
        let mut out = SourceMap::default();
        for (n, &(at, middle)) in self.entries.iter().enumerate() {
            out.push(at, next.source_of(middle));
            let (until, middle_until) = self.entries.get(n + 1).copied().unwrap_or((usize::MAX, usize::MAX));
            let from = next.entries.partition_point(|(content, _)| *content <= middle);
            for &(middle_at, source) in next.entries.get(from..).unwrap_or(&[]) {
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
        for &(content, from) in &other.entries {
            self.push(at + content, source + from);
        }
    }
}
