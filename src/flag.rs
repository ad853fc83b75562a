//! Quality flags (requirements R29): remarks that stages raise and exports filter by. Nothing is deleted because it is poor.

use serde::{Deserialize, Serialize};

/// How much a flag weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Look before you use it.
    Warning,
    /// Not usable for its task.
    Error,
}
