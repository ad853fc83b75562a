//! More shapes of restatement tables: quarters by number, items over the columns, several years, other currencies,
//! notes between the columns, tables of the 1990s; and decoys of the same looks. All issuers are invented.

use super::restated::{check, html, pairs};

/// Quarters as "First Quarter" and so on, under one year, reported and restated side by side.
#[test]
fn numbered_quarters_across() {
    let source = html(
        "FORM 10-K for the fiscal year ended December 31, 2003. Restated quarterly data for 2003 (unaudited, in thousands): errors in cutoff",
        &[
            "|2#First Quarter|2#Second Quarter|2#Third Quarter",
            "|As reported|As restated|As reported|As restated|As reported|As restated",
            "Net sales|2,100|1,900|2,200|2,050|2,300|2,310",
            "Gross profit|900|700|950|800|990|1,000",
            "Net income (loss)|150|(50)|160|10|170|180",
        ],
    );
    check(
        &source,
        "10-K",
        &[
            ("revenue", "2003-03-31", "2100000", "1900000"),
            ("revenue", "2003-06-30", "2200000", "2050000"),
            ("revenue", "2003-09-30", "2300000", "2310000"),
            ("gross-profit", "2003-03-31", "900000", "700000"),
            ("gross-profit", "2003-06-30", "950000", "800000"),
            ("gross-profit", "2003-09-30", "990000", "1000000"),
            ("net-income", "2003-03-31", "150000", "-50000"),
            ("net-income", "2003-06-30", "160000", "10000"),
            ("net-income", "2003-09-30", "170000", "180000"),
        ],
    );
}

/// Text of the 1990s: quarters by number as columns, versions as rows, a year that ends in June.
#[test]
fn numbered_quarters_stacked() {
    let source = "
                     For the fiscal year ended June 30, 1996

The quarters of fiscal 1996 have been restated for inventory errors (in thousands):

                                 First       Second        Third
                                Quarter      Quarter      Quarter
                                -------      -------      -------
Net sales
  As previously reported        $ 4,100      $ 4,200      $ 4,300
  As restated                     4,000        4,050        4,310
Net income
  As previously reported        $   210      $   220      $   230
  As restated                       110           70          240
";
    check(
        source,
        "10-K",
        &[
            ("revenue", "1995-09-30", "4100000", "4000000"),
            ("revenue", "1995-12-31", "4200000", "4050000"),
            ("revenue", "1996-03-31", "4300000", "4310000"),
            ("net-income", "1995-09-30", "210000", "110000"),
            ("net-income", "1995-12-31", "220000", "70000"),
            ("net-income", "1996-03-31", "230000", "240000"),
        ],
    );
}

/// Items head the columns, periods the rows.
#[test]
fn items_over_versions_periods_in_rows() {
    let source = html(
        "The restatement for accounting errors changed prior years as follows (in millions)",
        &[
            "|2#Revenues|2#Net income",
            "|As previously reported|As restated|As previously reported|As restated",
            "Year ended December 31, 2004|910.0|895.5|61.0|49.2",
            "Year ended December 31, 2003|850.0|841.0|55.0|48.0",
            "Year ended December 31, 2002|800.0|799.0|50.0|49.5",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2004-12-31", "910000000", "895500000"),
            ("revenue", "2003-12-31", "850000000", "841000000"),
            ("revenue", "2002-12-31", "800000000", "799000000"),
            ("net-income", "2004-12-31", "61000000", "49200000"),
            ("net-income", "2003-12-31", "55000000", "48000000"),
            ("net-income", "2002-12-31", "50000000", "49500000"),
        ],
    );
}

