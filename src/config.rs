//! The configuration: the embedded default, a user's file over it, the environment over that.
//!
//! The only place where the environment is read. Secrets are never part of [`Config`], so that a run can
//! print and store its configuration whole.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The embedded default, with its comments.
pub const DEFAULT: &str = include_str!("../config/default.toml");

/// All settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Manners towards the SEC.
    pub sec: SecConfig,
    /// How jobs are run.
    pub run: RunConfig,
    /// Thresholds of cleaning.
    pub text: TextConfig,
    /// Thresholds of selection.
    pub identify: IdentifyConfig,
    /// Pairing.
    pub pair: PairConfig,
    /// Construction of instances.
    pub tasks: TasksConfig,
    /// Splits of the datasets.
    pub splits: SplitsConfig,
    /// Gates of the datasets.
    pub quality: QualityConfig,
    /// The model, if any.
    pub llm: LlmConfig,
}

/// `[sec]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecConfig {
    /// Name and e-mail address, sent as User-Agent; empty = live runs are refused.
    pub contact: String,
    /// Requests a second over all hosts, above 0 and at most 10.
    pub requests_per_second: f64,
    /// Minutes of pause after a block page without Retry-After.
    pub block_pause_minutes: u32,
    /// Block pages in a row after which the run ends.
    pub block_pages_before_stop: u32,
    /// Largest document in megabytes.
    pub max_document_mb: u64,
    /// Hours after which a finished crawl is looked at anew.
    pub index_fresh_hours: u32,
}

/// `[run]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// Jobs at the same time.
    pub parallel_jobs: usize,
    /// Tries of one job.
    pub max_attempts: u32,
    /// Longest wait for a retry inside one run, minutes.
    pub longest_wait_minutes: u32,
}

/// `[text]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextConfig {
    /// Characters under which a document is unusable.
    pub unusable_below: usize,
    /// Characters under which it is flagged as short.
    pub short_below: usize,
    /// Program that reads PDFs without a text layer, with its arguments; empty = none.
    pub ocr_command: String,
}

/// `[identify]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentifyConfig {
    /// Which releases are kept.
    pub profile: Profile,
    /// Confidence needed, 0 to 1.
    pub confidence_threshold: f64,
}

/// Whose rules select the releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The paper's: party type issuer or mixed; no negatives.
    Paper,
    /// Officers-only releases count when the issuer is named; sister releases grouped.
    Strict,
}

/// `[pair]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairConfig {
    /// Years after the affected period in which a restatement is looked for.
    pub restatement_years: i16,
}

/// `[tasks]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TasksConfig {
    /// Negatives for each instance at fault of tasks 1 and 2, over all kinds; 0 makes none.
    pub negatives: f64,
    /// Fault-free periods of the same issuer looked at, for each affected period; 0 leaves the kind out.
    pub same_issuer_negatives: usize,
    /// Fiscal years around an affected or restated period that count as touched by it.
    pub quiet_years: i16,
    /// Filings of matched issuers never named, for each case; 0 leaves the kind out.
    pub matched_issuer_negatives: usize,
    /// Submissions asked for at most to find one matched issuer.
    pub matched_issuer_requests: usize,
    /// Whether the restating filing's corrected passage is a negative.
    pub corrected_passage_negatives: bool,
    /// Whether passages of the same filing on unaffected items are negatives.
    pub unaffected_item_negatives: bool,
}

/// `[splits]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitsConfig {
    /// Seed.
    pub seed: u64,
    /// Shares of train, validation, test; they sum to 1.
    pub shares: [f64; 3],
    /// Share of issuer groups, the latest by filing date, that are the test part of the time split.
    pub latest: f64,
}

/// `[quality]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualityConfig {
    /// Gate of task 1.
    pub attribution: Gate,
    /// Gate of task 2.
    pub narrative: Gate,
    /// Gate of task 3.
    pub pattern: Gate,
}

/// One gate: what keeps an instance out of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// Flags that keep an instance out, by name or alias.
    pub refuse: Vec<String>,
    /// Flags of severity `error` that are let through all the same.
    pub allow: Vec<String>,
    /// Least score, 0 to 1.
    pub least_score: f64,
}

