//! Layouts of statements beyond the given filings, each of an invented issuer.

use super::statements::{figures, value};
use crate::ids::LineItem;
use rust_decimal::Decimal;

fn check(source: &str, form: &str, want: &[(LineItem, &str, i64)]) {
    let found = figures(source, form);
    for (item, end, units) in want {
        assert_eq!(value(&found, *item, end), Some(Decimal::from(*units)), "{} {end}", item.as_str());
    }
}

/// One cell a line, as a converter that dropped the table's markup leaves it.
#[test]
fn one_cell_a_line() {
    let rows = [
        ("Net sales", "8,120", "7,455"),
        ("Cost of sales", "5,010", "4,880"),
        ("Gross margin", "3,110", "2,575"),
        ("Research and development", "410", "380"),
        ("Selling, general, and administrative", "1,200", "1,150"),
        ("Operating income", "1,500", "1,045"),
        ("Provision for income taxes", "400", "300"),
        ("Net income", "1,100", "745"),
    ];
    let body: String = rows.iter().map(|(l, a, b)| format!("{l}\n$\n{a}\n$\n{b}\n")).collect();
    let source = format!(
        "For the fiscal year ended September 25, 2004\n\nCONSOLIDATED STATEMENTS OF OPERATIONS\n\n(In millions, except share amounts)\n\nThree fiscal years ended September 25, 2004\n2004\n2003\n{body}"
    );
    check(
        &source,
        "10-K",
        &[
            (LineItem::Revenue, "2004-09-25", 8_120_000_000),
            (LineItem::GrossProfit, "2004-09-25", 3_110_000_000),
            (LineItem::CostOfRevenue, "2004-09-25", 5_010_000_000),
            (LineItem::NetIncome, "2004-09-25", 1_100_000_000),
        ],
    );
}

/// Divisions under headings of their own: the total of the summary, not the first division's, is revenue.
#[test]
fn divisions_with_revenue_of_their_own() {
    let source = "
                 For the fiscal year ended December 31, 2010

SELECTED FINANCIAL DATA
(Dollars in thousands)
                                              Year Ended December 31,
                                              2010           2009
    Revenues:
      Building                              $ 82,900       $ 91,200
      Lending                                  1,100          1,300
    Total revenues                          $ 84,000       $ 92,500
    Net income                              $  4,100       $  5,200
    Total assets                            $200,000       $210,000

CONSOLIDATED STATEMENTS OF OPERATIONS
(Dollars in thousands)
                                              Year Ended December 31,
                                              2010           2009
    Building:
      Home sale revenues                    $ 80,900       $ 88,200
      Land sale revenues                       2,000          3,000
      Total revenues                          82,900         91,200
      Cost of sales                          (60,000)       (66,000)
      Selling expenses                       (18,000)       (19,000)
      Building pretax income                   4,900          6,200
    Lending:
      Revenues                                 1,100          1,300
      Expenses                                  (800)          (900)
      Lending pretax income                      300            400
    Income before income taxes                 5,200          6,600
    Provision for income taxes                (1,100)        (1,400)
    Net income                              $  4,100       $  5,200
";
    check(
        source,
        "10-K",
        &[(LineItem::Revenue, "2010-12-31", 84_000_000), (LineItem::NetIncome, "2010-12-31", 4_100_000)],
    );
}

/// Receivables as a heading over parts and an unlabelled subtotal; an allowance inside a label.
#[test]
fn receivables_by_parts_and_their_allowance() {
    let sheet = |receivables: &str| {
        format!(
            "
                 For the fiscal year ended March 31, 1997

CONSOLIDATED BALANCE SHEETS
(In thousands)
                                                         March 31,
                                                    1997           1996
    Cash and cash equivalents                     $  4,000       $  5,000
{receivables}
    Inventories                                     30,000         28,000
    Property, plant and equipment                   80,000         70,000
    Total assets                                  $134,000       $120,000

    Accounts payable                              $ 20,000       $ 18,000
    Common stock                                    50,000         50,000
    Retained earnings                               64,000         52,000
    Total liabilities and stockholders' equity    $134,000       $120,000
"
        )
    };
    let parts = "    Receivables
      Customers, direct                             15,000         12,500
      Through agents                                 3,500          3,200
      Other receivables                              1,500          1,300
                                                  --------       --------
                                                    20,000         17,000
                                                  --------       --------";
    check(&sheet(parts), "10-K", &[(LineItem::Receivables, "1997-03-31", 20_000_000)]);
    let label = "    Accounts receivable, less allowance of $610 in 1997
      and $540 in 1996                              20,000         17,000";
    check(
        &sheet(label),
        "10-K",
        &[
            (LineItem::Receivables, "1997-03-31", 20_000_000),
            (LineItem::Allowance, "1997-03-31", 610_000),
            (LineItem::Allowance, "1996-03-31", 540_000),
        ],
    );
}

/// A total wrapped before its noun, with rules around every row.
#[test]
fn wrapped_totals() {
    let source = "
                 For the fiscal year ended December 31, 1995

SELECTED FINANCIAL DATA (in thousands)
                                  1995      1994
                                --------  --------
Total Revenues                  $ 14,272  $ 15,811
                                --------  --------
Gross Profit
 Wells                          $    747  $  1,930
                                --------  --------
Total Gross
 Profit (loss)                  $  3,459  $  4,345
                                --------  --------
Net Income (loss)               $  4,300  $  3,577
                                --------  --------
Total Assets                    $104,186  $103,198
";
    check(
        source,
        "10-K",
        &[(LineItem::GrossProfit, "1995-12-31", 3_459_000), (LineItem::NetIncome, "1995-12-31", 4_300_000)],
    );
}

