"""Terms that are collected after every step (ALLWAYS_COLLECT) change no answer of an engine that stores states.

usage: collect.py ALLWAYS [--all] [--share N/M]

Every program is run in every configuration twice, and must have the same verdict, violation and counters of the search both
times. A holder of terms that is not marked would show as a state that is not found again, or as a crash. --all: all programs
of tests/ivl and tests/c in all configurations instead of a selection; --share: the N-th of M parts of the runs.
"""
import argparse
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

TESTS = pathlib.Path(__file__).resolve().parent.parent
COUNTERS = ("transitions", "executions", "states", "matches", "hash_matches", "forks", "refinements", "truncated",
            "infeasible", "deadlocks", "max_depth")
CONFIGURATIONS = (
    "--engine=stateful",
    "--engine=stateful --por=none --match=ess",
    "--engine=stateful --match=ceq --as-documented",
    "--engine=stateful --por=dpor+stub1 --match=sbc-cv",
    "--engine=hunt",
)
# Further ones of --all.
MORE = tuple(f"--engine=stateful --match={match}" for match in ("pesm", "esm", "esm_h", "psbc-eq", "psbc-cv", "sbc-eq", "ess")) + (
    "--engine=stateful --por=dpor --match=auto",
    "--engine=stateful --cache=1",
)
# Programs with inputs that are matched, refuted by models, covered and asked about with quantifiers.
SELECTION = ("ivl/dac_fig1.ivl", "ivl/l5_2.ivl", "ivl/l5_3.ivl", "ivl/l6_1.ivl", "ivl/l6_3.ivl", "c/hunt_covered.c",
             "c/counters_matter.c")
NOT_FOR_IT = 64  # an option that the program asks for does not apply to the engine
LIMITS = ("--max-transitions=1000",)


def header(path):
    """What the first lines of a program in C say."""
    return dict(re.findall(r"^// (property|options|flags): (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))


def outcome(allways, path, configuration, collecting):
    words = [allways, "verify", "--json", "--stats", *configuration.split(), *LIMITS]
    head = header(path) if path.suffix in (".c", ".cpp") else {}
    if "property" in head:
        words.append("--property=" + head["property"])
    words += [w for w in head.get("options", "").split() if not w.startswith("--engine")] + [str(path)]
    words += ["--", *head["flags"].split()] if "flags" in head else []
    environment = {k: v for k, v in os.environ.items() if k != "ALLWAYS_COLLECT"}
    if collecting:
        environment["ALLWAYS_COLLECT"] = "1"
    done = child.run(words, cpu=120, env=environment)
    try:
        r = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"status": done.returncode, "error": done.stderr[-300:]}
    steps = [(s["process"], s["place"]) for s in r["trace"]] if r.get("trace") else None
    return {"status": done.returncode, "verdict": r["verdict"], "grade": r["grade"], "reason": r["reason"],
            "violation": r["violation"], "trace": steps, **{c: r["counters"][c] for c in COUNTERS}}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--share", default="1/1")
    args = parser.parse_args()
    programs = [TESTS / name for name in SELECTION]
    if args.all:
        programs = sorted(p for folder in ("ivl", "ivl/features", "c") for p in (TESTS / folder).iterdir()
                          if p.suffix in (".ivl", ".c", ".cpp"))
    runs = [(p, c) for p in programs for c in CONFIGURATIONS + (MORE if args.all else ())]
    n, m = map(int, args.share.split("/"))
    bad = answered = 0
    for path, configuration in runs[n - 1::m]:
        plain, collected = (outcome(args.allways, path, configuration, c) for c in (False, True))
        answered += plain.get("verdict") in ("safe", "unsafe")
        if any("time limit" in (r.get("reason") or "") for r in (plain, collected)):
            continue  # nothing to compare
        if plain == collected and plain["status"] in (0, 1, 2, NOT_FOR_IT):
            continue
        bad += 1
        print(f"{path.relative_to(TESTS)} {configuration}:")
        for key in sorted(plain.keys() | collected.keys()):
            if plain.get(key) != collected.get(key) or key == "status":
                print(f"  {key}: {plain.get(key)}, collected: {collected.get(key)}")
    total = len(runs[n - 1::m])
    print(f"{total} runs twice, {answered} with an answer, {bad} that differ")
    return 1 if bad or 2 * answered < total else 0


if __name__ == "__main__":
    sys.exit(main())
