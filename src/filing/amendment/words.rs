//! The words by which the parts of an amendment are known: headings, cover lines, statements, numbers.

use crate::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// One item heading.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The item's number.
    pub number: u32,
    /// Its letter, upper case.
    pub letter: Option<char>,
    /// The words behind the number, lower case.
    pub title: String,
    /// The heading.
    pub span: Span,
}

/// Compiles a constant pattern of this module's family.
pub(super) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("a constant pattern is wrong: {error}"))
}

static ITEM: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^[\s*_\x{a0}]*(?:part\s+[iv]{1,3}\s*[,.:\u{2013}\u{2014}-]*\s*)?items?[\s.\x{a0}]*(\d{1,2})\s*(?:\(?([a-c])\)?)?(?:[.:,;\s\u{2013}\u{2014}-]|$)(.*)$",
    )
});
static GLUED_ITEM: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\s*(?:ITEM|Item)\s+(\d{1,2})([A-C])?\s*[.:\u{2013}\u{2014}-]\s*(.{0,80})"));
static PART: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)^[\s*_]*part\s+[iv]{1,3}\s*[.:,\u{2013}\u{2014}-]*\s*[a-z ,]{0,60}$"));
static SENTENCE_VERB: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:hereby|is|are|was|were|has|have|will|shall|amends?|amended|amending|replaces?|contains?|includes?|include|revised|furnish(?:es)?|files?)\b",
    )
});
static NOTE_HEADING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^[\s*_]*(?:(?:explanatory|introductory|preliminary|prefatory)\s+(?:note|statement|paragraph|comment|remark)s?|explanation(?:\s+(?:of|for)\s+(?:this\s+)?amendment)?|explanatory|(?:purpose|reasons?|nature|description)\s+(?:of|for)\s+(?:this\s+|the\s+)?(?:amendment|filing|restatement|amended\s+filing)|note\s+(?:regarding|about|on)\s+(?:this\s+)?(?:amendment|restatement)|introduction|restatement|note)[\s:.*_\u{2013}\u{2014}-]*$",
    )
});
static NOTE_LEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^[\s*_]*(?:explanatory|introductory|preliminary)\s+(?:note|statement)s?\s*[:.\u{2013}\u{2014}-]",
    )
});
static END: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^[\s*_]*(?:signatures?|table\s+of\s+contents|contents|index|exhibit\s+index|index\s+to\s+exhibits|(?:special\s+note\s+regarding\s+|cautionary\s+[a-z ]{0,30})?forward[- ]looking\s+(?:statements?|information))[\s:.*_]*$",
    )
});
static CONTENTS: LazyLock<Regex> = LazyLock::new(|| regex(r"(?:\.{3,}|\t|\s{3,})\s*[\dA-Z-]{1,4}\s*$"));
static COVER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)indicate\s+by\s+check\s*mark|aggregate\s+market\s+value|exact\s+name\s+of|(?:shares?|stock|units?)\s+outstanding|outstanding\s+(?:shares|at\b)|commission\s+file|securities\s+(?:to\s+be\s+)?registered|securities\s+and\s+exchange\s+commission|employer\s+identification|principal\s+executive|telephone\s+number|title\s+of\s+(?:each\s+)?class|documents?\s+incorporated|pursuant\s+to\s+section\s+13\s+or\s+15|zip\s+code|mark\s+one|jurisdiction\s+of|state\s+of\s+incorporation|issuer's\s+revenues|transitional\s+small\s+business|if\s+securities\s+are\s+registered|emerging\s+growth|duly\s+caused",
    )
});
static ABOUT_ITSELF: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:is|are)\s+(?:hereby\s+)?amended\b|\bpurpose\s+of\s+this\b|\bthis\s+amendment\s+(?:is|adds|gives|includes|corrects|replaces|amends|supplies|contains)\b",
    )
});
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\bamendment\s*(?:no|number|num|nr)?\s*[.:#]*\s*(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|v)\b|\b(first|second|third|fourth|fifth|sixth|seventh)\s+amendment\b",
    )
});
static OWN_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bthis\s+(?:amendment\s*(?:no|number)?\s*[.:#]*\s*(\d{1,2}|one|two|three|four|five|six)\b|(first|second|third|fourth|fifth|sixth)\s+amendment)",
    )
});
static STATEMENT_TITLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?im)^[^.\n]{0,60}\b(?:balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?(?:operations|income|earnings|loss|cash\s+flows?|financial\s+(?:position|condition))|(?:income|cash\s+flow)\s+statements?)\b[^.\n]{0,80}$",
    )
});
static STATEMENT_ROW: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?im)^\s*(?:total\s+assets|net\s+(?:income|loss|earnings|sales)|(?:total\s+|net\s+|operating\s+)?revenues?|sales|operating\s+(?:income|loss)|receivables|(?:basic|diluted)[^\n\d]{0,40}per\s+share)\b[^\n\d.]{0,60}[\d(]",
    )
});
static RESTATED_HEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?im)^[^\n.]{0,120}(?:statements?|balance\s+sheets?|data|results|information)\b[^\n.]{0,60}[(\[,\u{2014}-]?\s*\b(?:as\s+)?restated\b[)\]]?[^\n.]{0,30}$|^\s*[(\[]?(?:as\s+)?restated[)\]]?(?:\s*[(-]?\s*see\s+note\s+\w+\)?)?\s*$",
    )
});
static RESTATED_COLUMN: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:as\s+)?(?:previously|originally)\s+(?:reported|filed|stated)\b[^a-z]{0,40}(?:(?:adjustments?|corrections?|effects?|changes?)\b(?:\s+of\s+restatement)?[^a-z]{0,40})?\b(?:as\s+)?(?:restated|corrected)\b",
    )
});
static ABBREVIATION: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:^|[\s(])(?:inc|corp|co|ltd|mr|mrs|ms|dr|st|jr|sr|vs|fig|u\.s|u\.k|i\.e|e\.g|cf|approx|jan|feb|mar|apr|aug|sept?|oct|nov|dec|[a-z])$",
    )
});
static OPENER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"^(?:$|(?:The|This|These|That|We|Our|In|As|It|Its|On|At|An?|All|No|Except|Accordingly|Subsequent|Management|Amendment|Item|Part|For|Such|Other|After|Before|Because|Since|Under|Pursuant|References?)\b)",
    )
});
static NUMBER_WORD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)(?:^|[\s(\u{201c}])(?:no|nos|sec|par|art|ex|item|items|rule)$"));

/// Lower case, white space folded to single blanks, quotes straight.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{92}' => out.push('\''),
            '\u{201c}' | '\u{201d}' => out.push('"'),
            c if c.is_whitespace() || c == '\u{a0}' => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.extend(c.to_lowercase()),
        }
    }
    // The "no" of a number is not the "no" of a denial.
    out.replace("amendment no. ", "amendment number ").replace("amendment no ", "amendment number ")
}

