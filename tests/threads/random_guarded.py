#!/usr/bin/env python3
"""Random programs in which most accesses keep to a guard: steps that go on over guarded accesses (--visible=guarded) against naive with
every access a step of its own.

  tests/threads/random_guarded.py ALLWAYS [--seed N] [--count N]

The programs are those of random_races.py. In addition threads look at several globals at once, under a mutex or without one, and main compares
what they saw with drawn values, so that the error function is reached in some orders only. No engine may say anything but naive, and
in a part of the programs naive must need fewer steps with guarded accesses. A program that fails is made smaller by leaving out lines.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import random_races
from shrinking import shrink

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEAD = """extern void reach_error(void);
static int saw0, saw1, saw2, saw_child;
"""
ENGINES = [["--engine=naive"], ["--engine=stateful"], ["--engine=stateful", "--por=none"], ["--engine=dpor"], ["--engine=dpor", "--dpor=source"],
           ["--engine=stateless", "--por=future"], ["--engine=cegar"], ["--engine=hunt"], ["--engine=auto"]]
PROPERTIES = ["unreach-call", "unreach-call", "unreach-call", "deadlock", "no-data-race", "valid-memsafety"]


def look(r):
    """A check of two globals, or of one and what was read before."""
    names = r.sample(random_races.GLOBALS[:4], 2)
    test = r.choice([f"{names[0]} == {r.randrange(3)} && {names[1]} == {r.randrange(3)}", f"t == {r.randrange(3)} && {names[0]} == {r.randrange(3)}"])
    opening, closing = random_races.GUARDS[r.choice(["m0", "m0", "m1", "calls", "region", "none"])]
    return f"{opening} if ({test}) reach_error(); {closing}"


def draw(r):
    functions = random_races.draw(r)
    for lines in functions[:-1]:
        name = lines[0].split("*")[1].split("(")[0]
        saw = "saw_child" if name == "child" else "saw" + name[-1]
        if r.random() < 0.5:
            lines.insert(r.randint(1, len(lines) - 1), look(r))
        lines.insert(len(lines) - 1, f"{saw} = t;")
    test = " && ".join(f"{name} == {r.randrange(3)}" for name in r.sample(["saw0", "saw1", "g0", "g1", "g2", "g3", "pair[1]"], r.choice([1, 1, 2])))
    functions[-1].insert(len(functions[-1]) - 1, f"if ({test}) reach_error();")
    return functions


def text(functions):
    return HEAD + random_races.text(functions)


def ask(args, path, prop, options):
    words = [args.allways, path, "--json", "--property=" + prop, "--input-range=0..1", "--max-transitions=40000", *options]
    done = child.run(words, cpu=60)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return f"exit {done.returncode}: {done.stderr[:300]}", 0
    return answer["verdict"] if done.returncode < 64 else f"exit {done.returncode}", answer["counters"]["transitions"]


def judge(args, functions, seed):
    """What is wrong, or None; what naive says; does it need fewer steps?"""
    r = random.Random(seed)
    prop = r.choice(PROPERTIES)
    engines = [["--engine=naive"], *r.sample(ENGINES[1:], args.engines)]
    with tempfile.TemporaryDirectory(prefix="allways-guarded-") as where:
        source, path = os.path.join(where, "p.c"), os.path.join(where, "p.air")
        with open(source, "w", encoding="utf-8") as f:
            f.write(text(functions))
        with open(path, "w", encoding="utf-8") as f:
            if subprocess.run([args.allways, "ir", source], stdout=f, check=False).returncode:
                return "does not compile", "unknown", False
        oracle, _ = ask(args, path, prop, ["--engine=naive", "--visible=all"])
        if oracle.startswith("exit"):
            return f"naive says {oracle}", oracle, False
        _, before = ask(args, path, prop, ["--engine=naive"])
        fewer = False
        for options in engines:
            said, steps = ask(args, path, prop, [*options, "--visible=guarded"])
            fewer |= options == engines[0] and steps < before
            if said.startswith("exit") or {said, oracle} == {"safe", "unsafe"}:
                return f"{prop}: naive says {oracle}, {' '.join(options)} with guarded accesses {said}", oracle, fewer
    return None, oracle, fewer


def still_wrong(args, functions, seed):
    wrong = judge(args, functions, seed)[0]
    return wrong and "compile" not in wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--engines", type=int, default=2, help="engines drawn for each program beside naive")
    args = parser.parse_args()
    failed, said, fewer = [], {"safe": 0, "unsafe": 0, "unknown": 0}, 0
    for seed in range(args.seed, args.seed + args.count):
        functions = draw(random.Random(seed))
        wrong, oracle, less = judge(args, functions, seed)
        said[oracle if oracle in said else "unknown"] += 1
        fewer += less
        if wrong:
            failed.append(seed)
            if len(failed) <= 3:
                print(f"seed {seed}: {wrong}\n{text(shrink(functions, lambda less, s=seed: still_wrong(args, less, s)))}", flush=True)
    print(f"{args.count - len(failed)} passed, {len(failed)} failed: seeds {failed}; naive: {said}; fewer steps in {fewer}")
    return 1 if failed or fewer < args.count // 20 else 0


if __name__ == "__main__":
    sys.exit(main())
