//! What people decided, applied: to issuers, to releases, to instances.

use super::{Answer, EXCLUDE, KEEP, Kind, NONE, category, key};
use crate::flag::Severity;
use crate::ids::{AaerNumber, Cik};
use crate::issuer::Override;
use crate::release::category::Category;
use crate::tasks::{Input, Instance, RaisedFlag};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The latest answer of every question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    latest: BTreeMap<String, Answer>,
}

impl Decisions {
    /// Of answers in the order in which they were given.
    pub fn of(answers: impl IntoIterator<Item = Answer>) -> Decisions {
        Decisions { latest: answers.into_iter().map(|answer| (answer.key.clone(), answer)).collect() }
    }

    /// The answer that counts.
    pub fn get(&self, kind: Kind, subject: &str) -> Option<&Answer> {
        self.latest.get(&key(kind, subject))
    }

    /// Decisions about issuers, in the form of the overrides file; they come after the file's.
    pub fn overrides(&self) -> Vec<Override> {
        self.latest
            .values()
            .filter(|answer| answer.kind == Kind::Issuer)
            .filter_map(|answer| {
                let mut parts = answer.key.splitn(3, '|').skip(1);
                let (release, name) = (parts.next()?, parts.next()?);
                let cik = match answer.answer.as_str() {
                    NONE => None,
                    text => Some(Cik(text.parse().ok()?)),
                };
                Some(Override {
                    name: name.to_owned(),
                    release: release.parse::<AaerNumber>().ok(),
                    cik,
                    reason: format!("review by {}: {}", answer.reviewer, answer.reason),
                    decided: answer.decided.parse().ok()?,
                })
            })
            .collect()
    }

    /// Whether a release is kept, when a person said so.
    pub fn kept(&self, release: &str) -> Option<bool> {
        self.get(Kind::Keep, release).map(|answer| answer.answer == KEEP)
    }

    /// The category of a release, when a person said so.
    pub fn category(&self, release: &str) -> Option<Category> {
        self.get(Kind::Category, release).and_then(|answer| category(&answer.answer))
    }

    /// What is part of the fingerprint of a job that reads the answers about these subjects; empty without any.
    pub fn print<'a>(&self, kinds: &[Kind], subjects: impl IntoIterator<Item = &'a str>) -> String {
        let mut out = String::new();
        for subject in subjects {
            for answer in kinds.iter().filter_map(|kind| self.get(*kind, subject)) {
                let _ = writeln!(out, "{} {}", answer.key, answer.provenance());
            }
        }
        out
    }

    /// What is part of the fingerprint of the jobs that make a case's instances, whose ids hold the case's.
    pub fn print_of_case(&self, case: &str) -> String {
        let held = |answer: &&Answer| {
            matches!(answer.kind, Kind::Instance | Kind::Check)
                && answer.key.split(['|', '/']).any(|part| part == case)
        };
        let mut out = String::new();
        for answer in self.latest.values().filter(held) {
            let _ = writeln!(out, "{} {}", answer.key, answer.provenance());
        }
        out
    }

    /// Applies the answers about an instance; each shows among its flags, with who, when and why.
    pub fn apply(&self, instance: &mut Instance) {
        if let Some(answer) = self.get(Kind::Check, &instance.id) {
            let flag = if answer.answer == "wrong" { FOUND_WRONG } else { CHECKED };
            raise(instance, flag, answer);
        }
        let Some(answer) = self.get(Kind::Instance, &instance.id) else { return };
        match answer.answer.as_str() {
            EXCLUDE => raise(instance, EXCLUDED, answer),
            // Nothing can be kept or labelled where there is no input.
            _ if matches!(instance.input, Input::Placeholder(_)) => {}
            KEEP => {
                for flag in instance.flags.iter_mut().filter(|flag| flag.severity == Severity::Error) {
                    flag.severity = Severity::Warning;
                }
                raise(instance, DECIDED, answer);
            }
            label if instance.task.labels().contains(&label) => {
                instance.label = label.to_owned();
                instance.secondary.retain(|other| other != label);
                raise(instance, DECIDED, answer);
            }
            _ => {}
        }
    }
}

/// A person kept the instance or gave its label.
pub const DECIDED: &str = "review-decided";
/// A person left the instance out.
pub const EXCLUDED: &str = "review-excluded";
/// A person looked at it in a spot check.
pub const CHECKED: &str = "review-checked";
/// A person found it wrong in a spot check.
pub const FOUND_WRONG: &str = "review-found-wrong";

fn raise(instance: &mut Instance, flag: &str, answer: &Answer) {
    let severity = if matches!(flag, EXCLUDED | FOUND_WRONG) { Severity::Error } else { Severity::Note };
    instance.flags.push(RaisedFlag {
        flag: flag.to_owned(),
        severity,
        detail: answer.provenance(),
        stage: "assemble".to_owned(),
    });
    instance.flags.sort();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(kind: Kind, subject: &str, answer: &str, reviewer: &str) -> Answer {
        Answer {
            key: key(kind, subject),
            kind,
            answer: answer.to_owned(),
            reviewer: reviewer.to_owned(),
            reason: "seen".to_owned(),
            decided: "2026-01-31".to_owned(),
        }
    }

    #[test]
    fn the_latest_answer_counts_and_becomes_an_override() {
        let decisions = Decisions::of([
            answer(Kind::Issuer, "AAER-9001|Quarrystone | Widgets", "9990001", "Ann"),
            answer(Kind::Issuer, "AAER-9001|Quarrystone | Widgets", NONE, "Ben"),
            answer(Kind::Issuer, "-|Lantern Foods", "9990003", "Ann"),
            answer(Kind::Keep, "AAER-9002", "keep", "Ann"),
        ]);
        let made = decisions.overrides();
        let of = |name: &str| made.iter().find(|o| o.name == name).unwrap();
        assert_eq!(of("Quarrystone | Widgets").cik, None);
        assert!(of("Quarrystone | Widgets").reason.contains("Ben"));
        assert_eq!(
            of("Quarrystone | Widgets").release.as_ref().map(ToString::to_string),
            Some("AAER-9001".into())
        );
        assert_eq!(
            (of("Lantern Foods").cik, of("Lantern Foods").release.clone()),
            (Some(Cik(9_990_003)), None)
        );
        assert_eq!((decisions.kept("AAER-9002"), decisions.kept("AAER-9003")), (Some(true), None));
    }

    /// Only the answers about a case are part of its fingerprint.
    #[test]
    fn a_case_hangs_on_its_own_answers_only() {
        let one = Decisions::of([answer(Kind::Instance, "pattern/CASE-AAER-1/7/FY2004", EXCLUDE, "Ann")]);
        assert!(!one.print_of_case("CASE-AAER-1").is_empty());
        assert!(one.print_of_case("CASE-AAER-12").is_empty());
    }
}
