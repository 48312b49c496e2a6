#!/usr/bin/env python3
"""Random small programs: the property robust against all execution graphs that the axioms allow (model.py).

  tests/axioms/robust.py ALLWAYS [--seed N] [--count N]

SAFE means that the graphs of RC11 are those of sequential consistency, without exception; UNSAFE, that they are not. UNKNOWN is allowed where accesses or fences are sc: of
their order the engine knows a part. How many of those programs are robust all the same is printed. no-data-race under RC11, by the same engine, is never SAFE where there is a race.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import graphs
import model


def ask(allways, path, *words):
    p = subprocess.run([allways, path, "--engine=robust", "--json", *words], capture_output=True, text=True)
    try: return json.loads(p.stdout)["verdict"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:300]}"


def is_sc(statement): return "sc" in (statement[2], statement[4])


def judge(got, robust, strong):
    """None, or what is wrong."""
    if got == ("safe" if robust else "unsafe"): return None
    return None if got == "unknown" and strong else f"robust is {got}, but there are {'no ' if robust else ''}graphs beyond interleavings"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40)
    a = p.parse_args()
    counts, bad = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.air")
        for seed in range(a.seed, a.seed + a.count):
            threads = graphs.draw_program(random.Random(seed))
            with open(path, "w") as f: f.write(model.air(threads))
            found, racy = model.consistent(threads, ["sc", "rc11"])
            robust, strong = found["sc"] == found["rc11"], any(is_sc(s) for t in threads for s in t)
            got = ask(a.allways, path, "--property=robust")
            wrong = [w for w in [judge(got, robust, strong)] if w]
            race = ask(a.allways, path, "--property=no-data-race", "--memory-model=rc11")
            if race == "unsafe" or (race == "safe" and (racy or not robust)): wrong.append(f"no-data-race is {race}")
            key = ("robust" if robust else "not robust", got)
            counts[key] = counts.get(key, 0) + 1
            bad += bool(wrong)
            for w in wrong: print(f"seed {seed}: {w}\n{model.air(threads) if bad < 3 else ''}")
    print(f"{a.count} programs: {', '.join(f'{n} {k[0]} and {k[1]}' for k, n in sorted(counts.items()))}; {bad} wrong")
    sys.exit(bad > 0 or (a.count >= 20 and len(counts) < 2))


if __name__ == "__main__": main()
