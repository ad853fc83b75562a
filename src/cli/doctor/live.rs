//! Five questions to the SEC: are its pages still as this program knows them? Nothing of the answers is kept.

use super::{Check, Grade};
use crate::cli::session::Origins;
use crate::config::Config;
use crate::fetch::clock::RealClock;
use crate::fetch::{Expect, FetchConfig, FetchError, Fetched, Fetcher, Request};
use crate::release;
use crate::sec::aaer_index::{self, Layout};
use crate::sec::robots::Robots;
use crate::sec::{submissions, tickers, urls};
use crate::store::Store;
use crate::text;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Paths that a run asks for, one of each kind.
const ASKED: [&str; 5] = [
    "/enforcement-litigation/accounting-auditing-enforcement-releases?page=1",
    "/enforcement-litigation/litigation-releases/lr-1",
    "/files/litigation/admin/2010/34-1.pdf",
    "/Archives/edgar/data/1/0000000001-01-000001.txt",
    "/files/company_tickers.json",
];

/// Asks the SEC, unless another process of the data directory is asking already.
pub async fn checks(config: &Config, dir: &Path) -> Vec<Check> {
    match Store::lock_holder(dir) {
        Ok(None) => {}
        Ok(Some(holder)) => {
            return vec![Check::new(Grade::Note, "the SEC", format!("not asked: {holder} is at work"))];
        }
        Err(error) => return vec![Check::new(Grade::Bad, "the SEC", error.to_string())],
    }
    match client(config, Origins::new()) {
        Ok((fetcher, _kept)) => ask(&fetcher).await,
        Err(error) => vec![Check::new(Grade::Bad, "the SEC", error)],
    }
}

/// A client over a directory that is gone afterwards.
fn client(config: &Config, origins: Origins) -> Result<(Fetcher, tempfile::TempDir), String> {
    let dir = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let store = Store::open(dir.path(), "afb-build doctor").map_err(|error| error.to_string())?;
    let settings = FetchConfig {
        identity: Some(config.sec.contact.clone()).filter(|contact| !contact.trim().is_empty()),
        per_second: config.sec.requests_per_second,
        pause_after_block: Duration::from_secs(60 * u64::from(config.sec.block_pause_minutes)),
        max_body: config.sec.max_document_mb << 20,
        cache_dir: dir.path().to_owned(),
        offline: false,
        unpaced: !origins.is_empty(),
        origins,
        seed: u64::from(std::process::id()),
    };
    let fetcher = Fetcher::new(settings, Arc::new(store), Arc::new(RealClock::default()))
        .map_err(|error| error.to_string())?;
    Ok((fetcher, dir))
}

/// A refusal or a missing network ends the questions: more of them would only be rude.
fn ends(error: &FetchError) -> bool {
    matches!(error, FetchError::Blocked { .. } | FetchError::Unreachable { .. } | FetchError::Config(_))
}

async fn ask(fetcher: &Fetcher) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut release = None;
    let mut cik = None;
    macro_rules! question {
        ($what:literal, $url:expr, $expect:expr, $read:expr) => {
            match get(fetcher, $url, $expect).await {
                Ok(fetched) => checks.push($read(&fetched)),
                Err(error) => {
                    let end = ends(&error);
                    checks.push(Check::new(Grade::Bad, $what, error.to_string()));
                    if end {
                        return checks;
                    }
                }
            }
        };
    }
    question!("index", urls::INDEX, Expect::IndexPage, |fetched: &Fetched| {
        let (check, found) = index(fetched);
        release = found;
        check
    });
    match get(fetcher, "https://www.sec.gov/robots.txt", Expect::Any).await {
        Ok(fetched) => checks.push(robots(&fetched.bytes)),
        Err(FetchError::Missing { .. }) => {
            checks.push(Check::new(Grade::Note, "robots.txt", "there is none; the kept rules are followed"));
        }
        Err(error) => {
            checks.push(Check::new(Grade::Bad, "robots.txt", error.to_string()));
            if ends(&error) {
                return checks;
            }
        }
    }
    match release {
        Some(url) => question!("release", &url, Expect::Release, read_release),
        None => checks.push(Check::new(Grade::Bad, "release", "not asked: the index named none")),
    }
    question!("names", urls::TICKERS, Expect::Json, |fetched: &Fetched| {
        let (check, found) = names(fetched);
        cik = found;
        check
    });
    match cik {
        Some(cik) => question!("submissions", &urls::submissions(cik), Expect::Json, filings),
        None => checks.push(Check::new(Grade::Bad, "submissions", "not asked: no filer is known")),
    }
    checks
}

/// Connections fail now and then; a question is put up to three times.
async fn get(fetcher: &Fetcher, url: &str, expect: Expect) -> Result<Fetched, FetchError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match fetcher.get(&Request::new(url, expect)).await {
            Err(FetchError::Transient { .. }) if tries < 3 => {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            answer => return answer,
        }
    }
}

