//! The texts of the folder: dataset card, datasheet, changelog, citation. All numbers are the build's own.

use super::DataFile;
use crate::export::build::CaseRow;
use crate::export::schema::{self, Column, Kind};
use crate::export::source::Dataset;
use crate::export::tally::Tally;
use crate::tasks::{Split, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One sentence on what this is.
pub const SUMMARY: &str = "AuditFraudBench, rebuilt from the SEC's own records: enforcement releases joined to the \
original and restating filings they concern, with three tasks of audit judgment and evidence for every field.";

/// The paper behind the benchmark.
pub const CITE: &str =
    "Liu et al., AuditFraudBench: Benchmarking Audit Judgment in Detecting Fraudulent Misstatements";

/// A task in words.
pub fn title(task: Task) -> &'static str {
    match task {
        Task::Attribution => "Profit Source Attribution",
        Task::Narrative => "Misleading Narrative Detection",
        Task::Pattern => "Fraud Pattern Classification",
    }
}

fn question(task: Task) -> &'static str {
    match task {
        Task::Attribution => {
            "Reported and restated figures and management's stated explanation; is the explanation correct, and what was \
             the true driver?"
        }
        Task::Narrative => "A passage of the discussion in a periodic report; does it mislead, and how?",
        Task::Pattern => "The conduct described in the release; which of five mechanisms is dominant?",
    }
}

/// Words that stand wherever the data is described.
pub const WORDING: &str = "The data repeats what the Commission found or alleged. Most matters were settled without the \
respondents admitting or denying the findings; some were dismissed or vacated, and are said so where the record says \
so. Nothing in it says that a person or an issuer committed fraud. A negative is a filing not named by any release; \
that does not say that it was right.";

/// `README.md`: YAML for the hub, then the card.
pub fn card(dataset: &Dataset<'_>, tally: &Tally, files: &[DataFile]) -> String {
    let mut out = String::new();
    yaml(&mut out, tally, files);
    let _ = write!(out, "\n# AuditFraudBench, rebuilt\n\n{SUMMARY}\n\n");
    let _ = writeln!(
        out,
        "| task | instances | at fault | train | validation | test |\n|---|--:|--:|--:|--:|--:|"
    );
    for task in dataset.tasks() {
        let n: usize = tally.labels(task).values().sum();
        let splits =
            [Split::Train, Split::Validation, Split::Test].map(|split| tally.split(task, split).to_string());
        let _ =
            writeln!(out, "| {} | {n} | {} | {} |", task.as_str(), tally.faulty(task), splits.join(" | "));
    }
    let _ = write!(
        out,
        "\n{} issuers, {} cases, {} releases, {} affected periods.\n\n## Tasks\n\n",
        tally.issuers.len(),
        tally.cases.len(),
        tally.releases.len(),
        tally.issuer_periods.len()
    );
    for task in dataset.tasks() {
        let labels: Vec<String> =
            tally.labels(task).iter().map(|(label, n)| format!("{label} {n}")).collect();
        let _ = writeln!(
            out,
            "- **{}** (`{}`): {} Labels: {}.",
            title(task),
            task.as_str(),
            question(task),
            labels.join(", ")
        );
    }
    out.push_str("\n## Use\n\n```python\nfrom datasets import load_dataset\n");
    for config in files.iter().map(|file| file.config.as_str()).collect::<BTreeSet<_>>() {
        let _ = writeln!(out, "{config} = load_dataset(\"PATH\", \"{config}\")");
    }
    out.push_str("```\n\n");
    if dataset.no_text {
        out.push_str(
            "Texts are left out: quotes are published as URL, SHA-256 and character offsets. `afb-build rehydrate PATH \
             --data CACHE` fills them in from your own copy of the documents and checks each against its digest.\n\n",
        );
    }
    let _ = write!(
        out,
        "Splits are by issuer group: no issuer stands in two of them; `time_split` parts by date of filing. Rows with a \
         `placeholder` have no input and count for no score. Columns of kind JSON hold JSON texts.\n\n## Columns\n\n"
    );
    let mut described = BTreeSet::new();
    for column in dataset.tasks().into_iter().flat_map(schema::columns) {
        if described.insert(column.name.clone()) {
            let kind = kind(&column);
            let _ = writeln!(out, "- `{}` ({kind}): {}", column.name, column.about);
        }
    }
    out.push_str("\n## Quality flags\n\n");
    flags(&mut out, tally);
    let _ = write!(
        out,
        "\n## How it was made\n\n{}\n\n## What it says and does not say\n\n{WORDING}\n\n## Canary\n\n`{}`\n\n## Citation\n\n\
         {CITE}. This rebuild: {}, configuration {}.\n",
        METHOD,
        dataset.build.fact("canary"),
        dataset.build.fact("program"),
        dataset.build.fact("configuration_digest"),
    );
    out
}

