//! What was done to the books, in the issuer's words (restatement notes) and in the Commission's (releases).

use super::world::Lever;

/// The wording of one lever. `{C}` is the issuer, `{A}` the amount, `{P}` the period, `{O}` an officer.
pub(super) struct Mechanism {
    /// The issuer's own account, in a restatement note.
    pub(super) note: &'static str,
    /// The one-sentence summary of a release.
    pub(super) summary: &'static str,
    /// The findings, one paragraph each.
    pub(super) facts: [&'static str; 3],
    /// The rule of accounting that was not followed.
    pub(super) rule: &'static str,
}

/// The wording of a lever.
pub(super) fn of(lever: Lever) -> &'static Mechanism {
    match lever {
        Lever::BillAndHold => &BILL_AND_HOLD,
        Lever::SideLetters => &SIDE_LETTERS,
        Lever::ChannelStuffing => &CHANNEL,
        Lever::OpenQuarter => &OPEN_QUARTER,
        Lever::RoundTrip => &ROUND_TRIP,
        Lever::Allowance => &ALLOWANCE,
        Lever::Warranty => &WARRANTY,
        Lever::Returns => &RETURNS,
        Lever::Obsolescence => &OBSOLESCENCE,
        Lever::CookieJar => &COOKIE_JAR,
        Lever::Rebates => &REBATES,
        Lever::CapitalisedPlant => &PLANT,
        Lever::CapitalisedCosts => &COSTS,
        Lever::UnrecordedInvoices => &INVOICES,
        Lever::OneTimeGain => &GAIN,
        Lever::Omission => &OMISSION,
    }
}

static BILL_AND_HOLD: Mechanism = Mechanism {
    note: "the Company recorded sales of goods that had been invoiced but were still held in its warehouse or at a freight forwarder, and for which customers had not asked for the delay in delivery",
    summary: "{C} improperly recognized revenue on bill-and-hold transactions before the goods had been shipped and before its customers had taken on the risk of ownership",
    facts: [
        "As the end of {P} approached, {C} was short of its internal revenue target. At the direction of {O}, employees issued invoices for goods that remained in {C}'s own warehouse and moved some of them to a freight forwarder so that shipping records could be dated before the close of the period.",
        "The customers had not requested that delivery be delayed, had no fixed schedule for taking the goods, and in several cases had not placed an order. {C} nevertheless recorded about {A} of revenue from these bill-and-hold transactions in {P}.",
        "Most of the goods were shipped, if at all, in the following period, when the sales should have been recorded. Some were returned to stock and the invoices were credited.",
    ],
    rule: "Generally Accepted Accounting Principles (\"GAAP\") permit revenue to be recognized only when it has been realized and earned, which ordinarily requires delivery.",
};

static SIDE_LETTERS: Mechanism = Mechanism {
    note: "the Company recorded license and other revenue on agreements that had been changed by side letters giving customers a right to cancel or to pay only on resale, so that the fee was neither fixed nor collectible when it was recorded",
    summary: "{C} prematurely recognized revenue on agreements whose terms had been altered by undisclosed side letters that let customers cancel or defer payment",
    facts: [
        "To meet revenue expectations for {P}, {O} and sales managers reporting to that officer gave customers side letters that allowed them to cancel the agreement, or to pay only when they had resold the product. The letters were kept outside of the contract files and were not given to the accounting staff or the outside auditors.",
        "Because of these contingencies the fees were not fixed or determinable. {C} recognized about {A} of revenue from the agreements in {P}, before the criteria for recognition had been met.",
        "When several customers exercised their rights in the following year, {C} issued credits and attributed them to changes in the customers' plans.",
    ],
    rule: "Under Statement of Position 97-2 and GAAP generally, revenue may not be recognized while the fee is subject to cancellation or to a contingency.",
};

