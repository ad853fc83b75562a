//! Codes of provisions: those of the command contract, and those near them that releases charge.

use super::cite::{Act, Item};

/// One code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// A section or rule that can be violated.
    Charge(String),
    /// One that stands for a claim of its own: SOX 304, Rule 102(e).
    Named(&'static str),
}

impl Code {
    /// The code as text.
    pub fn into_string(self) -> String {
        match self {
            Code::Charge(code) => code,
            Code::Named(code) => code.to_owned(),
        }
    }
}

/// The contract's order.
const ORDER: [&str; 40] = [
    "17a",
    "17a1",
    "17a2",
    "17a3",
    "5a",
    "5c",
    "10b",
    "10b-5",
    "13a",
    "12b-20",
    "13a-1",
    "13a-11",
    "13a-13",
    "13a-14",
    "13a-15",
    "13a-16",
    "13b2A",
    "13b2B",
    "13b5",
    "13b2-1",
    "13b2-2",
    "14a",
    "14a-3",
    "14a-9",
    "14c",
    "15d",
    "15d-1",
    "15d-11",
    "15d-13",
    "15d-14",
    "15d-15",
    "16a",
    "16a-3",
    "10A",
    "19a",
    "30A",
    "RegG-100a2",
    "RegG-100b",
    "SOX-304",
    "102e",
];

/// Place in the contract's order; unknown codes come last.
pub(super) fn rank(code: &str) -> usize {
    ORDER.iter().position(|known| *known == code).unwrap_or(ORDER.len())
}

/// The codes that a written provision stands for; none for authority to act and for laws outside the field.
pub(super) fn codes(item: &Item) -> Vec<Code> {
    let number = item.number.as_str();
    if let Some(rule) = &item.rule {
        return rule_code(number, rule).into_iter().map(Code::Charge).collect();
    }
    let group = |at: usize| item.groups.get(at).map(String::as_str).unwrap_or("");
    let exchange = item.act == Some(Act::Exchange);
    let securities = item.act == Some(Act::Securities);
    let charge = |codes: &[&str]| codes.iter().map(|code| Code::Charge((*code).to_owned())).collect();
    match (number, group(0), group(1), group(2)) {
        ("5", "", ..) if !exchange => charge(&["5a", "5c"]),
        ("5", "a", ..) if !exchange => charge(&["5a"]),
        ("5", "b", ..) if !exchange => charge(&["5b"]),
        ("5", "c", ..) if !exchange => charge(&["5c"]),
        // Section 17(a) of the Exchange Act is on the books of brokers.
        ("17", "a", part, _) if !exchange => match part {
            "1" => charge(&["17a", "17a1"]),
            "2" => charge(&["17a", "17a2"]),
            "3" => charge(&["17a", "17a3"]),
            _ => charge(&["17a"]),
        },
        ("10", "b", ..) | ("10b", ..) if !securities => charge(&["10b"]),
        ("10A", ..) => charge(&["10A"]),
        ("13", "a", ..) | ("13a" | "13A", ..) => charge(&["13a"]),
        ("13", "b", "2", part) => match part {
            "A" | "a" => charge(&["13b2A"]),
            "B" | "b" => charge(&["13b2B"]),
            _ => charge(&["13b2A", "13b2B"]),
        },
        ("13", "b", "5", _) => charge(&["13b5"]),
        ("13", "d" | "g" | "k", ..) => vec![Code::Charge(format!("13{}", group(0)))],
        ("14", "a" | "c" | "d" | "e", ..) => vec![Code::Charge(format!("14{}", group(0)))],
        ("15", "a" | "c" | "d", ..) => vec![Code::Charge(format!("15{}", group(0)))],
        ("16", "a", ..) => charge(&["16a"]),
        ("19", "a", ..) => charge(&["19a"]),
        ("20", "a", ..) if !securities => charge(&["20a"]),
        ("30A", ..) => charge(&["30A"]),
        ("206", part @ ("1" | "2" | "3" | "4"), ..) => vec![Code::Charge(format!("206-{part}"))],
        ("304", ..) => vec![Code::Named("SOX-304")],
        ("100", "a", ..) => charge(&["RegG-100a2"]),
        ("100", "b", ..) => charge(&["RegG-100b"]),
        ("RegG", ..) => charge(&["RegG"]),
        ("RegFD", ..) => charge(&["RegFD"]),
        ("102", "e" | "E", ..) => vec![Code::Named("102e")],
        _ => Vec::new(),
    }
}

/// Rules of the two acts: `10b-5`, `13a-13`, `15d-14`.
fn rule_code(number: &str, rule: &str) -> Option<String> {
    let lower = number.to_ascii_lowercase();
    let known = matches!(
        lower.as_str(),
        "10b"
            | "10b5"
            | "12b"
            | "13a"
            | "13b2"
            | "13d"
            | "14a"
            | "14c"
            | "14e"
            | "15d"
            | "16a"
            | "17a"
            | "15c2"
            | "15c3"
            | "204"
            | "206"
            | "10a"
            | "13k"
    );
    let rule = rule.trim_start_matches('0');
    (known && !rule.is_empty() && !(lower == "12b" && rule == "25")).then(|| format!("{lower}-{rule}"))
}

/// Whether a claim of its own is made in words that need no violation.
pub(super) fn stands_alone(code: &Code, sentence: &str) -> bool {
    match code {
        Code::Named("SOX-304") => true,
        Code::Named("102e") => improper_conduct(sentence),
        _ => false,
    }
}

/// Whether a named claim is one here: Rule 102(e) as the ground of a suspension that follows an injunction is
/// relief and no charge.
pub(super) fn fits(code: &Code, sentence: &str) -> bool {
    match code {
        Code::Named("102e") => improper_conduct(sentence),
        _ => true,
    }
}

fn improper_conduct(sentence: &str) -> bool {
    let lower = sentence.to_ascii_lowercase();
    lower.contains("improper professional conduct") || lower.contains("lack of integrity")
}
