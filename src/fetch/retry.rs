//! What an answer means and when to ask again: a pure function, so that it can be tested and replaced.
//!
//! The delays come from the `backoff` crate, here and nowhere else.

use super::clock::{duration_until, later};
use backoff::backoff::Backoff;
use backoff::{ExponentialBackoff, ExponentialBackoffBuilder};
use jiff::Timestamp;
use rand::{Rng, RngExt};
use std::time::Duration;

/// First delay, doubled at each further try.
const FIRST: Duration = Duration::from_secs(2);
/// Longest delay of our own; a server may ask for more.
const LONGEST: Duration = Duration::from_secs(300);
/// Longest delay that a server is granted.
const LONGEST_ASKED: Duration = Duration::from_secs(24 * 3600);

/// What came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A whole answer.
    Http {
        /// The status code.
        status: u16,
        /// The `Retry-After` header, as sent.
        retry_after: Option<String>,
        /// What the body is.
        verdict: Verdict,
    },
    /// No whole answer: refused connection, reset, time-out, cut or wrongly compressed body.
    Broken(String),
}

/// What a body is, whatever the status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What was asked for.
    Good,
    /// Nothing.
    Empty,
    /// A page that says no to a program, with its title.
    BlockPage(String),
    /// A page that says that there is no such page.
    NotThere,
    /// Something else than was asked for.
    Unfit(String),
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep the body.
    Keep,
    /// The kept body still holds (304).
    Unchanged,
    /// There is no such document; for good.
    Missing,
    /// Not for us; for good.
    Refused,
    /// Leave the whole host alone.
    Pause {
        /// Until then.
        until: Timestamp,
        /// Why.
        why: String,
    },
    /// Ask again.
    Retry {
        /// Not before.
        at: Timestamp,
        /// Why.
        why: String,
    },
}

/// Decides. `attempt` counts from 1; `pause` is how long a host is left alone that does not say itself.
pub fn decide(
    answer: &Answer,
    attempt: u32,
    now: Timestamp,
    pause: Duration,
    rng: &mut impl Rng,
) -> Decision {
    let (status, retry_after, verdict) = match answer {
        Answer::Broken(why) => {
            return Decision::Retry { at: later(now, delay(attempt, rng)), why: why.clone() };
        }
        Answer::Http { status, retry_after, verdict } => (*status, retry_after.as_deref(), verdict),
    };
    let asked = retry_after.and_then(|text| asked_delay(text, now));
    let retry = |why: String, rng: &mut _| {
        let own = delay(attempt, rng);
        Decision::Retry { at: later(now, asked.map_or(own, |asked| spread(asked, rng))), why }
    };
    let stop = |why: String, rng: &mut _| Decision::Pause {
        until: later(now, spread(asked.unwrap_or(pause), rng)),
        why,
    };
    match (status, verdict) {
        (304, _) => Decision::Unchanged,
        (404 | 410, _) => Decision::Missing,
        // The SEC says no with 200, 403, 429 and 503 alike.
        (_, Verdict::BlockPage(title)) => stop(format!("block page `{title}` (status {status})"), rng),
        (429, _) => stop("status 429, too many requests".to_owned(), rng),
        (200..=299, Verdict::Good) => Decision::Keep,
        (200..=299, Verdict::NotThere) => Decision::Missing,
        (200..=299, Verdict::Empty) => retry("the answer has no body".to_owned(), rng),
        (200..=299, Verdict::Unfit(what)) => retry(what.clone(), rng),
        (408 | 425 | 500.., _) => retry(format!("status {status}"), rng),
        _ => Decision::Refused,
    }
}

/// The delay before try `attempt + 1`: doubled each time, capped, with up to half of it added so that workers part.
pub fn delay(attempt: u32, rng: &mut impl Rng) -> Duration {
    let mut delays: ExponentialBackoff = ExponentialBackoffBuilder::new()
        .with_initial_interval(FIRST)
        .with_multiplier(2.0)
        .with_max_interval(LONGEST)
        // The crate draws from a source of its own; here the draw is the caller's, and only upwards.
        .with_randomization_factor(0.0)
        .with_max_elapsed_time(None)
        .build();
    let mut delay = FIRST;
    for _ in 0..attempt.clamp(1, 16) {
        delay = delays.next_backoff().unwrap_or(LONGEST);
    }
    delay.mul_f64(1.0 + rng.random_range(0.0..0.5))
}

/// A delay that a server asked for, never shorter and a little longer, so that all do not come back at once.
pub(crate) fn spread(asked: Duration, rng: &mut impl Rng) -> Duration {
    let most = (asked.as_secs_f64() * 0.1).clamp(1.0, 30.0);
    asked + Duration::from_secs_f64(rng.random_range(0.0..most))
}

