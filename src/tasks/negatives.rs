//! Negatives of tasks 1 and 2, so that a constant answer wins nothing: balanced against the instances at fault of
//! a case, in turn over the kinds, each as near in subject and length to the instance that it stands against as
//! the filings allow.

use super::assemble::{AtFault, flag_figures};
use super::attribution::{self, Like, Look};
use super::controls::seeded;
use super::evidence::{Backing, folded};
use super::material::{FaultyPeriod, Filed, Span};
use super::{
    AttributionInput, Control, EvidenceRole, Figure, Input, Instance, NarrativeInput, Split, Task, figures,
    narrative, say,
};
use crate::config::TasksConfig;
use crate::filing::reading::Quote;
use crate::ids::{Cik, LineItem};
use std::collections::BTreeSet;

/// A filing without fault.
#[derive(Clone, Debug)]
pub struct Quiet {
    /// Same issuer or not enforced.
    pub kind: Control,
    /// The affected period that it stands against.
    pub pair: String,
    /// Who filed it.
    pub cik: Cik,
    /// Its name at that time.
    pub issuer: String,
    /// The period reported.
    pub span: Span,
    /// The filing.
    pub filed: Filed,
}

/// An affected period with its instances.
pub struct Made<'a> {
    /// The period.
    pub fault: &'a FaultyPeriod,
    /// What was made of it.
    pub made: &'a AtFault,
}

/// Kinds in the order of rotation.
const KINDS: [Control; 4] =
    [Control::SameIssuer, Control::NotEnforced, Control::Corrected, Control::UnaffectedItem];

/// One text that may be asked about.
struct Offer<'a> {
    quote: &'a Quote,
    items: Vec<LineItem>,
    filed: &'a Filed,
    quiet: Option<&'a Quiet>,
}

impl Offer<'_> {
    /// How ill the text stands against a fault: too long or short, of another item, of other looks.
    fn strain(&self, like: &Like) -> (bool, bool, usize) {
        let look = Look::of(&self.quote.text);
        (like.is_far(&look), self.items.first() != like.items.first(), like.apart(&look))
    }
}

