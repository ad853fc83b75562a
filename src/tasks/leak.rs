//! Words that give a label away: an input that speaks of a restatement answers the question (fault O05).

use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

/// Phrases that only a text written after the fault, or about it, holds. Lower case, blanks folded.
const PHRASES: &[&str] = &[
    "restate",
    "restating",
    "as previously reported",
    "previously reported",
    "previously issued",
    "as originally reported",
    "originally reported",
    "originally filed",
    "should no longer be relied",
    "not be relied upon",
    "non-reliance",
    "this amendment",
    "amendment no.",
    "form 10-k/a",
    "form 10-q/a",
    "explanatory note",
    "audit committee investigation",
    "independent investigation",
    "internal investigation",
    "accounting irregularities",
    "irregularities",
    "accounting errors",
    "misstate",
    "securities and exchange commission's investigation",
    "wells notice",
];

#[expect(clippy::expect_used, reason = "the phrases are constants")]
static FINDER: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(PHRASES).expect("constant patterns"));

/// The first phrase of a text that gives its label away.
pub fn reveals(text: &str) -> Option<&'static str> {
    let folded = super::evidence::folded(text).to_lowercase();
    FINDER.find(&folded).and_then(|found| PHRASES.get(found.pattern().as_usize()).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OUT O05: an input from the amended discussion is reported; one of the original passes.
    #[test]
    fn words_of_a_restatement_are_found_over_line_breaks() {
        for text in [
            "Net sales, as restated,\nrose 3%.",
            "RESTATEMENT of results",
            "Amounts as previously\n   reported were higher.",
            "The statements should no\nlonger be relied upon.",
            "See Amendment No. 2 on Form 10-K/A.",
        ] {
            assert!(reveals(text).is_some(), "{text}");
        }
        for text in [
            "Net sales rose 3% because of demand.",
            "Interest on the reinstated loan fell.",
            "We estimate the real estate to be worth more.",
        ] {
            assert_eq!(reveals(text), None, "{text}");
        }
    }
}
