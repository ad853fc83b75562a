//! From cases, pairs, sections and figures to instances of the three tasks (requirements R1 to R6). Pure.

mod instance;

pub use instance::{
    AttributionInput, Control, Evidence, EvidenceRole, Explanation, Figure, FigureSource, Input, Instance,
    NarrativeInput, Part, PartKind, PatternInput, Placeholder, RaisedFlag, Split, Task,
};
