//! `eval`: the questions of a task to a model or a baseline; predictions as JSON Lines.

use super::drive::runtime;
use super::models;
use super::outcome::{Failed, report};
use crate::config::{Config, LlmMode};
use crate::error::ExitCode;
use crate::eval::baselines::{self, Baseline};
use crate::eval::inputs::{self, Configuration};
use crate::eval::item::Item;
use crate::eval::predictions::Prediction;
use crate::eval::prompts::{self, Parsed, Prompts};
use crate::export::sqlite;
use crate::fetch::clock::{Clock, RealClock};
use crate::llm::ask::{Asker, Spent};
use crate::llm::budget::Budget;
use crate::llm::client::Client;
use crate::llm::request::{Message, Question};
use crate::llm::{ChatModel, LlmError};
use crate::pipeline::Progress;
use crate::store::Store;
use crate::tasks::{Instance, Split, Task};
use clap::{Args, ValueEnum};
use futures_util::{StreamExt, stream};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Ask a model, or a baseline, the questions of a task. Answers are kept: the same command goes on where it stopped,
/// and costs nothing once all is answered.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build eval --task narrative --baseline majority --out majority.jsonl
  AFB_LLM_API_KEY=... afb-build eval --task pattern --model deepseek-v4-flash --budget-usd 2 --out flash.jsonl
  afb-build eval --task narrative --paired --model m --base-url http://127.0.0.1:8080/v1 --out pairs.jsonl")]
pub struct EvalVerb {
    /// Which task.
    #[arg(long, value_enum)]
    task: Task,
    /// The model, as its server names it.
    #[arg(long, required_unless_present = "baseline", conflicts_with = "baseline")]
    model: Option<String>,
    /// A baseline in place of a model.
    #[arg(long, value_enum)]
    baseline: Option<Baseline>,
    /// Base URL of an OpenAI-compatible server, in place of llm.base_url of the configuration.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Which part of the dataset is asked about.
    #[arg(long, value_enum, default_value = "test")]
    split: Split,
    /// What stands beside the text: passage, with-statements or with-restatement; the default is the paper's, both
    /// sets of figures for task 1 and the text alone for the others. Any other value is a configuration file.
    #[arg(long, value_name = "INPUT|FILE")]
    config: Vec<String>,
    /// Ask which of two passages misleads, the original or the corrected one (task narrative).
    #[arg(long)]
    paired: bool,
    /// At most so many questions.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The dataset; the default is `datasets/auditfraudbench.sqlite` in the data directory.
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// A folder with eval-attribution.md, eval-narrative.md or eval-pattern.md in place of the built-in prompt.
    #[arg(long, value_name = "DIR")]
    prompts: Option<PathBuf>,
    /// Where the predictions are written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Kept answers only; nothing is sent.
    #[arg(long)]
    replay: bool,
    /// Ask again where an earlier run got no valid answer.
    #[arg(long)]
    again: bool,
    /// Send no further request once the answers of this run cost so many US dollars (exit 3).
    #[arg(long, value_name = "USD")]
    budget_usd: Option<f64>,
    /// Send no further request once the answers of this run used so many tokens (exit 3).
    #[arg(long, value_name = "N")]
    budget_tokens: Option<u64>,
    /// The data directory: kept answers, and the dataset unless --dataset names one.
    #[arg(long, value_name = "DIR", default_value = "cache")]
    data: PathBuf,
}

