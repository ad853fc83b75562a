//! Issuers, how names were resolved, filings, pairs, and what was read in filings and facts.

use super::StoreError;
use super::releases::{json, pairs};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// How one name of a case was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuerMatch {
    /// As the release names it.
    pub name: String,
    /// `matched`, `ambiguous` or `none`.
    pub status: String,
    /// The CIK, when matched.
    pub cik: Option<u64>,
    /// All candidates, JSON.
    pub candidates: serde_json::Value,
    /// Why it was decided so.
    pub reasons: Vec<String>,
}

/// An issuer as EDGAR knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issuer {
    /// Its CIK.
    pub cik: u64,
    /// Its name today.
    pub name: String,
    /// Former names, SIC, fiscal year end, tickers, state, JSON.
    pub body: serde_json::Value,
}

/// One filing of an issuer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filing {
    /// The issuer.
    pub cik: u64,
    /// Its accession.
    pub accession: String,
    /// Form as filed, in today's spelling.
    pub form: String,
    /// Day of filing, ISO.
    pub filed: String,
    /// Last day of the period reported, ISO.
    pub report_date: Option<String>,
    /// Main document; empty where only the full text exists.
    pub primary_document: String,
    /// 8-K items, comma-separated.
    pub items: String,
    /// Bytes.
    pub size: i64,
}

/// Replaces the matches of a case.
pub fn save_matches(tx: &Transaction<'_>, case: &str, matches: &[IssuerMatch]) -> Result<(), StoreError> {
    clear_matches(tx, case)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO issuer_match (case_id, name, status, cik, candidates, reasons) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (case_id, name) DO NOTHING",
    )?;
    for m in matches {
        insert.execute(params![
            case,
            m.name,
            m.status,
            m.cik.map(|cik| cik as i64),
            m.candidates.to_string(),
            serde_json::to_string(&m.reasons)?
        ])?;
    }
    Ok(())
}

/// Removes the matches of a case.
pub fn clear_matches(tx: &Transaction<'_>, case: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM issuer_match WHERE case_id = ?1")?.execute([case])?;
    Ok(())
}

/// Matches by case and name; of one case, or of all.
pub fn matches(
    connection: &Connection,
    case: Option<&str>,
) -> Result<Vec<(String, IssuerMatch)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT case_id, name, status, cik, candidates, reasons FROM issuer_match
         WHERE ?1 IS NULL OR case_id = ?1 ORDER BY case_id, name",
    )?;
    let rows = statement.query_map([case], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, String>(2)?,
            row.get::<_, Option<i64>>(3)?,
            row.get::<_, String>(4)?,
            row.get::<_, String>(5)?,
        ))
    })?;
    rows.map(|row| {
        let (case, name, status, cik, candidates, reasons) = row?;
        let found = IssuerMatch {
            name,
            status,
            cik: cik.map(|cik| cik as u64),
            candidates: serde_json::from_str(&candidates)?,
            reasons: serde_json::from_str(&reasons)?,
        };
        Ok((case, found))
    })
    .collect()
}

/// Saves an issuer with its filings. Filings are only added or brought up to date: another case of the same
/// issuer may hang on them.
pub fn save_issuer(tx: &Transaction<'_>, issuer: &Issuer, filings: &[Filing]) -> Result<(), StoreError> {
    let body = issuer.body.to_string();
    let digest = crate::store::sha256(format!("{body}{}", serde_json::to_string(filings)?).as_bytes());
    tx.prepare_cached(
        "INSERT INTO issuer (cik, name, body, digest) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (cik) DO UPDATE SET name = ?2, body = ?3, digest = ?4",
    )?
    .execute(params![issuer.cik as i64, issuer.name, body, digest])?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO filing (cik, accession, form, filed, report_date, primary_document, items, size)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (cik, accession) DO UPDATE
         SET form = ?3, filed = ?4, report_date = ?5, primary_document = ?6, items = ?7, size = ?8",
    )?;
    for f in filings {
        insert.execute(params![
            f.cik as i64,
            f.accession,
            f.form,
            f.filed,
            f.report_date,
            f.primary_document,
            f.items,
            f.size
        ])?;
    }
    Ok(())
}

