//! Rows of several layouts joined release by release (faults 4, 13, 14, 30).
//!
//! Two rows are one release when they share an AAER number, suffix included, and another release number; the
//! AAER number alone is not enough, because numbers were used twice and some were hijacked.

use super::plan::RowKey;
use super::{Layout, Page, Problem, ProblemKind as Kind, Row, cells};
use std::collections::{BTreeMap, BTreeSet};

/// One release, as all pages list it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The joined row.
    pub row: Row,
    /// Page and row of each listing, in the order given.
    pub sources: Vec<(usize, usize)>,
    /// Further addresses of the release, from other layouts.
    pub other_urls: Vec<String>,
    /// The row's own doubts and the conflicts between layouts; their `row` is none.
    pub problems: Vec<Problem>,
}

/// A listing of a release on one page.
struct Listing<'a> {
    layout: Layout,
    at: (usize, usize),
    row: &'a Row,
    hijacked: bool,
}

/// Joins the rows of pages. The answer's order is that of first mention.
pub fn merge(pages: &[Page]) -> Vec<Merged> {
    let mut listings = Vec::new();
    for (p, page) in pages.iter().enumerate() {
        let hijacked: BTreeSet<usize> =
            page.problems.iter().filter(|x| x.kind == Kind::NumberHijacked).filter_map(|x| x.row).collect();
        listings.extend(page.rows.iter().enumerate().map(|(r, row)| Listing {
            layout: page.layout,
            at: (p, r),
            row,
            hijacked: hijacked.contains(&r),
        }));
    }
    group(&listings)
        .into_iter()
        .map(|members| {
            let members: Vec<&Listing<'_>> = members.into_iter().filter_map(|i| listings.get(i)).collect();
            join(&members, pages)
        })
        .collect()
}

/// Indexes of listings, release by release.
fn group(listings: &[Listing<'_>]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..listings.len()).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while let Some(&up) = parent.get(at).filter(|up| **up != at) {
            let above = parent.get(up).copied().unwrap_or(up);
            if let Some(slot) = parent.get_mut(at) {
                *slot = above;
            }
            at = up;
        }
        at
    }
    let mut first: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut alone: BTreeMap<RowKey, usize> = BTreeMap::new();
    let mut numberless: Vec<usize> = Vec::new();
    for (index, listing) in listings.iter().enumerate() {
        let row = listing.row;
        let mut joined = Vec::new();
        if row.aaer_numbers.is_empty() || listing.hijacked {
            joined.extend(Some(*alone.entry(RowKey::of(row)).or_insert(index)));
        } else if row.release_numbers.is_empty() {
            numberless.push(index);
        } else {
            for aaer in &row.aaer_numbers {
                for release in &row.release_numbers {
                    joined.push(*first.entry((aaer.to_string(), release.clone())).or_insert(index));
                }
            }
        }
        for other in joined {
            let (a, b) = (root(&mut parent, index), root(&mut parent, other));
            if let Some(slot) = parent.get_mut(a.max(b)) {
                *slot = a.min(b);
            }
        }
    }
    // A row with an AAER number only joins the one release that has the number and its date or names.
    for index in numberless {
        let Some(listing) = listings.get(index) else { continue };
        let mut fitting: Vec<usize> = Vec::new();
        for (other, candidate) in listings.iter().enumerate().filter(|(other, _)| *other != index) {
            if !candidate.hijacked && fits(listing.row, candidate.row) {
                let group = root(&mut parent, other);
                if !fitting.contains(&group) {
                    fitting.push(group);
                }
            }
        }
        let own = root(&mut parent, index);
        fitting.retain(|group| *group != own);
        if let [only] = fitting[..]
            && let Some(slot) = parent.get_mut(own.max(only))
        {
            *slot = own.min(only);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..listings.len() {
        groups.entry(root(&mut parent, index)).or_default().push(index);
    }
    groups.into_values().collect()
}

fn fits(row: &Row, other: &Row) -> bool {
    row.aaer_numbers.iter().any(|n| other.aaer_numbers.contains(n))
        && ((row.date.is_some() && row.date == other.date)
            || letters(&row.respondents) == letters(&other.respondents))
}

/// Joins the listings of one release. The current listing wins, whose addresses work, unless its row is hijacked.
fn join(members: &[&Listing<'_>], pages: &[Page]) -> Merged {
    let mut order: Vec<&&Listing<'_>> = members.iter().collect();
    order.sort_by_key(|listing| (listing.hijacked, listing.layout, listing.at));
    let mut merged = Merged {
        row: order.first().map(|listing| listing.row.clone()).unwrap_or_default(),
        sources: members.iter().map(|listing| listing.at).collect(),
        other_urls: Vec::new(),
        problems: Vec::new(),
    };
    let note = |merged: &mut Merged, kind, detail: String| {
        let problem = Problem { row: None, kind, detail };
        if !merged.problems.contains(&problem) {
            merged.problems.push(problem);
        }
    };
    for listing in &order {
        let (p, r) = listing.at;
        for problem in pages.get(p).map(|page| page.problems.as_slice()).unwrap_or_default() {
            if problem.row == Some(r) {
                note(&mut merged, problem.kind, problem.detail.clone());
            }
        }
    }
    if members.iter().all(|listing| listing.hijacked) {
        // Such a decision is no release of the series; the number belongs to another one.
        merged.row.aaer_numbers.clear();
    }
    for listing in order.iter().skip(1) {
        let row = listing.row;
        match (merged.row.date, row.date) {
            (Some(a), Some(b)) if a != b => note(&mut merged, Kind::DateDiffers, format!("{a} and {b}")),
            (None, date) => merged.row.date = date,
            _ => {}
        }
        if merged.row.respondents.is_empty() {
            merged.row.respondents.clone_from(&row.respondents);
        } else if !row.respondents.is_empty() && letters(&row.respondents) != letters(&merged.row.respondents)
        {
            let detail = format!("{} and {}", merged.row.respondents, row.respondents);
            note(&mut merged, Kind::RespondentsDiffer, detail);
        }
        add(&mut merged.row.aaer_numbers, &row.aaer_numbers);
        add(&mut merged.row.release_numbers, &row.release_numbers);
        add(&mut merged.row.see_also, &row.see_also);
        if merged.row.procedural.is_none() {
            merged.row.procedural.clone_from(&row.procedural);
        }
        match (&merged.row.url, &row.url) {
            (None, url) => merged.row.url = url.clone(),
            (Some(a), Some(b)) if a != b && !merged.other_urls.contains(b) => {
                merged.other_urls.push(b.clone())
            }
            _ => {}
        }
    }
    merged
}

fn add<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
    for value in from {
        if !to.contains(value) {
            to.push(value.clone());
        }
    }
}

/// Letters and digits only, lower case: names that differ in space or points are the same.
fn letters(text: &str) -> String {
    cells::fold(text).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
