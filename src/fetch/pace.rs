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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::clock::ManualClock;
    use std::sync::Mutex as StdMutex;

    /// RATE R01: thirty at once, at several rates: no window of one second holds more than the rate, the first one neither.
    #[tokio::test]
    async fn no_burst_at_the_start_nor_later() {
        for rate in [1.0, 2.5, 4.0, 10.0] {
            let clock = ManualClock::new("2026-10-05T12:00:00Z".parse().unwrap());
            let pace = Pace::new(rate, Arc::new(clock.clone())).unwrap();
            let times = StdMutex::new(Vec::new());
            let one = async || {
                pace.ready().await;
                times.lock().unwrap().push(clock.elapsed().as_secs_f64());
            };
            futures_util::future::join_all((0..30).map(|_| one())).await;
            let times = times.into_inner().unwrap();
            for first in &times {
                let within = times.iter().filter(|t| (*first..=first + 1.0).contains(*t)).count();
                assert!(within as f64 <= rate.ceil(), "{rate}: {within} in a second");
            }
            let used = 29.0 / times.last().unwrap() / rate;
            assert!(used > 0.95, "{rate}: {used}");
        }
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new("2026-10-05T12:00:00Z".parse().unwrap()));
        assert!(Pace::new(0.0, clock.clone()).is_none() && Pace::new(-1.0, clock).is_none());
    }
}
