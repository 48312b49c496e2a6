#!/usr/bin/env python3
"""The data types of SystemC: what datatypes.cpp and fixedpoint.cpp print is compared with the reference library.

usage: datatypes.py ALLWAYS [--rounds N] [--cxx COMPILER]

Without the library (libsystemc-dev) the comparison is left out, and the programs must only run to their end.
"""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = [HERE / "datatypes.cpp", HERE / "fixedpoint.cpp"]
SKIPPED = 77  # ctest's status of a test that cannot run here


def reference(cxx, source, rounds, folder):
    """The text that the reference library prints, or None where it is not installed."""
    program = folder / "reference"
    words = [cxx, "-std=c++17", "-w", f"-DROUNDS={rounds}", str(source), "-lsystemc", "-o", str(program)]
    if not shutil.which(cxx) or child.run(words, cpu=600, text=False).returncode:
        return None
    env = dict(os.environ, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")
    return child.run([str(program)], cpu=60, check=True, env=env).stdout


def compare(args, source):
    words = [args.allways, "simulate", "--json", "--step-limit=0", str(source), "--", f"-DROUNDS={args.rounds}", "-std=c++17"]
    result = child.run(words, cpu=600)
    if not result.stdout:
        print(result.stderr[:2000])
        return 1
    answer = json.loads(result.stdout)
    with tempfile.TemporaryDirectory() as name:
        want = reference(args.cxx, source, args.rounds, pathlib.Path(name))
    if want is None:
        print("the reference library (libsystemc-dev) is missing: nothing to compare with")
        return SKIPPED
    got = answer["run"]["output"]
    lines = zip(want.splitlines() + ["(end)"], got.splitlines() + ["(end)"])
    for number, (w, g) in enumerate(lines, 1):
        if w != g:
            print(f"{source.name}: line {number}:\n  {g}\ninstead of\n  {w}")
            return 1
    print(f"{source.name}: {len(want.splitlines())} lines: the same")
    return 0 if got == want else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    return max(compare(args, source) for source in PROGRAMS)


if __name__ == "__main__":
    sys.exit(main())
