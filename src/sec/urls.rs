//! Every address this program asks for, and the one form in which each is kept.
//!
//! Sources: aaer-site.md 1, 2, 5; edgar.md 1, 3. An address that comes from a page is canonicalised here
//! before anything is keyed by it, so that the viewer link and the direct link of a filing are one document.

use crate::ids::{Accession, Cik};
use url::Url;

/// The hosts that the SEC serves this program's documents from.
pub const HOSTS: [&str; 2] = ["www.sec.gov", "data.sec.gov"];
/// All filer names ever, `NAME:CIK:` a line.
pub const FILER_NAMES: &str = "https://www.sec.gov/Archives/edgar/cik-lookup-data.txt";
/// Names and tickers of the filers listed today.
pub const TICKERS: &str = "https://www.sec.gov/files/company_tickers.json";
/// The listing of releases in its current layout, without a page number.
pub const INDEX: &str = "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases";

/// An address that this program does not ask for, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// It does not parse as an address.
    #[error("`{0}` is not an address")]
    Malformed(String),
    /// Neither https nor (to be read as https) http.
    #[error("`{0}` is not an https address")]
    Scheme(String),
    /// The host is not one of the SEC's.
    #[error("`{0}` is not on a host of the SEC")]
    Host(String),
}

/// A page of the current listing, from 0; `year` narrows it to one year.
pub fn index_page(page: u32, year: Option<i16>) -> String {
    match year {
        Some(year) => format!("{INDEX}?year={year}&page={page}"),
        None => format!("{INDEX}?page={page}"),
    }
}

/// The older yearly page (1999 to 2020), `.shtml` to 2019 and `.htm` for 2020.
pub fn older_index_page(year: i16) -> Option<String> {
    let extension = match year {
        1999..=2019 => "shtml",
        2020 => "htm",
        _ => return None,
    };
    Some(format!("https://www.sec.gov/divisions/enforce/friactions/friactions{year}.{extension}"))
}

/// The older pages of the then current year.
pub fn older_index_current() -> [String; 2] {
    ["shtml", "htm"].map(|e| format!("https://www.sec.gov/divisions/enforce/friactions.{e}"))
}

/// The submissions of one filer.
pub fn submissions(cik: Cik) -> String {
    format!("https://data.sec.gov/submissions/CIK{cik}.json")
}

/// A further page that a submissions file names in `filings.files[].name`; none when the name is not of that form.
pub fn submissions_page(name: &str) -> Option<String> {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let (cik, number) = name.strip_prefix("CIK")?.strip_suffix(".json")?.split_once("-submissions-")?;
    (digits(cik) && digits(number)).then(|| format!("https://data.sec.gov/submissions/{name}"))
}

/// All XBRL facts of one filer; 404 means that it has none.
pub fn companyfacts(cik: Cik) -> String {
    format!("https://data.sec.gov/api/xbrl/companyfacts/CIK{cik}.json")
}

/// One file of a filing; none when the name is no plain file name.
pub fn archive_file(cik: Cik, accession: &Accession, file: &str) -> Option<String> {
    // Older primary documents stand one folder down (`xslF345X02/doc.xml`).
    let plain = !file.is_empty()
        && !file.starts_with('/')
        && file.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
        && !file.contains(['\\', '?', '#', ':'])
        && !file.chars().any(char::is_control);
    let folder = format!("https://www.sec.gov/Archives/edgar/data/{}/{}/", cik.0, accession.bare());
    let url = plain.then(|| canonical(None, &format!("{folder}{file}")).ok()).flatten()?;
    // An address is read with its percent codes: `%2e%2e` climbs out of a folder as `..` does.
    (url.starts_with(&folder) || url == archive_text(cik, accession)).then_some(url)
}

/// The full text of a filing, all documents in one SGML file.
pub fn archive_text(cik: Cik, accession: &Accession) -> String {
    format!("https://www.sec.gov/Archives/edgar/data/{}/{accession}.txt", cik.0)
}

/// All filings of a quarter (1 to 4), sorted by form.
pub fn form_index(year: i16, quarter: u8) -> String {
    format!("https://www.sec.gov/Archives/edgar/full-index/{year}/QTR{quarter}/form.idx")
}

/// A litigation release in the current layout.
pub fn litigation_release(number: u32) -> String {
    format!("https://www.sec.gov/enforcement-litigation/litigation-releases/lr-{number}")
}

