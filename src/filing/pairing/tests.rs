use super::*;
use crate::filing::amendment::Kind;
use crate::ids::Form;
use crate::sec::submissions::{self, Submissions};
use jiff::civil::date;

fn row(number: u32, form: &str, end: Option<Date>, filed: Date) -> FilingRow {
    FilingRow {
        accession: format!("0009990001-{:02}-{number:06}", filed.year() % 100).parse().expect("an accession"),
        form: Form::parse(form),
        filed: Some(filed),
        report_date: end,
        primary_document: None,
        size: 1,
        items: Vec::new(),
        xbrl: false,
    }
}

fn period(label: &str, end: Option<Date>, kind: PeriodKind) -> Period {
    Period { label: label.to_owned(), start: None, end, kind, flags: Vec::new() }
}

fn year(end: Date) -> Period {
    period(&format!("FY{}", end.year()), Some(end), PeriodKind::Annual)
}

fn plan(rows: &[FilingRow], period: &Period) -> PairPlan {
    pair(rows, period, &Calendar::of(rows, None))
}

fn original(plan: &PairPlan) -> Option<(String, Basis)> {
    plan.original.as_ref().map(|o| (o.filing.form.to_string(), o.basis))
}

/// PAIR A01: forms by whole name: NT forms in neither slot.
#[test]
fn forms_are_told_by_their_whole_names() {
    let end = date(2001, 12, 31);
    let filed = date(2002, 3, 20);
    for (form, is_original) in [
        ("10-K", true),
        ("10-K/A", false),
        ("10-K405", true),
        ("10-K405/A", false),
        ("10-KSB", true),
        ("10KSB40", true),
        ("10-KT", true),
        ("20-F", true),
        ("NT 10-K", false),
        ("NT 10-K/A", false),
        ("10-D", false),
        ("10-Q", false),
    ] {
        let plan = plan(&[row(1, form, Some(end), filed)], &year(end));
        assert_eq!(plan.original.is_some(), is_original, "{form}");
        assert_eq!(plan.amendments.len(), usize::from(matches!(form, "10-K/A" | "10-K405/A")), "{form}");
    }
}

/// PAIR A02: an original of another variant than its amendment.
#[test]
fn a_10_k405_has_a_10_k_amendment() {
    let end = date(2001, 12, 31);
    let rows =
        [row(1, "10-K/A", Some(end), date(2002, 8, 1)), row(2, "10-K405", Some(end), date(2002, 3, 20))];
    let plan = plan(&rows, &year(end));
    assert_eq!(original(&plan), Some(("10-K405".into(), Basis::PeriodOfReport)));
    assert_eq!(plan.amendments.len(), 1);
}

/// PAIR A03: the period of report is the key, not the day of filing.
#[test]
fn an_amendment_filed_after_the_next_report() {
    let rows = [
        row(1, "10-K", Some(date(2003, 12, 31)), date(2004, 3, 15)),
        row(2, "10-K", Some(date(2004, 12, 31)), date(2005, 3, 14)),
        row(3, "10-K/A", Some(date(2003, 12, 31)), date(2005, 6, 30)),
    ];
    let first = plan(&rows, &year(date(2003, 12, 31)));
    assert_eq!(first.original.as_ref().map(|o| &o.filing), Some(&rows[0]));
    assert_eq!(first.amendments.iter().map(|a| &a.choice.filing).collect::<Vec<_>>(), [&rows[2]]);
    assert_eq!(first.later.iter().map(|l| &l.filing).collect::<Vec<_>>(), [&rows[1]]);
    assert!(plan(&rows, &year(date(2004, 12, 31))).amendments.is_empty());
}

/// PAIR A05: several amendments are kept in the order of filing, numbered.
#[test]
fn several_amendments_are_numbered() {
    let end = date(2003, 12, 31);
    let rows = [
        row(9, "10-K/A", Some(end), date(2005, 1, 3)),
        row(1, "10-K", Some(end), date(2004, 3, 15)),
        row(2, "10-K/A", Some(end), date(2004, 4, 29)),
    ];
    let plan = plan(&rows, &year(end));
    let got: Vec<_> =
        plan.amendments.iter().map(|a| (a.order, a.choice.filing.filed, a.about_proxy_date)).collect();
    assert_eq!(got, [(1, Some(date(2004, 4, 29)), true), (2, Some(date(2005, 1, 3)), false)]);
}

