//! The database: one SQLite file in the data directory, held by one writing process.
//!
//! # Locking
//! A writing process holds `lock` in the data directory by an operating system lock, which a killed process
//! cannot leave behind. SQLite's own locks are never waited for.
//! # Durability
//! WAL with `synchronous = NORMAL`: a killed process loses nothing; a power cut may lose the last
//! transactions whole, never part of one, and the jobs in them are done again.
//! # Format
//! `PRAGMA user_version` counts the migrations that ran. Each is one transaction. None is ever removed.

pub mod controls;
pub mod fetches;
pub mod filings;
pub mod funnel;
pub mod instances;
pub mod jobs;
pub mod llm_calls;
pub mod releases;
pub mod reviews;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Migrations in order; the number of those that ran is the version of a database.
pub const MIGRATIONS: &[(&str, &str)] = &[
    ("0001_jobs", include_str!("../../migrations/0001_jobs.sql")),
    ("0002_fetch", include_str!("../../migrations/0002_fetch.sql")),
    ("0003_releases", include_str!("../../migrations/0003_releases.sql")),
    ("0004_filings", include_str!("../../migrations/0004_filings.sql")),
    ("0005_instances", include_str!("../../migrations/0005_instances.sql")),
    ("0006_controls", include_str!("../../migrations/0006_controls.sql")),
    ("0007_llm", include_str!("../../migrations/0007_llm.sql")),
    ("0008_review", include_str!("../../migrations/0008_review.sql")),
    ("0009_digests", include_str!("../../migrations/0009_digests.sql")),
    ("0010_without", include_str!("../../migrations/0010_without.sql")),
];

/// Name of the database in the data directory.
pub const DATABASE: &str = "afb.sqlite";

/// What can go wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process is writing here.
    #[error(
        "the data directory {dir} is in use by {holder}; wait for it to end, stop it, or choose another directory with --data"
    )]
    Locked {
        /// The data directory.
        dir: PathBuf,
        /// What that process wrote about itself.
        holder: String,
    },
    /// Made by a newer version of this program.
    #[error(
        "the database {path} has format {found}, this program knows formats up to {known}; use the newer afb-build that made it, or another directory with --data (nothing was changed)"
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// A migration did not run; the database is as it was before it.
    #[error("the database {path} could not be brought to format {name}: {source}; it is unchanged")]
    Migration {
        /// The database.
        path: PathBuf,
        /// The migration.
        name: &'static str,
        /// Why.
        source: rusqlite::Error,
    },
    /// Files of the data directory.
    #[error("cannot {what} {path}: {source}")]
    Io {
        /// The operation.
        what: &'static str,
        /// On what.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No database yet.
    #[error(
        "there is no database in {dir}; run `afb-build run` (or `afb-build run --sample`) first, or name the directory with --data{sample}",
        sample = sample_beside(.dir)
    )]
    Absent {
        /// The data directory.
        dir: PathBuf,
    },
    /// SQLite refused.
    #[error("the database of the data directory: {0}{advice}", advice = advice(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// A stored value that this program did not write.
    #[error("the database holds a value that cannot be read: {0}")]
    Value(String),
}

/// What a person can do about it. Nothing saved is lost by any of these: a job and its result are one transaction.
fn advice(error: &rusqlite::Error) -> &'static str {
    use rusqlite::ErrorCode as Code;
    match error.sqlite_error_code() {
        Some(Code::DiskFull) => "; make room on the disk and run the same command again",
        Some(Code::SystemIoFailure) => {
            "; the disk may be full, limited or failing: `afb-build doctor` looks at it, and the same command goes on"
        }
        Some(Code::ReadOnly | Code::CannotOpen | Code::PermissionDenied) => {
            "; it cannot be written: change its rights, or choose another directory with --data"
        }
        Some(Code::DatabaseCorrupt | Code::NotADatabase) => {
            "; it is damaged: put a copy in its place, or move it away and run again, which fetches anew"
        }
        Some(Code::DatabaseBusy | Code::DatabaseLocked) => {
            "; another program holds it: close it and run again"
        }
        _ => "",
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        StoreError::Value(error.to_string())
    }
}

/// The database of one data directory.
pub struct Store {
    connection: Mutex<Connection>,
    dir: PathBuf,
    /// Held as long as the store; the operating system lets go of it whatever ends the process.
    _lock: Option<File>,
}

