//! Fills the texts of a build published without them, from a user's own copy of the documents.
//!
//! Works on the SQLite file, on JSONL and Parquet files of instances, and on a folder of them; the other files
//! of a folder are copied, its checksums and the digests in its `croissant.json` made anew.

use super::error::ExportError;
use super::schema::{self, Column, Kind, Row, Value};
use super::withhold::{self, Read, Recipe, Texts};
use super::{jsonl, parquet, place};
use crate::tasks::{Instance, Task};
use rusqlite::Connection;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

/// Fills `input` into `out`; gives the number of instances filled.
pub fn rehydrate(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    if input.is_dir() { folder(input, out, read) } else { file(input, out, read) }
}

fn file(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    let mut head = Vec::new();
    let opened = File::open(input).map_err(|error| wrong(input, error))?;
    opened.take(16).read_to_end(&mut head).map_err(|error| wrong(input, error))?;
    if head.starts_with(b"SQLite format 3\0") {
        sqlite(input, out, read)
    } else if head.starts_with(b"PAR1") {
        parquet_file(input, out, read)
    } else {
        jsonl_file(input, out, read)
    }
}

fn wrong(path: &Path, why: impl ToString) -> ExportError {
    ExportError::NotADataset { path: path.to_owned(), why: why.to_string() }
}

/// Fills the values of one row; gives whether there was something to fill.
fn row(columns: &[Column], values: &mut [Value<'_>], read: &mut Read<'_>) -> Result<bool, String> {
    let at = |name: &str| columns.iter().position(|column| column.name == name);
    let (Some(recipe_at), Some(evidence_at), Some(parts_at), Some(explanation_at)) =
        (at("rehydrate"), at("evidence"), at("explanation_parts"), at("explanation"))
    else {
        return Ok(false);
    };
    let input_at = Task::ALL.into_iter().find_map(|task| at(schema::input_column(task)));
    let text = |at: usize| match values.get(at) {
        Some(Value::Json(text)) => text.clone(),
        Some(Value::Text(text)) => text.to_string(),
        _ => String::new(),
    };
    if text(recipe_at).is_empty() {
        return Ok(false);
    }
    let id = text(0);
    let parse = |error: serde_json::Error| format!("{id}: {error}");
    let recipe: Recipe = serde_json::from_str(&text(recipe_at)).map_err(parse)?;
    let mut texts = Texts {
        evidence: serde_json::from_str(&text(evidence_at)).map_err(parse)?,
        parts: serde_json::from_str(&text(parts_at)).map_err(parse)?,
        input: None,
    };
    withhold::fill(&id, &mut texts, &recipe, read).map_err(|error| error.to_string())?;
    let explanation = crate::tasks::Explanation { parts: texts.parts };
    let input = texts.input.map(|text| Value::Text(Cow::Owned(text)));
    let filled = [
        (Some(recipe_at), Some(Value::Null)),
        (Some(evidence_at), Some(Value::json(&texts.evidence))),
        (Some(parts_at), Some(Value::json(&explanation.parts))),
        (Some(explanation_at), Some(Value::Text(explanation.text().into()))),
        (input_at, input),
    ];
    for (at, value) in filled {
        if let (Some(place), Some(value)) = (at.and_then(|at| values.get_mut(at)), value) {
            *place = value;
        }
    }
    Ok(true)
}

/// The columns of rows that have these names.
fn columns_of<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Option<Vec<Column>> {
    Task::ALL
        .into_iter()
        .map(schema::columns)
        .find(|columns| columns.iter().all(|column| names.clone().any(|name| name == column.name)))
}

fn jsonl_file(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    let lines = BufReader::new(File::open(input).map_err(|error| wrong(input, error))?);
    let mut filled = 0;
    place::file(out, |to| {
        for (number, line) in lines.lines().enumerate() {
            let line = line.map_err(|error| wrong(input, error))?;
            // A torn last line is told, never passed over: what was cut off is lost, not absent.
            let bad = |why: String| wrong(input, format!("line {}: {why}", number + 1));
            let object: BTreeMap<String, Box<RawValue>> =
                serde_json::from_str(&line).map_err(|error| bad(error.to_string()))?;
            let columns = columns_of(object.keys().map(String::as_str))
                .ok_or_else(|| bad("the columns are those of no task".to_owned()))?;
            let mut values = Vec::new();
            for column in &columns {
                let raw = object.get(column.name.as_ref()).map_or("null", |raw| raw.get());
                values.push(value(column, raw).map_err(|error| bad(error.to_string()))?);
            }
            filled += usize::from(row(&columns, &mut values, read).map_err(ExportError::Cache)?);
            jsonl::line(to, &columns, &values).map_err(ExportError::io(out))?;
        }
        Ok(())
    })?;
    Ok(filled)
}

fn value(column: &Column, raw: &str) -> serde_json::Result<Value<'static>> {
    if raw == "null" {
        return Ok(Value::Null);
    }
    Ok(match column.kind {
        Kind::Text => Value::Text(Cow::Owned(serde_json::from_str(raw)?)),
        Kind::Integer => Value::Integer(serde_json::from_str(raw)?),
        Kind::Real => Value::Real(serde_json::from_str(raw)?),
        Kind::Bool => Value::Bool(serde_json::from_str(raw)?),
        Kind::Json => Value::Json(raw.to_owned()),
    })
}

