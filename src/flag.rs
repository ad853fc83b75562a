//! Quality flags (requirements R29): remarks that stages raise and exports filter by. Nothing is deleted because it is poor.

use serde::{Deserialize, Serialize};

/// How much a flag weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Look before you use it.
    Warning,
    /// Not usable for its task.
    Error,
}

/// One kind of flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Kebab-case name.
    pub name: &'static str,
    /// Its weight.
    pub severity: Severity,
    /// The stage whose rerun, after a change of its rules or inputs, could mend it.
    pub stage: &'static str,
    /// Name of the same remark in the paper's reference pipeline; empty where it has none.
    pub alias: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

const fn flag(
    name: &'static str,
    severity: Severity,
    stage: &'static str,
    alias: &'static str,
    meaning: &'static str,
) -> Kind {
    Kind { name, severity, stage, alias, meaning }
}

use Severity::{Error, Note, Warning};

/// All kinds that instances carry, in order of name.
pub const KINDS: &[Kind] = &[
    flag("amendment-not-restatement", Note, "pair", "", "an amendment exists that restates nothing"),
    flag("amendment-unread", Warning, "pair", "", "an amendment exists that could not be read"),
    flag("arithmetic-failed", Warning, "facts", "", "totals of the table do not add up"),
    flag("attribution-derived", Note, "assemble", "", "the cause named is itself a line of the statements"),
    flag(
        "attribution-from-restatement",
        Note,
        "assemble",
        "task1_attribution_from_restatement",
        "the attribution stands in the restating filing",
    ),
    flag(
        "attribution-item-unknown",
        Warning,
        "assemble",
        "",
        "no attribution of an item known to be misstated was found; another stands in",
    ),
    flag(
        "attribution-placeholder",
        Error,
        "facts",
        "task1_attribution_placeholder",
        "no attribution could be had",
    ),
    flag(
        "control-unmatched",
        Note,
        "controls",
        "",
        "no negative of the same kind of text was near in length",
    ),
    flag("duplicate-text", Note, "split", "", "another instance of the task has the same text"),
    flag("explanation-missing", Error, "assemble", "", "no evidence for an explanation"),
    flag("fact-conflict", Warning, "facts", "", "two sources give different values; both are kept"),
    flag("input-reveals-label", Error, "assemble", "", "the input speaks of a restatement"),
    flag("issuer-ambiguous", Warning, "resolve", "", "more than one registrant fits the name"),
    flag("label-conflict", Warning, "identify", "", "releases of the case differ in their category"),
    flag("low-confidence", Warning, "identify", "", "the reading of the release or the pairing is unsure"),
    flag("mechanism-missing", Error, "identify", "", "no sentence of the release describes the misconduct"),
    flag("no-figures", Warning, "facts", "", "no figure of the period was read"),
    flag("no-restated-figures", Warning, "facts", "", "no restated value of the period was read"),
    flag("no-restatement", Error, "pair", "task2_no_restatement", "no restatement was found"),
    flag("no-xbrl", Note, "facts", "task1_no_xbrl", "no figure comes from XBRL"),
    flag("not-misstated-item", Warning, "assemble", "", "the passage names no item known to be misstated"),
    flag("original-unread", Error, "facts", "", "the original's document could not be had"),
    flag("passage-placeholder", Error, "facts", "task2_passage_placeholder", "no passage could be had"),
    flag(
        "passage-unrelated",
        Warning,
        "assemble",
        "task2_source_unrelated",
        "the restating text names neither the period nor an item",
    ),
    flag("period-mismatch", Warning, "pair", "", "the filing's period differs from the affected one"),
    flag("prior-period-text", Note, "assemble", "", "the text speaks of an earlier period only"),
    flag("quote-not-verbatim", Error, "assemble", "", "a quote is not found in its document"),
    flag("restatement-unread", Warning, "facts", "", "the restating filing's document could not be had"),
    flag("review-checked", Note, "assemble", "", "a person looked at it in a spot check"),
    flag("review-decided", Note, "assemble", "", "a person kept it or gave its label"),
    flag("review-excluded", Error, "assemble", "", "a person left it out"),
    flag("review-found-wrong", Error, "assemble", "", "a person found it wrong in a spot check"),
    flag("source-is-exhibit", Note, "facts", "task2_source_is_exhibit", "the text stands in an exhibit"),
    flag(
        "task2-grounded-in-release",
        Note,
        "facts",
        "",
        "the explanation quotes the release, not the restating filing",
    ),
    flag("toc-debris", Error, "facts", "", "the text holds lines of a table of contents"),
    flag("unmatched-revenue", Note, "controls", "", "the matched issuer's size is not known"),
];

/// The kind of a flag by its name or its alias.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name || !kind.alias.is_empty() && kind.alias == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_order() {
        for pair in KINDS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} {}", pair[0].name, pair[1].name);
        }
        assert!(KINDS.iter().all(|kind| !kind.stage.is_empty() && !kind.meaning.is_empty()));
    }

    /// Requirements R29: the reference's names stay as aliases.
    #[test]
    fn the_reference_names_are_known() {
        for alias in [
            "task1_no_xbrl",
            "task1_attribution_placeholder",
            "task1_attribution_from_restatement",
            "task2_no_restatement",
            "task2_passage_placeholder",
            "task2_source_unrelated",
            "task2_source_is_exhibit",
        ] {
            assert!(kind(alias).is_some(), "{alias}");
        }
    }
}
