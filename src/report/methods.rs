//! Words that a paper can use: how the data came about, what this build holds, and with which versions.

use super::charts::grouped;
use crate::export::huggingface::METHOD;
use crate::export::{Build, Tally};
use crate::tasks::{Split, Task};
use maud::{Markup, html};

/// How it was made, what came out, exact versions.
pub fn markup(build: &Build, tally: &Tally) -> Markup {
    html! {
        h3 { "How it was made" }
        p { (METHOD) }
        h3 { "What came out" }
        p { (sentence(build, tally)) " " (instances(tally)) }
        h3 { "Versions" }
        p.soft { "The same program, configuration and kept documents give the same bytes." }
        dl {
            @for (name, value) in &build.meta { dt { (name.replace('_', " ")) } dd { code { (value) } } }
        }
    }
}

/// From the index to issuers, in one sentence.
pub fn sentence(build: &Build, tally: &Tally) -> String {
    let at = |name: &str| {
        build.funnel.iter().find(|line| line.what == name).map(|line| grouped(line.n.max(0) as usize))
    };
    let mut out = String::new();
    if let (Some(listed), Some(kept)) = (at("releases listed"), at("releases kept")) {
        out = format!("Of {listed} releases listed by the SEC {kept} were kept by the rules. ");
    }
    out + &format!(
        "The dataset holds {}: {} of {} over {} of {}.",
        many(tally.total(), "instance"),
        many(tally.cases.len(), "case"),
        many(tally.issuers.len(), "issuer"),
        grouped(tally.issuer_periods.len()),
        "their fiscal periods, with negatives beside them",
    )
}

fn instances(tally: &Tally) -> String {
    let mut parts = Vec::new();
    for (n, task) in Task::ALL.into_iter().enumerate() {
        let labels = tally.labels(task);
        if !labels.is_empty() {
            let split = |split| grouped(tally.split(task, split));
            let list: Vec<String> =
                labels.iter().map(|(label, n)| format!("{} {label}", grouped(*n))).collect();
            parts.push(format!(
                "Task {} ({}) has {} ({}), split by issuer into {} for training, {} for validation and {} for test.",
                n + 1,
                task.as_str(),
                many(labels.values().sum(), "instance"),
                list.join(", "),
                split(Split::Train),
                split(Split::Validation),
                split(Split::Test),
            ));
        }
    }
    parts.join(" ")
}

fn many(n: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(n), if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::funnel::Line;

    #[test]
    fn numbers_stand_in_sentences() {
        let line = |n, what: &str| Line { n, what: what.to_owned() };
        let mut build = Build {
            funnel: vec![line(4100, "releases listed"), line(1, "releases kept")],
            ..Build::default()
        };
        let mut tally = Tally::default();
        tally.by_split.insert((Task::Pattern, Split::Test, "REVENUE_TIMING".into()), 1);
        let said = sentence(&build, &tally);
        assert!(
            said.starts_with("Of 4,100 releases listed by the SEC 1 were kept")
                && said.contains("1 instance:"),
            "{said}"
        );
        assert!(
            instances(&tally).contains("Task 3 (pattern) has 1 instance (1 REVENUE_TIMING)"),
            "{}",
            instances(&tally)
        );
        build.funnel.clear();
        assert!(sentence(&build, &tally).starts_with("The dataset holds"));
    }
}
