use super::*;

const TWO_COLUMNS: &str = "<TYPE>EX-27\n<TEXT>\n<ARTICLE> 5\n<RESTATED>\n<MULTIPLIER> 1,000<F1>\n<CURRENCY> U.S. DOLLARS\n<S> <C> <C>\n<PERIOD-TYPE> YEAR 9-MOS\n<FISCAL-YEAR-END> DEC-31-1995 DEC-31-1994\n<PERIOD-END> DEC-31-1995 SEP-30-1994\n<RECEIVABLES> 814<F2> 367\n<TOTAL-REVENUES> 2,346 1,183\n<NET-INCOME> (705) ( 17)\n<EPS-BASIC> (.03) 1.36\n<EPS-DILUTED> NA 1.36\n<FN>\n<F1>text 1 2 3\n<F2>more\n</FN>\n</TEXT>\n</DOCUMENT>\n<TYPE>EX-99\n<NET-INCOME> 5\n";

/// XBRL siblings: several columns, a multiplier, a footnote mark in a value, EPS-BASIC, what is no number.
#[test]
fn columns_multiplier_and_notes() {
    let schedules = read(TWO_COLUMNS);
    assert_eq!(schedules.len(), 1);
    let s = &schedules[0];
    assert!(s.restated && s.multiplier_given && s.article == "5" && s.unit() == "USD");
    assert_eq!(s.columns.len(), 2);
    let first = &s.columns[0];
    assert_eq!(first.months(), Some(12));
    assert_eq!(s.columns[1].months(), Some(9));
    let of = |c: &Column, item| s.item(c, item).map(|(tag, v)| (tag, v.to_string()));
    assert_eq!(of(first, LineItem::NetIncome), Some(("NET-INCOME", "-705000".into())));
    assert_eq!(of(first, LineItem::Receivables), Some(("RECEIVABLES", "814000".into())));
    assert_eq!(of(first, LineItem::EpsBasic), Some(("EPS-BASIC", "-0.03".into())));
    assert_eq!(of(first, LineItem::EpsDiluted), None);
    assert_eq!(of(&s.columns[1], LineItem::NetIncome), Some(("NET-INCOME", "-17000".into())));
    assert_eq!(s.columns[1].period_end, Date::new(1994, 9, 30).ok());
}

/// XBRL siblings: absurd numbers and no schedule at all.
#[test]
fn damage_is_nothing() {
    assert!(read("").is_empty());
    assert!(read("<ARTICLE> 5\n<S> <C>\n").is_empty());
    let s = read(
        "<ARTICLE> UT\n<MULTIPLIER> 99999999999999999999999999999999\n<PERIOD-END> FEB-30-1999\n<NET-INCOME> 1e400 NaN 999999999999999999999999\n",
    );
    assert_eq!(s[0].multiplier, Decimal::ONE);
    assert!(!s[0].multiplier_given);
    assert_eq!(s[0].columns[0].period_end, Date::new(1999, 2, 28).ok());
    assert!(s[0].columns.iter().all(|c| c.get("NET-INCOME").is_none()));
}

/// Every schedule of the truth table, as given there.
#[test]
fn schedules_of_real_filings() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let Ok(mut truth) = csv::Reader::from_path(root.join("truth/ex27.csv")) else {
        eprintln!("skipped: ../shared/truth/ex27.csv is not there");
        return;
    };
    let mut rows = 0;
    for row in truth.deserialize::<std::collections::HashMap<String, String>>() {
        let row = row.unwrap();
        let bytes = std::fs::read(root.join("filings").join(&row["file"])).unwrap();
        let schedules = read(&crate::text::decode::decode(&bytes).text);
        let schedule = schedules
            .iter()
            .find(|s| s.document_type == row["doc_type"] && s.article == row["article"])
            .unwrap_or_else(|| panic!("{} {}", row["file"], row["doc_type"]));
        let column = &schedule.columns[row["column"].parse::<usize>().unwrap() - 1];
        assert_eq!(column.period_type, row["period_type"]);
        assert_eq!(column.period_end, date_of(&row["period_end"]));
        assert_eq!(column.fiscal_year_end, date_of(&row["fiscal_year_end"]));
        assert_eq!(schedule.multiplier_given, !row["multiplier"].is_empty());
        assert_eq!(schedule.restated, row["notes"].contains("RESTATED"));
        for (key, item) in [
            ("total_revenues", LineItem::Revenue),
            ("net_income", LineItem::NetIncome),
            ("receivables", LineItem::Receivables),
            ("total_assets", LineItem::TotalAssets),
            ("eps_primary", LineItem::EpsBasic),
        ] {
            let want = row[key].parse::<Decimal>().ok();
            let have = schedule.item(column, item).map(|(_, v)| v);
            assert_eq!(
                have.map(|v| v.normalize()),
                want.map(|v| v.normalize()),
                "{} {} {key}",
                row["file"],
                row["doc_type"]
            );
        }
        rows += 1;
    }
    assert!(rows >= 17);
}