/// `[llm]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LlmConfig {
    /// Whether a model is asked.
    pub mode: LlmMode,
    /// Base URL of an OpenAI-compatible API.
    pub base_url: String,
    /// Models, each a voter.
    pub models: Vec<String>,
    /// Further headers; a value `env:NAME` is read from the environment and is never part of the configuration.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// How JSON is asked for.
    pub response_format: ResponseFormat,
    /// Value of `thinking.type`; empty = not sent.
    pub thinking: String,
    /// Largest answer, tokens.
    pub max_tokens: u32,
    /// Largest document of one request, tokens.
    pub context_tokens: usize,
    /// Requests at the same time.
    pub concurrency: usize,
    /// Requests a minute.
    pub requests_per_minute: u32,
    /// Tries of one request.
    pub max_attempts: u32,
    /// Further requests after an answer that does not validate.
    pub repair_requests: u32,
    /// Dollars; 0 = no limit.
    pub budget_usd: f64,
    /// Tokens; 0 = no limit.
    pub budget_tokens: u64,
    /// Prices by model.
    #[serde(default)]
    pub prices: BTreeMap<String, Price>,
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Input.
    pub input: f64,
    /// Input found in the provider's cache.
    pub cached_input: f64,
    /// Output.
    pub output: f64,
}

/// Whether a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LlmMode {
    /// Rules alone.
    Off,
    /// Ask, and keep the answers.
    On,
    /// Kept answers only.
    Replay,
}

/// How JSON is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseFormat {
    /// `{"type": "json_object"}`.
    JsonObject,
    /// `{"type": "json_schema", ...}`.
    JsonSchema,
}

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file named by the user is not there or not readable.
    #[error(
        "cannot read the configuration {path}: {source}; name an existing file with --config, or leave --config out to use the defaults"
    )]
    Unreadable {
        /// As given.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not TOML, an unknown key, or a value of the wrong type.
    #[error(
        "the configuration {path} cannot be used: {message}\nconfig/default.toml lists every key with its meaning"
    )]
    Invalid {
        /// As given.
        path: PathBuf,
        /// The parser's words, with line and column.
        message: String,
    },
    /// A value out of its range.
    #[error("{key} = {value} is out of range: {allowed}")]
    OutOfRange {
        /// The key with its section.
        key: &'static str,
        /// As given.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
}

impl Config {
    /// The embedded default, unchanged.
    pub fn embedded() -> Result<Config, ConfigError> {
        parse(Path::new("config/default.toml"), DEFAULT)
    }

