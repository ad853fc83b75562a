//! `config/overrides.toml`: decisions that people made, each with its reason and day. They outlive every
//! refresh of the names (fault I02) and win over the index.

use super::normal::Normal;
use super::{Candidate, Decision, Index, Query, Status};
use crate::ids::{AaerNumber, Cik};
use jiff::civil::Date;
use serde::Deserialize;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// The name as releases print it; compared by its words, so case, points and legal form do not matter.
    pub name: String,
    /// Only for this release, `AAER-1234`; none for all.
    pub release: Option<AaerNumber>,
    /// The issuer; none says that the name is no issuer on EDGAR.
    pub cik: Option<Cik>,
    /// Why.
    pub reason: String,
    /// When it was decided.
    #[serde(deserialize_with = "day")]
    pub decided: Date,
}

/// All decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overrides {
    /// In file order; the last that fits wins.
    #[serde(default, rename = "issuer")]
    pub issuers: Vec<Override>,
}

fn day<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    let value = toml::Value::deserialize(deserializer)?;
    let text = match &value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.parse().map_err(serde::de::Error::custom)
}

impl Overrides {
    /// Reads the file.
    ///
    /// # Errors
    /// The parser's message, or which entry lacks a reason.
    pub fn parse(text: &str) -> Result<Overrides, String> {
        let overrides: Overrides = toml::from_str(text).map_err(|error| error.to_string())?;
        match overrides.issuers.iter().find(|o| o.reason.trim().is_empty() || o.name.trim().is_empty()) {
            Some(entry) => Err(format!("the override of `{}` needs a name and a reason", entry.name)),
            None => Ok(overrides),
        }
    }

    /// The decision for a name in a release, if one was made; one made for the release wins.
    pub fn find(&self, name: &str, release: Option<&AaerNumber>) -> Option<&Override> {
        let wanted = Normal::of(name);
        let fits = |o: &&Override| {
            Normal::of(&o.name).core().eq(wanted.core())
                && (o.release.is_none() || o.release.as_ref() == release)
        };
        let all = || self.issuers.iter().rev().filter(fits);
        all().find(|o| o.release.is_some()).or_else(|| all().next())
    }

    /// The decision of people where there is one, else the index's.
    pub fn resolve(&self, index: &Index, query: &Query, release: Option<&AaerNumber>) -> Decision {
        let Some(made) = self.find(&query.name, release) else { return index.resolve(query) };
        let reasons = vec![format!("override of {}: {}", made.decided, made.reason)];
        match made.cik {
            Some(cik) => Decision {
                status: Status::Matched,
                cik: Some(cik),
                candidates: vec![Candidate {
                    cik,
                    name: made.name.clone(),
                    score: 1.0,
                    reasons: reasons.clone(),
                }],
                reasons,
            },
            None => Decision { reasons, ..Decision::none("") },
        }
    }
}
