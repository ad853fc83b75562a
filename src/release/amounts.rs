//! Amounts in a release: value, unit, sign, and what they measure (`overstated revenue by $38 million`).

use crate::release::patterns;
use crate::release::sentences::Whole;
use crate::span::Span;
use aho_corasick::{AhoCorasick, MatchKind};
use regex::{Captures, Regex};
use serde::Serialize;
use std::sync::LazyLock;

/// What an amount measures; the names of line items are those of the program where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Revenue, sales.
    Revenue,
    /// Net income or loss, earnings.
    NetIncome,
    /// Income before taxes.
    PretaxIncome,
    /// Operating income.
    OperatingIncome,
    /// Gross profit or margin.
    GrossProfit,
    /// Earnings or loss for each share.
    Eps,
    /// Expenses, costs, charges.
    Expenses,
    /// Assets other than those below.
    Assets,
    /// Cash.
    Cash,
    /// Accounts receivable, loans.
    Receivables,
    /// Inventories.
    Inventories,
    /// Reserves, allowances, accruals.
    Reserves,
    /// Liabilities, debt.
    Liabilities,
    /// Equity.
    Equity,
    /// Civil penalty or fine.
    Penalty,
    /// Disgorgement, ill-gotten gains.
    Disgorgement,
    /// Prejudgment interest.
    Interest,
    /// Bonuses and other pay handed back or received.
    Compensation,
    /// Restitution, forfeiture.
    Restitution,
    /// Bribes, kickbacks, other illicit payments.
    Bribes,
    /// Money raised, proceeds of sales of securities.
    Proceeds,
    /// Losses of investors, losses avoided.
    Losses,
}

/// Which way a misstatement went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Stated too high.
    Overstated,
    /// Stated too low.
    Understated,
}

/// One amount.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// As written.
    pub text: String,
    /// In whole units (not thousands); negative for losses named as such.
    pub value: f64,
    /// `USD`, `EUR`, `USD/shares`, `percent`...
    pub unit: &'static str,
    /// What it measures, where the words near it say so.
    pub measure: Option<Measure>,
    /// Over- or understated, where the words before it say so.
    pub direction: Option<Direction>,
    /// Where it stands.
    pub span: Span,
}

static AMOUNT: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?xi)
        (?P<sign>US\$|C\$|CAN?\$|CDN\$|A\$|HK\$|NT\$|\$|€|£|¥|RMB[\t\n\r\x20\x{a0}]?|USD[\t\n\r\x20\x{a0}]?|EUR[\t\n\r\x20\x{a0}]?|GBP[\t\n\r\x20\x{a0}]?|CAD[\t\n\r\x20\x{a0}]?)[\t\n\r\x20\x{a0}]?
            (?P<money>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)(?:[\t\n\r\x20\x{a0}]*-?[\t\n\r\x20\x{a0}]*(?P<scale>thousand|million|billion|trillion|mm|bn)(?-u:\b))?
            (?P<share>[\t\n\r\x20\x{a0}]+(?:per|a)[\t\n\r\x20\x{a0}]+(?:diluted[\t\n\r\x20\x{a0}]+|basic[\t\n\r\x20\x{a0}]+|common[\t\n\r\x20\x{a0}]+)*share(?-u:\b))?
        |(?-u:\b)(?P<percent>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)[\t\n\r\x20\x{a0}]?(?:%|percent(?-u:\b)|per[\t\n\r\x20\x{a0}]+cent(?-u:\b)|percentage[\t\n\r\x20\x{a0}]+points?(?-u:\b))
        |(?-u:\b)(?P<words>[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)[\t\n\r\x20\x{a0}]+(?P<scale2>thousand|million|billion)[\t\n\r\x20\x{a0}]+(?P<currency>(?:u\.?s\.?[\t\n\r\x20\x{a0}]+|canadian[\t\n\r\x20\x{a0}]+)?dollars|euros?|yuan|renminbi|rmb|yen|pounds)(?-u:\b)
        |(?-u:\b)(?P<cents>[0-9]+(?:\.[0-9]+)?)[\t\n\r\x20\x{a0}]+cents?(?:[\t\n\r\x20\x{a0}]+(?:per|a)[\t\n\r\x20\x{a0}]+share)?(?-u:\b)",
    )
});

