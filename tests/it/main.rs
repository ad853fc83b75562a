//! Integration tests: one binary, one module an area.
mod layers;
