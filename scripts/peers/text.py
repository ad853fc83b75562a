#!/usr/bin/env python3
"""HTML to text: this program beside selectolax and BeautifulSoup, same files, same minute, CPU seconds.

usage: text.py [--filings DIR] [--install]
--install puts the pinned packages into a virtual environment of the script's own (a temporary folder).
Every library reads each HTML file once: selectolax `LexborHTMLParser(...).text()`, BeautifulSoup with lxml `get_text()`.
This program's figure comes from `cargo bench --bench text`, which reads the same files with offsets, tables and
marks. Prints megabytes a CPU second and the ratios.
"""
import argparse, json, os, resource, subprocess, sys, tempfile, venv

PINNED = ["selectolax==1.0.2", "beautifulsoup4==4.13.4", "lxml==6.0.2"]
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(read, files):
    start = cpu()
    for data in files:
        read(data)
    return sum(map(len, files)) / 1e6 / (cpu() - start)


def own(files):
    """CPU seconds of eleven readings less those of one, so that start and reading from disk do not count."""
    build = subprocess.run(["cargo", "bench", "--bench", "text", "--no-run", "--message-format", "json"], cwd=ROOT, capture_output=True, text=True, check=True)
    units = [json.loads(line) for line in build.stdout.splitlines() if line.startswith("{")]
    binary = [u["executable"] for u in units if u.get("executable") and u["target"]["name"] == "text"][-1]
    def seconds(samples):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [binary, "--bench", "html_filings", "--sample-count", str(samples), "--sample-size", "1"]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return sum(map(len, files)) / 1e6 * 10 / (seconds(11) - seconds(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filings", default=os.path.join(ROOT, "..", "shared", "filings"))
    parser.add_argument("--install", action="store_true")
    options = parser.parse_args()
    if options.install:
        home = tempfile.mkdtemp(prefix="peers-")
        venv.create(home, with_pip=True)
        python = os.path.join(home, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
        sys.exit(subprocess.run([python, os.path.abspath(__file__), "--filings", options.filings]).returncode)
    import bs4
    from selectolax.lexbor import LexborHTMLParser
    names = sorted(n for n in os.listdir(options.filings) if n.endswith((".htm", ".html")))
    files = [open(os.path.join(options.filings, n), "rb").read() for n in names]
    few = files[::8]
    rows = [("afb-build", own(files))]
    rows.append(("selectolax 1.0.2", measure(lambda data: LexborHTMLParser(data).text(), files)))
    rows.append(("BeautifulSoup + lxml", measure(lambda data: bs4.BeautifulSoup(data, "lxml").get_text(), few)))
    for name, speed in rows:
        print(f"{name:24} {speed:8.1f} MB/CPU s   afb-build is {rows[0][1] / speed:6.2f} x")


if __name__ == "__main__":
    main()
