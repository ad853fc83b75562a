//! The fault records of finding management's discussion (class MDNA), each with siblings in other markup and forms.

use super::*;
use crate::text::{self, Media};

const TITLE: &str = "Management's Discussion and Analysis of Financial Condition and Results of Operations";

fn html(body: &str) -> Text {
    text::read(format!("<html><body>{body}</body></html>").as_bytes(), None)
}

fn plain(body: &str) -> Text {
    text::read(body.as_bytes(), Some(Media::Plain))
}

fn mdna(text: &Text, form: &str) -> (Section, String) {
    let section = read(text, &Form::parse(form)).mdna();
    let body = section.body().map(|s| s.characters(text)).unwrap_or_default();
    (section, body)
}

/// A paragraph of a discussion, long enough to look like one.
fn prose(n: usize) -> String {
    format!(
        "Paragraph {n} says that orders for pumps rose by {n} percent because farms in the valley were irrigated earlier \
         than in the year before, and that wages and freight took up a part of the gain."
    )
}

fn has(body: &str, numbers: &[usize]) -> bool {
    numbers.iter().all(|n| body.contains(&format!("Paragraph {n} says")))
}

/// MDNA M01: the contents' rows are not the section.
#[test]
fn the_contents_are_not_the_body() {
    let contents = [
        ("7", TITLE, "25"),
        ("7A", "Quantitative and Qualitative Disclosures About Market Risk", "41"),
        ("8", "Financial Statements and Supplementary Data", "43"),
    ];
    let body = |p: &str, q: &str| {
        format!(
            "{p}Item 7. {TITLE}{q}{p}{}{q}{p}{}{q}{p}Item 7A. {}{q}{p}Rates matter little to us, as we owe nothing.{q}{p}Item 8. {}{q}{p}See the index.{q}",
            prose(1),
            prose(2),
            contents[1].1,
            contents[2].1
        )
    };
    let rows: String = contents
        .iter()
        .map(|(n, t, p)| format!("<tr><td>Item {n}.</td><td>{t}</td><td>{p}</td></tr>"))
        .collect();
    let table = html(&format!("<table>{rows}</table>{}", body("<p>", "</p>")));
    let lines: String = contents.iter().map(|(n, t, p)| format!("Item {n}.  {t} ........ {p}\n")).collect();
    let dotted = plain(&format!("{lines}\n\n{}", body("", "\n\n")));
    let paragraphs: String = contents.iter().map(|(n, t, p)| format!("<p>Item {n}. {t} {p}</p>")).collect();
    let loose = html(&format!("{paragraphs}{}", body("<div>", "</div>")));
    for text in [table, dotted, loose] {
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found, "{}", text.content);
        assert!(has(&found, &[1, 2]) && !found.contains("Rates matter") && !found.contains("43"), "{found}");
        assert!(found.starts_with("Item 7"));
    }
}

/// MDNA M02: a cross-reference in a sentence ends nothing, at a line's start neither.
#[test]
fn cross_references_end_nothing() {
    let reference = "These rates are as described in Item 7A, Quantitative and Qualitative Disclosures, and Item 8 below, which see.";
    let page = html(&format!(
        "<p><b>Item 7. {TITLE}</b></p><p>{}</p><p>{reference}</p><p>{}</p><p>{}</p><p>{}</p>\
         <p><b>Item 7A. Quantitative and Qualitative Disclosures About Market Risk</b></p><p>Little.</p><p><b>Item 8. Financial Statements</b></p>",
        prose(1),
        prose(3),
        prose(4),
        prose(5)
    ));
    let wrapped = plain(&format!(
        "ITEM 7.  {}\n\n{}\n\nThe matters that bear on rates of interest and on currencies are described in\n\
         Item 7A, Quantitative and Qualitative Disclosures, and in the notes that are in\nItem 8 below. Some of them are older than\n\
         Item 8. Financial Statements and Supplementary Data in last year's report.\n\n{}\n\n{}\n\n{}\n\n\
         ITEM 7A.  QUANTITATIVE AND QUALITATIVE DISCLOSURES ABOUT MARKET RISK\n\nLittle.\n\nITEM 8.  FINANCIAL STATEMENTS\n\nSee F-1.\n",
        TITLE.to_uppercase(),
        prose(1),
        prose(3),
        prose(4),
        prose(5)
    ));
    for text in [page, wrapped] {
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found);
        assert!(has(&found, &[1, 3, 4, 5]) && !found.contains("Little."), "{found}");
    }
}

