//! `explain KEY`: everything known about one release, case, filing, pair, instance or address, back to the bytes.

use super::outcome::{Failed, report};
use super::session::DataArgs;
use crate::error::ExitCode;
use crate::store::releases::Finding;
use crate::store::{Store, StoreError, fetches, filings, instances, jobs, llm_calls, releases, reviews};
use clap::Args;
use rusqlite::Connection;
use std::fmt::Write;

/// Why something came out as it did, with quotes and where the bytes are.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  afb-build explain AAER-2415
  afb-build explain 0001193125-09-214859
  afb-build explain https://www.sec.gov/litigation/litreleases/lr17435.htm")]
pub struct ExplainVerb {
    /// An AAER number, a release key, a case, an accession, a pair, an instance or an address.
    key: String,
    #[command(flatten)]
    data: DataArgs,
}

impl ExplainVerb {
    /// Prints what is known.
    pub fn run(self) -> ExitCode {
        report(self.try_run())
    }

    fn try_run(self) -> Result<ExitCode, Failed> {
        let store = Store::open_read_only(&self.data.data)?;
        let text = store.read(|connection| explain(connection, &self.key))?;
        if text.is_empty() {
            return Err(Failed::new(
                ExitCode::Usage,
                format!(
                    "nothing is known by the key `{}` in {}; keys are AAER numbers (AAER-2415), accessions \
                     (0001193125-09-214859), addresses, and the ids of cases, pairs and instances that exports show",
                    self.key,
                    self.data.data.display()
                ),
            ));
        }
        super::output::print(&text);
        Ok(ExitCode::Complete)
    }
}

/// All that the database says about a key; empty when it says nothing.
fn explain(connection: &Connection, key: &str) -> Result<String, StoreError> {
    let mut out = String::new();
    for key in releases::keys_like(connection, key)? {
        release(connection, &key, &mut out)?;
    }
    if let Some(instance) = instances::one(connection, key)? {
        let _ = writeln!(out, "instance {}", instance.id);
        let body = serde_json::to_string_pretty(&instance)?;
        let _ = writeln!(out, "{body}");
        for evidence in &instance.evidence {
            answers(connection, &evidence.url, &mut out)?;
        }
    }
    for pair in filings::pairs_named(connection, key)? {
        let _ = writeln!(out, "pair {}: {}", pair.id, serde_json::to_string_pretty(&pair)?);
    }
    for (case, found) in filings::matches(connection, Some(key))? {
        let _ = writeln!(out, "issuer of {case}: {}", serde_json::to_string_pretty(&found)?);
    }
    if let Some(filing) = filings::filing(connection, key, None)? {
        let _ = writeln!(out, "filing {key}: {}", serde_json::to_string_pretty(&filing)?);
        if let Some((url, _)) = filings::filing_source(connection, key)? {
            answers(connection, &url, &mut out)?;
        }
    }
    if key.contains("://") {
        answers(connection, key, &mut out)?;
    }
    history(connection, key, &mut out)?;
    if releases::keys_like(connection, key)?.is_empty() {
        answered(connection, key, &mut out)?;
    }
    Ok(out)
}

fn release(connection: &Connection, key: &str, out: &mut String) -> Result<(), StoreError> {
    let Some(release) = releases::release(connection, key)? else { return Ok(()) };
    let _ = writeln!(out, "release {key}");
    let _ = writeln!(out, "  date         {}", release.date.as_deref().unwrap_or("not given"));
    let _ = writeln!(out, "  respondents  {}", release.respondents);
    let _ = writeln!(
        out,
        "  numbers      {}",
        [release.aaer_numbers.join(", "), release.release_numbers.join(", ")].join("; ")
    );
    for page in &release.pages {
        let _ = writeln!(out, "  listed on    {page}");
    }
    for problem in &release.problems {
        let _ = writeln!(out, "  doubt        {problem}");
    }
    if let Some(url) = &release.url {
        answers(connection, url, out)?;
    }
    for document in releases::documents(connection, key)? {
        let _ =
            writeln!(out, "  kept         {} as blob {} ({})", document.url, document.blob, document.media);
    }
    if let Some(text) = releases::text(connection, key)? {
        let _ =
            writeln!(out, "  clean text   {} characters, {:?}", text.content.chars().count(), text.quality);
    }
    history(connection, key, out)?;
    answered(connection, key, out)?;
    for finding in releases::findings(connection, key)? {
        line(&finding, out);
    }
    votes(connection, key, out)?;
    if let Some(decision) =
        releases::decisions(connection)?.into_iter().find(|decision| decision.release == key)
    {
        let why = decision.reason.as_deref().unwrap_or("meets every condition");
        let word = if decision.kept { "kept" } else { "not kept" };
        let _ = writeln!(out, "  decision     {word}: {why} (confidence {:.2})", decision.confidence);
    }
    for case in releases::cases_of(connection, key)? {
        let _ = writeln!(out, "  case         {case}");
        for (_, found) in filings::matches(connection, Some(&case))? {
            let cik = found.cik.map_or("no CIK".to_owned(), |cik| format!("CIK {cik}"));
            let _ = writeln!(
                out,
                "  issuer       {}: {} ({cik}); {}",
                found.name,
                found.status,
                found.reasons.join("; ")
            );
        }
        for (pair, _) in filings::pairs_of(connection, Some(&case))? {
            let or = |accession: &Option<String>| accession.clone().unwrap_or_else(|| "none".to_owned());
            let _ = writeln!(
                out,
                "  pair         {}: original {}, restating {}, {}",
                pair.period_label,
                or(&pair.original),
                or(&pair.restating),
                pair.basis
            );
        }
    }
    let _ = writeln!(out);
    Ok(())
}

