//! Substantive or procedural (requirements R15; sec-domain.md 4), each decision with its reason.

use super::header::{Header, ReleaseKind};
use super::patterns::{Set, compile, compile_set};
use super::segments::floor;
use regex::Regex;
use std::sync::LazyLock;

/// Why a release is no new action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedural {
    /// Kebab-case reason.
    pub reason: &'static str,
    /// The words that say so.
    pub quote: String,
}

/// An order kind in brackets at the end of an index cell.
static BRACKETED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?is)\(\s*(?P<kind>(?:(?:corrected|amended|modified|supplemental)\b[^()]*|(?:amended\s+|corrected\s+)?(?:(?:order|opinion|notice|stay|protective|postponement|scheduling|finality|remand|initial\s+decision|erratum|errata|ruling)\b)[^()]*(?:\([^()]*\)[^()]*)?))\s*\)",
    )
});

/// The bracketed order kind of an index cell: `(Order Dismissing Proceedings)`, `(Corrected)`.
///
/// Initial orders are new actions and no bracket of theirs is given back.
pub fn bracketed(respondents: &str) -> Option<&str> {
    let found = BRACKETED.captures_iter(respondents).filter_map(|c| c.name("kind")).last()?;
    let kind = found.as_str().trim();
    let lower = kind.to_lowercase();
    (!lower.starts_with("order instituting") && !lower.starts_with("order making findings")).then_some(kind)
}

/// Titles of documents that start nothing new.
static TITLES: LazyLock<(Set, Vec<&'static str>)> = LazyLock::new(|| {
    let table = [
        (
            "reinstatement",
            r"(?i)\border\s+(?:granting|denying)\s+(?:an?\s+|the\s+)?(?:[\w'\u{2019}]+\s+){0,5}?(?:application|request|petition)s?\s+(?:for|of|to)\s+(?:[\w'\u{2019}.,]+\s+){0,6}?reinstate\w*|\border\s+(?:of|granting)\s+reinstatement|\bapplication\s+for\s+reinstatement\s+to\s+appear",
        ),
        ("dismissal", r"(?i)\border\s+(?:\w+\s+){0,3}?dismissing|\border\s+(?:discontinuing|terminating)"),
        (
            "finality",
            r"(?i)\bnotice\s+that\s+initial\s+decision\s+has\s+become\s+final|\bfinality\s+order|\border\s+of\s+finality",
        ),
        (
            "stay",
            r"(?i)\b(?:stay\s+order|order\s+(?:granting|denying|regarding)\s+(?:[\w'\u{2019}]+\s+){0,4}?stay)\b|\border\s+(?:granting|denying)\s+[^\n]{0,60}\bto\s+stay\b",
        ),
        (
            "extension",
            r"(?i)\border\s+(?:granting|extending|regarding|denying)\s+(?:[\w'\u{2019}]+\s+){0,6}?(?:extension|extending|time)\b|\border\s+extending",
        ),
        ("postponement", r"(?i)\bpostponement\s+order|\border\s+postponing"),
        (
            "service",
            r"(?i)\border\s+(?:regarding|directing|concerning)\s+(?:\w+\s+){0,4}?service\b|alternate\s+means\s+of\s+service|\border\s+to\s+show\s+cause",
        ),
        (
            "scheduling",
            r"(?i)\b(?:amended\s+)?scheduling\s+order|\border\s+(?:scheduling|setting|regarding\s+further|requesting)|\bbriefing\s+schedule|\border\s+following\s+prehearing",
        ),
        ("protective-order", r"(?i)\bprotective\s+order\b"),
        ("amicus", r"(?i)\border\s+[^\n]{0,80}\bamicus\b"),
        (
            "review",
            r"(?i)\border\s+(?:granting|denying|regarding)\s+(?:[\w'\u{2019}]+\s+){0,5}?(?:petition|motion|review|reconsideration|interlocutory)\b",
        ),
        ("vacated", r"(?i)\border\s+(?:\w+\s+){0,2}?(?:vacating|lifting|modifying|setting\s+aside)\b"),
        ("temporary-suspension", r"(?i)\bpetition\s+to\s+lift\s+(?:the\s+)?temporary\s+suspension"),
        (
            "fair-fund",
            r"(?i)\b(?:order|notice)\s+[^\n]{0,100}\b(?:fair\s+fund|plan\s+of\s+distribution|distribution\s+plan|disbursement|tax\s+administrator|fund\s+administrator|proposed\s+plan|termination\s+of\s+(?:the\s+)?fund)\b|\border\s+(?:appointing|approving|authorizing|directing)\s+(?:\w+\s+){0,6}?(?:administrator|disbursement|distribution|plan|transfer)\b",
        ),
        (
            "corrected",
            r"(?i)^\s*(?:corrected|amended)\s+order\b|\border\s+(?:correcting|amending)\b|\berrat(?:a|um)\b",
        ),
        ("correspondence", r"(?i)\bnotice\s+regarding\s+correspondence"),
        (
            "license-suspension",
            r"(?i)\border\s+of\s+(?:forthwith\s+)?suspension\s+pursuant\s+to\s+rule\s+102\(e\)\(2\)",
        ),
        (
            "late-filing-revocation",
            r"(?i)\border\s+[^\n]{0,200}\brevoking\s+(?:the\s+)?registration\s+of\s+securities\s+pursuant\s+to\s+section\s+12\(j\)",
        ),
    ];
    (compile_set(table.iter().map(|t| t.1)), table.iter().map(|t| t.0).collect())
});