/// The one form of an address: https, the SEC's host, no fragment, viewer links led back to the file, archive
/// paths with the bare CIK and the bare accession.
pub fn canonical(base: Option<&str>, href: &str) -> Result<String, UrlError> {
    // Browsers drop these; broken pages wrap addresses over lines.
    let href: String = href.chars().filter(|c| !c.is_control()).collect();
    let href = href.trim_matches(|c: char| c.is_whitespace() || c == '\u{a0}');
    let malformed = || UrlError::Malformed(href.chars().take(200).collect());
    let parsed = match base {
        Some(base) => Url::parse(base).map_err(|_| malformed())?.join(href),
        None => Url::parse(href),
    };
    let mut url = parsed.map_err(|_| malformed())?;
    match url.scheme() {
        "https" => {}
        "http" => {
            // Ports of plain http mean nothing over https.
            let _ = url.set_port(None);
            url.set_scheme("https").map_err(|()| malformed())?;
        }
        _ => return Err(UrlError::Scheme(url.as_str().chars().take(200).collect())),
    }
    let host = url.host_str().unwrap_or_default().trim_end_matches('.').to_owned();
    let host = if host == "sec.gov" { "www.sec.gov" } else { host.as_str() };
    if !HOSTS.contains(&host)
        || !url.username().is_empty()
        || url.password().is_some()
        || url.port().is_some()
    {
        return Err(UrlError::Host(url.as_str().chars().take(200).collect()));
    }
    url.set_host(Some(host)).map_err(|_| malformed())?;
    url.set_fragment(None);
    if let Some(document) = viewer_document(&url) {
        let target = url.join(&document).map_err(|_| malformed())?;
        // A viewer link inside a viewer link is not followed further.
        if target.host_str() != Some(host) || viewer_document(&target).is_some() {
            return Err(UrlError::Malformed(href.chars().take(200).collect()));
        }
        url = target;
        url.set_fragment(None);
    }
    let path = archive_path(url.path());
    url.set_path(&path);
    if url.query() == Some("") {
        url.set_query(None);
    }
    Ok(url.into())
}

/// The path that a viewer link shows: `ix?doc=`, `ixviewer/doc`, `cgi-bin/viewer`-free forms.
fn viewer_document(url: &Url) -> Option<String> {
    let path = url.path().trim_end_matches('/');
    let viewer = matches!(path, "/ix" | "/ix.xhtml" | "/ixviewer/ix.html" | "/ixviewer/documents/ix.html");
    viewer
        .then(|| {
            let pair = url.query_pairs().find(|(key, _)| key == "doc")?;
            Some(pair.1.into_owned())
        })
        .flatten()
}

/// Archive paths in one form; others unchanged but for doubled slashes.
fn archive_path(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let slash = if path.len() > 1 && path.ends_with('/') { "/" } else { "" };
    let Some(["Archives", "edgar", "data", cik, rest @ ..]) = parts.get(..) else {
        return format!("/{}{slash}", parts.join("/"));
    };
    let cik = cik.parse::<Cik>().map_or_else(|_| (*cik).to_owned(), |cik| cik.0.to_string());
    let mut rest: Vec<String> = rest.iter().map(|part| (*part).to_owned()).collect();
    let folder = rest.first().and_then(|part| part.parse::<Accession>().ok());
    if let (Some(accession), Some(first)) = (&folder, rest.first_mut()) {
        *first = accession.bare();
        // The full text stands under two addresses; the shorter one works for all years.
        if rest.len() == 2 && rest.get(1).is_some_and(|file| *file == format!("{accession}.txt")) {
            rest.remove(0);
        }
    }
    let tail: String = rest.iter().map(|part| format!("/{part}")).collect();
    format!("/Archives/edgar/data/{cik}{tail}{slash}")
}

/// What an address of a release points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A page that only announces an order: the order is another file.
    Stub,
    /// A litigation release, HTML or text.
    LitigationRelease,
    /// An order, an opinion or a decision as a file of its own.
    Document,
    /// Anything else.
    Other,
}

/// Tells by the path what a release's address points at.
pub fn target_of(url: &str) -> Target {
    let path = Url::parse(url).map(|u| u.path().to_ascii_lowercase()).unwrap_or_default();
    if path.starts_with("/enforcement-litigation/administrative-proceedings/") {
        Target::Stub
    } else if path.contains("/litreleases/") || path.contains("/litigation-releases/") {
        Target::LitigationRelease
    } else if path.starts_with("/files/") || path.starts_with("/litigation/") {
        Target::Document
    } else {
        Target::Other
    }
}

