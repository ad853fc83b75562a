//! Schedules of before 2001 beside the statements of the same real filing.

use afb_build::filing::figures::{self, FigureSource};
use afb_build::ids::Form;
use afb_build::text;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where schedule and statement both give an item of a period they agree, and the statement's figure says so.
#[test]
fn schedules_agree_with_their_statements() {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let Ok(table) = std::fs::read_to_string(shared.join("truth/ex27.csv")) else {
        eprintln!("skipped: {} is not there", shared.display());
        return;
    };
    let files: BTreeSet<&str> = table.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    let (mut agree, mut alone, mut disagree) = (0, 0, Vec::new());
    for file in files {
        let bytes = std::fs::read(shared.join("filings").join(file)).unwrap();
        let found = figures::read(&bytes, &text::read(&bytes, None), &Form::parse("10-K"));
        for figure in &found {
            let has = |flag: &str| figure.flags.iter().any(|f| f == flag);
            agree += usize::from(has("agrees-with-ex27"));
            alone += usize::from(figure.source == FigureSource::Ex27);
            if has("ex27-disagrees") {
                disagree.push(format!("{file}: {} {:?}", figure.item.as_str(), figure.period_end));
            }
        }
    }
    assert!(agree >= 55, "{agree} agree, {alone} alone, {disagree:?}");
    assert!(disagree.len() * 20 <= agree, "{disagree:?}");
}
