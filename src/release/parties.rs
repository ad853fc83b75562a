//! Who is charged, and in what role (requirements R16; sec-domain.md 3).

use super::entities::{self, Entity};
use super::header::one_line;
use super::names;
use super::patterns::compile;
use super::words;
use crate::span::Span;
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// What a party is to the issuer whose statements were false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The registrant.
    Issuer,
    /// An officer: chief executive to controller, president of a unit.
    Officer,
    /// A member of its board who is no officer.
    Director,
    /// Any other employee.
    Employee,
    /// A firm that audited it.
    AuditorFirm,
    /// A person who audited it.
    AuditorPerson,
    /// A lawyer, consultant, investment adviser or broker.
    Adviser,
    /// An outsider who helped: a customer, vendor, bank.
    Aider,
    /// None of these, or not said.
    Other,
}

/// One party.
#[derive(Clone, Debug)]
pub struct Party {
    /// The name, in the case the body prints it where it does.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Where the name stands; `None` when only the index names it.
    pub span: Option<Span>,
    /// An organisation, not a person.
    pub organisation: bool,
}

/// A name of a caption or of the index, not yet given a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name as printed, without titles.
    pub name: String,
    /// An organisation by its form.
    pub organisation: bool,
    /// Whether a qualification as accountant follows the name.
    pub accountant: bool,
}

static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\([^()]{0,200}\)|\bin\s+the\s+matters?\s+of\b|\bet\s+al\b\.?|\bindividually\b[^,;]*|\band\s+others\b|\b(?:relief\s+)?defendants?\b|\brespondents?\b|\bas\s+relief\b|\b(?:f/k/a|n/k/a|a/k/a|d/b/a|formerly\s+known\s+as|also\s+known\s+as)\s+[^,;]*|\b(?:other\s+)?release\s+nos?\b.*",
    )
});

static SEPARATOR: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)\s*;\s*(?:and\s+)?|\s*,\s*and\s+|\s*,\s*|\s+and\s+|\n+"));

static ACCOUNTANT: LazyLock<Regex> = LazyLock::new(|| {
    compile(r"(?i)^(?:C\.?P\.?A\.?|C\.?A\.?|certified\s+public\s+accountants?|chartered\s+accountants?)\.?$")
});

static TITLE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)^(?:Jr|Sr|II|III|IV|Esq|Esquire|M\.?D|Ph\.?D|inc|corp|ltd|llc|l\.l\.c|llp|l\.l\.p|lp|l\.p|p\.?c|p\.?a|n\.?v|s\.?a|a\.?g|plc|incorporated|limited|pllc|co|s\.?p\.?a|b\.?v)\.?$",
    )
});

/// A release that a caption points at.
static POINTER: LazyLock<Regex> =
    LazyLock::new(|| compile(r"(?i)\bact\s+rel(?:ease|\.)|^(?:litigation\s+)?release\b|^rel\.|^file\s+no"));

/// Splits a caption or an index cell into names.
pub fn split_names(list: &str) -> Vec<Named> {
    let bare = ASIDE.replace_all(list, " ");
    let mut pieces: Vec<String> = Vec::new();
    let mut last = 0;
    let mut glue = false;
    let push = |piece: &str, with_comma: bool, pieces: &mut Vec<String>| {
        let piece = one_line(piece.trim_matches(|c: char| c.is_whitespace() || ",;:".contains(c)));
        if piece.is_empty() {
            return;
        }
        let continues = TITLE.is_match(&piece)
            || ACCOUNTANT.is_match(&piece)
            || matches!(piece.to_lowercase().as_str(), "company" | "sons" | "associates");
        match pieces.last_mut() {
            Some(before) if continues => {
                before.push_str(if with_comma { ", " } else { " and " });
                before.push_str(&piece);
            }
            _ => pieces.push(piece),
        }
    };
    for hit in SEPARATOR.find_iter(&bare) {
        push(&bare[last..hit.start()], glue, &mut pieces);
        glue = !hit.as_str().trim().eq_ignore_ascii_case("and");
        last = hit.end();
    }
    push(&bare[last..], glue, &mut pieces);
    pieces.into_iter().filter_map(|piece| named(&piece)).collect()
}

