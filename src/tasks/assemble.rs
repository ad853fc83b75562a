//! One affected period to its instances at fault, one a task.

use super::attribution::{self, Like, Look, is_derived};
use super::evidence::{Backing, folded};
use super::material::{FaultyPeriod, Filed, ReleaseRead};
use super::misstated::{Misstated, speaks_of};
use super::{
    AttributionInput, EvidenceRole, Figure, Input, Instance, NarrativeInput, PatternInput, Placeholder,
    Split, Task, figures, narrative, pattern, say,
};
use crate::ids::LineItem;

/// Figures named in an explanation.
const NAMED_FIGURES: usize = 3;

/// The instances at fault of one period, with what negatives are chosen by.
#[derive(Clone, Debug)]
pub struct AtFault {
    /// One a task.
    pub instances: Vec<Instance>,
    /// What is known of the items.
    pub misstated: Misstated,
    /// Figures of the period.
    pub figures: Vec<Figure>,
    /// What a negative of task 1 should resemble; none where the task has no input.
    pub attribution: Option<Like>,
    /// What a negative of task 2 should resemble; none where the task has no input.
    pub narrative: Option<Like>,
}

/// Makes them.
pub fn at_fault(fault: &FaultyPeriod, releases: &[ReleaseRead]) -> AtFault {
    let (figures, conflicts) = figures::of_fault(fault);
    let misstated = Misstated::of(fault, releases, &figures);
    let mut common = Backing::default();
    for flag in &fault.flags {
        common.flag(flag, "");
    }
    if fault.restating.is_some() && fault.restating_read.is_none() {
        let accession = fault.restating.as_ref().map_or(String::new(), ToString::to_string);
        common.flag("restatement-unread", accession);
    }
    if fault.confidence < 0.5 || releases.first().is_some_and(|release| release.summary.confidence < 0.7) {
        common.flag("low-confidence", format!("pair {}", fault.confidence));
    }
    let maker = Maker { fault, releases, figures: &figures, misstated: &misstated, common: &common };
    let (first, like_first) = maker.attribution(&conflicts);
    let (second, like_second) = maker.narrative();
    let third = maker.pattern();
    AtFault {
        instances: vec![first, second, third],
        attribution: like_first,
        narrative: like_second,
        misstated,
        figures,
    }
}

struct Maker<'a> {
    fault: &'a FaultyPeriod,
    releases: &'a [ReleaseRead],
    figures: &'a [Figure],
    misstated: &'a Misstated,
    common: &'a Backing,
}

