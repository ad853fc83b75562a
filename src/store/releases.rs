//! Index pages, releases, their documents and texts, what was read in them, decisions and cases.

use super::StoreError;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A page of the index as kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexPage {
    /// Its address.
    pub url: String,
    /// SHA-256 of its bytes.
    pub blob: String,
    /// Layout it was read by.
    pub layout: String,
    /// The next page of the listing.
    pub next_url: Option<String>,
    /// Rows on it.
    pub rows: usize,
    /// Problems of the page, JSON.
    pub problems: String,
}

/// Saves a page, replacing what its address gave before.
pub fn save_index_page(tx: &Transaction<'_>, page: &IndexPage) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO index_page (url, blob, layout, next_url, rows, problems) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (url) DO UPDATE SET blob = ?2, layout = ?3, next_url = ?4, rows = ?5, problems = ?6",
        params![page.url, page.blob, page.layout, page.next_url, page.rows as i64, page.problems],
    )?;
    Ok(())
}

/// All pages, by address.
pub fn index_pages(connection: &Connection) -> Result<Vec<IndexPage>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT url, blob, layout, next_url, rows, problems FROM index_page ORDER BY url")?;
    let rows = statement.query_map([], |row| {
        Ok(IndexPage {
            url: row.get(0)?,
            blob: row.get(1)?,
            layout: row.get(2)?,
            next_url: row.get(3)?,
            rows: row.get::<_, i64>(4)? as usize,
            problems: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes a page that is planned no longer.
pub fn clear_index_page(tx: &Transaction<'_>, url: &str) -> Result<(), StoreError> {
    tx.execute("DELETE FROM index_page WHERE url = ?1", [url])?;
    Ok(())
}

/// A link beside a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct SeeAlso {
    /// Words of the link.
    pub label: String,
    /// Address.
    pub url: String,
}

/// One release of the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Release {
    /// Its AAER number(s) and its first other number.
    pub key: String,
    /// AAER numbers with suffixes.
    pub aaer_numbers: Vec<String>,
    /// Other release numbers.
    pub release_numbers: Vec<String>,
    /// Date of the index, ISO.
    pub date: Option<String>,
    /// Respondents as listed.
    pub respondents: String,
    /// Address of the document.
    pub url: Option<String>,
    /// Further addresses of the same document in other layouts.
    pub other_urls: Vec<String>,
    /// Further documents.
    pub see_also: Vec<SeeAlso>,
    /// The bracketed kind of a procedural row.
    pub procedural: Option<String>,
    /// Whether the bracket names a step of procedure.
    pub procedural_row: bool,
    /// Doubts about the row.
    pub problems: Vec<String>,
    /// Index pages that list it.
    pub pages: Vec<String>,
}

/// Brings the table in line with the merged index: rows are updated in place, so that nothing hanging on them
/// is lost; a release that no page lists any more keeps its row and loses its pages.
pub fn save_releases(tx: &Transaction<'_>, releases: &[Release]) -> Result<(), StoreError> {
    tx.execute("UPDATE release SET pages = '[]'", [])?;
    let mut upsert = tx.prepare_cached(
        "INSERT INTO release (key, aaer_numbers, release_numbers, date, respondents, url, body, procedural, problems, pages, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (key) DO UPDATE SET aaer_numbers = ?2, release_numbers = ?3, date = ?4, respondents = ?5, url = ?6,
           body = ?7, procedural = ?8, problems = ?9, pages = ?10, digest = ?11",
    )?;
    for release in releases {
        let body = serde_json::to_string(release)?;
        upsert.execute(params![
            release.key,
            serde_json::to_string(&release.aaer_numbers)?,
            serde_json::to_string(&release.release_numbers)?,
            release.date,
            release.respondents,
            release.url,
            body,
            release.procedural,
            serde_json::to_string(&release.problems)?,
            serde_json::to_string(&release.pages)?,
            crate::store::sha256(body.as_bytes()),
        ])?;
    }
    Ok(())
}

/// All listed releases with their digests, by key.
pub fn releases(connection: &Connection) -> Result<Vec<(Release, String)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT body, digest FROM release WHERE pages <> '[]' ORDER BY key")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    rows.map(|row| {
        let (body, digest) = row?;
        Ok((serde_json::from_str(&body)?, digest))
    })
    .collect()
}

/// One release.
pub fn release(connection: &Connection, key: &str) -> Result<Option<Release>, StoreError> {
    json(connection, "SELECT body FROM release WHERE key = ?1", key)
}

