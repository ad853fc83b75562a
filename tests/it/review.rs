//! Review, repair and verification over a run of the built-in sample.

use afb_build::export::{seal, sqlite, verify};
use afb_build::quality::review::{self, Kind, Question};
use afb_build::store::{Store, jobs, reviews};
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
    let instance = sqlite::read(&dataset(dir)).unwrap().into_iter().find(|i| i.id == id).unwrap();
    instance.flags.into_iter().map(|flag| (flag.flag, flag.detail)).collect()
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
