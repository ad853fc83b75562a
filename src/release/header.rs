//! The header of a release: numbers of its own, date, court, case and file numbers, caption, kind; and the
//! releases it points at (sec-domain.md 1 and 2).

use super::patterns::compile;
use super::segments::{body_start, floor};
use crate::ids::AaerNumber;
use crate::span::Span;
use jiff::civil::Date;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// What sort of document a release is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseKind {
    /// An order in an administrative proceeding.
    Order,
    /// A litigation release: news of a court action.
    LitigationRelease,
    /// An opinion of the Commission or of a law judge.
    Opinion,
    /// Anything else.
    Other,
}

/// A caption: the line that names the parties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// Its parties, from after "v." or "In the Matter of" to where the parties end.
    pub parties: Span,
    /// Whether the Commission brings it; false for `United States v. ...`.
    pub by_commission: bool,
}

/// What the head of a release says.
#[derive(Clone, Debug)]
pub struct Header {
    /// AAER numbers of this release.
    pub aaer_numbers: Vec<AaerNumber>,
    /// Other release numbers of this release: `LR-18195`, `34-78944`.
    pub release_numbers: Vec<String>,
    /// Where the numbers stand.
    pub number_spans: Vec<Span>,
    /// The date printed beside the numbers.
    pub date: Option<Date>,
    /// Administrative file numbers: `3-17582`.
    pub file_numbers: Vec<String>,
    /// Court case numbers, as printed.
    pub case_numbers: Vec<String>,
    /// The court, as printed.
    pub court: Option<Span>,
    /// Captions, in order.
    pub captions: Vec<Caption>,
    /// AAER and other release numbers the text points at, own ones left out.
    pub references: Vec<String>,
    /// What the document is.
    pub kind: ReleaseKind,
    /// Where the body starts.
    pub body: usize,
}

const MONTH: &str = r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|Aug(?:ust|\.)?|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)";

fn pattern(text: &str) -> Regex {
    compile(text)
}

static AAER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?: (?:accounting|auditing)(?:\s+(?:and|&))?\s+(?:auditing|accounting|enforcement)(?:\s+and)?(?:\s+enforcement)?[\s,]*
                   (?:(?:release|rel\.)s?[\s.,]*(?:no\w?[.,]*[\s\x{c2}]*)*|nos?\.[\s\x{c2}]*)(?:number\s*)?[\#:]?[\s\x{c2}]*
             | \bAAER(?:\s+(?:release|rel\.)s?)?[\s.,:-]*(?:nos?\.?\s*)?(?:AAER-)? )
           (?P<list>(?:AAER-)?\d{1,4}(?:[A-Z]\b)?(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s*&\s*)(?:AAER-)?\d{3,4}(?:[A-Z]\b|\b))*)",
    )
});

static LITIGATION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)litigation\s+release\s*[.,]?\s*(?:no\w?\b\.?)?[\s\x{c2}]*:?[\s\x{c2}]*(?:LR-?)?(?P<n>\d{4,6}[A-Z]?)\b|\bLR-(?P<m>\d{4,6}[A-Z]?)\b",
    )
});

static ACT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?P<act>securities\s+act(?:\s+of\s+1933)?|(?:securities\s+)?exchange\s+act(?:\s+of\s+1934)?|investment\s+advis[eo]rs\s+act(?:\s+of\s+1940)?|investment\s+company\s+act(?:\s+of\s+1940)?)
           [\s,]*(?:release|rel\.)s?[\s.]*(?:no\w?\.?)?\s*:?\s*(?:(?:33|34|IA|IC)-\s*)?(?P<n>\d{3,6}[A-Z]?)\b",
    )
});

static SERIES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<series>33|34|IA|IC)-\s*(?P<n>\d{3,6}[A-Z]?)\b"));

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?P<month>{MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*(?P<year>\d{{4}})\b"
    ))
});

static FILE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b3-\d{4,5}\b"));

