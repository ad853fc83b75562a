//! Names that carry other names: "Orrin, Inc. (f/k/a Tarn Co.)", and names with words around them.

use regex::Regex;
use std::sync::LazyLock;

static LINK: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?i)[,;(\[\s]+(?:(?:formerly|previously)(?:\s+known)?(?:\s+as)?|(?:now|also|then)\s+known\s+as|(?:doing|trading)\s+business\s+as|successor\s+(?:to|in\s+interest\s+to)|f\s*[/.]?\s*k\s*[/.]?\s*a\b\.?|n\s*[/.]\s*k\s*[/.]\s*a\b\.?|nka\b|a\s*[/.]\s*k\s*[/.]\s*a\b\.?|aka\b|d\s*[/.]\s*b\s*[/.]\s*a\b\.?|dba\b)[\s:,"\u{201c}]+"#;
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});
static TAIL: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i)[,\s]+(?:et\s+al\.?|(?:and|&)\s+(?:its\s+|all\s+)?(?:\w+\s+)?subsidiar(?:y|ies))\s*$";
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});
static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"(?i)^\s*(?:in\s+the\s+matter\s+of|sec\s+v\.|(?:re|issuer|company|registrant|respondent)\s*:)\s*";
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});
static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"\s*\(\s*(?:(?:the|collectively|hereinafter|together)\b[^)]*|["\u{201c}][^)]*)\)"#;
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});
static FORM_CUT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i)\b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|l\.l\.c|l\.p|lp|n\.v|s\.a|a\.g)\b\.?(?:,|;|\s+and\b|\s+&|\s+note:|\s+\()";
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});
static PERSON: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?i),?\s*\(?\b(?:C\.?P\.?A\.?|Esq\.?|Ph\.?\s?D\.?|M\.?D\.?|J\.?D\.?|Jr\.?|Sr\.?)\)?\s*$";
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
});

/// Names longer than this are no names.
pub const LONGEST: usize = 400;

/// Takes captions, definitions and "et al." off a name.
pub fn clean(name: &str) -> String {
    let name = LEAD.replace(name, "");
    let name = DEFINED.replace_all(&name, "");
    let mut name = name.trim().to_owned();
    while let Some(tail) = TAIL.find(&name) {
        name.truncate(tail.start());
    }
    name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\u{201c}' | '\u{201d}'))
        .to_owned()
}

/// The names in one text: the first is the one it is known by, others are former, later or trade names.
pub fn names(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut start = 0;
    for link in LINK.find_iter(name) {
        parts.push(name.get(start..link.start()).unwrap_or(""));
        start = link.end();
    }
    parts.push(name.get(start..).unwrap_or(""));
    parts
        .into_iter()
        .map(|part| {
            part.trim_matches(|c: char| {
                c.is_whitespace()
                    || matches!(c, '(' | ')' | '[' | ']' | ',' | ';' | '"' | '\u{201c}' | '\u{201d}')
            })
            .to_owned()
        })
        .filter(|part| !part.is_empty())
        .take(6)
        .collect()
}

/// The name up to its first legal form, when other names follow (fault I10: a caption is no name).
pub fn first_of_list(name: &str) -> Option<&str> {
    let found = FORM_CUT.find(name)?;
    let end = found.end();
    let kept = name
        .get(..end)?
        .trim_end_matches(|c: char| c == ',' || c == ';' || c == '(' || c == '&' || c.is_whitespace());
    let kept = kept.strip_suffix(" and").or_else(|| kept.strip_suffix(" AND")).unwrap_or(kept);
    let kept = kept.strip_suffix(" Note:").unwrap_or(kept).trim_end();
    (kept.len() < name.len()).then_some(kept)
}

/// Whether the text is a person's name with a title behind it.
pub fn is_person(name: &str) -> bool {
    PERSON.is_match(name) && super::normal::Normal::of(name).forms() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn former_later_and_trade_names() {
        for (text, want) in [
            (
                "Orrin Lexis Corporation (f/k/a Orrin International, Inc.)",
                &["Orrin Lexis Corporation", "Orrin International, Inc."][..],
            ),
            ("Tarn Software, Inc. n/k/a TSI-One Inc.", &["Tarn Software, Inc.", "TSI-One Inc."]),
            ("Tarn Inc., formerly known as Fell Inc. and", &["Tarn Inc.", "Fell Inc. and"]),
            ("Tarn LLC d/b/a \u{201c}Fell Foods\u{201d}", &["Tarn LLC", "Fell Foods"]),
            ("Dba Systems Inc", &["Dba Systems Inc"]),
        ] {
            assert_eq!(names(text), want, "{text}");
        }
    }

    /// MAP I10: a caption names several; the issuer's name stays whole.
    #[test]
    fn a_caption_is_cut_after_the_legal_form() {
        assert_eq!(clean("Larkspur Instruments, Inc., et al."), "Larkspur Instruments, Inc.");
        assert_eq!(first_of_list("7H Oil and Gas LLC and B. Example"), Some("7H Oil and Gas LLC"));
        assert_eq!(first_of_list("Orrin, Inc., Ada Example"), Some("Orrin, Inc."));
        assert_eq!(first_of_list("Orrin, Inc."), None);
        assert_eq!(clean("In the Matter of Orrin, Inc. (the \u{201c}Company\u{201d})"), "Orrin, Inc.");
        assert!(is_person("Ada Example, CPA") && !is_person("Example & Co., P.A."));
    }
}
