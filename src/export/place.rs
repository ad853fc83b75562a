//! Files and folders that appear whole or not at all: written beside the place, then renamed into it.
//!
//! The hidden neighbour has a fixed name and is locked while it is written, so that what a killed process left
//! behind is taken over by the next export, and two exports to one place do not mix.

use super::error::ExportError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Stands in every folder that an export made; a folder without it is never replaced.
pub const SUMS: &str = "SHA256SUMS";
/// Ending of a folder on its way out.
const OLD: &str = "old";

/// Writes one file through a buffer.
pub fn file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    file_at(path, |part| {
        let file = File::options().write(true).open(part).map_err(ExportError::io(path))?;
        let mut out = BufWriter::with_capacity(1 << 16, &file);
        fill(&mut out)?;
        out.flush().map_err(ExportError::io(path))
    })
}

/// Makes one file by its path, for writers that open files themselves.
pub fn file_at(path: &Path, fill: impl FnOnce(&Path) -> Result<(), ExportError>) -> Result<(), ExportError> {
    let io = ExportError::io(path);
    if path.is_dir() {
        return Err(ExportError::Occupied { path: path.to_owned(), why: "is a folder" });
    }
    let path = &crate::fetch::blobs::target(path).map_err(&io)?;
    let part = neighbour(path)?;
    let held =
        File::options().create(true).truncate(false).read(true).write(true).open(&part).map_err(&io)?;
    lock(&held, path)?;
    let done = held.set_len(0).map_err(&io).and_then(|()| fill(&part)).and_then(|()| {
        held.sync_all().map_err(&io)?;
        std::fs::rename(&part, path).map_err(&io)
    });
    if done.is_err() {
        // The error of the export is what matters; a remainder is taken over by the next one.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// Makes a folder: `fill` gets an empty folder beside the place. A folder of an earlier export is replaced.
pub fn folder(path: &Path, fill: impl FnOnce(&Path) -> Result<(), ExportError>) -> Result<(), ExportError> {
    let io = ExportError::io(path);
    restore(path)?;
    let occupied = |why| ExportError::Occupied { path: path.to_owned(), why };
    let there = std::fs::symlink_metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_dir()) {
        return Err(occupied("is a file where a folder should go"));
    }
    let empty = |dir: &Path| std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none());
    if there.is_some() && !path.join(SUMS).is_file() && !empty(path) {
        return Err(occupied("is a folder that no export made"));
    }
    let part = neighbour(path)?;
    std::fs::create_dir_all(&part).map_err(&io)?;
    let held = File::open(&part).map_err(&io)?;
    lock(&held, path)?;
    let done =
        clear(&part).map_err(&io).and_then(|()| fill(&part)).and_then(|()| swap(&part, path).map_err(&io));
    if done.is_err() {
        let _ = std::fs::remove_dir_all(&part);
    }
    done.map_err(|error| error.in_place(&part, path))
}

/// A process killed between the two renames of [`swap`] left nothing at `path`: what stood there is put back.
fn restore(path: &Path) -> Result<(), ExportError> {
    let old = neighbour(path)?.with_extension(OLD);
    if old.is_dir() && std::fs::symlink_metadata(path).is_err() {
        std::fs::rename(&old, path).map_err(ExportError::io(path))?;
    }
    Ok(())
}

/// Puts `part` in the place of `path`; what stood there is removed only when the new folder stands.
fn swap(part: &Path, path: &Path) -> std::io::Result<()> {
    if std::fs::symlink_metadata(path).is_err() {
        return std::fs::rename(part, path);
    }
    let old = part.with_extension(OLD);
    if old.exists() {
        std::fs::remove_dir_all(&old)?;
    }
    std::fs::rename(path, &old)?;
    if let Err(error) = std::fs::rename(part, path) {
        std::fs::rename(&old, path)?;
        return Err(error);
    }
    std::fs::remove_dir_all(&old)
}

fn clear(dir: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        } else {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn neighbour(path: &Path) -> Result<PathBuf, ExportError> {
    let name = path.file_name().ok_or_else(|| ExportError::Occupied {
        path: path.to_owned(),
        why: "does not name a file or folder",
    })?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(ExportError::io(path))?;
    let mut part = std::ffi::OsString::from(".afb-");
    part.push(name);
    part.push(".part");
    Ok(dir.join(part))
}

fn lock(held: &File, path: &Path) -> Result<(), ExportError> {
    match held.try_lock() {
        Ok(()) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(ExportError::Busy { path: path.to_owned() }),
        Err(std::fs::TryLockError::Error(source)) => Err(ExportError::Io { path: path.to_owned(), source }),
    }
}

/// Files of a folder, as paths relative to it with `/`, sorted.
pub fn files(dir: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![(dir.to_owned(), String::new())];
    while let Some((dir, prefix)) = open.pop() {
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                open.push((entry.path(), format!("{name}/")));
            } else {
                found.push(name);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// SHA-256 of a file, read in pieces.
pub fn digest(path: &Path) -> std::io::Result<String> {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n = std::io::Read::read(&mut file, &mut buffer)?;
        match buffer.get(..n) {
            Some([]) | None => break,
            Some(bytes) => hasher.update(bytes),
        }
    }
    Ok(hex::encode(hasher.finalize()))
}

/// Writes the digests of all files of a folder, in the form that `sha256sum --check` reads.
pub fn sums(dir: &Path) -> Result<(), ExportError> {
    let path = dir.join(SUMS);
    let io = ExportError::io(&path);
    let mut lines = String::new();
    for name in files(dir).map_err(&io)? {
        if name != SUMS {
            lines.push_str(&format!("{}  {name}\n", digest(&dir.join(&name)).map_err(&io)?));
        }
    }
    text(&path, &lines)
}

/// Writes a text file whole.
pub fn text(path: &Path, content: &str) -> Result<(), ExportError> {
    file(path, |out| out.write_all(content.as_bytes()).map_err(ExportError::io(path)))
}

#[cfg(test)]
#[path = "place_tests.rs"]
mod tests;
