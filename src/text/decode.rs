//! Bytes to characters: the encoding is told by the bytes, stretch by stretch; a declared one is only a hint.
//!
//! Filings of thirty years mix ASCII, Windows-1252 (called Latin-1), UTF-8 and both in one file. Whatever is
//! valid UTF-8 is UTF-8; any other byte above 0x7F is Windows-1252. Control characters that no reader wants
//! (NUL, the DOS end mark 0x1A) go.

use super::source::SourceMap;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// Characters of a file, with the way back to its bytes.
#[derive(Debug)]
pub struct Decoded<'a> {
    /// The characters.
    pub text: Cow<'a, str>,
    /// Content offset to byte; none where the two are the same but for a skipped start.
    map: Option<SourceMap>,
    /// Bytes skipped at the start (a byte order mark).
    skipped: usize,
    /// What was met on the way (flags, kebab-case).
    pub flags: Vec<&'static str>,
}

impl Decoded<'_> {
    /// Turns a map from content to these characters into one from content to the bytes of the file.
    pub(super) fn to_bytes(&self, map: SourceMap) -> SourceMap {
        match &self.map {
            Some(next) => map.then(next),
            None if self.skipped == 0 => map,
            None => {
                let mut out = SourceMap::default();
                out.append(&map, 0, self.skipped);
                out
            }
        }
    }
}

/// A byte that is no character of Windows-1252, or one lost before.
const LOST: char = '\u{FFFD}';

/// Decodes a file.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let plain = |bytes, skipped, flags| Decoded { text: bytes, map: None, skipped, flags };
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let rest = bytes.get(length..).unwrap_or(&[]);
        if encoding == UTF_16LE || encoding == UTF_16BE {
            return wide(rest, encoding, length);
        }
        let mut decoded = decode_8bit(rest);
        decoded.skipped = length;
        if let Some(map) = decoded.map.take() {
            let mut moved = SourceMap::default();
            moved.append(&map, 0, length);
            decoded.map = Some(moved);
        }
        return decoded;
    }
    if looks_wide(bytes) {
        let encoding = if bytes.first() == Some(&0) { UTF_16BE } else { UTF_16LE };
        return wide(bytes, encoding, 0);
    }
    if let Some(encoding) = declared_wide_set(bytes)
        && std::str::from_utf8(bytes).is_err()
    {
        let (text, _, errors) = encoding.decode(bytes);
        if !errors {
            return plain(Cow::Owned(text.into_owned()), 0, vec!["decode-declared"]);
        }
    }
    decode_8bit(bytes)
}

/// ASCII written two bytes a character without a mark.
fn looks_wide(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(512)).unwrap_or(&[]);
    if head.len() < 16 {
        return false;
    }
    let zero =
        |n: usize| head.iter().skip(n).step_by(2).filter(|b| **b == 0).count() * 2 > head.len() * 9 / 10;
    let some = |n: usize| head.iter().skip(n).step_by(2).filter(|b| **b == 0).count() * 20 < head.len();
    (zero(0) && some(1)) || (zero(1) && some(0))
}

/// A declared multi-byte encoding other than UTF-8 (Chinese, Japanese, Korean), from the first kilobytes.
fn declared_wide_set(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(2048)).unwrap_or(&[]);
    let at = memchr::memmem::find_iter(head, b"charset=").next()? + 8;
    let label = head.get(at..)?;
    let label: Vec<u8> = label
        .iter()
        .skip_while(|b| matches!(b, b'"' | b'\'' | b' '))
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        .copied()
        .collect();
    let encoding = Encoding::for_label(&label)?;
    (!encoding.is_single_byte() && encoding != UTF_8 && encoding != UTF_16LE && encoding != UTF_16BE)
        .then_some(encoding)
}

