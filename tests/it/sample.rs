//! The sample site, read by the program's own parsers from the command line: what the tables of the sample
//! design is what comes out.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
};

use afb_build::sample::{Site, site};
use serde_json::{Value, json};

const INDEX: &str = "https://www.sec.gov/enforcement-litigation/accounting-auditing-enforcement-releases";

/// The pages of the site in a folder, and `inspect --batch` over some of them.
struct Bench {
    site: Site,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        Bench { site: site(), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Writes a page and gives its path.
    fn file(&self, url: &str) -> String {
        let page = self.site.get(url).unwrap_or_else(|| panic!("no page for {url}"));
        let name: String = url.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let extension = match page.content_type {
            t if t.contains("pdf") => "pdf",
            t if t.contains("html") => "htm",
            _ => "txt",
        };
        let path = self.folder.path().join(format!("{name}.{extension}"));
        std::fs::write(&path, &page.body).expect("written");
        path.to_string_lossy().into_owned()
    }

    fn inspect(&self, kind: &str, lines: &[Value]) -> Vec<Value> {
        let list = self.folder.path().join(format!("{kind}.jsonl"));
        let mut file = std::fs::File::create(&list).expect("a list");
        for line in lines {
            writeln!(file, "{line}").expect("a line");
        }
        drop(file);
        let mut command = assert_cmd::Command::cargo_bin("afb-build").expect("the program");
        let output = command.args(["inspect", kind, "--batch"]).arg(&list).output().expect("a run");
        let text = String::from_utf8(output.stdout).expect("text");
        let out: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).expect("an object")).collect();
        assert_eq!(out.len(), lines.len(), "{}", String::from_utf8_lossy(&output.stderr));
        out
    }

    /// Rows of the index, read page by page along the link to the next.
    fn rows(&self) -> Vec<Value> {
        let (mut url, mut rows, mut seen) = (INDEX.to_string(), Vec::new(), BTreeSet::new());
        loop {
            assert!(seen.insert(url.clone()), "{url} comes twice");
            let answer = self.inspect("index", &[json!({"file": self.file(&url), "url": url})]).remove(0);
            assert_eq!(answer["problems"], json!([]), "{url}");
            rows.extend(answer["rows"].as_array().expect("rows").iter().cloned());
            match answer["next"].as_str() {
                Some(next) => url = next.to_string(),
                None => return rows,
            }
        }
    }

    /// Form and address of the documents of all issuers, by the submissions files.
    fn documents(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for page in self.site.pages().filter(|p| p.url.contains("data.sec.gov/submissions/")) {
            let value: Value = serde_json::from_slice(&page.body).expect("JSON");
            let table = if value["filings"].is_object() { &value["filings"]["recent"] } else { &value };
            let cik: u64 =
                page.url.split("CIK").nth(1).and_then(|t| t.get(..10)?.parse().ok()).expect("a CIK");
            for (n, accession) in table["accessionNumber"].as_array().expect("rows").iter().enumerate() {
                let accession = accession.as_str().expect("text");
                let form = table["form"][n].as_str().expect("text");
                let document = table["primaryDocument"][n].as_str().expect("text");
                let base = format!("https://www.sec.gov/Archives/edgar/data/{cik}");
                out.push(match document {
                    "" => (form.to_string(), format!("{base}/{accession}.txt")),
                    _ => (form.to_string(), format!("{base}/{}/{document}", accession.replace('-', ""))),
                });
            }
        }
        out
    }
}

