#!/usr/bin/env python3
"""Small programs with known answers, under each memory model, by the engine graph and by what auto chooses.

  tests/axioms/programs.py ALLWAYS FILE...

The first lines of a program say what is right: "// MODEL: safe|unsafe|unknown [TEXT]", with "weak-MODEL" for the program compiled with -DWEAK; TEXT is what the answer
must say. "// property:" names what is asked for; "// options:" adds some; "// engines:" names others than graph and auto; "// ENGINE-MODEL:" is about one of them alone.
"""
import pathlib
import re
import subprocess
import sys


def header(path):
    return [m.groups() for m in (re.match(r"^// ([\w-]+): (.*)$", l) for l in path.read_text().splitlines()[:9]) if m]


def ask(allways, path, model, engine, rest):
    properties = rest.get("property", "assert")
    if "rc11" not in model: properties = properties.replace(",no-data-race", "")
    words = [allways, str(path), f"--engine={engine}", f"--memory-model={model.removeprefix('weak-')}", f"--property={properties}", *rest.get("options", "").split()]
    return subprocess.run(words + (["--", "-DWEAK"] if model.startswith("weak-") else []), capture_output=True, text=True).stdout


def main():
    bad, asked = 0, 0
    for path in map(pathlib.Path, sys.argv[2:]):
        lines = header(path)
        rest = {k: v for k, v in lines if k in ("property", "options", "engines")}
        own = {k: v for k, v in lines if "-" in k}
        for model, want in [l for l in lines if l[0].removeprefix("weak-") in ("sc", "tso", "rc11")]:
            for engine in rest.get("engines", "graph auto").split():
                right = own.get(f"{engine}-{model}", want)
                verdict, _, text = right.partition(" ")
                got = ask(sys.argv[1], path, model, engine, rest)
                asked += 1
                first = {"safe": "SAFE (proved)", "unsafe": "UNSAFE", "unknown": "UNKNOWN"}[verdict]
                promised = verdict != "safe" or "rc11" not in model or "holds for RC11" in got or "holds for C11" in got
                if got.startswith(first) and promised and text in " ".join(got.split()): continue
                bad += 1
                print(f"{path}, {model}, {engine}: should be {right}\n{got[:1500]}")
    print(f"{asked} answers, {bad} wrong")
    sys.exit(bad > 0 or not asked)


main()