/// `Retry-After` in seconds or as a date; none for a date that has passed and for anything else.
pub(crate) fn asked_delay(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    let wait = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let date = httpdate::parse_http_date(text).ok()?;
            duration_until(now, Timestamp::try_from(date).ok()?)
        }
    };
    (!wait.is_zero()).then_some(wait.min(LONGEST_ASKED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const PAUSE: Duration = Duration::from_secs(600);

    fn now() -> Timestamp {
        "2026-10-05T12:00:00Z".parse().unwrap()
    }

    fn http(status: u16, retry_after: Option<&str>, verdict: Verdict) -> Answer {
        Answer::Http { status, retry_after: retry_after.map(str::to_owned), verdict }
    }

    fn wait(answer: &Answer, attempt: u32, seed: u64) -> f64 {
        match decide(answer, attempt, now(), PAUSE, &mut ChaCha8Rng::seed_from_u64(seed)) {
            Decision::Retry { at, .. } | Decision::Pause { until: at, .. } => {
                duration_until(now(), at).as_secs_f64()
            }
            other => panic!("{other:?}"),
        }
    }

    /// RATE R06: Retry-After as a date five seconds on, as a date that has passed, as a word.
    #[test]
    fn retry_after_in_both_forms_and_in_none() {
        let at = |text: &str| http(503, Some(text), Verdict::Good);
        let date = wait(&at("Mon, 05 Oct 2026 12:00:05 GMT"), 1, 1);
        assert!((5.0..6.1).contains(&date), "{date}");
        for other in
            ["Mon, 05 Oct 2026 11:59:00 GMT", "soon", "-5", "0", "", "1e9", "99999999999999999999999"]
        {
            let own = wait(&at(other), 1, 1);
            assert!((2.0..3.1).contains(&own), "{other}: {own}");
        }
        assert!(wait(&at("31536000"), 1, 1) <= 24.0 * 3600.0 + 31.0, "a year is not granted");
    }

    /// RATE R04: eight workers told to wait three seconds wait at least that and not all the same.
    #[test]
    fn workers_part() {
        let answer = http(429, Some("3"), Verdict::Good);
        let waits: Vec<f64> = (0..8).map(|seed| wait(&answer, 1, seed)).collect();
        let (low, high) = waits.iter().fold((f64::MAX, 0f64), |(l, h), w| (l.min(*w), h.max(*w)));
        assert!(low >= 3.0 && high - low > 0.05, "{waits:?}");
    }

    /// RATE R11, R15, R08: what is for good, what is for a while, what stops the host.
    #[test]
    fn answers_are_told_apart() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut of = |answer: Answer| decide(&answer, 1, now(), PAUSE, &mut rng);
        let block = || Verdict::BlockPage("Request Rate Threshold Exceeded".into());
        assert_eq!(of(http(404, None, Verdict::Good)), Decision::Missing);
        assert_eq!(of(http(410, Some("5"), Verdict::Empty)), Decision::Missing);
        assert_eq!(of(http(403, None, Verdict::Good)), Decision::Refused);
        assert_eq!(of(http(200, None, Verdict::Good)), Decision::Keep);
        assert_eq!(of(http(304, None, Verdict::Empty)), Decision::Unchanged);
        assert!(matches!(of(Answer::Broken("cut".into())), Decision::Retry { .. }));
        for status in [500, 502, 503, 504, 408] {
            assert!(matches!(of(http(status, None, Verdict::Good)), Decision::Retry { .. }), "{status}");
        }
        for status in [200, 403, 429, 503] {
            match of(http(status, None, block())) {
                Decision::Pause { until, .. } => {
                    let wait = duration_until(now(), until);
                    assert!(wait >= PAUSE && wait < PAUSE + Duration::from_secs(31), "{wait:?}");
                }
                other => panic!("{status}: {other:?}"),
            }
        }
    }

    /// RATE R13: no delay is ever negative or beyond the end of time, whatever the clock says.
    #[test]
    fn delays_stay_delays() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for attempt in [0, 1, 2, 5, 9, 100, u32::MAX] {
            let delay = delay(attempt, &mut rng);
            assert!(delay >= FIRST && delay <= LONGEST.mul_f64(1.5), "{attempt}: {delay:?}");
        }
        let answer = http(503, Some("86400"), Verdict::Good);
        let decision = decide(&answer, 3, Timestamp::MAX, PAUSE, &mut rng);
        assert!(matches!(decision, Decision::Retry { at, .. } if at == Timestamp::MAX), "{decision:?}");
        assert_eq!(duration_until(now(), Timestamp::MIN), Duration::ZERO);
    }
}
