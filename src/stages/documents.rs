//! The document of a filing: its main document, or the whole submission where there is no other.

use super::Context;
use crate::fetch::{Expect, Request};
use crate::ids::{Accession, Cik};
use crate::pipeline::JobError;
use crate::sec::urls;
use crate::store::filings::Filing;
use crate::text::{self, Text};
use std::sync::Arc;

/// One document, read.
pub struct Document {
    /// Where it came from.
    pub url: String,
    /// SHA-256 of its bytes.
    pub blob: String,
    /// Its bytes.
    pub bytes: Arc<Vec<u8>>,
    /// Its clean text.
    pub text: Text,
}

/// Fetches and reads the document of a filing; none where it cannot be had, which is no failure of the job.
pub async fn read(context: &Context, filing: &Filing) -> Result<Option<Document>, JobError> {
    let Ok(accession) = filing.accession.parse::<Accession>() else { return Ok(None) };
    let cik = Cik(filing.cik);
    let main = Some(filing.primary_document.as_str())
        .filter(|name| !name.is_empty())
        .and_then(|name| urls::archive_file(cik, &accession, name));
    // Filings of the 1990s are one text file, under a folder of the accession or beside it.
    for url in main.into_iter().chain([urls::archive_text(cik, &accession)]) {
        if let Some(fetched) = context.fetch_if_there(&Request::new(url, Expect::Filing)).await? {
            return Ok(Some(Document {
                url: fetched.url,
                blob: fetched.blob.as_str().to_owned(),
                text: text::read(&fetched.bytes, None),
                bytes: fetched.bytes,
            }));
        }
    }
    Ok(None)
}
