//! Evaluation: prompts, answers, metrics, baselines (spec evaluation.md 1; paper section 3).

pub mod agreement;
pub mod bootstrap;
pub mod metrics;
pub mod rouge;
