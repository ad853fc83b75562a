//! Instances of the sample and passages of real filings.

use afb_build::eval::baselines::{Baseline, answer};
use afb_build::eval::item::Item;
use afb_build::export::sqlite;
use afb_build::filing::reading;
use afb_build::ids::Form;
use afb_build::tasks::material::Span;
use afb_build::tasks::{Input, Instance, Split, Task, attribution, leak, narrative};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// The instances of `run --sample`, made once.
static SAMPLE: LazyLock<Vec<Instance>> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_afb-build"))
        .args(["run", "--sample", "--data"])
        .arg(dir.path())
        .output()
        .unwrap();
    assert!(output.status.code().is_some_and(|code| code == 0 || code == 3), "{output:?}");
    sqlite::read(&dir.path().join("sample/datasets/auditfraudbench.sqlite")).unwrap()
});

fn text(instance: &Instance) -> Option<&str> {
    match &instance.input {
        Input::Attribution(input) => Some(&input.management_attribution),
        Input::Narrative(input) => Some(&input.passage),
        Input::Pattern(input) => Some(&input.input_text),
        Input::Placeholder(_) => None,
    }
}

/// Acceptance 1: task 1 stands in at least 80 % of the affected periods with an original; no constant answer and
/// no majority scores more than 0.55 on tasks 1 and 2; all kinds of negatives are there.
#[test]
fn constant_answers_win_nothing() {
    for task in [Task::Attribution, Task::Narrative] {
        let scored: Vec<&Instance> = SAMPLE.iter().filter(|i| i.task == task && text(i).is_some()).collect();
        let at_fault = scored.iter().filter(|i| i.control.is_none()).count();
        let share = at_fault as f64 / scored.len() as f64;
        assert!((0.45..=0.55).contains(&share), "{task:?}: {at_fault} of {}", scored.len());
        let kinds: BTreeSet<_> = scored.iter().filter_map(|i| i.control).collect();
        assert_eq!(kinds.len(), 4, "{task:?}: {kinds:?}");
    }
    let first: Vec<_> =
        SAMPLE.iter().filter(|i| i.task == Task::Attribution && i.control.is_none()).collect();
    let made = first.iter().filter(|i| text(i).is_some()).count();
    assert!(made * 10 >= first.len() * 8, "{made} of {}", first.len());
}

/// Nothing about the surface tells the labels apart: every group is asked of a baseline trained on the others.
#[test]
fn the_surface_does_not_tell_the_labels_apart() {
    for task in [Task::Attribution, Task::Narrative] {
        let mut items: Vec<Item> = SAMPLE.iter().filter(|i| i.task == task).filter_map(Item::of).collect();
        let groups: BTreeSet<u64> = items.iter().map(|item| item.cluster).collect();
        for baseline in [Baseline::Surface, Baseline::Majority] {
            let mut right = 0;
            for group in &groups {
                for item in &mut items {
                    item.split = if item.cluster == *group { Split::Test } else { Split::Train };
                }
                let asked: Vec<&Item> = items.iter().filter(|item| item.split == Split::Test).collect();
                let answers = answer(baseline, task, &items, &asked);
                right += asked.iter().zip(answers).filter(|(item, answer)| item.gold == *answer).count();
            }
            let accuracy = right as f64 / items.len() as f64;
            eprintln!("{task:?} {baseline:?}: {accuracy:.3} of {}", items.len());
            assert!(accuracy <= 0.60, "{task:?} {baseline:?}: {accuracy}");
        }
    }
}

/// OUT O05: no input of tasks 1 and 2 speaks of a restatement, and what is at fault is quoted from the original.
#[test]
fn inputs_at_fault_come_from_the_original_and_reveal_nothing() {
    for instance in SAMPLE.iter().filter(|i| i.task != Task::Pattern) {
        let Some(text) = text(instance) else { continue };
        assert_eq!(leak::reveals(text), None, "{}", instance.id);
        if instance.control.is_none() {
            assert!(!instance.form.ends_with("/A"), "{}", instance.id);
            assert_ne!(Some(&instance.accession), instance.restating_accession.as_ref());
            let quoted = instance.evidence.iter().any(|e| e.url == instance.url);
            assert!(quoted, "{}", instance.id);
        }
    }
}

/// OUT O03: no issuer group and no text stands on two sides.
#[test]
fn sides_share_neither_group_nor_text() {
    let mut sides: std::collections::BTreeMap<String, Split> = Default::default();
    for instance in SAMPLE.iter() {
        let folded = text(instance).map(|t| t.split_whitespace().collect::<Vec<_>>().join(" "));
        let keys = [Some(format!("group {}", instance.group)), folded, Some(format!("cik {}", instance.cik))];
        for key in keys.into_iter().flatten() {
            let side = *sides.entry(key.clone()).or_insert(instance.split);
            assert_eq!(side, instance.split, "{key}");
        }
    }
}

/// Requirements R25: a task without a restatement is a placeholder with a reason and where was looked.
/// Where a case has several issuers, an explanation tells of its own one: none names only another.
#[test]
fn explanations_tell_of_their_own_issuer() {
    let head = |name: &str| name.split_whitespace().next().unwrap_or("").to_owned();
    let mut several = 0;
    for instance in SAMPLE.iter().filter(|instance| instance.control.is_none()) {
        let others = SAMPLE
            .iter()
            .filter(|other| other.case_id == instance.case_id && other.cik != instance.cik)
            .filter(|other| other.control.is_none())
            .map(|other| head(&other.issuer));
        let said = instance.explanation.text();
        for other in others.filter(|other| *other != head(&instance.issuer)) {
            several += 1;
            assert!(
                !said.contains(&other) || said.contains(&head(&instance.issuer)),
                "{} tells of {other}: {said}",
                instance.id
            );
        }
    }
    assert!(several > 0);
}

