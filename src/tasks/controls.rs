//! Which filings without fault stand against an affected period: quiet years of the same issuer, and matched
//! issuers that no release names.

use super::material::Span;
use crate::ids::{Cik, FormFamily};
use crate::issuer::normal::Normal;
use crate::sec::form_index::IndexRow;
use crate::sec::submissions::FilingRow;
use jiff::civil::Date;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Days after a report in which a notice of non-reliance is taken to concern it.
const NOTICE_DAYS: i32 = 400;

/// What is at fault with an issuer, over all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Last days of affected periods.
    pub ends: Vec<Date>,
    /// First and last day of the conduct that releases describe.
    pub conduct: Vec<(Date, Date)>,
}

impl Touched {
    /// Whether a period lies far enough from all that is at fault: more than `years` fiscal years from every
    /// affected period, and outside the conduct.
    pub fn leaves(&self, end: Date, length: i32, years: i16) -> bool {
        let margin = i32::from(years) * 366 + 8;
        let far = self.ends.iter().all(|touched| days(end, *touched).abs() > margin);
        let outside = self.conduct.iter().all(|(first, last)| {
            // The period's first day lies `length` days before its end.
            days(*last, end) + length < 0 || days(end, *first) < 0
        });
        far && outside
    }
}

/// Days from `a` to `b`.
fn days(b: Date, a: Date) -> i32 {
    b.since(a).map_or(0, |span| span.get_days())
}

/// Reports of the same issuer that may serve, the nearest to the original's period first, at equal distance
/// the earlier: annual against annual, quarterly against quarterly.
pub fn quiet<'a>(
    rows: &'a [FilingRow],
    original: &FilingRow,
    touched: &Touched,
    years: i16,
) -> Vec<&'a FilingRow> {
    let Some(end) = original.report_date else { return Vec::new() };
    let length = if original.form.is_quarterly() { 92 } else { 366 };
    let mut found: Vec<&FilingRow> = rows
        .iter()
        .filter(|row| row.form.family == original.form.family && !row.form.amendment)
        .filter(|row| !row.form.base.contains("KT") && !row.form.base.contains("QT"))
        .filter(|row| row.report_date.is_some_and(|own| touched.leaves(own, length, years)))
        .filter(|row| !has_notice(rows, row, NOTICE_DAYS))
        .collect();
    found.sort_by_key(|row| {
        let away = row.report_date.map_or(0, |own| days(own, end));
        (away.abs(), away, row.accession.clone())
    });
    found.dedup_by_key(|row| row.report_date);
    found
}

/// Amendments of a report: each has to be read before the report may serve.
pub fn amendments<'a>(rows: &'a [FilingRow], report: &FilingRow) -> Vec<&'a FilingRow> {
    rows.iter()
        .filter(|row| row.form.amendment && row.form.family == report.form.family)
        .filter(|row| row.report_date == report.report_date && row.filed >= report.filed)
        .collect()
}

/// Whether an 8-K under Item 4.02 was filed within so many days after a report.
pub fn has_notice(rows: &[FilingRow], report: &FilingRow, within: i32) -> bool {
    let Some(filed) = report.filed else { return true };
    rows.iter()
        .filter(|row| row.form.family == FormFamily::Current)
        .filter(|row| row.items.iter().any(|item| item.trim() == "4.02"))
        .filter_map(|row| row.filed)
        .any(|notice| (0..=within).contains(&days(notice, filed)))
}

/// The division of a Standard Industrial Classification code (OSHA's manual: A to J).
pub fn division(sic: u16) -> Option<char> {
    Some(match sic {
        100..=999 => 'A',
        1000..=1499 => 'B',
        1500..=1799 => 'C',
        2000..=3999 => 'D',
        4000..=4999 => 'E',
        5000..=5199 => 'F',
        5200..=5999 => 'G',
        6000..=6799 => 'H',
        7000..=8999 => 'I',
        9100..=9999 => 'J',
        _ => return None,
    })
}

/// Issuers that no release may name if they are to serve.
#[derive(Clone, Debug, Default)]
pub struct Named {
    ciks: BTreeSet<Cik>,
    /// Words of each name between blanks, joined over all.
    names: BTreeSet<String>,
    /// The same of whole lists of respondents.
    lists: Vec<String>,
}

impl Named {
    /// Reads names and lists of names, such as the index has them.
    pub fn new(ciks: impl IntoIterator<Item = Cik>, texts: &[String]) -> Named {
        let mut named = Named { ciks: ciks.into_iter().collect(), ..Named::default() };
        for text in texts {
            // A party stands as `name: role`.
            let name = text.rsplit_once(": ").map_or(text.as_str(), |(name, _)| name);
            named.names.insert(core(name));
            named.lists.push(format!(" {} ", plain(text)));
        }
        named
    }

    /// Whether a filer is named, by its number or by any of its names.
    pub fn has<'a>(&self, cik: Cik, names: impl IntoIterator<Item = &'a str>) -> bool {
        self.ciks.contains(&cik)
            || names.into_iter().any(|name| {
                let core = core(name);
                if core.is_empty() {
                    return true;
                }
                let words = format!(" {core} ");
                self.names.contains(&core)
                    // One word alone is found in too many names.
                    || core.contains(' ') && self.lists.iter().any(|list| list.contains(&words))
            })
    }
}

fn core(name: &str) -> String {
    Normal::of(name).core().collect::<Vec<_>>().join(" ")
}

