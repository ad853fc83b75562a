//! Keyword signals (requirements R12): every hit with its family, its id and its place, from `config/keywords.toml`.

mod stems;

use super::patterns;
use super::segments::{Segment, SegmentKind};
use super::sentences;
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The families a signal can speak for: the paper's five, and what lies outside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Improper timing or recognition of revenue.
    RevenueTiming,
    /// Estimates and judgments bent.
    AccountingEstimate,
    /// Income or expense moved between periods to look steady.
    EarningsSmoothing,
    /// Expenses, losses, liabilities delayed or left out.
    ExpenseDeferral,
    /// Misleading disclosure.
    NarrativeDistortion,
    /// Bribes of foreign officials.
    Fcpa,
    /// Trading on inside news.
    InsiderTrading,
    /// Money raised by lies.
    Offering,
    /// Auditors' conduct.
    Audit,
    /// Theft from the issuer.
    Theft,
    /// False accounts whose kind is not said.
    Misstatement,
}

impl Family {
    /// The paper's five, in its order.
    pub const FIVE: [Family; 5] = [
        Family::RevenueTiming,
        Family::AccountingEstimate,
        Family::EarningsSmoothing,
        Family::ExpenseDeferral,
        Family::NarrativeDistortion,
    ];

    /// Number of families.
    pub const COUNT: usize = 11;
}

/// One signal of the keyword file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    family: Family,
    weight: f32,
    needs: Vec<String>,
    pattern: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    signal: Vec<Rule>,
}

/// A keyword file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeywordError {
    /// Not the expected TOML.
    #[error("the keyword file is not readable: {0}")]
    Format(String),
    /// A pattern that does not compile.
    #[error("signal {id}: the pattern does not compile: {message}")]
    Pattern {
        /// The signal's id.
        id: String,
        /// The compiler's words.
        message: String,
    },
    /// A weight that cannot be summed.
    #[error("signal {id}: the weight {weight} is not between -100 and 100")]
    Weight {
        /// The signal's id.
        id: String,
        /// As given.
        weight: f32,
    },
}

/// Signals ready for use.
#[derive(Debug)]
pub struct Keywords {
    rules: Vec<(Rule, Regex, usize)>,
    /// All words that rules need, each once.
    needs: AhoCorasick,
    /// For each word the rules and the bits of their needs that it meets.
    owners: Vec<Vec<(usize, u32)>>,
    /// For each rule the bits of all its needs.
    wanted: Vec<u32>,
}

/// One hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// What it speaks for.
    pub family: Family,
    /// The rule's id.
    pub id: String,
    /// Weight of the rule.
    pub weight: f32,
    /// Weight of the place: more in a headline, less among relief.
    pub place: f32,
    /// Where.
    pub span: Span,
}

/// The keyword file that comes with the program.
pub const DEFAULT_KEYWORDS: &str = include_str!("../../config/keywords.toml");

static DEFAULT: LazyLock<Keywords> = LazyLock::new(|| {
    Keywords::parse(DEFAULT_KEYWORDS)
        .unwrap_or_else(|error| unreachable!("the embedded keyword file: {error}"))
});

impl Keywords {
    /// The embedded signals.
    pub fn embedded() -> &'static Keywords {
        &DEFAULT
    }

    /// Reads a keyword file.
    pub fn parse(text: &str) -> Result<Keywords, KeywordError> {
        let file: File = toml::from_str(text).map_err(|e| KeywordError::Format(e.to_string()))?;
        let mut rules = Vec::new();
        let mut literals: Vec<String> = Vec::new();
        let mut owners: Vec<Vec<(usize, u32)>> = Vec::new();
        let mut wanted = Vec::new();
        for (i, rule) in file.signal.into_iter().enumerate() {
            if !(-100.0..=100.0).contains(&rule.weight) {
                return Err(KeywordError::Weight { id: rule.id, weight: rule.weight });
            }
            let (pattern, reach) = without_gap_counts(&rule.pattern);
            let regex = patterns::compile_with_blanks(&format!("(?i){pattern}"))
                .map_err(|e| KeywordError::Pattern { id: rule.id.clone(), message: e.to_string() })?;
            let mut all = 0;
            for (bit, group) in
                std::iter::once(rule.needs.clone()).chain(stems::required(&rule.pattern)).take(32).enumerate()
            {
                all |= 1 << bit;
                for need in group {
                    let need = need.to_ascii_lowercase();
                    let at = literals.iter().position(|known| *known == need).unwrap_or_else(|| {
                        literals.push(need);
                        owners.push(Vec::new());
                        literals.len() - 1
                    });
                    owners[at].push((i, 1 << bit));
                }
            }
            wanted.push(all);
            rules.push((rule, regex, reach));
        }
        let needs = patterns::words(&literals, MatchKind::Standard);
        Ok(Keywords { rules, needs, owners, wanted })
    }

    /// Hits in one sentence.
    fn in_sentence(&self, text: &str, sentence: Span, place: f32, seen: &mut [u32], into: &mut Vec<Signal>) {
        let piece = sentence.of(text);
        seen.fill(0);
        for hit in self.needs.find_overlapping_iter(flat(piece).as_ref()) {
            for (rule, bit) in self.owners.get(hit.pattern().as_usize()).into_iter().flatten() {
                seen[*rule] |= bit;
            }
        }
        let met = seen.iter().zip(&self.wanted).map(|(seen, wanted)| seen == wanted);
        for ((rule, regex, reach), _) in self.rules.iter().zip(met).filter(|(_, met)| *met) {
            let mut at = 0;
            while let Some(hit) = regex.find_at(piece, at) {
                if hit.is_empty() {
                    break;
                }
                if hit.len() > *reach {
                    // Too far apart; a nearer pair may open later inside.
                    at = next_boundary(piece, hit.start() + 1);
                    continue;
                }
                into.push(Signal {
                    family: rule.family,
                    id: rule.id.clone(),
                    weight: rule.weight,
                    place,
                    span: Span::new(sentence.start + hit.start(), sentence.start + hit.end()),
                });
                at = hit.end();
            }
        }
    }
}

