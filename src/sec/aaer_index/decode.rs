//! Bytes of an index page to characters: pages of two encodings and characters decoded twice (fault 20).

use encoding_rs::WINDOWS_1252;

/// Decodes stretch by stretch: UTF-8 where the bytes are, Windows-1252 elsewhere. Says whether both occurred.
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut out = String::with_capacity(bytes.len());
    let (mut wide, mut odd) = (false, false);
    for chunk in bytes.utf8_chunks() {
        wide |= !chunk.valid().is_ascii();
        out.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            odd = true;
            out.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
        }
    }
    (out, wide && odd)
}

/// Mends characters that were UTF-8, read as Windows-1252 and written as UTF-8 again; none when there is nothing to mend.
pub(super) fn mend_mojibake(text: &str) -> Option<String> {
    // A lead byte of two or three bytes as a Windows-1252 letter; without it nothing was decoded twice.
    if !text.contains(['\u{c2}', '\u{c3}', '\u{e2}']) {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut mended = false;
    let mut at = 0;
    while let Some(&lead) = chars.get(at) {
        let length = match lead {
            '\u{c2}' | '\u{c3}' => 2,
            '\u{e2}' => 3,
            _ => 1,
        };
        let run: Option<Vec<u8>> =
            chars.get(at..at + length).map(|run| run.iter().filter_map(byte_of).collect());
        match run.as_deref().filter(|run| length > 1 && run.len() == length).map(std::str::from_utf8) {
            Some(Ok(right)) => {
                out.push_str(right);
                mended = true;
                at += length;
            }
            _ => {
                out.push(lead);
                at += 1;
            }
        }
    }
    mended.then_some(out)
}

/// The Windows-1252 byte of a character.
fn byte_of(c: &char) -> Option<u8> {
    let mut buffer = [0; 4];
    let (bytes, _, lost) = WINDOWS_1252.encode(c.encode_utf8(&mut buffer));
    match (bytes.as_ref(), lost) {
        ([byte], false) => Some(*byte),
        _ => None,
    }
}

/// How many tags are open at the deepest point, tags that need no end left out.
pub(super) fn deepest_nesting(html: &str) -> usize {
    const ENDLESS: [&str; 19] = [
        "p", "br", "hr", "img", "input", "meta", "link", "li", "td", "th", "tr", "dd", "dt", "option", "col",
        "area", "base", "wbr", "!doctype",
    ];
    let (mut open, mut deepest) = (0usize, 0usize);
    for at in memchr::memchr_iter(b'<', html.as_bytes()) {
        let rest = html.get(at + 1..).unwrap_or_default();
        let end = rest.starts_with('/');
        let name = rest.trim_start_matches('/');
        let length = name.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'!').count();
        let name = name.get(..length.min(12)).unwrap_or_default();
        if name.is_empty() || name.starts_with('!') || ENDLESS.iter().any(|e| name.eq_ignore_ascii_case(e)) {
            continue;
        }
        open = if end { open.saturating_sub(1) } else { open + 1 };
        deepest = deepest.max(open);
    }
    deepest
}
