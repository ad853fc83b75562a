//! From candidates to a decision.

use super::index::{Index, TOKEN, bag, initials, letters};
use super::normal::{Normal, hash};
use super::relation::{self, AGREES};
use super::{Candidate, Decision, Query, Status, alias, registered, words};
use crate::ids::Cik;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// Two candidates nearer than this are not told apart.
const MARGIN: f64 = 0.015;
/// From here on candidates are worth a person's look.
const REVIEW: f64 = 0.5;
/// Candidates shown.
const SHOWN: usize = 10;
/// Rows whose evidence is weighed in full.
const RANKED: usize = 40;
/// Rows looked at for one key: common names of persons fill thousands.
const ROWS_LIMIT: usize = 4_000;
/// Names looked at for a short name: a word in more of them is no name of one filer.
const SHORT_LIMIT: usize = 300;
/// A word in more names than this gives no candidates by itself.
const COMMON: usize = 2_000;

impl Index {
    /// Answers a query. Never guesses: where words agree with several filers, or with none, it says so.
    pub fn resolve(&self, query: &Query) -> Decision {
        if query.name.len() > alias::LONGEST {
            return Decision::none("longer than a name");
        }
        let whole = self.by_words(query, query.name.trim());
        if whole.status == Status::Matched {
            return whole;
        }
        let cleaned = alias::clean(&query.name);
        if alias::is_person(&cleaned) {
            return Decision::none("a person");
        }
        let parts = alias::names(&cleaned);
        let mut best = match parts.as_slice() {
            [] => return Decision::none("no name"),
            [only] if *only == query.name.trim() => whole,
            [only] => self.by_words(query, only),
            several => self.joined(query, several),
        };
        if best.status == Status::Matched || agree(&best) {
            return best;
        }
        if let [only] = parts.as_slice() {
            for part in [alias::first_of_list(only), alias::last_of_list(only)].into_iter().flatten() {
                let mut cut = self.by_words(query, part);
                if agree(&cut) {
                    cut.reasons.push(format!("read as `{part}`"));
                    return cut;
                }
            }
        }
        if let [only] = parts.as_slice()
            && let Some(short) = self.short_name(query, only)
        {
            return short;
        }
        let first = parts.first().map_or("", String::as_str);
        self.add_evidence(query, first, &mut best);
        best
    }

    /// Candidates whose words agree with a name, decided.
    fn by_words(&self, query: &Query, name: &str) -> Decision {
        let normal = Normal::of(name);
        let mut found: BTreeMap<Cik, Candidate> = BTreeMap::new();
        let mut other = Normal::default();
        let keys = [bag(normal.core()), letters(normal.core())];
        for row in keys.into_iter().flat_map(|key| self.rows(key).take(ROWS_LIMIT)) {
            let Some((listed, cik)) = self.name(row) else { continue };
            other.fill(listed);
            // As the list writes it, to the letter: a list answers for its own names.
            let exact = listed == name;
            let related = if exact { Some((1.0, "the same name")) } else { relation::of(&normal, &other) };
            let Some((score, reason)) = related else { continue };
            let mut candidate =
                Candidate { cik, name: listed.to_owned(), score, reasons: vec![reason.to_owned()] };
            if !exact {
                self.weigh(&mut candidate, &normal, &other);
                // A filer numbered under another name took this one later, or bears it by an error of the list.
                if self.numbered_otherwise(cik, listed) {
                    candidate.score -= 0.02;
                    candidate.reasons.push("its number was given under another name".to_owned());
                }
            }
            self.weigh_hints(&mut candidate, query, row);
            match found.get(&cik) {
                Some(known) if known.score >= candidate.score => {}
                _ => {
                    found.insert(cik, candidate);
                }
            }
        }
        let mut found: Vec<Candidate> = found.into_values().collect();
        if query.on.is_none() {
            part_by_age(&mut found);
        }
        let mut decision = decide(found, normal.is_generic());
        if decision.candidates.first().is_some_and(|c| c.score < 0.98) && self.is_shared_short_name(&normal) {
            decision.status = Status::Ambiguous;
            decision.cik = None;
            decision.reasons = vec!["a short name that other filers' names begin with".to_owned()];
        }
        decision
    }

