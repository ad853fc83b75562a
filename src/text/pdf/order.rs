//! Reading order: columns of a page and of captions, read one after the other.

use super::lines::{Line, Word};

/// A line where it is read, with the borders of its column.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) line: Line,
    /// Left and right border of the column.
    pub(super) left: f64,
    pub(super) right: f64,
    /// Column on the page, counted in reading order.
    pub(super) column: usize,
    /// Page of the document, from 1; 0 while it is not known.
    pub(super) page: u32,
}

/// A gutter is at least so wide, in font sizes.
const GUTTER: f64 = 0.75;
/// Rows looked at from one start: a page has fewer.
const MOST_ROWS: usize = 250;

/// The lines of a page in reading order.
pub(super) fn order(mut lines: Vec<Line>) -> Vec<Placed> {
    let ruled = drop_rules(&mut lines);
    let mut out = Vec::new();
    let mut column = 0;
    split(lines, &ruled, 0, &mut column, &mut out);
    out
}

/// Rows of lines that have columns: the last row, and where the gutter is.
struct Band {
    last: usize,
    gutter: f64,
    kind: Kind,
}

/// Why rows are columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A rule of signs parts them: they end where it ends.
    Ruled,
    /// The parties of a proceeding beside what it is about.
    Caption,
    /// Running text.
    Columns,
}

fn split(lines: Vec<Line>, ruled: &[Rule], depth: usize, column: &mut usize, out: &mut Vec<Placed>) {
    let mut single: Vec<Line> = Vec::new();
    let mut rest = lines.into_iter().collect::<std::collections::VecDeque<Line>>();
    while !rest.is_empty() {
        let band = if depth < 4 { band(rest.make_contiguous(), ruled) } else { None };
        let Some(band) = band else {
            single.extend(rest.pop_front());
            continue;
        };
        flush(&mut single, column, out);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for line in rest.drain(..=band.last) {
            let (a, b): (Vec<Word>, Vec<Word>) =
                line.words.into_iter().partition(|w| w.end <= band.gutter + 0.5);
            left.extend((!a.is_empty()).then(|| Line::new(a)));
            right.extend((!b.is_empty()).then(|| Line::new(b)));
        }
        split(left, ruled, depth + 1, column, out);
        split(right, ruled, depth + 1, column, out);
    }
    flush(&mut single, column, out);
}

fn flush(lines: &mut Vec<Line>, column: &mut usize, out: &mut Vec<Placed>) {
    let left = lines.iter().map(Line::start).fold(f64::MAX, f64::min);
    let right = lines.iter().map(Line::end).fold(f64::MIN, f64::max);
    if !lines.is_empty() {
        out.extend(lines.drain(..).map(|line| Placed { line, left, right, column: *column, page: 0 }));
        *column += 1;
    }
}

/// Columns that start at the first of these lines, if any.
fn band(lines: &[Line], rules: &[Rule]) -> Option<Band> {
    let rows = lines.get(..lines.len().min(MOST_ROWS))?;
    let size = rows.first()?.size.max(4.0);
    let far = 1e9;
    let mut free: Vec<(f64, f64)> = vec![(-far, far)];
    let mut best = None;
    for (n, row) in rows.iter().enumerate() {
        for word in &row.words {
            free = free
                .into_iter()
                .flat_map(|(a, b)| {
                    if word.end <= a || word.start >= b {
                        [Some((a, b)), None]
                    } else {
                        [Some((a, word.start)), Some((word.end, b))]
                    }
                })
                .flatten()
                .filter(|(a, b)| {
                    let ruled = |r: &Rule| {
                        r.at > *a
                            && r.at < *b
                            && row.up <= r.top + 0.3 * size
                            && row.up >= r.bottom - 0.5 * size
                    };
                    b - a >= GUTTER * size || b - a > 2.0 && rules.iter().any(ruled)
                })
                .collect();
        }
        let inside: Vec<(f64, f64)> = free.iter().copied().filter(|(a, b)| *a > -far && *b < far).collect();
        if inside.is_empty() && n > 0 && best.is_some() || free.len() < 2 && n > 0 && row_is_full(row, rows) {
            break;
        }
        let found = inside.iter().rev().find_map(|(a, b)| accept(rows, n, (a + b) / 2.0, rules));
        // Columns of running text below a caption may have the same gutter.
        if let Some(Band { kind: Kind::Ruled, .. }) = best
            && found.as_ref().is_none_or(|f| f.kind != Kind::Ruled)
        {
            break;
        }
        if let Some(Band { kind: Kind::Caption, gutter, .. }) = best
            && caption_ends(rows, n, gutter)
        {
            break;
        }
        if found.is_some() {
            best = found;
        }
    }
    best
}

