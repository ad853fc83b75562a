//! `review`: questions out to a spreadsheet, answers back in, spot checks and what they say.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::config::Config;
use crate::error::ExitCode;
use crate::eval::review::Report;
use crate::fetch::blobs::write_whole;
use crate::fetch::clock::{Clock, RealClock};
use crate::quality::review::{self, Answer, Question};
use crate::stages;
use crate::store::{Store, reviews};
use clap::{Args, Subcommand};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Questions out to a spreadsheet, answers back in.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build review export questions.csv
  afb-build review import questions.csv --reviewer jane")]
pub struct ReviewVerb {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the open questions, one a row: ambiguous issuers, releases near the threshold, sister releases that
    /// differ in category, instances with an error flag.
    #[command(after_help = "Example:
  afb-build review export open.csv")]
    Export {
        /// The sheet.
        file: PathBuf,
        /// Also questions that were answered, for a second reviewer.
        #[arg(long)]
        answered: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Take the answers of an edited sheet; all of them, or none when a row is wrong.
    #[command(after_help = "Example:
  afb-build review import open.csv --reviewer 'Jane Doe' && afb-build run --offline")]
    Import {
        /// The sheet.
        file: PathBuf,
        /// Who answered.
        #[arg(long, value_name = "NAME")]
        reviewer: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Write a sheet of instances drawn for a spot check; the same seed draws the same.
    #[command(after_help = "Example:
  afb-build review sample 100 --seed 1 check.csv")]
    Sample {
        /// How many.
        n: usize,
        /// The sheet.
        file: PathBuf,
        /// Seed of the draw.
        #[arg(long)]
        seed: u64,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Agreement of reviewers, and the error rate that spot checks give.
    Report {
        /// One JSON object instead of text.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        data: DataArgs,
    },
}

/// Longest name of a reviewer, in characters.
const LONGEST_NAME: usize = 80;

impl ReviewVerb {
    /// Does what was asked.
    pub fn run(self) -> ExitCode {
        report(match self.what {
            What::Export { file, answered, data } => export(&file, answered, &data),
            What::Import { file, reviewer, data } => import(&file, &reviewer, &data),
            What::Sample { n, file, seed, data } => sample(n, seed, &file, &data),
            What::Report { json, data } => tell(json, &data),
        })
    }
}

fn open(data: &DataArgs, verb: &str) -> Result<Store, Failed> {
    // Opened for reading first: a wrong directory must not be made into a data directory.
    drop(Store::open_read_only(&data.data)?);
    Ok(Store::open(&data.data, verb)?)
}

fn export(file: &Path, answered: bool, data: &DataArgs) -> Result<ExitCode, Failed> {
    let config = Config::load(data.config.as_deref())?;
    let store = open(data, "afb-build review export")?;
    let (mut questions, done) = store.read(|connection| {
        let answers = reviews::answers(connection)?;
        let done: BTreeSet<String> = answers.into_iter().map(|answer| answer.key).collect();
        let mut questions = stages::open(connection, config.identify.confidence_threshold)?;
        if answered {
            // Answered ones may be settled by now, and are asked as they were.
            let open: BTreeSet<String> = questions.iter().map(Question::key).collect();
            let asked = reviews::asked(connection)?.into_iter();
            questions.extend(
                asked
                    .filter(|(key, _)| done.contains(key) && !open.contains(key))
                    .map(|(_, question)| question),
            );
        }
        Ok((questions, done))
    })?;
    if !answered {
        questions.retain(|question| !done.contains(&question.key()));
    }
    questions.sort_by(|a, b| (a.kind, &a.subject).cmp(&(b.kind, &b.subject)));
    ask(&store, file, &questions)
}

fn sample(n: usize, seed: u64, file: &Path, data: &DataArgs) -> Result<ExitCode, Failed> {
    let store = open(data, "afb-build review sample")?;
    let questions = store.read(|connection| stages::spot_checks(connection, n, seed))?;
    ask(&store, file, &questions)
}

/// Keeps the questions and writes the sheet.
fn ask(store: &Store, file: &Path, questions: &[Question]) -> Result<ExitCode, Failed> {
    let sheet = review::write(questions).map_err(|error| Failed::new(ExitCode::Bug, error.to_string()))?;
    store.write(|tx| reviews::ask(tx, questions))?;
    write_whole(file, &sheet).map_err(|error| Failed::new(ExitCode::Usage, error.to_string()))?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for question in questions {
        *counts.entry(question.kind.as_str()).or_default() += 1;
    }
    let counts: Vec<String> = counts.into_iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    let by_kind = if counts.is_empty() { String::new() } else { format!(" ({})", counts.join(", ")) };
    super::output::print(&format!("{} questions{by_kind} written to {}\n", questions.len(), file.display()));
    Ok(ExitCode::Complete)
}

fn import(file: &Path, reviewer: &str, data: &DataArgs) -> Result<ExitCode, Failed> {
    let reviewer = reviewer.trim();
    if reviewer.is_empty()
        || reviewer.chars().count() > LONGEST_NAME
        || reviewer.chars().any(char::is_control)
    {
        let message = format!("--reviewer needs a name of at most {LONGEST_NAME} characters in one line");
        return Err(Failed::new(ExitCode::Usage, message));
    }
    let bytes = std::fs::read(file)
        .map_err(|error| Failed::new(ExitCode::Usage, format!("cannot read {}: {error}", file.display())))?;
    let store = open(data, "afb-build review import")?;
    let asked = store.read(reviews::asked)?;
    let given = review::read(&bytes, &asked).map_err(|errors| {
        let mut message = format!("nothing of {} was taken; mend these and import again:", file.display());
        for error in errors {
            let _ = write!(message, "\n  {error}");
        }
        Failed::new(ExitCode::Usage, message)
    })?;
    let today = RealClock::default().now().to_string();
    let today = today.split('T').next().unwrap_or_default().to_owned();
    let mut known = 0;
    let mut changed = String::new();
    let total = given.len();
    store.write(|tx| {
        let before = reviews::answers(tx)?;
        let mut new = Vec::new();
        for row in given {
            let mut earlier = before.iter().rev().filter(|answer| answer.key == row.key);
            let own = earlier.clone().find(|answer| answer.reviewer == reviewer);
            if own.is_some_and(|own| own.answer == row.answer && own.reason == row.reason) {
                known += 1;
                continue;
            }
            if let Some(last) = earlier.next()
                && last.answer != row.answer
            {
                let _ = writeln!(
                    changed,
                    "row {}: {}: now {}; before: {} (kept)",
                    row.row,
                    row.key,
                    row.answer,
                    last.provenance()
                );
            }
            new.push(Answer {
                key: row.key,
                kind: row.kind,
                answer: row.answer,
                reviewer: reviewer.to_owned(),
                reason: row.reason,
                decided: today.clone(),
            });
        }
        reviews::record(tx, &new)
    })?;
    super::output::print(&format!(
        "{} answers taken, {known} already known; the next run redoes what hangs on them\n{changed}",
        total - known
    ));
    Ok(ExitCode::Complete)
}

fn tell(json: bool, data: &DataArgs) -> Result<ExitCode, Failed> {
    let store = Store::open_read_only(&data.data)?;
    let answers = store.read(reviews::answers)?;
    let found = Report::of(&answers);
    if json {
        let text = serde_json::to_string_pretty(&found)
            .map_err(|error| Failed::new(ExitCode::Bug, error.to_string()))?;
        super::output::print(&format!("{text}\n"));
    } else {
        super::output::print(&found.to_string());
    }
    Ok(ExitCode::Complete)
}
