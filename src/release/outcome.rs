//! How a matter ended, and what others did about it: settled or litigated, admitted or not, parallel actions.

use crate::release::patterns;
use crate::release::sentences::Whole;
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// How far a matter has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The action is filed and open.
    Filed,
    /// Ended by consent or offer of settlement, for at least one party.
    Settled,
    /// Decided by a court, a jury or a judge against somebody.
    Litigated,
    /// Judgment by default.
    Default,
    /// Dismissed.
    Dismissed,
}

/// The outcome with the words that show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How far the matter has come; a settlement counts before a decision against another party.
    pub stage: Stage,
    /// At least one party settled.
    pub settled: bool,
    /// Findings or allegations were admitted; none where the text does not say.
    pub admitted: Option<bool>,
    /// The words.
    pub span: Option<Span>,
}

/// Who acts beside the Commission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// Department of Justice and United States Attorneys; criminal cases.
    DepartmentOfJustice,
    /// Public Company Accounting Oversight Board.
    Pcaob,
    /// Regulators and courts of other countries.
    Foreign,
    /// States and their attorneys general.
    State,
    /// NASD, FINRA, exchanges.
    SelfRegulatory,
    /// Other agencies of the United States.
    FederalAgency,
}

/// An action of another authority on the same matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParallelAction {
    /// Who.
    pub authority: Authority,
    /// The sentence that tells it.
    pub span: Span,
}

static NOT_ADMITTED: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:without[\t\r\n ]+(?:either[\t\r\n ]+)?admitting[\t\r\n ]+(?:or|nor|and)[\t\r\n ]+denying|neither[\t\r\n ]+admit[a-z]*[\t\r\n ]+(?:n?or)[\t\r\n ]+den[a-z]+)",
    )
});

static ADMITTED: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:admitted[\t\r\n ]+(?:to[\t\r\n ]+)?(?:the[\t\r\n ]+|certain[\t\r\n ]+|that[\t\r\n ]+(?:its|his|her)[\t\r\n ]+|all[\t\r\n ]+)?(?:facts|findings|allegations|wrongdoing|violat[a-z]+|conduct)|admitting[\t\r\n ]+(?:the[\t\r\n ]+)?(?:facts|findings|allegations|wrongdoing)|admits?[\t\r\n ]+(?:the[\t\r\n ]+)?(?:facts|findings|allegations)|acknowledg[a-z]+[\t\r\n ]+that[\t\r\n ]+(?:its|his|her|the)[\t\r\n ]+conduct[\t\r\n ]+violated)",
    )
});

static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:consent(?:ed|s|ing)|(?:has|have|had)[\t\r\n ]+agreed[\t\r\n ]+to[\t\r\n ]+(?:settle|pay|be|the[\t\r\n ]+entry|entry)|agreed[\t\r\n ]+to[\t\r\n ]+(?:settle|the[\t\r\n ]+entry|entry)|settled|settles|settlement|offers?[\t\r\n ]+of[\t\r\n ]+settlement|by[\t\r\n ]+consent|consent[\t\r\n ]+judgment)(?-u:\b)",
    )
});

static DECIDED: LazyLock<patterns::Set> = LazyLock::new(|| {
    patterns::compile_set([
        r"(?i)(?-u:\b)(?:jury[\t\r\n ]+(?:verdict|found|returned)|found[\t\r\n ]+liable|after[\t\r\n ]+(?:a[\t\r\n ]+)?(?:[a-z]+[-\t\r\n ]){0,3}trial|bench[\t\r\n ]+trial|summary[\t\r\n ]+judgment|findings[\t\r\n ]+of[\t\r\n ]+fact[\t\r\n ]+and[\t\r\n ]+conclusions|verdict)",
        r"(?i)(?-u:\b)default[\t\r\n ]+(?:judgment|order)|(?-u:\b)in[\t\r\n ]+default(?-u:\b)|(?-u:\b)defaulted(?-u:\b)|(?-u:\b)by[\t\r\n ]+default(?-u:\b)",
        r"(?i)(?-u:\b)(?:dismiss(?:ed|es|ing)[\t\r\n ]+(?:the[\t\r\n ]+|its[\t\r\n ]+|all[\t\r\n ]+|with)?|order[\t\r\n ]+dismissing|voluntary[\t\r\n ]+dismissal|stipulation[\t\r\n ]+of[\t\r\n ]+dismissal)",
    ])
});

/// Reads how the matter ended.
pub fn read(text: &str) -> Outcome {
    let denied = NOT_ADMITTED.find(text);
    let admitted = ADMITTED.find(text);
    let settlement = SETTLED.find_iter(text).find(|found| !is_recalled(text, found.start()));
    let settled = denied.is_some() || settlement.is_some();
    let decided = |n| DECIDED.fits(n, text);
    let stage = if settled {
        Stage::Settled
    } else if decided(0) {
        Stage::Litigated
    } else if decided(1) {
        Stage::Default
    } else if decided(2) {
        Stage::Dismissed
    } else {
        Stage::Filed
    };
    let words = admitted.or(denied).or(settlement);
    Outcome {
        stage,
        settled,
        admitted: if admitted.is_some() { Some(true) } else { denied.map(|_| false) },
        span: words.map(|m| Span::new(m.start(), m.end())),
    }
}

