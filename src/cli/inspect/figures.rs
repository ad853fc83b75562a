//! `inspect figures`.

use super::{Arguments, Failure};
use crate::filing::figures::{self, Figure};
use crate::ids::Form;
use crate::span::CharOffsets;
use crate::text;
use serde_json::{Value, json};

/// The object of the contract for one call.
pub fn run(arguments: &Arguments) -> Result<Value, Failure> {
    let form = Form::parse(arguments.form.as_deref().unwrap_or("10-K"));
    let bytes = arguments.bytes()?;
    let text = text::read(&bytes, None);
    let offsets = CharOffsets::new(&text.content);
    let figures = figures::read(&bytes, &text, &form);
    let months = if form.is_quarterly() { 3 } else { 12 };
    let shown: Vec<Value> = figures
        .iter()
        .filter(|f| is_main(f, &figures, months))
        .map(|f| {
            let span = f.span.map(|s| offsets.span(&text.content, s));
            json!({
                "item": f.item, "period_start": f.period_start, "period_end": f.period_end,
                "reported": number(f.reported), "restated": number(f.restated), "unit": f.unit,
                "source": f.source, "cell": f.cell, "span": span,
                "confidence": (f.confidence * 1000.0).round() / 1000.0, "flags": f.flags,
            })
        })
        .collect();
    Ok(json!({"figures": shown}))
}

/// Whether a figure is printed: of several lengths that end on one day, the one of the form; pairs always.
fn is_main(figure: &Figure, all: &[Figure], months: i64) -> bool {
    if figure.restated.is_some() {
        return true;
    }
    let off = |f: &Figure| {
        let days =
            f.period_start.zip(f.period_end).map(|(s, e)| s.until(e).map_or(0, |d| i64::from(d.get_days())));
        days.map_or(0, |days| ((days + 15) / 30 - months).abs())
    };
    // A day on which a whole period ends also ends its last quarter: the length of the form is meant.
    let dated =
        |f: &&Figure| f.period_start.is_some() && f.period_end == figure.period_end && f.restated.is_none();
    let best = all.iter().filter(dated).map(off).min().unwrap_or(0);
    if figure.period_start.is_some() && off(figure) > best {
        return false;
    }
    !all.iter().any(|other| {
        other.item == figure.item
            && other.period_end == figure.period_end
            && (off(other), other.source, &other.unit) < (off(figure), figure.source, &figure.unit)
            && other.restated.is_none()
    })
}

/// A JSON number in units.
pub(super) fn number(value: Option<rust_decimal::Decimal>) -> Value {
    match value {
        None => Value::Null,
        Some(value) => {
            let shown = value.normalize().to_string();
            shown.parse::<serde_json::Number>().map_or(Value::Null, Value::Number)
        }
    }
}
