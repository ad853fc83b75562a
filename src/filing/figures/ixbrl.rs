//! Inline XBRL facts of a filing, in one pass over its bytes: contexts, units, scale, sign, decimals.

use super::dates;
use crate::text::decode::decode;
use html5gum::{Token, Tokenizer};
use jiff::civil::Date;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// One numeric fact of the whole registrant (facts of members and segments are left out).
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// `us-gaap`, `ifrs-full`...
    pub taxonomy: String,
    /// The tag's local name.
    pub tag: String,
    /// First day; None for a balance.
    pub start: Option<Date>,
    /// Last day, or the day of the balance.
    pub end: Date,
    /// In units; None when the fact is nil or empty, which is not zero.
    pub value: Option<Decimal>,
    /// Digits that are exact, after the point (-6: millions); None for INF or absent.
    pub decimals: Option<i32>,
    /// `USD`, `USD/shares`, `CAD`...
    pub unit: String,
}

/// What the tags of one filing tell.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The facts, in document order.
    pub facts: Vec<Fact>,
    /// `dei:DocumentPeriodEndDate`.
    pub period_end: Option<Date>,
}

#[derive(Default)]
struct Context {
    start: Option<Date>,
    end: Option<Date>,
    members: bool,
}

struct Open {
    name: String,
    context: String,
    unit: String,
    scale: i32,
    negative: bool,
    nil: bool,
    format: String,
    decimals: Option<i32>,
    text: String,
}

/// Longest text kept of one fact.
const LONGEST: usize = 200;
/// Most open facts inside one another.
const DEEPEST: usize = 16;

