//! Charts as rows of bars: names and numbers are text of the page, so that they stay readable at any width;
//! the bar between them is an inline picture. Each chart has its numbers as a table behind it.

use maud::{Markup, html};

/// One row of a chart: a name and a count by series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Counts, in the order of the series.
    pub counts: Vec<usize>,
}

impl Row {
    /// A row with one count.
    pub fn one(name: impl Into<String>, count: usize) -> Row {
        Row { name: name.into(), counts: vec![count] }
    }

    fn total(&self) -> usize {
        self.counts.iter().sum()
    }
}

/// A chart of bars.
#[derive(Clone, Debug)]
pub struct Bars<'a> {
    /// What it shows, in a sentence.
    pub caption: &'a str,
    /// Head of the column of names.
    pub head: &'a str,
    /// Names of the series; one for plain bars.
    pub series: &'a [String],
    /// Names are short, such as years.
    pub narrow: bool,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// Width of a bar's own units.
const WIDTH: usize = 1000;

impl Bars<'_> {
    /// The chart with its table.
    pub fn markup(&self) -> Markup {
        let most = self.rows.iter().map(Row::total).max().unwrap_or(0).max(1);
        html! {
            figure {
                figcaption { (self.caption) }
                @if self.rows.is_empty() {
                    p.soft { "Nothing to show in this build." }
                } @else {
                    div aria-hidden="true" {
                        @if self.series.len() > 1 { (legend(self.series)) }
                        @for row in &self.rows { (self.bar(row, most)) }
                    }
                    details {
                        summary { "The numbers as a table" }
                        (table(self.caption, self.head, self.series, &self.rows))
                    }
                }
            }
        }
    }

    fn bar(&self, row: &Row, most: usize) -> Markup {
        let mut parts = Vec::new();
        let mut before = 0;
        for (at, count) in row.counts.iter().enumerate() {
            // From running sums, so that parts meet without gaps.
            let (start, end) = (before * WIDTH / most, (before + count) * WIDTH / most);
            before += count;
            let width = if *count > 0 { (end - start).max(2) } else { 0 };
            let class = if self.series.len() > 1 { format!("c{}", at.min(5)) } else { "bar".to_owned() };
            parts.push((class, start, width, self.series.get(at).map_or("", String::as_str), *count));
        }
        html! {
            div.row.narrow[self.narrow] {
                span.name { (row.name) }
                svg viewBox={ "0 0 " (WIDTH) " 10" } preserveAspectRatio="none" {
                    title { (row.name) ": " (row.total()) }
                    @for (class, start, width, series, count) in parts {
                        @if width > 0 {
                            rect class=(class) x=(start) y="0" width=(width) height="10" {
                                title { (row.name) ", " (series) ": " (count) }
                            }
                        }
                    }
                }
                span.n { (grouped(row.total())) }
            }
        }
    }
}

/// The numbers of a chart.
pub fn table(caption: &str, head: &str, series: &[String], rows: &[Row]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table {
                caption.soft { (caption) }
                thead { tr {
                    th scope="col" { (head) }
                    @for series in series { th.n scope="col" { (series) } }
                } }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { (row.name) }
                            @for count in &row.counts { td.n { (grouped(*count)) } }
                        }
                    }
                }
            }
        }
    }
}

/// What each colour stands for.
pub fn legend(series: &[String]) -> Markup {
    html! {
        ul.legend {
            @for (at, name) in series.iter().enumerate() {
                li { (swatch(&format!("c{}", at.min(5)))) (name) }
            }
        }
    }
}

/// A small square of a series' colour.
pub fn swatch(class: &str) -> Markup {
    html! { svg viewBox="0 0 10 10" aria-hidden="true" { rect class=(class) x="0" y="0" width="10" height="10" {} } }
}

/// A number with its thousands set apart.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    /// Parts of a bar meet and never pass its width; names cannot break out of the page.
    #[test]
    fn parts_fill_the_bar() {
        let series = ["a".to_owned(), "b".to_owned()];
        let rows = vec![
            Row { name: "<b>&\"".into(), counts: vec![1, 2] },
            Row { name: "y".into(), counts: vec![0, 0] },
        ];
        let page =
            Bars { caption: "c", head: "h", series: &series, narrow: false, rows }.markup().into_string();
        assert!(
            page.contains("x=\"0\" y=\"0\" width=\"333\"")
                && page.contains("x=\"333\" y=\"0\" width=\"667\""),
            "{page}"
        );
        assert!(!page.contains("<b>") && page.contains("&lt;b&gt;"));
    }
}
