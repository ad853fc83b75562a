//! The funnel: from rows of the index to instances, with what was lost and why.

use super::StoreError;
use rusqlite::Connection;
use serde::Serialize;

/// One count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How many.
    pub n: i64,
    /// Of what.
    pub what: String,
}

/// Counts along the way, each with its losses by reason behind it.
pub fn funnel(connection: &Connection) -> Result<Vec<Line>, StoreError> {
    let mut lines = Vec::new();
    let mut one = |what: &str, sql: &str| -> Result<(), StoreError> {
        let n = connection.query_row(sql, [], |row| row.get(0))?;
        lines.push(Line { n, what: what.to_owned() });
        Ok(())
    };
    one("rows on index pages", "SELECT coalesce(sum(rows), 0) FROM index_page")?;
    one("releases listed", "SELECT count(*) FROM release WHERE pages <> '[]'")?;
    one("releases with usable text", "SELECT count(*) FROM release_text WHERE usable")?;
    one("releases kept", "SELECT count(*) FROM decision WHERE kept")?;
    by(
        connection,
        &mut lines,
        "not kept: ",
        "SELECT coalesce(reason, ''), count(*) FROM decision WHERE NOT kept GROUP BY 1 ORDER BY 2 DESC, 1",
    )?;
    let mut one = |what: &str, sql: &str| -> Result<(), StoreError> {
        let n = connection.query_row(sql, [], |row| row.get(0))?;
        lines.push(Line { n, what: what.to_owned() });
        Ok(())
    };
    one("cases", "SELECT count(*) FROM case_")?;
    one(
        "releases of cases with a matched issuer",
        "SELECT count(DISTINCT r.release_key) FROM case_release r JOIN issuer_match m USING (case_id) WHERE m.status = 'matched'",
    )?;
    by(
        connection,
        &mut lines,
        "issuer names: ",
        "SELECT status, count(*) FROM issuer_match GROUP BY 1 ORDER BY 1",
    )?;
    let mut one = |what: &str, sql: &str| -> Result<(), StoreError> {
        let n = connection.query_row(sql, [], |row| row.get(0))?;
        lines.push(Line { n, what: what.to_owned() });
        Ok(())
    };
    one("affected periods", "SELECT count(*) FROM pair")?;
    one("with an original", "SELECT count(*) FROM pair WHERE original IS NOT NULL")?;
    by(
        connection,
        &mut lines,
        "restatement: ",
        "SELECT basis, count(*) FROM pair GROUP BY 1 ORDER BY 2 DESC, 1",
    )?;
    let mut one = |what: &str, sql: &str| -> Result<(), StoreError> {
        let n = connection.query_row(sql, [], |row| row.get(0))?;
        lines.push(Line { n, what: what.to_owned() });
        Ok(())
    };
    one("filings read", "SELECT count(*) FROM filing_reading")?;
    by(connection, &mut lines, "instances: ", "SELECT task, count(*) FROM instance GROUP BY 1 ORDER BY 1")?;
    Ok(lines)
}

fn by(connection: &Connection, lines: &mut Vec<Line>, prefix: &str, sql: &str) -> Result<(), StoreError> {
    let mut statement = connection.prepare(sql)?;
    for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))? {
        let (what, n) = row?;
        lines.push(Line { n, what: format!("{prefix}{what}") });
    }
    Ok(())
}
