use super::*;
use crate::period::{Period, PeriodKind};
use crate::sec::submissions::{FilingRow, parse_main};
use jiff::civil::date;

fn index(names: &[(&str, u64)]) -> Index {
    Index::build(NameList::from_pairs(names.iter().map(|(name, cik)| (*name, Cik(*cik)))))
}

use crate::sec::names::NameList;

fn ask(index: &Index, name: &str) -> (Status, Option<u64>) {
    let decision = index.resolve(&Query::named(name));
    (decision.status, decision.cik.map(|c| c.0))
}

fn matched(cik: u64) -> (Status, Option<u64>) {
    (Status::Matched, Some(cik))
}

/// MAP I01: a name is not found inside another.
#[test]
fn a_name_inside_another_is_not_the_same() {
    let index =
        index(&[("Morbis Inc", 9_990_011), ("Orbis Inc", 9_990_012), ("ORBIS MORBIS CORP", 9_990_013)]);
    assert_eq!(ask(&index, "Orbis, Inc."), matched(9_990_012));
    assert_eq!(ask(&index, "Orbi Inc.").0, Status::None);
    assert_ne!(ask(&index, "Bis Inc.").0, Status::Matched);
}

/// MAP I02: the full list maps issuers that no ticker file has; an override outlives a new ticker file.
#[test]
fn delisted_issuers_and_overrides() {
    let names = NameList::from_pairs([
        ("TARN SHIPPING CORP /DE/", Cik(9_990_021)),
        ("FELL FOODS INC", Cik(9_990_022)),
    ]);
    let tickers =
        crate::sec::tickers::parse(br#"{"0":{"cik_str":9990030,"ticker":"FELL","title":"Fell Foods Corp"}}"#)
            .expect("tickers");
    let index = Index::build(names).with_tickers(&tickers);
    assert_eq!(ask(&index, "Tarn Shipping Corporation"), matched(9_990_021));
    let overrides = Overrides::parse(
        "[[issuer]]\nname = \"Fell Foods Incorporated\"\ncik = 9990023\nreason = \"the parent filed\"\ndecided = 2026-02-01\n\
         [[issuer]]\nname = \"Fell Foods Incorporated\"\nrelease = \"AAER-12\"\nreason = \"a private firm\"\ndecided = \"2026-02-02\"\n",
    )
    .expect("overrides");
    let query = Query::named("FELL FOODS, INC.");
    for index in [&index, &Index::default()] {
        let decision = overrides.resolve(index, &query, None);
        assert_eq!((decision.status, decision.cik), (Status::Matched, Some(Cik(9_990_023))));
        assert!(decision.reasons[0].contains("the parent filed"));
    }
    let release = "AAER-12".parse().expect("a number");
    assert_eq!(overrides.resolve(&index, &query, Some(&release)).status, Status::None);
    assert!(Overrides::parse("[[issuer]]\nname = \"x\"\nreason = \"\"\ndecided = 2026-02-01\n").is_err());
    assert!(Overrides::parse(include_str!("../../config/overrides.toml")).is_ok());
}

/// MAP I03: likeness of letters and shared generic words give candidates, no match.
#[test]
fn likeness_is_for_review() {
    let index = index(&[("Centrel Software Inc", 9_990_031), ("Fenwall Softwear LLC", 9_990_032)]);
    let decision = index.resolve(&Query::named("Fenwell Software Inc"));
    assert_ne!(decision.status, Status::Matched);
    let shown: Vec<u64> = decision.candidates.iter().map(|c| c.cik.0).collect();
    assert!(shown.contains(&9_990_031) && shown.contains(&9_990_032), "{decision:?}");
    assert!(decision.candidates.iter().all(|c| c.score < 0.85 && c.score > 0.0));
    for near in ["Fenwall Software LLC", "Centrel Softwares & Sons Inc", "Central Software Inc"] {
        assert_ne!(index.resolve(&Query::named(near)).status, Status::Matched, "{near}");
    }
}

/// MAP I05: a former name with its days; the range is checked against the release.
#[test]
fn former_names_are_dated() {
    let filer = parse_main(
        br#"{"cik":"9990020","name":"Sensar Technologies Inc","formerNames":[
            {"name":"Daelar Enterprises Inc","from":"1990-01-01T00:00:00.000Z","to":"1998-06-09T00:00:00.000Z"}]}"#,
    )
    .expect("a filer");
    let index = Index::default().with_submissions([&filer]);
    let ask = |on| index.resolve(&Query { on, ..Query::named("Daelar Enterprises") });
    let decision = ask(Some(date(1997, 5, 1)));
    assert_eq!((decision.status, decision.cik), (Status::Matched, Some(Cik(9_990_020))));
    let reasons = decision.candidates[0].reasons.join("; ");
    assert!(reasons.contains("former name, 1990-01-01 to 1998-06-09: in use then"), "{reasons}");
    assert!(ask(Some(date(2004, 5, 1))).candidates[0].reasons.join(";").contains("no longer in use then"));
    // Two years before its first use the name was another's.
    assert_ne!(ask(Some(date(1987, 5, 1))).status, Status::Matched);
}

