//! The sheet: questions as CSV for a spreadsheet, and the edited sheet back, every cell held against what was asked.

use super::{Kind, Question};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Columns, in order; a heading is known by its first word, so that the rest can be said in it.
const COLUMNS: [&str; 8] =
    ["key", "question", "subject", "evidence", "proposed", "allowed", "answer", "reason"];
/// What parts the allowed answers in a cell.
const OR: &str = " | ";
/// Longest reason, in characters.
const LONGEST_REASON: usize = 2_000;
/// Longest cell, in characters: spreadsheets cut off at 32,767.
const LONGEST_CELL: usize = 30_000;
/// A cell that begins so is a formula to a spreadsheet.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// One answered row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Row of the sheet, the heading being 1.
    pub row: usize,
    /// Key of the question.
    pub key: String,
    /// Its kind.
    pub kind: Kind,
    /// One of the answers allowed, as it was allowed.
    pub answer: String,
    /// Why.
    pub reason: String,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: {message}")]
pub struct RowError {
    /// Row of the sheet, the heading being 1.
    pub row: usize,
    /// The column.
    pub column: String,
    /// What is wrong and what to do.
    pub message: String,
}

/// Writes questions as a sheet: UTF-8, comma-separated, cells that a spreadsheet would take for formulas made harmless
/// by an apostrophe.
pub fn write(questions: &[Question]) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let answers: Vec<String> =
        Kind::ALL.into_iter().map(|kind| format!("{}: {}", kind.as_str(), kind.answers())).collect();
    out.write_record([
        "key (do not change)".to_owned(),
        "question".to_owned(),
        "subject".to_owned(),
        "evidence".to_owned(),
        "proposed (what stands without an answer)".to_owned(),
        "allowed".to_owned(),
        format!("answer ({}; empty for no answer)", answers.join("; ")),
        "reason (needed beside an answer, but for a check that is right)".to_owned(),
    ])?;
    for question in questions {
        let cells = asked_cells(question);
        out.write_record(
            cells.iter().map(|cell| harmless(cell).into_owned()).chain([String::new(), String::new()]),
        )?;
    }
    Ok(out.into_inner().map_err(|error| error.into_error())?)
}

/// The six cells of a question as they stand in the sheet.
fn asked_cells(question: &Question) -> [String; 6] {
    [
        question.key(),
        question.kind.words().to_owned(),
        question.subject.clone(),
        cut(&question.evidence),
        cut(&question.proposed),
        cut(&question.allowed.join(OR)),
    ]
}

fn cut(text: &str) -> String {
    // Control characters do not outlive a spreadsheet.
    text.chars().filter(|c| !c.is_control() || *c == '\n').take(LONGEST_CELL).collect()
}

fn harmless(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(FORMULA) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// What a cell said before it was made harmless.
fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(FORMULA)).unwrap_or(cell)
}

/// Reads an edited sheet against the questions by key. Rows without an answer are passed over.
///
/// Takes what spreadsheets make of a CSV: a byte order mark, UTF-16, semicolons or tabs, other line ends, other
/// quoting, white space folded.
///
/// # Errors
/// Everything that is wrong, by row; nothing of a sheet with an error may be kept.
pub fn read(bytes: &[u8], asked: &BTreeMap<String, Question>) -> Result<Vec<Given>, Vec<RowError>> {
    let text = decode(bytes);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut records = reader.records().enumerate();
    let unread = |row: usize, error: csv::Error| RowError {
        row,
        column: "all".to_owned(),
        message: format!("cannot be read as CSV: {error}"),
    };
    let heading = match records.next() {
        Some((_, Ok(heading))) => heading,
        Some((_, Err(error))) => return Err(vec![unread(1, error)]),
        None => csv::StringRecord::new(),
    };
    let places = places(&heading)?;
    let mut given = Vec::new();
    let mut errors = Vec::new();
    let mut seen = BTreeSet::new();
    for (index, record) in records {
        let row = index + 1;
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                errors.push(unread(row, error));
                continue;
            }
        };
        // Spreadsheets leave empty rows at the end.
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let mut found = Row { row, errors: &mut errors };
        if let Some(answered) = found.check(&record, &places, asked, &mut seen) {
            given.push(answered);
        }
    }
    if errors.is_empty() { Ok(given) } else { Err(errors) }
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let body = bytes.get(mark..).unwrap_or_default();
    let (text, broken) = encoding.decode_without_bom_handling(body);
    if broken && encoding == UTF_8 {
        return WINDOWS_1252.decode_without_bom_handling(body).0;
    }
    text
}

