//! From cases, pairs, sections and figures to instances of the three tasks (requirements R1 to R6). Pure.

mod assemble;
pub mod attribution;
pub mod controls;
pub mod evidence;
pub mod figures;
mod fit;
mod instance;
pub mod leak;
pub mod material;
pub mod misstated;
pub mod narrative;
pub mod negatives;
pub mod pattern;
pub mod say;
pub mod splits;

pub use assemble::{AtFault, at_fault};
pub use fit::{is_debris, is_fit};

pub use instance::{
    AttributionInput, Control, Evidence, EvidenceRole, Explanation, Figure, FigureSource, Input, Instance,
    NarrativeInput, Part, PartKind, PatternInput, Placeholder, RaisedFlag, Split, Task,
};
