//! The second job: what the release says, entry by entry.

use super::{Field, LeftOut, NOT_IN_QUOTE, PERIOD_MISMATCH, field, values};
use crate::llm::answer::{self, AnswerError};
use crate::llm::quote::Source;
use crate::period::{Period, PeriodKind};
use crate::release::summary::{Money, PartyRole};
use crate::release::{amounts, names, periods};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Roles, as rules name them.
pub const ROLES: [&str; 9] = [
    "issuer",
    "officer",
    "director",
    "employee",
    "auditor-firm",
    "auditor-person",
    "adviser",
    "aider",
    "other",
];
const KINDS: [&str; 3] = ["annual", "quarter", "transition"];
const DIRECTIONS: [&str; 2] = ["overstated", "understated"];

/// What a release says, by a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extracted {
    /// Registrants whose statements were false.
    pub issuers: Vec<Field<String>>,
    /// Affected periods.
    pub periods: Vec<Field<Period>>,
    /// Who is charged.
    pub parties: Vec<Field<PartyRole>>,
    /// Sentences that say what was misstated and how.
    pub mechanism: Vec<Field<()>>,
    /// Misstatement amounts.
    pub amounts: Vec<Field<Money>>,
    /// Codes of provisions.
    pub provisions: Vec<Field<String>>,
    /// First and last day of the conduct.
    pub conduct: Option<Field<(Option<Date>, Option<Date>)>>,
    /// Whether the misconduct is tied to reports of an issuer.
    pub traceable: Field<bool>,
    /// Parts of the text that were not shown.
    pub left_out: Vec<LeftOut>,
}

type Quoted<T> = (T, String);

pub(super) struct Shape {
    issuers: Vec<Quoted<String>>,
    periods: Vec<Quoted<Period>>,
    parties: Vec<Quoted<PartyRole>>,
    mechanism: Vec<String>,
    amounts: Vec<Quoted<Money>>,
    provisions: Vec<Quoted<String>>,
    conduct: Option<Quoted<(Option<Date>, Option<Date>)>>,
    traceable: Quoted<bool>,
}

pub(super) fn parse(raw: &str) -> Result<Shape, AnswerError> {
    use values::{day, entries, words, words_if_any};
    let object = answer::unwrap(raw)?;
    let conduct = match object.get("conduct") {
        None | Some(Value::Null) => None,
        Some(Value::Object(conduct)) => {
            let place = |error| values::at("conduct", error);
            let days = (day(conduct, "start").map_err(place)?, day(conduct, "end").map_err(place)?);
            let quote = words_if_any(conduct, "quote").map_err(place)?;
            // Nothing said in the shape of an object is nothing said.
            quote.filter(|_| days != (None, None)).map(|quote| (days, quote))
        }
        Some(_) => {
            return Err(AnswerError::WrongType { key: "conduct".to_owned(), expected: "an object or null" });
        }
    };
    Ok(Shape {
        issuers: entries(&object, "issuers", |entry| Ok((words(entry, "name")?, words(entry, "quote")?)))?,
        periods: entries(&object, "periods", |entry| Ok((period(entry)?, words(entry, "quote")?)))?,
        parties: entries(&object, "parties", |entry| {
            let role = ROLES.get(answer::choice(entry, "role", &ROLES)?).copied().unwrap_or("other");
            let party = PartyRole { name: words(entry, "name")?, role: role.to_owned() };
            Ok((party, words(entry, "quote")?))
        })?,
        mechanism: entries(&object, "mechanism", |entry| words(entry, "quote"))?,
        amounts: entries(&object, "amounts", |entry| Ok((money(entry)?, words(entry, "quote")?)))?,
        provisions: entries(&object, "provisions", |entry| {
            Ok((code(&words(entry, "code")?), words(entry, "quote")?))
        })?,
        conduct,
        traceable: (
            answer::boolean(&object, "traceable")?,
            words_if_any(&object, "traceable_quote")?.unwrap_or_default(),
        ),
    })
}

