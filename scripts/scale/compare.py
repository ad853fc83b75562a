"""Compares the Parquet of a distributed job with one process over the same folder.

    python scripts/scale/compare.py FILINGS OUT.parquet --bin target/release/afb-build
"""

import argparse
import json
import os
import subprocess
import sys
import time

import pyarrow.dataset as ds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filings")
    parser.add_argument("parquet")
    parser.add_argument("--bin", default="afb-build")
    parser.add_argument("--form", default="10-K")
    parser.add_argument("--section", default="mdna")
    arguments = parser.parse_args()
    files = sorted(os.path.abspath(e.path) for e in os.scandir(arguments.filings) if e.is_file())
    lines = "".join(json.dumps({"file": f, "form": arguments.form, "section": arguments.section}) + "\n" for f in files)
    begun = time.monotonic()
    done = subprocess.run([arguments.bin, "inspect", "section", "--batch", "-"], input=lines.encode(),
                          stdout=subprocess.PIPE, check=True)
    took = time.monotonic() - begun
    own = dict(zip(files, map(json.loads, done.stdout.decode().splitlines())))
    # Empty files of Spark (_SUCCESS and checksums) are passed over by name.
    rows = ds.dataset(arguments.parquet, format="parquet").to_table().to_pylist()
    theirs = {row["file"]: row for row in rows}
    names = ("status", "heading", "words", "confidence", "flags", "text")
    differ = [f for f in files if f not in theirs or any(own[f].get(n) != theirs[f][n] for n in names)]
    print(f"one process: {took:.2f} s for {len(files)} filings; {len(files) - len(differ)} answers the same")
    if differ or len(theirs) != len(files):
        sys.exit(f"differ: {differ[:5]}")


if __name__ == "__main__":
    main()
