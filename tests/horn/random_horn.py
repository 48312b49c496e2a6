#!/usr/bin/env python3
"""Random small programs of each language: the engine horn against naive.

  tests/horn/random_horn.py ALLWAYS [--seed N] [--count N] [--language ivl|c|systemc] [--keep DIR]

The programs of IVL and C are those that cegar is compared with; those of SystemC have threads and methods over events, signals, a fifo and
small numbers, and end after a bounded time. What horn proves must hold: a SAFE beside a violation that naive finds is wrong. Each program is run with
data told apart as far as possible and with none of them (--told-apart=1), where nearly all of it are variables. A part of the safe
programs must be proved, otherwise the comparison says nothing.
"""
import argparse
import os
import pathlib
import random
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "cegar")]
import child
import random_cegar
import random_ivl

TOLD_APART = [1, 3, 12]
VARS = ["x", "y", "z"]


def condition(r):
    return f"{r.choice(VARS)} {r.choice(['==', '!=', '<', '<='])} {r.choice(VARS + ['0', '1', '2', 'in.read()'])}"


def statement(r, waits):
    g, h = r.choice(VARS), r.choice(VARS)
    some = [f"{g} = ({h} + {r.randrange(1, 3)}) % {r.choice([3, 4])};", f"{g} = {r.randrange(3)};", f"if ({condition(r)}) {g} = {h};",
            f"if ({condition(r)}) {{ {g} = 1; {h} = 2; }}", f"in.write({g});", f"{g} = in.read() % 3;", "e.notify();", "e.notify(SC_ZERO_TIME);",
            f"f.notify({r.randrange(1, 3)}, SC_NS);", "f.cancel();", f"{g} = nondet_uchar() % 2;", f"fifo.nb_write({g});",
            f"{{ unsigned char v; if (fifo.nb_read(v)) {g} = v; }}", f"if (sc_pending_activity()) {g} = 0;", f"w[{g} % 2] = {h};", f"{g} = w[{h} % 2];"]
    if waits:
        some += ["wait(e);", "wait(f);", "wait(e | f);", f"wait({r.randrange(1, 3)}, SC_NS);", "wait(SC_ZERO_TIME);",
                 f"wait(2, SC_NS, e);", f"for (int i = 0; i < {r.choice(['2', 'x'])}; i++) {{ {g}++; wait(1, SC_NS); }}"] * 2
    if r.random() < 0.15:
        return f"assert({condition(r)} || {condition(r)});"
    return r.choice(some)


def systemc(r):
    out = ["#include <allways.h>", "#include <systemc.h>", "#include <cassert>", "extern \"C\" unsigned char __VERIFIER_nondet_uchar();",
           "static unsigned char nondet_uchar() { return __VERIFIER_nondet_uchar(); }",
           "SC_MODULE(Top) {", "  unsigned char x = 0, y = 0, z = 0, w[2] = {0, 0};", "  sc_event e, f;", "  sc_signal<unsigned char> in;",
           "  sc_fifo<unsigned char> fifo;"]
    threads, ctor = r.choice([1, 2, 2]), []
    for t in range(threads):
        body = [statement(r, True) for _ in range(r.randint(2, 5))]
        endless = r.random() < 0.4
        out.append(f"  void t{t}() {{" + (" while (true) {" if endless else ""))
        out += ["    " + b for b in body] + (["    wait(1, SC_NS); }"] if endless else []) + ["  }"]
        ctor.append(f"SC_THREAD(t{t});")
    if r.random() < 0.6:
        out.append("  void m() {\n" + "\n".join("    " + statement(r, False) for _ in range(r.randint(1, 3))) + "\n  }")
        ctor.append(f"SC_METHOD(m); sensitive << {r.choice(['e', 'f', 'in'])}; {r.choice(['', 'dont_initialize();'])}")
    out.append(f"  SC_CTOR(Top) : fifo({r.choice([1, 2])}) {{ {' '.join(ctor)} }}\n}};")
    out.append("int sc_main(int, char *[]) {\n  Top top(\"top\");\n  Top &t = top;\n  sc_start(%d, SC_NS);" % r.randrange(1, 5))
    out.append(f"  assert(t.{r.choice(VARS)} {r.choice(['!=', '<', '<=', '=='])} {r.choice(['t.x', 't.z', '1', '2', '3'])});\n  return 0;\n}}")
    return "\n".join(out) + "\n"


def ivl(r):
    return random_ivl.program(r)


def threads(r):
    return random_cegar.program(r, r.random() < 0.3, r.random() < 0.2)


LANGUAGES = {"ivl": (ivl, ".ivl", []), "c": (threads, ".c", ["--property=unreach-call"]), "systemc": (systemc, ".cpp", ["--property=assert"])}


def run(allways, path, args, cpu=20):
    p = child.run([allways, path, "--quiet", *args], cpu)
    if child.is_killed_by_limit(p):
        return "unknown"
    return {0: "safe", 1: "unsafe", 2: "unknown"}.get(p.returncode, f"failed ({p.returncode}): {p.stderr[-600:]}")


def judge(a, n, language, tmp, seen):
    make, ending, words = LANGUAGES[language]
    r = random.Random(n)
    path, air, bad = os.path.join(tmp, "p" + ending), os.path.join(tmp, "p.air"), 0
    text = make(r)
    open(path, "w").write(text)
    ir = child.run([a.allways, "ir", path])
    if ir.returncode:
        print(f"seed {n}: {ir.stderr[-600:]}\n{text}")
        return 1
    open(air, "w").write(ir.stdout)
    expected = run(a.allways, air, ["--engine=naive", "--max-transitions=100000", *words])
    seen[expected if expected in seen else "unknown"] += 1
    for k in TOLD_APART:
        got = run(a.allways, air, ["--engine=horn", f"--told-apart={k}", "--max-transitions=20000", *words], 20)
        seen["proved"] += expected == "safe" and got == "safe"
        seen["runs"] += expected == "safe"
        if got.startswith("failed") or got == "unsafe" or (got == "safe" and expected == "unsafe"):
            bad += 1
            print(f"{language} seed {n} --told-apart={k}: naive says {expected}, horn {got}", flush=True)
            if a.keep:
                open(os.path.join(a.keep, f"bad{n}{ending}"), "w").write(text)
    return bad


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("allways")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--count", type=int, default=10)
    ap.add_argument("--language", choices=LANGUAGES)
    ap.add_argument("--keep", default="")
    ap.add_argument("--proved", type=float, default=0.3, help="part of the safe programs that must be proved")
    a = ap.parse_args()
    bad = 0
    for language in [a.language] if a.language else LANGUAGES:
        seen = {"safe": 0, "unsafe": 0, "unknown": 0, "runs": 0, "proved": 0}
        with tempfile.TemporaryDirectory() as tmp:
            bad += sum(judge(a, n, language, tmp, seen) for n in range(a.seed, a.seed + a.count))
        print(f"{language}: {a.count} programs {seen}")
        if seen["proved"] < a.proved * seen["runs"]:
            print("too few programs are proved")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
