//! Exit codes: part of the program's interface, printed in the README.

/// What the process returns to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// Everything asked for is done.
    Complete = 0,
    /// A bug of this program.
    Bug = 1,
    /// Wrong usage or configuration; nothing was done.
    Usage = 2,
    /// Finished, but some jobs failed or something is still missing; the same command goes on.
    Partial = 3,
    /// Another process holds the data directory.
    Locked = 4,
    /// The SEC or the model refused; wait and run the same command.
    Refused = 5,
    /// Interrupted by the user; run the same command to resume.
    Interrupted = 130,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