/// One issuer.
pub fn issuer(connection: &Connection, cik: u64) -> Result<Option<Issuer>, StoreError> {
    let row: Option<(String, String)> = connection
        .prepare_cached("SELECT name, body FROM issuer WHERE cik = ?1")?
        .query_row([cik as i64], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    row.map(|(name, body)| Ok(Issuer { cik, name, body: serde_json::from_str(&body)? })).transpose()
}

/// Digests of all issuers with their filings, by CIK.
pub fn issuer_digests(
    connection: &Connection,
) -> Result<std::collections::BTreeMap<u64, String>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT cik, digest FROM issuer ORDER BY cik")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// All filings of an issuer, oldest first.
pub fn filings(connection: &Connection, cik: u64) -> Result<Vec<Filing>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT cik, accession, form, filed, report_date, primary_document, items, size FROM filing
         WHERE cik = ?1 ORDER BY filed, accession",
    )?;
    let rows = statement.query_map([cik as i64], filing_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One filing; with several registrants, that of the smallest CIK unless `cik` says which.
pub fn filing(
    connection: &Connection,
    accession: &str,
    cik: Option<u64>,
) -> Result<Option<Filing>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT cik, accession, form, filed, report_date, primary_document, items, size FROM filing
             WHERE accession = ?1 AND (?2 IS NULL OR cik = ?2) ORDER BY cik LIMIT 1",
        )?
        .query_row(params![accession, cik.map(|cik| cik as i64)], filing_row)
        .optional()?)
}

fn filing_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Filing> {
    Ok(Filing {
        cik: row.get::<_, i64>(0)? as u64,
        accession: row.get(1)?,
        form: row.get(2)?,
        filed: row.get(3)?,
        report_date: row.get(4)?,
        primary_document: row.get(5)?,
        items: row.get(6)?,
        size: row.get::<_, Option<i64>>(7)?.unwrap_or(0),
    })
}

/// An affected period of an issuer with what was found for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// Case, CIK, period label.
    pub id: String,
    /// The case.
    pub case_id: String,
    /// The issuer.
    pub cik: u64,
    /// `FY2002`, `FY2004-Q1`.
    pub period_label: String,
    /// First day, ISO.
    pub period_start: Option<String>,
    /// Last day, ISO.
    pub period_end: Option<String>,
    /// `annual`, `quarter`, `transition`.
    pub period_kind: String,
    /// Accession of the original.
    pub original: Option<String>,
    /// Accession of the restating filing.
    pub restating: Option<String>,
    /// How the restatement is known.
    pub basis: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Doubts.
    pub flags: Vec<String>,
    /// Every candidate with what was decided about it.
    pub body: serde_json::Value,
}

/// Replaces the pairs of a case and issuer; gives the digest.
pub fn save_pairs(tx: &Transaction<'_>, case: &str, cik: u64, pairs: &[Pair]) -> Result<String, StoreError> {
    clear_pairs(tx, case, cik)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO pair (id, case_id, cik, period_label, period_start, period_end, period_kind, original, restating,
                           basis, confidence, flags, body, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    for p in pairs {
        let digest = crate::store::sha256(serde_json::to_string(p)?.as_bytes());
        insert.execute(params![
            p.id,
            p.case_id,
            p.cik as i64,
            p.period_label,
            p.period_start,
            p.period_end,
            p.period_kind,
            p.original,
            p.restating,
            p.basis,
            p.confidence,
            serde_json::to_string(&p.flags)?,
            p.body.to_string(),
            digest
        ])?;
    }
    Ok(crate::store::sha256(serde_json::to_string(pairs)?.as_bytes()))
}

/// Removes the pairs of a case and issuer.
pub fn clear_pairs(tx: &Transaction<'_>, case: &str, cik: u64) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM pair WHERE case_id = ?1 AND cik = ?2")?
        .execute(params![case, cik as i64])?;
    Ok(())
}

/// All pairs with their digests, by id; of one case, or of all.
pub fn pairs_of(connection: &Connection, case: Option<&str>) -> Result<Vec<(Pair, String)>, StoreError> {
    pairs_where(connection, if case.is_some() { "case_id = ?1" } else { "?1 IS NULL" }, case)
}

/// Pairs by their own id, their case, or an accession of one of their filings.
pub fn pairs_named(connection: &Connection, key: &str) -> Result<Vec<Pair>, StoreError> {
    let found = pairs_where(connection, "?1 IN (id, case_id, original, restating)", Some(key))?;
    Ok(found.into_iter().map(|(pair, _)| pair).collect())
}

/// One pair.
pub fn pair(connection: &Connection, id: &str) -> Result<Option<Pair>, StoreError> {
    Ok(pairs_where(connection, "id = ?1", Some(id))?.pop().map(|(pair, _)| pair))
}

fn pairs_where(
    connection: &Connection,
    condition: &'static str,
    value: Option<&str>,
) -> Result<Vec<(Pair, String)>, StoreError> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, case_id, cik, period_label, period_start, period_end, period_kind, original, restating, basis,
                confidence, flags, body, digest
         FROM pair WHERE {condition} ORDER BY id"
    ))?;
    let rows = statement.query_map([value], |row| {
        let pair = Pair {
            id: row.get(0)?,
            case_id: row.get(1)?,
            cik: row.get::<_, i64>(2)? as u64,
            period_label: row.get(3)?,
            period_start: row.get(4)?,
            period_end: row.get(5)?,
            period_kind: row.get(6)?,
            original: row.get(7)?,
            restating: row.get(8)?,
            basis: row.get(9)?,
            confidence: row.get(10)?,
            flags: Vec::new(),
            body: serde_json::Value::Null,
        };
        Ok((pair, row.get::<_, String>(11)?, row.get::<_, String>(12)?, row.get::<_, String>(13)?))
    })?;
    rows.map(|row| {
        let (mut pair, flags, body, digest) = row?;
        pair.flags = serde_json::from_str(&flags)?;
        pair.body = serde_json::from_str(&body)?;
        Ok((pair, digest))
    })
    .collect()
}

