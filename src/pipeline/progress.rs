//! What a person sees while a stage runs: a bar on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Progress of one stage, on stderr.
pub struct Progress {
    bar: Option<ProgressBar>,
    stage: &'static str,
    done: u64,
    total: u64,
}

impl Progress {
    /// Starts showing a stage with `total` jobs to do; shows nothing when there are none.
    pub fn new(stage: &'static str, total: u64) -> Progress {
        let bar = (total > 0 && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
            let style = ProgressStyle::with_template("{prefix:>9} {bar:30} {pos}/{len} {eta} {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar.set_prefix(stage);
            bar
        });
        Progress { bar, stage, done: 0, total }
    }

    /// More jobs became known.
    pub fn grow(&mut self, by: u64) {
        self.total += by;
        if let Some(bar) = &self.bar {
            bar.set_length(self.total);
        }
    }

    /// One job ended.
    pub fn step(&mut self) {
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.done.is_multiple_of(200) => {
                tracing::info!("{}: {} of {}", self.stage, self.done, self.total);
            }
            None => {}
        }
    }

    /// Says what is being waited for.
    pub fn message(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(text.to_owned()),
            None => tracing::info!("{}: {text}", self.stage),
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
