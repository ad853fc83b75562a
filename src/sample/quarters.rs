//! `form.idx` of every quarter in which an issuer of the sample filed.

use super::{filing::Filing, filing::conformed, world::MARK};
use std::collections::BTreeMap;

/// The index of each quarter, by its address.
pub(super) fn indexes(filings: &[Filing]) -> Vec<(String, String)> {
    let mut quarters: BTreeMap<(i16, i8), Vec<String>> = BTreeMap::new();
    for filing in filings {
        let quarter = (filing.filed.year(), (filing.filed.month() + 2) / 3);
        quarters.entry(quarter).or_default().push(format!(
            "{:<12}{:<62}{:<12}{:<12}edgar/data/{}/{}.txt",
            filing.form,
            conformed(filing.firm.name_on(filing.filed)),
            filing.firm.cik,
            filing.filed,
            filing.firm.cik,
            filing.accession
        ));
    }
    quarters
        .into_iter()
        .map(|((year, quarter), mut lines)| {
            lines.sort();
            let head = format!(
                "Description:           Master Index of EDGAR Dissemination Feed by Form Type\nComments:              {MARK}\n\n{:<12}{:<62}{:<12}{:<12}File Name\n{}\n",
                "Form Type",
                "Company Name",
                "CIK",
                "Date Filed",
                "-".repeat(141)
            );
            let url =
                format!("https://www.sec.gov/Archives/edgar/full-index/{year}/QTR{quarter}/form.idx");
            (url, head + &lines.join("\n") + "\n")
        })
        .collect()
}
