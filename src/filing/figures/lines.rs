//! Lines of plain text to lines of a sheet: which numbers at the end of a line are amounts, which are words.

use super::number;
use super::sheet::{Line, Piece, Value, fold};
use crate::span::Span;

/// What one line of plain text is.
pub enum Kind {
    /// Nothing on it.
    Empty,
    /// Drawn with dashes, underscores or equal signs only.
    Rule,
    /// A tag of the submission's markup: `<TABLE>`, `<S> <C>`, `<PAGE>`.
    Tag,
    /// Running text; as a line, for it may be a long label that goes on below.
    Prose(Line),
    /// A head, a label or a row.
    Line(Line),
}

/// Longest line that is looked at; longer ones are running text.
const LONGEST: usize = 1_500;

/// Reads the line at `at` of its text.
pub fn read(line: &str, at: usize) -> Kind {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Kind::Empty;
    }
    if line.len() > LONGEST {
        let span = Span::new(at, at + line.len());
        return Kind::Prose(Line { span, ..Line::default() });
    }
    if is_rule(trimmed) {
        return Kind::Rule;
    }
    if trimmed.starts_with('<') && trimmed.ends_with('>') && trimmed.split('<').skip(1).all(is_table_tag) {
        return Kind::Tag;
    }
    let columns = Columns::new(line);
    let pieces = pieces(line, at, &columns);
    let (values, label_end) = values(line, at, &columns);
    let prose = values.is_empty() && is_prose(trimmed) && !super::title::starts_table(trimmed);
    let label_text = line.get(..label_end).unwrap_or("");
    let start = label_text.len() - label_text.trim_start_matches([' ', '\t', '|']).len();
    let first_gap = wide_gap(&label_text[start..]).map(|gap| start + gap);
    // A short piece after a wide gap is a note number in its own column; longer ones go on with the label.
    let end = match first_gap {
        Some(gap) if label_text[gap..].trim().chars().count() <= 4 && !values.is_empty() => gap,
        _ => label_text.trim_end().len(),
    };
    let end = end.max(start);
    let made = Line {
        span: Span::new(at + start.min(line.len()), at + line.trim_end().len()),
        label: fold(&line[start..end]),
        label_span: Span::new(at + start, at + end),
        indent: columns.of(start),
        values,
        pieces,
        ruled: false,
    };
    if prose { Kind::Prose(made) } else { Kind::Line(made) }
}

/// Character columns of byte offsets in one line; tabs count as eight.
struct Columns {
    /// Column before each byte; empty when byte and column are the same.
    of: Vec<u32>,
}

impl Columns {
    fn new(line: &str) -> Columns {
        if line.is_ascii() && !line.contains('\t') {
            return Columns { of: Vec::new() };
        }
        let mut of = Vec::with_capacity(line.len() + 1);
        let mut column = 0;
        for c in line.chars() {
            for _ in 0..c.len_utf8() {
                of.push(column);
            }
            column = if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 };
        }
        of.push(column);
        Columns { of }
    }

    fn of(&self, byte: usize) -> u32 {
        if self.of.is_empty() {
            return byte as u32;
        }
        self.of.get(byte).or(self.of.last()).copied().unwrap_or(0)
    }
}

/// Stretches parted by two spaces or more, or by a tab.
fn pieces(line: &str, at: usize, columns: &Columns) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut start = None;
    let mut spaces = 0;
    let mut last = 0;
    for (i, c) in line.char_indices() {
        if c == ' ' || c == '\u{a0}' || c == '\t' || c == '|' {
            spaces += if c == ' ' || c == '\u{a0}' { 1 } else { 2 };
            continue;
        }
        if let Some(from) = start.filter(|_| spaces >= 2) {
            found.push(piece(from, last, at, columns));
            start = None;
        }
        start = start.or(Some(i));
        spaces = 0;
        last = i + c.len_utf8();
    }
    if let Some(from) = start {
        found.push(piece(from, last, at, columns));
    }
    found
}

