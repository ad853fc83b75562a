//! `pair`: affected periods to originals, and to what restates them.

use super::documents::{self, Document};
use super::{Case, Context};
use crate::filing::amendment::{self, Kind};
use crate::filing::pairing::{self, Calendar, Confidence, Evidence, PairPlan};
use crate::filing::restatement;
use crate::ids::{Accession, Form};
use crate::period::{Period, PeriodKind};
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::sec::submissions::FilingRow;
use crate::store::StoreError;
use crate::store::filings::{self, Filing, Issuer, Pair};
use crate::store::jobs::Planned;
use crate::store::releases;
use rusqlite::{Connection, Transaction};
use serde_json::json;
use std::collections::BTreeMap;

/// What parts case and CIK in a key.
const PART: char = '|';

/// See the module.
#[derive(Clone)]
pub struct PairStage;

/// What one job reads: a case, one of its issuers, and what that issuer filed.
pub struct Input {
    case: Case,
    /// None where nothing tells what the issuer filed.
    issuer: Option<Issuer>,
    filings: Vec<Filing>,
}

impl Stage for PairStage {
    type Context = Context;
    type Input = Option<Input>;
    type Output = Vec<Pair>;

    const ID: StageId = StageId::Pair;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, _context: &Context) -> Result<Vec<Planned>, StoreError> {
        let version = Self::VERSION.to_string();
        let cases: BTreeMap<String, String> = releases::case_digests(connection)?.into_iter().collect();
        let issuers = filings::issuer_digests(connection)?;
        let mut planned = BTreeMap::new();
        for (case, found) in filings::matches(connection, None)? {
            let Some(cik) = found.cik else { continue };
            if let Some(case_digest) = cases.get(&case) {
                let issuer_digest = issuers.get(&cik).map_or("", String::as_str);
                let print = fingerprint([&version, case_digest, issuer_digest]);
                planned.insert(format!("{case}{PART}{cik}"), print);
            }
        }
        Ok(planned.into_iter().map(|(key, fingerprint)| Planned { key, fingerprint }).collect())
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Option<Input>, StoreError> {
        let Some((case, cik)) = parts(key) else { return Ok(None) };
        let Some(case) = releases::case(connection, case)? else { return Ok(None) };
        let issuer = filings::issuer(connection, cik)?;
        Ok(Some(Input { case, issuer, filings: filings::filings(connection, cik)? }))
    }

    async fn run(&self, context: &Context, input: Option<Input>) -> Result<Outcome<Vec<Pair>>, JobError> {
        let input = input.ok_or_else(|| JobError::Permanent { why: "case lost".to_owned() })?;
        let Some(issuer) = &input.issuer else {
            let reason = "no list of the issuer's filings".to_owned();
            return Ok(Outcome::Dropped { reason, output: Vec::new() });
        };
        let rows: Vec<FilingRow> = input.filings.iter().filter_map(row).collect();
        let today = serde_json::from_value(issuer.body["fiscal_year_end"].clone()).unwrap_or(None);
        let calendar = Calendar::of(&rows, today);
        let mut readings =
            Readings { context, filings: &input.filings, kinds: BTreeMap::new(), texts: BTreeMap::new() };
        let mut pairs = Vec::new();
        for period in affected(&input.case) {
            let plan = pairing::pair(&rows, &period, &calendar);
            readings.read(&plan).await?;
            pairs.push(conclude(&input.case.id, issuer.cik, &plan, &readings));
        }
        one_period_a_filing(&mut pairs);
        if pairs.is_empty() {
            return Ok(Outcome::Dropped { reason: "no affected period".to_owned(), output: pairs });
        }
        if pairs.iter().all(|pair| pair.original.is_none()) {
            return Ok(Outcome::Dropped {
                reason: "no original of any affected period".to_owned(),
                output: pairs,
            });
        }
        Ok(Outcome::Done(pairs))
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Vec<Pair>) -> Result<String, StoreError> {
        match parts(key) {
            Some((case, cik)) => filings::save_pairs(tx, case, cik, output),
            None => Err(StoreError::Value(key.to_owned())),
        }
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        match parts(key) {
            Some((case, cik)) => filings::clear_pairs(tx, case, cik),
            None => Ok(()),
        }
    }
}