/// Whether a settlement is one of an earlier action: `the Commission previously filed settled actions against`.
fn is_recalled(text: &str, at: usize) -> bool {
    let from = super::segments::floor(text, at.saturating_sub(250));
    let before = text.get(from..at).unwrap_or("");
    let sentence = super::sentences::split(before, Span::new(0, before.len())).last().copied();
    sentence.is_some_and(|own| own.of(before).contains("previously"))
}

/// Names and signs of other authorities.
const AUTHORITIES: [(&str, Authority); 81] = [
    ("department of justice", Authority::DepartmentOfJustice),
    ("u.s. attorney", Authority::DepartmentOfJustice),
    ("u. s. attorney", Authority::DepartmentOfJustice),
    ("us attorney", Authority::DepartmentOfJustice),
    ("united states attorney", Authority::DepartmentOfJustice),
    ("indicted", Authority::DepartmentOfJustice),
    ("indictment", Authority::DepartmentOfJustice),
    ("pleaded guilty", Authority::DepartmentOfJustice),
    ("pled guilty", Authority::DepartmentOfJustice),
    ("plead guilty", Authority::DepartmentOfJustice),
    ("plea agreement", Authority::DepartmentOfJustice),
    ("guilty plea", Authority::DepartmentOfJustice),
    ("criminal charge", Authority::DepartmentOfJustice),
    ("criminal information", Authority::DepartmentOfJustice),
    ("criminal complaint", Authority::DepartmentOfJustice),
    ("criminal case", Authority::DepartmentOfJustice),
    ("criminal action", Authority::DepartmentOfJustice),
    ("criminal proceeding", Authority::DepartmentOfJustice),
    ("criminal conviction", Authority::DepartmentOfJustice),
    ("convicted", Authority::DepartmentOfJustice),
    ("sentenced to", Authority::DepartmentOfJustice),
    ("grand jury", Authority::DepartmentOfJustice),
    ("deferred prosecution", Authority::DepartmentOfJustice),
    ("non-prosecution", Authority::DepartmentOfJustice),
    ("nonprosecution", Authority::DepartmentOfJustice),
    ("public company accounting oversight board", Authority::Pcaob),
    ("pcaob", Authority::Pcaob),
    ("ontario securities", Authority::Foreign),
    ("british columbia securities", Authority::Foreign),
    ("alberta securities", Authority::Foreign),
    ("hong kong securities", Authority::Foreign),
    ("financial services authority", Authority::Foreign),
    ("financial conduct authority", Authority::Foreign),
    ("serious fraud office", Authority::Foreign),
    ("crown prosecution", Authority::Foreign),
    ("australian securities", Authority::Foreign),
    ("israel securities", Authority::Foreign),
    ("dutch authorit", Authority::Foreign),
    ("dutch prosecutor", Authority::Foreign),
    ("french autorit", Authority::Foreign),
    ("french authorit", Authority::Foreign),
    ("des march", Authority::Foreign),
    ("consob", Authority::Foreign),
    ("bafin", Authority::Foreign),
    ("munich prosecutor", Authority::Foreign),
    ("german authorit", Authority::Foreign),
    ("german prosecutor", Authority::Foreign),
    ("swiss authorit", Authority::Foreign),
    ("italian authorit", Authority::Foreign),
    ("italian prosecutor", Authority::Foreign),
    ("italian court", Authority::Foreign),
    ("japanese financial", Authority::Foreign),
    ("canadian authorit", Authority::Foreign),
    ("china securities regulatory", Authority::Foreign),
    ("attorney general of the state", Authority::State),
    ("new york attorney general", Authority::State),
    ("new york state attorney general", Authority::State),
    ("state attorney general", Authority::State),
    ("state board of account", Authority::State),
    ("district attorney", Authority::State),
    ("state of new york", Authority::State),
    ("california attorney general", Authority::State),
    ("texas attorney general", Authority::State),
    ("board of accountancy", Authority::State),
    ("nasd", Authority::SelfRegulatory),
    ("finra", Authority::SelfRegulatory),
    ("financial industry regulatory", Authority::SelfRegulatory),
    ("national association of securities dealers", Authority::SelfRegulatory),
    ("nyse regulation", Authority::SelfRegulatory),
    ("federal energy regulatory", Authority::FederalAgency),
    ("commodity futures trading", Authority::FederalAgency),
    ("cftc", Authority::FederalAgency),
    ("federal deposit insurance", Authority::FederalAgency),
    ("comptroller of the currency", Authority::FederalAgency),
    ("office of federal housing", Authority::FederalAgency),
    ("ofheo", Authority::FederalAgency),
    ("federal reserve", Authority::FederalAgency),
    ("office of thrift", Authority::FederalAgency),
    ("department of labor", Authority::FederalAgency),
    ("internal revenue service", Authority::FederalAgency),
    ("federal trade commission", Authority::FederalAgency),
];

