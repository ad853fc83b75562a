//! Bodies: whole, decompressed, within bounds, and of the kind that was asked for.

use super::block;
use super::retry::Verdict;
use super::types::{ContentKind, Expect};
use flate2::{Decompress, FlushDecompress, Status};
use std::io::Read;

/// Why a body is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Larger than allowed, before or after decompression.
    #[error("the body is larger than {0} bytes")]
    TooLarge(u64),
    /// Cut short, or not compressed as it says.
    #[error("{0}")]
    Broken(String),
    /// No connection: nobody was asked.
    #[error("{0}")]
    Unreached(String),
}

/// Undoes `Content-Encoding`, bounded by `max` bytes. A compressed body without its end is broken, never short.
pub fn decode(body: Vec<u8>, encoding: Option<&str>, max: u64) -> Result<Vec<u8>, BodyError> {
    if body.len() as u64 > max {
        return Err(BodyError::TooLarge(max));
    }
    let mut body = body;
    // Encodings are listed in the order in which they were applied.
    for encoding in encoding.unwrap_or_default().rsplit(',').map(|e| e.trim().to_ascii_lowercase()) {
        body = match encoding.as_str() {
            "" | "identity" => body,
            // Nothing may follow an empty answer (a HEAD or an empty document).
            _ if body.is_empty() => body,
            "gzip" | "x-gzip" => gunzip(&body, max)?,
            "deflate" => inflate(&body, true, max).or_else(|error| match error {
                BodyError::Broken(_) => inflate(&body, false, max),
                large => Err(large),
            })?,
            other => return Err(BodyError::Broken(format!("unknown Content-Encoding `{other}`"))),
        };
    }
    Ok(body)
}

/// Whole gzip members, each with its trailer.
fn gunzip(body: &[u8], max: u64) -> Result<Vec<u8>, BodyError> {
    let mut out = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        if !rest.starts_with(&[0x1f, 0x8b]) {
            // Zeros pad a last member on some servers; anything else is no gzip.
            if !out.is_empty() && rest.iter().all(|b| *b == 0) {
                break;
            }
            return Err(BodyError::Broken("the body is not gzip as its header says".to_owned()));
        }
        let mut decoder = flate2::bufread::GzDecoder::new(rest);
        let left = max.saturating_sub(out.len() as u64);
        Read::by_ref(&mut decoder)
            .take(left.saturating_add(1))
            .read_to_end(&mut out)
            .map_err(|error| BodyError::Broken(format!("the gzip body is cut or damaged: {error}")))?;
        if out.len() as u64 > max {
            return Err(BodyError::TooLarge(max));
        }
        rest = decoder.into_inner();
    }
    Ok(out)
}

/// One deflate stream, with or without the zlib frame, to its end mark.
fn inflate(body: &[u8], zlib: bool, max: u64) -> Result<Vec<u8>, BodyError> {
    let mut stream = Decompress::new(zlib);
    let mut out = Vec::new();
    let mut buffer = [0u8; 16 << 10];
    loop {
        let (fed, made) = (stream.total_in(), stream.total_out());
        let input = body.get(usize::try_from(fed).unwrap_or(usize::MAX)..).unwrap_or_default();
        let status = stream
            .decompress(input, &mut buffer, FlushDecompress::None)
            .map_err(|error| BodyError::Broken(format!("the deflate body is damaged: {error}")))?;
        let written = usize::try_from(stream.total_out() - made).unwrap_or_default();
        out.extend_from_slice(buffer.get(..written).unwrap_or_default());
        if out.len() as u64 > max {
            return Err(BodyError::TooLarge(max));
        }
        if status == Status::StreamEnd {
            return Ok(out);
        }
        if stream.total_in() == fed && written == 0 {
            return Err(BodyError::Broken("the deflate body is cut".to_owned()));
        }
    }
}

/// Tells what bytes are, whatever the header says (fault 32: a PDF that is HTML).
pub fn kind_of(body: &[u8]) -> ContentKind {
    let head = body.get(..body.len().min(2_048)).unwrap_or_default();
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    let start = text.trim_start();
    if text.contains("%pdf-") && text.find("%pdf-").is_some_and(|at| at < 1_024) && !start.starts_with('<') {
        ContentKind::Pdf
    } else if head.starts_with(b"PK\x03\x04") {
        ContentKind::Zip
    } else if head.starts_with(&[0x1f, 0x8b]) {
        ContentKind::Gzip
    } else if start.starts_with("<sec-document")
        || start.starts_with("<ims-document")
        || text.contains("<sec-header")
    {
        ContentKind::Submission
    } else if start.starts_with('{') || start.starts_with('[') {
        ContentKind::Json
    } else if ["<!doctype html", "<html", "<head", "<body", "<title", "<p>", "<table", "<div"]
        .iter()
        .any(|tag| text.contains(tag))
    {
        ContentKind::Html
    } else if head.iter().filter(|b| **b == 0).count() > head.len() / 20 {
        ContentKind::Other
    } else {
        ContentKind::Text
    }
}

