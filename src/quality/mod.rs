//! Quality of instances: a score computed from flags and evidence, and the gates that exports apply. Pure.

mod gate;
pub mod review;
pub mod rules;
mod score;

pub use gate::{Refusal, refusals};
pub use score::score;
