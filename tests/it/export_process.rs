//! The export as a process: a full disk, a closed folder, things in the way, killed half-way. Whatever happens, what
//! stood at the place stays whole, and nothing half written is left beside it.

use afb_build::export::{Format, place};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

const BINARY: &str = env!("CARGO_BIN_EXE_afb-build");

/// The sample, built once for all tests of this file.
static SAMPLE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    let output = Command::new(BINARY).args(["run", "--sample", "--data"]).arg(dir.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    dir
});

fn data() -> PathBuf {
    SAMPLE.path().join("sample")
}

fn export(format: &str, out: &Path) -> Command {
    let mut command = Command::new(BINARY);
    command.args(["export", "--format", format, "--data"]).arg(data()).arg("--out").arg(out);
    command
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// All files under a folder with their digests, hidden ones too.
fn listing(dir: &Path) -> BTreeMap<String, String> {
    let names = place::files(dir).unwrap();
    names.into_iter().map(|name| (name.clone(), place::digest(&dir.join(&name)).unwrap())).collect()
}

/// A disk that is full after so many kilobytes in one file, as a limit that the child inherits. The signal that would
/// end it is passed over, so that the write fails as it does on a full disk.
#[cfg(unix)]
fn on_a_full_disk(command: &Command, kilobytes: u32) -> Command {
    let mut limited = Command::new("sh");
    limited
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", kilobytes * 2))
        .arg(command.get_program())
        .args(command.get_args());
    limited
}

/// EXPORT: a full disk is told with the path and exit 3, the old file is as it was, no part is left; with room the
/// same command goes through.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_there() {
    for format in Format::EACH.into_iter().chain([Format::All]).map(Format::as_str) {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        for before in ["nothing", "an earlier export"] {
            let expected = listing(dir.path());
            assert_eq!(expected.is_empty(), before == "nothing");
            // The memory map beside the store needs 32 KB too.
            let output = on_a_full_disk(&export(format, &out), 32).output().unwrap();
            let told = told(&output);
            assert_eq!(output.status.code(), Some(3), "{format} over {before}: {told}");
            assert!(told.contains("cannot write") && told.contains("unchanged"), "{told}");
            assert!(told.contains(&out.display().to_string()), "{told}");
            assert_eq!(listing(dir.path()), expected, "{format} over {before}");
            let output = export(format, &out).output().unwrap();
            assert!(output.status.success(), "{format}: {}", self::told(&output));
        }
    }
}

/// The report is written by the same rule.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_report() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("report.html");
    let mut command = Command::new(BINARY);
    command.args(["report", "--data"]).arg(data()).arg("--out").arg(&out);
    assert!(command.output().unwrap().status.success());
    let before = listing(dir.path());
    let output = on_a_full_disk(&command, 32).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("report.html"));
    assert_eq!(listing(dir.path()), before);
    assert!(command.output().unwrap().status.success());
    assert_eq!(listing(dir.path()), before, "the report is not the same twice");
}

/// EXPORT: killed without warning or asked to stop as soon as its hidden neighbour shows: the old file is whole, and the
/// next export takes over what is left.
#[cfg(unix)]
#[test]
fn a_killed_export_leaves_the_old_file_and_the_next_one_cleans_up() {
    for (format, signal) in
        [("sqlite", "KILL"), ("all", "KILL"), ("parquet", "TERM"), ("all", "INT"), ("sqlite", "TERM")]
    {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        assert!(export(format, &out).output().unwrap().status.success());
        let before = listing(dir.path());
        let part = dir.path().join(".afb-out.part");
        let mut child = export(format, &out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while !part.exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let kill =
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
        kill.unwrap();
        let output = child.wait_with_output().unwrap();
        let after = listing(dir.path());
        let whole: BTreeMap<_, _> = after
            .iter()
            .filter(|(name, _)| !name.starts_with(".afb-"))
            .map(|(n, d)| (n.clone(), d.clone()))
            .collect();
        assert_eq!(whole, before, "{format} {signal}");
        if let Some(code) = output.status.code() {
            assert!(matches!(code, 0 | 130), "{format} {signal}: {code} {}", told(&output));
            assert_eq!(after, before, "{format} {signal}: something is left");
        }
        assert!(export(format, &out).output().unwrap().status.success());
        assert_eq!(listing(dir.path()), before, "{format} {signal}: not cleaned up");
    }
}

/// A place where nothing can go: a file where a folder should be, a folder where a file should be, a folder of the
/// user's own. Exit 2, and all as before.
#[test]
fn what_stands_in_the_way_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (file, folder) = (dir.path().join("notes.txt"), dir.path().join("thesis"));
    std::fs::create_dir(&folder).unwrap();
    place::text(&file, "mine").unwrap();
    place::text(&folder.join("chapter.tex"), "mine too").unwrap();
    let before = listing(dir.path());
    for (format, out) in
        [("huggingface", &file), ("all", &file), ("sqlite", &folder), ("all", &folder), ("lm-eval", &folder)]
    {
        let output = export(format, out).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{format}: {}", told(&output));
        assert!(told(&output).contains("--out"), "{}", told(&output));
        assert_eq!(listing(dir.path()), before, "{format}");
    }
    let under = file.join("deeper.sqlite");
    let output = export("sqlite", &under).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("deeper.sqlite"));
}

