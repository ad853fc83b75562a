//! Row labels to line items: a list of terms with a strength, never a likeness of characters.

use super::pattern;
use crate::ids::LineItem;
use regex::Regex;
use std::sync::LazyLock;

/// How surely a label names an item: 3 its total, 2 the plain term, 1 a narrower or weaker term.
pub type Strength = u8;

static BRACKETS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\([^()]*\)?|\[[^\]]*\]?"));
static NOTES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:,? *[-:]? *\(?\bnotes?\b *\d[\d,and &a-z]{0,8}\)?| /\d/| \*+|\b[a-z]\.)+$")
});
static ALLOWANCE_TAIL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"[,;]? *[-]* *(?:\(?less|net of|net,|after|principally|including|- net|-net)[ :,].*$|[,;] *net\b.*$",
    )
});

/// A label in one form: lower case, brackets, notes and allowances gone.
pub fn plain(label: &str) -> String {
    let lower = super::title::plain(label);
    let loss = lower.contains("loss");
    let bare = BRACKETS.replace_all(&lower, " ");
    let bare = NOTES.replace(&bare, "");
    let bare: String = bare
        .chars()
        .map(|c| if matches!(c, '/' | '*' | '"' | '\u{2020}' | '\u{2021}' | '#' | '$') { ' ' } else { c })
        .collect();
    let mut out = bare.split_whitespace().collect::<Vec<_>>().join(" ");
    out = out
        .trim_end_matches([':', '-', ',', '.', ' ', '\u{2014}'])
        .trim_start_matches(['-', ' ', '.'])
        .to_owned();
    // "Net (loss)", "(Loss) from operations": the bracket was the noun.
    if loss && (out == "net" || out.starts_with("net attributable") || out.starts_with("net for the")) {
        out = out.replacen("net", "net loss", 1);
    } else if loss && (out.starts_with("from ") || out.starts_with("before ") || out.starts_with("per ")) {
        out = format!("loss {out}");
    } else if loss
        && (out.starts_with("net per ")
            || out.starts_with("net applicable")
            || out.starts_with("net available"))
    {
        out = out.replacen("net", "net loss", 1);
    }
    for (from, to) in [
        ("income or loss", "income"),
        ("income loss", "income"),
        ("loss income", "income"),
        ("earnings loss", "earnings"),
        ("income and loss", "income"),
        ("income - loss", "income"),
        ("profit loss", "profit"),
        ("net net ", "net "),
    ] {
        if out.contains(from) {
            out = out.replace(from, to);
        }
    }
    out
}

struct Rule {
    item: LineItem,
    strength: Strength,
    term: Regex,
}

