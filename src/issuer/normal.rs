//! Names to comparable tokens: case, marks, punctuation, "the", "and", state suffixes, abbreviations, legal
//! forms (edgar.md 2).

use super::words::{self, Form};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name in tokens. Its buffers can be used again: filling one allocates little.
#[derive(Clone, Debug, Default)]
pub struct Normal {
    buffer: String,
    scratch: String,
    /// Ranges of the tokens in `buffer`, legal forms short, abbreviations spelled out.
    tokens: Vec<(usize, usize)>,
    /// Tokens before the legal forms at the end.
    core: usize,
    /// Bits of those forms.
    forms: u16,
    /// Tokens before a legal form that stands inside: "ORRIN CO ET AL".
    head: Option<(usize, u16)>,
    /// State and the like, lower case: `de`, `new`.
    qualifier: String,
}

impl Normal {
    /// Reads a name.
    pub fn of(name: &str) -> Normal {
        let mut normal = Normal::default();
        normal.fill(name);
        normal
    }

    /// Reads a name into the buffers of an earlier one.
    pub fn fill(&mut self, name: &str) {
        self.buffer.clear();
        self.tokens.clear();
        self.qualifier.clear();
        let name = self.cut_qualifiers(name);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        if name.is_ascii() {
            scratch.push_str(name);
            scratch.make_ascii_lowercase();
        } else {
            scratch.extend(name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase));
        }
        self.tokenise(&scratch);
        self.scratch = scratch;
        self.find_forms();
    }

    /// Cuts `/DE/`, `\PA\`, `/NEW`, `(DE)` from the end.
    fn cut_qualifiers<'a>(&mut self, name: &'a str) -> &'a str {
        let mut name = name.trim();
        for _ in 0..3 {
            let Some((head, word)) = qualifier(name) else { break };
            if !self.qualifier.is_empty() {
                self.qualifier.push(' ');
            }
            self.qualifier.push_str(word);
            self.qualifier.make_ascii_lowercase();
            name = head.trim_end();
        }
        name.trim_end_matches(['/', '\\', ' '])
    }

    fn tokenise(&mut self, text: &str) {
        let mut chars = text.char_indices().peekable();
        // Single letters with only points, blanks or strokes between them are one token: N.V., S A, A/S.
        let mut initials = false;
        let mut joinable = false;
        while let Some((start, c)) = chars.next() {
            if !c.is_alphanumeric() {
                if !matches!(c, '.' | ' ' | '/' | '\'' | '\u{2019}') {
                    joinable = false;
                }
                continue;
            }
            let mut end = start + c.len_utf8();
            let mut apostrophe = false;
            while let Some(&(at, c)) = chars.peek() {
                if c.is_alphanumeric() {
                    end = at + c.len_utf8();
                } else if matches!(c, '\'' | '\u{2019}' | '`') {
                    apostrophe = true;
                } else {
                    break;
                }
                chars.next();
            }
            let word = text.get(start..end).unwrap_or("");
            let single = end - start == 1 && c.is_ascii_alphabetic();
            if single && initials && joinable {
                self.buffer.push_str(word);
                if let Some(last) = self.tokens.last_mut() {
                    last.1 = self.buffer.len();
                }
                continue;
            }
            initials = single;
            joinable = single;
            if apostrophe {
                let from = self.buffer.len();
                self.buffer.extend(word.chars().filter(|c| c.is_alphanumeric()));
                self.tokens.push((from, self.buffer.len()));
            } else {
                self.push(word);
            }
        }
    }

    fn push(&mut self, word: &str) {
        if matches!(word, "and" | "the") {
            return;
        }
        let from = self.buffer.len();
        self.buffer.push_str(words::spelled_out(word));
        self.tokens.push((from, self.buffer.len()));
    }

    fn find_forms(&mut self) {
        self.forms = 0;
        self.head = None;
        self.core = self.tokens.len();
        while self.core > 1
            && let Some(form) = words::legal_form(self.token(self.core - 1))
        {
            self.forms |= form.bit();
            self.core -= 1;
        }
        for at in 1..self.core {
            let Some(form) = words::legal_form(self.token(at)) else { continue };
            // Inside a name only the unmistakable forms part it: "ORRIN INC ...", not "FIRST CO BANK".
            if matches!(form, Form::Inc | Form::Corp | Form::Ltd | Form::Llc | Form::Plc) {
                self.head = Some((at, form.bit()));
                break;
            }
        }
    }

    fn token(&self, at: usize) -> &str {
        self.tokens.get(at).and_then(|(from, to)| self.buffer.get(*from..*to)).unwrap_or("")
    }

    /// Tokens without the legal forms at the end.
    pub fn core(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.core).map(|at| self.token(at))
    }

    /// Number of those.
    pub fn core_len(&self) -> usize {
        self.core
    }

    /// Tokens before a legal form inside the name, and that form's bit.
    pub(super) fn head(&self) -> Option<(impl Iterator<Item = &str> + Clone, u16)> {
        let (len, bit) = self.head?;
        Some(((0..len).map(|at| self.token(at)), bit))
    }

    /// Bits of the legal forms at the end.
    pub(super) fn forms(&self) -> u16 {
        self.forms
    }

    /// Legal forms at the end in short spelling.
    pub(super) fn form_tokens(&self) -> impl Iterator<Item = &str> {
        (self.core..self.tokens.len()).map(|at| {
            let token = self.token(at);
            words::legal_form(token).map_or(token, |form| form.short(token))
        })
    }

    /// State and the like.
    pub fn qualifier(&self) -> &str {
        &self.qualifier
    }

    /// Whether the name says nothing that tells one issuer from another.
    pub fn is_generic(&self) -> bool {
        self.core().all(|t| words::is_generic(t) || words::legal_form(t).is_some())
    }

    /// Whether the words are those of a pooled vehicle.
    pub(super) fn is_fund(&self) -> bool {
        self.core().any(words::is_fund_word)
    }

    /// Whether the words are those of a person as EDGAR writes one: surname, first name, an initial at the end.
    pub(super) fn is_person(&self) -> bool {
        let last = self.token(self.core.saturating_sub(1));
        self.forms == 0
            && (2..=5).contains(&self.core)
            && self.core().all(|t| t.chars().all(char::is_alphabetic))
            && (last.len() == 1 || matches!(last, "jr" | "sr" | "ii" | "iii" | "iv" | "md" | "phd"))
    }
}

