//! The issuers whose statements were false, also where only persons are charged: every organisation of the text
//! is weighed by what stands beside its mentions.

use super::entities::{self, Entity};
use super::parties::Role;
use super::patterns::{Set, compile_set};
use super::sentences;
use super::words;
use crate::span::Span;
use std::sync::LazyLock;

/// An issuer found.
#[derive(Clone, Debug)]
pub struct Issuer {
    /// Its full name as printed, on one line.
    pub name: String,
    /// Where that name stands.
    pub span: Span,
    /// Short and former names the text uses.
    pub aliases: Vec<String>,
    /// Exchange and ticker, where given.
    pub ticker: Option<String>,
    /// How strongly the text speaks for it.
    pub score: f32,
}

/// What follows a mention, from its first character on.
static AFTER: LazyLock<Set> = LazyLock::new(|| {
    let own = r#"(?i)^(?:['\x{2019}]?s|['\x{2019}])?["\x{201d}]?\)?"#;
    let patterns = [
        // 0 its statements
        r"\s+(?:[\w-]+[\s,]+)*?(?:financial\s+(?:statements?|results|reports?|reporting|position|condition|performance)|(?:net\s+)?(?:revenues?|earnings|income|sales|profits?|losses)|expenses|(?:annual|quarterly|periodic|public)\s+(?:reports?|filings?)|forms?\s+(?:10|20)|books|accounting|assets|liabilities|reserves|inventor(?:y|ies)|EPS|balance\s+sheet|restate\w*|fiscal|operating\s+results|results|accounts\s+receivable|filings)\b",
        // 1 it misstated
        r"\s*,?\s+(?:\w+,\s+)?(?:to\s+|which\s+|had\s+|has\s+|also\s+|that\s+|would\s+|could\s+|did\s+not\s+)?(?:\w+ly\s+)*(?:overstat|understat|inflat|misstat|recogniz|record|report|fil(?:e|ed|ing)\b|restat|fail(?:ed|ing)?\s+to|issu(?:ed|ing)|capitaliz|misrepresent|disclos|announc|book(?:ed|ing)|deferr|meet|met\b|mis(?:led|leading)|account(?:ed|ing)\s+for|reserv|claimed|appear|made\s+(?:materially\s+)?(?:false|misleading))",
        // 2 its stock
        r"\s+(?:[\w-]+\s+)?(?:stock|securities|shares|shareholders|investors|debentures|notes|investing\s+public)\b",
        // 3 its people
        r"\s*,?\s+(?:then[- ]|former\s+|current\s+|most\s+|top\s+|senior\s+|outside\s+|independent\s+|own\s+)*(?:chief|CEO|CFO|COO|president|controller|officers?|executives?|management|auditors?|board|chairman|treasurer|vice|audit\s+committee|employees|personnel|founder|general\s+counsel)\b",
        // 4 a part of another
        r"\s*(?:\([^)]*\)\s*)?(?:,\s+(?:was\s+|is\s+|which\s+was\s+|then\s+|formerly\s+)?|\s+(?:was|is)\s+)(?:then\s+|formerly\s+)?(?:an?|the|one\s+of|[\w-]+['\x{2019}]?s)\s+(?:[\w-]+\s+)*?(?:subsidiar(?:y|ies)|affiliate|division|unit)\b|\s*,?\s+subsidiary\s+of\b",
        // 5 no registrant of this matter
        r"\s*(?:\([^)]*\)\s*)?,?\s+(?:an?|the|its|one\s+of|was\s+an?|is\s+an?)\s+(?:[\w'\u{2019}-]+\s+)*?(?:accounting\s+firm|auditing\s+firm|audit\s+firm|law\s+firm|investment\s+bank|broker-?dealer|brokerage|customers?|vendors?|suppliers?|distributors?|underwriter|hedge\s+fund|newspaper|consulting\s+firm|shell|competitors?|acquir\w+|purchaser|lender)\b",
        // 6 what it is
        r"\s*(?:\([^)]*\)\s*)?,\s+(?:an?|the)\s+(?:[\w'\u{2019}.,-]+\s+)*?(?:company|manufacturer|provider|corporation|retailer|developer|producer|maker|distributor\s+of|operator|publicly|supplier\s+of|firm\s+that|business|chain)\b",
        // 7 it belongs to the audit side
        r"\s+(?:[\w-]+\s+)*?(?:audit|audited|auditing|engagement|partners?|work\s*papers|professional)\b",
        // 8 it is charged
        r"\s*(?:\([^)]*\)\s*)?,?\s+(?:\w+ly\s+)?(?:violat\w+|consent\w+|agreed|settl\w+|without\s+admitting|aided|perpetrat\w+|engag\w+\s+in|carried\s+out)",
        // 9 it helped another to misstate
        r"\s*(?:\([^)]*\)\s*)?,?\s+(?:for\s+|with\s+|was\s+)?(?:aid\w*\s+and\s+abet\w*|a\s+cause\s+of\s+[A-Z])",
    ];
    compile_set(patterns.iter().map(|p| format!("{own}{p}")))
});

