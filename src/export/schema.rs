//! The declared shape of each table: names and types stand here once and are never inferred from rows.

use crate::ids::LineItem;
use crate::tasks::{Figure, Input, Instance, Task};
use serde::Serialize;
use std::borrow::Cow;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Characters; dates are ISO texts.
    Text,
    /// A whole number.
    Integer,
    /// A 64-bit float; money in whole units of the column `unit`.
    Real,
    /// True or false; in SQLite 1 or 0.
    Bool,
    /// A JSON value; a text in SQLite and Parquet, nested in JSONL.
    Json,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Null,
    /// Characters.
    Text(Cow<'a, str>),
    /// A whole number.
    Integer(i64),
    /// A float.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// JSON, as text.
    Json(String),
}

impl<'a> Value<'a> {
    /// A text.
    pub fn text(text: &'a str) -> Value<'a> {
        Value::Text(Cow::Borrowed(text))
    }

    /// A text, or nothing.
    pub fn maybe(text: Option<impl ToString>) -> Value<'a> {
        text.map_or(Value::Null, |text| Value::Text(Cow::Owned(text.to_string())))
    }

    /// A value as JSON.
    pub fn json<T: Serialize>(value: &T) -> Value<'a> {
        Value::Json(json(value))
    }

    /// A float; one that is no number is nothing.
    pub fn real(value: Option<f64>) -> Value<'a> {
        value.filter(|value| value.is_finite()).map_or(Value::Null, Value::Real)
    }
}

/// A value as compact JSON.
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// The kebab-case name of an enum value, the same in all datasets.
pub fn name<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its type.
    pub kind: Kind,
    /// Whether it may be empty.
    pub nullable: bool,
    /// What it holds, for people.
    pub about: Cow<'static, str>,
}

impl Column {
    /// A column that is never empty.
    pub fn new(name: &'static str, kind: Kind, about: &'static str) -> Column {
        Column { name: name.into(), kind, nullable: false, about: about.into() }
    }

    /// A column that may be empty.
    pub fn maybe(name: &'static str, kind: Kind, about: &'static str) -> Column {
        Column { nullable: true, ..Column::new(name, kind, about) }
    }
}

/// An instance on its way out, with how its texts are filled in again where they are left out.
pub struct Row<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// See [`super::withhold`]; none for an instance with its texts.
    pub rehydrate: Option<&'a str>,
}

/// Columns of a task, in order.
pub fn columns(task: Task) -> Vec<Column> {
    use Kind::{Integer, Json, Real, Text};
    let mut columns = vec![
        Column::new("id", Text, "Stable key of the instance"),
        Column::new("case_id", Text, "Case it comes from, see the table of cases"),
        Column::new("releases", Json, "Keys of the releases of the case"),
        Column::new("cik", Text, "Issuer whose filing this is: CIK in ten digits"),
        Column::new("issuer", Text, "Name of the issuer at that time"),
        Column::new("form", Text, "Form of the filing"),
        Column::new("accession", Text, "Accession number of the filing"),
        Column::new("url", Text, "Where the filing stands"),
        Column::maybe("restating_accession", Text, "Accession number of the restating filing"),
        Column::new("basis", Text, "How the restatement is known"),
        Column::new("period_label", Text, "Fiscal period of the issuer"),
        Column::maybe("period_start", Text, "First day of the period, ISO"),
        Column::maybe("period_end", Text, "Last day of the period, ISO"),
    ];
    match task {
        Task::Attribution => {
            columns.push(Column::maybe(
                "management_attribution",
                Text,
                "What a model is given: management's stated cause",
            ));
            for item in LineItem::ALL {
                for side in ["reported", "restated"] {
                    columns.push(Column {
                        name: format!("{side}_{}", column_name(item)).into(),
                        kind: Real,
                        nullable: true,
                        about: format!("What a model is given: {} as {side}", item.as_str()).into(),
                    });
                }
            }
            columns.push(Column::maybe(
                "unit",
                Text,
                "Unit of the figures; per-share figures are in this unit a share",
            ));
        }
        Task::Narrative => columns.push(Column::maybe("passage", Text, "What a model is given: the passage")),
        Task::Pattern => {
            columns.push(Column::maybe("input_text", Text, "What a model is given: the conduct described"))
        }
    }
    columns.extend([
        Column::maybe("placeholder", Json, "Why there is no input; such an instance counts for no score"),
        Column::new("label", Text, "Gold label"),
        Column::new("label_id", Integer, "Place of the label in the fixed list of the task, from 0"),
    ]);
    if task == Task::Pattern {
        columns.push(Column::new("secondary", Json, "Further categories of the case"));
    }
    columns.extend([
        Column::new("explanation", Text, "Gold explanation; in attribution the true driver"),
        Column::new(
            "explanation_parts",
            Json,
            "Its parts: quotes with their place in the evidence, computed sentences",
        ),
        Column::maybe("control", Text, "Kind of negative; empty for an instance at fault"),
        Column::new("score", Real, "Quality from 0 to 1, computed from evidence and flags"),
        Column::new("flags", Json, "Names of the quality flags"),
        Column::new("figures", Json, "All figures with period, source, filing and cell"),
        Column::new("evidence", Json, "Quotes with URL, SHA-256 and character offsets into the clean text"),
        Column::new("issuer_group", Integer, "Issuers that may not be parted: smallest CIK of the group"),
        Column::new("split", Text, "Split by issuer group"),
        Column::new("time_split", Text, "Split by time"),
        Column::maybe("rehydrate", Json, "How texts left out are filled in from a cache"),
    ]);
    columns
}

