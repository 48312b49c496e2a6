#!/usr/bin/env python3
"""Verifies every program here that announces an answer, with several engines; compares simulated output.

    // expect: safe | unsafe KIND | unknown
    // property: LIST     what is checked; without it the defaults
    // options: WORDS     more of the command line, quoted as in a shell
    // output: TEXT       a line that `simulate` prints; several in this order
    // engines: auto      only that one

usage: run.py ALLWAYS FOLDER [--only FILE] [--auto]      --auto: the engine that auto chooses, alone
"""
import argparse
import json
import pathlib
import re
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEADER = re.compile(r"^// (expect|property|options|output|engines): (.*)$")
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}
ENGINES = [["--engine=naive"], ["--engine=stateless"], ["--engine=stateless", "--por=dpor"], ["--engine=stateful"], []]


def header(path):
    found = {"output": []}
    for line in path.read_text(encoding="utf-8").splitlines()[:40]:
        match = HEADER.match(line)
        if match and match.group(1) == "output":
            found["output"].append(match.group(2))
        elif match:
            found[match.group(1)] = match.group(2).strip()
    return found


def run(*words):
    return child.run(words, cpu=300)


def judge(allways, path, head, options):
    want, _, kind = head["expect"].partition(" ")
    words = [allways, "verify", "--json", *options] + (["--property=" + head["property"]] if "property" in head else [])
    words += shlex.split(head.get("options", ""))
    done = run(*words, str(path))
    what = f"{path.name} {' '.join(options)}"
    got = VERDICTS.get(done.returncode, f"status {done.returncode}")
    if got != want:
        return [f"{what}: {got}, expected {want}\n{done.stdout[:800]}{done.stderr[:800]}"]
    answer = json.loads(done.stdout)
    if kind and answer["violation"]["kind"] != kind:
        return [f"{what}: violation {answer['violation']['kind']}, expected {kind}"]
    if want == "unknown" and not answer["reason"]:
        return [f"{what}: unknown without a reason"]
    return []


def simulated(allways, path, head):
    if not head["output"]:
        return []
    lines = run(allways, "simulate", str(path)).stdout.splitlines()[:len(head["output"])]
    return [] if lines == head["output"] else [f"{path.name}: simulate prints {lines}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--auto", action="store_true")
    args = parser.parse_args()
    complaints, runs = [], 0
    for path in sorted(args.folder.glob("*.cpp")):
        head = header(path)
        if not ("expect" in head or head["output"]) or args.only not in (None, path.name):
            continue
        for options in ([[]] if args.auto or head.get("engines") == "auto" else ENGINES) if "expect" in head else []:
            runs += 1
            complaints += judge(args.allways, path, head, options)
        runs += bool(head["output"])
        complaints += simulated(args.allways, path, head)
    print("\n".join(complaints))
    print(f"{runs} runs, {len(complaints)} complaints")
    return 1 if complaints or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
