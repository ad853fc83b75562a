//! Parts of a release (requirements R13): by headings where there are any, by what the sentences do where not.

use super::patterns::{Set, compile, compile_set};
use super::sentences;
use crate::span::Span;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// What a part of a release is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SegmentKind {
    /// Numbers, dates, caption, headlines: everything before the first sentence.
    Header,
    /// What the matter is, in short.
    Summary,
    /// Who is charged, and other persons and entities described.
    Respondents,
    /// What happened.
    Facts,
    /// Which provisions were violated.
    Violations,
    /// Remedial acts, undertakings, findings that close the facts.
    Conclusion,
    /// Relief: orders, judgments, penalties, consents.
    Order,
    /// Pointers to other releases, contacts, addresses of pages.
    References,
}

/// One part; parts follow each other without gaps or overlaps and cover the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What it is for.
    pub kind: SegmentKind,
    /// Its bytes.
    pub span: Span,
}

/// The first sentence of a body: the Commission, a court or a date does something.
static BODY: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?x)
        (?:^|\n|,\s|\s\s|[.)\]\d]\s+)\s*
        (?P<body>
          (?:The|This)\s+(?:United\s+States\s+|U\.?\s?S\.?\s+)?(?:Securities\s+and\s+Exchange\s+Commission|SEC|Commission|Honorable|Court|Hon\.|Division)\b
            [^.;]*?\b(?:today|announce[sd]|filed|files|deems|charged|alleges|alleged|instituted|has|have|obtained|is|was|entered|sued|settled|appeals?|issued|accepted|brought|commenced|appointed|voted|reached|approved|awarded|dismissed|order(?:s|ed)|secured|simultaneously|named|sought|seeks|won|commends|made|temporarily)\b
        | (?:On|Today,?|Yesterday,?|Effective|In)\s+(?:or\s+about\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\.|Feb\.|Aug\.|Sept\.|Oct\.|Nov\.|Dec\.)\s+\d{1,2}(?:,?\s*\d{4})?\s*,?\s+[a-zA-Z]
        | (?:A|An|The)\s+(?:federal|United\s+States|U\.S\.|final|default|jury|grand|district)\s+[^.;]*?\b(?:today|has|entered|found|returned|sentenced|ordered|was|convicted|issued|granted)\b
        | (?:The|These|This)\s+(?:matter|proceeding|case|action|complaint|order)s?\s+(?:involves?|arises?|concerns?|alleges?|is|are|finds?)\b
        | (?:In|On)\s+(?:a|an|the|its)\s+[a-z][^.;\n]*?\b(?:Commission|SEC|court|Court)\b
        )",
    )
});

/// A body that opens with a story: a paragraph `In 2004, the issuer restated`.
static STORY: LazyLock<Regex> =
    LazyLock::new(|| compile(r"\n\s*\n[\s,]*(?P<body>(?:In|During)\s+(?:19|20)\d\d,?\s+[A-Z])"));

/// The last of the headings that belong to a header.
static RELEASE_LINE: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)\brel(?:ease|\.)\s*\.?\s*(?:nos?\.?)?\s*(?:[a-z]{2}-)?\d{2,6}[a-z]?\b"));

static HEADINGS: LazyLock<Vec<(SegmentKind, Regex)>> = LazyLock::new(|| {
    let table = [
        (
            SegmentKind::Summary,
            r"(?:executive |case )?summary|overview|introduction|nature of the (?:proceedings?|action|case)",
        ),
        (
            SegmentKind::Respondents,
            r"(?:the )?respondents?|(?:the )?defendants?|parties|relevant (?:entit(?:y|ies)|parties|persons?|individuals?|issuers?)(?: and (?:individuals?|persons?|entit(?:y|ies)))?|(?:other )?(?:related|relevant) (?:parties|entit(?:y|ies)|individuals?|persons?)(?: and entit(?:y|ies))?|(?:the )?issuer|relevant non-?parties|respondents? and (?:other )?relevant (?:entit(?:y|ies)|parties|persons?)",
        ),
        (
            SegmentKind::Facts,
            r"(?:statement of )?facts?|factual (?:background|allegations|findings|summary)|background(?: facts)?|findings of fact|the (?:fraudulent )?(?:scheme|conduct)|allegations|facts and (?:findings|background)|findings",
        ),
        (
            SegmentKind::Violations,
            r"violations?(?: of law)?|legal (?:analysis|discussion|conclusions?|standards?|violations)|applicable (?:law|provisions)|discussion|statutory violations|(?:the )?securities laws? violations|violations of the federal securities laws",
        ),
        (
            SegmentKind::Conclusion,
            r"conclusions?|remedial (?:efforts|acts|measures|action)|cooperation|undertakings?|.{0,30}remedial (?:efforts|acts)(?: and cooperation)?|.{0,30}cooperation(?: and remedial (?:efforts|acts))?|disgorgement(?: and civil penalties)?|civil penalt(?:y|ies)|non-?imposition of (?:a )?(?:civil )?penalty",
        ),
        (SegmentKind::Order, r"order|relief|sanctions?|offer(?:s)? of settlement"),
    ];
    table
        .into_iter()
        .map(|(kind, words)| {
            let pattern = format!(r"(?i)^(?:(?:[IVX]+|[A-Z]|\d{{1,2}})[.)]\s+)?(?:{words})\s*:?$");
            (kind, compile(&pattern))
        })
        .collect()
});

