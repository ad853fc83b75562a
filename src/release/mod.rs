//! Reading a release: header, segments, parties, issuers, periods, provisions, amounts, mechanism, category. Pure.

pub mod entities;
pub mod header;
pub mod issuers;
pub mod names;
pub mod parties;
pub mod periods;
pub mod provisions;
pub mod segments;
pub mod sentences;
pub mod words;

use header::Header;
use issuers::{Issuer, Scope};
use parties::{Named, Party, Role};
use segments::Segment;
use std::collections::BTreeSet;

/// All that is read from one release. Spans count bytes of the text that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Numbers, date, court, caption, kind.
    pub header: Header,
    /// Its parts.
    pub segments: Vec<Segment>,
    /// Who is charged, with roles.
    pub parties: Vec<Party>,
    /// The paper's party type, derived from the roles.
    pub party_type: &'static str,
    /// Issuers whose statements were false.
    pub issuers: Vec<Issuer>,
}

/// Reads a release. `respondents` is the index's cell, where there is one.
pub fn read(text: &str, respondents: Option<&str>) -> Reading {
    let header = header::read(text);
    let segments = segments::segment(text);
    let named = parties_named(text, &header, respondents);
    let persons = person_words(&named);
    let words = names::words_of(text);
    let found = entities::find(text, &words, &persons);
    let evidence = issuers::weigh(text, header.body, &found);
    let scope = Scope::default();
    let owners: Vec<Option<usize>> = named
        .iter()
        .map(|n| found.iter().position(|e| parties::same_organisation(&n.name, e)).filter(|_| n.organisation))
        .collect();
    let charged: Vec<usize> = owners.iter().flatten().copied().collect();
    let chosen = issuers::choose(&found, &evidence, &charged, scope);
    let parties = named
        .iter()
        .zip(&owners)
        .map(|(n, owner)| {
            let (name, span) = match owner {
                Some(i) => (found[*i].name.clone(), Some(found[*i].span)),
                None => parties::printed_in_body(text, header.body, &n.name),
            };
            let role = if n.organisation {
                issuers::charged_role(*owner, &chosen, scope, parties::firm_role(text, &n.name))
            } else {
                parties::person_role(text, header.body, n)
            };
            Party { name, role, span, organisation: n.organisation }
        })
        .collect::<Vec<_>>();
    let issuers = chosen
        .iter()
        .map(|i| Issuer {
            name: found[*i].name.clone(),
            span: found[*i].span,
            aliases: found[*i].aliases.clone(),
            ticker: found[*i].ticker.clone(),
            score: evidence[*i].score,
        })
        .collect();
    let party_type = parties::party_type(&parties);
    let _ = Role::Issuer;
    Reading { header, segments, parties, party_type, issuers }
}

/// Names of captions first, then those that only the index has.
fn parties_named(text: &str, header: &Header, respondents: Option<&str>) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    let by_commission = header.captions.iter().any(|c| c.by_commission);
    let lists = header
        .captions
        .iter()
        .filter(|c| c.by_commission || !by_commission)
        .map(|c| c.parties.of(text))
        .chain(respondents);
    for list in lists {
        for name in parties::split_names(list) {
            let family = parties::surname(&name.name).to_lowercase();
            let known = named.iter().any(|n| {
                n.name.to_lowercase() == name.name.to_lowercase()
                    || (!n.organisation
                        && !name.organisation
                        && parties::surname(&n.name).to_lowercase() == family
                        && n.name.chars().next().map(|c| c.to_ascii_lowercase())
                            == name.name.chars().next().map(|c| c.to_ascii_lowercase()))
                    || (n.organisation
                        && name.organisation
                        && names::key_of(&n.name) == names::key_of(&name.name))
            });
            if !known {
                named.push(name);
            }
        }
    }
    named
}

/// Lower-cased full names and surnames of the persons named.
fn person_words(named: &[Named]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for person in named.iter().filter(|n| !n.organisation) {
        words.insert(person.name.to_lowercase());
        words.insert(parties::surname(&person.name).to_lowercase());
    }
    words
}
