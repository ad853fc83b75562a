//! Words and numbers of a text, told apart as far as the reading of periods needs it.

use crate::span::Span;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What one token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A number without thousands separators, with the count of its digits.
    Number(u32, u8),
    /// A number that is no year, day or count: with separators, decimals or a currency sign.
    Amount,
    /// A month, from 1.
    Month(u8),
    /// `first` to `fourth`, `1st` to `4th`.
    Ordinal(u8),
    /// `last`, `final`.
    Last,
    /// `one` to `twelve`, and the week counts of quarters.
    Count(u8),
    /// Quarter(s): plural or not.
    Quarter(bool),
    /// Half, halves.
    Half,
    /// Year(s): plural or not.
    Year(bool),
    /// `fiscal`, `FY`.
    Fiscal,
    /// `Q`, as in Q3.
    Q,
    /// `H`, as in 1H.
    H,
    /// `ended`, `ending`.
    Ended,
    /// Months, week(s).
    Months,
    /// See [`Word::Months`].
    Weeks,
    /// Period(s).
    Period,
    /// `transition`, `transitional`.
    Transition,
    /// `annual`, `yearly`.
    Annual,
    /// `quarterly`, `interim`.
    Interim,
    /// `calendar`.
    Calendar,
    Of,
    The,
    /// `its`, `their`, `his`, `her`, `our`.
    Its,
    And,
    Or,
    /// `through`, `thru`, `until`, `till`.
    Through,
    To,
    Into,
    From,
    Between,
    In,
    For,
    During,
    Throughout,
    Since,
    At,
    Least,
    /// `approximately`, `about`, `around`, `roughly`, `circa`.
    About,
    No,
    Later,
    /// `earlier`, `early` as a part of a year: see the grammar.
    Early,
    Mid,
    Late,
    /// `end`, `close`.
    End,
    /// `beginning`, `start`, `began`, `commencing`.
    Begin,
    /// `continuing`, `continued`, `extending`, `lasting`.
    Continue,
    Each,
    Both,
    All,
    Three,
    /// A season's first month.
    Season(u8),
    As,
    On,
    Which,
    Ran,
    Was,
    /// `Form(s)`, `report(s)`, `statement(s)`, `results`, `filing(s)`.
    Report,
    /// Words of false statements: overstated, scheme, improper...
    Misconduct,
    /// `alleges`, `found`, `complaint`, `charged`: the Commission's voice.
    Charge,
    /// Titles and verbs of careers: officer, served, employed, licensed...
    Career,
    /// Verbs of single events: filed, announced, entered...
    Event,
    /// Words of statutes, rules and standards before a year: Act, Release, Standards...
    Law,
    /// `restated`, `restatement`.
    Restate,
    /// Any other word.
    Other,
    /// A punctuation mark; every dash is `-`, every quote `"` or `'`.
    Mark(u8),
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// What it is.
    pub word: Word,
    /// Where it stands.
    pub span: Span,
    /// No white space stands before it.
    pub glued: bool,
    /// Two line ends or a paragraph's end stand before it.
    pub breaks: bool,
    /// Starts with a capital letter.
    pub capital: bool,
}

/// Splits a text. Runs of letters and runs of digits are tokens of their own, so `2Q00` is three glued ones.
pub(super) fn lex(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(text.len() / 5 + 4);
    let mut at = 0;
    let mut gap_start = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        let mut capital = false;
        let word = if byte.is_ascii_alphabetic() {
            while at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                at += 1;
            }
            capital = byte.is_ascii_uppercase();
            classify(&bytes[start..at])
        } else if byte.is_ascii_digit() {
            at = number_end(bytes, start);
            number(&bytes[start..at], start > 0 && bytes[start - 1] == b'$')
        } else if byte.is_ascii() {
            at += 1;
            Word::Mark(byte)
        } else {
            let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
            at += character.len_utf8();
            match character {
                '\u{a0}' | '\u{2002}' | '\u{2003}' | '\u{2009}' | '\u{202f}' | '\u{200b}' => continue,
                '\u{2010}'..='\u{2015}' | '\u{2212}' => Word::Mark(b'-'),
                '\u{2018}' | '\u{2019}' | '\u{92}' => Word::Mark(b'\''),
                '\u{201c}' | '\u{201d}' => Word::Mark(b'"'),
                c if c.is_alphabetic() => Word::Other,
                _ => Word::Mark(b'?'),
            }
        };
        let gap = &bytes[gap_start..start];
        tokens.push(Token {
            word,
            span: Span::new(start, at),
            glued: gap.is_empty() && start > 0,
            breaks: gap.iter().filter(|b| **b == b'\n').count() > 1,
            capital,
        });
        gap_start = at;
    }
    tokens
}

/// The end of a number that starts at `start`: digits, and separators that stand between digits.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        let next = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let three = bytes.get(at + 1..at + 4).is_some_and(|d| d.iter().all(u8::is_ascii_digit))
            && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit);
        match bytes.get(at) {
            Some(b'.') if next => at += 1,
            // "June 30,1999" keeps its year; "1,999" is an amount.
            Some(b',') if three => at += 1,
            _ => return at,
        }
    }
}

