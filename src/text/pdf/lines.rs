//! Glyphs to words and words to lines.

use super::content::Glyph;

/// A word, or a piece of one.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) start: f64,
    pub(super) end: f64,
    pub(super) up: f64,
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) italic: bool,
    /// A blank was drawn before or behind it.
    blank_before: bool,
    blank_after: bool,
    /// Raised or lowered against the line.
    pub(super) shifted: Shift,
}

/// Where a word stands against the line's base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    /// On it.
    Base,
    /// Small and above it: a footnote mark, an exponent.
    Raised,
    /// Small and below it.
    Lowered,
}

/// Words on one base line, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    pub(super) up: f64,
    pub(super) size: f64,
}

impl Line {
    pub(super) fn new(words: Vec<Word>) -> Line {
        let base = words.iter().filter(|w| w.shifted == Shift::Base).max_by_key(|w| w.text.len());
        let (up, size) = base.or(words.first()).map_or((0.0, 0.0), |w| (w.up, w.size));
        Line { words, up, size }
    }

    pub(super) fn start(&self) -> f64 {
        self.words.first().map_or(0.0, |w| w.start)
    }

    pub(super) fn end(&self) -> f64 {
        self.words.iter().map(|w| w.end).fold(f64::MIN, f64::max)
    }

    /// The words with blanks between them, footnote marks in brackets.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for word in &self.words {
            if !out.is_empty() {
                out.push(' ');
            }
            if word.is_mark() {
                out.push('[');
                out.push_str(&word.text);
                out.push(']');
            } else {
                out.push_str(&word.text);
            }
        }
        out
    }
}

impl Word {
    /// A footnote mark: a raised number of three digits at most.
    pub(super) fn is_mark(&self) -> bool {
        self.shifted == Shift::Raised && self.text.len() <= 3 && self.text.bytes().all(|b| b.is_ascii_digit())
    }
}

/// A gap of this share of the font size parts words where blanks are drawn: a kern never is as wide.
const GAP_BESIDE_BLANKS: f64 = 0.22;
/// The same where no blanks are drawn and gaps are all there is.
const GAP_ALONE: f64 = 0.19;
/// Blanks for each hundred glyphs from which blanks are said to be drawn.
const FEW_BLANKS: usize = 5;

/// Lines of one writing direction, from the top down.
pub(super) fn lines(glyphs: &[Glyph], turn: u8) -> Vec<Line> {
    let gap = gap_of(glyphs);
    let mut words = words(glyphs, turn, gap);
    words.sort_by(|a, b| b.up.total_cmp(&a.up).then(a.start.total_cmp(&b.start)));
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in words {
        let joins = rows
            .last()
            .and_then(|row| row.first())
            .is_some_and(|first| (first.up - word.up).abs() <= 0.18 * first.size.min(word.size));
        match rows.last_mut() {
            Some(row) if joins => row.push(word),
            _ => rows.push(vec![word]),
        }
    }
    attach_shifted(&mut rows);
    rows.retain(|row| !row.is_empty());
    let mut lines: Vec<Line> = rows
        .into_iter()
        .map(|mut row| {
            row.sort_by(|a, b| a.start.total_cmp(&b.start));
            Line::new(glue(row, gap))
        })
        .collect();
    lines.sort_by(|a, b| b.up.total_cmp(&a.up));
    lines
}

fn gap_of(glyphs: &[Glyph]) -> f64 {
    let blanks = glyphs.iter().filter(|g| is_blank(g)).count();
    if blanks * 100 >= glyphs.len() * FEW_BLANKS { GAP_BESIDE_BLANKS } else { GAP_ALONE }
}

fn is_blank(glyph: &Glyph) -> bool {
    let text = &glyph.font.shown(glyph.code).text;
    !text.is_empty() && text.bytes().all(|b| b == b' ')
}

