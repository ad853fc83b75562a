//! One SQLite file: the complete dataset.
//!
//! Written with no journal into a hidden neighbour, so that the file alone is complete, whatever was open.

use super::build::{FilingRow, IssuerRow};
pub use super::error::ExportError;
use super::place;
use super::schema::{self, Row, Value, json, name};
use super::source::Dataset;
use super::tally::Tally;
use crate::ids::Cik;
use crate::tasks::{Instance, Task};
use rusqlite::types::{ToSqlOutput, Value as Sql, ValueRef};
use rusqlite::{Connection, OptionalExtension, Statement, ToSql, Transaction, params, params_from_iter};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Pages kept in memory while a dataset is written, in KiB: large ones are read again for their seal.
const CACHE_KIB: i64 = 96 * 1024;
/// Bytes of a page.
const PAGE: i64 = 16 * 1024;
/// Tables and views of the file.
pub const LAYOUT: &str = include_str!("dataset.sql");
/// Its indexes, made when the rows are there: sorting once is faster than keeping sorted.
const INDEXES: &str = "\
CREATE INDEX instance_by_case ON instance (case_id);
CREATE INDEX instance_by_issuer ON instance (cik);
CREATE INDEX instance_by_filing ON instance (accession);
CREATE INDEX release_by_case ON release (case_id);
CREATE INDEX quality_flag_by_name ON quality_flag (flag);
";

/// Writes a dataset into a hidden neighbour of `path` and renames it into place; gives the counts.
pub fn write(dataset: &Dataset<'_>, path: &Path) -> Result<Tally, ExportError> {
    let mut tally = Tally::default();
    place::file_at(path, |part| {
        let sqlite = ExportError::sqlite(path);
        let mut connection = Connection::open(part).map_err(&sqlite)?;
        // Rows of evidence are long: larger pages hold more of them beside each other, and are fewer to write.
        connection.pragma_update(None, "page_size", PAGE).map_err(&sqlite)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(&sqlite)?;
        // Everything is rolled back by throwing the file away, so a journal would only cost time.
        connection.pragma_update(None, "journal_mode", "OFF").map_err(&sqlite)?;
        connection.pragma_update(None, "synchronous", "OFF").map_err(&sqlite)?;
        // Rows that instances point at are known at the end only. Put off, each of them would be looked for among
        // all rows that name it; so the keys are checked once, when all is there.
        connection.pragma_update(None, "foreign_keys", "OFF").map_err(&sqlite)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB).map_err(&sqlite)?;
        connection.set_prepared_statement_cache_capacity(32);
        let tx = connection.transaction().map_err(&sqlite)?;
        tx.execute_batch(LAYOUT).map_err(&sqlite)?;
        tally = fill(&tx, dataset, path)?;
        tx.execute_batch(INDEXES).map_err(&sqlite)?;
        keys_hold(&tx).map_err(&sqlite)?;
        super::seal::seal(&tx).map_err(&sqlite)?;
        tx.commit().map_err(&sqlite)?;
        connection.close().map_err(|(_, source)| sqlite(source))
    })?;
    Ok(tally)
}

/// Every row that names another finds it.
fn keys_hold(tx: &Transaction<'_>) -> rusqlite::Result<()> {
    let broken = tx
        .query_row(
            "SELECT \"table\" || ' names no row of ' || \"parent\" FROM pragma_foreign_key_check LIMIT 1",
            [],
            |row| row.get::<_, String>(0),
        )
        .optional()?;
    match broken {
        None => Ok(()),
        Some(what) => Err(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY),
            Some(what),
        )),
    }
}

/// Reads the instances of a dataset written by [`write()`], in order of id.
pub fn read(path: &Path) -> Result<Vec<Instance>, ExportError> {
    let mut instances = Vec::new();
    each(path, &mut |instance| {
        instances.push(instance);
        Ok(())
    })?;
    Ok(instances)
}

