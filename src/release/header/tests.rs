use super::*;

fn numbers(text: &str) -> Vec<String> {
    read(text).aaer_numbers.iter().map(ToString::to_string).collect()
}

#[test]
fn a_litigation_release() {
    let text = "U.S. SECURITIES AND EXCHANGE COMMISSION\n\nLitigation Release No. 99067 / February 8, 2005\n\nAccounting and Auditing Enforcement\nRelease No. 9182 / February 8, 2005\n\nSecurities and Exchange Commission v. Jane Q. Doe and Northvale, Inc., Civil Action No. H-05-00398 (S.D. Tex.)\n\nThe Securities and Exchange Commission today charged Doe. See Accounting and Auditing Enforcement Release No. 9022.";
    let header = read(text);
    assert_eq!(numbers(text), ["AAER-9182"]);
    assert_eq!(header.release_numbers, ["LR-99067"]);
    assert_eq!(header.date, Date::new(2005, 2, 8).ok());
    assert_eq!(header.kind, ReleaseKind::LitigationRelease);
    assert_eq!(header.captions[0].parties.of(text), "Jane Q. Doe and Northvale, Inc.");
    assert_eq!(header.references, ["AAER-9022"]);
    assert_eq!(header.case_numbers, ["H-05-00398"]);
}

#[test]
fn an_order_on_one_line() {
    let text = "SECURITIES ACT OF 1933 Release No. 99221 / September 27, 2016 SECURITIES EXCHANGE ACT OF 1934 Release No. 98944 / September 27, 2016 ACCOUNTING AND AUDITING ENFORCEMENT Release No. 9806 / September 27, 2016 ADMINISTRATIVE PROCEEDING File No. 3-97582 In the Matter of NORTHVALE, INC., Respondent. ORDER INSTITUTING CEASE-AND-DESIST PROCEEDINGS";
    let header = read(text);
    assert_eq!(numbers(text), ["AAER-9806"]);
    assert_eq!(header.release_numbers, ["33-99221", "34-98944"]);
    assert_eq!(header.kind, ReleaseKind::Order);
    assert_eq!(header.captions[0].parties.of(text), "NORTHVALE, INC.");
    assert_eq!(header.date, Date::new(2016, 9, 27).ok());
}

/// CRAWL and MAP kinds: a letter makes another release; several numbers in one header are all read.
#[test]
fn suffixes_lists_and_odd_spellings() {
    for (text, want) in [
        ("Accounting and Auditing Enforcement Release No. 3578A / May 1, 2014", vec!["AAER-3578A"]),
        ("ACCOUNTING AND AUDITING ENFORCEMENT\n, RELEASE NO. 1532 / March 26, 2002", vec!["AAER-1532"]),
        ("ACCOUNTING AND AUDITING ENFORCEMENT\nRELEASE. 1605 / August 1, 2002", vec!["AAER-1605"]),
        ("Accounting And Auditing Release No.1896 / October 15, 2003", vec!["AAER-1896"]),
        ("ACCOUNTING AND AUDITING ENFORCEMENT\nRel. No. 1297 / August 31, 2000", vec!["AAER-1297"]),
        (
            "Accounting and Auditing Enforcement Release Nos. 1017, 1018 and 1019",
            vec!["AAER-1017", "AAER-1018", "AAER-1019"],
        ),
        ("Release Nos. 34-98611, AAER-4465", vec!["AAER-4465"]),
    ] {
        assert_eq!(numbers(text), want, "{text}");
    }
}

#[test]
fn an_opinion_is_no_order() {
    let text = "SECURITIES EXCHANGE ACT OF 1934\nRel. No. 43235 / August 31, 2000\n\nAdmin. Proc. File No. 3-8944\n\nIn the Matter of\nJANE DOE\n\nOPINION OF THE COMMISSION\n\nThe Division of Enforcement appeals from the decision.";
    assert_eq!(read(text).kind, ReleaseKind::Opinion);
    assert_eq!(read(text).release_numbers, ["34-43235"]);
}

#[test]
fn odd_bytes_do_not_panic() {
    let text = "Litigation Release No. \u{2019}\u{201c}99\u{a0}001 / \u{2014} SEC v. \u{e9}\u{301}, In the Matter of \u{2019}";
    for cut in 0..=text.len() {
        if let Some(piece) = text.get(..cut) {
            let _ = read(piece);
        }
    }
}
