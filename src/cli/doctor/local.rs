//! What can be told without asking anyone.

use super::{Check, Grade};
use crate::config::{Config, LlmMode, environment};
use crate::fetch::blobs::Blobs;
use crate::store::{Store, StoreError, fetches, jobs};
use crate::text::{self, Media};
use std::path::{Path, PathBuf};

/// Free space under which a full run may not fit, and under which no run should begin.
const ROOMY: u64 = 20 << 30;
const TIGHT: u64 = 1 << 30;

/// All local checks. `live` tells whether the SEC is going to be asked.
pub fn checks(config: &Config, dir: &Path, live: bool) -> Vec<Check> {
    let mut checks = vec![contact(config, live), pace(config), models(config), writable(dir)];
    checks.extend(free(dir));
    checks.extend(data(dir));
    checks.push(pdf());
    checks
}

fn contact(config: &Config, live: bool) -> Check {
    let contact = config.sec.contact.trim();
    let missing = if live { Grade::Bad } else { Grade::Note };
    let how = "set AFB_CONTACT to your name and your address";
    if contact.is_empty() {
        let text = format!("none; {how} before a live run (not needed for --sample and --offline)");
        return Check::new(missing, "contact", text);
    }
    if let Some(problem) = crate::fetch::contact::problem(contact) {
        return Check::new(missing, "contact", format!("`{contact}` {problem}; {how}"));
    }
    Check::new(Grade::Ok, "contact", contact)
}

fn pace(config: &Config) -> Check {
    let pace = config.sec.requests_per_second;
    Check::new(Grade::Ok, "pace", format!("{pace} requests a second; the SEC allows 10 to a user"))
}

fn models(config: &Config) -> Check {
    let names = config.llm.models.join(", ");
    match (config.llm.mode, environment("AFB_LLM_API_KEY")) {
        (LlmMode::Off, _) => Check::new(Grade::Ok, "models", "off; everything is read by rules"),
        (LlmMode::Replay, _) => Check::new(Grade::Ok, "models", format!("kept answers of {names}")),
        (LlmMode::On, Some(_)) => {
            Check::new(Grade::Ok, "models", format!("{names} at {}, key set", config.llm.base_url))
        }
        (LlmMode::On, None) => Check::new(
            Grade::Note,
            "models",
            format!(
                "{names} at {}, no key in AFB_LLM_API_KEY: good only for a server that asks for none",
                config.llm.base_url
            ),
        ),
    }
}

/// The nearest directory at or above `dir` that is there.
fn nearest(dir: &Path) -> PathBuf {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    whole.ancestors().find(|dir| dir.is_dir()).unwrap_or(Path::new("/")).to_owned()
}

fn writable(dir: &Path) -> Check {
    if dir.exists() && !dir.is_dir() {
        let text = format!("{} is no directory; choose another with --data", dir.display());
        return Check::new(Grade::Bad, "data directory", text);
    }
    let at = nearest(dir);
    match tempfile::NamedTempFile::new_in(&at) {
        Ok(_) => Check::new(Grade::Ok, "data directory", format!("{} can be written", dir.display())),
        Err(error) => Check::new(
            Grade::Bad,
            "data directory",
            format!("cannot write in {}: {error}; choose another with --data", at.display()),
        ),
    }
}

fn free(dir: &Path) -> Option<Check> {
    let free = free_bytes(&nearest(dir))?;
    let gb = free as f64 / 1e9;
    Some(match free {
        ROOMY.. => Check::new(Grade::Ok, "disk", format!("{gb:.0} GB free")),
        TIGHT.. => Check::new(
            Grade::Note,
            "disk",
            format!("{gb:.1} GB free; all releases with their filings take up to 15 GB"),
        ),
        _ => Check::new(Grade::Bad, "disk", format!("{gb:.1} GB free; make room or choose another --data")),
    })
}

#[cfg(unix)]
#[allow(clippy::unnecessary_cast, reason = "the widths of these fields differ between systems")]
fn free_bytes(dir: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(dir.as_os_str().as_bytes()).ok()?;
    let mut found = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the path ends with NUL, the structure is as large as the call expects, and is read after success.
    let found = unsafe {
        if libc::statvfs(path.as_ptr(), found.as_mut_ptr()) != 0 {
            return None;
        }
        found.assume_init()
    };
    Some((found.f_bavail as u64).saturating_mul(found.f_frsize as u64))
}

#[cfg(not(unix))]
fn free_bytes(_dir: &Path) -> Option<u64> {
    None
}

