//! The worker's side: documents in, answers out, inside limits of memory and time.

use super::{Answer, reader};
use std::io::{self, Read, Write};

/// Bytes of address space a worker may use.
const MEMORY: u64 = 1 << 30;
/// Seconds of processor time for one document.
const SECONDS: u64 = 20;
/// Largest document, in bytes.
const LARGEST: u32 = 512 << 20;

/// Serves documents until the input ends. Each is its length (four bytes, little end first) and its bytes; each
/// answer is a length and one JSON object.
///
/// # Errors
/// When the pipe to the parent breaks, or a length is over the limit.
pub fn serve(mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    // A panic is caught and told by a flag; its message would only disturb the parent's log.
    std::panic::set_hook(Box::new(|_| {}));
    limit(libc::RLIMIT_AS, MEMORY)?;
    loop {
        let mut length = [0_u8; 4];
        match input.read_exact(&mut length) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
        let length = u32::from_le_bytes(length);
        if length > LARGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "document over the limit"));
        }
        let mut bytes = Vec::new();
        input.by_ref().take(u64::from(length)).read_to_end(&mut bytes)?;
        limit(libc::RLIMIT_CPU, used_seconds() + SECONDS)?;
        let answer = std::panic::catch_unwind(|| reader::answer(&bytes))
            .unwrap_or_else(|_| Answer::failed("malformed"));
        let json = serde_json::to_vec(&answer)?;
        let length = u32::try_from(json.len()).map_err(io::Error::other)?;
        output.write_all(&length.to_le_bytes())?;
        output.write_all(&json)?;
        output.flush()?;
    }
}

/// Lowers a soft limit of this process; the hard one stays, so that it can be raised for the next document.
fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is to a live, writable `rlimit`.
    if unsafe { libc::getrlimit(resource, &raw mut limits) } != 0 {
        return Err(io::Error::last_os_error());
    }
    limits.rlim_cur = value.min(limits.rlim_max);
    // SAFETY: the pointer is to a live `rlimit`.
    if unsafe { libc::setrlimit(resource, &raw const limits) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Processor seconds this process has used.
fn used_seconds() -> u64 {
    // SAFETY: all-zero bytes are a valid `rusage`, and the pointer is to a live one.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    u64::try_from(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec).unwrap_or(0) + 1
}
