//! Joins the sources: tags before statements before schedules; what agrees is surer, what conflicts is flagged.

use super::document::{self, Document};
use super::ixbrl::{self, Fact};
use super::{Figure, FigureSource, choose, restate, segment, start_of, statements};
use crate::ids::{Form, LineItem};
use crate::sec::companyfacts::tags;
use crate::sec::ex27::{self, Schedule};
use crate::text::{Text, decode::decode};
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Most figures of tags that are taken from one filing.
const MOST: usize = 5_000;

/// Reads a filing's figures.
pub fn read(bytes: &[u8], text: &Text, form: &Form) -> Vec<Figure> {
    let tagged = ixbrl::read(bytes);
    let schedules = schedules(bytes);
    let mut document = document::read(bytes, text, form);
    if let Some(end) = tagged.period_end {
        document.end = Some(end);
    }
    if document.end.is_none() {
        document.end = schedules
            .iter()
            .filter(|s| !s.restated)
            .flat_map(|s| &s.columns)
            .filter_map(|c| c.period_end)
            .max();
    }
    let sheets = segment::sheets(text);
    let restated = restate::read(text, &sheets, &document);
    let candidates = statements::candidates(text, &sheets, &document);
    if document.end.is_none() {
        document.end = candidates.iter().filter(|c| c.weight > 8.0).map(|c| c.end).max();
    }
    let mut found = from_tags(&tagged.facts, &document);
    for figure in choose::choose(&candidates, &document) {
        add(&mut found, figure);
    }
    for figure in from_schedules(&schedules) {
        add(&mut found, figure);
    }
    // A restated pair tells more than the plain value of the same period.
    found.retain(|f| {
        !restated.iter().any(|p| {
            p.item == f.item
                && p.period_end == f.period_end
                && f.source != FigureSource::Xbrl
                && months(p) == months(f)
        })
    });
    found.extend(restated);
    found.sort_by_key(|f| (f.item, f.period_end, f.period_start));
    found
}

fn months(figure: &Figure) -> Option<i64> {
    let start = figure.period_start?;
    Some((super::dates::days_between(start, figure.period_end?) + 15) / 30)
}

fn schedules(bytes: &[u8]) -> Vec<Schedule> {
    if memchr::memmem::find(bytes, b"<ARTICLE>").is_none()
        && memchr::memmem::find(bytes, b"<article>").is_none()
    {
        return Vec::new();
    }
    ex27::read(&decode(bytes).text)
}

/// Adds a figure of a weaker source: agreement raises what stands, conflict flags it.
fn add(found: &mut Vec<Figure>, figure: Figure) {
    let near = |a: Decimal, b: Decimal| {
        a.checked_sub(b).is_some_and(|off| off.abs() <= (a.abs().max(b.abs())) * Decimal::new(2, 3))
    };
    let same = found
        .iter_mut()
        .find(|f| f.item == figure.item && f.period_end == figure.period_end && months(f) == months(&figure));
    let Some(held) = same else {
        found.push(figure);
        return;
    };
    match (held.reported, figure.reported) {
        (Some(a), Some(b)) if near(a, b) => {
            held.confidence = 1.0 - (1.0 - held.confidence) * 0.5;
            if figure.source == FigureSource::Ex27 && !held.flags.iter().any(|f| f == "agrees-with-ex27") {
                held.flags.push("agrees-with-ex27".to_owned());
            }
        }
        (Some(_), Some(_)) => {
            let flag = match figure.source {
                FigureSource::Ex27 => "ex27-disagrees",
                _ => "table-disagrees",
            };
            if !held.flags.iter().any(|f| f == flag) {
                held.flags.push(flag.to_owned());
            }
            held.confidence *= 0.9;
        }
        _ => {}
    }
}