#[test]
fn placeholders_say_why() {
    for instance in SAMPLE.iter() {
        if let Input::Placeholder(found) = &instance.input {
            assert_eq!(found.status, "placeholder");
            assert!(!found.reason.is_empty() && !found.searched.is_empty(), "{}", instance.id);
            assert_eq!(instance.score, 0.0);
        }
    }
}

/// What debris looks like, by a judge of its own and not by the rules of the program.
static DEBRIS: LazyLock<Vec<(&str, regex::Regex)>> = LazyLock::new(|| {
    [
        ("leaders", r"\.{4,}|(\. ){3,}|_{3,}|-{4,}|={3,}"),
        ("contents", r"(?i)table of contents|^(item|part)\s+[ivx\d]+[a-c]?[.:\s]"),
        ("page numbers", r"(?:^|\s)(?:\d{1,3}\s){3,}\d{1,3}(?:\s|$)"),
        ("amounts in a row", r"(?:\$?\s?\(?\d[\d,.]*\d\)?%?\s){3,}"),
        ("pointer", r"(?i)(?:^|[.;!?] )(?:see|refer to|please see|please refer|reference is made)\s"),
        ("pointer", r"(?i)(?:^|[.;!?] )(?:for (?:further|additional|more)\b[^.]* (?:see|refer to)\s)"),
        ("pointer to a table", r"(?i)(?:^|[.;!?] )the (?:following table|tables? below|following tables)\b"),
        ("reference", r"(?i)incorporated (?:herein )?by reference|read in conjunction with"),
        ("markup", r"(?i)<(?:page|table|caption|s|c)>|</\w"),
        ("no end", r#"[^.!?"\x{201d}'\x{2019})\]]["\x{201d}'\x{2019})\]]*$"#),
        ("no beginning", r#"^["\x{201c}'(\[]*(?:[a-z][^A-Z]|[)\]%,;:.\x{2022}*-])"#),
        ("heading in capitals", r"^(?:[A-Z][A-Z'&/-]+\s){3,}"),
    ]
    .map(|(why, pattern)| (why, regex::Regex::new(pattern).unwrap()))
    .into()
});

static COLUMNS: LazyLock<regex::Regex> =
    LazyLock::new(|| regex::Regex::new(r"\S {3,}\S.*\S {3,}\S.*\d").unwrap());

/// Why a text is debris.
fn debris(text: &str) -> Option<&'static str> {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((why, _)) = DEBRIS.iter().find(|(_, pattern)| pattern.is_match(&folded)) {
        return Some(why);
    }
    if text.lines().any(|line| COLUMNS.is_match(line)) {
        return Some("columns");
    }
    let count = |c: char| folded.matches(c).count();
    (count('(') != count(')')).then_some("a bracket alone")
}

/// The judge sees what it is there for.
#[test]
fn the_judge_of_debris_judges() {
    for text in [
        "Item 7. Management's Discussion 23",
        "Results of Operations ........ 14",
        "Net sales rose. See Note 3.",
        "12 14 17 23 25",
        "Gross margin 39.0% 40.2% 42.2%",
        "and so did costs.",
        "Net sales",
    ] {
        assert!(debris(text).is_some(), "{text}");
    }
    assert_eq!(debris("Net sales rose 3% to $4.1 million in 1997, 1996 being a poor year (fiscal)."), None);
}

/// Acceptance 3: over the discussions of real filings, what may be asked about is made of whole sentences and holds
/// no line of a contents page, run of page numbers, or pointer.
#[test]
fn passages_of_real_filings_are_no_debris() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/filings");
    let Ok(manifest) = std::fs::read_to_string(dir.join("manifest.csv")) else {
        eprintln!("skipped: no ../shared/filings");
        return;
    };
    let (mut seen, mut found) = (0, Vec::new());
    for line in manifest.lines().skip(1) {
        let mut fields = line.split(',');
        let (Some(file), Some(form)) = (fields.next(), fields.next()) else { continue };
        let Ok(bytes) = std::fs::read(dir.join(file)) else { continue };
        let text = afb_build::text::read(&bytes, None);
        let reading = reading::read(&bytes, &text, &Form::parse(form));
        let end = fields.find_map(|field| field.parse().ok());
        let span = Span { label: String::new(), start: None, end, quarter: false };
        let like =
            attribution::Like { look: attribution::Look::of(&"A sale. ".repeat(25)), ..Default::default() };
        let mut figureless = reading.clone();
        figureless.figures.clear();
        let passages = narrative::sound(&figureless, &span, &like, |_| true);
        let attributions = attribution::sound(&figureless, &span, &like, |_| true);
        let texts = passages.iter().map(|p| &p.quote).chain(attributions.iter().map(|a| &a.quote));
        for quote in texts {
            seen += 1;
            if let Some(why) = debris(&quote.text) {
                found.push(format!("{file}: {why}: {}", quote.text));
            }
        }
    }
    assert!(found.is_empty(), "{} of {seen}:\n{}", found.len(), found.join("\n"));
    eprintln!("{seen} texts");
    assert!(seen > 100, "{seen}");
}
