//! `inspect periods`.

use super::{Arguments, Failure};
use crate::release::periods;
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let text = arguments.text.as_deref().ok_or_else(|| Failure::usage("a TEXT is needed"))?;
    let hint = match arguments.fiscal_year_end.as_deref() {
        None | Some("") => None,
        Some(given) => Some(month_day(given).ok_or_else(|| {
            Failure::usage(format!("--fiscal-year-end {given}: four digits, month and day, as in 0630"))
        })?),
    };
    let found = periods::read(text, hint);
    let listed: Vec<Value> = found
        .periods
        .iter()
        .map(|found| {
            let period = &found.period;
            json!({
                "label": period.label,
                "start": period.start,
                "end": period.end,
                "kind": period.kind,
                "flags": period.flags,
            })
        })
        .collect();
    let conduct = &found.conduct;
    Ok(json!({
        "periods": listed,
        "conduct": {"start": conduct.start, "end": conduct.end, "flags": conduct.flags},
    }))
}

/// `0630` or `06-30` to month and day.
fn month_day(given: &str) -> Option<(u8, u8)> {
    let digits: String = given.chars().filter(|c| !matches!(c, '-' | '/')).collect();
    let month = digits.get(..2)?.parse().ok()?;
    let day = digits.get(2..)?.parse().ok()?;
    // 2000 had a February 29.
    jiff::civil::Date::new(2000, i8::try_from(month).ok()?, i8::try_from(day).ok()?)
        .ok()
        .map(|_| (month, day))
}
