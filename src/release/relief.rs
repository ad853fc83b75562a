//! Relief ordered or sought, and money to be paid, by party; money relief is kept apart from misstatements.

use crate::release::amounts::{Amount, Measure};
use crate::release::sentences::Whole;
use crate::release::{patterns, who};
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use serde::Serialize;
use std::sync::LazyLock;

/// Kinds of relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReliefKind {
    /// Injunction of a court.
    Injunction,
    /// Cease-and-desist order.
    CeaseAndDesist,
    /// Bar from serving as officer or director.
    OfficerDirectorBar,
    /// Denial of the privilege of appearing or practicing before the Commission.
    PracticeSuspension,
    /// Bar from the securities industry.
    IndustryBar,
    /// Penny stock bar.
    PennyStockBar,
    /// Disgorgement.
    Disgorgement,
    /// Prejudgment interest.
    PrejudgmentInterest,
    /// Civil penalty.
    CivilPenalty,
    /// Pay handed back under section 304 of the Sarbanes-Oxley Act.
    Clawback,
    /// Censure.
    Censure,
    /// Registration of securities or of a person revoked or suspended.
    Revocation,
    /// Assets frozen.
    AssetFreeze,
    /// Undertakings, consultants, monitors.
    Undertakings,
}

/// One kind of relief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relief {
    /// What.
    pub kind: ReliefKind,
    /// Ordered or agreed; false while it is only sought.
    pub ordered: bool,
    /// The words that name it.
    pub span: Span,
}

/// Money to be paid as a sanction.
#[derive(Clone, Debug, PartialEq)]
pub struct Payment {
    /// The words that name who pays, where the sentence has them.
    pub party: Option<Span>,
    /// Civil penalty, disgorgement, prejudgment interest or clawback.
    pub kind: ReliefKind,
    /// In whole units.
    pub value: f64,
    /// `USD` as a rule.
    pub unit: &'static str,
    /// Where the amount stands.
    pub span: Span,
}

impl Payment {
    /// Whether both are one sum for one thing.
    fn is_sum_of(&self, other: &Payment) -> bool {
        self.kind == other.kind && self.value == other.value && self.unit == other.unit
    }
}

/// Words that name relief. Some count only near others: see [`confirmed`].
const WORDS: [(&str, ReliefKind); 41] = [
    ("enjoin", ReliefKind::Injunction),
    ("injunct", ReliefKind::Injunction),
    ("restraining order", ReliefKind::Injunction),
    ("cease-and-desist", ReliefKind::CeaseAndDesist),
    ("cease and desist", ReliefKind::CeaseAndDesist),
    ("cease-and- desist", ReliefKind::CeaseAndDesist),
    ("officer and director", ReliefKind::OfficerDirectorBar),
    ("officer or director", ReliefKind::OfficerDirectorBar),
    ("officer-and-director", ReliefKind::OfficerDirectorBar),
    ("officers and directors", ReliefKind::OfficerDirectorBar),
    ("officers or directors", ReliefKind::OfficerDirectorBar),
    ("appearing or practicing", ReliefKind::PracticeSuspension),
    ("practicing or appearing", ReliefKind::PracticeSuspension),
    ("appearing and practicing", ReliefKind::PracticeSuspension),
    ("appear or practice", ReliefKind::PracticeSuspension),
    ("practicing before", ReliefKind::PracticeSuspension),
    ("practicing as an accountant", ReliefKind::PracticeSuspension),
    ("practice before the c", ReliefKind::PracticeSuspension),
    ("associating with", ReliefKind::IndustryBar),
    ("association with any", ReliefKind::IndustryBar),
    ("associated with any", ReliefKind::IndustryBar),
    ("penny stock", ReliefKind::PennyStockBar),
    ("disgorg", ReliefKind::Disgorgement),
    ("ill-gotten", ReliefKind::Disgorgement),
    ("prejudgment interest", ReliefKind::PrejudgmentInterest),
    ("pre-judgment interest", ReliefKind::PrejudgmentInterest),
    ("penalt", ReliefKind::CivilPenalty),
    ("civil fine", ReliefKind::CivilPenalty),
    ("civil penalt", ReliefKind::CivilPenalty),
    ("money penalt", ReliefKind::CivilPenalty),
    ("monetary penalt", ReliefKind::CivilPenalty),
    ("section 304", ReliefKind::Clawback),
    ("sox 304", ReliefKind::Clawback),
    ("reimburs", ReliefKind::Clawback),
    ("censur", ReliefKind::Censure),
    ("revo", ReliefKind::Revocation),
    ("asset freeze", ReliefKind::AssetFreeze),
    ("freez", ReliefKind::AssetFreeze),
    ("undertak", ReliefKind::Undertakings),
    ("independent consultant", ReliefKind::Undertakings),
    ("compliance consultant", ReliefKind::Undertakings),
];

