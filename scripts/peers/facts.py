#!/usr/bin/env python3
"""companyfacts beside orjson (pin: orjson==3.13.0), same file, same minute.

usage: facts.py [COMPANYFACTS.json] [--runs N] [--bench COMMAND]
The default is the file that benches/facts.rs reads.
Prints for orjson and a loop over the rows the fastest CPU milliseconds of the wanted tags and of every tag as typed rows
(dates as dates, amounts as decimals). With --bench (for example "cargo bench --bench facts") the bench is run next,
and the ratios are printed; its fastest times are compared, which a loaded machine disturbs least.
"""
import argparse, datetime, decimal, os, re, shlex, subprocess, time

import orjson

HERE = os.path.dirname(os.path.abspath(__file__))

WANTED = set(
    """Revenues RevenueFromContractWithCustomerExcludingAssessedTax SalesRevenueNet RevenueFromContractWithCustomerIncludingAssessedTax
    SalesRevenueGoodsNet SalesRevenueServicesNet AccountsReceivableNetCurrent ReceivablesNetCurrent NetIncomeLoss ProfitLoss GrossProfit
    OperatingIncomeLoss CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold Assets InventoryNet
    AllowanceForDoubtfulAccountsReceivableCurrent AccruedLiabilitiesCurrent EarningsPerShareBasic EarningsPerShareDiluted
    NetCashProvidedByUsedInOperatingActivities""".split()
)


def rows(data, every, typed):
    found = []
    day = datetime.date.fromisoformat
    for taxonomy, tags in orjson.loads(data)["facts"].items():
        for tag, concept in tags.items():
            if not every and tag not in WANTED:
                continue
            for unit, values in concept["units"].items():
                for v in values:
                    start, end, value = v.get("start"), v["end"], v["val"]
                    if typed:
                        start, end, value = start and day(start), day(end), decimal.Decimal(value)
                    found.append((taxonomy, tag, unit, start, end, value, v["accn"], v["form"], v["filed"]))
    return found


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("file", nargs="?", default=os.path.join(HERE, "../../../shared/mirror/edgar/companyfacts/CIK0000320193.json"))
    ask.add_argument("--runs", type=int, default=15)
    ask.add_argument("--bench")
    options = ask.parse_args()
    data = open(options.file, "rb").read()
    fastest = {}
    for name, every, typed in (("wanted", False, False), ("every", True, False), ("every, typed", True, True)):
        times = []
        for _ in range(options.runs):
            start = time.process_time()
            count = len(rows(data, every, typed))
            times.append((time.process_time() - start) * 1000)
        fastest[name] = min(times)
        print(f"orjson  {name:13} {min(times):8.2f} ms, {count} rows, {len(data)} bytes")
    if not options.bench:
        return
    out = subprocess.run(shlex.split(options.bench), capture_output=True, text=True).stdout
    factor = {"ns": 1e-6, "µs": 1e-3, "ms": 1.0, "s": 1e3}
    for line in out.splitlines():
        m = re.search(r"\b(wanted|every)\s+([\d.]+) (ns|µs|ms|s)\s", line)
        if m:
            ours = float(m.group(2)) * factor[m.group(3)]
            told = ", ".join(f"{fastest[k] / ours:.1f} x {k}" for k in fastest if k.startswith(m.group(1)))
            print(f"ours    {m.group(1):13} {ours:8.2f} ms: {told}")


if __name__ == "__main__":
    main()
