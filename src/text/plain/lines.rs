//! Lines of a plain file into the content: line ends of every kind, tabs, entities, and the tags of old SGML.

use super::{Mark, MarkKind};
use crate::text::Text;
use crate::text::limits::MOST_PIECES;

/// Columns between two stops of a tab.
const TAB: usize = 8;
/// Characters of the longest tag of old SGML.
const LONGEST_TAG: usize = 24;
/// A line longer than this was not set by columns: its tabs are one blank each.
const WIDEST: usize = 1024;

/// What tabs do in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tabs {
    /// Lead to the next stop: they become blanks.
    Stop,
    /// Part cells, as in clean text that is read again: they stay.
    Part,
}

/// Whether every tab stands alone between two characters that stay where they are.
fn tabs_part_cells(source: &str) -> bool {
    let bytes = source.as_bytes();
    memchr::memchr_iter(b'\t', bytes).all(|at| {
        let (before, after) = (source.get(..at).unwrap_or(""), source.get(at + 1..).unwrap_or(""));
        let follows = match after.bytes().next() {
            Some(b'<') => tag(after).is_none(),
            Some(b'&') => entity(after).is_none(),
            Some(b) => b > b' ' && !after.starts_with('\u{A0}'),
            None => false,
        };
        let leads = match before.bytes().next_back() {
            Some(b'>') => {
                let near = before.bytes().rev().take(LONGEST_TAG).position(|b| b == b'<');
                near.and_then(|n| before.get(before.len() - n - 1..)).is_none_or(|rest| tag(rest).is_none())
            }
            Some(b';') => !before.ends_with("nbsp;") && !before.ends_with("#160;"),
            Some(b) => b > b' ' && !before.ends_with('\u{A0}'),
            None => false,
        };
        follows && leads
    })
}

/// Copies `source` line by line and says where its tags stood.
pub(super) fn copy(source: &str, text: &mut Text) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    let tabs = if tabs_part_cells(source) { Tabs::Part } else { Tabs::Stop };
    while at < source.len() {
        let rest = source.get(at..).unwrap_or("");
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..length).unwrap_or("");
        let (start, kept) = (text.content.len(), marks.len());
        copy_line(line, at, tabs, text, &mut marks);
        if marks.get(kept).is_some_and(|mark| mark.at == start) && ends_parted(text, start) {
            text.content.insert(start, '\n');
            text.source.insert_blanks(start, &[start]);
            marks.iter_mut().skip(kept).filter(|mark| mark.at > start).for_each(|mark| mark.at += 1);
        }
        at += length;
        at += match rest.as_bytes().get(length..) {
            Some([b'\r', b'\r', b'\n', ..]) => 3,
            Some([b'\r', b'\n', ..]) => 2,
            Some([_, ..]) => 1,
            _ => 0,
        };
    }
    marks
}

fn copy_line(line: &str, at: usize, tabs: Tabs, text: &mut Text, marks: &mut Vec<Mark>) {
    let mut before = text.content.len();
    let mut tags = 0;
    let mut seams = Vec::new();
    let mut from = 0;
    let mut pos = 0;
    let bytes = line.as_bytes();
    if is_page_mark(line) {
        return mark(marks, before, MarkKind::Page);
    }
    while let Some(step) = bytes.get(pos..).and_then(|rest| rest.iter().position(|b| is_special(*b))) {
        pos += step;
        let rest = line.get(pos..).unwrap_or("");
        let (length, replacement) = match bytes.get(pos) {
            Some(b'<') => match tag(rest) {
                Some((length, kind)) => {
                    push(text, line, from, pos, at);
                    tags += 1;
                    seams.push(text.content.len());
                    // A page mark's own number belongs to it.
                    let number = if kind == Some(MarkKind::Page) { page_number(rest, length) } else { 0 };
                    if kind == Some(MarkKind::Page) {
                        before = end_line(text, before, &mut seams, marks);
                    }
                    if let Some(kind) = kind {
                        mark(marks, before, kind);
                    }
                    pos += length + number;
                    from = pos;
                    continue;
                }
                None => {
                    pos += 1;
                    continue;
                }
            },
            Some(b'&') => match entity(rest) {
                Some((length, c)) => (length, Some(c)),
                None => {
                    pos += 1;
                    continue;
                }
            },
            Some(b'\t') if tabs == Tabs::Part => {
                pos += 1;
                continue;
            }
            Some(b'\t') => (1, None),
            Some(0x0C) => {
                push(text, line, from, pos, at);
                before = end_line(text, before, &mut seams, marks);
                tags += 1;
                mark(marks, before, MarkKind::Page);
                pos += 1;
                from = pos;
                continue;
            }
            _ => match rest.chars().next() {
                Some(c) if c == '\u{A0}' => (c.len_utf8(), Some(' ')),
                Some(c) => {
                    pos += c.len_utf8();
                    continue;
                }
                None => break,
            },
        };
        push(text, line, from, pos, at);
        text.source.push(text.content.len(), at + pos);
        match replacement {
            Some(c) => {
                seams.push(text.content.len());
                text.content.push(c);
                seams.push(text.content.len());
            }
            None => {
                let line = text.content.get(before..).filter(|l| l.len() < WIDEST);
                let blanks = line.map_or(1, |l| TAB - l.chars().count() % TAB);
                text.content.extend(std::iter::repeat_n(' ', blanks));
            }
        }
        pos += length;
        from = pos;
    }
    push(text, line, from, line.len(), at);
    let a_page_ends = settle(text, before, &mut seams, marks);
    // A line of tags only leaves nothing behind.
    if tags == 0 && !a_page_ends || text.content.len() > before {
        text.source.push(text.content.len(), at + line.len());
        text.content.push('\n');
    }
}