fn parquet_file(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    let mut filled = 0;
    place::file_at(out, |part| {
        let mut writer: Option<parquet::Writer> = None;
        parquet::read(input, &columns_of_names, &mut |columns, values| {
            filled += usize::from(row(columns, values, read).map_err(ExportError::Cache)?);
            let writer = match &mut writer {
                Some(writer) => writer,
                None => {
                    let file =
                        File::options().read(true).write(true).open(part).map_err(ExportError::io(out))?;
                    writer.insert(parquet::Writer::new(file, out, columns.to_vec())?)
                }
            };
            writer.push(values)
        })?;
        match writer {
            Some(writer) => writer.close(),
            None => Err(wrong(input, "it has no rows of a task")),
        }
    })?;
    Ok(filled)
}

fn columns_of_names(names: &[&str]) -> Option<Vec<Column>> {
    columns_of(names.iter().copied())
}

fn folder(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    let names = place::files(input).map_err(|error| wrong(input, error))?;
    if !names.iter().any(|name| name == place::SUMS) {
        return Err(wrong(input, "the folder has no SHA256SUMS"));
    }
    let mut filled = 0;
    place::folder(out, |dir| {
        let mut digests: Vec<(String, String)> = Vec::new();
        let mut described = Vec::new();
        for name in names.iter().filter(|name| !name.ends_with(place::SUMS)) {
            let (from, to) = (input.join(name), dir.join(name));
            let io = ExportError::io(&to);
            if let Some(parent) = to.parent() {
                std::fs::create_dir_all(parent).map_err(&io)?;
            }
            if name.ends_with("croissant.json") {
                described.push(name);
                continue;
            }
            match rewritable(&from) {
                true => filled += file(&from, &to, read)?,
                false => std::fs::copy(&from, &to).map(|_| ()).map_err(&io)?,
            }
            let of = |path: &Path| place::digest(path).map_err(ExportError::io(path));
            digests.push((of(&from)?, of(&to)?));
        }
        for name in described {
            let text = std::fs::read_to_string(input.join(name)).map_err(|error| wrong(input, error))?;
            let text = digests.iter().fold(text, |text, (old, new)| text.replace(old, new));
            place::text(&dir.join(name), &text)?;
        }
        for name in names.iter().filter(|name| name.ends_with(place::SUMS)) {
            if let Some(dir) = dir.join(name).parent() {
                place::sums(dir)?;
            }
        }
        Ok(())
    })?;
    Ok(filled)
}

