//! One instance of each task: what a model is given, the gold answer, and the evidence with its quotes marked.

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
        @for example in examples { (article(example)) }
    }
}

fn article(i: &Instance) -> Markup {
    let text = schema::input(i).unwrap_or_default();
    let quotes: Vec<&str> =
        i.evidence.iter().filter(|e| e.role == EvidenceRole::Input).map(|e| e.quote.as_str()).collect();
    html! {
        article {
            h3 { (title(i.task)) }
            p.soft { (i.issuer) ", " (super::link(&i.url, &format!("{} {}", i.form, i.accession))) ", " (i.period_label) "; " (control_words(i.control)) }
            @if i.task == Task::Attribution { (figures(i)) }
            h4 { (asked(i.task)) }
            @if text.is_empty() { p.soft { "The text is left out of this build." } }
            @else { blockquote { (marked(text, &quotes)) } }
            dl {
                dt { "label" } dd { b { (i.label) } }
                dt { "explanation" } dd {
                    @for part in &i.explanation.parts {
                        @if part.kind == PartKind::Quote { mark { (cut(&part.text)) } " " } @else { (cut(&part.text)) " " }
                    }
                }
                dt { "quality" } dd { (format!("{:.2}", i.score)) @if !i.flags.is_empty() { "; flags: " (i.flags.iter().map(|f| f.flag.as_str()).collect::<Vec<_>>().join(", ")) } }
                dt { "key" } dd { code { (i.id) } }
            }
            details {
                summary { "Evidence (" (i.evidence.len()) ")" }
                @for e in &i.evidence {
                    p.soft { (schema::name(&e.role)) ": " (super::link(&e.url, &e.url)) ", characters " (e.start) " to " (e.end) ", SHA-256 " code { (e.blob.get(..16).unwrap_or_default()) "…" } }
                    blockquote { mark { (cut(&e.quote)) } }
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
                    thead { tr { th scope="col" { "item" } th scope="col" { "period end" } th.n scope="col" { "reported" } th.n scope="col" { "restated" } th scope="col" { "unit" } th scope="col" { "source" } } }
                    tbody { @for f in &i.figures { tr {
                        th scope="row" { (f.item.as_str()) }
                        td { (f.period_end) }
                        td.n { (amount(f.reported)) }
                        td.n { (amount(f.restated)) }
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
        let digits = super::grouped(value.abs() as usize);
        if value < 0.0 { format!("-{digits}") } else { digits }
    } else {
        format!("{value:.2}")
    }
}

/// A text with the places marked where one of the quotes stands.
fn marked(text: &str, quotes: &[&str]) -> Markup {
    let text = cut(text);
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
    for (start, end) in spans {
        if start >= at {
            pieces.push((false, text.get(at..start).unwrap_or_default()));
            pieces.push((true, text.get(start..end).unwrap_or_default()));
            at = end;
        }
    }
    pieces.push((false, text.get(at..).unwrap_or_default()));
    html! { @for (is_quote, piece) in pieces { @if is_quote { mark { (piece) } } @else { (piece) } } }
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
        assert_eq!(amount(Some(-1234567.0)), "-1,234,567");
        assert_eq!(amount(Some(0.37)), "0.37");
    }
}
