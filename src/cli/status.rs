//! `status`: what is done, what is left, what was lost and why.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::pipeline::StageId;
use crate::store::jobs::{self, StageCounts};
use crate::store::{Store, funnel as counted};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is done, what is left, what was lost and why.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  afb-build status --json | jq '.stages[] | select(.failed > 0)'")]
pub struct StatusVerb {
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

/// Failed jobs that are named one by one.
const NAMED: usize = 20;

#[derive(Serialize)]
struct Status {
    stages: Vec<StageCounts>,
    funnel: Vec<counted::Line>,
}

impl StatusVerb {
    /// Prints the counts.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let store = Store::open_read_only(&self.data.data)?;
        if self.json {
            let status = Status { stages: stages(&store)?, funnel: store.read(counted::funnel)? };
            let json = serde_json::to_string_pretty(&status)
                .map_err(|error| Failed::new(ExitCode::Bug, error.to_string()))?;
            super::output::print(&format!("{json}\n"));
        } else {
            super::output::print(&funnel(&store)?);
        }
        Ok(ExitCode::Complete)
    }
}

fn stages(store: &Store) -> Result<Vec<StageCounts>, Failed> {
    let counts = store.read(|connection| {
        StageId::ALL.into_iter().map(|stage| jobs::counts(connection, stage.as_str())).collect()
    })?;
    Ok(counts)
}

/// How many releases have their documents, and why the others have none; empty when none is lost. What the SEC does
/// not have is settled and costs no exit code, but the crawl is partial all the same.
fn lost(store: &Store) -> Result<String, Failed> {
    let counts = store.read(|connection| jobs::counts(connection, StageId::Download.as_str()))?;
    let lost = counts.dropped + counts.failed;
    if lost == 0 {
        return Ok(String::new());
    }
    let why: Vec<String> = counts.reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
    let all = counts.done + lost + counts.pending;
    Ok(format!("partial: {} of {all} releases stored, {lost} not: {}\n", counts.done, why.join(", ")))
}

/// The funnel as a table: jobs by stage with what was lost and why, then what came of it.
pub fn funnel(store: &Store) -> Result<String, Failed> {
    let mut out = String::new();
    let line = "stage            done   dropped    failed      left";
    let _ = writeln!(out, "{line}");
    for counts in stages(store)? {
        let _ = writeln!(
            out,
            "{:<10} {:>10} {:>9} {:>9} {:>9}",
            counts.stage, counts.done, counts.dropped, counts.failed, counts.pending
        );
        if counts.without > 0 {
            let _ = writeln!(
                out,
                "           {:>10} without a document that the cache lacks, offline: a run online does them again",
                counts.without
            );
        }
        for (reason, n) in &counts.reasons {
            let _ = writeln!(out, "           {n:>10} {reason}");
        }
    }
    let _ = writeln!(out);
    out.push_str(&lost(store)?);
    for line in store.read(counted::funnel)? {
        let _ = writeln!(out, "{:>10} {}", line.n, line.what);
    }
    let failures = store.read(|connection| jobs::failures(connection, NAMED + 1))?;
    for (stage, key, reason) in failures.iter().take(NAMED) {
        let _ = writeln!(out, "failed: {stage} {key}: {reason}");
    }
    if failures.len() > NAMED {
        let _ = writeln!(out, "failed: and more; `afb-build status --json` counts them by reason");
    }
    Ok(out)
}

/// What the latest run did, in one line.
pub fn redone(store: &Store) -> Result<String, Failed> {
    let worked = store.read(jobs::worked)?;
    Ok(match worked.is_empty() {
        true => "done in this run: nothing, all was there\n".to_owned(),
        false => format!("done in this run: {}\n", counted(&worked)),
    })
}

/// Jobs by stage, in the order of the stages.
pub fn counted(jobs: &BTreeMap<String, i64>) -> String {
    let of = |stage: &StageId| jobs.get(stage.as_str()).map(|n| format!("{n} {}", stage.as_str()));
    StageId::ALL.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}
