//! Where a section ends: at the statements, before page furniture, without running heads.

use super::candidates::{Candidate, Style};
use super::lines::{self, Line};
use crate::span::Span;
use std::collections::BTreeMap;

/// Lines that come back again and again at the tops or bottoms of pages.
#[derive(Debug, Default)]
pub(crate) struct Furniture {
    repeated: BTreeMap<String, u32>,
}

impl Furniture {
    /// Counts short lines at page borders.
    pub(crate) fn find(lines: &[Line<'_>]) -> Furniture {
        let mut repeated: BTreeMap<String, u32> = BTreeMap::new();
        for (i, line) in lines.iter().enumerate() {
            if !line.new_page {
                continue;
            }
            let around = lines[i.saturating_sub(3)..(i + 3).min(lines.len())].iter();
            for near in around.filter(|l| l.text.len() <= 90) {
                let key = lines::letters(near.text, 90);
                if key.len() >= 4 {
                    *repeated.entry(key).or_default() += 1;
                }
            }
        }
        repeated.retain(|_, n| *n >= 3);
        Furniture { repeated }
    }

    /// Whether a line is page furniture: a page number, a part's head, a head that repeats.
    pub(crate) fn is(&self, line: &Line<'_>) -> bool {
        if line.text.len() > 90 {
            return false;
        }
        lines::is_page_number(line.text) || is_part_head(line.text) || is_contents_link(line.text) || {
            let key = lines::letters(line.text, 90);
            key.len() >= 4 && self.repeated.contains_key(&key)
        }
    }
}

/// `PART II`, `Part II.`, `PART I - FINANCIAL INFORMATION`, `(continued)` after it.
pub(crate) fn is_part_head(text: &str) -> bool {
    let letters = lines::letters(text, 60);
    let Some(rest) = letters.strip_prefix("part") else { return false };
    let bare = ["iii", "iv", "ii", "i"].iter().find_map(|n| rest.strip_prefix(n)).unwrap_or("x");
    matches!(
        bare,
        "" | "continued" | "cont" | "financialinformation" | "otherinformation" | "formk" | "formq"
    )
}

pub(crate) fn is_contents_link(text: &str) -> bool {
    matches!(
        lines::letters(text, 60).as_str(),
        "tableofcontents"
            | "indextofinancialstatements"
            | "backtotableofcontents"
            | "backtotop"
            | "index"
            | "contents"
            | "tableofcontentsindextofinancialstatements"
            | "returntotableofcontents"
    )
}

/// The last line (exclusive) after page furniture at the end of `from..to` is taken off.
pub(crate) fn trim_end(lines: &[Line<'_>], furniture: &Furniture, from: usize, mut to: usize) -> usize {
    while to > from + 1 {
        let line = &lines[to - 1];
        if furniture.is(line) || lines::is_rule(line.text) || is_tag(line.text) {
            to -= 1;
        } else {
            break;
        }
    }
    to
}

/// A leftover of EDGAR's markup of plain text: `<TABLE>`, `<CAPTION>`.
fn is_tag(text: &str) -> bool {
    text.len() <= 20 && text.starts_with('<') && text.ends_with('>') && !text.contains(lines::is_blank)
}

/// The pieces of `from..to` that are left when running heads of the section itself are taken out.
pub(crate) fn pieces(
    lines: &[Line<'_>],
    found: &[Candidate],
    from: usize,
    to: usize,
    own: &Candidate,
) -> Vec<Span> {
    let heads: Vec<usize> = found
        .iter()
        .filter(|c| c.line > from && c.line < to && c.first == own.first && c.style != Style::Titled)
        .filter(|c| !c.contents && (!c.titled || c.continued) && lines[c.line].text.len() <= 60)
        .map(|c| c.line)
        .collect();
    let mut cut: Vec<usize> = Vec::new();
    for head in heads {
        cut.push(head);
        let mut above = head;
        while above > from + 1 && above + 2 > head {
            let line = &lines[above - 1];
            if is_part_head(line.text) || lines::is_page_number(line.text) || is_contents_link(line.text) {
                above -= 1;
                cut.push(above);
            } else {
                break;
            }
        }
    }
    cut.sort_unstable();
    cut.dedup();
    let mut pieces: Vec<Span> = Vec::new();
    let mut open = from;
    for line in cut.into_iter().chain([to]) {
        if line > open {
            pieces.push(Span::new(lines[open].span.start, lines[line - 1].span.end));
        }
        open = line + 1;
    }
    pieces
}

/// Kinds of heading with which financial statements begin; the index tells kinds apart.
const STATEMENTS: [&[&str]; 6] = [
    &[
        "reportofindependent",
        "independentauditor",
        "reportofthein",
        "auditorsreport",
        "independentaccountantsreport",
        "accountantsreport",
        "reportofcertified",
    ],
    &[
        "consolidatedbalancesheet",
        "balancesheet",
        "consolidatedstatementsoffinancialcondition",
        "statementsoffinancialcondition",
        "consolidatedstatementsoffinancialposition",
        "statementoffinancialposition",
        "consolidatedstatementoffinancialposition",
    ],
    &[
        "consolidatedstatementsofoperations",
        "consolidatedstatementsofincome",
        "consolidatedstatementofincome",
        "statementsofoperations",
        "statementsofincome",
        "statementofincome",
        "consolidatedstatementofoperations",
        "consolidatedstatementsofearnings",
        "consolidatedstatementofearnings",
        "statementofearnings",
        "consolidatedincomestatement",
    ],
    &[
        "consolidatedstatementsofcashflow",
        "consolidatedstatementofcashflow",
        "statementsofcashflow",
        "statementofcashflow",
    ],
    &["notestoconsolidated", "notestofinancialstatements", "notestothe", "notesonfinancial"],
    &[
        "indextoconsolidatedfinancialstatements",
        "indextofinancialstatements",
        "consolidatedfinancialstatements",
        "financialstatementsandsupplementary",
    ],
];

/// The kind of statement that a line is the heading of.
fn statement(line: &Line<'_>) -> Option<usize> {
    if line.text.len() > 120
        || !(line.opens || lines::is_capitals(line.text))
        || is_contents_link(line.text) && line.new_page
    {
        return None;
    }
    let first = line.text.chars().find(|c| c.is_alphabetic())?;
    if !first.is_uppercase() || !(line.marked || lines::is_capitals(line.text) || line.text.len() < 70) {
        return None;
    }
    let mut letters = lines::letters(line.text, 70);
    if let Some(rest) = letters.strip_prefix("condensed") {
        letters = rest.to_owned();
    }
    // A sentence does not end a section; nor do the entries of an index, but for the index's own head.
    if line.text.ends_with('.') && line.text.chars().any(char::is_lowercase) {
        return None;
    }
    STATEMENTS
        .iter()
        .position(|kind| kind.iter().any(|head| letters.contains(head) && letters.len() <= head.len() + 40))
}

/// The first line of the statements among `from..to`: three kinds of their headings must stand there, close to
/// one another, since a discussion may show one statement itself.
pub(crate) fn statements(lines: &[Line<'_>], from: usize, to: usize) -> Option<usize> {
    // Lazily, so that many short discussions cost no more than one long one.
    for (line, own) in lines.iter().enumerate().take(to).skip(from + 1) {
        let Some(kind) = statement(own) else { continue };
        if kind == 0 && lines[line..(line + 40).min(to)].iter().any(|l| l.text.contains("have audited")) {
            return Some(line);
        }
        let mut kinds = [false; 6];
        let near = lines[line..(line + 700).min(to)].iter().filter_map(statement);
        for kind in near.take(60) {
            kinds[kind] = true;
            // The index of the statements is no statement itself, and an auditor's report may be quoted alone.
            if kinds[..5].iter().filter(|k| **k).count() >= 3 {
                return Some(line);
            }
        }
    }
    None
}

/// The first line among `from..to` that heads another section of an annual report, set apart as a heading.
pub(crate) fn other_heading(lines: &[Line<'_>], from: usize, to: usize) -> Option<usize> {
    const HEADS: [&str; 17] = [
        "marketofcommon",
        "marketforthe",
        "marketforregistrant",
        "commonstockprices",
        "commonstockmarket",
        "selectedfinancialdata",
        "selectedconsolidatedfinancial",
        "fiveyearsummary",
        "tenyearsummary",
        "elevenyear",
        "reportofmanagement",
        "managementsresponsibility",
        "statementofmanagement",
        "responsibilityforfinancial",
        "signatures",
        "corporateinformation",
        "directorsandofficers",
    ];
    (from + 1..to).find(|l| {
        let line = &lines[*l];
        line.opens && line.text.len() <= 100 && (line.marked || lines::is_capitals(line.text)) && {
            let letters = lines::letters(line.text, 60);
            HEADS.iter().any(|head| letters.starts_with(head))
        }
    })
}
