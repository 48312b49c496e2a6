#!/usr/bin/env python3
"""Several processes and parts against one process: seconds, and whether verdict and executions are the same.

  bench/scale.py --classics ../shared/bench/dpor-classics [--engine dpor|graph] [--jobs N] [--least SECONDS]

One row for each program that one process needs more than --least seconds for. `busiest` is the CPU time of the part that worked most if the search is made in N
shards: what a machine with N free cores would need, whatever else runs here. The exit status is 1 if a verdict or a number of executions differs.
"""
import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import executable


def run(words):
    """The result, seconds of the clock, seconds of CPU time."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    out = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(out), time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shards(args, words, flags, n):
    """The merged result, and the CPU time of the part that worked most."""
    with tempfile.TemporaryDirectory() as where:
        files, most = [], 0
        for i in range(1, n + 1):
            r, _, cpu = run(words + [f"--shard={i}/{n}"] + flags)
            most = max(most, cpu)
            files.append(os.path.join(where, f"{i}.json"))
            with open(files[-1], "w", encoding="utf-8") as f:
                json.dump(r, f)
        return run([args.allways, "merge", "--json"] + files)[0], most


def same(a, b):
    return a["verdict"] == b["verdict"] and a["counters"]["executions"] == b["counters"]["executions"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classics", metavar="FOLDER", required=True)
    parser.add_argument("--engine", choices=["dpor", "graph"], default="dpor")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=10)
    executable.add_option(parser)
    args = parser.parse_args()
    wrong = 0
    with open(os.path.join(args.classics, "EXPECTED.tsv"), encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t"))
    print(f"{'program':32} {'executions':>10} {'one: s':>8} {'CPU s':>8} {'jobs: s':>8} {'CPU s':>8} {'speed-up':>8} {'busiest':>8} {'speed-up':>8}")
    for row in rows:
        words = [args.allways, os.path.join(args.classics, row["program"]), f"--engine={args.engine}", "--property=assert", "--json"]
        flags = ["--", "-D" + row["define"]]
        one, clock, cpu = run(words + flags)
        if cpu < args.least:
            continue
        several, clock_n, cpu_n = run(words + [f"--jobs={args.jobs}"] + flags)
        merged, busiest = shards(args, words, flags, args.jobs)
        ok = same(one, several) and same(one, merged)
        wrong += not ok
        print(f"{row['program'] + ' ' + row['define']:32} {one['counters']['executions']:10} {clock:8.1f} {cpu:8.1f} {clock_n:8.1f} {cpu_n:8.1f} {clock / clock_n:8.2f} {busiest:8.1f}"
              f" {cpu / busiest:8.2f}{'' if ok else '  DIFFERENT'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
