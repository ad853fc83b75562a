//! The program as a process: killed anywhere, started twice, given bad input.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_afb-build"));
    command.env_remove("AFB_CONTACT").env_remove("AFB_LLM_BASE_URL").env_remove("AFB_LLM_API_KEY");
    command
}

fn run(arguments: &[&str]) -> Output {
    binary().args(arguments).output().unwrap()
}

fn sample(dir: &Path) -> Vec<String> {
    vec!["run".into(), "--sample".into(), "--data".into(), dir.display().to_string()]
}

fn dataset(dir: &Path) -> PathBuf {
    dir.join("sample").join("datasets").join("auditfraudbench.sqlite")
}

/// A small stream of numbers from a seed.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// Killed at 20 seeded points and run again: the dataset is the same bytes as that of a run in one go; a second
/// run does nothing and is quick.
#[test]
fn killed_anywhere_the_dataset_is_the_same() {
    let whole = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let output = binary().args(sample(whole.path())).output().unwrap();
    let took = started.elapsed();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = std::fs::read(dataset(whole.path())).unwrap();

    let again = binary().args(sample(whole.path())).output().unwrap();
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(std::fs::read(dataset(whole.path())).unwrap(), expected, "a second run changed the dataset");

    let mut seed = 20_261_129;
    for round in 0..5 {
        let killed = tempfile::tempdir().unwrap();
        // Four kills a round, each at another share of the time that a whole run takes.
        for _ in 0..4 {
            let share = (next(&mut seed) % 1000) as f64 / 1000.0;
            let mut child = binary()
                .args(sample(killed.path()))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let deadline = Instant::now() + took.mul_f64(share);
            while Instant::now() < deadline && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            // The child may have ended by itself, which is as good a point as any.
            let _ = child.kill();
            child.wait().unwrap();
        }
        let output = binary().args(sample(killed.path())).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "round {round}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(std::fs::read(dataset(killed.path())).unwrap() == expected, "round {round}: another dataset");
    }
}

/// RATE: the second process on one data directory ends with exit 4 and is told who holds it.
#[test]
fn the_second_process_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let held = afb_build::store::Store::open(dir.path(), "afb-build crawl").unwrap();
    let output = run(&["clean", "--offline", "--data", &dir.path().display().to_string()]);
    assert_eq!(output.status.code(), Some(4));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("afb-build crawl") && message.contains(&std::process::id().to_string()),
        "{message}"
    );
    drop(held);
    let output = run(&["clean", "--offline", "--data", &dir.path().display().to_string()]);
    assert_eq!(
        output.status.code(),
        Some(3),
        "nothing is kept yet: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let started = Instant::now();
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?} does not say `{word}`: {message}");
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{arguments:?} took long to refuse");
}

