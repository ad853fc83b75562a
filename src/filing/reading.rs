//! What later stages keep of a filing: sections, attributions, passages, restating texts and figures, each with
//! its characters and their place, fit to be stored.

use super::amendment;
use super::figures;
use super::passages::{self, Target};
use super::restatement::{self, RestatementKind};
use super::sections::{self, Section, SectionKind};
use crate::ids::{Form, FormFamily, LineItem};
use crate::period::Period;
use crate::span::{CharOffsets, Span};
use crate::text::Text;
use jiff::civil::Date;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};

/// A quote: characters `start..end` of the filing's clean text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The characters, verbatim.
    pub text: String,
}

/// Where the MD&A stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mdna {
    /// `found`, `incorporated-by-reference`, `omitted`, `not-found`.
    pub status: String,
    /// Its heading.
    pub heading: Quote,
    /// First character of the text itself; of what a pointer points at, where the file has it.
    pub start: usize,
    /// One past its last character.
    pub end: usize,
    /// Words of it.
    pub words: usize,
    /// 0 to 1.
    pub confidence: f64,
    /// What is unusual.
    pub flags: Vec<String>,
}

/// One to three sentences that attribute a change in a result to a cause (R33).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attribution {
    /// The sentences.
    pub quote: Quote,
    /// The result that changed, when it is one of the line items.
    pub item: Option<LineItem>,
    /// `up`, `down`...
    pub direction: String,
    /// The cause.
    pub cause: String,
}

/// A paragraph of MD&A that can serve as a passage (R34).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Whole sentences.
    pub quote: Quote,
    /// Items it speaks of.
    pub items: Vec<LineItem>,
    /// Comparable within one filing.
    pub score: f64,
}

/// A restating text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Restating {
    /// `explanatory-note`, `statement-note`, `non-reliance`, `comparison`.
    pub kind: String,
    /// The text, at most [`LONGEST_RESTATEMENT`] characters of it.
    pub quote: Quote,
    /// Periods that it corrects.
    pub periods: Vec<Period>,
    /// Items that it says it corrects.
    pub items: Vec<LineItem>,
    /// The sentence that gives the cause.
    pub cause: Option<Quote>,
}

/// One figure of the filing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigureRead {
    /// The line item.
    pub item: LineItem,
    /// First day; none for a balance.
    pub period_start: Option<Date>,
    /// Last day.
    pub period_end: Option<Date>,
    /// As reported by this filing, or as previously reported where it restates.
    pub reported: Option<f64>,
    /// As restated by this filing.
    pub restated: Option<f64>,
    /// `USD`...
    pub unit: String,
    /// `xbrl`, `ex27`, `statement-table`, `restatement-table`.
    pub source: String,
    /// Tag or cell.
    pub cell: String,
    /// 0 to 1.
    pub confidence: f64,
    /// Doubts.
    pub flags: Vec<String>,
}

/// All that is kept of one filing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FilingReading {
    /// The form as filed.
    pub form: String,
    /// Characters of its clean text.
    pub characters: usize,
    /// Quality flags of the text.
    pub quality: Vec<String>,
    /// Kind of an amendment; none for an original.
    pub amendment: Option<String>,
    /// The MD&A.
    pub mdna: Mdna,
    /// Its attributions, in reading order.
    pub attributions: Vec<Attribution>,
    /// Its passages, in reading order.
    pub passages: Vec<Passage>,
    /// Restating texts, the one that says most first.
    pub restating: Vec<Restating>,
    /// Figures.
    pub figures: Vec<FigureRead>,
}

/// Longest restating text kept; the place of the whole stands in its span.
pub const LONGEST_RESTATEMENT: usize = 6_000;
/// Passages kept of one filing; an MD&A of forty pages has more than anyone asks about.
const MOST_PASSAGES: usize = 120;

