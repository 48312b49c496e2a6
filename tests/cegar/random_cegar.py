#!/usr/bin/env python3
"""Random small threaded programs: the configurations of the engine cegar against naive.

  tests/cegar/random_cegar.py ALLWAYS [--seed N] [--count N] [--all | --table] [--queues] [--keep DIR]

Programs have loops (some without end), locks, conditions, atomic regions (also with loops and locks inside), threads that start
threads, joins on processes that may be blocked, assumptions that fail, inputs, small arrays, and locals that meet globals in conditions; every second one has an array of a size that is an input, every fourth
one objects: of the heap, freed by somebody, records that are copied before all of them is set, pointers to data and to functions that are set
late. No configuration may contradict naive; an UNKNOWN is counted, and more
than a part of them is a failure. Without --all each program is run with a drawn part of the configurations. For each configuration the
share of definite answers is printed: a run in which most answers are UNKNOWN proves little.
"""
import argparse
import itertools
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

GLOBALS = ["x", "y", "z"]
ARRAYS = False  # does the program that is being made have one?
OBJECTS = False  # does it have records, heap objects, pointers?
CONFIGS = [[f"--por={p}", f"--domain={d}", f"--prune={q}", f"--lbe={l}"]
           for p, d, q, l in itertools.product(["none", "basic", "aapor"], ["expl", "pred"], ["full", "lazy"], ["on", "off"])]
MORE = [["--por=local"], ["--por=aapor", "--dep=lemma1"], ["--por=aapor", "--dep=closure"], ["--por=basic", "--rw=off"],
        ["--por=basic", "--prefer=turns"], ["--cycles=full"], ["--search=dfs"], ["--search=err"], ["--domain=bool"],
        ["--domain=both"], ["--domain=expl", "--maxenum=4"], ["--domain=pred", "--predsplit=whole"],
        ["--domain=pred", "--initprec=assumes"], ["--domain=expl", "--initprec=allvars"], ["--por=aapor", "--prefer=turns"],
        ["--por=basic", "--prefer=pairs"], ["--domain=pred", "--prefer=pairs"], ["--refiner=wp"], ["--domain=auto"],
        ["--sets=source"], ["--sets=source", "--domain=expl", "--lbe=off"], ["--sets=source", "--domain=expl", "--prune=full"],
        ["--sets=source", "--domain=pred"], ["--sets=source", "--por=aapor", "--domain=expl", "--lbe=off"],
        ["--sets=source", "--por=aapor", "--domain=pred"], ["--sets=source", "--domain=expl", "--cycles=full", "--search=bfs"], ["--domain=pred", "--refiner=spacer"],
        ["--domain=whole"], ["--domain=whole", "--por=none"], ["--domain=whole", "--lbe=off"], ["--domain=whole", "--prefer=pairs"], ["--domain=whole", "--sets=source"],
        ["--domain=whole", "--prefer=paces"], ["--domain=pred", "--prefer=paces"]]


def condition(r):
    a = r.choice(GLOBALS + ["a"])
    b = r.choice(GLOBALS + ["a", "0", "1", "2"])
    return f"{a} {r.choice(['==', '!=', '<', '<='])} {b}"


def on_array(r):
    g = r.choice(GLOBALS)
    return r.choice([f"if (a < n) {g} = q[a];", f"if (a < n) q[a] = {g};", f"if (a < n) q[a] = __VERIFIER_nondet_bool();",
                     f"for (unsigned char i = 0; i < n; i++) {g} = {g} + q[i];", f"for (unsigned char i = n; i > 0; i--) a = a ^ q[i - 1];",
                     f"for (unsigned char i = 0; i < n; i++) q[i] = a;", f"if (n) {{ a = q[0]; {g} = q[n - 1]; }}"])


def make_array(r, out):
    """An array of n elements with the contents that a loop gives it; sometimes it is looked at before any thread runs."""
    out.append("  n = __VERIFIER_nondet_uchar();\n  assume_abort_if_not(n <= 2);")
    out.append("  q = " + r.choice(["malloc(n * sizeof *q);", "malloc(n * sizeof *q);", "calloc(n, sizeof *q);", "malloc(2 * n * sizeof *q);"]))
    value = r.choice(["__VERIFIER_nondet_bool()", "__VERIFIER_nondet_bool()", "i", "x", "1"])
    if r.random() < 0.8:
        out.append(f"  for (unsigned i = 0; i < n; i++) q[i] = {value};")
    if r.random() < 0.2:
        out.append(r.choice(["  if (n > 1) q[1] = 2;", "  if (n) x = q[0];", "  if (n > 1) assume_abort_if_not(q[0] == q[1]);"]))