/// Looks at a whole body: is it what was asked for?
pub fn check(body: &[u8], expect: Expect) -> Verdict {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Verdict::Empty;
    }
    let kind = kind_of(body);
    // Names and pages of text may hold anything; only a page can be a block page.
    if kind == ContentKind::Html || kind == ContentKind::Text {
        if let Some(title) = block::block_page(body) {
            return Verdict::BlockPage(title);
        }
        if kind == ContentKind::Html && block::says_not_there(body) {
            return Verdict::NotThere;
        }
    }
    let fits = match expect {
        Expect::Any => true,
        Expect::IndexPage => kind == ContentKind::Html,
        Expect::Release => matches!(kind, ContentKind::Html | ContentKind::Pdf | ContentKind::Text),
        Expect::Filing => !matches!(kind, ContentKind::Gzip | ContentKind::Other),
        Expect::Json => {
            return match serde_json::from_slice::<serde::de::IgnoredAny>(body) {
                Ok(_) => Verdict::Good,
                Err(error) => Verdict::Unfit(format!("the body is no JSON: {error}")),
            };
        }
        Expect::Names => kind == ContentKind::Text && body.contains(&b':'),
    };
    if fits {
        Verdict::Good
    } else {
        Verdict::Unfit(format!("{} came where {} was asked for", kind.as_str(), expect.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// RATE R08: a gzip body without its last bytes, at any cut, is broken and never a shorter body.
    #[test]
    fn a_cut_gzip_body_is_broken_at_every_cut() {
        let text = "The Commission found that revenue was recorded early. ".repeat(400);
        let whole = gzip(text.as_bytes());
        assert_eq!(decode(whole.clone(), Some("gzip"), 1 << 20), Ok(text.clone().into_bytes()));
        for cut in [1, 4, 8, 9, 20, whole.len() / 2, whole.len() - 1] {
            let short = whole[..whole.len() - cut].to_vec();
            assert!(matches!(decode(short, Some("gzip"), 1 << 20), Err(BodyError::Broken(_))), "cut {cut}");
        }
        let mut damaged = whole.clone();
        let crc = damaged.len() - 6;
        damaged[crc] ^= 1;
        assert!(matches!(decode(damaged, Some("gzip"), 1 << 20), Err(BodyError::Broken(_))));
        assert!(matches!(
            decode(b"<html>plain</html>".to_vec(), Some("gzip"), 1 << 20),
            Err(BodyError::Broken(_))
        ));
        let two = [gzip(b"one"), gzip(b"two")].concat();
        assert_eq!(decode(two, Some("x-gzip"), 1 << 20).as_deref(), Ok(&b"onetwo"[..]));
    }

    #[test]
    fn deflate_in_both_frames_and_cut() {
        let text = b"net income ".repeat(500);
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&text).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::default());
        raw.write_all(&text).unwrap();
        for body in [zlib.finish().unwrap(), raw.finish().unwrap()] {
            assert_eq!(decode(body.clone(), Some("deflate"), 1 << 20).as_deref(), Ok(&text[..]));
            let cut = body[..body.len() - 6].to_vec();
            assert!(matches!(decode(cut, Some("deflate"), 1 << 20), Err(BodyError::Broken(_))));
        }
    }

    /// Size caps hold before and after decompression.
    #[test]
    fn a_bomb_is_refused() {
        let bomb = gzip(&vec![0u8; 8 << 20]);
        assert!(bomb.len() < 64 << 10);
        assert_eq!(decode(bomb, Some("gzip"), 1 << 20), Err(BodyError::TooLarge(1 << 20)));
        assert_eq!(decode(vec![1; 11], None, 10), Err(BodyError::TooLarge(10)));
    }

    /// CRAWL fault 32: the type is told by the bytes.
    #[test]
    fn the_bytes_tell_the_kind() {
        assert_eq!(kind_of(b"%PDF-1.6\n..."), ContentKind::Pdf);
        assert_eq!(kind_of(b"\n\n<!DOCTYPE HTML><html>says %PDF-1.4"), ContentKind::Html);
        assert_eq!(kind_of(b"{\"cik\": 1}"), ContentKind::Json);
        assert_eq!(kind_of(b"<SEC-DOCUMENT>0009990001-04-000003.txt"), ContentKind::Submission);
        assert_eq!(kind_of(b"UNITED STATES OF AMERICA\r\n"), ContentKind::Text);
    }

    /// CRAWL C10: an empty body is no document; RATE: HTML where JSON was asked for is none either.
    #[test]
    fn bodies_are_checked_for_their_kind() {
        assert_eq!(check(b" \r\n", Expect::Release), Verdict::Empty);
        assert!(matches!(check(b"<html>maintenance</html>", Expect::Json), Verdict::Unfit(_)));
        assert!(matches!(check(b"{\"a\": [1, 2", Expect::Json), Verdict::Unfit(_)));
        assert!(matches!(check(b"%PDF-1.4", Expect::IndexPage), Verdict::Unfit(_)));
        assert_eq!(check(b"EXAMPLE CORP:0009990001:\n", Expect::Names), Verdict::Good);
        assert_eq!(check(b"<html><p>Litigation Release No. 1</p></html>", Expect::Release), Verdict::Good);
    }
}
