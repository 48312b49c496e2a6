#!/usr/bin/env python3
"""Builds each mutant in a scratch copy and runs tests until one fails.

usage: run.py SCRATCH CLANG [--list models|engines] [--only N]... [--define NAME=VALUE]... [--jobs N] [--first]

models.py: mistakes in the front end and the models, which the comparisons with native runs must see. engines.py: mistakes in
what searches and proves, which the quick tests must see. A mutant that no test tells from the original has survived: status 1. The
original itself must pass. --first: only the tests that are named with a mutant, not all others behind them.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import engines
import models

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CONFIGURE = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DALLWAYS_LTO=OFF"]
HANGS = 600  # seconds: a mutant may wait for ever


def folder_of(scratch):
    return scratch / "build" / "mutants"


def build(scratch, jobs, targets=("allways",)):
    return subprocess.run(["ninja", "-C", str(folder_of(scratch)), "-j", str(jobs), *targets], capture_output=True, text=True)


def prepare(scratch, options):
    """A copy of all files; those that are there already keep their time, so that little is built again."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    set_of_listed = set(listed)
    for name in listed:
        source, copy = ROOT / name, scratch / name
        if source.is_file() and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    for copy in [c for folder in {name.split("/")[0] for name in listed} for c in (scratch / folder).rglob("*")]:
        if copy.is_file() and str(copy.relative_to(scratch)) not in set_of_listed:
            copy.unlink()  # moved or deleted since
    if not (folder_of(scratch) / "build.ninja").exists():
        more = ["-D" + define for define in options.define]
        subprocess.run(["cmake", "-S", str(scratch), "-B", str(folder_of(scratch)), *CONFIGURE, *more], check=True, capture_output=True)
    if build(scratch, options.jobs, ["all"]).returncode:  # ctest names only programs that are there
        sys.exit("the original does not build")


def comparisons(scratch, clang, where, only_first):
    """The one that is named first, then all of them."""
    allways = str(folder_of(scratch) / "allways")
    native, programs, csmith = (str(ROOT / "tests" / name / "run.py") for name in ("native", "programs", "csmith"))
    if where.endswith(".c"):
        yield "native", [native, allways, clang, "--only", where]
    elif where:
        yield "programs", [programs, allways, clang, *where.split()]
    if only_first and where:
        return
    yield "native", [native, allways, clang]
    yield "programs", [programs, allways, clang, "2", "12"]
    yield "csmith", [csmith, allways, "1", "20"]


def killed_by_native_runs(scratch, where, options):
    for name, command in comparisons(scratch, options.clang, where, options.first):
        if subprocess.run([sys.executable, *command], capture_output=True, cwd=scratch).returncode == 1:
            return name
    return None


def programs_of(scratch, pattern):
    """The executables of the build that the tests start: ninja's targets."""
    folder = folder_of(scratch)
    shown = subprocess.run(["ctest", "--test-dir", str(folder), "-L", "^quick$", "-R", pattern, "--show-only=json-v1"],
                           check=True, capture_output=True, text=True).stdout
    words = {word for test in json.loads(shown)["tests"] for word in test.get("command", [])}
    return sorted(str(pathlib.Path(word).relative_to(folder)) for word in words if word.startswith(str(folder) + "/"))


def failing_test(scratch, pattern, options):
    folder = folder_of(scratch)
    targets = [t for t in programs_of(scratch, pattern) if "/" not in t or t.startswith("tests/")]
    if build(scratch, options.jobs, ["allways", *targets]).returncode:
        sys.exit("the tests do not build")
    subprocess.run(["ctest", "--test-dir", str(folder), "-L", "^quick$", "-R", pattern, "-j", str(options.jobs),
                    "--stop-on-failure", "--timeout", str(HANGS)], capture_output=True)
    failed = folder / "Testing" / "Temporary" / "LastTestsFailed.log"
    lines = failed.read_text().split() if failed.exists() else []
    failed.unlink(missing_ok=True)
    return lines[0].split(":")[1] if lines else None


def killed_by_quick_tests(scratch, where, options):
    by = failing_test(scratch, where or ".", options)
    return by or (None if options.first or not where else failing_test(scratch, ".", options))


def judge(scratch, mutant, killed_by, options):
    """What kills it; None: nothing."""
    file, old, new, _, where = mutant
    path = scratch / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{file}: does not contain once: {old}")
    path.write_text(text.replace(old, new))
    try:
        built = build(scratch, options.jobs)
        if built.returncode:
            sys.exit(f"{file}: does not build with: {new}\n{built.stdout[-2000:]}")
        return killed_by(scratch, where, options)
    finally:
        path.write_text(text)


LISTS = {"models": (models.MUTANTS, killed_by_native_runs), "engines": (engines.MUTANTS, killed_by_quick_tests)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("clang")
    parser.add_argument("--list", choices=sorted(LISTS), action="append")
    parser.add_argument("--only", type=int, action="append", help="number of a mutant in its list, from 1")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE for cmake")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    prepare(options.scratch, options)
    survived = 0
    for name in options.list or sorted(LISTS):
        mutants, killed_by = LISTS[name]
        if not options.only and not options.first and killed_by(options.scratch, "", options):
            sys.exit(f"{name}: the original fails")
        for number, mutant in enumerate(mutants, 1):
            if options.only and number not in options.only:
                continue
            by = judge(options.scratch, mutant, killed_by, options)
            survived += by is None
            print(f"{name} {number}: {mutant[3]}: {'killed by ' + by if by else 'SURVIVED'}", flush=True)
    print(f"{survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