    /// One word without a legal form ("Atlas") may be short for any name that begins with it.
    fn is_shared_short_name(&self, normal: &Normal) -> bool {
        let (true, Some(word)) = (normal.forms() == 0 && normal.core_len() == 1, normal.core().next()) else {
            return false;
        };
        let mut other = Normal::default();
        let begins = |row: u32| {
            self.name(row).is_some_and(|(listed, _)| {
                other.fill(listed);
                other.core_len() > 1
                    && other.core().next() == Some(word)
                    && !other.is_person()
                    && !other.is_fund()
            })
        };
        let rows = self.rows(hash(TOKEN, &[word]));
        rows.len() > SHORT_LIMIT
            || rows
                .filter({
                    let mut begins = begins;
                    move |row| begins(*row)
                })
                .take(3)
                .count()
                == 3
    }

    /// Persons and funds publish no such statements: their names do not stand for a like-named issuer.
    fn weigh(&self, candidate: &mut Candidate, query: &Normal, name: &Normal) {
        let entity = self.profile(candidate.cik).map(|p| p.entity_type.as_str());
        if name.is_person() && !query.is_person() {
            candidate.score -= 0.15;
            candidate.reasons.push("reads like a person".to_owned());
        } else if entity == Some("investment") || name.is_fund() && !query.is_fund() {
            candidate.score -= 0.15;
            candidate.reasons.push("a fund or trust".to_owned());
        }
    }

    fn weigh_hints(&self, candidate: &mut Candidate, query: &Query, row: u32) {
        if let Some(on) = query.on {
            if registered::only_after(candidate.cik, on) {
                candidate.score -= 0.2;
                candidate.reasons.push(format!("registered only after {on}"));
            }
            if let Some(dated) = self.dated(row) {
                match (dated.from, dated.to) {
                    (Some(from), _) if on.saturating_add(jiff::Span::new().days(366)) < from => {
                        candidate.score -= 0.15;
                        candidate.reasons.push(format!("name in use only from {from}"));
                    }
                    (from, Some(to)) => {
                        let from = from.map_or_else(|| "?".to_owned(), |d| d.to_string());
                        let fits = if on <= to { "in use then" } else { "no longer in use then" };
                        candidate.reasons.push(format!("former name, {from} to {to}: {fits}"));
                    }
                    _ => {}
                }
            }
        } else if let Some(to) = self.dated(row).and_then(|d| d.to) {
            candidate.reasons.push(format!("former name, until {to}"));
        }
        let Some(profile) = self.profile(candidate.cik) else { return };
        if let (Some(a), Some(b)) = (query.sic, profile.sic) {
            let (shift, word) = if a / 10 == b / 10 { (0.02, "same") } else { (-0.02, "other") };
            candidate.score += shift;
            candidate.reasons.push(format!("{word} industry"));
        }
        if let (Some(a), Some(b)) = (&query.state, &profile.state) {
            let same = a.eq_ignore_ascii_case(b);
            candidate.score += if same { 0.02 } else { -0.02 };
            candidate.reasons.push(if same { "same state".to_owned() } else { "other state".to_owned() });
        }
        let symbol = query.tickers.iter().find(|t| self.by_symbol(t).contains(&candidate.cik));
        if let Some(symbol) = symbol {
            candidate.score += 0.02;
            candidate.reasons.push(format!("symbol {symbol}"));
        }
        candidate.score = candidate.score.clamp(0.0, 1.0);
    }

