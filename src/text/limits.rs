//! How much structure a text may have, so that a file made of tags alone does not fill the memory. The largest
//! filings known have a fifth of it; the characters of a file are kept whatever their number.

/// Blocks, rows and cells of one document together. What comes after them is one block.
pub(super) const MOST_PIECES: usize = 400_000;
/// Anchors, links and marks of one document, each; further ones are left out.
pub(super) const MOST_PLACES: usize = 200_000;
/// Stretches of a source map; further ones are noted only every [`COARSE`] characters.
pub(super) const MOST_STRETCHES: usize = 4_000_000;
/// See [`MOST_STRETCHES`].
pub(super) const COARSE: u32 = 256;
/// Lines of one paragraph or drawn table; a longer one goes on as the next.
pub(super) const MOST_LINES: usize = 50_000;
/// The flag of a text whose structure was cut.
pub(super) const FLAG: &str = "structure-cut";
