//! Filings without fault that negatives are taken from.

use super::StoreError;
use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

/// One filing without fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlRow {
    /// The affected period that it stands against.
    pub pair_id: String,
    /// `same-issuer` or `not-enforced`.
    pub kind: String,
    /// Who filed it.
    pub cik: u64,
    /// Its accession.
    pub accession: String,
    /// Why it was taken.
    pub reasons: Vec<String>,
}

/// Replaces the controls of a case, in order of nearness.
pub fn save(tx: &Transaction<'_>, case: &str, rows: &[ControlRow]) -> Result<(), StoreError> {
    clear(tx, case)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO control (case_id, pair_id, kind, cik, accession, position, reasons)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (case_id, kind, accession) DO NOTHING",
    )?;
    for (position, row) in rows.iter().enumerate() {
        insert.execute(params![
            case,
            row.pair_id,
            row.kind,
            row.cik as i64,
            row.accession,
            position as i64,
            serde_json::to_string(&row.reasons)?
        ])?;
    }
    Ok(())
}

/// Removes the controls of a case.
pub fn clear(tx: &Transaction<'_>, case: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM control WHERE case_id = ?1")?.execute([case])?;
    Ok(())
}

/// Controls by case, nearest first; of one case, or of all.
pub fn controls(
    connection: &Connection,
    case: Option<&str>,
) -> Result<Vec<(String, ControlRow)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT case_id, pair_id, kind, cik, accession, reasons FROM control
         WHERE ?1 IS NULL OR case_id = ?1 ORDER BY case_id, position",
    )?;
    let rows = statement.query_map([case], |row| {
        let control = ControlRow {
            pair_id: row.get(1)?,
            kind: row.get(2)?,
            cik: row.get::<_, i64>(3)? as u64,
            accession: row.get(4)?,
            reasons: Vec::new(),
        };
        Ok((row.get::<_, String>(0)?, control, row.get::<_, String>(5)?))
    })?;
    rows.map(|row| {
        let (case, mut control, reasons) = row?;
        control.reasons = serde_json::from_str(&reasons)?;
        Ok((case, control))
    })
    .collect()
}

/// Everyone that any release names, kept or not: issuers and parties as read, and respondents of the index.
pub fn named(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT value FROM finding WHERE field IN ('issuer', 'party')
         UNION SELECT DISTINCT respondents FROM release ORDER BY 1",
    )?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
