//! Printed amounts to exact decimals: brackets for losses, dashes for nothing, the misprints of edgar.md 6.

use rust_decimal::Decimal;

/// One printed amount, not yet multiplied by the table's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The number as printed; a dash is zero.
    pub value: Decimal,
    /// A currency sign stood before it.
    pub money: bool,
    /// A per cent sign stood after it.
    pub percent: bool,
    /// A dash or the word for nothing.
    pub dash: bool,
    /// The separators were not in their places, so that a misprint was read over.
    pub odd: bool,
}

impl Amount {
    /// Whether it could be a calendar year: four bare digits.
    pub fn is_year(&self) -> bool {
        !self.money
            && !self.percent
            && !self.dash
            && self.value.scale() == 0
            && self.value >= Decimal::from(1970)
            && self.value <= Decimal::from(2040)
    }
}

/// Most digits of an amount that is believed; more is an account number or damage.
const MOST_DIGITS: usize = 17;

/// Reads one amount that fills `text`: `$ 1,234`, `(1,958)`, `[2,590]`, `1,234.`, `--`, `12.5%`.
pub fn parse(text: &str) -> Option<Amount> {
    let mut rest = text.trim();
    let mut amount = Amount { value: Decimal::ZERO, money: false, percent: false, dash: false, odd: false };
    let mut negative = false;
    loop {
        let mut characters = rest.chars();
        match characters.next()? {
            '$' | '€' | '£' | '¥' => amount.money = true,
            '(' | '[' => negative = true,
            ' ' | '\u{a0}' => {}
            '-' | '\u{2013}' | '\u{2014}' | '\u{2212}' => {
                let after = characters.as_str().trim_start_matches(is_dash).trim();
                if after.trim_end_matches([')', ']', '%']).trim().is_empty() {
                    amount.dash = true;
                    amount.percent = after.ends_with('%');
                    return Some(amount);
                }
                if after.trim_end_matches(is_dash).trim() == "0" {
                    amount.dash = true;
                    return Some(amount);
                }
                negative = true;
            }
            c if c.is_ascii_digit() || c == '.' => break,
            _ => return None,
        }
        rest = characters.as_str();
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.')).unwrap_or(rest.len());
    let (digits, tail) = rest.split_at(end);
    for c in tail.chars() {
        match c {
            ')' | ']' => negative = true,
            '%' => amount.percent = true,
            ' ' | '\u{a0}' => {}
            _ => return None,
        }
    }
    let (value, odd) = digits_of(digits)?;
    amount.value = if negative { -value } else { value };
    amount.odd = odd;
    Some(amount)
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2013}' | '\u{2014}' | '\u{2212}')
}

/// Digits with separators to a number; true when a separator was out of place.
fn digits_of(text: &str) -> Option<(Decimal, bool)> {
    let text = text.trim_end_matches([',', '.']);
    let last_comma = text.rfind(',');
    let point = match text.rfind('.') {
        // A point before a comma is a misprinted comma: `1.436,346`.
        Some(at) if last_comma.is_none_or(|comma| comma < at) => Some(at),
        _ => None,
    };
    let whole = &text[..point.unwrap_or(text.len())];
    let mut odd = whole.contains('.');
    let mut groups = whole.split([',', '.']);
    let first = groups.next()?;
    for group in groups {
        odd |= group.len() != 3 || first.is_empty() || first.len() > 3;
    }
    let mut bare: String = whole.chars().filter(char::is_ascii_digit).collect();
    if let Some(at) = point {
        let fraction = &text[at + 1..];
        if bare.is_empty() && fraction.is_empty() {
            return None;
        }
        bare = format!("{}.{fraction}", if bare.is_empty() { "0" } else { &bare });
    }
    if bare.is_empty() || bare.len() > MOST_DIGITS {
        return None;
    }
    Some((bare.parse().ok()?, odd))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        parse(text).map(|a| a.value.to_string())
    }

    #[test]
    fn amounts_as_printed() {
        for (text, want) in [
            ("$1,234", "1234"),
            ("$ (25)", "-25"),
            ("(  1,958)", "-1958"),
            ("[2,590]", "-2590"),
            ("(25", "-25"),
            ("$013,489", "13489"),
            ("1.436,346.", "1436346"),
            ("9,204,118.", "9204118"),
            (".83", "0.83"),
            ("$ .03", "0.03"),
            ("2,682.8", "2682.8"),
            ("-7", "-7"),
            ("4.5%", "4.5"),
        ] {
            assert_eq!(value(text).as_deref(), Some(want), "{text}");
        }
        for dash in ["-", "--", "---", "\u{2014}", "$ --", "-0-", "$\u{2014}"] {
            assert!(parse(dash).unwrap().dash, "{dash}");
        }
    }

    /// XBRL siblings: what is no number, or an absurd one, is nothing, never zero.
    #[test]
    fn what_is_no_amount() {
        for text in ["", "$", "(", "abc", "NaN", "1e400", "12a", ".", "123456789012345678901234567890"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
