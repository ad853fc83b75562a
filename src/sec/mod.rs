//! The SEC's formats and addresses: bytes to values, pure.

pub mod aaer_index;
pub mod robots;
pub mod urls;
