//! `select`: which releases are kept, and the cases they form. One job, since ranks and cases are made together.

use super::Context;
use crate::config::{Profile, digest_of};
use crate::ids::AaerNumber;
use crate::llm::jobs::ModelReading;
use crate::llm::votes::{self, Voter};
use crate::pipeline::{JobError, Outcome, Stage, StageId, digest, fingerprint};
use crate::quality::review::{Decisions, Kind};
use crate::release::cases::{Sister, group};
use crate::release::select::{self, Rejection};
use crate::release::summary::Summary;
use crate::store::StoreError;
use crate::store::jobs::Planned;
use crate::store::llm_calls::{self, ReadingKey, Ruling, Vote};
use crate::store::releases::{self, Decision, Release};
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The one job of the stage.
const KEY: &str = "all";

/// The releases of one matter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// `CASE-` and the lowest AAER number of its releases.
    pub id: String,
    /// Its releases, by rank.
    pub releases: Vec<CaseRelease>,
}

/// One release of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseRelease {
    /// Key of the release.
    pub key: String,
    /// Date of the index.
    pub date: Option<String>,
    /// What was read in it.
    pub summary: Summary,
}

/// What the stage concludes.
#[derive(Serialize)]
pub struct Selected {
    decisions: Vec<Decision>,
    cases: Vec<Case>,
    votes: Vec<(String, Vec<Vote>, Vec<Ruling>)>,
}

/// See the module.
#[derive(Clone)]
pub struct Select;

impl Stage for Select {
    type Context = Context;
    type Input = Vec<(Release, Summary, Vec<Voter>)>;
    type Output = Selected;

    const ID: StageId = StageId::Select;
    const VERSION: u32 = 1;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let readings = releases::reading_digests(connection)?;
        if readings.is_empty() {
            return Ok(Vec::new());
        }
        let keys = readings.iter().map(|(key, _)| key.as_str());
        let decided = context.reviews.print(&[Kind::Keep, Kind::Category], keys);
        let mut parts = vec![Self::VERSION.to_string(), digest_of(&context.config.identify), decided];
        parts.extend(readings.into_iter().flat_map(|(key, digest)| [key, digest]));
        let asked = llm_calls::readings(connection)?;
        parts.extend(asked.into_iter().flat_map(|row| [row.release, row.job, row.model, row.digest]));
        Ok(vec![Planned { key: KEY.to_owned(), fingerprint: fingerprint(parts.iter().map(String::as_str)) }])
    }

    fn load(&self, connection: &Connection, _key: &str) -> Result<Self::Input, StoreError> {
        let mut voters = voters(connection)?;
        let mut input = Vec::new();
        for (key, _) in releases::reading_digests(connection)? {
            if let Some((release, summary)) =
                releases::release(connection, &key)?.zip(releases::reading(connection, &key)?)
            {
                input.push((release, summary, voters.remove(&key).unwrap_or_default()));
            }
        }
        Ok(input)
    }

    async fn run(&self, context: &Context, input: Self::Input) -> Result<Outcome<Selected>, JobError> {
        let settings = &context.config.identify;
        let profile = match settings.profile {
            Profile::Paper => select::Profile::Paper,
            Profile::Strict => select::Profile::Strict,
        };
        let mut votes = Vec::new();
        let decided = input
            .into_iter()
            .map(|(release, rules, voters)| {
                let decided = votes::decide(&rules, &voters);
                if !decided.votes.is_empty() {
                    votes.push((release.key.clone(), decided.votes, decided.rulings));
                }
                (release, decided.summary)
            })
            .collect();
        let mut selected = choose(decided, profile, settings.confidence_threshold as f32, &context.reviews);
        selected.votes = votes;
        Ok(Outcome::Done(selected))
    }

    fn save(&self, tx: &Transaction<'_>, _key: &str, output: &Selected) -> Result<String, StoreError> {
        let cases: Vec<(String, &Case, Vec<String>)> = output
            .cases
            .iter()
            .map(|case| {
                (case.id.clone(), case, case.releases.iter().map(|release| release.key.clone()).collect())
            })
            .collect();
        releases::save_selection(tx, &output.decisions, &cases)?;
        llm_calls::save_votes(tx, &output.votes)?;
        digest(output)
    }

    fn clear(&self, tx: &Transaction<'_>, _key: &str) -> Result<(), StoreError> {
        llm_calls::clear_votes(tx)?;
        releases::clear_selection(tx)
    }
}

/// What models read, by release; each model with what it read in both jobs.
fn voters(connection: &Connection) -> Result<BTreeMap<String, Vec<Voter>>, StoreError> {
    let mut all: BTreeMap<String, Vec<Voter>> = BTreeMap::new();
    for row in llm_calls::readings(connection)? {
        let key = ReadingKey { release: &row.release, job: &row.job, model: &row.model };
        let Some(reading) = llm_calls::reading::<ModelReading>(connection, key)? else { continue };
        let voters = all.entry(row.release.clone()).or_default();
        if voters.last().is_none_or(|last| last.name != row.model) {
            voters.push(Voter { name: row.model.clone(), ..Voter::default() });
        }
        if let Some(last) = voters.last_mut() {
            last.add(reading);
        }
    }
    Ok(all)
}

