//! Integration tests: one binary, one module an area.
mod html_tree;
mod text_hostile;
