//! The books of an invented issuer: statements that add up, as they should have been and as they were reported.
//!
//! The reported path is drawn first, from the same distribution for years at fault and years without, and the
//! true one is what remains after the misstatement is taken out. So nothing in the size or growth of the
//! reported numbers tells a year at fault.

use std::collections::BTreeMap;

use super::{
    dice::Dice,
    world::{Firm, Lever},
};

/// One year (or the year to date) and the balance at its end; thousands of dollars, shares in thousands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Books {
    pub(super) revenue: i64,
    pub(super) cost: i64,
    pub(super) selling: i64,
    pub(super) research: i64,
    pub(super) interest: i64,
    pub(super) other: i64,
    pub(super) tax: i64,
    pub(super) depreciation: i64,
    pub(super) cash: i64,
    pub(super) receivables: i64,
    pub(super) inventories: i64,
    pub(super) prepaid: i64,
    pub(super) property: i64,
    pub(super) deferred_costs: i64,
    pub(super) payables: i64,
    pub(super) accrued: i64,
    pub(super) taxes_payable: i64,
    pub(super) debt: i64,
    pub(super) capital: i64,
    pub(super) retained: i64,
    pub(super) allowance: i64,
    pub(super) shares: i64,
    pub(super) diluted_shares: i64,
    pub(super) dividends: i64,
}

impl Books {
    pub(super) fn gross(&self) -> i64 {
        self.revenue - self.cost
    }
    pub(super) fn operating(&self) -> i64 {
        self.gross() - self.selling - self.research
    }
    pub(super) fn pretax(&self) -> i64 {
        self.operating() - self.interest + self.other
    }
    pub(super) fn net(&self) -> i64 {
        self.pretax() - self.tax
    }
    pub(super) fn current_assets(&self) -> i64 {
        self.cash + self.receivables + self.inventories + self.prepaid
    }
    pub(super) fn total_assets(&self) -> i64 {
        self.current_assets() + self.property + self.deferred_costs
    }
    pub(super) fn current_liabilities(&self) -> i64 {
        self.payables + self.accrued + self.taxes_payable
    }
    pub(super) fn equity(&self) -> i64 {
        self.capital + self.retained
    }
    pub(super) fn total_claims(&self) -> i64 {
        self.current_liabilities() + self.debt + self.equity()
    }
    /// Basic earnings a share, in cents.
    pub(super) fn eps(&self) -> i64 {
        per_share(self.net(), self.shares)
    }
    /// Diluted earnings a share, in cents.
    pub(super) fn eps_diluted(&self) -> i64 {
        per_share(self.net(), if self.net() < 0 { self.shares } else { self.diluted_shares })
    }
}

fn per_share(thousands: i64, shares: i64) -> i64 {
    if shares == 0 { 0 } else { (thousands * 200 + thousands.signum() * shares) / (2 * shares) }
}

/// The cash flow between two balances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) net: i64,
    pub(super) depreciation: i64,
    pub(super) receivables: i64,
    pub(super) inventories: i64,
    pub(super) prepaid: i64,
    pub(super) deferred_costs: i64,
    pub(super) payables: i64,
    pub(super) accrued: i64,
    pub(super) taxes: i64,
    pub(super) capital_spending: i64,
    pub(super) debt: i64,
    pub(super) dividends: i64,
    pub(super) opening: i64,
    pub(super) closing: i64,
}

impl Flow {
    pub(super) fn between(opening: &Books, closing: &Books) -> Flow {
        Flow {
            net: closing.net(),
            depreciation: closing.depreciation,
            receivables: opening.receivables - closing.receivables,
            inventories: opening.inventories - closing.inventories,
            prepaid: opening.prepaid - closing.prepaid,
            deferred_costs: opening.deferred_costs - closing.deferred_costs,
            payables: closing.payables - opening.payables,
            accrued: closing.accrued - opening.accrued,
            taxes: closing.taxes_payable - opening.taxes_payable,
            capital_spending: opening.property - closing.property - closing.depreciation,
            debt: closing.debt - opening.debt,
            dividends: -closing.dividends,
            opening: opening.cash,
            closing: closing.cash,
        }
    }
    pub(super) fn operating(&self) -> i64 {
        self.net
            + self.depreciation
            + self.receivables
            + self.inventories
            + self.prepaid
            + self.deferred_costs
            + self.payables
            + self.accrued
            + self.taxes
    }
    pub(super) fn financing(&self) -> i64 {
        self.debt + self.dividends
    }
    pub(super) fn change(&self) -> i64 {
        self.operating() + self.capital_spending + self.financing()
    }
}

/// What a lever moves, in thousandths of its amount: how the reported books differ from the true ones.
#[derive(Clone, Copy, Default)]
struct Effect {
    revenue: i64,
    cost: i64,
    selling: i64,
    other: i64,
    receivables: i64,
    inventories: i64,
    deferred_costs: i64,
    property: i64,
    payables: i64,
    accrued: i64,
}

