//! The client: one request in pace, the same bytes at every try, until a whole answer came or the tries are used up.

use super::budget::Budget;
use super::keep::{Call, Keep};
use super::reply::{Completion, Usage};
use super::request::{Request, estimate_tokens};
use super::retry::{Came, Decision, decide};
use super::{ChatModel, Completed, LlmError};
use crate::config::{LlmConfig, environment};
use crate::fetch::clock::{Clock, duration_until, later};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use url::{Host, Url};

/// Largest answer, bytes.
const LARGEST: usize = 16 << 20;
/// A wait that is longer is left to the caller, who keeps it as state.
const LONGEST_WAIT: Duration = Duration::from_secs(120);
/// So many requests in a row without any answer, and the server counts as gone.
const GONE_AFTER: u32 = 3;
/// Where the key comes from.
const KEY: &str = "AFB_LLM_API_KEY";

/// An OpenAI-compatible server.
pub struct Client {
    http: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    max_attempts: u32,
    places: Semaphore,
    gate: Gate,
    budget: Arc<Budget>,
    keep: Arc<dyn Keep>,
    clock: Arc<dyn Clock>,
    rng: Mutex<ChaCha8Rng>,
    unanswered: AtomicU32,
}

impl Client {
    /// Checks the settings and makes the client; nothing is sent. The key is read from the environment and kept in
    /// a header that is never printed.
    pub fn new(
        config: &LlmConfig,
        budget: Arc<Budget>,
        keep: Arc<dyn Keep>,
        clock: Arc<dyn Clock>,
        seed: u64,
    ) -> Result<Client, LlmError> {
        let (url, loopback) = endpoint(&config.base_url)?;
        let key = environment(KEY);
        if key.is_none() && !loopback {
            return Err(LlmError::Config(format!(
                "no key for {}: set {KEY} in the environment, or run with --llm off",
                url.host_str().unwrap_or("the model's server")
            )));
        }
        if config.requests_per_minute == 0 || config.concurrency == 0 {
            return Err(LlmError::Config(
                "llm.requests_per_minute and llm.concurrency must be at least 1".to_owned(),
            ));
        }
        if let Some(model) = config
            .models
            .iter()
            .find(|model| config.budget_usd > 0.0 && !config.prices.contains_key(model.as_str()))
        {
            return Err(LlmError::Config(format!(
                "a budget in dollars needs a price for `{model}`: add [llm.prices.\"{model}\"] to the configuration, \
                 or limit the run with --budget-tokens"
            )));
        }
        Ok(Client {
            http: http(loopback)?,
            url,
            headers: headers(config, key.as_deref())?,
            max_attempts: config.max_attempts.max(1),
            places: Semaphore::new(config.concurrency.min(1_024)),
            gate: Gate::new(config.requests_per_minute),
            budget,
            keep,
            clock,
            rng: Mutex::new(ChaCha8Rng::seed_from_u64(seed)),
            unanswered: AtomicU32::new(0),
        })
    }

