#!/usr/bin/env python3
"""Random small programs with several mutexes: deadlocks, against all interleavings made here.

  tests/axioms/deadlocks.py ALLWAYS [--seed N] [--count N]

The engine graph must say under sc what the interleavings show. Under rc11 every interleaving is an execution, so a deadlock of one is a deadlock; without
relaxed accesses there is no other. Who waits in an execution that no interleaving shows may leave the question open.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

MUTEXES, FLAGS = ["m", "n", "k"], ["x", "y"]


def draw_thread(r):
    """(kind, place, ordering): lock, unlock, set a flag, or `when`: end here unless the flag is set."""
    out, held = [], []
    for _ in range(r.randrange(2, 6)):
        kind = r.choice(["lock", "lock", "unlock", "unlock", "set", "when"])
        free = [m for m in MUTEXES if m not in held]
        if kind == "lock" and free:
            held.append(r.choice(free))
            out.append(("lock", held[-1], None))
        elif kind == "unlock" and held:
            out.append(("unlock", held.pop(r.randrange(len(held))), None))
        elif kind == "set": out.append(("set", r.choice(FLAGS), r.choice(["rlx", "rel", "sc"])))
        elif kind == "when": out.append(("when", r.choice(FLAGS), r.choice(["rlx", "acq", "sc"])))
    if r.random() < 0.8: out += [("unlock", m, None) for m in held]
    return out


def air(threads):
    out = ['air 1', 'language "c"', 'scheduler interleave', 'pointers 64', 'properties "deadlock"', 'entry &elab']
    out += [f"global @{g} i32" for g in MUTEXES + FLAGS]
    out += [f"process $t{k} &t{k}" for k in range(len(threads))]
    for k, statements in enumerate(threads):
        out += ["", f"func &t{k}() void {{", "temp i32 %1", "temp bool %2", "b1:"]
        block, last = 1, 2 + sum(s[0] == "when" for s in statements)
        for line, (kind, place, order) in enumerate(statements, 10 * (k + 1)):
            at, dot = f' !"p.c":{line}:1', "" if order in (None, "sc") else "." + order
            if kind == "set": out.append(f"  store.atomic{dot} i32 @{place}, 1{at}")
            elif kind != "when": out.append(f"  {kind} @{place}{at}")
            else:
                block += 1
                out += [f"  %1 = load.atomic{dot} i32 @{place}{at}", "  %2 = eq bool %1, i32:1", f"  branch %2 -> b{block}, b{last}", f"b{block}:"]
        out += [f"  jump -> b{last}", f"b{last}:", "  return", "}"]
    return "\n".join(out + ["", "func &elab() void {", "b1:", "  start.ivl", "  return", "}"]) + "\n"


def deadlocks(threads):
    """Is there a state of all interleavings in which somebody waits and nobody goes on?"""
    begin = (tuple([0] * len(threads)), frozenset(), frozenset())
    stack, seen = [begin], {begin}
    while stack:
        pcs, held, flags = stack.pop()
        went, waits = False, False
        for k, t in enumerate(threads):
            if pcs[k] == len(t): continue
            kind, place, _ = t[pcs[k]]
            if kind == "lock" and place in held:
                waits = True
                continue
            went = True
            to = len(t) if kind == "when" and place not in flags else pcs[k] + 1
            now = (pcs[:k] + (to,) + pcs[k + 1:], held | {place} if kind == "lock" else held - {place} if kind == "unlock" else held, flags | {place} if kind == "set" else flags)
            if now not in seen:
                seen.add(now)
                stack.append(now)
        if waits and not went: return True
    return False


def ask(allways, path, *words):
    p = subprocess.run([allways, path, "--json", "--property=deadlock", *words], capture_output=True, text=True)
    try: return json.loads(p.stdout)["verdict"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:200]}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=8)
    a = p.parse_args()
    bad, stuck, left_open = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.air")
        for seed in range(a.seed, a.seed + a.count):
            r = random.Random(seed)
            threads = [draw_thread(r) for _ in range(r.choice([2, 3]))]
            with open(path, "w", encoding="utf-8") as f: f.write(air(threads))
            want = "unsafe" if deadlocks(threads) else "safe"
            strong = all(order in (None, "sc") for t in threads for _, _, order in t)
            sc, rc11 = (ask(a.allways, path, "--engine=graph", f"--memory-model={m}") for m in ("sc", "rc11"))
            stuck += want == "unsafe"
            left_open += rc11 == "unknown"
            if sc == want and (rc11 == want or (want == "safe" and not strong and rc11 == "unknown")): continue
            bad += 1
            print(f"seed {seed}: interleavings {want}, graph sc {sc}, rc11 {rc11}\n{air(threads)}")
    print(f"{a.count} programs, {stuck} with deadlocks, {left_open} open under rc11, {bad} wrong")
    sys.exit(bad > 0 or not 0 < stuck < a.count)


main()
