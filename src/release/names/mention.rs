//! Mentions of many names in one pass.

use crate::span::Span;
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

/// Finds every mention of many names at once.
pub struct Mentions {
    automaton: AhoCorasick,
    owners: Vec<usize>,
}

/// One mention.
#[derive(Clone, Copy, Debug)]
pub struct Mention {
    /// Whose name: the number given with the alias.
    pub owner: usize,
    /// Where, without a possessive ending.
    pub span: Span,
}

impl Mentions {
    /// From aliases and their owners; `None` when there are no aliases.
    pub fn new(aliases: &[(String, usize)]) -> Option<Mentions> {
        if aliases.is_empty() {
            return None;
        }
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            // Built anew for every release: the automaton that is cheapest to build.
            .kind(Some(AhoCorasickKind::NoncontiguousNFA))
            .build(aliases.iter().map(|(alias, _)| alias.as_bytes()))
            .ok()?;
        Some(Mentions { automaton, owners: aliases.iter().map(|(_, owner)| *owner).collect() })
    }

    /// All whole-word mentions, a possessive `s` without apostrophe allowed.
    pub fn find(&self, text: &str) -> Vec<Mention> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        for hit in self.automaton.find_iter(text) {
            let before = hit.start().checked_sub(1).and_then(|i| bytes.get(i));
            if before
                .is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80 && !ends_in_mark(text, hit.start()))
            {
                continue;
            }
            let rest = text.get(hit.end()..).unwrap_or("");
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            if rest.starts_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
            if let Some(owner) = self.owners.get(hit.pattern().as_usize()) {
                found.push(Mention { owner: *owner, span: Span::new(hit.start(), hit.end()) });
            }
        }
        found
    }
}

fn ends_in_mark(text: &str, at: usize) -> bool {
    text.get(..at).and_then(|t| t.chars().next_back()).is_none_or(|c| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_with_and_without_apostrophes() {
        let text = "Northvales sales, Northvale's books, Northvale\u{2019}s cash, Northvalesque, XNorthvale";
        let mentions = Mentions::new(&[("Northvale".to_owned(), 0)]).map(|m| m.find(text).len());
        assert_eq!(mentions, Some(3));
    }
}
