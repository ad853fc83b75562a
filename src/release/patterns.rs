//! Regular expressions of this area: compiled once, with ASCII word classes so that the fast engine serves texts
//! with curly quotes too.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::{Regex, RegexBuilder};

/// Bytes of states that a lazily built automaton may keep: with the default of two megabytes the larger sets here
/// throw theirs away and build them again within one release.
const STATES: usize = 24 << 20;

/// Compiles a pattern that is part of the program. Classes, word boundaries and case are those of ASCII.
pub fn compile(pattern: &str) -> Regex {
    build(pattern, false).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Compiles a pattern in which a space stands for any run of blanks.
///
/// # Errors
/// What is wrong with the pattern, in the words of the engine.
pub fn compile_with_blanks(pattern: &str) -> Result<Regex, regex::Error> {
    build(pattern, true)
}

fn build(pattern: &str, blanks: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(&rewrite(pattern, blanks)).dfa_size_limit(STATES).build()
}

/// Patterns of which a text is asked which ones fit. Each is searched by itself: it can skip to its own words, which one
/// automaton for all of them cannot, and on a sentence that is several times as fast.
#[derive(Debug)]
pub struct Set(Vec<Regex>);

impl Set {
    /// Numbers of the patterns that fit, rising.
    pub fn matches(&self, text: &str) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(move |(_, pattern)| pattern.is_match(text)).map(|(n, _)| n)
    }

    /// Whether a pattern fits, by its number.
    pub fn fits(&self, n: usize, text: &str) -> bool {
        self.0.get(n).is_some_and(|pattern| pattern.is_match(text))
    }
}

/// Compiles a set of patterns that are part of the program.
pub fn compile_set<S: AsRef<str>>(patterns: impl IntoIterator<Item = S>) -> Set {
    Set(patterns.into_iter().map(|pattern| compile(pattern.as_ref())).collect())
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

/// The pattern without Unicode: with it every `s` and `k` in any case has a third form of several bytes, which
/// triples the automata and leaves their searches without literals to look for. Only what may match a character
/// beyond ASCII (a negated class, a dot, a class that names one) stays as it is.
fn rewrite(pattern: &str, blanks: bool) -> String {
    let pattern = if blanks { pattern.replace("[- ]", r"(?:-|\s+)") } else { pattern.to_owned() };
    let mut out = String::with_capacity(pattern.len() * 2);
    out.push_str("(?-u)");
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('S') => out.push_str(r"(?u:[^\t\n\x0B\x0C\r\x20])"),
                Some('W') => out.push_str("(?u:[^0-9A-Za-z_])"),
                Some('D') => out.push_str("(?u:[^0-9])"),
                Some(other) => {
                    out.push('\\');
                    out.push(other);
                }
                None => out.push('\\'),
            },
            '[' => {
                let (class, wide) = class(&mut chars, blanks);
                if wide {
                    out.push_str("(?u:");
                }
                out.push_str(&class);
                if wide {
                    out.push(')');
                }
            }
            '.' => out.push_str("(?u:.)"),
            ' ' if blanks => out.push_str("\\s+"),
            _ => out.push(c),
        }
    }
    out
}

/// The rest of a class whose bracket was taken, with ASCII shorthands, and whether it may match beyond ASCII.
fn class(chars: &mut std::str::Chars<'_>, blanks: bool) -> (String, bool) {
    let mut out = String::from("[");
    let mut wide = false;
    while let Some(c) = chars.next() {
        match c {
            '^' if out.len() == 1 => {
                wide = true;
                out.push(c);
            }
            '\\' => match chars.next() {
                Some('w') => out.push_str("0-9A-Za-z_"),
                Some('d') => out.push_str("0-9"),
                Some('s') => out.push_str(BLANKS),
                Some(other) => {
                    wide |= matches!(other, 'x' | 'u' | 'p' | 'P' | 'S' | 'W' | 'D');
                    out.push('\\');
                    out.push(other);
                }
                None => {}
            },
            ' ' if blanks => out.push_str(BLANKS),
            ']' => {
                out.push(c);
                break;
            }
            _ => {
                wide |= !c.is_ascii();
                out.push(c);
            }
        }
    }
    (out, wide)
}

/// Blanks of ASCII, as they stand inside a class.
const BLANKS: &str = r"\t\n\x0B\x0C\r\x20";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_classes_are_rewritten() {
        assert_eq!(rewrite(r"a b[- ]?\w", true), r"(?-u)a\s+b(?:-|\s+)?\w");
        assert_eq!(rewrite(r"[^.;]*?[\w.].", false), r"(?-u)(?u:[^.;])*?[0-9A-Za-z_.](?u:.)");
        assert!(compile(r"\bsales\b").is_match("\u{201c}sales\u{201d}"));
        assert!(
            compile(r"(?i)Kelly['\u{2019}]s[^.;]*?BOOKS")
                .is_match("kelly\u{2019}s \u{201c}own\u{201d} books")
        );
    }
}
