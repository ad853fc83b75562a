//! Fonts: character codes to characters and widths.
//!
//! Encodings, glyph names and embedded font programs are read by `pdf-extract`: each simple font is shown to
//! it once, code by code, on a page of its own and under `catch_unwind`, since it panics on many odd fonts.
//! Character maps (`ToUnicode`) and widths are read here: it mistakes ranges of widths and lost codes.

use super::token::{Token, Tokens};
use lopdf::{Dictionary, Document, Object, Stream};
use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a code shows.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// Its characters; U+FFFD where nothing tells them.
    pub(super) text: String,
    /// Its width in text space (1 is the font size).
    pub(super) width: f64,
}

/// A font of one document.
#[derive(Debug)]
pub(super) struct Font {
    /// Codes of two bytes.
    pub(super) wide: bool,
    pub(super) bold: bool,
    pub(super) italic: bool,
    simple: Vec<Shown>,
    composite: HashMap<u32, Shown>,
    other: Shown,
}

/// The character that stands for one that was lost.
const LOST: &str = "\u{FFFD}";

impl Font {
    /// What a code shows.
    pub(super) fn shown(&self, code: u32) -> &Shown {
        let found = if self.wide { self.composite.get(&code) } else { self.simple.get(code as usize) };
        found.unwrap_or(&self.other)
    }

    /// Reads a font dictionary.
    pub(super) fn read(document: &Document, font: &Dictionary) -> Font {
        let name = name_of(document, font, b"BaseFont");
        let lower = name.to_ascii_lowercase();
        let descriptor = dict_of(document, font, b"FontDescriptor");
        let flags = descriptor.and_then(|d| number_of(document, d, b"Flags")).unwrap_or(0.0) as i64;
        let bold =
            ["bold", "black", "heavy", "cmbx"].iter().any(|w| lower.contains(w)) || flags & (1 << 18) != 0;
        let italic = ["italic", "oblique", "cmti"].iter().any(|w| lower.contains(w)) || flags & (1 << 6) != 0;
        let map = to_unicode(document, font);
        let base = Font {
            wide: false,
            bold,
            italic,
            simple: Vec::new(),
            composite: HashMap::new(),
            other: Shown { text: LOST.to_owned(), width: 0.5 },
        };
        if name_of(document, font, b"Subtype") == "Type0" {
            return composite(document, font, map, base);
        }
        simple(document, font, &name, map, base)
    }
}

/// Follows a reference, a few times at most.
pub(super) fn resolve<'a>(document: &'a Document, object: &'a Object) -> &'a Object {
    let mut object = object;
    for _ in 0..8 {
        let Object::Reference(id) = object else { return object };
        let Some(next) = document.objects.get(id) else { return &Object::Null };
        object = next;
    }
    &Object::Null
}

pub(super) fn value<'a>(document: &'a Document, dict: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    dict.get(key).ok().map(|object| resolve(document, object)).filter(|object| !object.is_null())
}