fn effect(lever: Lever) -> Effect {
    let none = Effect::default();
    match lever {
        Lever::BillAndHold | Lever::SideLetters | Lever::ChannelStuffing | Lever::OpenQuarter => {
            Effect { revenue: 1000, cost: 580, receivables: 1000, inventories: -580, ..none }
        }
        Lever::RoundTrip => Effect { revenue: 1000, receivables: 1000, ..none },
        Lever::Allowance => Effect { selling: -1000, receivables: 1000, ..none },
        Lever::Warranty | Lever::Rebates => Effect { cost: -1000, accrued: -1000, ..none },
        Lever::Returns => Effect { revenue: 1000, accrued: -1000, ..none },
        Lever::Obsolescence => Effect { cost: -1000, inventories: 1000, ..none },
        Lever::CookieJar => Effect { selling: -1000, accrued: -1000, ..none },
        Lever::CapitalisedPlant => Effect { selling: -1000, property: 1000, ..none },
        Lever::CapitalisedCosts => Effect { cost: -1000, deferred_costs: 1000, ..none },
        Lever::UnrecordedInvoices => Effect { cost: -1000, payables: -1000, ..none },
        Lever::OneTimeGain => Effect { revenue: 1000, other: -1000, ..none },
        Lever::Omission => none,
    }
}

const TAX_PER_MILLE: i64 = 350;

/// Takes the misstatement out of reported books: `opening` and `closing` are the amounts at both ends.
pub(super) fn corrected(reported: &Books, lever: Lever, opening: i64, closing: i64) -> Books {
    let e = effect(lever);
    let at = |share: i64, amount: i64| share * amount / 1000;
    // A gain shown in the wrong line leaves no balance behind, so its amount is the year's own.
    let opening = if lever == Lever::OneTimeGain { 0 } else { opening };
    let year = |share: i64| at(share, closing) - at(share, opening);
    let income = |amount: i64| {
        at(e.revenue, amount) - at(e.cost, amount) - at(e.selling, amount) + at(e.other, amount)
    };
    let tax = |amount: i64| income(amount) * TAX_PER_MILLE / 1000;
    let mut books = *reported;
    books.revenue -= year(e.revenue);
    books.cost -= year(e.cost);
    books.selling -= year(e.selling);
    books.other -= year(e.other);
    books.tax -= tax(closing) - tax(opening);
    books.receivables -= at(e.receivables, closing);
    books.inventories -= at(e.inventories, closing);
    books.deferred_costs -= at(e.deferred_costs, closing);
    books.property -= at(e.property, closing);
    books.payables -= at(e.payables, closing);
    books.accrued -= at(e.accrued, closing);
    books.taxes_payable -= tax(closing);
    books.retained -= income(closing) - tax(closing);
    if e.receivables != 0 && e.selling != 0 {
        books.allowance += closing;
    }
    books
}

/// Both views of one year.
#[derive(Clone, Copy, Debug)]
pub(super) struct Year {
    /// As the original report of that year had it.
    pub(super) reported: Books,
    /// As it should have been, and as a restatement shows it.
    pub(super) truth: Books,
}

/// All years of an issuer, by fiscal year label, with three before its first report for the comparatives.
pub(super) fn history(firm: &Firm) -> BTreeMap<i16, Year> {
    let mut out = BTreeMap::new();
    let first = firm.first - 3;
    let mut before = opening(firm);
    let mut misstated = 0;
    for fy in first..=firm.last {
        let reported = next(firm, fy, &before);
        let amount = firm.fault.map_or(0, |f| f.amount(fy));
        let truth = match firm.fault {
            Some(fault) if amount != 0 || misstated != 0 => {
                // In a year after the last one at fault the path starts from true balances and is true itself.
                if amount == 0 && !fault.years.iter().any(|(y, _)| *y == fy) {
                    reported
                } else {
                    corrected(&reported, fault.lever, misstated, amount)
                }
            }
            _ => reported,
        };
        misstated = amount;
        let last_at_fault = firm.fault.and_then(|f| f.years.last().map(|(y, _)| *y));
        before = if last_at_fault.is_some_and(|y| fy < y) { reported } else { truth };
        out.insert(fy, Year { reported, truth });
    }
    out
}

fn opening(firm: &Firm) -> Books {
    let r = firm.base;
    let mut books = Books {
        revenue: r,
        cash: r / 12,
        receivables: r / 6,
        inventories: r / 8,
        prepaid: r / 60,
        property: r / 4,
        deferred_costs: r / 20,
        payables: r / 13,
        accrued: r / 17,
        taxes_payable: r / 90,
        debt: r / 6,
        shares: r / 9,
        ..Books::default()
    };
    books.capital = (books.total_assets() - books.current_liabilities() - books.debt) / 2;
    books.retained = books.total_assets() - books.total_claims();
    books
}

