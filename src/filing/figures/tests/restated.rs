//! Shapes of restatement tables, each of an invented issuer; the decoys give nothing.

use super::super::read;
use crate::ids::Form;
use crate::text;

/// (item, last day, reported, restated) of all pairs.
pub(super) fn pairs(source: &str, form: &str) -> Vec<(&'static str, String, String, String)> {
    let text = text::read(source.as_bytes(), None);
    let mut found: Vec<_> = read(source.as_bytes(), &text, &Form::parse(form))
        .into_iter()
        .filter_map(|f| {
            let shown = |v: Option<rust_decimal::Decimal>| v.map(|v| v.normalize().to_string());
            let end = f.period_end.map_or("-".to_owned(), |d| d.to_string());
            Some((f.item.as_str(), end, shown(f.reported)?, shown(f.restated)?))
        })
        .collect();
    found.sort();
    found
}

pub(super) fn check(source: &str, form: &str, want: &[(&'static str, &str, &str, &str)]) {
    let mut want: Vec<_> =
        want.iter().map(|(i, e, a, b)| (*i, (*e).to_owned(), (*a).to_owned(), (*b).to_owned())).collect();
    want.sort();
    assert_eq!(pairs(source, form), want);
}

pub(super) fn html(title: &str, rows: &[&str]) -> String {
    let rows: String = rows
        .iter()
        .map(|row| {
            let cells: String = row
                .split('|')
                .map(|cell| match cell.split_once('#') {
                    Some((span, words)) => format!("<td colspan={span}>{words}</td>"),
                    None => format!("<td>{cell}</td>"),
                })
                .collect();
            format!("<tr>{cells}</tr>\n")
        })
        .collect();
    format!("<html><body><p>{title}</p><table>{rows}</table></body></html>")
}

/// 1: text, three columns, heads in two lines, a wrapped label.
#[test]
fn text_in_three_columns() {
    let source = "
Note 2 - Restatement.  An error in cutoff was found.  For the year ended December 31, 1998 (in thousands):

                                   As Previously                      As
                                     Reported      Adjustments     Restated
                                   -------------  -------------  ------------
Net sales                             $ 40,100      $ (2,200)      $ 37,900
Cost of goods sold, including
  depreciation                          25,000           500         25,500
Gross profit                            15,100        (2,700)        12,400
Net income                            $  2,050      $ (1,700)      $    350
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1998-12-31", "40100000", "37900000"),
            ("cost-of-revenue", "1998-12-31", "25000000", "25500000"),
            ("gross-profit", "1998-12-31", "15100000", "12400000"),
            ("net-income", "1998-12-31", "2050000", "350000"),
        ],
    );
}

/// 2: text, two periods side by side, each reported and restated without adjustments.
#[test]
fn text_two_periods_without_adjustments() {
    let source = "
The statements have been restated for errors in the count of stock.  Years ended September 30:

                              1997                        1996
                    -------------------------   -------------------------
                        As             As           As             As
                     Reported       Restated     Reported       Restated
                    ----------     ----------   ----------     ----------
Revenues            $9,500,100     $9,200,400   $8,100,300     $8,000,200
Net income (loss)      410,000       (120,500)     300,250        210,000
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1997-09-30", "9500100", "9200400"),
            ("revenue", "1996-09-30", "8100300", "8000200"),
            ("net-income", "1997-09-30", "410000", "-120500"),
            ("net-income", "1996-09-30", "300250", "210000"),
        ],
    );
}

/// 3: HTML, restated first, then reported, then the effect.
#[test]
fn restated_first() {
    let source = html(
        "Correction of errors. Year ended March 31, 2004 (in millions)",
        &[
            "|As restated|As previously reported|Effect of restatement",
            "Revenue|812.5|835.0|(22.5)",
            "Operating income|84.0|100.0|(16.0)",
            "Total assets|1,001.0|1,017.0|(16.0)",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2004-03-31", "835000000", "812500000"),
            ("operating-income", "2004-03-31", "100000000", "84000000"),
            ("total-assets", "2004-03-31", "1017000000", "1001000000"),
        ],
    );
}

