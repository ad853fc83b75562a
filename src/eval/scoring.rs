//! Scores of one set of answers: figures with intervals, slices, and the comparison of two.

use super::bootstrap::{Interval, intervals};
use super::item::Item;
use super::metrics::{Answer, ExplanationFigures, Figures, explanation, figures};
use super::predictions::Outcome;
use super::rouge;
use crate::tasks::Task;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// How intervals are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Rounds.
    pub rounds: usize,
    /// Seed.
    pub seed: u64,
}

/// Scores of one task.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The task.
    pub task: Task,
    /// Who answered.
    pub model: String,
    /// Issuer groups among the answered instances.
    pub clusters: usize,
    /// Classification.
    pub figures: Figures,
    /// 95 % interval of the accuracy, drawn by issuer.
    pub accuracy_interval: Option<Interval>,
    /// 95 % interval of macro-F1, drawn by issuer.
    pub macro_f1_interval: Option<Interval>,
    /// ROUGE-1 of explanations, no stemmer, as in the paper.
    pub rouge1: ExplanationFigures,
    /// ROUGE-L of explanations, no stemmer, as in the paper.
    pub rouge_l: ExplanationFigures,
    /// ROUGE-1 with Porter stems.
    pub rouge1_stemmed: ExplanationFigures,
    /// ROUGE-L with Porter stems.
    pub rouge_l_stemmed: ExplanationFigures,
    /// Accuracy of answering the commonest gold label.
    pub majority_accuracy: f64,
    /// Accuracy of answering the last label always.
    pub constant_accuracy: f64,
    /// Accuracy and size by slice: `era=...`, `source=...`, `control=...`, `label=...`.
    pub slices: BTreeMap<String, Slice>,
}

/// One slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Slice {
    /// Instances.
    pub n: usize,
    /// Share right.
    pub accuracy: f64,
}

/// One item with its outcome and the ROUGE figures of its explanation.
struct Row<'a> {
    item: &'a Item,
    answer: Answer,
    rouge: [f64; 4],
}

impl Row<'_> {
    fn right(&self) -> bool {
        self.answer.answered == Some(self.answer.gold)
    }
}

fn rows<'a>(task: Task, items: &'a [Item], outcomes: &BTreeMap<String, Outcome>) -> Vec<Row<'a>> {
    items
        .par_iter()
        .filter(|item| item.task == task)
        .filter_map(|item| {
            let outcome = outcomes.get(&item.id)?;
            let (answered, words) = match outcome {
                Outcome::Answered(parsed) => (Some(parsed.label), parsed.explanation.as_str()),
                Outcome::Invalid(_) => (None, ""),
            };
            let plain = rouge::paper(&item.explanation, words, false);
            let stemmed = rouge::paper(&item.explanation, words, true);
            Some(Row {
                item,
                answer: Answer { gold: item.gold, answered },
                rouge: [plain.0.fmeasure, plain.1.fmeasure, stemmed.0.fmeasure, stemmed.1.fmeasure],
            })
        })
        .collect()
}

/// Scores the answers to one task; none when nothing of it is answered.
pub fn score(
    task: Task,
    model: &str,
    items: &[Item],
    outcomes: &BTreeMap<String, Outcome>,
    drawing: Drawing,
) -> Option<Score> {
    let rows = rows(task, items, outcomes);
    if rows.is_empty() {
        return None;
    }
    let labels = task.labels().len();
    let answers: Vec<Answer> = rows.iter().map(|row| row.answer).collect();
    let overall = figures(&answers, labels);
    let clusters = clusters(&rows);
    let [accuracy_interval, macro_f1_interval] =
        intervals(&clusters, rows.len(), drawing.rounds, drawing.seed, |times| {
            weighted(&answers, times, labels)
        });
    let explained = |which: usize| {
        explanation(&rows.iter().map(|row| (row.right(), row.rouge[which])).collect::<Vec<_>>())
    };
    let supports: Vec<usize> = overall.labels.iter().map(|label| label.support).collect();
    let share = |n: Option<&usize>| n.map_or(0.0, |n| *n as f64 / rows.len() as f64);
    Some(Score {
        task,
        model: model.to_owned(),
        clusters: clusters.len(),
        accuracy_interval,
        macro_f1_interval,
        rouge1: explained(0),
        rouge_l: explained(1),
        rouge1_stemmed: explained(2),
        rouge_l_stemmed: explained(3),
        majority_accuracy: share(supports.iter().max()),
        constant_accuracy: share(supports.last()),
        slices: slices(&rows, task),
        figures: overall,
    })
}