fn parts(key: &str) -> Option<(&str, u64)> {
    let (case, cik) = key.rsplit_once(PART)?;
    Some((case, cik.parse().ok()?))
}

/// A stored filing as the row that pairing works on.
pub fn row(filing: &Filing) -> Option<FilingRow> {
    Some(FilingRow {
        accession: filing.accession.parse().ok()?,
        form: Form::parse(&filing.form),
        filed: filing.filed.parse().ok(),
        report_date: filing.report_date.as_deref().and_then(|date| date.parse().ok()),
        primary_document: Some(filing.primary_document.clone()).filter(|name| !name.is_empty()),
        size: filing.size.unsigned_abs(),
        items: filing.items.split(',').filter(|item| !item.is_empty()).map(str::to_owned).collect(),
        xbrl: false,
    })
}

/// The affected periods of a case, each label once; of two with one label the one with an end.
fn affected(case: &Case) -> Vec<Period> {
    let mut periods: BTreeMap<String, Period> = BTreeMap::new();
    for found in case.releases.iter().flat_map(|release| &release.summary.periods) {
        let period = &found.value;
        match periods.get(&period.label) {
            Some(known) if known.end.is_some() || period.end.is_none() => {}
            _ => {
                periods.insert(period.label.clone(), period.clone());
            }
        }
    }
    periods.into_values().collect()
}

/// Leaves each original with the one annual period that it reports: years named without their ends can lead to
/// one filing twice, since some issuers call a year by its first month and some by its last.
fn one_period_a_filing(pairs: &mut [Pair]) {
    let distance = |pair: &Pair| -> i32 {
        let named = pair.body["named_end"].as_str().and_then(|date| date.parse::<jiff::civil::Date>().ok());
        let own = pair.period_end.as_deref().and_then(|date| date.parse::<jiff::civil::Date>().ok());
        match (named, own) {
            (Some(a), Some(b)) => a.since(b).map(|span| span.get_days().abs()).unwrap_or(i32::MAX),
            _ => i32::MAX,
        }
    };
    for at in 0..pairs.len() {
        let (Some(original), "annual") = (pairs[at].original.clone(), pairs[at].period_kind.as_str()) else {
            continue;
        };
        let better = pairs.iter().enumerate().any(|(other, pair)| {
            other != at
                && pair.period_kind == "annual"
                && pair.original.as_deref() == Some(original.as_str())
                && (distance(pair), other) < (distance(&pairs[at]), at)
        });
        if better {
            let pair = &mut pairs[at];
            pair.original = None;
            pair.restating = None;
            pair.basis = "same-filing-as-another-year".to_owned();
            pair.flags.push("year-label-ambiguous".to_owned());
        }
    }
}

/// What was read in the candidates of a case, each document once.
struct Readings<'a> {
    context: &'a Context,
    filings: &'a [Filing],
    kinds: BTreeMap<Accession, Kind>,
    texts: BTreeMap<Accession, Vec<restatement::Restatement>>,
}

