//! Provisions charged in a release (sec-domain.md 5): lists and ranges expanded, the act told from the words
//! before or behind, mere mentions of a law told from charges, and who is charged where the sentence says it.

mod cite;
mod code;
#[cfg(test)]
mod tests;

use crate::release::sentences::Whole;
use crate::release::{patterns, who};
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use std::sync::LazyLock;

/// What somebody is said to have done to a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
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
    patterns::compile(
        r"(?i)(?-u:\b)(?:violat|charg(?:ed|es|ing)|enjoin|injunct|cease|restrain|aid(?:ed|ing|s)?[ \t\r\n]+and[ \t\r\n]+abet|caus(?:e|ed|es|ing)(?-u:\b)|infring|breach|non-?complian|fail(?:ed|ing|ure)[ \t\r\n]+to[ \t\r\n]+comply|contraven|liable|liability|reimburse|claw[ ]?back|repay|prohibit(?:ing|ed)|improper[ \t\r\n]+professional[ \t\r\n]+conduct)",
    )
});

/// What a sentence says that a law does; no charge by itself.
static DUTY: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:requires?|makes?[ ]it[ ]unlawful|provides?[ ]that|prohibits[ ](?:any|the|a|an|issuers|persons)|applies[ ](?:to|when)|mandates?)(?-u:\b)",
    )
});

/// Verbs that tie a party to provisions, with what they say on the manner.
const VERBS: [(&str, Verb); 24] = [
    ("aided and abetted", Verb::Subject(Manner::Aided)),
    ("aiding and abetting", Verb::Noun(Manner::Aided)),
    ("aided or abetted", Verb::Subject(Manner::Aided)),
    ("aid and abet", Verb::Noun(Manner::Aided)),
    ("was a cause", Verb::Subject(Manner::Caused)),
    ("were a cause", Verb::Subject(Manner::Caused)),
    ("was the cause", Verb::Subject(Manner::Caused)),
    ("caused", Verb::Subject(Manner::Caused)),
    ("causing", Verb::Noun(Manner::Caused)),
    ("control person", Verb::Noun(Manner::Controlled)),
    ("controlling person", Verb::Noun(Manner::Controlled)),
    ("violated", Verb::Subject(Manner::Violated)),
    ("violating", Verb::Noun(Manner::Violated)),
    ("violation", Verb::Weak),
    ("enjoined ", Verb::Object),
    ("enjoins ", Verb::Object),
    ("enjoining ", Verb::Object),
    ("restraining ", Verb::Object),
    ("charged ", Verb::Object),
    ("charges ", Verb::Object),
    ("charging ", Verb::Object),
    ("prohibiting ", Verb::Object),
    ("ordered ", Verb::Object),
    ("orders ", Verb::Object),
];

/// What a verb tells.
#[derive(Clone, Copy)]
enum Verb {
    /// Its subject is the party.
    Subject(Manner),
    /// The manner only.
    Noun(Manner),
    /// `violations of` belongs to the verb before it.
    Weak,
    /// Its object is the party.
    Object,
}

static VERB: LazyLock<AhoCorasick> =
    LazyLock::new(|| patterns::words(VERBS.map(|(word, _)| word), MatchKind::LeftmostLongest));

/// Reads the provisions charged in a release, in the order of the text; one entry for each code, manner and
/// party.
pub fn read(text: &str) -> Vec<Provision> {
    read_in(text, &Whole::of(text))
}

