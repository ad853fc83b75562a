//! The roles of those who are charged, by what stands beside their names (sec-domain.md 3).

use super::entities;
use super::parties::{Named, Role, surname, title_case};
use super::patterns::{Set, compile, compile_set};
use super::words;
use regex::Regex;
use std::cell::OnceCell;
use std::sync::LazyLock;

/// Phrases about persons, by what they make of the one they stand beside.
static PERSON_ROLES: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        // 0 an audit seen from inside
        r"(?i)engagement\s+(?:partner|manager)|audit\s+(?:partner|manager|engagement)|concurring\s+(?:review\s+)?partner|(?:partner|accountant|manager)\s+(?:at|of|in|with|for)\s+(?:the\s+)?(?:accounting|audit|auditing)\s+firm|audited\s+(?:the|its|\w+s)\b|outside\s+auditor|independent\s+(?:auditor|accountant)|\b(?:former\s+)?auditors?\s+(?:of|for)\b|sole\s+(?:practitioner|proprietor)|(?:s|'s|\u{2019}s)\s+(?:former\s+|outside\s+|independent\s+)*auditor\b|served\s+as\s+(?:the\s+)?auditor|issued\s+(?:an?\s+)?(?:unqualified\s+)?audit\s+report",
        // 1 officer
        r"(?i)\b(?:CEO|CFO|COO|CAO|CTO)\b|\bchief\s+(?:executive|financial|operating|accounting|technology|administrative|legal|information|marketing|credit|compliance|revenue)\b|\b(?:co-)?president\b|\bcontroller\b|\bcomptroller\b|\btreasurer\b|\bvice[- ]?presidents?\b|\bgeneral\s+counsel\b|\bchair(?:man|woman|person)?\b|\bcorporate\s+secretary\b|\b(?:executive|senior|principal|financial|accounting|former|top|corporate)\s+officers?\b|\bfounder\b|\bmanaging\s+director\b|\bfinance\s+director\b|\bdirector\s+of\s+(?:finance|accounting|financial|operations|sales|tax)|\bofficers?\s+(?:and\s+directors?\s+)?(?:of|at)\b|\bofficers\s+and\s+directors\b|\bEVP\b|\bSVP\b",
        // 2 director of the board
        r"(?i)\b(?:a|former|outside|independent|board)\s+directors?\b|\bboard\s+of\s+directors\b|\bdirector\s+of\b|\baudit\s+committee\b",
        // 3 employee
        r"(?i)\bemployees?\b|\bdirector\s+of\s+(?:[\w-]+\s+){0,3}?(?:manufacturing|marketing|advertising|merchandising|procurement|communications|engineering|research|development|resources|systems|audit|relations|business|technology|quality|materials|purchasing|logistics|reporting|planning|administration|services|compliance|operations|sales)\b|\bofficial\b|\bexecutives?\b|\bmanagers?\b|\bsales(?:man|person|men)\b|\bsupervisor\b|\bbookkeeper\b|\baccountant\s+(?:at|for|in)\b|\bemployed\b|\bworked\s+(?:at|for)\b|\bassistant\b|\banalyst\b|\bengineer\b",
        // 4 adviser
        r"(?i)\battorney\b|\blawyer\b|\boutside\s+counsel\b|\bconsultant\b|\binvestment\s+advis[eo]r\b|\bbroker\b|\bregistered\s+representative\b|\bpromoter\b|\binvestment\s+banker\b|\bunderwriter\b|\blaw\s+firm\b",
        // 5 outsider who helped
        r"(?i)\bvendors?\b|\bsuppliers?\b|\bcustomers?\b|\bdistributors?\b|\bsales\s+representative\s+(?:of|for)\b|\bbusiness\s+partner\b|\bassociated\s+with\b",
    ])
});

static FIRM_ROLES: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        r"(?i)\b(?:accounting|audit|auditing)\s+firm\b|\bpublic\s+accounting\b|\baudited\b|\baudits?\s+of\b|\bas\s+(?:the\s+)?auditors?\b",
        r"(?i)\binvestment\s+advis[eo]r\b|\bbroker-?dealer\b|\bunderwriter\b|\blaw\s+firm\b|\bconsulting\b|\bbrokerage\b|\btransfer\s+agent\b",
        r"(?i)\baid(?:ed|ing)\s+and\s+abett|\bcustomers?\b|\bvendors?\b|\bsuppliers?\b|\bdistributors?\b|\bresellers?\b|\bcounterparty\b|\bfinancial\s+institution\b|\bbank\b|\bcaus(?:ed|ing)\s+\w+s?\s+violations",
        r"(?i)\brelief\s+defendant\b|\bcontrolled\s+by\b|\bowned\s+by\b|\bshell\b",
    ])
});

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

