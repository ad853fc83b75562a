use super::*;
use crate::ids::{Accession, Cik};
use std::io::Write;

const A: &str = "0000000001-12-000001";
const B: &str = "0000000001-13-000002";
const C: &str = "0000000001-13-000009";

/// One row: (start, end, val, accession, form, filed).
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str, &'a str);

fn row((start, end, val, accn, form, filed): Row) -> String {
    let start = if start.is_empty() { String::new() } else { format!("\"start\":\"{start}\",") };
    format!(
        "{{{start}\"end\":\"{end}\",\"val\":{val},\"accn\":\"{accn}\",\"fy\":2014,\"fp\":\"FY\",\"form\":\"{form}\",\"filed\":\"{filed}\"}}"
    )
}

fn file(tags: &[(&str, &str, &[Row])]) -> String {
    let tags: Vec<String> = tags
        .iter()
        .map(|(tag, unit, rows)| {
            let rows: Vec<String> = rows.iter().map(|r| row(*r)).collect();
            format!(
                "\"{tag}\":{{\"label\":null,\"description\":null,\"units\":{{\"{unit}\":[{}]}}}}",
                rows.join(",")
            )
        })
        .collect();
    format!(
        "{{\"cik\":\"0009990001\",\"entityName\":\"Quillor\",\"facts\":{{\"us-gaap\":{{{}}}}}}}",
        tags.join(",")
    )
}

fn query(original: &str, restated: Option<&str>, end: &str, months: u32) -> Query {
    Query {
        original: original.parse().unwrap(),
        restated: restated.map(|r| r.parse().unwrap()),
        period_end: end.parse().unwrap(),
        months,
    }
}

fn of(rows: &[AlignedItem], item: LineItem) -> &AlignedItem {
    rows.iter().find(|r| r.item == item).unwrap_or_else(|| panic!("no {}", item.as_str()))
}

fn dec(value: i64) -> Option<Decimal> {
    Some(Decimal::from(value))
}

fn has(row: &AlignedItem, flag: &str) -> bool {
    row.flags.iter().any(|f| f == flag)
}

/// XBRL X01: many values with the same fy and fp; the period is the key, in any order.
#[test]
fn fy_and_fp_are_no_key() {
    let rows: [Row; 3] = [
        ("2012-01-01", "2012-12-31", "10", A, "10-K", "2015-02-01"),
        ("2013-01-01", "2013-12-31", "20", A, "10-K", "2015-02-01"),
        ("2014-01-01", "2014-12-31", "30", A, "10-K", "2015-02-01"),
    ];
    let facts = read(&file(&[("Revenues", "USD", &rows)])).unwrap();
    assert_eq!(facts.cik, Some(9_990_001));
    for (end, value) in [("2014-12-31", 30), ("2013-12-31", 20), ("2012-12-31", 10)] {
        assert_eq!(of(&facts.align(&query(A, None, end, 12)), LineItem::Revenue).original, dec(value));
    }
}

/// XBRL X02: the prior year's balance, plausible by size, in both orders of the list.
#[test]
fn the_day_decides_in_both_orders() {
    let rows: [Row; 2] = [
        ("", "2022-09-24", "352.8", A, "10-K", "2023-11-01"),
        ("", "2023-09-30", "352.6", A, "10-K", "2023-11-01"),
    ];
    let turned = [rows[1], rows[0]];
    for list in [&rows, &turned] {
        let facts = read(&file(&[("Assets", "USD", list)])).unwrap();
        let found = facts.align(&query(A, None, "2023-09-30", 12));
        assert_eq!(of(&found, LineItem::TotalAssets).original, Some(Decimal::new(3526, 1)));
    }
}

