//! Multinomial logistic regression over sparse features: the learner of two baselines.
//!
//! Full-batch gradient steps with momentum from zero weights: no randomness, so the same training set gives
//! the same model.

/// Features of one example: index and value.
pub type Features = Vec<(usize, f64)>;

/// A trained model.
#[derive(Clone, Debug)]
pub struct Logistic {
    /// One row of weights a label; the last weight is the intercept.
    weights: Vec<Vec<f64>>,
}

const STEPS: usize = 300;
const MOMENTUM: f64 = 0.9;

impl Logistic {
    /// Trains on examples with `width` features and `labels` labels; `penalty` is the weight of the squared norm.
    pub fn train(examples: &[(Features, usize)], width: usize, labels: usize, penalty: f64) -> Logistic {
        let mut weights = vec![vec![0.0; width + 1]; labels];
        let mut velocity = weights.clone();
        let n = examples.len().max(1) as f64;
        // The curvature is at most half the mean squared norm plus the penalty: a step that cannot diverge.
        let squared: f64 =
            examples.iter().map(|(x, _)| 1.0 + x.iter().map(|(_, v)| v * v).sum::<f64>()).sum::<f64>() / n;
        let step = 1.0 / (0.5 * squared + penalty);
        for _ in 0..STEPS {
            let mut gradient = vec![vec![0.0; width + 1]; labels];
            for (features, gold) in examples {
                for (label, probability) in softmax(&scores(&weights, features)).into_iter().enumerate() {
                    let error = (probability - f64::from(u8::from(label == *gold))) / n;
                    for &(feature, value) in features {
                        gradient[label][feature] += error * value;
                    }
                    gradient[label][width] += error;
                }
            }
            for label in 0..labels {
                for feature in 0..=width {
                    let shrink = if feature < width { penalty * weights[label][feature] } else { 0.0 };
                    let v = &mut velocity[label][feature];
                    *v = MOMENTUM * *v - (1.0 - MOMENTUM) * 4.0 * step * (gradient[label][feature] + shrink);
                    weights[label][feature] += *v;
                }
            }
        }
        Logistic { weights }
    }

    /// The likeliest label.
    pub fn predict(&self, features: &Features) -> usize {
        let scores = scores(&self.weights, features);
        let mut best = 0;
        for (label, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = label;
            }
        }
        best
    }

    /// The features that speak most for a label, strongest first.
    pub fn strongest(&self, label: usize, n: usize) -> Vec<(usize, f64)> {
        let Some(row) = self.weights.get(label) else { return Vec::new() };
        let mut ranked: Vec<(usize, f64)> =
            row[..row.len() - 1].iter().copied().enumerate().filter(|(_, w)| *w > 0.0).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked.truncate(n);
        ranked
    }
}

fn scores(weights: &[Vec<f64>], features: &Features) -> Vec<f64> {
    weights
        .iter()
        .map(|row| {
            let intercept = row[row.len() - 1];
            intercept + features.iter().map(|&(feature, value)| row[feature] * value).sum::<f64>()
        })
        .collect()
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.into_iter().map(|value| value / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separable_examples_are_learned() {
        let examples: Vec<(Features, usize)> =
            (0..30).map(|i| (vec![(i % 3, 1.0), (3, 0.5)], i % 3)).collect();
        let model = Logistic::train(&examples, 4, 3, 1e-3);
        assert!(examples.iter().all(|(features, gold)| model.predict(features) == *gold));
        assert_eq!(model.strongest(2, 1)[0].0, 2);
    }

    #[test]
    fn nothing_to_learn_from_gives_the_first_label() {
        assert_eq!(Logistic::train(&[], 2, 2, 1e-3).predict(&vec![(0, 1.0)]), 0);
    }
}
