//! Content streams of a page to placed glyphs.

use super::font::{self, Font, dict_of, resolve, value};
use super::token::{Token, Tokens};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashMap;
use std::rc::Rc;

/// One glyph, in the frame of its own writing direction: `along` the line, `up` across it.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    /// The font and the code in it.
    pub(super) font: Rc<Font>,
    pub(super) code: u32,
    /// Quarter turns of the writing direction, counter-clockwise.
    pub(super) turn: u8,
    pub(super) along: f64,
    pub(super) end: f64,
    pub(super) up: f64,
    /// Height of the font.
    pub(super) size: f64,
    /// Drawn in the invisible mode of text behind a scan.
    pub(super) hidden: bool,
}

/// What a page holds.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) glyphs: Vec<Glyph>,
    /// Share of the page under pictures, 0 to 1 and more where they overlap.
    pub(super) pictures: f64,
}

/// Fonts of a document, each read once.
#[derive(Default)]
pub(super) struct Fonts {
    read: HashMap<ObjectId, Rc<Font>>,
}

impl Fonts {
    fn get(&mut self, document: &Document, object: &Object) -> Option<Rc<Font>> {
        let id = object.as_reference().ok();
        if let Some(found) = id.and_then(|id| self.read.get(&id)) {
            return Some(Rc::clone(found));
        }
        let font = Rc::new(Font::read(document, resolve(document, object).as_dict().ok()?));
        if let Some(id) = id {
            self.read.insert(id, Rc::clone(&font));
        }
        Some(font)
    }
}

/// An affine map as PDF writes it.
#[derive(Clone, Copy, Debug)]
struct Matrix([f64; 6]);

const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

impl Matrix {
    /// First this, then `next`.
    fn then(self, next: Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Matrix([
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        ])
    }

    fn moved(self, x: f64, y: f64) -> Matrix {
        Matrix([1.0, 0.0, 0.0, 1.0, x, y]).then(self)
    }
}

#[derive(Clone)]
struct State {
    ctm: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    between_glyphs: f64,
    between_words: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
    mode: i64,
}

/// Forms inside forms; deeper ones are left out.
const DEEPEST_FORM: usize = 12;
/// Operators of one page, all its forms counted.
const MOST_OPERATORS: usize = 4_000_000;
/// Glyphs of one page.
const MOST_GLYPHS: usize = 1_000_000;
/// Pairs of glyphs, of so many glyphs together, are what a distiller draws one by one.
const FEW_GLYPHS: usize = 6;
/// Saved states.
const DEEPEST_STATE: usize = 512;

/// Reads a page; `None` when it holds more than any page does.
pub(super) fn read(document: &Document, page: &Dictionary, fonts: &mut Fonts) -> Option<Page> {
    let resources = inherited(document, page, b"Resources").and_then(|o| o.as_dict().ok());
    let sides = inherited(document, page, b"MediaBox").and_then(|o| o.as_array().ok());
    let sides: Vec<f64> = sides
        .map(|a| a.iter().filter_map(|o| font::as_number(resolve(document, o))).collect())
        .unwrap_or_default();
    let area = match sides.as_slice() {
        [a, b, c, d] => ((c - a) * (d - b)).abs(),
        _ => 612.0 * 792.0,
    };
    let mut reader = Reader {
        document,
        fonts,
        page: Page::default(),
        area: if area > 1.0 { area } else { 612.0 * 792.0 },
        operators: 0,
        open: Vec::new(),
    };
    let bytes = page_content(document, page);
    // A page that unpacks to so much was made to harm.
    if bytes.len() as u64 >= font::LARGEST_STREAM {
        return None;
    }
    let empty = Dictionary::new();
    reader.run(&bytes, resources.unwrap_or(&empty), IDENTITY).then_some(reader.page)
}

/// A value of a page or of the nodes above it.
pub(super) fn inherited<'a>(document: &'a Document, page: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let mut node = page;
    for _ in 0..64 {
        if let Some(found) = value(document, node, key) {
            return Some(found);
        }
        node = dict_of(document, node, b"Parent")?;
    }
    None
}

/// The streams of a page, parted by a blank: a token may not run over the border.
fn page_content(document: &Document, page: &Dictionary) -> Vec<u8> {
    match value(document, page, b"Contents") {
        Some(Object::Stream(stream)) => font::contents(document, stream),
        Some(Object::Array(parts)) => {
            let mut out = Vec::new();
            for part in parts.iter().take(10_000) {
                if let Object::Stream(stream) = resolve(document, part) {
                    out.extend(font::contents(document, stream));
                    out.push(b'\n');
                }
                if out.len() > 256 << 20 {
                    break;
                }
            }
            out
        }
        _ => Vec::new(),
    }
}