/// 4: HTML, several adjustment columns before the restated one.
#[test]
fn several_adjustments() {
    let source = html(
        "Restatement. Three months ended June 30, 2005, in thousands, except per share data",
        &[
            "|As previously reported|Revenue cutoff|Stock options|As restated",
            "Net revenues|5,000|(300)|\u{2014}|4,700",
            "Net income (loss)|250|(180)|(90)|(20)",
            "Net income (loss) per share:||||",
            "Basic|0.05|(0.04)|(0.01)|0.00",
            "Diluted|0.05|(0.04)|(0.01)|0.00",
        ],
    );
    check(
        &source,
        "10-Q/A",
        &[
            ("revenue", "2005-06-30", "5000000", "4700000"),
            ("net-income", "2005-06-30", "250000", "-20000"),
            ("eps-basic", "2005-06-30", "0.05", "0"),
            ("eps-diluted", "2005-06-30", "0.05", "0"),
        ],
    );
}

/// 5: text, stacked under each item, three periods as columns.
#[test]
fn stacked_under_items() {
    let source = "
Restated amounts (in thousands, except per share data):

                                 Year Ended December 31,
                             2001        2000        1999
                           --------    --------    --------
Revenues
   As previously reported  $ 61,000    $ 52,000    $ 44,000
   Adjustment                (3,000)     (2,000)     (1,000)
   As restated             $ 58,000    $ 50,000    $ 43,000
Net income (loss)
   As previously reported  $  5,100    $  4,200    $  3,300
   Adjustment                (6,000)     (2,100)       (300)
   As restated             $   (900)   $  2,100    $  3,000
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "2001-12-31", "61000000", "58000000"),
            ("revenue", "2000-12-31", "52000000", "50000000"),
            ("revenue", "1999-12-31", "44000000", "43000000"),
            ("net-income", "2001-12-31", "5100000", "-900000"),
            ("net-income", "2000-12-31", "4200000", "2100000"),
            ("net-income", "1999-12-31", "3300000", "3000000"),
        ],
    );
}

/// 6: HTML, quarters as columns, the versions in the rows' own words.
#[test]
fn quarters_with_versions_in_the_labels() {
    let source = html(
        "Restated quarterly information (in thousands)",
        &[
            "|Three months ended March 31, 2003|Three months ended June 30, 2003|Three months ended September 30, 2003",
            "Net sales, as previously reported|1,500|1,600|1,700",
            "Net sales, as restated|1,400|1,450|1,500",
            "Net income, as previously reported|150|160|170",
            "Net income, as restated|90|70|(40)",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("revenue", "2003-03-31", "1500000", "1400000"),
            ("revenue", "2003-06-30", "1600000", "1450000"),
            ("revenue", "2003-09-30", "1700000", "1500000"),
            ("net-income", "2003-03-31", "150000", "90000"),
            ("net-income", "2003-06-30", "160000", "70000"),
            ("net-income", "2003-09-30", "170000", "-40000"),
        ],
    );
}

/// 7: whole blocks, first all rows as reported, then all rows as restated.
#[test]
fn blocks_of_rows() {
    let source = "
Correction of errors.                Year Ended December 31,
                                   1996            1995
                               ------------    ------------
As previously reported:
  Net sales                     $12,500,000     $11,000,000
  Net income                        900,000         800,000
  Total assets                    7,000,000       6,500,000
As restated:
  Net sales                     $11,900,000     $10,700,000
  Net income                        310,000         500,000
  Total assets                    6,300,000       6,200,000
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1996-12-31", "12500000", "11900000"),
            ("revenue", "1995-12-31", "11000000", "10700000"),
            ("net-income", "1996-12-31", "900000", "310000"),
            ("net-income", "1995-12-31", "800000", "500000"),
            ("total-assets", "1996-12-31", "7000000", "6300000"),
            ("total-assets", "1995-12-31", "6500000", "6200000"),
        ],
    );
}

