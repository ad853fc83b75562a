//! Jobs and attempts: what is left to do, and why each came out as it did.
//!
//! ```text
//!              claim (run, attempts + 1)
//!   pending ───────────────────────────▶ running ──▶ done | dropped
//!      ▲  ▲                                 │  └───▶ failed
//!      │  └── deferred, transient: not_before ┘
//!      └──── recover at start; new fingerprint; `retry`
//! ```
//! A job that is planned no longer is `withdrawn`: its output is cleared and no export sees it.

use super::StoreError;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A claimed job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Row of the job.
    pub job: i64,
    /// Row of this attempt.
    pub attempt: i64,
    /// Domain key.
    pub key: String,
    /// Tries so far, this one included.
    pub attempts: u32,
}

/// How an attempt ended, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Output saved.
    Done {
        /// Digest of the output.
        digest: String,
    },
    /// Decided against.
    Dropped {
        /// Why.
        reason: String,
        /// Digest of what was saved with the decision.
        digest: String,
    },
    /// Not now; no fault of the job, so the try does not count.
    Deferred {
        /// When it may be tried again.
        until: Timestamp,
        /// Why.
        why: String,
    },
    /// A passing fault; pending again unless the tries are used up.
    Transient {
        /// When it may be tried again.
        until: Timestamp,
        /// Why.
        why: String,
        /// Tries allowed.
        max_attempts: u32,
    },
    /// A fault that another try would meet again.
    Permanent {
        /// Why.
        why: String,
    },
    /// A fault of the program, caught at the job's boundary.
    Panic {
        /// The message.
        why: String,
    },
}

/// Counts of one stage by status, and of its reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StageCounts {
    /// The stage.
    pub stage: String,
    /// Jobs that wait.
    pub pending: i64,
    /// Jobs done.
    pub done: i64,
    /// Jobs decided against.
    pub dropped: i64,
    /// Jobs that could not.
    pub failed: i64,
    /// Jobs done or decided without a document that the cache lacks, offline.
    pub without: i64,
    /// Reasons of dropped and failed jobs with their counts, most first.
    pub reasons: Vec<(String, i64)>,
}

/// Begins a run and makes every job that a dead run left running pending again; gives the run's row.
pub fn begin_run(tx: &Transaction<'_>, verb: &str, config: &str, now: Timestamp) -> Result<i64, StoreError> {
    tx.execute(
        "INSERT INTO run (verb, version, config, started_at) VALUES (?1, ?2, ?3, ?4)",
        params![verb, env!("CARGO_PKG_VERSION"), config, now.to_string()],
    )?;
    let run = tx.last_insert_rowid();
    tx.execute(
        "UPDATE attempt SET outcome = 'lost', ended_at = ?1, detail = 'the process ended before the job did'
         WHERE outcome IS NULL",
        params![now.to_string()],
    )?;
    tx.execute("UPDATE job SET status = 'pending' WHERE status = 'running'", [])?;
    Ok(run)
}

/// Notes how a run ended.
pub fn end_run(tx: &Transaction<'_>, run: i64, exit_code: u8, now: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE run SET ended_at = ?2, exit_code = ?3 WHERE id = ?1",
        params![run, now.to_string(), exit_code],
    )?;
    Ok(())
}

/// What a stage plans: every key with the fingerprint of its inputs, in the order of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Domain key.
    pub key: String,
    /// Digest of stage version, configuration read and inputs.
    pub fingerprint: String,
}

/// Result of [`plan`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanChange {
    /// Jobs that are new or whose fingerprint changed.
    pub pending: usize,
    /// Keys planned no longer, in order; the caller clears their output.
    pub withdrawn: Vec<String>,
}

