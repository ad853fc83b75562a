//! `docs/schema.md`: both databases described from the SQL that makes them.

use crate::store::MIGRATIONS;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The page, whole.
pub fn schema_page() -> rusqlite::Result<String> {
    let mut out = "# Schema\n\nThis page is made from `migrations/*.sql` and `src/export/dataset.sql`; do not edit it. \
        Dates are ISO texts, enums are in kebab-case, columns marked JSON hold JSON texts.\n\n"
        .to_owned();
    out.push_str("## The dataset\n\nOne SQLite file, written by `afb-build export`. Text offsets count characters.\n\n");
    database(&mut out, &format!("{}\n{}", super::sqlite::LAYOUT, super::seal::LAYOUT))?;
    out.push_str(
        "## The data directory\n\n`afb.sqlite`, the state of a build. Text offsets count bytes.\n\n",
    );
    let migrations: String = MIGRATIONS.iter().map(|(_, sql)| format!("{sql}\n")).collect();
    database(&mut out, &migrations)?;
    Ok(out.trim_end().to_owned() + "\n")
}

fn database(out: &mut String, sql: &str) -> rusqlite::Result<()> {
    let remarks = remarks(sql);
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(sql)?;
    let mut objects = connection.prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY type, rowid",
    )?;
    let objects: Vec<(String, String, String)> = objects
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    for (kind, name, text) in objects {
        let _ = write!(out, "### {kind} `{name}`\n\n");
        if let Some(remark) = remarks.get(&(name.clone(), String::new())) {
            let _ = write!(out, "{remark}\n\n");
        }
        if kind == "table" {
            columns(out, &connection, &name, &remarks)?;
        } else {
            let _ = write!(out, "```sql\n{text};\n```\n\n");
        }
    }
    Ok(())
}

fn columns(
    out: &mut String,
    connection: &Connection,
    table: &str,
    remarks: &BTreeMap<(String, String), String>,
) -> rusqlite::Result<()> {
    let mut keys =
        connection.prepare("SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list(?1)")?;
    let keys: BTreeMap<String, String> = keys
        .query_map([table], |row| {
            Ok((
                row.get::<_, String>(0)?,
                format!("{}.{}", row.get::<_, String>(1)?, row.get::<_, String>(2)?),
            ))
        })?
        .collect::<Result<_, _>>()?;
    let mut info =
        connection.prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY cid")?;
    let rows = info.query_map([table], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, String>(1)?,
            row.get::<_, bool>(2)?,
            row.get::<_, i64>(3)?,
        ))
    })?;
    out.push_str("| column | type | empty | what |\n|---|---|---|---|\n");
    for row in rows {
        let (name, kind, not_null, key) = row?;
        let mut what: Vec<String> = Vec::new();
        if key > 0 {
            what.push("key".to_owned());
        }
        if let Some(target) = keys.get(&name) {
            what.push(format!("refers to `{target}`"));
        }
        if let Some(remark) = remarks.get(&(table.to_owned(), name.clone())) {
            what.push(remark.replace('|', "\\|"));
        }
        let empty = if not_null || key > 0 { "" } else { "may be" };
        let _ = writeln!(out, "| `{name}` | {kind} | {empty} | {} |", what.join("; "));
    }
    out.push('\n');
    Ok(())
}

/// Comments of the SQL: those above a table or view under (name, ""), those behind a column under (table, column).
fn remarks(sql: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    let mut above: Vec<&str> = Vec::new();
    let mut table = String::new();
    for line in sql.lines() {
        let line = line.trim();
        if let Some(remark) = line.strip_prefix("-- ") {
            above.push(remark);
            continue;
        }
        let mut words = line.split_whitespace();
        if let (Some("CREATE"), Some("TABLE" | "VIEW"), Some(name)) =
            (words.next(), words.next(), words.next())
        {
            table = name.to_owned();
            if let ("IF", Some(name)) = (name, words.nth(2)) {
                table = name.to_owned();
            }
            if !above.is_empty() {
                found.insert((table.clone(), String::new()), above.join(" "));
            }
        } else if let (Some((code, remark)), false) = (line.split_once("-- "), table.is_empty()) {
            let column = code.split_whitespace().next().unwrap_or_default();
            found.insert((table.clone(), column.to_owned()), remark.trim().to_owned());
        }
        if line.ends_with(';') {
            table.clear();
        }
        above.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The page in the repository is the one that the SQL gives.
    #[test]
    fn the_page_is_current() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema.md");
        let page = schema_page().unwrap();
        if std::env::var_os("AFB_BLESS").is_some() {
            crate::export::place::text(&path, &page).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == page,
            "docs/schema.md is not what the SQL says; write it anew with\n  AFB_BLESS=1 cargo test --release --lib export::docs"
        );
    }

    /// What `schema` declares for Parquet and JSONL is what the SQL declares.
    #[test]
    fn sql_and_declared_columns_agree() {
        use crate::export::build::CaseRow;
        use crate::export::schema::{self, Kind};
        use crate::tasks::Task;
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(crate::export::sqlite::LAYOUT).unwrap();
        let tables = Task::ALL.map(|task| (task.as_str(), schema::columns(task)));
        for (table, columns) in tables.into_iter().chain([("case_", CaseRow::columns())]) {
            let mut info = connection
                .prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY cid")
                .unwrap();
            let sql: Vec<(String, String, bool)> = info
                .query_map([table], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get::<_, bool>(2)? || row.get::<_, i64>(3)? > 0))
                })
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let declared: Vec<(String, String, bool)> = columns
                .iter()
                .map(|column| {
                    let kind = match column.kind {
                        Kind::Text | Kind::Json => "TEXT",
                        Kind::Integer | Kind::Bool => "INTEGER",
                        Kind::Real => "REAL",
                    };
                    (column.name.to_string(), kind.to_owned(), !column.nullable)
                })
                .collect();
            assert_eq!(sql, declared, "{table}");
        }
    }
}