/// `IV.` alone on a line, before which the findings end in an order.
static IN_VIEW: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:in view of the foregoing|accordingly,? it is (?:hereby )?ordered|on the basis of the foregoing,? (?:it is|the commission deems))\b",
    )
});

/// Words by which a sentence's function is told; the first that fits wins, violations need both of their two.
static FUNCTIONS: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        r"(?i)\b(?:for (?:further|additional|more|related) information|see (?:also:?|litigation release|lr-?\d|exchange act release)|sec complaint in this matter|https?://|wishes to thank|acknowledges the assistance|appreciates the (?:assistance|cooperation)|end footer|investigation is continuing)",
        r"(?i)\bage,?\s+\d{2}\b|,\s+\d{2},?\s+(?:is|was|of|resid)|\bis a resident of\b|\bresid(?:es|ed|ing) in\b",
        r"(?i)\b(?:violat\w+|charg\w+ with|aid(?:ed|ing) and abett\w+)\b",
        r"(?i)\b(?:sections?|rules?|provisions)\b",
        r"(?i)\b(?:consent(?:ed|s|ing)?|without admitting|cease[- ]and[- ]desist|enjoin\w*|civil (?:money )?penalt\w+|disgorge\w*|barred|barring|suspend\w*|final judgment|seeks?|injuncti\w+|permanently|settle[ds]?|restitution|prejudgment|sentenced|pleaded|pled)\b",
    ])
});

fn function_of(sentence: &str) -> SegmentKind {
    let fits = |n| FUNCTIONS.fits(n, sentence);
    if fits(0) {
        SegmentKind::References
    } else if fits(1) {
        SegmentKind::Respondents
    } else if fits(2) && fits(3) {
        SegmentKind::Violations
    } else if fits(4) {
        SegmentKind::Order
    } else {
        SegmentKind::Facts
    }
}

/// Cuts a release into its parts.
pub fn segment(text: &str) -> Vec<Segment> {
    segment_from(text, body_start(text))
}

/// As [`segment`], where the start of the body is known.
pub(super) fn segment_from(text: &str, body: usize) -> Vec<Segment> {
    let mut parts = Vec::new();
    if body > 0 {
        parts.push(Segment { kind: SegmentKind::Header, span: Span::new(0, body) });
    }
    let headed = headed_parts(text, body);
    if headed.iter().filter(|(_, at)| *at > body).count() >= 2 {
        for (i, (kind, at)) in headed.iter().enumerate() {
            let end = headed.get(i + 1).map_or(text.len(), |next| next.1);
            push(&mut parts, *kind, *at, end);
        }
    } else {
        by_function(text, body, &mut parts);
    }
    if parts.is_empty() && !text.is_empty() {
        parts.push(Segment { kind: SegmentKind::Facts, span: Span::new(0, text.len()) });
    }
    parts
}

fn push(parts: &mut Vec<Segment>, kind: SegmentKind, start: usize, end: usize) {
    if start >= end {
        return;
    }
    match parts.last_mut() {
        Some(last) if last.kind == kind && last.span.end == start => last.span.end = end,
        _ => parts.push(Segment { kind, span: Span::new(start, end) }),
    }
}

/// Byte offset of the first sentence of the body; 0 when nothing looks like a header.
pub fn body_start(text: &str) -> usize {
    let window = floor(text, 6000);
    let head = &text[..window];
    let first = BODY.captures(head).and_then(|c| c.name("body")).map(|m| m.start());
    let story = || STORY.captures(head).and_then(|c| c.name("body")).map(|m| m.start());
    let first = first.map(|at| story().filter(|story| *story < at).unwrap_or(at));
    // A header's own lines come first: a body sentence cannot stand before the first release number
    // unless the text has none near its start.
    let lines = RELEASE_LINE.find_iter(&head[..floor(head, 1500)]).map(|m| m.end()).next();
    match (first, lines) {
        (Some(at), Some(line)) if at < line && line < 600 => BODY
            .captures_iter(head)
            .filter_map(|c| c.name("body").map(|m| m.start()))
            .find(|at| *at >= line)
            .unwrap_or(line),
        (Some(at), _) => at,
        (None, Some(_)) => {
            let last =
                RELEASE_LINE.find_iter(&head[..floor(head, 1500)]).map(|m| m.end()).last().unwrap_or(0);
            let rest = &head[last..];
            rest.find("\n\n").map_or(if rest.len() < 600 { window } else { last }, |i| last + i + 2)
        }
        (None, None) => 0,
    }
}

