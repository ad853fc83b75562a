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

/// ROUGE-1 and ROUGE-L alone, which is what tables show, in a fraction of the time and without a table of all pairs
/// of tokens: answers of models may be of any length.
pub fn paper(reference: &str, prediction: &str, stemmer: bool) -> (Rouge, Rouge) {
    let mut words = Words::default();
    let reference = words.whole(reference, stemmer);
    let prediction = words.whole(prediction, stemmer);
    let mut counts = vec![0usize; words.ids.len()];
    for token in &reference {
        counts[*token as usize] += 1;
    }
    let mut matches = 0;
    for token in &prediction {
        let left = &mut counts[*token as usize];
        if *left > 0 {
            *left -= 1;
            matches += 1;
        }
    }
    (Rouge::new(matches, reference.len(), prediction.len()), longest(&reference, &prediction))
}

/// Hands over the tokens of a text in the manner of `rouge_score`.
fn each_token(text: &str, stemmer: bool, mut take: impl FnMut(&str)) {
    // Lowered first: a letter such as the Kelvin sign becomes ASCII only there. Then every byte outside `a-z0-9`
    // parts tokens, those of longer characters too.
    let lower = text.to_lowercase();
    for token in lower.as_bytes().split(|byte| !byte.is_ascii_lowercase() && !byte.is_ascii_digit()) {
        let token = std::str::from_utf8(token).unwrap_or_default();
        if stemmer && token.len() > 3 {
            let stemmed = stem::stem(token);
            if !stemmed.is_empty() {
                take(&stemmed);
            }
        } else if !token.is_empty() {
            take(token);
        }
    }
}

/// Tokens of a text in the manner of `rouge_score`.
pub fn tokens(text: &str, stemmer: bool) -> Vec<String> {
    let mut found = Vec::new();
    each_token(text, stemmer, |token| found.push(token.to_owned()));
    found
}

/// Tokens as numbers, so that comparing is cheap.
#[derive(Default)]
struct Words {
    ids: HashMap<String, u32>,
}

impl Words {
    fn lines(&mut self, text: &str, stemmer: bool) -> Vec<Vec<u32>> {
        text.split('\n').map(|line| self.whole(line, stemmer)).collect()
    }

    fn whole(&mut self, text: &str, stemmer: bool) -> Vec<u32> {
        let mut found = Vec::with_capacity(text.len() / 5);
        each_token(text, stemmer, |token| {
            let next = self.ids.len() as u32;
            let id = match self.ids.get(token) {
                Some(id) => *id,
                None => *self.ids.entry(token.to_owned()).or_insert(next),
            };
            found.push(id);
        });
        found
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
    // Places of each token in the reference, token by token: `places[starts[t]..starts[t + 1]]`.
    let vocabulary = reference.iter().max().map_or(0, |most| *most as usize + 1);
    let mut starts = vec![0usize; vocabulary + 1];
    for token in reference {
        starts[*token as usize + 1] += 1;
    }
    for token in 0..vocabulary {
        starts[token + 1] += starts[token];
    }
    let mut next = starts.clone();
    let mut places = vec![0usize; reference.len()];
    for (position, token) in reference.iter().enumerate() {
        let at = &mut next[*token as usize];
        places[*at] = position;
        *at += 1;
    }
    let width = reference.len().div_ceil(64);
    let mut row = vec![u64::MAX; width];
    let mut mask = vec![0u64; width];
    for token in prediction {
        let token = *token as usize;
        let own = match token < vocabulary {
            true => &places[starts[token]..starts[token + 1]],
            false => &[],
        };
        let Some(first) = own.first() else { continue };
        for position in own {
            mask[position / 64] |= 1 << (position % 64);
        }
        // Before the first place nothing changes.
        let mut carry = false;
        for (word, mask) in row.iter_mut().zip(&mask).skip(first / 64) {
            let (sum, one) = word.overflowing_add(*word & mask);
            let (sum, two) = sum.overflowing_add(u64::from(carry));
            carry = one || two;
            *word = sum | (*word & !mask);
        }
        for position in own {
            mask[position / 64] = 0;
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
