//! Models behind an OpenAI-compatible API: asking, keeping, reading and checking answers (evaluation.md 2).

pub mod answer;
