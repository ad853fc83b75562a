//! The SEC's formats, bytes to values. Pure.
