#!/usr/bin/env python3
"""An UNKNOWN gives one reason, the one that helps, and says what is known; what it says is true.

  tests/threads/known.py ALLWAYS [--seed N] [--count N]

Random pthread programs (programs.py) are searched with small limits. "No violation with at most N preemptions" must not meet a
counterexample: neither one of naive with as few context switches, nor one of hunt with that bound where every access begins a step.
"""
import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import programs

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import child

LARGE = """#include <pthread.h>
#include <assert.h>
int x, y, z;
extern void somewhere_else(void);
void *a(void *p) { for (int i = 0; i < 6; i++) { x++; y = x + z; } return p; }
void *b(void *p) { for (int i = 0; i < 6; i++) { y++; z = x * y; } return p; }
void *c(void *p) { for (int i = 0; i < 6; i++) { z++; x = z - y * 3; } MORE; return p; }
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, a, 0);
  pthread_create(&u, 0, b, 0);
  pthread_create(&v, 0, c, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(x * x != 1234577);
  return 0;
}
"""


def answer(allways, path, *options, cpu=300):
    done = child.run([allways, path, "--json", *options], cpu=cpu)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"verdict": f"exit {done.returncode}: {done.stderr[:300]}"}


def switches(trace):
    names = [step["process"] for step in trace]
    return sum(1 for a, b in zip(names, names[1:]) if a != b)


# --- fixed programs

def fixed(allways, where):
    """Complaints."""
    large, missing = os.path.join(where, "large.c"), os.path.join(where, "missing.c")
    with open(large, "w", encoding="utf-8") as f:
        f.write(LARGE.replace("MORE; ", ""))
    with open(missing, "w", encoding="utf-8") as f:
        f.write(LARGE.replace("MORE;", "somewhere_else();"))

    wrong = []

    def expect(what, ok, got):
        if not ok:
            wrong.append(f"{what}: {json.dumps(got) if isinstance(got, dict) else got}"[:1500])

    common = ["--property=assert", "--max-transitions=150000"]
    r = answer(allways, large, *common)
    known = r.get("known", {})
    expect("a limit", r["verdict"] == "unknown" and "--max-transitions" in r["reason"] and len(r["limits"]) == 1, r)
    expect("what is known at a limit", known.get("executions", 0) > 100 and known.get("states", 0) > 1000 and
           known.get("random_runs", 0) > 100 and known.get("preemptions", 0) is not None, known)
    r = answer(allways, large, "--engine=hunt", *common)
    expect("levels of hunt", r["known"]["preemptions"] is not None and r["known"]["preemptions"] >= 1, r)
    r = answer(allways, large, "--engine=dpor", *common)
    expect("executions of dpor", r["known"]["executions"] > 1000 and r["known"]["preemptions"] is None and not r["known"]["states"], r)
    r = answer(allways, large, "--engine=cegar", *common)
    expect("an abstraction knows no runs", not any(r["known"].values()), r)
    # What one engine proves is no longer looked for; what no engine could look for is not claimed.
    r = answer(allways, large, "--engine=hunt", "--property=assert,no-data-race", "--max-transitions=10")
    expect("nothing yet", r["verdict"] != "unknown" or r["known"]["preemptions"] is None, r)

    for options in [], ["--jobs=2"]:
        r = answer(allways, missing, "--timeout=3", "--property=assert", *options)
        place = r.get("reason_place") or {}
        expect(f"a place beats a limit {options}", r["verdict"] == "unknown" and "somewhere_else" in r["reason"] and place.get("line") == 7, r)
        texts = [w["reason"] for w in r["reasons"]]
        expect(f"each reason once {options}", len({(w["engine"], w["reason"]) for w in r["reasons"]}) == len(texts), r["reasons"])
        expect(f"one reason {options}", ";" not in r["reason"], r["reason"])
    text = subprocess.run([allways, large, *common], capture_output=True, text=True, check=False).stdout
    expect("as text", re.search(r"^  known: no violation in \d[\d ]* executions; none with .* preemptions?; none in [\d ]+ states; "
                                r"none in [\d ]+ random runs$", text, re.M), text)
    for options in [], ["--jobs=2"]:
        process = subprocess.Popen([allways, large, "--json", "--property=assert", *options], stdout=subprocess.PIPE, text=True)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        r = json.loads(process.communicate()[0])
        expect(f"interrupted {options}", r["verdict"] == "unknown" and r["reason"] == "interrupted by SIGINT" and
               r["known"]["executions"] > 0 and r["known"]["random_runs"] > 0, r)
    return wrong


# --- random programs

def judge(allways, where, seed):
    """(complaint or None, number of claims)"""
    r = random.Random(seed)
    program = programs.draw_program(r)
    path = os.path.join(where, "p.c")
    target = [r.randrange(3) for _ in programs.GLOBALS]
    with open(path, "w", encoding="utf-8") as f:
        f.write(programs.program_text(program, target))
    prop = "--property=" + r.choice(["unreach-call", "unreach-call", "no-data-race", "deadlock", "valid-memsafety"])
    common = [prop]
    real = answer(allways, path, "--engine=naive", "--max-transitions=8000", "--input-range=0..2", *common, cpu=10)
    claims = 0
    for engine in "hunt", "auto":
        whole = answer(allways, path, f"--engine={engine}", "--max-transitions=5000", *common, cpu=10)
        for part in 0.3, 0.6, 0.95:  # of what it needs in all
            most = max(1, int(part * whole["counters"]["transitions"]))
            got = answer(allways, path, f"--engine={engine}", f"--max-transitions={most}", *common, cpu=10)
            if got["verdict"] != "unknown":
                continue
            level = got["known"]["preemptions"]
            if level is None:
                continue
            claims += 1
            said = f"{prop}, {engine} with {most} transitions: none with at most {level} preemptions"
            if real["verdict"] == "unsafe" and switches(real["trace"]) <= level:
                return f"{said}, but naive needs {switches(real['trace'])} switches", claims
            other = answer(allways, path, "--engine=hunt", "--visible=all", f"--preemptions={level}", "--max-transitions=20000", *common, cpu=10)
            if other["verdict"] == "unsafe":
                return f"{said}, but hunt finds one where all accesses are visible", claims
    return None, claims


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10)
    args = parser.parse_args()
    claims = 0
    with tempfile.TemporaryDirectory(prefix="allways-known-") as where:
        wrong = fixed(args.allways, where)
        for seed in range(args.seed, args.seed + args.count):
            complaint, n = judge(args.allways, where, seed)
            claims += n
            if complaint:
                wrong.append(f"seed {seed}: {complaint}")
    if args.count and not claims:
        wrong.append("no claim about preemptions was seen: the test shows nothing")
    for w in wrong:
        print(w)
    print(f"{args.count} programs, {claims} claims, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
