#!/usr/bin/env python3
"""Concurrent objects, correct and broken: objects.py ALLWAYS FOLDER [--only FILE] [--part N]

    // operations: LIST        or threads: TEXT
    // setup:, finally:, decl:, clients:, calls:           as the options
    // also: FILE              the same with this specification of contrib/specs
    // expect: safe | unsafe   of the object as it is
    // broken NAME: unsafe     compiled with -DNAME

Objects with operations are asked for linearizable. --part 0: as it is; N: the N-th broken version; without it all.
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEADER = re.compile(r"^// (operations|threads|setup|finally|decl|clients|calls|also|expect|broken \w+): (.*)$")
STATUS = {"safe": 0, "unsafe": 1, "unknown": 2}
CPU = 60  # seconds for each
SPECS = pathlib.Path(__file__).resolve().parents[2] / "contrib/specs"


def judge(allways, path, name, text, expected, spec=None):
    words = [f"--{key}={value}" for key, value in text.items() if key not in ("expect", "also") and not key.startswith("broken")]
    if "operations" in text:
        words.append("--property=linearizable")
    if spec:
        words.append(f"--spec={SPECS / spec}")
    flags = ["--", f"-D{name}"] if name else []
    done = child.run([allways, str(path), *words, *flags], cpu=CPU)
    what = f"{path.name} {name}".strip()
    if done.returncode != STATUS[expected]:
        return [f"{what}: status {done.returncode}, expected {expected}\n{done.stdout[:1500]}{done.stderr[:500]}"]
    if expected == "unsafe" and "operations" in text and not re.search(r"^UNSAFE: not linearizable", done.stdout):
        return [f"{what}: another violation\n{done.stdout[:600]}"]
    if "not linearizable" in done.stdout and not re.search(r"^History\n  client_1 .*\n  client_2 .*\|-.*\|$", done.stdout, re.M):
        return [f"{what}: no history is shown\n{done.stdout[:1500]}"]
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--part", type=int)
    args = parser.parse_args()
    complaints, n = [], 0
    for path in sorted([*args.folder.glob("*.c"), *args.folder.glob("*.cpp")]):
        if args.only not in (None, path.name):
            continue
        text = dict(m.groups() for line in path.read_text(encoding="utf-8").splitlines() if (m := HEADER.match(line)))
        versions = [("", text["expect"])] + [(key.split()[1], value) for key, value in text.items() if key.startswith("broken")]
        for i, (name, expected) in enumerate(versions):
            if args.part in (None, i):
                complaints += judge(args.allways, path, name, text, expected)
                n += 1
            if args.part in (None, i) and "also" in text:
                complaints += judge(args.allways, path, name, text, expected, text["also"])
                n += 1
    print("\n".join(complaints))
    print(f"{n} versions, {len(complaints)} complaints")
    return 1 if complaints or not n else 0


if __name__ == "__main__":
    sys.exit(main())