/// As [`read`], with the sentences of the text.
pub(super) fn read_in(text: &str, whole: &Whole<'_>) -> Vec<Provision> {
    let citations = cite::citations(text);
    if citations.is_empty() {
        return Vec::new();
    }
    let sentences = whole.spans();
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
        let mut read = None;
        for item in &citation.items {
            for code in code::codes(item) {
                let named = matches!(code, code::Code::Named(_));
                // A claim for bonuses back and improper professional conduct are charges by their own words.
                if !(charged || named && code::stands_alone(&code, whole)) || !code::fits(&code, whole) {
                    continue;
                }
                let (manner, who) = *read.get_or_insert_with(|| charge(text, sentence, citation.span));
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
    // The regulation by name beside its rules says nothing more.
    if found.iter().any(|p| p.code.starts_with("RegG-")) {
        found.retain(|p| p.code != "RegG");
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
    let violated = contains(before, "violat");
    if !violated && authority(before) {
        return false;
    }
    // "Section 13(a) requires ..." is a charge only beside a violation.
    CHARGE.is_match(sentence) && (contains(sentence, "violat") || !DUTY.is_match(sentence))
}

/// Whether a text has a word, in any case.
fn contains(text: &str, word: &str) -> bool {
    let first = word.as_bytes().first().copied().unwrap_or(b' ');
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), text.as_bytes()).any(|at| {
        text.as_bytes()
            .get(at..at + word.len())
            .is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Whether the words right before a citation make it an authority (`pursuant to`) or a duty (`reports under`).
fn authority(before: &str) -> bool {
    let lower = tail(before, 130).to_ascii_lowercase();
    let mut rest = lower.trim_end();
    while let Some(shorter) =
        ["both", "the", "its", "exchange act", "securities act", "commission", "sec", "commissions"]
            .iter()
            .find_map(|word| {
                rest.strip_suffix(word).filter(|left| left.is_empty() || left.ends_with(char::is_whitespace))
            })
    {
        rest = shorter.trim_end();
    }
    let clause = rest.rsplit(['.', ';', ':']).next().unwrap_or(rest);
    let ends = |words: &[&str]| words.iter().any(|word| clause.ends_with(word));
    if ends(&[
        "pursuant to",
        "provisions of",
        "authority of",
        "as defined in",
        "within the meaning of",
        "as required by",
        "required by",
    ]) {
        let pursuant = ends(&["provisions of"]);
        return !pursuant || ["pursuant", "fair fund"].iter().any(|word| clause.contains(word));
    }
    ends(&[" under", " by", " in", " of", " with", " within"])
        && [
            "registered",
            "registration",
            "report",
            "filing",
            "filed",
            " files",
            "required",
            "obligation",
            "subject to",
            "class of",
            "issuer",
            "penalt",
            "disgorgement",
            "proceeding",
            "order",
            "suspen",
            "barred",
            "relief",
            "distribut",
            "fund",
            "defined",
            "exempt",
            "certif",
        ]
        .iter()
        .any(|word| clause.contains(word))
}

/// The last bytes of a text, at a character boundary.
fn tail(text: &str, bytes: usize) -> &str {
    let mut at = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}

/// How and who: the verbs between the sentence's start and the citation, the nearest first.
fn charge(text: &str, sentence: Span, citation: Span) -> (Manner, Option<Span>) {
    let floor = sentence.start.max(citation.start.saturating_sub(700)).min(citation.start);
    let Some(floor) = (floor..=citation.start).find(|at| text.is_char_boundary(*at)) else {
        return (Manner::Violated, None);
    };
    let window = text.get(floor..citation.start).unwrap_or("");
    let (mut manner, mut who): (Option<Manner>, Option<Span>) = (None, None);
    let mut weak_at = None;
    let verbs: Vec<_> = VERB.find_iter(window).collect();
    for verb in verbs.iter().rev() {
        let Some((_, tells)) = VERBS.get(verb.pattern().as_usize()) else { continue };
        // "aided and abetted Northvale's violations of": the noun belongs to a verb close before it.
        let near = weak_at.is_none_or(|weak: usize| weak.saturating_sub(verb.end()) <= 120);
        match tells {
            Verb::Weak => weak_at = weak_at.or(Some(verb.start())),
            Verb::Noun(how) if near => manner = manner.or(Some(*how)),
            Verb::Subject(how) => {
                if near {
                    manner = manner.or(Some(*how));
                }
                who = who.or_else(|| who::left_of(text, floor, floor + verb.start()));
            }
            Verb::Object => who = who.or_else(|| who::right_of(text, floor + verb.end(), citation.start)),
            Verb::Noun(_) => {}
        }
        if who.is_some() && manner.is_some() {
            break;
        }
    }
    (manner.unwrap_or(Manner::Violated), who)
}
