//! What stands beside the instances, gathered from a data directory.

use super::build::{AccountingRow, Build, CaseRow, FilingRow, IssuerRow, ReleaseRow};
use super::schema::name;
use crate::ids::{Accession, Cik};
use crate::release::summary::{At, Summary};
use crate::sec::urls;
use crate::span::Span;
use crate::stages::{Case, CaseRelease};
use crate::store::filings::{self, IssuerMatch, Pair};
use crate::store::releases::{self, Release};
use crate::store::{StoreError, funnel};
use crate::text::one_line;
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};

/// Longest quote in a cell, in characters.
const CELL: usize = 300;

/// Reads everything but the instances; `accounting` also the rows of the CSV, which need the texts.
pub fn build(
    connection: &Connection,
    meta: Vec<(String, String)>,
    accounting: bool,
) -> Result<Build, StoreError> {
    let listed: BTreeMap<String, Release> = releases::releases(connection)?
        .into_iter()
        .map(|(release, _)| (release.key.clone(), release))
        .collect();
    let mut pairs: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for (pair, _) in filings::pairs_of(connection, None)? {
        pairs.entry(pair.case_id.clone()).or_default().push(pair);
    }
    let mut matches: BTreeMap<String, Vec<IssuerMatch>> = BTreeMap::new();
    for (case, found) in filings::matches(connection, None)? {
        matches.entry(case).or_default().push(found);
    }
    let mut out = Build { meta, funnel: funnel::funnel(connection)?, ..Build::default() };
    let mut case_of: BTreeMap<String, String> = BTreeMap::new();
    for (id, _) in releases::case_digests(connection)? {
        let Some(case) = releases::case::<Case>(connection, &id)? else { continue };
        for release in &case.releases {
            case_of.insert(release.key.clone(), id.clone());
        }
        let pairs = pairs.get(&id).map_or(&[][..], Vec::as_slice);
        let matches = matches.get(&id).map_or(&[][..], Vec::as_slice);
        out.cases.push(case_row(connection, &case, &listed, pairs, matches)?);
        if accounting {
            for release in &case.releases {
                out.accounting.extend(rows(connection, &id, release, &listed, pairs, matches)?);
            }
        }
    }
    out.releases = release_rows(connection, &listed, &case_of)?;
    out.issuers = issuer_rows(connection)?;
    out.filings = filing_rows(connection, pairs.values().flatten())?;
    Ok(out)
}

fn case_row(
    connection: &Connection,
    case: &Case,
    listed: &BTreeMap<String, Release>,
    pairs: &[Pair],
    matches: &[IssuerMatch],
) -> Result<CaseRow, StoreError> {
    let Some(first) = case.releases.first() else {
        return Ok(CaseRow { id: case.id.clone(), ..CaseRow::default() });
    };
    let of_index = || case.releases.iter().filter_map(|release| listed.get(&release.key));
    let all = || case.releases.iter().map(|release| &release.summary);
    let mut dates: Vec<String> = case.releases.iter().filter_map(date).collect();
    dates.sort();
    let text = releases::text(connection, &first.key)?.map(|text| text.content).unwrap_or_default();
    let matched = || matches.iter().filter(|found| found.cik.is_some());
    let provisions: BTreeSet<String> =
        all().flat_map(|s| s.provisions.iter().map(|p| p.value.clone())).collect();
    let mut seen = BTreeSet::new();
    let mut respondents: Vec<&str> = of_index().map(|release| release.respondents.as_str()).collect();
    respondents.retain(|text| seen.insert(*text));
    Ok(CaseRow {
        id: case.id.clone(),
        releases: case.releases.iter().map(|release| release.key.clone()).collect(),
        dates,
        urls: of_index().filter_map(|release| release.url.clone()).collect(),
        respondents: respondents.join("; "),
        issuers: matched().map(|found| found.name.clone()).collect(),
        ciks: matched().filter_map(|found| found.cik.map(|cik| Cik(cik).to_string())).collect(),
        periods: pairs
            .iter()
            .map(|pair| pair.period_label.clone())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect(),
        category: name(&first.summary.category),
        secondary: first.summary.secondary.iter().map(name).collect(),
        party_type: party_type(all()).to_owned(),
        conduct_start: all().filter_map(|s| s.conduct_start).min().map(|day| day.to_string()),
        conduct_end: all().filter_map(|s| s.conduct_end).max().map(|day| day.to_string()),
        provisions: provisions.into_iter().collect(),
        mechanism: mechanism(&text, &first.summary),
        settled: all().any(|summary| summary.settled),
        admitted: all().find_map(|summary| summary.admitted),
        standing: standing(&first.summary),
        confidence: all().map(|summary| summary.confidence).fold(1.0, f64::min),
    })
}

/// Of a case: issuers and auditors charged in different releases make it mixed.
fn party_type<'a>(all: impl Iterator<Item = &'a Summary>) -> &'a str {
    let kinds: BTreeSet<&str> = all.map(|summary| summary.party_type.as_str()).collect();
    match kinds.len() {
        1 => kinds.first().copied().unwrap_or_default(),
        _ if kinds.contains("mixed") || (kinds.contains("issuer") && kinds.contains("auditor")) => "mixed",
        _ if kinds.contains("issuer") => "issuer",
        _ => kinds.first().copied().unwrap_or_default(),
    }
}

