#!/usr/bin/env python3
"""Re-runs the published experiments on symbolic simulation and prints our numbers beside the published ones (markdown).

Tables 7.2-7.10 of the thesis and 2-3 of the conference paper. The published numbers are not part of this repository:
they are read from CSV files when the folder is there, otherwise the comparison is skipped, visibly.
"""
import argparse
import csv
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import executable

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools"))

from ivlbench import cli  # noqa: E402  (the path of the package is known only now)

STATEFUL, STATELESS = "--engine=stateful", "--engine=stateless"


def stateful(por, match):
    return (STATEFUL, f"--por={por}", f"--match={match}")


def stateless(por):
    # Runs of the acyclic benchmarks end by themselves; the depth limit is for cyclic ones, which the time limit ends.
    return (STATELESS, f"--por={por}", "--max-depth=100000")


DEFAULT = ("--engine=auto",)

HASHING = {"stateless_dfs_spor": stateless("stub1"),
           "stateful_spor_esm_h": stateful("stub1", "esm_h"), "stateful_spor_esm": stateful("stub1", "esm"),
           "stateful_nopor_esm_h": stateful("none", "esm_h"), "stateful_nopor_esm": stateful("none", "esm")}
# The thesis ran the solver-based methods with two solvers; the counts agree, so the columns of one will do (ours: --solver).
MATCHING = {"ceq": stateful("stub1", "ceq"), "esm_h": stateful("stub1", "esm_h"),
            "sbc_eq_z3": stateful("stub1", "sbc-eq"), "sbc_cv_z3": stateful("stub1", "sbc-cv"),
            "ess_z3": stateful("stub1", "ess")}
SOLVERS = {"z3_native": stateful("stub1", "esm")}
if shutil.which("cvc5"):
    SOLVERS["metasmt_boolector"] = (*stateful("stub1", "esm"), "--solver=cvc5")
REDUCTION = {"spor_ct": stateful("ct", "esm_h"), "spor_stub1": stateful("stub1", "esm_h"),
             "spor_stub2": stateful("stub2", "esm_h"), "spor_stub1_min": stateful("stub1-min", "esm_h"),
             "dpor_standard": stateful("dpor", "esm_h"), "dpor_hbr": stateful("dpor-hbr", "esm_h"),
             "dpor_with_stub_fallback": stateful("dpor+stub1", "esm_h")}
COMPARISON = {"spor_dfs": stateless("stub1"), "spor_esm_h": stateful("stub1", "esm_h"),
              "spor_sbc_cv_z3": stateful("stub1", "sbc-cv"), "spor_ess": stateful("stub1", "ess"),
              "dpor_ess": stateful("dpor", "ess"), "dpor_esm_h": stateful("dpor", "esm_h"),
              "comb_dfs": stateless("dpor+stub1"), "comb_ess": stateful("dpor+stub1", "ess"),
              "comb_esm_h": stateful("dpor+stub1", "esm_h"), "kratos_esst": DEFAULT}


class Table:
    """`measure` names what a cell shows; counts are compared for equality, times are only shown side by side."""

    def __init__(self, key, title, file, measure, columns, documented):
        self.key, self.title, self.file = key, title, file
        self.measure, self.columns, self.documented = measure, columns, documented


