//! Amounts in a release: value, unit, sign, and what they measure (`overstated revenue by $38 million`).

use crate::release::sentences;
use crate::span::Span;
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
    Regex::new(
        r"(?xi)
        (?P<sign>US\$|C\$|CAN?\$|CDN\$|A\$|HK\$|NT\$|\$|€|£|¥|\bRMB\s?|\bUSD\s?|\bEUR\s?|\bGBP\s?|\bCAD\s?)\s?
            (?P<money>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s*-?\s*(?P<scale>thousand|million|billion|trillion|mm|bn)\b)?
            (?P<share>\s+(?:per|a)\s+(?:diluted\s+|basic\s+|common\s+)*share\b)?
        |\b(?P<percent>\d+(?:,\d{3})*(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b|percentage\s+points?\b)
        |\b(?P<words>\d+(?:,\d{3})*(?:\.\d+)?)\s+(?P<scale2>thousand|million|billion)\s+(?P<currency>(?:u\.?s\.?\s+|canadian\s+)?dollars|euros?|yuan|renminbi|rmb|yen|pounds)\b
        |\b(?P<cents>\d+(?:\.\d+)?)\s+cents?(?:\s+(?:per|a)\s+share)?\b",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

/// What amounts can measure; the longest names come first.
static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?xi)\b(?:
         (?P<eps>earnings\s+per\s+share|loss\s+per\s+share|eps)
        |(?P<interest>pre-?\s?judgment\s+interest|accrued\s+interest)
        |(?P<penalty>penalt(?:y|ies)|fines?|fined)
        |(?P<disgorgement>disgorge\w*|ill-?\s?gotten\s+gains?|unjust\s+enrichment)
        |(?P<restitution>restitution|forfeit\w*)
        |(?P<bribes>bribes?|bribery|kickbacks?|(?:illicit|improper|corrupt|illegal)\s+payments?)
        |(?P<proceeds>proceeds|offerings?|raised|raising)
        |(?P<pretax>pre-?\s?tax\s+(?:\w+\s+)?(?:income|earnings|profits?|loss(?:es)?)|(?:income|earnings|profits?|loss(?:es)?)\s+before\s+(?:income\s+)?tax(?:es)?)
        |(?P<operating>operating\s+(?:income|profits?|earnings|loss(?:es)?))
        |(?P<gross>gross\s+(?:profits?|margins?))
        |(?P<losses>investor\s+losses|avoided\s+losses|losses\s+avoided|shareholders\s+lost|investors\s+lost)
        |(?P<compensation>bonus(?:es)?|incentive|salar(?:y|ies)|compensation|options?)
        |(?P<net>net\s+(?:income|earnings|profits?|loss(?:es)?|results)|earnings|profits?|income|net\s+loss)
        |(?P<revenue>revenues?|sales)
        |(?P<receivables>(?:accounts?\s+)?receivables?|loans?)
        |(?P<inventories>inventor(?:y|ies))
        |(?P<reserves>reserves?|allowances?|accruals?)
        |(?P<expenses>expenses?|costs?|charges?|depreciation|amortization|rebates?|write-?\s?(?:downs?|offs?))
        |(?P<cash>cash)
        |(?P<liabilities>liabilit(?:y|ies)|debts?|indebtedness|accounts\s+payable)
        |(?P<equity>(?:share|stock)holders['’]?s?\s+equity|net\s+worth|equity)
        |(?P<assets>assets?|propert(?:y|ies)|goodwill|credits)
        )\b",
    )
    .unwrap_or_else(|e| unreachable!("{e}"))
});

static DIRECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<over>overstat\w*|inflat\w*|overvalu\w*|exaggerat\w*|overreport\w*|fictitious|phony|fake|bogus|sham|improperly\s+(?:recogni\w+|record\w+|book\w+)|prematurely\s+(?:recogni\w+|record\w+))|(?P<under>understat\w*|under-?\s?report\w*|undervalu\w*|improperly\s+(?:deferr?\w*|capitali\w+)|fail\w*\s+to\s+(?:record|accrue|recogni\w+|reserve))\b")
        .unwrap_or_else(|e| unreachable!("{e}"))
});

