#!/usr/bin/env python3
"""Random programs about values: the engine values against naive, about assertions, overflows and memory.

  tests/threads/random_values.py ALLWAYS [--seed N] [--count N]

Threads compute on small globals, arrays, bytes of integers, records on the heap and through pointers; some of it under mutexes, under
words that are used as mutexes, or in atomic regions, in which a thread may end; they start each other, copy records and keep addresses of thread-local
variables; or they count in loops. Assertions ask whether a variable lies in a range that it may just leave. values must not say safe where naive says unsafe;
UNKNOWN is allowed to it, but a part of the programs must be proved. A program that fails is made smaller before it is shown.
"""
import argparse
import json
import os
import pathlib
import random
import sys
import tempfile

from shrinking import shrink

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEAD = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
struct node { int datum; struct node *next; short low, high; };
int x, y = 1, z = 2, a[4], w;
int c0, c1 = 1, c2 = 2147483640, *pc = &c0;
struct { int n; char other; } k[2];
void step(int *c) { *c += 2; }
int *p = &x, *q;
struct node box, *list;
struct wide { int n, rest[12]; } from, to;
union { signed char c[16]; short s[8]; int i[4]; long l[2]; } u, v;
_Thread_local int own = 1;
int *kept, starts;
void *thread0(void *arg), *thread1(void *arg);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_t i0, i1, i2;
void put(int *to, int v) { *to = v; }
int clip(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }
struct node *make(int v) { struct node *r = malloc(sizeof *r); r->datum = v; r->next = 0; r->low = 1; r->high = 2; return r; }
void acquire(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(w == 0); w = 1; __VERIFIER_atomic_end(); }
void release(void) { __VERIFIER_atomic_begin(); w = 0; __VERIFIER_atomic_end(); }
"""
PROPERTIES = ["unreach-call", "unreach-call", "unreach-call", "no-overflow", "bounds,null", "div-by-zero"]
GLOBALS = ["x", "y", "z", "w"]
COUNTERS = ["c0", "c0", "c0", "c1", "c1", "k[0].n", "k[1].n", "c2"]


def constant(r):
    return r.choice([0, 1, 1, 2, 3, -1, 7, 100, 2147483647 if r.random() < 0.3 else 4])


def cell(r):
    """A part of a union, at a constant place or at several."""
    name, most = r.choice([("c", 15), ("s", 7), ("i", 3), ("i", 3), ("l", 1)])
    index = r.choice([str(r.randrange(most + 1))] * 3 + [f"{r.choice(GLOBALS[:3])} & {r.randrange(most + 1)}", f"{r.choice(GLOBALS[:3])} & {most}"])
    return f"{r.choice('uuv')}.{name}[{index}]"


def variable(r, local):
    if r.random() < 0.12:
        return cell(r)
    return r.choice(GLOBALS[:3] + (["l", "l"] if local else []) + ["box.datum", f"a[{r.randrange(4)}]", r.choice(["from.n", "to.n", "own", "x"])])


def value(r, local):
    v = variable(r, local)
    kinds = [f"{constant(r)}", v, f"({v} & 3)", f"({v} % 4)", f"({v} + {r.choice([1, 2, 5])}) % 7", f"clip({v}, {r.randrange(1, 5)})",
             f"({v} > {constant(r)})", f"({v} ^ 1) & 7", f"(unsigned char){v}", f"({v} & 12) >> 2", f"-({v} & 1)", f"({v} | 1) & 5",
             f"({v} < 2 ? {v} : 1)", f"(unsigned)({v}) % 5", "(__VERIFIER_nondet_int() & 1)", f"{v} + 1", f"{v} - 1", f"{v} * 2",
             f"(({v} & 1) << {r.randrange(3)})", f"6 / (({v} & 1) + {r.choice([0, 1, 1, 1])})"]
    return r.choice(kinds)


def condition(r, local):
    v = variable(r, local)
    return r.choice([f"{v} < {constant(r)}", f"{v} == {constant(r)}", f"{v} != {variable(r, local)}", f"{v} >= 0 && {v} < {r.randrange(1, 5)}",
                     f"{v} <= {variable(r, local)}", "p", "list", "p == &x", f"!({v} > 2)", f"(unsigned){v} < 4u", "__VERIFIER_nondet_int()"])


def check(r, local):
    v = variable(r, local)
    return r.choice([f"assert({v} >= {-r.choice([0, 1, 8])});", f"assert({v} <= {r.choice([1, 2, 3, 7, 14, 100])});", f"assert({v} != {constant(r)});",
                     f"assert({v} >= 0 && {v} <= {r.choice([3, 7, 100])});", f"assert({v} == {constant(r)});"])


def simple(r, local):
    v = variable(r, local)
    kinds = [f"{v} = {value(r, local)};"] * 6 + [check(r, local)] * 4 + [
        f"a[{variable(r, local)} & 3] = {value(r, local)};", f"a[clip({v}, {r.choice([3, 3, 4])})] = {constant(r)};",
        f"p = {r.choice(['&x', '&y', '&a[1]', '&box.datum', '0', '&z'])};", f"*p = {constant(r)};", f"if (p) *p = {value(r, local)};",
        f"put(&{variable(r, False)}, {value(r, local)});", f"q = p; if (q) {v} = *q;", f"list = make({value(r, local)});",
        f"if (list) {v} = list->datum;", f"{{ struct node *t = make({constant(r)}); t->next = list; list = t; }}",
        "if (list) list = list->next;", f"{{ struct node *t = make({value(r, local)}); {v} = t->datum; free(t); }}",
        f"{{ struct node *t = list; if (t) t->low = {constant(r)}; }}", f"((char *)&{variable(r, False)})[{r.randrange(4)}] = {r.randrange(3)};",
        "{ struct node t; memset(&t, 0, sizeof t); t.datum = 1; box = t; }", "if (list) box = *list;", f"{v} = __VERIFIER_nondet_int();",
        f"{{ int t[3] = {{1, 2, 3}}; {v} = t[{variable(r, local)} & {r.choice([1, 1, 2, 3])}]; }}", f"{v}++;", f"{v} += box.low;",
        f"__VERIFIER_assume({condition(r, local)});", "{ int *t = a + 1; t[1] = 3; }", f"for (int i = 0; i < {r.choice([2, 3])}; i++) a[i] = i;",
        f"for (int i = 0; i < 2; i++) {{ {variable(r, local)} = {value(r, local)}; }}", "to = from;", "to = from;", "v = u;", f"memset(&u.c[{r.randrange(12)}], {r.choice([0, 0, 1])}, {r.randrange(1, 5)});",
        f"memcpy(&v.c[{r.randrange(8)}], &u.c[{r.randrange(8)}], {r.choice([2, 4, 8])});", f"for (int i = {r.randrange(2)}; i < 8; i += 2) u.s[i] = {constant(r)};",
        f"for (int i = 0; i < {r.choice([2, 4])}; i++) u.i[i] = i + 1;", f"*(int *)(void *)&u.c[{r.randrange(12)}] = {constant(r)};", f"from.n = {constant(r)};",
        "kept = &own;", f"{{ int *t = kept; if (t) {v} = *t; }}", f"if ({condition(r, local)}) pthread_exit(0);", f"if ({condition(r, local)}) return 0;",
        f"if (__sync_fetch_and_add(&starts, 1) < 1) pthread_create(&i2, 0, thread{r.randrange(2)}, 0);"]
    return r.choice(kinds)


def statement(r, local, depth):
    inner = "simple" if depth == 0 else r.choice(["simple"] * 8 + ["if", "lock", "lock", "region", "word", "loop"] * 2 + ["last"])
    if inner == "simple":
        return simple(r, local)
    body = " ".join(statement(r, local, depth - 1) for _ in range(r.randrange(1, 4)))
    if inner == "if":
        return f"if ({condition(r, local)}) {{ {body} }}" + (f" else {{ {simple(r, local)} }}" if r.random() < 0.5 else "")
    if inner == "lock":
        lock = r.choice("mmmn")
        return f"pthread_mutex_lock(&{lock}); {body} pthread_mutex_unlock(&{lock});"
    if inner == "word":
        return f"acquire(); {body} release();"
    if inner == "last":
        return f"if ({condition(r, local)}) {{ __VERIFIER_atomic_begin(); {body} {r.choice(['pthread_exit(0);', 'return 0;'])} }}"
    if inner == "loop":
        return f"for (int k = 0; k < {r.choice([1, 2])}; k++) {{ {body} }}"
    return f"__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();"


def thread(r, k, guard):
    lines = [f"void *thread{k}(void *arg) {{", "  int l = 0;"]
    for _ in range(r.randrange(2, 5)):
        s = statement(r, True, 1) + (" " + check(r, True) if r.random() < 0.5 else "")
        lines.append("  " + (guard[0] + s + guard[1] if guard and r.random() < 0.85 else s))
    return lines + ["  return 0;", "}"]


def change(r):
    """Of counters, by constants or by each other."""
    c = r.choice(COUNTERS)
    return r.choice([f"{c}++;", f"{c}--;", f"{c} += {r.choice([1, 2, 5])};", f"{c} -= {r.choice([1, 3])};", f"{c} = {r.choice(COUNTERS)} + 1;",
                     f"{c} = {r.choice(COUNTERS)};", f"{c} += {r.choice(COUNTERS)};", f"{c} = {r.choice([0, 1, 7])} - {r.choice(COUNTERS)};", f"{c} = {r.randrange(4)};",
                     f"{c} = {r.choice(COUNTERS)} ? {c} + 2 : {c};", f"{c} += ({r.choice(COUNTERS)} > 1);", f"__atomic_fetch_add(&{c}, 1, 5);", "step(&c0);",
                     "(*pc)++;", "*pc = c1 + 1;", f"pc = {r.choice(['&c0', '&c1', '&k[1].n'])};", "k[l & 1].n++;", f"l = {r.randrange(2)};"])


def looped(r, depth):
    body = " ".join(change(r) if depth == 0 or r.random() < 0.7 else looped(r, depth - 1) for _ in range(r.randrange(1, 3)))
    i, n = "ij"[depth], r.randrange(1, 4)
    return r.choice([f"for (int {i} = 0; {i} < {n}; {i}++) {{ {body} }}", f"for (int {i} = {r.randrange(2)}; {i} <= {n}; {i} += 2) {{ {body} }}",
                     f"{{ int {i} = 0; do {{ {body} {i}++; }} while ({i} < {n}); }}", f"{{ unsigned {i} = 0; while (1) {{ {body} if (++{i} >= {n}) break; }} }}",
                     f"for (int {i} = 0; {i} < {n}; {i}++) {{ if ({r.choice(COUNTERS)} > 2) continue; {body} }}", body, body])


def draw_counters(r):
    """Counters that the number of their changes bounds."""
    worker = ["void *worker(void *arg) {", "  int l = 0;"] + ["  " + looped(r, 1) for _ in range(r.randrange(1, 3))] + ["  return 0;", "}"]
    n = r.choice([1, 2, 2, 3])
    starts = [f"  for (int t = 0; t < {n}; t++) pthread_create(&i0, 0, worker, 0);"] if r.random() < 0.6 else \
             [f"  pthread_create(&i{t}, 0, worker, 0);" for t in range(min(n, 2))]
    body = ["int main(void) {", "  int l = 0;"] + starts + ["  " + looped(r, 0) for _ in range(r.randrange(0, 3))]
    body += [f"  assert({r.choice(COUNTERS)} {r.choice(['<=', '<='])} {r.randrange(1, 20)});", f"  assert({r.choice(COUNTERS)} >= {-r.randrange(0, 12)});"]
    return [worker, body + ["  return 0;", "}"]], r.choice(["unreach-call", "unreach-call", "no-overflow"])


def draw(r):
    if r.random() < 0.4:
        return draw_counters(r)
    guard = r.choice([None, ("pthread_mutex_lock(&m); ", " pthread_mutex_unlock(&m);"), ("acquire(); ", " release();"),
                      ("__VERIFIER_atomic_begin(); ", " __VERIFIER_atomic_end();")])
    n = r.randrange(1, 3)
    out = [thread(r, k, guard) for k in range(2)]
    body = ["int main(void) {", "  int l = 0;"]
    body += ["  " + statement(r, True, 1) for _ in range(r.randrange(0, 3))]
    for k in range(n):
        body.append(f"  pthread_create(&i{k}, 0, thread{k}, {r.choice(['0', '&x', '&l'])});")
        if r.random() < 0.4:
            s = simple(r, True)
            body.append("  " + (guard[0] + s + guard[1] if guard else s))
    if r.random() < 0.2:
        body.append(f"  pthread_create(&i2, 0, thread{n - 1}, 0);")
    body += [f"  pthread_join(i{k}, 0);" for k in range(n) if r.random() < 0.8]
    body += ["  " + simple(r, True) for _ in range(r.randrange(0, 2))] + ["  " + check(r, True)]
    return out + [body + ["  return 0;", "}"]], r.choice(PROPERTIES)


def text(functions):
    return HEAD + "\n".join("\n".join(lines) for lines in functions) + "\n"


def verdict(args, path, prop, engine):
    done = child.run([args.allways, path, "--json", "--property=" + prop, "--max-transitions=20000", "--input-range=-1..1",
                      "--engine=" + engine], cpu=10)
    try:
        result = json.loads(done.stdout)
        return result["verdict"], str(result["reason"])
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}", ""


def judge(args, functions, prop):
    with tempfile.TemporaryDirectory(prefix="allways-values-") as where:
        path = os.path.join(where, "p.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(text(functions))
        said, reason = verdict(args, path, prop, "values")
        # Where values proves nothing naive cannot contradict it.
        oracle = verdict(args, path, prop, "naive")[0] if said == "safe" else "not asked"
    wrong = said.startswith("exit") or oracle.startswith("exit") or (said == "safe" and oracle == "unsafe") or said == "unsafe"
    return wrong, said, oracle, reason


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--verbose", action="store_true", help="reasons of UNKNOWN")
    args = parser.parse_args()
    failed, proved, safe, reasons = [], 0, 0, {}
    for seed in range(args.seed, args.seed + args.count):
        functions, prop = draw(random.Random(seed))
        wrong, said, oracle, reason = judge(args, functions, prop)
        proved += said == "safe"
        safe += oracle == "safe"
        if said == "unknown":
            reasons[reason] = reasons.get(reason, 0) + 1
        if wrong:
            failed.append(seed)
            if len(failed) <= 3:
                print(f"seed {seed}, {prop}: values says {said}, naive {oracle}\n{text(shrink(functions, lambda less, p=prop: judge(args, less, p)[0]))[len(HEAD):]}", flush=True)
    if args.verbose:
        for reason, n in sorted(reasons.items(), key=lambda item: -item[1]):
            print(f"{n:5} {reason}")
    print(f"{args.count - len(failed)} passed, {len(failed)} failed: seeds {failed}; values proves {proved}, of which naive {safe}")
    return 1 if failed or proved < args.count // 20 else 0


if __name__ == "__main__":
    sys.exit(main())
