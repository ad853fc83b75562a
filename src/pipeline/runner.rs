//! The runner: plans, claims, runs and saves the jobs of one stage until nothing is left that can be done now.

use super::without::noting;
use super::{JobError, Outcome, Progress, Stage};
use crate::error::ExitCode;
use crate::fetch::clock::Clock;
use crate::store::jobs::{self, Claim, Ending};
use crate::store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};

/// Runs stages over one store.
pub struct Runner {
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    run: i64,
    parallel: usize,
    max_attempts: u32,
    longest_wait: SignedDuration,
    interrupt: watch::Receiver<bool>,
}

/// How a stage ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageEnd {
    /// Jobs worked on in this run.
    pub worked: u64,
    /// Set when the run has to end here.
    pub stop: Option<(ExitCode, String)>,
}

/// How a job came out, with what it went on without.
type Ran<S> = (Result<Outcome<<S as Stage>::Output>, JobError>, BTreeSet<String>);
type Running<S> = JoinSet<Ran<S>>;

impl Runner {
    /// A runner for the run with row `run`. `interrupt` turns true when the user asks to stop.
    pub fn new(
        store: Arc<Store>,
        clock: Arc<dyn Clock>,
        run: i64,
        config: &crate::config::RunConfig,
        interrupt: watch::Receiver<bool>,
    ) -> Runner {
        Runner {
            store,
            clock,
            run,
            parallel: config.parallel_jobs,
            max_attempts: config.max_attempts,
            longest_wait: SignedDuration::from_mins(i64::from(config.longest_wait_minutes)),
            interrupt,
        }
    }

    /// Works off a stage. Jobs run side by side; each is saved alone, so a stop at any moment loses at most
    /// the work of those that were running.
    pub async fn stage<S: Stage>(&self, stage: S, context: Arc<S::Context>) -> Result<StageEnd, StoreError> {
        let name = S::ID.as_str();
        let mut end = StageEnd::default();
        let mut progress = Progress::new(name, self.plan(&stage, &context)?);
        let mut interrupt = self.interrupt.clone();
        // Set by a job that was put off through no fault of its own: the others would only meet the same pause.
        let mut hold: Option<Timestamp> = None;
        loop {
            let mut running: Running<S> = JoinSet::new();
            let mut claims: Vec<(Id, Claim)> = Vec::new();
            loop {
                let held = hold.is_some_and(|until| until > self.clock.now());
                if end.stop.is_none() && !held && !*interrupt.borrow() {
                    self.fill(&stage, &context, &mut running, &mut claims)?;
                }
                let Some(joined) = running.join_next_with_id().await else { break };
                let (id, result) = match joined {
                    Ok((id, result)) => (id, Ok(result)),
                    Err(error) => (error.id(), Err(error)),
                };
                let Some(position) = claims.iter().position(|(task, _)| *task == id) else { continue };
                let (_, claim) = claims.swap_remove(position);
                if let Ok((Err(JobError::Deferred { until, .. }), _)) = &result {
                    hold = hold.max(Some(*until));
                }
                if let Some(stop) = self.save(&stage, &claim, result)? {
                    end.stop.get_or_insert(stop);
                }
                end.worked += 1;
                progress.step();
            }
            if *interrupt.borrow() {
                end.stop.get_or_insert((
                    ExitCode::Interrupted,
                    "interrupted; run the same command to resume".to_owned(),
                ));
            }
            if end.stop.is_some() {
                break;
            }
            // What was saved may have made more jobs known (the next page of the index).
            let more = self.plan(&stage, &context)?;
            if more > 0 {
                progress.grow(more);
                continue;
            }
            let Some(next) = self.store.read(|connection| jobs::next_time(connection, name))? else { break };
            let next = hold.map_or(next, |until| next.max(until));
            let wait = next.duration_since(self.clock.now());
            if wait > self.longest_wait {
                tracing::warn!("{name}: the next try is due at {next}; run the same command after that");
                break;
            }
            progress.message(&format!("waiting until {next:.0} for a retry"));
            tokio::select! {
                () = self.clock.sleep_until(next) => {}
                _ = interrupt.wait_for(|stop| *stop) => {}
            }
        }
        progress.finish();
        Ok(end)
    }

