//! One case along time: conduct, affected periods, filings, releases, each in its lane.

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

/// Kinds of event; their place gives the lane and the colour.
pub const KINDS: [&str; 4] = ["end of an affected period", "report filed", "restating filing", "release"];

/// Height of a lane, pixels: its name, and below it its line.
const LANE: usize = 42;

/// The picture and the list of events, which must be in order of day.
pub fn markup(title: &str, conduct: Option<(String, String)>, events: &[Event]) -> Markup {
    let days: Vec<(i64, &Event)> =
        events.iter().filter_map(|event| Some((number(&event.day)?, event))).collect();
    let range = conduct.as_ref().and_then(|(start, end)| Some((number(start)?, number(end)?)));
    let known = || days.iter().map(|(day, _)| *day).chain(range.iter().flat_map(|(a, b)| [*a, *b]));
    let (Some(first), Some(last)) = (known().min(), known().max()) else {
        return html! { p.soft { "No case with dated documents in this build." } };
    };
    let scale = Scale { first, length: (last - first).max(1) };
    let height = LANE * (KINDS.len() + 1);
    html! {
        figure {
            figcaption { (title) }
            svg.time role="img" aria-label=(format!("Timeline: {title}")) height=(height + 22) {
                title { "Timeline: " (title) }
                @for (day, year) in years(first, last) {
                    line.grid x1=(scale.x(day)) x2=(scale.x(day)) y1="0" y2=(height) {}
                    text.tick x=(scale.x(day)) y=(height + 16) text-anchor="middle" { (year) }
                }
                (lane(0, "the conduct"))
                @if let Some((start, end)) = range {
                    rect.c5 x=(scale.x(start)) y=(LANE - 18) width=(scale.width(end - start)) height="10" rx="5" {
                        title { "conduct as the Commission described it" }
                    }
                }
                @for (kind, name) in KINDS.iter().enumerate() { (lane(kind + 1, name)) }
                @for (day, event) in &days {
                    circle class={ "c" (event.kind) } cx=(scale.x(*day)) cy=(LANE * (event.kind + 2) - 13) r="6" {
                        title { (event.day) ": " (event.what) }
                    }
                }
            }
            ol.events {
                @if let Some((start, end)) = &conduct {
                    li { span.day { (start) } (swatch("c5")) span { "the conduct, as the Commission described it, until " (end) } }
                }
                @for event in events {
                    li {
                        span.day { (event.day) }
                        (swatch(&format!("c{}", event.kind)))
                        span { (KINDS.get(event.kind).copied().unwrap_or_default()) ": " (super::link(&event.url, &event.what)) }
                    }
                }
            }
        }
    }
}

fn lane(at: usize, name: &str) -> Markup {
    html! {
        text.tick x="0" y=(LANE * at + 18) { (name) }
        line.axis x1="0" x2="100%" y1=(LANE * (at + 1) - 13) y2=(LANE * (at + 1) - 13) {}
    }
}

/// From days to places across the picture.
struct Scale {
    first: i64,
    length: i64,
}

impl Scale {
    fn x(&self, day: i64) -> String {
        format!("{:.2}%", 2.0 + 96.0 * (day - self.first) as f64 / self.length as f64)
    }

    fn width(&self, days: i64) -> String {
        format!("{:.2}%", (96.0 * days.max(0) as f64 / self.length as f64).max(0.5))
    }
}

fn number(day: &str) -> Option<i64> {
    let day: Date = day.parse().ok()?;
    Some(i64::from((day - jiff::civil::date(1970, 1, 1)).get_days()))
}

/// First days of a few years in the range, evenly.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_lie_between_the_edges() {
        let event =
            |day: &str, kind, url: &str| Event { day: day.into(), kind, what: "w<".into(), url: url.into() };
        let events = [
            event("2001-01-01", 1, "https://x.test/"),
            event("2003-01-01", 3, "javascript:x"),
            event("soon", 0, ""),
        ];
        let page = markup("t", Some(("2001-01-01".into(), "2002-01-01".into())), &events).into_string();
        assert!(
            page.contains("cx=\"2.00%\"")
                && page.contains("cx=\"98.00%\"")
                && page.contains("width=\"48.00%\""),
            "{page}"
        );
        assert_eq!(page.matches("<circle").count(), 2);
        assert_eq!((page.matches("href=").count(), page.matches("w&lt;").count()), (1, 5));
    }
}
