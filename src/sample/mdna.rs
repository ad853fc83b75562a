//! Management's discussion: the same generator for every issuer and year, whatever the record says of them.

use super::{
    books::{Books, Flow},
    dice::Dice,
    doc::Doc,
    say,
    tables::{self, Column},
    words::{self, Words},
    world::Firm,
};

/// What one discussion is about.
pub(super) struct Talk<'a> {
    pub(super) firm: &'a Firm,
    /// Latest period first.
    pub(super) columns: &'a [Column],
    /// Names of the periods as the text says them: `fiscal 1998`, `the second quarter of 2003`.
    pub(super) names: Vec<String>,
    /// What the seed hangs on, so that an amendment words its discussion as the original did.
    pub(super) seed: String,
    /// Filed after 2001: critical accounting policies are discussed.
    pub(super) policies: bool,
    pub(super) interim: bool,
    /// In an interim report, the year to date and its name: cash flows are told from the start of the year.
    pub(super) to_date: Option<(Column, String)>,
}

/// Writes the discussion without its item heading.
pub(super) fn write(doc: &mut Doc, talk: &Talk<'_>) {
    let words = words::of(talk.firm);
    let mut d = Dice::new(&["mdna", talk.firm.name, &talk.seed]);
    let (Some(now), Some(before)) = (talk.columns.first(), talk.columns.get(1)) else { return };
    let (n, b) = (&now.books, &before.books);
    let name = |i: usize| talk.names.get(i).map_or("the period", String::as_str);
    doc.sub("Overview");
    doc.para(overview(&mut d, talk.firm, words));
    doc.para(words.industry);
    doc.sub("Results of Operations");
    doc.para(d.pick(&[
        "The following table shows income statement items as percentages of revenue for the periods presented.",
        "The table below presents, for the periods indicated, certain items as a percentage of revenue.",
        "The relationship of income and expense items to revenue was as follows.",
    ]));
    doc.grid(tables::shares(talk.columns, words, ""));
    doc.sub(format!("{} compared with {}", say::capitalised(name(0)), name(1)));
    revenue(doc, &mut d, words, n, b, name(0), name(1));
    costs(doc, &mut d, words, n, b, name(0), name(1));
    if let (Some(last), false) = (talk.columns.get(2), talk.interim) {
        let (n, b) = (b, &last.books);
        doc.sub(format!("{} compared with {}", say::capitalised(name(1)), name(2)));
        doc.para(sentence(&mut d, words.revenue, n.revenue, b.revenue, name(1), &words.up, &words.down));
        doc.para(margin(&mut d, words, n, b, name(1)));
        let (up, down) = (&words::EXPENSE_UP, &words::EXPENSE_DOWN);
        let label = "Selling, general and administrative expenses";
        doc.para(sentence(&mut d, label, n.selling, b.selling, name(1), up, down));
    }
    match &talk.to_date {
        Some((column, when)) => liquidity(doc, &mut d, words, column, when),
        None => liquidity(doc, &mut d, words, now, name(0)),
    }
    if talk.policies && !talk.interim {
        policies(doc, &mut d, words);
    }
    doc.sub("Forward-Looking Statements");
    doc.para(d.pick(&[
        "Statements in this report that are not historical facts are forward-looking and involve risks and uncertainties. Actual results may differ because of demand, competition, the cost of materials and other factors described in our reports.",
        "This discussion contains forward-looking statements. Economic conditions, the timing of orders, pricing by competitors and the availability of labor could cause actual results to differ from those expected.",
    ]));
}

fn overview(d: &mut Dice, firm: &Firm, words: &Words) -> String {
    let lead = d.pick(&["provides", "supplies", "is a supplier of", "sells"]);
    let order = d.some(&words.lines, 3);
    let tail = d.pick(&[
        "We manage the business as one segment and measure it by growth, gross margin and cash flow.",
        "Our results depend on volume, on the mix of what we sell and on our control of costs.",
        "We compete on quality, availability and price.",
    ]);
    format!(
        "{} {lead} {} to {}. Our principal lines are {}. {tail}",
        firm.short(),
        words.goods,
        words.customers,
        say::listed(&order.iter().map(|s| (*s).to_string()).collect::<Vec<_>>()),
    )
}

