//! companyfacts: the XBRL facts of one filer, original and restated values aligned by exact period and accession.

pub mod tags;