fn next(firm: &Firm, fy: i16, before: &Books) -> Books {
    let mut d = Dice::new(&["books", firm.name, &fy.to_string()]);
    let mut steady = Dice::new(&["firm", firm.name]);
    let of = |base: i64, mille: i64| base * mille / 1000;
    let growth = d.range(-45, 175) + d.range(-20, 60);
    let revenue = before.revenue + of(before.revenue, growth) + d.range(-400, 400);
    let cost_share = steady.range(540, 690);
    let gross_share = 1000 - cost_share;
    let selling_share = gross_share * steady.range(520, 640) / 1000;
    let research_share = gross_share * steady.range(60, 200) / 1000;
    let mut b = *before;
    b.revenue = revenue;
    b.cost = of(revenue, cost_share + d.range(-14, 14)) + d.range(-90, 90);
    b.selling = of(revenue, selling_share + d.range(-9, 9)) + d.range(-60, 60);
    b.research = of(revenue, research_share + d.range(-4, 4)) + d.range(-30, 30);
    b.interest = of(before.debt, d.range(62, 84));
    b.other = of(before.cash, d.range(18, 46));
    b.depreciation = of(before.property, d.range(108, 132));
    b.tax = b.pretax() * TAX_PER_MILLE / 1000;
    b.receivables = of(revenue, d.range(142, 188));
    b.allowance = of(b.receivables, d.range(24, 52));
    b.inventories = of(b.cost, d.range(152, 236));
    b.prepaid = of(revenue, d.range(11, 22));
    b.property = before.property - b.depreciation + of(revenue, d.range(42, 76));
    b.deferred_costs = of(revenue, d.range(38, 56));
    b.payables = of(b.cost, d.range(88, 128));
    b.accrued = of(revenue, d.range(52, 74));
    b.taxes_payable = of(revenue, d.range(8, 15));
    b.shares = before.shares + of(before.shares, d.range(2, 14));
    b.diluted_shares = b.shares + of(b.shares, d.range(9, 31));
    b.dividends = of(b.net().max(0), d.range(420, 560));
    b.retained = before.retained + b.net() - b.dividends;
    b.cash = of(revenue, d.range(58, 96));
    // Borrowings take what the rest leaves open; below zero they are nil and the cash takes it.
    b.debt = 0;
    let gap = b.total_assets() - b.total_claims();
    if gap >= 0 {
        b.debt = gap;
    } else {
        b.cash -= gap;
    }
    b
}

/// The first `quarter` quarters of the year whose ends are given, from true annual books.
pub(super) fn interim(firm: &Firm, fy: i16, quarter: i64, opening: &Books, closing: &Books) -> Books {
    let mut d = Dice::new(&["seasons", firm.name, &fy.to_string()]);
    let mut shares = [0_i64; 5];
    for (k, base) in [232_i64, 247, 251].iter().enumerate() {
        shares[k + 1] = shares[k] + base + d.range(-9, 9);
    }
    shares[4] = 1000;
    let part = |annual: i64| annual * shares.get(quarter as usize).copied().unwrap_or(1000) / 1000;
    let between = |from: i64, to: i64| from + (to - from) * quarter / 4;
    let mut b = *closing;
    b.revenue = part(closing.revenue);
    b.cost = part(closing.cost);
    b.selling = part(closing.selling);
    b.research = part(closing.research);
    b.interest = closing.interest * quarter / 4;
    b.other = closing.other * quarter / 4;
    b.depreciation = closing.depreciation * quarter / 4;
    b.dividends = closing.dividends * quarter / 4;
    b.tax = b.pretax() * TAX_PER_MILLE / 1000;
    b.receivables = between(opening.receivables, closing.receivables);
    b.allowance = between(opening.allowance, closing.allowance);
    b.inventories = between(opening.inventories, closing.inventories);
    b.prepaid = between(opening.prepaid, closing.prepaid);
    b.property = between(opening.property, closing.property);
    b.deferred_costs = between(opening.deferred_costs, closing.deferred_costs);
    b.payables = between(opening.payables, closing.payables);
    b.accrued = between(opening.accrued, closing.accrued);
    b.taxes_payable = between(opening.taxes_payable, closing.taxes_payable);
    b.debt = between(opening.debt, closing.debt);
    b.retained = opening.retained + b.net() - b.dividends;
    b.cash += b.total_claims() - b.total_assets();
    b
}

/// One quarter alone: the year to date less the one before.
pub(super) fn less(to_date: &Books, before: &Books) -> Books {
    let mut b = *to_date;
    b.revenue -= before.revenue;
    b.cost -= before.cost;
    b.selling -= before.selling;
    b.research -= before.research;
    b.interest -= before.interest;
    b.other -= before.other;
    b.tax -= before.tax;
    b.depreciation -= before.depreciation;
    b
}

/// Puts a misstatement of `amount` into true books that had none at their start.
pub(super) fn misstated(truth: &Books, lever: Lever, opening: i64, closing: i64) -> Books {
    corrected(truth, lever, -opening, -closing)
}