/// Two bytes a character. The way back is exact every 32 characters and close between them.
fn wide(bytes: &[u8], encoding: &'static Encoding, skipped: usize) -> Decoded<'static> {
    let (text, errors) = encoding.decode_without_bom_handling(bytes);
    let mut map = SourceMap::default();
    let mut out = String::with_capacity(text.len());
    let mut byte = skipped;
    for (n, c) in text.chars().enumerate() {
        if n % 32 == 0 {
            map.push(out.len(), byte);
        }
        byte += 2 * c.len_utf16();
        if !dropped(c) {
            out.push(c);
        }
    }
    let mut flags = vec!["decode-utf-16"];
    if errors {
        flags.push("decode-warning");
    }
    Decoded { text: Cow::Owned(out), map: Some(map), skipped: 0, flags }
}

/// Control characters that carry nothing.
fn dropped(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{E}'..='\u{1F}' | '\u{7F}' | '\u{FEFF}')
}

/// Whether `text` holds anything that has to be changed.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    // One pass that the compiler turns into vector code; C1 characters in UTF-8 all start with 0xC2,
    // a stray byte order mark with 0xEF, doubly encoded punctuation with 0xC3 0xA2.
    let mut odd = false;
    for b in bytes {
        odd |= (*b < 0x20) & !matches!(*b, b'\t' | b'\n' | b'\r' | 0x0C);
        odd |= *b == 0x7F;
    }
    if odd {
        return false;
    }
    memchr::memchr_iter(0xC2, bytes).all(|at| bytes.get(at + 1).is_none_or(|b| *b >= 0xA0))
        && memchr::memmem::find(bytes, "\u{FEFF}".as_bytes()).is_none()
        && memchr::memchr_iter(0xC3, bytes).all(|at| !starts_double(bytes.get(at + 1..).unwrap_or(&[])))
}

/// What follows 0xC3 where a character may have been encoded twice: `Â`, `Ã`, or `â` with another high character.
fn starts_double(rest: &[u8]) -> bool {
    match rest.first() {
        Some(0x82 | 0x83) => true,
        Some(0xA2) => rest.get(1).is_some_and(|b| *b >= 0x80),
        _ => false,
    }
}

fn decode_8bit(bytes: &[u8]) -> Decoded<'_> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && is_clean(text)
    {
        return Decoded { text: Cow::Borrowed(text), map: None, skipped: 0, flags: Vec::new() };
    }
    let mut out = Builder { text: String::with_capacity(bytes.len()), ..Builder::default() };
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        out.valid(chunk.valid(), at);
        at += chunk.valid().len();
        for byte in chunk.invalid() {
            out.single(*byte, at);
            at += 1;
        }
    }
    let mut flags = Vec::new();
    if out.cp1252 {
        flags.push("decode-windows-1252");
    }
    if out.cp1252 && out.utf8 {
        flags.push("decode-mixed");
    }
    if out.double {
        flags.push("decode-double-utf-8");
    }
    if out.lost || out.control {
        flags.push("decode-warning");
    }
    Decoded { text: Cow::Owned(out.text), map: Some(out.map), skipped: 0, flags }
}

#[derive(Default)]
struct Builder {
    text: String,
    map: SourceMap,
    cp1252: bool,
    utf8: bool,
    double: bool,
    lost: bool,
    control: bool,
}

impl Builder {
    /// A stretch of valid UTF-8 that starts at byte `at`.
    fn valid(&mut self, stretch: &str, at: usize) {
        let mut start = 0;
        let mut chars = stretch.char_indices();
        while let Some((n, c)) = chars.next() {
            if c.is_ascii() && !dropped(c) {
                continue;
            }
            let (replacement, length) = if dropped(c) {
                self.control |= !matches!(c, '\u{1A}' | '\u{FEFF}');
                (None, c.len_utf8())
            } else if ('\u{80}'..='\u{9F}').contains(&c) {
                (Some(self.c1(c as u8)), 2)
            } else if let Some((twice, length)) = doubly_encoded(stretch.get(n..).unwrap_or("")) {
                self.double = true;
                (Some(twice), length)
            } else {
                self.utf8 = true;
                continue;
            };
            self.copy(stretch.get(start..n).unwrap_or(""), at + start);
            if let Some(replacement) = replacement {
                self.map.push(self.text.len(), at + n);
                self.text.push(replacement);
            }
            start = n + length;
            while chars.offset() < start && chars.next().is_some() {}
        }
        self.copy(stretch.get(start..).unwrap_or(""), at + start);
    }

    fn copy(&mut self, stretch: &str, at: usize) {
        if !stretch.is_empty() {
            self.map.push(self.text.len(), at);
            self.text.push_str(stretch);
        }
    }

    fn single(&mut self, byte: u8, at: usize) {
        self.cp1252 = true;
        let c = self.c1(byte);
        self.map.push(self.text.len(), at);
        self.text.push(c);
    }

    fn c1(&mut self, byte: u8) -> char {
        let c = windows_1252(byte);
        self.lost |= c == LOST;
        c
    }
}

