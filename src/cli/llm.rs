//! `llm`: what asking models would cost, and batch files in and out.

use super::drive::runtime;
use super::models::{self, LlmArgs};
use super::outcome::{Failed, report};
use super::session::{DataArgs, Origins, RunArgs, Session};
use crate::config::{Config, LlmMode};
use crate::error::ExitCode;
use crate::llm::batch::{self, LineError};
use crate::llm::jobs;
use crate::llm::keep::{Call, Keep, Status};
use crate::stages::{self, OpenRequest};
use crate::store::Store;
use clap::{Args, Subcommand};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What asking models would cost, and batch files for providers that answer in bulk.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build llm estimate --models deepseek-v4-flash
  afb-build llm export-batch requests.jsonl
  afb-build llm import-batch answers.jsonl && afb-build identify --llm replay")]
pub struct LlmVerb {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Requests, tokens and dollars of what is not answered yet.
    Estimate(Common),
    /// Write every request that has no kept answer, in the OpenAI batch form.
    ExportBatch(WithFile),
    /// Take in the answers of a batch, in any order; each is checked like a live one.
    ImportBatch(WithFile),
}

#[derive(Debug, Args)]
struct Common {
    /// Models to ask, in place of llm.models of the configuration.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    models: Vec<String>,
    /// A folder with classify.md and extract.md in place of the built-in instructions.
    #[arg(long, value_name = "DIR")]
    instructions: Option<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, Args)]
struct WithFile {
    /// The batch file, JSON Lines.
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

impl LlmVerb {
    /// Does what was asked for.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        match self.what {
            What::Estimate(common) => with_session(common, |_, open, config| {
                super::output::print(&format!("{}\n", models::estimate(&open, config)));
                Ok(ExitCode::Complete)
            }),
            What::ExportBatch(args) => with_session(args.common, |_, open, _| export(&open, &args.file)),
            What::ImportBatch(args) => {
                with_session(args.common, |session, open, _| import(session, &open, &args.file))
            }
        }
    }
}

fn with_session(
    common: Common,
    work: impl FnOnce(&Session, Vec<OpenRequest>, &Config) -> Result<ExitCode, Failed>,
) -> Result<ExitCode, Failed> {
    // Opened for reading first: a wrong directory must not be made into a data directory.
    drop(Store::open_read_only(&common.data.data)?);
    let llm = LlmArgs {
        llm: Some(LlmMode::Replay),
        models: common.models,
        instructions: common.instructions,
        ..LlmArgs::default()
    };
    let mut config = Config::load(common.data.config.as_deref())?;
    llm.apply(&mut config, true)?;
    let args = RunArgs {
        data: common.data,
        offline: true,
        only: false,
        keywords: None,
        overrides: None,
        refresh: false,
        llm,
    };
    runtime()?.block_on(async {
        let session = Session::open("llm", &args, config.clone(), None, Origins::new())?;
        let open = session.store.read(|connection| stages::requests(connection, &session.context))?;
        let code = work(&session, open, &config)?;
        session.end(code)?;
        Ok(code)
    })
}

fn export(all: &[OpenRequest], path: &Path) -> Result<ExitCode, Failed> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    let mut n = 0;
    for open in all.iter().filter(|open| !open.answered) {
        let line =
            batch::line(&open.request).map_err(|error| Failed::new(ExitCode::Bug, error.to_string()))?;
        writeln!(file, "{line}")?;
        n += 1;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    super::output::print(&format!("{n} requests: {}\n", path.display()));
    Ok(ExitCode::Complete)
}

fn import(session: &Session, all: &[OpenRequest], path: &Path) -> Result<ExitCode, Failed> {
    let bytes = std::fs::read(path)
        .map_err(|error| Failed::new(ExitCode::Usage, format!("cannot read {}: {error}", path.display())))?;
    let known: BTreeMap<&str, &OpenRequest> =
        all.iter().map(|open| (open.request.digest.as_str(), open)).collect();
    let (mut good, mut repair, mut faults) = (0, 0, 0);
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let taken = batch::read(line).and_then(|imported| match known.get(imported.digest.as_str()) {
            Some(open) => Ok((imported, *open)),
            None => Err(LineError::Unknown(imported.digest)),
        });
        match taken {
            Ok((_, open)) if open.answered => good += 1,
            Ok((imported, open)) => {
                let error = jobs::check(open.job, &imported.completion.content).err().map(|e| e.to_string());
                let kept = batch::kept(imported, &open.request, error, session.now());
                let is_good = kept.status == Status::Good;
                let call = Call {
                    digest: kept.digest.clone(),
                    model: kept.model.clone(),
                    outcome: if is_good { "good" } else { "invalid" },
                    status: Some(200),
                    usage: Some(kept.usage),
                    cost_usd: None,
                    asked_at: kept.asked_at,
                    answered_at: kept.answered_at,
                    detail: Some("import".to_owned()),
                };
                session.store.keep(&kept, &call)?;
                if is_good { good += 1 } else { repair += 1 }
            }
            Err(error) => {
                eprintln!("line {}: {error}", number + 1);
                faults += 1;
            }
        }
    }
    super::output::print(&format!(
        "{good} answers kept, {repair} that do not validate (a live run asks for a repair), {faults} lines at fault\n"
    ));
    Ok(if faults + repair > 0 { ExitCode::Partial } else { ExitCode::Complete })
}
