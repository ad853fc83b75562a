//! `inspect facts` as a program: the known right values, an archive read in place, damaged files.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Answers of `inspect facts` for lines of arguments, in order.
fn batch(lines: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["inspect", "facts", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let list: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn one(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_afb-build")).args(["inspect", "facts"]).args(arguments).output().unwrap()
}

fn shared(path: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if !file.exists() {
        eprintln!("skipped: {} is not there", file.display());
        return None;
    }
    Some(file.display().to_string())
}

/// (original, restated) of an item.
fn values(answer: &Value, item: &str) -> (Option<f64>, Option<f64>) {
    let row = answer["items"].as_array().unwrap().iter().find(|row| row["item"] == item);
    let row = row.unwrap_or_else(|| panic!("no {item} in {answer}"));
    (row["original"].as_f64(), row["restated"].as_f64())
}

/// Apple's fiscal 2009 by its report and its amendment, Mattel's year and quarter, Kraft Heinz's year that only the
/// next report changes.
#[test]
fn known_values() {
    let (Some(apple), Some(mattel), Some(kraft)) = (
        shared("mirror/edgar/companyfacts/CIK0000320193.json"),
        shared("facts/excerpts/mattel_restated_excerpt.json"),
        shared("facts/excerpts/kraftheinz_restated_excerpt.json"),
    ) else {
        return;
    };
    let answers = batch(&[
        serde_json::json!({"file": apple, "original": "0001193125-09-214859", "restated": "0001193125-10-012091",
            "period_end": "2009-09-26", "months": 12}),
        serde_json::json!({"file": mattel, "original": "0001628280-19-001744", "restated": "0001628280-19-013975",
            "period_end": "2018-12-31"}),
        serde_json::json!({"file": mattel, "original": "0001628280-17-010192", "restated": "0001628280-19-013975",
            "period_end": "2017-09-30", "months": 3}),
        serde_json::json!({"file": kraft, "original": "0001637459-18-000015", "period_end": "2017-12-30"}),
    ]);
    for (item, original, restated) in [
        ("revenue", 36_537e6, 42_905e6),
        ("gross-profit", 13_140e6, 17_222e6),
        ("net-income", 5_704e6, 8_235e6),
        ("receivables", 3_361e6, 3_361e6),
    ] {
        assert_eq!(values(&answers[0], item), (Some(original), Some(restated)), "{item}");
    }
    assert_eq!(values(&answers[1], "net-income"), (Some(-530_993e3), Some(-533_299e3)));
    assert_eq!(values(&answers[2], "net-income").1, Some(-713_445e3));
    assert_eq!(values(&answers[3], "net-income"), (Some(10_999e6), Some(10_941e6)));
    let flags = answers[3]["items"][0]["flags"].to_string() + &answers[3]["items"].to_string();
    assert!(flags.contains("comparative"));
}

/// The SEC's archive is read in place, one filer at a time; a filer without facts has none.
#[test]
fn an_archive_of_all_filers() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("companyfacts.zip");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    let json = r#"{"cik":9990001,"entityName":"Quillor","facts":{"us-gaap":{"Assets":{"units":{"USD":[{"end":"2012-12-31","val":5,"accn":"0009990001-13-000001","form":"10-K","filed":"2013-02-01"}]}}}}}"#;
    writer.start_file("CIK0009990001.json", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(json.as_bytes()).unwrap();
    writer.finish().unwrap();
    let path = path.display().to_string();
    let ask = ["--original", "0009990001-13-000001", "--period-end", "2012-12-31"];
    let told = one(&[&[path.as_str(), "--cik", "9990001"], &ask[..]].concat());
    let answer: Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(values(&answer, "total-assets").0, Some(5.0));
    let told = one(&[&[path.as_str(), "--cik", "2"], &ask[..]].concat());
    let answer: Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(answer["items"], serde_json::json!([]));
    assert_eq!(one(&[&[path.as_str()], &ask[..]].concat()).status.code(), Some(2));
    // Cut off, it is an error and no panic.
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let told = one(&[&[path.as_str(), "--cik", "9990001"], &ask[..]].concat());
    assert_eq!(told.status.code(), Some(3));
}