/// What amounts can measure, by the start of a word or phrase; the longest wins.
const MEASURES: [(&str, Measure); 98] = [
    ("earnings per share", Measure::Eps),
    ("loss per share", Measure::Eps),
    ("eps", Measure::Eps),
    ("prejudgment interest", Measure::Interest),
    ("pre-judgment interest", Measure::Interest),
    ("accrued interest", Measure::Interest),
    ("interest", Measure::Interest),
    ("penalt", Measure::Penalty),
    ("fine of", Measure::Penalty),
    ("fines", Measure::Penalty),
    ("fined", Measure::Penalty),
    ("criminal fine", Measure::Penalty),
    ("civil fine", Measure::Penalty),
    ("disgorg", Measure::Disgorgement),
    ("disgorge and forfeit", Measure::Disgorgement),
    ("ill-gotten gain", Measure::Disgorgement),
    ("unjust enrichment", Measure::Disgorgement),
    ("restitution", Measure::Restitution),
    ("forfeit", Measure::Restitution),
    ("bribe", Measure::Bribes),
    ("kickback", Measure::Bribes),
    ("illicit payment", Measure::Bribes),
    ("improper payment", Measure::Bribes),
    ("corrupt payment", Measure::Bribes),
    ("illegal payment", Measure::Bribes),
    ("proceeds", Measure::Proceeds),
    ("offering", Measure::Proceeds),
    ("raised", Measure::Proceeds),
    ("raising", Measure::Proceeds),
    ("pre-tax", Measure::PretaxIncome),
    ("pretax", Measure::PretaxIncome),
    ("income before tax", Measure::PretaxIncome),
    ("income before income tax", Measure::PretaxIncome),
    ("loss before tax", Measure::PretaxIncome),
    ("earnings before", Measure::PretaxIncome),
    ("pre-tax income", Measure::PretaxIncome),
    ("pre-tax earnings", Measure::PretaxIncome),
    ("pre-tax loss", Measure::PretaxIncome),
    ("pre-tax profit", Measure::PretaxIncome),
    ("pretax income", Measure::PretaxIncome),
    ("pretax earnings", Measure::PretaxIncome),
    ("operating income", Measure::OperatingIncome),
    ("operating profit", Measure::OperatingIncome),
    ("operating earnings", Measure::OperatingIncome),
    ("operating loss", Measure::OperatingIncome),
    ("gross profit", Measure::GrossProfit),
    ("gross margin", Measure::GrossProfit),
    ("avoided losses", Measure::Losses),
    ("losses avoided", Measure::Losses),
    ("investor losses", Measure::Losses),
    ("shareholders lost", Measure::Losses),
    ("investors lost", Measure::Losses),
    ("avoiding losses", Measure::Losses),
    ("bonus", Measure::Compensation),
    ("incentive", Measure::Compensation),
    ("salary", Measure::Compensation),
    ("salaries", Measure::Compensation),
    ("compensation", Measure::Compensation),
    ("compensation expense", Measure::Expenses),
    ("net income", Measure::NetIncome),
    ("net earnings", Measure::NetIncome),
    ("net profit", Measure::NetIncome),
    ("net loss", Measure::NetIncome),
    ("net results", Measure::NetIncome),
    ("earnings", Measure::NetIncome),
    ("profit", Measure::NetIncome),
    ("income", Measure::NetIncome),
    ("revenue", Measure::Revenue),
    ("sales", Measure::Revenue),
    ("receivable", Measure::Receivables),
    ("accounts receivable", Measure::Receivables),
    ("loan", Measure::Receivables),
    ("inventor", Measure::Inventories),
    ("reserve", Measure::Reserves),
    ("allowance", Measure::Reserves),
    ("accrual", Measure::Reserves),
    ("expense", Measure::Expenses),
    ("cost", Measure::Expenses),
    ("charge of", Measure::Expenses),
    ("restructuring charge", Measure::Expenses),
    ("depreciation", Measure::Expenses),
    ("amortization", Measure::Expenses),
    ("write-down", Measure::Expenses),
    ("write-off", Measure::Expenses),
    ("writedown", Measure::Expenses),
    ("cash", Measure::Cash),
    ("liabilit", Measure::Liabilities),
    ("debt", Measure::Liabilities),
    ("indebtedness", Measure::Liabilities),
    ("accounts payable", Measure::Liabilities),
    ("shareholders equity", Measure::Equity),
    ("stockholders equity", Measure::Equity),
    ("net worth", Measure::Equity),
    ("equity", Measure::Equity),
    ("asset", Measure::Assets),
    ("propert", Measure::Assets),
    ("goodwill", Measure::Assets),
    ("credits", Measure::Assets),
];

