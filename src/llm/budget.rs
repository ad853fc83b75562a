//! What a run may use, and what it used: estimated before a request, summed after it.

use super::reply::Usage;
use crate::config::{LlmConfig, Price};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Sums of one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Spent {
    /// Requests answered with a usage or a text.
    pub requests: u64,
    /// Tokens of prompts.
    pub input: u64,
    /// Of these, found in the provider's cache.
    pub cached: u64,
    /// Tokens of answers.
    pub output: u64,
    /// US dollars, over requests to models with a price.
    pub usd: f64,
}

impl Spent {
    /// Tokens in and out.
    pub fn tokens(&self) -> u64 {
        self.input + self.output
    }
}

#[derive(Default)]
struct State {
    spent: Spent,
    open: u64,
    open_tokens: u64,
    open_usd: f64,
}

/// The budget of a run. A request may go out while what is used, with what the open requests are likely to use, is
/// below the limits; so at most one request passes a limit.
pub struct Budget {
    usd: f64,
    tokens: u64,
    prices: BTreeMap<String, Price>,
    state: Mutex<State>,
    settled: Notify,
}

/// What one request is likely to use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    tokens: u64,
    usd: f64,
}

impl Budget {
    /// The limits and prices of a configuration.
    pub fn new(config: &LlmConfig) -> Budget {
        Budget {
            usd: config.budget_usd,
            tokens: config.budget_tokens,
            prices: config.prices.clone(),
            state: Mutex::default(),
            settled: Notify::new(),
        }
    }

    /// Cost of a usage in US dollars; none where the configuration has no price for the model.
    pub fn cost(&self, model: &str, usage: &Usage) -> Option<f64> {
        let price = self.prices.get(model)?;
        let cached = usage.cached.min(usage.input);
        let fresh = usage.input - cached;
        let sum = fresh as f64 * price.input
            + cached as f64 * price.cached_input
            + usage.output as f64 * price.output;
        Some(sum / 1e6)
    }

    /// Waits until a request may go out; the reason when none may.
    pub async fn open(&self, model: &str, input: u64, output: u64) -> Result<Estimate, String> {
        let usage = Usage { input, cached: 0, output, estimated: true };
        let estimate = Estimate { tokens: input + output, usd: self.cost(model, &usage).unwrap_or(0.0) };
        loop {
            // Made before the look, so that a request that ends in between is not missed.
            let settled = self.settled.notified();
            {
                let mut state = self.state();
                if let Some(why) = self.passed(&state.spent) {
                    return Err(why);
                }
                let tokens = state.spent.tokens() + state.open_tokens;
                let usd = state.spent.usd + state.open_usd;
                let full = (self.tokens > 0 && tokens >= self.tokens) || (self.usd > 0.0 && usd >= self.usd);
                if !full || state.open == 0 {
                    state.open += 1;
                    state.open_tokens += estimate.tokens;
                    state.open_usd += estimate.usd;
                    return Ok(estimate);
                }
            }
            settled.await;
        }
    }

    /// Ends a request; `usage` is what it used, where anything was answered.
    pub fn settle(&self, estimate: Estimate, usage: Option<&Usage>, usd: Option<f64>) {
        {
            let mut state = self.state();
            state.open = state.open.saturating_sub(1);
            state.open_tokens = state.open_tokens.saturating_sub(estimate.tokens);
            state.open_usd = (state.open_usd - estimate.usd).max(0.0);
            if let Some(usage) = usage {
                state.spent.requests += 1;
                state.spent.input += usage.input;
                state.spent.cached += usage.cached;
                state.spent.output += usage.output;
                state.spent.usd += usd.unwrap_or(0.0);
            }
        }
        self.settled.notify_waiters();
    }

    /// Sums so far.
    pub fn spent(&self) -> Spent {
        self.state().spent
    }

    fn passed(&self, spent: &Spent) -> Option<String> {
        let again = "the same command goes on where this run stopped";
        if self.tokens > 0 && spent.tokens() >= self.tokens {
            return Some(format!(
                "the budget of {} tokens is used up ({} used); {again}",
                self.tokens,
                spent.tokens()
            ));
        }
        if self.usd > 0.0 && spent.usd >= self.usd {
            return Some(format!(
                "the budget of ${:.2} is used up (${:.4} used); {again}",
                self.usd, spent.usd
            ));
        }
        None
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn budget(usd: f64, tokens: u64) -> Budget {
        let mut config = Config::embedded().unwrap().llm;
        (config.budget_usd, config.budget_tokens) = (usd, tokens);
        config.prices.insert("m".into(), Price { input: 1.0, cached_input: 0.1, output: 2.0 });
        Budget::new(&config)
    }

    /// LLM L13: 1,000 tokens and 600 a call: the third call is not made.
    #[tokio::test]
    async fn no_call_once_the_budget_is_used() {
        let budget = budget(0.0, 1_000);
        let usage = Usage { input: 400, cached: 0, output: 200, estimated: false };
        for _ in 0..2 {
            let estimate = budget.open("m", 5_000, 4_000).await.unwrap();
            budget.settle(estimate, Some(&usage), None);
        }
        let why = budget.open("m", 1, 1).await.unwrap_err();
        assert!(why.contains("1200 used"), "{why}");
        assert_eq!(budget.spent().requests, 2);
    }

    /// LLM L13: requests side by side pass a limit by at most one.
    #[tokio::test]
    async fn open_requests_count() {
        let budget = budget(0.0, 1_000);
        let first = budget.open("m", 900, 200).await.unwrap();
        let second = budget.open("m", 900, 200);
        tokio::pin!(second);
        let waits = std::future::poll_fn(|cx| std::task::Poll::Ready(second.as_mut().poll(cx).is_pending()));
        assert!(waits.await);
        budget.settle(first, Some(&Usage { input: 100, cached: 0, output: 10, estimated: false }), None);
        assert!(second.await.is_ok());
    }

    #[test]
    fn cost_tells_cached_tokens_apart() {
        let usage = Usage { input: 1_000_000, cached: 400_000, output: 500_000, estimated: false };
        let cost = budget(0.0, 0).cost("m", &usage).unwrap();
        assert!((cost - (0.6 + 0.04 + 1.0)).abs() < 1e-9, "{cost}");
        assert_eq!(budget(0.0, 0).cost("unpriced", &usage), None);
    }
}