    /// Brings the stage's jobs in line with its plan; gives how many became pending.
    fn plan<S: Stage>(&self, stage: &S, context: &S::Context) -> Result<u64, StoreError> {
        let planned = self.store.read(|connection| stage.plan(connection, context))?;
        self.store.write(|tx| {
            let change = jobs::plan(tx, S::ID.as_str(), &planned)?;
            for key in &change.withdrawn {
                stage.clear(tx, key)?;
            }
            Ok(change.pending as u64)
        })
    }

    fn fill<S: Stage>(
        &self,
        stage: &S,
        context: &Arc<S::Context>,
        running: &mut Running<S>,
        claims: &mut Vec<(Id, Claim)>,
    ) -> Result<(), StoreError> {
        let room = self.parallel.saturating_sub(running.len());
        if room == 0 {
            return Ok(());
        }
        let now = self.clock.now();
        let claimed = self.store.write(|tx| {
            let mut claimed = Vec::with_capacity(room);
            while claimed.len() < room {
                match jobs::claim(tx, S::ID.as_str(), self.run, now)? {
                    Some(claim) => claimed.push(claim),
                    None => break,
                }
            }
            Ok(claimed)
        })?;
        for claim in claimed {
            let input = self.store.read(|connection| stage.load(connection, &claim.key))?;
            let (stage, context) = (stage.clone(), Arc::clone(context));
            let handle = running.spawn(async move { noting(stage.run(&context, input)).await });
            claims.push((handle.id(), claim));
        }
        Ok(())
    }

    /// Saves how a job ended; gives the reason when the whole run has to stop.
    fn save<S: Stage>(
        &self,
        stage: &S,
        claim: &Claim,
        result: Result<Ran<S>, tokio::task::JoinError>,
    ) -> Result<Option<(ExitCode, String)>, StoreError> {
        let now = self.clock.now();
        let mut stop = None;
        let ending = match result {
            Ok((Ok(outcome), without)) => {
                return self.store.write(|tx| {
                    let (output, reason) = match &outcome {
                        Outcome::Done(output) => (output, None),
                        Outcome::Dropped { reason, output } => (output, Some(reason.clone())),
                    };
                    let digest = stage.save(tx, &claim.key, output)?;
                    let ending = match reason {
                        None => Ending::Done { digest },
                        Some(reason) => Ending::Dropped { reason, digest },
                    };
                    jobs::finish(tx, claim, &ending, now)?;
                    jobs::note_without(tx, claim, &without)?;
                    Ok(None)
                });
            }
            Ok((Err(JobError::Deferred { until, why }), _)) => {
                Ending::Deferred { until: after(until, now), why }
            }
            Ok((Err(JobError::Transient { until, why }), _)) => {
                Ending::Transient { until: after(until, now), why, max_attempts: self.max_attempts }
            }
            Ok((Err(JobError::Permanent { why }), _)) => Ending::Permanent { why },
            Ok((Err(JobError::Fatal { why, exit }), _)) => {
                stop = Some((exit, why.clone()));
                Ending::Deferred { until: now, why }
            }
            Err(error) => Ending::Panic { why: panic_message(error) },
        };
        match &ending {
            Ending::Permanent { why } => tracing::warn!("{}: {}: {why}", S::ID.as_str(), claim.key),
            Ending::Panic { why } => tracing::error!("{}: {}: a bug: {why}", S::ID.as_str(), claim.key),
            _ => {}
        }
        self.store.write(|tx| {
            // A passing fault leaves what an earlier run concluded; a lasting one must not leave it to be believed.
            if matches!(ending, Ending::Permanent { .. } | Ending::Panic { .. }) {
                stage.clear(tx, &claim.key)?;
            }
            jobs::finish(tx, claim, &ending, now)
        })?;
        Ok(stop)
    }
}

/// A time to try again that already passed is now: never an error, never a negative wait.
fn after(until: Timestamp, now: Timestamp) -> Timestamp {
    until.max(now)
}

fn panic_message(error: tokio::task::JoinError) -> String {
    match error.try_into_panic() {
        Ok(payload) => payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without a message".to_owned()),
        Err(_) => "the job was cancelled".to_owned(),
    }
}
