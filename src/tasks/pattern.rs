//! Task 3: the misconduct as the release describes it, and its category (requirements R6).

use super::Task;
use super::material::ReleaseRead;
use crate::filing::reading::Quote;
use crate::span::CharOffsets;

/// Least length of a description, in characters (requirements R18).
const SHORTEST: usize = 30;

/// The release of a case that describes the misconduct best: the first by rank with a category and sentences
/// enough, so that one sister release of few words does not speak for all.
pub fn best(releases: &[ReleaseRead]) -> Option<&ReleaseRead> {
    releases.iter().find(|release| label(release).is_some() && characters(release) >= SHORTEST)
}

/// The category of a release as a label; none outside the five.
pub fn label(release: &ReleaseRead) -> Option<String> {
    named(&release.summary.category)
}

/// Further categories as labels, without the dominant one.
pub fn secondary(release: &ReleaseRead) -> Vec<String> {
    let dominant = label(release);
    release
        .summary
        .secondary
        .iter()
        .filter_map(named)
        .filter(|name| Some(name) != dominant.as_ref())
        .collect()
}

fn named<T: serde::Serialize>(category: &T) -> Option<String> {
    let name = serde_json::to_value(category).ok()?.as_str()?.to_owned();
    Task::Pattern.labels().contains(&name.as_str()).then_some(name)
}

/// Labels of the sister releases that differ from the best one's.
pub fn disagreeing(releases: &[ReleaseRead], best: &ReleaseRead) -> Vec<String> {
    releases
        .iter()
        .filter(|other| other.key != best.key)
        .filter_map(|other| {
            let theirs = label(other)?;
            (Some(&theirs) != label(best).as_ref()).then(|| format!("{}: {theirs}", other.key))
        })
        .collect()
}

/// The sentences that describe the misconduct of one issuer: where a release has several, those that name another one
/// and not this are left out, unless nothing else is there.
pub fn sentences_of(release: &ReleaseRead, issuer: &str) -> Vec<Quote> {
    let all = sentences(release);
    let head = |name: &str| -> String {
        let word = name.split_whitespace().next().unwrap_or("");
        word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    };
    let own = head(issuer);
    let heads: Vec<String> = release.summary.issuers.iter().map(|named| head(&named.value.name)).collect();
    if !heads.contains(&own) || heads.iter().all(|other| *other == own) {
        return all;
    }
    let names = |quote: &Quote, head: &str| {
        // The possessive of many releases has lost its apostrophe.
        let words = quote.text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        head.len() > 2 && words.into_iter().any(|word| word.strip_suffix('s') == Some(head) || word == head)
    };
    let is_of_another = |quote: &Quote| {
        !names(quote, &own) && heads.iter().filter(|other| **other != own).any(|other| names(quote, other))
    };
    let kept: Vec<Quote> = all.iter().filter(|quote| !is_of_another(quote)).cloned().collect();
    if kept.is_empty() { all } else { kept }
}

/// The sentences that describe the misconduct.
fn sentences(release: &ReleaseRead) -> Vec<Quote> {
    let offsets = CharOffsets::new(&release.content);
    release
        .summary
        .mechanism
        .iter()
        .filter(|span| release.content.get(span.start..span.end).is_some())
        .map(|span| super::evidence::quote(&release.content, &offsets, *span))
        .collect()
}

fn characters(release: &ReleaseRead) -> usize {
    release.summary.mechanism.iter().map(|span| span.len()).sum()
}
