//! Data goes to stdout, remarks to stderr; a reader that went away is no error, a disk that is full is one.

use crate::error::ExitCode;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Something that was to be printed could not be.
static LOST: AtomicBool = AtomicBool::new(false);

/// Prints a text to stdout, without the control characters by which a document could steer the terminal.
pub fn print(text: &str) {
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    if text.contains(steers) {
        write(text.replace(steers, "\u{FFFD}").as_bytes());
    } else {
        write(text.as_bytes());
    }
}

/// Writes bytes to stdout; false when nobody reads them any more or they cannot be written.
pub fn write(bytes: &[u8]) -> bool {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => {
            // The reader may have closed the pipe, which ends nothing here.
            if error.kind() != ErrorKind::BrokenPipe && !LOST.swap(true, Ordering::Relaxed) {
                eprintln!(
                    "afb-build: standard output cannot be written: {error}; what was printed is not whole"
                );
            }
            false
        }
    }
}

/// The exit code of the program: complete only when all that was printed came out.
pub fn settled(code: ExitCode) -> ExitCode {
    match code {
        ExitCode::Complete if LOST.load(Ordering::Relaxed) => ExitCode::Partial,
        code => code,
    }
}