/// What stands before a mention, to its last character.
static BEFORE: LazyLock<Set> = LazyLock::new(|| {
    compile_set([
        // 0 its officers
        r"(?i)\b(?:officers?|executives?|presidents?|chairm[ae]n|chair|directors?|controllers?|comptroller|treasurer|ceo|cfo|coo|cao|counsel|employees?|managers?|officials?|management|founder|insiders|personnel|finance|accounting|operations|sales|secretary|head)(?:\s+\([^)]*\))?(?:\s+and\s+(?:[\w-]+\s+)*?[\w-]+)?\s*,?\s+(?:of|at|for|with)\s+(?:both\s+)?(?:the\s+)?(?:[a-z][\w'\u{2019}-]*,?\s+)*$",
        // 1 made to misstate
        r"(?i)\b(?:caus\w+|enabl\w+|allow\w+|permitt\w+|help\w+|assist\w+|led|mak(?:e|ing))\s+(?:the\s+)?$",
        // 2 its statements
        r"(?i)\b(?:financial\s+statements|reports|filings|results|revenues?|earnings|income|books(?:\s+and\s+records)?|records|press\s+releases?|accounts?|forms?\s+10-?[KQ]\w*)\s+(?:of|at|by|for|(?:\w+\s+)?filed\s+by|issued\s+by|which)\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$",
        // 3 the parent of a unit
        r"(?i)\b(?:subsidiar(?:y|ies)|unit|division|affiliate|segment)\s+(?:of|for)\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$|\bparent(?:\s+company|\s+corporation|\s+of)?,?\s+(?:the\s+)?$",
        // 4 the other side of a deal
        r"(?i)\b(?:customers?|vendors?|suppliers?|acqui\w+|merge[dr]?\s+with|competitors?|agreements?\s+with|contracts?\s+with|loans?\s+from|bank|firm(?:s)?(?:\s+of)?|joint\s+venture\s+with|purchased?\s+(?:of|from)|sales?\s+to|sold\s+to|transactions?\s+with|deal\s+with|resell\w+|distributor|shell|attorney\s+at|partner\s+(?:at|of|in|with)|accountants?\s+(?:at|with)|audit(?:ing|ed)?\s+by|controlled\s+by|merger\s+of|now|currently\s+(?:with|at)|trustee|successor\s+(?:in\s+interest|entity)?,?|successor\s+to|resides)\s*,?\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$",
        // 5 the fraud there
        r"(?i)\b(?:fraud|scheme|conduct|misconduct|practices|misstatements?|wrongdoing|improprieties|irregularities|manipulation)\s+(?:at|by|of|involving|(?:perpetrated|committed)\s+by|concerning|within|inside)\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$",
        // 6 the matter is about it
        r"(?i)\b(?:investigation|case|action|complaint|charges?|lawsuit|proceedings?)\s+(?:of|into|involving|concerning|against|relating\s+to)\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$",
        // 7 served there
        r"(?i)\b(?:employed\s+(?:by|at)|worked\s+(?:for|at)|on\s+behalf\s+of|while\s+(?:at|employed\s+at)|tenure\s+at|served\s+at|audits?\s+of|auditor\s+(?:of|for)|audited|auditing|shares\s+of|stock\s+of|securities\s+of|investors\s+in|shareholders\s+of|purchasers\s+of)\s+(?:the\s+)?(?:[a-z][\w'\u{2019}-]*\s+)*$",
        // 8 another helped it
        r"(?i)\b(?:aid\w*\s+and\s+abet\w*|causing|cause\s+of)\s+(?:the\s+)?$",
        // 9 charged by name
        r"(?:\b(?:charg(?:ed|ing)|against|sued|suing)|\bdefendants?)\s+(?:[A-Z][\w.]+-based\s+|the\s+)?$",
    ])
});

