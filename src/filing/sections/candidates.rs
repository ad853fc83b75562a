//! Every place that may be the heading of an item, with how much speaks for it.

use super::catalog::{self, Slot};
use super::label::{self, Label};
use super::lines::{self, Line};
use crate::span::Span;

/// How a heading is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `Item 7.`, with or without a title.
    Labelled,
    /// `7.` and a title.
    Bare,
    /// A title alone.
    Titled,
    /// No heading that could be read; a link of the contents leads here.
    Linked,
}

/// A place that may begin an item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Index of its first line.
    pub line: usize,
    /// The heading's characters.
    pub span: Span,
    /// First item it stands for, as an index into the catalog.
    pub first: usize,
    /// Last item it stands for: another one for combined headings.
    pub last: usize,
    /// What speaks for it.
    pub score: f32,
    /// How it is written.
    pub style: Style,
    /// Whether its title is the item's.
    pub titled: bool,
    /// "(continued)": a running head.
    pub continued: bool,
    /// It stands in a table of contents or an index.
    pub contents: bool,
}

/// Where a title ends and what follows it.
struct TitleEnd {
    at: usize,
    last_line: usize,
    next: Option<char>,
    words: usize,
}

/// Collects the candidates of one catalog, in reading order.
pub(crate) fn collect(lines: &[Line<'_>], slots: &[Slot]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        if !may_begin(line.text) {
            continue;
        }
        match label::read(line.text) {
            Some(label) if label.word => labelled(lines, i, &label, slots, &mut found),
            Some(label) => bare(lines, i, &label, slots, &mut found),
            // The second line of a wrapped title is no heading of its own.
            None if found.last().is_some_and(|c| c.span.end > line.span.start) => {}
            None => titled(lines, i, slots, &mut found),
        }
    }
    found
}

/// A cheap look at a line's first letters: most lines can begin no heading.
fn may_begin(text: &str) -> bool {
    let head = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    head.chars()
        .next()
        .is_some_and(|c| c.is_ascii_digit() || c.is_uppercase() || matches!(c, 'i' | 'l' | 'm' | 'p'))
        && !text.is_empty()
}

