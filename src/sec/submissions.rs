//! Submissions JSON of `data.sec.gov/submissions`: who a filer is and what it filed (edgar.md 1, 2).
//!
//! `filings.recent` holds about a thousand rows as columns; older ones stand in pages named by
//! `filings.files` (fault C07). Columns of unequal length, duplicates and odd values are read as far as
//! they go and reported.

mod columns;
#[cfg(test)]
mod tests;

use crate::ids::{Accession, Cik, Form};
use columns::{Columns, Loose};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A filer and the filings read so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submissions {
    /// The filer.
    pub cik: Cik,
    /// Its name today, as written.
    pub name: String,
    /// `operating`, `other`, `investment`...; empty for persons in older files.
    pub entity_type: String,
    /// Names it had, with the days of first and last use.
    pub former_names: Vec<FormerName>,
    /// Standard Industrial Classification, four digits.
    pub sic: Option<u16>,
    /// State of incorporation, as coded.
    pub state: Option<String>,
    /// Last day of the fiscal year TODAY, month and day; past years may have ended elsewhere.
    pub fiscal_year_end: Option<(i8, i8)>,
    /// Symbols today.
    pub tickers: Vec<String>,
    /// Filings, in file order, each accession once.
    pub filings: Vec<FilingRow>,
    /// Older pages that the file names and that are not yet merged.
    pub more_pages: Vec<PageRef>,
    /// What was wrong, in order of reading.
    pub problems: Vec<Problem>,
}

/// A name that a filer had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerName {
    /// The name, as written.
    pub name: String,
    /// First day of use.
    pub from: Option<Date>,
    /// Last day of use.
    pub to: Option<Date>,
}

/// One filing of one filer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilingRow {
    /// The filing.
    pub accession: Accession,
    /// Its form.
    pub form: Form,
    /// Day of filing.
    pub filed: Option<Date>,
    /// Last day of the period it reports; of an amendment the original's (edgar.md 1).
    pub report_date: Option<Date>,
    /// File name of the main document; none for some filings of the 1990s, which are one text file.
    pub primary_document: Option<String>,
    /// Bytes of the whole submission.
    pub size: u64,
    /// 8-K items, as `4.02`.
    pub items: Vec<String>,
    /// Whether XBRL came with it.
    pub xbrl: bool,
}

/// A page of older filings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRef {
    /// File name under `data.sec.gov/submissions/`.
    pub name: String,
    /// Rows it is said to hold.
    pub count: u64,
    /// First filing day.
    pub from: Option<Date>,
    /// Last filing day.
    pub to: Option<Date>,
}

/// Something that was not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// `unequal-columns`, `duplicate-accession`, `bad-accession`, `bad-date`, `bad-page-name`,
    /// `bad-document-name`, `page-count`, `missing-column`, `unknown-page`, `dates-reversed`.
    pub kind: &'static str,
    /// Where and what, values cut short.
    pub detail: String,
}

/// A file that is no submissions file.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionsError {
    /// The bytes are not the JSON expected.
    #[error("submissions JSON: {0}")]
    Json(String),
    /// No filer can be told.
    #[error("submissions JSON: no usable `cik`")]
    NoCik,
}

