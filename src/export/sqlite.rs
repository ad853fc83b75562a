//! One SQLite file: the complete dataset.

use super::Dataset;
use crate::tasks::{Input, Instance, Task};
use rusqlite::{Connection, Transaction, params};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Why a dataset could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A file could not be made, written or put in its place; what stood there before is untouched.
    #[error("cannot write {path}: {source}; the file that stood there, if any, is unchanged")]
    Io {
        /// The file asked for.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// SQLite refused.
    #[error("cannot write the dataset {path}: {source}; the file that stood there, if any, is unchanged")]
    Sqlite {
        /// The file asked for.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// Not a dataset of this program.
    #[error("{path} is not a dataset of afb-build: {why}")]
    NotADataset {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

/// Writes a dataset into a temporary file beside `path` and renames it into place.
pub fn write(dataset: &Dataset, path: &Path) -> Result<(), ExportError> {
    let io = |source| ExportError::Io { path: path.to_owned(), source };
    let sqlite = |source| ExportError::Sqlite { path: path.to_owned(), source };
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(io)?;
    let temporary = tempfile::Builder::new().prefix(".afb-").suffix(".part").tempfile_in(dir).map_err(io)?;
    {
        let mut connection = Connection::open(temporary.path()).map_err(sqlite)?;
        // Everything is rolled back by throwing the file away, so a journal would only cost time.
        connection.pragma_update(None, "journal_mode", "OFF").map_err(sqlite)?;
        connection.pragma_update(None, "synchronous", "OFF").map_err(sqlite)?;
        connection.pragma_update(None, "foreign_keys", "ON").map_err(sqlite)?;
        let tx = connection.transaction().map_err(sqlite)?;
        fill(&tx, dataset).map_err(sqlite)?;
        super::seal::seal(&tx).map_err(sqlite)?;
        tx.commit().map_err(sqlite)?;
        connection.close().map_err(|(_, source)| sqlite(source))?;
    }
    temporary.as_file().sync_all().map_err(io)?;
    temporary.persist(path).map_err(|error| io(error.error))?;
    Ok(())
}

/// Reads the instances of a dataset written by [`write`], in order of id.
pub fn read(path: &Path) -> Result<Vec<Instance>, ExportError> {
    let wrong = |why: String| ExportError::NotADataset { path: path.to_owned(), why };
    if !path.exists() {
        return Err(wrong("there is no such file; `afb-build export` writes one".to_owned()));
    }
    let connection = Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| wrong(error.to_string()))?;
    let mut statement = connection
        .prepare("SELECT body FROM instance ORDER BY id")
        .map_err(|error| wrong(error.to_string()))?;
    let rows =
        statement.query_map([], |row| row.get::<_, String>(0)).map_err(|error| wrong(error.to_string()))?;
    rows.map(|row| {
        let body = row.map_err(|error| wrong(error.to_string()))?;
        serde_json::from_str(&body).map_err(|error| wrong(error.to_string()))
    })
    .collect()
}

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

fn fill(tx: &Transaction<'_>, dataset: &Dataset) -> rusqlite::Result<()> {
    tx.execute_batch(include_str!("dataset.sql"))?;
    let mut insert = tx.prepare("INSERT INTO meta (name, value) VALUES (?1, ?2)")?;
    for (name, value) in &dataset.meta {
        insert.execute([name, value])?;
    }
    for instance in &dataset.instances {
        row(tx, instance)?;
        task_row(tx, instance)?;
        details(tx, instance)?;
    }
    Ok(())
}

fn row(tx: &Transaction<'_>, i: &Instance) -> rusqlite::Result<()> {
    tx.prepare_cached(
        "INSERT INTO instance (id, task, case_id, releases, cik, issuer, form, accession, url, restating_accession,
           basis, period_label, period_start, period_end, label, control, explanation, score, issuer_group, split,
           time_split, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)",
    )?
    .execute(params![
        i.id,
        i.task.as_str(),
        i.case_id,
        json(&i.releases),
        i.cik.to_string(),
        i.issuer,
        i.form,
        i.accession.as_str(),
        i.url,
        i.restating_accession.as_ref().map(|accession| accession.as_str()),
        i.basis,
        i.period_label,
        i.period_start.map(|date| date.to_string()),
        i.period_end.map(|date| date.to_string()),
        i.label,
        i.control.map(|control| name(&control)),
        i.explanation.text(),
        i.score,
        i.group as i64,
        name(&i.split),
        name(&i.time_split),
        json(i),
    ])?;
    Ok(())
}

fn task_row(tx: &Transaction<'_>, i: &Instance) -> rusqlite::Result<()> {
    let (text, placeholder) = match &i.input {
        Input::Attribution(input) => (Some(input.management_attribution.as_str()), None),
        Input::Narrative(input) => (Some(input.passage.as_str()), None),
        Input::Pattern(input) => (Some(input.input_text.as_str()), None),
        Input::Placeholder(placeholder) => (None, Some(json(placeholder))),
    };
    let explanation = i.explanation.text();
    match i.task {
        Task::Attribution => tx
            .prepare_cached(
                "INSERT INTO attribution (id, management_attribution, placeholder, label, true_driver)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![i.id, text, placeholder, i.label, explanation])?,
        Task::Narrative => tx
            .prepare_cached(
                "INSERT INTO narrative (id, passage, placeholder, label, explanation) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![i.id, text, placeholder, i.label, explanation])?,
        Task::Pattern => tx
            .prepare_cached(
                "INSERT INTO pattern (id, input_text, placeholder, label, secondary, explanation)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![i.id, text, placeholder, i.label, json(&i.secondary), explanation])?,
    };
    Ok(())
}

fn details(tx: &Transaction<'_>, i: &Instance) -> rusqlite::Result<()> {
    for f in &i.figures {
        tx.prepare_cached(
            "INSERT INTO figure (instance_id, item, period_start, period_end, reported, restated, unit, reported_source,
               restated_source, reported_accession, restated_accession, reported_cell, restated_cell, flags)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?
        .execute(params![
            i.id,
            f.item.as_str(),
            f.period_start.map(|date| date.to_string()),
            f.period_end.to_string(),
            f.reported,
            f.restated,
            f.unit,
            f.reported_source.map(|source| name(&source)),
            f.restated_source.map(|source| name(&source)),
            f.reported_accession.as_ref().map(|accession| accession.as_str()),
            f.restated_accession.as_ref().map(|accession| accession.as_str()),
            f.reported_cell,
            f.restated_cell,
            json(&f.flags),
        ])?;
    }
    for f in &i.flags {
        tx.prepare_cached(
            "INSERT INTO quality_flag (instance_id, flag, severity, detail, stage) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![i.id, f.flag, name(&f.severity), f.detail, f.stage])?;
    }
    for (position, e) in i.evidence.iter().enumerate() {
        tx.prepare_cached(
            "INSERT INTO provenance (instance_id, position, role, url, sha256, start, end, quote)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            i.id,
            position as i64,
            name(&e.role),
            e.url,
            e.blob,
            e.start as i64,
            e.end as i64,
            e.quote
        ])?;
    }
    Ok(())
}

/// The kebab-case name of an enum value, the same in all datasets.
fn name<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
