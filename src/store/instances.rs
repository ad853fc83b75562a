//! Instances as assembled.

use super::StoreError;
use super::releases::pairs;
use crate::tasks::evidence::raise;
use crate::tasks::splits::Placed;
use crate::tasks::{Instance, Split};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

/// Replaces the instances of one assemble job; gives the digest.
pub fn save(tx: &Transaction<'_>, job_key: &str, instances: &[Instance]) -> Result<String, StoreError> {
    clear(tx, job_key)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO instance (id, task, case_id, job_key, body, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut all = String::new();
    for instance in instances {
        let body = serde_json::to_string(instance)?;
        let digest = super::sha256(body.as_bytes());
        all.push_str(&digest);
        insert.execute(params![
            instance.id,
            instance.task.as_str(),
            instance.case_id,
            job_key,
            body,
            digest
        ])?;
    }
    Ok(super::sha256(all.as_bytes()))
}

/// Removes the instances of one assemble job.
pub fn clear(tx: &Transaction<'_>, job_key: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM instance WHERE job_key = ?1")?.execute([job_key])?;
    Ok(())
}

/// All instances with their splits, by id.
pub fn all(connection: &Connection) -> Result<Vec<Instance>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} ORDER BY id"))?;
    let rows = statement.query_map([], Stored::of)?;
    rows.map(|row| row?.instance()).collect()
}

/// Hands over all instances with their splits by id, one at a time, until `take` says no.
pub fn each(connection: &Connection, mut take: impl FnMut(Instance) -> bool) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(&format!("{SELECT} ORDER BY id"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if !take(Stored::of(row)?.instance()?) {
            break;
        }
    }
    Ok(())
}

/// One instance with its split.
pub fn one(connection: &Connection, id: &str) -> Result<Option<Instance>, StoreError> {
    let found = connection
        .prepare_cached(&format!("{SELECT} WHERE id = ?1"))?
        .query_row([id], Stored::of)
        .optional()?;
    found.map(Stored::instance).transpose()
}

const SELECT: &str = "SELECT body, issuer_group, split, time_split, same_text_as
    FROM instance LEFT JOIN instance_split ON instance_id = id";

/// An instance and its split as stored apart: splits are made over all instances.
struct Stored {
    body: String,
    split: Option<(i64, String, String)>,
    same_text_as: Option<String>,
}

impl Stored {
    fn of(row: &Row<'_>) -> rusqlite::Result<Stored> {
        let group: Option<i64> = row.get(1)?;
        Ok(Stored {
            body: row.get(0)?,
            split: match group {
                Some(group) => Some((group, row.get(2)?, row.get(3)?)),
                None => None,
            },
            same_text_as: row.get(4)?,
        })
    }

    fn instance(self) -> Result<Instance, StoreError> {
        let mut instance: Instance = serde_json::from_str(&self.body)?;
        if let Some((group, split, time_split)) = self.split {
            let part = |name: String| serde_json::from_value(serde_json::Value::String(name));
            instance.group = group.unsigned_abs();
            instance.split = part(split)?;
            instance.time_split = part(time_split)?;
        }
        if let Some(other) = self.same_text_as {
            instance.flags.push(raise("duplicate-text", other));
        }
        Ok(instance)
    }
}

/// Replaces all splits; gives the digest.
pub fn save_splits(tx: &Transaction<'_>, placed: &[Placed]) -> Result<String, StoreError> {
    clear_splits(tx)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO instance_split (instance_id, issuer_group, split, time_split, same_text_as)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let name = |split: &Split| match split {
        Split::Train => "train",
        Split::Validation => "validation",
        Split::Test => "test",
    };
    let mut all = String::new();
    for p in placed {
        let (split, time) = (name(&p.split), name(&p.time_split));
        insert.execute(params![p.id, p.group as i64, split, time, p.same_text_as])?;
        all.push_str(&format!("{} {} {split} {time} {:?}\n", p.id, p.group, p.same_text_as));
    }
    Ok(super::sha256(all.as_bytes()))
}

/// Removes all splits.
pub fn clear_splits(tx: &Transaction<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM instance_split", [])?;
    Ok(())
}

/// The assemble job that made an instance.
pub fn job_of(connection: &Connection, id: &str) -> Result<Option<String>, StoreError> {
    use rusqlite::OptionalExtension;
    Ok(connection
        .prepare_cached("SELECT job_key FROM instance WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?)
}

/// Digests of all instances, by id.
pub fn digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT id, digest FROM instance ORDER BY id")
}
