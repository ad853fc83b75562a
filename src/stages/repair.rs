//! Which jobs could mend a flag or stand behind a key (requirements R31).

use crate::flag;
use crate::store::{StoreError, filings, instances, jobs, releases};
use crate::tasks::Instance;
use rusqlite::Connection;
use std::collections::BTreeSet;

/// Jobs to do again: stage and key.
pub type Repair = BTreeSet<(String, String)>;

/// The jobs whose stage could mend a flag, wherever it was raised: on instances, pairs or texts.
pub fn by_flag(connection: &Connection, name: &str) -> Result<Repair, StoreError> {
    let name = flag::kind(name).map_or(name, |kind| kind.name);
    let mut found = Repair::new();
    for instance in instances::all(connection)? {
        for raised in instance.flags.iter().filter(|raised| raised.flag == name) {
            found.extend(jobs_of(connection, &instance, &raised.stage)?);
        }
    }
    for (pair, _) in filings::pairs_of(connection, None)? {
        if pair.flags.iter().any(|flag| flag == name) {
            found.insert(("pair".to_owned(), format!("{}|{}", pair.case_id, pair.cik)));
        }
    }
    for key in releases::texts_with_quality(connection, name)? {
        found.insert(("clean".to_owned(), key));
    }
    known(connection, found)
}

/// The jobs behind a key: those of that key, of the flags of the instance with that id, or of the filing, pair,
/// case or release that it names.
pub fn by_key(connection: &Connection, key: &str) -> Result<Repair, StoreError> {
    let mut found = Repair::new();
    if let Some(instance) = instances::one(connection, key)? {
        for raised in &instance.flags {
            found.extend(jobs_of(connection, &instance, &raised.stage)?);
        }
        found.extend(jobs_of(connection, &instance, "assemble")?);
        return known(connection, found);
    }
    for release in releases::keys_like(connection, key)? {
        found.insert(("clean".to_owned(), release.clone()));
        found.insert(("identify".to_owned(), release));
    }
    for (pair, _) in filings::pairs_of(connection, None)? {
        if pair.id == key {
            found.insert(("pair".to_owned(), format!("{}|{}", pair.case_id, pair.cik)));
            found.insert(("facts".to_owned(), format!("xbrl:{}", pair.id)));
        }
    }
    found.insert(("facts".to_owned(), format!("filing:{key}")));
    found.extend(jobs::with_key(connection, key)?.into_iter().map(|stage| (stage, key.to_owned())));
    known(connection, found)
}

/// The jobs of a stage that an instance may come from: whichever of its keys the stage knows.
fn jobs_of(connection: &Connection, instance: &Instance, stage: &str) -> Result<Repair, StoreError> {
    let (case, cik) = (&instance.case_id, instance.cik.0);
    let pair = format!("{case}|{cik}|{}", instance.period_label);
    let mut keys =
        vec![case.clone(), format!("{case}|{cik}"), format!("xbrl:{pair}"), pair, "all".to_owned()];
    keys.extend(instances::job_of(connection, &instance.id)?);
    keys.extend(instance.releases.iter().cloned());
    for accession in std::iter::once(&instance.accession).chain(&instance.restating_accession) {
        keys.extend([accession.to_string(), format!("filing:{accession}")]);
    }
    Ok(keys.into_iter().map(|key| (stage.to_owned(), key)).collect())
}

fn known(connection: &Connection, found: Repair) -> Result<Repair, StoreError> {
    let mut kept = Repair::new();
    for (stage, key) in found {
        if jobs::with_key(connection, &key)?.contains(&stage) {
            kept.insert((stage, key));
        }
    }
    Ok(kept)
}