/// A follow-on suspension after an injunction: the facts are at second hand.
static FOLLOW_ON: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)pursuant\s+to\s+rule\s+102\(e\)(?:\(3\))?"));
static CEASE: LazyLock<Regex> = LazyLock::new(|| compile(r"(?i)cease[-\s]+and[-\s]+desist"));

/// Words of new action by the Commission in a litigation release.
static NEW_ACTION: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:commission|SEC)\b[^.]{0,120}?\b(?:today\s+)?(?:filed|charged|instituted|sued|brought|charges|named|commenced|initiated)\b|\bconsent(?:ed|s|ing)?\b|\bwithout\s+admitting|\b(?:final|default|consent|partial|summary)\s+judgments?\b|\bsettle[ds]?\b|\bsettlement\b|\benjoin\w*|\bcivil\s+(?:money\s+)?penalt\w+|\bpreliminary\s+injunction|\bpermanent\s+injunction|\btemporary\s+restraining|\bcease[- ]and[- ]desist",
    )
});

/// News about other authorities' cases, or about earlier orders and their money.
static AFTERMATH: LazyLock<(Set, [&'static str; 5])> = LazyLock::new(|| {
    (
        compile_set([
            r"(?i)\b(?:contempt|suspension\s+order|violat(?:ed|ing|ions?\s+of)\s+(?:a\s+|the\s+|his\s+|her\s+|its\s+|an\s+)?(?:prior\s+|earlier\s+|previous\s+|commission\s+)*(?:commission\s+)?(?:suspension\s+order|bar\b|suspension))",
            r"(?i)\b(?:fair\s+fund|distribution\s+(?:plan|agent|fund)|plan\s+of\s+(?:distribution|allocation))\b[^.]{0,120}\b(?:approv|distribut|appoint)\w*",
            r"(?i)\b(?:court\s+of\s+appeals|appellate\s+court|circuit)\b[^.]{0,100}\b(?:affirm|revers|remand|vacat)\w*",
            r"(?i)\b(?:dismiss(?:ed|es|al|ing))\b[^.]{0,80}\b(?:action|case|complaint|claims)\b",
            r"(?i)\b(?:sentenced|convicted|pleaded\s+guilty|pled\s+guilty|indict(?:ed|ment)|found\s+guilty|guilty\s+verdict|criminal\s+information)\b",
        ]),
        ["contempt-or-enforcement", "fair-fund", "appeal", "dismissal", "criminal-case-only"],
    )
});

/// Decides. `respondents` is the index's cell, where there is one; `None` means substantive.
pub fn decide(text: &str, header: &Header, respondents: Option<&str>) -> Option<Procedural> {
    if text.trim().is_empty() {
        return Some(Procedural { reason: "no-text", quote: String::new() });
    }
    if let Some(kind) = respondents.and_then(bracketed) {
        return Some(Procedural {
            reason: reason_of_title(kind).unwrap_or("bracketed-order-kind"),
            quote: super::header::one_line(kind),
        });
    }
    match header.kind {
        ReleaseKind::Opinion => {
            let quote = if text.contains("INITIAL DECISION") {
                "INITIAL DECISION"
            } else {
                "OPINION OF THE COMMISSION"
            };
            Some(Procedural { reason: "opinion", quote: quote.to_owned() })
        }
        ReleaseKind::LitigationRelease => litigation(text, header),
        ReleaseKind::Order | ReleaseKind::Other => order(text, header),
    }
}

fn reason_of_title(title: &str) -> Option<&'static str> {
    let (set, reasons) = &*TITLES;
    set.matches(title).next().and_then(|i| reasons.get(i).copied())
}

/// An order: its title decides.
fn order(text: &str, header: &Header) -> Option<Procedural> {
    let head = &text[..floor(text, header.body.clamp(600, 4000))];
    let upper = head.to_uppercase();
    let instituting = upper.contains("ORDER INSTITUTING")
        || upper.contains("INSTITUTING PUBLIC")
        || upper.contains("INSTITUTING CEASE");
    let title_start =
        head.find("ORDER").or_else(|| head.find("NOTICE")).or_else(|| head.find("Order ")).unwrap_or(0);
    let title = &head[title_start..floor(head, title_start + 500)];
    let (set, reasons) = &*TITLES;
    if let Some(hit) = set.matches(title).find(|i| !instituting || *i >= 15) {
        let reason = reasons.get(hit).copied().unwrap_or("procedural");
        return Some(Procedural { reason, quote: super::header::one_line(&title[..floor(title, 120)]) });
    }
    // Suspensions after an injunction of a court: no order to cease, no findings of the Commission's own.
    let follow_on = instituting
        && FOLLOW_ON.is_match(head)
        && !CEASE.is_match(head)
        && text.to_lowercase().contains("permanently enjoin")
        && text.to_lowercase().contains("final judgment");
    follow_on.then(|| Procedural {
        reason: "follow-on-102e",
        quote: super::header::one_line(&title[..floor(title, 120)]),
    })
}