fn number(digits: &[u8], currency: bool) -> Word {
    if currency || digits.len() > 6 || !digits.iter().all(u8::is_ascii_digit) {
        return Word::Amount;
    }
    let value = digits.iter().fold(0u32, |value, digit| value * 10 + u32::from(digit - b'0'));
    Word::Number(value, digits.len() as u8)
}

/// The stems of words that speak of false statements, in order; none is the start of another's continuation.
const MISCONDUCT: [&str; 55] = [
    "artificial",
    "backdat",
    "bogus",
    "bribe",
    "conceal",
    "deceiv",
    "decept",
    "divert",
    "embezzl",
    "exaggerat",
    "fabricat",
    "fail",
    "false",
    "falsif",
    "fictitious",
    "forge",
    "fraud",
    "hid",
    "illegal",
    "illicit",
    "improper",
    "inaccura",
    "inflat",
    "kickback",
    "looted",
    "manipulat",
    "misappropriat",
    "mischaracteri",
    "misclassif",
    "misconduct",
    "mislead",
    "misled",
    "misreport",
    "misrepresent",
    "misstat",
    "misuse",
    "omission",
    "omit",
    "overreport",
    "overstat",
    "overvalu",
    "phony",
    "prematur",
    "scheme",
    "sham",
    "smooth",
    "underreport",
    "understat",
    "undervalu",
    "undisclosed",
    "unlawful",
    "unreported",
    "unsupported",
    "violat",
    "wrongful",
];

/// Words with a meaning for periods.
const WORDS: [(Word, &[&str]); 93] = [
    (Word::Month(1), &["january", "jan"]),
    (Word::Month(2), &["february", "feb"]),
    (Word::Month(3), &["march", "mar"]),
    (Word::Month(4), &["april", "apr"]),
    (Word::Month(5), &["may"]),
    (Word::Month(6), &["june", "jun"]),
    (Word::Month(7), &["july", "jul"]),
    (Word::Month(8), &["august", "aug"]),
    (Word::Month(9), &["september", "sept", "sep"]),
    (Word::Month(10), &["october", "oct"]),
    (Word::Month(11), &["november", "nov"]),
    (Word::Month(12), &["december", "dec"]),
    (Word::Ordinal(1), &["first"]),
    (Word::Ordinal(2), &["second"]),
    (Word::Ordinal(3), &["third"]),
    (Word::Ordinal(4), &["fourth"]),
    (Word::Last, &["last", "final"]),
    (Word::Count(1), &["one"]),
    (Word::Count(2), &["two"]),
    (Word::Three, &["three"]),
    (Word::Count(4), &["four"]),
    (Word::Count(5), &["five"]),
    (Word::Count(6), &["six"]),
    (Word::Count(7), &["seven"]),
    (Word::Count(8), &["eight"]),
    (Word::Count(9), &["nine"]),
    (Word::Count(10), &["ten"]),
    (Word::Count(12), &["twelve"]),
    (Word::Count(13), &["thirteen"]),
    (Word::Count(14), &["fourteen"]),
    (Word::Count(20), &["twenty"]),
    (Word::Count(30), &["thirty"]),
    (Word::Count(50), &["fifty"]),
    (Word::Quarter(false), &["quarter"]),
    (Word::Quarter(true), &["quarters"]),
    (Word::Half, &["half", "halves"]),
    (Word::Year(false), &["year"]),
    (Word::Year(true), &["years"]),
    (Word::Fiscal, &["fiscal", "fy", "fys"]),
    (Word::Q, &["q"]),
    (Word::H, &["h"]),
    (Word::Ended, &["ended", "ending", "ends"]),
    (Word::Months, &["month", "months"]),
    (Word::Weeks, &["week", "weeks"]),
    (Word::Period, &["period", "periods"]),
    (Word::Transition, &["transition", "transitional", "stub"]),
    (Word::Annual, &["annual", "annually", "yearly"]),
    (Word::Interim, &["quarterly", "interim"]),
    (Word::Calendar, &["calendar"]),
    (Word::Of, &["of"]),
    (Word::The, &["the"]),
    (Word::Its, &["its", "their", "his", "her", "our"]),
    (Word::And, &["and"]),
    (Word::Or, &["or"]),
    (Word::Through, &["through", "thru", "until", "till"]),
    (Word::To, &["to"]),
    (Word::Into, &["into"]),
    (Word::From, &["from"]),
    (Word::Between, &["between"]),
    (Word::In, &["in", "within"]),
    (Word::For, &["for"]),
    (Word::During, &["during"]),
    (Word::Throughout, &["throughout"]),
    (Word::Since, &["since"]),
    (Word::At, &["at"]),
    (Word::Least, &["least", "minimum"]),
    (Word::About, &["approximately", "about", "around", "roughly", "circa", "approx"]),
    (Word::No, &["no"]),
    (Word::Later, &["later", "earlier"]),
    (Word::Early, &["early"]),
    (Word::Mid, &["mid", "middle"]),
    (Word::Late, &["late"]),
    (Word::End, &["end", "close"]),
    (Word::Begin, &["beginning", "start", "began", "starting", "commencing", "begun"]),
    (Word::Continue, &["continuing", "continued", "extending", "lasting", "ongoing"]),
    (Word::Each, &["each", "every"]),
    (Word::Both, &["both"]),
    (Word::All, &["all"]),
    (Word::Season(3), &["spring"]),
    (Word::Season(6), &["summer"]),
    (Word::Season(9), &["fall", "autumn"]),
    (Word::As, &["as"]),
    (Word::On, &["on"]),
    (Word::Which, &["which", "that"]),
    (Word::Ran, &["ran", "runs", "running", "covered", "spanned", "covering"]),
    (Word::Was, &["was", "were", "is", "are", "been"]),
    (
        Word::Report,
        &["form", "forms", "report", "reports", "statement", "statements", "results", "filing", "filings"],
    ),
    (Word::Restate, &["restated", "restatement", "restatements", "restating", "restate"]),
    (
        Word::Charge,
        &[
            "alleged",
            "alleges",
            "alleging",
            "complaint",
            "found",
            "finds",
            "charged",
            "charges",
            "charging",
            "order",
        ],
    ),
    (
        Word::Career,
        &[
            "served",
            "serves",
            "employed",
            "worked",
            "licensed",
            "license",
            "officer",
            "president",
            "controller",
            "chairman",
            "director",
            "cfo",
            "ceo",
            "coo",
            "treasurer",
            "partner",
            "manager",
            "joined",
            "counsel",
            "secretary",
            "position",
            "held",
            "age",
            "resident",
            "cpa",
            "accountant",
            "resigned",
            "hired",
            "retired",
            "tenure",
            "consultant",
            "comptroller",
            "executive",
            "supervisor",
            "employee",
            "member",
        ],
    ),
    (
        Word::Event,
        &[
            "filed",
            "announced",
            "entered",
            "issued",
            "instituted",
            "consented",
            "sentenced",
            "pleaded",
            "pled",
            "convicted",
            "indicted",
            "obtained",
            "granted",
            "amended",
            "settled",
            "acquired",
            "adopted",
            "promulgated",
        ],
    ),
    (
        Word::Law,
        &[
            "act",
            "release",
            "standards",
            "rule",
            "rules",
            "section",
            "sections",
            "acts",
            "reform",
            "code",
            "bulletin",
        ],
    ),
    (Word::Other, &["hidden"]),
];

