//! The mechanism: the sentences that say what was misstated and how, chosen by a score, quoted in place.

use super::category::is_narrative;
use super::patterns::{Set, compile_set};
use super::segments::Segment;
use super::sentences;
use super::signals::{Family, Signal};
use crate::span::Span;
use std::sync::LazyLock;

/// What was misstated and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Mechanism {
    /// One run of neighbouring sentences, verbatim.
    pub span: Span,
    /// The best sentences anywhere, in order of place.
    pub sentences: Vec<Span>,
    /// Score of the run.
    pub score: f32,
}

/// Who, what, how, when and how much.
static ELEMENTS: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        r"(?i)\b(?:overstat|understat|inflat|misstat|falsif|fabricat|conceal|capitali[sz]|defer|recogni[sz]|record|backdat|fail(?:ed|ing)?\s+to\s+(?:record|disclose|write|accrue)|manipulat|misrepresent|divert)\w*",
        r"(?i)\b(?:revenues?|sales|expenses?|income|earnings|assets?|liabilit\w+|reserves?|allowance|inventor\w+|receivables?|costs?|compensation|cash\s+flows?|profits?|loss(?:es)?|options?)\b",
        r"(?i)\b(?:by|through|including|such\s+as|in\s+which|whereby|instead\s+of|as\s+a\s+result)\b",
        r"(?i)\b(?:from|between|during|for\s+(?:the\s+)?(?:fiscal|year|quarter)|quarters?|fiscal|(?:19|20)\d\d)\b",
        r"\$\s?\d|\b\d+(?:\.\d+)?\s*(?:%|percent|million|billion)",
        r"(?i)\b(?:alleg|found|finds|complaint|caused|directed|scheme)\w*",
    ])
});

/// Sentences of relief, biography and procedure, which describe no mechanism.
static BESIDE: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        r"(?i)\b(?:without\s+admitting|consented|civil\s+penalt|disgorge|enjoin|barred\s+from|cease[- ]and[- ]desist\s+from|prejudgment|officer\s+(?:and|or)\s+director\s+bar)\w*",
        r"(?i)\b(?:violat\w+|aid\w*\s+and\s+abett\w+)\b[^.;]*?\b(?:sections?|rules?)\s+\d",
        r"(?i)^\s*(?:for\s+(?:further|additional|more)|see\s+(?:also)?)\b|https?://",
    ])
});

/// Finds the mechanism; `None` where no sentence says anything of the kind.
pub fn find(text: &str, segments: &[Segment], signals: &[Signal]) -> Option<Mechanism> {
    let mut scored: Vec<(Span, f32)> = Vec::new();
    for segment in segments.iter().filter(|s| is_narrative(s.kind)) {
        for sentence in sentences::split(text, segment.span) {
            scored.push((sentence, 0.0));
        }
    }
    let mut next = 0;
    for (sentence, score) in &mut scored {
        while signals.get(next).is_some_and(|s| s.span.end <= sentence.start) {
            next += 1;
        }
        let inside = signals[next..].iter().take_while(|s| s.span.start < sentence.end);
        let evidence: f32 = inside
            .map(|s| match s.family {
                Family::Misstatement => 1.0,
                Family::Fcpa | Family::InsiderTrading | Family::Offering | Family::Audit | Family::Theft => {
                    0.7
                }
                _ => s.weight,
            })
            .sum();
        let piece = sentence.of(text);
        let elements = ELEMENTS.matches(piece).count() as f32;
        let beside = BESIDE.matches(piece).count() as f32;
        *score =
            if elements < 2.0 { 0.0 } else { (evidence.min(14.0) + 1.2 * elements - 5.0 * beside).max(0.0) };
    }
    let best = scored.iter().map(|s| s.1).fold(0.0f32, f32::max);
    if best < 3.0 {
        return None;
    }
    // The run of up to four neighbours with the most to say; a weak neighbour costs more than it gives.
    let mut run = (0, 0, 0.0f32);
    for start in 0..scored.len() {
        let mut sum = 0.0;
        for end in start..scored.len().min(start + 4) {
            sum += scored[end].1 - if end > start { 3.0 } else { 0.0 };
            if scored[end].1 > 0.0 && sum > run.2 {
                run = (start, end, sum);
            }
        }
    }
    let span = Span::new(scored[run.0].0.start, scored[run.1].0.end);
    let mut order: Vec<usize> = (0..scored.len()).filter(|i| scored[*i].1 >= (0.4 * best).max(3.0)).collect();
    order.sort_by(|a, b| scored[*b].1.total_cmp(&scored[*a].1).then(a.cmp(b)));
    order.truncate(8);
    order.sort_unstable();
    Some(Mechanism { span, sentences: order.into_iter().map(|i| scored[i].0).collect(), score: run.2 })
}

#[cfg(test)]
mod tests {
    use super::super::segments::SegmentKind;
    use super::super::signals::{self, Keywords};
    use super::*;

    #[test]
    fn the_sentence_that_says_how_is_chosen_and_quoted() {
        let text = "Jane Doe lives in Ohio. From 2001 through 2003, Northvale overstated revenue by $3 million by recording fictitious sales. Doe consented to pay a civil penalty for violations of Section 10(b).";
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        let signals = signals::find(text, &segments, Keywords::embedded());
        let found = find(text, &segments, &signals).map(|m| m.span.of(text));
        assert_eq!(
            found,
            Some(
                "From 2001 through 2003, Northvale overstated revenue by $3 million by recording fictitious sales."
            )
        );
    }

    #[test]
    fn no_mechanism_is_made_up() {
        let text = "The court set a date. Doe lives in Ohio.";
        let segments = [Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) }];
        assert_eq!(find(text, &segments, &[]), None);
    }
}
