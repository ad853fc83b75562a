//! The text and the links of one cell.

use super::{SeeAlso, pattern};
use crate::sec::urls;
use scraper::{ElementRef, Node};
use std::sync::LazyLock;

/// The cells of a row itself, not of tables within it.
pub(super) fn direct_cells(row: ElementRef<'_>) -> Vec<ElementRef<'_>> {
    row.child_elements().filter(|child| matches!(child.value().name(), "td" | "th")).collect()
}

/// What a cell holds; nested tables are not its text.
#[derive(Debug, Default)]
pub(super) struct Cell {
    /// Its characters; line breaks and block borders are newlines, other white space is as written.
    pub text: String,
    /// Its links in order.
    pub links: Vec<Link>,
}

/// A link of a cell.
#[derive(Debug)]
pub(super) struct Link {
    /// Byte offset of its words in the cell's text.
    pub at: usize,
    /// Its words, space folded.
    pub label: String,
    /// Its `href`, as written.
    pub href: String,
}

impl Cell {
    /// Reads an element without the elements of a class in `but`.
    pub fn read(element: ElementRef<'_>, but: &[&str]) -> Cell {
        let mut cell = Cell::default();
        let mut open_link: Option<Link> = None;
        let mut node = *element;
        loop {
            let within = node.id() != element.id();
            let left_out = match node.value() {
                Node::Element(value) if within => {
                    matches!(value.name(), "table" | "script" | "style" | "template")
                        || value.classes().any(|class| class == "visually-hidden" || but.contains(&class))
                }
                _ => false,
            };
            if !left_out {
                match node.value() {
                    Node::Text(text) => {
                        cell.text.extend(text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }));
                    }
                    Node::Element(value) if within => match value.name() {
                        "br" | "p" | "div" | "li" | "ul" | "tr" => cell.text.push('\n'),
                        "td" | "th" => cell.text.push(' '),
                        "a" => {
                            open_link = value.attr("href").map(|href| Link {
                                at: cell.text.len(),
                                label: String::new(),
                                href: href.to_owned(),
                            });
                        }
                        _ => {}
                    },
                    _ => {}
                }
                if let Some(child) = node.first_child() {
                    node = child;
                    continue;
                }
            }
            // Climb to the next node in reading order, closing what ends on the way.
            loop {
                if node.id() == element.id() {
                    return cell;
                }
                match node.value().as_element().map(scraper::node::Element::name) {
                    Some("p" | "div" | "li" | "tr") if !left_out => cell.text.push('\n'),
                    Some("a") => {
                        if let Some(mut link) = open_link.take() {
                            link.label = fold(cell.text.get(link.at..).unwrap_or_default());
                            cell.links.push(link);
                        }
                    }
                    _ => {}
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                match node.parent() {
                    Some(parent) => node = parent,
                    None => return cell,
                }
            }
        }
    }
}

/// Folds white space of every kind to single spaces and leaves out invisible characters.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !c.is_control() && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}') {
            out.push(c);
        }
    }
    if out.ends_with(' ') {
        out.pop();
    }
    out
}

/// Control characters other than white space.
pub(super) fn has_controls(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && !c.is_whitespace())
}

/// Links as further documents; a link without words takes its file name.
pub(super) fn see_also<'a>(links: impl Iterator<Item = &'a Link>, base: &str) -> (Vec<SeeAlso>, Vec<String>) {
    static FILE: LazyLock<regex::Regex> = LazyLock::new(|| pattern(r"[^/?#]+$"));
    let (mut found, mut bad): (Vec<SeeAlso>, Vec<String>) = (Vec::new(), Vec::new());
    // An empty link leads back to the page itself.
    for link in links.filter(|link| !matches!(link.href.trim().chars().next(), None | Some('#'))) {
        match urls::canonical(Some(base), &link.href) {
            Ok(url) => {
                let file = || FILE.find(&url).map(|m| m.as_str().to_owned()).unwrap_or_default();
                let label = if link.label.is_empty() { file() } else { link.label.clone() };
                let entry = SeeAlso { label, url };
                if !found.contains(&entry) {
                    found.push(entry);
                }
            }
            Err(error) => bad.push(error.to_string()),
        }
    }
    (found, bad)
}
