//! The funnel as a picture: a bar for each step, as wide as what was there, and between two bars how it narrowed.

use super::charts::{Bars, Row, grouped};
use crate::store::funnel::Line;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Steps that count the same thing, in order; names as the store gives them.
const CHAINS: [(&str, &[&str]); 2] = [
    (
        "Releases",
        &[
            "rows on index pages",
            "releases listed",
            "releases with usable text",
            "releases kept",
            "releases of cases with a matched issuer",
        ],
    ),
    ("Fiscal periods", &["affected periods", "with an original"]),
];

/// Width of a bar's own units.
const WIDTH: i64 = 1000;

/// The picture, then what was lost by its reasons.
pub fn markup(lines: &[Line]) -> Markup {
    let steps: Vec<&Line> = lines.iter().filter(|line| !line.what.contains(": ")).collect();
    let chained = |what: &str| CHAINS.iter().any(|(_, steps)| steps.contains(&what));
    let beside: Vec<&&Line> = steps.iter().filter(|line| !chained(&line.what)).collect();
    let mut groups: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for line in lines {
        if let Some((group, what)) = line.what.split_once(": ") {
            groups.entry(group).or_default().push(Row::one(what, line.n.max(0) as usize));
        }
    }
    let one = [String::from("count")];
    html! {
        @for (unit, names) in CHAINS {
            (chain(unit, &names.iter().filter_map(|name| steps.iter().find(|line| line.what == *name).copied()).collect::<Vec<_>>()))
        }
        @if !beside.is_empty() {
            p { "On the way: " @for (at, line) in beside.iter().enumerate() {
                @if at > 0 { ", " } b { (number(line.n)) } " " (line.what)
            } "." }
        }
        div.two {
            @for (group, rows) in groups {
                div {
                    h3 { (heading(group)) }
                    (Bars { caption: caption(group), head: group, series: &one, narrow: false, rows }.markup())
                }
            }
        }
    }
}

/// Steps of one unit under each other.
fn chain(unit: &str, steps: &[&Line]) -> Markup {
    let most = steps.iter().map(|line| line.n).max().unwrap_or(0).max(1);
    let width = |n: i64| (n.clamp(0, most) * WIDTH / most).max(4);
    html! {
        @if !steps.is_empty() {
            figure {
                figcaption { (unit) ": what was there at each step, and what the next step did not take" }
                div.funnel aria-hidden="true" {
                    @for (at, line) in steps.iter().enumerate() {
                        @if let Some(before) = at.checked_sub(1).and_then(|at| steps.get(at)) {
                            div.fall {
                                span {}
                                svg viewBox={ "0 0 " (WIDTH) " 10" } preserveAspectRatio="none" {
                                    polygon points=(trapezoid(width(before.n), width(line.n))) {}
                                }
                                span.n { @if before.n > line.n { "−" (number(before.n - line.n)) } }
                            }
                        }
                        div.step {
                            span.name { (line.what) }
                            svg viewBox={ "0 0 " (WIDTH) " 10" } preserveAspectRatio="none" {
                                rect class={ "f" (at.min(4)) } x=((WIDTH - width(line.n)) / 2) y="0" width=(width(line.n)) height="10" {
                                    title { (line.what) ": " (number(line.n)) }
                                }
                            }
                            span.n { (number(line.n)) }
                        }
                    }
                }
                details {
                    summary { "The numbers as a table" }
                    div.scroll tabindex="0" role="region" aria-label={ "Funnel: " (unit) } {
                        table {
                            caption.soft { (unit) " at each step" }
                            thead { tr { th scope="col" { "step" } th.n scope="col" { "there" } th.n scope="col" { "not taken on" } } }
                            tbody { @for (at, line) in steps.iter().enumerate() { tr {
                                th scope="row" { (line.what) }
                                td.n { (number(line.n)) }
                                td.n { (steps.get(at + 1).map_or_else(String::new, |next| number((line.n - next.n).max(0)))) }
                            } } }
                        }
                    }
                }
            }
        }
    }
}

/// From one width to the next, both centred.
fn trapezoid(above: i64, below: i64) -> String {
    let (a, b) = ((WIDTH - above) / 2, (WIDTH - below) / 2);
    format!("{a},0 {},0 {},10 {b},10", a + above, b + below)
}

fn number(n: i64) -> String {
    grouped(n.max(0) as usize)
}

fn heading(group: &str) -> &str {
    match group {
        "not kept" => "Releases not kept, by the first reason",
        "issuer names" => "Names of issuers, by how they were matched",
        "restatement" => "Affected periods, by how the restatement is known",
        "instances" => "Instances by task",
        other => other,
    }
}

fn caption(group: &str) -> &str {
    match group {
        "not kept" => "Each release is counted once. Nothing is lost silently: every one keeps its reason.",
        "issuer names" => "An unsure name abstains into the review list.",
        "restatement" => {
            "An amendment, comparative columns of a later report, a notice, or the release alone."
        }
        "instances" => "As assembled, negatives included; gates keep some out of the dataset.",
        _ => "Counts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_narrow_and_losses_are_said() {
        let line = |n, what: &str| Line { n, what: what.to_owned() };
        let page = markup(&[
            line(40, "releases listed"),
            line(10, "releases kept"),
            line(30, "not kept: outside <the> categories"),
            line(7, "cases"),
        ])
        .into_string();
        assert!(page.contains("points=\"0,0 1000,0 625,10 375,10\""), "{page}");
        assert!(page.contains("−30") && page.contains("outside &lt;the&gt; categories"), "{page}");
        assert!(page.contains("On the way: <b>7</b> cases."), "{page}");
        assert!(!markup(&[]).into_string().contains("<figure>"));
    }
}
