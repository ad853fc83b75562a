//! `resolve`: issuers of cases to CIKs, with what each filed.

use super::{Case, Context, filers};
use crate::fetch::{Expect, Request};
use crate::filing::pairing::{self, Calendar};
use crate::ids::{AaerNumber, Cik};
use crate::issuer::{Decision, Index, Overrides, Query, Status, succession};
use crate::period::Period;
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::sec::names::NameList;
use crate::sec::submissions::{self, FilingRow, Submissions};
use crate::sec::{tickers, urls};
use crate::store::StoreError;
use crate::store::filings::{self, Filing, Issuer, IssuerMatch};
use crate::store::jobs::Planned;
use crate::store::releases;
use rusqlite::{Connection, Transaction};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Score from which the words of two names agree.
const AGREES: f64 = 0.85;
/// Candidates of one name whose submissions are looked at.
const LOOKED_AT: usize = 4;

/// See the module.
#[derive(Clone)]
pub struct Resolve;

/// What the stage concludes of one case.
#[derive(Serialize)]
pub struct Resolved {
    matches: Vec<IssuerMatch>,
    issuers: Vec<(Issuer, Vec<Filing>)>,
}

impl Stage for Resolve {
    type Context = Context;
    type Input = Option<Case>;
    type Output = Resolved;

    const ID: StageId = StageId::Resolve;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let version = Self::VERSION.to_string();
        let imported = fingerprint(context.imported_filers.iter().map(String::as_str));
        let mut planned = Vec::new();
        for (key, digest) in releases::case_digests(connection)? {
            // Only the decisions about names of the case: one more redoes no other case.
            let decided = match releases::case(connection, &key)? {
                Some(case) if !context.overrides.issuers.is_empty() => decided(&case, &context.overrides),
                _ => String::new(),
            };
            let parts = [&version, &decided, &imported, &digest];
            let fingerprint = fingerprint(parts.map(String::as_str));
            planned.push(Planned { key, fingerprint });
        }
        Ok(planned)
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Option<Case>, StoreError> {
        releases::case(connection, key)
    }

    async fn run(&self, context: &Context, case: Option<Case>) -> Result<Outcome<Resolved>, JobError> {
        let case = case.ok_or_else(|| JobError::Permanent { why: "no such case".to_owned() })?;
        let index = context.names().await?;
        let periods: Vec<Period> = case
            .releases
            .iter()
            .flat_map(|release| release.summary.periods.iter().map(|period| period.value.clone()))
            .collect();
        let mut resolved = Resolved { matches: Vec::new(), issuers: Vec::new() };
        let mut known: BTreeMap<Cik, Submissions> = BTreeMap::new();
        for (name, query, number) in queries(&case) {
            let mut decision = context.overrides.resolve(&index, &query, number.as_ref());
            for cik in looked_at(&decision) {
                if !known.contains_key(&cik)
                    && let Some(found) = filers::all_submissions(context, cik).await?
                {
                    known.insert(cik, found);
                }
            }
            if decision.status != Status::None {
                decision = succession::choose(decision, &periods, |cik| {
                    known.get(&cik).map(|s| s.filings.as_slice())
                });
                settle(&mut decision, &periods, &known);
            }
            if let (Status::Matched, Some(cik)) = (decision.status, decision.cik)
                && !known.contains_key(&cik)
            {
                let found =
                    filers::from_form_indexes(context, cik, &filer_name(&decision, cik), &periods).await?;
                known.extend(found.map(|found| (cik, found)));
            }
            resolved.matches.push(matched(&name, &decision));
        }
        for cik in resolved.matches.iter().filter_map(|m| m.cik) {
            if let Some(found) = known.get(&Cik(cik))
                && !resolved.issuers.iter().any(|(issuer, _)| issuer.cik == cik)
            {
                resolved.issuers.push(issuer(found));
            }
        }
        if resolved.matches.iter().any(|m| m.status == "matched") {
            return Ok(Outcome::Done(resolved));
        }
        let reason = match resolved.matches.iter().any(|m| m.status == "ambiguous") {
            true => "issuer ambiguous, for review",
            false => "issuer not in the list of filers",
        };
        Ok(Outcome::Dropped { reason: reason.to_owned(), output: resolved })
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Resolved) -> Result<String, StoreError> {
        filings::save_matches(tx, key, &output.matches)?;
        for (issuer, filed) in &output.issuers {
            filings::save_issuer(tx, issuer, filed)?;
        }
        digest(output)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        filings::clear_matches(tx, key)
    }
}

/// The decisions of people that a case's names meet, for its fingerprint.
fn decided(case: &Case, overrides: &Overrides) -> String {
    let mut out = String::new();
    for (name, _, number) in queries(case) {
        if let Some(made) = overrides.find(&name, number.as_ref()) {
            let _ = writeln!(out, "{name}: {:?} {} {}", made.cik, made.decided, made.reason);
        }
    }
    out
}

/// Each issuer named in a case once, with the number of the release that named it first.
pub fn named(case: &Case) -> Vec<(String, Option<AaerNumber>)> {
    queries(case).into_iter().map(|(name, _, number)| (name, number)).collect()
}