static CHANNEL: Mechanism = Mechanism {
    note: "the Company recorded sales to distributors under extended payment terms and rights of return that made the sales, in substance, consignments",
    summary: "{C} inflated its quarterly results by shipping product to distributors in excess of demand and recognizing revenue at once although the distributors could return what they did not sell",
    facts: [
        "In the last weeks of {P}, {O} instructed the sales force to persuade distributors to accept shipments well beyond their needs. In exchange, {C} orally promised that the distributors need not pay until the product was resold and could return it without charge.",
        "{C} recorded the shipments as sales when the product left its dock. This channel stuffing added about {A} to reported revenue, although the transactions were in substance consignments.",
        "The practice drew sales from later periods. Inventory at the four largest distributors rose to more than five months of demand, a fact that {C} did not disclose.",
    ],
    rule: "GAAP does not permit revenue to be recognized on shipments where payment is contingent on resale and the amount of future returns cannot be reasonably estimated.",
};

static OPEN_QUARTER: Mechanism = Mechanism {
    note: "the Company kept its books open after the end of reporting periods and recorded services performed in later periods",
    summary: "{C} held its books open after the close of reporting periods and recorded revenue from work that had been performed in later periods",
    facts: [
        "At the end of {P}, {O} directed accounting personnel to keep the billing system open for up to eleven days and to date field tickets for work done in those days as of the last day of the period.",
        "In this way {C} prematurely recorded about {A} of revenue. Each year the practice had to be enlarged, because the revenue that had been pulled forward was missing from the next one.",
        "Field supervisors who questioned the dates were told that the practice was a matter of cut-off policy. No such policy existed.",
    ],
    rule: "GAAP requires that revenue be recorded in the period in which the services are rendered.",
};

static ROUND_TRIP: Mechanism = Mechanism {
    note: "the Company recorded revenue from reciprocal transactions in which it bought goods or services of similar value from the same counterparty and which lacked commercial substance",
    summary: "{C} recognized revenue from reciprocal, round-trip transactions that had no commercial substance",
    facts: [
        "In {P}, {O} negotiated a series of paired agreements under which {C} sold product to a counterparty and at the same time agreed to pay the counterparty a like sum for equipment and services that it did not need.",
        "The agreements were papered separately and were not described to the outside auditors as linked. {C} recognized about {A} of fictitious revenue in {P} from these transactions.",
        "No cash changed hands on balance beyond small differences, and much of the product remained unopened at the counterparty's premises.",
    ],
    rule: "GAAP does not permit revenue to be recognized on an exchange that lacks economic substance and does not complete the earnings process.",
};

static ALLOWANCE: Mechanism = Mechanism {
    note: "the Company did not provide for receivables that it knew to be past due and unlikely to be collected, and changed its method of estimating the allowance without a basis",
    summary: "{C} overstated its income by manipulating its allowance for doubtful accounts",
    facts: [
        "By the end of {P}, {C}'s own aging reports showed that a growing part of its receivables was more than 180 days past due. Under {C}'s written policy those balances required an allowance of 50 to 100 percent.",
        "At the direction of {O}, the accounting staff re-aged balances so that they appeared current and reduced the percentages applied to the older ones. No study or change in experience supported the new estimate. The allowance was understated, and accounts receivable and pre-tax income were overstated, by about {A} in {P}.",
        "{O} gave the outside auditors a schedule that showed the re-aged balances and told them that collections had improved, although they had not.",
    ],
    rule: "Statement of Financial Accounting Standards No. 5 requires a loss to be accrued when it is probable and its amount can be reasonably estimated.",
};

static WARRANTY: Mechanism = Mechanism {
    note: "the Company released warranty provisions and applied failure rates that were not supported by its claims experience",
    summary: "{C} overstated its income by improperly reducing its warranty reserve, an accounting estimate, without support",
    facts: [
        "During {P}, claims under {C}'s product warranties rose. The engineering department reported a failure rate about twice that used in the reserve calculation.",
        "{O} rejected the higher rate and instructed the controller to release part of the reserve to income. The estimate was worked back from the profit that {C} had forecast. The warranty reserve was understated, and pre-tax income overstated, by about {A} in {P}.",
        "The documentation of the estimate was written after the fact, and the engineering report was not given to the outside auditors.",
    ],
    rule: "GAAP requires a liability for warranty obligations to be based on available information and experience.",
};

