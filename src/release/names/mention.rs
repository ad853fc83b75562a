//! Mentions of many names in one pass.

use crate::span::Span;
use memchr::memmem::Finder;
use std::cmp::Reverse;

/// Finds every mention of many names at once.
pub struct Mentions {
    aliases: Vec<(Finder<'static>, usize)>,
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
        // A release names a dozen or two: each looked for by itself is done before an automaton of them is built.
        let finder = |(alias, owner): &(String, usize)| (Finder::new(alias.as_bytes()).into_owned(), *owner);
        Some(Mentions {
            aliases: aliases.iter().filter(|(alias, _)| !alias.is_empty()).map(finder).collect(),
        })
    }

    /// All whole-word mentions, a possessive `s` without apostrophe allowed.
    pub fn find(&self, text: &str) -> Vec<Mention> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        let mut hits: Vec<(usize, Reverse<usize>, usize)> = Vec::new();
        for (finder, owner) in &self.aliases {
            let length = finder.needle().len();
            // Of two owners of one name the first has it, as the sort is stable.
            hits.extend(finder.find_iter(bytes).map(|at| (at, Reverse(length), *owner)));
        }
        hits.sort_by_key(|(at, length, _)| (*at, *length));
        let mut free = 0;
        for (at, Reverse(length), owner) in hits {
            // From the left the longest name; what stands inside it is no mention of its own.
            if at < free {
                continue;
            }
            let hit = Span::new(at, at + length);
            free = hit.end;
            let before = hit.start.checked_sub(1).and_then(|i| bytes.get(i));
            if before
                .is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80 && !ends_in_mark(text, hit.start))
            {
                continue;
            }
            let rest = text.get(hit.end..).unwrap_or("");
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            if rest.starts_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
            found.push(Mention { owner, span: hit });
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