/// Words that tell the way of a misstatement.
const DIRECTIONS: [(&str, Direction); 29] = [
    ("overstat", Direction::Overstated),
    ("inflat", Direction::Overstated),
    ("overvalu", Direction::Overstated),
    ("exaggerat", Direction::Overstated),
    ("overreport", Direction::Overstated),
    ("fictitious", Direction::Overstated),
    ("phony", Direction::Overstated),
    ("fake", Direction::Overstated),
    ("bogus", Direction::Overstated),
    ("sham ", Direction::Overstated),
    ("improperly recogni", Direction::Overstated),
    ("improperly record", Direction::Overstated),
    ("improperly book", Direction::Overstated),
    ("prematurely recogni", Direction::Overstated),
    ("prematurely record", Direction::Overstated),
    ("improper revenue", Direction::Overstated),
    ("understat", Direction::Understated),
    ("under-report", Direction::Understated),
    ("underreport", Direction::Understated),
    ("undervalu", Direction::Understated),
    ("improperly defer", Direction::Understated),
    ("improperly capital", Direction::Understated),
    ("failed to record", Direction::Understated),
    ("failed to accrue", Direction::Understated),
    ("failed to recogni", Direction::Understated),
    ("failing to record", Direction::Understated),
    ("failing to accrue", Direction::Understated),
    ("failure to record", Direction::Understated),
    ("failed to reserve", Direction::Understated),
];

fn searcher(words: Vec<&'static str>) -> AhoCorasick {
    patterns::words(words, MatchKind::LeftmostLongest)
}

static MEASURE: LazyLock<AhoCorasick> =
    LazyLock::new(|| searcher(MEASURES.iter().map(|(word, _)| *word).collect()));
static DIRECTION: LazyLock<AhoCorasick> =
    LazyLock::new(|| searcher(DIRECTIONS.iter().map(|(word, _)| *word).collect()));

/// A measure named in a text: where it starts, what it is, and whether it is called a loss.
struct Named {
    at: usize,
    measure: Measure,
    loss: bool,
}

/// The measures named in a text, at the starts of words.
fn named(text: &str) -> impl Iterator<Item = Named> {
    MEASURE.find_iter(text).filter_map(move |found| {
        let inside = found
            .start()
            .checked_sub(1)
            .and_then(|at| text.as_bytes().get(at))
            .is_some_and(u8::is_ascii_alphanumeric);
        let (word, measure) = MEASURES.get(found.pattern().as_usize())?;
        let loss = word.contains("loss") && *measure != Measure::Losses;
        // Interests in a pool are no interest on a judgment.
        let shares = *measure == Measure::Interest && text.as_bytes().get(found.end()) == Some(&b's');
        (!inside && !shares).then_some(Named { at: found.start(), measure: *measure, loss })
    })
}

/// Reads the amounts of a release, in order.
pub fn read(text: &str) -> Vec<Amount> {
    read_in(text, &Whole::of(text))
}

/// As [`read`], with the sentences of the text.
pub(super) fn read_in(text: &str, whole: &Whole<'_>) -> Vec<Amount> {
    let sentences = whole;
    let mut found: Vec<Amount> = Vec::new();
    for captures in AMOUNT.captures_iter(text) {
        let Some((value, unit)) = valued(&captures) else { continue };
        let Some(whole) = captures.get(0) else { continue };
        let sentences = sentences.spans();
        let words = whole.as_str().trim_end();
        let span = Span::new(whole.start(), whole.start() + words.len());
        let at = sentences.partition_point(|sentence: &Span| sentence.end <= span.start);
        let sentence = sentences.get(at).copied().unwrap_or(span);
        let earlier = found.last().map_or(0, |amount| amount.span.end).max(sentence.start).min(span.start);
        let (measure, loss) = measured(text, sentence, earlier, span);
        let direction = directed(text, sentence, span, measure);
        let value = if loss && direction.is_none() { -value } else { value };
        found.push(Amount { text: words.to_owned(), value, unit, measure, direction, span });
    }
    found
}

