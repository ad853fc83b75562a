//! Baselines that keep everyone honest: what one scores without reading, by counting, or by the surface.

use super::item::Item;
use super::logistic::{Features, Logistic};
use crate::tasks::{Split, Task};
use std::collections::BTreeMap;

/// A baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Baseline {
    /// The last label always: "misleading" for tasks 1 and 2, as the paper's data would have it.
    Constant,
    /// The commonest label of the training split.
    Majority,
    /// Accounting words counted by category.
    Keyword,
    /// TF-IDF of words and word pairs, logistic regression on the training split.
    Tfidf,
    /// Length, digits, punctuation and the like: whether the surface gives the label away.
    Surface,
}

impl Baseline {
    /// All.
    pub const ALL: [Baseline; 5] =
        [Baseline::Constant, Baseline::Majority, Baseline::Keyword, Baseline::Tfidf, Baseline::Surface];

    /// Name in prediction files.
    pub fn as_str(self) -> &'static str {
        match self {
            Baseline::Constant => "constant",
            Baseline::Majority => "majority",
            Baseline::Keyword => "keyword",
            Baseline::Tfidf => "tfidf",
            Baseline::Surface => "surface",
        }
    }
}

/// Answers a task: trains on the training split of `items` where the baseline learns, and gives a label index
/// for each item of `asked`.
pub fn answer(baseline: Baseline, task: Task, items: &[Item], asked: &[&Item]) -> Vec<usize> {
    let labels = task.labels().len();
    let train: Vec<&Item> =
        items.iter().filter(|item| item.task == task && item.split == Split::Train).collect();
    match baseline {
        Baseline::Constant => vec![labels - 1; asked.len()],
        Baseline::Majority => {
            let mut counts = vec![0usize; labels];
            for item in &train {
                counts[item.gold] += 1;
            }
            let mut best = 0;
            for label in 0..labels {
                if counts[label] > counts[best] {
                    best = label;
                }
            }
            vec![best; asked.len()]
        }
        Baseline::Keyword => asked.iter().map(|item| keyword(task, &item.text())).collect(),
        Baseline::Tfidf => {
            let terms = Terms::of(&train);
            learn(&train, asked, labels, terms.len(), 1e-4, |item| terms.features(item))
        }
        Baseline::Surface => {
            let scale = Scale::of(&train);
            learn(&train, asked, labels, SURFACE, 1e-3, |item| scale.features(item))
        }
    }
}

fn learn(
    train: &[&Item],
    asked: &[&Item],
    labels: usize,
    width: usize,
    penalty: f64,
    features: impl Fn(&Item) -> Features,
) -> Vec<usize> {
    let examples: Vec<(Features, usize)> = train.iter().map(|item| (features(item), item.gold)).collect();
    let model = Logistic::train(&examples, width, labels, penalty);
    asked.iter().map(|item| model.predict(&features(item))).collect()
}

/// Word stems that speak for each category of task 3, in the order of its labels.
const CATEGORY_WORDS: [&[&str]; 5] = [
    &[
        "revenue",
        "sales",
        "shipment",
        "shipped",
        "bill-and-hold",
        "channel stuffing",
        "consignment",
        "fictitious",
    ],
    &["estimate", "allowance", "impairment", "valuation", "bad debt", "obsolescence", "depreciation"],
    &["smooth", "cookie jar", "reserve", "excess reserves", "meet analysts", "earnings target", "consensus"],
    &["capitaliz", "defer", "expense", "unrecorded", "liabilit", "accrue", "prepaid"],
    &["disclos", "omitted", "misrepresent", "press release", "non-gaap", "statements about"],
];

/// Words of management that speak of a cause outside the books, for tasks 1 and 2.
const CONFIDENT_WORDS: &[&str] =
    &["strong demand", "record", "growth", "improved", "efficien", "favorable", "continued", "success"];

fn keyword(task: Task, text: &str) -> usize {
    let text = text.to_lowercase();
    let count = |words: &[&str]| words.iter().map(|word| text.matches(word).count()).sum::<usize>();
    match task {
        Task::Pattern => {
            let mut best = 0;
            let counts = CATEGORY_WORDS.map(count);
            for (label, n) in counts.iter().enumerate() {
                if *n > counts[best] {
                    best = label;
                }
            }
            best
        }
        Task::Attribution | Task::Narrative => usize::from(count(CONFIDENT_WORDS) >= 2),
    }
}

/// The vocabulary of a training set with inverse document frequencies.
struct Terms {
    ids: BTreeMap<String, usize>,
    weights: Vec<f64>,
}

impl Terms {
    fn of(train: &[&Item]) -> Terms {
        let mut documents: BTreeMap<String, usize> = BTreeMap::new();
        for item in train {
            for term in counted(&item.text()).into_keys() {
                *documents.entry(term).or_default() += 1;
            }
        }
        // A term of one document says nothing about another.
        documents.retain(|_, n| *n >= 2);
        let total = train.len() as f64;
        let weights = documents.values().map(|n| ((1.0 + total) / (1.0 + *n as f64)).ln() + 1.0).collect();
        Terms { ids: documents.into_keys().enumerate().map(|(id, term)| (term, id)).collect(), weights }
    }

