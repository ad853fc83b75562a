//! Labels of items at a line's beginning: `Item 7A.`, `ITEMS 10, 11, 12 and 13`, `Part II, Item 7(a) -`,
//! `ITEM SEVEN`, `Item IV`, and bare numbers (`7.`).

use super::lines::is_blank;

/// The number of an item with its letter (0 where it has none).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Number(pub u8, pub u8);

/// A label read at a line's beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The items named, in order; ranges are filled (letters are not).
    pub numbers: Vec<Number>,
    /// Whether the word "Item" stands before them.
    pub word: bool,
    /// Whether a mark that parts label and title follows, or nothing does.
    pub closed: bool,
    /// Whether what follows shows that a sentence goes on: a comma, a quotation mark, a bracket.
    pub quoted: bool,
    /// Where the rest of the line begins.
    pub end: usize,
}

const SPELLED: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Reads the label at the beginning of a line, if there is one.
pub(crate) fn read(line: &str) -> Option<Label> {
    let mut scan = Scan { text: line, at: 0 };
    scan.skip(|c| is_blank(c) || matches!(c, '*' | '•' | '·' | '|' | '_'));
    scan.part();
    let word = scan.item_word();
    if word {
        scan.skip(|c| is_blank(c) || matches!(c, '.' | ':' | '-' | '–' | '—' | '_' | '#'));
        let mark = scan.at;
        if scan.word_is("no") || scan.word_is("number") {
            scan.skip(|c| is_blank(c) || c == '.');
        } else {
            scan.at = mark;
        }
    }
    let first = scan.number(word)?;
    let mut numbers = vec![first];
    while numbers.len() < 24 {
        let mark = scan.at;
        match scan.joined() {
            Some((range, number)) if word => {
                let last = numbers[numbers.len() - 1];
                if range && number.0 > last.0 {
                    numbers.extend((last.0 + 1..number.0).map(|n| Number(n, 0)));
                }
                numbers.push(number);
            }
            _ => {
                scan.at = mark;
                break;
            }
        }
    }
    let after = scan.rest().trim_start_matches(is_blank);
    let quoted =
        after.starts_with([',', ';', '"', '“', '”', ')', '\'', '’', '(', '/']) && !after.starts_with("(T)");
    let before = scan.at;
    scan.skip(|c| is_blank(c) || matches!(c, '.' | ':' | '-' | '–' | '—' | '_' | '|' | '*'));
    let closed = line[before..scan.at].chars().any(|c| !is_blank(c)) || scan.rest().is_empty();
    if !word && !closed && !line[before..scan.at].contains(['\t']) && !line[before..scan.at].contains("  ") {
        return None;
    }
    Some(Label { numbers, word, closed, quoted, end: scan.at })
}

