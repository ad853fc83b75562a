//! Counts over the instances of a dataset: the numbers of cards, statistics and reports.

use super::schema::name;
use crate::ids::{Form, FormFamily};
use crate::tasks::{Control, FigureSource, Input, Instance, Split, Task};
use std::collections::{BTreeMap, BTreeSet};

/// Counts by some name.
pub type Counts = BTreeMap<String, usize>;

/// Counts over instances. "At fault" leaves the negatives out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Instances by task, split and label.
    pub by_split: BTreeMap<(Task, Split, String), usize>,
    /// By task and kind of control; `at fault` for none.
    pub by_control: BTreeMap<(Task, String), usize>,
    /// By task, era and label.
    pub by_era: BTreeMap<(Task, String, String), usize>,
    /// By task, form and label.
    pub by_form: BTreeMap<(Task, String, String), usize>,
    /// By task, source of the figures and label.
    pub by_source: BTreeMap<(Task, String, String), usize>,
    /// Task 1 by era and source of the figures.
    pub by_era_source: BTreeMap<(String, String), usize>,
    /// Labels of task 3 by year of the period, at fault.
    pub by_year: BTreeMap<(i16, String), usize>,
    /// Labels of task 3 at fault.
    pub categories: Counts,
    /// By flag and severity.
    pub flags: BTreeMap<(String, String), usize>,
    /// Instances of a task that are placeholders.
    pub placeholders: BTreeMap<Task, usize>,
    /// Issuers at fault.
    pub issuers: BTreeSet<u64>,
    /// Cases at fault.
    pub cases: BTreeSet<String>,
    /// Releases behind them.
    pub releases: BTreeSet<String>,
    /// Labels of affected periods.
    pub periods: BTreeSet<String>,
    /// Affected periods, each of one issuer.
    pub issuer_periods: BTreeSet<(u64, String)>,
    /// Original filings at fault, by family of form.
    pub filings: BTreeMap<String, BTreeSet<String>>,
    /// Instances that stayed behind, by reason.
    pub removed: Counts,
}

impl Tally {
    /// Counts one instance.
    pub fn add(&mut self, i: &Instance) {
        let label = || i.label.clone();
        *self.by_split.entry((i.task, i.split, label())).or_default() += 1;
        let control = i.control.map_or_else(|| "at fault".to_owned(), |control| name(&control));
        *self.by_control.entry((i.task, control)).or_default() += 1;
        let year = i.period_end.map(|end| end.year());
        *self.by_era.entry((i.task, era(year).to_owned(), label())).or_default() += 1;
        *self.by_form.entry((i.task, i.form.clone(), label())).or_default() += 1;
        *self.by_source.entry((i.task, source(i).to_owned(), label())).or_default() += 1;
        if i.task == Task::Attribution {
            *self.by_era_source.entry((era(year).to_owned(), source(i).to_owned())).or_default() += 1;
        }
        for flag in &i.flags {
            *self.flags.entry((flag.flag.clone(), name(&flag.severity))).or_default() += 1;
        }
        if matches!(i.input, Input::Placeholder(_)) {
            *self.placeholders.entry(i.task).or_default() += 1;
        }
        if i.control.is_none() {
            self.at_fault(i, year);
        }
    }

    fn at_fault(&mut self, i: &Instance, year: Option<i16>) {
        self.issuers.insert(i.cik.0);
        self.cases.insert(i.case_id.clone());
        self.releases.extend(i.releases.iter().cloned());
        self.periods.insert(i.period_label.clone());
        self.issuer_periods.insert((i.cik.0, i.period_label.clone()));
        let family = family(&i.form).to_owned();
        self.filings.entry(family).or_default().insert(i.accession.as_str().to_owned());
        if i.task == Task::Pattern {
            *self.categories.entry(i.label.clone()).or_default() += 1;
        }
        if let (Task::Pattern, Some(year)) = (i.task, year) {
            *self.by_year.entry((year, i.label.clone())).or_default() += 1;
        }
    }

    /// Instances of a task by label.
    pub fn labels(&self, task: Task) -> Counts {
        let mut counts = Counts::new();
        for ((of, _, label), n) in &self.by_split {
            if *of == task {
                *counts.entry(label.clone()).or_default() += n;
            }
        }
        counts
    }

    /// Instances of a task in a split.
    pub fn split(&self, task: Task, split: Split) -> usize {
        self.by_split.iter().filter(|((t, s, _), _)| *t == task && *s == split).map(|(_, n)| n).sum()
    }

    /// Instances of a task at fault.
    pub fn faulty(&self, task: Task) -> usize {
        self.by_control.get(&(task, "at fault".to_owned())).copied().unwrap_or(0)
    }

    /// Original filings at fault of a family.
    pub fn filings_of(&self, family: &str) -> usize {
        self.filings.get(family).map_or(0, BTreeSet::len)
    }

    /// All instances.
    pub fn total(&self) -> usize {
        self.by_split.values().sum()
    }
}

/// Families of forms as the paper counts them.
pub fn family(form: &str) -> &'static str {
    match Form::parse(form).family {
        FormFamily::Annual => "10-K",
        FormFamily::Quarterly => "10-Q",
        FormFamily::ForeignAnnual => "20-F",
        FormFamily::CanadianAnnual => "40-F",
        FormFamily::Current => "8-K",
        FormFamily::Other => "other",
    }
}

/// Eras by what figures a filing of the time carries.
pub fn era(year: Option<i16>) -> &'static str {
    crate::eval::item::era(year)
}

/// Source of the first reported figure.
pub fn source(i: &Instance) -> &'static str {
    i.figures.iter().find_map(|figure| figure.reported_source.or(figure.restated_source)).map_or(
        "none",
        |source| match source {
            FigureSource::Xbrl => "xbrl",
            FigureSource::Ex27 => "ex27",
            FigureSource::StatementTable => "statement-table",
            FigureSource::RestatementTable => "restatement-table",
            FigureSource::ReleaseText => "release-text",
        },
    )
}

/// A kind of negative in words.
pub fn control_words(control: Option<Control>) -> &'static str {
    match control {
        None => "named by the release",
        Some(Control::SameIssuer) => "same issuer, a year without fault",
        Some(Control::NotEnforced) => "matched issuer, not enforced against",
        Some(Control::Corrected) => "the restating filing's corrected text",
        Some(Control::UnaffectedItem) => "same filing, an unaffected item",
    }
}
