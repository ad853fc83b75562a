#!/usr/bin/env python3
"""Loads an export with the readers that users have. Run by hand:

    python3 -m venv v && v/bin/pip install -r scripts/load_check.txt
    afb-build export --format all --out release
    v/bin/python scripts/load_check.py release

Prints one line a check; ends with 1 when one failed. A reader that is not installed is named as skipped.
"""

import importlib.metadata
import importlib.util
import json
import os
import pathlib
import sqlite3
import sys
import traceback

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_OFFLINE", "1")
TASKS = ("attribution", "narrative", "pattern")
folder = pathlib.Path(sys.argv[1]).resolve()
hub = folder / "huggingface"
database = folder / "auditfraudbench.sqlite"


def rows(task):
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return connection.execute(f"SELECT count(*) FROM {task}").fetchone()[0]


def check_sqlite():
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as c:
        assert c.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert c.execute("PRAGMA foreign_key_check").fetchall() == []
        views = [name for (name,) in c.execute("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")]
        counts = {view: c.execute(f"SELECT count(*) FROM {view}").fetchone()[0] for view in views}
        assert c.execute("SELECT count(*) FROM meta WHERE name = 'canary'").fetchone() == (1,)
        # What people ask: a task with its release and quotes, figures side by side, flags, text search.
        asked = {
            "labels": "SELECT task, split, label, count(*) FROM instance GROUP BY 1, 2, 3",
            "quotes": "SELECT p.issuer, e.quote, e.url FROM pattern p JOIN provenance e ON e.instance_id = p.id WHERE e.role = 'mechanism'",
            "restated": "SELECT i.accession, f.item, f.restated - f.reported FROM figure f JOIN instance i ON i.id = f.instance_id WHERE f.restated IS NOT NULL",
            "releases": "SELECT r.key, c.category FROM release r JOIN case_ c ON c.id = r.case_id",
            "search": "SELECT id FROM narrative WHERE passage LIKE '%increase%' COLLATE NOCASE",
        }
        found = {name: len(c.execute(sql).fetchall()) for name, sql in asked.items()}
        assert all(found.values()), found
    return f"sqlite {sqlite3.sqlite_version}, integrity and keys ok, views {counts}, queries {found}"


def check_datasets():
    import datasets

    configs = datasets.get_dataset_config_names(str(hub))
    said = []
    for config in configs:
        loaded = datasets.load_dataset(str(hub), config, cache_dir=os.environ.get("LOAD_CHECK_CACHE"))
        if config in TASKS:
            assert sum(split.num_rows for split in loaded.values()) == rows(config), config
        if config == "attribution":
            for split in loaded.values():
                assert split.features["restated_revenue"].dtype == "float64"
        said.append(config + " " + ", ".join(f"{name} {split.num_rows}" for name, split in loaded.items()))
    return f"datasets {datasets.__version__}: " + "; ".join(said)


def check_pandas():
    import pandas

    said = []
    for task in TASKS:
        frame = pandas.read_parquet(folder / "parquet" / f"{task}.parquet")
        lines = pandas.read_json(folder / "jsonl" / f"{task}.jsonl", lines=True, dtype=False)
        assert len(frame) == len(lines) == rows(task)
        assert list(frame.columns) == list(lines.columns) or len(lines) == 0
        assert (frame["id"].values == lines["id"].values).all() if len(lines) else True
        if task == "attribution":
            assert str(frame["restated_revenue"].dtype) == "float64"
        said.append(f"{task} {frame.shape}")
    table = pandas.read_csv(folder / "auditfraudbench-accounting.csv", encoding="utf-8-sig", dtype=str, keep_default_na=False)
    assert (table["gvkey"] == "").all()
    assert not table.map(lambda cell: cell != "" and cell[0] in "=+@").to_numpy().any()
    return f"pandas {pandas.__version__}: " + ", ".join(said) + f"; accounting {table.shape}"


