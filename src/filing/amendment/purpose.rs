//! What a sentence of an amendment says the amendment is for, where it does not restate.

use super::layout::Sentence;
use super::restates;
use super::words::{named_numbers, regex};
use crate::span::Span;
use regex::Regex;
use std::sync::LazyLock;

/// What a purpose is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The whole report is filed again.
    WholeReport,
    /// Directors, pay and the rest of Part III.
    PartIii,
    /// Exhibits, data files, certifications, consents.
    Exhibits,
    /// Named items or parts of them.
    Items,
    /// A purpose that names none of these.
    Other,
}

/// One stated purpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purpose {
    /// What it is about.
    pub subject: Subject,
    /// "Sole", "only", "solely".
    pub sole: bool,
    /// It says that statements are restated.
    pub restates: bool,
    /// The sentence.
    pub span: Span,
}

static SELF: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bthis\s+(?:(?:first|second|third|fourth|fifth)\s+)?(?:amendment|amended|form|filing|report|10-|20-f|document)|\bpurpose\b|\bhereby\b|\b(?:is|are)\s+(?:being\s+)?(?:re-?)?(?:filing|filed|furnishing|furnished|submitting|submitted|amending|amended|adding)\b|\bwe\s+(?:are\s+|hereby\s+|now\s+)?(?:re-?)?(?:fil|amend|add|furnish|submit|includ|set\s+forth|provid|replac|revis|suppl)|\bthe\s+(?:undersigned\s+)?(?:registrant|company|issuer|partnership|trust|undersigned)\s+(?:re-?)?(?:files|amends|adds|furnishes|submits|replaces|supplies)|\bamendment\s+(?:no\.?\s*)?\w+\s+(?:to\b.{0,120}\b)?(?:re-?files|adds|amends|replaces|presents|supplies|includes|contains|provides|sets|furnishes|corrects|revises|files|is|responds)",
    )
});
static ACT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:amend(?:s|ed|ing)?|(?:re-?)?fil(?:e|es|ed|ing)|furnish\w*|includ(?:e|es|ing)|add(?:s|ed|ing)?|provid(?:e|es|ing)|present(?:s|ing)?|giv(?:e|es|ing)|replac(?:e|es|ed|ing)|revis(?:e|es|ed|ing)|correct(?:s|ed|ing)?|suppl(?:y|ies|ied|ying|ement\w*)|complet(?:e|es|ing)|set(?:s|ting)?\s+forth|submit\w*|disclos\w+|respond\w*|chang(?:e|es|ed|ing)|modif\w+|delet\w+|omit\w*|substitut\w+|updat\w+|expand\w*|clarif\w+)\b",
    )
});
static SOLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:sole|only)\s+(?:purpose|reason|change|object)|\bsolely\b|\bfor\s+the\s+(?:sole|limited|single)\s+purpose|\blimited\s+(?:solely\s+)?to\b|\bpurpose\b.{0,40}\bis\s+(?:only|simply|merely)\s+to|\bexclusively\b",
    )
});
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:complete|entire|whole|full)\s+(?:(?:text|copy|contents?)\s+of\s+)?(?:(?:the|its|our|this|amended|annual|quarterly|transition|original|corrected|conformed)\s+){0,3}(?:report|form|filing|document|10-?k|10-?q|20-?f|text)\b|\b(?:report|form\s+(?:10|20)-?\s?\w+|filing|document|10-k\w*|10-q\w*)\b(?:\s+(?:for|on|of|as|that|was|is|has|been|being|filed|again|re-?filed|amended|hereby|the|its|our|and|restated|form|fiscal|year|ended|\d+|\w+\s+\d+,|10-\w+|dated|previously|originally)\b,?){0,16}\s+in\s+(?:its|their)\s+entirety\b|\bfiled\s+again\b|\bre-?fil(?:e|es|ed|ing)\s+(?:(?:the|its|our|this|in|entirety)\s+){0,3}(?:complete|entire|whole|full|annual|quarterly|form|report|10-)|\ball\s+(?:of\s+(?:the\s+|its\s+)?)?(?:items|parts)\s+(?:of|are)\b|\bsupersedes?\s+(?:and\s+replaces?\s+)?(?:the\s+)?(?:original|entire|previous|earlier)\b|\breplaces?\s+(?:in\s+its\s+entirety\s+)?(?:the\s+)?(?:original|entire|whole)\s+(?:filing|report|form|annual)",
    )
});
static PART_III: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bpart\s+(?:iii|three|3)\b|\bitems?\s+(?:10|9)\b.{0,60}\b1[1-4]\b|\b(?:directors|executive\s+(?:officers|compensation)|beneficial\s+owner\w*)\b",
    )
});
static EXHIBIT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bexhibits?\b|\binteractive\s+data\b|\bxbrl\b|\bconsents?\s+of\b|\bcertifications?\b|\bfinancial\s+data\s+schedule|\bform\s+11-k\b",
    )
});
static ITEM_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\bitems?\s+((?:\(?\d{1,2}\s?\(?[abc]?\)?(?:\([a-z0-9]\))*(?:\s*(?:,|and|through|to|-|&|or)\s*(?:items?\s+)?)*)+)",
    )
});
static DIGITS: LazyLock<Regex> = LazyLock::new(|| regex(r"\d{1,2}"));
static OTHER_PARTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:part\s+(?:i|ii|one|two)\b|management's\s+discussion|risk\s+factors?|financial\s+statements|notes?\s+(?:to|\d)|controls\s+and\s+procedures|legal\s+proceedings|report\s+of\s+(?:the\s+)?(?:independent|auditor)|auditors?'?s?\s+report|cover\s+page|selected\s+(?:financial\s+)?data|description\s+of\s+business)",
    )
});
static NOT_CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:no|not|nothing|other\s+than|except|without|neither|unaffected|unchanged)\b.{0,100}\b(?:chang|amend|updat|modif|includ|affect|alter|revis|reflect)|\bexcept\s+(?:for|as)\b|\b(?:remains?|continues?)\b.{0,40}\b(?:unchanged|in\s+effect|to\s+speak)|\b(?:was|were)\s+(?:originally\s+|first\s+)?filed\b.{0,60}$|\bspeaks?\s+(?:only\s+)?as\s+of",
    )
});

