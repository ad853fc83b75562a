//! Who is charged, and in what role (requirements R16; sec-domain.md 3).

use super::entities::{self, Entity};
use super::header::one_line;
use super::names;
use super::patterns::{compile, compile_set};
use super::words;
use crate::span::Span;
use regex::{Regex, RegexSet};
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

/// Phrases about persons, by what they make of the one they stand beside.
static PERSON_ROLES: LazyLock<RegexSet> = LazyLock::new(|| {
    compile_set([
        // 0 an audit seen from inside
        r"(?i)engagement\s+(?:partner|manager)|audit\s+(?:partner|manager|engagement)|concurring\s+(?:review\s+)?partner|(?:partner|accountant|manager)\s+(?:at|of|in|with|for)\s+(?:the\s+)?(?:accounting|audit|auditing)\s+firm|audited\s+(?:the|its|\w+s)\b|outside\s+auditor|independent\s+(?:auditor|accountant)|\b(?:former\s+)?auditors?\s+(?:of|for)\b|sole\s+(?:practitioner|proprietor)|(?:s|'s|\u{2019}s)\s+(?:former\s+|outside\s+|independent\s+)*auditor\b|served\s+as\s+(?:the\s+)?auditor|issued\s+(?:an?\s+)?(?:unqualified\s+)?audit\s+report",
        // 1 officer
        r"(?i)\b(?:CEO|CFO|COO|CAO|CTO)\b|\bchief\s+(?:executive|financial|operating|accounting|technology|administrative|legal|information|marketing|credit|compliance|revenue)\b|\b(?:co-)?president\b|\bcontroller\b|\bcomptroller\b|\btreasurer\b|\bvice[- ]?presidents?\b|\bgeneral\s+counsel\b|\bchair(?:man|woman|person)?\b|\bcorporate\s+secretary\b|\b(?:executive|senior|principal|financial|accounting|former|top|corporate)\s+officers?\b|\bfounder\b|\bmanaging\s+director\b|\bfinance\s+director\b|\bdirector\s+of\s+(?:finance|accounting|financial|operations|sales|tax)|\bofficers?\s+(?:and\s+directors?\s+)?(?:of|at)\b|\bEVP\b|\bSVP\b",
        // 2 director of the board
        r"(?i)\b(?:a|former|outside|independent|board)\s+directors?\b|\bboard\s+of\s+directors\b|\bdirector\s+of\b|\baudit\s+committee\b",
        // 3 employee
        r"(?i)\bemployees?\b|\bexecutives?\b|\bmanagers?\b|\bsales(?:man|person|men)\b|\bsupervisor\b|\bbookkeeper\b|\baccountant\s+(?:at|for|in)\b|\bemployed\b|\bworked\s+(?:at|for)\b|\bassistant\b|\banalyst\b|\bengineer\b",
        // 4 adviser
        r"(?i)\battorney\b|\blawyer\b|\boutside\s+counsel\b|\bconsultant\b|\binvestment\s+advis[eo]r\b|\bbroker\b|\bregistered\s+representative\b|\bpromoter\b|\binvestment\s+banker\b|\bunderwriter\b|\blaw\s+firm\b",
        // 5 outsider who helped
        r"(?i)\bvendors?\b|\bsuppliers?\b|\bcustomers?\b|\bdistributors?\b|\bsales\s+representative\s+(?:of|for)\b|\bbusiness\s+partner\b|\bassociated\s+with\b",
    ])
});