/// The separator that stands most often outside quotes in the first row.
fn delimiter(text: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            _ if !quoted => {
                for (separator, n) in &mut counts {
                    *n += usize::from(*separator == byte);
                }
            }
            _ => {}
        }
    }
    // The first of equals, which is the comma.
    counts.iter().rev().max_by_key(|(_, n)| *n).map_or(b',', |(separator, _)| *separator)
}

fn places(heading: &csv::StringRecord) -> Result<BTreeMap<&'static str, usize>, Vec<RowError>> {
    let mut places = BTreeMap::new();
    let mut errors = Vec::new();
    for (at, cell) in heading.iter().enumerate() {
        let word = cell.split_whitespace().next().unwrap_or("").to_lowercase();
        let Some(column) = COLUMNS.into_iter().find(|column| *column == word) else { continue };
        if places.insert(column, at).is_some() {
            errors.push(RowError { row: 1, column: column.to_owned(), message: "stands twice".to_owned() });
        }
    }
    for column in COLUMNS {
        if !places.contains_key(column) {
            let message = "is missing; `afb-build review export` writes all columns".to_owned();
            errors.push(RowError { row: 1, column: column.to_owned(), message });
        }
    }
    if errors.is_empty() { Ok(places) } else { Err(errors) }
}

struct Row<'a> {
    row: usize,
    errors: &'a mut Vec<RowError>,
}

impl Row<'_> {
    fn wrong(&mut self, column: &str, message: impl Into<String>) {
        self.errors.push(RowError { row: self.row, column: column.to_owned(), message: message.into() });
    }

    fn check(
        &mut self,
        record: &csv::StringRecord,
        places: &BTreeMap<&'static str, usize>,
        asked: &BTreeMap<String, Question>,
        seen: &mut BTreeSet<String>,
    ) -> Option<Given> {
        let before = self.errors.len();
        let cell = |column: &str| places.get(column).and_then(|at| record.get(*at)).unwrap_or("").trim();
        for column in COLUMNS {
            if cell(column).starts_with(FORMULA) {
                self.wrong(column, "begins like a formula; write words, or put an apostrophe before it");
            }
        }
        let key = plain(cell("key"));
        if key.is_empty() {
            self.wrong("key", "is empty; leave the keys as they were exported");
            return None;
        }
        let Some((question, key)) = find(asked, key) else {
            self.wrong(
                "key",
                format!("`{}` was never asked here; export again and answer there", shown(key)),
            );
            return None;
        };
        if !seen.insert(key.to_owned()) {
            self.wrong("key", "stands in an earlier row too; one row a question");
        }
        for (column, was) in COLUMNS.into_iter().zip(asked_cells(question)).skip(1) {
            if folded(plain(cell(column))) != folded(&was) {
                self.wrong(column, "is not what was asked; edit only answer and reason, or export again");
            }
        }
        let (answer, reason) = (plain(cell("answer")), folded(plain(cell("reason"))));
        if reason.chars().count() > LONGEST_REASON {
            self.wrong("reason", format!("is longer than {LONGEST_REASON} characters"));
        }
        if answer.is_empty() {
            if !reason.is_empty() {
                self.wrong("answer", "is empty beside a reason");
            }
            return None;
        }
        let Some(answer) = allowed(question, answer) else {
            let or = question.allowed.join(", ");
            let mut message = format!("`{}` is none of the answers allowed: {or}", shown(answer));
            if question.kind == Kind::Issuer {
                message.push_str(" (another registrant goes into a file for --overrides)");
            }
            self.wrong("answer", message);
            return None;
        };
        if reason.is_empty() && !(question.kind == Kind::Check && answer == "right") {
            self.wrong("reason", "is empty; an answer needs one");
        }
        (self.errors.len() == before).then(|| Given {
            row: self.row,
            key: key.to_owned(),
            kind: question.kind,
            answer,
            reason,
        })
    }
}

/// The question of a key, whose blanks a spreadsheet may have folded.
fn find<'a>(asked: &'a BTreeMap<String, Question>, key: &str) -> Option<(&'a Question, &'a str)> {
    if let Some((known, question)) = asked.get_key_value(key) {
        return Some((question, known));
    }
    let wanted = folded(key);
    asked
        .iter()
        .find(|(known, _)| folded(known) == wanted)
        .map(|(known, question)| (question, known.as_str()))
}

/// The allowed answer that is meant: case does not matter, nor the zeros and the word before a CIK.
fn allowed(question: &Question, answer: &str) -> Option<String> {
    let number = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c.is_whitespace());
        digits.parse::<u64>().ok()
    };
    let same = |one: &&String| {
        one.eq_ignore_ascii_case(answer)
            || (question.kind == Kind::Issuer && number(one).is_some() && number(one) == number(answer))
    };
    question.allowed.iter().find(same).cloned()
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests;
