"""Sections of many filings with Ray Data: batches piped through `afb-build inspect section --batch -`.

    pip install 'ray[data]==2.38.0' pyarrow==17.0.0
    python scripts/scale/ray_sections.py FILINGS OUT_FOLDER --bin target/release/afb-build

The columns are those of pyspark_sections.py.
"""

import argparse
import json
import os
import subprocess
import sys

import pyarrow as pa
import ray

SCHEMA = pa.schema([("file", pa.string()), ("status", pa.string()), ("heading", pa.string()), ("words", pa.int64()),
                    ("confidence", pa.float64()), ("flags", pa.list_(pa.string())), ("text", pa.string()),
                    ("error", pa.string())])


def inspect(batch, program, form, section):
    """One process a batch of files; answers come in the order of the lines."""
    files = [str(file) for file in batch["file"]]
    lines = "".join(json.dumps({"file": f, "form": form, "section": section}) + "\n" for f in files)
    done = subprocess.run([program, "inspect", "section", "--batch", "-"], input=lines.encode(),
                          stdout=subprocess.PIPE, check=True, env=dict(os.environ, RAYON_NUM_THREADS="1"))
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    if len(answers) != len(files):
        raise RuntimeError(f"{len(answers)} answers to {len(files)} files")
    rows = []
    for file, answer in zip(files, answers):
        row = {name: answer.get(name) for name in SCHEMA.names}
        row["file"] = file
        row["error"] = None if answer.get("error") is None else json.dumps(answer["error"])
        rows.append(row)
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filings")
    parser.add_argument("out")
    parser.add_argument("--bin", default="afb-build", help="the program, on every node")
    parser.add_argument("--form", default="10-K")
    parser.add_argument("--section", default="mdna")
    parser.add_argument("--batch", type=int, default=16, help="files a process")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.bin) if os.sep in arguments.bin else arguments.bin
    files = sorted(os.path.abspath(e.path) for e in os.scandir(arguments.filings) if e.is_file())
    if not files:
        sys.exit(f"no files in {arguments.filings}")
    blocks = max(1, -(-len(files) // arguments.batch))
    data = ray.data.from_items([{"file": file} for file in files], override_num_blocks=blocks)
    settings = {"program": program, "form": arguments.form, "section": arguments.section}
    data.map_batches(inspect, batch_size=arguments.batch, fn_kwargs=settings).write_parquet(
        os.path.abspath(arguments.out))
    print(f"{len(files)} filings in {arguments.out}")


if __name__ == "__main__":
    main()