fn date(release: &CaseRelease) -> Option<String> {
    release.date.clone().or_else(|| release.summary.date.map(|day| day.to_string()))
}

/// How a matter stands, without saying more than the record.
fn standing(summary: &Summary) -> String {
    let said = match summary.kind.as_str() {
        "order" | "opinion" => "the Commission found",
        _ => "the Commission alleged",
    };
    match (summary.settled, summary.admitted) {
        (true, Some(true)) => format!("{said}; settled with admissions"),
        (true, _) => format!("{said}; settled without admitting or denying"),
        (false, _) => said.to_owned(),
    }
}

fn mechanism(text: &str, summary: &Summary) -> String {
    summary.mechanism.iter().map(|span| one_line(span.of(text))).collect::<Vec<_>>().join(" ")
}

/// A quote with the words around it, fit for a cell.
fn quote(text: &str, span: Option<Span>) -> String {
    let Some(span) = span else { return String::new() };
    let whole = one_line(span.of(text));
    match whole.char_indices().nth(CELL) {
        Some((cut, _)) => format!("{}…", whole.get(..cut).unwrap_or_default()),
        None => whole,
    }
}

fn rows(
    connection: &Connection,
    case: &str,
    release: &CaseRelease,
    listed: &BTreeMap<String, Release>,
    pairs: &[Pair],
    matches: &[IssuerMatch],
) -> Result<Vec<AccountingRow>, StoreError> {
    let text = releases::text(connection, &release.key)?.map(|text| text.content).unwrap_or_default();
    let s = &release.summary;
    let of_index = listed.get(&release.key);
    let known = |at: &At<_>| at.span.is_some();
    let share = |n: usize, of: usize| (of > 0).then(|| (n as f64 / of as f64 * 1000.0).round() / 1000.0);
    let base = AccountingRow {
        release: release.key.clone(),
        aaer_numbers: of_index.map_or(&s.aaer_numbers, |row| &row.aaer_numbers).join("; "),
        release_date: date(release).unwrap_or_default(),
        release_url: of_index.and_then(|row| row.url.clone()).unwrap_or_default(),
        case_id: case.to_owned(),
        category: name(&s.category),
        category_quote: quote(&text, s.mechanism.first().copied()),
        category_confidence: Some(s.category_confidence),
        secondary: s.secondary.iter().map(name).collect::<Vec<_>>().join("; "),
        accounts: accounts(s),
        amounts: s
            .amounts
            .iter()
            .filter(|a| misstated(&a.value.measure))
            .map(|a| a.value.text.clone())
            .collect::<Vec<_>>()
            .join("; "),
        amounts_quote: quote(
            &text,
            s.amounts.iter().find(|a| misstated(&a.value.measure)).and_then(|a| a.span),
        ),
        amounts_confidence: share(s.amounts.iter().filter(|a| a.span.is_some()).count(), s.amounts.len()),
        provisions: {
            // Two persons may be charged with the same.
            let mut codes: Vec<&str> = Vec::new();
            for provision in &s.provisions {
                if !codes.contains(&provision.value.as_str()) {
                    codes.push(&provision.value);
                }
            }
            codes.join("; ")
        },
        provisions_quote: quote(&text, s.provisions.iter().find_map(|p| p.span)),
        provisions_confidence: share(s.provisions.iter().filter(|p| known(p)).count(), s.provisions.len()),
        party_type: s.party_type.clone(),
        standing: standing(s),
        confidence: Some(s.confidence),
        ..AccountingRow::default()
    };
    let mut found = Vec::new();
    for matched in matches {
        let named = s.issuers.iter().find(|issuer| issuer.value.name == matched.name);
        if named.is_none() && !s.issuers.is_empty() {
            continue;
        }
        let mut row = AccountingRow {
            issuer: matched.name.clone(),
            issuer_quote: quote(&text, named.and_then(|issuer| issuer.span)),
            issuer_confidence: matched.candidates.get(0).and_then(|best| best["score"].as_f64()),
            cik: matched.cik.map(|cik| Cik(cik).to_string()).unwrap_or_default(),
            ..base.clone()
        };
        let own: Vec<&Pair> = pairs.iter().filter(|pair| Some(pair.cik) == matched.cik).collect();
        if own.is_empty() {
            found.push(row);
            continue;
        }
        for pair in own {
            let period = s.periods.iter().find(|period| period.value.label == pair.period_label);
            row.period_label.clone_from(&pair.period_label);
            row.fiscal_period_end = pair.period_end.clone().unwrap_or_default();
            row.period_quote = quote(&text, period.and_then(|period| period.span));
            row.period_confidence = Some(pair.confidence);
            row.basis.clone_from(&pair.basis);
            let original = address(connection, pair.original.as_deref(), pair.cik)?;
            (row.accession, row.form, row.filing_url) = original;
            (row.restating_accession, _, row.restating_url) =
                address(connection, pair.restating.as_deref(), pair.cik)?;
            found.push(row.clone());
        }
    }
    if found.is_empty() {
        found.push(base);
    }
    Ok(found)
}