static WORD: LazyLock<AhoCorasick> =
    LazyLock::new(|| patterns::words(WORDS.map(|(word, _)| word), MatchKind::LeftmostLongest));

/// Whether a word that has other uses too stands here for the relief.
fn confirmed(kind: ReliefKind, sentence: &str, at: usize) -> bool {
    let lower = sentence.to_ascii_lowercase();
    let near = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    match kind {
        ReliefKind::OfficerDirectorBar => {
            near(&["bar", "prohibit", "serving as", "acting as", "from serving", "to serve"])
        }
        ReliefKind::PracticeSuspension => near(&["suspen", "bar", "den", "prohibit", "privilege"]),
        ReliefKind::IndustryBar => near(&["bar", "suspen", "prohibit"]),
        // Section 304 is a charge as long as nothing comes back.
        ReliefKind::Clawback => {
            near(&["304", "bonus", "incentive", "compensation", "stock"])
                && near(&["reimburs", "repay", "claw", "return"])
        }
        ReliefKind::CivilPenalty => {
            let from = super::segments::floor(sentence, at.saturating_sub(40));
            let to = super::segments::floor(sentence, at + 60);
            let window = sentence.get(from..to).unwrap_or("");
            let lower = window.to_ascii_lowercase();
            PENALTY.is_match(window) && (lower.contains("civil") || !lower.contains("criminal"))
        }
        ReliefKind::Revocation => {
            near(&["registration"])
                && ["revoke", "revoki", "revoca"]
                    .iter()
                    .any(|word| lower.get(at..).is_some_and(|rest| rest.starts_with(word)))
        }
        ReliefKind::Disgorgement => {
            near(&["disgorg", "repay", "return", "surrender", "give up", "relinquish", "forfeit"])
        }
        ReliefKind::AssetFreeze => near(&["asset", "account", "fund"]),
        _ => true,
    }
}

/// Relief that is asked for and not yet given.
static SOUGHT: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:seek(?:s|ing)?|sought|request(?:s|ed|ing)?|asks?|asking|prays?|will\s+determine|to\s+be\s+determined)(?-u:\b)",
    )
});

/// What somebody did about relief. Beside a request only this says that it is given: "seeks an order", "to pay" and
/// "permanently" are words of the request.
static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)\b(?:consent(?:ed|s|ing)?\s+to|agree[ds]|(?:court|judge|commission|sec)\s+(?:\w+\s+){0,2}orders|ordered|entered|enters|impose[ds]|paid|issued|will\s+(?:\w+\s+)?(?:pay|disgorge))\b",
    )
});

/// What was done in earlier matters, often against others.
static RECALLED: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)\bpreviously\s+(?:instituted|filed|settled|announced|charged|sued|brought|obtained)\b",
    )
});

/// A penalty that is the Commission's: called civil or of money, or beside its sum.
static PENALTY: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)\b(?:civil|money|monetary)\s+(?:\w+\s+){0,2}(?:penalt|fine)|\$[\d,.]+(?:\s+(?:thousand|million))?\s+(?:\w+\s+)?penalt|penalt(?:y|ies)\s+(?:of|totall?ing|in\s+the\s+amounts?\s+of)\s+(?:approximately\s+)?\$",
    )
});

/// Reads the kinds of relief, the first words for each; what is ordered anywhere counts as ordered.
pub fn read(text: &str) -> Vec<Relief> {
    read_in(text, &Whole::of(text))
}