/// Keeps a mark, as long as there is room for more.
fn mark(marks: &mut Vec<Mark>, at: usize, kind: MarkKind) {
    if marks.len() < MOST_PIECES {
        marks.push(Mark { at, kind });
    }
}

/// Ends the line that began at `before`, where it holds anything: a page ends inside of it.
fn end_line(text: &mut Text, before: usize, seams: &mut Vec<usize>, marks: &mut Vec<Mark>) -> usize {
    settle(text, before, seams, marks);
    if text.content.len() > before {
        text.content.push('\n');
    }
    if ends_parted(text, text.content.len()) {
        text.content.push('\n');
    }
    text.content.len()
}

/// Whether a line that ends with a hyphen ends here: an empty line behind it keeps it from being joined with what
/// a mark parts it from when the text is read again.
fn ends_parted(text: &Text, at: usize) -> bool {
    text.content.get(..at).is_some_and(|before| before.ends_with("-\n"))
}

/// Makes the line that began at `before` what stays when it is read again. Says whether it is a page mark now that
/// tags and page ends are off it, and so none of the text.
fn settle(text: &mut Text, before: usize, seams: &mut Vec<usize>, marks: &mut Vec<Mark>) -> bool {
    trim_blanks(text, before);
    if is_page_mark(text.content.get(before..).unwrap_or("")) {
        seams.clear();
        text.content.truncate(before);
        mark(marks, before, MarkKind::Page);
        return true;
    }
    set_apart(text, before, seams);
    false
}

/// Takes the blanks off the end of the line that began at `before`.
fn trim_blanks(text: &mut Text, before: usize) {
    text.content.truncate(text.content.trim_end_matches(' ').len().max(before));
}

/// Sets a blank behind each `<` and `&` of the line that began at `before` which only now, at a seam where something
/// was taken out or replaced, seems to open a tag or an entity: read again, the text would say something else.
fn set_apart(text: &mut Text, before: usize, seams: &mut Vec<usize>) {
    let mut places: Vec<usize> = Vec::new();
    let bytes = text.content.as_bytes();
    for seam in seams.drain(..) {
        let reach = bytes.get(before.max(seam.saturating_sub(LONGEST_TAG + 2))..seam).unwrap_or(&[]);
        let Some(back) = reach.iter().rev().position(|b| matches!(b, b'<' | b'&')) else { continue };
        let at = seam - 1 - back;
        let (Some(opener), Some(rest)) = (bytes.get(at), text.content.get(at + 1..)) else { continue };
        let name_reaches = bytes
            .get(at..seam)
            .is_some_and(|name| !name.iter().any(|b| *b == b'>' || b.is_ascii_whitespace()));
        let misread = match opener {
            b'<' => name_reaches && rest.starts_with(opens_tag) || tag(&text.content[at..]).is_some(),
            _ => entity_tail(rest).is_some(),
        };
        if misread && places.last().is_none_or(|last| *last <= at) {
            places.push(at + 1);
        }
    }
    if !places.is_empty() {
        let line = text.content.split_off(before);
        let mut from = 0;
        for place in &places {
            text.content.push_str(line.get(from..place - before).unwrap_or(""));
            text.content.push(' ');
            from = place - before;
        }
        text.content.push_str(line.get(from..).unwrap_or(""));
        text.source.insert_blanks(before, &places);
    }
}

