//! Reading a release: header, segments, parties, issuers, periods, provisions, amounts, mechanism, category. Pure.

pub mod amounts;
pub mod header;
pub mod outcome;
pub mod periods;
pub mod provisions;
pub mod relief;
pub mod segments;
pub mod sentences;
mod who;