/// A change and the cause that management gives for it.
fn sentence(d: &mut Dice, label: &str, new: i64, old: i64, when: &str, up: &[&str], down: &[&str]) -> String {
    let rises = new >= old;
    let causes = d.some(if rises { up } else { down }, 2);
    let rate = say::percent(say::change(old, new));
    let due = d.pick(&words::DUE);
    let first = causes.first().copied().unwrap_or("");
    let second = causes.get(1).copied().unwrap_or("");
    let (now, then) = (say::money(new), say::money(old));
    let verb = match (rises, d.below(3)) {
        (true, 0) => "rose",
        (true, _) => "increased",
        (false, 0) => "declined",
        (false, _) => "decreased",
    };
    match d.below(4) {
        0 => format!("{label} {verb} {rate} to {now} in {when} from {then}, {due} {first} and {second}."),
        1 => format!(
            "In {when}, {} {verb} {rate} to {now}, {due} {first}. {} also contributed to the change.",
            lower(label),
            say::capitalised(second)
        ),
        2 => format!(
            "{label} were {now} in {when} compared with {then} in the earlier period. The {} of {rate} was {} {first} and, to a lesser degree, {second}.",
            if rises { "increase" } else { "decrease" },
            if due == "which reflected" { "due to" } else { due.trim_start_matches("which ") }
        ),
        _ => format!(
            "{label} {verb} by {}, or {rate}, to {now} in {when}, {due} {first}, together with {second}.",
            say::money(new - old)
        ),
    }
}

fn lower(label: &str) -> String {
    let mut chars = label.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}

fn revenue(doc: &mut Doc, d: &mut Dice, words: &Words, n: &Books, b: &Books, now: &str, then: &str) {
    doc.para(sentence(d, words.revenue, n.revenue, b.revenue, now, &words.up, &words.down));
    let lines = d.some(&words.lines, 2);
    let (first, second) = (lines.first().copied().unwrap_or(""), lines.get(1).copied().unwrap_or(""));
    let part = d.range(310, 520);
    doc.para(match d.below(3) {
        0 => format!("{} contributed about {} of the total in {now}. Price changes had little effect on the comparison with {then}.", say::capitalised(first), say::percent(part)),
        1 => format!("The largest part of the business, {first}, made up {} of the total, while {second} grew in line with the rest. We expect the mix to change little.", say::percent(part)),
        _ => format!("By line, {first} represented {} of the total for {now}. Orders for {second} were in line with our plan.", say::percent(part)),
    });
}

fn margin(d: &mut Dice, words: &Words, n: &Books, b: &Books, when: &str) -> String {
    let tenths = |books: &Books| if books.revenue == 0 { 0 } else { books.gross() * 1000 / books.revenue };
    let better = tenths(n) >= tenths(b);
    let cause = d.pick(if better { &words::MARGIN_UP } else { &words::MARGIN_DOWN });
    let due = d.pick(&["primarily due to", "because of", "as a result of", "reflecting"]);
    let revenue = lower(words.revenue);
    match d.below(3) {
        0 => format!(
            "Gross profit was {} in {when}, or {} of {revenue}, compared with {}, or {}, in the earlier period, {due} {cause}.",
            say::money(n.gross()),
            say::percent(tenths(n)),
            say::money(b.gross()),
            say::percent(tenths(b))
        ),
        1 => format!(
            "Gross profit {} {} to {}, and the gross margin was {} against {}, {due} {cause}.",
            if n.gross() >= b.gross() { "increased" } else { "decreased" },
            say::percent(say::change(b.gross(), n.gross())),
            say::money(n.gross()),
            say::percent(tenths(n)),
            say::percent(tenths(b))
        ),
        _ => format!(
            "As a percentage of {revenue}, gross profit was {} in {when} and {} in the earlier period, {due} {cause}. The cost of {} was stable.",
            say::percent(tenths(n)),
            say::percent(tenths(b)),
            d.pick(&words.inputs)
        ),
    }
}

