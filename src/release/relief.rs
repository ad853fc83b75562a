//! Relief ordered or sought, and money to be paid, by party; money relief is kept apart from misstatements.

use crate::release::amounts::{Amount, Measure};
use crate::release::sentences;
use crate::span::Span;
use regex::{Regex, RegexSet};
use serde::Serialize;
use std::sync::LazyLock;

/// Kinds of relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReliefKind {
    /// Injunction of a court.
    Injunction,
    /// Cease-and-desist order.
    CeaseAndDesist,
    /// Bar from serving as officer or director.
    OfficerDirectorBar,
    /// Denial of the privilege of appearing or practicing before the Commission.
    PracticeSuspension,
    /// Bar from the securities industry.
    IndustryBar,
    /// Penny stock bar.
    PennyStockBar,
    /// Disgorgement.
    Disgorgement,
    /// Prejudgment interest.
    PrejudgmentInterest,
    /// Civil penalty.
    CivilPenalty,
    /// Pay handed back under section 304 of the Sarbanes-Oxley Act.
    Clawback,
    /// Censure.
    Censure,
    /// Registration of securities or of a person revoked or suspended.
    Revocation,
    /// Assets frozen.
    AssetFreeze,
    /// Undertakings, consultants, monitors.
    Undertakings,
}

/// One kind of relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relief {
    /// What.
    pub kind: ReliefKind,
    /// Ordered or agreed; false while it is only sought.
    pub ordered: bool,
    /// The words that name it.
    pub span: Span,
}

/// Money to be paid as a sanction.
#[derive(Clone, Debug, PartialEq)]
pub struct Payment {
    /// The words that name who pays, where the sentence has them.
    pub party: Option<Span>,
    /// Civil penalty, disgorgement, prejudgment interest or clawback.
    pub kind: ReliefKind,
    /// In whole units.
    pub value: f64,
    /// `USD` as a rule.
    pub unit: &'static str,
    /// Where the amount stands.
    pub span: Span,
}

const KINDS: [(ReliefKind, &str); 14] = [
    (
        ReliefKind::Injunction,
        r"(?i)\b(?:enjoin(?:s|ed|ing)?|injuncti(?:on|ons|ve)|restraining\s+orders?|restrain(?:ed|ing)\s+and\s+enjoin\w*)\b",
    ),
    (ReliefKind::CeaseAndDesist, r"(?i)\bcease[-\s]+and[-\s]+(?:to\s+)?desist\b"),
    (
        ReliefKind::OfficerDirectorBar,
        r"(?i)\b(?:officer[-\s](?:and|or)[-\s]director\s+bars?|(?:bar(?:s|red|ring)?|prohibit(?:s|ed|ing)?|serv(?:e|ing)|act(?:ing)?)\b[^.;]{0,90}?\bofficers?\s+(?:and|or)\s+directors?|officers?\s+and\s+directors?\s+bars?)\b",
    ),
    (
        ReliefKind::PracticeSuspension,
        r"(?i)\b(?:suspend\w*|bar(?:s|red|ring)?|den(?:y|ied|ying|ies)|prohibit\w*|privilege\s+of)\b[^.;]{0,80}?\b(?:appear(?:ing)?\s+(?:or|and)\s+practic\w+|practic(?:e|ing)\s+(?:or\s+appearing\s+)?before)\b",
    ),
    (
        ReliefKind::IndustryBar,
        r"(?i)\b(?:bar(?:s|red|ring)?|suspend\w*|prohibit\w*)\b[^.;]{0,60}?\bassociat(?:ion|ing|ed)\b",
    ),
    (ReliefKind::PennyStockBar, r"(?i)\bpenny[-\s]+stock\b"),
    (ReliefKind::Disgorgement, r"(?i)\bdisgorg(?:e|es|ed|ing|ement)\b"),
    (ReliefKind::PrejudgmentInterest, r"(?i)\bpre-?\s?judgment\s+interest\b"),
    (
        ReliefKind::CivilPenalty,
        r"(?i)\b(?:civil\s+(?:money(?:tary)?\s+|monetary\s+)?(?:penalt(?:y|ies)|fines?)|(?:money|monetary)\s+penalt(?:y|ies)|penalt(?:y|ies)\s+of|tier\s+(?:civil\s+)?penalt(?:y|ies))\b",
    ),
    (
        ReliefKind::Clawback,
        r"(?i)\b(?:section\s+304|SOX\s+304|reimburs\w+\b[^.;]{0,90}?\b(?:bonus|incentive|compensation|stock)\w*|claw\s*back\w*)\b",
    ),
    (ReliefKind::Censure, r"(?i)\bcensur(?:e|es|ed|ing)\b"),
    (
        ReliefKind::Revocation,
        r"(?i)\b(?:revo(?:ke|kes|ked|king|cation)\b[^.;]{0,60}?\b(?:registration|securities)|registration\b[^.;]{0,60}?\brevoked)\b",
    ),
    (
        ReliefKind::AssetFreeze,
        r"(?i)\b(?:asset\s+freeze|fr(?:eez|oze)\w*\b[^.;]{0,40}?\bassets|assets\s+frozen)\b",
    ),
    (
        ReliefKind::Undertakings,
        r"(?i)\b(?:undertak(?:e|ing|ings|en)|independent\s+(?:consultant|monitor)|compliance\s+monitor|corporate\s+monitor)\b",
    ),
];

