//! Which texts may be asked about: whole sentences that say something, no debris of a page and nothing that gives
//! the label away (requirements R33, R34).

use super::evidence::folded;
use super::leak;

/// Words under which a text says too little.
const FEWEST_WORDS: usize = 5;
/// Amounts one after another, without a comma or a word between them, from which a text is a row of a table.
const ROW: usize = 3;
/// Longest heading that is looked for before its own sentence, in words.
const HEADING: usize = 6;

/// Whether an input may be asked about: it gives nothing away and is no debris.
pub fn is_fit(text: &str) -> bool {
    leak::reveals(text).is_none() && !is_debris(text)
}

/// What a contents page, a table or a page's frame leaves in a text, and sentences that only point elsewhere or
/// are not whole.
pub fn is_debris(text: &str) -> bool {
    let folded = folded(text);
    let lower = folded.to_lowercase();
    has_leaders(&folded)
        || is_framed(&lower)
        || is_row(text, &folded)
        || !is_whole(&folded)
        || is_headed(&folded)
        || sentences(&folded).any(is_pointer)
}

/// Runs of dots or rules: a contents line, a row of a table.
fn has_leaders(folded: &str) -> bool {
    [". . .", "....", "____", "----", "====", "\u{2026}\u{2026}"].iter().any(|run| folded.contains(run))
}

/// Lines of the page's frame, and references to another document.
fn is_framed(lower: &str) -> bool {
    lower.contains("table of contents")
        || lower.contains("incorporated herein by reference")
        || lower.contains("incorporated by reference")
        || ["item ", "part i ", "part ii ", "part iii ", "part iv "].iter().any(|head| {
            lower.strip_prefix(head).is_some_and(|rest| {
                head.starts_with("part") || rest.starts_with(|c: char| c.is_ascii_digit())
            })
        })
}

/// Amounts in a row, or columns on a line.
fn is_row(text: &str, folded: &str) -> bool {
    let mut run = 0;
    for word in folded.split(' ') {
        // "1997, 1996 and 1995" is a list and no row.
        let bare = word.trim_start_matches(['$', '(', '-', '\u{2014}']).trim_end_matches(['%', ')', '.']);
        let amount = !bare.is_empty()
            && bare.chars().all(|c| c.is_ascii_digit() || c == ',' || c == '.')
            && !bare.ends_with(',');
        if amount {
            run += 1;
        } else if !matches!(word, "$" | "%" | "-" | "--" | ")" | "(" | "\u{2014}") {
            run = 0;
        }
        if run >= ROW {
            return true;
        }
    }
    // Two wide gaps or more on one line with amounts.
    text.lines().any(|line| {
        let line = line.trim();
        line.split("   ").filter(|piece| !piece.trim().is_empty()).count() > 2
            && line.bytes().any(|b| b.is_ascii_digit())
    })
}

/// Begins and ends as a sentence does, with its brackets in pairs, and has some words.
fn is_whole(folded: &str) -> bool {
    let mut start = folded.trim_start_matches(['"', '\u{201c}', '\'', '\u{2018}', '(', '[']).chars();
    let begins = match (start.next(), start.next()) {
        (Some(first), _) if first.is_uppercase() || first.is_ascii_digit() || first == '$' => true,
        // Names such as "eBooks".
        (Some(first), Some(second)) => first.is_lowercase() && second.is_uppercase(),
        _ => false,
    };
    let ends =
        folded.trim_end_matches(['"', '\u{201d}', '\'', '\u{2019}', ')', ']']).ends_with(['.', '!', '?']);
    begins && ends && are_paired(folded) && folded.split(' ').count() >= FEWEST_WORDS
}

