//! The index over all names: one sorted list of hashed keys, so that 900,000 names take seconds to build and
//! microseconds to ask.

use super::normal::{Normal, hash, stem};
use super::registered;
use crate::ids::Cik;
use crate::sec::names::NameList;
use crate::sec::submissions::Submissions;
use crate::sec::tickers::Tickers;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashSet};

/// Salts of the kinds of key.
pub(super) const BAG: u8 = 1;
pub(super) const LETTERS: u8 = 2;
pub(super) const TOKEN: u8 = 3;
pub(super) const INITIALS: u8 = 4;

/// A name with the days on which it was in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dated {
    /// First day, when known.
    pub from: Option<Date>,
    /// Last day; none for today's name.
    pub to: Option<Date>,
}

/// What submissions tell of a filer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Standard Industrial Classification.
    pub sic: Option<u16>,
    /// State of incorporation.
    pub state: Option<String>,
    /// `operating`, `investment`, `other`; empty for persons.
    pub entity_type: String,
    /// Symbols of today.
    pub tickers: Vec<String>,
}

/// All names, ready to be asked.
#[derive(Debug, Default)]
pub struct Index {
    names: NameList,
    /// Key and row, sorted; rows of one key in file order.
    keys: Vec<(u64, u32)>,
    /// Distinct tokens in order, as ranges of `letters`.
    vocabulary: Vec<(u32, u16)>,
    letters: String,
    dated: BTreeMap<u32, Dated>,
    profiles: BTreeMap<Cik, Profile>,
    symbols: BTreeMap<String, Vec<Cik>>,
    /// Filers of the alphabet's time that bear a name of the letter which their number stands at, sorted.
    lettered: Vec<Cik>,
}

impl Index {
    /// Builds the index of a list of names.
    pub fn build(names: NameList) -> Index {
        let mut index = Index { names, ..Index::default() };
        index.index_from(0);
        index
    }

