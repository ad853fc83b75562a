//! Reading a release: header, segments, parties, issuers, periods, provisions, amounts, mechanism, category. Pure.

pub mod amounts;
pub mod cases;
pub mod category;
mod described;
pub mod entities;
pub mod header;
pub mod issuers;
pub mod mechanism;
pub mod names;
pub mod outcome;
pub mod parties;
pub mod patterns;
pub mod periods;
pub mod procedural;
pub mod provisions;
pub mod relief;
mod roles;
pub mod segments;
pub mod select;
pub mod sentences;
pub mod signals;
pub mod summary;
mod who;
pub mod words;

use category::{Verdict, Weights};
use header::Header;
use issuers::{Issuer, Scope};
use mechanism::Mechanism;
use parties::{Named, Party, Role};
use procedural::Procedural;
use provisions::Provision;
use regex::Regex;
use segments::Segment;
use sentences::Whole;
use signals::{Family, Keywords, Signal};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static ET_AL: LazyLock<Regex> = LazyLock::new(|| patterns::compile(r"(?i)\bet\.?\s+al\b"));

/// All that is read from one release. Spans count bytes of the text that was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Numbers, date, court, caption, kind.
    pub header: Header,
    /// Its parts.
    pub segments: Vec<Segment>,
    /// Why it is no new action; `None` for a substantive release.
    pub procedural: Option<Procedural>,
    /// Who is charged, with roles.
    pub parties: Vec<Party>,
    /// The paper's party type, derived from the roles.
    pub party_type: &'static str,
    /// Issuers whose statements were false.
    pub issuers: Vec<Issuer>,
    /// Affected fiscal periods and the range of the conduct.
    pub periods: periods::Found,
    /// Provisions charged.
    pub provisions: Vec<Provision>,
    /// Amounts of money and percentages, with what they measure.
    pub amounts: Vec<amounts::Amount>,
    /// Relief ordered or sought.
    pub relief: Vec<relief::Relief>,
    /// Penalties, disgorgement and interest, by party where said.
    pub payments: Vec<relief::Payment>,
    /// How the matter stands: settled, litigated, dismissed.
    pub outcome: outcome::Outcome,
    /// Actions of other authorities.
    pub parallel_actions: Vec<outcome::ParallelAction>,
    /// Keyword signals.
    pub signals: Vec<Signal>,
    /// Category, secondary ones, confidence of the category.
    pub verdict: Verdict,
    /// What was misstated and how.
    pub mechanism: Option<Mechanism>,
    /// Confidence of the whole reading, computed from what was found.
    pub confidence: f32,
}

impl Reading {
    /// Whether the release brings a new action.
    pub fn is_substantive(&self) -> bool {
        self.procedural.is_none()
    }
}

/// Reads a release with the embedded keywords. `respondents` is the index's cell, where there is one.
pub fn read(text: &str, respondents: Option<&str>) -> Reading {
    read_with(text, respondents, Keywords::embedded())
}

/// Bytes of a release that are read: ten times the longest order there is. What is longer is no release.
const MOST_READ: usize = 4 << 20;

