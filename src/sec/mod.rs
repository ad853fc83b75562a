//! The SEC's formats, bytes to values. Pure.

pub mod companyfacts;
pub mod ex27;
pub mod submission_text;