/// MAP I09: a release that names the subsidiary gets the subsidiary, though the parent shares its reports.
#[test]
fn the_named_registrant_is_the_issuer() {
    let index = index(&[("TARN POWER CO", 9_990_060), ("TARN POWER FUNDING CO", 9_990_061)]);
    assert_eq!(ask(&index, "Tarn Power Funding Company"), matched(9_990_061));
}

/// MAP I10: captions of several parties; the company's name stays whole.
#[test]
fn captions() {
    let index = index(&[
        ("LARKSPUR INSTRUMENTS INC", 9_990_071),
        ("7H OIL & GAS LLC", 9_990_072),
        ("GAS LLC", 9_990_073),
    ]);
    assert_eq!(ask(&index, "Larkspur Instruments, Inc., et al."), matched(9_990_071));
    assert_eq!(
        ask(&index, "Larkspur Instruments, Inc., Quillon Audit LLP, and A. Example"),
        matched(9_990_071)
    );
    assert_eq!(ask(&index, "7H Oil and Gas LLC and B. Example"), matched(9_990_072));
    assert_eq!(ask(&index, "B. Example and Larkspur Instruments, Inc."), matched(9_990_071));
    assert_eq!(ask(&index, "B. Example, CPA").0, Status::None);
}

/// Names as releases print them against conformed names.
#[test]
fn printed_names_against_conformed_ones() {
    let index = index(&[
        ("ORRIN MEDICAL INC", 1_001),
        ("TARN MANAGEMENT INC /DE/", 1_002),
        ("QUARRY CORP/FL/", 1_003),
        ("MAX FELL COMMUNICATIONS INC", 1_004),
        ("FELDE J C & SONS CO", 1_005),
        ("ASHWATERCOM INC", 1_006),
        ("TARN INTL HLDGS LTD", 1_007),
        ("KETTLE TECHNOLOGY N V", 1_008),
        ("THE BRAMBLE ROSE CO", 1_009),
        ("GORSE CORP ADA B EXAMPLE", 1_010),
        ("ADA EXAMPLE F", 1_011),
        ("O'DELL & FELLS CO LTD", 1_012),
        ("BANK OF FELL HOLDINGS INC", 1_013),
    ]);
    for (name, cik) in [
        ("the Orrin Medical Inc", 1_001),
        ("Orrin Medical", 1_001),
        ("Tarn Management, Inc.", 1_002),
        ("Quarry Corporation", 1_003),
        ("QUARRY CORPORATION", 1_003),
        ("MAX Fell Communications, Inc.", 1_004),
        ("J.C. Felde & Sons Company", 1_005),
        ("J. C. Felde and Sons", 1_005),
        ("Ashwater.com, Inc.", 1_006),
        ("Tarn International Holdings Limited", 1_007),
        ("Kettle Technologies N.V.", 1_008),
        ("Bramble Rose Company, Inc.", 1_009),
        ("Gorse Corporation", 1_010),
        ("O\u{2019}Dell & Fells Company, Ltd.", 1_012),
        ("Gorse Corp. (f/k/a Moor Corp.)", 1_010),
        ("Moor Corp. n/k/a Gorse Corp.", 1_010),
        ("Royal Bramble (Quarry Corp.)", 1_003),
        ("Kettle Technology N.V. (the \u{201c}Company\u{201d})", 1_008),
        ("Bank of Fell", 1_013),
    ] {
        assert_eq!(ask(&index, name), matched(cik), "{name}");
    }
    for name in
        ["Ada Example", "the Company", "Holdings, Inc.", "Orrin Medical LLC", "", "///", "Bank", "Inc."]
    {
        assert_ne!(ask(&index, name).0, Status::Matched, "{name}");
    }
}

