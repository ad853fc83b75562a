//! Documents from a directory with a TSV manifest into the cache, and back out.
//!
//! Columns by name in the first line: `url`, `status`, `content_type`, `path` (relative to the manifest), and
//! what else there is. `etag`, `last_modified`, `final_url`, `fetched_at` and `sha256` are read when they are there.

use super::blobs::{BlobError, Blobs, Sidecar, write_whole};
use super::body;
use super::retry::Verdict;
use super::types::{About, BlobId, Expect, FetchLog, FetchRecord, Kept, LogError, Outcome, Source};
use crate::sec::urls;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Why nothing was imported, or not everything exported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The manifest itself.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The manifest.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line of it; nothing was imported.
    #[error("{path}, line {line}: {why}; nothing was imported")]
    Line {
        /// The manifest.
        path: PathBuf,
        /// Counted from 1, the heading included.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A record of a WARC; nothing was imported.
    #[error("{path}, record {record}: {why}; nothing was imported")]
    Record {
        /// The WARC.
        path: PathBuf,
        /// Counted from 1.
        record: usize,
        /// What is wrong.
        why: String,
    },
    /// The cache.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The log.
    #[error("the log cannot be written: {0}")]
    Log(#[from] LogError),
    /// A kept document that is damaged.
    #[error("{url}: {why}")]
    Damaged {
        /// The address.
        url: String,
        /// What is wrong.
        why: String,
    },
}

/// What an import did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Documents that are new.
    pub documents: usize,
    /// Addresses now known to have none.
    pub missing: usize,
    /// Lines that said what was known already.
    pub known: usize,
    /// Records of a WARC that are no documents of the SEC.
    pub skipped: usize,
}

/// One document to import, from whatever container.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub record: FetchRecord,
    /// None for a document that is known not to exist.
    pub body: Option<Body>,
}

/// Where the bytes of an item are.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// A file to be read.
    File(PathBuf),
    /// In the cache already; the record names the blob.
    Kept,
}

/// Imports a manifest: all of it, or nothing and an error that names the line. Importing it again changes nothing.
///
/// `at` is the time of documents whose line gives none.
pub fn manifest(
    path: &Path,
    blobs: &Blobs,
    log: &dyn FetchLog,
    at: Timestamp,
    max_body: u64,
) -> Result<Imported, ImportError> {
    let items = read_manifest(path, at)?;
    let mut seen = BTreeMap::new();
    for (line, item) in &items {
        if let Some(Body::File(file)) = &item.body {
            let failed = |why: String| ImportError::Line { path: path.to_owned(), line: *line, why };
            let unreadable = |error| failed(format!("cannot read {}: {error}", file.display()));
            let about = std::fs::metadata(file).map_err(unreadable)?;
            if !about.is_file() || about.len() > max_body {
                let why = format!("{} is no file of at most {max_body} bytes", file.display());
                return Err(failed(format!("{why}; sec.max_document_mb is the limit")));
            }
            let bytes = std::fs::read(file).map_err(unreadable)?;
            sound(&bytes).map_err(|why| failed(format!("{}: {why}", file.display())))?;
            let digest = BlobId::of(&bytes);
            if item.record.blob.as_ref().is_some_and(|blob| *blob != digest) {
                return Err(failed(format!("{} is not the file of digest {digest}", file.display())));
            }
            if let Some((first, other)) = seen.insert(item.record.url.clone(), (*line, digest.clone()))
                && other != digest
            {
                return Err(failed(format!("{} stands in line {first} with other bytes", item.record.url)));
            }
        }
    }
    store_all(items.into_iter().map(|(_, item)| item).collect(), blobs, log)
}

/// Whether bytes may be kept as a document at all.
pub(super) fn sound(bytes: &[u8]) -> Result<(), String> {
    match body::check(bytes, Expect::Any) {
        Verdict::Good | Verdict::NotThere => Ok(()),
        Verdict::Empty => Err("the document is empty".to_owned()),
        Verdict::BlockPage(title) => Err(format!("this is a block page (`{title}`), not the document")),
        Verdict::Unfit(what) => Err(what),
    }
}

/// Keeps the bytes of checked items, then logs them all in one transaction.
pub(super) fn store_all(
    items: Vec<Item>,
    blobs: &Blobs,
    log: &dyn FetchLog,
) -> Result<Imported, ImportError> {
    let mut done = Imported::default();
    let mut records: Vec<FetchRecord> = Vec::with_capacity(items.len());
    for item in items {
        let mut record = item.record;
        if let Some(Body::File(file)) = &item.body {
            let bytes = std::fs::read(file)
                .map_err(|source| ImportError::Unreadable { path: file.clone(), source })?;
            record.kind = Some(body::kind_of(&bytes));
            record.size = Some(bytes.len() as u64);
            record.blob = Some(blobs.put(&bytes)?);
        }
        let known = log.lookup(&record.url)?.is_some_and(|kept| same(&kept, &record))
            || records
                .iter()
                .rev()
                .take(64)
                .any(|other| other.url == record.url && other.blob == record.blob);
        if known {
            done.known += 1;
            continue;
        }
        if let (Some(blob), Some(kind), Some(size)) = (&record.blob, record.kind, record.size) {
            done.documents += 1;
            blobs.put_sidecar(&Sidecar {
                url: record.url.clone(),
                final_url: record.final_url.clone(),
                status: record.status.unwrap_or(200),
                fetched_at: record.fetched_at,
                content_type: record.content_type.clone(),
                content_kind: kind,
                etag: record.etag.clone(),
                last_modified: record.last_modified.clone(),
                size,
                sha256: blob.clone(),
                about: About::default(),
            })?;
        } else {
            done.missing += 1;
        }
        records.push(record);
    }
    log.record_all(&records)?;
    Ok(done)
}

