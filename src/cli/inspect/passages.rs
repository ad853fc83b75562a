//! `inspect passages`.

use super::{Arguments, Failure};
use serde_json::Value;

/// The object of the contract for one call.
pub fn run(_arguments: &Arguments) -> Result<Value, Failure> {
    Err(Failure::usage("inspect passages is not built yet"))
}