pub(super) fn dict_of<'a>(
    document: &'a Document,
    dict: &'a Dictionary,
    key: &[u8],
) -> Option<&'a Dictionary> {
    match value(document, dict, key)? {
        Object::Dictionary(found) => Some(found),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

fn name_of(document: &Document, dict: &Dictionary, key: &[u8]) -> String {
    let name = value(document, dict, key).and_then(|o| o.as_name().ok()).unwrap_or(b"");
    String::from_utf8_lossy(name).into_owned()
}

pub(super) fn as_number(object: &Object) -> Option<f64> {
    match object {
        Object::Integer(n) => Some(*n as f64),
        Object::Real(n) => Some(f64::from(*n)),
        _ => None,
    }
}

pub(super) fn number_of(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<f64> {
    value(document, dict, key).and_then(as_number)
}

fn numbers_of(document: &Document, dict: &Dictionary, key: &[u8]) -> Option<Vec<f64>> {
    let array = value(document, dict, key)?.as_array().ok()?;
    Some(array.iter().map(|o| as_number(resolve(document, o)).unwrap_or(0.0)).collect())
}

/// Longest content, map or font that is unpacked, in bytes.
const LARGEST_STREAM: u64 = 64 << 20;

/// The bytes of a stream, unpacked as far as they can be and no further than the limit.
pub(super) fn contents(document: &Document, stream: &Stream) -> Vec<u8> {
    use std::io::Read;
    let filter = value(document, &stream.dict, b"Filter");
    let filter = match filter {
        None => return stream.content.clone(),
        Some(Object::Array(filters)) if filters.is_empty() => return stream.content.clone(),
        Some(Object::Array(filters)) if filters.len() == 1 => {
            filters.first().map(|f| resolve(document, f)).and_then(|f| f.as_name().ok())
        }
        Some(one) => one.as_name().ok(),
    };
    let plain = !stream.dict.has(b"DecodeParms") && !stream.dict.has(b"DP");
    if plain && matches!(filter, Some(b"FlateDecode" | b"Fl")) {
        let mut out = Vec::new();
        // What was unpacked before an error is kept: pages of a damaged file are read as far as they go.
        let read = flate2::read::ZlibDecoder::new(stream.content.as_slice())
            .take(LARGEST_STREAM)
            .read_to_end(&mut out);
        if read.is_err() && out.is_empty() {
            let body = stream.content.get(2..).unwrap_or(&[]);
            let _ = flate2::read::DeflateDecoder::new(body).take(LARGEST_STREAM).read_to_end(&mut out);
        }
        return out;
    }
    stream.decompressed_content().unwrap_or_default()
}

/// The `ToUnicode` map of a font, by code.
fn to_unicode(document: &Document, font: &Dictionary) -> Option<HashMap<u32, String>> {
    let Some(Object::Stream(stream)) = value(document, font, b"ToUnicode") else { return None };
    Some(character_map(&contents(document, stream)))
}

/// Most codes of one map: all of two bytes.
const MOST_CODES: usize = 1 << 16;

fn character_map(bytes: &[u8]) -> HashMap<u32, String> {
    let mut map = HashMap::new();
    let mut operands: Vec<Token> = Vec::new();
    for token in Tokens::new(bytes) {
        let Token::Operator(operator) = token else {
            operands.push(token);
            continue;
        };
        match operator {
            b"endbfchar" => {
                for pair in operands.chunks(2) {
                    if let [Token::Text(code), Token::Text(text)] = pair {
                        map.insert(code_of(code), utf16(text));
                    }
                }
            }
            b"endbfrange" => ranges(&operands, &mut map),
            _ => {}
        }
        operands.clear();
    }
    map
}

fn ranges(operands: &[Token], map: &mut HashMap<u32, String>) {
    let mut rest = operands.iter();
    while let (Some(Token::Text(first)), Some(Token::Text(last)), Some(target)) =
        (rest.next(), rest.next(), rest.next())
    {
        let (first, last) = (code_of(first), code_of(last));
        match target {
            Token::Text(text) => {
                let units: Vec<u16> =
                    text.chunks(2).map(|b| b.iter().fold(0, |n, b| n << 8 | u16::from(*b))).collect();
                for (step, code) in (first..=last).enumerate().take(MOST_CODES) {
                    let mut units = units.clone();
                    if let Some(unit) = units.last_mut() {
                        *unit = unit.wrapping_add(step as u16);
                    }
                    map.insert(code, clean(&String::from_utf16_lossy(&units)));
                }
            }
            _ => {
                let mut code = first;
                for token in rest.by_ref() {
                    let Token::Text(text) = token else { break };
                    map.insert(code, utf16(text));
                    code = code.wrapping_add(1);
                }
            }
        }
        if map.len() > MOST_CODES {
            return;
        }
    }
}

fn code_of(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |n, b| n << 8 | u32::from(*b))
}

fn utf16(bytes: &[u8]) -> String {
    if let [one] = bytes {
        return clean(&char::from(*one).to_string());
    }
    let units: Vec<u16> =
        bytes.chunks_exact(2).map(|b| b.iter().fold(0, |n, b| n << 8 | u16::from(*b))).collect();
    clean(&String::from_utf16_lossy(&units))
}

/// Characters as they are read: ligatures in letters, one kind of blank and hyphen, no control characters.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{FB00}' => out.push_str("ff"),
            '\u{FB01}' => out.push_str("fi"),
            '\u{FB02}' => out.push_str("fl"),
            '\u{FB03}' => out.push_str("ffi"),
            '\u{FB04}' => out.push_str("ffl"),
            '\u{FB05}' | '\u{FB06}' => out.push_str("st"),
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' | '\t' | '\n' | '\r' => {
                out.push(' ')
            }
            '\u{2010}' | '\u{2011}' => out.push('-'),
            '\u{F0B7}' | '\u{F0A7}' => out.push('\u{2022}'),
            '\u{E000}'..='\u{F8FF}' => out.push_str(LOST),
            '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

