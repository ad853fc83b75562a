//! Reading a filing: sections, passages, amendments, restatements, figures. Pure.

pub mod figures;