/// XBRL X04: old and new tags make one series, each year with its tag, no year twice.
#[test]
fn one_series_over_two_tags() {
    let year = |y: i32| {
        (
            format!("{y}-01-01"),
            format!("{y}-12-31"),
            format!("{y}0"),
            format!("{:04}-02-01", y + 1),
            format!("0000000001-{:02}-000001", (y + 1) % 100),
        )
    };
    let made: Vec<_> = (2010..=2020).map(year).collect();
    let rows = |range: std::ops::RangeInclusive<usize>| -> Vec<Row> {
        made[range]
            .iter()
            .map(|(s, e, v, f, a)| (s.as_str(), e.as_str(), v.as_str(), a.as_str(), "10-K", f.as_str()))
            .collect()
    };
    let (old, new) = (rows(0..=7), rows(7..=10));
    let json = file(&[
        ("SalesRevenueNet", "USD", &old),
        ("RevenueFromContractWithCustomerExcludingAssessedTax", "USD", &new),
    ]);
    let series = read(&json).unwrap().series(LineItem::Revenue, "USD", 12);
    assert_eq!(series.len(), 11);
    assert_eq!(series[0].tag, "SalesRevenueNet");
    assert_eq!(series[10].tag, "RevenueFromContractWithCustomerExcludingAssessedTax");
    assert!(series.iter().all(|p| p.flags.is_empty()));
}

/// XBRL X05: two revenue tags of one filing disagree by far: both kept, flagged, the rule told.
#[test]
fn revenue_tags_that_disagree() {
    let part: [Row; 1] = [("2012-01-01", "2012-12-31", "29.4", A, "10-K", "2013-02-01")];
    let whole: [Row; 1] = [("2012-01-01", "2012-12-31", "83.1", A, "10-K", "2013-02-01")];
    let found = read(&file(&[("Revenues", "USD", &part), ("SalesRevenueNet", "USD", &whole)]))
        .unwrap()
        .align(&query(A, None, "2012-12-31", 12));
    let revenue: Vec<_> = found.iter().filter(|r| r.item == LineItem::Revenue).collect();
    assert_eq!(revenue.len(), 2);
    assert_eq!(
        (revenue[0].tag.as_str(), revenue[0].original),
        ("SalesRevenueNet", Some(Decimal::new(831, 1)))
    );
    assert!(revenue.iter().all(|r| has(r, "revenue-tags-disagree")));
    assert!(has(revenue[0], "chosen-largest") && has(revenue[1], "alternative"));
}

/// XBRL X07: the newest filing does not win: original of A, restated of the amendment B, C is a comparative.
#[test]
fn original_and_restated_each_from_their_accession() {
    let rows: [Row; 3] = [
        ("2011-01-01", "2011-12-31", "100", A, "10-K", "2012-03-01"),
        ("2011-01-01", "2011-12-31", "80", B, "10-K/A", "2013-01-15"),
        ("2011-01-01", "2011-12-31", "80", C, "10-K", "2013-03-01"),
    ];
    let facts = read(&file(&[("NetIncomeLoss", "USD", &rows)])).unwrap();
    for restated in [Some(B), None] {
        let found = facts.align(&query(A, restated, "2011-12-31", 12));
        let row = of(&found, LineItem::NetIncome);
        assert_eq!((row.original, row.restated), (dec(100), dec(80)));
        assert_eq!(row.restated_accession.as_deref(), Some(B));
        assert_eq!(row.original_filed.unwrap().to_string(), "2012-03-01");
        assert_eq!(row.restated_filed.unwrap().to_string(), "2013-01-15");
        assert!(!has(row, "comparative"));
    }
    let later = facts.align(&query(A, Some(C), "2011-12-31", 12));
    assert!(has(of(&later, LineItem::NetIncome), "comparative"));
}

/// XBRL X09: currencies are kept with each value, never mixed, never taken for dollars.
#[test]
fn currencies_stay_apart() {
    let json = format!(
        "{{\"cik\":1,\"entityName\":\"N\",\"facts\":{{\"us-gaap\":{{\"Revenues\":{{\"units\":{{\"CAD\":[{}],\"USD\":[{},{}]}}}},\"EarningsPerShareBasic\":{{\"units\":{{\"USD/shares\":[{}]}}}}}}}}}}",
        row(("2012-01-01", "2012-12-31", "50", A, "40-F", "2013-02-01")),
        row(("2012-01-01", "2012-12-31", "49", A, "40-F", "2013-02-01")),
        row(("2013-01-01", "2013-12-31", "60", B, "40-F", "2014-02-01")),
        row(("2012-01-01", "2012-12-31", "0.5", A, "40-F", "2013-02-01")),
    );
    let facts = read(&json).unwrap();
    let found = facts.align(&query(A, None, "2012-12-31", 12));
    let revenue: Vec<_> = found
        .iter()
        .filter(|r| r.item == LineItem::Revenue)
        .map(|r| (r.unit.as_str(), r.original, has(r, "several-currencies")))
        .collect();
    assert_eq!(revenue, [("USD", dec(49), true), ("CAD", dec(50), true)]);
    assert!(found.iter().filter(|r| r.unit == "CAD").all(|r| has(r, "not-usd")));
    assert_eq!(of(&found, LineItem::EpsBasic).unit, "USD/shares");
    let dollars = facts.series(LineItem::Revenue, "USD", 12);
    assert_eq!(dollars.iter().map(|p| p.value).collect::<Vec<_>>(), [Decimal::from(49), Decimal::from(60)]);
}

