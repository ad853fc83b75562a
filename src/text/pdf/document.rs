//! Opening a PDF: decryption with the empty password, repair of the cross-reference table, the list of pages.

use super::font::{dict_of, resolve, value};
use lopdf::{Dictionary, Document, Error, Object, ObjectId};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a file could not be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// It needs a password.
    Encrypted,
    /// Nothing in it can be read as pages.
    Malformed,
}

/// An open file and its pages in order.
pub(super) struct Open {
    pub(super) document: Document,
    pub(super) pages: Vec<ObjectId>,
    /// Whether the table of objects had to be made anew.
    pub(super) repaired: bool,
}

/// Opens a file.
pub(super) fn open(bytes: &[u8]) -> Result<Open, Closed> {
    // Offsets count from the header, whatever stands before it.
    let start = memchr::memmem::find(bytes, b"%PDF-").unwrap_or(0);
    let bytes = bytes.get(start..).unwrap_or(bytes);
    let first = load(bytes);
    if matches!(first, Err(Closed::Encrypted)) {
        return Err(Closed::Encrypted);
    }
    if let Ok(document) = first {
        let (pages, whole) = pages(&document);
        if whole && !pages.is_empty() {
            return Ok(Open { document, pages, repaired: false });
        }
        let again = repaired(bytes);
        return match again {
            Ok(again) if again.pages.len() >= pages.len() => Ok(again),
            _ if pages.is_empty() => Err(Closed::Malformed),
            _ => Ok(Open { document, pages, repaired: true }),
        };
    }
    repaired(bytes)
}

fn load(bytes: &[u8]) -> Result<Document, Closed> {
    let loaded = catch_unwind(AssertUnwindSafe(|| Document::load_mem(bytes)));
    match loaded {
        Ok(Ok(mut document)) => {
            if document.trailer.has(b"Encrypt") && document.decrypt("").is_err() {
                return Err(Closed::Encrypted);
            }
            Ok(document)
        }
        Ok(Err(Error::Decryption(_) | Error::InvalidPassword)) => Err(Closed::Encrypted),
        _ => Err(Closed::Malformed),
    }
}

fn repaired(bytes: &[u8]) -> Result<Open, Closed> {
    let document = load(&with_new_table(bytes))?;
    let (mut pages, _) = pages(&document);
    if pages.is_empty() {
        let is_page = |o: &Object| o.as_dict().is_ok_and(|d| d.has_type(b"Page"));
        pages = document.objects.iter().filter(|(_, o)| is_page(o)).map(|(id, _)| *id).collect();
    }
    if pages.is_empty() { Err(Closed::Malformed) } else { Ok(Open { document, pages, repaired: true }) }
}

/// Pages of one file; more is no release.
const MOST_PAGES: usize = 20_000;

/// The pages in order, and whether the tree and every page's content were found.
fn pages(document: &Document) -> (Vec<ObjectId>, bool) {
    let mut out = Vec::new();
    let mut whole = true;
    let root = document.trailer.get(b"Root").map(|o| resolve(document, o)).and_then(Object::as_dict);
    let Some(Ok(tree)) = root.ok().map(|catalog| catalog.get(b"Pages").and_then(Object::as_reference)) else {
        return (out, false);
    };
    let mut seen: HashSet<ObjectId> = HashSet::new();
    let mut open = vec![tree];
    while let Some(id) = open.pop() {
        if !seen.insert(id) || out.len() >= MOST_PAGES {
            whole = false;
            continue;
        }
        let Some(node) = document.objects.get(&id).and_then(|o| o.as_dict().ok()) else {
            whole = false;
            continue;
        };
        match value(document, node, b"Kids").and_then(|o| o.as_array().ok()) {
            Some(kids) => open.extend(kids.iter().rev().filter_map(|kid| kid.as_reference().ok())),
            None => {
                whole &= has_content(document, node);
                out.push(id);
            }
        }
    }
    (out, whole)
}

/// Whether what a page names is there: its content and its fonts.
fn has_content(document: &Document, page: &Dictionary) -> bool {
    let content = match page.get(b"Contents") {
        Ok(object) => !resolve(document, object).is_null(),
        Err(_) => true,
    };
    let fonts = super::content::inherited(document, page, b"Resources")
        .and_then(|o| o.as_dict().ok())
        .and_then(|resources| dict_of(document, resources, b"Font"));
    content && fonts.is_none_or(|fonts| fonts.iter().all(|(_, font)| !resolve(document, font).is_null()))
}

