#!/usr/bin/env python3
"""Random small simulations in IVL: the engine cegar against naive.

  tests/cegar/random_ivl.py ALLWAYS [--seed N] [--count N] [--keep DIR]

Programs have events (single and in arrays), immediate, delayed and cancelled-by-earlier notifications, time-outs, suspension,
updates, the time, bounded and repeated starts, loops inside of and around steps, inputs, assumptions and assertions in
processes and behind `start`. The kernel's state is the exact part of the abstraction: no configuration may contradict naive.
An UNKNOWN is counted, and more than a part of them is a failure.
"""
import argparse
import os
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

VARS = ["x", "y", "z"]
CONFIGS = [[f"--domain={d}", f"--prune={q}"]
           for d, q in [("expl", "lazy"), ("expl", "full"), ("pred", "lazy"), ("pred", "full"), ("auto", "lazy"), ("both", "full"),
                        ("bool", "lazy")]]


def condition(r):
    a = r.choice(VARS + ["a"])
    b = r.choice(VARS + ["a", "0", "1", "2"])
    return f"{a} {r.choice(['==', '!=', '<', '<='])} {b}"


def simple(r):
    g, h = r.choice(VARS), r.choice(VARS)
    return r.choice([f"{g} = {r.randrange(3)};", f"{g} = {h};", f"{g} = {h} + 1;", f"a = {g};", f"{g} = a;", "a = a + 1;",
                     f"{g} += a;", "a = ?(bool);", f"{g} = ?(bool);", f"if ({condition(r)}) {simple_write(r)}"])


def simple_write(r):
    return f"{r.choice(VARS)} = {r.randrange(3)};"


def event(r):
    return r.choice(["e", "f", "v[0]", "v[1]", "v[i]"])


def kernel(r, threads, where):
    choices = [f"notify {event(r)}, {r.randrange(3)};", f"notify {event(r)}, {r.randrange(3)};", f"resume T{r.randrange(threads)};",
               "request_update U;", "i = 1 - i;"]
    if where != "update":
        choices += [f"notify {event(r)};", f"notify {event(r)};", f"suspend T{r.randrange(threads)};"]
    if where == "thread":
        choices += [f"wait {event(r)};", f"wait {event(r)};", f"wait_time {r.randrange(3)};", f"wait_time {r.randrange(3)};"]
    return r.choice(choices)


def block(r, threads, pad, out, depth, timed):
    for _ in range(r.randint(1, 3)):
        kind = r.choice(["s", "s", "k", "k", "k", "if", "loop", "assume", "assert", "time"])
        if depth == 0 and kind in ("if", "loop"):
            kind = "k"
        if kind == "s" or (kind == "time" and not timed):
            out.append(pad + simple(r))
        elif kind == "time":
            out.append(f"{pad}if (@time {r.choice(['<', '==', '>='])} {r.randrange(4)}) {simple_write(r)}")
        elif kind == "k":
            out.append(pad + kernel(r, threads, "thread"))
        elif kind == "if":
            out.append(f"{pad}if ({condition(r)}) {{")
            block(r, threads, pad + "  ", out, depth - 1, timed)
            out.append(pad + "}")
        elif kind == "loop":
            n = f"n{len(out)}"
            out.append(f"{pad}int {n} = 0; while ({n} < {r.choice(['2', '3', 'a'])}) {{ {n} += 1;")
            block(r, threads, pad + "  ", out, depth - 1, timed)
            out.append(pad + "}")
        elif kind == "assume":
            out.append(f"{pad}assume {condition(r)};" if r.random() < 0.4 else pad + simple(r))
        elif kind == "assert":
            out.append(f"{pad}assert {condition(r)};" if r.random() < 0.3 else pad + simple(r))


def program(r):
    threads, timed = r.choice([1, 2, 2, 3]), r.random() < 0.3
    out = ["u8 x, y, z;", "int i;", "event e, f, v[2];", "update U {", "  u8 a = x;"]
    for _ in range(r.randint(1, 2)):
        out.append("  " + r.choice([simple(r), kernel(r, threads, "update")]))
    out.append("}")
    for t in range(threads):
        out.append(f"thread T{t}{' dont_initialize' if r.random() < 0.1 else ''} {{\n  u8 a = 0;")
        block(r, threads, "  ", out, 2, timed)
        out.append("}")
    out.append("main {\n  u8 a = 0;")
    for _ in range(r.randrange(3)):
        out.append("  " + r.choice([simple(r), kernel(r, threads, "main")]))
    bounded = r.random() < 0.3
    out.append(f"  start{' ' + str(r.randrange(5)) if bounded else ''};")
    if bounded and r.random() < 0.5:
        out.append("  " + kernel(r, threads, "main"))
        out.append("  start;")
    for _ in range(r.randint(1, 2)):
        out.append(f"  assert {condition(r)}{' || ' + condition(r) if r.random() < 0.6 else ''};")
    out.append("}")
    return "\n".join(out) + "\n"


def run(allways, path, args, cpu=20):
    p = child.run([allways, path, "--quiet", *args], cpu)
    if child.is_killed_by_limit(p):
        return "unknown"
    return {0: "safe", 1: "unsafe", 2: "unknown"}.get(p.returncode, f"failed ({p.returncode}): {p.stderr[-600:]}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("allways")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=40)
    ap.add_argument("--keep", default="")
    ap.add_argument("--unknown", type=float, default=0.2, help="part of the answers that may be UNKNOWN")
    a = ap.parse_args()
    bad = runs = unknown = 0
    seen = {"safe": 0, "unsafe": 0, "unknown": 0}
    with tempfile.TemporaryDirectory() as tmp:
        for n in range(a.seed, a.seed + a.count):
            r = random.Random(n)
            path = os.path.join(tmp, "p.ivl")
            text = program(r)
            open(path, "w").write(text)
            more = ["--pending=multi"] if r.random() < 0.2 else []
            expected = run(a.allways, path, ["--engine=naive", "--max-transitions=100000", *more])
            seen[expected if expected in seen else "unknown"] += 1
            if expected.startswith("failed"):
                print(f"seed {n}: naive {expected}\n{text}")
                bad += 1
            if expected not in ("safe", "unsafe"):
                continue
            for c in r.sample(CONFIGS, 3):
                got = run(a.allways, path, ["--engine=cegar", "--max-transitions=20000", *c, *more], 10)
                runs += 1
                if got == "unknown":
                    unknown += 1
                elif got != expected:
                    bad += 1
                    print(f"seed {n}: {' '.join(c + more)}: naive says {expected}, cegar {got}")
                    if a.keep:
                        open(os.path.join(a.keep, f"bad{n}.ivl"), "w").write(text)
    print(f"{a.count} programs {seen}, {runs} runs, {unknown} unknown, {bad} wrong")
    if unknown > a.unknown * runs:
        print("too many answers are UNKNOWN")
        return 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
