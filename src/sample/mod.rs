//! A made-up SEC site with invented issuers: the embedded default of `run --sample`, the tests' world, the
//! benches' load.
//!
//! Everything is derived from two tables, `world` (issuers, what was wrong with their books) and `dockets`
//! (releases), so that index, releases, filings, submissions and companyfacts agree. Pure: no clock, no I/O.

mod books;
mod charge;
mod correct;
mod dice;
mod doc;
mod dockets;
mod edgar;
mod filing;
mod firms;
mod history;
mod mdna;
mod mechanism;
mod notes;
mod pages;
mod pdf;
mod people;
mod quarters;
mod report;
mod say;
mod scaled;
mod tables;
#[cfg(test)]
mod tests;
mod words;
mod world;

pub use scaled::{ScaledSite, scaled};

use std::collections::BTreeMap;

/// One answer of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Absolute address, on `www.sec.gov` or `data.sec.gov`.
    pub url: String,
    /// HTTP status: 200, or 404 where the site lacks what another page names.
    pub status: u16,
    /// Value of the `Content-Type` header.
    pub content_type: &'static str,
    /// The bytes served.
    pub body: Vec<u8>,
}

/// The whole site, in memory.
#[derive(Clone, Debug, Default)]
pub struct Site {
    pages: BTreeMap<String, Page>,
}

impl Site {
    /// All pages, by address.
    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.pages.values()
    }

    /// The page at an address; none where the site has never heard of it.
    pub fn get(&self, url: &str) -> Option<&Page> {
        self.pages.get(url)
    }

    fn add(&mut self, url: String, status: u16, content_type: &'static str, body: Vec<u8>) {
        self.pages.insert(url.clone(), Page { url, status, content_type, body });
    }
}

const HTML: &str = "text/html; charset=UTF-8";
const JSON: &str = "application/json";

/// Builds the site; the same bytes on every call.
pub fn site() -> Site {
    let mut site = Site::default();
    index(&mut site);
    for docket in dockets::DOCKETS {
        let (status, kind, body) = pages::release(docket, str::to_string);
        site.add(docket.url(), status, kind, body);
    }
    site.add(
        "https://www.sec.gov/Archives/edgar/cik-lookup-data.txt".into(),
        200,
        "text/plain",
        edgar::names().into_bytes(),
    );
    site.add(
        "https://www.sec.gov/files/company_tickers.json".into(),
        200,
        JSON,
        edgar::tickers().to_string().into_bytes(),
    );
    let mut filed = Vec::new();
    for firm in firms::FIRMS {
        let filings = report::filings(firm);
        issuer(&mut site, firm, &filings);
        filed.extend(filings);
    }
    for (url, body) in quarters::indexes(&filed) {
        site.add(url, 200, "text/plain", body.into_bytes());
    }
    site
}

fn index(site: &mut Site) {
    let rows = pages::rows();
    let chunks: Vec<_> = rows.chunks(pages::ROWS_A_PAGE).collect();
    for (n, chunk) in chunks.iter().enumerate() {
        let body = pages::index(chunk, n, chunks.len()).into_bytes();
        if n == 0 {
            site.add(pages::INDEX.into(), 200, HTML, body.clone());
        }
        site.add(format!("{}?page={n}", pages::INDEX), 200, HTML, body);
    }
}

fn issuer(site: &mut Site, firm: &'static world::Firm, filings: &[filing::Filing]) {
    let data = "https://data.sec.gov";
    let (main, older) = edgar::submissions(firm, filings);
    site.add(
        format!("{data}/submissions/CIK{:010}.json", firm.cik),
        200,
        JSON,
        main.to_string().into_bytes(),
    );
    if let Some((name, page)) = older {
        site.add(format!("{data}/submissions/{name}"), 200, JSON, page.to_string().into_bytes());
    }
    let facts = format!("{data}/api/xbrl/companyfacts/CIK{:010}.json", firm.cik);
    match edgar::companyfacts(firm, filings) {
        Some(value) => site.add(facts, 200, JSON, value.to_string().into_bytes()),
        None => site.add(facts, 404, HTML, pages::missing().into_bytes()),
    }
    for filing in filings {
        let full = format!("https://www.sec.gov/Archives/edgar/data/{}/{}.txt", firm.cik, filing.accession);
        site.add(full, 200, "text/plain", filing.submission().into_bytes());
        if filing.primary().is_empty() {
            continue;
        }
        for document in &filing.documents {
            let url = format!("{}/{}", filing.folder(), document.file);
            site.add(url, 200, "text/html", document.body.clone().into_bytes());
        }
    }
}
