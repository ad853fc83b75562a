//! Titles of statements and schedules: what a table is, told from the lines above it.

use super::pattern;
use regex::{Regex, RegexSet};
use std::sync::LazyLock;

/// What a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Income statement.
    Income,
    /// Balance sheet.
    Balance,
    /// Statement of cash flows.
    CashFlow,
    /// Changes in equity.
    Equity,
    /// Selected data, highlights, summaries of several years.
    Selected,
    /// Quarterly results.
    Quarterly,
    /// Segments, regions, products.
    Segment,
    /// Notes, discussion and anything else.
    Other,
}

static KINDS: LazyLock<RegexSet> = LazyLock::new(|| {
    match RegexSet::new([
        r"(?:statements?|summary) of (?:the )?(?:consolidated |condensed |combined |unaudited |financial )*(?:operations|income|earnings|loss|losses|comprehensive|revenues? and|revenues? over|profit|results of operations|net income|expenses)|(?:^|consolidated |condensed )(?:income|earnings|profit and loss|operating) statements?|profit and loss accounts?|statements? of (?:\w+ ){0,3}income\b",
        r"balance sheets?|statements? of (?:the )?(?:consolidated |condensed |combined )*(?:financial (?:position|condition)|assets|condition|net assets)",
        r"statements? of (?:the )?(?:consolidated |condensed |combined )*cash flows?|cash flows? statements?|changes in financial position",
        r"statements? of (?:the )?(?:changes in )?(?:\w+ )*(?:(?:stock|share)(?:holders|owners)|members|partners|owners|common stock)\S* (?:equity|capital|deficit|deficiency|investment)|statements? of (?:\w+ )*retained earnings|statements? of (?:changes in )?(?:equity|capital)",
        r"selected (?:\w+ ){0,3}(?:financial|operating|consolidated|historical|data)|(?:five|ten|six|four|eleven|5|10|11)[- ]year\b|financial highlights|financial summary|summary of (?:selected |consolidated |certain )*(?:financial|operations|operating)|historical summary",
        r"quarterly (?:financial|results|data|information|operating)|\bquarters?\b.*\bquarters?\b|first\b.{0,40}\bsecond\b.{0,40}\bthird\b|by quarter|interim financial",
        r"segments?\b|geographic|lines? of business|by product|business units?",
    ]) {
        Ok(set) => set,
        Err(error) => panic!("the title patterns are constant: {error}"),
    }
});

static NOTES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:notes? to|report of|schedule [ivx]+|supplementary|item \d|exhibit \d|independent auditors|management's)",
    )
});

static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"summari[sz]ed (?:\w+ )?(?:financial|balance sheet|income statement|operating) (?:information|data|statements?)|\binvestees?\b|unconsolidated (?:affiliates?|subsidiar|companies|joint)|\bnot (?:been |being )?consolidated\b",
    )
});

static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"parent[- ](?:company|only)|\bregistrant only|company only|\(parent\)|unconsolidated|pro ?forma|guarantor|consolidating|condensed financial information of|equity affiliates|\binvestees?\b|acquired compan|summari[sz]ed financial|predecessor only|discontinued operations of",
    )
});

/// Lower case, one space, letter-spaced words closed up.
pub fn plain(line: &str) -> String {
    let mut out: String = line
        .to_lowercase()
        .replace(['\u{2018}', '\u{2019}', '\u{92}', '`'], "'")
        .replace(['|', '_', '*'], " ");
    let letters = out.split_whitespace().filter(|w| w.chars().count() == 1).count();
    if letters >= 5 && letters * 2 > out.split_whitespace().count() {
        out = out
            .split("  ")
            .map(|word| word.split_whitespace().collect::<String>())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The kind that one title line names.
pub fn kind_of(line: &str) -> Option<Kind> {
    let line = plain(line);
    let order = [
        Kind::Income,
        Kind::Balance,
        Kind::CashFlow,
        Kind::Equity,
        Kind::Selected,
        Kind::Quarterly,
        Kind::Segment,
    ];
    let hits: Vec<usize> = KINDS.matches(&line).into_iter().collect();
    // "Statements of cash flows" and "of stockholders' equity" may name other words too.
    [2, 3, 5, 4, 1, 0, 6].iter().find(|i| hits.contains(i)).map(|i| order[*i])
}

/// Whether the words tell that a table does not give the consolidated registrant itself.
pub fn is_aside(words: &str) -> bool {
    ASIDE.is_match(&plain(words))
}

/// Whether the words tell a parent's own statements, whose net income is the group's.
pub fn is_parent(words: &str) -> bool {
    static PARENT: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"parent[- ](?:company|only)|\bregistrant only|\(parent\)"));
    PARENT.is_match(&plain(words))
}

