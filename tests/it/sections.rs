//! Sections of real filings: management's discussion of each form, first and last words checked by hand.

use afb_build::filing::{restatement, sections};
use afb_build::ids::Form;
use afb_build::text;
use std::path::PathBuf;

/// A file of the shared material, unless the material is not there.
fn shared(path: &str) -> Option<Vec<u8>> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    let bytes = std::fs::read(&file).ok();
    if bytes.is_none() {
        eprintln!("skipped: {} is not there", file.display());
    }
    bytes
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `file | form | status | first words | last words`; words of what a pointer leads to where it leads somewhere.
#[test]
fn discussions_of_every_form() {
    let cases = include_str!("../golden/sections.txt");
    let mut wrong = Vec::new();
    for line in cases.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
        let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [file, form, status, first, last] = fields[..] else { panic!("not five fields: {line}") };
        let [first, last] = [first, last].map(|words| if words == "-" { "" } else { words });
        let Some(bytes) = shared(&format!("filings/{file}")) else { return };
        let text = text::read(&bytes, None);
        let section = sections::read(&text, &Form::parse(form)).mdna();
        let body = section.body().map(|b| squeezed(&b.characters(&text))).unwrap_or_default();
        let told = serde_json::to_value(section.status).unwrap();
        if told != status
            || body.is_empty() != first.is_empty()
            || !body.starts_with(first)
            || !body.ends_with(last)
        {
            let tail: String = body.chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
            wrong.push(format!("{file}: {told}, {:.80} ... {tail}", body));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The original and its neighbours: only the filing that restates is told as restating, with the years it corrects.
#[test]
fn a_restating_annual_report() {
    let Some(bytes) = shared("filings/aapl-2006-09-30-0001104659-06-084288.txt") else { return };
    let text = text::read(&bytes, None);
    let found = restatement::read(&text, &Form::parse("10-K")).expect("the filing restates");
    assert_eq!(found.kind, restatement::RestatementKind::ExplanatoryNote);
    let labels: Vec<&str> = found.periods.iter().map(|p| p.label.as_str()).collect();
    assert_eq!(labels, ["FY2002", "FY2003", "FY2004", "FY2005"]);
    assert!(found.non_reliance);
    assert!(text.at(found.cause.expect("a cause")).contains("irregularities"));
    for file in
        ["aapl-2005-09-24-0001104659-05-058421.txt", "aapl-2025.htm", "dell-fy2006.htm", "w_1994_63118.txt"]
    {
        let Some(bytes) = shared(&format!("filings/{file}")) else { return };
        assert!(restatement::read(&text::read(&bytes, None), &Form::parse("10-K")).is_none(), "{file}");
    }
}

/// Restating documents made for this project: notes, their periods, and what restates nothing.
#[test]
fn restating_documents() {
    use restatement::RestatementKind::{ExplanatoryNote, StatementNote};
    for (file, form, kind, labels) in [
        (
            "amendments/a35.htm",
            "10-K/A",
            Some(ExplanatoryNote),
            &["FY2001", "FY2002", "FY2003", "FY2004", "FY2005"][..],
        ),
        ("amendments/a34.htm", "10-K/A", Some(ExplanatoryNote), &["FY2023"]),
        ("amendments/a26.htm", "10-K/A", Some(ExplanatoryNote), &["FY2020"]),
        ("tables/r40.txt", "10-K", Some(StatementNote), &["FY1998", "FY1999"]),
        ("tables/r35.htm", "10-K/A", Some(StatementNote), &["FY2009"]),
        ("tables/r39.txt", "10-K/A", Some(StatementNote), &["FY1996"]),
        ("amendments/a27.htm", "10-K/A", None, &[]),
        ("amendments/a31.htm", "10-K/A", None, &[]),
        ("amendments/a33.htm", "10-K/A", None, &[]),
        ("tables/r36.htm", "8-K/A", None, &[]),
        ("tables/r34.htm", "8-K", None, &[]),
    ] {
        let Some(bytes) = shared(&format!("restate/{file}")) else { return };
        let found = restatement::read(&text::read(&bytes, None), &Form::parse(form));
        assert_eq!(found.as_ref().map(|f| f.kind), kind, "{file}");
        let have: Vec<String> =
            found.iter().flat_map(|f| f.periods.iter().map(|p| p.label.clone())).collect();
        assert!(labels.iter().all(|l| have.iter().any(|h| h == l)), "{file}: {have:?}");
    }
}