impl Store {
    /// Opens the directory for writing: takes the lock, makes what is missing, migrates.
    ///
    /// `who` is written into the lock file for the message another process gets.
    pub fn open(dir: &Path, who: &str) -> Result<Store, StoreError> {
        std::fs::create_dir_all(dir).map_err(|source| io("create", dir, source))?;
        let lock = take_lock(dir, who)?;
        let path = dir.join(DATABASE);
        let mut connection = Connection::open(&path)?;
        prepare(&connection)?;
        migrate(&mut connection, &path, MIGRATIONS)?;
        Ok(Store { connection: Mutex::new(connection), dir: dir.to_owned(), _lock: Some(lock) })
    }

    /// Opens an existing database for looking only; works while another process writes. One of an older format is
    /// brought up first, which needs the directory for a moment.
    pub fn open_read_only(dir: &Path) -> Result<Store, StoreError> {
        let path = dir.join(DATABASE);
        if !path.exists() {
            return Err(StoreError::Absent { dir: dir.to_owned() });
        }
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let known = MIGRATIONS.len() as i64;
        if found > known {
            return Err(StoreError::Newer { path, found, known });
        }
        if found < known {
            drop(connection);
            drop(Store::open(dir, "afb-build (bringing the database up)")?);
            return Store::open_read_only(dir);
        }
        Ok(Store { connection: Mutex::new(connection), dir: dir.to_owned(), _lock: None })
    }

    /// Which process holds a directory for writing, as it wrote about itself; nothing is changed.
    pub fn lock_holder(dir: &Path) -> Result<Option<String>, StoreError> {
        let path = dir.join("lock");
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(io("open", &path, source)),
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(std::fs::TryLockError::WouldBlock) => Ok(Some(holder_of(&mut file))),
            Err(std::fs::TryLockError::Error(source)) => Err(io("lock", &path, source)),
        }
    }

    /// Format of the database, and the newest format that this program knows.
    pub fn format(&self) -> Result<(i64, i64), StoreError> {
        let found = self.read(|c| Ok(c.query_row("PRAGMA user_version", [], |row| row.get(0))?))?;
        Ok((found, MIGRATIONS.len() as i64))
    }

    /// The data directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Runs reads on the one connection. No await may happen inside.
    pub fn read<T>(&self, f: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        f(&self.connection())
    }

    /// Runs one write transaction (BEGIN IMMEDIATE), committed when `f` succeeds and rolled back otherwise.
    pub fn write<T>(
        &self,
        f: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = f(&transaction)?;
        transaction.commit()?;
        Ok(value)
    }

    /// A small fact of the data directory.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        use rusqlite::OptionalExtension;
        self.read(|connection| {
            Ok(connection
                .query_row("SELECT value FROM setting WHERE key = ?1", [key], |row| row.get(0))
                .optional()?)
        })
    }

    /// Sets a small fact of the data directory.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.write(|tx| {
            tx.execute(
                "INSERT INTO setting (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
                [key, value],
            )?;
            Ok(())
        })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic under the lock rolled its transaction back, so the connection is sound.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// SHA-256 in hexadecimal: the digest of an output.
pub fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    hex::encode(Sha256::digest(bytes))
}

/// Where the sample was built it lies one folder further down.
fn sample_beside(dir: &Path) -> String {
    let sample = dir.join("sample");
    if sample.join(DATABASE).is_file() {
        format!(" (the sample's is {})", sample.display())
    } else {
        String::new()
    }
}

fn io(what: &'static str, path: &Path, source: std::io::Error) -> StoreError {
    StoreError::Io { what, path: path.to_owned(), source }
}

fn take_lock(dir: &Path, who: &str) -> Result<File, StoreError> {
    let path = dir.join("lock");
    let mut file = File::options()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&path)
        .map_err(|source| io("open", &path, source))?;
    match file.try_lock() {
        Ok(()) => {
            let text = format!("process {} ({who})\n", std::process::id());
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(text.as_bytes()))
                .map_err(|source| io("write", &path, source))?;
            Ok(file)
        }
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(StoreError::Locked { dir: dir.to_owned(), holder: holder_of(&mut file) })
        }
        Err(std::fs::TryLockError::Error(source)) => Err(io("lock", &path, source)),
    }
}

