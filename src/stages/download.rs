//! `download`: the document of each release, and on demand the documents beside it.

use super::{Context, CrawlOptions};
use crate::fetch::{About, Expect, FetchError, Fetched, Request};
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::sec::urls;
use crate::store::StoreError;
use crate::store::jobs::{self, Planned};
use crate::store::releases::{self, Release, ReleaseDocument};
use jiff::civil::Date;
use rusqlite::{Connection, Transaction};

/// See the module.
#[derive(Clone)]
pub struct Download;

impl Stage for Download {
    type Context = Context;
    type Input = Option<Release>;
    type Output = Vec<ReleaseDocument>;

    const ID: StageId = StageId::Download;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let listed = releases::releases(connection)?;
        let have = jobs::digests(connection, Self::ID.as_str())?;
        let mut admitted: Vec<&Release> = listed
            .iter()
            .map(|(release, _)| release)
            .filter(|release| admits(&context.crawl, release))
            .collect();
        admitted.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.key.cmp(&b.key)));
        if let Some(limit) = context.crawl.limit {
            admitted.truncate(limit);
        }
        let wanted: std::collections::BTreeSet<&str> =
            admitted.iter().map(|release| release.key.as_str()).collect();
        let complaints = context.crawl.with_complaints.to_string();
        Ok(listed
            .iter()
            .map(|(release, _)| release)
            // A narrower crawl takes nothing away from an earlier one.
            .filter(|release| wanted.contains(release.key.as_str()) || have.contains_key(&release.key))
            .map(|release| {
                let mut parts = vec![Self::VERSION.to_string()];
                parts.extend(release.url.clone());
                parts.extend(release.other_urls.iter().cloned());
                if context.crawl.with_complaints {
                    parts.push(complaints.clone());
                    parts.extend(release.see_also.iter().map(|link| link.url.clone()));
                }
                Planned {
                    key: release.key.clone(),
                    fingerprint: fingerprint(parts.iter().map(String::as_str)),
                }
            })
            .collect())
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Option<Release>, StoreError> {
        releases::release(connection, key)
    }

    async fn run(
        &self,
        context: &Context,
        release: Option<Release>,
    ) -> Result<Outcome<Vec<ReleaseDocument>>, JobError> {
        let release =
            release.ok_or_else(|| JobError::Permanent { why: "no longer in the index".to_owned() })?;
        if release.aaer_numbers.is_empty() {
            return Ok(Outcome::Dropped {
                reason: "row without an AAER number".to_owned(),
                output: Vec::new(),
            });
        }
        let Some(url) = release.url.clone() else {
            return Ok(Outcome::Dropped { reason: "row without a document".to_owned(), output: Vec::new() });
        };
        let about = About {
            aaer_numbers: release.aaer_numbers.clone(),
            release_numbers: release.release_numbers.clone(),
            respondents: release.respondents.clone(),
        };
        let year = release.date.as_deref().and_then(|date| date.get(..4)).and_then(|year| year.parse().ok());
        let mut addresses = vec![url.clone()];
        addresses.extend(release.other_urls.iter().cloned());
        addresses.extend(urls::alternatives(&url, year, &release.release_numbers));
        // That the SEC has no such document is a fact about the release and settles its job.
        let fetched = match first_that_exists(context, &addresses, &about).await? {
            Ok(fetched) => fetched,
            Err(reason) => return Ok(Outcome::Dropped { reason, output: Vec::new() }),
        };
        let mut documents = vec![document(&url, "release", &fetched)];
        if context.crawl.with_complaints {
            for link in &release.see_also {
                // A document beside the release that cannot be had takes nothing from the release.
                match context.fetch(&request(&link.url, &about)).await {
                    Ok(fetched) => documents.push(document(&link.url, "see-also", &fetched)),
                    Err(JobError::Permanent { why }) => tracing::warn!("{}: {why}", release.key),
                    Err(other) => return Err(other),
                }
            }
        }
        documents.dedup_by(|a, b| a.url == b.url);
        Ok(Outcome::Done(documents))
    }

    fn save(
        &self,
        tx: &Transaction<'_>,
        key: &str,
        output: &Vec<ReleaseDocument>,
    ) -> Result<String, StoreError> {
        releases::save_documents(tx, key, output)?;
        digest(output)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        releases::clear_documents(tx, key)
    }
}

fn admits(options: &CrawlOptions, release: &Release) -> bool {
    let date: Option<Date> = release.date.as_deref().and_then(|date| date.parse().ok());
    let number = |aaer: &String| aaer.parse::<crate::ids::AaerNumber>().map(|aaer| aaer.number).unwrap_or(0);
    let dated = |test: &dyn Fn(Date) -> bool| date.is_some_and(test);
    options.since.is_none_or(|since| dated(&|date| date >= since))
        && options.until.is_none_or(|until| dated(&|date| date <= until))
        && options.year.is_none_or(|year| dated(&|date| date.year() == year))
        && options.from_number.is_none_or(|from| release.aaer_numbers.iter().any(|aaer| number(aaer) >= from))
}

fn request(url: &str, about: &About) -> Request {
    let mut request = Request::new(url, Expect::Release);
    request.about = about.clone();
    request
}

/// The first of several addresses of one document that has it; else what the first address answered.
async fn first_that_exists(
    context: &Context,
    addresses: &[String],
    about: &About,
) -> Result<Result<Fetched, String>, JobError> {
    let mut first = None;
    for url in addresses {
        match context.fetcher.get(&request(url, about)).await {
            Ok(fetched) => return Ok(Ok(fetched)),
            Err(
                error
                @ (FetchError::Missing { .. } | FetchError::Refused { .. } | FetchError::Offline { .. }),
            ) => {
                first.get_or_insert(error);
            }
            Err(error) => return Err(context.job_error(error)),
        }
    }
    match first {
        Some(FetchError::Missing { url, status }) => Ok(Err(format!("missing ({status}): {url}"))),
        Some(error) => Err(context.job_error(error)),
        None => Ok(Err("row without a document".to_owned())),
    }
}

fn document(url: &str, role: &str, fetched: &Fetched) -> ReleaseDocument {
    ReleaseDocument {
        url: url.to_owned(),
        role: role.to_owned(),
        final_url: fetched.final_url.clone(),
        blob: fetched.blob.as_str().to_owned(),
        media: fetched.kind.as_str().to_owned(),
    }
}
