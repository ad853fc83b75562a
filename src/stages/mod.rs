//! The stages: the only place where the SEC's formats, the store and the client meet. Glue, no rules.

mod clean;
mod context;
mod download;
mod identify;
mod index;
mod releases;
mod select;

pub use clean::Clean;
pub use context::{Context, CrawlOptions, OFFLINE, Rules};
pub use download::Download;
pub use identify::Identify;
pub use index::Index;
pub use releases::Releases;
pub use select::{Case, CaseRelease, Select};
