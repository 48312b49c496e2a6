"""The listings on which unsound reductions miss an error, and sound ones find it (specification 4.7, 4.16, 7.3).

usage: soundness.py PROGRAM

Each row: program, options, verdict, grade, explored transitions, refinements ("-": not compared). A configuration
that the specification calls unsound must be seen to miss the error, else these programs could not tell the two apart;
and its SAFE must never be graded proved.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
LISTINGS = os.path.join(os.path.dirname(HERE), "ivl")

# Both orders of processes and the rules of the documents give the same counts; every row runs in all these ways.
WAYS = ([], ["--as-documented"], ["--order=name"], ["--order=name", "--as-documented"])

EQUALITY = ("ceq", "pesm", "esm", "esm_h")
MATCHING = EQUALITY + ("psbc-eq", "psbc-cv", "sbc-eq", "sbc-cv", "ess", "auto")

ROWS = [
    # Listing 3.1: A and B wake each other for ever in one delta cycle, D is ignored without the proviso.
    ("l3_1", "--por=stub1 --proviso=off", "safe", "heuristic", 8, 0),
    ("l3_1", "--por=stub2 --proviso=off", "safe", "heuristic", 8, 0),
    ("l3_1", "--por=stub1", "unsafe", None, 9, 1),
    ("l3_1", "--por=stub2", "unsafe", None, 9, 1),
    ("l3_1", "--por=stub1 --refine=set", "unsafe", None, 9, 1),
    ("l3_1", "--por=stub2 --refine=set", "unsafe", None, 9, 1),
    # Refinement by further persistent sets stops at the first that leads to a fully expanded state.
    ("two_ignored", "--por=stub1 --refine=all", "safe", "proved", 38, 7),
    ("two_ignored", "--por=stub1 --refine=set", "safe", "proved", 21, 3),
    ("two_ignored", "--por=stub2 --refine=set", "safe", "proved", 21, 3),
    ("l3_1", "--por=none", "unsafe", None, "-", 0),
    ("l3_1", "--por=ct --proviso=off", "unsafe", None, "-", 0),
    ("l3_1", "--por=ct", "unsafe", None, "-", "-"),
    ("l3_1", "--por=dpor+stub1 --sdpor=c", "safe", "heuristic", 8, 0),
    ("l3_1", "--por=dpor+stub1 --sdpor=full", "unsafe", None, 9, 1),
    ("l3_1", "--por=dpor+stub2 --sdpor=c", "safe", "heuristic", "-", 0),
    ("l3_1", "--por=dpor+stub2 --sdpor=full", "unsafe", None, "-", 1),
    # Without static fall-back C-SDPOR and A-SDPOR need no proviso (4.5, known implicit solutions).
    ("l3_1", "--por=dpor --sdpor=a", "unsafe", None, "-", "-"),
    ("l3_1", "--por=dpor --sdpor=c", "unsafe", None, "-", "-"),
    ("l3_1", "--por=dpor --sdpor=full", "unsafe", None, "-", "-"),
    # Listing 4.2: the matched state is on the path, its record of effects is incomplete.
    ("l4_2", "--por=dpor --sdpor=a", "safe", "heuristic", 12, 0),
    ("l4_2", "--por=dpor --sdpor=c", "unsafe", None, 16, "-"),
    ("l4_2", "--por=dpor --sdpor=full", "unsafe", None, 16, "-"),
    ("l4_2", "--por=dpor-hbr --sdpor=full", "unsafe", None, "-", "-"),
    ("l4_2", "--por=stub1", "unsafe", None, "-", "-"),
    ("l4_2", "--por=none", "unsafe", None, "-", "-"),
]
# Listing 2.8: acyclic; what skips visited states must still see the effects behind them.
for por in ("none", "ct", "stub1", "stub2", "ct-min", "stub1-min", "stub2-min"):
    ROWS.append(("l2_8", f"--por={por}", "unsafe", None, "-", "-"))
for por in ("dpor", "dpor-hbr", "dpor+stub1", "dpor+stub2", "dpor+nes"):
    for kind in ("a", "c", "full"):
        ROWS.append(("l2_8", f"--por={por} --sdpor={kind}", "unsafe", None, "-", "-"))
# Fig. 5.2: the error behind a state that was matched by subsumption; needs the edges into the covering state. Equality
# cannot match there, so it finds the error without them.
for match in MATCHING:
    for kind in ("c", "full"):
        ROWS.append(("f5_2", f"--por=dpor --sdpor={kind} --match={match}", "unsafe", None, "-", "-"))
    ROWS.append(("f5_2", f"--por=stub1 --match={match}", "unsafe", None, "-", "-"))
# A process suspended while it waits; one that two others can wake.
for por in ("none", "ct", "stub1", "stub2", "dpor", "dpor-hbr", "dpor+stub1", "dpor+stub2", "dpor+nes"):
    for name in ("suspend_waiting", "two_wakers"):
        ROWS.append((name, f"--por={por}", "unsafe", None, "-", "-"))


def path_of(name):
    own = os.path.join(HERE, name + ".ivl")
    return own if os.path.exists(own) else os.path.join(LISTINGS, name + ".ivl")


def run(program, name, words):
    command = [program, "--engine=stateful", *words, "--json", path_of(name)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        result = json.loads(answer.stdout)
    except json.JSONDecodeError:
        return f"exit {answer.returncode}: {answer.stderr.strip()[:300]}", None, None, None
    counters = result["counters"]
    return result["verdict"], result.get("grade"), counters["transitions"], counters.get("refinements", 0)


def differs(expected, got):
    return any(e != "-" and e != g for e, g in zip(expected, got))


def forgetting_works(program):
    """With a small cache states are forgotten, some are explored again, and the verdict stays."""
    answers = []
    for cache in ("0", "1"):
        command = [program, "--engine=stateful", "--por=none", "--match=esm_h", "--cache=" + cache, "--json",
                   path_of("forgetting")]
        result = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
        forgot = any("forgotten" in note for note in result.get("notes", []))
        answers.append((result["verdict"], result.get("grade"), forgot, result["counters"]["transitions"]))
    (*whole, few), (*small, many) = answers
    return whole == ["safe", "proved", False] and small == ["safe", "proved", True] and few < many < 2 * few


def main():
    program = sys.argv[1]
    passed = failed = 0
    if not forgetting_works(program):
        failed += 1
        print("FAILED: forgetting (--cache)")
    for name, words, *expected in ROWS:
        for way in WAYS:
            got = run(program, name, words.split() + way)
            if differs(expected, got):
                failed += 1
                print(f"FAILED: {name} {words} {' '.join(way)}: expected {tuple(expected)}, got {got}")
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
