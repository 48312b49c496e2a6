#!/usr/bin/env python3
"""Classic outcomes: may they happen under sc, tso, rc11? Each row of the table is verified with the outcome as a violation.

  tests/axioms/litmus.py ALLWAYS [ROW...]     --random N: outcomes of random programs instead, judged by the axioms (model.py)

An outcome that may happen must be UNSAFE, re-executed by the second interpreter and judged by its own axioms; one that may not must be SAFE.
"""
import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile

import model

# name: threads, outcome (value that each reading statement finds, in order of threads; for 2+2W and its like the newest writes), allowed under sc, tso, rc11.
# A statement: "Wx1 rel", "Rx acq", "F sc", "Ux rlx" (adds one).
TABLE = {
    "SB+rlx": (["Wx1 rlx; Ry rlx", "Wy1 rlx; Rx rlx"], "0 0", {}, "nyy"),
    "SB+rel+acq": (["Wx1 rel; Ry acq", "Wy1 rel; Rx acq"], "0 0", {}, "nyy"),
    "SB+sc": (["Wx1 sc; Ry sc", "Wy1 sc; Rx sc"], "0 0", {}, "nnn"),
    "SB+scw+rlx": (["Wx1 sc; Ry rlx", "Wy1 sc; Rx rlx"], "0 0", {}, "nny"),
    "SB+fences": (["Wx1 rlx; F sc; Ry rlx", "Wy1 rlx; F sc; Rx rlx"], "0 0", {}, "nnn"),
    "SB+fence+no": (["Wx1 rlx; F sc; Ry rlx", "Wy1 rlx; Rx rlx"], "0 0", {}, "nyy"),
    "SB+acq_rel-fences": (["Wx1 rlx; F acq_rel; Ry rlx", "Wy1 rlx; F acq_rel; Rx rlx"], "0 0", {}, "nyy"),
    "SB+updates": (["Ux sc; Ry sc", "Uy sc; Rx sc"], "0 0 0 0", {}, "nnn"),
    "SB+rlx-updates": (["Ux rlx; Ry rlx", "Uy rlx; Rx rlx"], "0 0 0 0", {}, "nny"),
    "MP+rlx": (["Wx1 rlx; Wy1 rlx", "Ry rlx; Rx rlx"], "1 0", {}, "nny"),
    "MP+rel+acq": (["Wx1 rlx; Wy1 rel", "Ry acq; Rx rlx"], "1 0", {}, "nnn"),
    "MP+rel+rlx": (["Wx1 rlx; Wy1 rel", "Ry rlx; Rx rlx"], "1 0", {}, "nny"),
    "MP+rlx+acq": (["Wx1 rlx; Wy1 rlx", "Ry acq; Rx rlx"], "1 0", {}, "nny"),
    "MP+fences": (["Wx1 rlx; F rel; Wy1 rlx", "Ry rlx; F acq; Rx rlx"], "1 0", {}, "nnn"),
    "MP+fence+acq": (["Wx1 rlx; F rel; Wy1 rlx", "Ry acq; Rx rlx"], "1 0", {}, "nnn"),
    "MP+wrong-fences": (["Wx1 rlx; F acq; Wy1 rlx", "Ry rlx; F rel; Rx rlx"], "1 0", {}, "nny"),
    "MP+sequence": (["Wx1 rlx; Wy1 rel", "Uy rlx", "Ry acq; Rx rlx"], "1 2 0", {}, "nnn"),
    "MP+broken-sequence": (["Wx1 rlx; Wy1 rel; Wy2 rlx", "Ry acq; Rx rlx"], "2 0", {}, "nny"),
    "LB+rlx": (["Rx rlx; Wy1 rlx", "Ry rlx; Wx1 rlx"], "1 1", {}, "nnn"),
    "LB+acq": (["Rx acq; Wy1 rlx", "Ry acq; Wx1 rlx"], "1 1", {}, "nnn"),
    "IRIW+rlx": (["Wx1 rlx", "Wy1 rlx", "Rx rlx; Ry rlx", "Ry rlx; Rx rlx"], "1 0 1 0", {}, "nny"),
    "IRIW+acq": (["Wx1 rel", "Wy1 rel", "Rx acq; Ry acq", "Ry acq; Rx acq"], "1 0 1 0", {}, "nny"),
    "IRIW+sc": (["Wx1 sc", "Wy1 sc", "Rx sc; Ry sc", "Ry sc; Rx sc"], "1 0 1 0", {}, "nnn"),
    "IRIW+fences": (["Wx1 rlx", "Wy1 rlx", "Rx rlx; F sc; Ry rlx", "Ry rlx; F sc; Rx rlx"], "1 0 1 0", {}, "nnn"),
    "WRC+rlx": (["Wx1 rlx", "Rx rlx; Wy1 rlx", "Ry rlx; Rx rlx"], "1 1 0", {}, "nny"),
    "WRC+rel+acq": (["Wx1 rlx", "Rx rlx; Wy1 rel", "Ry acq; Rx rlx"], "1 1 0", {}, "nnn"),
    "WRC+rlx+acq": (["Wx1 rlx", "Rx acq; Wy1 rlx", "Ry acq; Rx rlx"], "1 1 0", {}, "nny"),
    "ISA2+rel+acq": (["Wx1 rlx; Wy1 rel", "Ry acq; Wz1 rel", "Rz acq; Rx rlx"], "1 1 0", {}, "nnn"),
    "ISA2+rlx": (["Wx1 rlx; Wy1 rel", "Ry rlx; Wz1 rlx", "Rz acq; Rx rlx"], "1 1 0", {}, "nny"),
    "2+2W+rlx": (["Wx1 rlx; Wy2 rlx", "Wy1 rlx; Wx2 rlx"], "", {"x": 1, "y": 1}, "nny"),
    "2+2W+rel": (["Wx1 rel; Wy2 rel", "Wy1 rel; Wx2 rel"], "", {"x": 1, "y": 1}, "nny"),
    "2+2W+sc": (["Wx1 sc; Wy2 sc", "Wy1 sc; Wx2 sc"], "", {"x": 1, "y": 1}, "nnn"),
    "2+2W+fences": (["Wx1 rlx; F sc; Wy2 rlx", "Wy1 rlx; F sc; Wx2 rlx"], "", {"x": 1, "y": 1}, "nnn"),
    "R+rlx": (["Wx1 rlx; Wy1 rlx", "Wy2 rlx; Rx rlx"], "0", {"y": 2}, "nyy"),
    "R+sc": (["Wx1 sc; Wy1 sc", "Wy2 sc; Rx sc"], "0", {"y": 2}, "nnn"),
    "S+rlx": (["Wx2 rlx; Wy1 rlx", "Ry rlx; Wx1 rlx"], "1", {"x": 2}, "nny"),
    "S+rel+acq": (["Wx2 rlx; Wy1 rel", "Ry acq; Wx1 rlx"], "1", {"x": 2}, "nnn"),
    "RWC+rlx": (["Wx1 rlx", "Rx rlx; Ry rlx", "Wy1 rlx; Rx rlx"], "1 0 0", {}, "nyy"),
    "RWC+fences": (["Wx1 rlx", "Rx rlx; F sc; Ry rlx", "Wy1 rlx; F sc; Rx rlx"], "1 0 0", {}, "nnn"),
    "Z6.3+rlx": (["Wx1 rlx; Wy1 rlx", "Wy2 rlx; Wz1 rlx", "Rz rlx; Rx rlx"], "1 0", {"y": 2}, "nny"),
    "CoRR": (["Wx1 rlx", "Rx rlx; Rx rlx"], "1 0", {}, "nnn"),
    "CoRR2": (["Wx1 rlx", "Wx2 rlx", "Rx rlx; Rx rlx", "Rx rlx; Rx rlx"], "1 2 2 1", {}, "nnn"),
    "CoWW": (["Wx1 rlx; Wx2 rlx"], "", {"x": 1}, "nnn"),
    "CoRW": (["Rx rlx; Wx1 rlx"], "1", {}, "nnn"),
    "CoWR": (["Wx1 rlx; Rx rlx", "Wx2 rlx"], "2", {"x": 1}, "nnn"),
    "Atomicity": (["Ux rlx", "Ux rlx"], "0 0", {}, "nnn"),
}
MODELS = ["sc", "tso", "rc11"]


