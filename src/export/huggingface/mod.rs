//! A folder that Hugging Face loads in one line: Parquet by configuration and split, card, Croissant, citation,
//! datasheet, checksums.

mod card;
mod croissant;

use super::error::ExportError;
use super::source::Dataset;
use super::tally::Tally;
use super::{parquet, place};
pub use card::{METHOD, WORDING, title};
use std::path::Path;

/// Writes the content of the folder into `dir`; the checksums come last.
pub fn write(dataset: &Dataset<'_>, dir: &Path) -> Result<Tally, ExportError> {
    let data = dir.join("data");
    let tally = parquet::write_splits(dataset, &data)?;
    if !dataset.build.cases.is_empty() {
        parquet::write_cases(&dataset.build.cases, &data)?;
    }
    let files = data_files(dir)?;
    place::text(&dir.join("README.md"), &card::card(dataset, &tally, &files))?;
    place::text(&dir.join("DATASHEET.md"), &card::datasheet(dataset, &tally))?;
    place::text(&dir.join("CHANGELOG.md"), &card::changelog(dataset, &tally))?;
    place::text(&dir.join("CITATION.cff"), &card::citation(dataset))?;
    place::text(&dir.join("croissant.json"), &croissant::document(dataset, &files))?;
    place::sums(dir)?;
    Ok(tally)
}

/// One Parquet file of the folder.
pub(crate) struct DataFile {
    /// Path relative to the folder.
    pub path: String,
    /// Its configuration.
    pub config: String,
    /// Its split.
    pub split: String,
    /// Rows.
    pub rows: usize,
    /// Bytes.
    pub size: u64,
    /// SHA-256.
    pub sha256: String,
}

fn data_files(dir: &Path) -> Result<Vec<DataFile>, ExportError> {
    let mut found = Vec::new();
    for path in place::files(dir).map_err(ExportError::io(dir))? {
        let mut parts = path.split('/');
        let (Some("data"), Some(config), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let Some((split, _)) = file.split_once('-') else { continue };
        let whole = dir.join(&path);
        let io = ExportError::io(&whole);
        found.push(DataFile {
            config: config.to_owned(),
            split: split.to_owned(),
            rows: parquet::rows(&whole)?,
            size: std::fs::metadata(&whole).map_err(&io)?.len(),
            sha256: place::digest(&whole).map_err(&io)?,
            path,
        });
    }
    Ok(found)
}
