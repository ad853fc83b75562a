//! The text of a row, parted into names, numbers and further documents (faults 17, 18, 21 to 23, 33).

use super::{Notes, ProblemKind as Kind, cells, decode, pattern};
use regex::Regex;
use std::sync::LazyLock;

/// A row's text, parted.
#[derive(Debug, Default)]
pub(super) struct Parted {
    /// Who is named.
    pub names: String,
    /// The closing bracket that says what kind of paper it is.
    pub procedural: Option<String>,
    /// What stands after the labels; none when there is no label.
    pub numbers: Option<String>,
    /// Byte offset in the text from which links are further documents.
    pub see_also: Option<usize>,
    /// Doubts.
    pub notes: Notes,
}

/// Labels before numbers, in the spellings of aaer-site.md 2 and 3.31; a capital letter starts each, so that a
/// label glued to a name is still seen.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:(?:Finality\s+Order|Other|OTHER|Related)\s+)?(?:(?:Releases?|RELEASES?|Rel\.?|Enforcement)\s+)?",
        r"(?:(?:No|NO)\.?\s?(?:'?[sS])?\.?|Numbers?|Number\(s\))\s*(?:#/?)?\s*:",
        r"|(?:(?:Other|Related)\s+)?(?:Releases?|Rel\.?|Enforcement)\s+(?:No\.?\s?s?|Numbers?|Number\(s\))[.#/]*\s"
    ))
});

/// Parts a row's text.
pub(super) fn part(text: &str) -> Parted {
    static SEE_ALSO: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)see\s+also\b\s*:?"));
    static FOOTER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)(?:home\s*\|[^\n]*)?(?:last\s+)?modified:?\s*\d{1,2}/\d{1,2}/\d{2,4}|https?://www\.sec\.gov/\S+\s*$|home\s*\|\s*(?:previous|contact)|back to top",
        )
    });
    let mut parted = Parted::default();
    let text = match FOOTER.find(text).filter(|m| m.start() > 0) {
        Some(found) => {
            let (row, footer) = text.split_at(found.start());
            parted.notes.push((Kind::FooterInRow, cut(footer)));
            row
        }
        None => text,
    };
    let (head, see) = match SEE_ALSO.find(text) {
        Some(found) => (text.get(..found.start()).unwrap_or_default(), Some(found.end())),
        None => (text, None),
    };
    parted.see_also = see;
    let names = match LABEL.find(head) {
        Some(label) => {
            let before = head.get(..label.start()).unwrap_or_default();
            let after = LABEL.replace_all(head.get(label.start()..).unwrap_or_default(), "\n").into_owned();
            if before.chars().next_back().is_some_and(char::is_alphanumeric) {
                parted.notes.push((Kind::GluedLabel, cut(before)));
            }
            match before.trim_end().strip_suffix('(') {
                // A bracket that holds a label: "(Finality Order No.: 34-52607)".
                Some(before) => {
                    let bracket = head.get(label.start()..).unwrap_or_default();
                    let bracket = bracket.split(')').next().unwrap_or_default();
                    parted.procedural = Some(cells::fold(bracket));
                    parted.numbers = Some(after);
                    before
                }
                None => {
                    if after.trim().trim_matches(|c: char| c == ',' || c == '.').trim().is_empty() {
                        parted.notes.push((Kind::EmptyLabel, cut(label.as_str())));
                    }
                    parted.numbers = Some(after);
                    before
                }
            }
        }
        None => head,
    };
    names_of(names, &mut parted);
    parted
}

fn names_of(text: &str, parted: &mut Parted) {
    static LEAK: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"(?i)(?:href\s*=\s*)?["']?(?:[\w.-]*/)+[\w.-]+\.(?:pdf|html?|txt|shtml)["']?>?"#)
    });
    static NO_SPACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"([\p{Ll}.)]),(\p{Lu}|et al)"));
    if cells::has_controls(text) {
        parted.notes.push((Kind::ControlCharacters, text.trim().escape_debug().to_string()));
    }
    let mut names = cells::fold(text);
    if let Some(right) = decode::mend_mojibake(&names) {
        parted.notes.push((Kind::Mojibake, cut(&names)));
        names = right;
    }
    if LEAK.is_match(&names) {
        parted.notes.push((Kind::LeakedHref, cut(&names)));
        names = cells::fold(&LEAK.replace_all(&names, " "));
    }
    if NO_SPACE.is_match(&names) {
        parted.notes.push((Kind::MissingSpace, cut(&names)));
        names = NO_SPACE.replace_all(&names, "$1, $2").into_owned();
    }
    judge(&mut names, &mut parted.notes);
    if parted.procedural.is_none() {
        parted.procedural = closing_bracket(&mut names);
    }
    let names = names.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '|'));
    if surname_first(names) {
        parted.notes.push((Kind::SurnameFirst, cut(names)));
    }
    parted.names = names.to_owned();
}

