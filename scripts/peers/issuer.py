#!/usr/bin/env python3
"""The same names and queries as benches/issuer.rs through rapidfuzz (pip install rapidfuzz==3.14.6).

usage: cargo bench --bench issuer -- --write FOLDER; issuer.py FOLDER [QUERIES]
Prints the mean time of one look-up by token similarity over all names, the way peers match issuers.
"""
import sys
import time

from rapidfuzz import fuzz, process, utils

folder = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
names = [line.rsplit(":", 2)[0] for line in open(f"{folder}/names.txt", encoding="utf-8")]
queries = [line.rstrip("\n") for line in open(f"{folder}/queries.txt", encoding="utf-8")][:count]
started = time.perf_counter()
prepared = [utils.default_process(name) for name in names]
print(f"prepare {time.perf_counter() - started:.2f} s for {len(names)} names")
started = time.perf_counter()
for query in queries:
    process.extractOne(utils.default_process(query), prepared, scorer=fuzz.token_sort_ratio, score_cutoff=85)
print(f"look-up mean {(time.perf_counter() - started) / len(queries) * 1e3:.2f} ms over {len(queries)} queries")
