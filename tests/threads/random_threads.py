#!/usr/bin/env python3
"""Random small pthread programs: all engines against naive, and naive against native runs.

  tests/threads/random_threads.py ALLWAYS [--seed N] [--count N] [--native-runs N] [--engines N] [--theme NAME]... [--only ENGINE]

A program (programs.py) computes on a few globals; its last statement calls the error function if they have certain final
values. For values that native runs have shown, naive must find the error (no native outcome lies outside what naive explores).
For these, for drawn values and for drawn other properties no engine may say safe where another says unsafe; naive enumerates
inputs, the others compute with symbols. UNKNOWN is no failure: the reasons are counted, and a part of the programs must be
answered. A program that fails is made smaller before it is shown.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import programs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ORACLE = ["--engine=naive"]
CORE = [
    ["--engine=stateful"],
    ["--engine=dpor", "--dpor=optimal"],
    ["--engine=dpor", "--dpor=source"],
    ["--engine=stateless", "--por=dpor"],
]
MORE = [
    ["--engine=naive", "--visible=all"],
    ["--engine=stateless", "--por=none"],
    ["--engine=stateless", "--por=future"],
    ["--engine=stateless", "--por=future", "--sleep-sets"],
    ["--engine=stateless", "--por=none", "--sleep-sets"],
    ["--engine=stateless", "--por=dpor", "--sleep-sets"],
    ["--engine=stateful", "--por=none"],
    ["--engine=stateful", "--por=dpor"],
    ["--engine=stateful", "--visible=all"],
    ["--engine=stateful", "--match=ceq"],
    ["--engine=stateful", "--match=esm"],
    ["--engine=stateful", "--match=ess"],
    ["--engine=dpor", "--visible=all"],
    ["--engine=stateful", "--visible=guarded"],
    ["--engine=dpor", "--visible=guarded"],
    ["--engine=dpor", "--spin=off"],
    ["--engine=dpor", "--dpor=fg"],
    ["--engine=dpor", "--dpor=full"],
    ["--engine=lazy"],
    ["--engine=modular"],
    ["--engine=lockset"],
    ["--engine=direct"],
    ["--engine=values"],
    ["--engine=hunt"],
    ["--engine=hunt", "--preemptions=2"],
    ["--engine=cegar"],
    ["--engine=exsym"],
    ["--engine=auto"],
]


def native_outcomes(where, program, runs):
    source, binary = os.path.join(where, "native.c"), os.path.join(where, "native")
    with open(source, "w", encoding="utf-8") as f:
        f.write(programs.program_text(program, None, True))
    subprocess.run(["gcc", "-O0", "-w", "-pthread", "-o", binary, source], check=True)
    # On one processor: the store buffers of several would show outcomes that are not sequentially consistent. A run that
    # waits for ever ends by its alarm and shows nothing; so does one that ends early.
    script = f"i=0; while [ $i -lt {runs} ]; do taskset -c 0 {binary}; i=$((i+1)); done 2>/dev/null | sort -u"
    lines = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    return [tuple(int(x) for x in line.split()) for line in lines]


def prepare(args, where, program, target):
    """The program as C and as IR: the engines need not compile it again."""
    base = os.path.join(where, "p" + "_".join(map(str, target)))
    if not os.path.exists(base + ".air"):
        with open(base + ".c", "w", encoding="utf-8") as f:
            f.write(programs.program_text(program, target))
        with open(base + ".air", "w", encoding="utf-8") as f:
            subprocess.run([args.allways, "ir", base + ".c"], stdout=f, stderr=subprocess.DEVNULL, check=False)
    return base


def verdict(args, base, prop, engine):
    path = base + (".c" if "--engine=auto" in engine or "--engine=modular" in engine else ".air")
    done = child.run([args.allways, path, "--json", "--property=" + prop, "--input-range=0..2",
                           f"--max-transitions={args.transitions}", "--memory=1500"] + engine, args.cpu)
    if child.is_killed_by_limit(done):
        return "unknown: limit of CPU time"
    try:
        r = json.loads(done.stdout)
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}"
    if r["verdict"] == "safe" and any("--preemptions" in limit for limit in r["limits"]):
        return "unknown: bound of preemptions"
    return r["verdict"] if r["verdict"] != "unknown" else "unknown: " + str(r["reason"])


def questions(r, program, seen):
    """(property, target, has a native run shown it)"""
    asked = [("unreach-call", t, True) for t in r.sample(seen, min(2, len(seen)))]
    asked.append(("unreach-call", tuple(r.randrange(3) for _ in programs.GLOBALS), False))
    others = r.sample(programs.PROPERTIES[1:], 2 if "wild" not in program.kinds else 3)
    return asked + [(p, (9, 9, 9), False) for p in others]


def judge(args, program, seed, only=None, reasons=None):
    """(what is wrong or None, how many questions naive answered). only: the property and engine of a failure to see again."""
    r, answered = random.Random(seed), 0
    with tempfile.TemporaryDirectory(prefix="allways-threads-") as where:
        seen = native_outcomes(where, program, args.native_runs) if program.is_native() and args.native_runs else []
        for prop, target, is_seen in questions(r, program, seen):
            engines = CORE + r.sample(MORE, args.engines) if not args.only else [["--engine=" + args.only]]
            if only and only[0] != prop:
                continue
            base = prepare(args, where, program, target)
            oracle = verdict(args, base, prop, ORACLE)
            if is_seen and oracle == "safe":
                return (prop, ORACLE, target, f"a native run ends with {target}, naive says safe"), answered
            if oracle.startswith("exit"):
                return (prop, ORACLE, target, f"{prop}: naive says {oracle}"), answered
            answered += oracle in ("safe", "unsafe")
            said = {oracle: ORACLE}
            for engine in [only[1]] if only else engines:
                got = verdict(args, base, prop, engine)
                if got.startswith("exit") or {got, *said} >= {"safe", "unsafe"}:
                    others = ", ".join(f"{' '.join(e)} says {v}" for v, e in said.items())
                    return (prop, engine, target, f"{prop}, target {target}: {others}, {' '.join(engine)} says {got}"), answered
                if args.only and reasons is not None:
                    reasons["says", got.split(":")[0]] += 1
                if got.startswith("unknown") and reasons is not None and oracle in ("safe", "unsafe"):
                    reasons[engine[0][9:], re.sub(r"\d+", "N", got[9:100])] += 1
                said.setdefault(got, engine)
    return None, answered


def shrink(args, program, seed, wrong):
    only, tries, progress = (wrong[0], wrong[1]), 0, True
    while progress and tries < args.shrink:
        progress = False
        for less in programs.smaller_programs(program):
            tries += 1
            now, _ = judge(args, less, seed, only)
            if now:
                program, wrong, progress = less, now, True
                break
            if tries >= args.shrink:
                break
    return program, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--native-runs", type=int, default=40)
    parser.add_argument("--engines", type=int, default=3, help="engines drawn for each question beside the core ones")
    parser.add_argument("--only", metavar="ENGINE", help="this engine alone beside naive; how often it says what")
    parser.add_argument("--cpu", type=int, default=20, help="seconds of CPU time of one engine")
    parser.add_argument("--transitions", type=int, default=30000)
    parser.add_argument("--shrink", type=int, default=150, help="largest number of programs tried to make a failure smaller")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--theme", action="append", default=[], help="a theme that every program has (programs.py)")
    parser.add_argument("--verbose", action="store_true", help="reasons of UNKNOWN, most frequent first")
    args = parser.parse_args()
    drawn = [(seed, programs.draw_program(random.Random(seed), args.theme)) for seed in range(args.seed, args.seed + args.count)]
    reasons = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda p: judge(args, p[1], p[0], None, reasons), drawn))
    failed = [(seed, program, wrong) for (seed, program), (wrong, _) in zip(drawn, results) if wrong]
    for seed, program, wrong in failed[:4]:
        less, why = shrink(args, program, seed, wrong)
        print(f"seed {seed}: {why[3]}\n{programs.program_text(less, why[2])}")
    if args.only:
        print(", ".join(f"{what}: {n}" for (who, what), n in reasons.items() if who == "says"))
    if args.verbose:
        for (engine, reason), n in reasons.most_common(30):
            print(f"{n:5} {engine}: {reason}")
    answered = sum(n for _, n in results)
    print(f"{len(drawn) - len(failed)} passed, {len(failed)} failed: seeds {[seed for seed, _, _ in failed]}; {answered} questions answered by naive")
    return 1 if failed or answered < len(drawn) else 0


if __name__ == "__main__":
    sys.exit(main())