/// The largest character boundary not above `at`.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Parts by heading lines: kind and start of each, from the body's start on.
fn headed_parts(text: &str, body: usize) -> Vec<(SegmentKind, usize)> {
    let mut parts = vec![(SegmentKind::Summary, body)];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start < body {
            continue;
        }
        let bare = line.trim();
        if bare.is_empty() || bare.len() > 90 {
            continue;
        }
        if let Some((kind, _)) = HEADINGS.iter().find(|(_, pattern)| pattern.is_match(bare)) {
            // "Findings" after the violations sums up; "Order" as a running word in the middle opens nothing.
            let seen_violations = parts.iter().any(|(k, _)| *k == SegmentKind::Violations);
            let kind = match kind {
                SegmentKind::Facts if seen_violations && bare.to_ascii_lowercase().ends_with("findings") => {
                    SegmentKind::Conclusion
                }
                other => *other,
            };
            parts.push((kind, start));
        }
    }
    if parts.len() > 1
        && let Some(order) = IN_VIEW.find_iter(text).map(|m| m.start()).filter(|m| *m > body).last()
    {
        parts.retain(|(_, at)| *at < order);
        parts.push((SegmentKind::Order, order));
    }
    parts
}

/// Parts by what sentences do, for releases without headings.
fn by_function(text: &str, body: usize, parts: &mut Vec<Segment>) {
    let all = sentences::split(text, Span::new(body, text.len()));
    for (i, span) in all.iter().enumerate() {
        let kind = if i == 0 { SegmentKind::Summary } else { function_of(span.of(text)) };
        let end = all.get(i + 1).map_or(text.len(), |next| next.start);
        let start = if i == 0 { body } else { span.start };
        push(parts, kind, start, end);
    }
    if all.is_empty() {
        push(parts, SegmentKind::Facts, body, text.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTLED: &str = "U.S. SECURITIES AND EXCHANGE COMMISSION\n\nLitigation Release No. 99001 / May 4, 2005\n\nAccounting and Auditing Enforcement Release No. 9901 / May 4, 2005\n\nSecurities and Exchange Commission v. Jane Q. Doe, Civil Action No. 05-1 (D.D.C.)\n\nThe Securities and Exchange Commission today charged Jane Q. Doe with fraud. Doe booked sales before delivery. Doe violated Section 10(b) of the Exchange Act. Doe consented to pay a civil penalty of $1. For further information, see Litigation Release No. 99000.";

    #[test]
    fn a_release_without_headings_is_cut_by_function() {
        let parts = segment(SETTLED);
        let kinds: Vec<_> = parts.iter().map(|p| p.kind).collect();
        use SegmentKind::{Facts, Header, Order, References, Summary, Violations};
        assert_eq!(kinds, [Header, Summary, Facts, Violations, Order, References]);
        assert!(parts[1].span.of(SETTLED).starts_with("The Securities and Exchange Commission today"));
    }

    #[test]
    fn parts_cover_the_text_without_gaps() {
        for text in [SETTLED, "", "Short.", "Release No. 1\n\n\u{2019}\u{201c}odd\u{a0}bytes"] {
            let parts = segment(text);
            let mut at = 0;
            for part in &parts {
                assert_eq!(part.span.start, at);
                at = part.span.end;
            }
            assert_eq!(at, text.len());
        }
    }

    #[test]
    fn an_order_is_cut_by_its_headings() {
        let order = "SECURITIES EXCHANGE ACT OF 1934\nRelease No. 99999 / May 4, 2005\n\nIn the Matter of\nNorthvale, Inc.,\nRespondent.\n\nI.\n\nThe Securities and Exchange Commission (\u{201c}Commission\u{201d}) deems it appropriate.\n\nA. Summary\n\nNorthvale overstated revenue.\n\nB. Respondent\n\nNorthvale is a Delaware corporation.\n\nC. Facts\n\nIt booked early.\n\nD. Violations\n\nIt violated Section 13(a).\n\nIV.\n\nIn view of the foregoing, it is ordered.";
        let kinds: Vec<_> = segment(order).iter().map(|p| p.kind).collect();
        use SegmentKind::{Facts, Header, Order, Respondents, Summary, Violations};
        assert_eq!(kinds, [Header, Summary, Respondents, Facts, Violations, Order]);
    }
}
