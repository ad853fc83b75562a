//! Parquet with a declared schema: a column that is empty for the first thousand rows keeps its type.

use super::error::ExportError;
use super::schema::{self, Column, Kind, Row, Value};
use super::source::Dataset;
use super::tally::Tally;
use super::{build::CaseRow, place};
use crate::tasks::{Split, Task};
use arrow_array::builder::{ArrayBuilder, BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of one batch.
const BATCH: usize = 1024;

/// Type of a column in Parquet.
pub fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Text | Kind::Json => DataType::Utf8,
        Kind::Integer => DataType::Int64,
        Kind::Real => DataType::Float64,
        Kind::Bool => DataType::Boolean,
    }
}

enum Builder {
    Text(StringBuilder),
    Integer(Int64Builder),
    Real(Float64Builder),
    Bool(BooleanBuilder),
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        match kind {
            Kind::Text | Kind::Json => Builder::Text(StringBuilder::new()),
            Kind::Integer => Builder::Integer(Int64Builder::new()),
            Kind::Real => Builder::Real(Float64Builder::new()),
            Kind::Bool => Builder::Bool(BooleanBuilder::new()),
        }
    }

    /// Takes a value; one of another type than the column's is a bug of the row, and is refused.
    fn push(&mut self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Builder::Text(b), Value::Text(text)) => b.append_value(text),
            (Builder::Text(b), Value::Json(text)) => b.append_value(text),
            (Builder::Text(b), Value::Null) => b.append_null(),
            (Builder::Integer(b), Value::Integer(n)) => b.append_value(*n),
            (Builder::Integer(b), Value::Null) => b.append_null(),
            (Builder::Real(b), Value::Real(x)) => b.append_value(*x),
            (Builder::Real(b), Value::Null) => b.append_null(),
            (Builder::Bool(b), Value::Bool(yes)) => b.append_value(*yes),
            (Builder::Bool(b), Value::Null) => b.append_null(),
            _ => return false,
        }
        true
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Text(b) => ArrayBuilder::finish(b),
            Builder::Integer(b) => ArrayBuilder::finish(b),
            Builder::Real(b) => ArrayBuilder::finish(b),
            Builder::Bool(b) => ArrayBuilder::finish(b),
        }
    }
}

/// Writes rows of declared columns into one Parquet file.
pub struct Writer {
    path: PathBuf,
    schema: Arc<Schema>,
    columns: Vec<Column>,
    builders: Vec<Builder>,
    rows: usize,
    writer: ArrowWriter<File>,
}