/// Figures of inline tags, by the chains of tags.
fn from_tags(facts: &[Fact], document: &Document) -> Vec<Figure> {
    let mut found: Vec<Figure> = Vec::new();
    let mut ranks: Vec<(u8, Option<i32>)> = Vec::new();
    for fact in facts {
        if found.len() >= MOST {
            break;
        }
        let Some(value) = fact.value else { continue };
        for (item, rank) in tags::items_of(&fact.taxonomy, &fact.tag) {
            if item.is_instant() != fact.start.is_none() {
                continue;
            }
            let figure = Figure {
                item,
                period_start: fact.start,
                period_end: Some(fact.end),
                reported: Some(value),
                restated: None,
                unit: fact.unit.clone(),
                source: FigureSource::Xbrl,
                cell: format!("{}:{}", fact.taxonomy, fact.tag),
                span: None,
                confidence: 0.97,
                flags: if document.is_end(fact.end) { Vec::new() } else { vec!["prior-period".to_owned()] },
            };
            let at = found.iter().position(|f| {
                f.item == item
                    && f.period_end == figure.period_end
                    && f.period_start == figure.period_start
                    && f.unit == figure.unit
            });
            let Some(at) = at else {
                found.push(figure);
                ranks.push((rank, fact.decimals));
                continue;
            };
            let held = &mut found[at];
            let held_value = held.reported.unwrap_or_default();
            let (held_rank, held_decimals) = ranks[at];
            if held.cell == figure.cell {
                // One fact at two roundings: the finer one; finer ones that differ are a conflict.
                let rounding = rounding(held_decimals).max(rounding(fact.decimals));
                if held_value.checked_sub(value).is_none_or(|off| off.abs() > rounding)
                    && !held.flags.iter().any(|f| f == "inconsistent-duplicates")
                {
                    held.flags.push("inconsistent-duplicates".to_owned());
                }
                if fact.decimals.unwrap_or(i32::MAX) > held_decimals.unwrap_or(i32::MAX) {
                    held.reported = Some(value);
                    ranks[at].1 = fact.decimals;
                }
            } else if item == LineItem::Revenue {
                // Several revenue tags: the total is the largest; a difference is told.
                let mut flags = held.flags.clone();
                if held_value != value && !flags.iter().any(|f| f == "revenue-tags-disagree") {
                    flags.push("revenue-tags-disagree".to_owned());
                }
                if value.abs() > held_value.abs() || value == held_value && rank < held_rank {
                    *held = figure;
                    ranks[at] = (rank, fact.decimals);
                }
                held.flags = flags;
            } else if rank < held_rank {
                *held = figure;
                ranks[at] = (rank, fact.decimals);
            }
        }
    }
    found
}

/// Half a step of the stated precision.
fn rounding(decimals: Option<i32>) -> Decimal {
    let mut step = Decimal::ONE;
    match decimals {
        Some(d) if d < 0 => {
            for _ in 0..(-d).min(12) {
                step *= Decimal::TEN;
            }
        }
        _ => return Decimal::new(1, 4),
    }
    step
}

/// Figures of schedules; a restated schedule gives its year's restated value only where a pair is known.
fn from_schedules(schedules: &[Schedule]) -> Vec<Figure> {
    let mut found = Vec::new();
    for schedule in schedules {
        for column in &schedule.columns {
            let Some(end) = column.period_end else { continue };
            for item in LineItem::ALL {
                let Some((tag, value)) = schedule.item(column, item) else { continue };
                // Schedules print zero for what the issuer does not give.
                if value.is_zero() || item == LineItem::Receivables || item == LineItem::Allowance {
                    continue;
                }
                let share = matches!(item, LineItem::EpsBasic | LineItem::EpsDiluted);
                let unit = schedule.unit();
                let mut flags = vec!["ex27-only".to_owned()];
                if schedule.restated {
                    flags.push("restated-schedule".to_owned());
                }
                found.push(Figure {
                    item,
                    period_start: if item.is_instant() { None } else { start(column, end) },
                    period_end: Some(end),
                    reported: Some(value),
                    restated: None,
                    unit: if share { format!("{unit}/shares") } else { unit },
                    source: FigureSource::Ex27,
                    cell: tag.to_owned(),
                    span: None,
                    confidence: 0.6,
                    flags,
                });
            }
        }
    }
    found
}

fn start(column: &ex27::Column, end: Date) -> Option<Date> {
    column.months().and_then(|months| start_of(end, months)).or(column.period_start)
}
