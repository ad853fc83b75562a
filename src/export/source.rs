//! Where instances come from, and which of them go out. Streamed: no more than one is held at a time.

use super::error::ExportError;
use super::tally::Tally;
use super::withhold;
use crate::config::QualityConfig;
use crate::quality::{self, Refusal};
use crate::store::{Store, instances};
use crate::tasks::{Instance, Split, Task};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Takes one instance.
pub type Take<'a> = dyn FnMut(Instance) -> Result<(), ExportError> + 'a;

/// Instances in order of id, as often as asked for.
pub trait Instances {
    /// Hands over each instance.
    fn each(&self, take: &mut Take<'_>) -> Result<(), ExportError>;
}

impl Instances for Vec<Instance> {
    fn each(&self, take: &mut Take<'_>) -> Result<(), ExportError> {
        self.iter().try_for_each(|instance| take(instance.clone()))
    }
}

/// The instances of a data directory.
pub struct FromStore<'a>(pub &'a Store);

impl Instances for FromStore<'_> {
    fn each(&self, take: &mut Take<'_>) -> Result<(), ExportError> {
        let mut stopped = Ok(());
        self.0.read(|connection| {
            instances::each(connection, |instance| {
                stopped = take(instance);
                stopped.is_ok()
            })
        })?;
        stopped
    }
}

/// Which instances go out. Nothing is said to be poor silently: what each rule removes is counted.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Tasks; empty for all.
    pub tasks: Vec<Task>,
    /// Splits; empty for all.
    pub splits: Vec<Split>,
    /// Lowest quality.
    pub min_quality: f64,
    /// Flags that no instance may carry.
    pub exclude: Vec<String>,
    /// Only instances at fault, of cases whose party type the paper takes.
    pub paper_cases: Option<std::collections::BTreeSet<String>>,
    /// Gates of the tasks; none lets everything through.
    pub gates: Option<QualityConfig>,
}

impl Filter {
    /// Why an instance stays behind; none for one that goes out.
    fn removes(&self, instance: &Instance) -> Option<String> {
        if !self.splits.is_empty() && !self.splits.contains(&instance.split) {
            return Some("split not asked for".to_owned());
        }
        if let Some(cases) = &self.paper_cases {
            if instance.control.is_some() {
                return Some("negative, not in the paper's profile".to_owned());
            }
            if !cases.contains(&instance.case_id) {
                return Some("party type not in the paper's profile".to_owned());
            }
        }
        let refused = self.gates.as_ref().map_or(Vec::new(), |gates| quality::refusals(gates, instance));
        if let Some(first) = refused.into_iter().next() {
            return Some(match first {
                Refusal::Flag(flag) => format!("gate of {}: flag {flag}", instance.task.as_str()),
                Refusal::Error(flag) => format!("gate of {}: error {flag}", instance.task.as_str()),
                Refusal::Score => format!("gate of {}: quality", instance.task.as_str()),
            });
        }
        if instance.score < self.min_quality {
            return Some(format!("quality below {}", self.min_quality));
        }
        self.exclude
            .iter()
            .find(|flag| instance.flags.iter().any(|raised| raised.flag == **flag))
            .map(|flag| format!("flag {flag}"))
    }
}

/// A dataset on its way out.
pub struct Dataset<'a> {
    /// The instances.
    pub instances: &'a dyn Instances,
    /// Which of them.
    pub filter: Filter,
    /// Leave texts out; offsets and digests stay, see [`super::withhold`].
    pub no_text: bool,
    /// What stands beside the instances.
    pub build: super::build::Build,
    /// Set when the user wants the export to stop.
    pub stop: Arc<AtomicBool>,
}

impl<'a> Dataset<'a> {
    /// The same through the gates of a configuration.
    pub fn gated(self, gates: &QualityConfig) -> Dataset<'a> {
        Dataset { filter: Filter { gates: Some(gates.clone()), ..self.filter }, ..self }
    }

    /// All of some instances, with nothing beside them but facts about the build.
    pub fn new(instances: &'a dyn Instances, build: super::build::Build) -> Dataset<'a> {
        Dataset {
            instances,
            filter: Filter::default(),
            no_text: false,
            build,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Hands over each instance that goes out, with how to fill in its texts where they are left out; gives
    /// the counts.
    pub fn each(
        &self,
        take: &mut dyn FnMut(&Instance, Option<&str>) -> Result<(), ExportError>,
    ) -> Result<Tally, ExportError> {
        let mut tally = Tally::default();
        self.instances.each(&mut |mut instance| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ExportError::Interrupted);
            }
            if !self.filter.tasks.is_empty() && !self.filter.tasks.contains(&instance.task) {
                return Ok(());
            }
            if let Some(why) = self.filter.removes(&instance) {
                *tally.removed.entry(why).or_default() += 1;
                return Ok(());
            }
            tally.add(&instance);
            if self.no_text {
                let recipe = withhold::strip(&mut instance);
                take(&instance, Some(&recipe))
            } else {
                take(&instance, None)
            }
        })?;
        Ok(tally)
    }

    /// The counts alone.
    pub fn tally(&self) -> Result<Tally, ExportError> {
        self.each(&mut |_, _| Ok(()))
    }

    /// The tasks that go out.
    pub fn tasks(&self) -> Vec<Task> {
        Task::ALL
            .into_iter()
            .filter(|task| self.filter.tasks.is_empty() || self.filter.tasks.contains(task))
            .collect()
    }

    /// Name and value of each fact about what went out; no time of day among them.
    pub fn meta(&self, tally: &Tally) -> BTreeMap<String, String> {
        let mut meta: BTreeMap<String, String> = self.build.meta.iter().cloned().collect();
        for task in self.tasks() {
            let n: usize = tally.labels(task).values().sum();
            meta.insert(format!("instances_{}", task.as_str()), n.to_string());
        }
        for (why, n) in &tally.removed {
            meta.insert(format!("left_out: {why}"), n.to_string());
        }
        meta.insert("texts".to_owned(), if self.no_text { "left out" } else { "included" }.to_owned());
        meta
    }
}
