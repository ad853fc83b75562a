//! The sample is only of use where all its views agree.

use super::*;

#[test]
fn two_builds_are_the_same_bytes() {
    let (one, two) = (site(), site());
    assert!(one.pages().eq(two.pages()));
    assert!(one.pages().count() > 300);
}
