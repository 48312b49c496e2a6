#!/usr/bin/env python3
"""Assumptions that no run passes and assertions that no run reaches: what a SAFE says about them is true.

  tests/threads/vacuous.py ALLWAYS [--seed N] [--count N]

Random programs of one to three threads compute with small numbers; all assertions hold. For each assumption and assertion the
program exists once more with a call of the error function right behind it, or before it: naive must find the call exactly
where "reached" is said, and prove that there is none where "unreachable" is said.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

ENGINES = ["auto", "stateful", "dpor", "naive", "hunt", "stateless", "values", "cegar"]
GLOBALS = ["g0", "g1"]


class Writer:
    """Statements, one a line; `claims` has the line of each assumption and assertion with the number of its call."""

    def __init__(self, r):
        self.r, self.lines, self.claims = r, [], {}

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def name(self):
        return self.r.choice([*GLOBALS, "own", "in"])

    def condition(self):
        r = self.r
        one = f"{self.name()} {r.choice(['==', '!=', '<', '>'])} {r.randrange(4)}"
        if r.random() < 0.4:
            one += f" {r.choice(['&&', '||'])} {self.name()} {r.choice(['==', '<', '>'])} {r.choice([self.name(), str(r.randrange(4))])}"
        return one

    def claim(self, kind):
        self.claims[len(self.lines) + 1] = (kind, len(self.claims) + 1)
        return len(self.claims)

    def statement(self, depth):
        kind = self.r.choice(["set", "set", "if", "assume", "assert", "loop", "in"] if depth < 4 else ["set", "assume", "assert"])
        if kind == "set":
            self.put(depth, f"{self.r.choice([*GLOBALS, 'own'])} = ({self.name()} + {self.r.randrange(3)}) & 3;")
        elif kind == "in":
            self.put(depth, "in = nd() & 3;")
        elif kind == "assume":
            k = self.claim("assume")
            self.put(depth, f"__VERIFIER_assume({self.condition()}); HERE({k});")
        elif kind == "assert":
            k = self.claim("assert")
            self.put(depth, f"HERE({k}); assert({self.name()} < 4 && {self.name()} >= 0);")
        else:
            self.put(depth, f"if ({self.condition()}) {{" if kind == "if" else f"for (int i = 0; i < {self.r.randrange(3)}; i++) {{")
            for _ in range(self.r.randint(1, 2)):
                self.statement(depth + 1)
            self.put(depth, "}")


def draw(seed):
    w = Writer(random.Random(seed))
    w.lines = ["#include <assert.h>", "#include <pthread.h>", "extern int __VERIFIER_nondet_int(void);",
               "extern void __VERIFIER_assume(int), reach_error(void);", "#ifdef TARGET",
               "#define HERE(k) do { if (TARGET == (k)) reach_error(); } while (0)", "#else", "#define HERE(k) ((void)0)", "#endif",
               "int g0, g1;", "static int nd(void) { return __VERIFIER_nondet_int(); }"]
    threads = w.r.choice([0, 1, 2])
    for t in range(threads):
        w.put(0, f"void *thread{t}(void *p) {{ int own = 0, in = nd() & 3; (void)in;")
        for _ in range(w.r.randint(1, 3)):
            w.statement(1)
        w.put(0, "  (void)own; return p; }")
    w.put(0, f"int main(void) {{ int own = 0, in = nd() & 3; (void)in; pthread_t id[{max(threads, 1)}]; (void)id;")
    for t in range(threads):
        w.put(1, f"pthread_create(&id[{t}], 0, thread{t}, 0);")
    for _ in range(w.r.randint(1, 3)):
        w.statement(1)
    for t in range(threads):
        w.put(1, f"pthread_join(id[{t}], 0);")
    w.put(0, "  (void)own; return 0; }")
    return w


def answer(allways, *words):
    done = subprocess.run([allways, "--json", "--timeout=60", *words], capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": f"exit {done.returncode}: {done.stderr[:500]}", "claims": []}


def judge(allways, where, seed, counts):
    """What is wrong, or None."""
    w = draw(seed)
    path = os.path.join(where, "p.c")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(w.lines) + "\n")
    real = {}
    for engine in ["auto", random.Random(seed).choice(ENGINES[1:])]:
        got = answer(allways, path, "--property=assert", "--engine=" + engine, "--max-transitions=20000")
        if got["verdict"] == "unsafe" or got["verdict"].startswith("exit"):
            return f"{engine}: {got['verdict']}"
        counts[got["verdict"]] = counts.get(got["verdict"], 0) + 1
        for claim in got["claims"]:
            kind, number = w.claims.get(claim["place"]["line"], (None, 0))
            if kind != claim["kind"]:
                return f"{engine}: nothing like {claim} is in the program"
            value = claim["value"]
            counts[value] = counts.get(value, 0) + 1
            if value == "not shown":
                continue
            if number not in real:
                real[number] = answer(allways, path, "--property=unreach-call", "--engine=naive", "--max-transitions=60000",
                                      "--input-range=0..3", "--", f"-DTARGET={number}")["verdict"]  # inputs are taken & 3
            if real[number] == ("unsafe" if value == "unreachable" else "safe"):
                return f"{engine}: {claim}, but a call of the error function there is {real[number]}"
        vacuous = [c for c in got["claims"] if c["value"] == "unreachable"]
        if len(got["vacuous"]) != len(vacuous) or len([n for n in got["notes"] if " is never " in n]) != len(vacuous):
            return f"{engine}: {got['vacuous']}, {got['notes']}, but {vacuous}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    args = parser.parse_args()
    counts, failed = {}, []
    with tempfile.TemporaryDirectory(prefix="allways-vacuous-") as where:
        for seed in range(args.seed, args.seed + args.count):
            wrong = judge(args.allways, where, seed, counts)
            if wrong:
                failed.append(seed)
                print(f"seed {seed}: {wrong}\n" + "\n".join(draw(seed).lines[9:]))
    if not counts.get("unreachable") or not counts.get("reached"):
        print("the programs show nothing")
        return 1
    print(f"{args.count - len(failed)} passed, {len(failed)} failed: seeds {failed}; {counts}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