impl Writer {
    /// Takes a file open for reading and writing, which `path` names in errors.
    pub fn new(file: File, path: &Path, columns: Vec<Column>) -> Result<Writer, ExportError> {
        let fields: Vec<Field> = columns
            .iter()
            .map(|column| Field::new(column.name.as_ref(), data_type(column.kind), column.nullable))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let level = ZstdLevel::try_new(1).map_err(|error| ExportError::format(path, error))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("afb-build ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_max_row_group_row_count(Some(8 * BATCH))
            .build();
        let writer = ArrowWriter::try_new(file, schema.clone(), Some(properties))
            .map_err(|error| ExportError::format(path, error))?;
        let builders = columns.iter().map(|column| Builder::new(column.kind)).collect();
        Ok(Writer { path: path.to_owned(), schema, columns, builders, rows: 0, writer })
    }

    /// Adds a row.
    pub fn push(&mut self, values: &[Value<'_>]) -> Result<(), ExportError> {
        for ((builder, column), value) in self.builders.iter_mut().zip(&self.columns).zip(values) {
            if !builder.push(value) {
                return Err(ExportError::format(&self.path, format!("column {} got {value:?}", column.name)));
            }
        }
        self.rows += 1;
        if self.rows == BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ExportError> {
        let arrays = self.builders.iter_mut().map(Builder::finish).collect();
        self.rows = 0;
        RecordBatch::try_new(self.schema.clone(), arrays)
            .map_err(|error| ExportError::format(&self.path, error))
            .and_then(|batch| {
                self.writer.write(&batch).map_err(|error| ExportError::format(&self.path, error))
            })
    }

    /// Writes what is left and the foot of the file.
    pub fn close(mut self) -> Result<(), ExportError> {
        if self.rows > 0 {
            self.flush()?;
        }
        let columns = self.columns.len();
        let mut file = self.writer.into_inner().map_err(|error| ExportError::format(&self.path, error))?;
        plain_orders(&mut file, columns).map_err(ExportError::io(&self.path))
    }
}

/// States the order of float columns as the plain one of their type.
///
/// The crate states the IEEE 754 total order, a late addition to the format that readers of before 2026 refuse
/// with the whole file ("bad data"). Without NaN, which no row holds, both orders are the same. The list of orders
/// ends the foot of the file (parquet.thrift, `FileMetaData` field 7): one union of three bytes a column, its
/// member in the first; a foot of another shape is left alone.
fn plain_orders(file: &mut File, columns: usize) -> std::io::Result<()> {
    const ORDER: usize = 3;
    const TYPE_ORDER: [u8; ORDER] = [0x1c, 0, 0];
    const TOTAL_ORDER: [u8; ORDER] = [0x2c, 0, 0];
    // The list, the stop of the foot, its length, the closing mark.
    let mut tail = vec![0; columns * ORDER + 1 + 4 + 4];
    file.seek(SeekFrom::End(-(tail.len() as i64)))?;
    file.read_exact(&mut tail)?;
    let Some(orders) = tail.get_mut(..columns * ORDER) else { return Ok(()) };
    if orders.chunks(ORDER).any(|order| order != TYPE_ORDER && order != TOTAL_ORDER) {
        return Ok(());
    }
    orders.chunks_mut(ORDER).for_each(|order| order.copy_from_slice(&TYPE_ORDER));
    file.seek(SeekFrom::End(-(tail.len() as i64)))?;
    file.write_all(&tail)
}

/// Writes the instances of one task into one file.
pub fn write(dataset: &Dataset<'_>, task: Task, path: &Path) -> Result<Tally, ExportError> {
    let mut tally = Tally::default();
    place::file_at(path, |part| {
        let file = File::options().read(true).write(true).open(part).map_err(ExportError::io(path))?;
        let mut writer = Writer::new(file, path, schema::columns(task))?;
        tally = dataset.each(&mut |instance, rehydrate| {
            if instance.task == task {
                writer.push(&schema::values(&Row { instance, rehydrate }))?;
            }
            Ok(())
        })?;
        writer.close()
    })?;
    Ok(tally)
}

/// Writes one file a task and split, `<task>/<split>-00000-of-00001.parquet` under `dir`; a split without
/// instances gets no file, since readers refuse splits without rows. All in one pass.
pub fn write_splits(dataset: &Dataset<'_>, dir: &Path) -> Result<Tally, ExportError> {
    let mut writers: BTreeMap<(Task, Split), Writer> = BTreeMap::new();
    let tally = dataset.each(&mut |instance, rehydrate| {
        let key = (instance.task, instance.split);
        if let std::collections::btree_map::Entry::Vacant(e) = writers.entry(key) {
            let path = split_path(dir, instance.task.as_str(), &schema::name(&instance.split));
            e.insert(Writer::new(create(&path)?, &path, schema::columns(instance.task))?);
        }
        match writers.get_mut(&key) {
            Some(writer) => writer.push(&schema::values(&Row { instance, rehydrate })),
            None => Ok(()),
        }
    })?;
    writers.into_values().try_for_each(Writer::close)?;
    Ok(tally)
}

/// Writes the table of cases as the only split of its configuration.
pub fn write_cases(cases: &[CaseRow], dir: &Path) -> Result<(), ExportError> {
    let path = split_path(dir, "cases", "full");
    let mut writer = Writer::new(create(&path)?, &path, CaseRow::columns())?;
    for case in cases {
        writer.push(&case.values())?;
    }
    writer.close()
}

fn split_path(dir: &Path, config: &str, split: &str) -> PathBuf {
    dir.join(config).join(format!("{split}-00000-of-00001.parquet"))
}

fn create(path: &Path) -> Result<File, ExportError> {
    let io = ExportError::io(path);
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(&io)?;
    }
    File::options().read(true).write(true).create(true).truncate(true).open(path).map_err(io)
}

/// Number of rows of a file.
pub fn rows(path: &Path) -> Result<usize, ExportError> {
    let file = File::open(path).map_err(ExportError::io(path))?;
    let reader = SerializedFileReader::new(file).map_err(|error| ExportError::format(path, error))?;
    Ok(reader.metadata().file_metadata().num_rows().max(0) as usize)
}

/// Names of the columns of a file.
pub fn names(path: &Path) -> Result<Vec<String>, ExportError> {
    let file = File::open(path).map_err(ExportError::io(path))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| unreadable(path, error))?;
    Ok(builder.schema().fields().iter().map(|field| field.name().clone()).collect())
}

/// Hands over the rows of a file whose columns `declared` knows by their names.
pub fn read(
    path: &Path,
    declared: &dyn Fn(&[&str]) -> Option<Vec<Column>>,
    take: &mut dyn FnMut(&[Column], &mut [Value<'_>]) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| unreadable(path, error))?;
    let names: Vec<String> = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let columns = declared(&names).ok_or_else(|| unreadable(path, "its columns are those of no table"))?;
    let batches = builder.with_batch_size(BATCH).build().map_err(|error| unreadable(path, error))?;
    for batch in batches {
        let batch = batch.map_err(|error| unreadable(path, error))?;
        for row in 0..batch.num_rows() {
            let mut values = Vec::with_capacity(columns.len());
            for column in &columns {
                let value =
                    batch.column_by_name(&column.name).and_then(|array| value(array, column.kind, row));
                values.push(value.ok_or_else(|| unreadable(path, format!("column {}", column.name)))?);
            }
            take(&columns, &mut values)?;
        }
    }
    Ok(())
}

/// The value of a row; none where the array is of another type than declared.
fn value(array: &ArrayRef, kind: Kind, row: usize) -> Option<Value<'static>> {
    if array.is_null(row) {
        return Some(Value::Null);
    }
    let any = array.as_any();
    Some(match kind {
        Kind::Text => Value::Text(any.downcast_ref::<StringArray>()?.value(row).to_owned().into()),
        Kind::Json => Value::Json(any.downcast_ref::<StringArray>()?.value(row).to_owned()),
        Kind::Integer => Value::Integer(any.downcast_ref::<Int64Array>()?.value(row)),
        Kind::Real => Value::Real(any.downcast_ref::<Float64Array>()?.value(row)),
        Kind::Bool => Value::Bool(any.downcast_ref::<BooleanArray>()?.value(row)),
    })
}

fn unreadable(path: &Path, why: impl ToString) -> ExportError {
    ExportError::NotADataset { path: path.to_owned(), why: why.to_string() }
}