/// What a release says of all those whom it charges; asked for by each of them, read once.
pub struct Matter<'a> {
    text: &'a str,
    officers: OnceCell<bool>,
    outsiders: OnceCell<bool>,
    audit: OnceCell<bool>,
}

impl<'a> Matter<'a> {
    /// Of a text.
    pub fn of(text: &'a str) -> Matter<'a> {
        Matter { text, officers: OnceCell::new(), outsiders: OnceCell::new(), audit: OnceCell::new() }
    }

    /// Whether the opening calls those charged officers, for those of whom it says no more.
    fn is_of_officers(&self) -> bool {
        *self
            .officers
            .get_or_init(|| OFFICERS.is_match(&self.text[..super::segments::floor(self.text, 2500)]))
    }

    /// Whether all those charged are said to have served the other side of the issuer's deals.
    fn is_of_outsiders(&self) -> bool {
        *self
            .outsiders
            .get_or_init(|| OUTSIDERS.is_match(&self.text[..super::segments::floor(self.text, 4000)]))
    }

    fn mentions_audit(&self) -> bool {
        *self.audit.get_or_init(|| self.text.contains("audit") || self.text.contains("Audit"))
    }

    /// Whether those charged beside a firm of auditors are its people: its partners, or auditors, are said to be
    /// charged.
    pub fn is_of_auditors(&self) -> bool {
        AUDITORS.is_match(&self.text[..super::segments::floor(self.text, 4000)])
    }
}

/// The role of a person by what stands beside the name.
pub fn person_role(matter: &Matter<'_>, named: &Named) -> Role {
    let text = matter.text;
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
            let after = before_bar(clause(after));
            let before = before_bar(own_sentence(before));
            let tail = &before[super::segments::floor(before, before.len().saturating_sub(24))..];
            let full = tail.to_ascii_lowercase().contains(&given.to_ascii_lowercase());
            for hit in PERSON_ROLES.matches(after).filter(|hit| speaks(*hit, after)) {
                score[hit] += if full { 4 } else { 2 };
                practice |= full && hit == 0;
            }
            // `its former Chief Financial Officer, Jane Doe`: the office right before the full name.
            let given_at = before.to_ascii_lowercase().rfind(&given.to_ascii_lowercase()).filter(|_| full);
            let held = |words: &str| {
                OFFICE_BEFORE.find(words).is_some_and(|found| {
                    !JUNIOR
                        .find_iter(words)
                        .any(|junior| junior.start() < found.end() && found.start() < junior.end())
                })
            };
            office |= given_at.is_some_and(|at| held(&before[..at])) || full && OFFICE_AFTER.is_match(after);
            for hit in PERSON_ROLES.matches(before).filter(|hit| speaks(*hit, before)) {
                score[hit] += 1;
            }
        }
    }
    let [audit, officer, director, employee, adviser, outside] = score;
    let best = audit.max(officer).max(director).max(employee).max(adviser).max(outside);
    if best == 0 && matter.is_of_officers() && !named.accountant {
        return Role::Officer;
    }
    if best == 0 {
        return if named.accountant && matter.mentions_audit() { Role::AuditorPerson } else { Role::Other };
    }
    if office && !practice {
        return Role::Officer;
    }
    if matter.is_of_outsiders() {
        return Role::Aider;
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

static OFFICERS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:former|top|senior|current|corporate)\s+(?:(?:former|top|senior|financial|accounting|corporate|[a-z][\w-]+)\s+){0,2}(?:officers|executives)\b",
    )
});

/// Whether a phrase tells an office of somebody: auditors who were lied to are nobody's office, and a director of
/// manufacturing sits on no board.
fn speaks(hit: usize, words: &str) -> bool {
    match hit {
        0 => !DECEIVED.is_match(words),
        1 => !JUNIOR.is_match(words) || PERSON_ROLES.fits(1, &JUNIOR.replace_all(words, "")),
        2 => !HEADS_A_DEPARTMENT.is_match(words),
        _ => true,
    }
}

