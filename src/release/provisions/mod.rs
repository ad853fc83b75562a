//! Provisions charged in a release (sec-domain.md 5): lists and ranges expanded, the act told from the words
//! before or behind, mere mentions of a law told from charges, and who is charged where the sentence says it.

mod cite;
mod code;
#[cfg(test)]
mod tests;

use crate::release::sentences;
use crate::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// What somebody is said to have done to a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Violated it.
    Violated,
    /// Aided and abetted another's violation.
    Aided,
    /// Caused another's violation.
    Caused,
    /// Is liable as a control person.
    Controlled,
}

/// One provision charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provision {
    /// The code of `inspect release`: `13b2A`, `10b-5`, `SOX-304`.
    pub code: String,
    /// The words of the citation that name it.
    pub span: Span,
    /// How it is charged.
    pub manner: Manner,
    /// The words that name who is charged, where the sentence has them.
    pub charged: Option<Span>,
}

/// Words that make a citation a charge.
static CHARGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:violat\w*|charg(?:ed|es|ing)|enjoin\w*|injunct\w*|cease|restrain\w*|aid(?:ed|ing|s)?\s+and\s+abet\w*|caus(?:e|ed|es|ing)|(?:in)?fring\w*|breach\w*|non-?complian\w*|failed\s+to\s+comply|failing\s+to\s+comply|contraven\w*|liable|liability|reimburse\w*|claw\s*back\w*|repay\w*|prohibit(?:ing|ed|s)\s+(?:him|her|them|the\s+company|it|[A-Z]\w+)\s+from|improper\s+professional\s+conduct)\b",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Words right before a citation that make it an authority or a description of a duty.
static AUTHORITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:(?:registered|registration|reports?|reporting|fil(?:e|es|ed|ing|ings)|required|obligations?|subject\s+to|class\s+of\s+securities|issuer|penalt\w+|disgorgement|proceedings?|orders?|suspen\w+|barred?|relief|distribut\w+|fund|as\s+defined|meaning)\b[^.;:]{0,70}(?:pursuant\s+to|under|by|in|of|with|within)|pursuant\s+to(?:\s+the\s+provisions\s+of)?|authority\s+of|as\s+(?:defined|required)\s+(?:in|by|under)|within\s+the\s+meaning\s+of|exempt\w*\s+(?:from|under)|certif\w+\s+(?:required\s+)?(?:by|under|pursuant\s+to))\s+(?:both\s+|the\s+|its\s+)*(?:exchange\s+act\s+|securities\s+act\s+|commission\s+|sec\s+)?$",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// A violation named between the authority's words and the citation, or before both.
static VIOLATION: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\bviolat\w*").unwrap_or_else(|e| unreachable!("{e}")));

/// What the sentence says that a law does; no charge by itself.
static DUTY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[^.]{0,160}\b(?:requires?|makes?\s+it\s+unlawful|provides?\s+that|prohibits\s+(?:any|the|a|an|issuers|persons)|applies\s+(?:to|when)\w*|mandates?)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// The verb that ties a party to provisions; the last before a citation counts.
static MANNER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?P<aided>aid(?:ed|ing|s)?\s+(?:and|or)\s+abet\w*)|(?P<caused>(?:was|were|is|are|being)\s+(?:a|the)\s+causes?\s+of|caus(?:ed|es|ing))\b|(?P<controlled>control(?:ling)?\s+persons?)|(?P<violated>violat(?:ed|es|ing|ions?))\b",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Who is charged: `that Doe and Roe violated`, `enjoined Doe from violating`, `charges Doe with violating`.
static WHO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?:\b(?i:enjoin(?:s|ed|ing)?|restrain(?:s|ed|ing)?|charg(?:es|ed|ing)|prohibit(?:s|ed|ing)?|orders?|ordered|requires?|against)\s+(?:(?i:the\s+)?(?i:defendants?|respondents?)\s+)?
            (?P<object>(?:[A-Z][\w.&'’-]*|(?i:each|the|both|all|of|them|him|her|it|and|defendants?|respondents?|company))(?:[\s,]+(?:[A-Z][\w.&'’-]*|and|of|the|de|van|von|other|defendants?|respondents?))*?)
            \s+(?i:from|with|to\s+cease)\b)
        |(?P<subject>(?:[A-Z][\w.&'’-]*|(?i:each|the|both|he|she|they|defendants?|respondents?|company))(?:[\s,]+(?:[A-Z][\w.&'’-]*|and|of|the|each|also|both|all))*?)
            \s*,?\s+(?:(?i:each|also|further|thereby|knowingly|willfully|recklessly|directly|indirectly|or|and|has|have|had|either|both|,)\s+)*(?:(?i:violated)\b|(?i:aided\s+and\s+abetted)\b|(?i:caused)\s|(?i:was|were)\s+(?i:a|the)\s+(?i:cause))
        ",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Reads the provisions charged in a release, in the order of the text; one entry for each code, manner and