/// Whether the left half of a line is the word for a party and nothing else: "Respondents."
fn names_party(line: &Line, gutter: f64) -> bool {
    let left: Vec<&str> = line.words.iter().filter(|w| w.end <= gutter).map(|w| w.text.as_str()).collect();
    let [word] = left.as_slice() else { return false };
    let word = word.trim_end_matches(['.', ',', ';', ':', ')']).to_lowercase();
    matches!(
        word.as_str(),
        "respondent" | "respondents" | "defendant" | "defendants" | "plaintiff" | "respondent(s"
    )
}

/// Whether the parties are all named above row `n`, and a gap parts it from them.
fn caption_ends(rows: &[Line], n: usize, gutter: f64) -> bool {
    let (Some(above), Some(row)) = (rows.get(..n), rows.get(n)) else { return false };
    let named = above.iter().any(|line| names_party(line, gutter));
    named && above.last().is_some_and(|last| last.up - row.up > 1.7 * row.size)
}

/// Whether a row reaches from one border of the rows to the other.
fn row_is_full(row: &Line, rows: &[Line]) -> bool {
    let left = rows.iter().map(Line::start).fold(f64::MAX, f64::min);
    let right = rows.iter().map(Line::end).fold(f64::MIN, f64::max);
    row.end() - row.start() > 0.6 * (right - left)
}

/// One side of a gutter.
struct Side<'a> {
    rows: Vec<(&'a Line, f64, f64)>,
    words: usize,
    numbers: usize,
    letters: usize,
}

fn side<'a>(rows: &'a [Line], of: impl Fn(&Word) -> bool) -> Side<'a> {
    let mut out = Side { rows: Vec::new(), words: 0, numbers: 0, letters: 0 };
    for row in rows {
        let mut extent: Option<(f64, f64)> = None;
        for word in row.words.iter().filter(|w| of(w)) {
            let (a, b) = extent.unwrap_or((word.start, word.end));
            extent = Some((a.min(word.start), b.max(word.end)));
            out.words += 1;
            let digits = word.text.bytes().filter(u8::is_ascii_digit).count();
            out.numbers += usize::from(digits * 2 > word.text.len());
            out.letters += word.text.chars().filter(|c| c.is_alphabetic()).count();
        }
        if let Some((a, b)) = extent {
            out.rows.push((row, a, b));
        }
    }
    out
}

impl Side<'_> {
    fn width(&self) -> f64 {
        self.rows.iter().map(|r| r.2).fold(f64::MIN, f64::max)
            - self.rows.iter().map(|r| r.1).fold(f64::MAX, f64::min)
    }

    /// Rows that fill most of the column.
    fn full(&self) -> usize {
        let width = self.width();
        self.rows.iter().filter(|r| r.2 - r.1 > 0.75 * width).count()
    }

    fn vertical(&self) -> (f64, f64) {
        (self.rows.first().map_or(0.0, |r| r.0.up), self.rows.last().map_or(0.0, |r| r.0.up))
    }
}

