//! `inspect issuer`.

use super::{Arguments, Failure, Shared};
use serde_json::Value;

/// Name lists already loaded in this process.
#[derive(Default)]
pub struct Names {}

/// The object of the contract for one call.
pub fn run(_arguments: &Arguments, shared: &Shared) -> Result<Value, Failure> {
    let _ = &shared.names;
    Err(Failure::usage("inspect issuer is not built yet"))
}
