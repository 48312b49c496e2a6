#!/usr/bin/env python3
"""Random small programs with equal threads: what the engine `modular` proves, another engine must not refute.

  tests/threads/random_crowd.py ALLWAYS [--seed N] [--count N]

A worker is spawned 2 to 5 times, in a loop, or again and again, beside a main that computes on the same globals; both look at
values with calls of the error function, draw inputs and keep them, hand addresses of their variables around, use mutexes,
locks made of a variable, atomic regions and flags. `modular` may answer UNKNOWN, but it must prove a part of the programs, or it
would prove nothing by this test.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

GLOBALS = ["g0", "g1"]


def statement(r, depth, where):
    a, b, v = r.choice(GLOBALS), r.choice(GLOBALS), r.randrange(3)
    kinds = ["set", "copy", "bump", "look", "atomic", "draw", "cas", "local", "pass", "own", "keep", "sign", "array", "heap", "count"]
    kind = r.choice(kinds + (["lock", "lock", "lock", "region", "if", "try", "loop", "spin", "spin", "first"] if depth else []))
    inner = lambda: body(r, depth - 1, where, 2)
    if kind == "set": return f"{a} = {v};"
    if kind == "copy": return f"{a} = {b};"
    if kind == "bump": return f"{a} = ({a} + 1) % 3;"
    if kind == "look": return f"if ({a} == {v} && {b} == {r.randrange(3)}) reach_error();"
    if kind == "atomic": return f"__atomic_store_n(&{a}, {v}, __ATOMIC_SEQ_CST);"
    if kind == "cas": return f"__sync_bool_compare_and_swap(&{a}, {v}, {r.randrange(3)});"
    if kind == "draw": return f"if (__VERIFIER_nondet_int() > 0) {a} = {v};"
    if kind == "local": return f"t = {a}; {b} = t;"
    if kind == "pass": return r.choice([f"p = &t;", f"if (p) *p = {v};", f"if (p && *p == {v}) reach_error();"]) if r.random() < 0.4 else f"t = {v};"
    if kind == "own": return f"own = own + 1; if (own > {r.randrange(1, 4)}) reach_error();"
    if kind == "lock": m = r.randrange(2); return f"pthread_mutex_lock(&m{m}); {inner()} pthread_mutex_unlock(&m{m});"
    if kind == "try": m = r.randrange(2); return f"if (pthread_mutex_trylock(&m{m}) == 0) {{ {inner()} pthread_mutex_unlock(&m{m}); }}"
    if kind == "keep": return r.choice([f"{a} = __VERIFIER_nondet_int();", f"t = __VERIFIER_nondet_int(); if (t > {v}) {a} = t;"])
    if kind == "sign": return f"if ({a} {r.choice(['<', '>', '!='])} {v - 1}) reach_error();"
    if kind == "array":
        return r.choice([f"arr[{a} & 1] = {v};", f"t = arr[t & 1];", f"arr[{r.randrange(2)}]++;", f"if (arr[t & 1] == {v + 1}) reach_error();"])
    if kind == "heap":
        return r.choice([f"h = malloc(sizeof *h); *h = {a}; if (*h > {v}) {b} = 1; free(h);",
                         f"h = malloc(sizeof *h); *h = {v}; if (*h != {v}) reach_error(); free(h);",
                         f"h = malloc(sizeof *h); *h = {v}; p = h;"])
    if kind == "count": return r.choice([f"{a}++;", f"if ({a} > {v + 3}) reach_error();", f"if ({a} < 0) reach_error();", f"if ({a} < 5) {a}++;"])
    if kind == "spin":
        take = r.choice(["__VERIFIER_atomic_begin(); assume(!q0); q0 = 1; __VERIFIER_atomic_end();",
                         "while (!__sync_bool_compare_and_swap(&q0, 0, 1)) ;", "while (__atomic_exchange_n(&q0, 1, 5)) ;"])
        give = r.choice(["__atomic_store_n(&q0, 0, 5);", "__VERIFIER_atomic_begin(); q0 = 0; __VERIFIER_atomic_end();"])
        return f"{take} {inner()} {give if r.random() < 0.9 else ''}"
    if kind == "first": return f"if (__sync_bool_compare_and_swap(&q1, 0, 1)) {{ {inner()} }}"
    if kind == "region": return f"__VERIFIER_atomic_begin(); {inner()} __VERIFIER_atomic_end();"
    if kind == "if": return f"if ({a} == {v}) {{ {inner()} }}"
    return f"for (int i = 0; i < 2; i++) {{ {inner()} }}"


def body(r, depth, where, most):
    return " ".join(statement(r, depth, where) for _ in range(r.randint(1, most)))


def guarded(r, text):
    """All of it under one mutex, so that something can be proved."""
    return f"pthread_mutex_lock(&m0); {text} pthread_mutex_unlock(&m0);" if r.random() < 0.5 else text


def rounds(r, text):
    """Once, twice, for ever, or as long as the inputs say."""
    return r.choice([text, text, text, f"for (int n = 0; n < 2; n++) {{ {text} }}", f"for (;;) {{ {text} }}",
                     f"while (__VERIFIER_nondet_int()) {{ {text} }}"])


def draw(seed):
    r = random.Random(seed)
    n, joined = r.randint(2, 5), r.random() < 0.5
    worker = rounds(r, guarded(r, body(r, 1, "worker", 2)))
    other = rounds(r, guarded(r, body(r, 1, "worker", 2))) if r.random() < 0.3 else ""
    main = guarded(r, body(r, 1, "main", 2)) if r.random() < 0.7 else ""
    last = body(r, 0, "main", 1) if r.random() < 0.4 else ""
    join = f"for (int k = 0; k < {n}; k++) pthread_join(id[k], 0);" if joined else ""
    make = f"for (int k = 0; k < {n}; k++) pthread_create(&id[k], 0, worker, 0);"
    if r.random() < 0.3: make, join = "while (__VERIFIER_nondet_int()) pthread_create(&id[0], 0, worker, 0);", ""
    if other:
        make += r.choice([" pthread_create(&id[0], 0, other, 0);", " for (int k = 0; k < 2; k++) pthread_create(&id[0], 0, other, 0);",
                          " while (__VERIFIER_nondet_int()) pthread_create(&id[0], 0, other, 0);"])
        join = ""
    return f"""#include <pthread.h>
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static void assume(int c) {{ if (!c) abort(); }}
extern void *malloc(unsigned long);
extern void free(void *);
int g0, g1, own, q0, q1, *p, arr[2];
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {{
  int t = 0, *h;
  {worker}
  (void)t;
  return arg;
}}
void *other(void *arg) {{
  int t = 0, *h;
  {other}
  (void)t;
  return arg;
}}
int main(void) {{
  int t = 0, *h;
  pthread_t id[{n}];
  {make}
  {main}
  {join}
  {last}
  (void)t;
  return 0;
}}
"""


def verdict(allways, path, engine, properties):
    done = child.run([allways, path, "--json", "--property=" + properties, "--max-transitions=30000"] + engine, cpu=60)
    try:
        return json.loads(done.stdout)["verdict"]
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}"


def judge(args, seed):
    """(what modular says, what is wrong or None)"""
    text, r = draw(seed), random.Random(seed + 1)
    properties = r.choice(["unreach-call", "no-data-race", "unreach-call,no-data-race", "valid-memsafety,no-overflow"])
    with tempfile.TemporaryDirectory(prefix="allways-crowd-") as where:
        path = os.path.join(where, "p.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        says = verdict(args.allways, path, ["--engine=modular"], properties)
        if says == "unknown":
            return says, None
        if says != "safe":
            return says, f"seed {seed}: modular says {says}\n{text}"
        for engine in (["--engine=stateful"], ["--engine=dpor"]) if args.all else (["--engine=stateful"],):
            other = verdict(args.allways, path, engine, properties)
            if other not in ("safe", "unknown"):
                return says, f"seed {seed}: modular says safe, {engine[0]} says {other} ({properties})\n{text}"
    return says, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="against dpor too")
    args = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda s: judge(args, s), range(args.seed, args.seed + args.count)))
    wrong = [w for _, w in results if w]
    proved = sum(1 for says, _ in results if says == "safe")
    for w in wrong[:3]:
        print(w)
    print(f"{len(results)} programs, {proved} proved, {len(wrong)} wrong")
    return 1 if wrong or proved * 10 < len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
