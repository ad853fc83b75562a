//! The items of a periodic report: management's discussion first of all, and its neighbours from the same
//! structure (edgar.md 5).
//!
//! Every place that may be an item's heading is collected, tables of contents are told from the body, and the
//! chain of headings that explains the document best as a whole is chosen. Only then a section's exact end,
//! its running heads and whether it merely points elsewhere are looked at.

mod annual_report;
mod candidates;
mod catalog;
mod chain;
mod contents;
mod extent;
mod label;
pub(crate) mod lines;
mod pages;
mod pointer;
#[cfg(test)]
mod tests;

use crate::ids::{Form, FormFamily};
use crate::span::Span;
use crate::text::Text;
use candidates::{Candidate, Style};
use catalog::Slot;
use lines::Line;
use serde::Serialize;

/// Sections that the program has a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SectionKind {
    /// The business: 10-K Item 1, 20-F Item 4.
    Business,
    /// Risk factors: 10-K Item 1A, inside 20-F Item 3.
    RiskFactors,
    /// Legal proceedings: 10-K Item 3, 10-Q Part II Item 1.
    LegalProceedings,
    /// Management's discussion and analysis: 10-K Item 7, 10-KSB Item 6, 10-Q Part I Item 2, 20-F Item 5.
    Mdna,
    /// Disclosures about market risk: 10-K Item 7A.
    MarketRisk,
    /// The financial statements: 10-K Item 8, 10-KSB Item 7.
    Statements,
    /// Controls and procedures: 10-K Item 9A.
    Controls,
}

/// What became of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Its text stands in the filing's own body.
    Found,
    /// The body only points elsewhere; [`Section::resolved`] holds what it points at, where the file has it.
    IncorporatedByReference,
    /// The filing says that it leaves the item out.
    Omitted,
    /// Nothing was found.
    NotFound,
}

/// One section of a filing.
#[derive(Clone, Debug)]
pub struct Section {
    /// Which.
    pub kind: SectionKind,
    /// What became of it.
    pub status: Status,
    /// The heading's characters; empty where there is none.
    pub heading: Span,
    /// From the heading to the section's last character.
    pub span: Span,
    /// The span without running heads; for a cross-reference index the pages named. In order, never empty for
    /// a section that was found.
    pub pieces: Vec<Span>,
    /// 0 to 1: how sure the beginning and the end are.
    pub confidence: f32,
    /// What is unusual, kebab-case: `combined-heading`, `no-item-heading`, `cross-reference-layout`...
    pub flags: Vec<&'static str>,
    /// What spoke for this place, in plain words.
    pub reasons: Vec<String>,
    /// The text that a pointer points at: in an exhibit of the same submission, or later in the document.
    pub resolved: Option<Box<Section>>,
}

impl Section {
    fn missing(kind: SectionKind) -> Section {
        Section {
            kind,
            status: Status::NotFound,
            heading: Span::default(),
            span: Span::default(),
            pieces: Vec::new(),
            confidence: 0.0,
            flags: Vec::new(),
            reasons: Vec::new(),
            resolved: None,
        }
    }

    /// The section that holds the text: itself when found, else what its pointer points at.
    pub fn body(&self) -> Option<&Section> {
        match self.status {
            Status::Found => Some(self),
            _ => self.resolved.as_deref(),
        }
    }

    /// The characters of the section without its running heads.
    pub fn characters(&self, text: &Text) -> String {
        let parts: Vec<&str> = self.pieces.iter().map(|piece| text.at(*piece)).collect();
        parts.join("\n\n")
    }
}

/// The sections of one filing.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    found: Vec<Section>,
}

impl Sections {
    /// Management's discussion, or why there is none.
    pub fn mdna(&self) -> Section {
        self.get(SectionKind::Mdna).cloned().unwrap_or_else(|| Section::missing(SectionKind::Mdna))
    }

    /// A section, unless nothing at all was found of it.
    pub fn get(&self, kind: SectionKind) -> Option<&Section> {
        self.found.iter().find(|section| section.kind == kind)
    }

    /// All sections in reading order.
    pub fn iter(&self) -> impl Iterator<Item = &Section> {
        self.found.iter()
    }
}

/// More candidates than any filing has; the rest of a document made to exhaust us is not looked at.
const MOST_CANDIDATES: usize = 6_000;