fn piece(from: usize, to: usize, at: usize, columns: &Columns) -> Piece {
    Piece { span: Span::new(at + from, at + to), left: columns.of(from), right: columns.of(to) }
}

/// The amounts that end the line, and where the words before them end.
///
/// Read from the right: amounts go on as long as nothing but space, currency signs and footnote marks
/// stands between them. A number that only one space parts from a word before it, while wide gaps part
/// the others, belongs to the words ("less allowance of $850      19,772").
fn values(line: &str, at: usize, columns: &Columns) -> (Vec<Value>, usize) {
    let mut found: Vec<(usize, usize, number::Amount)> = Vec::new();
    let mut end = line.trim_end_matches([' ', '\t', '|', '\r']).len();
    loop {
        let before = line.get(..end).unwrap_or("").trim_end_matches([' ', '\t', '\u{a0}', '|']);
        let before = strip_mark(before);
        let Some((start, amount)) = last_amount(before) else { break };
        found.push((start, before.len(), amount));
        end = start;
    }
    found.reverse();
    // A day, and the year after it, following the name of a month are a date.
    if let Some(&(start, stop, amount)) = found.first()
        && is_day(&amount)
        && ends_with_month(line.get(..start).unwrap_or(""))
    {
        found.remove(0);
        if found.first().is_some_and(|next| next.2.is_year() && next.0 <= stop + 2) {
            found.remove(0);
        }
    }
    // Numbers that belong to the words before them.
    while let Some(&(start, stop, amount)) = found.first() {
        let words = line.get(..start).unwrap_or("");
        let word = words.trim_end_matches([' ', '\u{a0}']);
        let gap = words.chars().count() - word.chars().count();
        let after_word = word.chars().next_back().is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, ')' | ',' | ':' | ';' | '-' | '\'' | '"' | '#')
        });
        let next_gap = found.get(1).map(|next| next.0.saturating_sub(stop));
        let connected = word.rsplit([' ', '(']).next().is_some_and(is_connecting);
        let bare = !amount.money && stop - start <= 4 && amount.value.scale() == 0;
        let belongs = after_word
            && gap <= 1
            && (connected
                || match next_gap {
                    Some(next) => next >= 2 || amount.dash,
                    // The only number of the line: a bare short one after a word is a note or a day.
                    None => bare || (amount.is_year() && gap <= 1),
                });
        if !belongs {
            break;
        }
        found.remove(0);
    }
    let label_end = found.first().map_or(line.trim_end().len(), |first| first.0);
    let values = found
        .into_iter()
        .map(|(start, stop, amount)| Value {
            amount,
            span: Span::new(at + start, at + stop),
            left: columns.of(start),
            right: columns.of(stop),
        })
        .collect();
    (values, label_end)
}

fn is_day(amount: &number::Amount) -> bool {
    !amount.money
        && amount.value.scale() == 0
        && amount.value >= rust_decimal::Decimal::ONE
        && amount.value <= rust_decimal::Decimal::from(31)
}

fn ends_with_month(words: &str) -> bool {
    let word = words.trim_end().trim_end_matches('.');
    let word = word.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    word.len() >= 3 && word.len() <= 9 && super::dates::is_month(word)
}

/// Words after which a number goes on with the sentence.
fn is_connecting(word: &str) -> bool {
    ["of", "in", "and", "at", "than", "for", "to", "from", "allowances", "note", "notes", "par", "value"]
        .iter()
        .any(|w| word.eq_ignore_ascii_case(w))
}

