//! What all verbs that run stages share: which stages, on which runtime, and what is said at the end.

use super::outcome::Failed;
use super::session::{DataArgs, Ended, Origins, RunArgs, Session};
use super::status::funnel;
use crate::config::Config;
use crate::error::ExitCode;
use crate::pipeline::StageId;
use crate::stages::CrawlOptions;

/// Runs the stages of a verb, and those before them unless `--only` is given; prints how it ended.
pub fn stages(
    verb: &str,
    args: RunArgs,
    mut config: Config,
    own: &[StageId],
    crawl: Option<CrawlOptions>,
) -> Result<ExitCode, Failed> {
    args.llm.apply(&mut config, args.offline)?;
    let last = own.last().copied().unwrap_or(StageId::Assemble);
    let wanted: Vec<StageId> = if args.only {
        own.to_vec()
    } else {
        StageId::ALL.into_iter().filter(|stage| *stage <= last).collect()
    };
    let Ended { code, stopped } = runtime()?.block_on(async {
        let session = Session::open(verb, &args, config, crawl, Origins::new())?;
        session.run(&wanted).await
    })?;
    finish(&args.data, code, stopped)?;
    if args.only && code == ExitCode::Complete && nothing_planned(&args.data, own)? {
        eprintln!(
            "`{verb} --only` had nothing to work on: the stages before it have not come so far. Leave out --only and they \
             are done first"
        );
        return Ok(ExitCode::Partial);
    }
    Ok(code)
}

/// Whether the stages of a verb have no jobs at all: what they work on is not there yet.
fn nothing_planned(data: &DataArgs, own: &[StageId]) -> Result<bool, Failed> {
    let store = crate::store::Store::open_read_only(&data.data)?;
    Ok(store.read(|connection| {
        for stage in own {
            let counts = crate::store::jobs::counts(connection, stage.as_str())?;
            if counts.pending + counts.done + counts.dropped + counts.failed > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    })?)
}

/// Runs the stages that an export needs when they were never run: `crawl`, `pair` and `export`, typed in this order, give
/// the datasets, and so do `crawl` and `export`. What was assembled before is exported as it is. Where the stages cannot
/// come so far nothing is exported, since an empty dataset would look like a result.
pub fn catch_up(data: &DataArgs, offline: bool, config: &Config) -> Result<(), Failed> {
    if !nothing_planned(data, &[StageId::Assemble])? {
        return Ok(());
    }
    let args = plain(data.clone(), offline);
    let Ended { code, stopped } = runtime()?.block_on(async {
        let session = Session::open("export", &args, config.clone(), None, Origins::new())?;
        session.run(&StageId::ALL).await
    })?;
    finish(data, code, stopped)?;
    if nothing_planned(data, &[StageId::Assemble])? {
        let code = if code == ExitCode::Complete { ExitCode::Partial } else { code };
        let why = "there are no instances yet, so nothing was exported; `afb-build status` tells how far the stages came";
        return Err(Failed::new(code, why));
    }
    Ok(())
}

/// The options of a run that nobody gave any to.
fn plain(data: DataArgs, offline: bool) -> RunArgs {
    RunArgs {
        data,
        offline,
        only: false,
        keywords: None,
        overrides: None,
        refresh: false,
        llm: super::models::LlmArgs::default(),
    }
}

/// A run with the default settings against stand-ins for the SEC.
pub fn against(data: &std::path::Path, origins: Origins) -> Result<ExitCode, Failed> {
    let config = Config::embedded()?;
    let args = plain(DataArgs { data: data.to_owned(), config: None }, false);
    let Ended { code, stopped } = runtime()?.block_on(async {
        let session = Session::open("run", &args, config, Some(CrawlOptions::default()), origins)?;
        session.run(&StageId::ALL).await
    })?;
    finish(&args.data, code, stopped)?;
    Ok(code)
}

/// Prints the funnel, and what to do next; a stage that could not go on has said both.
pub fn finish(data: &DataArgs, code: ExitCode, stopped: bool) -> Result<(), Failed> {
    if stopped && matches!(code, ExitCode::Partial | ExitCode::Usage) {
        return Ok(());
    }
    let store = crate::store::Store::open_read_only(&data.data)?;
    super::output::print(&funnel(&store)?);
    super::output::print(&super::status::redone(&store)?);
    match code {
        ExitCode::Partial => eprintln!(
            "some jobs failed or wait for another try; `afb-build status` counts them, `afb-build explain KEY` says why, \
             and the same command goes on with what is left"
        ),
        ExitCode::Refused => eprintln!("what was kept is safe; run the same command later"),
        _ => {}
    }
    Ok(())
}

/// The runtime of a verb.
pub fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    // Two threads at least, so that parsing on one does not hold up the network on a single-core machine.
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get()).max(2);
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?)
}
