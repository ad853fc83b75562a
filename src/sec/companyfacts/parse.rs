//! One pass over the JSON with our own visitors: no tree is built, unwanted tags are stepped over.

use super::{Fact, Facts, FactsError, Name, tags};
use crate::ids::Accession;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// Reads a file; with `all` every tag, else the wanted ones.
pub fn read(json: &str, all: bool) -> Result<Facts, FactsError> {
    let mut state = State { facts: Facts::default(), index: HashMap::new(), all, wanted: wanted() };
    let mut reader = serde_json::Deserializer::from_str(json);
    let outcome = Top(&mut state).deserialize(&mut reader).and_then(|()| reader.end());
    outcome.map_err(|error| FactsError {
        message: error.to_string(),
        line: error.line(),
        column: error.column(),
    })?;
    Ok(state.facts)
}

type Tags = HashMap<&'static str, Vec<&'static str>>;

/// Wanted tags by name, with the taxonomies that they are wanted of.
fn wanted() -> Tags {
    let mut map: Tags = HashMap::new();
    for wanted in tags::wanted() {
        map.entry(wanted.tag).or_default().push(wanted.taxonomy);
    }
    map
}

struct State<'j> {
    facts: Facts,
    index: HashMap<Cow<'j, str>, Name>,
    all: bool,
    wanted: Tags,
}

impl<'j> State<'j> {
    fn name(&mut self, text: Text<'j>) -> Name {
        let text = match text {
            Text::Borrowed(text) => Cow::Borrowed(text),
            Text::Owned(text) => Cow::Owned(text),
        };
        if let Some(name) = self.index.get(&text) {
            return *name;
        }
        let name = self.push(text.clone().into_owned());
        self.index.insert(text, name);
        name
    }

    fn push(&mut self, text: String) -> Name {
        self.facts.names.push(text);
        Name(self.facts.names.len() as u32 - 1)
    }
}

/// A text of the file: borrowed where it holds no escapes.
#[derive(Debug)]
enum Text<'j> {
    Borrowed(&'j str),
    Owned(String),
}

impl Text<'_> {
    fn as_str(&self) -> &str {
        match self {
            Text::Borrowed(text) => text,
            Text::Owned(text) => text,
        }
    }
}

/// Takes a text; null and other kinds of value are nothing, and no error.
struct MaybeText;

impl<'j> DeserializeSeed<'j> for MaybeText {
    type Value = Option<Text<'j>>;
    fn deserialize<D: Deserializer<'j>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'j> Visitor<'j> for MaybeText {
    type Value = Option<Text<'j>>;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a text")
    }
    fn visit_borrowed_str<E>(self, v: &'j str) -> Result<Self::Value, E> {
        Ok(Some(Text::Borrowed(v)))
    }
    fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
        Ok(Some(Text::Owned(v.to_owned())))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Self::Value, E> {
        Ok(Some(Text::Owned(v.to_string())))
    }
    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
    fn visit_seq<A: SeqAccess<'j>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

macro_rules! seed {
    ($name:ident, $how:ident) => {
        impl<'j> DeserializeSeed<'j> for $name<'_, 'j> {
            type Value = ();
            fn deserialize<D: Deserializer<'j>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.$how(self)
            }
        }
    };
}

/// `{cik, entityName, facts}`.
struct Top<'s, 'j>(&'s mut State<'j>);
seed!(Top, deserialize_map);

impl<'j> Visitor<'j> for Top<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with cik, entityName and facts")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = false;
        while let Some(key) = map.next_key_seed(MaybeText)? {
            match key.as_ref().map_or("", Text::as_str) {
                "cik" => {
                    self.0.facts.cik =
                        map.next_value_seed(MaybeText)?.and_then(|t| t.as_str().trim().parse().ok())
                }
                "entityName" => {
                    let name = map.next_value_seed(MaybeText)?;
                    self.0.facts.entity_name = name.map_or(String::new(), |t| t.as_str().to_owned());
                }
                "facts" => {
                    if std::mem::replace(&mut seen, true) {
                        self.0.facts.flag("duplicate-key");
                    }
                    map.next_value_seed(Taxonomies(self.0))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct Taxonomies<'s, 'j>(&'s mut State<'j>);
seed!(Taxonomies, deserialize_map);

impl<'j> Visitor<'j> for Taxonomies<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of taxonomies")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(MaybeText)? {
            let Some(key) = key else { continue };
            if self.0.all || matches!(key.as_str(), "us-gaap" | "ifrs-full") {
                let taxonomy = self.0.name(key);
                map.next_value_seed(Tagged(self.0, taxonomy))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct Tagged<'s, 'j>(&'s mut State<'j>, Name);
seed!(Tagged, deserialize_map);

impl<'j> Visitor<'j> for Tagged<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of tags")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen: Vec<Name> = Vec::new();
        while let Some(key) = map.next_key_seed(MaybeText)? {
            let Some(key) = key else { continue };
            let taxonomy = self.0.facts.name(self.1);
            let wanted =
                self.0.all || self.0.wanted.get(key.as_str()).is_some_and(|of| of.contains(&taxonomy));
            if !wanted {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let tag = self.0.name(key);
            if !self.0.all {
                if seen.contains(&tag) {
                    self.0.facts.flag("duplicate-key");
                }
                seen.push(tag);
            }
            map.next_value_seed(Concept(self.0, self.1, tag))?;
        }
        Ok(())
    }
}

/// `{label, description, units}`.
struct Concept<'s, 'j>(&'s mut State<'j>, Name, Name);
seed!(Concept, deserialize_map);

impl<'j> Visitor<'j> for Concept<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with units")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(MaybeText)? {
            if key.as_ref().map_or("", Text::as_str) == "units" {
                map.next_value_seed(Units(self.0, self.1, self.2))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

struct Units<'s, 'j>(&'s mut State<'j>, Name, Name);
seed!(Units, deserialize_map);

impl<'j> Visitor<'j> for Units<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of units")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(MaybeText)? {
            let Some(key) = key else { continue };
            let unit = self.0.name(key);
            map.next_value_seed(Rows(self.0, self.1, self.2, unit))?;
        }
        Ok(())
    }
}

struct Rows<'s, 'j>(&'s mut State<'j>, Name, Name, Name);
seed!(Rows, deserialize_seq);

impl<'j> Visitor<'j> for Rows<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of values")
    }
    fn visit_seq<A: SeqAccess<'j>>(self, mut seq: A) -> Result<(), A::Error> {
        let Rows(state, taxonomy, tag, unit) = self;
        while seq.next_element_seed(Row { state, of: (taxonomy, tag, unit) })?.is_some() {}
        Ok(())
    }
}

