//! The SEC's formats and addresses: bytes to values. Pure.

pub mod aaer_index;
pub mod companyfacts;
pub mod ex27;
pub mod form_index;
pub mod names;
pub mod robots;
pub mod submission_text;
pub mod submissions;
pub mod tickers;
pub mod urls;
