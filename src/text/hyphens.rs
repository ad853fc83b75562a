//! Words parted by a hyphen at the end of a line, joined where the document itself shows how they are written.

use super::{BlockKind, Text, edit, plain};
use crate::span::Span;
use std::collections::HashSet;

/// Ends that no English word starts with: a word that goes on so was one word.
const ENDINGS: [&str; 30] = [
    "tion", "tions", "tional", "sion", "sions", "ment", "ments", "ing", "ings", "ed", "ly", "ity", "ities",
    "able", "ible", "ness", "ance", "ence", "ous", "ive", "ally", "ately", "tial", "cial", "ture", "tures",
    "ties", "tive", "ation", "ations",
];

/// A hyphen at a line's end: the word's two halves.
struct Parted {
    /// The hyphen.
    hyphen: usize,
    /// First byte of the second half.
    rest: usize,
    joined: String,
    hyphened: String,
}

/// Most rounds: a word that was joined shows how another one is written.
const MOST_ROUNDS: usize = 4;

/// Joins words over line ends in paragraphs and cells. Where nothing tells how the word is written, it stays parted.
pub(super) fn join(text: &mut Text) {
    for _ in 0..MOST_ROUNDS {
        if !join_once(text) {
            break;
        }
    }
}

/// One round; whether a word was joined.
fn join_once(text: &mut Text) -> bool {
    let parted = parted(text);
    if parted.is_empty() {
        return false;
    }
    let wanted: HashSet<&str> =
        parted.iter().flat_map(|p| [p.joined.as_str(), p.hyphened.as_str()]).collect();
    let mut met: HashSet<String> = HashSet::new();
    let word = |c: char| c.is_alphanumeric() || c == '-';
    // Nearly every word is told apart by its first letter and its length.
    let mut likely = [[false; 64]; 26];
    let first = |w: &str| w.bytes().next().map(|b| usize::from(b.to_ascii_lowercase().wrapping_sub(b'a')));
    for w in &wanted {
        if let Some(slot) = first(w).and_then(|n| likely.get_mut(n)).and_then(|row| row.get_mut(w.len())) {
            *slot = true;
        }
    }
    for found in text.content.split(|c| !word(c)).map(|w| w.trim_end_matches('-')).filter(|w| w.len() > 3) {
        let slot = first(found).and_then(|n| likely.get(n)).and_then(|row| row.get(found.len()));
        if slot != Some(&true) {
            continue;
        }
        let lower = found.to_lowercase();
        if wanted.contains(lower.as_str()) {
            met.insert(lower);
        }
    }
    let cuts: Vec<Span> = parted
        .iter()
        .filter_map(|p| {
            let form = p.rest.checked_sub(p.hyphen)?;
            let is_form = p.joined.bytes().next().is_some_and(|b| b.is_ascii_digit()) && form > 1;
            let ending = ENDINGS.iter().any(|end| p.hyphened.ends_with(&format!("-{end}")));
            if is_form || met.contains(&p.hyphened) {
                Some(Span::new(p.hyphen + 1, p.rest))
            } else if met.contains(&p.joined) || ending {
                Some(Span::new(p.hyphen, p.rest))
            } else {
                None
            }
        })
        .collect();
    edit::remove(text, &cuts);
    !cuts.is_empty()
}

fn parted(text: &Text) -> Vec<Parted> {
    let mut out = Vec::new();
    let content = text.content.as_str();
    let mut look = |span: Span| {
        for at in memchr::memmem::find_iter(text.at(span).as_bytes(), b"-\n") {
            let hyphen = span.start + at;
            let blanks =
                content.get(hyphen + 2..).unwrap_or("").bytes().take(64).take_while(|b| *b == b' ').count();
            let rest = hyphen + 2 + blanks;
            out.extend(halves(content, hyphen, rest, span.end));
        }
    };
    for block in &text.blocks {
        match block.kind {
            BlockKind::Paragraph | BlockKind::ListItem => look(block.span),
            BlockKind::Table(n) => match text.tables.get(n) {
                // A row of a drawn table is one line; prose between table tags is prose.
                Some(table) if table.drawn => {
                    plain::prose(content, table.span).into_iter().for_each(&mut look)
                }
                Some(table) => table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| look(cell.span)),
                None => {}
            },
            _ => {}
        }
    }
    out
}

/// Longest half of a word that is looked at, in bytes.
const LONGEST_HALF: usize = 24;

fn halves(content: &str, hyphen: usize, rest: usize, end: usize) -> Option<Parted> {
    let bytes = content.as_bytes();
    let before = bytes.get(hyphen.saturating_sub(LONGEST_HALF)..hyphen)?;
    let length = before.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
    let first = content.get(hyphen - length..hyphen)?;
    let after = bytes.get(rest..end.min(rest + LONGEST_HALF))?;
    let length = after.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let second = content.get(rest..rest + length)?;
    let starts_low = second.bytes().next()?.is_ascii_lowercase();
    // "Form 10-" and "K" on the next line.
    let is_form = matches!(first, "10" | "8" | "20" | "40" | "S" | "F")
        && second.len() <= 3
        && second.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let is_word = starts_low && first.len() > 1 && first.bytes().all(|b| b.is_ascii_alphabetic());
    (is_word || is_form && first.bytes().all(|b| b.is_ascii_digit())).then(|| Parted {
        hyphen,
        rest,
        joined: format!("{first}{second}").to_lowercase(),
        hyphened: format!("{first}-{second}").to_lowercase(),
    })
}

#[cfg(test)]
mod tests {
    use crate::text::{Media, read};

    #[test]
    fn parted_words_are_joined_by_the_documents_own_spelling() {
        let file = "The report was mate-\nrially false. It was materially false; a non-public note on a non-\n\
            public matter, its quarterly reports on Forms 10-\n   Q, and the infla-\ntion of one unex-\nplored word.\n";
        let text = read(file.as_bytes(), Some(Media::Plain));
        assert_eq!(
            text.content,
            "The report was materially false. It was materially false; a non-public note on a non-\
             public matter, its quarterly reports on Forms 10-Q, and the inflation of one unex-\nplored word.\n"
        );
        for (at, c) in text.content.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
            assert_eq!(file[text.source.source_of(at)..].chars().next(), Some(c));
        }
    }
}