/// Reads a filing.
pub fn read(bytes: &[u8], text: &Text, form: &Form) -> FilingReading {
    let places = Places { text: &text.content, offsets: CharOffsets::new(&text.content) };
    let found = sections::read(text, form);
    let section = found.mdna();
    let body = section.body().map(|section| section.span).unwrap_or_default();
    let is_periodic = form.is_annual() || form.is_quarterly();
    FilingReading {
        form: form.to_string(),
        characters: text.content.chars().count(),
        quality: text.quality.clone(),
        amendment: form.amendment.then(|| name(&amendment::classify(text).kind)),
        mdna: mdna(&places, &section, body),
        attributions: if body.is_empty() { Vec::new() } else { attributions(&places, text, body) },
        passages: if body.is_empty() { Vec::new() } else { passages_of(&places, text, body) },
        restating: restating(&places, text, form),
        figures: if is_periodic || form.family == FormFamily::Other {
            figures_of(bytes, text, form)
        } else {
            Vec::new()
        },
    }
}

struct Places<'a> {
    text: &'a str,
    offsets: CharOffsets,
}

impl Places<'_> {
    fn quote(&self, span: Span) -> Quote {
        let at = self.offsets.span(self.text, span);
        Quote { start: at.start, end: at.end, text: span.of(self.text).to_owned() }
    }
}

fn name<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn mdna(places: &Places<'_>, section: &Section, body: Span) -> Mdna {
    debug_assert_eq!(section.kind, SectionKind::Mdna);
    let at = places.offsets.span(places.text, body);
    Mdna {
        status: name(&section.status),
        heading: places.quote(section.heading),
        start: at.start,
        end: at.end,
        words: body.of(places.text).split_whitespace().count(),
        confidence: rounded(f64::from(section.confidence)),
        flags: section.flags.iter().map(|flag| (*flag).to_owned()).collect(),
    }
}

fn attributions(places: &Places<'_>, text: &Text, body: Span) -> Vec<Attribution> {
    passages::attributions(text, body)
        .into_iter()
        .map(|found| Attribution {
            quote: places.quote(found.span),
            item: found.item,
            direction: name(&found.direction),
            cause: found.cause.of(places.text).to_owned(),
        })
        .collect()
}

fn passages_of(places: &Places<'_>, text: &Text, body: Span) -> Vec<Passage> {
    let target = Target { items: LineItem::ALL.to_vec(), terms: Vec::new() };
    let mut found: Vec<_> = passages::candidates(text, body, &target)
        .into_iter()
        .filter(|passage| passage.excluded.is_none())
        .collect();
    found.truncate(MOST_PASSAGES);
    found.sort_by_key(|passage| passage.span);
    found
        .into_iter()
        .map(|passage| Passage {
            quote: places.quote(passage.span),
            items: passage.items,
            score: rounded(f64::from(passage.score)),
        })
        .collect()
}

fn restating(places: &Places<'_>, text: &Text, form: &Form) -> Vec<Restating> {
    restatement::all(text, form)
        .into_iter()
        .map(|found| {
            let mut quote = places.quote(found.span);
            if let Some((cut, _)) = quote.text.char_indices().nth(LONGEST_RESTATEMENT) {
                quote.text.truncate(cut);
                quote.end = quote.start + LONGEST_RESTATEMENT;
            }
            let kind: RestatementKind = found.kind;
            Restating {
                kind: name(&kind),
                quote,
                periods: found.periods,
                items: found.items,
                cause: found.cause.map(|span| places.quote(span)),
            }
        })
        .collect()
}

fn figures_of(bytes: &[u8], text: &Text, form: &Form) -> Vec<FigureRead> {
    figures::read(bytes, text, form)
        .into_iter()
        .map(|figure| FigureRead {
            item: figure.item,
            period_start: figure.period_start,
            period_end: figure.period_end,
            reported: figure.reported.and_then(|value| value.to_f64()),
            restated: figure.restated.and_then(|value| value.to_f64()),
            unit: figure.unit,
            source: name(&figure.source),
            cell: figure.cell,
            confidence: rounded(figure.confidence),
            flags: figure.flags,
        })
        .collect()
}