/// The word between strokes or in short brackets at the end, and what stands before it.
fn qualifier(name: &str) -> Option<(&str, &str)> {
    let strokes = ['/', '\\'];
    let (head, word, closed) = if let Some(body) = name.strip_suffix(')') {
        let at = body.rfind('(')?;
        (body.get(..at)?, body.get(at + 1..)?, false)
    } else {
        let body = name.strip_suffix(strokes);
        let inner = body.unwrap_or(name).trim_end();
        let at = inner.rfind(strokes)?;
        (inner.get(..at)?, inner.get(at + 1..)?, body.is_some())
    };
    let word = word.trim().trim_matches('.');
    let lower = word.to_ascii_lowercase();
    let letters = !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
    let short = letters && word.len() <= 3;
    // "A/S", "S/A", "D/B/A": letters on both sides of a stroke are a word of their own.
    let single = head.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().is_some_and(|w| w.len() == 1);
    let fits = letters && (short || words::is_long_qualifier(&lower) || closed && word.len() <= 14);
    (fits && !head.trim().is_empty() && !(single && word.len() == 1)).then_some((head, word))
}

/// A hash that is the same on every machine and in every run (FNV-1a, 64 bits).
pub(super) fn hash(salt: u8, parts: &[&str]) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64 ^ u64::from(salt);
    for byte in parts.iter().flat_map(|p| p.bytes()) {
        h = (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // FNV's low bits are weak where texts are short.
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// A word without its plural ending, in two parts to be read one after the other.
pub(super) fn stem(token: &str) -> (&str, &str) {
    if token.len() > 4
        && let Some(base) = token.strip_suffix("ies")
    {
        return (base, "y");
    }
    let plural =
        token.len() > 3 && !token.ends_with("ss") && !token.ends_with("us") && !token.ends_with("is");
    match token.strip_suffix('s') {
        Some(base) if plural => (base, ""),
        _ => (token, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(name: &str) -> String {
        Normal::of(name).core().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn noise_is_taken_off() {
        for (name, want) in [
            ("The Quarrystone Widget Company, Inc.", "quarrystone widget"),
            ("QUARRYSTONE WIDGET CO /DE/", "quarrystone widget"),
            ("QUARRYSTONE WIDGET CO INC \\PA\\", "quarrystone widget"),
            ("QUARRYSTONE WIDGET CORP/NEW", "quarrystone widget"),
            ("QUARRYSTONE WIDGET INC/ FA", "quarrystone widget"),
            ("Quarrystone Widget N.V.", "quarrystone widget"),
            ("QUARRYSTONE WIDGET N V", "quarrystone widget"),
            ("Quarrystone Widget A/S / ADR", "quarrystone widget"),
            ("Tarn & Fell, L.L.C.", "tarn fell"),
            ("Tarn and Fell LLC", "tarn fell"),
            ("O'Malley's Ovens plc", "omalleys ovens"),
            ("Café Noir S.p.A.", "cafe noir"),
            ("TARN INTL HLDGS LTD", "tarn international holdings"),
            ("A.B. Orrin Co", "ab orrin"),
            ("24/7 Tarn Media", "24 7 tarn media"),
            ("", ""),
            ("/// \\", ""),
        ] {
            assert_eq!(core(name), want, "{name}");
        }
        assert_eq!(Normal::of("ORRIN INC /DE/").qualifier(), "de");
        assert!(Normal::of("TARN ODILE B").is_person() && !Normal::of("TARN ODILE B INC").is_person());
        assert!(Normal::of("The Company").is_generic() && !Normal::of("Tarn Company").is_generic());
    }

    #[test]
    fn plurals_share_a_stem() {
        assert_eq!(stem("technologies"), ("technolog", "y"));
        assert_eq!(stem("systems"), ("system", ""));
        assert_eq!(stem("glass"), ("glass", ""));
    }
}
