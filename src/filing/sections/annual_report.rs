//! Management's discussion outside the report's own items: in Exhibit 13, in an annual report bound into the
//! same document, in the exhibit of a 40-F, or in a file that is such an exhibit.

use super::catalog::{self, DISCUSSION};
use super::lines::{self, Line};
use super::{Section, SectionKind, Status, extent, in_exhibit, pages};
use crate::ids::Form;
use crate::span::Span;
use crate::text::Text;

/// Further titles that annual reports give the discussion; too common in a report's own body.
const REVIEWS: [&str; 6] = [
    "financialreview",
    "reviewofoperations",
    "financialsection",
    "mda",
    "interimmanagementsdiscussion",
    "annualmanagementsdiscussion",
];

/// A discussion has at least this many bytes.
const LEAST: usize = 1_500;

/// Looks for the discussion in the exhibits, then after byte `after` of the document itself.
///
/// `pages` are those that a pointer names: they bound the text, and give it where no title can be found.
pub(crate) fn find(
    text: &Text,
    main: &[Line<'_>],
    form: &Form,
    after: usize,
    pages: Option<(u32, u32)>,
) -> Option<Section> {
    let exhibits = text.parts.iter().filter(|part| {
        let kind = part.document_type.to_ascii_uppercase();
        kind.starts_with("EX-13") || kind == "ARS" || (in_exhibit(form) && kind.starts_with("EX-"))
    });
    let mut best: Option<Section> = None;
    for part in exhibits {
        let lines = lines::split(text, part.span);
        let whole = in_exhibit(form);
        if let Some(mut section) = within(text, &lines, 0, whole, pages)
            && best.as_ref().is_none_or(|b| section.span.len() > b.span.len())
        {
            section.flags.push("from-exhibit");
            section.reasons.push(format!("in the document of type {}", part.document_type));
            best = Some(section);
        }
    }
    best.or_else(|| {
        let from = main.partition_point(|l| l.span.start < after);
        let mut section = within(text, main, from, in_exhibit(form), pages)?;
        section.flags.push(if after == 0 { "own-document" } else { "annual-report-inline" });
        Some(section)
    })
}

/// The longest discussion headed by a title alone from line `from` on.
fn within(
    text: &Text,
    lines: &[Line<'_>],
    from: usize,
    whole: bool,
    pages: Option<(u32, u32)>,
) -> Option<Section> {
    let pages =
        pages.and_then(|wanted| pages::lines_of(text, lines, wanted)).filter(|(first, _)| *first >= from);
    let heads: Vec<usize> = (from..lines.len()).filter(|l| is_head(lines, *l)).take(400).collect();
    let mut best: Option<(usize, usize)> = None;
    let mut done = 0;
    for head in heads {
        // A title inside a discussion already measured is a running head of it.
        if head < done {
            continue;
        }
        let to = end(lines, head, whole);
        done = to;
        let size = lines[to - 1].span.end - lines[head].span.start;
        let held = best.map_or(0, |(f, t)| lines[t - 1].span.end - lines[f].span.start);
        if size > held {
            best = Some((head, to));
        }
    }
    let (head, to, by_pages) = match (best, pages) {
        // The pages end what the headings leave open.
        (Some((head, to)), Some((first, last))) if first <= head + 12 && head < last => {
            (head, to.min(last), to > last)
        }
        (Some((head, to)), _) => (head, to, false),
        (None, Some((first, last))) => (first, last, true),
        (None, None) => return None,
    };
    let furniture = extent::Furniture::find(&lines[head..to]);
    let to = extent::trim_end(lines, &furniture, head, to);
    let span = Span::new(lines[head].span.start, lines[to - 1].span.end);
    if span.len() < LEAST && !whole {
        return None;
    }
    let heading = lines[head].span;
    if super::pointer::judge(text.at(Span::new(heading.end, span.end))) != Status::Found {
        return None;
    }
    Some(Section {
        kind: SectionKind::Mdna,
        status: Status::Found,
        heading,
        span,
        pieces: vec![span],
        confidence: 0.6,
        flags: if by_pages { vec!["no-item-heading", "by-page-numbers"] } else { vec!["no-item-heading"] },
        reasons: vec![format!("a heading without number at byte {}", heading.start)],
        resolved: None,
    })
}

/// Whether a line is the discussion's title and nothing else, and no entry of a table of contents.
fn is_head(lines: &[Line<'_>], l: usize) -> bool {
    let line = &lines[l];
    if line.text.len() > 170 {
        return false;
    }
    let letters = lines::letters(line.text, 160);
    let exact = |title: &&str| letters == **title;
    // A title in small letters must be the whole line.
    if line.text.starts_with(char::is_lowercase) && !DISCUSSION.iter().any(exact) {
        return false;
    }
    let titled = DISCUSSION.iter().any(|t| letters.starts_with(t)) || REVIEWS.iter().any(exact);
    if !titled || super::candidates::is_continued(line.text) {
        return false;
    }
    let capitals = lines::is_capitals(line.text);
    let first_on_page = line.new_page || (l > 0 && lines[l - 1].new_page);
    let below_name = capitals && l > 0 && lines::is_capitals(lines[l - 1].text);
    if !(line.opens
        || line.marked
        || first_on_page
        || below_name
        || l == 0
        || lines::is_rule(lines[l - 1].text))
    {
        return false;
    }
    let mut words = line.text.split(lines::is_blank).filter(|w| w.chars().any(char::is_alphanumeric));
    let foreign = words.clone().filter(|w| !catalog::is_title_word(w)).count();
    // Words in small letters that no title has make a sentence.
    if words.clone().any(|w| w.len() > 1 && w.starts_with(char::is_lowercase) && !catalog::is_title_word(w)) {
        return false;
    }
    if super::candidates::lists_pages(lines, l) {
        return false;
    }
    if words.next_back().is_some_and(|w| lines::is_page_number(w) && w.bytes().any(|b| b.is_ascii_digit())) {
        return false;
    }
    // A sentence begins in the same way; a heading is short, set apart, and made of the title's words.
    let sentence = line.text.ends_with('.') && !capitals && foreign > 0;
    !sentence && (foreign <= 3 || (capitals && foreign <= 8)) && !(line.table && foreign > 1)
}

/// Where the discussion that begins at a line ends.
fn end(lines: &[Line<'_>], head: usize, whole: bool) -> usize {
    if whole {
        return lines.len();
    }
    let to = extent::statements(lines, head, lines.len()).unwrap_or(lines.len());
    // Right after the title such a heading would leave nothing; then it belongs to the discussion.
    let floor = lines.partition_point(|l| l.span.start < lines[head].span.start + LEAST);
    extent::other_heading(lines, floor.max(head + 1).min(to), to).unwrap_or(to)
}
