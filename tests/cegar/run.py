#!/usr/bin/env python3
"""Programs with a known answer in every configuration of the engine cegar, the case study, and counts of explored actions.

  tests/cegar/run.py ALLWAYS [--every N] [--only FILE | --rest]       one program; what is not about one program

A program names its answer (`// expect: safe`); `// only: OPTION` restricts the configurations in which it must be found. In
the others UNKNOWN is allowed, a wrong answer never. Programs in whole/ need invariants of the whole product; with WRONG they are wrong. --every N: each program in every N-th configuration, another one for the next
program; for builds with sanitizers, which look at the code and not at the answers.
"""
import argparse
import glob
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIGS = [[f"--por={p}", f"--domain={d}", f"--prune={q}", f"--lbe={l}"]
           for p, d, q, l in itertools.product(["none", "local", "basic", "aapor"], ["expl", "pred"], ["full", "lazy"],
                                               ["on", "off"])]
MORE = [["--cycles=full"], ["--search=bfs"], ["--search=err"], ["--rw=off"], ["--prefer=turns"], ["--domain=bool"],
        ["--domain=both"], ["--por=aapor", "--dep=closure"], ["--por=aapor", "--dep=lemma1"],
        ["--sets=source", "--domain=expl"], ["--sets=source", "--domain=pred"], ["--sets=source", "--por=aapor", "--lbe=off"], []]
failures = []


def fail(text):
    failures.append(text)
    print(text)


def run(allways, path, args, cpu=240):
    p = child.run([allways, path, "--engine=cegar", "--property=unreach-call", *args], cpu)
    if child.is_killed_by_limit(p):
        return "unknown", p.stdout
    return {0: "safe", 1: "unsafe", 2: "unknown"}.get(p.returncode, f"failed ({p.returncode}): {p.stderr}"), p.stdout


def as_air(allways, path, tmp):
    out = os.path.join(tmp, os.path.basename(path) + ".air")
    open(out, "w").write(subprocess.run([allways, "ir", path], capture_output=True, text=True, check=True).stdout)
    return out


def check_program(allways, path, tmp, configs):
    text = open(path).read()
    expected = re.search(r"// expect: (\w+)", text).group(1)
    only = re.search(r"// only: (\S+)", text)
    air = as_air(allways, path, tmp)
    for c in configs:
        needed = not only or only.group(1) in c
        got, out = run(allways, air, c, 240 if needed else 1)
        if got != expected and (needed or got != "unknown"):
            fail(f"{os.path.basename(path)} {' '.join(c)}: expected {expected}, got {got}\n{out}")
    for c in [["--domain=whole"], ["--domain=whole", "--por=none", "--lbe=off"], ["--domain=whole", "--sets=source"]]:
        got, out = run(allways, air, c)
        if got not in (expected, "unknown"):
            fail(f"{os.path.basename(path)} {' '.join(c)}: expected {expected}, got {got}\n{out}")


def check_simulation(allways, path):
    """The kernel of a simulation is the exact part; --por does not matter there."""
    expected = re.search(r"// expect: (\w+)", open(path).read()).group(1)
    for c in [[], ["--prune=full"], ["--domain=pred"], ["--domain=both"], ["--search=bfs"]]:
        p = child.run([allways, path, "--engine=cegar", *c], cpu=240)
        if p.returncode != ["safe", "unsafe"].index(expected):
            fail(f"{os.path.basename(path)} {' '.join(c)}: expected {expected}, got\n{p.stdout}{p.stderr}")


def check_whole(allways, path):
    """Invariants of all of the reduced program at once: none for a wrong one."""
    order = ["--prefer=paces"] if os.path.basename(path) == "paces.c" else []
    for c in [["--domain=whole", *order], ["--domain=whole", "--por=aapor", *order], ["--domain=auto"]]:
        got, out = run(allways, path, c)
        if got != "safe":
            fail(f"{os.path.basename(path)} {' '.join(c)}: {got}\n{out}")
    for c, expected in [(["--domain=whole", *order], "unknown"), ([], "unsafe")]:
        got, out = run(allways, path, [*c, "--", "-DWRONG"])
        if got != expected:
            fail(f"{os.path.basename(path)} -DWRONG {' '.join(c)}: {got}\n{out}")