/// Reads the facts; empty when the bytes hold no inline tags.
pub fn read(bytes: &[u8]) -> Facts {
    if memchr::memmem::find(bytes, b"ontextRef=").is_none()
        && memchr::memmem::find(bytes, b"ontextref=").is_none()
    {
        return Facts::default();
    }
    let source = decode(bytes).text;
    let mut contexts: HashMap<String, Context> = HashMap::new();
    let mut units: HashMap<String, String> = HashMap::new();
    let mut raw: Vec<Open> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut context: Option<(String, Context)> = None;
    let mut unit: Option<(String, String)> = None;
    let mut catch: Option<(&'static str, String)> = None;
    let mut period_end = None;
    for Ok(token) in Tokenizer::new(source.as_ref()) {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                let attribute = |key: &str| {
                    tag.attributes
                        .iter()
                        .find(|(k, _)| k.as_slice() == key.as_bytes())
                        .map(|(_, v)| String::from_utf8_lossy(v).into_owned())
                };
                match local(&name) {
                    "context" => context = attribute("id").map(|id| (id, Context::default())),
                    "unit" => unit = attribute("id").map(|id| (id, String::new())),
                    "explicitmember" | "typedmember" => {
                        if let Some((_, c)) = &mut context {
                            c.members = true;
                        }
                    }
                    "startdate" => catch = Some(("start", String::new())),
                    "enddate" => catch = Some(("end", String::new())),
                    "instant" => catch = Some(("instant", String::new())),
                    "measure" => catch = Some(("measure", String::new())),
                    "unitdenominator" => {
                        if let Some((_, u)) = &mut unit {
                            u.push('/');
                        }
                    }
                    "nonfraction" if open.len() < DEEPEST => {
                        let fact = Open {
                            name: attribute("name").unwrap_or_default(),
                            context: attribute("contextref").unwrap_or_default(),
                            unit: attribute("unitref").unwrap_or_default(),
                            scale: attribute("scale").and_then(|s| s.trim().parse().ok()).unwrap_or(0),
                            negative: attribute("sign").is_some_and(|s| s.trim() == "-"),
                            nil: attribute("xsi:nil").is_some_and(|s| s.trim() == "true"),
                            format: attribute("format").unwrap_or_default().to_ascii_lowercase(),
                            decimals: attribute("decimals").and_then(|s| s.trim().parse().ok()),
                            text: String::new(),
                        };
                        if tag.self_closing { raw.push(fact) } else { open.push(fact) }
                    }
                    "nonnumeric"
                        if attribute("name").is_some_and(|n| n.ends_with(":DocumentPeriodEndDate")) =>
                    {
                        catch = Some(("period", String::new()));
                    }
                    _ => {}
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                match local(&name) {
                    "context" => {
                        if let Some((id, c)) = context.take() {
                            contexts.insert(id, c);
                        }
                    }
                    "unit" => {
                        if let Some((id, u)) = unit.take() {
                            units.insert(id, u);
                        }
                    }
                    "startdate" | "enddate" | "instant" | "measure" | "nonnumeric" => {
                        if let Some((what, words)) = catch.take() {
                            let words = words.trim();
                            match (what, &mut context, &mut unit) {
                                ("start", Some((_, c)), _) => c.start = words.parse().ok(),
                                ("end" | "instant", Some((_, c)), _) => c.end = words.parse().ok(),
                                ("measure", _, Some((_, u))) => {
                                    u.push_str(words.rsplit(':').next().unwrap_or(words));
                                }
                                ("period", _, _) => {
                                    let folded = words.split_whitespace().collect::<Vec<_>>().join(" ");
                                    let found = dates::marks(&folded).iter().find_map(dates::Mark::date);
                                    period_end = period_end.or(found);
                                }
                                _ => {}
                            }
                        }
                    }
                    "nonfraction" => {
                        if let Some(fact) = open.pop() {
                            if let Some(outer) = open.last_mut() {
                                outer.text.push_str(&fact.text);
                            }
                            raw.push(fact);
                        }
                    }
                    _ => {}
                }
            }
            Token::String(s) => {
                let words = String::from_utf8_lossy(&s);
                if let Some((_, caught)) = &mut catch
                    && caught.len() < LONGEST
                {
                    caught.push_str(&words);
                }
                if let Some(fact) = open.last_mut()
                    && fact.text.len() < LONGEST
                {
                    fact.text.push_str(&words);
                }
            }
            _ => {}
        }
    }
    let facts = raw.into_iter().filter_map(|fact| finish(fact, &contexts, &units)).collect();
    Facts { facts, period_end }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn finish(fact: Open, contexts: &HashMap<String, Context>, units: &HashMap<String, String>) -> Option<Fact> {
    let context = contexts.get(&fact.context)?;
    if context.members {
        return None;
    }
    let (taxonomy, tag) = fact.name.split_once(':')?;
    Some(Fact {
        taxonomy: taxonomy.to_owned(),
        tag: tag.to_owned(),
        start: context.start,
        end: context.end?,
        value: value_of(&fact),
        decimals: fact.decimals,
        unit: units.get(&fact.unit).cloned().unwrap_or_default(),
    })
}

/// The value in units; None for nil, empty or unreadable text.
fn value_of(fact: &Open) -> Option<Decimal> {
    if fact.nil {
        return None;
    }
    let shown: String = fact.text.chars().filter(|c| !c.is_whitespace() && *c != '\u{a0}').collect();
    if fact.format.contains("zero") || fact.format.contains("dash") || fact.format.contains("nocontent") {
        return Some(Decimal::ZERO);
    }
    let digits = if fact.format.contains("comma-decimal")
        || fact.format.contains("commadecimal")
        || fact.format.contains("numcomma")
    {
        shown.replace('.', "").replace(',', ".")
    } else {
        shown.replace(',', "")
    };
    let amount = super::number::parse(&digits)?;
    if amount.dash && !matches!(digits.as_str(), "-" | "--" | "\u{2014}" | "\u{2013}" | "-0-") {
        return None;
    }
    let mut value = amount.value;
    for _ in 0..fact.scale.clamp(0, 12) {
        value = value.checked_mul(Decimal::TEN)?;
    }
    for _ in 0..(-fact.scale).clamp(0, 12) {
        value = value.checked_div(Decimal::TEN)?;
    }
    Some(if fact.negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<html><body><ix:header><xbrli:context id="c1"><xbrli:entity><xbrli:identifier>1</xbrli:identifier></xbrli:entity>
        <xbrli:period><xbrli:startDate>2020-01-01</xbrli:startDate><xbrli:endDate>2020-12-31</xbrli:endDate></xbrli:period></xbrli:context>
        <xbrli:context id="c2"><xbrli:entity><xbrli:segment><xbrldi:explicitMember dimension="x">y</xbrldi:explicitMember></xbrli:segment></xbrli:entity>
        <xbrli:period><xbrli:instant>2020-12-31</xbrli:instant></xbrli:period></xbrli:context>
        <xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
        <xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit></ix:header>
        <ix:nonNumeric name="dei:DocumentPeriodEndDate" contextRef="c1">December 31, 2020</ix:nonNumeric>
        (<ix:nonFraction name="us-gaap:NetIncomeLoss" contextRef="c1" unitRef="u" scale="3" sign="-" decimals="-3">1,<b>234</b></ix:nonFraction>)
        <ix:nonFraction name="us-gaap:Revenues" contextRef="c1" unitRef="u" scale="6" format="ixt:fixed-zero">-</ix:nonFraction>
        <ix:nonFraction name="us-gaap:Assets" contextRef="c2" unitRef="u">5</ix:nonFraction>
        <ix:nonFraction name="us-gaap:GrossProfit" contextRef="c1" unitRef="u" xsi:nil="true"></ix:nonFraction>
        <ix:nonFraction name="us-gaap:EarningsPerShareBasic" contextRef="c1" unitRef="eps" sign="-">0.12</ix:nonFraction></body></html>"#;

    #[test]
    fn scale_sign_nil_and_members() {
        let facts = read(PAGE.as_bytes());
        let shown: Vec<_> = facts
            .facts
            .iter()
            .map(|f| (f.tag.as_str(), f.value.map(|v| v.normalize().to_string()), f.unit.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("NetIncomeLoss", Some("-1234000".into()), "USD"),
                ("Revenues", Some("0".into()), "USD"),
                ("GrossProfit", None, "USD"),
                ("EarningsPerShareBasic", Some("-0.12".into()), "USD/shares"),
            ]
        );
        assert_eq!(facts.period_end, Date::new(2020, 12, 31).ok());
    }
}
