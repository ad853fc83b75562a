//! The words by which attributions are told: results, changes, causes, and what speaks against one.

use super::Direction;
use crate::ids::LineItem;
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use std::sync::LazyLock;

/// What a wording means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A reported result, with its line item where the datasets have one.
    Result(Option<LineItem>),
    /// A change of it.
    Change(Direction),
    /// The cause follows.
    Cause,
    /// The cause stands before.
    Effect,
    /// What may come, not what was.
    Modal,
    /// Something that looks like one of the others and is none.
    Nothing,
}

/// A wording found in a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub meaning: Meaning,
    /// Its place in the flattened sentence.
    pub span: Span,
}

use Direction::{Decrease, Increase, Unchanged};
use LineItem as L;
use Meaning::{Cause, Change, Effect, Modal, Nothing, Result};

/// Longest wordings win, so that "cost of sales" is no sales.
const WORDS: &[(&str, Meaning)] = &[
    ("net sales", Result(Some(L::Revenue))),
    ("sales", Result(Some(L::Revenue))),
    ("total sales", Result(Some(L::Revenue))),
    ("revenue", Result(Some(L::Revenue))),
    ("revenues", Result(Some(L::Revenue))),
    ("net revenue", Result(Some(L::Revenue))),
    ("net revenues", Result(Some(L::Revenue))),
    ("cost of sales", Result(Some(L::CostOfRevenue))),
    ("costs of sales", Result(Some(L::CostOfRevenue))),
    ("cost of goods sold", Result(Some(L::CostOfRevenue))),
    ("cost of products sold", Result(Some(L::CostOfRevenue))),
    ("cost of product sales", Result(Some(L::CostOfRevenue))),
    ("cost of revenue", Result(Some(L::CostOfRevenue))),
    ("cost of revenues", Result(Some(L::CostOfRevenue))),
    ("costs of revenues", Result(Some(L::CostOfRevenue))),
    ("cost of net revenue", Result(Some(L::CostOfRevenue))),
    ("gross profit", Result(Some(L::GrossProfit))),
    ("gross profits", Result(Some(L::GrossProfit))),
    ("gross profit margin", Result(Some(L::GrossProfit))),
    ("gross margin", Result(Some(L::GrossProfit))),
    ("gross margins", Result(Some(L::GrossProfit))),
    ("gross margin percentage", Result(Some(L::GrossProfit))),
    ("net income", Result(Some(L::NetIncome))),
    ("net loss", Result(Some(L::NetIncome))),
    ("net losses", Result(Some(L::NetIncome))),
    ("net earnings", Result(Some(L::NetIncome))),
    ("net profit", Result(Some(L::NetIncome))),
    ("net losses on", Result(None)),
    ("net loss on", Result(None)),
    ("net losses from", Result(None)),
    ("net income attributable to noncontrolling", Result(None)),
    ("net interest income", Result(None)),
    ("net interest expense", Result(None)),
    ("interest income", Result(None)),
    ("investment income", Result(None)),
    ("noninterest income", Result(None)),
    ("other income", Result(None)),
    ("operating income", Result(Some(L::OperatingIncome))),
    ("operating loss", Result(Some(L::OperatingIncome))),
    ("operating profit", Result(Some(L::OperatingIncome))),
    ("operating profits", Result(Some(L::OperatingIncome))),
    ("operating earnings", Result(Some(L::OperatingIncome))),
    ("operating margin", Result(Some(L::OperatingIncome))),
    ("income from operations", Result(Some(L::OperatingIncome))),
    ("loss from operations", Result(Some(L::OperatingIncome))),
    ("earnings", Result(None)),
    ("earnings per share", Result(Some(L::EpsBasic))),
    ("income per share", Result(Some(L::EpsBasic))),
    ("basic earnings per share", Result(Some(L::EpsBasic))),
    ("diluted earnings per share", Result(Some(L::EpsDiluted))),
    ("diluted eps", Result(Some(L::EpsDiluted))),
    ("diluted net income per share", Result(Some(L::EpsDiluted))),
    ("accounts receivable", Result(Some(L::Receivables))),
    ("trade receivables", Result(Some(L::Receivables))),
    ("receivables", Result(Some(L::Receivables))),
    ("days sales outstanding", Result(Some(L::Receivables))),
    ("inventory", Result(Some(L::Inventories))),
    ("inventories", Result(Some(L::Inventories))),
    ("total assets", Result(Some(L::TotalAssets))),
    ("allowance for doubtful accounts", Result(Some(L::Allowance))),
    ("provision for doubtful accounts", Result(Some(L::Allowance))),
    ("bad debt expense", Result(Some(L::Allowance))),
    ("accrued liabilities", Result(Some(L::AccruedLiabilities))),
    ("accrued expenses", Result(Some(L::AccruedLiabilities))),
    ("cash provided by operating activities", Result(Some(L::OperatingCashFlow))),
    ("cash flows from operating activities", Result(Some(L::OperatingCashFlow))),
    ("cash flow from operating activities", Result(Some(L::OperatingCashFlow))),
    ("cash used in operating activities", Result(Some(L::OperatingCashFlow))),
    ("cash generated from operations", Result(Some(L::OperatingCashFlow))),
    ("cash provided by operations", Result(Some(L::OperatingCashFlow))),
    ("cash flow from operations", Result(Some(L::OperatingCashFlow))),
    ("operating cash flow", Result(Some(L::OperatingCashFlow))),
    ("operating cash flows", Result(Some(L::OperatingCashFlow))),
    ("cash used in investing activities", Result(None)),
    ("cash provided by investing activities", Result(None)),
    ("cash used in financing activities", Result(None)),
    ("cash provided by financing activities", Result(None)),
    ("cash and cash equivalents", Result(None)),
    ("working capital", Result(None)),
    ("expense", Result(None)),
    ("expenses", Result(None)),
    ("costs", Result(None)),
    ("research and development", Result(None)),
    ("effective tax rate", Result(None)),
    ("effective income tax rate", Result(None)),
    ("income taxes", Result(None)),
    ("income tax", Result(None)),
    ("tax rate", Result(None)),
    ("provision for income taxes", Result(None)),
    ("provision for loan losses", Result(None)),
    ("provision for credit losses", Result(None)),
    ("net interest margin", Result(None)),
    ("margins", Result(None)),
    ("margin", Result(None)),
    ("ebitda", Result(None)),
    ("deposits", Result(None)),
    ("income", Result(None)),
    ("pretax income", Result(None)),
    ("income before income taxes", Result(None)),
    ("comparable sales", Result(Some(L::Revenue))),
    ("comparable store sales", Result(Some(L::Revenue))),
    ("same store sales", Result(Some(L::Revenue))),
    ("segment profit", Result(None)),
    ("segment income", Result(None)),
    ("sales and marketing", Result(None)),
    ("marketing and sales", Result(None)),
    ("selling and marketing", Result(None)),
    ("interest expense", Result(None)),
    // No results, though a shorter word in them is one.
    ("inventory turnover", Nothing),
    ("inventory turns", Nothing),
    ("receivables turnover", Nothing),
    ("days of sales", Nothing),
    ("days sales", Nothing),
    ("percent of net sales", Nothing),
    ("percent of sales", Nothing),
    ("percent of revenue", Nothing),
    ("percent of revenues", Nothing),
    ("percent of total revenue", Nothing),
    ("percent of total revenues", Nothing),
    ("percentage of net sales", Nothing),
    ("percentage of sales", Nothing),
    ("percentage of revenue", Nothing),
    ("percentage of revenues", Nothing),
    ("percentage of net revenue", Nothing),
    ("percentage of net revenues", Nothing),
    ("percentage of total revenue", Nothing),
    ("percentage of total revenues", Nothing),
    ("sales salaries", Result(None)),
    ("sales people", Nothing),
    ("sales employees", Nothing),
    ("sales offices", Nothing),
    ("sales office", Nothing),
    ("sales price", Nothing),
    ("sales prices", Nothing),
    ("sales mix", Nothing),
    ("sales organization", Nothing),
    ("sales team", Nothing),
    ("sales teams", Nothing),
    ("sales headcount", Nothing),
    ("sales incentives", Nothing),
    ("sales force", Nothing),
    ("sales volume", Result(Some(L::Revenue))),
    ("sales personnel", Nothing),
    ("sales tax", Nothing),
    ("sales taxes", Nothing),
    ("sales commissions", Result(None)),
    ("sales representatives", Nothing),
    ("sales staff", Nothing),
    ("held for sale", Nothing),
    ("internal revenue", Nothing),
    ("internal revenue service", Nothing),
    ("internal revenue code", Nothing),
    ("revenue procedure", Nothing),
    ("tax increase prevention", Nothing),
    ("increased", Change(Increase)),
    ("increase", Change(Increase)),
    ("increases", Change(Increase)),
    ("increasing", Change(Increase)),
    ("rose", Change(Increase)),
    ("risen", Change(Increase)),
    ("grew", Change(Increase)),
    ("growth", Change(Increase)),
    ("higher", Change(Increase)),
    ("improved", Change(Increase)),
    ("improvement", Change(Increase)),
    ("improvements", Change(Increase)),
    ("gained", Change(Increase)),
    ("climbed", Change(Increase)),
    ("expanded", Change(Increase)),
    ("doubled", Change(Increase)),
    ("tripled", Change(Increase)),
    ("exceeded", Change(Increase)),
    ("decreased", Change(Decrease)),
    ("decrease", Change(Decrease)),
    ("decreases", Change(Decrease)),
    ("declined", Change(Decrease)),
    ("decline", Change(Decrease)),
    ("declines", Change(Decrease)),
    ("fell", Change(Decrease)),
    ("dropped", Change(Decrease)),
    ("drop", Change(Decrease)),
    ("lower", Change(Decrease)),
    ("reduced", Change(Decrease)),
    ("reduction", Change(Decrease)),
    ("reductions", Change(Decrease)),
    ("deteriorated", Change(Decrease)),
    ("contracted", Change(Decrease)),
    ("unchanged", Change(Unchanged)),
    ("remained flat", Change(Unchanged)),
    ("were flat", Change(Unchanged)),
    ("was flat", Change(Unchanged)),
    ("due to", Cause),
    ("due primarily to", Cause),
    ("due mainly to", Cause),
    ("due principally to", Cause),
    ("due largely to", Cause),
    ("due in part to", Cause),
    ("due, in part, to", Cause),
    ("due in large part to", Cause),
    ("due entirely to", Cause),
    ("due solely to", Cause),
    ("due both to", Cause),
    ("due partially to", Cause),
    ("due, primarily, to", Cause),
    ("attributable to", Cause),
    ("attributable primarily to", Cause),
    ("attributable principally to", Cause),
    ("attributable mainly to", Cause),
    ("attributable largely to", Cause),
    ("attributed to", Cause),
    ("attributed primarily to", Cause),
    ("attributed principally to", Cause),
    ("because of", Cause),
    ("because", Cause),
    ("as a result of", Cause),
    ("as the result of", Cause),
    ("as a result primarily of", Cause),
    ("was the result of", Cause),
    ("were the result of", Cause),
    ("is the result of", Cause),
    ("primarily the result of", Cause),
    ("result primarily of", Cause),
    ("resulted from", Cause),
    ("resulted primarily from", Cause),
    ("resulted principally from", Cause),
    ("resulted mainly from", Cause),
    ("resulting from", Cause),
    ("resulting primarily from", Cause),
    ("results from", Cause),
    ("driven by", Cause),
    ("driven primarily by", Cause),
    ("driven mainly by", Cause),
    ("driven largely by", Cause),
    ("led by", Cause),
    ("caused by", Cause),
    ("caused primarily by", Cause),
    ("fueled by", Cause),
    ("owing to", Cause),
    ("stemming from", Cause),
    ("stemmed from", Cause),
    ("arising from", Cause),
    ("reflecting", Cause),
    ("reflects", Cause),
    ("reflected", Cause),
    ("reflect", Cause),
    ("primarily related to", Cause),
    ("mainly related to", Cause),
    ("principally related to", Cause),
    ("largely related to", Cause),
    ("related primarily to", Cause),
    ("related principally to", Cause),
    ("primarily from", Cause),
    ("principally from", Cause),
    ("mainly from", Cause),
    ("largely from", Cause),
    ("on the strength of", Cause),
    ("thanks to", Cause),
    ("resulted in", Effect),
    ("contributed to", Effect),
    ("led to", Effect),
    ("caused", Effect),
    ("accounted for", Effect),
    ("will", Modal),
    ("may", Modal),
    ("might", Modal),
    ("could", Modal),
    ("would", Modal),
    ("should", Modal),
    ("expects", Modal),
    ("expect", Modal),
    ("expected", Modal),
    ("anticipates", Modal),
    ("anticipate", Modal),
    ("anticipated", Modal),
    ("believes that", Modal),
    ("intends", Modal),
    ("projected", Modal),
    ("if", Modal),
    ("assuming", Modal),
    ("whether", Modal),
    ("future", Modal),
    ("hypothetical", Modal),
];