/// Hands over the instances of a dataset written by [`write()`], in order of id.
pub fn each(path: &Path, take: &mut super::source::Take<'_>) -> Result<(), ExportError> {
    let wrong = |why: String| ExportError::NotADataset { path: path.to_owned(), why };
    if !path.exists() {
        return Err(wrong("there is no such file; `afb-build export` writes one".to_owned()));
    }
    let connection = Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
        .map_err(|error| wrong(error.to_string()))?;
    let mut statement = connection
        .prepare("SELECT body FROM instance ORDER BY id")
        .map_err(|error| wrong(error.to_string()))?;
    let mut rows = statement.query([]).map_err(|error| wrong(error.to_string()))?;
    while let Some(row) = rows.next().map_err(|error| wrong(error.to_string()))? {
        let body: String = row.get(0).map_err(|error| wrong(error.to_string()))?;
        take(serde_json::from_str(&body).map_err(|error| wrong(error.to_string()))?)?;
    }
    Ok(())
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => ToSqlOutput::Owned(Sql::Null),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Json(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Integer(n) => ToSqlOutput::Owned(Sql::Integer(*n)),
            Value::Bool(yes) => ToSqlOutput::Owned(Sql::Integer(i64::from(*yes))),
            Value::Real(x) => ToSqlOutput::Owned(Sql::Real(*x)),
        })
    }
}

/// What instances point at beyond the rows that the build gives.
#[derive(Default)]
struct Named {
    cases: BTreeSet<String>,
    issuers: BTreeMap<u64, String>,
    filings: BTreeMap<String, FilingRow>,
}

impl Named {
    fn note(&mut self, i: &Instance) {
        if !self.cases.contains(&i.case_id) {
            self.cases.insert(i.case_id.clone());
        }
        self.issuers.entry(i.cik.0).or_insert_with(|| i.issuer.clone());
        if !self.filings.contains_key(i.accession.as_str()) {
            let row = FilingRow {
                accession: i.accession.as_str().to_owned(),
                cik: i.cik.0,
                form: i.form.clone(),
                url: i.url.clone(),
                ..FilingRow::default()
            };
            self.filings.insert(row.accession.clone(), row);
        }
        if let Some(restating) = &i.restating_accession {
            self.filings.entry(restating.as_str().to_owned()).or_insert_with(|| FilingRow {
                accession: restating.as_str().to_owned(),
                cik: i.cik.0,
                ..FilingRow::default()
            });
        }
    }
}

fn fill(tx: &Transaction<'_>, dataset: &Dataset<'_>, path: &Path) -> Result<Tally, ExportError> {
    let sqlite = ExportError::sqlite(path);
    let mut named = Named::default();
    let mut inserts = Inserts::new(tx).map_err(&sqlite)?;
    let tally = dataset.each(&mut |instance, rehydrate| {
        named.note(instance);
        inserts.instance(instance, rehydrate).map_err(&sqlite)
    })?;
    drop(inserts);
    beside(tx, dataset, named).map_err(&sqlite)?;
    let mut insert = tx.prepare("INSERT INTO meta (name, value) VALUES (?1, ?2)").map_err(&sqlite)?;
    for (name, value) in dataset.meta(&tally) {
        insert.execute([name, value]).map_err(&sqlite)?;
    }
    Ok(tally)
}

fn insert(table: &str, columns: usize) -> String {
    let marks = vec!["?"; columns].join(", ");
    format!("INSERT INTO {table} VALUES ({marks})")
}

/// What an instance is written with, made ready once.
struct Inserts<'c> {
    instance: Statement<'c>,
    tasks: BTreeMap<Task, Statement<'c>>,
    figure: Statement<'c>,
    flag: Statement<'c>,
    provenance: Statement<'c>,
}