fn composite(document: &Document, font: &Dictionary, map: Option<HashMap<u32, String>>, base: Font) -> Font {
    let descendants = value(document, font, b"DescendantFonts").and_then(|o| o.as_array().ok());
    let descendant = descendants.and_then(|a| a.first()).and_then(|o| resolve(document, o).as_dict().ok());
    let default = descendant.and_then(|d| number_of(document, d, b"DW")).unwrap_or(1000.0) / 1000.0;
    let widths = descendant.map(|d| wide_widths(document, d)).unwrap_or_default();
    let mut shown: HashMap<u32, Shown> = HashMap::new();
    for (code, text) in map.unwrap_or_default() {
        let width = widths.get(&code).copied().unwrap_or(default);
        shown.insert(code, Shown { text, width });
    }
    for (code, width) in widths {
        shown.entry(code).or_insert(Shown { text: LOST.to_owned(), width });
    }
    let other = Shown { text: LOST.to_owned(), width: default };
    Font { wide: true, composite: shown, other, ..base }
}

/// The `W` array: `c [w w w]` or `first last w`.
fn wide_widths(document: &Document, font: &Dictionary) -> HashMap<u32, f64> {
    let mut out = HashMap::new();
    let Some(Ok(array)) = value(document, font, b"W").map(Object::as_array) else { return out };
    let mut rest = array.iter().map(|o| resolve(document, o));
    while let (Some(first), Some(second)) = (rest.next().and_then(as_number), rest.next()) {
        let first = first.max(0.0) as u32;
        match second {
            Object::Array(widths) => {
                for (code, width) in (first..).zip(widths) {
                    out.insert(code, as_number(resolve(document, width)).unwrap_or(0.0) / 1000.0);
                }
            }
            last => {
                let (Some(last), Some(width)) = (as_number(last), rest.next().and_then(as_number)) else {
                    break;
                };
                for code in (first..=last.max(0.0) as u32).take(MOST_CODES) {
                    out.insert(code, width / 1000.0);
                }
            }
        }
        if out.len() > MOST_CODES {
            break;
        }
    }
    out
}

fn simple(
    document: &Document,
    font: &Dictionary,
    name: &str,
    map: Option<HashMap<u32, String>>,
    base: Font,
) -> Font {
    let encoding = value(document, font, b"Encoding");
    // Where a map leaves codes out, only an encoding or the font's own program tells what they show.
    let program =
        dict_of(document, font, b"FontDescriptor").is_some_and(|d| d.has(b"FontFile") || d.has(b"FontFile3"));
    let guessed = map.is_some() && encoding.is_none() && !program && !is_standard(name);
    let with_program = encoding.is_none() || map.is_none();
    let own_widths = simple_widths(document, font);
    let probed = if guessed { Vec::new() } else { probe(document, font, own_widths.is_some(), with_program) };
    let nameless = nameless_codes(document, font);
    let bitmap = name_of(document, font, b"Subtype") == "Type3" && names_are_codes(document, font);
    let mut shown = Vec::with_capacity(256);
    for code in 0..256_u32 {
        let (text, width) = match probed.get(code as usize) {
            Some(found) if !nameless.contains(&code) => (clean(&found.text), found.width),
            Some(found) => (LOST.to_owned(), found.width),
            None => (LOST.to_owned(), 0.5),
        };
        // The hyphen of code 0xAD is the soft one everywhere but in PDF's own table.
        let text = if code == 0xAD && text == "-" { "\u{AD}".to_owned() } else { text };
        // TeX's bitmap fonts name a glyph by its code.
        let by_code = bitmap && nameless.contains(&code) && (0x21..0x7F).contains(&code);
        let text = if by_code { char::from(code as u8).to_string() } else { text };
        let text = map.as_ref().and_then(|m| m.get(&code)).cloned().unwrap_or(text);
        let width = match &own_widths {
            Some(widths) => widths.get(code as usize).copied().unwrap_or(0.0),
            None => width,
        };
        shown.push(Shown { text, width });
    }
    Font { simple: shown, ..base }
}

