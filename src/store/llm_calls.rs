//! What models were asked and answered, what they read in releases, and the votes.

use super::releases::Finding;
use super::{Store, StoreError};
use crate::llm::keep::{Call, Keep, Kept, Status};
use crate::llm::reply::Usage;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

impl Keep for Store {
    fn kept(&self, digest: &str) -> Result<Option<Kept>, StoreError> {
        self.read(|connection| answer(connection, digest))
    }

    fn keep(&self, kept: &Kept, call: &Call) -> Result<(), StoreError> {
        self.write(|tx| {
            save_answer(tx, kept)?;
            log(tx, call)
        })
    }

    fn log(&self, call: &Call) -> Result<(), StoreError> {
        self.write(|tx| log(tx, call))
    }
}

/// The newest answer to a request.
pub fn answer(connection: &Connection, digest: &str) -> Result<Option<Kept>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT digest, model, status, returned_model, fingerprint, content, reasoning, input_tokens,
               cached_tokens, output_tokens, estimated, repairs, error, asked_at, answered_at, source
             FROM llm_answer WHERE digest = ?1",
        )?
        .query_row([digest], |row| Ok(kept(row)))
        .optional()?;
    found.transpose()
}

fn kept(row: &Row<'_>) -> Result<Kept, StoreError> {
    let status: String = row.get(2)?;
    let time = |column: usize| -> Result<jiff::Timestamp, StoreError> {
        let text: String = row.get(column)?;
        text.parse().map_err(|_| StoreError::Value(format!("time `{text}`")))
    };
    Ok(Kept {
        digest: row.get(0)?,
        model: row.get(1)?,
        status: Status::of(&status).ok_or_else(|| StoreError::Value(format!("status `{status}`")))?,
        returned_model: row.get(3)?,
        fingerprint: row.get(4)?,
        content: row.get(5)?,
        reasoning: row.get(6)?,
        usage: Usage {
            input: row.get::<_, i64>(7)? as u64,
            cached: row.get::<_, i64>(8)? as u64,
            output: row.get::<_, i64>(9)? as u64,
            estimated: row.get(10)?,
        },
        repairs: row.get(11)?,
        error: row.get(12)?,
        asked_at: time(13)?,
        answered_at: time(14)?,
        source: row.get(15)?,
    })
}

/// Keeps an answer, replacing an older one to the same request.
pub fn save_answer(tx: &Transaction<'_>, kept: &Kept) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT INTO llm_answer (digest, model, status, returned_model, fingerprint, content, reasoning,
           input_tokens, cached_tokens, output_tokens, estimated, repairs, error, asked_at, answered_at, source)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
         ON CONFLICT (digest) DO UPDATE SET model = ?2, status = ?3, returned_model = ?4, fingerprint = ?5,
           content = ?6, reasoning = ?7, input_tokens = ?8, cached_tokens = ?9, output_tokens = ?10, estimated = ?11,
           repairs = ?12, error = ?13, asked_at = ?14, answered_at = ?15, source = ?16",
    )?
    .execute(params![
        kept.digest,
        kept.model,
        kept.status.as_str(),
        kept.returned_model,
        kept.fingerprint,
        kept.content,
        kept.reasoning,
        kept.usage.input as i64,
        kept.usage.cached as i64,
        kept.usage.output as i64,
        kept.usage.estimated,
        kept.repairs,
        kept.error,
        kept.asked_at.to_string(),
        kept.answered_at.to_string(),
        kept.source
    ])?;
    Ok(())
}

fn log(tx: &Transaction<'_>, call: &Call) -> Result<(), StoreError> {
    let tokens = |of: fn(&Usage) -> u64| call.usage.as_ref().map(|usage| of(usage) as i64);
    tx.prepare_cached(
        "INSERT INTO llm_call (digest, model, outcome, status, input_tokens, cached_tokens, output_tokens, cost_usd,
           asked_at, answered_at, detail)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?
    .execute(params![
        call.digest,
        call.model,
        call.outcome,
        call.status,
        tokens(|usage| usage.input),
        tokens(|usage| usage.cached),
        tokens(|usage| usage.output),
        call.cost_usd,
        call.asked_at.to_string(),
        call.answered_at.to_string(),
        call.detail
    ])?;
    Ok(())
}