/// Brings the jobs of a stage in line with its plan.
pub fn plan(tx: &Transaction<'_>, stage: &str, planned: &[Planned]) -> Result<PlanChange, StoreError> {
    let mut change = PlanChange::default();
    let mut known = BTreeMap::new();
    {
        let mut statement = tx.prepare_cached("SELECT key, fingerprint, status FROM job WHERE stage = ?1")?;
        let rows = statement.query_map([stage], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
        })?;
        for row in rows {
            let (key, fingerprint, status) = row?;
            known.insert(key, (fingerprint, status));
        }
    }
    let mut insert = tx.prepare_cached(
        "INSERT INTO job (stage, key, fingerprint, status) VALUES (?1, ?2, ?3, 'pending')
         ON CONFLICT (stage, key) DO UPDATE
         SET fingerprint = ?3, status = 'pending', reason = NULL, attempts = 0, not_before = NULL",
    )?;
    for job in planned {
        let same = matches!(known.remove(&job.key), Some((fingerprint, status))
            if fingerprint == job.fingerprint && status != "withdrawn");
        if !same {
            insert.execute(params![stage, job.key, job.fingerprint])?;
            change.pending += 1;
        }
    }
    let mut withdraw = tx.prepare_cached(
        "UPDATE job SET status = 'withdrawn', reason = 'no longer planned' WHERE stage = ?1 AND key = ?2",
    )?;
    for (key, (_, status)) in known {
        if status != "withdrawn" {
            withdraw.execute(params![stage, key])?;
            change.withdrawn.push(key);
        }
    }
    Ok(change)
}

/// Claims the next job of a stage that may be tried at `now`, in key order.
pub fn claim(
    tx: &Transaction<'_>,
    stage: &str,
    run: i64,
    now: Timestamp,
) -> Result<Option<Claim>, StoreError> {
    let found = tx
        .prepare_cached(
            "SELECT id, key, attempts FROM job
             WHERE stage = ?1 AND status = 'pending' AND (not_before IS NULL OR not_before <= ?2)
             ORDER BY key LIMIT 1",
        )?
        .query_row(params![stage, stamp(now)], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, u32>(2)?))
        })
        .optional()?;
    let Some((job, key, attempts)) = found else { return Ok(None) };
    tx.prepare_cached(
        "UPDATE job SET status = 'running', run_id = ?2, attempts = attempts + 1 WHERE id = ?1",
    )?
    .execute(params![job, run])?;
    tx.prepare_cached("INSERT INTO attempt (job_id, run_id, started_at) VALUES (?1, ?2, ?3)")?
        .execute(params![job, run, now.to_string()])?;
    Ok(Some(Claim { job, attempt: tx.last_insert_rowid(), key, attempts: attempts + 1 }))
}

/// Ends an attempt, in the transaction that saved its output.
pub fn finish(
    tx: &Transaction<'_>,
    claim: &Claim,
    ending: &Ending,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (status, outcome, detail, not_before, digest) = match ending {
        Ending::Done { digest } => ("done", "done", None, None, Some(digest)),
        Ending::Dropped { reason, digest } => {
            ("dropped", "dropped", Some(reason.as_str()), None, Some(digest))
        }
        Ending::Deferred { until, why } => ("pending", "deferred", Some(why.as_str()), Some(*until), None),
        Ending::Transient { until, why, max_attempts } if claim.attempts < *max_attempts => {
            ("pending", "transient", Some(why.as_str()), Some(*until), None)
        }
        Ending::Transient { why, .. } => ("failed", "transient", Some(why.as_str()), None, None),
        Ending::Permanent { why } => ("failed", "permanent", Some(why.as_str()), None, None),
        Ending::Panic { why } => ("failed", "panic", Some(why.as_str()), None, None),
    };
    let given_back = i64::from(matches!(ending, Ending::Deferred { .. }));
    tx.prepare_cached(
        "UPDATE job SET status = ?2, reason = ?3, not_before = ?4, output_digest = ?5, attempts = attempts - ?6
         WHERE id = ?1",
    )?
    .execute(params![claim.job, status, detail, not_before.map(stamp), digest, given_back])?;
    tx.prepare_cached("UPDATE attempt SET ended_at = ?2, outcome = ?3, detail = ?4 WHERE id = ?1")?
        .execute(params![claim.attempt, now.to_string(), outcome, detail])?;
    Ok(())
}