    /// Adds what submissions tell: today's name, former names with their days, SIC, state, symbols.
    /// The keys are sorted again once for all of them.
    pub fn with_submissions<'a>(mut self, filers: impl IntoIterator<Item = &'a Submissions>) -> Index {
        let first = self.names.len();
        for filer in filers {
            self.add_name(&filer.name, filer.cik, Dated { from: None, to: None });
            for former in &filer.former_names {
                self.add_name(&former.name, filer.cik, Dated { from: former.from, to: former.to });
            }
            for symbol in &filer.tickers {
                self.symbols.entry(symbol.to_uppercase()).or_default().push(filer.cik);
            }
            self.profiles.insert(
                filer.cik,
                Profile {
                    sic: filer.sic,
                    state: filer.state.clone(),
                    entity_type: filer.entity_type.clone(),
                    tickers: filer.tickers.clone(),
                },
            );
        }
        self.index_from(first);
        self
    }

    /// Adds today's symbols and the names that their file gives.
    pub fn with_tickers(mut self, tickers: &Tickers) -> Index {
        let first = self.names.len();
        for ticker in &tickers.rows {
            self.symbols.entry(ticker.symbol.clone()).or_default().push(ticker.cik);
            if !ticker.title.is_empty() {
                self.names.push(&ticker.title, ticker.cik);
            }
        }
        self.index_from(first);
        self
    }

    fn add_name(&mut self, name: &str, cik: Cik, dated: Dated) {
        if name.trim().is_empty() {
            return;
        }
        if let Ok(row) = u32::try_from(self.names.len()) {
            self.dated.insert(row, dated);
            self.names.push(name, cik);
        }
    }

    fn index_from(&mut self, first: usize) {
        let mut normal = Normal::default();
        let mut seen: HashSet<u64> = HashSet::new();
        let mut fresh: Vec<(u32, u16)> = Vec::new();
        let known: HashSet<u64> = self.words().map(|word| hash(TOKEN, &[word])).collect();
        self.keys.reserve((self.names.len() - first) * 7);
        for row in first..self.names.len() {
            let (Ok(id), Some((name, cik))) = (u32::try_from(row), self.names.get(row)) else { break };
            normal.fill(name);
            if registered::in_place(cik, name) == Some(true) {
                self.lettered.push(cik);
            }
            let keys = &mut self.keys;
            keys.push((bag(normal.core()), id));
            keys.push((letters(normal.core()), id));
            if let Some((head, _)) = normal.head() {
                keys.push((bag(head), id));
            }
            if normal.core_len() > 1 {
                keys.push((initials(normal.core()), id));
            }
            for token in normal.core() {
                let key = hash(TOKEN, &[token]);
                keys.push((key, id));
                if !known.contains(&key)
                    && seen.insert(key)
                    && let (Ok(at), Ok(len)) = (u32::try_from(self.letters.len()), u16::try_from(token.len()))
                {
                    self.letters.push_str(token);
                    fresh.push((at, len));
                }
            }
        }
        self.keys.sort_unstable();
        self.keys.dedup();
        self.lettered.sort_unstable();
        self.lettered.dedup();
        self.vocabulary.extend(fresh);
        let letters = &self.letters;
        self.vocabulary.sort_unstable_by_key(|range| word_of(letters, *range));
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.vocabulary.iter().map(|range| word_of(&self.letters, *range))
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name and CIK of one row.
    pub(super) fn name(&self, row: u32) -> Option<(&str, Cik)> {
        self.names.get(row as usize)
    }

    pub(super) fn dated(&self, row: u32) -> Option<Dated> {
        self.dated.get(&row).copied()
    }

    pub(super) fn profile(&self, cik: Cik) -> Option<&Profile> {
        self.profiles.get(&cik)
    }

    /// Whether a filer's number was given under another of its names than this one.
    pub(super) fn numbered_otherwise(&self, cik: Cik, name: &str) -> bool {
        registered::in_place(cik, name) == Some(false) && self.lettered.binary_search(&cik).is_ok()
    }

    /// Filers with a symbol.
    pub(super) fn by_symbol(&self, symbol: &str) -> &[Cik] {
        self.symbols.get(&symbol.to_uppercase()).map_or(&[], Vec::as_slice)
    }

    /// Rows of one key, in file order.
    pub(super) fn rows(&self, key: u64) -> impl ExactSizeIterator<Item = u32> {
        let start = self.keys.partition_point(|(k, _)| *k < key);
        let rest = self.keys.get(start..).unwrap_or(&[]);
        let end = rest.partition_point(|(k, _)| *k == key);
        rest.get(..end).unwrap_or(&[]).iter().map(|(_, row)| *row)
    }

    /// Known words within a small distance of letters of `token`, which share its first three.
    pub(super) fn like(&self, token: &str) -> Vec<(&str, f64)> {
        let Some(prefix) = token.get(..3) else { return Vec::new() };
        let length = token.chars().count();
        if length < 5 {
            return Vec::new();
        }
        let most = if length < 8 { 1 } else { 2 };
        let letters = letter_set(token);
        let start = self.vocabulary.partition_point(|range| word_of(&self.letters, *range) < prefix);
        self.vocabulary
            .get(start..)
            .unwrap_or(&[])
            .iter()
            .map(|range| word_of(&self.letters, *range))
            .take_while(|word| word.starts_with(prefix))
            .filter(|word| *word != token && word.len().abs_diff(token.len()) <= most)
            // Each change of a letter changes two bits at most: this spares most comparisons.
            .filter(|word| (letter_set(word) ^ letters).count_ones() as usize <= 2 * most)
            .filter_map(|word| {
                let distance = strsim::osa_distance(word, token);
                (distance <= most).then(|| (word, 1.0 - distance as f64 / length as f64))
            })
            .take(20)
            .collect()
    }
}

/// One bit for each letter or digit that stands in a word.
fn letter_set(word: &str) -> u64 {
    word.bytes().fold(0, |set, byte| set | 1 << (byte & 63))
}

fn word_of(letters: &str, (at, len): (u32, u16)) -> &str {
    letters.get(at as usize..at as usize + len as usize).unwrap_or("")
}

/// The key of a set of words in any order, plurals folded.
pub(super) fn bag<'a>(tokens: impl Iterator<Item = &'a str>) -> u64 {
    tokens.fold(0, |sum: u64, token| {
        let (base, ending) = stem(token);
        sum.wrapping_add(hash(BAG, &[base, ending]))
    })
}

/// The key of the letters, wherever words part.
pub(super) fn letters<'a>(tokens: impl Iterator<Item = &'a str>) -> u64 {
    let parts: Vec<&str> = tokens.collect();
    hash(LETTERS, &parts)
}

/// The key of the first letters.
pub(super) fn initials<'a>(tokens: impl Iterator<Item = &'a str>) -> u64 {
    let firsts: Vec<&str> =
        tokens.filter_map(|t| t.get(..t.chars().next().map_or(0, char::len_utf8))).collect();
    hash(INITIALS, &firsts)
}
