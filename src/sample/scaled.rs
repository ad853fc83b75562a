//! The sample made large, for load tests: copies of its issuers and releases under other names, numbers and
//! CIKs. A page is made when it is asked for, so the size of the site costs no memory.

use serde_json::{Value, json};

use super::{
    HTML, JSON, Page, Site,
    dice::Dice,
    dockets::{DOCKETS, Docket},
    firms::{FIRMS, by_cik},
    pages::{self, IndexRow},
    say,
    world::{Firm, MARK, brief},
};

/// Rows a page of the index, as on the real site.
const ROWS: usize = 100;
/// Filings a page of older submissions.
const OLDER: usize = 1_000;
/// The first CIK of a copy; the last one that is free bounds the number of issuers.
const FIRST_CIK: u64 = 9_901_000;
const MOST_ISSUERS: usize = 98_000;
const DATA: &str = "https://data.sec.gov";
const SITE: &str = "https://www.sec.gov";

/// A large site that makes its pages on the fly.
#[derive(Clone, Debug)]
pub struct ScaledSite {
    releases: usize,
    issuers: usize,
    filings: usize,
    seed: u64,
    template: Site,
    /// The addresses of each template issuer.
    addresses: Vec<Vec<String>>,
}

/// A site of so many releases and issuers, the same for the same arguments. Each issuer has the filings of
/// the sample's issuer that it copies, and others of no interest up to `filings_per_issuer`.
pub fn scaled(releases: usize, issuers: usize, filings_per_issuer: usize, seed: u64) -> ScaledSite {
    let template = super::site();
    let of = |firm: &Firm| {
        let marks = [format!("/{}/", firm.cik), format!("CIK{:010}", firm.cik)];
        template
            .pages()
            .map(|p| p.url.clone())
            .filter(|u| marks.iter().any(|m| u.contains(m.as_str())))
            .collect()
    };
    let addresses = FIRMS.iter().map(of).collect();
    ScaledSite {
        releases,
        issuers: issuers.clamp(1, MOST_ISSUERS),
        filings: filings_per_issuer,
        seed,
        template,
        addresses,
    }
}

/// Pairs of a text and what stands for it.
type Renames = Vec<(String, String)>;

fn renamed(text: &str, renames: &Renames) -> String {
    renames.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to))
}

fn page(url: &str, content_type: &'static str, body: impl Into<Vec<u8>>) -> Option<Page> {
    Some(Page { url: url.into(), status: 200, content_type, body: body.into() })
}

impl ScaledSite {
    fn copies(&self) -> usize {
        self.issuers.div_ceil(FIRMS.len())
    }

    /// Letters that tell one copy from another.
    fn suffix(&self, copy: usize) -> String {
        const SYLLABLES: [&str; 12] =
            ["ba", "do", "fe", "gi", "ku", "la", "mo", "ne", "po", "ra", "si", "tu"];
        let turn = Dice::new(&["suffix", &self.seed.to_string()]).below(SYLLABLES.len());
        let mut out = String::new();
        let mut rest = copy;
        loop {
            out.push_str(SYLLABLES.get((rest + turn) % SYLLABLES.len()).copied().unwrap_or(""));
            rest /= SYLLABLES.len();
            if rest == 0 {
                return out;
            }
        }
    }

    fn names(&self, firm: &Firm, copy: usize, out: &mut Renames) {
        let suffix = self.suffix(copy);
        let near =
            [firm.successor, firm.predecessor].into_iter().flatten().filter_map(by_cik).map(|f| f.name);
        let all = std::iter::once(firm.name).chain(firm.former.iter().map(|f| f.0)).chain(near);
        for name in all {
            let word = brief(name);
            let to = format!("{word}{suffix}");
            if !out.iter().any(|(from, _)| from == word) {
                out.push((word.into(), to.clone()));
                out.push((word.to_uppercase(), to.to_uppercase()));
                out.push((word.to_lowercase(), to.to_lowercase()));
            }
        }
    }

    /// What changes in the pages of issuer `k`.
    fn of_issuer(&self, k: usize) -> Option<(&'static Firm, Renames)> {
        let firm = FIRMS.get(k % FIRMS.len()).filter(|_| k < self.issuers)?;
        let mut renames = vec![(firm.cik.to_string(), (FIRST_CIK + k as u64).to_string())];
        self.names(firm, k / FIRMS.len(), &mut renames);
        Some((firm, renames))
    }

