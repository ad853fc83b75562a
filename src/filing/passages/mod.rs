//! Passages of management's discussion: sentences that attribute a change in a result to a cause (R33), and
//! candidates for the passage that misled (R34).

mod attribute;
mod exclude;
mod rank;
mod sentences;
#[cfg(test)]
mod tests;
mod words;

pub use attribute::{Attribution, Direction, attributions};
pub use rank::{Exclusion, Passage, Target, candidates};