/// A litigation release: new unless it only tells of other authorities' cases or of earlier orders.
fn litigation(text: &str, header: &Header) -> Option<Procedural> {
    let body = text.get(header.body..).unwrap_or(text);
    let opening = &body[..floor(body, 900)];
    let (set, reasons) = &*AFTERMATH;
    let hits: Vec<usize> = set.matches(opening).collect();
    let reason = |i: usize| reasons.get(i).copied().unwrap_or("procedural");
    let say = |i: usize| {
        Some(Procedural {
            reason: reason(i),
            quote: super::header::one_line(&opening[..floor(opening, 160)]),
        })
    };
    if hits.contains(&0) {
        return say(0);
    }
    if hits.contains(&1) && !NEW_ACTION.is_match(opening) {
        return say(1);
    }
    // Only a prosecutor's caption, and nothing in the news that the Commission did.
    let prosecutor = !header.captions.is_empty() && header.captions.iter().all(|c| !c.by_commission);
    if hits.contains(&4) && (prosecutor || !NEW_ACTION.is_match(opening)) {
        return say(4);
    }
    if (hits.contains(&2) || hits.contains(&3)) && !NEW_ACTION.is_match(body) {
        return hits.iter().find(|i| **i == 2 || **i == 3).and_then(|i| say(*i));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str, respondents: Option<&str>) -> Option<&'static str> {
        decide(text, &super::super::header::read(text), respondents).map(|p| p.reason)
    }

    #[test]
    fn brackets_of_the_index() {
        assert_eq!(
            bracketed("Jane Doe, CPA (Order Dismissing Proceedings)"),
            Some("Order Dismissing Proceedings")
        );
        assert_eq!(bracketed("Jane Doe (CPA)(Corrected)"), Some("Corrected"));
        assert_eq!(
            bracketed("Jane Doe (ORDER GRANTING IN PART \nMOTION)"),
            Some("ORDER GRANTING IN PART \nMOTION")
        );
        for new in [
            "Jane Doe, CPA",
            "Northvale (Bermuda) Ltd.",
            "Northvale, Inc. (f/k/a Order Systems)",
            "Doe (Defendant)",
        ] {
            assert_eq!(bracketed(new), None, "{new}");
        }
    }

    #[test]
    fn orders_by_their_titles() {
        let head = "SECURITIES EXCHANGE ACT OF 1934\nRelease No. 99999 / May 4, 2005\n\nADMINISTRATIVE PROCEEDING\nFile No. 3-99999\n\nIn the Matter of\n\nJANE DOE, CPA\n\n";
        let new = format!(
            "{head}ORDER INSTITUTING CEASE-AND-DESIST PROCEEDINGS PURSUANT TO SECTION 21C, MAKING FINDINGS\n\nI.\n\nThe Securities and Exchange Commission deems it appropriate."
        );
        assert_eq!(reason(&new, None), None);
        for (title, want) in [
            (
                "ORDER GRANTING APPLICATION FOR REINSTATEMENT TO APPEAR AND PRACTICE BEFORE THE COMMISSION",
                "reinstatement",
            ),
            ("ORDER DISMISSING PROCEEDINGS", "dismissal"),
            ("ORDER EXTENDING TIME TO ISSUE DECISION", "extension"),
            ("ORDER APPOINTING TAX ADMINISTRATOR", "fair-fund"),
            ("NOTICE THAT INITIAL DECISION HAS BECOME FINAL", "finality"),
        ] {
            assert_eq!(
                reason(&format!("{head}{title}\n\nOn May 1, Doe asked."), None),
                Some(want),
                "{title}"
            );
        }
    }

    #[test]
    fn a_trial_of_others_is_no_new_action() {
        let text = "Litigation Release No. 99046 / August 12, 1998\n\nUNITED STATES v. JANE DOE, No. CR 97-1\n\nOn July 15, 1998, after a jury trial, Doe was convicted of securities fraud.";
        assert_eq!(reason(text, None), Some("criminal-case-only"));
        let settled = "Litigation Release No. 99047 / August 12, 1998\n\nSecurities and Exchange Commission v. Jane Doe\n\nThe Securities and Exchange Commission announced that Doe consented to a final judgment. She was sentenced to a year.";
        assert_eq!(reason(settled, None), None);
    }
}
