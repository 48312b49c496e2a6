#!/usr/bin/env python3
"""Random small programs with orderings: data races by happens-before, against the axioms.

  tests/axioms/races.py ALLWAYS [--seed N] [--count N] [--engines LIST]

For each program every interleaving is made here, and of each the relations of C11 (release sequences as in C++20) are written down as sets of
pairs: sequenced before, reads-from, synchronises-with, happens-before as its closure. A race is a pair of conflicting accesses of different
threads, one of them not atomic, that happens-before does not order. The engine dpor, and auto, must say exactly that; no other engine may say
the opposite. Nothing here is shared with what it judges.
"""
import argparse
import itertools
import json
import random
import subprocess
import sys
import tempfile

ATOMIC, PLAIN, MUTEX = ["x", "y"], ["d", "e"], ["m"]
ACQUIRES, RELEASES = {"acq", "acq_rel", "sc"}, {"rel", "acq_rel", "sc"}


# --- programs ---------------------------------------------------------------------------------------------------------
# A statement is (kind, place, ordering, value, failure ordering). A statement of kind "when" reads an atomic place and ends its thread unless it finds
# the value: what makes an order of threads out of what they read.

def draw_statement(r):
    kind = r.choice(["store", "load", "when", "when", "rmw", "cas", "fence", "dread", "dwrite", "dwrite", "dread", "lock", "try", "xread"])
    place = r.choice(ATOMIC)
    if kind == "store": return (kind, place, r.choice(["rlx", "rel", "sc"]), r.randrange(1, 3), None)
    if kind in ("load", "when"): return (kind, place, r.choice(["rlx", "acq", "sc"]), r.randrange(0, 3), None)
    if kind == "rmw": return (kind, place, r.choice(["rlx", "acq", "rel", "acq_rel", "sc"]), 1, None)
    if kind == "cas": return (kind, place, r.choice(["rlx", "acq", "rel", "acq_rel", "sc"]), r.randrange(0, 2), r.choice(["rlx", "acq", "sc"]))
    if kind == "fence": return (kind, None, r.choice(["acq", "rel", "acq_rel", "sc"]), None, None)
    if kind in ("dread", "dwrite"): return (kind, r.choice(PLAIN), None, 1, None)
    if kind == "xread": return ("dread", place, None, 1, None) if r.random() < 0.1 else draw_statement(r)
    return (kind, "m", None, None, None)


def draw_program(r):
    n = r.choice([2, 2, 3])
    most = 4 if n == 2 else 3
    threads = [[draw_statement(r) for _ in range(r.randrange(1, most + 1))] for _ in range(n)]
    # The shape of message passing is rare by chance.
    if r.random() < 0.5:
        flag, data = r.choice(ATOMIC), r.choice(PLAIN)
        threads[0] = [("dwrite", data, None, 1, None)] + ([("fence", None, r.choice(["rel", "sc"]), None, None)] if r.random() < 0.4 else []) + \
                     [("store", flag, r.choice(["rlx", "rel", "sc"]), 1, None)] + threads[0][:1]
        last = [("when", flag, r.choice(["rlx", "acq", "sc"]), r.choice([1, 1, 2]), None)] + \
               ([("fence", None, r.choice(["acq", "sc"]), None, None)] if r.random() < 0.4 else []) + \
               [(r.choice(["dread", "dwrite"]), data, None, 1, None)]
        threads[-1] = last
    for t in threads:  # some give the mutex back
        kinds = [s[0] for s in t]
        if "lock" in kinds and r.random() < 0.7: t.insert(r.randrange(kinds.index("lock") + 1, len(t) + 1), ("unlock", "m", None, None, None))
        while [s[0] for s in t].count("lock") > 1: t.remove(("lock", "m", None, None, None))
        if ("unlock", "m", None, None, None) in t and t.index(("unlock", "m", None, None, None)) < [s[0] for s in t].index("lock"):
            t.remove(("unlock", "m", None, None, None))
    return threads


