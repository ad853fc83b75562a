//! `run --dry-run`: what a run will ask for, from what is kept and what is known of the SEC's site. Nothing is
//! sent and nothing is written.

use super::outcome::Failed;
use crate::config::{Config, LlmMode};
use crate::llm::jobs::Job;
use crate::stages::CrawlOptions;
use crate::store::{Store, StoreError, fetches, releases};
use std::fmt::Write;
use std::path::Path;

/// Releases that the index lists, and rows on one of its pages (spec, aaer-site: November 2026).
const LISTED: f64 = 3_400.0;
const ROWS_A_PAGE: f64 = 100.0;
/// Kept releases from which on a data directory's own proportions are trusted.
const ENOUGH: u64 = 20;
/// Tokens of one reading of a release, where no text is kept to measure.
const TOKENS: f64 = 9_000.0;
/// Characters a token, and tokens of the instructions around a text.
const CHARACTERS_A_TOKEN: f64 = 4.0;
const INSTRUCTIONS: f64 = 1_200.0;

/// Documents of one kind: how many a release needs, and their mean size, before there are own figures.
struct Need {
    kind: &'static str,
    what: &'static str,
    a_release: f64,
    mean_kb: f64,
}

/// About a third of the releases are kept, with one issuer each; an issuer's filings are asked for to pair about
/// two years, and up to `matched_issuer_requests` submissions to find issuers for the negatives.
const NEEDS: [Need; 4] = [
    Need { kind: "release", what: "documents of releases", a_release: 1.05, mean_kb: 80.0 },
    Need { kind: "submissions", what: "lists of filings", a_release: 1.5, mean_kb: 160.0 },
    Need { kind: "filing", what: "filings", a_release: 2.2, mean_kb: 1_600.0 },
    Need { kind: "companyfacts", what: "XBRL facts of issuers", a_release: 0.2, mean_kb: 2_500.0 },
];

/// What is known before a run.
#[derive(Debug, Default)]
struct Known {
    /// Releases of the index; none before it was read.
    listed: Option<u64>,
    kinds: Vec<fetches::Kind>,
    /// Mean characters of clean texts.
    characters: Option<f64>,
    answered: u64,
}

impl Known {
    fn read(dir: &Path) -> Result<Known, StoreError> {
        let store = match Store::open_read_only(dir) {
            Err(StoreError::Absent { .. }) => return Ok(Known::default()),
            store => store?,
        };
        store.read(|connection| {
            let listed = releases::releases(connection)?.len() as u64;
            Ok(Known {
                listed: Some(listed).filter(|n| *n > 0),
                kinds: fetches::kinds(connection)?,
                characters: releases::mean_characters(connection)?,
                answered: crate::store::llm_calls::sums(connection)?
                    .iter()
                    .map(|sums| sums.calls.unsigned_abs())
                    .sum(),
            })
        })
    }

    fn of(&self, kind: &str) -> (u64, u64) {
        self.kinds.iter().find(|k| k.kind == kind).map_or((0, 0), |k| (k.documents, k.bytes))
    }
}

/// One line of the estimate.
struct Line {
    what: &'static str,
    kept: u64,
    left: u64,
    megabytes: f64,
}

/// The estimate of a run, for people.
pub fn text(dir: &Path, config: &Config, crawl: &CrawlOptions) -> Result<String, Failed> {
    Ok(describe(&Known::read(dir)?, config, crawl))
}

fn describe(known: &Known, config: &Config, crawl: &CrawlOptions) -> String {
    let listed = known.listed.map_or(LISTED, |n| n as f64);
    let wanted = crawl.limit.map_or(listed, |limit| listed.min(limit as f64));
    let lines = lines(known, listed, wanted);
    let requests: u64 = lines.iter().map(|line| line.left).sum();
    let megabytes: f64 = lines.iter().map(|line| line.megabytes).sum();
    let mut out = String::from("what                        kept      to ask         MB\n");
    for line in &lines {
        let _ =
            writeln!(out, "{:<24} {:>7} {:>11} {:>10.0}", line.what, line.kept, line.left, line.megabytes);
    }
    let pace = config.sec.requests_per_second;
    let minutes = requests as f64 / pace / 60.0;
    let _ = writeln!(
        out,
        "\nabout {requests} requests, {minutes:.0} minutes at {pace} a second, {megabytes:.0} MB to receive; they take about \
         a third of that on disk"
    );
    let basis = match (known.listed, known.of("release").0 >= ENOUGH) {
        (None, _) => "from what is known of the SEC's site; the index is not read yet",
        (Some(_), false) => "from the index that is kept and what is known of the SEC's site",
        (Some(_), true) => "from the index and the documents that are kept",
    };
    let _ = writeln!(out, "estimated {basis}; filters by date and number are not counted, --limit is");
    let _ = writeln!(out, "{}", models(known, config, wanted));
    out.push_str("nothing was sent\n");
    out
}