/// XBRL X10: null, absent and zero are three things.
#[test]
fn null_absent_and_zero() {
    let null: [Row; 1] = [("2012-01-01", "2012-12-31", "null", A, "10-K", "2013-02-01")];
    let zero: [Row; 1] = [("2012-01-01", "2012-12-31", "0", A, "10-K", "2013-02-01")];
    let json = file(&[("NetIncomeLoss", "USD", &null), ("Revenues", "USD", &zero)]);
    let json = json.replace("\"Revenues\"", "\"GrossProfit\":{\"units\":{\"USD\":[{\"start\":\"2012-01-01\",\"end\":\"2012-12-31\",\"accn\":\"0000000001-12-000001\"}]}},\"Revenues\"");
    let found = read(&json).unwrap().align(&query(A, None, "2012-12-31", 12));
    let income = of(&found, LineItem::NetIncome);
    assert_eq!(income.original, None);
    assert!(has(income, "null-value"));
    let gross = of(&found, LineItem::GrossProfit);
    assert!(gross.original.is_none() && has(gross, "null-value"));
    assert_eq!(of(&found, LineItem::Revenue).original, dec(0));
    assert!(found.iter().all(|r| r.item != LineItem::TotalAssets));
}

/// XBRL X11: a filer without XBRL is no error: the archive has no member for it.
#[test]
fn no_member_is_no_error() {
    let mut buffer = std::io::Cursor::new(Vec::new());
    let mut writer = zip::ZipWriter::new(&mut buffer);
    let rows: [Row; 1] = [("2011-01-01", "2011-12-31", "5", A, "10-K", "2012-03-01")];
    for cik in [1u64, 3] {
        writer.start_file(format!("CIK{cik:010}.json"), zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(file(&[("Revenues", "USD", &rows)]).as_bytes()).unwrap();
    }
    writer.start_file("CIK0000000004.json", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(b"<html>not found</html>").unwrap();
    writer.finish().unwrap();
    let mut archive = zip::ZipArchive::new(buffer).unwrap();
    let found: Vec<_> =
        [1u64, 2, 3].iter().map(|c| member(&mut archive, Cik(*c)).unwrap().is_some()).collect();
    assert_eq!(found, [true, false, true]);
    assert!(matches!(member(&mut archive, Cik(4)), Err(BulkError::Facts { .. })));
}

/// XBRL X13: copies that contradict each other are flagged, a rounded copy agrees; the choice has no order in it.
#[test]
fn duplicates_by_precision() {
    let period = ("2012-01-01", "2012-12-31");
    let make = |values: &[&str]| {
        let rows: Vec<Row> =
            values.iter().map(|v| (period.0, period.1, *v, A, "10-K", "2013-02-01")).collect();
        let found =
            read(&file(&[("NetIncomeLoss", "USD", &rows)])).unwrap().align(&query(A, None, "2012-12-31", 12));
        let row = of(&found, LineItem::NetIncome);
        (row.original, has(row, "inconsistent-duplicates"))
    };
    assert_eq!(make(&["748000", "749000", "700000"]), (dec(748_000), true));
    assert_eq!(make(&["700000", "749000", "748000"]), (dec(748_000), true));
    assert_eq!(make(&["748000", "700000"]), (dec(748_000), false));
    assert_eq!(make(&["748000", "748000"]), (dec(748_000), false));
}

/// XBRL X15: a negative revenue is kept as reported and flagged.
#[test]
fn implausible_sign() {
    let rows: [Row; 3] = [
        ("2010-01-01", "2010-12-31", "120", A, "10-K", "2013-02-01"),
        ("2011-01-01", "2011-12-31", "121", A, "10-K", "2013-02-01"),
        ("2012-01-01", "2012-12-31", "-123", A, "10-K", "2013-02-01"),
    ];
    let facts = read(&file(&[("Revenues", "USD", &rows)])).unwrap();
    let found = facts.align(&query(A, None, "2012-12-31", 12));
    assert_eq!(of(&found, LineItem::Revenue).original, dec(-123));
    assert!(has(of(&found, LineItem::Revenue), "implausible-sign"));
    let series = facts.series(LineItem::Revenue, "USD", 12);
    assert_eq!(series.iter().filter(|p| p.flags.contains(&"implausible-sign")).count(), 1);
}

/// XBRL siblings: a fourth quarter from the year and nine months of one accession, never of two.
#[test]
fn quarters_inside_one_accession() {
    let year = ("2012-01-01", "2012-12-31", "100", A, "10-K", "2013-02-01");
    let nine = ("2012-01-01", "2012-09-30", "70", A, "10-K", "2013-02-01");
    let elsewhere = (nine.0, nine.1, "60", B, "10-Q", "2012-11-01");
    let facts = read(&file(&[("NetIncomeLoss", "USD", &[year, nine, elsewhere])])).unwrap();
    let found = facts.align(&query(A, None, "2012-12-31", 3));
    let row = of(&found, LineItem::NetIncome);
    assert_eq!(row.original, dec(30));
    assert!(has(row, "derived-from-year-to-date"));
    assert_eq!(row.start.unwrap().to_string(), "2012-10-01");
    let apart = read(&file(&[("NetIncomeLoss", "USD", &[year, elsewhere])])).unwrap();
    assert!(apart.align(&query(A, None, "2012-12-31", 3)).is_empty());
}

/// XBRL siblings: splits, rounding and moves between lines are told apart from restatements.
#[test]
fn what_only_looks_restated() {
    let pair = |tag: &'static str,
                unit: &'static str,
                a: &'static str,
                b: &'static str|
     -> (&'static str, &'static str, [Row<'static>; 2]) {
        (
            tag,
            unit,
            [
                ("2012-01-01", "2012-12-31", a, A, "10-K", "2013-02-01"),
                ("2012-01-01", "2012-12-31", b, B, "10-K", "2014-02-01"),
            ],
        )
    };
    let made = [
        pair("EarningsPerShareBasic", "USD/shares", "11.97", "2.99"),
        pair("NetIncomeLoss", "USD", "5000", "5000"),
        pair("Revenues", "USD", "3405000000", "3400000000"),
        pair("CostOfRevenue", "USD", "1200", "1350"),
    ];
    let tags: Vec<(&str, &str, &[Row])> = made.iter().map(|(t, u, r)| (*t, *u, r.as_slice())).collect();
    let found = read(&file(&tags)).unwrap().align(&query(A, Some(B), "2012-12-31", 12));
    assert!(has(of(&found, LineItem::EpsBasic), "split"));
    assert!(has(of(&found, LineItem::Revenue), "rounding"));
    let cost = of(&found, LineItem::CostOfRevenue);
    assert!(has(cost, "comparative") && has(cost, "net-income-unchanged") && !has(cost, "rounding"));
}

/// XBRL siblings: damage is an error or a flag, never a panic and never a zero.
#[test]
fn damage_is_told() {
    for broken in [
        "",
        "[]",
        "{\"facts\":",
        "{\"facts\":{\"us-gaap\":[]}}",
        "{\"facts\":{\"us-gaap\":{\"Revenues\":{\"units\":{\"USD\":[{\"val\":NaN}]}}}}}",
        "{} x",
    ] {
        assert!(read(broken).is_err(), "{broken}");
    }
    assert!(read("{\"cik\":null,\"facts\":{}}").unwrap().facts.is_empty());
    let deep = format!("{{\"x\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    // A value that nobody asks for is stepped over, however deep.
    assert!(read(&deep).is_ok_and(|f| f.facts.is_empty()));
    for odd in ["1e400", "\"abc\"", "123456789012345678901234567890123456789012345", "{}", "true"] {
        let rows: [Row; 1] = [("2012-01-01", "2012-12-31", odd, A, "10-K", "2013-02-01")];
        let facts = read(&file(&[("Revenues", "USD", &rows)])).unwrap();
        assert_eq!(
            (facts.facts[0].value, facts.flags.as_slice()),
            (None, ["unreadable-value"].as_slice()),
            "{odd}"
        );
    }
    for value in ["1.5E9", "1500000000.0", "\"1500000000\""] {
        let rows: [Row; 1] = [("2012-01-01", "2012-12-31", value, A, "10-K", "2013-02-01")];
        let facts = read(&file(&[("Revenues", "USD", &rows)])).unwrap();
        assert_eq!(facts.facts[0].value.map(|v| v.normalize()), dec(1_500_000_000), "{value}");
    }
    let rows: [Row; 3] = [
        ("2012-01-01", "2012-02-31", "1", A, "10-K", "2013-02-01"),
        ("2012-01-01", "2012-12-31", "1", "x", "10-K", "2013-02-01"),
        ("2013-01-01", "2012-12-31", "1", A, "10-K", "2013-02-01"),
    ];
    let facts = read(&file(&[("Revenues", "USD", &rows)])).unwrap();
    assert!(facts.facts.is_empty());
    assert_eq!(facts.flags, ["unreadable-date", "unreadable-accession"]);
    let twice =
        file(&[("Revenues", "USD", &[])]).replace("\"Revenues\"", "\"Revenues\":{\"units\":{}},\"Revenues\"");
    assert_eq!(read(&twice).unwrap().flags, ["duplicate-key"]);
}

/// XBRL siblings: a file of 200 MB is read with less than half its size beside it, whatever its tags.
#[test]
fn a_very_large_file() {
    let body = |tag: &str, times: usize| {
        let one = row(("2012-01-01", "2012-12-31", "123456789", A, "10-K", "2013-02-01"));
        let list = format!("{one},").repeat(times);
        format!("\"{tag}\":{{\"label\":null,\"units\":{{\"USD\":[{}]}}}}", list.trim_end_matches(','))
    };
    let (wanted, other) = (body("Revenues", 20_000), body("Tag", 1_300_000));
    let json = format!("{{\"cik\":1,\"entityName\":\"N\",\"facts\":{{\"us-gaap\":{{{wanted},{other}}}}}}}");
    drop((wanted, other));
    assert!(json.len() > 170_000_000);
    let held = |facts: &Facts| facts.facts.capacity() * std::mem::size_of::<Fact>();
    let facts = read(&json).unwrap();
    assert_eq!(facts.facts.len(), 20_000);
    assert!(held(&facts) < json.len() / 50);
    // Many copies of one key agree: one value, and no flag.
    let found = facts.align(&query(A, None, "2012-12-31", 12));
    assert_eq!(of(&found, LineItem::Revenue).original, dec(123_456_789));
    let all = read_all(&json).unwrap();
    assert_eq!(all.facts.len(), 1_320_000);
    assert!(held(&all) * 2 < json.len(), "{} bytes for {}", held(&all), json.len());
    // Cut off anywhere it is an error.
    for at in [json.len() / 2, json.len() - 1] {
        assert!(read(&json[..at]).is_err());
    }
}

/// XBRL siblings: absurd scales and numbers that no decimal holds are flagged, and nothing overflows.
#[test]
fn absurd_scales() {
    let huge = "79228162514264337593543950335";
    let rows: [Row; 3] = [
        ("2012-01-01", "2012-12-31", huge, A, "10-K", "2013-02-01"),
        ("2012-01-01", "2012-09-30", "-79228162514264337593543950335", A, "10-K", "2013-02-01"),
        ("2011-01-01", "2011-12-31", "1e-40", A, "10-K", "2013-02-01"),
    ];
    let later: [Row; 1] = [("2012-01-01", "2012-12-31", "1", B, "10-K/A", "2014-02-01")];
    let json = file(&[("Revenues", "USD", &rows), ("NetIncomeLoss", "USD", &rows)]).replace(
        "\"NetIncomeLoss\"",
        &format!("\"GrossProfit\":{{\"units\":{{\"USD\":[{}]}}}},\"NetIncomeLoss\"", row(later[0])),
    );
    let facts = read(&json).unwrap();
    assert_eq!(
        facts
            .facts
            .iter()
            .find(|f| f.value.is_some())
            .and_then(|f| f.value)
            .map(|v| v.to_string())
            .as_deref(),
        Some(huge)
    );
    for months in [3, 12] {
        for restated in [None, Some(B)] {
            let found = facts.align(&query(A, restated, "2012-12-31", months));
            assert!(found.iter().all(|r| r.end.to_string() == "2012-12-31"));
        }
    }
    assert!(facts.traps().periods >= 4);
}

fn shared(path: &str) -> Option<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        eprintln!("skipped: ../shared is not there");
    }
    text
}

/// Known right values of edgar.md 3: Apple's fiscal 2009, by the 10-K and its amendment.
#[test]
fn apple_2009() {
    let Some(json) = shared("mirror/edgar/companyfacts/CIK0000320193.json") else { return };
    let found = read(&json).unwrap().align(&query(
        "0001193125-09-214859",
        Some("0001193125-10-012091"),
        "2009-09-26",
        12,
    ));
    for (item, original, restated) in [
        (LineItem::Revenue, 36_537, 42_905),
        (LineItem::GrossProfit, 13_140, 17_222),
        (LineItem::NetIncome, 5_704, 8_235),
        (LineItem::Receivables, 3_361, 3_361),
    ] {
        let row = of(&found, item);
        assert_eq!(
            (row.original, row.restated),
            (dec(original * 1_000_000), dec(restated * 1_000_000)),
            "{}",
            item.as_str()
        );
    }
}

/// Known right values of edgar.md 3: Mattel's year and quarter, Kraft Heinz's year that no amendment restates.
#[test]
fn mattel_and_kraft_heinz() {
    let Some(json) = shared("facts/excerpts/mattel_restated_excerpt.json") else { return };
    let mattel = read(&json).unwrap();
    let year = mattel.align(&query("0001628280-19-001744", Some("0001628280-19-013975"), "2018-12-31", 12));
    assert_eq!(
        (of(&year, LineItem::NetIncome).original, of(&year, LineItem::NetIncome).restated),
        (dec(-530_993_000), dec(-533_299_000))
    );
    let quarter = mattel.align(&query("0001628280-17-010192", Some("0001628280-19-013975"), "2017-09-30", 3));
    let row = quarter.iter().find(|r| r.item == LineItem::NetIncome);
    assert_eq!(row.and_then(|r| r.restated), dec(-713_445_000));
    let Some(json) = shared("facts/excerpts/kraftheinz_restated_excerpt.json") else { return };
    let kraft = read(&json).unwrap();
    let original: Accession = "0001637459-18-000015".parse().unwrap();
    let found = kraft.align(&Query {
        original,
        restated: None,
        period_end: "2017-12-30".parse().unwrap(),
        months: 12,
    });
    let row = of(&found, LineItem::NetIncome);
    assert_eq!((row.original, row.restated), (dec(10_999_000_000), dec(10_941_000_000)));
    assert!(has(row, "comparative"));
}

/// Of Apple's 425 periods whose values differ, an amendment changed about a fifth (a change of accounting rule);
/// splits, rounding and comparatives of later reports make the rest.
#[test]
fn apples_differing_periods_are_explained() {
    let Some(json) = shared("mirror/edgar/companyfacts/CIK0000320193.json") else { return };
    let traps = read_all(&json).unwrap().traps();
    assert_eq!((traps.periods, traps.repeated, traps.differing), (12_154, 6_964, 425));
    assert_eq!(traps.split + traps.rounding + traps.amended + traps.comparative, 425);
    assert!((100..=135).contains(&traps.split), "{traps:?}");
    assert!((10..=50).contains(&traps.rounding), "{traps:?}");
    assert!((60..=80).contains(&traps.amended), "{traps:?}");
    assert!((180..=250).contains(&traps.comparative), "{traps:?}");
}
