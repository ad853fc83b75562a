//! Figures of an instance: reported and restated values joined by line item and period, with both kept where
//! two sources disagree (requirements R26, R27).

use super::material::{FaultyPeriod, Filed, Span, XbrlValue};
use super::{Figure, FigureSource};
use crate::filing::reading::FigureRead;
use crate::ids::{Accession, LineItem};

/// Share by which two values may differ and still be one, rounded differently.
const ROUNDING: f64 = 0.005;

/// Flag of a figure whose table's unit was misread and corrected by the original's own value.
pub const SCALE_CORRECTED: &str = "scale-corrected";

/// One value with its source.
#[derive(Clone, Debug)]
struct Candidate {
    value: f64,
    unit: String,
    source: FigureSource,
    accession: Accession,
    cell: String,
    start: Option<jiff::civil::Date>,
    end: jiff::civil::Date,
    flags: Vec<String>,
    confidence: f64,
}

/// Two sources that disagree on one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The line item.
    pub item: LineItem,
    /// What was seen, both values with their sources.
    pub detail: String,
}

/// The figures of an affected period.
pub fn of_fault(fault: &FaultyPeriod) -> (Vec<Figure>, Vec<Conflict>) {
    let mut figures = Vec::new();
    let mut conflicts = Vec::new();
    for item in LineItem::ALL {
        let mut reported = Vec::new();
        let mut restated = Vec::new();
        let tagged: Vec<&XbrlValue> = fault.xbrl.iter().filter(|value| value.item == item).collect();
        for value in &tagged {
            reported.extend(xbrl(value, value.original, &fault.original.0));
            let accession = value.restated_accession.as_deref().and_then(|text| text.parse().ok());
            if let Some(accession) = accession {
                restated.extend(xbrl(value, value.restated, &accession));
            }
        }
        if let Some(filed) = &fault.original_read {
            reported.extend(read(filed, item, &fault.span, Side::Own));
        }
        if let Some(filed) = &fault.restating_read {
            reported.extend(read(filed, item, &fault.span, Side::Before));
            restated.extend(read(filed, item, &fault.span, Side::Own));
        }
        mend_scale(&mut reported, &mut restated);
        let first = chosen(item, "reported", &reported, &mut conflicts);
        let second = chosen(item, "restated", &restated, &mut conflicts);
        figures.extend(join(item, first, second, &conflicts));
    }
    (figures, conflicts)
}

/// A restating table whose unit was misread gives the previously reported value a thousand times too large or
/// too small: the original's own value shows it, and both columns are brought to its unit.
fn mend_scale(reported: &mut [Candidate], restated: &mut [Candidate]) {
    let Some(own) = reported
        .iter()
        .find(|candidate| candidate.source != FigureSource::RestatementTable && candidate.value != 0.0)
        .map(|candidate| candidate.value)
    else {
        return;
    };
    let Some(table) = reported.iter().find(|candidate| candidate.source == FigureSource::RestatementTable)
    else {
        return;
    };
    let (ratio, accession) = (table.value / own, table.accession.clone());
    let scales = [1e-6, 1e-3, 1e3, 1e6];
    let Some(scale) = scales.into_iter().find(|scale| (ratio / scale - 1.0).abs() < ROUNDING) else { return };
    for candidate in reported.iter_mut().chain(restated) {
        if candidate.source == FigureSource::RestatementTable && candidate.accession == accession {
            candidate.value /= scale;
            candidate.flags.push(SCALE_CORRECTED.to_owned());
        }
    }
}

/// The figures of a filing that nobody restated: what it reported stands.
pub fn of_control(filed: &Filed, span: &Span) -> (Vec<Figure>, Vec<Conflict>) {
    let mut figures = Vec::new();
    let mut conflicts = Vec::new();
    for item in LineItem::ALL {
        let reported = read(filed, item, span, Side::Own);
        let first = chosen(item, "reported", &reported, &mut conflicts);
        figures.extend(join(item, first, first, &conflicts));
    }
    (figures, conflicts)
}

/// Whether a restatement changed the value; none where either side is unknown.
pub fn changed(figure: &Figure) -> Option<bool> {
    let (reported, restated) = (figure.reported?, figure.restated?);
    Some((reported - restated).abs() > 1e-9_f64.max(reported.abs() * 1e-6))
}