fn push(text: &mut Text, line: &str, from: usize, to: usize, at: usize) {
    if let Some(stretch) = line.get(from..to)
        && !stretch.is_empty()
    {
        text.source.push(text.content.len(), at + from);
        text.content.push_str(stretch);
    }
}

/// Whether a `<` before this character looks like a tag.
pub(in crate::text) fn opens_tag(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')
}

fn is_special(b: u8) -> bool {
    matches!(b, b'<' | b'&' | b'\t' | 0x0C | 0xC2)
}

/// Tags that old filings put into plain text; anything else in angle brackets is text.
fn tag(rest: &str) -> Option<(usize, Option<MarkKind>)> {
    let inner = rest.get(1..)?;
    let end = inner.bytes().take(LONGEST_TAG).position(|b| b == b'>')?;
    let name = inner.get(..end)?.trim_end();
    let length = end + 2;
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    if is("page") {
        return Some((length, Some(MarkKind::Page)));
    }
    if is("table") {
        return Some((length, Some(MarkKind::TableStart)));
    }
    if is("/table") {
        return Some((length, Some(MarkKind::TableEnd)));
    }
    let name = name.strip_prefix('/').unwrap_or(name);
    let is = |word: &str| name.eq_ignore_ascii_case(word);
    let footnote = name.len() <= 3
        && name.get(..1).is_some_and(|f| f.eq_ignore_ascii_case("f"))
        && name.get(1..).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let known = is("caption") || is("s") || is("c") || is("fn") || is("text") || is("pdf") || footnote;
    let html = ["b", "i", "u", "p", "br", "hr", "font", "div", "center", "pre", "html", "body", "tr", "td"];
    (known || html.iter().any(|h| is(h))).then_some((length, None))
}

/// Length of the page number that follows a `<PAGE>` on its line.
fn page_number(rest: &str, from: usize) -> usize {
    let after = rest.get(from..).unwrap_or("");
    let number = after.trim();
    let is_number = number.len() <= 6
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        && number.bytes().any(|b| b.is_ascii_digit() || matches!(b.to_ascii_lowercase(), b'i' | b'v' | b'x'));
    if is_number { after.len() } else { 0 }
}

/// A drawn line that says where a page begins or ends ("BEGINNING OF PAGE #1").
fn is_page_mark(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.starts_with("--")
        && trimmed.ends_with("--")
        && memchr::memmem::find(trimmed.to_ascii_uppercase().as_bytes(), b"OF PAGE #").is_some()
}

/// An entity at the start of `rest`; one that was encoded twice ("&amp;lt;") is what was meant.
fn entity(rest: &str) -> Option<(usize, char)> {
    let (mut at, mut found) = (1, None);
    while let Some((length, c)) = entity_tail(rest.get(at..).unwrap_or("")) {
        at += length;
        found = Some((at, c));
        if c != '&' {
            break;
        }
    }
    found
}

/// What an ampersand before `rest` would make of it: the few entities that old filings use in plain text.
fn entity_tail(rest: &str) -> Option<(usize, char)> {
    const NAMED: [(&str, char); 6] =
        [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("nbsp;", ' '), ("quot;", '"'), ("sect;", '\u{A7}')];
    for (name, c) in NAMED {
        if rest.get(..name.len()).is_some_and(|r| r.eq_ignore_ascii_case(name)) {
            return Some((name.len(), c));
        }
    }
    let digits = rest.strip_prefix('#')?;
    let length = digits.bytes().take(7).take_while(u8::is_ascii_digit).count();
    if digits.as_bytes().get(length) != Some(&b';') {
        return None;
    }
    let number: u32 = digits.get(..length)?.parse().ok()?;
    let c = match number {
        160 => ' ',
        128..=159 => crate::text::decode::windows_1252(number as u8),
        _ => char::from_u32(number).filter(|c| !c.is_control())?,
    };
    Some((length + 2, c))
}
