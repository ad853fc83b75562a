//! Rules that look at a finished instance once more: what it says twice must be the same, and its input must
//! neither give the label away nor hold debris. What they find is an error flag, which the gates keep out.

use crate::flag::{self, Severity};
use crate::tasks::{Input, Instance, RaisedFlag, Task, is_debris, leak};

/// Raises what the rules find.
pub fn check(instance: &mut Instance) {
    let mut found: Vec<(&str, String)> = Vec::new();
    if let Some(text) = asked(instance).filter(|_| instance.task != Task::Pattern) {
        if let Some(phrase) = leak::reveals(text) {
            found.push(("input-reveals-label", phrase.to_owned()));
        }
        if is_debris(text) {
            found.push(("toc-debris", String::new()));
        }
    }
    found.extend(not_quoted(instance).into_iter().map(|what| ("quote-not-verbatim", what)));
    for (name, detail) in found {
        let kind = flag::kind(name);
        instance.flags.push(RaisedFlag {
            flag: name.to_owned(),
            severity: kind.as_ref().map_or(Severity::Error, |kind| kind.severity),
            detail,
            stage: kind.map_or("assemble", |kind| kind.stage).to_owned(),
        });
    }
    instance.flags.sort();
}

/// The text that is asked about; none of a placeholder.
pub fn asked(instance: &Instance) -> Option<&str> {
    match &instance.input {
        Input::Attribution(input) => Some(&input.management_attribution),
        Input::Narrative(input) => Some(&input.passage),
        Input::Pattern(input) => Some(&input.input_text),
        Input::Placeholder(_) => None,
    }
}

/// What an instance says twice and not alike: its input is made of its quotes, a quoted part of its explanation
/// is the quote that it names. Empty when all holds.
pub fn not_quoted(instance: &Instance) -> Vec<String> {
    let quotes: Vec<String> = instance.evidence.iter().map(|evidence| bare(&evidence.quote)).collect();
    let mut found = Vec::new();
    if asked(instance).is_some_and(|text| !made_of(&bare(text), &quotes)) {
        found.push("the input is not made of its quotes".to_owned());
    }
    for part in &instance.explanation.parts {
        let Some(at) = part.evidence else { continue };
        if !quotes.get(at).is_some_and(|quote| quote.contains(&bare(&part.text))) {
            found.push(format!("a part of the explanation is not its quote {at}"));
        }
    }
    found
}

/// White space is no part of what a text says: inputs have it folded.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a text lies within one quote, or is quotes one after another.
fn made_of(text: &str, quotes: &[String]) -> bool {
    if quotes.iter().any(|quote| quote.contains(text)) {
        return true;
    }
    let mut rest = text;
    while !rest.is_empty() {
        let longest = quotes
            .iter()
            .filter(|quote| !quote.is_empty())
            .filter_map(|quote| rest.strip_prefix(quote.as_str()))
            .min_by_key(|after| after.len());
        match longest {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}
