//! `form.idx` of the full index (<https://www.sec.gov/Archives/edgar/full-index/>): the filings of a quarter
//! by form, read from the right and never by fixed width (faults I13, I14). It stands in where submissions
//! are missing.

use crate::ids::{Accession, Cik, Form};
use jiff::civil::Date;

/// One filing of a quarter; co-registrants give one row each with the same accession (fault I09).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRow {
    /// The form.
    pub form: Form,
    /// The filer's name at that time, blanks folded.
    pub name: String,
    /// The filer.
    pub cik: Cik,
    /// The day of filing.
    pub filed: Date,
    /// `edgar/data/...`, as printed; under `https://www.sec.gov/Archives/`.
    pub path: String,
    /// The accession, when the path's last part is one.
    pub accession: Option<Accession>,
}

/// A line that is no row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Line number from 1.
    pub line: usize,
    /// Why.
    pub reason: &'static str,
}

/// What the file held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormIndex {
    /// Rows that were wanted, in file order.
    pub rows: Vec<IndexRow>,
    /// The first hundred lines that are no row.
    pub skipped: Vec<Skipped>,
    /// How many lines are none.
    pub skipped_count: usize,
}

/// First words of form types that have a second one.
const FIRST_OF_TWO: [&str; 7] = ["NT", "SC", "DEF", "PRE", "POS", "AW", "RW"];
/// Second words of form types.
const SECOND_OF_TWO: [&str; 8] = ["POS", "NTC", "ORDR", "AM", "WD", "MEF", "EX", "APP"];

/// Reads the file and keeps the rows whose form and filer are wanted.
pub fn parse(bytes: &[u8], wanted: impl Fn(&Form, Cik) -> bool) -> FormIndex {
    let content = crate::text::decode::decode(bytes).text;
    let mut index = FormIndex::default();
    let ruled = content.lines().position(|line| line.len() > 20 && line.trim().bytes().all(|b| b == b'-'));
    let start = ruled.map_or(0, |at| at + 1);
    for (at, line) in content.lines().enumerate().skip(start) {
        match row(line) {
            Ok(row) if wanted(&row.form, row.cik) => index.rows.push(row),
            Ok(_) => {}
            Err(reason) => {
                index.skipped_count += 1;
                if index.skipped.len() < 100 {
                    index.skipped.push(Skipped { line: at + 1, reason });
                }
            }
        }
    }
    index
}

fn row(line: &str) -> Result<IndexRow, &'static str> {
    let line = line.trim();
    if line.is_empty() {
        return Err("empty line");
    }
    let (rest, path) = last_word(line).ok_or("too few fields")?;
    if !path.starts_with("edgar/") || path.contains("..") {
        return Err("no path at its end");
    }
    let (rest, date) = last_word(rest).ok_or("too few fields")?;
    let filed = date_of(date).ok_or("no date before the path")?;
    let (rest, cik) = last_word(rest).ok_or("too few fields")?;
    let cik: Cik = cik.parse().map_err(|_| "no CIK before the date")?;
    let (form, name) = form_and_name(rest).ok_or("no name before the CIK")?;
    let accession =
        path.rsplit('/').next().and_then(|file| file.split('.').next()).and_then(|stem| stem.parse().ok());
    Ok(IndexRow { form: Form::parse(form), name, cik, filed, path: path.to_owned(), accession })
}

fn last_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let at = text.rfind(char::is_whitespace)?;
    let (rest, word) = text.split_at(at);
    Some((rest, word.trim_start()))
}

fn date_of(text: &str) -> Option<Date> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return format!("{}-{}-{}", text.get(..4)?, text.get(4..6)?, text.get(6..)?).parse().ok();
    }
    text.parse().ok()
}

