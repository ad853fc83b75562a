use super::*;

fn named(text: &str) -> Vec<(String, Vec<String>)> {
    let words = names::words_of(text);
    find(text, &words, &BTreeSet::new()).into_iter().map(|e| (e.name, e.aliases)).collect()
}

#[test]
fn short_names_are_resolved_with_and_without_quotes() {
    for text in [
        "Northvale Financial Corporation (NFC) sold. NFC sold.",
        "Northvale Financial Corporation (\u{201c}NFC\u{201d} or the \u{201c}Company\u{201d}) sold.",
        "Northvale Financial Corporation (\"NFC\") sold.",
    ] {
        let found = named(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].0, "Northvale Financial Corporation");
        assert!(found[0].1.contains(&"NFC".to_owned()), "{text}: {found:?}");
    }
}

#[test]
fn names_without_a_form_are_found_by_what_they_own() {
    let text = "Jane Doe was a vice president of Harrowgate. Harrowgates financial statements were false.";
    assert_eq!(named(text).len(), 1);
    assert_eq!(named(text)[0].0, "Harrowgate");
}

/// Names as copies of releases spoil them: possessives without apostrophes, seats, openings over common words.
#[test]
fn names_are_read_through_what_copies_did_to_them() {
    for (text, want) in [
        ("Doe caused Northvale Corporations violations.", "Northvale Corporation"),
        ("charged with Northvale Corp.\u{2019}s fraud", "Northvale Corp."),
        ("an officer of Ohio-based n2 Devices, Inc. and others", "n2 Devices, Inc."),
        ("audits of Fish Without Borders, Inc. (Fish) were false", "Fish Without Borders, Inc."),
        ("Vale, Moss and Harrow Mortgage Corp. (VMH) sold loans", "Vale, Moss and Harrow Mortgage Corp."),
        ("an officer of aaNorth, Inc. (aaNorth) lied", "aaNorth, Inc."),
        ("As a result, Harrowgate materially overstated its revenue.", "Harrowgate"),
        ("the chief executive of The Harrow Group, from 2001", "Harrow Group"),
    ] {
        let found = named(text);
        assert_eq!(found.first().map(|(name, _)| name.as_str()), Some(want), "{text}: {found:?}");
    }
    assert!(named("as Managements Discussion and Analysis shows").is_empty());
}

#[test]
fn a_printed_case_is_preferred_to_capitals() {
    let found = named("SEC SUES NORTHVALE DEVICES, INC.\n\nThe Commission sued Northvale Devices, Inc.");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "Northvale Devices, Inc.");
}
