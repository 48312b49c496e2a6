#!/usr/bin/env python3
"""Classic programs with formulas of temporal logic: run.py ALLWAYS [--spin] [--only NAME]

table.tsv has the verdicts, with weak fairness and without; each program stands here in dlang, IVL or SystemC, and in Promela. Ours must be equal to them; with --spin
Spin's, too (`spin -a`, `pan -a`, with -f for weak fairness), and states and time are printed side by side. Without Spin on PATH that is said.
"""
import argparse
import csv
import json
import pathlib
import re
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tests" / "support"))
import child


def ours(allways, row, fairness):
    begin = time.monotonic()
    program = next(p for p in (HERE / (row["program"] + s) for s in (".dl", ".ivl", ".cpp")) if p.exists())
    words = [allways, "verify", "--json", "--property=ltl", f"--ltl={row['formula']}", f"--fairness={fairness}", str(program)]
    answer = json.loads(child.run(words, cpu=100).stdout)
    return answer["verdict"], answer["counters"]["states"], time.monotonic() - begin


def spins(row, fairness, folder):
    """-DNOREDUCE: reduction and fairness do not go together; -DNFAIR: room for all processes."""
    text = (HERE / f"{row['program']}.pml").read_text(encoding="utf-8")
    formula = re.sub(r"\bG\b", "[]", re.sub(r"\bF\b", "<>", row["formula"])).replace("&", "&&").replace(" | ", " || ")
    formula = re.sub(r"(\w+ (?:==|>) \w+)", r"(\1)", formula)
    (folder / "m.pml").write_text(text + f"ltl f {{ {formula} }}\n", encoding="utf-8")
    (folder / "pan").unlink(missing_ok=True)
    made = child.run(["spin", "-a", "m.pml"], cpu=60, cwd=folder)
    if made.returncode or child.run(["gcc", "-w", "-O1", "-DNOREDUCE", "-DNFAIR=3", "-o", "pan", "pan.c"], cpu=100, cwd=folder).returncode:
        return "no model: " + made.stdout[:200], 0, 0
    begin = time.monotonic()
    said = child.run(["./pan", "-a", "-N", "f", "-m1000000", *(["-f"] if fairness == "weak" else [])], cpu=100, cwd=folder).stdout
    if "errors: " not in said:
        return "no answer: " + made.stdout + said[:200], 0, 0
    states = re.search(r"(\d+) states, stored", said)
    return "safe" if "errors: 0" in said else "unsafe", int(states.group(1)), time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--spin", action="store_true")
    parser.add_argument("--only")
    args = parser.parse_args()
    if args.spin and not shutil.which("spin"):
        print("there is no spin on PATH (Debian: package spin): not compared with it")
        args.spin = False
    with open(HERE / "table.tsv", encoding="utf-8") as f:
        rows = [r for r in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE) if not args.only or args.only == r["program"]]
    complaints = 0
    with tempfile.TemporaryDirectory() as scratch:
        for row in rows:
            for fairness in ("weak", "none"):
                got, states, seconds = ours(args.allways, row, fairness)
                line = f"{row['program']:22} {row['formula']:48} {fairness:4}  {got:7} {states:6} {seconds:6.2f} s"
                wrong = got != row[fairness]
                if args.spin:
                    said, spin_states, spin_seconds = spins(row, fairness, pathlib.Path(scratch))
                    wrong |= said != row[fairness]
                    line += f"   spin {said:7} {spin_states:6} {spin_seconds:6.2f} s"
                complaints += wrong
                print(line + (f"   WRONG: expected {row[fairness]}" if wrong else ""))
    print(f"{len(rows)} formulas, {complaints} complaints")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
