//! Data goes to stdout, remarks to stderr; a reader that went away is no error.

use std::io::Write;

/// Prints a text to stdout.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    // The reader may have closed the pipe, which ends nothing here.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
