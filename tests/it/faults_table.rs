//! Holds docs/faults.md: every record has a line, and every test named there exists.

use std::collections::BTreeMap;
use std::path::Path;

/// Records of each class.
const CLASSES: [(&str, usize); 12] = [
    ("CRAWL", 8),
    ("RATE", 10),
    ("STORE", 11),
    ("PDF", 14),
    ("HTML", 7),
    ("MDNA", 10),
    ("MAP", 9),
    ("PAIR", 5),
    ("XBRL", 10),
    ("LLM", 15),
    ("OUT", 3),
    ("EVAL", 2),
];

#[test]
fn every_fault_has_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("docs/faults.md")).unwrap();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for line in table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Record") && !line.starts_with("| ---"))
    {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [record, _, tests] = cells[..] else { panic!("not three cells: {line}") };
        *found.entry(record.to_owned()).or_default() += 1;
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            wrong.push(format!("{record}: no test"));
        }
        for name in names {
            let (file, test) = name.split_once("::").unwrap_or_else(|| panic!("no test named: {line}"));
            let source = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            let at = source.find(&format!("fn {test}("));
            let marked = at.is_some_and(|at| {
                ["#[test]", "#[tokio::test"].iter().any(|mark| {
                    source[..at].rfind(mark).is_some_and(|mark| !source[mark..at].contains("fn "))
                }) || source[..at].contains("proptest!")
            });
            if !marked {
                wrong.push(format!("{record}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "no such tests: {wrong:#?}");
    assert!(found.values().all(|times| *times == 1), "{found:?}");
    for (class, records) in CLASSES {
        let lines = found.keys().filter(|record| record.starts_with(&format!("{class} "))).count();
        assert_eq!(lines, records, "{class}");
    }
}
