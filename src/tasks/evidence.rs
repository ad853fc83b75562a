//! Quotes, explanations and flags of one instance while it is put together.

use super::material::Source;
use super::{Evidence, EvidenceRole, Explanation, Part, PartKind, RaisedFlag};
use crate::filing::reading::Quote;
use crate::flag;
use crate::span::{CharOffsets, Span};

/// White space folded to single blanks: hard-wrapped lines of old filings are no part of a text.
pub fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands behind an instance.
#[derive(Clone, Debug, Default)]
pub struct Backing {
    /// Quotes.
    pub evidence: Vec<Evidence>,
    /// The explanation.
    pub explanation: Explanation,
    /// Flags.
    pub flags: Vec<RaisedFlag>,
}

impl Backing {
    /// Adds a quote, once; gives its place.
    pub fn cite(&mut self, role: EvidenceRole, source: &Source, quote: &Quote) -> usize {
        let known = self
            .evidence
            .iter()
            .position(|e| e.blob == source.blob && (e.start, e.end) == (quote.start, quote.end));
        known.unwrap_or_else(|| {
            self.evidence.push(Evidence {
                role,
                url: source.url.clone(),
                blob: source.blob.clone(),
                start: quote.start,
                end: quote.end,
                quote: quote.text.clone(),
            });
            self.evidence.len() - 1
        })
    }

    /// Adds a quote and makes it a part of the explanation.
    pub fn explain(&mut self, role: EvidenceRole, source: &Source, quote: &Quote) {
        let evidence = self.cite(role, source, quote);
        let text = folded(&quote.text);
        if self.explanation.parts.iter().any(|part| part.text == text) {
            return;
        }
        self.explanation.parts.push(Part { kind: PartKind::Quote, text, evidence: Some(evidence) });
    }

    /// Adds a fixed sentence over figures or facts of the record.
    pub fn compute(&mut self, text: String) {
        self.explanation.parts.push(Part { kind: PartKind::Computed, text, evidence: None });
    }

    /// Raises a flag, once.
    pub fn flag(&mut self, name: &str, detail: impl Into<String>) {
        let raised = raise(name, detail);
        if !self.flags.iter().any(|f| f.flag == raised.flag && f.detail == raised.detail) {
            self.flags.push(raised);
        }
    }
}

/// A flag with the severity and the repairing stage of its kind.
pub fn raise(name: &str, detail: impl Into<String>) -> RaisedFlag {
    let kind = flag::kind(name);
    RaisedFlag {
        flag: name.to_owned(),
        severity: kind.map_or(flag::Severity::Note, |kind| kind.severity),
        detail: detail.into(),
        stage: kind.map_or("", |kind| kind.stage).to_owned(),
    }
}

/// The quote of a byte span.
pub fn quote(content: &str, offsets: &CharOffsets, span: Span) -> Quote {
    let at = offsets.span(content, span);
    Quote { start: at.start, end: at.end, text: span.of(content).to_owned() }
}

/// The first whole sentences of a quote, at most `characters` of them and at least one.
pub fn opening(found: &Quote, characters: usize) -> Option<Quote> {
    let offsets = CharOffsets::new(&found.text);
    let sentences = crate::text::sentences::of(&found.text, Span::new(0, found.text.len()));
    // A heading is no sentence.
    let mut whole = sentences.into_iter().skip_while(|span| {
        let text = span.of(&found.text).trim_end();
        !text.ends_with(['.', '!', '?', '"', '\u{201d}']) || text.split_whitespace().count() < 5
    });
    let first = whole.next()?;
    let mut end = first.end;
    for next in whole {
        let gap = found.text.get(end..next.start).unwrap_or("");
        if gap.matches('\n').count() > 1 || next.end - first.start > characters {
            break;
        }
        end = next.end;
    }
    let inner = quote(&found.text, &offsets, Span::new(first.start, end));
    Some(Quote { start: found.start + inner.start, end: found.start + inner.end, text: inner.text })
}