/// Whether a file holds instances with a recipe: SQLite, or JSONL and Parquet with the columns of a task.
fn rewritable(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending {
        "sqlite" => true,
        "parquet" => {
            parquet::names(path).is_ok_and(|names| columns_of(names.iter().map(String::as_str)).is_some())
        }
        "jsonl" => {
            let mut line = String::new();
            let read = File::open(path).map(BufReader::new).and_then(|mut file| file.read_line(&mut line));
            let object: serde_json::Result<BTreeMap<String, &RawValue>> = serde_json::from_str(&line);
            read.is_ok() && object.is_ok_and(|object| columns_of(object.keys().map(String::as_str)).is_some())
        }
        _ => false,
    }
}

fn sqlite(input: &Path, out: &Path, read: &mut Read<'_>) -> Result<usize, ExportError> {
    let mut filled = 0;
    place::file_at(out, |part| {
        std::fs::copy(input, part).map_err(ExportError::io(out))?;
        let sql = ExportError::sqlite(out);
        let mut connection = Connection::open(part).map_err(&sql)?;
        connection.pragma_update(None, "journal_mode", "OFF").map_err(&sql)?;
        let tx = connection.transaction().map_err(&sql)?;
        for task in Task::ALL {
            let rows: Vec<(String, String)> = {
                let mut select = tx
                    .prepare(&format!(
                        "SELECT i.body, t.rehydrate FROM instance i JOIN {} t ON t.id = i.id
                         WHERE t.rehydrate IS NOT NULL ORDER BY i.id",
                        task.as_str()
                    ))
                    .map_err(|error| wrong(input, error))?;
                let rows = select
                    .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
                    .map_err(|error| wrong(input, error))?;
                rows.collect::<Result<_, _>>().map_err(|error| wrong(input, error))?
            };
            for (body, recipe) in rows {
                let mut instance: Instance =
                    serde_json::from_str(&body).map_err(|error| wrong(input, error))?;
                let recipe: Recipe = serde_json::from_str(&recipe).map_err(|error| wrong(input, error))?;
                let mut texts = Texts {
                    evidence: instance.evidence.clone(),
                    parts: instance.explanation.parts.clone(),
                    input: None,
                };
                withhold::fill(&instance.id, &mut texts, &recipe, read)?;
                withhold::put(&mut instance, texts);
                put(&tx, &instance).map_err(&sql)?;
                filled += 1;
            }
        }
        tx.execute("UPDATE meta SET value = 'included' WHERE name = 'texts'", []).map_err(&sql)?;
        super::seal::seal(&tx).map_err(&sql)?;
        tx.commit().map_err(&sql)?;
        connection.close().map_err(|(_, source)| sql(source))
    })?;
    Ok(filled)
}

fn put(tx: &rusqlite::Transaction<'_>, i: &Instance) -> rusqlite::Result<()> {
    let columns = schema::columns(i.task);
    let values = schema::values(&Row { instance: i, rehydrate: None });
    let texts = [schema::input_column(i.task), "explanation", "explanation_parts", "evidence", "rehydrate"];
    for (column, value) in
        columns.iter().zip(&values).filter(|(column, _)| texts.contains(&column.name.as_ref()))
    {
        tx.prepare_cached(&format!("UPDATE {} SET {} = ?2 WHERE id = ?1", i.task.as_str(), column.name))?
            .execute(rusqlite::params![i.id, value])?;
    }
    tx.prepare_cached("UPDATE instance SET body = ?2 WHERE id = ?1")?
        .execute(rusqlite::params![i.id, schema::json(i)])?;
    let mut update =
        tx.prepare_cached("UPDATE provenance SET quote = ?3 WHERE instance_id = ?1 AND position = ?2")?;
    for (position, e) in i.evidence.iter().enumerate() {
        update.execute(rusqlite::params![i.id, position as i64, e.quote])?;
    }
    Ok(())
}