    /// Default, then the user's file, then the environment (`AFB_CONTACT`, `AFB_LLM_BASE_URL`).
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigError> {
        let mut config = match file {
            None => Config::embedded()?,
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
                parse(path, &text)?
            }
        };
        if let Some(contact) = environment("AFB_CONTACT") {
            config.sec.contact = contact;
        }
        if let Some(base_url) = environment("AFB_LLM_BASE_URL") {
            config.llm.base_url = base_url;
        }
        config.check()?;
        Ok(config)
    }

    /// Ranges that the types do not hold.
    pub fn check(&self) -> Result<(), ConfigError> {
        let rate = self.sec.requests_per_second;
        if !(rate > 0.0 && rate <= 10.0) {
            return Err(ConfigError::OutOfRange {
                key: "sec.requests_per_second",
                value: rate.to_string(),
                allowed: "above 0 and at most 10, the limit that the SEC sets for everyone",
            });
        }
        let threshold = self.identify.confidence_threshold;
        if !(0.0..=1.0).contains(&threshold) {
            return Err(ConfigError::OutOfRange {
                key: "identify.confidence_threshold",
                value: threshold.to_string(),
                allowed: "between 0 and 1",
            });
        }
        if self.run.parallel_jobs == 0 || self.run.parallel_jobs > 256 {
            return Err(ConfigError::OutOfRange {
                key: "run.parallel_jobs",
                value: self.run.parallel_jobs.to_string(),
                allowed: "between 1 and 256",
            });
        }
        if self.llm.mode != LlmMode::Off {
            let bad = |name: &String| name.trim().is_empty() || name.contains('|') || name == "rules";
            if self.llm.models.is_empty() || self.llm.models.iter().any(bad) {
                return Err(ConfigError::OutOfRange {
                    key: "llm.models",
                    value: format!("{:?}", self.llm.models),
                    allowed: "at least one name, none of them empty, `rules` or with a `|` in it",
                });
            }
        }
        let shares = self.splits.shares;
        if shares.iter().any(|share| !(0.0..=1.0).contains(share))
            || (shares.iter().sum::<f64>() - 1.0).abs() > 1e-6
        {
            return Err(ConfigError::OutOfRange {
                key: "splits.shares",
                value: format!("{shares:?}"),
                allowed: "three shares between 0 and 1 that sum to 1",
            });
        }
        for (key, value, allowed) in [
            ("tasks.negatives", self.tasks.negatives, 0.0..=10.0),
            ("splits.latest", self.splits.latest, 0.0..=1.0),
        ] {
            if !allowed.contains(&value) {
                return Err(ConfigError::OutOfRange {
                    key,
                    value: value.to_string(),
                    allowed: "between 0 and 10 negatives for each instance at fault; a share between 0 and 1",
                });
            }
        }
        Ok(())
    }

    /// SHA-256 of the configuration, in hexadecimal: what a dataset was made with. Who asks and how far a run may go
    /// is left out, how many jobs run at a time and how often they are tried too, and kept answers are as good as fresh
    /// ones.
    pub fn digest(&self) -> String {
        let mut public = self.clone();
        public.run = RunConfig { parallel_jobs: 1, max_attempts: 1, longest_wait_minutes: 0 };
        public.sec.contact = String::new();
        if public.llm.mode == LlmMode::Replay {
            public.llm.mode = LlmMode::On;
        }
        public.llm.base_url = String::new();
        (public.llm.budget_usd, public.llm.budget_tokens) = (0.0, 0);
        digest_of(&public)
    }
}

/// SHA-256 of a section as JSON, hexadecimal: part of the fingerprint of every job that reads it.
pub fn digest_of<T: Serialize>(section: &T) -> String {
    let json = serde_json::to_vec(section).unwrap_or_default();
    hex::encode(Sha256::digest(&json))
}

/// A variable of the environment that is set and not empty.
pub fn environment(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the one place where the environment is read")]
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
    let invalid = |message: String| ConfigError::Invalid { path: path.to_owned(), message };
    let mut base: toml::Table = toml::from_str(DEFAULT).map_err(|error| invalid(error.to_string()))?;
    let given: toml::Table = toml::from_str(text).map_err(|error| invalid(error.to_string()))?;
    merge(&mut base, given);
    base.try_into().map_err(|error: toml::de::Error| invalid(error.to_string()))
}

fn merge(base: &mut toml::Table, given: toml::Table) {
    for (key, value) in given {
        match (base.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => merge(below, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_only_what_it_names() {
        let config = parse(Path::new("x"), "[sec]\nrequests_per_second = 2.5\n").unwrap();
        let default = Config::embedded().unwrap();
        assert_eq!(config.sec.requests_per_second, 2.5);
        assert_eq!(config.run, default.run);
        assert_ne!(config.digest(), default.digest());
    }

    #[test]
    fn an_unknown_key_is_named() {
        let error = parse(Path::new("mine.toml"), "[sec]\nrequest_per_second = 2\n").unwrap_err().to_string();
        assert!(error.contains("mine.toml") && error.contains("request_per_second"), "{error}");
    }

    #[test]
    fn rates_above_the_limit_are_refused() {
        for rate in ["10.5", "0.0", "-1.0", "nan"] {
            let config = parse(Path::new("x"), &format!("[sec]\nrequests_per_second = {rate}\n")).unwrap();
            assert!(config.check().unwrap_err().to_string().contains("at most 10"), "{rate}");
        }
    }

    #[test]
    fn the_contact_is_no_part_of_the_digest() {
        let mut config = Config::embedded().unwrap();
        let before = config.digest();
        config.sec.contact = "Example Research research@example.test".into();
        assert_eq!(config.digest(), before);
    }
}
