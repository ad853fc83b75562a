//! Lines in reading order to paragraphs.

use super::lines::Word;
use super::notes::usual_gap;
use super::order::Placed;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A paragraph as the worker sends it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Paragraph {
    /// Its characters, without line ends.
    pub(super) text: String,
    /// Wholly bold.
    pub(super) bold: bool,
    /// Wholly italic.
    pub(super) italic: bool,
    /// Centred.
    pub(super) centered: bool,
    /// Footnote marks: byte offsets in the text, with their brackets.
    pub(super) marks: Vec<(usize, usize)>,
    /// From which byte of the text on it stands on which page, from 1.
    pub(super) pages: Vec<(usize, u32)>,
}

/// The paragraphs of a document: its pages, then its notes.
pub(super) fn build(pages: &[Vec<Placed>], notes: &[Placed]) -> Vec<Paragraph> {
    let words = Vocabulary::new(pages.iter().flatten().chain(notes));
    let mut out: Vec<Paragraph> = Vec::new();
    let mut previous: Option<(&Placed, f64)> = None;
    for page in pages {
        let gap = usual_gap(page);
        for line in page {
            let starts = previous.is_none_or(|(last, gap)| starts_paragraph(last, line, gap));
            push(&mut out, line, starts, &words);
            previous = Some((line, gap));
        }
    }
    let mut previous: Option<&Placed> = None;
    for line in notes {
        let marked = line.line.words.first().is_some_and(Word::is_mark);
        let smaller =
            |w: &Word| w.text.trim_matches(['[', ']', '.', ')', '(']).bytes().all(|b| b.is_ascii_digit());
        let numbered = line.line.words.first().is_some_and(smaller)
            && previous.is_none_or(|last| ends_sentence(&last.line.text()));
        push(&mut out, line, previous.is_none() || marked || numbered, &words);
        previous = Some(line);
    }
    for paragraph in &mut out {
        if paragraph.text.ends_with('\u{AD}') {
            paragraph.text.pop();
        }
    }
    out.retain(|p| !p.text.trim().is_empty());
    out
}

fn push(out: &mut Vec<Paragraph>, line: &Placed, starts: bool, words: &Vocabulary) {
    let text = line.line.text();
    let bold = line.line.words.iter().all(|w| w.bold);
    let italic = line.line.words.iter().all(|w| w.italic);
    if starts || out.is_empty() {
        out.push(Paragraph { bold, italic, centered: is_centered(line), ..Paragraph::default() });
    }
    let Some(paragraph) = out.last_mut() else { return };
    paragraph.bold &= bold;
    paragraph.italic &= italic;
    let mut at = paragraph.text.len();
    words.join(&mut paragraph.text, &text);
    if paragraph.pages.last().is_none_or(|(_, page)| *page != line.page) {
        // Less the hyphen that went.
        let start = paragraph.text.len().saturating_sub(text.trim().len()).min(at);
        let start = (0..=start).rev().find(|n| paragraph.text.is_char_boundary(*n)).unwrap_or(0);
        paragraph.pages.push((start, line.page));
    }
    // Marks are found again in the joined text; a hyphen at the border may have gone.
    at = (0..=at.min(paragraph.text.len()).saturating_sub(2))
        .rev()
        .find(|n| paragraph.text.is_char_boundary(*n))
        .unwrap_or(0);
    for word in line.line.words.iter().filter(|w| w.is_mark()) {
        let mark = format!("[{}]", word.text);
        let found = paragraph.text.get(at..).and_then(|rest| rest.find(&mark));
        if let Some(found) = found {
            paragraph.marks.push((at + found, at + found + mark.len()));
            at += found + mark.len();
        }
    }
}

/// Set in the middle of its column, with room on both sides.
fn is_centered(line: &Placed) -> bool {
    let (left, right) = (line.line.start() - line.left, line.right - line.line.end());
    let size = line.line.size;
    left > 1.5 * size && right > 1.5 * size && (left - right).abs() < 0.12 * (left + right) + size
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\u{201D}', '\u{2019}', ')', ']', '\'']);
    text.ends_with(['.', '?', '!', ':', ';'])
}

/// Whether `line` starts a paragraph after `last`; `gap` is the usual distance of lines on `last`'s page.
fn starts_paragraph(last: &Placed, line: &Placed, gap: f64) -> bool {
    let size = last.line.size.max(1.0);
    let (last_text, text) = (last.line.text(), line.line.text());
    let bold = |p: &Placed| p.line.words.iter().all(|w| w.bold);
    if bold(last) != bold(line) || (last.line.size - line.line.size).abs() > 0.1 * size {
        return true;
    }
    if goes_on(&last_text, &text) && last_text.ends_with('-') {
        return false;
    }
    if is_centered(last) != is_centered(line) {
        return true;
    }
    let indent = line.line.start() - line.left;
    let same_column = last.column == line.column && last.line.up > line.line.up;
    if !same_column {
        // Over a border a sentence goes on unless it has ended, or a new one is set in.
        let goes_on = text.chars().next().is_some_and(char::is_lowercase);
        let room = last.right - last.line.end() > 0.2 * (last.right - last.left);
        return !goes_on
            && (ends_sentence(&last_text) && (room || indent > size)
                || indent > 0.9 * size
                || is_centered(line));
    }
    if last.line.up - line.line.up > 1.35 * gap.max(size) {
        return true;
    }
    if is_centered(line) {
        return true;
    }
    let room = last.right - last.line.end();
    let first = line.line.words.first().map_or(0.0, |w| w.end - w.start);
    // The next word had room on the line above: the line was ended on purpose.
    let ended = room > first + 2.0 * size && room > 0.12 * (last.right - last.left);
    if ended && (ends_sentence(&last_text) || text.chars().next().is_some_and(char::is_uppercase)) {
        return true;
    }
    indent > 0.9 * size && line.line.start() > last.line.start() + 0.9 * size && ends_sentence(&last_text)
}

