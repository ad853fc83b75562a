//! Datasets in the shapes that users load. Reads the store; writes files whole or not at all.

pub mod seal;
pub mod sqlite;
pub mod verify;

use crate::tasks::{Instance, Task};

/// What is exported: instances in order of id, with what the build says of itself.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The rows.
    pub instances: Vec<Instance>,
    /// Name and value of each fact about the build; no time of day among them.
    pub meta: Vec<(String, String)>,
}

impl Dataset {
    /// The instances of the tasks asked for.
    pub fn of_tasks(mut self, tasks: &[Task]) -> Dataset {
        self.instances.retain(|instance| tasks.contains(&instance.task));
        self
    }
}
