#!/usr/bin/env python3
"""Does `simulate` print what the reference library prints? Programs and its output (version 2.3.4) stand in reference/,
and the trace files that have the names of their programs.

  tests/systemc/reference.py ALLWAYS [--only FILE]
  tests/systemc/reference.py --renew [--only FILE]     compile with the reference library and store what it prints
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "reference"


def renew(path):
    with tempfile.TemporaryDirectory() as folder:
        program = folder + "/program"
        # -fpermissive: a header of the library itself needs it.
        subprocess.run(["g++", "-std=c++17", "-w", "-fpermissive", str(path), "-lsystemc", "-lpthread", "-o", program],
                       check=True)
        done = run([program], folder)
        for trace in pathlib.Path(folder).glob("*.vcd"):
            if trace.stem == path.stem:
                trace.with_name(trace.name).replace(path.with_suffix(".vcd"))
    text = done.stdout.replace(str(path), path.name)
    path.with_suffix(".out").write_text(text, encoding="utf-8")


def run(command, folder):
    """In a folder of its own, with the files that programs read."""
    for data in HERE.glob("*.txt"):
        shutil.copy(data, folder)
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def lines(text):
    """Blank lines and those that name sources of the library are no part of the comparison."""
    return [l.rstrip() for l in text.splitlines() if l.strip() and not l.startswith("In file: ")]


def first_difference(want, got):
    k = next((k for k, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
    return f"line {k + 1}: expected {want[k:k + 1]}, printed {got[k:k + 1]}"


def trace(path):
    """A trace file named as its program, byte by byte, without the date and the version of the library."""
    if not path.exists():
        return []
    return re.sub(r"\$(date|version)\n.*\n", "", path.read_text(encoding="utf-8")).split("\n")


def judge(allways, path):
    with tempfile.TemporaryDirectory() as folder:
        done = run([allways, "simulate", "--step-limit=0", str(path)], folder)
        shown = trace(pathlib.Path(folder) / (path.stem + ".vcd"))
    got = lines(re.split(r"^(?:.* after \d+ steps? at time \d+.*|UNSAFE: .*)$", done.stdout, maxsplit=1, flags=re.M)[0])
    want = lines(path.with_suffix(".out").read_text(encoding="utf-8"))
    if got != want:
        return f"{path.name}: {first_difference(want, got)} {done.stderr[:400]}"
    expected = trace(path.with_suffix(".vcd"))
    if expected and shown != expected:
        return f"{path.name}: its trace: {first_difference(expected, shown)}"
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways", nargs="?")
    p.add_argument("--only")
    p.add_argument("--renew", action="store_true")
    a = p.parse_args()
    if a.allways:
        a.allways = str(pathlib.Path(a.allways).resolve())
    programs = [f for f in sorted(HERE.glob("*.cpp")) if a.only in (None, f.name)]
    complaints = []
    for path in programs:
        if a.renew:
            renew(path)
        else:
            complaints.append(judge(a.allways, path))
    complaints = [c for c in complaints if c]
    print("\n".join(complaints))
    print(f"{len(programs)} programs, {len(complaints)} complaints")
    return 1 if complaints or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
