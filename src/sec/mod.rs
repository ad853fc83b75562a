//! The SEC's formats, bytes to values. Pure.

pub mod companyfacts;
pub mod ex27;
//! The SEC's formats: bytes to values.

pub mod submission_text;
//! The SEC's formats, bytes to values. Pure.

pub mod form_index;
pub mod names;
pub mod submissions;
pub mod tickers;
//! The SEC's formats and addresses: bytes to values, pure.

pub mod aaer_index;
pub mod robots;
pub mod urls;
