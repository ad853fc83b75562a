//! What an element means for text, and what its attributes say about the look of it.

/// The `main` element.
pub(super) const MAIN: Tag = Tag::Block(14);

/// Kinds of element, as far as text cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Paragraph,
    Heading(u8),
    ListItem,
    /// Any other block; the number tells elements apart.
    Block(u8),
    Break,
    Rule,
    Table,
    TableGroup,
    Row,
    Cell,
    HeaderCell,
    Caption,
    Anchor,
    Bold,
    Italic,
    Underline,
    Superscript,
    Subscript,
    /// `font`, `span` and other inline elements; the number tells elements apart.
    Inline(u8),
    Preformatted,
    /// Never shown: script, style, navigation, the header of inline XBRL.
    Hidden(u8),
    /// Shown or hidden by what its attributes say (`header`, `footer`, `aside`).
    Frame(u8),
    /// An inline XBRL element: shown, and never an anchor.
    Fact,
    Void,
    /// The page mark of SGML filings.
    Page,
    /// An SGML mark of plain tables.
    Mark,
    Unknown,
}

impl Tag {
    pub(super) fn of(name: &[u8]) -> Tag {
        match name {
            b"p" => Tag::Paragraph,
            b"div" => Tag::Block(0),
            b"font" => Tag::Inline(0),
            b"span" => Tag::Inline(1),
            b"td" => Tag::Cell,
            b"tr" => Tag::Row,
            b"br" => Tag::Break,
            b"b" | b"strong" => Tag::Bold,
            b"a" => Tag::Anchor,
            b"i" | b"em" | b"cite" | b"var" | b"dfn" => Tag::Italic,
            b"u" | b"ins" => Tag::Underline,
            b"table" => Tag::Table,
            b"th" => Tag::HeaderCell,
            b"hr" => Tag::Rule,
            b"sup" => Tag::Superscript,
            b"sub" => Tag::Subscript,
            b"center" => Tag::Block(1),
            b"h1" => Tag::Heading(1),
            b"h2" => Tag::Heading(2),
            b"h3" => Tag::Heading(3),
            b"h4" => Tag::Heading(4),
            b"h5" => Tag::Heading(5),
            b"h6" => Tag::Heading(6),
            b"li" => Tag::ListItem,
            b"ul" | b"menu" | b"dir" => Tag::Block(2),
            b"ol" => Tag::Block(3),
            b"dl" => Tag::Block(4),
            b"dt" => Tag::Block(5),
            b"dd" => Tag::Block(6),
            b"blockquote" => Tag::Block(7),
            b"body" => Tag::Block(8),
            b"html" => Tag::Block(9),
            b"form" => Tag::Block(10),
            b"fieldset" => Tag::Block(11),
            b"section" => Tag::Block(12),
            b"article" => Tag::Block(13),
            b"main" => Tag::Block(14),
            b"address" => Tag::Block(15),
            b"figure" => Tag::Block(16),
            b"figcaption" => Tag::Block(17),
            b"legend" => Tag::Block(18),
            b"document" | b"text" => Tag::Block(19),
            b"details" | b"summary" => Tag::Block(20),
            b"option" => Tag::Block(21),
            b"multicol" => Tag::Block(22),
            b"noframes" | b"frameset" => Tag::Block(23),
            b"pre" | b"xmp" | b"listing" | b"plaintext" => Tag::Preformatted,
            b"thead" | b"tbody" | b"tfoot" => Tag::TableGroup,
            b"colgroup" | b"col" => Tag::Void,
            b"caption" => Tag::Caption,
            b"script" => Tag::Hidden(0),
            b"style" => Tag::Hidden(1),
            b"title" => Tag::Hidden(2),
            b"nav" => Tag::Hidden(3),
            b"noscript" => Tag::Hidden(4),
            b"template" => Tag::Hidden(5),
            b"ix:header" => Tag::Hidden(6),
            b"ix:hidden" => Tag::Hidden(7),
            b"textarea" | b"select" | b"button" => Tag::Hidden(8),
            b"iframe" | b"object" | b"svg" | b"applet" | b"video" | b"audio" | b"canvas" => Tag::Hidden(9),
            b"ix:references" | b"ix:resources" => Tag::Hidden(10),
            b"head" => Tag::Hidden(11),
            b"header" => Tag::Frame(0),
            b"footer" => Tag::Frame(1),
            b"aside" => Tag::Frame(2),
            b"img" | b"meta" | b"link" | b"input" | b"base" | b"wbr" | b"area" | b"param" | b"spacer"
            | b"embed" | b"source" | b"track" | b"basefont" | b"bgsound" | b"frame" | b"isindex"
            | b"image" => Tag::Void,
            b"page" => Tag::Page,
            b"s" | b"strike" | b"del" => Tag::Inline(2),
            b"c" | b"fn" | b"f1" | b"f2" | b"f3" | b"f4" | b"f5" => Tag::Mark,
            b"tt" | b"code" | b"kbd" | b"samp" => Tag::Inline(3),
            b"small" => Tag::Inline(4),
            b"big" => Tag::Inline(5),
            b"nobr" | b"abbr" | b"acronym" | b"q" | b"label" | b"mark" | b"time" | b"bdo" | b"bdi"
            | b"blink" | b"marquee" | b"map" | b"ruby" | b"rt" | b"rp" | b"data" | b"output" | b"layer"
            | b"ilayer" | b"nolayer" | b"noembed" | b"rb" => Tag::Inline(6),
            _ if name.starts_with(b"ix:") => Tag::Fact,
            _ if name.contains(&b':') || name.contains(&b'-') => Tag::Inline(7),
            _ => Tag::Unknown,
        }
    }

