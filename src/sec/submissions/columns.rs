//! Columns of the submissions JSON, read without trusting their types: a text, number or null is a text; a
//! column that is no list is an empty one that says so.

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::DeserializeOwned};
use std::fmt;

/// A text, number or truth value as text; anything else is empty.
#[derive(Default)]
pub(super) struct Loose(pub String);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a single value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
        Ok(Loose(text.to_owned()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Loose, E> {
        Ok(Loose(number.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Loose, E> {
        Ok(Loose(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Loose, E> {
        Ok(Loose(number.to_string()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Loose, E> {
        Ok(Loose(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Loose, E> {
        Ok(Loose::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Loose, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Loose::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Loose::default())
    }
}

/// One column.
#[derive(Default)]
pub(super) struct Column {
    pub values: Vec<String>,
    /// It was there and no list.
    pub broken: bool,
}

impl Column {
    /// The value of a row, empty where the column is too short.
    pub fn at(&self, row: usize) -> &str {
        self.values.get(row).map_or("", String::as_str)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Through a value: one column of a foreign type must not cost the others.
        Ok(match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Array(values) => Column {
                values: values
                    .into_iter()
                    .map(|v| serde_json::from_value::<Loose>(v).map(|l| l.0).unwrap_or_default())
                    .collect(),
                broken: false,
            },
            serde_json::Value::Null => Column::default(),
            _ => Column { values: Vec::new(), broken: true },
        })
    }
}

/// A part of the file that may be of a foreign type; then it is empty.
pub(super) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// The columns that are used.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Columns {
    pub accession_number: Column,
    pub filing_date: Column,
    pub report_date: Column,
    pub form: Column,
    pub items: Column,
    pub size: Column,
    #[serde(rename = "isXBRL")]
    pub is_xbrl: Column,
    pub primary_document: Column,
}

impl Columns {
    /// Each column with its name in the file.
    pub fn named(&self) -> [(&'static str, &Column); 8] {
        [
            ("accessionNumber", &self.accession_number),
            ("filingDate", &self.filing_date),
            ("reportDate", &self.report_date),
            ("form", &self.form),
            ("items", &self.items),
            ("size", &self.size),
            ("isXBRL", &self.is_xbrl),
            ("primaryDocument", &self.primary_document),
        ]
    }
}