TABLES = [
    Table("7.2", "hashing of symbolic parts: seconds", "t000_table7_2.csv", "time", HASHING, True),
    Table("7.3", "hashing of symbolic parts: hash matches", "t000_table7_3.csv", "hash_matches", HASHING, True),
    Table("7.4", "hashing of symbolic parts: transitions", "t000_table7_4.csv", "transitions", HASHING, True),
    Table("7.5", "solvers: seconds; the second column, if it is installed, sets our cvc5 against Boolector",
          "t000_table7_5.csv", "time", SOLVERS, True),
    Table("7.6", "matching methods: seconds", "t000_table7_6.csv", "time", MATCHING, True),
    Table("7.7", "matching methods: transitions", "t000_table7_7.csv", "transitions", MATCHING, True),
    Table("7.8t", "reductions: seconds", "t000_table7_8_time.csv", "time", REDUCTION, True),
    Table("7.8", "reductions: transitions", "t000_table7_8_transitions.csv", "transitions", REDUCTION, True),
    Table("7.9", "7.9 and 7.10, all configurations: seconds; the last column sets our default against Kratos",
          "t000_table7_9_7_10.csv", "time", COMPARISON, False),
    Table("D2", "conference paper, table 2: seconds; ess_all is our default", "t003_table2.csv", "time",
          {"ess": stateful("stub1", "ess"), "ess_all": DEFAULT}, False),
    Table("D3", "conference paper, table 3: seconds; ours is the default", "t003_table3.csv", "time",
          {"ess_all": DEFAULT, "kratos": DEFAULT}, False),
]


def published_rows(path):
    """Rows of one CSV file; two lines that the text extraction glued together are taken apart again."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for i, row in enumerate(rows[:-1]):
        glued = {k: v.split(" ") for k, v in row.items() if v and k not in ("benchmark", "note") and " " in v}
        for column, parts in glued.items():
            row[column], rows[i + 1][column] = parts[0], parts[-1]
    return rows


def cpu_seconds():
    """Of all programs run so far: other jobs on the machine do not count, unlike in the time on the clock."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Runner:
    """Runs each (benchmark, options) once and keeps the answer for the other tables."""

    def __init__(self, options):
        self.options = options
        self.done = {}
        self.folder = tempfile.mkdtemp(prefix="allways-tables-")
        self.files = []
        self.runs = self.unknown = self.equal = self.different = 0
        self.wrong = []

    def close(self):
        for path in self.files:
            os.unlink(path)
        os.rmdir(self.folder)

    def program(self, name):
        path = os.path.join(self.folder, name + ".ivl")
        if path not in self.files:
            with open(path, "w", encoding="utf-8") as file:
                file.write(cli.family_of(name).text(name))
            self.files.append(path)
        return path

    def execute(self, name, arguments):
        command = [self.options.allways, *arguments, "--json", f"--timeout={self.options.timeout}",
                   f"--memory={self.options.memory}", f"--order={self.options.order}", self.program(name)]
        begin = cpu_seconds()
        try:
            # The limit of the program itself comes first; the outer one only guards against a run that ignores it.
            limit = self.options.timeout + 30
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
            answer = json.loads(done.stdout)
            if "error" in answer: raise json.JSONDecodeError("an error", done.stdout, 0)
        except subprocess.TimeoutExpired:
            answer = {"verdict": "unknown", "counters": {}, "reason": "did not stop"}
        except json.JSONDecodeError:
            reason = f"exit {done.returncode}: {done.stderr.strip()[:120]}"
            answer = {"verdict": "failed", "counters": {}, "reason": reason}
        answer["cpu"] = cpu_seconds() - begin
        return answer

    def answer(self, name, arguments):
        key = (name, arguments)
        if key not in self.done:
            answer = self.done[key] = self.execute(name, arguments)
            self.runs += 1
            expected = cli.family_of(name).verdict
            if answer["verdict"] == "unknown":
                self.unknown += 1
            elif answer["verdict"] != expected:
                self.wrong.append(f"{name} {' '.join(arguments)}: {answer['verdict']} {answer.get('reason') or ''}")
        return self.done[key]

    def cell(self, name, arguments, measure, published):
        answer = self.answer(name, arguments)
        published = (published or "").strip() or "-"
        if answer["verdict"] == "unknown":
            return f"> {self.options.timeout} s / {published}"
        if answer["verdict"] not in ("safe", "unsafe"):
            return f"{answer['verdict']} / {published}"
        if measure == "time":
            return f"{answer['cpu']:.2f} / {published}"
        ours = answer["counters"].get(measure)
        if published.isdigit():
            if ours == int(published):
                self.equal += 1
                return f"{ours}"
            self.different += 1
            return f"**{ours}** / {published}"
        return f"{ours} / {published}"


