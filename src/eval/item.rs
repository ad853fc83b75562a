//! What an evaluation sees of an instance: the text a model is given, and what its answer is held against.

use crate::ids::LineItem;
use crate::tasks::{Control, Figure, Input, Instance, Split, Task};
use serde_json::{Map, Value, json};

/// One question of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The instance.
    pub id: String,
    /// Its task.
    pub task: Task,
    /// Variables of the prompt, by name (evaluation.md 1).
    pub variables: Vec<(&'static str, String)>,
    /// The gold label as an index into [`Task::labels`].
    pub gold: usize,
    /// The gold explanation.
    pub explanation: String,
    /// Issuer group: instances of one are drawn together.
    pub cluster: u64,
    /// Split by issuer group.
    pub split: Split,
    /// Kind of negative.
    pub control: Option<Control>,
    /// `1993-2000`, `2001-2008` or `2009-`: before, between and after EX-27 and XBRL.
    pub era: &'static str,
    /// Where its figures came from; `none` without figures.
    pub source: &'static str,
}

impl Item {
    /// The item of an instance; none for a placeholder, which counts for no score.
    pub fn of(instance: &Instance) -> Option<Item> {
        let variables = match &instance.input {
            Input::Attribution(input) => vec![
                ("reported_financials", financials(&instance.figures, |figure| figure.reported)),
                ("restated_financials", financials(&instance.figures, |figure| figure.restated)),
                ("management_attribution", input.management_attribution.clone()),
            ],
            Input::Narrative(input) => vec![("passage", input.passage.clone())],
            Input::Pattern(input) => vec![("input_text", input.input_text.clone())],
            Input::Placeholder(_) => return None,
        };
        let gold = instance.task.labels().iter().position(|label| *label == instance.label)?;
        Some(Item {
            id: instance.id.clone(),
            task: instance.task,
            variables,
            gold,
            explanation: instance.explanation.text(),
            cluster: instance.group,
            split: instance.split,
            control: instance.control,
            era: era(instance.period_end.map(|end| end.year())),
            source: instance
                .figures
                .iter()
                .find_map(|figure| figure.reported_source)
                .map_or("none", source_name),
        })
    }

    /// Everything a model is given, as one text.
    pub fn text(&self) -> String {
        self.variables.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Eras by what figures a filing of the time carries.
pub fn era(year: Option<i16>) -> &'static str {
    match year {
        None => "unknown",
        Some(year) if year <= 2000 => "1993-2000",
        Some(year) if year <= 2008 => "2001-2008",
        Some(_) => "2009-",
    }
}

fn source_name(source: crate::tasks::FigureSource) -> &'static str {
    use crate::tasks::FigureSource as S;
    match source {
        S::Xbrl => "xbrl",
        S::Ex27 => "ex27",
        S::StatementTable => "statement-table",
        S::RestatementTable => "restatement-table",
        S::ReleaseText => "release-text",
    }
}

/// Items that a question shows: those of the paper's task 1. The dataset holds more.
const ASKED: [LineItem; 4] =
    [LineItem::Revenue, LineItem::Receivables, LineItem::NetIncome, LineItem::GrossProfit];

/// Figures as one compact JSON object by line item and period end; empty where none is known.
pub(super) fn financials(figures: &[Figure], value: impl Fn(&Figure) -> Option<f64>) -> String {
    let mut object = Map::new();
    // How many figures a restatement repeats, or whether it has one at all for an item, would give the label away by
    // the length of the question; so only items with both values are shown, where there are any.
    let restated = figures.iter().any(|figure| figure.restated.is_some());
    let shown = |figure: &&Figure| {
        ASKED.contains(&figure.item) && (!restated || figure.reported.is_some() && figure.restated.is_some())
    };
    for figure in figures.iter().filter(shown) {
        if let Some(value) = value(figure) {
            let entry =
                json!({"value": value, "unit": figure.unit, "period_end": figure.period_end.to_string()});
            object.insert(figure.item.as_str().to_owned(), entry);
        }
    }
    Value::Object(object).to_string()
}