/// Whether a line reads like a title: short, and its longer words in capitals or capitalised.
pub fn is_title_like(line: &str) -> bool {
    let trimmed = line.trim();
    if trimmed.len() > 140 || trimmed.len() < 8 {
        return false;
    }
    let words: Vec<&str> =
        trimmed.split_whitespace().filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() > 3).collect();
    let capital = words
        .iter()
        .filter(|w| w.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase))
        .count();
    let sentence = trimmed.ends_with('.') && !trimmed.ends_with("INC.") && words.len() > 6;
    // "Consolidated balance sheets" in lower case: short, and no piece of a sentence.
    let short = words.len() <= 5
        && trimmed.len() <= 60
        && !trimmed.ends_with(['.', ',', ';'])
        && trimmed.starts_with(|c: char| c.is_uppercase())
        && !trimmed
            .split_whitespace()
            .any(|w| matches!(w, "for" | "in" | "is" | "are" | "was" | "were" | "has" | "to" | "by"));
    !words.is_empty() && (capital * 3 >= words.len() * 2 || short) && !sentence
        || !trimmed.ends_with(['.', ',', ';'])
            && trimmed.len() <= 100
            && trimmed.get(..12).is_some_and(|w| w.eq_ignore_ascii_case("consolidated"))
            && kind_of(trimmed).is_some()
}

/// Whether a line without amounts begins another table.
pub fn starts_table(line: &str) -> bool {
    is_title_like(line)
        && (NOTES.is_match(&plain(line))
            || matches!(
                kind_of(line),
                Some(Kind::Income | Kind::Balance | Kind::CashFlow | Kind::Equity | Kind::Selected)
            ))
}

/// What a table with these lines above it (nearest last) is, and whether it stands aside.
pub fn of_lines<'a>(lines: impl DoubleEndedIterator<Item = &'a str>) -> (Option<Kind>, bool) {
    let mut kind = None;
    let mut aside = false;
    for (distance, line) in lines.rev().enumerate() {
        // A sentence just above may say whose the figures are.
        aside |= distance < 9 && OTHERS.is_match(&plain(line));
        if distance < 14 && line.len() < 300 {
            aside |= is_title_like(line) && is_aside(line);
        }
        if kind.is_some() || distance > 24 || !is_title_like(line) {
            continue;
        }
        if NOTES.is_match(&plain(line)) {
            kind = Some(
                kind_of(line)
                    .filter(|k| matches!(k, Kind::Selected | Kind::Quarterly))
                    .unwrap_or(Kind::Other),
            );
            continue;
        }
        kind = kind_of(line);
    }
    (kind, aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_to_kinds() {
        for (line, kind) in [
            ("CONSOLIDATED STATEMENTS OF INCOME", Some(Kind::Income)),
            ("Statements of Consolidated Earnings", Some(Kind::Income)),
            ("Consolidated Statement of Operations", Some(Kind::Income)),
            ("C O N S O L I D A T E D  B A L A N C E  S H E E T S", Some(Kind::Balance)),
            ("STATEMENT OF FINANCIAL POSITION", Some(Kind::Balance)),
            ("Consolidated Statements of Cash Flows", Some(Kind::CashFlow)),
            ("Consolidated Statements of Shareholders' Equity", Some(Kind::Equity)),
            ("SELECTED CONSOLIDATED FINANCIAL DATA", Some(Kind::Selected)),
            ("Quarterly Financial Data (Unaudited)", Some(Kind::Quarterly)),
            ("Cash and cash equivalents", None),
        ] {
            assert_eq!(kind_of(line), kind, "{line}");
        }
        assert!(is_aside("Condensed Balance Sheets (Parent Company Only)"));
        assert!(is_title_like("Consolidated balance sheets at 31 December (after profit appropriation)"));
        assert!(!is_title_like("consolidated balance sheets are shown with the notes of each company."));
    }
}