impl Maker<'_> {
    fn attribution(&self, conflicts: &[figures::Conflict]) -> (Instance, Option<Like>) {
        let mut backing = self.common.clone();
        for conflict in conflicts {
            backing.flag("fact-conflict", conflict.detail.clone());
        }
        flag_figures(&mut backing, self.figures);
        let mut like = None;
        let input = match self.original(&mut backing) {
            Err(placeholder) => placeholder,
            Ok(filed) => match attribution::misstated(&filed.reading, self.misstated, &self.fault.span) {
                Some(found) => {
                    let text = folded(&found.quote.text);
                    backing.cite(EvidenceRole::Input, &filed.source, &found.quote);
                    self.flag_exhibit(&mut backing, filed);
                    if found.item.is_none() {
                        backing.flag("attribution-item-unknown", "");
                    }
                    if is_derived(&found.cause) {
                        backing.flag("attribution-derived", folded(&found.cause));
                    }
                    if speaks_of(&text, &self.fault.span) == 0 {
                        backing.flag("prior-period-text", "");
                    }
                    like = Some(Like {
                        items: found.item.into_iter().collect(),
                        look: Look::of(&text),
                        derived: is_derived(&found.cause),
                    });
                    Input::Attribution(AttributionInput { management_attribution: text })
                }
                None => {
                    let reason = match filed.reading.mdna.words {
                        0 => "mdna-not-found",
                        _ => "no-attribution-of-a-misstated-item",
                    };
                    backing.flag("attribution-placeholder", reason);
                    placeholder(reason, vec![format!("{} mdna", filed.accession)])
                }
            },
        };
        self.explain_mechanism(&mut backing, 2);
        self.explain_figures(&mut backing, like.as_ref().map_or(&[], |like| &like.items));
        (self.instance(Task::Attribution, input, "misleading".to_owned(), backing), like)
    }

    fn narrative(&self) -> (Instance, Option<Like>) {
        let mut backing = self.common.clone();
        let mut like = None;
        let restated = !matches!(self.fault.basis.as_str(), "release-only" | "unread");
        let input = match self.original(&mut backing) {
            Err(placeholder) => placeholder,
            Ok(_) if !restated => {
                backing.flag("no-restatement", self.fault.basis.clone());
                let mut searched = self.fault.searched.clone();
                searched.insert(0, format!("{} original", self.fault.original.0));
                placeholder("no-restatement-found", searched)
            }
            Ok(filed) => match narrative::misstated(&filed.reading, self.misstated, &self.fault.span) {
                Some(found) => {
                    let text = folded(&found.quote.text);
                    backing.cite(EvidenceRole::Input, &filed.source, &found.quote);
                    self.flag_exhibit(&mut backing, filed);
                    if speaks_of(&text, &self.fault.span) == 0 {
                        backing.flag("prior-period-text", "");
                    }
                    let mut items = found.items.clone();
                    items.sort_by_key(|item| self.misstated.rank(*item).unwrap_or(usize::MAX));
                    if items
                        .first()
                        .and_then(|item| self.misstated.rank(*item))
                        .is_none_or(|rank| rank >= self.misstated.known)
                    {
                        backing.flag("not-misstated-item", "");
                    }
                    like = Some(Like { items, look: Look::of(&text), derived: false });
                    Input::Narrative(NarrativeInput { passage: text })
                }
                None => {
                    let reason = match filed.reading.mdna.words {
                        0 => "mdna-not-found",
                        _ => "no-passage-on-a-misstated-item",
                    };
                    backing.flag("passage-placeholder", reason);
                    placeholder(reason, vec![format!("{} mdna", filed.accession)])
                }
            },
        };
        match narrative::correction(self.fault, self.misstated) {
            Some(correction) => {
                backing.explain(EvidenceRole::Restatement, correction.source, &correction.quote);
                if correction.unrelated {
                    backing.flag("passage-unrelated", "");
                }
            }
            None => {
                backing.flag("task2-grounded-in-release", "");
                self.explain_mechanism(&mut backing, 2);
            }
        }
        self.explain_figures(&mut backing, like.as_ref().map_or(&[], |like| &like.items));
        (self.instance(Task::Narrative, input, "misleading".to_owned(), backing), like)
    }

    fn pattern(&self) -> Instance {
        let mut backing = self.common.clone();
        let Some(best) = pattern::best(self.releases) else {
            backing.flag("mechanism-missing", "");
            let searched = self.releases.iter().map(|release| release.key.clone()).collect();
            let input = placeholder("no-mechanism-described", searched);
            return self.instance(Task::Pattern, input, String::new(), backing);
        };
        let mut text = String::new();
        for quote in pattern::sentences_of(best, &self.fault.issuer) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&folded(&quote.text));
            backing.explain(EvidenceRole::Mechanism, &best.source, &quote);
        }
        for other in pattern::disagreeing(self.releases, best) {
            backing.flag("label-conflict", other);
        }
        let label = pattern::label(best).unwrap_or_default();
        let mut instance =
            self.instance(Task::Pattern, Input::Pattern(PatternInput { input_text: text }), label, backing);
        instance.secondary = pattern::secondary(best);
        instance
    }

    fn original(&self, backing: &mut Backing) -> Result<&Filed, Input> {
        self.fault.original_read.as_ref().ok_or_else(|| {
            backing.flag("original-unread", self.fault.original.0.to_string());
            placeholder("original-not-read", vec![self.fault.original.0.to_string()])
        })
    }

    fn flag_exhibit(&self, backing: &mut Backing, filed: &Filed) {
        if filed.reading.mdna.status == "incorporated-by-reference" {
            backing.flag("source-is-exhibit", filed.accession.to_string());
        }
    }

    fn explain_mechanism(&self, backing: &mut Backing, most: usize) {
        if let Some(best) = pattern::best(self.releases) {
            for quote in pattern::sentences_of(best, &self.fault.issuer).iter().take(most) {
                backing.explain(EvidenceRole::Mechanism, &best.source, quote);
            }
        }
    }

    /// The changed figures, the input's own items first.
    fn explain_figures(&self, backing: &mut Backing, items: &[LineItem]) {
        let mut order: Vec<LineItem> = items.to_vec();
        order.extend(&self.misstated.order);
        let mut said = Vec::new();
        for item in order {
            if said.len() == NAMED_FIGURES || said.contains(&item) {
                continue;
            }
            let sentence = self
                .figures
                .iter()
                .find(|figure| figure.item == item)
                .and_then(|figure| say::change(figure, &self.fault.span));
            if let Some(sentence) = sentence {
                said.push(item);
                backing.compute(sentence);
            }
        }
    }

    fn instance(&self, task: Task, input: Input, label: String, mut backing: Backing) -> Instance {
        if backing.explanation.parts.is_empty() && !matches!(input, Input::Placeholder(_)) {
            backing.flag("explanation-missing", "");
        }
        let fault = self.fault;
        let figures = if task == Task::Attribution { self.figures.to_vec() } else { Vec::new() };
        Instance {
            id: format!("{}/{}/{}/{}", task.as_str(), fault.case_id, fault.cik.0, fault.span.label),
            task,
            case_id: fault.case_id.clone(),
            releases: self.releases.iter().map(|release| release.key.clone()).collect(),
            cik: fault.cik,
            issuer: fault.issuer.clone(),
            form: fault.original.1.clone(),
            accession: fault.original.0.clone(),
            url: fault.original_read.as_ref().map_or(&fault.original.2, |filed| &filed.source.url).clone(),
            restating_accession: fault.restating.clone(),
            basis: fault.basis.clone(),
            period_label: fault.span.label.clone(),
            period_start: fault.span.start,
            period_end: fault.span.end,
            input,
            label,
            secondary: Vec::new(),
            explanation: backing.explanation,
            control: None,
            figures,
            evidence: backing.evidence,
            flags: backing.flags,
            score: 0.0,
            group: fault.cik.0,
            split: Split::Train,
            time_split: Split::Train,
        }
    }
}

/// Flags of what figures lack.
pub(super) fn flag_figures(backing: &mut Backing, figures: &[Figure]) {
    if figures.is_empty() {
        backing.flag("no-figures", "");
    } else if figures.iter().all(|figure| figure.restated.is_none()) {
        backing.flag("no-restated-figures", "");
    }
    let tagged = |figure: &Figure| figure.reported_source == Some(super::FigureSource::Xbrl);
    if !figures.iter().any(tagged) {
        backing.flag("no-xbrl", "");
    }
    for figure in figures.iter().filter(|figure| figure.flags.iter().any(|flag| flag == "arithmetic-failed"))
    {
        backing.flag("arithmetic-failed", figure.item.as_str());
    }
}

pub(super) fn placeholder(reason: &str, searched: Vec<String>) -> Input {
    Input::Placeholder(Placeholder { status: "placeholder".to_owned(), reason: reason.to_owned(), searched })
}
