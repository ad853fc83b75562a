#!/usr/bin/env python3
"""Management's discussion: this program beside edgar-itemize, edgartools and datamule, same files, same minute.

usage: sections.py --bin PATH [--root DIR] [--install]
--install puts the pinned packages into a virtual environment of the script's own (a temporary folder) and runs
the script there. ROOT is the folder that holds filings/, truth/ and checks/. An answer is right by the rules of
checks/score.py: F1 of words at least 0.95 with first and last words in place; for pointers at most 130 words.
Prints right answers by format and megabytes a CPU second of each; a package that is not there is named as such.
"""
import argparse, json, os, re, resource, subprocess, sys, tempfile, venv

PINNED = ["edgar-itemize==1.0.0", "edgartools==5.62.1", "datamule==5.0.2"]
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def cpu(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def itemize():
    from edgar_itemize import pipeline, select, sgml
    folder = tempfile.mkdtemp(prefix="itemize-")

    def read(path, form):
        # The package reads accession and form from a submission's name and wrapper.
        data = open(path, encoding="latin-1").read()
        if "<DOCUMENT>" not in data[:20000]:
            data = f"<SEC-HEADER>\nCONFORMED SUBMISSION TYPE: {form}\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>{form}\n<SEQUENCE>1\n<TEXT>\n{data}\n</TEXT>\n</DOCUMENT>\n"
        path = os.path.join(folder, "0009990001-00-000001.txt")
        with open(path, "w", encoding="latin-1") as file:
            file.write(data)
        submission = sgml.load_submission(path)
        document = select.select_primary(submission.documents, form)
        result = pipeline.parse_document(submission, document, "0")
        for node in result.nodes:
            covered = [node.label_canon or ""] + [r[6:] for r in node.rule_ids or [] if r.startswith("multi.")]
            if "ITEM 7" in covered:
                flags = (result.ibr or {}).get(node.node_id) or {}
                return "" if flags.get("item_incorporated_by_reference") else result.normalized_text[node.norm_start:node.norm_end]
        return ""
    return read


def edgartools():
    from edgar.documents import HTMLParser, ParserConfig

    def read(path, form):
        document = HTMLParser(ParserConfig(form="10-K")).parse(open(path, encoding="utf-8", errors="replace").read())
        for name, section in document.sections.items():
            if re.search(r"item_?7$|item 7$", name.lower()) or name.lower() == "mda":
                return section.text()
        return ""
    return read


def datamule():
    from datamule.document.document import Document

    def read(path, form):
        data = open(path, "rb").read()
        name = "a.txt" if path.endswith(".txt") else "a.htm"
        document = Document(type=form, content=data, filename=name, accession="0", filing_date="2000-01-01")
        found = document.get_section(title="item7", format="text")
        return found[0] if found else ""
    return read


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--bin", required=True)
    ask.add_argument("--root", default=os.path.join(ROOT, "..", "shared"))
    ask.add_argument("--install", action="store_true")
    options = ask.parse_args()
    if options.install:
        folder = tempfile.mkdtemp(prefix="peers-")
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
        os.execv(python, [python, os.path.abspath(__file__), "--bin", options.bin, "--root", options.root])
    sys.path.insert(0, os.path.join(options.root, "checks"))
    import score

    truth = score.rows(f"{options.root}/truth/mdna.csv")
    files = [(f"{options.root}/filings/{t['file']}", t["form"] or "10-K") for t in truth]
    size = sum(os.path.getsize(f) for f, _ in files) / 1e6

    def right(t, text):
        have = score.tokens(text)
        if t["kind"] == "none":
            return len(have) <= 130
        want = score.tokens(open(f"{options.root}/truth/mdna_text/{t['file']}.txt", encoding="utf-8", errors="replace").read())
        return bool(have) and score.f1(have, want) >= 0.95 and score.near(have[:30], want[:40]) and score.near(have[-30:], want[-45:])

    def tell(name, answers, seconds):
        count = {}
        for t, text in zip(truth, answers):
            key = "pointers" if t["kind"] == "none" else t["format"]
            done, all_ = count.get(key, (0, 0))
            count[key] = (done + right(t, text), all_ + 1)
        kinds = "  ".join(f"{k} {a}/{b}" for k, (a, b) in sorted(count.items()))
        total = sum(a for k, (a, _) in count.items() if k != "pointers")
        print(f"{name:14} right {total}/49  {kinds}  {size / seconds:.2f} MB a CPU second")

    before = cpu(resource.RUSAGE_CHILDREN)
    got = score.batch(options.bin, "section", [{"file": f, "form": form, "section": "mdna"} for f, form in files])
    tell("afb-build", [g["text"] if g.get("status") == "found" else "" for g in got], cpu(resource.RUSAGE_CHILDREN) - before)
    for name, load in [("edgar-itemize", itemize), ("edgartools", edgartools), ("datamule", datamule)]:
        try:
            read = load()
        except ImportError as error:
            print(f"{name:14} not measured: {error}")
            continue
        answers, failed, start = [], 0, cpu(resource.RUSAGE_SELF)
        for path, form in files:
            try:
                answers.append(read(path, form) or "")
            except Exception:
                failed += 1
                answers.append("")
        tell(name, answers, cpu(resource.RUSAGE_SELF) - start)
        if failed:
            print(f"{'':14} {failed} files raised an error")


if __name__ == "__main__":
    main()