/// Keeps what a finished job went on without, in the transaction that ended it.
pub fn note_without(
    tx: &Transaction<'_>,
    claim: &Claim,
    without: &BTreeSet<String>,
) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM job_without WHERE job_id = ?1")?.execute([claim.job])?;
    let mut insert = tx.prepare_cached("INSERT INTO job_without (job_id, what) VALUES (?1, ?2)")?;
    for what in without {
        insert.execute(params![claim.job, what])?;
    }
    Ok(())
}

/// The earliest time at which a waiting job of the stage may be tried.
pub fn next_time(connection: &Connection, stage: &str) -> Result<Option<Timestamp>, StoreError> {
    let text: Option<String> = connection.query_row(
        "SELECT min(not_before) FROM job WHERE stage = ?1 AND status = 'pending' AND not_before IS NOT NULL",
        [stage],
        |row| row.get(0),
    )?;
    text.map(|text| text.parse().map_err(|_| StoreError::Value(format!("time `{text}`")))).transpose()
}

/// Makes failed (and, if asked, dropped) jobs pending again; gives how many. `key` and `stage` narrow it.
pub fn retry(
    tx: &Transaction<'_>,
    stage: Option<&str>,
    key: Option<&str>,
    dropped_too: bool,
) -> Result<usize, StoreError> {
    Ok(tx.execute(
        "UPDATE job SET status = 'pending', reason = NULL, attempts = 0, not_before = NULL
         WHERE (status = 'failed' OR (?3 AND status = 'dropped')
                OR (status = 'pending' AND not_before IS NOT NULL))
           AND (?1 IS NULL OR stage = ?1) AND (?2 IS NULL OR key = ?2)",
        params![stage, key, dropped_too],
    )?)
}

/// Makes failed jobs pending again whose reason begins with `prefix`; gives how many.
pub fn retry_reason(tx: &Transaction<'_>, prefix: &str) -> Result<usize, StoreError> {
    Ok(tx.execute(
        "UPDATE job SET status = 'pending', reason = NULL, attempts = 0, not_before = NULL
         WHERE status = 'failed' AND substr(reason, 1, length(?1)) = ?1",
        [prefix],
    )?)
}

/// Makes jobs pending again that ended for want of a document: failed ones whose reason is `prefix`, a colon and
/// its address, and finished ones that noted it. `online` takes all of them, since it may be had now; otherwise
/// only those whose document has been kept since. Gives how many.
pub fn retry_lacking(tx: &Transaction<'_>, prefix: &str, online: bool) -> Result<usize, StoreError> {
    Ok(tx.execute(
        "UPDATE job SET status = 'pending', reason = NULL, attempts = 0, not_before = NULL
         WHERE status = 'failed' AND substr(reason, 1, length(?1)) = ?1
               AND (?2 OR substr(reason, length(?1) + 3) IN
                    (SELECT url FROM fetch WHERE outcome IN ('ok', 'missing', 'refused')))
            OR status IN ('done', 'dropped') AND id IN
               (SELECT job_id FROM job_without WHERE ?2 OR what IN
                (SELECT url FROM fetch WHERE outcome IN ('ok', 'missing', 'refused')))",
        params![prefix, online],
    )?)
}

/// Makes jobs pending again, however they ended; gives how many.
pub fn redo<'a>(
    tx: &Transaction<'_>,
    jobs: impl IntoIterator<Item = &'a (String, String)>,
) -> Result<usize, StoreError> {
    let mut statement = tx.prepare_cached(
        "UPDATE job SET status = 'pending', reason = NULL, attempts = 0, not_before = NULL
         WHERE stage = ?1 AND key = ?2 AND status IN ('done', 'dropped', 'failed', 'pending')",
    )?;
    jobs.into_iter().try_fold(0, |n, (stage, key)| Ok(n + statement.execute([stage, key])?))
}

