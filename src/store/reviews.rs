//! Questions to people as they were asked, and answers, which are only ever added.

use super::StoreError;
use crate::quality::review::{Answer, Decisions, Kind, Question};
use rusqlite::{Connection, Transaction, params};
use std::collections::BTreeMap;

/// Keeps questions as they are asked now.
pub fn ask(tx: &Transaction<'_>, questions: &[Question]) -> Result<(), StoreError> {
    let mut upsert = tx.prepare_cached(
        "INSERT INTO review_question (key, question, subject, evidence, proposed, allowed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (key) DO UPDATE SET evidence = ?4, proposed = ?5, allowed = ?6",
    )?;
    for q in questions {
        upsert.execute(params![
            q.key(),
            q.kind.as_str(),
            q.subject,
            q.evidence,
            q.proposed,
            serde_json::to_string(&q.allowed)?
        ])?;
    }
    Ok(())
}

/// All questions that were ever asked, by key.
pub fn asked(connection: &Connection) -> Result<BTreeMap<String, Question>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT key, question, subject, evidence, proposed, allowed FROM review_question ORDER BY key",
    )?;
    let rows = statement.query_map([], |row| {
        let texts: [String; 6] =
            [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
        Ok(texts)
    })?;
    rows.map(|row| {
        let [key, kind, subject, evidence, proposed, allowed] = row?;
        let allowed = serde_json::from_str(&allowed)?;
        Ok((key, Question { kind: named(kind)?, subject, evidence, proposed, allowed }))
    })
    .collect()
}

/// Adds answers; nothing that stands is changed.
pub fn record(tx: &Transaction<'_>, answers: &[Answer]) -> Result<(), StoreError> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO review (key, question, answer, reviewer, reason, decided) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for a in answers {
        insert.execute(params![a.key, a.kind.as_str(), a.answer, a.reviewer, a.reason, a.decided])?;
    }
    Ok(())
}

/// All answers, in the order in which they were given.
pub fn answers(connection: &Connection) -> Result<Vec<Answer>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT key, question, answer, reviewer, reason, decided FROM review ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok((
            row.get::<_, String>(1)?,
            Answer {
                key: row.get(0)?,
                kind: Kind::Check,
                answer: row.get(2)?,
                reviewer: row.get(3)?,
                reason: row.get(4)?,
                decided: row.get(5)?,
            },
        ))
    })?;
    rows.map(|row| {
        let (kind, answer) = row?;
        Ok(Answer { kind: named(kind)?, ..answer })
    })
    .collect()
}

/// What counts now: the latest answer of every question.
pub fn decisions(connection: &Connection) -> Result<Decisions, StoreError> {
    Ok(Decisions::of(answers(connection)?))
}

/// Answers about a subject or with a key; a release by its number too.
pub fn about(connection: &Connection, subject: &str) -> Result<Vec<Answer>, StoreError> {
    let number = subject.split(':').next().unwrap_or(subject);
    Ok(answers(connection)?
        .into_iter()
        .filter(|answer| {
            let rest = answer.key.split_once('|').map_or("", |(_, rest)| rest);
            answer.key == subject
                || rest == subject
                || rest.split_once('|').is_some_and(|(of, _)| of == number)
        })
        .collect())
}

fn named(kind: String) -> Result<Kind, StoreError> {
    Kind::from_name(&kind).ok_or(StoreError::Value(kind))
}
