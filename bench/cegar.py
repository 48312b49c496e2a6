#!/usr/bin/env python3
"""The 3 x 2 x 2 x 2 configurations of the engine cegar over a fixed, stratified sample of competition tasks.

  bench/cegar.py [--allways PATH] [--set ../shared/bench/svcomp-concurrency] [--tasks 60] [--timeout 10] [--out FILE] [--folder NAME]

The sample takes unreach-call tasks from every folder in proportion to its size, at even distances in the order of their names;
--tasks 0 takes all. Each program is translated once and then run in every configuration, at most --timeout seconds of CPU time;
results are appended to a CSV file, so that an interrupted run goes on where it stopped, and --report prints the table over the
tasks that are complete. Tasks come in an order in which every beginning is spread over the folders. Only SAFE with the grade `proved`
and UNSAFE count as solved. The exit status is 1 if an answer contradicts the expected one. The published numbers (763 tasks at
900 s, another tool) stand beside: only their shape can be compared.

--default runs the engine's own choice instead of the table, --engines auto and the single engines. --only "expl lazy" takes the
configurations whose names have all these words, so that a part of the table can be had over more tasks. --plot FILE.svg draws how many
tasks were solved within which time.
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

import executable
from svcomp import run_limited

PORS, DOMAINS, PRUNES, LBES = ["none", "basic", "aapor"], ["expl", "pred"], ["full", "lazy"], ["off", "on"]
PUBLISHED = {  # domain, pruning, large blocks: solved with none, basic, aapor of 763
    ("expl", "full", "off"): (79, 216, 217), ("expl", "full", "on"): (194, 241, 249),
    ("expl", "lazy", "off"): (79, 223, 216), ("expl", "lazy", "on"): (198, 248, 251),
    ("pred", "full", "off"): (15, 36, 45), ("pred", "full", "on"): (54, 53, 52),
    ("pred", "lazy", "off"): (17, 76, 85), ("pred", "lazy", "on"): (60, 129, 130)}
ENGINES = ["auto", "stateful", "dpor", "cegar", "modular", "stateless"]
FIELDS = ["task", "config", "expected", "verdict", "grade", "seconds", "transitions", "reason"]


def read_tasks(folder, only):
    out = []
    with open(os.path.join(folder, "EXPECTED.tsv"), encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            if row["property"] == "unreach-call" and (not only or row["task"].startswith(only + "/")):
                out.append((row["task"], row.get("program") or row["task"], row["expected"]))
    return sorted(set(out))


def sample(tasks, n):
    """Every folder has one, the rest goes to the largest remainders."""
    if not n or n >= len(tasks):
        return tasks
    folders = collections.OrderedDict()
    for t in tasks:
        folders.setdefault(t[0].split("/")[0], []).append(t)
    share = {f: n * len(m) / len(tasks) for f, m in folders.items()}
    count = {f: max(1, int(x)) for f, x in share.items()}
    for f in sorted(folders, key=lambda f: (count[f] - share[f], f))[:max(0, n - sum(count.values()))]:
        count[f] += 1
    while sum(count.values()) > n:
        count[max(count, key=count.get)] -= 1
    return [m[i * len(m) // count[f]] for f, m in folders.items() for i in range(count[f])]


def spread(tasks):
    """The same tasks, so that every beginning has its part of all folders: by the digits of the number, last digit first."""
    width = len(tasks).bit_length()
    return [tasks[i] for i in sorted(range(len(tasks)), key=lambda i: f"{i:0{width}b}"[::-1])]


def model_flag(folder, task):
    yml = os.path.join(folder, os.path.splitext(task)[0] + ".yml")
    try:
        return "-m32" if "ILP32" in open(yml, encoding="utf-8").read() else "-m64"
    except OSError:
        return "-m32"


def run(allways, air, options, timeout):
    cmd = [allways, air, "--property=unreach-call", "--json", "--memory=4000", *options]
    text, error, status, seconds = run_limited(cmd, timeout)
    row = {"verdict": "unknown", "grade": "", "seconds": round(seconds, 2), "transitions": 0, "reason": "CPU time limit"}
    try:
        r = json.loads(text)
        if "error" in r: raise ValueError
        row.update(transitions=r["counters"]["transitions"])
        if seconds <= timeout + 0.05:
            row.update(verdict=r["verdict"], grade=r.get("grade") or "", reason=(r.get("reason") or r.get("engine") or "")[:80])
    except ValueError:
        if seconds < timeout:
            row.update(verdict="failed", reason=f"exit {status}: {error}"[:80])
    return row


def solved(row):
    good = row["verdict"] == "unsafe" and row["expected"] == "false"
    return good or (row["verdict"] == "safe" and row["grade"] == "proved" and row["expected"] == "true")


def wrong(row):
    return (row["verdict"], row["expected"]) in (("unsafe", "true"), ("safe", "false")) or row["verdict"] == "failed"


def print_table(rows, n):
    by = collections.Counter(r["config"] for r in rows if solved(r))
    print(f"\nsolved of {n} tasks               published, of 763 at 900 s")
    print("domain prune lbe    none basic aapor     none basic aapor")
    have = {r["config"] for r in rows}
    for d, q, l in itertools.product(DOMAINS, PRUNES, LBES):
        ours = [by[c] if c in have else "-" for c in (f"{p} {d} {q} {l}" for p in PORS)]
        print(f"{d:6} {q:5} {l:4} {ours[0]:>6} {ours[1]:>5} {ours[2]:>5}    {'%5d %5d %5d' % PUBLISHED[(d, q, l)]}")


def print_costs(rows, configs):
    """Solved, CPU time, explored actions; the latter over tasks that all configurations solved, where they can be compared."""
    by = collections.defaultdict(set)
    for r in rows:
        if solved(r):
            by[r["config"]].add(r["task"])
    common = set.intersection(*(by[c] for c in configs)) if configs else set()
    print(f"\n{'configuration':24} solved  CPU s (all)  CPU s (solved)  actions ({len(common)} tasks that all solve)")
    for c in configs:
        own = [r for r in rows if r["config"] == c]
        good = [float(r["seconds"]) for r in own if solved(r)]
        actions = sum(int(r["transitions"]) for r in own if r["task"] in common)
        mean = sum(good) / len(good) if good else 0
        print(f"{c:24} {len(good):6} {sum(float(r['seconds']) for r in own):12.0f} {mean:15.2f} {actions:9}")


def plot(rows, configs, timeout, path):
    """One line per configuration: the i-th fastest of its solved tasks needed so long (logarithmic)."""
    import math
    width, height, low = 900, 500, 0.02
    most = max([sum(1 for r in rows if r["config"] == c and solved(r)) for c in configs] + [1])
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 260}" height="{height + 40}" font-size="11">',
           f'<text x="0" y="{height + 30}">tasks solved (0 to {most}); CPU time from {low} s to {timeout} s, logarithmic</text>']
    for k, c in enumerate(configs):
        times = sorted(float(r["seconds"]) for r in rows if r["config"] == c and solved(r))
        scale = height / math.log(timeout / low)
        heights = [height - math.log(max(t, low) / low) * scale for t in times]
        points = " ".join(f"{(i + 1) * width / most:.0f},{y:.0f}" for i, y in enumerate(heights))
        colour = f"hsl({k * 360 // len(configs)},80%,40%)"
        out.append(f'<polyline fill="none" stroke="{colour}" points="{points}"/>')
        out.append(f'<text x="{width + 10}" y="{(k + 1) * 20}" fill="{colour}">{c} ({len(times)})</text>')
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(out) + "\n</svg>\n")


def configurations(a):
    if a.default:
        return [("default", ["--engine=cegar"])]
    if a.engines:
        return [(e, [f"--engine={e}"]) for e in ENGINES]
    return [(f"{p} {d} {q} {l}", ["--engine=cegar", f"--por={p}", f"--domain={d}", f"--prune={q}", f"--lbe={l}"])
            for p, d, q, l in itertools.product(PORS, DOMAINS, PRUNES, LBES) if set(a.only.split()) <= {p, d, q, l}]


def measure(a, tasks, configs, rows):
    done = {(r["task"], r["config"]) for r in rows}
    with open(a.out, "a", encoding="utf-8", newline="") as f, tempfile.TemporaryDirectory() as tmp:
        w = csv.DictWriter(f, FIELDS)
        if not rows:
            w.writeheader()
        for task, program, expected in spread(tasks):
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


def main():
    ap = argparse.ArgumentParser()
    executable.add_option(ap)
    ap.add_argument("--set", default="../shared/bench/svcomp-concurrency")
    ap.add_argument("--tasks", type=int, default=60)
    ap.add_argument("--timeout", type=int, default=10, help="CPU seconds per run")
    ap.add_argument("--out", default="cegar.csv")
    ap.add_argument("--folder", default="")
    ap.add_argument("--default", action="store_true")
    ap.add_argument("--only", default="", help="words that the name of a configuration has")
    ap.add_argument("--engines", action="store_true")
    ap.add_argument("--report", action="store_true", help="nothing is run")
    ap.add_argument("--plot", default="")
    a = ap.parse_args()
    if not os.path.isdir(a.set):
        print(f"{a.set}: no such folder; nothing is measured")
        return 0
    tasks, configs, rows = sample(read_tasks(a.set, a.folder), a.tasks), configurations(a), []
    if os.path.exists(a.out):
        rows = list(csv.DictReader(open(a.out, encoding="utf-8")))
    if not a.report:
        measure(a, tasks, configs, rows)
    names = [c[0] for c in configs]
    count = collections.Counter(r["task"] for r in rows if r["config"] in names)
    complete = {t[0] for t in tasks if count[t[0]] >= len(configs)}
    rows = [r for r in rows if r["task"] in complete and r["config"] in names]
    if len(complete) < len(tasks):
        print(f"{len(complete)} of {len(tasks)} tasks are complete")
    if not a.default and not a.engines:
        print_table(rows, len(complete))
    print_costs(rows, names)
    if a.plot:
        plot(rows, names, a.timeout, a.plot)
    bad = [r for r in rows if wrong(r)]
    for r in bad:
        print(f"WRONG {r['task']} {r['config']}: {r['verdict']}, expected {r['expected']}; {r['reason']}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
