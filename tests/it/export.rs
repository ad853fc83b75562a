//! Exports: the same values in every shape, whole files or none, the same bytes twice.

use crate::made::{document, instance, instances};
use afb_build::export::build::{AccountingRow, CaseRow};
use afb_build::export::{
    self, Build, Dataset, ExportError, Filter, Format, parquet, place, rehydrate, schema, stats,
};
use afb_build::tasks::{Instance, Split, Task};
use rusqlite::Connection;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

fn build() -> Build {
    let facts = [("program", "afb-build test"), ("configuration_digest", "0123abcd"), ("canary", "CANARY")];
    Build {
        meta: facts.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        cases: vec![CaseRow {
            id: "CASE-AAER-9000".into(),
            category: "REVENUE_TIMING".into(),
            party_type: "issuer".into(),
            standing: "the Commission found; settled without admitting or denying".into(),
            mechanism: "items \"were\"\nrecorded early".into(),
            settled: true,
            ..CaseRow::default()
        }],
        accounting: vec![AccountingRow { release: "=1+1".into(), ..AccountingRow::default() }],
        ..Build::default()
    }
}

fn export(all: &Vec<Instance>, format: Format, path: &Path) {
    export::write(&Dataset::new(all, build()), format, path).unwrap();
}

/// A cell of any format as JSON, so that they can be held against each other.
fn cell(kind: schema::Kind, value: &schema::Value<'_>) -> Json {
    match value {
        schema::Value::Null => Json::Null,
        schema::Value::Text(text) => Json::from(text.as_ref()),
        schema::Value::Integer(n) => Json::from(*n),
        schema::Value::Real(x) => Json::from(*x),
        schema::Value::Bool(yes) => Json::from(*yes),
        schema::Value::Json(text) => {
            assert_eq!(kind, schema::Kind::Json);
            serde_json::from_str(text).unwrap()
        }
    }
}

type Rows = Vec<BTreeMap<String, Json>>;

fn from_sqlite(path: &Path, task: Task) -> Rows {
    let connection = Connection::open(path).unwrap();
    let columns = schema::columns(task);
    let mut statement = connection.prepare(&format!("SELECT * FROM {} ORDER BY id", task.as_str())).unwrap();
    let mut rows = statement.query([]).unwrap();
    let mut found = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let cells = columns.iter().enumerate().map(|(at, column)| {
            let value = match row.get_ref(at).unwrap() {
                rusqlite::types::ValueRef::Null => Json::Null,
                rusqlite::types::ValueRef::Integer(n) => Json::from(n),
                rusqlite::types::ValueRef::Real(x) => Json::from(x),
                rusqlite::types::ValueRef::Text(text) => {
                    let text = std::str::from_utf8(text).unwrap();
                    if column.kind == schema::Kind::Json {
                        serde_json::from_str(text).unwrap()
                    } else {
                        Json::from(text)
                    }
                }
                rusqlite::types::ValueRef::Blob(_) => panic!("a blob"),
            };
            (column.name.to_string(), value)
        });
        found.push(cells.collect());
    }
    found
}

