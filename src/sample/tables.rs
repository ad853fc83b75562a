//! The statements as tables, from the same books as everything else.

use jiff::civil::Date;

use super::{
    books::{Books, Flow},
    doc::{Cell, Fact, Grid, Row},
    say,
    words::Words,
};

/// One column: a period, its books and, for the cash flow, the balance it started from.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) head: String,
    pub(super) start: Date,
    pub(super) end: Date,
    pub(super) books: Books,
    pub(super) opening: Books,
}

impl Column {
    fn over(&self) -> String {
        format!("d-{}-{}", self.start, self.end)
    }
    fn at(&self) -> String {
        format!("i-{}", self.end)
    }
}

/// The XBRL tag of revenue, which changed with the revenue standard.
pub(super) fn revenue_tag(end: Date) -> &'static str {
    if end.year() >= 2018 { "RevenueFromContractWithCustomerExcludingAssessedTax" } else { "SalesRevenueNet" }
}

struct Maker<'a> {
    columns: &'a [Column],
    rows: Vec<Row>,
    instant: bool,
    dollars: bool,
}

impl Maker<'_> {
    fn title(&mut self, label: &str) {
        self.rows.push(Row { label: label.into(), cells: Vec::new(), total: false });
    }
    fn row(&mut self, label: &str, tag: &'static str, total: bool, value: impl Fn(&Column) -> i64) {
        let dollars = std::mem::take(&mut self.dollars)
            || (label == "Total assets" || label.starts_with("Total liabilities and")) && self.instant;
        let cells = self.columns.iter().map(|c| {
            let text = say::amount(value(c));
            let text = if dollars { format!("$ {text}") } else { text };
            let context = if self.instant { c.at() } else { c.over() };
            let fact = (!tag.is_empty()).then_some(Fact { tag, context, unit: "usd", scale: 3 });
            Cell { text, fact }
        });
        let cells = cells.collect();
        self.rows.push(Row { label: label.into(), cells, total });
    }
    fn per_share(&mut self, label: &str, tag: &'static str, value: impl Fn(&Column) -> i64) {
        let cells = self.columns.iter().map(|c| Cell {
            text: format!("$ {}", say::cents(value(c))),
            fact: Some(Fact { tag, context: c.over(), unit: "usdps", scale: 0 }),
        });
        let cells = cells.collect();
        self.rows.push(Row { label: label.into(), cells, total: false });
    }
    fn grid(self, span: &str) -> Grid {
        Grid {
            span: span.into(),
            heads: self.columns.iter().map(|c| c.head.clone()).collect(),
            rows: self.rows,
        }
    }
}

fn maker(columns: &[Column], instant: bool) -> Maker<'_> {
    Maker { columns, rows: Vec::new(), instant, dollars: true }
}

/// Statement of operations.
pub(super) fn income(columns: &[Column], words: &Words, span: &str) -> Grid {
    let mut m = maker(columns, false);
    let tag = columns.first().map_or("", |c| revenue_tag(c.end));
    m.row(words.revenue, tag, false, |c| c.books.revenue);
    m.row(words.cost, "CostOfRevenue", false, |c| c.books.cost);
    m.row("Gross profit", "GrossProfit", true, |c| c.books.gross());
    m.row("Selling, general and administrative", "SellingGeneralAndAdministrativeExpense", false, |c| {
        c.books.selling
    });
    m.row("Research and development", "ResearchAndDevelopmentExpense", false, |c| c.books.research);
    m.row("Operating income", "OperatingIncomeLoss", true, |c| c.books.operating());
    m.row("Interest expense", "InterestExpense", false, |c| -c.books.interest);
    m.row("Other income, net", "OtherNonoperatingIncomeExpense", false, |c| c.books.other);
    m.row("Income before income taxes", "", true, |c| c.books.pretax());
    m.row("Provision for income taxes", "IncomeTaxExpenseBenefit", false, |c| c.books.tax);
    m.dollars = true;
    m.row("Net income", "NetIncomeLoss", true, |c| c.books.net());
    m.title("Net income per share:");
    m.per_share("Basic", "EarningsPerShareBasic", |c| c.books.eps());
    m.per_share("Diluted", "EarningsPerShareDiluted", |c| c.books.eps_diluted());
    m.title("Weighted average shares outstanding:");
    m.row("Basic", "", false, |c| c.books.shares);
    m.row("Diluted", "", false, |c| c.books.diluted_shares);
    m.grid(span)
}