    fn docket(&self, n: usize) -> Option<(Docket, Renames)> {
        let template = DOCKETS.get(n % DOCKETS.len()).filter(|_| n < self.releases)?;
        let copy = (n / DOCKETS.len()) % self.copies();
        let mut renames = Vec::new();
        for firm in template.firms.iter().filter_map(|c| by_cik(*c)) {
            self.names(firm, copy, &mut renames);
        }
        Some((Docket { aaer: 9_001 + n as u32, ..*template }, renames))
    }

    /// The page at an address; none where there is none.
    pub fn get(&self, url: &str) -> Option<Page> {
        if let Some(rest) = url.strip_prefix(pages::INDEX) {
            let n = if rest.is_empty() { 0 } else { rest.strip_prefix("?page=")?.parse().ok()? };
            return self.index(url, n);
        }
        if url == format!("{SITE}/Archives/edgar/cik-lookup-data.txt") {
            return page(url, "text/plain", self.lookup());
        }
        if url == format!("{SITE}/files/company_tickers.json") {
            return page(url, JSON, super::edgar::tickers().to_string());
        }
        if url.starts_with(DATA) || url.contains("/Archives/edgar/data/") {
            return self.of_edgar(url);
        }
        self.release(url)
    }

    /// Every address of the site.
    pub fn urls(&self) -> impl Iterator<Item = String> + '_ {
        let index = (0..self.releases.div_ceil(ROWS)).map(|n| format!("{}?page={n}", pages::INDEX));
        let releases = (0..self.releases).filter_map(|n| self.docket(n).map(|(d, _)| d.url()));
        let names = ["Archives/edgar/cik-lookup-data.txt", "files/company_tickers.json"]
            .map(|p| format!("{SITE}/{p}"));
        let issuers = (0..self.issuers).flat_map(|k| self.addresses_of(k));
        index.chain(releases).chain(names).chain(issuers)
    }

    fn addresses_of(&self, k: usize) -> Vec<String> {
        let Some((_, renames)) = self.of_issuer(k) else { return Vec::new() };
        let own = self.addresses.get(k % FIRMS.len()).map_or(&[][..], Vec::as_slice);
        let mut out: Vec<String> = own.iter().map(|u| renamed(u, &renames)).collect();
        let more = self.filings.saturating_sub(self.documented(k));
        out.extend((0..more.div_ceil(OLDER)).map(|p| format!("{DATA}/submissions/{}", older_name(k, p))));
        out.extend((0..more).map(|n| other_url(k, n)));
        out
    }

    fn index(&self, url: &str, n: usize) -> Option<Page> {
        let count = self.releases.div_ceil(ROWS);
        if n >= count {
            return None;
        }
        let newest = (0..self.releases).rev().skip(n * ROWS).take(ROWS);
        let mut rows: Vec<IndexRow> = newest
            .filter_map(|k| self.docket(k))
            .map(|(docket, names)| pages::row(&docket, |t| renamed(t, &names)))
            .collect();
        // Links to sister releases would lead to those of the sample.
        rows.iter_mut().for_each(|row| row.see_also.clear());
        page(url, HTML, pages::index(&rows, n, count))
    }

    fn release(&self, url: &str) -> Option<Page> {
        // Every form of address ends in the number, before an extension.
        let name = url.rsplit('/').next()?.split('.').next()?;
        let digits: String = name.trim_start_matches("34").chars().filter(char::is_ascii_digit).collect();
        let number: usize = digits.parse().ok()?;
        let base = if name.starts_with("lr") { 99_000 } else { 990_000 };
        let (docket, renames) = self.docket(number.checked_sub(base + 1)?)?;
        if docket.url() != url {
            return None;
        }
        let (status, content_type, body) = pages::release(&docket, |t| renamed(t, &renames));
        Some(Page { url: url.into(), status, content_type, body })
    }

    fn lookup(&self) -> String {
        let mut lines = Vec::new();
        for k in 0..self.issuers {
            let Some((firm, renames)) = self.of_issuer(k) else { continue };
            for name in std::iter::once(firm.name).chain(firm.former.iter().map(|f| f.0)) {
                let name = super::filing::conformed(&renamed(name, &renames));
                lines.push(format!("{name}:{:010}:", FIRST_CIK + k as u64));
            }
        }
        lines.sort();
        lines.join("\n") + "\n"
    }

    /// How many filings the copied issuer has in the sample.
    fn documented(&self, k: usize) -> usize {
        self.addresses.get(k % FIRMS.len()).map_or(0, |a| a.iter().filter(|u| u.ends_with(".txt")).count())
    }

    fn of_edgar(&self, url: &str) -> Option<Page> {
        let k = issuer_of(url)?;
        let (firm, renames) = self.of_issuer(k)?;
        let back: Renames = renames.iter().map(|(from, to)| (to.clone(), from.clone())).collect();
        let more = self.filings.saturating_sub(self.documented(k));
        if let Some(found) = self.template.get(&renamed(url, &back)) {
            let mut body = renamed(&String::from_utf8_lossy(&found.body), &renames);
            if url.contains("/submissions/") && !url.contains("-submissions-") && more > 0 {
                body = with_older(&body, firm, k, more)?;
            }
            return Some(Page {
                url: url.into(),
                status: found.status,
                content_type: found.content_type,
                body: body.into_bytes(),
            });
        }
        if let Some(p) = (0..more.div_ceil(OLDER)).find(|p| url.ends_with(&older_name(k, *p))) {
            let rows = p * OLDER..((p + 1) * OLDER).min(more);
            return page(url, JSON, others(firm, k, rows).to_string());
        }
        let n: usize = url.rsplit("other-").next()?.strip_suffix(".htm")?.parse().ok()?;
        let text = format!(
            "<html><head><title>{}</title></head><body><!-- {MARK} --><p>Report number {n} of no interest here.</p></body></html>\n",
            form(n)
        );
        (n < more && other_url(k, n) == url).then(|| page(url, "text/html", text)).flatten()
    }
}

