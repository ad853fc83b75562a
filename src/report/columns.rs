//! A chart of stacked columns along years, with its numbers as a table behind it. Lengths are percentages of the
//! picture, so that it fits any width while its words keep their size.

use super::charts::{Row, grouped, legend, table};
use maud::{Markup, html};

/// Years at most; a wrong date far off must not stretch the picture.
const MOST: usize = 80;
/// Years that get their name below the picture.
const NAMED: usize = 7;

/// A chart of columns.
#[derive(Clone, Debug)]
pub struct Columns<'a> {
    /// What it shows, in a sentence.
    pub caption: &'a str,
    /// Names of the series, from below.
    pub series: &'a [String],
    /// Counts by year, in order of year.
    pub years: Vec<(i16, Vec<usize>)>,
}

impl Columns<'_> {
    /// The chart with its table.
    pub fn markup(&self) -> Markup {
        let rows: Vec<Row> = self
            .years
            .iter()
            .map(|(year, counts)| Row { name: year.to_string(), counts: counts.clone() })
            .collect();
        html! {
            figure {
                figcaption { (self.caption) }
                @if rows.is_empty() {
                    p.soft { "Nothing to show in this build." }
                } @else {
                    div aria-hidden="true" {
                        (legend(self.series))
                        (self.picture())
                    }
                    details {
                        summary { "The numbers as a table" }
                        (table(self.caption, "year", self.series, &rows))
                    }
                }
            }
        }
    }

    fn picture(&self) -> Markup {
        let (Some(first), Some(last)) = (self.years.first(), self.years.last()) else { return html! {} };
        let shown: Vec<i16> = (first.0..=last.0).rev().take(MOST).collect();
        let first = shown.last().copied().unwrap_or(last.0);
        let n = shown.len().max(1) as f64;
        let most = ceiling(self.years.iter().map(|(_, counts)| counts.iter().sum()).max().unwrap_or(0));
        let share = |count: usize| 100.0 * count as f64 / most as f64;
        let step = shown.len().div_ceil(NAMED).max(1) as i16;
        let place = |year: i16| (f64::from(year - first) + 0.5) * 100.0 / n;
        let width = (76.0 / n).min(9.0);
        html! {
            div.columns {
                div.scale { span { (grouped(most)) } span { (grouped(most / 2)) } span { "0" } }
                svg.plot {
                    @for y in [0, 50, 100] { line.grid x1="0" x2="100%" y1={ (y) "%" } y2={ (y) "%" } {} }
                    @for (year, counts) in self.years.iter().filter(|(year, _)| *year >= first) {
                        @for (at, below, count) in stacked(counts) {
                            rect class={ "c" (at.min(5)) }
                                x={ (percent(place(*year) - width / 2.0)) "%" } width={ (percent(width)) "%" }
                                y={ (percent(100.0 - share(below + count))) "%" } height={ (percent(share(count))) "%" } {
                                title { (year) ", " (self.series.get(at).map_or("", String::as_str)) ": " (count) }
                            }
                        }
                    }
                }
                svg.years {
                    @for year in (first..=last.0).filter(|year| (year - first) % step == 0) {
                        text x={ (percent(place(year))) "%" } y="14" text-anchor="middle" { (year) }
                    }
                }
            }
        }
    }
}

/// Counts with what lies below each.
fn stacked(counts: &[usize]) -> Vec<(usize, usize, usize)> {
    let mut below = 0;
    let mut parts = Vec::new();
    for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        parts.push((at, below, *count));
        below += count;
    }
    parts
}

/// A round even number that is not smaller.
fn ceiling(n: usize) -> usize {
    let mut step = 2;
    while step * 10 < n {
        step *= 10;
    }
    n.max(1).div_ceil(step) * step
}

fn percent(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_a_round_even_number() {
        let ends = [0, 1, 2, 3, 13, 20, 21, 110, 201, 1999].map(ceiling);
        assert_eq!(ends, [2, 2, 2, 4, 14, 20, 40, 120, 400, 2000]);
    }

    /// Columns lie in their year's place and fill it up to the sum, also over years without an instance.
    #[test]
    fn columns_stand_on_a_true_axis() {
        let series = ["a".to_owned(), "b".to_owned()];
        let years = vec![(2001, vec![1, 1]), (2004, vec![0, 4])];
        let page = Columns { caption: "c", series: &series, years }.markup().into_string();
        assert!(page.contains("x=\"8\" width=\"9%\"") || page.contains("x=\"8%\" width=\"9%\""), "{page}");
        assert!(
            page.contains("y=\"75%\" height=\"25%\"") && page.contains("y=\"0%\" height=\"100%\""),
            "{page}"
        );
        assert!(page.contains(">2002<") && page.contains("2004, b: 4"), "{page}");
    }

    #[test]
    fn a_wrong_year_does_not_stretch_the_picture() {
        let series = ["a".to_owned()];
        let years = vec![(-9999, vec![1]), (2004, vec![1]), (9999, vec![1])];
        assert!(Columns { caption: "c", series: &series, years }.markup().into_string().len() < 20_000);
    }
}
