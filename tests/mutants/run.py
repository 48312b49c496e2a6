#!/usr/bin/env python3
"""Builds each mutant in a scratch copy and runs quick tests until one fails.

usage: run.py SCRATCH [--list models|engines] [--only N]... [--define NAME=VALUE]... [--jobs N] [--first] [--trust]

models.py: mistakes in the front end and the models. engines.py: mistakes in what searches and proves. The tests that are named with a
mutant run first, then all other quick ones, cheap ones before dear ones. A mutant that none tells from the original has survived:
status 1. The original runs once, for the costs; what fails there says nothing of mutants and is left out; --trust: it passes
all. --first: only the tests that are named. SCRATCH keeps the copy and its build, so that the next run builds little; SCRATCH/results.txt keeps the answers.
"""
import argparse
import collections
import hashlib
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import engines
import models
import quick

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CONFIGURE = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DALLWAYS_LTO=OFF", "-DALLWAYS_ALONE=ON", "-DALLWAYS_HANG_SECONDS=600"]
Original = collections.namedtuple("Original", "tests failing")
LISTS = {"models": models.MUTANTS, "engines": engines.MUTANTS}


def folder_of(scratch):
    return scratch / "build" / "mutants"


def build(scratch, jobs, targets=("allways",)):
    return subprocess.run(["ninja", "-C", str(folder_of(scratch)), "-j", str(jobs), *targets], capture_output=True, text=True)


def copy_files(scratch, listed):
    """Those that are there already keep their time, so that little is built again."""
    for name in listed:
        source, copy = ROOT / name, scratch / name
        if source.is_file() and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    wanted = set(listed)
    for copy in [c for folder in {name.split("/")[0] for name in listed} for c in (scratch / folder).rglob("*")]:
        if copy.is_file() and str(copy.relative_to(scratch)) not in wanted:
            copy.unlink()  # moved or deleted since


def prepare(scratch, options):
    """The original, built, with what its tests say."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True, text=True).stdout.splitlines()
    copy_files(scratch, listed)
    more = ["-D" + define for define in options.define]
    subprocess.run(["cmake", "-S", str(scratch), "-B", str(folder_of(scratch)), *CONFIGURE, *more], check=True, capture_output=True)
    if build(scratch, options.jobs, ["all"]).returncode:  # ctest names only programs that are there
        sys.exit("the original does not build")
    tests = quick.Tests(folder_of(scratch))
    failed = scratch / "original.txt"
    key = hashlib.sha256(b"".join((ROOT / n).read_bytes() for n in listed if (ROOT / n).is_file() and "/mutants/" not in n)).hexdigest()
    if options.trust:
        return Original(tests, set())
    if not failed.exists() or failed.read_text().splitlines()[0] != key:
        failed.write_text("\n".join([key, *tests.failing(list(tests.quick), options.jobs, stop=False)]) + "\n")
    return Original(quick.Tests(folder_of(scratch)), set(failed.read_text().splitlines()[1:]))


def killed_by(original, scratch, pattern, options):
    """The test that sees it; None: none does."""
    for lot in original.tests.lots(pattern, original.failing, options.first):
        if build(scratch, options.jobs, ["allways", *original.tests.programs(lot)]).returncode:
            return "a test that does not build"
        failing = original.tests.failing(lot, options.jobs)
        if failing:
            return failing[0]
    return None


def judge(scratch, mutant, original, options):
    file, old, new, _, where = mutant
    path = scratch / file
    text = path.read_text()
    if text.count(old) != 1:
        return f"STALE: {file} does not contain once: {old}"
    path.write_text(text.replace(old, new))
    try:
        built = build(scratch, options.jobs)
        if built.returncode:
            return f"STALE: {file} does not build with: {new}\n{built.stdout[-2000:]}"
        by = killed_by(original, scratch, where, options)
        return f"killed by {by}" if by else "SURVIVED"
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--list", choices=sorted(LISTS), action="append")
    parser.add_argument("--only", type=int, action="append", help="number of a mutant in its list, from 1")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE for cmake")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--trust", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the file is put back
    original = prepare(options.scratch, options)
    for name in sorted(original.failing):
        print(f"left out: {name} fails without a mutant", flush=True)
    bad = 0
    with open(options.scratch / "results.txt", "a") as results:
        for name in options.list or sorted(LISTS):
            for number, mutant in enumerate(LISTS[name], 1):
                if options.only and number not in options.only:
                    continue
                began = time.monotonic()
                answer = judge(options.scratch, mutant, original, options)
                bad += not answer.startswith("killed")
                line = f"{name} {number}: {mutant[3]}: {answer} ({time.monotonic() - began:.0f} s)"
                print(line, flush=True)
                print(line, file=results, flush=True)
    print(f"{bad} not killed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
