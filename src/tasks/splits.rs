//! Splits by issuer group and by time (requirements 6; fault O03): no issuer, release or near-duplicate text
//! stands on two sides.

use super::controls::seeded;
use super::evidence::folded;
use super::{Input, Instance, Split, Task};
use crate::ids::Cik;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Words of one shingle.
const SHINGLE: usize = 8;
/// Share of common shingles, of the shorter text, from which two texts are near-duplicates.
const NEAR: f64 = 0.6;
/// Words under which a text is compared whole.
const SHORT: usize = 12;
/// Texts that share one shingle beyond this number share a formula, not a passage.
const COMMON: usize = 50;

/// What the split of one instance is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The instance.
    pub id: String,
    /// The smallest CIK of its group.
    pub group: u64,
    /// Split by issuer group.
    pub split: Split,
    /// Split by time.
    pub time_split: Split,
    /// The first instance of the same task with the same text, if it is another one.
    pub same_text_as: Option<String>,
}

/// What joins issuers beyond the instances themselves.
#[derive(Clone, Debug, Default)]
pub struct Ties {
    /// CIKs that are one: predecessors and successors, issuers of one case.
    pub same: Vec<(Cik, Cik)>,
    /// Day of filing by instance.
    pub filed: BTreeMap<String, Date>,
}

/// Places all instances. `shares` are of train, validation and test; `latest` is the share of groups, the
/// latest by filing date, that are the time split's test part.
pub fn place(instances: &[Instance], ties: &Ties, seed: u64, shares: [f64; 3], latest: f64) -> Vec<Placed> {
    let mut sets = Sets::default();
    for instance in instances {
        sets.of(instance.cik.0);
    }
    for (a, b) in &ties.same {
        sets.join(a.0, b.0);
    }
    let mut cases: HashMap<&str, u64> = HashMap::new();
    let mut releases: HashMap<&str, u64> = HashMap::new();
    // A control issuer is matched to a case but is no part of it.
    for instance in instances.iter().filter(|instance| instance.control != Some(super::Control::NotEnforced))
    {
        let first = *cases.entry(&instance.case_id).or_insert(instance.cik.0);
        sets.join(first, instance.cik.0);
        for release in &instance.releases {
            let first = *releases.entry(release).or_insert(instance.cik.0);
            sets.join(first, instance.cik.0);
        }
    }
    let same = join_texts(instances, &mut sets);
    let groups: Vec<u64> = instances.iter().map(|instance| sets.find(instance.cik.0)).collect();
    let split = by_strata(instances, &groups, seed, shares);
    let time = by_time(instances, &groups, ties, latest);
    instances
        .iter()
        .zip(&groups)
        .zip(same)
        .map(|((instance, group), same_text_as)| Placed {
            id: instance.id.clone(),
            group: *group,
            split: split.get(group).copied().unwrap_or(Split::Train),
            time_split: time.get(group).copied().unwrap_or(Split::Train),
            same_text_as,
        })
        .collect()
}

/// Groups to splits, the largest first and those of a size in an order that the seed draws: each goes where it brings
/// the splits nearest to their shares of every label and every era, so that a constant answer gains no more in one
/// split than over all.
fn by_strata(instances: &[Instance], groups: &[u64], seed: u64, shares: [f64; 3]) -> BTreeMap<u64, Split> {
    // Numbered in sorted order: sums of fractions must not hang on the order of the instances.
    let known: BTreeSet<(Task, &str)> = instances.iter().flat_map(strata).collect();
    let cells: BTreeMap<(Task, &str), usize> = known.into_iter().zip(0..).collect();
    let mut counts: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    let mut total = vec![0.0; cells.len()];
    for (instance, group) in instances.iter().zip(groups) {
        let own = counts.entry(*group).or_insert_with(|| vec![0.0; cells.len()]);
        for cell in strata(instance).iter().filter_map(|stratum| cells.get(stratum)) {
            own[*cell] += 1.0;
            total[*cell] += 1.0;
        }
    }
    let size = |counts: &[f64]| counts.iter().sum::<f64>() as usize;
    let mut order: Vec<(std::cmp::Reverse<usize>, u64, u64)> = counts
        .iter()
        .map(|(group, own)| {
            (std::cmp::Reverse(size(own)), seeded(&seed.to_string(), &group.to_string()), *group)
        })
        .collect();
    order.sort_unstable();
    let mut have = [vec![0.0; cells.len()], vec![0.0; cells.len()], vec![0.0; cells.len()]];
    let mut placed = BTreeMap::new();
    for (_, _, group) in order {
        let Some(own) = counts.get(&group) else { continue };
        // By how much the group's coming brings a split nearer to its shares: the fall of the squared distance.
        let gain = |at: usize| -> f64 {
            let cell = |cell: usize| {
                let before = have[at][cell] / total[cell] - shares[at];
                let after = before + own[cell] / total[cell];
                before * before - after * after
            };
            (0..own.len()).map(cell).sum()
        };
        let at = (0..3)
            .filter(|at| shares[*at] > 0.0)
            .max_by(|a, b| gain(*a).total_cmp(&gain(*b)).then(b.cmp(a)))
            .unwrap_or(0);
        have[at].iter_mut().zip(own).for_each(|(have, own)| *have += own);
        placed.insert(group, [Split::Train, Split::Validation, Split::Test][at]);
    }
    placed
}

