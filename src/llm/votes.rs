//! Rules and models as voters over the fields of one release: what is decided, how sure it is, who said otherwise.
//!
//! A model's vote counts where a verified quote stands behind it. For one-valued fields the heaviest value wins and
//! rules win a tie; for lists, what rules found stays, and what at least half of the models found with evidence is
//! added. Confidence comes from agreement, evidence and completeness, never from a model's own number.

use super::jobs::{Classified, Extracted, Field, ModelReading, TEXT_CUT};
use crate::period::Period;
use crate::release::category::Category;
use crate::release::names;
use crate::release::parties::{self, Party, Role};
use crate::release::select::LEAST_MECHANISM;
use crate::release::summary::{At, Money, NamedIssuer, PartyRole, Summary};
use crate::span::Span;
use crate::store::llm_calls::{Ruling, Vote};
use serde::Serialize;
use std::collections::BTreeMap;

/// Who votes by rules.
pub const RULES: &str = "rules";
/// Weight of a model with evidence; rules weigh as much as they are sure.
const WITH_EVIDENCE: f64 = 0.8;
/// Weight of a model without.
const WITHOUT: f64 = 0.2;

/// What one model read in both jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Voter {
    /// The model.
    pub name: String,
    /// Of the first job.
    pub classified: Option<Classified>,
    /// Of the second.
    pub extracted: Option<Extracted>,
}

impl Voter {
    /// Adds what was read in one job.
    pub fn add(&mut self, reading: ModelReading) {
        match reading {
            ModelReading::Classify(read) => self.classified = Some(read),
            ModelReading::Extract(read) => self.extracted = Some(read),
        }
    }
}

/// What came of a vote.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The reading that later stages use.
    pub summary: Summary,
    /// Every opinion.
    pub votes: Vec<Vote>,
    /// What was decided over each value.
    pub rulings: Vec<Ruling>,
}

/// Decides one release. Without voters nothing changes and nothing is recorded.
pub fn decide(rules: &Summary, voters: &[Voter]) -> Decided {
    if voters.iter().all(|voter| voter.classified.is_none() && voter.extracted.is_none()) {
        return Decided { summary: rules.clone(), votes: Vec::new(), rulings: Vec::new() };
    }
    let mut poll = Poll::default();
    let mut summary = rules.clone();
    let category_share = category(rules, voters, &mut summary, &mut poll);
    lists(rules, voters, &mut summary, &mut poll);
    traceable(rules, voters, &mut summary, &mut poll);
    summary.confidence = confidence(&summary, category_share, &poll);
    Decided { summary, votes: poll.votes, rulings: poll.rulings }
}

#[derive(Default)]
struct Poll {
    votes: Vec<Vote>,
    rulings: Vec<Ruling>,
}

impl Poll {
    fn vote(&mut self, field: &str, voter: &str, value: String, evidence: bool, flags: Vec<String>) {
        self.votes.push(Vote { field: field.to_owned(), voter: voter.to_owned(), value, evidence, flags });
    }
}

