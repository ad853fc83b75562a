//! Which pages to read and which rows to take: the limits of `crawl`, pure.
//!
//! Limits count after filters, and neither date order nor number order ends a crawl (fault 24): the listing is
//! read to its end unless `limit` rows were taken.

use super::{Page, Row};
use crate::ids::AaerNumber;
use crate::sec::urls;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// More pages than the listing can have: 34 in 2026.
const MAX_PAGES: usize = 1_000;

/// What the user asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// First day, inclusive.
    pub since: Option<Date>,
    /// Last day, inclusive.
    pub until: Option<Date>,
    /// Lowest AAER number, inclusive.
    pub from_number: Option<u32>,
    /// One calendar year.
    pub year: Option<i16>,
    /// At most so many rows, counted after the other limits and after what is known.
    pub limit: Option<usize>,
}

impl Limits {
    /// Whether a row lies within the limits. A row without a date lies within no limit of dates.
    pub fn admits(&self, row: &Row) -> bool {
        let dated = |test: &dyn Fn(Date) -> bool| row.date.is_some_and(test);
        self.since.is_none_or(|since| dated(&|date| date >= since))
            && self.until.is_none_or(|until| dated(&|date| date <= until))
            && self.year.is_none_or(|year| dated(&|date| date.year() == year))
            && self.from_number.is_none_or(|from| row.aaer_numbers.iter().any(|n| n.number >= from))
    }
}

/// The pages to begin with: the current listing, and with `older` the yearly pages that can hold admitted rows.
pub fn first_pages(limits: &Limits, older: bool) -> Vec<String> {
    let mut pages = vec![urls::index_page(0, limits.year)];
    if older {
        let from = limits.since.map_or(1999, Date::year);
        let until = limits.until.map_or(2020, Date::year);
        let years = (1999..=2020i16).rev().filter(|y| (from..=until).contains(y));
        pages.extend(
            years.filter(|y| limits.year.is_none_or(|year| year == *y)).filter_map(urls::older_index_page),
        );
    }
    pages
}

/// What tells a release from all others: its numbers, or its address where it has none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey {
    /// AAER numbers, sorted.
    pub aaer: Vec<(u32, Option<char>)>,
    /// Other release numbers, sorted.
    pub release: Vec<String>,
    /// The address, only where both are empty.
    pub url: Option<String>,
}

impl RowKey {
    /// The key of a row.
    pub fn of(row: &Row) -> RowKey {
        let mut aaer: Vec<_> = row.aaer_numbers.iter().map(|n: &AaerNumber| (n.number, n.suffix)).collect();
        let mut release = row.release_numbers.clone();
        aaer.sort_unstable();
        release.sort_unstable();
        let url = if aaer.is_empty() && release.is_empty() { row.url.clone() } else { None };
        RowKey { aaer, release, url }
    }
}

/// What to do after a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Indexes of the page's rows that are new and within the limits.
    pub take: Vec<usize>,
    /// The page to read next.
    pub next: Option<String>,
}

/// A crawl in progress: what is known and what was read.
#[derive(Clone, Debug)]
pub struct Crawl {
    limits: Limits,
    known: BTreeSet<RowKey>,
    taken: usize,
    visited: BTreeSet<String>,
}

impl Crawl {
    /// Starts with the keys of rows that earlier runs took; they are not taken again.
    pub fn new(limits: Limits, known: BTreeSet<RowKey>) -> Crawl {
        Crawl { limits, known, taken: 0, visited: BTreeSet::new() }
    }

    /// Whether as many rows were taken as were asked for.
    pub fn is_full(&self) -> bool {
        self.limits.limit.is_some_and(|limit| self.taken >= limit)
    }

    /// Chooses rows of a page and the page after it. A next page that was visited already ends the listing.
    pub fn page(&mut self, url: &str, page: &Page) -> Step {
        self.visited.insert(url.to_owned());
        let mut step = Step::default();
        for (index, row) in page.rows.iter().enumerate() {
            if self.is_full() {
                break;
            }
            if self.limits.admits(row) && self.known.insert(RowKey::of(row)) {
                self.taken += 1;
                step.take.push(index);
            }
        }
        if !self.is_full() && self.visited.len() < MAX_PAGES {
            step.next = page.next.clone().filter(|next| !self.visited.contains(next));
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::super::Layout;
    use super::*;

    fn row(number: u32, date: &str) -> Row {
        Row {
            aaer_numbers: vec![AaerNumber { number, suffix: None }],
            release_numbers: vec![format!("34-{}", 90_000 + number)],
            date: date.parse().ok(),
            ..Row::default()
        }
    }

    fn page(rows: Vec<Row>, next: Option<&str>) -> Page {
        Page {
            layout: Layout::Current,
            title: String::new(),
            rows,
            next: next.map(str::to_owned),
            problems: vec![],
        }
    }

    /// CRAWL C09: the limit counts after the date filter, over pages.
    #[test]
    fn a_limit_counts_what_the_filters_leave() {
        let limits = Limits { since: "2015-01-01".parse().ok(), limit: Some(2), ..Limits::default() };
        let mut crawl = Crawl::new(limits, BTreeSet::new());
        let first = page(vec![row(1, "2012-01-03"), row(2, "2012-02-03"), row(3, "2012-03-03")], Some("p1"));
        let step = crawl.page("p0", &first);
        assert_eq!((step.take.len(), step.next.as_deref()), (0, Some("p1")));
        let step = crawl.page("p1", &page(vec![row(4, "2016-01-03"), row(5, "2016-02-03")], Some("p2")));
        assert_eq!((step.take, step.next), (vec![0, 1], None));
    }

    /// CRAWL fault 24: an old row between new ones ends nothing; sibling: a row without a date, a listing that loops.
    #[test]
    fn order_ends_nothing() {
        let limits = Limits { since: "2015-01-01".parse().ok(), ..Limits::default() };
        let mut crawl = Crawl::new(limits, BTreeSet::new());
        let rows = vec![row(9, "2016-05-01"), row(8, "1968-03-11"), row(7, ""), row(10, "2016-04-01")];
        let step = crawl.page("p0", &page(rows, Some("p1")));
        assert_eq!((step.take, step.next.as_deref()), (vec![0, 3], Some("p1")));
        assert_eq!(crawl.page("p1", &page(vec![row(11, "2016-03-01")], Some("p0"))).next, None);
    }

    /// A later run takes only what is new, and a suffix is new.
    #[test]
    fn a_later_run_takes_only_what_is_new() {
        let known = [RowKey::of(&row(9, "2016-05-01"))].into();
        let mut crawl = Crawl::new(Limits::default(), known);
        let mut amended = row(9, "2016-06-01");
        amended.aaer_numbers[0].suffix = Some('A');
        let step = crawl.page("p0", &page(vec![amended, row(9, "2016-05-02"), row(12, "2016-05-02")], None));
        assert_eq!(step.take, [0, 2]);
    }

    #[test]
    fn older_pages_only_for_years_that_can_matter() {
        let limits = Limits { since: "2018-06-01".parse().ok(), ..Limits::default() };
        let pages = first_pages(&limits, true);
        assert_eq!(pages.len(), 4);
        assert!(pages[1].ends_with("friactions2020.htm") && pages[3].ends_with("friactions2018.shtml"));
        let limits = Limits { year: Some(2001), from_number: Some(3), ..Limits::default() };
        assert_eq!(first_pages(&limits, true).len(), 2);
    }
}
