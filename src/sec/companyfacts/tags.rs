//! Which XBRL tags give which line item, in order of trust.

use crate::ids::LineItem;

/// One wanted tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The item that it gives.
    pub item: LineItem,
    /// Place in the item's chain, from 0: earlier tags are asked first.
    pub rank: u8,
    /// `us-gaap` or `ifrs-full`.
    pub taxonomy: &'static str,
    /// The tag's local name.
    pub tag: &'static str,
}

macro_rules! chains {
    ($($item:ident: us [$($us:literal),* $(,)?] ifrs [$($ifrs:literal),* $(,)?];)*) => {
        /// The chain of one item: names of `us-gaap`, then of `ifrs-full`.
        pub fn chain(item: LineItem) -> (&'static [&'static str], &'static [&'static str]) {
            match item {
                $(LineItem::$item => (&[$($us),*], &[$($ifrs),*]),)*
            }
        }
    };
}

chains! {
    Revenue: us ["Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax", "SalesRevenueNet",
        "RevenueFromContractWithCustomerIncludingAssessedTax", "SalesRevenueGoodsNet", "SalesRevenueServicesNet",
        "RegulatedAndUnregulatedOperatingRevenue", "OilAndGasRevenue", "RealEstateRevenueNet", "RevenuesNetOfInterestExpense",
        "HealthCareOrganizationRevenue"]
        ifrs ["Revenue", "RevenueFromContractsWithCustomers", "RevenueFromSaleOfGoods"];
    Receivables: us ["AccountsReceivableNetCurrent", "ReceivablesNetCurrent", "AccountsNotesAndLoansReceivableNetCurrent",
        "AccountsAndOtherReceivablesNetCurrent", "PremiumsReceivableAtCarryingValue"]
        ifrs ["CurrentTradeReceivables", "TradeAndOtherCurrentReceivables", "TradeReceivables"];
    NetIncome: us ["NetIncomeLoss", "ProfitLoss", "NetIncomeLossAvailableToCommonStockholdersBasic"]
        ifrs ["ProfitLossAttributableToOwnersOfParent", "ProfitLoss"];
    GrossProfit: us ["GrossProfit"] ifrs ["GrossProfit"];
    OperatingIncome: us ["OperatingIncomeLoss"] ifrs ["ProfitLossFromOperatingActivities"];
    CostOfRevenue: us ["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfGoodsSold", "CostOfServices"]
        ifrs ["CostOfSales"];
    TotalAssets: us ["Assets"] ifrs ["Assets"];
    Inventories: us ["InventoryNet", "InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings"] ifrs ["Inventories", "InventoriesTotal"];
    Allowance: us ["AllowanceForDoubtfulAccountsReceivableCurrent", "AllowanceForDoubtfulAccountsReceivable"]
        ifrs ["AllowanceAccountForCreditLossesOfFinancialAssets"];
    AccruedLiabilities: us ["AccruedLiabilitiesCurrent", "OtherAccruedLiabilitiesCurrent"]
        ifrs ["AccrualsClassifiedAsCurrent"];
    EpsBasic: us ["EarningsPerShareBasic", "EarningsPerShareBasicAndDiluted"] ifrs ["BasicEarningsLossPerShare"];
    EpsDiluted: us ["EarningsPerShareDiluted", "EarningsPerShareBasicAndDiluted"] ifrs ["DilutedEarningsLossPerShare"];
    OperatingCashFlow: us ["NetCashProvidedByUsedInOperatingActivities",
        "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations"]
        ifrs ["CashFlowsFromUsedInOperatingActivities"];
}

/// All wanted tags of both taxonomies.
pub fn wanted() -> impl Iterator<Item = Wanted> {
    LineItem::ALL.into_iter().flat_map(|item| {
        let (us, ifrs) = chain(item);
        let ranked = |taxonomy: &'static str, tags: &'static [&'static str]| {
            tags.iter().enumerate().map(move |(rank, tag)| Wanted { item, rank: rank as u8, taxonomy, tag })
        };
        ranked("us-gaap", us).chain(ranked("ifrs-full", ifrs))
    })
}

/// The items that a tag gives, with its rank in each chain.
pub fn items_of(taxonomy: &str, tag: &str) -> Vec<(LineItem, u8)> {
    wanted().filter(|w| w.tag == tag && w.taxonomy == taxonomy).map(|w| (w.item, w.rank)).collect()
}
