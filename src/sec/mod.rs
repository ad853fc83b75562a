//! The SEC's formats, bytes to values. Pure.

pub mod companyfacts;
pub mod ex27;
//! The SEC's formats: bytes to values.

pub mod submission_text;
