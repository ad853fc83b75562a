//! The hard filter and the ranking (requirements R18-R20): every rejection with its reason. Pure.

use super::Reading;
use super::category::Category;
use crate::ids::AaerNumber;
use serde::{Deserialize, Serialize};

/// Whose rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The paper's: the party type must be issuer or mixed.
    Paper,
    /// Releases against officers stay when the issuer is named.
    Strict,
}

/// Why a release is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rejection {
    /// Too little text to read, or a failed document.
    UnusableText,
    /// No new action.
    Procedural,
    /// None of the five categories.
    OutsideCategories,
    /// `paper` only: neither the issuer nor a mix of parties is charged.
    PartyType,
    /// No issuer named.
    NoIssuer,
    /// An issuer is named and cannot be mapped to a registrant.
    IssuerNotMapped,
    /// No affected period with an end date.
    NoPeriods,
    /// No mechanism of at least 30 characters in place.
    NoMechanism,
    /// Nothing ties the mechanism to reports of the issuer.
    NotTraceable,
    /// Below the threshold.
    LowConfidence,
}

/// What selection needs to know of one release.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which release.
    pub aaer: AaerNumber,
    /// Whether the text can be read (R11).
    pub usable_text: bool,
    /// A new action.
    pub substantive: bool,
    /// The dominant category.
    pub category: Category,
    /// The paper's party type.
    pub party_type: String,
    /// Issuers named.
    pub issuers: usize,
    /// Whether an issuer is mapped to a CIK; `None` before that is tried.
    pub mapped: Option<bool>,
    /// Affected periods with an end date.
    pub periods: usize,
    /// Affected periods found, with or without dates.
    pub periods_found: usize,
    /// Characters of the mechanism.
    pub mechanism_chars: usize,
    /// Score of the mechanism.
    pub mechanism_score: f32,
    /// Whether reports or statements of the issuer are named as false.
    pub traceable: bool,
    /// 0 to 1.
    pub confidence: f32,
    /// The largest misstatement amount, in units; 0 where none is given.
    pub materiality: f64,
}

/// Threshold of confidence unless the configuration says otherwise.
pub const DEFAULT_THRESHOLD: f32 = 0.7;
/// Least length of a mechanism, in characters.
pub const LEAST_MECHANISM: usize = 30;

/// One release kept, with what it is ranked by.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Which release.
    pub aaer: AaerNumber,
    /// From 1.
    pub rank: usize,
}

/// The outcome for all candidates.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Kept, best first.
    pub kept: Vec<Kept>,
    /// Left out, with every reason that applies, in order of number.
    pub rejected: Vec<(AaerNumber, Vec<Rejection>)>,
    /// Kept and lost after each step, in the order of the filter.
    pub funnel: Vec<FunnelStep>,
}

/// One line of the funnel: how many reach the step and how many it takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FunnelStep {
    /// The step.
    pub reason: Rejection,
    /// Candidates that reached it.
    pub reached: usize,
    /// Candidates it took out first.
    pub lost: usize,
}

/// Every reason that speaks against one candidate, in the order of the filter.
pub fn reasons(candidate: &Candidate, profile: Profile, threshold: f32) -> Vec<Rejection> {
    let paper_party = matches!(candidate.party_type.as_str(), "issuer" | "mixed");
    [
        (!candidate.usable_text, Rejection::UnusableText),
        (!candidate.substantive, Rejection::Procedural),
        (!candidate.category.is_one_of_five(), Rejection::OutsideCategories),
        (profile == Profile::Paper && !paper_party, Rejection::PartyType),
        (candidate.issuers == 0, Rejection::NoIssuer),
        (candidate.issuers > 0 && candidate.mapped == Some(false), Rejection::IssuerNotMapped),
        (candidate.periods == 0, Rejection::NoPeriods),
        (candidate.mechanism_chars < LEAST_MECHANISM, Rejection::NoMechanism),
        (!candidate.traceable, Rejection::NotTraceable),
        (candidate.confidence < threshold || candidate.confidence.is_nan(), Rejection::LowConfidence),
    ]
    .into_iter()
    .filter_map(|(applies, reason)| applies.then_some(reason))
    .collect()
}

const STEPS: [Rejection; 10] = [
    Rejection::UnusableText,
    Rejection::Procedural,
    Rejection::OutsideCategories,
    Rejection::PartyType,
    Rejection::NoIssuer,
    Rejection::IssuerNotMapped,
    Rejection::NoPeriods,
    Rejection::NoMechanism,
    Rejection::NotTraceable,
    Rejection::LowConfidence,
];