/// Sums over all calls to one model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ModelSums {
    /// The model.
    pub model: String,
    /// Requests sent.
    pub calls: i64,
    /// Of these, answers that validate.
    pub good: i64,
    /// Tokens of prompts.
    pub input_tokens: i64,
    /// Of these, from the provider's cache.
    pub cached_tokens: i64,
    /// Tokens of answers.
    pub output_tokens: i64,
    /// US dollars, where the model has a price.
    pub cost_usd: f64,
}

/// Sums by model, over the life of the data directory.
pub fn sums(connection: &Connection) -> Result<Vec<ModelSums>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT model, count(*), coalesce(sum(outcome = 'good'), 0), coalesce(sum(input_tokens), 0),
           coalesce(sum(cached_tokens), 0), coalesce(sum(output_tokens), 0), coalesce(sum(cost_usd), 0.0)
         FROM llm_call GROUP BY model ORDER BY model",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(ModelSums {
            model: row.get(0)?,
            calls: row.get(1)?,
            good: row.get(2)?,
            input_tokens: row.get(3)?,
            cached_tokens: row.get(4)?,
            output_tokens: row.get(5)?,
            cost_usd: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What a model read in one job over a release.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelRow {
    /// The release.
    pub release: String,
    /// `classify` or `extract`.
    pub job: String,
    /// The model.
    pub model: String,
    /// Digest of the reading.
    pub digest: String,
}

/// Which row of a reading is meant.
#[derive(Clone, Copy, Debug)]
pub struct ReadingKey<'a> {
    /// The release.
    pub release: &'a str,
    /// `classify` or `extract`.
    pub job: &'a str,
    /// The model.
    pub model: &'a str,
}

/// Saves what a model read, whole and field by field; gives the digest.
pub fn save_reading<T: Serialize>(
    tx: &Transaction<'_>,
    key: ReadingKey<'_>,
    repaired: bool,
    reading: &T,
    findings: &[Finding],
) -> Result<String, StoreError> {
    clear_reading(tx, key)?;
    let body = serde_json::to_string(reading)?;
    let digest = super::sha256(body.as_bytes());
    tx.prepare_cached(
        "INSERT INTO llm_reading (release_key, job, model, repaired, body, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![key.release, key.job, key.model, repaired, body, digest])?;
    super::releases::add_findings(tx, key.release, findings)?;
    Ok(digest)
}

/// Removes what a model read in one job over a release.
pub fn clear_reading(tx: &Transaction<'_>, key: ReadingKey<'_>) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM llm_reading WHERE release_key = ?1 AND job = ?2 AND model = ?3")?
        .execute(params![key.release, key.job, key.model])?;
    // Fields of the two jobs are different ones.
    tx.prepare_cached(
        "DELETE FROM finding WHERE release_key = ?1 AND voter = ?2
           AND (field IN ('category', 'substantive')) = (?3 = 'classify')",
    )?
    .execute(params![key.release, key.model, key.job])?;
    Ok(())
}

/// All readings, in order of release, model and job.
pub fn readings(connection: &Connection) -> Result<Vec<ModelRow>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT release_key, job, model, digest FROM llm_reading ORDER BY release_key, model, job",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(ModelRow { release: row.get(0)?, job: row.get(1)?, model: row.get(2)?, digest: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One reading.
pub fn reading<T: DeserializeOwned>(
    connection: &Connection,
    key: ReadingKey<'_>,
) -> Result<Option<T>, StoreError> {
    let body: Option<String> = connection
        .prepare_cached("SELECT body FROM llm_reading WHERE release_key = ?1 AND job = ?2 AND model = ?3")?
        .query_row(params![key.release, key.job, key.model], |row| row.get(0))
        .optional()?;
    body.map(|body| serde_json::from_str(&body).map_err(StoreError::from)).transpose()
}

