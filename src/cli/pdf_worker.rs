//! `pdf-worker`: the hidden process that reads PDF pages for the others.

use crate::error::ExitCode;
use crate::text::pdf;

/// Serves documents from standard input until it ends.
pub fn run() -> ExitCode {
    match pdf::serve(std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => ExitCode::Complete,
        Err(_) => ExitCode::Bug,
    }
}
