#!/usr/bin/env python3
"""Verifies the programs of this folder as their first lines say, and runs them as the compiler makes them.

    // run: ENGINES ; FLAGS ; OPTIONS ; GOAL ; EXPECT     any number of lines; EXPECT: safe [GRADE] | unsafe KIND
    // native: STATUS                                     of the compiled program, with the flags of the first run; any seed

Engines are words after --engine=; flags are the compiler's. A goal is what --goal gets.

usage: run.py ALLWAYS [--only FILE] [--cxx COMPILER]
"""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parent.parent / "runtime" / "symcpp"
SEEDS = 5


def lines_of(path, word):
    start = f"// {word}: "
    return [line[len(start):].strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(start)]


def verify(allways, path, engine, flags, options, goal, expect):
    words = [allways, "verify", "--json", f"--engine={engine}", *options.split()]
    words += [f"--goal={goal}"] if goal else []
    words += [str(path), "--", *flags.split()]
    done = child.run(words, cpu=600)
    what = f"{path.name} {engine} {flags} {goal}"
    if not done.stdout:
        return [f"{what}: status {done.returncode}\n{done.stderr[:800]}"]
    answer = json.loads(done.stdout)
    got = [answer["verdict"].lower()]
    got.append((answer.get("violation") or {}).get("kind") or answer.get("grade") or "")
    want = (expect.split() + ["proved"])[:2]
    return [] if got == want else [f"{what}: {' '.join(got)}, expected {' '.join(want)}\n{done.stdout[:400]}"]


def native(cxx, path, flags, status, folder):
    program = folder / path.stem
    words = [cxx, "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{HEADERS}", *flags.split(), "-o", str(program), str(path)]
    done = child.run(words, cpu=300)
    if done.returncode:
        return [f"{path.name}: {cxx} says\n{done.stderr[:800]}"]
    complaints = []
    for seed in range(SEEDS):
        environment = {"SYMCPP_SEED": str(seed), "SYMCPP_STEPS": "20000"}
        got = child.run([str(program)], env=environment, cpu=60)
        if got.returncode != status:
            complaints.append(f"{path.name} compiled, seed {seed}: status {got.returncode}\n{got.stderr[:400]}")
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--only")
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    programs = [p for p in sorted(HERE.glob("*.cpp")) if args.only in (None, p.name)]
    complaints, count = [], 0
    if not shutil.which(args.cxx):
        print(f"{args.cxx} is missing: programs are not compiled")
    with tempfile.TemporaryDirectory() as name:
        for path in programs:
            runs = [[x.strip() for x in line.split(";")] for line in lines_of(path, "run")]
            for engines, flags, options, goal, expect in runs:
                for engine in engines.split():
                    complaints += verify(args.allways, path, engine, flags, options, goal, expect)
                    count += 1
            for status in lines_of(path, "native") if shutil.which(args.cxx) else []:
                complaints += native(args.cxx, path, runs[0][1], int(status), pathlib.Path(name))
    print("\n".join(complaints) or f"{len(programs)} programs, {count} runs: as expected")
    return 1 if complaints or not count else 0


if __name__ == "__main__":
    sys.exit(main())