static FAST: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new(KINDS.map(|(_, pattern)| pattern)).unwrap_or_else(|e| unreachable!("{e}"))
});

static EACH: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    KINDS.iter().map(|(_, pattern)| Regex::new(pattern).unwrap_or_else(|e| unreachable!("{e}"))).collect()
});

/// Relief that is asked for and not yet given.
static SOUGHT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:seek(?:s|ing)?|sought|request(?:s|ed|ing)?|asks?|asking|prays?|will\s+determine|to\s+be\s+determined)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Relief that is given.
static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:consent\w*|agree[ds]?|order(?:ed|s|ing)?|enter(?:ed|s|ing)|final\s+judgment|impos(?:ed|es|ing)|requir(?:ed|es|ing)|will\s+(?:pay|be)|paid|pays?|permanently|issued)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Reads the kinds of relief, the first words for each; what is ordered anywhere counts as ordered.
pub fn read(text: &str) -> Vec<Relief> {
    let mut found: Vec<Relief> = Vec::new();
    if !FAST.is_match(text) {
        return found;
    }
    for sentence in sentences::split(text, Span::new(0, text.len())) {
        let words = sentence.of(text);
        let matched = FAST.matches(words);
        if !matched.matched_any() {
            continue;
        }
        let ordered = !SOUGHT.is_match(words)
            || GIVEN.is_match(words) && !words.trim_start().starts_with("The Commission seeks");
        for at in matched.iter() {
            let (Some((kind, _)), Some(place)) =
                (KINDS.get(at), EACH.get(at).and_then(|regex| regex.find(words)))
            else {
                continue;
            };
            match found.iter_mut().find(|relief| relief.kind == *kind) {
                Some(known) if known.ordered || !ordered => {}
                Some(known) => {
                    known.ordered = true;
                    known.span = Span::new(place.start(), place.end()).shifted(sentence.start);
                }
                None => found.push(Relief {
                    kind: *kind,
                    ordered,
                    span: Span::new(place.start(), place.end()).shifted(sentence.start),
                }),
            }
        }
    }
    found.sort_by_key(|relief| relief.kind);
    found
}

/// Who pays: `ordered Roe to pay`, `Roe and Doe agreed to pay`, `Roe will pay`, `enjoins Roe and orders her to pay`.
static PAYER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?P<names>[A-Z][\w.&'’-]*(?:\s*,\s+(?:and\s+)?[A-Z][\w.&'’-]*|\s+(?:and|of|the|de|van)\s+[A-Z][\w.&'’-]*|\s+[A-Z][\w.&'’-]*)*)
        \s*,?\s+(?:(?i:each|also|further|has|have|had|both|separately|jointly|voluntarily|was|were|is|are|has\s+been|have\s+been)\s+)*
        (?i:to\s+pay|agree[ds]?(?:\s+to\s+pay|\s+to\s+settle|\s+to\s+disgorge|\s+to\s+reimburse)?|consent\w*|will\s+(?:also\s+)?(?:pay|disgorge|reimburse)|paid|pays|pay|must\s+pay|ordered(?:\s+to\s+pay)?|required\s+to\s+pay|to\s+disgorge|disgorged|is\s+to\s+pay)\b",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

static NAME_BREAK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\s*,\s+and\s+|\s*,\s+|\s+and\s+").unwrap_or_else(|e| unreachable!("{e}")));

