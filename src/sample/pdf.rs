//! Releases as PDF: pages of text, or pages that are only pictures.

use lopdf::{
    Dictionary, Document, Object, Stream,
    content::{Content, Operation},
};

use super::doc::{Block, Doc, wrap};

const LINES_A_PAGE: usize = 46;
/// Width and height of a scanned page in dots.
const DOTS: (usize, usize) = (816, 1056);

struct Line {
    text: String,
    indent: usize,
}

fn lines(doc: &Doc) -> Vec<Line> {
    let mut out = Vec::new();
    let mut push = |text: &str, indent: usize| out.push(Line { text: text.into(), indent });
    for block in &doc.blocks {
        match block {
            Block::Center(t) => {
                for line in wrap(t, 70, "", "").lines() {
                    push(line, 78usize.saturating_sub(line.chars().count()) / 2);
                }
                push("", 0);
            }
            Block::Head(t) | Block::Sub(t) => {
                push(t, 0);
                push("", 0);
            }
            Block::Para(t) => {
                for (n, line) in wrap(t, 82, "", "").lines().enumerate() {
                    push(line, if n == 0 { 6 } else { 0 });
                }
                push("", 0);
            }
            Block::Line(t) => push(t, 0),
            _ => push("", 0),
        }
    }
    out
}

fn real(value: f32) -> Object {
    Object::Real(value)
}

fn op(name: &str, operands: Vec<Object>) -> Operation {
    Operation::new(name, operands)
}

/// One page of text in Times.
fn text_page(lines: &[Line], number: usize) -> Content<Vec<Operation>> {
    let mut ops = vec![op("BT", vec![]), op("Tf", vec![Object::Name(b"F1".to_vec()), real(11.0)])];
    for (n, line) in lines.iter().enumerate().filter(|(_, l)| !l.text.is_empty()) {
        let (x, y) = (72.0 + line.indent as f32 * 4.6, 722.0 - n as f32 * 14.0);
        ops.push(op("Tm", vec![real(1.0), real(0.0), real(0.0), real(1.0), real(x), real(y)]));
        ops.push(op("Tj", vec![Object::string_literal(line.text.as_str())]));
    }
    ops.push(op("Tm", vec![real(1.0), real(0.0), real(0.0), real(1.0), real(300.0), real(50.0)]));
    ops.push(op("Tj", vec![Object::string_literal(number.to_string())]));
    ops.push(op("ET", vec![]));
    Content { operations: ops }
}

/// One page as a picture: the lines as rows of dots, which a reader sees and a text extractor does not.
fn picture(lines: &[Line]) -> Vec<u8> {
    let (width, height) = DOTS;
    let bytes = width / 8;
    let mut dots = vec![0xff_u8; bytes * height];
    for (n, line) in lines.iter().enumerate() {
        let top = 70 + n * 20;
        for (k, c) in line.text.bytes().enumerate().filter(|(_, c)| *c != b' ') {
            let column = 10 + line.indent / 2 + k;
            for row in 0..10 {
                if let Some(byte) = dots.get_mut((top + row) * bytes + column).filter(|_| column + 8 < bytes)
                {
                    *byte = c.rotate_left(row as u32 / 2) | 0x81;
                }
            }
        }
    }
    dots
}

fn dict(entries: Vec<(&str, Object)>) -> Dictionary {
    let mut out = Dictionary::new();
    for (key, value) in entries {
        out.set(key, value);
    }
    out
}

fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

fn build(doc: &Doc, scan: bool) -> Vec<u8> {
    let mut file = Document::with_version("1.4");
    let tree = file.new_object_id();
    let font = file.add_object(dict(vec![
        ("Type", name("Font")),
        ("Subtype", name("Type1")),
        ("BaseFont", name("Times-Roman")),
        ("Encoding", name("WinAnsiEncoding")),
    ]));
    let all = lines(doc);
    let mut kids = Vec::new();
    for (n, chunk) in all.chunks(LINES_A_PAGE).enumerate() {
        let (resources, content) = if scan {
            let (width, height) = DOTS;
            let image = dict(vec![
                ("Type", name("XObject")),
                ("Subtype", name("Image")),
                ("Width", Object::Integer(width as i64)),
                ("Height", Object::Integer(height as i64)),
                ("ColorSpace", name("DeviceGray")),
                ("BitsPerComponent", Object::Integer(1)),
            ]);
            let image = file.add_object(Stream::new(image, picture(chunk)));
            let resources = dict(vec![("XObject", Object::Dictionary(dict(vec![("Im1", image.into())])))]);
            let size = vec![real(612.0), real(0.0), real(0.0), real(792.0), real(0.0), real(0.0)];
            let draw = vec![op("q", vec![]), op("cm", size), op("Do", vec![name("Im1")]), op("Q", vec![])];
            (resources, Content { operations: draw })
        } else {
            let resources = dict(vec![("Font", Object::Dictionary(dict(vec![("F1", font.into())])))]);
            (resources, text_page(chunk, n + 1))
        };
        let stream = Stream::new(Dictionary::new(), content.encode().unwrap_or_default());
        let content = file.add_object(stream);
        let page = dict(vec![
            ("Type", name("Page")),
            ("Parent", tree.into()),
            ("MediaBox", Object::Array([0, 0, 612, 792].map(Object::Integer).to_vec())),
            ("Resources", Object::Dictionary(resources)),
            ("Contents", content.into()),
        ]);
        kids.push(Object::Reference(file.add_object(page)));
    }
    let count = Object::Integer(kids.len() as i64);
    let pages = dict(vec![("Type", name("Pages")), ("Kids", Object::Array(kids)), ("Count", count)]);
    file.objects.insert(tree, Object::Dictionary(pages));
    let root = file.add_object(dict(vec![("Type", name("Catalog")), ("Pages", tree.into())]));
    file.trailer.set("Root", root);
    file.compress();
    let mut out = Vec::new();
    match file.save_to(&mut out) {
        Ok(()) => out,
        // Writing to memory fails only where the document is malformed; an empty body shows in every test.
        Err(_) => Vec::new(),
    }
}

/// A PDF with text.
pub(super) fn text(doc: &Doc) -> Vec<u8> {
    build(doc, false)
}

/// A PDF of pictures.
pub(super) fn scan(doc: &Doc) -> Vec<u8> {
    build(doc, true)
}

/// A PDF that ends in the middle.
pub(super) fn cut(doc: &Doc) -> Vec<u8> {
    let mut bytes = build(doc, false);
    let keep = bytes.len() * 2 / 5;
    bytes.truncate(keep);
    bytes
}
