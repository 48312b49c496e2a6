#!/usr/bin/env python3
"""Drawn programs, run natively and verified: every outcome seen natively must be one of the outcomes of all schedules.

usage: run.py ALLWAYS CLANG FIRST COUNT [--keep FOLDER]

Each program (generate.py) is compiled with gcc and clang, without and with optimisation, and run some dozen times with random yields.
What does not depend on the schedule must be the same in all of these, and SAFE; for each other outcome, the assertion that it does
not happen must be UNSAFE. A program that is UNKNOWN is told; more than one in eight are a failure.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import child
import generate

RUNS = 12
MOST_OUTCOMES = 3  # verified; all that were seen if there are fewer
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}


def compilers(clang, is_cxx):
    names = ["g++", clang.replace("clang", "clang++")] if is_cxx else ["gcc", clang]
    return [[name, level] for name in names if shutil.which(name) for level in ("-O0", "-O2")]


def native_outcomes(clang, source, flags, folder):
    """(what never varies, what does) for each run; text: what went wrong."""
    seen = {}
    for compiler in compilers(clang, source.suffix == ".cpp"):
        program = pathlib.Path(folder) / "program"
        done = subprocess.run([*compiler, *flags, "-DNATIVE", "-pthread", str(source), "-o", str(program)], capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(compiler)} does not compile it: {done.stderr[:500]}"
        for _ in range(RUNS):
            run = child.run([str(program)], cpu=20)
            words = run.stdout.split()
            if run.returncode or len(words) < 2:
                return f"{' '.join(compiler)}: status {run.returncode}"
            seen.setdefault(words[0], {}).setdefault(",".join(words[1:]), compiler)
    return seen


def verdict(allways, source, flags):
    run = child.run([allways, "verify", "--libc=glibc", "--quiet", str(source), "--", *flags], cpu=60)
    return VERDICTS.get(run.returncode, f"status {run.returncode}"), run.stdout.strip() + run.stderr.strip()


def judge(allways, clang, source, folder):
    """Complaints, and how many verdicts were UNKNOWN."""
    flags = ["-w", "-std=gnu++17" if source.suffix == ".cpp" else "-std=gnu17"]
    seen = native_outcomes(clang, source, flags, folder)
    if isinstance(seen, str):
        return [seen], 0
    if len(seen) != 1:
        return [f"native programs differ: {seen}"], 0
    (same, outcomes), = seen.items()
    wanted = [("safe", f"-DSAME={same}ull")]
    wanted += [("unsafe", f"-DOTHER={other}") for other in sorted(outcomes)[:MOST_OUTCOMES]]
    complaints, unknown = [], 0
    for want, define in wanted:
        got, text = verdict(allways, source, [*flags, define])
        if got == "unknown":
            unknown += 1
            print(f"{source.name} {define}: {text}")
        elif got != want:
            complaints.append(f"{define}: {got}, not {want}: {text[:600]}")
    return complaints, unknown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("clang")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--keep", help="folder for programs that failed")
    options = parser.parse_args()
    failed = unknown = 0
    for seed in range(options.first, options.first + options.count):
        program = generate.Program(seed)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / f"program{seed}{'.cpp' if program.cxx else '.c'}"
            source.write_text(program.text)
            complaints, not_known = judge(options.allways, options.clang, source, folder)
            unknown += not_known > 0
            if complaints and options.keep:
                shutil.copy(source, options.keep)
        failed += bool(complaints)
        for complaint in complaints:
            print(f"{source.name}: {complaint}", flush=True)
    print(f"{options.count} programs, {failed} failed, {unknown} not known")
    return 1 if failed or unknown * 8 > options.count else 0


if __name__ == "__main__":
    sys.exit(main())
