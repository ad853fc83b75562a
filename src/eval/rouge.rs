//! ROUGE as the Python package `rouge_score` 0.1.2 computes it, so that figures can be compared.
//!
//! Without stemmer: lower case, every character outside `a-z0-9` parts tokens. With it: tokens longer than
//! three characters are stemmed (Porter, as in NLTK's default mode). ROUGE-L is the longest common subsequence
//! over the whole text; ROUGE-Lsum is the union variant over lines.

mod stem;

use std::collections::HashMap;

/// One variant's three figures, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rouge {
    /// Matches over the tokens of the prediction.
    pub precision: f64,
    /// Matches over the tokens of the reference.
    pub recall: f64,
    /// Harmonic mean; 0 when both are 0.
    pub fmeasure: f64,
}

impl Rouge {
    fn new(matches: usize, reference: usize, prediction: usize) -> Rouge {
        // An empty side counts as one token, as in rouge_score: the result is 0, never NaN.
        let precision = matches as f64 / prediction.max(1) as f64;
        let recall = matches as f64 / reference.max(1) as f64;
        let fmeasure =
            if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
        Rouge { precision, recall, fmeasure }
    }
}

/// All variants for one pair, each named.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Single tokens.
    pub rouge1: Rouge,
    /// Pairs of tokens.
    pub rouge2: Rouge,
    /// Longest common subsequence over the whole text.
    pub rouge_l: Rouge,
    /// Union of longest common subsequences by line.
    pub rouge_l_sum: Rouge,
}

/// Scores a prediction against a reference.
pub fn score(reference: &str, prediction: &str, stemmer: bool) -> Scores {
    let mut words = Words::default();
    let reference_lines = words.lines(reference, stemmer);
    let prediction_lines = words.lines(prediction, stemmer);
    let whole_reference = reference_lines.concat();
    let whole_prediction = prediction_lines.concat();
    Scores {
        rouge1: ngrams(&whole_reference, &whole_prediction, 1),
        rouge2: ngrams(&whole_reference, &whole_prediction, 2),
        rouge_l: longest(&whole_reference, &whole_prediction),
        rouge_l_sum: union_longest(&reference_lines, &prediction_lines),
    }
}

/// Tokens of a text in the manner of `rouge_score`.
pub fn tokens(text: &str, stemmer: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut token = String::new();
    // `chars` over the lower-cased text: a letter such as the Kelvin sign becomes ASCII only there.
    for c in text.to_lowercase().chars().chain(std::iter::once(' ')) {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            token.push(c);
        } else if !token.is_empty() {
            let whole = std::mem::take(&mut token);
            let stemmed = if stemmer && whole.len() > 3 { stem::stem(&whole) } else { whole };
            if !stemmed.is_empty() {
                found.push(stemmed);
            }
        }
    }
    found
}

/// Tokens as numbers, so that comparing is cheap.
#[derive(Default)]
struct Words {
    ids: HashMap<String, u32>,
}

impl Words {
    fn lines(&mut self, text: &str, stemmer: bool) -> Vec<Vec<u32>> {
        text.split('\n')
            .map(|line| tokens(line, stemmer).into_iter().map(|token| self.id(token)).collect())
            .collect()
    }

    fn id(&mut self, token: String) -> u32 {
        let next = self.ids.len() as u32;
        *self.ids.entry(token).or_insert(next)
    }
}

fn ngrams(reference: &[u32], prediction: &[u32], n: usize) -> Rouge {
    let mut counts: HashMap<&[u32], usize> = HashMap::new();
    for gram in reference.windows(n) {
        *counts.entry(gram).or_default() += 1;
    }
    let mut matches = 0;
    for gram in prediction.windows(n) {
        if let Some(left) = counts.get_mut(gram).filter(|left| **left > 0) {
            *left -= 1;
            matches += 1;
        }
    }
    let grams = |tokens: &[u32]| (tokens.len() + 1).saturating_sub(n);
    Rouge::new(matches, grams(reference), grams(prediction))
}

/// Length of the longest common subsequence, sixty-four cells of a row at a time.
///
/// Bit-parallel form: bit `i` of the row says whether the length grows at reference token `i`; one addition
/// with carry moves a whole row.
fn subsequence_length(reference: &[u32], prediction: &[u32]) -> usize {
    if reference.is_empty() || prediction.is_empty() {
        return 0;
    }
    let width = reference.len().div_ceil(64);
    let mut places: HashMap<u32, Vec<u64>> = HashMap::new();
    for (position, token) in reference.iter().enumerate() {
        places.entry(*token).or_insert_with(|| vec![0; width])[position / 64] |= 1 << (position % 64);
    }
    let mut row = vec![u64::MAX; width];
    for token in prediction {
        let Some(place) = places.get(token) else { continue };
        let mut carry = false;
        for (word, mask) in row.iter_mut().zip(place) {
            let matched = *word & mask;
            let (sum, first) = word.overflowing_add(matched);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *word = sum | (*word & !mask);
        }
    }
    // Bits past the end of the reference match nothing and so stay set.
    row.iter().map(|word| word.count_zeros() as usize).sum()
}

fn longest(reference: &[u32], prediction: &[u32]) -> Rouge {
    Rouge::new(subsequence_length(reference, prediction), reference.len(), prediction.len())
}

/// Positions in the reference of one longest common subsequence, chosen as `rouge_score` backtracks.
fn subsequence_positions(reference: &[u32], prediction: &[u32]) -> Vec<usize> {
    let columns = prediction.len() + 1;
    let mut table = vec![0u32; (reference.len() + 1) * columns];
    for (i, left) in reference.iter().enumerate() {
        for (j, right) in prediction.iter().enumerate() {
            table[(i + 1) * columns + j + 1] = if left == right {
                table[i * columns + j] + 1
            } else {
                table[i * columns + j + 1].max(table[(i + 1) * columns + j])
            };
        }
    }
    let (mut i, mut j) = (reference.len(), prediction.len());
    let mut positions = Vec::new();
    while i > 0 && j > 0 {
        if reference[i - 1] == prediction[j - 1] {
            positions.push(i - 1);
            i -= 1;
            j -= 1;
        } else if table[i * columns + j - 1] > table[(i - 1) * columns + j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
    positions.reverse();
    positions
}

fn union_longest(reference: &[Vec<u32>], prediction: &[Vec<u32>]) -> Rouge {
    let total = |lines: &[Vec<u32>]| lines.iter().map(Vec::len).sum::<usize>();
    let (reference_total, prediction_total) = (total(reference), total(prediction));
    if reference_total == 0 || prediction_total == 0 {
        return Rouge::default();
    }
    let count = |lines: &[Vec<u32>]| {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        for token in lines.iter().flatten() {
            *counts.entry(*token).or_default() += 1;
        }
        counts
    };
    let (mut in_reference, mut in_prediction) = (count(reference), count(prediction));
    let mut hits = 0;
    for line in reference {
        let mut union = vec![false; line.len()];
        for other in prediction {
            for position in subsequence_positions(line, other) {
                union[position] = true;
            }
        }
        for token in line.iter().zip(union).filter(|(_, hit)| *hit).map(|(token, _)| token) {
            if let (Some(left), Some(right)) = (in_reference.get_mut(token), in_prediction.get_mut(token))
                && *left > 0
                && *right > 0
            {
                hits += 1;
                *left -= 1;
                *right -= 1;
            }
        }
    }
    Rouge::new(hits, reference_total, prediction_total)
}

#[cfg(test)]
mod tests;