fn costs(doc: &mut Doc, d: &mut Dice, words: &Words, n: &Books, b: &Books, now: &str, then: &str) {
    doc.para(margin(d, words, n, b, now));
    let (up, down) = (&words::EXPENSE_UP, &words::EXPENSE_DOWN);
    doc.para(sentence(
        d,
        "Selling, general and administrative expenses",
        n.selling,
        b.selling,
        now,
        up,
        down,
    ));
    let projects = [
        "the timing of development projects",
        "additional engineers and materials for new products",
        "the completion of two development projects",
    ];
    doc.para(sentence(
        d,
        "Research and development expenses",
        n.research,
        b.research,
        now,
        &projects,
        &projects,
    ));
    doc.para(format!(
        "Interest expense was {} in {now} and {} in {then}, in line with average borrowings and rates. Other income, net, was {} compared with {}.",
        say::money(n.interest), say::money(b.interest), say::money(n.other), say::money(b.other)
    ));
    doc.para(format!(
        "The effective income tax rate was {} in {now} and {} in {then}.",
        say::share(n.tax, n.pretax()),
        say::share(b.tax, b.pretax())
    ));
    let verb = if n.net() >= b.net() { "increased" } else { "decreased" };
    let why = d.pick(&[
        "primarily as a result of the changes in gross profit and operating expenses described above",
        "due to the factors discussed above",
        "primarily due to the change in operating income",
    ]);
    doc.para(format!(
        "Net income {verb} {} to {}, or ${} per diluted share, in {now} from {}, or ${} per diluted share, in {then}, {why}.",
        say::percent(say::change(b.net(), n.net())), say::money(n.net()), say::cents(n.eps_diluted()), say::money(b.net()), say::cents(b.eps_diluted())
    ));
}

fn liquidity(doc: &mut Doc, d: &mut Dice, words: &Words, now: &Column, when: &str) {
    let flow = Flow::between(&now.opening, &now.books);
    let n = &now.books;
    doc.sub("Liquidity and Capital Resources");
    doc.para(format!(
        "Cash {} operating activities was {} in {when}. Cash and cash equivalents were {} at {}, compared with {} at the beginning of the period.",
        if flow.operating() >= 0 { "provided by" } else { "used in" },
        say::money(flow.operating()), say::money(flow.closing), say::long(now.end), say::money(flow.opening)
    ));
    let verb = |new: i64, old: i64| if new >= old { "increased" } else { "decreased" };
    let why = d.pick(&[
        "the timing of billings and collections near the end of the period",
        "the level of activity in the last weeks of the period",
        "the mix of customers and their payment terms",
        "the growth of the business and seasonal patterns",
    ]);
    doc.para(format!(
        "Accounts receivable {} to {} from {}, reflecting {why}.",
        verb(n.receivables, now.opening.receivables),
        say::money(n.receivables),
        say::money(now.opening.receivables)
    ));
    let why = d.pick(&[
        "planned production for the coming season",
        "better matching of purchases to orders",
        "the timing of receipts from suppliers",
        "stocking decisions made late in the period",
    ]);
    doc.para(format!("Inventories {} to {} from {} because of {why}. Accrued liabilities were {} and accounts payable were {}.", verb(n.inventories, now.opening.inventories), say::money(n.inventories), say::money(now.opening.inventories), say::money(n.accrued), say::money(n.payables)));
    doc.para(format!(
        "Capital expenditures were {} in {when}, mostly for {}. Long-term debt was {} at {}. We believe that cash on hand, cash from operations and our credit agreement will meet our needs for the next twelve months.",
        say::money(flow.capital_spending), d.pick(&["equipment and information systems", "added capacity and replacement of equipment", "facilities and equipment"]), say::money(n.debt), say::long(now.end)
    ));
    doc.para(d.pick(&[
        "Inflation has not had a material effect on our results in the periods presented.",
        "We have been able to offset most cost inflation through productivity and pricing.",
        "Changes in price levels have not materially affected the results discussed above.",
    ]));
    if d.chance(5) {
        doc.para(format!("Costs of {} can move quickly, and we do not hedge them.", d.pick(&words.inputs)));
    }
}

fn policies(doc: &mut Doc, d: &mut Dice, words: &Words) {
    doc.sub("Critical Accounting Policies");
    doc.para(d.pick(&[
        "Revenue recognition. We recognize revenue when title and risk of loss pass to the customer, the price is fixed and collection is reasonably assured. Estimated returns and allowances are recorded in the same period.",
        "Revenue recognition. Revenue is recorded when the product has been delivered or the service performed under an agreement with a fixed price and collection is probable. We provide for returns and credits based on experience.",
    ]));
    doc.para(d.pick(&[
        "Allowance for doubtful accounts. We estimate losses from the age of balances, past collections and what we know of each customer. If conditions worsen, additional allowances may be required.",
        "Receivables. We review the collectibility of accounts at each balance sheet date and record an allowance for expected losses.",
    ]));
    doc.para(format!(
        "Inventories and accruals. {} We accrue for warranties, rebates, bonuses and other obligations when they are probable and can be estimated. Costs of {} that benefit future periods are deferred only where the accounting literature allows it.",
        d.pick(&[
            "Inventories are written down for estimated obsolescence based on forecast demand.",
            "We compare quantities on hand with expected use and write down the excess.",
        ]),
        d.pick(&words.inputs)
    ));
}