/// Reads the amounts of a release, in order.
pub fn read(text: &str) -> Vec<Amount> {
    let mut found: Vec<Amount> = Vec::new();
    let mut sentences = Vec::new();
    for captures in AMOUNT.captures_iter(text) {
        let Some((value, unit)) = valued(&captures) else { continue };
        let Some(whole) = captures.get(0) else { continue };
        if sentences.is_empty() {
            sentences = sentences::split(text, Span::new(0, text.len()));
        }
        let words = whole.as_str().trim_end();
        let span = Span::new(whole.start(), whole.start() + words.len());
        let at = sentences.partition_point(|sentence: &Span| sentence.end <= span.start);
        let sentence = sentences.get(at).copied().unwrap_or(span);
        let earlier = found.last().map_or(0, |amount| amount.span.end).max(sentence.start).min(span.start);
        let (measure, loss) = measured(text, sentence, earlier, span, unit);
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

fn kind(captures: &Captures) -> Option<Measure> {
    const NAMES: [(&str, Measure); 22] = [
        ("eps", Measure::Eps),
        ("interest", Measure::Interest),
        ("penalty", Measure::Penalty),
        ("disgorgement", Measure::Disgorgement),
        ("restitution", Measure::Restitution),
        ("bribes", Measure::Bribes),
        ("proceeds", Measure::Proceeds),
        ("pretax", Measure::PretaxIncome),
        ("operating", Measure::OperatingIncome),
        ("gross", Measure::GrossProfit),
        ("losses", Measure::Losses),
        ("compensation", Measure::Compensation),
        ("net", Measure::NetIncome),
        ("revenue", Measure::Revenue),
        ("receivables", Measure::Receivables),
        ("inventories", Measure::Inventories),
        ("reserves", Measure::Reserves),
        ("expenses", Measure::Expenses),
        ("cash", Measure::Cash),
        ("liabilities", Measure::Liabilities),
        ("equity", Measure::Equity),
        ("assets", Measure::Assets),
    ];
    NAMES.iter().find(|(name, _)| captures.name(name).is_some()).map(|(_, measure)| *measure)
}

/// What the amount measures, and whether it is called a loss: the words right behind it (`$45 million in
/// fictitious revenue`), else the last ones before it (`overstated revenue by $45 million`).
fn measured(text: &str, sentence: Span, earlier: usize, span: Span, unit: &str) -> (Option<Measure>, bool) {
    let behind = head(text.get(span.end..sentence.end.max(span.end)).unwrap_or(""), 70);
    let clause = behind.split([',', ';', '(']).next().unwrap_or("");
    let joined = clause.trim_start().get(..3).is_some_and(|start| {
        ["in ", "of ", "civ", "pen", "dis", "fin", "loa", "net", "pre"]
            .iter()
            .any(|word| start.eq_ignore_ascii_case(word))
    });
    let before = text.get(earlier..span.start).unwrap_or("");
    let last = MEASURE.captures_iter(before).last();
    if joined && let Some(first) = MEASURE.captures(clause) {
        // "by $5 million in fiscal 2001": a year behind "in" says nothing on the amount.
        let gap = first.get(0).map_or(0, |m| m.start());
        if gap < 45 && !clause.get(..gap).unwrap_or("").contains(" and ") {
            return (kind(&first), is_loss(&first));
        }
    }
    match last {
        Some(last) => (kind(&last), is_loss(&last)),
        // "revenue by 33% and 10% respectively" shares its noun with the amount before.
        None => {
            let sentence_before = text.get(sentence.start.min(span.start)..span.start).unwrap_or("");
            let shared = MEASURE.captures_iter(sentence_before).last();
            let _ = unit;
            (shared.as_ref().and_then(kind), false)
        }
    }
}

fn is_loss(captures: &Captures) -> bool {
    captures.get(0).is_some_and(|m| m.as_str().to_ascii_lowercase().contains("loss"))
        && captures.name("losses").is_none()
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
    let last = DIRECTION.captures_iter(tail(before, 220)).last();
    let behind = head(text.get(span.end..sentence.end.max(span.end)).unwrap_or(""), 40);
    let found = last.or_else(|| DIRECTION.captures(behind))?;
    Some(if found.name("over").is_some() { Direction::Overstated } else { Direction::Understated })
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