/// Index in [`BEFORE`] of the words that make an organisation a parent.
const PARENT: usize = 3;

/// Weight of one kind of evidence and how often it counts.
const AFTER_WEIGHTS: [(f32, f32); 10] = [
    (3.0, 4.0),
    (3.0, 4.0),
    (1.0, 3.0),
    (2.0, 3.0),
    (-5.0, 1.0),
    (-4.0, 2.0),
    (1.5, 2.0),
    (-0.5, 2.0),
    (1.0, 2.0),
    (-10.0, 1.0),
];
const BEFORE_WEIGHTS: [(f32, f32); 10] = [
    (2.5, 4.0),
    (3.0, 3.0),
    (3.0, 3.0),
    (3.0, 2.0),
    (-2.0, 3.0),
    (2.5, 3.0),
    (1.0, 2.0),
    (1.0, 3.0),
    (4.0, 2.0),
    (0.0, 0.0),
];

/// What is known of one organisation after all its mentions are weighed.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Weighed sum.
    pub score: f32,
    /// Evidence that statements of its own were false.
    pub statements: f32,
    /// Said to be a part of another organisation.
    pub subordinate: bool,
    /// Called a division by the word right behind its name.
    pub division: bool,
    /// Said to have a part of that kind.
    pub parent: bool,
    /// Said to be the other side of a deal: a customer, a reseller, a lender.
    pub dealt_with: bool,
    /// Said to have consented, settled or been proceeded against.
    pub charged: bool,
    /// Named right behind `charged` or `against`.
    pub accused: bool,
    /// Officers of its own are named.
    pub officers: f32,
    /// Audits it made, its partners and engagements.
    pub audits: f32,
    /// Mentions of any kind.
    pub mentions: usize,
    /// Mentions in the header.
    pub headline: usize,
}

/// Weighs every organisation.
pub fn weigh(text: &str, body: usize, found: &[Entity]) -> Vec<Evidence> {
    let mut counts = vec![([0.0f32; 10], [0.0f32; 10]); found.len()];
    let mut evidence = vec![Evidence::default(); found.len()];
    for mention in entities::mentions(text, found) {
        let Some(of) = evidence.get_mut(mention.owner) else { continue };
        of.mentions += 1;
        if mention.span.start < body {
            of.headline += 1;
        }
        let (after_counts, before_counts) = &mut counts[mention.owner];
        let reach = super::segments::floor(text, mention.span.end + 110);
        let after = stop_at_sentence(&text[mention.span.end..reach]);
        of.division |= after.trim_start().starts_with("division");
        for hit in AFTER.matches(after) {
            after_counts[hit] += 1.0;
        }
        let from = super::segments::floor(text, mention.span.start.saturating_sub(110));
        let before = start_of_sentence(&text[from..mention.span.start]);
        for hit in BEFORE.matches(before) {
            // Who bought the issuer afterwards is no parent of the time.
            if hit == PARENT
                && (before.contains("became") || before.contains("becoming") || before.contains("now"))
            {
                continue;
            }
            before_counts[hit] += 1.0;
        }
    }
    for ((of, entity), (after, before)) in evidence.iter_mut().zip(found).zip(&counts) {
        let mut score = 0.0;
        for (count, (weight, cap)) in after.iter().zip(AFTER_WEIGHTS) {
            score += weight * count.min(cap);
        }
        for (count, (weight, cap)) in before.iter().zip(BEFORE_WEIGHTS) {
            score += weight * count.min(cap);
        }
        score += 0.25 * of.mentions.min(12) as f32;
        score += if of.headline > 0 { 1.5 } else { 0.0 };
        score += if entity.is_the_company { 3.0 } else { 0.0 };
        score += if entity.defined { 1.0 } else { 0.0 };
        score += if entity.ticker.is_some() { 2.0 } else { 0.0 };
        of.subordinate = after[4] > 0.0;
        of.parent = before[3] > 0.0;
        of.dealt_with = before[4] > 0.0;
        of.charged = after[8] > 0.0 && before[6] > 0.0;
        of.accused = before[9] > 0.0;
        of.statements = after[0] + after[1] + before[1] + before[2];
        of.officers = before[0];
        of.audits = after[7];
        of.score = score;
    }
    evidence
}