static CASE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:civil\s+action(?:\s+file)?|civil\s+case|civ\.?(?:\s+action)?|case|cause|c\.\s?a\.|action|no\.)\s*(?:\(?[A-Z.]{1,8}\)?\s*)?(?:nos?\.?)?\s*:?\s*
           (?P<n>(?:[A-Z]{1,3}[-\s])?\d{1,2}\s?:?\s?-?\s?(?:\d{2}\s?-?\s?)?(?:CV|Civ\.?|C|cv|civ|MC|cr|Misc\.?|Cr\.?)?\.?\s?-?\s?[A-Z]{0,3}-?\d{2,6}(?:[-\s]?\(?[A-Z]{2,5}\)?)?|\d{2}\s+Civ\.?\s+\d{1,6})",
    )
});

static COURT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:United\s+States|U\.\s?S\.|US|Federal)\s+District\s+Court(?:,|\s+for)?(?:\s+the)?\s+(?:[A-Z][a-z]+\s+)?District\s+of\s+[A-Z][a-z]+(?:\s+(?:[A-Z][a-z]+|of\s+Columbia))?|\((?:[NSEWCMD]{1,2}\.\s?)?D\.?\s?[A-Z][A-Za-z]*\.?(?:\s?[A-Z][a-z]*\.)?(?:[^()]{0,40})\)",
    )
});

static VERSUS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?P<who>(?:U\.?\s?S\.?\s+|United\s+States\s+)?(?:Securities\s+(?:and|&)\s+Exchange\s+Commission|S\.?E\.?C\.?)|United\s+States(?:\s+of\s+America)?|USA|U\.S\.)\s*,?\s+(?:v|vs|against)\.?\s+",
    )
});

static MATTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bin\s+the\s+matters?\s+of\s*:?\s*"));

/// Where the parties of a caption end: a docket, a court, a date, a line of the order's title.
static CAPTION_END: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?x)
          \n\s*\n
        | [,\s(]+\(?(?i:civil\s+action|civ\.|civil\s+(?:no|case)|case\s+no|cause\s+no|c\.\s?a\.|no\.\s|u\.\s?s\.\s+district|united\s+states\s+district|u\.\s?s\.\s?d\.\s?c|administrative\s+proceeding|admin\.\s|file\s+no|docket|respondents?\b|defendants?\b|order\s+(?:instituting|making|granting)|accounting\s+and\s+auditing|litigation\s+release|securities\s+(?:act|exchange\s+act))
        | [,\s(]+\(?\d{{1,2}}[:\s-]+(?:\d{{2}}[-\s])?(?i:civ|cv|c\b|misc)
        | \s\((?:[NSEWCM]\.\s?)?D\.\s?[A-Z] | ,\s(?:[NSEWCM]\.\s?)?D\.\s?[A-Z][a-z]{{1,4}}\.
        | [,\s(]+{MONTH}\s+\d
        | \s\(
        | \s:\s
        | [.,]\s+(?:The|On|SEC|COMMISSION|COURT|Court|Commission|FORMER|Former|Final|FINAL|FEDERAL|Federal|Jury|JURY|District)\s"
    ))
});

static ORDER_TITLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:ORDER|NOTICE)\b|\b(?:Corrected\s+|Amended\s+)?Order\s+(?:Instituting|Making|Granting|Denying|Dismissing|of\s+Suspension|Imposing|Regarding|Extending|Scheduling|Vacating|Revoking|Directing|Appointing|Approving|Lifting|Terminating|Postponing)",
    )
});

static OPINION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"OPINION\s+OF\s+THE\s+COMMISSION|Opinion\s+of\s+the\s+Commission\n|(?m:^)\s*INITIAL\s+DECISION\b",
    )
});

static COURT_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bdistrict\s+court\b|\bcourt\b.{0,80}\bjudgment\b|\bcomplaint\b|\binjunction\b|\bfederal\s+court\b",
    )
});