/// PAIR A07: a Part III amendment is no restatement; nothing unread is taken for one.
#[test]
fn conclusions_wait_for_readings() {
    let end = date(2005, 12, 31);
    let mut notice = row(5, "8-K", Some(date(2006, 8, 1)), date(2006, 8, 2));
    notice.items = vec!["4.02".into(), "9.01".into()];
    let rows = [
        row(1, "10-K", Some(end), date(2006, 3, 15)),
        row(2, "10-K/A", Some(end), date(2006, 4, 28)),
        row(3, "10-K", Some(date(2006, 12, 31)), date(2007, 3, 15)),
        notice,
    ];
    let plan = plan(&rows, &year(end));
    let part_iii = |_: &crate::ids::Accession| Some(Kind::PartIiiOnly);
    assert_eq!(plan.conclude(|_| None, |_| Some(true)).evidence, Evidence::NeedsReading);
    assert_eq!(plan.conclude(part_iii, |_| None).evidence, Evidence::NeedsReading);
    let later = plan.conclude(part_iii, |_| Some(true));
    assert_eq!(
        (later.evidence, later.document.as_ref()),
        (Evidence::RestatedInLaterReport, Some(&rows[2].accession))
    );
    let noticed = plan.conclude(part_iii, |_| Some(false));
    assert_eq!(
        (noticed.evidence, noticed.document.as_ref()),
        (Evidence::NonRelianceNotice, Some(&rows[3].accession))
    );
    let restating = plan.conclude(|_| Some(Kind::Restating), |_| None);
    assert_eq!((restating.evidence, restating.confidence), (Evidence::RestatingAmendment, Confidence::High));
    assert_eq!(restating.document.as_ref(), Some(&rows[1].accession));
}

/// Years of 52 or 53 weeks, ends in January, assumed ends, labels without a day.
#[test]
fn the_issuers_own_calendar() {
    let rows = [
        row(1, "10-K", Some(date(1999, 1, 30)), date(1999, 4, 20)),
        row(2, "10-K", Some(date(2000, 1, 29)), date(2000, 4, 20)),
        row(3, "10-Q", Some(date(1999, 5, 1)), date(1999, 6, 10)),
        row(4, "10-Q", Some(date(1999, 7, 31)), date(1999, 9, 10)),
    ];
    let near = plan(&rows, &year(date(2000, 1, 31)));
    assert_eq!(original(&near), Some(("10-K".into(), Basis::NearPeriodOfReport)));
    assert_eq!(near.original.as_ref().map(|o| o.filing.accession.clone()), Some(rows[1].accession.clone()));
    // Fiscal 1999 of a January year ends in 2000.
    let by_label = plan(&rows, &period("FY1999", None, PeriodKind::Annual));
    assert_eq!(by_label.end, Some(date(2000, 1, 29)));
    assert_eq!(original(&by_label), Some(("10-K".into(), Basis::FiscalCalendar)));
    let mut assumed = period("FY1998", Some(date(1998, 12, 31)), PeriodKind::Annual);
    assumed.flags.push("fiscal-year-end-assumed".into());
    let assumed = plan(&rows, &assumed);
    assert_eq!(assumed.end, Some(date(1999, 1, 30)));
    assert_eq!(assumed.original.map(|o| o.confidence), Some(Confidence::Medium));
    let quarter = plan(&rows, &period("FY1999-Q2", None, PeriodKind::Quarter));
    assert_eq!(quarter.original.map(|o| o.filing.accession), Some(rows[3].accession.clone()));
    let fourth = plan(&rows, &period("FY1999-Q4", Some(date(2000, 1, 29)), PeriodKind::Quarter));
    assert_eq!(fourth.original.map(|o| o.flags), Some(vec!["fourth-quarter-in-annual-report".to_owned()]));
}

/// A changed year end: a transition period has its own report, 10-K or 10-KT.
#[test]
fn transition_periods_and_changed_ends() {
    let rows = [
        row(1, "10-K", Some(date(2001, 6, 30)), date(2001, 9, 20)),
        row(2, "10-K", Some(date(2001, 12, 31)), date(2002, 3, 20)),
        row(3, "10-K", Some(date(2002, 12, 31)), date(2003, 3, 20)),
        row(4, "10-KT/A", Some(date(2001, 12, 31)), date(2002, 9, 20)),
    ];
    let transition = plan(&rows, &period("T2001-12-31", Some(date(2001, 12, 31)), PeriodKind::Transition));
    assert_eq!(transition.original.as_ref().map(|o| &o.filing), Some(&rows[1]));
    assert_eq!(transition.amendments.len(), 1);
    assert_eq!(plan(&rows, &year(date(2001, 6, 30))).original.map(|o| o.filing), Some(rows[0].clone()));
}