fn valued(captures: &Captures) -> Option<(f64, &'static str)> {
    let scale = |name: &str| captures.name(name).map_or(0, |m| exponent(m.as_str()));
    if let Some(money) = captures.name("money") {
        let sign = captures.name("sign").map_or("$", |m| m.as_str()).trim().to_ascii_uppercase();
        let per_share = captures.name("share").is_some();
        let unit = match sign.as_str() {
            "€" | "EUR" => "EUR",
            "£" | "GBP" => "GBP",
            "¥" => "JPY",
            "RMB" => "CNY",
            "C$" | "CA$" | "CAN$" | "CDN$" | "CAD" => "CAD",
            "A$" => "AUD",
            "HK$" => "HKD",
            "NT$" => "TWD",
            _ if per_share => "USD/shares",
            _ => "USD",
        };
        return Some((number(money.as_str(), scale("scale"))?, unit));
    }
    if let Some(percent) = captures.name("percent") {
        return Some((number(percent.as_str(), 0)?, "percent"));
    }
    if let Some(words) = captures.name("words") {
        let currency = captures.name("currency")?.as_str().to_ascii_lowercase();
        let unit = match currency.as_bytes().first()? {
            b'e' => "EUR",
            b'y' if currency == "yen" => "JPY",
            b'y' | b'r' => "CNY",
            b'p' => "GBP",
            b'c' => "CAD",
            _ => "USD",
        };
        return Some((number(words.as_str(), scale("scale2"))?, unit));
    }
    Some((number(captures.name("cents")?.as_str(), -2)?, "USD/shares"))
}

fn exponent(word: &str) -> i32 {
    match word.to_ascii_lowercase().as_str() {
        "thousand" => 3,
        "million" | "mm" => 6,
        "billion" | "bn" => 9,
        "trillion" => 12,
        _ => 0,
    }
}

/// Digits and a power of ten, without the rounding of a product: `1.4` and 6 are 1400000.
fn number(digits: &str, exponent: i32) -> Option<f64> {
    let plain: String = digits.chars().filter(|c| *c != ',').collect();
    (plain.len() <= 20).then(|| format!("{plain}e{exponent}").parse().ok()).flatten()
}

/// A sanction named right before its sum.
static OF: LazyLock<Regex> = LazyLock::new(|| {
    patterns::compile(
        r"(?i)(?-u:\b)(?:disgorgement|penalt(?:y|ies)|interest(?:[\t\r\n ]+thereon)?)[\t\r\n ]+(?:in[\t\r\n ]+the[\t\r\n ]+amounts?[\t\r\n ]+)?of[\t\r\n ]+(?:approximately[\t\r\n ]+)?$",
    )
});

/// What the amount measures, and whether it is called a loss: the words right behind it (`$45 million in
/// fictitious revenue`), else the last ones before it (`overstated revenue by $45 million`).
fn measured(text: &str, sentence: Span, earlier: usize, span: Span) -> (Option<Measure>, bool) {
    let behind = head(text.get(span.end..sentence.end.max(span.end)).unwrap_or(""), 70);
    let clause = behind.split([',', ';', '(']).next().unwrap_or("");
    let joined = clause.trim_start().get(..3).is_some_and(|start| {
        ["in ", "of ", "civ", "pen", "dis", "fin", "loa", "net", "pre"]
            .iter()
            .any(|word| start.eq_ignore_ascii_case(word))
    });
    let before = text.get(earlier..span.start).unwrap_or("");
    // "Disgorgement of $11,000 in profits".
    if OF.is_match(tail(before, 60))
        && let Some(last) = named(before).last()
    {
        return (Some(last.measure), last.loss);
    }
    // "by $5 million in fiscal 2001": a year behind "in" says nothing on the amount.
    if joined
        && let Some(first) = named(clause).next()
        && first.at < 45
        && !clause.get(..first.at).unwrap_or("").contains(" and ")
    {
        return (Some(first.measure), first.loss);
    }
    if let Some(last) = named(before).last() {
        return (Some(last.measure), last.loss);
    }
    // "revenue by 33% and 10%, respectively" shares its noun with the amount before.
    let whole = text.get(sentence.start.min(span.start)..span.start).unwrap_or("");
    (named(whole).last().map(|last| last.measure), false)
}