fn index(fetched: &Fetched) -> (Check, Option<String>) {
    let page = match aaer_index::read(&fetched.bytes, Some(&fetched.url)) {
        Ok(page) => page,
        Err(error) => return (Check::new(Grade::Bad, "index", error.to_string()), None),
    };
    let rows = page.rows.len();
    let with = |test: &dyn Fn(&aaer_index::Row) -> bool| page.rows.iter().filter(|row| test(row)).count();
    let whole = with(&|row| row.date.is_some() && row.url.is_some() && !row.aaer_numbers.is_empty());
    let release = page.rows.iter().find_map(|row| row.url.clone());
    let text = format!("{rows} rows, {whole} with number, date and document, layout {:?}", page.layout);
    let known = page.layout == Layout::Current && whole * 10 >= rows * 8 && page.next.is_some();
    let check = if known {
        Check::new(Grade::Ok, "index", text)
    } else {
        let next = if page.next.is_some() { "" } else { ", names no next page" };
        Check::new(Grade::Bad, "index", format!("{text}{next}: not the known layout; do not trust a crawl"))
    };
    (check, release)
}

fn robots(bytes: &[u8]) -> Check {
    let robots = Robots::parse(&String::from_utf8_lossy(bytes));
    let shut: Vec<&str> = ASKED.into_iter().filter(|path| !robots.allows(path)).collect();
    if shut.is_empty() {
        return Check::new(Grade::Ok, "robots.txt", "allows all that a run asks for");
    }
    Check::new(
        Grade::Bad,
        "robots.txt",
        format!("keeps programs out of {}; ask the SEC before a run", shut.join(", ")),
    )
}

fn read_release(fetched: &Fetched) -> Check {
    let text = text::read(&fetched.bytes, None);
    let reading = release::read(&text.content, None);
    let numbers = reading.header.aaer_numbers.len() + reading.header.release_numbers.len();
    let characters = text.content.chars().count();
    let told = format!("{characters} characters, {numbers} release numbers, {}", fetched.kind.as_str());
    if characters > 500 && numbers > 0 {
        Check::new(Grade::Ok, "release", told)
    } else {
        Check::new(
            Grade::Note,
            "release",
            format!("{told}: less than a release holds; look at {}", fetched.url),
        )
    }
}

fn names(fetched: &Fetched) -> (Check, Option<crate::ids::Cik>) {
    match tickers::parse(&fetched.bytes) {
        Ok(found) if !found.rows.is_empty() && found.broken * 20 <= found.rows.len() => {
            let text = format!("{} filers with tickers, {} entries unread", found.rows.len(), found.broken);
            (Check::new(Grade::Ok, "names", text), found.rows.first().map(|row| row.cik))
        }
        Ok(found) => {
            let text = format!("{} entries read, {} not", found.rows.len(), found.broken);
            (Check::new(Grade::Bad, "names", format!("{text}: not the known layout")), None)
        }
        Err(error) => (Check::new(Grade::Bad, "names", error), None),
    }
}

fn filings(fetched: &Fetched) -> Check {
    match submissions::parse_main(&fetched.bytes) {
        Ok(found) if !found.name.is_empty() && !found.filings.is_empty() => {
            let text =
                format!("{} filings of one filer, {} doubts", found.filings.len(), found.problems.len());
            let grade =
                if found.problems.len() * 20 <= found.filings.len() { Grade::Ok } else { Grade::Note };
            Check::new(grade, "submissions", text)
        }
        Ok(_) => Check::new(Grade::Bad, "submissions", "no name or no filings: not the known layout"),
        Err(error) => Check::new(Grade::Bad, "submissions", error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The built-in site is laid out as the SEC's: all that it has passes.
    #[tokio::test]
    async fn the_known_layouts_are_known() {
        let config = Config::embedded().unwrap();
        let (fetcher, _kept) = client(&config, crate::cli::sample_site::serve().await.unwrap()).unwrap();
        let checks = ask(&fetcher).await;
        let told: Vec<String> = checks.iter().map(Check::line).collect();
        assert_eq!(
            checks.iter().map(|check| check.what).collect::<Vec<_>>(),
            ["index", "robots.txt", "release", "names", "submissions"]
        );
        assert!(checks.iter().all(|check| check.grade != Grade::Bad), "{told:?}");
        assert_eq!(checks[0].grade, Grade::Ok, "{told:?}");
    }

    /// A port where nobody listens: one line, and no more questions.
    #[tokio::test]
    async fn no_network_is_told_once() {
        let config = Config::embedded().unwrap();
        let origins =
            urls::HOSTS.iter().map(|host| ((*host).to_owned(), "http://127.0.0.1:9".to_owned())).collect();
        let (fetcher, _kept) = client(&config, origins).unwrap();
        let checks = ask(&fetcher).await;
        assert_eq!(checks.len(), 1);
        assert!(checks[0].grade == Grade::Bad && checks[0].text.contains("no connection to www.sec.gov"));
    }

    #[test]
    fn a_changed_robots_file_is_told() {
        assert_eq!(robots(b"User-agent: *\nDisallow: /cgi-bin\n").grade, Grade::Ok);
        let shut = robots(b"User-agent: *\nDisallow: /Archives/\n");
        assert!(shut.grade == Grade::Bad && shut.text.contains("/Archives/edgar/data"), "{shut:?}");
    }
}
