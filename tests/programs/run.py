#!/usr/bin/env python3
"""Drawn programs, run natively and verified: every outcome seen natively must be one of the outcomes of all schedules.

usage: run.py ALLWAYS CLANG FIRST COUNT [--light] [--keep FOLDER]

Each program (generate.py) is compiled with gcc and clang, without and with optimisation, and run some dozen times with random yields.
What does not depend on the schedule must be the same in all of these, and SAFE; for each other outcome an assertion behind the test for it must be
reached by some run, which the result of the same verification tells; where it does not, the assertion that the outcome does not happen must be UNSAFE.
A program that is UNKNOWN is told; more than one in eight are a failure.

--light: small programs, each with one of the compilers in turn and one engine; all engines if that one does not know.
"""
import argparse
import json
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
MOST_OUTCOMES = 3  # verified on their own, if the result does not tell
LIGHT_ENGINE = "dpor"
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}


def compilers(clang, is_cxx):
    names = ["g++", clang.replace("clang", "clang++")] if is_cxx else ["gcc", clang]
    return [[name, level] for name in names if shutil.which(name) for level in ("-O0", "-O2")]


class Headers:
    """What programs of C++ include, half of what they cost: compiled once for each compiler that is asked again."""

    def __init__(self, folder):
        self.folder, self.asked, self.words = pathlib.Path(folder), set(), {}

    def words_for(self, compiler, flags):
        key = " ".join([*compiler, *flags])
        if key not in self.asked:
            self.asked.add(key)
            return []
        if key not in self.words:
            header = self.folder / f"{len(self.words)}.h"
            header.write_text(generate.HEAD + generate.cxx.HEAD)
            is_clang = "clang" in compiler[0]
            made = header.with_suffix(".pch" if is_clang else ".h.gch")
            done = subprocess.run([*compiler, *flags, "-x", "c++-header", str(header), "-o", str(made)], capture_output=True)
            self.words[key] = [] if done.returncode else ["-include-pch", str(made)] if is_clang else ["-include", str(header)]
        return self.words[key]


def native_outcomes(chosen, source, flags, folder, headers):
    """{what never varies: outcomes of runs}; text: what went wrong."""
    seen = {}
    flags = [*flags, "-DNATIVE", "-pthread"]
    for compiler in chosen:
        program = pathlib.Path(folder) / "program"
        known = headers.words_for(compiler, flags) if source.suffix == ".cpp" else []
        done = subprocess.run([*compiler, *flags, *known, str(source), "-o", str(program)], capture_output=True, text=True)
        if done.returncode:
            return f"{' '.join(compiler)} does not compile it: {done.stderr[:500]}"
        for _ in range(RUNS):
            run = child.run([str(program)], cpu=20)
            words = run.stdout.split()
            if run.returncode or len(words) < 2:
                return f"{' '.join(compiler)}: status {run.returncode}"
            seen.setdefault(words[0], {}).setdefault(",".join(words[1:]), compiler)
    return seen


def verify(allways, engine, source, flags):
    run = child.run([allways, "verify", "--libc=glibc", "--json", f"--engine={engine}", str(source), "--", *flags], cpu=60)
    got = VERDICTS.get(run.returncode, f"status {run.returncode}")
    return got, json.loads(run.stdout) if got in VERDICTS.values() else {"reason": run.stdout[:600] + run.stderr[:600]}


def reached_lines(answer, file):
    """line -> reached, unreachable, or not shown"""
    return {c["place"]["line"]: c["value"] for c in answer["claims"] if pathlib.Path(c["place"]["file"]).name == file.name}


class Judge:
    def __init__(self, options, headers):
        self.allways, self.clang, self.light = options.allways, options.clang, options.light
        self.headers = headers
        self.complaints, self.unknown = [], False

    def is_reachable(self, source, flags, outcome):
        """Asked on its own."""
        got, answer = verify(self.allways, "auto", source, [*flags, f"-DOTHER={outcome}"])
        if got == "unknown":
            self.unknown = True
            print(f"{source.name} {outcome}: {answer['reason']}")
        elif got != "unsafe":
            self.complaints.append(f"{outcome} happens, but: {got} {answer['reason']}")

    def outcomes(self, source, flags, seen, answer, tests):
        lines = reached_lines(answer, tests)
        open_ones = []
        for line, outcome in enumerate(seen, 1):
            if lines.get(line) == "unreachable":
                self.complaints.append(f"{outcome} happens, but no run comes to it")
            elif lines.get(line) != "reached":
                open_ones.append(outcome)
        for outcome in open_ones[:MOST_OUTCOMES]:
            self.is_reachable(source, flags, outcome)

    def judge(self, seed, source, folder):
        flags = ["-w", "-std=gnu++17" if source.suffix == ".cpp" else "-std=gnu17"]
        chosen = compilers(self.clang, source.suffix == ".cpp")
        found = native_outcomes([chosen[seed % len(chosen)]] if self.light else chosen, source, flags, folder, self.headers)
        if isinstance(found, str) or len(found) != 1:
            self.complaints.append(found if isinstance(found, str) else f"native programs differ: {found}")
            return
        (same, outcomes), = found.items()
        seen, tests = sorted(outcomes), pathlib.Path(folder) / "seen.h"
        tests.write_text("".join("if (" + " && ".join(f"v[{i}] == {x}" for i, x in enumerate(o.split(","))) + ") assert(same == SAME);\n" for o in seen))
        both = [*flags, f"-DSAME={same}ull", f'-DSEEN="{tests}"']
        got, answer = verify(self.allways, LIGHT_ENGINE if self.light else "auto", source, both)
        if got == "unknown" and self.light:
            got, answer = verify(self.allways, "auto", source, both)
        if got == "unknown":
            self.unknown = True
            print(f"{source.name}: {answer['reason']}")
        elif got != "safe":
            self.complaints.append(f"{got}, not safe: {answer['reason'] or answer['violation']}")
        else:
            self.outcomes(source, flags, seen, answer, tests)


def judge_seed(options, seed, headers):
    program = generate.Program(seed, options.light)
    judge = Judge(options, headers)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f"program{seed}{'.cpp' if program.cxx else '.c'}"
        source.write_text(program.text)
        judge.judge(seed, source, folder)
        if judge.complaints and options.keep:
            shutil.copy(source, options.keep)
    for complaint in judge.complaints:
        print(f"{source.name}: {complaint}", flush=True)
    return judge


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("clang")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--keep", help="folder for programs that failed")
    options = parser.parse_args()
    failed = unknown = 0
    with tempfile.TemporaryDirectory() as shared:
        headers = Headers(shared)
        for seed in range(options.first, options.first + options.count):
            judge = judge_seed(options, seed, headers)
            failed += bool(judge.complaints)
            unknown += judge.unknown
    print(f"{options.count} programs, {failed} failed, {unknown} not known")
    return 1 if failed or unknown * 8 > options.count else 0


if __name__ == "__main__":
    sys.exit(main())