impl EvalVerb {
    /// Asks and writes the predictions.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let instances = instances(self.dataset.as_deref(), &self.data)?;
        let mut input = Configuration::of_task(self.task);
        let mut settings = None;
        for value in &self.config {
            match Configuration::from_str(value, true) {
                Ok(configuration) => input = configuration,
                Err(_) => settings = Some(Path::new(value)),
            }
        }
        if self.paired && self.task != Task::Narrative {
            return Err(Failed::new(ExitCode::Usage, "--paired is a form of the task narrative"));
        }
        let items = if self.paired {
            inputs::pairs(&instances)
        } else {
            instances.iter().filter_map(|instance| inputs::item(instance, input)).collect()
        };
        let asked: Vec<&Item> = items
            .iter()
            .filter(|item| item.task == self.task && item.split == self.split)
            .take(self.limit.unwrap_or(usize::MAX))
            .collect();
        if asked.is_empty() {
            return Err(Failed::new(
                ExitCode::Usage,
                "the dataset holds no question of this task and split; `afb-build export` says what it holds",
            ));
        }
        if let Some(baseline) = self.baseline {
            let labels = baselines::answer(baseline, self.task, &items, &asked);
            let predictions: Vec<Prediction> =
                asked.iter().zip(labels).map(|(item, label)| by_baseline(baseline, item, label)).collect();
            write(&self.out, &predictions)?;
            super::output::print(&format!("{} predictions: {}\n", predictions.len(), self.out.display()));
            return Ok(ExitCode::Complete);
        }
        let model = self.model.clone().unwrap_or_default();
        runtime()?.block_on(self.ask(&model, settings, &asked))
    }

    async fn ask(&self, model: &str, settings: Option<&Path>, asked: &[&Item]) -> Result<ExitCode, Failed> {
        let mut config = Config::load(settings)?;
        let llm = &mut config.llm;
        llm.mode = if self.replay { LlmMode::Replay } else { LlmMode::On };
        llm.models = vec![model.to_owned()];
        llm.budget_usd = self.budget_usd.unwrap_or(llm.budget_usd);
        llm.budget_tokens = self.budget_tokens.unwrap_or(llm.budget_tokens);
        if let Some(url) = &self.base_url {
            llm.base_url.clone_from(url);
        }
        config.check()?;
        let prompts = self.prompts()?;
        let store = Arc::new(Store::open(&self.data, "afb-build eval")?);
        let clock: Arc<dyn Clock> = Arc::new(RealClock::default());
        let budget = Arc::new(Budget::new(&config.llm));
        let mut client: Option<Arc<dyn ChatModel>> = None;
        if !self.replay {
            let seed = u64::from(std::process::id());
            client = Some(Arc::new(Client::new(&config.llm, budget.clone(), store.clone(), clock, seed)?));
        }
        let places = config.llm.concurrency.max(1);
        let asker = Asker::new(client, store, config.llm);
        let spent = if self.again { Spent::Again } else { Spent::Give };
        let mut progress = Progress::new("eval", asked.len() as u64);
        let mut answers: Vec<Option<Prediction>> = vec![None; asked.len()];
        let mut stop: Option<LlmError> = None;
        let mut missing = 0usize;
        {
            let one = async |n: usize| (n, question(&asker, &prompts, model, asked[n], spent).await);
            let mut all = stream::iter(0..asked.len()).map(one).buffer_unordered(places);
            while let Some((n, result)) = all.next().await {
                progress.step();
                progress.message(&format!("${:.4}", budget.spent().usd));
                match result {
                    Ok(prediction) => answers[n] = Some(prediction),
                    Err(
                        error @ (LlmError::Transient { .. }
                        | LlmError::Paused { .. }
                        | LlmError::NotKept { .. }),
                    ) => {
                        tracing::warn!("{}: {error}", asked[n].id);
                        missing += 1;
                    }
                    Err(error) => {
                        stop = Some(error);
                        break;
                    }
                }
            }
        }
        progress.finish();
        let predictions: Vec<Prediction> = answers.into_iter().flatten().collect();
        write(&self.out, &predictions)?;
        if let Some(line) = models::used(&budget) {
            eprintln!("{line}");
        }
        let invalid = predictions.iter().filter(|prediction| prediction.error.is_some()).count();
        super::output::print(&format!(
            "{} predictions of {} questions, {invalid} invalid: {}\n",
            predictions.len(),
            asked.len(),
            self.out.display()
        ));
        if let Some(error) = stop {
            return Err(error.into());
        }
        if missing > 0 {
            eprintln!("{missing} questions have no answer yet; the same command asks only them");
            return Ok(ExitCode::Partial);
        }
        Ok(ExitCode::Complete)
    }

    fn prompts(&self) -> Result<Prompts, Failed> {
        let mut prompts = Prompts::embedded();
        if self.paired {
            prompts = prompts.paired();
        }
        if let Some(dir) = &self.prompts {
            let path = dir.join(format!("eval-{}.md", self.task.as_str()));
            let template =
                models::read(&path).map_err(|error| Failed::new(ExitCode::Usage, format!("{error:#}")))?;
            prompts = prompts
                .with(self.task, template)
                .map_err(|error| Failed::new(ExitCode::Usage, format!("{}: {error}", path.display())))?;
        }
        Ok(prompts)
    }
}

/// One question; an answer that does not validate is a prediction too, and a wrong one.
async fn question(
    asker: &Asker,
    prompts: &Prompts,
    model: &str,
    item: &Item,
    spent: Spent,
) -> Result<Prediction, LlmError> {
    let question = Question {
        model: model.to_owned(),
        messages: vec![Message::user(prompts.fill(item))],
        schema: prompts::schema(item.task),
    };
    let check = |raw: &str| prompts::parse(item.task, raw).map(|_| ());
    let blank = Prediction {
        id: item.id.clone(),
        model: model.to_owned(),
        raw: None,
        parsed: None,
        error: None,
        usage: None,
    };
    match asker.ask(&question, &check, spent).await {
        Ok(answer) => {
            let parsed = prompts::parse(item.task, &answer.kept.content).ok();
            Ok(Prediction {
                model: answer.kept.model,
                parsed: parsed.map(|parsed| prompts::answer_value(item.task, &parsed)),
                raw: Some(answer.kept.content),
                usage: serde_json::to_value(answer.kept.usage).ok(),
                ..blank
            })
        }
        Err(LlmError::NotUsable { why, raw }) => Ok(Prediction { raw: Some(raw), error: Some(why), ..blank }),
        Err(LlmError::Rejected(why)) => Ok(Prediction { error: Some(why), ..blank }),
        Err(error) => Err(error),
    }
}

fn by_baseline(baseline: Baseline, item: &Item, label: usize) -> Prediction {
    Prediction {
        id: item.id.clone(),
        model: format!("baseline-{}", baseline.as_str()),
        raw: None,
        parsed: Some(prompts::answer_value(item.task, &Parsed { label, explanation: String::new() })),
        error: None,
        usage: None,
    }
}

/// The instances of a dataset file, or of the one in the data directory.
pub fn instances(dataset: Option<&Path>, data: &Path) -> Result<Vec<Instance>, Failed> {
    let default = data.join("datasets").join("auditfraudbench.sqlite");
    let path = dataset.unwrap_or(&default);
    sqlite::read(path).map_err(|error| Failed::new(ExitCode::Usage, error.to_string()))
}

/// Writes a prediction file whole or not at all.
fn write(path: &Path, predictions: &[Prediction]) -> Result<(), Failed> {
    let mut text = String::new();
    for prediction in predictions {
        let line =
            serde_json::to_string(prediction).map_err(|e| Failed::new(ExitCode::Bug, e.to_string()))?;
        text.push_str(&line);
        text.push('\n');
    }
    put(path, text.as_bytes())
}

/// Puts a file in its place, whole or not at all.
pub fn put(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    crate::fetch::blobs::write_whole(path, bytes)
        .map_err(|error| Failed::new(ExitCode::Partial, error.to_string()))
}
