//! Release numbers as the index writes them (faults 5 to 12).

use super::{Notes, ProblemKind as Kind, cells, pattern};
use crate::ids::AaerNumber;
use regex::Regex;
use std::sync::LazyLock;

/// What a list of numbers says.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// AAER numbers in order, each once.
    pub aaer: Vec<AaerNumber>,
    /// Other numbers in order, each once.
    pub release: Vec<String>,
    /// Doubts.
    pub notes: Notes,
}

/// Reads a list such as `33-11450, 34-106568, AAER-4604`, in any order and with any slips.
pub(super) fn read(value: &str) -> Numbers {
    let mut numbers = Numbers::default();
    numbers.add(value);
    numbers
}

impl Numbers {
    /// Adds the numbers of another list.
    pub fn add(&mut self, value: &str) {
        static AND: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\s+(?:and|&)\s+|[,;/|\n]+"));
        if cells::has_controls(value) {
            self.notes.push((Kind::ControlCharacters, value.escape_debug().to_string()));
        }
        for token in AND.split(value) {
            let token = dashes(&cells::fold(token));
            // A bracket around a number is the row's, not the number's.
            let token = token.trim_matches(|c: char| "()[] ".contains(c));
            if !token.is_empty() {
                self.token(token);
            }
        }
    }

    fn token(&mut self, token: &str) {
        static NUMBER: LazyLock<Regex> =
            LazyLock::new(|| pattern(r"(?i)\b([A-Z]{2,4}|\d{1,2})\s?-\s?(\d{1,7})\s?([A-Z]\b)?"));
        static GAP: LazyLock<Regex> = LazyLock::new(|| {
            pattern(r"(?i)^(AAER|LR|IA|IC|ID|33|34|35|39)\s*[-#:.]*\s*(\d{1,7})\s?([A-Z])?$")
        });
        let trimmed = token.trim_matches(|c: char| ".:*#'`- ".contains(c));
        if trimmed.is_empty() {
            return;
        }
        if trimmed.bytes().all(|b| b.is_ascii_digit()) && trimmed.len() <= 6 {
            self.notes.push((Kind::BareNumber, trimmed.to_owned()));
            self.push_release(trimmed.to_owned());
            return;
        }
        if let Some(found) =
            NUMBER.captures(trimmed).filter(|m| m.get(0).is_some_and(|all| all.len() == trimmed.len()))
        {
            let canonical = canonical(&found);
            if canonical != token {
                self.notes.push((Kind::NumberTypo, token.to_owned()));
            }
            return self.push(&canonical);
        }
        if let Some(found) = GAP.captures(trimmed) {
            self.notes.push((Kind::NumberTypo, token.to_owned()));
            return self.push(&canonical(&found));
        }
        // Numbers with words or only spaces between them.
        let mut rest = trimmed.to_owned();
        for found in NUMBER.captures_iter(trimmed) {
            let canonical = canonical(&found);
            self.push(&canonical);
            rest = rest.replacen(found.get(0).map_or("", |m| m.as_str()), " ", 1);
        }
        let rest = cells::fold(rest.trim_matches(|c: char| c.is_whitespace() || ".:()-".contains(c)));
        if rest.is_empty() {
            self.notes.push((Kind::NumberTypo, token.to_owned()));
        } else if rest.chars().any(|c| c.is_ascii_digit()) {
            self.notes.push((Kind::BadNumber, token.to_owned()));
        } else {
            self.notes.push((Kind::UnreadText, token.to_owned()));
        }
    }

    fn push(&mut self, canonical: &str) {
        if !canonical.starts_with("AAER-") {
            return self.push_release(canonical.to_owned());
        }
        match canonical.parse::<AaerNumber>() {
            Ok(number) if number.number > 0 && number.number < 100_000 => {
                if self.aaer.contains(&number) {
                    self.notes.push((Kind::NumberRepeated, number.to_string()));
                } else {
                    self.aaer.push(number);
                }
            }
            _ => self.notes.push((Kind::BadNumber, canonical.to_owned())),
        }
    }

    fn push_release(&mut self, number: String) {
        if self.release.contains(&number) {
            self.notes.push((Kind::NumberRepeated, number));
        } else {
            self.release.push(number);
        }
    }
}

fn canonical(found: &regex::Captures<'_>) -> String {
    let part = |i| found.get(i).map_or("", |m| m.as_str()).to_ascii_uppercase();
    format!("{}-{}{}", part(1), part(2), part(3))
}

/// Dashes of every kind as hyphens.
fn dashes(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}') { '-' } else { c })
        .collect()
}

/// The number by which a link's file is named: `34-54030` from `34-54030.pdf`, also `3439377.txt`, `lr19735.htm`
/// (faults 27 and 28). Without hyphens, upper case; none when the file is named otherwise.
pub(super) fn of_link(url: &str) -> Option<String> {
    static FILE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)/(?:(33|34|ia|ic|lr)-?(\d{3,7})([a-z])?)(?:-(?:pdf|s))?(?:\.(?:pdf|html?|txt))?$")
    });
    let found = FILE.captures(url)?;
    let part = |i| found.get(i).map_or("", |m| m.as_str()).to_ascii_uppercase();
    Some(format!("{}{}{}", part(1), part(2), part(3)))
}