/// MDNA M03: the next heading in another markup, an optional item absent.
#[test]
fn the_end_in_another_markup() {
    for end in [
        "<table><tr><td><b>Item 8.</b></td><td><b>Financial Statements and Supplementary Data</b></td></tr></table>",
        "<table><tr><td>Item 8. Financial Statements and Supplementary Data</td></tr></table>",
        "<h2>ITEM 8 &#8212; FINANCIAL STATEMENTS</h2>",
        "<div><span>Item&nbsp;8.</span><br>Consolidated Financial Statements</div>",
    ] {
        let text = html(&format!(
            "<p><b>Item 7. {TITLE}</b></p><p>{}</p><p>{}</p>{end}<p>Statements of the pump works follow here.</p>\
             <p><b>Item 9A. Controls and Procedures</b></p><p>They work.</p><p><b>Item 10. Directors</b></p><p>Three.</p>\
             <p><b>Item 15. Exhibits</b></p><p>List.</p>",
            prose(1),
            prose(2)
        ));
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found);
        assert!(has(&found, &[1, 2]) && !found.contains("Statements of the pump works"), "{end}: {found}");
        assert!(read(&text, &Form::parse("10-K")).get(SectionKind::Controls).is_some());
    }
}

/// MDNA M04: number and title in different elements.
#[test]
fn number_and_title_apart() {
    for (open, between, close) in [
        ("<div>", "</div><div>", "</div>"),
        ("<p>", "<br>", "</p>"),
        ("<table><tr><td>", "</td><td>", "</td></tr></table>"),
        ("<p><font>", "</font></p><p><b>", "</b></p>"),
    ] {
        let text = html(&format!(
            "{open}Item 7.{between}{TITLE}{close}<p>{}</p><p>{}</p>{open}Item 8.{between}Financial Statements{close}<p>Numbers.</p>",
            prose(1),
            prose(2)
        ));
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found, "{open}");
        assert!(has(&found, &[1, 2]) && !found.contains("Numbers."), "{found}");
    }
}

/// MDNA M06: no-break spaces, any other space or none between "Item" and the number.
#[test]
fn any_space_between_item_and_number() {
    for gap in ["&#160;&#160;", "&nbsp;", "", "\n", "&#8195;", "&#8203; "] {
        let text = html(&format!(
            "<p><b>PART{gap}II</b></p><p><b>ITEM{gap}7. {}</b></p><p>{}</p><p><b>ITEM{gap}8. FINANCIAL STATEMENTS</b></p><p>Numbers.</p>",
            TITLE.to_uppercase(),
            prose(1)
        ));
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found, "{gap:?}");
        assert!(has(&found, &[1]) && !found.contains("Numbers."), "{gap:?}: {found}");
    }
}

/// MDNA M08: combined headings give their text and say so.
#[test]
fn combined_headings() {
    for (heading, form) in [
        (
            format!("Items 7 and 7A. {TITLE} and Quantitative and Qualitative Disclosures About Market Risk"),
            "10-K",
        ),
        (format!("ITEMS 6 AND 7. SELECTED FINANCIAL DATA AND {}", TITLE.to_uppercase()), "10-K"),
        (format!("Item 7 &amp; 7A. {TITLE}"), "10-K405"),
    ] {
        let text = html(&format!(
            "<p><b>Item 1. Business</b></p><p>We make pumps.</p><p><b>{heading}</b></p><p>{}</p><p>{}</p><p><b>Item 8. Financial Statements</b></p><p>Numbers.</p>",
            prose(1),
            prose(2)
        ));
        let (section, found) = mdna(&text, form);
        assert_eq!(section.status, Status::Found, "{heading}");
        assert!(section.flags.contains(&"combined-heading"), "{heading}");
        assert!(has(&found, &[1, 2]) && !found.contains("Numbers."));
    }
}

