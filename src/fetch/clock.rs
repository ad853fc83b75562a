//! Time, passed in: the machine's clock, and one that tests move.

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A source of time.
pub trait Clock: Send + Sync {
    /// The time of day.
    fn now(&self) -> Timestamp;

    /// Time since some fixed moment; it never goes back, whatever is done to the machine's clock.
    fn elapsed(&self) -> Duration;

    /// Sleeps until a time; returns at once when it has passed.
    fn sleep_until(&self, at: Timestamp) -> BoxFuture<'_, ()>;
}

/// The machine's clock.
#[derive(Debug)]
pub struct RealClock {
    started: Instant,
}

impl Default for RealClock {
    fn default() -> Self {
        Self { started: Instant::now() }
    }
}

impl Clock for RealClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn sleep_until(&self, at: Timestamp) -> BoxFuture<'_, ()> {
        let wait = duration_until(self.now(), at);
        Box::pin(tokio::time::sleep(wait))
    }
}

/// A clock that stands still until someone sleeps or sets it: a sleep moves it and returns at once.
#[derive(Clone, Debug)]
pub struct ManualClock {
    start: Timestamp,
    now: Arc<Mutex<Timestamp>>,
}

impl ManualClock {
    /// A clock that stands at a time.
    pub fn new(now: Timestamp) -> Self {
        Self { start: now, now: Arc::new(Mutex::new(now)) }
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = later(*now, by);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elapsed(&self) -> Duration {
        duration_until(self.start, self.now())
    }

    fn sleep_until(&self, at: Timestamp) -> BoxFuture<'_, ()> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = (*now).max(at);
        Box::pin(tokio::task::yield_now())
    }
}

/// How long from one time to another; zero when the other has passed.
pub fn duration_until(from: Timestamp, to: Timestamp) -> Duration {
    Duration::try_from(to.duration_since(from)).unwrap_or_default()
}

/// A time so much later; the latest time there is when that is beyond it.
pub fn later(from: Timestamp, by: Duration) -> Timestamp {
    let by = SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX);
    from.checked_add(by).unwrap_or(Timestamp::MAX)
}