def check_programs(allways, tmp, args):
    paths = [sorted(glob.glob(os.path.join(HERE, p))) for p in ("*.c", "*.ivl", "whole/*.c")]
    chosen = [[(n, p) for n, p in enumerate(ps) if args.only in (None, os.path.basename(p))] for ps in paths]
    for number, path in chosen[0]:
        check_program(allways, path, tmp, (CONFIGS + MORE)[number % args.every::args.every])
    for _, path in chosen[1]:
        check_simulation(allways, path)
    for _, path in chosen[2]:
        check_whole(allways, path)
    if not any(chosen):
        fail(f"no program is called {args.only}")


def check_lost_at_start(allways):
    """Nothing is proved of a program that is lost where it starts; what runs find there is still found."""
    for c in [["--domain=whole"], ["--domain=whole", "--por=none"], ["--domain=whole", "--sets=source"], ["--domain=expl"], ["--domain=pred"], []]:
        got, out = run(allways, os.path.join(HERE, "lost_at_start.air"), c)
        if got != ("unknown" if "--domain=whole" in c else "unsafe"):
            fail(f"lost_at_start.air {' '.join(c)}: got {got}\n{out}")


# --- the case study: the table of the specification, step by step

def read_graph(path):
    """Nodes by the lines at which main and t stand: enabled, chosen and validity sets."""
    nodes = {}
    for line in open(path):
        m = re.match(r'  n(\d+) \[label="(.*)"', line)
        if not m:
            continue
        parts = m.group(2).split("\\n")
        where = parts[0].strip()
        sets = {k: v for k, v in re.findall(r"(enabled|chosen|valid while not) \{([^}]*)\}", m.group(2))}
        nodes[where] = (sets, parts)
    return nodes


def check_case_study(allways, tmp):
    program = os.path.join(HERE, "case_study.air")
    graph = os.path.join(tmp, "arg.dot")
    options = ["--domain=expl", "--por=aapor", "--prune=lazy", "--track=x", "--search=bfs", "--as-documented"]
    got, out = run(allways, program, options + ["--rounds=1", f"--graph={graph}"])
    n = read_graph(graph)
    expected = [  # after the first iteration, with x alone: state, enabled, chosen, valid while these are not tracked
        ("main:20", "main", "main", ""),
        ("main:21 t:10", "main,t", "t", ""),
        ("main:21 t:11", "main,t", "main", "y")]
    for where, enabled, chosen, validity in expected:
        if where not in n:
            fail(f"case study: no state {where} in {sorted(n)}")
            continue
        sets = n[where][0]
        have = tuple(sets.get(k, "-") for k in ("enabled", "chosen", "valid while not"))
        if have != (enabled, chosen, validity):
            fail(f"case study: at {where} {have} instead of {(enabled, chosen, validity)}")
    if got != "unknown":
        fail(f"case study: the first counterexample is not spurious ({got})")
    got, out = run(allways, program, options + [f"--graph={graph}"])
    n = read_graph(graph)
    if got != "unsafe" or "2 iterations" not in out:
        fail(f"case study: expected unsafe after 2 iterations, got {got}\n{out}")
    for where, chosen in [("main:21 t:10", "t"), ("main:21 t:11", "main,t")]:
        if n.get(where, ({}, ""))[0].get("chosen") != chosen:
            fail(f"case study, second iteration: at {where} chosen is not {chosen}: {n.get(where)}")


# --- examples 6 and 7 of the document: alpha is x := 2*z, beta is y := x - 1. They depend on each other exactly if no set has
# only one of them. The predicates are the guards of main behind its joins.