/// Cuts at the first end of a sentence.
fn stop_at_sentence(after: &str) -> &str {
    let end = after.match_indices(". ").map(|(i, _)| i).find(|i| {
        after.get(i + 2..).and_then(|r| r.chars().next()).is_some_and(char::is_uppercase) && *i > 0
    });
    &after[..end.unwrap_or(after.len())]
}

fn start_of_sentence(before: &str) -> &str {
    let spans = sentences::split(before, Span::new(0, before.len()));
    // A break right before the mention belongs to the mention's own sentence.
    match spans.last() {
        Some(last) if !ends_sentence(before) => before.get(last.start..).unwrap_or(before),
        Some(_) => "",
        None => before,
    }
}

fn ends_sentence(before: &str) -> bool {
    let trimmed = before.trim_end();
    trimmed.ends_with(['.', '?', '!']) && !trimmed.ends_with("v.") && !trimmed.ends_with("Mr.")
}

/// What the release is about, as far as it decides whether anybody's statements were false.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// Bribes and the books that hid them, nothing else.
    pub fcpa_only: bool,
    /// Trading on inside news, nothing else.
    pub trading_only: bool,
    /// Money raised by lies to buyers, with no statements of a registrant.
    pub offering_only: bool,
}

impl Scope {
    /// Whether nobody's statements are at issue.
    pub fn no_statements(self) -> bool {
        self.fcpa_only || self.trading_only || self.offering_only
    }
}

/// Chooses the issuers. `charged` holds the indices of organisations that are parties.
pub fn choose(
    text: &str,
    found: &[Entity],
    evidence: &[Evidence],
    charged: &[usize],
    scope: Scope,
) -> Vec<usize> {
    if scope.no_statements() {
        return Vec::new();
    }
    let audits: Vec<bool> =
        found.iter().zip(evidence).map(|(e, of)| is_audit_practice(text, e, of)).collect();
    let total = |i: usize| evidence[i].score + if charged.contains(&i) { 10.0 } else { 0.0 };
    let eligible = |i: usize| {
        let lower = found[i].name.to_lowercase();
        let form = lower
            .rsplit(' ')
            .next()
            .unwrap_or("")
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>();
        !words::is_known_audit_firm(&lower)
            && (!words::is_partnership_form(&form) || is_registered_partnership(&form, &evidence[i]))
            && !lower.contains("accountant")
            && !words::is_body(&lower)
            // A division has no accounts of its own; a name with a legal form may have lent it its name.
            && (found[i].legal || !evidence[i].division)
            && !audits[i]
    };
    let mut order: Vec<usize> = (0..found.len()).filter(|i| eligible(*i)).collect();
    order.sort_by(|a, b| {
        total(*b).total_cmp(&total(*a)).then(found[*a].span.start.cmp(&found[*b].span.start))
    });
    // A unit's false entries made its parent's statements false: the parent is the registrant.
    if order.iter().any(|i| evidence[*i].parent && total(*i) >= 3.0) {
        order.retain(|i| !evidence[*i].subordinate || evidence[*i].parent);
    }
    let best = order.first().copied().filter(|i| total(*i) >= 3.0);
    let Some(best) = best.or_else(|| order.iter().copied().find(|i| charged.contains(i) && found[*i].legal))
    else {
        return Vec::new();
    };
    let top = total(best);
    let mut chosen = vec![best];
    for &i in order.iter().skip(1) {
        let this = &evidence[i];
        // Who dealt with the issuer may have misstated too, but that is the matter of a release of its own.
        let strong = total(i) >= 0.55 * top
            && this.statements >= 3.0
            && this.score >= 8.0
            && !this.subordinate
            && (!this.dealt_with || this.headline > 0)
            && (!charged.contains(&best) || this.headline > 0);
        let charged_too =
            charged.contains(&i) && total(i) >= 0.5 * top && this.statements >= 2.0 && !this.subordinate;
        if strong || charged_too {
            chosen.push(i);
        }
    }
    chosen.truncate(4);
    chosen
}