/// The text with one blank for each run of them, as needs of several words are written.
fn flat(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let plain = |b: &u8| !b.is_ascii_whitespace() || *b == b' ';
    if bytes.iter().all(plain) && !bytes.windows(2).any(|pair| pair == b"  ") {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

fn next_boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|i| text.is_char_boundary(*i)).unwrap_or(text.len())
}

/// Counted gaps `[^.;]{0,60}?` cost the engine dearly: they become open gaps, and the length of a hit is held
/// against the sum of the counts and a word or two.
fn without_gap_counts(pattern: &str) -> (String, usize) {
    let mut reach = 0;
    let open = GAP.replace_all(pattern, |found: &regex::Captures<'_>| {
        reach += found.get(1).and_then(|m| m.as_str().parse::<usize>().ok()).unwrap_or(0);
        "[^.;]*?"
    });
    (open.into_owned(), if reach == 0 { usize::MAX } else { reach + 40 })
}

static GAP: LazyLock<Regex> = LazyLock::new(|| patterns::compile(r"\[\^\.;\]\{0,(\d+)\}\?"));

/// How much a part's words say about what was done.
fn place_of(kind: SegmentKind) -> f32 {
    match kind {
        SegmentKind::Header => 1.5,
        SegmentKind::Summary => 1.3,
        SegmentKind::Facts => 1.0,
        SegmentKind::Respondents => 0.6,
        SegmentKind::Violations => 0.5,
        SegmentKind::Order => 0.35,
        SegmentKind::Conclusion => 0.3,
        SegmentKind::References => 0.0,
    }
}

/// Finds all signals of a release, in order of place.
pub fn find(text: &str, segments: &[Segment], keywords: &Keywords) -> Vec<Signal> {
    let mut found = Vec::new();
    let mut seen = vec![0; keywords.rules.len()];
    for segment in segments {
        let place = place_of(segment.kind);
        if place == 0.0 {
            continue;
        }
        for sentence in sentences::split(text, segment.span) {
            keywords.in_sentence(text, sentence, place, &mut seen, &mut found);
        }
    }
    found.sort_by(|a, b| a.span.cmp(&b.span).then(a.id.cmp(&b.id)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        find(text, &segments, Keywords::embedded()).into_iter().map(|s| s.id).collect()
    }

    #[test]
    fn signals_stand_where_they_say() {
        let text =
            "Northvale prematurely recognized revenue. It had a bill-and-hold program and kept a cookie jar.";
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        let found = find(text, &segments, Keywords::embedded());
        assert!(found.iter().any(|s| s.id == "rev-bill-and-hold" && s.span.of(text) == "bill-and-hold"));
        assert!(ids(text).contains(&"smo-smoothing".to_owned()));
    }

    /// No sentence of the real releases that a pattern fits is passed over for want of a needed word.
    #[test]
    fn needs_are_needed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
        let Ok(entries) = std::fs::read_dir(folder) else {
            eprintln!("skipped: no ../shared/mirror");
            return;
        };
        let keywords = Keywords::embedded();
        let mut hits = 0;
        for bytes in entries.flatten().filter_map(|entry| std::fs::read(entry.path()).ok()) {
            let text = crate::text::read(&bytes, None).content;
            for sentence in sentences::split(&text, Span::new(0, text.len())) {
                let piece = flat(sentence.of(&text)).to_ascii_lowercase();
                for (rule, regex, _) in &keywords.rules {
                    if let Some(hit) = regex.find(&piece) {
                        hits += 1;
                        assert!(
                            rule.needs.iter().any(|need| piece.contains(&need.to_ascii_lowercase())),
                            "{}: {}",
                            rule.id,
                            hit.as_str()
                        );
                    }
                }
            }
        }
        assert!(hits > 3000, "{hits}");
    }

    #[test]
    fn a_line_break_is_a_blank() {
        assert!(ids("It had side\n   letters with buyers.").contains(&"rev-side-letters".to_owned()));
    }

    #[test]
    fn a_bad_keyword_file_names_the_signal() {
        let bad = "[[signal]]\nid = \"x\"\nfamily = \"fcpa\"\nweight = 1.0\nneeds = [\"a\"]\npattern = '('\n";
        assert!(matches!(Keywords::parse(bad), Err(KeywordError::Pattern { id, .. }) if id == "x"));
        assert!(matches!(Keywords::parse("nonsense = 1"), Err(KeywordError::Format(_))));
    }
}
