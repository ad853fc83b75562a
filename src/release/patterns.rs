//! Regular expressions of this area: compiled once, with ASCII word classes so that the fast engine serves texts
//! with curly quotes too.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

/// Bytes of states that a lazily built automaton may keep: with the default of two megabytes the larger sets here
/// throw theirs away and build them again within one release.
const STATES: usize = 24 << 20;

/// Compiles a pattern that is part of the program. Word boundaries, `\w` and `\d` are ASCII.
pub fn compile(pattern: &str) -> Regex {
    RegexBuilder::new(&ascii(pattern))
        .dfa_size_limit(STATES)
        .build()
        .unwrap_or_else(|error| unreachable!("{error}"))
}

/// Compiles a set of patterns that are part of the program.
pub fn compile_set<S: AsRef<str>>(patterns: impl IntoIterator<Item = S>) -> RegexSet {
    RegexSetBuilder::new(patterns.into_iter().map(|p| ascii(p.as_ref())))
        .dfa_size_limit(STATES)
        .build()
        .unwrap_or_else(|error| unreachable!("{error}"))
}

/// Searches for many words in any case. One look a byte: a prefilter has little to skip among many short words.
pub fn words<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>, kind: MatchKind) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(kind)
        .kind(Some(AhoCorasickKind::DFA))
        .prefilter(false)
        .build(words)
        .unwrap_or_else(|error| unreachable!("{error}"))
}

/// The pattern with ASCII classes for `\b`, `\w` and `\d`.
pub fn ascii(pattern: &str) -> String {
    rewrite(pattern, false)
}

/// As [`ascii`], and a space stands for any run of blanks.
pub fn ascii_with_blanks(pattern: &str) -> String {
    rewrite(pattern, true)
}

fn rewrite(pattern: &str, blanks: bool) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut in_class = false;
    let hyphen_or_blanks = if blanks { pattern.replace("[- ]", r"(?:-|\s+)") } else { pattern.to_owned() };
    let mut chars = hyphen_or_blanks.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('b') if !in_class => out.push_str("(?-u:\\b)"),
                Some('w') => out.push_str(if in_class { "0-9A-Za-z_" } else { "[0-9A-Za-z_]" }),
                Some('d') => out.push_str(if in_class { "0-9" } else { "[0-9]" }),
                Some(other) => {
                    out.push('\\');
                    out.push(other);
                }
                None => out.push('\\'),
            },
            '[' => {
                in_class = true;
                out.push(c);
            }
            ']' => {
                in_class = false;
                out.push(c);
            }
            ' ' if blanks => out.push_str(if in_class { "\\s" } else { "\\s+" }),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_classes_are_rewritten() {
        assert_eq!(ascii_with_blanks(r"a b[- ]?\w"), r"a\s+b(?:-|\s+)?[0-9A-Za-z_]");
        assert!(compile(r"\bsales\b").is_match("\u{201c}sales\u{201d}"));
    }
}
