#!/usr/bin/env python3
"""Random programs searched in parts: together they are the whole search, each trace in exactly one of them.

  tests/threads/parts.py ALLWAYS [--seed N] [--count N] [--kills N]

Programs with threads (programs.py) go through dpor, programs with atomics (../axioms/graphs.py) through graph under each memory model. The whole search in one
process is the oracle. Parts are divided from the first step on (--pilot=0), as small programs would not be otherwise.

 - 1, 2 and 3 parts (--shard), merged: the verdict of the whole search, and, if no input decides (one trace can have several executions then), its number of
   executions. The union of the sets of traces that the parts write is that of the whole search, and where that has one execution for each they are disjoint. For graph also the same counterexample, and the same transitions.
 - 2 and 3 processes (--jobs): verdict, executions; all counters and the counterexample do not depend on who was faster, nor on how many they are.
 - A process that is killed at some moment (--kills): never SAFE, and never another verdict than UNKNOWN or that of the whole search.

A part may say that what depends on what was seen too late (programs that wait): then it says UNKNOWN, never SAFE. Most must be answered.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import programs

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
sys.path.insert(0, str(HERE.parent / "axioms"))
import child
import graphs
import model

TOO_LATE = "seen only after the search had been divided"
CPU = 60


class Wrong(Exception):
    pass


class TooLarge(Exception):
    """Without the passes of growing depth, which one process makes first, a run that never ends is followed to --max-depth."""


def result(words):
    done = child.run(words, CPU)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise Wrong(f"exit {done.returncode}: {' '.join(words[1:])}: {done.stderr[:400]}") from None


def lines(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read().splitlines()


def evidence(r):
    return [(s["process"], s["place"], s["changes"]) for s in r["trace"]], r["violation"]


def compare(what, got, whole, names):
    for name in names:
        if got["counters"][name] != whole["counters"][name]:
            raise Wrong(f"{what}: {got['counters'][name]} {name}, the whole search has {whole['counters'][name]}")


def same_verdict(what, got, whole):
    """False: it was divided too early, and says so."""
    if got["verdict"] == "unknown" and TOO_LATE in str(got["reason"]):
        return False
    if got["verdict"] == "unknown" and "(--memory)" in str(got["reason"]):
        raise TooLarge
    if whole["verdict"] == "unknown" and got["verdict"] == "unsafe":
        return True  # a run that one process did not come to; it was replayed
    if got["verdict"] != whole["verdict"] or got["grade"] != whole["grade"]:
        raise Wrong(f"{what}: {got['verdict']} {got['grade']} ({got['reason']}), the whole search says {whole['verdict']} {whole['grade']}")
    return True


def merged(allways, where, words, n, exact, whole, traces):
    """Were the parts answered together?"""
    files, sets = [], []
    for i in range(1, n + 1):
        file = os.path.join(where, f"part{i}.json")
        out = os.path.join(where, f"part{i}.set")
        r = result(words + ["--pilot=0", f"--shard={i}/{n}", f"--trace-set={out}"])
        if n > 1 and r["verdict"] == "safe" and r["shard"]["units"]:
            raise Wrong(f"part {i} of {n} says safe, about the whole program")
        with open(file, "w", encoding="utf-8") as f:
            json.dump(r, f)
        files.append(file)
        sets.append(lines(out))
    random.Random(n).shuffle(files)
    r = result([allways, "merge", "--json"] + files)
    what = f"{n} parts"
    if not same_verdict(what, r, whole):
        return False
    if whole["verdict"] == "unsafe":
        if exact and evidence(r) != evidence(whole):
            raise Wrong(f"{what}: another counterexample than that of the whole search")
        return True
    if whole["verdict"] == "unknown":  # a place that cannot be followed ends what depends on the order
        return True
    union = set().union(*map(set, sets))
    if not whole["counters"]["forks"]:
        compare(what, r, whole, ["executions", "deadlocks"] + (["transitions", "blocked"] if exact else []))
        # Regions are ordered with more than they touch: several executions, in several parts perhaps, may then have one form.
        if whole["counters"]["executions"] == len(union) and sum(map(len, sets)) != len(union):
            raise Wrong(f"{what}: a trace is in several of them, or twice in one")
    if traces is not None and union != traces:
        raise Wrong(f"{what}: {len(traces - union)} traces are in none of them, {len(union - traces)} are none")
    return True


def shared(words, exact, whole):
    first = None
    for jobs in (2, 3):
        what = f"--jobs={jobs}"
        r = result(words + ["--pilot=0", what])
        if not same_verdict(what, r, whole):
            raise Wrong(f"{what}: {r['reason']}")  # that is tried again with more known
        if whole["verdict"] == "safe" and not whole["counters"]["forks"]:
            compare(what, r, whole, ["executions", "deadlocks"] + (["transitions", "blocked"] if exact else []))
        if whole["verdict"] == "unsafe" and exact and evidence(r) != evidence(whole):
            raise Wrong(f"{what}: another counterexample than that of the whole search")
        again = result(words + ["--pilot=0", what])
        counts = ["executions", "transitions", "blocked", "max_depth", "instructions"]
        if whole["verdict"] != "unknown" and any(again["counters"][c] != r["counters"][c] for c in counts):
            raise Wrong(f"{what}: other counters when it is run again: {[(again['counters'][c], r['counters'][c]) for c in counts]}")
        if evidence(again) != evidence(r):
            raise Wrong(f"{what}: another counterexample when it is run again")
        first = first or r


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            return [int(c) for c in f.read().split()]
    except OSError:
        return []


def killed(words, whole, r):
    """One of the processes is killed: at once, or after some milliseconds."""
    p = subprocess.Popen(words + ["--pilot=0", "--jobs=3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         preexec_fn=child.cpu_limit(CPU))
    wait, hit = r.random() * 0.03, False
    while p.poll() is None and not hit:
        found = children(p.pid)
        if found:
            time.sleep(wait)
            try:
                os.kill(r.choice(found), signal.SIGKILL)
                hit = True
            except ProcessLookupError:
                break
    out, err = p.communicate()
    try:
        got = json.loads(out)
    except ValueError:
        raise Wrong(f"a process was killed: exit {p.returncode}: {err[:300]}") from None
    if got["verdict"] not in ("unknown", whole["verdict"]):
        raise Wrong(f"a process was killed: {got['verdict']}, the whole search says {whole['verdict']}")
    return got["verdict"] == "unknown" and "process of --jobs" in str(got["reason"])


def judge(args, path, engine, where, r):
    words = [args.allways, path, "--json", "--input-range=0..2", "--memory=1500"] + engine
    out = os.path.join(where, "whole.set")
    whole = result(words + [f"--trace-set={out}", f"--max-transitions={args.transitions}"])
    if "--max-transitions" in str(whole["reason"]):
        return None
    # The limit is an option that parts must have in common, and that --jobs does not divide.
    whole["options"]["max-transitions"] = 0
    exact = "--engine=graph" in engine
    if not exact:  # wake-up trees let a process that is alone make other steps, and forms tell that
        result(words + ["--dpor=source", f"--trace-set={out}"])
    with open(path, encoding="utf-8") as f:
        nested = "child" in f.read()  # numbers of processes that others than main made are each search's own, and part of the forms
    traces = None if nested else set(lines(out))
    together = [merged(args.allways, where, words, n, exact, whole, traces) for n in (1, 2, 3)]
    shared(words, exact, whole)
    deaths = sum(killed(words, whole, r) for _ in range(args.kills))
    return all(together), whole["verdict"], deaths


def one(args, seed):
    r = random.Random(seed)
    weak = seed % 3 == 0
    with tempfile.TemporaryDirectory(prefix="allways-parts-") as where:
        path, source = os.path.join(where, "p.air"), os.path.join(where, "p.c")
        if weak:
            text = model.air(graphs.draw_program(r))
            memory = r.choice(["sc", "tso", "rc11"])
            engine = ["--engine=graph", f"--memory-model={memory}", "--property=assert"]
        else:
            text = programs.program_text(programs.draw_program(r, []), tuple(r.randrange(3) for _ in programs.GLOBALS))
            engine = ["--engine=dpor", "--property=" + r.choice(["unreach-call", "deadlock", "no-data-race", "unreach-call,deadlock"])]
        with open(path if weak else source, "w", encoding="utf-8") as f:
            f.write(text)
        if not weak:  # compiled once; and then all children of a run are its workers
            with open(path, "w", encoding="utf-8") as f:
                subprocess.run([args.allways, "ir", source], stdout=f, stderr=subprocess.DEVNULL, check=False)
        try:
            return judge(args, path, engine, where, r)
        except TooLarge:
            return None
        except Wrong as wrong:
            print(f"seed {seed}: {' '.join(engine)}: {wrong}\n{text}")
            return "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=9)
    parser.add_argument("--kills", type=int, default=0, help="runs of each program in which a process is killed")
    parser.add_argument("--transitions", type=int, default=2000, help="programs that need more are left out")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
        results = list(pool.map(lambda seed: one(args, seed), range(args.seed, args.seed + args.count)))
    wrong = results.count("wrong")
    judged = [x for x in results if x not in (None, "wrong")]
    said = {v: sum(x[1] == v for x in judged) for v in ("safe", "unsafe", "unknown")}
    late = sum(not x[0] for x in judged)
    print(f"{len(judged)} programs, {wrong} wrong, {results.count(None)} too large; {said}; {late} divided too early, {sum(x[2] for x in judged)} killed in time")
    return 1 if wrong or len(judged) * 2 < args.count or late * 2 > len(judged) else 0


if __name__ == "__main__":
    sys.exit(main())
