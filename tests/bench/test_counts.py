"""Explored transitions of the benchmarks against the exact published counts (oracles.tsv).

usage: test_counts.py PROGRAM quick|full [REGEX]     full runs every line, quick those with that label
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = os.path.dirname(os.path.realpath(__file__))
TOOL = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools", "ivl-bench")
SECONDS = 1200


def oracles(label, pattern):
    with open(os.path.join(HERE, "oracles.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                continue
            row = line.rstrip("\n").split("\t")
            if (label == "full" or row[0] == label) and re.search(pattern, row[1]):
                yield row[1:]


def run(program, path, engine, por, match):
    command = [program, f"--engine={engine}", f"--por={por}", f"--match={match}", "--order=declaration",
               "--as-documented", "--json", path]
    answer = child.run(command, cpu=SECONDS)
    try:
        result = json.loads(answer.stdout)
    except json.JSONDecodeError:
        return f"exit {answer.returncode}: {answer.stderr.strip()[:200]}", None
    return result["verdict"], result["counters"]["transitions"]


def main():
    program, label = sys.argv[1], sys.argv[2]
    pattern = sys.argv[3] if len(sys.argv) > 3 else ""
    bad = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, verdict, engine, por, match, transitions in oracles(label, pattern):
            path = os.path.join(folder, name + ".ivl")
            if not os.path.exists(path):
                with open(path, "w", encoding="utf-8") as file:
                    subprocess.run([sys.executable, TOOL, name], stdout=file, check=True)
            got = run(program, path, engine, por, match)
            total += 1
            if got != (verdict, int(transitions)):
                bad += 1
                print(f"{name} {por} {match}: {got[0]} {got[1]}, published {verdict} {transitions}", flush=True)
    print(f"{total - bad} of {total} counts equal")
    return 1 if bad or not total else 0


if __name__ == "__main__":
    sys.exit(main())
