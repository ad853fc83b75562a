//! The SEC's formats: bytes to values.

pub mod submission_text;
