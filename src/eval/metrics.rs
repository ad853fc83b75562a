//! Classification metrics over a fixed list of labels (evaluation.md 1).
//!
//! Macro figures average over the whole fixed list with 0 where a division has no meaning, as scikit-learn
//! does with `labels=` and `zero_division=0`. An answer that is no label counts as wrong and is counted apart.

use serde::Serialize;

/// One answered instance, as indices into the fixed label list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The gold label.
    pub gold: usize,
    /// The answer; none when it was no label.
    pub answered: Option<usize>,
}

/// Figures of one label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LabelFigures {
    /// Right among those answered so.
    pub precision: f64,
    /// Right among those that are so.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f1: f64,
    /// Instances with this gold label.
    pub support: usize,
}

/// All figures of one set of answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Answers, invalid ones included.
    pub n: usize,
    /// Answers that were no label.
    pub invalid: usize,
    /// Share of right answers.
    pub accuracy: f64,
    /// Unweighted mean over the fixed list.
    pub macro_precision: f64,
    /// Unweighted mean over the fixed list.
    pub macro_recall: f64,
    /// Unweighted mean over the fixed list.
    pub macro_f1: f64,
    /// F1 of the positive (last) label; the second of the two definitions mixed in the paper's Table 2.
    pub positive_f1: f64,
    /// Matthews correlation over the labels and, where there are any, the invalid answers as a class of their own.
    pub mcc: f64,
    /// By label, in the order of the list.
    pub labels: Vec<LabelFigures>,
    /// Rows gold, columns answered; the last column counts invalid answers.
    pub confusion: Vec<Vec<usize>>,
}

/// Computes the figures of answers over `labels` labels.
pub fn figures(answers: &[Answer], labels: usize) -> Figures {
    let mut confusion = vec![vec![0usize; labels + 1]; labels];
    for answer in answers {
        let column = answer.answered.filter(|label| *label < labels).unwrap_or(labels);
        if let Some(row) = confusion.get_mut(answer.gold) {
            row[column] += 1;
        }
    }
    let by_label: Vec<LabelFigures> = (0..labels)
        .map(|label| {
            let right = confusion[label][label] as f64;
            let support: usize = confusion[label].iter().sum();
            let answered: usize = confusion.iter().map(|row| row[label]).sum();
            let precision = ratio(right, answered as f64);
            let recall = ratio(right, support as f64);
            LabelFigures {
                precision,
                recall,
                f1: ratio(2.0 * precision * recall, precision + recall),
                support,
            }
        })
        .collect();
    let mean = |figure: fn(&LabelFigures) -> f64| ratio(by_label.iter().map(figure).sum(), labels as f64);
    let n: usize = confusion.iter().flatten().sum();
    let right: usize = (0..labels).map(|label| confusion[label][label]).sum();
    Figures {
        n,
        invalid: confusion.iter().map(|row| row[labels]).sum(),
        accuracy: ratio(right as f64, n as f64),
        macro_precision: mean(|label| label.precision),
        macro_recall: mean(|label| label.recall),
        macro_f1: mean(|label| label.f1),
        positive_f1: by_label.last().map_or(0.0, |label| label.f1),
        mcc: matthews(&confusion),
        labels: by_label,
        confusion,
    }
}

/// Multi-class Matthews correlation (Gorodkin's R_K); 0 when either side is constant.
fn matthews(confusion: &[Vec<usize>]) -> f64 {
    let classes = confusion.first().map_or(0, Vec::len);
    let cell = |gold: usize, answered: usize| confusion.get(gold).map_or(0, |row| row[answered]) as f64;
    let gold: Vec<f64> = (0..classes).map(|k| (0..classes).map(|j| cell(k, j)).sum()).collect();
    let answered: Vec<f64> = (0..classes).map(|k| (0..classes).map(|i| cell(i, k)).sum()).collect();
    let n: f64 = gold.iter().sum();
    let right: f64 = (0..classes).map(|k| cell(k, k)).sum();
    let both: f64 = gold.iter().zip(&answered).map(|(a, b)| a * b).sum();
    let gold_square: f64 = gold.iter().map(|a| a * a).sum();
    let answered_square: f64 = answered.iter().map(|a| a * a).sum();
    ratio(n * right - both, ((n * n - answered_square) * (n * n - gold_square)).sqrt())
}

/// ROUGE of explanations by the paper's two rules (section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExplanationFigures {
    /// Mean over right answers only; none when no answer is right.
    pub conditional: Option<f64>,
    /// Wrong answers count 0; mean over all.
    pub gated: f64,
}

/// Combines, for each answer, whether it is right with its explanation's ROUGE f-measure.
pub fn explanation(answers: &[(bool, f64)]) -> ExplanationFigures {
    let right: Vec<f64> = answers.iter().filter(|(right, _)| *right).map(|(_, score)| *score).collect();
    // The sum of no numbers is -0.0, which would print as such.
    let sum: f64 = right.iter().sum::<f64>() + 0.0;
    ExplanationFigures {
        conditional: (!right.is_empty()).then(|| sum / right.len() as f64),
        gated: ratio(sum, answers.len() as f64),
    }
}

