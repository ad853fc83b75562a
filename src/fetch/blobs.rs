//! Bodies on disk, named by their digest: `blobs-v1/ab/<sha256>`, with one JSON sidecar for each fetch beside them.
//!
//! Files appear whole or not at all: temporary file, fsync, rename. No name of a file ever comes from an
//! address or a header.

use super::types::{About, BlobId, ContentKind};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why bytes could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The operating system said no.
    #[error("cannot {what} {path}: {source}")]
    Io {
        /// The operation.
        what: &'static str,
        /// On what.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The bytes are not those of the digest.
    #[error("blob {blob} holds other bytes than its name says ({found})")]
    Damaged {
        /// The name.
        blob: BlobId,
        /// The digest of what is there.
        found: BlobId,
    },
}

impl BlobError {
    /// Whether the bytes are simply not there or not right, so that fetching them anew mends it.
    pub fn is_loss(&self) -> bool {
        match self {
            BlobError::Damaged { .. } => true,
            BlobError::Io { source, .. } => source.kind() == std::io::ErrorKind::NotFound,
        }
    }
}

/// The directory of bodies.
#[derive(Clone, Debug)]
pub struct Blobs {
    root: PathBuf,
}

/// What is known about one fetch, beside its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidecar {
    /// The canonical address asked for.
    pub url: String,
    /// Where redirects led.
    pub final_url: String,
    /// The status.
    pub status: u16,
    /// When it came.
    pub fetched_at: Timestamp,
    /// By the header.
    pub content_type: Option<String>,
    /// By the bytes.
    pub content_kind: ContentKind,
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub last_modified: Option<String>,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the bytes.
    pub sha256: BlobId,
    /// What the document is about.
    #[serde(flatten)]
    pub about: About,
}

impl Blobs {
    /// The bodies under a cache directory.
    pub fn new(cache_dir: &Path) -> Blobs {
        Blobs { root: cache_dir.join("blobs-v1") }
    }

    /// The file of a body.
    pub fn path(&self, blob: &BlobId) -> PathBuf {
        let name = blob.as_str();
        self.root.join(name.get(..2).unwrap_or_default()).join(name)
    }

    /// Keeps bytes and gives their name. Bytes that are there already and right are not written again.
    pub fn put(&self, bytes: &[u8]) -> Result<BlobId, BlobError> {
        let blob = BlobId::of(bytes);
        let path = self.path(&blob);
        let there = std::fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64);
        // Equal length is not equal bytes: a damaged file must not outlive its own repair.
        if !there || self.get(&blob).is_err() {
            write_whole(&path, bytes)?;
        }
        Ok(blob)
    }

    /// Reads bytes and holds them against their name.
    pub fn get(&self, blob: &BlobId) -> Result<Vec<u8>, BlobError> {
        let path = self.path(blob);
        let bytes = read_file(&path).map_err(|source| BlobError::Io { what: "read", path, source })?;
        let found = BlobId::of(&bytes);
        if found != *blob {
            return Err(BlobError::Damaged { blob: blob.clone(), found });
        }
        Ok(bytes)
    }

    /// Writes the sidecar of a fetch beside its bytes; a later fetch of the same bytes from the same address replaces it.
    pub fn put_sidecar(&self, sidecar: &Sidecar) -> Result<(), BlobError> {
        let path = self.sidecar_path(&sidecar.sha256, &sidecar.url);
        let text = serde_json::to_string_pretty(sidecar).map_err(|error| BlobError::Io {
            what: "write",
            path: path.clone(),
            source: error.into(),
        })?;
        write_whole(&path, (text + "\n").as_bytes())
    }

    /// The sidecar of bytes from an address.
    pub fn sidecar_path(&self, blob: &BlobId, url: &str) -> PathBuf {
        let address = BlobId::of(url.as_bytes());
        let tail = address.as_str().get(..16).unwrap_or_default();
        self.path(blob).with_file_name(format!("{blob}.{tail}.json"))
    }
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), BlobError> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// Writes a file whole or not at all, piece by piece.
pub fn write_whole_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), BlobError> {
    let io = |what, source| BlobError::Io { what, path: path.to_owned(), source };
    let path = &target(path).map_err(|source| io("put in place", source))?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(|source| io("create the directory of", source))?;
    // Hidden and beside its place, so that the rename stays on one file system.
    let mut builder = tempfile::Builder::new();
    builder.prefix(".part-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any file: what the user's umask leaves.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(dir).map_err(|source| io("create a temporary file for", source))?;
    fill(&mut file).map_err(|source| io("write", source))?;
    file.as_file().sync_all().map_err(|source| io("write to disk", source))?;
    file.persist(path).map_err(|error| io("put in place", error.error))?;
    Ok(())
}

/// The bytes of a file. A pipe in its place, which nobody writes to, would be waited for.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::new(std::io::ErrorKind::NotFound, "this is no file"));
    }
    std::fs::read(path)
}

