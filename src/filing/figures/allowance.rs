//! Allowances printed inside the label of receivables: "less allowance of $51 in 1993 and $47 in 1992".

use super::columns::Column;
use super::dates;
use super::number;
use super::pattern;
use regex::Regex;
use rust_decimal::Decimal;
use std::sync::LazyLock;

static LEAD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:allowances?|reserves? (?:for (?:doubtful|uncollect|bad|credit|estimated|losses)|of))\b",
    )
});
static AMOUNT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(\$\s?)?(\d[\d,]*(?:\.\d+)?|\.\d+)(\s+(?:million|thousand|billion))?\b"));

/// One amount of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Which column it belongs to.
    pub column: usize,
    /// As printed.
    pub printed: Decimal,
    /// What the words after it ("million") multiply it by, when they stand there.
    pub scale: Option<Decimal>,
}

/// The allowances that a label tells, each with its column; nothing where amounts and columns cannot be matched.
pub fn inside(label: &str, columns: &[Column]) -> Vec<Inside> {
    let Some(lead) = LEAD.find(label) else { return Vec::new() };
    let words = label.get(lead.end()..).unwrap_or("");
    let marks = dates::marks(words);
    let years: Vec<i16> = marks.iter().filter_map(|m| m.year).collect();
    let mut amounts: Vec<(Decimal, Option<Decimal>)> = Vec::new();
    for found in AMOUNT.captures_iter(words) {
        let Some(whole) = found.get(0) else { continue };
        let dated = marks.iter().any(|m| whole.start() < m.end && m.start < whole.end());
        let after_month = words.get(..whole.start()).is_some_and(|w| {
            let word = w.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
            word.len() >= 3 && dates::is_month(word)
        });
        let note = words.get(..whole.start()).is_some_and(|w| {
            let w = w.trim_end().to_ascii_lowercase();
            w.ends_with("note") || w.ends_with("notes")
        });
        if dated || after_month || note {
            continue;
        }
        let Some(amount) = found.get(2).and_then(|m| number::parse(m.as_str())) else { continue };
        let scale = found.get(3).map(|m| match m.as_str().trim().to_ascii_lowercase().as_str() {
            "billion" => Decimal::from(1_000_000_000u64),
            "million" => Decimal::from(1_000_000),
            _ => Decimal::from(1_000),
        });
        amounts.push((amount.value, scale));
    }
    let at = |i: usize, column: usize| Inside { column, printed: amounts[i].0, scale: amounts[i].1 };
    if amounts.len() == years.len() && !amounts.is_empty() {
        let by_year: Vec<Inside> = (0..amounts.len())
            .filter_map(|i| {
                let fits = |c: &Column| c.end.is_some_and(|end| end.year() == years[i]);
                columns.iter().position(fits).map(|column| at(i, column))
            })
            .collect();
        if by_year.len() == amounts.len() {
            return by_year;
        }
    }
    if amounts.len() == columns.len()
        && (years.is_empty() || label.to_ascii_lowercase().contains("respectively"))
    {
        return (0..amounts.len()).map(|i| at(i, i)).collect();
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::Date;

    fn read(label: &str) -> Vec<(usize, String)> {
        let columns: Vec<Column> = [(2001, 12, 31), (2000, 12, 31)]
            .into_iter()
            .map(|(y, m, d)| Column { end: Date::new(y, m, d).ok(), ..Column::default() })
            .collect();
        inside(label, &columns)
            .into_iter()
            .map(|i| (i.column, (i.printed * i.scale.unwrap_or(Decimal::ONE)).normalize().to_string()))
            .collect()
    }

    #[test]
    fn allowances_of_a_label() {
        let both = |a: &str, b: &str| vec![(0, a.to_owned()), (1, b.to_owned())];
        for label in [
            "Accounts receivable, less allowances of $51 and $47, respectively",
            "Receivables, net of allowance for doubtful accounts of $51 in 2001 and $47 in 2000",
            "Trade receivables (less allowance for losses: 2001 - $51; 2000 - $47)",
            "Accounts receivable, net of reserve of $51 and $47 at December 31, 2001 and 2000, respectively",
            "Receivables (Note 4), less allowance for doubtful accounts (2001, $51; 2000, $47)",
        ] {
            assert_eq!(read(label), both("51", "47"), "{label}");
        }
        let turned = "Accounts receivable, less allowance of $47 in 2000 and $51 in 2001";
        assert_eq!(read(turned), [(1, "47".to_owned()), (0, "51".to_owned())]);
        let words = "Accounts receivable, less allowance of $1.5 million and $1.25 million";
        assert_eq!(read(words), both("1500000", "1250000"));
        for none in [
            "Accounts receivable, net",
            "Accounts receivable, less allowance for doubtful accounts (Note 3)",
            "Receivables, less allowance of $51",
            "Receivables, less allowance of $51 in 1990 and $47 in 1989",
        ] {
            assert_eq!(read(none), [], "{none}");
        }
    }
}
