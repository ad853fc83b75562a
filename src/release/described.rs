//! Persons whom a caption leaves out as "et al.", found where the body tells who each is.

use super::entities::is_office;
use super::header::one_line;
use super::names::{After, Word};
use super::parties::{Named, is_organisation};
use super::words;
use std::collections::HashSet;

/// Words between a name and the office that is told of it: `Jane Doe, the issuer's former chief financial officer`.
const REACH: usize = 9;

/// Persons with their home, their age or their office, and those listed right after one: `Jane Q. Doe, of Pasadena`,
/// `John Roe, 47,`, `its former controller, Mary Moe, and Ada Poe`. Of whom only the office is told, the surname must
/// be used alone elsewhere, as releases do with those they charge.
pub(super) fn described(text: &str, words: &[Word<'_>], body: usize) -> Vec<Named> {
    let alone = used_alone(words, body);
    let mut found = Vec::new();
    // The word after the last person taken and what may part it from the next.
    let mut follows = None;
    let mut at = words.partition_point(|w| w.start < body);
    while at < words.len() {
        let Some(last) = name_end(words, at) else {
            at += 1;
            continue;
        };
        let listed = follows.is_some_and(|end: usize| {
            at == end || at == end + 1 && words.get(end).is_some_and(|w| w.text == "and")
        });
        let name = one_line(&text[words[at].start..words[last].end]);
        let surname = words[last].text;
        let told = home_or_age(words, last)
            || alone.contains(surname) && (listed || office_before(words, at) || office_after(words, last));
        if told && !is_official(words, at) && !is_organisation(&name) {
            found.push(Named { name, organisation: false, accountant: false });
            follows = Some(last + 1);
        }
        at = last + 1;
    }
    found
}

/// The last word of a name of two to four words that opens at `first` and may be a person's.
fn name_end(words: &[Word<'_>], first: usize) -> Option<usize> {
    if first > 0
        && words[first - 1].is_capital()
        && words[first - 1].after == After::Nothing
        && !is_title(&words[first - 1])
    {
        return None;
    }
    let mut last = first;
    loop {
        let this = words.get(last)?;
        let letters =
            this.text.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '\u{2019}' | '.'));
        let lower = this.lower();
        let fits = letters
            && this.is_capital()
            && !(this.text.len() > 1 && (words::is_stop(&lower) || is_office(&lower)))
            && !words::is_place(&lower)
            && !words::is_trade_ending(&lower)
            && !matches!(&*lower, "sales" | "finance" | "marketing" | "operations" | "treasury" | "taxes")
            && !this.is_legal_form();
        if !fits || last > first && (this.opened || this.fresh) {
            return None;
        }
        let initial = this.text.len() == 1 && this.after == After::Stop;
        let goes_on =
            initial || this.after == After::Nothing && words.get(last + 1).is_some_and(Word::is_capital);
        if !goes_on {
            break;
        }
        last += 1;
        if last - first > 3 {
            return None;
        }
    }
    (last > first && words[last].text.len() > 2).then_some(last)
}

fn is_title(word: &Word<'_>) -> bool {
    is_office(&word.lower()) || matches!(word.text, "Mr" | "Ms" | "Dr")
}

/// Surnames that stand with no name before them.
fn used_alone<'a>(words: &[Word<'a>], body: usize) -> HashSet<&'a str> {
    let mut found = HashSet::new();
    for pair in words.windows(2).filter(|pair| pair[0].start >= body) {
        let [before, word] = pair else { continue };
        let parted = before.after != After::Nothing && before.text.len() > 1;
        let named = before.is_capital() && !words::is_stop(&before.lower());
        if word.text.len() > 2 && word.is_capital() && (parted || !named) {
            found.insert(word.text);
            found.extend(word.text.strip_suffix('s'));
        }
    }
    found
}

fn home_or_age(words: &[Word<'_>], last: usize) -> bool {
    let (Some(next), Some(second)) = (words.get(last + 1), words.get(last + 2)) else { return false };
    let years = |w: &Word<'_>| w.text.len() == 2 && w.text.bytes().all(|b| b.is_ascii_digit());
    let home = next.text == "of" && next.after == After::Nothing && second.is_capital();
    words[last].after == After::Comma
        && (home || years(next) && next.after == After::Comma || next.text == "age" && years(second))
}

/// `its former controller, NAME`, `former CEO NAME`.
fn office_before(words: &[Word<'_>], first: usize) -> bool {
    first > 0 && matches!(words[first - 1].after, After::Nothing | After::Comma) && {
        let lower = words[first - 1].lower();
        is_office(&lower) || matches!(&*lower, "accountants" | "accountant")
    }
}

/// `NAME, the issuer's former chief financial officer`.
fn office_after(words: &[Word<'_>], last: usize) -> bool {
    if words[last].after != After::Comma {
        return false;
    }
    for word in words.iter().skip(last + 1).take(REACH) {
        if is_office(&word.lower()) {
            return true;
        }
        if word.after != After::Nothing {
            return false;
        }
    }
    false
}

/// Judges, counsel and the Commission's own people are no parties.
fn is_official(words: &[Word<'_>], first: usize) -> bool {
    words[first.saturating_sub(6)..first].iter().any(|w| {
        matches!(
            &*w.lower(),
            "judge"
                | "honorable"
                | "hon"
                | "magistrate"
                | "attorney"
                | "enforcement"
                | "commission"
                | "commissions"
                | "division"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::described;
    use crate::release::names::words_of;

    #[test]
    fn persons_behind_et_al() {
        for (text, want) in [
            (
                "It sued Northvale, Inc., its former Chief Financial Officer, Jane Roe, and two accountants, John Q. \
                 Moe and Ada Poe. The complaint says that Roe, Moe and Poe lied.",
                &["Jane Roe", "John Q. Moe", "Ada Poe"][..],
            ),
            (
                "Carl A. Doe, Northvales former corporate controller; and Max Loe, of Dover, Ohio, settled. As Doe knew, it lied.",
                &["Carl A. Doe", "Max Loe"],
            ),
            ("John Roe, 47, agreed to pay.", &["John Roe"]),
            ("Vice President of Sales Daryl T. Boe and others. Later Boe resigned.", &[]),
            (
                "The Honorable Ada Poe, of Dover, Ohio, ruled. Royal Northvale, whose president lied, fell.",
                &[],
            ),
        ] {
            let found: Vec<String> =
                described(text, &words_of(text), 0).into_iter().map(|n| n.name).collect();
            assert_eq!(found, want, "{text}");
        }
    }
}