def print_table(table, runner, options, out):
    print(f"\n## {table.key}: {table.title}\n", file=out)
    path = os.path.join(options.published, table.file)
    if not os.path.exists(path):
        print(f"SKIPPED: the published numbers ({table.file}) are not here.", file=out, flush=True)
        return
    arguments = {column: args + (("--as-documented",) if table.documented and options.documented else ())
                 for column, args in table.columns.items()}
    print("| benchmark | " + " | ".join(arguments) + " |", file=out)
    print("|---|" + "---|" * len(arguments), file=out)
    for row in published_rows(path):
        name = cli.full_name(row["benchmark"])
        if options.rows and not re.search(options.rows, name):
            continue
        if cli.family_of(name) is None:
            print(f"| {name} | no such benchmark |", file=out)
            continue
        cells = [runner.cell(name, args, table.measure, row.get(column)) for column, args in arguments.items()]
        print(f"| {name} | " + " | ".join(cells) + " |", file=out, flush=True)


def print_default(runner, options, out):
    """Every instance of `ivl-bench --list` with the default configuration."""
    print("\n## all: the default configuration on every instance\n", file=out)
    print("| benchmark | verdict | transitions | stored states | solver calls | seconds |\n|---|---|---|---|---|---|", file=out)
    times = []
    for name in (name for family in cli.FAMILIES for name in family.instances):
        if options.rows and not re.search(options.rows, name):
            continue
        answer = runner.answer(name, DEFAULT)
        c, grade = answer["counters"], answer.get("grade")
        times.append((answer["cpu"], name))
        print(f"| {name} | {answer['verdict']}{f' ({grade})' if grade else ''} | {c.get('transitions')} | {c.get('states')} "
              f"| {c.get('solver_calls')} | {answer['cpu']:.3f} |", file=out, flush=True)
    worst = max(times, default=(0, "none"))
    print(f"\n{len(times)} instances, {sum(seconds for seconds, _ in times):.1f} s together, "
          f"slowest {worst[1]} {worst[0]:.2f} s", file=out)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    executable.add_option(parser)
    parser.add_argument("--published", default=os.path.join(ROOT, "..", "shared", "spec", "tables"),
                        help="folder of the CSV files with the published numbers")
    parser.add_argument("--tables", default="",
                        help="comma list of " + " ".join(table.key for table in TABLES) +
                        " all; without it every one")
    parser.add_argument("--rows", default="", help="regular expression; only rows whose benchmark name it matches")
    parser.add_argument("--timeout", type=int, default=60, help="seconds per run")
    parser.add_argument("--memory", type=int, default=2000, help="megabytes per run")
    parser.add_argument("--order", default="declaration", choices=("declaration", "name"))
    parser.add_argument("--no-as-documented", dest="documented", action="store_false",
                        help="run the tables of counts with our own rules too")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    wanted = [key for key in options.tables.split(",") if key]
    unknown = set(wanted) - {table.key for table in TABLES} - {"all"}
    if unknown:
        print(f"tables.py: no table {', '.join(sorted(unknown))}", file=sys.stderr)
        return 64
    runner = Runner(options)
    print("Cells: ours / published. A lone number equals the published count, a bold one differs from it; "
          f"`> {options.timeout} s`: not decided within our limit. Published marks: N.S. cycle not closed, T.O. time, M.O. memory; "
          "`~` digits lost, `-` cell lost.")
    try:
        for table in TABLES:
            if not wanted or table.key in wanted:
                print_table(table, runner, options, sys.stdout)
        if not wanted or "all" in wanted:
            print_default(runner, options, sys.stdout)
    finally:
        runner.close()
    print(f"\n{runner.runs} runs, {runner.equal} counts equal, {runner.different} different, "
          f"{runner.unknown} unknown, {len(runner.wrong)} wrong verdicts")
    for line in runner.wrong:
        print(f"- WRONG: {line}")
    return 1 if runner.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