/// How the data came about, in the words that a paper can use.
pub const METHOD: &str = "Releases are taken from the SEC's index of Accounting and Auditing Enforcement Releases. Each \
is read by published rules (and, where configured, by a language model whose quotes are checked verbatim): who is \
charged, whose statements were false, which fiscal periods are affected, by what mechanism. A release is kept when its \
text is usable, it brings a new action of one of five categories, names an issuer and periods, and describes a \
mechanism tied to periodic reports. Issuers are matched to their CIK by dated names, with abstention where names are \
not enough. For each affected period the original report and what restates it are found: an amendment that restates, \
the comparative columns of a later report, or a notice of non-reliance. Figures are read from XBRL, from financial data \
schedules (about 1993 to 2001) and from tables of the statements, and are aligned by period and by version of the \
filing. Negatives are fault-free years of the same issuer, matched issuers not enforced against, corrected passages and \
unaffected items. Every quote is kept as URL, SHA-256 and character offsets, and is checked against the kept bytes.";

fn yaml(out: &mut String, tally: &Tally, files: &[DataFile]) {
    let size = match tally.total() {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        _ => "100K<n<1M",
    };
    let _ = write!(
        out,
        "---\npretty_name: AuditFraudBench (rebuilt)\nlicense: other\nlicense_name: sec-public-record\n\
         license_link: DATASHEET.md\nlanguage:\n- en\ntask_categories:\n- text-classification\n- question-answering\ntags:\n\
         - finance\n- auditing\n- accounting\n- sec-filings\n- benchmark\nsize_categories:\n- {size}\n"
    );
    let mut configs: BTreeMap<&str, Vec<&DataFile>> = BTreeMap::new();
    for file in files {
        configs.entry(&file.config).or_default().push(file);
    }
    if configs.is_empty() {
        // A key without a value would be refused; without the key an empty folder is only empty.
        out.push_str("---\n");
        return;
    }
    out.push_str("configs:\n");
    for (config, files) in &configs {
        let _ = writeln!(out, "- config_name: {config}\n  data_files:");
        for file in ordered(files) {
            let _ = writeln!(out, "  - split: {}\n    path: {}", file.split, file.path);
        }
    }
    out.push_str("dataset_info:\n");
    for (config, files) in &configs {
        let _ = writeln!(out, "- config_name: {config}\n  features:");
        let columns = match Task::ALL.into_iter().find(|task| task.as_str() == *config) {
            Some(task) => schema::columns(task),
            None => CaseRow::columns(),
        };
        for column in columns {
            let _ = writeln!(out, "  - name: {}\n    dtype: {}", column.name, kind(&column));
        }
        out.push_str("  splits:\n");
        for file in ordered(files) {
            let _ = writeln!(
                out,
                "  - name: {}\n    num_bytes: {}\n    num_examples: {}",
                file.split, file.size, file.rows
            );
        }
        let size: u64 = files.iter().map(|file| file.size).sum();
        let _ = writeln!(out, "  download_size: {size}\n  dataset_size: {size}");
    }
    out.push_str("---\n");
}

/// Train before validation before test, whatever the order of names.
fn ordered<'a>(files: &[&'a DataFile]) -> Vec<&'a DataFile> {
    let mut files = files.to_vec();
    files.sort_by_key(|file| match file.split.as_str() {
        "train" => 0,
        "validation" => 1,
        _ => 2,
    });
    files
}

