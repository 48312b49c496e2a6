#!/usr/bin/env python3
"""Programs compiled natively print what `allways simulate` prints, with both widths of pointers.

usage: run.py ALLWAYS CLANG [--rounds N] [--seeds FROM-TO] [--only FILE]

Differences are mistakes of the lowering, of the models or of the concrete interpreter. A width that the machine cannot
compile for natively (headers missing) is skipped and said. Programs that include draw.h draw their arguments: these run
once for each seed, and with seeds other programs do not run. In lines that begin with ~ a double in hexadecimal digits may
differ by one in the last place.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
SHOWN = 10  # lines that differ


def native_output(clang, source, flags, folder):
    program = pathlib.Path(folder) / "program"
    compiler = clang.replace("clang", "clang++") if source.suffix == ".cpp" else clang
    command = [compiler, *flags, "-pthread", str(source), "-o", str(program), "-lm"]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    return child.run([str(program)], cpu=60, text=False).stdout.decode(errors="backslashreplace")


def simulated_output(allways, source, flags):
    run = child.run([allways, "simulate", str(source), "--", *flags], cpu=600, text=False)
    out = run.stdout.decode(errors="backslashreplace")
    return out.partition("the run is over")[0] if run.returncode == 0 else out + run.stderr.decode(errors="backslashreplace")


def is_same(want, have):
    if want == have:
        return True
    words = [re.fullmatch(r"(~ \w+) ([0-9a-f]{16})", line) for line in (want, have)]
    return all(words) and words[0][1] == words[1][1] and abs(int(words[0][2], 16) - int(words[1][2], 16)) <= 1


def differences(want, have):
    want, have = want.split("\n"), have.split("\n")
    longer = max(len(want), len(have))
    want += ["(nothing)"] * (longer - len(want))
    have += ["(nothing)"] * (longer - len(have))
    return [f"  native    {w}\n  simulated {h}" for w, h in zip(want, have) if not is_same(w, h)]


def compare(allways, clang, source, bits, more):
    flags = ["-w", f"-m{bits}", *(["-msse2", "-mfpmath=sse"] if bits == 32 else []), *more]
    name = " ".join([source.name, str(bits), *more])
    with tempfile.TemporaryDirectory() as folder:
        want = native_output(clang, source, flags, folder)
    if want is None:
        print(f"{name}: skipped, no native compilation")
        return True
    found = differences(want, simulated_output(allways, source, flags))
    if found:
        print("\n".join([f"{name}: differs in {len(found)} lines", *found[:SHOWN]]))
    return not found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("clang")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seeds")
    parser.add_argument("--only", help="name of a program")
    options = parser.parse_args()
    first, last = (int(n) for n in (options.seeds or "1-1").split("-"))
    failed = 0
    for source in sorted([*HERE.glob("*.c"), *HERE.glob("*.cpp")]):
        draws = '"draw.h"' in source.read_text()
        if (options.seeds and not draws) or (options.only and source.name != options.only):
            continue
        for seed in range(first, last + 1) if draws else [0]:
            more = [f"-DSEED={seed}", f"-DROUNDS={options.rounds}"] if draws else []
            failed += sum(not compare(options.allways, options.clang, source, bits, more) for bits in (64, 32))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
