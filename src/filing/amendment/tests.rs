use super::*;
use crate::text;

/// An invented amendment: cover, note and body as blocks parted by empty lines.
fn amendment(form: &str, number: &str, note: &str, body: &str) -> Amendment {
    let cover = format!(
        "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n\nFORM {form}\n\n{number}\n\n\
         (Mark One)\n\n[X] ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934\n\n\
         For the fiscal year ended December 31, 2003\n\nCommission file number 0-99123\n\nQUARRYSTONE WIDGETS, INC.\n\
         (Exact name of registrant as specified in its charter)\n\n\
         If securities are registered pursuant to Section 12(b) of the Act, indicate by check mark whether the \
         financial statements of the registrant included in the filing reflect the correction of an error to \
         previously issued financial statements. [ ]\n\n\
         Indicate by check mark whether any of those error corrections are restatements that required a recovery \
         analysis of incentive-based compensation. [ ]\n\n\
         The aggregate market value of voting stock held by non-affiliates was $12,400,000.\n\n"
    );
    let end = "\n\nSIGNATURES\n\nPursuant to the requirements of Section 13 or 15(d), the registrant has duly caused \
               this amendment to be signed on its behalf.\n\nDate: May 3, 2004\n";
    classify(&text::read(format!("{cover}{note}\n\n{body}{end}").as_bytes(), None))
}

const STATEMENTS: &str = "Item 8. Financial Statements and Supplementary Data\n\nCONSOLIDATED STATEMENTS OF INCOME\n\n\
    Net sales      $ 41,204   $ 39,118\nNet income        1,204      1,330\n\nCONSOLIDATED BALANCE SHEETS\n\n\
    Total assets   $ 88,204   $ 84,118\n";
const RESTATED: &str = "Item 8. Financial Statements and Supplementary Data\n\n\
    CONSOLIDATED STATEMENTS OF INCOME (as restated)\n\nNet sales      $ 41,204   $ 39,118\nNet income        1,204      1,330\n";
const PART_III: &str = "PART III\n\nItem 10. Directors and Executive Officers of the Registrant\n\nOdile Farrow, 61, has \
    been a director since 1996.\n\nItem 11. Executive Compensation\n\nAwards may be recouped in the event of a \
    restatement of our financial statements.\n\nItem 12. Security Ownership of Certain Beneficial Owners and \
    Management\n\nNone above five percent.\n\nItem 13. Certain Relationships and Related Transactions\n\nNone.\n\n\
    Item 14. Principal Accountant Fees and Services\n\nAudit fees were $204,000.\n";
const WHOLE: &str = "PART I\n\nItem 1. Business\n\nWe quarry widgets.\n\nItem 2. Properties\n\nOne pit.\n\n\
    Item 3. Legal Proceedings\n\nNone.\n\nPART II\n\nItem 7. Management's Discussion and Analysis\n\nSales rose.\n\n\
    Item 8. Financial Statements and Supplementary Data\n\nCONSOLIDATED STATEMENTS OF INCOME\n\n\
    Net sales      $ 41,204   $ 39,118\nNet income        1,204      1,330\n\nPART III\n\n\
    Item 10. Directors and Executive Officers\n\nSee the proxy statement.\n\nPART IV\n\n\
    Item 15. Exhibits and Financial Statement Schedules\n\n31.1 Certification\n";
const EXHIBITS: &str = "Item 15. Exhibits and Financial Statement Schedules\n\n(a)(3) Exhibits\n\n\
    3.2 Amended and Restated Bylaws\n\n23.1 Consent of independent accountants\n";
const CONTROLS: &str = "Item 9A. Controls and Procedures\n\nOur disclosure controls were not effective.\n";

