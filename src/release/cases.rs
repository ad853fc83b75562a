//! Sister releases of one matter joined into cases: the order against the issuer, the action against its
//! officers, the later judgments, the order about its auditor (sec-domain.md 2). Pure.

use super::names::key_of;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// What grouping needs to know of one release.
#[derive(Clone, Debug, Default)]
pub struct Sister {
    /// Its AAER number, or another label of its own.
    pub label: String,
    /// CIKs of its issuers, where mapped.
    pub ciks: Vec<u64>,
    /// Names of its issuers.
    pub issuers: Vec<String>,
    /// Start and end of the conduct.
    pub conduct: (Option<Date>, Option<Date>),
    /// All release numbers of its own: `AAER-1804`, `LR-18195`.
    pub numbers: Vec<String>,
    /// Release numbers it points at.
    pub references: Vec<String>,
    /// Administrative file and court case numbers.
    pub files: Vec<String>,
}

/// Groups releases into cases: indices into `sisters`, each group and the list of groups in order of first member.
///
/// Two releases are of one case when they share a file or case number, or when they name the same issuer and one
/// points at the other or their conduct overlaps. Without conduct dates the same issuer needs a pointer or a
/// shared pointer. A pointer alone joins nothing: releases point at other matters too.
pub fn group(sisters: &[Sister]) -> Vec<Vec<usize>> {
    let mut groups = Groups::new(sisters.len());
    let mut by_file: BTreeMap<String, usize> = BTreeMap::new();
    let mut by_issuer: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, sister) in sisters.iter().enumerate() {
        for file in &sister.files {
            let key: String = file.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_lowercase();
            // A bare run of a few digits is no key: courts number from one each year.
            if key.chars().filter(char::is_ascii_digit).count() < 6 {
                continue;
            }
            let key = format!("{key}|{}", issuer_keys(sister).first().cloned().unwrap_or_default());
            match by_file.get(&key) {
                Some(first) => groups.join(*first, i),
                None => {
                    by_file.insert(key, i);
                }
            }
        }
        for key in issuer_keys(sister) {
            by_issuer.entry(key).or_default().push(i);
        }
    }
    for members in by_issuer.values() {
        for (at, &a) in members.iter().enumerate() {
            // A window keeps an issuer with very many releases from costing the square of their number.
            for &b in members[at + 1..].iter().take(200) {
                if points(&sisters[a], &sisters[b]) || points(&sisters[b], &sisters[a]) || conducts_meet(&sisters[a], &sisters[b]) {
                    groups.join(a, b);
                }
            }
        }
    }
    groups.into_lists()
}

fn issuer_keys(sister: &Sister) -> Vec<String> {
    if sister.ciks.is_empty() {
        sister.issuers.iter().map(|n| key_of(n).join(" ")).filter(|k| !k.is_empty()).collect()
    } else {
        sister.ciks.iter().map(|c| format!("cik {c}")).collect()
    }
}

fn points(from: &Sister, to: &Sister) -> bool {
    from.references.iter().any(|r| to.numbers.contains(r) || to.references.contains(r))
}

fn conducts_meet(a: &Sister, b: &Sister) -> bool {
    match (a.conduct, b.conduct) {
        ((Some(start_a), end_a), (Some(start_b), end_b)) => {
            let end_a = end_a.unwrap_or(start_a);
            let end_b = end_b.unwrap_or(start_b);
            start_a <= end_b && start_b <= end_a
        }
        _ => false,
    }
}

/// Disjoint sets.
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect() }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The earlier one leads, so that the outcome does not hang on the order of joins.
        self.parent[a.max(b)] = a.min(b);
    }

    fn into_lists(mut self) -> Vec<Vec<usize>> {
        let mut lists: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in 0..self.parent.len() {
            let root = self.root(at);
            lists.entry(root).or_default().push(at);
        }
        lists.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sister(label: &str, issuer: &str, years: Option<(i16, i16)>) -> Sister {
        let day = |y: i16| Date::new(y, 1, 1).ok();
        Sister {
            label: label.to_owned(),
            issuers: vec![issuer.to_owned()],
            conduct: years.map_or((None, None), |(a, b)| (day(a), day(b))),
            numbers: vec![label.to_owned()],
            ..Sister::default()
        }
    }

    #[test]
    fn order_action_and_judgment_of_one_matter_are_one_case() {
        let order = sister("AAER-9001", "Northvale Devices, Inc.", Some((2001, 2003)));
        let officers = sister("AAER-9002", "Northvale Devices Inc", Some((2002, 2003)));
        let mut judgment = sister("AAER-9009", "NORTHVALE DEVICES, INC.", None);
        judgment.references = vec!["AAER-9002".to_owned()];
        let other = sister("AAER-9010", "Fairmont Corp.", Some((2002, 2003)));
        assert_eq!(group(&[order, officers, judgment, other]), [vec![0, 1, 2], vec![3]]);
    }

    #[test]
    fn another_fraud_of_the_same_issuer_is_another_case() {
        let first = sister("AAER-9001", "Northvale, Inc.", Some((1996, 1997)));
        let second = sister("AAER-9500", "Northvale, Inc.", Some((2005, 2006)));
        assert_eq!(group(&[first, second]).len(), 2);
    }

    /// OUT: an issuer must not be counted twice under two spellings; a mapped CIK decides before the name.
    #[test]
    fn a_shared_cik_joins_former_and_present_names() {
        let mut old = sister("AAER-9001", "Old Vale Corp.", Some((2001, 2002)));
        let mut new = sister("AAER-9002", "Northvale, Inc.", Some((2002, 2002)));
        old.ciks = vec![9_990_001];
        new.ciks = vec![9_990_001];
        assert_eq!(group(&[old, new]), [vec![0, 1]]);
    }

    #[test]
    fn a_pointer_to_another_matter_joins_nothing() {
        let mut a = sister("AAER-9001", "Northvale, Inc.", Some((2001, 2002)));
        a.references = vec!["AAER-9002".to_owned()];
        let b = sister("AAER-9002", "Fairmont Corp.", Some((2001, 2002)));
        assert_eq!(group(&[a, b]).len(), 2);
    }

    #[test]
    fn a_shared_file_number_joins() {
        let mut a = sister("AAER-9001", "Northvale, Inc.", None);
        let mut b = sister("AAER-9002", "Northvale, Inc.", None);
        a.files = vec!["3-99563".to_owned()];
        b.files = vec!["3-99563".to_owned()];
        assert_eq!(group(&[a, b]).len(), 1);
    }
}
