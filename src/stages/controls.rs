//! `controls`: filings without fault for the negatives of each case.

use super::documents::{self, Document};
use super::{Case, Context, filers, pair, resolve};
use crate::config::{Profile, digest_of};
use crate::filing::amendment::{self, Kind};
use crate::filing::reading::{self, FilingReading};
use crate::ids::{Cik, Form, LineItem};
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::sec::submissions::FilingRow;
use crate::store::StoreError;
use crate::store::controls::{self, ControlRow};
use crate::store::filings::{self, Filing, Issuer, Pair};
use crate::store::jobs::Planned;
use crate::store::releases;
use crate::tasks::controls::{Named, Touched, amendments, candidates, distance, division, has_notice, quiet};
use rusqlite::{Connection, Transaction};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Days after a matched issuer's report in which no notice of non-reliance may follow: four years, within
/// which nearly all restatements come.
const WATCHED_DAYS: i32 = 4 * 366;
/// Matched issuers read, for each one wanted.
const READ_FOR_ONE: usize = 2;

/// See the module.
#[derive(Clone)]
pub struct Controls;

/// What one job reads.
pub struct Input {
    case: String,
    pairs: Vec<Pair>,
    /// Issuers of the case with what they filed and what is at fault with them.
    issuers: BTreeMap<u64, (Issuer, Vec<Filing>, Touched)>,
    named: Named,
}

/// What one job concludes.
#[derive(Default, Serialize)]
pub struct Output {
    rows: Vec<ControlRow>,
    issuers: Vec<(Issuer, Vec<Filing>)>,
}

impl Stage for Controls {
    type Context = Context;
    type Input = Input;
    type Output = Output;

    const ID: StageId = StageId::Controls;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let tasks = &context.config.tasks;
        if context.config.identify.profile == Profile::Paper || tasks.negatives <= 0.0 {
            return Ok(Vec::new());
        }
        let settings = digest_of(&(tasks, context.config.splits.seed));
        let named = digest_of(&(controls::named(connection)?, named_ciks(connection)?));
        let issuers = filings::issuer_digests(connection)?;
        let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut ends: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let pairs = filings::pairs_of(connection, None)?;
        for (pair, _) in &pairs {
            ends.entry(pair.cik).or_default().extend(pair.period_end.clone());
        }
        for (pair, digest) in pairs {
            if pair.original.is_none() {
                continue;
            }
            let parts = cases.entry(pair.case_id.clone()).or_default();
            parts.push(digest);
            parts.extend(issuers.get(&pair.cik).cloned());
            // Another case can touch other years of the same issuer.
            parts.extend(ends.get(&pair.cik).into_iter().flatten().cloned());
        }
        Ok(cases
            .into_iter()
            .map(|(key, mut parts)| {
                parts.extend([Self::VERSION.to_string(), settings.clone(), named.clone()]);
                Planned { key, fingerprint: fingerprint(parts.iter().map(String::as_str)) }
            })
            .collect())
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Input, StoreError> {
        let pairs: Vec<Pair> =
            filings::pairs_of(connection, Some(key))?.into_iter().map(|(pair, _)| pair).collect();
        let all = filings::pairs_of(connection, None)?;
        let mut issuers = BTreeMap::new();
        for cik in pairs.iter().map(|pair| pair.cik).collect::<BTreeSet<_>>() {
            let Some(issuer) = filings::issuer(connection, cik)? else { continue };
            let mut touched = Touched::default();
            let mut cases = BTreeSet::new();
            for (pair, _) in all.iter().filter(|(pair, _)| pair.cik == cik) {
                touched
                    .ends
                    .extend(pair.period_end.as_deref().and_then(|end| end.parse::<jiff::civil::Date>().ok()));
                cases.insert(pair.case_id.clone());
            }
            for case in cases {
                if let Some(case) = releases::case::<Case>(connection, &case)? {
                    let conduct = case.releases.iter().map(|release| &release.summary);
                    touched
                        .conduct
                        .extend(conduct.filter_map(|summary| summary.conduct_start.zip(summary.conduct_end)));
                }
            }
            issuers.insert(cik, (issuer, filings::filings(connection, cik)?, touched));
        }
        let named = Named::new(named_ciks(connection)?.into_iter().map(Cik), &controls::named(connection)?);
        Ok(Input { case: key.to_owned(), pairs, issuers, named })
    }

