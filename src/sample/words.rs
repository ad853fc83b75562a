//! The vocabulary of each line of business, and phrases that every issuer may use.
//!
//! Years at fault and years without draw from the same lists.

use super::world::{Firm, Trade};

/// Words of one line of business.
pub(super) struct Words {
    pub(super) revenue: &'static str,
    pub(super) cost: &'static str,
    pub(super) goods: &'static str,
    pub(super) lines: [&'static str; 3],
    pub(super) customers: &'static str,
    pub(super) industry: &'static str,
    pub(super) up: [&'static str; 6],
    pub(super) down: [&'static str; 4],
    pub(super) inputs: [&'static str; 3],
}

/// The words of an issuer.
pub(super) fn of(firm: &Firm) -> &'static Words {
    match firm.trade {
        Trade::Instruments => &INSTRUMENTS,
        Trade::Food => &FOOD,
        Trade::Health => &HEALTH,
        Trade::Telecom => &TELECOM,
        Trade::Software => &SOFTWARE,
        Trade::Retail => &RETAIL,
        Trade::Energy => &ENERGY,
        Trade::Parts => &PARTS,
    }
}

static INSTRUMENTS: Words = Words {
    revenue: "Net sales",
    cost: "Cost of sales",
    goods: "measuring and test instruments",
    lines: ["signal analyzers", "flow meters", "service and calibration"],
    customers: "industrial laboratories and equipment makers",
    industry: "The markets for test instruments are fragmented, and the five largest suppliers hold about half of them.",
    up: [
        "higher unit shipments of signal analyzers to equipment makers",
        "strong demand for the new line of flow meters",
        "the full-year effect of instruments introduced in the preceding year",
        "increased orders from laboratories that replaced older units",
        "growth in calibration contracts and spare parts",
        "wider distribution of flow meters through independent dealers",
    ],
    down: [
        "delayed capital spending by equipment makers",
        "lower unit shipments of older signal analyzers",
        "price competition in flow meters",
        "the end of a large government contract",
    ],
    inputs: ["electronic components", "machined housings", "assembly labor"],
};

static FOOD: Words = Words {
    revenue: "Net sales",
    cost: "Cost of goods sold",
    goods: "frozen and shelf-stable foods",
    lines: ["frozen entrees", "bakery goods", "private label foods"],
    customers: "grocery chains, clubs and food service distributors",
    industry: "Grocery retailing has continued to consolidate, and our ten largest customers take more than half of our volume.",
    up: [
        "higher case volumes in frozen entrees",
        "new distribution of bakery goods in club stores",
        "selective price increases taken early in the year",
        "the introduction of family-size entrees",
        "stronger food service orders",
        "growth in private label programs with grocery chains",
    ],
    down: [
        "lower case volumes in bakery goods",
        "the loss of a regional private label program",
        "increased promotional allowances to grocery chains",
        "softer food service traffic",
    ],
    inputs: ["flour and dairy ingredients", "packaging", "freight"],
};

static HEALTH: Words = Words {
    revenue: "Net revenues",
    cost: "Cost of revenues",
    goods: "health care products and services",
    lines: ["hospital services", "specialty products", "outpatient services"],
    customers: "hospitals, wholesalers and third-party payors",
    industry: "Payors continue to press for lower prices, and reimbursement rules change from year to year.",
    up: [
        "higher volumes in specialty products",
        "an increase in outpatient procedures",
        "improved contract rates with managed care payors",
        "the opening of two outpatient centers",
        "stronger demand from wholesalers for our leading products",
        "a richer mix of specialty services",
    ],
    down: [
        "lower reimbursement rates from public payors",
        "a decline in inpatient days",
        "generic competition for two older products",
        "the closing of a regional facility",
    ],
    inputs: ["salaries of clinical staff", "medical supplies", "raw materials"],
};

static TELECOM: Words = Words {
    revenue: "Revenues",
    cost: "Cost of services",
    goods: "voice and data communications services",
    lines: ["local service", "data networks", "equipment"],
    customers: "business and residential subscribers",
    industry: "Competition for subscribers has increased as new carriers have entered our territories.",
    up: [
        "an increase in the number of subscribers",
        "higher usage of data networks by business customers",
        "the expansion of service into three additional markets",
        "strong sales of customer equipment",
        "the migration of customers to higher service tiers",
        "growth in wholesale capacity contracts",
    ],
    down: [
        "lower average rates per minute",
        "the disconnection of unprofitable subscribers",
        "a decline in equipment sales",
        "increased competition in business services",
    ],
    inputs: ["access charges", "leased network capacity", "technician labor"],
};

static SOFTWARE: Words = Words {
    revenue: "Revenues",
    cost: "Cost of revenues",
    goods: "transaction and business software",
    lines: ["software licenses", "maintenance", "processing services"],
    customers: "mid-sized enterprises and financial institutions",
    industry: "Buyers of business software weigh our products against those of much larger suppliers.",
    up: [
        "higher license sales to mid-sized enterprises",
        "demand for the current release of our core product",
        "an increase in the number of transactions processed",
        "renewals of maintenance agreements at higher rates",
        "the addition of new financial institution customers",
        "cross-selling of processing services to existing customers",
    ],
    down: [
        "longer sales cycles for new licenses",
        "fewer large license agreements",
        "lower consulting utilization",
        "customer consolidation among financial institutions",
    ],
    inputs: ["data center costs", "royalties", "support personnel"],
};

static RETAIL: Words = Words {
    revenue: "Net sales",
    cost: "Cost of merchandise sold",
    goods: "general merchandise and groceries",
    lines: ["home goods", "apparel", "consumables"],
    customers: "value-minded households",
    industry: "Retailing is highly competitive, and national discounters operate in most of our trade areas.",
    up: [
        "an increase in comparable store sales",
        "sales of stores opened during the past two years",
        "higher customer traffic in consumables",
        "an improved assortment of home goods",
        "a larger average transaction",
        "favorable customer response to private brands",
    ],
    down: [
        "lower customer traffic",
        "the closing of underperforming stores",
        "unseasonable weather that hurt apparel",
        "heavier clearance activity in home goods",
    ],
    inputs: ["merchandise costs", "inbound freight", "distribution center labor"],
};

static ENERGY: Words = Words {
    revenue: "Revenues",
    cost: "Cost of operations",
    goods: "drilling, completion and well services",
    lines: ["contract drilling", "pressure pumping", "rental tools"],
    customers: "independent oil and gas producers",
    industry: "Demand for our services follows the budgets of producers, which change with the price of oil and gas.",
    up: [
        "higher day rates for contract drilling",
        "increased utilization of pressure pumping crews",
        "the addition of four land rigs to the fleet",
        "stronger rental tool activity in deep wells",
        "increased completion work for independent producers",
        "a longer average contract term",
    ],
    down: [
        "lower rig utilization",
        "weaker pricing in pressure pumping",
        "weather delays in coastal districts",
        "the release of two rigs by a large customer",
    ],
    inputs: ["field labor", "fuel and repairs", "proppant and chemicals"],
};

static PARTS: Words = Words {
    revenue: "Net sales",
    cost: "Cost of products sold",
    goods: "components and assemblies",
    lines: ["electronic components", "drivetrain assemblies", "aftermarket parts"],
    customers: "vehicle and equipment manufacturers",
    industry: "Our customers build to short schedules and expect price reductions over the life of a program.",
    up: [
        "higher production volumes at our largest customers",
        "the launch of new drivetrain programs",
        "increased content per unit",
        "stronger aftermarket demand",
        "new component awards from equipment manufacturers",
        "the recovery of raw material costs through pricing",
    ],
    down: [
        "lower production volumes at two customers",
        "contractual price reductions",
        "the end of an older drivetrain program",
        "inventory reductions in the aftermarket",
    ],
    inputs: ["steel and aluminum", "purchased components", "plant labor"],
};

/// Ways to join a change to its cause.
pub(super) const DUE: [&str; 6] = [
    "primarily due to",
    "due primarily to",
    "primarily as a result of",
    "mainly because of",
    "which reflected",
    "primarily attributable to",
];

/// Causes of a better gross margin.
pub(super) const MARGIN_UP: [&str; 5] = [
    "better absorption of fixed costs",
    "a more favorable product mix",
    "lower unit costs for purchased materials",
    "productivity gains in our operations",
    "cost reduction programs begun in the preceding year",
];

/// Causes of a lower gross margin.
pub(super) const MARGIN_DOWN: [&str; 5] = [
    "a less favorable product mix",
    "higher costs of purchased materials",
    "start-up costs of added capacity",
    "competitive pricing in some markets",
    "higher labor costs",
];

/// Causes of higher operating expenses.
pub(super) const EXPENSE_UP: [&str; 6] = [
    "higher selling commissions and salaries",
    "additional personnel in sales and administration",
    "higher advertising and promotion",
    "increased insurance and benefit costs",
    "professional fees and systems costs",
    "higher incentive compensation",
];

/// Causes of lower operating expenses.
pub(super) const EXPENSE_DOWN: [&str; 5] = [
    "tighter control of discretionary spending",
    "lower incentive compensation",
    "the consolidation of administrative functions",
    "reduced headcount in administration",
    "lower bad debt and insurance costs",
];

/// Invented given names.
pub(super) const GIVEN: [&str; 20] = [
    "Aldous", "Brenna", "Corwin", "Delphine", "Emmerich", "Fiora", "Garrick", "Hestia", "Isambard", "Jorunn",
    "Kester", "Lavinia", "Mordecai", "Nerys", "Osbert", "Philippa", "Quillan", "Rosalba", "Thaddeus",
    "Ursula",
];

/// First halves of invented surnames.
pub(super) const SURNAME_HEADS: [&str; 20] = [
    "Aber", "Brack", "Cotter", "Dunfal", "Elver", "Fother", "Grim", "Hollin", "Ingle", "Jesper", "Kettle",
    "Lorri", "Madding", "Nether", "Oaken", "Pember", "Quarren", "Raven", "Salt", "Thistle",
];

/// Second halves of invented surnames.
pub(super) const SURNAME_TAILS: [&str; 18] = [
    "nook", "well", "stone", "hurst", "grove", "thorpe", "holt", "moor", "clift", "fell", "lock", "combe",
    "marsh", "wood", "hayes", "brook", "combley", "worthy",
];
