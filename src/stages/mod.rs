//! The stages: the only place where the SEC's formats, the store and the client meet. Glue, no rules.

mod clean;
mod context;
mod download;
mod index;
mod releases;

pub use clean::Clean;
pub use context::{Context, CrawlOptions, OFFLINE};
pub use download::Download;
pub use index::Index;
pub use releases::Releases;