/// Bad input: one paragraph that says what to do, exit 2, nothing made.
#[test]
fn bad_input_is_refused_with_a_paragraph() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data").display().to_string();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    refused(&["run", "--data", &data, "--config", "not-there.toml"], 2, &["not-there.toml", "--config"]);
    let unknown = file("unknown.toml", "[sec]\nrequest_per_second = 2\n");
    refused(
        &["run", "--data", &data, "--config", &unknown],
        2,
        &["request_per_second", "config/default.toml"],
    );
    let fast = file("fast.toml", "[sec]\nrequests_per_second = 11.0\ncontact = \"a b@example.test\"\n");
    refused(&["run", "--data", &data, "--config", &fast], 2, &["at most 10"]);
    refused(&["crawl", "--data", &data], 2, &["AFB_CONTACT"]);
    let manifest = file(
        "manifest.tsv",
        "url\tstatus\tcontent_type\tpath\nhttps://www.sec.gov/a.htm\t200\ttext/html\tgone.htm\n",
    );
    refused(&["cache", "import", &manifest, "--data", &data], 2, &["line 2", "gone.htm"]);
    refused(&["status", "--data", &dir.path().join("nowhere").display().to_string()], 2, &["run --sample"]);
    refused(&["explain", "AAER-1", "--data", &data], 2, &["AAER-1"]);
    refused(&["nonsense"], 2, &["nonsense"]);
    refused(&["score", "answers.jsonl", "--rounds", "4000000000"], 2, &["1..=1000000"]);
    let rules = file("overrides.toml", "[[issuer]]\nname = \"A\"\ncik = -5\n");
    let offline = ["run", "--offline", "--data", &data];
    refused(&[&offline[..], &["--overrides", &rules]].concat(), 2, &["overrides.toml"]);
    let signal = "[[signal]]\nid = \"x\"\nfamily = \"revenue-timing\"\nweight = nan\nneeds = [\"the\"]\npattern = \"the\"\n";
    let keywords = file("keywords.toml", signal);
    refused(&[&offline[..], &["--keywords", &keywords]].concat(), 2, &["keywords.toml", "weight"]);
    let occupied = file("occupied", "");
    let doctor = run(&["doctor", "--data", &occupied]);
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("is no directory"));
    assert_ne!(doctor.status.code(), Some(0));
    drop(afb_build::store::Store::open(&dir.path().join("newer"), "test").unwrap());
    let newer = dir.path().join("newer");
    rusqlite::Connection::open(newer.join("afb.sqlite"))
        .unwrap()
        .pragma_update(None, "user_version", 999)
        .unwrap();
    refused(&["run", "--offline", "--data", &newer.display().to_string()], 2, &["999", "--data"]);
}

/// What cannot be printed is told and is no complete end; a reader that has gone away is no fault.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = binary().args(["completions", "bash"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
    let mut child =
        binary().args(["completions", "bash"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty() && output.status.code() == Some(0), "{output:?}");
}