/// What later stages plan by: a pair without what was decided about its candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairKey {
    /// As in [`Pair`].
    pub id: String,
    /// As in [`Pair`].
    pub case_id: String,
    /// As in [`Pair`].
    pub period_end: Option<String>,
    /// As in [`Pair`].
    pub original: Option<String>,
    /// As in [`Pair`].
    pub restating: Option<String>,
    /// Of the whole pair.
    pub digest: String,
}

/// The keys of all pairs, by id; from an index alone.
pub fn pair_keys(connection: &Connection) -> Result<Vec<PairKey>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, case_id, period_end, original, restating, digest FROM pair ORDER BY id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(PairKey {
            id: row.get(0)?,
            case_id: row.get(1)?,
            period_end: row.get(2)?,
            original: row.get(3)?,
            restating: row.get(4)?,
            digest: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Saves what was read in one filing; gives the digest.
pub fn save_filing_reading<T: Serialize>(
    tx: &Transaction<'_>,
    accession: &str,
    cik: u64,
    url: &str,
    blob: &str,
    reading: &T,
) -> Result<String, StoreError> {
    let body = serde_json::to_string(reading)?;
    let digest = crate::store::sha256(format!("{blob}{body}").as_bytes());
    tx.prepare_cached(
        "INSERT INTO filing_reading (accession, cik, url, blob, body, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (accession) DO UPDATE SET cik = ?2, url = ?3, blob = ?4, body = ?5, digest = ?6",
    )?
    .execute(params![accession, cik as i64, url, blob, body, digest])?;
    Ok(digest)
}

/// What was read in one filing.
pub fn filing_reading<T: DeserializeOwned>(
    connection: &Connection,
    accession: &str,
) -> Result<Option<T>, StoreError> {
    json(connection, "SELECT body FROM filing_reading WHERE accession = ?1", accession)
}

/// Address and blob of the document that a filing was read from.
pub fn filing_source(
    connection: &Connection,
    accession: &str,
) -> Result<Option<(String, String)>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT url, blob FROM filing_reading WHERE accession = ?1")?
        .query_row([accession], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

/// Digests of all filing readings, by accession.
pub fn filing_reading_digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT accession, digest FROM filing_reading ORDER BY accession")
}

/// Removes what was read in a filing.
pub fn clear_filing_reading(tx: &Transaction<'_>, accession: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM filing_reading WHERE accession = ?1")?.execute([accession])?;
    Ok(())
}

/// Saves the aligned XBRL values of a pair; `blob` is none where the SEC has no facts. Gives the digest.
pub fn save_pair_facts<T: Serialize>(
    tx: &Transaction<'_>,
    pair: &str,
    blob: Option<&str>,
    facts: &T,
) -> Result<String, StoreError> {
    let body = serde_json::to_string(facts)?;
    let digest = crate::store::sha256(body.as_bytes());
    tx.prepare_cached(
        "INSERT INTO pair_facts (pair_id, blob, body, digest) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (pair_id) DO UPDATE SET blob = ?2, body = ?3, digest = ?4",
    )?
    .execute(params![pair, blob, body, digest])?;
    Ok(digest)
}

/// The aligned XBRL values of a pair.
pub fn pair_facts<T: DeserializeOwned>(connection: &Connection, pair: &str) -> Result<Option<T>, StoreError> {
    json(connection, "SELECT body FROM pair_facts WHERE pair_id = ?1", pair)
}

/// Digests of all aligned values, by pair.
pub fn pair_facts_digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT pair_id, digest FROM pair_facts ORDER BY pair_id")
}

/// Removes the aligned values of a pair.
pub fn clear_pair_facts(tx: &Transaction<'_>, pair: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM pair_facts WHERE pair_id = ?1")?.execute([pair])?;
    Ok(())
}
