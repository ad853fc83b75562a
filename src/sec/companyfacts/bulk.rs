//! The nightly `companyfacts.zip`, one member at a time: nothing is unpacked to disk.

use super::{Facts, FactsError, read};
use crate::ids::Cik;
use std::io::{Read, Seek};
use zip::ZipArchive;
use zip::result::ZipError;

/// Largest member that is read, in bytes of JSON; the largest filers stay under 20 MB.
const LARGEST: u64 = 512 * 1024 * 1024;

/// Stated size up to which room is made at once: above it the text grows as it comes.
const BELIEVED: usize = 64 * 1024 * 1024;

/// Why a member of the archive could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BulkError {
    /// The archive is damaged, or unreadable.
    #[error("the archive is unreadable: {0}; fetch it again")]
    Archive(String),
    /// The member is too large, or says so.
    #[error("the member of CIK {0} is larger than {LARGEST} bytes")]
    TooLarge(Cik),
    /// The member is no companyfacts file.
    #[error("the member of CIK {cik}: {error}")]
    Facts {
        /// Whose.
        cik: Cik,
        /// What is wrong.
        error: FactsError,
    },
}

/// The facts of one filer from the archive; None where it holds none (filers of before 2009 have no XBRL).
pub fn member<R: Read + Seek>(archive: &mut ZipArchive<R>, cik: Cik) -> Result<Option<Facts>, BulkError> {
    let name = format!("CIK{cik}.json");
    let file = match archive.by_name(&name) {
        Ok(file) => file,
        Err(ZipError::FileNotFound) => return Ok(None),
        Err(error) => return Err(BulkError::Archive(error.to_string())),
    };
    if file.size() > LARGEST {
        return Err(BulkError::TooLarge(cik));
    }
    // The stated size is the archive's word: what is read is capped whatever it says.
    let mut json = String::with_capacity(usize::try_from(file.size()).unwrap_or(0).min(BELIEVED));
    file.take(LARGEST + 1)
        .read_to_string(&mut json)
        .map_err(|error| BulkError::Archive(error.to_string()))?;
    if json.len() as u64 > LARGEST {
        return Err(BulkError::TooLarge(cik));
    }
    read(&json).map(Some).map_err(|error| BulkError::Facts { cik, error })
}
