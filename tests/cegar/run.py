#!/usr/bin/env python3
"""Programs with a known answer in every configuration of the engine cegar, the case study, and counts of explored actions.

  tests/cegar/run.py ALLWAYS

A program names its answer (`// expect: safe`); `// only: OPTION` restricts the configurations in which it must be found. In
the others UNKNOWN is allowed, a wrong answer never.
"""
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIGS = [[f"--por={p}", f"--domain={d}", f"--prune={q}", f"--lbe={l}"]
           for p, d, q, l in itertools.product(["none", "local", "basic", "aapor"], ["expl", "pred"], ["full", "lazy"],
                                               ["on", "off"])]
MORE = [["--cycles=full"], ["--search=bfs"], ["--search=err"], ["--rw=off"], ["--prefer=turns"], ["--domain=bool"],
        ["--domain=both"], ["--por=aapor", "--dep=closure"], ["--por=aapor", "--dep=lemma1"], []]
failures = []


def fail(text):
    failures.append(text)
    print(text)


def run(allways, path, args):
    p = subprocess.run([allways, path, "--engine=cegar", "--property=unreach-call", "--timeout=60", *args],
                       capture_output=True, text=True)
    return {0: "safe", 1: "unsafe", 2: "unknown"}.get(p.returncode, f"failed ({p.returncode}): {p.stderr}"), p.stdout


def as_air(allways, path, tmp):
    out = os.path.join(tmp, os.path.basename(path) + ".air")
    open(out, "w").write(subprocess.run([allways, "ir", path], capture_output=True, text=True, check=True).stdout)
    return out


def check_programs(allways, tmp):
    for path in sorted(glob.glob(os.path.join(HERE, "*.c"))):
        text = open(path).read()
        expected = re.search(r"// expect: (\w+)", text).group(1)
        only = re.search(r"// only: (\S+)", text)
        air = as_air(allways, path, tmp)
        for c in CONFIGS + MORE:
            got, out = run(allways, air, c)
            needed = not only or only.group(1) in c
            if got != expected and (needed or got != "unknown"):
                fail(f"{os.path.basename(path)} {' '.join(c)}: expected {expected}, got {got}\n{out}")


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
    got, out = run(allways, program, options + ["--rounds=1", f"--arg={graph}"])
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
    got, out = run(allways, program, options + [f"--arg={graph}"])
    n = read_graph(graph)
    if got != "unsafe" or "2 iterations" not in out:
        fail(f"case study: expected unsafe after 2 iterations, got {got}\n{out}")
    for where, chosen in [("main:21 t:10", "t"), ("main:21 t:11", "main,t")]:
        if n.get(where, ({}, ""))[0].get("chosen") != chosen:
            fail(f"case study, second iteration: at {where} chosen is not {chosen}: {n.get(where)}")


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


def main():
    allways = sys.argv[1]
    with tempfile.TemporaryDirectory() as tmp:
        check_programs(allways, tmp)
        check_case_study(allways, tmp)
        check_counts(allways, tmp)
    print("failed" if failures else "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
