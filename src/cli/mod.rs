//! Verbs of the command line: one file a verb.

mod inspect;
mod session;

use crate::error::ExitCode;
use clap::{Parser, Subcommand};

/// Rebuilds AuditFraudBench from the SEC's own records.
#[derive(Debug, Parser)]
#[command(name = "afb-build", version, about)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Show what the program sees in one local file, as one JSON object.
    Inspect(inspect::Inspect),
}

/// Reads the arguments, runs the verb, and says how it ended.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { ExitCode::Usage } else { ExitCode::Complete };
            // Nothing sensible is left to do when the terminal is gone.
            let _ = error.print();
            return code;
        }
    };
    match cli.verb {
        Verb::Inspect(inspect) => inspect.run(),
    }
}