/// Thanks for help are no action, nor is the mention of a market.
const THANKS: [&str; 10] = [
    "assistance",
    "cooperation of",
    "cooperation from",
    "cooperation provided",
    "thank",
    "appreciat",
    "acknowledg",
    "automated quotation",
    "listed on",
    "traded on",
];

/// What an authority does; one of these stands in the sentence.
const ACTIONS: [&str; 33] = [
    "charg",
    "indict",
    "plead",
    "pled",
    "plea ",
    "guilty",
    "convict",
    "sentenc",
    "filed",
    "announc",
    "brought",
    "institut",
    "settle",
    "agreement",
    "agreed",
    "order",
    "censur",
    "fined",
    "barred",
    "sanction",
    "prosecut",
    "investigat",
    "criminal",
    "parallel",
    "related",
    "pay ",
    "penalt",
    "obtained",
    "unsealed",
    "suspend",
    "revok",
    "forfeit",
    "grand jury",
];

fn searcher(words: Vec<&'static str>) -> AhoCorasick {
    patterns::words(words, MatchKind::LeftmostFirst)
}

static AUTHORITY: LazyLock<AhoCorasick> =
    LazyLock::new(|| searcher(AUTHORITIES.iter().map(|(word, _)| *word).collect()));
static THANK: LazyLock<AhoCorasick> = LazyLock::new(|| searcher(THANKS.to_vec()));
static ACTION: LazyLock<AhoCorasick> = LazyLock::new(|| searcher(ACTIONS.to_vec()));

/// Reads the actions of other authorities, the first sentence for each.
pub fn parallel_actions(text: &str) -> Vec<ParallelAction> {
    parallel_in(text, &Whole::of(text))
}

/// As [`parallel_actions`], with the sentences of the text.
pub(super) fn parallel_in(text: &str, whole: &Whole<'_>) -> Vec<ParallelAction> {
    let mut found: Vec<ParallelAction> = Vec::new();
    for word in AUTHORITY.find_iter(text) {
        let Some((_, authority)) = AUTHORITIES.get(word.pattern().as_usize()) else { continue };
        let inside = |at: Option<usize>| {
            at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_alphabetic)
        };
        let short = word.end() - word.start() <= 5;
        if found.iter().any(|action| action.authority == *authority)
            || inside(word.start().checked_sub(1))
            // "NASDAQ" is a market.
            || short && inside(Some(word.end()))
        {
            continue;
        }
        let sentences = whole.spans();
        let at = sentences.partition_point(|sentence: &Span| sentence.end <= word.start());
        let Some(span) = sentences.get(at).copied() else { continue };
        let sentence = span.of(text);
        if !THANK.is_match(sentence) && ACTION.is_match(sentence) {
            found.push(ParallelAction { authority: *authority, span });
        }
    }
    found.sort_by_key(|action| action.span);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_admitted_litigated() {
        for (text, stage, settled, admitted) in [
            (
                "Without admitting or denying the allegations, Roe consented to an injunction.",
                Stage::Settled,
                true,
                Some(false),
            ),
            (
                "Northvale admitted the facts in the order and agreed to settle.",
                Stage::Settled,
                true,
                Some(true),
            ),
            ("A jury found Roe liable after a ten-day trial.", Stage::Litigated, false, None),
            ("The court entered a default judgment against Roe.", Stage::Default, false, None),
            ("The Commission dismissed the proceedings.", Stage::Dismissed, false, None),
            ("The complaint seeks injunctions and penalties.", Stage::Filed, false, None),
            (
                "The complaint seeks injunctions. The Commission previously filed settled actions against J. Doe, the \
                 sales manager, and instituted a settled proceeding against Northvale.",
                Stage::Filed,
                false,
                None,
            ),
        ] {
            let outcome = read(text);
            assert_eq!(
                (outcome.stage, outcome.settled, outcome.admitted),
                (stage, settled, admitted),
                "{text}"
            );
        }
    }

    #[test]
    fn others_who_act_are_told_from_others_who_help() {
        let found = parallel_actions(
            "The U.S. Attorney for the District announced that Roe pleaded guilty. The Commission thanks the FDIC for \
             its assistance. The Ontario Securities Commission brought a related action.",
        );
        let authorities: Vec<Authority> = found.iter().map(|action| action.authority).collect();
        assert_eq!(authorities, [Authority::DepartmentOfJustice, Authority::Foreign]);
    }
}
