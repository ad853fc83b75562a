//! The SEC's listing of accounting and auditing enforcement releases, in its current and its older layouts
//! (aaer-site.md 1 to 3), as rows of one type.
//!
//! What cannot be read right is kept and named in a [`Problem`]; a page whose layout is not recognised is an
//! error and never zero rows, because an empty answer looks like a finished crawl.

mod cells;
mod checks;
mod current;
mod dates;
mod decode;
pub mod merge;
mod numbers;
mod older;
pub mod plan;
mod respondents;

use crate::ids::AaerNumber;
use jiff::civil::Date;
use scraper::{Html, Selector};
use serde::Serialize;
use std::sync::LazyLock;

/// Larger pages are refused: the real ones have at most a few hundred kilobytes.
const MAX_BYTES: usize = 8 << 20;
/// The tree builder is quadratic in tags that are never closed; real pages nest about 30 deep.
const MAX_OPEN: usize = 6_000;

/// The layout a page was read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// The paged listing with a date and a respondents column.
    Current,
    /// A data table inside layout tables (to 2015): number, date, action.
    Nested,
    /// One data table (2016 on): number, date, action.
    Single,
}

/// One page, read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// How it was read.
    pub layout: Layout,
    /// The page's title, as shown.
    pub title: String,
    /// Its rows in the page's order, duplicates included.
    pub rows: Vec<Row>,
    /// Absolute address of the next page of the listing.
    pub next: Option<String>,
    /// What was doubtful, row by row.
    pub problems: Vec<Problem>,
}

/// One row: one release, or what the page lists as one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Row {
    /// AAER numbers in the row's order, each once.
    pub aaer_numbers: Vec<AaerNumber>,
    /// The date shown, New York time.
    pub date: Option<Date>,
    /// Who is named, without numbers, labels and a closing procedural bracket.
    pub respondents: String,
    /// The other release numbers: `33-11450`, `LR-18412`, `34-72938A`.
    pub release_numbers: Vec<String>,
    /// Absolute address of the release.
    pub url: Option<String>,
    /// Further documents of the row.
    pub see_also: Vec<SeeAlso>,
    /// The closing bracket that says what kind of paper it is: `Order Granting Extension`, `Corrected`.
    pub procedural: Option<String>,
    /// The row's whole text, space folded.
    pub raw: String,
}

impl Row {
    /// Whether the bracket names a step of procedure; a corrected order and an opinion are none by themselves.
    pub fn is_procedural(&self) -> bool {
        self.procedural.as_deref().is_some_and(|text| {
            let text = text.trim().to_ascii_lowercase();
            let rest = text.trim_start_matches("corrected").trim_start_matches("amended").trim();
            !(rest.is_empty() || rest.starts_with("opinion") || rest.starts_with("finality"))
        })
    }
}

/// A further document of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SeeAlso {
    /// The words of the link: `SEC Complaint`.
    pub label: String,
    /// Absolute address.
    pub url: String,
}

/// One doubt about a page or a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Index into [`Page::rows`]; none for the page as a whole.
    pub row: Option<usize>,
    /// What kind.
    pub kind: ProblemKind,
    /// The text in question.
    pub detail: String,
}

/// Kinds of doubt; the numbers are those of aaer-site.md 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The UTC time and the date shown are different days even in New York; the date shown was taken (3).
    DateConflict,
    /// Text in place of a date that is none.
    DateUnreadable,
    /// No date at all.
    NoDate,
    /// A number of the series on a decision older than the series, or of an administrative law judge of another time (4).
    NumberHijacked,
    /// The number does not fit the date, seen over the whole series.
    NumberOutOfSeries,
    /// Two or more AAER numbers in one row (6).
    SeveralAaerNumbers,
    /// A number twice in one row (6).
    NumberRepeated,
    /// Control characters, left out (7).
    ControlCharacters,
    /// A number without the letters or the act before it (9).
    BareNumber,
    /// A number with a slip of the pen, mended (10).
    NumberTypo,
    /// A number that cannot be mended (12).
    BadNumber,
    /// No AAER number in the row (8, 12).
    NoAaerNumber,
    /// One AAER number on rows of different releases (13).
    NumberShared,
    /// The same row twice (14).
    DuplicateRow,
    /// A row that the SEC left out on purpose (15).
    Withheld,
    /// A label with no number after it (16).
    EmptyLabel,
    /// An AAER number listed as its own other number (16).
    OwnNumberAsOther,
    /// A path of a link inside the text, left out (17).
    LeakedHref,
    /// A label glued to the name, parted (18).
    GluedLabel,
    /// Bytes of two encodings in one page (20).
    MixedEncoding,
    /// Characters decoded twice, mended (20).
    Mojibake,
    /// A judge's name among the respondents (21).
    JudgeInRespondents,
    /// Surnames before given names (22).
    SurnameFirst,
    /// No space after a comma, set (22).
    MissingSpace,
    /// The link leads to a page that only announces the document (26).
    StubLink,
    /// The link's file is named by a number that the row does not list (28).
    LinkNumberDiffers,
    /// No link to the release.
    NoLink,
    /// A link that leads nowhere on the SEC's hosts.
    BadLink,
    /// Nobody named.
    NoRespondents,
    /// The page's footer ran into the row, cut off (33).
    FooterInRow,
    /// Words among the numbers that are no number.
    UnreadText,
    /// The page says another count of rows than it holds.
    CountMismatch,
    /// Two layouts give one release different dates (30).
    DateDiffers,
    /// Two layouts name different respondents for one release.
    RespondentsDiffer,
}

