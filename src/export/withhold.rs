//! Texts left out of a published build, and filled in again from a user's own cache.
//!
//! Every quote of an instance is characters `start..end` of the clean text of one kept document. So it is
//! enough to publish digest and offsets; input and explanation are stated as recipes over the quotes, each
//! with the digest of what must come out.

use super::error::ExportError;
use super::schema::json;
use crate::tasks::{Evidence, EvidenceRole, Input, Instance, Part, PartKind};
use crate::text::one_line;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How all texts of one instance come about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The text a model is given; none for a placeholder.
    pub input: Option<Step>,
    /// Parts of the explanation that are quotes: place among the parts, and how.
    pub parts: BTreeMap<usize, Step>,
}

/// How one text comes about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// SHA-256 of the text.
    pub sha256: String,
    /// Places in the evidence; empty where the text is none of its quotes and stays out.
    pub evidence: Vec<usize>,
    /// What stands between the quotes.
    pub join: String,
    /// Line ends and runs of blanks become one blank.
    pub one_line: bool,
    /// Only these characters of it.
    pub range: Option<(usize, usize)>,
}

impl Step {
    fn of(text: &str, evidence: &[Evidence], first: &[usize]) -> Step {
        let sha256 = crate::store::sha256(text.as_bytes());
        let mut step =
            Step { sha256, evidence: first.to_vec(), join: " ".into(), one_line: false, range: None };
        for at in std::iter::once(first.to_vec()).chain((0..evidence.len()).map(|at| vec![at])) {
            if at.is_empty() {
                continue;
            }
            for one_line in [false, true] {
                for join in [" ", "\n", "\n\n", ""] {
                    step = Step { evidence: at.clone(), join: join.into(), one_line, range: None, ..step };
                    let Some(made) = step.make(evidence) else { continue };
                    if made == text {
                        return step;
                    }
                    if let Some(byte) = made.find(text).filter(|_| !text.is_empty()) {
                        let start = made.get(..byte).unwrap_or_default().chars().count();
                        step.range = Some((start, start + text.chars().count()));
                        return step;
                    }
                    if at.len() == 1 {
                        break;
                    }
                }
            }
        }
        Step { evidence: Vec::new(), ..step }
    }

    fn make(&self, evidence: &[Evidence]) -> Option<String> {
        let quotes: Option<Vec<&str>> =
            self.evidence.iter().map(|at| evidence.get(*at).map(|e| e.quote.as_str())).collect();
        let mut made = quotes?.join(&self.join);
        if self.one_line {
            made = one_line(&made);
        }
        if let Some((start, end)) = self.range {
            made = made.chars().skip(start).take(end.saturating_sub(start)).collect();
        }
        Some(made)
    }

    fn fill(&self, id: &str, evidence: &[Evidence]) -> Result<String, ExportError> {
        if self.evidence.is_empty() {
            return Ok(String::new());
        }
        let made = self.make(evidence).unwrap_or_default();
        if crate::store::sha256(made.as_bytes()) != self.sha256 {
            return Err(ExportError::Cache(format!(
                "{id}: the kept documents give another text than the one published (expected digest {}); the build \
                 was made by another version of this program",
                self.sha256
            )));
        }
        Ok(made)
    }
}

/// Takes the texts out of an instance; gives the recipe as JSON.
pub fn strip(instance: &mut Instance) -> String {
    let evidence = std::mem::take(&mut instance.evidence);
    let inputs: Vec<usize> = evidence
        .iter()
        .enumerate()
        .filter(|(_, e)| e.role == EvidenceRole::Input)
        .map(|(at, _)| at)
        .collect();
    let mut recipe = Recipe::default();
    if let Some(text) = input_mut(&mut instance.input) {
        recipe.input = Some(Step::of(text, &evidence, &inputs));
        text.clear();
    }
    for (at, part) in instance.explanation.parts.iter_mut().enumerate() {
        if part.kind == PartKind::Quote {
            let first: Vec<usize> = part.evidence.into_iter().collect();
            recipe.parts.insert(at, Step::of(&part.text, &evidence, &first));
            part.text.clear();
        }
    }
    instance.evidence = evidence.into_iter().map(|e| Evidence { quote: String::new(), ..e }).collect();
    json(&recipe)
}

fn input_mut(input: &mut Input) -> Option<&mut String> {
    match input {
        Input::Attribution(input) => Some(&mut input.management_attribution),
        Input::Narrative(input) => Some(&mut input.passage),
        Input::Pattern(input) => Some(&mut input.input_text),
        Input::Placeholder(_) => None,
    }
}

/// The texts of one instance, whatever the format it stands in.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Evidence; quotes empty before, full after.
    pub evidence: Vec<Evidence>,
    /// Parts of the explanation.
    pub parts: Vec<Part>,
    /// The text a model is given.
    pub input: Option<String>,
}

/// Characters `start..end` of the clean text of a document, by digest and address.
pub type Read<'a> = dyn FnMut(&str, &str) -> Result<std::rc::Rc<String>, ExportError> + 'a;

/// Fills in the texts of an instance.
pub fn fill(id: &str, texts: &mut Texts, recipe: &Recipe, read: &mut Read<'_>) -> Result<(), ExportError> {
    for e in &mut texts.evidence {
        let content = read(&e.blob, &e.url)?;
        e.quote = content.chars().skip(e.start).take(e.end.saturating_sub(e.start)).collect();
    }
    if let Some(step) = &recipe.input {
        texts.input = Some(step.fill(id, &texts.evidence)?);
    }
    for (at, step) in &recipe.parts {
        if let Some(part) = texts.parts.get_mut(*at) {
            part.text = step.fill(id, &texts.evidence)?;
        }
    }
    Ok(())
}

/// Puts filled texts into an instance.
pub fn put(instance: &mut Instance, texts: Texts) {
    instance.evidence = texts.evidence;
    instance.explanation.parts = texts.parts;
    if let (Some(place), Some(text)) = (input_mut(&mut instance.input), texts.input) {
        *place = text;
    }
}
