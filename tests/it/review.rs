//! Review, repair and verification over a run of the built-in sample.

use afb_build::export::{seal, sqlite, verify};
use afb_build::quality::review::{self, Kind, Question};
use afb_build::store::{Store, instances, jobs, reviews};
use afb_build::tasks::{Input, Instance};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_afb-build"));
    command.env_remove("AFB_CONTACT");
    command
}

fn run(dir: &Path, more: &[&str]) -> Output {
    let data = dir.display().to_string();
    binary().args(["run", "--sample", "--data", &data]).args(more).output().unwrap()
}

fn verb(dir: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let data = dir.join("sample").display().to_string();
    let output = binary().args(arguments).args(["--data", &data]).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

fn dataset(dir: &Path) -> PathBuf {
    dir.join("sample").join("datasets").join("auditfraudbench.sqlite")
}

fn built() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let output = run(dir.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    dir
}

fn store(dir: &Path) -> Store {
    Store::open_read_only(&dir.join("sample")).unwrap()
}

fn worked(dir: &Path) -> Vec<(String, i64)> {
    store(dir).read(jobs::worked).unwrap().into_iter().collect()
}

fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// Another character in the place of one; never the same text.
fn with_one_changed(text: &str, seed: &mut u64) -> String {
    let at = next(seed) % text.chars().count();
    text.chars()
        .enumerate()
        .map(|(n, c)| match (n == at, c) {
            (false, c) => c,
            (true, '1') => '2',
            (true, c) if c.is_ascii_digit() => '1',
            (true, 'a') => 'e',
            (true, _) => 'a',
        })
        .collect()
}

/// Makes 200 changes of one character in quotes, figures and digests of a dataset, one at a time; each is found.
fn each_of_two_hundred_changes_is_found(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut seed = 20_261_129;
    let places = [
        ("provenance", "quote"),
        ("provenance", "sha256"),
        ("figure", "reported"),
        ("figure", "restated"),
        ("instance", "body"),
        ("seal", "sha256"),
    ];
    let mut changes = 0;
    for n in 0.. {
        if changes == 200 {
            break;
        }
        let (table, column) = places[n % places.len()];
        // The seal is stored by its key, the others by number.
        let key = if table == "seal" { "table_name || '/' || row_key" } else { "CAST(rowid AS TEXT)" };
        let rows: Vec<(String, String)> = connection
            .prepare(&format!(
                "SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL AND {column} <> ''"
            ))
            .unwrap()
            .query_map([], |row| {
                let value: rusqlite::types::Value = row.get(1)?;
                Ok((
                    row.get(0)?,
                    match value {
                        rusqlite::types::Value::Text(text) => text,
                        rusqlite::types::Value::Real(x) => x.to_string(),
                        other => format!("{other:?}"),
                    },
                ))
            })
            .unwrap()
            .map(Result::unwrap)
            .collect();
        if rows.is_empty() {
            continue;
        }
        changes += 1;
        let (row, was) = &rows[next(&mut seed) % rows.len()];
        let changed = with_one_changed(was, &mut seed);
        let changed: rusqlite::types::Value = match (table, changed.parse::<f64>()) {
            ("figure", Ok(x)) => x.into(),
            ("figure", Err(_)) => 0.5.into(),
            _ => changed.into(),
        };
        connection.execute_batch("BEGIN").unwrap();
        connection
            .execute(
                &format!("UPDATE {table} SET {column} = ?1 WHERE {key} = ?2"),
                rusqlite::params![changed, row],
            )
            .unwrap();
        let broken = seal::broken(&connection).unwrap();
        assert!(!broken.is_empty(), "{table}.{column} of row {row}: {was} to {changed:?}");
        connection.execute_batch("ROLLBACK").unwrap();
    }
    assert_eq!(seal::broken(&connection).unwrap(), Vec::<String>::new());
}

/// The real mirror too: what is made of it passes, and every change is found.
#[test]
fn what_is_made_of_the_mirror_is_verified() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/mirror/manifest.tsv");
    if !manifest.exists() {
        eprintln!("skipped: no ../shared/mirror");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().display().to_string();
    let with = |arguments: &[&str]| {
        let output = binary().args(arguments).args(["--data", &data]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let (code, text) = with(&["cache", "import", &manifest.display().to_string()]);
    assert_eq!(code, Some(0), "{text}");
    // Some releases of the index are not in the mirror.
    let (code, text) = with(&["run", "--offline"]);
    assert_eq!(code, Some(3), "{text}");
    let path = dir.path().join("datasets").join("auditfraudbench.sqlite");
    let tasks: std::collections::BTreeSet<_> =
        sqlite::read(&path).unwrap().into_iter().map(|instance| instance.task).collect();
    assert_eq!(tasks.len(), 3, "all three tasks");
    let (code, text) = with(&["verify", &path.display().to_string()]);
    assert_eq!(code, Some(0), "{text}");
    each_of_two_hundred_changes_is_found(&path);
}

/// An untouched dataset passes; 200 changes of one character in quotes, figures and digests are all found, and
/// changes made everywhere alike and sealed anew are found in the kept bytes.
#[test]
fn every_changed_character_is_found() {
    let dir = built();
    let path = dataset(dir.path());
    let (code, text) = verb(dir.path(), &["verify", &path.display().to_string()]);
    assert_eq!(code, Some(0), "{text}");
    each_of_two_hundred_changes_is_found(&path);

    let store = store(dir.path());
    let tampered = |edit: &dyn Fn(&mut Instance) -> bool| {
        let other = dir.path().join("tampered.sqlite");
        std::fs::copy(&path, &other).unwrap();
        let connection = rusqlite::Connection::open(&other).unwrap();
        let mut instance = sqlite::read(&other).unwrap().into_iter().find(|i| edit(&mut i.clone())).unwrap();
        edit(&mut instance);
        let body = serde_json::to_string(&instance).unwrap();
        connection.execute("UPDATE instance SET body = ?1 WHERE id = ?2", [&body, &instance.id]).unwrap();
        for (position, e) in instance.evidence.iter().enumerate() {
            connection
                .execute(
                    "UPDATE provenance SET quote = ?1, sha256 = ?2, url = ?3 WHERE instance_id = ?4 AND position = ?5",
                    rusqlite::params![e.quote, e.blob, e.url, instance.id, position as i64],
                )
                .unwrap();
        }
        for f in &instance.figures {
            connection
                .execute(
                    "UPDATE figure SET reported = ?1 WHERE instance_id = ?2 AND item = ?3",
                    rusqlite::params![f.reported, instance.id, f.item.as_str()],
                )
                .unwrap();
        }
        seal::seal(&connection).unwrap();
        drop(connection);
        verify::verify(&other, &store).unwrap().failures.join("\n")
    };
    let quote = tampered(&|i| match i.evidence.first_mut() {
        Some(evidence) => {
            evidence.quote = evidence.quote.replacen('e', "a", 1);
            true
        }
        None => false,
    });
    assert!(quote.contains("is not what stands there"), "{quote}");
    let figure = tampered(&|i| match i.figures.iter_mut().find(|f| f.reported.is_some()) {
        Some(figure) => {
            figure.reported = figure.reported.map(|value| value + 1.0);
            true
        }
        None => false,
    });
    assert!(figure.contains("figure") && figure.contains("reported"), "{figure}");
    let digest = tampered(&|i| match i.evidence.first_mut() {
        Some(evidence) => {
            evidence.blob = evidence.blob.replace(|c: char| c.is_ascii_digit(), "7");
            true
        }
        None => false,
    });
    assert!(digest.contains("is not known to have given the bytes"), "{digest}");
}

/// Fills a sheet: answer and reason for each row.
fn answer(path: &Path, answer: &str, reason: &str) {
    let sheet = std::fs::read(path).unwrap();
    // A sheet that was answered before is in the spreadsheet's own shape.
    let (delimiter, sheet) = match sheet.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (b';', rest),
        None => (b',', sheet.as_slice()),
    };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(sheet);
    let mut out = csv::WriterBuilder::new().delimiter(b';').from_writer(b"\xef\xbb\xbf".to_vec());
    for (n, row) in reader.records().enumerate() {
        let mut cells: Vec<String> = row.unwrap().iter().map(str::to_owned).collect();
        if n > 0 {
            cells[6] = answer.to_owned();
            cells[7] = reason.to_owned();
        }
        out.write_record(&cells).unwrap();
    }
    std::fs::write(path, out.into_inner().unwrap()).unwrap();
}

/// Asks about one instance, and gives its id with the sheet.
fn ask(dir: &Path) -> (String, PathBuf) {
    let instance = sqlite::read(&dataset(dir))
        .unwrap()
        .into_iter()
        .find(|instance| !matches!(instance.input, Input::Placeholder(_)))
        .unwrap();
    let question = Question {
        kind: Kind::Instance,
        subject: instance.id.clone(),
        evidence: "as it stands".to_owned(),
        proposed: format!("label {}", instance.label),
        allowed: vec!["keep".to_owned(), "exclude".to_owned()],
    };
    let path = dir.join("sheet.csv");
    std::fs::write(&path, review::write(std::slice::from_ref(&question)).unwrap()).unwrap();
    let store = Store::open(&dir.join("sample"), "test").unwrap();
    store.write(|tx| reviews::ask(tx, &[question])).unwrap();
    (instance.id, path)
}

fn flags(dir: &Path, id: &str) -> Vec<(String, String)> {
    let instance = store(dir).read(instances::all).unwrap().into_iter().find(|i| i.id == id).unwrap();
    instance.flags.into_iter().map(|flag| (flag.flag, flag.detail)).collect()
}

/// A decision redoes the one case it is about, shows with who and why, survives a kill in the middle of a rebuild,
/// is never overwritten, and a wrong sheet is not taken in part.
#[test]
fn a_decision_takes_effect_and_outlives_rebuilds() {
    let dir = built();
    let dir = dir.path();
    let (id, sheet) = ask(dir);
    let sheet_name = sheet.display().to_string();
    let import = ["review", "import", &sheet_name, "--reviewer", "Ann Example"];
    answer(&sheet, "perhaps", "no such answer");
    let (code, text) = verb(dir, &import);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("row 2, column answer"), "{text}");
    assert_eq!(store(dir).read(reviews::answers).unwrap().len(), 0);
    answer(&sheet, "exclude", "the period is another");
    assert_eq!(verb(dir, &import).0, Some(0));
    assert_eq!(verb(dir, &import).0, Some(0));
    assert_eq!(store(dir).read(reviews::answers).unwrap().len(), 1, "the same answer twice is one");
    assert_eq!(run(dir, &[]).status.code(), Some(0));
    assert_eq!(
        worked(dir).into_iter().filter(|(stage, _)| stage == "assemble").map(|(_, n)| n).collect::<Vec<_>>(),
        [1]
    );
    assert!(
        worked(dir)
            .iter()
            .all(|(stage, _)| !["identify", "select", "resolve", "pair", "facts"].contains(&stage.as_str()))
    );
    let shown = |dir: &Path| {
        flags(dir, &id).into_iter().any(|(flag, why)| {
            flag == "review-excluded" && why.contains("Ann Example") && why.contains("another")
        })
    };
    assert!(shown(dir));
    // The gate keeps it out of the dataset, and the dataset says so.
    assert!(sqlite::read(&dataset(dir)).unwrap().iter().all(|instance| instance.id != id));
    let facts = rusqlite::Connection::open(dataset(dir)).unwrap();
    let left_out: String = facts
        .query_row(
            "SELECT group_concat(name || '=' || value) FROM meta WHERE name LIKE 'left_out%'",
            [],
            |r| r.get(0),
        )
        .unwrap();
    assert!(left_out.contains("error review-excluded=1"), "{left_out}");
    drop(facts);
    let (_, text) = verb(dir, &["explain", &id]);
    assert!(text.contains("exclude by Ann Example"), "{text}");

    // Every text is cleaned anew, and the process is killed in the middle of it.
    let config = dir.join("other.toml");
    std::fs::write(&config, "[text]\nshort_below = 2001\n").unwrap();
    let config = config.display().to_string();
    for part in 0..3 {
        let mut child = binary()
            .args(["run", "--sample", "--data", &dir.display().to_string(), "--config", &config])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = std::time::Instant::now() + std::time::Duration::from_millis(40 + part * 150);
        while std::time::Instant::now() < until {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(store(dir).read(reviews::answers).unwrap().len(), 1);
    }
    assert_eq!(run(dir, &["--config", &config]).status.code(), Some(0));
    assert!(shown(dir));

    answer(&sheet, "keep", "looked again");
    let (_, text) = verb(dir, &import);
    assert!(text.contains("before: exclude by Ann Example"), "{text}");
    assert_eq!(store(dir).read(reviews::answers).unwrap().len(), 2, "a later answer is a new row");
}

/// Nothing changed redoes nothing; one keyword changed redoes the reading of releases and only what differs after.
#[test]
fn a_changed_keyword_redoes_what_hangs_on_it() {
    let dir = built();
    let dir = dir.path();
    let first = worked(dir);
    let of = |all: &[(String, i64)], stage: &str| all.iter().find(|(s, _)| s == stage).map_or(0, |(_, n)| *n);
    assert_eq!(run(dir, &[]).status.code(), Some(0));
    assert_eq!(worked(dir), [], "nothing changed");
    let keywords = include_str!("../../config/keywords.toml");
    let changed = dir.join("keywords.toml");
    let at = keywords.find("\npatterns = [").or_else(|| keywords.find(" = [")).unwrap();
    let open = at + keywords[at..].find('[').unwrap() + 1;
    let text = format!("{}\"zyxquartzword\", {}", &keywords[..open], &keywords[open..]);
    std::fs::write(&changed, text).unwrap();
    let output = run(dir, &["--keywords", &changed.display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        worked(dir),
        [("identify".to_owned(), of(&first, "identify"))],
        "a keyword that nothing holds"
    );
    // One that a single release hangs on: read anew everywhere, and beyond that its own case alone.
    let id = "id = \"rev-channel-stuffing\"\n";
    let after = keywords.find(id).unwrap() + id.len();
    let (head, tail) = keywords.split_at(after);
    let weight = tail.find("weight = ").unwrap();
    let line = tail[weight..].find('\n').unwrap();
    std::fs::write(&changed, format!("{head}{}weight = 0.1{}", &tail[..weight], &tail[weight + line..]))
        .unwrap();
    let output = run(dir, &["--keywords", &changed.display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let done = worked(dir);
    for (stage, most) in [("identify", of(&first, "identify")), ("resolve", 1), ("pair", 2), ("assemble", 1)]
    {
        assert!((1..=most).contains(&of(&done, stage)), "{stage}: {done:?}");
    }
    for stage in ["index", "download", "clean", "controls", "facts"] {
        assert_eq!(of(&done, stage), 0, "{done:?}");
    }
}

/// A repair does the jobs behind a key again and says so; what comes out the same stops there.
#[test]
fn a_repair_redoes_its_stage_only() {
    let dir = built();
    let dir = dir.path();
    let before = std::fs::read(dataset(dir)).unwrap();
    let key = store(dir)
        .read(|c| {
            Ok(c.query_row("SELECT key FROM job WHERE stage = 'identify' LIMIT 1", [], |row| {
                row.get::<_, String>(0)
            })?)
        })
        .unwrap();
    let (code, text) = verb(dir, &["repair", "--key", &key, "--offline"]);
    assert_eq!(code, Some(0), "{text}");
    let done = worked(dir);
    assert!(done.contains(&("identify".to_owned(), 1)) && done.iter().all(|(_, n)| *n <= 2), "{done:?}");
    assert!(text.contains("done in this run:") && text.contains("1 identify"), "{text}");
    let (code, text) = verb(dir, &["repair", "--flag", "no-such-flag", "--offline"]);
    assert_eq!(code, Some(2), "{text}");
    verb(dir, &["export", "--out", &dataset(dir).display().to_string()]);
    assert!(std::fs::read(dataset(dir)).unwrap() == before);
}

/// Instances of a training file are named, the rest is not; the canary is found.
#[test]
fn contamination_names_what_occurs() {
    let dir = built();
    let dir = dir.path();
    let instances = sqlite::read(&dataset(dir)).unwrap();
    let instance = instances.iter().find(|i| matches!(&i.input, Input::Pattern(_))).unwrap();
    let Input::Pattern(input) = &instance.input else { unreachable!() };
    let split = serde_json::to_value(instance.split).unwrap().as_str().unwrap().to_owned();
    let file = dir.join("train.jsonl");
    let record = serde_json::json!({"messages": [{"content": format!("Read this. {}", input.input_text)}]});
    std::fs::write(&file, format!("{{\"text\": \"nothing\"}}\n{record}\n")).unwrap();
    let name = file.display().to_string();
    let (code, text) = verb(dir, &["contamination", &name, "--split", &split]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains(&format!(":2: {}: 100.0 %", instance.id)), "{text}");
    std::fs::write(&file, "Nothing of it stands here.\n").unwrap();
    assert_eq!(verb(dir, &["contamination", &name, "--split", &split]).0, Some(0));
    let canary = afb_build::export::check::fact(&dataset(dir), "canary").unwrap().unwrap();
    std::fs::write(&file, format!("a\nb {canary}\n")).unwrap();
    let (code, text) = verb(dir, &["contamination", &name, "--split", &split]);
    assert!(code == Some(3) && text.contains(":2: the canary"), "{text}");
}

/// A sheet that was filled in and went through LibreOffice, to its own format and back, imports as it was; skipped with
/// a line where there is no LibreOffice.
#[test]
fn a_sheet_through_libreoffice_is_taken_unchanged() {
    let dir = built();
    let sheet = dir.path().join("sheet.csv");
    let drawn = verb(dir.path(), &["review", "sample", "12", "--seed", "3", &sheet.display().to_string()]);
    assert_eq!(drawn.0, Some(0), "{}", drawn.1);
    answer(&sheet, "wrong", "read \"twice\"; Zürich –\nnot this item");
    let convert = |to: &str, more: &[&str], file: &Path, out: &Path| {
        Command::new("soffice")
            .arg(format!("-env:UserInstallation=file://{}", dir.path().join("office").display()))
            .args(["--headless", "--convert-to", to])
            .args(more)
            .arg("--outdir")
            .args([out, file])
            .output()
    };
    // Semicolons, quotation marks, UTF-8, as the sheet was saved; back with commas.
    if convert("ods", &["--infilter=CSV:59,34,76"], &sheet, dir.path()).is_err() {
        eprintln!("skipped: there is no soffice");
        return;
    }
    let back = dir.path().join("back");
    let csv = "csv:Text - txt - csv (StarCalc):44,34,76";
    convert(csv, &[], &dir.path().join("sheet.ods"), &back).unwrap();
    let records = |path: &Path, delimiter: u8| -> Vec<Vec<String>> {
        let bytes = std::fs::read(path).unwrap();
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(bytes);
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    };
    let came = back.join("sheet.csv");
    assert_eq!(records(&came, b','), records(&sheet, b';'));
    let taken =
        verb(dir.path(), &["review", "import", &came.display().to_string(), "--reviewer", "A. Reader"]);
    assert_eq!(taken.0, Some(0), "{}", taken.1);
    assert!(taken.1.contains("12 answers taken"), "{}", taken.1);
}