/// As [`read`], with the sentences of the text.
pub(super) fn read_in(text: &str, whole: &Whole<'_>) -> Vec<Relief> {
    let mut found: Vec<Relief> = Vec::new();
    // The sentence last looked at, with whether its relief is given.
    let mut last: Option<(Span, bool)> = None;
    for word in WORD.find_iter(text) {
        let Some((_, kind)) = WORDS.get(word.pattern().as_usize()) else { continue };
        let known = found.iter().position(|relief| relief.kind == *kind);
        if known.is_some_and(|at| found[at].ordered) {
            continue;
        }
        let sentences = whole.spans();
        let at = sentences.partition_point(|sentence: &Span| sentence.end <= word.start());
        let here = Span::new(word.start(), word.end());
        let sentence = sentences.get(at).copied().filter(|sentence| sentence.contains(here)).unwrap_or(here);
        if !confirmed(*kind, sentence.of(text), word.start() - sentence.start) {
            continue;
        }
        let given = match last {
            Some((known, given)) if known == sentence => given,
            _ => is_given(sentence.of(text)),
        };
        last = Some((sentence, given));
        // An injunctive action only asks for one.
        let rest = text.get(word.end()..).unwrap_or("");
        let is_action = rest.strip_prefix("ive").is_some_and(|rest| rest.trim_start().starts_with("action"));
        let ordered = given && !is_action;
        match known {
            Some(at) if ordered => found[at] = Relief { kind: *kind, ordered, span: here },
            Some(_) => {}
            None => found.push(Relief { kind: *kind, ordered, span: here }),
        }
    }
    found.sort_by_key(|relief| relief.kind);
    found
}

fn is_given(sentence: &str) -> bool {
    !RECALLED.is_match(sentence)
        && (!SOUGHT.is_match(sentence)
            || GIVEN.is_match(sentence) && !sentence.trim_start().starts_with("The Commission seeks"))
}

/// Verbs whose subject pays.
static PAYS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    patterns::words(
        [
            " to pay",
            " agreed",
            " agrees",
            " consented",
            " will pay",
            " will also pay",
            " will disgorge",
            " paid",
            " pays",
            " pay ",
            " must pay",
            " ordered to",
            " required to",
            " to disgorge",
            " disgorged",
        ],
        MatchKind::LeftmostLongest,
    )
});

/// The nearest party before `at` that pays.
fn payer(text: &str, floor: usize, at: usize) -> Option<Span> {
    let verbs: Vec<_> = PAYS.find_iter(text.get(floor..at)?).collect();
    verbs.iter().rev().find_map(|verb| who::left_of(text, floor, floor + verb.start()))
}

static NAME_BREAK: LazyLock<Regex> = LazyLock::new(|| patterns::compile(r"\s*,\s+and\s+|\s*,\s+|\s+and\s+"));

/// Reads sanctions in money out of the amounts of a release; with `respectively` each amount goes to its own
/// party.
pub fn payments(text: &str, amounts: &[Amount]) -> Vec<Payment> {
    payments_in(text, amounts, &Whole::of(text), 0)
}