/// An item heading: number, letter, title in lower case. A sentence that begins with "Item 7" is none.
pub(super) fn item(line: &str) -> Option<(u32, Option<char>, String)> {
    let found = ITEM.captures(line)?;
    let rest = found.get(3).map_or("", |m| m.as_str());
    if SENTENCE_VERB.is_match(rest) {
        return None;
    }
    let number = found.get(1)?.as_str().parse().ok()?;
    let letter = found.get(2).and_then(|m| m.as_str().chars().next()).map(|c| c.to_ascii_uppercase());
    Some((number, letter, fold(rest)))
}

/// An item heading with the item's text in the same long line.
pub(super) fn glued_item(line: &str) -> Option<(u32, Option<char>, String)> {
    let found = GLUED_ITEM.captures(line)?;
    let title = fold(found.get(3).map_or("", |m| m.as_str()));
    let head = title.split(['.', ',']).next().unwrap_or("");
    if SENTENCE_VERB.is_match(head) || title.contains("hereby") || title.contains("amend") {
        return None;
    }
    let number = found.get(1)?.as_str().parse().ok()?;
    let letter = found.get(2).and_then(|m| m.as_str().chars().next());
    Some((number, letter, title))
}

/// A heading that opens the explanation, or a line that begins with one.
pub(super) fn leads_note(line: &str) -> bool {
    line.len() < 20_000 && (line.len() < 120 && NOTE_HEADING.is_match(line) || NOTE_LEAD.is_match(line))
}