def statement(text):
    what, order = text.strip().rsplit(" ", 1)
    if what == "F": return ("fence", None, order, None, None)
    kind = {"W": "store", "R": "load", "U": "rmw"}[what[0]]
    return (kind, what[1], order, int(what[2:] or 1), None)


def air(threads, outcome, newest):
    """Reads keep what they found in globals; the main process looks at them, and at the places, when all threads are joined."""
    reads = [(k, i) for k, t in enumerate(threads) for i, s in enumerate(t) if s[0] in ("load", "rmw", "cas")]
    out = ['air 1', 'language "c"', 'scheduler interleave', 'pointers 64', 'properties "assert"', 'entry &elab']
    out += [f"global @{g} i32" for g in model.ATOMIC] + [f"global @r{k}_{i} i32" for k, i in reads] + ["process $main &main"]
    for k, statements in enumerate(threads):
        out += ["", f"func &t{k}() void {{", "temp i32 %1", "b1:"]
        for i, (kind, place, order, value, failure) in enumerate(statements):
            at, dot = f' !"p.c":{10 * (k + 1) + i}:1', "" if order == "sc" else "." + order
            if kind == "store": out.append(f"  store.atomic{dot} i32 @{place}, {value}{at}")
            elif kind == "load": out.append(f"  %1 = load.atomic{dot} i32 @{place}{at}")
            elif kind == "rmw": out.append(f"  %1 = rmw.add.atomic{dot} i32 @{place}, {value}{at}")
            elif kind == "cas": out.append(f"  %1 = cas.atomic.{order}.{failure} i32 @{place}, {value}, 2{at}")
            elif kind == "fence": out.append(f"  fence{dot}{at}")
            if (k, i) in reads: out.append(f"  store i32 @r{k}_{i}, %1{at}")
        out += ["  return", "}"]
    out += ["", "func &main() void {"] + [f"temp i32 %{k + 1}" for k in range(len(threads))] + ["temp i32 %90", "temp bool %91 %92", "b1:"]
    out += [f"  %{k + 1} = spawn i32 &t{k}" for k in range(len(threads))] + [f"  join %{k + 1}" for k in range(len(threads))]
    out.append("  %92 = mov bool bool:1")
    for place, value in list(zip([f"r{k}_{i}" for k, i in reads], outcome)) + sorted(newest.items()):
        atomic = ".atomic" if place in model.ATOMIC else ""
        out += [f"  %90 = load{atomic} i32 @{place}", f"  %91 = eq bool %90, i32:{value}", "  %92 = and bool %92, %91"]
    out += ["  %91 = not bool %92", '  check.assert %91 "the outcome" !"p.c":99:1', "  return", "}", "", "func &elab() void {", "b1:", "  start.ivl", "  return", "}"]
    return "\n".join(out) + "\n"