/// The year and its version in one head: "2004 (As restated)".
#[test]
fn version_beside_the_year() {
    let source = html(
        "Correction of misstatements, years ended March 31 (in thousands)",
        &[
            "|2004 (As previously reported)|2004 (As restated)|2003 (As previously reported)|2003 (As restated)",
            "Net revenues|31,000|30,100|28,000|27,900",
            "Cost of revenues|20,000|20,500|18,000|18,050",
            "Net earnings|2,000|900|1,500|1,390",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2004-03-31", "31000000", "30100000"),
            ("revenue", "2003-03-31", "28000000", "27900000"),
            ("cost-of-revenue", "2004-03-31", "20000000", "20500000"),
            ("cost-of-revenue", "2003-03-31", "18000000", "18050000"),
            ("net-income", "2004-03-31", "2000000", "900000"),
            ("net-income", "2003-03-31", "1500000", "1390000"),
        ],
    );
}

/// A walk from the reported to the restated net income, cause by cause, in text.
#[test]
fn walk_down_to_the_restated_value() {
    let source = "
The audit committee's inquiry found errors. Net income for the years ended December 31 (in thousands):

                                                  1999        1998        1997
                                                --------    --------    --------
Net income, as previously reported              $ 14,100    $ 12,200    $ 10,300
Restatement adjustments:
   Revenue recorded early                         (4,000)     (2,000)       (500)
   Reserves                                       (1,100)       (200)        --
   Income tax effect                               1,900         800         200
                                                --------    --------    --------
Net income, as restated                         $ 10,900    $ 10,800    $ 10,000
                                                ========    ========    ========
";
    check(
        source,
        "10-K/A",
        &[
            ("net-income", "1999-12-31", "14100000", "10900000"),
            ("net-income", "1998-12-31", "12200000", "10800000"),
            ("net-income", "1997-12-31", "10300000", "10000000"),
        ],
    );
}

/// "Originally filed" and "amended", a column of notes between, a per cent column at the end.
#[test]
fn notes_and_per_cent_columns() {
    let source = html(
        "Restatement of the consolidated statement of operations, year ended June 30, 2012 (in thousands): errors",
        &[
            "|As originally reported|Adjustment|Ref|As restated|% change",
            "Revenue|50,000|(5,000)|(a)|45,000|(10.0)%",
            "Gross profit|20,000|(4,000)|(b)|16,000|(20.0)%",
            "Net income|6,000|(3,000)|(c)|3,000|(50.0)%",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2012-06-30", "50000000", "45000000"),
            ("gross-profit", "2012-06-30", "20000000", "16000000"),
            ("net-income", "2012-06-30", "6000000", "3000000"),
        ],
    );
}

/// Debits and credits instead of one adjustment.
#[test]
fn debits_and_credits() {
    let source = html(
        "Restated balance sheet as of September 30, 2001 (in thousands); the errors are described above",
        &[
            "|As previously reported|Debit|Credit|As restated",
            "Accounts receivable, net|9,000|\u{2014}|2,000|7,000",
            "Inventories|5,000|\u{2014}|500|4,500",
            "Total assets|40,000|\u{2014}|2,500|37,500",
            "Accrued liabilities|3,000|\u{2014}|400|3,400",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("receivables", "2001-09-30", "9000000", "7000000"),
            ("inventories", "2001-09-30", "5000000", "4500000"),
            ("total-assets", "2001-09-30", "40000000", "37500000"),
            ("accrued-liabilities", "2001-09-30", "3000000", "3400000"),
        ],
    );
}

/// Balance sheet and statement of operations in one table, each part under its own period.
#[test]
fn two_periods_in_one_table() {
    let source = html(
        "Effects of the restatement for errors (in thousands, except per share data)",
        &[
            "|As previously reported|Adjustments|As restated",
            "As of December 31, 2008:|||",
            "Inventories|8,000|(1,000)|7,000",
            "Total assets|60,000|(1,000)|59,000",
            "Year ended December 31, 2008:|||",
            "Cost of sales|30,000|1,000|31,000",
            "Net loss|(2,000)|(1,000)|(3,000)",
            "Basic loss per share|(0.20)|(0.10)|(0.30)",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("inventories", "2008-12-31", "8000000", "7000000"),
            ("total-assets", "2008-12-31", "60000000", "59000000"),
            ("cost-of-revenue", "2008-12-31", "30000000", "31000000"),
            ("net-income", "2008-12-31", "-2000000", "-3000000"),
            ("eps-basic", "2008-12-31", "-0.2", "-0.3"),
        ],
    );
}