/// The negatives of a case. `seed` turns the rotation, so that over many cases all kinds come up alike.
pub fn of_case(made: &[Made<'_>], quiet: &[Quiet], settings: &TasksConfig, seed: &str) -> Vec<Instance> {
    let mut instances = Vec::new();
    for task in [Task::Attribution, Task::Narrative] {
        let asked: Vec<(&Made<'_>, &Like)> =
            made.iter().filter_map(|made| Some((made, like(made, task)?))).collect();
        if asked.is_empty() {
            continue;
        }
        let case = asked.first().map_or("", |(made, _)| made.fault.case_id.as_str());
        let wanted =
            rounded(asked.len() as f64 * settings.negatives, seeded(seed, &format!("{task:?}{case}")));
        let mut turn = seeded(seed, case) as usize % KINDS.len() + usize::from(task == Task::Narrative);
        let mut used: BTreeSet<String> = BTreeSet::new();
        // What is asked as misleading in this case cannot be asked as sound.
        for (made, _) in &asked {
            used.extend(made.made.instances.iter().filter_map(text_of));
        }
        for n in 0..wanted {
            let found = (0..KINDS.len()).find_map(|step| {
                let kind = KINDS[(turn + step) % KINDS.len()];
                // Of each filing its best text of the kind; of these the one nearest to the fault it stands against.
                (0..asked.len())
                    .flat_map(|other| {
                        let (made, like) = asked[(n + other) % asked.len()];
                        let mut filings = BTreeSet::new();
                        offers(task, kind, made, like, quiet, settings)
                            .into_iter()
                            .filter(|offer| !used.contains(&folded(&offer.quote.text)))
                            .filter(|offer| filings.insert(&offer.filed.accession))
                            .map(|offer| (offer.strain(like), other, made, offer))
                            .collect::<Vec<_>>()
                    })
                    .min_by_key(|(strain, other, _, _)| (*strain, *other))
                    .map(|(_, _, made, offer)| (kind, made, offer))
            });
            turn += 1;
            let Some((kind, made, offer)) = found else { break };
            used.insert(folded(&offer.quote.text));
            instances.push(instance(task, kind, made, &offer, n));
        }
    }
    instances
}

/// A number of instances whose mean over many cases is `exact`.
fn rounded(exact: f64, seed: u64) -> usize {
    let share = (seed % 1000) as f64 / 1000.0;
    (exact + share).floor().max(0.0) as usize
}

fn like<'a>(made: &'a Made<'_>, task: Task) -> Option<&'a Like> {
    match task {
        Task::Attribution => made.made.attribution.as_ref(),
        _ => made.made.narrative.as_ref(),
    }
}

fn text_of(instance: &Instance) -> Option<String> {
    match &instance.input {
        Input::Attribution(input) => Some(input.management_attribution.clone()),
        Input::Narrative(input) => Some(input.passage.clone()),
        _ => None,
    }
}

/// Texts of one kind, the nearest first.
fn offers<'a>(
    task: Task,
    kind: Control,
    made: &Made<'a>,
    like: &Like,
    quiet: &'a [Quiet],
    settings: &TasksConfig,
) -> Vec<Offer<'a>> {
    let fault = made.fault;
    let misstated = &made.made.misstated;
    match kind {
        Control::SameIssuer | Control::NotEnforced => quiet
            .iter()
            .filter(|quiet| quiet.kind == kind && quiet.pair.starts_with(&pair_of_issuer(fault)))
            .flat_map(|quiet| {
                sound(task, &quiet.filed, &quiet.span, like, |_| true)
                    .into_iter()
                    .map(|(quote, items)| Offer { quote, items, filed: &quiet.filed, quiet: Some(quiet) })
            })
            .collect(),
        Control::Corrected if settings.corrected_passage_negatives => fault
            .restating_read
            .iter()
            .flat_map(|filed| {
                let touched = |items: &[LineItem]| items.iter().any(|item| like.items.contains(item));
                sound(task, filed, &fault.span, like, touched).into_iter().map(|(quote, items)| Offer {
                    quote,
                    items,
                    filed,
                    quiet: None,
                })
            })
            .filter(|offer| !stands_in(offer, fault.original_read.as_ref()))
            .collect(),
        Control::UnaffectedItem if settings.unaffected_item_negatives => fault
            .original_read
            .iter()
            .flat_map(|filed| {
                sound(task, filed, &fault.span, like, |items| misstated.leaves(items))
                    .into_iter()
                    .map(|(quote, items)| Offer { quote, items, filed, quiet: None })
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// How pairs of the same case and issuer begin: a control serves all periods of it.
fn pair_of_issuer(fault: &FaultyPeriod) -> String {
    fault.pair.strip_suffix(fault.span.label.as_str()).unwrap_or(&fault.pair).to_owned()
}

/// Texts of a filing that can be asked about for a task, by items.
fn sound<'a>(
    task: Task,
    filed: &'a Filed,
    span: &Span,
    like: &Like,
    admits: impl Fn(&[LineItem]) -> bool,
) -> Vec<(&'a Quote, Vec<LineItem>)> {
    match task {
        Task::Attribution => attribution::sound(&filed.reading, span, like, |found| {
            found.item.is_some_and(|item| admits(&[item]))
        })
        .into_iter()
        .map(|found| (&found.quote, found.item.into_iter().collect()))
        .collect(),
        _ => narrative::sound(&filed.reading, span, like, |found| admits(&found.items))
            .into_iter()
            .map(|found| (&found.quote, found.items.clone()))
            .collect(),
    }
}

/// Whether the original says the same: then nothing was corrected in it.
fn stands_in(offer: &Offer<'_>, original: Option<&Filed>) -> bool {
    let text = folded(&offer.quote.text);
    original.is_some_and(|filed| {
        let attributions = filed.reading.attributions.iter().map(|found| &found.quote);
        let passages = filed.reading.passages.iter().map(|found| &found.quote);
        attributions.chain(passages).any(|quote| folded(&quote.text) == text)
    })
}

fn instance(task: Task, kind: Control, made: &Made<'_>, offer: &Offer<'_>, n: usize) -> Instance {
    let fault = made.fault;
    let mut backing = Backing::default();
    backing.cite(EvidenceRole::Input, &offer.filed.source, offer.quote);
    if offer.filed.reading.mdna.status == "incorporated-by-reference" {
        backing.flag("source-is-exhibit", offer.filed.accession.to_string());
    }
    let (cik, issuer, span) = match offer.quiet {
        Some(quiet) => (quiet.cik, quiet.issuer.clone(), &quiet.span),
        None => (fault.cik, fault.issuer.clone(), &fault.span),
    };
    let own = match offer.quiet {
        Some(quiet) => {
            let (figures, conflicts) = figures::of_control(&quiet.filed, &quiet.span);
            for conflict in conflicts {
                backing.flag("fact-conflict", conflict.detail);
            }
            if made.made.figures.iter().all(|figure| figure.restated.is_none()) {
                // A fault that no restatement gives figures of stands against figures that nobody gave anew:
                // what is missing must not be what tells the two apart.
                figures.into_iter().map(Figure::as_reported).collect()
            } else {
                figures
            }
        }
        None => made.made.figures.clone(),
    };
    explain(&mut backing, kind, made, offer, &own, (&issuer, span));
    if task == Task::Attribution {
        flag_figures(&mut backing, &own);
        if kind == Control::Corrected {
            backing.flag("attribution-from-restatement", offer.filed.accession.to_string());
        }
    }
    let text = folded(&offer.quote.text);
    let (input, label) = match task {
        Task::Attribution => {
            (Input::Attribution(AttributionInput { management_attribution: text }), "correct")
        }
        _ => (Input::Narrative(NarrativeInput { passage: text }), "not-misleading"),
    };
    let is_own = offer.quiet.is_none();
    Instance {
        id: format!("{}/{}/{}/{}/{}/{n}", task.as_str(), fault.case_id, cik.0, span.label, name(kind)),
        task,
        case_id: fault.case_id.clone(),
        releases: Vec::new(),
        cik,
        issuer,
        form: offer.filed.form.clone(),
        accession: offer.filed.accession.clone(),
        url: offer.filed.source.url.clone(),
        restating_accession: fault.restating.clone().filter(|_| is_own),
        basis: if is_own { fault.basis.clone() } else { "none".to_owned() },
        period_label: span.label.clone(),
        period_start: span.start,
        period_end: span.end,
        input,
        label: label.to_owned(),
        secondary: Vec::new(),
        explanation: backing.explanation,
        control: Some(kind),
        figures: if task == Task::Attribution { own } else { Vec::new() },
        evidence: backing.evidence,
        flags: backing.flags,
        score: 0.0,
        group: cik.0,
        split: Split::Train,
        time_split: Split::Train,
    }
}

/// Fixed sentences over what is known, with the figures of the items that the text speaks of.
fn explain(
    backing: &mut Backing,
    kind: Control,
    made: &Made<'_>,
    offer: &Offer<'_>,
    figures: &[Figure],
    (issuer, span): (&str, &Span),
) {
    let fault = made.fault;
    let of_items = |say: &dyn Fn(&Figure) -> Option<String>| -> Vec<String> {
        figures.iter().filter(|figure| offer.items.contains(&figure.item)).filter_map(say).take(2).collect()
    };
    match kind {
        Control::SameIssuer => {
            backing.compute(format!(
                "No enforcement release of the record names the period of {issuer} ended {}, and no restatement of it was found among the filings looked at; this does not say that the statements are right.",
                ended(span)
            ));
            of_items(&|figure| say::stands(figure, span)).into_iter().for_each(|text| backing.compute(text));
        }
        Control::NotEnforced => {
            backing.compute(format!(
                "{issuer} is named in no enforcement release of the record, and neither a restating amendment nor a notice of non-reliance was found for the period ended {}; this does not say that the statements are right.",
                ended(span)
            ));
            of_items(&|figure| say::stands(figure, span)).into_iter().for_each(|text| backing.compute(text));
        }
        Control::Corrected => {
            backing.compute(format!(
                "The text stands in the filing {} that restates the period ended {}, and goes with the corrected figures.",
                offer.filed.accession,
                ended(span)
            ));
            if let Some(correction) = narrative::correction(fault, &made.made.misstated) {
                backing.explain(EvidenceRole::Restatement, correction.source, &correction.quote);
            }
            of_items(&|figure| say::change(figure, span)).into_iter().for_each(|text| backing.compute(text));
        }
        Control::UnaffectedItem => {
            of_items(&|figure| say::unchanged(figure, span))
                .into_iter()
                .for_each(|text| backing.compute(text));
        }
    }
}

fn ended(span: &Span) -> String {
    span.end.map_or_else(|| span.label.clone(), |end| end.to_string())
}

fn name(kind: Control) -> &'static str {
    match kind {
        Control::SameIssuer => "same-issuer",
        Control::NotEnforced => "not-enforced",
        Control::Corrected => "corrected",
        Control::UnaffectedItem => "unaffected-item",
    }
}
