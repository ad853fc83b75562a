//! Checks a dataset again against the kept bytes: every quote at its place, every figure in its filing, every
//! address and digest in the log of fetches; and the dataset against its own seal.

use super::check;
use super::error::ExportError;
use crate::fetch::blobs::Blobs;
use crate::filing::figures;
use crate::ids::{Accession, Form};
use crate::quality::rules;
use crate::release::summary::Summary;
use crate::sec::companyfacts::{self, Facts};
use crate::sec::urls;
use crate::store::{Store, StoreError, fetches, filings, releases};
use crate::tasks::figures::SCALE_CORRECTED;
use crate::tasks::{Figure, FigureSource, Input, Instance};
use crate::text;
use rayon::prelude::*;
use rust_decimal::prelude::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Why a dataset could not be checked at all.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// No dataset.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// No data directory.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was checked and what failed.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Instances.
    pub instances: usize,
    /// Quotes held against their documents.
    pub quotes: usize,
    /// Quotes left out of a published dataset, of which only place and digest were checked.
    pub withheld: usize,
    /// Values of figures held against their filings.
    pub figures: usize,
    /// Documents read again.
    pub documents: usize,
    /// Each failure in a sentence, in order.
    pub failures: Vec<String>,
}

/// A document and what is to be held against it.
#[derive(Default)]
struct Document<'a> {
    /// Quotes: instance, place in its evidence.
    quotes: Vec<(&'a Instance, usize)>,
    /// Figures read from it: instance, place, which side.
    figures: Vec<(&'a Instance, &'a Figure, Side)>,
    /// Form of the filing.
    form: String,
}

#[derive(Clone, Copy)]
enum Side {
    Reported,
    Restated,
}

impl Side {
    fn name(self) -> &'static str {
        match self {
            Side::Reported => "reported",
            Side::Restated => "restated",
        }
    }

    fn value(self, figure: &Figure) -> Option<f64> {
        match self {
            Side::Reported => figure.reported,
            Side::Restated => figure.restated,
        }
    }

    fn accession(self, figure: &Figure) -> Option<&Accession> {
        match self {
            Side::Reported => figure.reported_accession.as_ref(),
            Side::Restated => figure.restated_accession.as_ref(),
        }
    }

    fn source(self, figure: &Figure) -> Option<FigureSource> {
        match self {
            Side::Reported => figure.reported_source,
            Side::Restated => figure.restated_source,
        }
    }

    fn cell(self, figure: &Figure) -> &str {
        match self {
            Side::Reported => &figure.reported_cell,
            Side::Restated => &figure.restated_cell,
        }
    }
}

/// Checks the dataset at `path` against the data directory that it was made from.
pub fn verify(path: &Path, store: &Store) -> Result<Verified, VerifyError> {
    let mut verified = Verified { failures: check::broken(path)?, ..Verified::default() };
    let (instances, unread) = check::read_each(path)?;
    verified.failures.extend(unread);
    verified.instances = instances.len();
    let mut documents: BTreeMap<&str, Document<'_>> = BTreeMap::new();
    let mut xbrl: BTreeMap<u64, Vec<(&Instance, &Figure, Side)>> = BTreeMap::new();
    for instance in &instances {
        addresses(store, instance, &mut verified)?;
        inside(instance, &mut verified);
        for (at, evidence) in instance.evidence.iter().enumerate() {
            documents.entry(&evidence.blob).or_default().quotes.push((instance, at));
        }
    }
    let mut sources: BTreeMap<String, Option<(String, String)>> = BTreeMap::new();
    for (_, figure, side) in sides(&instances) {
        let Some(accession) = side.accession(figure) else { continue };
        if !sources.contains_key(accession.as_str()) {
            let source = store.read(|connection| source(connection, accession))?;
            sources.insert(accession.to_string(), source);
        }
    }
    for (instance, figure, side) in sides(&instances) {
        verified.figures += 1;
        let filed = side.accession(figure).and_then(|accession| sources.get(accession.as_str())?.as_ref());
        match (side.source(figure), filed) {
            (None, _) => fail(&mut verified, instance, figure, side, "names no source"),
            (Some(FigureSource::ReleaseText), _) => {
                if !in_release(store, instance, side.value(figure))? {
                    fail(&mut verified, instance, figure, side, "is no amount of the releases of its case");
                }
            }
            (Some(FigureSource::Xbrl), _) => {
                xbrl.entry(instance.cik.0).or_default().push((instance, figure, side))
            }
            (Some(_), Some((blob, form))) => {
                let document = documents.entry(blob).or_default();
                document.form.clone_from(form);
                document.figures.push((instance, figure, side));
            }
            (Some(_), None) => {
                fail(&mut verified, instance, figure, side, "comes from a filing that was not read")
            }
        }
    }
    let blobs = Blobs::new(store.dir());
    verified.documents = documents.len();
    let found: Vec<(usize, usize, Vec<String>)> =
        documents.into_par_iter().map(|(blob, document)| check(&blobs, blob, &document)).collect();
    for (quotes, withheld, failures) in found {
        verified.quotes += quotes;
        verified.withheld += withheld;
        verified.failures.extend(failures);
    }
    for (cik, asked) in xbrl {
        verified.failures.extend(tagged(store, &blobs, cik, &asked, &sources)?);
    }
    Ok(verified)
}