/// Openings of the kinds of edgar.md 4, each with the right kind. All invented.
const OPENINGS: &[(Kind, &str, &str, &str)] = &[
    (
        Kind::Restating,
        "(Amendment No. 1)",
        "EXPLANATORY NOTE\n\nQuarrystone Widgets, Inc. is filing this amendment to its annual report to restate its consolidated financial statements for 2002 and 2003, because freight was left out of cost of sales.",
        RESTATED,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "We have restated our consolidated balance sheet at December 31, 2003 and the related statements of operations for the year then ended. The restatement is described in Note 2.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 2",
        "EXPLANATORY NOTE\n\nThis Amendment No. 2 reflects the restatement of our financial statements for fiscal 2001, 2002 and 2003. Amendment No. 1 added Part III.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "RESTATEMENT\n\nSubsequent to the filing of the original report, management found that revenue from bill-and-hold sales had been booked early. As a result, the accompanying financial statements have been restated.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "This amendment corrects errors in the calculation of the inventory reserve. Net income for 2003 is $1,204,000, not $1,930,000 as first reported.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nOn March 2, 2004 the audit committee concluded that the financial statements in our original filing should no longer be relied upon. This filing contains corrected statements.",
        RESTATED,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "The undersigned registrant hereby amends Items 6, 7 and 8 of its annual report to restate the results of operations of its Oslo branch.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "Introductory Note\n\nThe Company is amending and restating its previously issued audited consolidated financial statements for the year ended December 31, 2003 to correct the classification of auction-rate securities in the statement of cash flows.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 3",
        "This third amendment is being filed in order to present restated earnings per share and restated quarterly data.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "The annual report is hereby amended in its entirety. The consolidated financial statements included herein have been restated to expense costs that had been capitalized in error.",
        WHOLE,
    ),
    (Kind::Restating, "Amendment No. 1", "", RESTATED),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis amendment is filed to include the information required by Part III, because our proxy statement will not be filed within 120 days of year end.",
        PART_III,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "The registrant hereby amends Items 10, 11, 12 and 13 of its annual report to read as follows:",
        PART_III,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nWe are filing this Amendment No. 1 solely to set forth the Part III information that was to be incorporated by reference. In addition, new certifications are filed as exhibits. Except as described above, no other changes are made; the financial statements are not restated.",
        PART_III,
    ),
    (Kind::PartIiiOnly, "Amendment No. 1", "", PART_III),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nQuarrystone Widgets, Inc. (the Company) files this Amendment No. 1 to its Form 10-K, which was originally filed on March 12, 2004, for the purpose of providing the information that Items 10 through 14 of Part III require. The Company no longer expects to file its definitive proxy statement by April 29.",
        PART_III,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "Explanatory Note\n\nThe information required by Items 9, 10, 11, 12 and 14 of Form 10-KSB is set forth below and replaces the statement that it would be incorporated by reference.",
        "PART III\n\nItem 9. Directors, Executive Officers, Promoters and Control Persons\n\nOdile Farrow.\n\nItem 10. Executive Compensation\n\nNone.\n",
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThe restated certificate of incorporation was left out of the list of exhibits. This amendment puts it in as Exhibit 3.1. No part of the financial statements is affected.",
        EXHIBITS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis Amendment No. 1 on Form 10-K/A is filed to correct the number of holders of record in Item 5 and the principal occupations in Item 1.",
        "Item 1. Business\n\nWe quarry.\n\nItem 5. Market for Registrant's Common Equity\n\nHolders: 412.\n",
    ),
    (
        Kind::Partial,
        "Amendment No. 2",
        "EXPLANATORY NOTE\n\nThe restated financial statements are in Amendment No. 1. This Amendment No. 2 changes only Item 9A, to describe the material weakness that led to the restatement of our financial statements.",
        CONTROLS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nAfter a review of lease accounting the Company concluded that its prior treatment was in error. Accordingly, the Company restated its consolidated balance sheets and the statements of operations, stockholders' equity and cash flows.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "Explanatory Note: The accompanying financial statements for the quarter have been restated to record a liability of $2.1 million. See Note 2.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "The purpose of this amendment is to revise the previously issued financial statements to correct an error in the accounting for warrants; net loss was understated by $3.1 million.",
        STATEMENTS,
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThe registrant is re-filing its annual report on Form 10-K because the version transmitted on March 5 was a draft with formatting faults. The amounts in the financial statements are the same.",
        WHOLE,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 2",
        "EXPLANATORY NOTE\n\nAmendment No. 1, filed in March, restated our financial statements for 2003. The purpose of this Amendment No. 2 is to supply the information called for by Part III of Form 10-K.",
        PART_III,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nAs announced, we expect to restate our financial statements for 2002. That work goes on. This amendment only adds the disclosure about directors and executive compensation that Part III requires.",
        PART_III,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "The purpose of this amendment is to file Exhibit 23.1, the consent of our former accountants.",
        EXHIBITS,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis amendment is being filed solely to furnish the XBRL files of Exhibit 101. No other changes have been made to the Form 10-K.",
        EXHIBITS,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "Pursuant to Rule 15d-21, the registrant amends its report by adding as exhibits the financial statements of its employee savings plan required by Form 11-K.",
        EXHIBITS,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "We are filing this amendment to replace Exhibit 3.2, our Amended and Restated Bylaws, which was attached in an early draft.",
        EXHIBITS,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "This amendment re-files the certifications of our officers, Exhibits 31.1 and 31.2, in which the introductory words of paragraph 4 had been left out.",
        EXHIBITS,
    ),
    (Kind::ExhibitsOnly, "", "", EXHIBITS),
    (
        Kind::Partial,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nIn response to comments of the staff we amend Item 9A to state the conclusion of management about disclosure controls in light of the restatement that we reported earlier.",
        CONTROLS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "Item 9A is amended and restated in its entirety to read as follows.",
        CONTROLS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "This amendment corrects a typographical error in the date of the report of independent auditors. The financial statements themselves are unchanged.",
        STATEMENTS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "The registrant hereby amends Part II, Item 5, to correct the table of stock prices.",
        "Item 5. Market for Registrant's Common Equity\n\nHigh and low.\n",
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nWe file this amendment to replace Item 1A and to add the Part III information.",
        "Item 1A. Risk Factors\n\nThe pit may flood.\n\nItem 10. Directors and Executive Officers\n\nOdile Farrow.\n",
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "This amendment revises the discussion of critical accounting policies in Item 7. It does not restate any financial statement.",
        "Item 7. Management's Discussion and Analysis\n\nWe value stock at cost.\n",
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis amendment contains the complete text of the original annual report because the first filing was cut short in transmission. There are no changes to the financial statements.",
        WHOLE,
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "The registrant is filing its Form 10-K in its entirety to include the conformed signature of the auditors, which was left out.",
        WHOLE,
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "The purpose of this filing is to add the name of the accounting firm to its report. For convenience all items of the original report are repeated.",
        WHOLE,
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "This Form 10-K/A amends and restates in its entirety our annual report filed March 4, 2004, to number its pages. No figure is changed.",
        WHOLE,
    ),
    (Kind::Unclear, "Amendment No. 1", "", STATEMENTS),
    (Kind::Unclear, "", "", "Page 14 of the report follows.\n"),
    (Kind::Unclear, "Amendment No. 1", "", WHOLE),
    (
        Kind::Restating,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nRevenue on certain contracts had been recognized before delivery. Consequently the Company has restated the quarters ended June 30 and September 30, 2003.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "On July 3, 2004 we announced that our financial statements would be restated. This amendment gives effect to that restatement.",
        STATEMENTS,
    ),
    (
        Kind::Restating,
        "Amendment No. 1",
        "The allowance for loan losses has been increased by $2,100,000 and net income reduced by $1,365,000 to correct an error.",
        STATEMENTS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "This amendment gives the report of the independent accountants with the city and date that had been left off. The financial statements are as first filed.",
        STATEMENTS,
    ),
    (
        Kind::Partial,
        "Amendment No. 1",
        "The cover page is amended to give the right number of shares outstanding.",
        "",
    ),
    (
        Kind::Partial,
        "Amendment No. 2",
        "EXPLANATORY NOTE\n\nIn Amendment No. 1 we restated our financial statements for 2003. Through this Amendment No. 2 we revise Item 9A.",
        CONTROLS,
    ),
    (
        Kind::FullRefile,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis report is filed again in full to reflect the two-for-one stock split of May 2004; per-share amounts are restated for the split.",
        WHOLE,
    ),
    (
        Kind::ExhibitsOnly,
        "Amendment No. 1",
        "The Restated Certificate of Incorporation had been left out of our report for the year ended December 31, 2003. It is filed with this amendment as Exhibit 3.",
        EXHIBITS,
    ),
    (
        Kind::PartIiiOnly,
        "Amendment No. 1",
        "EXPLANATORY NOTE\n\nThis Amendment No. 1 supplies Part III. A later amendment will contain our restated financial statements.",
        PART_III,
    ),
];

