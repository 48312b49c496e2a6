#!/usr/bin/env python3
"""Random small pthread programs: all engines against naive, and naive against native runs.

  tests/threads/random_threads.py ALLWAYS [--seed N] [--count N] [--native-runs N]

A program computes on a few globals; its last statement calls the error function if the globals have certain final values.
For values that native runs have shown, naive must find the error (no native outcome lies outside what naive explores); for
these and for drawn values, every engine must answer like naive. A program that fails is made smaller before it is shown.
"""
import argparse
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

GLOBALS = ["g0", "g1", "g2"]
ENGINES = [
    ["--engine=naive"],
    ["--engine=naive", "--visible=all"],
    ["--engine=stateless", "--por=none"],
    ["--engine=stateful", "--por=none"],
    ["--engine=stateful"],
    ["--engine=stateless", "--por=dpor"],
    ["--engine=dpor", "--dpor=source"],
    ["--engine=dpor", "--dpor=optimal"],
]


# --- programs: a program is a list of threads, a thread a list of statements, a statement a tuple (kind, ...)

def draw_statement(r, depth):
    a, b = r.choice(GLOBALS), r.choice(GLOBALS)
    kind = r.choice(["set", "copy", "add", "inc", "atomic", "if", "lock", "local", "cas", "loop", "try"])
    if kind in ("if", "lock", "loop", "try") and depth == 0:
        kind = "copy"
    if kind == "if":
        return ("if", a, r.randrange(3), draw_list(r, depth - 1, 2), draw_list(r, depth - 1, 1))
    if kind in ("lock", "try"):
        return (kind, r.randrange(2), draw_list(r, depth - 1, 2))
    if kind == "loop":
        return ("loop", 2, draw_list(r, depth - 1, 1))
    return (kind, a, b, r.randrange(3))


def draw_list(r, depth, most):
    return [draw_statement(r, depth) for _ in range(r.randint(1, most))]


def draw_program(r):
    return [draw_list(r, 2, 3 if n == 0 else 2) for n in range(r.choice([2, 2, 2, 3]))]


def statement_text(s, out, pad):
    kind = s[0]
    if kind == "set": out.append(f"{pad}{s[1]} = {s[3]};")
    elif kind == "copy": out.append(f"{pad}{s[1]} = {s[2]};")
    elif kind == "add": out.append(f"{pad}{s[1]} = ({s[1]} + {s[2]} + {s[3]}) & 3;")
    elif kind == "inc": out.append(f"{pad}{s[1]}++;")
    elif kind == "atomic": out.append(f"{pad}__atomic_fetch_xor(&{s[1]}, {s[3]}, __ATOMIC_SEQ_CST);")
    elif kind == "cas": out.append(f"{pad}__sync_bool_compare_and_swap(&{s[1]}, 0, {s[3]});")
    elif kind == "local": out.append(f"{pad}t = {s[1]}; {s[2]} = t & {s[3]};")
    elif kind == "if":
        out.append(f"{pad}if ({s[1]} == {s[2]}) {{")
        list_text(s[3], out, pad + "  ")
        out.append(f"{pad}}} else {{")
        list_text(s[4], out, pad + "  ")
        out.append(f"{pad}}}")
    elif kind == "lock":
        out.append(f"{pad}pthread_mutex_lock(&m{s[1]});")
        list_text([x for x in s[2] if x[0] not in ("lock", "try")], out, pad)
        out.append(f"{pad}pthread_mutex_unlock(&m{s[1]});")
    elif kind == "try":
        out.append(f"{pad}if (pthread_mutex_trylock(&m{s[1]}) == 0) {{")
        list_text([x for x in s[2] if x[0] not in ("lock", "try")], out, pad + "  ")
        out.append(f"{pad}  pthread_mutex_unlock(&m{s[1]});")
        out.append(f"{pad}}}")
    elif kind == "loop":
        out.append(f"{pad}for (int i = 0; i < {s[1]}; i++) {{")
        list_text([x for x in s[2] if x[0] != "loop"], out, pad + "  ")
        out.append(f"{pad}}}")


def list_text(statements, out, pad):
    for s in statements:
        out.append(pad + "PAUSE;")
        if s[0] in ("lock", "try", "loop") and not isinstance(s[2], list):
            continue
        statement_text(s, out, pad)