/// A kept document whose bytes changed is found out, named, and nothing else is lost.
#[test]
fn a_corrupt_blob_is_found_out() {
    let dir = tempfile::tempdir().unwrap();
    let output = binary().args(sample(dir.path())).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let data = dir.path().join("sample");
    let store = afb_build::store::Store::open_read_only(&data).unwrap();
    let blob: String = store
        .read(|c| {
            Ok(c.query_row("SELECT blob FROM release_document ORDER BY release_key LIMIT 1", [], |row| {
                row.get(0)
            })?)
        })
        .unwrap();
    drop(store);
    let path = data.join("blobs-v1").join(&blob[..2]).join(&blob);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let data = data.display().to_string();
    // A changed threshold makes every text be cleaned again, so that the blob is read.
    let config = dir.path().join("other.toml");
    std::fs::write(&config, "[text]\nshort_below = 2001\n").unwrap();
    let output = run(&["clean", "--offline", "--data", &data, "--config", &config.display().to_string()]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("blob lost"),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// The three verbs typed by a newcomer, in order, over kept documents.
#[test]
fn the_three_verbs_in_order_give_the_datasets() {
    let dir = tempfile::tempdir().unwrap();
    let output = binary().args(sample(dir.path())).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let expected = std::fs::read(dataset(dir.path())).unwrap();
    let data = dir.path().join("sample").display().to_string();
    let kept = dir.path().join("kept").display().to_string();
    let fresh = dir.path().join("fresh").display().to_string();
    assert_eq!(run(&["cache", "export", &kept, "--data", &data]).status.code(), Some(0));
    let manifest = format!("{kept}/manifest.tsv");
    assert_eq!(run(&["cache", "import", &manifest, "--data", &fresh]).status.code(), Some(0));
    for arguments in [vec!["crawl", "--offline"], vec!["pair", "--offline"]] {
        let output = run(&[&arguments[..], &["--data", &fresh]].concat());
        assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let out = dir.path().join("again.sqlite").display().to_string();
    run(&["export", "--task", "all", "--offline", "--data", &fresh, "--out", &out]);
    assert!(std::fs::read(&out).unwrap() == expected, "the same kept bytes gave another dataset");
    // Without the verb in the middle too; and where nothing is kept no empty dataset comes out.
    let short = dir.path().join("short").display().to_string();
    run(&["cache", "import", &manifest, "--data", &short]);
    run(&["crawl", "--offline", "--data", &short]);
    let out = dir.path().join("short.sqlite").display().to_string();
    run(&["export", "--offline", "--data", &short, "--out", &out]);
    assert!(std::fs::read(&out).unwrap() == expected, "crawl and export gave another dataset");
    let empty = dir.path().join("empty").display().to_string();
    run(&["crawl", "--offline", "--data", &empty]);
    let out = dir.path().join("empty.sqlite");
    let output = run(&["export", "--offline", "--data", &empty, "--out", &out.display().to_string()]);
    assert_ne!(output.status.code(), Some(0));
    assert!(!out.exists(), "an empty dataset looks like a result");
}

/// Every line of a batch is answered, the broken ones by an error, in order.
#[test]
fn a_batch_answers_line_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let list = dir.path().join("list.jsonl");
    std::fs::write(&list, "{\"text\": \"fiscal 2007 and 2009\"}\nnot json\n{\"text\": \"\"}\n").unwrap();
    let output = run(&["inspect", "periods", "--batch", &list.display().to_string()]);
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    let labels: Vec<&str> = lines[0]["periods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|period| period["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["FY2007", "FY2009"]);
    assert!(lines[1]["error"]["message"].is_string());
    let one = run(&["inspect", "index", "not-there.html"]);
    assert_eq!(one.status.code(), Some(3));
}

/// An offline run goes on without what its cache lacks, says so and ends with exit 3; when the documents have come
/// in, the same command does again what lacked them, and nothing else.
#[test]
fn what_was_lacking_offline_is_done_when_it_is_there() {
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(binary().args(sample(whole.path())).output().unwrap().status.code(), Some(0));
    let kept = whole.path().join("kept");
    let data = |dir: &Path| dir.display().to_string();
    let from = data(&whole.path().join("sample"));
    assert!(run(&["cache", "export", &data(&kept), "--data", &from]).status.success());
    let manifest = std::fs::read_to_string(kept.join("manifest.tsv")).unwrap();
    let lacks = |line: &&str| {
        !["/submissions/CIK0009900101", "/form.idx", "lr99001."].iter().any(|part| line.contains(part))
    };
    let part: String = manifest.lines().filter(lacks).map(|line| format!("{line}\n")).collect();
    assert!(part.lines().count() + 2 < manifest.lines().count());
    std::fs::write(kept.join("part.tsv"), part).unwrap();

    let dir = data(&whole.path().join("second"));
    let import = |name: &str| {
        let file = data(&kept.join(name));
        assert!(run(&["cache", "import", &file, "--data", &dir]).status.success());
    };
    import("part.tsv");
    let first = run(&["run", "--offline", "--data", &dir]);
    let said = String::from_utf8_lossy(&first.stdout).into_owned();
    assert_eq!(first.status.code(), Some(3), "{said}");
    assert!(said.contains("without a document that the cache lacks"), "{said}");
    assert!(said.contains("no list of the issuer's filings"), "{said}");
    assert!(said.contains("1 not in the cache, offline"), "{said}");

    let idle = run(&["run", "--offline", "--data", &dir]);
    assert_eq!(idle.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&idle.stdout).contains("done in this run: nothing"));

    import("manifest.tsv");
    let second = run(&["run", "--offline", "--data", &dir]);
    let said = String::from_utf8_lossy(&second.stdout).into_owned();
    assert_eq!(second.status.code(), Some(0), "{said}");
    assert!(!said.contains("cache lacks") && !said.contains("no list of"), "{said}");
    let whole = run(&["status", "--data", &from]);
    let counted = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains(" instances: ")).map(str::to_owned).collect()
    };
    assert_eq!(counted(&said), counted(&String::from_utf8_lossy(&whole.stdout)));
}
