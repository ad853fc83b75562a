//! `assemble`: the instances of each case.

use super::{Case, Context};
use crate::config::{Profile, digest_of};
use crate::ids::{Accession, Cik};
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::quality;
use crate::sec::urls;
use crate::store::StoreError;
use crate::store::controls::{self, ControlRow};
use crate::store::filings::{self, Pair, PairKey};
use crate::store::instances;
use crate::store::jobs::Planned;
use crate::store::releases;
use crate::tasks::material::{FaultyPeriod, Filed, ReleaseRead, Source, Span};
use crate::tasks::negatives::{self, Made, Quiet};
use crate::tasks::{self, Control, Instance};
use jiff::civil::Date;
use rusqlite::{Connection, Transaction};
use std::collections::BTreeMap;

/// See the module.
#[derive(Clone)]
pub struct Assemble;

/// What one job reads: a case with all that was read for it.
pub struct Input {
    faults: Vec<FaultyPeriod>,
    releases: Vec<ReleaseRead>,
    quiet: Vec<Quiet>,
}

impl Stage for Assemble {
    type Context = Context;
    type Input = Input;
    type Output = Vec<Instance>;

    const ID: StageId = StageId::Assemble;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let config = &context.config;
        let settings = digest_of(&(&config.tasks, config.identify.profile, config.splits.seed));
        let mut quiet: BTreeMap<String, Vec<ControlRow>> = BTreeMap::new();
        for (case, control) in controls::controls(connection, None)? {
            quiet.entry(case).or_default().push(control);
        }
        let texts: BTreeMap<String, String> = releases::text_digests(connection)?.into_iter().collect();
        let readings: BTreeMap<String, String> =
            filings::filing_reading_digests(connection)?.into_iter().collect();
        let facts: BTreeMap<String, String> = filings::pair_facts_digests(connection)?.into_iter().collect();
        let mut pairs: BTreeMap<String, Vec<PairKey>> = BTreeMap::new();
        for pair in filings::pair_keys(connection)? {
            pairs.entry(pair.case_id.clone()).or_default().push(pair);
        }
        let mut members: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (case, release) in releases::case_members(connection)? {
            members.entry(case).or_default().push(release);
        }
        let mut planned = Vec::new();
        for (case, digest) in releases::case_digests(connection)? {
            let Some(pairs) = pairs.get(&case) else { continue };
            let decided = context.reviews.print_of_case(&case);
            let mut parts = vec![Self::VERSION.to_string(), settings.clone(), digest, decided];
            parts.extend(members.get(&case).into_iter().flatten().filter_map(|key| texts.get(key).cloned()));
            for pair in pairs {
                parts.push(pair.digest.clone());
                parts.extend(facts.get(&pair.id).cloned());
                let read = pair.original.iter().chain(&pair.restating);
                parts.extend(read.filter_map(|accession| readings.get(accession).cloned()));
            }
            for control in quiet.get(&case).into_iter().flatten() {
                parts.extend([control.accession.clone(), control.pair_id.clone()]);
                parts.extend(readings.get(&control.accession).cloned());
            }
            let fingerprint = fingerprint(parts.iter().map(String::as_str));
            planned.push(Planned { key: case, fingerprint });
        }
        Ok(planned)
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Input, StoreError> {
        let case: Option<Case> = releases::case(connection, key)?;
        let mut faults = Vec::new();
        for (pair, _) in filings::pairs_of(connection, Some(key))? {
            faults.extend(fault(connection, &pair)?);
        }
        let mut quiet = Vec::new();
        for (_, control) in controls::controls(connection, Some(key))? {
            quiet.extend(quiet_filing(connection, &control, &faults)?);
        }
        Ok(Input {
            faults,
            quiet,
            releases: case.map_or(Ok(Vec::new()), |case| releases_of(connection, &case))?,
        })
    }

    async fn run(&self, context: &Context, input: Input) -> Result<Outcome<Vec<Instance>>, JobError> {
        let Input { faults, releases, quiet } = input;
        if faults.is_empty() {
            let reason = "no original of any affected period".to_owned();
            return Ok(Outcome::Dropped { reason, output: Vec::new() });
        }
        let confidence = releases.first().map_or(0.0, |release| release.summary.confidence);
        let made: Vec<_> = faults.iter().map(|fault| tasks::at_fault(fault, &releases)).collect();
        let mut instances = Vec::new();
        for (fault, made) in faults.iter().zip(&made) {
            for mut instance in made.instances.iter().cloned() {
                quality::rules::check(&mut instance);
                context.reviews.apply(&mut instance);
                instance.score = quality::score(&instance, confidence * fault.confidence);
                instances.push(instance);
            }
        }
        if context.config.identify.profile != Profile::Paper {
            let made: Vec<Made<'_>> =
                faults.iter().zip(&made).map(|(fault, made)| Made { fault, made }).collect();
            let seed = context.config.splits.seed.to_string();
            for mut negative in negatives::of_case(&made, &quiet, &context.config.tasks, &seed) {
                quality::rules::check(&mut negative);
                context.reviews.apply(&mut negative);
                negative.score = quality::score(&negative, 1.0);
                instances.push(negative);
            }
        }
        Ok(Outcome::Done(instances))
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Vec<Instance>) -> Result<String, StoreError> {
        instances::save(tx, key, output)
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        instances::clear(tx, key)
    }
}

