//! Verbs of the command line: one file a verb.

mod cache;
mod completions;
mod contamination;
mod doctor;
mod drive;
mod estimate;
mod eval;
mod explain;
mod export;
mod inspect;
mod llm;
mod models;
mod outcome;
mod output;
mod pdf_worker;
mod repair;
mod report;
mod retry;
mod review;
mod run;
mod sample_site;
mod score;
mod session;
mod stats;
mod status;
mod verify;

use crate::error::ExitCode;
use crate::pipeline::StageId;
use clap::{Parser, Subcommand};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;

/// Rebuilds AuditFraudBench, a benchmark of audit judgment, from the SEC's own records.
#[derive(Debug, Parser)]
#[command(
    name = "afb-build",
    version,
    about,
    after_help = "Exit codes: 0 complete, 1 a bug, 2 wrong usage or \
configuration, 3 finished with failed or missing jobs, 4 another process holds the data directory, 5 refused by the \
SEC or the model, 130 interrupted (the same command resumes)."
)]
struct Cli {
    /// More on stderr; twice for everything.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Everything, from the index to the datasets.
    Run(run::RunVerb),
    /// The AAER index and the documents of its releases.
    Crawl(run::CrawlVerb),
    /// Documents to clean text.
    Clean(run::CleanVerb),
    /// Fields of each release, and which releases are kept.
    #[command(
        after_help = "Example:\n  afb-build identify --only --keywords mine.toml    after a change of the keywords"
    )]
    Identify(run::StageVerb),
    /// Issuers to CIKs, affected periods to originals and restatements.
    #[command(
        after_help = "Examples:\n  afb-build pair\n  afb-build pair --offline --overrides decided.toml    with decisions of your own about issuers"
    )]
    Pair(run::StageVerb),
    /// Sections and figures of filings.
    #[command(after_help = "Example:\n  afb-build facts --offline    from kept documents only")]
    Facts(run::StageVerb),
    /// Instances of the three tasks.
    #[command(
        after_help = "Example:\n  afb-build assemble --only --config mine.toml    after a change under [tasks]"
    )]
    Assemble(run::StageVerb),
    /// Write the datasets.
    Export(export::ExportVerb),
    /// Fill the texts of a dataset published without them.
    Rehydrate(export::RehydrateVerb),
    /// The paper's Table 1 for this build.
    Stats(stats::StatsVerb),
    /// One HTML page about the build.
    Report(report::ReportVerb),
    /// What is done, what is left, what was lost and why.
    Status(status::StatusVerb),
    /// Why something came out as it did.
    Explain(explain::ExplainVerb),
    /// Make failed jobs pending again.
    Retry(retry::RetryVerb),
    /// Do the jobs behind a flag or a key again, and what hangs on them.
    Repair(repair::RepairVerb),
    /// Questions out to a spreadsheet, answers back in.
    Review(review::ReviewVerb),
    /// Check every quote, figure, address and digest of a dataset against the kept bytes.
    Verify(verify::VerifyVerb),
    /// Which instances of the test split occur in training files.
    Contamination(contamination::ContaminationVerb),
    /// What asking models would cost; batch files in and out.
    Llm(llm::LlmVerb),
    /// Ask a model, or a baseline, the questions of a task.
    Eval(eval::EvalVerb),
    /// Score a file of predictions, from this program or anyone.
    Score(score::ScoreVerb),
    /// Kept documents in and out.
    Cache(cache::CacheVerb),
    /// Check this machine, the configuration, the data directory; with --live the SEC's site.
    Doctor(doctor::DoctorVerb),
    /// Completions for a shell.
    Completions(completions::CompletionsVerb),
    /// The manual page.
    Man(completions::ManVerb),
    /// Show what the program sees in one local file, as one JSON object.
    Inspect(inspect::Inspect),
    /// Reads PDF pages for the other verbs: documents in, JSON out.
    #[command(hide = true)]
    PdfWorker,
}

/// Reads the arguments, runs the verb, and says how it ended.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { ExitCode::Usage } else { ExitCode::Complete };
            // Nothing sensible is left to do when the terminal is gone.
            let _ = error.print();
            return code;
        }
    };
    logging(cli.verbose);
    crate::text::pdf::use_workers();
    output::settled(done(cli.verb))
}

/// Does what a verb says.
fn done(verb: Verb) -> ExitCode {
    match verb {
        Verb::Run(verb) => verb.run(),
        Verb::Crawl(verb) => verb.run(),
        Verb::Clean(verb) => verb.run(),
        Verb::Identify(verb) => verb.run("identify", &[StageId::Identify, StageId::Ask, StageId::Select]),
        Verb::Pair(verb) => verb.run("pair", &[StageId::Resolve, StageId::Pair]),
        Verb::Facts(verb) => verb.run("facts", &[StageId::Controls, StageId::Facts]),
        Verb::Assemble(verb) => verb.run("assemble", &[StageId::Assemble, StageId::Split]),
        Verb::Export(verb) => verb.run(),
        Verb::Rehydrate(verb) => verb.run(),
        Verb::Stats(verb) => verb.run(),
        Verb::Report(verb) => verb.run(),
        Verb::Status(verb) => verb.run(),
        Verb::Explain(verb) => verb.run(),
        Verb::Retry(verb) => verb.run(),
        Verb::Repair(verb) => verb.run(),
        Verb::Review(verb) => verb.run(),
        Verb::Verify(verb) => verb.run(),
        Verb::Contamination(verb) => verb.run(),
        Verb::Llm(verb) => verb.run(),
        Verb::Eval(verb) => verb.run(),
        Verb::Score(verb) => verb.run(),
        Verb::Cache(verb) => verb.run(),
        Verb::Doctor(verb) => verb.run(),
        Verb::Completions(verb) => verb.run(),
        Verb::Man(verb) => verb.run(),
        Verb::Inspect(verb) => verb.run(),
        Verb::PdfWorker => pdf_worker::run(),
    }
}

/// Runs everything up to the instances against loopback servers that stand in for the SEC's hosts, unpaced: for
/// benches and tests of the whole, which no verb offers. `origins` gives the base address by host.
pub fn run_against(data: &std::path::Path, origins: std::collections::BTreeMap<String, String>) -> ExitCode {
    outcome::report(drive::against(data, origins))
}

/// Logs go to stderr: warnings, with `-v` what is done, with `-vv` everything.
fn logging(verbose: u8) {
    let level = match verbose {
        0 => "afb_build=warn",
        1 => "afb_build=info",
        _ => "debug",
    };
    // A second call in one process finds a logger set, which is as good.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(level))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .without_time()
        .try_init();
}