/// Two filers of one name: both are shown, the day decides where numbers tell, else nobody.
#[test]
fn namesakes_are_ambiguous() {
    let index = index(&[
        ("TARN CORP", 1_000_500),
        ("TARN CORP", 1_900_500),
        ("FELL INC", 7_001),
        ("FELL INC /NEW/", 7_002),
    ]);
    let late = Query { on: Some(date(2024, 1, 1)), ..Query::named("Tarn Corp") };
    let decision = index.resolve(&late);
    assert_eq!((decision.status, decision.candidates.len()), (Status::Ambiguous, 2));
    let early = Query { on: Some(date(2003, 1, 1)), ..Query::named("Tarn Corporation") };
    assert_eq!(index.resolve(&early).cik, Some(Cik(1_000_500)));
    assert_eq!(ask(&index, "Fell, Inc.").0, Status::Ambiguous);
    // To the letter as the list writes it, a name is its own.
    assert_eq!(ask(&index, "FELL INC"), matched(7_001));
    assert_eq!(ask(&index, "FELL INC /NEW/"), matched(7_002));
}

/// Without a day the older of two namesakes is meant, for releases are about old reports; with a day it decides.
#[test]
fn namesakes_without_a_day() {
    let index = index(&[
        ("TARN TECHNOLOGY INC /DE/", 929_001),
        ("TARN TECHNOLOGY, INC.", 1_897_001),
        ("FELL ENERGY CORP", 1_870_001),
        ("FELL ENERGY CORP", 1_890_001),
    ]);
    assert_eq!(ask(&index, "TARN TECHNOLOGY, INC."), matched(1_897_001), "to the letter as listed");
    assert_eq!(ask(&index, "Tarn Technology, Inc."), matched(929_001));
    let late = Query { on: Some(date(2024, 6, 1)), ..Query::named("Tarn Technology Inc.") };
    assert_eq!(index.resolve(&late).status, Status::Ambiguous);
    // Both younger than the reports, or one alone: age tells nothing.
    assert_eq!(ask(&index, "Fell Energy Corporation").0, Status::Ambiguous);
}

/// A number of the alphabet's time, given under another of the filer's names, speaks against a name that somebody
/// else bears alone.
#[test]
fn a_stray_name_of_another_filer() {
    let index = index(&[
        ("ARBOR CABLE CORP", 68_505),
        ("MOOR RADIO CO", 68_505),
        ("ARBOR CABLE CORP", 796_001),
        ("BRAMBLE MOTORS CORP", 9_500),
        ("BRAMBLE MOTORS CORP", 796_002),
    ]);
    assert_eq!(ask(&index, "Arbor Cable Corporation"), matched(796_001));
    assert_eq!(ask(&index, "Moor Radio Company"), matched(68_505));
    assert_eq!(ask(&index, "Bramble Motors Corporation").0, Status::Ambiguous);
}

/// Industry, state and symbol part namesakes.
#[test]
fn hints_part_namesakes() {
    let filer = |cik: u64, sic: &str, state: &str, symbol: &str| {
        parse_main(
            format!(
                r#"{{"cik":"{cik}","name":"Moor Mills Inc","sic":"{sic}","stateOfIncorporation":"{state}","tickers":["{symbol}"]}}"#
            )
            .as_bytes(),
        )
        .expect("a filer")
    };
    let (a, b) = (filer(5_001, "2211", "DE", "MOOR"), filer(5_002, "7372", "NV", "MILL"));
    let index = Index::default().with_submissions([&a, &b]);
    assert_eq!(ask(&index, "Moor Mills, Inc.").0, Status::Ambiguous);
    for query in [
        Query { sic: Some(7_373), ..Query::named("Moor Mills, Inc.") },
        Query { state: Some("nv".into()), ..Query::named("Moor Mills, Inc.") },
        Query { tickers: vec!["mill".into()], ..Query::named("Moor Mills, Inc.") },
    ] {
        assert_eq!(index.resolve(&query).cik, Some(Cik(5_002)), "{query:?}");
    }
}

/// Initials and symbols are shown, never taken.
#[test]
fn initials_are_for_review() {
    let index = index(&[("PURPLE STONE INDUSTRIES INC", 6_001), ("ORRIN CO", 6_002)]);
    let decision = index.resolve(&Query::named("PSI"));
    assert_eq!(decision.status, Status::Ambiguous);
    assert_eq!(decision.candidates[0].cik, Cik(6_001));
}

/// A short name goes to the one filer whose name begins so, and to nobody when several do.
#[test]
fn short_names() {
    let index = index(&[
        ("FOAMWELL INTERNATIONAL INC", 8_001),
        ("ALPENTOP GROUP INC", 8_002),
        ("ALPENTOP HOLDINGS INC", 8_003),
        ("ATLANT CORP", 8_004),
        ("ATLANT AIR INC", 8_005),
        ("ATLANT STEEL INC", 8_006),
        ("ATLANT FOODS INC", 8_007),
    ]);
    assert_eq!(ask(&index, "Foamwell"), matched(8_001));
    assert_ne!(ask(&index, "Foamwell, Inc.").0, Status::Matched);
    assert_ne!(ask(&index, "Alpentop").0, Status::Matched);
    assert_eq!(ask(&index, "Atlant").0, Status::Ambiguous);
    assert_eq!(ask(&index, "Atlant Corp."), matched(8_004));
}

