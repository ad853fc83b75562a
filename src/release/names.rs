//! Names of organisations in running text: sequences of capitalised words, told apart by legal forms,
//! definitions in brackets and the phrases around them. One pass over the words.

mod mention;
mod word;

pub use mention::{Mention, Mentions};
pub use word::{After, Word, words_of};

use super::words;
use crate::span::Span;

/// A name found, by word indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// First word.
    pub first: usize,
    /// Last word.
    pub last: usize,
    /// Whether it ends in a legal form.
    pub legal: bool,
    /// Bytes of a possessive ending to leave off the last word.
    pub possessive: usize,
}

const MAX_WORDS: usize = 9;

/// Names that end in a legal form.
pub fn legal_names(words: &[Word<'_>]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut i = 0;
    while i < words.len() {
        if !words[i].is_legal_form() {
            i += 1;
            continue;
        }
        let floor = found.last().map_or(0, |f| f.last + 1);
        if let Some(first) = walk_back(words, i, floor) {
            let mut last = i;
            while let Some(next) = words.get(last + 1) {
                let joined = matches!(words[last].after, After::Nothing | After::Comma | After::Stop);
                if joined && next.is_legal_form() && !next.opened && !next.fresh && next.text != "Company" {
                    last += 1;
                } else {
                    break;
                }
            }
            let first = by_definition(words, first, last, floor).unwrap_or(first);
            found.push(Found { first, last, legal: true, possessive: possessive_mark(words[last].text) });
            i = last + 1;
        } else {
            i += 1;
        }
    }
    found
}

/// Where the short name in brackets after a name tells that it opens earlier, over words that mostly end names:
/// `Fish Without Borders, Inc. (Fish)`, `Harrow, Vale and Moss Mortgage Corp. (HVM)`.
fn by_definition(words: &[Word<'_>], first: usize, last: usize, floor: usize) -> Option<usize> {
    let short = words.get(last + 1).filter(|w| w.opened && w.after == After::Close)?.text;
    let initials: Vec<char> = short.chars().collect();
    let is_initials = initials.len() >= 3 && initials.iter().all(|c| c.is_uppercase());
    let mut at = first;
    while at > floor && first - at < 5 {
        let (this, next) = (&words[at - 1], &words[at]);
        let joined = matches!(this.after, After::Nothing | After::Comma);
        let link = matches!(this.text, "of" | "the" | "and" | "&" | "for" | "to" | "in");
        if next.opened || next.fresh || !joined || !(this.is_capital() || link) {
            return None;
        }
        at -= 1;
        if this.text == short && short.len() > 3 {
            return Some(at);
        }
        if is_initials && this.text.starts_with(initials[0]) && !words[first].text.starts_with(initials[0]) {
            let mut own = words[at..=last].iter().filter(|w| w.is_capital() && w.text != "&");
            if initials.iter().all(|c| own.next().is_some_and(|w| w.text.starts_with(*c))) {
                return Some(at);
            }
        }
    }
    None
}

/// The first word of the name that ends at `last`, if more than the ending belongs to it.
fn walk_back(words: &[Word<'_>], last: usize, floor: usize) -> Option<usize> {
    let mut first = None;
    let mut at = last;
    while at > floor && last - at < MAX_WORDS {
        let next = &words[at];
        let this = &words[at - 1];
        if next.opened || next.fresh || !joins(this, next) {
            break;
        }
        let lower = this.lower();
        let connector =
            matches!(&*lower, "of" | "the" | "de" | "and" | "for" | "&" | "y" | "du" | "la" | "in" | "on");
        if connector {
            if !connector_fits(words, at - 1, last, floor) {
                break;
            }
        } else if is_number(this.text) {
            // `Pier 9 Imports, Inc.`, `Vista 2000, Inc.`: a number after a name's word.
            let named = at >= 2
                && at - 1 > floor
                && words[at - 2].is_capital()
                && words[at - 2].after == After::Nothing
                && !words::is_stop(&words[at - 2].lower());
            if !named {
                break;
            }
        } else if !this.is_capital() || is_stop_in_name(&lower, next) || this.is_seat() {
            break;
        } else {
            first = Some(at - 1);
        }
        at -= 1;
    }
    let mut first = first?;
    // A bracketed or quoted opening inside the name ends it; handled by `opened` above. Bare initials alone are no name.
    while first < last && words[first].text == "&" {
        first += 1;
    }
    (first < last).then_some(first)
}

fn is_number(word: &str) -> bool {
    word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit())
}

/// A stop word, but for the few that names hold too.
fn is_stop_in_name(lower: &str, next: &Word<'_>) -> bool {
    let lower = lower.trim_end_matches(['.', '\'']);
    if lower == "securities" {
        return next.text.eq_ignore_ascii_case("and") || next.text.eq_ignore_ascii_case("exchange");
    }
    words::is_stop(lower)
}

/// Whether a word is followed by the next within one name.
fn joins(this: &Word<'_>, next: &Word<'_>) -> bool {
    match this.after {
        After::Nothing => true,
        After::Comma => next.is_legal_form(),
        After::Stop => {
            this.is_initial()
                || this.is_legal_form() && next.is_legal_form()
                || matches!(
                    this.text,
                    "St" | "Bros"
                        | "Intl"
                        | "Mfg"
                        | "Am"
                        | "Nat"
                        | "Natl"
                        | "Jr"
                        | "Mt"
                        | "Ft"
                        | "Tech"
                        | "Indus"
                        | "Ins"
                        | "Fin"
                )
                || this.text.contains('.')
        }
        After::Close => false,
    }
}

/// Whether `of`, `and`, `the`... at `at` belongs to the name that ends at `last`.
fn connector_fits(words: &[Word<'_>], at: usize, last: usize, floor: usize) -> bool {
    if at <= floor {
        return false;
    }
    let this = words[at].text;
    let before = &words[at - 1];
    let after = &words[at + 1];
    if before.after != After::Nothing || words[at].fresh || words[at].opened {
        return false;
    }
    let before_lower = before.lower();
    match this.to_lowercase().as_str() {
        "&" => before.is_capital(),
        "the" => matches!(&*before_lower, "of" | "for" | "in" | "on"),
        // `Harrow and Company`, `Moss and Sons`: only before a form, or where the left side is no name of its own.
        "for" | "on" | "in"
            if matches!(
                &*before_lower,
                "sales"
                    | "operations"
                    | "finance"
                    | "marketing"
                    | "development"
                    | "services"
                    | "administration"
                    | "business"
                    | "technology"
                    | "planning"
                    | "affairs"
                    | "resources"
                    | "manufacturing"
                    | "purchasing"
            ) =>
        {
            false
        }
        "and" => {
            let tail = after.lower();
            let to_form =
                at + 1 == last && matches!(&*tail, "company" | "co" | "sons" | "associates" | "partners");
            let named = before.is_capital()
                && !words::is_stop(&before_lower)
                && !before.is_legal_form()
                && last - at <= 4;
            to_form
                || (named
                    && (words::is_trade_ending(&tail) || tail == "securities" || only_together(words, at)))
        }
        _ => {
            before.is_capital()
                && !words::is_stop(&before_lower)
                && !before.is_legal_form()
                && (after.is_capital() || after.text == "the")
        }
    }
}

/// Whether the words on both sides of `and` stand in this text only beside each other: then they are one name,
/// for parties and issuers are named again by themselves.
fn only_together(words: &[Word<'_>], at: usize) -> bool {
    let (left, right) = (words[at - 1].text, words[at + 1].text);
    let window = &words[..words.len().min(20_000)];
    let beside = |i: usize| {
        let joins_right = window.get(i + 2).is_some_and(|w| w.text == right) && window[i].text == left;
        let joins_left = i >= 2 && window[i - 2].text == left && window[i].text == right;
        joins_right || joins_left
    };
    !window.iter().enumerate().any(|(i, w)| (w.text == left || w.text == right) && !beside(i))
}

/// The longest run of capitalised words from `start` on that may be a bare name.
pub fn bare_name_from(words: &[Word<'_>], start: usize) -> Option<Found> {
    let mut last = None;
    let mut at = start;
    while let Some(word) = words.get(at) {
        if at > start && (word.opened || word.fresh) {
            break;
        }
        // `New York-based`: the words before belong to the seat.
        if word.is_seat() {
            return None;
        }
        let lower = word.lower();
        let connector = at > start
            && matches!(&*lower, "of" | "&" | "the" | "for")
            && words.get(at + 1).is_some_and(|next| {
                (next.is_capital() && !words::is_stop(&next.lower())) || next.text == "the"
            });
        if connector {
            at += 1;
            continue;
        }
        if !word.is_capital() || words::is_stop(lower.trim_end_matches(['.', '\''])) {
            break;
        }
        last = Some(at);
        let goes_on = words.get(at + 1).is_some_and(|next| joins(word, next));
        if !goes_on || at - start >= 6 {
            break;
        }
        at += 1;
    }
    let last = last?;
    Some(Found {
        first: start,
        last,
        legal: words[last].is_legal_form() && last > start,
        possessive: possessive_mark(words[last].text),
    })
}

/// The run of capitalised words that ends at `last`.
pub fn bare_name_to(words: &[Word<'_>], last: usize) -> Option<Found> {
    let word = words.get(last)?;
    if !word.is_capital() || word.is_seat() || words::is_stop(&word.lower()) {
        return None;
    }
    let first = walk_back(words, last, 0).unwrap_or(last);
    Some(Found {
        first,
        last,
        legal: word.is_legal_form() && first < last,
        possessive: possessive_mark(word.text),
    })
}

/// Bytes of a written-out possessive at the end of a word.
fn possessive_mark(word: &str) -> usize {
    if word.ends_with("'s") {
        2
    } else if word.ends_with("\u{2019}s") {
        4
    } else {
        0
    }
}

/// Span and printed form of a name: one line, the full stop of a shortened form kept.
pub fn printed(text: &str, words: &[Word<'_>], found: Found) -> Option<(String, Span)> {
    let (first, last) = (words.get(found.first)?, words.get(found.last)?);
    let mut end = last.end - found.possessive.min(last.text.len() - 1);
    let bare = last.text.to_lowercase();
    // `Corporations` before what it owns: the possessive that lost its apostrophe.
    if matches!(bare.as_str(), "corporations" | "companys" | "limiteds") {
        end -= 1;
    }
    let shortened =
        matches!(bare.as_str(), "inc" | "corp" | "co" | "ltd" | "cos" | "bros") || last.text.contains('.');
    if shortened && last.is_legal_form() && text.get(end..end + 1) == Some(".") {
        end += 1;
    }
    let span = Span::new(first.start, end);
    let name = span.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
    // A possessive that lost its apostrophe sticks to the form: `Inc.s`, `Corporations`.
    let name = match name.strip_suffix("Inc.s").or_else(|| name.strip_suffix("Corp.s")) {
        Some(_) => name[..name.len() - 1].to_owned(),
        None => name,
    };
    (!name.is_empty()).then_some((name, span))
}

/// The parts of a name that tell it from others: lower case, no forms, no punctuation, no article.
pub fn key_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = name
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '-' | '/'))
        .map(|w| w.strip_suffix(".com").or_else(|| w.strip_suffix(".net")).unwrap_or(w))
        .map(|w| w.chars().filter(|c| c.is_alphanumeric() || *c == '&').collect::<String>().to_lowercase())
        .filter(|w| !w.is_empty() && w != "the")
        .collect();
    while parts.len() > 1 && parts.last().is_some_and(|w| words::is_legal_form(w)) {
        parts.pop();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(text: &str) -> Vec<String> {
        let words = words_of(text);
        legal_names(&words).into_iter().filter_map(|f| printed(text, &words, f)).map(|(n, _)| n).collect()
    }

    #[test]
    fn names_end_in_legal_forms() {
        for (text, want) in [
            (
                "former Controller of Northvale Financial Corporation (Northvale)",
                vec!["Northvale Financial Corporation"],
            ),
            ("Doe, Roe, and Fairmont, Inc., the former", vec!["Fairmont, Inc."]),
            (
                "against Northvale, Ltd., Inc. and Fairmont Devices Corp. The complaint",
                vec!["Northvale, Ltd., Inc.", "Fairmont Devices Corp."],
            ),
            ("of Harrow and Company for", vec!["Harrow and Company"]),
            ("an officer of Koninklijke Northvale N.V. said", vec!["Koninklijke Northvale N.V."]),
            ("SEC v. NORTHVALE TECHNOLOGIES INC., JANE DOE", vec!["NORTHVALE TECHNOLOGIES INC."]),
            ("the Company and the Corporation filed", vec![]),
            ("Extension of the House of Peace, Inc. sold", vec!["Extension of the House of Peace, Inc."]),
            ("northvale.com, Inc.s stock", vec!["northvale.com, Inc."]),
        ] {
            assert_eq!(legal(text), want, "{text}");
        }
    }

    #[test]
    fn keys_leave_forms_out() {
        assert_eq!(key_of("The Harrow Traffic Company"), ["harrow", "traffic"]);
        assert_eq!(key_of("Northvale, Ltd., Inc."), ["northvale"]);
        assert_eq!(key_of("U.S. Devices, Inc."), ["us", "devices"]);
    }
}
