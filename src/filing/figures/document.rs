//! What a filing covers: the last day and length of its period, from header, cover and schedules.

use super::{dates, pattern};
use crate::ids::{Form, FormFamily};
use crate::text::Text;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// The period that a filing reports on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// Last day, when found.
    pub end: Option<Date>,
    /// Months of the main period: 3 for a quarterly report, else 12.
    pub months: u32,
    /// Whether the form is an amendment.
    pub amendment: bool,
}

impl Document {
    /// Whether a day is the last day of the period, give or take a 52-week year's wandering.
    pub fn is_end(&self, day: Date) -> bool {
        self.end.is_some_and(|end| dates::days_between(end, day).abs() <= 8)
    }
}

static COVER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:fiscal\s+|calendar\s+)?(years?|quarters?|quarterly\s+periods?|periods?|months|weeks)\s*(?:ended|ending)\s*:?[\s_]*",
    )
});
static HEADER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"CONFORMED PERIOD OF REPORT:\s*(\d{4})(\d\d)(\d\d)"));

/// Reads the period of a filing.
pub fn read(bytes: &[u8], text: &Text, form: &Form) -> Document {
    let quarterly = form.family == FormFamily::Quarterly;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(12_000)]);
    let header = HEADER.captures(&head).and_then(|c| {
        let part = |i: usize| c.get(i).and_then(|m| m.as_str().parse::<i16>().ok());
        dates::make(part(1)?, part(2)? as i8, part(3)? as i8)
    });
    let cover = cover(text, quarterly);
    let end = match (header, cover) {
        (Some(header), Some(cover)) if dates::days_between(header, cover).abs() <= 10 => Some(cover),
        (Some(header), _) => Some(header),
        (None, cover) => cover,
    };
    Document { end, months: if quarterly { 3 } else { 12 }, amendment: form.amendment }
}

/// The first "year ended DATE" of the opening pages; for a quarterly report the first of any kind.
fn cover(text: &Text, quarterly: bool) -> Option<Date> {
    let mut end = text.content.len().min(30_000);
    while !text.content.is_char_boundary(end) {
        end -= 1;
    }
    let opening = &text.content[..end];
    let mut fallback = None;
    for found in COVER.captures_iter(opening) {
        let (Some(whole), Some(word)) = (found.get(0), found.get(1)) else { continue };
        let mut stop = (whole.end() + 48).min(opening.len());
        while !opening.is_char_boundary(stop) {
            stop -= 1;
        }
        let after = opening[whole.end()..stop].split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(mark) = dates::marks(&after).into_iter().next().filter(|m| m.start <= 2) else { continue };
        let Some(date) = mark.date() else { continue };
        let year = word.as_str().to_ascii_lowercase().starts_with("year");
        if year != quarterly {
            return Some(date);
        }
        fallback = fallback.or(Some(date));
    }
    fallback
}
