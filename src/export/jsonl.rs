//! One JSON object a line, keys in the order of the columns.

use super::error::ExportError;
use super::place;
use super::schema::{self, Column, Row, Value};
use super::source::Dataset;
use super::tally::Tally;
use crate::tasks::Task;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::RawValue;
use std::io::Write;
use std::path::Path;

/// One row as an object.
struct Object<'a> {
    columns: &'a [Column],
    values: &'a [Value<'a>],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, value) in self.columns.iter().zip(self.values) {
            let key = column.name.as_ref();
            match value {
                Value::Null => map.serialize_entry(key, &())?,
                Value::Text(text) => map.serialize_entry(key, text)?,
                Value::Integer(n) => map.serialize_entry(key, n)?,
                Value::Real(x) => map.serialize_entry(key, x)?,
                Value::Bool(yes) => map.serialize_entry(key, yes)?,
                Value::Json(text) => {
                    let raw: &RawValue = serde_json::from_str(text).map_err(serde::ser::Error::custom)?;
                    map.serialize_entry(key, raw)?;
                }
            }
        }
        map.end()
    }
}

/// Writes a row and a line end.
pub fn line(out: &mut impl Write, columns: &[Column], values: &[Value<'_>]) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, &Object { columns, values })?;
    out.write_all(b"\n")
}

/// Writes the instances of one task.
pub fn write(dataset: &Dataset<'_>, task: Task, path: &Path) -> Result<Tally, ExportError> {
    let mut tally = Tally::default();
    let columns = schema::columns(task);
    place::file(path, |out| {
        tally = dataset.each(&mut |instance, rehydrate| {
            if instance.task == task {
                line(out, &columns, &schema::values(&Row { instance, rehydrate }))
                    .map_err(ExportError::io(path))?;
            }
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(tally)
}
