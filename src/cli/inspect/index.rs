//! `inspect index`.

use super::{Arguments, Failure};
use crate::sec::aaer_index::{self, IndexError};
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let page = aaer_index::read(&arguments.bytes()?, arguments.url.as_deref()).map_err(|error| {
        let kind = match error {
            IndexError::NotRecognised { .. } => "layout-not-recognised",
            IndexError::Oversized(_) => "oversized",
        };
        Failure { kind, message: error.to_string() }
    })?;
    let rows: Result<Vec<Value>, _> = page.rows.iter().map(serde_json::to_value).collect();
    let bug = |error: serde_json::Error| Failure { kind: "bug", message: error.to_string() };
    Ok(json!({
        "layout": page.layout,
        "title": page.title,
        "rows": rows.map_err(bug)?,
        "next": page.next,
        "problems": page.problems,
    }))
}