def air(threads):
    out = ['air 1', 'language "c"', 'scheduler interleave', 'pointers 64', 'properties "assert"', 'entry &elab']
    out += [f"global @{g} i32" for g in ATOMIC + PLAIN + MUTEX]
    out += [f"process $t{k} &t{k}" for k in range(len(threads))]
    for k, statements in enumerate(threads):
        out += ["", f"func &t{k}() void {{", "temp i32 %1", "temp bool %2", "b1:"]
        block, line = 1, 10 * (k + 1)
        for kind, place, order, value, failure in statements:
            line += 1
            at = f' !"p.c":{line}:1'
            dot = "" if order in (None, "sc") else "." + order
            if kind == "store": out.append(f"  store.atomic{dot} i32 @{place}, {value}{at}")
            elif kind in ("load", "when"): out.append(f"  %1 = load.atomic{dot} i32 @{place}{at}")
            elif kind == "rmw": out.append(f"  rmw.add.atomic{dot} i32 @{place}, {value}{at}")
            elif kind == "cas": out.append(f"  %1 = cas.atomic.{order}.{failure} i32 @{place}, {value}, 2{at}")
            elif kind == "fence": out.append(f"  fence{dot}{at}")
            elif kind == "dread": out.append(f"  %1 = load i32 @{place}{at}")
            elif kind == "dwrite": out.append(f"  store i32 @{place}, {value}{at}")
            elif kind in ("lock", "unlock"): out.append(f"  {kind} @m{at}")
            elif kind == "try": out.append(f"  %2 = trylock bool @m{at}")
            if kind in ("when", "try"):
                if kind == "when": out.append(f"  %2 = eq bool %1, i32:{value}")
                # Who does not get the mutex goes on; who gets it ends with it, as who locks it keeps it.
                yes, no = (block + 1, "END") if kind == "when" else ("END", block + 1)
                out.append(f"  branch %2 -> b{yes}, b{no}")
                block += 1
                out.append(f"b{block}:")
        block += 1
        out = [l.replace("bEND", f"b{block}") for l in out]
        out += [f"  jump -> b{block}", f"b{block}:", "  return", "}"]
    out += ["", "func &elab() void {", "b1:", "  start.ivl", "  return", "}"]
    return "\n".join(out) + "\n"


# --- executions -------------------------------------------------------------------------------------------------------

class Event:
    def __init__(self, thread, kind, place=None, atomic=False, reads=False, writes=False, order=None, source=None):
        self.thread, self.kind, self.place, self.atomic = thread, kind, place, atomic
        self.reads, self.writes, self.order, self.source = reads, writes, order, source


def step(threads, pcs, memory, last, trace, k):
    """The statement of thread k made at the end of trace; None: it cannot be made."""
    kind, place, order, value, failure = threads[k][pcs[k]]
    pcs, memory, last = list(pcs), dict(memory), dict(last)
    pcs[k] += 1
    n = len(trace)
    if kind == "fence": event = Event(k, "fence", order=order)
    elif kind in ("load", "when", "dread"):
        event = Event(k, "access", place, kind != "dread", reads=True, order=order, source=last.get(place))
        if kind == "when" and memory[place] != value: pcs[k] = len(threads[k])
    elif kind in ("store", "dwrite"):
        event = Event(k, "access", place, kind == "store", writes=True, order=order)
        memory[place], last[place] = value, n
    elif kind == "rmw" or (kind == "cas" and memory[place] == value):
        event = Event(k, "access", place, True, True, True, order, last.get(place))
        memory[place] = memory[place] + 1 if kind == "rmw" else 2
        last[place] = n
    elif kind == "cas": event = Event(k, "access", place, True, True, False, failure, last.get(place))
    elif kind == "lock":
        if memory["m"]: return None
        memory["m"] = 1
        event = Event(k, "lock")
    elif kind == "unlock":
        memory["m"] = 0
        event = Event(k, "unlock")
    elif kind == "try":
        if memory["m"]: event = Event(k, "nothing")
        else:
            memory["m"] = 1
            event = Event(k, "lock")
            pcs[k] = len(threads[k])
    return pcs, memory, last, trace + [event]


