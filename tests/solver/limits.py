#!/usr/bin/env python3
"""Questions of state matching are limited by resources of the solver: a search whose questions are hopeless goes on.

usage: limits.py ALLWAYS

The search is cut after a number of transitions. That it gets there is the test: without the limit one question takes
hours. Unanswered questions are counted, mean no match, and runs repeat.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

PROGRAM = str(pathlib.Path(__file__).resolve().parent / "products.ivl")
TRANSITIONS = 12


def search(allways, *options):
    command = [allways, "verify", "--json", "--engine=stateful", f"--max-transitions={TRANSITIONS}", *options, PROGRAM]
    result = child.run(command, cpu=500)
    counters = json.loads(result.stdout)["counters"]
    ok = result.returncode == 2 and counters["transitions"] == TRANSITIONS and counters["matches"] == 0
    if not ok or not 0 < counters["match_unknown"] <= counters["solver_unknown"]:
        print(f"{' '.join(options)}: status {result.returncode}, {counters}")
        return None
    return counters


def main():
    allways = sys.argv[1]
    answers = [search(allways, "--match=sbc-cv"), search(allways, "--match=sbc-cv"),
               search(allways, "--match=auto", "--match-limit=20000", "--ess-limit=100000")]
    if None in answers:
        return 1
    if answers[0] != answers[1]:
        print(f"two runs differ: {answers[0]} {answers[1]}")
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