/// The file with a table of objects made from the `n g obj` marks that stand in it.
fn with_new_table(bytes: &[u8]) -> Vec<u8> {
    let mut objects: std::collections::BTreeMap<u32, (usize, u32)> = std::collections::BTreeMap::new();
    for at in memchr::memmem::find_iter(bytes, b"obj") {
        if let Some((number, generation, start)) = object_mark(bytes, at) {
            // A later object of the same number replaces an earlier one.
            objects.insert(number, (start, generation));
        }
    }
    let mut out = bytes.to_vec();
    out.extend_from_slice(b"\n");
    let table = out.len();
    let mut text = String::from("xref\n0 1\n0000000000 65535 f \n");
    for (number, (start, generation)) in &objects {
        text.push_str(&format!("{number} 1\n{start:010} {generation:05} n \n"));
    }
    let size = objects.last_key_value().map_or(1, |(number, _)| u64::from(*number) + 1);
    text.push_str(&format!("trailer\n<< /Size {size}"));
    if let Some(root) = last_reference(bytes, b"/Root").or_else(|| catalog(bytes, &objects)) {
        text.push_str(&format!(" /Root {root}"));
    }
    if let Some(encrypt) = last_reference(bytes, b"/Encrypt") {
        text.push_str(&format!(" /Encrypt {encrypt}"));
    }
    out.extend_from_slice(text.as_bytes());
    if let Some(id) = file_id(bytes) {
        out.extend_from_slice(b" /ID ");
        out.extend_from_slice(id);
    }
    out.extend_from_slice(format!(" >>\nstartxref\n{table}\n%%EOF\n").as_bytes());
    out
}

/// Highest object number that is believed.
const HIGHEST_OBJECT: u32 = 8_388_607;

/// `12 0 obj` with its `obj` at a place: number, generation and where it starts.
fn object_mark(bytes: &[u8], at: usize) -> Option<(u32, u32, usize)> {
    let before = bytes.get(at.saturating_sub(24)..at)?;
    let mut parts = Parts(before);
    let generation = parts.number()?;
    let number = parts.number()?;
    let start = at - (before.len() - parts.0.len());
    (number > 0 && number <= HIGHEST_OBJECT && generation <= 65_535).then_some((number, generation, start))
}

/// Reads numbers from the end.
struct Parts<'a>(&'a [u8]);

impl Parts<'_> {
    fn number(&mut self) -> Option<u32> {
        let blanks = self.0.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
        let rest = self.0.get(..self.0.len() - blanks)?;
        let digits = rest.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || digits > 9 || blanks == 0 {
            return None;
        }
        let (head, number) = rest.split_at_checked(rest.len() - digits)?;
        self.0 = head;
        std::str::from_utf8(number).ok()?.parse().ok()
    }
}

/// The last `KEY n g R` of the file.
fn last_reference(bytes: &[u8], key: &[u8]) -> Option<String> {
    memchr::memmem::rfind_iter(bytes, key).take(1000).find_map(|at| {
        let rest = bytes.get(at + key.len()..(at + key.len() + 40).min(bytes.len()))?;
        let text = String::from_utf8_lossy(rest);
        let mut words = text.split_whitespace();
        let number: u32 = words.next()?.parse().ok()?;
        let generation: u32 = words.next()?.parse().ok()?;
        words.next()?.starts_with('R').then(|| format!("{number} {generation} R"))
    })
}

/// The object that says that it is the catalogue.
fn catalog(bytes: &[u8], objects: &std::collections::BTreeMap<u32, (usize, u32)>) -> Option<String> {
    objects.iter().find_map(|(number, (start, generation))| {
        let head = bytes.get(*start..(*start + 400).min(bytes.len()))?;
        let end = memchr::memmem::find(head, b"endobj").unwrap_or(head.len());
        let head: Vec<u8> = head.get(..end)?.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
        memchr::memmem::find(&head, b"/Type/Catalog").map(|_| format!("{number} {generation} R"))
    })
}

/// The `[...]` of the last `/ID`.
fn file_id(bytes: &[u8]) -> Option<&[u8]> {
    memchr::memmem::rfind_iter(bytes, b"/ID").take(1000).find_map(|at| {
        let rest = bytes.get(at + 3..(at + 300).min(bytes.len()))?;
        let start = rest.iter().position(|b| !b.is_ascii_whitespace())?;
        let rest = rest.get(start..)?;
        let end = memchr::memchr(b']', rest)?;
        (rest.first() == Some(&b'[')).then(|| rest.get(..=end))?
    })
}