#[test]
fn the_index_and_the_releases_tell_the_same() {
    let bench = Bench::new();
    let rows = bench.rows();
    assert_eq!(rows.len(), 41);
    let read: Vec<&Value> = rows
        .iter()
        .filter(|r| {
            let page = bench.site.get(r["url"].as_str().expect("a link")).expect("a page");
            page.status == 200 && page.content_type != "application/pdf"
        })
        .collect();
    assert!(read.len() > 15);
    let lines: Vec<Value> = read
        .iter()
        .map(
            |r| json!({"file": bench.file(r["url"].as_str().unwrap_or("")), "respondents": r["respondents"]}),
        )
        .collect();
    let mut families: BTreeMap<String, usize> = BTreeMap::new();
    for (row, answer) in read.iter().zip(bench.inspect("release", &lines)) {
        let number = &row["aaer_numbers"][0];
        assert_eq!(answer["aaer_numbers"][0], *number);
        assert_eq!(answer["date"], row["date"], "{number}");
        assert_eq!(answer["substantive"], true, "{number}");
        assert!(!answer["issuers"].as_array().expect("issuers").is_empty(), "{number}");
        assert!(!answer["periods"].as_array().expect("periods").is_empty(), "{number}");
        *families.entry(answer["category"].as_str().unwrap_or("").into()).or_default() += 1;
    }
    for family in [
        "REVENUE_TIMING",
        "ACCOUNTING_ESTIMATE",
        "EARNINGS_SMOOTHING",
        "EXPENSE_DEFERRAL",
        "NARRATIVE_DISTORTION",
    ] {
        assert!(families.contains_key(family), "{family} among {families:?}");
    }
}

#[test]
fn every_report_has_its_discussion_and_its_figures() {
    let bench = Bench::new();
    let forms = ["10-K", "10-K405", "20-F", "10-Q"];
    let reports: Vec<(String, String)> =
        bench.documents().into_iter().filter(|(form, _)| forms.contains(&form.as_str())).collect();
    assert!(reports.len() > 150);
    let lines: Vec<Value> = reports
        .iter()
        .map(|(form, url)| json!({"file": bench.file(url), "form": form, "section": "mdna"}))
        .collect();
    let mut pointers = 0;
    for ((_, url), answer) in reports.iter().zip(bench.inspect("section", &lines)) {
        let text = answer["text"].as_str().unwrap_or("");
        if answer["status"] == "found" {
            assert!(text.contains("Overview") && text.contains("Forward-Looking Statements"), "{url}");
            assert!(!text.contains("we have audited"), "{url} runs on into the statements");
        } else {
            pointers += 1;
        }
    }
    assert_eq!(pointers, 10, "two issuers keep the discussion in Exhibit 13");
    let mut without = Vec::new();
    for ((_, url), answer) in reports.iter().zip(bench.inspect("figures", &lines)) {
        let items: BTreeSet<&str> =
            answer["figures"].as_array().into_iter().flatten().filter_map(|f| f["item"].as_str()).collect();
        if !["revenue", "net-income", "receivables", "total-assets"].iter().all(|i| items.contains(i)) {
            without.push(url.clone());
        }
    }
    // The HTML report of an issuer with an Exhibit 13 holds no figures itself.
    assert!(without.len() <= 2, "{without:?}");
}

#[test]
fn issuers_of_releases_are_found_among_the_filers() {
    let bench = Bench::new();
    let names = bench.file("https://www.sec.gov/Archives/edgar/cik-lookup-data.txt");
    let ask = [
        ("Tarnwick Instruments, Inc.", 9_900_101, "1999-09-28"),
        ("Ostervale Paging Corporation", 9_900_104, "2001-11-14"),
        ("Ashcombe Industries, Inc.", 9_900_109, "2005-02-15"),
        ("Norvantis N.V.", 9_900_111, "2008-03-26"),
    ];
    let lines: Vec<Value> =
        ask.iter().map(|(name, _, on)| json!({"name": name, "names": names, "on": on})).collect();
    for ((name, cik, _), answer) in ask.iter().zip(bench.inspect("issuer", &lines)) {
        assert_eq!(answer["decision"], "matched", "{name}: {answer}");
        assert_eq!(
            answer["cik"].to_string().trim_matches('"').trim_start_matches('0'),
            cik.to_string(),
            "{name}"
        );
    }
}
