//! From a plan and the readings of its documents to the evidence of a restatement.

use super::{Confidence, PairPlan};
use crate::filing::amendment::Kind;
use crate::ids::Accession;
use serde::Serialize;

/// Where the restated figures or the admission stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// An amendment that restates.
    RestatingAmendment,
    /// A later report whose text restates the period.
    RestatedInLaterReport,
    /// A notice that the statements should not be relied on; no restated figures were found.
    NonRelianceNotice,
    /// Something is still unread.
    NeedsReading,
    /// All was read and nothing restates.
    Nothing,
}

/// The end of one pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// What was found.
    pub evidence: Evidence,
    /// The restating document or the notice.
    pub document: Option<Accession>,
    /// How sure the pair is: never surer than its original.
    pub confidence: Confidence,
    /// Why, in order of the search.
    pub reasons: Vec<String>,
}

impl PairPlan {
    /// Concludes from readings: `kinds` gives the kind of an amendment, `restates` whether a later report's
    /// text restates this period. None means unread: then no lesser evidence is taken in its place.
    pub fn conclude(
        &self,
        kinds: impl Fn(&Accession) -> Option<Kind>,
        restates: impl Fn(&Accession) -> Option<bool>,
    ) -> Conclusion {
        let original = self.original.as_ref().map_or(Confidence::Low, |o| o.confidence);
        let mut reasons = Vec::new();
        let done = |evidence, document, confidence: Confidence, reasons: Vec<String>| Conclusion {
            evidence,
            document,
            confidence: confidence.min(original),
            reasons,
        };
        // The last restating amendment has the figures that stand.
        for amending in self.amendments.iter().rev() {
            let accession = &amending.choice.filing.accession;
            match kinds(accession) {
                Some(Kind::Restating) => {
                    let sure = amending.choice.confidence;
                    return done(Evidence::RestatingAmendment, Some(accession.clone()), sure, reasons);
                }
                Some(kind) => reasons.push(format!("{accession} does not restate: {kind:?}")),
                None => {
                    reasons.push(format!("{accession} is unread"));
                    return done(Evidence::NeedsReading, Some(accession.clone()), Confidence::Low, reasons);
                }
            }
        }
        for later in &self.later {
            let accession = &later.filing.accession;
            match restates(accession) {
                Some(true) => {
                    let found = Some(accession.clone());
                    return done(Evidence::RestatedInLaterReport, found, later.confidence, reasons);
                }
                Some(false) => reasons.push(format!("{accession} does not restate the period")),
                None => {
                    reasons.push(format!("{accession} is unread"));
                    return done(Evidence::NeedsReading, Some(accession.clone()), Confidence::Low, reasons);
                }
            }
        }
        match self.notices.first() {
            Some(notice) => {
                done(Evidence::NonRelianceNotice, Some(notice.accession.clone()), Confidence::Low, reasons)
            }
            None => done(Evidence::Nothing, None, original, reasons),
        }
    }
}
