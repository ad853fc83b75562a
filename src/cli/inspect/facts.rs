//! `inspect facts`.

use super::figures::number;
use super::{Arguments, Failure};
use crate::ids::{Accession, Cik};
use crate::sec::companyfacts::{self, Facts, Query};
use jiff::civil::Date;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, Read};
use zip::ZipArchive;

fn unreadable(message: impl ToString) -> Failure {
    Failure { kind: "unreadable", message: message.to_string() }
}

/// The facts of a companyfacts file, or of one filer in the SEC's archive of all of them, which is read in place.
fn facts_of(arguments: &Arguments) -> Result<Facts, Failure> {
    let path = arguments.file.as_deref().ok_or_else(|| Failure::usage("a FILE is needed"))?;
    let mut file = File::open(path).map_err(|error| unreadable(format!("cannot read {path}: {error}")))?;
    let mut magic = [0; 4];
    let is_archive = file.read_exact(&mut magic).is_ok() && magic.starts_with(b"PK");
    if is_archive {
        let cik =
            arguments.cik.ok_or_else(|| Failure::usage("--cik NUMBER is needed to read from an archive"))?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(unreadable)?;
        let facts = companyfacts::member(&mut archive, Cik(cik)).map_err(unreadable)?;
        return Ok(facts.unwrap_or_default());
    }
    let bytes = arguments.bytes()?;
    let json = std::str::from_utf8(&bytes).map_err(|error| unreadable(format!("not UTF-8: {error}")))?;
    companyfacts::read(json).map_err(unreadable)
}

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
    let facts = facts_of(arguments)?;
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
