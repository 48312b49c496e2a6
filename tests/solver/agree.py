#!/usr/bin/env python3
"""The listings and the feature programs with both solvers: verdicts, grades and violations do not contradict.

usage: agree.py ALLWAYS [NAME]     status 77: cvc5 is not installed

The layer of intervals is switched off, so that the solver is asked. One that does not answer under the limit may end a
run with unknown; that few do is part of the test. Random programs are compared by tests/configs.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

LISTINGS = pathlib.Path(__file__).resolve().parent.parent / "ivl"
OPTIONS = ["--engine=stateful", "--match=esm_h", "--solver-interval=off", "--check=2", "--max-transitions=60",
           "--solver-limit=320000"]
SKIPPED = 77
FEW = 4  # programs that only one solver decides


def without_cvc5(allways, program):
    """Where cvc5 is not found that is a usage error which says what to install."""
    environment = dict(os.environ, PATH=str(LISTINGS))
    result = subprocess.run([allways, "verify", "--solver=cvc5", program], capture_output=True, text=True, check=False,
                            env=environment)
    if result.returncode == 64 and "package cvc5" in result.stderr and not result.stdout:
        return 0
    print(f"without cvc5: status {result.returncode}: {result.stdout}{result.stderr}")
    return 1


def answer(allways, program, solver):
    command = [allways, "verify", "--json", f"--solver={solver}", *OPTIONS, program]
    result = child.run(command, cpu=300)
    try:
        found = json.loads(result.stdout)
    except json.JSONDecodeError:
        return (f"status {result.returncode}: {result.stderr[:300]}",), 0
    violation = found.get("violation") or {}
    return (found["verdict"], found.get("grade"), violation.get("kind")), found["counters"]["solver_calls"]


def main():
    allways, only = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    programs = [str(path) for path in sorted(LISTINGS.rglob("*.ivl")) if only in path.name]
    failed = without_cvc5(allways, programs[0])
    if not shutil.which("cvc5"):
        print("skipped: cvc5 is not installed")
        return 1 if failed else SKIPPED
    asked = {"z3": 0, "cvc5": 0}
    undecided = 0
    for program in programs:
        answers = {}
        for solver in asked:
            answers[solver], calls = answer(allways, program, solver)
            asked[solver] += calls
        if answers["z3"] != answers["cvc5"]:
            one = "unknown" in (answers["z3"][0], answers["cvc5"][0])
            undecided += one
            failed += not one
            print(f"{program}: {answers}")
    print(f"{len(programs)} programs, {failed} failures, {undecided} decided by one solver only; "
          f"questions that reached the solver: {asked}")
    return 1 if failed or undecided > FEW or min(asked.values()) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
