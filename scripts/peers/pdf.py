#!/usr/bin/env python3
"""Pages of PDF a CPU second: this program beside pdftotext and pdfplumber, same files, one after the other.

usage: pdf.py [--bin FILE] [--pdf DIR] [--rounds N] [--install]
--bin is an optimised build of this program (target/release/afb-build). --install puts the pinned package into a
virtual environment of the script's own (a temporary folder). pdftotext (poppler) is taken from the path, if it is there.
This program's worker is fed all files N times, as a run feeds it (its start is shared, and the text is in reading
order with notes and running heads told apart); pdftotext is a process a file, and its start is also taken off in a row
of its own. User time. Only files that pdftotext can open count.
"""
import argparse, glob, json, os, resource, shutil, struct, subprocess, sys, tempfile, venv

PINNED = ["pdfplumber==0.11.7"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def children():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def own(binary, files, rounds):
    """Seconds of so many readings of each file by one worker, and pages of one."""
    bodies = [open(f, "rb").read() for f in files]
    frames = b"".join(struct.pack("<I", len(body)) + body for body in bodies * rounds)
    before = children()
    out = subprocess.run([binary, "pdf-worker"], input=frames, capture_output=True, check=True).stdout
    taken = children() - before
    at, pages = 0, []
    while at < len(out):
        (length,) = struct.unpack_from("<I", out, at)
        pages.append(json.loads(out[at + 4 : at + 4 + length])["pages"] or 0)
        at += 4 + length
    assert len(pages) == len(files) * rounds
    return taken, sum(pages[: len(files)])


def pdftotext(files, rounds):
    before = children()
    for f in files * rounds:
        subprocess.run(["pdftotext", f, "-"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return children() - before


def start_of(command, rounds):
    """What a process costs that reads nothing: the share of pdftotext's time that is no reading."""
    before = children()
    for _ in range(rounds):
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (children() - before) / rounds


def plumber(files):
    import pdfplumber
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for f in files:
        with pdfplumber.open(f) as pdf:
            for page in pdf.pages:
                page.extract_text()
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=os.path.join(ROOT, "target", "release", "afb-build"))
    parser.add_argument("--pdf", default=os.path.join(ROOT, "..", "shared", "pdf", "files"))
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--install", action="store_true")
    options = parser.parse_args()
    if options.install:
        home = tempfile.mkdtemp(prefix="peers-")
        venv.create(home, with_pip=True)
        python = os.path.join(home, "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "-q", *PINNED], check=True)
        rest = [a for a in sys.argv[1:] if a != "--install"]
        sys.exit(subprocess.run([python, os.path.abspath(__file__), *rest]).returncode)
    files = sorted(glob.glob(os.path.join(options.pdf, "*.pdf")))
    if shutil.which("pdftotext"):
        opens = lambda f: subprocess.run(["pdftotext", f, "-"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        files = [f for f in files if opens(f)]
    # A start is in one round as in all of them: the difference is reading.
    once, pages = own(options.bin, files, 1)
    many, _ = own(options.bin, files, options.rounds + 1)
    rows = [("afb-build", pages * options.rounds / (many - once)), ("afb-build, start counted", pages / once)]
    if shutil.which("pdftotext"):
        taken = pdftotext(files, options.rounds)
        start = start_of(["pdftotext", "-v"], 20)
        rows.append(("pdftotext", pages * options.rounds / taken))
        rows.append(("pdftotext without starts", pages * options.rounds / (taken - start * len(files) * options.rounds)))
    try:
        rows.append(("pdfplumber", pages / plumber(files)))
    except ImportError:
        print("pdfplumber is not installed: --install")
    print(f"{len(files)} files, {pages} pages")
    for name, speed in rows:
        print(f"{name:26} {speed:8.1f} pages/CPU s   afb-build is {rows[0][1] / speed:6.2f} x")


if __name__ == "__main__":
    main()
