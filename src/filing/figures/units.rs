//! Units of a table: "(in thousands, except per share amounts)", currencies.

use super::pattern;
use regex::Regex;
use rust_decimal::Decimal;
use std::sync::LazyLock;

static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \b(?:in|of|thousands?|millions?|billions?|expressed|amounts?|dollars?|stated|u\.?s\.?)\b[^.;\n]{0,30}?\b(?P<a>thousands?|millions?|billions?)\b
        | \(\s*(?:\$|us\$|usd|dollars?|amounts?)?[^()\n]{0,16}?\b(?P<b>thousands?|millions?|billions?)\b
        | \b(?P<c>thousands?|millions?|billions?)\s+(?:of|omitted)
        | \$?\s*\(?\b0?00'?s(?:\s+omitted)?\b(?P<d>)
        | ^\W*(?:\$\s*)?(?P<e>thousands?|millions?|billions?)\b
        | \$\s?(?P<f>thousands?|millions?|billions?)\b",
    )
});

static CURRENCIES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    [
        ("CAD", r"(?i)canadian dollars?|C\$|cdn\$|\bCAD\b"),
        ("EUR", r"(?i)\beuros?\b|€|\bEUR\b"),
        ("GBP", r"(?i)pounds? sterling|£|\bGBP\b"),
        ("JPY", r"(?i)\byen\b|¥|\bJPY\b"),
        ("CNY", r"(?i)\brenminbi\b|\bRMB\b|\bCNY\b"),
        ("CHF", r"(?i)swiss francs?|\bCHF\b"),
        ("AUD", r"(?i)australian dollars?|A\$"),
        ("MXN", r"(?i)mexican pesos?|\bMXN\b"),
    ]
    .into_iter()
    .map(|(code, term)| (code, pattern(term)))
    .collect()
});

/// What printed amounts are multiplied by, as the words say; None when they say nothing.
pub fn scale_of(words: &str) -> Option<Decimal> {
    let mut found = None;
    for line in words.lines() {
        if line.len() > 600 {
            continue;
        }
        for c in SCALE.captures_iter(line) {
            let word = ["a", "b", "c", "e", "f"]
                .iter()
                .find_map(|n| c.name(n))
                .map(|m| m.as_str().to_ascii_lowercase());
            let before = line.get(..c.get(0).map_or(0, |m| m.start())).unwrap_or("");
            // "except shares in millions": what follows "except" is not the amounts.
            if before
                .to_ascii_lowercase()
                .rsplit("except")
                .next()
                .is_some_and(|r| r.len() < before.len() && !r.contains(')'))
            {
                continue;
            }
            let whole = c.get(0).map_or("", |m| m.as_str()).to_ascii_lowercase();
            if whole.contains("shares") && !whole.contains("dollars") && !whole.contains("except") {
                continue;
            }
            // A sentence whose amount was wrapped: "by $3.1" and on the next line "million, from $21.9 million".
            if c.name("e").is_some_and(|m| {
                !m.as_str().ends_with(['s', 'S']) && !line.get(..m.start()).unwrap_or("").contains(['(', '$'])
            }) {
                continue;
            }
            // "$2.4 million" in a sentence is no unit of a table.
            if !whole.starts_with('(') && before.trim_end().ends_with(|ch: char| ch.is_ascii_digit()) {
                continue;
            }
            let scale = match word.as_deref() {
                Some(w) if w.starts_with("million") => 1_000_000u32,
                Some(w) if w.starts_with("billion") => 1_000_000_000,
                _ => 1_000,
            };
            found = Some(Decimal::from(scale));
            break;
        }
    }
    found
}

/// The currency that the words name, if any but the dollar of the United States.
pub fn currency_of(words: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(_, term)| term.is_match(words)).map(|(code, _)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_as_stated() {
        for (words, want) in [
            ("(In thousands, except per share data)", Some(1_000)),
            ("(Dollars in millions except per share amounts)", Some(1_000_000)),
            ("(000'S OMITTED, EXCEPT PER SHARE AMOUNTS)", Some(1_000)),
            ("In thousands of dollars", Some(1_000)),
            ("Thousands of Dollars", Some(1_000)),
            ("$ in millions", Some(1_000_000)),
            ("(MILLIONS)", Some(1_000_000)),
            ("Year ended March 31, 2004 (in millions)", Some(1_000_000)),
            ("all dollar amounts in thousands", Some(1_000)),
            ("Amounts in million EUR", Some(1_000_000)),
            (
                "(in millions, except number of shares, which are reflected in thousands, and per share amounts)",
                Some(1_000_000),
            ),
            ("a gain of $70.8 million", None),
            ("million, from $21.9 million to $18.8 million.", None),
            ("MILLIONS OF DOLLARS", Some(1_000_000)),
            ("December 31, 1993", None),
        ] {
            assert_eq!(scale_of(words), want.map(Decimal::from), "{words}");
        }
    }
}
