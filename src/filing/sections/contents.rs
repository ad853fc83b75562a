//! Tells tables of contents and cross-reference indexes from the body, and follows their links.

use super::candidates::{Candidate, Style};
use super::catalog::{self, Slot};
use super::lines::{self, Line};
use crate::span::Span;
use crate::text::Text;
use std::collections::BTreeMap;

/// One entry of a run that may be a table of contents.
struct Entry {
    /// Index of its first candidate.
    at: usize,
    /// Hardly anything but a title stands between it and the next.
    bare: bool,
    /// A page number closes it.
    paged: bool,
    /// A page number closes its own lines.
    closed: bool,
    /// A link covers it.
    linked: bool,
    /// "None", "omitted": an answer, as the body gives them.
    answered: bool,
}

/// Marks the candidates that stand in tables of contents, at either end of the document.
pub(crate) fn mark(text: &Text, lines: &[Line<'_>], found: &mut [Candidate]) {
    let entries = entries(text, lines, found);
    let mut i = 0;
    while i < entries.len() {
        let mut j = i;
        while j < entries.len()
            && (entries[j].bare && (entries[j].paged || !entries[j].answered || entries[j].linked))
        {
            j += 1;
        }
        // The last entry of the contents has the body after it: its own line must tell.
        let last = entries.get(j).filter(|e| j > i && (e.closed || e.linked) && !e.answered);
        let stop = if last.is_some() { j + 1 } else { j };
        if stop > i {
            let run = &entries[i..stop];
            let sure = run.iter().filter(|e| e.paged || e.linked).count();
            let contents = (sure >= 3 && sure * 2 >= run.len())
                || (run.len() >= 2 && sure == run.len() && recurs(found, &entries, i, stop))
                || (run.len() >= 5 && recurs(found, &entries, i, stop));
            if contents {
                let lines_of: Vec<usize> = run.iter().map(|e| found[e.at].line).collect();
                for candidate in found.iter_mut().filter(|c| lines_of.binary_search(&c.line).is_ok()) {
                    candidate.contents = true;
                }
            }
        }
        i = stop.max(i + 1);
    }
    spread(text, lines, found);
}

/// Takes in what stands between entries and in the same table: entries with an answer or a longer text of
/// their own ("Mine safety ... None").
#[allow(clippy::needless_range_loop, reason = "stretches before the index are written")]
fn spread(text: &Text, lines: &[Line<'_>], found: &mut [Candidate]) {
    let mut last: Option<usize> = None;
    for i in 0..found.len() {
        if !found[i].contents {
            continue;
        }
        if let Some(before) = last
            && found[i].line - found[before].line <= 16
        {
            found[before..i].iter_mut().for_each(|c| c.contents = true);
        }
        last = Some(i);
    }
    let mut table = 0;
    let mut i = 0;
    while i < found.len() {
        let at = lines[found[i].line].span.start;
        while text.tables.get(table).is_some_and(|t| t.span.end <= at) {
            table += 1;
        }
        let end = text.tables.get(table).filter(|t| t.span.start <= at).map_or(at, |t| t.span.end);
        let mut j = i + 1;
        while j < found.len() && lines[found[j].line].span.start < end {
            j += 1;
        }
        let marked = found[i..j].iter().filter(|c| c.contents).count();
        if marked >= 3 && marked * 2 >= j - i {
            found[i..j].iter_mut().for_each(|c| c.contents = true);
        }
        i = j;
    }
}

/// Whether most items of a run have a heading outside it too.
fn recurs(found: &[Candidate], entries: &[Entry], from: usize, to: usize) -> bool {
    let inside: Vec<usize> = entries[from..to].iter().map(|e| found[e.at].line).collect();
    let (low, high) = (inside[0], inside[inside.len() - 1]);
    let again = entries[from..to]
        .iter()
        .filter(|e| {
            found
                .iter()
                .any(|c| (c.line < low || c.line > high) && c.first == found[e.at].first && c.score >= 3.0)
        })
        .count();
    again * 5 >= (to - from) * 3
}

fn entries(text: &Text, lines: &[Line<'_>], found: &[Candidate]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut link = 0;
    for (at, candidate) in found.iter().enumerate() {
        if entries.last().is_some_and(|e| found[e.at].line == candidate.line) {
            continue;
        }
        let next = found[at..].iter().find(|c| c.line > candidate.line).map_or(lines.len(), |c| c.line);
        let own = lines[candidate.line].span;
        while text.links.get(link).is_some_and(|l| l.span.end <= own.start) {
            link += 1;
        }
        let reach =
            Span::new(own.start, lines[(candidate.line + 2).min(next.max(1) - 1)].span.end.max(own.end));
        let linked = text.links[link..]
            .iter()
            .take_while(|l| l.span.start < reach.end)
            .any(|l| l.href.starts_with('#') && l.span.overlaps(reach));
        entries.push(measure(lines, at, candidate, next, linked));
    }
    entries
}

/// Looks at the lines from a candidate to the next one.
fn measure(lines: &[Line<'_>], at: usize, candidate: &Candidate, next: usize, linked: bool) -> Entry {
    let (mut extra, mut size, mut paged, mut answered) = (0usize, 0usize, false, false);
    let near = next.min(candidate.line + 8);
    for (l, line) in lines[candidate.line..near].iter().enumerate() {
        size += line.text.len();
        let mut words =
            line.text.split(|c: char| lines::is_blank(c) || c == '|').filter(|w| !w.is_empty()).peekable();
        while let Some(word) = words.next() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let number = is_page(bare) && !word.ends_with(['.', ',', ')']);
            if words.peek().is_none() && number && line.span.end > candidate.span.end && l < 4 {
                paged = true;
            }
            let small = bare.to_ascii_lowercase();
            answered |= matches!(
                small.as_str(),
                "none" | "omitted" | "applicable" | "reserved" | "incorporated" | "required"
            );
            let known = bare.is_empty()
                || number
                || catalog::is_title_word(bare)
                || matches!(
                    small.as_str(),
                    "item" | "items" | "part" | "page" | "pages" | "i" | "ii" | "iii" | "iv"
                );
            extra += usize::from(!known && !bare.chars().all(|c| c.is_ascii_digit()));
        }
        if size > 600 {
            break;
        }
    }
    let bare = near == next && size <= 600 && extra <= if paged || linked { 7 } else { 4 };
    // With the body after it, an entry is judged by its own lines only.
    let closed = lines[candidate.line..(candidate.line + 2).min(lines.len())]
        .iter()
        .filter(|l| l.span.start <= candidate.span.end)
        .any(|l| {
            let word = l.text.rsplit(lines::is_blank).next().unwrap_or("");
            is_page(word.trim_start_matches('.')) && l.span.end > candidate.span.end
        });
    if near != next {
        paged = closed;
        answered = false;
    }
    Entry { at, bare, paged, closed, linked, answered }
}

/// Whether a word is a page number of a table of contents: `35`, `F-3`, `II-7`, `iv`, `12-18`.
fn is_page(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 12
        && !(word.len() == 4 && (word.starts_with("19") || word.starts_with("20")))
        && word.split(['-', '–', '—', ',']).all(|part| {
            let part = part.trim();
            (part.len() <= 4
                && part.bytes().any(|b| b.is_ascii_digit())
                && part.bytes().all(|b| b.is_ascii_alphanumeric()))
                || (!part.is_empty()
                    && part
                        .bytes()
                        .all(|b| matches!(b, b'I' | b'V' | b'X' | b'i' | b'v' | b'x' | b'F' | b'A' | b'S')))
        })
}

/// Follows the contents' links: strengthens headings at their targets, adds targets that have no heading of
/// their own, and tells whether the link to the discussion leads to another item.
pub(crate) fn follow(text: &Text, lines: &[Line<'_>], slots: &[Slot], found: &mut Vec<Candidate>) -> bool {
    if text.links.is_empty() || text.anchors.is_empty() {
        return false;
    }
    let targets: BTreeMap<&str, usize> = text.anchors.iter().rev().map(|a| (a.name.as_str(), a.at)).collect();
    let mut mistaken = false;
    let mut added: Vec<Candidate> = Vec::new();
    for entry in found.iter().filter(|c| c.contents).copied().collect::<Vec<_>>() {
        let first = text.links.partition_point(|l| l.span.end <= lines[entry.line].span.start);
        let reach = entry.span.end.max(lines[entry.line].span.end);
        let Some(at) = text.links[first..]
            .iter()
            .take_while(|l| l.span.start < reach)
            .find_map(|l| l.href.strip_prefix('#').and_then(|name| targets.get(name)))
        else {
            continue;
        };
        let line = lines.partition_point(|l| l.span.end <= *at);
        if line >= lines.len() || line <= entry.line && entry.line < line + 4 {
            continue;
        }
        let near = |c: &Candidate| !c.contents && c.line >= line && c.line <= line + 4;
        if let Some(own) =
            found.iter_mut().filter(|c| near(c)).find(|c| c.first <= entry.first && entry.first <= c.last)
        {
            own.score += 2.0;
        } else if found.iter().any(|c| near(c) && c.style != Style::Titled) {
            mistaken |= slots[entry.first].kind == Some(super::SectionKind::Mdna);
        } else if !added.iter().any(|c| c.line == line) {
            added.push(Candidate {
                line,
                span: Span::new(lines[line].span.start, lines[line].span.start),
                score: 4.0,
                style: Style::Linked,
                titled: false,
                continued: false,
                contents: false,
                ..entry
            });
        }
    }
    found.extend(added);
    found.sort_by_key(|c| (c.line, c.first));
    mistaken
}
