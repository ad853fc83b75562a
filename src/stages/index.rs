//! `index`: pages of the AAER index, each naming the next.

use super::Context;
use crate::fetch::{Expect, Freshness, Request};
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::sec::aaer_index;
use crate::sec::aaer_index::plan::first_pages;
use crate::store::StoreError;
use crate::store::jobs::Planned;
use crate::store::releases::{self, IndexPage};
use rusqlite::{Connection, Transaction};
use std::collections::BTreeMap;

/// More pages than the listing can have: 34 in 2026.
const MAX_PAGES: usize = 1_000;

/// See the module.
#[derive(Clone)]
pub struct Index;

impl Stage for Index {
    type Context = Context;
    type Input = String;
    type Output = IndexPage;

    const ID: StageId = StageId::Index;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let next: BTreeMap<String, Option<String>> =
            releases::index_pages(connection)?.into_iter().map(|page| (page.url, page.next_url)).collect();
        let as_of = context.as_of.to_string();
        let mut planned: BTreeMap<String, Planned> = BTreeMap::new();
        for first in first_pages(context.crawl.older_pages) {
            let mut at = Some(first);
            while let Some(url) = at {
                // A page that points back ends the chain.
                if planned.len() >= MAX_PAGES || planned.contains_key(&url) {
                    break;
                }
                let fingerprint = fingerprint([&Self::VERSION.to_string(), &url, &as_of].map(String::as_str));
                planned.insert(url.clone(), Planned { key: url.clone(), fingerprint });
                at = next.get(&url).cloned().flatten();
            }
        }
        Ok(planned.into_values().collect())
    }

    fn load(&self, _connection: &Connection, key: &str) -> Result<String, StoreError> {
        Ok(key.to_owned())
    }

    async fn run(&self, context: &Context, url: String) -> Result<Outcome<IndexPage>, JobError> {
        let mut request = Request::new(url.clone(), Expect::IndexPage);
        request.freshness = Freshness::NewerThan(context.as_of);
        let fetched = context.fetch(&request).await?;
        let page = aaer_index::read(&fetched.bytes, Some(&url))
            .map_err(|error| JobError::Permanent { why: format!("index page not read: {url}: {error}") })?;
        let name = |value: serde_json::Result<serde_json::Value>| value.unwrap_or_default();
        Ok(Outcome::Done(IndexPage {
            url,
            blob: fetched.blob.as_str().to_owned(),
            layout: name(serde_json::to_value(page.layout)).as_str().unwrap_or_default().to_owned(),
            next_url: page.next,
            rows: page.rows.len(),
            problems: name(serde_json::to_value(&page.problems)).to_string(),
        }))
    }

    fn save(&self, tx: &Transaction<'_>, _key: &str, page: &IndexPage) -> Result<String, StoreError> {
        releases::save_index_page(tx, page)?;
        digest(page)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        releases::clear_index_page(tx, key)
    }
}
