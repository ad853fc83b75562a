//! `clean`: the bytes of a release to clean text; unusable documents are set apart with the reason.

use super::Context;
use crate::config::digest_of;
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::store::StoreError;
use crate::store::jobs::{self, Planned};
use crate::store::releases::{self, ReleaseDocument, ReleaseText};
use crate::text::{self, Text, pdf};
use rusqlite::{Connection, Transaction};

/// See the module.
#[derive(Clone)]
pub struct Clean;

impl Stage for Clean {
    type Context = Context;
    type Input = Vec<ReleaseDocument>;
    type Output = ReleaseText;

    const ID: StageId = StageId::Clean;
    const VERSION: u32 = 4;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let settings = digest_of(&context.config.text);
        let version = Self::VERSION.to_string();
        Ok(jobs::digests(connection, StageId::Download.as_str())?
            .into_iter()
            .map(|(key, digest)| Planned {
                key,
                fingerprint: fingerprint([&version, &settings, &digest].map(String::as_str)),
            })
            .collect())
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Vec<ReleaseDocument>, StoreError> {
        releases::documents(connection, key)
    }

    async fn run(
        &self,
        context: &Context,
        documents: Vec<ReleaseDocument>,
    ) -> Result<Outcome<ReleaseText>, JobError> {
        let Some(document) = documents.iter().find(|document| document.role == "release") else {
            return Err(JobError::Permanent { why: "no document kept".to_owned() });
        };
        let bytes = context.blob(&document.blob)?;
        let command = context.config.text.ocr_command.clone();
        // Reading waits for a worker process, recognition for a program: neither may hold up the runtime.
        let read = tokio::task::spawn_blocking(move || read(&bytes, &command))
            .await
            .map_err(|error| JobError::Permanent { why: format!("reading stopped: {error}") })?;
        let characters = read.content.chars().filter(|c| !c.is_whitespace()).count();
        let settings = &context.config.text;
        let mut quality = read.quality;
        let reason = if let Some(flag) = quality.iter().find(|flag| UNUSABLE.contains(&flag.as_str())) {
            Some(format!("unusable text: {flag}"))
        } else if characters < settings.unusable_below {
            Some("unusable text: too short".to_owned())
        } else {
            None
        };
        if characters < settings.short_below && !quality.iter().any(|flag| flag == "short") {
            quality.push("short".to_owned());
        }
        let output = ReleaseText {
            blob: document.blob.clone(),
            media: document.media.clone(),
            pages: read.pages,
            content: read.content,
            quality,
            usable: reason.is_none(),
        };
        Ok(match reason {
            None => Outcome::Done(output),
            Some(reason) => Outcome::Dropped { reason, output },
        })
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &ReleaseText) -> Result<String, StoreError> {
        releases::save_text(tx, key, output)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        releases::clear_text(tx, key)
    }
}

/// Reads a document; one without a text layer by the user's own program, if there is one.
fn read(bytes: &[u8], ocr_command: &str) -> Text {
    let mut read = text::read(bytes, None);
    if ocr_command.is_empty() || !read.quality.iter().any(|flag| flag == "no-text-layer") {
        return read;
    }
    match pdf::ocr(bytes, ocr_command) {
        Ok(text) => Text { pages: read.pages, ..text },
        Err(error) => {
            tracing::warn!("{error}");
            read.quality.push("ocr-failed".to_owned());
            read
        }
    }
}

/// Flags of a text that no later stage should see (requirements R11).
const UNUSABLE: &[&str] = &[
    "pdf-not-read",
    "no-text-layer",
    "unreadable-text",
    "encrypted",
    "malformed",
    "block-page",
    "wrong-document",
    "empty",
    "unusable-short",
];
