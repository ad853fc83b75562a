//! Integration tests: one binary, one module an area.
mod html_tree;
mod layers;

mod fetch_answers;
mod fetch_world;
#[path = "../support/sec.rs"]
mod sec;
mod text_hostile;