/// Reads the header of a release.
pub fn read(text: &str) -> Header {
    let body = body_start(text);
    let reach = floor(text, body.max(if body == 0 { 1500 } else { 0 }));
    let head = &text[..reach];
    let captions = captions(text, reach);
    let caption_at = captions.first().map_or(head.len(), |c| c.parties.start);

    let mut own = Numbers::default();
    own.collect(&head[..caption_at], false);
    if own.spans.is_empty() {
        own.collect(head, true);
    }
    let Numbers { found: aaer_numbers, spans: mut number_spans } = own;

    let own_zone = if caption_at > 40 { &head[..caption_at] } else { head };
    let mut release_numbers = Vec::new();
    let mut spans = own_release_numbers(own_zone, &mut release_numbers);
    if release_numbers.is_empty() {
        spans = own_release_numbers(head, &mut release_numbers);
        release_numbers.truncate(1);
    }
    number_spans.append(&mut spans);
    let date = own_date(head, &number_spans);

    let mut references = Vec::new();
    for found in AAER.captures_iter(text) {
        for number in found.name("list").into_iter().flat_map(|m| numbers_of(m.as_str())) {
            if !aaer_numbers.contains(&number) {
                push_new(&mut references, number.to_string());
            }
        }
    }
    let mut others = Vec::new();
    own_release_numbers(text, &mut others);
    for other in others {
        if !release_numbers.contains(&other) {
            push_new(&mut references, other);
        }
    }
    let mut file_numbers = Vec::new();
    for found in FILE.find_iter(text) {
        push_new(&mut file_numbers, found.as_str().to_owned());
    }
    let mut case_numbers = Vec::new();
    let near = &text[..floor(text, reach + 600)];
    for found in CASE.captures_iter(near) {
        let before = &near[..found.get(0).map_or(0, |m| m.start())];
        let tail = before[floor(before, before.len().saturating_sub(12))..].to_ascii_lowercase();
        if let Some(number) = found.name("n").filter(|_| !tail.contains("rel")) {
            push_new(&mut case_numbers, one_line(number.as_str()));
        }
    }
    let court = COURT.find(&text[..floor(text, reach + 1500)]).map(|m| Span::new(m.start(), m.end()));
    let kind = kind_of(text, head, &captions, &file_numbers);
    Header {
        aaer_numbers,
        release_numbers,
        number_spans,
        date,
        file_numbers,
        case_numbers,
        court,
        captions,
        references,
        kind,
        body,
    }
}

/// AAER numbers collected from a zone of the header.
#[derive(Default)]
struct Numbers {
    found: Vec<AaerNumber>,
    spans: Vec<Span>,
}

impl Numbers {
    /// Collects from a zone that starts where the text starts; `first_only` takes the first that is no pointer.
    fn collect(&mut self, zone: &str, first_only: bool) {
        for found in AAER.captures_iter(zone) {
            let Some(list) = found.name("list") else { continue };
            // Four figures of a longer number are no AAER number.
            if zone[list.end()..].starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            if first_only && pointed_at(&zone[..found.get(0).map_or(0, |m| m.start())]) {
                continue;
            }
            for number in numbers_of(list.as_str()) {
                if !self.found.contains(&number) {
                    self.found.push(number);
                }
            }
            self.spans.push(Span::new(list.start(), list.end()));
            if first_only {
                break;
            }
        }
    }
}

/// A name or number on one line, with single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_new(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn pointed_at(before: &str) -> bool {
    let tail = &before[floor(before, before.len().saturating_sub(30))..];
    let lower = tail.to_ascii_lowercase();
    lower.contains("see ") || lower.contains("also ")
}