/// Whether rows up to `last` are two columns parted at `gutter`.
fn accept(rows: &[Line], last: usize, gutter: f64, ruled: &[Rule]) -> Option<Band> {
    let rows = rows.get(..=last)?;
    let size = rows.first()?.size.max(4.0);
    // A line at the right above the columns, such as the end of a centred head, is none of theirs.
    let starts = |row: &Line| row.start() <= gutter;
    if let [first, second, ..] = rows
        && !starts(first)
        && !(starts(second) && first.up - second.up < 1.6 * size)
    {
        return None;
    }
    let left = side(rows, |w| w.end <= gutter + 0.5);
    let right = side(rows, |w| w.end > gutter + 0.5);
    if left.rows.len() < 2 || right.rows.len() < 2 {
        return None;
    }
    // Both stand side by side, not one under the other.
    let (top, bottom) =
        (left.vertical().0.min(right.vertical().0), left.vertical().1.max(right.vertical().1));
    if top - bottom < 0.8 * size {
        return None;
    }
    let inside = |s: &Side| s.rows.iter().filter(|r| r.0.up <= top + 0.1 && r.0.up >= bottom - 0.1).count();
    if inside(&left) < 2 || inside(&right) < 2 {
        return None;
    }
    if left.letters < 8 || right.letters < 8 {
        return None;
    }
    let rule = ruled.iter().any(|r| {
        // The right half may be longer than the rule, line by line.
        let tight = |row: &Line| {
            let above = rows.len().checked_sub(2).and_then(|n| rows.get(n));
            row.start() > r.at && above.is_some_and(|above| above.up - row.up < 1.6 * row.size)
        };
        let within = rows.last().is_some_and(|row| row.up >= r.bottom - 0.5 * size || tight(row));
        let above = rows.first().is_some_and(|row| row.up <= r.top + 0.3 * size);
        (r.at - gutter).abs() < 12.0 * size && r.spans(rows) && within && above
    });
    if rule {
        return Some(Band { last, gutter, kind: Kind::Ruled });
    }
    // A short line well below the right half, such as a heading, is no part of the left half.
    let end = right.vertical().1;
    let below = rows.windows(2).any(|pair| match pair {
        [a, b] => b.up < end && b.end() <= gutter && a.up - b.up > 3.2 * size,
        _ => false,
    });
    if below {
        return None;
    }
    let long = |s: &Side| s.full() * 2 > s.rows.len() && s.words > 3 * s.rows.len();
    // Numbers and bullets of a list, and figures of a table, are read along the row.
    let narrow = right.width() < 6.0 * size && !(long(&left) && left.rows.len() > 2);
    if left.width() < 6.0 * size || narrow {
        return None;
    }
    if right.numbers * 3 > right.words || left.numbers * 2 > left.words {
        return None;
    }
    let first = left.rows.first().map(|r| r.0.text().to_lowercase()).unwrap_or_default();
    let caption = first.starts_with("in the matter") || left.rows.iter().any(|r| names_party(r.0, gutter));
    let wide = right.rows.iter().map(|r| r.1).fold(f64::MAX, f64::min) - gutter > 1.5 * size;
    let columns = long(&left)
        && (long(&right) && left.rows.len() + right.rows.len() >= 6 || wide && left.rows.len() > 2);
    // A column of running text beside short lines: a caption, a block of signatures.
    if long(&left) && long(&right) && columns {
        return Some(Band { last, gutter, kind: Kind::Columns });
    }
    if caption && right.words > right.rows.len() {
        return Some(Band { last, gutter, kind: Kind::Caption });
    }
    columns.then_some(Band { last, gutter, kind: Kind::Columns })
}

/// A column of signs that draws a rule between the halves of a caption.
struct Rule {
    at: f64,
    top: f64,
    bottom: f64,
}

impl Rule {
    fn spans(&self, rows: &[Line]) -> bool {
        rows.iter().filter(|row| row.up <= self.top + 1.0 && row.up >= self.bottom - 1.0).count() >= 2
    }
}

/// Fewest signs under each other that draw a rule.
const FEWEST_SIGNS: usize = 3;

/// Signs that draw such rules.
const SIGNS: [char; 8] = [')', '(', ':', '|', '\u{A7}', '*', ']', '\u{2502}'];

/// A word that is such a sign, or that a sign leads which stands before its text without a gap.
fn sign(word: &Word) -> Option<char> {
    let mut chars = word.text.chars();
    let first = chars.next().filter(|c| SIGNS.contains(c))?;
    let rest = chars.as_str();
    let led = matches!(first, ')' | ':' | '|' | '\u{2502}') && rest.starts_with(char::is_alphabetic);
    (rest.is_empty() || rest == first.to_string() || led).then_some(first)
}

/// Takes such columns of signs out and says where they were.
fn drop_rules(lines: &mut Vec<Line>) -> Vec<Rule> {
    let mut signs: Vec<(f64, f64, char)> = Vec::new();
    for line in lines.iter() {
        signs.extend(line.words.iter().filter_map(|w| sign(w).map(|c| (w.start, line.up, c))));
    }
    signs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rules = Vec::new();
    let mut from = 0;
    while let Some(&(at, _, _)) = signs.get(from) {
        let to = signs.iter().skip(from).position(|s| s.0 > at + 3.0).map_or(signs.len(), |n| from + n);
        let group = signs.get(from..to).unwrap_or(&[]);
        for kind in SIGNS {
            let ups = || group.iter().filter(|s| s.2 == kind).map(|s| s.1);
            if ups().count() >= FEWEST_SIGNS {
                let (top, bottom) = (ups().fold(f64::MIN, f64::max), ups().fold(f64::MAX, f64::min));
                rules.push(Rule { at: at + 1.5, top, bottom });
            }
        }
        from = to;
    }
    for line in lines.iter_mut() {
        let up = line.up;
        let ruled = |w: &Word| {
            rules.iter().any(|r| (w.start - r.at).abs() < 5.0 && up <= r.top + 0.1 && up >= r.bottom - 0.1)
        };
        line.words.retain_mut(|w| {
            let Some(first) = sign(w).filter(|_| ruled(w)) else { return true };
            w.text = w.text.trim_start_matches(first).to_owned();
            !w.text.is_empty()
        });
    }
    lines.retain(|line| !line.words.is_empty());
    rules
}
