//! Kept documents as a WARC 1.1 file and back: one gzip member a record, as the standard and its readers want it.

use super::blobs::{BlobError, Blobs, write_whole_with};
use super::body;
use super::import::{Body, ImportError, Imported, Item, sound, store_all};
use super::types::{BlobId, FetchLog, FetchRecord, Kept, Outcome, Source};
use crate::sec::urls;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// Longest line of a header.
const MAX_LINE: u64 = 64 << 10;
/// Most lines of a header.
const MAX_HEADERS: usize = 1_000;
/// The header of ours that says where redirects led.
const FINAL_URI: &str = "AFB-Final-URI";

/// Writes every kept document as a `response` record, one gzip member each. Gives their number.
///
/// Record ids are drawn from the contents, so that the same cache gives the same file.
pub fn export(path: &Path, blobs: &Blobs, log: &dyn FetchLog) -> Result<usize, ImportError> {
    let all = log.all_kept()?;
    let damaged =
        |url: &str, error: BlobError| ImportError::Damaged { url: url.to_owned(), why: error.to_string() };
    // A file that is found damaged half-way would leave nothing; it is said before anything is written.
    for kept in &all {
        if let Some(blob) = kept.record.blob.as_ref().filter(|_| kept.record.outcome == Outcome::Ok) {
            blobs.get(blob).map_err(|error| damaged(&kept.record.url, error))?;
        }
    }
    write_whole_with(path, |out| {
        let first = all.iter().map(|kept| kept.record.fetched_at).max().unwrap_or(Timestamp::UNIX_EPOCH);
        let info = concat!(
            "software: afb-build ",
            env!("CARGO_PKG_VERSION"),
            "\r\nformat: WARC File Format 1.1\r\n"
        );
        let fields = [("Content-Type", "application/warc-fields".to_owned())];
        member(out, "warcinfo", None, first, &fields, info.as_bytes())?;
        for kept in &all {
            response(out, kept, blobs)?;
        }
        Ok(())
    })?;
    Ok(all.len())
}

fn response(out: &mut dyn Write, kept: &Kept, blobs: &Blobs) -> io::Result<()> {
    let record = &kept.record;
    let (line, payload) = match (record.outcome, &record.blob) {
        (Outcome::Ok, Some(blob)) => ("200 OK", blobs.get(blob).map_err(io::Error::other)?),
        (Outcome::Refused, _) => ("403 Forbidden", Vec::new()),
        _ if record.status == Some(410) => ("410 Gone", Vec::new()),
        _ => ("404 Not Found", Vec::new()),
    };
    let mut block = format!("HTTP/1.1 {line}\r\n");
    let headers = [
        ("Content-Type", record.content_type.as_deref()),
        ("ETag", record.etag.as_deref()),
        ("Last-Modified", record.last_modified.as_deref()),
    ];
    for (name, value) in headers {
        if let Some(value) = value {
            block.push_str(&format!("{name}: {}\r\n", value.replace(|c: char| c.is_control(), " ")));
        }
    }
    block.push_str(&format!("Content-Length: {}\r\n\r\n", payload.len()));
    let mut block = block.into_bytes();
    block.extend_from_slice(&payload);
    let mut fields = vec![
        ("Content-Type", "application/http; msgtype=response".to_owned()),
        ("WARC-Payload-Digest", digest(&payload)),
    ];
    if record.final_url != record.url {
        fields.push((FINAL_URI, record.final_url.clone()));
    }
    member(out, "response", Some(&record.url), record.fetched_at, &fields, &block)
}

/// One record as one gzip member.
fn member(
    out: &mut dyn Write,
    kind: &str,
    uri: Option<&str>,
    date: Timestamp,
    fields: &[(&str, String)],
    block: &[u8],
) -> io::Result<()> {
    let mut gzip = GzEncoder::new(out, Compression::default());
    write!(
        gzip,
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{}>\r\n",
        uuid(kind, uri, date, block)
    )?;
    write!(gzip, "WARC-Date: {}\r\n", date.strftime("%Y-%m-%dT%H:%M:%SZ"))?;
    if let Some(uri) = uri {
        write!(gzip, "WARC-Target-URI: {uri}\r\n")?;
    }
    for (name, value) in fields {
        write!(gzip, "{name}: {value}\r\n")?;
    }
    write!(gzip, "WARC-Block-Digest: {}\r\nContent-Length: {}\r\n\r\n", digest(block), block.len())?;
    gzip.write_all(block)?;
    gzip.write_all(b"\r\n\r\n")?;
    gzip.finish().map(|_| ())
}

