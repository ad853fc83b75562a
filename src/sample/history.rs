//! What is known of an issuer's years, and when: the true books and the books as reported.

use super::{
    books::{Books, Year, interim, less, misstated},
    world::Firm,
};
use std::collections::BTreeMap;

/// All years of an issuer.
pub(super) type History = BTreeMap<i16, Year>;

/// Which state of knowledge a report speaks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// As first filed.
    Original,
    /// An amendment that restates.
    Amended,
    /// The next annual report, which restates the year before.
    Next,
}

/// The books of year `fy` as a report of year `of` shows them.
pub(super) fn seen(firm: &Firm, history: &History, of: i16, version: Version, fy: i16) -> Books {
    let Some(year) = history.get(&fy) else { return Books::default() };
    let known = version != Version::Original || firm.fault.is_none_or(|f| of > f.last());
    if known { year.truth } else { year.reported }
}

pub(super) fn restated_in(firm: &Firm, version: Version, fy: i16) -> bool {
    version != Version::Original && firm.fault.is_some_and(|f| f.years.iter().any(|(y, _)| *y == fy))
}

/// How the text names a year.
pub(super) fn year_name(firm: &Firm, fy: i16) -> String {
    if firm.year_end == (12, 31) { fy.to_string() } else { format!("fiscal {fy}") }
}

/// The books of the first `quarter` quarters: true, and as reported.
pub(super) fn to_date(firm: &Firm, history: &History, fy: i16, quarter: u8) -> (Books, Books) {
    let at = |fy: i16| history.get(&fy).map(|y| y.truth).unwrap_or_default();
    let truth = interim(firm, fy, i64::from(quarter), &at(fy - 1), &at(fy));
    let amount = firm.fault.map_or(0, |f| f.quarter(fy, quarter));
    let reported = firm.fault.map_or(truth, |f| misstated(&truth, f.lever, 0, amount));
    (truth, reported)
}

/// One quarter alone: true, and as reported.
pub(super) fn alone(firm: &Firm, history: &History, fy: i16, quarter: u8) -> (Books, Books) {
    let (truth, reported) = to_date(firm, history, fy, quarter);
    if quarter <= 1 {
        return (truth, reported);
    }
    let (before, reported_before) = to_date(firm, history, fy, quarter - 1);
    (less(&truth, &before), less(&reported, &reported_before))
}
