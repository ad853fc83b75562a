//! Web pages: the part that holds the document, and the frame around it that does not.

use super::builder::{Body, Builder};
use super::tag::{MAIN, Tag};

impl Builder {
    pub(super) fn comment(&mut self, comment: &[u8]) {
        let comment = comment.trim_ascii();
        let is = |word: &[u8]| comment.get(..word.len()).is_some_and(|c| c.eq_ignore_ascii_case(word));
        if is(b"pagebreak") || is(b"page break") || is(b"field: page") {
            self.page_break();
        } else if is(b"begin text") {
            self.end_block();
            self.furniture = false;
            let start = self.text.content.len();
            self.bodies.push(Body { rank: 0, start, end: None, depth: usize::MAX });
        } else if is(b"end text") {
            self.end_block();
            let end = self.text.content.len();
            if let Some(body) = self.bodies.iter_mut().rev().find(|b| b.rank == 0 && b.end.is_none()) {
                body.end = Some(end);
            }
        } else if is(b"begin footer") || is(b"begin header") {
            self.end_block();
            self.furniture = true;
        } else if is(b"end footer") || is(b"end header") {
            self.furniture = false;
        }
    }

    /// A `div` whose class names the part (or a `main`) of the page that holds the document.
    pub(super) fn open_body(&mut self, tag: Tag, class: &[u8]) {
        let mut words = class.split(|b| b.is_ascii_whitespace());
        let has = |word: &[u8]| class.split(|b| b.is_ascii_whitespace()).any(|w| w == word);
        let rank = if words.any(|w| w == b"node-details-layout__main-region__content") {
            1
        } else if has(b"grid_7") && has(b"alpha") {
            2
        } else if has(b"field--name-body") {
            3
        } else if tag == MAIN {
            4
        } else {
            return;
        };
        self.end_block();
        let (start, depth) = (self.text.content.len(), self.elements.len());
        self.bodies.push(Body { rank, start, end: None, depth });
    }

    pub(super) fn close_bodies(&mut self) {
        let (depth, end) = (self.elements.len(), self.text.content.len());
        for body in self.bodies.iter_mut().rev().take(4) {
            if body.end.is_none() && body.depth != usize::MAX && depth < body.depth {
                body.end = Some(end);
            }
        }
    }
}
