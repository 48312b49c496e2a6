#!/usr/bin/env python3
"""Random programs whose stored states several processes share (naive --jobs): one search, whoever makes which step.

  tests/threads/crew.py ALLWAYS [--seed N] [--count N] [--kills N] [--states N]

One process alone is the oracle: the same verdict and grade with 2 and 3 processes, and, where all states are explored (no violation), the same numbers of
states, transitions, matches, executions, deadlocks, forks and cut runs. The search is shared from the begin on (--pilot), as small programs would not be otherwise; with --remember too.
A process that is killed at some moment (--kills): never another verdict than UNKNOWN or the right one.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import parts
import programs

COUNTS = ["states", "transitions", "matches", "executions", "deadlocks", "forks", "infeasible", "truncated"]


def shared(words, whole, options):
    r = parts.result(words + options)
    what = " ".join(options)
    if (r["verdict"], r["grade"]) != (whole["verdict"], whole["grade"]):
        raise parts.Wrong(f"{what}: {r['verdict']} {r['grade']} ({r['reason']}), one process says {whole['verdict']} {whole['grade']} ({whole['reason']})")
    if whole["verdict"] == "safe":
        parts.compare(what, r, whole, COUNTS)


def judge(args, path, prop, r):
    words = [args.allways, path, "--json", "--engine=naive", "--input-range=0..2", "--property=" + prop]
    whole = parts.result(words + [f"--max-transitions={args.states}"])
    if whole["counters"]["transitions"] >= args.states:
        return None
    shared(words, whole, ["--jobs=2", "--pilot=0"])
    shared(words, whole, ["--jobs=3", f"--pilot={r.randrange(1, 1 + whole['counters']['transitions'])}"])
    shared(words, whole, ["--jobs=2", "--pilot=20", "--remember"])
    deaths = sum(parts.killed(words, whole, r) for _ in range(args.kills))
    return whole["verdict"], whole["counters"]["states"], deaths


def one(args, seed):
    r = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="allways-crew-") as where:
        path, source = os.path.join(where, "p.air"), os.path.join(where, "p.c")
        text = programs.program_text(programs.draw_program(r, []), tuple(r.randrange(3) for _ in programs.GLOBALS))
        prop = r.choice(["unreach-call", "deadlock", "no-data-race", "unreach-call,deadlock"])
        with open(source, "w", encoding="utf-8") as f:
            f.write(text)
        with open(path, "w", encoding="utf-8") as f:
            subprocess.run([args.allways, "ir", source], stdout=f, stderr=subprocess.DEVNULL, check=False)
        try:
            return judge(args, path, prop, r)
        except parts.Wrong as wrong:
            print(f"seed {seed}: {prop}: {wrong}\n{text}")
            return "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--kills", type=int, default=0, help="runs of each program in which a process is killed")
    parser.add_argument("--states", type=int, default=20000, help="programs that need more transitions are left out")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
        results = list(pool.map(lambda seed: one(args, seed), range(args.seed, args.seed + args.count)))
    judged = [x for x in results if x not in (None, "wrong")]
    wrong = results.count("wrong")
    said = {v: sum(x[0] == v for x in judged) for v in ("safe", "unsafe", "unknown")}
    print(f"{len(judged)} programs, {wrong} wrong, {results.count(None)} too large; {said}; {sum(x[1] for x in judged)} states, {sum(x[2] for x in judged)} killed in time")
    return 1 if wrong or len(judged) * 2 < args.count else 0


if __name__ == "__main__":
    sys.exit(main())