def has_race(trace):
    n = len(trace)
    sb = {(i, j) for i in range(n) for j in range(i + 1, n) if trace[i].thread == trace[j].thread}
    # Release sequences: a write, and the updates that read from it or from one of them.
    sequence = {i: {i} for i in range(n) if trace[i].writes and trace[i].atomic}
    for j in range(n):
        e = trace[j]
        if e.reads and e.writes and e.source is not None:
            for members in sequence.values():
                if e.source in members: members.add(j)
    sw = set()
    for w, members in sequence.items():
        heads = [w] if trace[w].order in RELEASES else []
        heads += [f for f in range(w) if trace[f].kind == "fence" and trace[f].order in RELEASES and (f, w) in sb]
        for r in range(n):
            e = trace[r]
            if not (e.reads and e.atomic and e.source in members): continue
            tails = [r] if e.order in ACQUIRES else []
            tails += [f for f in range(n) if trace[f].kind == "fence" and trace[f].order in ACQUIRES and (r, f) in sb]
            sw |= {(a, b) for a in heads for b in tails if trace[a].thread != trace[b].thread}
    for u in range(n):
        locks = [l for l in range(u, n) if trace[l].kind == "lock"]
        if trace[u].kind == "unlock" and locks: sw.add((u, locks[0]))
    hb = [[(i, j) in sb or (i, j) in sw for j in range(n)] for i in range(n)]
    for m, i, j in itertools.product(range(n), repeat=3):
        if hb[i][m] and hb[m][j]: hb[i][j] = True
    for i, j in itertools.combinations(range(n), 2):
        a, b = trace[i], trace[j]
        if a.kind == b.kind == "access" and a.thread != b.thread and a.place == b.place and (a.writes or b.writes) and \
                not (a.atomic and b.atomic) and not hb[i][j]:
            return True
    return False


def racy(threads):
    stack = [([0] * len(threads), {p: 0 for p in ATOMIC + PLAIN + MUTEX}, {}, [])]
    while stack:
        pcs, memory, last, trace = stack.pop()
        nexts = [step(threads, pcs, memory, last, trace, k) for k in range(len(threads)) if pcs[k] < len(threads[k])]
        nexts = [x for x in nexts if x]
        if not nexts and has_race(trace): return True
        stack += nexts
    return False


def ask(allways, path, engine):
    p = subprocess.run([allways, path, f"--engine={engine}", "--property=no-data-race", "--json"], capture_output=True, text=True)
    try: return json.loads(p.stdout)["verdict"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:200]}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=40)
    p.add_argument("--engines", default="dpor,auto,stateful,hunt")
    a = p.parse_args()
    seen, bad = {True: 0, False: 0}, 0
    with tempfile.NamedTemporaryFile("w", suffix=".air") as f:
        for seed in range(a.seed, a.seed + a.count):
            threads = draw_program(random.Random(seed))
            want = racy(threads)
            seen[want] += 1
            f.seek(0), f.truncate(), f.write(air(threads)), f.flush()
            for engine in a.engines.split(","):
                got = ask(a.allways, f.name, engine)
                right = "unsafe" if want else "safe"
                exact = engine in ("dpor", "auto")
                if got == right or (not exact and got == "unknown"): continue
                bad += 1
                print(f"seed {seed}, {engine}: {got}, but the axioms say {right}\n{air(threads)}")
    print(f"{seen[True]} with races, {seen[False]} without, {bad} wrong")
    sys.exit(bad > 0 or not seen[True] or not seen[False])


if __name__ == "__main__": main()