/// MDNA M09: a pointer is never the text; the exhibit's discussion is, when the submission has it.
#[test]
fn pointers_lead_to_the_exhibit() {
    let pointer = "The information required by this Item is incorporated herein by reference to pages 20 through 45 of the \
                   Annual Report to Shareholders, which is filed as Exhibit 13 to this report, under the caption that bears the same name. "
        .repeat(5);
    let main = format!(
        "Item 1. Business\n\nWe make pumps.\n\nItem 7. {TITLE}\n\n{pointer}\n\nItem 8. Financial Statements\n\nSee Exhibit 13.\n"
    );
    let exhibit = format!(
        "MANAGEMENT'S DISCUSSION AND ANALYSIS\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n\nREPORT OF INDEPENDENT AUDITORS\n\nWe have audited the statements.\n",
        prose(1),
        prose(2),
        prose(3),
        prose(4),
        prose(5),
        prose(6),
        prose(7),
        prose(8)
    );
    let whole = format!(
        "<SEC-DOCUMENT>0009990001-99-000001.txt : 19990301\n<SEC-HEADER>\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n<TEXT>\n{main}</TEXT>\n</DOCUMENT>\n\
         <DOCUMENT>\n<TYPE>EX-13\n<SEQUENCE>2\n<TEXT>\n{exhibit}</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n"
    );
    let text = text::read(whole.as_bytes(), None);
    let (section, found) = mdna(&text, "10-K");
    assert_eq!(section.status, Status::IncorporatedByReference);
    assert!(has(&found, &[1, 2, 3, 8]), "{found}");
    assert!(!found.contains("incorporated herein") && !found.contains("have audited"));
    let resolved = section.resolved.unwrap();
    assert!(resolved.flags.contains(&"from-exhibit"));
    // Without the exhibit there is no text at all.
    let (section, found) = mdna(&plain(&main), "10-K");
    assert_eq!((section.status, found.as_str()), (Status::IncorporatedByReference, ""));
    // The exhibit as its own file is the discussion.
    let (section, found) = mdna(&plain(&exhibit), "10-K");
    assert_eq!(section.status, Status::Found);
    assert!(has(&found, &[1, 8]));
}

/// MDNA M09 siblings: a heading with nothing under it points where the submission's exhibit, or the pointer under the
/// next heading, shows; alone it is an omission.
#[test]
fn headings_with_nothing_below() {
    let main = |under: &str| {
        format!(
            "Item 1. Business\n\nWe make pumps.\n\nItem 7. {TITLE}\n\nItem 8. Financial Statements and Supplementary Data\n\n{under}\n\nItem 9. Changes in and Disagreements with Accountants\n\nNone.\n"
        )
    };
    let pointer = "The information required by these Items is incorporated by reference to Exhibit 13.";
    let (section, found) = mdna(&plain(&main(pointer)), "10-K");
    assert_eq!((section.status, found.as_str()), (Status::IncorporatedByReference, ""));
    assert!(section.flags.contains(&"pointer-under-next-item"));
    let statements = "The statements follow.\n\nBALANCE SHEET\n\nCash 5\n";
    let (section, found) = mdna(&plain(&main(statements)), "10-K");
    assert_eq!((section.status, found.as_str()), (Status::Omitted, ""));
    let exhibit: String = (1..9).map(|n| format!("{}\n\n", prose(n))).collect();
    let whole = format!(
        "<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n{}</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-13\n<TEXT>\nMANAGEMENT'S DISCUSSION AND ANALYSIS\n\n{exhibit}\nREPORT OF INDEPENDENT AUDITORS\n\nAudited.\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n",
        main(statements)
    );
    let (section, found) = mdna(&text::read(whole.as_bytes(), None), "10-K");
    assert_eq!(section.status, Status::IncorporatedByReference);
    assert!(has(&found, &[1, 2, 8]), "{found}");
}

/// MDNA M11: links of the contents that lead one heading too early do not decide.
#[test]
fn links_that_lead_too_early() {
    let text = html(&format!(
        "<table><tr><td><a href=\"#a5\">Item 6.</a></td><td><a href=\"#a5\">Selected Financial Data</a></td><td>20</td></tr>\
         <tr><td><a href=\"#a6\">Item 7.</a></td><td><a href=\"#a6\">{TITLE}</a></td><td>22</td></tr>\
         <tr><td><a href=\"#a7\">Item 8.</a></td><td><a href=\"#a7\">Financial Statements</a></td><td>30</td></tr></table>\
         <a name=\"a5\"></a><p><b>Item 5. Market for Registrant's Common Equity</b></p><p>Not listed anywhere.</p>\
         <a name=\"a6\"></a><p><b>Item 6. Selected Financial Data</b></p><p>Five years of figures stand here for the reader.</p>\
         <a name=\"a7\"></a><p><b>Item 7. {TITLE}</b></p><p>{}</p><p>{}</p><p><b>Item 8. Financial Statements</b></p><p>Numbers.</p>",
        prose(1),
        prose(2)
    ));
    let (section, found) = mdna(&text, "10-K");
    assert_eq!(section.status, Status::Found);
    assert!(
        found.starts_with("Item 7") && has(&found, &[1, 2]) && !found.contains("Five years of figures"),
        "{found}"
    );
    assert!(!found.contains("Numbers."));
}