/// A name-based UUID (version 8, RFC 9562).
fn uuid(kind: &str, uri: Option<&str>, date: Timestamp, block: &[u8]) -> String {
    let mut hash = Sha256::new();
    for part in [kind.as_bytes(), uri.unwrap_or_default().as_bytes(), date.to_string().as_bytes(), block] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let hex = hex::encode(hash.finalize());
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!("{}-{}-8{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

/// A labelled digest as WARC writes it: SHA-256 in base 32.
fn digest(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut out = String::from("sha256:");
    let (mut bits, mut held) = (0u32, 0u32);
    for byte in Sha256::digest(bytes) {
        bits = (bits << 8) | u32::from(byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            out.push(char::from(LETTERS[(bits >> held) as usize & 31]));
        }
    }
    if held > 0 {
        out.push(char::from(LETTERS[(bits << (5 - held)) as usize & 31]));
    }
    while !(out.len() - "sha256:".len()).is_multiple_of(8) {
        out.push('=');
    }
    out
}

/// One record, read.
struct Record {
    fields: BTreeMap<String, String>,
    block: Vec<u8>,
}

/// Imports the documents of the SEC in a WARC (gzip or plain), all or none; other records are counted as skipped.
///
/// `max_body` bounds a document, in bytes. A record that does not match its own digest, or a cut file, is an error.
pub fn import(
    path: &Path,
    blobs: &Blobs,
    log: &dyn FetchLog,
    max_body: u64,
) -> Result<Imported, ImportError> {
    let unreadable = |source| ImportError::Unreadable { path: path.to_owned(), source };
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let gzip = file.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
    let mut input: Box<dyn BufRead> =
        if gzip { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) };
    let (mut items, mut skipped, mut number) = (Vec::new(), 0, 0);
    loop {
        number += 1;
        let failed = |why: String| ImportError::Record { path: path.to_owned(), record: number, why };
        let Some(record) = read_record(&mut input, max_body).map_err(|error| failed(error.to_string()))?
        else {
            break;
        };
        match document(record, max_body).map_err(failed)? {
            Some((mut record, payload)) => {
                let body = payload.map(|payload| -> Result<Body, ImportError> {
                    record.kind = Some(body::kind_of(&payload));
                    record.size = Some(payload.len() as u64);
                    // A blob that no row names harms nothing if a later record fails.
                    record.blob = Some(blobs.put(&payload)?);
                    Ok(Body::Kept)
                });
                let body = body.transpose()?;
                items.push(Item { record, body });
            }
            None => skipped += 1,
        }
    }
    let done = store_all(items, blobs, log)?;
    Ok(Imported { skipped, ..done })
}

/// The next record; none at the end of the file.
fn read_record(input: &mut dyn BufRead, max_body: u64) -> io::Result<Option<Record>> {
    let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let version = loop {
        match line(input)? {
            None => return Ok(None),
            // Records end with two empty lines.
            Some(text) if text.is_empty() => {}
            Some(text) => break text,
        }
    };
    if !version.starts_with("WARC/") {
        return Err(bad("this is no WARC record"));
    }
    let mut fields = BTreeMap::new();
    loop {
        let text = line(input)?.ok_or_else(|| bad("the file ends in a header"))?;
        if text.is_empty() {
            break;
        }
        if fields.len() >= MAX_HEADERS {
            return Err(bad("too many header lines"));
        }
        let (name, value) = text.split_once(':').ok_or_else(|| bad("a header line without a colon"))?;
        fields.insert(name.trim().to_ascii_lowercase(), value.trim().to_owned());
    }
    let length: u64 = fields
        .get("content-length")
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| bad("no Content-Length"))?;
    let keep = matches!(fields.get("warc-type").map(String::as_str), Some("response" | "resource"));
    let mut block = Vec::new();
    if keep && length > max_body.saturating_add(MAX_LINE) {
        return Err(bad(&format!("a document of {length} bytes is larger than {max_body}")));
    }
    let mut part = input.take(length);
    let read =
        if keep { part.read_to_end(&mut block)? as u64 } else { io::copy(&mut part, &mut io::sink())? };
    if read != length {
        return Err(bad(&format!("the file ends after {read} of {length} bytes of a record")));
    }
    if keep && let Some(given) = fields.get("warc-block-digest").filter(|given| given.starts_with("sha256:"))
    {
        matches_digest(given, &block).map_err(|why| bad(&why))?;
    }
    Ok(Some(Record { fields, block }))
}

/// A line without its end; none at the end of the file.
fn line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a header line is cut or too long"));
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned()))
}

fn matches_digest(given: &str, bytes: &[u8]) -> Result<(), String> {
    let hex = format!("sha256:{}", BlobId::of(bytes));
    if given == digest(bytes)
        || given.trim_end_matches('=') == digest(bytes).trim_end_matches('=')
        || given == hex
    {
        Ok(())
    } else {
        Err(format!("the bytes do not match {given}"))
    }
}

/// A record as it is logged, with its bytes where there are any.
type Document = (FetchRecord, Option<Vec<u8>>);