/// Another currency, units in a head of their own, no adjustment column.
#[test]
fn canadian_dollars() {
    let source = html(
        "Restatement of previously issued statements for errors, expressed in Canadian dollars",
        &[
            "(in thousands)|2#Year ended December 31, 2013|2#Year ended December 31, 2012",
            "|Previously reported|Restated|Previously reported|Restated",
            "Total revenue|12,000|11,000|10,000|9,800",
            "Net loss|(400)|(1,100)|(300)|(450)",
        ],
    );
    let text = crate::text::read(source.as_bytes(), None);
    let found = super::super::read(source.as_bytes(), &text, &crate::ids::Form::parse("40-F/A"));
    assert!(!found.is_empty() && found.iter().all(|f| f.unit == "CAD"), "{found:?}");
    check(
        &source,
        "40-F/A",
        &[
            ("revenue", "2013-12-31", "12000000", "11000000"),
            ("revenue", "2012-12-31", "10000000", "9800000"),
            ("net-income", "2013-12-31", "-400000", "-1100000"),
            ("net-income", "2012-12-31", "-300000", "-450000"),
        ],
    );
}

/// Text of the 1990s: tabs between the columns, dollars in full, heads in capitals over three lines.
#[test]
fn tabs_and_capitals() {
    let source = "
NOTE B -- RESTATEMENT

In 1995 the Company found that accounts had been misstated.  Year ended October 31, 1994:

\t\t\t\tAS\t\tCORRECTION\tAS
\t\t\t\tREPORTED\tOF ERRORS\tRESTATED
NET SALES\t\t\t$7,411,302\t$(600,110)\t$6,811,192
GROSS PROFIT\t\t\t 2,811,300\t (640,000)\t 2,171,300
NET INCOME\t\t\t$  310,277\t$(402,000)\t$  (91,723)
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1994-10-31", "7411302", "6811192"),
            ("gross-profit", "1994-10-31", "2811300", "2171300"),
            ("net-income", "1994-10-31", "310277", "-91723"),
        ],
    );
}

/// Two tables that restate the same period twice: balance by quarter ends, versions side by side.
#[test]
fn balances_at_quarter_ends() {
    let source = html(
        "Restated balance sheet data (unaudited, in thousands); the misstatements are described in Note 2",
        &[
            "|2#March 31, 2011|2#June 30, 2011|2#September 30, 2011",
            "|As Reported|As Restated|As Reported|As Restated|As Reported|As Restated",
            "Accounts receivable|1,000|900|1,100|950|1,200|1,000",
            "Total assets|9,000|8,900|9,100|8,950|9,200|9,000",
        ],
    );
    check(
        &source,
        "10-K",
        &[
            ("receivables", "2011-03-31", "1000000", "900000"),
            ("receivables", "2011-06-30", "1100000", "950000"),
            ("receivables", "2011-09-30", "1200000", "1000000"),
            ("total-assets", "2011-03-31", "9000000", "8900000"),
            ("total-assets", "2011-06-30", "9100000", "8950000"),
            ("total-assets", "2011-09-30", "9200000", "9000000"),
        ],
    );
}