/// What the process that holds a lock wrote about itself.
fn holder_of(file: &mut File) -> String {
    let mut holder = String::new();
    // It is a courtesy; without it the message still stands.
    let _ = Read::by_ref(file).take(200).read_to_string(&mut holder);
    if holder.trim().is_empty() { "another process".to_owned() } else { holder.trim().to_owned() }
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    Ok(())
}

fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[(&'static str, &'static str)],
) -> Result<(), StoreError> {
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let known = migrations.len() as i64;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    for (index, (name, sql)) in migrations.iter().enumerate().skip(found.max(0) as usize) {
        let failed = |source| StoreError::Migration { path: path.to_owned(), name, source };
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        transaction.execute_batch(sql).map_err(failed)?;
        transaction.pragma_update(None, "user_version", index as i64 + 1).map_err(failed)?;
        transaction.commit().map_err(failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// STORE: looking at a store of an older format brings it up, too.
    #[test]
    fn looking_brings_an_older_store_up() {
        let dir = tempfile::tempdir().unwrap();
        let mut connection = Connection::open(dir.path().join(DATABASE)).unwrap();
        migrate(&mut connection, Path::new("old"), &MIGRATIONS[..3]).unwrap();
        drop(connection);
        let store = Store::open_read_only(dir.path()).unwrap();
        assert_eq!(store.format().unwrap(), (MIGRATIONS.len() as i64, MIGRATIONS.len() as i64));
    }

    /// STORE: a store of an older format is brought up in place with its rows kept; twice is once.
    #[test]
    fn an_older_store_is_migrated_with_its_rows() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(DATABASE);
        let old: &[(&str, &str)] = &[("a", "CREATE TABLE t (x INTEGER) STRICT; INSERT INTO t VALUES (7);")];
        let new: &[(&str, &str)] =
            &[old[0], ("b", "ALTER TABLE t ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';")];
        let mut connection = Connection::open(&path).unwrap();
        migrate(&mut connection, &path, old).unwrap();
        for _ in 0..2 {
            migrate(&mut connection, &path, new).unwrap();
        }
        let row: (i64, String) =
            connection.query_row("SELECT x, flags FROM t", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(row, (7, "[]".to_owned()));
    }

    /// STORE: a failing migration leaves the store as it was.
    #[test]
    fn a_failing_migration_changes_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        let steps: &[(&str, &str)] =
            &[("a", "CREATE TABLE t (x INTEGER) STRICT; SELECT nonsense FROM nowhere;")];
        let error = migrate(&mut connection, Path::new("x"), steps).unwrap_err();
        assert!(matches!(error, StoreError::Migration { name: "a", .. }));
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 't'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(tables, 0);
    }

    #[test]
    fn a_newer_store_is_refused_unchanged() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path(), "test").unwrap());
        let connection = Connection::open(dir.path().join(DATABASE)).unwrap();
        connection.pragma_update(None, "user_version", 999).unwrap();
        drop(connection);
        let error = Store::open(dir.path(), "test").err().unwrap().to_string();
        assert!(error.contains("999") && error.contains("--data"), "{error}");
    }

    #[test]
    fn the_second_process_is_told_who_holds_the_lock() {
        let dir = tempfile::tempdir().unwrap();
        let _held = Store::open(dir.path(), "afb-build crawl").unwrap();
        let error = Store::open(dir.path(), "afb-build pair").err().unwrap();
        assert!(matches!(&error, StoreError::Locked { holder, .. } if holder.contains("afb-build crawl")));
        assert!(error.to_string().contains(&std::process::id().to_string()));
    }

    /// STORE: reading first and writing after never ends in "database is locked".
    #[test]
    fn a_read_before_a_write_does_not_lock_out() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), "test").unwrap();
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    for n in 0..25 {
                        store
                            .write(|tx| {
                                let count: i64 =
                                    tx.query_row("SELECT count(*) FROM setting", [], |row| row.get(0))?;
                                tx.execute(
                                    "INSERT INTO setting (key, value) VALUES (?1, ?2)",
                                    (format!("{worker}-{n}"), count.to_string()),
                                )?;
                                Ok(())
                            })
                            .unwrap();
                    }
                });
            }
        });
        let count: i64 =
            store.read(|c| Ok(c.query_row("SELECT count(*) FROM setting", [], |row| row.get(0))?)).unwrap();
        assert_eq!(count, 100);
    }
}