fn is_standard(name: &str) -> bool {
    ["Courier", "Helvetica", "Times", "Arial"].iter().any(|family| name.starts_with(family))
}

/// Widths of the 256 codes, in text space, where the font gives them.
fn simple_widths(document: &Document, font: &Dictionary) -> Option<Vec<f64>> {
    let given = numbers_of(document, font, b"Widths")?;
    let first = number_of(document, font, b"FirstChar").unwrap_or(0.0).max(0.0) as usize;
    let descriptor = dict_of(document, font, b"FontDescriptor");
    let missing = descriptor.and_then(|d| number_of(document, d, b"MissingWidth")).unwrap_or(0.0);
    let type3 = name_of(document, font, b"Subtype") == "Type3";
    let matrix = numbers_of(document, font, b"FontMatrix").and_then(|m| m.first().copied());
    let scale = if type3 { matrix.unwrap_or(0.001) } else { 0.001 };
    let mut out = vec![missing * scale; 256];
    for (slot, width) in out.iter_mut().skip(first).zip(&given) {
        *slot = width * scale;
    }
    Some(out)
}

/// Codes whose glyph names are numbers of the font's own ("g12", "cid34"): nothing tells what they show.
fn nameless_codes(document: &Document, font: &Dictionary) -> Vec<u32> {
    let mut out = Vec::new();
    let Some(encoding) = dict_of(document, font, b"Encoding") else { return out };
    let Some(Ok(differences)) = value(document, encoding, b"Differences").map(Object::as_array) else {
        return out;
    };
    let mut code = 0;
    for entry in differences {
        match resolve(document, entry) {
            Object::Integer(n) => code = (*n).clamp(0, 255) as u32,
            Object::Name(name) => {
                let name = String::from_utf8_lossy(name);
                let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
                let numbered = letters.len() < name.len();
                let own =
                    ["g", "G", "c", "C", "a", "A", "t", "x", "F", "cid", "glyph", "index", "gid", "char"];
                if numbered && own.contains(&letters) {
                    out.push(code);
                }
                code += 1;
            }
            _ => {}
        }
    }
    out
}

/// Whether every glyph name is `a` and its own code.
fn names_are_codes(document: &Document, font: &Dictionary) -> bool {
    let encoding = dict_of(document, font, b"Encoding");
    let differences =
        encoding.and_then(|e| value(document, e, b"Differences")).and_then(|o| o.as_array().ok());
    let mut code = 0;
    differences.is_some_and(|differences| {
        differences.iter().all(|entry| match resolve(document, entry) {
            Object::Integer(n) => {
                code = *n;
                true
            }
            Object::Name(name) => {
                code += 1;
                name.as_slice() == format!("a{}", code - 1).as_bytes() || name.as_slice() == b".notdef"
            }
            _ => false,
        })
    })
}

/// Lists what each code of a simple font shows, as `pdf-extract` reads it; empty where it cannot.
fn probe(document: &Document, font: &Dictionary, own_widths: bool, with_program: bool) -> Vec<Shown> {
    let attempts: &[bool] = if with_program { &[true, false] } else { &[false] };
    for with_program in attempts {
        let page = probe_document(document, font, own_widths, *with_program);
        let mut device = Device::default();
        let read = catch_unwind(AssertUnwindSafe(|| pdf_extract::output_doc_page(&page, &mut device, 1)));
        if matches!(read, Ok(Ok(()))) && device.shown.len() == 256 {
            return device.shown;
        }
    }
    Vec::new()
}

/// Collects what is shown, glyph by glyph.
#[derive(Default)]
struct Device {
    shown: Vec<Shown>,
}