/// The words of a document, to tell hyphens of words from hyphens at line ends.
struct Vocabulary {
    words: HashSet<String>,
    /// The document cuts words at line ends: some of its cut words stand elsewhere whole.
    cuts: bool,
}

/// Ends that no English word starts with.
const ENDINGS: [&str; 14] = [
    "tion", "tions", "sion", "sions", "ment", "ments", "ing", "ings", "ness", "ities", "tional", "cial",
    "tial", "ture",
];

impl Vocabulary {
    fn new<'a>(lines: impl Iterator<Item = &'a Placed>) -> Vocabulary {
        let mut words = HashSet::new();
        let mut cut: Vec<(String, String)> = Vec::new();
        let mut open: Option<String> = None;
        for line in lines {
            if let (Some(first), Some(second)) = (open.take(), line.line.words.first()) {
                let second: String = second.text.chars().take_while(|c| c.is_alphabetic()).collect();
                if second.chars().next().is_some_and(char::is_lowercase) && !first.is_empty() {
                    cut.push((first.to_lowercase(), second));
                }
            }
            if let Some(half) = line.line.words.last().and_then(|w| w.text.strip_suffix('-')) {
                open = Some(half.trim_start_matches(|c: char| !c.is_alphabetic()).to_owned());
            }
            let count = line.line.words.len();
            for (n, word) in line.line.words.iter().enumerate() {
                // A word cut at the line's end is none.
                if n + 1 == count && word.text.ends_with(['-', '\u{AD}']) || n == 0 {
                    continue;
                }
                let bare = word.text.trim_matches(|c: char| !c.is_alphanumeric());
                if !bare.is_empty() {
                    words.insert(bare.to_lowercase());
                }
            }
        }
        let cuts = cut.iter().any(|(first, second)| {
            words.contains(&format!("{first}{second}")) || ENDINGS.contains(&second.as_str())
        });
        Vocabulary { words, cuts }
    }

    /// Adds a line to a paragraph.
    fn join(&self, paragraph: &mut String, line: &str) {
        let line = line.trim();
        let clean;
        let line = if line.contains('\u{AD}') {
            clean = self.without_soft_hyphens(line);
            clean.as_str()
        } else {
            line
        };
        if paragraph.is_empty() {
            paragraph.push_str(line);
        } else if paragraph.ends_with('\u{AD}') || (paragraph.ends_with('-') && self.is_cut(paragraph, line))
        {
            paragraph.pop();
            paragraph.push_str(line);
        } else if paragraph.ends_with('-') && goes_on(paragraph, line) {
            paragraph.push_str(line);
        } else {
            paragraph.push(' ');
            paragraph.push_str(line);
        }
    }

    /// A line without soft hyphens inside its words; the one at its end stays. Two words of the document keep
    /// a hyphen between them: some fonts draw it as the soft one.
    fn without_soft_hyphens(&self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        for word in line.split(' ') {
            if !out.is_empty() {
                out.push(' ');
            }
            let core = word.trim_matches('\u{AD}');
            let halves: Vec<&str> = core.split('\u{AD}').collect();
            let bare = |half: &&str| half.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let compound = !self.words.contains(&bare(&halves.concat().as_str()))
                && halves.iter().all(|half| self.words.contains(&bare(half)));
            out.push_str(&halves.join(if compound { "-" } else { "" }));
        }
        if line.ends_with('\u{AD}') {
            out.push('\u{AD}');
        }
        out
    }

    /// Whether the hyphen at the end only cuts a word.
    fn is_cut(&self, paragraph: &str, line: &str) -> bool {
        let head = paragraph.trim_end_matches('-');
        let first: String = head.chars().rev().take_while(|c| c.is_alphabetic() || *c == '-').collect();
        let first: String = first.chars().rev().collect();
        let second: String = line.chars().take_while(|c| c.is_alphabetic()).collect();
        let small = |s: &str| s.chars().next().is_some_and(char::is_lowercase);
        // "over-" and "the-counter": one compound of three.
        if line.get(second.len()..).is_some_and(|rest| rest.starts_with('-')) {
            return false;
        }
        let inside = first.rsplit('-').next().unwrap_or("").to_owned();
        if !small(&second) || inside.is_empty() || inside.chars().any(|c| !c.is_alphabetic()) {
            return false;
        }
        let (first, second) = (first.to_lowercase(), second.to_lowercase());
        let has = |word: &str| self.words.contains(word);
        if has(&format!("{first}-{second}")) {
            return false;
        }
        if has(&format!("{first}{second}")) || has(&format!("{}{second}", inside.to_lowercase())) {
            return true;
        }
        if !self.cuts || first.contains('-') {
            return false;
        }
        const PREFIXES: [&str; 8] = ["non", "self", "co", "pre", "post", "anti", "vice", "cross"];
        if PREFIXES.contains(&inside.to_lowercase().as_str()) {
            return false;
        }
        // Two words of the document make a compound; a half that is none is a piece.
        !(has(&inside.to_lowercase()) && has(&second))
    }
}

/// Whether a word with a hyphen goes on in the next line.
fn goes_on(paragraph: &str, line: &str) -> bool {
    let before = paragraph.trim_end_matches('-').chars().next_back();
    let after = line.chars().next();
    before.is_some_and(char::is_alphanumeric)
        && after.is_some_and(char::is_alphanumeric)
        && !paragraph.ends_with("--")
}
