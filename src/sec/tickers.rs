//! `company_tickers.json`: tickers of today's listed issuers. Most issuers of releases are not in it
//! (fault I02), so it only adds evidence and never decides alone.

use crate::ids::Cik;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One ticker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticker {
    /// The issuer.
    pub cik: Cik,
    /// The symbol, upper case.
    pub symbol: String,
    /// The issuer's name as this file writes it.
    pub title: String,
}

/// What the file held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tickers {
    /// By symbol, then CIK.
    pub rows: Vec<Ticker>,
    /// Entries that are no ticker.
    pub broken: usize,
}

#[derive(Deserialize)]
struct Entry {
    cik_str: serde_json::Value,
    ticker: String,
    #[serde(default)]
    title: String,
}

/// Reads the file: an object of numbered entries.
///
/// # Errors
/// A message of the parser when the bytes are not such an object.
pub fn parse(bytes: &[u8]) -> Result<Tickers, String> {
    let entries: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(bytes).map_err(|error| format!("company_tickers.json: {error}"))?;
    let mut tickers = Tickers::default();
    for entry in entries.into_values() {
        let read = serde_json::from_value::<Entry>(entry).ok().and_then(|entry| {
            let cik = match &entry.cik_str {
                serde_json::Value::String(text) => text.parse().ok()?,
                other => Cik(other.as_u64()?),
            };
            let symbol = entry.ticker.trim().to_uppercase();
            (!symbol.is_empty()).then_some(Ticker { cik, symbol, title: entry.title })
        });
        match read {
            Some(ticker) => tickers.rows.push(ticker),
            None => tickers.broken += 1,
        }
    }
    tickers.rows.sort_by(|a, b| (&a.symbol, a.cik).cmp(&(&b.symbol, b.cik)));
    Ok(tickers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_one_cik() {
        let bytes = br#"{"0":{"cik_str":9990001,"ticker":"qrw","title":"Quarrystone"},
                        "1":{"cik_str":"0009990001","ticker":"QRW-A","title":"Quarrystone"},"2":{"ticker":3}}"#;
        let tickers = parse(bytes).expect("an object");
        assert_eq!(
            tickers.rows.iter().map(|t| (t.symbol.as_str(), t.cik.0)).collect::<Vec<_>>(),
            [("QRW", 9_990_001), ("QRW-A", 9_990_001)]
        );
        assert_eq!(tickers.broken, 1);
        assert!(parse(b"[1,2").is_err());
    }
}