/// As [`payments`], with the sentences of the text and the start of its body.
pub(super) fn payments_in(text: &str, amounts: &[Amount], whole: &Whole<'_>, body: usize) -> Vec<Payment> {
    let money: Vec<(&Amount, ReliefKind)> =
        amounts.iter().filter_map(|amount| sanction(amount).map(|kind| (amount, kind))).take(MOST).collect();
    if money.is_empty() {
        return Vec::new();
    }
    let sentences = whole.spans();
    let place = |span: Span| sentences.partition_point(|sentence| sentence.end <= span.start);
    let mut found = Vec::new();
    for (amount, kind) in &money {
        let at = place(amount.span);
        let sentence = sentences.get(at).copied().unwrap_or(amount.span);
        let floor = sentence.start.min(amount.span.start);
        // A fine of a criminal court is no sanction of the Commission's.
        let around = Span::new(
            super::segments::floor(text, amount.span.start.saturating_sub(60)).max(floor),
            super::segments::floor(text, amount.span.end + 70).min(sentence.end.max(amount.span.end)),
        );
        if *kind == ReliefKind::CivilPenalty && around.of(text).to_ascii_lowercase().contains("criminal") {
            continue;
        }
        let subject = who::subject(text, sentence);
        let mut party = payer(text, floor, amount.span.start).or(subject);
        if let Some(all) = party
            && sentence.of(text).contains("respectively")
        {
            // "Roe and Doe consented to judgments that order them to pay $2 and $1, respectively."
            let own = names_of(text, all);
            let listed = if own.len() > 1 { own } else { subject.map_or(own, |names| names_of(text, names)) };
            let run: Vec<usize> = money
                .iter()
                .filter(|(other, other_kind)| {
                    other_kind == kind && place(other.span) == at && other.span.start >= all.end
                })
                .map(|(other, _)| other.span.start)
                .collect();
            if run.len() == listed.len() {
                party = run
                    .iter()
                    .position(|start| *start == amount.span.start)
                    .and_then(|i| listed.get(i))
                    .copied();
            }
        }
        // "Roe consented to a judgment that orders him to pay $5": Roe pays.
        if party.is_some_and(|party| pronoun(text, party).is_some()) {
            party = subject.filter(|names| pronoun(text, *names).is_none()).or(party);
        }
        found.push(Payment { party, kind: *kind, value: amount.value, unit: amount.unit, span: amount.span });
    }
    // A headline's words are capitalised whatever they name: the body says better who pays, with a name or where
    // the headline's is none.
    let told = |headline: &Payment| {
        let named =
            headline.party.is_some_and(|party| party.of(text).split_whitespace().count() < LONGEST_NAME);
        found.iter().any(|other| {
            let better = other.party.is_some_and(|party| !named || pronoun(text, party).is_none());
            other.span.start >= body && better && headline.is_sum_of(other)
        })
    };
    let own = found.iter().filter(|payment| payment.span.start >= body || !told(payment)).cloned().collect();
    once(text, without_totals(text, own), place)
}

/// Payments that are read of one release: each is held against the others, and the longest real list has some dozens.
const MOST: usize = 500;

/// Words of the longest name; more of them in a row are a headline.
const LONGEST_NAME: usize = 6;

/// Which pronoun the words are, if any.
fn pronoun(text: &str, words: Span) -> Option<usize> {
    const PRONOUNS: [[&str; 2]; 4] = [["it", "its"], ["he", "him"], ["she", "her"], ["they", "them"]];
    PRONOUNS.iter().position(|forms| forms.iter().any(|form| words.of(text).eq_ignore_ascii_case(form)))
}

/// Leaves out a sum that is said to be the total of a disgorgement and an interest which stand apart too.
fn without_totals(text: &str, payments: Vec<Payment>) -> Vec<Payment> {
    let of = |kind: ReliefKind| payments.iter().filter(move |payment| payment.kind == kind);
    let sums: Vec<f64> = of(ReliefKind::Disgorgement)
        .flat_map(|a| of(ReliefKind::PrejudgmentInterest).map(|b| a.value + b.value))
        .collect();
    let is_total = |payment: &Payment| {
        let from = super::segments::floor(text, payment.span.start.saturating_sub(30));
        let before = text.get(from..payment.span.start).unwrap_or("");
        before.contains("total") && sums.iter().any(|sum| (sum - payment.value).abs() < 0.01 * payment.value)
    };
    payments.iter().filter(|payment| !is_total(payment)).cloned().collect()
}

/// A sum that a headline or a summary tells and the body tells again counts once: with the payer's name where one
/// telling has it. Sums of one size stay apart where one sentence tells both, or where two names or two pronouns pay.
fn once(text: &str, payments: Vec<Payment>, place: impl Fn(Span) -> usize) -> Vec<Payment> {
    let lower = |span: Span| span.of(text).split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let stands_for = |payment: &Payment| payment.party.and_then(|party| pronoun(text, party));
    let names = |payment: &Payment| -> Option<Vec<String>> {
        let party = payment.party.filter(|_| stands_for(payment).is_none())?;
        Some(names_of(text, party).into_iter().map(lower).collect())
    };
    // "Roe and Doe" pay what "Doe" or "Doe and Roe" pay.
    let are_among = |few: &[String], many: &[String]| {
        few.iter().all(|name| {
            many.iter().any(|other| other.contains(name.as_str()) || name.contains(other.as_str()))
        })
    };
    let mut kept: Vec<Payment> = Vec::new();
    for payment in payments {
        let own = names(&payment);
        let twin = kept.iter_mut().filter(|known| known.is_sum_of(&payment)).find(|known| {
            let same = match (&own, &names(known)) {
                (Some(own), Some(other)) => are_among(own, other) || are_among(other, own),
                _ => match (stands_for(&payment), stands_for(known)) {
                    (Some(own), Some(other)) => own == other,
                    _ => true,
                },
            };
            same && place(known.span) != place(payment.span)
        });
        match twin {
            Some(known) if names(known).is_none() && own.is_some() => *known = payment,
            Some(_) => {}
            None => kept.push(payment),
        }
    }
    kept
}