def verdict(allways, path, memory_model):
    p = subprocess.run([allways, path, "--engine=graph", f"--memory-model={memory_model}", "--quiet"], capture_output=True, text=True)
    return (p.stdout.split() or [f"exit {p.returncode}: {p.stderr[:200]}"])[0].strip(":"), p.stdout + p.stderr


def rows(names):
    for name, (threads, outcome, newest, allowed) in TABLE.items():
        if names and name not in names: continue
        program = [[statement(s) for s in t.split(";")] for t in threads]
        yield name, program, [int(v) for v in outcome.split()], newest, dict(zip(MODELS, [c == "y" for c in allowed]))


def random_rows(count, seed):
    """An outcome of each of some graphs, allowed or not."""
    for n in range(seed, seed + count):
        r = random.Random(n)
        draw = lambda: r.choice([f"W{{}}{r.randrange(1, 3)} {r.choice(['rlx', 'rel', 'sc'])}", f"R{{}} {r.choice(['rlx', 'acq', 'sc'])}", f"R{{}} {r.choice(['rlx', 'acq', 'sc'])}",
                                 f"U{{}} {r.choice(['rlx', 'acq_rel', 'sc'])}", f"F {r.choice(['acq', 'rel', 'sc'])}"]).format(r.choice("xy"))
        program = [[statement(draw()) for _ in range(r.randrange(1, 4 if k < 2 else 3))] for k in range(r.choice([2, 2, 3]))]
        outcomes = {}
        for g, _, _ in model.graphs(program):
            values = tuple(e.read for e in g.events if e.read is not None)
            seen = outcomes.setdefault(values, {m: False for m in MODELS})
            for m in MODELS: seen[m] = seen[m] or model.MODELS[m](g)
        # Outcomes that the models judge differently tell most.
        split = [o for o, by in sorted(outcomes.items()) if len(set(by.values())) > 1] or sorted(outcomes)
        values = r.choice(split)
        yield f"seed {n}", program, list(values), {}, outcomes[values]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("rows", nargs="*")
    p.add_argument("--random", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    bad, seen = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.air")
        for name, program, outcome, newest, allowed in random_rows(a.random, a.seed) if a.random else rows(a.rows):
            with open(path, "w") as f: f.write(air(program, outcome, newest))
            for m in MODELS:
                got, said = verdict(a.allways, path, m)
                want = "UNSAFE" if allowed[m] else "SAFE"
                seen.add((m, want))
                if got == want: continue
                bad += 1
                print(f"{name}, {m}: {got}, should be {want}\n{said}\n{air(program, outcome, newest) if bad < 3 else ''}")
    print(f"{bad} wrong; {sorted(seen)}")
    sys.exit(bad > 0 or len(seen) < 2)


main()
