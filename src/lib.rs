//! `afb-build` rebuilds AuditFraudBench from the SEC's own records.
//!
//! The library is laid in layers, from pure parsers to verbs; `docs/architecture.md` shows which may use
//! which, and a test holds the table.
#![deny(missing_docs)]

pub mod cli;
pub mod config;
pub mod error;
pub mod eval;
pub mod export;
pub mod fetch;
pub mod filing;
pub mod flag;
pub mod ids;
pub mod issuer;
pub mod llm;
pub mod period;
pub mod pipeline;
pub mod quality;
pub mod release;
pub mod report;
pub mod sample;
pub mod sec;
pub mod span;
pub mod stages;
pub mod store;
pub mod tasks;
pub mod text;
