use super::*;

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// EXPORT: a writer that fails half-way (a full disk) leaves the old file and nothing else.
#[test]
fn a_failed_file_leaves_the_old_one_and_no_part() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.jsonl");
    text(&path, "old\n").unwrap();
    let error = file(&path, |out| {
        out.write_all(b"half").unwrap();
        Err(ExportError::Io { path: path.clone(), source: std::io::ErrorKind::StorageFull.into() })
    })
    .unwrap_err();
    assert!(error.to_string().contains("unchanged"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old\n");
    assert_eq!(names(dir.path()), ["out.jsonl"]);
}

#[test]
fn a_failed_folder_leaves_the_old_one_and_no_part() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out");
    let make = |content: &str| {
        let content = content.to_owned();
        folder(&path, |part| {
            text(&part.join("a.txt"), &content)?;
            sums(part)
        })
    };
    make("one").unwrap();
    let failed = folder(&path, |part| {
        text(&part.join("a.txt"), "two")?;
        Err(ExportError::Interrupted)
    });
    assert!(matches!(failed, Err(ExportError::Interrupted)));
    assert_eq!(std::fs::read_to_string(path.join("a.txt")).unwrap(), "one");
    make("three").unwrap();
    assert_eq!(std::fs::read_to_string(path.join("a.txt")).unwrap(), "three");
    assert_eq!(names(dir.path()), ["out"]);
    assert_eq!(names(&path), [SUMS, "a.txt"]);
}

/// EXPORT: what a killed export left behind is taken over, not kept beside.
#[test]
fn a_remainder_of_a_killed_export_is_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join(".afb-out.part")).unwrap();
    std::fs::File::create(dir.path().join(".afb-out.part/stale")).unwrap();
    std::fs::File::create(dir.path().join(".afb-x.csv.part"))
        .unwrap()
        .write_all(b"a longer remainder")
        .unwrap();
    folder(&dir.path().join("out"), sums).unwrap();
    text(&dir.path().join("x.csv"), "new").unwrap();
    assert_eq!(names(dir.path()), ["out", "x.csv"]);
    assert_eq!(names(&dir.path().join("out")), [SUMS]);
    assert_eq!(std::fs::read_to_string(dir.path().join("x.csv")).unwrap(), "new");
}

/// EXPORT: killed between the two renames that put a folder in its place: the next export puts the old one back first.
#[test]
fn a_folder_on_its_way_out_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out");
    let make = |end: Result<(), ExportError>| {
        folder(&path, |part| {
            text(&part.join("a.txt"), "whole")?;
            sums(part).and(end)
        })
    };
    make(Ok(())).unwrap();
    std::fs::rename(&path, dir.path().join(".afb-out.old")).unwrap();
    make(Err(ExportError::Interrupted)).unwrap_err();
    assert_eq!(std::fs::read_to_string(path.join("a.txt")).unwrap(), "whole");
    assert_eq!(names(dir.path()), ["out"]);
}

#[test]
fn what_others_made_is_not_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("thesis");
    std::fs::create_dir(&mine).unwrap();
    std::fs::File::create(mine.join("chapter.tex")).unwrap();
    let error = folder(&mine, |_| Ok(())).unwrap_err();
    assert!(error.to_string().contains("--out"), "{error}");
    assert!(mine.join("chapter.tex").exists());
    assert!(matches!(text(&mine, "x"), Err(ExportError::Occupied { .. })));
}

#[test]
fn two_exports_to_one_place_do_not_mix() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("out.csv");
    file(&path, |_| {
        assert!(matches!(text(&path, "other"), Err(ExportError::Busy { .. })));
        Ok(())
    })
    .unwrap();
}
