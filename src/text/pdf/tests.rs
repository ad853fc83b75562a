//! PDFs made here, read in this process; what can kill a process is tested through the command.

use super::Answer;
use super::reader::answer;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

fn dict(entries: Vec<(&str, Object)>) -> Dictionary {
    let mut out = Dictionary::new();
    for (key, value) in entries {
        out.set(key, value);
    }
    out
}

fn times() -> Dictionary {
    dict(vec![
        ("Type", name("Font")),
        ("Subtype", name("Type1")),
        ("BaseFont", name("Times-Roman")),
        ("Encoding", name("WinAnsiEncoding")),
    ])
}

/// A document with these page contents, and fonts by name.
fn document(pages: &[&str], fonts: Vec<(&str, Dictionary)>) -> Document {
    let mut file = Document::with_version("1.4");
    let tree = file.new_object_id();
    let fonts: Vec<(String, ObjectId)> =
        fonts.into_iter().map(|(key, font)| (key.to_owned(), file.add_object(font))).collect();
    let mut kids = Vec::new();
    for page in pages {
        let content = file.add_object(Stream::new(Dictionary::new(), page.as_bytes().to_vec()));
        let mut table = Dictionary::new();
        for (key, id) in &fonts {
            table.set(key.as_str(), Object::Reference(*id));
        }
        let page = dict(vec![
            ("Type", name("Page")),
            ("Parent", tree.into()),
            ("MediaBox", Object::Array([0, 0, 612, 792].map(Object::Integer).to_vec())),
            ("Resources", Object::Dictionary(dict(vec![("Font", Object::Dictionary(table))]))),
            ("Contents", content.into()),
        ]);
        kids.push(Object::Reference(file.add_object(page)));
    }
    let count = Object::Integer(kids.len() as i64);
    let pages = dict(vec![("Type", name("Pages")), ("Kids", Object::Array(kids)), ("Count", count)]);
    file.objects.insert(tree, Object::Dictionary(pages));
    let root = file.add_object(dict(vec![("Type", name("Catalog")), ("Pages", tree.into())]));
    file.trailer.set("Root", root);
    file
}

fn bytes(mut file: Document) -> Vec<u8> {
    let mut out = Vec::new();
    file.save_to(&mut out).unwrap();
    out
}

fn pages(pages: &[&str]) -> Vec<u8> {
    bytes(document(pages, vec![("F", times())]))
}

fn text(answer: &Answer) -> String {
    answer.paragraphs.iter().map(|p| p.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn read(contents: &[&str]) -> String {
    text(&answer(&pages(contents)))
}

/// A line of text at a place.
fn at(x: f64, y: f64, size: f64, words: &str) -> String {
    format!("BT /F {size} Tf 1 0 0 1 {x} {y} Tm ({words}) Tj ET\n")
}

fn with_map(map: &str, content: &str, encoding: Option<&str>, subtype: &str) -> Vec<u8> {
    let mut file = document(&[content], vec![("F", times())]);
    let map = file.add_object(Stream::new(Dictionary::new(), map.as_bytes().to_vec()));
    for object in file.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.has_type(b"Font")
        {
            font.set("ToUnicode", Object::Reference(map));
            font.set("Subtype", name(subtype));
            font.set("BaseFont", name("ABCDEF+Invented"));
            font.set("FirstChar", Object::Integer(0));
            font.set("LastChar", Object::Integer(255));
            font.set("Widths", Object::Array(vec![Object::Integer(500); 256]));
            font.remove(b"Encoding");
            if let Some(encoding) = encoding {
                font.set("Encoding", name(encoding));
            }
        }
    }
    bytes(file)
}

/// PDF P01: ligatures in plain letters, from the map or as code points of their own.
#[test]
fn ligatures_are_letters() {
    let map = "begincmap 3 beginbfchar <01> <FB01> <02> <FB00> <03> <FB03> endbfchar endcmap";
    let page = "BT /F 11 Tf 72 700 Td (pro\\001t o\\003cer \\001led o\\002) Tj ET";
    let found = answer(&with_map(map, page, Some("WinAnsiEncoding"), "TrueType"));
    assert_eq!(text(&found), "profit officer filed off");
    let two = "begincmap 1 beginbfchar <01> <00660069> endbfchar 1 beginbfrange <02> <03> [<FB00> <FB03>] endbfrange";
    let found = answer(&with_map(two, page, Some("WinAnsiEncoding"), "TrueType"));
    assert_eq!(text(&found), "profit officer filed off");
}

/// PDF P03: glyphs that nothing maps to characters give a flag and no tokens.
#[test]
fn glyphs_without_characters_are_flagged() {
    let mut file = document(
        &[&format!("BT /F 11 Tf 72 700 Td <{}> Tj ET", "0041004200530060".repeat(50))],
        vec![(
            "F",
            dict(vec![("Type", name("Font")), ("Subtype", name("Type0")), ("BaseFont", name("Lost"))]),
        )],
    );
    let descendant =
        dict(vec![("Type", name("Font")), ("Subtype", name("CIDFontType2")), ("DW", Object::Integer(500))]);
    for object in file.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.has_type(b"Font")
        {
            font.set("Encoding", name("Identity-H"));
            font.set("DescendantFonts", Object::Array(vec![Object::Dictionary(descendant.clone())]));
        }
    }
    let found = answer(&bytes(file));
    assert_eq!((found.flags, found.paragraphs.len()), (vec!["unreadable-text".to_owned()], 0));
}

