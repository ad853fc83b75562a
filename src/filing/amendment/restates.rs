//! Whether a sentence of an amendment says that the amendment restates financial statements.

use super::words::{named_numbers, regex};
use regex::Regex;
use std::sync::LazyLock;

/// What can be restated, as a pattern.
const OBJECT: &str = r"(?:financial\s+(?:statements?|information|data|results|position)|balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?(?:operations|income|earnings|cash|financial|loss|comprehensive|stockholders|shareholders|changes)|(?:income|cash\s+flow)\s+statements?|results\s+of\s+operations|results\s+(?:for|of)|earnings|(?:net|operating)\s+(?:income|loss|sales)|revenues?|per[- ]share|quarterly\s+(?:data|information|results|financial)|selected\s+(?:consolidated\s+)?(?:financial\s+)?data|consolidated\s+(?:statements|results)|accounts|figures|amounts|(?:fiscal|prior|previous)\s+(?:years?|periods?|quarters?)|inventor(?:y|ies)|interim|cash\s+flows?|(?:quarters?|years?|periods?|months)\s+(?:then\s+)?ended)";

static ACTIVE: LazyLock<Regex> =
    LazyLock::new(|| regex(&format!(r"\brestat(?:e|es|ed|ing)\b(.{{0,160}}?)\b{OBJECT}")));
static PASSIVE: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"{OBJECT}\b.{{0,140}}?\b(?:has|have|had|been|being|is|are|was|were|be)\b.{{0,30}}?\brestated\b"
    ))
});
static NOUN: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"\b(?:reflects?|reflecting|present(?:s|ing)?|to\s+(?:effect|make|give\s+effect\s+to)|includes?|including|contains?|containing|sets?\s+forth|purpose\s+.{{0,60}}is)\s+(?:(?:the|a|our|its|this)\s+)?(?:\w+\s+)?restatements?\s+(?:of|to)\b.{{0,120}}?\b{OBJECT}"
    ))
});
static LEGAL_RESTATE: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"\bamend(?:s|ed|ing)?,?\s+and\s+(?:to\s+)?(?:hereby\s+)?restat(?:es|ed|ing|e)\b(\s+(?:in\s+(?:its|their)\s+entirety\s+)?(?:(?:the|its|our|previously|issued|filed|audited|unaudited|consolidated|condensed|company's|registrant's|annual)\s+){{0,5}}{OBJECT})?"
    ))
});
static LEGAL_DOCUMENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\brestated\s+(?:\w+\s+)?(?:certificate|articles|by-?laws|charter|agreement|plan|credit|loan|declaration|indenture|trust|deed|memorandum|lease)",
    )
});
static THIS_RESTATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bthis\s+(?:[\w/-]+\s+){1,4}(?:gives?\s+effect\s+to|effects?|presents?|contains?|includes?)\s+(?:the|that|such|our)\s+restatements?\b",
    )
});
static CORRECTED_BY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:increas|decreas|reduc|lower|rais)(?:e|es|ed|ing|d)\b.{0,80}\$.{0,160}\b(?:correct|error)|\bcorrect\w*\b.{0,160}\b(?:increas|decreas|reduc|lower|rais)(?:e|es|ed|ing|d)\b.{0,80}\$",
    )
});
static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?:no|not|nor|neither|without|never|nothing)\s+((?:[\w']+\s+){0,4}?)(?:a\s+)?restat")
});
static NO_CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:no|nor\s+any|neither)\b[^.;]{0,50}\b(?:figures?|numbers?|amounts?|changes?)\b[^.;]{0,60}\b(?:chang|made|alter|affect|differ|financial)|\bdo(?:es)?\s+not\s+(?:change|alter|affect|modify|amend|revise)\b[^.;]{0,40}\b(?:figures?|numbers?|amounts?|financial\s+statements)|\b(?:figures?|numbers?|amounts?|financial\s+statements)\b[^.;]{0,60}\b(?:are|is|remain|were|have)\s+(?:the\s+same|unchanged|not\s+(?:been\s+)?changed|identical)",
    )
});
static SUPPOSED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:may|might|could|would|whether|if|unless|until|potential|possible|any|in\s+the\s+event\s+of|in\s+case\s+of|expects?\s+to|intends?\s+to|plans?\s+to|will)\s+(?:[\w']+\s+){0,4}?(?:a\s+|an\s+)?restat",
    )
});
static RETROSPECTIVE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:(?:stock|share|reverse|for-one|for-two)\s+(?:stock\s+)?(?:split|dividend)|share\s+consolidation|discontinued\s+operations?|poolings?\b|adoption\s+of|change\s+in\s+(?:segment|reporting|accounting\s+principle)|change\s+of\s+(?:segment|reporting)|(?:new\s+)?segment\s+(?:change|structure|presentation|reporting)|current\s+(?:year(?:'s)?\s+)?presentation)",
    )
});
static FAULT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:errors?|incorrect\w*|improper\w*|misstate\w*|overstate\w*|understate\w*|erroneous\w*|misappli\w*)\b",
    )
});
static RECOVERY: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?:clawback|recoup|recovery\s+(?:policy|analysis|of)|incentive[- ]based|bonus)")
});
static ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:previously|earlier|already)\s+(?:been\s+)?restated\b|\brestated\b.{0,80}\b(?:(?:was|were|been)\s+(?:included|filed|presented|reported|set\s+forth)|included|contained|presented|filed)\s+(?:in|with)\s+(?:the|our|its|a)\s+(?:original|prior|previous|earlier|subsequent|later|form|annual|quarterly|amended|first)|\bas\s+restated\s+in\s+(?:the|our|its|amendment)",
    )
});
static SELF: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:this\s+(?:(?:first|second|third|fourth|fifth)\s+)?(?:amendment|amended|form|filing|report|document|10-)|we\s+(?:are\s+)?(?:restat|fil|hereby)|hereby|(?:is|are|was)\s+(?:being\s+)?fil(?:ing|ed)|in\s+this\s+amendment|herein|purpose)",
    )
});
static MENDS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:correct(?:s|ed|ing|ion)?|remed(?:y|ies)|rectif(?:y|ies)|revis(?:e|es|ed|ing)|adjust(?:s|ed|ing)?)\b.{0,120}\b(?:accounting\s+errors?|errors?\s+in\s+(?:the\s+)?(?:(?:our|its|previously|reported|issued|company's|original|consolidated|accounting|application|calculation|computation|recognition|recording|measurement|valuation)\b|accounting)|errors?\s+(?:relat|concern|affect|that\s+(?:over|under))\w*|misstate?ments?|misapplication|(?:over|under)statements?|improper(?:ly)?|misclassif|erroneous(?:ly)?\s+record)",
    )
});
static NON_RELIANCE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:should|can|may|must)\s*(?:no\s+longer|not|n't)\s+(?:longer\s+)?be\s+relied\b|\bnon-reliance\b|\bno\s+longer\s+rel(?:y|ied)",
    )
});
static INSTEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\$\s?\(?[\d.,]+\)?[^$]{0,40},?\s+(?:and\s+)?(?:not|rather\s+than|instead\s+of|compared\s+(?:to|with)\s+the\s+previously|from\s+the\s+previously|versus\s+the\s+previously)\s+[^$]{0,40}\$\s?\(?[\d.,]+|\b(?:over|under)stated\b",
    )
});
static SLIP: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:typographical|clerical|scrivener|printer|printing|formatting|edgar|transmission|conversion|spelling|tagging|xbrl|hyperlink|pagination|auditors?'?s?\s+report|signature|certification|cover\s+page|conformed)",
    )
});
static FIGURES: LazyLock<Regex> = LazyLock::new(|| regex(OBJECT));