/// Where else the document behind a release's address may stand, best first, when that address is a stub or gone.
///
/// `numbers` are the release numbers of the row; orders of 2006 and later stand in a folder of their year, older
/// ones do not, and a file is named by one act only (aaer-site.md 1, 3.28).
pub fn alternatives(url: &str, year: Option<i16>, numbers: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for number in numbers.iter().map(|n| n.to_ascii_lowercase()) {
        if let Some(digits) = number.strip_prefix("lr-") {
            out.push(format!(
                "{}/enforcement-litigation/litigation-releases/lr-{digits}",
                "https://www.sec.gov"
            ));
            if let Some(year) = year {
                let folder = if year >= 2006 { format!("{year}/") } else { String::new() };
                out.push(format!("https://www.sec.gov/litigation/litreleases/{folder}lr{digits}.htm"));
            }
            out.push(format!("https://www.sec.gov/litigation/litreleases/lr{digits}.txt"));
        } else if number.contains('-') {
            let folder = match year {
                Some(year) if year >= 2006 => format!("{year}/"),
                _ => String::new(),
            };
            for (place, extension) in [
                ("files/litigation/admin", "pdf"),
                ("files/litigation/opinions", "pdf"),
                ("files/litigation/admin", "htm"),
                ("litigation/admin", "htm"),
            ] {
                out.push(format!("https://www.sec.gov/{place}/{folder}{number}.{extension}"));
            }
        }
    }
    out.retain(|other| other != url);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CRAWL C12: the viewer link, the padded CIK and the dashed folder are one archive address.
    #[test]
    fn one_address_for_one_filing_document() {
        let direct = "https://www.sec.gov/Archives/edgar/data/9990001/000999000104000003/x10k.htm";
        for other in [
            "https://www.sec.gov/ix?doc=/Archives/edgar/data/0009990001/000999000104000003/x10k.htm",
            "https://www.sec.gov/ix?doc=%2FArchives%2Fedgar%2Fdata%2F9990001%2F000999000104000003%2Fx10k.htm",
            "https://www.sec.gov/ix?doc=https://www.sec.gov/Archives/edgar/data/9990001/0009990001-04-000003/x10k.htm#item7",
            "https://www.sec.gov/ixviewer/ix.html?doc=/Archives/edgar/data/9990001/000999000104000003/x10k.htm&xbrl=true",
            "http://sec.gov:80/Archives/edgar/data/0009990001/0009990001-04-000003//x10k.htm#f",
        ] {
            assert_eq!(canonical(None, other).as_deref(), Ok(direct), "{other}");
        }
        assert_eq!(
            archive_file(Cik(9_990_001), &"0009990001-04-000003".parse().unwrap(), "x10k.htm").as_deref(),
            Some(direct)
        );
    }

    #[test]
    fn the_full_text_has_one_address() {
        let accession: Accession = "0009990001-04-000003".parse().unwrap();
        let text = archive_text(Cik(9_990_001), &accession);
        let folder =
            "https://www.sec.gov/Archives/edgar/data/9990001/000999000104000003/0009990001-04-000003.txt";
        assert_eq!(canonical(None, folder).as_ref(), Ok(&text));
        assert_eq!(canonical(None, &text).as_ref(), Ok(&text));
    }

    #[test]
    fn only_hosts_of_the_sec_and_only_https() {
        for bad in [
            "https://www.sec.gov.example.test/a",
            "https://user@www.sec.gov/a",
            "https://www.sec.gov:8443/a",
            "file:///etc/hosts",
            "javascript:void(0)",
            "https://www.sec.gov/ix?doc=https://example.test/a",
        ] {
            assert!(canonical(None, bad).is_err(), "{bad}");
        }
        let base = "https://www.sec.gov/enforcement-litigation/x?page=0";
        assert_eq!(
            canonical(Some(base), "/files/a\n/b.pdf ").as_deref(),
            Ok("https://www.sec.gov/files/a/b.pdf")
        );
        assert_eq!(canonical(Some(base), "//www.sec.gov/a").as_deref(), Ok("https://www.sec.gov/a"));
    }

    #[test]
    fn names_from_the_wire_become_no_paths() {
        let accession: Accession = "0009990001-04-000003".parse().unwrap();
        for bad in ["../x", "/x", "a/../b", "", "a?b", "a\\b", "a\nb"] {
            assert_eq!(archive_file(Cik(1), &accession, bad), None, "{bad:?}");
        }
        assert!(submissions_page("CIK0009990001-submissions-001.json").is_some());
        assert_eq!(submissions_page("../CIK1-submissions-1.json"), None);
        assert_eq!(submissions_page("CIK0009990001-submissions-00/1.json"), None);
    }

    /// CRAWL fault 26 and 28: a stub leads to the order, named by any one of its acts.
    #[test]
    fn a_stub_has_alternatives() {
        let stub = "https://www.sec.gov/enforcement-litigation/administrative-proceedings/34-99001";
        assert_eq!(target_of(stub), Target::Stub);
        let found = alternatives(stub, Some(2011), &["33-9901".into(), "34-99001".into()]);
        assert!(found.contains(&"https://www.sec.gov/files/litigation/admin/2011/33-9901.pdf".to_owned()));
        assert!(found.contains(&"https://www.sec.gov/files/litigation/admin/2011/34-99001.pdf".to_owned()));
        let early = alternatives(stub, Some(2003), &["34-49001".into()]);
        assert!(early.contains(&"https://www.sec.gov/files/litigation/admin/34-49001.pdf".to_owned()));
    }
}
