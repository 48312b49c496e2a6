#!/usr/bin/env python3
"""Random small SystemC programs: is what `--property=starvation` says what running every schedule says?

  tests/systemc/random_starvation.py ALLWAYS CROSS [--seed N] [--count N] [--print]

Programs are those of random_designs.py without inputs. Where the simulation has no bound, a thread may wait for ever exactly
if a violation is reported (the run goes on until nothing is pending). Where it has one, a thread that is reported must be
among those that no schedule runs again; one that would only run behind the bound is not reported, and no mistake.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import random_designs

CHECKS = "starvation,null,bounds"


class Design(random_designs.Design):
    def __init__(self, seed):
        super().__init__(seed)
        self.bounded = random.Random(seed).random() < 0.5

    def statement(self, who, method):
        while True:
            text = super().statement(who, method)
            if "nondet" not in text:
                return text

    def text(self):
        return super().text().replace("sc_start(5, SC_NS)", "sc_start(2, SC_NS)" if self.bounded else "sc_start()")


def run(*words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)


def judge(allways, cross, design, folder):
    """A complaint, or the kind of answer."""
    source, air = folder / "design.cpp", folder / "design.air"
    source.write_text(design.text(), encoding="utf-8")
    compiled = run(allways, "ir", source)
    if compiled.returncode:
        return "does not compile: " + compiled.stderr[:300], None
    air.write_text(compiled.stdout, encoding="utf-8")
    by_hand = run(cross, "--starvation", "--max-runs", "4000", air)
    words = by_hand.stdout.split()
    if by_hand.returncode or not words:
        return "enumeration fails: " + by_hand.stderr[:300], None
    done = run(allways, "verify", "--json", "--property=" + CHECKS, source)
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {done.stderr[:300]}", None
    answer = json.loads(done.stdout)
    if words[0] != "all" or done.returncode == 2:
        return None, "open"
    if done.returncode == 0:
        missed = words[1:] if not design.bounded else []
        return (f"safe, but {missed} may wait for ever" if missed else None), "safe"
    if answer["violation"]["kind"] != "starvation":
        return None, "open"
    who = answer["violation"]["process"]
    return (None if who in words[1:] else f"{who} is reported, every schedule says {words[1:]}"), "unsafe"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("cross")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--print", action="store_true")
    a = p.parse_args()
    bad, kinds = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        for k in range(a.seed, a.seed + a.count):
            design = Design(k)
            if a.print:
                print(design.text())
                continue
            complaint, kind = judge(a.allways, a.cross, design, pathlib.Path(folder))
            kinds[kind] = kinds.get(kind, 0) + 1
            if complaint:
                bad += 1
                print(f"seed {k}: {complaint}\n{design.text()}")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items(), key=str)), f"{bad} complaints")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
