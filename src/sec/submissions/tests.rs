use super::*;
use jiff::civil::date;

fn shared(name: &str) -> Option<Vec<u8>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/mirror/edgar/submissions")
        .join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {name} is not there");
    }
    bytes
}

fn kinds(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|p| p.kind).collect()
}

/// CRAWL C07: older filings stand in pages that the main file names.
#[test]
fn older_pages_are_named_and_merged() {
    let main = br#"{"cik":"9990001","name":"Quarrystone","filings":{"recent":{
        "accessionNumber":["0009990001-19-000002","0009990001-19-000001"],"filingDate":["2019-05-01","2019-02-01"],
        "reportDate":["2019-03-31","2018-12-31"],"form":["10-Q","10-K"]},
        "files":[{"name":"CIK0009990001-submissions-001.json","filingCount":1,"filingFrom":"2004-01-01","filingTo":"2004-12-31"},
                 {"name":"../../etc/passwd","filingCount":1}]}}"#;
    let mut read = parse_main(main).expect("a filer");
    assert_eq!(read.more_pages.len(), 1);
    assert_eq!(kinds(&read.problems), ["bad-page-name"]);
    let page = parse_page(
        br#"{"accessionNumber":["0009990001-04-000003","0009990001-19-000001"],"filingDate":["2004-03-15","2019-02-01"],
            "reportDate":["2003-12-31","2018-12-31"],"form":["10-K","10-K"]}"#,
    )
    .expect("columns");
    read.merge("CIK0009990001-submissions-001.json", page);
    assert!(read.more_pages.is_empty());
    assert_eq!(read.filings.len(), 3);
    assert_eq!(read.filings[2].report_date, Some(date(2003, 12, 31)));
    assert_eq!(kinds(&read.problems), ["bad-page-name", "page-count", "duplicate-accession"]);
}

/// Bad input: unequal columns, foreign types, odd dates and numbers; read as far as it goes, and reported.
#[test]
fn unequal_columns_and_foreign_values() {
    let main = br#"{"cik":9990001,"name":null,"sic":"2834","fiscalYearEnd":"0930","tickers":null,"formerNames":"none",
        "filings":{"recent":{
        "accessionNumber":["0009990001-19-000002",17,"0009990001-19-000002","0009990001-19-000009"],
        "filingDate":["2019-02-30","","2019-01-01"],"reportDate":"x","form":["10-K/A",null],"size":[12,"x"],
        "primaryDocument":["../secret","","",""],"items":["4.02,9.01"]},"files":{}}}"#;
    let read = parse_main(main).expect("a filer");
    assert_eq!((read.cik, read.sic, read.fiscal_year_end), (Cik(9_990_001), Some(2834), Some((9, 30))));
    assert_eq!(read.filings.len(), 2);
    let first = &read.filings[0];
    assert!(first.form.amendment && first.filed.is_none() && first.primary_document.is_none());
    assert_eq!(first.items, ["4.02", "9.01"]);
    assert_eq!(read.filings[1].filed, None);
    for kind in [
        "unequal-columns",
        "missing-column",
        "bad-accession",
        "duplicate-accession",
        "bad-date",
        "bad-document-name",
    ] {
        assert!(kinds(&read.problems).contains(&kind), "{kind} in {:?}", read.problems);
    }
}

#[test]
fn what_is_no_submissions_file_is_refused() {
    for bytes in [&b""[..], b"{}", b"[]", b"{\"cik\":\"x\"}", b"\xff\xfe", b"{\"cik\":1"] {
        assert!(parse_main(bytes).is_err());
    }
    assert!(parse_page(b"[1]").is_err());
}

/// MAP I05: former names with dates; names that differ in case only are one (edgar.md 2).
#[test]
fn former_names_of_the_mirror() {
    let Some(bytes) = shared("CIK0000749647.json") else { return };
    let read = parse_main(&bytes).expect("a filer");
    let names: Vec<_> = read.former_names.iter().map(|f| (f.name.as_str(), f.from)).collect();
    assert_eq!(
        names,
        [("CELSION CORP", Some(date(2007, 11, 21))), ("CHEUNG LABORATORIES INC", Some(date(1996, 8, 7)))]
    );
    assert_eq!(read.more_pages.len(), 1);
}

/// Hostile strings: names of punctuation, reversed dates.
#[test]
fn a_filer_of_odd_strings() {
    let Some(bytes) = shared("CIK0000350001.json") else { return };
    let read = parse_main(&bytes).expect("a filer");
    assert_eq!(read.cik, Cik(350_001));
    assert!(read.name.contains("`!#$(),:;=.-;\\|@/{}&'\\WA\\"));
    assert!(read.filings.is_empty() && kinds(&read.problems).contains(&"dates-reversed"));
    assert!(read.former_names.iter().all(|f| f.from <= f.to));
}

/// Every file of the mirror is read; problems there are empty dates of shortened files only.
#[test]
fn the_whole_mirror_is_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/mirror/edgar/submissions");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: the mirror is not there");
        return;
    };
    let mut filings = 0;
    for entry in entries.flatten() {
        let name = entry.file_name().into_string().unwrap_or_default();
        let bytes = std::fs::read(entry.path()).expect("a readable file");
        let (rows, problems) = if name.contains("-submissions-") {
            let page = parse_page(&bytes).expect("columns");
            (page.filings, page.problems)
        } else {
            let main = parse_main(&bytes).expect("a filer");
            assert!(name.contains(&main.cik.to_string()));
            (main.filings, main.problems)
        };
        filings += rows.len();
        for problem in problems {
            assert!(matches!(problem.kind, "dates-reversed" | "bad-date"), "{name}: {problem:?}");
        }
    }
    assert!(filings > 10_000, "{filings} rows");
}