impl<'c> Inserts<'c> {
    fn new(tx: &'c Transaction<'_>) -> rusqlite::Result<Inserts<'c>> {
        let task = |task: Task| Ok((task, tx.prepare(&insert(task.as_str(), schema::columns(task).len()))?));
        Ok(Inserts {
            instance: tx.prepare(&insert("instance", 14))?,
            tasks: Task::ALL.into_iter().map(task).collect::<rusqlite::Result<_>>()?,
            figure: tx.prepare(&insert("figure", 15))?,
            flag: tx.prepare(&insert("quality_flag", 6))?,
            provenance: tx.prepare(&insert("provenance", 8))?,
        })
    }

    /// The rows of one instance: in all tasks together, in its own task's table, and what hangs on it.
    fn instance(&mut self, i: &Instance, rehydrate: Option<&str>) -> rusqlite::Result<()> {
        self.instance.execute(params![
            i.id,
            i.task.as_str(),
            i.case_id,
            i.cik.to_string(),
            i.accession.as_str(),
            i.restating_accession.as_ref().map(|accession| accession.as_str()),
            i.period_label,
            i.period_end.map(|date| date.to_string()),
            i.label,
            i.control.map(|control| name(&control)),
            Value::Real(if i.score.is_finite() { i.score } else { 0.0 }),
            name(&i.split),
            name(&i.time_split),
            json(i),
        ])?;
        if let Some(own) = self.tasks.get_mut(&i.task) {
            own.execute(params_from_iter(schema::values(&Row { instance: i, rehydrate })))?;
        }
        for (position, f) in i.figures.iter().enumerate() {
            self.figure.execute(params![
                i.id,
                position as i64,
                f.item.as_str(),
                f.period_start.map(|date| date.to_string()),
                f.period_end.to_string(),
                Value::real(f.reported),
                Value::real(f.restated),
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
        for (position, f) in i.flags.iter().enumerate() {
            self.flag.execute(params![
                i.id,
                position as i64,
                f.flag,
                name(&f.severity),
                f.detail,
                f.stage
            ])?;
        }
        for (position, e) in i.evidence.iter().enumerate() {
            self.provenance.execute(params![
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
}

/// Cases, releases, issuers and filings; those that only an instance knows get a row of what it knows.
fn beside(tx: &Transaction<'_>, dataset: &Dataset<'_>, named: Named) -> rusqlite::Result<()> {
    let build = &dataset.build;
    let columns = super::build::CaseRow::columns().len();
    let mut cases: BTreeMap<&str, super::build::CaseRow> =
        build.cases.iter().map(|case| (case.id.as_str(), case.clone())).collect();
    for id in &named.cases {
        cases.entry(id).or_insert_with(|| super::build::CaseRow { id: id.clone(), ..Default::default() });
    }
    for case in cases.values() {
        tx.prepare_cached(&insert("case_", columns))?.execute(params_from_iter(case.values()))?;
    }
    for r in &build.releases {
        let case = r.case_id.as_deref().filter(|id| cases.contains_key(id));
        tx.prepare_cached(&insert("release", 11))?.execute(params![
            r.key,
            json(&r.aaer_numbers),
            json(&r.release_numbers),
            r.date,
            r.respondents,
            r.url,
            r.sha256,
            case,
            r.kept,
            r.reason,
            r.confidence
        ])?;
    }
    let mut filings: BTreeMap<String, FilingRow> =
        build.filings.iter().map(|filing| (filing.accession.clone(), filing.clone())).collect();
    for (accession, row) in named.filings {
        filings.entry(accession).or_insert(row);
    }
    let mut issuers: BTreeMap<u64, IssuerRow> =
        build.issuers.iter().map(|issuer| (issuer.cik, issuer.clone())).collect();
    let unnamed = filings.values().map(|filing| (filing.cik, String::new()));
    for (cik, name) in named.issuers.into_iter().chain(unnamed) {
        issuers.entry(cik).or_insert_with(|| IssuerRow {
            cik,
            name,
            former_names: "[]".to_owned(),
            ..IssuerRow::default()
        });
    }
    for i in issuers.into_values() {
        tx.prepare_cached(&insert("issuer", 5))?.execute(params![
            Cik(i.cik).to_string(),
            i.name,
            i.sic,
            i.state,
            i.former_names
        ])?;
    }
    for f in filings.into_values() {
        tx.prepare_cached(&insert("filing", 7))?.execute(params![
            f.accession,
            Cik(f.cik).to_string(),
            f.form,
            f.filed,
            f.report_date,
            f.url,
            f.sha256
        ])?;
    }
    Ok(())
}
