//! What a filer filed: its submissions, or, where there are none, the quarterly indexes of all filings.

use super::Context;
use crate::fetch::{Expect, Request};
use crate::ids::{Cik, Form};
use crate::period::Period;
use crate::pipeline::JobError;
use crate::sec::form_index::{self, FormIndex, IndexRow};
use crate::sec::submissions::{self, Submissions};
use crate::sec::urls;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// Quarters after the one in which a period ends: its report, its amendments, the next annual report.
const QUARTERS_AFTER: i16 = 8;
/// Quarters read for one filer at most; a quarter is some 20 MB live.
const MOST_QUARTERS: usize = 24;

/// Submissions with all their older pages; none where the SEC (or an offline cache) has none.
pub async fn all_submissions(context: &Context, cik: Cik) -> Result<Option<Submissions>, JobError> {
    let Some(fetched) = context.fetch_if_there(&Request::new(urls::submissions(cik), Expect::Json)).await?
    else {
        return Ok(None);
    };
    let unread = |error: String| JobError::Permanent { why: format!("submissions not read: {cik}: {error}") };
    let mut found = submissions::parse_main(&fetched.bytes).map_err(|error| unread(error.to_string()))?;
    for page in std::mem::take(&mut found.more_pages) {
        let Some(url) = urls::submissions_page(&page.name) else { continue };
        if let Some(fetched) = context.fetch_if_there(&Request::new(url, Expect::Json)).await? {
            let older = submissions::parse_page(&fetched.bytes).map_err(|error| unread(error.to_string()))?;
            found.merge(&page.name, older);
        }
    }
    Ok(Some(found))
}

/// The filings of a filer without submissions, out of the `form.idx` of the quarters in question; none where
/// those name none. They tell no period of report, so pairing goes by the day of filing and says so.
pub async fn from_form_indexes(
    context: &Context,
    cik: Cik,
    name: &str,
    periods: &[Period],
) -> Result<Option<Submissions>, JobError> {
    let mut rows: Vec<IndexRow> = Vec::new();
    for (year, quarter) in quarters(periods) {
        // Offline the missing submissions are what is noted: one wish a filer, not one a quarter.
        let request = Request::new(urls::form_index(year, quarter), Expect::Any);
        if let Some(fetched) = context.fetch_or_none(&request).await? {
            rows.extend(form_index::parse(&fetched.bytes, |_, filer| filer == cik).rows);
        }
    }
    let filings = form_index::filings_of(&rows, cik);
    if filings.is_empty() {
        return Ok(None);
    }
    Ok(Some(Submissions {
        cik,
        name: name.to_owned(),
        entity_type: String::new(),
        former_names: Vec::new(),
        sic: None,
        state: None,
        fiscal_year_end: None,
        tickers: Vec::new(),
        filings,
        more_pages: Vec::new(),
        problems: Vec::new(),
    }))
}

/// The rows of one quarter's index whose filer is wanted; none where it cannot be had.
pub async fn form_index(
    context: &Context,
    year: i16,
    quarter: u8,
    wanted: impl Fn(&Form, Cik) -> bool,
) -> Result<Option<FormIndex>, JobError> {
    let request = Request::new(urls::form_index(year, quarter), Expect::Any);
    let fetched = context.fetch_if_there(&request).await?;
    Ok(fetched.map(|fetched| form_index::parse(&fetched.bytes, wanted)))
}

/// The calendar quarter of a day.
pub fn quarter_of(day: Date) -> (i16, u8) {
    (day.year(), day.month().unsigned_abs().div_ceil(3))
}

/// Quarters in which the reports of the periods, and what restates them, are filed; in order, each once.
fn quarters(periods: &[Period]) -> BTreeSet<(i16, u8)> {
    let from = periods.iter().filter_map(|period| period.end).map(|end| {
        let (year, quarter) = quarter_of(end);
        year * 4 + i16::from(quarter) - 1
    });
    let all: BTreeSet<i16> = from.flat_map(|first| first..=first + QUARTERS_AFTER).collect();
    all.into_iter()
        .take(MOST_QUARTERS)
        .map(|count| (count.div_euclid(4), u8::try_from(count.rem_euclid(4) + 1).unwrap_or(1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::period::PeriodKind;
    use jiff::civil::date;

    #[test]
    fn quarters_follow_the_period_over_the_year() {
        let year = Period {
            label: "FY2001".into(),
            start: None,
            end: Some(date(2001, 12, 31)),
            kind: PeriodKind::Annual,
            flags: Vec::new(),
        };
        let found: Vec<_> = quarters(&[year.clone(), year]).into_iter().collect();
        assert_eq!(found.len(), 9);
        assert_eq!((found[0], found[1], found[8]), ((2001, 4), (2002, 1), (2003, 4)));
        assert!(quarters(&[]).is_empty());
    }
}