impl OutputDev for Device {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        _: &Transform,
        width: f64,
        _: f64,
        _: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.shown.push(Shown { text: text.to_owned(), width });
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// A document of one page that shows every code of the font once.
fn probe_document(document: &Document, font: &Dictionary, own_widths: bool, with_program: bool) -> Document {
    let mut out = Document::with_version("1.4");
    let mut copy = Dictionary::new();
    copy.set("Type", Object::Name(b"Font".to_vec()));
    let subtype = match name_of(document, font, b"Subtype").as_str() {
        "TrueType" => "TrueType",
        _ => "Type1",
    };
    copy.set("Subtype", Object::Name(subtype.as_bytes().to_vec()));
    let name = name_of(document, font, b"BaseFont");
    copy.set(
        "BaseFont",
        Object::Name(if name.is_empty() { b"Times-Roman".to_vec() } else { name.into_bytes() }),
    );
    match value(document, font, b"Encoding") {
        Some(Object::Name(name))
            if matches!(name.as_slice(), b"MacRomanEncoding" | b"WinAnsiEncoding" | b"MacExpertEncoding") =>
        {
            copy.set("Encoding", Object::Name(name.clone()));
        }
        Some(Object::Dictionary(encoding)) => {
            copy.set("Encoding", Object::Dictionary(encoding_copy(document, encoding)));
        }
        _ => {}
    }
    if own_widths {
        copy.set("FirstChar", Object::Integer(0));
        copy.set("LastChar", Object::Integer(255));
        copy.set("Widths", Object::Array(vec![Object::Integer(500); 256]));
    }
    if let (true, Some(descriptor)) = (with_program, dict_of(document, font, b"FontDescriptor")) {
        let mut programs = Dictionary::new();
        programs.set("Type", Object::Name(b"FontDescriptor".to_vec()));
        for key in [&b"FontFile"[..], b"FontFile3"] {
            if let Some(Object::Stream(program)) = value(document, descriptor, key) {
                let mut dict = Dictionary::new();
                dict.set("Subtype", Object::Name(name_of(document, &program.dict, b"Subtype").into_bytes()));
                let id = out.add_object(Stream::new(dict, contents(document, program)));
                programs.set(key, Object::Reference(id));
            }
        }
        copy.set("FontDescriptor", Object::Dictionary(programs));
    }
    let content = codes_page();
    let font = out.add_object(copy);
    let content = out.add_object(Stream::new(Dictionary::new(), content));
    let tree = out.new_object_id();
    let mut fonts = Dictionary::new();
    fonts.set("F", Object::Reference(font));
    let mut resources = Dictionary::new();
    resources.set("Font", Object::Dictionary(fonts));
    let mut page = Dictionary::new();
    page.set("Type", Object::Name(b"Page".to_vec()));
    page.set("Parent", Object::Reference(tree));
    page.set("MediaBox", Object::Array([0, 0, 612, 792].map(Object::Integer).to_vec()));
    page.set("Resources", Object::Dictionary(resources));
    page.set("Contents", Object::Reference(content));
    let page = out.add_object(page);
    let mut pages = Dictionary::new();
    pages.set("Type", Object::Name(b"Pages".to_vec()));
    pages.set("Kids", Object::Array(vec![Object::Reference(page)]));
    pages.set("Count", Object::Integer(1));
    out.objects.insert(tree, Object::Dictionary(pages));
    let mut catalog = Dictionary::new();
    catalog.set("Type", Object::Name(b"Catalog".to_vec()));
    catalog.set("Pages", Object::Reference(tree));
    let catalog = out.add_object(catalog);
    out.trailer.set("Root", Object::Reference(catalog));
    out
}

/// The content of that page.
fn codes_page() -> Vec<u8> {
    let mut content = b"BT /F 10 Tf <".to_vec();
    for code in 0..256_u32 {
        content.extend(format!("{code:02X}").into_bytes());
    }
    content.extend(b"> Tj ET");
    content
}

/// An encoding without what `pdf-extract` panics at.
fn encoding_copy(document: &Document, encoding: &Dictionary) -> Dictionary {
    let mut out = Dictionary::new();
    out.set("Type", Object::Name(b"Encoding".to_vec()));
    if let Some(Object::Name(base)) = value(document, encoding, b"BaseEncoding")
        && matches!(base.as_slice(), b"MacRomanEncoding" | b"WinAnsiEncoding" | b"MacExpertEncoding")
    {
        out.set("BaseEncoding", Object::Name(base.clone()));
    }
    if let Some(Ok(differences)) = value(document, encoding, b"Differences").map(Object::as_array) {
        let mut code = 0_i64;
        let mut kept = Vec::new();
        for entry in differences {
            match resolve(document, entry) {
                Object::Integer(n) => {
                    code = *n;
                    if (0..256).contains(&code) {
                        kept.push(Object::Integer(code));
                    }
                }
                Object::Name(name) if (0..256).contains(&code) => {
                    kept.push(Object::Name(name.clone()));
                    code += 1;
                }
                _ => {}
            }
        }
        out.set("Differences", Object::Array(kept));
    }
    out
}
