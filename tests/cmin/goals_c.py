#!/usr/bin/env python3
"""Goals of random pthread programs: every engine and every reduction must answer like `naive` without any.

  tests/cmin/goals_c.py ALLWAYS [--seed N] [--count N]

The programs are those of tests/threads/programs.py; a goal is about values that the globals have on the way, so it asks
for states that no assertion of the program looks at. Witnesses are replayed by allways itself.
"""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "threads"))
import programs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["--engine=naive", "--visible=all"], ["--engine=naive"], ["--engine=stateful"], ["--engine=stateful", "--por=none"],
           ["--engine=stateless"], ["--engine=dpor"], ["--engine=dpor", "--dpor=source"], ["--engine=exsym"],
           ["--engine=exsym", "--search=wastar", "--heap=type", "--prune-infinite"], ["--engine=exsym", "--search=best", "--ssr=counter"],
           ["--engine=stateful", "--heap=type"], ["--engine=stateful", "--heap=exact"],
           ["--engine=modular"], ["--engine=cegar", "--rounds=20"], ["--engine=lazy"]]  # more counterexamples take seconds
RUNS = ("--engine=stateless", "--engine=dpor", "--engine=lazy")  # compare each step with all before it: long runs are dear
UNKNOWN = 2  # a limit, or a program that is none for the engine


def goal(r):
    atoms = [f"{r.choice(programs.GLOBALS)} {r.choice(['=', '=', '<>', '>'])} {r.randrange(3)}" for _ in range(r.choice([1, 2, 2, 3]))]
    return "EF " + r.choice([" and ", " and ", " or "]).join(atoms)


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("allways")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--count", type=int, default=10)
    a = args.parse_args()
    wrong, seen = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        source, ir = pathlib.Path(folder) / "p.c", pathlib.Path(folder) / "p.air"
        for seed in range(a.seed, a.seed + a.count):
            r = random.Random(seed)
            source.write_text(programs.program_text(programs.draw_program(r), (9, 9, 9)))
            q = goal(r)
            made = child.run([a.allways, "ir", str(source), f"--goal={q}"], cpu=120)
            ir.write_text(made.stdout)
            found = []
            for options in ENGINES:
                call = [a.allways, "verify", str(ir), "--quiet", "--property=goal", "--input-range=0..2",
                        f"--max-transitions={4000 if options[0] in RUNS else 20000}", *options]
                found.append(child.run(call, cpu=300, text=False).returncode)
            truth = found[0]
            for options, status in zip(ENGINES, found):
                if status not in (0, 1, 2) or (status != truth and UNKNOWN not in (status, truth)):
                    wrong += 1
                    print(f"seed {seed}, {q}: {' '.join(options)} says {status}, naive {truth}\n{source.read_text()}")
                seen[(options[0], status)] = seen.get((options[0], status), 0) + 1
    print(f"{a.count} programs, {wrong} wrong;", " ".join(f"{k[0].split('=')[1]}:{k[1]}={n}" for k, n in sorted(seen.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