/// Who said what, side by side, with what was decided; only where there is more than one voter.
fn votes(connection: &Connection, key: &str, out: &mut String) -> Result<(), StoreError> {
    for job in llm_calls::job_keys(connection, key)? {
        history(connection, &job, out)?;
    }
    let rulings = llm_calls::rulings(connection, key)?;
    if rulings.is_empty() {
        return Ok(());
    }
    let votes = llm_calls::votes(connection, key)?;
    for ruling in rulings {
        let word = if ruling.accepted { "accepted" } else { "not accepted" };
        let doubt = if ruling.disagree { ", voters disagree" } else { "" };
        let _ = writeln!(
            out,
            "  vote         {}: {} {word}, agreement {:.2}{doubt}",
            ruling.field, ruling.value, ruling.agreement
        );
    }
    let mut last = "";
    for vote in &votes {
        if vote.field != last {
            let _ = writeln!(out, "  voters on    {}", vote.field);
            last = &vote.field;
        }
        let evidence = if vote.evidence { "with evidence" } else { "without evidence" };
        let flags =
            if vote.flags.is_empty() { String::new() } else { format!(" [{}]", vote.flags.join(", ")) };
        let _ = writeln!(out, "    {:<24} {} ({evidence}){flags}", vote.voter, vote.value);
    }
    Ok(())
}

fn line(finding: &Finding, out: &mut String) {
    let quote = finding.quote.as_deref().map(|quote| quote.split_whitespace().collect::<Vec<_>>().join(" "));
    let _ = write!(out, "  {:<12} [{}] {}", finding.field, finding.voter, finding.value);
    match (quote, finding.span) {
        (Some(quote), Some((start, end))) => {
            let doubt = if finding.verified { "" } else { " NO EVIDENCE" };
            let _ =
                write!(out, "\n               \"{quote}\" at bytes {start}..{end} of the clean text{doubt}");
        }
        (Some(quote), None) => {
            let _ = write!(out, "\n               \"{quote}\" QUOTE NOT VERBATIM");
        }
        _ => {}
    }
    let _ = writeln!(out);
}

/// Every answer the network or an import gave for an address.
fn answers(connection: &Connection, url: &str, out: &mut String) -> Result<(), StoreError> {
    for kept in fetches::history(connection, url)? {
        let record = kept.record;
        let status = record.status.map_or("no answer".to_owned(), |status| format!("status {status}"));
        let blob = record.blob.map_or(String::new(), |blob| format!(", blob {}", blob.as_str()));
        let detail = record.detail.map_or(String::new(), |detail| format!(": {detail}"));
        let _ = writeln!(
            out,
            "  fetch {:<6} {} {} {status} ({}){blob}{detail}",
            kept.fetch_id,
            record.fetched_at,
            record.url,
            record.outcome.as_str()
        );
    }
    Ok(())
}

/// What reviewers said, oldest first; the last counts.
fn answered(connection: &Connection, subject: &str, out: &mut String) -> Result<(), StoreError> {
    for answer in reviews::about(connection, subject)? {
        let _ = writeln!(out, "  review       {}: {}", answer.key, answer.provenance());
    }
    Ok(())
}

fn history(connection: &Connection, key: &str, out: &mut String) -> Result<(), StoreError> {
    for job in jobs::history(connection, key)? {
        let _ = writeln!(
            out,
            "  job          {}: {}{}",
            job.stage,
            job.status,
            job.reason.map_or(String::new(), |r| format!(" ({r})"))
        );
        for attempt in job.attempts {
            let _ = writeln!(out, "    attempt    {attempt}");
        }
        for what in job.without {
            let _ = writeln!(out, "    without    {what}: not in the cache, offline");
        }
    }
    Ok(())
}
