#!/usr/bin/env python3
"""Random small programs that allocate and free: leaks, against all interleavings made here.

  tests/axioms/leaks.py ALLWAYS [--seed N] [--count N]

The engine graph must say under sc what the interleavings show, and under tso and rc11 too if all accesses are seq_cst. With weaker ones there may be more leaks, never fewer.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

ORDERS = {"rlx": "relaxed", "set": "release", "when": "acquire", "sc": "seq_cst"}


def draw_thread(r):
    """(kind, place, ordering): put a new object and forget the old one, swap: free that, take: only that; set a flag, `when`: end here unless the flag is set,
    `hold`: an object that is freed if the flag is set."""
    out = []
    for _ in range(r.randrange(1, 4)):
        kind = r.choice(["put", "swap", "swap", "swap", "take", "take", "set", "set", "when", "when", "hold"])
        out.append((kind, r.choice("pq" if kind in ("put", "swap", "take") else "xy"), r.choice(["sc", "sc", "rlx", kind if kind in ORDERS else "when"])))
    return out


def source(threads, last):
    out = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <stdlib.h>", "static _Atomic(int *) p, q;", "static atomic_int x, y;"]
    for k, statements in enumerate(threads):
        out.append(f"static void *t{k}(void *u) {{")
        for kind, g, order in statements:
            load = f"atomic_load_explicit(&{g}, memory_order_{ORDERS[order]})"
            out.append({"put": f"  {{ int *n = malloc(4); if (!n) abort(); atomic_exchange(&{g}, n); }}", "swap": f"  {{ int *n = malloc(4); if (!n) abort(); free(atomic_exchange(&{g}, n)); }}", "take": f"  free(atomic_exchange(&{g}, NULL));",
                        "set": f"  atomic_store_explicit(&{g}, 1, memory_order_{ORDERS[order]});", "when": f"  if (!{load}) return u;",
                        "hold": f"  {{ int *n = malloc(4); if ({load}) free(n); }}"}[kind])
        out += ["  return u;", "}"]
    names = [f"i{k}" for k in range(len(threads))]
    out += ["int main(void) {", f"  pthread_t {', '.join(names)};"]
    out += [f"  pthread_create(&{n}, NULL, t{k}, NULL);" for k, n in enumerate(names)]
    out += [f"  pthread_join({n}, NULL);" for n in names]
    return "\n".join(out + [f"  atomic_store(&{g}, NULL);" for g in last] + ["}"]) + "\n"


def leaks(threads, last):
    """Does an interleaving lose an object? `pcs` counts half steps: an object is made before the flag is read."""
    begin = (tuple([0] * len(threads)), frozenset())
    stack, seen = [begin], {begin}
    while stack:
        pcs, marks = stack.pop()
        if all(pcs[k] == len(t) for k, t in enumerate(threads)) and any(g in marks for g in last): return True
        for k, t in enumerate(threads):
            if pcs[k] == len(t): continue
            kind, g, _ = t[pcs[k]]
            if (kind == "put" and g in marks) or (kind == "hold" and g not in marks): return True
            to = len(t) if kind == "when" and g not in marks else pcs[k] + 1
            now = (pcs[:k] + (to,) + pcs[k + 1:], marks | {g} if kind in ("put", "swap", "set") else marks - {g} if kind == "take" else marks)
            if now not in seen:
                seen.add(now)
                stack.append(now)
    return False


def ask(allways, path, model):
    p = subprocess.run([allways, path, "--json", "--property=valid-memtrack", "--engine=graph", f"--memory-model={model}"], capture_output=True, text=True)
    try: return json.loads(p.stdout)["verdict"]
    except (ValueError, KeyError): return f"exit {p.returncode}: {p.stderr[:200]}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=8)
    a = p.parse_args()
    bad, lost, more = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.c")
        for seed in range(a.seed, a.seed + a.count):
            r = random.Random(seed)
            threads, last = [draw_thread(r) for _ in range(r.choice([2, 2, 3]))], r.choice(["", "", "", "p", "q"])
            with open(path, "w", encoding="utf-8") as f: f.write(source(threads, last))
            want = "unsafe" if leaks(threads, last) else "safe"
            strong = all(order == "sc" for t in threads for _, _, order in t)
            sc, tso, rc11 = (ask(a.allways, path, m) for m in ("sc", "tso", "rc11"))
            lost += want == "unsafe"
            more += rc11 != want
            if sc == want and all(v == want or (v == "unsafe" and not strong) for v in (tso, rc11)): continue
            bad += 1
            print(f"seed {seed}: interleavings {want}, graph sc {sc}, tso {tso}, rc11 {rc11}\n{source(threads, last)}")
    print(f"{a.count} programs, {lost} with leaks, {more} more under rc11, {bad} wrong")
    sys.exit(bad > 0 or not 0 < lost < a.count)


main()
