//! The first job: which category, and whether there is a new action at all.

use super::{Field, LeftOut, field, values};
use crate::llm::answer::{self, AnswerError};
use crate::llm::quote::Source;
use crate::release::category::Category;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Values of `category`, in the order of [`CATEGORIES`].
const NAMES: [&str; 7] = [
    "REVENUE_TIMING",
    "ACCOUNTING_ESTIMATE",
    "EARNINGS_SMOOTHING",
    "EXPENSE_DEFERRAL",
    "NARRATIVE_DISTORTION",
    "OTHER",
    "PROCEDURAL",
];
const CATEGORIES: [Category; 7] = [
    Category::RevenueTiming,
    Category::AccountingEstimate,
    Category::EarningsSmoothing,
    Category::ExpenseDeferral,
    Category::NarrativeDistortion,
    Category::Other,
    Category::None,
];

/// What kind of matter a release is, by a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Classified {
    /// The category; `None` for a procedural release.
    pub category: Field<Category>,
    /// Whether there is a new action.
    pub substantive: bool,
    /// The model's own number, kept for people; no decision uses it.
    pub stated_confidence: f64,
    /// Parts of the text that were not shown.
    pub left_out: Vec<LeftOut>,
}

pub(super) struct Shape {
    category: Category,
    substantive: bool,
    confidence: f64,
    quote: String,
}

pub(super) fn parse(raw: &str) -> Result<Shape, AnswerError> {
    let object = answer::unwrap(raw)?;
    let category =
        CATEGORIES.get(answer::choice(&object, "category", &NAMES)?).copied().unwrap_or(Category::Other);
    let substantive = answer::boolean(&object, "substantive")?;
    if substantive == (category == Category::None) {
        return Err(AnswerError::WrongType {
            key: "substantive".to_owned(),
            expected: "false for PROCEDURAL and true for every other category",
        });
    }
    let confidence = answer::number(&object, "confidence")?;
    if !(0.0..=1.0).contains(&confidence) {
        return Err(AnswerError::WrongType {
            key: "confidence".to_owned(),
            expected: "a number from 0 to 1",
        });
    }
    Ok(Shape { category, substantive, confidence, quote: values::words(&object, "quote")? })
}

pub(super) fn read(
    raw: &str,
    source: &Source<'_>,
    left_out: Vec<LeftOut>,
) -> Result<Classified, AnswerError> {
    let shape = parse(raw)?;
    Ok(Classified {
        category: field(shape.category, &shape.quote, source),
        substantive: shape.substantive,
        stated_confidence: shape.confidence,
        left_out,
    })
}

pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["category", "substantive", "confidence", "quote"],
        "properties": {
            "category": {"type": "string", "enum": NAMES},
            "substantive": {"type": "boolean"},
            "confidence": {"type": "number"},
            "quote": {"type": "string"},
        },
    })
}