fn sides(instances: &[Instance]) -> impl Iterator<Item = (&Instance, &Figure, Side)> {
    instances.iter().flat_map(|instance| {
        instance.figures.iter().flat_map(move |figure| {
            [Side::Reported, Side::Restated]
                .into_iter()
                .filter(move |side| side.value(figure).is_some())
                .map(move |side| (instance, figure, side))
        })
    })
}

/// Blob and form of a filing that was read.
fn source(
    connection: &rusqlite::Connection,
    accession: &Accession,
) -> Result<Option<(String, String)>, StoreError> {
    let Some((_, blob)) = filings::filing_source(connection, accession.as_str())? else { return Ok(None) };
    let form = filings::filing(connection, accession.as_str(), None)?.map_or(String::new(), |f| f.form);
    Ok(Some((blob, form)))
}

fn fail(verified: &mut Verified, instance: &Instance, figure: &Figure, side: Side, why: &str) {
    verified.failures.push(sentence(instance, figure, side, why));
}

fn sentence(instance: &Instance, figure: &Figure, side: Side, why: &str) -> String {
    let value = side.value(figure).map_or(String::new(), |value| value.to_string());
    format!("{}: figure {}, {} {value}: {why}", instance.id, figure.item.as_str(), side.name())
}

/// Addresses and digests against the log of fetches.
fn addresses(store: &Store, instance: &Instance, verified: &mut Verified) -> Result<(), StoreError> {
    let mut seen = BTreeSet::new();
    for evidence in &instance.evidence {
        if !seen.insert((&evidence.url, &evidence.blob)) {
            continue;
        }
        if !store.read(|connection| fetches::gave(connection, &evidence.url, &evidence.blob))? {
            verified.failures.push(format!(
                "{}: {} is not known to have given the bytes {}",
                instance.id, evidence.url, evidence.blob
            ));
        }
    }
    if matches!(instance.input, Input::Placeholder(_)) {
        return Ok(());
    }
    let read = store.read(|connection| filings::filing_source(connection, instance.accession.as_str()))?;
    match read {
        Some((url, _)) if url == instance.url => {}
        Some((url, _)) => verified.failures.push(format!(
            "{}: {} was read from {url}, not from {}",
            instance.id, instance.accession, instance.url
        )),
        // A pattern asks about the release; its filing need not have been read.
        None if store.read(|connection| known_filing(connection, instance))? => {}
        None => verified.failures.push(format!("{}: {} is not known", instance.id, instance.accession)),
    }
    Ok(())
}

fn known_filing(connection: &rusqlite::Connection, instance: &Instance) -> Result<bool, StoreError> {
    let filing = filings::filing(connection, instance.accession.as_str(), Some(instance.cik.0))?;
    Ok(filing.is_some() && instance.url == urls::archive_text(instance.cik, &instance.accession))
}

/// What an instance says twice must be the same: inputs and quoted parts of explanations are its own evidence.
fn inside(instance: &Instance, verified: &mut Verified) {
    if instance.evidence.iter().any(|evidence| evidence.quote.is_empty()) {
        return;
    }
    let loose = rules::not_quoted(instance).into_iter();
    verified.failures.extend(loose.map(|what| format!("{}: {what}", instance.id)));
}