/// Values of an instance, in the order of [`columns`] of its task.
pub fn values<'a>(row: &Row<'a>) -> Vec<Value<'a>> {
    let i = row.instance;
    let mut values = vec![
        Value::text(&i.id),
        Value::text(&i.case_id),
        Value::json(&i.releases),
        Value::maybe(Some(i.cik)),
        Value::text(&i.issuer),
        Value::text(&i.form),
        Value::text(i.accession.as_str()),
        Value::text(&i.url),
        Value::maybe(i.restating_accession.as_ref()),
        Value::text(&i.basis),
        Value::text(&i.period_label),
        Value::maybe(i.period_start),
        Value::maybe(i.period_end),
        input(i).map_or(Value::Null, Value::text),
    ];
    if i.task == Task::Attribution {
        for item in LineItem::ALL {
            let figure = figure(i, item);
            values.push(Value::real(figure.and_then(|figure| figure.reported)));
            values.push(Value::real(figure.and_then(|figure| figure.restated)));
        }
        values.push(Value::maybe(unit(i)));
    }
    values.push(match &i.input {
        Input::Placeholder(placeholder) => Value::json(placeholder),
        _ => Value::Null,
    });
    values.push(Value::text(&i.label));
    let place = i.task.labels().iter().position(|label| *label == i.label);
    values.push(Value::Integer(place.map_or(-1, |place| place as i64)));
    if i.task == Task::Pattern {
        values.push(Value::json(&i.secondary));
    }
    values.extend([
        Value::Text(i.explanation.text().into()),
        Value::json(&i.explanation.parts),
        Value::maybe(i.control.map(|control| name(&control))),
        Value::Real(if i.score.is_finite() { i.score } else { 0.0 }),
        Value::json(&i.flags.iter().map(|flag| flag.flag.as_str()).collect::<Vec<_>>()),
        Value::json(&i.figures),
        Value::json(&i.evidence),
        Value::Integer(i.group as i64),
        Value::Text(name(&i.split).into()),
        Value::Text(name(&i.time_split).into()),
        row.rehydrate.map_or(Value::Null, |recipe| Value::Json(recipe.to_owned())),
    ]);
    values
}

/// The text a model is given; none for a placeholder.
pub fn input(instance: &Instance) -> Option<&str> {
    match &instance.input {
        Input::Attribution(input) => Some(&input.management_attribution),
        Input::Narrative(input) => Some(&input.passage),
        Input::Pattern(input) => Some(&input.input_text),
        Input::Placeholder(_) => None,
    }
}

/// Name of the column with the text a model is given.
pub fn input_column(task: Task) -> &'static str {
    match task {
        Task::Attribution => "management_attribution",
        Task::Narrative => "passage",
        Task::Pattern => "input_text",
    }
}

/// A line item as part of a column's name.
pub fn column_name(item: LineItem) -> String {
    item.as_str().replace('-', "_")
}

/// The figure of the instance's own period, else the first of the item.
fn figure(i: &Instance, item: LineItem) -> Option<&Figure> {
    let of_item = || i.figures.iter().filter(|figure| figure.item == item);
    of_item().find(|figure| Some(figure.period_end) == i.period_end).or_else(|| of_item().next())
}

fn unit(i: &Instance) -> Option<&str> {
    let units = || i.figures.iter().map(|figure| figure.unit.as_str());
    units()
        .find(|unit| !unit.contains('/'))
        .or_else(|| units().next().and_then(|unit| unit.split('/').next()))
}