fn from_jsonl(path: &Path) -> Rows {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn from_parquet(path: &Path, task: Task) -> Rows {
    let mut found = Vec::new();
    parquet::read(path, &|_| Some(schema::columns(task)), &mut |columns, values| {
        let cells = columns
            .iter()
            .zip(values)
            .map(|(column, value)| (column.name.to_string(), cell(column.kind, value)));
        found.push(cells.collect());
        Ok(())
    })
    .unwrap();
    found
}

/// EXPORT: JSONL, Parquet and SQLite hold the same cells, whatever the texts hold.
#[test]
fn all_cells_agree_between_formats() {
    let dir = tempfile::tempdir().unwrap();
    let all = instances(300);
    let sqlite = dir.path().join("a.sqlite");
    export(&all, Format::Sqlite, &sqlite);
    export(&all, Format::Jsonl, &dir.path().join("jsonl"));
    export(&all, Format::Parquet, &dir.path().join("parquet"));
    for task in Task::ALL {
        let rows = from_sqlite(&sqlite, task);
        assert_eq!(rows.len(), 100);
        assert_eq!(rows, from_jsonl(&dir.path().join(format!("jsonl/{}.jsonl", task.as_str()))));
        assert_eq!(rows, from_parquet(&dir.path().join(format!("parquet/{}.parquet", task.as_str())), task));
    }
    let read = export::sqlite::read(&sqlite).unwrap();
    assert_eq!(read, all);
}

/// O01: a column that is empty in its first thousand rows keeps its declared type, and the late value is there.
#[test]
fn a_late_value_finds_its_column() {
    let dir = tempfile::tempdir().unwrap();
    let all: Vec<Instance> = (0..1200)
        .map(|n| {
            let mut instance = instance(3 * n);
            instance.id = format!("{n:05}");
            for figure in &mut instance.figures {
                figure.restated = (n >= 1000).then_some(5.5);
            }
            instance.restating_accession = None;
            instance
        })
        .collect();
    let data = Dataset::new(&all, build());
    let data = Dataset { filter: Filter { tasks: vec![Task::Attribution], ..Filter::default() }, ..data };
    let (sqlite, pq, jsonl) =
        (dir.path().join("a.sqlite"), dir.path().join("a.parquet"), dir.path().join("a.jsonl"));
    export::write(&data, Format::Sqlite, &sqlite).unwrap();
    export::write(&data, Format::Parquet, &pq).unwrap();
    export::write(&data, Format::Jsonl, &jsonl).unwrap();
    for rows in
        [from_sqlite(&sqlite, Task::Attribution), from_parquet(&pq, Task::Attribution), from_jsonl(&jsonl)]
    {
        assert_eq!(rows.len(), 1200);
        assert_eq!(rows[999]["restated_revenue"], Json::Null);
        assert_eq!(rows[1000]["restated_revenue"], Json::from(5.5));
        assert!(
            rows.iter()
                .all(|row| row["restating_accession"] == Json::Null
                    && row["restated_inventories"] == Json::Null)
        );
    }
    let types = declared_types(&pq);
    assert!(orders(&pq).iter().all(|order| order == "TYPE_DEFINED_ORDER"), "{:?}", orders(&pq));
    assert_eq!(types["restated_revenue"], "Float64");
    assert_eq!(types["restated_inventories"], "Float64");
    assert_eq!(types["restating_accession"], "Utf8");
    assert_eq!(types["rehydrate"], "Utf8");
}

/// How the order of each column is stated: readers of before 2026 know the one of the type only.
fn orders(path: &Path) -> Vec<String> {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    let stated = reader.metadata().file_metadata().column_orders().unwrap();
    stated.iter().map(|order| format!("{order:?}").split('(').next().unwrap().to_owned()).collect()
}

fn declared_types(path: &Path) -> BTreeMap<String, String> {
    use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    let builder = ParquetRecordBatchReaderBuilder::try_new(std::fs::File::open(path).unwrap()).unwrap();
    builder
        .schema()
        .fields()
        .iter()
        .map(|field| (field.name().clone(), field.data_type().to_string()))
        .collect()
}

/// S08: the exported file alone is complete: no journal beside it, all rows in it, keys that hold.
#[test]
fn the_sqlite_file_alone_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.sqlite");
    export(&instances(90), Format::Sqlite, &path);
    let names: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a.sqlite"]);
    let connection = Connection::open(&path).unwrap();
    let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(one("PRAGMA integrity_check"), "ok");
    assert_eq!(one("SELECT count(*) || '' FROM instance"), "90");
    assert_eq!(one("SELECT count(*) || '' FROM pragma_foreign_key_check"), "0");
    assert_eq!(one("SELECT value FROM meta WHERE name = 'canary'"), "CANARY");
    for view in ["label_count", "usable", "restated_figure", "flag_count", "trace", "left_out"] {
        one(&format!("SELECT count(*) || '' FROM {view}"));
    }
    assert_eq!(one("SELECT count(*) || '' FROM trace"), "180");
}