/// PAIR A07 and its siblings: the kind is told by the amendment's own words.
#[test]
fn openings_of_every_kind() {
    let mut wrong = Vec::new();
    for (at, (want, number, note, body)) in OPENINGS.iter().enumerate() {
        let got = amendment("10-K/A", number, note, body);
        if got.kind != *want {
            wrong.push(format!("{at}: {:?}, right {want:?}: {}", got.kind, note.get(..90).unwrap_or(note)));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), OPENINGS.len(), wrong.join("\n"));
}

/// PAIR A07: a Part III amendment is kept, flagged, and not used for the restatement task.
#[test]
fn part_iii_is_flagged_as_without_statements() {
    let note = "This amendment is filed to add Part III.";
    let got = amendment("10-K/A", "Amendment No. 1", note, PART_III);
    assert_eq!(got.kind, Kind::PartIiiOnly);
    assert_eq!(got.flags, ["no-restated-statements"]);
    assert_eq!(got.items, ["10", "11", "12", "13", "14"]);
}

/// PAIR A05: the number is the cover's; the note may name others as often as it likes.
#[test]
fn the_number_is_the_covers() {
    let note = "EXPLANATORY NOTE\n\nAmendment No. 1 was filed in May. We file this amendment because Amendment No. 1 \
                left out Item 5.";
    for (cover, number) in [
        ("10-K/A (Amendment No. 2)", Some(2)),
        ("AMENDMENT NO. 2", Some(2)),
        ("Amendment Number Two", Some(2)),
        ("SECOND AMENDMENT", Some(2)),
        ("(Amendment No.12)", Some(12)),
        ("", None),
    ] {
        assert_eq!(amendment("10-K/A", cover, note, "Item 5. Market\n\nNone.\n").number, number, "{cover}");
    }
}

