//! Options about models, and how a run gets its models.

use super::outcome::Failed;
use crate::config::{Config, LlmMode};
use crate::error::ExitCode;
use crate::fetch::clock::Clock;
use crate::llm::ask::{Asker, Spent};
use crate::llm::budget::Budget;
use crate::llm::client::Client;
use crate::llm::jobs::Job;
use crate::llm::prompts::Instructions;
use crate::llm::reply::Usage;
use crate::llm::{ChatModel, NOT_KEPT, NOT_USABLE};
use crate::stages::{Models, OpenRequest};
use crate::store::{Store, jobs, llm_calls};
use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options about models. The key is read from AFB_LLM_API_KEY in the environment and from nowhere else.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Models")]
pub struct LlmArgs {
    /// Whether models read the releases too: off (rules alone), on, or replay (kept answers only).
    #[arg(long, value_enum, value_name = "MODE")]
    pub llm: Option<LlmMode>,
    /// Models to ask, each a voter, in place of llm.models of the configuration.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub models: Vec<String>,
    /// Send no further request once the answers of this run cost so many US dollars (exit 3).
    #[arg(long, value_name = "USD")]
    pub budget_usd: Option<f64>,
    /// Send no further request once the answers of this run used so many tokens (exit 3).
    #[arg(long, value_name = "N")]
    pub budget_tokens: Option<u64>,
    /// A folder with classify.md and extract.md in place of the built-in instructions; either may be missing.
    #[arg(long, value_name = "DIR")]
    pub instructions: Option<PathBuf>,
}

impl LlmArgs {
    /// Puts the options over the configuration.
    pub fn apply(&self, config: &mut Config, offline: bool) -> Result<(), Failed> {
        let llm = &mut config.llm;
        llm.mode = self.llm.unwrap_or(llm.mode);
        if !self.models.is_empty() {
            llm.models = self.models.iter().map(|name| name.trim().to_owned()).collect();
        }
        llm.budget_usd = self.budget_usd.unwrap_or(llm.budget_usd);
        llm.budget_tokens = self.budget_tokens.unwrap_or(llm.budget_tokens);
        if !llm.budget_usd.is_finite() || llm.budget_usd < 0.0 {
            return Err(Failed::new(ExitCode::Usage, "--budget-usd must be 0 (no limit) or above"));
        }
        if offline && llm.mode == LlmMode::On {
            return Err(Failed::new(
                ExitCode::Usage,
                "--offline opens no connection, and --llm on needs one; --llm replay uses kept answers",
            ));
        }
        config.check()?;
        Ok(())
    }

    /// The instructions of the two jobs.
    pub fn instructions(&self) -> anyhow::Result<Instructions> {
        let mut all = Instructions::default();
        let Some(dir) = &self.instructions else { return Ok(all) };
        let mut found = false;
        for job in Job::ALL {
            let path = dir.join(format!("{}.md", job.as_str()));
            if path.exists() {
                found = true;
                all = all.with(job, read(&path)?);
            }
        }
        anyhow::ensure!(found, "{} holds neither classify.md nor extract.md", dir.display());
        Ok(all)
    }
}

/// A text file of a user.
pub fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Models as a run has them: what it asks and what that may cost.
pub struct Opened {
    /// For the stage.
    pub models: Models,
    /// What was used.
    pub budget: Arc<Budget>,
}

/// Makes the models of a run; none with models off. Jobs that an earlier run could not finish for want of a usable
/// answer are tried again, unless that run was killed: what it was answered is not asked again.
pub fn open(
    config: &Config,
    args: &LlmArgs,
    store: &Arc<Store>,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<Option<Opened>> {
    let llm = &config.llm;
    if llm.mode == LlmMode::Off {
        return Ok(None);
    }
    let budget = Arc::new(Budget::new(llm));
    let orderly = store.read(llm_calls::last_run_ended)?;
    let mut model: Option<Arc<dyn ChatModel>> = None;
    if llm.mode == LlmMode::On {
        let seed = u64::from(std::process::id());
        model = Some(Arc::new(Client::new(llm, budget.clone(), store.clone(), clock.clone(), seed)?));
    }
    store.write(|tx| {
        // In a replay too: the answer may have come in by a batch file.
        jobs::retry_reason(tx, NOT_KEPT)?;
        if orderly && model.is_some() {
            jobs::retry_reason(tx, NOT_USABLE)?;
        }
        Ok(())
    })?;
    Ok(Some(Opened {
        models: Models {
            asker: Asker::new(model, store.clone(), llm.clone()),
            instructions: args.instructions()?,
            spent: if orderly { Spent::Again } else { Spent::Give },
        },
        budget,
    }))
}

/// One line on what was used in this run.
pub fn used(budget: &Budget) -> Option<String> {
    let spent = budget.spent();
    (spent.requests > 0).then(|| {
        format!(
            "models: {} answers, {} tokens in ({} from the provider's cache), {} out, ${:.4}",
            spent.requests, spent.input, spent.cached, spent.output, spent.usd
        )
    })
}

/// One line on what is still to be asked.
pub fn estimate(all: &[OpenRequest], config: &Config) -> String {
    let budget = Budget::new(&config.llm);
    let open: Vec<&OpenRequest> = all.iter().filter(|open| !open.answered).collect();
    let input: u64 = open.iter().map(|open| open.request.input_estimate).sum();
    // Answers are short: a tenth of the question, within the limit.
    let answer = |open: &OpenRequest| {
        (open.request.input_estimate / 10).clamp(100, u64::from(open.request.max_tokens))
    };
    let output: u64 = open.iter().map(|open| answer(open)).sum();
    let cost: Option<f64> = open
        .iter()
        .map(|open| {
            let usage = Usage {
                input: open.request.input_estimate,
                cached: 0,
                output: answer(open),
                estimated: true,
            };
            budget.cost(&open.request.model, &usage)
        })
        .sum();
    let cost = cost.map_or("no price known".to_owned(), |usd| format!("about ${usd:.2}"));
    format!(
        "models: {} requests to send ({} answered before), about {input} tokens in and {output} out, {cost}",
        open.len(),
        all.len() - open.len()
    )
}
