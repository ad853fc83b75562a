//! Integration tests: one binary, one module an area.
mod html_tree;
mod layers;
mod sample;

mod fetch_answers;
mod fetch_import;
mod fetch_manners;
mod fetch_resume;
mod fetch_world;
mod index_golden;
mod process;
mod release;
mod review;
#[path = "../support/sec.rs"]
mod sec;
mod sections;
mod text_hostile;