const LOSS: &str = "(?:income|earnings|loss|losses|profit|deficit)";

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    use LineItem::*;
    let sales = "(?:revenues?|sales)";
    let rule = |item, strength, term: &str| Rule { item, strength, term: pattern(&format!("^(?:{term})$")) };
    vec![
        // Revenue.
        rule(
            Revenue,
            3,
            &format!("total (?:net |operating |consolidated |gross )*{sales}(?:(?:,| and| from).*)?"),
        ),
        rule(
            Revenue,
            3,
            &format!(
                "(?:total )?consolidated (?:net |operating )*{sales}|{sales},? total|total (?:net )?sales and (?:other )?(?:operating )?(?:revenues?|income)|total revenues? and (?:other )?(?:income|gains?).*|total trading revenues?.*"
            ),
        ),
        rule(Revenue, 1, "total (?:income|investment income)"),
        rule(
            Revenue,
            2,
            &format!("(?:net |net operating |operating |gross )?{sales}(?: - net|, net|, net of .*)?"),
        ),
        rule(
            Revenue,
            2,
            "(?:net )?(?:sales|revenues?) (?:and|&) (?:other )?(?:operating )?(?:revenues?|sales|income)|(?:net )?sales and other operating (?:income|revenues?)|sales to customers|\\w+ operating revenues?|net turnover|turnover|sales, net of .*",
        ),
        rule(
            Revenue,
            2,
            &format!(
                "(?:operating|net) {sales} - (?:net|total)|(?:net )?{sales} from external customers|net {sales} and .*"
            ),
        ),
        rule(
            Revenue,
            1,
            &format!(
                "(?:net )?{sales} from .*|{sales} - .*|contract {sales}|(?:product|service|subscription|contract|oil and gas|premium|rental|rent|lease|tuition|freight|passenger) {sales}|consulting {sales}|net {sales} .*"
            ),
        ),
        // Net income.
        rule(NetIncome, 4, &format!("(?:consolidated )?net {LOSS} attributable to .*")),
        rule(
            NetIncome,
            3,
            &format!(
                "(?:consolidated |total )?net {LOSS}(?: for the (?:year|period|quarter|month)s?)?|{LOSS} for the (?:year|period)|net {LOSS} and (?:total )?comprehensive {LOSS}(?: for the (?:year|period))?|total net {LOSS}.{{0,3}}comprehensive {LOSS}|net {LOSS} and other comprehensive {LOSS}|net {LOSS} comprehensive {LOSS}|total net {LOSS} comprehensive {LOSS}"
            ),
        ),
        rule(
            NetIncome,
            2,
            &format!(
                "net {LOSS} (?:applicable|available|attributable|allocable) (?:to|for) (?:the )?(?:common|ordinary).*|net {LOSS} (?:on|for) common .*|(?:balance|earnings|income|loss) (?:applicable|available) (?:to|for) common.*|net {LOSS} after preferred.*"
            ),
        ),
        rule(
            NetIncome,
            1,
            &format!(
                "net (?:increase|decrease|increase decrease)(?: in net assets)? (?:resulting )?from operations|net (?:increase|decrease) in net assets .*operations|(?:total )?comprehensive {LOSS} for the (?:year|period)|net {LOSS} to .*"
            ),
        ),
        // Gross profit, cost, operating income.
        rule(GrossProfit, 3, "(?:total )?gross (?:profits?|margins?)(?: on sales)?|(?:total )?gross loss"),
        rule(
            GrossProfit,
            2,
            "gross (?:profit|margin) (?:from|on|before|after) .*|gross (?:profit|margin), .*",
        ),
        rule(
            CostOfRevenue,
            3,
            &format!(
                "total costs? of (?:net )?(?:{sales}|goods sold|products sold|operations|services)(?: .*)?|total cost"
            ),
        ),
        rule(
            CostOfRevenue,
            2,
            &format!(
                "(?:less )?costs? of (?:net )?(?:{sales}|goods sold|goods|products? sold|merchandise sold|operations)(?:,? .*)?"
            ),
        ),
        rule(
            CostOfRevenue,
            1,
            "costs? of (?:services|products|services and products|products and services|services sold|materials|contracts?)(?:,? .*)?",
        ),
        rule(
            OperatingIncome,
            3,
            &format!(
                "(?:total |consolidated )?operating (?:{LOSS})|(?:total )?{LOSS} from (?:continuing )?operations(?: before (?:interest|other|financ).*)?|{LOSS} from operations.*before interest.*|operating {LOSS} before (?:interest|other).*|net operating {LOSS}"
            ),
        ),
        // Balances.
        rule(
            TotalAssets,
            3,
            "total assets(?: at (?:year|period)[- ]?end| - end of (?:year|period)| at end of (?:year|period))?|assets,? total|total consolidated assets",
        ),
        rule(
            Inventories,
            3,
            "total (?:net )?inventor(?:y|ies)|(?:net )?inventor(?:y|ies)(?:,? (?:net|at|-).*| at (?:year|period)[- ]?end| at lower.*)?",
        ),
        rule(
            Inventories,
            2,
            "(?:merchandise|product|finished goods|materials) inventor(?:y|ies).*|inventor(?:y|ies) .{0,40}",
        ),
        rule(Allowance, 2, "(?:less:? )?allowances? for (?:doubtful|uncollectible|bad|credit|estimated).*"),
        rule(
            AccruedLiabilities,
            3,
            "(?:total )?accrued (?:liabilities|expenses)(?:,? (?:and other.*|current))?",
        ),
        rule(
            AccruedLiabilities,
            2,
            "(?:other accrued|accrued) (?:liabilities|expenses|and other).*|other accrued (?:liabilities|expenses)|accrued and other (?:current )?liabilities|other accruals?|accruals and other.*",
        ),
        // Cash.
        rule(
            OperatingCashFlow,
            3,
            "(?:total |net )*cash(?: flows?)?,? (?:\\w+[ ,]+){0,6}?(?:by|in|for|from)?,? ?(?:used (?:in|for|by) )?(?:continuing )?(?:operating activities|operations)(?: of continuing operations)?|net cash(?: flows?)? .{0,30}operating activities.{0,30}|operating cash flows?|cash flows? from operations",
        ),
    ]
});