    async fn run(&self, context: &Context, input: Input) -> Result<Outcome<Output>, JobError> {
        let mut output = Output::default();
        for pair in &input.pairs {
            same_issuer(context, &input, pair, &mut output).await?;
        }
        for pair in first_of_each_issuer(&input.pairs) {
            matched(context, &input, pair, &mut output).await?;
        }
        if output.rows.is_empty() {
            return Ok(Outcome::Dropped { reason: "no filing without fault found".to_owned(), output });
        }
        Ok(Outcome::Done(output))
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Output) -> Result<String, StoreError> {
        controls::save(tx, key, &output.rows)?;
        for (issuer, filed) in &output.issuers {
            filings::save_issuer(tx, issuer, filed)?;
        }
        digest(output)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        controls::clear(tx, key)
    }
}

/// Filers that a name of any case was resolved to.
fn named_ciks(connection: &Connection) -> Result<BTreeSet<u64>, StoreError> {
    let found = filings::matches(connection, None)?;
    let mut ciks = BTreeSet::new();
    for (_, one) in found {
        ciks.extend(one.cik);
        // An unsure match keeps all its candidates out.
        for candidate in one.candidates.as_array().into_iter().flatten() {
            ciks.extend(candidate["cik"].as_u64());
        }
    }
    Ok(ciks)
}

/// One pair an issuer and kind of period, an annual one where there is any: issuers are matched once.
fn first_of_each_issuer(pairs: &[Pair]) -> Vec<&Pair> {
    let mut first: BTreeMap<u64, &Pair> = BTreeMap::new();
    for pair in pairs.iter().filter(|pair| pair.original.is_some()) {
        match first.get(&pair.cik) {
            Some(held) if held.period_kind == "annual" || pair.period_kind != "annual" => {}
            _ => {
                first.insert(pair.cik, pair);
            }
        }
    }
    first.into_values().collect()
}

fn original(filed: &[FilingRow], pair: &Pair) -> Option<FilingRow> {
    filed.iter().find(|row| Some(row.accession.as_str()) == pair.original.as_deref()).cloned()
}

async fn same_issuer(
    context: &Context,
    input: &Input,
    pair: &Pair,
    output: &mut Output,
) -> Result<(), JobError> {
    let settings = &context.config.tasks;
    let Some((_, filed, touched)) = input.issuers.get(&pair.cik) else { return Ok(()) };
    let rows: Vec<FilingRow> = filed.iter().filter_map(pair::row).collect();
    let Some(original) = original(&rows, pair) else { return Ok(()) };
    let mut left = settings.same_issuer_negatives;
    for row in quiet(&rows, &original, touched, settings.quiet_years) {
        if left == 0 {
            break;
        }
        let known = |control: &ControlRow| control.accession == row.accession.as_str();
        if output.rows.iter().any(known) || is_amended(context, filed, &rows, row).await? {
            continue;
        }
        left -= 1;
        output.rows.push(ControlRow {
            pair_id: pair.id.clone(),
            kind: "same-issuer".to_owned(),
            cik: pair.cik,
            accession: row.accession.to_string(),
            reasons: vec![format!(
                "report of the period ended {}, more than {} fiscal year(s) from every affected period; neither a restating amendment nor a notice of non-reliance",
                row.report_date.map_or(String::new(), |end| end.to_string()),
                settings.quiet_years
            )],
        });
    }
    Ok(())
}

/// Whether an amendment restates a report; one that cannot be read may.
async fn is_amended(
    context: &Context,
    filed: &[Filing],
    rows: &[FilingRow],
    report: &FilingRow,
) -> Result<bool, JobError> {
    for amending in amendments(rows, report) {
        let Some(filing) = filed.iter().find(|filing| filing.accession == amending.accession.as_str()) else {
            return Ok(true);
        };
        match documents::read(context, filing).await? {
            Some(Document { text, .. }) if amendment::classify(&text).kind != Kind::Restating => {}
            _ => return Ok(true),
        }
    }
    Ok(false)
}

/// A matched issuer before the nearest are taken.
struct Candidate {
    distance: (bool, bool, u64),
    row: ControlRow,
    issuer: (Issuer, Vec<Filing>),
}

