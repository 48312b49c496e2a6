#!/usr/bin/env python3
"""Random programs in which most accesses are separated by something: the engine lockset against naive, about data races.

  tests/threads/random_races.py ALLWAYS [--seed N] [--count N]

Every global has a guard (a mutex, atomic regions, atomic operations, or the time at which the threads do not run), and most accesses keep
to it. Threads are started in sequences, in loops, by other threads and by functions, and joined or not, at once or later. Some
accesses concern memory that another thread may free, or a variable of a function that may have been left. lockset must
not say safe where naive finds a race, and must prove a part of what naive proves. A program that fails is made smaller by leaving out lines.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from shrinking import shrink

HEAD = """#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER, both[2];
pthread_t id0, id1;
int g0, g1, g2, g3, pair[2];
int *p = &g0, *heap;
_Thread_local int own;
static void enter(void) { pthread_mutex_lock(&m0); }
static void leave(void) { pthread_mutex_unlock(&m0); }
static void enter_any(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void leave_any(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void *borrow(void *arg) { *(int *)arg = 1; return 0; }
static void lend(int waits) { int mine = 0; pthread_t id; pthread_create(&id, 0, borrow, &mine); if (waits) pthread_join(id, 0); mine = 2; }
"""
GLOBALS = ["g0", "g1", "g2", "g3", "pair[0]", "pair[1]"]
GUARDS = {
    "m0": ("pthread_mutex_lock(&m0);", "pthread_mutex_unlock(&m0);"),
    "m1": ("pthread_mutex_lock(&m1);", "pthread_mutex_unlock(&m1);"),
    "part": ("pthread_mutex_lock(&both[1]);", "pthread_mutex_unlock(&both[1]);"),
    "calls": ("enter();", "leave();"),
    "any": ("enter_any(&m1);", "leave_any(&m1);"),
    "region": ("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"),
    "try": ("if (pthread_mutex_trylock(&m0) == 0) {", "pthread_mutex_unlock(&m0); }"),
    "none": ("", ""),
}


def access(r, name, guard):
    text = r.choice([f"{name} = {r.randrange(3)};", f"t = {name};", f"{name}++;", f"if ({name} == 1) t = 2;"])
    if guard == "atomic":
        return r.choice([f"__atomic_fetch_add(&{name}, 1, 5);", f"t = __atomic_load_n(&{name}, 5);", f"__atomic_store_n(&{name}, 1, 5);"])
    if r.random() < 0.1:
        text = r.choice(["own = t;", "t = own;", "*p = 1;", "t = *p;", "{ int k = 0; int *q = &k; *q = 3; t = *q; }"])
    if r.random() < 0.06:
        text = r.choice(["*heap = 1;", "t = *heap;", "free(heap);", "lend(0);", "lend(1);"])
    opening, closing = GUARDS[guard]
    if r.random() < 0.15:
        text = f"if (__VERIFIER_nondet_int()) {{ {text} }}"
    if r.random() < 0.1:
        text = f"for (int i = 0; i < 2; i++) {{ {text} }}"
    if guard not in ("none", "region", "try") and r.random() < 0.1:
        text += f" {closing} {opening} " + (f"t = {name};" if r.random() < 0.5 else "")
    return f"{opening} {text} {closing}"


def line(r, guards, quiet):
    name = r.choice(GLOBALS)
    guard = guards[name]
    if guard == "time":
        guard = "none" if quiet else r.choice(["none"] * 1 + ["skip"] * 9)
    elif quiet and r.random() < 0.5:
        guard = "none"
    if r.random() < 0.15:
        guard = r.choice(["none", "m0", "m1", "region"])
    if guard == "skip":
        return "t++;"
    return access(r, name, guard)


def draw(r):
    guards = {g: r.choice(["m0", "m0", "m1", "part", "calls", "any", "region", "atomic", "time", "try"]) for g in GLOBALS}
    n = r.choice([1, 2, 2, 3])
    out = []
    inner = r.random() < 0.25  # a thread that starts another one
    if inner:
        out.append(["void *child(void *arg) { int t = 0;"] + [line(r, guards, False) for _ in range(r.randint(1, 2))] + ["(void)t; return 0; }"])
    for k in range(n):
        body = [line(r, guards, False) for _ in range(r.randint(1, 2))]
        if inner and k == 0:
            end = r.choice(["pthread_join(c, 0);", "", "pthread_join(c, 0);"])
            body += ["pthread_t c; pthread_create(&c, 0, child, 0);", line(r, guards, False), end, line(r, guards, r.random() < 0.3)]
        out.append([f"void *thread{k}(void *arg) {{ int t = 0;"] + body + ["(void)t; return 0; }"])
    main = ["int main(void) { int t = 0; pthread_t a, b, c; heap = malloc(sizeof *heap);"] + [line(r, guards, True) for _ in range(r.randint(0, 2))]
    if r.random() < 0.15:
        main += ["pthread_t l[2]; for (int i = 0; i < 2; i++) pthread_create(&l[i], 0, thread0, 0);", line(r, guards, False)]
        main += r.choice([["for (int i = 0; i < 2; i++) pthread_join(l[i], 0);"], []])
        main += [line(r, guards, r.random() < 0.5)]
    else:
        main += threads(r, guards, n)
    return out + [main + ["(void)t; (void)a; (void)b; (void)c; return 0; }"]]


def threads(r, guards, n):
    """Starts and joins in a drawn order, with accesses between them."""
    ids, out, live = r.sample(["a", "b", "c", "id0", "id1"], n), [], []
    left = list(range(n))
    while left or live:
        if left and (not live or r.random() < 0.6):
            k = left.pop(0)
            live.append(k)
            out.append(f"pthread_create(&{ids[k]}, 0, thread{r.choice([k, k, k, 0])}, 0);")
        else:
            k = live.pop(r.randrange(len(live)))
            if r.random() < 0.9:
                out.append(f"pthread_join({ids[k]}, 0);")
        if r.random() < 0.5:
            out.append(line(r, guards, not live))
    return out


def text(functions):
    return HEAD + "\n".join("\n".join(lines) for lines in functions) + "\n"


def verdict(args, path, engine):
    done = subprocess.run([args.allways, path, "--json", "--property=no-data-race", "--max-transitions=60000", "--engine=" + engine],
                          capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["verdict"]
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}"


def judge(args, functions):
    with tempfile.TemporaryDirectory(prefix="allways-races-") as where:
        path = os.path.join(where, "p.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text(functions))
        said = verdict(args, path, "lockset")
        oracle = verdict(args, path, "naive") if not said.startswith("exit") else "unknown"
    wrong = said.startswith("exit") or oracle.startswith("exit") or (said == "safe" and oracle == "unsafe") or said == "unsafe"
    return wrong, said, oracle


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    failed, proved, safe, unsafe = [], 0, 0, 0
    for seed in range(args.seed, args.seed + args.count):
        functions = draw(random.Random(seed))
        wrong, said, oracle = judge(args, functions)
        proved += said == "safe"
        safe += oracle == "safe"
        unsafe += oracle == "unsafe"
        if wrong:
            failed.append(seed)
            if len(failed) <= 3:
                print(f"seed {seed}: lockset says {said}, naive {oracle}\n{text(shrink(functions, lambda less: judge(args, less)[0]))}", flush=True)
    print(f"{args.count - len(failed)} passed, {len(failed)} failed: seeds {failed}; naive: {safe} safe, {unsafe} not; lockset proves {proved}")
    return 1 if failed or proved < args.count // 20 else 0


if __name__ == "__main__":
    sys.exit(main())
