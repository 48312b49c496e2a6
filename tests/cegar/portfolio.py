#!/usr/bin/env python3
"""Engines side by side (--jobs with --engine=auto): the same verdicts as one after the other, evidence, and a clean end.

  tests/cegar/portfolio.py ALLWAYS
"""
import glob
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import random_cegar

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = os.path.dirname(os.path.abspath(__file__))
# No engine answers soon: many orders of steps that all matter, on values without a bound.
LONG = """#include <pthread.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
unsigned a, b, c;
void *f(void *p) { for (unsigned i = 0; i < 1000; i++) { a = a * 3 + b; b = b * c + i; c ^= a * b; } return 0; }
int main() {
  pthread_t t[4];
  a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  if (a * b * c == 77777777 && a > b && b > c) reach_error();
  return 0;
}
"""
failures = []


def fail(text):
    failures.append(text)
    print(text)


def verify(allways, path, *args):
    p = child.run([allways, path, "--property=unreach-call", "--json", *args], cpu=240)
    try:
        return json.loads(p.stdout)
    except ValueError:
        return {"verdict": f"failed ({p.returncode}): {p.stderr}"}


def check_verdicts(allways, tmp):
    paths = sorted(glob.glob(os.path.join(HERE, "*.c")))
    for n in range(3):
        paths.append(os.path.join(tmp, f"random{n}.c"))
        open(paths[-1], "w").write(random_cegar.program(random.Random(n), n % 2 == 0))
    for path in paths:
        alone = verify(allways, path)
        for jobs in (2, 5):
            r = verify(allways, path, f"--jobs={jobs}")
            name = os.path.basename(path)
            if r["verdict"] != alone["verdict"]:
                fail(f"{name} --jobs={jobs}: {r['verdict']}, but {alone['verdict']} with one")
            elif r["verdict"] == "unsafe" and not r["trace"]:
                fail(f"{name} --jobs={jobs}: no trace")
            elif r["verdict"] != "unknown" and r["engine"] in ("auto", None):
                fail(f"{name} --jobs={jobs}: nobody is named as the one who answered")


def members(session):
    """Processes of a session that are alive."""
    out = []
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = open(stat).read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            out.append(stat.split("/")[2])
    return out


def check_end(allways, tmp, number, options, expected):
    """Ended by a signal or a limit: a result in time, nobody left behind."""
    path = os.path.join(tmp, "long.c")
    open(path, "w").write(LONG)
    p = subprocess.Popen([allways, path, "--property=unreach-call", "--jobs=3", *options], stdout=subprocess.PIPE, text=True,
                         start_new_session=True)
    if number:
        start = time.time()
        while len(members(p.pid)) < 4 and time.time() < start + 600:
            time.sleep(0.05)
        p.send_signal(number)
    out, _ = p.communicate()
    if p.returncode != 2 or expected not in out:
        fail(f"{options} signal {number}: exit {p.returncode}\n{out}")
    left = members(p.pid)
    if left:
        fail(f"{options} signal {number}: processes {left} are left")


def main():
    allways = sys.argv[1]
    with tempfile.TemporaryDirectory() as tmp:
        check_verdicts(allways, tmp)
        check_end(allways, tmp, signal.SIGTERM, [], "SIGTERM")
        check_end(allways, tmp, 0, ["--timeout=2"], "time limit")
        check_end(allways, tmp, 0, ["--memory=40"], "memory limit")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