fn numbers_of(list: &str) -> Vec<AaerNumber> {
    list.split([',', '&', ' ', '\n', '\t', '\r'])
        .map(|piece| piece.trim().trim_start_matches("AAER-").trim_start_matches("aaer-"))
        .filter(|piece| piece.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(|piece| piece.parse::<AaerNumber>().ok())
        .filter(|number| number.number > 0)
        .collect()
}

fn own_release_numbers(zone: &str, into: &mut Vec<String>) -> Vec<Span> {
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    for hit in LITIGATION.captures_iter(zone) {
        if let Some(n) = hit.name("n").or_else(|| hit.name("m")) {
            found.push((n.start(), n.end(), format!("LR-{}", n.as_str())));
        }
    }
    for hit in ACT.captures_iter(zone) {
        let (Some(act), Some(n)) = (hit.name("act"), hit.name("n")) else { continue };
        let act = act.as_str().to_ascii_lowercase();
        let series = if act.contains("exchange") {
            "34"
        } else if act.contains("advis") {
            "IA"
        } else if act.contains("company") {
            "IC"
        } else {
            "33"
        };
        found.push((n.start(), n.end(), format!("{series}-{}", n.as_str())));
    }
    for hit in SERIES.captures_iter(zone) {
        if let (Some(series), Some(n)) = (hit.name("series"), hit.name("n")) {
            found.push((n.start(), n.end(), format!("{}-{}", series.as_str(), n.as_str())));
        }
    }
    found.sort();
    let mut spans = Vec::new();
    for (start, end, label) in found {
        push_new(into, label);
        spans.push(Span::new(start, end));
    }
    spans
}

/// The date that stands right after one of the own numbers, or else the first date of the header.
fn own_date(head: &str, numbers: &[Span]) -> Option<Date> {
    let beside = numbers.iter().filter_map(|n| {
        let rest = head.get(n.end..floor(head, n.end + 40))?;
        let found = DATE.captures(rest)?;
        let gap = rest.get(..found.get(0)?.start())?;
        gap.chars().all(|c| c.is_whitespace() || "/\\,.-–—()|".contains(c)).then(|| date_of(&found)).flatten()
    });
    beside.into_iter().next().or_else(|| DATE.captures_iter(head).find_map(|c| date_of(&c)))
}

fn date_of(found: &regex::Captures<'_>) -> Option<Date> {
    let month = match found.name("month")?.as_str().get(..3)?.to_ascii_lowercase().as_str() {
        "jan" => 1,
        "feb" => 2,
        "mar" => 3,
        "apr" => 4,
        "may" => 5,
        "jun" => 6,
        "jul" => 7,
        "aug" => 8,
        "sep" => 9,
        "oct" => 10,
        "nov" => 11,
        _ => 12,
    };
    let day = found.name("day")?.as_str().parse().ok()?;
    let year = found.name("year")?.as_str().parse().ok()?;
    Date::new(year, month, day).ok().filter(|d| (1930..2100).contains(&d.year()))
}

fn captions(text: &str, reach: usize) -> Vec<Caption> {
    let zone = &text[..floor(text, reach)];
    let mut found: Vec<(usize, bool)> = VERSUS
        .captures_iter(zone)
        .filter_map(|c| {
            let who = c.name("who")?.as_str().to_ascii_lowercase();
            let by_commission = who.contains("sec") || who.contains("s.e.c");
            Some((c.get(0)?.end(), by_commission))
        })
        .collect();
    found.extend(MATTER.find_iter(zone).map(|m| (m.end(), true)));
    found.sort();
    found
        .iter()
        .enumerate()
        .filter_map(|(i, (start, by_commission))| {
            let limit = found.get(i + 1).map_or(floor(text, start + 1200), |next| next.0).min(zone.len());
            let rest = text.get(*start..limit)?;
            let end = CAPTION_END.find_iter(rest).map(|m| m.start()).find(|at| *at > 2).unwrap_or(rest.len());
            let parties =
                rest.get(..end)?.trim_end_matches(|c: char| c.is_whitespace() || ",;:(".contains(c));
            (!parties.is_empty()).then(|| Caption {
                parties: Span::new(*start, start + parties.len()),
                by_commission: *by_commission,
            })
        })
        .collect()
}

fn kind_of(text: &str, head: &str, captions: &[Caption], files: &[String]) -> ReleaseKind {
    let opening = &text[..floor(text, 3000)];
    if LITIGATION.is_match(&head[..floor(head, 1200)]) {
        return ReleaseKind::LitigationRelease;
    }
    if OPINION.is_match(opening) {
        return ReleaseKind::Opinion;
    }
    let administrative =
        !files.is_empty() || opening.to_ascii_lowercase().contains("administrative proceeding");
    if ORDER_TITLE.is_match(opening) && (administrative || MATTER.is_match(opening)) {
        return ReleaseKind::Order;
    }
    if captions.iter().any(|c| c.by_commission) || COURT_WORDS.is_match(text) {
        return ReleaseKind::LitigationRelease;
    }
    ReleaseKind::Other
}

#[cfg(test)]
mod tests;