/// Without a period of report the filing day stands in, and says so; a wrong year is not taken.
#[test]
fn rows_without_a_period() {
    let rows = [
        row(1, "10-K", None, date(1996, 3, 28)),
        row(2, "10-K", None, date(1997, 3, 28)),
        row(3, "10-K/A", None, date(1996, 7, 1)),
    ];
    let plan = plan(&rows, &year(date(1995, 12, 31)));
    assert_eq!(original(&plan), Some(("10-K".into(), Basis::FilingDay)));
    assert_eq!(plan.original.as_ref().map(|o| o.confidence), Some(Confidence::Low));
    assert_eq!(plan.amendments.len(), 1);
    let none = pair(&[], &year(date(1995, 12, 31)), &Calendar::default());
    assert!(none.original.is_none() && !none.reasons.is_empty());
    let unknown = pair(&rows, &period("FY95?", None, PeriodKind::Annual), &Calendar::default());
    assert!(unknown.end.is_none() && unknown.original.is_none());
}

fn mirror(files: &[&str]) -> Option<Submissions> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/mirror/edgar/submissions");
    let read = |name: &str| std::fs::read(folder.join(name)).ok();
    let Some(main) = read(files.first()?) else {
        eprintln!("skipped: the mirror is not there");
        return None;
    };
    let mut filer = submissions::parse_main(&main).expect("a filer");
    for page in files.iter().skip(1) {
        filer.merge(page, submissions::parse_page(&read(page)?).expect("columns"));
    }
    Some(filer)
}

/// The real amendments of an issuer all fall to the original of their own period of report.
fn every_amendment_has_its_original(filer: &Submissions) -> usize {
    let calendar = Calendar::of(&filer.filings, filer.fiscal_year_end);
    let mut paired = 0;
    for amendment in filer.filings.iter().filter(|r| r.form.amendment && r.form.is_annual()) {
        let Some(end) = amendment.report_date else { continue };
        let plan = pair(&filer.filings, &year(end), &calendar);
        assert!(plan.amendments.iter().any(|a| a.choice.filing.accession == amendment.accession));
        if let Some(original) = &plan.original {
            assert_eq!(original.filing.report_date, Some(end), "{}", amendment.accession);
            assert!(original.filing.filed <= amendment.filed);
            paired += 1;
        }
        // Unread, none of them is taken for a restatement.
        assert_eq!(plan.conclude(|_| None, |_| None).evidence, Evidence::NeedsReading);
    }
    paired
}

#[test]
fn real_amendments_are_paired_by_period() {
    for files in [
        &["CIK0000749647.json", "CIK0000749647-submissions-001.json"][..],
        &["CIK0001318605.json", "CIK0001318605-submissions-001.json"],
        &["CIK0000007084.json"],
    ] {
        let Some(filer) = mirror(files) else { return };
        let paired = every_amendment_has_its_original(&filer);
        assert!(paired > 0, "{}: {paired}", filer.name);
    }
}

/// Amendments near the proxy date carry the hint that they are likely Part III, and still need reading.
#[test]
fn late_april_amendments_need_reading() {
    let Some(filer) = mirror(&["CIK0001318605.json", "CIK0001318605-submissions-001.json"]) else { return };
    let calendar = Calendar::of(&filer.filings, filer.fiscal_year_end);
    let hinted = filer
        .filings
        .iter()
        .filter(|r| r.form.amendment && r.form.is_annual())
        .filter_map(|r| r.report_date)
        .flat_map(|end| pair(&filer.filings, &year(end), &calendar).amendments)
        .filter(|a| a.about_proxy_date)
        .count();
    assert!(hinted > 0);
}

/// A restatement without an amendment: the next year's report is the first later candidate.
#[test]
fn a_year_restated_in_the_next_report() {
    let Some(filer) = mirror(&["CIK0000320193.json"]) else { return };
    let mut rows = filer.filings.clone();
    let known = |accession: &str| rows.iter().any(|r| r.accession.as_str() == accession);
    // The mirror's main file begins later; these two reports lie in ../shared/filings.
    let missing: Vec<FilingRow> = [
        ("0001104659-05-058421", date(2005, 9, 24), date(2005, 12, 1)),
        ("0001104659-06-084288", date(2006, 9, 30), date(2006, 12, 29)),
    ]
    .into_iter()
    .filter(|(accession, ..)| !known(accession))
    .map(|(accession, end, filed)| FilingRow {
        accession: accession.parse().expect("an accession"),
        ..row(1, "10-K", Some(end), filed)
    })
    .collect();
    rows.extend(missing);
    let plan = plan(&rows, &year(date(2005, 9, 30)));
    assert_eq!(plan.original.as_ref().map(|o| o.filing.accession.as_str()), Some("0001104659-05-058421"));
    assert!(plan.amendments.is_empty());
    let conclusion = plan.conclude(|_| None, |accession| Some(accession.as_str() == "0001104659-06-084288"));
    assert_eq!(conclusion.evidence, Evidence::RestatedInLaterReport);
    assert_eq!(conclusion.document.as_ref().map(|a| a.as_str()), Some("0001104659-06-084288"));
}
