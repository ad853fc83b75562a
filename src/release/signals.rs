//! Keyword signals (requirements R12): every hit with its family, its id and its place, from `config/keywords.toml`.

use super::patterns;
use super::segments::{Segment, SegmentKind};
use super::sentences;
use crate::span::Span;
use aho_corasick::AhoCorasick;
use regex::Regex;
use serde::{Deserialize, Serialize};
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
}

/// Signals ready for use.
#[derive(Debug)]
pub struct Keywords {
    rules: Vec<(Rule, Regex)>,
    needs: AhoCorasick,
    owners: Vec<usize>,
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
    Keywords::parse(DEFAULT_KEYWORDS).unwrap_or_else(|error| unreachable!("the embedded keyword file: {error}"))
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
        let mut literals = Vec::new();
        let mut owners = Vec::new();
        for (i, rule) in file.signal.into_iter().enumerate() {
            let pattern = format!("(?i){}", patterns::ascii_with_blanks(&rule.pattern));
            let regex = Regex::new(&pattern)
                .map_err(|e| KeywordError::Pattern { id: rule.id.clone(), message: e.to_string() })?;
            for need in &rule.needs {
                literals.push(need.clone());
                owners.push(i);
            }
            rules.push((rule, regex));
        }
        let needs = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&literals)
            .map_err(|e| KeywordError::Format(e.to_string()))?;
        Ok(Keywords { rules, needs, owners })
    }

    /// Hits in one sentence.
    fn in_sentence(&self, text: &str, sentence: Span, place: f32, seen: &mut [bool], into: &mut Vec<Signal>) {
        let piece = sentence.of(text);
        seen.fill(false);
        for hit in self.needs.find_overlapping_iter(piece) {
            if let Some(owner) = self.owners.get(hit.pattern().as_usize())
                && let Some(flag) = seen.get_mut(*owner)
            {
                *flag = true;
            }
        }
        for ((rule, regex), _) in self.rules.iter().zip(seen.iter()).filter(|(_, seen)| **seen) {
            for hit in regex.find_iter(piece).filter(|hit| !hit.is_empty()) {
                into.push(Signal {
                    family: rule.family,
                    id: rule.id.clone(),
                    weight: rule.weight,
                    place,
                    span: Span::new(sentence.start + hit.start(), sentence.start + hit.end()),
                });
            }
        }
    }
}

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
    let mut seen = vec![false; keywords.rules.len()];
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
        let text = "Northvale prematurely recognized revenue. It had a bill-and-hold program and kept a cookie jar.";
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        let found = find(text, &segments, Keywords::embedded());
        assert!(found.iter().any(|s| s.id == "rev-bill-and-hold" && s.span.of(text) == "bill-and-hold"));
        assert!(ids(text).contains(&"smo-smoothing".to_owned()));
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