def check_polars():
    import polars

    said = []
    for task in TASKS:
        frame = polars.read_parquet(folder / "parquet" / f"{task}.parquet")
        lazy = polars.scan_parquet(hub / "data" / task / "*.parquet").collect()
        assert frame.height == lazy.height == rows(task)
        assert frame.schema == lazy.schema
        said.append(f"{task} {frame.shape}")
    return f"polars {polars.__version__}: " + ", ".join(said)


def check_duckdb():
    import duckdb

    connection = duckdb.connect()
    said = []
    for task in TASKS:
        (n,) = connection.execute(f"SELECT count(*) FROM '{folder}/parquet/{task}.parquet'").fetchone()
        assert n == rows(task)
        said.append(f"{task} {n}")
    # The extension as a package, since it is downloaded otherwise.
    spec = importlib.util.find_spec("duckdb_ext")
    if spec:
        connection.execute(f"SET extension_directory = '{spec.submodule_search_locations[0]}/extensions'")
    try:
        connection.execute("LOAD sqlite" if spec else "INSTALL sqlite; LOAD sqlite;")
    except duckdb.Error as error:
        said.append(f"sqlite extension not to be had here ({str(error).splitlines()[0][:60]})")
    else:
        connection.execute(f"ATTACH '{database}' AS afb (TYPE sqlite, READ_ONLY)")
        for task in TASKS:
            same = connection.execute(
                f"SELECT count(*) FROM afb.{task} s JOIN '{folder}/parquet/{task}.parquet' p USING (id) WHERE s.label = p.label"
            ).fetchone()[0]
            assert same == rows(task), task
        said.append("sqlite attached, joined with parquet row by row")
    return f"duckdb {duckdb.__version__}: " + ", ".join(said)


def check_mlcroissant():
    import mlcroissant

    described = mlcroissant.Dataset(jsonld=str(hub / "croissant.json"))
    issues = described.metadata.ctx.issues
    assert not issues.errors, issues.report()
    said = []
    for record_set in described.metadata.record_sets:
        said.append(f"{record_set.name} {sum(1 for _ in described.records(record_set.id))}")
    return f"mlcroissant {importlib.metadata.version('mlcroissant')}: no error, {len(issues.warnings)} warnings; " + ", ".join(said)


def check_lm_eval():
    import lm_eval
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class First(LM):
        """A model that holds every choice for equally likely."""

        def loglikelihood(self, requests):
            return [(0.0, False) for _ in requests]

        def loglikelihood_rolling(self, requests):
            return [0.0 for _ in requests]

        def generate_until(self, requests):
            return ["" for _ in requests]

    before = os.getcwd()
    os.chdir(folder / "lm-eval")
    try:
        names = sorted(path.stem for path in pathlib.Path(".").glob("auditfraudbench_*.yaml"))
        manager = TaskManager(include_path=".")
        found = lm_eval.simple_evaluate(model=First(), tasks=names, task_manager=manager, bootstrap_iters=0)
    finally:
        os.chdir(before)
    said = [f"{name} n={found['n-samples'][name]['original']} acc={found['results'][name]['acc,none']:.3f}" for name in names]
    return f"lm_eval {lm_eval.__version__}: " + ", ".join(said)


def check_inspect():
    n = 0
    for task in TASKS:
        for line in (folder / "inspect-ai" / f"{task}.jsonl").read_text(encoding="utf-8").split("\n")[:-1]:
            sample = json.loads(line)
            assert sample["target"] in sample["choices"]
            n += 1
    try:
        import inspect_ai.dataset

        loaded = sum(len(inspect_ai.dataset.json_dataset(str(folder / "inspect-ai" / f"{task}.jsonl"))) for task in TASKS)
        assert loaded == n
        return f"inspect_ai: {loaded} samples"
    except ImportError:
        return f"{n} samples read as JSON (inspect_ai is not installed)"


failed = 0
for name, check in sorted((name[6:], check) for name, check in globals().items() if name.startswith("check_")):
    try:
        print(f"ok       {name}: {check()}", flush=True)
    except ImportError as error:
        print(f"skipped  {name}: {error}", flush=True)
    except Exception:
        failed += 1
        print(f"FAILED   {name}:\n{traceback.format_exc()}", flush=True)
sys.exit(1 if failed else 0)
