//! Reading a filing: sections, passages, amendments, restatements, figures. Pure.
pub mod passages;
pub mod restatement;
pub mod sections;
