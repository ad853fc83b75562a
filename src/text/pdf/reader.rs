//! All steps from bytes to an answer, in one process: open, pages to glyphs, lines, order, paragraphs.

use super::Answer;
use super::content::{self, Fonts, Glyph, Page};
use super::document::{self, Closed};
use super::order::Placed;
use super::paragraphs::Paragraph;
use super::{lines, notes, order, paragraphs, running};
use crate::text::quality;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Share of lost characters from which a text is unreadable; below, what is left can be read.
const MOST_LOST: f64 = 0.2;
/// Share of a page under pictures from which a page without text is a scan.
const SCANNED: f64 = 0.3;
/// Share of odd words from which the hidden text behind a scan is worse than none. Clean orders have 0.01.
const MOST_ODD: f64 = 0.03;
/// Words needed before shares mean anything.
const ENOUGH_WORDS: usize = 60;

/// Reads a document.
pub(super) fn answer(bytes: &[u8]) -> Answer {
    let open = match catch_unwind(|| document::open(bytes)) {
        Ok(Ok(open)) => open,
        Ok(Err(Closed::Encrypted)) => return Answer::failed("encrypted"),
        Ok(Err(Closed::Malformed)) | Err(_) => return Answer::failed("malformed"),
    };
    let mut fonts = Fonts::default();
    let mut found = Found::default();
    let mut pages: Vec<Vec<Placed>> = Vec::with_capacity(open.pages.len());
    for (number, id) in (1..).zip(&open.pages) {
        let page = catch_unwind(AssertUnwindSafe(|| {
            let node = open.document.objects.get(id)?.as_dict().ok()?;
            let page = content::read(&open.document, node, &mut fonts)?;
            Some(found.page(page, number))
        }));
        match page {
            Ok(Some(lines)) => pages.push(lines),
            Ok(None) | Err(_) => {
                found.lost_pages += 1;
                pages.push(Vec::new());
            }
        }
    }
    let mut flags = found.flags(open.pages.len(), open.repaired);
    if open.repaired {
        flags.push("repaired".to_owned());
    }
    let mut answer = Answer { pages: open.pages.len() as u32, flags, ..Answer::default() };
    if ["malformed", "no-text-layer", "unreadable-text"].iter().any(|f| answer.flags.iter().any(|g| g == f)) {
        return answer;
    }
    answer.removed = running::cut(&mut pages);
    let notes = notes::take(&mut pages);
    answer.paragraphs = paragraphs::build(&pages, &notes);
    if let Some(flag) = found.verdict(&answer.paragraphs) {
        answer.flags.extend(flag.iter().map(|f| (*f).to_owned()));
        answer.paragraphs.clear();
        answer.removed.clear();
    } else if found.hidden > found.shown {
        answer.flags.push("ocr-layer".to_owned());
    }
    answer
}

/// What the pages of a document were like.
#[derive(Default)]
struct Found {
    shown: usize,
    hidden: usize,
    lost: usize,
    scanned_pages: usize,
    text_pages: usize,
    lost_pages: usize,
}

impl Found {
    /// The lines of a page in reading order.
    fn page(&mut self, page: Page, number: u32) -> Vec<Placed> {
        let hidden = page.glyphs.iter().filter(|g| g.hidden).count();
        let mut glyphs = page.glyphs;
        // Hidden text behind visible text says it twice.
        if hidden * 2 < glyphs.len() {
            glyphs.retain(|g| !g.hidden);
            self.shown += glyphs.len();
        } else {
            self.hidden += hidden;
        }
        self.lost += glyphs.iter().filter(|g| g.font.shown(g.code).text.contains('\u{FFFD}')).count();
        if glyphs.is_empty() {
            self.scanned_pages += usize::from(page.pictures > SCANNED);
            return Vec::new();
        }
        self.text_pages += 1;
        let mut out: Vec<Placed> = Vec::new();
        for turn in turns(&glyphs) {
            let columns = out.last().map_or(0, |line| line.column + 1);
            let placed = order::order(lines::lines(&glyphs, turn));
            out.extend(placed.into_iter().map(|line| Placed {
                column: line.column + columns,
                page: number,
                ..line
            }));
        }
        out
    }

    fn flags(&self, pages: usize, repaired: bool) -> Vec<String> {
        let mut flags = Vec::new();
        let glyphs = self.shown + self.hidden;
        if self.text_pages == 0 {
            // A damaged file without a picture has lost its text; it never was a scan.
            let damaged = self.lost_pages == pages || repaired && self.scanned_pages == 0;
            flags.push(if damaged { "malformed" } else { "no-text-layer" });
        } else if self.lost as f64 > MOST_LOST * glyphs as f64 {
            flags.push("unreadable-text");
        }
        if self.lost_pages > 0 && self.text_pages > 0 {
            flags.push("pages-lost");
        }
        if self.scanned_pages > 0 && self.text_pages > 0 {
            flags.push("pages-without-text");
        }
        flags.into_iter().map(str::to_owned).collect()
    }

    /// Flags of a text that is none.
    fn verdict(&self, paragraphs: &[Paragraph]) -> Option<&'static [&'static str]> {
        let text: Vec<&str> = paragraphs.iter().map(|p| p.text.as_str()).collect();
        let text = text.join("\n");
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Some(&["no-text-layer"]);
        }
        if words.len() < ENOUGH_WORDS {
            return None;
        }
        if self.hidden > self.shown {
            let odd = words.iter().filter(|word| is_odd(word)).count();
            return (odd as f64 > MOST_ODD * words.len() as f64)
                .then_some(&["no-text-layer", "poor-ocr-layer"]);
        }
        let figures = quality::measure(&text);
        let letters = figures.letters_share > 0.5;
        (letters && figures.dictionary_share < 0.03 || figures.letters_share < 0.1)
            .then_some(&["unreadable-text"])
    }
}

/// Directions of writing on a page, the commonest first.
fn turns(glyphs: &[Glyph]) -> Vec<u8> {
    let mut counts = [0_usize; 4];
    for glyph in glyphs {
        if let Some(count) = counts.get_mut(usize::from(glyph.turn)) {
            *count += 1;
        }
    }
    let mut turns: Vec<u8> =
        (0..4).filter(|turn| counts.get(usize::from(*turn)).is_some_and(|n| *n > 0)).collect();
    turns.sort_by_key(|turn| std::cmp::Reverse(counts.get(usize::from(*turn)).copied().unwrap_or(0)));
    turns
}

/// Not a word as people write it: a lone letter or sign, letters without a vowel, signs or capitals inside.
fn is_odd(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters: Vec<char> = core.chars().collect();
    match letters.as_slice() {
        [] => !matches!(
            word,
            "-" | "\u{2013}" | "\u{2014}" | "&" | "\u{2022}" | "\u{A7}" | "$" | "/" | "*" | ")"
        ),
        [one] => one.is_alphabetic() && !matches!(one, 'a' | 'A' | 'I') && one.is_lowercase(),
        _ => {
            let alphabetic = letters.iter().all(|c| c.is_alphabetic());
            let lower = letters.iter().filter(|c| c.is_lowercase()).count();
            let vowel = letters.iter().any(|c| "aeiouyAEIOUY".contains(*c));
            let inner_capital =
                letters.windows(2).any(|w| matches!(w, [a, b] if a.is_lowercase() && b.is_uppercase()));
            alphabetic && (lower * 2 > letters.len() && !vowel || inner_capital)
                || core.contains(['~', '\u{A2}', '\u{A9}', '\u{AE}', '=', '<', '>', '{', '}', '|', '_', '\\'])
        }
    }
}
