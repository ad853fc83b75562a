//! Candidates for the passage that misled: what management said about the misstated item (requirements R34).

use super::exclude::is_boilerplate;
use super::sentences::{self, Paragraph};
use super::words::{self, Flat, Meaning};
use crate::ids::LineItem;
use crate::span::Span;
use crate::text::Text;
use serde::Serialize;

/// What the passage must be about.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// The misstated items; empty means any.
    pub items: Vec<LineItem>,
    /// Words of the mechanism: "channel", "bill and hold"... In any case.
    pub terms: Vec<String>,
}

/// Why a paragraph is no candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exclusion {
    /// Entries of a table of contents or rows of a table.
    TocDebris,
    /// It only points elsewhere.
    Pointer,
    /// A disclaimer of forward-looking statements.
    ForwardLookingDisclaimer,
    /// Wording of policies and standards, the same in every report.
    Boilerplate,
    /// Fewer than twelve words, or no whole sentence.
    TooShort,
}

/// A candidate, or a paragraph about the target that is none.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Whole sentences, at most five.
    pub span: Span,
    /// The items it speaks of, most often named first.
    pub items: Vec<LineItem>,
    /// Higher is likelier; comparable within one filing only.
    pub score: f32,
    /// Set when it must not be used.
    pub excluded: Option<Exclusion>,
    /// What counted, in plain words.
    pub reasons: Vec<String>,
}

/// A passage has at most so many sentences.
const LONGEST: usize = 5;

/// Words that frame a result favourably.
const FAVOURABLE: [&str; 16] = [
    "strong",
    "record",
    "success",
    "improved",
    "improvement",
    "favorabl",
    "robust",
    "solid",
    "significant growth",
    "momentum",
    "exceeded",
    "best",
    "outstanding",
    "continued growth",
    "demand for",
    "pleased",
];

/// Ranks what a discussion says about a target, best first; excluded paragraphs come last, with their reasons.
pub fn candidates(text: &Text, within: Span, target: &Target) -> Vec<Passage> {
    let terms: Vec<String> = target.terms.iter().map(|t| t.to_lowercase()).filter(|t| t.len() >= 3).collect();
    let mut found: Vec<Passage> = sentences::paragraphs(text, within)
        .iter()
        .filter_map(|paragraph| passage(text, paragraph, target, &terms))
        .collect();
    found.sort_by(|a, b| {
        let rank = |p: &Passage| p.excluded.is_some();
        rank(a).cmp(&rank(b)).then(b.score.total_cmp(&a.score)).then(a.span.start.cmp(&b.span.start))
    });
    found
}

#[allow(clippy::needless_range_loop, reason = "two ends of a window run over two slices at once")]
fn passage(text: &Text, paragraph: &Paragraph, target: &Target, terms: &[String]) -> Option<Passage> {
    let whole: Vec<_> = paragraph.sentences.iter().filter(|s| s.whole).collect();
    let scored: Vec<(f32, Vec<LineItem>, Vec<String>)> =
        whole.iter().map(|s| weigh(text.at(s.span), target, terms)).collect();
    let flat = Flat::new(text.at(paragraph.span)).text;
    let excluded = exclusion(paragraph, &flat, whole.len());
    if let Some(reason) = excluded {
        let (_, items, _) = weigh(&flat, target, terms);
        let about = items.iter().any(|i| target.items.is_empty() || target.items.contains(i));
        return about.then(|| Passage {
            span: paragraph.span,
            items,
            score: 0.0,
            excluded: Some(reason),
            reasons: vec![format!("excluded: {reason:?}")],
        });
    }
    // The best window of sentences in a row.
    let mut best: Option<(f32, usize, usize)> = None;
    for from in 0..scored.len() {
        let mut sum = 0.0;
        for to in from..scored.len().min(from + LONGEST) {
            if to > from && whole[to].span.start > whole[to - 1].span.end + 8 {
                break;
            }
            // A sentence that says nothing of the target makes the passage longer for nothing.
            sum += scored[to].0 - 0.6;
            if scored[to].0 > 0.0 && best.is_none_or(|(b, _, _)| sum > b + 1e-4) {
                best = Some((sum, from, to));
            }
        }
    }
    let (score, from, to) = best.filter(|(score, _, _)| *score > 0.0)?;
    let mut count: Vec<(LineItem, usize)> = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    for (_, items, why) in &scored[from..=to] {
        for item in items {
            match count.iter_mut().find(|(i, _)| i == item) {
                Some((_, n)) => *n += 1,
                None => count.push((*item, 1)),
            }
        }
        for reason in why {
            if !reasons.contains(reason) {
                reasons.push(reason.clone());
            }
        }
    }
    count.sort_by_key(|(item, n)| (std::cmp::Reverse(*n), *item));
    let items = count.into_iter().map(|(item, _)| item).collect();
    Some(Passage {
        span: Span::new(whole[from].span.start, whole[to].span.end),
        items,
        score,
        excluded: None,
        reasons,
    })
}

/// What one sentence has to say about the target.
fn weigh(sentence: &str, target: &Target, terms: &[String]) -> (f32, Vec<LineItem>, Vec<String>) {
    let flat = Flat::new(sentence).text;
    let small = flat.to_lowercase();
    let hits = words::hits(&flat);
    let mut items = Vec::new();
    let (mut change, mut cause) = (false, false);
    for hit in &hits {
        match hit.meaning {
            Meaning::Result(Some(item)) if !items.contains(&item) => items.push(item),
            Meaning::Change(_) => change = true,
            Meaning::Cause => cause = true,
            _ => {}
        }
    }
    let about: Vec<LineItem> =
        items.iter().copied().filter(|i| target.items.is_empty() || target.items.contains(i)).collect();
    let named: Vec<&String> = terms.iter().filter(|t| small.contains(t.as_str())).collect();
    if about.is_empty() && named.is_empty() {
        return (0.0, items, Vec::new());
    }
    let mut reasons = Vec::new();
    let mut score = 0.0;
    for item in &about {
        score += 1.0;
        reasons.push(format!("about {}", item.as_str()));
    }
    score = f32::min(score, 2.0);
    for term in named {
        score += 1.5;
        reasons.push(format!("mechanism: {term}"));
    }
    for (holds, worth, reason) in [
        (change, 0.8, "says a change"),
        (cause, 1.0, "gives a cause"),
        (FAVOURABLE.iter().any(|f| small.contains(f)), 0.7, "favourable framing"),
        (small.bytes().any(|b| b.is_ascii_digit()), 0.3, "figures"),
    ] {
        if holds {
            score += worth;
            reasons.push(reason.to_owned());
        }
    }
    if is_boilerplate(&flat) {
        score -= 1.5;
    }
    (score, items, reasons)
}

fn exclusion(paragraph: &Paragraph, flat: &str, whole: usize) -> Option<Exclusion> {
    let small = flat.to_lowercase();
    let words = flat.split(' ').count();
    let forward = ["forward-looking", "forward looking", "private securities litigation"]
        .iter()
        .any(|m| small.contains(m));
    if paragraph.debris || flat.contains("....") {
        Some(Exclusion::TocDebris)
    } else if forward {
        Some(Exclusion::ForwardLookingDisclaimer)
    } else if words < 12 || whole == 0 {
        Some(Exclusion::TooShort)
    } else if crate::filing::sections::is_pointer(flat) {
        Some(Exclusion::Pointer)
    } else if is_boilerplate(flat) && !small.contains("increased") && !small.contains("decreased") {
        Some(Exclusion::Boilerplate)
    } else {
        None
    }
}