def on_objects(r):
    g, f = r.choice(GLOBALS), r.choice(["f", "s"])
    return r.choice([f"h->{f} = a;", f"{g} = h->{f};", "*h = one;", "one = *h;", "two = one;", f"{g} = one.{f} ^ two.{f};", f"two.{f} = {g};",
                     f"if ({condition(r)}) free(h);", f"v = &{g};", "if (v) *v = a;", f"{g} = *v;", "code();", f"code = set{r.choice('xy')};",
                     f"{{ struct pair l; l.{f} = a; one = l; }}", f"{{ struct pair l; l.f = a; l.s = 1; one = l; {g} = one.f; }}",
                     f"{{ struct pair l, k; l.{f} = a; k = l; {g} = k.{f}; }}"])


def simple(r):
    if OBJECTS and r.random() < 0.4:
        return on_objects(r)
    if ARRAYS and r.random() < 0.4:
        return on_array(r)
    g, h = r.choice(GLOBALS), r.choice(GLOBALS)
    return r.choice([f"w[{r.choice(['a & 1', 'x & 1', '0', '1'])}] = {h};", f"{g} = w[{r.choice(['a & 1', 'y & 1', '1'])}];"] if r.random() < 0.1 else
                    [f"{g} = {r.randrange(3)};", f"{g} = {h};", f"{g} = {h} + 1;", f"a = {g};", f"{g} = a;", f"a = a + 1;",
                     f"{g} = {g} + a;", f"a = __VERIFIER_nondet_bool();", f"{g} = __VERIFIER_nondet_bool();"])


def region(r, pad, out):
    """A region that is more than one step: loops, branches and locks inside."""
    out.append(f"{pad}__VERIFIER_atomic_begin();")
    for _ in range(r.randint(1, 3)):
        out.append(pad + r.choice([
            simple(r), f"for (int i = 0; i < {r.choice(['2', 'a & 1'])}; i++) {simple(r)}", f"if ({condition(r)}) {{ {simple(r)} }}",
            f"if ({condition(r)}) {{ {simple(r)} }} else {{ {simple(r)} }}",
            f"pthread_mutex_lock(&o); {simple(r)} pthread_mutex_unlock(&o);", f"while (x < {r.choice([1, 2])}) {{ a = a ^ 1; x = x + 1; }}"]))
    if r.random() < 0.2:
        out.append(f"{pad}if ({condition(r)}) {r.choice(['reach_error()', 'reach_error()', 'pthread_exit(0)', 'abort()'])};")
    out.append(f"{pad}__VERIFIER_atomic_end();")


