//! The parent's side: a few workers, each serving one document after the other; a dead one is replaced.

use super::{Answer, reader};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Wall time for one document: the worker's limit of processor time ends it earlier unless the machine is busy.
const PATIENCE: Duration = Duration::from_secs(90);

/// The program that serves as worker.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says that this program serves as its own worker (`pdf-worker`), as the command does at its start.
pub fn use_workers() {
    if let Ok(program) = std::env::current_exe() {
        let _ = PROGRAM.set(program);
    }
}

/// Workers that wait, and how many are at work.
struct Pool {
    idle: Vec<Worker>,
    busy: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { idle: Vec::new(), busy: 0 });
static FREE: Condvar = Condvar::new();

/// The answer for a document: from a worker where there are workers.
pub(super) fn answer(bytes: &[u8]) -> Answer {
    let Some(program) = PROGRAM.get() else { return reader::answer(bytes) };
    let most = std::thread::available_parallelism().map_or(1, |n| n.get());
    let worker = {
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        while pool.busy >= most {
            pool = FREE.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
        pool.busy += 1;
        pool.idle.pop()
    };
    let (answer, worker) = ask(program, worker, bytes);
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    pool.busy -= 1;
    pool.idle.extend(worker);
    FREE.notify_one();
    answer
}

/// Asks a worker; a worker that served before and dies is replaced once, since what it did before may be why.
fn ask(program: &PathBuf, used: Option<Worker>, bytes: &[u8]) -> (Answer, Option<Worker>) {
    if let Some(mut worker) = used
        && let Some(answer) = worker.ask(bytes)
    {
        return (answer, Some(worker));
    }
    match Worker::start(program) {
        Ok(mut worker) => match worker.ask(bytes) {
            Some(answer) => (answer, Some(worker)),
            None => (Answer::failed("malformed"), None),
        },
        Err(error) => {
            tracing::warn!("cannot start a PDF worker ({}): {error}", program.display());
            (Answer::failed("pdf-not-read"), None)
        }
    }
}

struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Vec<u8>>,
}

impl Worker {
    fn start(program: &PathBuf) -> io::Result<Worker> {
        let mut child = Command::new(program)
            .arg("pdf-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let (sender, answers) = channel();
        // Ends with the worker; the channel lets the parent wait for an answer no longer than it wants.
        std::thread::spawn(move || {
            while let Ok(answer) = frame(&mut output) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { child, input, answers })
    }

    /// The answer, or `None` when the worker died or took too long.
    fn ask(&mut self, bytes: &[u8]) -> Option<Answer> {
        let length = u32::try_from(bytes.len()).ok()?;
        self.input.write_all(&length.to_le_bytes()).ok()?;
        self.input.write_all(bytes).ok()?;
        self.input.flush().ok()?;
        let answer = self.answers.recv_timeout(PATIENCE).ok()?;
        serde_json::from_slice(&answer).ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Longest answer, in bytes.
const LONGEST_ANSWER: u32 = 256 << 20;

fn frame(output: &mut ChildStdout) -> io::Result<Vec<u8>> {
    let mut length = [0_u8; 4];
    output.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST_ANSWER {
        return Err(io::Error::other("answer over the limit"));
    }
    let mut out = Vec::new();
    let read = output.by_ref().take(u64::from(length)).read_to_end(&mut out)?;
    if read < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(out)
}
