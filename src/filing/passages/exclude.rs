//! Words that tell a sentence, or a part of one, to be no attribution.

/// Whether a word before "increase" or "decline" gives it no subject of its own: "the 5% increase".
pub(super) fn is_free_of_subject(word: &str) -> bool {
    const FREE: [&str; 42] = [
        "the",
        "this",
        "these",
        "that",
        "such",
        "of",
        "most",
        "both",
        "majority",
        "approximately",
        "about",
        "overall",
        "net",
        "total",
        "year-over-year",
        "year",
        "over",
        "annual",
        "slight",
        "significant",
        "substantial",
        "large",
        "small",
        "quarterly",
        "fiscal",
        "percentage",
        "point",
        "basis",
        "million",
        "billion",
        "thousand",
        "dollar",
        "current",
        "prior",
        "same",
        "corresponding",
        "further",
        "remaining",
        "in",
        "our",
        "all",
        "for",
    ];
    word.bytes().any(|b| b.is_ascii_digit()) || FREE.contains(&word.to_ascii_lowercase().as_str())
}

/// A cause that names none: "the factors discussed above", "these changes".
pub(super) fn is_empty_cause(cause: &str) -> bool {
    const EMPTY: [&str; 34] = [
        "the",
        "these",
        "those",
        "this",
        "such",
        "all",
        "each",
        "both",
        "of",
        "above",
        "foregoing",
        "factors",
        "factor",
        "items",
        "reasons",
        "reason",
        "changes",
        "matters",
        "events",
        "discussed",
        "described",
        "noted",
        "mentioned",
        "above-mentioned",
        "aforementioned",
        "preceding",
        "previously",
        "earlier",
        "a",
        "number",
        "several",
        "various",
        "other",
        "following",
    ];
    cause
        .split([' ', ','])
        .filter(|w| !w.is_empty())
        .all(|word| EMPTY.contains(&word.to_ascii_lowercase().trim_end_matches('.')))
}

/// Wording of pointers, disclaimers, policies and examples.
pub(super) fn is_boilerplate(flat: &str) -> bool {
    const MARKS: [&str; 37] = [
        " are generally ",
        " is generally ",
        "changing prices",
        "forward-looking",
        "forward looking",
        "no assurance",
        "private securities litigation",
        "incorporated by reference",
        "incorporated herein",
        "should be read in conjunction",
        "risk factors",
        "the following table",
        "table below",
        "table above",
        "set forth below",
        "critical accounting",
        "we recognize revenue",
        "revenue is recognized",
        "are recorded when",
        "is recorded when",
        "hypothetical",
        "actual results",
        "could differ",
        "fasb",
        "sfas",
        "accounting standard",
        "asu ",
        "is based on management's estimate",
        "requires management",
        "non-gaap",
        "is defined as",
        "we define",
        "generally accepted",
        "seasonal",
        "typically",
        "historically",
        "inherent",
    ];
    let small = flat.to_ascii_lowercase();
    let digits = small.bytes().any(|b| b.is_ascii_digit());
    let policy = MARKS.iter().any(|m| small.contains(m));
    // With figures and a comparison a sentence about a measure is still about what happened.
    let comparison =
        digits && (small.contains(" compared ") || small.contains(" from $") || small.contains('%'));
    let strict = [
        "forward-looking",
        "forward looking",
        "no assurance",
        "incorporated",
        "hypothetical",
        "should be read",
    ];
    policy && (!comparison || strict.iter().any(|m| small.contains(m)))
}