/// Takes a closing bracket that names a paper off the names; `(CPA)` and former names stay.
fn closing_bracket(names: &mut String) -> Option<String> {
    static PAPER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"(?i)\b(?:orders?|notices?|opinion|decision|motions?|petitions?|correct(?:ed|ion)|amend(?:ed|ment)|rulings?|",
            r"stay|scheduling|postpone\w*|extension|dismiss\w*|reinstate\w*|withdraw\w*|finality|review|briefing|hearing)\b"
        ))
    });
    let end = names.trim_end_matches(|c: char| c.is_whitespace() || c == '.' || c == ';' || c == ',').len();
    let body = names.get(..end)?.strip_suffix(')')?;
    // The bracket that closes at the end, brackets within it counted.
    let mut depth = 1usize;
    let start = body.char_indices().rev().find_map(|(at, c)| {
        match c {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let inside = body.get(start + 1..)?.trim().to_owned();
    let former = inside.to_ascii_lowercase();
    if !PAPER.is_match(&inside) || former.starts_with("formerly") || former.starts_with("now known") {
        return None;
    }
    names.truncate(start);
    Some(inside)
}

/// Takes a judge's name off the end, where it is clear where it starts.
fn judge(names: &mut String, notes: &mut Notes) {
    static JUDGE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"((?:[A-Z][\w.'’-]*\s+){1,3}[A-Z][\w'’-]+),?\s+(?:Chief\s+)?",
            r"(?:Administrative\s+Law\s+J\w*|Hearing\s+(?:Examiner|Officer))\.?\s*$"
        ))
    });
    const CLOSING: [&str; 16] = [
        "CPA",
        "CA",
        "Inc.",
        "Inc",
        "LLC",
        "LLP",
        "Ltd.",
        "Corp.",
        "Corporation",
        "Co.",
        "al.",
        "Jr.",
        "Sr.",
        "III",
        "Esq.",
        "P.C.",
    ];
    let Some(found) = JUDGE.captures(names) else { return };
    let (Some(all), Some(name)) = (found.get(0), found.get(1)) else { return };
    notes.push((Kind::JudgeInRespondents, cut(all.as_str())));
    // The last closing word of the respondent before starts the judge's name after it.
    let mut start = None;
    let mut at = name.start();
    let mut words = 0;
    for word in name.as_str().split_inclusive(char::is_whitespace) {
        at += word.len();
        if CLOSING.contains(&word.trim_end()) {
            start = Some(at);
            words = 0;
        } else {
            words += 1;
        }
    }
    let before = names.get(..name.start()).unwrap_or_default().trim_end();
    let clear =
        before.is_empty() || before.ends_with([';', ')']) || CLOSING.iter().any(|c| before.ends_with(c));
    let start = start.or(clear.then_some(name.start())).filter(|_| words >= 2);
    if let Some(start) = start.filter(|start| *start > 0) {
        names.truncate(start);
        names.truncate(names.trim_end().len());
    }
}

/// Whether a list of names puts surnames first: `Doe, Jane J., CPA Roe, Richard M., CPA`.
fn surname_first(names: &str) -> bool {
    static FIRST: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^[A-Z][\p{L}'’-]+,\s+([A-Z][\p{L}.]+)((?:\s+[A-Z]\.?)*)(,\s+(?:CPA|CA|Esq\.?|Jr\.|Sr\.|I{2,3}))?(\s+[A-Z][\p{L}'’-]+,\s|\s*[;]|\s*$)",
        )
    });
    const NOT_GIVEN: [&str; 20] = [
        "Inc",
        "Inc.",
        "Corp",
        "Corp.",
        "Corporation",
        "LLC",
        "LLP",
        "Ltd",
        "Ltd.",
        "Limited",
        "Co.",
        "CPA",
        "CPAs",
        "CA",
        "Esq.",
        "Jr.",
        "Sr.",
        "III",
        "P.C.",
        "L.P.",
    ];
    FIRST.captures(names).is_some_and(|found| {
        let part = |i| found.get(i).map_or("", |m: regex::Match<'_>| m.as_str());
        !NOT_GIVEN.contains(&part(1))
            && (!part(2).is_empty() || !part(3).is_empty() || part(4).trim().is_empty())
    })
}

/// A detail of bounded length.
pub(super) fn cut(text: &str) -> String {
    cells::fold(text).chars().take(160).collect()
}
