//! `inspect facts`.

use super::figures::number;
use super::{Arguments, Failure};
use crate::ids::Accession;
use crate::sec::companyfacts::{self, Query};
use jiff::civil::Date;
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let accession = |text: &str| {
        text.parse::<Accession>()
            .map_err(|error| Failure::usage(format!("{error}; give it as printed by the SEC")))
    };
    let original =
        arguments.original.as_deref().ok_or_else(|| Failure::usage("--original ACCESSION is needed"))?;
    let period_end =
        arguments.period_end.as_deref().ok_or_else(|| Failure::usage("--period-end DATE is needed"))?;
    let query = Query {
        original: accession(original)?,
        restated: arguments.restated.as_deref().map(accession).transpose()?,
        period_end: period_end
            .parse::<Date>()
            .map_err(|_| Failure::usage(format!("--period-end {period_end}: a date like 2009-09-26")))?,
        months: arguments.months.unwrap_or(12),
    };
    let bytes = arguments.bytes()?;
    let unreadable = |message: String| Failure { kind: "unreadable", message };
    let json = std::str::from_utf8(&bytes).map_err(|error| unreadable(format!("not UTF-8: {error}")))?;
    let facts = companyfacts::read(json).map_err(|error| unreadable(error.to_string()))?;
    let items: Vec<Value> = facts
        .align(&query)
        .iter()
        .map(|row| {
            json!({
                "item": row.item, "tag": row.tag, "unit": row.unit, "start": row.start, "end": row.end,
                "original": number(row.original), "restated": number(row.restated),
                "original_filed": row.original_filed, "restated_filed": row.restated_filed,
                "restated_accession": row.restated_accession, "flags": row.flags,
            })
        })
        .collect();
    Ok(json!({"cik": facts.cik, "entity_name": facts.entity_name, "items": items, "flags": facts.flags}))
}
