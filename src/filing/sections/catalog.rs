//! The items of each form, in the form's order, with the titles that filers give them.
//!
//! Titles are compared as letters only (see `lines::letters`). Sources: the forms' general instructions
//! (10-K, 10-KSB, 10-Q, 20-F before and after 2000), edgar.md 5.

use super::SectionKind;
use super::label::Number;
use crate::ids::{Form, FormFamily};

/// One item of a form.
#[derive(Debug)]
pub(crate) struct Slot {
    /// Its number, letter 0 where it has none. Quarterly reports count anew in Part II.
    pub number: Number,
    /// What it is, where the program has a use for it.
    pub kind: Option<SectionKind>,
    /// Beginnings of its title, letters only.
    pub titles: &'static [&'static str],
}

const fn slot(n: u8, letter: u8, kind: Option<SectionKind>, titles: &'static [&'static str]) -> Slot {
    Slot { number: Number(n, letter), kind, titles }
}

/// Titles of management's discussion, whatever the form and the spelling.
pub(crate) const DISCUSSION: &[&str] = &[
    "managementsdiscussion",
    "managementdiscussion",
    "managementsfinancialdiscussion",
    "managementsdiscussionof",
    "mangementsdiscussion",
    "managmentsdiscussion",
    "managementsnarrative",
    "managementsanalysis",
    "managementsfinancialreview",
    "managementsreview",
    "discussionandanalysis",
    "discussionofandanalysis",
    "operatingandfinancialreview",
    "trusteesdiscussion",
    "generalpartnersdiscussion",
    "planofoperation",
];

const MARKET_RISK: &[&str] = &[
    "quantitativeandqualitative",
    "qualitativeandquantitative",
    "quantitativeandqualitive",
    "quantitativequalitative",
    "marketriskdisclosures",
    "disclosuresaboutmarketrisk",
];
const STATEMENTS: &[&str] = &[
    "financialstatements",
    "consolidatedfinancialstatements",
    "consolidatedfinancialinformation",
    "financialstatement",
    "financialinformation",
    "auditedfinancialstatements",
];
const CONTROLS: &[&str] = &["controlsandprocedures", "disclosurecontrols", "controlandprocedures"];
const RISK: &[&str] = &["riskfactors", "certainrisk", "riskfactorsand"];
const LEGAL: &[&str] = &["legalproceedings", "legalmatters", "legalproceeding"];
const DISAGREEMENTS: &[&str] = &[
    "changesinanddisagreements",
    "changesindisagreements",
    "disagreements",
    "changesinregistrantscertifying",
    "changesinaccountants",
];
const MARKET: &[&str] =
    &["marketfor", "marketprice", "marketofcommon", "marketandrelated", "marketinformation", "marketforthe"];
const VOTE: &[&str] = &["submissionofmatters", "minesafety", "removedandreserved", "reserved"];
const DIRECTORS: &[&str] =
    &["directorsexecutive", "directorsand", "directorsofthe", "directorsofregistrant", "directors"];
const OWNERS: &[&str] = &["securityownership", "principalshareholders", "principalstockholders"];
const RELATED: &[&str] = &["certainrelationships", "certaintransactions", "relatedparty"];
const EXHIBITS: &[&str] =
    &["exhibits", "exhibitsfinancial", "exhibitsand", "exhibitindex", "financialstatementschedules"];
const SIGNATURES: &[&str] = &["signatures", "signature"];

use SectionKind::{Business, Controls, LegalProceedings, MarketRisk, Mdna, RiskFactors, Statements};

