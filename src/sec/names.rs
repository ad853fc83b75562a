//! `cik-lookup-data.txt`: every filer name that EDGAR knows, former names included, one `NAME:CIK:` a line
//! (edgar.md 2; <https://www.sec.gov/Archives/edgar/cik-lookup-data.txt>).

use crate::ids::Cik;

/// At most so many broken lines are kept by number; all are counted.
pub const BROKEN_KEPT: usize = 100;

/// The names of the list, in file order, in one arena: about 900,000 of them live.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    text: String,
    rows: Vec<(u32, u32, Cik)>,
    /// Lines that are no `NAME:CIK:`, counted; empty lines are none.
    pub broken: usize,
    /// Line numbers, from 1, of the first [`BROKEN_KEPT`] broken lines.
    pub broken_lines: Vec<usize>,
}

impl NameList {
    /// Reads the file. Lines are UTF-8 or Windows-1252, each by itself: one odd byte spoils no other line.
    pub fn parse(bytes: &[u8]) -> NameList {
        let mut list = NameList { text: String::with_capacity(bytes.len()), ..NameList::default() };
        for (number, line) in bytes.split(|b| *b == b'\n').enumerate() {
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            let decoded = crate::text::decode::decode(line).text;
            match split(&decoded) {
                Some((name, cik)) if list.text.len() + name.len() < u32::MAX as usize => list.push(name, cik),
                _ => {
                    list.broken += 1;
                    if list.broken_lines.len() < BROKEN_KEPT {
                        list.broken_lines.push(number + 1);
                    }
                }
            }
        }
        list
    }

    /// A list of the given names.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, Cik)>) -> NameList {
        let mut list = NameList::default();
        for (name, cik) in pairs {
            list.push(name, cik);
        }
        list
    }

    /// Adds one name.
    pub fn push(&mut self, name: &str, cik: Cik) {
        let (Ok(start), Ok(len)) = (u32::try_from(self.text.len()), u32::try_from(name.len())) else {
            return;
        };
        self.text.push_str(name);
        self.rows.push((start, len, cik));
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The name and CIK of one row.
    pub fn get(&self, at: usize) -> Option<(&str, Cik)> {
        let (start, len, cik) = *self.rows.get(at)?;
        let start = start as usize;
        Some((self.text.get(start..start + len as usize)?, cik))
    }

    /// All rows in file order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Cik)> {
        (0..self.rows.len()).filter_map(|at| self.get(at))
    }
}

/// Splits a line at its last number; names hold colons.
fn split(line: &str) -> Option<(&str, Cik)> {
    let body = line.strip_suffix(':').unwrap_or(line);
    let (name, digits) = body.rsplit_once(':')?;
    let name = name.trim();
    let cik = digits.parse().ok()?;
    (!name.is_empty() && cik != Cik(0)).then_some((name, cik))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_colons_and_old_characters() {
        let list = NameList::parse(b"ACME: THE SEQUEL INC:0009990001:\r\nCAF\xC9 NOIR SA:0009990002:\n\n");
        let rows: Vec<_> = list.iter().collect();
        assert_eq!(rows, [("ACME: THE SEQUEL INC", Cik(9_990_001)), ("CAFÉ NOIR SA", Cik(9_990_002))]);
        assert_eq!(list.broken, 0);
    }

    /// MAP I14, sibling: a names file with broken lines is read, and the broken lines are counted.
    #[test]
    fn broken_lines_are_counted() {
        let list =
            NameList::parse(b"GOOD CO:0009990001:\nNO NUMBER HERE\nBAD:12x:\n:0009990003:\nLAST CO:9990004");
        assert_eq!(list.iter().map(|(_, cik)| cik.0).collect::<Vec<_>>(), [9_990_001, 9_990_004]);
        assert_eq!((list.broken, list.broken_lines), (3, vec![2, 3, 4]));
    }

    /// MAP I07: padded, bare and blank-padded numbers are one issuer.
    #[test]
    fn one_key_for_one_issuer() {
        let list = NameList::parse(b"ORRIN TOOL CO:0009990040:\nORRIN TOOL CO:9990040 :\n");
        assert!(list.iter().all(|(_, cik)| cik == Cik(9_990_040)) && list.len() == 2);
    }
}