/// PDF P04: a map that leaves codes out neither stops the document nor the next one.
#[test]
fn lost_codes_do_not_stop_a_document() {
    let map = "begincmap 1 beginbfchar <3F> <0041> endbfchar endcmap";
    let page = format!("BT /F 11 Tf 72 700 Td ({}) Tj ET", "???<".repeat(20));
    let found = answer(&with_map(map, &page, None, "Type1"));
    assert_eq!(found.flags, ["unreadable-text"]);
    let page = format!("BT /F 11 Tf 72 700 Td ({}<) Tj ET", "?".repeat(20));
    assert_eq!(text(&answer(&with_map(map, &page, None, "Type1"))), format!("{}\u{FFFD}", "A".repeat(20)));
    assert_eq!(read(&[&at(72.0, 700.0, 11.0, "Good.")]), "Good.");
}

/// PDF P06: with an empty user password the text is read, RC4 and AES; PDF P07: with another it is not, and
/// the flag says why.
#[test]
fn encrypted_files() {
    use lopdf::encryption::crypt_filters::{Aes128CryptFilter, CryptFilter};
    use lopdf::{EncryptionState, EncryptionVersion, Permissions};
    use std::collections::BTreeMap;
    use std::sync::Arc;
    for (user, aes) in [("", false), ("", true), ("secret", false), ("secret", true)] {
        let mut file = document(&[&at(72.0, 700.0, 11.0, "Words under a lock.")], vec![("F", times())]);
        let id = Object::string_literal("0123456789abcdef");
        file.trailer.set("ID", Object::Array(vec![id.clone(), id]));
        let filter: Arc<dyn CryptFilter> = Arc::new(Aes128CryptFilter);
        let version = if aes {
            EncryptionVersion::V4 {
                document: &file,
                encrypt_metadata: true,
                crypt_filters: BTreeMap::from([(b"StdCF".to_vec(), filter)]),
                stream_filter: b"StdCF".to_vec(),
                string_filter: b"StdCF".to_vec(),
                owner_password: "owner",
                user_password: user,
                permissions: Permissions::all(),
            }
        } else {
            EncryptionVersion::V2 {
                document: &file,
                owner_password: "owner",
                user_password: user,
                key_length: 128,
                permissions: Permissions::all(),
            }
        };
        let state = EncryptionState::try_from(version).unwrap();
        file.encrypt(&state).unwrap();
        let found = answer(&bytes(file));
        if user.is_empty() {
            assert_eq!(text(&found), "Words under a lock.", "{aes}");
        } else {
            assert_eq!((found.flags, found.paragraphs.len()), (vec!["encrypted".to_owned()], 0), "{aes}");
        }
    }
}