/// A firm named after persons, with auditors' words beside it.
fn is_audit_practice(text: &str, entity: &Entity, evidence: &Evidence) -> bool {
    // `W. Harrow & Co.` with officers and false results of its own is a registrant.
    if evidence.statements + evidence.officers > 3.0 * evidence.audits + 2.0 {
        return false;
    }
    let lower = entity.name.to_lowercase();
    let of_persons = lower.contains(" & co")
        || lower.contains("associates")
        || lower.contains(" & ")
        || lower.ends_with("llc");
    of_persons && super::roles::firm_role(&super::roles::Matter::of(text), &entity.name) == Role::AuditorFirm
}

/// A partnership that is no firm of auditors or lawyers: it has accounts and officers and is said to audit nobody.
fn is_registered_partnership(form: &str, evidence: &Evidence) -> bool {
    form == "llp" && evidence.audits == 0.0 && evidence.statements + evidence.officers >= 4.0
}

/// The role of an organisation that is charged and is none of the issuers whose statements were false.
pub fn charged_role(name: &str, scope: Scope, fallback: Role) -> Role {
    // No false statements, but a registrant charged: it stands among the parties only.
    if scope.no_statements() && !words::is_known_audit_firm(&name.to_lowercase()) {
        Role::Issuer
    } else {
        fallback
    }
}

#[cfg(test)]
mod tests {
    fn issuers(body: &str) -> Vec<String> {
        let head =
            "Litigation Release No. 29999 / May 4, 2007\n\nSEC v. Roe, Civil Action No. 07-1 (D. Mass.)\n\n";
        let reading = crate::release::read(&format!("{head}{body}"), None);
        reading.issuers.into_iter().map(|i| i.name).collect()
    }

    /// Another side of the issuer's deals is no issuer of this release, though it misstated too; a unit of the
    /// issuer's is none either; a merged company that misstated before and after is.
    #[test]
    fn one_matter_has_its_own_issuers() {
        let dealt = "The Commission charged Roe, the former CFO of Northvale, Inc., with a fraudulent scheme to \
            inflate Northvale's revenues and to falsify Northvale's books. Northvale overstated its revenue in its \
            annual reports. Roe caused Northvale to recognize revenue on sales to one of its key resellers, Larkspur \
            Devices, Inc. Roe also helped Larkspur improperly recognize revenue, and aided and abetted Larkspur's \
            violations. Northvale restated its results; Northvale's financial statements had been false.";
        assert_eq!(issuers(dealt), ["Northvale, Inc."]);
        let unit = "Roe, a controller of Larkspur Devices, Inc., a subsidiary of Northvale, Inc., overstated \
            Larkspur's revenue, and Northvale's financial statements were false. Northvale restated its results.";
        assert_eq!(issuers(unit), ["Northvale, Inc."]);
        let division = "Roe ran the Brightkel division of Northvale, Inc. Brightkel overstated its revenue and Brightkel's \
            financial statements were false; so were Northvale's financial statements. Northvale's Brightkel division \
            failed to record losses. Northvale restated its results.";
        assert_eq!(issuers(division), ["Northvale, Inc."]);
    }
}