static RETURNS: Mechanism = Mechanism {
    note: "the Company's estimate of product returns did not take account of inventory levels at wholesalers and of short-dated product of which it was aware",
    summary: "{C} understated its reserve for product returns, a significant accounting estimate, and so overstated its net revenues and income",
    facts: [
        "{C} estimated the returns reserve each quarter from historical rates. In {P}, managers learned that wholesalers held far more product than they could sell before it expired, and returns of short-dated product had already begun to rise.",
        "{O} directed that the historical rate be kept and that a model which showed a higher reserve be set aside. As a result the returns reserve was understated, and net revenues and pre-tax income were overstated, by about {A} in {P}.",
        "{O} did not tell the outside auditors of the inventory reports and signed a representation letter stating that all information bearing on the estimate had been furnished.",
    ],
    rule: "GAAP requires that the estimate of returns reflect all information that is available when the statements are issued.",
};

static OBSOLESCENCE: Mechanism = Mechanism {
    note: "the Company did not write down aged and discontinued goods to their market value and altered the assumptions of its reserve calculation",
    summary: "{C} overstated its income by manipulating its reserve for obsolete inventory, an accounting estimate",
    facts: [
        "{C}'s policy called for goods without movement for twelve months to be written down by half. As of the end of {P} a large quantity of discontinued goods met that test.",
        "{O} caused item codes and receipt dates to be changed in the inventory system so that old goods appeared new, and lowered the loss percentages used in the estimate. The inventory reserve was understated, and inventories and pre-tax income were overstated, by about {A} in {P}.",
        "In meetings with the outside auditors, {O} attributed the lower reserve to better sell-through of older goods.",
    ],
    rule: "GAAP requires inventory to be stated at the lower of cost or market.",
};

static COOKIE_JAR: Mechanism = Mechanism {
    note: "the Company established general accruals in excess of its obligations in one year and released them to income in the next",
    summary: "{C} smoothed its earnings by building excess \"cookie jar\" reserves in a strong year and releasing them in a weak one",
    facts: [
        "In the earlier year {C}'s results were ahead of analysts' expectations. {O} directed that general accruals, for which there was no identified liability, be recorded in order to save income for later. The accruals reached about {A}.",
        "In the later year, when results fell short, {O} had the excess reserves released to income in amounts that brought reported earnings to within a cent of expectations. The releases were not disclosed.",
        "The effect was to shift income from one period to the other and to hide the volatility of {C}'s results. The accounting staff kept a schedule of the available reserves, which was called the bank.",
    ],
    rule: "GAAP does not permit general reserves for contingencies that are neither probable nor estimable.",
};

static REBATES: Mechanism = Mechanism {
    note: "the Company accrued supplier and customer rebate costs in excess of its obligations in one year and reversed the excess in the next",
    summary: "{C} shifted income between years to smooth its reported earnings by means of excess rebate reserves",
    facts: [
        "{C} had agreements under which rebates were settled after the year end. In the earlier year {O} caused rebate costs of about {A} more than the agreements called for to be accrued, in order to set aside earnings that were not needed to reach that year's target.",
        "In the later year the excess reserves were reversed in steps, each sized to bring the period's earnings to the amount that {C} had forecast. The reversals reduced the cost of products sold and were not disclosed.",
        "An internal memorandum described the purpose as managing a smooth trend of earnings growth.",
    ],
    rule: "GAAP requires rebate obligations to be recorded at the amount that is owed and does not permit income to be set aside for later periods.",
};