/// 8: crosswise: items as columns, versions and days as rows.
#[test]
fn items_across() {
    let source = html(
        "The errors changed the balance sheets as follows (in thousands):",
        &[
            "|Accounts receivable|Inventories|Total assets",
            "As of June 30, 2010, as previously reported|4,000|3,000|20,000",
            "Effect of restatement|(500)|\u{2014}|(500)",
            "As of June 30, 2010, as restated|3,500|3,000|19,500",
        ],
    );
    check(
        &source,
        "10-K",
        &[
            ("receivables", "2010-06-30", "4000000", "3500000"),
            ("inventories", "2010-06-30", "3000000", "3000000"),
            ("total-assets", "2010-06-30", "20000000", "19500000"),
        ],
    );
}

/// 9: HTML, two groups under spanning periods, the second without an adjustment column.
#[test]
fn groups_of_unlike_width() {
    let source = html(
        "Restated amounts, dollars in thousands",
        &[
            "|3#Three months ended March 31, 2014|2#Three months ended March 31, 2013",
            "|As previously reported|Adjustments|As restated|As previously reported|As restated",
            "Net sales|900|(100)|800|700|650",
            "Income from operations|90|(60)|30|70|40",
        ],
    );
    check(
        &source,
        "10-Q/A",
        &[
            ("revenue", "2014-03-31", "900000", "800000"),
            ("revenue", "2013-03-31", "700000", "650000"),
            ("operating-income", "2014-03-31", "90000", "30000"),
            ("operating-income", "2013-03-31", "70000", "40000"),
        ],
    );
}

/// 10: a table broken by a page, with its heads repeated.
#[test]
fn broken_by_a_page() {
    let source = "
The restatement for the year ended June 30, 1999 (in thousands):

<TABLE>
<CAPTION>
                              As first       Restatement         As
                              reported       adjustments      restated
<S>                          <C>             <C>             <C>
Net sales                     $ 21,000        $ (1,000)       $ 20,000
Gross profit                     6,000          (1,200)          4,800
                                      F-9
<PAGE>
NOTES TO CONSOLIDATED FINANCIAL STATEMENTS (Continued)

                              As first       Restatement         As
                              reported       adjustments      restated
<S>                          <C>             <C>             <C>
Net income                    $  1,500        $ (1,100)       $    400
Diluted earnings per share    $   .30         $  (.22)        $    .08
</TABLE>
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1999-06-30", "21000000", "20000000"),
            ("gross-profit", "1999-06-30", "6000000", "4800000"),
            ("net-income", "1999-06-30", "1500000", "400000"),
            ("eps-diluted", "1999-06-30", "0.3", "0.08"),
        ],
    );
}

/// 11: a balance sheet and an income statement, one table each, in one note.
#[test]
fn two_tables_in_one_note() {
    let source = html(
        "Errors were corrected. Balance sheet as of December 31, 2007 (in thousands)",
        &[
            "|As previously reported|Adjustment|As restated",
            "Accounts receivable, net|10,000|(2,500)|7,500",
            "Total assets|50,000|(2,500)|47,500",
        ],
    ) + &html(
        "Statement of operations for the year ended December 31, 2007 (in thousands)",
        &[
            "|As previously reported|Adjustment|As restated",
            "Revenue|80,000|(2,500)|77,500",
            "Net income|3,000|(2,500)|500",
        ],
    );
    check(
        &source,
        "10-K/A",
        &[
            ("receivables", "2007-12-31", "10000000", "7500000"),
            ("total-assets", "2007-12-31", "50000000", "47500000"),
            ("revenue", "2007-12-31", "80000000", "77500000"),
            ("net-income", "2007-12-31", "3000000", "500000"),
        ],
    );
}

/// 12: a period alone on a line heads the rows below it.
#[test]
fn periods_as_headings_of_rows() {
    let source = "
Restated results of operations (unaudited), in thousands:

                                       As                           As
                                    reported      Adjustment     restated
Quarter ended March 31, 2000
   Net sales                        $ 3,000        $ (400)        $ 2,600
   Net income                           200          (210)            (10)
Quarter ended June 30, 2000
   Net sales                        $ 3,200        $ (100)        $ 3,100
   Net income                           250           (80)            170
";
    check(
        source,
        "10-K",
        &[
            ("revenue", "2000-03-31", "3000000", "2600000"),
            ("net-income", "2000-03-31", "200000", "-10000"),
            ("revenue", "2000-06-30", "3200000", "3100000"),
            ("net-income", "2000-06-30", "250000", "170000"),
        ],
    );
}