/// PDF P08: a page that is a picture has no text layer; a page among others is told.
#[test]
fn pictures_are_no_text() {
    let picture = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u{1} EI Q";
    let found = answer(&pages(&[picture]));
    assert_eq!((found.flags, found.pages), (vec!["no-text-layer".to_owned()], 1));
    let found = answer(&pages(&[&at(72.0, 700.0, 11.0, "Some words."), picture]));
    assert_eq!(found.flags, ["pages-without-text"]);
    assert_eq!(text(&found), "Some words.");
}

/// PDF P10: two columns are read one after the other, whether their lines stand level or not.
#[test]
fn columns_are_read_one_after_the_other() {
    for shift in [0.0, 5.0] {
        let mut page = String::new();
        for n in 0..8 {
            let y = 700.0 - 14.0 * f64::from(n);
            page += &at(60.0, y, 11.0, &format!("left line {n} of the running report text"));
            page += &at(330.0, y - shift, 11.0, &format!("right line {n} of the running report text"));
        }
        let found = read(&[&page]);
        let places: Vec<usize> = (0..8)
            .map(|n| found.find(&format!("left line {n}")).unwrap())
            .chain((0..8).map(|n| found.find(&format!("right line {n}")).unwrap()))
            .collect();
        assert!(places.is_sorted(), "{found}");
        assert!(found.contains("report text right line 0"), "{found}");
    }
}

/// PDF P10, a sibling: the caption of an order, with and without a rule of signs; a table stays in rows.
#[test]
fn captions_and_tables() {
    for sign in [Some(")"), Some(":"), None] {
        let mut page = at(200.0, 730.0, 12.0, "ADMINISTRATIVE PROCEEDING");
        page += &at(230.0, 716.0, 12.0, "File No. 3-10925");
        let right =
            ["ORDER INSTITUTING", "PROCEEDINGS UNDER", "SECTION 21C", "AND A CEASE-", "AND-DESIST ORDER"];
        for (n, right) in right.iter().enumerate() {
            let y = 690.0 - 14.0 * n as f64;
            page += &at(320.0, y, 12.0, right);
            if let Some(sign) = sign {
                page += &at(290.0, y, 12.0, sign);
            }
        }
        page += &at(72.0, 690.0, 12.0, "In the Matter of");
        page += &at(72.0, 662.0, 12.0, "JANE ROE,");
        page += &at(72.0, 634.0, 12.0, "Respondent.");
        page += &at(300.0, 590.0, 12.0, "I.");
        page += &at(
            72.0,
            560.0,
            12.0,
            "The Commission deems it appropriate and in the public interest that proceedings be",
        );
        let found = read(&[&page]).replace('\n', " ");
        let want = "ADMINISTRATIVE PROCEEDING File No. 3-10925 In the Matter of JANE ROE, Respondent. ORDER INSTITUTING \
            PROCEEDINGS UNDER SECTION 21C AND A CEASE-AND-DESIST ORDER I. The Commission";
        assert!(found.starts_with(want), "{sign:?}: {found}");
    }
    let mut page = String::new();
    for (n, row) in ["Revenue", "Cost of goods sold", "Gross profit for the year"].iter().enumerate() {
        page += &at(72.0, 700.0 - 14.0 * n as f64, 11.0, row);
        page += &at(400.0, 700.0 - 14.0 * n as f64, 11.0, &format!("{}00", n + 1));
    }
    let found = read(&[&page]).replace('\n', " ");
    assert_eq!(found, "Revenue 100 Cost of goods sold 200 Gross profit for the year 300");
}

/// PDF P12: a kern is no blank.
#[test]
fn kerns_are_no_blanks() {
    for kern in [-180, -120, 60] {
        let page = format!("BT /F 11 Tf 72 700 Td [(It was mis) {kern} (stated in a report.)] TJ ET");
        assert_eq!(read(&[&page]), "It was misstated in a report.");
        let alone = format!("BT /F 11 Tf 72 700 Td [(mis) {kern} (stated)] TJ ET");
        assert_eq!(read(&[&alone]), "misstated");
    }
    // Letters spaced over a whole string are one word.
    assert_eq!(read(&["BT /F 11 Tf 4 Tc 72 700 Td (ORDER) Tj ET"]), "ORDER");
}

