//! Holds the table of docs/architecture.md: who may use whom, downwards only.

use std::path::{Path, PathBuf};

/// Row of each module: a module may use modules of its own row only where the table says so, and any lower row.
const ROWS: &[(&str, u8)] = &[
    ("ids", 0),
    ("span", 0),
    ("period", 0),
    ("flag", 0),
    ("error", 0),
    ("config", 0),
    ("sec", 1),
    ("text", 1),
    ("release", 1),
    ("filing", 1),
    ("issuer", 1),
    ("tasks", 1),
    ("quality", 1),
    ("sample", 1),
    ("store", 2),
    ("fetch", 2),
    ("llm", 2),
    ("pipeline", 3),
    ("stages", 4),
    ("export", 5),
    ("eval", 5),
    ("report", 5),
    ("cli", 6),
];

fn row(module: &str) -> u8 {
    ROWS.iter()
        .find(|(name, _)| *name == module)
        .unwrap_or_else(|| panic!("module `{module}` has no row in the table of tests/it/layers.rs"))
        .1
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<(String, PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&src, &mut found);
    found
        .into_iter()
        .map(|path| {
            let relative = path.strip_prefix(&src).unwrap().to_owned();
            let module =
                relative.components().next().unwrap().as_os_str().to_string_lossy().replace(".rs", "");
            let text = std::fs::read_to_string(&path).unwrap();
            (module, relative, text)
        })
        .collect()
}

/// The part of a file before its tests.
fn shipped(text: &str) -> &str {
    &text[..text.find("#[cfg(test)]").unwrap_or(text.len())]
}

#[test]
fn modules_use_only_what_lies_below() {
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        if matches!(module.as_str(), "main" | "lib") || path.ends_with("tests.rs") {
            continue;
        }
        for (number, line) in shipped(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for (at, _) in code.match_indices("crate::") {
                let used: String =
                    code[at + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used.is_empty() || used == module {
                    continue;
                }
                let same_row = row(&used) == row(&module) && matches!(row(&module), 0..=2 | 5);
                if row(&used) >= row(&module) && !same_row {
                    wrong.push(format!("{}:{}: {module} uses {used}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "against the table of layers:\n{}", wrong.join("\n"));
}

/// Pure modules know no network, no database, no clock, no files.
#[test]
fn pure_modules_are_pure() {
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        // The PDF worker is a process of its own and the one place under `text` that reads streams.
        if matches!(module.as_str(), "main" | "lib") || path.ends_with("tests.rs") || row(&module) != 1 {
            continue;
        }
        if path.starts_with("text/pdf") {
            continue;
        }
        for (number, line) in shipped(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for banned in
                ["rusqlite", "reqwest", "tokio", "std::fs", "std::net", "Instant::now", "Timestamp::now"]
            {
                if code.contains(banned) {
                    wrong.push(format!("{}:{}: {banned}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "pure modules reach out:\n{}", wrong.join("\n"));
}

/// SQL stands in the store and in the exports only.
#[test]
fn sql_stands_in_store_and_export_only() {
    let mut wrong = Vec::new();
    for (module, path, text) in sources() {
        if matches!(module.as_str(), "store" | "export" | "main" | "lib") || path.ends_with("tests.rs") {
            continue;
        }
        for (number, line) in shipped(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if ["\"SELECT ", "\"INSERT ", "\"UPDATE ", "\"DELETE "].iter().any(|word| code.contains(word)) {
                wrong.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "SQL outside store and export:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_is_over_600_lines() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|(_, _, text)| text.lines().count() > 600)
        .map(|(_, path, text)| format!("{} ({})", path.display(), text.lines().count()))
        .collect();
    assert!(long.is_empty(), "over 600 lines: {}", long.join(", "));
}