/// The single names of a list of names.
fn names_of(text: &str, all: Span) -> Vec<Span> {
    let words = all.of(text);
    let mut names = Vec::new();
    let mut start = 0;
    for gap in NAME_BREAK.find_iter(words) {
        if gap.start() > start {
            names.push(Span::new(start, gap.start()).shifted(all.start));
        }
        start = gap.end();
    }
    if start < words.len() {
        names.push(Span::new(start, words.len()).shifted(all.start));
    }
    names
}

fn sanction(amount: &Amount) -> Option<ReliefKind> {
    if amount.unit == "percent" || amount.unit == "USD/shares" {
        return None;
    }
    match amount.measure? {
        Measure::Penalty => Some(ReliefKind::CivilPenalty),
        Measure::Disgorgement => Some(ReliefKind::Disgorgement),
        Measure::Interest => Some(ReliefKind::PrejudgmentInterest),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::amounts;

    /// What a request asks for is not given by its own words; a charged section, an injunctive action and what was
    /// settled earlier by others give nothing; a bare penalty with its sum, over a line end too, is one.
    #[test]
    fn requests_are_no_orders() {
        let said = |text: &str| -> Vec<(ReliefKind, bool)> {
            read(text).iter().map(|relief| (relief.kind, relief.ordered)).collect()
        };
        let bar = ReliefKind::OfficerDirectorBar;
        assert_eq!(
            said("It is also seeking an order prohibiting Roe from acting as an officer or director."),
            [(bar, false)]
        );
        assert_eq!(
            said(
                "The complaint asks that the Court permanently bar Roe from serving as an officer or director."
            ),
            [(bar, false)]
        );
        assert_eq!(said("The complaint charges Roe with violating Section 304 of the Act."), []);
        assert_eq!(
            said("The Commission filed a civil injunctive action against Roe."),
            [(ReliefKind::Injunction, false)]
        );
        assert_eq!(
            said(
                "The Commission previously instituted and settled cease-and-desist proceedings against Doe."
            ),
            [(ReliefKind::CeaseAndDesist, false)]
        );
        assert_eq!(said("Roe will pay a $250,000 penalty."), [(ReliefKind::CivilPenalty, true)]);
        assert_eq!(said("Roe agreed to pay a civil\npenalty."), [(ReliefKind::CivilPenalty, true)]);
        assert_eq!(said("Roe faces criminal penalties of $1 million."), []);
        assert_eq!(
            said("The order will prohibit Roe from practicing as an accountant before the Commission."),
            [(ReliefKind::PracticeSuspension, true)]
        );
        assert_eq!(
            said("The Commission seeks an order that they repay their ill-gotten gains."),
            [(ReliefKind::Disgorgement, false)]
        );
        assert_eq!(
            said("Beside the criminal case Roe paid a civil penalty of $50,000."),
            [(ReliefKind::CivilPenalty, true)]
        );
    }

    /// A headline's sum is the body's.
    #[test]
    fn a_sum_told_twice_is_one() {
        let text = "Northvale to Pay $250,000 Penalty. Without admitting, it agreed to pay a civil penalty of $250,000. \
            Roe agreed to pay a civil penalty of $50,000. Doe agreed to pay a civil penalty of $50,000.";
        let amounts = amounts::read(text);
        let sums: Vec<f64> = payments(text, &amounts).iter().map(|payment| payment.value).collect();
        assert_eq!(sums, [250_000.0, 50_000.0, 50_000.0]);
        let count = |text: &str| payments(text, &amounts::read(text)).len();
        assert_eq!(
            count(
                "He agreed to pay a civil penalty of $50,000. She agreed to pay a civil penalty of $50,000."
            ),
            2
        );
        assert_eq!(count("They agreed to pay civil penalties of $25,000 and a civil penalty of $25,000."), 2);
    }

    #[test]
    fn ordered_and_sought() {
        let found = read(
            "Roe consented to a permanent injunction and a five-year officer and director bar. The Commission seeks \
             disgorgement from Doe.",
        );
        let kinds: Vec<(ReliefKind, bool)> =
            found.iter().map(|relief| (relief.kind, relief.ordered)).collect();
        assert_eq!(
            kinds,
            [
                (ReliefKind::Injunction, true),
                (ReliefKind::OfficerDirectorBar, true),
                (ReliefKind::Disgorgement, false)
            ]
        );
    }

    #[test]
    fn each_party_pays_its_own() {
        let text = "Assar, Pardo and Simms to pay civil money penalties of $50,000, $40,000 and $55,000, respectively.";
        let found = payments(text, &amounts::read(text));
        let paid: Vec<(&str, f64)> =
            found.iter().map(|p| (p.party.map(|s| s.of(text)).unwrap_or(""), p.value)).collect();
        assert_eq!(paid, [("Assar", 50000.0), ("Pardo", 40000.0), ("Simms", 55000.0)]);
    }

    /// Who pays: the subject before an aside, of a verb far off, or for whom a pronoun stands; the body before the
    /// headline; a total beside its parts is none.
    #[test]
    fn payers_stand_far_from_their_sums() {
        let paid = |text: &str, body: usize| -> Vec<(String, f64)> {
            let amounts = amounts::read(text);
            let found = payments_in(text, &amounts, &Whole::of(text), body);
            found
                .iter()
                .map(|p| (p.party.map_or(String::new(), |s| s.of(text).to_owned()), p.value))
                .collect()
        };
        let one = |name: &str, value: f64| vec![(name.to_owned(), value)];
        let aside = "Roe, without admitting or denying the allegations of the Complaint, consented to an injunction \
            against violations of Rule 10b-5 thereunder, and agreed to pay a $25,000 civil penalty.";
        assert_eq!(paid(aside, 0), one("Roe", 25_000.0));
        let far =
            "He will be enjoined from violating the securities laws and will pay a $250,000 civil penalty.";
        assert_eq!(paid(far, 0), one("He", 250_000.0));
        let each = "Roe consented to a judgment that orders him to pay a $40,000 civil penalty. Doe consented to a \
            judgment that orders him to pay a $40,000 civil penalty.";
        assert_eq!(paid(each, 0), [("Roe".to_owned(), 40_000.0), ("Doe".to_owned(), 40_000.0)]);
        let listed = "Roe and Doe consented to judgments that order them to pay civil penalties of $75,000 and \
            $40,000, respectively.";
        assert_eq!(paid(listed, 0), [("Roe".to_owned(), 75_000.0), ("Doe".to_owned(), 40_000.0)]);
        let head = "Court Orders Boca Raton Man Charged With Fraud To Pay $120,000 Civil Penalty\n\n";
        let told = format!(
            "{head}The judgment was entered against Roe, ordering him to pay a $120,000 civil penalty."
        );
        assert_eq!(paid(&told, head.len()), one("him", 120_000.0));
        let total = "The judgment orders Roe to pay disgorgement of $11,000 in profits, together with prejudgment \
            interest thereon of $3,000, for a total of $14,000.";
        let values: Vec<f64> = paid(total, 0).into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [11_000.0, 3_000.0]);
    }

    #[test]
    fn money_relief_is_no_misstatement() {
        let text = "Northvale overstated revenue by $9 million. Roe agreed to pay disgorgement of $14,753, prejudgment \
                    interest of $2,100 and a civil penalty of $50,000.";
        let found = payments(text, &amounts::read(text));
        let kinds: Vec<(ReliefKind, f64)> = found.iter().map(|p| (p.kind, p.value)).collect();
        assert_eq!(
            kinds,
            [
                (ReliefKind::Disgorgement, 14753.0),
                (ReliefKind::PrejudgmentInterest, 2100.0),
                (ReliefKind::CivilPenalty, 50000.0)
            ]
        );
        assert!(found.iter().all(|p| p.party.map(|s| s.of(text)) == Some("Roe")));
    }
}
