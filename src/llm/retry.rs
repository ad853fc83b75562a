//! What an answer of a model's server means and when to ask again: a pure function (evaluation.md 2).

use super::reply::{self, BodyFault, Completion};
use crate::fetch::clock::later;
use crate::fetch::retry::{asked_delay, delay, spread};
use jiff::Timestamp;
use rand::Rng;

/// What came back for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// A whole answer.
    Http {
        /// The status code.
        status: u16,
        /// The `Retry-After` header, as sent.
        retry_after: Option<String>,
        /// The body.
        body: Vec<u8>,
    },
    /// No whole answer: refused connection, reset, time-out, cut body.
    Broken(String),
}

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// Take it.
    Accept(Completion),
    /// Ask again, the same bytes.
    Retry {
        /// Not before.
        at: Timestamp,
        /// Why.
        why: String,
        /// Leave the whole server alone until then, not only this request.
        everyone: bool,
    },
    /// This request cannot be answered; others may.
    Reject(String),
    /// Every further request would be told the same.
    Stop(String),
}

/// Decides. `attempt` counts from 1.
pub fn decide(came: &Came, attempt: u32, now: Timestamp, rng: &mut impl Rng) -> Decision {
    let (status, retry_after, body) = match came {
        Came::Broken(why) => {
            return Decision::Retry {
                at: later(now, delay(attempt, rng)),
                why: why.clone(),
                everyone: false,
            };
        }
        Came::Http { status, retry_after, body } => (*status, retry_after.as_deref(), body.as_slice()),
    };
    let asked = retry_after.and_then(|text| asked_delay(text, now));
    let again = |why: String, everyone: bool, rng: &mut _| {
        let own = delay(attempt, rng);
        let wait = asked.map_or(own, |asked| spread(asked, rng));
        Decision::Retry { at: later(now, wait), why, everyone }
    };
    let code = || {
        let code = serde_json::from_slice(body).ok().and_then(|value| reply::error_code(&value));
        code.map_or_else(|| format!("status {status}"), |code| format!("status {status}, {code}"))
    };
    match status {
        200 => match reply::read(body) {
            Ok(completion) => Decision::Accept(completion),
            Err(fault @ (BodyFault::Blank | BodyFault::Broken | BodyFault::Error(_))) => {
                again(fault.to_string(), false, rng)
            }
        },
        429 => again(format!("too many requests ({})", code()), true, rng),
        503 => again(code(), asked.is_some(), rng),
        // 524 and the like are a gateway's time-outs.
        408 | 409 | 425 | 500.. => again(code(), false, rng),
        401 | 403 => Decision::Stop(format!(
            "the model's server does not accept the key ({}); set AFB_LLM_API_KEY and run the same command again",
            code()
        )),
        402 => Decision::Stop(format!(
            "the account at the model's server has no balance left ({}); top it up and run the same command again: \
             nothing answered is asked twice",
            code()
        )),
        413 => Decision::Reject(format!("too long for the server ({})", code())),
        300..=399 => Decision::Stop(format!(
            "the model's server points elsewhere ({}); set llm.base_url to the address that answers itself",
            code()
        )),
        404 => Decision::Stop(format!(
            "the model's server knows no such address or model ({}); look at llm.base_url and llm.models",
            code()
        )),
        _ => Decision::Stop(format!(
            "the model's server does not accept the request ({}); look at llm.models, llm.response_format, \
             llm.thinking and llm.max_tokens in the configuration",
            code()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::clock::duration_until;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn now() -> Timestamp {
        "2026-10-05T12:00:00Z".parse().unwrap()
    }

    fn of(status: u16, retry_after: Option<&str>, body: &str) -> Decision {
        let came = Came::Http {
            status,
            retry_after: retry_after.map(str::to_owned),
            body: body.as_bytes().to_vec(),
        };
        decide(&came, 1, now(), &mut ChaCha8Rng::seed_from_u64(1))
    }

    #[test]
    fn balance_key_and_format_stop() {
        for status in [400, 401, 402, 403, 404, 422, 302] {
            assert!(matches!(of(status, None, ""), Decision::Stop(_)), "{status}");
        }
        let body = "{\"error\":{\"message\":\"Insufficient Balance for key sk-secret\",\"code\":\"insufficient_balance\"}}";
        let Decision::Stop(why) = of(402, None, body) else { panic!() };
        assert!(why.contains("insufficient_balance") && !why.contains("secret"), "{why}");
        assert!(matches!(of(413, None, ""), Decision::Reject(_)));
    }

    #[test]
    fn a_full_server_is_left_alone_as_long_as_it_asks() {
        for form in ["7", "Mon, 05 Oct 2026 12:00:07 GMT"] {
            let Decision::Retry { at, everyone: true, .. } = of(429, Some(form), "") else {
                panic!("{form}")
            };
            let wait = duration_until(now(), at).as_secs_f64();
            assert!((7.0..9.0).contains(&wait), "{form}: {wait}");
        }
        assert!(matches!(of(429, None, ""), Decision::Retry { everyone: true, .. }));
        for status in [500, 502, 503, 504, 524, 408] {
            assert!(matches!(of(status, None, ""), Decision::Retry { everyone: false, .. }), "{status}");
        }
    }

    /// LLM L09: a body of blank lines is a passing fault, and so is a cut one.
    #[test]
    fn blank_and_cut_bodies_are_asked_again() {
        for body in ["", "\n\n\n\n\n\n\n\n\n\n\n\n", "{\"choices\":[", "<html></html>"] {
            assert!(matches!(of(200, None, body), Decision::Retry { everyone: false, .. }), "{body:?}");
        }
        let reset = Came::Broken("reset".into());
        let again = decide(&reset, 9, now(), &mut ChaCha8Rng::seed_from_u64(1));
        assert!(matches!(again, Decision::Retry { .. }));
        let body = "\n\n\n\n\n{\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}";
        assert!(matches!(of(200, None, body), Decision::Accept(_)));
    }
}
