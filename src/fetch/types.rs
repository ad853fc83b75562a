//! What is asked for, what comes back, and what is kept of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The SHA-256 of a body, lower-case hex: the name of its bytes in the cache.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct BlobId(String);

impl BlobId {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> BlobId {
        use sha2::Digest;
        BlobId(hex::encode(sha2::Sha256::digest(bytes)))
    }

    /// The 64 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for BlobId {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let good = text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if good { Ok(BlobId(text.to_owned())) } else { Err(format!("`{text:.80}` is no SHA-256 digest")) }
    }
}

impl TryFrom<String> for BlobId {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<BlobId> for String {
    fn from(id: BlobId) -> String {
        id.0
    }
}

/// What a body should be; it is kept only when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// A page of the AAER index.
    IndexPage,
    /// A release or a document beside it: HTML, text or PDF.
    Release,
    /// A filing or one of its documents.
    Filing,
    /// JSON.
    Json,
    /// The list of filer names.
    Names,
    /// Anything but nothing and a block page.
    Any,
}

impl Expect {
    /// For messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Expect::IndexPage => "an index page",
            Expect::Release => "a release",
            Expect::Filing => "a filing",
            Expect::Json => "JSON",
            Expect::Names => "a list of names",
            Expect::Any => "a document",
        }
    }
}

/// Which kept answers are good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Any.
    Kept,
    /// One that was fetched, or found unchanged, after this time.
    NewerThan(Timestamp),
}

/// What bytes are, by the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContentKind {
    /// HTML.
    #[serde(rename = "text/html")]
    Html,
    /// Plain text.
    #[serde(rename = "text/plain")]
    Text,
    /// A full submission.
    #[serde(rename = "text/sgml")]
    Submission,
    /// PDF.
    #[serde(rename = "application/pdf")]
    Pdf,
    /// JSON.
    #[serde(rename = "application/json")]
    Json,
    /// ZIP.
    #[serde(rename = "application/zip")]
    Zip,
    /// gzip, with no header that says so.
    #[serde(rename = "application/gzip")]
    Gzip,
    /// Something else.
    #[serde(rename = "application/octet-stream")]
    Other,
}

impl ContentKind {
    const ALL: [ContentKind; 8] = [
        ContentKind::Html,
        ContentKind::Text,
        ContentKind::Submission,
        ContentKind::Pdf,
        ContentKind::Json,
        ContentKind::Zip,
        ContentKind::Gzip,
        ContentKind::Other,
    ];

    /// The media type.
    pub fn as_str(self) -> &'static str {
        match self {
            ContentKind::Html => "text/html",
            ContentKind::Text => "text/plain",
            ContentKind::Submission => "text/sgml",
            ContentKind::Pdf => "application/pdf",
            ContentKind::Json => "application/json",
            ContentKind::Zip => "application/zip",
            ContentKind::Gzip => "application/gzip",
            ContentKind::Other => "application/octet-stream",
        }
    }

    /// A file name's ending for such bytes.
    pub fn extension(self) -> &'static str {
        match self {
            ContentKind::Html => "html",
            ContentKind::Text | ContentKind::Submission => "txt",
            ContentKind::Pdf => "pdf",
            ContentKind::Json => "json",
            ContentKind::Zip => "zip",
            ContentKind::Gzip => "gz",
            ContentKind::Other => "bin",
        }
    }

    /// From the media type.
    pub fn from_media_type(text: &str) -> Option<ContentKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What a document is about, for the sidecar beside its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// AAER numbers of the release.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aaer_numbers: Vec<String>,
    /// Its other release numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub release_numbers: Vec<String>,
    /// Respondents as the index names them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub respondents: String,
}

/// One thing to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The address; it is canonicalised first.
    pub url: String,
    /// What should come.
    pub expect: Expect,
    /// Whether a kept answer will do.
    pub freshness: Freshness,
    /// What it is about.
    pub about: About,
}

impl Request {
    /// A request that any kept answer satisfies.
    pub fn new(url: impl Into<String>, expect: Expect) -> Request {
        Request { url: url.into(), expect, freshness: Freshness::Kept, about: About::default() }
    }
}

/// A document.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The row of the answer.
    pub fetch_id: i64,
    /// The canonical address asked for.
    pub url: String,
    /// Where redirects led.
    pub final_url: String,
    /// The status of the answer that brought the body.
    pub status: u16,
    /// By the header.
    pub content_type: Option<String>,
    /// By the bytes.
    pub kind: ContentKind,
    /// Name of the bytes in the cache.
    pub blob: BlobId,
    /// The bytes.
    pub bytes: Arc<Vec<u8>>,
    /// When they came, or were last found unchanged.
    pub fetched_at: Timestamp,
    /// Whether nothing was asked of the network.
    pub from_cache: bool,
}

