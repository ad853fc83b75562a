#!/usr/bin/env bash
# Everything that continuous integration runs; `scripts/check.sh` on a fresh clone with Rust installed is enough.
# The tests run in the release profile: it is the one whose dependencies `cargo run --release` built already,
# and the tests drive the release binary.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "format"
cargo fmt --check

step "clippy, warnings are errors"
cargo clippy --locked --release --lib --bins -- -D warnings
# Tests, benches and examples are shown their warnings, and may unwrap, print and write.
cargo clippy --locked --release --all-targets

step "build"
cargo build --locked --release

step "tests"
cargo test --locked --release

step "documentation"
cargo doc --locked --release --no-deps --document-private-items --lib

step "all passed"
