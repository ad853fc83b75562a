//! Instances as assembled.

use super::StoreError;
use super::releases::pairs;
use crate::tasks::Instance;
use rusqlite::{Connection, Transaction, params};

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

/// All instances, by id.
pub fn all(connection: &Connection) -> Result<Vec<Instance>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT body FROM instance ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
    rows.map(|body| Ok(serde_json::from_str(&body?)?)).collect()
}

/// Hands over all instances by id, one at a time, until `take` says no.
pub fn each(connection: &Connection, mut take: impl FnMut(Instance) -> bool) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT body FROM instance ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let body = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        if !take(serde_json::from_str(body)?) {
            break;
        }
    }
    Ok(())
}

/// One instance.
pub fn one(connection: &Connection, id: &str) -> Result<Option<Instance>, StoreError> {
    super::releases::json(connection, "SELECT body FROM instance WHERE id = ?1", id)
}

/// Digests of all instances, by id.
pub fn digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT id, digest FROM instance ORDER BY id")
}
