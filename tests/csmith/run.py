#!/usr/bin/env python3
"""Random sequential C programs of csmith: the checksum that `allways simulate` computes is that of gcc or g++, and nothing is violated on the way.

usage: run.py ALLWAYS FIRST COUNT [--keep FOLDER]

Each seed makes one program in C or C++, for 64 or 32 bits, with options that vary by the seed; programs that do not end natively within their time are left out,
and those that differ after an undefined conversion.
Programs that differ are kept, to be made smaller with creduce. Exit status 77: csmith is not there, nothing was compared.
"""
import argparse
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEADERS = "/usr/include/csmith"
SKIPPED = 77
SMALL = ["--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "3", "--max-expr-complexity", "6",
         "--max-array-len-per-dim", "5", "--max-array-dim", "2", "--no-argc"]
VARIED = [[], ["--float"], ["--packed-struct", "--unions"], ["--no-jumps", "--no-bitfields"], ["--float", "--bitfields", "--packed-struct"],
          ["--max-pointer-depth", "3", "--volatile-pointers"], ["--no-volatiles", "--max-struct-fields", "20"],
          ["--inline-function", "--max-pointer-depth", "4"], ["--lang-cpp", "--cpp11"], ["--lang-cpp", "--no-bitfields"]]
FLAGS = [[], [], ["-m32"]]


def compiler_of(source):
    return "g++" if source.suffix == ".cpp" else "gcc"


def converts_too_much(source, program, flags):
    """csmith does not guard conversions of floating-point numbers to integers; what they give when the number does not fit is undefined."""
    checked = [compiler_of(source), "-O0", *flags, "-fsanitize=float-cast-overflow", str(source), "-o", str(program)]
    return child.run(checked).returncode == 0 and "is outside the range" in child.run([str(program)], cpu=5).stderr


def compare(allways, seed, folder):
    """"same", "left out", or what differs."""
    chosen = VARIED[seed % len(VARIED)]
    source, program = folder / f"csmith{seed}{'.cpp' if '--lang-cpp' in chosen else '.c'}", folder / "program"
    made = child.run(["csmith", "--seed", str(seed), *SMALL, *chosen], cpu=20, cwd=folder)
    if made.returncode:
        return "left out"
    source.write_text(made.stdout)
    flags = ["-w", "-I" + HEADERS, *FLAGS[seed % len(FLAGS)]]
    if child.run([compiler_of(source), "-O0", *flags, str(source), "-o", str(program)]).returncode:
        return "left out"
    native = child.run([str(program)], cpu=2)
    if native.returncode:
        return "left out"
    run = child.run([allways, "simulate", "--property=all", str(source), "--", *flags], cpu=120)
    have = run.stdout.partition("the run is over")[0]
    if run.returncode == 0 and have == native.stdout:
        return "same"
    if converts_too_much(source, program, flags):
        return "left out"
    return f"native {native.stdout.strip()}, simulated (status {run.returncode}) {(have or run.stderr).strip()[:300]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--keep", help="folder for programs that differ")
    options = parser.parse_args()
    if not shutil.which("csmith") or not pathlib.Path(HEADERS, "csmith.h").exists():
        print("skipped: csmith or its headers are missing (tools/install-deps.sh csmith:csmith libcsmith-dev)")
        return SKIPPED
    failed = same = 0
    for seed in range(options.first, options.first + options.count):
        with tempfile.TemporaryDirectory() as name:
            told = compare(options.allways, seed, pathlib.Path(name))
            if told not in ("same", "left out"):
                failed += 1
                print(f"seed {seed}: {told}", flush=True)
                if options.keep:
                    shutil.copy(next(pathlib.Path(name).glob(f"csmith{seed}.c*")), options.keep)
        same += told == "same"
    print(f"{options.count} programs, {same} the same, {failed} differ, {options.count - same - failed} left out")
    return 1 if failed or same * 2 < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