def statement(r, depth, pad, out):
    kind = r.choice(["s", "s", "s", "if", "lock", "atomic", "assume", "loop", "atomic_assume", "spin", "try", "region", "region", "wait"])
    if depth == 0 and kind not in ("s", "assume", "atomic", "region"):
        kind = "s"
    if kind == "s":
        out.append(pad + simple(r))
    elif kind == "if":
        out.append(f"{pad}if ({condition(r)}) {{")
        block(r, depth - 1, pad + "  ", out)
        if r.random() < 0.5:
            out.append(pad + "} else {")
            block(r, depth - 1, pad + "  ", out)
        out.append(pad + "}")
    elif kind == "lock":
        m = r.choice(["m", "o"])
        out.append(f"{pad}pthread_mutex_lock(&{m});")
        block(r, depth - 1, pad, out)
        if r.random() < 0.9:
            out.append(f"{pad}pthread_mutex_unlock(&{m});")
    elif kind == "try":
        out.append(f"{pad}if (!pthread_mutex_trylock(&m)) {{")
        block(r, depth - 1, pad + "  ", out)
        out.append(f"{pad}  pthread_mutex_unlock(&m);\n{pad}}}")
    elif kind == "atomic":
        out.append(f"{pad}__VERIFIER_atomic_begin();")
        for _ in range(r.randint(1, 3)):
            out.append(pad + simple(r))
        out.append(f"{pad}__VERIFIER_atomic_end();")
    elif kind == "atomic_assume":
        out.append(f"{pad}__VERIFIER_atomic_begin();")
        if r.random() < 0.5:
            out.append(pad + simple(r))
        out.append(f"{pad}{r.choice(['assume_abort_if_not', '__VERIFIER_assume'])}({condition(r)});")
        out.append(pad + simple(r))
        out.append(f"{pad}__VERIFIER_atomic_end();")
    elif kind == "region":
        region(r, pad, out)
    elif kind == "wait":
        if r.random() < 0.5:
            out.append(f"{pad}pthread_mutex_lock(&m);\n{pad}{r.choice(['if', 'while'])} ({condition(r)}) pthread_cond_wait(&c, &m);")
        else:
            out.append(f"{pad}pthread_mutex_lock(&m);\n{pad}{simple(r)}\n{pad}pthread_cond_{r.choice(['signal', 'broadcast'])}(&c);")
        out.append(f"{pad}pthread_mutex_unlock(&m);")
    elif kind == "assume":
        out.append(f"{pad}{r.choice(['assume_abort_if_not', '__VERIFIER_assume'])}({condition(r)});")
    elif kind == "loop":
        out.append(f"{pad}for (int i = 0; i < {r.choice(['2', '3', 'a & 3'])}; i++) {{")
        block(r, depth - 1, pad + "  ", out, 1)
        out.append(pad + "}")
    elif kind == "spin":
        ever = r.random()
        if ever < 0.2:  # a region of several steps, again and again
            out.append(f"{pad}while ({r.choice(['1', condition(r)])}) {{")
            region(r, pad + "  ", out)
            out.append(pad + "}")
        elif ever < 0.6:
            out.append(f"{pad}while ({condition(r)}) {{ a = a ^ 1; }}")
        else:
            out.append(f"{pad}while (1) {{ a = a ^ 1; if ({condition(r)}) break; }}")


def block(r, depth, pad, out, most=2):
    for _ in range(r.randint(1, most)):
        statement(r, depth, pad, out)


def make_objects(r, out):
    out.append("  h = " + r.choice(["malloc(sizeof *h);", "calloc(1, sizeof *h);"]))
    for text in ["h->f = 1;", "h->s = 0;", "v = &z;", "code = setx;"]:
        if r.random() < 0.7:
            out.append("  " + text)


def program(r, arrays, objects=False):
    global ARRAYS, OBJECTS
    ARRAYS, OBJECTS = arrays, objects
    threads = r.choice([2, 2, 3])
    out = ["#include <pthread.h>", "extern void reach_error(void); extern void abort(void);",
           "extern void __VERIFIER_assume(int); extern _Bool __VERIFIER_nondet_bool(void);",
           "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);",
           "void assume_abort_if_not(int c) { if (!c) abort(); }",
           "unsigned char x, y, z, w[2];", "pthread_mutex_t m, o;", "pthread_cond_t c;"]
    if arrays:
        out += ["#include <stdlib.h>", "extern unsigned char __VERIFIER_nondet_uchar(void);",
                f"unsigned {r.choice(['char', 'char', 'int'])} *q; unsigned n;"]
    if objects:
        out += ["#include <stdlib.h>", "struct pair { unsigned char f, s; } *h, one, two;", "unsigned char *v;", "void (*code)(void);",
                "void setx(void) { x = *v; }", "void sety(void) { y = one.f; h->s = 2; }"]
    inner = r.random() < 0.15  # the first thread starts one itself
    if inner:
        out.append("void *u(void *p) {\n  unsigned char a = 1;")
        block(r, 1, "  ", out, 2)
        out.append("  return 0;\n}")
    for t in range(threads):
        out.append(f"void *t{t}(void *p) {{\n  unsigned char a = 0;")
        if inner and t == 0:
            out.append("  pthread_t k;\n  pthread_create(&k, 0, u, 0);")
        block(r, 2, "  ", out, 3)
        if inner and t == 0 and r.random() < 0.5:
            out.append("  pthread_join(k, 0);")
        if r.random() < 0.3:
            out.append(f"  if ({condition(r)}) reach_error();")
        out.append("  return 0;\n}")
    out.append("int main() {\n  pthread_t id[4];\n  unsigned char a = 0;")
    if arrays:
        make_array(r, out)
    if objects:
        make_objects(r, out)
    for t in range(threads):
        out.append(f"  pthread_create(&id[{t}], 0, t{t}, 0);")
        if r.random() < 0.3:
            out.append("  " + simple(r))
        if objects and r.random() < 0.3:
            out.append("  " + r.choice(["v = &y;", "code = sety;", "code = setx;", "v = &z;"]))
    for t in r.sample(range(threads), r.randint(1, threads)):
        out.append(f"  pthread_join(id[{t}], 0);")
    for _ in range(r.randint(1, 2)):
        out.append(f"  if ({condition(r)}{' && ' + condition(r) if r.random() < 0.5 else ''}) reach_error();")
    out.append("  return 0;\n}")
    return "\n".join(out) + "\n"


