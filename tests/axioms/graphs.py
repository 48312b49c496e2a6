#!/usr/bin/env python3
"""Random small programs: the execution graphs of the engine graph against all those that the axioms allow (model.py), each exactly once.

  tests/axioms/graphs.py ALLWAYS [--seed N] [--count N]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import model

ORDERS = {"store": ["rlx", "rel", "sc"], "load": ["rlx", "acq", "sc"], "when": ["rlx", "acq", "sc"], "rmw": ["rlx", "acq", "rel", "acq_rel", "sc"],
          "cas": ["rlx", "acq", "rel", "acq_rel", "sc"], "fence": ["acq", "rel", "acq_rel", "sc"]}


def draw_statement(r, places):
    kind = r.choice(["store", "store", "store", "load", "load", "when", "rmw", "cas", "fence", "plain"])
    place = r.choice(places)
    if kind == "plain": return (r.choice(["dread", "dwrite"]), "d", None, 1, None)
    order = r.choice(ORDERS[kind])
    if kind == "fence": return (kind, None, order, None, None)
    value = {"store": r.randrange(1, 3), "rmw": 1, "cas": r.randrange(0, 2)}.get(kind, r.randrange(0, 2))
    return (kind, place, order, value, r.choice(["rlx", "acq", "sc"]) if kind == "cas" else None)


def draw_crossed(r):
    """Threads that go from place to place, each in another order: what interleavings do not show is rare otherwise."""
    places = model.ATOMIC[: r.choice([2, 2, 3])]
    out = []
    for k in range(r.choice([2, 2, 3, 4])):
        turns, at = places[k % len(places):] + places[: k % len(places)], []
        for place in turns[:2]:
            kind = r.choice(["store", "store", "store", "load", "load", "rmw"])
            at.append((kind, place, r.choice(ORDERS[kind][:2] * 2 + ["sc"]), r.randrange(1, 3), None))
        if r.random() < 0.3: at.insert(1, ("fence", None, r.choice(ORDERS["fence"]), None, None))
        out.append(at)
    return out


def draw_program(r):
    if r.random() < 0.5: return draw_crossed(r)
    n = r.choice([2, 2, 3, 3, 4])
    most = {2: 4, 3: 3, 4: 2}[n]
    places = model.ATOMIC[: r.choice([1, 2, 2, 3])]
    return [[draw_statement(r, places) for _ in range(r.randrange(1, most + 1))] for _ in range(n)]


def explored(allways, path, memory_model, visible):
    """The graphs; or None and why there are none."""
    out = path + ".set"
    p = subprocess.run([allways, path, "--engine=graph", f"--memory-model={memory_model}", f"--visible={visible}", f"--trace-set={out}"], capture_output=True, text=True)
    try:
        with open(out) as f: lines = f.read().splitlines()
        os.remove(out)
    except OSError: return None, f"exit {p.returncode}: {p.stderr[:300]}{p.stdout[:300]}"
    return lines, ""


def judged(allways, path):
    p = subprocess.run([allways, path, "--engine=graph", "--memory-model=rc11", "--property=no-data-race", "--json"], capture_output=True, text=True)
    try: return json.loads(p.stdout)["verdict"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:200]}"


def differences(got, want):
    once = set(got)
    if len(once) != len(got): yield f"{len(got) - len(once)} graphs more than once: {sorted(g for g in once if got.count(g) > 1)[0]}"
    for g in sorted(want - once)[:3]: yield f"missing: {g}"
    for g in sorted(once - want)[:3]: yield f"not allowed: {g}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--models", default="sc,tso,rc11")
    a = p.parse_args()
    races = {True: 0, False: 0}
    models, bad, total, weak = a.models.split(","), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.air")
        for seed in range(a.seed, a.seed + a.count):
            threads = draw_program(random.Random(seed))
            with open(path, "w") as f: f.write(model.air(threads))
            want, racy = model.consistent(threads, models)
            if "rc11" in models:
                races[racy] += 1
                got = judged(a.allways, path)
                if got != ("unsafe" if racy else "safe"):
                    bad += 1
                    print(f"seed {seed}: no-data-race is {got}, but {'there is a race' if racy else 'there is none'}\n{model.air(threads)}")
            weak += len(models) > 1 and want[models[0]] != want[models[-1]]
            for m in models:
                got, why = explored(a.allways, path, m, "all")
                total += len(want[m])
                wrong = [why] if got is None else list(differences(got, want[m]))
                # Accesses that nobody else can meet have one way to go, and are left out.
                fewer, why = explored(a.allways, path, m, "guarded")
                if fewer is None or len(fewer) != len(want[m]): wrong.append(why or f"{len(fewer)} graphs without hidden accesses")
                if not wrong: continue
                bad += 1
                print(f"seed {seed}, {m}: {len(got or [])} graphs, {len(want[m])} by the axioms")
                for w in wrong: print("  " + w)
                if bad <= 1: print(model.air(threads))
    print(f"{a.count} programs, {total} graphs, {weak} programs with graphs that are not sequentially consistent, {races[True]} with races, {bad} wrong")
    sys.exit(bad > 0 or not total or (len(models) > 1 and a.count >= 20 and not weak))


if __name__ == "__main__": main()