/// Items that a label may name, strongest first. Receivables and earnings a share have their own readers.
pub fn items(label: &str) -> Vec<(LineItem, Strength)> {
    let plain = plain(label);
    if plain.is_empty() || plain.len() > 200 {
        return Vec::new();
    }
    let mut found: Vec<(LineItem, Strength)> = Vec::new();
    if let Some(strength) = receivables(label) {
        found.push((LineItem::Receivables, strength));
    }
    if is_excluded(&plain) {
        return found;
    }
    for rule in RULES.iter() {
        if found.iter().any(|(item, _)| *item == rule.item) {
            continue;
        }
        if rule.term.is_match(&plain) {
            if rule.item == LineItem::NetIncome && is_outside_share(&plain) {
                continue;
            }
            let strength = if rule.strength == 4 && plain.contains("common") { 2 } else { rule.strength };
            found.push((rule.item, strength));
        }
    }
    found
}

/// Ratios, amounts a share, rates and growth: whole words, for "corporation" holds "ratio".
fn is_excluded(plain: &str) -> bool {
    static PARTS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\bper (?:share|common|unit|ads|average|diluted|limited|basic)|\bpercent|as a %|% of|\bratios?\b|\bmargin %|\brates?\b|\bgrowth\b|\bpro forma\b|\breturn on\b|\bto sales\b|as a percentage",
        )
    });
    PARTS.is_match(plain)
}

/// The share of others: non-controlling and minority interests, discontinued operations.
fn is_outside_share(plain: &str) -> bool {
    [
        "noncontrolling",
        "non-controlling",
        "minority",
        "discontinued",
        "participating",
        "redeemable",
        "nonvested",
        "unvested",
        "general partner",
        "limited partner",
        "discontinuing",
    ]
    .iter()
    .any(|word| plain.contains(word))
}

static RECEIVABLES: LazyLock<Vec<(Strength, Regex)>> = LazyLock::new(|| {
    [
        (5, r"(?:notes and accounts|accounts and notes|accounts|trade)(?:,)? receivables?,? *-* *(?:trade|customers?)|(?:accounts|notes and accounts) receivable,? (?:trade|from customers).*|trade (?:accounts |and notes |notes and accounts |and other )?(?:accounts )?receivables?(?: .*)?|(?:net )?trade receivables?|(?:trade|customers?),? accounts? receivables?.*|customer (?:accounts )?receivables?|receivables?,? *-* *(?:trade|from customers|customers?).*|(?:accounts )?receivables? from customers"),
        (4, r"(?:net |total )?(?:accounts|notes and accounts|accounts and notes|accounts and other|trade and other|accounts and unbilled|accounts and loans|contracts?|contract and other|accounts and contracts?|student|premiums?) receivables?(?:,? .*)?|net accounts receivable .*|accounts receivable(?: and .*)?"),
        (3, r"(?:current |total |net )?receivables?(?:,? (?:principally|net|and|current|other|-).*)?|total receivables?(?:,? .*)?|other receivables and accounts receivable.*"),
        (1, r"(?:\w+ ){1,3}receivables?"),
    ]
    .into_iter()
    .map(|(strength, term)| (strength, pattern(&format!("^(?:{term})$"))))
    .collect()
});

/// How surely a balance-sheet label names trade receivables.
pub fn receivables(label: &str) -> Option<Strength> {
    let lower = plain(label);
    if !lower.contains("receivable") {
        return None;
    }
    let bare = ALLOWANCE_TAIL.replace(&lower, "").trim_end_matches([',', '-', ' ', ':', ';']).to_owned();
    let out = [
        "tax",
        "affiliate",
        "related",
        "officer",
        "employee",
        "stockholder",
        "shareholder",
        "allowance for",
        "increase",
        "decrease",
        "change",
        "turnover",
        "days",
        "long-term",
        "noncurrent",
        "non-current",
        "proceeds",
        "collection",
        "interest receivable on",
        "subscription",
        "sale of",
        "loss on",
        "provision",
        "dividend",
        "parent",
        "subsidiar",
        "insurance recover",
        "securit",
        "reinsurance",
        "deferred",
        "after one year",
        "unconsolidated",
        "escrow",
        "held for sale",
        "payable",
        "write",
        "purchase",
        "discontinued",
        "investment",
        "settlement",
        "mortgage",
        "loans",
        "partner",
        "director",
        "grant",
    ];
    if out.iter().any(|word| bare.contains(word)) || names_a_debtor(&lower) {
        return None;
    }
    RECEIVABLES.iter().find(|(_, term)| term.is_match(&bare)).map(|(strength, _)| *strength)
}