/// Weeks instead of months, days over years in separate lines, a column of note numbers.
#[test]
fn weeks_days_and_notes() {
    let source = "<html><body><p>For the quarterly period ended April 30, 2005</p>
<p>CONSOLIDATED STATEMENTS OF EARNINGS</p><p>(unaudited, amounts in millions)</p>
<table><tr><td></td><td></td><td colspan=2>Thirteen Weeks Ended</td></tr>
<tr><td></td><td>Note</td><td>April 30,</td><td>May 1,</td></tr><tr><td></td><td></td><td>2005</td><td>2004</td></tr>
<tr><td>Net sales</td><td>2</td><td>$410.5</td><td>$388.0</td></tr>
<tr><td>Cost of goods sold</td><td></td><td>250.5</td><td>240.0</td></tr>
<tr><td>Gross margin</td><td></td><td>160.0</td><td>148.0</td></tr>
<tr><td>Selling, general and administrative expenses</td><td>3</td><td>130.0</td><td>125.0</td></tr>
<tr><td>Income taxes</td><td>4</td><td>12.0</td><td>9.0</td></tr>
<tr><td>Net earnings</td><td></td><td>$18.0</td><td>$14.0</td></tr></table></body></html>";
    check(
        source,
        "10-Q",
        &[
            (LineItem::Revenue, "2005-04-30", 410_500_000),
            (LineItem::Revenue, "2004-05-01", 388_000_000),
            (LineItem::GrossProfit, "2005-04-30", 160_000_000),
            (LineItem::NetIncome, "2005-04-30", 18_000_000),
        ],
    );
}

/// Letter-spaced heads, a misprinted amount, trailing points, losses in square brackets.
#[test]
fn misprints_of_the_nineties() {
    let source = "
                 For the fiscal year ended June 30, 1994

                       S T A T E M E N T S   O F   O P E R A T I O N S

                                             Year Ended June 30,
                                           1994            1993
Sales                                  $013,489,000.   $12.436,346.
Cost of goods sold                        9,204,118.     8,100,200.
Gross profit                              4,284,882.     4,336,146.
General and administrative expenses       4,900,000.     4,000,000.
Income taxes                                     --         90,000.
Net income [loss]                      $ [615,118.]    $   246,146.
";
    check(
        source,
        "10-K",
        &[
            (LineItem::Revenue, "1994-06-30", 13_489_000),
            (LineItem::Revenue, "1993-06-30", 12_436_346),
            (LineItem::GrossProfit, "1994-06-30", 4_284_882),
            (LineItem::NetIncome, "1994-06-30", -615_118),
        ],
    );
}

/// Segments side by side end with a total under its own heading, where the statements stand elsewhere.
#[test]
fn a_total_under_its_heading() {
    let source = "<html><body><p>For the fiscal year ended November 29, 2002</p>
<p>SEGMENT OPERATING RESULTS</p><p>(in millions)</p>
<table><tr><td></td><td colspan=2>Year Ended November</td></tr><tr><td></td><td>2002</td><td>2001</td></tr>
<tr><td>Advice</td><td></td><td></td></tr><tr><td>Net revenues</td><td>2,830</td><td>3,836</td></tr>
<tr><td>Operating expenses</td><td>2,454</td><td>3,117</td></tr>
<tr><td>Markets</td><td></td><td></td></tr><tr><td>Net revenues</td><td>5,249</td><td>6,349</td></tr>
<tr><td>Operating expenses</td><td>4,273</td><td>5,134</td></tr>
<tr><td>Total</td><td></td><td></td></tr><tr><td>Net revenues</td><td>8,079</td><td>10,185</td></tr>
<tr><td>Operating expenses</td><td>6,727</td><td>8,251</td></tr></table></body></html>";
    check(source, "10-K", &[(LineItem::Revenue, "2002-11-29", 8_079_000_000)]);
}

/// What one company owes is no trade receivable; "cost of operations" is the cost of revenue.
#[test]
fn debtors_by_name_and_costs_of_operations() {
    let source = "
                 For the fiscal year ended December 31, 2015

BALANCE SHEETS
                                                       December 31,
                                                   2015            2014
    Cash                                         $ 10,310       $  20,400
    Lease income receivable, net of reserve        51,456          29,646
    Accounts receivable, Quillor Capital Corp      94,704               -
    Equipment                                     600,000         700,000
    Total assets                                 $756,470       $ 750,046

    Accounts payable                             $ 56,470       $  50,046
    Common stock                                  500,000         500,000
    Retained earnings                             200,000         200,000
    Total liabilities and equity                 $756,470       $ 750,046

STATEMENTS OF OPERATIONS
                                                 Year Ended December 31,
                                                   2015            2014
    Revenue                                      $900,000       $ 800,000
    Cost of operations                            640,000         610,000
    General and administrative                    100,000          90,000
    Income taxes                                   40,000          20,000
    Net income                                   $120,000       $  80,000
";
    check(
        source,
        "10-K",
        &[
            (LineItem::Receivables, "2015-12-31", 51_456),
            (LineItem::CostOfRevenue, "2015-12-31", 640_000),
            (LineItem::NetIncome, "2015-12-31", 120_000),
        ],
    );
}