/// The same instances give the same bytes, file by file.
#[test]
fn two_exports_are_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let all = instances(120);
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    export(&all, Format::All, &a);
    export(&all, Format::All, &b);
    let files = place::files(&a).unwrap();
    assert_eq!(files, place::files(&b).unwrap());
    for name in &files {
        assert!(std::fs::read(a.join(name)).unwrap() == std::fs::read(b.join(name)).unwrap(), "{name}");
    }
    for name in [
        "auditfraudbench.sqlite",
        "auditfraudbench-accounting.csv",
        "auditfraudbench-reference.jsonl",
        "finben/pattern.jsonl",
        "huggingface/README.md",
        "huggingface/croissant.json",
        "huggingface/CITATION.cff",
        "huggingface/DATASHEET.md",
        "huggingface/data/narrative/test-00000-of-00001.parquet",
        "huggingface/data/cases/full-00000-of-00001.parquet",
        "inspect-ai/narrative.jsonl",
        "jsonl/attribution.jsonl",
        "lm-eval/auditfraudbench.yaml",
        "lm-eval/auditfraudbench_pattern.yaml",
        "parquet/pattern.parquet",
        "SHA256SUMS",
    ] {
        assert!(files.iter().any(|file| file == name), "{name} is missing among {files:?}");
    }
}

/// The card's numbers, the checksums and Croissant speak of the files that are there.
#[test]
fn the_hugging_face_folder_describes_itself() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hf");
    export(&instances(180), Format::Huggingface, &path);
    let card = std::fs::read_to_string(path.join("README.md")).unwrap();
    assert!(card.starts_with("---\n") && card.contains("config_name: pattern"), "{card}");
    assert!(card.contains("without the") && card.contains("Nothing in it says that a person"), "{card}");
    let croissant: Json =
        serde_json::from_str(&std::fs::read_to_string(path.join("croissant.json")).unwrap()).unwrap();
    let files = croissant["distribution"].as_array().unwrap();
    assert_eq!(files.len(), 10);
    for file in files {
        let content = path.join(file["contentUrl"].as_str().unwrap());
        assert_eq!(file["sha256"].as_str().unwrap(), place::digest(&content).unwrap());
        assert!(card.contains(&format!("num_bytes: {}", std::fs::metadata(&content).unwrap().len())));
    }
    for line in std::fs::read_to_string(path.join("SHA256SUMS")).unwrap().lines() {
        let (digest, name) = line.split_once("  ").unwrap();
        assert_eq!(place::digest(&path.join(name)).unwrap(), digest, "{name}");
    }
}

#[test]
fn filters_say_what_they_removed() {
    let all = instances(110);
    let filter = Filter {
        splits: vec![Split::Train],
        min_quality: 0.5,
        exclude: vec!["toc-debris".into()],
        ..Filter::default()
    };
    let data = Dataset { filter, ..Dataset::new(&all, build()) };
    let tally = data.tally().unwrap();
    let removed: usize = tally.removed.values().sum();
    assert_eq!(tally.total() + removed, 110);
    assert!(tally.total() > 0);
    let reasons: Vec<_> = tally.removed.keys().map(String::as_str).collect();
    assert_eq!(reasons, ["flag toc-debris", "quality below 0.5", "split not asked for"]);
    assert!(data.meta(&tally).contains_key("left_out: quality below 0.5"));
}

