#!/usr/bin/env python3
"""The experiments of the SymC++ document on the ten models of bench/symcpp, as tables in Markdown.

usage: symcpp.py [--allways PATH] [--table NAME]... [--only PROGRAM]... [--column NAME]... [--order bfs|dfs]... [--seconds N] [--states N]
                 [--csv FILE] [--published DIR]

  explicit    Simple, HS, AD, SSR and All with inputs of few values: states, states in percent of Simple, bytes per state, CPU
              seconds; breadth and depth first. SSR and All in the variant counter (chains end behind --maxtrans steps), SSR-b in the
              variant backjump
  symbolic    explicit states with 8, 16 and 32 values per input against composite states with 32 and 2^32, all reductions. Explicit:
              a run-to-completion step is one step (-DSYMCPP_ATOMIC_STEPS), so that no chains are executed again and again
  duplicates  states that the approximate test takes for seen, those of them that no stored state covers, and of these the ones
              with a known concrete state that none covers
  guided      breadth first against weighted A* with predicates of the program's goal (A1) and with those found on the way (A2)

Every run ends at N CPU seconds (default 100) or N stored states (default 1000000); a cut is shown by >. With --csv what was
measured is kept, and not measured again. --published DIR holds the document's figures as t004_*.csv: they follow ours in brackets.
"""
import argparse
import csv
import json
import math
import pathlib
import resource
import subprocess
import sys

import executable

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ["pbx", "sms", "dishwasher", "canbus", "arcs", "elevator", "pacemaker", "homeheating", "homealarm", "tcu"]
# Values per input with which the goal can be reached, for search without reductions.
FEW = {"pbx": 3, "sms": 2, "dishwasher": 3, "canbus": 2, "arcs": 2, "elevator": 3, "pacemaker": 4, "homeheating": 3,
       "homealarm": 3, "tcu": 3}
GOAL = "EF goal = 1"
ALL = ["--heap=type", "--store=compact64", "--ssr=backjump"]
REDUCTIONS = {"Simple": [], "HS": ["--heap=type"], "AD": ["--store=compact64"], "SSR": ["--ssr=counter"], "SSR-b": ["--ssr=backjump"],
              "All": ["--heap=type", "--store=compact64", "--ssr=counter"]}
ORDERS = {"bfs": ["--search=bfs"], "dfs": ["--search=dfs", "--max-depth=20000"]}
SYMBOLIC = {"All-8": (8, "explicit"), "All-16": (16, "explicit"), "All-32": (32, "explicit"), "All-Sym-32": (32, "symbolic"),
            "All-Sym-2^32": (None, "symbolic")}
GUIDES = {"BFS": ["--search=bfs"], "A1": ["--search=wastar", "--predicates=goal"], "A2": ["--search=wastar"]}
FIELDS = ["verdict", "states", "generated", "matches", "stored_bytes", "seconds", "peak", "audited", "false_duplicates", "false_shown",
          "abstract_states", "abstract_ms", "reason"]


def cpu_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Bench:
    def __init__(self, args):
        self.args = args
        self.known = {}
        if args.csv and pathlib.Path(args.csv).exists():
            with open(args.csv, newline="", encoding="utf-8") as f:
                self.known = {r["key"]: r for r in csv.DictReader(f)}

    def keep(self, key, row):
        self.known[key] = row
        if not self.args.csv:
            return
        new = not pathlib.Path(self.args.csv).exists()
        with open(self.args.csv, "a", newline="", encoding="utf-8") as f:
            writer = csv.DictWriter(f, ["key", *FIELDS])
            if new:
                writer.writeheader()
            writer.writerow({"key": key, **row})

    def run(self, program, options, values, flags=()):
        key = " ".join([program, f"VALUES={values}", f"{self.args.states} states", f"{self.args.seconds} s", *options, *flags])
        if key in self.known:
            return self.known[key]
        row = self.measure(program, options, values, list(flags))
        self.keep(key, row)
        return row

    def columns(self, names):
        return [c for c in names if not self.args.column or c in self.args.column]

    def measure(self, program, options, values, flags):
        words = [self.args.allways, "verify", "--json", "--engine=exsym", f"--goal={GOAL}", f"--max-states={self.args.states}",
                 "--memory=6000", *options, str(HERE / "symcpp" / f"{program}.cpp")]
        flags += [f"-DVALUES={values}"] if values else []
        words += ["--", *flags] if flags else []
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.args.seconds, self.args.seconds + 20))
        before = cpu_time()
        done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limit)
        row = dict.fromkeys(FIELDS, "")
        row["seconds"] = f"{cpu_time() - before:.2f}"
        if not done.stdout:
            row["verdict"] = "time" if done.returncode < 0 else "refused"
            row["reason"] = done.stderr.strip().splitlines()[0] if done.stderr.strip() else ""
            return row
        answer = json.loads(done.stdout)
        row["verdict"], row["reason"] = answer["verdict"], answer["reason"] or ""
        for name in FIELDS:
            if name in answer["counters"]:
                row[name] = answer["counters"][name]
        return row


def short(n):
    return f"{n / 1e6:.2f}M" if n >= 1e6 else f"{n / 1e3:.1f}k" if n >= 1e4 else str(n)


def states(row):
    if row["verdict"] == "unsafe":
        return short(int(row["states"]))
    if row["verdict"] == "unknown" and row["states"]:
        return ">" + short(int(row["states"]))
    return row["verdict"] or "-"


def bytes_per_state(row):
    return f"{int(row['stored_bytes']) / max(1, int(row['states'])):.0f}" if row["stored_bytes"] else "-"


def seconds(row):
    return ("" if row["verdict"] == "unsafe" else ">") + f"{float(row['seconds']):.1f}"