fn number(release: &Release) -> AaerNumber {
    release
        .aaer_numbers
        .first()
        .and_then(|text| text.parse().ok())
        .unwrap_or(AaerNumber { number: 0, suffix: None })
}

fn choose(
    mut input: Vec<(Release, Summary)>,
    profile: select::Profile,
    threshold: f32,
    reviews: &Decisions,
) -> Selected {
    for (release, summary) in &mut input {
        if let Some(category) = reviews.category(&release.key) {
            let read = std::mem::replace(&mut summary.category, category);
            summary.secondary.retain(|other| *other != category);
            if read != category && read.is_one_of_five() {
                summary.secondary.insert(0, read);
            }
        }
    }
    let mut candidates = Vec::new();
    // Selection speaks of AAER numbers, which two releases can share; reasons are asked for row by row.
    let mut reasons: Vec<Option<&'static str>> = Vec::new();
    for (release, summary) in &input {
        let mut candidate = summary.candidate(number(release), true);
        let kept = reviews.kept(&release.key);
        let found = select::reasons(&candidate, profile, threshold);
        let reason = match (kept, found.as_slice()) {
            (Some(false), _) => Some("decided against in review"),
            // A person answers for the doubt, not for what is missing.
            (Some(true), [Rejection::LowConfidence]) => {
                candidate.confidence = threshold;
                None
            }
            (_, found) => found.first().map(|reason| words(*reason)),
        };
        if kept != Some(false) {
            candidates.push(candidate);
        }
        reasons.push(reason);
    }
    let ranks: BTreeMap<AaerNumber, usize> = select::select(&candidates, profile, threshold)
        .kept
        .into_iter()
        .map(|kept| (kept.aaer, kept.rank))
        .collect();
    let decisions = input
        .iter()
        .zip(&reasons)
        .map(|((release, summary), reason)| Decision {
            release: release.key.clone(),
            kept: reason.is_none(),
            reason: reason.map(str::to_owned),
            rank: if reason.is_none() { ranks.get(&number(release)).map(|rank| *rank as i64) } else { None },
            confidence: summary.confidence,
        })
        .collect();
    let kept: Vec<(Release, Summary)> =
        input.into_iter().zip(reasons).filter(|(_, reason)| reason.is_none()).map(|(pair, _)| pair).collect();
    Selected { decisions, cases: cases(kept, &ranks), votes: Vec::new() }
}

fn cases(kept: Vec<(Release, Summary)>, ranks: &BTreeMap<AaerNumber, usize>) -> Vec<Case> {
    let sisters: Vec<Sister> = kept
        .iter()
        .map(|(release, summary)| Sister {
            label: release.key.clone(),
            ciks: Vec::new(),
            issuers: summary.issuers.iter().map(|issuer| issuer.value.name.clone()).collect(),
            conduct: (summary.conduct_start, summary.conduct_end),
            numbers: release.aaer_numbers.iter().chain(&release.release_numbers).cloned().collect(),
            references: summary.references.clone(),
            files: summary.files.clone(),
        })
        .collect();
    let mut cases: Vec<Case> = group(&sisters)
        .into_iter()
        .map(|members| {
            let mut members: Vec<&(Release, Summary)> =
                members.into_iter().filter_map(|at| kept.get(at)).collect();
            members.sort_by_key(|(release, _)| (ranks.get(&number(release)).copied(), release.key.clone()));
            let lowest = members.iter().map(|(release, _)| number(release)).min();
            Case {
                id: lowest.map_or_else(String::new, |number| format!("CASE-{number}")),
                releases: members
                    .into_iter()
                    .map(|(release, summary)| CaseRelease {
                        key: release.key.clone(),
                        date: release.date.clone(),
                        summary: summary.clone(),
                    })
                    .collect(),
            }
        })
        .collect();
    cases.sort_by(|a, b| a.id.cmp(&b.id));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in &mut cases {
        let n = seen.entry(case.id.clone()).or_insert(0);
        *n += 1;
        if *n > 1 {
            // One AAER number on different releases that are different matters.
            case.id = format!("{}#{n}", case.id);
        }
    }
    cases
}

/// The reason as it is counted and printed.
fn words(reason: Rejection) -> &'static str {
    match reason {
        Rejection::UnusableText => "unusable text",
        Rejection::Procedural => "procedural, no new action",
        Rejection::OutsideCategories => "outside the five categories",
        Rejection::PartyType => "party type is neither issuer nor mixed",
        Rejection::NoIssuer => "names no issuer with false statements",
        Rejection::IssuerNotMapped => "issuer not mapped",
        Rejection::NoPeriods => "no affected period with an end date",
        Rejection::NoMechanism => "no mechanism described",
        Rejection::NotTraceable => "not tied to reports of an issuer",
        Rejection::LowConfidence => "confidence below the threshold",
    }
}
