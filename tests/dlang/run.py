#!/usr/bin/env python3
"""dlang programs by every engine: verdicts, counterexamples that replay, what `lazy` refuses, diagnostics with their places,
and the printed IR as a program of its own.

usage: run.py ALLWAYS
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ENGINES = [["--engine=naive"], ["--engine=stateful"], ["--engine=stateless", "--por=none"], ["--engine=dpor"],
           ["--engine=dpor", "--dpor=source"], ["--engine=dpor", "--dpor=fg"], ["--engine=dpor", "--dpor=full"], ["--engine=lazy"],
           ["--engine=lazy", "--lazy-memo=call", "--lazy-vary=all", "--lazy-cut=longest"], ["--engine=lazy", "--jobs=2"], ["--engine=auto"]]
SAFE, UNSAFE, UNKNOWN, BAD = 0, 1, 2, 65

# name, text, verdict, words of the report (or of the refusal by lazy)
PROGRAMS = [
    ("atomic increments", "< 2, x 1 > [ x := x + 1 ] [ x := x + 1 if x == 2 then { assert x == 2 } ]", SAFE, None),
    ("lost update", "< 3, x 1, local t 1, d 2 > <{ 2 [ t := x x := t + 1 d[$] := 1 ] }> "
     "[ if d[0] == 1 then { if d[1] == 1 then { assert x > 1 } } ]", UNSAFE, "assertion fails"),
    ("index by a shared value", "< 2, i 1, y 2 > [ i := 2 ] [ y[i] := 1 ]", UNSAFE, "out of bounds"),
    ("division", "< 2, d 1 1, x 1 > [ d := 0 ] [ x := 4 / d ]", UNSAFE, "division by zero"),
    ("swap", "< 2, x 1, n 2 > <{ 2 [ if cas(x, 0, 1) == 1 then { n[$] := 1 } ] }>", SAFE, None),
    ("who swaps", "< 3, x 1, n 2 > <{ 2 [ if cas(x, 0, 1) == 1 then { n[$] := 1 } ] }> [ assert n[0] + n[1] < 2 ]", SAFE, None),
    ("constants, locals, loops", "< \"all\" 1, const c 3 1 2 3, const k 1 3, local i 1, local a 2 5 6, s 1, > "
     "[ while i < k { s := s + c[i] i := i + 1 } assert s == 6 a[1] := a[0] assert a[1] == 5 cas(i, 3, 9) assert i == 9 ]", SAFE, None),
    ("else", "< 1, x 1 > [ if x > 0 then { x := 1 } else { x := 2 } assert x == 2 ]", SAFE, None),
    ("handshake", "< 2, x 1, y 1 > [ await x == 1 y := 1 ] [ x := 1 await y == 1 ]", SAFE, "separated"),
    ("repetition of no rounds", "< 1, x 1 <{ 0 , y$ 1 }> > [ x := 1 ]", SAFE, None),
    ("names by repetition", "< 2 <{ 2 , v$ 1 $ }> > [ assert v0 == 0 ] [ assert v1 == 1 ]", SAFE, None),
]

DIAGNOSTICS = [
    ("< 1, x 1 > [ y := 1 ]", "1:14", "'y' is not declared"),
    ("< 1, x 1 >\n[ x := x-1 ]", "2:8", "'x-1' is not declared"),
    ("< 2, x 1 > [ x := 1 ]", "1:22", "announces 2 processes"),
    ("< 1, x 2 > [ x := 1 ]", "1:14", "needs an index"),
    ("< 1, const x 1 > [ x := 1 ]", "1:20", "constant"),
    ("< 1, x 1, x 1 > [ x := 1 ]", "1:11", "already declared at line 1"),
    ("< 1, x 0 > [ x := 1 ]", "1:8", "a length lies between"),
    ("< 1, x 1 1 2 > [ x := 1 ]", "1:6", "2 initial values"),
    ("< 1, x 1 > [ ]", "1:14", "expected a statement"),
    ("< 1, x 1 > [ if x then { x := 1 } ]", "1:19", "expected '<', '>' or '=='"),
    ("< 1, x 1 > <{ 3 [ x := 1 ]", "1:27", "repetition is not closed"),
    ("< 1, x 1 > <{ 2 <{ 2 [ x := 1 ] }> }>", "1:17", "inside of another"),
    ("< 1, x 1 > [ x := 99999999999999999999 ]", "1:19", "too large"),
    ("< 1, x 1 > [ x := # ]", "1:19", "unknown character"),
    ("< 1, x 1 > [ x := " + "(" * 300 + "1" + ")" * 300 + " ]", "1:", "nested too deeply"),
    ("< 1, x 1 > [ x := 1" + " + 1" * 3000 + " ]", "1:", "nested too deeply"),
    ("< 1, x 1 > [ " + "if x == 0 then { " * 300 + "x := 1" + " }" * 300 + " ]", "1:", "nested too deeply"),
    ("< 1, x 1 > [ indexer(max=x, size=x, m=x, w=x, h=x, target=q, nprocs=2) ]", "1:59", "'q' is not declared"),
    ("< \"open 1, x 1 >", "1:3", "is not closed"),
    ("", "", "empty"),
]


def call(allways, *words):
    done = child.run([allways, *map(str, words)], cpu=120)
    return done.returncode, done.stdout, done.stderr


def verdicts(allways, folder, wrong):
    for name, text, expected, words in PROGRAMS:
        path = folder / "program.dl"
        path.write_text(text, encoding="utf-8")
        for options in ENGINES:
            status, out, err = call(allways, "verify", path, *options)
            want = UNKNOWN if words == "separated" and "--engine=lazy" in options else expected
            if want == UNKNOWN and words not in out:
                wrong.append(f"{name}: {options}: no word of {words}: {out}")
            if status != want or (want == UNSAFE and words not in out):
                wrong.append(f"{name}: {options}: exit {status}, expected {want}: {out}{err}")
            if status == UNSAFE:
                trace = folder / "found.trace"
                call(allways, "verify", path, *options, f"--report={trace}")
                replayed, out, err = call(allways, "replay", trace)
                if replayed != UNSAFE:
                    wrong.append(f"{name}: {options}: the counterexample does not replay: {out}{err}")
        printed = call(allways, "ir", path)[1]
        air = folder / "program.air"
        air.write_text(printed, encoding="utf-8")
        if call(allways, "ir", air)[1] != printed:
            wrong.append(f"{name}: the printed IR is no fixed point")
        status = call(allways, "verify", air, "--engine=dpor")[0]
        if status != expected:
            wrong.append(f"{name}: the printed IR: exit {status}, expected {expected}")


def diagnostics(allways, folder, wrong):
    for text, place, words in DIAGNOSTICS:
        path = folder / "bad.dl"
        path.write_text(text, encoding="utf-8")
        status, out, err = call(allways, "verify", path)
        if status != BAD or f"bad.dl:{place}" not in err or words not in err:
            wrong.append(f"{text[:60]}: exit {status}, expected {place} {words}: {out}{err[:300]}")


# Threads of C that never wait for each other: lazy must agree with dpor.
C_PROGRAM = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y, a, b;
void *one(void *p) { atomic_store(&x, 1); atomic_store(&a, atomic_load(&y) + 1); return p; }
void *two(void *p) { atomic_store(&y, 1); atomic_store(&b, atomic_load(&x) + 1); return p; }
int main(void) {
  pthread_t u, v;
  pthread_create(&u, 0, one, 0);
  pthread_create(&v, 0, two, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(a + b > BOUND);
  return 0;
}
"""