/// Takes a footnote mark off the end: `(a)`, `(1)` after an amount, `*`, `/2/`.
fn strip_mark(text: &str) -> &str {
    let bare = text.trim_end_matches(['*', '\u{2020}', '\u{2021}', '+']);
    if bare.len() != text.len() {
        return bare.trim_end_matches(' ');
    }
    if let Some(open) = text.rfind('/').and_then(|_| {
        let inner = text.strip_suffix('/')?;
        let open = inner.rfind('/')?;
        (inner.len() - open <= 3 && inner[open + 1..].chars().all(char::is_alphanumeric)).then_some(open)
    }) {
        return text[..open].trim_end();
    }
    if let Some(inner) = text.strip_suffix(')')
        && let Some(open) = inner.rfind('(')
    {
        let mark = &inner[open + 1..];
        let letters = !mark.is_empty() && mark.len() <= 3 && mark.chars().all(|c| c.is_ascii_alphabetic());
        let digit = mark.len() == 1 && mark.chars().all(|c| c.is_ascii_digit());
        let before = &text[..open];
        let touching = before.ends_with(|c: char| c.is_ascii_digit() || c == ')');
        if touching && (letters || digit)
            || letters && before.trim_end().ends_with(|c: char| c.is_ascii_digit())
        {
            return before.trim_end();
        }
    }
    text
}

/// The amount at the very end of `text`, with where it begins.
fn last_amount(text: &str) -> Option<(usize, number::Amount)> {
    let end = text.len();
    let mut start = end;
    let mut digits = 0;
    let mut closing = false;
    // The core: digits with separators, or a dash.
    for (i, c) in text.char_indices().rev() {
        match c {
            '0'..='9' | ',' | '.' => {
                digits += usize::from(c.is_ascii_digit());
                start = i;
            }
            ')' | ']' | '%' if digits == 0 => {
                closing |= c != '%';
                start = i;
            }
            ' ' if digits == 0 && start < end && closing => start = i,
            _ => break,
        }
        if end - start > 40 {
            return None;
        }
    }
    // Dot leaders run into the amount: the amount begins after the last of two points.
    if let Some(leader) = text[start..].rfind("..") {
        start += leader + 2;
    }
    if digits == 0 {
        // A dash on its own.
        let tail = text.trim_end_matches([')', '%', ' ']);
        let bare = tail.trim_end_matches(['-', '\u{2013}', '\u{2014}', '\u{2212}']);
        let dashes = tail[bare.len()..].chars().count();
        let alone = bare.is_empty() || bare.ends_with([' ', '\t', '$', '(', '.', '|']);
        if dashes == 0 || dashes > 4 || !alone {
            return None;
        }
        start = bare.len();
    }
    // What may stand before: sign, bracket, currency, each with a little space.
    let mut open = start;
    let mut seen_bracket = false;
    let mut seen_currency = false;
    loop {
        let before = &text[..open];
        let bare = before.trim_end_matches([' ', '\u{a0}']);
        let gap = before.len() - bare.len();
        match bare.chars().next_back() {
            Some(c @ ('(' | '[')) if !seen_bracket && gap <= 10 => {
                seen_bracket = true;
                open = bare.len() - c.len_utf8();
            }
            Some(c @ ('$' | '£' | '€' | '¥')) if !seen_currency && gap <= 20 => {
                seen_currency = true;
                open = bare.len() - c.len_utf8();
            }
            Some(c @ ('-' | '\u{2013}' | '\u{2014}' | '\u{2212}'))
                if gap == 0
                    && digits > 0
                    && bare[..bare.len() - c.len_utf8()]
                        .chars()
                        .next_back()
                        .is_none_or(|p| p == ' ' || p == '$' || p == '.' || p == '(') =>
            {
                open = bare.len() - c.len_utf8();
            }
            _ => break,
        }
    }
    // A bracket that never closes opens a note ("(1"), unless the line ends there.
    if seen_bracket && !closing && digits > 0 && !text[open..].contains(['$', ',', '.']) && digits < 3 {
        return None;
    }
    // "12(" or "a5": glued to a word is no amount.
    let touching = text[..open].chars().next_back();
    if touching.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '\'' | '#' | '&')) {
        return None;
    }
    let amount = number::parse(&text[open..])?;
    (closing || !seen_bracket || digits > 0).then_some((open, amount))
}

/// Where the first gap of three spaces or a tab begins.
fn wide_gap(text: &str) -> Option<usize> {
    text.find("   ").or_else(|| text.find('\t'))
}

