//! Every HTML filing against the tree that a browser would build (html5ever): no word missing, none added.
//!
//! Left out of the tree by the rules of the reader: what is never shown (script, style, title, the hidden
//! header of inline XBRL, `display:none`, `hidden`). Compared are letters and digits in reading order, so that
//! neither folded space nor a word set in two fonts makes a difference.

use afb_build::text::{self, Media};
use rayon::prelude::*;
use scraper::{Html, Node};
use std::path::Path;

/// Names of elements that are never shown.
const HIDDEN: [&str; 14] = [
    "script",
    "style",
    "title",
    "nav",
    "noscript",
    "template",
    "ix:header",
    "ix:hidden",
    "textarea",
    "select",
    "button",
    "iframe",
    "object",
    "svg",
];

fn tree_text(source: &str) -> String {
    let html = Html::parse_document(source);
    let mut out = String::new();
    let mut open = vec![html.tree.root()];
    while let Some(node) = open.pop() {
        match node.value() {
            Node::Element(e) => {
                let style = e.attr("style").unwrap_or("").to_ascii_lowercase().replace(' ', "");
                if HIDDEN.contains(&e.name())
                    || e.attr("hidden").is_some()
                    || style.contains("display:none")
                    || style.contains("visibility:hidden")
                {
                    continue;
                }
            }
            Node::Text(t) => out.push_str(t),
            _ => {}
        }
        open.extend(node.children().rev());
    }
    out
}

/// The content with what was taken out of the running text put back.
fn whole(text: &text::Text) -> String {
    let mut out = String::new();
    let mut from = 0;
    for removed in &text.removed {
        out.push_str(&text.content[from..removed.at]);
        out.push_str(&removed.text);
        from = removed.at;
    }
    out.push_str(&text.content[from..]);
    out
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Places where the two differ: left characters missing on the right and the reverse, with some context.
fn differences(left: &[char], right: &[char]) -> Vec<(String, String)> {
    const WINDOW: usize = 30;
    let mut out = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < left.len() || b < right.len() {
        if left.get(a) == right.get(b) {
            a += 1;
            b += 1;
            continue;
        }
        // The nearest place where both go on alike.
        let same = |x: usize, y: usize| {
            let (l, r) = (&left[x.min(left.len())..], &right[y.min(right.len())..]);
            let n = WINDOW.min(l.len()).min(r.len());
            (n == WINDOW || l.len() == r.len()) && l[..n] == r[..n]
        };
        let step = (0..4000).find_map(|n| {
            if same(a + n, b) {
                Some((n, 0))
            } else if same(a, b + n) {
                Some((0, n))
            } else if n < 200 {
                (0..n).find_map(|m| {
                    if same(a + n, b + m) {
                        Some((n, m))
                    } else if same(a + m, b + n) {
                        Some((m, n))
                    } else {
                        None
                    }
                })
            } else {
                None
            }
        });
        let (x, y) = step.unwrap_or((left.len() - a.min(left.len()), right.len() - b.min(right.len())));
        let cut = |c: &[char], from: usize, n: usize| {
            c[from.min(c.len())..(from + n).min(c.len())].iter().collect()
        };
        out.push((cut(left, a, x), cut(right, b, y)));
        a += x;
        b += y;
    }
    out
}

#[test]
fn no_word_of_a_real_filing_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no ../shared/filings");
        return;
    };
    let mut files: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    files.sort();
    let compared = std::sync::atomic::AtomicUsize::new(0);
    let bad: Vec<String> = files
        .par_iter()
        .filter_map(|path| {
            let bytes = std::fs::read(path).ok()?;
            let name = path.file_name()?.to_string_lossy().into_owned();
            if !name.ends_with("htm") && !name.ends_with("html") {
                return None;
            }
            // The wrapper's own lines are no HTML.
            let start = memchr::memmem::find(&bytes, b"<TEXT>").map_or(0, |at| at + 6);
            let body = String::from_utf8_lossy(&bytes[start..]);
            let read = text::read(body.as_bytes(), Some(Media::Html));
            let tree = letters(&tree_text(&body));
            compared.fetch_add(tree.len(), std::sync::atomic::Ordering::Relaxed);
            let differences = differences(&tree, &letters(&whole(&read)));
            for (left, right) in differences.iter().take(12) {
                eprintln!("{name}: missing {left:?} added {right:?}");
            }
            (!differences.is_empty()).then(|| format!("{name}: {}", differences.len()))
        })
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
    let compared = compared.into_inner();
    eprintln!("{compared} letters and digits compared");
    assert!(compared > 5_000_000);
}
