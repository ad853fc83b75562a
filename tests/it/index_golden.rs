//! Golden pages of the index: one small invented page for each fault of aaer-site.md 3 (by its number), and more.
//!
//! A page without an expectation fails, as does a difference; the message gives the command that accepts it.

use afb_build::sec::aaer_index::{self, IndexError, ProblemKind, merge};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/index")
}

fn address(name: &str) -> String {
    match name.contains("older") {
        true => "https://www.sec.gov/divisions/enforce/friactions/friactions2005.shtml".to_owned(),
        false => aaer_index::plan::first_pages(false).remove(0),
    }
}

fn read(name: &str) -> aaer_index::Page {
    let bytes = std::fs::read(folder().join(name).with_extension("html")).unwrap();
    aaer_index::read(&bytes, Some(&address(name))).unwrap()
}

#[test]
fn each_fault_is_read_right_or_named() {
    let mut wrong = Vec::new();
    let mut pages: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    pages.sort();
    for path in &pages {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let found = serde_json::to_string_pretty(&read(&name)).unwrap() + "\n";
        let expected = path.with_extension("expected.json");
        if std::fs::read_to_string(&expected).ok().as_ref() != Some(&found) {
            let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
            std::io::Write::write_all(&mut std::fs::File::create(&new).unwrap(), found.as_bytes()).unwrap();
            wrong.push(format!(
                "{name}: look at the difference, then: cp {} {}",
                new.display(),
                expected.display()
            ));
        }
    }
    let faults = (1..=33).filter(|n| {
        pages.iter().any(|p| p.file_name().unwrap().to_string_lossy().starts_with(&format!("{n:02}-")))
    });
    assert_eq!(faults.count(), 33, "a page for each fault");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Faults 4, 13, 14 and 30: rows are joined by AAER number and another release number, and conflicts are flagged.
#[test]
fn listings_of_one_release_are_joined_and_others_are_not() {
    let two = merge::merge(&[read("30-two-dates-current"), read("30-two-dates-older")]);
    assert_eq!(two.len(), 1);
    let kinds: Vec<_> = two[0].problems.iter().map(|problem| problem.kind).collect();
    assert!(kinds.contains(&ProblemKind::DateDiffers), "{kinds:?}");
    assert_eq!(two[0].row.date.unwrap().to_string(), "2004-11-04");
    assert_eq!(two[0].other_urls, ["https://www.sec.gov/litigation/admin/34-49001.htm"]);

    let shared = merge::merge(&[read("13-shared-number")]);
    assert_eq!(shared.len(), 2, "one number on two releases is two releases");
    let duplicate = merge::merge(&[read("14-duplicate")]);
    assert_eq!((duplicate.len(), duplicate[0].sources.len()), (1, 2));

    // A hijacked row gives up its number, with and without the older page that has the right one.
    let hijacked = merge::merge(&[read("04-hijacked")]);
    assert!(hijacked.iter().all(|merged| merged.row.aaer_numbers.is_empty()));
    let mut older = read("30-two-dates-older");
    older.rows[0].aaer_numbers = vec!["AAER-3001".parse().unwrap()];
    let both = merge::merge(&[read("04-hijacked"), older]);
    let owner: Vec<_> = both.iter().filter(|m| !m.row.aaer_numbers.is_empty()).collect();
    assert_eq!((both.len(), owner.len()), (3, 1));
    assert_eq!(owner[0].row.release_numbers, ["34-49001"]);

    // A letter makes another release.
    assert_eq!(merge::merge(&[read("11-suffix")]).len(), 2);
}

/// CRAWL C01: a page with a count but no rows, a frame without rows, a foreign page and a block page are errors with the title.
#[test]
fn an_unknown_layout_is_an_error_with_the_title() {
    let divs = "<html><head><title>SEC.gov | Accounting and Auditing Enforcement</title></head><body><div>1-100 of 3,912</div>\
        <div class=\"r2\">Oct. 1, 2026 Example Corp. 34-99001, AAER-4601</div></body></html>";
    let error = aaer_index::read(divs.as_bytes(), None).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("layout not recognised")
            && text.contains("Accounting and Auditing")
            && text.contains("1-100 of 3,912"),
        "{text}"
    );
    for page in [
        "<title>SEC.gov | Home</title><table class='usa-table views-table'><thead><tr><th>Date</th></tr></thead><tbody></tbody></table>",
        "<title>Request Rate Threshold Exceeded</title><h1>no</h1>",
        "<table><tr><td>Date</td><td>Name</td></tr><tr><td>Oct. 1, 2026</td><td>A press release</td></tr></table>",
        "",
        "%PDF-1.4",
    ] {
        let error = aaer_index::read(page.as_bytes(), None).unwrap_err();
        assert!(matches!(error, IndexError::NotRecognised { .. }), "{page}: {error}");
    }
}

/// Cut and changed pages are read or refused, and never stop the program.
#[test]
fn damaged_pages_do_no_harm() {
    let page = std::fs::read(folder().join("29-see-also-older.html")).unwrap();
    for cut in (0..page.len()).step_by(97) {
        let _ = aaer_index::read(&page[..cut], None);
        let mut changed = page.clone();
        changed[cut] ^= 0x95;
        let _ = aaer_index::read(&changed, None);
    }
    let deep = "<div>".repeat(200_000);
    assert!(matches!(aaer_index::read(deep.as_bytes(), None), Err(IndexError::Oversized(_))));
    let huge = vec![b' '; 9 << 20];
    assert!(matches!(aaer_index::read(&huge, None), Err(IndexError::Oversized(_))));
    let cells = format!("<table>{}</table>", "<tr><td>AAER-1<td>Jan. 1, 2001<td>Example".repeat(20_000));
    assert_eq!(aaer_index::read(cells.as_bytes(), None).unwrap().rows.len(), 20_000);
}
