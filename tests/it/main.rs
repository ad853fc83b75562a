//! Integration tests: one binary, one module an area.
mod export;
mod html_tree;
mod layers;
mod sample;

mod fetch_answers;
mod fetch_import;
mod fetch_manners;
mod fetch_resume;
mod fetch_world;
mod index_golden;
mod instances;
#[path = "../support/instances.rs"]
mod made;
mod network;
mod pdf;
mod process;
mod release;
#[path = "../support/sec.rs"]
mod sec;
mod sections;
mod text_hostile;