/// The document of a record; none when it is of no use here.
fn document(record: Record, max_body: u64) -> Result<Option<Document>, String> {
    let field = |name: &str| record.fields.get(name).map(String::as_str);
    let uri = field("warc-target-uri").unwrap_or_default();
    // WARC 1.0 wraps addresses in angle brackets.
    let Ok(url) = urls::canonical(None, uri.trim_start_matches('<').trim_end_matches('>')) else {
        return Ok(None);
    };
    // Half a document is none; whoever cut it says so.
    if field("warc-truncated").is_some() {
        return Ok(None);
    }
    let fetched_at: Timestamp = field("warc-date")
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| format!("{url} has no WARC-Date that can be read"))?;
    let final_url = match field(&FINAL_URI.to_ascii_lowercase()) {
        Some(text) => urls::canonical(None, text).map_err(|error| error.to_string())?,
        None => url.clone(),
    };
    let (status, headers, payload) = match field("warc-type") {
        Some("response") if field("content-type").is_some_and(|t| t.starts_with("application/http")) => {
            match http(&record.block) {
                Some(parts) => parts,
                None => return Err(format!("{url}: the block is no HTTP answer")),
            }
        }
        Some("resource") => {
            let kind = field("content-type").unwrap_or_default().to_owned();
            (200, BTreeMap::from([("content-type".to_owned(), kind)]), record.block.clone())
        }
        _ => return Ok(None),
    };
    if let Some(given) = field("warc-payload-digest").filter(|given| given.starts_with("sha256:")) {
        matches_digest(given, &payload).map_err(|why| format!("{url}: {why}"))?;
    }
    let header = |name: &str| headers.get(name).cloned();
    let promised = header("content-length").and_then(|text| text.parse::<u64>().ok());
    let plain = header("content-encoding").is_none() && header("transfer-encoding").is_none();
    let (outcome, payload) = match status {
        200 if plain && promised.is_some_and(|length| length > payload.len() as u64) => return Ok(None),
        200 => {
            let payload = match header("transfer-encoding").is_some_and(|t| t.eq_ignore_ascii_case("chunked"))
            {
                // Some writers keep the header and take the chunks apart.
                true => dechunk(&payload).unwrap_or(payload),
                false => payload,
            };
            let payload = body::decode(payload, header("content-encoding").as_deref(), max_body)
                .map_err(|error| format!("{url}: {error}"))?;
            if sound(&payload).is_err() {
                return Ok(None);
            }
            (Outcome::Ok, Some(payload))
        }
        404 | 410 => (Outcome::Missing, None),
        403 if record.block.len() < 512 => (Outcome::Refused, None),
        _ => return Ok(None),
    };
    let record = FetchRecord {
        url,
        final_url,
        status: Some(status),
        outcome,
        content_type: header("content-type"),
        kind: None,
        etag: header("etag"),
        last_modified: header("last-modified"),
        size: None,
        blob: None,
        fetched_at,
        source: Source::Import,
        detail: None,
    };
    Ok(Some((record, payload)))
}

/// Status, headers and payload of an HTTP answer.
fn http(block: &[u8]) -> Option<(u16, BTreeMap<String, String>, Vec<u8>)> {
    let end = memchr::memmem::find(block, b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(block.get(..end)?).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.strip_prefix("HTTP/")?.split_whitespace().nth(1)?.parse().ok()?;
    let headers = lines.take(MAX_HEADERS).filter_map(|line| line.split_once(':'));
    let headers =
        headers.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned())).collect();
    Some((status, headers, block.get(end + 4..)?.to_vec()))
}

/// The body of a chunked answer; none when it is not chunked.
fn dechunk(payload: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = payload;
    loop {
        let end = memchr::memmem::find(rest.get(..rest.len().min(1_024))?, b"\r\n")?;
        let size = std::str::from_utf8(rest.get(..end)?).ok()?.split(';').next()?.trim();
        let size = usize::from_str_radix(size, 16).ok()?;
        if size == 0 {
            return Some(out);
        }
        let start = end + 2;
        out.extend_from_slice(rest.get(start..start.checked_add(size)?)?);
        rest = rest.get(start + size..)?.strip_prefix(b"\r\n")?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_written_as_readers_want_them() {
        // The digest of nothing, computed by another program.
        assert_eq!(digest(b""), "sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ====");
    }

    #[test]
    fn chunks_are_joined_and_nonsense_is_none() {
        assert_eq!(dechunk(b"4\r\nabcd\r\n3;x=y\r\nefg\r\n0\r\n\r\n").as_deref(), Some(&b"abcdefg"[..]));
        for bad in [&b"4\r\nab"[..], b"zz\r\n", b"", b"ffffffffffffffff\r\nabc"] {
            assert_eq!(dechunk(bad), None);
        }
    }
}