def c_programs(allways, folder, wrong):
    path = folder / "atomics.c"
    for bound, expected in [("2", SAFE), ("3", UNSAFE)]:
        path.write_text(C_PROGRAM.replace("BOUND", bound), encoding="utf-8")
        for options in [["--engine=dpor"], ["--engine=lazy"], ["--engine=lazy", "--jobs=2"]]:
            status, out, err = call(allways, "verify", path, *options)
            if status != expected:
                wrong.append(f"atomics.c, {bound}: {options}: exit {status}, expected {expected}: {out}{err}")


# The log of a run: one line per execution, the same in every run, nothing of the kind above the level asked for.
def logs(allways, folder, wrong):
    path, log = folder / "logged.dl", folder / "run.log"
    path.write_text("< 2, x 1 > [ x := 1 x := 2 ] [ x := 3 ]", encoding="utf-8")
    for options in [["--engine=lazy"], ["--engine=dpor"], ["--engine=dpor", "--dpor=full"]]:
        texts = []
        for _ in range(2):
            call(allways, "verify", path, *options, f"--log={log}", "--log-level=debug")
            texts.append(log.read_text(encoding="utf-8"))
        if texts[0] != texts[1] or texts[0].count("debug: execution ") != 3 or "info: safe" not in texts[0]:
            wrong.append(f"log of {options}: {texts}")
        call(allways, "verify", path, *options, f"--log={log}")
        if "debug:" in log.read_text(encoding="utf-8"):
            wrong.append(f"log of {options}: too much")
    path.write_text("< 2, x 1 > [ await x == 1 ] [ x := 1 ]", encoding="utf-8")
    call(allways, "verify", path, "--engine=lazy", f"--log={log}", "--log-level=warning")
    if "separated" not in log.read_text(encoding="utf-8"):
        wrong.append("log: no word of what keeps lazy from its answer")
    status, _, err = call(allways, "verify", path, f"--log={folder}/none/run.log")
    if status != 74 or "cannot write" not in err:
        wrong.append(f"log that cannot be written: exit {status}: {err}")


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        verdicts(sys.argv[1], pathlib.Path(name), wrong)
        diagnostics(sys.argv[1], pathlib.Path(name), wrong)
        c_programs(sys.argv[1], pathlib.Path(name), wrong)
        logs(sys.argv[1], pathlib.Path(name), wrong)
        path = pathlib.Path(name) / "endless.dl"
        path.write_text("< 1, x 1 > [ while x == 0 { x := 0 } ]", encoding="utf-8")
        status, out, _ = call(sys.argv[1], "verify", path, "--engine=lazy")
        if status != UNKNOWN or "programs that end" not in out:
            wrong.append(f"endless program: exit {status}: {out}")
    print("\n".join(wrong) or f"{len(PROGRAMS)} programs, {len(DIAGNOSTICS)} diagnostics")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