fn is_rule(line: &str) -> bool {
    let mut marks = 0;
    for c in line.chars() {
        match c {
            '-' | '_' | '=' | '\u{2014}' | '\u{2013}' | '~' | '*' => marks += 1,
            ' ' | '\t' | '+' | '|' | '$' => {}
            _ => return false,
        }
    }
    marks >= 5
}

/// Whether what follows a `<` is a table tag of a submission.
fn is_table_tag(rest: &str) -> bool {
    let name = rest.split('>').next().unwrap_or("").trim_start_matches('/');
    let name = name.split_whitespace().next().unwrap_or("");
    ["TABLE", "CAPTION", "S", "C", "PAGE", "FN", "F1", "F2", "F3", "F4", "F5", "R", "PRE", "BR", "HR"]
        .iter()
        .any(|tag| tag.eq_ignore_ascii_case(name))
}

/// Running text: long, of words, without gaps.
pub fn is_prose(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    line.len() >= 55 && letters * 10 >= line.len() * 6 && !line.contains("    ") && !line.contains("....")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: &str) -> (String, Vec<String>) {
        match read(line, 0) {
            Kind::Line(line) => {
                (line.label, line.values.iter().map(|v| v.amount.value.normalize().to_string()).collect())
            }
            _ => (String::new(), Vec::new()),
        }
    }

    #[test]
    fn amounts_are_told_from_numbers_in_words() {
        for (line, label, values) in [
            ("  Net sales                $426,504     $381,816", "Net sales", vec!["426504", "381816"]),
            (
                "Receivables, less allowance of $1,354,000 in 1993 and $1,611,000 in 1994     27,287,000     31,367,000",
                "Receivables, less allowance of $1,354,000 in 1993 and $1,611,000 in 1994",
                vec!["27287000", "31367000"],
            ),
            (
                "    allowance for doubtful accounts of $850      19,772   16,927",
                "allowance for doubtful accounts of $850",
                vec!["19772", "16927"],
            ),
            ("Revenue................. $4,413,742 $ 6,034,406", "Revenue", vec!["4413742", "6034406"]),
            (
                "Net income (loss)  $  2,370,000   $(10,116,000)  $ 12,941,000",
                "Net income (loss)",
                vec!["2370000", "-10116000", "12941000"],
            ),
            (
                "  Other    (7,394,000)     2,735,000     (  767,000)",
                "Other",
                vec!["-7394000", "2735000", "-767000"],
            ),
            (
                "Cost of services            $ 288.4         $ 2.6(a)    $ 291.0",
                "Cost of services",
                vec!["288.4", "2.6", "291"],
            ),
            (
                "Rentals and financing      Q         3,731     3,725",
                "Rentals and financing",
                vec!["3731", "3725"],
            ),
            ("Total assets 903,976 1,161,945", "Total assets", vec!["903976", "1161945"]),
            (
                "Special charges                                  -     21,043,000              -",
                "Special charges",
                vec!["0", "21043000", "0"],
            ),
            (
                "Revenues                    $              ---        $            ---",
                "Revenues",
                vec!["0", "0"],
            ),
            (
                "Receivables (Note 5).....................     540.7     553.0",
                "Receivables (Note 5)",
                vec!["540.7", "553"],
            ),
            ("Net income (loss).....  $ (71.5)   $ 27.0", "Net income (loss)", vec!["-71.5", "27"]),
            ("                                     223,408    205,670", "", vec!["223408", "205670"]),
        ] {
            assert_eq!(
                row(line),
                (label.to_owned(), values.iter().map(ToString::to_string).collect()),
                "{line}"
            );
        }
    }

    #[test]
    fn lines_that_are_no_rows() {
        assert!(matches!(read("-------   ------", 0), Kind::Rule));
        assert!(matches!(read("<S>      <C>     <C>", 0), Kind::Tag));
        assert!(matches!(read("   ", 0), Kind::Empty));
        let prose =
            "The Company restated its statements because revenue had been recorded before goods were shipped";
        assert!(matches!(read(prose, 0), Kind::Prose(_)));
    }
}
