//! `verify DATASET`: every quote, figure, address and digest again, against the kept bytes.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::export::verify::{VerifyError, verify};
use crate::store::Store;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Check every quote, figure, address and digest of a dataset against the kept bytes.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build verify cache/datasets/auditfraudbench.sqlite

Exit code 3 when anything fails; each failure is one line.")]
pub struct VerifyVerb {
    /// A dataset as `afb-build export` writes it, one SQLite file.
    dataset: PathBuf,
    #[command(flatten)]
    data: DataArgs,
}

impl VerifyVerb {
    /// Checks.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let store = Store::open_read_only(&self.data.data)?;
        let found = verify(&self.dataset, &store)?;
        let mut out = String::new();
        for failure in &found.failures {
            let _ = writeln!(out, "failed: {failure}");
        }
        let _ = writeln!(
            out,
            "{} instances, {} quotes ({} more left out of the dataset), {} values of figures, {} documents: {} failures",
            found.instances,
            found.quotes,
            found.withheld,
            found.figures,
            found.documents,
            found.failures.len()
        );
        super::output::print(&out);
        Ok(if found.failures.is_empty() { ExitCode::Complete } else { ExitCode::Partial })
    }
}

impl From<VerifyError> for Failed {
    fn from(error: VerifyError) -> Failed {
        match error {
            VerifyError::Store(error) => error.into(),
            VerifyError::Export(error) => Failed::new(ExitCode::Usage, error.to_string()),
        }
    }
}