/// Reads sanctions in money out of the amounts of a release; with `respectively` each amount goes to its own
/// party.
pub fn payments(text: &str, amounts: &[Amount]) -> Vec<Payment> {
    let money: Vec<(&Amount, ReliefKind)> =
        amounts.iter().filter_map(|amount| sanction(amount).map(|kind| (amount, kind))).collect();
    if money.is_empty() {
        return Vec::new();
    }
    let sentences = sentences::split(text, Span::new(0, text.len()));
    let place = |span: Span| sentences.partition_point(|sentence| sentence.end <= span.start);
    let mut found = Vec::new();
    for (amount, kind) in &money {
        let at = place(amount.span);
        let sentence = sentences.get(at).copied().unwrap_or(amount.span);
        let before = text.get(sentence.start.min(amount.span.start)..amount.span.start).unwrap_or("");
        let names = PAYER.captures_iter(before).last().and_then(|c| c.name("names"));
        let mut party = names.map(|m| Span::new(m.start(), m.end()).shifted(sentence.start));
        if let Some(all) = party
            && sentence.of(text).contains("respectively")
        {
            let listed: Vec<Span> = names_of(text, all);
            let run: Vec<usize> = money
                .iter()
                .filter(|(other, other_kind)| {
                    other_kind == kind && place(other.span) == at && other.span.start >= all.end
                })
                .map(|(other, _)| other.span.start)
                .collect();
            if run.len() == listed.len() {
                party = run
                    .iter()
                    .position(|start| *start == amount.span.start)
                    .and_then(|i| listed.get(i))
                    .copied();
            }
        }
        found.push(Payment { party, kind: *kind, value: amount.value, unit: amount.unit, span: amount.span });
    }
    found
}

/// The single names of a list of names.
fn names_of(text: &str, all: Span) -> Vec<Span> {
    let words = all.of(text);
    let mut names = Vec::new();
    let mut start = 0;
    for gap in NAME_BREAK.find_iter(words) {
        if gap.start() > start {
            names.push(Span::new(start, gap.start()).shifted(all.start));
        }
        start = gap.end();
    }
    if start < words.len() {
        names.push(Span::new(start, words.len()).shifted(all.start));
    }
    names
}

fn sanction(amount: &Amount) -> Option<ReliefKind> {
    if amount.unit == "percent" || amount.unit == "USD/shares" {
        return None;
    }
    match amount.measure? {
        Measure::Penalty => Some(ReliefKind::CivilPenalty),
        Measure::Disgorgement => Some(ReliefKind::Disgorgement),
        Measure::Interest => Some(ReliefKind::PrejudgmentInterest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::amounts;

    #[test]
    fn ordered_and_sought() {
        let found = read(
            "Roe consented to a permanent injunction and a five-year officer and director bar. The Commission seeks \
             disgorgement from Doe.",
        );
        let kinds: Vec<(ReliefKind, bool)> =
            found.iter().map(|relief| (relief.kind, relief.ordered)).collect();
        assert_eq!(
            kinds,
            [
                (ReliefKind::Injunction, true),
                (ReliefKind::OfficerDirectorBar, true),
                (ReliefKind::Disgorgement, false)
            ]
        );
    }

    #[test]
    fn each_party_pays_its_own() {
        let text = "Assar, Pardo and Simms to pay civil money penalties of $50,000, $40,000 and $55,000, respectively.";
        let found = payments(text, &amounts::read(text));
        let paid: Vec<(&str, f64)> =
            found.iter().map(|p| (p.party.map(|s| s.of(text)).unwrap_or(""), p.value)).collect();
        assert_eq!(paid, [("Assar", 50000.0), ("Pardo", 40000.0), ("Simms", 55000.0)]);
    }

    #[test]
    fn money_relief_is_no_misstatement() {
        let text = "Northvale overstated revenue by $9 million. Roe agreed to pay disgorgement of $14,753, prejudgment \
                    interest of $2,100 and a civil penalty of $50,000.";
        let found = payments(text, &amounts::read(text));
        let kinds: Vec<(ReliefKind, f64)> = found.iter().map(|p| (p.kind, p.value)).collect();
        assert_eq!(
            kinds,
            [
                (ReliefKind::Disgorgement, 14753.0),
                (ReliefKind::PrejudgmentInterest, 2100.0),
                (ReliefKind::CivilPenalty, 50000.0)
            ]
        );
        assert!(found.iter().all(|p| p.party.map(|s| s.of(text)) == Some("Roe")));
    }
}