static FIRM_ROLES: LazyLock<RegexSet> = LazyLock::new(|| {
    compile_set([
        r"(?i)\b(?:accounting|audit|auditing)\s+firm\b|\bpublic\s+accounting\b|\baudited\b|\baudits?\s+of\b|\bas\s+(?:the\s+)?auditors?\b",
        r"(?i)\binvestment\s+advis[eo]r\b|\bbroker-?dealer\b|\bunderwriter\b|\blaw\s+firm\b|\bconsulting\b|\bbrokerage\b|\btransfer\s+agent\b",
        r"(?i)\baid(?:ed|ing)\s+and\s+abett|\bcustomer\b|\bvendor\b|\bsupplier\b|\bdistributor\b|\bcounterparty\b|\bfinancial\s+institution\b|\bbank\b|\bcaus(?:ed|ing)\s+\w+s?\s+violations",
        r"(?i)\brelief\s+defendant\b|\bcontrolled\s+by\b|\bowned\s+by\b|\bshell\b",
    ])
});

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

/// What is said right beside the places where a name stands.
fn windows<'a>(
    text: &'a str,
    needle: &str,
    before: usize,
    after: usize,
    limit: usize,
) -> Vec<(&'a str, &'a str)> {
    if needle.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, hit) in text.match_indices(needle) {
        let next = text[at + hit.len()..].chars().next();
        if next.is_some_and(|c| c.is_alphanumeric() && c != 's') {
            continue;
        }
        let from = super::segments::floor(text, at.saturating_sub(before));
        let to = super::segments::floor(text, at + hit.len() + after);
        found.push((&text[from..at], &text[at + hit.len()..to]));
        if found.len() >= limit {
            break;
        }
    }
    found
}

/// The role of a person by what stands beside the name.
pub fn person_role(text: &str, named: &Named) -> Role {
    let family = surname(&named.name);
    let title_case = title_case(family);
    let given = named.name.split(' ').next().unwrap_or("");
    let mut score = [0i32; 6];
    let (mut office, mut practice) = (false, false);
    let mut needles = vec![family.to_owned()];
    if title_case != family {
        needles.push(title_case);
    }
    for needle in &needles {
        for (before, after) in windows(text, needle, 90, 140, 8) {
            // Another person's apposition ends at the sentence; the nearest phrase weighs most, and most where
            // the full name stands.
            let after = clause(after);
            let before = before.rsplit(['.', ';']).next().unwrap_or(before);
            let tail = &before[super::segments::floor(before, before.len().saturating_sub(24))..];
            let full = tail.to_ascii_lowercase().contains(&given.to_ascii_lowercase());
            for hit in PERSON_ROLES.matches(after).iter() {
                score[hit] += if full { 4 } else { 2 };
                practice |= full && hit == 0;
            }
            // `its former Chief Financial Officer, Jane Doe`: the office right before the full name.
            let given_at = before.to_ascii_lowercase().rfind(&given.to_ascii_lowercase()).filter(|_| full);
            office |= given_at.is_some_and(|at| OFFICE_BEFORE.is_match(&before[..at]))
                || full && OFFICE_AFTER.is_match(after);
            for hit in PERSON_ROLES.matches(before).iter() {
                score[hit] += 1;
            }
        }
    }
    let [audit, officer, director, employee, adviser, outside] = score;
    let best = audit.max(officer).max(director).max(employee).max(adviser).max(outside);
    if best == 0 && is_a_matter_of_officers(text) && !named.accountant {
        return Role::Officer;
    }
    if best == 0 {
        return if named.accountant && mentions_audit(text) { Role::AuditorPerson } else { Role::Other };
    }
    if office && !practice {
        return Role::Officer;
    }
    if audit > 1 && (audit > officer + director || (named.accountant && officer <= 2)) {
        return Role::AuditorPerson;
    }
    if officer > 0 && officer * 2 >= best {
        return Role::Officer;
    }
    [
        (director, Role::Director),
        (employee, Role::Employee),
        (adviser, Role::Adviser),
        (outside, Role::Aider),
        (audit, Role::AuditorPerson),
    ]
    .into_iter()
    .find(|(s, _)| *s == best)
    .map_or(Role::Other, |(_, role)| role)
}

/// An office right before a person's name, with what it is the office of.
static OFFICE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:(?:executive|financial|operating|accounting|technology|administrative)\s+officers?|(?:vice\s+)?president|CEO|CFO|COO|CAO|controller|treasurer|chair(?:man|woman)|general\s+counsel)(?:\s+(?:of|for)\s+[^,;.]{2,40})?,?\s*$",
    )
});

