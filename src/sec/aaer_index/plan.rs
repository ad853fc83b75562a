//! Which pages to read, and what tells one release from another.
//!
//! The listing is read to its end: neither date order nor number order ends a crawl (fault 24), and what a user
//! limits is the releases whose documents are fetched.

use super::Row;
use crate::ids::AaerNumber;
use crate::sec::urls;

/// The pages to begin with: the current listing, and with `older` the yearly pages of 1999 to 2020.
pub fn first_pages(older: bool) -> Vec<String> {
    let mut pages = vec![urls::index_page(0, None)];
    if older {
        pages.extend((1999..=2020i16).rev().filter_map(urls::older_index_page));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_pages_are_those_of_1999_to_2020() {
        assert_eq!(first_pages(false).len(), 1);
        let pages = first_pages(true);
        assert_eq!(pages.len(), 23);
        assert!(pages[1].ends_with("friactions2020.htm") && pages[3].ends_with("friactions2018.shtml"));
    }
}
