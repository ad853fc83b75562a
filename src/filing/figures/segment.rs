//! A document to its sheets, in reading order.

use super::cells;
use super::grid;
use super::lines::{self, Kind};
use super::sheet::{Line, Origin, Sheet};
use super::title;
use crate::span::Span;
use crate::text::{Table, Text};
use std::collections::VecDeque;

/// How many lines above a table are kept for its title and units.
const ABOVE: usize = 16;

/// All tables of a text that hold amounts.
pub fn sheets(text: &Text) -> Vec<Sheet> {
    let mut found = Vec::new();
    let mut above: VecDeque<Span> = VecDeque::new();
    let mut at = 0;
    let grids: Vec<&Table> = text.tables.iter().filter(|t| !t.drawn).collect();
    for table in grids {
        if table.span.start < at {
            continue;
        }
        plain(text, Span::new(at, table.span.start), &mut above, &mut found);
        if let Some(sheet) = grid::read(text, table, above.iter().copied().collect()) {
            found.push(sheet);
            above.clear();
        } else {
            for row in &table.rows {
                remember(&mut above, row.span);
            }
        }
        at = table.span.end;
    }
    plain(text, Span::new(at, text.content.len()), &mut above, &mut found);
    found
}

fn remember(above: &mut VecDeque<Span>, span: Span) {
    if above.len() == ABOVE {
        above.pop_front();
    }
    above.push_back(span);
}

/// Lines of one stretch, with their places.
fn lines_of(text: &Text, stretch: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = stretch.start;
    for line in text.at(stretch).split_inclusive('\n') {
        found.push(Span::new(at, at + line.trim_end_matches(['\n', '\r']).len()));
        at += line.len();
    }
    found
}

fn plain(text: &Text, stretch: Span, above: &mut VecDeque<Span>, found: &mut Vec<Sheet>) {
    let spans = lines_of(text, stretch);
    let mut next = 0;
    for zone in cells::zones(text, &spans) {
        drawn(text, &spans[next..zone.start], above, found);
        cells::read(text, &spans[zone.clone()], above, found);
        next = zone.end;
    }
    drawn(text, &spans[next..], above, found);
}

#[derive(Default)]
struct Open {
    lines: Vec<Line>,
    above: Vec<Span>,
    data: usize,
    after: usize,
}

fn drawn(text: &Text, spans: &[Span], above: &mut VecDeque<Span>, found: &mut Vec<Sheet>) {
    let mut open = Open::default();
    let mut prose = 0;
    let mut ruled = false;
    for span in spans {
        let shown = text.at(*span);
        match lines::read(shown, span.start) {
            Kind::Empty => {}
            Kind::Rule => ruled = true,
            Kind::Tag => {
                let upper = shown.to_ascii_uppercase();
                if upper.contains("<TABLE") || upper.contains("</TABLE") {
                    flush(&mut open, above, found);
                }
            }
            Kind::Prose(line) => {
                prose += 1;
                if open.data > 0 && prose < 3 {
                    open.lines.push(line);
                }
                if prose >= 3 && open.data > 0 {
                    flush(&mut open, above, found);
                }
                if open.data == 0 {
                    open.lines.clear();
                }
                remember(above, *span);
            }
            Kind::Line(mut line) => {
                line.ruled = std::mem::take(&mut ruled);
                if line.values.is_empty() && title::starts_table(shown) {
                    if open.data > 0 {
                        flush(&mut open, above, found);
                    }
                    // What stands before a title is no head of its table.
                    for before in open.lines.drain(..) {
                        remember(above, before.span);
                    }
                }
                if line.is_data() {
                    if open.data == 0 {
                        open.above = above.iter().copied().collect();
                        let from = open.lines.len().saturating_sub(14);
                        open.lines.drain(..from);
                    }
                    open.data += 1;
                    open.after = 0;
                    prose = 0;
                } else {
                    open.after += 1;
                    if open.data == 0 {
                        remember(above, *span);
                    }
                    // Many lines without amounts: the table is over.
                    if open.after > 14 && open.data > 0 {
                        flush(&mut open, above, found);
                    }
                }
                open.lines.push(line);
            }
        }
    }
    flush(&mut open, above, found);
}

/// Closes the open table; lines after its last amounts are the next table's title.
fn flush(open: &mut Open, above: &mut VecDeque<Span>, found: &mut Vec<Sheet>) {
    let mut taken = std::mem::take(open);
    let Some(last) = taken.lines.iter().rposition(Line::is_data) else {
        open.lines = taken.lines;
        return;
    };
    let tail = taken.lines.split_off(last + 1);
    above.clear();
    for line in &tail {
        remember(above, line.span);
    }
    open.lines = tail;
    let start = taken.lines.first().map_or(0, |l| l.span.start);
    let end = taken.lines.last().map_or(start, |l| l.span.end);
    found.push(Sheet {
        span: Span::new(start, end),
        lines: taken.lines,
        above: taken.above,
        origin: Origin::Drawn,
    });
}