fn are_paired(folded: &str) -> bool {
    let mut open = 0i32;
    for c in folded.chars() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// A heading before the first sentence: in capitals, or the sentence's own first words once more.
fn is_headed(folded: &str) -> bool {
    let words: Vec<&str> = folded.split(' ').take(2 * HEADING).collect();
    let is_capital = |word: &&&str| {
        word.chars().filter(|c| c.is_alphabetic()).count() > 1
            && word.chars().all(|c| !c.is_alphabetic() || c.is_uppercase())
    };
    words.iter().take_while(is_capital).count() >= 3
        || (1..=HEADING).any(|n| {
            words.get(..n).zip(words.get(n..2 * n)).is_some_and(|(head, after)| {
                head.iter().zip(after).all(|(a, b)| a.eq_ignore_ascii_case(b))
                    && head.iter().all(|word| word.chars().any(char::is_alphabetic))
            })
        })
}

/// Sentences of a folded text, told by a full stop before a capital; none is cut too short to matter here.
fn sentences(folded: &str) -> impl Iterator<Item = &str> {
    let mut rest = folded;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .match_indices(['.', '!', '?', ';'])
            .map(|(at, mark)| at + mark.len())
            .find(|at| {
                let after = rest.get(*at..).unwrap_or_default().trim_start_matches(['"', '\u{201d}', ')']);
                after
                    .strip_prefix(' ')
                    .is_some_and(|next| next.starts_with(|c: char| c.is_uppercase() || c == '('))
            })
            .unwrap_or(rest.len());
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start_matches(['"', '\u{201d}', ')', ' ']);
        Some(sentence.trim())
    })
}

/// Whether a sentence says nothing but where something is said.
fn is_pointer(sentence: &str) -> bool {
    let lower = sentence.trim_start_matches(['(', '*', '"', '\u{201c}']).to_lowercase();
    let points =
        ["see ", "see also ", "refer to ", "please see ", "please refer ", "reference is made ", "(see "];
    let shows = [
        "the following table",
        "the following discussion should be read",
        "the table below",
        "the tables below",
        "the following tables",
        "the following schedule",
        "this discussion should be read",
        "the following is a discussion",
        "the following sets forth",
        "set forth below",
    ];
    let more = [
        "for further ",
        "for additional ",
        "for more ",
        "for a discussion",
        "for a description",
        "for information",
    ];
    points.iter().chain(&shows).any(|start| lower.starts_with(start))
        || more.iter().any(|start| lower.starts_with(start))
            && [" see ", "refer to "].iter().any(|w| lower.contains(w))
        || lower.contains("should be read in conjunction with")
        || lower.contains("as shown in the following table")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debris_of_pages_tables_and_pointers() {
        for text in [
            "Item 7. Management's Discussion . . . . . 23",
            "Item 7 Management's discussion of results follows here.",
            "Results of Operations ........ 14.",
            "See Note 3 to the consolidated financial statements.",
            "Net sales rose 3% in 1997. See Note 3 to the statements. Costs fell.",
            "Refer to Note 14 in the accompanying notes for additional information.",
            "For further discussion of these charges see Note 4 of the notes.",
            "The following table sets forth revenue by segment for the periods.",
            "The discussion below should be read in conjunction with the statements.",
            "Overview of the business",
            "Gross profit margin 39.0% 40.2% 42.2%.",
            "Net income 621 597 105 28 of the units.",
            "Revenue      12,100      11,900 of the year.",
            "and all of its affiliates reported higher results in the year.",
            ")% $ 4,298 Europe net sales 1,251.",
            "of $2,786. November 30, 2019 - $1,488) rose in the year.",
            "Receivables were $2,786. November 30, 2019 - $1,488), rose in the year.",
            "RESULTS OF OPERATIONS Net sales rose 3% in the year.",
            "Net Sales Net sales rose 3% in the year.",
            "Products gross margin was as follows:",
            "\u{2022}Net sales increased 16% driven by new warehouses;",
            "Table of Contents The allowance is based on judgment.",
            "Net sales rose.",
        ] {
            assert!(is_debris(text), "{text}");
        }
        for text in [
            "Net sales rose 3% because of demand.",
            "iPhone net sales increased during 2025 due to new models.",
            "Net sales rose to $6.18, $5.12 and $3.61 in 1997, 1996 and 1995, respectively.",
            "Sales in the U.S. and Canada (the \"Americas\") rose 12 percent.",
            "Interest expense fell to $1.2 million (see Note 3) on lower debt.",
            "XYZ Corp. sells widgets. IBM and AMD systems were sold, too.",
            "\"Other\" revenue fell 3% in the year (fiscal 1998).",
        ] {
            assert!(!is_debris(text), "{text}");
        }
    }

    /// Hostile texts end.
    #[test]
    fn long_texts_are_read_in_one_pass() {
        for unit in [". ", "( ", "1 ", "A. B ", "\u{2026}", "see "] {
            let _ = is_debris(&unit.repeat(50_000));
        }
    }
}