    /// One issuer under several names: they must point to one filer, or one of them alone must.
    fn joined(&self, query: &Query, names: &[String]) -> Decision {
        let answers: Vec<Decision> = names.iter().map(|name| self.by_words(query, name)).collect();
        let mut ciks: Vec<Cik> = answers.iter().filter_map(|a| a.cik).collect();
        ciks.sort();
        ciks.dedup();
        let mut candidates: BTreeMap<Cik, Candidate> = BTreeMap::new();
        let mut fitting: BTreeMap<Cik, usize> = BTreeMap::new();
        for answer in answers {
            for candidate in answer.candidates {
                if candidate.score >= AGREES {
                    *fitting.entry(candidate.cik).or_default() += 1;
                }
                match candidates.get(&candidate.cik) {
                    Some(known) if known.score >= candidate.score => {}
                    _ => {
                        candidates.insert(candidate.cik, candidate);
                    }
                }
            }
        }
        let mut decision = decide(candidates.into_values().collect(), false);
        // A filer that bears two of the names is the one, whoever else bears one of them.
        let twice: Vec<Cik> = fitting.iter().filter(|(_, n)| **n > 1).map(|(cik, _)| *cik).collect();
        let one = match (twice.as_slice(), ciks.as_slice()) {
            ([cik], _) => Some((*cik, "bears several of the names")),
            ([], [cik]) => Some((*cik, "bears one of the names")),
            _ => None,
        };
        match one {
            Some((cik, reason)) => {
                decision.status = Status::Matched;
                decision.cik = Some(cik);
                decision.reasons = vec![reason.to_owned()];
                decision.candidates.sort_by_key(|c| c.cik != cik);
            }
            None if decision.status == Status::Matched => {
                decision.status = Status::Ambiguous;
                decision.cik = None;
                decision.reasons = vec!["the names point to different filers".to_owned()];
            }
            None => {}
        }
        decision
    }

    /// A short name without a legal form, as releases define them: the one filer whose names go on from it in
    /// generic words, if every name that begins with these words is that filer's.
    fn short_name(&self, query: &Query, name: &str) -> Option<Decision> {
        let normal = Normal::of(name);
        let first = normal.core().next()?;
        if normal.forms() != 0 || normal.is_generic() || normal.is_person() || first.len() < 4 {
            return None;
        }
        let rows = self.rows(hash(TOKEN, &[first]));
        if rows.len() > SHORT_LIMIT {
            return None;
        }
        let mut found: Option<Candidate> = None;
        let mut other = Normal::default();
        for row in rows {
            let Some((listed, cik)) = self.name(row) else { continue };
            other.fill(listed);
            if !normal.core().eq(other.core().take(normal.core_len())) {
                continue;
            }
            if found.as_ref().is_some_and(|known| known.cik != cik) {
                return None;
            }
            let tail = other.core().skip(normal.core_len()).take_while(|t| words::legal_form(t).is_none());
            if found.is_none() && tail.clone().count() < 3 && tail.clone().all(words::is_generic) {
                let reasons = vec!["the only filer whose name begins so; the rest is generic".to_owned()];
                let mut candidate = Candidate { cik, name: listed.to_owned(), score: 0.86, reasons };
                self.weigh(&mut candidate, &normal, &other);
                self.weigh_hints(&mut candidate, query, row);
                found = Some(candidate);
            }
        }
        let decision = decide(vec![found?], false);
        (decision.status == Status::Matched).then_some(decision)
    }

    /// Where words do not agree: what shares rare words, like-spelled words, initials or a symbol, for review.
    fn add_evidence(&self, query: &Query, name: &str, decision: &mut Decision) {
        let normal = Normal::of(name);
        let tokens: Vec<&str> = normal.core().collect();
        let known: RefCell<HashMap<u64, f64>> = RefCell::default();
        let weight = |token: &str| {
            let key = hash(TOKEN, &[token]);
            *known.borrow_mut().entry(key).or_insert_with(|| self.weight(self.rows(key).len()))
        };
        let mut votes: HashMap<u32, f64> = HashMap::new();
        for token in tokens.iter().take(12) {
            let exact = self.rows(hash(TOKEN, &[token]));
            if exact.len() <= COMMON {
                exact.for_each(|row| *votes.entry(row).or_default() += weight(token));
            }
            for (like, near) in self.like(token) {
                let rows = self.rows(hash(TOKEN, &[like]));
                if rows.len() <= COMMON / 10 {
                    rows.for_each(|row| *votes.entry(row).or_default() += near * weight(like));
                }
            }
        }
        if let [only] = tokens.as_slice()
            && (2..=5).contains(&only.len())
        {
            let letters: Vec<&str> = only.split("").filter(|l| !l.is_empty()).collect();
            self.rows(initials(letters.into_iter())).take(50).for_each(|row| {
                votes.entry(row).or_insert(0.1);
            });
        }
        let mut ranked: Vec<(u32, f64)> = votes.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let total: f64 = tokens.iter().map(|t| weight(t)).sum();
        let mut other = Normal::default();
        for (row, _) in ranked.into_iter().take(RANKED) {
            let Some((listed, cik)) = self.name(row) else { continue };
            other.fill(listed);
            let (mut shared, mut all) = (0.0, total);
            for token in other.core() {
                let near = tokens.iter().map(|q| likeness(q, token)).fold(0.0, f64::max);
                shared += near * weight(token);
                all += (1.0 - near) * weight(token);
            }
            let acronym = tokens.len() == 1 && is_acronym(name, &other);
            let score = if acronym { 0.6 } else { 0.8 * (shared / all.max(f64::EPSILON)).min(1.0) };
            if score < 0.2 || decision.candidates.iter().any(|c| c.cik == cik) {
                continue;
            }
            let reason = if acronym { "initials" } else { "shares words, does not agree" };
            let mut candidate =
                Candidate { cik, name: listed.to_owned(), score, reasons: vec![reason.to_owned()] };
            self.weigh(&mut candidate, &normal, &other);
            self.weigh_hints(&mut candidate, query, row);
            candidate.score = candidate.score.min(0.84);
            decision.candidates.push(candidate);
        }
        for cik in query.tickers.iter().flat_map(|symbol| self.by_symbol(symbol)) {
            if !decision.candidates.iter().any(|c| c.cik == *cik) {
                let reasons = vec!["symbol only".to_owned()];
                decision.candidates.push(Candidate { cik: *cik, name: String::new(), score: 0.55, reasons });
            }
        }
        settle(&mut decision.candidates);
        if decision.candidates.first().is_some_and(|c| c.score >= REVIEW) {
            decision.status = Status::Ambiguous;
        }
    }