/// At most so many problems are kept.
const PROBLEMS_KEPT: usize = 200;

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct RawMain {
    cik: Loose,
    entity_type: Loose,
    sic: Loose,
    name: Loose,
    tickers: columns::Column,
    fiscal_year_end: Loose,
    state_of_incorporation: Loose,
    #[serde(deserialize_with = "columns::lenient")]
    former_names: Vec<RawFormer>,
    #[serde(deserialize_with = "columns::lenient")]
    filings: RawFilings,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawFormer {
    name: Loose,
    from: Loose,
    to: Loose,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RawFilings {
    #[serde(deserialize_with = "columns::lenient")]
    recent: Columns,
    #[serde(deserialize_with = "columns::lenient")]
    files: Vec<RawPage>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct RawPage {
    name: Loose,
    filing_count: Loose,
    filing_from: Loose,
    filing_to: Loose,
}

/// Reads the main file of a filer.
///
/// # Errors
/// [`SubmissionsError`] when the bytes are no JSON object or name no filer.
pub fn parse_main(bytes: &[u8]) -> Result<Submissions, SubmissionsError> {
    let raw: RawMain = object(bytes)?;
    let cik: Cik = raw.cik.0.parse().map_err(|_| SubmissionsError::NoCik)?;
    let mut problems = Vec::new();
    let former_names = former_names(&raw.former_names, &mut problems);
    let mut more_pages = Vec::new();
    for page in &raw.filings.files {
        if is_page_name(&page.name.0) {
            more_pages.push(PageRef {
                name: page.name.0.clone(),
                count: page.filing_count.0.parse().unwrap_or(0),
                from: day(&page.filing_from.0),
                to: day(&page.filing_to.0),
            });
        } else {
            note(&mut problems, "bad-page-name", &page.name.0);
        }
    }
    let mut submissions = Submissions {
        cik,
        name: raw.name.0,
        entity_type: raw.entity_type.0,
        former_names,
        sic: raw.sic.0.trim().parse().ok(),
        state: Some(raw.state_of_incorporation.0).filter(|s| !s.trim().is_empty()),
        fiscal_year_end: month_day(&raw.fiscal_year_end.0),
        tickers: raw.tickers.values.into_iter().filter(|t| !t.is_empty()).collect(),
        filings: Vec::new(),
        more_pages,
        problems,
    };
    submissions.add(&raw.filings.recent, "recent");
    Ok(submissions)
}

/// Reads an object; a list would otherwise be taken for its fields in order.
fn object<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, SubmissionsError> {
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(SubmissionsError::Json("no object".to_owned()));
    }
    serde_json::from_slice(bytes).map_err(|e| SubmissionsError::Json(e.to_string()))
}

/// A page of older filings, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its filings.
    pub filings: Vec<FilingRow>,
    /// What was wrong.
    pub problems: Vec<Problem>,
}

/// Reads a page named by `filings.files`: bare columns.
///
/// # Errors
/// [`SubmissionsError::Json`] when the bytes are no JSON object.
pub fn parse_page(bytes: &[u8]) -> Result<Page, SubmissionsError> {
    let raw: Columns = object(bytes)?;
    let mut page = Page::default();
    rows(&raw, "page", &mut HashSet::new(), &mut page.filings, &mut page.problems);
    Ok(page)
}

impl Submissions {
    /// Joins an older page; what is still missing stays in [`Submissions::more_pages`].
    pub fn merge(&mut self, name: &str, page: Page) {
        match self.more_pages.iter().position(|p| p.name == name) {
            Some(at) => {
                let said = self.more_pages.remove(at).count;
                let read = page.filings.len() as u64;
                if said != read {
                    note(&mut self.problems, "page-count", &format!("{name}: {read} rows, {said} announced"));
                }
            }
            None => note(&mut self.problems, "unknown-page", name),
        }
        self.problems.extend(page.problems);
        let mut seen: HashSet<String> =
            self.filings.iter().map(|f| f.accession.as_str().to_owned()).collect();
        for row in page.filings {
            if seen.insert(row.accession.as_str().to_owned()) {
                self.filings.push(row);
            } else {
                note(&mut self.problems, "duplicate-accession", row.accession.as_str());
            }
        }
    }

    fn add(&mut self, raw: &Columns, place: &str) {
        rows(raw, place, &mut HashSet::new(), &mut self.filings, &mut self.problems);
    }
}

fn rows(
    raw: &Columns,
    place: &str,
    seen: &mut HashSet<String>,
    out: &mut Vec<FilingRow>,
    problems: &mut Vec<Problem>,
) {
    let count = raw.accession_number.values.len();
    for (name, column) in raw.named() {
        let have = column.values.len();
        if column.broken {
            note(problems, "missing-column", &format!("{place}: {name} is no list"));
        } else if have != count && (have > 0 || matches!(name, "form" | "filingDate" | "reportDate")) {
            note(problems, "unequal-columns", &format!("{place}: {name} has {have} of {count} values"));
        }
    }
    for (at, number) in raw.accession_number.values.iter().enumerate() {
        let Ok(accession) = number.parse::<Accession>() else {
            note(problems, "bad-accession", &format!("{place} row {at}: {number}"));
            continue;
        };
        if !seen.insert(accession.as_str().to_owned()) {
            note(problems, "duplicate-accession", accession.as_str());
            continue;
        }
        let mut date = |name: &str, text: &str| {
            let read = day(text);
            if read.is_none() && !text.trim().is_empty() {
                note(problems, "bad-date", &format!("{accession} {name}: {text}"));
            }
            read
        };
        let filed = date("filingDate", raw.filing_date.at(at));
        let report_date = date("reportDate", raw.report_date.at(at));
        let document = raw.primary_document.at(at).trim();
        let safe = document.split('/').all(|part| part != "..")
            && !document.starts_with('/')
            && !document.contains(['\\', '\0', ':']);
        if !safe {
            note(problems, "bad-document-name", &format!("{accession}: {document}"));
        }
        out.push(FilingRow {
            form: Form::parse(raw.form.at(at)),
            filed,
            report_date,
            primary_document: (safe && !document.is_empty()).then(|| document.to_owned()),
            size: raw.size.at(at).parse().unwrap_or(0),
            items: raw
                .items
                .at(at)
                .split(',')
                .map(str::trim)
                .filter(|i| !i.is_empty())
                .map(str::to_owned)
                .collect(),
            xbrl: matches!(raw.is_xbrl.at(at), "1" | "true"),
            accession,
        });
    }
}

fn former_names(raw: &[RawFormer], problems: &mut Vec<Problem>) -> Vec<FormerName> {
    let mut out: Vec<FormerName> = Vec::new();
    for entry in raw {
        let name = entry.name.0.trim();
        if name.is_empty() {
            continue;
        }
        let (mut from, mut to) = (day(&entry.from.0), day(&entry.to.0));
        if let (Some(a), Some(b)) = (from, to)
            && a > b
        {
            note(problems, "dates-reversed", &format!("{name}: {a} to {b}"));
            (from, to) = (Some(b), Some(a));
        }
        // Names that differ in case only are one name (edgar.md 2).
        let same = out.iter_mut().find(|f| f.name.eq_ignore_ascii_case(name) && overlap(f, from, to));
        match same {
            Some(known) => {
                known.from = earlier(known.from, from);
                known.to = known.to.max(to);
            }
            None => out.push(FormerName { name: name.to_owned(), from, to }),
        }
    }
    out
}

fn overlap(known: &FormerName, from: Option<Date>, to: Option<Date>) -> bool {
    let starts = known.to.is_none() || from.is_none() || from <= known.to;
    let ends = known.from.is_none() || to.is_none() || to >= known.from;
    starts && ends
}

fn earlier(a: Option<Date>, b: Option<Date>) -> Option<Date> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The day of `2003-03-13` or `2003-03-13T17:00:00.000Z`.
fn day(text: &str) -> Option<Date> {
    text.trim().get(..10)?.parse().ok()
}

fn month_day(text: &str) -> Option<(i8, i8)> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.len() != 4 {
        return None;
    }
    let (month, day): (i8, i8) = (digits.get(..2)?.parse().ok()?, digits.get(2..)?.parse().ok()?);
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then_some((month, day))
}

/// Only such names become addresses: `CIK0000749647-submissions-001.json`.
fn is_page_name(name: &str) -> bool {
    let Some(middle) = name.strip_prefix("CIK").and_then(|n| n.strip_suffix(".json")) else { return false };
    let Some((cik, page)) = middle.split_once("-submissions-") else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    cik.len() == 10 && digits(cik) && page.len() <= 4 && digits(page)
}

fn note(problems: &mut Vec<Problem>, kind: &'static str, detail: &str) {
    if problems.len() < PROBLEMS_KEPT {
        problems.push(Problem { kind, detail: detail.chars().take(120).collect() });
    }
}
