#!/usr/bin/env python3
"""Runs a set of competition tasks (programs with a .yml beside each) and compares verdicts with the expected ones.

  bench/svcomp.py --set ../shared/bench/svcomp-concurrency --timeout 20 --jobs 2

One run decides all properties of a program, and says of each what it found (`properties` of the result). If it ends UNSAFE the
violated property is settled, and those that were proved before; another run decides the rest. Results are appended to a CSV file, so that an interrupted run goes on where it stopped. Only SAFE with the grade
`proved` counts as true. The exit status is 1 if some verdict contradicts the expected one.

The limit is CPU time, as in the competition: the operating system sends SIGXCPU, upon which allways ends with UNKNOWN and its
statistics. What clang needed counts too; an answer that came later than the limit counts as unknown. --split runs the
properties of a program one by one where the run for all of them ended at a limit.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading

import executable

FIELDS = ["program", "property", "expected", "verdict", "grade", "seconds", "reason"]

PROGRAMS = {}  # task -> program


def read_tasks(folder):
    """task -> {property: expected}, in the order of the file; PROGRAMS says which program a task is about."""
    tasks = collections.OrderedDict()
    with open(os.path.join(folder, "EXPECTED.tsv"), encoding="utf-8") as f:
        for row in csv.DictReader(f, delimiter="\t"):
            PROGRAMS[row["task"]] = row.get("program") or row["task"]
            tasks.setdefault(row["task"], collections.OrderedDict())[row["property"]] = row["expected"]
    return tasks


def data_model(task):
    yml = os.path.splitext(task)[0] + ".yml"
    try:
        with open(yml, encoding="utf-8") as f:
            return "-m32" if "ILP32" in f.read() else "-m64"
    except OSError:
        return "-m32"


GRACE = 5  # CPU seconds to print the result in
WALL_FACTOR = 60  # the machine may be shared


def limit_cpu(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + GRACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_limited(command, timeout):
    """Standard output, first line of errors, exit status, CPU seconds with those of the children."""
    seconds = max(1, round(timeout))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdout=out, stderr=err, preexec_fn=lambda: limit_cpu(seconds))
        timer = threading.Timer(WALL_FACTOR * seconds + 30, lambda: os.kill(child.pid, 9))
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text, errors = out.read().decode(errors="replace"), err.read().decode(errors="replace")
    return text, (errors.strip().splitlines() or ["no output"])[0], child.returncode, usage.ru_utime + usage.ru_stime


def run_once(args, task, properties):
    path = os.path.join(args.set, PROGRAMS[task])
    command = [args.allways, path, "--json", "--memory", str(args.memory),
               "--property=" + ",".join(properties)] + args.option + ["--", data_model(os.path.join(args.set, task))]
    text, error, status, seconds = run_limited(command, args.timeout)
    try:
        result = json.loads(text)
        if "error" in result: raise ValueError
    except ValueError:
        result = {"verdict": "unknown", "reason": f"exit {status}: {error}"}
    if result["verdict"] != "unknown" and seconds > args.timeout:
        result = {"verdict": "unknown", "reason": "answer after the time limit"}
    return result, seconds


def outcomes(result, properties):
    """property -> its own verdict, grade and reason; those without a result have that of the run."""
    own = {p["name"]: p for p in result.get("properties") or []}
    return {p: own.get(p, result) for p in properties}


def is_limit(result):
    return result["verdict"] == "unknown" and "limit" in (result.get("reason") or "")


def decide(args, task, properties, expected):
    """One row per property."""
    left, rows = list(properties), []
    while left:
        result, seconds = run_once(args, task, left)
        found = outcomes(result, left)
        settled = [p for p in left if found[p]["verdict"] != "unknown"]
        again = result["verdict"] == "unsafe" and settled
        if args.split and len(left) > 1 and is_limit(result):
            again = left
        for p in settled if again else left:
            rows.append({"program": task, "property": p, "expected": expected[p], "verdict": found[p]["verdict"],
                         "grade": found[p].get("grade") or "", "seconds": f"{seconds:.2f}",
                         "reason": found[p].get("reason") or ""})
        left = [p for p in left if p not in settled] if again else []
        if args.split and is_limit(result):
            return rows + [r for p in left for r in decide(args, task, [p], expected)]
    return rows


def open_properties(args, expected, old):
    """What is still to be decided of a task whose rows so far are old: property -> row."""
    def again(row):
        return outcome(row) == "unknown" and args.again and re.search(args.again, row["reason"])
    return [p for p in expected if p in args.properties and (p not in old or again(old[p]))]


def outcome(row):
    if row["verdict"] == "safe" and row["grade"] != "proved":
        return "unknown"
    if row["verdict"] == "unknown":
        return "unknown"
    says = "true" if row["verdict"] == "safe" else "false"
    return f"correct {says}" if says == row["expected"] else "wrong"


def reason_class(text):
    text = re.sub(r"`[^`]*`|\"[^\"]*\"", "..", text)
    text = re.sub(r"call of \S+", "call of ..", text)
    return re.sub(r"\d+", "N", text)[:90] or "no reason"


def table(rows, key):
    groups = collections.OrderedDict()
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    print(f"{'':32}{'tasks':>7}{'true':>12}{'false':>12}{'wrong':>7}{'unknown':>9}{'seconds':>10}")
    for name in sorted(groups):
        g = groups[name]
        count = collections.Counter(outcome(r) for r in g)
        want = collections.Counter(r["expected"] for r in g)
        print(f"{name:32}{len(g):7}{count['correct true']:6}/{want['true']:<5}{count['correct false']:6}/{want['false']:<5}"
              f"{count['wrong']:7}{count['unknown']:9}{sum(float(r['seconds']) for r in g):10.1f}")
    print()


def report(rows):
    table(rows, lambda r: r["property"])
    table(rows, lambda r: r["program"].split("/")[0] + " " + r["property"])
    reasons = collections.Counter(reason_class(r["reason"]) for r in rows if outcome(r) == "unknown")
    print("unknown because:")
    for reason, n in reasons.most_common(40):
        print(f"{n:6}  {reason}")
    wrong = [r for r in rows if outcome(r) == "wrong"]
    for r in wrong:
        print(f"WRONG: {r['program']} {r['property']}: expected {r['expected']}, got {r['verdict']}")
    return not wrong


def sample(tasks, n, seed):
    """A stratified choice: folders and expected verdicts in proportion."""
    groups = collections.OrderedDict()
    for program, expected in tasks.items():
        groups.setdefault((program.split("/")[0], expected.get("unreach-call")), []).append(program)
    chosen, total, rng = set(), len(tasks), random.Random(seed)
    for group in groups.values():
        k = len(group) * n / total
        k = int(k) + (rng.random() < k - int(k))
        chosen.update(rng.sample(group, min(k, len(group))))
    return collections.OrderedDict((p, e) for p, e in tasks.items() if p in chosen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", required=True, help="folder with EXPECTED.tsv")
    executable.add_option(parser)
    parser.add_argument("--timeout", type=float, default=20, help="CPU seconds per run")
    parser.add_argument("--memory", type=int, default=4000, help="MB per run")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0, help="about so many programs instead of all")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", default="", help="regular expression on program names")
    parser.add_argument("--properties", default="unreach-call,no-data-race,valid-memsafety,no-overflow")
    parser.add_argument("--csv", default="svcomp-results.csv", help="results so far and new ones")
    parser.add_argument("--option", action="append", default=[], help="further option of allways; may be repeated")
    parser.add_argument("--split", action="store_true", help="properties one by one after a run that ended at a limit")
    parser.add_argument("--again", default="", help="regular expression: unknown ones with such a reason are run again")
    parser.add_argument("--shuffle", action="store_true", help="in random order, so that an interrupted run is a sample")
    parser.add_argument("--report-only", action="store_true")
    args = parser.parse_args()
    args.properties = args.properties.split(",")

    if not os.path.isdir(args.set):
        print(f"SKIP: no folder {args.set}")
        return 77
    tasks = read_tasks(args.set)
    if args.only:
        tasks = collections.OrderedDict((p, e) for p, e in tasks.items() if re.search(args.only, p))
    if args.sample:
        tasks = sample(tasks, args.sample, args.seed)
    rows = collections.OrderedDict((t, {}) for t in tasks)  # later rows of a file replace earlier ones
    fresh = not os.path.exists(args.csv)
    if not fresh:
        with open(args.csv, newline="", encoding="utf-8") as f:
            for r in csv.DictReader(f):
                if r["program"] in rows:
                    rows[r["program"]][r["property"]] = r
    todo = [] if args.report_only else [t for t in tasks if open_properties(args, tasks[t], rows[t])]
    if args.shuffle:
        random.Random(args.seed).shuffle(todo)
    with open(args.csv, "a", newline="", encoding="utf-8") as f:
        writer, lock = csv.DictWriter(f, FIELDS), threading.Lock()
        if fresh:
            writer.writeheader()
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            def work(task):
                return task, decide(args, task, open_properties(args, tasks[task], rows[task]), tasks[task])
            for n, (task, result) in enumerate(pool.map(work, todo), 1):
                with lock:
                    writer.writerows(result)
                    f.flush()
                for r in result:
                    rows[task][r["property"]] = r
                    mark = "!!" if outcome(r) == "wrong" else ""
                    print(f"[{n}/{len(todo)}] {task} {r['property']}: {r['verdict']} ({outcome(r)}) {r['seconds']} s"
                          f" {r['reason'][:100]} {mark}", file=sys.stderr)
    return 0 if report([r for t in rows.values() for r in t.values()]) else 1


if __name__ == "__main__":
    sys.exit(main())
