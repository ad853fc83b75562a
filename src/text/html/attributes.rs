//! The few attributes of an element that matter for text.

use super::tag::{Look, Tag};

/// Attributes kept; all others are passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    None,
    Style,
    Align,
    Id,
    Href,
    Class,
    Role,
    Colspan,
    Rowspan,
    Hidden,
}

/// Attributes of one start tag.
#[derive(Default)]
pub(super) struct Attributes {
    pub(super) id: Vec<u8>,
    pub(super) href: Vec<u8>,
    pub(super) has_href: bool,
    pub(super) class: Vec<u8>,
    pub(super) role: Vec<u8>,
    pub(super) colspan: u32,
    pub(super) rowspan: u32,
    pub(super) look: Look,
    /// Any attribute at all.
    pub(super) any: bool,
}

impl Name {
    pub(super) fn of(attribute: &[u8]) -> Name {
        match attribute {
            b"style" => Name::Style,
            b"align" => Name::Align,
            b"id" | b"name" => Name::Id,
            b"href" => Name::Href,
            b"class" => Name::Class,
            b"role" => Name::Role,
            b"colspan" => Name::Colspan,
            b"rowspan" => Name::Rowspan,
            b"hidden" => Name::Hidden,
            _ => Name::None,
        }
    }
}

/// A header, footer or side column of a web site, not of a document.
pub(super) fn is_site_frame(tag: Tag, attributes: &Attributes) -> bool {
    let class = String::from_utf8_lossy(&attributes.class).to_ascii_lowercase();
    let role = attributes.role.as_slice();
    match tag {
        Tag::Frame(0) => role == b"banner" || class.contains("site") || class.contains("usa-header"),
        Tag::Frame(1) => role == b"contentinfo" || class.contains("footer") || class.is_empty(),
        _ => true,
    }
}
