//! `contamination FILE...`: which instances of a split occur in training files.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::eval::contamination::{Index, Scan, WORDS};
use crate::export::sqlite;
use crate::tasks::{Input, Instance, Split};
use clap::Args;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Which instances of the test split occur in training files.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build contamination train.jsonl
  afb-build contamination corpus/*.txt --words 8

Files are text or JSON lines and are read as a stream. Exit code 3 when anything is found.")]
pub struct ContaminationVerb {
    /// Training files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The dataset; the default is the one in the data directory.
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// Whose instances are looked for.
    #[arg(long, value_enum, default_value_t = Split::Test)]
    split: Split,
    /// Words that must stand in a row in both.
    #[arg(long, value_name = "N", default_value_t = WORDS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(3..=200))]
    words: usize,
    #[command(flatten)]
    data: DataArgs,
}

/// Longest line read at once; a longer one is read in pieces, as text.
const LONGEST_LINE: u64 = 64 << 20;

impl ContaminationVerb {
    /// Looks.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let dataset =
            self.dataset.unwrap_or_else(|| self.data.data.join("datasets").join("auditfraudbench.sqlite"));
        let unread = |error: sqlite::ExportError| Failed::new(ExitCode::Usage, error.to_string());
        let instances: Vec<Instance> = sqlite::read(&dataset)
            .map_err(unread)?
            .into_iter()
            .filter(|instance| instance.split == self.split && !input(instance).is_empty())
            .collect();
        let canary =
            crate::export::check::fact(&dataset, "canary").map_err(unread)?.and_then(|text| mark(&text));
        let index = Index::new(instances.iter().map(input), self.words);
        let mut out = String::new();
        let mut found_any = false;
        for file in &self.files {
            let mut scan = Scan::new(&index);
            let canary_at = read(file, &mut scan, canary.as_deref()).map_err(|error| {
                Failed::new(ExitCode::Usage, format!("cannot read {}: {error}", file.display()))
            })?;
            if let Some(line) = canary_at {
                found_any = true;
                let _ = writeln!(out, "{}:{line}: the canary string of the datasets", file.display());
            }
            let found = scan.found();
            for (at, share, line) in &found {
                let id = instances.get(*at).map_or("", |instance| instance.id.as_str());
                let _ =
                    writeln!(out, "{}:{line}: {id}: {:.1} % of its word runs", file.display(), share * 100.0);
            }
            found_any |= !found.is_empty();
            let _ =
                writeln!(out, "{}: {} of {} instances occur", file.display(), found.len(), instances.len());
        }
        super::output::print(&out);
        Ok(if found_any { ExitCode::Partial } else { ExitCode::Complete })
    }
}

fn input(instance: &Instance) -> &str {
    match &instance.input {
        Input::Attribution(input) => &input.management_attribution,
        Input::Narrative(input) => &input.passage,
        Input::Pattern(input) => &input.input_text,
        Input::Placeholder(_) => "",
    }
}

/// The word of the canary that no text has by chance.
fn mark(canary: &str) -> Option<String> {
    canary
        .split_whitespace()
        .map(|word| word.trim_matches(':'))
        .find(|w| w.matches('-').count() >= 4)
        .map(str::to_owned)
}

/// Reads a file through a scan; gives the line of the canary.
fn read(path: &Path, scan: &mut Scan<'_>, canary: Option<&str>) -> std::io::Result<Option<u64>> {
    let mut reader = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut bytes = Vec::new();
    let mut line = 0;
    let mut canary_at = None;
    let mut within_line = false;
    loop {
        bytes.clear();
        if std::io::Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(canary_at);
        }
        line += u64::from(!within_line);
        let whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE;
        let text = String::from_utf8_lossy(&bytes);
        if canary_at.is_none() && canary.is_some_and(|canary| text.contains(canary)) {
            canary_at = Some(line);
        }
        let record = (!within_line && whole && text.trim_start().starts_with(['{', '[', '"']))
            .then(|| serde_json::from_str::<serde_json::Value>(&text).ok())
            .flatten();
        match record {
            Some(record) => {
                scan.part();
                strings(&record, line, scan);
            }
            None => scan.text(&text, line),
        }
        within_line = !whole;
    }
}

/// All strings of a record, each for itself. The parser bounds the depth.
fn strings(value: &serde_json::Value, line: u64, scan: &mut Scan<'_>) {
    match value {
        serde_json::Value::String(text) => {
            scan.text(text, line);
            scan.part();
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| strings(value, line, scan)),
        serde_json::Value::Object(fields) => fields.values().for_each(|value| strings(value, line, scan)),
        _ => {}
    }
}