/// The span points at the sentence that says so, in the text's own bytes, past characters of several bytes.
#[test]
fn the_span_is_the_sentence() {
    let note = "EXPLANATORY NOTE\n\nThe \u{201c}Original Filing\u{201d} was made on March 1. We restate our balance \
                sheet. Nothing else changes.";
    let bytes = format!("FORM 10-K/A\n\n{note}\n\n{RESTATED}");
    let text = text::read(bytes.as_bytes(), None);
    let span = classify(&text).span.expect("a span");
    assert_eq!(text.at(span), "We restate our balance sheet.");
}

#[test]
fn abbreviations_end_no_sentence() {
    let note = "Gorse Hill Corp. II is filing this Amendment No. 1 on Form 10-K/A. It adds Item 5.";
    let found: Vec<&str> =
        layout::sentences(note, Span::new(0, note.len())).iter().map(|s| s.span.of(note)).collect();
    assert_eq!(
        found,
        ["Gorse Hill Corp. II is filing this Amendment No. 1 on Form 10-K/A.", "It adds Item 5."]
    );
}

/// Bytes that are no amendment are unclear, and nothing panics or runs long.
#[test]
fn hostile_bytes_are_unclear() {
    for bytes in [
        b"".to_vec(),
        vec![0xff; 4096],
        "\u{2019}".repeat(2000).into_bytes(),
        "Item 1. ".repeat(40_000).into_bytes(),
        "restate ".repeat(40_000).into_bytes(),
        "Amendment No. 99999999999\n\nItem 99999999999. x\n".into(),
    ] {
        assert_ne!(classify(&text::read(&bytes, None)).kind, Kind::Restating);
    }
}

/// Acceptance of issue 7: the openings of the restatement material, each with its kind.
#[test]
fn openings_of_the_material() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/restate");
    let Ok(truth) = std::fs::read_to_string(folder.join("truth/amendments_truth.csv")) else {
        eprintln!("skipped: the restatement material is not there");
        return;
    };
    for line in truth.lines().skip(1) {
        let mut fields = line.split(',');
        let (file, kind) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
        let bytes = std::fs::read(folder.join("amendments").join(file)).expect("an opening");
        let got = serde_json::to_value(classify(&text::read(&bytes, None)).kind).expect("a kind");
        assert_eq!(got, kind, "{file}");
    }
}