fn named(piece: &str) -> Option<Named> {
    let mut parts: Vec<&str> = piece.split(", ").collect();
    let mut accountant = false;
    while parts.len() > 1 && parts.last().is_some_and(|p| ACCOUNTANT.is_match(p)) {
        parts.pop();
        accountant = true;
    }
    while parts.len() > 1
        && parts
            .last()
            .is_some_and(|p| matches!(p.trim_end_matches('.').to_lowercase().as_str(), "esq" | "esquire"))
    {
        parts.pop();
    }
    let name = parts.join(", ");
    let name = name
        .trim_matches(|c: char| c.is_whitespace() || ",:;-\u{2013}".contains(c))
        .trim_end_matches(" CPA")
        .to_owned();
    let lower = name.to_lowercase();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let docket =
        name.starts_with(|c: char| c.is_ascii_digit()) && (lower.contains(" civ") || lower.contains("cv"));
    if docket || letters < 3 || name.len() > 120 || words::is_body(&lower) || name.split(' ').count() > 14 {
        return None;
    }
    let first = name.chars().find(|c| c.is_alphabetic())?;
    let organisation = is_organisation(&name);
    if POINTER.is_match(&name) {
        return None;
    }
    if !(first.is_uppercase() || organisation) || (words::is_stop(&lower)) {
        return None;
    }
    Some(Named { name, organisation, accountant })
}

/// Whether a name standing alone is that of an organisation.
pub fn is_organisation(name: &str) -> bool {
    let lower = name.to_lowercase();
    if words::is_known_audit_firm(&lower)
        || lower.contains(" & ")
        || lower.contains(".com")
        || lower.contains(".net")
    {
        return true;
    }
    let plain: Vec<String> = lower
        .split([' ', ','])
        .map(|w| w.chars().filter(|c| c.is_alphanumeric()).collect::<String>())
        .filter(|w| !w.is_empty())
        .collect();
    plain.len() > 1
        && plain.iter().skip(1).any(|w| {
            (words::is_legal_form(w) && !matches!(w.as_str(), "pa" | "co" | "sa" | "ab" | "ag"))
                || words::is_trade_ending(w)
        })
        || plain.last().is_some_and(|w| plain.len() > 1 && words::is_legal_form(w))
}

/// The surname, or the whole name of an organisation.
pub fn surname(name: &str) -> &str {
    let head = name.split(',').next().unwrap_or(name);
    head.split(' ')
        .rfind(|w| {
            let bare = w.trim_end_matches('.').to_lowercase();
            !matches!(bare.as_str(), "jr" | "sr" | "ii" | "iii" | "iv" | "cpa" | "esq") && w.len() > 1
        })
        .unwrap_or(head)
}