fn kind(column: &Column) -> &'static str {
    match column.kind {
        Kind::Text | Kind::Json => "string",
        Kind::Integer => "int64",
        Kind::Real => "float64",
        Kind::Bool => "bool",
    }
}

fn flags(out: &mut String, tally: &Tally) {
    if tally.flags.is_empty() {
        out.push_str("None was raised.\n");
        return;
    }
    out.push_str("| flag | weight | instances | what it says |\n|---|---|--:|---|\n");
    for ((flag, severity), n) in &tally.flags {
        let meaning = crate::flag::kind(flag).map_or("", |kind| kind.meaning);
        let _ = writeln!(out, "| {flag} | {severity} | {n} | {meaning} |");
    }
}

/// `DATASHEET.md`, by the questions of Datasheets for Datasets.
pub fn datasheet(dataset: &Dataset<'_>, tally: &Tally) -> String {
    let mut out = "# Datasheet\n\n".to_owned();
    let by_task: Vec<String> = dataset
        .tasks()
        .into_iter()
        .map(|task| format!("{} of {}", tally.labels(task).values().sum::<usize>(), task.as_str()))
        .collect();
    let placeholders: usize = tally.placeholders.values().sum();
    let sections = [
        ("Motivation", "To measure how well models judge audited reports, on matters that an authority examined, with evidence that can be checked and with negatives, so that a constant answer scores nothing.".to_owned()),
        ("Composition", format!("Each instance is one filing of one issuer for one fiscal period: {}. {placeholders} of them are placeholders whose input could not be had. Counts by label, split and flag stand in README.md; every row carries its evidence.", by_task.join(", "))),
        ("Collection", METHOD.to_owned()),
        ("Preprocessing and labelling", "Documents are read to clean text with a map back to the bytes. Labels follow from the release and the restatement by rules; explanations are quotes and computed sentences, nothing written freely. What is poor is flagged, not deleted.".to_owned()),
        ("Uses", "Evaluation of models. Not for training (see the canary), not for investment, not for judging persons or issuers.".to_owned()),
        ("Persons", WORDING.to_owned()),
        ("Licence", "Releases are works of the United States government. Filings are public documents of their filers, quoted in part with their source. Labels, offsets and computed sentences may be used under the licence of the program (Apache-2.0 or MIT).".to_owned()),
        ("Maintenance", "A build is repeated by one command. CHANGELOG.md says what this one is; errors are corrected in the rule that made them, never in the row.".to_owned()),
    ];
    for (head, body) in sections {
        let _ = write!(out, "## {head}\n\n{body}\n\n");
    }
    out
}

/// `CHANGELOG.md`: what this build is.
pub fn changelog(dataset: &Dataset<'_>, tally: &Tally) -> String {
    let mut out = format!("# Changelog\n\n## {}\n\n", dataset.build.fact("program"));
    for (name, value) in dataset.meta(tally) {
        let _ = writeln!(out, "- {name}: {value}");
    }
    out
}

/// `CITATION.cff`.
pub fn citation(dataset: &Dataset<'_>) -> String {
    format!(
        "cff-version: 1.2.0\nmessage: \"Please cite the paper, and name the build.\"\ntype: dataset\ntitle: \"AuditFraudBench, \
         rebuilt from the SEC's own records\"\nversion: \"{}\"\nabstract: \"{SUMMARY}\"\nauthors:\n  - name: \"afb-build\"\n\
         identifiers:\n  - type: other\n    value: \"configuration {}\"\n    description: \"Digest of the configuration of the \
         build\"\nreferences:\n  - type: article\n    title: \"AuditFraudBench: Benchmarking Audit Judgment in Detecting \
         Fraudulent Misstatements\"\n    authors:\n      - family-names: Liu\n        given-names: Zhiwei\n      - family-names: \
         He\n        given-names: Yueru\n      - family-names: Ou\n        given-names: Qing\n      - family-names: Zhu\n        \
         given-names: Tianlei\n      - family-names: Guo\n        given-names: Xiaorui\n      - family-names: Peng\n        \
         given-names: Xueqing\n      - family-names: Ananiadou\n        given-names: Sophia\n",
        env!("CARGO_PKG_VERSION"),
        dataset.build.fact("configuration_digest"),
    )
}