/// The file that is meant: behind a link what it points at. Devices and pipes are refused: a rename would put a file in
/// their place.
pub fn target(path: &Path) -> std::io::Result<PathBuf> {
    let Ok(found) = std::fs::symlink_metadata(path) else { return Ok(path.to_owned()) };
    let path = if found.is_symlink() { std::fs::canonicalize(path)? } else { path.to_owned() };
    match std::fs::metadata(&path) {
        Ok(found) if !found.is_file() && !found.is_dir() => Err(std::io::Error::new(
            std::io::ErrorKind::InvalidInput,
            "this is a device or a pipe and no file",
        )),
        _ => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_shows() {
        let dir = tempfile::tempdir().unwrap();
        let blobs = Blobs::new(dir.path());
        let blob = blobs.put(b"whole").unwrap();
        assert_eq!(blobs.get(&blob).unwrap(), b"whole");
        let path = blobs.path(&blob);
        assert!(path.ends_with(format!("blobs-v1/{}/{blob}", &blob.as_str()[..2])));
        for damage in [&b"whol"[..], b"whose", b""] {
            std::fs::File::create(&path).unwrap().write_all(damage).unwrap();
            let error = blobs.get(&blob).unwrap_err();
            assert!(error.is_loss() && error.to_string().contains(blob.as_str()), "{error}");
            assert_eq!(blobs.put(b"whole").unwrap(), blob, "put repairs");
            assert_eq!(blobs.get(&blob).unwrap(), b"whole");
        }
        let left: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(left.len(), 1, "no temporary file is left");
    }

    /// STORE S03: keeping the same bytes twice is keeping them once.
    #[test]
    fn twice_is_once() {
        let dir = tempfile::tempdir().unwrap();
        let blobs = Blobs::new(dir.path());
        let first = blobs.put(b"text").unwrap();
        assert_eq!(blobs.put(b"text").unwrap(), first);
        assert_eq!(std::fs::read(blobs.path(&first)).unwrap(), b"text");
    }

    #[test]
    fn only_digests_are_names() {
        for bad in ["", "../../etc/passwd", &"A".repeat(64), &"a".repeat(63)] {
            assert!(bad.parse::<BlobId>().is_err(), "{bad}");
        }
    }

    /// A link keeps pointing where it did, and its file is written; a device or a pipe stays what it is.
    #[test]
    #[cfg(unix)]
    fn a_file_is_written_and_nothing_else_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link, pipe) = (dir.path().join("file"), dir.path().join("link"), dir.path().join("pipe"));
        std::fs::File::create(&file).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        std::os::unix::net::UnixListener::bind(&pipe).unwrap();
        let error = write_whole(&pipe, b"new").unwrap_err().to_string();
        assert!(error.contains("no file"), "{error}");
        assert!(!std::fs::metadata(&pipe).unwrap().is_file());
    }
}
