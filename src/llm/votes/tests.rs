use super::*;
use crate::llm::jobs::{self, Job};
use crate::release;
use serde_json::{Value, json};

const TEXT: &str = "SECURITIES AND EXCHANGE COMMISSION v. Example Holdings, Inc.\n\n\
    Litigation Release No. 99999 / March 3, 2006\n\n\
    The Commission alleged that Example Holdings, Inc. improperly recognized revenue before delivery and overstated \
    revenue by $1.5 million in its financial statements for the fiscal year ended December 31, 2003. Sample \
    Components Corp., a former subsidiary, filed false annual reports too. Example Holdings violated Section 13(a) \
    of the Exchange Act and Rule 13a-1.";

fn rules() -> Summary {
    Summary::of(TEXT, &release::read(TEXT, Some("Example Holdings, Inc.")))
}

fn voter(name: &str, category: &str, quote: &str, extract: Option<Value>) -> Voter {
    let mut voter = Voter { name: name.to_owned(), ..Voter::default() };
    let raw = json!({"category": category, "substantive": category != "PROCEDURAL", "confidence": 1.0, "quote": quote});
    voter.add(jobs::read(Job::Classify, &raw.to_string(), TEXT, Vec::new()).unwrap());
    if let Some(extract) = extract {
        voter.add(jobs::read(Job::Extract, &extract.to_string(), TEXT, Vec::new()).unwrap());
    }
    voter
}

fn entries(issuers: Value) -> Value {
    json!({"issuers": issuers, "periods": [], "parties": [], "mechanism": [], "amounts": [], "provisions": [],
        "conduct": null, "traceable": true, "traceable_quote": "in its financial statements"})
}

const SAYS: &str = "improperly recognized revenue before delivery";

#[test]
fn without_models_nothing_changes() {
    let decided = decide(&rules(), &[Voter::default()]);
    assert_eq!(decided.summary, rules());
    assert!(decided.votes.is_empty() && decided.rulings.is_empty());
}

#[test]
fn agreement_is_told_from_disagreement() {
    let rules = rules();
    let same = name(&rules.category);
    let agree = decide(&rules, &[voter("a", &same, SAYS, None), voter("b", &same, SAYS, None)]);
    assert!(agree.rulings.iter().filter(|r| r.field == "category").all(|r| r.accepted && !r.disagree));
    let other = "EXPENSE_DEFERRAL";
    let split = decide(&rules, &[voter("a", other, SAYS, None), voter("b", other, SAYS, None)]);
    assert_eq!(split.summary.category, Category::ExpenseDeferral);
    assert!(split.rulings.iter().filter(|r| r.field == "category").all(|r| r.disagree));
    assert_eq!(split.votes.iter().filter(|v| v.field == "category").count(), 3);
    assert!(split.summary.confidence < agree.summary.confidence);
    assert!(split.summary.secondary.contains(&rules.category));
}

/// LLM L17: an answer with an invented quote loses against the rules and lowers the confidence.
#[test]
fn invented_evidence_decides_nothing() {
    let rules = rules();
    let invented = voter("a", "OTHER", "the company paid bribes abroad", None);
    let decided = decide(&rules, std::slice::from_ref(&invented));
    assert_eq!(decided.summary.category, rules.category);
    let shown = decide(&rules, &[voter("a", &name(&rules.category), SAYS, None)]);
    assert!(decided.summary.confidence < shown.summary.confidence);
    let vote = decided.votes.iter().find(|v| v.voter == "a" && v.field == "category").unwrap();
    assert!(!vote.evidence && vote.flags == ["quote-not-verbatim"]);
}

/// LLM L15: what a model does not see in a part of a text is no "no".
#[test]
fn a_part_of_a_text_gives_no_negative() {
    let rules = rules();
    let mut cut = voter("a", "PROCEDURAL", SAYS, Some(entries(json!([]))));
    let part = crate::llm::document::LeftOut { segment: "facts".into(), start: 10, end: 90 };
    cut.classified.as_mut().unwrap().left_out.push(part.clone());
    cut.extracted.as_mut().unwrap().left_out.push(part);
    let decided = decide(&rules, std::slice::from_ref(&cut));
    assert_eq!(decided.summary.procedural_reason, None);
    assert_eq!(decided.summary.category, rules.category);
    assert!(decided.rulings.iter().filter(|r| r.field == "issuer").all(|r| !r.disagree));
}

#[test]
fn what_models_show_is_added_and_what_they_invent_is_not() {
    let rules = rules();
    let found = json!([
        {"name": "Example Holdings", "quote": "Example Holdings, Inc. improperly recognized"},
        {"name": "Sample Components Corp.", "quote": "Sample Components Corp., a former subsidiary, filed false annual reports"},
        {"name": "Invented Industries", "quote": "Invented Industries filed false reports"},
    ]);
    let category = name(&rules.category);
    let decided = decide(&rules, &[voter("a", &category, SAYS, Some(entries(found)))]);
    let names: Vec<&str> = decided.summary.issuers.iter().map(|i| i.value.name.as_str()).collect();
    assert!(names.contains(&"Sample Components Corp."), "{names:?}");
    assert!(!names.contains(&"Invented Industries"));
    assert_eq!(names.iter().filter(|name| name.starts_with("Example")).count(), 1, "{names:?}");
    let invented = decided.rulings.iter().find(|r| r.value == "Invented Industries").unwrap();
    assert!(!invented.accepted && invented.disagree);
    // Of three models, one alone does not add an issuer.
    let one = voter(
        "a",
        &category,
        SAYS,
        Some(entries(json!([
        {"name": "Sample Components Corp.", "quote": "Sample Components Corp., a former subsidiary, filed false annual reports"}]))),
    );
    let none = |name: &str| voter(name, &category, SAYS, Some(entries(json!([]))));
    let decided = decide(&rules, &[one, none("b"), none("c")]);
    assert!(decided.summary.issuers.iter().all(|i| i.value.name != "Sample Components Corp."
        || rules.issuers.iter().any(|r| r.value.name == i.value.name)));
}