/// Whether a sentence (folded, lower case) asserts that this document restates financial statements;
/// `own` is the document's amendment number.
pub(super) fn asserts(lower: &str, own: Option<u32>) -> bool {
    if !lower.contains("restat") || RECOVERY.is_match(lower) || lower.contains("check mark") {
        return false;
    }
    let plain = LEGAL_DOCUMENT.replace_all(&without_legal_restating(lower), " amended ").into_owned();
    let Some(at) =
        [&*ACTIVE, &*PASSIVE, &*NOUN].into_iter().filter_map(|p| p.find(&plain)).map(|m| m.start()).min()
    else {
        return false;
    };
    !denies_restating(&plain)
        && !SUPPOSED.is_match(&plain)
        // Figures recast for a split or a new rule are no correction.
        && (!RETROSPECTIVE.is_match(&plain) || FAULT.is_match(&plain))
        && !ELSEWHERE.is_match(&plain)
        && !of_another(&plain, own, at)
}

/// Whether a sentence says that figures of the statements themselves are put right, without the word.
pub(super) fn mends_figures(lower: &str, own: Option<u32>) -> bool {
    if SLIP.is_match(lower) || denies(lower) || RECOVERY.is_match(lower) || SUPPOSED.is_match(lower) {
        return false;
    }
    let mends = MENDS.is_match(lower) && FIGURES.is_match(lower);
    let unreliable = NON_RELIANCE.is_match(lower);
    let instead = INSTEAD.is_match(lower) && FIGURES.is_match(lower);
    let corrected = CORRECTED_BY.is_match(lower) && FIGURES.is_match(lower);
    let effected = THIS_RESTATEMENT.is_match(lower);
    (mends || unreliable || instead || corrected || effected)
        && (unreliable || !of_another(lower, own, lower.len()))
}

/// Whether a sentence says that nothing is restated or that no figure changes.
pub(super) fn denies(lower: &str) -> bool {
    denies_restating(lower) || NO_CHANGE.is_match(lower)
}

fn denies_restating(lower: &str) -> bool {
    DENIAL.captures_iter(lower).any(|found| {
        let between = found.get(1).map_or("", |m| m.as_str());
        // "not only restates", "should not be relied upon and restates" deny nothing.
        !between.contains("only") && !between.contains("rel") && !between.contains("and ")
    })
}

/// "Amended and restated bylaws", "amends and restates Item 5 in its entirety" restate no figures.
fn without_legal_restating(lower: &str) -> String {
    LEGAL_RESTATE
        .replace_all(lower, |found: &regex::Captures<'_>| {
            found
                .get(1)
                .map_or_else(|| " amended ".to_owned(), |object| format!(" restates{}", object.as_str()))
        })
        .into_owned()
}

/// Whether the sentence is about another amendment and not (before `at`) about this one.
fn of_another(lower: &str, own: Option<u32>, at: usize) -> bool {
    let head = lower.get(..at.min(lower.len())).unwrap_or(lower);
    let other = |numbers: &[u32]| numbers.iter().any(|n| own.is_some_and(|own| *n != own));
    let before = named_numbers(head);
    let this = before.iter().any(|n| Some(*n) == own) || head.contains("this ");
    if other(&before) {
        // "In Amendment No. 1 we restated": we did, but not here.
        return !this;
    }
    let we = |m: regex::Match<'_>| m.as_str().starts_with("we ") || m.as_str() == "hereby";
    let this = this || SELF.is_match(head) || SELF.find(lower).is_some_and(we);
    other(&named_numbers(lower)) && !this
}