/// What the splits should hold alike of an instance: its label, and its era of the task.
fn strata(instance: &Instance) -> [(Task, &str); 2] {
    [(instance.task, instance.label.as_str()), (instance.task, era(instance))]
}

/// Before, between and after EX-27 schedules and XBRL.
fn era(instance: &Instance) -> &'static str {
    match instance.period_end.map(|end| end.year()) {
        None => "no period",
        Some(year) if year <= 2000 => "1993-2000",
        Some(year) if year <= 2008 => "2001-2008",
        Some(_) => "2009-",
    }
}

/// The latest groups by their first filing are test, the others train. A group's first filing counts, so that
/// nothing of a test group was filed before the cut.
fn by_time(instances: &[Instance], groups: &[u64], ties: &Ties, latest: f64) -> BTreeMap<u64, Split> {
    let mut first: BTreeMap<u64, Date> = BTreeMap::new();
    for (instance, group) in instances.iter().zip(groups) {
        let day = ties.filed.get(&instance.id).copied().or(instance.period_end).unwrap_or(Date::MIN);
        let held = first.entry(*group).or_insert(day);
        *held = (*held).min(day);
    }
    let mut order: Vec<(Date, u64)> = first.into_iter().map(|(group, day)| (day, group)).collect();
    order.sort_unstable();
    let cut = order.len() - (order.len() as f64 * latest).floor() as usize;
    order
        .into_iter()
        .enumerate()
        .map(|(at, (_, group))| (group, if at < cut { Split::Train } else { Split::Test }))
        .collect()
}

/// Joins the groups of texts that are the same or nearly so, within a task; gives for each instance the first
/// one with the very same text.
fn join_texts(instances: &[Instance], sets: &mut Sets) -> Vec<Option<String>> {
    let mut same = vec![None; instances.len()];
    let mut whole: HashMap<(Task, String), usize> = HashMap::new();
    let mut shingles: HashMap<(Task, u64), Vec<usize>> = HashMap::new();
    let mut counts: Vec<usize> = vec![0; instances.len()];
    // Faults come first: of a text that is asked about twice the fault is the one that counts.
    let faults = instances.iter().enumerate().filter(|(_, instance)| instance.control.is_none());
    let controls = instances.iter().enumerate().filter(|(_, instance)| instance.control.is_some());
    for (at, instance) in faults.chain(controls) {
        let Some(words) = words(instance) else { continue };
        let text = words.join(" ");
        match whole.get(&(instance.task, text.clone())) {
            Some(first) => {
                if let Some(first) = instances.get(*first) {
                    sets.join(first.cik.0, instance.cik.0);
                    same[at] = Some(first.id.clone());
                }
                continue;
            }
            None => {
                whole.insert((instance.task, text), at);
            }
        }
        if words.len() < SHORT {
            continue;
        }
        let mut own: Vec<u64> =
            words.windows(SHINGLE).map(|window| seeded("shingle", &window.join(" "))).collect();
        own.sort_unstable();
        own.dedup();
        counts[at] = own.len();
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for shingle in own {
            let holders = shingles.entry((instance.task, shingle)).or_default();
            for other in holders.iter() {
                *shared.entry(*other).or_default() += 1;
            }
            if holders.len() < COMMON {
                holders.push(at);
            }
        }
        for (other, n) in shared {
            let shorter = counts[other].min(counts[at]).max(1);
            if n as f64 >= NEAR * shorter as f64 {
                sets.join(instances[other].cik.0, instance.cik.0);
            }
        }
    }
    same
}

/// Words of an input, lower case. Digits stay: a formula of management with other numbers is another passage.
fn words(instance: &Instance) -> Option<Vec<String>> {
    let text = match &instance.input {
        Input::Attribution(input) => &input.management_attribution,
        Input::Narrative(input) => &input.passage,
        Input::Pattern(input) => &input.input_text,
        Input::Placeholder(_) => return None,
    };
    let lower = folded(text).to_lowercase();
    Some(
        lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
    )
}

/// Disjoint sets of CIKs; the smallest member stands for its set.
#[derive(Default)]
struct Sets {
    parent: HashMap<u64, u64>,
}

impl Sets {
    fn of(&mut self, cik: u64) {
        self.parent.entry(cik).or_insert(cik);
    }

    fn find(&mut self, cik: u64) -> u64 {
        let mut root = cik;
        while let Some(parent) = self.parent.get(&root).copied() {
            if parent == root {
                break;
            }
            root = parent;
        }
        let mut at = cik;
        while at != root {
            match self.parent.insert(at, root) {
                Some(next) => at = next,
                None => break,
            }
        }
        root
    }

    fn join(&mut self, a: u64, b: u64) {
        let (a, b) = (self.find(a), self.find(b));
        let (small, large) = (a.min(b), a.max(b));
        self.parent.insert(large, small);
        self.parent.insert(small, small);
    }
}

#[cfg(test)]
mod tests;