/// A heading that closes it.
pub(super) fn is_end(line: &str) -> bool {
    END.is_match(line)
}

/// A line "PART II".
pub(super) fn is_part(line: &str) -> bool {
    PART.is_match(line) && !SENTENCE_VERB.is_match(line)
}

/// A line of a contents list: leaders or a gap, then a page.
pub(super) fn is_contents_line(line: &str) -> bool {
    CONTENTS.is_match(line)
}

/// Boilerplate of the cover and the signature page.
pub(super) fn is_cover(paragraph: &str) -> bool {
    paragraph.len() < 4_000 && COVER.is_match(paragraph) && !ABOUT_ITSELF.is_match(paragraph)
}

/// Whether primary statements with figures stand in a text.
pub(super) fn has_statements(body: &str) -> bool {
    STATEMENT_TITLE.is_match(body) && STATEMENT_ROW.find_iter(body).take(2).count() == 2
}

/// The first heading or pair of columns that marks figures as restated.
pub(super) fn restated_mark(body: &str) -> Option<Span> {
    RESTATED_HEAD
        .find_iter(body)
        .find(|m| !m.as_str().to_lowercase().contains("amended and restated"))
        .or_else(|| RESTATED_COLUMN.find(body))
        .map(|m| Span::new(m.start(), m.end()))
}

/// The amendment's number as its cover prints it.
pub(super) fn cover_number(cover: &str) -> Option<u32> {
    NUMBER.captures_iter(cover).find_map(|found| number_of(found.get(1).or_else(|| found.get(2))?.as_str()))
}

/// The number by which a sentence calls its own document: "this Amendment No. 2".
pub(super) fn own_number(lower: &str) -> Option<u32> {
    let found = OWN_NUMBER.captures(lower)?;
    number_of(found.get(1).or_else(|| found.get(2))?.as_str())
}

/// Numbers of all amendments that a sentence names.
pub(super) fn named_numbers(lower: &str) -> Vec<u32> {
    NUMBER
        .captures_iter(lower)
        .filter_map(|found| number_of(found.get(1).or_else(|| found.get(2))?.as_str()))
        .collect()
}

fn number_of(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    let words: [&[&str]; 10] = [
        &["one", "first", "i"],
        &["two", "second", "ii"],
        &["three", "third", "iii"],
        &["four", "fourth", "iv"],
        &["five", "fifth", "v"],
        &["six", "sixth"],
        &["seven", "seventh"],
        &["eight"],
        &["nine"],
        &["ten"],
    ];
    lower.parse().ok().or_else(|| {
        words.iter().position(|w| w.contains(&lower.as_str())).and_then(|n| u32::try_from(n + 1).ok())
    })
}

/// An item of Part III: 10 to 14 of a 10-K, 9 to 12 of a 10-KSB, known by title where numbers are shared.
pub(super) fn is_part_iii_item(item: &Item) -> bool {
    let titled = ["director", "executive officer", "compensation", "beneficial owner", "security ownership"]
        .iter()
        .chain(["related transaction", "relationships", "accountant fees", "accountants fees"].iter())
        .any(|word| item.title.contains(word))
        || item.title.contains("accounting fees")
        || item.title.contains("accountant's fees");
    let numbered = (10..=13).contains(&item.number) && item.title.trim().is_empty();
    titled && (9..=14).contains(&item.number) || numbered
}

/// The item that lists exhibits.
pub(super) fn is_exhibit_item(item: &Item) -> bool {
    item.title.contains("exhibit") || (item.number == 15 || item.number == 19) && item.title.trim().is_empty()
}

/// Whether a full stop between these words ends no sentence.
pub(super) fn ends_in_abbreviation(before: &str, after: &str) -> bool {
    let mut from = before.len().saturating_sub(12);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let tail = before.get(from..).unwrap_or("");
    let next = after.trim_start();
    if NUMBER_WORD.is_match(tail) {
        return next.starts_with(|c: char| c.is_ascii_digit());
    }
    // "Inc." ends a sentence where the next word opens one; a name goes on with other words.
    ABBREVIATION.is_match(tail) && !OPENER.is_match(next)
}
