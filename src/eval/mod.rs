//! Evaluation: prompts, answers, metrics, baselines (spec evaluation.md 1; paper section 3).

pub mod agreement;
pub mod baselines;
pub mod bootstrap;
pub mod contamination;
pub mod errors;
pub mod inputs;
pub mod item;
pub mod logistic;
pub mod metrics;
pub mod predictions;
pub mod prompts;
pub mod review;
pub mod rouge;
pub mod scoring;
pub mod table;
