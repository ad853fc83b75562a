//! `ask`: the two jobs over each release, by each model. Answers are kept as they come, so that a request that was
//! answered is never sent again; with models off the stage has no jobs.

use super::Context;
use super::context::Models;
use crate::config::{LlmMode, digest_of};
use crate::error::ExitCode;
use crate::fetch::clock::later;
use crate::llm::LlmError;
use crate::llm::jobs::{self as reading, Field, Job, ModelReading};
use crate::llm::request::Request;
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::store::StoreError;
use crate::store::jobs::Planned;
use crate::store::llm_calls::{self, ReadingKey};
use crate::store::releases::{self, Finding, ReleaseText};
use rusqlite::{Connection, Transaction};
use std::time::Duration;

/// See the module.
#[derive(Clone)]
pub struct Ask;

/// Parts of a job's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskKey {
    release: String,
    job: Job,
    model: String,
}

impl AskKey {
    fn parse(key: &str) -> Option<AskKey> {
        let mut parts = key.splitn(3, '|');
        let (release, job, model) = (parts.next()?, parts.next()?, parts.next()?);
        let job = Job::ALL.into_iter().find(|known| known.as_str() == job)?;
        Some(AskKey { release: release.to_owned(), job, model: model.to_owned() })
    }

    fn row(&self) -> ReadingKey<'_> {
        ReadingKey { release: &self.release, job: self.job.as_str(), model: &self.model }
    }
}

impl std::fmt::Display for AskKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}|{}|{}", self.release, self.job.as_str(), self.model)
    }
}

/// What one job concludes.
pub struct Asked {
    key: AskKey,
    repaired: bool,
    reading: ModelReading,
    findings: Vec<Finding>,
}

impl Stage for Ask {
    type Context = Context;
    type Input = Option<(AskKey, ReleaseText)>;
    type Output = Asked;

    const ID: StageId = StageId::Ask;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let Some(models) = models(context) else { return Ok(Vec::new()) };
        let config = &context.config.llm;
        let settings =
            digest_of(&(config.response_format, &config.thinking, config.max_tokens, config.context_tokens));
        let versions = format!("{} {}", Self::VERSION, reading::VERSION);
        let mut planned = Vec::new();
        for (release, digest) in releases::text_digests(connection)? {
            for model in &config.models {
                for job in Job::ALL {
                    let parts = [
                        versions.as_str(),
                        &settings,
                        &digest,
                        models.instructions.of(job),
                        &context.keywords_digest,
                    ];
                    let key = AskKey { release: release.clone(), job, model: model.clone() };
                    planned.push(Planned { key: key.to_string(), fingerprint: fingerprint(parts) });
                }
            }
        }
        Ok(planned)
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Self::Input, StoreError> {
        let Some(key) = AskKey::parse(key) else { return Ok(None) };
        Ok(releases::text(connection, &key.release)?.map(|text| (key, text)))
    }

    async fn run(&self, context: &Context, input: Self::Input) -> Result<Outcome<Asked>, JobError> {
        let (key, text) =
            input.ok_or_else(|| JobError::Permanent { why: "no clean text kept".to_owned() })?;
        let models =
            models(context).ok_or_else(|| JobError::Permanent { why: "models are off".to_owned() })?;
        let prompt = prompt(context, models, &key, &text.content);
        let check = |raw: &str| reading::check(key.job, raw);
        let answer = models
            .asker
            .ask(&prompt.question, &check, models.spent)
            .await
            .map_err(|error| job_error(error, context))?;
        let reading = reading::read(key.job, &answer.kept.content, &text.content, prompt.left_out)
            .map_err(|error| JobError::Permanent { why: format!("{}: {error}", crate::llm::NOT_USABLE) })?;
        let findings = findings(&key.model, &reading, &text.content);
        Ok(Outcome::Done(Asked { repaired: answer.kept.repairs > 0, key, reading, findings }))
    }

    fn save(&self, tx: &Transaction<'_>, _key: &str, asked: &Asked) -> Result<String, StoreError> {
        llm_calls::save_reading(tx, asked.key.row(), asked.repaired, &asked.reading, &asked.findings)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        match AskKey::parse(key) {
            Some(key) => llm_calls::clear_reading(tx, key.row()),
            None => Ok(()),
        }
    }
}

fn models(context: &Context) -> Option<&Models> {
    context.models.as_ref().filter(|_| context.config.llm.mode != LlmMode::Off)
}