/// Measures of the issuer's books; penalties and the like are no misstatement.
fn misstated(measure: &Option<String>) -> bool {
    measure.as_deref().is_some_and(|measure| {
        !matches!(
            measure,
            "penalty"
                | "disgorgement"
                | "interest"
                | "compensation"
                | "restitution"
                | "bribes"
                | "proceeds"
                | "losses"
        )
    })
}

fn accounts(summary: &Summary) -> String {
    let mut found = BTreeSet::new();
    for amount in summary.amounts.iter().filter(|amount| misstated(&amount.value.measure)) {
        let measure = amount.value.measure.as_deref().unwrap_or_default();
        found.insert(match &amount.value.direction {
            Some(direction) => format!("{measure} {direction}"),
            None => measure.to_owned(),
        });
    }
    found.into_iter().collect::<Vec<_>>().join("; ")
}

/// Accession, form and address of a filing.
fn address(
    connection: &Connection,
    accession: Option<&str>,
    cik: u64,
) -> Result<(String, String, String), StoreError> {
    let Some(accession) = accession else { return Ok(Default::default()) };
    let filing = filings::filing(connection, accession, Some(cik))?;
    let form = filing.as_ref().map(|filing| filing.form.clone()).unwrap_or_default();
    let main = filing.map(|filing| filing.primary_document).unwrap_or_default();
    let url = match filings::filing_source(connection, accession)? {
        Some((url, _)) => url,
        None => archive(cik, accession, &main),
    };
    Ok((accession.to_owned(), form, url))
}

fn archive(cik: u64, accession: &str, main: &str) -> String {
    let Ok(accession) = accession.parse::<Accession>() else { return String::new() };
    Some(main)
        .filter(|main| !main.is_empty())
        .and_then(|main| urls::archive_file(Cik(cik), &accession, main))
        .unwrap_or_else(|| urls::archive_text(Cik(cik), &accession))
}

fn release_rows(
    connection: &Connection,
    listed: &BTreeMap<String, Release>,
    case_of: &BTreeMap<String, String>,
) -> Result<Vec<ReleaseRow>, StoreError> {
    let decisions: BTreeMap<String, releases::Decision> =
        releases::decisions(connection)?.into_iter().map(|d| (d.release.clone(), d)).collect();
    let mut rows = Vec::new();
    for release in listed.values() {
        let documents = releases::documents(connection, &release.key)?;
        let decision = decisions.get(&release.key);
        rows.push(ReleaseRow {
            key: release.key.clone(),
            aaer_numbers: release.aaer_numbers.clone(),
            release_numbers: release.release_numbers.clone(),
            date: release.date.clone(),
            respondents: release.respondents.clone(),
            url: release.url.clone(),
            sha256: documents.into_iter().find(|d| d.role == "release").map(|d| d.blob),
            case_id: case_of.get(&release.key).cloned(),
            kept: decision.map(|decision| decision.kept),
            reason: decision.and_then(|decision| decision.reason.clone()),
            confidence: decision.map(|decision| decision.confidence),
        });
    }
    Ok(rows)
}

fn issuer_rows(connection: &Connection) -> Result<Vec<IssuerRow>, StoreError> {
    let mut rows = Vec::new();
    for cik in filings::issuer_digests(connection)?.into_keys() {
        let Some(issuer) = filings::issuer(connection, cik)? else { continue };
        let sic = &issuer.body["sic"];
        rows.push(IssuerRow {
            cik,
            name: issuer.name,
            sic: sic.as_i64().or_else(|| sic.as_str().and_then(|text| text.parse().ok())),
            state: issuer.body["state"].as_str().map(str::to_owned),
            former_names: issuer.body.get("former_names").map_or("[]".to_owned(), ToString::to_string),
        });
    }
    Ok(rows)
}

fn filing_rows<'a>(
    connection: &Connection,
    pairs: impl Iterator<Item = &'a Pair>,
) -> Result<Vec<FilingRow>, StoreError> {
    let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
    for pair in pairs {
        for accession in pair.original.iter().chain(&pair.restating) {
            wanted.entry(accession.clone()).or_insert(pair.cik);
        }
    }
    for (accession, _) in filings::filing_reading_digests(connection)? {
        if let (None, Some(filing)) = (wanted.get(&accession), filings::filing(connection, &accession, None)?)
        {
            wanted.insert(accession, filing.cik);
        }
    }
    let mut rows = Vec::new();
    for (accession, cik) in wanted {
        let Some(filing) = filings::filing(connection, &accession, Some(cik))? else { continue };
        let source = filings::filing_source(connection, &accession)?;
        rows.push(FilingRow {
            url: source
                .as_ref()
                .map_or_else(|| archive(cik, &accession, &filing.primary_document), |(url, _)| url.clone()),
            sha256: source.map(|(_, blob)| blob),
            accession,
            cik,
            form: filing.form,
            filed: Some(filing.filed).filter(|day| !day.is_empty()),
            report_date: filing.report_date,
        });
    }
    Ok(rows)
}