fn ratio(above: f64, below: f64) -> f64 {
    if below == 0.0 { 0.0 } else { above / below }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with the given number right among `n` instances that are all positive.
    fn all_positive(n: usize, right: usize) -> Vec<Answer> {
        (0..n).map(|i| Answer { gold: 1, answered: Some(usize::from(i < right)) }).collect()
    }

    /// Table 2 of the paper mixes two definitions of F1: for tasks 1 and 2, whose labels are all positive, the
    /// GPT and DeepSeek rows are macro-F1 over two labels, the Qwen rows the F1 of the positive label.
    #[test]
    fn the_papers_f1_values_follow_from_its_accuracies() {
        // Model, instances, right answers, printed accuracy, printed F1, macro-F1 or positive F1.
        let rows = [
            ("Deepseek-v4-pro task 1", 34, 33, 0.971, 0.493, true),
            ("Qwen3-8b-R task 1", 34, 33, 0.971, 0.985, false),
            ("Qwen3-32b-R task 1", 34, 33, 0.971, 0.985, false),
            ("Deepseek-v4-flash task 2", 294, 19, 0.065, 0.061, true),
            ("Deepseek-v4-pro task 2", 294, 17, 0.058, 0.055, true),
            ("GPT-5.5 task 2", 294, 12, 0.041, 0.039, true),
            ("GPT-4.1 task 2", 294, 18, 0.061, 0.058, true),
            ("Qwen3-8b-R task 2", 294, 28, 0.095, 0.174, false),
            ("Qwen3-32b-R task 2", 294, 72, 0.245, 0.393, false),
            ("Qwen3-8b task 2", 294, 12, 0.041, 0.078, false),
            ("Qwen3-32b task 2", 294, 17, 0.058, 0.109, false),
        ];
        for (name, n, right, accuracy, f1, is_macro) in rows {
            let figures = figures(&all_positive(n, right), 2);
            let computed = if is_macro { figures.macro_f1 } else { figures.positive_f1 };
            assert!((figures.accuracy - accuracy).abs() < 6e-4, "{name}: accuracy {}", figures.accuracy);
            assert!((computed - f1).abs() < 6e-4, "{name}: F1 {computed}");
        }
    }

    /// gated = accuracy x conditional, also for the paper's printed values.
    #[test]
    fn gated_is_accuracy_times_conditional() {
        let answers = [(true, 0.4), (false, 0.9), (true, 0.2), (false, 0.0)];
        let figures = explanation(&answers);
        assert!((figures.gated - 0.5 * figures.conditional.unwrap()).abs() < 1e-12);
        assert_eq!(explanation(&[(false, 0.9)]).conditional, None);
        for (accuracy, conditional, gated) in
            [(0.971_f64, 0.209, 0.203), (0.065, 0.285, 0.018), (0.420, 0.138, 0.058), (0.245, 0.258, 0.063)]
        {
            assert!((accuracy * conditional - gated).abs() < 1e-3);
        }
    }

    #[test]
    fn invalid_answers_are_wrong_and_counted() {
        let answers = [
            Answer { gold: 0, answered: Some(0) },
            Answer { gold: 1, answered: None },
            Answer { gold: 1, answered: Some(1) },
        ];
        let figures = figures(&answers, 2);
        assert_eq!((figures.n, figures.invalid), (3, 1));
        assert!((figures.accuracy - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(figures.confusion, [[1, 0, 0], [0, 1, 1]]);
        assert_eq!(figures.labels[1].recall, 0.5);
    }

    #[test]
    fn nothing_answered_is_zero_and_never_nan() {
        let figures = figures(&[], 5);
        assert_eq!((figures.accuracy, figures.macro_f1, figures.mcc), (0.0, 0.0, 0.0));
    }

    #[derive(serde::Deserialize)]
    struct Golden {
        labels: usize,
        gold: Vec<usize>,
        answered: Vec<usize>,
        accuracy: f64,
        precision: f64,
        recall: f64,
        f1: f64,
        mcc: f64,
        kappa: Option<f64>,
    }

    /// Equal to scikit-learn (fixed labels, zero_division 0) on 500 random label sets, invalid answers among them.
    #[test]
    fn equal_to_scikit_learn() {
        let golden: Vec<Golden> =
            serde_json::from_str(include_str!("../../tests/golden/eval/labels.json")).unwrap();
        assert_eq!(golden.len(), 500);
        for set in golden {
            let answers: Vec<Answer> = set
                .gold
                .iter()
                .zip(&set.answered)
                .map(|(g, a)| Answer { gold: *g, answered: Some(*a) })
                .collect();
            let got = figures(&answers, set.labels);
            for (name, got, want) in [
                ("accuracy", got.accuracy, set.accuracy),
                ("precision", got.macro_precision, set.precision),
                ("recall", got.macro_recall, set.recall),
                ("f1", got.macro_f1, set.f1),
                ("mcc", got.mcc, set.mcc),
            ] {
                assert!((got - want).abs() < 1e-9, "{name}: {got} {want}: {:?} {:?}", set.gold, set.answered);
            }
            if let Some(want) = set.kappa {
                let pairs: Vec<(usize, usize)> =
                    set.gold.iter().copied().zip(set.answered.iter().copied()).collect();
                let got = crate::eval::agreement::agreement(&pairs, set.labels).kappa.unwrap();
                assert!((got - want).abs() < 1e-9, "kappa: {got} {want}");
            }
        }
    }
}
