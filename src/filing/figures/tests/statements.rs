//! Statement tables of invented issuers, with the oddities of edgar.md 6.

use super::super::{Figure, FigureSource, read};
use crate::ids::{Form, LineItem};
use crate::text;
use rust_decimal::Decimal;

pub(super) fn figures(source: &str, form: &str) -> Vec<Figure> {
    let text = text::read(source.as_bytes(), None);
    read(source.as_bytes(), &text, &Form::parse(form))
}

pub(super) fn value(found: &[Figure], item: LineItem, end: &str) -> Option<Decimal> {
    found
        .iter()
        .find(|f| f.item == item && f.period_end.is_some_and(|d| d.to_string() == end))
        .and_then(|f| f.reported)
        .map(|v| v.normalize())
}

const OLDEST_FIRST: &str = "
                 For the fiscal year ended June 30, 1994

Quillor Industries                Consolidated Statement of Operations

                                           Year Ended June 30,
                                       1992           1993           1994
    Revenue                        $219,376,000   $231,205,000   $257,005,000
    Costs and expenses:
      Operating                     165,232,000    187,648,000    192,099,000
      Special charges                         -     21,043,000              -
    Income (loss) before income taxes 4,260,000    (14,466,000)    22,621,000
    Income taxes (benefit)            1,890,000     (4,350,000)    10,094,000
    Net income (loss)              $  2,370,000   $(10,116,000)  $ 12,941,000

Quillor Industries                Consolidated Balance Sheet

                                                        June 30,
                                                   1993           1994
    Cash                                       $  2,259,000   $  9,935,000
    Receivables, less allowance of $1,354,000 in 1993
      and $1,611,000 in 1994                     27,287,000     31,367,000
    Inventories                                 238,840,000    243,379,000
                                               $268,386,000   $284,681,000
    Accounts payable                             68,386,000     84,681,000
    Common stock                                100,000,000    100,000,000
    Retained earnings                           100,000,000    100,000,000
                                               $268,386,000   $284,681,000
";

/// Oldest year first, a wrapped label with its allowance, a total without label.
#[test]
fn latest_year_in_the_last_column() {
    let found = figures(OLDEST_FIRST, "10-K");
    let at = |item, end| value(&found, item, end);
    assert_eq!(at(LineItem::Revenue, "1994-06-30"), Some(Decimal::from(257_005_000)));
    assert_eq!(at(LineItem::Revenue, "1993-06-30"), Some(Decimal::from(231_205_000)));
    assert_eq!(at(LineItem::NetIncome, "1993-06-30"), Some(Decimal::from(-10_116_000)));
    assert_eq!(at(LineItem::Receivables, "1994-06-30"), Some(Decimal::from(31_367_000)));
    assert_eq!(at(LineItem::TotalAssets, "1994-06-30"), Some(Decimal::from(284_681_000)));
}

const HTML: &str = "<html><body><p>For the quarterly period ended June 30, 2012</p>
<p><b>CONSOLIDATED STATEMENTS OF OPERATIONS</b></p><p>(In thousands, except per share data)</p>
<table><tr><td></td><td colspan=4>Three Months Ended June 30,</td><td colspan=4>Six Months Ended June 30,</td></tr>
<tr><td></td><td colspan=2>2012</td><td colspan=2>2011</td><td colspan=2>2012</td><td colspan=2>2011</td></tr>
<tr><td>Net sales</td><td>$</td><td>1,000</td><td>$</td><td>900</td><td>$</td><td>1,900</td><td>$</td><td>1,750</td></tr>
<tr><td>Cost of sales</td><td></td><td>600</td><td></td><td>550</td><td></td><td>1,150</td><td></td><td>1,050</td></tr>
<tr><td>Gross profit</td><td></td><td>400</td><td></td><td>350</td><td></td><td>750</td><td></td><td>700</td></tr>
<tr><td>Selling, general and administrative</td><td></td><td>410</td><td></td><td>300</td><td></td><td>700</td><td></td><td>600</td></tr>
<tr><td>Income taxes</td><td></td><td>\u{2014}</td><td></td><td>10</td><td></td><td>12</td><td></td><td>20</td></tr>
<tr><td>Net (loss) income</td><td>$</td><td>(10</td><td>)$</td><td>40</td><td>$</td><td>38</td><td>$</td><td>80</td></tr>
</table></body></html>";