/// 10-K, 10-K405, 10-KT.
const ANNUAL: &[Slot] = &[
    slot(
        1,
        0,
        Some(Business),
        &["business", "descriptionofbusiness", "generaldevelopment", "narrativedescription", "thecompany"],
    ),
    slot(1, b'A', Some(RiskFactors), RISK),
    slot(1, b'B', None, &["unresolvedstaff"]),
    slot(1, b'C', None, &["cybersecurity"]),
    slot(2, 0, None, &["propert", "descriptionofpropert"]),
    slot(3, 0, Some(LegalProceedings), LEGAL),
    slot(4, 0, None, VOTE),
    slot(4, b'A', None, &["executiveofficers", "executiveofficersofthe"]),
    slot(5, 0, None, MARKET),
    slot(
        6,
        0,
        None,
        &[
            "selected",
            "reserved",
            "summaryfinancial",
            "selectedfinancial",
            "consolidatedselected",
            "removedandreserved",
        ],
    ),
    slot(7, 0, Some(Mdna), DISCUSSION),
    slot(7, b'A', Some(MarketRisk), MARKET_RISK),
    slot(8, 0, Some(Statements), STATEMENTS),
    slot(9, 0, None, DISAGREEMENTS),
    slot(9, b'A', Some(Controls), CONTROLS),
    slot(9, b'B', None, &["otherinformation"]),
    slot(9, b'C', None, &["disclosureregardingforeign"]),
    slot(10, 0, None, DIRECTORS),
    slot(11, 0, None, &["executivecompensation", "compensationof", "managementremuneration"]),
    slot(12, 0, None, OWNERS),
    slot(13, 0, None, RELATED),
    slot(
        14,
        0,
        None,
        &["principalaccount", "exhibits", "controlsandprocedures", "financialstatementschedules"],
    ),
    slot(15, 0, None, EXHIBITS),
    slot(16, 0, None, &["formksummary", "summary", "exhibits"]),
    slot(0, 0, None, SIGNATURES),
];

/// 10-KSB, until 2009: the discussion is Item 6, the statements Item 7.
const SMALL_ANNUAL: &[Slot] = &[
    slot(1, 0, Some(Business), &["descriptionofbusiness", "business"]),
    slot(1, b'A', Some(RiskFactors), RISK),
    slot(2, 0, None, &["descriptionofpropert", "propert"]),
    slot(3, 0, Some(LegalProceedings), LEGAL),
    slot(4, 0, None, VOTE),
    slot(5, 0, None, MARKET),
    slot(6, 0, Some(Mdna), DISCUSSION),
    slot(7, 0, Some(Statements), STATEMENTS),
    slot(8, 0, None, DISAGREEMENTS),
    slot(8, b'A', Some(Controls), CONTROLS),
    slot(8, b'B', None, &["otherinformation"]),
    slot(9, 0, None, DIRECTORS),
    slot(10, 0, None, &["executivecompensation"]),
    slot(11, 0, None, OWNERS),
    slot(12, 0, None, RELATED),
    slot(13, 0, None, EXHIBITS),
    slot(14, 0, None, &["principalaccount", "controlsandprocedures"]),
    slot(0, 0, None, SIGNATURES),
];

/// 10-Q, 10-QT.
const QUARTERLY: &[Slot] = &[
    slot(1, 0, Some(Statements), STATEMENTS),
    slot(2, 0, Some(Mdna), DISCUSSION),
    slot(3, 0, Some(MarketRisk), MARKET_RISK),
    slot(4, 0, Some(Controls), CONTROLS),
    slot(1, 0, Some(LegalProceedings), LEGAL),
    slot(1, b'A', Some(RiskFactors), RISK),
    slot(
        2,
        0,
        None,
        &[
            "unregistered",
            "changesinsecurities",
            "issuerpurchases",
            "changesinthesecurities",
            "purchasesofequity",
        ],
    ),
    slot(3, 0, None, &["defaultsupon", "defaults"]),
    slot(4, 0, None, VOTE),
    slot(5, 0, None, &["otherinformation", "othermatters"]),
    slot(6, 0, None, EXHIBITS),
    slot(0, 0, None, SIGNATURES),
];

