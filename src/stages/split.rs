//! `split`: issuer groups and splits of all instances. One job, since groups are made over all of them.

use super::Context;
use crate::config::digest_of;
use crate::ids::Cik;
use crate::issuer::normal::Normal;
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::store::StoreError;
use crate::store::filings::{self, Issuer};
use crate::store::instances;
use crate::store::jobs::Planned;
use crate::tasks::Instance;
use crate::tasks::splits::{self, Placed, Ties};
use rusqlite::{Connection, Transaction};
use std::collections::{BTreeMap, BTreeSet};

/// The one job of the stage.
const KEY: &str = "all";

/// See the module.
#[derive(Clone)]
pub struct SplitStage;

/// What the job reads.
pub struct Input {
    instances: Vec<Instance>,
    ties: Ties,
}

impl Stage for SplitStage {
    type Context = Context;
    type Input = Input;
    type Output = Vec<Placed>;

    const ID: StageId = StageId::Split;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, context: &Context) -> Result<Vec<Planned>, StoreError> {
        let digests = instances::digests(connection)?;
        if digests.is_empty() {
            return Ok(Vec::new());
        }
        let mut parts = vec![Self::VERSION.to_string(), digest_of(&context.config.splits)];
        parts.extend(digests.into_iter().flat_map(|(id, digest)| [id, digest]));
        parts.extend(filings::issuer_digests(connection)?.into_values());
        parts.extend(
            filings::matches(connection, None)?
                .into_iter()
                .filter_map(|(case, found)| found.cik.map(|cik| format!("{case}|{cik}"))),
        );
        Ok(vec![Planned { key: KEY.to_owned(), fingerprint: fingerprint(parts.iter().map(String::as_str)) }])
    }

    fn load(&self, connection: &Connection, _key: &str) -> Result<Input, StoreError> {
        let instances = instances::all(connection)?;
        let mut ties = Ties::default();
        let mut ciks: BTreeSet<u64> = instances.iter().map(|instance| instance.cik.0).collect();
        let mut cases: BTreeMap<String, u64> = BTreeMap::new();
        for (case, found) in filings::matches(connection, None)? {
            let Some(cik) = found.cik else { continue };
            ciks.insert(cik);
            let first = *cases.entry(case).or_insert(cik);
            ties.same.push((Cik(first), Cik(cik)));
        }
        let mut issuers = Vec::new();
        for cik in ciks {
            issuers.extend(filings::issuer(connection, cik)?);
        }
        ties.same.extend(one_under_two_numbers(&issuers));
        for instance in &instances {
            let filing = filings::filing(connection, instance.accession.as_str(), Some(instance.cik.0))?;
            if let Some(day) = filing.and_then(|filing| filing.filed.parse().ok()) {
                ties.filed.insert(instance.id.clone(), day);
            }
        }
        Ok(Input { instances, ties })
    }

    async fn run(&self, context: &Context, input: Input) -> Result<Outcome<Vec<Placed>>, JobError> {
        let settings = &context.config.splits;
        Ok(Outcome::Done(splits::place(
            &input.instances,
            &input.ties,
            settings.seed,
            settings.shares,
            settings.latest,
        )))
    }

    fn save(&self, tx: &Transaction<'_>, _key: &str, output: &Vec<Placed>) -> Result<String, StoreError> {
        instances::save_splits(tx, output)
    }

    fn clear(&self, tx: &Transaction<'_>, _key: &str) -> Result<(), StoreError> {
        instances::clear_splits(tx)
    }
}

/// Filers that bore the same name, today or formerly: an issuer and what it became under another number.
fn one_under_two_numbers(issuers: &[Issuer]) -> Vec<(Cik, Cik)> {
    let mut names: BTreeMap<String, u64> = BTreeMap::new();
    let mut same = Vec::new();
    for issuer in issuers {
        let former = issuer.body["former_names"].as_array().into_iter().flatten();
        let former = former.filter_map(|name| name["name"].as_str());
        for name in former.chain([issuer.name.as_str()]) {
            let normal = Normal::of(name);
            if normal.is_generic() {
                continue;
            }
            let core = normal.core().collect::<Vec<_>>().join(" ");
            let first = *names.entry(core).or_insert(issuer.cik);
            if first != issuer.cik {
                same.push((Cik(first), Cik(issuer.cik)));
            }
        }
    }
    same
}
