//! Words that make a column or row the first reported, the adjusting or the restated one.

use super::super::{pattern, title};
use regex::Regex;
use std::sync::LazyLock;

/// What a column or row gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// As first reported.
    Reported,
    /// What was changed.
    Adjustment,
    /// As restated.
    Restated,
}

static REPORTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:previously|originally|initially|formerly|first|historically|prior(?:ly)?|before)[ -]*(?:\w+ )?(?:reported|presented|stated|filed|issued|published|recorded|disclosed|restatement|correction|revision|amounts?)|\bas (?:first |originally |previously )?(?:reported|filed|presented|issued)\b|\b(?:originally|previously|first) reported\b|\bprior to (?:the )?(?:restatement|correction|revision)|^\W*(?:as )?(?:previously|originally|reported|original)\W*$|\bas (?:previously|originally)$|original(?:ly)? (?:filing|report|amounts?)",
    )
});
static RESTATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:as |now |currently )*restated\b|\b(?:as )?revised\b|\b(?:as )?corrected\b|\bas (?:now )?(?:amended|adjusted)\b|\bafter (?:the )?(?:restatement|correction)\b|\brestated (?:amounts?|balance)\b|\bas now reported\b",
    )
});
static ADJUSTMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"adjust|effects? of|correction|restatement|increase|decrease|difference|\bchanges?\b|errors?\b|reclass|impact|^\W*effects?\W*$|misstate|\brevision",
    )
});

/// The role that words give, if any.
pub fn of(words: &str) -> Option<Role> {
    let words = title::plain(words);
    // "Effect of restatement on previously reported income" is an adjustment.
    let leads = [
        "effect",
        "adjust",
        "impact",
        "correction",
        "increase",
        "change",
        "restatement adj",
        "restatement #",
        "amount of",
        "restatement of",
        "error",
    ];
    let adjusting = ADJUSTMENT.is_match(&words);
    if adjusting && leads.iter().any(|lead| words.starts_with(lead)) && !words.contains("as restated") {
        return Some(Role::Adjustment);
    }
    let reported = REPORTED.find(&words);
    let restated = RESTATED.find(&words);
    match (reported, restated) {
        (Some(_), None) => Some(Role::Reported),
        (None, Some(_)) => Some(Role::Restated),
        // "As restated (previously reported ...)": what stands first.
        (Some(a), Some(b)) => Some(if a.start() < b.start() { Role::Reported } else { Role::Restated }),
        (None, None) => adjusting.then_some(Role::Adjustment),
    }
}

/// The roles told one after the other in running heads (one cell a line).
pub fn sequence(words: &str) -> Vec<Role> {
    static ALL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"as (?:previously |originally |first )?reported|(?:previously|originally) reported|(?:total |restatement )?adjustments?|effects? of (?:the )?restatement|corrections?|as (?:restated|revised|corrected|amended)|\brestated\b",
        )
    });
    let words = title::plain(words);
    ALL.find_iter(&words).filter_map(|m| of(m.as_str())).collect()
}

/// Takes the words of a role off a label: "Net income - as previously reported" is "Net income".
pub fn strip(label: &str) -> String {
    static WORDS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)[\s,;:(\-\u{2013}\u{2014}]*\b(?:as\s+)?(?:(?:previously|originally|initially|first|formerly)\s+(?:reported|presented|stated|filed|issued)|reported|(?:now\s+)?restated|revised|corrected|amended|(?:before|after|prior to)\s+(?:the\s+)?restatement)\b\)?(?:\s*\((?:unaudited|restated)\))?[\s,:]*",
        )
    });
    let stripped = WORDS.replace_all(label, " ");
    stripped
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_matches([' ', ',', '-', ':', '\u{2013}', '\u{2014}'])
        .to_owned()
}

static HARD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"pro ?-?forma|outlook|guidance|mid-?point|forecast|projected|projection|non-?gaap|budget|constant currency|full-year range|expects? (?:to|lower|higher)|estimated range|as if ",
    )
});
static SOFT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\badopt(?:ed|ion|ing)?\b|stock split|split-adjusted|pooling|discontinued operations|reclassif|new (?:accounting )?(?:standard|guidance|segment)|change in (?:accounting|reporting|segment)|retrospective|common control|retroactive|recast|conform|re-?segment",
    )
});
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\berrors?\b|misstate|irregularit|improper|incorrect|\bcorrect(?:ed|ion|ions|s)?\b|restatement|fraud|misappl|overstate|understate|should not be relied|had been (?:booked|recorded|entered)|investigation|\brestated (?:because|to)\b|inaccura",
    )
});

/// Whether the words about a table tell that it restates nothing: plans, combinations, reclassifications.
pub fn is_decoy(near: &str, heads: &str) -> bool {
    let near = title::plain(near);
    let heads = title::plain(heads);
    if HARD.is_match(&heads) || HARD.is_match(&near) {
        return true;
    }
    let soft = SOFT.is_match(&heads) || SOFT.is_match(&near);
    soft && !ERROR.is_match(&near) && !ERROR.is_match(&heads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_by_words() {
        for (words, role) in [
            ("As Previously Reported", Some(Role::Reported)),
            ("As first reported", Some(Role::Reported)),
            ("As Reported", Some(Role::Reported)),
            ("Restatement Adjustments", Some(Role::Adjustment)),
            ("Effect of restatement", Some(Role::Adjustment)),
            ("Restatement #1 - Accretion", Some(Role::Adjustment)),
            ("As Restated After Restatement #1 and #2", Some(Role::Restated)),
            ("As Revised", Some(Role::Restated)),
            ("Restated", Some(Role::Restated)),
            ("Increase (decrease)", Some(Role::Adjustment)),
            ("Net sales", None),
        ] {
            assert_eq!(of(words), role, "{words}");
        }
        assert_eq!(strip("Net income - Previously reported"), "Net income");
        assert_eq!(strip("Net loss, as restated"), "Net loss");
    }
}