EXAMPLE = """air 1
language "c"
scheduler interleave
pointers 64
properties "unreach-call"
entry &entry
source "example.c"
  "\\n"
global @x i32
global @y i32
global @z i32
process $main &main !1:1

func &entry() void {
b1:
  start.ivl
  return
}

func &alpha() void !10:1 {
  temp i32 %1 %2
b1:
  atomic_begin !10:1
  %1 = load i32 @z !10:1
  %2 = mul i32 %1, 2 !10:1
  store i32 @x, %2 !10:1
  atomic_end !10:1
  return !11:1
}

func &beta() void !20:1 {
  temp i32 %1 %2
b1:
  atomic_begin !20:1
  %1 = load i32 @x !20:1
  %2 = sub i32 %1, 1 !20:1
  store i32 @y, %2 !20:1
  atomic_end !20:1
  return !21:1
}

func &main() void !1:1 {
  temp i32 %1 %2 %3 %4 %5
  temp bool %6
b1:
  %3 = nondet i32 "x" !1:1
  store i32 @x, %3 !1:1
  %4 = nondet i32 "y" !1:1
  store i32 @y, %4 !1:1
  %5 = nondet i32 "z" !1:1
  store i32 @z, %5 !1:1
  %1 = spawn i32 &alpha !1:1
  %2 = spawn i32 &beta !2:1
  join %1 !3:1
  join %2 !4:1
GUARDSb9:
  check.unreach-call bool:0 "error" !8:1
  return !8:1
b10:
  return !9:1
}
"""
PREDICATES = {"y>2": "%6 = slt bool i32:2, %4", "y>0": "%6 = slt bool i32:0, %4", "z=2": "%6 = eq bool %5, i32:2",
              "y>z": "%6 = slt bool %5, %4", "x+z=0": "%3 = add i32 %3, %5 !5:1\n  %6 = eq bool %3, i32:0"}
TABLE = [("6a", ["--por=basic", "--domain=expl"], [], True), ("6b", ["--por=aapor", "--domain=expl", "--track=y,z"], [], False),
         ("6c-1", ["--por=aapor", "--domain=pred"], ["y>2", "x+z=0"], True),
         ("6c-2", ["--por=aapor", "--domain=pred"], ["y>z"], True),
         ("6c-3", ["--por=aapor", "--domain=pred"], ["y>0", "z=2"], False),
         ("7", ["--por=aapor", "--domain=expl", "--track=x,y,z"], [], True)]


def example(predicates):
    blocks = ["  jump -> b2 !4:1\n"]
    for i, p in enumerate(predicates):
        to = f"b{i + 3}" if i + 1 < len(predicates) else "b9"
        loads = "".join(f"  %{n} = load i32 @{v} !5:1\n" for n, v in ((3, "x"), (4, "y"), (5, "z")) if v in p)
        blocks.append(f"b{i + 2}:\n  atomic_begin !5:1\n{loads}  {PREDICATES[p]} !5:1\n  atomic_end !5:1\n"
                      f"  branch %6 -> {to}, b10 !5:1\n")
    return EXAMPLE.replace("GUARDS", "".join(blocks) if predicates else "  jump -> b9 !4:1\n")


def check_dependency(allways, tmp):
    for name, options, predicates, expected in TABLE:
        program, graph = os.path.join(tmp, "example.air"), os.path.join(tmp, "example.dot")
        # Blocks are numbered in order of the text: rename those that the guards skip.
        text, order = example(predicates), []
        for b in re.findall(r"^(b\d+):", text[text.index("func &main"):], re.M):
            order.append(b)
        head, body = text[:text.index("func &main")], text[text.index("func &main"):]
        for i, b in enumerate(order):
            body = re.sub(rf"\b{b}\b", f"B{i + 1}", body)
        open(program, "w").write(head + body.replace("B", "b"))
        dep = [] if "--por=basic" in options or "--domain=expl" in options else ["--dep=lemma1", "--initprec=assumes"]
        got, out = run(allways, program, options + dep + ["--rw=off", "--as-documented", "--search=bfs", "--rounds=1",
                                                          f"--graph={graph}"])
        chosen = None
        for where, (sets, _) in (read_graph(graph) if os.path.exists(graph) else {}).items():
            if "alpha:10" in where and "beta:20" in where and "main:3" in where:
                chosen = sets.get("chosen")
        if chosen is None or ("," in chosen) != expected:
            fail(f"example {name}: chosen {chosen}, dependent should be {expected}\n{out}")
        if os.path.exists(graph):
            os.remove(graph)


