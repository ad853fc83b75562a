//! Reading a dataset back with suspicion: what differs from its seal, and from its own other tables.

use super::error::ExportError;
use crate::tasks::Instance;
use rusqlite::Connection;
use std::path::Path;

/// What differs from the seal of the dataset at `path`, one sentence each.
pub fn broken(path: &Path) -> Result<Vec<String>, ExportError> {
    let connection = open(path)?;
    super::seal::broken(&connection)
        .map_err(|error| ExportError::NotADataset { path: path.to_owned(), why: error.to_string() })
}

/// The instances of a dataset, and a sentence for each that cannot be read or is not what its other tables say.
pub fn read_each(path: &Path) -> Result<(Vec<Instance>, Vec<String>), ExportError> {
    let wrong =
        |error: rusqlite::Error| ExportError::NotADataset { path: path.to_owned(), why: error.to_string() };
    let connection = open(path)?;
    let mut statement = connection.prepare("SELECT id, body FROM instance ORDER BY id").map_err(wrong)?;
    let mut quotes = connection
        .prepare(
            "SELECT url, sha256, start, end, quote FROM provenance WHERE instance_id = ?1 ORDER BY position",
        )
        .map_err(wrong)?;
    let mut figures = connection
        .prepare("SELECT reported, restated FROM figure WHERE instance_id = ?1 ORDER BY rowid")
        .map_err(wrong)?;
    let mut found = Vec::new();
    let mut failures = Vec::new();
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .map_err(wrong)?;
    for row in rows {
        let (id, body) = row.map_err(wrong)?;
        let instance: Instance = match serde_json::from_str(&body) {
            Ok(instance) => instance,
            Err(error) => {
                failures.push(format!("{id}: the whole instance cannot be read: {error}"));
                continue;
            }
        };
        let own: Vec<(String, String, i64, i64, String)> = quotes
            .query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .and_then(Iterator::collect)
            .map_err(wrong)?;
        let stated = instance
            .evidence
            .iter()
            .map(|e| (e.url.clone(), e.blob.clone(), e.start as i64, e.end as i64, e.quote.clone()));
        if instance.id != id || !own.into_iter().eq(stated) {
            failures.push(format!("{id}: provenance differs from the whole instance"));
        }
        let own: Vec<(Option<f64>, Option<f64>)> = figures
            .query_map([&id], |row| Ok((row.get(0)?, row.get(1)?)))
            .and_then(Iterator::collect)
            .map_err(wrong)?;
        if !own.into_iter().eq(instance.figures.iter().map(|f| (f.reported, f.restated))) {
            failures.push(format!("{id}: figures differ from the whole instance"));
        }
        found.push(instance);
    }
    Ok((found, failures))
}

fn open(path: &Path) -> Result<Connection, ExportError> {
    let wrong = |why: String| ExportError::NotADataset { path: path.to_owned(), why };
    if !path.exists() {
        return Err(wrong("there is no such file; `afb-build export` writes one".to_owned()));
    }
    Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| wrong(error.to_string()))
}

/// A fact about the build that made a dataset.
pub fn fact(path: &Path, name: &str) -> Result<Option<String>, ExportError> {
    use rusqlite::OptionalExtension;
    open(path)?
        .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0))
        .optional()
        .map_err(|error| ExportError::NotADataset { path: path.to_owned(), why: error.to_string() })
}