/// Balance sheet.
pub(super) fn balance(columns: &[Column]) -> Grid {
    let mut m = maker(columns, true);
    let allowances: Vec<String> =
        columns.iter().map(|c| format!("${}", say::grouped(c.books.allowance))).collect();
    m.title("ASSETS");
    m.title("Current assets:");
    m.row("Cash and cash equivalents", "CashAndCashEquivalentsAtCarryingValue", false, |c| c.books.cash);
    let label = format!("Accounts receivable, net of allowances of {}", say::listed(&allowances));
    m.row(&label, "AccountsReceivableNetCurrent", false, |c| c.books.receivables);
    m.row("Inventories", "InventoryNet", false, |c| c.books.inventories);
    m.row("Prepaid expenses and other", "PrepaidExpenseAndOtherAssetsCurrent", false, |c| c.books.prepaid);
    m.row("Total current assets", "AssetsCurrent", true, |c| c.books.current_assets());
    m.row("Property and equipment, net", "PropertyPlantAndEquipmentNet", false, |c| c.books.property);
    m.row("Deferred costs and other assets", "OtherAssetsNoncurrent", false, |c| c.books.deferred_costs);
    m.row("Total assets", "Assets", true, |c| c.books.total_assets());
    m.title("LIABILITIES AND SHAREHOLDERS' EQUITY");
    m.title("Current liabilities:");
    m.row("Accounts payable", "AccountsPayableCurrent", false, |c| c.books.payables);
    m.row("Accrued liabilities", "AccruedLiabilitiesCurrent", false, |c| c.books.accrued);
    m.row("Income taxes payable", "AccruedIncomeTaxesCurrent", false, |c| c.books.taxes_payable);
    m.row("Total current liabilities", "LiabilitiesCurrent", true, |c| c.books.current_liabilities());
    m.row("Long-term debt", "LongTermDebtNoncurrent", false, |c| c.books.debt);
    m.title("Shareholders' equity:");
    m.row("Common stock and paid-in capital", "", false, |c| c.books.capital);
    m.row("Retained earnings", "RetainedEarningsAccumulatedDeficit", false, |c| c.books.retained);
    m.row("Total shareholders' equity", "StockholdersEquity", true, |c| c.books.equity());
    m.row("Total liabilities and shareholders' equity", "LiabilitiesAndStockholdersEquity", true, |c| {
        c.books.total_claims()
    });
    m.grid("")
}

/// Statement of cash flows.
pub(super) fn cash(columns: &[Column], span: &str) -> Grid {
    let flow = |c: &Column| Flow::between(&c.opening, &c.books);
    let mut m = maker(columns, false);
    m.title("Cash flows from operating activities:");
    m.row("Net income", "", false, |c| flow(c).net);
    m.title("Adjustments to reconcile net income to net cash:");
    m.row("Depreciation and amortization", "DepreciationDepletionAndAmortization", false, |c| {
        flow(c).depreciation
    });
    m.row("Accounts receivable", "", false, |c| flow(c).receivables);
    m.row("Inventories", "", false, |c| flow(c).inventories);
    m.row("Prepaid expenses and other", "", false, |c| flow(c).prepaid);
    m.row("Deferred costs and other assets", "", false, |c| flow(c).deferred_costs);
    m.row("Accounts payable", "", false, |c| flow(c).payables);
    m.row("Accrued liabilities", "", false, |c| flow(c).accrued);
    m.row("Income taxes payable", "", false, |c| flow(c).taxes);
    m.row(
        "Net cash provided by operating activities",
        "NetCashProvidedByUsedInOperatingActivities",
        true,
        |c| flow(c).operating(),
    );
    m.title("Cash flows from investing activities:");
    m.row("Purchases of property and equipment", "", false, |c| flow(c).capital_spending);
    m.row("Net cash used in investing activities", "NetCashProvidedByUsedInInvestingActivities", true, |c| {
        flow(c).capital_spending
    });
    m.title("Cash flows from financing activities:");
    m.row("Net borrowings (repayments) of long-term debt", "", false, |c| flow(c).debt);
    m.row("Dividends paid", "", false, |c| flow(c).dividends);
    m.row("Net cash from financing activities", "NetCashProvidedByUsedInFinancingActivities", true, |c| {
        flow(c).financing()
    });
    m.row("Net change in cash and cash equivalents", "", true, |c| flow(c).change());
    m.row("Cash and cash equivalents, beginning of period", "", false, |c| flow(c).opening);
    m.dollars = true;
    m.row("Cash and cash equivalents, end of period", "", true, |c| flow(c).closing);
    m.grid(span)
}