/// Six and nine months beside the quarter: each length is a period of its own.
#[test]
fn quarter_and_year_to_date() {
    let source = html(
        "Restatement for errors in revenue recognition (in thousands)",
        &[
            "|3#Three months ended September 30, 2006|3#Nine months ended September 30, 2006",
            "|As previously reported|Adjustments|As restated|As previously reported|Adjustments|As restated",
            "Revenues|700|(70)|630|2,000|(150)|1,850",
            "Operating income|80|(70)|10|210|(150)|60",
        ],
    );
    check(
        &source,
        "10-Q/A",
        &[
            ("revenue", "2006-09-30", "700000", "630000"),
            ("revenue", "2006-09-30", "2000000", "1850000"),
            ("operating-income", "2006-09-30", "80000", "10000"),
            ("operating-income", "2006-09-30", "210000", "60000"),
        ],
    );
}

/// Heads below one another in words: "Amounts previously reported", "Effect of correction", "Corrected amounts".
#[test]
fn other_words_for_the_versions() {
    let source = html(
        "The Company corrected its statements for the year ended December 31, 2017 (in thousands)",
        &[
            "|Amounts previously reported|Effect of correction|Corrected amounts",
            "Revenue, net|5,500|(250)|5,250",
            "Cost of goods sold|3,000|100|3,100",
            "Gross margin|2,500|(350)|2,150",
            "Net cash used in operating activities|(700)|(20)|(720)",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2017-12-31", "5500000", "5250000"),
            ("cost-of-revenue", "2017-12-31", "3000000", "3100000"),
            ("gross-profit", "2017-12-31", "2500000", "2150000"),
            ("operating-cash-flow", "2017-12-31", "-700000", "-720000"),
        ],
    );
}

/// Failed arithmetic is told in every shape: stacked rows, and of two periods only the one that fails.
#[test]
fn failed_sums_when_stacked() {
    let source = "
Restated amounts for errors (in thousands):

                                 Year Ended December 31,
                                 2001        2000
                               --------    --------
Revenues
   As previously reported      $ 61,000    $ 52,000
   Adjustment                    (3,000)     (2,000)
   As restated                 $ 58,000    $ 50,900
Net income
   As previously reported      $  5,000    $  4,000
   Adjustment                    (1,000)     (1,000)
   As restated                 $  4,000    $  3,000
";
    let text = crate::text::read(source.as_bytes(), None);
    let found = super::super::read(source.as_bytes(), &text, &crate::ids::Form::parse("10-K/A"));
    let flagged: Vec<_> = found
        .iter()
        .filter(|f| f.flags.iter().any(|x| x == "sum-does-not-check"))
        .map(|f| (f.item.as_str(), f.period_end.map(|d| d.to_string())))
        .collect();
    assert_eq!(flagged, [("revenue", Some("2000-12-31".to_owned()))]);
    assert_eq!(found.iter().filter(|f| f.restated.is_some()).count(), 4);
}

/// Decoys of the same looks: poolings, segments redrawn, plans, constant currency, tax returns, IFRS.
#[test]
fn more_decoys() {
    let body = ["Net sales|900|(100)|800", "Net income|90|(60)|30"];
    for (title, heads) in [
        (
            "Historical amounts have been restated for the merger, accounted for as a pooling of interests",
            "|As previously reported|Merged company|As restated",
        ),
        (
            "Segment information was recast for the new reporting structure, year ended December 31, 2011",
            "|As previously reported|Realignment|As recast",
        ),
        ("Budget for 2014 and revised forecast", "|As previously presented budget|Changes|As revised"),
        (
            "Results in constant currency for the year ended December 31, 2013",
            "|As reported|Currency effect|As adjusted",
        ),
        (
            "On adoption of IFRS the opening balance was converted, January 1, 2010",
            "|As previously reported under GAAP|IFRS adjustments|As restated under IFRS",
        ),
        (
            "The Company retrospectively adopted a new accounting standard for leases",
            "|As originally reported|Effect of adoption|As adjusted",
        ),
        (
            "Amounts were recast to show the discontinued operations of the paper business",
            "|As previously reported|Discontinued operations|As recast",
        ),
    ] {
        let source = html(title, &[heads, body[0], body[1]]);
        assert_eq!(pairs(&source, "10-K"), [], "{title}");
    }
}
