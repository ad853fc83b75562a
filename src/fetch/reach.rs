//! Whether there is a network at all: told after a few tries, not after a quarter of an hour of retries.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Connections that fail in a row, with no answer of any host before, until the network counts as absent.
pub(super) const NO_NETWORK: u32 = 3;

/// Whether anything has answered this process yet, and how often nothing did.
#[derive(Default)]
pub(super) struct Reach {
    answered: AtomicBool,
    failed: AtomicU32,
}

impl Reach {
    /// Notes that a host answered, whatever it said.
    pub fn answered(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Notes that a connection failed; gives how many did, when none ever stood.
    pub fn failed(&self) -> Option<u32> {
        let failed = self.failed.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        (!self.answered.load(Ordering::Relaxed)).then_some(failed)
    }
}
