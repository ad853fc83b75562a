//! The older layouts: number, date, action in a table of their own or inside layout tables (aaer-site.md 2).
//!
//! The data table is not counted ("the fifth"): a row is a data row by what its own cells hold.

use super::cells::{self, Cell};
use super::respondents::{self, cut};
use super::{Draft, Layout, ProblemKind as Kind, current, dates, numbers, pattern, selector};
use regex::Regex;
use scraper::{Html, Selector};
use std::sync::LazyLock;

/// All data rows, and which of the two layouts it is.
pub(super) fn rows(html: &Html, base: &str) -> (Layout, Vec<Draft>) {
    static ROWS: LazyLock<Selector> = LazyLock::new(|| selector("tr"));
    static TABLES: LazyLock<Selector> = LazyLock::new(|| selector("table table"));
    let mut drafts = Vec::new();
    for row in html.select(&ROWS) {
        let cells: Vec<Cell> =
            cells::direct_cells(row).into_iter().map(|cell| Cell::read(cell, &[])).collect();
        // Rows whose `<tr>` is missing run together.
        let width = if cells.len() > 3 && cells.len().is_multiple_of(3) { 3 } else { cells.len().max(1) };
        for cells in cells.chunks(width) {
            drafts.extend(read(cells, base));
        }
    }
    let nested = html.select(&TABLES).next().is_some();
    (if nested { Layout::Nested } else { Layout::Single }, drafts)
}

/// A number cell: `AAER-1212`, `AAER-x2218`, `IA-2344`, `Release No. 2763`.
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:AAER\b.{0,60}|(?:IA|IC|LR|33|34)\s?-\s?\d+[A-Z]?|(?:Release\s+|Enforcement\s+)?No\.?\s*(?:#/?)?\s*\d{1,5}\b.{0,20}|\d{1,4}[A-Z]?)\W*$",
    )
});

fn read(cells: &[Cell], base: &str) -> Option<Draft> {
    match cells {
        [number, date, action, ..] => three(number, Some(date), action, base),
        [first, second] if dates::shown(&first.text).is_some() && first.text.trim().len() < 40 => {
            two(first, second, base)
        }
        // The date or the action of a withheld row is missing.
        [number, action] => three(number, None, action, base),
        _ => None,
    }
}

fn three(number: &Cell, date: Option<&Cell>, action: &Cell, base: &str) -> Option<Draft> {
    static BARE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)^\W*(?:(?:Release\s+|Enforcement\s+)?No\.?\s*(?:#/?)?\s*)?(\d{1,5}[A-Z]?)\b")
    });
    let key = cells::fold(&number.text);
    let shown = date.and_then(|date| dates::shown(&date.text));
    // A heading has no date and no number; a withheld row has no date.
    let numbered = key.contains(|c: char| c.is_ascii_digit()) && !cells::fold(&action.text).is_empty();
    if !KEY.is_match(&key) || (shown.is_none() && !numbered) {
        return None;
    }
    let mut draft = Draft::default();
    let raw = [Some(number), date, Some(action)].into_iter().flatten();
    draft.row.raw = cells::fold(&raw.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" "));
    draft.row.date = shown;
    let date_text = date.map(|date| cells::fold(&date.text)).unwrap_or_default();
    if shown.is_none() && !date_text.is_empty() {
        draft.notes.push((Kind::DateUnreadable, date_text));
    }
    // In this column a number without letters is an AAER number.
    let mut keys = match BARE.captures(&key).and_then(|found| found.get(1)) {
        Some(bare) => numbers::read(&format!("AAER-{}", bare.as_str())),
        None => numbers::read(&number.text),
    };
    let own = keys.aaer.clone();
    let parted = respondents::part(&action.text);
    let mut listed = numbers::read(parted.numbers.as_deref().unwrap_or_default());
    for number in listed.aaer {
        if own.contains(&number) {
            draft.notes.push((Kind::OwnNumberAsOther, number.to_string()));
        } else if !keys.aaer.contains(&number) {
            keys.aaer.push(number);
        }
    }
    for number in std::mem::take(&mut listed.release) {
        if !keys.release.contains(&number) {
            keys.release.push(number);
        }
    }
    finish(draft, keys, listed.notes, parted, number, action, base)
}

/// Later `friactions.htm`: a date cell and one cell with everything else.
fn two(date: &Cell, action: &Cell, base: &str) -> Option<Draft> {
    static ANY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bAAER\s?-\s?\d"));
    let parted = respondents::part(&action.text);
    let keys = numbers::read(parted.numbers.as_deref().unwrap_or_default());
    if keys.aaer.is_empty() && !ANY.is_match(&action.text) {
        return None;
    }
    let mut draft = Draft::default();
    draft.row.raw = cells::fold(&format!("{} {}", date.text, action.text));
    draft.row.date = dates::shown(&date.text);
    finish(draft, keys, Vec::new(), parted, action, action, base)
}

fn finish(
    mut draft: Draft,
    keys: numbers::Numbers,
    notes: super::Notes,
    parted: respondents::Parted,
    linked: &Cell,
    action: &Cell,
    base: &str,
) -> Option<Draft> {
    draft.notes.extend(keys.notes);
    draft.notes.extend(notes);
    draft.row.aaer_numbers = keys.aaer;
    draft.row.release_numbers = keys.release;
    draft.notes.extend(parted.notes);
    draft.row.respondents = parted.names;
    draft.row.procedural = parted.procedural;
    if parted.numbers.is_none() {
        trailing_numbers(&mut draft);
    }
    let from = parted.see_also.unwrap_or(usize::MAX);
    let usable = |link: &&cells::Link| !link.href.trim().is_empty() && !link.href.starts_with('#');
    let link =
        linked.links.iter().filter(usable).find(|link| !std::ptr::eq(linked, action) || link.at < from);
    let link = link.or_else(|| action.links.iter().filter(usable).find(|link| link.at < from));
    current::link_of(&mut draft, link.map(|link| link.href.as_str()), base);
    let (found, bad) =
        cells::see_also(action.links.iter().filter(|link| (from..parted.footer).contains(&link.at)), base);
    draft.row.see_also = found;
    draft.notes.extend(bad.into_iter().map(|detail| (Kind::BadLink, detail)));
    Some(draft)
}

/// Numbers at the end of the names with no label before them.
fn trailing_numbers(draft: &mut Draft) {
    static TAIL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:[\s,;]*\b(?:AAER|LR|IA|IC|33|34)-\d{2,7}[A-Z]?\b)+\s*$"));
    let Some(found) = TAIL.find(&draft.row.respondents).map(|m| m.start()) else { return };
    let tail = draft.row.respondents.split_off(found);
    draft.notes.push((Kind::UnreadText, format!("numbers without a label: {}", cut(&tail))));
    let listed = numbers::read(&tail);
    for number in listed.aaer {
        if !draft.row.aaer_numbers.contains(&number) {
            draft.row.aaer_numbers.push(number);
        }
    }
    for number in listed.release {
        if !draft.row.release_numbers.contains(&number) {
            draft.row.release_numbers.push(number);
        }
    }
    draft.notes.extend(listed.notes);
}