/// One document: its digest, the quotes in it, the figures in it.
fn check(blobs: &Blobs, blob: &str, document: &Document<'_>) -> (usize, usize, Vec<String>) {
    let mut failures = Vec::new();
    let users: Vec<&str> = document
        .quotes
        .iter()
        .map(|(instance, _)| instance.id.as_str())
        .chain(document.figures.iter().map(|(instance, _, _)| instance.id.as_str()))
        .collect();
    let first = users.first().copied().unwrap_or_default();
    let bytes = match blob
        .parse()
        .map_err(|_| "is no SHA-256".to_owned())
        .and_then(|id| blobs.get(&id).map_err(|error| error.to_string()))
    {
        Ok(bytes) => bytes,
        Err(why) => {
            failures
                .push(format!("{first} and {} more: document {blob}: {why}", users.len().saturating_sub(1)));
            return (0, 0, failures);
        }
    };
    let read = text::read(&bytes, None);
    let mut withheld = 0;
    // One pass for all quotes: the places of all characters.
    let offsets: Vec<usize> =
        read.content.char_indices().map(|(at, _)| at).chain([read.content.len()]).collect();
    for (instance, at) in &document.quotes {
        let Some(evidence) = instance.evidence.get(*at) else { continue };
        let stands = offsets
            .get(evidence.start)
            .zip(offsets.get(evidence.end))
            .and_then(|(start, end)| read.content.get(*start..*end));
        let where_ = format!("{}: quote {at} at {}..{}", instance.id, evidence.start, evidence.end);
        match stands {
            None => failures.push(format!("{where_} lies outside the document {blob}")),
            Some(_) if evidence.quote.is_empty() => withheld += 1,
            Some(stands) if stands == evidence.quote => {}
            Some(_) => failures.push(format!("{where_} is not what stands there in {}", evidence.url)),
        }
    }
    if !document.figures.is_empty() {
        let found = figures::read(&bytes, &read, &Form::parse(&document.form));
        for (instance, figure, side) in &document.figures {
            let value = side.value(figure);
            let holds = found.iter().any(|one| {
                let values = [one.reported, one.restated].map(|value| value.and_then(|value| value.to_f64()));
                one.item == figure.item
                    && one.cell == side.cell(figure)
                    && one.period_end == Some(figure.period_end)
                    && one.unit == figure.unit
                    && values.into_iter().any(|printed| is_value(figure, printed, value))
            });
            if !holds {
                let why = format!("is not in {} at `{}`", document.form, side.cell(figure));
                failures.push(sentence(instance, figure, *side, &why));
            }
        }
    }
    (document.quotes.len() - withheld, withheld, failures)
}

/// Whether a value is the one read: to the digit, or as many thousand times it where the figure says that its
/// table's unit was corrected by the original's own value.
fn is_value(figure: &Figure, read: Option<f64>, value: Option<f64>) -> bool {
    let corrected = figure.flags.iter().any(|flag| flag == SCALE_CORRECTED);
    read == value
        || corrected
            && read.zip(value).is_some_and(|(read, value)| {
                [1e-6, 1e-3, 1e3, 1e6].iter().any(|scale| (read * scale - value).abs() <= value.abs() * 1e-12)
            })
}

/// XBRL values of one issuer against its companyfacts, or against the filing's own tags.
fn tagged(
    store: &Store,
    blobs: &Blobs,
    cik: u64,
    asked: &[(&Instance, &Figure, Side)],
    sources: &BTreeMap<String, Option<(String, String)>>,
) -> Result<Vec<String>, StoreError> {
    let url = urls::companyfacts(crate::ids::Cik(cik));
    let kept = store.read(|connection| fetches::history(connection, &url))?;
    let newest = kept.into_iter().rev().find_map(|kept| kept.record.blob);
    let facts: Option<Facts> = newest.and_then(|blob| {
        let bytes = blobs.get(&blob).ok()?;
        companyfacts::read(std::str::from_utf8(&bytes).ok()?).ok()
    });
    let mut own: BTreeMap<&str, Vec<figures::Figure>> = BTreeMap::new();
    let mut failures = Vec::new();
    for (instance, figure, side) in asked {
        let Some(accession) = side.accession(figure) else {
            failures.push(sentence(instance, figure, *side, "names no filing"));
            continue;
        };
        let value = side.value(figure);
        let in_facts = facts.as_ref().is_some_and(|facts| {
            facts.facts.iter().any(|fact| {
                facts.name(fact.accession) == accession.as_str()
                    && fact.end == figure.period_end
                    && fact.value.and_then(|value| value.to_f64()) == value
                    // A restating filing may use another tag of the same item.
                    && facts.items_of(fact).iter().any(|(item, _)| *item == figure.item)
                    && facts.name(fact.unit) == figure.unit
            })
        });
        if in_facts {
            continue;
        }
        // Inline tags of the filing itself.
        let read = own.entry(accession.as_str()).or_insert_with(|| {
            let source = sources.get(accession.as_str()).and_then(Option::as_ref);
            source.map_or(Vec::new(), |(blob, form)| {
                let bytes = blob.parse().ok().and_then(|id| blobs.get(&id).ok()).unwrap_or_default();
                figures::read(&bytes, &text::read(&bytes, None), &Form::parse(form))
            })
        });
        let holds = read.iter().any(|one| {
            one.item == figure.item
                && one.cell == side.cell(figure)
                && one.period_end == Some(figure.period_end)
                && one.unit == figure.unit
                && [one.reported, one.restated].map(|v| v.and_then(|v| v.to_f64())).contains(&value)
        });
        if !holds {
            let why = format!("{accession} tags no such value as `{}`", side.cell(figure));
            failures.push(sentence(instance, figure, *side, &why));
        }
    }
    Ok(failures)
}

fn in_release(store: &Store, instance: &Instance, value: Option<f64>) -> Result<bool, StoreError> {
    for key in &instance.releases {
        let summary: Option<Summary> = store.read(|connection| releases::reading(connection, key))?;
        if summary.is_some_and(|summary| summary.amounts.iter().any(|money| Some(money.value.value) == value))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
