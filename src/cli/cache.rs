//! `cache import` and `cache export`: kept documents in and out.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::fetch::blobs::Blobs;
use crate::fetch::clock::{Clock, RealClock};
use crate::fetch::import;
use crate::store::Store;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Kept documents in and out.
#[derive(Debug, Args)]
pub struct CacheVerb {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Take documents from a manifest (url, status, content_type, path a line) as if they had been fetched.
    #[command(after_help = "Example:
  afb-build cache import mirror/manifest.tsv && afb-build run --offline")]
    Import {
        /// The manifest, or with --warc a WARC file.
        file: PathBuf,
        /// The file is a WARC.
        #[arg(long)]
        warc: bool,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Write all kept documents into a folder with a manifest, or as one WARC file.
    #[command(after_help = "Example:
  afb-build cache export --warc sec.warc.gz")]
    Export {
        /// The folder, or with --warc the file.
        out: PathBuf,
        /// Write a WARC file, one gzip member a record.
        #[arg(long)]
        warc: bool,
        #[command(flatten)]
        data: DataArgs,
    },
}

impl CacheVerb {
    /// Imports or exports.
    pub fn run(self) -> ExitCode {
        report(match self.what {
            What::Import { file, warc, data } => import_from(&file, warc, &data),
            What::Export { out, warc, data } => export_to(&out, warc, &data),
        })
    }
}

fn import_from(file: &std::path::Path, warc: bool, data: &DataArgs) -> Result<ExitCode, Failed> {
    let store = Store::open(&data.data, "afb-build cache import")?;
    let blobs = Blobs::new(&data.data);
    let now = RealClock::default().now();
    let config = crate::config::Config::load(data.config.as_deref())?;
    let imported = if warc {
        crate::fetch::warc::import(file, &blobs, &store, config.sec.max_document_mb << 20)?
    } else {
        import::manifest(file, &blobs, &store, now, config.sec.max_document_mb << 20)?
    };
    let skipped = match imported.skipped {
        0 => String::new(),
        n => format!(", {n} records skipped that hold no whole document of the SEC"),
    };
    super::output::print(&format!(
        "{} documents taken, {} known to be missing, {} already kept{skipped}\n",
        imported.documents, imported.missing, imported.known
    ));
    Ok(ExitCode::Complete)
}

fn export_to(out: &std::path::Path, warc: bool, data: &DataArgs) -> Result<ExitCode, Failed> {
    let store = Store::open_read_only(&data.data)?;
    let blobs = Blobs::new(&data.data);
    let n = if warc {
        crate::fetch::warc::export(out, &blobs, &store)?
    } else {
        import::export(out, &blobs, &store)?
    };
    super::output::print(&format!("{n} documents written to {}\n", out.display()));
    Ok(ExitCode::Complete)
}