/// MDNA M13: "PART II / Item 7" on every page is a running head; the pages are joined without it.
#[test]
fn running_heads_are_taken_out() {
    let page = |item: &str, n: usize| format!("PART II\nItem {item}\n\n{}\n\n{n}\n<PAGE>\n", prose(n));
    let text = plain(&format!(
        "TABLE OF CONTENTS\n\nItem 7.  {TITLE}   1\nItem 7A. Quantitative and Qualitative Disclosures About Market Risk   4\nItem 8.  Financial Statements   4\n\n<PAGE>\n{}{}{}{}{}",
        page("7", 1),
        page("7", 2),
        page("7", 3),
        page("8", 4),
        page("8", 5)
    ));
    let (section, found) = mdna(&text, "10-K");
    assert_eq!(section.status, Status::Found, "{}", text.content);
    assert!(has(&found, &[1, 2, 3]) && !found.contains("Paragraph 4"), "{found}");
    assert_eq!(found.matches("Item 7").count(), 1, "{found}");
    assert_eq!(found.matches("PART II").count(), 0, "{found}");
}

/// MDNA M16: an index of pages instead of items: those pages, never the index or the rest.
#[test]
fn a_cross_reference_index() {
    let pages: String = (1..=40)
        .map(|n| format!("<p>{}</p><p>{n}</p><hr style=\"page-break-after:always\">", prose(n)))
        .collect();
    let index = format!(
        "<table><tr><td>Item 1.</td><td>Business</td><td>1-11</td></tr><tr><td>Item 2.</td><td>Properties</td><td>11</td></tr>\
         <tr><td>Item 7.</td><td>{TITLE}</td><td>12-18, 31-33*</td></tr></table>\
         <table><tr><td>Item 8.</td><td>Financial Statements and Supplementary Data</td><td>19-30</td></tr>\
         <tr><td>Item 9.</td><td>Changes in and Disagreements with Accountants</td><td>None</td></tr>\
         <tr><td>Item 10.</td><td>Directors</td><td>34</td></tr></table>"
    );
    for body in [format!("{index}{pages}"), format!("{pages}{index}")] {
        let text = html(&body);
        let (section, found) = mdna(&text, "10-K");
        assert!(section.flags.contains(&"cross-reference-layout"), "{:?} {}", section, found);
        if section.status == Status::Found {
            assert!(has(&found, &[12, 13, 18, 31, 33]), "{found}");
            assert!(
                !found.contains("Paragraph 19 ")
                    && !found.contains("Paragraph 30 ")
                    && !found.contains("Properties")
            );
            assert!(!found.contains("Paragraph 11 ") && !found.contains("Paragraph 34 "));
        }
    }
}

/// The form decides which item the discussion is.
#[test]
fn each_form_has_its_own_number() {
    let build = |items: &[(&str, &str)]| {
        let body: String = items
            .iter()
            .enumerate()
            .map(|(n, (label, title))| {
                format!("{label}  {title}\n\n{}\n\n{}\n\n", prose(n * 10 + 1), prose(n * 10 + 2))
            })
            .collect();
        plain(&body)
    };
    let small = build(&[
        ("Item 5.", "Market for Common Equity and Related Stockholder Matters"),
        ("Item 6.", "Management's Discussion and Analysis or Plan of Operation"),
        ("Item 7.", "Financial Statements"),
        ("Item 8.", "Changes in and Disagreements with Accountants"),
    ]);
    for form in ["10-KSB", "10-KSB/A", "10KSB", "10-K"] {
        let (section, found) = mdna(&small, form);
        assert_eq!(section.status, Status::Found, "{form}");
        assert!(
            has(&found, &[11, 12]) && !found.contains("Paragraph 21 ") && !found.contains("Paragraph 1 "),
            "{form}: {found}"
        );
    }
    let quarter = build(&[
        ("Item 1.", "Financial Statements"),
        ("Item 2.", TITLE),
        ("Item 3.", "Quantitative and Qualitative Disclosures About Market Risk"),
        ("Item 4.", "Controls and Procedures"),
        ("Item 1.", "Legal Proceedings"),
        ("Item 2.", "Unregistered Sales of Equity Securities and Use of Proceeds"),
        ("Item 6.", "Exhibits"),
    ]);
    let (_, found) = mdna(&quarter, "10-Q");
    assert!(
        has(&found, &[11, 12]) && !found.contains("Paragraph 21 ") && !found.contains("Paragraph 51 "),
        "{found}"
    );
    let foreign = build(&[
        ("ITEM 4.", "INFORMATION ON THE COMPANY"),
        ("ITEM 5.", "OPERATING AND FINANCIAL REVIEW AND PROSPECTS"),
        ("ITEM 6.", "DIRECTORS, SENIOR MANAGEMENT AND EMPLOYEES"),
        ("ITEM 7.", "MAJOR SHAREHOLDERS AND RELATED PARTY TRANSACTIONS"),
    ]);
    let (_, found) = mdna(&foreign, "20-F");
    assert!(has(&found, &[11, 12]) && !found.contains("Paragraph 21 "), "{found}");
}