fn lines(known: &Known, listed: f64, wanted: f64) -> Vec<Line> {
    let pages = (listed / ROWS_A_PAGE).ceil();
    let mut lines = vec![Line {
        what: "pages of the index",
        kept: known.of("index").0,
        // Looked at anew by every run whose last look is old.
        left: pages as u64,
        megabytes: pages * 0.12,
    }];
    let lists = known.of("list").0;
    lines.push(Line {
        what: "lists of all filers",
        kept: lists,
        left: 2u64.saturating_sub(lists),
        megabytes: if lists == 0 { 100.0 } else { 0.0 },
    });
    let (done, _) = known.of("release");
    for need in NEEDS {
        let (kept, bytes) = known.of(need.kind);
        let own = done >= ENOUGH && kept > 0;
        let a_release = if own && need.kind != "release" && (done as f64) < wanted * 0.95 {
            kept as f64 / done as f64
        } else {
            need.a_release
        };
        let mean = if own { bytes as f64 / kept as f64 / 1e6 } else { need.mean_kb / 1e3 };
        let left = (wanted * a_release - kept as f64).max(0.0).round();
        lines.push(Line { what: need.what, kept, left: left as u64, megabytes: left * mean });
    }
    lines
}

/// What models will take: each reads each release once for each of its jobs.
fn models(known: &Known, config: &Config, wanted: f64) -> String {
    if config.llm.mode != LlmMode::On {
        return format!(
            "models: {}, nothing is asked and nothing paid",
            match config.llm.mode {
                LlmMode::Replay => "kept answers only",
                _ => "off",
            }
        );
    }
    let each = known.characters.map_or(TOKENS, |n| n / CHARACTERS_A_TOKEN + INSTRUCTIONS);
    let each = each.min(config.llm.context_tokens as f64);
    let requests = wanted * Job::ALL.len() as f64;
    // Answers are short: a tenth of the question, within the limit.
    let answer = (each / 10.0).clamp(100.0, f64::from(config.llm.max_tokens));
    let mut total = Some(0.0);
    for model in &config.llm.models {
        let cost = config
            .llm
            .prices
            .get(model)
            .map(|price| requests * (each * price.input + answer * price.output) / 1e6);
        total = total.zip(cost).map(|(a, b)| a + b);
    }
    let cost = total.map_or("no price known ([llm.prices])".to_owned(), |usd| format!("about ${usd:.2}"));
    let n = requests * config.llm.models.len() as f64;
    let minutes = n / f64::from(config.llm.requests_per_minute.max(1));
    format!(
        "models: about {n:.0} requests ({} answered before), {minutes:.0} minutes at {} a minute, {cost}; `afb-build llm \
         estimate` counts exactly once texts are there",
        known.answered, config.llm.requests_per_minute
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(kind: &str, documents: u64, bytes: u64) -> fetches::Kind {
        fetches::Kind { kind: kind.into(), documents, bytes }
    }

    #[test]
    fn an_empty_directory_is_estimated_from_the_site() {
        let config = Config::embedded().unwrap();
        let text = describe(&Known::default(), &config, &CrawlOptions::default());
        assert!(text.contains("the index is not read yet") && text.contains("nothing was sent"), "{text}");
        let requests: u64 = lines(&Known::default(), LISTED, LISTED).iter().map(|line| line.left).sum();
        assert!((10_000..30_000).contains(&requests), "{requests}");
    }

    #[test]
    fn what_is_kept_is_not_asked_for_again() {
        let known = Known {
            listed: Some(200),
            kinds: vec![kind("release", 100, 10_000_000), kind("filing", 300, 300_000_000)],
            ..Known::default()
        };
        let lines = lines(&known, 200.0, 200.0);
        let of = |what: &str| lines.iter().find(|line| line.what == what).map(|line| line.left).unwrap();
        assert_eq!(of("documents of releases"), 110);
        // Three filings a release so far, so three hundred more.
        assert_eq!(of("filings"), 300);
    }

    #[test]
    fn a_limit_and_prices_count() {
        let mut config = Config::embedded().unwrap();
        config.llm.mode = LlmMode::On;
        let few = CrawlOptions { limit: Some(10), ..CrawlOptions::default() };
        let text = describe(&Known::default(), &config, &few);
        assert!(
            text.contains("about 20 requests (0 answered before)") && text.contains("about $0."),
            "{text}"
        );
        config.llm.models = vec!["unpriced".into()];
        assert!(describe(&Known::default(), &config, &few).contains("no price known"));
    }
}
