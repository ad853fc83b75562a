//! One row of a task, with everything that stands behind it.

use crate::flag::Severity;
use crate::ids::{Accession, Cik, LineItem};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The three datasets.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Profit Source Attribution (R3): correct or misleading.
    Attribution,
    /// Misleading Narrative Detection (R4): misleading or not-misleading.
    Narrative,
    /// Fraud Pattern Classification (R6): one of five categories.
    Pattern,
}

impl Task {
    /// All three.
    pub const ALL: [Task; 3] = [Task::Attribution, Task::Narrative, Task::Pattern];

    /// The name in datasets and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Task::Attribution => "attribution",
            Task::Narrative => "narrative",
            Task::Pattern => "pattern",
        }
    }

    /// The labels an instance of the task may carry, in the order of the datasets.
    pub fn labels(self) -> &'static [&'static str] {
        match self {
            Task::Attribution => &["correct", "misleading"],
            Task::Narrative => &["not-misleading", "misleading"],
            Task::Pattern => &[
                "REVENUE_TIMING",
                "ACCOUNTING_ESTIMATE",
                "EARNINGS_SMOOTHING",
                "EXPENSE_DEFERRAL",
                "NARRATIVE_DISTORTION",
            ],
        }
    }
}

/// Where a figure was read (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureSource {
    /// XBRL: companyfacts or the filing's own inline facts.
    Xbrl,
    /// An EX-27 financial data schedule, about 1993 to 2001.
    Ex27,
    /// A table of the financial statements or selected data.
    StatementTable,
    /// A table that sets reported beside restated values.
    RestatementTable,
    /// The release itself.
    ReleaseText,
}

/// One line item of an instance, as reported and as restated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The line item.
    pub item: LineItem,
    /// Value as first reported, in units (not thousands).
    pub reported: Option<f64>,
    /// Value as restated, in units.
    pub restated: Option<f64>,
    /// `USD`, `USD/shares`, `EUR`...
    pub unit: String,
    /// First day; none for a balance.
    pub period_start: Option<Date>,
    /// Last day.
    pub period_end: Date,
    /// Where the reported value was read.
    pub reported_source: Option<FigureSource>,
    /// Where the restated value was read.
    pub restated_source: Option<FigureSource>,
    /// Filing of the reported value.
    pub reported_accession: Option<Accession>,
    /// Filing of the restated value.
    pub restated_accession: Option<Accession>,
    /// Tag or table cell of the reported value.
    pub reported_cell: String,
    /// Tag or table cell of the restated value.
    pub restated_cell: String,
    /// Doubts: `fact-conflict`, `arithmetic-failed`...
    pub flags: Vec<String>,
}

impl Figure {
    /// The figure without what was given anew.
    pub fn as_reported(self) -> Figure {
        Figure {
            restated: None,
            restated_source: None,
            restated_accession: None,
            restated_cell: String::new(),
            ..self
        }
    }
}

/// What a stretch of evidence is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceRole {
    /// The passage or attribution that the instance asks about.
    Input,
    /// The mechanism in the release.
    Mechanism,
    /// The restating filing's own explanation.
    Restatement,
    /// Names the issuer at fault.
    Issuer,
    /// Names the period at fault.
    Period,
}

/// A quote that can be found again: characters `start..end` of the clean text of the document with this digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What it is there for.
    pub role: EvidenceRole,
    /// Where the document came from.
    pub url: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub blob: String,
    /// First character of the clean text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The characters.
    pub quote: String,
}

/// How a part of an explanation came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// Verbatim from the evidence.
    Quote,
    /// A fixed sentence over figures of the instance.
    Computed,
}

/// One part of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// How it came about.
    pub kind: PartKind,
    /// Its words.
    pub text: String,
    /// For a quote, its place in the instance's evidence.
    pub evidence: Option<usize>,
}

/// The gold explanation: quotes and computed sentences, nothing written freely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// In order.
    pub parts: Vec<Part>,
}

impl Explanation {
    /// All parts as one paragraph.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Input of task 1: figures stand in the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributionInput {
    /// Management's stated explanation, one to three sentences of MD&A (R33).
    pub management_attribution: String,
}

/// Input of task 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NarrativeInput {
    /// The passage alone (R34).
    pub passage: String,
}

/// Input of task 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternInput {
    /// The misconduct described, from the release.
    pub input_text: String,
}

/// What stands in the place of an input that could not be had (R25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placeholder {
    /// Always `placeholder`.
    pub status: String,
    /// Why, as a code.
    pub reason: String,
    /// Where it was looked for: accessions and section names.
    pub searched: Vec<String>,
}

/// Input by task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Task 1.
    Attribution(AttributionInput),
    /// Task 2.
    Narrative(NarrativeInput),
    /// Task 3.
    Pattern(PatternInput),
    /// Nothing could be had; the instance counts for no score.
    Placeholder(Placeholder),
}

/// Which kind of negative an instance is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// The same issuer in a year without fault or restatement.
    SameIssuer,
    /// A matched issuer never named in a release: not enforced, which does not say clean.
    NotEnforced,
    /// The restating filing's own corrected text.
    Corrected,
    /// The same filing, on an item that the restatement left as it was.
    UnaffectedItem,
}

/// Part of a dataset.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// For training.
    Train,
    /// For choosing.
    Validation,
    /// For the final figure.
    Test,
}

/// A quality remark on one instance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RaisedFlag {
    /// Kebab-case name, see [`crate::flag`].
    pub flag: String,
    /// Its weight.
    pub severity: Severity,
    /// What was seen.
    pub detail: String,
    /// The stage whose rerun could mend it.
    pub stage: String,
}

/// One row of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instance {
    /// Stable key: task, case, CIK, period label, kind of control, running number.
    pub id: String,
    /// Its task.
    pub task: Task,
    /// The case it comes from; for a matched control the case it is matched to.
    pub case_id: String,
    /// Keys of the releases of the case.
    pub releases: Vec<String>,
    /// The issuer whose filing this is.
    pub cik: Cik,
    /// Its name at that time.
    pub issuer: String,
    /// Form of the filing.
    pub form: String,
    /// The filing.
    pub accession: Accession,
    /// Its document's URL.
    pub url: String,
    /// The restating filing, if any.
    pub restating_accession: Option<Accession>,
    /// How the restatement is known: `amendment`, `restated-in-later-report`, `non-reliance-notice`, `release-only`.
    pub basis: String,
    /// `FY2002`, `FY2004-Q1`.
    pub period_label: String,
    /// First day of the period.
    pub period_start: Option<Date>,
    /// Last day of the period.
    pub period_end: Option<Date>,
    /// What a model is given.
    pub input: Input,
    /// Gold label, one of [`Task::labels`].
    pub label: String,
    /// Further categories of the case (task 3).
    pub secondary: Vec<String>,
    /// Gold explanation.
    pub explanation: Explanation,
    /// The kind of negative; none for an instance at fault.
    pub control: Option<Control>,
    /// Figures, in the order of [`LineItem::ALL`].
    pub figures: Vec<Figure>,
    /// Quotes behind input, label and explanation.
    pub evidence: Vec<Evidence>,
    /// Remarks.
    pub flags: Vec<RaisedFlag>,
    /// Quality from 0 to 1, computed from evidence and flags.
    pub score: f64,
    /// Issuers that may not be parted: the smallest CIK of the group.
    pub group: u64,
    /// Split by issuer group.
    pub split: Split,
    /// Split by time: filed before or after the cut.
    pub time_split: Split,
}
