//! What an amendment changes, told by its own text (edgar.md 4): whether it restates the accounts or only
//! adds Part III, files an exhibit, mends some items or files the whole report again.
//!
//! The words of the amendment decide, its outline confirms. Size, form type and data files prove nothing,
//! and an amendment that does not say what it does stays `unclear`: a Part III amendment taken for a
//! restatement would invent evidence.

mod layout;
mod purpose;
mod restates;
#[cfg(test)]
mod tests;
mod words;

use crate::span::Span;
use crate::text::Text;
use layout::Layout;
use purpose::{Purpose, Subject};
use serde::Serialize;

/// Kinds of amendment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Restates financial statements to correct them.
    Restating,
    /// Adds or replaces Part III and its certifications only.
    PartIiiOnly,
    /// Files or replaces exhibits only.
    ExhibitsOnly,
    /// Changes some items without restating.
    Partial,
    /// Files the whole report again without restating.
    FullRefile,
    /// Does not say what it does.
    Unclear,
}

/// What was read from one amendment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendment {
    /// Its kind.
    pub kind: Kind,
    /// The sentence or heading that says so, in byte offsets of the text; none where only the outline tells.
    pub span: Option<Span>,
    /// The number on its cover, `2` for "Amendment No. 2" (fault A05: numbers in the notes are others').
    pub number: Option<u32>,
    /// Items whose headings stand in the document, as `7`, `9A`, in reading order, each once.
    pub items: Vec<String>,
    /// `no-restated-statements` for every kind but restating: not to be used for the restatement task.
    pub flags: Vec<String>,
}

/// Reads an amendment.
pub fn classify(text: &Text) -> Amendment {
    let layout = Layout::of(text);
    let (kind, span) = decide(&layout);
    let mut flags = Vec::new();
    if kind != Kind::Restating {
        flags.push("no-restated-statements".to_owned());
    }
    Amendment { kind, span, number: layout.number, items: layout.item_labels(), flags }
}

fn decide(layout: &Layout) -> (Kind, Option<Span>) {
    let purposes: Vec<Purpose> = layout.note.iter().filter_map(|s| purpose::read(s, layout.number)).collect();
    let limited = purposes.iter().find(|p| p.sole && !p.restates);
    if limited.is_none() {
        if let Some(said) = layout.note.iter().find(|s| restates::asserts(&s.lower, layout.number)) {
            return (Kind::Restating, Some(said.span));
        }
        if layout.has_statements
            && let Some(said) = layout.note.iter().find(|s| restates::mends_figures(&s.lower, layout.number))
        {
            return (Kind::Restating, Some(said.span));
        }
    }
    let unchanged = layout.note.iter().any(|s| restates::denies(&s.lower));
    if limited.is_none()
        && !unchanged
        && layout.has_statements
        && let Some(marked) = layout.restated_mark
    {
        return (Kind::Restating, Some(marked));
    }
    match purposes.iter().find(|p| p.sole).or_else(|| purposes.iter().find(|p| p.subject != Subject::Other)) {
        Some(main) => (by_purpose(main, &purposes, layout), Some(main.span)),
        None => match purposes.first() {
            Some(other) => (by_outline_with_reason(layout), Some(other.span)),
            None => by_outline(layout),
        },
    }
}

/// The kind that the words name, unless the outline shows more than they say.
fn by_purpose(main: &Purpose, all: &[Purpose], layout: &Layout) -> Kind {
    let others = |wanted: Subject| all.iter().any(|p| p.subject == wanted);
    match main.subject {
        Subject::WholeReport => Kind::FullRefile,
        _ if layout.is_whole_report() => Kind::FullRefile,
        Subject::Items => {
            if others(Subject::WholeReport) && !main.sole {
                Kind::FullRefile
            } else {
                Kind::Partial
            }
        }
        Subject::PartIii => {
            if layout.only(layout::Group::PartIii) && (main.sole || !others(Subject::Items)) {
                Kind::PartIiiOnly
            } else {
                Kind::Partial
            }
        }
        Subject::Exhibits => {
            if main.sole && layout.only(layout::Group::Exhibits) {
                Kind::ExhibitsOnly
            } else if others(Subject::PartIii) && layout.only(layout::Group::PartIii) {
                Kind::PartIiiOnly
            } else if layout.only(layout::Group::Exhibits) && !others(Subject::Items) {
                Kind::ExhibitsOnly
            } else {
                Kind::Partial
            }
        }
        Subject::Other => by_outline_with_reason(layout),
    }
}

/// Something is said to be amended, but not what: the outline tells.
fn by_outline_with_reason(layout: &Layout) -> Kind {
    if layout.is_whole_report() {
        Kind::FullRefile
    } else if layout.items.is_empty() {
        if layout.has_statements { Kind::Unclear } else { Kind::Partial }
    } else if layout.only(layout::Group::Exhibits) {
        Kind::ExhibitsOnly
    } else if layout.only(layout::Group::PartIii) {
        Kind::PartIiiOnly
    } else {
        Kind::Partial
    }
}

/// Nothing is said: statements without a word stay unclear, whatever else stands beside them.
fn by_outline(layout: &Layout) -> (Kind, Option<Span>) {
    let first = layout.items.first().map(|i| i.span);
    if layout.has_statements || layout.items.is_empty() {
        (Kind::Unclear, None)
    } else if layout.only(layout::Group::Exhibits) {
        (Kind::ExhibitsOnly, first)
    } else if layout.only(layout::Group::PartIii) {
        (Kind::PartIiiOnly, first)
    } else if layout.is_whole_report() {
        (Kind::Unclear, None)
    } else {
        (Kind::Partial, first)
    }
}
