//! Integration tests: one binary, one module an area.
mod html_tree;
mod release;
mod text_hostile;