static MEANING: LazyLock<HashMap<&'static str, Word>> = LazyLock::new(|| {
    WORDS.iter().flat_map(|(word, texts)| texts.iter().map(|text| (*text, *word))).collect()
});

/// For each pair of first letters the lengths that a known word of them has; misconduct's stems have all from theirs on.
static SHAPES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut shapes = vec![0u32; 26 * 26];
    for word in MEANING.keys() {
        if let Some(shape) = shape(word.as_bytes()).and_then(|at| shapes.get_mut(at)) {
            *shape |= 1 << word.len();
        }
    }
    for stem in MISCONDUCT {
        if let Some(shape) = shape(stem.as_bytes()).and_then(|at| shapes.get_mut(at)) {
            *shape |= u32::MAX << stem.len();
        }
    }
    shapes
});

/// Number of a word's first two letters; none for a single letter.
fn shape(word: &[u8]) -> Option<usize> {
    let letter = |b: &u8| usize::from(b.to_ascii_lowercase().wrapping_sub(b'a'));
    let (first, second) = (letter(word.first()?), letter(word.get(1)?));
    (first < 26 && second < 26).then_some(first * 26 + second)
}

fn classify(word: &[u8]) -> Word {
    // Most words are none of these: the look-up is spared where no known word begins so and is as long.
    let known = shape(word)
        .is_none_or(|at| SHAPES.get(at).is_some_and(|lengths| lengths >> word.len().min(31) & 1 == 1));
    if !known {
        return Word::Other;
    }
    let mut buffer = [0u8; 24];
    let Some(lower) = buffer.get_mut(..word.len()) else { return Word::Other };
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    let Ok(lower) = std::str::from_utf8(lower) else { return Word::Other };
    match MEANING.get(lower) {
        // A month only with its capital; the verb is frequent.
        Some(Word::Month(5)) if word.first() != Some(&b'M') => Word::Other,
        Some(meaning) => *meaning,
        None => {
            let at = MISCONDUCT.partition_point(|stem| *stem <= lower);
            let stem = at.checked_sub(1).and_then(|at| MISCONDUCT.get(at));
            if stem.is_some_and(|stem| lower.starts_with(stem)) { Word::Misconduct } else { Word::Other }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glued_codes_are_split() {
        let words: Vec<Word> = lex("2Q00, Q2FY2010 $2,000 1,999").iter().map(|t| t.word).collect();
        assert_eq!(
            words,
            [
                Word::Number(2, 1),
                Word::Q,
                Word::Number(0, 2),
                Word::Mark(b','),
                Word::Q,
                Word::Number(2, 1),
                Word::Fiscal,
                Word::Number(2010, 4),
                Word::Mark(b'$'),
                Word::Amount,
                Word::Amount,
            ]
        );
    }
}
