//! Footnotes: small lines at the foot of a page or a column, set after the text.

use super::order::Placed;

/// Size of the running text of a document: the size with the most characters.
pub(super) fn body_size(pages: &[Vec<Placed>]) -> f64 {
    let mut sizes: std::collections::BTreeMap<i64, usize> = std::collections::BTreeMap::new();
    for line in pages.iter().flatten() {
        for word in &line.line.words {
            *sizes.entry((word.size * 4.0).round() as i64).or_default() += word.text.len();
        }
    }
    sizes.into_iter().max_by_key(|(_, count)| *count).map_or(10.0, |(size, _)| size as f64 / 4.0)
}

/// A note is smaller than the running text by this share at least, where no raised mark leads it.
const SMALLER: f64 = 0.94;

/// Takes the footnotes out of the pages, in reading order.
pub(super) fn take(pages: &mut [Vec<Placed>]) -> Vec<Placed> {
    let body = body_size(pages);
    let mut notes: Vec<Placed> = Vec::new();
    for page in pages.iter_mut() {
        let mut kept: Vec<Placed> = Vec::with_capacity(page.len());
        let mut column: Vec<Placed> = Vec::new();
        let mut lines = std::mem::take(page).into_iter().peekable();
        while let Some(line) = lines.next() {
            let ends = lines.peek().is_none_or(|next| next.column != line.column);
            column.push(line);
            if ends {
                let from = foot(&column, body, !notes.is_empty());
                notes.extend(column.drain(from..));
                kept.append(&mut column);
            }
        }
        *page = kept;
    }
    notes
}

/// Where the notes at the foot of a column start; its length where there are none.
fn foot(column: &[Placed], body: f64, had_notes: bool) -> usize {
    let small = |line: &Placed| line.line.size < SMALLER * body;
    let mut from = column.len();
    while from > 0 && column.get(from - 1).is_some_and(|line| small(line) || leads(line)) {
        from -= 1;
    }
    // Lines of notes as large as the text: from the first line that a raised mark leads, with nothing above
    // it on which the mark could stand.
    if from == column.len() {
        let led: Vec<usize> = (0..column.len()).filter(|n| column.get(*n).is_some_and(leads)).collect();
        let first = led.first().copied().unwrap_or(column.len());
        let apart = first > 0 && gap_above(column, first) > 1.15 * usual_gap(column);
        return if apart { first } else { column.len() };
    }
    // The first note is led by its mark; lines above it go on from the page before, if there were notes.
    let first =
        (from..column.len()).find(|n| column.get(*n).is_some_and(|line| leads(line) || numbered(line)));
    match first {
        Some(first) if had_notes || first == from => from,
        Some(first) => first,
        None if had_notes && from > 0 => from,
        None => column.len(),
    }
}

/// Led by a raised mark.
fn leads(line: &Placed) -> bool {
    line.line.words.first().is_some_and(super::lines::Word::is_mark) && line.line.words.len() > 1
}

/// Led by a number on the line, as some producers set notes.
fn numbered(line: &Placed) -> bool {
    let first = line.line.words.first().map_or("", |w| w.text.trim_matches(['[', ']', '.', ')', '(']));
    !first.is_empty() && first.len() <= 3 && first.bytes().all(|b| b.is_ascii_digit())
}

fn gap_above(column: &[Placed], n: usize) -> f64 {
    match (n.checked_sub(1).and_then(|n| column.get(n)), column.get(n)) {
        (Some(above), Some(line)) => above.line.up - line.line.up,
        _ => 0.0,
    }
}

/// The usual distance of lines.
pub(super) fn usual_gap(column: &[Placed]) -> f64 {
    let mut gaps: Vec<f64> = column
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if a.column == b.column => Some(a.line.up - b.line.up),
            _ => None,
        })
        .filter(|gap| *gap > 1.0)
        .collect();
    gaps.sort_by(f64::total_cmp);
    // Below the middle: lines of one paragraph lie closer than paragraphs do.
    gaps.get(gaps.len() / 3).copied().unwrap_or(14.0)
}