/// Who stands below an office holds none.
static JUNIOR: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:assistant|deputy|associate)\s+(?:(?:corporate|division|divisional)\s+)?(?:controller|comptroller|treasurer|vice[- ]?president|general\s+counsel)\b",
    )
});

static HEADS_A_DEPARTMENT: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\bdirector\s+of\s+(?:[\w-]+\s+){0,3}?(?:manufacturing|marketing|advertising|merchandising|procurement|communications|engineering|research|development|resources|systems|audit|relations|business|technology|quality|materials|purchasing|logistics|reporting|accounting|tax|taxes|sales|operations|finance|planning|administration|services|compliance)\b",
    )
});

static DECEIVED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:misle(?:d|ad\w*)|deceiv\w+|deception|l(?:ied|ying)|conceal\w*|withh[eo]ld\w*|misrepresent\w*|false\s+(?:statements?|representations?)|manipulat\w+)\b[^.;]*?\b(?:auditors?|accountants?)\b",
    )
});

/// The words before a name that are of its own sentence; the stop of an initial ends none.
fn own_sentence(before: &str) -> &str {
    let ends = |at: &usize| {
        let head = &before[..*at];
        let word = head.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        before.as_bytes()[*at] == b';'
            || word.len() > 1 && !matches!(word, "Jr" | "Sr" | "Mr" | "Ms" | "Dr" | "Inc" | "Corp")
    };
    let cut = before.match_indices(['.', ';']).map(|(at, _)| at).rfind(ends);
    before.get(cut.map_or(0, |at| at + 1)..).unwrap_or(before)
}

/// The words before a bar from offices to come, which tells of none that was held.
fn before_bar(words: &str) -> &str {
    let bar = BAR.find(words).map_or(words.len(), |found| found.start());
    &words[..bar]
}

static BAR: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:bar(?:s|red|ring)?|prohibit\w*|prevent\w*)\b[^.;]{0,40}?\bofficer\b|\bofficer\s+(?:and|or)\s+director\s+bar|\bfrom\s+(?:serving|acting)\b|\b(?:serv|act)(?:e|ing)\s+as\s+an\s+officer\s+(?:or|and)\b",
    )
});

static OUTSIDERS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:individuals|defendants|persons|respondents)\b[^.;]*?\b(?:were|was|are)\s+(?:each\s+)?(?:then\s+)?(?:an?\s+)?(?:employees?|agents?|officers?)\b(?:\s+\w+){0,5}?\s+(?:vendors|suppliers|customers|distributors|resellers)\b",
    )
});

static AUDITORS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?i)\b(?:its|one|two|three|four|five|six|former|senior|current|certain)\s+(?:(?:former|current|senior|audit|of\s+its)\s+|[A-Z][\w&]+\s+){0,4}(?:partners?|auditors|accountants)\b|\bpartners\s+named\b|\bindividual\s+auditors\b",
    )
});

/// The words after a name that are still about it.
fn clause(after: &str) -> &str {
    let stop = after.find("; ").into_iter().chain(after.find(". ")).min().unwrap_or(after.len());
    &after[..stop]
}

/// The role of an organisation that is not the issuer.
pub fn firm_role(matter: &Matter<'_>, name: &str) -> Role {
    let text = matter.text;
    let lower = name.to_lowercase();
    let bare: String =
        lower.split([' ', ',']).next_back().unwrap_or("").chars().filter(|c| c.is_alphanumeric()).collect();
    let short = entities::without_form(name);
    let mut score = [0i32; 4];
    for (before, after) in windows(text, &short, 60, 110, 8) {
        for hit in FIRM_ROLES.matches(clause(after)) {
            score[hit] += 2;
        }
        for hit in FIRM_ROLES.matches(before) {
            score[hit] += 1;
        }
    }
    let partnership =
        words::is_partnership_form(&bare) || lower.contains(" & co") || lower.contains("accountant");
    if words::is_known_audit_firm(&lower)
        || lower.contains("certified public")
        || (partnership && (score[0] > 0 || matter.mentions_audit()))
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