/// Each issuer named in a case once, with what the release tells about it.
fn queries(case: &Case) -> Vec<(String, Query, Option<AaerNumber>)> {
    let mut queries: Vec<(String, Query, Option<AaerNumber>)> = Vec::new();
    for release in &case.releases {
        let summary = &release.summary;
        let on = summary
            .periods
            .iter()
            .filter_map(|period| period.value.end)
            .max()
            .or(summary.conduct_end)
            .or_else(|| release.date.as_deref().and_then(|date| date.parse().ok()));
        let listed = release.key.split(':').next().and_then(|text| text.parse().ok());
        let number = summary.aaer_numbers.first().and_then(|text| text.parse().ok()).or(listed);
        for issuer in &summary.issuers {
            let name = issuer.value.name.clone();
            if queries.iter().any(|(known, _, _)| known.eq_ignore_ascii_case(&name)) {
                continue;
            }
            let tickers = issuer.value.ticker.iter().cloned().collect();
            queries.push((name.clone(), Query { name, on, tickers, ..Query::default() }, number.clone()));
        }
    }
    queries
}

/// Settles an ambiguous answer when one candidate is known to have filed reports of the affected periods and
/// nothing can be had about what the others of its name filed.
fn settle(decision: &mut Decision, periods: &[Period], known: &BTreeMap<Cik, Submissions>) {
    if decision.status != Status::Ambiguous {
        return;
    }
    let agreeing: Vec<Cik> = decision
        .candidates
        .iter()
        .filter(|candidate| candidate.score >= AGREES)
        .map(|candidate| candidate.cik)
        .collect();
    let mut filed = agreeing.iter().filter(|cik| {
        known.get(cik).is_some_and(|filer| {
            let calendar = Calendar::of(&filer.filings, filer.fiscal_year_end);
            periods.iter().any(|period| pairing::pair(&filer.filings, period, &calendar).original.is_some())
        })
    });
    let (Some(only), None) = (filed.next(), filed.next()) else { return };
    let unknown = agreeing.iter().filter(|cik| !known.contains_key(cik)).count();
    decision.reasons.push(format!(
        "{only} filed reports of affected periods; what {unknown} other filers of the name filed is not at hand"
    ));
    decision.status = Status::Matched;
    decision.cik = Some(*only);
}

fn looked_at(decision: &Decision) -> Vec<Cik> {
    let mut ciks: Vec<Cik> = decision.cik.into_iter().collect();
    if decision.status != Status::None {
        ciks.extend(decision.candidates.iter().take(LOOKED_AT).map(|candidate| candidate.cik));
    }
    ciks.dedup();
    ciks
}

/// The filer's name as the list of names writes it.
fn filer_name(decision: &Decision, cik: Cik) -> String {
    let found = decision.candidates.iter().find(|candidate| candidate.cik == cik);
    found.map(|candidate| candidate.name.clone()).unwrap_or_default()
}

fn matched(name: &str, decision: &Decision) -> IssuerMatch {
    let status = serde_json::to_value(decision.status).ok();
    IssuerMatch {
        name: name.to_owned(),
        status: status.as_ref().and_then(|value| value.as_str()).unwrap_or("none").to_owned(),
        cik: decision.cik.filter(|_| decision.status == Status::Matched).map(|cik| cik.0),
        candidates: serde_json::to_value(&decision.candidates).unwrap_or_default(),
        reasons: decision.reasons.clone(),
    }
}

/// An issuer and its filings as they are stored.
pub fn issuer(found: &Submissions) -> (Issuer, Vec<Filing>) {
    let body = json!({
        "former_names": found.former_names,
        "sic": found.sic,
        "state": found.state,
        "entity_type": found.entity_type,
        "fiscal_year_end": found.fiscal_year_end,
        "tickers": found.tickers,
    });
    let filed = found.filings.iter().map(|row| filing(found.cik, row)).collect();
    (Issuer { cik: found.cik.0, name: found.name.clone(), body }, filed)
}

fn filing(cik: Cik, row: &FilingRow) -> Filing {
    Filing {
        cik: cik.0,
        accession: row.accession.to_string(),
        form: row.form.to_string(),
        filed: row.filed.map(|date| date.to_string()).unwrap_or_default(),
        report_date: row.report_date.map(|date| date.to_string()),
        primary_document: row.primary_document.clone().unwrap_or_default(),
        items: row.items.join(","),
        size: row.size as i64,
    }
}

/// The index over all filer names, read once a run.
pub async fn load_names(context: &Context) -> Result<Arc<Index>, JobError> {
    let names = context.fetch(&Request::new(urls::FILER_NAMES, Expect::Names)).await?;
    let imported: Vec<Submissions> = context
        .imported_filers
        .iter()
        .filter_map(|blob| submissions::parse_main(&context.blob(blob).ok()?).ok())
        .collect();
    let mut index = Index::build(NameList::parse(&names.bytes)).with_submissions(&imported);
    if let Some(fetched) = context.fetch_if_there(&Request::new(urls::TICKERS, Expect::Json)).await? {
        match tickers::parse(&fetched.bytes) {
            Ok(tickers) => index = index.with_tickers(&tickers),
            Err(error) => tracing::warn!("the list of tickers was not read: {error}"),
        }
    }
    Ok(Arc::new(index))
}