struct Reader<'a> {
    document: &'a Document,
    fonts: &'a mut Fonts,
    page: Page,
    area: f64,
    operators: usize,
    /// Forms that are being drawn.
    open: Vec<ObjectId>,
}

impl<'a> Reader<'a> {
    /// Runs one stream; false when a limit is passed.
    fn run(&mut self, bytes: &[u8], resources: &'a Dictionary, ctm: Matrix) -> bool {
        let mut state = State {
            ctm,
            font: None,
            size: 1.0,
            between_glyphs: 0.0,
            between_words: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
        };
        let mut saved: Vec<State> = Vec::new();
        let (mut text, mut line) = (IDENTITY, IDENTITY);
        let mut operands: Vec<Token> = Vec::new();
        let mut tokens = Tokens::new(bytes);
        while let Some(token) = tokens.next() {
            let Token::Operator(operator) = token else {
                if operands.len() < 100_000 {
                    operands.push(token);
                }
                continue;
            };
            self.operators += 1;
            if self.operators > MOST_OPERATORS || self.page.glyphs.len() > MOST_GLYPHS {
                return false;
            }
            let n = |at: usize| match operands.get(at) {
                Some(Token::Number(n)) => *n,
                _ => 0.0,
            };
            match operator {
                b"q" if saved.len() < DEEPEST_STATE => saved.push(state.clone()),
                b"Q" => state = saved.pop().unwrap_or(state),
                b"cm" => state.ctm = Matrix([n(0), n(1), n(2), n(3), n(4), n(5)]).then(state.ctm),
                b"BT" => (text, line) = (IDENTITY, IDENTITY),
                b"Tf" => {
                    if let Some(Token::Name(name)) = operands.first() {
                        state.font = self.font(resources, name);
                    }
                    state.size = n(1);
                }
                b"Tc" => state.between_glyphs = n(0),
                b"Tw" => state.between_words = n(0),
                b"Tz" => state.stretch = n(0) / 100.0,
                b"TL" => state.leading = n(0),
                b"Ts" => state.rise = n(0),
                b"Tr" => state.mode = n(0) as i64,
                b"Tm" => {
                    line = Matrix([n(0), n(1), n(2), n(3), n(4), n(5)]);
                    text = line;
                }
                b"Td" | b"TD" => {
                    if operator == b"TD" {
                        state.leading = -n(1);
                    }
                    line = line.moved(n(0), n(1));
                    text = line;
                }
                b"T*" => {
                    line = line.moved(0.0, -state.leading);
                    text = line;
                }
                b"Tj" | b"TJ" => self.show(&state, &mut text, &operands),
                b"'" | b"\"" => {
                    if operator == b"\"" {
                        (state.between_words, state.between_glyphs) = (n(0), n(1));
                    }
                    line = line.moved(0.0, -state.leading);
                    text = line;
                    let last = operands.len().saturating_sub(1);
                    self.show(&state, &mut text, operands.get(last..).unwrap_or(&[]));
                }
                b"BI" => {
                    tokens.skip_image();
                    self.picture(state.ctm);
                }
                b"Do" => {
                    if let Some(Token::Name(name)) = operands.first()
                        && !self.draw(resources, name, state.ctm)
                    {
                        return false;
                    }
                }
                b"gs" => {
                    if let Some(Token::Name(name)) = operands.first()
                        && let Some((font, size)) = self.state_font(resources, name)
                    {
                        (state.font, state.size) = (Some(font), size);
                    }
                }
                _ => {}
            }
            operands.clear();
        }
        true
    }

