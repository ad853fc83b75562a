//! The stages: the only place where the SEC's formats, the store and the client meet. Glue, no rules.

mod ask;
mod assemble;
mod clean;
mod context;
mod controls;
mod documents;
mod download;
mod facts;
mod filers;
mod identify;
mod index;
mod pair;
mod questions;
mod releases;
mod repair;
mod resolve;
mod select;
mod split;

pub use ask::{Ask, OpenRequest, requests};
pub use assemble::Assemble;
pub use clean::Clean;
pub use context::{Context, CrawlOptions, Models, OFFLINE, Rules};
pub use controls::Controls;
pub use download::Download;
pub use facts::{Facts, XbrlValue};
pub use identify::Identify;
pub use index::Index;
pub use pair::PairStage;
pub use questions::{open, spot_checks};
pub use releases::Releases;
pub use repair::{Repair, by_flag, by_key};
pub use resolve::Resolve;
pub use select::{Case, CaseRelease, Select};
pub use split::SplitStage;