    async fn ask(&self, request: &Request) -> Result<Completed, LlmError> {
        let _place = self.places.acquire().await.map_err(|error| LlmError::Config(error.to_string()))?;
        let mut attempt = 1;
        loop {
            let output = u64::from(request.max_tokens);
            let estimate = self
                .budget
                .open(&request.model, request.input_estimate, output)
                .await
                .map_err(LlmError::Budget)?;
            let open = Open { budget: &self.budget, estimate: Some(estimate) };
            self.gate.wait(self.clock.as_ref()).await.map_err(|until| LlmError::Paused { until })?;
            let asked_at = self.clock.now();
            let came = self.send(request).await;
            let answered_at = self.clock.now();
            let decision = {
                let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
                decide(&came, attempt, answered_at, &mut *rng)
            };
            let status = match &came {
                Came::Http { status, .. } => Some(*status),
                Came::Broken(_) => None,
            };
            let call = |outcome: &'static str, detail: &str| Call {
                digest: request.digest.clone(),
                model: request.model.clone(),
                outcome,
                status,
                usage: None,
                cost_usd: None,
                asked_at,
                answered_at,
                detail: Some(detail.to_owned()),
            };
            match decision {
                Decision::Accept(mut completion) => {
                    self.unanswered.store(0, Ordering::Relaxed);
                    let usage = usage(&completion, request);
                    completion.usage = Some(usage);
                    let cost_usd = self.budget.cost(&request.model, &usage);
                    open.settle(&usage, cost_usd);
                    return Ok(Completed { completion, asked_at, answered_at, cost_usd });
                }
                Decision::Stop(why) => {
                    self.keep.log(&call("refused", &why))?;
                    return Err(LlmError::Refused(why));
                }
                Decision::Reject(why) => {
                    self.keep.log(&call("refused", &why))?;
                    return Err(LlmError::Rejected(why));
                }
                Decision::Retry { at, why, everyone } => {
                    drop(open);
                    self.keep.log(&call("transient", &why))?;
                    if everyone {
                        self.gate.pause(at);
                    }
                    let wait = duration_until(answered_at, at);
                    if attempt >= self.max_attempts || wait > LONGEST_WAIT {
                        return Err(self.gave_up(why, at));
                    }
                    tracing::debug!("model {}: {why}; try {} in {wait:?}", request.model, attempt + 1);
                    self.clock.sleep_until(at).await;
                    attempt += 1;
                }
            }
        }
    }

    fn gave_up(&self, why: String, retry_at: Timestamp) -> LlmError {
        if self.unanswered.fetch_add(1, Ordering::Relaxed) + 1 >= GONE_AFTER {
            return LlmError::Refused(format!(
                "the model's server {} answers nothing usable ({why}); run the same command later",
                self.url.host_str().unwrap_or_default()
            ));
        }
        LlmError::Transient { why, retry_at }
    }

    async fn send(&self, request: &Request) -> Came {
        let sent = self
            .http
            .post(self.url.clone())
            .headers(self.headers.clone())
            .body(request.body.to_string())
            .send()
            .await;
        let mut response = match sent {
            Ok(response) => response,
            Err(error) => return broken(&error),
        };
        let status = response.status().as_u16();
        let header = |name: HeaderName| {
            response
                .headers()
                .get(name)
                .map(|value| String::from_utf8_lossy(value.as_bytes()).chars().take(200).collect::<String>())
        };
        let retry_after = header(header::RETRY_AFTER);
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= LARGEST => body.extend_from_slice(&chunk),
                Ok(Some(_)) => return Came::Broken(format!("the answer is larger than {LARGEST} bytes")),
                Ok(None) => break,
                // What a server says besides its status is not needed to know what an error means.
                Err(_) if status != 200 => break,
                Err(error) => return broken(&error),
            }
        }
        Came::Http { status, retry_after, body }
    }
}

impl ChatModel for Client {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Completed, LlmError>> {
        Box::pin(self.ask(request))
    }
}

/// A place in the budget that is given back however the request ends.
struct Open<'a> {
    budget: &'a Budget,
    estimate: Option<super::budget::Estimate>,
}

impl Open<'_> {
    fn settle(mut self, usage: &Usage, usd: Option<f64>) {
        if let Some(estimate) = self.estimate.take() {
            self.budget.settle(estimate, Some(usage), usd);
        }
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if let Some(estimate) = self.estimate.take() {
            self.budget.settle(estimate, None, None);
        }
    }
}

/// As the server counted; estimated where it did not.
fn usage(completion: &Completion, request: &Request) -> Usage {
    completion.usage.filter(|usage| usage.input + usage.output > 0).unwrap_or_else(|| Usage {
        input: request.input_estimate,
        cached: 0,
        output: estimate_tokens(&completion.content)
            + completion.reasoning.as_deref().map_or(0, estimate_tokens),
        estimated: true,
    })
}

/// Pace and pause of all requests together.
struct Gate {
    interval: Duration,
    next: Mutex<Timestamp>,
}

impl Gate {
    fn new(per_minute: u32) -> Gate {
        Gate {
            interval: Duration::from_secs(60) / per_minute.max(1),
            next: Mutex::new(Timestamp::UNIX_EPOCH),
        }
    }

    /// Waits for the next free place; where that is far away, says when it is.
    async fn wait(&self, clock: &dyn Clock) -> Result<(), Timestamp> {
        let place = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let now = clock.now();
            let place = (*next).max(now);
            if duration_until(now, place) > LONGEST_WAIT {
                return Err(place);
            }
            *next = later(place, self.interval);
            place
        };
        clock.sleep_until(place).await;
        Ok(())
    }

    /// Lets nobody through before `until`.
    fn pause(&self, until: Timestamp) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(until);
    }
}

