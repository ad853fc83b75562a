//! One CSV for accountants: release by issuer by period, with a quote and a confidence for each reading.
//!
//! `gvkey` is left empty for a reader's own link table.

use super::build::AccountingRow;
use super::error::ExportError;
use super::place;
use std::borrow::Cow;
use std::path::Path;

/// Columns, in order.
pub const COLUMNS: [&str; 34] = [
    "release",
    "aaer_numbers",
    "release_date",
    "release_url",
    "case_id",
    "issuer",
    "issuer_quote",
    "issuer_confidence",
    "cik",
    "gvkey",
    "period_label",
    "fiscal_period_end",
    "period_quote",
    "period_confidence",
    "form",
    "accession",
    "filing_url",
    "restating_accession",
    "restating_url",
    "basis",
    "category",
    "category_quote",
    "category_confidence",
    "secondary",
    "accounts",
    "amounts",
    "amounts_quote",
    "amounts_confidence",
    "provisions",
    "provisions_quote",
    "provisions_confidence",
    "party_type",
    "standing",
    "confidence",
];

/// Writes the rows. The file begins with a byte order mark, without which spreadsheets take UTF-8 for another
/// encoding.
pub fn write(rows: &[AccountingRow], path: &Path) -> Result<(), ExportError> {
    place::file(path, |out| {
        std::io::Write::write_all(out, "\u{feff}".as_bytes()).map_err(ExportError::io(path))?;
        let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
        let format = |error: csv::Error| ExportError::format(path, error);
        csv.write_record(COLUMNS).map_err(format)?;
        for row in rows {
            csv.write_record(cells(row).iter().map(|cell| neutral(cell).into_owned())).map_err(format)?;
        }
        csv.flush().map_err(ExportError::io(path))
    })
}

/// A cell that a spreadsheet would run as a formula is led by an apostrophe. Plain negative numbers are not.
pub fn neutral(cell: &str) -> Cow<'_, str> {
    let led = cell.trim_start_matches([' ', '\u{a0}']);
    let formula = led.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if formula && cell.parse::<f64>().is_err() { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

fn cells(row: &AccountingRow) -> [Cow<'_, str>; 34] {
    let number =
        |value: Option<f64>| Cow::Owned(value.map_or_else(String::new, |value| format!("{value:.3}")));
    let text = |text| Cow::Borrowed(text);
    let AccountingRow { release, aaer_numbers, release_date, release_url, case_id, issuer, .. } = row;
    [
        text(release.as_str()),
        text(aaer_numbers),
        text(release_date),
        text(release_url),
        text(case_id),
        text(issuer),
        text(&row.issuer_quote),
        number(row.issuer_confidence),
        text(&row.cik),
        text(""),
        text(&row.period_label),
        text(&row.fiscal_period_end),
        text(&row.period_quote),
        number(row.period_confidence),
        text(&row.form),
        text(&row.accession),
        text(&row.filing_url),
        text(&row.restating_accession),
        text(&row.restating_url),
        text(&row.basis),
        text(&row.category),
        text(&row.category_quote),
        number(row.category_confidence),
        text(&row.secondary),
        text(&row.accounts),
        text(&row.amounts),
        text(&row.amounts_quote),
        number(row.amounts_confidence),
        text(&row.provisions),
        text(&row.provisions_quote),
        number(row.provisions_confidence),
        text(&row.party_type),
        text(&row.standing),
        number(row.confidence),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EXPORT: a cell that begins like a formula is not run by a spreadsheet; numbers stay numbers.
    #[test]
    fn formulas_are_neutralised() {
        for (cell, safe) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("-2+3", "'-2+3"),
            ("  =1", "'  =1"),
            ("\t=1", "'\t=1"),
            ("-12.5", "-12.5"),
            ("Quarrystone = Widgets", "Quarrystone = Widgets"),
            ("", ""),
        ] {
            assert_eq!(neutral(cell), safe);
        }
    }

    #[test]
    fn rows_read_back_with_their_quotes_and_line_ends() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.csv");
        let row = AccountingRow {
            release: "AAER-9001".into(),
            issuer: "=1+1".into(),
            issuer_quote: "the \"Company\",\nof Zürich".into(),
            issuer_confidence: Some(0.5),
            ..AccountingRow::default()
        };
        write(&[row], &path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.get(..3), Some("\u{feff}".as_bytes()));
        let mut reader = csv::Reader::from_reader(&bytes[3..]);
        let headers = reader.headers().unwrap().clone();
        let record = reader.records().next().unwrap().unwrap();
        let at = |name: &str| record.get(headers.iter().position(|header| header == name).unwrap()).unwrap();
        assert_eq!(at("issuer"), "'=1+1");
        assert_eq!(at("issuer_quote"), "the \"Company\",\nof Zürich");
        assert_eq!((at("issuer_confidence"), at("gvkey")), ("0.500", ""));
    }
}
