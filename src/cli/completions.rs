//! `completions` and `man`: what shells and `man` show, made from the same definitions as `--help`.

use super::outcome::{Failed, report};
use crate::error::ExitCode;
use clap::{Args, CommandFactory};
use std::path::{Path, PathBuf};

/// Completions for a shell, on stdout.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build completions bash > ~/.local/share/bash-completion/completions/afb-build
  afb-build completions zsh > ~/.zfunc/_afb-build")]
pub struct CompletionsVerb {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// The manual page, on stdout; with --dir one page a verb.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build man | man -l -
  afb-build man --dir ~/.local/share/man/man1")]
pub struct ManVerb {
    /// Write afb-build.1 and a page for every verb into this folder.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl CompletionsVerb {
    /// Prints the script.
    pub fn run(self) -> ExitCode {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::Cli::command(), "afb-build", &mut script);
        super::output::print(&String::from_utf8_lossy(&script));
        ExitCode::Complete
    }
}

impl ManVerb {
    /// Prints or writes the pages.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let pages = pages()?;
        let Some(dir) = self.dir else {
            if let Some((_, page)) = pages.first() {
                super::output::print(&String::from_utf8_lossy(page));
            }
            return Ok(ExitCode::Complete);
        };
        let cannot = |error: std::io::Error| {
            Failed::new(ExitCode::Usage, format!("cannot write manual pages into {}: {error}", dir.display()))
        };
        std::fs::create_dir_all(&dir).map_err(cannot)?;
        for (name, page) in &pages {
            write(&dir, name, page).map_err(cannot)?;
        }
        super::output::print(&format!("{} manual pages in {}\n", pages.len(), dir.display()));
        Ok(ExitCode::Complete)
    }
}

/// The program's page first, then one for each verb that is no secret.
fn pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut command = super::Cli::command();
    // Names the verbs `afb-build-VERB`, and adds `help`, which needs no page.
    command.build();
    let mut pages = Vec::new();
    let mut add = |command: clap::Command, name: String| -> std::io::Result<()> {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).title(name.to_uppercase()).render(&mut page)?;
        pages.push((format!("{name}.1"), page));
        Ok(())
    };
    add(command.clone(), "afb-build".to_owned())?;
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help") {
        let name = format!("afb-build-{}", verb.get_name());
        add(verb.clone(), name)?;
    }
    Ok(pages)
}

/// Writes a file whole or not at all.
fn write(dir: &Path, name: &str, page: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(page)?;
    file.persist(dir.join(name)).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every verb that a user sees has an example in its help, and a page.
    #[test]
    fn every_verb_has_an_example_and_a_page() {
        let command = super::super::Cli::command();
        let visible = |command: &clap::Command| -> Vec<clap::Command> {
            command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned().collect()
        };
        let has = |verb: &clap::Command| {
            verb.get_after_help().is_some_and(|text| text.to_string().contains("afb-build"))
        };
        for verb in visible(&command) {
            let below = visible(&verb);
            let shown = has(&verb) || (!below.is_empty() && below.iter().all(has));
            assert!(shown, "`{}` shows no example", verb.get_name());
        }
        assert!(pages().unwrap().len() > visible(&command).len() / 2);
        super::super::Cli::command().debug_assert();
    }
}