/// Quirks of edgar.md 5: separators, spelling, order, bare and spelled numbers, small letters.
#[test]
fn headings_of_every_spelling() {
    for heading in [
        "Item 7 - Management's Discussion and Analysis of Results of Operations and Financial Condition",
        "ITEM 7: MANAGEMENT DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION",
        "Item 7 \u{2014} Management\u{2019}s Discussion and Analysis",
        "item 7. management's discussion and analysis of financial condition",
        "ITEM SEVEN - MANAGEMENT'S DISCUSSION AND ANALYSIS",
        "7. MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION",
        "ITEM 7. MANAGEMENTS DISCUSSION OF AND ANALYSIS OF FINANCIAL CONDITION",
        "Item VII. Management's Discussion and Analysis",
        "Item 7 Management\u{92}s Discussion and Analysis of Results of Financial Condition",
        "PART II, ITEM 7. MANAGEMENT'S DISCUSSION AND ANALYSIS\n         OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS",
        "MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION",
    ] {
        let text = plain(&format!(
            "Item 6.  Selected Financial Data\n\nFive years of figures stand here for the reader to look at.\n\n{heading}\n\n{}\n\n{}\n\n{}\n\n{}\n\n\
             Item 8.  Financial Statements and Supplementary Data\n\nNumbers.\n",
            prose(1),
            prose(2),
            prose(3),
            prose(4)
        ));
        let (section, found) = mdna(&text, "10-K");
        assert_eq!(section.status, Status::Found, "{heading}");
        assert!(has(&found, &[1, 2, 3, 4]), "{heading}: {found}");
        assert!(
            !found.contains("Five years of figures") && !found.contains("Numbers."),
            "{heading}: {found}"
        );
    }
}

/// Omitted by instruction is told as such, never as found.
#[test]
fn omitted_by_instruction() {
    let text = plain(
        "Item 6. Selected Financial Data\n\nOmitted pursuant to General Instruction J(2).\n\n\
         Item 7. Management's Discussion and Analysis of Financial Condition\n\nOmitted pursuant to General Instruction J(2) of Form 10-K.\n\n\
         Item 8. Financial Statements\n\nSee F-1.\n",
    );
    assert_eq!(mdna(&text, "10-K").0.status, Status::Omitted);
}

/// The discussion of a 40-F is an exhibit by rule.
#[test]
fn a_canadian_report_keeps_it_in_an_exhibit() {
    let whole = format!(
        "<SEC-DOCUMENT>0009990002-12-000001.txt : 20120301\n<SEC-HEADER>\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>40-F\n<TEXT>\nFORM 40-F\n\nManagement's Discussion and Analysis\n\n\
         The discussion is filed as Exhibit 99.3 and incorporated by reference in this report.\n</TEXT>\n</DOCUMENT>\n\
         <DOCUMENT>\n<TYPE>EX-99.3\n<TEXT>\n<html><body><h1>MANAGEMENT'S DISCUSSION AND ANALYSIS</h1><p>{}</p><p>{}</p><p>{}</p></body></html>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n",
        prose(1),
        prose(2),
        prose(3)
    );
    let (section, found) = mdna(&text::read(whole.as_bytes(), None), "40-F");
    assert_ne!(section.status, Status::NotFound);
    assert!(has(&found, &[1, 2, 3]) && !found.contains("incorporated by reference"), "{found}");
}

/// Nothing panics and every span lies in the text, whatever the bytes.
#[test]
fn odd_bytes_are_survived() {
    let inputs = [
        "",
        "Item",
        "Item 7",
        "ITEM 7.\n",
        "7.",
        "Items 7 and",
        "\u{2019}Item 7\u{a0}",
        "Part II, Item",
        "Item 7. \u{1F600}\u{200b}\n\u{c}\nItem 8.",
    ];
    for input in inputs {
        for form in ["10-K", "10-Q", "20-F", "40-F", "8-K", ""] {
            for text in [plain(input), html(input)] {
                for section in read(&text, &Form::parse(form)).iter() {
                    assert!(text.content.get(section.span.start..section.span.end).is_some());
                    assert!(section.pieces.iter().all(|p| text.content.get(p.start..p.end).is_some()));
                }
            }
        }
    }
}
