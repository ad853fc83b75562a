//! Which texts of a test split occur in other texts: shared runs of words.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Words of a run unless said otherwise.
pub const WORDS: usize = 13;
/// A text of fewer words than this is too common to be told.
const FEWEST: usize = 5;

/// The runs of words of all texts looked for.
pub struct Index {
    /// By length of run: texts that hold it, by its hash.
    runs: BTreeMap<usize, HashMap<u64, Vec<u32>>>,
    /// Different runs of each text.
    totals: Vec<usize>,
}

impl Index {
    /// Over texts; runs have `words` words, and a shorter text is one run of its own length.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>, words: usize) -> Index {
        let mut index = Index { runs: BTreeMap::new(), totals: Vec::new() };
        for (at, text) in texts.into_iter().enumerate() {
            let hashes: Vec<u64> = words_of(text).map(|word| hash(&word)).collect();
            let length = words.max(1).min(hashes.len());
            let mut total = 0;
            if length >= FEWEST.min(words.max(1)) {
                let runs = index.runs.entry(length).or_default();
                for window in hashes.windows(length) {
                    let holders = runs.entry(run(window.iter())).or_default();
                    if holders.last() != Some(&(at as u32)) {
                        holders.push(at as u32);
                        total += 1;
                    }
                }
            }
            index.totals.push(total);
        }
        index
    }

    /// Different runs of a text; 0 for one too short to be told.
    pub fn total(&self, text: usize) -> usize {
        self.totals.get(text).copied().unwrap_or(0)
    }
}

/// Reads a stream of text and remembers what it met. Holds one window of words, whatever the size of the stream.
pub struct Scan<'a> {
    index: &'a Index,
    window: VecDeque<u64>,
    longest: usize,
    /// Runs met, by text, with the line where each was met first.
    met: BTreeMap<u32, HashMap<u64, u64>>,
}

impl<'a> Scan<'a> {
    /// Begins.
    pub fn new(index: &'a Index) -> Scan<'a> {
        let longest = index.runs.keys().next_back().copied().unwrap_or(0);
        Scan { index, window: VecDeque::with_capacity(longest + 1), longest, met: BTreeMap::new() }
    }

    /// Reads on; `line` is only noted.
    pub fn text(&mut self, text: &str, line: u64) {
        for word in words_of(text) {
            self.window.push_back(hash(&word));
            if self.window.len() > self.longest {
                self.window.pop_front();
            }
            for (length, runs) in &self.index.runs {
                let Some(skip) = self.window.len().checked_sub(*length) else { break };
                let found = run(self.window.iter().skip(skip));
                for text in runs.get(&found).into_iter().flatten() {
                    self.met.entry(*text).or_default().entry(found).or_insert(line);
                }
            }
        }
    }

    /// What comes next has nothing to do with what was before.
    pub fn part(&mut self) {
        self.window.clear();
    }

    /// What was met: text, share of its runs, first line; the largest share first.
    pub fn found(&self) -> Vec<(usize, f64, u64)> {
        let mut found: Vec<(usize, f64, u64)> = self
            .met
            .iter()
            .map(|(text, runs)| {
                let at = *text as usize;
                let share = runs.len() as f64 / self.index.total(at).max(1) as f64;
                (at, share, runs.values().copied().min().unwrap_or(0))
            })
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        found
    }
}

/// Letters and digits in lower case: punctuation and layout are changed by every corpus.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

fn run<'a>(words: impl Iterator<Item = &'a u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for word in words {
        word.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Net sales of the invented Quarrystone group rose by nine percent, mainly because new depots opened in the spring of that year.";

    fn shares(corpus: &[&str], words: usize) -> Vec<(usize, f64, u64)> {
        let index = Index::new([TEXT, "Gross margin was flat this year.", "too short"], words);
        let mut scan = Scan::new(&index);
        for (line, text) in corpus.iter().enumerate() {
            scan.text(text, line as u64 + 1);
        }
        scan.found()
    }

    #[test]
    fn a_text_is_found_whatever_its_layout() {
        let upper = TEXT.to_uppercase().replace(' ', "  ");
        let (first, second) = upper.split_at(upper.find("  MAINLY").unwrap());
        let found = shares(&["Something else.", first, second], WORDS);
        assert!(found.first().is_some_and(|f| f.0 == 0 && f.1 > 0.3), "{found:?}");
    }

    #[test]
    fn a_part_gives_a_share_and_nothing_gives_nothing() {
        let half = TEXT.split_whitespace().take(15).collect::<Vec<_>>().join(" ");
        let found = shares(&[&half], WORDS);
        assert!(matches!(found.as_slice(), [(0, share, 1)] if *share > 0.1 && *share < 0.5), "{found:?}");
        assert!(shares(&["Net sales rose by nine percent. Margin was flat."], WORDS).is_empty());
        assert_eq!(shares(&["and gross margin was flat this year again"], WORDS).len(), 1);
        assert!(shares(&["too short"], WORDS).is_empty());
    }

    #[test]
    fn parts_are_not_read_across() {
        let index = Index::new([TEXT], WORDS);
        let mut scan = Scan::new(&index);
        let words: Vec<&str> = TEXT.split_whitespace().collect();
        scan.text(&words[..11].join(" "), 1);
        scan.part();
        scan.text(&words[11..].join(" "), 2);
        assert!(scan.found().is_empty());
    }
}
