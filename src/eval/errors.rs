//! Error analysis for people (R43): what was wrong, and what was right for little reason, as rows of a spreadsheet.

use super::item::Item;
use super::predictions::Outcome;
use super::prompts::Prompts;
use super::rouge;
use crate::tasks::Instance;
use std::collections::BTreeMap;

/// A right answer whose explanation shares less than this with the gold one (ROUGE-1 f-measure) is thin.
pub const THIN: f64 = 0.10;

/// Heads of the columns.
pub const HEADS: [&str; 14] = [
    "kind",
    "id",
    "task",
    "split",
    "issuer",
    "url",
    "gold",
    "answered",
    "rouge1",
    "gold_explanation",
    "answer",
    "fault",
    "evidence",
    "prompt",
];

/// Rows for wrong, invalid, and right but thin answers, in order of the items.
pub fn rows(
    items: &[Item],
    instances: &[Instance],
    outcomes: &BTreeMap<String, Outcome>,
    prompts: &Prompts,
) -> Vec<[String; 14]> {
    let by_id: BTreeMap<&str, &Instance> = instances.iter().map(|i| (i.id.as_str(), i)).collect();
    items
        .iter()
        .filter_map(|item| {
            let outcome = outcomes.get(&item.id)?;
            let labels = item.task.labels();
            let (kind, answered, score, words, fault) = match outcome {
                Outcome::Invalid(fault) => ("invalid", "", 0.0, "", fault.as_str()),
                Outcome::Answered(parsed) => {
                    let score = rouge::paper(&item.explanation, &parsed.explanation, false).0.fmeasure;
                    let kind = match (parsed.label == item.gold, score < THIN) {
                        (false, _) => "wrong",
                        (true, true) => "right but thin",
                        (true, false) => return None,
                    };
                    let label = labels.get(parsed.label).copied().unwrap_or_default();
                    (kind, label, score, parsed.explanation.as_str(), "")
                }
            };
            let instance = by_id.get(item.id.strip_suffix(super::inputs::PAIR).unwrap_or(&item.id));
            let evidence = instance.map_or(String::new(), |instance| {
                let quotes =
                    instance.evidence.iter().map(|e| format!("{:?}: {} ({})", e.role, e.quote, e.url));
                quotes.collect::<Vec<_>>().join("\n")
            });
            let row = [
                kind,
                &item.id,
                item.task.as_str(),
                &format!("{:?}", item.split).to_lowercase(),
                instance.map_or("", |instance| instance.issuer.as_str()),
                instance.map_or("", |instance| instance.url.as_str()),
                labels.get(item.gold).copied().unwrap_or_default(),
                answered,
                &format!("{score:.3}"),
                &item.explanation,
                words,
                fault,
                &evidence,
                &prompts.fill(item),
            ];
            Some(row.map(harmless))
        })
        .collect()
}

/// A spreadsheet takes a cell that begins so for a formula.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn cells_are_no_formulas() {
        assert_eq!(super::harmless("=1+1"), "'=1+1");
        assert_eq!(super::harmless("plain"), "plain");
    }
}
