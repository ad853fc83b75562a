//! `facts`: sections and figures of each filing of a pair, and the XBRL values of each pair.

use super::Context;
use super::documents;
use crate::fetch::{Expect, Request};
use crate::filing::reading::{self, FilingReading};
use crate::ids::{Accession, Cik, Form};
use crate::pipeline::{JobError, Outcome, Stage, StageId, fingerprint};
use crate::sec::companyfacts;
use crate::sec::urls;
use crate::store::StoreError;
use crate::store::controls;
use crate::store::filings::{self, Filing, Pair};
use crate::store::jobs::Planned;
pub use crate::tasks::material::XbrlValue;
use rusqlite::{Connection, Transaction};
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// Keys: `filing:` and an accession, `xbrl:` and a pair.
const FILING: &str = "filing:";
const XBRL: &str = "xbrl:";

/// XBRL begins in 2009; for earlier periods nobody is asked.
const FIRST_XBRL_YEAR: i16 = 2009;

/// What one job reads.
pub enum Input {
    /// A filing to read.
    Filing(Filing),
    /// A pair to align.
    Pair(Box<Pair>),
    /// What was planned is there no more.
    Lost,
}

/// What one job concludes.
pub enum Output {
    /// A filing, read.
    Filing {
        /// Registrant.
        cik: u64,
        /// Its accession.
        accession: String,
        /// Where it came from.
        url: String,
        /// Its bytes.
        blob: String,
        /// What was read.
        reading: Box<FilingReading>,
    },
    /// A pair's XBRL values.
    Xbrl {
        /// The pair.
        pair: String,
        /// The companyfacts file; none where there is none.
        blob: Option<String>,
        /// The values.
        values: Vec<XbrlValue>,
    },
    /// Nothing to keep: the reason stands at the job.
    Nothing,
}

/// See the module.
#[derive(Clone)]
pub struct Facts;

impl Stage for Facts {
    type Context = Context;
    type Input = Input;
    type Output = Output;

    const ID: StageId = StageId::Facts;
    const VERSION: u32 = 2;

    fn plan(&self, connection: &Connection, _context: &Context) -> Result<Vec<Planned>, StoreError> {
        let version = Self::VERSION.to_string();
        let mut planned = BTreeMap::new();
        for pair in filings::pair_keys(connection)? {
            for accession in pair.original.iter().chain(&pair.restating) {
                let print = fingerprint([&version, accession].map(String::as_str));
                planned.insert(format!("{FILING}{accession}"), print);
            }
            if let (Some(original), Some(end)) = (&pair.original, &pair.period_end)
                && end.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0) >= FIRST_XBRL_YEAR
            {
                let restating = pair.restating.clone().unwrap_or_default();
                let print = fingerprint([&version, original, &restating, end].map(String::as_str));
                planned.insert(format!("{XBRL}{}", pair.id), print);
            }
        }
        for (_, control) in controls::controls(connection, None)? {
            let print = fingerprint([&version, &control.accession].map(String::as_str));
            planned.insert(format!("{FILING}{}", control.accession), print);
        }
        Ok(planned.into_iter().map(|(key, fingerprint)| Planned { key, fingerprint }).collect())
    }

    fn load(&self, connection: &Connection, key: &str) -> Result<Input, StoreError> {
        if let Some(accession) = key.strip_prefix(FILING) {
            let filing = filings::filing(connection, accession, None)?;
            return Ok(filing.map_or(Input::Lost, Input::Filing));
        }
        let id = key.strip_prefix(XBRL).unwrap_or(key);
        Ok(filings::pair(connection, id)?.map_or(Input::Lost, |pair| Input::Pair(Box::new(pair))))
    }

    async fn run(&self, context: &Context, input: Input) -> Result<Outcome<Output>, JobError> {
        match input {
            Input::Filing(filing) => read_filing(context, &filing).await,
            Input::Pair(pair) => align(context, &pair).await,
            Input::Lost => Err(JobError::Permanent { why: "filing or pair lost".to_owned() }),
        }
    }

    fn save(&self, tx: &Transaction<'_>, key: &str, output: &Output) -> Result<String, StoreError> {
        match output {
            Output::Filing { cik, accession, url, blob, reading } => {
                filings::save_filing_reading(tx, accession, *cik, url, blob, reading)
            }
            Output::Xbrl { pair, blob, values } => {
                filings::save_pair_facts(tx, pair, blob.as_deref(), values)
            }
            Output::Nothing => {
                self.clear(tx, key)?;
                Ok(fingerprint(["nothing"]))
            }
        }
    }

    fn clear(&self, tx: &Transaction<'_>, key: &str) -> Result<(), StoreError> {
        match (key.strip_prefix(FILING), key.strip_prefix(XBRL)) {
            (Some(accession), _) => filings::clear_filing_reading(tx, accession),
            (_, Some(pair)) => filings::clear_pair_facts(tx, pair),
            _ => Ok(()),
        }
    }
}

async fn read_filing(context: &Context, filing: &Filing) -> Result<Outcome<Output>, JobError> {
    let Some(document) = documents::read(context, filing).await? else {
        let reason = "filing's document not to be had".to_owned();
        return Ok(Outcome::Dropped { reason, output: Output::Nothing });
    };
    let form = Form::parse(&filing.form);
    let reading = reading::read(&document.bytes, &document.text, &form);
    Ok(Outcome::Done(Output::Filing {
        cik: filing.cik,
        accession: filing.accession.clone(),
        url: document.url,
        blob: document.blob,
        reading: Box::new(reading),
    }))
}

async fn align(context: &Context, pair: &Pair) -> Result<Outcome<Output>, JobError> {
    let none = |reason: &str| Outcome::Dropped { reason: reason.to_owned(), output: Output::Nothing };
    let accession = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<Accession>().ok());
    let (Some(original), Some(end)) =
        (accession(&pair.original), pair.period_end.as_deref().and_then(|end| end.parse().ok()))
    else {
        return Ok(none("no original or no end of the period"));
    };
    let request = Request::new(urls::companyfacts(Cik(pair.cik)), Expect::Json);
    let Some(fetched) = context.fetch_if_there(&request).await? else {
        return Ok(none("no XBRL facts of the issuer"));
    };
    let unread =
        |why: String| JobError::Permanent { why: format!("companyfacts not read: {}: {why}", pair.cik) };
    let json = std::str::from_utf8(&fetched.bytes).map_err(|error| unread(error.to_string()))?;
    let facts = companyfacts::read(json).map_err(|error| unread(error.to_string()))?;
    let months = match pair.period_kind.as_str() {
        "quarter" => 3,
        _ => 12,
    };
    let query =
        companyfacts::Query { original, restated: accession(&pair.restating), period_end: end, months };
    let values = facts
        .align(&query)
        .into_iter()
        .map(|aligned| XbrlValue {
            item: aligned.item,
            tag: aligned.tag,
            unit: aligned.unit,
            start: aligned.start,
            end: aligned.end,
            original: aligned.original.and_then(|value| value.to_f64()),
            restated: aligned.restated.and_then(|value| value.to_f64()),
            restated_accession: aligned.restated_accession,
            flags: aligned.flags,
        })
        .collect();
    let blob = Some(fetched.blob.as_str().to_owned());
    Ok(Outcome::Done(Output::Xbrl { pair: pair.id.clone(), blob, values }))
}