fn name<T: Serialize>(value: &T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A vote with its weight.
struct Weighed<T> {
    value: T,
    weight: f64,
}

/// The heaviest value and its share of all weight; the first one, which is that of the rules, wins a tie.
fn heaviest<T: Copy + PartialEq>(votes: &[Weighed<T>]) -> Option<(T, f64)> {
    let total: f64 = votes.iter().map(|vote| vote.weight).sum();
    let weight =
        |value: T| -> f64 { votes.iter().filter(|vote| vote.value == value).map(|vote| vote.weight).sum() };
    let mut best = votes.first()?.value;
    for vote in votes {
        if weight(vote.value) > weight(best) + 1e-9 {
            best = vote.value;
        }
    }
    Some((best, if total > 0.0 { weight(best) / total } else { 0.0 }))
}

/// Category and new action, which hang together; gives the winner's share of the weight.
fn category(rules: &Summary, voters: &[Voter], summary: &mut Summary, poll: &mut Poll) -> f64 {
    let own = if rules.procedural_reason.is_some() { Category::None } else { rules.category };
    let mut votes = vec![Weighed { value: own, weight: rules.category_confidence.clamp(WITHOUT, 1.0) }];
    let supported = rules.procedural_reason.is_some() || !rules.mechanism.is_empty();
    poll.vote("category", RULES, name(&own), supported, Vec::new());
    for (voter, read) in voters.iter().filter_map(|v| v.classified.as_ref().map(|read| (&v.name, read))) {
        let field = &read.category;
        let mut flags = field.flags.clone();
        let cut = !read.left_out.is_empty();
        if cut {
            flags.push(TEXT_CUT.to_owned());
        }
        poll.vote("category", voter, name(&field.value), field.is_evidence(), flags);
        // A "no" from a part of a text is no vote.
        if cut && !field.value.is_one_of_five() {
            continue;
        }
        let weight = if field.is_evidence() { WITH_EVIDENCE } else { WITHOUT };
        votes.push(Weighed { value: field.value, weight });
    }
    let Some((winner, share)) = heaviest(&votes) else { return 0.0 };
    let mut values: Vec<Category> = votes.iter().map(|vote| vote.value).collect();
    values.sort();
    values.dedup();
    for value in &values {
        let saying = votes.iter().filter(|vote| vote.value == *value).count();
        poll.rulings.push(Ruling {
            field: "category".to_owned(),
            value: name(value),
            accepted: *value == winner,
            agreement: saying as f64 / votes.len() as f64,
            disagree: values.len() > 1,
        });
    }
    let substantive: Vec<Weighed<bool>> = votes
        .iter()
        .map(|vote| Weighed { value: vote.value != Category::None, weight: vote.weight })
        .collect();
    for (vote, voter) in [&rules.procedural_reason.is_none()].into_iter().map(|v| (*v, RULES)).chain(
        voters.iter().filter_map(|v| v.classified.as_ref().map(|read| (read.substantive, v.name.as_str()))),
    ) {
        poll.vote("substantive", voter, vote.to_string(), true, Vec::new());
    }
    let yes = heaviest(&substantive).is_none_or(|(value, _)| value);
    if !yes {
        summary.procedural_reason =
            Some(rules.procedural_reason.clone().unwrap_or_else(|| "by vote of the models".to_owned()));
        summary.category = rules.category;
    } else {
        summary.procedural_reason = None;
        let five: Vec<Weighed<Category>> =
            votes.into_iter().filter(|vote| vote.value != Category::None).collect();
        if let Some((value, _)) = heaviest(&five) {
            if value != rules.category && rules.category.is_one_of_five() {
                summary.secondary.insert(0, rules.category);
            }
            summary.secondary.retain(|secondary| *secondary != value);
            summary.secondary.dedup();
            summary.category = value;
        }
    }
    share
}

/// One value of a list field under its key, with who said it.
struct Entry<T> {
    value: T,
    span: Option<Span>,
    by_rules: bool,
    /// Models that said it with evidence.
    shown: Vec<String>,
}

/// Votes over one list field: rules' values stay, what half of the models show is added. Gives the values to add.
fn list<T: Clone>(
    field: &str,
    rules: &[(T, Option<Span>)],
    voters: &[(&str, Vec<Field<T>>, bool)],
    key: impl Fn(&T) -> String,
    print: impl Fn(&T) -> String,
    poll: &mut Poll,
) -> Vec<(T, Option<Span>)> {
    let mut entries: BTreeMap<String, Entry<T>> = BTreeMap::new();
    for (value, span) in rules {
        poll.vote(field, RULES, print(value), span.is_some(), Vec::new());
        let entry = || Entry { value: value.clone(), span: *span, by_rules: true, shown: Vec::new() };
        entries.entry(key(value)).or_insert_with(entry);
    }
    for (voter, fields, cut) in voters {
        for found in fields {
            let mut flags = found.flags.clone();
            if *cut {
                flags.push(TEXT_CUT.to_owned());
            }
            poll.vote(field, voter, print(&found.value), found.is_evidence(), flags);
            let entry = entries.entry(key(&found.value)).or_insert_with(|| Entry {
                value: found.value.clone(),
                span: found.span,
                by_rules: false,
                shown: Vec::new(),
            });
            if found.is_evidence() && !entry.shown.iter().any(|name| name == voter) {
                entry.shown.push((*voter).to_owned());
            }
        }
    }
    let mut added = Vec::new();
    for entry in entries.into_values() {
        // Who saw only a part of the text and is silent has no say.
        let silent_parts =
            voters.iter().filter(|(voter, _, cut)| *cut && !entry.shown.iter().any(|n| n == voter)).count();
        let could = 1 + voters.len() - silent_parts;
        let said = usize::from(entry.by_rules) + entry.shown.len();
        let accepted = entry.by_rules || (!entry.shown.is_empty() && 2 * entry.shown.len() >= voters.len());
        poll.rulings.push(Ruling {
            field: field.to_owned(),
            value: print(&entry.value),
            accepted,
            agreement: said as f64 / could as f64,
            disagree: said < could,
        });
        if accepted && !entry.by_rules {
            added.push((entry.value, entry.span));
        }
    }
    added
}

fn party_key(party: &PartyRole) -> String {
    let words = names::key_of(&party.name);
    match (words.first(), words.last()) {
        (Some(first), Some(last)) if words.len() > 1 => format!("{first} {last}"),
        _ => words.join(" "),
    }
}

fn lists(rules: &Summary, voters: &[Voter], summary: &mut Summary, poll: &mut Poll) {
    let read: Vec<(&str, &Extracted)> =
        voters.iter().filter_map(|v| v.extracted.as_ref().map(|read| (v.name.as_str(), read))).collect();
    let issuers: Vec<(String, Option<Span>)> =
        rules.issuers.iter().map(|issuer| (issuer.value.name.clone(), issuer.span)).collect();
    // A short name of an issuer that rules know is that issuer.
    let aliases: BTreeMap<String, String> = rules
        .issuers
        .iter()
        .flat_map(|issuer| {
            let full = names::key_of(&issuer.value.name).join(" ");
            let alias = move |alias: &String| (names::key_of(alias).join(" "), full.clone());
            issuer.value.aliases.iter().map(alias).collect::<Vec<_>>()
        })
        .collect();
    let issuer_key = |issuer: &String| {
        let key = names::key_of(issuer).join(" ");
        aliases.get(&key).cloned().unwrap_or(key)
    };
    let cut = |read: &Extracted| !read.left_out.is_empty();
    let votes: Vec<_> = read.iter().map(|(v, read)| (*v, read.issuers.clone(), cut(read))).collect();
    for (value, span) in list("issuer", &issuers, &votes, issuer_key, String::clone, poll) {
        let value = NamedIssuer { name: value, aliases: Vec::new(), ticker: None };
        summary.issuers.push(At { value, span });
    }

    let periods: Vec<(Period, Option<Span>)> =
        rules.periods.iter().map(|period| (period.value.clone(), period.span)).collect();
    let votes: Vec<_> = read.iter().map(|(v, read)| (*v, read.periods.clone(), cut(read))).collect();
    let label = |period: &Period| period.label.clone();
    for (mut value, span) in list("period", &periods, &votes, label, label, poll) {
        value.flags.push("model-read".to_owned());
        summary.periods.push(At { value, span });
    }
    summary
        .periods
        .sort_by(|a, b| a.value.end.cmp(&b.value.end).then_with(|| a.value.label.cmp(&b.value.label)));

    let parties: Vec<(PartyRole, Option<Span>)> =
        rules.parties.iter().map(|party| (party.value.clone(), party.span)).collect();
    let votes: Vec<_> = read.iter().map(|(v, read)| (*v, read.parties.clone(), cut(read))).collect();
    let print = |party: &PartyRole| format!("{}: {}", party.name, party.role);
    let added = list("party", &parties, &votes, party_key, print, poll);
    if !added.is_empty() {
        summary.parties.extend(added.into_iter().map(|(value, span)| At { value, span }));
        summary.party_type = party_type(&summary.parties);
    }

    let provisions: Vec<(String, Option<Span>)> =
        rules.provisions.iter().map(|code| (code.value.clone(), code.span)).collect();
    let votes: Vec<_> = read.iter().map(|(v, read)| (*v, read.provisions.clone(), cut(read))).collect();
    let added = list("provision", &provisions, &votes, |c| c.to_lowercase(), String::clone, poll);
    summary.provisions.extend(added.into_iter().map(|(value, span)| At { value, span }));

    let sums: Vec<(Money, Option<Span>)> =
        rules.amounts.iter().map(|money| (money.value.clone(), money.span)).collect();
    let votes: Vec<_> = read.iter().map(|(v, read)| (*v, read.amounts.clone(), cut(read))).collect();
    let print = |money: &Money| format!("{} {}", money.value, money.unit);
    let key = |money: &Money| format!("{:.3e} {}", money.value.abs(), money.unit);
    let added = list("amount", &sums, &votes, key, print, poll);
    summary.amounts.extend(added.into_iter().map(|(value, span)| At { value, span }));

    mechanism(rules, &read, summary, poll);
}

/// The mechanism is one thing said in several sentences: who describes it at all is what is voted on.
fn mechanism(rules: &Summary, read: &[(&str, &Extracted)], summary: &mut Summary, poll: &mut Poll) {
    let said = "described".to_owned();
    let mut describing = 0;
    if !rules.mechanism.is_empty() {
        describing += 1;
        poll.vote("mechanism", RULES, said.clone(), true, Vec::new());
    }
    let mut spans: Vec<Span> = Vec::new();
    for (voter, read) in read {
        let shown: Vec<Span> =
            read.mechanism.iter().filter(|f| f.is_evidence()).filter_map(|f| f.span).collect();
        if read.mechanism.is_empty() {
            continue;
        }
        let flags = read
            .mechanism
            .iter()
            .flat_map(|field| field.flags.clone())
            .collect::<std::collections::BTreeSet<_>>();
        poll.vote("mechanism", voter, said.clone(), !shown.is_empty(), flags.into_iter().collect());
        describing += usize::from(!shown.is_empty());
        spans.extend(shown);
    }
    let could = 1 + read.len();
    if describing > 0 {
        poll.rulings.push(Ruling {
            field: "mechanism".to_owned(),
            value: said,
            accepted: true,
            agreement: describing as f64 / could as f64,
            disagree: describing < could,
        });
    }
    if rules.mechanism.is_empty() && !spans.is_empty() {
        spans.sort();
        spans.dedup_by(|next, last| last.overlaps(*next));
        summary.mechanism = spans;
        summary.mechanism_score = 1.0;
    }
}

fn traceable(rules: &Summary, voters: &[Voter], summary: &mut Summary, poll: &mut Poll) {
    poll.vote("traceable", RULES, rules.traceable.to_string(), rules.traceable, Vec::new());
    let mut votes = vec![Weighed { value: rules.traceable, weight: WITH_EVIDENCE }];
    for (voter, read) in voters.iter().filter_map(|v| v.extracted.as_ref().map(|read| (&v.name, read))) {
        let field = &read.traceable;
        let flags = if field.value { field.flags.clone() } else { Vec::new() };
        poll.vote("traceable", voter, field.value.to_string(), field.is_evidence(), flags);
        match (field.value, field.is_evidence()) {
            (true, true) => votes.push(Weighed { value: true, weight: WITH_EVIDENCE + 0.1 }),
            (true, false) => {}
            (false, _) if read.left_out.is_empty() => votes.push(Weighed { value: false, weight: WITHOUT }),
            (false, _) => {}
        }
    }
    let said = votes.iter().filter(|vote| vote.value).count();
    let value = heaviest(&votes).is_some_and(|(value, _)| value);
    let agreeing = if value { said } else { votes.len() - said };
    poll.rulings.push(Ruling {
        field: "traceable".to_owned(),
        value: value.to_string(),
        accepted: true,
        agreement: agreeing as f64 / votes.len() as f64,
        disagree: said != 0 && said != votes.len(),
    });
    summary.traceable = value;
}

fn party_type(all: &[At<PartyRole>]) -> String {
    let role = |text: &str| match text {
        "issuer" => Role::Issuer,
        "officer" => Role::Officer,
        "director" => Role::Director,
        "employee" => Role::Employee,
        "auditor-firm" => Role::AuditorFirm,
        "auditor-person" => Role::AuditorPerson,
        "adviser" => Role::Adviser,
        "aider" => Role::Aider,
        _ => Role::Other,
    };
    let parties: Vec<Party> = all
        .iter()
        .map(|party| Party {
            name: party.value.name.clone(),
            role: role(&party.value.role),
            span: party.span,
            organisation: false,
        })
        .collect();
    parties::party_type(&parties).to_owned()
}

/// From completeness (weighed as rules weigh it), agreement over the deciding fields, and evidence of the models.
fn confidence(summary: &Summary, category_share: f64, poll: &Poll) -> f64 {
    let has = |is: bool, weight: f64| if is { weight } else { 0.0 };
    let complete = 0.4 * category_share
        + has(!summary.issuers.is_empty(), 0.18)
        + has(summary.periods.iter().any(|period| period.value.end.is_some()), 0.14)
        + has(summary.mechanism.iter().map(Span::len).sum::<usize>() >= LEAST_MECHANISM, 0.14)
        + has(!summary.provisions.is_empty(), 0.08)
        + has(!summary.parties.is_empty(), 0.06);
    let deciding: Vec<f64> = poll
        .rulings
        .iter()
        .filter(|ruling| ruling.accepted && matches!(ruling.field.as_str(), "category" | "issuer" | "period"))
        .map(|ruling| ruling.agreement)
        .collect();
    let share = |n: f64, of: usize| if of == 0 { 0.0 } else { n / of as f64 };
    let agreement = share(deciding.iter().sum(), deciding.len());
    let asked: Vec<bool> = poll
        .votes
        .iter()
        .filter(|vote| vote.voter != RULES && vote.field != "substantive")
        .filter(|vote| !(vote.field == "traceable" && vote.value == "false"))
        .map(|vote| vote.evidence)
        .collect();
    let evidence = share(asked.iter().filter(|evidence| **evidence).count() as f64, asked.len());
    let value: f64 = complete * (0.55 + 0.3 * agreement + 0.15 * evidence);
    (value.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests;
