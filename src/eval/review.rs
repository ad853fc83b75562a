//! What the answers of reviewers say: agreement of two, and the error rate of spot checks (requirements R32).

use super::agreement::{Agreement, agreement};
use crate::quality::review::{Answer, Kind, interval};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Agreement of two reviewers on one kind of question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The kind of question.
    pub question: &'static str,
    /// The one whose name comes first.
    pub first: String,
    /// The other.
    pub second: String,
    /// Their figures.
    pub figures: Agreement,
    /// Keys on which their latest answers differ.
    pub differing: Vec<String>,
}

/// Error rate of spot checks, of one task or all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorRate {
    /// The task, or `all`.
    pub task: String,
    /// Found right.
    pub right: usize,
    /// Found wrong.
    pub wrong: usize,
    /// Neither; no part of the rate.
    pub unsure: usize,
    /// Wrong among right and wrong.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of the rate.
    pub interval: Option<(f64, f64)>,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Answers by reviewer.
    pub answers: BTreeMap<String, usize>,
    /// Every two reviewers who answered the same questions, by kind of question.
    pub agreement: Vec<Pair>,
    /// Error rates by task.
    pub errors: Vec<ErrorRate>,
}

impl Report {
    /// From answers in the order in which they were given.
    pub fn of(answers: &[Answer]) -> Report {
        let mut report = Report::default();
        let mut own: BTreeMap<(Kind, &str), BTreeMap<&str, &str>> = BTreeMap::new();
        let mut last: BTreeMap<&str, &str> = BTreeMap::new();
        for answer in answers {
            *report.answers.entry(answer.reviewer.clone()).or_default() += 1;
            own.entry((answer.kind, &answer.reviewer)).or_default().insert(&answer.key, &answer.answer);
            if answer.kind == Kind::Check {
                last.insert(&answer.key, &answer.answer);
            }
        }
        for ((kind, first), theirs) in &own {
            for ((_, second), others) in
                own.range((*kind, *first)..).skip(1).take_while(|((k, _), _)| k == kind)
            {
                report.agreement.extend(pair(*kind, (first, theirs), (second, others)));
            }
        }
        report.errors = errors(&last);
        report
    }
}

type Answers<'a> = BTreeMap<&'a str, &'a str>;

fn pair(kind: Kind, first: (&str, &Answers<'_>), second: (&str, &Answers<'_>)) -> Option<Pair> {
    let both: Vec<(&str, &str, &str)> =
        first.1.iter().filter_map(|(key, a)| second.1.get(key).map(|b| (*key, *a, *b))).collect();
    if both.is_empty() {
        return None;
    }
    let labels: Vec<&str> =
        both.iter().flat_map(|(_, a, b)| [*a, *b]).collect::<BTreeSet<_>>().into_iter().collect();
    let at = |label: &str| labels.binary_search(&label).unwrap_or_default();
    let pairs: Vec<(usize, usize)> = both.iter().map(|(_, a, b)| (at(a), at(b))).collect();
    Some(Pair {
        question: kind.as_str(),
        first: first.0.to_owned(),
        second: second.0.to_owned(),
        figures: agreement(&pairs, labels.len()),
        differing: both.iter().filter(|(_, a, b)| a != b).map(|(key, _, _)| (*key).to_owned()).collect(),
    })
}

fn errors(last: &Answers<'_>) -> Vec<ErrorRate> {
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (key, answer) in last {
        // `check|pattern/CASE-...`: an instance's id begins with its task.
        let task = key.split('|').nth(1).and_then(|id| id.split('/').next()).unwrap_or("");
        let place = match *answer {
            "right" => 0,
            "wrong" => 1,
            _ => 2,
        };
        for task in ["all", task] {
            if let Some(n) = counts.entry(task).or_default().get_mut(place) {
                *n += 1;
            }
        }
    }
    counts
        .into_iter()
        .map(|(task, [right, wrong, unsure])| {
            let n = right + wrong;
            ErrorRate {
                task: task.to_owned(),
                right,
                wrong,
                unsure,
                rate: (n > 0).then(|| wrong as f64 / n as f64),
                interval: interval(wrong, n),
            }
        })
        .collect()
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.answers.is_empty() {
            return writeln!(out, "no answers yet; `afb-build review export` writes the questions");
        }
        for (reviewer, n) in &self.answers {
            writeln!(out, "{n:>6} answers of {reviewer}")?;
        }
        let or = |value: Option<f64>| value.map_or("undefined".to_owned(), |value| format!("{value:.3}"));
        for pair in &self.agreement {
            let figures = &pair.figures;
            writeln!(
                out,
                "{}: {} and {} agree on {:.3} of {}; Cohen's kappa {}, Gwet's AC1 {}",
                pair.question,
                pair.first,
                pair.second,
                figures.observed,
                figures.n,
                or(figures.kappa),
                or(figures.ac1)
            )?;
            for key in &pair.differing {
                writeln!(out, "  differ on {key}")?;
            }
        }
        for rate in &self.errors {
            let (low, high) = rate.interval.map_or((None, None), |(low, high)| (Some(low), Some(high)));
            writeln!(
                out,
                "spot checks, {}: {} right, {} wrong, {} unsure; error rate {}, 95 % interval {} to {}",
                rate.task,
                rate.right,
                rate.wrong,
                rate.unsure,
                or(rate.rate),
                or(low),
                or(high)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(key: &str, reviewer: &str, answer: &str) -> Answer {
        Answer {
            key: format!("check|{key}"),
            kind: Kind::Check,
            answer: answer.to_owned(),
            reviewer: reviewer.to_owned(),
            reason: String::new(),
            decided: "2026-01-31".to_owned(),
        }
    }

    #[test]
    fn the_latest_answer_of_each_counts() {
        let answers = [
            answer("pattern/A", "Ann", "wrong"),
            answer("pattern/A", "Ann", "right"),
            answer("pattern/B", "Ann", "right"),
            answer("narrative/C", "Ann", "wrong"),
            answer("pattern/A", "Ben", "right"),
            answer("narrative/C", "Ben", "unsure"),
        ];
        let report = Report::of(&answers);
        let [pair] = report.agreement.as_slice() else { panic!("{report:?}") };
        assert_eq!((pair.figures.n, pair.figures.observed), (2, 0.5));
        assert_eq!(pair.differing, ["check|narrative/C"]);
        let all = report.errors.iter().find(|rate| rate.task == "all").unwrap();
        assert_eq!((all.right, all.wrong, all.unsure, all.rate), (2, 0, 1, Some(0.0)));
        assert!(report.to_string().contains("Ann and Ben agree on 0.500 of 2"));
    }
}