/// Persons whom the body introduces: `Jane Q. Doe (Doe)`, as captions with "et al." leave them out. Judges and
/// counsel are no parties.
pub fn introduced(text: &str, words: &[names::Word<'_>], body: usize) -> Vec<Named> {
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let Some(short) = words.get(i + 1).filter(|w| w.opened && w.after == names::After::Close) else {
            continue;
        };
        if word.start < body
            || word.after != names::After::Nothing
                && word.after != names::After::Comma
                && word.after != names::After::Stop
        {
            continue;
        }
        let bracketed =
            text.get(word.end..short.start).is_some_and(|gap| gap.contains('(') && gap.len() <= 8);
        if !bracketed {
            continue;
        }
        // `Jane Doe, Jr. (Doe)`: the surname may stand before a generation.
        let last = if matches!(word.text, "Jr" | "Sr" | "II" | "III" | "IV") && i > 0 { i - 1 } else { i };
        let mut first = last;
        while first > 0 && last - first < 4 && words[first - 1].end > body {
            let before = &words[first - 1];
            let initial = before.text.len() == 1 && before.after == names::After::Stop;
            let plain = before.after == names::After::Nothing;
            if !(before.is_capital() && (initial || plain)) || words::is_stop(&before.lower()) {
                break;
            }
            first -= 1;
        }
        let family = words[last].text;
        let known_as =
            short.text == family || short.text.ends_with(family) && short.text.len() <= family.len() + 4;
        if first == last || !known_as || !family.starts_with(char::is_uppercase) {
            continue;
        }
        let lead = first.checked_sub(1).map(|at| words[at].lower()).unwrap_or_default();
        if matches!(&*lead, "judge" | "honorable" | "attorney" | "magistrate" | "justice" | "counsel") {
            continue;
        }
        let name = one_line(&text[words[first].start..words[i].end]);
        let name = if matches!(word.text, "Jr" | "Sr") { format!("{name}.") } else { name };
        if !is_organisation(&name) {
            found.push(Named { name, organisation: false, accountant: false });
        }
    }
    found
}