fn period(entry: &Map<String, Value>) -> Result<Period, AnswerError> {
    let kind = match answer::choice(entry, "kind", &KINDS)? {
        0 => PeriodKind::Annual,
        1 => PeriodKind::Quarter,
        _ => PeriodKind::Transition,
    };
    let end = values::day(entry, "end_date")?;
    let year = values::whole(entry, "fiscal_year", 1930..=2100, "a year such as 2003")?;
    let label = match (kind, end) {
        (PeriodKind::Annual, _) => format!("FY{year}"),
        (PeriodKind::Quarter, _) => {
            let quarter = values::whole(entry, "quarter", 1..=4, "1, 2, 3 or 4 for a quarter")?;
            format!("FY{year}-Q{quarter}")
        }
        (PeriodKind::Transition, Some(end)) => format!("T{end}"),
        (PeriodKind::Transition, None) => return Err(AnswerError::Missing("end_date".to_owned())),
    };
    Ok(Period { label, start: None, end, kind, flags: Vec::new() })
}

fn money(entry: &Map<String, Value>) -> Result<Money, AnswerError> {
    let direction = match values::words_if_any(entry, "direction")? {
        None => None,
        Some(_) => DIRECTIONS.get(answer::choice(entry, "direction", &DIRECTIONS)?).map(|d| (*d).to_owned()),
    };
    let unit = values::words(entry, "unit")?;
    let unit = match unit.to_ascii_lowercase().trim_end_matches('.') {
        "$" | "us$" | "usd" | "dollar" | "dollars" | "u.s. dollars" | "us dollars" => "USD".to_owned(),
        "%" | "percent" | "percentage" | "per cent" => "percent".to_owned(),
        _ => unit.chars().take(20).collect(),
    };
    Ok(Money {
        text: String::new(),
        value: answer::number(entry, "value")?,
        unit,
        measure: values::words_if_any(entry, "measure")?
            .map(|text| text.to_lowercase().replace([' ', '_'], "-")),
        direction,
    })
}

/// `Section 13(b)(2)(A)` and `Rule 13b2-1` as rules write their codes.
fn code(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let start = ["section", "sections", "rule", "rules"]
        .iter()
        .filter_map(|word| lower.rfind(&format!("{word} ")).map(|at| at + word.len() + 1))
        .max()
        .unwrap_or(0);
    let tail = text.get(start..).unwrap_or(text);
    let tail = tail.split(" of ").next().unwrap_or(tail);
    tail.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(24).collect()
}