def percent(row, simple):
    """Upper bound where the search without reductions was cut."""
    if row["verdict"] != "unsafe" or not simple["states"]:
        return "-"
    left = 100 * int(row["states"]) / int(simple["states"])
    return f"{left:.1f}" if simple["verdict"] == "unsafe" else f"<{math.ceil(10 * left) / 10:.1f}"


def published(folder, name, by="metric"):
    """program -> metric -> column -> text, or with by="program" program -> column -> text"""
    path = pathlib.Path(folder) / name if folder else None
    if not path or not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8") as f:
        rows = csv.DictReader(line for line in f if not line.startswith("#"))
        found = {}
        for r in rows:
            found.setdefault(r["program"].lower(), {}).update(r if by == "program" else {r["metric"]: r})
        return found


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for r in rows:
        print("| " + " | ".join(r) + " |", flush=True)
    print()


def explicit(bench, programs):
    theirs = published(bench.args.published, "t004_fig4_14_to_4_23_explicit_all.csv")
    print("Explicit states, few values per input (in brackets: published)\n")
    rows = []
    for p in programs:
        metrics = [("states", states), ("bytes_per_state", bytes_per_state), ("time", seconds)]
        found, columns, orders = {}, bench.columns(REDUCTIONS), bench.args.order or list(ORDERS)
        for o in orders:
            for c in columns:
                found[o, c] = bench.run(p, ["--states=explicit", *REDUCTIONS[c], *ORDERS[o]], FEW[p])
        for metric, show in metrics:
            for o in orders:
                their = theirs.get(p, {}).get(f"{metric}_{o}", {})
                row = [show(found[o, c]) + (f" ({their[c]})" if c in their else "") for c in columns]
                rows.append([p, f"{metric}_{o}", *row])
        for o in orders if "Simple" in columns else []:
            rows.append([p, f"percent_{o}", *(percent(found[o, c], found[o, "Simple"]) for c in columns)])
    table(["program", "metric", *columns], rows)


def symbolic(bench, programs):
    theirs = published(bench.args.published, "t004_fig4_28_to_4_37_symbolic_all.csv")
    print(f"Explicit against composite states, breadth first, cut at {bench.args.states} states (in brackets: published)\n")
    rows = []
    for p in programs:
        found, columns = {}, bench.columns(SYMBOLIC)
        for column in columns:
            values, kind = SYMBOLIC[column]
            if kind == "symbolic":
                found[column] = bench.run(p, ["--states=symbolic", "--visited=approx", *ALL], values)
            else:
                found[column] = bench.run(p, ["--states=explicit", *ALL[:2]], values, ["-DSYMCPP_ATOMIC_STEPS"])
        for metric, show in (("states", states), ("time", seconds)):
            their = theirs.get(p, {}).get(metric, {})
            row = [show(found[c]) + (f" ({their[c]})" if c in their else "") for c in columns]
            rows.append([p, metric, *row])
    table(["program", "metric", *bench.columns(SYMBOLIC)], rows)


def duplicates(bench, programs):
    print("Duplicates by the approximate test, any int as input; false: no stored state covers it alone; shown: by a concrete state\n")
    rows = []
    for p in programs:
        r = bench.run(p, ["--states=symbolic", "--visited=approx", "--audit-duplicates", *ALL], None)
        rows.append([p, states(r), str(r["audited"]), str(r["false_duplicates"]), str(r["false_shown"]), seconds(r)])
    table(["program", "states", "detected", "false", "shown", "seconds"], rows)


def guided(bench, programs):
    theirs = published(bench.args.published, "t004_fig5_11_to_5_20_heuristic_all.csv", "program")
    print("Guided search, any int as input (in brackets: published). Seconds of the abstraction are wall time of its making and part of")
    print("the CPU seconds of the search, as is the compilation.\n")
    head = ["program", "A1 states", "A1 s", "A2 states", "A2 s", "BFS states", "BFS s", "WA*+A1 states", "WA*+A1 s",
            "WA*+A2 states", "WA*+A2 s", "BFS/WA*"]
    keys = ["A1_states", "A1_time_s", "A2_states", "A2_time_s", "BFS_states", "BFS_time_s", "WA_A1_states", "WA_A1_time_s", "WA_A2_states",
            "WA_A2_time_s"]
    rows = []
    for p in programs:
        found = {c: bench.run(p, ["--states=symbolic", "--visited=approx", *ALL, *o], None) for c, o in GUIDES.items()}
        made = [x for c in ("A1", "A2")
                for x in (str(found[c]["abstract_states"] or "-"), f"{int(found[c]['abstract_ms'] or 0) / 1000:.2f}")]
        ran = [x for c in GUIDES for x in (states(found[c]), seconds(found[c]))]
        their = theirs.get(p, {})
        cells = [x + (f" ({their[k]})" if k in their else "") for k, x in zip(keys, made + ran)]
        reached = [int(found[c]["states"]) for c in ("A1", "A2") if found[c]["verdict"] == "unsafe"]
        rows.append([p, *cells, f"{int(found['BFS']['states']) / min(reached):.1f}" if reached else "-"])
    table(head, rows)


TABLES = {"explicit": explicit, "symbolic": symbolic, "duplicates": duplicates, "guided": guided}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable.add_option(parser)
    parser.add_argument("--table", action="append", choices=TABLES)
    parser.add_argument("--only", action="append", choices=PROGRAMS)
    parser.add_argument("--column", action="append")
    parser.add_argument("--order", action="append", choices=ORDERS)
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--states", type=int, default=1000000)
    parser.add_argument("--csv")
    parser.add_argument("--published")
    args = parser.parse_args()
    bench = Bench(args)
    for name in args.table or TABLES:
        TABLES[name](bench, args.only or PROGRAMS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
