"""Sections of many filings with PySpark: partitions piped through `afb-build inspect section --batch -`.

    pip install pyspark==3.5.3 pyarrow==17.0.0
    python scripts/scale/pyspark_sections.py FILINGS OUT.parquet --bin target/release/afb-build

FILINGS is a folder every worker can read. One row a filing: file, status, heading, words, confidence, flags, text.
"""

import argparse
import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession
from pyspark.sql import types as t

SCHEMA = t.StructType([
    t.StructField("file", t.StringType(), False),
    t.StructField("status", t.StringType()),
    t.StructField("heading", t.StringType()),
    t.StructField("words", t.LongType()),
    t.StructField("confidence", t.DoubleType()),
    t.StructField("flags", t.ArrayType(t.StringType())),
    t.StructField("text", t.StringType()),
    t.StructField("error", t.StringType()),
])


def inspect(program, form, section, threads):
    """A function over a partition: one process a partition, answers in the order of the lines."""

    def work(files):
        files = list(files)
        lines = "".join(json.dumps({"file": f, "form": form, "section": section}) + "\n" for f in files)
        environment = dict(os.environ, RAYON_NUM_THREADS=str(threads))
        done = subprocess.run([program, "inspect", "section", "--batch", "-"], input=lines.encode(),
                              stdout=subprocess.PIPE, check=True, env=environment)
        answers = done.stdout.decode().splitlines()
        if len(answers) != len(files):
            raise RuntimeError(f"{len(answers)} answers to {len(files)} files")
        for file, answer in zip(files, answers):
            row = json.loads(answer)
            error = row.get("error")
            yield (file, row.get("status"), row.get("heading"), row.get("words"),
                   None if row.get("confidence") is None else float(row["confidence"]), row.get("flags"),
                   row.get("text"), None if error is None else json.dumps(error))

    return work


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filings")
    parser.add_argument("out")
    parser.add_argument("--bin", default="afb-build", help="the program, on every worker")
    parser.add_argument("--form", default="10-K")
    parser.add_argument("--section", default="mdna")
    parser.add_argument("--partitions", type=int, default=0, help="0: two for each core of the cluster")
    arguments = parser.parse_args()
    # Workers start in folders of their own.
    program = os.path.abspath(arguments.bin) if os.sep in arguments.bin else arguments.bin
    files = sorted(os.path.abspath(e.path) for e in os.scandir(arguments.filings) if e.is_file())
    if not files:
        sys.exit(f"no files in {arguments.filings}")
    # Python workers must be the interpreter that runs this.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("afb-build sections").getOrCreate()
    partitions = arguments.partitions or 2 * spark.sparkContext.defaultParallelism
    rows = spark.sparkContext.parallelize(files, partitions).mapPartitions(
        inspect(program, arguments.form, arguments.section, 1))
    spark.createDataFrame(rows, SCHEMA).write.mode("overwrite").parquet(arguments.out)
    print(f"{spark.read.parquet(arguments.out).count()} filings in {arguments.out}")
    spark.stop()


if __name__ == "__main__":
    main()
