//! `releases`: the rows of all index pages joined, release by release.

use super::Context;
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::sec::aaer_index::merge::{Merged, merge};
use crate::sec::aaer_index::{self, Page};
use crate::store::StoreError;
use crate::store::jobs::Planned;
use crate::store::releases::{self, IndexPage, Release, SeeAlso};
use rusqlite::{Connection, Transaction};
use std::collections::BTreeSet;

/// The one job of the stage.
const KEY: &str = "all";

/// See the module.
#[derive(Clone)]
pub struct Releases;

impl Stage for Releases {
    type Context = Context;
    type Input = Vec<IndexPage>;
    type Output = Vec<Release>;

    const ID: StageId = StageId::Releases;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, _context: &Context) -> Result<Vec<Planned>, StoreError> {
        let pages = releases::index_pages(connection)?;
        if pages.is_empty() {
            return Ok(Vec::new());
        }
        let mut parts = vec![Self::VERSION.to_string()];
        parts.extend(pages.into_iter().flat_map(|page| [page.url, page.blob]));
        Ok(vec![Planned { key: KEY.to_owned(), fingerprint: fingerprint(parts.iter().map(String::as_str)) }])
    }

    fn load(&self, connection: &Connection, _key: &str) -> Result<Vec<IndexPage>, StoreError> {
        releases::index_pages(connection)
    }

    async fn run(&self, context: &Context, pages: Vec<IndexPage>) -> Result<Outcome<Vec<Release>>, JobError> {
        let mut read: Vec<Page> = Vec::new();
        for page in &pages {
            let bytes = context.blob(&page.blob)?;
            let parsed = aaer_index::read(&bytes, Some(&page.url)).map_err(|error| JobError::Permanent {
                why: format!("index page not read: {}: {error}", page.url),
            })?;
            read.push(parsed);
        }
        let urls: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
        let mut taken = BTreeSet::new();
        Ok(Outcome::Done(merge(&read).into_iter().map(|merged| release(merged, &urls, &mut taken)).collect()))
    }

    fn save(&self, tx: &Transaction<'_>, _key: &str, output: &Vec<Release>) -> Result<String, StoreError> {
        releases::save_releases(tx, output)?;
        digest(output)
    }

    fn clear(&self, tx: &Transaction<'_>, _key: &str) -> Result<(), StoreError> {
        releases::save_releases(tx, &[])
    }
}

fn release(merged: Merged, pages: &[&str], taken: &mut BTreeSet<String>) -> Release {
    let procedural_row = merged.row.is_procedural();
    let row = merged.row;
    let aaer_numbers: Vec<String> = row.aaer_numbers.iter().map(ToString::to_string).collect();
    let first = row.release_numbers.first().cloned();
    let base = match (aaer_numbers.is_empty(), first) {
        (false, Some(first)) => format!("{}:{first}", aaer_numbers.join("+")),
        (false, None) => aaer_numbers.join("+"),
        (true, Some(first)) => format!("no-number:{first}"),
        (true, None) => format!("no-number:{}", row.url.clone().unwrap_or_else(|| row.raw.clone())),
    };
    let mut key = base.clone();
    let mut n = 2;
    while !taken.insert(key.clone()) {
        key = format!("{base}#{n}");
        n += 1;
    }
    let listed: BTreeSet<String> =
        merged.sources.iter().filter_map(|(page, _)| pages.get(*page)).map(|url| (*url).to_owned()).collect();
    Release {
        key,
        aaer_numbers,
        release_numbers: row.release_numbers,
        date: row.date.map(|date| date.to_string()),
        respondents: row.respondents,
        url: row.url,
        other_urls: merged.other_urls,
        see_also: row.see_also.into_iter().map(|link| SeeAlso { label: link.label, url: link.url }).collect(),
        procedural: row.procedural,
        procedural_row,
        problems: merged
            .problems
            .into_iter()
            .map(|problem| {
                let kind = serde_json::to_value(problem.kind).unwrap_or_default();
                format!("{}: {}", kind.as_str().unwrap_or_default(), problem.detail)
            })
            .collect(),
        pages: listed.into_iter().collect(),
    }
}
