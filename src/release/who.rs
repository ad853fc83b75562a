//! Runs of names beside a verb: `Roe, Doe and Northvale, Inc.` before `violated`, behind `enjoined`.

use super::words::is_place;
use crate::span::Span;

/// Small words inside a run of names.
fn inner(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "of"
            | "the"
            | "de"
            | "van"
            | "von"
            | "&"
            | "defendants"
            | "respondents"
            | "company"
            | "other"
            | "former"
            | "both"
    )
}

/// Words that stand for a name.
fn stands(word: &str) -> bool {
    matches!(
        word,
        "he" | "she"
            | "they"
            | "it"
            | "him"
            | "her"
            | "them"
            | "defendants"
            | "respondents"
            | "company"
            | "each"
            | "defendant"
            | "respondent"
    )
}

/// Words between a name and its verb.
fn between(word: &str) -> bool {
    matches!(
        word,
        "each"
            | "agrees"
            | "Agrees"
            | "AGREES"
            | "also"
            | "further"
            | "thereby"
            | "knowingly"
            | "willfully"
            | "recklessly"
            | "directly"
            | "indirectly"
            | "or"
            | "and"
            | "has"
            | "have"
            | "had"
            | "either"
            | "both"
            | "separately"
            | "jointly"
            | "severally"
            | "voluntarily"
            | "simultaneously"
            | "was"
            | "were"
            | "is"
            | "are"
            | "been"
            | "therefore"
            | "will"
            | "must"
            | "to"
            | "agreed"
    )
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, ',' | ';' | '(' | ')' | '"' | '\u{201c}' | '\u{201d}'))
}

/// Papers stand before the names of those they are about: `allegations in the Complaint, Roe consented`.
fn is_paper(word: &str) -> bool {
    matches!(
        word,
        "Complaint"
            | "Order"
            | "Judgment"
            | "Court"
            | "District"
            | "Findings"
            | "Allegations"
            | "Offer"
            | "Offers"
    )
}

fn named(word: &str) -> bool {
    bare(word).chars().next().is_some_and(char::is_uppercase)
}

/// Words with their places, of a stretch of text.
fn words(text: &str, from: usize, to: usize) -> Vec<(Span, &str)> {
    let Some(part) = text.get(from..to) else { return Vec::new() };
    let mut found = Vec::new();
    for word in part.split_whitespace() {
        let start = from + (word.as_ptr() as usize - part.as_ptr() as usize);
        found.push((Span::new(start, start + word.len()), word));
    }
    found
}

/// The run of names that ends right before `at`; nothing before `floor` is looked at.
pub(super) fn left_of(text: &str, floor: usize, at: usize) -> Option<Span> {
    let words = words(text, floor, at);
    let mut end = words.len();
    while end > 0 && between(bare(words[end - 1].1)) {
        end -= 1;
    }
    let mut start = end;
    let mut any = false;
    while start > 0 {
        let word = words[start - 1].1;
        let name = named(word) || stands(bare(word));
        // A clause ends at a semicolon; "that", verbs and prepositions end the run too.
        if word.ends_with(';')
            || is_paper(bare(word))
            || is_place(&bare(word).to_lowercase())
            || !(name || inner(bare(word)))
        {
            break;
        }
        any |= name;
        start -= 1;
    }
    any.then(|| trimmed(text, &words[start..end])).flatten()
}

