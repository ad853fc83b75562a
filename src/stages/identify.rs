//! `identify`: the fields of each release, read by rules; every field with its quote.

use super::Context;
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::release::summary::Summary;
use crate::release::{self, signals::Keywords};
use crate::store::StoreError;
use crate::store::jobs::Planned;
use crate::store::releases::{self, Finding, Release, ReleaseText};
use rusqlite::{Connection, Transaction};

/// Who read by rules, in the table of findings.
pub const RULES: &str = "rules";

/// See the module.
#[derive(Clone)]
pub struct Identify;

/// What is read by the stage, with the text it quotes.
pub struct Read {
    summary: Summary,
    text: String,
}

impl Stage for Identify {
    type Context = Context;
    type Input = Option<(Release, ReleaseText)>;
    type Output = Read;

    const ID: StageId = StageId::Identify;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let version = Self::VERSION.to_string();
        releases::text_digests(connection)?
            .into_iter()
            .map(|(key, digest)| {
                let respondents = releases::release(connection, &key)?
                    .map(|release| release.respondents)
                    .unwrap_or_default();
                let parts = [&version, &context.keywords_digest, &digest, &respondents];
                Ok(Planned { key, fingerprint: fingerprint(parts.map(String::as_str)) })
            })
            .collect()
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Self::Input, StoreError> {
        Ok(releases::release(connection, key)?.zip(releases::text(connection, key)?))
    }

    async fn run(&self, context: &Context, input: Self::Input) -> Result<Outcome<Read>, JobError> {
        let (release, text) =
            input.ok_or_else(|| JobError::Permanent { why: "no clean text kept".to_owned() })?;
        let keywords: &Keywords = &context.keywords;
        let mut respondents = release.respondents;
        if let Some(procedural) = &release.procedural {
            respondents = format!("{respondents} ({procedural})");
        }
        let reading = release::read_with(&text.content, Some(respondents.as_str()), keywords);
        let summary = Summary::of(&text.content, &reading);
        Ok(Outcome::Done(Read { summary, text: text.content }))
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, read: &Read) -> Result<String, StoreError> {
        let findings: Vec<Finding> = read
            .summary
            .fields()
            .into_iter()
            .map(|(field, value, span)| {
                let quote = span.map(|span| span.of(&read.text).to_owned());
                Finding {
                    voter: RULES.to_owned(),
                    field: field.to_owned(),
                    value,
                    verified: quote.as_deref().is_some_and(|quote| !quote.is_empty()),
                    span: span.map(|span| (span.start, span.end)),
                    quote,
                }
            })
            .collect();
        releases::save_reading(tx, key, &read.summary, &findings)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        releases::clear_reading(tx, key)
    }
}
