//! Citations of the kinds that releases use, with the codes they stand for.

use super::*;

fn found(text: &str) -> Vec<String> {
    let provisions = read(text);
    for provision in &provisions {
        assert!(provision.span.of(text).bytes().any(|b| b.is_ascii_alphanumeric()), "{text}");
    }
    codes(&provisions)
}

#[test]
fn lists_ranges_and_acts() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("violated Sections 13(a), 13(b)(2)(A) and 13(b)(2)(B) of the Exchange Act", "13a 13b2A 13b2B"),
        ("violated Section 13(b)(2)(A)-(B) of the Exchange Act", "13b2A 13b2B"),
        ("violated Sections 13(b)(2)(A) and (B) of the Securities Exchange Act of 1934", "13b2A 13b2B"),
        ("violated Exchange Act Rules 12b-20, 13a-1 and 13a-13 thereunder", "13a-1 13a-13 12b-20"),
        ("violations of Section 17(a)(2) and (3) of the Securities Act", "17a 17a2 17a3"),
        ("violated Sections 17(a)(1) through (3) of the Securities Act of 1933", "17a 17a1 17a2 17a3"),
        ("violated Section 17(a) of the Exchange Act and Rule 17a-5 thereunder", "17a-5"),
        (
            "violating Section 17(a) of the Securities Act of 1933 and Sections 10(b) and 13(b)(5) of the Securities Exchange Act of 1934 and Rules 10b-5, 13b2-1 and 13b2-2 thereunder",
            "17a 10b 10b-5 13b5 13b2-1 13b2-2",
        ),
        ("enjoined from violating Securities Act Section 17(a) and Exchange Act Section 10(b)", "17a 10b"),
        ("violated Section 17(a) of the Securities Act and 10(b) of the Exchange Act", "17a 10b"),
        (
            "ordered to reimburse Northvale pursuant to Section 304 of the Sarbanes-Oxley Act of 2002",
            "SOX-304",
        ),
        ("violated SOX 304", "SOX-304"),
        ("violated Rule 100(a)(2) of Regulation G and Rule 100(b)", "RegG-100a2 RegG-100b"),
        ("engaged in improper professional conduct within the meaning of Rule 102(e)(1)(ii)", "102e"),
        ("Roe was suspended pursuant to Rule 102(e)(3) of the Commission's Rules of Practice", ""),
        (
            "violated Section 15(d) of the Exchange Act and Rules 15d-1, 15d-11 and 15d-13",
            "15d 15d-1 15d-11 15d-13",
        ),
        ("violated Sections 5(a) and 5(c) of the Securities Act", "5a 5c"),
        ("violated Sections 5(a) and (c) of the Securities Act", "5a 5c"),
        (
            "aided and abetted violations of Sections 13(a),\n13(b)(2)(A) and Rules 12b-20, 13a-\n1 and 13a-13",
            "13a 13a-1 13a-13 12b-20 13b2A",
        ),
        ("violated Section 13(b)(2) of the Exchange Act", "13b2A 13b2B"),
        ("violated Sections 13(b)(2(A) and 13(b)(2)(B) of the Exchange Act", "13b2A 13b2B"),
        ("charged with violating Rules 13a-1, -11 and -13", "13a-1 13a-11 13a-13"),
        ("violated 17 C.F.R. § 240.10b-5", "10b-5"),
        ("violations of 10(b) and 13(a) of the Exchange Act", "10b 13a"),
        ("violated Rules 13a-14 (Doe only), 13b2-1 and 13b2-2", "13a-14 13b2-1 13b2-2"),
        ("violated Section 10A of the Exchange Act", "10A"),
        ("violated Sections 30A and 14(c) of the Exchange Act", "14c 30A"),
        ("is liable as a control person under Section 20(a) of the Exchange Act", "20a"),
        ("violated Rule 13a-15(a) and Rule 13a-14(a)", "13a-14 13a-15"),
        ("violated Rules 13a-1 through 13a-13", "13a-1 13a-11 13a-13"),
    ] {
        let mut want: Vec<&str> = expected.split_whitespace().collect();
        want.sort_unstable();
        let mut have = found(text);
        have.sort_unstable();
        if have != want {
            wrong.push(format!("{text:?}\n  want {want:?}\n  have {have:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_law_that_is_only_named_is_not_charged() {
    for text in [
        "Northvale's stock is registered with the Commission pursuant to Section 12(g) of the Exchange Act.",
        "Northvale files reports with the Commission pursuant to Section 13(a) of the Exchange Act.",
        "Section 13(a) of the Exchange Act requires issuers to file annual reports.",
        "The penalty will be placed in a Fair Fund pursuant to Section 308 of the Sarbanes-Oxley Act of 2002.",
        "The Commission instituted proceedings pursuant to Section 21C of the Exchange Act.",
        "Statement of Financial Accounting Standards No. 5, section 10, was not followed.",
    ] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn who_and_how() {
    let text = "The complaint alleges that Roe and Doe violated Section 10(b) of the Exchange Act, and aided and abetted \
                Northvale's violations of Section 13(a) of the Exchange Act.";
    let provisions = read(text);
    assert_eq!(provisions[0].code, "10b");
    assert_eq!(provisions[0].manner, Manner::Violated);
    assert_eq!(provisions[0].charged.map(|s| s.of(text)), Some("Roe and Doe"));
    assert_eq!((provisions[1].code.as_str(), provisions[1].manner), ("13a", Manner::Aided));
    let text = "The court enjoined Roe from violating Section 13(b)(5) of the Exchange Act.";
    assert_eq!(read(text)[0].charged.map(|s| s.of(text)), Some("Roe"));
}

#[test]
fn intent_is_told_from_negligence() {
    assert!(scienter(&read("violated Section 10(b) of the Exchange Act")));
    assert!(!scienter(&read("violated Sections 13(a) and 13(b)(2)(A) of the Exchange Act")));
    assert!(!scienter(&read("violated Section 17(a)(2) of the Securities Act")));
}

/// LLM L16: no cut inside a character.
#[test]
fn odd_texts_do_not_panic() {
    for text in [
        "§\u{2019}\u{a0}10(b)",
        "Section",
        "Sections 13(",
        "Rules 13a-",
        "violated §§\u{a0}10(b)\u{2013}",
        "SOX \u{2019}304",
        "Section 9999999999(a)",
    ] {
        read(text);
    }
    read(&"violated Sections 13(a), ".repeat(3000));
}

#[test]
fn spans_quote_their_provisions_over_the_mirror() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/mirror/releases");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("skipped: {folder} is not there");
        return;
    };
    let mut charged = 0;
    for entry in entries.flatten() {
        let Ok(bytes) = std::fs::read(entry.path()) else { continue };
        let text = crate::text::read(&bytes, None).content;
        for provision in read(&text) {
            let quote = provision.span.of(&text);
            assert!(
                quote.starts_with(|c: char| c.is_ascii_digit() || "(-RrSs".contains(c)),
                "{:?} {quote:?}",
                entry.path()
            );
            if let Some(party) = provision.charged {
                assert!(!party.of(&text).is_empty());
            }
            charged += 1;
        }
        for amount in crate::release::amounts::read(&text) {
            assert_eq!(amount.span.of(&text), amount.text);
        }
    }
    assert!(charged > 3000, "{charged}");
}