fn directed(text: &str, sentence: Span, span: Span, measure: Option<Measure>) -> Option<Direction> {
    use Measure::{Bribes, Compensation, Disgorgement, Interest, Losses, Penalty, Proceeds, Restitution};
    if matches!(
        measure,
        Some(Penalty | Disgorgement | Interest | Restitution | Bribes | Proceeds | Losses | Compensation)
    ) {
        return None;
    }
    let before = text.get(sentence.start.min(span.start)..span.start)?;
    let behind = head(text.get(span.end..sentence.end.max(span.end)).unwrap_or(""), 40);
    let found = DIRECTION.find_iter(tail(before, 220)).last().or_else(|| DIRECTION.find(behind))?;
    DIRECTIONS.get(found.pattern().as_usize()).map(|(_, direction)| *direction)
}

/// The first bytes of a text, cut at a character boundary.
fn head(text: &str, bytes: usize) -> &str {
    let mut at = bytes.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    &text[..at]
}

/// The last bytes of a text, cut at a character boundary.
fn tail(text: &str, bytes: usize) -> &str {
    let mut at = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(at) {
        at += 1;
    }
    &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Amount {
        let found = read(text);
        assert!(!found.is_empty(), "{text}");
        assert_eq!(found[0].span.of(text), found[0].text);
        found[0].clone()
    }

    #[test]
    fn value_unit_measure_and_direction() {
        use Direction::{Overstated, Understated};
        for (text, value, unit, measure, direction) in [
            ("overstated revenue by $38 million", 38e6, "USD", Some(Measure::Revenue), Some(Overstated)),
            (
                "inflated Northvale's net income by over $1.4 billion",
                1.4e9,
                "USD",
                Some(Measure::NetIncome),
                Some(Overstated),
            ),
            (
                "understated its expenses by approximately $537,518 in 2001",
                537518.0,
                "USD",
                Some(Measure::Expenses),
                Some(Understated),
            ),
            (
                "recorded $45 million in fictitious revenue",
                45e6,
                "USD",
                Some(Measure::Revenue),
                Some(Overstated),
            ),
            ("a civil penalty of $50,000", 50000.0, "USD", Some(Measure::Penalty), None),
            ("to pay a $25,000 civil money penalty", 25000.0, "USD", Some(Measure::Penalty), None),
            (
                "disgorgement of $11,416,814 in profits",
                11_416_814.0,
                "USD",
                Some(Measure::Disgorgement),
                None,
            ),
            ("disgorgement of $14,753, plus interest", 14753.0, "USD", Some(Measure::Disgorgement), None),
            ("overstated its earnings by 33%", 33.0, "percent", Some(Measure::NetIncome), Some(Overstated)),
            (
                "overstated income by 12.5 percent",
                12.5,
                "percent",
                Some(Measure::NetIncome),
                Some(Overstated),
            ),
            ("a net loss of $3.2 million", -3.2e6, "USD", Some(Measure::NetIncome), None),
            (
                "understated its net loss by $3.2 million",
                3.2e6,
                "USD",
                Some(Measure::NetIncome),
                Some(Understated),
            ),
            ("earnings per share of $0.30 per share", 0.3, "USD/shares", Some(Measure::Eps), None),
            (
                "overstated inventory by €21 million",
                21e6,
                "EUR",
                Some(Measure::Inventories),
                Some(Overstated),
            ),
            ("inflated sales by 20 million dollars", 20e6, "USD", Some(Measure::Revenue), Some(Overstated)),
            (
                "understated reserves by US$5.25 million",
                5.25e6,
                "USD",
                Some(Measure::Reserves),
                Some(Understated),
            ),
            ("paid RMB 30 million in bribes", 30e6, "CNY", Some(Measure::Bribes), None),
        ] {
            let amount = one(text);
            assert_eq!(
                (amount.value, amount.unit, amount.measure, amount.direction),
                (value, unit, measure, direction),
                "{text}"
            );
        }
    }

    #[test]
    fn two_amounts_each_take_their_own_noun() {
        let found =
            read("to inflate Northvale's revenues by over $38 million and net income by over $20 million.");
        assert_eq!(
            found.iter().map(|a| a.measure).collect::<Vec<_>>(),
            [Some(Measure::Revenue), Some(Measure::NetIncome)]
        );
        assert!(found.iter().all(|a| a.direction == Some(Direction::Overstated)));
    }

    /// LLM L16: a window cut inside a curly quote or a no-break space.
    #[test]
    fn windows_are_cut_at_characters() {
        let text =
            format!("{}\u{2019}\u{a0}$5 million{}", "\u{2019}".repeat(100), "\u{a0}\u{2019}".repeat(60));
        assert_eq!(one(&text).value, 5e6);
    }
}
