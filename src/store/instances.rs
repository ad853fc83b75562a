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

/// One instance.
pub fn one(connection: &Connection, id: &str) -> Result<Option<Instance>, StoreError> {
    super::releases::json(connection, "SELECT body FROM instance WHERE id = ?1", id)
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