pub(super) fn read(raw: &str, source: &Source<'_>, left_out: Vec<LeftOut>) -> Result<Extracted, AnswerError> {
    let shape = parse(raw)?;
    let quoted = |flag: &str, shown: bool, mut flags: Vec<String>| {
        if !shown && flags.is_empty() {
            flags.push(flag.to_owned());
        }
        flags
    };
    let issuers = shape.issuers.into_iter().map(|(name, quote)| {
        let shown = names_it(&quote, &name);
        let found = field(name, &quote, source);
        Field { flags: quoted(NOT_IN_QUOTE, shown, found.flags.clone()), ..found }
    });
    let parties = shape.parties.into_iter().map(|(party, quote)| {
        let shown = names_it(&quote, &party.name);
        let found = field(party, &quote, source);
        Field { flags: quoted(NOT_IN_QUOTE, shown, found.flags.clone()), ..found }
    });
    let periods = shape.periods.into_iter().map(|(period, quote)| {
        let (period, shown) = period_in(period, &quote);
        let found = field(period, &quote, source);
        Field { flags: quoted(PERIOD_MISMATCH, shown, found.flags.clone()), ..found }
    });
    let amounts = shape.amounts.into_iter().map(|(mut money, quote)| {
        let sum = amounts::read(&quote).into_iter().find(|sum| {
            let (said, read) = (money.value.abs(), sum.value.abs());
            (said - read).abs() <= 0.005 * said.max(read)
        });
        let shown = sum.is_some();
        if let Some(sum) = sum {
            money.text = sum.text;
            money.unit = sum.unit.to_owned();
        }
        let found = field(money, &quote, source);
        Field { flags: quoted(NOT_IN_QUOTE, shown, found.flags.clone()), ..found }
    });
    let provisions = shape.provisions.into_iter().map(|(code, quote)| {
        let bare = |text: &str| -> String {
            text.chars().filter(|c| c.is_ascii_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let plain = bare(code.trim_start_matches("SOX-"));
        let shown = plain.chars().any(|c| c.is_ascii_digit()) && bare(&quote).contains(&plain);
        let found = field(code, &quote, source);
        Field { flags: quoted(NOT_IN_QUOTE, shown, found.flags.clone()), ..found }
    });
    Ok(Extracted {
        issuers: issuers.collect(),
        periods: periods.collect(),
        parties: parties.collect(),
        mechanism: shape.mechanism.into_iter().map(|quote| field((), &quote, source)).collect(),
        amounts: amounts.collect(),
        provisions: provisions.collect(),
        conduct: shape.conduct.map(|(days, quote)| field(days, &quote, source)),
        traceable: field(shape.traceable.0, &shape.traceable.1, source),
        left_out,
    })
}

/// Whether a quote holds a name: all words of the name but its legal form stand in it.
fn names_it(quote: &str, name: &str) -> bool {
    let there = names::key_of(quote);
    let words = names::key_of(name);
    !words.is_empty() && words.iter().all(|word| there.contains(word))
}

/// The period as its quote says it: a list is no range and a range no list (the reader of rules decides), and the
/// quote has to name the year.
fn period_in(mut period: Period, quote: &str) -> (Period, bool) {
    let year = period.label.get(2..6).unwrap_or_default().to_owned();
    let found = periods::read(quote, None).periods;
    if let Some(same) = found.iter().find(|found| found.period.label == period.label) {
        if period.end.is_none() {
            period.end = same.period.end;
            period.flags = same.period.flags.clone();
        }
        period.start = same.period.start;
        return (period, true);
    }
    let by_end = found.iter().any(|found| found.period.end.is_some() && found.period.end == period.end);
    let sane = period.end.is_none_or(|end| {
        year.parse::<i16>()
            .map_or(period.kind == PeriodKind::Transition, |year| (end.year() - year).abs() <= 1)
    });
    // A fiscal year and its quarters may be read at either length; the year itself may not differ.
    let same_year = found.iter().any(|found| found.period.label.get(..6) == period.label.get(..6));
    (period, sane && (by_end || same_year || (found.is_empty() && quote.contains(&year))))
}

pub(super) fn schema() -> Value {
    let text = || json!({"type": "string"});
    let text_or_null = || json!({"type": ["string", "null"]});
    let list = |properties: Value| {
        let required: Vec<String> =
            properties.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
        json!({"type": "array", "items": {
            "type": "object", "additionalProperties": false, "required": required, "properties": properties,
        }})
    };
    let conduct = json!({
        "type": ["object", "null"], "additionalProperties": false, "required": ["start", "end", "quote"],
        "properties": {"start": text_or_null(), "end": text_or_null(), "quote": text()},
    });
    let properties = json!({
        "issuers": list(json!({"name": text(), "quote": text()})),
        "periods": list(json!({
            "kind": {"type": "string", "enum": KINDS}, "fiscal_year": {"type": "integer"},
            "quarter": {"type": ["integer", "null"]}, "end_date": text_or_null(), "quote": text(),
        })),
        "parties": list(json!({"name": text(), "role": {"type": "string", "enum": ROLES}, "quote": text()})),
        "mechanism": list(json!({"quote": text()})),
        "amounts": list(json!({
            "value": {"type": "number"}, "unit": text(), "measure": text_or_null(),
            "direction": {"type": ["string", "null"], "enum": ["overstated", "understated", null]}, "quote": text(),
        })),
        "provisions": list(json!({"code": text(), "quote": text()})),
        "conduct": conduct,
        "traceable": {"type": "boolean"},
        "traceable_quote": text_or_null(),
    });
    let required: Vec<String> =
        properties.as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
    json!({"type": "object", "additionalProperties": false, "required": required, "properties": properties})
}
