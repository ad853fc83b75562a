//! Quotes held against the text they are said to come from (requirements R17).

use crate::span::Span;

/// Fewer letters and digits are no quote: they stand everywhere.
const SHORTEST: usize = 4;

/// How a quote was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Character by character.
    Verbatim,
    /// With white space, quote marks and dashes levelled.
    Levelled,
}

/// A text made ready for many quotes.
pub struct Source<'a> {
    text: &'a str,
    levelled: String,
    /// Byte of the text for each byte of the levelled one, and the text's end.
    places: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Levels the text once.
    pub fn new(text: &'a str) -> Source<'a> {
        let (levelled, places) = level(text);
        Source { text, levelled, places }
    }

    /// The text itself.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Where a quote stands; none when it is not in the text.
    pub fn find(&self, quote: &str) -> Option<(Span, Match)> {
        let quote = quote.trim();
        if quote.chars().filter(|c| c.is_alphanumeric()).take(SHORTEST).count() < SHORTEST {
            return None;
        }
        if let Some(start) = memchr::memmem::find(self.text.as_bytes(), quote.as_bytes()) {
            return Some((Span::new(start, start + quote.len()), Match::Verbatim));
        }
        let (needle, _) = level(quote);
        let needle = needle.trim();
        let start = memchr::memmem::find(self.levelled.as_bytes(), needle.as_bytes())?;
        let last = start + needle.len();
        let (start, end) = (*self.places.get(start)?, *self.places.get(last)?);
        // The white space behind the last character belongs to what follows.
        let end = start + self.text.get(start..end)?.trim_end().len();
        Some((Span::new(start, end), Match::Levelled))
    }
}

/// White space to one space, quote marks and dashes to plain ones; what a document block neutralises, back.
fn level(text: &str) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len() + 1);
    let mut push = |c: char, at: usize| {
        out.push(c);
        places.extend(std::iter::repeat_n(at, c.len_utf8()));
    };
    let mut space = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !space {
                push(' ', at);
            }
            space = true;
            continue;
        }
        space = false;
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '`' | '\u{b4}' => push('\'', at),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => push('"', at),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => push('-', at),
            super::document::NEUTRAL => push('<', at),
            '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
            c => push(c, at),
        }
    }
    places.push(text.len());
    (out, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// LLM L17: the same words in another line break are a quote, other words are none.
    #[test]
    fn quotes_are_found_over_line_breaks_and_never_invented() {
        let source = Source::new("It found that the company\nrecorded sales before delivery in 2003.");
        let (span, how) = source.find("the company recorded sales before delivery").unwrap();
        assert_eq!(how, Match::Levelled);
        assert_eq!(span.of(source.text()), "the company\nrecorded sales before delivery");
        assert_eq!(source.find("recorded sales after delivery"), None);
        assert_eq!(source.find("recorded sales before delivery").unwrap().1, Match::Verbatim);
    }

    #[test]
    fn quote_marks_and_odd_spaces_are_levelled() {
        let source =
            Source::new("the issuer\u{2019}s \u{201c}cookie\u{a0}jar\u{201d} reserves \u{2013} overstated");
        let (span, _) = source.find("issuer's \"cookie jar\" reserves - overstated").unwrap();
        assert!(span.of(source.text()).ends_with("overstated"));
        assert!(source.find("cookie  jar").is_some());
    }

    #[test]
    fn crumbs_are_no_quotes() {
        let source = Source::new("a and the of \u{2019}");
        for quote in ["", "  ", "a", "the", "\u{2019}", "...."] {
            assert_eq!(source.find(quote), None, "{quote:?}");
        }
    }
}
