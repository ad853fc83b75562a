//! Instructions of the two jobs; their text is part of every fingerprint that hangs on it.

use super::job::Job;

/// Instructions by job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instructions {
    classify: String,
    extract: String,
}

impl Default for Instructions {
    /// The embedded ones.
    fn default() -> Self {
        Instructions {
            classify: include_str!("../../config/prompts/classify.md").to_owned(),
            extract: include_str!("../../config/prompts/extract.md").to_owned(),
        }
    }
}

impl Instructions {
    /// The same with a user's text for one job.
    pub fn with(mut self, job: Job, text: String) -> Instructions {
        match job {
            Job::Classify => self.classify = text,
            Job::Extract => self.extract = text,
        }
        self
    }

    /// The text of one job.
    pub fn of(&self, job: Job) -> &str {
        match job {
            Job::Classify => &self.classify,
            Job::Extract => &self.extract,
        }
    }
}
