//! Golden cases.
#[test]
fn nothing() {}