/// 10-QSB: controls are Item 3 of Part I.
const SMALL_QUARTERLY: &[Slot] = &[
    slot(1, 0, Some(Statements), STATEMENTS),
    slot(2, 0, Some(Mdna), DISCUSSION),
    slot(3, 0, Some(Controls), CONTROLS),
    slot(1, 0, Some(LegalProceedings), LEGAL),
    slot(2, 0, None, &["unregistered", "changesinsecurities", "issuerpurchases", "purchasesofequity"]),
    slot(3, 0, None, &["defaultsupon", "defaults"]),
    slot(4, 0, None, VOTE),
    slot(5, 0, None, &["otherinformation"]),
    slot(6, 0, None, EXHIBITS),
    slot(0, 0, None, SIGNATURES),
];

/// 20-F since 2000.
const FOREIGN: &[Slot] = &[
    slot(1, 0, None, &["identityofdirectors"]),
    slot(2, 0, None, &["offerstatistics"]),
    slot(3, 0, Some(RiskFactors), &["keyinformation"]),
    slot(4, 0, Some(Business), &["informationonthe", "informationabout", "informationof"]),
    slot(4, b'A', None, &["unresolvedstaff"]),
    slot(5, 0, Some(Mdna), DISCUSSION),
    slot(6, 0, None, &["directorssenior", "directors"]),
    slot(7, 0, None, &["majorshareholders", "majorstockholders"]),
    slot(8, 0, Some(LegalProceedings), &["financialinformation"]),
    slot(9, 0, None, &["theoffer", "offerandlisting", "listing"]),
    slot(10, 0, None, &["additionalinformation"]),
    slot(11, 0, Some(MarketRisk), MARKET_RISK),
    slot(12, 0, None, &["descriptionofsecurit", "descriptionsofsecurit"]),
    slot(13, 0, None, &["defaults"]),
    slot(14, 0, None, &["materialmodification"]),
    slot(15, 0, Some(Controls), &["controlsandprocedures", "disclosurecontrols", "reserved"]),
    slot(16, 0, None, &["reserved", "auditcommittee"]),
    slot(16, b'A', None, &["auditcommittee"]),
    slot(16, b'B', None, &["codeofethics"]),
    slot(16, b'C', None, &["principalaccount"]),
    slot(16, b'D', None, &["exemptions"]),
    slot(16, b'E', None, &["purchases"]),
    slot(16, b'F', None, &["changein"]),
    slot(16, b'G', None, &["corporategovernance"]),
    slot(16, b'H', None, &["minesafety"]),
    slot(16, b'I', None, &["disclosureregardingforeign"]),
    slot(16, b'J', None, &["insidertrading"]),
    slot(16, b'K', None, &["cybersecurity"]),
    slot(17, 0, None, STATEMENTS),
    slot(18, 0, Some(Statements), STATEMENTS),
    slot(19, 0, None, &["exhibits", "financialstatements"]),
    slot(0, 0, None, SIGNATURES),
];

/// 20-F before 2000.
const OLD_FOREIGN: &[Slot] = &[
    slot(1, 0, Some(Business), &["descriptionofbusiness", "business"]),
    slot(2, 0, None, &["descriptionofpropert", "propert"]),
    slot(3, 0, Some(LegalProceedings), LEGAL),
    slot(4, 0, None, &["controlof"]),
    slot(5, 0, None, &["natureoftrading", "natureofthetrading"]),
    slot(6, 0, None, &["exchangecontrols"]),
    slot(7, 0, None, &["taxation"]),
    slot(8, 0, None, &["selected"]),
    slot(9, 0, Some(Mdna), DISCUSSION),
    slot(9, b'A', Some(MarketRisk), MARKET_RISK),
    slot(10, 0, None, DIRECTORS),
    slot(11, 0, None, &["compensation"]),
    slot(12, 0, None, &["options"]),
    slot(13, 0, None, &["interestofmanagement", "interestsofmanagement"]),
    slot(14, 0, None, &["descriptionofsecurit"]),
    slot(15, 0, None, &["defaults"]),
    slot(16, 0, None, &["changesinsecurit"]),
    slot(17, 0, None, STATEMENTS),
    slot(18, 0, Some(Statements), STATEMENTS),
    slot(19, 0, None, &["financialstatementsand", "exhibits"]),
    slot(0, 0, None, SIGNATURES),
];