/// Lock, format and contents of a data directory that is there.
fn data(dir: &Path) -> Vec<Check> {
    let store = match Store::open_read_only(dir) {
        Ok(store) => store,
        Err(StoreError::Absent { .. }) => {
            return vec![Check::new(Grade::Ok, "database", "none yet; the first run makes it")];
        }
        Err(error) => return vec![Check::new(Grade::Bad, "database", error.to_string())],
    };
    let mut checks = Vec::new();
    match store.format() {
        Ok((found, known)) if found == known => {
            checks.push(Check::new(Grade::Ok, "database", format!("format {found}")));
        }
        Ok((found, known)) => checks.push(Check::new(
            Grade::Note,
            "database",
            format!("format {found}; the next run brings it to {known}, in place"),
        )),
        Err(error) => checks.push(Check::new(Grade::Bad, "database", error.to_string())),
    }
    match Store::lock_holder(dir) {
        Ok(None) => checks.push(Check::new(Grade::Ok, "lock", "no other process works here")),
        Ok(Some(holder)) => {
            checks.push(Check::new(Grade::Note, "lock", format!("{holder} works here; wait for it to end")));
        }
        Err(error) => checks.push(Check::new(Grade::Bad, "lock", error.to_string())),
    }
    checks.push(match contents(&store) {
        Ok(text) => Check::new(Grade::Ok, "kept", text),
        Err(error) => Check::new(Grade::Bad, "kept", error.to_string()),
    });
    checks.extend(lost(&store, dir));
    checks
}

/// Documents that the database names and whose bytes are gone.
fn lost(store: &Store, dir: &Path) -> Option<Check> {
    let blobs = Blobs::new(dir);
    let kept = match store.read(fetches::blobs) {
        Ok(kept) => kept,
        Err(error) => return Some(Check::new(Grade::Bad, "documents", error.to_string())),
    };
    let gone = kept.iter().filter(|blob| !blobs.path(blob).is_file()).count();
    let what = format!("the bytes of {gone} of {} kept documents are gone", kept.len());
    (gone > 0)
        .then(|| Check::new(Grade::Bad, "documents", format!("{what}; `afb-build run` fetches them again")))
}

fn contents(store: &Store) -> Result<String, StoreError> {
    store.read(|connection| {
        let kinds = fetches::kinds(connection)?;
        let mut parts: Vec<String> = kinds.iter().map(|k| format!("{} {}", k.documents, k.kind)).collect();
        let megabytes = kinds.iter().map(|kind| kind.bytes).sum::<u64>() / 1_000_000;
        let failed = jobs::failures(connection, 1_000)?.len();
        if parts.is_empty() {
            parts.push("no documents".to_owned());
        }
        let failed = if failed > 0 {
            format!("; {failed} jobs failed, see `afb-build status`")
        } else {
            String::new()
        };
        Ok(format!("{}; {megabytes} MB{failed}", parts.join(", ")))
    })
}

/// Reads one PDF of the built-in sample, as a run would.
fn pdf() -> Check {
    let site = crate::sample::site();
    let read = site
        .pages()
        .filter(|page| page.status == 200 && page.content_type == "application/pdf")
        .map(|page| text::read(&page.body, Some(Media::Pdf)).content)
        .find(|content| content.split_whitespace().count() > 20);
    match read {
        Some(_) => Check::new(Grade::Ok, "PDF reader", "reads"),
        None => {
            Check::new(Grade::Bad, "PDF reader", "did not read a sound PDF; releases in PDF will be lost")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(checks: &[Check], what: &str) -> Option<Grade> {
        checks.iter().find(|check| check.what == what).map(|check| check.grade)
    }

    #[test]
    fn an_empty_directory_is_healthy_and_stays_empty() {
        let dir = tempfile::tempdir().unwrap();
        let checks = checks(&Config::embedded().unwrap(), &dir.path().join("new"), false);
        for what in ["pace", "models", "data directory", "database", "PDF reader"] {
            assert_eq!(grade(&checks, what), Some(Grade::Ok), "{what}: {checks:?}");
        }
        assert_eq!(grade(&checks, "contact"), Some(Grade::Note));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_directory_at_work_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), "afb-build crawl").unwrap();
        let held = data(dir.path());
        assert_eq!(grade(&held, "lock"), Some(Grade::Note), "{held:?}");
        drop(store);
        assert_eq!(grade(&data(dir.path()), "lock"), Some(Grade::Ok));
        std::fs::File::create(dir.path().join(crate::store::DATABASE))
            .and_then(|mut file| {
                std::io::Write::write_all(&mut file, b"not a database at all, just some words")
            })
            .unwrap();
        assert_eq!(grade(&data(dir.path()), "database"), Some(Grade::Bad));
    }

    #[test]
    fn a_contact_must_name_someone() {
        let mut config = Config::embedded().unwrap();
        for (text, grade) in
            [("x", Grade::Bad), ("", Grade::Bad), ("Invented Lab lab@invented.test", Grade::Ok)]
        {
            config.sec.contact = text.to_owned();
            assert_eq!(contact(&config, true).grade, grade, "{text}");
        }
    }
}