fn same(kept: &Kept, record: &FetchRecord) -> bool {
    kept.record.blob == record.blob
        && kept.record.outcome == record.outcome
        && kept.record.final_url == record.final_url
}

/// Reads all lines of a manifest; files are named, not read.
fn read_manifest(path: &Path, at: Timestamp) -> Result<Vec<(usize, Item)>, ImportError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ImportError::Unreadable { path: path.to_owned(), source })?;
    let dir = path.parent().unwrap_or(Path::new("."));
    let failed = |line: usize, why: String| ImportError::Line { path: path.to_owned(), line, why };
    let mut lines = text.lines().enumerate();
    let heading: Vec<&str> =
        lines.next().map(|(_, line)| line.trim_end().split('\t').collect()).unwrap_or_default();
    let column = |name: &str| heading.iter().position(|column| column.trim() == name);
    let (Some(url), Some(status), Some(file)) = (column("url"), column("status"), column("path")) else {
        return Err(failed(
            1,
            "the first line must name the columns, with url, status and path among them".to_owned(),
        ));
    };
    let mut items = Vec::new();
    for (index, line) in lines {
        if line.trim().is_empty() {
            continue;
        }
        let number = index + 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: Option<usize>| {
            at.and_then(|at| fields.get(at)).map(|text| text.trim()).filter(|t| !t.is_empty())
        };
        let need =
            |at: usize, name: &str| field(Some(at)).ok_or_else(|| failed(number, format!("no {name}")));
        let url =
            urls::canonical(None, need(url, "url")?).map_err(|error| failed(number, error.to_string()))?;
        let final_url = match field(column("final_url")) {
            Some(text) => urls::canonical(None, text).map_err(|error| failed(number, error.to_string()))?,
            None => url.clone(),
        };
        let text = need(status, "status")?;
        let status: u16 = text.parse().map_err(|_| failed(number, format!("`{text}` is no status")))?;
        let (outcome, body) = match status {
            200..=299 | 304 => {
                let file = inside(dir, need(file, "path")?).map_err(|why| failed(number, why))?;
                (Outcome::Ok, Some(Body::File(file)))
            }
            404 | 410 => (Outcome::Missing, None),
            403 => (Outcome::Refused, None),
            other => {
                return Err(failed(
                    number,
                    format!("status {other} is neither a document nor a missing one"),
                ));
            }
        };
        let time = |text: &str| text.parse().map_err(|_| failed(number, format!("`{text}` is no time")));
        let digest = |text: &str| text.parse::<BlobId>().map_err(|why| failed(number, why));
        let record = FetchRecord {
            url,
            final_url,
            status: Some(if status == 304 { 200 } else { status }),
            outcome,
            content_type: field(column("content_type")).map(str::to_owned),
            kind: None,
            etag: field(column("etag")).map(str::to_owned),
            last_modified: field(column("last_modified")).map(str::to_owned),
            size: None,
            blob: field(column("sha256")).map(digest).transpose()?,
            fetched_at: field(column("fetched_at")).map(time).transpose()?.unwrap_or(at),
            source: Source::Import,
            detail: field(column("note")).or(field(column("origin"))).map(str::to_owned),
        };
        items.push((number, Item { record, body }));
    }
    Ok(items)
}

/// A path of the manifest, relative to it. A manifest is written by the user, so it may name a neighbour directory.
fn inside(dir: &Path, text: &str) -> Result<PathBuf, String> {
    let path = Path::new(text);
    if path.components().any(|part| matches!(part, Component::RootDir | Component::Prefix(_))) {
        return Err(format!("the path `{text}` is not relative to the manifest"));
    }
    Ok(dir.join(path))
}

/// Writes every kept document into a directory, with a manifest that [`manifest`] reads. Gives their number.
///
/// The manifest is written last and whole: a cut export is no export.
pub fn export(dir: &Path, blobs: &Blobs, log: &dyn FetchLog) -> Result<usize, ImportError> {
    let mut text = String::from(
        "url\tstatus\tcontent_type\tpath\tfinal_url\tfetched_at\tetag\tlast_modified\tsha256\tnote\n",
    );
    let mut count = 0;
    for kept in log.all_kept()? {
        let record = kept.record;
        let mut path = String::new();
        if let (Outcome::Ok, Some(blob)) = (record.outcome, &record.blob) {
            let bytes = blobs
                .get(blob)
                .map_err(|error| ImportError::Damaged { url: record.url.clone(), why: error.to_string() })?;
            let name = blob.as_str();
            path = format!(
                "files/{}/{name}.{}",
                name.get(..2).unwrap_or_default(),
                body::kind_of(&bytes).extension()
            );
            let file = dir.join(&path);
            if std::fs::metadata(&file).map_or(true, |there| there.len() != bytes.len() as u64) {
                write_whole(&file, &bytes)?;
            }
        }
        let status = match (record.outcome, record.status) {
            (Outcome::Ok, _) => 200,
            (Outcome::Refused, _) => 403,
            // A page of status 200 that says that there is none.
            (_, Some(410)) => 410,
            _ => 404,
        };
        let fields = [
            record.url,
            status.to_string(),
            record.content_type.unwrap_or_default(),
            path,
            record.final_url,
            record.fetched_at.to_string(),
            record.etag.unwrap_or_default(),
            record.last_modified.unwrap_or_default(),
            record.blob.map(String::from).unwrap_or_default(),
            record.detail.unwrap_or_default(),
        ];
        let fields: Vec<String> =
            fields.iter().map(|field| field.replace(|c: char| c.is_control(), " ")).collect();
        text.push_str(&fields.join("\t"));
        text.push('\n');
        count += 1;
    }
    write_whole(&dir.join("manifest.tsv"), text.as_bytes())?;
    Ok(count)
}