/// Why a page could not be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// No row of any known layout.
    #[error("layout not recognised: the page is titled `{title}`{}", count.as_ref().map(|c| format!(" and says `{c}`")).unwrap_or_default())]
    NotRecognised {
        /// The page's title, cut to 200 characters.
        title: String,
        /// The count of rows that the page claims.
        count: Option<String>,
    },
    /// Larger or deeper than any real page.
    #[error("not a page of the index: {0}")]
    Oversized(String),
}

/// A row with its doubts, before the page is whole.
#[derive(Debug, Default)]
struct Draft {
    row: Row,
    notes: Notes,
}

/// Doubts about one row.
type Notes = Vec<(ProblemKind, String)>;

/// Reads a page. `url` is its address; relative links are resolved against it (the current listing by default).
pub fn read(bytes: &[u8], url: Option<&str>) -> Result<Page, IndexError> {
    if bytes.len() > MAX_BYTES {
        return Err(IndexError::Oversized(format!("{} bytes", bytes.len())));
    }
    let (text, mixed) = decode::decode(bytes);
    let open = decode::deepest_nesting(&text);
    if open > MAX_OPEN {
        return Err(IndexError::Oversized(format!("{open} tags stay open")));
    }
    let html = Html::parse_document(&text);
    let base = url.unwrap_or(crate::sec::urls::INDEX);
    let title = title_of(&html);
    let count = checks::claimed_count(&html);
    let (layout, drafts) = if current::is_current(&html) {
        (Layout::Current, current::rows(&html, base))
    } else {
        older::rows(&html, base)
    };
    if drafts.is_empty() {
        let count = count.map(|count| count.text);
        return Err(IndexError::NotRecognised { title: title.chars().take(200).collect(), count });
    }
    let mut page = Page { layout, title, rows: Vec::new(), next: None, problems: Vec::new() };
    for (index, draft) in drafts.into_iter().enumerate() {
        let problems =
            draft.notes.into_iter().map(|(kind, detail)| Problem { row: Some(index), kind, detail });
        page.problems.extend(problems);
        page.rows.push(draft.row);
    }
    if mixed {
        let detail = "bytes that are not UTF-8 were read as Windows-1252".to_owned();
        page.problems.push(Problem { row: None, kind: ProblemKind::MixedEncoding, detail });
    }
    if layout == Layout::Current {
        page.next = current::next(&html, base, &mut page.problems);
    }
    checks::page(&mut page, count);
    page.problems.sort_by_key(|problem| (problem.row, problem.kind));
    Ok(page)
}

/// A selector that is a constant of this module.
///
/// Panics only when the constant is malformed, which every test run would show.
fn selector(text: &'static str) -> Selector {
    #[allow(clippy::expect_used)]
    Selector::parse(text).expect("a constant selector")
}

/// A pattern that is a constant of this module; see [`selector`].
fn pattern(text: &'static str) -> regex::Regex {
    #[allow(clippy::expect_used)]
    regex::Regex::new(text).expect("a constant pattern")
}

fn title_of(html: &Html) -> String {
    static TITLE: LazyLock<Selector> = LazyLock::new(|| selector("title, h1"));
    let mut titles = html.select(&TITLE).map(|e| cells::fold(&e.text().collect::<String>()));
    titles.find(|title| !title.is_empty()).unwrap_or_default()
}