/// The character of one byte in Windows-1252; the five bytes it leaves open are lost.
pub(super) fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '\u{20AC}', LOST, '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}',
        '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', LOST, '\u{17D}', LOST, LOST, '\u{2018}', '\u{2019}',
        '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}',
        '\u{203A}', '\u{153}', LOST, '\u{17E}', '\u{178}',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A character that was encoded twice (`â€™` for an apostrophe, `Â§`, `Ã©`): the one meant and the bytes it takes.
/// Its bytes were read as Windows-1252 or Latin-1 and encoded again.
fn doubly_encoded(rest: &str) -> Option<(char, usize)> {
    let mut chars = rest.chars();
    let first = chars.next()?;
    let more = match first {
        '\u{C2}' | '\u{C3}' => 1,
        '\u{E2}' => 2,
        _ => return None,
    };
    let mut bytes = [first as u8, 0, 0];
    let mut length = first.len_utf8();
    for slot in bytes.iter_mut().skip(1).take(more) {
        let c = chars.next()?;
        length += c.len_utf8();
        *slot = match u32::from(c) {
            code @ 0x80..=0xBF => code as u8,
            _ => (0x80..=0x9F_u8).find(|b| windows_1252(*b) == c && c != LOST)?,
        };
    }
    let meant = std::str::from_utf8(bytes.get(..=more)?).ok()?.chars().next()?;
    let printed = matches!(meant, '\u{A0}'..='\u{FF}' | '\u{2010}'..='\u{203A}' | '\u{20AC}' | '\u{2122}');
    printed.then_some((meant, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// HTML H04: Windows-1252 quotes in a file that says it is UTF-8, and UTF-8 that says nothing.
    #[test]
    fn the_bytes_tell_the_encoding() {
        let lying = b"<meta charset=utf-8>\x93restated\x94 Mersey\x92s";
        assert_eq!(decode(lying).text, "<meta charset=utf-8>\u{201C}restated\u{201D} Mersey\u{2019}s");
        let silent = "Zo\u{EB} \u{201C}restated\u{201D}".as_bytes();
        assert_eq!(decode(silent).text, "Zo\u{EB} \u{201C}restated\u{201D}");
    }

    /// HTML H04, siblings: both in one file, C1 characters, twice encoded, marks, two bytes a character.
    #[test]
    fn mixtures_are_read_stretch_by_stretch() {
        let mut mixed = "caf\u{E9} ".as_bytes().to_vec();
        mixed.extend(b"caf\xE9 Corp\x92s \xC2\x92");
        let decoded = decode(&mixed);
        assert_eq!(decoded.text, "caf\u{E9} caf\u{E9} Corp\u{2019}s \u{2019}");
        assert!(decoded.flags.contains(&"decode-mixed"));
        let twice = "Corp\u{E2}\u{20AC}\u{2122}s \u{E2}\u{20AC}\u{153}x\u{E2}\u{20AC}\u{9D}";
        assert_eq!(decode(twice.as_bytes()).text, "Corp\u{2019}s \u{201C}x\u{201D}");
        let latin = "Corp\u{E2}\u{80}\u{99}s \u{C2}\u{A7}10 caf\u{C3}\u{A9}";
        assert_eq!(decode(latin.as_bytes()).text, "Corp\u{2019}s \u{A7}10 caf\u{E9}");
        assert_eq!(decode(b"\xEF\xBB\xBFabc").text, "abc");
        let wide: Vec<u8> = "\u{FEFF}Zo\u{EB} Ltd".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide).text, "Zo\u{EB} Ltd");
    }

    /// HTML H11: one byte that is no character stops nothing and is told.
    #[test]
    fn a_stray_byte_is_told_not_fatal() {
        let decoded = decode(b"net \x8D income\x1A\0");
        assert_eq!(decoded.text, "net \u{FFFD} income");
        assert!(decoded.flags.contains(&"decode-warning"));
    }

    #[test]
    fn the_way_back_runs_through_decoding() {
        let bytes = b"\xEF\xBB\xBFa\x93b\x94\0c";
        let decoded = decode(bytes);
        let mut same = SourceMap::default();
        same.push(0, 0);
        let map = decoded.to_bytes(same);
        for (at, c) in decoded.text.char_indices() {
            if c.is_ascii() {
                assert_eq!(bytes[map.source_of(at)], c as u8);
            }
        }
    }
}
