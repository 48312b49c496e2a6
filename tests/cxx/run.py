#!/usr/bin/env python3
"""Verifies every program here as tests/c/run.py does, and compares what it prints with what g++ makes of it.

    // output: native               `allways simulate` prints what the compiled program prints
    // message: TEXT                the violation's message says so
    // lines: N                     of the IR, at most
    // transitions: N               of the engine that answers, at most

usage: run.py ALLWAYS FOLDER [--only FILE] [--cxx COMPILER]
"""
import argparse
import importlib.util
import json
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
MORE = re.compile(r"^// (output|message|lines|transitions): (.*)$")
STANDARD = "-std=c++17"


def load_checker():
    spec = importlib.util.spec_from_file_location("c_run", HERE.parent / "c" / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def more(path):
    lines = path.read_text(encoding="utf-8").splitlines()[:6]
    return {m.group(1): m.group(2).strip() for m in map(MORE.match, lines) if m}


def native_output(cxx, path, folder):
    program = folder / path.stem
    child.run([cxx, STANDARD, "-w", "-o", str(program), str(path)], check=True)
    return child.run([str(program)], cpu=60, check=True, cwd=folder).stdout


def compare(allways, cxx, path, folder):
    want = native_output(cxx, path, folder)
    words = [allways, "simulate", "--json", str(path), "--", STANDARD]
    result = child.run(words, cpu=300)
    got = json.loads(result.stdout)["run"]["output"] if result.stdout else result.stderr
    if got == want:
        return []
    pairs = zip(want.splitlines() + ["(end)"], got.splitlines() + ["(end)"])
    line = next(((w, g) for w, g in pairs if w != g), ("", ""))
    return [f"{path.name}: prints\n  {line[1]}\ninstead of\n  {line[0]}"]


def message(allways, path, head, text):
    words = [allways, "verify", "--json", *head.get("options", "").split(), str(path), "--", STANDARD]
    answer = json.loads(child.run(words, cpu=300).stdout)
    got = (answer.get("violation") or {}).get("message", "")
    return [] if text in got else [f"{path.name}: the message is {got!r}, not {text!r}"]


def cost(allways, path, checker, head, extra):
    """What is read and searched for a program that does little: the library around it must not count."""
    words = [str(path), "--", *head["flags"].split()]
    lines = child.run([allways, "ir", *words], cpu=300).stdout.count("\n")
    answer = json.loads(child.run(checker.command(allways, path, head), cpu=300).stdout)
    complaints = []
    for what, got in (("lines", lines), ("transitions", answer["counters"]["transitions"])):
        if not 0 < got <= int(extra.get(what, got)):
            complaints.append(f"{path.name}: {got} {what}, expected {extra[what]} at most")
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--cxx", default="g++")
    args = parser.parse_args()
    checker = load_checker()
    if not shutil.which(args.cxx):
        print(f"{args.cxx} is missing: what programs print is not compared")
    complaints = []
    programs = [p for p in sorted(args.folder.glob("*.cpp")) if args.only in (None, p.name)]
    with tempfile.TemporaryDirectory() as name:
        for path in programs:
            head, extra = checker.header(path), more(path)
            head.setdefault("flags", STANDARD)
            engines = [f"--engine={e}" for e in head.get("engines", "auto").split()]
            for engine in engines if "expect" in head else []:
                complaints += checker.judge(args.allways, path, head, engine)
            if "message" in extra:
                complaints += message(args.allways, path, head, extra["message"])
            if "lines" in extra or "transitions" in extra:
                complaints += cost(args.allways, path, checker, head, extra)
            if "output" in extra and shutil.which(args.cxx):
                complaints += compare(args.allways, args.cxx, path, pathlib.Path(name))
    print("\n".join(complaints) or f"{len(programs)} programs: as expected")
    return 1 if complaints or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