/// One opinion of one voter on one field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vote {
    /// Which field.
    pub field: String,
    /// `rules`, or the model's name.
    pub voter: String,
    /// What it says.
    pub value: String,
    /// Whether a verified quote stands behind it.
    pub evidence: bool,
    /// `quote-not-verbatim`, `text-cut`...
    pub flags: Vec<String>,
}

/// What was decided over the votes on a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// Which field.
    pub field: String,
    /// The value.
    pub value: String,
    /// Whether it counts.
    pub accepted: bool,
    /// Share of the voters who could speak and said so, 0 to 1.
    pub agreement: f64,
    /// Whether any of them said otherwise.
    pub disagree: bool,
}

/// Votes and rulings of all releases, replacing the old ones.
pub fn save_votes(tx: &Transaction<'_>, all: &[(String, Vec<Vote>, Vec<Ruling>)]) -> Result<(), StoreError> {
    clear_votes(tx)?;
    let mut vote = tx.prepare_cached(
        "INSERT OR IGNORE INTO vote (release_key, field, voter, value, evidence, flags)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut result = tx.prepare_cached(
        "INSERT OR IGNORE INTO vote_result (release_key, field, value, accepted, agreement, disagree)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (release, votes, rulings) in all {
        for v in votes {
            let flags = serde_json::to_string(&v.flags)?;
            vote.execute(params![release, v.field, v.voter, v.value, v.evidence, flags])?;
        }
        for r in rulings {
            result.execute(params![release, r.field, r.value, r.accepted, r.agreement, r.disagree])?;
        }
    }
    Ok(())
}

/// Removes all votes.
pub fn clear_votes(tx: &Transaction<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM vote", [])?;
    tx.execute("DELETE FROM vote_result", [])?;
    Ok(())
}

/// Votes of a release, by field and value.
pub fn votes(connection: &Connection, release: &str) -> Result<Vec<Vote>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT field, voter, value, evidence, flags FROM vote WHERE release_key = ?1 ORDER BY field, value, voter",
    )?;
    let rows = statement.query_map([release], |row| {
        let flags: String = row.get(4)?;
        Ok((
            Vote {
                field: row.get(0)?,
                voter: row.get(1)?,
                value: row.get(2)?,
                evidence: row.get(3)?,
                flags: Vec::new(),
            },
            flags,
        ))
    })?;
    rows.map(|row| {
        let (vote, flags) = row?;
        Ok(Vote { flags: serde_json::from_str(&flags)?, ..vote })
    })
    .collect()
}

/// Rulings of a release, by field and value.
pub fn rulings(connection: &Connection, release: &str) -> Result<Vec<Ruling>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT field, value, accepted, agreement, disagree FROM vote_result WHERE release_key = ?1
         ORDER BY field, value",
    )?;
    let rows = statement.query_map([release], |row| {
        Ok(Ruling {
            field: row.get(0)?,
            value: row.get(1)?,
            accepted: row.get(2)?,
            agreement: row.get(3)?,
            disagree: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keys of the ask jobs of a release.
pub fn job_keys(connection: &Connection, release: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT key FROM job WHERE stage = 'ask' AND status <> 'withdrawn' AND substr(key, 1, length(?1) + 1) = ?1 || '|'
         ORDER BY key",
    )?;
    let rows = statement.query_map([release], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether the run before this one came to its own end; true where there was none.
pub fn last_run_ended(connection: &Connection) -> Result<bool, StoreError> {
    let ended: Option<Option<String>> = connection
        .query_row("SELECT ended_at FROM run ORDER BY id DESC LIMIT 1", [], |row| row.get(0))
        .optional()?;
    Ok(ended.is_none_or(|at| at.is_some()))
}