/// PDF P13: gaps are blanks where none are drawn.
#[test]
fn gaps_are_blanks() {
    let page = "BT /F 10 Tf 72 700 Td (restated) Tj 37 0 Td (financial) Tj 40 0 Td (statements) Tj ET";
    assert_eq!(read(&[page]), "restated financial statements");
    let page = "BT /F 10 Tf 72 700 Td [(restated)-300(financial)-250(statements)] TJ ET";
    assert_eq!(read(&[page]), "restated financial statements");
    // A distiller's way: spacing between the two glyphs around the gap.
    let page =
        "BT /F 10 Tf 72 700 Td (a compan) Tj 2.5 Tc 36.1 0 Td (yo) Tj 0 Tc 12.5 0 Td (f its own) Tj ET";
    assert_eq!(read(&[page]), "a company of its own");
}

/// PDF P14: hyphens that cut words go, hyphens of words stay.
#[test]
fn cut_words_are_joined() {
    let lines = |rows: &[&str]| {
        let row = |(n, row): (usize, &&str)| at(72.0, 700.0 - 13.0 * n as f64, 11.0, row);
        read(&[&rows.iter().enumerate().map(row).collect::<String>()])
    };
    assert_eq!(
        lines(&["The report called for a re\\255", "statement of the year."]),
        "The report called for a restatement of the year."
    );
    assert_eq!(
        lines(&[
            "A restatement was due and the over-",
            "the-counter market, a restate-",
            "ment as large as any other one,",
            "came to know of it then."
        ]),
        "A restatement was due and the over-the-counter market, a restatement as large as any other one, came to know of it then."
    );
    assert_eq!(
        lines(&["The quotes of the over-the-", "counter market were false."]),
        "The quotes of the over-the-counter market were false."
    );
}

/// PDF P16: heads, feet and page numbers are out of the sentence that runs over the page's end.
#[test]
fn running_heads_and_numbers_are_cut() {
    let body = [
        "The Commission found that the issuer had",
        "overstated its revenue for the third quarter",
        "of the year in which the plan was made known.",
    ];
    let contents: Vec<String> = body
        .iter()
        .enumerate()
        .map(|(n, line)| {
            at(72.0, 760.0, 10.0, "In re Invented Corporation")
                + &at(72.0, 700.0, 11.0, line)
                + &at(72.0, 686.0, 11.0, &format!("It goes on {n} and does not end so that"))
                + &at(290.0, 40.0, 10.0, &format!("Page {}", n + 1))
        })
        .collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    let found = answer(&pages(&contents));
    assert!(!text(&found).contains("Page") && !text(&found).contains("In re"), "{}", text(&found));
    assert!(text(&found).replace('\n', " ").contains("so that overstated"), "{}", text(&found));
    assert_eq!(found.removed.len(), 6);
    let whole = super::text_of(found);
    let page = |word: &str| whole.page_of(whole.content.find(word).unwrap());
    assert_eq!(
        [page("the issuer had"), page("overstated"), page("of the year")],
        [Some(1), Some(2), Some(3)]
    );
    assert_eq!((whole.page_of(0), whole.page_of(usize::MAX)), (Some(1), Some(3)));
}

/// PDF P18: marks are set apart from years and amounts, and notes stand after the text.
#[test]
fn footnote_marks_and_notes() {
    let mut page = String::from(
        "BT /F 12 Tf 72 700 Td (in 2009) Tj /F 7 Tf 5 Ts (2) Tj 0 Ts /F 12 Tf ( revenue was $41) Tj /F 7 Tf 5 Ts (3) Tj 0 Ts /F 12 Tf ( in all, and the text goes on) Tj ET\n",
    );
    page += &at(72.0, 686.0, 12.0, "to the end of its paragraph over a second line.");
    for (n, note) in [
        ("2", "The first of the notes of this page runs"),
        ("", "over two lines."),
        ("3", "The second note."),
    ]
    .iter()
    .enumerate()
    {
        let y = 100.0 - 11.0 * n as f64;
        if !note.0.is_empty() {
            page += &at(72.0, y + 3.0, 6.0, note.0);
        }
        page += &at(78.0, y, 10.0, note.1);
    }
    let second = at(72.0, 700.0, 12.0, "A second page of text that stands for itself here.");
    let found = answer(&pages(&[&page, &second]));
    assert_eq!(
        text(&found).replacen("\nA second", " A second", 1),
        "in 2009 [2] revenue was $41 [3] in all, and the text goes on to the end of its paragraph over a second line. \
         A second page of text that stands for itself here.\n\
         [2] The first of the notes of this page runs over two lines.\n[3] The second note."
    );
    let first = found.paragraphs.first().unwrap();
    let marks: Vec<&str> = first.marks.iter().map(|(a, b)| &first.text[*a..*b]).collect();
    assert_eq!(marks, ["[2]", "[3]"]);
    let whole = super::text_of(found);
    let page = |word: &str| whole.page_of(whole.content.find(word).unwrap());
    assert_eq!(
        [page("in 2009"), page("A second page"), page("The second note")],
        [Some(1), Some(2), Some(1)]
    );
}

