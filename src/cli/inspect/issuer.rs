//! `inspect issuer`.

use super::{Arguments, Failure, Shared};
use crate::issuer::{Index, Query};
use crate::sec::names::NameList;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Name lists already loaded in this process, by path.
#[derive(Default)]
pub struct Names {
    loaded: Mutex<HashMap<String, Arc<Index>>>,
}

impl Names {
    /// The index of a list, built once. Other calls wait for it: nothing in here uses the thread pool.
    fn index(&self, path: &str) -> Result<Arc<Index>, Failure> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = loaded.get(path) {
            return Ok(index.clone());
        }
        let bytes = std::fs::read(path).map_err(|error| Failure {
            kind: "unreadable",
            message: format!("cannot read {path}: {error}"),
        })?;
        let names = NameList::parse(&bytes);
        if names.is_empty() {
            let message = format!("{path}: no line reads NAME:CIK:");
            return Err(Failure { kind: "not-a-name-list", message });
        }
        let index = Arc::new(Index::build(names));
        loaded.insert(path.to_owned(), index.clone());
        Ok(index)
    }
}

/// The object of the contract for one call.
pub fn run(arguments: &Arguments, shared: &Shared) -> Result<Value, Failure> {
    let name = arguments.name.as_deref().ok_or_else(|| Failure::usage("a NAME is needed"))?;
    let path =
        arguments.names.as_deref().ok_or_else(|| Failure::usage("--names CIK-LOOKUP-FILE is needed"))?;
    let on = arguments
        .on
        .as_deref()
        .map(|day| day.parse().map_err(|_| Failure::usage(format!("--on {day}: a day is YYYY-MM-DD"))))
        .transpose()?;
    let index = shared.names.index(path)?;
    let decision = index.resolve(&Query { name: name.to_owned(), on, ..Query::default() });
    Ok(json!({
        "decision": decision.status,
        "cik": decision.cik,
        "candidates": decision.candidates,
        "reasons": decision.reasons,
    }))
}
