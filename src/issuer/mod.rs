//! Names to CIK: dated, scored by token evidence, abstaining. Pure.
