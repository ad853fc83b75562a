#!/usr/bin/env python3
"""The same work as benches/facts.rs with orjson (pin: orjson==3.8.3 or later): rows of the wanted tags, and all rows.

usage: facts.py COMPANYFACTS.json [RUNS]
Prints the median milliseconds of each.
"""
import statistics
import sys
import time

import orjson

WANTED = set(
    """Revenues RevenueFromContractWithCustomerExcludingAssessedTax SalesRevenueNet RevenueFromContractWithCustomerIncludingAssessedTax
    SalesRevenueGoodsNet SalesRevenueServicesNet AccountsReceivableNetCurrent ReceivablesNetCurrent NetIncomeLoss ProfitLoss GrossProfit
    OperatingIncomeLoss CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold Assets InventoryNet
    AllowanceForDoubtfulAccountsReceivableCurrent AccruedLiabilitiesCurrent EarningsPerShareBasic EarningsPerShareDiluted
    NetCashProvidedByUsedInOperatingActivities""".split()
)


def rows(data, every):
    found = []
    for taxonomy, tags in orjson.loads(data)["facts"].items():
        for tag, concept in tags.items():
            if not every and tag not in WANTED:
                continue
            for unit, values in concept["units"].items():
                for v in values:
                    found.append((taxonomy, tag, unit, v.get("start"), v["end"], v["val"], v["accn"], v["form"], v["filed"]))
    return found


def main():
    data = open(sys.argv[1], "rb").read()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    for name, every in (("wanted", False), ("every", True)):
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            count = len(rows(data, every))
            times.append((time.perf_counter() - start) * 1000)
        print(f"{name}: {statistics.median(times):.2f} ms, {count} rows, {len(data)} bytes")


if __name__ == "__main__":
    main()