/// The issuer that an address of EDGAR speaks of.
fn issuer_of(url: &str) -> Option<usize> {
    let rest = url.split("/data/").nth(1).or_else(|| url.split("CIK").nth(1))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let cik: u64 = digits.parse().ok()?;
    usize::try_from(cik.checked_sub(FIRST_CIK)?).ok()
}

fn older_name(k: usize, p: usize) -> String {
    format!("CIK{:010}-submissions-{:03}.json", FIRST_CIK + k as u64, p + 2)
}

fn form(n: usize) -> &'static str {
    ["4", "8-K", "SC 13G/A", "DEF 14A", "11-K"].get(n % 5).copied().unwrap_or("4")
}

fn other_accession(k: usize, n: usize) -> String {
    format!("{:010}-{:02}-{:06}", FIRST_CIK + k as u64, n % 20, 500_000 + n)
}

fn other_url(k: usize, n: usize) -> String {
    let bare = other_accession(k, n).replace('-', "");
    format!("{SITE}/Archives/edgar/data/{}/{bare}/other-{n}.htm", FIRST_CIK + k as u64)
}

fn other_date(firm: &Firm, n: usize) -> jiff::civil::Date {
    let years = (firm.last - firm.first + 1).max(1) as usize;
    say::day(firm.first + 1 + (n % years) as i16, 1 + (n % 12) as i8, 1 + (n % 28) as i8)
}

/// Rows of filings that no task needs, as an older page holds them.
fn others(firm: &Firm, k: usize, rows: std::ops::Range<usize>) -> Value {
    let column = |f: &dyn Fn(usize) -> Value| Value::Array(rows.clone().map(f).collect());
    json!({
        "accessionNumber": column(&|n| json!(other_accession(k, n))),
        "filingDate": column(&|n| json!(other_date(firm, n).to_string())),
        "reportDate": column(&|n| json!(other_date(firm, n).to_string())),
        "acceptanceDateTime": column(&|n| json!(format!("{}T16:31:00.000Z", other_date(firm, n)))),
        "act": column(&|_| json!("34")),
        "form": column(&|n| json!(form(n))),
        "fileNumber": column(&|_| json!("")),
        "filmNumber": column(&|_| json!("")),
        "items": column(&|n| json!(if form(n) == "8-K" { "5.02" } else { "" })),
        "core_type": column(&|n| json!(form(n))),
        "size": column(&|n| json!(2_000 + n % 900)),
        "isXBRL": column(&|_| json!(0)),
        "isInlineXBRL": column(&|_| json!(0)),
        "primaryDocument": column(&|n| json!(format!("other-{n}.htm"))),
        "primaryDocDescription": column(&|n| json!(form(n))),
    })
}

/// Names the added pages in a submissions file.
fn with_older(body: &str, firm: &Firm, k: usize, more: usize) -> Option<String> {
    let mut value: Value = serde_json::from_str(body).ok()?;
    let files = value.get_mut("filings")?.get_mut("files")?.as_array_mut()?;
    for p in 0..more.div_ceil(OLDER) {
        files.push(json!({
            "name": older_name(k, p),
            "filingCount": OLDER.min(more - p * OLDER),
            "filingFrom": format!("{}-01-01", firm.first + 1),
            "filingTo": format!("{}-12-31", firm.last + 1),
        }));
    }
    Some(value.to_string())
}