    /// Text on both sides stands in different blocks.
    pub(super) fn is_block(self) -> bool {
        matches!(
            self,
            Tag::Paragraph
                | Tag::Heading(_)
                | Tag::ListItem
                | Tag::Block(_)
                | Tag::Rule
                | Tag::Caption
                | Tag::Preformatted
                | Tag::Frame(_)
        )
    }

    /// Goes on past the end of the block in which it was opened.
    pub(super) fn is_formatting(self) -> bool {
        matches!(
            self,
            Tag::Bold | Tag::Italic | Tag::Underline | Tag::Inline(_) | Tag::Superscript | Tag::Subscript
        )
    }
}

/// The look an element gives to what it holds: a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look(pub(super) u16);

impl Look {
    pub(super) const BOLD: u16 = 1;
    pub(super) const UNDERLINED: u16 = 1 << 1;
    pub(super) const CENTERED: u16 = 1 << 2;
    pub(super) const HIDDEN: u16 = 1 << 3;
    pub(super) const RAISED: u16 = 1 << 4;
    pub(super) const LOWERED: u16 = 1 << 5;
    pub(super) const PRE: u16 = 1 << 6;
    /// Kinds that add up: one counter each.
    pub(super) const COUNTED: usize = 7;
    pub(super) const PAGE_BEFORE: u16 = 1 << 7;
    pub(super) const PAGE_AFTER: u16 = 1 << 8;
    /// Aligned otherwise: ends centring that was inherited.
    pub(super) const ALIGNED: u16 = 1 << 9;
    /// In normal weight: ends bold that was inherited.
    pub(super) const LIGHT: u16 = 1 << 10;

    pub(super) fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    /// What a `style` attribute says.
    pub(super) fn of_style(style: &[u8]) -> Look {
        let mut look = 0;
        for declaration in style.split(|b| *b == b';') {
            let declaration = declaration.trim_ascii_start();
            // The first letter rules out nearly all of the hundreds of thousands of declarations in a filing.
            if !matches!(
                declaration.first().map(u8::to_ascii_lowercase),
                Some(b'd' | b'v' | b'f' | b't' | b'p' | b'w' | b'b')
            ) {
                continue;
            }
            let Some(colon) = memchr::memchr(b':', declaration) else { continue };
            let (property, value) = declaration.split_at(colon);
            let value = value.get(1..).unwrap_or(&[]).trim_ascii();
            look |= declared(property.trim_ascii_end(), value);
        }
        Look(look)
    }

    /// What an `align` attribute says.
    pub(super) fn of_align(value: &[u8]) -> Look {
        match value.trim_ascii() {
            v if v.eq_ignore_ascii_case(b"center") || v.eq_ignore_ascii_case(b"middle") => {
                Look(Look::CENTERED)
            }
            b"" => Look(0),
            _ => Look(Look::ALIGNED),
        }
    }
}

fn declared(property: &[u8], value: &[u8]) -> u16 {
    let is = |name: &[u8]| property.eq_ignore_ascii_case(name);
    let starts = |word: &[u8]| value.get(..word.len()).is_some_and(|v| v.eq_ignore_ascii_case(word));
    match property.len() {
        7 if is(b"display") && starts(b"none") => Look::HIDDEN,
        10 if is(b"visibility") && (starts(b"hidden") || starts(b"collapse")) => Look::HIDDEN,
        11 if is(b"font-weight") => match value.first() {
            Some(b'7'..=b'9') => Look::BOLD,
            _ if starts(b"bold") => Look::BOLD,
            _ if starts(b"normal") || value.starts_with(b"400") => Look::LIGHT,
            _ => 0,
        },
        10 if is(b"font-style") && (starts(b"italic") || starts(b"oblique")) => Look::UNDERLINED,
        4 if is(b"font") => {
            let mut look = 0;
            for word in value.split(|b| b.is_ascii_whitespace()) {
                if word.eq_ignore_ascii_case(b"bold") || matches!(word, b"700" | b"800" | b"900") {
                    look |= Look::BOLD;
                } else if word.eq_ignore_ascii_case(b"italic") {
                    look |= Look::UNDERLINED;
                }
            }
            look
        }
        10 if is(b"text-align") => {
            if starts(b"center") {
                Look::CENTERED
            } else {
                Look::ALIGNED
            }
        }
        15 if is(b"text-decoration") && starts(b"underline") => Look::UNDERLINED,
        14 if is(b"vertical-align") && (starts(b"super") || starts(b"text-top")) => Look::RAISED,
        14 if is(b"vertical-align") && starts(b"sub") => Look::LOWERED,
        17 if is(b"page-break-before") && (starts(b"always") || starts(b"left") || starts(b"right")) => {
            Look::PAGE_BEFORE
        }
        12 if is(b"break-before") && (starts(b"page") || starts(b"always")) => Look::PAGE_BEFORE,
        16 if is(b"page-break-after") && (starts(b"always") || starts(b"left") || starts(b"right")) => {
            Look::PAGE_AFTER
        }
        11 if is(b"break-after") && (starts(b"page") || starts(b"always")) => Look::PAGE_AFTER,
        11 if is(b"white-space") && value.get(..3).is_some_and(|v| v.eq_ignore_ascii_case(b"pre")) => {
            Look::PRE
        }
        _ => 0,
    }
}