impl Readings<'_> {
    /// Reads what a plan needs read: all amendments; later reports only where no amendment restates.
    async fn read(&mut self, plan: &PairPlan) -> Result<(), JobError> {
        for amending in plan.amendments.iter().rev() {
            let accession = &amending.choice.filing.accession;
            if !self.kinds.contains_key(accession)
                && let Some(Document { text, .. }) = self.document(accession).await?
            {
                self.kinds.insert(accession.clone(), amendment::classify(&text).kind);
            }
            if self.kinds.get(accession) == Some(&Kind::Restating) {
                return Ok(());
            }
        }
        for later in &plan.later {
            let accession = &later.filing.accession;
            if !self.texts.contains_key(accession)
                && let Some(Document { text, .. }) = self.document(accession).await?
            {
                self.texts.insert(accession.clone(), restatement::all(&text, &later.filing.form));
            }
            if self.restates(accession, &plan.period) == Some(true) {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn document(&self, accession: &Accession) -> Result<Option<Document>, JobError> {
        match self.filings.iter().find(|filing| filing.accession == accession.as_str()) {
            Some(filing) => documents::read(self.context, filing).await,
            None => Ok(None),
        }
    }

    /// Whether a later report's text restates a period: it names the period, or names none and speaks of a
    /// restatement at its head.
    fn restates(&self, accession: &Accession, period: &Period) -> Option<bool> {
        let found = self.texts.get(accession)?;
        Some(
            found
                .iter()
                .any(|restatement| restatement.periods.iter().any(|corrected| same_year(corrected, period))),
        )
    }
}

/// Whether a corrected period covers an affected one: the same label, the same end, or the year of the quarter.
fn same_year(corrected: &Period, affected: &Period) -> bool {
    if corrected.label == affected.label {
        return true;
    }
    let (Some(a), Some(b)) = (corrected.end, affected.end) else { return false };
    let apart = a.since(b).map(|span| span.get_days().abs()).unwrap_or(i32::MAX);
    let covers =
        corrected.kind == PeriodKind::Annual && b <= a && corrected.start.is_some_and(|start| start <= b);
    apart <= 8 || covers
}

fn conclude(case: &str, cik: u64, plan: &PairPlan, readings: &Readings<'_>) -> Pair {
    let conclusion = plan.conclude(
        |accession| readings.kinds.get(accession).copied(),
        |accession| readings.restates(accession, &plan.period),
    );
    let mut flags: Vec<String> = plan.original.iter().flat_map(|choice| choice.flags.clone()).collect();
    let basis = match conclusion.evidence {
        Evidence::RestatingAmendment => "amendment",
        Evidence::RestatedInLaterReport => "restated-in-later-report",
        Evidence::NonRelianceNotice => "non-reliance-notice",
        Evidence::NeedsReading => {
            flags.push("amendment-unread".to_owned());
            "unread"
        }
        Evidence::Nothing => "release-only",
    };
    let read_and_not_restating = plan.amendments.iter().any(|amending| {
        readings.kinds.get(&amending.choice.filing.accession).is_some_and(|k| *k != Kind::Restating)
    });
    if read_and_not_restating && conclusion.evidence != Evidence::RestatingAmendment {
        flags.push("amendment-not-restatement".to_owned());
    }
    let period = &plan.period;
    let date = |date: Option<jiff::civil::Date>| date.map(|date| date.to_string());
    Pair {
        id: format!("{case}{PART}{cik}{PART}{}", period.label),
        case_id: case.to_owned(),
        cik,
        period_label: period.label.clone(),
        period_start: date(period.start),
        period_end: date(plan.end),
        period_kind: match period.kind {
            PeriodKind::Annual => "annual",
            PeriodKind::Quarter => "quarter",
            PeriodKind::Transition => "transition",
        }
        .to_owned(),
        original: plan.original.as_ref().map(|choice| choice.filing.accession.to_string()),
        restating: match conclusion.evidence {
            Evidence::RestatingAmendment | Evidence::RestatedInLaterReport | Evidence::NonRelianceNotice => {
                conclusion.document.as_ref().map(ToString::to_string)
            }
            Evidence::NeedsReading | Evidence::Nothing => None,
        },
        basis: basis.to_owned(),
        confidence: match conclusion.confidence {
            Confidence::High => 1.0,
            Confidence::Medium => 0.7,
            Confidence::Low => 0.4,
        },
        flags,
        body: json!({
            "named_end": period.end,
            "reasons": plan.reasons.iter().chain(&conclusion.reasons).collect::<Vec<_>>(),
            "period_flags": period.flags,
            "amendments": plan.amendments.iter().map(|amending| json!({
                "accession": amending.choice.filing.accession,
                "form": amending.choice.filing.form.to_string(),
                "filed": amending.choice.filing.filed,
                "order": amending.order,
                "kind": readings.kinds.get(&amending.choice.filing.accession),
            })).collect::<Vec<_>>(),
            "later": plan.later.iter().map(|choice| json!({
                "accession": choice.filing.accession,
                "filed": choice.filing.filed,
                "restates": readings.restates(&choice.filing.accession, period),
            })).collect::<Vec<_>>(),
            "notices": plan.notices.iter().map(|row| row.accession.to_string()).collect::<Vec<_>>(),
        }),
    }
}
