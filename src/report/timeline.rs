//! One case along time: conduct, affected periods, filings, releases.

use super::charts::swatch;
use jiff::civil::Date;
use maud::{Markup, html};

/// What happened on a day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The day, ISO.
    pub day: String,
    /// Which kind, see [`KINDS`].
    pub kind: usize,
    /// What.
    pub what: String,
    /// The document.
    pub url: String,
}

/// Kinds of event; their place gives the colour.
pub const KINDS: [&str; 4] = ["end of an affected period", "report filed", "restating filing", "release"];

/// The picture and the list of events, which must be in order of day.
pub fn markup(title: &str, conduct: Option<(String, String)>, events: &[Event]) -> Markup {
    let days: Vec<(i64, &Event)> =
        events.iter().filter_map(|event| Some((number(&event.day)?, event))).collect();
    let range = conduct.as_ref().and_then(|(start, end)| Some((number(start)?, number(end)?)));
    let known = || days.iter().map(|(day, _)| *day).chain(range.iter().flat_map(|(a, b)| [*a, *b]));
    let (Some(first), Some(last)) = (known().min(), known().max()) else {
        return html! { p.soft { "No case with dated documents in this build." } };
    };
    let length = (last - first).max(1);
    let x = |day: i64| 12 + (day - first) * 336 / length;
    let years = years(first, last);
    html! {
        figure {
            figcaption { (title) }
            svg.time viewBox="0 0 360 64" role="img" aria-label=(format!("Timeline: {title}")) {
                title { "Timeline: " (title) }
                @if let Some((start, end)) = range {
                    rect.c5 x=(x(start)) y="27" width=((x(end) - x(start)).max(2)) height="6" {
                        title { "conduct as the Commission described it" }
                    }
                }
                line.axis x1="12" y1="40" x2="348" y2="40" {}
                @for (day, year) in years {
                    line.axis x1=(x(day)) y1="40" x2=(x(day)) y2="45" {}
                    text.tick x=(x(day)) y="58" text-anchor="middle" { (year) }
                }
                @for (day, event) in &days {
                    circle class=(format!("c{}", event.kind)) cx=(x(*day)) cy=(12 + 7 * (event.kind as i64 % 2)) r="4" {
                        title { (event.day) ": " (event.what) }
                    }
                }
            }
            ol.events {
                @if let Some((start, end)) = &conduct {
                    li { (swatch("c5")) (start) " to " (end) ": the conduct, as the Commission described it" }
                }
                @for event in events {
                    li {
                        (swatch(&format!("c{}", event.kind))) (event.day) ": " (KINDS.get(event.kind).copied().unwrap_or_default()) ", "
                        (super::link(&event.url, &event.what))
                    }
                }
            }
        }
    }
}

fn number(day: &str) -> Option<i64> {
    let day: Date = day.parse().ok()?;
    Some(i64::from((day - jiff::civil::date(1970, 1, 1)).get_days()))
}

/// First days of at most eight years in the range, evenly.
fn years(first: i64, last: i64) -> Vec<(i64, i16)> {
    let epoch = jiff::civil::date(1970, 1, 1);
    let year = |day: i64| {
        epoch.checked_add(jiff::SignedDuration::from_hours(24 * day)).map_or(1970, |date: Date| date.year())
    };
    let (from, to) = (year(first), year(last));
    let step = ((to - from) / 6).max(1) as usize;
    (from + 1..=to)
        .step_by(step)
        .filter_map(|year| Some((number(&format!("{year:04}-01-01"))?, year)))
        .collect()
}