    fn font(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<Rc<Font>> {
        let fonts = dict_of(self.document, resources, b"Font")?;
        self.fonts.get(self.document, fonts.get(name).ok()?)
    }

    /// The font that a graphics state sets.
    fn state_font(&mut self, resources: &'a Dictionary, name: &[u8]) -> Option<(Rc<Font>, f64)> {
        let states = dict_of(self.document, resources, b"ExtGState")?;
        let state = dict_of(self.document, states, name)?;
        let pair = value(self.document, state, b"Font")?.as_array().ok()?;
        let size = pair.get(1).and_then(|o| font::as_number(resolve(self.document, o)))?;
        Some((self.fonts.get(self.document, pair.first()?)?, size))
    }

    fn picture(&mut self, ctm: Matrix) {
        let [a, b, c, d, _, _] = ctm.0;
        self.page.pictures += (a * d - b * c).abs() / self.area;
    }

    /// Draws a form or a picture.
    fn draw(&mut self, resources: &'a Dictionary, name: &[u8], ctm: Matrix) -> bool {
        let Some(object) =
            dict_of(self.document, resources, b"XObject").and_then(|objects| objects.get(name).ok())
        else {
            return true;
        };
        let Object::Stream(stream) = resolve(self.document, object) else { return true };
        match value(self.document, &stream.dict, b"Subtype").and_then(|o| o.as_name().ok()) {
            Some(b"Image") => self.picture(ctm),
            Some(b"Form") => {
                let id = object.as_reference().unwrap_or((0, 0));
                if self.open.contains(&id) || self.open.len() >= DEEPEST_FORM {
                    return true;
                }
                let matrix = value(self.document, &stream.dict, b"Matrix").and_then(|o| o.as_array().ok());
                let mut own = IDENTITY;
                for (slot, entry) in own.0.iter_mut().zip(matrix.map(Vec::as_slice).unwrap_or(&[])) {
                    *slot = font::as_number(resolve(self.document, entry)).unwrap_or(*slot);
                }
                let bytes = font::contents(self.document, stream);
                let inner = dict_of(self.document, &stream.dict, b"Resources").unwrap_or(resources);
                self.open.push(id);
                let whole = self.run(&bytes, inner, own.then(ctm));
                self.open.pop();
                return whole;
            }
            _ => {}
        }
        true
    }

    /// Shows strings, and moves by the numbers between them.
    fn show(&mut self, state: &State, text: &mut Matrix, operands: &[Token]) {
        let Some(font) = &state.font else { return };
        // Spacing over a whole line makes spaced letters; over two or three glyphs a distiller's word gap.
        let lengths = || operands.iter().map(|o| if let Token::Text(bytes) = o { bytes.len() } else { 0 });
        let bytes = if font.wide { 2 } else { 1 };
        let spaced =
            lengths().any(|length| length > 2 * bytes) || lengths().sum::<usize>() > FEW_GLYPHS * bytes;
        for operand in operands {
            match operand {
                Token::Number(n) => *text = text.moved(-n / 1000.0 * state.size * state.stretch, 0.0),
                Token::Text(bytes) if font.wide => {
                    for pair in bytes.chunks(2) {
                        let code = pair.iter().fold(0, |n, b| n << 8 | u32::from(*b));
                        self.glyph(state, font, text, code, spaced);
                    }
                }
                Token::Text(bytes) => {
                    for byte in bytes {
                        self.glyph(state, font, text, u32::from(*byte), spaced);
                    }
                }
                _ => {}
            }
        }
    }

    fn glyph(&mut self, state: &State, font: &Rc<Font>, text: &mut Matrix, code: u32, spaced: bool) {
        let width = font.shown(code).width;
        let [a, b, c, d, _, _] = text.then(state.ctm).0;
        let place = text.moved(0.0, state.rise).then(state.ctm).0;
        let (x, y) = (place[4], place[5]);
        let unit = a.hypot(b);
        let size = c.hypot(d) * state.size.abs();
        // A string drawn with a negative size runs the other way.
        let sign = if state.size < 0.0 { -1.0 } else { 1.0 };
        let angle = (b * sign).atan2(a * sign).to_degrees();
        let turn = (angle / 90.0).round();
        let slanted = (angle - turn * 90.0).abs() > 20.0;
        let turn = (turn as i64).rem_euclid(4) as u8;
        let spacing = state.between_glyphs + if code == 32 && !font.wide { state.between_words } else { 0.0 };
        let advance = (width * state.size + spacing) * state.stretch;
        let (along, up) = match turn {
            0 => (x, y),
            1 => (y, -x),
            2 => (-x, -y),
            _ => (-y, x),
        };
        // Spacing of a long string belongs to its glyphs: spaced letters are one word.
        let spacing = if spaced { state.between_glyphs.max(0.0) } else { 0.0 };
        let reach = (width * state.size + spacing).abs() * state.stretch.abs() * unit;
        if !slanted && size > 0.5 && size < 1000.0 && along.is_finite() && up.is_finite() && reach.is_finite()
        {
            self.page.glyphs.push(Glyph {
                font: Rc::clone(font),
                code,
                turn,
                along,
                end: along + reach,
                up,
                size,
                hidden: state.mode == 3,
            });
        }
        *text = text.moved(advance, 0.0);
    }
}