/// Reads the structure of a filing of the given form.
pub fn read(text: &Text, form: &Form) -> Sections {
    let main = main_part(text, form);
    let lines = lines::split(text, main);
    let (slots, found, mistaken) = best_catalog(text, &lines, form);
    let (chain, _) = chain::choose(&lines, slots, &found);
    let reader = Reader { text, lines: &lines, slots, found: &found, chain: &chain, mistaken };
    let mut sections: Vec<Section> = Vec::new();
    for (place, at) in chain.iter().enumerate() {
        let candidate = &found[*at];
        for slot in &slots[candidate.first..=candidate.last] {
            let Some(kind) = slot.kind else { continue };
            if kind != SectionKind::Mdna && !sections.iter().any(|s| s.kind == kind) {
                sections.push(reader.section(kind, place));
            }
        }
    }
    sections.push(reader.discussion(form));
    sections.sort_by_key(|s| (s.span.start, s.kind));
    Sections { found: sections }
}

/// The document of a submission that is the report itself.
pub(crate) fn main_part(text: &Text, form: &Form) -> Span {
    let whole = Span::new(0, text.content.len());
    let typed = |part: &&crate::text::Part| {
        !part.document_type.is_empty() && Form::parse(&part.document_type).family == form.family
    };
    let report = text.parts.iter().find(typed);
    let first = || {
        text.parts
            .iter()
            .find(|p| !p.document_type.is_empty() && !p.document_type.to_ascii_uppercase().starts_with("EX"))
    };
    report
        .or_else(first)
        .or(text.parts.first().filter(|_| text.parts.len() == 1))
        .map_or(whole, |part| part.span)
}

/// The catalog that fits the document's own numbers and titles best, with its candidates.
fn best_catalog(text: &Text, lines: &[Line<'_>], form: &Form) -> (&'static [Slot], Vec<Candidate>, bool) {
    let mut best: Option<(usize, &'static [Slot], Vec<Candidate>)> = None;
    for (rank, slots) in catalog::of(form).iter().copied().enumerate() {
        let mut found = candidates::collect(lines, slots);
        found.truncate(MOST_CANDIDATES);
        // Numbers and titles that agree speak for a catalog; the form's own begins with an advantage.
        let mut agree: Vec<usize> = found
            .iter()
            .filter(|c| c.style == Style::Labelled && c.titled && c.score >= 8.0)
            .map(|c| c.first)
            .collect();
        agree.sort_unstable();
        agree.dedup();
        let fit = agree.len() + if rank == 0 { 3 } else { 0 };
        if best.as_ref().is_none_or(|(f, _, _)| fit > *f) {
            best = Some((fit, slots, found));
        }
    }
    let (_, slots, mut found) = best.unwrap_or((0, &[], Vec::new()));
    contents::mark(text, lines, &mut found);
    let mistaken = contents::follow(text, lines, slots, &mut found);
    (slots, found, mistaken)
}

/// What the structure's readers share.
struct Reader<'a> {
    text: &'a Text,
    lines: &'a [Line<'a>],
    slots: &'static [Slot],
    found: &'a [Candidate],
    chain: &'a [usize],
    mistaken: bool,
}

