//! EDGAR's own files: names, tickers, submissions and companyfacts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    filing::{Era, Filed, Filing, conformed},
    firms::FIRMS,
    say,
    world::{Firm, MARK},
};

/// Filings that stand on an older page, of issuers with more than this many.
const RECENT: usize = 9;

/// `NAME:CIK:` for every name ever used, in order of name.
pub(super) fn names() -> String {
    let mut lines = vec![format!("{}:0009900000:", MARK.to_uppercase())];
    for firm in FIRMS {
        lines.push(format!("{}:{:010}:", conformed(firm.name), firm.cik));
        lines.extend(firm.former.iter().map(|(n, ..)| format!("{}:{:010}:", conformed(n), firm.cik)));
    }
    // Near misses, so that a match has to look at the words.
    lines.push("TARNWICK PARTNERS LP:0009900301:".into());
    lines.push("PELLGRAVE SOFTWARE EUROPE LTD:0009900302:".into());
    lines.push("KELSTRAND CAPITAL TRUST I:0009900303:".into());
    lines.sort();
    lines.join("\n") + "\n"
}

/// Current tickers only.
pub(super) fn tickers() -> Value {
    let mut out = serde_json::Map::new();
    for (n, firm) in FIRMS.iter().filter(|f| f.ticker.is_some()).enumerate() {
        out.insert(n.to_string(), json!({"cik_str": firm.cik, "ticker": firm.ticker, "title": firm.name}));
    }
    Value::Object(out)
}

fn table(filings: &[&Filing]) -> Value {
    let column = |f: &dyn Fn(&Filing) -> Value| Value::Array(filings.iter().map(|x| f(x)).collect());
    json!({
        "accessionNumber": column(&|f| json!(f.accession)),
        "filingDate": column(&|f| json!(f.filed.to_string())),
        "reportDate": column(&|f| json!(f.period.to_string())),
        "acceptanceDateTime": column(&|f| json!(format!("{}T16:31:00.000Z", f.filed))),
        "act": column(&|_| json!("34")),
        "form": column(&|f| json!(f.form)),
        "fileNumber": column(&|f| json!(format!("001-{}", f.firm.cik % 100_000))),
        "filmNumber": column(&|_| json!("")),
        "items": column(&|f| json!(f.items)),
        "core_type": column(&|f| json!(f.form)),
        "size": column(&|f| json!(f.documents.iter().map(|d| d.body.len()).sum::<usize>())),
        "isXBRL": column(&|f| json!(u8::from(!f.facts.is_empty()))),
        "isInlineXBRL": column(&|f| json!(u8::from(f.era == Era::Inline && !f.facts.is_empty()))),
        "primaryDocument": column(&|f| json!(f.primary())),
        "primaryDocDescription": column(&|f| json!(f.form)),
    })
}

/// The submissions file and, where there are many filings, the older page with its name.
pub(super) fn submissions(firm: &Firm, filings: &[Filing]) -> (Value, Option<(String, Value)>) {
    let newest: Vec<&Filing> = filings.iter().rev().collect();
    let cut = if newest.len() > RECENT { RECENT - 2 } else { newest.len() };
    let (recent, older) = newest.split_at(cut);
    let former: Vec<Value> = firm
        .former
        .iter()
        .map(|(name, from, to)| {
            json!({"name": conformed(name), "from": format!("{from}-01-02T05:00:00.000Z"), "to": format!("{to}-12-31T05:00:00.000Z")})
        })
        .collect();
    let page = format!("CIK{:010}-submissions-001.json", firm.cik);
    let files: Vec<Value> = match (older.last(), older.first()) {
        (Some(first), Some(last)) => vec![json!({
            "name": page,
            "filingCount": older.len(),
            "filingFrom": first.filed.to_string(),
            "filingTo": last.filed.to_string(),
        })],
        _ => Vec::new(),
    };
    let main = json!({
        "cik": format!("{:010}", firm.cik),
        "entityType": "operating",
        "sic": firm.sic.to_string(),
        "sicDescription": MARK,
        "name": firm.name,
        "tickers": firm.ticker.iter().collect::<Vec<_>>(),
        "exchanges": firm.ticker.iter().map(|_| "NYSE").collect::<Vec<_>>(),
        "description": MARK,
        "fiscalYearEnd": format!("{:02}{:02}", firm.year_end.0, firm.year_end.1),
        "stateOfIncorporation": firm.state,
        "addresses": {"business": {"city": firm.city.to_uppercase(), "stateOrCountry": firm.state}},
        "formerNames": former,
        "filings": {"recent": table(recent), "files": files},
    });
    let rest = (!older.is_empty()).then(|| (page, table(older)));
    (main, rest)
}

/// The calendar frame of a fact; none for spans that are neither a quarter nor a year.
fn frame(fact: &Filed) -> Option<String> {
    let end: jiff::civil::Date = fact.end.parse().ok()?;
    let Some(start) = &fact.start else {
        return Some(format!("CY{}Q{}I", end.year(), (end.month() + 2) / 3));
    };
    let start: jiff::civil::Date = start.parse().ok()?;
    match end.since(start).ok()?.get_days() {
        80..=100 => Some(format!("CY{}Q{}", end.year(), (end.month() + 2) / 3)),
        // Half a year before its end a year has most of its days in the calendar year.
        350..=380 => Some(format!("CY{}", say::after(end, -182).year())),
        _ => None,
    }
}

/// All facts that an issuer's filings tagged; none before 2009.
pub(super) fn companyfacts(firm: &Firm, filings: &[Filing]) -> Option<Value> {
    let mut tags: BTreeMap<&str, BTreeMap<&str, Vec<Value>>> = BTreeMap::new();
    // The last row of a period carries its frame, as on the real site.
    let mut last: BTreeMap<(&str, Option<&str>, &str), &str> = BTreeMap::new();
    for filing in filings {
        for fact in &filing.facts {
            last.insert((fact.tag, fact.start.as_deref(), &fact.end), &filing.accession);
        }
    }
    for filing in filings {
        for fact in &filing.facts {
            let value = if fact.unit == "USD" { json!(fact.value) } else { json!(fact.value as f64 / 100.0) };
            let fp = if filing.quarter == 0 { "FY".to_string() } else { format!("Q{}", filing.quarter) };
            let mut row = json!({
                "end": fact.end, "val": value, "accn": filing.accession, "fy": filing.fy, "fp": fp,
                "form": filing.form, "filed": filing.filed.to_string(),
            });
            if let Some(map) = row.as_object_mut() {
                if let Some(start) = &fact.start {
                    map.insert("start".into(), json!(start));
                }
                let key = (fact.tag, fact.start.as_deref(), fact.end.as_str());
                if last.get(&key).is_some_and(|a| *a == filing.accession) {
                    if let Some(name) = frame(fact) {
                        map.insert("frame".into(), json!(name));
                    }
                }
            }
            tags.entry(fact.tag).or_default().entry(fact.unit).or_default().push(row);
        }
    }
    if tags.is_empty() {
        return None;
    }
    let mut gaap = serde_json::Map::new();
    for (tag, units) in tags {
        gaap.insert(tag.into(), json!({"label": tag, "description": MARK, "units": units}));
    }
    Some(json!({"cik": firm.cik, "entityName": say::capitalised(firm.name), "facts": {"us-gaap": gaap}}))
}