fn clusters(rows: &[Row<'_>]) -> Vec<Vec<usize>> {
    let mut by_cluster: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        by_cluster.entry(row.item.cluster).or_default().push(index);
    }
    by_cluster.into_values().collect()
}

/// Accuracy and macro-F1 when each answer counts as often as it was drawn.
fn weighted(answers: &[Answer], times: &[u32], labels: usize) -> [f64; 2] {
    let mut right = vec![0.0; labels];
    let mut gold = vec![0.0; labels];
    let mut answered = vec![0.0; labels];
    for (answer, times) in answers.iter().zip(times) {
        let times = f64::from(*times);
        gold[answer.gold] += times;
        if let Some(label) = answer.answered.filter(|label| *label < labels) {
            answered[label] += times;
            if label == answer.gold {
                right[label] += times;
            }
        }
    }
    let total: f64 = gold.iter().sum();
    let f1: f64 = (0..labels)
        .map(|label| {
            let below = gold[label] + answered[label];
            if below > 0.0 { 2.0 * right[label] / below } else { 0.0 }
        })
        .sum();
    [if total > 0.0 { right.iter().sum::<f64>() / total } else { f64::NAN }, f1 / labels as f64]
}

fn slices(rows: &[Row<'_>], task: Task) -> BTreeMap<String, Slice> {
    let mut counted: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for row in rows {
        let control = match row.item.control {
            None => "none".to_owned(),
            Some(control) => serde_json::to_value(control)
                .ok()
                .and_then(|value| value.as_str().map(str::to_owned))
                .unwrap_or_default(),
        };
        for name in [
            format!("era={}", row.item.era),
            format!("source={}", row.item.source),
            format!("control={control}"),
            format!("label={}", task.labels()[row.item.gold]),
        ] {
            let entry = counted.entry(name).or_default();
            entry.0 += 1;
            entry.1 += usize::from(row.right());
        }
    }
    counted
        .into_iter()
        .map(|(name, (n, right))| (name, Slice { n, accuracy: right as f64 / n as f64 }))
        .collect()
}

/// Two sets of answers to the same instances.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The task.
    pub task: Task,
    /// Instances answered in both files.
    pub n: usize,
    /// Accuracy of the first less that of the second.
    pub difference: f64,
    /// 95 % interval of the difference, drawn by issuer with both answers kept together.
    pub interval: Option<Interval>,
    /// Instances that only the first has right, and that only the second has right.
    pub only_one_right: [usize; 2],
}

/// Compares two files on the instances that both answer (paired bootstrap).
pub fn compare(
    task: Task,
    items: &[Item],
    first: &BTreeMap<String, Outcome>,
    second: &BTreeMap<String, Outcome>,
    drawing: Drawing,
) -> Option<Comparison> {
    let both: Vec<(&Item, bool, bool)> = items
        .iter()
        .filter(|item| item.task == task)
        .filter_map(|item| {
            let right = |outcomes: &BTreeMap<String, Outcome>| {
                outcomes
                    .get(&item.id)
                    .map(|outcome| matches!(outcome, Outcome::Answered(parsed) if parsed.label == item.gold))
            };
            Some((item, right(first)?, right(second)?))
        })
        .collect();
    if both.is_empty() {
        return None;
    }
    let mut by_cluster: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, (item, _, _)) in both.iter().enumerate() {
        by_cluster.entry(item.cluster).or_default().push(index);
    }
    let clusters: Vec<Vec<usize>> = by_cluster.into_values().collect();
    let steps: Vec<f64> =
        both.iter().map(|(_, a, b)| f64::from(u8::from(*a)) - f64::from(u8::from(*b))).collect();
    let [interval] = intervals(&clusters, both.len(), drawing.rounds, drawing.seed, |times| {
        let n: f64 = times.iter().map(|t| f64::from(*t)).sum();
        [steps.iter().zip(times).map(|(step, t)| step * f64::from(*t)).sum::<f64>() / n]
    });
    Some(Comparison {
        task,
        n: both.len(),
        difference: steps.iter().sum::<f64>() / both.len() as f64,
        interval,
        only_one_right: [
            steps.iter().filter(|step| **step > 0.0).count(),
            steps.iter().filter(|step| **step < 0.0).count(),
        ],
    })
}
