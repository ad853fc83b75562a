use super::*;

fn questions() -> Vec<Question> {
    vec![
        Question {
            kind: Kind::Issuer,
            subject: "AAER-9001|Quarrystone Widgets, Inc.".to_owned(),
            evidence: "Named in CASE-AAER-9001.\nCIK 9990001: QUARRYSTONE WIDGETS INC, score 0.900: \"words\"; filed 2004-03-01".to_owned(),
            proposed: "ambiguous: two filers".to_owned(),
            allowed: vec!["9990001".to_owned(), "9990002".to_owned(), "none".to_owned()],
        },
        Question {
            kind: Kind::Keep,
            subject: "AAER-9002:LR-1".to_owned(),
            evidence: "=HYPERLINK(\"http://example.test\")".to_owned(),
            proposed: "drop: confidence 0.690".to_owned(),
            allowed: vec!["keep".to_owned(), "drop".to_owned()],
        },
        Question {
            kind: Kind::Check,
            subject: "pattern/CASE-AAER-9001/9990001/FY2004".to_owned(),
            evidence: "-5 per cent, caf\u{e9}".to_owned(),
            proposed: "label REVENUE_TIMING".to_owned(),
            allowed: vec!["right".to_owned(), "wrong".to_owned(), "unsure".to_owned()],
        },
    ]
}

fn asked() -> BTreeMap<String, Question> {
    questions().into_iter().map(|question| (question.key(), question)).collect()
}

/// The sheet with answers filled in, as rows of cells.
fn rows(answers: [(&str, &str); 3]) -> Vec<Vec<String>> {
    let sheet = write(&questions()).unwrap();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(sheet.as_slice());
    let mut rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    for (row, (answer, reason)) in rows.iter_mut().skip(1).zip(answers) {
        row[6] = answer.to_owned();
        row[7] = reason.to_owned();
    }
    rows
}

fn sheet(rows: &[Vec<String>], separator: u8, style: csv::QuoteStyle, end: csv::Terminator) -> Vec<u8> {
    let mut out = csv::WriterBuilder::new()
        .delimiter(separator)
        .quote_style(style)
        .terminator(end)
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        out.write_record(row).unwrap();
    }
    out.into_inner().unwrap()
}

fn plain_sheet(rows: &[Vec<String>]) -> Vec<u8> {
    sheet(rows, b',', csv::QuoteStyle::Necessary, csv::Terminator::CRLF)
}

const GOOD: [(&str, &str); 3] =
    [("9990002", "the order names its ticker"), ("KEEP", "clear enough"), ("right", "")];

/// What spreadsheets make of a CSV: all cells quoted or none, semicolons, tabs, other line ends, a byte order mark,
/// UTF-16, Windows-1252, empty rows and columns at the end. All of it imports as the same answers.
#[test]
fn a_round_trip_through_spreadsheets_changes_nothing() {
    let filled = rows(GOOD);
    let expected = read(&plain_sheet(&filled), &asked()).unwrap();
    let answers: Vec<&str> = expected.iter().map(|given| given.answer.as_str()).collect();
    assert_eq!(answers, ["9990002", "keep", "right"]);
    let mut shapes = Vec::new();
    for separator in [b',', b';', b'\t'] {
        for style in [csv::QuoteStyle::Necessary, csv::QuoteStyle::Always] {
            for end in [csv::Terminator::CRLF, csv::Terminator::Any(b'\n')] {
                shapes.push(sheet(&filled, separator, style, end));
            }
        }
    }
    let text = String::from_utf8(plain_sheet(&filled)).unwrap();
    shapes.push([b"\xef\xbb\xbf".as_slice(), text.as_bytes()].concat());
    shapes.push([0xfe_ff_u16].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect());
    shapes.push(encoding_rs::WINDOWS_1252.encode(&text).0.into_owned());
    let mut wider = filled.clone();
    wider.iter_mut().for_each(|row| row.extend([String::new(), String::new()]));
    wider.push(vec![String::new(); 10]);
    shapes.push(plain_sheet(&wider));
    shapes.push(text.replace("00001.\n", "00001.\r\n").into_bytes());
    for (n, shape) in shapes.iter().enumerate() {
        assert_eq!(read(shape, &asked()).as_ref(), Ok(&expected), "shape {n}");
    }
    let mut moved = filled.clone();
    moved.iter_mut().for_each(|row| row.swap(0, 7));
    assert_eq!(read(&plain_sheet(&moved), &asked()).unwrap(), expected, "columns may move");
}

/// A CIK may come back as a number with zeros before it, or with the word; never as another number.
#[test]
fn a_cik_is_known_however_it_is_typed() {
    for typed in ["9990002", "0009990002", "CIK 9990002", "cik9990002"] {
        let given = read(&plain_sheet(&rows([(typed, "why"), ("", ""), ("", "")])), &asked()).unwrap();
        assert_eq!(given[0].answer, "9990002", "{typed}");
    }
    assert!(read(&plain_sheet(&rows([("9990003", "why"), ("", ""), ("", "")])), &asked()).is_err());
}

#[test]
fn a_formula_is_made_harmless_on_the_way_out() {
    let text = String::from_utf8(write(&questions()).unwrap()).unwrap();
    assert!(text.contains("\"'=HYPERLINK(") && text.contains("'-5 per cent"), "{text}");
    assert!(text.contains("keep: keep or drop") && text.contains("check: right, wrong or unsure"));
}

/// Wrong answers, unknown and repeated keys, missing reasons, formulas, edited evidence, missing columns: each with
/// its row and column, and nothing is taken.
#[test]
fn every_error_is_told_by_row() {
    let errors = |rows: &[Vec<String>]| -> Vec<(usize, String)> {
        read(&plain_sheet(rows), &asked()).unwrap_err().into_iter().map(|e| (e.row, e.column)).collect()
    };
    let at = |row: usize, column: &str| vec![(row, column.to_owned())];
    let good = rows(GOOD);
    let with = |row: usize, column: usize, cell: &str| {
        let mut rows = good.clone();
        rows[row][column] = cell.to_owned();
        rows
    };
    assert_eq!(errors(&with(2, 6, "perhaps")), at(3, "answer"));
    assert_eq!(errors(&with(2, 7, "")), at(3, "reason"));
    assert_eq!(errors(&with(3, 0, "check|of nothing")), at(4, "key"));
    assert_eq!(errors(&with(3, 0, "")), at(4, "key"));
    assert_eq!(errors(&with(3, 0, &good[2][0])).first(), at(4, "key").first());
    assert_eq!(errors(&with(1, 3, "other evidence")), at(2, "evidence"));
    assert_eq!(errors(&with(1, 7, "=1+1")), at(2, "reason"));
    assert_eq!(errors(&with(1, 7, "@SUM(A1)")), at(2, "reason"));
    assert_eq!(errors(&with(2, 3, "=HYPERLINK(\"http://example.test\")")), at(3, "evidence"));
    assert_eq!(errors(&with(2, 6, "")), at(3, "answer"), "a reason without an answer");
    let mut two = with(1, 6, "nobody");
    two[3][6] = "maybe".to_owned();
    assert_eq!(errors(&two), [(2, "answer".to_owned()), (4, "answer".to_owned())]);
    let mut short = good.clone();
    short.iter_mut().for_each(|row| row.truncate(7));
    assert_eq!(errors(&short), at(1, "reason"));
    assert!(read(b"", &asked()).is_err());
    assert!(read(&[0xff, 0xfe, 0, 0x22, 0x80], &asked()).is_err());
}
