//! `doctor`: whether a run can go well here; with `--live`, whether the SEC's pages are still as this program
//! knows them.

mod live;
mod local;

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::config::Config;
use crate::error::ExitCode;
use clap::Args;

/// Check this machine, the configuration and the data directory; with --live also the SEC's site.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build doctor
  AFB_CONTACT='Jane Doe jane@example.org' afb-build doctor --live

Each line begins with ok, note (works, but read it) or BAD (a run will fail). Exit 0 when nothing is bad, else 3.")]
pub struct DoctorVerb {
    /// Ask the SEC five questions, at the configured pace, and look whether the answers are laid out as known.
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    data: DataArgs,
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grade {
    Ok,
    Note,
    Bad,
}

/// One line of the report.
#[derive(Clone, Debug)]
struct Check {
    grade: Grade,
    what: &'static str,
    text: String,
}

impl Check {
    fn new(grade: Grade, what: &'static str, text: impl Into<String>) -> Check {
        Check { grade, what, text: text.into() }
    }

    fn line(&self) -> String {
        let grade = match self.grade {
            Grade::Ok => "ok  ",
            Grade::Note => "note",
            Grade::Bad => "BAD ",
        };
        format!("{grade} {:<14} {}\n", self.what, self.text)
    }
}

impl DoctorVerb {
    /// Looks and tells.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let mut bad = false;
        let mut say = |check: Check| {
            bad |= check.grade == Grade::Bad;
            super::output::print(&check.line());
        };
        let config = match Config::load(self.data.config.as_deref()) {
            Ok(config) => {
                let text = match &self.data.config {
                    Some(path) => format!("{} over the defaults", path.display()),
                    None => "the defaults".to_owned(),
                };
                say(Check::new(Grade::Ok, "configuration", text));
                config
            }
            Err(error) => {
                say(Check::new(Grade::Bad, "configuration", error.to_string()));
                Config::embedded()?
            }
        };
        local::checks(&config, &self.data.data, self.live).into_iter().for_each(&mut say);
        if self.live {
            super::drive::runtime()?
                .block_on(live::checks(&config, &self.data.data))
                .into_iter()
                .for_each(&mut say);
        } else {
            say(Check::new(Grade::Note, "the SEC", "not asked; --live asks it five questions"));
        }
        Ok(if bad { ExitCode::Partial } else { ExitCode::Complete })
    }
}