static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(WORDS.iter().map(|(word, _)| *word))
        .ok()
});

/// The wordings of a flattened sentence, in order; whole words only.
pub(super) fn hits(flat: &str) -> Vec<Hit> {
    let Some(finder) = FINDER.as_ref() else { return Vec::new() };
    let bytes = flat.as_bytes();
    let edge = |i: Option<&u8>| i.is_none_or(|b| !b.is_ascii_alphanumeric());
    let mut hits = Vec::new();
    let mut at = 0;
    while let Some(found) = finder.find(aho_corasick::Input::new(flat).range(at..flat.len())) {
        let (start, end) = (found.start(), found.end());
        if edge(start.checked_sub(1).and_then(|i| bytes.get(i))) && edge(bytes.get(end)) {
            // "Revenue-dependent", "loss-making": a part of another word.
            let part =
                bytes.get(end) == Some(&b'-') && bytes.get(end + 1).is_some_and(u8::is_ascii_lowercase);
            let meaning = match WORDS[found.pattern().as_usize()].1 {
                Result(_) if part => Nothing,
                meaning => meaning,
            };
            hits.push(Hit { meaning, span: Span::new(start, end) });
            at = end;
        } else {
            // A longer word hid a shorter one only if both begin here: step on by one character.
            at = start + 1;
            while at < flat.len() && !flat.is_char_boundary(at) {
                at += 1;
            }
        }
    }
    hits
}