async fn matched(context: &Context, input: &Input, pair: &Pair, output: &mut Output) -> Result<(), JobError> {
    let settings = &context.config.tasks;
    let wanted = settings.matched_issuer_negatives;
    let Some((issuer, filed, _)) = input.issuers.get(&pair.cik) else { return Ok(()) };
    let rows: Vec<FilingRow> = filed.iter().filter_map(pair::row).collect();
    let (Some(original), Some(sic)) = (original(&rows, pair), sic_of(issuer)) else { return Ok(()) };
    let (Some(day), Some(trade)) = (original.filed, division(sic)) else { return Ok(()) };
    if wanted == 0 {
        return Ok(());
    }
    let (year, quarter) = filers::quarter_of(day);
    let reports = |form: &Form, _| form.family == original.form.family && !form.amendment;
    let Some(index) = filers::form_index(context, year, quarter, reports).await? else { return Ok(()) };
    let seed = format!("{}:{}:{}", context.config.splits.seed, input.case, pair.cik);
    let revenue = match filed.iter().find(|filing| filing.accession == original.accession.as_str()) {
        Some(filing) => read(context, filing).await?.and_then(|reading| revenue_of(&reading, &original)),
        None => None,
    };
    let mut found: Vec<Candidate> = Vec::new();
    for row in candidates(&index.rows, &original, &input.named, &seed)
        .into_iter()
        .take(settings.matched_issuer_requests)
    {
        if found.len() >= wanted * READ_FOR_ONE {
            break;
        }
        let Some(submissions) = filers::all_submissions(context, row.cik).await? else { continue };
        let names = submissions.former_names.iter().map(|former| former.name.as_str());
        if input.named.has(row.cik, names.chain([submissions.name.as_str()])) {
            continue;
        }
        let theirs = submissions.sic.unwrap_or(0);
        if division(theirs) != Some(trade) {
            continue;
        }
        let (stored, filings) = resolve::issuer(&submissions);
        let report =
            submissions.filings.iter().find(|filing| Some(&filing.accession) == row.accession.as_ref());
        let Some(report) = report.filter(|report| report.report_date.is_some()) else { continue };
        if has_notice(&submissions.filings, report, WATCHED_DAYS)
            || is_amended(context, &filings, &submissions.filings, report).await?
        {
            continue;
        }
        let Some(filing) = filings.iter().find(|filing| filing.accession == report.accession.as_str()) else {
            continue;
        };
        let Some(reading) = read(context, filing).await? else { continue };
        if reading.attributions.is_empty() && reading.passages.is_empty() {
            continue;
        }
        let size = revenue_of(&reading, report);
        let mut reasons = vec![format!(
            "SIC {theirs} against {sic}; {} filed {}; named in no release; neither a restating amendment nor a notice of non-reliance within four years",
            report.form, row.filed
        )];
        reasons.push(match size.zip(revenue) {
            Some((size, revenue)) => format!("revenue {size} against {revenue}"),
            None => "size not known".to_owned(),
        });
        found.push(Candidate {
            distance: distance((sic, theirs), (revenue, size)),
            row: ControlRow {
                pair_id: pair.id.clone(),
                kind: "not-enforced".to_owned(),
                cik: row.cik.0,
                accession: report.accession.to_string(),
                reasons,
            },
            issuer: (stored, filings.clone()),
        });
    }
    found.sort_by_key(|candidate| candidate.distance);
    for candidate in found.into_iter().take(wanted) {
        output.rows.push(candidate.row);
        output.issuers.push(candidate.issuer);
    }
    Ok(())
}

async fn read(context: &Context, filing: &Filing) -> Result<Option<FilingReading>, JobError> {
    let Some(document) = documents::read(context, filing).await? else { return Ok(None) };
    Ok(Some(reading::read(&document.bytes, &document.text, &Form::parse(&filing.form))))
}

fn sic_of(issuer: &Issuer) -> Option<u16> {
    issuer.body["sic"].as_u64().and_then(|sic| u16::try_from(sic).ok())
}

/// Revenue of the period reported.
fn revenue_of(reading: &FilingReading, report: &FilingRow) -> Option<f64> {
    reading
        .figures
        .iter()
        .filter(|figure| figure.item == LineItem::Revenue && figure.unit == "USD")
        .find(|figure| figure.period_end.is_some() && figure.period_end == report.report_date)
        .and_then(|figure| figure.reported)
}
