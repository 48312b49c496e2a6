#!/usr/bin/env python3
"""Builds each mutant of mutants.py in a scratch copy and runs the comparisons with native runs until one fails.

usage: run.py SCRATCH CLANG [--only N]... [--define NAME=VALUE]... [--jobs N]

A mutant that no comparison tells from the original has survived: status 1. The original itself must pass.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

from mutants import MUTANTS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CONFIGURE = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DALLWAYS_LTO=OFF"]


def folder_of(scratch):
    return scratch / "build" / "mutants"


def build(scratch, jobs):
    return subprocess.run(["ninja", "-C", str(folder_of(scratch)), "-j", str(jobs), "allways"], capture_output=True, text=True)


def prepare(scratch, options):
    """A copy of all files; those that are there already keep their time, so that little is built again."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], check=True, capture_output=True, text=True).stdout.splitlines()
    for name in listed:
        source, copy = ROOT / name, scratch / name
        if source.is_file() and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    if not (folder_of(scratch) / "build.ninja").exists():
        more = ["-D" + define for define in options.define]
        subprocess.run(["cmake", "-S", str(scratch), "-B", str(folder_of(scratch)), *CONFIGURE, *more], check=True, capture_output=True)
    if build(scratch, options.jobs).returncode:
        sys.exit("the original does not build")


def comparisons(scratch, clang, where):
    """The one that is named first, then all of them."""
    allways = str(folder_of(scratch) / "allways")
    native, programs, csmith = (str(ROOT / "tests" / name / "run.py") for name in ("native", "programs", "csmith"))
    if where.endswith(".c"):
        yield "native", [native, allways, clang, "--only", where]
    elif where:
        yield "programs", [programs, allways, clang, *where.split()]
    yield "native", [native, allways, clang]
    yield "programs", [programs, allways, clang, "2", "12"]
    yield "csmith", [csmith, allways, "1", "20"]


def killed_by(scratch, clang, where):
    for name, command in comparisons(scratch, clang, where):
        if subprocess.run([sys.executable, *command], capture_output=True, cwd=scratch).returncode == 1:
            return name
    return None


def judge(scratch, mutant, options):
    """What kills it; None: nothing."""
    file, old, new, _, where = mutant
    path = scratch / file
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{file}: does not contain once: {old}")
    path.write_text(text.replace(old, new))
    try:
        if build(scratch, options.jobs).returncode:
            sys.exit(f"{file}: does not build with: {new}")
        return killed_by(scratch, options.clang, where)
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("clang")
    parser.add_argument("--only", type=int, action="append", help="number of a mutant, from 1")
    parser.add_argument("--define", action="append", default=[], help="NAME=VALUE for cmake")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    prepare(options.scratch, options)
    if not options.only and killed_by(options.scratch, options.clang, ""):
        sys.exit("the original fails")
    survived = 0
    for number, mutant in enumerate(MUTANTS, 1):
        if options.only and number not in options.only:
            continue
        by = judge(options.scratch, mutant, options)
        survived += by is None
        print(f"{number}: {mutant[3]}: {'killed by ' + by if by else 'SURVIVED'}", flush=True)
    print(f"{survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
