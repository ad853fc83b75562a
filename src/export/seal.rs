//! The seal of a dataset: digests of the rows of every table, by their first column, written into the dataset itself, so
//! that a change of one character anywhere is found and named without the kept documents.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

/// The table of digests.
const SEAL: &str = "seal";

/// Layout of that table.
pub const LAYOUT: &str = "\
-- Digests of the rows of all other tables: what `afb-build verify` holds them against.
CREATE TABLE IF NOT EXISTS seal (
  table_name TEXT NOT NULL,
  row_key    TEXT NOT NULL,  -- first column, for all rows beside each other that share it
  sha256     TEXT NOT NULL,  -- of all columns of these rows with their types
  PRIMARY KEY (table_name, row_key)
) STRICT, WITHOUT ROWID;
";

/// Digests by table and first column; where rows that share it stand apart, with the number of their run.
type Digests = BTreeMap<(String, String), String>;

/// Seals all tables; the last thing before a dataset is closed. Does it anew where it was done before.
pub fn seal(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LAYOUT)?;
    connection.execute("DELETE FROM seal", [])?;
    let mut insert =
        connection.prepare("INSERT INTO seal (table_name, row_key, sha256) VALUES (?1, ?2, ?3)")?;
    // One by one: a large dataset has half a million, and they need not stand in memory.
    each_digest(connection, &mut |table, key, digest| insert.execute(params![table, key, digest]).map(|_| ()))
}

/// What differs from the seal, one sentence each; empty for an untouched dataset.
pub fn broken(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let sealed = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)",
        [SEAL],
        |row| row.get::<_, bool>(0),
    )?;
    if !sealed {
        return Ok(vec!["the dataset carries no seal; export it again".to_owned()]);
    }
    let found = digests(connection)?;
    let mut statement = connection.prepare("SELECT table_name, row_key, sha256 FROM seal")?;
    let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    let mut expected: Digests = rows.collect::<rusqlite::Result<_>>()?;
    let mut broken = Vec::new();
    for ((table, key), digest) in found {
        match expected.remove(&(table.clone(), key.clone())) {
            Some(known) if known == digest => {}
            Some(_) => {
                broken.push(format!("{table}: row {key} is not as it was written, or its digest is not"))
            }
            None => broken.push(format!("{table}: row {key} was added, or its key or digest changed")),
        }
    }
    broken.extend(
        expected
            .into_keys()
            .map(|(table, key)| format!("{table}: row {key} is sealed and no longer there under that key")),
    );
    Ok(broken)
}

fn digests(connection: &Connection) -> rusqlite::Result<Digests> {
    let mut digests = Digests::new();
    each_digest(connection, &mut |table, key, digest| {
        digests.insert((table.to_owned(), key), digest);
        Ok(())
    })?;
    Ok(digests)
}

fn each_digest(
    connection: &Connection,
    take: &mut dyn FnMut(&str, String, String) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut names = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> ?1 AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )?;
    let names: Vec<String> = names.query_map([SEAL], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for table in names {
        let quoted = table.replace('"', "\"\"");
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{quoted}\" ORDER BY rowid"))?;
        let columns = statement.column_count();
        let mut runs: HashMap<String, usize> = HashMap::new();
        let mut emit = |key: &str, rows: Sha256| {
            let run = runs.entry(key.to_owned()).or_default();
            *run += 1;
            let name = if *run == 1 { key.to_owned() } else { format!("{key} #{}", *run - 1) };
            take(&table, name, hex::encode(rows.finalize()))
        };
        let mut open: Option<String> = None;
        let mut rows = statement.query([])?;
        let mut digest = Sha256::new();
        let mut line = Vec::new();
        while let Some(row) = rows.next()? {
            let key = shown(row.get_ref(0)?);
            if let Some(last) = open.as_ref().filter(|last| **last != key) {
                emit(last, std::mem::take(&mut digest))?;
            }
            for column in 0..columns {
                put(&mut line, row.get_ref(column)?);
            }
            // Row by row, so that many rows with one key need not stand in memory.
            digest.update(&line);
            line.clear();
            open = Some(key);
        }
        if let Some(last) = open {
            emit(&last, digest)?;
        }
    }
    Ok(())
}

/// A value with its type and length, so that values do not run into one another.
fn put(line: &mut Vec<u8>, value: ValueRef<'_>) {
    let mut add = |kind: u8, bytes: &[u8]| {
        line.push(kind);
        line.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        line.extend_from_slice(bytes);
    };
    match value {
        ValueRef::Null => add(0, &[]),
        ValueRef::Integer(n) => add(1, &n.to_le_bytes()),
        ValueRef::Real(x) => add(2, &x.to_bits().to_le_bytes()),
        ValueRef::Text(text) => add(3, text),
        ValueRef::Blob(blob) => add(4, blob),
    }
}

fn shown(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Integer(n) => n.to_string(),
        ValueRef::Real(x) => x.to_string(),
        ValueRef::Null | ValueRef::Blob(_) => String::new(),
    }
}
