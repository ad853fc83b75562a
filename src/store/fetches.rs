//! The log of fetches and the pauses of hosts.

use super::{Store, StoreError};
use crate::fetch::{BlobId, ContentKind, FetchLog, FetchRecord, Kept, LogError, Outcome, Pause, Source};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params};

const COLUMNS: &str = "id, url, final_url, status, outcome, content_type, kind, etag, last_modified, size, blob, fetched_at, source, detail";

impl From<StoreError> for LogError {
    fn from(error: StoreError) -> Self {
        LogError(error.to_string())
    }
}

/// Every answer for one address, oldest first: what `explain` shows of a document.
pub fn history(connection: &Connection, url: &str) -> Result<Vec<Kept>, StoreError> {
    let mut statement =
        connection.prepare_cached(&format!("SELECT {COLUMNS} FROM fetch WHERE url = ?1 ORDER BY id"))?;
    statement.query_map([url], |row| Ok(kept(row)))?.map(|row| row?).collect()
}

/// Whether an address is known to have given these bytes.
pub fn gave(connection: &Connection, url: &str, blob: &str) -> Result<bool, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM fetch WHERE blob = ?2 AND outcome = 'ok' AND (url = ?1 OR final_url = ?1))",
        )?
        .query_row([url, blob], |row| row.get(0))?)
}

/// How many answers there are of each outcome.
pub fn counts(connection: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT outcome, count(*) FROM fetch GROUP BY outcome ORDER BY outcome")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Kept documents of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// `index`, `submissions`, `companyfacts`, `filing`, `list` or `release`.
    pub kind: String,
    /// Addresses.
    pub documents: u64,
    /// Bytes of their newest answers together, decompressed.
    pub bytes: u64,
}

/// Kept documents counted by kind, as their addresses tell it.
pub fn kinds(connection: &Connection) -> Result<Vec<Kind>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT CASE WHEN url GLOB '*/accounting-auditing-enforcement-releases*' THEN 'index'
                     WHEN url GLOB '*/submissions/CIK*' THEN 'submissions'
                     WHEN url GLOB '*/companyfacts/CIK*' THEN 'companyfacts'
                     WHEN url GLOB '*/Archives/edgar/data/*' THEN 'filing'
                     WHEN url GLOB '*/cik-lookup-data.txt' OR url GLOB '*/company_tickers.json' THEN 'list'
                     ELSE 'release' END AS kind, count(*), coalesce(sum(size), 0)
         FROM (SELECT url, max(id), size FROM fetch WHERE outcome = 'ok' GROUP BY url)
         GROUP BY kind ORDER BY kind",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Kind {
            kind: row.get(0)?,
            documents: row.get::<_, i64>(1)?.unsigned_abs(),
            bytes: row.get::<_, i64>(2)?.unsigned_abs(),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The bytes of every address's newest answer, by digest.
pub fn blobs(connection: &Connection) -> Result<Vec<BlobId>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT blob FROM fetch WHERE id IN (SELECT max(id) FROM fetch WHERE outcome = 'ok' GROUP BY url)
           AND blob IS NOT NULL ORDER BY blob",
    )?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    let texts: Vec<String> = rows.collect::<Result<_, _>>()?;
    Ok(texts.iter().filter_map(|text| text.parse().ok()).collect())
}