/// Reads a release with keywords of one's own; of a text longer than 4 MiB its first 4 MiB.
pub fn read_with(text: &str, respondents: Option<&str>, keywords: &Keywords) -> Reading {
    let text = &text[..segments::floor(text, MOST_READ)];
    let header = header::read(text);
    let segments = segments::segment_from(text, header.body);
    let procedural = procedural::decide(text, &header, respondents);
    let signals = signals::find(text, &segments, keywords);
    let weights = Weights::of(&signals, header.body);
    let words = names::words_of(text);
    let mut named = parties_named(text, &header, respondents);
    // `et al.`, or neither a caption nor an index cell: who is charged is told in the body.
    let untitled = header.captions.is_empty() && respondents.is_none();
    let others = untitled
        || ET_AL.is_match(&text[..segments::floor(text, header.body + 200)])
        || respondents.is_some_and(|cell| ET_AL.is_match(cell));
    let more = if others { described::described(text, &words, header.body) } else { Vec::new() };
    for person in parties::introduced(text, &words, header.body).into_iter().chain(more) {
        // A caption may give the surname alone.
        let short =
            named.iter_mut().find(|n| !n.name.contains(' ') && n.name == parties::surname(&person.name));
        if let Some(known) = short {
            *known = person;
        } else if !named.iter().any(|known| same_party(known, &person)) {
            named.push(person);
        }
    }
    for party in named.iter_mut().filter(|n| !n.organisation && !n.name.contains(' ')) {
        party.organisation = parties::is_bare_organisation(&party.name, &words);
    }
    let found = entities::find(text, &words, &person_words(&named, &words));
    let evidence = issuers::weigh(text, header.body, &found);
    let owners: Vec<Option<usize>> = named
        .iter()
        .map(|n| {
            n.organisation
                .then(|| found.iter().position(|e| parties::same_organisation(&n.name, e)))
                .flatten()
        })
        .collect();
    let charged: Vec<usize> = owners.iter().flatten().copied().collect();
    let scope = scope_of(&weights);
    let chosen = issuers::choose(text, &found, &evidence, &charged, scope);
    let matter = roles::Matter::of(text);
    let mut parties: Vec<Party> = named
        .iter()
        .zip(&owners)
        .map(|(n, owner)| {
            let (name, span) = match owner {
                Some(i) => (found[*i].name.clone(), Some(found[*i].span)),
                None => parties::printed_in_body(text, header.body, &n.name),
            };
            let role = if n.organisation {
                match owner {
                    // Under its own name or a former one.
                    Some(i) if chosen.iter().any(|c| c == i || is_renamed(&found[*i], &found[*c])) => {
                        Role::Issuer
                    }
                    _ => issuers::charged_role(&n.name, scope, roles::firm_role(&matter, &n.name)),
                }
            } else {
                roles::person_role(&matter, n)
            };
            Party { name, role, span, organisation: n.organisation }
        })
        .collect();
    // Whoever is charged beside a firm of auditors and of whom no more is said is one of its people.
    if parties.iter().any(|p| p.role == Role::AuditorFirm) && matter.is_of_auditors() {
        for party in parties.iter_mut().filter(|p| !p.organisation && p.role == Role::Other) {
            party.role = Role::AuditorPerson;
        }
    }
    // An issuer that the body says is charged, though the caption leaves it out.
    let is_charged = |i: usize| others && evidence[i].charged || untitled && evidence[i].accused;
    for i in chosen.iter().filter(|i| is_charged(**i) && !owners.contains(&Some(**i))) {
        parties.push(Party {
            name: found[*i].name.clone(),
            role: Role::Issuer,
            span: Some(found[*i].span),
            organisation: true,
        });
    }
    let issuers: Vec<Issuer> = chosen
        .iter()
        .map(|i| Issuer {
            name: found[*i].name.clone(),
            span: found[*i].span,
            aliases: found[*i].aliases.clone(),
            ticker: found[*i].ticker.clone(),
            score: evidence[*i].score,
        })
        .collect();
    let verdict =
        category::decide(&weights, &parties, procedural.is_none(), scope.fcpa_only || scope.trading_only);
    let mechanism = mechanism::find(text, &segments, &signals);
    let mut periods = periods::read_release(text, &segments);
    // Bribes, trades on secrets and offerings misstate the accounts only where the release says which.
    if scope.no_statements() {
        periods.periods.retain(|found| !found.period.flags.iter().any(|flag| flag == periods::FROM_CONDUCT));
    }
    let whole = Whole::of(text);
    let provisions = provisions::read_in(text, &whole);
    let amounts = amounts::read_in(text, &whole);
    let payments = relief::payments_in(text, &amounts, &whole, header.body);
    let party_type = parties::party_type(&parties);
    let mut reading = Reading {
        header,
        segments,
        procedural,
        parties,
        party_type,
        issuers,
        periods,
        provisions,
        amounts,
        relief: relief::read_in(text, &whole),
        payments,
        outcome: outcome::read(text),
        parallel_actions: outcome::parallel_in(text, &whole),
        signals,
        verdict,
        mechanism,
        confidence: 0.0,
    };
    reading.confidence = confidence(&reading);
    reading
}