impl Reader<'_> {
    fn is_discussion(&self, candidate: &Candidate) -> bool {
        self.slots[candidate.first..=candidate.last].iter().any(|s| s.kind == Some(SectionKind::Mdna))
    }

    /// The line before which the section that begins at a place of the chain ends.
    fn end_line(&self, place: usize) -> usize {
        let own = &self.found[self.chain[place]];
        let next = self.chain.get(place + 1).map_or(self.lines.len(), |at| self.found[*at].line);
        // A sure heading of another item ends a section even where it breaks the form's order.
        self.found
            .iter()
            .filter(|c| {
                c.line > own.span_line_end(self.lines) && c.line < next && !c.contents && !c.continued
            })
            .filter(|c| c.style == Style::Labelled && c.titled && c.score >= 10.0)
            .find(|c| c.first > own.last || c.last < own.first)
            .map_or(next, |c| c.line)
    }

    fn section(&self, kind: SectionKind, place: usize) -> Section {
        let own = &self.found[self.chain[place]];
        let to = self.end_line(place);
        self.cut(kind, own, to)
    }

    /// Makes the section from a heading to before line `to`.
    fn cut(&self, kind: SectionKind, own: &Candidate, to: usize) -> Section {
        let furniture = extent::Furniture::find(self.lines.get(own.line..to).unwrap_or(&[]));
        let next = to;
        let to = extent::trim_end(self.lines, &furniture, own.line, to);
        let pieces = extent::pieces(self.lines, self.found, own.line, to, own);
        let span = Span::new(
            pieces.first().map_or(own.span.start, |p| p.start),
            pieces.last().map_or(own.span.end, |p| p.end),
        );
        let body = Span::new(own.span.end.min(span.end), span.end);
        let mut status = pointer::judge(self.text.at(body));
        let mut flags = Vec::new();
        if status == Status::NotFound && own.style != Style::Linked {
            // Headings one after the other over one pointer: it speaks for all of them.
            let shared = self.is_pointer_below(next);
            status = if shared { Status::IncorporatedByReference } else { Status::Omitted };
            flags.push(if shared { "pointer-under-next-item" } else { "empty-section" });
        }
        if own.first != own.last {
            flags.push("combined-heading");
        }
        match own.style {
            Style::Bare | Style::Titled => flags.push("no-item-heading"),
            Style::Linked => flags.push("heading-from-link"),
            Style::Labelled if !own.titled => flags.push("heading-without-title"),
            Style::Labelled => {}
        }
        if pieces.len() > 1 {
            flags.push("running-heads-removed");
        }
        let reasons = vec![format!(
            "{} at byte {}, score {:.1}, {} candidates, {} in contents",
            match own.style {
                Style::Labelled => "item heading",
                Style::Bare => "numbered heading",
                Style::Titled => "heading without number",
                Style::Linked => "target of a contents link",
            },
            own.span.start,
            own.score,
            self.found.len(),
            self.found.iter().filter(|c| c.contents).count(),
        )];
        let confidence = (0.35 + own.score / 20.0).clamp(0.1, 0.98);
        let heading = Span::new(own.span.start, self.heading_end(own));
        Section { kind, status, heading, span, pieces, confidence, flags, reasons, resolved: None }
    }

    /// Whether the next item, whose heading stands at `line`, only points elsewhere.
    fn is_pointer_below(&self, line: usize) -> bool {
        let Some(place) = self.chain.iter().position(|at| self.found[*at].line == line) else { return false };
        let next = &self.found[self.chain[place]];
        let end = self.chain.get(place + 1).map_or(self.lines.len(), |at| self.found[*at].line);
        let end = self.lines.get(end.saturating_sub(1)).map_or(next.span.end, |l| l.span.end);
        pointer::judge(self.text.at(Span::new(next.span.end.min(end), end)))
            == Status::IncorporatedByReference
    }

    /// Where a heading ends for a reader: at the end of its line, when the rest of a short line set apart is
    /// title too.
    fn heading_end(&self, own: &Candidate) -> usize {
        let line = &self.lines[own.span_line_end(self.lines)];
        let apart = line.marked || lines::is_capitals(line.text);
        if apart && line.text.len() <= 160 { line.span.end.max(own.span.end) } else { own.span.end }
    }

    /// Management's discussion: from the chain, else by a cross-reference index, a title, an exhibit.
    fn discussion(&self, form: &Form) -> Section {
        let place = self.chain.iter().position(|at| self.is_discussion(&self.found[*at]));
        let indexed = self.section_of_index(place);
        let mut section = match place {
            _ if indexed.as_ref().is_some_and(|s| s.status == Status::Found) => {
                indexed.unwrap_or_else(|| Section::missing(SectionKind::Mdna))
            }
            Some(place) => self.section_of_chain(place),
            None => match indexed {
                Some(section) => section,
                None => Section::missing(SectionKind::Mdna),
            },
        };
        if self.mistaken {
            section.flags.push("contents-links-mistaken");
        }
        if section.status != Status::Found {
            let after = section.span.end;
            let resolved = annual_report::find(
                self.text,
                self.lines,
                form,
                after,
                pages::pointed(&section.characters(self.text)),
            );
            if let Some(resolved) = resolved {
                if section.status == Status::NotFound && resolved.flags.contains(&"own-document") {
                    return resolved;
                }
                let empty = section.flags.contains(&"empty-section");
                if section.status == Status::NotFound || section.status == Status::Omitted && empty {
                    section.status = Status::IncorporatedByReference;
                    section.flags.push("pointer-not-found");
                }
                section.confidence = section.confidence.max(0.5);
                section.resolved = Some(Box::new(resolved));
            }
        }
        section
    }

    fn section_of_chain(&self, place: usize) -> Section {
        let own = &self.found[self.chain[place]];
        let mut to = self.end_line(place);
        let next = self.chain.get(place + 1).map(|at| &self.found[*at]);
        // Without a heading of the next items the statements themselves, or another part of the annual report,
        // must end the discussion.
        let neighbour = next.is_some_and(|n| {
            n.line == to
                && self.slots[n.first..=n.last]
                    .iter()
                    .any(|s| matches!(s.kind, Some(SectionKind::MarketRisk | SectionKind::Statements)))
        });
        let mut ended = None;
        if !neighbour {
            ended = extent::statements(self.lines, own.line, to);
            to = ended.unwrap_or(to);
        }
        if own.style == Style::Titled {
            to = extent::other_heading(self.lines, own.line, to).unwrap_or(to);
        }
        let mut section = self.cut(SectionKind::Mdna, own, to);
        if ended.is_some() {
            section.flags.push("ended-by-statements");
            section.reasons.push("no heading of the next item; the statements begin there".to_owned());
        }
        if !neighbour {
            section.confidence -= 0.1;
        }
        if self.slots[own.first..=own.last].iter().any(|s| s.kind == Some(SectionKind::MarketRisk)) {
            section.flags.push("combined-with-7a");
        }
        section
    }

    /// The discussion by the page numbers of an index, where the body's own headings carry no items.
    fn section_of_index(&self, place: Option<usize>) -> Option<Section> {
        let own = place.map(|p| &self.found[self.chain[p]]);
        if own.is_some_and(|c| matches!(c.style, Style::Labelled | Style::Bare)) {
            return None;
        }
        // Where the body is labelled, an index is no more than a table of contents.
        let labelled = self.chain.iter().filter(|at| self.found[**at].style == Style::Labelled).count();
        let entries: Vec<&Candidate> =
            self.found.iter().filter(|c| c.contents && self.is_discussion(c)).collect();
        for entry in entries {
            let next = self.found.iter().find(|c| c.line > entry.line).map_or(self.lines.len(), |c| c.line);
            match pages::entry(self.lines, entry, next) {
                pages::Entry::Elsewhere if own.is_none() => {
                    let mut section = Section::missing(SectionKind::Mdna);
                    section.status = Status::IncorporatedByReference;
                    section.heading = entry.span;
                    section.span = Span::new(
                        entry.span.start,
                        self.lines[next.min(entry.line + 6).max(entry.line + 1) - 1].span.end,
                    );
                    section.pieces = vec![section.span];
                    section.confidence = 0.7;
                    section.flags.push("cross-reference-layout");
                    section.reasons.push("an index points at another document".to_owned());
                    return Some(section);
                }
                pages::Entry::Pages(wanted) => {
                    // One page number is a table of contents, which says where the discussion begins only.
                    let single = wanted.len() == 1 && wanted[0].0 == wanted[0].1;
                    if own.is_some() && (single || labelled >= 4) {
                        continue;
                    }
                    // A title in the body among those pages tells the place better than the pages do.
                    if let (Some(own), [one]) = (own, wanted.as_slice())
                        && pages::text_of(self.text, self.lines, &[(one.0.saturating_sub(1), one.1)])
                            .is_some_and(|p| p[0].start <= own.span.start && own.span.start < p[0].end)
                    {
                        continue;
                    }
                    let wanted = if single { self.until_next(entry, wanted[0].0) } else { wanted };
                    let Some(pieces) = pages::text_of(self.text, self.lines, &wanted) else { continue };
                    let span = Span::new(pieces[0].start, pieces[pieces.len() - 1].end);
                    return Some(Section {
                        kind: SectionKind::Mdna,
                        status: Status::Found,
                        heading: entry.span,
                        span,
                        pieces,
                        confidence: 0.6,
                        flags: vec!["cross-reference-layout", "no-item-heading"],
                        reasons: vec![format!("an index names pages {wanted:?}")],
                        resolved: None,
                    });
                }
                _ => {}
            }
        }
        None
    }

    /// From one page of a table of contents to the page before the next entry's.
    fn until_next(&self, entry: &Candidate, first: u32) -> Vec<(u32, u32)> {
        let later = self.found.iter().filter(|c| c.contents && c.line > entry.line).find_map(|c| {
            let next = self.found.iter().find(|n| n.line > c.line).map_or(self.lines.len(), |n| n.line);
            match pages::entry(self.lines, c, next.min(c.line + 3)) {
                pages::Entry::Pages(pages) => Some(pages[0].0),
                _ => None,
            }
        });
        vec![(first, later.map_or(first, |next| next.saturating_sub(1).max(first)))]
    }
}

impl Candidate {
    /// The last line that the heading reaches.
    fn span_line_end(&self, lines: &[Line<'_>]) -> usize {
        let mut line = self.line;
        while lines.get(line + 1).is_some_and(|l| l.span.start < self.span.end) {
            line += 1;
        }
        line
    }
}

/// Whether a form has its discussion in an exhibit by rule.
fn in_exhibit(form: &Form) -> bool {
    form.family == FormFamily::CanadianAnnual
}

pub(crate) use candidates::lists_pages;
pub(crate) use extent::is_part_head;

/// Whether a line is the heading of an item.
pub(crate) fn heads_item(line: &str) -> bool {
    label::read(line).is_some_and(|l| {
        let rest = line.get(l.end..).unwrap_or("");
        l.word && l.closed && !l.quoted && !rest.starts_with(char::is_lowercase) && line.len() <= 170
    })
}

/// Whether a text only points elsewhere.
pub(crate) fn is_pointer(text: &str) -> bool {
    pointer::judge(text) == Status::IncorporatedByReference
}