/// Blobs of the submissions files that were imported, by address.
pub fn imported_submissions(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT blob FROM fetch WHERE id IN (SELECT max(id) FROM fetch WHERE source = 'import' GROUP BY url)
           AND blob IS NOT NULL AND url GLOB 'https://data.sec.gov/submissions/CIK??????????.json' ORDER BY url",
    )?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn kept(row: &Row<'_>) -> Result<Kept, StoreError> {
    fn parsed<T>(value: Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, StoreError> {
        value.map(|text| read(&text).ok_or(StoreError::Value(text))).transpose()
    }
    let outcome: String = row.get("outcome")?;
    let fetched_at: String = row.get("fetched_at")?;
    Ok(Kept {
        fetch_id: row.get("id")?,
        record: FetchRecord {
            url: row.get("url")?,
            final_url: row.get("final_url")?,
            status: row.get("status")?,
            outcome: Outcome::from_name(&outcome).ok_or(StoreError::Value(outcome))?,
            content_type: row.get("content_type")?,
            kind: parsed(row.get("kind")?, ContentKind::from_media_type)?,
            etag: row.get("etag")?,
            last_modified: row.get("last_modified")?,
            size: row.get::<_, Option<i64>>("size")?.map(i64::unsigned_abs),
            blob: parsed(row.get("blob")?, |text| text.parse::<BlobId>().ok())?,
            fetched_at: fetched_at.parse().map_err(|_| StoreError::Value(fetched_at))?,
            source: if row.get::<_, String>("source")? == "import" { Source::Import } else { Source::Live },
            detail: row.get("detail")?,
        },
    })
}

fn insert(tx: &Transaction<'_>, record: &FetchRecord) -> Result<i64, StoreError> {
    tx.prepare_cached(
        "INSERT INTO fetch (url, final_url, status, outcome, content_type, kind, etag, last_modified, size, blob, fetched_at, source, detail) \
         VALUES (:url, :final_url, :status, :outcome, :content_type, :kind, :etag, :last_modified, :size, :blob, :fetched_at, :source, :detail)",
    )?
    .execute(named_params! {
        ":url": record.url,
        ":final_url": record.final_url,
        ":status": record.status,
        ":outcome": record.outcome.as_str(),
        ":content_type": record.content_type,
        ":kind": record.kind.map(ContentKind::as_str),
        ":etag": record.etag,
        ":last_modified": record.last_modified,
        ":size": record.size.and_then(|size| i64::try_from(size).ok()),
        ":blob": record.blob.as_ref().map(BlobId::as_str),
        ":fetched_at": record.fetched_at.to_string(),
        ":source": match record.source { Source::Live => "live", Source::Import => "import" },
        ":detail": record.detail,
    })?;
    Ok(tx.last_insert_rowid())
}

impl FetchLog for Store {
    fn lookup(&self, url: &str) -> Result<Option<Kept>, LogError> {
        let found = self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM fetch WHERE url = ?1 AND outcome IN ('ok', 'missing', 'refused') ORDER BY id DESC LIMIT 1"
            ))?;
            statement.query_row([url], |row| Ok(kept(row))).optional()?.transpose()
        })?;
        Ok(found)
    }

    fn failures(&self, url: &str, since: Timestamp) -> Result<u32, LogError> {
        // Since the last answer that was whole; a block says nothing about the document.
        Ok(self.read(|connection| {
            let count = connection
                .prepare_cached(
                    "SELECT count(*) FROM fetch WHERE url = ?1 AND outcome = 'transient' AND id > \
                     (SELECT coalesce(max(id), 0) FROM fetch WHERE url = ?1 AND outcome NOT IN ('transient', 'blocked')) \
                     AND fetched_at >= ?2",
                )?
                .query_row([url, &since.to_string()], |row| row.get(0))?;
            Ok(count)
        })?)
    }

    fn record(&self, record: &FetchRecord) -> Result<i64, LogError> {
        Ok(self.write(|tx| insert(tx, record))?)
    }

    fn record_all(&self, records: &[FetchRecord]) -> Result<Vec<i64>, LogError> {
        Ok(self.write(|tx| records.iter().map(|record| insert(tx, record)).collect())?)
    }

    fn pause_of(&self, host: &str) -> Result<Option<Pause>, LogError> {
        let row = self.read(|connection| {
            let row: Option<(String, u32, String)> = connection
                .prepare_cached("SELECT until_time, refusals, why FROM host_pause WHERE host = ?1")?
                .query_row([host], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            Ok(row)
        })?;
        row.map(|(until, refusals, why)| match until.parse() {
            Ok(until) => Ok(Pause { until, refusals, why }),
            Err(_) => Err(LogError(format!("the pause of {host} ends at `{until}`, which is no time"))),
        })
        .transpose()
    }

    fn set_pause(&self, host: &str, pause: Option<&Pause>) -> Result<(), LogError> {
        Ok(self.write(|tx| {
            match pause {
                Some(pause) => tx.execute(
                    "INSERT INTO host_pause (host, until_time, refusals, why) VALUES (?1, ?2, ?3, ?4) \
                     ON CONFLICT (host) DO UPDATE SET until_time = ?2, refusals = ?3, why = ?4",
                    (host, pause.until.to_string(), pause.refusals, &pause.why),
                )?,
                None => tx.execute("DELETE FROM host_pause WHERE host = ?1", [host])?,
            };
            Ok(())
        })?)
    }

    fn same_bytes(&self, blob: &BlobId, final_url: &str) -> Result<Vec<String>, LogError> {
        Ok(self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT DISTINCT final_url FROM fetch WHERE blob = ?1 AND outcome IN ('ok', 'distrusted') AND final_url <> ?2 \
                 ORDER BY final_url LIMIT 8",
            )?;
            let rows = statement.query_map([blob.as_str(), final_url], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })?)
    }

    fn distrust(&self, blob: &BlobId) -> Result<usize, LogError> {
        Ok(self.write(|tx| {
            Ok(tx.execute(
                "UPDATE fetch SET outcome = 'distrusted' WHERE blob = ?1 AND outcome = 'ok' AND source = 'live'",
                [blob.as_str()],
            )?)
        })?)
    }

    fn all_kept(&self) -> Result<Vec<Kept>, LogError> {
        Ok(self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM fetch WHERE id IN (SELECT max(id) FROM fetch \
                 WHERE outcome IN ('ok', 'missing', 'refused') GROUP BY url) ORDER BY url"
            ))?;
            statement.query_map([], |row| Ok(kept(row)))?.map(|row| row?).collect()
        })?)
    }
}