/// Stages that plan a job with a key.
pub fn with_key(connection: &Connection, key: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT stage FROM job WHERE key = ?1 AND status <> 'withdrawn' ORDER BY id")?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What the latest run worked on: jobs by stage.
pub fn worked(connection: &Connection) -> Result<BTreeMap<String, i64>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT stage, count(DISTINCT job_id) FROM attempt JOIN job ON job.id = job_id
         WHERE attempt.run_id = (SELECT max(id) FROM run) GROUP BY stage",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts of a stage. Reasons are counted by the words before their first colon and space.
pub fn counts(connection: &Connection, stage: &str) -> Result<StageCounts, StoreError> {
    let mut counts = StageCounts { stage: stage.to_owned(), ..StageCounts::default() };
    let mut statement =
        connection.prepare_cached("SELECT status, count(*) FROM job WHERE stage = ?1 GROUP BY status")?;
    let rows = statement.query_map([stage], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    for row in rows {
        let (status, n) = row?;
        match status.as_str() {
            "pending" | "running" => counts.pending += n,
            "done" => counts.done += n,
            "dropped" => counts.dropped += n,
            "failed" => counts.failed += n,
            _ => {}
        }
    }
    let mut statement = connection.prepare_cached(
        "SELECT coalesce(reason, '') FROM job WHERE stage = ?1 AND status IN ('dropped', 'failed')",
    )?;
    let mut reasons = BTreeMap::new();
    for reason in statement.query_map([stage], |row| row.get::<_, String>(0))? {
        let reason = reason?;
        let kind = reason.split(": ").next().unwrap_or_default().to_owned();
        *reasons.entry(kind).or_default() += 1;
    }
    counts.without = connection
        .prepare_cached(
            "SELECT count(*) FROM job WHERE stage = ?1 AND status IN ('done', 'dropped')
             AND id IN (SELECT job_id FROM job_without)",
        )?
        .query_row([stage], |row| row.get(0))?;
    counts.reasons = reasons.into_iter().collect();
    counts.reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(counts)
}

/// Output digests of the finished jobs of a stage by key: what later fingerprints are made of.
pub fn digests(connection: &Connection, stage: &str) -> Result<BTreeMap<String, String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT key, output_digest FROM job WHERE stage = ?1 AND status = 'done' AND output_digest IS NOT NULL",
    )?;
    let rows = statement.query_map([stage], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Failed jobs with their reasons, by stage and key, at most `most`.
pub fn failures(connection: &Connection, most: usize) -> Result<Vec<(String, String, String)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT stage, key, coalesce(reason, '') FROM job WHERE status = 'failed' ORDER BY stage, key LIMIT ?1",
    )?;
    let rows = statement.query_map([most as i64], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One job with its tries, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobHistory {
    /// Its stage.
    pub stage: String,
    /// Its status.
    pub status: String,
    /// Why.
    pub reason: Option<String>,
    /// One line a try: when, how it ended, why.
    pub attempts: Vec<String>,
    /// What the last try went on without.
    pub without: Vec<String>,
}

/// All jobs with a key, in order of their first planning.
pub fn history(connection: &Connection, key: &str) -> Result<Vec<JobHistory>, StoreError> {
    let mut jobs =
        connection.prepare_cached("SELECT id, stage, status, reason FROM job WHERE key = ?1 ORDER BY id")?;
    let mut attempts = connection.prepare_cached(
        "SELECT started_at || ' ' || coalesce(outcome, 'running') || coalesce(': ' || detail, '') FROM attempt
         WHERE job_id = ?1 ORDER BY id",
    )?;
    let mut without =
        connection.prepare_cached("SELECT what FROM job_without WHERE job_id = ?1 ORDER BY what")?;
    let rows = jobs.query_map([key], |row| {
        Ok((
            row.get::<_, i64>(0)?,
            JobHistory {
                stage: row.get(1)?,
                status: row.get(2)?,
                reason: row.get(3)?,
                attempts: Vec::new(),
                without: Vec::new(),
            },
        ))
    })?;
    rows.map(|row| {
        let (id, mut job) = row?;
        job.attempts = attempts.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        job.without = without.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(job)
    })
    .collect()
}

/// Times as they are compared in SQL: all of one width, so that text order is time order.
fn stamp(time: Timestamp) -> String {
    format!("{time:.3}")
}

#[cfg(test)]
mod tests;