/// The paper's profile has no negatives, and only cases with an issuer charged.
#[test]
fn the_paper_profile_leaves_negatives_out() {
    let all = instances(120);
    let cases = Some(["CASE-AAER-9000".to_owned()].into());
    let data =
        Dataset { filter: Filter { paper_cases: cases, ..Filter::default() }, ..Dataset::new(&all, build()) };
    let mut seen = 0;
    data.each(&mut |instance, _| {
        assert!(instance.control.is_none() && instance.case_id == "CASE-AAER-9000");
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, 5);
}

/// A build without texts holds none of them, and a cache gives every one back, in each format.
#[test]
fn texts_left_out_come_back_from_the_cache() {
    let dir = tempfile::tempdir().unwrap();
    let all = instances(120);
    let documents: BTreeMap<String, String> =
        (0..8).map(|n| (afb_build::store::sha256(document(n).as_bytes()), document(n))).collect();
    let mut read = |blob: &str, url: &str| -> Result<Rc<String>, ExportError> {
        documents.get(blob).cloned().map(Rc::new).ok_or_else(|| ExportError::Cache(format!("no {url}")))
    };
    for format in [Format::Sqlite, Format::Jsonl, Format::Parquet, Format::Huggingface] {
        let [full, bare, filled] =
            ["full", "bare", "filled"].map(|n| dir.path().join(format!("{}-{n}", format.as_str())));
        export(&all, format, &full);
        let data = Dataset { no_text: true, ..Dataset::new(&all, build().without_texts()) };
        export::write(&data, format, &bare).unwrap();
        for name in if bare.is_dir() { place::files(&bare).unwrap() } else { vec![String::new()] } {
            let file = if name.is_empty() { bare.clone() } else { bare.join(&name) };
            let bytes = std::fs::read(&file).unwrap();
            for secret in ["strong demand", "were recorded early"] {
                assert!(memchr::memmem::find(&bytes, secret.as_bytes()).is_none(), "{secret} in {name}");
            }
        }
        let n = rehydrate::rehydrate(&bare, &filled, &mut read).unwrap();
        assert_eq!(n, 120, "{}", format.as_str());
        for task in Task::ALL {
            let name = task.as_str();
            match format {
                Format::Sqlite => {
                    assert_eq!(from_sqlite(&full, task), from_sqlite(&filled, task));
                    assert_eq!(export::sqlite::read(&filled).unwrap(), all);
                    assert_eq!(export::check::broken(&filled).unwrap(), Vec::<String>::new());
                }
                Format::Jsonl => {
                    let file = format!("{name}.jsonl");
                    assert_eq!(
                        std::fs::read(full.join(&file)).unwrap(),
                        std::fs::read(filled.join(&file)).unwrap()
                    );
                }
                Format::Parquet => {
                    let file = format!("{name}.parquet");
                    assert_eq!(
                        from_parquet(&full.join(&file), task),
                        from_parquet(&filled.join(&file), task)
                    );
                }
                _ => {
                    let file = format!("data/{name}/test-00000-of-00001.parquet");
                    assert_eq!(
                        from_parquet(&full.join(&file), task),
                        from_parquet(&filled.join(&file), task)
                    );
                    let described = std::fs::read_to_string(filled.join("croissant.json")).unwrap();
                    assert!(described.contains(&place::digest(&filled.join(&file)).unwrap()));
                }
            }
        }
    }
    let data = Dataset { no_text: true, ..Dataset::new(&all, build()) };
    let error = export::write(&data, Format::LmEval, &dir.path().join("asked")).unwrap_err();
    assert!(error.to_string().contains("--no-text"), "{error}");
    let out = dir.path().join("never");
    let bare = dir.path().join("jsonl-bare");
    let error = rehydrate::rehydrate(&bare, &out, &mut |_, url| Err(ExportError::Cache(format!("no {url}"))));
    assert!(error.unwrap_err().to_string().contains("https://www.sec.gov/"));
    assert!(!out.exists());
    let wrong =
        rehydrate::rehydrate(&bare, &out, &mut |_, _| Ok(Rc::new("another reading of the bytes".repeat(9))));
    assert!(wrong.unwrap_err().to_string().contains("expected digest"));
}

/// S12: a torn last line is told by its number and the file asked for is not made.
#[test]
fn a_torn_line_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let (torn, out) = (dir.path().join("torn.jsonl"), dir.path().join("out.jsonl"));
    let all = instances(12);
    let data = Dataset {
        filter: Filter { tasks: vec![Task::Pattern], ..Filter::default() },
        ..Dataset::new(&all, build())
    };
    export::write(&data, Format::Jsonl, &torn).unwrap();
    let bytes = std::fs::read(&torn).unwrap();
    place::text(&torn, std::str::from_utf8(&bytes[..bytes.len() - 40]).unwrap()).unwrap();
    let error = rehydrate::rehydrate(&torn, &out, &mut |_, _| Ok(Rc::new(String::new()))).unwrap_err();
    assert!(error.to_string().contains("line 4"), "{error}");
    assert!(!out.exists());
}

/// EXPORT: an export that is stopped or cannot write leaves what stood there and nothing beside it.
#[test]
fn a_stopped_export_leaves_the_old_file() {
    let dir = tempfile::tempdir().unwrap();
    let all = instances(18);
    for format in Format::EACH.into_iter().chain([Format::All]) {
        let path = dir.path().join(format.as_str());
        export(&all, format, &path);
        let before: Vec<_> = listing(&path);
        let data = Dataset::new(&all, build());
        data.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let error = export::write(&data, format, &path).unwrap_err();
        assert!(matches!(error, ExportError::Interrupted), "{format:?}: {error}");
        assert_eq!(before, listing(&path), "{format:?}");
    }
    let mut names: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 10, "{names:?}");
}