/// PDF P19: a wrong or missing table of objects is made anew; the text is that of the whole file.
#[test]
fn broken_tables_are_repaired() {
    let good = pages(&[&at(72.0, 700.0, 11.0, "The whole text of one page.")]);
    let want = read(&[&at(72.0, 700.0, 11.0, "The whole text of one page.")]);
    let source = String::from_utf8_lossy(&good).into_owned();
    let at = source.rfind("startxref").unwrap();
    let number: usize = source[at + 9..].split_whitespace().next().unwrap().parse().unwrap();
    let head = &good[..at];
    for tail in [
        format!("startxref\n{}\n%%EOF", number + 4),
        format!("startxref\n{number} \n%%EOF"),
        format!("startxref\n{}\n%%EOF", number * 100),
        String::new(),
    ] {
        let file = [head, tail.as_bytes()].concat();
        assert_eq!(text(&answer(&file)), want, "{tail:?}");
    }
    let cut = memchr::memmem::find(&good, b"xref").unwrap();
    assert_eq!(text(&answer(&good[..cut])), want);
    assert_eq!(text(&answer(&[b"HTTP junk\r\n\r\n".as_slice(), &good].concat())), want);
}

/// PDF P21: no table at all, a tree that holds itself, a form that draws itself: each ends.
#[test]
fn cycles_end() {
    assert_eq!(answer(b"%PDF-1.4\nstartxref\n216\n%%EOF").flags, ["malformed"]);
    assert_eq!(answer(b"%PDF-1.4").flags, ["malformed"]);
    let mut file = document(&[], vec![]);
    let tree = file.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    if let Some(Object::Dictionary(node)) = file.objects.get_mut(&tree) {
        node.set("Kids", Object::Array(vec![Object::Reference(tree)]));
    }
    assert_eq!(answer(&bytes(file)).flags, ["malformed"]);

    let mut file = document(&["/X Do BT /F 11 Tf 72 700 Td (After.) Tj ET"], vec![("F", times())]);
    let form = file.new_object_id();
    let own = dict(vec![("XObject", Object::Dictionary(dict(vec![("X", Object::Reference(form))])))]);
    let stream = dict(vec![("Subtype", name("Form")), ("Resources", Object::Dictionary(own.clone()))]);
    file.objects.insert(form, Object::Stream(Stream::new(stream, b"/X Do /X Do".to_vec())));
    for object in file.objects.values_mut() {
        if let Object::Dictionary(page) = object
            && page.has_type(b"Page")
            && let Ok(Object::Dictionary(resources)) = page.get_mut(b"Resources")
        {
            resources.extend(&own);
        }
    }
    assert_eq!(text(&answer(&bytes(file))), "After.");
}

/// Operators `'` and `"` start lines; text inside forms and turned pages is read.
#[test]
fn quotes_start_lines() {
    let page = "BT /F 11 Tf 14 TL 72 700 Td (One and the same paragraph runs) Tj (over its lines,) ' 1 0 (and a third.) \" ET";
    assert_eq!(read(&[page]), "One and the same paragraph runs over its lines, and a third.");
    let turned =
        "BT /F 11 Tf 0 1 -1 0 300 72 Tm (A turned page, its first line) Tj 0 -14 Td (and its second.) Tj ET";
    assert_eq!(read(&[turned]), "A turned page, its first line and its second.");
}
