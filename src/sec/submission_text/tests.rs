use super::*;
use crate::ids::Cik;
use crate::text::{Media, read};

const HEADER: &str = "<SEC-DOCUMENT>0000950129-95-001652.txt : 19960102\n<SEC-HEADER>0000950129-95-001652.hdr.sgml : 19960102\n\
    ACCESSION NUMBER:\t\t0000950129-95-001652\nCONFORMED SUBMISSION TYPE:\t10-K/A\nPUBLIC DOCUMENT COUNT:\t\t2\n\
    CONFORMED PERIOD OF REPORT:\t19951031\nFILED AS OF DATE:\t\t19951228\n\nFILER:\n\n\tCOMPANY DATA:\t\n\
    \t\tCOMPANY CONFORMED NAME:\t\t\tMERIDIAN TOOL WORKS INC\n\t\tCENTRAL INDEX KEY:\t\t\t0000810271\n\
    \t\tSTANDARD INDUSTRIAL CLASSIFICATION:\tMACHINE TOOLS [3540]\n\t\tFISCAL YEAR END:\t\t\t1031\n\n\
    \tFORMER COMPANY:\t\n\t\tFORMER CONFORMED NAME:\tMERIDIAN INC\n\t\tDATE OF NAME CHANGE:\t19920101\n\n\
    FILER:\n\n\tCOMPANY DATA:\t\n\t\tCOMPANY CONFORMED NAME:\t\t\tMERIDIAN FINANCE CORP\n\
    \t\tCENTRAL INDEX KEY:\t\t\t0000810272\n</SEC-HEADER>\n";

fn html_document(body: &str) -> String {
    format!(
        "<DOCUMENT>\n<TYPE>10-K/A\n<SEQUENCE>1\n<FILENAME>a.htm\n<DESCRIPTION>AMENDMENT\n<TEXT>\n<HTML><BODY>{body}</BODY></HTML>\n</TEXT>\n</DOCUMENT>\n"
    )
}

fn encoded_pdf() -> String {
    let line = "M)5!$1BTQ+C0*)>+CS],*,2`P(&]B:@H\\/\"]4>7!E+T-A=&%L;V<O4&%G97,@";
    format!(
        "<DOCUMENT>\n<TYPE>EX-99\n<SEQUENCE>2\n<FILENAME>x.pdf\n<TEXT>\n<PDF>\nbegin 644 x.pdf\n{}end\n</PDF>\n</TEXT>\n</DOCUMENT>\n",
        format!("{line}\n").repeat(50)
    )
}

#[test]
fn header_fields_and_co_registrants() {
    let file = format!("{HEADER}{}</SEC-DOCUMENT>\n", html_document("<p>Text.</p>"));
    let submission = parse(file.as_bytes());
    let header = &submission.header;
    assert_eq!((header.wrapper.as_str(), header.form_type.as_str()), ("SEC", "10-K/A"));
    assert_eq!(header.accession, "0000950129-95-001652");
    assert_eq!((header.period.as_deref(), header.filed.as_deref()), (Some("19951031"), Some("19951228")));
    assert_eq!(header.document_count, Some(2));
    let [first, second] = header.filers.as_slice() else { panic!("{:?}", header.filers) };
    assert_eq!(
        (first.name.as_str(), first.cik, first.sic.as_deref()),
        ("MERIDIAN TOOL WORKS INC", Some(Cik(810271)), Some("3540"))
    );
    assert_eq!(first.fiscal_year_end.as_deref(), Some("1031"));
    assert_eq!(first.former_names, [("MERIDIAN INC".to_owned(), Some("19920101".to_owned()))]);
    assert_eq!((second.name.as_str(), second.cik), ("MERIDIAN FINANCE CORP", Some(Cik(810272))));
    assert!(submission.warnings.is_empty(), "{:?}", submission.warnings);
    let document = &submission.documents[0];
    assert_eq!(
        (document.document_type.as_str(), document.sequence, document.content),
        ("10-K/A", Some(1), Content::Html)
    );
    assert_eq!((document.file_name.as_str(), document.description.as_str()), ("a.htm", "AMENDMENT"));
}

/// HTML H06: a uuencoded PDF is an attachment, not text.
#[test]
fn an_encoded_pdf_is_an_attachment() {
    let file = format!(
        "{HEADER}{}{}",
        html_document("<p>Part III is added.</p>\n<p>Nothing else.</p>"),
        encoded_pdf()
    );
    let submission = parse(file.as_bytes());
    assert_eq!(submission.documents[1].content, Content::Pdf);
    let text = read(file.as_bytes(), None);
    assert_eq!(text.media, Media::Submission);
    assert_eq!(text.content, "Part III is added.\n\nNothing else.\n\n");
    assert!(text.quality.iter().any(|q| q == "attachments-not-read"));
    assert_eq!(text.parts.len(), 1);
}