fn annual(accession: &str, end: jiff::civil::Date, filed: jiff::civil::Date) -> FilingRow {
    FilingRow {
        accession: accession.parse().expect("an accession"),
        form: crate::ids::Form::parse("10-K"),
        filed: Some(filed),
        report_date: Some(end),
        primary_document: None,
        size: 1,
        items: Vec::new(),
        xbrl: false,
    }
}

/// Requirements R21: the filer of the affected periods wins over its successor of the same name.
#[test]
fn the_filer_of_the_period_is_the_issuer() {
    let index = index(&[("TARN MOTORS CORP", 40_001), ("TARN MOTORS CORP", 1_467_001)]);
    let before = [annual("0000040001-04-000001", date(2003, 12, 31), date(2004, 3, 1))];
    let after = [annual("0001467001-12-000001", date(2011, 12, 31), date(2012, 3, 1))];
    let filings = |cik: Cik| Some(if cik == Cik(40_001) { &before[..] } else { &after[..] });
    let period = |year: i16| Period {
        label: format!("FY{year}"),
        start: None,
        end: Some(date(year, 12, 31)),
        kind: PeriodKind::Annual,
        flags: Vec::new(),
    };
    let query = Query { on: Some(date(2013, 1, 1)), ..Query::named("Tarn Motors Corporation") };
    let ambiguous = || index.resolve(&query);
    assert_eq!(succession::choose(ambiguous(), &[period(2003)], filings).cik, Some(Cik(40_001)));
    assert_eq!(succession::choose(ambiguous(), &[period(2011)], filings).cik, Some(Cik(1_467_001)));
    assert_eq!(
        succession::choose(ambiguous(), &[period(2003), period(2011)], filings).status,
        Status::Ambiguous
    );
    assert_eq!(succession::choose(ambiguous(), &[period(2007)], filings).status, Status::Ambiguous);
    // A candidate whose filings are not at hand might have filed them too.
    let half = |cik: Cik| (cik == Cik(40_001)).then_some(&before[..]);
    assert_eq!(succession::choose(ambiguous(), &[period(2003)], half).status, Status::Ambiguous);
}

/// Acceptance of issue 7: every name of the mirror's list is its own filer's, or shared by true namesakes.
#[test]
fn every_name_of_the_list_is_its_own() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/mirror/edgar/cik-lookup-data.txt");
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("skipped: the mirror's name list is not there");
        return;
    };
    let list = NameList::parse(&bytes);
    assert_eq!(list.broken, 0);
    let index = Index::build(list.clone());
    let (mut right, mut shared) = (0, 0);
    for (name, cik) in list.iter() {
        let decision = index.resolve(&Query::named(name));
        match decision.cik {
            Some(found) => {
                assert_eq!(found, cik, "{name}");
                right += 1;
            }
            None => {
                assert_eq!(decision.status, Status::Ambiguous, "{name}");
                let own = decision.candidates.iter().filter(|c| c.name == name && c.score == 1.0).count();
                assert!(own > 1, "{name}: {decision:?}");
                shared += 1;
            }
        }
    }
    assert!(right > 26_000 && shared < 200, "{right} right, {shared} shared");
}

/// Hostile names: no panic, no match, an answer at once.
#[test]
fn hostile_names() {
    let index =
        index(&[("TARN INC", 1), ("`!#$(),:;=.-;\\|@/{}&'\\WA\\", 2), ("\u{130}STANBUL A\u{15e}", 3)]);
    for name in [
        "\u{0}".to_owned(),
        "(".repeat(390),
        "a ".repeat(200),
        "\u{1F600}/\u{1F600}/".to_owned(),
        "n/k/a f/k/a d/b/a".to_owned(),
        "\u{301}\u{301}".to_owned(),
        "x".repeat(100_000),
        "Inc. and Inc. and Inc.".to_owned(),
    ] {
        assert_ne!(ask(&index, &name).0, Status::Matched, "{name:.40}");
    }
    assert_eq!(ask(&index, "`!#$(),:;=.-;\\|@/{}&'\\WA\\"), matched(2));
    assert_eq!(ask(&index, "\u{130}stanbul A\u{15e}").1, Some(3));
}