/// Why a document did not come. Addresses in messages are canonical; bodies never stand in them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Offline, and not kept.
    #[error(
        "{url} is not in the cache, and --offline forbids asking for it; run once without --offline, or import it with `cache import`"
    )]
    Offline {
        /// The address.
        url: String,
    },
    /// There is no such document; known for good.
    #[error("{url} does not exist (status {status})")]
    Missing {
        /// The address.
        url: String,
        /// 404, 410, or 200 with a page that says so.
        status: u16,
    },
    /// Not given to us; known for good.
    #[error("{url} is refused (status {status}) with no block page; it is not asked for again")]
    Refused {
        /// The address.
        url: String,
        /// The status.
        status: u16,
    },
    /// The host refuses programs for a while; nothing is asked of it until then.
    #[error("{host} refuses requests until {until}: {why}; run the same command after that time")]
    Blocked {
        /// The host.
        host: String,
        /// Until then.
        until: Timestamp,
        /// Refusals in a row.
        refusals: u32,
        /// What it said.
        why: String,
    },
    /// This try failed; another may not.
    #[error("{url} could not be fetched (try {attempts}): {why}; next try at {retry_at}")]
    Transient {
        /// The address.
        url: String,
        /// Not before.
        retry_at: Timestamp,
        /// What went wrong.
        why: String,
        /// Tries in a row that failed, this one included.
        attempts: u32,
    },
    /// Nothing was ever reached in this process: the network is not there, or keeps this program out.
    #[error(
        "no connection to {host} ({why}); {tries} tries in a row failed and no server has answered since this command began. Check the network and try a page of {host} in a browser; a proxy is taken from HTTPS_PROXY. Then run the same command: what is kept stays kept. Without a network, --offline works on kept documents only, and `afb-build run --sample` runs everything on a built-in site"
    )]
    Unreachable {
        /// The host.
        host: String,
        /// What the last try met.
        why: String,
        /// Tries.
        tries: u32,
    },
    /// Not an address or a body that this program touches.
    #[error("{url} is not fetched: {why}")]
    Unsafe {
        /// The address, as given.
        url: String,
        /// Why not.
        why: String,
    },
    /// The kept bytes are not what they were.
    #[error(
        "the kept copy of {url} is damaged (blob {blob}: {why}); run once without --offline to fetch it anew, or import it again"
    )]
    Corrupt {
        /// The address.
        url: String,
        /// The blob.
        blob: String,
        /// What is wrong.
        why: String,
    },
    /// The settings forbid it.
    #[error("{0}")]
    Config(String),
    /// The cache or the log could not be written.
    #[error("the cache cannot be used: {0}")]
    Store(String),
}

/// How an answer ended, in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Kept.
    Ok,
    /// Not there.
    Missing,
    /// Not given.
    Refused,
    /// A block.
    Blocked,
    /// Failed for now.
    Transient,
    /// Forbidden by our own rules.
    Unsafe,
    /// Was kept, and turned out to be the same page under many addresses.
    Distrusted,
}

impl Outcome {
    const ALL: [Outcome; 7] = [
        Outcome::Ok,
        Outcome::Missing,
        Outcome::Refused,
        Outcome::Blocked,
        Outcome::Transient,
        Outcome::Unsafe,
        Outcome::Distrusted,
    ];

    /// The name in SQL.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Missing => "missing",
            Outcome::Refused => "refused",
            Outcome::Blocked => "blocked",
            Outcome::Transient => "transient",
            Outcome::Unsafe => "unsafe",
            Outcome::Distrusted => "distrusted",
        }
    }

    /// From the name in SQL.
    pub fn from_name(name: &str) -> Option<Outcome> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == name)
    }
}

/// Where a row came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The network.
    Live,
    /// A manifest or a WARC.
    Import,
}

/// One answer, to be logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchRecord {
    /// The canonical address asked for.
    pub url: String,
    /// Where redirects led.
    pub final_url: String,
    /// None when no whole answer came.
    pub status: Option<u16>,
    /// How it ended.
    pub outcome: Outcome,
    /// By the header.
    pub content_type: Option<String>,
    /// By the bytes.
    pub kind: Option<ContentKind>,
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub last_modified: Option<String>,
    /// Bytes of the body, decompressed.
    pub size: Option<u64>,
    /// The body.
    pub blob: Option<BlobId>,
    /// When.
    pub fetched_at: Timestamp,
    /// Network or import.
    pub source: Source,
    /// What went wrong, or what a person should know.
    pub detail: Option<String>,
}

/// The newest answer that still counts: a body, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its row.
    pub fetch_id: i64,
    /// What was logged; `outcome` is ok, missing or refused.
    pub record: FetchRecord,
}

/// A host left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Until then.
    pub until: Timestamp,
    /// Refusals in a row.
    pub refusals: u32,
    /// What it said.
    pub why: String,
}

/// The log could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LogError(pub String);

impl From<LogError> for FetchError {
    fn from(error: LogError) -> Self {
        FetchError::Store(error.0)
    }
}

/// Where answers are logged. All of it survives the process.
pub trait FetchLog: Send + Sync {
    /// The newest answer of an address that still counts.
    fn lookup(&self, url: &str) -> Result<Option<Kept>, LogError>;

    /// Transient failures of an address in a row, up to now, since a time.
    fn failures(&self, url: &str, since: Timestamp) -> Result<u32, LogError>;

    /// Logs one answer and gives its row.
    fn record(&self, record: &FetchRecord) -> Result<i64, LogError>;

    /// Logs many answers, all or none.
    fn record_all(&self, records: &[FetchRecord]) -> Result<Vec<i64>, LogError>;

    /// The pause of a host, past ones included.
    fn pause_of(&self, host: &str) -> Result<Option<Pause>, LogError>;

    /// Sets or ends the pause of a host.
    fn set_pause(&self, host: &str, pause: Option<&Pause>) -> Result<(), LogError>;

    /// Other documents (by final address) that were kept with the same bytes, taken back or not, at most eight.
    fn same_bytes(&self, blob: &BlobId, final_url: &str) -> Result<Vec<String>, LogError>;

    /// Takes back all kept answers with these bytes; they will be asked for again. Gives their number.
    fn distrust(&self, blob: &BlobId) -> Result<usize, LogError>;

    /// The newest counting answer of every address, sorted by address.
    fn all_kept(&self) -> Result<Vec<Kept>, LogError>;
}