/// Income as shares of revenue, for the discussion.
pub(super) fn shares(columns: &[Column], words: &Words, span: &str) -> Grid {
    let line = |label: &str, value: &dyn Fn(&Books) -> i64| Row {
        label: label.into(),
        cells: columns
            .iter()
            .map(|c| Cell { text: say::share(value(&c.books), c.books.revenue), fact: None })
            .collect(),
        total: false,
    };
    let rows = vec![
        line(words.revenue, &|b| b.revenue),
        line(words.cost, &|b| b.cost),
        line("Gross profit", &Books::gross),
        line("Selling, general and administrative", &|b| b.selling),
        line("Research and development", &|b| b.research),
        line("Operating income", &Books::operating),
        line("Net income", &Books::net),
    ];
    Grid { span: span.into(), heads: columns.iter().map(|c| c.head.clone()).collect(), rows }
}

/// Five years (or fewer) of selected data.
pub(super) fn selected(columns: &[Column], words: &Words) -> Grid {
    let mut m = maker(columns, false);
    m.row(words.revenue, "", false, |c| c.books.revenue);
    m.row("Gross profit", "", false, |c| c.books.gross());
    m.row("Net income", "", false, |c| c.books.net());
    m.row("Total assets", "", false, |c| c.books.total_assets());
    m.row("Long-term debt", "", false, |c| c.books.debt);
    for row in &mut m.rows {
        for cell in &mut row.cells {
            cell.fact = None;
        }
    }
    m.grid("")
}

/// One period as previously reported, the adjustments, and as restated.
pub(super) fn restatement(reported: &Books, truth: &Books, words: &Words, span: &str) -> Grid {
    let mut rows = Vec::new();
    let mut line = |label: &str, value: &dyn Fn(&Books) -> i64, total: bool| {
        let (old, new) = (value(reported), value(truth));
        let cell = |v: i64| Cell { text: say::amount(v), fact: None };
        rows.push(Row { label: label.into(), cells: vec![cell(old), cell(new - old), cell(new)], total });
    };
    line(words.revenue, &|b| b.revenue, false);
    line(words.cost, &|b| b.cost, false);
    line("Gross profit", &Books::gross, true);
    line("Selling, general and administrative", &|b| b.selling, false);
    line("Operating income", &Books::operating, true);
    line("Other income, net", &|b| b.other, false);
    line("Income before income taxes", &Books::pretax, true);
    line("Provision for income taxes", &|b| b.tax, false);
    line("Net income", &Books::net, true);
    line("Accounts receivable, net", &|b| b.receivables, false);
    line("Inventories", &|b| b.inventories, false);
    line("Property and equipment, net", &|b| b.property, false);
    line("Deferred costs and other assets", &|b| b.deferred_costs, false);
    line("Total assets", &Books::total_assets, false);
    line("Accounts payable", &|b| b.payables, false);
    line("Accrued liabilities", &|b| b.accrued, false);
    line("Retained earnings", &|b| b.retained, false);
    let eps = |label: &str, value: &dyn Fn(&Books) -> i64| {
        let (old, new) = (value(reported), value(truth));
        let cell = |v: i64| Cell { text: format!("$ {}", say::cents(v)), fact: None };
        Row { label: label.into(), cells: vec![cell(old), cell(new - old), cell(new)], total: false }
    };
    rows.push(eps("Net income per share, basic", &Books::eps));
    rows.push(eps("Net income per share, diluted", &Books::eps_diluted));
    let heads = ["As previously reported", "Adjustments", "As restated"].map(str::to_string).to_vec();
    Grid { span: span.into(), heads, rows }
}
