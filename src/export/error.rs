//! What can go wrong with a dataset. Whatever it is, what stood at the place asked for stays as it was.

use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// Why a dataset could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A file could not be made, written or put in its place.
    #[error("cannot write {path}: {source}; what stood there before, if anything, is unchanged")]
    Io {
        /// The file asked for.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// SQLite refused.
    #[error("cannot write the dataset {path}: {source}; what stood there before, if anything, is unchanged")]
    Sqlite {
        /// The file asked for.
        path: PathBuf,
        /// Why.
        source: rusqlite::Error,
    },
    /// The Parquet or CSV writer refused.
    #[error("cannot write {path}: {why}; what stood there before, if anything, is unchanged")]
    Format {
        /// The file asked for.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// Another process writes to the same place.
    #[error("another export is writing {path}; wait for it, or choose another place with --out")]
    Busy {
        /// The file asked for.
        path: PathBuf,
    },
    /// Something that this program did not make stands where the export should go.
    #[error("{path} {why}; choose another place with --out")]
    Occupied {
        /// The place asked for.
        path: PathBuf,
        /// What stands there.
        why: &'static str,
    },
    /// A shape that is nothing without the texts.
    #[error("the format {format} asks models about texts and cannot be written with --no-text")]
    NeedsText {
        /// The format.
        format: &'static str,
    },
    /// Not a dataset of this program.
    #[error("{path} is not a dataset of afb-build: {why}")]
    NotADataset {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A text could not be filled in from the cache.
    #[error("{0}")]
    Cache(String),
    /// The user stopped it.
    #[error("interrupted; nothing was changed")]
    Interrupted,
    /// The data directory could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ExportError {
    /// An error of the file system on a path.
    pub fn io(path: &Path) -> impl Fn(std::io::Error) -> ExportError + use<> {
        let path = path.to_owned();
        move |source| ExportError::Io { path: path.clone(), source }
    }

    /// An error of SQLite on a path.
    pub fn sqlite(path: &Path) -> impl Fn(rusqlite::Error) -> ExportError + use<> {
        let path = path.to_owned();
        move |source| ExportError::Sqlite { path: path.clone(), source }
    }

    /// A refusal of a writer with its words.
    pub fn format(path: &Path, why: impl ToString) -> ExportError {
        ExportError::Format { path: path.to_owned(), why: why.to_string() }
    }

    /// The same about the place that was asked for, where it speaks of the hidden one that is written first.
    pub fn in_place(self, hidden: &Path, asked: &Path) -> ExportError {
        let of = |path: PathBuf| match path.strip_prefix(hidden) {
            Ok(rest) => asked.join(rest),
            Err(_) => path,
        };
        match self {
            ExportError::Io { path, source } => ExportError::Io { path: of(path), source },
            ExportError::Sqlite { path, source } => ExportError::Sqlite { path: of(path), source },
            ExportError::Format { path, why } => ExportError::Format { path: of(path), why },
            other => other,
        }
    }
}