/// Keys of the releases that a person may mean: the key itself, or an AAER or other number that it carries.
pub fn keys_like(connection: &Connection, text: &str) -> Result<Vec<String>, StoreError> {
    let quoted = serde_json::to_string(text)?;
    let mut statement = connection.prepare_cached(
        "SELECT key FROM release WHERE key = ?1 OR instr(aaer_numbers, ?2) OR instr(release_numbers, ?2) ORDER BY key",
    )?;
    let rows = statement.query_map([text, quoted.as_str()], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Cases that a release belongs to.
pub fn cases_of(connection: &Connection, key: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT case_id FROM case_release WHERE release_key = ?1 ORDER BY case_id")?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A document of a release as kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReleaseDocument {
    /// As the index links it.
    pub url: String,
    /// `release` or `see-also`.
    pub role: String,
    /// Where redirects led.
    pub final_url: String,
    /// SHA-256 of its bytes.
    pub blob: String,
    /// Media type by content.
    pub media: String,
}

/// Replaces the documents of a release.
pub fn save_documents(
    tx: &Transaction<'_>,
    key: &str,
    documents: &[ReleaseDocument],
) -> Result<(), StoreError> {
    clear_documents(tx, key)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO release_document (release_key, url, role, final_url, blob, media) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for d in documents {
        insert.execute(params![key, d.url, d.role, d.final_url, d.blob, d.media])?;
    }
    Ok(())
}

/// Documents of a release, the release itself first.
pub fn documents(connection: &Connection, key: &str) -> Result<Vec<ReleaseDocument>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT url, role, final_url, blob, media FROM release_document WHERE release_key = ?1 ORDER BY role, url",
    )?;
    let rows = statement.query_map([key], |row| {
        Ok(ReleaseDocument {
            url: row.get(0)?,
            role: row.get(1)?,
            final_url: row.get(2)?,
            blob: row.get(3)?,
            media: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes the documents of a release.
pub fn clear_documents(tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM release_document WHERE release_key = ?1")?.execute([key])?;
    Ok(())
}

/// Clean text of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseText {
    /// SHA-256 of the bytes it was read from.
    pub blob: String,
    /// Media type.
    pub media: String,
    /// Pages of a PDF.
    pub pages: Option<u32>,
    /// The characters.
    pub content: String,
    /// Quality flags.
    pub quality: Vec<String>,
    /// Whether later stages may use it.
    pub usable: bool,
}

/// Saves the text of a release; gives its digest.
pub fn save_text(tx: &Transaction<'_>, key: &str, text: &ReleaseText) -> Result<String, StoreError> {
    let quality = serde_json::to_string(&text.quality)?;
    let digest = crate::store::sha256(format!("{}\0{}\0{}", text.usable, quality, text.content).as_bytes());
    tx.prepare_cached(
        "INSERT INTO release_text (release_key, blob, media, pages, content, quality, usable, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (release_key) DO UPDATE
         SET blob = ?2, media = ?3, pages = ?4, content = ?5, quality = ?6, usable = ?7, digest = ?8",
    )?
    .execute(params![
        key,
        text.blob,
        text.media,
        text.pages,
        text.content,
        quality,
        text.usable,
        digest
    ])?;
    Ok(digest)
}

/// Text of a release.
pub fn text(connection: &Connection, key: &str) -> Result<Option<ReleaseText>, StoreError> {
    let row = connection
        .prepare_cached(
            "SELECT blob, media, pages, content, quality, usable FROM release_text WHERE release_key = ?1",
        )?
        .query_row([key], |row| {
            Ok((
                ReleaseText {
                    blob: row.get(0)?,
                    media: row.get(1)?,
                    pages: row.get(2)?,
                    content: row.get(3)?,
                    quality: Vec::new(),
                    usable: row.get(5)?,
                },
                row.get::<_, String>(4)?,
            ))
        })
        .optional()?;
    row.map(|(mut text, quality)| {
        text.quality = serde_json::from_str(&quality)?;
        Ok(text)
    })
    .transpose()
}

/// Digests of the usable texts, by release.
pub fn text_digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT release_key, digest FROM release_text WHERE usable ORDER BY release_key")
}

/// Releases whose text has a quality flag.
pub fn texts_with_quality(connection: &Connection, flag: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT release_key FROM release_text WHERE instr(quality, ?1) > 0 ORDER BY release_key",
    )?;
    let rows = statement.query_map([serde_json::to_string(flag)?], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes the text of a release.
pub fn clear_text(tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM release_text WHERE release_key = ?1")?.execute([key])?;
    Ok(())
}

/// One field read from a release, with its quote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Who read it: `rules` or a model's name.
    pub voter: String,
    /// Which field.
    pub field: String,
    /// Its value.
    pub value: String,
    /// Byte offsets into the release's text; none for what follows from other findings.
    pub span: Option<(usize, usize)>,
    /// The quote at the span.
    pub quote: Option<String>,
    /// Whether the quote stands verbatim at the span.
    pub verified: bool,
}

/// Saves what was read in a release: whole as JSON, and one row a finding. Gives the digest.
pub fn save_reading<T: Serialize>(
    tx: &Transaction<'_>,
    key: &str,
    reading: &T,
    findings: &[Finding],
) -> Result<String, StoreError> {
    let body = serde_json::to_string(reading)?;
    let digest = crate::store::sha256(body.as_bytes());
    tx.prepare_cached(
        "INSERT INTO reading (release_key, reading, digest) VALUES (?1, ?2, ?3)
         ON CONFLICT (release_key) DO UPDATE SET reading = ?2, digest = ?3",
    )?
    .execute(params![key, body, digest])?;
    // What models read in the release is not this reading's to remove.
    tx.prepare_cached("DELETE FROM finding WHERE release_key = ?1 AND voter = 'rules'")?.execute([key])?;
    add_findings(tx, key, findings)?;
    Ok(digest)
}

/// Adds findings; the caller removed older ones of the same voter and fields.
pub fn add_findings(tx: &Transaction<'_>, key: &str, findings: &[Finding]) -> Result<(), StoreError> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO finding (release_key, voter, field, position, value, start, end, quote, verified)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let mut positions: std::collections::BTreeMap<(&str, &str), i64> = std::collections::BTreeMap::new();
    for finding in findings {
        let position = positions.entry((&finding.voter, &finding.field)).or_default();
        let (start, end) =
            finding.span.map_or((None, None), |(start, end)| (Some(start as i64), Some(end as i64)));
        insert.execute(params![
            key,
            finding.voter,
            finding.field,
            *position,
            finding.value,
            start,
            end,
            finding.quote,
            finding.verified
        ])?;
        *position += 1;
    }
    Ok(())
}

/// What was read in a release.
pub fn reading<T: DeserializeOwned>(connection: &Connection, key: &str) -> Result<Option<T>, StoreError> {
    json(connection, "SELECT reading FROM reading WHERE release_key = ?1", key)
}

/// Digests of all readings, by release.
pub fn reading_digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT release_key, digest FROM reading ORDER BY release_key")
}

/// Removes what was read in a release.
pub fn clear_reading(tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
    tx.prepare_cached("DELETE FROM finding WHERE release_key = ?1 AND voter = 'rules'")?.execute([key])?;
    tx.prepare_cached("DELETE FROM reading WHERE release_key = ?1")?.execute([key])?;
    Ok(())
}

/// Findings of a release, for people.
pub fn findings(connection: &Connection, key: &str) -> Result<Vec<Finding>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT voter, field, value, start, end, quote, verified FROM finding WHERE release_key = ?1
         ORDER BY voter, field, position",
    )?;
    let rows = statement.query_map([key], |row| {
        let start: Option<i64> = row.get(3)?;
        let end: Option<i64> = row.get(4)?;
        Ok(Finding {
            voter: row.get(0)?,
            field: row.get(1)?,
            value: row.get(2)?,
            span: start.zip(end).map(|(start, end)| (start as usize, end as usize)),
            quote: row.get(5)?,
            verified: row.get(6)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether a release is kept, and why not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The release.
    pub release: String,
    /// Kept for the datasets.
    pub kept: bool,
    /// Why not, in words that can be counted.
    pub reason: Option<String>,
    /// Place among the kept ones, from 1.
    pub rank: Option<i64>,
    /// Computed from evidence, 0 to 1.
    pub confidence: f64,
}

/// Replaces all decisions and cases: they are made together over all releases. A case is given with its id,
/// its body and the keys of its releases.
pub fn save_selection<C: Serialize>(
    tx: &Transaction<'_>,
    decisions: &[Decision],
    cases: &[(String, C, Vec<String>)],
) -> Result<(), StoreError> {
    clear_selection(tx)?;
    let mut insert = tx.prepare_cached(
        "INSERT INTO decision (release_key, kept, reason, rank, confidence) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for d in decisions {
        insert.execute(params![d.release, d.kept, d.reason, d.rank, d.confidence])?;
    }
    let mut insert = tx.prepare_cached("INSERT INTO case_ (id, body, digest) VALUES (?1, ?2, ?3)")?;
    let mut join = tx.prepare_cached("INSERT INTO case_release (case_id, release_key) VALUES (?1, ?2)")?;
    for (id, body, releases) in cases {
        let body = serde_json::to_string(body)?;
        insert.execute(params![id, body, crate::store::sha256(body.as_bytes())])?;
        for release in releases {
            join.execute(params![id, release])?;
        }
    }
    Ok(())
}

/// Removes all decisions and cases.
pub fn clear_selection(tx: &Transaction<'_>) -> Result<(), StoreError> {
    for table in ["case_release", "case_", "decision"] {
        tx.execute(&format!("DELETE FROM {table}"), [])?;
    }
    Ok(())
}

/// All decisions, by release.
pub fn decisions(connection: &Connection) -> Result<Vec<Decision>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT release_key, kept, reason, rank, confidence FROM decision ORDER BY release_key",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Decision {
            release: row.get(0)?,
            kept: row.get(1)?,
            reason: row.get(2)?,
            rank: row.get(3)?,
            confidence: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// One case.
pub fn case<T: DeserializeOwned>(connection: &Connection, id: &str) -> Result<Option<T>, StoreError> {
    json(connection, "SELECT body FROM case_ WHERE id = ?1", id)
}

/// Digests of all cases, by id.
pub fn case_digests(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT id, digest FROM case_ ORDER BY id")
}

/// Mean length of the clean texts, characters; none where there are none.
pub fn mean_characters(connection: &Connection) -> Result<Option<f64>, StoreError> {
    Ok(connection.query_row("SELECT avg(length(content)) FROM release_text", [], |row| row.get(0))?)
}

/// All cases with the keys of their releases, by case and key.
pub fn case_members(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    pairs(connection, "SELECT case_id, release_key FROM case_release ORDER BY case_id, release_key")
}

pub(super) fn pairs(connection: &Connection, sql: &str) -> Result<Vec<(String, String)>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn json<T: DeserializeOwned>(
    connection: &Connection,
    sql: &str,
    key: &str,
) -> Result<Option<T>, StoreError> {
    let body: Option<String> =
        connection.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()?;
    body.map(|body| serde_json::from_str(&body).map_err(StoreError::from)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn release(key: &str, respondents: &str) -> Release {
        Release {
            key: key.into(),
            aaer_numbers: vec!["AAER-9001".into()],
            respondents: respondents.into(),
            pages: vec!["https://www.sec.gov/x".into()],
            ..Release::default()
        }
    }

    /// STORE: reading the index again with a corrected title changes the row in place; what hangs on it stays.
    #[test]
    fn a_corrected_row_keeps_its_children() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), "test").unwrap();
        let finding = |value: &str| Finding {
            voter: "rules".into(),
            field: "period".into(),
            value: value.into(),
            span: Some((3, 9)),
            quote: Some("quoted".into()),
            verified: true,
        };
        let rowid = |c: &Connection| -> Result<i64, StoreError> {
            Ok(c.query_row("SELECT rowid FROM release WHERE key = 'k'", [], |row| row.get(0))?)
        };
        let before = store
            .write(|tx| {
                save_releases(tx, &[release("k", "Invented Inc")])?;
                save_reading(tx, "k", &"read", &[finding("FY2001"), finding("FY2002")])?;
                rowid(tx)
            })
            .unwrap();
        store.write(|tx| save_releases(tx, &[release("k", "Invented Industries, Inc.")])).unwrap();
        store
            .read(|c| {
                assert_eq!(releases(c)?[0].0.respondents, "Invented Industries, Inc.");
                assert_eq!(findings(c, "k")?.len(), 2);
                assert_eq!(rowid(c)?, before);
                Ok(())
            })
            .unwrap();
    }

    /// STORE: the same rows saved twice are the same rows once.
    #[test]
    fn saving_twice_doubles_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), "test").unwrap();
        let text = ReleaseText {
            blob: "b".into(),
            media: "text/html".into(),
            pages: None,
            content: "Clean text.".into(),
            quality: vec![],
            usable: true,
        };
        for _ in 0..2 {
            store
                .write(|tx| {
                    save_releases(tx, &[release("k", "Invented Inc")])?;
                    save_text(tx, "k", &text)
                })
                .unwrap();
        }
        assert_eq!(store.read(text_digests).unwrap().len(), 1);
        assert_eq!(store.read(|c| super::text(c, "k")).unwrap(), Some(text));
    }

    /// A page that no longer lists a release takes nothing that was read in it.
    #[test]
    fn a_release_that_left_the_index_keeps_what_was_read() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), "test").unwrap();
        store
            .write(|tx| {
                save_releases(tx, &[release("k", "Invented Inc")])?;
                save_reading(tx, "k", &"read", &[])?;
                save_releases(tx, &[])
            })
            .unwrap();
        store
            .read(|c| {
                assert!(releases(c)?.is_empty());
                assert_eq!(reading::<String>(c, "k")?, Some("read".into()));
                Ok(())
            })
            .unwrap();
    }
}
