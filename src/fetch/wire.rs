//! One request on the wire: bounded reading, our own decompression, no redirects.

use super::body::{self, BodyError};
use reqwest::header::{self, HeaderMap};
use std::time::Duration;

/// One answer, whole.
pub(super) struct Raw {
    pub status: u16,
    pub content_type: Option<String>,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub retry_after: Option<String>,
    pub location: Option<String>,
    /// Decompressed.
    pub body: Vec<u8>,
}

/// Builds the one client of this program.
pub(super) fn client(identity: &str, loopback: bool) -> Result<reqwest::Client, String> {
    // A second installation finds the first and changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    #[allow(clippy::disallowed_methods)]
    let builder = reqwest::Client::builder();
    let mut builder = builder
        .user_agent(identity)
        .redirect(reqwest::redirect::Policy::none())
        .https_only(!loopback)
        .referer(false)
        .connect_timeout(Duration::from_secs(15))
        .read_timeout(Duration::from_secs(60))
        .timeout(Duration::from_secs(900));
    if loopback {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| format!("the HTTP client cannot be made: {error}"))
}

/// Conditions of a request for something that is kept already.
#[derive(Default)]
pub(super) struct Conditions {
    pub etag: Option<String>,
    pub last_modified: Option<String>,
}

/// Sends a request and reads the whole answer.
pub(super) async fn send(
    client: &reqwest::Client,
    url: url::Url,
    conditions: &Conditions,
    max_body: u64,
) -> Result<Raw, BodyError> {
    let mut request = client.get(url).header(header::ACCEPT_ENCODING, "gzip, deflate");
    if let Some(etag) = &conditions.etag {
        request = request.header(header::IF_NONE_MATCH, etag);
    }
    if let Some(date) = &conditions.last_modified {
        request = request.header(header::IF_MODIFIED_SINCE, date);
    }
    let mut response = request.send().await.map_err(broken)?;
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    let length = text(&headers, header::CONTENT_LENGTH).and_then(|text| text.trim().parse::<u64>().ok());
    if length.is_some_and(|length| length > max_body) && status != 304 {
        return Err(BodyError::TooLarge(max_body));
    }
    let mut received = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if received.len() as u64 + chunk.len() as u64 > max_body {
            return Err(BodyError::TooLarge(max_body));
        }
        received.extend_from_slice(&chunk);
    }
    // 304 repeats the length of the body that it does not send.
    if let Some(length) = length.filter(|length| *length != received.len() as u64 && status != 304) {
        return Err(BodyError::Broken(format!("{} bytes came of {length}", received.len())));
    }
    let body = body::decode(received, text(&headers, header::CONTENT_ENCODING).as_deref(), max_body)?;
    Ok(Raw {
        status,
        content_type: text(&headers, header::CONTENT_TYPE),
        etag: text(&headers, header::ETAG),
        last_modified: text(&headers, header::LAST_MODIFIED),
        retry_after: text(&headers, header::RETRY_AFTER),
        location: text(&headers, header::LOCATION),
        body,
    })
}

/// A header as text of bounded length.
fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).chars().take(2_000).collect())
}

fn broken(error: reqwest::Error) -> BodyError {
    // The innermost cause says most; the address stands in the message already.
    let mut cause: &dyn std::error::Error = &error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let what = if error.is_timeout() {
        "time-out"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the answer broke off"
    };
    if error.is_connect() {
        return BodyError::Unreached(format!("{what}: {cause}"));
    }
    BodyError::Broken(format!("{what}: {cause}"))
}