/// party.
pub fn read(text: &str) -> Vec<Provision> {
    let citations = cite::citations(text);
    if citations.is_empty() {
        return Vec::new();
    }
    let sentences = sentences::split(text, Span::new(0, text.len()));
    let mut found: Vec<Provision> = Vec::new();
    // A list of charges may run on over list entries: the sentence before it has the verb.
    let mut open = false;
    for citation in &citations {
        let at = sentences.partition_point(|s| s.end <= citation.span.start);
        let sentence = sentences.get(at).copied().unwrap_or(citation.span);
        let before = Span::new(sentence.start.min(citation.span.start), citation.span.start).of(text);
        let whole = sentence.of(text);
        let carried = open && before.trim_start_matches(|c: char| !c.is_alphanumeric()).is_empty();
        let charged = carried || is_charge(before, whole);
        open = charged
            && (text.get(citation.span.end..).is_some_and(|rest| rest.trim_start().starts_with(';'))
                || carried);
        for item in &citation.items {
            for code in code::codes(item) {
                let named = matches!(code, code::Code::Named(_));
                // A claim for bonuses back and improper professional conduct are charges by their own words.
                if !(charged || named && code::stands_alone(&code, whole)) || !code::fits(&code, whole) {
                    continue;
                }
                let manner = manner(before);
                let who = charged_party(text, sentence, citation.span);
                let code = code.into_string();
                let same = |p: &Provision| {
                    p.code == code
                        && p.manner == manner
                        && (who.is_none() || p.charged.map(|s| s.of(text)) == who.map(|s| s.of(text)))
                };
                if !found.iter().any(same) {
                    found.push(Provision { code, span: item.span, manner, charged: who });
                }
            }
        }
    }
    found
}

/// The codes of a reading, each once, in the order of the contract's list; others follow by name.
pub fn codes(provisions: &[Provision]) -> Vec<String> {
    let mut found: Vec<String> = provisions.iter().map(|p| p.code.clone()).collect();
    found.sort_by(|a, b| (code::rank(a), a).cmp(&(code::rank(b), b)));
    found.dedup();
    found
}

/// Whether any provision charged asks for intent or recklessness; without one the case is non-scienter.
pub fn scienter(provisions: &[Provision]) -> bool {
    provisions.iter().any(|p| matches!(p.code.as_str(), "10b" | "10b-5" | "17a" | "17a1" | "13b5" | "206-1"))
        && !only_negligent(provisions)
}

/// Section 17(a)(2) and (3) alone need no intent.
fn only_negligent(provisions: &[Provision]) -> bool {
    let has = |code: &str| provisions.iter().any(|p| p.code == code);
    !has("10b") && !has("10b-5") && !has("17a1") && !has("13b5") && (has("17a2") || has("17a3"))
}

fn is_charge(before: &str, sentence: &str) -> bool {
    if AUTHORITY.is_match(tail(before, 160)) && !VIOLATION.is_match(before) {
        return false;
    }
    if !CHARGE.is_match(sentence) {
        return false;
    }
    // "Section 13(a) requires ..." beside a violation elsewhere in the sentence stays a charge.
    !(DUTY.is_match(sentence) && !VIOLATION.is_match(sentence))
}

/// The last bytes of a text, at a character boundary.
fn tail(text: &str, bytes: usize) -> &str {
    let mut at = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}

fn manner(before: &str) -> Manner {
    let window = tail(before, 600);
    let Some(last) = MANNER.captures_iter(window).last() else { return Manner::Violated };
    if last.name("aided").is_some() {
        return Manner::Aided;
    }
    if last.name("caused").is_some() {
        return Manner::Caused;
    }
    if last.name("controlled").is_some() {
        return Manner::Controlled;
    }
    // "aided and abetted Acme's violations of": the noun belongs to the verb before it.
    let verbs: Vec<_> = MANNER.captures_iter(window).collect();
    let noun =
        last.name("violated").is_some_and(|m| m.as_str().to_ascii_lowercase().starts_with("violation"));
    match verbs.iter().rev().nth(1) {
        Some(earlier) if noun => {
            let gap = last.get(0).map_or(0, |m| m.start()) - earlier.get(0).map_or(0, |m| m.end());
            if gap > 120 {
                Manner::Violated
            } else if earlier.name("aided").is_some() {
                Manner::Aided
            } else if earlier.name("caused").is_some() {
                Manner::Caused
            } else {
                Manner::Violated
            }
        }
        _ => Manner::Violated,
    }
}

/// The party named last before the citation in its sentence.
fn charged_party(text: &str, sentence: Span, citation: Span) -> Option<Span> {
    let start = sentence.start.max(citation.start.saturating_sub(700));
    let start = (start..=citation.start).find(|at| text.is_char_boundary(*at))?;
    let window = text.get(start..citation.start)?;
    let found = WHO.captures_iter(window).last()?;
    let name = found.name("object").or_else(|| found.name("subject"))?;
    // Leading words that are no names: "that", "Commission alleges that".
    let trimmed = name.as_str().trim_matches(|c: char| c.is_whitespace() || c == ',');
    let lead = name.as_str().find(trimmed).unwrap_or(0);
    let begin = start + name.start() + lead;
    (!trimmed.is_empty()).then(|| Span::new(begin, begin + trimmed.len()))
}
