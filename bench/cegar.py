#!/usr/bin/env python3
"""The 3 x 2 x 2 x 2 configurations of the engine cegar over a fixed, stratified sample of competition tasks.

  bench/cegar.py ALLWAYS [--set ../shared/bench/svcomp-concurrency] [--tasks 60] [--timeout 10] [--out FILE] [--folder NAME]

The sample takes unreach-call tasks from every folder in proportion to its size, at even distances in the order of their names;
--tasks 0 takes all. Each program is translated once and then run in every configuration; results are appended to a CSV file, so
that an interrupted run goes on where it stopped. Only SAFE with the grade `proved` and UNSAFE count as solved. The exit status
is 1 if an answer contradicts the expected one. The published numbers (763 tasks at 900 s, another tool) stand beside: only their
shape can be compared. --default runs the engine's own choice instead of the table.
"""
import argparse
import collections
import csv
import itertools
import json
import os
import subprocess
import sys
import tempfile

PORS, DOMAINS, PRUNES, LBES = ["none", "basic", "aapor"], ["expl", "pred"], ["full", "lazy"], ["off", "on"]
PUBLISHED = {  # domain, pruning, large blocks: solved with none, basic, aapor of 763
    ("expl", "full", "off"): (79, 216, 217), ("expl", "full", "on"): (194, 241, 249),
    ("expl", "lazy", "off"): (79, 223, 216), ("expl", "lazy", "on"): (198, 248, 251),
    ("pred", "full", "off"): (15, 36, 45), ("pred", "full", "on"): (54, 53, 52),
    ("pred", "lazy", "off"): (17, 76, 85), ("pred", "lazy", "on"): (60, 129, 130)}
FIELDS = ["task", "config", "expected", "verdict", "grade", "seconds", "transitions", "reason"]


def read_tasks(folder, only):
    out = []
    with open(os.path.join(folder, "EXPECTED.tsv"), encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if row["property"] == "unreach-call" and (not only or row["task"].startswith(only + "/")):
                out.append((row["task"], row.get("program") or row["task"], row["expected"]))
    return sorted(set(out))


def sample(tasks, n):
    if not n or n >= len(tasks):
        return tasks
    folders = collections.OrderedDict()
    for t in tasks:
        folders.setdefault(t[0].split("/")[0], []).append(t)
    picked = []
    for members in folders.values():
        k = max(1, round(n * len(members) / len(tasks)))
        picked += [members[i * len(members) // k] for i in range(k)]
    return picked[:n] if len(picked) > n else picked


def model_flag(folder, task):
    yml = os.path.join(folder, os.path.splitext(task)[0] + ".yml")
    try:
        return "-m32" if "ILP32" in open(yml, encoding="utf-8").read() else "-m64"
    except OSError:
        return "-m32"


def run(allways, air, options, timeout):
    cmd = [allways, air, "--engine=cegar", "--property=unreach-call", "--json", f"--timeout={timeout}", "--memory=4000", *options]
    p = subprocess.run(cmd, capture_output=True, text=True)
    try:
        r = json.loads(p.stdout)
    except ValueError:
        return {"verdict": "failed", "grade": "", "seconds": 0, "transitions": 0, "reason": p.stderr.strip()[:80]}
    return {"verdict": r["verdict"], "grade": r.get("grade") or "", "seconds": round(r["time_s"], 2),
            "transitions": r["counters"]["transitions"], "reason": (r.get("reason") or "")[:80]}


def solved(row):
    good = row["verdict"] == "unsafe" and row["expected"] == "false"
    return good or (row["verdict"] == "safe" and row["grade"] == "proved" and row["expected"] == "true")


def wrong(row):
    return (row["verdict"], row["expected"]) in (("unsafe", "true"), ("safe", "false")) or row["verdict"] == "failed"


def print_table(rows, n):
    by = collections.Counter(r["config"] for r in rows if solved(r))
    print(f"\nsolved of {n} tasks               published, of 763 at 900 s")
    print("domain prune lbe    none basic aapor     none basic aapor")
    for d, q, l in itertools.product(DOMAINS, PRUNES, LBES):
        ours = [by[f"{p} {d} {q} {l}"] for p in PORS]
        print(f"{d:6} {q:5} {l:4} {ours[0]:6} {ours[1]:5} {ours[2]:5}    {'%5d %5d %5d' % PUBLISHED[(d, q, l)]}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("allways")
    ap.add_argument("--set", default="../shared/bench/svcomp-concurrency")
    ap.add_argument("--tasks", type=int, default=60)
    ap.add_argument("--timeout", type=int, default=10)
    ap.add_argument("--out", default="cegar.csv")
    ap.add_argument("--folder", default="")
    ap.add_argument("--default", action="store_true")
    a = ap.parse_args()
    if not os.path.isdir(a.set):
        print(f"{a.set}: no such folder; nothing is measured")
        return 0
    tasks = sample(read_tasks(a.set, a.folder), a.tasks)
    configs = [("default", [])] if a.default else [
        (f"{p} {d} {q} {l}", [f"--por={p}", f"--domain={d}", f"--prune={q}", f"--lbe={l}"])
        for p, d, q, l in itertools.product(PORS, DOMAINS, PRUNES, LBES)]
    rows = []
    if os.path.exists(a.out):
        rows = list(csv.DictReader(open(a.out, encoding="utf-8")))
    done = {(r["task"], r["config"]) for r in rows}
    with open(a.out, "a", encoding="utf-8", newline="") as f, tempfile.TemporaryDirectory() as tmp:
        w = csv.DictWriter(f, FIELDS)
        if not rows:
            w.writeheader()
        for task, program, expected in tasks:
            todo = [c for c in configs if (task, c[0]) not in done]
            if not todo:
                continue
            air = os.path.join(tmp, "p.air")
            with open(air, "w", encoding="utf-8") as out:
                bad = subprocess.run([a.allways, "ir", os.path.join(a.set, program), "--", model_flag(a.set, task)], stdout=out,
                                     stderr=subprocess.DEVNULL).returncode
            for name, options in todo:
                r = {"verdict": "unknown", "grade": "", "seconds": 0, "transitions": 0, "reason": "cannot be translated"} \
                    if bad else run(a.allways, air, options, a.timeout)
                r.update(task=task, config=name, expected=expected)
                rows.append(r)
                w.writerow(r)
                f.flush()
                if wrong(r):
                    print(f"WRONG {task} {name}: {r['verdict']}, expected {expected}; {r['reason']}")
    names = {t[0] for t in tasks}
    rows = [r for r in rows if r["task"] in names and r["config"] in {c[0] for c in configs}]
    if a.default:
        print(f"solved {sum(map(solved, rows))} of {len(tasks)}")
    else:
        print_table(rows, len(tasks))
    return 1 if any(map(wrong, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