/// An office as the apposition right after a person's name.
static OFFICE_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)^\s*(?:\([^)]*\))?,\s+(?:\d\d,\s+)?(?:(?:was|is|the|a|an|its|then|former|formerly|[\w.&-]+s|[\w.&-]+['\x{2019}]s?)\s+){0,4}(?:chief\s+\w+\s+officer|CEO|CFO|COO|CAO|controller|treasurer|general\s+counsel|(?:(?:senior|executive|corporate)\s+)*(?:vice[- ]?)?president|chair(?:man|woman)\s+and\s+chief)\b",
    )
});

/// Whether the opening calls those charged officers, for those of whom it says no more.
fn is_a_matter_of_officers(text: &str) -> bool {
    OFFICERS.is_match(&text[..super::segments::floor(text, 2500)])
}

static OFFICERS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:former|top|senior|current|corporate)\s+(?:(?:former|top|senior|financial|accounting|corporate|[a-z][\w-]+)\s+){0,2}(?:officers|executives)\b",
    )
});

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

fn mentions_audit(text: &str) -> bool {
    text.contains("audit") || text.contains("Audit")
}

/// The words after a name that are still about it.
fn clause(after: &str) -> &str {
    let stop = after.find("; ").into_iter().chain(after.find(". ")).min().unwrap_or(after.len());
    &after[..stop]
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

/// The role of an organisation that is not the issuer.
pub fn firm_role(text: &str, name: &str) -> Role {
    let lower = name.to_lowercase();
    let bare: String =
        lower.split([' ', ',']).next_back().unwrap_or("").chars().filter(|c| c.is_alphanumeric()).collect();
    let short = entities::without_form(name);
    let mut score = [0i32; 4];
    for (before, after) in windows(text, &short, 60, 110, 8) {
        for hit in FIRM_ROLES.matches(clause(after)).iter() {
            score[hit] += 2;
        }
        for hit in FIRM_ROLES.matches(before).iter() {
            score[hit] += 1;
        }
    }
    let partnership =
        words::is_partnership_form(&bare) || lower.contains(" & co") || lower.contains("accountant");
    if words::is_known_audit_firm(&lower)
        || lower.contains("certified public")
        || (partnership && (score[0] > 0 || mentions_audit(text)))
    {
        return Role::AuditorFirm;
    }
    let best = score.iter().copied().max().unwrap_or(0);
    if best == 0 {
        return Role::Other;
    }
    let roles = [Role::AuditorFirm, Role::Adviser, Role::Aider, Role::Other];
    score.iter().position(|s| *s == best).and_then(|i| roles.get(i).copied()).unwrap_or(Role::Other)
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
        assert_eq!(person_role(officer, &named), Role::Officer);
        let auditor = "Jane Doe, CPA, was the engagement partner on the audit of Northvale, Inc.";
        assert_eq!(person_role(auditor, &named), Role::AuditorPerson);
    }

    /// The office that stands right before or after the full name outweighs talk of auditors elsewhere.
    #[test]
    fn the_office_beside_the_full_name_decides() {
        let named = Named { name: "Jane Doe".to_owned(), organisation: false, accountant: false };
        for text in [
            "sued its former Chief Financial Officer, Jane Doe, for lying. Doe deceived the outside auditor. Doe misled the independent auditor.",
            "sued Jane Doe, Northvales former Vice President of Finance. Doe deceived the outside auditor. Doe misled the independent auditor.",
        ] {
            assert_eq!(person_role(text, &named), Role::Officer, "{text}");
        }
    }

    #[test]
    fn firms_named_after_a_person_are_firms() {
        assert!(is_organisation("Larry Q. Harrow, CPA, P.C."));
        assert!(is_organisation("Northvale & Associates"));
        assert!(!is_organisation("Jane Q. Doe"));
    }
}