# --- explored actions: aapor <= basic <= none where the precision is the same (specification 12, c)

def explored(out):
    m = re.search(r"(\d+) explored actions", out)
    return int(m.group(1)) if m else None


def check_counts(allways, tmp):
    for name in ["locked_counter.c", "blocked_join.c", "lost_update.c"]:
        air = as_air(allways, os.path.join(HERE, name), tmp)
        for lbe in ["on", "off"]:
            counts = []
            for por in ["none", "basic", "aapor"]:
                got, out = run(allways, air, ["--domain=expl", "--prune=full", f"--lbe={lbe}", f"--por={por}",
                                              "--initprec=allvars", "--search=bfs", "--rounds=1"])
                counts.append(explored(out))
            if None in counts or not counts[2] <= counts[1] <= counts[0]:
                fail(f"{name} --lbe={lbe}: explored actions none, basic, aapor: {counts}")


# --- source sets: a conflict in a branch that no run takes keeps nobody from being left out

def check_sources(allways, tmp):
    air = as_air(allways, os.path.join(HERE, "more", "dead_branch.c"), tmp)
    counts = []
    for sets in ["persistent", "source"]:
        got, out = run(allways, air, ["--domain=expl", "--initprec=allvars", f"--sets={sets}"])
        counts.append(explored(out) if got == "safe" else None)
    if None in counts or not counts[1] < counts[0]:
        fail(f"dead_branch.c: explored actions persistent, source: {counts}")


# --- partial orders as the oracle: example "two printers", one execution per trace with source sets and with wakeup trees

def check_traces(allways):
    path = os.path.join(HERE, "more", "printers.c")
    for algorithm in ["optimal", "source"]:
        p = child.run([allways, path, "--engine=dpor", f"--dpor={algorithm}", "--property=unreach-call", "--count-traces", "--stats"])
        for what in ["executions", "traces"]:
            if not re.search(rf"{what} +4\b", p.stdout):
                fail(f"printers.c --dpor={algorithm}: not 4 {what}\n{p.stdout}{p.stderr}")


# --- where new facts come from: each method by itself; values that are too many are left to predicates

def check_methods(allways, tmp):
    air = as_air(allways, os.path.join(HERE, "unbounded.c"), tmp)
    for refiner in ["core", "wp", "samples", "spacer", "auto"]:
        got, out = run(allways, air, ["--domain=pred", f"--refiner={refiner}"])
        if got != "safe":
            fail(f"unbounded.c --refiner={refiner}: {got}\n{out}")
    air = as_air(allways, os.path.join(HERE, "more", "wide.c"), tmp)
    got, out = run(allways, air, ["--domain=both", "--prune=full"])
    predicates = re.search(r"(\d+) predicates", out)
    if got != "safe" or not predicates or predicates.group(1) == "0":
        fail(f"wide.c: {got}\n{out}")


# --- errors that need an array of a certain length are followed

def check_arrays(allways, tmp):
    air = as_air(allways, os.path.join(HERE, "more", "array_wrong.c"), tmp)
    for c in [[], ["--domain=pred"], ["--por=none"]]:
        got, out = run(allways, air, c)
        if got != "unsafe":
            fail(f"array_wrong.c {' '.join(c)}: {got}\n{out}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--rest", action="store_true")
    args = parser.parse_args()
    allways = args.allways
    with tempfile.TemporaryDirectory() as tmp:
        if not args.rest:
            check_programs(allways, tmp, args)
        if args.only is None:
            check_case_study(allways, tmp)
            check_lost_at_start(allways)
            check_dependency(allways, tmp)
            check_counts(allways, tmp)
            check_sources(allways, tmp)
            check_traces(allways)
            check_methods(allways, tmp)
            check_arrays(allways, tmp)
    print("failed" if failures else "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
