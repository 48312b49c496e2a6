#!/usr/bin/env python3
"""Random small programs with mutexes (races.py draws them): the engine graph under sc has as many executions as the engine dpor has, and finds every data race that dpor finds.

  tests/axioms/mutexes.py ALLWAYS [--seed N] [--count N]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import races


def draw(seed):
    """Most threads take the mutex."""
    r = random.Random(seed)
    threads = races.draw_program(r)
    for t in threads:
        if any(s[0] == "lock" for s in t) or r.random() < 0.2: continue
        at = r.randrange(len(t) + 1)
        t.insert(at, ("lock", "m", None, None, None))
        t.insert(r.randrange(at + 1, len(t) + 1), ("unlock", "m", None, None, None))
    return threads


def ask(allways, path, *words):
    p = subprocess.run([allways, path, "--json", *words], capture_output=True, text=True)
    try:
        r = json.loads(p.stdout)
        return r["verdict"], r["counters"]["executions"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:200]}", 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=8)
    a = p.parse_args()
    bad, racy = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.air")
        for seed in range(a.seed, a.seed + a.count):
            with open(path, "w") as f: f.write(races.air(draw(seed)))
            want, got = ask(a.allways, path, "--engine=dpor"), ask(a.allways, path, "--engine=graph", "--memory-model=sc")
            sc, rc11 = ask(a.allways, path, "--engine=dpor", "--property=no-data-race")[0], ask(a.allways, path, "--engine=graph", "--memory-model=rc11", "--property=no-data-race")[0]
            racy += sc == "unsafe"
            if want == got and rc11 in ("safe", "unsafe") and (sc, rc11) != ("unsafe", "safe"): continue
            bad += 1
            print(f"seed {seed}: dpor {want}, graph {got}; races: dpor {sc}, graph {rc11}\n{races.air(draw(seed))}")
    print(f"{a.count} programs, {racy} with races, {bad} wrong")
    sys.exit(bad > 0 or not racy)


main()