QUEUE = ["f", "b", "s", "z"]  # front, back, sum, something else


def queue_step(r):
    """A step of a producer or consumer, mostly one that others commute with while something is stored."""
    def some(kind, texts):
        return r.choice(texts) if r.random() < 0.3 else kind
    produce = [some("assume_abort_if_not(b < 3);", ["assume_abort_if_not(b - f < 2);", "assume_abort_if_not(b < 3 && s < 3);", "if (b > 2) abort();"]),
               r.choice(["q[b & 3] = 1;", "q[b & 3] = a;", "assume_abort_if_not(q[b & 3] == 1);", ""]), some("b++;", ["b = b + 1 + (z & 1);", "b++; z = f;"])]
    consume = [some("assume_abort_if_not(f < b);", ["assume_abort_if_not(f <= b);", "assume_abort_if_not(f + 1 < b || b == 3);", "assume_abort_if_not(b > z);"]),
               r.choice(["a = q[f & 3];", "s = s + q[f & 3];", "z = q[f & 3];", "z = b;"]), some("f++;", ["f++; b--;", "f = b;", ""])]
    add = [r.choice(["s = s + 1;", "s = s + a;", "z = z + 1;", "s = s + z;"])]
    other = [r.choice(["if (f > b) reach_error();", "a = a ^ 1;", "z = 1;", "assume_abort_if_not(z);", "a = b;"])]
    return r.choice([produce, produce, consume, consume, consume, add, other])


def queue_program(r):
    """Producers and consumers that meet in a queue: what each does first is the matter of movers.c."""
    out = ["#include <pthread.h>", "extern void reach_error(void); extern void abort(void);", "extern _Bool __VERIFIER_nondet_bool(void);",
           "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);",
           "void assume_abort_if_not(int c) { if (!c) abort(); }", "unsigned char f, b, s, z, q[4];"]
    threads = r.choice([2, 2, 3])
    for t in range(threads):
        out.append(f"void *t{t}(void *p) {{\n  unsigned char a = {r.choice([0, 1])};")
        for _ in range(r.randint(1, 2)):
            head = r.choice(["", f"for (int i = 0; i < {r.choice([1, 2, 3])}; i++)", "while (__VERIFIER_nondet_bool())", "while (a < 2)"])
            steps = [f"    __VERIFIER_atomic_begin(); {' '.join(queue_step(r))} __VERIFIER_atomic_end();" for _ in range(r.randint(1, 2))]
            steps.append(r.choice(["    s = s + a;", "    a++;", "    a++;", ""]) if head != "while (a < 2)" else "    a++;")
            out += [f"  {head} {{", *steps, "  }"]
        out.append("  return 0;\n}")
    out.append("int main() {\n  pthread_t id[3];")
    if r.random() < 0.5:
        out.append("  q[0] = q[1] = q[2] = q[3] = 1;")
    out += [f"  pthread_create(&id[{t}], 0, t{t}, 0);" for t in range(threads)]
    joined = range(threads) if r.random() < 0.8 else r.sample(range(threads), threads - 1)
    out += [f"  pthread_join(id[{t}], 0);" for t in joined]
    out.append(f"  if ({r.choice(QUEUE)} {r.choice(['==', '!=', '<'])} {r.choice(QUEUE + ['0', '1', '2', '3'])}) reach_error();")
    out.append("  return 0;\n}")
    return "\n".join(out) + "\n"


