#!/usr/bin/env python3
"""Counts complete executions of stateless search on programs whose number of traces is known, and their rate.

  bench/dpor.py --classics ../shared/bench/dpor-classics
  bench/dpor.py --counts ../shared/bench/dpor-counts
  bench/dpor.py --counts ../shared/bench/dpor-counts --engine graph --memory-model rc11

Seconds are CPU time, clang included. The exit status is 1 if a number differs from the expected one.
"""
import argparse
import csv
import glob
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

import executable


def classics(folder):
    with open(os.path.join(folder, "EXPECTED.tsv"), encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            yield (f"{row['program']} {row['define']}", os.path.join(folder, row["program"]), ["-D" + row["define"]], 0,
                   int(row["complete_executions"]))


def lines(path):
    try:
        with open(path, encoding="utf-8") as f:
            return [line.strip() for line in f if line.strip()]
    except OSError:
        return []


def counts_rc11(folder):
    with open(os.path.join(folder, "EXPECTED-rc11.tsv"), encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            tool, _, flags = (row["flags"] or "").partition("|")
            unroll = re.search(r"-unroll=(\d+)", tool)
            if not row["executions"].isdigit(): continue  # several calls of the other tool
            for variant in sorted(glob.glob(os.path.join(folder, row["folder"], "variants", "*.c*"))):
                yield (f"{row['folder'].partition('/')[2]} {os.path.basename(variant)}", variant, flags.replace("-I./tests/", "-I" + folder + "/").split(),
                       int(unroll.group(1)) if unroll else 0, int(row["executions"]))


def counts(folder):
    """Each line of the arguments holds flags of the tool the numbers come from, a bar, and compiler flags."""
    for kind in ("litmus", "synthetic", "data-structures"):
        for place in sorted(glob.glob(os.path.join(folder, "*", kind, "*"))):
            expected = lines(os.path.join(place, "expected.sc.mo.in"))
            for n, line in enumerate(lines(os.path.join(place, "args.sc.mo.in")) or ["|"]):
                tool, _, flags = line.partition("|")
                flags = flags.replace("-I./tests/", "-I" + folder + "/")
                unroll = re.search(r"-unroll=(\d+)", tool)
                for variant in sorted(glob.glob(os.path.join(place, "variants", "*.c*"))):
                    name = f"{kind}/{os.path.basename(place)} {os.path.basename(variant)} {flags.strip()}"
                    if n < len(expected):
                        yield name, variant, flags.split(), int(unroll.group(1)) if unroll else 0, int(expected[n])


def run(args, path, flags, unroll):
    command = [args.allways, path, f"--engine={args.engine}", "--json", f"--timeout={args.timeout}", "--property=" + args.property]
    if args.engine == "graph":
        command.append(f"--memory-model={args.memory_model}")
    if unroll:
        command.append(f"--unwind={unroll}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command + args.option + ["--"] + flags, capture_output=True, text=True, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        r = json.loads(done.stdout)
        if "error" in r: raise ValueError
        return r | {"cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
    except ValueError:
        return {"verdict": "error", "reason": (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--classics")
    parser.add_argument("--counts")
    executable.add_option(parser)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--property", default="unreach-call,assert")
    parser.add_argument("--only", default="")
    parser.add_argument("--engine", default="dpor")
    parser.add_argument("--memory-model", default="sc")
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    rows = []
    # Some programs include a header of the tool the numbers come from, for this declaration.
    include = tempfile.TemporaryDirectory()
    with open(os.path.join(include.name, "genmc.h"), "w", encoding="utf-8") as f:
        f.write("void __VERIFIER_assume(int);\n")
    for folder, read in ((args.classics, classics), (args.counts, counts_rc11 if args.memory_model == "rc11" else counts)):
        if folder and not os.path.isdir(folder):
            print(f"SKIP: no folder {folder}")
        elif folder:
            rows += read(folder)
    print(f"{'program':60}{'expected':>10}{'complete':>10}{'blocked':>9}{'seconds':>9}{'per second':>11}  remark")
    good = bad = 0
    for name, path, flags, unroll, expected in rows:
        if args.only and not re.search(args.only, name):
            continue
        r = run(args, path, flags + ["-I" + include.name], unroll)
        c = r.get("counters", {})
        made, seconds = c.get("executions", 0), r.get("cpu", 0.0)
        same = made == expected and r["verdict"] == "safe"
        good, bad = good + same, bad + (not same)
        remark = "" if same else f"DIFFERS {r['verdict']} {r.get('reason') or ''}"
        print(f"{name[:59]:60}{expected:10}{made:10}{c.get('blocked', 0):9}{seconds:9.2f}"
              f"{made / seconds if seconds else 0:11.0f}  {remark}", flush=True)
    print(f"{good} equal, {bad} different")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
