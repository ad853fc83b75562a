#!/usr/bin/env python3
"""ROUGE of this program beside rouge_score 0.1.2: 2,000 pairs to 1e-9, and the time of 100,000 pairs, in one run.

usage: pip install rouge_score==0.1.2; cargo build --release --example rouge
       python3 scripts/peers/rouge.py target/release/examples/rouge [FOLDER OF TEXTS]
Half of the pairs are random words, half are stretches of the texts in the folder (default ../shared/filings) with a
mutilated copy. The package's time is taken over 2,000 pairs and the program's over 100,000; both are in user CPU
seconds a pair, so that a busy machine does not show.
"""
import json, os, random, resource, subprocess, sys, tempfile, time
from rouge_score import rouge_scorer

program = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(here, "..", "..", "..", "shared", "filings")
random.seed(20261129)
words = """revenue recognised recognition premature restated restatement the of and to a in company's net income 2002
$1.2M 12.5% sales shipped shipping customers agreeing agreed flying skies operational conditional rationalization generalizing
national relation controlling hissing dying tying rate cease controller company’s naïve ﬁnancial K Straße I İ ſ""".split()

def made(n):
    return "".join(random.choice(words) + random.choice([" "] * 8 + [". ", "\n", ", ", "-", "  "]) for _ in range(n))

texts = []
for name in sorted(os.listdir(folder)):
    if name.endswith(".txt"):
        texts.append(open(os.path.join(folder, name), encoding="utf-8", errors="replace").read())
pairs = []
for i in range(2000):
    if i % 2 or not texts:
        reference = made(random.choice([0, 1, 3, 12, 40, 90]))
        prediction = made(random.choice([0, 1, 3, 12, 40, 90]))
    else:
        text = random.choice(texts)
        at = random.randrange(max(1, len(text) - 900))
        reference = text[at:at + random.choice([80, 300, 800])]
        kept = [w for w in reference.split(" ") if random.random() < 0.7]
        if random.random() < 0.3:
            random.shuffle(kept)
        prediction = " ".join(kept) + text[at + 400:at + 500]
    pairs.append({"reference": reference, "prediction": prediction})

with tempfile.TemporaryDirectory() as folder:
    source, out = os.path.join(folder, "pairs.jsonl"), os.path.join(folder, "out.jsonl")
    with open(source, "w") as file:
        file.writelines(json.dumps(pair) + "\n" for pair in pairs)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, source, out], check=True)
    between = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    said = subprocess.run([program, source, out, "50"], check=True, capture_output=True, text=True).stdout.strip()
    own = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - between - (between - before)) / 100_000
    found = [json.loads(line) for line in open(out)]

kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
worst = 0.0
for stem in (False, True):
    scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=stem)
    for pair, row in zip(pairs, found):
        scores = scorer.score(pair["reference"], pair["prediction"])
        worst = max([worst] + [abs(scores[kind].fmeasure - got) for kind, got in zip(kinds, row[int(stem)])])
scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=False)
started = time.process_time()
for pair in pairs:
    scorer.score(pair["reference"], pair["prediction"])
peer = (time.process_time() - started) / len(pairs)
print(f"{len(pairs)} pairs, with and without stems, 4 variants: largest difference {worst:.1e}")
print(f"{said}; user CPU a pair: {own * 1e6:.1f} us against {peer * 1e6:.1f} us of rouge_score, {peer / own:.0f} times")
sys.exit(0 if worst < 1e-9 else 1)