/// Filters and ranks.
pub fn select(candidates: &[Candidate], profile: Profile, threshold: f32) -> Selection {
    let mut kept: Vec<&Candidate> = Vec::new();
    let mut rejected = Vec::new();
    for candidate in candidates {
        let against = reasons(candidate, profile, threshold);
        if against.is_empty() {
            kept.push(candidate);
        } else {
            rejected.push((candidate.aaer.clone(), against));
        }
    }
    let mut reached = candidates.len();
    let funnel = STEPS
        .iter()
        .map(|step| {
            let lost = rejected.iter().filter(|(_, why)| why.first() == Some(step)).count();
            let line = FunnelStep { reason: *step, reached, lost };
            reached -= lost;
            line
        })
        .collect();
    kept.sort_by(|a, b| {
        b.confidence
            .total_cmp(&a.confidence)
            .then(b.materiality.total_cmp(&a.materiality))
            .then(completeness(b).total_cmp(&completeness(a)))
            .then(b.mechanism_score.total_cmp(&a.mechanism_score))
            .then(a.aaer.cmp(&b.aaer))
    });
    rejected.sort();
    let kept = kept.into_iter().enumerate().map(|(i, c)| Kept { aaer: c.aaer.clone(), rank: i + 1 }).collect();
    Selection { kept, rejected, funnel }
}

/// Share of the affected periods that have an end date.
fn completeness(candidate: &Candidate) -> f64 {
    if candidate.periods_found == 0 { 0.0 } else { candidate.periods as f64 / candidate.periods_found as f64 }
}

/// Whether the text ties the misconduct to reports or statements of an issuer.
pub fn is_traceable(reading: &Reading, text: &str) -> bool {
    use super::patterns::compile;
    static REPORTS: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
        compile(r"(?i)\b(?:financial\s+statements?|periodic\s+(?:reports?|filings?)|(?:annual|quarterly)\s+(?:reports?|filings?)|forms?\s+(?:10|20)-?\s?[KQF]|registration\s+statements?|filings?\s+with\s+the\s+commission|commission\s+filings?|reported\s+(?:\w+\s+){0,3}(?:income|earnings|revenues?|results|profits?|loss)|(?:revenues?|earnings|income|expenses)\b)")
    });
    !reading.issuers.is_empty() && REPORTS.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(number: u32) -> Candidate {
        Candidate {
            aaer: AaerNumber { number, suffix: None },
            usable_text: true,
            substantive: true,
            category: Category::RevenueTiming,
            party_type: "mixed".to_owned(),
            issuers: 1,
            mapped: Some(true),
            periods: 2,
            periods_found: 2,
            mechanism_chars: 200,
            mechanism_score: 10.0,
            traceable: true,
            confidence: 0.9,
            materiality: 0.0,
        }
    }

    #[test]
    fn officers_alone_are_lost_to_the_paper_and_kept_by_strict() {
        let officers = Candidate { party_type: "other".to_owned(), ..candidate(7) };
        assert_eq!(reasons(&officers, Profile::Paper, 0.7), [Rejection::PartyType]);
        assert!(reasons(&officers, Profile::Strict, 0.7).is_empty());
    }

    #[test]
    fn every_rejection_keeps_its_reasons_and_the_funnel_adds_up() {
        let all = [
            candidate(1),
            Candidate { substantive: false, category: Category::None, ..candidate(2) },
            Candidate { mapped: Some(false), ..candidate(3) },
            Candidate { confidence: 0.69, ..candidate(4) },
            Candidate { mechanism_chars: 29, periods: 0, ..candidate(5) },
        ];
        let selection = select(&all, Profile::Strict, DEFAULT_THRESHOLD);
        assert_eq!(selection.kept.len(), 1);
        assert_eq!(selection.rejected.len(), 4);
        assert_eq!(selection.rejected[3].1, [Rejection::NoPeriods, Rejection::NoMechanism]);
        let lost: usize = selection.funnel.iter().map(|s| s.lost).sum();
        assert_eq!(lost + selection.kept.len(), all.len());
        assert_eq!(selection.funnel[0].reached, 5);
    }

    #[test]
    fn ranking_goes_by_confidence_then_amount_then_number() {
        let all = [
            candidate(9),
            Candidate { materiality: 5.0e6, ..candidate(8) },
            Candidate { confidence: 0.95, ..candidate(10) },
            candidate(3),
        ];
        let order: Vec<u32> = select(&all, Profile::Paper, 0.7).kept.iter().map(|k| k.aaer.number).collect();
        assert_eq!(order, [10, 8, 3, 9]);
    }

    #[test]
    fn a_confidence_that_is_no_number_is_low() {
        let odd = Candidate { confidence: f32::NAN, ..candidate(1) };
        assert_eq!(reasons(&odd, Profile::Strict, 0.7), [Rejection::LowConfidence]);
    }
}
