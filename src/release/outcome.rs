//! How a matter ended, and what others did about it: settled or litigated, admitted or not, parallel actions.

use crate::release::sentences;
use crate::span::Span;
use regex::{Regex, RegexSet};
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
    Regex::new(r"(?i)\b(?:without\s+(?:either\s+)?admitting\s+(?:or|nor|and)\s+denying|neither\s+admit\w*\s+(?:n?or)\s+den\w+)")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

static ADMITTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:admitted\s+(?:to\s+)?(?:the\s+|certain\s+|that\s+(?:its|his|her)\s+|all\s+)?(?:facts|findings|allegations|wrongdoing|violat\w+|conduct)|admitting\s+(?:the\s+)?(?:facts|findings|allegations|wrongdoing)|admits?\s+(?:the\s+)?(?:facts|findings|allegations)|acknowledg\w+\s+that\s+(?:its|his|her|the)\s+conduct\s+violated)")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:consent(?:ed|s|ing)|(?:has|have|had)\s+agreed\s+to\s+(?:settle|pay|be|the\s+entry|entry)|agreed\s+to\s+(?:settle|the\s+entry|entry)|settled|settles|settlement|offers?\s+of\s+settlement|by\s+consent|consent\s+judgment)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

static DECIDED: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new([
        r"(?i)\b(?:jury\s+(?:verdict|found|returned)|found\s+liable|after\s+(?:a\s+)?(?:\w+[-\s]){0,3}trial|bench\s+trial|summary\s+judgment|findings\s+of\s+fact\s+and\s+conclusions|verdict)",
        r"(?i)\bdefault\s+(?:judgment|order)|\bin\s+default\b|\bdefaulted\b|\bby\s+default\b",
        r"(?i)\b(?:dismiss(?:ed|es|ing)\s+(?:the\s+|its\s+|all\s+|with)?|order\s+dismissing|voluntary\s+dismissal|stipulation\s+of\s+dismissal)",
    ])
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Reads how the matter ended.
pub fn read(text: &str) -> Outcome {
    let denied = NOT_ADMITTED.find(text);
    let admitted = ADMITTED.find(text);
    let settled = denied.is_some() || SETTLED.is_match(text);
    let decided = DECIDED.matches(text);
    let stage = if settled {
        Stage::Settled
    } else if decided.matched(0) {
        Stage::Litigated
    } else if decided.matched(1) {
        Stage::Default
    } else if decided.matched(2) {
        Stage::Dismissed
    } else {
        Stage::Filed
    };
    let words = admitted.or(denied).or_else(|| settled.then(|| SETTLED.find(text)).flatten());
    Outcome {
        stage,
        settled,
        admitted: if admitted.is_some() { Some(true) } else { denied.map(|_| false) },
        span: words.map(|m| Span::new(m.start(), m.end())),
    }
}

/// One pattern an authority, in the order of [`AUTHORITIES`].
static AUTHORITY: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new([
        r"(?i)\b(?:department\s+of\s+justice|u\.?\s?s\.?\s+attorney|united\s+states\s+attorney|indict(?:ed|ment)s?|plea(?:ded)?\s+(?:guilty|agreement)|pled\s+guilty|guilty\s+plea|criminal\s+(?:charges?|information|complaint|case|action|proceedings?|conviction|division)|convicted|sentenced|grand\s+jury|deferred\s+prosecution|non-?prosecution)\b",
        r"(?i)\b(?:public\s+company\s+accounting\s+oversight\s+board|PCAOB)\b",
        r"(?i)\b(?:(?:ontario|british\s+columbia|alberta|quebec|hong\s+kong|australian|japanese|israel|dutch|french|german|swiss|italian|spanish|chinese|brazilian|british|canadian|mexican|indian)\s+(?:[a-z]+\s+){0,3}(?:commission|authority|authorities|regulators?|prosecutors?|exchange|court|government)|financial\s+(?:services|conduct)\s+authority|serious\s+fraud\s+office|autorit[eé]\s+des\s+march[eé]s|consob|bafin|comis[ií]on\s+nacional|crown\s+prosecution)",
        r"(?i)\b(?:attorney\s+general\s+of|(?:new\s+york|state|california|illinois|florida|texas|new\s+jersey|pennsylvania|massachusetts)\s+(?:state\s+)?attorney\s+general|district\s+attorney|state\s+board\s+of\s+account\w+|state\s+securities)",
        r"(?i)\b(?:NASD|FINRA|financial\s+industry\s+regulatory\s+authority|national\s+association\s+of\s+securities\s+dealers|NYSE\s+Regulation|new\s+york\s+stock\s+exchange\s+(?:has|brought|filed|instituted|censured|fined))\b",
        r"(?i)\b(?:federal\s+energy\s+regulatory|commodity\s+futures\s+trading|CFTC|federal\s+deposit\s+insurance|FDIC|comptroller\s+of\s+the\s+currency|OCC|OFHEO|federal\s+reserve|office\s+of\s+thrift\s+supervision|department\s+of\s+labor|internal\s+revenue\s+service|federal\s+trade\s+commission)\b",
    ])
    .unwrap_or_else(|e| unreachable!("{e}"))
});

const AUTHORITIES: [Authority; 6] = [
    Authority::DepartmentOfJustice,
    Authority::Pcaob,
    Authority::Foreign,
    Authority::State,
    Authority::SelfRegulatory,
    Authority::FederalAgency,
];

/// Thanks for help are no action; an authority needs a verb of its own.
static THANKS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:assistance|cooperation\s+(?:of|from|provided)|thanks?|appreciat\w+|acknowledg\w+|association\s+with|deposit\s+insurance\s+corporation\s+insured|automated\s+quotation|listed\s+on|traded\s+on)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

static ACTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:charg\w+|indict\w+|plead\w*|pled|plea|guilty|convict\w+|sentenc\w+|filed|announc\w+|brought|institut\w+|settle\w*|agreement|agreed|order\w*|censur\w*|fined|bar(?:red)?|sanction\w*|prosecut\w+|investigat\w+|criminal|parallel|related|pay|penalt\w+|obtained|unsealed|suspend\w*)\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Reads the actions of other authorities, the first sentence for each.
pub fn parallel_actions(text: &str) -> Vec<ParallelAction> {
    if !AUTHORITY.is_match(text) {
        return Vec::new();
    }
    let mut found: Vec<ParallelAction> = Vec::new();
    for span in sentences::split(text, Span::new(0, text.len())) {
        let sentence = span.of(text);
        let matched = AUTHORITY.matches(sentence);
        if !matched.matched_any() || THANKS.is_match(sentence) || !ACTION.is_match(sentence) {
            continue;
        }
        for at in matched.iter() {
            let Some(authority) = AUTHORITIES.get(at).copied() else { continue };
            if !found.iter().any(|action| action.authority == authority) {
                found.push(ParallelAction { authority, span });
            }
        }
    }
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