/// The form ends at the first wide gap; where a long form leaves none, at its last known word.
fn form_and_name(text: &str) -> Option<(&str, String)> {
    let text = text.trim();
    let end = match text.find("  ").or_else(|| text.find('\t')) {
        Some(gap) if gap <= 24 => gap,
        _ => {
            let mut words = text.split(' ').filter(|w| !w.is_empty());
            let first = words.next()?;
            let second = words.next().unwrap_or("");
            let bare = second.strip_suffix("/A").unwrap_or(second);
            if FIRST_OF_TWO.contains(&first) || SECOND_OF_TWO.contains(&bare) {
                first.len() + 1 + second.len()
            } else {
                first.len()
            }
        }
    };
    let (form, name) = (text.get(..end)?, text.get(end..)?);
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some((form, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Description:  Master Index\nLast Data Received:  March 31, 2003\n\n\
        Form Type   Company Name       CIK         Date Filed  File Name\n\
        ----------------------------------------------------------------\n";

    fn read(lines: &str) -> FormIndex {
        parse(format!("{HEAD}{lines}").as_bytes(), |_, _| true)
    }

    /// MAP I13: a very long name, forms with a blank, a form that fills its column; nothing by width.
    #[test]
    fn long_names_and_forms_with_blanks() {
        let long = "ORRINGTON AND DAUGHTERS CONSOLIDATED STEAM NAVIGATION COMPANY";
        let index = read(&format!(
            "10-K405/A   {long} 9990001 2003-03-14  edgar/data/9990001/0009990001-03-000004.txt\n\
             NT 10-K     QUARRYSTONE WIDGETS INC      9990002     2003-03-31  edgar/data/9990002/0009990002-03-000009.txt\n\
             1-A POS     TARN  HOLDINGS LLC      9990003     20030331  edgar/data/9990003/0009990003-03-000001.txt\n\
             1-A POS TARN HOLDINGS LLC 9990003 2003-03-31 edgar/data/9990003/0009990003-03-000001.txt\n\
             10-K 7 UP & DOWN CO 9990004 2003-03-31 edgar/data/9990004/0009990004-03-000001.txt\n"
        ));
        let rows: Vec<_> =
            index.rows.iter().map(|r| (r.form.to_string(), r.name.as_str(), r.cik.0)).collect();
        assert_eq!(
            rows,
            [
                ("10-K405/A".to_owned(), long, 9_990_001),
                ("NT 10-K".to_owned(), "QUARRYSTONE WIDGETS INC", 9_990_002),
                ("1-A POS".to_owned(), "TARN HOLDINGS LLC", 9_990_003),
                ("1-A POS".to_owned(), "TARN HOLDINGS LLC", 9_990_003),
                ("10-K".to_owned(), "7 UP & DOWN CO", 9_990_004),
            ]
        );
        assert!(index.rows[0].form.is_annual() && !index.rows[1].form.is_annual());
        assert_eq!(index.rows[0].filed, jiff::civil::date(2003, 3, 14));
        assert_eq!(index.rows[0].accession.as_ref().map(|a| a.as_str()), Some("0009990001-03-000004"));
        assert_eq!(index.skipped_count, 0);
    }

    /// MAP I14: preamble, a short line and an empty line; two rows, two counted.
    #[test]
    fn short_lines_are_counted() {
        let index = read(
            "10-K        TARN INC      9990003     2003-03-31  edgar/data/9990003/0009990003-03-000001.txt\n\
             10-K        TARN INC      9990003     2003-03-31\n\n\
             10-K        ORRIN CO      9990005     2003-03-31  edgar/data/9990005/0009990005-03-000001.txt\n",
        );
        assert_eq!(index.rows.len(), 2);
        let reasons: Vec<_> = index.skipped.iter().map(|s| (s.line, s.reason)).collect();
        assert_eq!(reasons, [(7, "no path at its end"), (8, "empty line")]);
    }

    /// MAP I14, sibling: bytes of any kind give counted lines, no panic.
    #[test]
    fn any_bytes() {
        for bytes in [&b""[..], b"\xff\xfe\n\x00", b"-----\n\n \t \n", "10-K\u{a0}é".as_bytes()] {
            assert!(parse(bytes, |_, _| true).rows.is_empty());
        }
    }

    /// MAP I09: one accession under two registrants stays two links to one filing.
    #[test]
    fn co_registrants_share_an_accession() {
        let index = read(
            "10-K  PARENT CORP      9990060  2003-03-31  edgar/data/9990060/0009990060-03-000001.txt\n\
             10-K  DAUGHTER CORP    9990061  2003-03-31  edgar/data/9990061/0009990060-03-000001.txt\n",
        );
        assert_eq!(index.rows[0].accession, index.rows[1].accession);
        assert_ne!(index.rows[0].cik, index.rows[1].cik);
    }
}