/// Whether one organisation bears the other's name among its own: `Fairmont, Inc. (f/k/a Northvale, Inc.)`.
fn is_renamed(a: &entities::Entity, b: &entities::Entity) -> bool {
    let bears = |a: &entities::Entity, b: &entities::Entity| {
        a.aliases.iter().any(|alias| names::key_of(alias) == b.key)
    };
    bears(a, b) || bears(b, a)
}

/// What the weights say about whose statements are at issue.
fn scope_of(weights: &Weights) -> Scope {
    let accounts = weights.top().max(weights.get(Family::Misstatement));
    Scope {
        fcpa_only: weights.get(Family::Fcpa) >= 5.0 && weights.get(Family::Fcpa) > 0.8 * weights.top(),
        trading_only: weights.get(Family::InsiderTrading) >= 6.0
            && weights.get(Family::Misstatement) == 0.0
            && weights.top() < 4.0,
        offering_only: weights.get(Family::Offering) >= 8.0 && accounts < 1.0,
    }
}

/// Confidence from evidence: the category's own, an issuer, dated periods, a mechanism in place, provisions, parties.
fn confidence(reading: &Reading) -> f32 {
    let has = |is: bool, weight: f32| if is { weight } else { 0.0 };
    let parts = 0.4 * reading.verdict.confidence
        + has(!reading.issuers.is_empty(), 0.18)
        + has(reading.periods.periods.iter().any(|p| p.period.end.is_some()), 0.14)
        + has(reading.mechanism.as_ref().is_some_and(|m| m.span.len() >= select::LEAST_MECHANISM), 0.14)
        + has(!reading.provisions.is_empty(), 0.08)
        + has(!reading.parties.is_empty(), 0.06);
    (parts.clamp(0.0, 1.0) * 100.0).round() / 100.0
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
            if !named.iter().any(|known| same_party(known, &name)) {
                named.push(name);
            }
        }
    }
    named
}

fn same_party(a: &Named, b: &Named) -> bool {
    let lower = |n: &Named| n.name.to_lowercase();
    let initial = |n: &Named| n.name.chars().next().map(|c| c.to_ascii_lowercase());
    if lower(a) == lower(b) {
        return true;
    }
    match (a.organisation, b.organisation) {
        (true, true) => names::key_of(&a.name) == names::key_of(&b.name),
        (false, false) => {
            let (x, y) = (parties::surname(&a.name).to_lowercase(), parties::surname(&b.name).to_lowercase());
            let given = |n: &Named| n.name.split(' ').next().unwrap_or("").to_lowercase();
            // The index and the caption do not always spell a name alike.
            let alike = || x.len() >= 6 && given(a) == given(b) && strsim::osa_distance(&x, &y) <= 2;
            initial(a) == initial(b) && (x == y || alike())
        }
        _ => false,
    }
}

/// Lower-cased full names and surnames of the persons named, and surnames after a middle initial.
fn person_words(named: &[Named], words: &[names::Word<'_>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for person in named.iter().filter(|n| !n.organisation) {
        found.insert(person.name.to_lowercase());
        found.insert(parties::surname(&person.name).to_lowercase());
    }
    for run in words.windows(3) {
        let [first, initial, last] = run else { continue };
        let is_initial = initial.text.len() == 1
            && initial.after == names::After::Stop
            && initial.text.chars().all(char::is_uppercase);
        let plain = |w: &names::Word<'_>| w.text.len() > 2 && w.is_capital() && !words::is_stop(&w.lower());
        if is_initial
            && first.after == names::After::Nothing
            && plain(first)
            && plain(last)
            && !last.opened
            && !last.is_legal_form()
        {
            found.insert(last.lower().into_owned());
        }
    }
    found
}