/// 13: one cell a line, as a converter left it.
#[test]
fn one_cell_a_line() {
    let source = "
Note 2 Restatement of Consolidated Financial Statements
For the year ended September 30, 2005 (in millions)
As
Reported
Adjustments
As
Restated
Net sales
$
13,900
$
(10
)
$
13,890
Gross margin
4,000
(20
)
3,980
Net income
$
1,300
$
(30
)
$
1,270
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "2005-09-30", "13900000000", "13890000000"),
            ("gross-profit", "2005-09-30", "4000000000", "3980000000"),
            ("net-income", "2005-09-30", "1300000000", "1270000000"),
        ],
    );
}

/// A row whose adjustment does not lead from one side to the other is kept and flagged.
#[test]
fn sums_that_do_not_check() {
    let source = html(
        "Restatement for errors, year ended December 31, 2006 (in thousands)",
        &[
            "|As previously reported|Adjustment|As restated",
            "Revenue|80,000|(2,500)|77,500",
            "Gross profit|20,000|(2,500)|17,500",
            "Net income|3,000|(2,500)|900",
        ],
    );
    let text = text::read(source.as_bytes(), None);
    let found = read(source.as_bytes(), &text, &Form::parse("10-K/A"));
    let flagged: Vec<_> = found
        .iter()
        .filter(|f| f.flags.iter().any(|x| x == "sum-does-not-check"))
        .map(|f| f.item.as_str())
        .collect();
    assert_eq!(flagged, ["net-income"]);
}

/// Decoys: guidance, pro forma, adoption of a standard, a stock split, non-GAAP, a plain reclassification.
#[test]
fn decoys_give_nothing() {
    let body = ["Revenue|900|(100)|800", "Net income|90|(60)|30"];
    for (title, heads) in [
        (
            "Outlook for the year ending December 31, 2012 (in millions)",
            "|Previously reported guidance|Change|Revised guidance",
        ),
        (
            "Pro forma combined statement of income, year ended December 31, 2006",
            "|As reported|Adjustments|Pro forma as adjusted",
        ),
        (
            "The Company adopted the new revenue standard on January 1, 2018 with full retrospective application",
            "|As previously reported|Adoption adjustments|As adjusted",
        ),
        (
            "All amounts were restated for the two-for-one stock split in May 2004",
            "|As previously reported|Split|As restated",
        ),
        (
            "Reconciliation of GAAP to non-GAAP results, year ended December 31, 2015",
            "|As reported|Adjustments|As adjusted",
        ),
        (
            "Prior amounts were reclassified to conform with the presentation of discontinued operations",
            "|As previously reported|Reclassification|As revised",
        ),
    ] {
        let source = html(title, &[heads, body[0], body[1]]);
        assert_eq!(pairs(&source, "10-K"), [], "{title}");
    }
}

/// A wrapped sentence with amounts stands between the note's heading and the words of the unit.
#[test]
fn a_sentence_with_amounts_above_the_unit() {
    let source = "
     For 1998, the restatement reduced net sales by $2.2 million,
reduced gross profit by $2.7 million, and reduced net income by $1.7
million, from $2.1 million to $0.4 million.

     The following table shows the effect on the consolidated financial
statements (in thousands, except per share amounts).

<TABLE>
<CAPTION>
                                          Year ended December 31, 1998
                                                As
                                        previously
                                          reported  Adjustments  As restated
<S>                                            <C>          <C>          <C>
Net sales                                  40,100       (2,200)      37,900
Gross profit                               15,100       (2,700)      12,400
Net income                                  2,050       (1,700)         350
Net income per share, basic                $ 1.26      $ (0.18)      $ 1.08
</TABLE>
";
    check(
        source,
        "10-K/A",
        &[
            ("revenue", "1998-12-31", "40100000", "37900000"),
            ("gross-profit", "1998-12-31", "15100000", "12400000"),
            ("net-income", "1998-12-31", "2050000", "350000"),
            ("eps-basic", "1998-12-31", "1.26", "1.08"),
        ],
    );
}
