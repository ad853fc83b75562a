//! Integration tests: one binary, one module an area.
mod eval;
mod export;
mod export_process;
mod html_tree;
mod layers;
mod sample;

#[path = "../support/chat.rs"]
mod chat;
mod crawl;
mod facts;
mod faults_table;
mod fetch_answers;
mod fetch_import;
mod fetch_manners;
mod fetch_resume;
mod fetch_world;
mod figures;
mod fuzz;
mod hostile_sites;
mod index_golden;
mod instances;
mod llm_asks;
mod llm_process;
mod llm_transport;
#[path = "../support/instances.rs"]
mod made;
mod network;
mod passages;
mod pdf;
mod process;
mod release;
mod report;
#[allow(dead_code, unused_imports)]
mod review;
#[path = "../support/sec.rs"]
mod sec;
mod sections;
mod stage_faults;
mod text_hostile;