PROPERTY = "unreach-call,null,bounds"  # null: freed memory, too


def run(allways, path, args, timeout=20):
    p = child.run([allways, path, f"--property={PROPERTY}", "--quiet", *args], timeout)
    if child.is_killed_by_limit(p):
        return "unknown"
    return {0: "safe", 1: "unsafe", 2: "unknown"}.get(p.returncode, f"failed ({p.returncode}): {p.stderr[-600:]}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("allways")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=20)
    ap.add_argument("--all", action="store_true")
    ap.add_argument("--table", action="store_true", help="the 24 configurations of the table and four drawn others")
    ap.add_argument("--keep", default="")
    ap.add_argument("--timeout", type=int, default=10, help="CPU seconds per run of cegar")
    ap.add_argument("--arrays", choices=["some", "all", "none"], default="some", help="which programs have an array")
    ap.add_argument("--objects", choices=["some", "all", "none"], default="some", help="which programs have objects")
    ap.add_argument("--queues", action="store_true", help="producers and consumers instead")
    ap.add_argument("--transitions", type=int, default=4000, help="explored actions per run of cegar")
    ap.add_argument("--only", default="", help="only the configurations in which this occurs")
    ap.add_argument("--progress", type=int, default=0, help="a line of progress after so many programs")
    ap.add_argument("--unknown", type=float, default=0.5, help="part of the answers that may be UNKNOWN")
    a = ap.parse_args()
    bad = runs = unknown = 0
    seen = {"safe": 0, "unsafe": 0, "unknown": 0}
    per = {}  # configuration: runs, UNKNOWN, seconds
    begin = time.time()
    signal.signal(signal.SIGINT, lambda *_: over.append(True))  # what was seen until then is told
    over = []
    with tempfile.TemporaryDirectory() as tmp:
        for n in range(a.seed, a.seed + a.count):
            if over:
                break
            r = random.Random(n)
            arrays = n % 2 == 0 if a.arrays == "some" else a.arrays == "all"
            text = queue_program(r) if a.queues else program(r, arrays, (not arrays and n % 4 == 1) if a.objects == "some" else a.objects == "all")
            source, air = os.path.join(tmp, "p.c"), os.path.join(tmp, "p.air")
            open(source, "w").write(text)
            ir = subprocess.run([a.allways, "ir", source], capture_output=True, text=True)
            if ir.returncode:
                print(f"seed {n}: {ir.stderr}")
                return 1
            open(air, "w").write(ir.stdout)
            expected = run(a.allways, air, ["--engine=naive", "--max-transitions=300000"])
            seen[expected if expected in seen else "unknown"] += 1
            if a.progress and (n - a.seed + 1) % a.progress == 0:
                print(f"# {n - a.seed + 1} programs {seen}, {runs} runs, {unknown} unknown, {bad} wrong, {time.time() - begin:.0f} s", flush=True)
            if expected not in ("safe", "unsafe"):
                continue
            configs = CONFIGS + MORE if a.all else CONFIGS + r.sample(MORE, 4) if a.table else r.sample(CONFIGS, 4) + r.sample(MORE, 2)
            for c in ([k for k in CONFIGS + MORE if a.only in k] if a.only else configs):
                key, started = " ".join(c), time.time()
                got = run(a.allways, air, ["--engine=cegar", f"--max-transitions={a.transitions}", *c], a.timeout)
                runs += 1
                entry = per.setdefault(key, [0, 0, 0.0])
                entry[0] += 1
                entry[2] += time.time() - started
                if got == "unknown":
                    unknown += 1
                    entry[1] += 1
                elif got != expected:
                    bad += 1
                    print(f"seed {n}: {key}: naive says {expected}, cegar {got}", flush=True)
                    if a.keep:
                        open(os.path.join(a.keep, f"bad{n}.c"), "w").write(text)
    print(f"{sum(seen.values())} programs {seen}, {runs} runs, {unknown} unknown, {bad} wrong")
    for k in sorted(per, key=lambda c: per[c][1] / per[c][0], reverse=True):
        print(f"  {100 * (1 - per[k][1] / per[k][0]):5.1f} % definite of {per[k][0]:5}, {per[k][2]:7.1f} s  {k}")
    if runs and unknown > a.unknown * runs:
        print("too many answers are UNKNOWN")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
