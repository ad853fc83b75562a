//! Scores beside the paper's Table 2, for people: plain text, Markdown, HTML.

use super::scoring::Score;
use crate::tasks::Task;
use std::fmt::Write;

/// One line of a table. Figures that are not known are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whose figures.
    pub name: String,
    /// Accuracy.
    pub accuracy: f64,
    /// F1 as the unweighted mean over the labels.
    pub macro_f1: Option<f64>,
    /// F1 of the positive label.
    pub positive_f1: Option<f64>,
    /// ROUGE-1 and ROUGE-L over right answers, then with wrong ones as 0.
    pub rouge: [Option<f64>; 4],
}

/// One row of the paper's Table 2: model, then for each task accuracy, F1, r1-c, rL-c, r1-g, rL-g.
type Printed = (&'static str, [[f64; 6]; 3]);

/// The paper's Table 2 as printed.
const PAPER: [Printed; 8] = [
    (
        "Deepseek-v4-flash",
        [
            [1.000, 1.000, 0.235, 0.171, 0.235, 0.171],
            [0.065, 0.061, 0.285, 0.205, 0.018, 0.013],
            [0.420, 0.355, 0.138, 0.114, 0.058, 0.048],
        ],
    ),
    (
        "Deepseek-v4-pro",
        [
            [0.971, 0.493, 0.209, 0.148, 0.203, 0.144],
            [0.058, 0.055, 0.254, 0.192, 0.015, 0.011],
            [0.495, 0.319, 0.129, 0.112, 0.064, 0.055],
        ],
    ),
    (
        "GPT-5.5",
        [
            [1.000, 1.000, 0.249, 0.172, 0.249, 0.172],
            [0.041, 0.039, 0.281, 0.195, 0.011, 0.008],
            [0.522, 0.484, 0.102, 0.093, 0.053, 0.049],
        ],
    ),
    (
        "GPT-4.1",
        [
            [1.000, 1.000, 0.233, 0.159, 0.233, 0.159],
            [0.061, 0.058, 0.274, 0.190, 0.017, 0.012],
            [0.478, 0.320, 0.127, 0.105, 0.061, 0.050],
        ],
    ),
    (
        "Qwen3-8b-R",
        [
            [0.971, 0.985, 0.190, 0.133, 0.184, 0.129],
            [0.095, 0.174, 0.248, 0.186, 0.024, 0.018],
            [0.512, 0.338, 0.109, 0.093, 0.056, 0.048],
        ],
    ),
    (
        "Qwen3-32b-R",
        [
            [0.971, 0.985, 0.203, 0.144, 0.197, 0.140],
            [0.245, 0.393, 0.258, 0.199, 0.063, 0.049],
            [0.505, 0.334, 0.137, 0.120, 0.069, 0.061],
        ],
    ),
    (
        "Qwen3-8b",
        [
            [1.000, 1.000, 0.208, 0.148, 0.208, 0.148],
            [0.041, 0.078, 0.304, 0.215, 0.012, 0.009],
            [0.505, 0.362, 0.105, 0.097, 0.053, 0.049],
        ],
    ),
    (
        "Qwen3-32b",
        [
            [1.000, 1.000, 0.219, 0.149, 0.219, 0.149],
            [0.058, 0.109, 0.272, 0.197, 0.016, 0.011],
            [0.434, 0.271, 0.122, 0.103, 0.053, 0.045],
        ],
    ),
];

/// The paper's lines for a task. Its one F1 column follows two definitions; each value goes where it belongs: for
/// tasks 1 and 2 the Qwen rows print the F1 of the positive label, the others the mean over two labels.
pub fn paper(task: Task) -> Vec<Line> {
    let at = Task::ALL.iter().position(|known| *known == task).unwrap_or(0);
    PAPER
        .iter()
        .map(|(model, tasks)| {
            let [accuracy, f1, rouge @ ..] = tasks[at];
            let positive = model.starts_with("Qwen") && task != Task::Pattern;
            Line {
                name: format!("{model} (paper)"),
                accuracy,
                macro_f1: (!positive).then_some(f1),
                positive_f1: positive.then_some(f1),
                rouge: rouge.map(Some),
            }
        })
        .collect()
}

/// A score as a line.
pub fn line(score: &Score) -> Line {
    Line {
        name: if score.model.is_empty() { "this file".to_owned() } else { score.model.clone() },
        accuracy: score.figures.accuracy,
        macro_f1: Some(score.figures.macro_f1),
        positive_f1: (score.task != Task::Pattern).then_some(score.figures.positive_f1),
        rouge: [
            score.rouge1.conditional,
            score.rouge_l.conditional,
            Some(score.rouge1.gated),
            Some(score.rouge_l.gated),
        ],
    }
}

/// Constant and majority answers to the same instances: what a score has to beat.
pub fn baselines(score: &Score) -> [Line; 2] {
    let line = |name: &str, accuracy: f64| Line {
        name: name.to_owned(),
        accuracy,
        macro_f1: None,
        positive_f1: None,
        rouge: [None; 4],
    };
    [
        line("always the last label", score.constant_accuracy),
        line("always the commonest label", score.majority_accuracy),
    ]
}

/// All lines of one score: its own, its baselines, the paper's.
pub fn lines(score: &Score) -> Vec<Line> {
    let mut all = vec![line(score)];
    all.extend(baselines(score));
    all.extend(paper(score.task));
    all
}

const HEADS: [&str; 8] = ["Model", "Acc", "F1 macro", "F1 positive", "r1-c", "rL-c", "r1-g", "rL-g"];

fn cells(line: &Line) -> [String; 8] {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let [a, b, c, d] = line.rouge.map(figure);
    [
        line.name.clone(),
        format!("{:.3}", line.accuracy),
        figure(line.macro_f1),
        figure(line.positive_f1),
        a,
        b,
        c,
        d,
    ]
}

/// What stands under every table.
const NOTE: &str = "F1 macro: unweighted mean over the fixed labels, 0 where a label has no answers. F1 positive: of \
    the last label. The paper prints one F1 column that holds the first for GPT and DeepSeek and the second for Qwen \
    (tasks 1 and 2). c: mean over right answers, g: wrong answers count 0. Figures of the paper are of its own data.";

/// What is said of a score before its table.
pub fn headline(score: &Score) -> String {
    let f = &score.figures;
    let interval = score
        .accuracy_interval
        .map_or(String::new(), |i| format!(" (95 % by issuer {:.3} to {:.3})", i.low, i.high));
    format!(
        "{} instances of {} issuer groups, {} invalid answers; accuracy {:.3}{interval}, MCC {:.3}",
        f.n, score.clusters, f.invalid, f.accuracy, f.mcc
    )
}

/// Plain text, aligned.
pub fn text(scores: &[Score]) -> String {
    let mut out = String::new();
    for score in scores {
        let _ = writeln!(out, "{}: {}", score.task.as_str(), headline(score));
        let rows: Vec<[String; 8]> =
            std::iter::once(HEADS.map(str::to_owned)).chain(lines(score).iter().map(cells)).collect();
        let wide = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
        for row in rows {
            let _ = write!(out, "  {:<wide$}", row[0]);
            for cell in &row[1..] {
                let _ = write!(out, " {cell:>11}");
            }
            let _ = writeln!(out);
        }
        let labels = score.task.labels();
        let _ = writeln!(out, "  label: precision, recall, F1, support; answered as (last: invalid)");
        for (n, label) in score.figures.labels.iter().enumerate() {
            let _ = writeln!(
                out,
                "  {:<22} {:.3} {:.3} {:.3} {:>5}; {:?}",
                labels[n], label.precision, label.recall, label.f1, label.support, score.figures.confusion[n]
            );
        }
        for (name, slice) in &score.slices {
            let _ = writeln!(out, "  {name:<22} accuracy {:.3} of {}", slice.accuracy, slice.n);
        }
        let _ = writeln!(out);
    }
    let _ = writeln!(out, "{NOTE}");
    out
}

/// Markdown.
pub fn markdown(scores: &[Score]) -> String {
    let mut out = String::new();
    for score in scores {
        let _ = writeln!(out, "## {}\n\n{}\n", score.task.as_str(), headline(score));
        let _ = writeln!(out, "| {} |\n|---|{}", HEADS.join(" | "), "--:|".repeat(HEADS.len() - 1));
        for line in lines(score) {
            let row = cells(&line).map(|cell| {
                cell.replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|").replace(['\n', '\r'], " ")
            });
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
        let _ = writeln!(out);
    }
    let _ = writeln!(out, "{NOTE}");
    out
}

/// One HTML page without scripts.
pub fn html(scores: &[Score]) -> String {
    maud::html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Scores" }
                style { "body{font-family:sans-serif;margin:2em}td,th{padding:.2em .7em;text-align:right}\
                         td:first-child,th:first-child{text-align:left}tr:first-child{font-weight:bold}" }
            }
            body {
                h1 { "Scores beside the paper's Table 2" }
                @for score in scores {
                    h2 { (score.task.as_str()) }
                    p { (headline(score)) }
                    table {
                        thead { tr { @for head in HEADS { th { (head) } } } }
                        tbody { @for line in lines(score) { tr { @for cell in cells(&line) { td { (cell) } } } } }
                    }
                }
                p { (NOTE) }
            }
        }
    }
    .into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed figures hold to their own identity: gated = accuracy x conditional.
    #[test]
    fn the_printed_table_is_whole() {
        for task in Task::ALL {
            let lines = paper(task);
            assert_eq!(lines.len(), 8);
            for line in lines {
                let [r1, rl, g1, gl] = line.rouge.map(Option::unwrap);
                assert!((line.accuracy * r1 - g1).abs() < 1.5e-3, "{task:?} {}", line.name);
                assert!((line.accuracy * rl - gl).abs() < 1.5e-3, "{task:?} {}", line.name);
                assert!(line.macro_f1.is_some() != line.positive_f1.is_some());
            }
        }
    }
}