/// Whether a party of one word is an organisation: nowhere does the text put a given name or an initial before it.
pub fn is_bare_organisation(name: &str, words: &[names::Word<'_>]) -> bool {
    let mut stands = false;
    for pair in words.windows(2) {
        let [before, word] = pair else { continue };
        if !word.text.trim_end_matches('s').eq_ignore_ascii_case(name.trim_end_matches('s')) {
            continue;
        }
        stands = true;
        let lead = before.lower();
        let initial = before.after == names::After::Stop && before.text.len() == 1;
        let given = before.after == names::After::Nothing && before.is_capital() && !words::is_stop(&lead);
        if !word.opened && !word.fresh && (initial || given || matches!(&*lead, "mr" | "ms" | "mrs" | "dr")) {
            return false;
        }
    }
    stands
}

/// `DOE` to `Doe`.
pub fn title_case(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut up = true;
    for c in word.chars() {
        if up {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        up = matches!(c, ' ' | '-' | '\'' | '\u{2019}');
    }
    out
}

/// The case in which the body prints a name that a caption prints in capitals; with its place.
pub fn printed_in_body(text: &str, body: usize, name: &str) -> (String, Option<Span>) {
    let all_capitals = entities::is_all_capitals(name);
    if !all_capitals {
        let place = text.find(name).map(|at| Span::new(at, at + name.len()));
        return (name.to_owned(), place);
    }
    let lower = name.to_ascii_lowercase();
    let rest = text.get(body..).unwrap_or("").to_ascii_lowercase();
    if let Some(at) = rest.find(&lower) {
        let span = Span::new(body + at, body + at + lower.len());
        let printed = span.of(text);
        if !printed.is_empty() && !entities::is_all_capitals(printed) {
            return (printed.to_owned(), Some(span));
        }
    }
    let place = text.find(name).map(|at| Span::new(at, at + name.len()));
    (title_case_name(name), place)
}

/// Title case of a name in capitals; short forms and initials keep theirs.
fn title_case_name(name: &str) -> String {
    name.split(' ')
        .map(|w| {
            let letters: String = w.chars().filter(|c| c.is_alphabetic()).collect();
            let keep = letters.len() <= 1
                || w.contains('.') && !w.ends_with('.')
                || matches!(
                    letters.as_str(),
                    "II" | "III" | "IV" | "LLP" | "LLC" | "LP" | "CPA" | "NV" | "SA" | "AG" | "PLC" | "USA"
                );
            if keep { w.to_owned() } else { title_case(w) }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// The paper's party type, from the roles: `issuer`, `auditor`, `mixed`, or `other` where neither is charged.
pub fn party_type(parties: &[Party]) -> &'static str {
    let issuer = parties.iter().any(|p| p.role == Role::Issuer);
    let auditor = parties.iter().any(|p| matches!(p.role, Role::AuditorFirm | Role::AuditorPerson));
    let others =
        parties.iter().any(|p| !matches!(p.role, Role::Issuer | Role::AuditorFirm | Role::AuditorPerson));
    match (issuer, auditor, others) {
        (true, false, false) => "issuer",
        (true, _, _) => "mixed",
        (false, true, false) => "auditor",
        (false, true, true) => "mixed",
        (false, false, _) => "other",
    }
}

/// Whether a party and an organisation of the text are one.
pub fn same_organisation(name: &str, entity: &Entity) -> bool {
    let key = names::key_of(name);
    !key.is_empty()
        && (key == entity.key
            || entity.key.starts_with(&key)
            || key.starts_with(&entity.key)
            || entity.aliases.iter().any(|a| names::key_of(a) == key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::roles::{Matter, person_role};

    fn list(text: &str) -> Vec<String> {
        split_names(text).into_iter().map(|n| n.name).collect()
    }

    #[test]
    fn captions_and_index_cells_are_split() {
        for (text, want) in [
            (
                "Jane Q. Doe, Jr., Richard Roe, and Northvale, Inc., et al.",
                vec!["Jane Q. Doe, Jr.", "Richard Roe", "Northvale, Inc."],
            ),
            ("Jane Doe, CPA and Northvale & Co., LLP", vec!["Jane Doe", "Northvale & Co., LLP"]),
            ("NORTHVALE TECHNOLOGIES INC., JANE DOE", vec!["NORTHVALE TECHNOLOGIES INC.", "JANE DOE"]),
            ("Northvale, Ltd. (f/k/a Old Vale, Inc.)", vec!["Northvale, Ltd."]),
            ("Harrow and Company", vec!["Harrow and Company"]),
        ] {
            assert_eq!(list(text), want, "{text}");
        }
    }

    /// sec-domain 3: the letters CPA after an officer's name make no auditor.
    #[test]
    fn an_accountant_who_was_an_officer_is_an_officer() {
        let named = Named { name: "Jane Doe".to_owned(), organisation: false, accountant: true };
        let officer =
            "Jane Doe, CPA, was chief financial officer of Northvale, Inc. Doe lied to its auditors.";
        assert_eq!(person_role(&Matter::of(officer), &named), Role::Officer);
        let auditor = "Jane Doe, CPA, was the engagement partner on the audit of Northvale, Inc.";
        assert_eq!(person_role(&Matter::of(auditor), &named), Role::AuditorPerson);
    }

    /// The office that stands right before or after the full name outweighs talk of auditors elsewhere.
    #[test]
    fn the_office_beside_the_full_name_decides() {
        let named = Named { name: "Jane Doe".to_owned(), organisation: false, accountant: false };
        for text in [
            "sued its former Chief Financial Officer, Jane Doe, for lying. Doe deceived the outside auditor. Doe misled the independent auditor.",
            "sued Jane Doe, Northvales former Vice President of Finance. Doe deceived the outside auditor. Doe misled the independent auditor.",
        ] {
            assert_eq!(person_role(&Matter::of(text), &named), Role::Officer, "{text}");
        }
    }

    /// Who assists an officer is none.
    #[test]
    fn assistants_hold_no_office() {
        let named = Named { name: "Richard Roe".to_owned(), organisation: false, accountant: false };
        for (text, want) in [
            (
                "The complaint charges former Northvale Assistant Controller Richard Roe with fraud.",
                Role::Employee,
            ),
            ("Richard Roe, the former assistant controller of Northvale, falsified entries.", Role::Employee),
            ("Richard Roe, the controller of Northvale, falsified entries.", Role::Officer),
        ] {
            assert_eq!(person_role(&Matter::of(text), &named), want, "{text}");
        }
    }

    #[test]
    fn firms_named_after_a_person_are_firms() {
        assert!(is_organisation("Larry Q. Harrow, CPA, P.C."));
        assert!(is_organisation("Northvale & Associates"));
        assert!(!is_organisation("Jane Q. Doe"));
    }
}