/// The address of the chat completions, and whether it is this machine.
fn endpoint(base: &str) -> Result<(Url, bool), LlmError> {
    let bad =
        |why: &str| LlmError::Config(format!("llm.base_url (or AFB_LLM_BASE_URL) cannot be used: {why}"));
    let mut url = Url::parse(base.trim()).map_err(|error| bad(&error.to_string()))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad(&format!("it holds a secret; the key belongs into {KEY}")));
    }
    let loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => return Err(bad("it names no host")),
    };
    match url.scheme() {
        "https" => {}
        "http" if loopback => {}
        _ => return Err(bad("only https, or http on this machine, keeps the key safe")),
    }
    let path = url.path().trim_end_matches('/').to_owned();
    if !path.ends_with("/chat/completions") {
        url.set_path(&format!("{path}/chat/completions"));
    }
    Ok((url, loopback))
}

fn http(loopback: bool) -> Result<reqwest::Client, LlmError> {
    // A second installation finds the first and changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    #[allow(
        clippy::disallowed_methods,
        reason = "the one client of models: no redirects, so that a key stays"
    )]
    let builder = reqwest::Client::builder();
    let mut builder = builder
        .user_agent(concat!("afb-build/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .https_only(!loopback)
        .referer(false)
        .connect_timeout(Duration::from_secs(30))
        // DeepSeek sends blank lines while a request waits; silence is a dead connection.
        .read_timeout(Duration::from_secs(300))
        .timeout(Duration::from_secs(1_200));
    if loopback {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| LlmError::Config(format!("the HTTP client cannot be made: {error}")))
}

fn headers(config: &LlmConfig, key: Option<&str>) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    if let Some(key) = key {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", key.trim()))
            .map_err(|_| LlmError::Config(format!("{KEY} holds characters that no key has")))?;
        value.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, value);
    }
    for (name, value) in &config.headers {
        let bad = |why: &str| LlmError::Config(format!("llm.headers.{name}: {why}"));
        let name_ = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad("is no header"))?;
        if name_ == header::AUTHORIZATION {
            return Err(bad(&format!("the key belongs into {KEY}, never into a file")));
        }
        let (value, secret) = match value.strip_prefix("env:") {
            Some(variable) => {
                let value = environment(variable)
                    .ok_or_else(|| bad(&format!("{variable} is not set in the environment")))?;
                (value, true)
            }
            None => (value.clone(), false),
        };
        let mut value = HeaderValue::from_str(&value).map_err(|_| bad("its value fits no header"))?;
        value.set_sensitive(secret);
        headers.insert(name_, value);
    }
    Ok(headers)
}

fn broken(error: &reqwest::Error) -> Came {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let what = if error.is_timeout() {
        "time-out"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the answer broke off"
    };
    Came::Broken(format!("{what}: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::clock::ManualClock;

    #[test]
    fn only_safe_addresses() {
        for good in [
            "https://api.deepseek.com",
            "http://127.0.0.1:8080/v1/",
            "http://localhost:1",
            "http://[::1]:9/v1",
        ] {
            assert!(endpoint(good).unwrap().0.path().ends_with("/chat/completions"), "{good}");
        }
        assert_eq!(
            endpoint("https://x.test/v1/chat/completions").unwrap().0.as_str(),
            "https://x.test/v1/chat/completions"
        );
        for bad in
            ["http://api.deepseek.com", "ftp://x.test", "nonsense", "https://u:p@x.test", "file:///etc"]
        {
            let error = endpoint(bad).unwrap_err().to_string();
            assert!(error.contains("llm.base_url"), "{error}");
        }
    }

    #[tokio::test]
    async fn requests_keep_their_pace_and_wait_for_a_pause() {
        let start: Timestamp = "2026-10-05T12:00:00Z".parse().unwrap();
        let clock = ManualClock::new(start);
        let gate = Gate::new(120);
        for _ in 0..5 {
            gate.wait(&clock).await.unwrap();
        }
        assert_eq!(duration_until(start, clock.now()), Duration::from_secs(2));
        gate.pause(later(start, Duration::from_secs(30)));
        gate.wait(&clock).await.unwrap();
        assert_eq!(duration_until(start, clock.now()), Duration::from_secs(30));
        let far = later(start, Duration::from_secs(6 * 3600));
        gate.pause(far);
        assert_eq!(gate.wait(&clock).await, Err(far));
    }

    #[test]
    fn a_key_in_the_configuration_is_refused() {
        let mut config = crate::config::Config::embedded().unwrap().llm;
        config.headers.insert("Authorization".into(), "Bearer sk-planted".into());
        let error = headers(&config, None).unwrap_err().to_string();
        assert!(error.contains("AFB_LLM_API_KEY") && !error.contains("planted"), "{error}");
    }
}