/// A place in a line.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(wanted).len();
    }

    /// Steps over a word, whole and in any case.
    fn word_is(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let fits = rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
            && !rest[word.len()..].starts_with(|c: char| c.is_ascii_alphabetic());
        if fits {
            self.at += word.len();
        }
        fits
    }

    /// Steps over `Part II,` before an item, or stays.
    fn part(&mut self) {
        let mark = self.at;
        if self.word_is("part") {
            self.skip(is_blank);
            if self.roman().is_some() || self.digits().is_some() {
                self.skip(|c| is_blank(c) || matches!(c, ',' | '.' | ':' | '-' | '–' | '—' | '|'));
                let here = self.at;
                if self.item_word() {
                    self.at = here;
                    return;
                }
            }
        }
        self.at = mark;
    }

    /// Steps over `Item`, `Items`, `Item(s)`, `I T E M`; a digit may follow at once.
    fn item_word(&mut self) -> bool {
        let mark = self.at;
        for wanted in ['i', 't', 'e', 'm'] {
            if wanted != 'i' && self.peek() == Some(' ') {
                self.at += 1;
            }
            match self.peek() {
                // A small L or a one for the capital I is a reading error of old scans.
                Some(c) if c.eq_ignore_ascii_case(&wanted) || (wanted == 'i' && c == 'l') => self.at += 1,
                _ => {
                    self.at = mark;
                    return false;
                }
            }
        }
        let rest = self.rest();
        if rest.get(..3).is_some_and(|s| s.eq_ignore_ascii_case("(s)")) {
            self.at += 3;
        } else if rest.starts_with(['s', 'S']) {
            self.at += 1;
        }
        if self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.at = mark;
            return false;
        }
        true
    }

    fn digits(&mut self) -> Option<u8> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let n = rest[..end].parse().ok().filter(|n| (1..=20).contains(n))?;
        // 7.1 is the number of a note or an exhibit; 7,000 an amount.
        let mut tail = rest[end..].chars();
        if matches!(tail.next(), Some('.' | ',' | '%' | '/'))
            && tail.next().is_some_and(|c| c.is_ascii_digit())
        {
            return None;
        }
        self.at += end;
        Some(n)
    }

    fn roman(&mut self) -> Option<u8> {
        let rest = self.rest();
        let end = rest.find(|c: char| !matches!(c, 'I' | 'V' | 'X')).unwrap_or(rest.len());
        if end == 0 || end > 5 || rest[end..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let value = |c: u8| match c {
            b'I' => 1i32,
            b'V' => 5,
            _ => 10,
        };
        let bytes = &rest.as_bytes()[..end];
        let mut sum = 0;
        for (i, &c) in bytes.iter().enumerate() {
            let own = value(c);
            let less = bytes.get(i + 1).is_some_and(|&next| value(next) > own);
            sum += if less { -own } else { own };
        }
        self.at += end;
        u8::try_from(sum).ok().filter(|n| (1..=20).contains(n))
    }

    fn spelled(&mut self) -> Option<u8> {
        (1..=20u8).find(|n| self.word_is(SPELLED[usize::from(*n) - 1]))
    }

    /// A number with its letter. Roman and spelled numbers need the word Item before them.
    fn number(&mut self, word: bool) -> Option<Number> {
        let n = match self.digits() {
            Some(n) => n,
            None if word => self.roman().or_else(|| self.spelled())?,
            None => return None,
        };
        let letter = self.letter();
        if self.rest().get(..3).is_some_and(|s| s.eq_ignore_ascii_case("(T)")) {
            self.at += 3;
        }
        if self.rest().starts_with(|c: char| c.is_ascii_alphanumeric()) && !word {
            return None;
        }
        Some(Number(n, letter))
    }

    /// `A`, `(a)`, `.A.`, ` A.` after a number.
    fn letter(&mut self) -> u8 {
        let chars: Vec<char> = self.rest().chars().take(4).collect();
        let is = |i: usize, f: fn(char) -> bool| chars.get(i).is_none_or(|c| f(*c));
        let is_letter = |i: usize| chars.get(i).is_some_and(|c| matches!(c.to_ascii_uppercase(), 'A'..='K'));
        let no_word = |c: char| !c.is_ascii_alphanumeric();
        let (skip, at) = if is_letter(0) && is(1, no_word) {
            (1, 0)
        } else if chars.first() == Some(&'(') && is_letter(1) && chars.get(2) == Some(&')') {
            (3, 1)
        } else if chars.first().is_some_and(|c| matches!(c, '.' | ' ' | '-' | '\u{a0}' | '\t'))
            && is_letter(1)
            && chars.get(2).is_none_or(|c| matches!(c, '.' | ':' | '-' | '–' | '—'))
        {
            (2, 1)
        } else {
            return 0;
        };
        self.at += chars[..skip].iter().map(|c| c.len_utf8()).sum::<usize>();
        chars[at].to_ascii_uppercase() as u8
    }

    /// A further number after a comma, `and`, `&`, or the end of a range.
    fn joined(&mut self) -> Option<(bool, Number)> {
        self.skip(is_blank);
        let mut range = false;
        if self.word_is("through") || self.word_is("to") {
            range = true;
        } else if self.peek().is_some_and(|c| matches!(c, ',' | '&' | '/')) {
            self.at += 1;
            self.skip(is_blank);
            let _ = self.word_is("and");
        } else if !self.word_is("and") {
            return None;
        }
        self.skip(is_blank);
        if self.item_word() {
            self.skip(is_blank);
        }
        self.number(false).map(|number| (range, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(line: &str) -> Vec<(u8, u8)> {
        read(line).map(|l| l.numbers.iter().map(|n| (n.0, n.1)).collect()).unwrap_or_default()
    }

    /// MDNA M06, M08: no-break spaces, nothing between, combined headings, and their siblings.
    #[test]
    fn labels_of_every_shape() {
        assert_eq!(numbers("ITEM\u{a0}\u{a0}7. MANAGEMENT"), [(7, 0)]);
        assert_eq!(numbers("Item7. Management"), [(7, 0)]);
        assert_eq!(numbers("Items 7 and 7A. Management"), [(7, 0), (7, b'A')]);
        assert_eq!(numbers("ITEMS 10, 11, 12 and 13."), [(10, 0), (11, 0), (12, 0), (13, 0)]);
        assert_eq!(numbers("Items 10 through 13"), [(10, 0), (11, 0), (12, 0), (13, 0)]);
        assert_eq!(numbers("ITEM SEVEN - MANAGEMENT"), [(7, 0)]);
        assert_eq!(numbers("Item VII. Management"), [(7, 0)]);
        assert_eq!(numbers("Part II, Item 7(a). Quantitative"), [(7, b'A')]);
        assert_eq!(numbers("ITEM 16.A. Audit"), [(16, b'A')]);
        assert_eq!(numbers("Item 9A(T) Controls"), [(9, b'A')]);
        assert_eq!(numbers("Item 7 — Management"), [(7, 0)]);
        assert_eq!(numbers("7. MANAGEMENT"), [(7, 0)]);
        assert_eq!(numbers("7A.\tQuantitative"), [(7, b'A')]);
        assert_eq!(numbers("Item 7 A discussion"), [(7, 0)]);
    }

    #[test]
    fn what_is_no_label() {
        for line in
            ["Item 405 of Regulation S-K", "7.1 Loans", "Itemized list", "12,000 units", "7 cents", "Part II"]
        {
            assert!(read(line).is_none(), "{line}");
        }
        assert!(read("Item 7, Management").unwrap().quoted);
        assert!(read("Item 7 “Management").unwrap().quoted);
    }
}