/// A folder that cannot be written to, also for the superuser, whom no permission stops.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_folder_is_told() {
    for format in ["sqlite", "jsonl", "all"] {
        let output = export(format, Path::new("/proc/afb-out")).output().unwrap();
        let told = told(&output);
        assert_eq!(output.status.code(), Some(3), "{format}: {told}");
        assert!(told.contains("/proc/afb-out") && !told.contains("panicked"), "{told}");
    }
}

/// Every filter of the command line, and what it removed is said; two runs give the same bytes.
#[test]
fn filters_stack_and_runs_repeat() {
    let dir = tempfile::tempdir().unwrap();
    let filtered = |name: &str, filters: &[&str]| {
        let out = dir.path().join(name);
        let output = export("jsonl", &out).args(filters).output().unwrap();
        assert!(output.status.success(), "{name}: {}", told(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        let rows: usize = ["attribution", "narrative", "pattern"]
            .iter()
            .filter_map(|task| std::fs::read_to_string(out.join(format!("{task}.jsonl"))).ok())
            .map(|text| text.lines().count())
            .sum();
        let left_out: usize = said
            .lines()
            .filter(|line| line.contains("left out: "))
            .map(|line| line.split_whitespace().next().unwrap().parse::<usize>().unwrap())
            .sum();
        (rows, left_out, said)
    };
    // Without a filter of one's own only the gates leave something out: texts that are asked about already.
    let (all, gated, said) = filtered("all", &[]);
    assert!(
        gated > 0 && said.matches("left out: ").count() == said.matches("flag duplicate-text").count(),
        "{said}"
    );
    for (name, filters, words) in [
        ("paper", &["--profile", "paper"][..], "negative, not in the paper's profile"),
        ("test", &["--split", "test"], "split not asked for"),
        ("two", &["--split", "test", "--split", "train"], "split not asked for"),
        ("good", &["--min-quality", "0.95"], "quality below 0.95"),
        ("flag", &["--exclude", "no-xbrl"], "flag no-xbrl"),
        ("alias", &["--exclude", "task1_no_xbrl"], "flag no-xbrl"),
        (
            "each",
            &["--profile", "paper", "--split", "test", "--min-quality", "0.5", "--exclude", "no-xbrl"],
            "flag no-xbrl",
        ),
    ] {
        let (rows, left_out, said) = filtered(name, filters);
        assert_eq!(rows + left_out, all + gated, "{name}: {said}");
        assert!(rows < all && said.contains(words), "{name}: {said}");
    }
    for wrong in
        [["--exclude", "no-such-flag"], ["--min-quality", "7"], ["--split", "dev"], ["--profile", "mine"]]
    {
        let output = export("jsonl", &dir.path().join("wrong")).args(wrong).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!dir.path().join("wrong").exists());
    }
    let (one, two) = (dir.path().join("one"), dir.path().join("two-again"));
    for out in [&one, &two] {
        assert!(export("all", out).output().unwrap().status.success());
    }
    assert_eq!(listing(&one), listing(&two));
}