/// A sentence with runs of white space made one space, and the way back to its own bytes.
pub(super) struct Flat {
    /// The characters.
    pub text: String,
    /// For each byte of `text` its offset in the sentence.
    from: Vec<u32>,
}

impl Flat {
    pub(super) fn new(sentence: &str) -> Flat {
        let mut flat = Flat {
            text: String::with_capacity(sentence.len()),
            from: Vec::with_capacity(sentence.len() + 1),
        };
        for (i, c) in sentence.char_indices() {
            let c = match c {
                c if c.is_whitespace() => ' ',
                '\u{2019}' => '\'',
                c => c,
            };
            if c == ' ' && flat.text.ends_with(' ') {
                continue;
            }
            flat.text.push(c);
            while flat.from.len() < flat.text.len() {
                flat.from.push(u32::try_from(i).unwrap_or(u32::MAX));
            }
        }
        flat.from.push(u32::try_from(sentence.len()).unwrap_or(u32::MAX));
        flat
    }

    /// A span of the flattened text as a span of the sentence that begins at `base`.
    pub(super) fn back(&self, span: Span, base: usize) -> Span {
        let at = |i: usize| base + self.from.get(i).copied().unwrap_or(0) as usize;
        Span::new(at(span.start), at(span.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wording_wins() {
        let found = hits("Cost of sales as a percentage of net sales rose because of wages");
        assert_eq!(found[0].meaning, Result(Some(L::CostOfRevenue)));
        assert_eq!(found[1].meaning, Nothing);
        assert_eq!(found[2].meaning, Change(Increase));
        assert_eq!(found[3].meaning, Cause);
        assert!(hits("the resale value of wholesales").is_empty());
        assert_eq!(hits("Lower revenue-dependent expenses")[1].meaning, Nothing);
    }
}