/// Runs of glyphs in the order in which they are drawn.
fn words(glyphs: &[Glyph], turn: u8, gap: f64) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    // Whether the last word may go on, and whether a blank was drawn since it.
    let (mut open, mut blank) = (false, false);
    let mut last_start = f64::MIN;
    for glyph in glyphs.iter().filter(|g| g.turn == turn) {
        let text = glyph.font.shown(glyph.code).text.as_str();
        if is_blank(glyph) {
            if let Some(word) = out.last_mut().filter(|w| open && same_base(w, glyph)) {
                word.blank_after = true;
            }
            (open, blank) = (false, true);
            continue;
        }
        if text.is_empty() {
            continue;
        }
        if let Some(word) = out.last_mut().filter(|w| same_base(w, glyph)) {
            let space = glyph.along - word.end;
            // Bold made by drawing twice.
            let twice = (glyph.along - last_start).abs() < 0.08 * glyph.size && word.text.ends_with(text);
            if twice {
                continue;
            }
            if open && space < gap * glyph.size && space > -0.5 * glyph.size {
                word.text.push_str(text);
                word.end = word.end.max(glyph.end);
                last_start = glyph.along;
                continue;
            }
        }
        // Characters that overlap one word twice belong together with their blank.
        out.push(Word {
            text: text.to_owned(),
            start: glyph.along,
            end: glyph.end,
            up: glyph.up,
            size: glyph.size,
            bold: glyph.font.bold,
            italic: glyph.font.italic,
            blank_before: blank,
            blank_after: false,
            shifted: Shift::Base,
        });
        last_start = glyph.along;
        (open, blank) = (true, false);
    }
    out
}

fn same_base(word: &Word, glyph: &Glyph) -> bool {
    (word.up - glyph.up).abs() < 0.05 * glyph.size && (word.size - glyph.size).abs() < 0.06 * glyph.size
}

/// Small words a little above or below a line that they touch become part of it.
fn attach_shifted(rows: &mut [Vec<Word>]) {
    let heads: Vec<(f64, f64)> = rows
        .iter()
        .map(|row| row.iter().map(|w| (w.up, w.size)).fold((0.0, 0.0), |a, b| if b.1 > a.1 { b } else { a }))
        .collect();
    for n in 0..rows.len() {
        let row = rows.get_mut(n).map(std::mem::take).unwrap_or_default();
        let (mut kept, mut moved) = (Vec::new(), Vec::new());
        for word in row {
            match host(rows, &heads, n, &word) {
                Some((to, shift)) => moved.push((to, Word { shifted: shift, ..word })),
                None => kept.push(word),
            }
        }
        if let Some(slot) = rows.get_mut(n) {
            *slot = kept;
        }
        for (to, word) in moved {
            if let Some(target) = rows.get_mut(to) {
                target.push(word);
            }
        }
    }
}

/// The row that a small word belongs to.
fn host(rows: &[Vec<Word>], heads: &[(f64, f64)], own: usize, word: &Word) -> Option<(usize, Shift)> {
    let near = own.saturating_sub(6)..(own + 7).min(rows.len());
    near.filter(|n| *n != own).find_map(|n| {
        let (up, size) = *heads.get(n)?;
        if word.size > 0.86 * size {
            return None;
        }
        let rise = (word.up - up) / size;
        let shift = if (0.12..0.75).contains(&rise) {
            Shift::Raised
        } else if (-0.4..-0.05).contains(&rise) {
            Shift::Lowered
        } else {
            return None;
        };
        let touches = rows.get(n)?.iter().any(|w| {
            w.size > word.size * 1.1
                && ((word.start - w.end).abs() < 0.45 * size || (w.start - word.end).abs() < 0.8 * size)
        });
        touches.then_some((n, shift))
    })
}

/// Pieces of one word joined.
fn glue(row: Vec<Word>, gap: f64) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(row.len());
    for word in row {
        if let Some(last) = out.last_mut() {
            let blank = last.blank_after || word.blank_before && word.start > last.end - 0.1 * word.size;
            let space = word.start - last.end;
            let size = last.size.max(word.size);
            let mark = word.is_mark() || last.is_mark();
            // A word drawn twice in the same place.
            if last.text == word.text && (last.start - word.start).abs() < 0.1 * size {
                continue;
            }
            if !blank && !mark && space < gap * size {
                last.text.push_str(&word.text);
                last.end = last.end.max(word.end);
                last.blank_after = word.blank_after;
                last.bold &= word.bold;
                if last.shifted != Shift::Base {
                    (last.shifted, last.up, last.size) = (word.shifted, word.up, word.size);
                }
                continue;
            }
        }
        out.push(word);
    }
    out
}