fn xbrl(value: &XbrlValue, amount: Option<f64>, accession: &Accession) -> Option<Candidate> {
    Some(Candidate {
        value: amount?,
        unit: value.unit.clone(),
        source: FigureSource::Xbrl,
        accession: accession.clone(),
        cell: value.tag.clone(),
        start: value.start,
        end: value.end,
        flags: value.flags.clone(),
        confidence: 1.0,
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// What the filing itself says.
    Own,
    /// What it says that was said before.
    Before,
}

fn read(filed: &Filed, item: LineItem, span: &Span, side: Side) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = filed
        .reading
        .figures
        .iter()
        .filter(|figure| figure.item == item)
        .filter(|figure| span.covers(figure.period_start, figure.period_end, item.is_instant()))
        .filter_map(|figure| candidate(filed, figure, side))
        .collect();
    found.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.confidence.total_cmp(&a.confidence)));
    found
}

fn candidate(filed: &Filed, figure: &FigureRead, side: Side) -> Option<Candidate> {
    let source = source(&figure.source)?;
    let value = match (side, source) {
        (Side::Own, FigureSource::RestatementTable) => figure.restated?,
        (Side::Before, FigureSource::RestatementTable) => figure.reported?,
        (Side::Before, _) => return None,
        (Side::Own, _) => figure.reported?,
    };
    Some(Candidate {
        value,
        unit: figure.unit.clone(),
        source,
        accession: filed.accession.clone(),
        cell: figure.cell.clone(),
        start: figure.period_start,
        end: figure.period_end?,
        flags: figure.flags.clone(),
        confidence: figure.confidence,
    })
}

fn source(name: &str) -> Option<FigureSource> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
}

/// Which source is believed first.
fn rank(candidate: &Candidate) -> u8 {
    match candidate.source {
        FigureSource::Xbrl => 0,
        FigureSource::Ex27 => 1,
        FigureSource::RestatementTable => 2,
        FigureSource::StatementTable => 3,
        FigureSource::ReleaseText => 4,
    }
}

/// The first by rank, and what disagrees with it.
fn chosen<'a>(
    item: LineItem,
    side: &str,
    candidates: &'a [Candidate],
    conflicts: &mut Vec<Conflict>,
) -> Option<&'a Candidate> {
    let best = candidates.iter().min_by_key(|candidate| rank(candidate))?;
    for other in candidates {
        if other.unit != best.unit {
            continue;
        }
        let apart = (other.value - best.value).abs();
        if apart > ROUNDING * best.value.abs().max(other.value.abs()) && apart > 0.011 {
            conflicts.push(Conflict {
                item,
                detail: format!(
                    "{side} {item}: {} ({}, {}) and {} ({}, {})",
                    best.value,
                    name(best.source),
                    best.accession,
                    other.value,
                    name(other.source),
                    other.accession,
                    item = item.as_str(),
                ),
            });
        }
    }
    Some(best)
}

fn name(source: FigureSource) -> &'static str {
    match source {
        FigureSource::Xbrl => "xbrl",
        FigureSource::Ex27 => "ex27",
        FigureSource::StatementTable => "statement-table",
        FigureSource::RestatementTable => "restatement-table",
        FigureSource::ReleaseText => "release-text",
    }
}

fn join(
    item: LineItem,
    first: Option<&Candidate>,
    second: Option<&Candidate>,
    conflicts: &[Conflict],
) -> Option<Figure> {
    let any = first.or(second)?;
    // Values in different units are not one figure.
    let second = second.filter(|second| second.unit == any.unit);
    let mut flags: Vec<String> =
        first.into_iter().chain(second).flat_map(|candidate| candidate.flags.clone()).collect();
    if conflicts.iter().any(|conflict| conflict.item == item) {
        flags.push("fact-conflict".to_owned());
    }
    flags.sort();
    flags.dedup();
    let cell = |candidate: Option<&Candidate>| candidate.map_or(String::new(), |c| c.cell.clone());
    Some(Figure {
        item,
        reported: first.map(|c| c.value),
        restated: second.map(|c| c.value),
        unit: any.unit.clone(),
        period_start: any.start,
        period_end: any.end,
        reported_source: first.map(|c| c.source),
        restated_source: second.map(|c| c.source),
        reported_accession: first.map(|c| c.accession.clone()),
        restated_accession: second.map(|c| c.accession.clone()),
        reported_cell: cell(first),
        restated_cell: cell(second),
        flags,
    })
}