/// "Accounts receivable, Quillor Holdings Corp": what one company owes, mostly a related one.
fn names_a_debtor(plain: &str) -> bool {
    static NAMES: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\breceivables?\b.*\b(?:corp|inc|llc|ltd|plc|lp|l\.p|corporation)\b"));
    NAMES.is_match(plain)
}

/// Earnings a share: basic and diluted, told from the label and the heading that stands over it.
pub fn earnings_a_share(label: &str, heading: &str) -> Vec<LineItem> {
    let own = super::title::plain(label);
    let over = super::title::plain(heading);
    let about = |text: &str| {
        (text.contains("per ")
            && (text.contains("share") || text.contains("common") || text.contains("unit")))
            && ["income", "earnings", "loss"].iter().any(|w| text.contains(w))
            || text == "eps"
            || text.starts_with("eps ")
            || text.contains(" eps")
    };
    if !about(&own) && !about(&over) {
        return Vec::new();
    }
    let parts = [
        "continuing",
        "discontinued",
        "extraordinary",
        "cumulative",
        "before",
        "dividend",
        "weighted",
        "shares outstanding",
        "average",
        "pro forma",
        "book value",
        "number of",
        "shares used",
        "accounting change",
        "market price",
        "gain on",
    ];
    if parts.iter().any(|w| own.contains(w)) {
        return Vec::new();
    }
    let words = if about(&own) { own.clone() } else { format!("{over} {own}") };
    let diluted = own.contains("dilut")
        || !own.contains("basic") && !own.contains("primary") && words.contains("dilut");
    let basic = own.contains("basic") || own.contains("primary");
    match (basic, diluted) {
        (true, true) => vec![LineItem::EpsBasic, LineItem::EpsDiluted],
        (false, true) => vec![LineItem::EpsDiluted],
        (true, false) => vec![LineItem::EpsBasic],
        (false, false) if words.contains("and dilut") => vec![LineItem::EpsBasic, LineItem::EpsDiluted],
        (false, false) if about(&own) => vec![LineItem::EpsBasic],
        (false, false) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(label: &str) -> Vec<(&'static str, u8)> {
        items(label).into_iter().map(|(item, strength)| (item.as_str(), strength)).collect()
    }

    #[test]
    fn labels_to_items() {
        for (label, want) in [
            ("Net sales", vec![("revenue", 2)]),
            ("Total net revenue", vec![("revenue", 3)]),
            ("NET OPERATING REVENUES", vec![("revenue", 2)]),
            ("Net sales and other operating income", vec![("revenue", 2)]),
            ("Total revenue and gain on sale of equipment", vec![("revenue", 3)]),
            ("Net income (loss)", vec![("net-income", 3)]),
            ("Net (loss) income", vec![("net-income", 3)]),
            ("Net (loss)", vec![("net-income", 3)]),
            ("Net Income/(Loss)", vec![("net-income", 3)]),
            ("Net income attributable to Quillor Corporation", vec![("net-income", 4)]),
            ("Net income attributable to noncontrolling interests", vec![]),
            ("Net income per share", vec![]),
            ("Gross margin", vec![("gross-profit", 3)]),
            ("Gross margin percentage", vec![]),
            ("Cost of sales", vec![("cost-of-revenue", 2)]),
            ("Income (loss) from operations", vec![("operating-income", 3)]),
            ("Operating (loss) income", vec![("operating-income", 3)]),
            ("Total assets", vec![("total-assets", 3)]),
            ("Total current assets", vec![]),
            ("Net cash provided by (used in) operating activities", vec![("operating-cash-flow", 3)]),
            ("Accounts receivable, less allowances of $52 and $46, respectively", vec![("receivables", 4)]),
            ("Trade accounts receivable, less allowances", vec![("receivables", 5)]),
            ("Income taxes receivable", vec![]),
            ("Accounts receivable, Quillor Capital Corp, net", vec![]),
            ("Cost of operations", vec![("cost-of-revenue", 2)]),
            ("Inventories (Note 3)", vec![("inventories", 3)]),
        ] {
            assert_eq!(names(label), want, "{label}: {}", plain(label));
        }
    }

    #[test]
    fn earnings_a_share_by_label_or_heading() {
        use LineItem::{EpsBasic, EpsDiluted};
        assert_eq!(earnings_a_share("Basic", "Earnings (loss) per common share:"), [EpsBasic]);
        assert_eq!(earnings_a_share("Net loss per share, basic and diluted", ""), [EpsBasic, EpsDiluted]);
        assert_eq!(earnings_a_share("Net (loss) income per share - diluted", ""), [EpsDiluted]);
        assert_eq!(earnings_a_share("Dividends per share", ""), []);
    }
}