fn labelled(lines: &[Line<'_>], i: usize, label: &Label, slots: &[Slot], found: &mut Vec<Candidate>) {
    let line = &lines[i];
    let rest = line.text.get(label.end..).unwrap_or("");
    if label.quoted || in_prose(lines, i) {
        return;
    }
    let letters = title_letters(lines, i, rest);
    let (first, last) = (label.numbers[0], label.numbers[label.numbers.len() - 1]);
    let named: Vec<(usize, usize)> = (0..slots.len())
        .filter(|s| slots[*s].number == first)
        .map(|s| (s, (s..slots.len()).find(|t| slots[*t].number == last).unwrap_or(s)))
        .collect();
    let end = title_end(lines, i, label.end);
    let continued = is_continued(line.text);
    let bonus = if line.marked || lines::is_capitals(line.text) { 1.0 } else { 0.0 }
        + if line.opens { 1.0 } else { 0.0 }
        - if continued { 5.0 } else { 0.0 };
    let mut push = |first: usize, last: usize, score: f32, titled: bool, end: usize| {
        let span = Span::new(line.span.start, end.max(line.span.start + label.end));
        let style = Style::Labelled;
        found.push(Candidate {
            line: i,
            span,
            first,
            last,
            score,
            style,
            titled,
            continued,
            contents: false,
        });
    };
    let titled: Vec<_> =
        named.iter().copied().filter(|(s, t)| (*s..=*t).any(|x| slots[x].titled(&letters, 45))).collect();
    let runs_on = end.next.is_some_and(|c| c.is_lowercase() || matches!(c, '"' | '”' | '’' | ','))
        && !starts_lower(rest)
        && end.words > 0;
    if !titled.is_empty() {
        if runs_on && end.last_line == i {
            return;
        }
        if starts_lower(rest) && !label.closed {
            return;
        }
        for (s, t) in titled {
            push(s, t, 10.0 + bonus, true, end.at);
        }
        return;
    }
    // A title that belongs to another item: the number was mistaken or comes from another form.
    if let Some(other) = slots.iter().position(|slot| slot.number.0 > 0 && slot.titled(&letters, 8)) {
        if label.closed && line.opens && !runs_on {
            push(other, other, 5.0 + bonus, true, end.at);
        }
        return;
    }
    if starts_lower(rest) {
        return;
    }
    let line_end = line.span.start + label.end;
    if rest.is_empty() {
        if line.opens {
            for (s, t) in named {
                push(s, t, 4.0 + bonus, false, line_end);
            }
        }
    } else if label.closed && line.opens {
        let heading_like =
            rest.len() <= 110 && (line.marked || lines::is_capitals(rest) || is_title_case(rest));
        let stop = if heading_like { line.span.end } else { line_end };
        for (s, t) in named {
            push(s, t, if heading_like { 4.0 } else { 3.0 } + bonus, false, stop);
        }
    }
}

fn bare(lines: &[Line<'_>], i: usize, label: &Label, slots: &[Slot], found: &mut Vec<Candidate>) {
    let line = &lines[i];
    let rest = line.text.get(label.end..).unwrap_or("");
    if rest.is_empty()
        || starts_lower(rest)
        || label.quoted
        || in_prose(lines, i)
        || !line.opens && !follows_rule(lines, i)
    {
        return;
    }
    let letters = title_letters(lines, i, rest);
    let end = title_end(lines, i, label.end);
    if end.next.is_some_and(char::is_lowercase) && end.last_line == i {
        return;
    }
    let bonus = if line.marked || lines::is_capitals(rest) { 1.0 } else { 0.0 };
    for (s, slot) in slots.iter().enumerate() {
        if slot.number == label.numbers[0] && slot.titled(&letters, 12) {
            found.push(Candidate {
                line: i,
                span: Span::new(line.span.start, end.at),
                first: s,
                last: s,
                score: 6.0 + bonus,
                style: Style::Bare,
                titled: true,
                continued: is_continued(line.text),
                contents: false,
            });
        }
    }
}

fn titled(lines: &[Line<'_>], i: usize, slots: &[Slot], found: &mut Vec<Candidate>) {
    let line = &lines[i];
    if line.text.len() > 160 || !(line.opens || follows_rule(lines, i) || line.marked) || in_prose(lines, i) {
        return;
    }
    let letters = lines::letters(line.text, 130);
    let capitals = lines::is_capitals(line.text);
    let alone = lines.get(i + 1).is_none_or(|next| next.opens || lines::is_rule(next.text));
    let set_apart = line.marked || capitals || lines.get(i + 1).is_some_and(|n| lines::is_rule(n.text));
    if !(set_apart || alone) || starts_lower(line.text) {
        return;
    }
    for (s, slot) in slots.iter().enumerate() {
        if !slot.titled(&letters, 0) {
            continue;
        }
        let discussion = slot.kind == Some(super::SectionKind::Mdna);
        let end = title_end(lines, i, 0);
        // Up to a few words more than the title: the company's name, the years.
        let left = line.span.end.saturating_sub(end.at);
        let whole = match slot.number.0 {
            0 if !discussion => letters == "signatures" || letters == "signature",
            _ if discussion => end.last_line > i || left <= 48,
            _ => set_apart && (end.last_line > i || left <= 4),
        };
        if !whole || (end.next.is_some_and(char::is_lowercase) && !capitals) {
            continue;
        }
        let base = if discussion {
            4.0
        } else if slot.number.0 == 0 {
            6.0
        } else {
            2.0
        };
        let score = base + if set_apart { 1.0 } else { 0.0 };
        found.push(Candidate {
            line: i,
            span: Span::new(line.span.start, end.at.max(line.span.end.min(end.at + 1))),
            first: s,
            last: s,
            score,
            style: Style::Titled,
            titled: true,
            continued: is_continued(line.text),
            contents: false,
        });
        break;
    }
}

/// Whether a line only goes on with the sentence of the line before.
fn in_prose(lines: &[Line<'_>], i: usize) -> bool {
    let line = &lines[i];
    if line.opens || i == 0 {
        return false;
    }
    let before = &lines[i - 1];
    before.text.len() >= 40
        && !before.text.ends_with(['.', ':', ';', '!', '?'])
        && !lines::is_rule(before.text)
        && !lines::is_capitals(before.text)
        && !(before.marked && line.marked)
}

fn follows_rule(lines: &[Line<'_>], i: usize) -> bool {
    i > 0 && (lines::is_rule(lines[i - 1].text) || lines::is_page_number(lines[i - 1].text))
}

fn starts_lower(text: &str) -> bool {
    text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
}

/// Whether nearly all longer words begin with a capital.
fn is_title_case(text: &str) -> bool {
    let (mut upper, mut all) = (0, 0);
    for word in text.split(lines::is_blank).filter(|w| w.len() > 3) {
        all += 1;
        upper += usize::from(!word.starts_with(char::is_lowercase));
    }
    all > 0 && upper * 5 >= all * 4 && !text.trim_end().ends_with(',')
}

/// "(continued)" at a line's end, in its usual spellings.
pub(crate) fn is_continued(text: &str) -> bool {
    let tail: String = lines::letters(text, 300);
    tail.ends_with("continued") || tail.ends_with("cont") || tail.ends_with("contd")
}

/// The letters of the title after a label: the rest of the line and, while the title is short, the lines after.
fn title_letters(lines: &[Line<'_>], i: usize, rest: &str) -> String {
    let mut letters = lines::letters(rest, 160);
    for next in lines.iter().skip(i + 1).take(3) {
        if letters.len() >= 60 || label::read(next.text).is_some_and(|l| l.word) {
            break;
        }
        letters.push_str(&lines::letters(next.text, 160 - letters.len()));
    }
    letters
}

/// Follows the words of a title from `offset` of line `i` on, over wrapped lines.
fn title_end(lines: &[Line<'_>], i: usize, offset: usize) -> TitleEnd {
    let mut end = TitleEnd { at: lines[i].span.start + offset, last_line: i, next: None, words: 0 };
    let mut open = true;
    for (l, line) in lines.iter().enumerate().skip(i).take(5) {
        let from = if l == i { offset } else { 0 };
        if l > i {
            if lines::is_rule(line.text) {
                continue;
            }
            // A new block goes on with the title only where the title is plainly unfinished.
            if line.opens && !open {
                return end;
            }
        }
        let text = line.text.get(from..).unwrap_or("");
        let mut at = line.span.start + from;
        for word in text.split_inclusive(lines::is_blank) {
            let bare = word.trim_matches(lines::is_blank);
            let start = at;
            at += word.len();
            if bare.is_empty() || bare.chars().all(|c| !c.is_alphanumeric()) {
                continue;
            }
            if end.words >= 30 || !catalog::is_title_word(bare) {
                end.next = bare.chars().next();
                if end.words == 0 && l == i {
                    end.at = lines[i].span.start + offset;
                }
                return end;
            }
            end.words += 1;
            end.at = start + (word.len() - word.trim_start_matches(lines::is_blank).len()) + bare.len();
            end.last_line = l;
            let lower = bare.to_ascii_lowercase();
            open = matches!(
                lower.as_str(),
                "of" | "and" | "the" | "or" | "for" | "in" | "on" | "about" | "with" | "to"
            );
            if bare.ends_with(['"', '”']) {
                end.next = Some('”');
                return end;
            }
            if bare.ends_with(',') && text_after_is_lower(text, at - line.span.start - from) {
                end.next = Some(',');
                return end;
            }
            if bare.ends_with(['.', ':', ')']) && end.words > 1 {
                return end;
            }
        }
        open |= end.words == 0;
    }
    end
}

fn text_after_is_lower(text: &str, at: usize) -> bool {
    let after = text.get(at..).unwrap_or("").trim_start_matches(lines::is_blank);
    let word = after.split(lines::is_blank).next().unwrap_or("");
    word.starts_with(char::is_lowercase) && !catalog::is_title_word(word)
}
