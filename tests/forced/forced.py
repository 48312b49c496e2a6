#!/usr/bin/env python3
"""forced.py ALLWAYS [--runs N]: counterexamples forced on the compiled program, each several times with the same end.

The oracle is the machine: the assertion of the program fails, its threads wait for each other, or two accesses meet, in a binary that shares no
code with the interpreters. Programs whose failure needs what cannot be forced must not be called reproduced.
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPRODUCED, NOT, CANNOT = 1, 0, 2

UPDATE = """
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x, amount;
static void *add(void *arg) {
  x = x + amount;
  return arg;
}
int main(void) {
  pthread_t a, b;
  amount = __VERIFIER_nondet_int();
  if (amount < 5 || amount > 9) return 0;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2 * amount);
  return 0;
}
"""
WAKE = """
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *signals(void *arg) {
  pthread_cond_signal(&c);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, signals, 0);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
"""
FLAG = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;
static void *writes(void *arg) {
  atomic_store(&flag, 1);
  data = 7;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  if (atomic_load(&flag)) assert(data == 7);
  pthread_join(t, 0);
  return 0;
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--runs", type=int, default=2)
    given = parser.parse_args()
    allways, wrong = str(pathlib.Path(given.allways).resolve()), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in [("update.c", UPDATE), ("wake.c", WAKE), ("flag.c", FLAG)]:
            (folder / file).write_text(text)
        cases = [
            (folder / "update.c", [], REPRODUCED),
            (folder / "wake.c", ["--property=deadlock", "--spurious-wakeups=off"], REPRODUCED),
            (folder / "flag.c", [], REPRODUCED),
            (ROOT / "examples/account_race.c", ["--property=no-data-race"], REPRODUCED),
            (ROOT / "examples/transfer_deadlock.c", ["--property=deadlock"], REPRODUCED),
            (ROOT / "tests/c/address_reuse_aba.c", [], NOT),  # the allocator here gives other addresses
            (ROOT / "tests/c/misuse_c11_join_twice.c", [], CANNOT),
            (ROOT / "examples/systemc/lost_notification.cpp", ["--property=deadlock"], CANNOT),
        ]
        for program, words, expected in cases:
            trace = folder / "x.trace"
            made = child.run([allways, str(program), *words, f"--report={trace}", "--quiet"], cwd=ROOT, cpu=120)
            if made.returncode != 1:
                wrong.append(f"{program.name}: no counterexample: {made.stdout}{made.stderr}")
                continue
            models = [w for w in words if w.startswith("--spurious")]
            for _ in range(given.runs if expected == REPRODUCED else 1):
                done = child.run([allways, "replay", str(trace), *models, "--native", "--quiet"], cwd=ROOT, cpu=120)
                if done.returncode != expected:
                    wrong.append(f"{program.name}: exit status {done.returncode}, expected {expected}: {done.stdout}{done.stderr}")
    print("\n".join(wrong) or "forced as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