static PLANT: Mechanism = Mechanism {
    note: "the Company recorded ordinary operating expenses as additions to property and equipment",
    summary: "{C} understated its expenses by improperly capitalizing ordinary operating costs as property and equipment",
    facts: [
        "When costs for {P} exceeded the budget, {O} instructed the accounting staff to transfer repair, maintenance and administrative expenses from operating accounts to construction-in-progress accounts. The entries were made in round amounts after the close of each month.",
        "The costs had no future benefit and did not qualify as assets. Their improper capitalization understated operating expenses, and overstated property and equipment and pre-tax income, by about {A} through the end of {P}.",
        "To support the entries, employees prepared project numbers for projects that did not exist.",
    ],
    rule: "GAAP requires the costs of repairs and administration to be charged to expense as they are incurred.",
};

static COSTS: Mechanism = Mechanism {
    note: "the Company deferred production and start-up costs that should have been charged to expense when incurred",
    summary: "{C} deferred ordinary operating costs on its balance sheet instead of charging them to expense",
    facts: [
        "{C} incurred production overruns and plant start-up costs in {P}. Rather than record them as expenses, {O} directed that they be placed in a deferred cost account described as prepaid tooling.",
        "The costs were ordinary operating expenses. Their improper deferral understated the cost of goods sold, and overstated other assets and pre-tax income, by about {A} in {P}.",
        "The plant controller objected to the entries in writing. {O} answered that the costs would be absorbed in the next year.",
    ],
    rule: "Under GAAP, costs that provide no discernible future benefit are recognized as expenses in the period in which they are incurred.",
};

static INVOICES: Mechanism = Mechanism {
    note: "the Company did not record supplier and freight invoices for goods and services that it had received by the end of the period",
    summary: "{C} understated its expenses by failing to record liabilities for goods and services that it had received",
    facts: [
        "From the close of {P} on, {O} directed the accounts payable department to hold supplier and freight invoices in a drawer and to enter them after the period had been reported.",
        "By delaying the recording of these expenses {C} understated its cost of merchandise sold and its accounts payable, and overstated its pre-tax income, by about {A} at the end of {P}.",
        "The unrecorded liabilities grew from period to period, because the invoices that had been held back consumed the next period's budget.",
    ],
    rule: "GAAP requires expenses and liabilities to be recorded when goods and services are received.",
};

static GAIN: Mechanism = Mechanism {
    note: "the Company presented a non-recurring gain within revenue rather than in other income, and its discussion of results did not describe it",
    summary: "{C} misled investors about the growth of its business by presenting a one-time gain as operating revenue and attributing the growth to its customers' demand",
    facts: [
        "In {P}, {C} sold a portfolio of contracts and recognized a gain of about {A}. The gain was not part of {C}'s ordinary business and could not recur. {C} included it in revenue.",
        "In the Management's Discussion and Analysis of its report for {P}, {C} attributed the increase in revenue to its ordinary business and omitted the gain. Drafts of the discussion that mentioned the sale were changed at the direction of {O}.",
        "{C}'s disclosure was materially misleading because without the gain the growth that it described would have been far smaller. Net income was not affected.",
    ],
    rule: "Item 303 of Regulation S-K requires management to describe unusual events and known trends that materially affect reported income.",
};

static OMISSION: Mechanism = Mechanism {
    note: "the Company's discussion of results did not describe known trends",
    summary: "{C} omitted from its disclosures known trends that made its description of its growth materially misleading",
    facts: [
        "In its report for {P}, {C} attributed its results to the strength of its business. It did not disclose that cancellations by subscribers in its largest market had doubled since a competitor opened there.",
        "{O} received weekly reports of the cancellations before the report was filed, and removed from a draft of the Management's Discussion and Analysis a sentence that described them. Investors were left with a misleading account of {C}'s performance and prospects.",
        "When the loss of subscribers became public, the price of {C}'s stock fell by 41 percent. The reported amounts themselves were not changed.",
    ],
    rule: "Item 303 of Regulation S-K requires management to describe known trends and uncertainties that are reasonably likely to have a material effect on revenue or income.",
};
