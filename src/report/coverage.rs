//! Which era's figures come from which source: a table whose cells are shaded by their share of the era.

use super::charts::grouped;
use crate::export::Tally;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// Eras down, sources across, instances of task 1 in the cells.
pub fn matrix(tally: &Tally) -> Markup {
    let eras: BTreeSet<&str> = tally.by_era_source.keys().map(|(era, _)| era.as_str()).collect();
    let sources: BTreeSet<&str> = tally.by_era_source.keys().map(|(_, source)| source.as_str()).collect();
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for ((era, _), n) in &tally.by_era_source {
        *sums.entry(era).or_default() += n;
    }
    let of = |era: &str, source: &str| {
        tally.by_era_source.get(&(era.to_owned(), source.to_owned())).copied().unwrap_or(0)
    };
    let caption = "Instances of task 1 by era of the period and where their first figure was read; a darker cell \
                   holds more of its era";
    html! {
        @if eras.is_empty() { p.soft { "No instance in this build." } }
        @else {
            div.scroll tabindex="0" role="region" aria-label=(caption) {
                table.matrix {
                    caption.soft { (caption) }
                    thead { tr {
                        th scope="col" { "era" }
                        @for source in &sources { th.n scope="col" { (source) } }
                        th.n scope="col" { "all" }
                    } }
                    tbody { @for era in eras { tr {
                        th scope="row" { (era) }
                        @for source in &sources {
                            @let n = of(era, source);
                            @let all = sums.get(era).copied().unwrap_or(0);
                            td class={ "n q" (shade(n, all)) } { @if n > 0 { (grouped(n)) } @else { "–" } }
                        }
                        td.n { b { (grouped(sums.get(era).copied().unwrap_or(0))) } }
                    } } }
                }
            }
        }
    }
}

/// From 0 for nothing to 4 for nearly all.
fn shade(n: usize, all: usize) -> usize {
    if n == 0 || all == 0 { 0 } else { (n * 4).div_ceil(all).clamp(1, 4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_shaded_by_their_share() {
        assert_eq!(
            [shade(0, 9), shade(1, 100), shade(50, 100), shade(51, 100), shade(100, 100)],
            [0, 1, 2, 3, 4]
        );
        let mut tally = Tally::default();
        tally.by_era_source.insert(("2009-".into(), "xbrl".into()), 9);
        let page = matrix(&tally).into_string();
        assert!(page.contains("class=\"n q4\">9<"), "{page}");
    }
}