/// The subject of a sentence: the names it opens with, where a verb or an aside (`, without admitting`) follows them.
pub(super) fn subject(text: &str, sentence: Span) -> Option<Span> {
    let words = words(text, sentence.start, sentence.end);
    let mut from = 0;
    // "In the Complaint, Roe agreed": an adverbial before the subject ends at its comma.
    if words.first().is_some_and(|(_, word)| matches!(*word, "In" | "On" | "As" | "Under" | "Pursuant")) {
        from = words.iter().take(16).position(|(_, word)| word.ends_with(','))? + 1;
    }
    let run = words.get(from..)?;
    let name = |word: &str| named(word) || stands(bare(word));
    let length = run.iter().take(24).position(|(_, word)| !(name(word) || inner(bare(word))))?;
    let follows = run.get(length).is_some_and(|(_, word)| {
        matches!(
            *word,
            "will"
                | "was"
                | "were"
                | "is"
                | "are"
                | "has"
                | "have"
                | "had"
                | "must"
                | "shall"
                | "agreed"
                | "agrees"
                | "consented"
                | "without"
                | "also"
                | "simultaneously"
        )
    });
    let run = run.get(..length)?;
    let paper =
        |word: &str| is_paper(bare(word)) || matches!(bare(word), "Commission" | "SEC" | "Securities");
    if !follows || run.iter().any(|(_, word)| paper(word)) || !run.iter().any(|(_, word)| name(word)) {
        return None;
    }
    trimmed(text, run)
}

/// The run of names that starts right at `at` and ends before `from`, `with` or `to`.
pub(super) fn right_of(text: &str, at: usize, ceiling: usize) -> Option<Span> {
    let words = words(text, at, ceiling);
    let mut any = false;
    for (index, (_, word)) in words.iter().enumerate().take(24) {
        if matches!(*word, "from" | "with" | "to") {
            return any.then(|| trimmed(text, &words[..index])).flatten();
        }
        let name = named(word) || stands(bare(word));
        if !(name || inner(bare(word))) {
            return None;
        }
        any |= name;
    }
    None
}

/// The span of words without what joins them to others.
fn trimmed(text: &str, words: &[(Span, &str)]) -> Option<Span> {
    let joins = |word: &str| inner(bare(word)) && !stands(bare(word));
    // "Defendant Roe" is Roe.
    let title = |word: &str| matches!(bare(word), "Defendant" | "Defendants" | "Respondent" | "Respondents");
    let own = words.iter().position(|(_, word)| !joins(word) && !title(word));
    let first = own.or_else(|| words.iter().position(|(_, word)| !joins(word)))?;
    let last = words.iter().rposition(|(_, word)| !joins(word))?;
    let span = Span::new(words[first].0.start, words[last].0.end);
    let whole = span.of(text);
    let shown = whole.trim_matches(|c: char| matches!(c, ',' | ';' | '(' | '"' | '\u{201c}' | '\u{201d}'));
    let lead = whole.len() - whole.trim_start_matches([',', ';', '(', '"', '\u{201c}', '\u{201d}']).len();
    (!shown.is_empty()).then(|| Span::new(span.start + lead, span.start + lead + shown.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_on_both_sides_of_a_verb() {
        let text = "alleges that Jane Roe, Doe and Northvale, Inc. each violated";
        let at = text.find(" violated").unwrap();
        assert_eq!(left_of(text, 0, at).map(|s| s.of(text)), Some("Jane Roe, Doe and Northvale, Inc."));
        let text = "enjoined Roe and Doe from violating";
        assert_eq!(right_of(text, 8, text.len()).map(|s| s.of(text)), Some("Roe and Doe"));
        assert_eq!(left_of("by which it was caused", 0, 11).map(|s| s.start), Some(9));
        assert_eq!(right_of("orders the payment of $5 to", 6, 27), None);
        for (text, want) in [
            ("He will be enjoined and will pay $5.", Some("He")),
            ("Roe and Doe, without admitting or denying it, agreed to pay $5.", Some("Roe and Doe")),
            ("In his consent to the entry of it, Roe, without admitting it, agreed to pay.", Some("Roe")),
            ("The Court has ordered Roe to pay $5.", None),
            ("Defendant Roe was ordered to pay $5.", Some("Roe")),
            ("Under the terms Roe pays.", None),
        ] {
            assert_eq!(subject(text, Span::new(0, text.len())).map(|s| s.of(text)), want, "{text}");
        }
    }
}