/// HTML H06, siblings: uuencoded without a wrapper, XBRL, XML, pictures, archives, viewer data.
#[test]
fn other_attachments_are_told_by_their_bytes() {
    let body = |kind: &str, name: &str, body: &str| {
        format!(
            "<DOCUMENT>\n<TYPE>{kind}\n<SEQUENCE>1\n<FILENAME>{name}\n<TEXT>\n{body}\n</TEXT>\n</DOCUMENT>\n"
        )
    };
    for (kind, name, content, expected) in [
        ("EX-99", "x.pdf", "begin 644 x.pdf\nM)5!$1BTQ\nend", Content::Uuencoded),
        ("GRAPHIC", "g.jpg", "begin 644 g.jpg\nM)5!$1BTQ\nend", Content::Uuencoded),
        (
            "EX-101.INS",
            "a.xml",
            "<XBRL>\n<?xml version='1.0'?><xbrli:xbrl></xbrli:xbrl>\n</XBRL>",
            Content::Xbrl,
        ),
        (
            "EX-101.SCH",
            "a.xsd",
            "<XBRL>\n<?xml version='1.0'?><xsd:schema></xsd:schema>\n</XBRL>",
            Content::Xbrl,
        ),
        ("XML", "R1.xml", "<XML>\n<?xml version='1.0'?><report/>\n</XML>", Content::Xml),
        ("ZIP", "a.zip", "begin 644 a.zip\nM4$L#!!0\nend", Content::Uuencoded),
        ("EXCEL", "a.xlsx", "PK\u{3}\u{4}...", Content::Binary),
        ("JSON", "MetaLinks.json", "<JSON>\n{}\n</JSON>", Content::Data),
        (
            "10-K",
            "a.htm",
            "<XBRL>\n<?xml version='1.0'?><html xmlns='x'><body>T</body></html>\n</XBRL>",
            Content::Html,
        ),
        ("10-K", "a.txt", "<PAGE>\n<TABLE>\n<S> <C>\nSales  5\n</TABLE>", Content::Plain),
        ("10-K", "a.htm", "<P>One<P>Two<BR><FONT>x</FONT>", Content::Html),
        ("EX-13", "a.txt", "We begin 1995 with <b> and end it.", Content::Plain),
    ] {
        let file = body(kind, name, content);
        let submission = parse(file.as_bytes());
        assert_eq!(submission.documents[0].content, expected, "{kind} {name} {content}");
    }
}

/// HTML H08: a header tag that is never closed spoils nothing and is told.
#[test]
fn an_open_header_tag_is_a_warning() {
    let header = HEADER.replace(
        "FILER:\n\n\tCOMPANY DATA:\t\n\t\tCOMPANY CONFORMED NAME:\t\t\tMERIDIAN FIN",
        "<SERIES>\nFILER:\n\n\tCOMPANY DATA:\t\n\t\tCOMPANY CONFORMED NAME:\t\t\tMERIDIAN FIN",
    );
    let file = format!("{header}{}", html_document("<p>Kept.</p>"));
    let text = read(file.as_bytes(), None);
    assert_eq!(text.content, "Kept.\n\n");
    assert_eq!(parse(file.as_bytes()).warnings, ["header-tag-open"]);
    assert!(text.quality.iter().any(|q| q == "sgml-header-tag-open"));
}

/// HTML H08, siblings: end tags that are missing everywhere, no header end, no wrapper at all, CR line ends.
#[test]
fn missing_end_tags_lose_no_document() {
    let bare =
        "<DOCUMENT>\n<TYPE>10-K\n<TEXT>\nFirst text.\n<DOCUMENT>\n<TYPE>EX-13\n<SEQUENCE>2\nSecond text.\n";
    let text = read(bare.as_bytes(), None);
    let parts: Vec<(&str, &str)> =
        text.parts.iter().map(|p| (p.document_type.as_str(), text.at(p.span).trim())).collect();
    assert_eq!(parts, [("10-K", "First text."), ("EX-13", "Second text.")]);
    let open = format!("{}{}", HEADER.replace("</SEC-HEADER>\n", ""), html_document("<p>Kept.</p>"));
    assert_eq!(parse(open.as_bytes()).warnings, ["header-end-missing"]);
    assert_eq!(read(open.as_bytes(), None).content, "Kept.\n\n");
    let mac = format!("{HEADER}{}", html_document("<p>Kept.</p>")).replace('\n', "\r");
    assert_eq!(read(mac.as_bytes(), None).content, "Kept.\n\n");
    let lower = "<document>\n<type>10-K</type>\n<text>\nLower case.\n</text>\n</document>";
    let submission = parse(lower.as_bytes());
    assert_eq!(submission.documents[0].document_type, "10-K");
}

#[test]
fn many_open_documents_stay_linear() {
    let file = "<DOCUMENT>\n<TYPE>X\n<TEXT>\nt\n".repeat(50_000);
    let submission = parse(file.as_bytes());
    // More than any submission has: the rest is left out, and told.
    assert_eq!(submission.documents.len(), super::MOST_DOCUMENTS);
    assert!(submission.warnings.iter().any(|warning| warning == "documents-left-out"));
}

/// Real submissions: every document of the count in the header is found.
#[test]
fn real_submissions_have_all_their_documents() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: no ../shared/filings");
        return;
    };
    let mut seen = 0;
    for entry in entries.flatten() {
        let bytes = std::fs::read(entry.path()).unwrap();
        let submission = parse(&bytes);
        let wrapped = !submission.header.wrapper.is_empty();
        if let (true, Some(count)) = (wrapped, submission.header.document_count) {
            seen += 1;
            assert_eq!(submission.documents.len(), count as usize, "{:?}", entry.path());
            assert!(submission.header.filers.iter().any(|f| f.cik.is_some()), "{:?}", entry.path());
        }
    }
    assert!(seen > 20, "{seen}");
}
