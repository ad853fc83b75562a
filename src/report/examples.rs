//! One instance of each task: what a model is given, the gold answer, and the evidence with its quotes marked.

use super::charts::grouped;
use crate::export::huggingface::title;
use crate::export::schema;
use crate::export::tally::control_words;
use crate::tasks::{EvidenceRole, Instance, PartKind, Task};
use maud::{Markup, html};

/// Characters of a text that are shown.
const SHOWN: usize = 1500;

/// The examples.
pub fn markup(examples: &[Instance]) -> Markup {
    html! {
        @if examples.is_empty() { p.soft { "No instance in this build." } }
        @else { p { "The instance at fault with the best evidence of each task. " mark { "Marked" } " words are quotes: each has its document, digest and offsets, and is checked against the kept bytes." } }
        @for example in examples { (article(example)) }
    }
}

fn article(i: &Instance) -> Markup {
    let text = schema::input(i).unwrap_or_default();
    let quotes: Vec<&str> =
        i.evidence.iter().filter(|e| e.role == EvidenceRole::Input).map(|e| e.quote.as_str()).collect();
    let place = |at: usize| format!("{}-{}", i.task.as_str(), at + 1);
    html! {
        article {
            h3 { (title(i.task)) }
            p.soft { (i.issuer) ", " (super::link(&i.url, &format!("{} {}", i.form, i.accession))) ", " (i.period_label) "; " (control_words(i.control)) }
            h4 { (asked(i.task)) }
            @if text.is_empty() { p.soft { "The text is left out of this build." } }
            @else { blockquote { (marked(text, &quotes)) } }
            @if i.task == Task::Attribution { (figures(i)) }
            div.answer {
                h4 { "The answer" }
                p { span.badge { (i.label) } @for label in &i.secondary { " " span.badge.second { (label) } } }
                p {
                    @for part in &i.explanation.parts {
                        @if part.kind == PartKind::Quote {
                            mark { (cut(&part.text)) }
                            @if let Some(at) = part.evidence.filter(|at| *at < i.evidence.len()) {
                                sup { a href={ "#" (place(at)) } aria-label={ "evidence " (at + 1) } { (at + 1) } }
                            }
                            " "
                        } @else { (cut(&part.text)) " " }
                    }
                }
            }
            dl {
                dt { "quality" } dd { (format!("{:.2}", i.score)) }
                dt { "flags" } dd {
                    @if i.flags.is_empty() { "none" }
                    @for flag in &i.flags { span.chip title=(flag.detail) { (flag.flag) } " " }
                }
                dt { "key" } dd { code { (i.id) } }
            }
            details {
                summary { "Evidence (" (i.evidence.len()) ")" }
                ol.evidence {
                    @for (at, e) in i.evidence.iter().enumerate() {
                        li id=(place(at)) {
                            p.soft { (schema::name(&e.role)) ": " (super::link(&e.url, &e.url)) ", characters " (grouped(e.start)) " to " (grouped(e.end)) ", SHA-256 " code { (e.blob.get(..16).unwrap_or_default()) "…" } }
                            blockquote { mark { (cut(&e.quote)) } }
                        }
                    }
                }
            }
        }
    }
}

fn asked(task: Task) -> &'static str {
    match task {
        Task::Attribution => "Management's explanation",
        Task::Narrative => "The passage",
        Task::Pattern => "The conduct, as the Commission described it",
    }
}

fn figures(i: &Instance) -> Markup {
    html! {
        @if !i.figures.is_empty() {
            div.scroll tabindex="0" role="region" aria-label="Figures, reported and restated" {
                table {
                    caption.soft { "Figures, reported and restated" }
                    thead { tr { th scope="col" { "item" } th scope="col" { "period end" } th.n scope="col" { "reported" } th.n scope="col" { "restated" } th.n scope="col" { "change" } th scope="col" { "unit" } th scope="col" { "source" } } }
                    tbody { @for f in &i.figures { tr {
                        th scope="row" { (f.item.as_str()) }
                        td { (f.period_end) }
                        td.n { (amount(f.reported)) }
                        td.n { (amount(f.restated)) }
                        td.n { (change(f.reported, f.restated)) }
                        td { (f.unit) }
                        td { (f.reported_source.or(f.restated_source).map(|source| schema::name(&source)).unwrap_or_default()) }
                    } } }
                }
            }
        }
    }
}

fn amount(value: Option<f64>) -> String {
    let Some(value) = value else { return String::new() };
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let digits = grouped(value.abs() as usize);
        if value < 0.0 { format!("−{digits}") } else { digits }
    } else {
        format!("{value:.2}")
    }
}

/// In percent of the reported value, where both are known and the share says something.
fn change(reported: Option<f64>, restated: Option<f64>) -> String {
    match (reported, restated) {
        (Some(reported), Some(restated)) if reported.abs() > f64::EPSILON => {
            let share = 100.0 * (restated - reported) / reported.abs();
            if share.abs() < 0.05 {
                "0.0%".to_owned()
            } else if share.abs() < 1000.0 {
                format!("{share:+.1}%").replace('-', "−")
            } else {
                String::new()
            }
        }
        _ => String::new(),
    }
}

/// A text, cut, with the places marked where one of the quotes stands.
fn marked(text: &str, quotes: &[&str]) -> Markup {
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(at, _)| at);
    let mut spans: Vec<(usize, usize)> = quotes
        .iter()
        .filter(|quote| !quote.trim().is_empty())
        .filter_map(|quote| {
            let found = text.find(*quote).map(|at| (at, at + quote.len()));
            found.or_else(|| {
                let line = crate::text::one_line(quote);
                text.find(&line).map(|at| (at, at + line.len()))
            })
        })
        .collect();
    spans.sort_unstable();
    let mut pieces: Vec<(bool, &str)> = Vec::new();
    let mut at = 0;
    for (start, stop) in spans {
        if start >= at && start < end {
            pieces.push((false, text.get(at..start).unwrap_or_default()));
            at = stop.min(end);
            pieces.push((true, text.get(start..at).unwrap_or_default()));
        }
    }
    pieces.push((false, text.get(at..end).unwrap_or_default()));
    html! {
        @for (is_quote, piece) in pieces { @if is_quote { mark { (piece) } } @else { (piece) } }
        @if end < text.len() { "…" }
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_marked_where_they_stand() {
        let page =
            marked("Sales <rose> because of demand.", &["because of\ndemand", "not there", ""]).into_string();
        assert_eq!(page, "Sales &lt;rose&gt; <mark>because of demand</mark>.");
        assert_eq!(amount(Some(-1234567.0)), "−1,234,567");
        assert_eq!(amount(Some(0.37)), "0.37");
    }

    #[test]
    fn changes_are_of_the_reported_value() {
        assert_eq!(change(Some(200.0), Some(150.0)), "−25.0%");
        assert_eq!(change(Some(-100.0), Some(-50.0)), "+50.0%");
        assert_eq!(change(Some(100.0), Some(100.0)), "0.0%");
        assert_eq!((change(Some(0.0), Some(1.0)), change(None, Some(1.0))), (String::new(), String::new()));
    }
}
