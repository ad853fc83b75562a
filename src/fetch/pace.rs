//! One pace over all hosts together: never more than the limit in any window of one second, no burst at the start.

use super::clock::{Clock, later};
use governor::clock::Clock as _;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// Share by which the interval is longer than the limit needs, so that two requests that travel at different
/// speeds still arrive in different windows.
const MARGIN: f64 = 0.02;

/// Lets callers through one by one, in the order they came.
pub(super) struct Pace {
    clock: Arc<dyn Clock>,
    limiter: RateLimiter<NotKeyed, InMemoryState, Ticks, NoOpMiddleware<Duration>>,
    turn: Mutex<()>,
}

/// The injected clock as the limiter wants it.
#[derive(Clone)]
struct Ticks(Arc<dyn Clock>);

impl governor::clock::Clock for Ticks {
    type Instant = Duration;
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Pace {
    /// A pace of so many requests a second; none when that is no rate.
    pub fn new(per_second: f64, clock: Arc<dyn Clock>) -> Option<Pace> {
        let interval = Duration::try_from_secs_f64((1.0 + MARGIN) / per_second).ok()?;
        // A bucket of one: the usual full bucket would let twice the rate through in the first second.
        let quota = Quota::with_period(interval)?.allow_burst(NonZeroU32::MIN);
        let limiter = RateLimiter::direct_with_clock(quota, Ticks(clock.clone()));
        Some(Pace { clock, limiter, turn: Mutex::new(()) })
    }

    /// Waits for the next free place.
    pub async fn ready(&self) {
        let _turn = self.turn.lock().await;
        while let Err(early) = self.limiter.check() {
            let wait = early.wait_time_from(self.limiter.clock().now());
            self.clock.sleep_until(later(self.clock.now(), wait)).await;
        }
    }
}