fn plain(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Filers of the quarter that may be matched, in an order that the seed gives: same form, not named.
pub fn candidates<'a>(
    rows: &'a [IndexRow],
    original: &FilingRow,
    named: &Named,
    seed: &str,
) -> Vec<&'a IndexRow> {
    let mut seen = BTreeSet::new();
    let mut found: Vec<(u64, &IndexRow)> = rows
        .iter()
        .filter(|row| row.form.family == original.form.family && !row.form.amendment)
        .filter(|row| row.form.is_small_business() == original.form.is_small_business())
        .filter(|row| row.accession.is_some() && !named.has(row.cik, [row.name.as_str()]))
        .filter(|row| seen.insert(row.cik))
        .map(|row| (seeded(seed, &row.cik.to_string()), row))
        .collect();
    found.sort_by_key(|(order, row)| (*order, row.cik));
    found.into_iter().map(|(_, row)| row).collect()
}

/// The label of a control's period: the fiscal year as the issuer at fault counts it, a quarter by its last day.
pub fn label(end: Date, quarter: bool, against: Option<&Span>) -> String {
    if quarter {
        return format!("Q-{end}");
    }
    let counted = against.and_then(|span| {
        let year: i16 = span.label.strip_prefix("FY")?.get(..4)?.parse().ok()?;
        let own = span.end?;
        // Another year end may be counted another way.
        (own.month() == end.month()).then(|| year - own.year())
    });
    let before = counted.unwrap_or(if end.month() == 1 { -1 } else { 0 });
    format!("FY{}", end.year() + before)
}

/// A number that seed and key give, the same everywhere.
pub fn seeded(seed: &str, key: &str) -> u64 {
    let digest = Sha256::digest(format!("{}:{seed}:{key}", seed.len()).as_bytes());
    digest.iter().take(8).fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// How far a matched issuer stands from the issuer at fault; the smallest is taken. Parts: another major
/// group, size not known, ratio of revenues in thousandths of its logarithm.
pub fn distance(sic: (u16, u16), revenue: (Option<f64>, Option<f64>)) -> (bool, bool, u64) {
    let ratio = match revenue {
        (Some(a), Some(b)) if a > 0.0 && b > 0.0 => Some((a / b).ln().abs()),
        _ => None,
    };
    (sic.0 / 100 != sic.1 / 100, ratio.is_none(), ratio.map_or(0, |ratio| (ratio * 1000.0) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Form;
    use jiff::civil::date;

    fn row(form: &str, n: u32, filed: Date, end: Option<Date>, items: &str) -> FilingRow {
        FilingRow {
            accession: format!("0009990001-00-{n:06}").parse().unwrap(),
            form: Form::parse(form),
            filed: Some(filed),
            report_date: end,
            primary_document: None,
            size: 0,
            items: items.split(',').map(str::to_owned).collect(),
            xbrl: false,
        }
    }

    fn years() -> Vec<FilingRow> {
        (1996..=2004).map(|y| row("10-K", y as u32, date(y + 1, 3, 20), Some(date(y, 12, 31)), "")).collect()
    }

    #[test]
    fn years_next_to_a_fault_do_not_serve() {
        let rows = years();
        let touched = Touched { ends: vec![date(2000, 12, 31)], conduct: Vec::new() };
        let found: Vec<i16> = quiet(&rows, &rows[4], &touched, 1)
            .iter()
            .filter_map(|row| row.report_date.map(|end| end.year()))
            .collect();
        // The leap day of 2000 makes the years behind the fault nearer by one day.
        assert_eq!(found, [2002, 1998, 2003, 1997, 1996, 2004]);
    }

    #[test]
    fn years_of_the_conduct_and_before_a_notice_do_not_serve() {
        let mut rows = years();
        rows.push(row("8-K", 1, date(2004, 6, 1), None, "4.02,9.01"));
        let touched =
            Touched { ends: vec![date(2000, 12, 31)], conduct: vec![(date(1998, 6, 1), date(2001, 3, 1))] };
        let found: Vec<i16> = quiet(&rows, &rows[4], &touched, 1)
            .iter()
            .filter_map(|row| row.report_date.map(|end| end.year()))
            .collect();
        assert_eq!(found, [2002, 1997, 1996, 2004]);
    }

    #[test]
    fn whoever_any_release_names_is_named() {
        let named = Named::new(
            [Cik(7)],
            &[
                "Orrin Foods, Inc.: issuer".to_owned(),
                "Jane Example, CPA, Tarn Valley Holdings Corp., and Others".to_owned(),
            ],
        );
        assert!(named.has(Cik(7), ["Whoever Inc"]));
        assert!(named.has(Cik(1), ["ORRIN FOODS INC"]));
        assert!(named.has(Cik(1), ["Quarrystone Co", "TARN VALLEY HOLDINGS CORP"]));
        assert!(!named.has(Cik(1), ["ORRIN DRILLING INC"]));
    }

    #[test]
    fn the_nearest_in_trade_and_size_comes_first() {
        let near = distance((3825, 3826), (Some(100.0), Some(110.0)));
        let larger = distance((3825, 3826), (Some(100.0), Some(900.0)));
        let unknown = distance((3825, 3826), (Some(100.0), None));
        let other = distance((3825, 2030), (Some(100.0), Some(100.0)));
        assert!(near < larger && larger < unknown && unknown < other);
        assert_eq!(division(3825), division(2030));
        assert_ne!(division(3825), division(7372));
    }
}