/// Reads a sentence; none when it states no purpose of this document.
pub(super) fn read(sentence: &Sentence, own: Option<u32>) -> Option<Purpose> {
    let lower = sentence.lower.as_str();
    let sole = SOLE.is_match(lower);
    if !SELF.is_match(lower) || !ACT.is_match(lower) {
        return None;
    }
    let whole = WHOLE.is_match(lower);
    if NOT_CHANGED.is_match(lower) && !sole && !whole && !leads_with_act(lower) {
        return None;
    }
    let named = named_numbers(lower);
    if !sole
        && !named.is_empty()
        && named.iter().all(|n| own.is_some_and(|own| own != *n))
        && !lower.contains("this ")
    {
        return None;
    }
    let restates = restates::asserts(lower, own) || restates::mends_figures(lower, own);
    Some(Purpose { subject: subject(lower, whole), sole, restates, span: sentence.span })
}

/// "Item 7 is hereby amended ... It does not": the act stands before the reservation.
fn leads_with_act(lower: &str) -> bool {
    match (NOT_CHANGED.find(lower), ACT.find(lower)) {
        (Some(not), Some(act)) => {
            act.start() < not.start() && SELF.find(lower).is_some_and(|s| s.start() < not.start())
        }
        _ => true,
    }
}

fn subject(lower: &str, whole: bool) -> Subject {
    if whole {
        return Subject::WholeReport;
    }
    let numbers: Vec<u32> = ITEM_NUMBER
        .captures_iter(lower)
        .filter_map(|found| found.get(1))
        .flat_map(|list| DIGITS.find_iter(list.as_str()).filter_map(|d| d.as_str().parse().ok()))
        .collect();
    let part_iii = PART_III.is_match(lower);
    let exhibit = EXHIBIT.is_match(lower);
    let outside = numbers.iter().any(|n| {
        let third = part_iii && (9..=15).contains(n);
        let listed = exhibit && matches!(n, 6 | 13 | 14 | 15 | 16 | 19);
        !third && !listed
    });
    // With exhibits or Part III named first, other words tell where they belong or what they attest.
    if outside {
        Subject::Items
    } else if part_iii {
        Subject::PartIii
    } else if exhibit {
        Subject::Exhibits
    } else if !numbers.is_empty() || OTHER_PARTS.is_match(lower) {
        Subject::Items
    } else {
        Subject::Other
    }
}