    /// How much a word tells that stands in so many names.
    fn weight(&self, names: usize) -> f64 {
        ((self.len() as f64 + 2.0) / (names as f64 + 1.0)).ln().max(0.05)
    }
}

/// Where no day is given, parts namesakes by age: two filers seldom bear one name at one time, the younger is
/// the successor, and most releases speak of the time before it. Names asked as the list writes them stay.
fn part_by_age(found: &mut [Candidate]) {
    let agrees = |c: &Candidate| c.score >= AGREES && c.score < 1.0;
    if !found.iter().any(|c| agrees(c) && !registered::late(c.cik)) {
        return;
    }
    for candidate in found.iter_mut().filter(|c| agrees(c) && registered::late(c.cik)) {
        candidate.score -= 0.04;
        candidate.reasons.push("no day given; registered after most reports of the releases".to_owned());
    }
}

fn agree(decision: &Decision) -> bool {
    decision.candidates.first().is_some_and(|c| c.score >= AGREES)
}

fn likeness(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    let length = a.len().max(b.len());
    if length < 5 || a.len().abs_diff(b.len()) > 2 {
        return 0.0;
    }
    let likeness = 1.0 - strsim::osa_distance(a, b) as f64 / length as f64;
    if likeness >= 0.74 { likeness } else { 0.0 }
}

/// Whether the text is the other name's initials in capitals.
fn is_acronym(text: &str, name: &Normal) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.len() > 1
        && letters.iter().all(|c| c.is_uppercase())
        && name.core().filter_map(|t| t.chars().next()).eq(letters.iter().flat_map(|c| c.to_lowercase()))
}

fn settle(candidates: &mut Vec<Candidate>) {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.cik.cmp(&b.cik)));
    candidates.truncate(SHOWN);
    for candidate in candidates {
        candidate.score = (candidate.score * 1000.0).round() / 1000.0;
    }
}

fn decide(mut candidates: Vec<Candidate>, generic: bool) -> Decision {
    settle(&mut candidates);
    let (status, cik, reason) = match candidates.as_slice() {
        [] => (Status::None, None, "no name of these words"),
        [best, ..] if best.score < AGREES => {
            (Status::Ambiguous, None, "words agree, other evidence does not")
        }
        [best, ..] if generic && best.score < 0.98 => (Status::Ambiguous, None, "nothing but generic words"),
        [best, next, ..] if next.score > best.score - MARGIN && !(best.score >= 1.0 && next.score < 1.0) => {
            (Status::Ambiguous, None, "several filers of this name")
        }
        [best, ..] => (Status::Matched, Some(best.cik), "the only filer of this name"),
    };
    Decision { status, cik, candidates, reasons: vec![reason.to_owned()] }
}