/// Spanning heads give each column its length; a bracket split over cells is a loss.
#[test]
fn quarters_and_years_to_date() {
    let found = figures(HTML, "10-Q");
    let quarter: Vec<_> = found
        .iter()
        .filter(|f| f.period_end.is_some_and(|d| d.to_string() == "2012-06-30"))
        .map(|f| (f.item.as_str(), f.period_start.map(|d| d.to_string()), f.reported.map(|v| v.to_string())))
        .collect();
    assert!(quarter.contains(&("revenue", Some("2012-04-01".into()), Some("1000000".into()))), "{quarter:?}");
    assert!(quarter.contains(&("revenue", Some("2012-01-01".into()), Some("1900000".into()))));
    assert!(quarter.contains(&("gross-profit", Some("2012-04-01".into()), Some("400000".into()))));
    assert!(
        quarter.contains(&("net-income", Some("2012-04-01".into()), Some("-10000".into()))),
        "{quarter:?}"
    );
}

/// A schedule agrees with the statement: one figure, surer; a schedule alone is still a figure.
#[test]
fn schedules_beside_statements() {
    let schedule = "<TYPE>EX-27\n<ARTICLE> 5\n<S> <C>\n<PERIOD-TYPE> YEAR\n<PERIOD-END> JUN-30-1994\n<TOTAL-ASSETS> 284,681,000\n<TOTAL-REVENUES> 257,000,000\n<NET-INCOME> 12,000,000\n<EPS-PRIMARY> .86\n";
    let found = figures(&format!("{OLDEST_FIRST}{schedule}"), "10-K");
    let one = |item| {
        found
            .iter()
            .filter(|f| f.item == item && f.period_end.is_some_and(|d| d.to_string() == "1994-06-30"))
            .collect::<Vec<_>>()
    };
    let assets = one(LineItem::TotalAssets);
    assert_eq!(assets.len(), 1);
    assert!(assets[0].flags.iter().any(|f| f == "agrees-with-ex27"));
    let income = one(LineItem::NetIncome);
    assert_eq!((income.len(), income[0].source), (1, FigureSource::StatementTable));
    assert!(income[0].flags.iter().any(|f| f == "ex27-disagrees"));
    assert_eq!(one(LineItem::EpsBasic)[0].source, FigureSource::Ex27);
}

/// Segments, parent-only schedules and quarters give no figure of the registrant.
#[test]
fn tables_that_stand_aside() {
    let aside = "
 SCHEDULE I  CONDENSED BALANCE SHEETS (PARENT COMPANY ONLY)
                                                   1995           1994
    Cash                                       $  2,259,000   $  9,935,000
    Investment in subsidiaries                  266,127,000    274,746,000
    Total assets                               $268,386,000   $284,681,000
    Accounts payable                             68,386,000     84,681,000
    Common stock                                100,000,000    100,000,000
    Retained earnings                           100,000,000    100,000,000
";
    let found = figures(&format!("For the fiscal year ended December 31, 1995\n{aside}"), "10-K");
    assert_eq!(value(&found, LineItem::TotalAssets, "1995-12-31"), None);
}

/// Any bytes are read without a panic.
#[test]
fn damage_gives_nothing() {
    for source in
        ["", "<table>", "\u{0}\u{1}", "<ix:nonFraction contextRef='a'", "$ ( ) - -- 1993 1992", "<ARTICLE>"]
    {
        assert!(figures(source, "10-K").is_empty(), "{source}");
    }
    let long = format!("{}1", "( $ ".repeat(20_000));
    assert!(figures(&long, "10-K").is_empty());
}