/// Forms without items: the annual information form's and the exhibits' own headings.
const CANADIAN: &[Slot] = &[slot(0, 0, Some(Mdna), DISCUSSION), slot(0, 0, None, SIGNATURES)];

/// The catalogs that a filing of this form may follow, the likeliest first.
pub(crate) fn of(form: &Form) -> &'static [&'static [Slot]] {
    match form.family {
        FormFamily::Quarterly if form.is_small_business() => &[SMALL_QUARTERLY, QUARTERLY],
        FormFamily::Quarterly => &[QUARTERLY, SMALL_QUARTERLY],
        FormFamily::ForeignAnnual => &[FOREIGN, OLD_FOREIGN],
        FormFamily::CanadianAnnual => &[CANADIAN],
        _ if form.is_small_business() => &[SMALL_ANNUAL, ANNUAL],
        _ => &[ANNUAL, SMALL_ANNUAL],
    }
}

impl Slot {
    /// Whether letters begin (after `lead` letters at most) with one of the titles.
    pub(crate) fn titled(&self, letters: &str, lead: usize) -> bool {
        self.titles.iter().any(|title| {
            let window = letters.get(..(lead + title.len()).min(letters.len())).unwrap_or("");
            window.contains(title)
        })
    }
}

/// Words of which the items' titles are made: a heading goes on while its words are among them.
const TITLE_WORDS: &[&str] = &[
    "a",
    "about",
    "accountant",
    "accountants",
    "accounting",
    "analysis",
    "and",
    "auditor",
    "beneficial",
    "business",
    "by",
    "certain",
    "changes",
    "common",
    "company",
    "companies",
    "compensation",
    "condition",
    "conditions",
    "consolidated",
    "controls",
    "corporation",
    "data",
    "directors",
    "disagreements",
    "disclosure",
    "disclosures",
    "discussion",
    "equity",
    "executive",
    "exhibits",
    "factors",
    "fees",
    "financial",
    "for",
    "form",
    "governance",
    "in",
    "independence",
    "information",
    "issuer",
    "its",
    "legal",
    "management",
    "managements",
    "market",
    "matters",
    "mine",
    "narrative",
    "of",
    "officers",
    "on",
    "operating",
    "operation",
    "operations",
    "or",
    "other",
    "owners",
    "ownership",
    "parent",
    "plan",
    "position",
    "principal",
    "procedures",
    "proceedings",
    "properties",
    "prospects",
    "purchases",
    "qualitative",
    "quantitative",
    "registrant",
    "registrants",
    "related",
    "relationships",
    "reports",
    "reserved",
    "result",
    "results",
    "review",
    "risk",
    "risks",
    "safety",
    "schedules",
    "securities",
    "security",
    "selected",
    "senior",
    "services",
    "shareholder",
    "shareholders",
    "staff",
    "statement",
    "statements",
    "stockholder",
    "stockholders",
    "submission",
    "supplemental",
    "supplementary",
    "the",
    "to",
    "transactions",
    "unaudited",
    "unresolved",
    "vote",
    "with",
];

/// Whether a word may stand in a title.
pub(crate) fn is_title_word(word: &str) -> bool {
    let bare: String =
        word.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    !bare.is_empty() && TITLE_WORDS.binary_search(&bare.as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_words_are_sorted() {
        assert!(TITLE_WORDS.is_sorted());
    }

    #[test]
    fn the_form_decides_the_number() {
        let number = |form: &str| {
            of(&Form::parse(form))[0].iter().find(|s| s.kind == Some(SectionKind::Mdna)).unwrap().number
        };
        assert_eq!(number("10-K405"), Number(7, 0));
        assert_eq!(number("10-KSB"), Number(6, 0));
        assert_eq!(number("10-Q/A"), Number(2, 0));
        assert_eq!(number("20-F"), Number(5, 0));
    }
}
