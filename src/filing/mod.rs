//! Reading a filing: sections, passages, amendments, restatements, figures. Pure.

pub mod amendment;
pub mod figures;
pub mod pairing;
pub mod passages;
pub mod reading;
pub mod restatement;
pub mod sections;
