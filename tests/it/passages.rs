//! Attributions of thirty drawn discussions, each judged by hand: `tests/golden/passages.txt`.

use afb_build::filing::{passages, sections};
use afb_build::ids::Form;
use afb_build::text;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// First and last words, which tell the attributions of one discussion apart.
fn ends(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let n = words.len();
    format!("{} ... {}", words[..n.min(8)].join(" "), words[n.saturating_sub(6)..].join(" "))
}

/// At least nine of ten attributions say that a reported result changed because of a cause, with the item right;
/// what is found and was never judged is told, so that it is read before it is added.
#[test]
fn attributions_are_true() {
    let golden = include_str!("../golden/passages.txt");
    let mut judged: BTreeMap<&str, Vec<(bool, &str, &str)>> = BTreeMap::new();
    for line in golden.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [verdict, file, item, ends] = fields[..] else { panic!("not four fields: {line}") };
        judged.entry(file).or_default().push((verdict == "true", item, ends));
    }
    assert_eq!(judged.len(), 30);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let (mut right, mut all, mut kept, mut unjudged) = (0, 0, 0, Vec::new());
    for (file, lines) in &judged {
        let Ok(bytes) = std::fs::read(folder.join(file)) else {
            eprintln!("skipped: {} is not there", folder.display());
            return;
        };
        let text = text::read(&bytes, None);
        let section = sections::read(&text, &Form::parse("10-K")).mdna();
        let body = section.body().unwrap_or_else(|| panic!("no discussion in {file}"));
        let mut open = lines.clone();
        for piece in &body.pieces {
            for found in passages::attributions(&text, *piece) {
                let told = ends(&squeezed(text.at(found.span)));
                let item = found.item.map_or("-", |item| item.as_str());
                all += 1;
                match open.iter().position(|(_, i, e)| *i == item && *e == told) {
                    Some(at) => right += usize::from(open.swap_remove(at).0),
                    None => unjudged.push(format!("{file} | {item} | {told}")),
                }
            }
        }
        kept += lines.iter().filter(|(is_true, ..)| *is_true).count();
    }
    assert!(unjudged.is_empty(), "not judged yet:\n{}", unjudged.join("\n"));
    assert!(right * 10 >= all * 9, "{right} of {all} are true");
    assert!(right * 100 >= kept * 97, "{right} of the {kept} true ones are still found");
}