struct Row<'s, 'j> {
    state: &'s mut State<'j>,
    of: (Name, Name, Name),
}
seed!(Row, deserialize_map);

/// Keys of one row.
enum Key {
    Start,
    End,
    Val,
    Accn,
    Form,
    Filed,
    Other,
}

struct KeySeed;

impl<'j> DeserializeSeed<'j> for KeySeed {
    type Value = Key;
    fn deserialize<D: Deserializer<'j>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeySeed {
    type Value = Key;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E>(self, v: &str) -> Result<Key, E> {
        Ok(match v {
            "start" => Key::Start,
            "end" => Key::End,
            "val" => Key::Val,
            "accn" => Key::Accn,
            "form" => Key::Form,
            "filed" => Key::Filed,
            _ => Key::Other,
        })
    }
}

impl<'j> Visitor<'j> for Row<'_, 'j> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value with end, val and accn")
    }
    fn visit_map<A: MapAccess<'j>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut start, mut end, mut accn, mut form, mut filed) = (None, None, None, None, None);
        let mut value: Option<&'j RawValue> = None;
        let mut twice = false;
        while let Some(key) = map.next_key_seed(KeySeed)? {
            match key {
                Key::Start => start = map.next_value_seed(MaybeText)?,
                Key::End => {
                    twice |= end.is_some();
                    end = map.next_value_seed(MaybeText)?;
                }
                Key::Val => {
                    twice |= value.is_some();
                    value = Some(map.next_value()?);
                }
                Key::Accn => {
                    twice |= accn.is_some();
                    accn = map.next_value_seed(MaybeText)?;
                }
                Key::Form => form = map.next_value_seed(MaybeText)?,
                Key::Filed => filed = map.next_value_seed(MaybeText)?,
                Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let Row { state, of } = self;
        if twice {
            state.facts.flag("duplicate-key");
        }
        let date = |text: Option<&Text>| text.and_then(|t| date_of(t.as_str()));
        let Some(last) = date(end.as_ref()) else {
            state.facts.flag("unreadable-date");
            return Ok(());
        };
        let first = date(start.as_ref());
        if start.is_some() && first.is_none() {
            state.facts.flag("unreadable-date");
            return Ok(());
        }
        if first.is_some_and(|first| first > last) {
            state.facts.flag("unreadable-date");
            return Ok(());
        }
        let Some(accn) = accn.filter(|a| is_accession(a.as_str())) else {
            state.facts.flag("unreadable-accession");
            return Ok(());
        };
        let value = match value.map(RawValue::get) {
            None | Some("null") => None,
            Some(raw) => {
                let value = decimal_of(raw);
                if value.is_none() {
                    state.facts.flag("unreadable-value");
                }
                value
            }
        };
        let filed = date(filed.as_ref());
        let accession = state.name(accn);
        let form = state.name(form.unwrap_or(Text::Borrowed("")));
        let (taxonomy, tag, unit) = of;
        let facts = &mut state.facts.facts;
        if facts.len() == facts.capacity() {
            // By an eighth and not by doubling: a large file's facts then take no more than a part of its size.
            facts.reserve_exact((facts.len() / 8).max(1_024));
        }
        facts.push(Fact { taxonomy, tag, unit, start: first, end: last, value, accession, form, filed });
        Ok(())
    }
}

fn is_accession(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 20 && bytes[10] == b'-' && bytes[13] == b'-' || text.parse::<Accession>().is_ok()
}

/// `YYYY-MM-DD`.
fn date_of(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let number = |range: std::ops::Range<usize>| {
        bytes[range].iter().try_fold(0i16, |n, b| b.is_ascii_digit().then(|| n * 10 + i16::from(b - b'0')))
    };
    Date::new(number(0..4)?, number(5..7)? as i8, number(8..10)? as i8).ok()
}

/// A JSON number, or a text that holds one; None for what is no number or beyond 28 digits.
fn decimal_of(raw: &str) -> Option<Decimal> {
    let bare = raw.trim_matches('"').trim();
    // Most values are plain integers.
    if bare.len() <= 18
        && let Ok(value) = bare.parse::<i64>()
    {
        return Some(Decimal::from(value));
    }
    if bare.len() > 40 {
        return None;
    }
    if bare.contains(['e', 'E']) { Decimal::from_scientific(bare).ok() } else { bare.parse().ok() }
}