    fn len(&self) -> usize {
        self.ids.len()
    }

    fn features(&self, item: &Item) -> Features {
        let mut features: Features = counted(&item.text())
            .into_iter()
            .filter_map(|(term, n)| {
                let id = *self.ids.get(&term)?;
                Some((id, (1.0 + (n as f64).ln()) * self.weights[id]))
            })
            .collect();
        let norm = features.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        if norm > 0.0 {
            for (_, value) in &mut features {
                *value /= norm;
            }
        }
        features
    }
}

/// Words and word pairs of a text with their counts. Digits are levelled: a model of the words must not live
/// on amounts.
fn counted(text: &str) -> BTreeMap<String, usize> {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 1)
        .map(|word| if word.bytes().any(|b| b.is_ascii_digit()) { "#".to_owned() } else { word.to_owned() })
        .collect();
    let mut counts = BTreeMap::new();
    for word in &words {
        *counts.entry(word.clone()).or_default() += 1;
    }
    for pair in words.windows(2) {
        *counts.entry(pair.join(" ")).or_default() += 1;
    }
    counts
}

const SURFACE: usize = 10;

/// Surface features: none of them knows a word.
fn surface(text: &str) -> [f64; SURFACE] {
    let characters = text.chars().count().max(1) as f64;
    let share = |test: fn(char) -> bool| text.chars().filter(|c| test(*c)).count() as f64 / characters;
    let words = text.split_whitespace().count() as f64;
    let sentences = text.matches(['.', '!', '?']).count().max(1) as f64;
    [
        characters.ln(),
        words.max(1.0).ln(),
        words / sentences,
        characters / words.max(1.0),
        share(|c| c.is_ascii_digit()),
        share(|c| c.is_ascii_punctuation()),
        share(char::is_uppercase),
        text.matches('$').count() as f64 / words.max(1.0),
        text.matches('%').count() as f64 / words.max(1.0),
        text.matches('\n').count() as f64 / words.max(1.0),
    ]
}

/// Mean and spread of each surface feature over a training set.
struct Scale {
    mean: [f64; SURFACE],
    spread: [f64; SURFACE],
}

impl Scale {
    fn of(train: &[&Item]) -> Scale {
        let rows: Vec<[f64; SURFACE]> = train.iter().map(|item| surface(&item.text())).collect();
        let n = rows.len().max(1) as f64;
        let mean = std::array::from_fn(|k| rows.iter().map(|row| row[k]).sum::<f64>() / n);
        let spread = std::array::from_fn(|k: usize| {
            let mean: f64 = rows.iter().map(|row| row[k]).sum::<f64>() / n;
            let variance = rows.iter().map(|row| (row[k] - mean).powi(2)).sum::<f64>() / n;
            if variance > 0.0 { variance.sqrt() } else { 1.0 }
        });
        Scale { mean, spread }
    }

    fn features(&self, item: &Item) -> Features {
        surface(&item.text())
            .iter()
            .enumerate()
            .map(|(k, value)| (k, (value - self.mean[k]) / self.spread[k]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(n: usize, gold: usize, text: String) -> Item {
        Item {
            id: format!("n{n}"),
            task: Task::Narrative,
            variables: vec![("passage", text)],
            gold,
            explanation: String::new(),
            cluster: n as u64,
            split: if n % 4 == 3 { Split::Test } else { Split::Train },
            control: None,
            era: "2009-",
            source: "none",
        }
    }

    fn accuracy(baseline: Baseline, items: &[Item]) -> f64 {
        let asked: Vec<&Item> = items.iter().filter(|item| item.split == Split::Test).collect();
        let answers = answer(baseline, Task::Narrative, items, &asked);
        let right = asked.iter().zip(&answers).filter(|(item, answer)| item.gold == **answer).count();
        right as f64 / asked.len() as f64
    }

    #[test]
    fn words_that_tell_are_learned_by_tfidf_and_not_by_the_surface() {
        let items: Vec<Item> = (0..80)
            .map(|n| {
                let gold = (n / 4) % 2;
                let word = if gold == 1 { "gizmos" } else { "widgets" };
                item(n, gold, format!("Net sales of {word} rose {}% in the year.", 10 + n))
            })
            .collect();
        assert_eq!(accuracy(Baseline::Tfidf, &items), 1.0);
        assert!(accuracy(Baseline::Constant, &items) <= 0.55);
    }

    #[test]
    fn a_telling_length_is_found_by_the_surface_probe() {
        let items: Vec<Item> = (0..80)
            .map(|n| {
                let gold = (n / 4) % 2;
                item(n, gold, "Sales rose. ".repeat(3 + 20 * gold + n % 3))
            })
            .collect();
        assert!(accuracy(Baseline::Surface, &items) > 0.95);
    }
}