/// The releases of a case with their texts, by rank.
fn releases_of(connection: &Connection, case: &Case) -> Result<Vec<ReleaseRead>, StoreError> {
    let mut found = Vec::new();
    for release in &case.releases {
        let Some(text) = releases::text(connection, &release.key)? else { continue };
        let documents = releases::documents(connection, &release.key)?;
        let Some(document) = documents.into_iter().find(|document| document.blob == text.blob) else {
            continue;
        };
        found.push(ReleaseRead {
            key: release.key.clone(),
            source: Source { url: document.url, blob: document.blob },
            content: text.content,
            summary: release.summary.clone(),
        });
    }
    Ok(found)
}

/// A pair with its filings; none without an original.
fn fault(connection: &Connection, pair: &Pair) -> Result<Option<FaultyPeriod>, StoreError> {
    let Some(original) = pair.original.as_deref().and_then(|text| text.parse::<Accession>().ok()) else {
        return Ok(None);
    };
    let filing = filings::filing(connection, original.as_str(), Some(pair.cik))?;
    let (form, filed) = filing.map_or((String::new(), String::new()), |f| (f.form, f.filed));
    let restating = pair.restating.as_deref().and_then(|text| text.parse::<Accession>().ok());
    let date = |text: &Option<String>| text.as_deref().and_then(|text| text.parse().ok());
    Ok(Some(FaultyPeriod {
        pair: pair.id.clone(),
        case_id: pair.case_id.clone(),
        cik: Cik(pair.cik),
        issuer: name_on(connection, pair.cik, &filed)?,
        span: Span {
            label: pair.period_label.clone(),
            start: date(&pair.period_start),
            end: date(&pair.period_end),
            quarter: pair.period_kind == "quarter",
        },
        original_read: read(connection, &original, pair.cik)?,
        original: (original.clone(), form, urls::archive_text(Cik(pair.cik), &original)),
        restating_read: match &restating {
            Some(restating) => read(connection, restating, pair.cik)?,
            None => None,
        },
        restating,
        basis: pair.basis.clone(),
        confidence: pair.confidence,
        flags: pair.flags.clone(),
        searched: searched(pair),
        xbrl: filings::pair_facts(connection, &pair.id)?.unwrap_or_default(),
    }))
}

/// A filing with its reading; none where its document was not to be had.
pub(super) fn read(
    connection: &Connection,
    accession: &Accession,
    cik: u64,
) -> Result<Option<Filed>, StoreError> {
    let Some((url, blob)) = filings::filing_source(connection, accession.as_str())? else { return Ok(None) };
    let Some(reading) = filings::filing_reading(connection, accession.as_str())? else { return Ok(None) };
    let form = filings::filing(connection, accession.as_str(), Some(cik))?.map_or(String::new(), |f| f.form);
    Ok(Some(Filed { accession: accession.clone(), form, source: Source { url, blob }, reading }))
}

/// The name of an issuer on a day, `YYYY-MM-DD`.
pub(super) fn name_on(connection: &Connection, cik: u64, day: &str) -> Result<String, StoreError> {
    let Some(issuer) = filings::issuer(connection, cik)? else { return Ok(String::new()) };
    let former = issuer.body["former_names"].as_array().into_iter().flatten().find(|name| {
        let at = |key: &str| name[key].as_str().unwrap_or("").to_owned();
        !day.is_empty() && !at("to").is_empty() && at("from").as_str() <= day && day <= at("to").as_str()
    });
    Ok(former.and_then(|name| name["name"].as_str()).map_or(issuer.name, str::to_owned))
}

/// A control with its filing; none where its document was not to be had.
fn quiet_filing(
    connection: &Connection,
    control: &ControlRow,
    faults: &[FaultyPeriod],
) -> Result<Option<Quiet>, StoreError> {
    let Ok(accession) = control.accession.parse::<Accession>() else { return Ok(None) };
    let Some(filing) = filings::filing(connection, &control.accession, Some(control.cik))? else {
        return Ok(None);
    };
    let Some(filed) = read(connection, &accession, control.cik)? else { return Ok(None) };
    let Some(end) = filing.report_date.as_deref().and_then(|day| day.parse::<Date>().ok()) else {
        return Ok(None);
    };
    let quarter = filed.reading.form.starts_with("10-Q");
    let against = faults.iter().find(|fault| fault.pair == control.pair_id).map(|fault| &fault.span);
    let span =
        Span { label: tasks::controls::label(end, quarter, against), start: None, end: Some(end), quarter };
    Ok(Some(Quiet {
        kind: if control.kind == "same-issuer" { Control::SameIssuer } else { Control::NotEnforced },
        pair: control.pair_id.clone(),
        cik: Cik(control.cik),
        issuer: name_on(connection, control.cik, &filing.filed)?,
        span,
        filed,
    }))
}

/// What was looked at for a restatement, for a placeholder.
fn searched(pair: &Pair) -> Vec<String> {
    let mut found = Vec::new();
    for (key, what) in [("amendments", "amendment"), ("later", "later report")] {
        for row in pair.body[key].as_array().into_iter().flatten() {
            if let Some(accession) = row["accession"].as_str() {
                found.push(format!("{accession} {what}"));
            }
        }
    }
    for notice in pair.body["notices"].as_array().into_iter().flatten().filter_map(|row| row.as_str()) {
        found.push(format!("{notice} notice"));
    }
    found
}