def program_text(threads, target):
    """target: final values at which the error function is called; None: the program prints them."""
    pause = "((void)0)" if target else "(rand() % 3 ? (void)0 : (void)sched_yield())"
    out = ["#include <pthread.h>", "#include <sched.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <time.h>",
           "#define PAUSE " + pause, "extern void reach_error(void);",
           "volatile int " + ", ".join(GLOBALS) + ";",
           "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;"]
    for n, body in enumerate(threads):
        out.append(f"void *thread{n}(void *arg) {{")
        out.append("  int t = 0;")
        list_text(body, out, "  ")
        out += ["  (void)t;", "  return arg;", "}"]
    out.append("int main(void) {")
    out.append(f"  pthread_t id[{len(threads)}];")
    if target is None:
        out.append("  struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); srand((unsigned)now.tv_nsec);")
    for n in range(len(threads)):
        out.append(f"  pthread_create(&id[{n}], 0, thread{n}, 0);")
    for n in range(len(threads)):
        out.append(f"  pthread_join(id[{n}], 0);")
    if target is None:
        out.append('  printf("%d %d %d\\n", g0, g1, g2);')
    else:
        out.append("  if (" + " && ".join(f"{g} == {v}" for g, v in zip(GLOBALS, target)) + ") reach_error();")
    out += ["  return 0;", "}"]
    return "\n".join(out) + "\n"


# --- running

def native_outcomes(where, threads, runs):
    source, binary = os.path.join(where, "native.c"), os.path.join(where, "native")
    with open(source, "w", encoding="utf-8") as f:
        f.write(program_text(threads, None))
    subprocess.run(["gcc", "-O0", "-pthread", "-o", binary, source], check=True)
    # On one processor: the store buffers of several would show outcomes that are not sequentially consistent.
    script = f"i=0; while [ $i -lt {runs} ]; do taskset -c 0 {binary}; i=$((i+1)); done | sort -u"
    lines = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    return [tuple(int(x) for x in line.split()) for line in lines]


def verdict(allways, where, threads, target, engine):
    path = os.path.join(where, "p" + "_".join(map(str, target)) + ".c")
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(program_text(threads, target))
    done = subprocess.run([allways, path, "--json", "--property=unreach-call", "--timeout=10"] + engine,
                          capture_output=True, text=True)
    try:
        r = json.loads(done.stdout)
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}"
    return r["verdict"] if r["verdict"] != "unknown" else "unknown: " + str(r["reason"])


def judge(args, threads, seed):
    """None, or what is wrong."""
    r = random.Random(seed)
    where = tempfile.mkdtemp(prefix="allways-threads-")
    try:
        seen = native_outcomes(where, threads, args.native_runs)
        targets = [(t, True) for t in r.sample(seen, min(2, len(seen)))]
        targets += [(tuple(r.randrange(3) for _ in GLOBALS), False)]
        for target, is_seen in targets:
            oracle = verdict(args.allways, where, threads, target, ENGINES[0])
            if is_seen and oracle != "unsafe":
                return f"a native run ends with {target}, naive says {oracle}"
            if oracle not in ("safe", "unsafe"):
                return f"naive says {oracle}"
            for engine in ENGINES[1:]:
                got = verdict(args.allways, where, threads, target, engine)
                if got != oracle and "time limit" not in got:
                    return f"target {target}: naive says {oracle}, {' '.join(engine)} says {got}"
        return None
    finally:
        shutil.rmtree(where, ignore_errors=True)


# --- shrinking

def smaller_lists(statements):
    for i, s in enumerate(statements):
        yield statements[:i] + statements[i + 1:]
        for k, part in enumerate(s):
            if isinstance(part, list):
                yield statements[:i] + part + statements[i + 1:]
                for shorter in smaller_lists(part):
                    yield statements[:i] + [s[:k] + (shorter,) + s[k + 1:]] + statements[i + 1:]


def shrink(args, threads, seed):
    wrong, tries, progress = judge(args, threads, seed), 0, True
    while progress and tries < 60:
        progress = False
        for n in range(len(threads)):
            for body in smaller_lists(threads[n]):
                tries += 1
                less = threads[:n] + [body] + threads[n + 1:]
                now = judge(args, less, seed)
                if now:
                    threads, wrong, progress = less, now, True
                    break
                if tries >= 60:
                    break
    return threads, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--native-runs", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    programs = [(seed, draw_program(random.Random(seed))) for seed in range(args.seed, args.seed + args.count)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda p: judge(args, p[1], p[0]), programs))
    failed = [(seed, p) for (seed, p), wrong in zip(programs, results) if wrong]
    for seed, threads in failed[:3]:
        less, why = shrink(args, threads, seed)
        print(f"seed {seed}: {why}\n{program_text(less, (0, 0, 0))}")
    print(f"{len(programs) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