fn listing(path: &Path) -> Vec<(String, String)> {
    if path.is_file() {
        return vec![(String::new(), place::digest(path).unwrap())];
    }
    let names = place::files(path).unwrap();
    names.into_iter().map(|name| (name.clone(), place::digest(&path.join(&name)).unwrap())).collect()
}

/// A folder that cannot be written to gives an error with the path, not a panic. Skipped for the superuser, whom
/// no permission stops.
#[test]
fn a_read_only_folder_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let closed = dir.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    let mut permissions = std::fs::metadata(&closed).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&closed, permissions).unwrap();
    if std::fs::File::create(closed.join("probe")).is_ok() {
        eprintln!("skipped: this user may write to read-only folders");
        return;
    }
    let error =
        export::write(&Dataset::new(&instances(3), build()), Format::Sqlite, &closed.join("a.sqlite"))
            .unwrap_err();
    assert!(error.to_string().contains("closed"), "{error}");
}

/// The harness shapes: gold is the place of the answer among the choices; placeholders ask nothing.
#[test]
fn harness_shapes_hold_together() {
    let dir = tempfile::tempdir().unwrap();
    let all = instances(102);
    let asked = all.iter().filter(|i| schema::input(i).is_some()).count();
    export(&all, Format::Finben, &dir.path().join("f"));
    export(&all, Format::InspectAi, &dir.path().join("i"));
    export(&all, Format::LmEval, &dir.path().join("l"));
    let mut n = 0;
    for task in Task::ALL {
        for row in from_jsonl(&dir.path().join(format!("f/{}.jsonl", task.as_str()))) {
            n += 1;
            let gold = row["gold"].as_u64().unwrap() as usize;
            assert_eq!(row["choices"][gold], row["answer"]);
            assert!(row["query"].as_str().unwrap().contains(row["text"].as_str().unwrap()));
        }
        for row in from_jsonl(&dir.path().join(format!("i/{}.jsonl", task.as_str()))) {
            assert!(row["choices"].as_array().unwrap().contains(&row["target"]));
            assert!(row["input"].is_string() && row["id"].is_string() && row["metadata"].is_object());
        }
    }
    assert_eq!(n, asked);
    let yaml = std::fs::read_to_string(dir.path().join("l/auditfraudbench_narrative.yaml")).unwrap();
    assert!(
        yaml.contains("output_type: multiple_choice") && yaml.contains("test: narrative-test.jsonl"),
        "{yaml}"
    );
}

/// The reference's record: every instance stands in exactly one record, under its task.
#[test]
fn every_instance_stands_in_one_reference_record() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.jsonl");
    let all = instances(150);
    export(&all, Format::Reference, &path);
    let mut seen = Vec::new();
    for record in from_jsonl(&path) {
        for key in ["case_id", "documents", "tasks", "xbrl_financials", "metadata", "quality_flags"] {
            assert!(record.contains_key(key), "{key}");
        }
        for task in record["tasks"].as_object().unwrap().values().filter(|task| !task.is_null()) {
            assert!(task["input"].is_object() && task["label"]["label"].is_string());
            seen.push(task["id"].as_str().unwrap().to_owned());
        }
    }
    seen.sort();
    assert_eq!(seen, all.iter().map(|i| i.id.clone()).collect::<Vec<_>>());
}

/// R36: the paper's Table 1, counted over instances at fault.
#[test]
fn table_one_counts_instances_at_fault() {
    let all = instances(120);
    let data = Dataset::new(&all, build());
    let tables = stats::tables(&data.tally().unwrap(), &data.build);
    let one = &tables[0];
    let cell = |item: &str, at: usize| one.rows.iter().find(|row| row[0] == item).unwrap()[at].clone();
    let faulty = |task| all.iter().filter(|i| i.task == task && i.control.is_none()).count().to_string();
    assert_eq!(cell("task 1 instances", 1), faulty(Task::Attribution));
    assert_eq!(cell("task 3 instances", 1), faulty(Task::Pattern));
    assert_eq!(
        (cell("task 3 instances", 2), cell("REVENUE_TIMING", 2)),
        ("295".to_owned(), "110".to_owned())
    );
    assert_eq!(cell("negatives, all tasks", 1), "30");
    let text = stats::text(&tables);
    assert!(text.contains("label") && text.contains("10-K405"));
    let csv = stats::csv(&tables).unwrap();
    assert_eq!(csv.lines().next(), Some("table,row,column,value"));
    assert!(csv.contains("table-1,1,this build,"));
}
