//! Reading a release: header, segments, parties, issuers, periods, provisions, amounts, mechanism, category. Pure.

pub mod header;
pub mod periods;
pub mod provisions;
pub mod segments;
pub mod sentences;
