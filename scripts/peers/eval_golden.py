#!/usr/bin/env python3
"""Writes tests/golden/eval/*.json: what rouge_score and scikit-learn say about random and real-looking pairs.

usage: pip install rouge_score==0.1.2 scikit-learn==1.9.1; python3 scripts/peers/eval_golden.py
The tests of src/eval hold the program to these figures (1e-9). Run it again only to widen the cases.
"""
import json, os, random, warnings
import sklearn.metrics as m
from rouge_score import rouge_scorer

warnings.filterwarnings("ignore")
random.seed(20261129)
here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "golden", "eval")
words = """revenue recognised recognition premature restated restatement the of and to a in company's net income overstated
understated expenses deferral deferred reserves reserve releasing improperly improper accounting estimates estimated quarterly
quarter fiscal years 2002 $1.2M 12.5% sales shipped shipping customers goods agreeing agreed flying skies news happy yearly
operational conditional rationalization abilities activities generalizing hopefulness national relation controlling fizzed
hissing failing filing dying tying probate rate cease controller rolled company’s naïve ﬁnancial K Straße""".split()
kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]

def text(n):
    out = []
    for _ in range(n):
        out.append(random.choice(words)); out.append(random.choice([" "] * 8 + [". ", "\n", ", ", "-", "  "]))
    return "".join(out)

pairs = []
for i in range(400):
    reference = text(random.choice([0, 1, 3, 12, 40, 90]))
    prediction = text(random.choice([0, 1, 3, 12, 40, 90])) if i % 3 else " ".join(random.sample(reference.split(), k=len(reference.split()) * 2 // 3))
    stem = bool(i % 2)
    s = rouge_scorer.RougeScorer(kinds, use_stemmer=stem).score(reference, prediction)
    pairs.append({"reference": reference, "prediction": prediction, "stemmer": stem, "fmeasure": [s[k].fmeasure for k in kinds],
                  "precision": [s[k].precision for k in kinds], "recall": [s[k].recall for k in kinds]})
json.dump(pairs, open(f"{here}/rouge.json", "w"), ensure_ascii=False, indent=0)

sets = []
for i in range(500):
    labels = random.choice([2, 5]); n = random.choice([1, 2, 5, 30, 200])
    invalid = i % 4 == 0
    gold = [random.randrange(labels) for _ in range(n)]
    skew = random.random()
    answered = [g if random.random() < skew else random.randrange(labels + (1 if invalid else 0)) for g in gold]
    fixed = list(range(labels))
    p, r, f, _ = m.precision_recall_fscore_support(gold, answered, labels=fixed, average="macro", zero_division=0)
    sets.append({"labels": labels, "gold": gold, "answered": answered, "accuracy": m.accuracy_score(gold, answered), "precision": p,
                 "recall": r, "f1": f, "mcc": m.matthews_corrcoef(gold, answered), "kappa": m.cohen_kappa_score(gold, answered, labels=fixed) if not invalid else None})
for s in sets:
    if s["kappa"] != s["kappa"]: s["kappa"] = None
json.dump(sets, open(f"{here}/labels.json", "w"), separators=(",", ":"))