fn prompt(context: &Context, models: &Models, key: &AskKey, text: &str) -> reading::Prompt {
    let tokens = context.config.llm.context_tokens;
    reading::prompt(key.job, &key.model, text, &models.instructions, &context.keywords, tokens)
}

/// A request of the stage, as it is sent first.
pub struct OpenRequest {
    /// The job.
    pub job: Job,
    /// What is sent.
    pub request: Request,
    /// Whether a good answer is kept.
    pub answered: bool,
}

/// All requests of the stage with what is kept of them, in order of their keys: for estimates and batch files.
pub fn requests(connection: &Connection, context: &Context) -> Result<Vec<OpenRequest>, StoreError> {
    let Some(models) = models(context) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (release, _) in releases::text_digests(connection)? {
        let Some(text) = releases::text(connection, &release)? else { continue };
        for model in &context.config.llm.models {
            for job in Job::ALL {
                let key = AskKey { release: release.clone(), job, model: model.clone() };
                let request = models.asker.request(&prompt(context, models, &key, &text.content).question);
                let kept = llm_calls::answer(connection, &request.digest)?;
                let answered = kept.is_some_and(|kept| kept.status == crate::llm::keep::Status::Good);
                all.push(OpenRequest { job, request, answered });
            }
        }
    }
    Ok(all)
}

/// What a failed question means for its job. The words before the first colon are counted together.
fn job_error(error: LlmError, context: &Context) -> JobError {
    let why = error.to_string();
    match error {
        LlmError::Transient { retry_at, .. } => {
            let soonest = later(context.clock.now(), Duration::from_secs(1));
            JobError::Transient { until: retry_at.max(soonest), why }
        }
        LlmError::Paused { until } => JobError::Deferred { until, why },
        LlmError::Rejected(_) | LlmError::NotKept { .. } | LlmError::NotUsable { .. } => {
            JobError::Permanent { why }
        }
        LlmError::Config(_) => JobError::Fatal { why, exit: ExitCode::Usage },
        LlmError::Refused(_) => JobError::Fatal { why, exit: ExitCode::Refused },
        LlmError::Budget(_) | LlmError::Store(_) => JobError::Fatal { why, exit: ExitCode::Partial },
    }
}

/// The fields of a reading one by one, each with its quote.
fn findings(model: &str, reading: &ModelReading, text: &str) -> Vec<Finding> {
    let mut all = Vec::new();
    match reading {
        ModelReading::Classify(read) => {
            all.push(finding(model, "category", name(&read.category.value), &read.category, text));
        }
        ModelReading::Extract(read) => {
            for field in &read.issuers {
                all.push(finding(model, "issuer", field.value.clone(), field, text));
            }
            for field in &read.periods {
                let end = field.value.end.map_or(String::new(), |end| format!(", ended {end}"));
                all.push(finding(model, "period", format!("{}{end}", field.value.label), field, text));
            }
            for field in &read.parties {
                let value = format!("{}: {}", field.value.name, field.value.role);
                all.push(finding(model, "party", value, field, text));
            }
            for field in &read.mechanism {
                all.push(finding(model, "mechanism", String::new(), field, text));
            }
            for field in &read.amounts {
                let what = field.value.measure.as_deref().unwrap_or("not said");
                let value = format!("{} {} ({what})", field.value.value, field.value.unit);
                all.push(finding(model, "amount", value, field, text));
            }
            for field in &read.provisions {
                all.push(finding(model, "provision", field.value.clone(), field, text));
            }
            if let Some(field) = &read.conduct {
                let day = |date: Option<jiff::civil::Date>| date.map_or("?".to_owned(), |d| d.to_string());
                let value = format!("{} to {}", day(field.value.0), day(field.value.1));
                all.push(finding(model, "conduct", value, field, text));
            }
            all.push(finding(model, "traceable", read.traceable.value.to_string(), &read.traceable, text));
        }
    }
    all
}

fn finding<T>(model: &str, name: &str, value: String, field: &Field<T>, text: &str) -> Finding {
    let doubts = field.flags.join(", ");
    Finding {
        voter: model.to_owned(),
        field: name.to_owned(),
        value: if doubts.is_empty() { value } else { format!("{value} [{doubts}]") },
        span: field.span.map(|span| (span.start, span.end)),
        quote: Some(match field.span {
            Some(span) => span.of(text).to_owned(),
            None => field.quote.clone(),
        })
        .filter(|quote| !quote.is_empty()),
        verified: field.is_evidence(),
    }
}

fn name<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
