//! `inspect KIND`: one parser on one local file, one JSON object on stdout. No network, no database.

mod amendment;
mod facts;
mod figures;
mod index;
mod issuer;
mod passages;
mod periods;
mod release;
mod section;
mod text;

use crate::error::ExitCode;
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::BufRead;

/// Show what the program sees in one local file, as one JSON object. No network, no database.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build inspect release order.pdf --pretty
  afb-build inspect section annual.htm --form 10-K --section mdna
  afb-build inspect periods 'its fiscal years 2001 and 2002' --fiscal-year-end 0630
  afb-build inspect section --batch list.jsonl    one object a line: {\"file\": ..., \"form\": ..., \"section\": ...}")]
pub struct Inspect {
    /// Which parser.
    #[arg(value_enum)]
    kind: Kind,
    /// The file; for `periods` the text, for `issuer` the name.
    subject: Option<String>,
    /// A file of JSON objects, one a line, each the arguments of one call; `-` reads standard input.
    #[arg(long, value_name = "LIST", conflicts_with = "subject")]
    batch: Option<String>,
    /// Indent the object.
    #[arg(long)]
    pretty: bool,
    #[command(flatten)]
    arguments: Arguments,
}

/// Kinds of `inspect`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// A page of the AAER index.
    Index,
    /// Any document to clean text.
    Text,
    /// A release, field by field.
    Release,
    /// One section of a filing.
    Section,
    /// Attributions and candidate passages of a filing.
    Passages,
    /// Figures of a filing.
    Figures,
    /// Original and restated facts of a companyfacts file.
    Facts,
    /// Fiscal periods in a sentence.
    Periods,
    /// A name to a CIK.
    Issuer,
    /// The kind of an amendment.
    Amendment,
}

/// What one call is given: flags of the command line, or the keys of one line of a batch.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Arguments {
    #[arg(skip)]
    file: Option<String>,
    /// Where an index page came from; relative links are resolved against it.
    #[arg(long)]
    url: Option<String>,
    /// What the file is said to be: html, txt, sgml or pdf.
    #[arg(long = "type")]
    #[serde(rename = "type")]
    media: Option<String>,
    /// Respondents as the index names them.
    #[arg(long)]
    respondents: Option<String>,
    /// The form type: 10-K, 10-Q/A, 20-F...
    #[arg(long)]
    form: Option<String>,
    /// mdna or restatement.
    #[arg(long)]
    section: Option<String>,
    /// Accession of the original filing.
    #[arg(long)]
    original: Option<String>,
    /// Accession of the restating filing.
    #[arg(long)]
    restated: Option<String>,
    /// Last day of the period, YYYY-MM-DD.
    #[arg(long)]
    period_end: Option<String>,
    /// Length of the period in months.
    #[arg(long)]
    months: Option<u32>,
    /// Whose facts to read out of the SEC's companyfacts.zip.
    #[arg(long)]
    cik: Option<u64>,
    #[arg(skip)]
    text: Option<String>,
    /// Last day of the fiscal year, MMDD.
    #[arg(long)]
    fiscal_year_end: Option<String>,
    #[arg(skip)]
    name: Option<String>,
    /// A list of filer names (NAME:CIK: a line).
    #[arg(long)]
    names: Option<String>,
    /// The day for which the name is asked, YYYY-MM-DD.
    #[arg(long)]
    on: Option<String>,
}

/// Why a file could not be read as what it is said to be.
#[derive(Debug)]
struct Failure {
    /// `usage`, `unreadable`, or a parser's own word.
    kind: &'static str,
    /// What failed, on what, what to do.
    message: String,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Self {
        Self { kind: "usage", message: message.into() }
    }
}

impl Arguments {
    /// The bytes of the file named.
    fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let file = self.file.as_deref().ok_or_else(|| Failure::usage("a FILE is needed"))?;
        std::fs::read(file)
            .map_err(|error| Failure { kind: "unreadable", message: format!("cannot read {file}: {error}") })
    }
}

/// What is shared by the calls of one batch, so that nothing is loaded twice.
#[derive(Default)]
struct Shared {
    names: issuer::Names,
}

impl Inspect {
    /// Runs one call or a batch and prints the objects.
    pub fn run(self) -> ExitCode {
        let shared = Shared::default();
        match &self.batch {
            Some(list) => self.run_batch(list, &shared),
            None => self.run_one(&shared),
        }
    }

    fn run_one(&self, shared: &Shared) -> ExitCode {
        let mut arguments = self.arguments.clone();
        let Some(subject) = self.subject.clone() else {
            eprintln!("inspect needs a file (for `periods` a text, for `issuer` a name), or --batch LIST");
            return ExitCode::Usage;
        };
        match self.kind {
            Kind::Periods => arguments.text = Some(subject),
            Kind::Issuer => arguments.name = Some(subject),
            _ => arguments.file = Some(subject),
        }
        let (value, code) = match call(self.kind, &arguments, shared) {
            Ok(value) => (value, ExitCode::Complete),
            Err(failure) if failure.kind == "usage" => {
                eprintln!("{}", failure.message);
                return ExitCode::Usage;
            }
            Err(failure) => (failure.to_value(), ExitCode::Partial),
        };
        let line = if self.pretty { format!("{value:#}") } else { value.to_string() };
        print_lines(&[line]);
        code
    }

    fn run_batch(&self, list: &str, shared: &Shared) -> ExitCode {
        let lines: Result<Vec<String>, _> = if list == "-" {
            std::io::stdin().lock().lines().collect()
        } else {
            std::fs::File::open(list).and_then(|file| std::io::BufReader::new(file).lines().collect())
        };
        let lines = match lines {
            Ok(lines) => lines,
            Err(error) => {
                eprintln!("cannot read the batch list {list}: {error}");
                return ExitCode::Usage;
            }
        };
        // In windows, so that a long list neither waits for its last line nor fills memory.
        for window in lines.chunks(256) {
            let answers: Vec<String> = window
                .par_iter()
                .map(|line| {
                    let answer = serde_json::from_str::<Arguments>(line)
                        .map_err(|error| Failure::usage(format!("not a line of arguments: {error}")))
                        .and_then(|arguments| call(self.kind, &arguments, shared));
                    answer.unwrap_or_else(|failure| failure.to_value()).to_string()
                })
                .collect();
            if !print_lines(&answers) {
                break;
            }
        }
        ExitCode::Complete
    }
}

impl Failure {
    fn to_value(&self) -> Value {
        json!({"error": {"kind": self.kind, "message": self.message}})
    }
}

fn call(kind: Kind, arguments: &Arguments, shared: &Shared) -> Result<Value, Failure> {
    match kind {
        Kind::Index => index::run(arguments),
        Kind::Text => text::run(arguments),
        Kind::Release => release::run(arguments),
        Kind::Section => section::run(arguments),
        Kind::Passages => passages::run(arguments),
        Kind::Figures => figures::run(arguments),
        Kind::Facts => facts::run(arguments),
        Kind::Periods => periods::run(arguments),
        Kind::Issuer => issuer::run(arguments, shared),
        Kind::Amendment => amendment::run(arguments),
    }
}

/// Prints lines to stdout; false when the reader is gone, which is no error.
fn print_lines(lines: &[String]) -> bool {
    crate::cli::output::write((lines.join("\n") + "\n").as_bytes())
}
